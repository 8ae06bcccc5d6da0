"""Open and read the files that a command is given. The name `-` means standard input."""

import errno
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import cache
from itertools import chain
from typing import IO, BinaryIO, NamedTuple

from ...base.errors import GridError, PairFileError, SudokopieError
from ...base.messages import Message
from ...reading.file_entry import ReadingOptions, ThirdSudokuError
from ...reading.gridfile import (
    GridFile,
    compute_max_pair_bytes,
    open_path_as_grid_file,
    open_stream_as_grid_file,
)
from ...reading.lines import explain_read_errors
from ...showing.answer_formatter import AnswerFormatter
from ...showing.printer import AnswerPrinter, print_message
from ...sudoku.grid import Grid, Pair
from ...sudoku.shape import BoxShape
from ...system.open_file import STANDARD_INPUT, is_folder, open_and_decompress_by_ending
from .command_rules import ERROR, find_exit_status


def read_pair(
    file: str, reading_options: ReadingOptions, display: AnswerFormatter
) -> tuple[Pair, GridFile]:
    """Read a file with two Sudokus; return the pair, and the closed file, which has the titles of
    its two Sudokus. The warnings about the file are printed on standard error. Raises
    `PairFileError` if the file cannot be read or does not have two Sudokus.
    """
    grid_file = _open_rereadable_grid_file(file, reading_options, is_pair=True)
    try:
        pair = grid_file.read_pair_and_close()
    except ThirdSudokuError as error:
        import shlex  # only needed for this error

        from ...base.applications import list_application_command_help_lines

        if any(command.name == "duplicates" for command in list_application_command_help_lines()):
            error.message = Message(
                "{problem}; to find the copies in a list of Sudokus: sudokopie duplicates {file}",
                problem=error.message,
                file=shlex.quote(file),
            )
        raise
    print_skipped_line_count(file, grid_file, display)
    return pair, grid_file


def read_single_sudoku(
    file: str, reading_options: ReadingOptions, display: AnswerFormatter
) -> tuple[Grid, GridFile]:
    """Read a file with one Sudoku; return the Sudoku, and the closed file. The warnings about the
    file are printed on standard error. Raises `PairFileError` if the file cannot be read or does
    not have exactly one Sudoku.
    """
    grid_file = open_grid_file(file, reading_options)
    grid = grid_file.read_single_grid_and_close()
    print_skipped_line_count(file, grid_file, display)
    return grid, grid_file


def read_pair_of_two_files_or_none(
    paths: tuple[str, ...], reading_options: ReadingOptions
) -> tuple[Pair, list[GridFile]] | None:
    """Return the pair of Sudokus from two files with one Sudoku each, and the two closed files.
    Returns None if there are not two files, or if one of them does not have exactly one Sudoku.

    If only one file shows that its boxes are higher than they are wide, the other Sudoku gets boxes
    of this shape, too, unless it breaks a rule with them.
    """
    grids, grid_files, warnings = list[Grid](), list[GridFile](), list[Message]()
    for file in paths if len(paths) == 2 else ():
        # An error is reported when the file is read again on its own.
        with (
            suppress(SudokopieError),
            _open_rereadable_grid_file(file, reading_options, is_pair=False) as one,
        ):
            if not one.has_at_most_one_sudoku:
                return None
            warnings += one.list_box_warnings(file)
            grids.append(one.read_single_grid_and_close())
            grid_files.append(one)
    if len(grids) < 2:
        return None
    first, second = grids
    if len(warnings) == 1 and first.size == second.size:
        from ...recognition.rules import breaks_rules  # rarely needed

        usual = BoxShape.for_size(first.size)
        turned = BoxShape(usual.width, usual.height)
        rows = [[grid.row(number) for number in range(grid.size)] for grid in grids]
        if not any(breaks_rules([*chain(*one)], turned) for one in rows):
            first, second = (Grid(one, turned) for one in rows)
    return Pair(first, second), grid_files


