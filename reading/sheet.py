"""Sheets: tables whose cells have addresses, as in a spreadsheet. Readers of spreadsheets, of
tables in text and of documents make them, and Sudokus are found in them by the addresses of cells.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Area(NamedTuple):
    """A rectangle of cells in a sheet: its first and last row and column, counted from 0."""

    top: int
    left: int
    bottom: int
    right: int


class Sheet:
    """A table of cells, each with a row and a column, counted from 0.

    `name` is the name of the sheet, or the text above a table in a document. `is_hidden` is whether
    the spreadsheet does not show the sheet. Row 0 is line `first_line` of the file. `height` and
    `width` are the extent: the numbers of rows and columns up to the last cell that the file
    mentions, even if this cell is empty. `numbers` and `bordered` are the addresses (row, column)
    of the cells that are stored as numbers, and of the cells that have a border. `merges` are the
    areas of merged cells, and `texts` the texts of a text file's lines by their rows.
    """

    def __init__(self, name: str = "", *, first_line: int = 1, is_hidden: bool = False) -> None:
        self.name, self.first_line, self.is_hidden = name, first_line, is_hidden
        self.height = self.width = 0
        self.numbers, self.bordered = set[tuple[int, int]](), set[tuple[int, int]]()
        self.merges, self.texts = list[Area](), dict[int, str]()
        self.rows = dict[int, dict[int, str]]()
        """For each row with texts the texts of its cells, by their columns."""

    def put(
        self,
        row: int,
        column: int,
        text: str = "",
        *,
        is_number: bool = False,
        is_bordered: bool = False,
    ) -> None:
        """Store a cell. A cell without a text is empty, but belongs to the extent of the sheet."""
        self.height, self.width = max(self.height, row + 1), max(self.width, column + 1)
        if text:
            self.rows.setdefault(row, {})[column] = text
        if is_number:
            self.numbers.add((row, column))
        if is_bordered:
            self.bordered.add((row, column))

    def put_row(self, row: int, texts: Iterable[str]) -> None:
        """Store the texts of the first cells of a row."""
        for column, text in enumerate(texts):
            self.put(row, column, text)

    def get(self, row: int, column: int) -> str:
        """Return the text of a cell; an empty text if the cell is empty."""
        return self.rows.get(row, {}).get(column, "")

    def list_fields(self, row: int) -> list[str]:
        """Return the texts of a row's cells up to its last text, with empty texts between them."""
        cells = self.rows.get(row, {})
        return [cells.get(column, "") for column in range(max(cells, default=-1) + 1)]


def name_column(place: int) -> str:
    """Return the letters with which spreadsheets name a column, such as AA. `place` is the index of
    the column, from 0.

    >>> [name_column(place) for place in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = ""
    while place >= 0:
        place, letter = divmod(place, 26)
        letters = chr(ord("A") + letter) + letters
        place -= 1
    return letters


def name_area(area: Area) -> str:
    """Return the address of an area as spreadsheets write it.

    >>> name_area(Area(0, 0, 8, 8))
    'A1:I9'
    """
    first, last = (
        f"{name_column(column)}{row + 1}"
        for row, column in ((area.top, area.left), (area.bottom, area.right))
    )
    return f"{first}:{last}"
