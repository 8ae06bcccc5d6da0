"""The catalogue: Sudokus that have been seen, each with where it stood, and their classes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from ..answers.decide import decide
from ..base.errors import CatalogueError
from ..base.language import Message
from ..collection.arrays import Cells, Grids, as_array, slices, width
from ..collection.batches import beside
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..system.ordered import Jobs
from .schema import Connection
from .seen import Seen, SeenSudoku, grid_of, in_rows, seen, way_of

_SUDOKUS_A_TRANSACTION = 10_000
"""Sudokus that are added in one transaction."""


class Source(NamedTuple):
    """Where a Sudoku came from: the path of a file, the line from 1, and its name there."""

    file: str
    line: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A Sudoku of the catalogue: its number, its class, the grid as it came, and where it stood.

    `way` is the packed transformation from the grid to the form of the class.
    """

    id: int
    class_id: int
    grid: Grid
    way: bytes
    source: Source


class Added(NamedTuple):
    """What came of adding.

    `read` Sudokus were given; of these `added` are new in the catalogue, and of those `classes`
    are copies of none that were there before them. The others stood there already.
    """

    read: int = 0
    added: int = 0
    classes: int = 0


class Placed(NamedTuple):
    """The class of a Sudoku: its number, and the `way` from the cells to its form."""

    class_id: int
    way: bytes


_IS_THERE = "SELECT 1 FROM sudoku WHERE class = ? AND cells = ? AND file = ? AND name = ?"
_INSERT = "INSERT INTO sudoku (class, cells, file, name, way, line) VALUES (?, ?, ?, ?, ?, ?)"

Batch = tuple[BoxShape, Cells, Sequence[Source]]
"""Sudokus of one shape, (N, size, size), and where each of them came from."""


