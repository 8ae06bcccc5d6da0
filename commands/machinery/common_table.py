"""The writer for `--output table`, which prints one table of all files, whatever their forms."""

from collections.abc import Iterable
from typing import TypeVar

from ...reading.fields import join_fields_safely
from ...reading.file_entry import Entry, EntryPair, LetterEntry
from .row_writers import RowWriter, make_unique_names
from .sudoku_rows import format_cells_on_line
from .sudoku_stream import StreamedSudoku

Result = TypeVar("Result")

_ORIGIN = ["file", "place", "name", "submitter", "subject", "sudoku"]
"""The names of the first columns, which every Sudoku has."""


class CommonTableWriter(RowWriter[Result]):
    """A writer of CSV with a row for each Sudoku of all files: its file, place and name, who
    submitted it, its cells, and the results. A Sudoku or a file that cannot be read also has a row,
    whose last field is the error message. Where each row has a pair, a column has the cells of the
    second Sudoku.
    """

    _columns: list[str] | None = None  # the names of the first columns, once they are printed

    def write(self, item: StreamedSudoku, result: Result) -> None:
        """Print the row of a Sudoku with its results."""
        self._print_row(item, [*self.rows.format_fields(item, result), ""])

    def write_error(self, item: StreamedSudoku, message: str) -> None:
        """Print the row of a Sudoku that cannot be read, with the error message as last field."""
        self._print_row(item, [*[""] * len(self.rows.columns), message])

    def write_file_error(self, file: str, message: str) -> None:
        """Print a row for a file that cannot be read, with the error message as last field."""
        origin = self._print_heading(is_pair=False)
        empty = len(origin) - 1 + len(self.rows.columns)
        print(join_fields_safely([file, *[""] * empty, message]))

    def _print_row(self, item: StreamedSudoku, fields: list[str]) -> None:
        entry = item.entry
        values = {"file": item.file, "place": item.place, **item.letter}
        values["name"] = entry.title if isinstance(entry, LetterEntry) else entry.name
        sudokus = [entry, entry.second] if isinstance(entry, EntryPair) else [entry]
        values |= zip(("sudoku", "second"), map(_format_cells, sudokus), strict=False)
        columns = self._print_heading(is_pair=isinstance(entry, EntryPair))
        print(join_fields_safely([*(values.get(column, "") for column in columns), *fields]))

    def _print_heading(self, *, is_pair: bool) -> list[str]:
        """Print the names of all columns, unless they are printed already. Returns the names of
        the columns before the results.
        """
        if self._columns is None:
            self._columns = [*_ORIGIN, "second"] if is_pair else _ORIGIN
            results: Iterable[str] = make_unique_names(
                [*self.rows.column_names, "error"], self._columns
            )
            print(join_fields_safely([*self._columns, *results]))
        return self._columns


def _format_cells(entry: Entry) -> str:
    return "" if entry.error is not None else format_cells_on_line(entry.cells, entry.shape.size)
