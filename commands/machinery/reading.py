"""Files as commands read them, and standard input for `-`."""

import errno
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import cache
from typing import IO, BinaryIO, NamedTuple

from ...base.errors import GridError, SudokopieError
from ...reading.file_entry import Reading
from ...reading.gridfile import GridFile, limit_pair_bytes, read_grid_file
from ...reading.lines import explain_read_errors
from ...showing.display_options import DisplayOptions
from ...showing.printer import Printer, say
from ...sudoku.grid import Grid, Pair
from ...system.open_file import open_for_reading
from .command_rules import ERROR, find_exit_status

STANDARD_INPUT = "-"


def read_pair(file: str, how: Reading, display: DisplayOptions) -> tuple[Pair, tuple[str, str]]:
    """Read a pair file and its titles, and say what was left aside; raise `PairFileError`."""
    grids = _open_twice_read(file, how, is_pair=True)
    pair = grids.pair()
    report_left_aside(file, grids, display)
    return pair, grids.titles


def read_pair_of_two_files(files: tuple[str, ...], how: Reading) -> Pair | None:
    """Return the pair that two files with one Sudoku each make, None where they hold others."""
    grids = []
    for file in files if len(files) == 2 else ():
        # What reads the file on its own says what is wrong.
        with suppress(SudokopieError), _open_twice_read(file, how, is_pair=False) as one:
            if not one.is_single:
                return None
            grids.append(one.single())
    return Pair(*grids) if len(grids) == 2 else None


class CommandInput(NamedTuple):
    """The files that a command is given, how they are read, and the printer of its answers."""

    files: tuple[str, ...]
    reading: Reading
    printer: Printer
    pair_columns: tuple[str, str] | None = None  # of a table, each row of which is a pair

    @property
    def display(self) -> DisplayOptions:
        """How the answers are said."""
        return self.printer.display

    def open_grids(self, file: str) -> GridFile:
        """Open a file of Sudokus, to be closed by the caller; raise `PairFileError`."""
        if self.pair_columns is None:
            return open_grids(file, self.reading)
        return open_pair_columns(file, self.reading, self.pair_columns)


def answer_files(
    given: CommandInput, backend: str, answered: Callable[[str, Pair], Iterable[str]]
) -> int:
    """Read and answer each pair file; trouble with one costs only itself. Return the exit status.

    Two files that hold one Sudoku each are a pair together. `answered` prints the answer about a
    file, and returns its statuses.
    """
    files, reading, printer = given[:3]
    together = read_pair_of_two_files(files, reading)
    if together is not None:
        files = (" ".join(files),)
    printer.several = len(files) > 1
    statuses: set[str] = set()
    for file in files:
        try:
            pair = together
            if pair is None:
                pair, printer.titles = read_pair(file, reading, printer.display)
            statuses.update(answered(file, pair))
        except SudokopieError as error:
            statuses.add(ERROR)
            printer.error(file, error, backend)
    return find_exit_status(statuses)


def _open_twice_read(file: str, how: Reading, is_pair: bool) -> GridFile:
    """Open a file of one Sudoku or two, which is read more than once."""
    if file == STANDARD_INPUT:
        with explain_read_errors(file):
            content = _read_beginning(open_standard_input(), how.max_size)
        return GridFile(io.BytesIO(content), file, how, is_pair=is_pair)
    return read_grid_file(file, how, is_pair=is_pair)


@cache
def _read_beginning(stream: BinaryIO, max_size: int) -> bytes:
    """Return standard input, which can be read once, as far as a pair can reach and a byte more."""
    return stream.read(limit_pair_bytes(max_size) + 1)


def open_grids(file: str, how: Reading) -> GridFile:
    """Open a file of Sudokus, to be closed by the caller; raise `PairFileError`."""
    if file == STANDARD_INPUT:
        with explain_read_errors(file):
            return GridFile(open_standard_input(), file, how)
    return read_grid_file(file, how)


def open_checked_grids(file: str, how: Reading) -> GridFile:
    """Open a file as `open_grids` does, after all of its text has been decoded once."""
    with _open_twice(file) as (first, again):
        GridFile(first, file, how, closes=True).check_text()
        return GridFile(again, file, how, closes=True)


def open_pair_columns(file: str, how: Reading, columns: tuple[str, str]) -> GridFile:
    """Open a table, to be closed by the caller, for the `EntryPair` of each row."""
    with _open_twice(file) as streams:
        one, two = (
            GridFile(stream, file, how._replace(column=column), closes=True)
            for stream, column in zip(streams, columns, strict=True)
        )
        return one.beside(two)


@contextmanager
def _open_twice(file: str) -> Iterator[Sequence[IO[bytes]]]:
    """Open a file twice, and close both after an error; what cannot be read twice is copied."""
    from tempfile import TemporaryFile  # slow, and seldom needed

    with explain_read_errors(file), ExitStack() as stack:
        if os.path.isfile(file):
            yield [stack.enter_context(open_for_reading(file)) for _ in range(2)]
        else:
            copies = [stack.enter_context(TemporaryFile()) for _ in range(2)]
            given = (
                nullcontext(open_standard_input())
                if file == STANDARD_INPUT
                else open_for_reading(file)
            )
            with given as stream:
                while piece := stream.read(2**20):
                    for copy in copies:
                        copy.write(piece)
            for copy in copies:
                copy.seek(0)
            yield copies
        stack.pop_all()


def read_with_solution(file: str, how: Reading) -> tuple[Grid, Grid]:
    """Return a Sudoku with one solution, and that; raise `GridError`, or `PairFileError`."""
    from ...answers.completion import search_completions

    grid = open_grids(file, how).single()
    found = search_completions(grid)
    if found.word != "one":
        raise GridError(
            "{file}: expected a complete Sudoku, or one with exactly one solution", file=file
        )
    return grid, found.solutions[0]


def report_left_aside(file: str, grids: GridFile, display: DisplayOptions) -> None:
    """Say on standard error how many lines held no Sudoku, and where reading was broken off."""
    for said in grids.unread(file):
        say(said, display)


def open_standard_input() -> BinaryIO:
    """Return standard input; raise `OSError` where it is closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), STANDARD_INPUT)
    return sys.stdin.buffer
