"""Grids: N×N cells, each blank (0) or with a digit from 1 to N, and how grids are written as text.

A grid need not obey the rules of Sudoku. Only the methods that check the rules, and `candidates`,
use them.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from math import isqrt
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, SupportsIndex, Union, overload

from ..base.errors import ArgumentError, GridError
from ..base.messages import Message, shorten_and_escape
from ..base.registry import HIGHER, render_as_html
from .shape import BoxShape, check_row_count, check_same_shape, choose_shape

if TYPE_CHECKING:
    from numpy.typing import NDArray

Cell = tuple[int, int]
"""A cell's row and column, both from 0."""

CellSet = frozenset[Cell]
"""A set of cells, each a pair (row, column) from 0."""

Cells = tuple[tuple[int, ...], ...]
"""The cells of a grid: for each row a tuple of its digits, 0 for blank."""


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789" + LETTERS
"""The characters for 0 to 35."""
MOST_LETTERS = len(DIGITS) - 1
"""The largest number of cells a side for which each digit has a character."""
_CHARACTERS = f".{DIGITS[1:]}".encode().ljust(256)
"""For each digit from 0 to 35, the character that represents it in a text."""
SMALLEST_AS_TEXT = 4
"""The smallest number of cells a side of a grid that may be written on one line. In a smaller size,
nine characters would be a 3×3 grid, but are more likely a row of a 9×9 grid.
"""

LARGEST_BY_TRANSLATE = 16
"""The largest number of cells a side for which the number of a cell fits in a byte. The cells of
such grids are rearranged with `bytes.translate`, which replaces each number in a list of cell
numbers by the content of this cell.
"""

_PLAIN_SIZES = {size * size: size for size in range(SMALLEST_AS_TEXT, 10)}
"""The number of cells a side for each length of a text that consists only of `.` and digits, if a
text of this length is a grid.
"""

_PLAIN_VALUES = bytes(
    DIGITS.index(one) if one in "0123456789" else 0 if one == "." else 255
    for one in map(chr, range(256))
)
"""For each character of a text that consists only of `.` and digits, the cell that it represents;
255 for all other characters.
"""


class _ConvertibleToNumpy(Protocol):
    """A table, such as a data frame, that the method `to_numpy` converts to an array of cells."""

    def to_numpy(self) -> Any:
        """Return the cells as a numpy array."""


GridLike = Union[
    "Grid",
    str,
    bytes,
    Iterable[Iterable[SupportsIndex]],
    Iterable[SupportsIndex],
    _ConvertibleToNumpy,
]
"""The values from which `Grid` makes a grid: a grid, a text, also as bytes, rows of whole numbers
of any type, all cells in one list, or a table of a data frame.
"""


