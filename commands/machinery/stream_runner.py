"""Run a command that answers a question about each Sudoku in its files, and write a row for each
answer.

The Sudokus are read in batches and answered in this process, by worker processes, or by a cluster.
The rows have the order of the input, and do not depend on the number of workers.
"""

import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ...base.errors import PairFileError
from ...reading.file_entry import Entry, MailHeader, ReadingOptions
from ...reading.file_head import LineCountsWithoutSudoku
from ...reading.gridfile import GridFile
from ...showing.answer_formatter import AnswerFormatter
from ...showing.printer import OutputForm, find_terminal_width_or_none
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from .command_rules import INTERRUPTED, UsageError, find_exit_status
from .options import ResultOptions
from .outputs import (
    check_outputs,
    is_folder_name,
    open_new_parquet_folder_if_named,
    open_parquet_part,
)
from .reading import CommandInput, print_skipped_line_count
from .row_format import RowFormat
from .sudoku_stream import ReadingError, StreamedSudoku, SudokuStream, select_readable_sudokus

if TYPE_CHECKING:
    from ...reading.file_parts import PartOfFile
    from ...sudoku.arrays import Cells
    from ...system.cluster.dask_cluster import Cluster
    from ...system.cluster.scratch import SharedFolderAddress
    from .row_writers import ParquetRowWriter, RowWriter

_SUDOKUS_IN_A_TASK = 1000

_BYTES_IN_A_PART = 2**20
"""The number of bytes in each of the parts into which a file is divided for the workers of a
cluster.

Answering takes longer than reading, so parts are small enough to keep all workers busy.
"""

Result = TypeVar("Result")
Task = TypeVar("Task")


class _WaitingBatchOrUnreadableFile(NamedTuple):
    """A batch of Sudokus whose results are not written yet, or a file that cannot be read. For such
    a file, `grid_file` is None, and `message` is the error message.
    """

    file: str
    grid_file: GridFile | None = None
    entries: Sequence[Entry] = ()
    message: str = ""


