"""Reading of the XML files in a .zip archive, of which spreadsheets consist, within limits."""

import struct
import zipfile
from collections.abc import Callable, Iterator
from typing import IO
from xml.parsers import expat

from .zip_files import open_member

_MOST_BYTES = 2**27
"""The most bytes of XML, uncompressed, that are read from an archive."""
_MOST_FILES = 10_000
_PIECE, _MOST_PENDING = 2**16, 2**24
_MOST_NESTED = 256
_END, _END_LENGTH, _LONGEST_COMMENT = b"PK\5\6", 22, 2**16

Attributes = dict[str, str]


class ZippedXml:
    """An archive whose XML files, such as those of a spreadsheet, are read one after another. All
    methods raise `ValueError` if the archive or its XML is broken, or exceeds the limits.
    """

    def __init__(self, file: IO[bytes]) -> None:
        """Read the list of the files in an archive."""
        if _count_files(file) > _MOST_FILES:
            raise ValueError(f"an archive of more than {_MOST_FILES} files")
        try:
            self._archive = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, NotImplementedError, UnicodeError) as problem:
            raise ValueError(*problem.args) from None
        self.names = frozenset(self._archive.namelist())
        self._left = _MOST_BYTES

    def parse_in_steps(
        self,
        name: str,
        on_start: Callable[[str, Attributes], object],
        on_end: Callable[[str], object] = lambda _: None,
        on_text: Callable[[str], object] = lambda _: None,
    ) -> Iterator[None]:
        """Parse the XML file `name` of the archive, and call a function for each part of the XML.
        Names of elements have no prefix. Yields None after each piece of the file that has been
        parsed, so that the caller can process the elements found so far.

        - `on_start` is called at the beginning of each element, with the element's name and
          attributes.
        - `on_end` is called at the end of each element, with the element's name.
        - `on_text` is called with each piece of text.
        """
        parser = expat.ParserCreate()
        parser.buffer_text = True
        depth = pending = 0

        def start_element(tag: str, attributes: Attributes) -> None:
            nonlocal depth, pending
            depth, pending = depth + 1, 0
            if depth > _MOST_NESTED:
                raise ValueError("elements of XML that are nested too deeply")
            on_start(tag.rpartition(":")[2], attributes)

        def end_element(tag: str) -> None:
            nonlocal depth
            depth -= 1
            on_end(tag.rpartition(":")[2])

        def refuse_entity(*_: object) -> None:
            raise ValueError("XML that defines entities")

        parser.StartElementHandler, parser.EndElementHandler = start_element, end_element
        parser.CharacterDataHandler, parser.EntityDeclHandler = on_text, refuse_entity
        try:
            with open_member(self._archive.open, self._archive.getinfo(name)) as stream:
                while piece := stream.read(_PIECE):
                    self._left -= len(piece)
                    pending += len(piece)
                    if self._left < 0:
                        raise ValueError(f"more than {_MOST_BYTES // 2**20} MiB of XML")
                    if pending > _MOST_PENDING:
                        raise ValueError("an element of XML that is too long")
                    parser.Parse(piece, False)
                    yield
            parser.Parse(b"", True)
        except expat.ExpatError as problem:
            raise ValueError(expat.errors.messages.get(problem.code, "XML")) from None
        except (KeyError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as problem:
            raise ValueError(*map(str, problem.args)) from None
        yield


def _count_files(file: IO[bytes]) -> int:
    """Return the number of files in an archive, as the record at its end gives it."""
    length = file.seek(0, 2)
    file.seek(max(0, length - _END_LENGTH - _LONGEST_COMMENT))
    end = file.read()
    place = end.rfind(_END)
    file.seek(0)
    if place < 0 or len(end) < place + _END_LENGTH:
        return 0
    (count,) = struct.unpack("<H", end[place + 10 : place + 12])
    return int(count)
