"""Files whose Sudokus a gathering takes, and what is written of these for duplicates and audits."""

import os
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ...answers.decide import decide
from ...base.errors import SudokopieError
from ...base.language import Message
from ...commands.machinery.collections import Files, not_elsewhere
from ...commands.machinery.declaring import Misuse
from ...commands.machinery.outputs import check_outputs, part_of_table
from ...commands.machinery.reading import STANDARD_INPUT, Given, read_grids
from ...commands.machinery.terminal import bar
from ...reading.form import Entry, Reading
from ...reading.gridfile import GridFile, box_comment
from ...showing.printer import Printer
from ...sudoku.shape import BoxShape
from ...system.endings import Endings
from ...system.ordered import ordered
from ...system.output import written

if TYPE_CHECKING:
    from ...answers.among import Near, Place
    from ...reading.parts import PartOfFile
    from ...system.cluster.scratch import NewFolder, SharedFolder
    from .gathering import Gathering, PartOfClasses
    from .report_duplicates import SaidCopies
    from .shared_forms import PartSeen


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
        from .gathering import PUZZLES_IN_A_BATCH

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


SUDOKUS = Endings(
    {
        **dict.fromkeys((".txt", ".sdm", ".sdk"), "text"),
        ".csv": "csv",
        ".tsv": "tsv",
        **dict.fromkeys((".jsonl", ".ndjson", ".json"), "json"),
        **dict.fromkeys((".parquet", ".pq"), "parquet"),
        **dict.fromkeys((".arrow", ".feather"), "arrow"),
    },
    "text",
)
"""The endings of files to which Sudokus are copied; `_possible` returns which fit a file."""