class StreamRunner(AbstractContextManager["StreamRunner"]):
    """A runner that answers a command's question about each Sudoku in its files, and writes a row
    of results for each Sudoku. Use it in a `with` statement. If there is only one file, the runner
    opens it at once. Raises `UsageError` or `OSError` if the Parquet table cannot be written, and
    `PairFileError` if the file cannot be read.
    """

    def __init__(self, command_input: CommandInput, result_options: ResultOptions) -> None:
        self._command_input, self.printer = command_input, command_input.printer
        self._parquet, self._output = result_options.parquet, result_options.output
        check_outputs({"--parquet": self._parquet}, command_input.files)
        self._opened = (
            command_input.open_grid_file(command_input.files[0])
            if len(command_input.files) == 1
            else None
        )
        self._stream = SudokuStream(
            command_input, self._report_file_error, opened_file=self._opened
        )
        self._waiting = deque[_WaitingBatchOrUnreadableFile]()
        self.single_name = ""
        self.single_mail_header: MailHeader | None = None

    def __exit__(self, *_: object) -> None:
        if self._opened is not None:
            self._opened.close()

    @property
    def status_counts(self) -> Counter[str]:
        """The number of Sudokus for each result in one word, such as `copies`. Each error in a file
        counts as a Sudoku with the word `error`.
        """
        return self._stream.status_counts

    def read_single_sudoku_or_none(self) -> Grid | None:
        """Return the only Sudoku in the files, which commands show as a picture. Returns None if
        there are several files or Sudokus, or if the user asked for a table.
        """
        if self._opened is None or not self._opened.has_at_most_one_sudoku:
            return None
        if self._output != "lines" or self._parquet:
            return None
        grid = self._opened.read_single_grid_and_close()
        self.single_name, self.single_mail_header = self._opened.titles[0], self._opened.mail_header
        self.printer.variant = self._opened.variant
        print_skipped_line_count(self._command_input.files[0], self._opened, self.printer.display)
        return grid

    def answer_sudokus_and_get_status(
        self,
        row_format: RowFormat[Result],
        make_task: Callable[[list[Entry]], Task],
        answer_tasks: Callable[[Iterator[Task]], Iterable[Iterable[Result]]],
        batch_size: int = _SUDOKUS_IN_A_TASK,
    ) -> int:
        """Answer the command's question about each Sudoku, write the results in the table columns
        that `row_format` declares, and return the exit status.

        The Sudokus are read in batches of at most `batch_size`. `make_task` gets the Sudokus of a
        batch, except those with an error, as entries: each has the cells, the name and the line of
        a Sudoku. It returns a task, which is the data from which the results of the batch are
        computed. `answer_tasks` gets an iterator of all tasks. It yields for each task, in the same
        order, the results for the entries of the task, in the order of the entries.
        """
        waiting = self._waiting

        def make_tasks() -> Iterator[Task]:
            """Yield the task for each batch of Sudokus. Each batch is also appended to the queue
            `waiting`. This queue also has the files that cannot be read, so that the rows about
            Sudokus and about such files are written in the order of the input.
            """
            for file, grid_file, entries in self._stream.yield_batches_with_files(batch_size):
                waiting.append(_WaitingBatchOrUnreadableFile(file, grid_file, entries))
                readable = select_readable_sudokus(entries)
                yield make_task([one for one in readable if row_format.is_asked_about(one)])

        try:
            with self._open_writer(row_format) as writer, self._show_progress_bar() as show:
                for results in answer_tasks(make_tasks()):
                    self._write_file_errors_before_next_batch(writer)
                    file, grid_file, entries, _ = waiting.popleft()
                    assert grid_file is not None
                    if self._write_whole_batch_if_possible(writer, entries, results):
                        show(self._stream.completed_share, f"{self.status_counts.total()}")
                        continue
                    found = iter(results)
                    for sudoku in [StreamedSudoku(file, grid_file, entry) for entry in entries]:
                        if sudoku.entry.error is not None:
                            line = self._stream.print_and_count_error(
                                sudoku.file, sudoku.entry.error
                            )
                            writer.write_error(sudoku, line)
                            continue
                        result = _get_next_or_make_variant_result(row_format, sudoku, found)
                        self.status_counts[row_format.find_status_word(result)] += 1
                        writer.write_result(sudoku, result)
                        if row_format.are_slow:
                            sys.stdout.flush()
                        if self.printer.on_result is not None:
                            report = row_format.make_result_report(sudoku, result)
                            report.variant = sudoku.entry.variant
                            name = row_format.get_sudoku_name_for_page(sudoku)
                            self.printer.on_result(
                                sudoku.file, report, sudoku.place_in_file_as_text, name
                            )
                    sys.stdout.flush()
                    show(self._stream.completed_share, f"{self.status_counts.total()}")
                self._write_file_errors_before_next_batch(writer)
            self._stream.print_held_errors()
        except KeyboardInterrupt:
            return INTERRUPTED
        return find_exit_status(self.status_counts)

    def _write_file_errors_before_next_batch(self, row_writer: "RowWriter[Result]") -> None:
        """Write a row for each file that could not be read, up to the next batch whose results must
        be written. Later files wait, so that the rows have the order of the input.
        """
        while self._waiting and self._waiting[0].grid_file is None:
            unreadable = self._waiting.popleft()
            row_writer.write_file_error(unreadable.file, unreadable.message)

    def _write_whole_batch_if_possible(
        self, row_writer: "RowWriter[Result]", entries: Sequence[Entry], results: Iterable[Result]
    ) -> bool:
        """Write the results for all Sudokus of a batch at once, and return True. Returns False
        without writing if each result must be written separately. This is so if a Sudoku cannot be
        read, if the results are not known yet, or if the output format cannot write a whole batch.
        """
        if not isinstance(results, list) or not 0 < len(entries) == len(results):
            return False
        if self.printer.on_result is not None:
            return False
        status = row_writer.try_to_write_batch_and_find_status_word(results)
        if status is None:
            return False
        self.status_counts[status] += len(entries)
        return True

    def answer_with_workers_and_get_status(
        self,
        workers: "int | Cluster",
        row_format: RowFormat[Result],
        make_task: Callable[[list[Entry]], Task],
        answer_task: Callable[[Task], Iterable[Result]],
        batch_size: int = _SUDOKUS_IN_A_TASK,
    ) -> int:
        """Answer the command's question about each Sudoku with several processes, write the results
        in the table columns that `row_format` declares, and return the exit status. `workers` is
        the number of processes on this machine, or a cluster.

        The Sudokus are read in batches of at most `batch_size`. `make_task` gets the Sudokus of a
        batch, except those with an error, as entries: each has the cells, the name and the line of
        a Sudoku. It returns a task, which is the data from which the results of the batch are
        computed. A worker then computes `answer_task(task)`, the results for the entries, in the
        order of the entries.

        If --parquet names a folder, the workers of the cluster also read the files, each worker one
        part after another, and write the table. Raises `UsageError` for a file that cannot be
        divided into parts.
        """
        from ...system.ordered_map import map_in_order

        with open_new_parquet_folder_if_named(self._parquet, workers) as new:
            if new is None or isinstance(workers, int):
                return self.answer_sudokus_and_get_status(
                    row_format,
                    make_task,
                    lambda tasks: map_in_order(answer_task, tasks, workers),
                    batch_size,
                )
            row_format.display = AnswerFormatter()  # a table has no text to translate
            from .terminal import show_progress_bar

            work = partial(
                _answer_and_write_part,
                folder=new.folder,
                row_format=row_format,
                make_task=make_task,
                answer_task=answer_task,
                batch_size=batch_size,
            )
            try:
                with show_progress_bar() as show:
                    for found in workers.map_in_order(
                        work, enumerate(self._yield_file_parts(workers), 1)
                    ):
                        for problem in found.problems:
                            self._stream.print_and_count_error(found.part.name, problem)
                        self.status_counts.update(found.status_counts)
                        self._stream.record_read_part(found.part, found.skipped_lines)
                        show(self._stream.completed_share, f"{self.status_counts.total()}")
            except KeyboardInterrupt:
                return INTERRUPTED
            new.is_finished = True
        return find_exit_status(self.status_counts)

    def _yield_file_parts(self, workers: "Cluster") -> "Iterator[PartOfFile]":
        """Yield the parts of all files, each of which a worker of the cluster reads."""
        from ...reading.file_parts import split_file

        def split_into_parts_or_none(
            path: str, grid_file: GridFile, reading_options: ReadingOptions
        ) -> "list[PartOfFile] | None":
            """Return the parts of a file; None if the file cannot be divided, so that no worker can
            read only a part of it.
            """
            return split_file(grid_file, path, reading_options, workers, 0, _BYTES_IN_A_PART)

        return self._stream.yield_parts_of_all_files(split_into_parts_or_none)

    def _show_progress_bar(self) -> AbstractContextManager[Callable[[float | None, str], None]]:
        """Show a progress bar during a `with` block. The bar is hidden if the rows are printed on a
        terminal.
        """
        from .terminal import show_progress_bar  # a single Sudoku needs no progress bar

        has_no_rows = self._parquet is not None or self.printer.form is OutputForm.RESULT
        return show_progress_bar(is_wanted=has_no_rows or find_terminal_width_or_none() is None)

    def _open_writer(
        self, row_format: RowFormat[Result]
    ) -> "AbstractContextManager[RowWriter[Result]]":
        """Return the writer of results in the output format that the options choose: Parquet, JSON,
        CSV, text, or no output.
        """
        from .row_writers import ExtendedLineWriter, JsonRowWriter, SilentRowWriter, TextRowWriter

        if self._parquet is not None:
            return _open_parquet_writer(self._parquet, row_format)
        if self.printer.form is OutputForm.RESULT and row_format.has_lines_if_quiet:
            row_format.is_quiet, self.printer.form = True, OutputForm.TEXT
        if self.printer.form is OutputForm.JSON:
            return nullcontext(JsonRowWriter(row_format))
        if self._output == "table":
            from .merged_table import MergedTableWriter

            return nullcontext(MergedTableWriter(row_format))
        is_csv = self._output == "csv"
        if is_csv and row_format.keeps_table:
            from .extended_table import ExtendedTableWriter

            return ExtendedTableWriter(
                row_format,
                self._stream.print_and_count_error,
                has_byte_order_mark=row_format.has_byte_order_mark,
                keeps_encoding=self._opened is not None and not self._opened.is_container,
            )
        if is_csv:
            return nullcontext(ExtendedLineWriter(row_format, self._stream.print_and_count_error))
        return nullcontext(
            TextRowWriter(row_format)
            if self.printer.form is OutputForm.TEXT
            else SilentRowWriter(row_format)
        )

    def _report_file_error(self, file: str, error: ReadingError) -> None:
        """Print the error of a file that cannot be read. The row for this error is written later,
        because Sudokus that come before it may not be answered yet.
        """
        self._waiting.append(
            _WaitingBatchOrUnreadableFile(
                file, message=self._stream.print_and_count_error(file, error)
            )
        )


