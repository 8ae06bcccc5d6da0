"""`sudokopie duplicates`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

import click

from .collections import FILES, JOBS, processes
from .exits import INTERRUPTED, NO, TROUBLE, YES, Misuse
from .options import printer_options, reading_options
from .progress import share_bar
from .reading import STANDARD_INPUT, read_grids, say_left_aside

if TYPE_CHECKING:
    from ..collection.gathering import Gathering, Near, Place
    from ..report.duplicates import Step
    from ..report.printer import Printer
    from ..sudoku.errors import SudokopieError
    from ..sudoku.gridfile import GridFile
    from ..sudoku.kind import Reading
    from ..sudoku.oneline import Entry


@click.command(short_help="Which of many Sudokus are copies of each other, or of known ones?")
@FILES
@click.option(
    "--against",
    "known",
    type=click.Path(),
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
    type=click.Path(),
    metavar="FILE",
    help="Write the first of each class, as it stood, in order; with --against, what is new.",
)
@click.option(
    "--drop", type=click.Path(), metavar="FILE", help="Write the rest, which -o leaves out."
)
@click.option("--check", is_flag=True, help="Follow the steps to every copy on the Sudokus.")
@JOBS
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
    check: bool,
    jobs: int | None,
    reading: Reading,
    printer: Printer,
) -> int:
    """Find out which Sudokus of a collection are copies of each other.

    A short account comes first, then each group: file, line and name of its members, the first
    being the one that the others copy. With --against only Sudokus of FILE are named that are
    copies of known ones, with where these stand. No answer rests on chance: copies have been
    brought into the same form, or decided by a solver.

    Exit status: 0 if no two are copies (with --against: none is known), 1 if some are, 2 trouble,
    130 after Ctrl-C, with what was known by then.

    \b
    Example:
      printf '12..............\\n..............21\\n' | sudokopie duplicates -
    """  # noqa: D301
    from ..collection.gathering import Gathering

    if near is not None and (known or by):
        raise Misuse("{option} goes without {others}", option="--near", others="--against, --by")
    if check and known:
        raise Misuse("{one} and {other} exclude each other", one="--check", other="--against")
    _check_places((*files, *known), output, drop)
    work = _Work(files, known, reading, printer, steps)
    with Gathering(by == "solution", processes(jobs, (*files, *known))) as gathering:
        return work.run(gathering, near, check, output, drop)


def _check_places(read: Iterable[str], output: str | None, drop: str | None) -> None:
    """Refuse to write where something is read, or to write two things to one place."""
    written = [path for path in (output, drop) if path is not None]
    if len(written) == 2 and os.path.realpath(written[0]) == os.path.realpath(written[1]):
        raise Misuse("{one} and {other} write to different places", one="-o", other="--drop")
    for path in written:
        for file in read:
            if file != STANDARD_INPUT and os.path.realpath(file) == os.path.realpath(path):
                raise Misuse("{file} is to be read, and would be overwritten", file=path)
    if written and STANDARD_INPUT in read:
        raise Misuse("-o and --drop read a file twice, which standard input cannot be")


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
        self.has_trouble = False
        self._number_of_known = 0

    def run(
        self,
        gathering: Gathering,
        near: int | None,
        check: bool,
        output: str | None,
        drop: str | None,
    ) -> int:
        """Read, find, print and write; return the exit status."""
        from ..sudoku.language import Message

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
            if self.known:
                dropped = self._matches(gathering, is_all)
            else:
                dropped = self._groups(gathering, is_all)
            pairs = gathering.near(near, self.with_steps) if near is not None and is_all else []
            self._near(gathering, pairs)
            if check:
                said = Message("Steps followed on the Sudokus: {count}.", count=gathering.check())
                click.echo(self.printer.manner.say(said), err=True)
            if is_all and (output or drop):
                self._write(dropped, output, drop)
        except KeyboardInterrupt:
            return INTERRUPTED
        if not is_all:
            return INTERRUPTED
        if self.has_trouble:
            return TROUBLE
        return NO if dropped or pairs else YES

    def _take(self, gathering: Gathering, files: tuple[str, ...]) -> None:
        """Take the Sudokus of files; what is wrong with one costs only itself."""
        from ..sudoku.errors import SudokopieError

        with share_bar(is_wanted=True) as show:
            for file in files:
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
                    self._problem(file, error)

    def _problem(self, file: str, error: SudokopieError | OSError) -> None:
        self.printer.problem(file, error)
        self.has_trouble = True

    def _say_unsolved(self, gathering: Gathering) -> None:
        from ..sudoku.language import Message

        if gathering.unsolved:
            said = Message(
                "Sudokus that have not just one solution, and are no copies here: {count}; the "
                "first is {place}",
                count=len(gathering.unsolved),
                place=str(gathering.unsolved[0]),
            )
            click.echo(self.printer.manner.say(said), err=True)

    def _groups(self, gathering: Gathering, is_all: bool) -> set[int]:
        """Print the account and the groups; return the numbers of all but the first of each."""
        from ..report.duplicates import Account, group_as_object, group_in_words
        from ..report.printer import Form, print_json

        printer, groups = self.printer, gathering.groups()
        largest = max(map(len, groups), default=0)
        unsolved = len(gathering.unsolved)
        account = Account(
            gathering.number, gathering.classes + unsolved, len(groups), largest, is_all
        ).said(printer.manner)
        if printer.form is Form.JSON:
            click.echo(account, err=True)
        else:
            print(account)
        for first, *others in groups if printer.form is not Form.VERDICT else ():
            members = [self._step(gathering, first, other) for other in others]
            if printer.form is Form.JSON:
                print_json(group_as_object(first, members, printer.manner))
            else:
                print(f"\n{group_in_words(first, members, printer.manner)}")
        return {place.number for group in groups for place in group[1:]}

    def _matches(self, gathering: Gathering, is_all: bool) -> set[int]:
        """Print what is known already; return the numbers of these."""
        from ..report.duplicates import match_as_object, match_in_words
        from ..report.printer import Form, print_json
        from ..sudoku.language import Message

        printer, matches = self.printer, gathering.matches()
        said = [Message("Known already: {count}.", count=printer.manner.number(len(matches)))]
        if not is_all:
            said.insert(0, Message("Interrupted: there may be more."))
        account = printer.manner.say(*said)
        if printer.form is Form.JSON:
            click.echo(account, err=True)
        else:
            print(account)
        for new, old in matches if printer.form is not Form.VERDICT else ():
            step = self._step(gathering, old, new)
            if printer.form is Form.JSON:
                print_json(match_as_object(step, old, printer.manner))
            else:
                print(match_in_words(step, old, printer.manner))
        return {new.number for new, _ in matches}

    def _step(self, gathering: Gathering, first: Place, other: Place) -> Step:
        from ..report.duplicates import Step

        if not self.with_steps:
            return Step(other)
        from ..answers.decide import decide

        start, end = gathering.grid(first), gathering.grid(other)
        return Step(other, start, decide(start, end).transformation)

    def _near(self, gathering: Gathering, pairs: list[Near]) -> None:
        """Print the pairs that are nearly copies."""
        from ..report.duplicates import near_as_object, near_in_words
        from ..report.printer import Form, print_json
        from ..sudoku.language import Message

        if not pairs:
            return
        printer = self.printer
        heading = printer.manner.say(
            Message("Nearly copies: {count} pairs.", count=printer.manner.number(len(pairs)))
        )
        if printer.form is Form.JSON:
            click.echo(heading, err=True)
        elif printer.form is Form.VERDICT:
            print(heading)
            return
        else:
            print(f"\n{heading}\n")
        for near in pairs:
            start = gathering.grid(near.first)
            if printer.form is Form.JSON:
                print_json(near_as_object(near, start, printer.manner))
            else:
                print(near_in_words(near, start, printer.manner))

    def _write(self, dropped: set[int], output: str | None, drop: str | None) -> None:
        """Read the files again, and write each Sudoku as it stood to one of the two places."""
        from ..sudoku.grid import Grid

        number = self._number_of_known
        with _written(output) as kept, _written(drop) as rest:
            for file in self.files:
                with read_grids(file, self.reading) as grids:
                    heading = "" if grids.header is None else grids.header + "\n"
                    for stream in (kept, rest):
                        if stream is not None:
                            stream.write(heading.encode())
                    for entry in grids:
                        if not isinstance(entry.grid, Grid):
                            continue
                        stream = rest if number in dropped else kept
                        if stream is not None:
                            gap = "" if grids.is_one_a_line else "\n"
                            stream.write(f"{entry.text}\n{gap}".encode())
                        number += 1


@contextmanager
def _written(path: str | None) -> Iterator[IO[bytes] | None]:
    if path is None:
        yield None
        return
    from ..sudoku.output import written

    with written(path) as stream:
        yield stream
