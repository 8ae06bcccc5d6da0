"""What commands about collections share: many files, a line out for each Sudoku, several processes.

Whatever the number of processes, the same comes out, in the order of the input.
"""

from __future__ import annotations

import csv
import io
import os
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, count
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import click

from .exits import ERROR, INTERRUPTED, Misuse, exit_status
from .options import PATH, PROCESSES
from .outputs import check_outputs
from .progress import share_bar
from .reading import STANDARD_INPUT, read_grids, say_left_aside

if TYPE_CHECKING:
    from ..base.errors import PairFileError
    from ..reading.form import Entry, Reading
    from ..reading.gridfile import GridFile
    from ..showing.manner import Manner
    from ..showing.parquet import Table
    from ..showing.printer import Printer
    from ..sudoku.grid import Grid
    from ..sudoku.shape import BoxShape
    from ..system.cluster import Cluster
    from ..system.ordered import Jobs

Result = TypeVar("Result")
Task = TypeVar("Task")

MANY_LINES = 1000
"""Collections of more lines are shared out to all cores, unless `--jobs` says otherwise."""

FILES = click.argument("files", type=PATH, metavar="FILE...", nargs=-1, required=True)
JOBS = click.option(
    "--jobs",
    type=PROCESSES,
    metavar="N",
    help="Use N processes.  [default: all cores for more than 1000 lines]",
)
CLUSTER = click.option(
    "--cluster",
    metavar="ADDRESS|local",
    help="Give the work to the Dask cluster with its scheduler at this address, or to one that is "
    "started here, with --jobs N workers.",
)
OUTPUT = click.option(
    "--output",
    type=click.Choice(["lines", "csv"]),
    default="lines",
    show_default=True,
    help="For a collection: print the results alone (lines), or add them to the input lines as "
    "columns (csv).",
)


PARQUET = click.option(
    "--parquet",
    type=PATH,
    metavar="FILE",
    help="Write a table of all Sudokus with their results in Parquet, instead of printing them.",
)


class Item(NamedTuple):
    """A Sudoku of a collection, and the file that it stands in."""

    file: str
    grids: GridFile
    entry: Entry

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.file}:{self.entry.line}"


class Shown(ABC, Generic[Result]):
    """How a command says what it found of a Sudoku in a collection."""

    columns: tuple[str, ...]
    """The names of what `fields` returns."""

    @abstractmethod
    def lines(self, item: Item, result: Result) -> list[str] | str:
        """Return the result as a line, or several; or in words why there is none."""

    @abstractmethod
    def fields(self, result: Result) -> list[str]:
        """Return the result as columns, empty where there is none."""

    @abstractmethod
    def record(self, item: Item, result: Result) -> Mapping[str, object]:
        """Return what JSON says."""

    @abstractmethod
    def status(self, result: Result) -> str:
        """Return the status that the exit status is made of."""


