"""Read the content of a page from its HTML."""

from __future__ import annotations

from html.parser import HTMLParser


class Reader(HTMLParser):
    """The content of a page as a browser without scripts shows it: the cells of its tables, the
    items of its lists, its links, its text, and its scripts.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.items: list[str] = []
        self.links: list[str] = []
        self.scripts: list[str] = []
        self.text = ""
        self._into = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._into = tag
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        elif tag == "li":
            self.items.append("")
        elif tag == "script":
            self.scripts.append("")
        self.links += [str(value) for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        if self._into in ("td", "th"):
            self.tables[-1][-1][-1] += data.strip()
        elif self._into == "li":
            self.items[-1] += data.strip()
        elif self._into == "script":
            self.scripts[-1] += data
        if self._into not in ("script", "style"):
            self.text += data


def cells(table: list[list[str]]) -> list[list[int]]:
    """Return the digits of a Sudoku from its table, whose first row and column are numbers."""
    return [[int(cell or 0) for cell in row[1:]] for row in table[1:]]
