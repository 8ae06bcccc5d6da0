"""Many grids of one shape as one array: shape (N, size, size) of uint8, with 0 for a blank cell and
1 to size for a digit.
"""

import os
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from math import isqrt
from numbers import Integral, Real
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from ..base.errors import ArgumentError, GridError
from ..base.messages import Message, shorten_and_escape
from ..base.registry import HIGHER
from .grid import SMALLEST_AS_TEXT, Grid, GridLike, decode_bytes_to_text
from .shape import (
    BoxLike,
    BoxShape,
    check_fits_in_bytes,
    check_row_count,
    check_same_shape,
    choose_shape,
)

Cells = NDArray[np.uint8]
"""N grids of one shape as an array (N, size, size), or in packed form as an array (N, bytes)."""

SudokuLike = (
    GridLike
    | bytes
    | bytearray
    | memoryview
    | Sequence[int]
    | Sequence[str]
    | int
    | Mapping[str, Any]
)
"""One of many Sudokus: a value that `Grid` accepts, its text as bytes, its N·N cells as a flat list
of numbers or of texts, a whole number with all its digits, or a dict that has one of these under
the key that the caller names.
"""

Grids = NDArray[Any] | Iterable[SudokuLike]
"""Many Sudokus of one shape: an array of integers, (N, size, size) or (N, size·size), in which
masked cells are blank; a list; or a column of a data frame or of Arrow, which contains texts or
other values of the type `SudokuLike`.
"""

Arrays = TypeVar("Arrays")

_CELLS = np.full(256, 255, np.uint8)
"""The value of a cell for each character: 1 to 9 for these digits, and 0 for the blanks `0` and
`.`. The value 255 marks every other character.
"""
_CELLS[np.frombuffer(b"0123456789.", np.uint8)] = [*range(10), 0]


def stack(grids: Iterable[Grid]) -> Cells:
    """Join grids into one numpy array of shape (N, size, size) and type uint8. An empty list gives
    an array of shape (0, 1, 1).

    Raises `GridError` if the grids have different shapes, or more than 255 cells a side.

    >>> stack([Grid([[1, 0], [0, 2]]), Grid([[0, 0], [0, 0]])]).shape
    (2, 2, 2)
    """
    return convert_to_array_and_shape(list(grids))[0]


def yield_grids_of_array(cells: NDArray[Any], box: BoxLike = None) -> Iterator[Grid]:
    """Yield each grid of a numpy array of shape (N, size, size) as a `Grid`. `box` is the shape of
    the boxes, by default as square as possible.

    >>> [grid.clues for grid in yield_grids_of_array(np.eye(4, dtype=np.uint8)[None])]
    [4]
    """
    for rows in cells.tolist():
        yield Grid(rows, box)


def convert_bytes_to_array(cells: bytes, shape: BoxShape) -> Cells:
    """Return a numpy array of N grids, of shape (N, size, size), from bytes: one byte for each
    cell, grid after grid.
    """
    return np.frombuffer(cells, np.uint8).reshape(-1, shape.size, shape.size)


def convert_to_array_and_shape(
    grids: Grids, box: BoxLike = None, column: str | int | None = None, offset: int = 0
) -> tuple[Cells, BoxShape]:
    """Convert Sudokus to one contiguous array of shape (N, size, size) and type uint8. Return the
    array and the shape of the boxes. The shape is `box`; if `box` is None, it is the shape of the
    given grids or, if they are only numbers or texts, as square as possible. If `column` is given,
    `grids` is a table, and the Sudokus are in its column `column`. `offset` is subtracted from the
    number of each cell, so that with 1 the number 1 is blank and 2 is the digit 1.

    Raises `GridError` if there is no such column, if an item is not a grid, or if the grids have
    different shapes.
    """
    items = _make_iterable(grids if column is None else take_column(grids, column))
    some = items if hasattr(items, "__len__") else list(items)
    if (found := try_convert_to_array_and_shape(some, box, offset)) is not None:
        return found
    made = list(yield_grids(some, box, offset))
    shape = made[0].shape if made else BoxShape(1, 1) if box is None else BoxShape.of(box)
    for grid in made:
        check_same_shape(shape, grid.shape)
    check_fits_in_bytes(shape)
    cells = np.array([grid.rows for grid in made], np.uint8).reshape(-1, shape.size, shape.size)
    if not isinstance(box, BoxShape):
        warn_if_digits_start_at_0(cells, shape)
    return cells, shape


def convert_present_sudokus_to_array_and_shape(
    grids: Grids, box: BoxLike, column: str | int | None, offset: int, missing: str | None
) -> tuple[Cells, BoxShape, NDArray[np.bool_] | None]:
    """Convert Sudokus to an array, as `convert_to_array_and_shape` does. If `missing` is `"skip"`,
    missing values of a list or column, such as None, are left out, and the third value of the
    result is a Boolean array with an entry for each of the N values: whether it is present.
    Otherwise the third value is None.

    Raises `ArgumentError` if `missing` is another text, and `GridError` for the first Sudoku that
    cannot be read.
    """
    if not are_missing_sudokus_skipped(missing):
        return *convert_to_array_and_shape(grids, box, column, offset), None
    present, present_mask = list_present_values_and_make_mask(
        grids if column is None else take_column(grids, column)
    )
    with renumber_sudokus_in_errors(present_mask):
        return *convert_to_array_and_shape(present, box, offset=offset), present_mask


