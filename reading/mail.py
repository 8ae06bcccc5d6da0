"""Reading of mails whose text is encoded, and of files with many mails (mbox): their texts become
lines.

The texts are the body of each mail and its attachments; HTML is converted to lines, too.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from ..base.limits import ARRAY
from ..base.messages import Message
from .file_entry import NumberedLine, Reading, Unwrapped, make_too_much_error, make_unexpected_error
from .lines import Lines

_FIRST = 2**16
_FIELD = re.compile(rb"[!-9;-~]+:|From |[ \t]|$")
_ENCODED = re.compile(
    rb"^content-(transfer-encoding:[ ]*(quoted-printable|base64)|type:[ ]*(multipart|text/html))",
    re.IGNORECASE | re.MULTILINE,
)
"""Header fields of mails that must be decoded before their lines can be read."""
_NEXT = re.compile(rb"^From .*\n(?=[!-9;-~]+:)", re.MULTILINE)
"""The line before each mail of a folder."""


def unwrap(lines: Lines, how: Reading) -> Unwrapped | None:
    """Return the text of all mails in a file as lines; None if the file is not a mail, or is a mail
    whose lines can be read without decoding.

    Raises `PairFileError` if the file is too large.
    """
    start = lines.peek(_FIRST).replace(b"\r\n", b"\n")
    fields = start.partition(b"\n\n")[0]
    searched = start if _NEXT.match(start) else fields
    if not _ENCODED.search(searched) or not all(map(_FIELD.match, fields.split(b"\n"))):
        return None
    whole = lines.peek(ARRAY + 1)
    if len(whole) > ARRAY:
        raise make_too_much_error(lines.source, Message("a mail"))
    return Unwrapped(_read_lines(lines.source, whole), how, Message("a mail without Sudokus"))


def _read_lines(source: str, whole: bytes) -> Iterator[NumberedLine]:
    """Yield the lines of text of all mails in a file, numbered from 1 without restarting at each
    mail.
    """
    from email import message_from_bytes
    from email.policy import default

    mails = filter(None, _NEXT.split(whole.replace(b"\r\n", b"\n")))
    parsed = (message_from_bytes(mail, policy=default) for mail in mails)
    try:
        yield from enumerate(chain.from_iterable(map(_read_mail_lines, parsed)), 1)
    except (LookupError, ValueError, TypeError, AttributeError, RecursionError):  # broken fields
        found = Message("one that is broken")
        raise make_unexpected_error(source, 1, 1, Message("a mail"), found) from None


def _read_mail_lines(mail: Any) -> Iterator[bytes]:
    body = mail.get_body(("plain", "html"))
    for part in chain([body] if body else [], mail.iter_attachments()):
        if part.get_content_maintype() != "text":
            continue
        text = part.get_content()
        if part.get_content_subtype() == "html":
            from .page_lines import read_page_lines

            yield from read_page_lines([text])
        else:
            yield from (line.encode(errors="replace") for line in text.splitlines())
