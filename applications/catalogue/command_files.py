"""The commands `sudokopie catalogue add`, which reads files, and `export`, which writes a file."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple

from ...base.errors import CatalogueError, SudokopieError
from ...base.messages import Message
from ...commands.machinery.command_rules import (
    ERROR,
    TROUBLE,
    YES,
    UsageError,
    command,
    stop_on_interrupt_or_time_limit,
)
from ...commands.machinery.options import DISPLAY, FILES, PRINTER, READING, box_option, option
from ...commands.machinery.outputs import STANDARD_OUTPUT, check_outputs
from ...commands.machinery.reading import CommandInput, check_text_encoding_and_open_grid_file
from ...commands.machinery.stream_runner import join_cells_as_array_and_get_box_shape
from ...commands.machinery.sudoku_stream import SudokuStream
from ...commands.machinery.terminal import show_progress_bar
from ...commands.machinery.workers import WORKERS, WorkerOptions
from ...reading.fields import make_formula_safe_csv_line
from ...reading.file_entry import Entry
from ...reading.gridfile import GridFile
from ...reading.pair_files import make_box_comment
from ...showing.answer_formatter import AnswerFormatter, format_grid_on_one_line
from ...showing.printer import escape_on_one_line, print_message
from ...sudoku.grid import MOST_LETTERS, SMALLEST_AS_TEXT, format_rows
from ...sudoku.shape import BoxShape
from ...system.endings import FileEndings
from ...system.output import open_output
from .command_catalogue import (
    CATALOGUE,
    CATALOGUE_TO_CREATE,
    SELECTION,
    open_and_check_catalogue,
)
from .known_sudokus import make_stored_file_name

if TYPE_CHECKING:
    from . import KnownSudoku, Selection, Source
    from .store import Batch

_SUDOKUS_IN_A_BATCH = 10_000

_EXPORTS = FileEndings({".txt": "lines", ".csv": "csv"}, "lines")


class _ColumnOptions(NamedTuple):
    """The options of `catalogue add` that name table columns: the columns with the title, the date
    and the magazine issue of each Sudoku. A column is given by its name or its number; None means a
    column with a usual name, such as "Title".

    `keep_line` is whether the catalogue also stores the other text on the
    line of each Sudoku.
    """

    title: str | None
    date: str | None
    issue: str | None
    keep_line: bool


@command(column_options=_ColumnOptions)
@CATALOGUE_TO_CREATE
@FILES
@option("--as NAME", "Keep this name for the file instead of its path.", "stored_name")
@option(
    "--title COLUMN",
    "The column with the titles of the Sudokus, by name or number.  [default: Title, Titel or "
    "Name]",
)
@option(
    "--date COLUMN",
    "The column with the dates, such as 2006-08-31, 31.8.2006 or 2006-08.  [default: Date or "
    "Datum]",
)
@option(
    "--issue COLUMN",
    "The column with the issue of the magazine.  [default: Issue, Heft or Ausgabe]",
)
@option("--keep-line", "Also keep the other text on the line of each Sudoku.")
@WORKERS
@READING
@PRINTER
def catalogue_add(
    path: str,
    command_input: CommandInput,
    stored_name: str | None,
    column_options: _ColumnOptions,
    worker_options: WorkerOptions,
) -> int:
    r"""Add the Sudokus of files to a catalogue; a new catalogue is made if there is none.

    From a table, the title, date and issue of each Sudoku are kept. Copies are added too. Only a
    Sudoku with the same cells, title, date and issue from the same file is not added twice, so a
    file that has grown can be added again. After an interruption, give the same command again: the
    Sudokus that it had counted are saved, and it continues with the others.

    Exit status: 0, or 2 if a file could not be read, or 130 after Ctrl-C.

    Example:
      printf '12..............\n..............21\n' > /tmp/old.txt
      sudokopie catalogue add /tmp/seen.db /tmp/old.txt
    """
    from . import AddedCounts, Catalogue

    if stored_name is not None and len(command_input.files) > 1:
        raise UsageError("{option} needs a single file", option="--as")
    work = _AddedFilesReader(command_input, stored_name, column_options)
    total = AddedCounts()

    with (
        Catalogue.open(path, create=True) as catalogue,
        stop_on_interrupt_or_time_limit() as stopped,
        worker_options.open_cluster_or_process_count(command_input) as found,
        show_progress_bar() as show,
    ):

        def show_progress(counts: AddedCounts) -> None:
            nonlocal total
            total = counts
            show(work.stream.completed_share, f"{counts.read:,}")

        catalogue.connection.check_integrity()
        catalogue.add_batches(
            work.yield_batches(),
            found,
            show_progress,
            column_options.keep_line,
        )
    command_input.printer.print_answer(path, total, not stopped.status, catalogue.equal_added)
    work.warn_of_bad_dates()
    return stopped.status or (TROUBLE if work.stream.status_counts[ERROR] else YES)


class _AddedFilesReader:
    """The reader of the files that `catalogue add` adds to a catalogue. It prints errors, and
    continues with the next Sudoku or file.

    A Sudoku with an error is skipped. If a file lacks a table column that the user named, the whole
    file is skipped. `stored_name` is stored as the name of the file; None means its path.
    """

    def __init__(
        self,
        command_input: CommandInput,
        stored_name: str | None,
        column_options: _ColumnOptions,
    ) -> None:
        self.stream = SudokuStream(
            command_input,
            open_file=partial(
                check_text_encoding_and_open_grid_file,
                reading_options=command_input.reading_options,
            ),
        )
        self._stored_name, self._column_options = stored_name, column_options
        self._printer = command_input.printer
        self._bad_dates = Counter[str]()

    def yield_batches(self) -> "Iterator[Batch]":
        """Yield the Sudokus of all files with their sources, as batches for
        `Catalogue.add_batches`.

        All Sudokus of a batch have the same box shape. Sudokus of several small files may be in the
        same batch.
        """
        for _, found in groupby(self._yield_entries_and_sources(), lambda one: one[0].shape):
            while some := list(islice(found, _SUDOKUS_IN_A_BATCH)):
                entries, sources = zip(*some, strict=True)
                cells, shape = join_cells_as_array_and_get_box_shape(list(entries))
                yield shape, cells, sources

    def _yield_entries_and_sources(self) -> "Iterator[tuple[Entry, Source]]":
        """Yield all Sudokus of the files that can be read, each with its source (file, line, title,
        date, issue). Also count the dates that cannot be understood, for a warning at the end.
        """
        from .known_sudokus import convert_date_to_iso

        current, source_of = None, None
        for file, grids, entries in self.stream.yield_batches_with_files(_SUDOKUS_IN_A_BATCH):
            if grids is not current:
                current, source_of = (
                    grids,
                    self._make_source_reader_or_print_error(file, grids, entries[0]),
                )
            for entry in self.stream.report_and_remove_unreadable_sudokus(file, entries):
                if source_of is not None:
                    source = source_of(entry)
                    if source.date and not convert_date_to_iso(source.date):
                        self._bad_dates[source.date] += 1
                    yield entry, source

    def _make_source_reader_or_print_error(
        self, file: str, grid_file: GridFile, first_entry: Entry
    ) -> "Callable[[Entry], Source] | None":
        """Return a function that makes the source of a Sudoku (file, line, title, date, issue) from
        its entry in a file. `first_entry` is an entry of the file. If the file lacks a table
        column that the user named, print the error and return None.
        """
        from .source_columns import make_source_reading_function

        path = make_stored_file_name(file) if self._stored_name is None else self._stored_name
        try:
            return make_source_reading_function(
                grid_file, first_entry, file, path, self._column_options[:3]
            )
        except SudokopieError as error:
            self.stream.print_and_count_error(file, error)
            return None

    def warn_of_bad_dates(self) -> None:
        """Print a warning if the dates of some Sudokus cannot be understood: the number of these
        Sudokus, and the first such date. The option `--since` does not find these Sudokus.
        """
        if self._bad_dates:
            message = Message(
                "dates that could not be read, so that {option} does not find these Sudokus: "
                "{count}; the first: '{date}'",
                option="--since",
                count=self._bad_dates.total(),
                date=next(iter(self._bad_dates)),
            )
            print_message(message, self._printer.display)


@command()
@CATALOGUE
@option(
    "-o, --output FILE",
    "Write to this file; - is standard output.  [default: -]",
    default=STANDARD_OUTPUT,
    show_default=False,
    output_endings=_EXPORTS,
)
@option(
    "--format [lines|csv]",
    "lines: the cells and the title on each line. csv: a table with number, class, file, line, "
    "title, date, issue, other text and Sudoku.  [default: as the ending of FILE, .txt or .csv; "
    "otherwise lines]",
    "export_format",
)
@option("--first", "Only the first Sudoku of each class.", "only_first")
@box_option("Only Sudokus with boxes of R rows and C columns.")
@SELECTION
@DISPLAY
def catalogue_export(
    path: str,
    output: str,
    export_format: str | None,
    only_first: bool,
    box: BoxShape | None,
    selection: "Selection",
    display: AnswerFormatter,
) -> int:
    r"""Write the Sudokus of a catalogue to a file that all commands can read.

    The Sudokus are written as they were added. A file has Sudokus of one box shape; if the
    catalogue has several, choose with --box. If the table is given to `catalogue add`, the origin
    of each Sudoku is kept.

    Exit status: 0, or 2 after an error.

    Example:
      printf '12..............\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      sudokopie catalogue export /tmp/seen.db
    """
    from .source_columns import EXPORTED_COLUMNS

    del display  # The option --lang only affects error messages here.
    check_outputs({"-o": output}, [path])
    named = None if output == STANDARD_OUTPUT else _EXPORTS.find_format(output)
    if export_format is not None and named not in (None, export_format):
        raise UsageError(
            "--format {form} does not go with '{path}', whose ending means {other}",
            form=export_format,
            path=output,
            other=named,
        )
    export_format = export_format or named or "lines"
    with open_and_check_catalogue(path) as catalogue:
        shapes = catalogue.shapes()
        if box is None and len(shapes) > 1:
            raise CatalogueError(
                "{file}: this catalogue has several shapes; --box chooses one of {shapes}",
                file=path,
                shapes=", ".join(map(str, shapes)),
            )
        shape = box or (shapes[0] if shapes else None)
        with (
            nullcontext(sys.stdout.buffer) if output == STANDARD_OUTPUT else open_output(output)
        ) as stream:
            if shape is not None:
                # A file without this comment may have at most two Sudokus of one to three rows.
                is_small = shape.size < SMALLEST_AS_TEXT
                comment = f"# box {shape}\n" if is_small else make_box_comment(shape)
                stream.write(comment.encode())
            if export_format == "csv":
                stream.write(f"{','.join(EXPORTED_COLUMNS)}\n".encode())
            for known in catalogue.select(selection._replace(first=only_first, shape=shape)):
                format_known = _format_csv_row if export_format == "csv" else _format_sudoku_text
                stream.write(f"{format_known(known)}\n".encode())
    return 0


def _format_sudoku_text(known_sudoku: "KnownSudoku") -> str:
    """Return a known Sudoku and its title as text that `catalogue add` can read.

    The text is one line with the cells and the title. The title of a very large Sudoku, which is
    written in numbers, follows a `#`. Very small Sudokus have a line for each row, but no title.
    """
    grid, name = known_sudoku.grid, escape_on_one_line(known_sudoku.source.name)
    if grid.size > MOST_LETTERS:
        return (
            f"{format_grid_on_one_line(grid)} # {name}" if name else format_grid_on_one_line(grid)
        )
    if grid.size < SMALLEST_AS_TEXT:  # a name could be mistaken for a row
        return f"{format_rows(grid)}\n"
    return make_formula_safe_csv_line([format_grid_on_one_line(grid), *[name] * bool(name)])


def _format_csv_row(known_sudoku: "KnownSudoku") -> str:
    """Return a known Sudoku as a row of the table that `catalogue export` writes."""
    source = [escape_on_one_line(str(field)) for field in known_sudoku.source]
    return make_formula_safe_csv_line(
        [
            known_sudoku.id,
            known_sudoku.class_id,
            *source,
            format_grid_on_one_line(known_sudoku.grid),
        ]
    )