class Collection:
    """The Sudokus of some files, read in batches, and what is printed about them."""

    def __init__(
        self,
        files: tuple[str, ...],
        reading: Reading,
        printer: Printer,
        as_csv: bool,
        opened: GridFile | None = None,
        parquet: str | None = None,
    ) -> None:
        """`opened` is the first file, where somebody has opened it already.

        With `parquet`, a name of a file, results become a table there and are not printed.
        """
        self.files, self.reading, self.printer, self.as_csv = files, reading, printer, as_csv
        self._parquet = parquet
        self._table: Table | None = None
        self._opened = opened
        self.statuses: Counter[str] = Counter()
        self._current: GridFile | None = None
        self._number = 0

    def run(
        self,
        shown: Shown[Result],
        task: Callable[[list[Entry]], Task],
        answers: Callable[[Iterator[Task]], Iterable[Iterable[Result]]],
        count: int,
    ) -> int:
        """Print what is found of each Sudoku, and return the exit status.

        Entries are read in batches of `count`. `task` makes a task of each batch, bad entries left
        out. `answers` gets the tasks and yields, for each in order, the results of its entries.
        """
        from ..showing.printer import is_shown_on_terminal

        waiting: deque[list[Item]] = deque()

        def tasks() -> Iterator[Task]:
            for items in self._batches(count):
                waiting.append(items)
                yield task([item.entry for item in items if item.entry.error is None])

        try:
            is_shown = self._parquet is None and is_shown_on_terminal(self.printer.form)
            with share_bar(not is_shown) as show, self._written(shown):
                for results in answers(tasks()):
                    found = iter(results)
                    for item in waiting.popleft():
                        self._heading(item, shown)
                        if item.entry.error is None:
                            result = next(found)
                            self.statuses[shown.status(result)] += 1
                            self._print(item, shown, result)
                        else:
                            self._print_error(item, shown)
                    show(self._share, f"{self.statuses.total()}")
        except KeyboardInterrupt:
            return INTERRUPTED
        return exit_status(self.statuses)

    @contextmanager
    def _written(self, shown: Shown[Result]) -> Iterator[None]:
        """Open the table, if there is to be one; it appears when the block ends without trouble."""
        if self._parquet is None:
            yield
            return
        from ..showing.parquet import parquet_table

        names = {"file": str, "line": int, "name": str, "status": str}
        with parquet_table(self._parquet, names | dict.fromkeys(shown.columns, str)) as self._table:
            yield

    @property
    def _share(self) -> float | None:
        """How much of all files has been read."""
        share = self._current.share if self._current else None
        return None if share is None else (self._number + share) / len(self.files)

    def _batches(self, count: int) -> Iterator[list[Item]]:
        """Yield the Sudokus; what is wrong with a file costs only itself."""
        from ..base.errors import SudokopieError
        from ..showing.printer import Form, print_json

        for number, file in enumerate(self.files):
            try:
                opened = self._opened if number == 0 else None
                with opened or read_grids(file, self.reading) as grids:
                    self._current, self._number = grids, number
                    for entries in grids.batches(count):
                        yield [Item(file, grids, entry) for entry in entries]
                    say_left_aside(file, grids, self.printer.manner)
            except (SudokopieError, OSError) as error:
                line = self.printer.problem(file, error)
                self.statuses[ERROR] += 1
                if self.printer.form is Form.JSON and self._table is None:
                    print_json({"file": file, "line": None, "status": ERROR, "error": line})

    def _heading(self, item: Item, shown: Shown[Result]) -> None:
        """Print the names of the columns before the first Sudoku, where the table has names."""
        from ..reading.head import fields

        grids = item.grids
        if self.as_csv and grids.header is not None:
            delimiter = grids.delimiter or ","
            names = _new_names(shown.columns, fields(grids.header, delimiter))
            print(grids.header + delimiter + delimiter.join(names))
            grids.header = None  # once

    def _print(self, item: Item, shown: Shown[Result], result: Result) -> None:
        from ..showing.printer import Form, on_one_line, print_json

        place = {"file": item.file, "line": item.entry.line, "name": item.entry.name}
        if self._table is not None:
            fields = zip(shown.columns, shown.fields(result), strict=True)
            found = {name: field for name, field in fields if field}
            self._table.add({**place, "status": shown.status(result), **found})
        elif self.printer.form is Form.JSON:
            print_json({**place, **shown.record(item, result)})
        elif self.as_csv:
            if error := _unclosed(item):
                self.printer.problem(item.file, error)
                self.statuses[ERROR] += 1
                print(item.entry.text)
            else:
                print(_with_columns(item, shown.fields(result)))
        elif self.printer.form is Form.TEXT:
            lines = shown.lines(item, result)
            if isinstance(lines, str):
                lines = [f"# {on_one_line(item.place)}: {lines}"]
            print("\n".join(lines))

    def _print_error(self, item: Item, shown: Shown[Result]) -> None:
        """Say what is wrong with a line, and print something in its place."""
        from ..showing.printer import Form, print_json

        error = item.entry.error
        assert error is not None
        line = self.printer.problem(item.file, error)
        self.statuses[ERROR] += 1
        place = {"file": item.file, "line": item.entry.line}
        if self._table is not None:
            self._table.add({**place, "status": ERROR})
        elif self.printer.form is Form.JSON:
            print_json({**place, "status": ERROR, "error": line})
        elif self.as_csv and item.grids.is_one_a_line:
            print(_with_columns(item, [""] * len(shown.columns)))
        elif self.printer.form is Form.TEXT:
            print(f"# {line}")


def cells_of(entries: list[Entry]) -> tuple[bytes, BoxShape]:
    """Return the cells of Sudokus of one shape, one after another: a task for a process."""
    from ..sudoku.shape import BoxShape

    shape = entries[0].shape if entries else BoxShape(1, 1)
    return b"".join([entry.cells for entry in entries]), shape


