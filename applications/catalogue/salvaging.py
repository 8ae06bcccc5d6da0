"""Copy the undamaged Sudokus of a damaged catalogue, an SQLite file, into a new catalogue.

To find a row, SQLite must read other pages of the file, and it fails if one of these pages is
damaged. This module therefore reads each page with rows separately; the format is described in
"Database File Format" in the documentation of SQLite. A row may be damaged too, so a Sudoku is
copied only if its stored digest (a checksum) is right. Files of the first versions have no digests;
for these files, the signature of the Sudoku (a hash that all copies share) is computed again and
compared with the signature of its class. The new catalogue computes all other values again.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import lru_cache
from itertools import chain, compress, groupby, islice, starmap
from operator import itemgetter
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from ...base.errors import CatalogueError
from ...base.messages import Message
from ...sudoku.arrays import count_packed_bytes, unpack_grids
from ...sudoku.shape import MOST_IN_BYTES, BoxShape
from ...system.temporary_files import open_temporary_folder
from .known_sudokus import Source
from .prepared import join_packed_rows_to_array, prepare_sudokus
from .schema import compute_row_checksum, connect_to_database, raise_if_interrupted
from .store import Batch, Catalogue

Value = int | str | bytes | None

_PAGE_WITH_ROWS = 0x0D
"""The first byte of each page of an SQLite database file that has rows of a table."""

_LENGTHS_OF_TYPES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)
"""The length in bytes of a value, for each of SQLite's types 0 to 11. Types 1 to 6 are integers,
type 7 is a floating-point number; types 8 and 9 are the numbers 0 and 1, stored without bytes."""

_ROWS_AT_ONCE = 1000


class SalvagedCounts(NamedTuple):
    """The number of Sudokus saved from a damaged catalogue, and the number of Sudokus lost."""

    saved: int
    lost: int


def salvage_catalogue(damaged_path: str, new_path: str) -> SalvagedCounts:
    """Copy the undamaged Sudokus of a damaged catalogue into a new catalogue file. Returns how many
    Sudokus were saved and how many were lost. `damaged_path` and `new_path` are the paths of the
    two files.

    The new file appears only when it is complete. To count the lost Sudokus, the number of all
    Sudokus is read from an index of the database. If no index can be read, the highest number that
    a Sudoku ever had is used instead; then Sudokus that the user had removed count as lost too.
    Raises `OSError`, for example if the new file exists, and `CatalogueError` if the damaged file
    holds no Sudokus of a catalogue.
    """
    with (
        open(damaged_path, "rb"),
        open_temporary_folder(os.path.dirname(os.path.abspath(new_path))) as folder,
    ):
        if os.path.lexists(new_path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), new_path)
        copy, whole = os.path.join(folder, "damaged"), os.path.join(folder, "whole")
        for ending in ("", "-journal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(damaged_path + ending, copy + ending)
        numbers = _read_sudoku_numbers_from_index_or_none(copy)
        with open(copy, "rb") as file:
            damaged_catalogue = _DamagedCatalogueReader(DatabasePageReader(file))
            if not (damaged_catalogue.places or numbers):
                message = Message("{file}: this holds no Sudokus of a catalogue", file=damaged_path)
                raise CatalogueError(message)
            with Catalogue.open(whole, create=True) as catalogue:
                saved = catalogue.add_batches(
                    damaged_catalogue.yield_undamaged_batches(), is_whole=True
                ).added
        os.rename(whole, new_path)
    return SalvagedCounts(
        saved,
        max(0, (damaged_catalogue.highest_number if numbers is None else len(numbers)) - saved),
    )


def _read_sudoku_numbers_from_index_or_none(damaged_path: str) -> list[int] | None:
    """Return the numbers of all Sudokus of a damaged database, so that the lost Sudokus can be
    counted. They are read from an index of the database; None if SQLite can read no index.
    """
    with (
        suppress(sqlite3.Error),
        closing(connect_to_database(Path(damaged_path).as_uri())) as database,
    ):
        for column in ("file", "class"):
            index = f"SELECT id FROM sudoku INDEXED BY sudoku_of_{column} WHERE {column} >= 0"
            try:
                return [number for (number,) in database.execute(index)]
            except sqlite3.Error as error:
                raise_if_interrupted(error)
    return None


class _SudokuRow(NamedTuple):
    """A Sudoku as it is stored in the database: a row of the table `sudoku`, without the column
    with the steps.

    `class_id` and `file` are the numbers of the class and of the file. `digest` is a checksum; it
    is None in files of older versions, which have no checksums.
    """

    id: int
    class_id: int
    cells: bytes
    file: int
    line: int
    name: str
    date: str
    issue: str
    rest: str
    digest: int | None


def _decode_sudoku_row(sudoku_number: int, values: list[Value]) -> _SudokuRow | None:
    """Convert the values of a database row to a Sudoku of the table `sudoku`. Returns None if the
    row belongs to another table or is damaged. `sudoku_number` is the key of the row.
    """
    match values:
        case [_, int(c), bytes(cells), bytes(), int(file), int(line), str(name)]:
            return _SudokuRow(sudoku_number, c, cells, file, line, name, "", "", "", None)
        case [_, int(c), bytes(cells), bytes(), int(file), int(line), *told, int(found)]:
            if len(told) == 4:
                name, date, issue, rest = map(str, told)
                return _SudokuRow(
                    sudoku_number, c, cells, file, line, name, date, issue, rest, found
                )
    return None


class DatabasePageReader:
    """A reader of the pages of an SQLite file that may be damaged; it does without SQLite. A page
    is a block of the file with `size` bytes. Pages are numbered from 1 to `number`.

    A page is a block of the file with `size` bytes. Pages are numbered from 1 to `number`.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        header = file.read(100)
        size = int.from_bytes(header[16:18])
        is_size = header.startswith(b"SQLite format 3\0") and size >= 512 and size.bit_count() == 1
        self.size = size if is_size else 4096  # the default of SQLite
        self.number = -(-os.fstat(file.fileno()).st_size // self.size)
        self._free = (
            set(self._yield_free_page_numbers(int.from_bytes(header[32:36]))) if is_size else set()
        )

    def read_page(self, page_number: int) -> bytes:
        """Return the bytes of the page with this number, counted from 1.

        If the file ends before the end of the page, zeros are appended.
        """
        self._file.seek((page_number - 1) * self.size)
        return self._file.read(self.size).ljust(self.size, b"\0")

    def yield_used_page_numbers(self) -> Iterator[int]:
        """Yield the numbers of the pages in use, except page 1, which lists the tables."""
        return (number for number in range(2, self.number + 1) if number not in self._free)

    def yield_row_keys_and_values_on_page(
        self, page_number: int
    ) -> Iterator[tuple[int, list[Value]]]:
        """Yield the key and the column values of each database row on the page with this number.

        The rows may belong to any table. Rows that cannot be decoded are skipped.
        """
        page = self.read_page(page_number)
        for cell in range(int.from_bytes(page[3:5]) if page[0] == _PAGE_WITH_ROWS else 0):
            place = int.from_bytes(page[8 + 2 * cell : 10 + 2 * cell])
            with suppress(IndexError, ValueError):  # these bytes are no row
                length, place = _decode_varint(page, place)
                row, place = _decode_varint(page, place)
                yield row, _decode_column_values(self._read_row_bytes(page, place, length))

    def _yield_free_page_numbers(self, first_page_number: int) -> Iterator[int]:
        """Yield the numbers of the pages that SQLite has marked as free. Free pages may still have
        rows that were removed, so they must not be read. `first_page_number` is the first of the
        free pages.
        """
        seen = set[int]()
        while 0 < first_page_number <= self.number and first_page_number not in seen:
            seen.add(first_page_number)
            page = self.read_page(first_page_number)
            yield first_page_number
            for i in range(2, 2 + min(int.from_bytes(page[4:8]), self.size // 4 - 2)):
                yield int.from_bytes(page[4 * i : 4 * i + 4])
            first_page_number = int.from_bytes(page[:4])

    def _read_row_bytes(self, page: bytes, start: int, byte_count: int) -> bytes:
        """Return the `byte_count` bytes of a database row that begins at the index `start` of
        `page`. The end of a long row is on other pages of the file.

        Raises `ValueError` if the file has fewer bytes of the row.
        """
        if byte_count > self.number * self.size:
            raise ValueError(byte_count)
        here = byte_count
        if byte_count > self.size - 35:
            least = (self.size - 12) * 32 // 255 - 23
            here = least + (byte_count - least) % (self.size - 4)
            here = here if here <= self.size - 35 else least
        payload, after = page[start : start + here], page[start + here : start + here + 4]
        while len(payload) < byte_count and 0 < (following := int.from_bytes(after)) <= self.number:
            further = self.read_page(following)
            payload, after = payload + further[4 : 4 + byte_count - len(payload)], further[:4]
        if len(payload) < byte_count:
            raise ValueError(byte_count)
        return payload


def _decode_varint(data: bytes, start: int) -> tuple[int, int]:
    """Decode a number in SQLite's format of 1 to 9 bytes, which begins at the index `start` of
    `data`. Returns the number and the index of the byte after it.
    """
    number = 0
    for i in range(8):
        number = number << 7 | data[start + i] & 0x7F
        if data[start + i] < 0x80:
            return number, start + i + 1
    return number << 8 | data[start + 8], start + 9


def _decode_column_values(payload: bytes) -> list[Value]:
    """Return the column values of a database row from its bytes, which are in SQLite's record
    format. Raises `IndexError` or `ValueError` if the bytes are not a row.
    """
    end, place = _decode_varint(payload, 0)
    kinds = list[int]()
    while place < end:
        kind, place = _decode_varint(payload, place)
        kinds.append(kind)
    values = list[Value]()
    for kind in kinds:
        length = _LENGTHS_OF_TYPES[kind] if kind < len(_LENGTHS_OF_TYPES) else (kind - 12) // 2
        value = payload[place : place + length]
        if len(value) < length:
            raise ValueError(kind)
        place += length
        if kind >= 12:
            values.append(value.decode(errors="backslashreplace") if kind % 2 else value)
        elif kind in {8, 9}:
            values.append(kind - 8)
        else:
            values.append(int.from_bytes(value, signed=True) if 0 < kind < 7 else None)
    return values


class _DamagedCatalogueReader:
    """A reader of the rows of a damaged catalogue that are not damaged: Sudokus, classes and files.
    `highest_number` is the highest number that was ever assigned to a Sudoku of the catalogue, as
    far as the readable rows show it.

    `highest_number` is the highest number that was ever assigned to a Sudoku of the catalogue, as
    far as the readable rows show it.
    """

    def __init__(self, pages: DatabasePageReader) -> None:
        self._pages = pages
        self.highest_number = 0
        self._classes = dict[int, tuple[int, ...]]()
        self._paths = dict[int, str]()
        self.places = list[tuple[int, int]]()
        """The pages with Sudokus, as pairs: the smallest number of a Sudoku there, and the page."""
        for page in pages.yield_used_page_numbers():
            numbers = list[int]()
            for number, values in pages.yield_row_keys_and_values_on_page(page):
                match values:
                    case [_, int(height), int(across), int(signature), _, bytes(), _, _]:
                        self._classes[number] = height, across, signature
                    case [None, str(path)]:
                        self._paths[number] = path
                    case ["sudoku", int(highest_number)]:
                        self.highest_number = highest_number
                if _decode_sudoku_row(number, values) is not None:
                    numbers.append(number)
            if numbers:
                self.places.append((min(numbers), page))
        self.highest_number = self.highest_number or max(self.places, default=(0, 0))[0]

    def yield_undamaged_batches(self) -> Iterator[Batch]:
        """Yield the undamaged Sudokus in the order of their numbers, in batches that
        `Catalogue.add_batches` can add.
        """
        pages = (
            self._pages.yield_row_keys_and_values_on_page(page) for _, page in sorted(self.places)
        )
        rows = chain.from_iterable(
            sorted(filter(None, starmap(_decode_sudoku_row, page))) for page in pages
        )
        while some := list(islice(rows, _ROWS_AT_ONCE)):
            yield from self._yield_batches_of_undamaged_rows(some)

    def _yield_batches_of_undamaged_rows(self, rows: list[_SudokuRow]) -> Iterator[Batch]:
        """Yield batches with those Sudokus of `rows` that are undamaged: their checksum is right,
        and their cells are a grid. Each batch has Sudokus of one box shape, with their sources.
        """
        shaped = [
            (row, shape) for row in rows if (shape := self._find_shape_by_checksum(row)) is not None
        ]
        for shape, group in groupby(shaped, itemgetter(1)):
            some = [row for row, _ in group]
            grids = unpack_grids(
                join_packed_rows_to_array(
                    (row.cells for row in some), count_packed_bytes(shape.size)
                ),
                shape.size,
            )
            fits = np.all(grids <= shape.size, axis=(1, 2))
            if some[0].digest is None:
                again = prepare_sudokus((grids * fits[:, None, None], shape)).rows
                fits &= [
                    self._classes[row.class_id][2] == its.signature
                    for row, its in zip(some, again, strict=True)
                ]
            whole = compress(some, fits.tolist())
            sources = [Source(self._paths.get(row.file, "?"), *row[4:9]) for row in whole]
            yield shape, grids[fits], sources

    def _find_shape_by_checksum(self, row: _SudokuRow) -> BoxShape | None:
        """Find the box shape for which the checksum stored in a Sudoku's row is right. Returns None
        if the checksum is right for no shape, because the row is damaged.

        In files of older versions, which have no checksums, the shape is the shape of the Sudoku's
        class.
        """
        stored = self._classes.get(row.class_id, ())
        for shape in _list_possible_shapes(len(row.cells)):
            found = compute_row_checksum(*shape, row.cells, row.file, row.name, row.date, row.issue)
            if row.digest == found or (row.digest is None and stored[:2] == shape):
                return shape
        return None


@lru_cache
def _list_possible_shapes(packed_byte_count: int) -> list[BoxShape]:
    """Return all box shapes of grids that take `packed_byte_count` bytes when they are packed."""
    return [
        BoxShape(height, size // height)
        for size in range(1, MOST_IN_BYTES + 1)
        if count_packed_bytes(size) == packed_byte_count
        for height in range(1, size + 1)
        if size % height == 0
    ]
