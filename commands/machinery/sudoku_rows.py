"""The base class in which a command declares its output for each Sudoku of a stream."""

from abc import ABC
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from ...showing.answer_report import AnswerReport, make_report
from ...showing.display_options import DisplayOptions, write_grid_on_one_line
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from .sudoku_stream import StreamedSudoku

Result = TypeVar("Result")


class ResultColumn(NamedTuple, Generic[Result]):
    """A table column for one of a command's results: the column's name, and the function that
    returns its value for a Sudoku. The value is None, or an empty text, if the Sudoku has no such
    result.
    """

    name: str
    value: Callable[[StreamedSudoku, Result], object]


class BatchText(NamedTuple):
    """The lines of text for all Sudokus of a batch, as one text, and the status that all of them
    have.
    """

    lines: str
    status: str


class SudokuRows(ABC, Generic[Result]):
    """The base class for the output of a command for each Sudoku of a stream. A command declares
    its `columns`, from which all outputs are made, and overrides the methods for outputs that
    differ. `options` has the options of the command.

    The lines of text, the columns that `--output csv` adds to a table, and the columns of
    `--parquet` follow from `columns`. JSON and pages follow from the report on a result.
    """

    columns: Sequence[ResultColumn[Result]] = ()

    has_verdicts = False
    """Whether lines of text are printed even with --quiet."""

    are_slow = False
    """Whether a row may take so long that it is shown at once, also in a pipe."""

    has_mark = False
    """Whether the output begins with a byte order mark, which the command has written."""

    keeps_table = False
    """Whether `--output csv` repeats all rows of the input's table, in its encoding."""

    is_quiet = False
    """Whether the lines of text have only the verdicts, because --quiet was given."""

    def __init__(self, display: DisplayOptions, options: Any = None) -> None:
        self.display, self.options = display, options

    @property
    def column_names(self) -> list[str]:
        """The names of the table columns for the command's results."""
        return [column.name for column in self.columns]

    def format_fields(self, item: StreamedSudoku, result: Result) -> list[str]:
        """Return the values of the table columns for a Sudoku as text; a missing value becomes an
        empty text.
        """
        values = (column.value(item, result) for column in self.columns)
        return ["" if value is None else str(value) for value in values]

    def list_table_rows(self, item: StreamedSudoku, result: Result) -> Iterable[list[str]]:
        """Return the rows of a Parquet table for a Sudoku, each with the values of all table
        columns as text; by default one row.
        """
        return [self.format_fields(item, result)]

    def format_lines(self, item: StreamedSudoku, result: Result) -> list[str]:
        """Return the lines of text that are printed for a Sudoku; by default one line with the
        values of its table columns, separated by tabs.
        """
        return ["\t".join(filter(None, self.format_fields(item, result)))]

    def format_batch(self, results: Sequence[Result]) -> BatchText | None:  # noqa: ARG002 - a default
        """Return the same lines of text for all Sudokus of a batch at once, which takes less time
        than one after another. None, the default, if the command cannot do this.
        """
        return None

    def explain_missing_answer(self, item: StreamedSudoku, result: Result) -> str | None:  # noqa: ARG002 - a default
        """Return a sentence that explains why a Sudoku has no answer to print, such as a time
        limit. None, the default, if lines of text can be printed.
        """
        return None

    def name_on_page(self, item: StreamedSudoku) -> str:
        """Return the title of a Sudoku on a page: its place and, if it is from a mail, its name."""
        return item.place_and_name if item.entry.letter is not None else item.place

    def report_result(self, _: StreamedSudoku, result: Result) -> AnswerReport:
        """Return the report on a result, which JSON and pages are made from."""
        return make_report(result, self.display)

    def make_json_record(self, item: StreamedSudoku, result: Result) -> Mapping[str, object]:
        """Return the keys and values of the JSON object for a Sudoku, except its file, line number
        and name.
        """
        return self.report_result(item, result).make_json_record()

    def find_status(self, result: Result) -> str:
        """Return the word for the result, such as `copies`, that determines the exit status."""
        return make_report(result, self.display).status


def format_cells_in_lines(grids: Sequence[bytes]) -> str | None:
    """Return the cells of grids as text, a line for each grid. Return None if a grid has more than
    9 rows and columns.
    """
    if max(map(len, grids)) > 9 * 9:
        return None
    # no digit is 10, the code of the character between two lines
    return b"\n".join(grids).translate(_CHARACTERS).decode("ascii")


def format_cells_on_line(cells: bytes, size: int) -> str:
    """Return the cells of a grid with `size` rows and columns as one line of text. Up to size 9
    each cell is a character; in larger grids it may be a number.
    """
    if size < 10:
        return cells.translate(_CHARACTERS).decode("ascii")
    return write_grid_on_one_line(Grid.of_bytes(cells, BoxShape(1, size)))


_CHARACTERS = bytes([ord("."), *b"123456789", *range(10, 256)])
