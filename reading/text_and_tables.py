"""The text and the tables of a document as files of their own. The lines of all these files are
numbered together, as in the document.
"""

import io
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from operator import itemgetter

from ..base.errors import PairFileError
from .cells import has_word, is_greeting
from .fields import join_fields, split_fields
from .file_entry import Reading, decode_line
from .members import Member

_SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)

PartLine = tuple[int, bytes]
"""The number of the table to which a line belongs, 0 for a line of text, and the line. If the
number is negative, the line is the title of the following table.
"""


def make_members(
    source: str, lines: Iterable[PartLine], how: Reading
) -> Iterator[Member | PairFileError]:
    """Yield the text between two tables as a file, and each table as a file of CSV. The line of
    text above a table is the name of its Sudokus.

    An error of `lines` is yielded as the last item.
    """
    before, title = 0, ""
    try:
        for table, group in groupby(lines, itemgetter(0)):
            found = [line for _, line in group]
            if table < 0:
                title = _find_title(found)
                continue
            content = b"".join(b"%b\n" % line for line in (_fill_blanks(found) if table else found))
            own = how._replace(
                depth=how.depth + 1, encoding="utf-8", lines_before=before, table_title=title
            )
            taken = partial(int, len(content))
            yield Member(source, io.BytesIO(content), own, taken, is_body=not table)
            before += len(found)
            title = "" if table else _find_title(found)
    except PairFileError as error:
        yield error


def _fill_blanks(rows: list[bytes]) -> list[bytes]:
    """Return the rows of a table with a sign in each empty cell, if the table is as large as a
    Sudoku and contains only digits; otherwise the rows unchanged.

    The edges of such a table are the edges of the Sudoku, even if outer rows are empty.
    """
    size = len(rows)
    if size not in _SIZES or size > len(rows[0]) + 1:
        return rows
    cells = [split_fields(decode_line(row), ",") for row in rows]
    texts = [text.strip() for row in cells for text in row]
    is_square = all(len(row) == size for row in cells)
    if not is_square or not all(text.isdigit() or not text for text in texts):
        return rows
    filled = ([text.strip() or "." for text in row] for row in cells)
    return [join_fields(row).encode() for row in filled]


def _find_title(texts: list[bytes]) -> str:
    """Return the last line of text before a table, which is the title of its Sudoku; empty if it is
    a greeting or has no words.
    """
    lines = (decode_line(line).strip() for line in reversed(texts))
    text = next(filter(None, lines), "")
    return text if has_word(text) and not is_greeting(text) else ""
