"""Reading of mails, and of files with many mails (mbox). The text of each mail and each of its
attachments is read as a separate file.
"""

import codecs
import io
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from ...base.errors import PairFileError, make_unexpected_error
from ...base.limits import ARRAY, NAME
from ...base.messages import Message
from ...reading.container import MOST_INNER_FILES, Container, InnerFile
from ...reading.file_entry import MailHeader, ReadingOptions, make_file_too_large_error
from ...reading.gridfile import GridFile, OpenedStream
from ...reading.lines import ByteStreamOfPieces, NumberedLines
from . import limited_reading

_FIRST = _PIECE = 2**16
_FIELD = re.compile(rb"[!-9;-~]+:|From |[ \t]|$")
_ENCODED = re.compile(
    rb"^content-(transfer-encoding:[ ]*(quoted-printable|base64)|type:[ ]*(multipart|text/html))",
    re.IGNORECASE | re.MULTILINE,
)
"""Header fields of mails that must be decoded before their lines can be read."""
_SENDER = re.compile(rb"^from:", re.IGNORECASE | re.MULTILINE)
_OTHER_FIELD = re.compile(
    rb"^(to|cc|subject|date|message-id|received|return-path|mime-version|reply-to):",
    re.IGNORECASE | re.MULTILINE,
)
_MBOX = re.compile(rb"From .*\n[!-9;-~]+:")
"""The beginning of a file with many mails."""
_HEADER = re.compile(rb"[!-9;-~]+:")
_SIGNATURES = ("application/pgp-signature", "application/pkcs7-signature")
_BROKEN = (LookupError, ValueError, TypeError, AttributeError, RecursionError)
"""The errors that the library raises for mails with broken fields."""


class MailFile(NamedTuple):
    """A part of a mail that is read as a file: its text or an attachment.

    - `name`: its name in messages.
    - `content`: its bytes.
    - `encoding`: its encoding if it is a text whose encoding is known; otherwise None.
    - `lines_before`: a number that is added to the numbers of its lines; None if no number is known
      for this part.
    - `mail_header`: the header of the mail.
    - `is_body`: whether it is the text of the mail.
    - `is_fallback`: whether it is read only if the file before it contains no Sudoku.
    """

    name: str
    content: bytes
    encoding: str | None
    lines_before: int | None
    mail_header: MailHeader
    is_body: bool
    is_fallback: bool = False


def make_container_or_none(
    input_lines: NumberedLines, reading_options: ReadingOptions
) -> Container | None:
    """Return the texts and attachments of all mails in a file, as a `Container`; None if the file
    is not a mail. `input_lines` is the opened file, and `reading_options` are the options with
    which the texts and attachments are read. Raises `PairFileError` if the file is too large.
    """
    start = _peek_start_of_mail(input_lines)
    if start is None:
        return None
    if _MBOX.match(start):
        inner_files = _yield_mbox_files_or_errors(input_lines, reading_options)
    else:
        whole = input_lines.peek_first_bytes(ARRAY + 1)
        if len(whole) > ARRAY:
            raise make_file_too_large_error(input_lines.source, Message("a mail"))
        inner_files = _yield_mail_files_or_errors(whole, input_lines.source, reading_options, 1)
    return Container(inner_files, Message("a mail without Sudokus"))


def open_apart_or_none(
    opened: OpenedStream, reading_options: ReadingOptions, *, is_pair: bool
) -> GridFile | None:
    """Open mails as `limited_reading.open_apart_or_none` does. Return None if this process must
    read the file, because it is no mail or no other process can be started.
    """
    if _peek_start_of_mail(opened.lines) is None:
        return None
    return limited_reading.open_apart_or_none(
        opened, reading_options, is_pair=is_pair, is_streamed=True
    )


def _peek_start_of_mail(input_lines: NumberedLines) -> bytes | None:
    """Return the beginning of a file of mails, with line feeds as line ends. Return None if the
    file is not a mail.
    """
    start = input_lines.peek_first_bytes(_FIRST).replace(b"\r\n", b"\n")
    fields = start.partition(b"\n\n")[0]
    has_fields = _SENDER.search(fields) and _OTHER_FIELD.search(fields)
    is_mail = _MBOX.match(start) or _ENCODED.search(fields) or has_fields
    return start if is_mail and all(map(_FIELD.match, fields.split(b"\n"))) else None


