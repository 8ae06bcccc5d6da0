"""Grids: N×N cells that hold 0 for blank or a digit 1..N, and nothing about the rules of Sudoku."""

from collections.abc import Collection, Iterable, Iterator
from operator import index

from .errors import GridError
from .language import Message
from .shape import BoxShape

Cell = tuple[int, int]
"""A cell's row and column, from 0."""

CellSet = frozenset[Cell]


def _shape_of(box: tuple[int, int]) -> BoxShape:
    try:
        height, width = map(index, box)
    except (TypeError, ValueError):
        message = Message("expected the numbers of rows and columns of a box, found {box}", box=box)
        raise GridError(message) from None
    return BoxShape(height, width)


class Grid:
    """An N×N array of digits in boxes; a value that never changes.

    `rows` holds N rows of N integers from 0 (blank) to N. The rules of Sudoku are not checked:
    digits may repeat or be missing. `box` is the shape of the boxes as a pair (rows, columns), by
    default the square one, else the nearest to square with fewer rows than columns.

    Raises `GridError` where there are not N rows of N cells, where a cell is not 0..N, or where the
    box does not fit.

    >>> grid = Grid([[1, 0, 0, 2], [0, 2, 1, 0], [2, 0, 0, 1], [0, 1, 2, 0]])
    >>> grid.size, grid[0, 3], grid.clues
    (4, 2, 8)
    >>> print(grid)
    1 0 0 2
    0 2 1 0
    2 0 0 1
    0 1 2 0
    """

    __slots__ = ("rows", "shape")

    rows: tuple[tuple[int, ...], ...]
    shape: BoxShape

    def __init__(
        self, rows: Iterable[Iterable[int]], box: BoxShape | tuple[int, int] | None = None
    ) -> None:
        cells = tuple(tuple(index(value) for value in row) for row in rows)
        size = len(cells)
        shape = BoxShape.for_size(size) if box is None else _shape_of(box)
        if shape.size != size or shape.height < 1:
            raise GridError(
                Message(
                    "expected {count} rows for boxes of {box}, found {size}",
                    count=shape.size,
                    box=shape,
                    size=size,
                )
            )
        for r, row in enumerate(cells, 1):
            if len(row) != size:
                raise GridError(
                    Message(
                        "expected {size} cells in row {row}, found {count}",
                        size=size,
                        row=r,
                        count=len(row),
                    )
                )
            for value in row:
                if not 0 <= value <= size:
                    raise GridError(
                        Message(
                            "expected 0 to {size} in row {row}, found {value}",
                            size=size,
                            row=r,
                            value=value,
                        )
                    )
        self._become(cells, shape)

    def _become(self, cells: tuple[tuple[int, ...], ...], shape: BoxShape) -> None:
        object.__setattr__(self, "rows", cells)
        object.__setattr__(self, "shape", shape)

    @classmethod
    def _trusted(cls, cells: tuple[tuple[int, ...], ...], shape: BoxShape) -> "Grid":
        """Return a grid of cells that are known to be valid, unchecked: for rearrangements."""
        grid = cls.__new__(cls)
        grid._become(cells, shape)
        return grid

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Grid never changes: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Grid never changes: {name} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return Grid, (self.rows, tuple(self.shape))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self.rows == other.rows and self.shape == other.shape

    def __hash__(self) -> int:
        return hash((self.rows, self.shape))

    def __getitem__(self, cell: Cell) -> int:
        r, c = cell
        return self.rows[r][c]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self.rows)

    def __str__(self) -> str:
        return "\n".join(" ".join(map(str, row)) for row in self.rows)

    def __repr__(self) -> str:
        return f"Grid({[list(row) for row in self.rows]}, box={tuple(self.shape)})"

    @property
    def size(self) -> int:
        """N, the number of cells a side."""
        return len(self.rows)

    @property
    def clues(self) -> int:
        """The number of cells that are not blank."""
        return sum(1 for row in self.rows for value in row if value)

    @property
    def clue_cells(self) -> CellSet:
        """The cells that are not blank."""
        return frozenset(cell for cell in self.cells if self[cell])

    @property
    def cells(self) -> list[Cell]:
        """All cells, row after row."""
        numbers = range(self.size)
        return [(r, c) for r in numbers for c in numbers]

    def row(self, r: int) -> tuple[int, ...]:
        """Return row r, counted from 0, from left to right."""
        return self.rows[r]

    def column(self, c: int) -> tuple[int, ...]:
        """Return column c, counted from 0, from top to bottom."""
        return tuple([row[c] for row in self.rows])

    def block(self, r: int, c: int) -> tuple[int, ...]:
        """Return the box that the cell (r, c) is in, row after row.

        >>> Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]).block(1, 2)
        (3, 4, 1, 2)
        """
        height, width = self.shape
        top, left = r // height * height, c // width * width
        return tuple(
            [value for row in self.rows[top : top + height] for value in row[left : left + width]]
        )

    def _units(self) -> tuple[list[tuple[int, ...]], ...]:
        """Return the rows, the columns and the boxes."""
        height, width = self.shape
        numbers = range(self.size)
        corners = [(r, c) for r in numbers[::height] for c in numbers[::width]]
        return (
            list(self.rows),
            [self.column(c) for c in numbers],
            [self.block(*corner) for corner in corners],
        )

    def rows_complete(self) -> bool:
        """Return whether every row holds every digit once."""
        return self._complete(self._units()[0])

    def columns_complete(self) -> bool:
        """Return whether every column holds every digit once."""
        return self._complete(self._units()[1])

    def blocks_complete(self) -> bool:
        """Return whether every box holds every digit once."""
        return self._complete(self._units()[2])

    def _complete(self, units: list[tuple[int, ...]]) -> bool:
        every = set(range(1, self.size + 1))
        return all(set(unit) == every for unit in units)

    def is_solved(self) -> bool:
        """Return whether every row, column and box holds every digit once."""
        return all(map(self._complete, self._units()))

    def is_consistent(self) -> bool:
        """Return whether no row, column or box repeats a digit."""
        return all(
            len(clues) == len(set(clues))
            for units in self._units()
            for unit in units
            for clues in [[value for value in unit if value]]
        )

    def candidates(self) -> dict[Cell, list[int]]:
        """Return for each blank cell (r, c) the digits not yet in its row, column or box.

        >>> Grid([[1, 2, 3, 0], [3, 0, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]).candidates()
        {(0, 3): [4], (1, 1): [4]}
        """
        rows, columns, blocks = (list(map(set, units)) for units in self._units())
        height, width = self.shape
        left = {}
        for r, row in enumerate(self.rows):
            for c, value in enumerate(row):
                if not value:
                    box = blocks[r // height * (self.size // width) + c // width]
                    taken = rows[r] | columns[c] | box
                    left[r, c] = [d for d in range(1, self.size + 1) if d not in taken]
        return left

    def keeping(self, cells: Collection[Cell]) -> "Grid":
        """Return a grid with the clues in these cells (r, c), from 0, and blanks elsewhere.

        >>> print(Grid([[1, 2], [2, 1]]).keeping({(0, 1)}))
        0 2
        0 0
        """
        kept = tuple(
            tuple([value if (r, c) in cells else 0 for c, value in enumerate(row)])
            for r, row in enumerate(self.rows)
        )
        return Grid._trusted(kept, self.shape)

    def agreeing(self, other: "Grid") -> "Grid":
        """Return a grid with the clues that `other`, of the same shape, has too; blanks elsewhere.

        >>> print(Grid([[1, 2], [0, 2]]).agreeing(Grid([[1, 1], [2, 2]])))
        1 0
        0 2
        """
        cells = tuple(
            tuple([one if one == two else 0 for one, two in zip(row, others, strict=True)])
            for row, others in zip(self.rows, other.rows, strict=True)
        )
        return Grid._trusted(cells, self.shape)

    @property
    def digits(self) -> frozenset[int]:
        """The digits that occur."""
        return frozenset(value for row in self.rows for value in row if value)
