"""Rows of an SQLite file, read from its pages: those that are whole come, whatever else is damaged.

SQLite finds a row by way of other pages, and refuses where one of these is damaged. Here each page
that holds rows is read by itself. See "Database File Format" in the documentation of SQLite.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import IO

Value = int | float | str | bytes | None

_ROWS = 0x0D
"""The first byte of a page that holds rows of a table."""

_USUAL_SIZE = 4096

_INTEGERS = (0, 1, 2, 3, 4, 6, 8)
"""How many bytes an integer of each type has."""


class Pages:
    """The pages of a file, `size` bytes each, numbered from 1."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        header = file.read(100)
        size = int.from_bytes(header[16:18])
        is_size = header.startswith(b"SQLite format 3\0") and size >= 512 and size.bit_count() == 1
        self.size = size if is_size else _USUAL_SIZE
        self.number = -(-os.fstat(file.fileno()).st_size // self.size)
        self._free = set(self._free_pages(int.from_bytes(header[32:36]))) if is_size else set()

    def page(self, number: int) -> bytes:
        """Return a page; a part that is missing is zeros."""
        self._file.seek((number - 1) * self.size)
        return self._file.read(self.size).ljust(self.size, b"\0")

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of the pages in use, but for the first, which lists the tables."""
        return (number for number in range(2, self.number + 1) if number not in self._free)

    def rows(self, number: int) -> Iterator[tuple[int, list[Value]]]:
        """Yield numbers and values of the rows on a page, of whatever table, as far as they are."""
        page = self.page(number)
        for cell in range(int.from_bytes(page[3:5]) if page[0] == _ROWS else 0):
            with suppress(IndexError, ValueError):  # what stands there is no row
                yield self._row(page, int.from_bytes(page[8 + 2 * cell : 10 + 2 * cell]))

    def _free_pages(self, trunk: int) -> Iterator[int]:
        """Yield the pages that hold nothing any more: what was removed may still stand there."""
        seen = set[int]()
        while 0 < trunk <= self.number and trunk not in seen:
            seen.add(trunk)
            page = self.page(trunk)
            yield trunk
            for i in range(2, 2 + min(int.from_bytes(page[4:8]), self.size // 4 - 2)):
                yield int.from_bytes(page[4 * i : 4 * i + 4])
            trunk = int.from_bytes(page[:4])

    def _row(self, page: bytes, place: int) -> tuple[int, list[Value]]:
        """Return the row at a place of a page; raise `IndexError` or `ValueError` if it is none."""
        length, place = _varint(page, place)
        number, place = _varint(page, place)
        if length > self.number * self.size:
            raise ValueError(length)
        return number, _values(self._payload(page, place, length))

    def _payload(self, page: bytes, place: int, length: int) -> bytes:
        """Return what a row holds; of a long one most stands on a chain of other pages."""
        here = length
        if length > self.size - 35:
            least = (self.size - 12) * 32 // 255 - 23
            here = least + (length - least) % (self.size - 4)
            here = here if here <= self.size - 35 else least
        payload, after = page[place : place + here], page[place + here : place + here + 4]
        while len(payload) < length and 0 < (following := int.from_bytes(after)) <= self.number:
            further = self.page(following)
            payload, after = payload + further[4 : 4 + length - len(payload)], further[:4]
        if len(payload) < length:
            raise ValueError(length)
        return payload


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and the place behind it."""
    number = 0
    for i in range(8):
        number = number << 7 | data[place + i] & 0x7F
        if data[place + i] < 0x80:
            return number, place + i + 1
    return number << 8 | data[place + 8], place + 9


def _values(payload: bytes) -> list[Value]:
    """Return the values of a row."""
    end, place = _varint(payload, 0)
    kinds = list[int]()
    while place < end:
        kind, place = _varint(payload, place)
        kinds.append(kind)
    values = list[Value]()
    for kind in kinds:
        length = _INTEGERS[kind] if kind < len(_INTEGERS) else 8 * (kind == 7)
        length = (kind - 12) // 2 if kind >= 12 else length
        value = payload[place : place + length]
        if len(value) < length:
            raise ValueError(kind)
        place += length
        values.append(_value(kind, value))
    return values


def _value(kind: int, value: bytes) -> Value:
    if kind >= 12:
        return value.decode(errors="backslashreplace") if kind % 2 else value
    if kind in {8, 9}:
        return kind - 8
    return int.from_bytes(value, signed=True) if 0 < kind < len(_INTEGERS) else None