def _yield_mbox_files_or_errors(
    lines: NumberedLines, reading_options: ReadingOptions
) -> Iterator[InnerFile | PairFileError]:
    """Yield the texts and attachments of all mails in an mbox file, a file with many mails. One
    mail at a time is in memory.
    """
    file = io.BufferedReader(ByteStreamOfPieces(lines.yield_decompressed_pieces()))
    mail, length, first, number, count = list[bytes](), 0, 1, 0, 0
    line = file.readline(ARRAY + 1)
    while line:
        number += 1
        following = file.readline(ARRAY + 1)
        if line.startswith(b"From ") and _HEADER.match(following):
            if mail:
                count += 1
                yield from _yield_mail_files_or_errors(
                    b"".join(mail), f"{lines.source}[{count}]", reading_options, first
                )
            mail, length, first = [], 0, number + 1
        else:
            mail.append(line)
            length += len(line)
        if length > ARRAY:
            yield make_file_too_large_error(lines.source, Message("a mail"))
            return
        line = following
    if mail:
        yield from _yield_mail_files_or_errors(
            b"".join(mail), f"{lines.source}[{count + 1}]", reading_options, first
        )


def _yield_mail_files_or_errors(
    content: bytes, source: str, reading_options: ReadingOptions, line: int
) -> Iterator[InnerFile | PairFileError]:
    """Yield the text and the attachments of a mail as files; a broken mail gives an error.
    `content` has the bytes of the mail as it was sent, `source` is the name of the mail in
    messages, and `line` is the number of its first line in the file.
    """
    try:
        with limited_reading.explain_document_errors(source):
            for file in _yield_files_of_mail(content, source, line):
                if isinstance(file, PairFileError):
                    yield file
                else:
                    yield _make_inner_file(file, reading_options)
    except PairFileError as error:
        yield error


def _make_inner_file(mail_file: MailFile, reading_options: ReadingOptions) -> InnerFile:
    """Return a part of a mail as a file. `reading_options` are the options with which the mail is
    read.
    """
    content = mail_file.content
    return InnerFile(
        mail_file.name,
        io.BytesIO(content),
        reading_options._replace(
            depth=reading_options.depth + 1,
            encoding=reading_options.encoding or mail_file.encoding,
            lines_before=reading_options.lines_before
            if mail_file.lines_before is None
            else mail_file.lines_before,
        ),
        lambda: len(content),
        mail_file.mail_header,
        mail_file.is_body,
        mail_file.is_fallback,
    )


def _yield_files_of_mail(
    content: bytes, source: str, line: int
) -> Iterator[MailFile | PairFileError]:
    """Yield the text and the attachments of a mail; a broken mail or attachment gives an error.
    `content` has the bytes of the mail as it was sent, `source` is the name of the mail in
    messages, and `line` is the number of its first line in its file.
    """
    from email.feedparser import BytesFeedParser
    from email.policy import default

    try:
        # In pieces, because the parser of whole mails takes four bytes for each character.
        parser = BytesFeedParser(policy=default)
        for start in range(0, len(content), _PIECE):
            parser.feed(content[start : start + _PIECE])
        mail: Any = parser.close()
        mail_header = MailHeader(
            _read_header_field(mail, "From"), _read_header_field(mail, "Subject")
        )
        yield from _MailReader(
            source, mail_header, content, line
        ).yield_text_and_attachment_files_or_errors(mail)
    except _BROKEN:
        found = Message("one that is broken")
        yield make_unexpected_error(source, 1, 1, Message("a mail"), found)


def _read_header_field(mail: Any, name: str) -> str:
    """Return a header field of a mail as a line of text. It is empty if the mail lacks the
    field.
    """
    value = ""
    with suppress(*_BROKEN):
        value = str(mail[name] or "")
    text = "".join(char if char.isprintable() else " " for char in value)
    return " ".join(text.encode(errors="replace").decode().split())[:NAME]