class CommandInput(NamedTuple):
    """The files that a command reads, the options for reading them, and the printer of its answers.
    If each file is a table with a pair of Sudokus in each row, `pair_columns` has the names of the
    two table columns with these Sudokus; otherwise it is None.
    """

    files: tuple[str, ...]
    reading_options: ReadingOptions
    printer: AnswerPrinter
    pair_columns: tuple[str, str] | None = None  # of a table that has a pair in each row

    @property
    def display(self) -> AnswerFormatter:
        """The formatter of answers. It has the language and other options for showing answers."""
        return self.printer.display

    def open_grid_file(self, file: str) -> GridFile:
        """Open a file of Sudokus. The caller must close it. Raises `PairFileError` if the file
        cannot be opened.
        """
        _check_not_folder(file)
        if self.pair_columns is None:
            return open_grid_file(file, self.reading_options)
        return open_table_of_pairs(file, self.reading_options, self.pair_columns)


def read_and_answer_pairs_and_get_status(
    command_input: CommandInput,
    backend_name: str,
    print_answer_and_list_status_words: Callable[[str, Pair], Iterable[str]],
) -> int:
    """Read the two Sudokus of each file, call `print_answer_and_list_status_words` with them, and
    return the exit status. `print_answer_and_list_status_words` gets the name of the file and the
    pair, prints the answer, and returns a list with the answer in one word, such as `copies`. After
    an error in a file, the work continues with the next file.

    Two files with one Sudoku each are read as one pair. `backend_name` is the name of the solver,
    which is printed with an error.
    """
    files, reading_options, printer = command_input[:3]
    together = read_pair_of_two_files_or_none(files, reading_options)
    if together is not None:
        pair_of_files, grid_files = together
        for file, grid_file in zip(files, grid_files, strict=True):
            print_skipped_line_count(file, grid_file, printer.display)
            printer.variant = printer.variant or grid_file.variant
        files = (" ".join(files),)
    printer.several = len(files) > 1
    statuses: set[str] = set()
    for file in files:
        try:
            if together is not None:
                pair = pair_of_files
            else:
                _check_not_folder(file)
                pair, grid_file = read_pair(file, reading_options, printer.display)
                printer.titles, printer.variant = grid_file.titles, grid_file.variant
            statuses.update(print_answer_and_list_status_words(file, pair))
        except SudokopieError as error:
            statuses.add(ERROR)
            printer.print_error_in_place_of_answer(file, error, backend_name)
    return find_exit_status(statuses)


def _check_not_folder(file: str) -> None:
    """Raise `PairFileError` if one of a command's files is a folder."""
    if is_folder(file):
        message = Message("cannot be read: this is a folder; --recursive reads all files in it")
        raise PairFileError(file, 0, 0, message)


def _open_rereadable_grid_file(
    path: str, reading_options: ReadingOptions, is_pair: bool
) -> GridFile:
    """Open a file of one or two Sudokus. The same file can be opened again later, even standard
    input. `is_pair` is whether the file must have two Sudokus.
    """
    if path == STANDARD_INPUT:
        with explain_read_errors(path):
            content = _read_stdin_until_too_long_for_pair(
                open_standard_input(), reading_options.max_size
            )
        return open_stream_as_grid_file(io.BytesIO(content), path, reading_options, is_pair=is_pair)
    return open_path_as_grid_file(path, reading_options, is_pair=is_pair)


@cache
def _read_stdin_until_too_long_for_pair(stream: BinaryIO, max_grid_row_count: int) -> bytes:
    """Return the bytes of standard input, `stream`, or those at its beginning if it is very long.
    At most one byte more is read than the longest file of two Sudokus with `max_grid_row_count`
    rows can have, so that the caller can see that the input is too long for a pair.

    The result is cached, because standard input can be read only once.
    """
    return stream.read(compute_max_pair_bytes(max_grid_row_count) + 1)


