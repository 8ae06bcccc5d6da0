"""Recognition of the kinds of files that are .zip files: documents, spreadsheets and others. The
process with limits reads their directories.
"""

import re
import zipfile
from collections.abc import Iterator
from typing import IO, NamedTuple
from weakref import WeakKeyDictionary

from ...reading.file_entry import ReadingOptions
from ...reading.lines import NumberedLines
from .limited_reading import (
    KEPT,
    make_seekable_file,
    share_processor_time,
    yield_document_records,
)
from .zip_files import open_zip_or_none, read_first_bytes

_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument."
_MIMETYPE = 100
_MANIFEST = 2**20
ARRAYS = "arrays"
"""The kind of a .zip file that has nothing but arrays of numpy."""


class ZipContent(NamedTuple):
    """The kind and the directory of a .zip file.

    - `file`: the .zip file, of which any part can be read.
    - `kind`: its kind, such as `docx`; None for an archive of any files.
    - `infos`: the entries of its directory if it is an archive; otherwise the list is empty.
    """

    file: IO[bytes]
    kind: str | None
    infos: list[zipfile.ZipInfo]


_found = WeakKeyDictionary[NumberedLines, ZipContent | None]()
"""The contents that were found, because the readers of several formats need them."""


def find_zip_content_or_none(
    lines: NumberedLines, reading_options: ReadingOptions
) -> ZipContent | None:
    """Return the kind and the directory of a .zip file. Return None if the file is not a .zip file
    or is broken. `lines` is the opened file, and `reading_options` are the options with which it is
    read. Raises `PairFileError` if the directory is too large, or if the file is too large and
    cannot be read piece by piece.
    """
    if lines not in _found:
        place = lines.stream.tell() if lines.can_seek else None
        file = make_seekable_file(lines)
        is_zip, *found = yield_document_records(
            "applications.documents.zipped_kinds:yield_kind_and_infos",
            file,
            lines.source,
            (lines.source,),
            share_processor_time(lines, reading_options).processor_time,
            KEPT,
            (zipfile.ZipInfo,),
        )
        if place is not None:
            lines.stream.seek(place)
        _found[lines] = ZipContent(file, found[0], found[1:]) if is_zip else None
    return _found[lines]


def yield_kind_and_infos(
    file: IO[bytes], source: str
) -> Iterator[bool | str | zipfile.ZipInfo | None]:
    """Yield whether a file is a .zip file, then its kind, and for an archive of any files the
    entries of its directory. `source` is the name of the file in errors.
    """
    archive = open_zip_or_none(file, source)
    yield archive is not None
    if archive is not None:
        kind = _find_zip_kind(archive)
        yield kind
        if kind is None:
            yield from archive.infolist()


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