_COLUMNAR = ("parquet", "arrow")


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
        twice, or cannot be mixed, or where a file name's ending is not the form of the Sudokus; and
        `OSError`.
        """
        named = {"-o": self.output, "--drop": self.drop, "--parquet": self.parquet}
        check_outputs(named, (*given.files, *known), may_print=False)
        if self.are_read_twice:
            check_read_twice(given.files, "-o, --drop")
            paths = {option: named[option] for option in ("-o", "--drop")}
            self._check_forms(given, {option: path for option, path in paths.items() if path})

    def _check_forms(self, given: Given, paths: dict[str, str]) -> None:
        """Raise `Misuse` for files of different forms, and for a path of another form."""
        forms = {option: SUDOKUS.format_of(path) for option, path in paths.items()}
        has_columns = any(form in _COLUMNAR for form in forms.values())
        first: tuple[str, object] | None = None
        for file in given.files:
            try:
                with read_grids(file, given.reading) as grids:
                    form: object = grids.shape, grids.is_one_a_line, grids.header, grids.delimiter
                    possible = _possible(file, grids)
            except (SudokopieError, OSError):
                continue  # what reads it says what is wrong
            for option, wanted in forms.items():
                if wanted not in possible:
                    endings = [one for one, meant in SUDOKUS.formats.items() if meant in possible]
                    raise Misuse(
                        "{option}: Sudokus are written in the form that they have in {file}, so "
                        "expected a file name that ends in {endings}, found '{path}'",
                        option=option,
                        file=file,
                        endings=", ".join(endings),
                        path=paths[option],
                    )
            if has_columns:
                from ...showing.parquet import schema_of

                form = form, schema_of(file)
            first = first or (file, form)
            if form != first[1]:
                raise Misuse(
                    "-o and --drop need files of one form; {one} and {other} differ",
                    one=first[0],
                    other=file,
                )

    def write(
        self,
        files: Iterable[str],
        reading: Reading,
        dropped: Iterator[int],
        number: int,
        *,
        as_text: bool = False,
    ) -> int:
        """Read the files again, and write each Sudoku as it stood to one of the two places.

        Below a heading: the shape of boxes, the names of columns. Rows of Parquet and Arrow are
        written as such if the name of the place ends so, and not `as_text`. `number` is that of the
        first Sudoku, `dropped` those of the ones to be dropped, ascending. Returns the number after
        the last.
        """
        next_dropped = next(dropped, None)
        with ExitStack() as stack:
            kept, rest = (
                stack.enter_context(_place(path, as_text=as_text))
                for path in (self.output, self.drop)
            )
            for file in files:
                with read_grids(file, reading) as grids:
                    for place in (kept, rest):
                        place.begin(file, grids)
                    for entry in grids:
                        if entry.error is None:
                            is_dropped = number == next_dropped
                            (rest if is_dropped else kept).add(entry, grids)
                            next_dropped = next(dropped, None) if is_dropped else next_dropped
                            number += 1
        return number


def _possible(file: str, grids: GridFile) -> set[str]:
    """Return the formats of `SUDOKUS` in which Sudokus of a file can be written as they are."""
    if not grids.is_one_a_line:
        return {"text"}
    entry = next(grids, None)
    if entry is not None and entry.raw.lstrip().startswith(b"{"):
        return {"text", "json"}
    found = {"text"}
    if grids.delimiter in (None, ",", ";"):
        found.add("csv")
    if grids.delimiter in (None, "\t"):
        found.add("tsv")
    from ...showing.parquet import is_columnar

    return found | set(_COLUMNAR if is_columnar(file) else ())


class _Nowhere(AbstractContextManager["_Nowhere"]):
    """Takes Sudokus that are not written."""

    def __exit__(self, *_: object) -> None:
        """Do nothing: no file is open."""

    def begin(self, file: str, grids: GridFile) -> None:
        """Begin with the Sudokus of another file."""

    def add(self, entry: Entry, grids: GridFile) -> None:
        """Take a Sudoku of the file."""


class _Text(_Nowhere):
    """Writes the lines of Sudokus, unchanged, below a heading."""

    def __init__(self, path: str) -> None:
        self._stack, self._is_begun = ExitStack(), False
        self._stream = self._stack.enter_context(written(path))

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def begin(self, file: str, grids: GridFile) -> None:  # noqa: ARG002
        if not self._is_begun:
            header = "" if grids.header is None else f"{grids.as_table(grids.header)}\n"
            self._stream.write((box_comment(grids.shape) + header).encode())
        self._is_begun = True

    def add(self, entry: Entry, grids: GridFile) -> None:
        self._stream.write(_as_it_stood(entry, grids))


class _Rows(_Nowhere):
    """Collects the numbers of rows, and writes these rows at the end, as Parquet or Arrow."""

    def __init__(self, path: str, form: str) -> None:
        self._path, self._form = path, form
        self._sources = list[tuple[str, "array[int]"]]()

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            from ...showing.parquet import write_rows

            write_rows(self._path, self._form, self._sources)

    def begin(self, file: str, grids: GridFile) -> None:  # noqa: ARG002
        self._sources.append((file, array("q")))

    def add(self, entry: Entry, grids: GridFile) -> None:  # noqa: ARG002
        self._sources[-1][1].append(entry.line - 2)  # the names of the columns are line 1


def _place(path: str | None, *, as_text: bool) -> _Nowhere:
    """Return a writer of Sudokus to a path, in the format that the ending of the path means."""
    if path is None:
        return _Nowhere()
    form = "text" if as_text else SUDOKUS.format_of(path)
    return _Rows(path, form) if form in _COLUMNAR else _Text(path)


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
    from ...showing.parquet import parquet_table

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
    from .report_duplicates import SaidCopies

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


def _as_it_stood(entry: Entry, grids: GridFile) -> bytes:
    if grids.is_one_a_line:
        if grids.is_made:
            return grids.as_table(entry.text).encode() + b"\n"
        return entry.raw + b"\n"
    title = f"{entry.name}\n" if entry.name else ""
    return title.encode() + entry.raw + b"\n\n"
