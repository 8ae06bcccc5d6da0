"""Reading of the plainest form of Sudokus: each line is a row of cells, and nothing else.

Lines may be blank, drawn or comments, and a line of words between two grids is a title. The
recogniser decides what a text holds; this reader names the first fault of a text that the
recogniser refuses, and reads grids of every size, such as 2×2, in a text that has nothing else.
"""

from collections.abc import Iterable, Iterator

from .cells import (
    WHITE,
    ParsedRow,
    is_drawn_line,
    is_title,
    parse_row,
    replace_unusual_characters_by_ascii,
)
from .file_entry import NumberedText
from .file_head import FileHead


class PlainRows:
    """The rows of cells of a text. `has_titles` is whether other lines had words."""

    def __init__(self, file_head: FileHead, lines: Iterable[NumberedText]) -> None:
        self._file_head, self._lines, self.has_titles = file_head, lines, False

    def yield_rows(self) -> Iterator[ParsedRow]:
        """Yield the rows of all Sudokus, each with the title, and the numbers of the last blank
        line and the last drawn line, before it.
        """
        gap = rule = count = 0
        title, size = "", None
        for number, text in self._lines:
            line = replace_unusual_characters_by_ascii(text)
            if not line.strip(WHITE):
                gap = number
            elif line.lstrip(WHITE).startswith("#"):
                continue
            elif is_drawn_line(line):
                rule = number
            else:
                row = parse_row(number, line, self._file_head.box)
                if (size is None or count % size == 0) and is_title(line, row, size):
                    title, self.has_titles = text.strip(WHITE), True
                    self._file_head.record_other_text(number, text)
                    continue
                yield row._replace(gap=gap, rule=rule, title=title, text=text)
                gap = rule = 0
                title, size = "", size or len(row.cells)
                count += 1