def try_convert_to_array_and_shape(
    grids: Any, box: BoxLike = None, offset: int = 0
) -> tuple[Cells, BoxShape] | None:
    """Convert an array of numbers, or texts of equal length, to one array of shape (N, size, size)
    and type uint8. Return the array and the shape of the boxes; None for every other kind of input.
    No `Grid` objects are made, which is faster. `offset` is subtracted from the number of each
    cell.

    Raises `GridError` if the numbers or texts are not grids of one shape.
    """
    if not isinstance(grids, np.ndarray) and _is_array_of_another_library(grids):
        grids = np.asarray(grids)
    if isinstance(grids, np.ndarray) and grids.ndim > 1 and grids.dtype.kind not in "OSTU":
        blanked = _blank_masked_cells(grids, offset)
        return _convert_to_checked_array_and_shape(blanked, box, offset)
    items = _make_iterable(grids)
    if not hasattr(items, "__len__"):
        return None
    some = list(items)
    cells = _try_convert_texts(some)
    if cells is not None and not offset:
        return _convert_to_checked_array_and_shape(cells, box)
    cells = _try_convert_lists(some, offset)
    return None if cells is None else _convert_to_checked_array_and_shape(cells, box, offset)


def _is_array_of_another_library(grids: Any) -> bool:
    """Return whether an object is an array of a library such as JAX or PyTorch."""
    is_array = hasattr(grids, "__array__") and not hasattr(grids, "columns")
    return is_array and int(getattr(grids, "ndim", 0)) > 1


def yield_grids(
    items: Iterable[SudokuLike], box: BoxLike = None, offset: int = 0
) -> Iterator[Grid]:
    """Yield each item as a grid. `offset` is subtracted from the number of each cell. Raise a
    `GridError` with the number of the first item that is not a grid, counted from 0.
    """
    for number, one in enumerate(_make_iterable(items)):
        try:
            yield _convert_to_grid(one, box, offset)
        except GridError as problem:
            raise GridError(
                "Sudoku {number}, counted from 0: {problem}", number=number, problem=problem
            ) from None


def _convert_to_grid(item: Any, box: BoxLike, offset: int = 0) -> Grid:
    """Return one item of a list of Sudokus as a grid. `offset` is subtracted from the number of
    each cell. Raise `GridError` if it is not a Sudoku.
    """
    _raise_if_no_sudoku(item)
    if isinstance(item, Integral):
        return Grid(str(item), box, offset=offset)
    if isinstance(item, bytes | bytearray | memoryview):
        return Grid(decode_bytes_to_text(bytes(item)), box, offset=offset)
    if item is np.ma.masked:
        item = None
    if isinstance(item, np.ndarray):
        item = _blank_masked_cells(item, offset)
    if _is_list_of_cell_texts(item):
        item = "".join(item)
    if isinstance(item, list | tuple | np.ndarray) and len(item) and _is_cell_value(item[0]):
        size = isqrt(len(item))
        if size < SMALLEST_AS_TEXT or size**2 != len(item) or not all(map(_is_cell_value, item)):
            raise GridError(
                "expected {expected}, found {found}",
                expected=Message("a text, rows of whole numbers, or N·N cells such as 81"),
                found=Message("a list of length {count}", count=len(item)),
            )
        cells = [offset if value is np.ma.masked else value for value in item]
        item = [cells[start : start + size] for start in range(0, len(item), size)]
    return Grid(item, box, offset=offset)


def _raise_if_no_sudoku(item: Any) -> None:
    """Raise `GridError` if an item of a list of Sudokus cannot be a Sudoku: if it is a missing
    value, a dict, a row of a table, or a number that may have lost digits.
    """
    expected, found = Message("a Sudoku"), None
    if is_missing(item):
        found = Message(
            "{value}, a missing value (labels(…, missing='skip') skips it, as do keys, solutions "
            "and others)",
            value=repr(item),
        )
    elif isinstance(item, Real) and not _has_all_digits_of_sudoku(item):
        expected = Message("Sudokus as text (in pandas dtype=str)")
        found = Message(
            "the number {number}, which may have lost zeros", number=shorten_and_escape(str(item))
        )
    elif isinstance(item, Mapping):
        raise make_dict_instead_of_sudoku_error()
    elif hasattr(item, "columns") or hasattr(item, "to_pylist"):
        found = Message(
            "a table or column (pandas.concat or pyarrow.Table.from_batches joins them)"
        )
    elif _is_row_of_texts(item):
        found = Message("a row of a table ([row[0] for row in rows] is its first column)")
    if found is not None:
        raise GridError("expected {expected}, found {found}", expected=expected, found=found)