def _get_next_or_make_variant_result(
    row_format: RowFormat[Result], sudoku: StreamedSudoku, results: Iterator[Result]
) -> Result:
    """Return the result for a Sudoku. It is the next item of `results`; but if the file calls the
    Sudoku a variant, and the command's question was not asked about it, `row_format` makes the
    result.
    """
    if row_format.is_asked_about(sudoku.entry):
        return next(results)
    return row_format.make_variant_result(sudoku)


@contextmanager
def _open_parquet_writer(
    path: str, row_format: RowFormat[Result]
) -> "Iterator[ParquetRowWriter[Result]]":
    """Create a Parquet table at `path`, and yield the writer of its rows."""
    from ...showing.parquet import open_parquet_table
    from .row_writers import ParquetRowWriter

    if is_folder_name(path):  # only the workers of a cluster write to a folder
        raise UsageError("{option} needs the name of a file", option="--parquet")
    with open_parquet_table(path, ParquetRowWriter.map_columns_to_types(row_format)) as add_row:
        yield ParquetRowWriter(row_format, add_row)


class _FilePartOutcome(NamedTuple):
    """The outcome of one part of a file, which a worker of a cluster has read and answered, and
    whose results it has written to the Parquet table. `status_counts` has the number of Sudokus for
    each result in one word, such as `copies`; `problems` has the errors; `skipped_lines` counts the
    lines without a Sudoku.
    """

    part: "PartOfFile"
    status_counts: Counter[str]
    problems: list[PairFileError]
    skipped_lines: LineCountsWithoutSudoku


