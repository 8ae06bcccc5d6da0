"""`sudokopie duplicates`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

import click

from .collections import CLUSTER, FILES, JOBS, cluster_at, processes
from .exits import INTERRUPTED, NO, TROUBLE, YES, Misuse
from .options import PATH, Folder, printer_options, reading_options
from .outputs import check_outputs
from .progress import line, share_bar
from .reading import STANDARD_INPUT, read_grids, say_left_aside

if TYPE_CHECKING:
    from ..base.errors import SudokopieError
    from ..base.language import Message
    from ..collection.gathering import Gathering, Near, Place
    from ..reading.form import Entry, Reading
    from ..reading.gridfile import GridFile
    from ..showing.printer import Printer
    from ..showing.said_duplicates import GroupMember


@click.command(short_help="Which of many Sudokus are copies of each other, or of known ones?")
@FILES
@click.option(
    "--against",
    "known",
    type=PATH,
    multiple=True,
    metavar="KNOWN",
    help="Only look for copies of Sudokus in this file; may be given several times.",
)
@click.option(
    "--by",
    type=click.Choice(["solution"]),
    help="Puzzles are the same here when their solutions are copies.",
)
@click.option(
    "--near",
    type=click.IntRange(1, 2),
    metavar="K",
    help="Also pairs that are copies when up to K clues (1 or 2) are left out or changed.",
)
@click.option("--steps", is_flag=True, help="The steps from the first of each group to the others.")
@click.option(
    "-o",
    "--output",
    type=PATH,
    metavar="FILE",
    help="Write the first Sudoku of each class, unchanged and in order; with --against, the new "
    "ones.",
)
@click.option("--drop", type=PATH, metavar="FILE", help="Write the rest, which -o leaves out.")
@click.option(
    "--parquet",
    type=PATH,
    metavar="FILE",
    help="Write a table of all Sudokus in Parquet; its column class holds the number of the first "
    "of each class.",
)
@click.option("--check", is_flag=True, help="Follow the steps to every copy on the Sudokus.")
@JOBS
@CLUSTER
@click.option(
    "--scratch",
    type=Folder(),
    metavar="DIR|URL",
    help="With --cluster: a folder that all workers see, for what they tell each other.  "
    "[default: the system's for temporary files]",
)
@reading_options
@printer_options
def duplicates(
    files: tuple[str, ...],
    known: tuple[str, ...],
    by: str | None,
    near: int | None,
    steps: bool,
    output: str | None,
    drop: str | None,
    parquet: str | None,
    check: bool,
    jobs: int | None,
    cluster: str | None,
    scratch: str | None,
    reading: Reading,
    printer: Printer,
) -> int:
    """Find out which Sudokus of a collection are copies of each other.

    A short account comes first, then each group: file, line and name of its members, the first
    being the one that the others copy. With --against only Sudokus of FILE are named that are
    copies of known ones, with where these stand. No answer rests on chance: copies have been
    brought into the same form, or decided by a solver.

    Exit status: 0 if no two are copies (with --against: none is known; with --near: no two are
    nearly copies either), else 1, 2 trouble, 130 after Ctrl-C, with what was known by then.

    \b
    Example:
      printf '12..............\\n..............21\\n' | sudokopie duplicates -
    """  # noqa: D301
    from ..collection.gathering import Gathering

    if near is not None and (known or by):
        raise Misuse(
            "{option} cannot be used with {others}", option="--near", others="--against, --by"
        )
    if check and known:
        raise Misuse("{option} cannot be used with {others}", option="--check", others="--against")
    if scratch is not None and cluster is None:
        raise Misuse("{option} needs {others}", option="--scratch", others="--cluster")
    outputs = _Outputs(output, drop, parquet, reading)
    outputs.check(files, known)
    work = _Work(files, known, reading, printer, steps)
    if cluster is None:
        with Gathering(by == "solution", processes(jobs, (*files, *known))) as gathering:
            return work.run(gathering, near, check, outputs)
    from ..system.scratch import Scratch

    with (
        cluster_at(cluster, jobs, printer.manner) as found,
        Scratch.at(found, scratch) as kept,
        Gathering(by == "solution", found, kept) as gathering,
    ):
        return work.run(gathering, near, check, outputs)


class _Outputs:
    """Where Sudokus are written: those that are kept, and those that are dropped; and a table."""

    def __init__(
        self, output: str | None, drop: str | None, parquet: str | None, reading: Reading
    ) -> None:
        named = {"-o": output, "--drop": drop, "--parquet": parquet}
        self._named = {name: path for name, path in named.items() if path is not None}
        self.are_read_twice = output is not None or drop is not None
        """Whether the files are, because Sudokus are written as they stood."""
        self._reading = reading

    def __bool__(self) -> bool:
        return bool(self._named)

    def check(self, files: tuple[str, ...], known: tuple[str, ...]) -> None:
        """Refuse what cannot be written, before anything has been read.

        Raises `Misuse` where files would be overwritten that are to be read, or cannot be read
        twice, or cannot be mixed; and `OSError`.
        """
        from ..showing.parquet import check_parquet_installed

        if "--parquet" in self._named:
            check_parquet_installed()
        check_outputs(self._named, (*files, *known), may_print=False)
        if self.are_read_twice:
            for file in files:
                if file == STANDARD_INPUT or (os.path.exists(file) and not os.path.isfile(file)):
                    raise Misuse(
                        "-o and --drop read a file twice; {file} can be read only once", file=file
                    )
            self._check_alike(files)

    def _check_alike(self, files: tuple[str, ...]) -> None:
        """Refuse files that would not make one file when their Sudokus are written one by one."""
        from ..base.errors import SudokopieError

        first: tuple[str, object] | None = None
        for file in files:
            try:
                with read_grids(file, self._reading) as grids:
                    form = grids.shape, grids.is_one_a_line, grids.header, grids.delimiter
            except (SudokopieError, OSError):
                continue  # whoever reads it says what is wrong
            if first is not None and form != first[1]:
                raise Misuse(
                    "-o and --drop need files of one form; {one} and {other} differ",
                    one=first[0],
                    other=file,
                )
            first = first or (file, form)

    def write_table(self, gathering: Gathering) -> None:
        """Write the table, if there is to be one: a row for each Sudoku, numbered from 1."""
        from ..showing.parquet import parquet_table

        if "--parquet" not in self._named:
            return
        columns = {"number": int, "file": str, "line": int, "name": str, "class": int}
        with parquet_table(self._named["--parquet"], columns) as table:
            for place, first in gathering.members():
                row = place._asdict()
                table.add({**row, "number": place.number + 1, "class": first.number + 1})

    def write(self, files: Iterable[str], dropped: set[int], number: int) -> None:
        """Read the files again, and write each Sudoku as it stood to one of the two places.

        `number` is that of the first Sudoku, `dropped` holds those of the ones to be dropped.
        """
        with _written(self._named.get("-o")) as kept, _written(self._named.get("--drop")) as rest:
            is_first = True
            for file in files:
                with read_grids(file, self._reading) as grids:
                    if is_first:
                        for stream in (kept, rest):
                            stream.write(_heading(grids))
                    is_first = False
                    for entry in grids:
                        if entry.error is None:
                            (rest if number in dropped else kept).write(_as_it_stood(entry, grids))
                            number += 1


def _heading(grids: GridFile) -> bytes:
    """Return what stands above the Sudokus: the shape of boxes, the names of columns."""
    from ..reading.pairfile import box_comment

    header = "" if grids.header is None else f"{grids.header}\n"
    return (box_comment(grids.shape) + header).encode()


def _as_it_stood(entry: Entry, grids: GridFile) -> bytes:
    if grids.is_one_a_line:
        return entry.raw + b"\n"
    title = f"{entry.name}\n" if entry.name else ""
    return title.encode() + entry.raw + b"\n\n"


@contextmanager
def _written(path: str | None) -> Iterator[IO[bytes]]:
    """Open a place for writing; what goes to no place is lost."""
    from ..system.output import written

    with open(os.devnull, "wb") if path is None else written(path) as stream:
        yield stream


class _Work:
    """The work of the command: the files are read, copies are found, printed and written."""

    def __init__(
        self,
        files: tuple[str, ...],
        known: tuple[str, ...],
        reading: Reading,
        printer: Printer,
        with_steps: bool,
    ) -> None:
        self.files, self.known, self.reading = files, known, reading
        self.printer, self.with_steps = printer, with_steps
        self._troubled: set[str] = set()
        self._unopened: set[str] = set()
        self._number_of_known = 0

    def run(self, gathering: Gathering, near: int | None, check: bool, outputs: _Outputs) -> int:
        """Read, find, print and write; return the exit status."""
        from ..base.language import Message

        is_all = True
        try:
            self._take(gathering, self.known)
            gathering.all_known()
            self._number_of_known = gathering.number
            self._take(gathering, self.files)
        except KeyboardInterrupt:
            is_all = False
        try:
            self._say_unsolved(gathering)
            say = self._matches if self.known else self._groups
            is_some = say(gathering, is_all)
            sys.stdout.flush()
            pairs = self._pairs(gathering, near) if near is not None and is_all else []
            self._near(gathering, pairs)
            if check:
                self._say(
                    Message("Steps followed on the Sudokus: {count}.", count=gathering.check())
                )
            if outputs.are_read_twice and is_all:
                readable = (file for file in self.files if file not in self._unopened)
                outputs.write(readable, self._dropped(gathering), self._number_of_known)
            if is_all:
                outputs.write_table(gathering)
        except KeyboardInterrupt:
            self._say(Message("Interrupted."))
            is_all = False
        if not is_all:
            if outputs:
                self._say(Message("Nothing was written to files."))
            return INTERRUPTED
        if self._troubled:
            return TROUBLE
        return NO if is_some or pairs else YES

    def _say(self, message: Message) -> None:
        click.echo(self.printer.manner.say(message), err=True)

    def _head(self, account: str) -> None:
        """Print an account, where it does not mix with objects of JSON."""
        from ..showing.printer import Form

        if self.printer.form is Form.JSON:
            click.echo(account, err=True)
        else:
            print(account)

    def _pairs(self, gathering: Gathering, near: int) -> list[Near]:
        """Look for the pairs that are nearly copies; a terminal shows meanwhile that it is so."""
        from ..base.language import Message

        with line() as show:
            show(self.printer.manner.say(Message("Looking for Sudokus that are nearly copies")))
            return gathering.near(near, self.with_steps)

    def _take(self, gathering: Gathering, files: tuple[str, ...]) -> None:
        """Take the Sudokus of files; what is wrong with one costs only itself."""
        from ..base.errors import SudokopieError

        with share_bar(is_wanted=True) as show:
            for file in files:
                before = gathering.number
                try:
                    with read_grids(file, self.reading) as grids:

                        def bad(entry: Entry, file: str = file) -> None:
                            assert entry.error is not None
                            self._problem(file, entry.error)

                        def progress(number: int, grids: GridFile = grids) -> None:
                            show(grids.share, f"{number:,}")

                        gathering.take(file, grids, bad, progress)
                        say_left_aside(file, grids, self.printer.manner)
                except (SudokopieError, OSError) as error:
                    if gathering.number > before:  # then what follows would be counted wrong
                        raise
                    self._unopened.add(file)
                    self._problem(file, error)

    def _problem(self, file: str, error: SudokopieError | OSError) -> None:
        self.printer.problem(file, error)
        self._troubled.add(file)

    def _say_unsolved(self, gathering: Gathering) -> None:
        from ..base.language import Message
        from ..showing.printer import on_one_line

        if gathering.unsolved:
            said = Message(
                "Sudokus that have not just one solution, and are no copies here: {count}; the "
                "first is {place}",
                count=len(gathering.unsolved),
                place=on_one_line(str(gathering.unsolved[0])),
            )
            self._say(said)

    def _groups(self, gathering: Gathering, is_all: bool) -> bool:
        """Print the account and the groups; return whether there are any."""
        from ..showing.printer import Form, print_json
        from ..showing.said_duplicates import Account, group_as_object, group_in_words

        printer, sizes = self.printer, gathering.group_sizes()
        classes = gathering.classes + len(gathering.unsolved)
        account = Account(gathering.taken, classes, len(sizes), max(sizes, default=0), is_all)
        self._head(account.said(printer.manner))
        for first, *others in gathering.groups() if printer.form is not Form.VERDICT else ():
            members = [self._step(gathering, first, other) for other in others]
            if printer.form is Form.JSON:
                print_json(group_as_object(first, members, printer.manner))
            else:
                print(f"\n{group_in_words(first, members, printer.manner)}")
        return bool(sizes)

    def _matches(self, gathering: Gathering, is_all: bool) -> bool:
        """Print what is known already; return whether there is something."""
        from ..base.language import Message
        from ..showing.printer import Form, print_json
        from ..showing.said_duplicates import match_as_object, match_in_words

        printer, matches = self.printer, gathering.matches()
        said = [Message("Known already: {count}.", count=printer.manner.number(len(matches)))]
        if not is_all:
            said.insert(0, Message("Interrupted: there may be more."))
        account = printer.manner.say(*said)
        self._head(account)
        for new, old in matches if printer.form is not Form.VERDICT else ():
            step = self._step(gathering, old, new)
            if printer.form is Form.JSON:
                print_json(match_as_object(step, old, printer.manner))
            else:
                print(match_in_words(step, old, printer.manner))
        return bool(matches)

    def _dropped(self, gathering: Gathering) -> set[int]:
        """Return the numbers of Sudokus that are copies of others, or of known ones."""
        if self.known:
            return {new.number for new, _ in gathering.matches()}
        return gathering.copies()

    def _step(self, gathering: Gathering, first: Place, other: Place) -> GroupMember:
        from ..showing.said_duplicates import GroupMember

        if not self.with_steps:
            return GroupMember(other)
        from ..answers.decide import decide

        start, end = gathering.grid(first), gathering.grid(other)
        return GroupMember(other, start, decide(start, end).transformation)

    def _near(self, gathering: Gathering, pairs: list[Near]) -> None:
        """Print the pairs that are nearly copies."""
        from ..base.language import Message
        from ..showing.printer import Form, print_json
        from ..showing.said_duplicates import near_as_object, near_in_words

        if not pairs:
            return
        printer = self.printer
        heading = printer.manner.say(
            Message("Nearly copies: {count} pairs.", count=printer.manner.number(len(pairs)))
        )
        self._head(f"\n{heading}\n" if printer.form is Form.TEXT else heading)
        for near in pairs if printer.form is not Form.VERDICT else ():
            start = gathering.grid(near.first)
            if printer.form is Form.JSON:
                print_json(near_as_object(near, start, printer.manner))
            else:
                print(near_in_words(near, start, printer.manner))
