"""Read files of Sudokus into a collection that finds the copies among them."""

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING

from ...base.errors import OutputError
from ...base.messages import Message
from ...commands.machinery.command_rules import UsageError
from ...commands.machinery.reading import CommandInput
from ...commands.machinery.sudoku_stream import (
    ReadingError,
    SudokuStream,
    make_indivisible_file_error,
)
from ...commands.machinery.terminal import show_progress_bar
from ...reading.file_entry import Entry, ReadingOptions
from ...reading.gridfile import GridFile
from ...sudoku.shape import BoxShape
from ...system.own_folder import hash_file

if TYPE_CHECKING:
    from ...reading.file_parts import PartOfFile
    from .copy_records import FilePartResults
    from .gathering import Gathering


class FileGatherer:
    """A reader that adds the Sudokus of files to a collection, and prints an error for each Sudoku
    and file that cannot be read. After an error it continues with the next Sudoku or file.

    `on_entries` is called for each batch before its Sudokus are added. It gets the open file and
    the entries of the batch that can be read (Sudokus with their names and lines). If
    `is_read_by_cluster` is true, the workers of a cluster read all files. A file that only this
    computer can read is then an error, too.
    """

    def __init__(
        self,
        gathering: "Gathering",
        command_input: CommandInput,
        on_entries: Callable[[GridFile, list[Entry]], None] | None = None,
        *,
        is_read_by_cluster: bool = False,
    ) -> None:
        self._gathering, self._command_input, self._on_entries = (
            gathering,
            command_input,
            on_entries,
        )
        self._is_elsewhere = is_read_by_cluster
        self._shape: BoxShape | None = None
        self._streams: list[SudokuStream] = []
        self._begun, self._unopened = set[str](), set[str]()

    @property
    def problem_count(self) -> int:
        """The number of errors in all files so far."""
        return sum(stream.status_counts.total() for stream in self._streams)

    def add_sudokus_of_files(
        self,
        files: tuple[str, ...],
        show_progress: Callable[[float | None, str], None] | None = None,
    ) -> None:
        """Add the Sudokus of files to the collection. `show_progress` is called with the share of
        the files that has been read, from 0 to 1 or None if it is unknown, and with a text. By
        default both are shown in a progress bar on a terminal.
        """
        display = self._command_input.display
        reading_options = self._command_input.reading_options._replace(
            needs_only_cells=self._gathering.needs_only_cells(self._on_entries)
        )
        stream = SudokuStream(
            self._command_input._replace(files=files, reading_options=reading_options),
            self._report_or_raise_open_error,
        )
        self._streams.append(stream)

        def show_count(number: int) -> None:
            """Show how many Sudokus have been added."""
            message = Message("looked at: {count}", count=display.format_number(number))
            show_share(stream.completed_share, display.translate(message))

        def report_problems_of_part(part_records: "FilePartResults") -> None:
            """Print the errors in a part of a file that another process has read, and count its
            lines without a Sudoku.
            """
            for problem in part_records.problems:
                stream.print_and_count_error(part_records.part.name, problem)
            stream.record_read_part(part_records.part, part_records.passed)

        with (
            show_progress_bar() if show_progress is None else nullcontext(show_progress)
        ) as show_share:
            self._gathering.add_batches(
                self._yield_batches_or_parts(stream), show_count, report_problems_of_part
            )

    def list_opened_files(self, files: Iterable[str]) -> Iterable[str]:
        """Return those files in `files` that could be opened."""
        unopened = self._unopened.union(*(stream.skipped for stream in self._streams))
        return (file for file in files if file not in unopened)

    def _yield_batches_or_parts(
        self, sudoku_stream: SudokuStream
    ) -> "Iterator[tuple[str, BoxShape, list[Entry] | PartOfFile]]":
        """Yield the Sudokus of all files in batches with three fields: the name of the file, the
        shape of its boxes, and the Sudokus. The Sudokus are either the entries that can be read (a
        Sudoku with its name and line each), or a part of the file for another process to read.
        """
        from .gathering import PUZZLES_IN_A_BATCH

        def split_file_or_none(
            file: str, grid_file: GridFile, reading_options: ReadingOptions
        ) -> "list[PartOfFile] | None":
            """Divide a file into parts for other processes to read; return None if this process
            must read it. `grid_file` is the opened file, and `reading_options` are the options for
            reading it.
            """
            # `on_entries` needs all entries in this process.
            if self._on_entries is not None:
                return None
            return self._gathering.split_file(
                file, grid_file, reading_options, 0 if self._is_elsewhere else None
            )

        for file, grids, some in sudoku_stream.yield_parts_or_batches_with_files(
            PUZZLES_IN_A_BATCH, split_file_or_none
        ):
            if isinstance(some, list):
                if self._is_elsewhere:
                    raise make_indivisible_file_error(file)
                some = sudoku_stream.report_and_remove_unreadable_sudokus(file, some)  # noqa: PLW2901
                if self._on_entries is not None:
                    self._on_entries(grids, some)
            elif self._is_elsewhere:
                self._check_same_shape_as_before(file, grids.shape)
            if some:
                self._begun.add(file)
            shape = some[0].shape if isinstance(some, list) and some else grids.shape
            yield file, shape, some

    def _check_same_shape_as_before(self, file: str, shape: BoxShape) -> None:
        """Raise `UsageError` if a file has another box shape than the files before it. A cluster
        writes one table, which needs Sudokus of one shape.
        """
        self._shape = self._shape or shape
        if shape != self._shape:
            raise UsageError(
                "--parquet DIR/ needs Sudokus with boxes of one shape; the Sudokus in "
                "{file} have other boxes",
                file=file,
            )

    def _report_or_raise_open_error(self, file: str, error: ReadingError) -> None:
        """Print the error for a file that cannot be opened. If a part of the file was read before,
        raise the error instead, because the Sudokus that follow would get wrong numbers.
        """
        if file in self._begun:
            raise error
        self._unopened.add(file)
        self._streams[-1].print_and_count_error(file, error)


def format_command_line() -> str:
    """Return the command line with which this program was started, as a shell reads it."""
    return shlex.join(["sudokopie", *sys.argv[1:]])


def hash_files(files: Iterable[str]) -> dict[str, str | None]:
    """Return the SHA-256 digest of the bytes of each file, in hexadecimal digits, by the file's
    name. The digest is None for a file of another machine, and for a file that cannot be read; this
    error is reported later.
    """
    found = dict[str, str | None]()
    for file in files:
        found[file] = None
        if os.path.isfile(file):
            with suppress(OSError):
                found[file] = hash_file(file)
    return found


def raise_if_input_changed(
    digests: Mapping[str, str | None], *, has_other_count: bool = False
) -> None:
    """Raise `OutputError` if an input file was changed since `digests`, the digests of the files,
    were computed. The same error is raised if `has_other_count` is true, that is, if the files had
    another number of Sudokus when they were read again.
    """
    if has_other_count or digests != hash_files(digests):
        raise OutputError("the input was changed while it was read; nothing is written")
