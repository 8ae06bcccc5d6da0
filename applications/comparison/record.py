"""The records of a comparison of backends: one JSON object for each run, kept in a file to which
new records are appended, so that an interrupted comparison can be resumed.
"""

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
from ...base.errors import BackendComparisonFailedError, DecodingError
from ...base.limits import JOURNAL, yield_limited_lines
from ...base.messages import Message
from ...encoding.candidates import LINE_MAPS, Encoding
from ...reading.fields import make_formula_safe_csv_line
from ...solvers.deadline import PHASES
from ...system.temporary_files import lock_file
from .conditions import MeasurementConditions


class RunEnding(StrEnum):
    """How a run ended: with an answer, at a limit of time or memory, or with a fault. A false
    witness is a claimed solution that fails the verification: an assignment that breaks the
    formula, or a transformation that does not lead to the second Sudoku.
    """

    COPIES = "copies"
    DIFFERENT = "different"
    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    OPTIMUM = "optimum"
    MODELS = "models"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out of memory"
    FALSE_WITNESS = "false witness"
    REFUSED_PROOF = "refused proof"
    ERROR = "error"


YES_ENDINGS = (RunEnding.COPIES, RunEnding.SATISFIABLE)
NO_ENDINGS = (RunEnding.DIFFERENT, RunEnding.UNSATISFIABLE)
ANSWER_ENDINGS = (*YES_ENDINGS, *NO_ENDINGS, RunEnding.OPTIMUM, RunEnding.MODELS)

STATISTICS = ("variables", "clauses", "conflicts", "propagations", "decisions")
"""The names of the counts reported by solvers that have table columns of their own in CSV. JSON has
all counts that a solver reports.
"""

METHOD_COUNTS = ("orders", "nodes")
"""The names of the counts of the search methods that use no clauses. Their columns in CSV come
after those of the other counts.
"""

MEASURED_BY_LIMITS = "limits"
"""The field `program_measured_by` of the record of a program whose processes had limits of the
operating system (RLIMIT), and were listed in /proc.
"""

EncodingName = Literal["plain", "refined"]
"""The two kinds of encoding of a formula: "refined", simplified before it is given to the solver,
or "plain", not simplified.
"""


def list_encoding_fields(encoding: Encoding) -> tuple[EncodingName, str, str]:
    """Return the fields `encoding`, `cells` and `line_maps` of the records for an encoding."""
    return "refined" if encoding.refined else "plain", encoding.cells, encoding.line_maps


RunKey = tuple[str, str, str, str, str, str, int]
"""The values that identify a run in a file of records, in this order: the name and the digest of
the instance; the encoding, the form of the clauses about cells and that of the clauses about lines;
the backend; and the number of the run. By these values, a resumed comparison finds out which runs
have been made.
"""


class ComparisonSettings(NamedTuple):
    """The settings of a comparison, which all its runs share.

    - `time_limit`: the limit of each run in seconds.
    - `jobs`: the number of runs at the same time.
    - `order`: whether the runs are in the given order or shuffled.
    - `seed`: the seed of the random numbers for a shuffled order, otherwise None.
    - `encoding`, `cells`, `line_maps`: the kind of encoding, and the forms of the clauses about
      cells and about lines (rows and columns).
    - `proofs`: whether the answer no counts only if its proof was checked.
    - `cpu_limit`: the limit on the processor time of each run in seconds; None if it is equal to
      `time_limit`.
    - `memory_limit`: the limit on the memory of each run in MiB; None if there is none.
    - `permuted`: whether each run has a seed, which is the number of the run. The solver then gets
      the variables and clauses in a random order, and the seed for its own random numbers, if it
      uses any.
    """

    time_limit: float
    jobs: int
    order: Literal["given", "shuffled"]
    seed: int | None
    encoding: EncodingName
    cells: str
    proofs: bool = False
    cpu_limit: float | None = None
    memory_limit: float | None = None
    permuted: bool = False
    line_maps: str = LINE_MAPS

    @property
    def cpu_seconds_limit(self) -> float:
        """The limit on the processor time of each run in seconds."""
        return self.time_limit if self.cpu_limit is None else self.cpu_limit


class PhaseTime(NamedTuple):
    """The wall-clock time and the processor time of a phase of a run, in seconds."""

    seconds: float
    cpu_seconds: float


