"""Read the Sudokus in the files of a command in batches, and report and count all errors.

Every command that reads many Sudokus reads them here. After an error the stream continues with the
next Sudoku or the next file.
"""

import os
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from ...base.errors import SudokopieError
from ...reading.container_file import list_no_sudoku_warnings
from ...reading.file_entry import Entry, NoSudokuError, ReadingOptions
from ...reading.file_head import LineCountsWithoutSudoku
from ...reading.gridfile import GridFile
from ...showing.printer import format_error_line, make_variant_record, print_message
from ...system.open_file import STANDARD_INPUT
from .command_rules import ERROR, UsageError
from .options import call_when_command_ends, is_found_in_folder
from .reading import CommandInput, print_skipped_line_count

if TYPE_CHECKING:
    from ...reading.file_parts import PartOfFile
    from .error_lines import ErrorLinePrinter

ReadingError = SudokopieError | OSError
"""The type of errors in a file, or in one Sudoku of a file."""

SplitFile = Callable[[str, GridFile, ReadingOptions], "list[PartOfFile] | None"]
"""The type of functions that divide a file into parts, which worker processes read. Such a function
returns None if the file cannot be divided, and this process must read it.
"""


class StreamedSudoku(NamedTuple):
    """One of the Sudokus that a command reads from its files. `file` is the name of the file, and
    `grid_file` is the opened file. `entry` has the cells of the Sudoku, or the error if it cannot
    be read.
    """

    file: str
    grid_file: GridFile
    entry: Entry

    @property
    def place_as_text(self) -> str:
        """The name of the file and the line number of the Sudoku, such as `new.txt:7`, or its first
        cell in a spreadsheet, such as `new.xlsx[June]!B2`.
        """
        return f"{self.file}{self.place_in_file_as_text}"

    @property
    def place_in_file_as_text(self) -> str:
        """The line number of the Sudoku, such as `:7`, or its first cell in a spreadsheet, such as
        `[June]!B2`.
        """
        return self.entry.cell or f":{self.entry.line}"

    @property
    def place_and_name_as_text(self) -> str:
        """The place of the Sudoku, such as `new.txt:7`, followed by its name if it has a name."""
        label = self.entry.name_in_lists
        return f"{self.place_as_text} {label}" if label else self.place_as_text

    @property
    def origin_record(self) -> dict[str, object]:
        """A dictionary with the file, the line number and the name of the Sudoku. Its keys are
        those of JSON and Parquet output.
        """
        return {"file": self.file, "line": self.entry.line, "name": self.entry.sudoku_name}

    @property
    def spreadsheet_address_record(self) -> dict[str, object]:
        """A dictionary with the address of the Sudoku in a spreadsheet, such as `[June]!B2`, under
        the key that JSON output uses. It is empty if the file is not a spreadsheet.
        """
        return {"address": self.entry.cell} if self.entry.cell else {}

    @property
    def sender_and_subject_record(self) -> dict[str, object]:
        """A dictionary with the sender and the subject of the mail that contains the Sudoku, under
        the keys that JSON output uses. It is empty if the Sudoku is not from a mail.
        """
        return {} if self.entry.mail_header is None else dict(self.entry.mail_header._asdict())

    @property
    def variant_record(self) -> dict[str, object]:
        """A dictionary with the name of a variant, such as Killer, under the key that JSON output
        uses. It is empty if the file does not call the Sudoku a variant.
        """
        return make_variant_record(self.entry.variant)