def _has_all_digits_of_sudoku(number: Real) -> bool:
    """Return whether a whole number is a Sudoku with all its digits: whether it has 81 digits, one
    for each cell of a 9×9 Sudoku, or is a smaller complete Sudoku. A number can have lost the zeros
    at its beginning; such a number has not. Programs make such numbers from the texts in a column
    of a table.
    """
    text = str(number)
    size = isqrt(len(text))
    is_complete = "0" not in text and size >= SMALLEST_AS_TEXT
    is_whole = isinstance(number, Integral) and text.isdigit()
    return is_whole and size**2 == len(text) <= 81 and (size == 9 or is_complete)


def _is_row_of_texts(item: Any) -> bool:
    """Return whether an item is a list or tuple of texts, some of which are too long to be rows of
    a grid, but may be Sudokus. Such an item is a row of a table.
    """
    if not isinstance(item, list | tuple) or not item:
        return False
    return all(isinstance(one, str) for one in item) and any(
        len(one) >= SMALLEST_AS_TEXT**2 and len(one) != len(item) for one in item
    )


def _is_list_of_cell_texts(item: Any) -> bool:
    """Return whether an item is a list or tuple with a text of one character for each cell, as
    `list(text)` makes from the text of a Sudoku.
    """
    if not isinstance(item, list | tuple) or isqrt(len(item)) ** 2 != len(item):
        return False
    is_long = len(item) >= SMALLEST_AS_TEXT**2
    return is_long and all(isinstance(one, str) and len(one) == 1 for one in item)


def _is_cell_value(value: Any) -> bool:
    return value is None or isinstance(value, Real) or value is np.ma.masked


def take_column(sudokus: Any, column: str | int) -> Any:
    """Return the Sudokus in a column of a table, in the type that the table has for a column.
    `sudokus` is a data frame, a dict that has the list of a column under each name, or a list of
    dicts, one for each row. `column` is the name of the column; for a list of dicts, the key.

    Raises `GridError` if there is no such column or key, or if `sudokus` has no columns.
    """
    _raise_if_single_sudoku(sudokus)
    sudokus = load_table(sudokus)
    if isinstance(sudokus, Mapping) or hasattr(sudokus, "columns"):
        try:
            return sudokus[column]
        except Exception:  # each kind of table has its own error
            raise _make_missing_column_error(column) from None
    found = []
    for number, row in enumerate(sudokus):
        if not isinstance(row, Mapping) or column not in row:
            problem = _make_missing_column_error(column).message
            raise GridError(
                "Sudoku {number}, counted from 0: {problem}", number=number, problem=problem
            )
        found.append(row[column])
    return found


def load_table(sudokus: Any) -> Any:
    """Load and return the table if `sudokus` only describes one, as a lazy frame of polars, a
    relation of DuckDB or a reader of Arrow does. Every other object is returned unchanged.
    """
    if type(sudokus).__name__ == "LazyFrame":
        return sudokus.collect()
    if type(sudokus).__name__ == "DuckDBPyRelation":
        return sudokus.to_arrow_table()
    return sudokus.read_all() if hasattr(sudokus, "read_all") else sudokus


def find_solution_column_or_none(table: Any, column: str | int | None) -> Any:
    """Return the column with the solutions of a table's Sudokus: the only other column whose name
    means solutions and that has a grid among its first values. Return None if there is no such
    column, if there are several, or if `table` has no columns.

    `table` is a data frame, a dict that has the list of a column under each name, or a list of
    dicts; `column` is the name of the column with the Sudokus, None if it was not chosen.
    """
    if isinstance(table, list) and table and isinstance(table[0], Mapping):
        table = {name: [row.get(name) for row in table] for name in table[0]}
    if not isinstance(table, Mapping) and not hasattr(table, "columns"):
        return None
    find_role = HIGHER.load_named("role_of_heading")
    named = [
        one
        for one in _list_column_names(table)
        if one != column and find_role(str(one)).value == "solution"
    ]
    found = [table[one] for one in named if any(_list_whether_first_values_are_sudokus(table[one]))]
    return found[0] if len(found) == 1 else None


def _list_column_names(table: Any) -> list[Any]:
    """Return the names of the columns of a data frame, or of a dict of columns."""
    return [*(getattr(table, "column_names", None) or getattr(table, "columns", table))]


def _choose_column(table: Any) -> Any:
    """Return the column of a table that has the puzzles: the only column with Sudokus or, if there
    are several, the only such column whose name means puzzles and not solutions. If the table has
    no rows, return an empty list. If it has a column of numbers for each cell, return an array of
    these numbers. Raise `GridError` if it is not certain which column this is.
    """
    names = _list_column_names(table)
    find_role = HIGHER.load_named("role_of_heading")
    roles = {name: find_role(str(name)).value for name in names if _has_sudokus(table[name])}
    chosen = [name for name, role in roles.items() if role == "puzzle"]
    # Puzzles that have become numbers are refused by the caller with the reason, instead of other
    # columns being taken for puzzles.
    chosen = chosen or [
        name
        for name in names
        if find_role(str(name)).value == "puzzle" and _has_long_numbers(table[name])
    ]
    chosen = chosen or [name for name, role in roles.items() if role != "solution"]
    if len(chosen) == 1:
        return table[chosen[0]]
    if not roles and hasattr(table, "__len__") and not len(table):
        return []
    if not roles and (cells := _try_convert_column_for_each_cell(table, len(names))) is not None:
        return cells
    found = Message("a table (table['puzzle'] is the column 'puzzle')")
    if roles:
        columns = ", ".join(shorten_and_escape(str(name)) for name in roles)
        found = Message(
            "a table with Sudokus in these columns: {names} (column=NAME or table['NAME'] chooses "
            "one)",
            names=columns,
        )
    raise GridError(
        "expected {expected}, found {found}", expected=Message("a column of Sudokus"), found=found
    )


