"""Sheets: tables whose cells have addresses, as in a spreadsheet. The readers of spreadsheets, of
tables in text and of documents make sheets, in which Sudokus are then searched for.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..base.csv_line import make_csv_line_keeping_formulas
from ..base.errors import ArgumentError
from ..base.messages import shorten_and_escape

_CELL = r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})"
_AREA = re.compile(rf"[ ]*{_CELL}(?:[ ]*:[ ]*{_CELL})?[ ]*")


class Area(NamedTuple):
    """A rectangle of cells in a sheet: its first and last row and column, counted from 0."""

    top: int
    left: int
    bottom: int
    right: int


class CellRange(NamedTuple):
    """A range of cells that the user has chosen. `sheet` is the name of the sheet; None means this
    range in every sheet.
    """

    sheet: str | None
    area: Area


class Sheet:
    """A table of cells. Rows and columns are counted from 0, and an address is a pair of row and
    column.

    - `name`: the name of the sheet, or the text above a table in a document.
    - `is_hidden`: whether the spreadsheet hides the sheet.
    - `first_line`: the number of the line in the file that has row 0.
    - `height`, `width`: the numbers of rows and columns up to the last cell that the file mentions,
      even if this cell is empty.
    - `numbers`: the addresses of the cells that are stored as numbers.
    - `bordered`: the addresses of the cells that have a border.
    - `texts`: if the table is text, the line of each row.
    - `lengths`: if the table is text, the number of fields of each row.
    - `line_numbers`: if the table is text, the number of each row's line in the file.
    - `area`: if the user has chosen a range of cells, the area of this range, and the sheet has
      only its cells; otherwise None.
    - `chosen_areas`: the areas that the user has chosen as the places of Sudokus.
    """

    def __init__(self, name: str = "", *, first_line: int = 1, is_hidden: bool = False) -> None:
        self.name, self.first_line, self.is_hidden = name, first_line, is_hidden
        self.height = self.width = 0
        self.numbers, self.bordered = set[tuple[int, int]](), set[tuple[int, int]]()
        self.texts, self.lengths = dict[int, str](), dict[int, int]()
        self.line_numbers = dict[int, int]()
        self.area: Area | None = None
        self.chosen_areas: tuple[Area, ...] = ()
        self.is_in_workbook = False
        """Whether the sheet belongs to a spreadsheet, so that messages name the addresses of its
        cells.
        """
        self.rows = dict[int, dict[int, str]]()
        """The texts of the cells by their columns, for each row with texts."""

    def store_cell(
        self,
        row: int,
        column: int,
        text: str = "",
        *,
        is_number: bool = False,
        is_bordered: bool = False,
    ) -> None:
        """Store the text of a cell. A cell without a text stays empty, but is counted in the height
        and width of the sheet.
        """
        self.height, self.width = max(self.height, row + 1), max(self.width, column + 1)
        if text:
            self.rows.setdefault(row, {})[column] = text
        if is_number:
            self.numbers.add((row, column))
        if is_bordered:
            self.bordered.add((row, column))

    def store_row(self, row: int, texts: Iterable[str]) -> None:
        """Store the texts of a row in this sheet; the first text is in column 0. An empty text
        leaves its cell as it is.
        """
        every = [*texts]
        if every:
            self.height, self.width = max(self.height, row + 1), max(self.width, len(every))
        if cells := {column: text for column, text in enumerate(every) if text}:
            self.rows.setdefault(row, {}).update(cells)

    def get_text(self, row: int, column: int) -> str:
        """Return the text of a cell; an empty text if the cell is empty."""
        return self.rows.get(row, {}).get(column, "")

    def find_line_number(self, row: int) -> int:
        """Return the number of the line in the file that has row `row` of the sheet. If the file
        has no such line, because the row is empty, count on from the last line before it, one line
        for each row.
        """
        if row in self.line_numbers or not self.line_numbers:
            return self.line_numbers.get(row, self.first_line + row)
        before = max((one for one in self.line_numbers if one < row), default=None)
        return row + 1 if before is None else self.line_numbers[before] + row - before

    def make_address_with_sheet(self, row: int, column: int) -> str:
        """Return the address of a cell with the name of its sheet, such as `[June]!B2`, as messages
        print it after the name of the file. Return an empty text if the table is not in a
        spreadsheet.
        """
        if not self.is_in_workbook:
            return ""
        return f"[{self.name}]!{name_column(column)}{row + 1}"

    def list_fields(self, row: int) -> list[str]:
        """Return the texts of a row's cells up to its last text, with empty texts between them."""
        cells = self.rows.get(row, {})
        return [cells.get(column, "") for column in range(max(cells, default=-1) + 1)]


def is_inside(area: Area, outer: Area) -> bool:
    """Return whether all cells of an area are in another area."""
    is_below = area.top >= outer.top and area.left >= outer.left
    return is_below and area.bottom <= outer.bottom and area.right <= outer.right


