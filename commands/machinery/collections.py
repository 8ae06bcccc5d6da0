"""What commands about collections share: many files, a line out for each Sudoku, several processes.

Whatever the number of processes, the same comes out, in the order of the input.
"""

from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import chain, count
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from ...base.errors import PairFileError, SudokopieError
from ...base.language import Message
from ...reading.fields import csv_line
from ...reading.fields import fields as fields_of
from ...reading.form import Entry, Reading
from ...reading.gridfile import GridFile
from ...reading.head import PassedOver
from ...showing.manner import Manner, on_one_line
from ...showing.printer import Form, harmless, print_json, terminal_columns
from ...showing.said import Said, in_words
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from .declaring import ERROR, INTERRUPTED, Misuse, exit_status
from .options import Results
from .outputs import check_outputs, part_of_table, table_folder
from .reading import STANDARD_INPUT, Given, say_left_aside
from .terminal import bar

if TYPE_CHECKING:
    from ...reading.parts import PartOfFile
    from ...showing.parquet import AddRow
    from ...sudoku.arrays import Cells
    from ...system.cluster.dask_cluster import Cluster
    from ...system.cluster.scratch import SharedFolder

_SUDOKUS_IN_A_TASK = 1000

_BYTES_IN_A_PART = 2**20
"""Of a file that workers read; to answer takes longer than to read, so that there be enough."""

PartsOf = Callable[[str, GridFile, Reading], "list[PartOfFile] | None"]

Result = TypeVar("Result")
Task = TypeVar("Task")


class Item(NamedTuple):
    """A Sudoku of a collection, and the file that it stands in."""

    file: str
    grids: GridFile
    entry: Entry

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.file}:{self.entry.line}"


class Files:
    """Files that are read in batches one after another; `problem` is told what is wrong with one.

    That costs only this file. `opened` is the first file, where it has been opened already; `read`
    opens the others.
    """

    def __init__(
        self,
        given: Given,
        problem: Callable[[str, SudokopieError | OSError], None],
        opened: GridFile | None = None,
        read: Callable[[str], GridFile] | None = None,
    ) -> None:
        self._read = read or given.read
        self._given, self._problem, self._opened = given, problem, opened
        self._current: GridFile | None = None
        self._in_parts = deque[GridFile]()
        self._done, self._done_of_parts = 0, 0.0

    @property
    def share(self) -> float | None:
        """How much of all files has been read, from 0 to 1; None where that is not known."""
        share = self._current.share if self._current else None
        if self._current in self._in_parts:
            share = self._done_of_parts
        return None if share is None else (self._done + share) / len(self._given.files)

    def batches(self, count: int) -> Iterator[tuple[str, GridFile, list[Entry]]]:
        """Yield the Sudokus, at most `count` at a time, and each time of one file, with that."""
        for file, grids, entries in self.batches_and_parts(count, lambda *_: None):
            assert isinstance(entries, list)
            yield file, grids, entries

    def batches_and_parts(
        self, count: int, parts_of: PartsOf
    ) -> Iterator[tuple[str, GridFile, "list[Entry] | PartOfFile"]]:
        """Yield the Sudokus as `batches` does, or the parts of a file that others are to read.

        Then `taken` is to be told what was left aside in each part.
        """
        for number, file in enumerate(self._given.files):
            self._done = number
            try:
                with self._opened or self._read(file) as grids:
                    self._current, self._opened = grids, None
                    if parts := parts_of(file, grids, self._given.reading):
                        self._in_parts.append(grids)
                        for part in parts:
                            yield file, grids, part
                        continue
                    for entries in grids.batches(count):
                        yield file, grids, entries
                    say_left_aside(file, grids, self._given.manner)
            except (SudokopieError, OSError) as error:
                self._problem(file, error)

    def taken(self, part: "PartOfFile", passed: PassedOver) -> None:
        """Note that a part has been read; say what was left aside when it is the last of a file."""
        grids, self._done_of_parts = self._in_parts[0], part.share
        grids.add_part(passed, part.how.part.before if part.how.part else 0)
        if part.share == 1:
            self._in_parts.popleft()
            say_left_aside(part.name, grids, self._given.manner)


