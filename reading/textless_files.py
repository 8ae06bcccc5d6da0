"""Recognition of files that contain no text, such as pictures, or text of another kind, such as
formulas. The error names the kind of file and how the user can get a file that can be read.
"""

import re

from ..base.messages import Message
from .file_entry import NoSudokuError
from .lines import NumberedLines

_FIRST = 2**16

_PICTURE = Message("a picture: there is no text in it")
_OLD_WORD = Message("a document of Word before 2007; save it as .docx")
_ENCRYPTED = Message("an encrypted document; save it without a password")
_RICH_TEXT = Message("a document in Rich Text Format; save it as .docx, .odt or plain text")
_OUTLOOK = Message("an attachment that only Outlook can open; ask for the mail as plain text")
_POSTSCRIPT = Message("a PostScript file; save it as PDF")
_OTHER_ARCHIVE = Message("an archive that is not a .zip file; unpack it, or pack it as .zip")

_DATABASE = Message("an SQLite database; export its table of Sudokus as .csv")
_CATALOGUE = Message(
    "a catalogue; this finds copies in it: sudokopie catalogue find CATALOGUE FILE"
)

_DUCKDB = Message(
    "a DuckDB database; its COPY table TO 'sudokus.parquet' makes a file that can be read"
)
_ARROW_STREAM = Message("an Arrow stream; save it as an Arrow or Parquet file")

_FORMULA = Message(
    "a formula for solvers; sudokopie decode FORMULA OUTPUT translates the output of a solver"
)

_KINDS = (
    (
        re.compile(rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|BM.{4}\0{4}|II\*\0|MM\0\*", re.DOTALL),
        _PICTURE,
    ),
    (re.compile(rb"RIFF.{4}WEBP|.{4}ftyp(heic|heix|mif1|msf1|avif)", re.DOTALL), _PICTURE),
    (re.compile(rb"\{\\rtf"), _RICH_TEXT),
    (re.compile(rb"\x78\x9f\x3e\x22"), _OUTLOOK),
    (re.compile(rb"%!PS"), _POSTSCRIPT),
    (re.compile(rb"(c[ \n][^\n]*\n)*p w?cnf |[c*] sudokopie |\* #variable="), _FORMULA),
    # The number of the application is at byte 68 of a database.
    (re.compile(rb"SQLite format 3\0.{52}SDKP", re.DOTALL), _CATALOGUE),
    (re.compile(rb"SQLite format 3\0"), _DATABASE),
    (re.compile(rb".{8}DUCK", re.DOTALL), _DUCKDB),
    # The mark before each message of a stream, and the length of the first, the schema.
    (re.compile(rb"\xff\xff\xff\xff.{3}\0", re.DOTALL), _ARROW_STREAM),
    (re.compile(rb"7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|.{257}ustar", re.DOTALL), _OTHER_ARCHIVE),
)
"""The kinds of files that are recognised by their first bytes."""

_NEEDS_DOCUMENTS = (
    (
        re.compile(
            rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis\.opendocument\.spreadsheet", re.DOTALL
        ),
        Message("a spreadsheet"),
    ),
    (re.compile(rb"PK\x03\x04.*xl/|\xd0\xcf\x11\xe0", re.DOTALL), Message("a spreadsheet")),
    (re.compile(rb"PK\x03\x04.*word/", re.DOTALL), Message("a text document")),
    (re.compile(rb"PK\x03\x04|PK\x05\x06"), Message("an archive")),
    (re.compile(rb"%PDF-"), Message("a PDF")),
    (re.compile(rb"PAR1|ARROW1"), Message("a Parquet or Arrow file")),
    (re.compile(rb"\x93NUMPY"), Message("an array of numpy")),
    (
        re.compile(rb"\s*<(!doctype html|html|head|body|table|div|p)[\s>]", re.IGNORECASE),
        Message("an HTML page"),
    ),
    (
        re.compile(
            rb"From .*\d:\d\d|((From|To|Subject|Date|Received|Return-Path|Delivered-To|Message-ID|"
            rb"MIME-Version|DKIM-Signature|X-[A-Za-z-]+): [^\n]*\n([ \t][^\n]*\n)*){2}",
            re.IGNORECASE,
        ),
        Message("a mail"),
    ),
)
"""The kinds of files that the application `documents` reads, recognised by their first bytes."""

_A_SUDOKU = Message("a Sudoku")

_OLE = b"\xd0\xcf\x11\xe0"
"""The first bytes of the files of Office before 2007, and of encrypted files of later versions."""


def refuse_textless_file(lines: NumberedLines) -> None:
    """Raise `NoSudokuError` if a file has no text, such as a picture, or is of another kind that
    cannot be read. `lines` is the opened file. The error names the kind of the file.
    """
    refuse_unreadable_kind(lines.source, lines.start)
    if lines.start.startswith(_OLE):
        _refuse_kind_if_given(
            lines.source, _find_kind_of_old_office_file_or_none(lines.peek_first_bytes(_FIRST))
        )


def refuse_document(lines: NumberedLines) -> None:
    """Raise `NoSudokuError` if a file is a document, such as a spreadsheet. This function is called
    if the application that reads documents is missing. `lines` is the opened file.
    """
    first_bytes = lines.peek_first_bytes(_FIRST)
    for pattern, kind in _NEEDS_DOCUMENTS:
        if pattern.match(first_bytes):
            found = Message("{kind}; this installation cannot read it", kind=kind)
            _refuse_kind_if_given(lines.source, found)


def refuse_unreadable_kind(source: str, first_bytes: bytes) -> None:
    """Raise `NoSudokuError` if a file is of a kind that cannot be read, such as a picture or a
    formula. The kind is recognised by `first_bytes`, the first bytes of the file. `source` is the
    name of the file.
    """
    _refuse_kind_if_given(
        source, next((kind for pattern, kind in _KINDS if pattern.match(first_bytes)), None)
    )


def _refuse_kind_if_given(source: str, kind: Message | None) -> None:
    """Raise `NoSudokuError` if `kind` is the kind of a file from which no Sudoku can be read, such
    as a picture. If `kind` is None, the file is of no such kind, and nothing is raised.
    """
    if kind is not None:
        message = Message("expected {expected}, found {found}", expected=_A_SUDOKU, found=kind)
        raise NoSudokuError(source, 1, 1, message)


def _find_kind_of_old_office_file_or_none(first_bytes: bytes) -> Message | None:
    """Return the kind of a file in the format of Office before 2007, judged by the UTF-16 names in
    its first bytes. Return None if it may be a workbook, which can be read.
    """
    if "EncryptedPackage".encode("utf-16-le") in first_bytes:
        return _ENCRYPTED
    return _OLD_WORD if "WordDocument".encode("utf-16-le") in first_bytes else None