class _MailReader:
    """A reader of the parts of one mail: its text and its attachments. `source` is the name of the
    mail, `content` the mail as it was sent, and `line` the number of its first line in the file.
    """

    def __init__(
        self,
        source: str,
        mail_header: MailHeader,
        content: bytes,
        line: int,
    ) -> None:
        self._source, self._mail_header = source, mail_header
        self._content, self._line = content, line
        self._names: dict[str, int] = {}
        self._count = 0

    def yield_text_and_attachment_files_or_errors(
        self, mail: Any
    ) -> Iterator[MailFile | PairFileError]:
        """Yield the text of a mail and its attachments as files. `mail` is the parsed mail."""
        waiting = [(mail, False)]
        while waiting:
            part, is_fallback = waiting.pop()
            self._count += 1
            if self._count > MOST_INNER_FILES:
                expected = Message("a mail of at most {count} parts", count=MOST_INNER_FILES)
                found = Message("more of them")
                yield make_unexpected_error(self._source, 1, 1, expected, found)
                return
            kind = part.get_content_type()
            if kind == "multipart/alternative" and part.is_multipart():
                first, *others = _list_alternatives_to_read(part.get_payload())
                waiting += [(one, True) for one in reversed(others)]
                waiting.append((first, is_fallback))
            elif kind == "message/rfc822" and part.is_multipart():
                yield self._make_attachment_file(part, part.get_payload(0).as_bytes(), "mail.eml")
            elif part.is_multipart():
                waiting += [(one, is_fallback) for one in reversed(part.get_payload())]
            elif kind not in _SIGNATURES:
                leaf = self._read_leaf_part_or_error(part)
                yield (
                    leaf._replace(is_fallback=is_fallback) if isinstance(leaf, MailFile) else leaf
                )

    def _read_leaf_part_or_error(self, part: Any) -> MailFile | PairFileError:
        """Return the text of a mail, or an attachment of the mail, as a file. `part` is this part
        of the mail; it has no parts of its own. If the part is broken, return an error.
        """
        is_text = part.get_content_maintype() == "text"
        is_page = part.get_content_subtype() == "html"
        try:
            content = part.get_payload(decode=True) or b""
            if is_text and is_page:
                # The tag at the beginning makes sure that the text is recognised as an HTML page.
                content = b"<div>" + part.get_content().encode(errors="replace")
        except _BROKEN:
            found = Message("one that is broken")
            return make_unexpected_error(self._source, 1, 1, Message("a mail"), found)
        encoding = None
        if is_text:
            encoding = "utf-8" if is_page else _find_stated_encoding_or_none(part, content)
        if part.get_filename() is None and is_text:
            return self._make_body_file(content, encoding)
        return self._make_attachment_file(part, content, f"part{self._count}", encoding)

    def _make_body_file(self, content: bytes, encoding: str | None) -> MailFile:
        """Return the text of a mail as a file. `content` is the decoded text, and `encoding` its
        encoding, None if the encoding must be recognised.

        The lines of this file are numbered from 1. If the mail consists only of this text, and the
        text is written in the mail without an encoding such as base64, the lines have the same
        numbers as in the mail's file, so that a user finds them there.
        """
        head, mark, text = self._content.partition(b"\n\n")
        if b"\r\n\r\n" in head:
            head, mark, text = self._content.partition(b"\r\n\r\n")
        lines_before = None
        if self._count == 1 and text.strip() == content.strip():
            content, lines_before = text, self._line - 1 + (head + mark).count(b"\n")
        return MailFile(
            self._source, content, encoding, lines_before, self._mail_header, is_body=True
        )

    def _make_attachment_file(
        self, part: Any, content: bytes, default_name: str, encoding: str | None = None
    ) -> MailFile:
        """Return an attachment as a file. `part` is the parsed attachment, and `content` has its
        bytes. The name of the file is the name in the mail, or `default_name` if the mail gives
        none; if another attachment has the same name, a number is added.
        """
        name = str(part.get_filename() or default_name).replace("\0", "")
        self._names[name] = count = self._names.get(name, 0) + 1
        source = f"{self._source}/{name}" + (f" ({count})" if count > 1 else "")
        return MailFile(source, content, encoding, None, self._mail_header, is_body=False)


def _list_alternatives_to_read(parts: list[Any]) -> list[Any]:
    """Return the parts of a mail that are read, in this order: first its plain text, then the last
    of its alternatives. Alternatives have the same content in different formats. The caller reads
    the second part only if the first contains no Sudoku.
    """
    plain = [one for one in parts if one.get_content_type() == "text/plain"]
    last = parts[-1:]
    return plain[:1] + last if plain[:1] != last else last


def _find_stated_encoding_or_none(part: Any, content: bytes) -> str | None:
    """Return the encoding that a mail states for one of its texts. Return None if the text is not
    in this encoding, so that its encoding must be recognised.
    """
    try:
        encoding = codecs.lookup(part.get_content_charset() or "").name
        content.decode(encoding)
    except (*_BROKEN, UnicodeError):
        return None
    return None if encoding in ("ascii", "utf-8") else encoding