class Selection(NamedTuple):
    """Some Sudokus of a catalogue: all that are of one of these, where these are not empty.

    `ids` and `classes` are numbers, `files` paths. `copies`: only Sudokus of classes that have more
    than one; `first`: only the first of each class; `shape`: only Sudokus of this one.
    """

    ids: tuple[int, ...] = ()
    classes: tuple[int, ...] = ()
    files: tuple[str, ...] = ()
    copies: bool = False
    first: bool = False
    shape: BoxShape | None = None

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out."""
        return self == ALL

    def condition(self) -> tuple[str, list[object]]:
        """Return what SQL says for it, and the values that it asks for."""
        conditions, values = ["1"], list[object]()
        for column, wanted in (
            ("sudoku.id", self.ids),
            ("class", self.classes),
            ("path", self.files),
        ):
            if wanted:
                conditions.append(f"{column} IN ({', '.join('?' * len(wanted))})")
                values += wanted
        if self.copies:
            conditions.append(
                "class IN (SELECT class FROM sudoku GROUP BY class HAVING count(*) > 1)"
            )
        if self.first:
            conditions.append("sudoku.id IN (SELECT min(id) FROM sudoku GROUP BY class)")
        if self.shape is not None:
            conditions.append("height = ? AND width = ?")
            values += self.shape
        return " AND ".join(conditions), values


ALL = Selection()


class ClueCount(NamedTuple):
    """How many Sudokus and classes of one shape have so many clues."""

    shape: BoxShape
    clues: int
    sudokus: int
    classes: int


@dataclass(frozen=True, slots=True)
class Stats:
    """How many Sudokus, classes, classes with copies, Sudokus of the largest class, and files."""

    sudokus: int
    classes: int
    groups: int
    largest: int
    files: int
    kinds: list[ClueCount]


class Catalogue:
    """Sudokus that are remembered in a file.

    The same Sudoku, cell by cell, with the same name and from the same file is there once. What
    `add` has counted is on the disk. Several processes may use one catalogue at the same time.
    Use it in a `with` statement, or `close` it.

    Everything raises `CatalogueError` where the file cannot be read or written as it should.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "seen.db")
    >>> with Catalogue.open(path, create=True) as catalogue:
    ...     catalogue.add([Grid([[1, 2], [0, 0]])], [Source("old.txt", 7)])
    ...     for known in catalogue.copies_of(Grid([[0, 0], [2, 1]])):
    ...         known.source.line
    Added(read=1, added=1, classes=1)
    7
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @classmethod
    def open(cls, path: str, create: bool = False) -> Self:
        """Open a catalogue; with `create` make one where there is no file.

        Raises `OSError` where there is none, `CatalogueError` where the file is something else, or
        was made by a newer version of this package.
        """
        return cls(Connection(path, create))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    # Adding

    def add(
        self, grids: Grids, sources: Sequence[Source], box: BoxShape | tuple[int, int] | None = None
    ) -> Added:
        """Add some Sudokus of one shape, all of them or, where something is raised, none.

        Raises `GridError` for what are not grids of one shape.
        """
        return self._keep(seen(as_array(grids, box)), sources)

    def take(
        self,
        batches: Iterable[Batch],
        jobs: Jobs = 1,
        progress: Callable[[Added], None] = lambda _: None,
    ) -> Added:
        """Add batches of Sudokus, which `jobs` look at; return what came of all.

        `progress` is told, after each ten thousand or fewer, what is on the disk by then. When this
        is interrupted, that stays. Doing it again completes it, to the same content.
        """
        tasks = (
            (as_array(grids[some], shape), sources[some])
            for shape, grids, sources in batches
            for some in slices(len(sources), _SUDOKUS_A_TRANSACTION)
        )
        total = Added()
        for sources, found in beside(seen, tasks, jobs):
            one = self._keep(found, sources)
            total = Added(*(sum(pair) for pair in zip(total, one, strict=True)))
            progress(total)
        return total

    def _keep(self, found: Seen, sources: Sequence[Source]) -> Added:
        """Write some Sudokus, all or none."""
        # A solver may need long for those without exact forms. What it says is remembered, so that
        # nobody has to wait for it who wants to write too.
        for row in found.rows:
            if not row.exact:
                self.place(row, found.shape)
        added = classes = 0
        with self.connection.transaction():
            files = {path: self._file(path) for path in {source.file for source in sources}}
            execute = self.connection.execute
            for row, (file, line, name) in zip(found.rows, sources, strict=True):
                placed = self.place(row, found.shape)
                classes += placed is None
                placed = placed or self._new_class(row, found.shape)
                key = placed.class_id, row.cells, files[file], name
                # Not by INSERT OR IGNORE, which uses up a number for what is there already.
                if not execute(_IS_THERE, key).fetchone():
                    execute(_INSERT, (*key, placed.way, line))
                    added += 1
        return Added(len(found.rows), added, classes)

    def _file(self, path: str) -> int:
        self.connection.execute("INSERT OR IGNORE INTO file (path) VALUES (?)", (path,))
        return self.connection.one("SELECT id FROM file WHERE path = ?", path)[0]

    def _new_class(self, row: SeenSudoku, shape: BoxShape) -> Placed:
        done = self.connection.execute(
            "INSERT INTO class (height, width, signature, exact, form, clues, digits) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*shape, row.signature, row.exact, row.form, row.clues, row.digits),
        )
        assert done.lastrowid is not None
        return Placed(done.lastrowid, row.way)

    # Looking up

    def place(self, row: SeenSudoku, shape: BoxShape) -> Placed | None:
        """Return the class of a Sudoku, None where it is a copy of nothing that is known.

        Equal forms are copies. Different ones are none if they are exact; else a solver decides.
        """
        # SQLite would take the index of shapes and clues, which finds a hundred thousand classes.
        found = self.connection.rows(
            "SELECT id, form FROM class INDEXED BY class_of_signature "
            "WHERE signature = ? AND height = ? AND width = ?",
            row.signature,
            *shape,
        )
        for class_id, form in found:
            if form == row.form:
                return Placed(class_id, row.way)
        if not row.exact:
            for class_id, form in found:
                with self.connection.as_stored():
                    way = _way_by_solver(row.cells, form, shape)
                if way is not None:
                    return Placed(class_id, way)
        return None

    def copies_of(self, grid: Grid) -> list[Known]:
        """Return the Sudokus of the catalogue that are copies of a grid, in the order they came."""
        (row,) = seen(as_array([grid])).rows
        placed = self.place(row, grid.shape)
        return [] if placed is None else list(self.members(placed.class_id))

    def members(self, class_id: int, most: int | None = None) -> Iterator[Known]:
        """Yield the Sudokus of a class in the order in which they came; at most `most`."""
        return self.select(Selection(classes=(class_id,)), most)

    def size_of(self, class_id: int) -> int:
        """Return how many Sudokus a class has."""
        return self.connection.one("SELECT count(*) FROM sudoku WHERE class = ?", class_id)[0]

    def __len__(self) -> int:
        """Return how many Sudokus there are."""
        return self.connection.one("SELECT count(*) FROM sudoku")[0]

    def select(self, selection: Selection = ALL, most: int | None = None) -> Iterator[Known]:
        """Yield the Sudokus that are selected, by default all, in the order in which they came.

        With `most`, only so many of them.
        """
        at_once = _SUDOKUS_A_TRANSACTION if most is None else min(most, _SUDOKUS_A_TRANSACTION)
        return islice(self._in_pages(selection, at_once), most)

    def _in_pages(self, selection: Selection, at_once: int) -> Iterator[Known]:
        condition, values = selection.condition()
        last = 0
        # A question that stays open would keep others from writing.
        while page := self.connection.rows(
            "SELECT sudoku.id, class, height, width, cells, way, path, line, name FROM sudoku "
            "JOIN class ON class.id = class JOIN file ON file.id = file "
            f"WHERE sudoku.id > ? AND {condition} ORDER BY sudoku.id LIMIT ?",
            last,
            *values,
            at_once,
        ):
            for last, class_id, *shape, cells, way, path, line, name in page:
                with self.connection.as_stored():
                    grid = grid_of(cells, BoxShape(*shape))
                yield Known(last, class_id, grid, way, Source(path, line, name))

    def shapes(self) -> list[BoxShape]:
        """Return the shapes of the Sudokus, small ones first."""
        rows = self.connection.rows("SELECT DISTINCT height, width FROM class")
        with self.connection.as_stored():
            return sorted((BoxShape(*row) for row in rows), key=lambda shape: (shape.size, shape))

    def forms(self, shape: BoxShape, clues: range) -> tuple[NDArray[np.int64], Cells]:
        """Return the numbers of the classes of a shape with so many clues, and their forms packed.

        They come as (N,) and (N, bytes).
        """
        rows = self.connection.rows(
            "SELECT id, form FROM class WHERE height = ? AND width = ? AND clues BETWEEN ? AND ?",
            *shape,
            clues[0],
            clues[-1],
        )
        ids = np.array([row[0] for row in rows], np.int64)
        with self.connection.as_stored():
            return ids, in_rows((row[1] for row in rows), width(shape.size))

    def damaged(self, known: Known) -> CatalogueError:
        """Return the error of a Sudoku whose way does not lead to the form of its class."""
        return CatalogueError(
            Message(
                "{file}: Sudoku {number} is damaged: its steps lead elsewhere",
                file=self.connection.path,
                number=known.id,
            )
        )

    # Removing

    def remove(self, selection: Selection) -> int:
        """Remove the Sudokus that are selected, all of them or none; return how many.

        The numbers of Sudokus and classes are not given to others later.
        """
        condition, values = selection.condition()
        execute = self.connection.execute
        with self.connection.transaction():
            removed = execute(
                "DELETE FROM sudoku WHERE id IN (SELECT sudoku.id FROM sudoku "
                "JOIN class ON class.id = class JOIN file ON file.id = file "
                f"WHERE {condition})",
                values,
            ).rowcount
            execute("DELETE FROM class WHERE id NOT IN (SELECT class FROM sudoku)")
            execute("DELETE FROM file WHERE id NOT IN (SELECT file FROM sudoku)")
        return removed

    def stats(self) -> Stats:
        """Return how many of what there are."""
        sudokus, classes, groups, largest = self.connection.one(
            "SELECT coalesce(sum(n), 0), count(*), coalesce(sum(n > 1), 0), coalesce(max(n), 0) "
            "FROM (SELECT count(*) AS n FROM sudoku GROUP BY class)"
        )
        (files,) = self.connection.one("SELECT count(*) FROM file")
        kinds = self.connection.rows(
            "SELECT height, width, clues, count(*), count(DISTINCT class.id) FROM sudoku "
            "JOIN class ON class.id = class GROUP BY height, width, clues "
            "ORDER BY height * width, height, clues"
        )
        counted = [ClueCount(BoxShape(height, width), *rest) for height, width, *rest in kinds]
        return Stats(sudokus, classes, groups, largest, files, counted)


@lru_cache(100_000)
def _way_by_solver(cells: bytes, form: bytes, shape: BoxShape) -> bytes | None:
    """Return the way from a Sudoku to a form other than its own; None if there is none."""
    steps = decide(grid_of(cells, shape), grid_of(form, shape), fewest=False).transformation
    return None if steps is None else way_of(steps)
