"""The forms of files that are read, in the order in which they are asked whether a file is theirs.

A new form is a file of this room and a line here. If its bytes are no lines of text with cells on
them, it is a wrapping, with a function `unwrap`; else a form of lines, with one `recognise`.
Either returns None for another form, and raises `PairFileError` for what is its own, but broken.
"""

from typing import TYPE_CHECKING

from ..base.messages import Message
from ..base.registry import load
from .file_entry import Reading, Unwrapped
from .head import Head
from .lines import Lines

if TYPE_CHECKING:
    from .several_lines import SeveralLines
    from .single_lines import SingleLines

WRAPPINGS = {
    "parquet": (b"PAR1", b"ARROW1"),
    "spreadsheet": (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"),
    "html_page": (b"<",),
    "opensudoku": (b"<",),
    "json_array": (b"[", b"{"),
    "mail": (
        *(b"From", b"Return-Path:", b"Received:", b"Delivered-To:", b"Message-I", b"MIME-Version:"),
        *(b"Date:", b"Subject:", b"To:", b"X-", b"DKIM-", b"ARC-", b"Authentication-Results:"),
    ),
}
"""How files of each may begin, perhaps after white space: so that few are imported for one file."""

LINE_FORMS = ("table", "blocks", "one_a_line", "drawn_grids")
"""The last of them takes all that is left, and says what is wrong with it."""


def unwrap(lines: Lines, how: Reading) -> Unwrapped:
    """Return the lines of the first wrapping that the bytes are of, else those that they are."""
    found: Unwrapped | None
    start = lines.start.lstrip()
    for name, starts in WRAPPINGS.items():
        if start.startswith(starts):
            found = load(f"reading.{name}").unwrap(lines, how)
            if found is not None:
                return found._replace(lines=lines.limit_line_lengths(found.lines))
    return Unwrapped(lines, how, Message("an empty file") if not lines.start else None)


def recognise(head: Head) -> "SingleLines | SeveralLines":
    """Return the Sudokus of the first form that a file is of; raise `PairFileError` for none."""
    found: SingleLines | SeveralLines | None
    for name in LINE_FORMS:
        if name in ("table", "blocks") and not head.may_have_columns:
            continue  # and is not imported
        if name == LINE_FORMS[-1]:
            head.check_not_rounded()
        found = load(f"reading.{name}").recognise(head)
        if found is not None:
            return found
    raise head.without_sudoku()