def _answer_and_write_part(
    numbered_part: "tuple[int, PartOfFile]",
    folder: "SharedFolderAddress",
    row_format: RowFormat[Result],
    make_task: Callable[[list[Entry]], Task],
    answer_task: Callable[[Task], Iterable[Result]],
    batch_size: int,
) -> _FilePartOutcome:
    """Answer the command's question about each Sudoku in one part of a file, and write the results
    to one of the files of a Parquet table. `numbered_part` is a pair: the number in the name of
    this Parquet file, and the part to read. Returns the counts and errors, which the main process
    prints.

    The Sudokus are read in batches of at most `batch_size`. `make_task` gets the Sudokus of a
    batch, except those with an error, and returns the data from which `answer_task` computes the
    results of these Sudokus.
    """
    from .row_writers import ParquetRowWriter

    number, part = numbered_part
    status_counts, problems = Counter[str](), list[PairFileError]()
    with (
        part.open_part_as_grid_file() as grid_file,
        open_parquet_part(
            folder, number, ParquetRowWriter.map_columns_to_types(row_format)
        ) as add_row,
    ):
        writer = ParquetRowWriter(row_format, add_row)
        for entries in grid_file.yield_entry_batches(batch_size):
            found = iter(answer_task(make_task(select_readable_sudokus(entries))))
            for entry in entries:
                sudoku = StreamedSudoku(part.name, grid_file, entry)
                if entry.error is not None:
                    problems.append(entry.error)
                    writer.write_error(sudoku, "")
                    continue
                result = next(found)
                status_counts[row_format.find_status_word(result)] += 1
                writer.write_result(sudoku, result)
        if grid_file.broken_off is not None:
            raise problems[-1]
        return _FilePartOutcome(part, status_counts, problems, grid_file.line_counts_without_sudoku)


def join_cells_as_bytes_and_get_box_shape(entries: list[Entry]) -> tuple[bytes, BoxShape]:
    """Return the cells of Sudokus with the same box shape as bytes, one Sudoku after another, and
    the shape of the boxes. This pair is the task from which a worker computes the answers of a
    batch. For an empty batch, the shape is 1×1.
    """
    shape = entries[0].shape if entries else BoxShape(1, 1)
    return b"".join([entry.cell_bytes for entry in entries]), shape


def join_cells_as_array_and_get_box_shape(entries: list[Entry]) -> "tuple[Cells, BoxShape]":
    """Return the cells of N Sudokus with the same box shape as an array of shape (N, rows,
    columns), and the shape of the boxes. This pair is the task for functions that use NumPy. For an
    empty batch, the shape is 1×1.
    """
    from ...sudoku.arrays import convert_bytes_to_array

    cells, shape = join_cells_as_bytes_and_get_box_shape(entries)
    return convert_bytes_to_array(cells, shape), shape
