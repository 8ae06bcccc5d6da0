"""The class `Catalogue`, with methods that add Sudokus to a database file, look them up, list them
and remove them.

Each Sudoku is stored with its source (file, line, title, date, issue) and its class: a class is a
Sudoku and all its copies.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from itertools import chain, groupby, islice, pairwise
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from ...answers.bulk.parallel_map import yield_labelled_results
from ...answers.bulk.transformation_arrays import TransformationArrays
from ...answers.decide import decide
from ...base.errors import ArgumentError, CatalogueError
from ...reading.file_entry import Entry, ReadingOptions
from ...reading.gridfile import open_path_as_grid_file
from ...sudoku.arrays import (
    Cells,
    Grids,
    convert_bytes_to_array,
    convert_to_array_and_shape,
    count_packed_bytes,
    stack,
    yield_index_slices,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxLike, BoxShape
from ...system.ordered_map import Jobs
from .known_sudokus import (
    ALL,
    AddedCounts,
    CatalogueStats,
    CountsForClueNumber,
    KnownSudoku,
    Selection,
    Source,
    SourceWithOlderRest,
    make_stored_file_name,
)
from .prepared import (
    PreparedSudoku,
    PreparedSudokus,
    join_packed_rows_to_array,
    prepare_sudokus,
    unpack_grid,
)
from .schema import CatalogueConnection, compute_row_checksum, make_unstorable_value_error

_SUDOKUS_A_TRANSACTION = 10_000
_CLASSES_AT_ONCE = 200  # SQLite limits the number of values in a query


_KEY = ("class", "digest", "cells", "file", "name", "date", "issue")
"""The database columns that identify a Sudoku: no two rows of the catalogue have the same values in
all of them. The column `digest` has a checksum of the box shape and of these columns without
`class`.
"""
_FIND = f"SELECT id FROM sudoku WHERE {' = ? AND '.join(_KEY)} = ?"
_INSERT = f"INSERT INTO sudoku ({', '.join(_KEY)}, way, line, rest) VALUES ({', '.join('?' * 10)})"
_NAME_ANEW = "UPDATE sudoku SET digest = ?, name = ?, date = ?, issue = ? WHERE id = ?"

_FIND_CELLS = "SELECT cells FROM sudoku WHERE class = ? LIMIT ?"

_MOST_COMPARED = 1000
"""A Sudoku is compared cell by cell with its known copies if there are at most this number."""

_JOINED = "sudoku JOIN class ON class.id = class JOIN file ON file.id = file"

Batch = tuple[BoxShape, Cells, Sequence[Source]]
"""A batch to add to a catalogue: the box shape of N Sudokus, their cells as an array of shape (N,
rows, columns), and the source of each.
"""


class Catalogue(AbstractContextManager["Catalogue"]):
    """A file that remembers Sudokus, and finds the copies of a Sudoku among them.

    Two Sudokus with the same cells, file, name, date and issue are stored only once. Several
    processes may use one catalogue at the same time. Use a catalogue in a `with` statement, or
    `close` it. All methods raise `CatalogueError` if the file cannot be read or written, or is
    damaged.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "seen.db")
    >>> with Catalogue.open(path, create=True) as catalogue:
    ...     catalogue.add([Grid([[1, 2], [0, 0]])], [Source("old.txt", 7)])
    ...     for known in catalogue.copies_of(Grid([[0, 0], [2, 1]])):
    ...         known.source.line
    AddedCounts(read=1, added=1, classes=1)
    7
    """

    def __init__(self, connection: CatalogueConnection) -> None:
        self.connection = connection
        self.equal_added: int | None = 0
        """How many Sudokus that were added by this object are equal to a Sudoku before them, cell
        by cell; None if a Sudoku had too many copies to be compared with all of them.
        """

    @classmethod
    def open(cls, path: str, create: bool = False) -> Self:
        """Open the catalogue file at `path`; if `create` is true, create it if it does not exist.

        Raises `OSError` if the file does not exist or cannot be opened, `CatalogueError` if it is
        not a catalogue or was made by a newer version of this package, and `ArgumentError` if
        `path` cannot be the name of a file.
        """
        return cls(CatalogueConnection(path, create))

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the catalogue's file; the catalogue cannot be used after that."""
        self.connection.close()

    # Adding

    def add(
        self,
        grids: str | os.PathLike[str] | Grids,
        sources: Sequence[Source] | None = None,
        box: BoxLike = None,
        *,
        column: str | int | None = None,
    ) -> AddedCounts:
        """Add Sudokus of one box shape, each with its source; return how many were new.

        - `grids`: Sudokus in any form that the function `labels` accepts, such as a list of texts,
          or the name of a file.
        - `sources`: the source of each Sudoku. It must be None if `grids` is the name of a file:
          then each Sudoku has its line of the file as its source, with the title, date and issue
          that are in a table.
        - `box`: the box shape; None means the shape of the grids or, if they have none, boxes as
          square as possible.
        - `column`: the column of the file or table that has the Sudokus, or their key if `grids` is
          a list of dicts. None means the first column of the file that has Sudokus, or that `grids`
          has no columns.

        If an exception is raised, no Sudoku is added. Raises `GridError` if the grids do not all
        have the same box shape, or one of them is not a grid. Raises `PairFileError` for the first
        Sudoku of a file that cannot be read. Raises `ArgumentError` if the number of sources
        differs from the number of grids, or a source is not a `Source` or cannot be stored.
        """
        if isinstance(grids, str | os.PathLike):
            if sources is not None:
                raise ArgumentError("expected no sources beside a file: its lines are the sources")
            reading_options = ReadingOptions(
                None if box is None else BoxShape.of(box), column=column
            )
            return self.add_batches(
                _yield_batches_with_sources(os.fspath(grids), reading_options),
                keep_rest=False,
                is_whole=True,
            )
        found = prepare_sudokus(convert_to_array_and_shape(grids, box, column))
        sources = () if sources is None else sources
        for one in sources:
            is_source = isinstance(one, Source) and isinstance(one.line, int)
            if not (is_source and all(isinstance(text, str) for text in (one.file, *one[2:]))):
                raise make_unstorable_value_error(repr(one))
        if len(sources) != (count := len(found.rows)):
            raise ArgumentError("expected the sources of {count} Sudokus", count=count)
        return self._add_prepared_sudokus_in_transaction(found, sources)

    def add_batches(
        self,
        batches: Iterable[Batch],
        jobs: Jobs = 1,
        progress: Callable[[AddedCounts], None] = lambda _: None,
        keep_rest: bool = True,
        *,
        is_whole: bool = False,
    ) -> AddedCounts:
        """Add batches of Sudokus, as from large files; return how many were read and added. `jobs`
        processes prepare the Sudokus. After each transaction, `progress` is called with the counts
        so far.

        The Sudokus in these counts are on the disk: after an interruption they stay there, and a
        second call with the same batches adds the remaining Sudokus. If `is_whole` is true, one
        transaction adds all Sudokus, and no other process can write meanwhile.

        If `keep_rest` is false, the `rest` of each source (the other text on its line) is not
        stored. It is still compared with the names in the catalogue, because older versions of
        sudokopie stored this text as the name of the Sudoku: such a Sudoku is recognised, and is
        not added again.
        """
        total, add = (
            AddedCounts(),
            self._write_prepared_sudokus if is_whole else self._add_prepared_sudokus_in_transaction,
        )
        with self.connection.transaction() if is_whole else nullcontext():
            for sources, found in yield_labelled_results(
                prepare_sudokus, _yield_tasks_with_sources(batches), jobs
            ):
                total = AddedCounts(
                    *map(sum, zip(total, add(found, sources, keep_rest), strict=True))
                )
                progress(total)
        return total

    def batches(self) -> Iterator[Batch]:
        """Yield all Sudokus in the order in which they were added, in batches of one shape.

        The method `add_batches` of another catalogue can add these batches.
        """
        for shape, some in groupby(self.select(), lambda known: known.grid.shape):
            while page := list(islice(some, _SUDOKUS_A_TRANSACTION)):
                yield (
                    shape,
                    stack(one.grid for one in page),
                    [one.source for one in page],
                )

    def _add_prepared_sudokus_in_transaction(
        self, prepared_sudokus: PreparedSudokus, sources: Sequence[Source], keep_rest: bool = True
    ) -> AddedCounts:
        """Write prepared Sudokus, whose sorted forms are already computed, to the database in one
        transaction. Returns three counts: all these Sudokus, those that were added, and the classes
        that are new. `sources` has the source of each Sudoku; if `keep_rest` is false, their `rest`
        is not stored.
        """
        # For these Sudokus, a solver may have to find the class, which may take long. Its answers
        # are cached here, before the transaction, so that other processes can write meanwhile.
        for row in prepared_sudokus.rows:
            if not row.exact:
                self.find_class_id_and_packed_steps(row, prepared_sudokus.shape)
        with self.connection.transaction():
            return self._write_prepared_sudokus(prepared_sudokus, sources, keep_rest)

    def _write_prepared_sudokus(
        self, prepared_sudokus: PreparedSudokus, sources: Sequence[Source], keep_rest: bool = True
    ) -> AddedCounts:
        """Write prepared Sudokus with their sources to the database, within a transaction that the
        caller began. Returns three counts: all these Sudokus, those that were added, and the
        classes that are new. If `keep_rest` is false, the `rest` of each source (the other text on
        its line) is not stored.

        Sudokus that are already in the catalogue with the same source are skipped.
        """
        added = classes = 0
        # In the order of the sources, so that the same Sudokus always make the same file.
        paths = dict.fromkeys(source.file for source in sources)
        files = {path: self._find_or_add_file_id(path) for path in paths}
        execute = self.connection.execute
        for row, source in zip(prepared_sudokus.rows, sources, strict=True):
            placed = self.find_class_id_and_packed_steps(row, prepared_sudokus.shape)
            classes += placed is None
            class_id, way = placed or self._add_new_class_and_pack_steps(
                row, prepared_sudokus.shape
            )
            told = class_id, prepared_sudokus.shape, row.cells, files[source.file]
            called = source.name, source.date, source.issue
            # INSERT OR IGNORE would use up a number even if the Sudoku is already in the catalogue.
            if execute(_FIND, _make_identifying_column_values(*told, *called)).fetchone():
                continue
            if found_id := self._find_row_with_number_stored_by_older_version(told, source):
                if any(called):
                    execute(
                        _NAME_ANEW,
                        (_make_identifying_column_values(*told, *called)[1], *called, *found_id),
                    )
                continue
            kept = source.rest if keep_rest else ""
            if placed is not None:
                copies = execute(_FIND_CELLS, (class_id, _MOST_COMPARED + 1)).fetchall()
                self._count_sudoku_if_equal(row.cells, [cells for (cells,) in copies])
            execute(
                _INSERT, (*_make_identifying_column_values(*told, *called), way, source.line, kept)
            )
            added += 1
        return AddedCounts(len(prepared_sudokus.rows), added, classes)

    def _count_sudoku_if_equal(self, cells: bytes, cells_of_copies: Sequence[bytes]) -> None:
        """Count a Sudoku that is added, if it is equal to one of its known copies, cell by cell. If
        there are too many copies to compare, the number of equal Sudokus is unknown from now on.
        """
        if len(cells_of_copies) > _MOST_COMPARED:
            self.equal_added = None
        elif self.equal_added is not None:
            self.equal_added += cells in cells_of_copies

    def _find_row_with_number_stored_by_older_version(
        self, key_values: tuple[int, BoxShape, bytes, int], source: Source
    ) -> tuple[int] | None:
        """Return the database row `(number,)` of a Sudoku that an older version of sudokopie stored
        with the whole text on its line as the name; None if there is no such Sudoku.

        `key_values` are four values that identify the Sudoku together with its name: the number of
        its class, its box shape, its packed cells and the number of its file. `source` has the text
        on its line.
        """
        older = source.older_rest if isinstance(source, SourceWithOlderRest) else ""
        for rest in dict.fromkeys((source.rest, older)):
            key = _make_identifying_column_values(*key_values, rest, "", "")
            if rest and (found := self.connection.execute(_FIND, key).fetchone()):
                return cast("tuple[int]", found)
        return None

    def _find_or_add_file_id(self, path: str) -> int:
        """Return the number of a file in the database; add the file if it is not there."""
        self.connection.execute("INSERT OR IGNORE INTO file (path) VALUES (?)", (path,))
        return self.connection.fetch_only_row("SELECT id FROM file WHERE path = ?", path)[0]

    def _add_new_class_and_pack_steps(
        self, prepared_sudoku: PreparedSudoku, shape: BoxShape
    ) -> tuple[int, bytes]:
        """Add a class for a Sudoku of which the catalogue has no copy. Returns the number of the
        class, and the packed steps from the Sudoku to the grid that is stored for the class.
        """
        done = self.connection.execute(
            "INSERT INTO class (height, width, signature, exact, form, clues, digits) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                *shape,
                prepared_sudoku.signature,
                prepared_sudoku.exact,
                prepared_sudoku.form,
                prepared_sudoku.clues,
                prepared_sudoku.digits,
            ),
        )
        assert done.lastrowid is not None
        return done.lastrowid, prepared_sudoku.way

    # Looking up

    def find_class_id_and_packed_steps(
        self, prepared_sudoku: PreparedSudoku, shape: BoxShape
    ) -> tuple[int, bytes] | None:
        """Return the number of the class of a Sudoku, and the packed steps from the Sudoku to the
        grid that is stored for this class; None if the catalogue has no copy of the Sudoku. A class
        is a Sudoku and all its copies. `prepared_sudoku` has the values that are computed for the
        Sudoku before it is stored.

        Sudokus with equal sorted forms are copies. Sudokus with different forms are not copies if
        the forms are exact (equal for all copies); if they are not exact, a solver decides.
        """
        # Without INDEXED BY, SQLite might use another index that finds 100,000 classes.
        found = self.connection.fetch_all_rows(
            "SELECT id, form, height, width FROM class INDEXED BY class_of_signature "
            "WHERE signature = ?",
            prepared_sudoku.signature,
        )
        for class_id, form, *sides in found:
            if form == prepared_sudoku.form and (*sides,) == shape:
                return class_id, prepared_sudoku.way
        for class_id, form, *sides in found:
            with self.connection.convert_errors_of_damaged_rows():
                # The form of a class is a copy of its Sudokus. So it has the signature of the
                # class, and an exact form is its own sorted form, unless the class is damaged.
                (stored,) = prepare_sudokus(
                    convert_to_array_and_shape([unpack_grid(form, BoxShape(*sides))])
                ).rows
                if stored.signature != prepared_sudoku.signature or (
                    stored.exact and stored.form != form
                ):
                    raise ValueError(f"class {class_id}")
                is_asked = not prepared_sudoku.exact and (*sides,) == shape
                way = (
                    _find_packed_steps_by_solver(prepared_sudoku.cells, form, shape)
                    if is_asked
                    else None
                )
            if way is not None:
                return class_id, way
        return None

    def copies_of(self, grid: Grid) -> list[KnownSudoku]:
        """Return the Sudokus of the catalogue that are copies of `grid`.

        They are in the order in which they were added; the list is empty if no copy is known.
        """
        (row,) = prepare_sudokus(convert_to_array_and_shape([grid])).rows
        placed = self.find_class_id_and_packed_steps(row, grid.shape)
        return [] if placed is None else list(self.members(placed[0]))

    def members(
        self, class_id: int, limit: int | None = None, selection: Selection = ALL
    ) -> Iterator[KnownSudoku]:
        """Yield the Sudokus of a class in the order in which they were added, at most `limit`; None
        means all. A class is a Sudoku and all its copies, and `class_id` is its number. Only
        Sudokus that `selection` selects are yielded.
        """
        return self.select(selection._replace(classes=(class_id,)), limit)

    def yield_first_members(
        self, class_ids: Iterable[int], selection: Selection = ALL
    ) -> Iterator[KnownSudoku | None]:
        """Yield for each class the Sudoku that was added first, among those that `selection`
        selects; None if it selects no Sudoku of the class. A class is a Sudoku and all its copies.

        Many classes are looked up together, which takes a part of the time of `members`.
        """
        numbers = iter(class_ids)
        while some := tuple(islice(numbers, _CLASSES_AT_ONCE)):
            condition, values = selection._replace(classes=some).make_sql_condition_and_values()
            ids = self.connection.fetch_all_rows(
                f"SELECT min(sudoku.id) FROM {_JOINED} WHERE {condition} GROUP BY class", *values
            )
            firsts = self.select(Selection(tuple(number for (number,) in ids))) if ids else ()
            found = {known.class_id: known for known in firsts}
            yield from map(found.get, some)

    def count(self, selection: Selection) -> int:
        """Return how many Sudokus of the catalogue meet the conditions of `selection`."""
        condition, values = selection.make_sql_condition_and_values()
        return self.connection.fetch_only_row(
            f"SELECT count(*) FROM {_JOINED} WHERE {condition}", *values
        )[0]

    def find_first_number(self, class_id: int) -> int:
        """Return the number of the Sudoku that was added first to a class. A class is a Sudoku and
        all its copies, and `class_id` is its number.
        """
        return self.connection.fetch_only_row(
            "SELECT min(id) FROM sudoku WHERE class = ?", class_id
        )[0]

    def __len__(self) -> int:
        return self.connection.fetch_only_row("SELECT count(*) FROM sudoku")[0]

    def select(self, selection: Selection = ALL, limit: int | None = None) -> Iterator[KnownSudoku]:
        """Yield the Sudokus that meet the conditions of `selection`, in the order in which they
        were added. At most `limit` Sudokus are yielded; None means all.
        """
        condition, values = selection.make_sql_condition_and_values()
        pages = self.connection.yield_lists_of_sudoku_rows(
            "SELECT sudoku.id, class, height, width, cells, way, path, line, name, date, issue, "
            f"rest FROM {_JOINED} WHERE {condition}",
            *values,
            rows_at_once=min(limit or _SUDOKUS_A_TRANSACTION, _SUDOKUS_A_TRANSACTION),
        )
        return islice(map(self._make_known_sudoku, chain.from_iterable(pages)), limit)

    def _make_known_sudoku(self, row: tuple[Any, ...]) -> KnownSudoku:
        """Return a known Sudoku from a row of the database. The row has the number of the Sudoku,
        the number of its class, the height and width of its boxes, its packed cells and steps, and
        then the six values of its source.
        """
        number, class_id, height, across, cells, way, *source = row
        with self.connection.convert_errors_of_damaged_rows():
            grid = unpack_grid(cells, BoxShape(height, across))
        return KnownSudoku(number, class_id, grid, way, Source(*source))

    def shapes(self) -> list[BoxShape]:
        """Return the different box shapes of the Sudokus in the catalogue, smallest first."""
        rows = self.connection.fetch_all_rows("SELECT DISTINCT height, width FROM class")
        with self.connection.convert_errors_of_damaged_rows():
            return sorted((BoxShape(*row) for row in rows), key=lambda shape: (shape.size, shape))

    def read_class_ids_and_packed_grids(
        self, shape: BoxShape, clue_count_range: range
    ) -> tuple[NDArray[np.int64], Cells]:
        """Return the numbers of the N classes of a box shape whose number of clues is in
        `clue_count_range`, and one packed grid of each class, as an array of shape (N, bytes). A
        class is a Sudoku and all its copies. Classes with fewer clues come first.
        """
        width, last = count_packed_bytes(shape.size), (-1, 0)
        ids, forms = [np.zeros(0, np.int64)], [np.zeros((0, width), np.uint8)]
        while rows := self.connection.fetch_all_rows(
            "SELECT clues, id, form FROM class WHERE height = ? AND width = ? "
            "AND clues BETWEEN ? AND ? AND (clues, id) > (?, ?) ORDER BY clues, id LIMIT ?",
            *shape,
            clue_count_range[0],
            clue_count_range[-1],
            *last,
            _SUDOKUS_A_TRANSACTION,
        ):
            places = [row[:2] for row in rows]
            # In a damaged file, places that do not grow could make this loop endless.
            if any(one >= other for one, other in pairwise([last, *places])):
                raise self.connection.make_damaged_error("rows of class out of order")
            ids.append(np.array([number for _, number in places], np.int64))
            with self.connection.convert_errors_of_damaged_rows():
                forms.append(join_packed_rows_to_array((row[2] for row in rows), width))
            last = places[-1]
        return np.concatenate(ids), np.concatenate(forms)

    def make_damaged_error(self, known_sudoku: KnownSudoku) -> CatalogueError:
        """Return the error for a damaged Sudoku of the catalogue, whose stored steps lead to a
        wrong grid.
        """
        return CatalogueError(
            "{file}: Sudoku {number} is damaged: its steps lead elsewhere",
            file=self.connection.path,
            number=known_sudoku.id,
        )

    # Removing

    def remove(self, selection: Selection) -> int:
        """Remove the Sudokus that `selection` selects from the catalogue, and return the number of
        removed Sudokus.

        If an exception is raised, no Sudoku is removed. The numbers of removed Sudokus are not used
        again.
        """
        condition, values = selection.make_sql_condition_and_values()
        execute = self.connection.execute
        with self.connection.transaction():
            removed = execute(
                "DELETE FROM sudoku WHERE id IN "
                f"(SELECT sudoku.id FROM {_JOINED} WHERE {condition})",
                values,
            ).rowcount
            execute("DELETE FROM class WHERE id NOT IN (SELECT class FROM sudoku)")
            execute("DELETE FROM file WHERE id NOT IN (SELECT file FROM sudoku)")
        return removed

    def stats(self) -> CatalogueStats:
        """Count the Sudokus, classes and files of the catalogue."""
        sudokus, classes, groups, largest = self.connection.fetch_only_row(
            "SELECT coalesce(sum(n), 0), count(*), coalesce(sum(n > 1), 0), coalesce(max(n), 0) "
            "FROM (SELECT count(*) AS n FROM sudoku GROUP BY class)"
        )
        (files,) = self.connection.fetch_only_row("SELECT count(*) FROM file")
        kinds = self.connection.fetch_all_rows(
            "SELECT height, width, clues, count(*), count(DISTINCT class.id) FROM sudoku "
            "JOIN class ON class.id = class GROUP BY height, width, clues "
            "ORDER BY height * width, height, clues"
        )
        counted = [
            CountsForClueNumber(BoxShape(height, width), *rest) for height, width, *rest in kinds
        ]
        return CatalogueStats(sudokus, classes, groups, largest, files, counted)