def do_areas_overlap(first: Area, second: Area) -> bool:
    """Return whether two areas have a cell in common."""
    rows_overlap = first.top <= second.bottom and second.top <= first.bottom
    return rows_overlap and first.left <= second.right and second.left <= first.right


def parse_range(text: str) -> CellRange:
    """Return the range of cells that a text names as spreadsheets write it, such as A1:I9, or
    June!A1:I9 for a range in one sheet. The name of the sheet may have quotation marks. Raises
    `ArgumentError` for another text.

    >>> parse_range("'My ''best'''!A1:I9")
    CellRange(sheet="My 'best'", area=Area(top=0, left=0, bottom=8, right=8))
    """
    name, mark, area = text.strip().rpartition("!")
    if len(name) > 1 and name.startswith("'") and name.endswith("'"):
        name = name[1:-1].replace("''", "'")
    return CellRange(name if mark else None, parse_area(area))


def name_range(cell_range: CellRange) -> str:
    """Return a range of cells as text, such as `June!A1:I9`, which `parse_range` can read.

    >>> name_range(CellRange("My sheet", Area(0, 0, 8, 8)))
    'My sheet!A1:I9'
    """
    return (
        name_area(cell_range.area)
        if cell_range.sheet is None
        else f"{cell_range.sheet}!{name_area(cell_range.area)}"
    )


def parse_area(text: str) -> Area:
    """Return the area that a text names as spreadsheets write it, such as A1:I9, or the area of a
    single cell. Raises `ArgumentError` for another text.

    >>> parse_area("$B$2:j10")
    Area(top=1, left=1, bottom=9, right=9)
    """
    if found := _AREA.fullmatch(text):
        columns = [
            _parse_column_letters_as_index(letters) for letters in (found[1], found[3] or found[1])
        ]
        rows = [int(number) - 1 for number in (found[2], found[4] or found[2])]
        return Area(min(rows), min(columns), max(rows), max(columns))
    raise ArgumentError(
        "expected a range of cells such as A1:I9, found '{text}'", text=shorten_and_escape(text)
    )


def _parse_column_letters_as_index(letters: str) -> int:
    """Return the index, from 0, of the column that spreadsheets name with `letters`: 0 for A, 26
    for AA.
    """
    place = 0
    for letter in letters.upper():
        place = 26 * place + ord(letter) - ord("A") + 1
    return place - 1


def name_column(index: int) -> str:
    """Return the letters with which spreadsheets name a column, such as AA. `index` is the index of
    the column, from 0.

    >>> [name_column(place) for place in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = ""
    while index >= 0:
        index, letter = divmod(index, 26)
        letters = chr(ord("A") + letter) + letters
        index -= 1
    return letters


def name_area(area: Area) -> str:
    """Return an area as text, as spreadsheets write it, such as A1:I9.

    >>> name_area(Area(0, 0, 8, 8))
    'A1:I9'
    """
    first, last = (
        f"{name_column(column)}{row + 1}"
        for row, column in ((area.top, area.left), (area.bottom, area.right))
    )
    return f"{first}:{last}"


def yield_cropped_sheets(sheet: Sheet, ranges: Sequence[CellRange]) -> Iterator[Sheet]:
    """Yield, for each range of cells in a sheet, a copy of the sheet that has only these cells.

    If a range is inside another range, no sheet is yielded for the inner range. Instead it is
    stored in `chosen_areas` of the sheet of the outer range, as the place of a Sudoku.
    """
    own = [*dict.fromkeys(one.area for one in ranges if one.sheet in (None, sheet.name))]
    outer = [
        area for area in own if not any(is_inside(area, other) for other in own if other != area)
    ]
    for area in outer:
        cropped = _make_cropped_sheet(sheet, area)
        cropped.chosen_areas = tuple(one for one in own if one != area and is_inside(one, area))
        yield cropped


def _make_cropped_sheet(sheet: Sheet, area: Area) -> Sheet:
    """Return a sheet that has only the cells in an area, at their old addresses."""
    cropped = Sheet(sheet.name, first_line=sheet.first_line, is_hidden=sheet.is_hidden)
    cropped.line_numbers, cropped.area = sheet.line_numbers, area
    cropped.is_in_workbook = sheet.is_in_workbook
    rows, columns = range(area.top, area.bottom + 1), range(area.left, area.right + 1)
    for row, cells in sheet.rows.items():
        for column, text in cells.items() if row in rows else ():
            if column in columns:
                cropped.store_cell(row, column, text, is_number=(row, column) in sheet.numbers)
    cropped.bordered = {(row, column) for row, column in sheet.bordered if row in rows}
    return cropped


def format_row(sheet: Sheet, row: int) -> str:
    """Return a row of a sheet as a line of text. `row` counts from 0. The line is the line of the
    file if the sheet comes from a text file, otherwise a line of CSV.
    """
    return (
        sheet.texts[row]
        if row in sheet.texts
        else make_csv_line_keeping_formulas(sheet.list_fields(row))
    )
