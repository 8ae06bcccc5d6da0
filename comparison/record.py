"""What is kept of a run: one record, a line of JSON or CSV."""

import csv
import json
import time
from collections.abc import Iterable
from enum import StrEnum
from io import StringIO
from typing import IO, Literal, NamedTuple

from ..base.decoding import from_json
from ..base.errors import ComparisonError, DecodingError
from ..base.language import Message
from ..base.limits import JOURNAL, lines_of
from ..solvers.clock import PHASES
from .conditions import Conditions


class Ending(StrEnum):
    """How a run ended. A false witness is a yes whose steps lead elsewhere."""

    COPIES = "copies"
    DIFFERENT = "different"
    TIMEOUT = "timeout"
    FALSE_WITNESS = "false witness"
    ERROR = "error"


SOLVED = (Ending.COPIES, Ending.DIFFERENT)

STATISTICS = ("variables", "clauses", "conflicts", "propagations", "decisions")
"""Counts that have columns of their own in CSV; JSON has all that a solver tells."""


Expected = Literal["copies", "different"]

Written = Literal["plain", "refined"]
"""How a formula is written down."""


class Settings(NamedTuple):
    """How a comparison was asked for: `time_limit` in seconds, `seed` of a shuffled order."""

    time_limit: float
    jobs: int
    order: Literal["given", "shuffled"]
    seed: int | None
    encoding: Written
    cells: str


class Span(NamedTuple):
    """Seconds of wall-clock time and of processor time."""

    seconds: float
    cpu_seconds: float


class Record(NamedTuple):
    """A run of a backend on an instance.

    `instance`, `digest`, `family`, `box`, `size` (cells a side) and `clues` (of the first grid) say
    which pair it was, `expected` what the manifest says of it. `encoding` and `cells` say how the
    question was put. `run` counts from 1. `seconds` and `cpu_seconds` are those of the whole
    answer, `phases` has the two for each of `PHASES`. `memory` is the peak in MiB beyond what
    Python held before, None for backends that run another program. Times and memory are None, and
    `phases` is empty, where the run did not end by itself. `conditions` and `settings` are those of
    the whole comparison. `ended` is when the run ended, in UTC, as in 2030-12-31T23:59:59Z; None in
    records that are older than this field. `version` and `call` are those of the program that a
    backend runs, if it does, as far as they are known; None in older records too.
    """

    instance: str
    digest: str
    family: str
    box: str
    size: int
    clues: int
    expected: Expected | None
    encoding: Written
    cells: str
    backend: str
    run: int
    ending: Ending
    error: str | None
    steps: int | None
    seconds: float | None
    cpu_seconds: float | None
    phases: dict[str, Span]
    memory: float | None
    statistics: dict[str, int]
    settings: Settings
    conditions: Conditions
    ended: str | None = None
    version: str | None = None
    call: str | None = None

    @property
    def key(self) -> tuple[str, str, str, str, str, int]:
        """What no two records of a comparison have in common."""
        return (self.instance, self.digest, self.encoding, self.cells, self.backend, self.run)

    @property
    def is_solved(self) -> bool:
        """Whether there is an answer."""
        return self.ending in SOLVED

    def to_json(self) -> str:
        """Return one line of JSON."""
        phases = {
            name: Span(round(span.seconds, 6), round(span.cpu_seconds, 6))._asdict()
            for name, span in self.phases.items()
        }
        settings, conditions = self.settings._asdict(), self.conditions._asdict()
        nested = {"phases": phases, "settings": settings, "conditions": conditions}
        return json.dumps(self._asdict() | nested)

    @classmethod
    def from_json(cls, line: str) -> "Record":
        """Read a line back; raise `DecodingError` if it is no record."""
        record = from_json(line, cls)
        numbers: list[float] = [record.size, record.clues, record.run, *record.statistics.values()]
        numbers += [seconds for span in record.phases.values() for seconds in span]
        numbers += [x for x in (record.cpu_seconds, record.memory) if x is not None]
        times = [x for x in (record.seconds, record.settings.time_limit) if x is not None]
        if not (
            all(0 <= x < _RANGE for x in numbers) and all(1 / _RANGE < x < _RANGE for x in times)
        ):
            raise DecodingError(Message("a number is out of all range"))
        if record.ended is not None and not _is_moment(record.ended):
            raise DecodingError(
                Message("{file}: {message}", file="ended", message=Message("this is no moment"))
            )
        return record


_RANGE = 1e15
"""What is counted or measured is less, in seconds, MiB or whatever else."""


def _is_moment(text: str) -> bool:
    try:
        time.strptime(text, MOMENT)
    except ValueError:
        return False
    return True


MOMENT = "%Y-%m-%dT%H:%M:%SZ"
"""How moments are written."""

_BEGINNING = '{"instance": "'
"""What a record begins with, so that a line of something else is not taken for a part of one."""


def read_records(file: IO[str], name: str) -> list[Record]:
    """Read records back; a last line that was cut short is left out.

    Raises `ComparisonError` for a file that holds something else, `LimitError` for one too large.
    """
    records = []
    for number, line in enumerate(lines_of(file, name, JOURNAL), 1):
        if line == "\n":
            continue
        try:
            records.append(Record.from_json(line))
        except DecodingError as error:
            if not line.endswith("\n") and line.startswith(_BEGINNING[: len(line)]):
                break
            raise ComparisonError(
                Message(
                    "{file}:{line}: expected the record of a run: {reason}",
                    file=name,
                    line=number,
                    reason=error.message,
                )
            ) from None
    return records


def as_csv(records: Iterable[Record]) -> str:
    """Return records as CSV with a heading; what is not known is empty."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    plain = [name for name in Record._fields if name not in (*_NESTED, *_LATER)]
    times = [f"{phase}_{kind}" for phase in PHASES for kind in ("seconds", "cpu_seconds")]
    writer.writerow([*plain, *times, *STATISTICS, "time_limit", "seed", "commit", *_LATER])
    for record in records:
        phases = [record.phases.get(phase, ("", "")) for phase in PHASES]
        writer.writerow(
            [
                *(getattr(record, name) for name in plain),
                *(value for both in phases for value in both),
                *(record.statistics.get(name, "") for name in STATISTICS),
                record.settings.time_limit,
                record.settings.seed,
                record.conditions.commit,
                *(getattr(record, name) for name in _LATER),
            ]
        )
    return text.getvalue()


_NESTED = ("phases", "statistics", "settings", "conditions")

_LATER = ("ended", "version", "call")
"""What older records lack; these columns are the last ones."""
