"""Conversion of an HTML page to lines of text. Each row of an HTML table becomes a line of CSV."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from itertools import chain

from ...base.csv_line import make_csv_line_keeping_formulas
from ...base.limits import FIELDS, GAP, TAG

_ENDS_A_LINE = frozenset(
    ("p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "pre", "table", "br", "blockquote")
)
_HIDDEN = frozenset(("script", "style", "title"))
_NOT_SHOWN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_WITHOUT_END = frozenset(("br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"))
_LONE = frozenset(("td", "th", "tr", "li", "p"))
"""Elements whose end tag may be missing: the next such element ends them."""
_MOST_COLUMNS = 100


class TooManyTagsError(ValueError):
    """The error for an HTML page in which too many successive tags produce no line of text."""


def yield_page_lines(pieces: Iterable[str], max_tags_between_lines: int = GAP) -> Iterator[bytes]:
    """Yield the text of an HTML page as lines of UTF-8 bytes. `pieces` are the successive parts of
    the page's source.

    Raises `ValueError` if a tag or a line is too long, and `TooManyTagsError` if more than
    `max_tags_between_lines` tags in a row produce no line.
    """
    page = _PageParser(max_tags_between_lines)
    for piece in chain(pieces, "\n"):
        page.feed(piece)
        if len(page.rawdata) > TAG or page.length > TAG:
            raise ValueError
        yield from page.lines
        page.lines.clear()
    page.end_line()
    yield from page.lines


class _PageParser(HTMLParser):
    """A parser of HTML that collects the text of a page as lines. The parser of the standard
    library, its base class, calls its methods for tags and texts.
    """

    def __init__(self, max_gap: int) -> None:
        super().__init__()
        self.lines: list[bytes] = []
        self.length = self._tags = 0
        """The numbers of characters and of tags since the last line."""
        self._max_gap = max_gap
        self._text: list[str] = []
        self._row: list[str] | None = None
        self._hidden = self._is_pre = False
        self._unseen = ""
        """The tag of the outermost element around that a browser does not show; empty if none."""
        self._unseen_depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tags += 1
        if self._tags > self._max_gap:
            raise TooManyTagsError
        given = {name: value or "" for name, value in attrs}
        if self._unseen and tag in _LONE and self._unseen in _LONE:
            self._unseen = ""
        if self._unseen:
            self._unseen_depth += tag == self._unseen
        elif tag not in _WITHOUT_END and _is_unseen(tag, given):
            self._unseen, self._unseen_depth = tag, 1
        if tag == "tr":
            self.end_line()
            self._row = []
        elif tag in ("td", "th") and self._row is not None:
            self._end_field()
            wide = given.get("colspan", "")
            count = int(wide) if wide.isascii() and wide.isdigit() and len(wide) < 4 else 1
            self._row += [""] * max(1, min(count, _MOST_COLUMNS))
            if len(self._row) > FIELDS:
                self.end_line()  # the caller refuses this line, because it has too many fields
        elif tag == "input" and self._row and not self._unseen and not _is_unseen(tag, given):
            self._text.append(given.get("value", ""))
        elif tag in _ENDS_A_LINE:
            self._end_line_or_add_space()
        self._hidden = tag in _HIDDEN
        self._is_pre |= tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if tag == self._unseen:
            self._unseen_depth -= 1
        if tag == "table" or not self._unseen_depth:
            self._unseen = ""
        if tag in ("tr", "table"):
            self.end_line()
        elif tag in _ENDS_A_LINE:
            self._end_line_or_add_space()
        if tag == "table":
            self.lines.append(b"")
        self._hidden = False
        self._is_pre &= tag != "pre"

    def handle_data(self, data: str) -> None:
        if self._hidden or self._unseen:
            return
        if self._is_pre and self._row is None:
            *whole, data = data.replace("\r\n", "\n").split("\n")
            for line in whole:
                self._text.append(line)
                self.end_line()
        else:
            data = re.sub(r"[ \t\r\n]+", " ", data)
        self._text.append(data)
        self.length += len(data)

    def _end_line_or_add_space(self) -> None:
        """End the current line, or add a space to the current field of a table."""
        if self._row is None:
            self.end_line()
        else:
            self._text.append(" ")

    def _end_field(self) -> None:
        """Store the text of the current field of a table."""
        if self._row:
            self._row[-1] = "".join(self._text).strip()
        self._text = []

    def end_line(self) -> None:
        """End the current line of text, and append it to `lines`.

        An empty line is added only if it is a row of a table or is in preformatted text.
        """
        self.length = 0
        if self._row is None:
            text = "".join(self._text)
            line = text.rstrip() if self._is_pre else text.strip(" ")
            if line or self._is_pre:
                self._tags = 0
                self.lines.append(line.encode(errors="replace"))
            self._text = []
        else:
            self._end_field()
            self._tags = 0
            self.lines.append(make_csv_line_keeping_formulas(self._row).encode(errors="replace"))
            self._row = None


def _is_unseen(tag: str, attributes: dict[str, str]) -> bool:
    """Return whether a browser does not show an element, or shows its text as struck out."""
    return (
        tag in ("template", "del", "s", "strike")
        or "hidden" in attributes
        or (tag == "input" and attributes.get("type", "").lower() == "hidden")
        or _NOT_SHOWN.search(attributes.get("style", "")) is not None
    )
