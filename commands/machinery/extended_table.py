"""The writer for `--output csv` that prints the table of the input again, with the results in
further columns at the end.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from ...reading.fields import make_formula_safe_csv_line, split_fields
from ...reading.gridfile import GridFile
from .row_format import RowFormat
from .row_writers import ExtendedLineWriter
from .sudoku_stream import ReadingError, StreamedSudoku

Result = TypeVar("Result")


class ExtendedTableWriter(ExtendedLineWriter[Result]):
    """A writer of CSV that prints all rows of the input's table again, also rows without a Sudoku,
    with the results as further fields. All printed rows of a table have the same number of fields.
    Use it in a `with` statement; the last rows are printed when the statement ends.

    If `keeps_encoding`, the output has the text encoding of the input, otherwise UTF-8. The caller
    passes False if there are several files, which may have several encodings. `has_byte_order_mark`
    is whether the command has already written a byte order mark; the output is then UTF-8 in any
    case. If a line cannot be written, `print_and_count_error` is called with the name of the file
    and the error.
    """

    def __init__(
        self,
        row_format: RowFormat[Result],
        print_and_count_error: Callable[[str, ReadingError], object],
        *,
        has_byte_order_mark: bool = False,
        keeps_encoding: bool = True,
    ) -> None:
        super().__init__(row_format, print_and_count_error)
        self._grid_file: GridFile | None = None
        self._keeps_encoding, self._is_begun = keeps_encoding and not has_byte_order_mark, False
        self._width = 0
        self._encoding = sys.stdout.encoding

    def __enter__(self) -> "ExtendedTableWriter[Result]":
        return self

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            self._print_rows_without_sudokus(None)
        sys.stdout.flush()
        with suppress(AttributeError):
            sys.stdout.reconfigure(encoding=self._encoding, errors="strict")  # type: ignore[union-attr]

    def write_result(self, sudoku: StreamedSudoku, result: Result) -> None:
        """Write the row of a Sudoku with its results. Before this row, write the rows of the
        input's table that are above it and contain no Sudoku.
        """
        if self._try_to_print_rows_above_without_sudoku(sudoku):
            self._print_row(sudoku, self.row_format.format_csv_fields(sudoku, result))
        else:
            super().write_result(sudoku, result)

    def write_error(self, sudoku: StreamedSudoku, message: str) -> None:
        """Write the row of a Sudoku that cannot be read, with empty fields for the results."""
        if self._try_to_print_rows_above_without_sudoku(sudoku):
            self._print_row(sudoku, [""] * len(self.row_format.csv_column_names))
        else:
            super().write_error(sudoku, message)

    def _try_to_print_rows_above_without_sudoku(self, sudoku: StreamedSudoku) -> bool:
        """Print the rows without a Sudoku that are above the row of a Sudoku, and return True.
        Returns False without printing if the Sudoku is not from a table with a whole Sudoku in one
        row: from a text, for example, or from a table with one row for each row of the Sudoku.
        """
        grid_file = sudoku.grid_file
        if grid_file is not self._grid_file:
            self._print_rows_without_sudokus(None)
            self._grid_file, self._width = grid_file, 0
        self._set_output_encoding(grid_file.encoding)
        if not grid_file.is_one_a_line or grid_file.delimiter in (None, "|"):
            return False
        if not self._width:
            first = (
                sudoku.entry.file_lines_as_text if grid_file.header is None else grid_file.header
            )
            self._width = len(split_fields(first, grid_file.delimiter))
            self._mail_header = sudoku.entry.mail_header
            self._print_rows_without_sudokus(grid_file.header_line)
            self._print_column_names_if_new_table(sudoku)
        self._print_rows_without_sudokus(sudoku.entry.line)
        return True

    def _set_output_encoding(self, encoding: str) -> None:
        """Set the encoding of the rows that are printed from now on. A character that does not
        exist in this encoding is printed as a question mark.
        """
        if not self._keeps_encoding:
            return
        mark = "" if self._is_begun else _MARKS.get(encoding, "")
        with suppress(AttributeError):
            sys.stdout.reconfigure(  # type: ignore[union-attr]
                encoding=encoding.removesuffix("-sig"), errors="replace"
            )
        self._is_begun = True
        print(mark, end="")

    def _print_row(self, sudoku: StreamedSudoku, fields: list[str]) -> None:
        """Print the line of the input's table that has a Sudoku. For a Sudoku from a mail, the
        sender and the subject follow. `fields` has the texts of the results, which come last.
        """
        self._print_extended_row(
            sudoku.entry.file_lines_as_text, [*(sudoku.entry.mail_header or ()), *fields]
        )

    def _print_rows_without_sudokus(self, end_line: int | None) -> None:
        """Print the rows of the input that have no Sudoku, come before the line with the number
        `end_line`, and are not printed yet. Lines are numbered from 1. If `end_line` is None, all
        such rows to the end of the input are printed.
        """
        grid_file = self._grid_file
        if grid_file is None or not self._width:
            return
        kept = grid_file.queue_of_lines_without_sudoku
        while kept and (end_line is None or kept[0][0] < end_line):
            mail_header = self._mail_header or ()
            self._print_extended_row(
                kept.popleft()[1], [*mail_header, *[""] * len(self.row_format.csv_column_names)]
            )

    def _print_extended_row(self, row_text: str, further_fields: list[str]) -> None:
        """Print a row of the input, `row_text`, with `further_fields` at its end. If the row has
        fewer fields than the table has columns, empty fields are added. If the row has too many
        fields, the last column gets all surplus fields, joined in one field.
        """
        grid_file = self._grid_file
        assert grid_file is not None
        delimiter = grid_file.delimiter or ","
        row = split_fields(row_text, delimiter)
        if len(row) == self._width and row_text.count('"') % 2 == 0:
            line = grid_file.disarm_formulas_in_line(row_text)
        else:
            while len(row) > self._width and not row[-1]:
                row.pop()
            # Fields beyond the last column stay together in the last column.
            last = row[self._width - 1 :]
            row = [*row[: self._width - 1], delimiter.join(last)]
            row += [""] * (self._width - len(row))
            line = make_formula_safe_csv_line(row, delimiter)
        print(line + delimiter + make_formula_safe_csv_line(further_fields, delimiter))


_MARKS = dict.fromkeys(("utf-8-sig", "utf-16-le", "utf-16-be"), "\N{BYTE ORDER MARK}")