def _try_convert_column_for_each_cell(table: Any, column_count: int) -> NDArray[Any] | None:
    """Return the numbers of a table that has a column for each cell of Sudokus, as an array (N,
    columns); None for every other table.
    """
    size = isqrt(column_count)
    if size < SMALLEST_AS_TEXT or size**2 != column_count or not hasattr(table, "to_numpy"):
        return None
    cells: NDArray[Any] = table.to_numpy()
    return cells if cells.dtype.kind in "iuf" else None


_VALUES_LOOKED_AT = 10
_LEAST_LONG_NUMBER = 10**7
"""The least number that may be a Sudoku without the zeros at its beginning; the numbers of puzzles
in a list are less.
"""


def _has_sudokus(column: Any) -> bool:
    """Return whether the first values of a column of a table are Sudokus."""
    found = _list_whether_first_values_are_sudokus(column)
    return bool(found) and all(found)


def _has_long_numbers(column: Any) -> bool:
    """Return whether one of the first values of a column of a table is a number that is long enough
    for the digits of a Sudoku, some of which it may have lost.
    """
    return any(
        isinstance(value, Real) and cast("float", value) >= _LEAST_LONG_NUMBER
        for value in _make_iterable(column[:_VALUES_LOOKED_AT])
    )


def _list_whether_first_values_are_sudokus(column: Any) -> list[bool]:
    """Return for each of the first values of a column, except missing values, whether it is a
    Sudoku.
    """
    found = list[bool]()
    for value in _make_iterable(column[:_VALUES_LOOKED_AT]):
        if not is_missing(value):
            try:
                found.append(_convert_to_grid(value, None).size >= SMALLEST_AS_TEXT)
            except (GridError, TypeError):
                found.append(False)
    return found


def is_missing(value: Any) -> bool:
    """Return whether a value of a column is missing: None, NaN, the value NA or NaT of pandas, or
    an empty text, to which some programs turn missing values.
    """
    return (
        value is None
        or (isinstance(value, str) and not value.strip())
        or type(value).__name__ in {"NAType", "NaTType"}
        or (isinstance(value, float) and value != value)
    )


def list_present_values_and_make_mask(sudokus: Any) -> tuple[list[Any], NDArray[np.bool_]]:
    """Return the values of a list or column that are not missing, and a Boolean array, (N,), with
    an entry for each of the N values: whether it is present.
    """
    values = list(_make_iterable(sudokus))
    present_mask = np.array([not is_missing(value) for value in values], bool)
    return [value for value, there in zip(values, present_mask, strict=True) if there], present_mask


def are_missing_sudokus_skipped(missing: str | None) -> bool:
    """Return whether missing Sudokus are left out, which the parameter `missing` of a public
    function determines: `"skip"`, or None if they are an error. Raises `ArgumentError` if it is
    another text.
    """
    if missing not in (None, "skip"):
        raise ArgumentError("expected missing='skip', and a list or column of Sudokus")
    return missing is not None


def insert_filling_for_missing_values(
    values: NDArray[Any], present_mask: NDArray[np.bool_] | None, filling: Any
) -> NDArray[Any]:
    """Return an array with an entry for each of N values of a column. `present_mask`, shape (N,),
    is whether the value is present. The entries of the present values are those in `values`, in the
    same order, and every other entry is `filling`. If `present_mask` is None, `values` is returned.
    """
    if present_mask is None:
        return values
    filled = np.full((len(present_mask), *values.shape[1:]), filling, values.dtype)
    filled[present_mask] = values
    return filled


def select_present_sudokus(sudokus: Grids, present_mask: NDArray[np.bool_]) -> list[Any]:
    """Return those of the N Sudokus of an array, list or column for which `present_mask`, shape
    (N,), is true. Raises `ArgumentError` if there are not N Sudokus.
    """
    values = list(_make_iterable(sudokus))
    if len(values) != len(present_mask):
        raise ArgumentError(
            "expected {count} solutions, found {found}", count=len(present_mask), found=len(values)
        )
    return [value for value, there in zip(values, present_mask.tolist(), strict=True) if there]


@contextmanager
def renumber_sudokus_in_errors(present_mask: NDArray[np.bool_] | None) -> Iterator[None]:
    """A context manager that converts errors in its block, in which only those Sudokus are read for
    which `present_mask` is true: an error names the number of its Sudoku among all Sudokus. None
    means that no Sudoku is missing.
    """
    try:
        yield
    except GridError as error:
        values = error.message.values
        number = values.get("number")
        if present_mask is None or not isinstance(number, int):
            raise
        values = {**values, "number": int(np.flatnonzero(present_mask)[number])}
        raise GridError(error.message.template, **values) from None


