"""Read the runs that BenchExec measured, from its tables of results (`results.*.xml`), which may be
compressed.

sudokopie has verified none of these answers, because the tables contain neither models nor proofs.
So an answer only counts if the right answer is known, and it cannot refute another answer.
"""

import os
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from lzma import LZMAError
from pathlib import Path
from typing import IO, NamedTuple
from xml.parsers import expat

from ...base.errors import BackendComparisonFailedError, SudokopieError
from ...base.limits import JOURNAL, read_whole_stream
from ...base.messages import Message
from ...system.open_file import open_and_decompress_by_ending, open_decompressed_stream
from .benchexec_files import PROPERTY_FILE
from .conditions import MeasurementConditions
from .instances import Instance, read_instance
from .record import ComparisonSettings, RunEnding, RunRecord

_PROPERTY = PROPERTY_FILE.partition(".")[0]

_MEBIBYTE = 2**20

_ENDINGS_OF_PAIRS = {
    RunEnding.SATISFIABLE: RunEnding.COPIES,
    RunEnding.UNSATISFIABLE: RunEnding.DIFFERENT,
}


class _ResultElement(NamedTuple):
    """The beginning of an element of a table of results: its name and its attributes. The element
    is a whole table, a run, a column of a run, or a part of the description of the machine.
    """

    tag: str
    attributes: dict[str, str]


class _BenchExecTask(NamedTuple):
    """A task of BenchExec: the name and the digest of its instance, its family, size and known
    answer. If the file of the instance is missing, only its name and the expected verdict are
    known.
    """

    name: str
    instance: Instance | None
    expected: RunEnding | None
    known_by: str | None


def read_benchexec_results(path: str) -> list[RunRecord]:
    """Return the records of the runs in a table of results that BenchExec wrote, `results.*.xml`,
    which may be compressed.

    The files of the tasks are read if they are still at their places, so that the runs can be
    compared with other runs on the same instances. Raises `BackendComparisonFailedError` if the
    file is no such table, if the table has no time limit, or if its property is not
    `PROPERTY_FILE`; `LimitError` if it is too large, and `OSError` if it cannot be read.
    """
    elements = _parse_elements(path)
    head = elements[0].attributes
    settings = _read_run_settings(path, head)
    conditions = _read_conditions(head, elements)
    words = (head.get("tool"), head.get("version"), head.get("options"))
    backend = " ".join(word.strip() for word in words if word and word.strip())
    numbers: dict[str, int] = {}
    records = []
    for run, columns in _yield_runs_with_columns(elements):
        task = _read_task(path, run)
        numbers[task.name] = numbers.get(task.name, 0) + 1
        ending, error = _find_ending(path, run, columns)
        if task.instance is not None and task.instance.copy_question is not None:
            ending = _ENDINGS_OF_PAIRS.get(ending, ending)
        records.append(
            _make_record(task, backend, numbers[task.name], settings, conditions)._replace(
                ending=ending,
                error=error,
                seconds=_read_number(columns.get("walltime"), "s"),
                cpu_seconds=_read_number(columns.get("cputime"), "s"),
                memory=_read_mebibytes(columns.get("memory")),
                version=head.get("version"),
                measured_by=head.get("generator") or "BenchExec",
            )
        )
    return records


def _parse_elements(path: str) -> list[_ResultElement]:
    """Return the elements of a table of results in their order; the first is the table itself."""
    found = list[_ResultElement]()
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda tag, attributes: found.append(
        _ResultElement(tag, attributes)
    )

    def refuse_entity(*_: object) -> None:
        raise _make_error(path, Message("it defines entities"))

    parser.EntityDeclHandler = refuse_entity
    try:
        with _open_table(path) as file:
            parser.Parse(read_whole_stream(file, path, JOURNAL), True)
    except expat.ExpatError as error:
        raise _make_error(path, expat.errors.messages.get(error.code, "XML")) from None
    except (EOFError, LZMAError, OSError, zlib.error) as error:
        if isinstance(error, OSError) and error.filename is not None:
            raise
        raise _make_error(path, str(error)) from None
    if not found or found[0].tag != "result":
        raise _make_error(path, Message("expected the table of results of BenchExec"))
    return found


def _open_table(path: str) -> IO[bytes]:
    """Open a table of results, which is decompressed if its name ends in .bz2, .gz or .xz."""
    if not path.endswith(".bz2"):  # the ending that BenchExec writes
        return open_and_decompress_by_ending(path)
    return open_decompressed_stream(open(path, "rb"), "bzip2")  # closed with the result


