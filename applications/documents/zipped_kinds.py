"""Recognition of the kinds of files that are .zip files: documents, spreadsheets and others."""

import re
import zipfile
from typing import NamedTuple
from weakref import WeakKeyDictionary

from ...reading.lines import NumberedLines
from .limited_reading import explain_document_errors, make_seekable_file
from .zip_files import open_zip_or_none, read_first_bytes

_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument."
_MIMETYPE = 100
_MANIFEST = 2**20
ARRAYS = "arrays"
"""The kind of a .zip file that has nothing but arrays of numpy."""


class ZipContent(NamedTuple):
    """An opened .zip file, and its kind, such as `docx`; the kind is None for an archive of any
    files.
    """

    archive: zipfile.ZipFile
    kind: str | None


_found = WeakKeyDictionary[NumberedLines, ZipContent | None]()
"""The contents that were found, because the readers of several formats need them."""


def find_zip_content_or_none(lines: NumberedLines) -> ZipContent | None:
    """Return a .zip file, opened, and its kind. Return None if the file is not a .zip file
    or is broken. `lines` is the opened file. Raises `PairFileError` if the directory is too large,
    or if the file is too large and cannot be read piece by piece.
    """
    if lines not in _found:
        place = lines.stream.tell() if lines.can_seek else None
        file = make_seekable_file(lines)
        with explain_document_errors(lines.source):
            archive = open_zip_or_none(file, lines.source)
            kind = None if archive is None else _find_zip_kind(archive)
        if place is not None:
            lines.stream.seek(place)
        _found[lines] = None if archive is None else ZipContent(archive, kind)
    return _found[lines]


def _find_zip_kind(archive: zipfile.ZipFile) -> str | None:
    """Return the kind of a .zip file: `docx`, `odt`, `workbook`, `slides`, `apple` (a file of
    Numbers, Pages or Keynote), `arrays` (an .npz file) or `encrypted`. Return None for an archive
    of any other files.

    Only the names of the files, and two small files, are examined. So a `workbook` may still turn
    out to be broken.
    """
    names = set(archive.namelist())
    if "word/document.xml" in names:
        return "docx"
    if "ppt/presentation.xml" in names:
        return "slides"
    if {"Index/Document.iwa", "Index.zip", "index.apxl", "index.xml"} & names:
        return "apple"
    mimetype = read_first_bytes(archive, "mimetype", _MIMETYPE).strip()
    if "content.xml" in names or mimetype.startswith(_OPEN_DOCUMENT):
        if b"encryption-data" in read_first_bytes(archive, "META-INF/manifest.xml", _MANIFEST):
            return "encrypted"
        kind = mimetype.removeprefix(_OPEN_DOCUMENT).removesuffix(b"-template")
        return {b"text": "odt", b"presentation": "slides"}.get(kind, "workbook")
    is_workbook = "[Content_Types].xml" in names or any(name.startswith("xl/") for name in names)
    are_arrays = bool(names) and all(re.fullmatch(r"[^/]+\.npy", name) for name in names)
    return "workbook" if is_workbook else ARRAYS if are_arrays else None
