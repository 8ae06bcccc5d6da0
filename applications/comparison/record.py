"""What is kept of a comparison: a record of each run, in a file to which it is added at its end."""

import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from io import StringIO
from itertools import chain
from math import inf
from typing import IO, Literal, NamedTuple

from ...base.decoding import read_json
from ...base.errors import ComparisonError, DecodingError
from ...base.limits import JOURNAL, read_limited_lines
from ...base.messages import Message
from ...reading.fields import join_fields_safely
from ...solvers.clock import PHASES
from ...system.temporary_files import lock
from .conditions import Conditions


class Ending(StrEnum):
    """How a run ended. A false witness is a model that is none, or whose steps lead elsewhere."""

    COPIES = "copies"
    DIFFERENT = "different"
    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    OPTIMUM = "optimum"
    MODELS = "models"
    TIMEOUT = "timeout"
    FALSE_WITNESS = "false witness"
    REFUSED_PROOF = "refused proof"
    ERROR = "error"


YES = (Ending.COPIES, Ending.SATISFIABLE)
NO = (Ending.DIFFERENT, Ending.UNSATISFIABLE)
SOLVED = (*YES, *NO, Ending.OPTIMUM, Ending.MODELS)

STATISTICS = ("variables", "clauses", "conflicts", "propagations", "decisions")
"""Counts that have columns of their own in CSV; JSON has all that a solver tells."""

Written = Literal["plain", "refined"]
"""How a formula is written down."""


class Settings(NamedTuple):
    """How a comparison was asked for, in seconds; with `proofs` a no needs a checked proof."""

    time_limit: float
    jobs: int
    order: Literal["given", "shuffled"]
    seed: int | None
    encoding: Written
    cells: str
    proofs: bool = False


class Span(NamedTuple):
    """Seconds of wall-clock time and of processor time."""

    seconds: float
    cpu_seconds: float


class Record(NamedTuple):
    """A run of a backend on an instance.

    `instance`, `digest`, `family`, `box`, `size` (cells a side; 0 for a formula of others) and
    `clues` (of the first grid) say which pair or formula it was; `form` is cnf, wcnf, opb or count,
    None for pairs. `expected` and `expected_value` are known of it, as the file `known_by` says, by
    default a manifest. `encoding` and `cells` say how the question was put. `run` counts from 1.
    `value` is the verified cost of a model, or the number of models. `seconds` and `cpu_seconds`
    are those of the whole answer, `phases` has both for each of `PHASES`; `memory` is the peak in
    MiB beyond what Python held before, None for programs. They are None or empty where the run did
    not end by itself. `ended`: when, in UTC, as in 2030-12-31T23:59:59Z. `version` and `call` are
    those of a program, as far as known. `proof_size` is in bytes, `proof_seconds` how long it took
    to check, None where that was not ended. `format` is the version of a record: older ones lack
    what has a default.
    """

    instance: str
    digest: str
    family: str
    box: str
    size: int
    clues: int
    expected: Ending | None
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
    known_by: str | None = None
    proof_size: int | None = None
    proof_seconds: float | None = None
    format: int = 1
    form: str | None = None
    value: int | None = None
    expected_value: int | None = None

    @property
    def key(self) -> tuple[str, str, str, str, str, int]:
        """What no two records of a comparison have in common."""
        return (self.instance, self.digest, self.encoding, self.cells, self.backend, self.run)

    @property
    def is_solved(self) -> bool:
        """Whether there is an answer."""
        return self.ending in SOLVED

    @property
    def is_proved(self) -> bool:
        """Whether it is a no whose proof was accepted."""
        return self.ending in NO and self.proof_seconds is not None

    @property
    def cost(self) -> float:
        """What its model costs, which was verified; infinite without one."""
        is_shown = self.ending in YES or (self.value is not None and self.ending != Ending.MODELS)
        return self.value or 0 if is_shown else inf

    @property
    def at_least(self) -> float:
        """What it says that every model costs at least; infinite where it says that none exists."""
        if self.ending in (*NO, Ending.REFUSED_PROOF):
            return inf
        return self.cost if self.ending is Ending.OPTIMUM else -inf

    @property
    def answer(self) -> str:
        """What it says in short: `unsatisfiable`, `optimum 9`."""
        return self.ending if self.value is None else f"{self.ending} {self.value}"

    @property
    def known(self) -> str | None:
        """What is known of the question, as `answer` says it."""
        number, ending = self.expected_value, self.expected
        return ending if ending is None or number is None else f"{ending} {number}"

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
        record = read_json(line, cls)
        numbers = chain(
            (record.size, record.clues, record.run, *record.statistics.values()),
            *record.phases.values(),
            (record.cpu_seconds, record.memory, record.proof_size, record.proof_seconds),
        )
        times = record.seconds, record.settings.time_limit
        if not (
            all(x is None or 0 <= x < _RANGE for x in numbers)
            and all(x is None or 1 / _RANGE < x < _RANGE for x in times)
        ):
            raise DecodingError("a number is out of all range")
        try:
            if record.ended is not None:
                time.strptime(record.ended, MOMENT)
        except ValueError:
            message = Message("this is no moment")
            raise DecodingError("{file}: {message}", file="ended", message=message) from None
        return record