def _make_missing_column_error(column: str | int) -> GridError:
    """Return the error for a table without the column `column`, or for a value that is not a
    table.
    """
    name = shorten_and_escape(str(column))
    return GridError(
        "expected {expected}, found {found}",
        expected=Message("a column '{column}'", column=name),
        found=Message("a table or dict without it, or no table"),
    )


def make_dict_instead_of_sudoku_error() -> GridError:
    """Return the error for a dict that was given instead of a Sudoku."""
    return GridError(
        "expected {expected}, found {found}",
        expected=Message("a Sudoku"),
        found=Message("a dict (labels, duplicates and audit take its Sudoku with column=KEY)"),
    )


def _blank_masked_cells(cells: NDArray[Any], offset: int) -> NDArray[Any]:
    """Return the array of cells in which masked cells have the number `offset`, which is blank. An
    array without a mask is returned unchanged.
    """
    if isinstance(cells, np.ma.MaskedArray) and cells.dtype.kind in "iuO":
        blank: NDArray[Any] = cells.filled(offset)
        return blank
    return cells


def _make_iterable(grids: Any) -> Iterable[Any]:
    """Return the Sudokus in a list, an array or a column of a data frame as an object over which
    one can iterate. Raise `GridError` for a whole table, a dict or a single text.

    A column that offers its data only by Arrow's C interface is converted by pyarrow. If a column
    has a method that makes a list, the method is used, because it is much faster than iterating.
    """
    if isinstance(grids, Mapping):
        raise make_dict_instead_of_sudoku_error()
    _raise_if_single_sudoku(grids)
    if hasattr(grids := load_table(grids), "columns"):
        grids = _choose_column(grids)
    if isinstance(grids, np.ndarray) and grids.ndim > 1 and grids.dtype.kind in "SU":
        return _join_cell_texts(grids)
    is_stream, is_array = (hasattr(grids, f"__arrow_c_{kind}__") for kind in ("stream", "array"))
    if not hasattr(grids, "__iter__") and not is_stream and not is_array:
        raise TypeError(f"expected a list, an array or a column of Sudokus, found {grids!r}")
    if isinstance(grids, np.ndarray) and grids.ndim == 0:
        raise TypeError("expected a list, an array or a column of Sudokus, found an array of one")
    if (is_stream or is_array) and not hasattr(grids, "__iter__"):
        # pyarrow takes each element of the list as one part of the array.
        grids = import_module("pyarrow").chunked_array(grids if is_stream else [grids])
    quick = next((name for name in ("to_pylist", "to_list") if hasattr(grids, name)), None)
    items: Iterable[Any] = grids if quick is None else getattr(grids, quick)()
    return items


_FILE_NAME = re.compile(
    r"[^\n]*[^\n.]\.(csv|tsv|txt|jsonl?|ndjson|parquet|pq|arrow|feather|xlsx?|ods|np[yz]|sd[km]|gz|xz)",
    re.IGNORECASE,
)
"""The name of a file with an ending that files of many Sudokus have."""


def _raise_if_single_sudoku(grids: Any) -> None:
    """Raise `GridError` if a value is one Sudoku instead of many."""
    kinds = {str: Message("a text"), memoryview: Message("a memoryview"), Grid: Message("a Grid")}
    if isinstance(grids, os.PathLike) or (isinstance(grids, str) and _FILE_NAME.fullmatch(grids)):
        raise GridError(
            "expected {expected}, found {found}",
            expected=Message("a list of Sudokus"),
            found=Message(
                "the name of a file, '{name}' (labels, duplicates, audit and split read files; for "
                "other functions, pandas for example reads a table)",
                name=shorten_and_escape(os.fspath(grids)),
            ),
        )
    if isinstance(grids, str | bytes | bytearray | memoryview | Grid):
        found = kinds.get(type(grids), Message("bytes"))
    elif isinstance(grids, np.ndarray) and grids.ndim == 1 and grids.dtype.kind in "iuf":
        count = len(grids)  # other numbers may be Sudokus whose texts became numbers
        if count < SMALLEST_AS_TEXT**2 or isqrt(count) ** 2 != count or np.max(grids) > count:
            return
        found = Message("numbers of shape {shape}", shape=str(grids.shape))
    else:
        return
    raise GridError(
        "expected {expected}, found {found}",
        expected=Message("a list of Sudokus ([sudoku] is a list of one)"),
        found=found,
    )


def _join_cell_texts(cells: NDArray[Any]) -> list[str]:
    """Join the texts of the cells of each Sudoku to one text, and return these N texts. `cells`,
    (N, …), has a text for each cell. The texts of cells are separated by spaces unless each has a
    single character.
    """
    texts = cells.astype(str).reshape(len(cells), -1)
    separator = "" if (np.char.str_len(texts) == 1).all() else " "
    return [separator.join(row) for row in texts.tolist()]