def _yield_runs_with_columns(
    elements: list[_ResultElement],
) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Yield two dictionaries for each run: its attributes, and the values of its columns by the
    titles of the columns.
    """
    run: dict[str, str] | None = None
    columns: dict[str, str] = {}
    for tag, attributes in elements:
        if tag == "run":
            if run is not None:
                yield run, columns
            run, columns = attributes, {}
        elif tag == "column" and run is not None and "value" in attributes:
            columns[attributes.get("title", "")] = attributes["value"]
    if run is not None:
        yield run, columns


def _read_run_settings(path: str, head: dict[str, str]) -> ComparisonSettings:
    """Return the limits with which BenchExec has run a solver. `path` is the file of its results,
    and `head` has the attributes at the beginning of the file. Raises
    `BackendComparisonFailedError` if there was no time limit, because PAR-2 needs one.
    """
    limit = _read_number(head.get("timelimit"), "s")
    if not limit:
        raise _make_error(path, Message("its runs had no time limit, which PAR-2 needs"))
    return ComparisonSettings(
        *(limit, 1, "given", None, "plain", "rows-columns"),
        memory_limit=_read_mebibytes(head.get("memlimit")) or None,
    )


def _read_conditions(head: dict[str, str], elements: list[_ResultElement]) -> MeasurementConditions:
    """Return the conditions of the measurement: the version of BenchExec, and the processor."""
    cpu = next((one.attributes for one in elements if one.tag == "cpu"), {})
    name, _, version = head.get("generator", "BenchExec").partition(" ")
    cores = cpu.get("cores", "")
    return MeasurementConditions(
        None, {name: version}, cpu.get("model", "?"), int(cores) if cores.isdecimal() else 1
    )


def _read_task(path: str, run: dict[str, str]) -> _BenchExecTask:
    """Return the task of a run. `path` is the path of the table; paths of files in the table are
    relative to its folder.
    """
    beside = Path(path).parent
    name = run.get("name", "?")
    file = run.get("files", "").strip("[]").partition(", ")[0] or name
    if file.endswith(".pair") and (beside / f"{file.removesuffix('.pair')}.cnf").is_file():
        file = f"{file.removesuffix('.pair')}.cnf"  # the same question
    instance = None
    with suppress(SudokopieError, OSError, UnicodeDecodeError):
        instance = read_instance(str(beside / file))
    expected = {"true": RunEnding.SATISFIABLE, "false": RunEnding.UNSATISFIABLE}.get(
        run.get("expectedVerdict", "")
    )
    return _BenchExecTask(
        os.path.basename(file), instance, expected, os.path.basename(name) if expected else None
    )


def _find_ending(
    path: str, run: dict[str, str], columns: dict[str, str]
) -> tuple[RunEnding, str | None]:
    """Return how a run ended, and its error message, or None if it has no error."""
    status = columns.get("status", "")
    word = status.partition("(")[0].strip()
    if word in ("true", "false"):
        if run.get("properties", "") != _PROPERTY:
            raise _make_error(
                path,
                Message(
                    "expected tasks with the property '{name}', found '{found}'",
                    name=_PROPERTY,
                    found=run.get("properties", ""),
                ),
            )
        return RunEnding.SATISFIABLE if word == "true" else RunEnding.UNSATISFIABLE, None
    if word.startswith("TIMEOUT"):
        return RunEnding.TIMEOUT, None
    if word.startswith("OUT OF MEMORY"):
        return RunEnding.OUT_OF_MEMORY, None
    return RunEnding.ERROR, status or "no status"


def _make_record(
    task: _BenchExecTask,
    backend: str,
    number: int,
    settings: ComparisonSettings,
    conditions: MeasurementConditions,
) -> RunRecord:
    """Return the record of a run on a task, in which the result is not filled in yet."""
    instance, known = task.instance, None
    if instance is not None:
        known = instance.expected_answer
    ending = task.expected if known is None else known.ending
    grid = None if instance is None or not instance.size else instance.question.sudokus[0]  # type: ignore[union-attr]
    return RunRecord(
        instance=task.name,
        digest="" if instance is None else instance.digest,
        family="" if instance is None else instance.family,
        box="" if grid is None else str(grid.shape),
        size=0 if grid is None else grid.size,
        clues=0 if grid is None else grid.clues,
        expected=ending,
        encoding="plain",
        cells="rows-columns",
        backend=backend,
        run=number,
        ending=RunEnding.ERROR,
        error=None,
        steps=None,
        seconds=None,
        cpu_seconds=None,
        phases={},
        memory=None,
        statistics={},
        settings=settings,
        conditions=conditions,
        known_by=task.known_by if known is None else known.source,
        form=None if instance is not None and instance.copy_question is not None else "cnf",
        expected_value=None if known is None else known.value,
    )


def _read_number(text: str | None, unit: str) -> float | None:
    """Return the number in a text such as `0.5s`; None if there is no such number."""
    match = re.fullmatch(rf"([0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?) ?{unit}", text or "", re.ASCII)
    return float(match[1]) if match else None


def _read_mebibytes(text: str | None) -> float | None:
    """Return the number of MiB in a text such as `262144B`; None if there is no such number."""
    number = _read_number(text, "B")
    return None if number is None else number / _MEBIBYTE


def _make_error(path: str, problem: Message | str) -> BackendComparisonFailedError:
    """Return the error that reports a problem with the file at `path`."""
    return BackendComparisonFailedError("{file}: {message}", file=path, message=problem)