class RunRecord(NamedTuple):
    """The record of one run of a backend on an instance. The fields about the instance come first.

    - `instance`: the name of the instance.
    - `digest`: a text that distinguishes the instance from others of this name.
    - `family`: the family of the instance; empty if it has none.
    - `box`, `size`, `clues`: the box shape, the cells a side and the number of clues of the first
      grid; empty or 0 for a formula that sudokopie did not write.
    - `form`: cnf, wcnf, opb or count; None for a pair of Sudokus.
    - `expected`, `expected_value`: the known answer, and its number if it is an optimum or a number
      of models; None if not known.
    - `known_by`: the file from which the known answer comes; None if no answer is known. In older
      records it is also None if the answer comes from a manifest.
    - `encoding`, `cells`, `line_maps`: the kind of encoding, and the forms of the clauses about
      cells and about lines (rows and columns).

    The fields about the run:

    - `backend`, `run`: the full name of the backend, and the number of the run, from 1.
    - `ending`, `error`: how the run ended, and the error message, or None.
    - `steps`: the number of steps of the transformation that was found, or None.
    - `value`: the verified cost of the model, or the number of models; otherwise None.
    - `seconds`, `cpu_seconds`: the wall-clock time of the whole answer, and the processor time of
      all its processes; if the run was stopped, the times until then. None if not known.
    - `solver_cpu_seconds`: the part of `cpu_seconds` that the solver used: an external program with
      all its processes, otherwise the phases load and solve. None if not known.
    - `phases`: both times for each of `PHASES`; empty if the run was stopped.
    - `memory`: the peak of the memory in MiB: that of the external program, if the backend runs
      one, and otherwise that of the process, without the memory that Python used before the run.
      None if not known.
    - `statistics`: the counts that the solver reported, by name.
    - `settings`, `conditions`: the settings of the comparison, and the conditions of the
      measurement.
    - `ended`: the moment of the end in UTC, such as 2030-12-31T23:59:59Z.
    - `version`, `call`: the version and the command line of an external program, if known.
    - `proof_size`: the size of the proof in bytes.
    - `proof_seconds`: the time of the proof's check; None if the check did not end.
    - `solver_seed`: the seed of the solver's own random numbers; None if it was given no seed.
    - `program_measured_by`: how the processes of an external program were limited and measured:
      the name and version of runexec, such as `runexec 3.35`, or `MEASURED_BY_LIMITS`. None if the
      backend runs no program, and in older records.
    - `measured_by`: the name and version of another program, such as BenchExec, that measured the
      run, so that its answer was not verified; None if sudokopie measured it and verified a yes.

    `format` is the version of the record's format. Older records lack the fields that have a
    default.
    """

    instance: str
    digest: str
    family: str
    box: str
    size: int
    clues: int
    expected: RunEnding | None
    encoding: EncodingName
    cells: str
    backend: str
    run: int
    ending: RunEnding
    error: str | None
    steps: int | None
    seconds: float | None
    cpu_seconds: float | None
    phases: dict[str, PhaseTime]
    memory: float | None
    statistics: dict[str, int]
    settings: ComparisonSettings
    conditions: MeasurementConditions
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
    solver_cpu_seconds: float | None = None
    solver_seed: int | None = None
    measured_by: str | None = None
    line_maps: str = LINE_MAPS
    program_measured_by: str | None = None

    @property
    def encoding_fields(self) -> tuple[str, str, str]:
        """The fields `encoding`, `cells` and `line_maps`."""
        return self.encoding, self.cells, self.line_maps

    @property
    def run_key(self) -> RunKey:
        """The values of the fields that together identify a record in a comparison."""
        return (self.instance, self.digest, *self.encoding_fields, self.backend, self.run)

    @property
    def has_answer(self) -> bool:
        """Whether the run ended with an answer, which may be wrong."""
        return self.ending in ANSWER_ENDINGS

    @property
    def is_proved_no(self) -> bool:
        """Whether the answer is no, and a checker accepted its proof."""
        return self.ending in NO_ENDINGS and self.proof_seconds is not None

    @property
    def is_verified_yes(self) -> bool:
        """Whether the answer is yes, and was verified."""
        return self.ending in YES_ENDINGS and self.measured_by is None

    @property
    def model_cost_or_infinity(self) -> float:
        """The verified cost of the model that the run found: the number that the solver has to
        minimise, or 0 if the question has no cost. The cost is infinite if the run has no model, or
        if the model was not verified.
        """
        is_shown = self.is_verified_yes or (
            self.value is not None and self.ending != RunEnding.MODELS
        )
        return self.value or 0 if is_shown else inf

    @property
    def claimed_lower_bound(self) -> float:
        """The lower bound that the run's answer claims: no model has a lower cost. The bound is
        infinite if the answer is that there is no model, and -infinite if the answer claims no
        bound.
        """
        if self.ending in (*NO_ENDINGS, RunEnding.REFUSED_PROOF):
            return inf
        return self.model_cost_or_infinity if self.ending is RunEnding.OPTIMUM else -inf

    @property
    def answer_text(self) -> str:
        """The run's ending as text, with the cost or the number of models if there is one, such as
        `unsatisfiable` or `optimum 9`.
        """
        return self.ending if self.value is None else f"{self.ending} {self.value}"

    @property
    def known_answer_text(self) -> str | None:
        """The known answer to the run's question, as text such as `unsatisfiable` or `optimum 9`;
        None if the answer is not known.
        """
        number, ending = self.expected_value, self.expected
        return ending if ending is None or number is None else f"{ending} {number}"

    def format_json_line(self) -> str:
        """Return the record as one line of JSON."""
        phases = {
            name: PhaseTime(round(span.seconds, 6), round(span.cpu_seconds, 6))._asdict()
            for name, span in self.phases.items()
        }
        settings, conditions = self.settings._asdict(), self.conditions._asdict()
        nested = {"phases": phases, "settings": settings, "conditions": conditions}
        return json.dumps(self._asdict() | nested)

    @classmethod
    def parse_json_line(cls, line: str) -> "RunRecord":
        """Return the record in a line of JSON. Raises `DecodingError` if the line is not a valid
        record.
        """
        record = read_json(line, cls)
        numbers = chain(
            (record.size, record.clues, record.run, *record.statistics.values()),
            *record.phases.values(),
            (record.cpu_seconds, record.memory, record.proof_size, record.proof_seconds),
            (record.solver_cpu_seconds,),
        )
        settings = record.settings
        times = record.seconds, settings.time_limit, settings.cpu_limit, settings.memory_limit
        if not (
            all(x is None or 0 <= x < _RANGE for x in numbers)
            and all(x is None or 1 / _RANGE < x < _RANGE for x in times)
        ):
            raise DecodingError("a number is out of all range")
        try:
            if record.ended is not None:
                time.strptime(record.ended, TIME_FORMAT)
        except ValueError:
            message = Message("this is no moment")
            raise DecodingError("{file}: {message}", file="ended", message=message) from None
        return record


