"""Reading of Sudokus that take several lines of a file each, with one row of cells on each line."""

from collections.abc import Iterator
from itertools import chain
from typing import NoReturn

from ..base.errors import PairFileError
from ..base.messages import Message, shorten_and_escape
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape
from .cells import CellReadingRules, ParsedRow, make_row_length_error
from .file_entry import (
    Entry,
    FoundSize,
    NumberedText,
    SheetEntry,
    ThirdSudokuError,
    make_almost_a_sudoku_message_or_none,
    make_other_size_message,
    make_second_sudoku_missing_error,
    make_unexpected_error,
)
from .file_head import FileHead

_FEW_ROWS = 2
"""If a file has at most this number of rows, each of them may be a whole Sudoku with a cell
missing, as in a file with a pair.
"""


class MultiLineReader:
    """A reader of files in which each Sudoku takes several lines, one for each row."""

    is_one_a_line = False
    header: NumberedText | None = None
    delimiter: str | None = None

    def __init__(
        self, file_head: FileHead, rows: Iterator[ParsedRow], *, fields_are_cells: bool
    ) -> None:
        """Read the first row of cells. Its number of cells is the number of rows and columns of
        every Sudoku in the file. `rows` are the rows of all Sudokus, one Sudoku after another.

        If `fields_are_cells` is True, each field of a table is a cell, and an empty field is a
        blank cell. Raises `PairFileError` if there is no row.
        """
        self._file_head = file_head
        first = next(rows, None)
        if first is None:
            raise file_head.make_no_sudoku_error()
        names = file_head.other_text_summary.text or first.title
        if not first.cells or (not fields_are_cells and file_head.list_fields_if_table(names)):
            raise file_head.make_no_sudoku_error(first.line, first.title)
        size = len(first.cells)
        beyond = first.cells[min(file_head.reading_options.max_size, size - 1)][0]
        self.found_size = FoundSize(size, first.line, first.cells[0][0], beyond)
        self._rows, self._last = chain((first,), rows), first
        self._signs = CellReadingRules(size, empty_means_blank=fields_are_cells)
        self._has_gaps = False
        self._number = 0  # the number of rows that have been read

    def yield_entries(self, shape: BoxShape) -> Iterator[Entry]:
        """Yield an `Entry` for each Sudoku of the file. `shape` is the shape of the boxes of all
        Sudokus. Raises `PairFileError` at the first error.
        """
        rows_so_far: list[ParsedRow] = []
        for row in self._rows:
            self._last = row
            rows_so_far.append(row)
            self._check_last_row(rows_so_far, shape)
            self._number += 1
            if len(rows_so_far) == shape.size:
                raw = "\n".join(row.text for row in rows_so_far).encode()
                values = self._read_values(rows_so_far)
                first = rows_so_far[0]
                entry = Entry(first.line, shape, values, raw, title=first.title)
                yield SheetEntry(entry, first.addresses[0]) if first.addresses else entry
                rows_so_far = []
        if rows_so_far:
            self._raise_first_error(rows_so_far, self.make_missing_sudoku_error())

    def _check_last_row(self, rows_so_far: list[ParsedRow], shape: BoxShape) -> None:
        """Raise `PairFileError` if the row that was read last does not fit into its Sudoku, the
        Sudoku with the rows `rows_so_far`. The row must have as many cells as the Sudoku has rows.
        A blank line or a drawn line before it must be between two bands, and each bar in it between
        two boxes.

        If there is a bar between any two cells, drawn lines and bars may be anywhere.
        """
        row, source, r = rows_so_far[-1], self._file_head.source, len(rows_so_far) - 1
        if row.gap and r:
            # The first grid determines whether there are blank lines between bands.
            if r == shape.height > 1 and self._number < shape.size:
                self._has_gaps = True
            if not self._has_gaps or r % shape.height:
                found = Message("a blank line")
                self._raise_first_error(
                    rows_so_far[:-1],
                    make_unexpected_error(source, row.gap, 1, self._describe_next_row(), found),
                )
        # If there are bars between all cells, there may be rules between all rows.
        has_all_bars = len(row.bars) >= shape.size - 1 > 0
        if row.rule and r % shape.height and not has_all_bars:
            found = Message("a rule that is no border of boxes of {box} (see --box)", box=shape)
            self._raise_first_error(
                rows_so_far[:-1],
                make_unexpected_error(source, row.rule, 1, self._describe_next_row(), found),
            )
        for column, before in row.bars:
            if before % shape.width and not has_all_bars:
                found = Message("'|' after cell {count}", count=before)
                border = Message("'|' only at borders of boxes of {box} (see --box)", box=shape)
                self._raise_first_error(
                    rows_so_far[:-1], make_unexpected_error(source, row.line, column, border, found)
                )
        if len(row.cells) != shape.size:
            from .rounded_numbers import make_rounded_error_or_none

            problem = make_rounded_error_or_none(source, row.line, row.text)
            side = len(row.cells)
            if problem is None and r == 0 < self._number and side >= SMALLEST_AS_TEXT:
                message = make_other_size_message(side, shape.size)
                raise PairFileError(source, row.line, row.end, message)
            self._raise_first_error(
                rows_so_far, problem or make_row_length_error(source, row, shape.size)
            )

    def _raise_first_error(
        self, rows_so_far: list[ParsedRow], last_error: PairFileError
    ) -> NoReturn:
        """Raise the error of the first wrong cell in `rows_so_far`, the rows of a Sudoku that were
        read so far. If no cell is wrong, raise `last_error`, the error that ended the reading of
        this Sudoku.
        """
        self._read_values(rows_so_far)
        raise last_error

    def _read_values(self, rows: list[ParsedRow]) -> tuple[int, ...]:
        """Return the values of the cells in `rows`, 0 for blank. Raise `PairFileError` at the first
        cell whose text has no meaning.
        """
        cells = [(row.line, *cell) for row in rows for cell in row.cells[: self.found_size.size]]
        try:
            return self._signs.read_values(self._file_head.source, cells)
        except PairFileError as problem:
            problem.cell = _find_cell_address_of_error(rows, problem)
            size = self.found_size.size
            if self._file_head.box is None and size > 2 and BoxShape.for_size(size).height == 1:
                problem.message = Message(
                    "{problem}; line {line} was read as a row of {size} cells. If it is not, "
                    "check its length, or give --box",
                    problem=problem.message,
                    line=self.found_size.line,
                    size=size,
                )
            raise

    def _describe_next_row(self) -> Message:
        """Return the words for the row that is expected next, such as "row 3 of 9 of Sudoku 1"."""
        size = self.found_size.size
        sudoku, row = divmod(self._number, size)
        return Message(
            "row {row} of {size} of Sudoku {number}", row=row + 1, size=size, number=sudoku + 1
        )

    def make_third_sudoku_error(self, entry: Entry) -> PairFileError:
        """Return the error for a file that should contain two Sudokus but has a third, which begins
        with `entry`.
        """
        return ThirdSudokuError(self._file_head.source, entry.line, entry.cell)

    def make_missing_sudoku_error(self, _: Entry | None = None) -> PairFileError:
        """Return the error for a file that ends within a Sudoku, or that should contain two Sudokus
        but has only one.
        """
        source, last, size = self._file_head.source, self._last, self.found_size.size
        if self._number == size:
            if (aside := self._file_head.other_text_summary).line > last.line:
                message = Message(
                    "found one {size}×{size} Sudoku, but two are needed; line {line} is not a row "
                    "of {size} cells: '{text}'",
                    size=size,
                    line=aside.line,
                    text=shorten_and_escape(aside.text),
                )
                return PairFileError(source, aside.line, 1, message)
            return make_second_sudoku_missing_error(source, last.line, last.end)
        if self._number <= _FEW_ROWS and self._file_head.box is None:
            almost = make_almost_a_sudoku_message_or_none(size)
            if almost is not None:  # each line is a whole Sudoku, not a row
                return PairFileError(source, self.found_size.line, self.found_size.column, almost)
        message = Message("the file ends, but {row} is missing", row=self._describe_next_row())
        return PairFileError(source, last.line, last.end, message)


def _find_cell_address_of_error(rows: list[ParsedRow], error: PairFileError) -> str:
    """Return the address of the spreadsheet cell that has the error `error`: the cell in `rows`
    that is at the line and column of the error. Return an empty text if the rows of the Sudoku have
    no addresses.
    """
    found = (
        address
        for row in rows
        for (column, _), address in zip(row.cells, row.addresses, strict=False)
        if (row.line, column) == (error.line, error.column)
    )
    return next(found, "")
