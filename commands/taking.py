"""Files whose Sudokus a gathering takes, and what is written of these for duplicates and audits."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ..answers.decide import decide
from ..base.errors import SudokopieError
from ..base.language import Message
from ..reading.form import Entry, Reading
from ..reading.gridfile import GridFile, box_comment
from ..showing.parquet import parquet_table
from ..showing.printer import Printer
from ..sudoku.shape import BoxShape
from ..system.ordered import ordered
from ..system.output import written
from .collections import Files, not_elsewhere
from .declaring import Misuse
from .outputs import check_outputs, part_of_table
from .reading import STANDARD_INPUT, Given, read_grids
from .terminal import bar

if TYPE_CHECKING:
    from ..answers.among import Near, Place
    from ..collection.gathering import Gathering, PartOfClasses
    from ..collection.shared_forms import PartSeen
    from ..reading.parts import PartOfFile
    from ..showing.said_duplicates import SaidCopies
    from ..system.scratch import NewFolder, SharedFolder


class Taking:
    """Takes files, and says what is wrong with them, which costs only the Sudoku or file.

    `problems` counts that. `look` is told of all good entries of a file, in order, before they are
    taken. With `is_elsewhere` the workers of a cluster read all files, or it is an error.
    """

    _shape: BoxShape | None

    def __init__(
        self,
        gathering: "Gathering",
        given: Given,
        look: Callable[[GridFile, list[Entry]], None] | None = None,
        *,
        is_elsewhere: bool = False,
    ) -> None:
        self._gathering, self._given, self._look = gathering, given, look
        self._is_elsewhere, self._shape = is_elsewhere, None
        self._read = set[str]()
        self._unopened: set[str] = set()
        self.problems = 0

    def take(self, files: tuple[str, ...]) -> None:
        """Take the Sudokus of files, and show how far this has come."""
        found = Files(self._given._replace(files=files), self._broken)
        manner = self._given.manner

        def progress(number: int) -> None:
            said = Message("looked at: {count}", count=manner.number(number))
            show(found.share, manner.say(said))

        def told(seen: "PartSeen") -> None:
            for problem in seen.problems:
                self._problem(seen.part.name, problem)
            found.taken(seen.part, seen.passed)

        with bar() as show:
            self._gathering.take(self._batches(found), progress, told)

    def opened(self, files: Iterable[str]) -> Iterable[str]:
        """Return those files that could be opened."""
        return (file for file in files if file not in self._unopened)

    def _batches(self, found: Files) -> "Iterator[tuple[str, BoxShape, list[Entry] | PartOfFile]]":
        from ..collection.gathering import PUZZLES_IN_A_BATCH

        def parts_of(file: str, grids: GridFile, how: Reading) -> "list[PartOfFile] | None":
            # Who looks at all entries has to read them, and standard input is read once.
            if self._look is not None or file == STANDARD_INPUT:
                return None
            return self._gathering.parts_of(file, grids, how, 0 if self._is_elsewhere else None)

        for file, grids, some in found.batches_and_parts(PUZZLES_IN_A_BATCH, parts_of):
            if isinstance(some, list):
                if self._is_elsewhere:
                    raise not_elsewhere(file)
                some = self._good(file, some)  # noqa: PLW2901
                if self._look is not None:
                    self._look(grids, some)
            elif self._is_elsewhere:
                self._check_shape(file, grids.shape)
            if some:
                self._read.add(file)
            yield file, grids.shape, some

    def _good(self, file: str, entries: list[Entry]) -> list[Entry]:
        """Return the good entries, and say what is wrong with the others."""
        for entry in entries:
            if entry.error is not None:
                self._problem(file, entry.error)
        return [entry for entry in entries if entry.error is None]

    def _check_shape(self, file: str, shape: BoxShape) -> None:
        self._shape = self._shape or shape
        if shape != self._shape:
            raise Misuse("--parquet DIR/ needs Sudokus of one shape; {file} has others", file=file)

    def _broken(self, file: str, error: SudokopieError | OSError) -> None:
        if file in self._read:
            raise error  # else what follows would be counted wrong
        self._unopened.add(file)
        self._problem(file, error)

    def _problem(self, file: str, error: SudokopieError | OSError) -> None:
        self._given.printer.problem(file, error)
        self.problems += 1


class Outputs(NamedTuple):
    """Where Sudokus are written: those that are kept, and those that are dropped; and a table."""

    output: str | None
    drop: str | None
    parquet: str | None

    @property
    def are_read_twice(self) -> bool:
        """Whether the files are, because Sudokus are written as they stood."""
        return self.output is not None or self.drop is not None

    def check(self, given: Given, known: tuple[str, ...]) -> None:
        """Refuse what cannot be written, before anything has been read.

        Raises `Misuse` where files would be overwritten that are to be read, or cannot be read
        twice, or cannot be mixed; and `OSError`.
        """
        named = {"-o": self.output, "--drop": self.drop, "--parquet": self.parquet}
        check_outputs(named, (*given.files, *known), may_print=False)
        if self.are_read_twice:
            check_read_twice(given.files, "-o, --drop")
            _check_alike(given)

    def write(
        self, files: Iterable[str], reading: Reading, dropped: Iterator[int], number: int
    ) -> int:
        """Read the files again, and write each Sudoku as it stood to one of the two places.

        Below a heading: the shape of boxes, the names of columns. `number` is that of the first
        Sudoku, `dropped` those of the ones to be dropped, ascending. Returns the number after the
        last.
        """
        next_dropped = next(dropped, None)
        with ExitStack() as stack:
            kept, rest = (
                stack.enter_context(written(path) if path else open(os.devnull, "wb"))  # noqa: SIM115
                for path in (self.output, self.drop)
            )
            for k, file in enumerate(files):
                with read_grids(file, reading) as grids:
                    header = "" if grids.header is None else f"{grids.header}\n"
                    for stream in (kept, rest) if k == 0 else ():
                        stream.write((box_comment(grids.shape) + header).encode())
                    for entry in grids:
                        if entry.error is None:
                            is_dropped = number == next_dropped
                            (rest if is_dropped else kept).write(_as_it_stood(entry, grids))
                            next_dropped = next(dropped, None) if is_dropped else next_dropped
                            number += 1
        return number


def write_table(
    path: str | None,
    gathering: "Gathering",
    more: Callable[[int], dict[str, int | None]] = lambda _: {},
) -> None:
    """Write a table, if there is to be one: a row for each Sudoku, numbered from 1.

    `more` says what stands in further columns for a Sudoku; it is asked for its number from 0.
    """
    if path is None:
        return
    columns = _COLUMNS | dict.fromkeys(more(0) if gathering.taken else (), int)
    with parquet_table(path, columns) as add:
        for place, first in gathering.members():
            add(_member(place, first.number) | more(place.number))


_COLUMNS = {"number": int, "file": str, "line": int, "name": str, "class": int}


def _member(place: "Place", first: int) -> dict[str, object]:
    return place._asdict() | {"number": place.number + 1, "class": first + 1}


def write_parts_of_table(new: "NewFolder", gathering: "Gathering") -> None:
    """Let the workers write such a table, a file for each part that they have read."""
    tasks = enumerate(gathering.parts_elsewhere(), 1)
    for _ in ordered(partial(_write_members, new.folder), tasks, gathering.jobs):
        pass
    new.is_finished = True


def _write_members(folder: "SharedFolder", task: "tuple[int, PartOfClasses]") -> None:
    number, part = task
    with part_of_table(folder, number, _COLUMNS) as add:
        for place, first in part.members():
            add(_member(place, first))


def with_steps(
    gathering: "Gathering",
    found: "tuple[Place, Place] | Near[Place]",
    printer: Printer,
    *,
    for_page: bool = True,
) -> "SaidCopies":
    """Return two copies, or near copies, in words with the steps, and show them on a page."""
    from ..showing.said_duplicates import SaidCopies

    if isinstance(found, tuple):
        grids = gathering.grid(found[0]), gathering.grid(found[1])
        steps = decide(*grids, only=gathering.only).transformation
    else:
        grids = gathering.puzzles.grid(found.first), gathering.puzzles.grid(found.second)
        steps = found.steps
    said = SaidCopies(found, printer.manner, grids, steps, for_page)
    if printer.listener is not None:
        printer.listener(str(said.second), said)
    return said


def check_read_twice(files: Iterable[str], options: str) -> None:
    """Raise `Misuse` for a file that can be read only once, where options read it twice."""
    for file in files:
        if file == STANDARD_INPUT or (os.path.exists(file) and not os.path.isfile(file)):
            raise Misuse(
                "{options}: files are read twice, {file} can be read only once",
                options=options,
                file=file,
            )


def _check_alike(given: Given) -> None:
    """Refuse files that would not make one file when their Sudokus are written one by one."""
    first: tuple[str, object] | None = None
    for file in given.files:
        try:
            with read_grids(file, given.reading) as grids:
                form = grids.shape, grids.is_one_a_line, grids.header, grids.delimiter
        except (SudokopieError, OSError):
            continue  # what reads it says what is wrong
        first = first or (file, form)
        if form != first[1]:
            raise Misuse(
                "-o and --drop need files of one form; {one} and {other} differ",
                one=first[0],
                other=file,
            )


def _as_it_stood(entry: Entry, grids: GridFile) -> bytes:
    if grids.is_one_a_line:
        return entry.raw + b"\n"
    title = f"{entry.name}\n" if entry.name else ""
    return title.encode() + entry.raw + b"\n\n"