_RANGE = 1e15  # exclusive limit of all counts and measurements, in any unit

TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"  # the format of moments in time

_RECORD_BEGINNING = '{"instance": "'
"""The text with which every line of a file of records begins. If a file ends with an incomplete
line, it is recognised by this text as a record that was interrupted while it was written.
"""


def read_records(stream: IO[str], file_name: str) -> list[RunRecord]:
    """Return the records in an open file of records; `file_name` is used in error messages.
    An incomplete record on the last line, from an interrupted comparison, is ignored.

    Raises `BackendComparisonFailedError` if the file contains other text, and `LimitError` if it is
    too large.
    """
    records = []
    for number, line in enumerate(yield_limited_lines(stream, file_name, JOURNAL), 1):
        if line == "\n":
            continue
        try:
            records.append(RunRecord.parse_json_line(line))
        except DecodingError as error:
            if not line.endswith("\n") and line.startswith(_RECORD_BEGINNING[: len(line)]):
                break
            raise BackendComparisonFailedError(
                "{file}:{line}: expected the record of a run: {reason}",
                file=file_name,
                line=number,
                reason=error.message,
            ) from None
    return records


def find_default_journal_path() -> str:
    """Return the path of the file with the records of the last comparison, which is used if the
    user names no file.
    """
    state = os.environ.get("XDG_STATE_HOME") or os.path.join("~", ".local", "state")
    return os.path.join(os.path.expanduser(state), "sudokopie", "compare.jsonl")


class RecordJournal:
    """An open file to which the records of runs are appended. `records` has all records in the
    file: the earlier records and the added records.
    """

    def __init__(self, path: str, records: Iterable[RunRecord], file: IO[str]) -> None:
        self.path, self.records, self._file = path, list(records), file

    def append_record(self, record: RunRecord) -> None:
        """Append a record to the file and to `records`."""
        print(record.format_json_line(), file=self._file, flush=True)
        self.records.append(record)