def _try_convert_texts(texts: list[Any]) -> Cells | None:
    """Convert Sudokus given as texts of equal length, with one character for each cell, to a numpy
    array. The texts may also be bytes. Return None if the texts do not have this form.
    """
    are_bytes = bool(texts) and isinstance(texts[0], bytes)
    kind = bytes if are_bytes else str
    if not texts or not all(isinstance(text, kind) for text in texts):
        return None
    length, size = len(texts[0]), isqrt(len(texts[0]))
    if size**2 != length or not SMALLEST_AS_TEXT <= size <= 9 or set(map(len, texts)) != {length}:
        return None
    joined = b"".join(texts) if are_bytes else "".join(texts).encode("ascii", "replace")
    cells = _CELLS[np.frombuffer(joined, np.uint8)]
    return cells.reshape(-1, size, size) if cells.max() <= size else None


_PLAIN_LISTS = {list, tuple, np.ndarray}


def _try_convert_lists(items: list[Any], offset: int) -> NDArray[Any] | None:
    """Convert Sudokus given as lists, either of rows or of N·N cells, to a numpy array of integers,
    in which a blank cell has the number `offset`. Return None if the lists have different lengths
    or contain other values than integers. The caller then converts them one by one and so finds the
    wrong list.
    """
    if not items or not {*map(type, items)} <= _PLAIN_LISTS or not len(items[0]):
        return None
    length = len(items[0])
    is_flat = isinstance(items[0][0], Real)
    if not is_flat and any(type(row) not in _PLAIN_LISTS for item in items for row in item):
        return None
    side = isqrt(length) if is_flat else length
    if is_flat and (side < SMALLEST_AS_TEXT or side**2 != length):
        return None
    try:
        # Without this, numpy would only warn of masked cells in the lists.
        with warnings.catch_warnings(action="error"):
            cells = np.array(items)
    except (ValueError, OverflowError, UserWarning):
        return None
    is_whole = cells.dtype.kind in "iu" or (
        cells.dtype.kind == "f" and bool((cells == np.rint(cells)).all())
    )
    is_right = is_whole and cells.shape[1:] in {(length,), (side, side)}
    is_in_range = is_right and cells.min() >= offset and cells.max() <= side + offset
    return cells if is_in_range else None


def _convert_to_checked_array_and_shape(
    grids: NDArray[Any], box: BoxLike, offset: int = 0
) -> tuple[Cells, BoxShape]:
    """Return an array of grids as a contiguous array of shape (number of grids, rows, columns) and
    type uint8, and the shape of the boxes. An array with one row of numbers for each grid is
    accepted, too. `offset` is subtracted from each number. Raise `GridError` if the type, the shape
    or a value of the array is wrong.
    """
    given, grids = grids, _convert_whole_floats_and_single_channel(grids)
    if grids.ndim == 2 and (side := isqrt(grids.shape[1])) >= SMALLEST_AS_TEXT:
        _raise_if_flat_one_hot_cells(grids)
        grids = grids.reshape(-1, side, side) if side**2 == grids.shape[1] else grids
    if grids.ndim != 3 or grids.shape[1] != grids.shape[2] or grids.dtype.kind not in "iu":
        raise GridError(
            "expected integers of shape (N, size, size) or (N, size·size), found {type} of "
            "shape {shape}{cure}",
            type=str(given.dtype),
            shape=str(given.shape),
            cure=_find_advice_for_other_form(grids),
        )
    size = grids.shape[1] if len(grids) else max(1, grids.shape[1])
    shape = choose_shape(size, box)
    if not len(grids):
        return np.zeros((0, shape.size, shape.size), np.uint8), shape
    check_row_count(size, shape)
    check_fits_in_bytes(shape)
    cells = _convert_to_digits(grids, offset)
    if not isinstance(box, BoxShape):  # functions of this package give the shape
        warn_if_digits_start_at_0(cells, shape)
    return cells, shape


def _convert_to_digits(grids: NDArray[Any], offset: int) -> Cells:
    """Return an array of whole numbers, (N, size, size), as a contiguous array of type uint8 with
    the digits of the cells, 0 for blank. `offset` is subtracted from each number. Raise `GridError`
    if a number is too large or too small.
    """
    size, least, greatest = grids.shape[1], int(grids.min()), int(grids.max())
    if not offset and least == -1 and 0 < greatest <= size and (grids != 0).all():
        grids, least = np.where(grids < 0, 0, grids), 0  # -1 is blank
    if least < offset or greatest > size + offset:
        raise GridError(
            "expected cells from {first} to {last}, found {least} to {greatest}{cure}",
            first=offset,
            last=size + offset,
            least=least,
            greatest=greatest,
            cure=_find_advice_for_other_numbers(size, least, greatest),
        )
    if offset:
        grids = grids.astype(np.int64) - offset
    return np.ascontiguousarray(grids, np.uint8)


def add_offset(cells: NDArray[Any], offset: int) -> NDArray[Any]:
    """Return the cells with `offset` added to each number. This undoes the subtraction of `offset`
    by which the numbers of the user were converted to digits. The type of the array is kept if it
    can hold all sums; otherwise it is int16.
    """
    if not offset:
        return cells
    limits = np.iinfo(cells.dtype)
    greatest = int(cells.max(initial=0)) + offset
    is_held = limits.min <= int(cells.min(initial=255)) + offset and greatest <= limits.max
    return (cells.astype(np.int64) + offset).astype(cells.dtype if is_held else np.int16)