class Grid:
    """An immutable N×N array of digits, divided into boxes. `rows` has N tuples of N digits, with 0
    for blank; `shape` is the `BoxShape` of the boxes.

    The argument `rows` may be N rows of N whole numbers from 0 (blank) to N, as lists, an array or
    a data frame; all N·N numbers in one list or array, if there are at least 16; a text that
    `parse` reads, such as the 81 characters of a 9×9 puzzle, also as bytes; or another grid. Digits
    may repeat or be missing. `box` is the shape of the boxes as a pair (rows, columns); by default
    the boxes are as square as possible. `offset` is subtracted from the number of each cell: with 1
    the number 1 is blank and 2 is the digit 1, with -1 the number 0 is the digit 1.

    Raises `GridError` if there are not N rows of N cells, if a cell is not 0..N, if the box does
    not fit, if a text cannot be read, or if `offset` is given for a grid.

    >>> grid = Grid([[1, 0, 0, 2], [0, 2, 1, 0], [2, 0, 0, 1], [0, 1, 2, 0]])
    >>> grid.size, grid[0, 3], grid[0], grid.clues
    (4, 2, (1, 0, 0, 2), 8)
    >>> print(grid)
     1 . | . 2
     . 2 | 1 .
    -----+-----
     2 . | . 1
     . 1 | 2 .
    >>> grid, Grid("1..2.21.2..1.12.") == grid
    (Grid('1..2.21.2..1.12.'), True)
    """

    __slots__ = ("_bytes", "rows", "shape")

    rows: Cells
    shape: BoxShape
    _bytes: bytes

    def __init__(
        self, rows: GridLike, box: BoxShape | tuple[int, int] | None = None, *, offset: int = 0
    ) -> None:
        if isinstance(rows, bytes | bytearray | memoryview):
            rows = decode_bytes_to_text(bytes(rows))
        if isinstance(rows, str):
            rows, offset = Grid.parse(rows, box, offset=offset), 0
        if isinstance(rows, Grid) and not offset and box in (None, rows.shape):
            self._set_cells(rows.rows, rows.shape, getattr(rows, "_bytes", None))
            return
        plain, size = _try_convert_plain_rows_to_bytes_and_size(rows, offset)
        if plain is not None:
            shape = choose_shape(size, box)
            if shape.size == size:
                self._set_cells(_split_into_rows(plain, size), shape, plain)
                return
        cells = _convert_rows(
            _split_flat_cells(
                rows.to_numpy() if hasattr(rows, "to_numpy") else _blank_masked_values(rows, offset)
            ),
            offset,
        )
        size = len(cells)
        shape = choose_shape(size, box)
        check_row_count(size, shape)
        every = set(range(size + 1))
        for r, row in enumerate(cells, 1):
            if len(row) != size:
                raise GridError(
                    "expected {size} cells in row {row}, found {count}",
                    size=size,
                    row=r,
                    count=len(row),
                )
            if not every.issuperset(row):
                raise GridError(
                    "expected {first} to {last} in row {row}, found {value}",
                    first=offset,
                    last=size + offset,
                    row=r,
                    value=offset + next(value for value in row if value not in every),
                )
        self._set_cells(cells, shape)

    @classmethod
    def parse(
        cls, text: str, box: BoxShape | tuple[int, int] | None = None, *, offset: int = 0
    ) -> Grid:
        r"""Read a grid from a text in any format that Sudoku files use: with or without drawn
        boxes, on one line or on many. `offset` is subtracted from the number of each cell. Raise a
        `GridError` that names the line and column of the fault if the text cannot be read.

        >>> Grid.parse("12 | .. \n .. | 12 \n ---+--- \n .. | .. \n .. | ..")
        Grid('12....12........')
        """
        plain = None if offset else cls._try_read_plain_line(text, box)
        if plain is None:
            plain = HIGHER.load_named("grid_of_text")(text, box, offset=offset)
        return plain

    @classmethod
    def _try_read_plain_line(cls, text: str, box: BoxShape | tuple[int, int] | None) -> Grid | None:
        """Read a grid from a text with one character for each cell, all of them `.` or digits.
        Return None for every other text; such texts need the slower reader of all formats.
        """
        size = _PLAIN_SIZES.get(len(text))
        if size is None or not text.isascii():
            return None
        shape = choose_shape(size, box)
        cells = text.encode().translate(_PLAIN_VALUES)
        return cls._of_valid_bytes(cells, shape) if max(cells) <= size == shape.size else None

    @classmethod
    def of_bytes(cls, cells: bytes, shape: BoxShape) -> Grid:
        """Return the grid with the given cells, a byte for each cell, row after row. Raise
        `GridError` if the bytes do not form a grid of this shape.

        >>> Grid.of_bytes(bytes([1, 0, 0, 2]), BoxShape(1, 2)).rows
        ((1, 0), (0, 2))
        """
        size = shape.size
        if len(cells) == size * size and max(cells) <= size:
            return cls._of_valid_bytes(cells, shape)
        # the constructor raises the error
        return cls([tuple(cells[i : i + size]) for i in range(0, len(cells), size)], shape)

    @classmethod
    def _of_valid_bytes(cls, cells: bytes, shape: BoxShape) -> Grid:
        """Return the grid with the given cells, one byte for each cell, row after row. The caller
        must be sure that the bytes form a grid of this shape, because they are not checked.
        """
        return cls._make_unchecked(_split_into_rows(cells, shape.size), shape, bytes(cells))

    def to_bytes(self) -> bytes:
        """Return the cells as bytes, one byte for each cell, row after row; `of_bytes` makes the
        grid from them again. Raise `ValueError` if a digit is greater than 255.

        >>> list(Grid([[1, 0], [0, 2]]).to_bytes())
        [1, 0, 0, 2]
        """
        try:
            return self._bytes
        except AttributeError:  # the bytes are kept, because a grid never changes
            cells = bytes(chain.from_iterable(self.rows))
            object.__setattr__(self, "_bytes", cells)
            return cells

    def _set_cells(self, cells: Cells, shape: BoxShape, as_bytes: bytes | None = None) -> None:
        """Set the attributes of a new grid: the rows, the shape and, if they are known, the cells
        as bytes.
        """
        object.__setattr__(self, "rows", cells)
        object.__setattr__(self, "shape", shape)
        if as_bytes is not None:
            object.__setattr__(self, "_bytes", as_bytes)

    @classmethod
    def _make_unchecked(cls, cells: Cells, shape: BoxShape, as_bytes: bytes | None = None) -> Grid:
        """Return a grid with the given cells, which are not checked. This saves time when a valid
        grid is only rearranged. `as_bytes` are the same cells as bytes, one for each cell; None if
        the bytes are not known yet.
        """
        grid = cls.__new__(cls)
        grid._set_cells(cells, shape, as_bytes)
        return grid

    def __setattr__(self, name: str, value: object) -> None:
        """Raise `AttributeError`, because a grid never changes."""
        raise AttributeError(f"a Grid never changes: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        """Raise `AttributeError`, because a grid never changes."""
        raise AttributeError(f"a Grid never changes: {name} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        """Return the function and the arguments by which a pickled grid is made again."""
        return Grid, (self.rows, tuple(self.shape))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self.rows == other.rows and self.shape == other.shape

    def __hash__(self) -> int:
        return hash((self.rows, self.shape))

    @overload
    def __getitem__(self, index: SupportsIndex) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> Cells: ...
    @overload
    def __getitem__(self, index: tuple[SupportsIndex, SupportsIndex]) -> int: ...
    def __getitem__(
        self, index: SupportsIndex | slice | tuple[SupportsIndex, SupportsIndex]
    ) -> int | tuple[int, ...] | Cells:
        """Return a part of the grid: `grid[r]`, the digits of row r; `grid[r, c]`, the digit in a
        cell; or, for a slice, several rows. All numbers count from 0, and a blank cell has the
        digit 0.
        """
        if isinstance(index, tuple):
            r, c = index
            return self.rows[r][c]
        return self.rows[index]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Iterate over the rows from top to bottom; each row is a tuple of digits, 0 for blank."""
        return iter(self.rows)

    def __len__(self) -> int:
        """Return N, the number of rows."""
        return len(self.rows)

    _repr_html_ = render_as_html

    @property
    def line(self) -> str:
        """The cells on one line of text, row after row, with `.` for blank. `Grid` can read this
        text. Raises `GridError` if the grid has more than 35 cells a side.

        >>> Grid([[1, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0], [0, 0, 0, 3]]).line
        '1.....2........3'
        """
        return format_line(self)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the cells as a new numpy array (N, N), by default of numpy's usual integer type.
        Raise `ArgumentError` if `copy` is False.
        """
        import numpy as np

        if copy is False:
            raise ArgumentError("expected to make a copy: a grid is no array")
        return np.array(self.rows, dtype)

    def __str__(self) -> str:
        """Return a drawing of the grid with its boxes, which `parse` can read again."""
        return "\n".join(line.rstrip() for line in draw_cell_lines(self.rows, self.shape))

    def __repr__(self) -> str:
        box = "" if self.shape == BoxShape.for_size(self.size) else f", box={tuple(self.shape)}"
        is_text = SMALLEST_AS_TEXT <= self.size <= MOST_LETTERS
        literal = format_line(self) if is_text else [list(row) for row in self.rows]
        return f"Grid({literal!r}{box})"

    @property
    def size(self) -> int:
        """N, the number of cells a side."""
        return len(self.rows)

    @property
    def digits(self) -> frozenset[int]:
        """The set of digits that occur in the grid."""
        return frozenset(value for row in self.rows for value in row if value)

    @property
    def clues(self) -> int:
        """The number of clues, that is, of cells that are not blank."""
        return sum(1 for row in self.rows for value in row if value)

    @property
    def clue_cells(self) -> CellSet:
        """The set of the cells that have a clue, as pairs (row, column) from 0."""
        return frozenset(cell for cell in self.cells if self[cell])

    @property
    def cells(self) -> list[Cell]:
        """All cells as pairs (r, c) from 0, row after row."""
        numbers = range(self.size)
        return [(r, c) for r in numbers for c in numbers]

    def row(self, r: int) -> tuple[int, ...]:
        """Return the digits of row r, counted from 0, from left to right."""
        return self.rows[r]

    def column(self, c: int) -> tuple[int, ...]:
        """Return the digits of column c, counted from 0, from top to bottom."""
        return tuple([row[c] for row in self.rows])

    def box(self, r: int, c: int) -> tuple[int, ...]:
        """Return the digits of the box that contains the cell (r, c), row after row; r and c count
        from 0.

        >>> Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]).box(1, 2)
        (3, 4, 1, 2)
        """
        (height, width), numbers = self.shape, range(self.size)
        return self._list_rows_columns_and_boxes()[2][
            numbers[r] // height * height + numbers[c] // width
        ]

    def _list_rows_columns_and_boxes(self) -> tuple[list[tuple[int, ...]], ...]:
        """Return the three lists of units: all rows, all columns, all boxes. Each unit is given by
        its digits.
        """
        height, width = self.shape
        rows, starts = self.rows, range(0, self.size, width)
        boxes = [
            tuple(chain.from_iterable([row[left : left + width] for row in rows[top:][:height]]))
            for top in range(0, self.size, height)
            for left in starts
        ]
        return list(rows), list(zip(*rows, strict=True)), boxes

    def is_solved(self) -> bool:
        """Return whether every row, column and box contains every digit once."""
        size = self.size
        if size > LARGEST_BY_TRANSLATE:
            every = set(range(1, size + 1))
            return all(
                set(unit) == every
                for units in self._list_rows_columns_and_boxes()
                for unit in units
            )
        every_digit = bytes(range(1, size + 1))
        cells = _make_unit_cell_number_bytes(self.shape).translate(self.to_bytes().ljust(256))
        # a unit has `size` cells, so each digit occurs once if no digit is left over
        units = [cells[i : i + size] for i in range(0, len(cells), size)]
        return not b"".join([every_digit.translate(None, unit) for unit in units])

    def is_consistent(self) -> bool:
        """Return whether no row, column or box contains the same digit twice. Blank cells are
        ignored.
        """
        clues = (
            [value for value in unit if value]
            for units in self._list_rows_columns_and_boxes()
            for unit in units
        )
        return all(len(unit) == len(set(unit)) for unit in clues)

    def candidates(self) -> dict[Cell, list[int]]:
        """Return for each blank cell its candidates: the digits that are not in its row, column or
        box. The result maps cells, as pairs (row, column) from 0, to ascending lists of digits.

        >>> Grid([[1, 2, 3, 0], [3, 0, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]).candidates()
        {(0, 3): [4], (1, 1): [4]}
        """
        rows, columns, boxes = (
            list(map(set, units)) for units in self._list_rows_columns_and_boxes()
        )
        height, width = self.shape
        left = {}
        for r, c in self.cells:
            if not self.rows[r][c]:
                taken = rows[r] | columns[c] | boxes[r // height * height + c // width]
                left[r, c] = [d for d in range(1, self.size + 1) if d not in taken]
        return left

    def keeping(self, cells: Collection[Cell]) -> Grid:
        """Return a copy of the grid that keeps only the clues in `cells`, which are pairs (row,
        column) from 0. All other cells of the copy are blank.

        >>> Grid([[1, 2], [2, 1]]).keeping({(0, 1)})
        Grid([[0, 2], [0, 0]])
        """
        kept = tuple(
            tuple([value if (r, c) in cells else 0 for c, value in enumerate(row)])
            for r, row in enumerate(self.rows)
        )
        return Grid._make_unchecked(kept, self.shape)

    def agreeing(self, other: Grid) -> Grid:
        """Return a copy of the grid that keeps only those clues that `other` has, too, in the same
        cells. All other cells of the copy are blank. Raises `GridError` if `other` has another
        shape.

        >>> Grid([[1, 2], [0, 2]]).agreeing(Grid([[1, 1], [2, 2]]))
        Grid([[1, 0], [0, 2]])
        """
        check_same_shape(self.shape, other.shape)
        return self.keeping({cell for cell in self.cells if self[cell] == other[cell]})


@cache
def _make_unit_cell_number_bytes(shape: BoxShape) -> bytes:
    """Return the numbers of the cells in each unit, one unit after another: first each row, then
    each column, then each box. Cells are numbered row after row from 0, and the grid has at most 16
    cells a side, so that a number fits in a byte.
    """
    size = shape.size
    numbers = tuple(tuple(range(size * r, size * r + size)) for r in range(size))
    units = Grid._make_unchecked(numbers, shape)._list_rows_columns_and_boxes()
    return bytes(chain.from_iterable(chain.from_iterable(units)))


class Pair(NamedTuple):
    """Two grids to compare: is the second grid a copy of the first?"""

    first: Grid
    second: Grid


def convert_to_grid(sudoku: GridLike) -> Grid:
    """Return a Sudoku as a grid. A grid is returned unchanged; from any other value, such as a
    text, the class `Grid` makes a grid. Raises `GridError` if the value is not a Sudoku.
    """
    return sudoku if isinstance(sudoku, Grid) else Grid(sudoku)


def decode_bytes_to_text(sudoku_bytes: bytes) -> str:
    """Return the text of a Sudoku that is given as bytes. Raise `GridError` if the bytes are not
    printable text; perhaps the user gave the values of the cells as bytes.
    """
    if any(value < 9 or value > 126 for value in sudoku_bytes):
        raise GridError(
            "expected {expected}, found {found}",
            expected=Message("a Sudoku as text"),
            found=Message("bytes that are no text (Grid.of_bytes reads a byte for each cell)"),
        )
    return sudoku_bytes.decode("ascii")


def _split_flat_cells(cells: Any) -> Any:
    """Return the rows of a grid that is given as a single list, tuple or array of all its N·N
    numbers, with N at least 4. Every other value is returned unchanged.
    """
    is_flat = isinstance(cells, list | tuple) or getattr(cells, "ndim", 0) == 1
    if not is_flat or (size := isqrt(len(cells))) < SMALLEST_AS_TEXT or size**2 != len(cells):
        return cells
    if not all(hasattr(value, "__index__") for value in cells):
        return cells
    return [cells[start : start + size] for start in range(0, len(cells), size)]


def check_grids(*grids: object) -> None:
    """Raise `GridError` if an argument is not a grid, or if the grids have different shapes."""
    shapes = []
    for grid in grids:
        if not isinstance(grid, Grid):
            raise GridError(
                "expected a grid, found something of type {type} (Grid(...) makes one)",
                type=type(grid).__name__,
            )
        shapes.append(grid.shape)
        check_same_shape(shapes[0], grid.shape)


def _split_into_rows(cells: bytes, size: int) -> Cells:
    """Return the rows of a grid of `size` cells a side, as tuples of digits. `cells` has a byte for
    each cell, row after row.
    """
    return tuple([tuple(cells[i : i + size]) for i in range(0, size * size, size)])


def _try_convert_plain_rows_to_bytes_and_size(rows: Any, offset: int) -> tuple[bytes | None, int]:
    """Try to convert rows of plain integers quickly. Return two values: the cells of the grid as
    bytes, and N, the number of rows. `rows` must be a list or tuple of N lists or tuples, each with
    N whole numbers from 0 to N, and `offset` must be 0; otherwise return None and 0, so that the
    caller converts the rows one by one. Raise `GridError` if an offset is given for a grid.
    """
    if offset:
        if isinstance(rows, Grid):
            raise GridError(
                "expected {expected}, found {found}",
                expected=Message("numbers or a text, with an offset"),
                found=Message("a Grid, whose digits are known"),
            )
        return None, 0
    if not isinstance(rows, list | tuple) or {*map(type, rows)} - {list, tuple}:
        return None, 0
    size = len(rows)
    try:
        cells = b"".join(map(bytes, rows))
    except (TypeError, ValueError):
        return None, 0
    is_grid = {*map(len, rows)} == {size} and max(cells) <= size
    return (cells, size) if is_grid else (None, 0)


def _convert_rows(rows: Any, offset: int) -> Cells:
    """Convert the rows of a grid to tuples of integers, and subtract `offset` from each number. The
    numbers may be whole numbers of any type, such as numpy's. Raise `GridError` for any other
    value.
    """
    cells = []
    found = _convert_to_tuple(rows, Message("rows of whole numbers, or a text"))
    for r, row in enumerate(found, 1):
        values = _convert_to_tuple(
            _blank_masked_values(row, offset), Message("a row of whole numbers")
        )
        try:
            numbers = tuple(map(index, values))
        except TypeError:
            raise _make_not_whole_number_error(r, values) from None
        cells.append(tuple([number - offset for number in numbers]) if offset else numbers)
    return tuple(cells)


def _blank_masked_values(cells: Any, offset: int) -> Any:
    """If `cells` is a masked array of numpy, return its cells with the number `offset`, which is a
    blank, in each masked cell. Other cells are returned unchanged. A masked array is recognised by
    its method `filled`.
    """
    return cells.filled(offset) if hasattr(cells, "filled") else cells


def _convert_to_tuple(values: Any, expected: Message, cure: Message | str = "") -> tuple[Any, ...]:
    """Return `values`, such as the rows of a grid, as a tuple. Raise `GridError` if they are not
    iterable; its message names what is expected (`expected`) and how to correct the call (`cure`).
    """
    try:
        return tuple(values)
    except TypeError:
        found = shorten_and_escape(repr(values))
        raise GridError(
            "expected {expected}, found {found}{cure}", expected=expected, found=found, cure=cure
        ) from None


def _make_not_whole_number_error(row_number: int, values: tuple[Any, ...]) -> GridError:
    """Return the error for a row of a grid that contains a value other than a whole number. Its
    message names the first such value and, if possible, how to correct it. `row_number` is the
    row's number from 1, `values` its values.
    """
    found = next((value for value in values if not hasattr(value, "__index__")), values[0])
    from numbers import Real

    cure: Message | str = ""
    if isinstance(found, str):
        cure = Message(" (Grid('\\n'.join(rows)) reads rows of text)")
    elif isinstance(found, Real):
        cure = Message(" (array.astype(int) turns floats into whole numbers)")
    return GridError(
        "expected whole numbers in row {row}, found {found}{cure}",
        row=row_number,
        found=shorten_and_escape(repr(found)),
        cure=cure,
    )


# Grids as text


def format_line(grid: Iterable[Iterable[int]]) -> str:
    """Return a grid as one line of text, cell after cell without separators and with `.` for blank,
    as most collections of Sudokus write it.

    Raises `GridError` for more than 35 cells a side, because there are not enough letters for the
    digits.

    >>> format_line([[1, 2], [0, 1]])
    '12.1'
    """
    rows = list(grid)
    if len(rows) > MOST_LETTERS:
        raise GridError("expected at most {count} cells a side", count=MOST_LETTERS)
    if isinstance(grid, Grid):
        return grid.to_bytes().translate(_CHARACTERS).decode()
    return "".join(DIGITS[value] if value else "." for value in chain.from_iterable(rows))


def format_number_rows(grid: Iterable[Iterable[int]]) -> list[str]:
    """Return the rows of a grid as texts, in which numbers are separated by single spaces. A blank
    cell is written as 0 or, if a reader could take 0 for a digit, as `.`.

    >>> format_number_rows([[1, 2], [0, 1]])
    ['1 2', '0 1']
    """
    rows = [list(row) for row in grid]
    blank = "." if _may_zero_be_taken_for_digit(rows) else "0"
    return [" ".join([str(cell) if cell else blank for cell in row]) for row in rows]


def _may_zero_be_taken_for_digit(rows: list[list[int]]) -> bool:
    """Return whether a grid of ten or more cells a side, with 0 for blank, has N different numbers
    that occur N times each, among them 0.

    Such a grid looks like a complete grid whose digits count from 0, and files with such grids
    exist. In this grid, however, 0 is blank, and one of the digits from 1 to N does not occur.
    """
    size = len(rows)
    counts = Counter(chain.from_iterable(rows))
    return size > 9 and counts[0] == size and {*counts.values()} == {size} and len(counts) == size


def format_rows(grid: Iterable[Iterable[int]]) -> str:
    """Return a grid as text with one line for each row, in which the digits are separated by single
    spaces. A blank cell is 0, or `.` if 0 could be taken for a digit.
    """
    return "\n".join(format_number_rows(grid))


MARK = "!"
"""The character in front of a marked cell in a drawing."""


def draw_cell_lines(
    cells: Sequence[Sequence[str | int]], shape: BoxShape, marked_cells: Collection[Cell] = ()
) -> list[str]:
    """Return a drawing of a grid, with lines between its boxes, as lines of text of equal width.
    Each cell of `cells` is a text or a number; 0 is drawn as blank. The cells in `marked_cells` get
    a `!` in front.
    """
    texts = [[str(cell or ".") for cell in row] for row in cells]
    width = max(len(str(shape.size)), *(len(text) for row in texts for text in row))
    starts = range(0, shape.size, shape.width)
    rule = "-+-".join("-" * (shape.width * (width + 1) - 1) for _ in starts)
    drawn: list[str] = []
    for r, row in enumerate(texts):
        if r and r % shape.height == 0:
            drawn.append(f"-{rule}-")
        drawn_cells = [
            (MARK if (r, c) in marked_cells else " ") + text.rjust(width)
            for c, text in enumerate(row)
        ]
        line = " |".join("".join(drawn_cells[start : start + shape.width]) for start in starts)
        drawn.append(line.ljust(len(rule) + 2))
    return drawn