def grids_of(entries: list[Entry]) -> list[Grid]:
    """Return the grids of Sudokus: a task for this process."""
    from ..sudoku.grid import Grid

    return [entry.grid for entry in entries if isinstance(entry.grid, Grid)]


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
    from ..base.errors import PairFileError
    from ..base.language import Message

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
        return _csv_line(fields, grids.delimiter, entry.text + grids.delimiter)
    text = entry.text if grids.is_one_a_line else cells_in_line(entry.cells, entry.shape.size)
    return _csv_line([text, *fields], ",")


def _csv_line(fields: list[str], delimiter: str, before: str = "") -> str:
    line = io.StringIO()
    csv.writer(line, delimiter=delimiter, lineterminator="").writerow(fields)
    return before + line.getvalue()


def cells_in_line(cells: bytes, size: int) -> str:
    """Return cells given as bytes on a line, as collections have them."""
    from ..showing.grids import on_one_line
    from ..sudoku.grid import Grid
    from ..sudoku.shape import BoxShape

    if size < 10:
        return cells.translate(_CHARACTERS).decode("ascii")
    rows = [cells[start : start + size] for start in range(0, size * size, size)]
    return on_one_line(Grid(rows, BoxShape(1, size)))


_CHARACTERS = bytes([ord("."), *b"123456789", *range(10, 256)])


@contextmanager
def workers(
    jobs: int | None, files: Iterable[str], cluster: str | None, manner: Manner
) -> Iterator[Jobs]:
    """Yield who does the work: the cluster at an address, else so many processes here.

    Where it is a cluster, standard error is told so. Raises `ClusterError`, and `Misuse` where the
    number of workers is not ours to say.
    """
    if cluster is None:
        yield processes(jobs, files)
        return
    with cluster_at(cluster, jobs, manner) as found:
        yield found


@contextmanager
def cluster_at(address: str, jobs: int | None, manner: Manner) -> Iterator[Cluster]:
    """Yield the cluster at an address, and say on standard error that it is there."""
    from ..base.language import Message
    from ..system.cluster import LOCAL, Cluster

    if jobs is not None and address != LOCAL:
        raise Misuse(
            "{option} cannot be used with {others}", option="--jobs", others="--cluster ADDRESS"
        )
    with Cluster.at(address, jobs) as cluster:
        said = [Message("Workers of the cluster: {count}.", count=cluster.workers)]
        if dashboard := cluster.dashboard:
            said.append(Message("What they do is shown at {address}", address=dashboard))
        click.echo(manner.say(*said), err=True)
        yield cluster


def check_parquet(parquet: str | None, files: Iterable[str], output: str, printer: Printer) -> None:
    """Refuse a table that cannot be written, or results in two forms, before anything is read."""
    from ..showing.parquet import check_parquet_installed
    from ..showing.printer import Form

    if parquet is None:
        return
    if output != "lines" or printer.form is not Form.TEXT:
        raise Misuse(
            "{option} cannot be used with {others}",
            option="--parquet",
            others="--output csv, --quiet, --json",
        )
    check_parquet_installed()
    check_outputs({"--parquet": parquet}, files)


def processes(jobs: int | None, files: Iterable[str]) -> int:
    """Return the number of processes: `jobs`, else all cores for long files, one for short.

    Without `jobs` it is one, too, where the system has no processes for that.
    """
    from ..system.guarded import CAN_START

    if jobs is not None:
        return jobs
    return (os.cpu_count() or 1) if CAN_START and _has_many_lines(files) else 1


def _has_many_lines(files: Iterable[str]) -> bool:
    """Return whether the files have more than `MANY_LINES` lines together.

    Standard input does not count: nobody knows its length before it has been read.
    """
    from ..base.errors import PairFileError
    from ..reading.lines import readable
    from ..system.output import opened

    lines = 0
    for file in files:
        if file == STANDARD_INPUT or not os.path.isfile(file):
            continue
        try:
            with readable(file), opened(file) as stream:
                while lines <= MANY_LINES and (piece := stream.read(2**16)):
                    lines += piece.count(b"\n")
        except PairFileError:
            continue  # whoever reads it says what is wrong
    return lines > MANY_LINES