def _convert_whole_floats_and_single_channel(grids: NDArray[Any]) -> NDArray[Any]:
    """Return an array in which floats that are all whole numbers have become integers, and in which
    an axis of length 1 for a single channel, (N, 1, size, size) or (N, size, size, 1), is removed.
    """
    if grids.ndim == 4 and 1 in grids.shape[1::2]:
        grids = grids.squeeze(1 if grids.shape[1] == 1 else 3)
    if grids.dtype.kind == "f" and np.isfinite(grids).all() and (grids == np.rint(grids)).all():
        # The limits keep wrong numbers wrong, and fit into the type.
        grids = np.clip(grids, -(2**31), 2**31).astype(np.int64)
    return grids


def _raise_if_flat_one_hot_cells(grids: NDArray[Any]) -> None:
    """Raise `GridError` if an array (N, length) probably has one-hot cells: for each cell of a 9×9
    Sudoku, for example, nine numbers of which one is 1 and all others are 0. Such rows of 729
    numbers could also be mistaken for larger Sudokus.
    """
    length = grids.shape[1]
    side = round(length ** (1 / 3))
    if side < SMALLEST_AS_TEXT or side**3 != length or not len(grids):
        return
    if grids.min() == 0 and grids.max() == 1 and np.count_nonzero(grids) > len(grids):
        raise GridError(
            "expected {expected}, found {found}",
            expected=Message("the number of each cell"),
            found=Message(
                "rows of {length} numbers that are 0 or 1 (one-hot cells: array.reshape(-1, "
                "{cells}, {side}) if a cell has {side} successive numbers; grids of {larger} rows: "
                "array.reshape(-1, {larger}, {larger}))",
                length=length,
                cells=side**2,
                side=side,
                larger=isqrt(length),
            ),
        )


def _find_advice_for_other_form(grids: NDArray[Any]) -> Message | str:
    """Return a text for an error message: how the user can correct an array whose shape or type is
    not that of Sudokus. The text is empty if no correction is known.
    """
    length, *others = grids.shape if grids.ndim else (0,)
    if grids.ndim == 2 and length == others[0] >= SMALLEST_AS_TEXT:
        return Message(" (array[None] is an array of one Sudoku)")
    if (cure := _find_advice_for_one_hot_cells(others)) is not None:
        return cure
    if grids.dtype.kind != "f":
        return ""
    if np.isnan(grids).any():
        return Message(" (np.nan_to_num(array).astype(int) turns NaN into blank cells)")
    return Message(" (array.astype(int) turns floats into whole numbers)")


def _find_advice_for_one_hot_cells(lengths: Sequence[int]) -> Message | None:
    """Return a text for an error message: how the user can convert one-hot cells to numbers. Return
    None if the array has no one-hot cells. `lengths` are the lengths of the array's axes after the
    first. One of these axes is for the digits; if it is longer by 1 than the Sudoku has rows, it
    has an entry for blank cells, too.
    """
    if len(lengths) not in (2, 3):
        return None
    for axis, first, *others in ((-1, lengths[-1], *lengths[:-1]), (1, *lengths)):
        size = isqrt(others[0]) if len(others) == 1 else others[0]
        is_square = size >= SMALLEST_AS_TEXT and others in ([size**2], [size, size])
        if is_square and first == size + 1:
            return Message(
                " (one-hot cells: array.argmax({axis}), if index 0 of this axis is blank)",
                axis=axis,
            )
        if is_square and first == size and len(others) == 1:
            return Message(" (one-hot cells: array.argmax({axis}) + array.any({axis}))", axis=axis)
    if len(lengths) == 2:
        return None
    return Message(
        " (one-hot cells: array.argmax(-1) + array.any(-1) if the last axis is the digit, "
        "array.argmax(1) + array.any(1) if the second is)"
    )


def _find_advice_for_other_numbers(size: int, least: int, greatest: int) -> Message | str:
    """Return a text for an error message: how the user can correct an array whose cells are the
    numbers from `least` to `greatest`, if they may be the cells of Sudokus with `size` rows.
    Otherwise return an empty text.
    """
    if least == 1 and greatest == size + 1:
        return Message(" (offset=1, if 1 is blank and 2 is the digit 1)")
    if least == -1 and greatest == size - 1:
        return Message(" (offset=-1, if -1 is blank and 0 is the digit 1)")
    return ""


def warn_if_digits_start_at_0(cells: Cells, shape: BoxShape) -> None:
    """Warn if grids look like complete grids with the digits 0 to size - 1, because 0 is read as
    blank.
    """
    if cells.size - np.count_nonzero(cells) < shape.size or shape.size < SMALLEST_AS_TEXT:
        return
    is_like_complete = (cells == 0).sum((1, 2)) == shape.size
    if are_solved_grids(cells[is_like_complete] + np.uint8(1), shape).any():
        warnings.warn(
            "some Sudokus have exactly one blank cell in each row, column and box; if they are "
            "complete grids with digits from 0, use array + 1 or offset=-1",
            stacklevel=2,
        )


