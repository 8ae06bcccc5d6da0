"""Recognition of the kinds of files that are .zip files: documents, spreadsheets and others."""

import re
import zipfile

from .zip_files import read_first_bytes

_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument."
_MIMETYPE = 100
_MANIFEST = 2**20
ARRAYS = "arrays"
"""The kind of a .zip file that has nothing but arrays of numpy."""


def find_zip_kind(archive: zipfile.ZipFile) -> str | None:
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