class Shown(ABC, Generic[Result]):
    """How a command says what it found of a Sudoku in a collection.

    Without columns, and with JSON and status as they are of a single Sudoku, if a command has no
    others. `wanted` is what the command was asked for.
    """

    columns: tuple[str, ...] = ()
    """The names of what `fields` returns."""

    says_verdicts = False
    """Whether lines are printed of each Sudoku with --quiet too."""

    is_quiet = False
    """Whether these are wanted."""

    def __init__(self, manner: Manner, wanted: Any = None) -> None:
        self.manner, self.wanted = manner, wanted

    @abstractmethod
    def lines(self, item: Item, result: Result) -> list[str] | str:
        """Return the result as a line, or several; or in words why there is none."""

    def fields(self, _: Item, __: Result) -> list[str]:
        """Return the result as columns, empty where there is none."""
        return []

    def rows(self, item: Item, result: Result) -> Iterable[list[str]]:
        """Return the rows of a table of Parquet for it, each with these columns."""
        return [self.fields(item, result)]

    def said(self, _: Item, result: Result) -> Said:
        """Return the result in words, as a page shows it."""
        return in_words(result, self.manner)

    def record(self, item: Item, result: Result) -> Mapping[str, object]:
        """Return what JSON says."""
        return self.said(item, result).record()

    def status(self, result: Result) -> str:
        """Return the status that the exit status is made of."""
        return in_words(result, self.manner).status


