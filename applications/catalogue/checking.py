"""Check the database of a catalogue for damage and wrong values.

Every stored value is computed again, and the stored steps of every Sudoku are applied to its cells.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, starmap
from typing import Any, NamedTuple

from ...answers.among import are_copies
from ...answers.bulk.transformation_arrays import TransformationArrays
from ...base.messages import Message
from ...sudoku.arrays import count_packed_bytes, unpack_grids
from ...sudoku.shape import BoxShape, check_fits_in_bytes
from ...system.ordered_map import Jobs, map_in_order
from .prepared import (
    count_bytes_of_packed_steps,
    join_packed_rows_to_array,
    prepare_sudokus,
    unpack_grid,
)
from .schema import compute_row_checksum
from .store import Catalogue

_ROWS_AT_ONCE = 10_000


class CheckedCountOrProblem(NamedTuple):
    """A report during the check of a catalogue. `checked_count` is the number of Sudokus checked so
    far, and `problem` describes a problem that was found. If `problem` is None, this object reports
    only the number.
    """

    checked_count: int
    problem: Message | None = None


def yield_checked_counts_and_problems(
    catalogue: Catalogue, jobs: Jobs = 1
) -> Iterator[CheckedCountOrProblem]:
    """Check a catalogue for errors. After each batch of Sudokus, an object with the number of
    Sudokus checked so far is yielded, and for each problem that is found, an object that describes
    it. `jobs` is the number of processes.

    There are three checks (a class is a Sudoku and all its copies):

    - SQLite checks the database.
    - For each Sudoku, the signature (a hash that all copies share) and the numbers of clues and
      digits are computed again from its cells. The stored steps must lead from the cells to the
      grid that is stored for the Sudoku's class.
    - No two classes may have Sudokus that are copies of each other. Classes with equal signatures
      are compared, if necessary by a solver.
    """
    connection = catalogue.connection
    for (text,) in connection.fetch_all_rows("PRAGMA integrity_check"):
        if text != "ok":
            yield CheckedCountOrProblem(0, Message("SQLite reports: {text}", text=str(text)))
    for table, *_ in connection.fetch_all_rows("PRAGMA foreign_key_check"):
        yield CheckedCountOrProblem(
            0, Message("table {table} refers to a row that does not exist", table=str(table))
        )
    has_wrong_types = False
    for problem in connection.yield_messages_about_wrong_types():
        has_wrong_types = True
        yield CheckedCountOrProblem(0, problem)
    number, columns = 0, ", ".join(_StoredRow._fields)
    question = f"SELECT sudoku.{columns} FROM sudoku JOIN class ON class.id = class WHERE 1"
    pages = connection.yield_lists_of_sudoku_rows(
        question, rows_at_once=_ROWS_AT_ONCE, are_types_checked=False
    )
    for problems, count in map_in_order(_find_problems_and_count_rows, pages, jobs):
        number += count
        yield CheckedCountOrProblem(number)
        for problem in problems:
            yield CheckedCountOrProblem(number, problem)
    for class_id, *_ in connection.fetch_all_rows(
        "SELECT id FROM class WHERE id NOT IN (SELECT class FROM sudoku)"
    ):
        yield CheckedCountOrProblem(
            number, Message("class {class_id} has no Sudoku", class_id=class_id)
        )
    if has_wrong_types:  # Signatures and forms of wrong types cannot be compared.
        return
    for problem in _yield_messages_about_repeated_classes(catalogue):
        yield CheckedCountOrProblem(number, problem)


class _StoredRow(NamedTuple):
    """A database row to check: the stored values of a Sudoku and of its class of copies.

    The attributes have the names of the database columns.
    """

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


def _find_problems_and_count_rows(rows: list[tuple[Any, ...]]) -> tuple[list[Message], int]:
    """Check some Sudokus, given as rows of the database. Returns two values: a message for each
    problem that was found, and the number of rows.
    """
    return list(_yield_problem_messages(rows)), len(rows)


def _yield_problem_messages(rows: list[tuple[Any, ...]]) -> Iterator[Message]:
    """Yield a message for each problem in some rows of the database. Rows whose bytes are not a
    Sudoku or not a transformation are reported first; the values in the other rows are computed
    again and compared.
    """
    by_shape = defaultdict[BoxShape, list[_StoredRow]](list)
    for row in starmap(_StoredRow, rows):
        if _is_well_formed(row):
            by_shape[BoxShape(row.height, row.width)].append(row)
        else:
            yield Message(
                "Sudoku {number}: the stored cells are no Sudoku, or the stored steps are no "
                "transformation",
                number=row.id,
            )
    for shape, some in sorted(by_shape.items()):
        yield from _yield_messages_about_wrong_stored_values(some, shape)


def _is_well_formed(row: _StoredRow) -> bool:
    """Return whether the bytes of a database row can be unpacked. The bytes in `cells` (the Sudoku)
    and in `form` (the grid that is stored for its class of copies) must be grids of the row's box
    shape, and the bytes in `way` must be a transformation.
    """
    with suppress(TypeError, ValueError):
        shape = BoxShape.of((row.height, row.width))
        check_fits_in_bytes(shape)
        for cells in (row.cells, row.form):
            unpack_grid(cells, shape)
        way = join_packed_rows_to_array([row.way], count_bytes_of_packed_steps(shape.size))
        return bool(TransformationArrays.unpack(shape, way).make_mask_of_valid_transformations()[0])
    return False


def _yield_messages_about_wrong_stored_values(
    rows: list[_StoredRow], shape: BoxShape
) -> Iterator[Message]:
    """Yield a message for each wrong value in some rows of the database: the values are computed
    again from the cells. All these Sudokus have the box shape `shape`.
    """
    length = count_packed_bytes(shape.size)
    grids = unpack_grids(join_packed_rows_to_array((row.cells for row in rows), length), shape.size)
    forms = unpack_grids(join_packed_rows_to_array((row.form for row in rows), length), shape.size)
    ways = join_packed_rows_to_array(
        (row.way for row in rows), count_bytes_of_packed_steps(shape.size)
    )
    arrives = (TransformationArrays.unpack(shape, ways).apply(grids) == forms).all((1, 2)).tolist()
    for row, found, arrived in zip(
        rows, prepare_sudokus((grids, shape)).rows, arrives, strict=True
    ):
        stored = row.signature, bool(row.exact), row.clues, row.digits
        if stored != (found.signature, found.exact, found.clues, found.digits):
            yield Message(
                "Sudoku {number}: its signature differs from that of its class", number=row.id
            )
        told = row.cells, row.file, row.name, row.date, row.issue
        if not arrived:
            yield Message(
                "Sudoku {number}: its stored steps lead to another Sudoku than its sorted form",
                number=row.id,
            )
        elif row.digest != compute_row_checksum(*shape, *told):
            yield Message(
                "Sudoku {number}: cells, title, date or issue were changed", number=row.id
            )


def _yield_messages_about_repeated_classes(catalogue: Catalogue) -> Iterator[Message]:
    """Yield a message for each pair of classes of the catalogue that should be one class, because
    their Sudokus are copies of each other. A class is a Sudoku and all its copies.
    """
    shared = catalogue.connection.fetch_all_rows(
        "SELECT height, width, signature FROM class GROUP BY height, width, signature "
        "HAVING count(*) > 1"
    )
    for height, across, signature in shared:
        shape = BoxShape(height, across)
        classes = catalogue.connection.fetch_all_rows(
            "SELECT id, form, exact FROM class INDEXED BY class_of_signature "
            "WHERE signature = ? AND height = ? AND width = ? ORDER BY id",
            signature,
            *shape,
        )
        for (one, form, exact), (other, its_form, _) in combinations(classes, 2):
            # Two exact forms that differ belong to Sudokus that are not copies. A form that cannot
            # be unpacked raises an error here; it was reported with the Sudokus of its class.
            with suppress(TypeError, ValueError):
                if form == its_form or (
                    not exact and are_copies(unpack_grid(form, shape), unpack_grid(its_form, shape))
                ):
                    yield Message("classes {one} and {other} are the same", one=one, other=other)
