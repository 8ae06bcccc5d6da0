"""Reading of .zip files: each file inside is read as a separate file, in any format."""

import zipfile
from collections.abc import Iterator
from typing import IO, cast

from ...base.errors import PairFileError, make_unexpected_error
from ...base.limits import ARCHIVE
from ...base.messages import Message
from ...reading.container import MOST_INNER_FILES, Container, InnerFile
from ...reading.file_entry import ReadingOptions
from ...reading.lines import ByteStreamOfPieces, NumberedLines
from .limited_reading import explain_document_errors
from .zip_files import yield_pieces
from .zipped_kinds import find_zip_content_or_none

_TAKEN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
"""The methods of compression that are read. Files with other methods are refused, because they can
need gigabytes of memory.
"""


def make_container_or_none(
    input_lines: NumberedLines, reading_options: ReadingOptions
) -> Container | None:
    """Return the files in a .zip file as a `Container`, sorted by their names. Return None if the
    file is not a .zip file, or if it is a document or spreadsheet, which are .zip files too.
    `input_lines` is the opened .zip file, and `reading_options` are the options with which the
    files inside are read.

    Hidden files are left out. An archive with too many files, or with files that are too large
    together, gives a `PairFileError` as the last of its files.
    """
    content = find_zip_content_or_none(input_lines)
    if content is None or content.kind is not None:
        return None
    return Container(
        _yield_inner_files_or_errors(content.archive, input_lines.source, reading_options),
        Message("an archive without Sudokus"),
    )


def _yield_inner_files_or_errors(
    archive: zipfile.ZipFile, source: str, reading_options: ReadingOptions
) -> Iterator[InnerFile | PairFileError]:
    """Yield each file in a .zip file, opened; if a file cannot be opened, yield its error instead.
    If there are too many files, or files that are too large together, the last item is an error.
    `source` is the name of the .zip file in errors, and `reading_options` are the options with
    which the files inside are read.
    """
    every = archive.infolist()
    infos = [info for info in every if not _is_folder(info) and not _is_hidden(info)]
    if len(infos) > MOST_INNER_FILES:
        expected = Message("an archive of at most {count} files", count=MOST_INNER_FILES)
        found = Message("{count} files", count=len(infos))
        yield make_unexpected_error(source, 1, 1, expected, found)
        return
    length = 0
    for info in sorted(infos, key=lambda info: info.filename):
        name = f"{source}/{info.filename}"
        length += info.file_size
        if length > ARCHIVE:
            message = Message(
                "expected at most {limit} MiB in an archive, found more", limit=ARCHIVE // 2**20
            )
            yield PairFileError(name, 1, 1, message)
            return
        yield _open_inner_file_or_error(archive, info, name, reading_options)


def _is_folder(zip_info: zipfile.ZipInfo) -> bool:
    """Return whether an entry of a ZIP archive is a folder. Python's own method `is_dir` fails if
    the name of the entry is empty, as in damaged archives.
    """
    return zip_info.filename.endswith("/")


def _is_hidden(zip_info: zipfile.ZipInfo) -> bool:
    """Return whether a file in a .zip file is hidden: its name, or the name of a folder that
    contains it, begins with a dot, or it is in the folder `__MACOSX`.
    """
    parts = zip_info.filename.split("/")
    return parts[0] == "__MACOSX" or any(part.startswith(".") for part in parts)


def _open_inner_file_or_error(
    archive: zipfile.ZipFile,
    zip_info: zipfile.ZipInfo,
    name_in_messages: str,
    reading_options: ReadingOptions,
) -> InnerFile | PairFileError:
    """Open a file in a .zip file. If the file is encrypted, or compressed by an unusual method,
    return the error and do not raise it. `archive` is the .zip file, `zip_info` is the entry of
    the file in its directory, and `name_in_messages` is the name of the file in messages.
    """
    if zip_info.flag_bits & 1:
        message = Message("encrypted; pack it without a password")
        return PairFileError(name_in_messages, 1, 1, message)
    if zip_info.compress_type not in _TAKEN:
        message = Message("compressed by an unusual method; pack it with the method Deflate")
        return PairFileError(name_in_messages, 1, 1, message)
    pieces = _yield_pieces_of_member(archive, zip_info, name_in_messages)
    stream = ByteStreamOfPieces(pieces)
    reading_options = reading_options._replace(depth=reading_options.depth + 1, file_range=None)
    return InnerFile(
        name_in_messages, cast("IO[bytes]", stream), reading_options, lambda: stream.taken
    )


def _yield_pieces_of_member(
    archive: zipfile.ZipFile, zip_info: zipfile.ZipInfo, name_in_messages: str
) -> Iterator[bytes]:
    """Yield the bytes of a file in a .zip file, in pieces, decompressed. Raises `PairFileError` if
    the file is broken.
    """
    with explain_document_errors(name_in_messages):
        yield from yield_pieces(archive, zip_info)