class Collection(AbstractContextManager["Collection"]):
    """The Sudokus of some files, and what is printed about them.

    It is to be entered by `with`. A single file is opened at once. Raises `PairFileError`, and
    before that `Misuse` or `OSError` where a table cannot be written.
    """

    def __init__(self, given: Given, results: Results) -> None:
        self._given, self.printer = given, given.printer
        self._parquet, self._is_csv = results.parquet, results.output == "csv"
        check_outputs({"--parquet": self._parquet}, given.files)
        self._add_row: AddRow | None = None
        self._opened = given.read(given.files[0]) if len(given.files) == 1 else None
        self._files = Files(given, self._file_problem, self._opened)
        self.statuses: Counter[str] = Counter()

    def __exit__(self, *_: object) -> None:
        if self._opened is not None:
            self._opened.close()

    def single(self) -> Grid | None:
        """Return the only Sudoku of the only file, if it is to be shown as one, else None."""
        if self._opened is None or not self._opened.is_single or self._is_csv or self._parquet:
            return None
        grid = self._opened.single()
        say_left_aside(self._given.files[0], self._opened, self.printer.manner)
        return grid

    def run(
        self,
        shown: Shown[Result],
        task: Callable[[list[Entry]], Task],
        answers: Callable[[Iterator[Task]], Iterable[Iterable[Result]]],
        count: int = _SUDOKUS_IN_A_TASK,
    ) -> int:
        """Print what is found of each Sudoku, and return the exit status.

        Entries are read in batches of `count`. `task` makes a task of each batch, bad entries left
        out. `answers` gets the tasks and yields, for each in order, the results of its entries.
        """
        waiting: deque[list[Item]] = deque()
        if shown.says_verdicts and self.printer.form is Form.VERDICT:
            shown.is_quiet, self.printer.form = True, Form.TEXT
        table: AbstractContextManager[AddRow | None] = nullcontext()
        if self._parquet is not None:
            from ...showing.parquet import parquet_table

            table = parquet_table(self._parquet, _columns(shown))

        def tasks() -> Iterator[Task]:
            for file, grids, entries in self._files.batches(count):
                waiting.append([Item(file, grids, entry) for entry in entries])
                yield task([entry for entry in entries if entry.error is None])

        try:
            is_silent = self._parquet is not None or self.printer.form is Form.VERDICT
            with (
                bar(is_wanted=is_silent or terminal_columns() is None) as show,
                table as self._add_row,
            ):
                for results in answers(tasks()):
                    found = iter(results)
                    for item in waiting.popleft():
                        self._heading(item, shown)
                        if item.entry.error is not None:
                            self._print_error(item, item.entry.error, shown)
                            continue
                        result = next(found)
                        self.statuses[shown.status(result)] += 1
                        self._print(item, shown, result)
                        if self.printer.listener is not None:
                            self.printer.listener(item.place, shown.said(item, result))
                    show(self._files.share, f"{self.statuses.total()}")
        except KeyboardInterrupt:
            return INTERRUPTED
        return exit_status(self.statuses)

    def run_by(
        self,
        workers: "int | Cluster",
        shown: Shown[Result],
        task: Callable[[list[Entry]], Task],
        answer: Callable[[Task], Iterable[Result]],
        count: int = _SUDOKUS_IN_A_TASK,
    ) -> int:
        """Do as `run`, with `answer` for each task, by these workers.

        They write the table themselves where it is in a folder. Raises `Misuse` for a file that
        they cannot read in parts.
        """
        from ...system.ordered import ordered

        with table_folder(self._parquet, workers) as new:
            if new is None or isinstance(workers, int):
                return self.run(shown, task, lambda tasks: ordered(answer, tasks, workers), count)
            shown.manner = Manner()  # nothing is said in a table
            work = partial(
                _answered, folder=new.folder, shown=shown, task=task, answer=answer, count=count
            )
            try:
                with bar() as show:
                    for found in workers.ordered(work, enumerate(self._parts(workers), 1)):
                        for problem in found.problems:
                            self._problem(found.part.name, problem)
                        self.statuses += found.statuses
                        self._files.taken(found.part, found.passed)
                        show(self._files.share, f"{self.statuses.total()}")
            except KeyboardInterrupt:
                return INTERRUPTED
            new.is_finished = True
        return exit_status(self.statuses)

    def _parts(self, workers: "Cluster") -> "Iterator[PartOfFile]":
        from ...reading.parts import divided

        def parts_of(file: str, grids: GridFile, how: Reading) -> "list[PartOfFile] | None":
            if file == STANDARD_INPUT:
                return None
            return divided(grids, file, how, workers, 0, _BYTES_IN_A_PART)

        for file, _, part in self._files.batches_and_parts(1, parts_of):
            if isinstance(part, list):
                raise not_elsewhere(file)
            yield part

    def _file_problem(self, file: str, error: SudokopieError | OSError) -> None:
        line = self._problem(file, error)
        if self.printer.form is Form.JSON and self._add_row is None:
            print_json({"file": file, "line": None, "status": ERROR, "error": line})

    def _heading(self, item: Item, shown: Shown[Result]) -> None:
        """Print the names of the columns before the first Sudoku, where the table has names."""
        grids = item.grids
        if self._is_csv and grids.header is not None:
            delimiter = grids.delimiter or ","
            names = _new_names(shown.columns, fields_of(grids.header, delimiter))
            print(grids.as_table(grids.header) + delimiter + delimiter.join(names))
            grids.header = None  # once

    def _print(self, item: Item, shown: Shown[Result], result: Result) -> None:
        place = {"file": item.file, "line": item.entry.line, "name": item.entry.name}
        if self._add_row is not None:
            for row in _rows(item, shown, result):
                self._add_row(row)
        elif self.printer.form is Form.JSON:
            print_json({**place, **shown.record(item, result)})
        elif self._is_csv:
            if error := _unclosed(item):
                self._problem(item.file, error)
                print(item.entry.text)
            else:
                print(_with_columns(item, shown.fields(item, result)))
        elif self.printer.form is Form.TEXT:
            lines = shown.lines(item, result)
            if isinstance(lines, str):
                lines = [f"# {harmless(item.place)}: {lines}"]
            print("\n".join(lines))

    def _problem(self, file: str, error: SudokopieError | OSError) -> str:
        """Say what is wrong with a file or a line of it, and return that."""
        self.statuses[ERROR] += 1
        return self.printer.problem(file, error)

    def _print_error(self, item: Item, error: SudokopieError, shown: Shown[Result]) -> None:
        """Say what is wrong with a line, and print something in its place."""
        line = self._problem(item.file, error)
        place = {"file": item.file, "line": item.entry.line}
        if self._add_row is not None:
            self._add_row({**place, "status": ERROR})
        elif self.printer.form is Form.JSON:
            print_json({**place, "status": ERROR, "error": line})
        elif self._is_csv and item.grids.is_one_a_line:
            print(_with_columns(item, [""] * len(shown.columns)))
        elif self.printer.form is Form.TEXT:
            print(f"# {line}")


