"""The writer for `--output table`, which prints one table with the Sudokus of all files. The files
may have different formats.
"""

from typing import TypeVar

from ...reading.fields import make_formula_safe_csv_line
from ...reading.file_entry import EntryPair, MailEntry
from .row_format import RowFormat
from .row_writers import RowWriter, format_cells_of_entry, yield_unique_names
from .sudoku_stream import StreamedSudoku

Result = TypeVar("Result")

_ORIGIN = ["file", "place", "name", "submitter", "subject", "sudoku"]
"""The names of the first columns, which every Sudoku has."""


class MergedTableWriter(RowWriter[Result]):
    """A writer of CSV that prints one table with a row for each Sudoku of all files. The first
    columns are the file, the line number or the address in a spreadsheet, the Sudoku's name, the
    sender and the subject of the mail, and the cells of the Sudoku; the results follow.

    A Sudoku or a file that cannot be read also has a row, whose last field is the error message. If
    each row of the input has a pair, a further column has the cells of the second Sudoku.
    """

    def __init__(self, row_format: RowFormat[Result]) -> None:
        super().__init__(row_format)
        self._columns = [*_ORIGIN, "second"] if row_format.has_pairs else _ORIGIN
        self._no_results = [""] * len(row_format.csv_column_names)
        self._has_heading = False

    def write_result(self, sudoku: StreamedSudoku, result: Result) -> None:
        """Print one row of the table, with a Sudoku and its results."""
        self._print_row(
            _make_origin_values_by_column(sudoku),
            [*self.row_format.format_csv_fields(sudoku, result), ""],
        )

    def write_error(self, sudoku: StreamedSudoku, message: str) -> None:
        """Print the row of a Sudoku that cannot be read, with the error message as last field."""
        self._print_row(_make_origin_values_by_column(sudoku), [*self._no_results, message])

    def write_file_error(self, file: str, message: str) -> None:
        """Print a row for a file that cannot be read, with the error message as last field."""
        self._print_row({"file": file}, [*self._no_results, message])

    def _print_row(self, origin: dict[str, object], fields: list[str]) -> None:
        """Print a row of the table, and before the first row the names of the columns. `origin` has
        the values of the columns before the results, by the names of the columns; a missing value
        becomes an empty field. `fields` are the values of all other columns.
        """
        if not self._has_heading:
            wanted = [*self.row_format.csv_column_names, "error"]
            results = yield_unique_names(wanted, self._columns)
            print(make_formula_safe_csv_line([*self._columns, *results]))
            self._has_heading = True
        print(
            make_formula_safe_csv_line([*(origin.get(name, "") for name in self._columns), *fields])
        )


def _make_origin_values_by_column(sudoku: StreamedSudoku) -> dict[str, object]:
    """Return the values of a Sudoku for the columns before the results, by the names of the
    columns. If the Sudoku has no value for a column, such as the subject of a mail, the dictionary
    does not have this column.
    """
    entry = sudoku.entry
    values: dict[str, object] = {
        "file": sudoku.file,
        "place": sudoku.place_as_text,
        **sudoku.sender_and_subject_record,
    }
    values["name"] = entry.title if isinstance(entry, MailEntry) else entry.sudoku_name
    values["sudoku"] = format_cells_of_entry(entry)
    if isinstance(entry, EntryPair):
        values["second"] = format_cells_of_entry(entry.second)
    return values
