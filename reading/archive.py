"""Reading of .zip files: each file inside is read as a separate file, in any format."""

import zipfile
from collections.abc import Iterator
from typing import IO, cast

from ..base.errors import PairFileError
from ..base.limits import ARCHIVE
from ..base.messages import Message
from .file_entry import ReadingOptions, make_unexpected_error
from .lines import NumberedLines, explain_read_errors
from .members import MOST_MEMBERS, Container, Member
from .zip_files import StreamInZip, open_zip
from .zipped_kinds import find_kind

_TAKEN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
"""The methods of compression that are read. Files with other methods are refused, because they can
need gigabytes of memory.
"""


def find_members(lines: NumberedLines, reading_options: ReadingOptions) -> Container | None:
    """Return the files in a .zip file, in order of their names. Returns None if the file is not a
    .zip file, or if it is a document or spreadsheet, which are .zip files too. `reading_options`
    has the options of reading.

    Hidden files are left out. Raises `PairFileError` if the archive is too large.
    """
    archive = open_zip(lines)
    if archive is None or find_kind(archive) is not None:
        return None
    return Container(
        _read_members(archive, lines.source, reading_options), Message("an archive without Sudokus")
    )


def _read_members(
    archive: zipfile.ZipFile, source: str, reading_options: ReadingOptions
) -> Iterator[Member | PairFileError]:
    infos = [info for info in archive.infolist() if not info.is_dir() and not _is_hidden(info)]
    if len(infos) > MOST_MEMBERS:
        expected = Message("an archive of at most {count} files", count=MOST_MEMBERS)
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
        yield _open_member(archive, info, name, reading_options)


def _is_hidden(info: zipfile.ZipInfo) -> bool:
    parts = info.filename.split("/")
    return parts[0] == "__MACOSX" or any(part.startswith(".") for part in parts)


def _open_member(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, reading_options: ReadingOptions
) -> Member | PairFileError:
    if info.flag_bits & 1:
        message = Message("encrypted; pack it without a password")
        return PairFileError(name, 1, 1, message)
    if info.compress_type not in _TAKEN:
        message = Message("compressed by an unusual method; pack it with the method Deflate")
        return PairFileError(name, 1, 1, message)
    try:
        with explain_read_errors(name):
            stream = StreamInZip(archive, info)
    except PairFileError as error:
        return error
    reading_options = reading_options._replace(depth=reading_options.depth + 1, file_range=None)
    return Member(name, cast("IO[bytes]", stream), reading_options, lambda: stream.taken)