@contextmanager
def open_journal(
    path: str | None, is_resuming: bool, required_settings: ComparisonSettings | None
) -> Iterator[RecordJournal]:
    """A context manager that opens a journal, the file of the records of a comparison, and yields
    it. `path` is the path of the file; None means the file of the last comparison. If
    `required_settings` is None, the file is only read.

    If `required_settings` is given, new records can be appended, and all old records must have
    these settings. If `is_resuming` is True, too, the old records are kept. Otherwise the file at
    `path` must be new or empty; if `path` is None, the old records are removed.

    Raises `OSError` if the file cannot be used. Raises `BackendComparisonFailedError` if there is
    no journal to read, if its records were made with other settings, if another comparison is
    writing to the file, or if the file at `path` is not empty and `is_resuming` is False.
    """
    place = path or find_default_journal_path()
    if os.path.exists(place) and not os.path.isfile(place):
        raise BackendComparisonFailedError("{file}: expected a file to keep records in", file=place)
    if required_settings is None:
        if not os.path.exists(place):
            raise BackendComparisonFailedError("{file}: no comparison to report", file=place)
        with _open_journal_file(place, "r") as old:
            yield RecordJournal(place, read_records(old, place), old)
        return
    if path is None:
        os.makedirs(os.path.dirname(place), exist_ok=True)
    elif not is_resuming and os.path.exists(path) and os.path.getsize(path):
        raise BackendComparisonFailedError(
            "{file} exists already: --resume continues it, or name another file", file=path
        )
    with _open_journal_file(place, "a+") as file:
        if lock_file(file.fileno()) is False:
            raise BackendComparisonFailedError(
                "{file}: another comparison is writing to it; --json names another file", file=place
            )
        if not is_resuming and path is None:
            file.truncate(0)
        file.seek(0)
        records = read_records(file, place)
        for record in records:
            _check_settings(record, required_settings, place)
        _repair_last_line(file, place)
        yield RecordJournal(place, records, file)


def _open_journal_file(path: str, mode: str) -> IO[str]:
    """Open a file of records in the mode `mode`, such as "a+"."""
    # Bytes that are not UTF-8 are escaped. No valid record contains such escapes, so they lead to
    # an error.
    return open(path, mode, encoding="utf-8", errors="backslashreplace", newline="\n")


def _check_settings(record: RunRecord, settings: ComparisonSettings, path: str) -> None:
    """Raise `BackendComparisonFailedError` if a record was made with other settings than
    `settings`, those of the present comparison. `path` is the path of the file with the record.
    """
    for name, found, value in zip(settings._fields, record.settings, settings, strict=True):
        if found != value:
            raise BackendComparisonFailedError(
                "{file} holds runs with {name} {found}; they cannot be continued with {name} "
                "{expected}",
                file=path,
                name=name.replace("_", "-"),
                found=found,
                expected=value,
            )


def _repair_last_line(file: IO[str], path: str) -> None:
    """Make sure that an open file of records ends with a complete line, so that new records can be
    appended. An incomplete record at its end is removed. `path` is the file's path.
    """
    file.seek(0)
    text = file.read()
    start = text.rfind("\n") + 1
    if read_records(StringIO(text[start:]), path):
        file.write("\n")
    elif start < len(text):
        file.truncate(len(text[:start].encode()))
    file.seek(0, os.SEEK_END)


def make_csv_text(records: Iterable[RunRecord]) -> str:
    """Return the records as the text of a CSV table, with a heading and a row for each record. An
    unknown value is an empty field. Columns that were added to the format later come last.
    """
    later = [name for name in RunRecord._field_defaults if name not in _NESTED]
    plain = [name for name in RunRecord._fields if name not in (*_NESTED, *later)]
    times = [f"{phase}_{name}" for phase in PHASES for name in PhaseTime._fields]
    columns = [*plain, *times, *STATISTICS, "time_limit", "seed", "commit", *later]
    columns += ["cpu_limit", "memory_limit", "permuted", *METHOD_COUNTS]
    lines = [make_formula_safe_csv_line(columns)]
    for record in records:
        taken = {
            f"{phase}_{name}": seconds
            for phase, span in record.phases.items()
            for name, seconds in span._asdict().items()
        }
        outer = record.conditions._asdict() | record.settings._asdict()
        known = record.statistics | taken | outer | record._asdict()
        lines.append(make_formula_safe_csv_line(known.get(name) for name in columns))
    return "".join(f"{line}\n" for line in lines)


_NESTED = ("phases", "statistics", "settings", "conditions", "format")