def _columns(shown: Shown[Result]) -> dict[str, type]:
    """Return the columns of the table of Parquet."""
    names = {"file": str, "line": int, "name": str, "status": str}
    return names | dict.fromkeys(shown.columns, str)


def _rows(item: Item, shown: Shown[Result], result: Result) -> Iterator[dict[str, object]]:
    """Yield the rows of the table for a Sudoku."""
    place = {"file": item.file, "line": item.entry.line, "name": item.entry.name}
    for row in shown.rows(item, result):
        fields = zip(shown.columns, row, strict=True)
        found = {name: field for name, field in fields if field}
        yield {**place, "status": shown.status(result), **found}


class _Answered(NamedTuple):
    """What a worker found of a part of a file, besides the rows that it has written."""

    part: "PartOfFile"
    statuses: Counter[str]
    problems: list[PairFileError]
    passed: PassedOver


def _answered(
    numbered: "tuple[int, PartOfFile]",
    folder: "SharedFolder",
    shown: Shown[Result],
    task: Callable[[list[Entry]], Task],
    answer: Callable[[Task], Iterable[Result]],
    count: int,
) -> _Answered:
    number, part = numbered
    statuses, problems = Counter[str](), list[PairFileError]()
    with part.read() as grids, part_of_table(folder, number, _columns(shown)) as add:
        for entries in grids.batches(count):
            found = iter(answer(task([entry for entry in entries if entry.error is None])))
            for entry in entries:
                if entry.error is not None:
                    problems.append(entry.error)
                    add({"file": part.name, "line": entry.line, "status": ERROR})
                    continue
                result = next(found)
                statuses[shown.status(result)] += 1
                for row in _rows(Item(part.name, grids, entry), shown, result):
                    add(row)
        if grids.broken_off is not None:
            raise problems[-1]
        return _Answered(part, statuses, problems, grids.passed_over)


def not_elsewhere(file: str) -> Misuse:
    """Return the error of a file that the workers of a cluster should read, and cannot."""
    return Misuse(
        "--parquet DIR/ needs files that all workers see and can read in parts; {file} is none",
        file=file,
    )


def cells_of(entries: list[Entry]) -> tuple[bytes, BoxShape]:
    """Return the cells of Sudokus of one shape, one after another: a task for a process."""
    shape = entries[0].shape if entries else BoxShape(1, 1)
    return b"".join([entry.cells for entry in entries]), shape


def arrays_of(entries: list[Entry]) -> "tuple[Cells, BoxShape]":
    """Return the cells of Sudokus of one shape as an array: a task for those that take arrays."""
    from ...sudoku.arrays import array_of

    cells, shape = cells_of(entries)
    return array_of(cells, shape), shape


def _new_names(columns: Iterable[str], taken: list[str]) -> list[str]:
    """Return names of columns; those that the table has already get a number.

    >>> _new_names(["solution", "form"], ["id", "solution"])
    ['solution2', 'form']
    """
    return [
        next(one for one in chain([name], (f"{name}{k}" for k in count(2))) if one not in taken)
        for name in columns
    ]


def _unclosed(item: Item) -> PairFileError | None:
    """Return the error of a line to which no column can be added, if it is one."""
    if item.grids.delimiter is None or item.entry.text.count('"') % 2 == 0:
        return None
    message = Message(
        "expected {expected}, found {found}",
        expected=Message("a closing quotation mark"),
        found=Message("the end of the line"),
    )
    return PairFileError(item.file, item.entry.line, len(item.entry.text) + 1, message)


def _with_columns(item: Item, fields: list[str]) -> str:
    """Return the line that came in with more columns; quoted where it is no table by itself."""
    grids, entry = item.grids, item.entry
    if grids.delimiter is not None and grids.is_one_a_line:
        return grids.as_table(entry.text) + grids.delimiter + csv_line(fields, grids.delimiter)
    text = entry.text if grids.is_one_a_line else cells_in_line(entry.cells, entry.shape.size)
    return csv_line([text, *fields])


def cells_in_line(cells: bytes, size: int) -> str:
    """Return cells given as bytes on a line, as collections have them."""
    if size < 10:
        return cells.translate(_CHARACTERS).decode("ascii")
    return on_one_line(Grid.of_bytes(cells, BoxShape(1, size)))


_CHARACTERS = bytes([ord("."), *b"123456789", *range(10, 256)])