def open_grid_file(file: str, reading_options: ReadingOptions) -> GridFile:
    """Open a file of Sudokus. The caller must close it. Raises `PairFileError` if the file cannot
    be opened.
    """
    if file == STANDARD_INPUT:
        with explain_read_errors(file):
            return open_stream_as_grid_file(open_standard_input(), file, reading_options)
    return open_path_as_grid_file(file, reading_options)


def check_text_encoding_and_open_grid_file(file: str, reading_options: ReadingOptions) -> GridFile:
    """Check that all text in a file of Sudokus can be decoded, and open the file. The caller must
    close it. Raises `PairFileError` if the file cannot be read or decoded.
    """
    _check_not_folder(file)
    with _open_two_streams_of_file(file) as (first, again):
        open_stream_as_grid_file(
            first, file, reading_options, closes_stream=True
        ).check_rest_is_utf8_and_close()
        return open_stream_as_grid_file(again, file, reading_options, closes_stream=True)


def open_table_of_pairs(
    file: str, reading_options: ReadingOptions, column_names: tuple[str, str]
) -> GridFile:
    """Open a table with a pair of Sudokus in each row. `column_names` are the names of the two
    table columns with the Sudokus. Each item that is read from the returned file is a pair, an
    `EntryPair`. The caller must close the file.
    """
    with _open_two_streams_of_file(file) as streams:
        one, two = (
            open_stream_as_grid_file(
                stream, file, reading_options._replace(column=column), closes_stream=True
            )
            for stream, column in zip(streams, column_names, strict=True)
        )
        return one.switch_to_pairs_with(two)


@contextmanager
def _open_two_streams_of_file(file: str) -> Iterator[Sequence[IO[bytes]]]:
    """A context manager that yields two streams, each with the whole content of a file. If the file
    can be read only once, the streams are temporary copies. If the block ends with an error, both
    streams are closed; otherwise they stay open after the block, and the caller must close both.
    """
    from tempfile import TemporaryFile  # slow, and rarely needed

    with explain_read_errors(file), ExitStack() as stack:
        if os.path.isfile(file):
            yield [stack.enter_context(open_and_decompress_by_ending(file)) for _ in range(2)]
        else:
            copies = [stack.enter_context(TemporaryFile()) for _ in range(2)]
            original = (
                nullcontext(open_standard_input())
                if file == STANDARD_INPUT
                else open_and_decompress_by_ending(file)
            )
            with original as stream:
                while piece := stream.read(2**20):
                    for copy in copies:
                        copy.write(piece)
            for copy in copies:
                copy.seek(0)
            yield copies
        stack.pop_all()


def read_sudoku_and_compute_solution(
    file: str, reading_options: ReadingOptions, display: AnswerFormatter
) -> tuple[Grid, Grid, GridFile]:
    """Read a file with one Sudoku, and close it. Return the Sudoku, its solution, and the file
    object, which still has the names of the Sudoku and the warnings. The warnings are also printed
    on standard error, in the language of `display`. Raises `GridError` if the Sudoku does not have
    exactly one solution, and `PairFileError` if it cannot be read.
    """
    from ...answers.completion import search_completions

    grid, grid_file = read_single_sudoku(file, reading_options, display)
    found = search_completions(grid)
    if found.word != "one":
        raise GridError(
            "{file}: expected a complete Sudoku, or one with exactly one solution", file=file
        )
    return grid, found.solutions[0], grid_file


def print_skipped_line_count(file: str, grid_file: GridFile, display: AnswerFormatter) -> None:
    """Print the warnings about a file on standard error: how many lines have no Sudoku and were
    ignored, which Sudokus the file calls a variant, such as Killer, and where reading stopped
    before the end of the file.
    """
    for message in grid_file.list_warnings(file):
        print_message(message, display)


def open_standard_input() -> BinaryIO:
    """Return standard input as a stream of bytes; raise `OSError` if it is closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), STANDARD_INPUT)
    return sys.stdin.buffer
