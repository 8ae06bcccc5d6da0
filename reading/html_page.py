"""Pages of HTML: the text on them line by line, and the rows of their tables as lines of CSV."""

import codecs
import re
from collections.abc import Iterator

from ..base.language import Message, quoted
from .form import NumberedLine, Reading, Unwrapped, too_long_a_gap, unexpected
from .lines import Lines
from .page_lines import GapError, lines_of_page

_TAG = re.compile(rb"<(td|th|pre|p|br|div|li)[ \t\r\n/>]", re.IGNORECASE)


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the lines of a page; None for XML whose Sudokus stand in an attribute."""
    start = lines.ahead(2**18)
    name = how.column if isinstance(how.column, str) else "data"
    in_attribute = rb"[ \t\r\n]%b[ ]*=[ ]*[\"'][0-9A-Za-z._*-]{16}" % re.escape(name.encode())
    if not _TAG.search(start) or re.search(in_attribute, start):
        return None
    return Unwrapped(_lines(lines), how, Message("a page without Sudokus"))


def _lines(lines: Lines) -> Iterator[NumberedLine]:
    number = 0
    try:
        texts = codecs.iterdecode(lines.unified(), "utf-8", "replace")
        for number, line in enumerate(lines_of_page(texts, lines.max_gap), 1):
            yield number, line
    except GapError:
        raise too_long_a_gap(lines.source, number + 1, lines.max_gap) from None
    except ValueError:
        raise unexpected(lines.source, 1, 1, Message("HTML"), quoted("…")) from None