_RANGE = 1e15  # what is counted or measured is less, in seconds, MiB or whatever else

MOMENT = "%Y-%m-%dT%H:%M:%SZ"  # how moments are written

_BEGINNING = '{"instance": "'
"""What a record begins with, so that a line of something else is not taken for a part of one."""


def read_records(file: IO[str], name: str) -> list[Record]:
    """Read records back, but for a last line that was cut short.

    Raises `ComparisonError` for a file that holds something else, `LimitError` for one too large.
    """
    records = []
    for number, line in enumerate(read_limited_lines(file, name, JOURNAL), 1):
        if line == "\n":
            continue
        try:
            records.append(Record.from_json(line))
        except DecodingError as error:
            if not line.endswith("\n") and line.startswith(_BEGINNING[: len(line)]):
                break
            raise ComparisonError(
                "{file}:{line}: expected the record of a run: {reason}",
                file=name,
                line=number,
                reason=error.message,
            ) from None
    return records


def find_last_comparison() -> str:
    """Return the path of the file for comparisons that were given none."""
    state = os.environ.get("XDG_STATE_HOME") or os.path.join("~", ".local", "state")
    return os.path.join(os.path.expanduser(state), "sudokopie", "compare.jsonl")


class Journal:
    """Keeps records: those that were there, and those added since."""

    def __init__(self, path: str, records: Iterable[Record], file: IO[str]) -> None:
        self.path, self.records, self._file = path, list(records), file

    def add(self, record: Record) -> None:
        """Keep a record, on the disk too."""
        print(record.to_json(), file=self._file, flush=True)
        self.records.append(record)


@contextmanager
def open_journal(path: str | None, resume: bool, settings: Settings | None) -> Iterator[Journal]:
    """Open a journal: a new one or, with `resume`, one whose records are kept.

    Without a path it is that of the last comparison; without `settings` it is only read. Raises
    `OSError`, and `ComparisonError` where there is nothing to read, where records were made with
    other settings, or where the file at `path` holds something and `resume` is not set.
    """
    place = path or find_last_comparison()
    if os.path.exists(place) and not os.path.isfile(place):
        raise ComparisonError("{file}: expected a file to keep records in", file=place)
    if settings is None:
        if not os.path.exists(place):
            raise ComparisonError("{file}: no comparison to report", file=place)
        with _open_file(place, "r") as old:
            yield Journal(place, read_records(old, place), old)
        return
    if path is None:
        os.makedirs(os.path.dirname(place), exist_ok=True)
    elif not resume and os.path.exists(path) and os.path.getsize(path):
        raise ComparisonError(
            "{file} exists already: --resume continues it, or name another file", file=path
        )
    with _open_file(place, "a+") as file:
        if lock(file.fileno()) is False:
            raise ComparisonError(
                "{file}: another comparison is writing to it; --json names another file", file=place
            )
        if not resume and path is None:
            file.truncate(0)
        file.seek(0)
        records = read_records(file, place)
        for record in records:
            _compare(record, settings, place)
        _end_the_last_line(file, place)
        yield Journal(place, records, file)


def _open_file(place: str, mode: str) -> IO[str]:
    # Bytes that are no text are escaped; as no record looks like that, they are reported.
    return open(place, mode, encoding="utf-8", errors="backslashreplace", newline="\n")


def _compare(record: Record, settings: Settings, place: str) -> None:
    for name, found, value in zip(settings._fields, record.settings, settings, strict=True):
        if found != value:
            raise ComparisonError(
                "{file} holds runs with {name} {found}; they cannot be continued with {name} "
                "{expected}",
                file=place,
                name=name.replace("_", "-"),
                found=found,
                expected=value,
            )


def _end_the_last_line(file: IO[str], place: str) -> None:
    """Make sure that there are whole lines only: one that was cut short is taken away."""
    file.seek(0)
    text = file.read()
    start = text.rfind("\n") + 1
    if read_records(StringIO(text[start:]), place):
        file.write("\n")
    elif start < len(text):
        file.truncate(len(text[:start].encode()))
    file.seek(0, os.SEEK_END)


def write_csv(records: Iterable[Record]) -> str:
    """Return records as CSV with a heading; what is unknown is empty, what older ones lack last."""
    later = [name for name in Record._field_defaults if name not in _NESTED]
    plain = [name for name in Record._fields if name not in (*_NESTED, *later)]
    times = [f"{phase}_{name}" for phase in PHASES for name in Span._fields]
    columns = [*plain, *times, *STATISTICS, "time_limit", "seed", "commit", *later]
    lines = [join_fields_safely(columns)]
    for record in records:
        taken = {
            f"{phase}_{name}": seconds
            for phase, span in record.phases.items()
            for name, seconds in span._asdict().items()
        }
        outer = record.conditions._asdict() | record.settings._asdict()
        known = record.statistics | taken | outer | record._asdict()
        lines.append(join_fields_safely(known.get(name) for name in columns))
    return "".join(f"{line}\n" for line in lines)


_NESTED = ("phases", "statistics", "settings", "conditions", "format")