class SudokuStream:
    """A reader of all Sudokus in a command's files, one file after another. After an error, the
    next Sudoku or the next file follows.

    - `opened_file`: the first file if it is open already, otherwise None.
    - `open_file`: the function that opens each other file by its name. By default the files are
      opened as `command_input` describes.
    - `on_file_error`: the function that is called with the name of a file that cannot be read to
      the end, and the error. By default the error is printed and counted.
    - `status_counts`: the number of Sudokus for each answer in one word, such as `copies`, and the
      number of errors under the word `error`. The reader counts only the errors; the command must
      count the answers.
    - `skipped`: the files that were found in a folder and have no Sudoku, such as a picture. It
      maps the name of each file to the reason.

    One warning is printed for all skipped files. If no file of the command can be opened, the
    skipped files are reported as errors instead.
    """

    def __init__(
        self,
        command_input: CommandInput,
        on_file_error: Callable[[str, ReadingError], object] | None = None,
        *,
        opened_file: GridFile | None = None,
        open_file: Callable[[str], GridFile] | None = None,
    ) -> None:
        self.status_counts: Counter[str] = Counter()
        self._command_input = command_input
        self._open_file_or_error = open_file or command_input.open_grid_file
        self._on_file_error = on_file_error or self.print_and_count_error
        self._opened = opened_file
        self.skipped: dict[str, NoSudokuError] = {}
        self._current: GridFile | None = None
        self._split = deque[GridFile]()
        self._files_read, self._share_of_parts = 0, 0.0
        self._error_lines: ErrorLinePrinter | None = None

    def print_and_count_error(self, path: str, error: ReadingError) -> str:
        """Print an error in a file, and count it in `status_counts`. If the file has more than
        three errors, the others are printed in one line when the command ends. Returns the line
        about the error.
        """
        self.status_counts[ERROR] += 1
        printer, display = self._command_input.printer, self._command_input.display
        if self._error_lines is None:
            from .error_lines import ErrorLinePrinter  # most files have no error

            found = ErrorLinePrinter(
                printer.print_and_return_error_line, lambda message: print_message(message, display)
            )
            if not call_when_command_ends(found.finish):
                return printer.print_and_return_error_line(path, error)
            self._error_lines = found
        self._error_lines.add(path, error)
        return format_error_line(path, error, display)

    def print_held_errors(self) -> None:
        """Print the lines about the errors that were counted but not printed so far."""
        if self._error_lines is not None:
            self._error_lines.finish()

    def report_and_remove_unreadable_sudokus(self, file: str, entries: list[Entry]) -> list[Entry]:
        """Print and count the errors in a batch of entries (Sudokus or errors), and return the
        entries without an error. `file` is the name of their file.
        """
        errors = [entry.error for entry in entries if entry.error is not None]
        for error in errors:
            self.print_and_count_error(file, error)
        return select_readable_sudokus(entries) if errors else entries

    @property
    def completed_share(self) -> float | None:
        """The share of all files that has been read, from 0 to 1. None if it is not known."""
        share = self._current.fraction_read if self._current else None
        if self._current in self._split:
            share = self._share_of_parts
        return (
            None if share is None else (self._files_read + share) / len(self._command_input.files)
        )

    def yield_batches_with_files(
        self, batch_size: int
    ) -> Iterator[tuple[str, GridFile, list[Entry]]]:
        """Yield the Sudokus of all files in batches. Each item is the name of a file, the opened
        file, and a batch: at most `batch_size` entries of this file, each with a Sudoku or an
        error.
        """
        for file, grid_file, entries in self.yield_parts_or_batches_with_files(
            batch_size, lambda *_: None
        ):
            assert isinstance(entries, list)
            yield file, grid_file, entries

    def yield_parts_or_batches_with_files(
        self, batch_size: int, split_file_or_none: SplitFile
    ) -> Iterator[tuple[str, GridFile, "list[Entry] | PartOfFile"]]:
        """Yield the files of the command in pieces. Each item is the name of a file, the opened
        file, and a piece: a part of the file if `split_file_or_none` divides this file, otherwise a
        batch of at most `batch_size` entries. An entry has one Sudoku, or an error.

        `split_file_or_none` is called with the name of the file, the opened file, and the options
        for reading. It returns the parts, or None if the file cannot be divided. It is not called
        for standard input and for files that contain other files, which are never divided. The
        caller gives the parts to worker processes, and calls `record_read_part` for each part that
        a worker has read.
        """
        is_any_opened = False
        for number, file in enumerate(self._command_input.files):
            self._files_read = number
            try:
                with self._opened or self._open_file_or_error(file) as opened:
                    self._current, self._opened, is_any_opened = opened, None, True
                    # Standard input can be read only once, and only by this process.
                    is_seen_by_others = file != STANDARD_INPUT and not opened.is_container
                    parts = (
                        split_file_or_none(file, opened, self._command_input.reading_options)
                        if is_seen_by_others
                        else None
                    )
                    if parts:
                        self._split.append(opened)
                        for part in parts:
                            yield file, opened, part
                        continue
                    for grid_file in opened.yield_open_inner_files(self._on_file_error):
                        name = grid_file.source if opened.is_container else file
                        for entries in grid_file.yield_entry_batches(batch_size):
                            yield name, grid_file, entries
                    print_skipped_line_count(file, opened, self._command_input.display)
            except (SudokopieError, OSError) as error:
                if (
                    isinstance(error, NoSudokuError)
                    and not error.is_near
                    and is_found_in_folder(file)
                ):
                    self.skipped[file] = error
                else:
                    self._on_file_error(file, error)
                _remove_frames(error)
        if self.skipped and not is_any_opened:
            self._report_skipped_files_as_errors()
        self._warn_of_skipped_files()

    def _report_skipped_files_as_errors(self) -> None:
        """Report each skipped file as a file with an error, and remove it from the list of skipped
        files.
        """
        while self.skipped:
            file = next(iter(self.skipped))
            self._on_file_error(file, self.skipped.pop(file))

    def _warn_of_skipped_files(self) -> None:
        """Print one warning about all files that were skipped, if there are any."""
        if self.skipped:
            folder = os.path.commonpath(map(os.path.abspath, self.skipped))
            for message in list_no_sudoku_warnings(folder, [*self.skipped.values()]):
                print_message(message, self._command_input.display)

    def yield_parts_of_all_files(self, split_file_or_none: SplitFile) -> "Iterator[PartOfFile]":
        """Yield the parts of all files, which the workers of a cluster read. `split_file_or_none`
        is called with the name of a file, the opened file, and the options for reading; it returns
        the parts of the file, or None if the file cannot be divided. Raises `UsageError` in this
        case.
        """
        for file, _, part in self.yield_parts_or_batches_with_files(1, split_file_or_none):
            if isinstance(part, list):
                raise make_indivisible_file_error(file)
            yield part

    def record_read_part(
        self, file_part: "PartOfFile", skipped_line_count: LineCountsWithoutSudoku
    ) -> None:
        """Record that a worker has read `file_part`, a part of a file. `skipped_line_count` counts
        the lines without a Sudoku in this part. If this is the last part of the file, the number of
        lines without a Sudoku in the whole file is printed.
        """
        grid_file, self._share_of_parts = self._split[0], file_part.share
        grid_file.add_line_counts_of_next_range(
            skipped_line_count,
            file_part.reading_options.file_range.lines_before
            if file_part.reading_options.file_range
            else 0,
        )
        if file_part.share == 1:
            self._split.popleft()
            print_skipped_line_count(file_part.name, grid_file, self._command_input.display)


def select_readable_sudokus(entries: list[Entry]) -> list[Entry]:
    """Return the entries that hold a Sudoku, and leave out the entries that hold an error."""
    return [entry for entry in entries if entry.error is None]


def make_indivisible_file_error(file: str) -> UsageError:
    """Return the error for a file that the workers of a cluster cannot read in parts."""
    return UsageError(
        "--parquet DIR/ needs files that all workers can open and read in parts, but {file} "
        "cannot be read so; use --parquet FILE",
        file=file,
    )


def _remove_frames(error: BaseException | None) -> None:
    """Remove from an error and its causes the references to the functions in which they were
    raised, and to their variables. These variables hold the lines of a file and the error itself,
    so Python would keep them in memory for long.
    """
    while error is not None:
        traceback = error.__traceback__
        while traceback is not None:
            with suppress(RuntimeError):  # a function that still runs
                traceback.tb_frame.clear()
            traceback = traceback.tb_next
        error.__traceback__ = None
        error = error.__context__