def are_latin_squares(cells: Cells) -> NDArray[np.bool_]:
    """Return for each grid of an array whether each of its rows and each of its columns contains
    every digit once. The result is an array of N Booleans. Boxes are not checked.
    """
    size = cells.shape[1]
    full = np.flatnonzero(cells.reshape(len(cells), size * size).all(1))
    latin = np.zeros(len(cells), bool)
    ordered = [np.sort(cells[full], axis=axis).swapaxes(axis, 2) for axis in (1, 2)]
    latin[full] = (np.stack(ordered) == np.arange(1, size + 1)).all((0, 2, 3))
    return latin


def are_solved_grids(cells: Cells, shape: BoxShape) -> NDArray[np.bool_]:
    """Return for each grid of an array whether it is solved: every cell has a digit, and no row,
    column or box repeats a digit. The result is an array of N Booleans.
    """
    boxes = cells.reshape(-1, shape.bands, shape.height, shape.stacks, shape.width)
    ordered = np.sort(boxes.swapaxes(2, 3).reshape(cells.shape), axis=2)
    complete: NDArray[np.bool_] = (ordered == np.arange(1, shape.size + 1)).all((1, 2))
    return complete & are_latin_squares(cells)


def yield_index_slices(count: int, slice_size: int) -> Iterator[slice]:
    """Split the indices from 0 to `count` - 1 into consecutive slices of at most `slice_size`
    indices, and yield the slices. With them a caller handles a large array in portions.
    """
    return (slice(start, start + slice_size) for start in range(0, count, slice_size))


def join_arrays(arrays: Sequence[Arrays]) -> Arrays:
    """Join several arrays into one along their first axis. If they are named tuples of arrays,
    return a named tuple in which each field has been joined; a field that is a `BoxShape` gets the
    value of the first tuple.
    """
    one: Any = arrays[0]
    if isinstance(one, np.ndarray):
        one = np.concatenate([*map(np.asarray, arrays)])
    elif not isinstance(one, BoxShape):
        fields: Any = arrays
        one = type(one)(*map(join_arrays, zip(*fields, strict=True)))
    whole: Arrays = one
    return whole


def group_indices_with_starts_and_sizes(
    keys: NDArray[Any],
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Group the indices of the array `keys`, so that indices of equal values are in one group.
    Return three arrays: all indices, group after group; the position in this first array at which
    each group starts; and the size of each group. Groups are sorted by their values, and the
    indices within a group ascend.
    """
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(make_mask_of_run_starts(keys[order]))
    return order, starts, np.diff(starts, append=len(order))


def make_mask_of_run_starts(keys: NDArray[Any]) -> NDArray[np.bool_]:
    """Return an array of N Booleans that are True where a run of equal entries starts in the array
    `keys`: at the first entry, and at every entry that differs from the entry before it.
    """
    return np.concatenate([keys[:1] == keys[:1], keys[1:] != keys[:-1]])


def count_packed_bytes(size: int, row_length: int | None = None) -> int:
    """Return the number of bytes that numbers from 0 to `size` need in packed form. Two numbers
    share a byte if `size` is at most 15. If `row_length` is given, the result is for a row of
    `row_length` numbers; otherwise it is for a grid of `size` rows and columns.
    """
    count = row_length or size * size
    return (count + 1) // 2 if size <= 15 else count


def pack_grids(cells: Cells) -> Cells:
    """Pack grids into fewer bytes, so that they need less memory. Return an array with one row of
    bytes for each grid. A byte holds two cells of grids up to 15×15, and one cell of larger grids.
    """
    return pack_numbers(cells.reshape(len(cells), cells.shape[1] * cells.shape[2]), cells.shape[1])


def unpack_grids(packed_rows: Cells, size: int) -> Cells:
    """Return the grids that `pack_grids` has packed into rows of bytes, as an array of shape (N,
    size, size).
    """
    return np.ascontiguousarray(unpack_numbers(packed_rows, size, size * size)).reshape(
        -1, size, size
    )


def pack_numbers(numbers: Cells, max_number: int) -> Cells:
    """Pack each row of an array of numbers from 0 to `max_number` into fewer bytes, and return the
    array of bytes. A byte holds two numbers if `max_number` is at most 15, and one number
    otherwise.
    """
    if max_number > 15:
        return numbers
    if numbers.shape[1] % 2:
        numbers = np.concatenate([numbers, np.zeros((len(numbers), 1), np.uint8)], 1)
    return numbers[:, ::2] << np.uint8(4) | numbers[:, 1::2]


def unpack_numbers(packed_rows: Cells, max_number: int, row_length: int) -> Cells:
    """Return the numbers that `pack_numbers` has packed into rows of bytes, as an array with one
    row for each row of bytes. `row_length` is how many numbers each row had, and `max_number` is
    the largest possible number.
    """
    if max_number > 15:
        return packed_rows
    flat = np.empty((len(packed_rows), 2 * packed_rows.shape[1]), np.uint8)
    flat[:, ::2], flat[:, 1::2] = packed_rows >> 4, packed_rows & 15
    return flat[:, :row_length]
