"""Mails as they are sent, encoded: the text in them, or the page where they have no text."""

import re
from collections.abc import Iterator

from ..base.language import Message
from ..base.limits import ARRAY
from .form import NumberedLine, Reading, Unwrapped, too_much, unexpected
from .lines import Lines

_FIRST = 2**16
"""How many bytes are read to see whether fields are at the beginning."""
_FIELD = re.compile(rb"[!-9;-~]+:|From |[ \t]|$")
_ENCODED = re.compile(
    rb"^content-(transfer-encoding:[ ]*(quoted-printable|base64)|type:[ ]*(multipart|text/html))",
    re.IGNORECASE | re.MULTILINE,
)
"""Fields of mails that cannot be read line by line as they stand."""


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the lines of the text of a mail; None for one whose lines can be read as they are."""
    start = lines.ahead(_FIRST).replace(b"\r\n", b"\n")
    fields = start.partition(b"\n\n")[0]
    if not _ENCODED.search(fields) or not all(map(_FIELD.match, fields.split(b"\n"))):
        return None
    whole = lines.ahead(ARRAY + 1)
    if len(whole) > ARRAY:
        raise too_much(lines.source, Message("a mail"))
    return Unwrapped(_text(lines.source, whole), how, Message("a mail without Sudokus"))


def _text(source: str, whole: bytes) -> Iterator[NumberedLine]:
    from email import message_from_bytes
    from email.policy import default

    try:
        mail = message_from_bytes(whole, policy=default)
        part = mail.get_body(("plain", "html"))
        text = part.get_content() if part else ""
        is_page = part is not None and part.get_content_subtype() == "html"
    except (LookupError, ValueError, TypeError, AttributeError, RecursionError):  # broken fields
        found = Message("one that is broken")
        raise unexpected(source, 1, 1, Message("a mail"), found) from None
    if is_page:
        from .page_lines import lines_of_page

        yield from lines_of_page([text])
    else:
        yield from enumerate((line.encode(errors="replace") for line in text.splitlines()), 1)
