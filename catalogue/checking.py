"""Checking a catalogue: everything in it is computed again, and every way is followed."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ..base.language import Message
from ..collection.arrays import Cells, unpacked, width
from ..collection.images import Images
from ..collection.sorted_forms import are_copies
from ..sudoku.shape import MOST_IN_BYTES, BoxShape
from ..system.ordered import Jobs, ordered
from .schema import digest
from .seen import grid_of, in_rows, seen, way_width
from .store import Catalogue

_ROWS_AT_ONCE = 10_000


class Checked(NamedTuple):
    """How many Sudokus have been checked so far, and what has been found wrong."""

    sudokus: int
    problem: Message | None = None


def checked(catalogue: Catalogue, jobs: Jobs = 1) -> Iterator[Checked]:
    """Check a catalogue, and yield how far that has come, and each thing that is wrong.

    The database is checked by SQLite. Of each Sudoku signature, numbers of clues and digits are
    computed again, and its way is followed: it must lead to the form of its class. Different
    classes must hold different Sudokus, which a solver decides where forms are not exact.
    """
    connection = catalogue.connection
    for (text,) in connection.rows("PRAGMA integrity_check"):
        if text != "ok":
            yield Checked(0, Message("SQLite says: {text}", text=str(text)))
    for table, *_ in connection.rows("PRAGMA foreign_key_check"):
        yield Checked(0, Message("table {table} points to what is not there", table=str(table)))
    number = 0
    for problems, count in ordered(_wrong, _pages(catalogue), jobs):
        number += count
        yield Checked(number)
        for problem in problems:
            yield Checked(number, problem)
    for class_id, *_ in connection.rows(
        "SELECT id FROM class WHERE id NOT IN (SELECT class FROM sudoku)"
    ):
        yield Checked(number, Message("class {class_id} has no Sudoku", class_id=class_id))
    for problem in _same(catalogue):
        yield Checked(number, problem)


class _Stored(NamedTuple):
    """A Sudoku as it is stored, and what is stored of its class."""

    id: int
    height: int
    width: int
    cells: bytes
    way: bytes
    form: bytes
    signature: int
    exact: int
    clues: int
    digits: int
    file: int
    name: str
    date: str
    issue: str
    digest: int


def _pages(catalogue: Catalogue) -> Iterator[list[_Stored]]:
    last = 0
    while rows := catalogue.connection.rows(
        "SELECT sudoku.id, height, width, cells, way, form, signature, exact, clues, digits, file, "
        "name, date, issue, digest FROM sudoku JOIN class ON class.id = class WHERE sudoku.id > ? "
        "ORDER BY sudoku.id LIMIT ?",
        last,
        _ROWS_AT_ONCE,
    ):
        last = rows[-1][0]
        yield [_Stored(*row) for row in rows]


def _wrong(rows: list[_Stored]) -> tuple[list[Message], int]:
    """Return what is wrong with some Sudokus, and how many were looked at."""
    well_formed = {row.id: row for row in rows if _is_well_formed(row)}
    problems = [
        Message("Sudoku {number}: what is stored is no Sudoku, or no steps", number=row.id)
        for row in rows
        if row.id not in well_formed
    ]
    for shape in sorted({(row.height, row.width) for row in well_formed.values()}):
        some = [row for row in well_formed.values() if (row.height, row.width) == shape]
        problems += _differing(some, BoxShape(*shape))
    return problems, len(rows)


def _is_well_formed(row: _Stored) -> bool:
    """Return whether the cells, the form and the way are what they have to be."""
    sides = row.height, row.width
    if not all(isinstance(side, int) and 0 < side <= MOST_IN_BYTES for side in sides):
        return False
    size = row.height * row.width
    if size > MOST_IN_BYTES:
        return False
    length = width(size)
    for packed_cells in (row.cells, row.form):
        if not isinstance(packed_cells, bytes) or len(packed_cells) != length:
            return False
        if unpacked(_array(packed_cells), size).max() > size:
            return False
    if not isinstance(row.way, bytes) or len(row.way) != way_width(size):
        return False
    return bool(Images.unpacked(BoxShape(row.height, row.width), _array(row.way)).are_valid()[0])


def _array(packed_row: bytes) -> Cells:
    return np.frombuffer(packed_row, np.uint8)[None]


def _differing(rows: list[_Stored], shape: BoxShape) -> list[Message]:
    """Return of which Sudokus something else is stored than what is computed again."""
    length = width(shape.size)
    cells = in_rows((row.cells for row in rows), length)
    forms = in_rows((row.form for row in rows), length)
    ways = in_rows((row.way for row in rows), way_width(shape.size))
    grids = unpacked(cells, shape.size)
    again = seen((grids, shape))
    images = Images.unpacked(shape, ways).apply(grids)
    arrives = (images == unpacked(forms, shape.size)).all((1, 2)).tolist()
    problems = []
    for row, found, arrived in zip(rows, again.rows, arrives, strict=True):
        stored = row.signature, bool(row.exact), row.clues, row.digits
        if stored != (found.signature, found.exact, found.clues, found.digits):
            problems.append(
                Message("Sudoku {number}: its class has another signature", number=row.id)
            )
        if not arrived:
            problems.append(Message("Sudoku {number}: its steps lead elsewhere", number=row.id))
        told = row.cells, row.file, row.name, row.date, row.issue
        if arrived and row.digest != digest(*shape, *told):
            problems.append(
                Message(
                    "Sudoku {number}: cells, title, date or issue were changed",
                    number=row.id,
                )
            )
    return problems


def _same(catalogue: Catalogue) -> Iterator[Message]:
    """Yield the pairs of classes that hold copies of each other."""
    shared = catalogue.connection.rows(
        "SELECT height, width, signature FROM class GROUP BY height, width, signature "
        "HAVING count(*) > 1"
    )
    for height, across, signature in shared:
        shape = BoxShape(height, across)
        classes = catalogue.connection.rows(
            "SELECT id, form, exact FROM class INDEXED BY class_of_signature "
            "WHERE signature = ? AND height = ? AND width = ? ORDER BY id",
            signature,
            *shape,
        )
        for (one, form, exact), (other, its_form, _) in combinations(classes, 2):
            # Exact forms that differ are those of different Sudokus. What is no form at all has
            # been named with its Sudokus.
            with suppress(TypeError, ValueError):
                if form == its_form or (
                    not exact and are_copies(grid_of(form, shape), grid_of(its_form, shape))
                ):
                    yield Message("classes {one} and {other} are the same", one=one, other=other)
