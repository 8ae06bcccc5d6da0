"""The base class with which a command declares the output that it prints for each Sudoku of its
files.
"""

from abc import ABC
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from ...reading.file_entry import Entry
from ...showing.answer_formatter import AnswerFormatter, format_grid_on_one_line
from ...showing.answer_report import AnswerReport, make_report
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from .sudoku_stream import StreamedSudoku

Result = TypeVar("Result")

VARIANT = "variant"
"""The name of the table column for variants: the word, such as `Killer`, by which the file calls a
Sudoku a variant.
"""


class ResultColumn(NamedTuple, Generic[Result]):
    """A table column with one of the results that a command computes for each Sudoku. `name` is the
    column's name, and the function `value` returns the column's value for a Sudoku and its result.
    The value is None, or an empty text, if the Sudoku has no such result.
    """

    name: str
    value: Callable[[StreamedSudoku, Result], object]


class BatchOutput(NamedTuple):
    """The output for all Sudokus of a batch. `lines` is one text with all lines, and `status` is
    the result in one word, such as `found`, which is the same for all of them.
    """

    lines: str
    status: str


class RowFormat(ABC, Generic[Result]):
    """The base class for the format of the output that a command prints for each Sudoku. A subclass
    declares the command's table `columns`, and overrides a method if an output differs from these
    columns. `options` has the options of the command.

    The lines of text, the columns that `--output csv` adds to a table, and the columns of
    `--parquet` are made from `columns`. JSON and pages are made from the report on a result.
    """

    columns: Sequence[ResultColumn[Result]] = ()

    has_lines_if_quiet = False
    """Whether lines of text are printed even with --quiet."""

    are_slow = False
    """Whether each row is printed at once, also if the output is a pipe, because a row may take
    long.
    """

    has_byte_order_mark = False
    """Whether the command has already written a byte order mark at the beginning of the output."""

    keeps_table = False
    """Whether `--output csv` prints all rows of the input's table, also rows without a Sudoku, in
    the encoding of the table.
    """

    has_pairs = False
    """Whether each result is about two Sudokus, which are in one row of a table."""

    is_quiet = False
    """Whether the lines of text have only the results, because --quiet was given."""

    has_variant_results = False
    """Whether Sudokus that the file calls a variant, such as Killer, get their results from
    `make_variant_result`. The command's question is then not asked about them.
    """

    def __init__(self, display: AnswerFormatter, options: Any = None) -> None:
        self.display, self.options = display, options

    @property
    def column_names(self) -> list[str]:
        """The names of the table columns for the command's results."""
        return [column.name for column in self.columns]

    def format_fields(self, sudoku: StreamedSudoku, result: Result) -> list[str]:
        """Return the values of the table columns for a Sudoku as texts; a missing value becomes an
        empty text.
        """
        values = (column.value(sudoku, result) for column in self.columns)
        return ["" if value is None else str(value) for value in values]

    @property
    def csv_column_names(self) -> list[str]:
        """The names of the columns of CSV: the columns for the results, and the column for variants
        such as Killer.
        """
        return [*self.column_names, VARIANT]

    def format_csv_fields(self, sudoku: StreamedSudoku, result: Result) -> list[str]:
        """Return the values of the columns of CSV for a Sudoku as texts."""
        return [*self.format_fields(sudoku, result), sudoku.entry.variant]

    def list_table_rows(self, sudoku: StreamedSudoku, result: Result) -> Iterable[list[str]]:
        """Return the rows that a Sudoku and its result get in a Parquet table, each with the values
        of all table columns as text. This method returns one row; a command that prints several
        results for a Sudoku overrides it.
        """
        return [self.format_fields(sudoku, result)]

    def format_result_lines(self, sudoku: StreamedSudoku, result: Result) -> list[str]:
        """Return the lines of text that are printed for a Sudoku; by default one line with the
        values of its table columns, separated by tabs.
        """
        return ["\t".join(filter(None, self.format_fields(sudoku, result)))]

    def make_batch_output_or_none(self, results: Sequence[Result]) -> BatchOutput | None:  # noqa: ARG002 - a default
        """Return the lines of text for all Sudokus of a batch. This takes less time than a call of
        `format_result_lines` for each Sudoku. Returns None, which is the default, if the command
        cannot do this.
        """
        return None

    def explain_missing_answer_or_none(self, sudoku: StreamedSudoku, result: Result) -> str | None:  # noqa: ARG002 - a default
        """Return a sentence that explains why no answer is printed for a Sudoku, such as a time
        limit. Returns None, which is the default, if there is an answer to print.
        """
        return None

    def is_asked_about(self, entry: Entry) -> bool:
        """Return whether the command answers its question about a Sudoku, which `entry` contains.
        Some commands do not answer it about variants such as Killer.
        """
        return not (self.has_variant_results and entry.variant)

    def make_variant_result(self, sudoku: StreamedSudoku) -> Result:
        """Return the result for a Sudoku that the file calls a variant, such as Killer. The
        command's question is not asked about it. Only a subclass whose `has_variant_results` is
        True overrides this method.
        """
        raise NotImplementedError

    def get_sudoku_name_for_page(self, sudoku: StreamedSudoku) -> str:
        """Return the name of a Sudoku on an HTML page, beside its file and line number; an empty
        text if it is not from a mail.
        """
        return "" if sudoku.entry.mail_header is None else sudoku.entry.name_in_lists

    def make_result_report(self, _sudoku: StreamedSudoku, result: Result) -> AnswerReport:
        """Return the report on a result, from which JSON and HTML pages are made."""
        return make_report(result, self.display)

    def make_json_record(self, sudoku: StreamedSudoku, result: Result) -> Mapping[str, object]:
        """Return the keys and values of the JSON object for a Sudoku, except its file, line number
        and name.
        """
        return self.make_result_report(sudoku, result).make_json_record()

    def find_status_word(self, result: Result) -> str:
        """Return the result for a Sudoku in one word, such as `copies`. The words of all Sudokus
        determine the exit status of the command.
        """
        return make_report(result, self.display).status_word


def format_grids_on_lines_if_small(cells_of_grids: Sequence[bytes]) -> str | None:
    """Return the cells of several grids as text, with one line for each grid. `cells_of_grids` has
    the cells of each grid, one byte for each cell. Returns None if a grid has more than 9 rows,
    because then a cell may need more than one character.
    """
    if max(map(len, cells_of_grids)) > 9 * 9:
        return None
    # The code of the line end is 10. No digit is 10, because a grid has at most 9 rows here.
    return b"\n".join(cells_of_grids).translate(_CHARACTERS).decode("ascii")


def format_grid_on_line(cells: bytes, row_count: int) -> str:
    """Return the cells of a grid as one line of text. `cells` has one byte for each cell, and
    `row_count` is the number of rows. With at most 9 rows each cell is one character; in larger
    grids a cell may be a number with spaces around it.
    """
    if row_count < 10:
        return cells.translate(_CHARACTERS).decode("ascii")
    return format_grid_on_one_line(Grid.of_bytes(cells, BoxShape(1, row_count)))


_CHARACTERS = bytes([ord("."), *b"123456789", *range(10, 256)])
