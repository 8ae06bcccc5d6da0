"""Salvaging: what is whole in a damaged catalogue comes into a new one.

Rows are read from the pages of the file, and not trusted: a Sudoku is whole if its digest fits it
or, in a file of an older version, which has no digests, if its class has the signature that is
computed again. The new catalogue computes all else.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import lru_cache
from itertools import compress, groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..base.errors import CatalogueError
from ..base.language import Message
from ..collection.arrays import unpacked, width
from ..sudoku.shape import MOST_IN_BYTES, BoxShape
from ..system.litter import temporary_folder
from .entries import Source
from .pages import Pages, Value
from .schema import check_not_interrupted, database_at, digest
from .seen import in_rows, seen
from .store import Batch, Catalogue

_ROWS_AT_ONCE = 1000


class Salvaged(NamedTuple):
    """How many Sudokus were saved, and how many could not be."""

    saved: int
    lost: int


def salvage(damaged: str, new: str) -> Salvaged:
    """Write what is whole in a damaged catalogue to a new one, whose file must not exist.

    It appears when all has been written. How many are lost, an index says; where none is whole,
    numbers of Sudokus that had been removed count too. Raises `OSError`, and `CatalogueError` where
    there is nothing of a catalogue.
    """
    with open(damaged, "rb"), temporary_folder(os.path.dirname(os.path.abspath(new))) as folder:
        if os.path.lexists(new):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), new)
        copy, whole = os.path.join(folder, "damaged"), os.path.join(folder, "whole")
        for ending in ("", "-journal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(damaged + ending, copy + ending)
        numbers = _numbers(copy)
        with open(copy, "rb") as file:
            wreck = _Wreck(Pages(file))
            if not (wreck.places or numbers):
                message = Message("{file}: this holds no Sudokus of a catalogue", file=damaged)
                raise CatalogueError(message)
            with Catalogue.open(whole, create=True) as catalogue:
                saved = catalogue.take_whole(wreck.batches()).added
        os.rename(whole, new)
    return Salvaged(saved, max(0, (wreck.given if numbers is None else len(numbers)) - saved))


def _numbers(path: str) -> list[int] | None:
    """Return the numbers of the Sudokus from an index, None where SQLite can read none."""
    with suppress(sqlite3.Error), closing(database_at(Path(path).as_uri())) as database:
        for column in ("file", "class"):
            index = f"SELECT id FROM sudoku INDEXED BY sudoku_of_{column} WHERE {column} >= 0"
            try:
                return [number for (number,) in database.execute(index)]
            except sqlite3.Error as error:
                check_not_interrupted(error)
    return None


class _Row(NamedTuple):
    """A Sudoku as it is stored; `digest` is None in older versions."""

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


def _row(number: int, values: list[Value]) -> _Row | None:
    """Return a row of a table as a Sudoku; None if it is of another table, or holds none."""
    match values:
        case [_, int(c), bytes(cells), bytes(), int(file), int(line), str(name)]:
            return _Row(number, c, cells, file, line, name, "", "", "", None)
        case [_, int(c), bytes(cells), bytes(), int(file), int(line), *told, int(found)]:
            if len(told) == 4:
                name, date, issue, rest = map(str, told)
                return _Row(number, c, cells, file, line, name, date, issue, rest, found)
    return None


class _Wreck:
    """What stands in a damaged catalogue; `given`: how many numbers Sudokus have been given."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._noted = 0
        self._classes = dict[int, tuple[int, ...]]()
        self._paths = dict[int, str]()
        self.places = list[tuple[int, int]]()
        """Pages with Sudokus, each after the number of its first Sudoku."""
        for page in pages.numbers():
            numbers = [number for number, values in pages.rows(page) if self._take(number, values)]
            if numbers:
                self.places.append((min(numbers), page))
        self.given = self._noted or max(self.places, default=(0, 0))[0]

    def _take(self, number: int, values: list[Value]) -> bool:
        """Note what is told of classes, files and numbers; return whether the row is a Sudoku."""
        match values:
            case [_, int(height), int(across), int(signature), _, bytes(), _, _]:
                self._classes[number] = height, across, signature
            case [None, str(path)]:
                self._paths[number] = path
            case ["sudoku", int(given)]:
                self._noted = given
        return _row(number, values) is not None

    def batches(self) -> Iterator[Batch]:
        """Yield the Sudokus that are whole, in order, for another catalogue."""
        waiting = list[_Row]()
        for _, page in sorted(self.places):
            found = (_row(number, values) for number, values in self._pages.rows(page))
            waiting += sorted(row for row in found if row is not None)
            if len(waiting) >= _ROWS_AT_ONCE:
                yield from self._whole(waiting)
                waiting = []
        yield from self._whole(waiting)

    def _whole(self, rows: list[_Row]) -> Iterator[Batch]:
        shaped = [(row, shape) for row in rows if (shape := self._shape(row)) is not None]
        for shape, group in groupby(shaped, itemgetter(1)):
            some = [row for row, _ in group]
            grids = unpacked(in_rows((row.cells for row in some), width(shape.size)), shape.size)
            fits = np.all(grids <= shape.size, axis=(1, 2))
            if some[0].digest is None:
                again = seen((grids * fits[:, None, None], shape)).rows
                fits &= [
                    self._classes[row.class_id][2] == its.signature
                    for row, its in zip(some, again, strict=True)
                ]
            whole = compress(some, fits.tolist())
            sources = [Source(self._paths.get(row.file, "?"), *row[4:9]) for row in whole]
            yield shape, grids[fits], sources

    def _shape(self, row: _Row) -> BoxShape | None:
        """Return the shape of a Sudoku, None where it is not whole.

        The digest tells which shape it is; in older versions the class does.
        """
        stored = self._classes.get(row.class_id, ())
        for shape in _shapes(len(row.cells)):
            found = digest(*shape, row.cells, row.file, row.name, row.date, row.issue)
            if row.digest == found or (row.digest is None and stored[:2] == shape):
                return shape
        return None


@lru_cache
def _shapes(length: int) -> list[BoxShape]:
    """Return the shapes of which a packed grid has so many bytes."""
    return [
        BoxShape(height, size // height)
        for size in range(1, MOST_IN_BYTES + 1)
        if width(size) == length
        for height in range(1, size + 1)
        if size % height == 0
    ]