def _yield_batches_with_sources(file: str, reading_options: ReadingOptions) -> Iterator[Batch]:
    """Read the Sudokus of a file with their sources, in batches.

    Raises `PairFileError` for the first Sudoku that cannot be read.
    """
    from .source_columns import make_source_reading_function

    path = make_stored_file_name(file)
    with open_path_as_grid_file(file, reading_options) as grids:
        source_of: Callable[[Entry], Source] | None = None
        for entries in grids.yield_entry_batches(_SUDOKUS_A_TRANSACTION):
            for entry in entries:
                if entry.error is not None:
                    raise entry.error
            source_of = source_of or make_source_reading_function(
                grids, entries[0], file, path, [None] * 3
            )
            shape = entries[0].shape
            cells = convert_bytes_to_array(b"".join([entry.cell_bytes for entry in entries]), shape)
            yield shape, cells, [*map(source_of, entries)]


def _yield_tasks_with_sources(
    batches: Iterable[Batch],
) -> Iterator[tuple[tuple[Cells, BoxShape], Sequence[Source]]]:
    """Split batches of Sudokus into smaller batches, each of which one transaction can write.
    Yields pairs: an array of grids with their box shape, and the sources of these Sudokus.
    """
    for shape, grids, sources in batches:
        for some in yield_index_slices(len(sources), _SUDOKUS_A_TRANSACTION):
            yield convert_to_array_and_shape(grids[some], shape), sources[some]


def _make_identifying_column_values(
    class_id: int,
    shape: BoxShape,
    packed_cells: bytes,
    file_id: int,
    *name_date_and_issue: str,
) -> tuple[object, ...]:
    """Return the values of the database columns that identify a Sudoku: the catalogue stores a
    Sudoku with these values only once. `file_id` is the number of its file.
    """
    digest = compute_row_checksum(*shape, packed_cells, file_id, *name_date_and_issue)
    return class_id, digest, packed_cells, file_id, *name_date_and_issue


@lru_cache(100_000)
def _find_packed_steps_by_solver(
    packed_cells: bytes, packed_class_grid: bytes, shape: BoxShape
) -> bytes | None:
    """Let a solver find the steps from a packed Sudoku to the packed grid `packed_class_grid`,
    which is stored for a class of copies. Returns the packed steps; None if the Sudoku is not a
    copy of `packed_class_grid`.
    """
    pair = unpack_grid(packed_cells, shape), unpack_grid(packed_class_grid, shape)
    steps = decide(*pair, fewest=False).transformation
    if steps is None:
        return None
    way = TransformationArrays.identity(shape, 1)
    way.set_transformation(0, steps)
    return way.pack().tobytes()
