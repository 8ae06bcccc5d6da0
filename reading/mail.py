"""Mails as they are sent: the text in them, or the page where they have no text."""

import re
from collections.abc import Iterator

from ..base.language import Message
from ..base.limits import ARRAY
from .form import NumberedLine, Reading, Unwrapped, too_much, unexpected
from .lines import Lines

_FIRST = 2**16
"""How many bytes are read to see whether fields are at the beginning."""
_FIELD = re.compile(rb"[!-9;-~]+:|From |[ \t]|$")
_OF_A_MAIL = re.compile(
    rb"^(from|to|date|received|return-path|message-id|mime-version):", re.IGNORECASE | re.MULTILINE
)


def unwrapped(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the lines of the text of a mail; None for what does not begin with its fields."""
    start = lines.ahead(_FIRST).replace(b"\r\n", b"\n")
    fields = start.partition(b"\n\n")[0]
    if len(_OF_A_MAIL.findall(fields)) < 2 or not all(map(_FIELD.match, fields.split(b"\n"))):
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
