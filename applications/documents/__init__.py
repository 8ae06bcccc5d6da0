"""The application for documents: Sudokus in spreadsheets, HTML pages, text documents, PDFs, mails,
archives, Parquet files and arrays of numpy. A process with limits reads each document.
"""

from ...base.applications import Application, FileFormat

_ZIP = b"PK\x03\x04"
_STARTS_OF_MAILS = (
    *(b"From", b"Return-Path:", b"Received:", b"Delivered-To:", b"Message-I", b"MIME-Version:"),
    *(b"Date:", b"Subject:", b"To:", b"X-", b"DKIM-", b"ARC-", b"Authentication-Results:"),
)

_OPENER = "limited_reading:open_apart_or_none"

APPLICATION = Application(
    formats={
        "text document": FileFormat(
            (_ZIP,), "document:make_container_or_none", is_container=True, open_apart=_OPENER
        ),
        "archive": FileFormat(
            (_ZIP, b"PK\x05\x06"),
            "archive:make_container_or_none",
            is_container=True,
            open_apart=_OPENER,
        ),
        "PDF": FileFormat(
            (b"%PDF-",), "pdf:make_container_or_none", is_container=True, open_apart=_OPENER
        ),
        "mail": FileFormat(
            _STARTS_OF_MAILS,
            "mail:make_container_or_none",
            is_container=True,
            open_apart="mail:open_apart_or_none",
        ),
        "Parquet": FileFormat(
            (b"PAR1", b"ARROW1"), "parquet:convert_to_lines", list_ranges="parquet:list_ranges"
        ),
        "numpy": FileFormat((b"\x93NUMPY", _ZIP), "numpy_files:convert_to_lines"),
        "spreadsheet": FileFormat(
            (_ZIP, b"\xd0\xcf\x11\xe0"), "spreadsheet:convert_to_lines", open_apart=_OPENER
        ),
        "HTML": FileFormat(
            (b"<",), "html_page:convert_to_lines", open_apart="html_page:open_apart_or_none"
        ),
    }
)
