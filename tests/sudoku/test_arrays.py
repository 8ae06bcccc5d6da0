"""Many grids as an array: all forms of input, rules for whole arrays, numbers in packed bytes."""

from itertools import chain
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given

from sudokopie import BoxShape, Grid, GridError
from sudokopie.sudoku.arrays import (
    add_offset,
    are_latin_squares,
    are_solved_grids,
    convert_bytes_to_array,
    convert_to_array_and_shape,
    count_packed_bytes,
    group_indices_with_starts_and_sizes,
    join_arrays,
    make_mask_of_run_starts,
    pack_grids,
    pack_numbers,
    stack,
    take_column,
    try_convert_to_array_and_shape,
    unpack_grids,
    unpack_numbers,
    yield_grids,
    yield_grids_of_array,
    yield_index_slices,
)
from sudokopie.sudoku.random_grids import MOST_SYMMETRIC, cyclic_grid, random_complete_grid

from strategies import grids

FOUR, SIX, NINE = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)
GRID = Grid([[1, 2, 3, 4], [3, 4, 1, 0], [0, 0, 0, 0], [4, 0, 0, 1]])
OTHER = Grid([[0, 2, 0, 4], [3, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]])
TEXTS = ["1234341000004001", "0204300000000001"]
ROWS = [[list(row) for row in one] for one in (GRID, OTHER)]
FLAT = [[digit for row in one for digit in row] for one in (GRID, OTHER)]
MASKED = np.ma.masked_equal(np.array(ROWS), 0)


@given(grids())
def test_grids_become_arrays_and_come_back(grid: Grid) -> None:
    cells = stack([grid, grid])
    assert cells.dtype == np.uint8
    assert list(yield_grids_of_array(cells, grid.shape)) == [grid, grid]
    assert (unpack_grids(pack_grids(cells), grid.size) == cells).all()
    assert (convert_bytes_to_array(grid.to_bytes() * 2, grid.shape) == cells).all()
    assert (
        convert_to_array_and_shape([grid])[1]
        == convert_to_array_and_shape(cells, grid.shape)[1]
        == grid.shape
    )


class Column:
    """A column of a table, which is made a list at once."""

    def __iter__(self) -> Any:
        raise AssertionError("this would be slow")

    def to_list(self) -> list[str]:
        return TEXTS


FORMS: dict[str, tuple[Any, bool]] = {
    "grids": ([GRID, OTHER], False),
    "texts": (TEXTS, True),
    "texts with points": ([text.replace("0", ".") for text in TEXTS], True),
    "bytes": ([text.encode() for text in TEXTS], True),
    "bytearrays": ([bytearray(text.encode()) for text in TEXTS], False),
    "memoryviews": ([memoryview(text.encode()) for text in TEXTS], False),
    "text and grid": ([TEXTS[0], OTHER], False),
    "lists of rows": (ROWS, True),
    "tuples of rows": ([tuple(map(tuple, rows)) for rows in ROWS], True),
    "rows of two types": ([[tuple(row) for row in ROWS[0]], ROWS[1]], True),
    "lists of cells": (FLAT, True),
    "arrays in a list": ([np.array(rows) for rows in ROWS], True),
    "rows as texts of cells": ([np.array(rows, np.int8) for rows in ROWS], True),
    "array": (np.array(ROWS), True),
    "array of cells": (np.array(FLAT, np.int64), True),
    "array in another order": (np.asfortranarray(np.array(ROWS, np.uint8)), True),
    "masked array": (MASKED, True),
    "masked array of cells": (MASKED.reshape(2, 16), True),
    "masked arrays in a list": ([MASKED[0], MASKED[1]], False),
    "masked cells in a list": ([[*MASKED.reshape(2, 16)[0]], FLAT[1]], False),
    "generator": ((text for text in TEXTS), True),
    "column": (Column(), True),
}


@pytest.mark.parametrize("name", FORMS)
def test_sudokus_are_taken_in_all_forms(name: str) -> None:
    sudokus, is_quick = FORMS[name]
    if hasattr(sudokus, "__len__") or isinstance(sudokus, Column):
        found = try_convert_to_array_and_shape(sudokus)
        assert (found is not None) == is_quick
    cells, shape = convert_to_array_and_shape(sudokus)
    assert shape == FOUR
    assert cells.dtype == np.uint8
    assert cells.flags.c_contiguous
    assert cells.tolist() == ROWS


def test_the_box_is_that_of_the_grids_or_the_given_one() -> None:
    oblong = Grid([[0] * 6] * 6, (3, 2))
    assert convert_to_array_and_shape([oblong])[1] == (3, 2)
    for six in ([[0] * 36], ["0" * 36], np.zeros((1, 6, 6), int)):
        assert convert_to_array_and_shape(six)[1] == SIX
        assert convert_to_array_and_shape(six, (3, 2))[1] == (3, 2)
        with pytest.raises(GridError, match="expected 9 rows for boxes of 3x3, found 6"):
            convert_to_array_and_shape(six, (3, 3))
    with pytest.raises(GridError, match="boxes of 2x2 and of 1x4"):
        convert_to_array_and_shape([GRID, Grid(GRID.rows, (1, 4))])
    for nothing, size in (([], 1), (np.zeros((0, 4, 4), int), 4), (np.zeros((0, 16), int), 4)):
        assert convert_to_array_and_shape(nothing)[0].shape == (0, size, size)
        assert convert_to_array_and_shape(nothing, (3, 3))[0].shape == (0, 9, 9)
        assert convert_to_array_and_shape(nothing, (3, 3))[1] == NINE
    assert [one.shape for one in yield_grids([TEXTS[0], OTHER], (1, 4))] == [(1, 4), (1, 4)]


@pytest.mark.parametrize(
    ("sudokus", "message"),
    [
        ([float("nan")], r"Sudoku 0, .*found nan, a missing value \(labels\(…, missing"),
        ([TEXTS[0], 5], r"Sudoku 1, .*\(in pandas dtype=str\), found the number 5, which may have"),
        ([TEXTS[0], ("a", TEXTS[1])], r"Sudoku 1, .*found a row of a table \(\[row\[0\] for row"),
        ([TEXTS[0], 10**80 // 7 * 7], "found the number 9999"),
        ([SimpleNamespace(columns=[])], r"Sudoku 0, .*found a table or column \(pandas.concat or"),
        ([TEXTS[0], {}], "Sudoku 1, .*found a dict .labels, duplicates and audit take its Sudoku"),
        ([b"\x08" * 16], "bytes that are no text"),
        ([b"1" * 15 + b"\x7f"], "bytes that are no text"),
        ([[1, 2, 3]], "N·N cells such as 81, found a list of length 3"),
        ([[1] * 9], "N·N cells such as 81, found a list of length 9"),
        ([FLAT[0], [1] * 15], "Sudoku 1, .*found a list of length 15"),
        ([FLAT[0], [17] * 16], "Sudoku 1, .*expected 0 to 4 in row 1, found 17"),
        ([[-1] * 16], "expected 0 to 4 in row 1, found -1"),
        ([[1.5] * 16], r"found 1.5 \(array.astype"),
        ([["12"] * 16], "found '1'"),
        ([[*FLAT[0][:-1], None]], "found None"),
        ([[*FLAT[0][:-1], "1"]], "found a list of length 16"),
        ("abc", r"expected a list of Sudokus \(.*\), found a text"),
        (b"abc", r"expected a list of Sudokus \(.*\), found bytes"),
        (bytearray(b"abc"), r"expected a list of Sudokus \(.*\), found bytes"),
        (memoryview(b"abc"), r"expected a list of Sudokus \(.*\), found a memoryview"),
        ({}, "expected a Sudoku, found a dict"),
        (SimpleNamespace(columns=[]), "expected a column of Sudokus, found a table"),
        (["1" * 16, "5" * 16], "Sudoku 1, .*expected a digit 0-4, found '5'"),
        (["1" * 16, "1" * 9], "Sudoku 1, "),
        (np.full((1, 4, 4), 0.5), r"found float64 of shape \(1, 4, 4\) \(array.astype"),
        (np.full((1, 4, 4), np.nan), r"\(1, 4, 4\) \(np.nan_to_num"),
        (np.zeros((1, 4, 4), bool), r"found bool of shape \(1, 4, 4\)$"),
        (np.zeros((1, 3, 4), int), r"found int64 of shape \(1, 3, 4\)$"),
        (np.zeros((1, 9), int), r"found int64 of shape \(1, 9\)$"),
        (np.zeros((2, 15), int), r"found int64 of shape \(2, 15\)$"),
        (np.zeros((4, 4), int), r"found int64 of shape \(4, 4\) \(array\[None\] is"),
        (
            np.zeros((2, 16, 4)),
            r"\(2, 16, 4\) \(one-hot cells: array.argmax\(-1\) \+ array.any\(-1\)\)",
        ),
        (np.zeros((2, 16, 5)), r"float64 of .*\(one-hot cells: array.argmax\(-1\), if index 0 of"),
        (np.zeros((2, 5, 4, 4)), r"\(one-hot cells: array.argmax\(1\), if index 0 of this axis"),
        (np.zeros((2, 4, 16)), r"\(one-hot cells: array.argmax\(1\) \+ array.any\(1\)\)"),
        (np.zeros((2, 4, 7, 4)), r"\(one-hot cells: array.argmax\(-1\) \+ array.any\(-1\) if the"),
        (np.tile(np.eye(4, dtype=int), (1, 4)).reshape(1, 64), r"array.reshape\(-1, 16, 4\) if a"),
        (np.arange(16), r"list of Sudokus \(\[sudoku\] is a list of one\), found numbers of shape"),
        (GRID, r"list of Sudokus \(\[sudoku\] is a list of one\), found a Grid"),
        (np.full((1, 4, 4), 5), "expected cells from 0 to 4, found 5 to 5"),
        (np.full((1, 4, 4), -1), "expected cells from 0 to 4, found -1 to -1"),
        (np.zeros((1, 256, 256), int), "at most 255 cells a side, found 256"),
    ],
    ids=range(43),
)
def test_what_holds_no_sudokus_is_refused_with_the_reason(sudokus: Any, message: str) -> None:
    with pytest.raises(GridError, match=message):
        convert_to_array_and_shape(sudokus)


@pytest.mark.parametrize("sudokus", [5, None, np.array(5)], ids=str)
def test_what_is_no_list_is_an_error_of_type(sudokus: Any) -> None:
    with pytest.raises(TypeError, match="expected a list, an array or a column of Sudokus, found"):
        convert_to_array_and_shape(sudokus)


def test_bytes_may_have_any_printable_characters_beside_the_cells() -> None:
    cells, _ = convert_to_array_and_shape([f"{TEXTS[0]}\t~".encode()])
    assert cells.tolist() == ROWS[:1]


def test_all_sizes_of_texts() -> None:
    for size in (4, 6, 8, 9):
        text = "".join(str(size) for _ in range(size * size))
        found = try_convert_to_array_and_shape([text, text])
        assert found is not None
        assert (found[0] == size).all()
        assert try_convert_to_array_and_shape([text, text[:-1]]) is None
        assert try_convert_to_array_and_shape([text, text[:-1] + "x"]) is None
        assert try_convert_to_array_and_shape([text, text[:-1] + "é"]) is None
    for size in (1, 2, 3, 10):
        assert try_convert_to_array_and_shape(["1" * size * size]) is None
    assert try_convert_to_array_and_shape(["8" * 36]) is None
    assert try_convert_to_array_and_shape([]) is None


# Tables


def test_the_column_of_a_table_is_taken() -> None:
    rows = [{"puzzle": TEXTS[0], "n": 1}, {"puzzle": TEXTS[1], "n": 2}]
    assert take_column(rows, "puzzle") == TEXTS
    assert take_column({"puzzle": TEXTS}, "puzzle") == TEXTS

    class Table(dict[str, Any]):
        columns = ("puzzle",)

    assert take_column(Table(puzzle=TEXTS), "puzzle") == TEXTS
    for table in ({"n": TEXTS}, Table(n=TEXTS)):
        with pytest.raises(GridError, match="expected a column 'puzzle', found a table or dict"):
            take_column(table, "puzzle")
    with pytest.raises(GridError, match="Sudoku 1, counted from 0: expected a column 'puzzle'"):
        take_column([rows[0], {"n": 1}], "puzzle")
    with pytest.raises(GridError, match="Sudoku 0, counted from 0: expected a column 'puzzle'"):
        take_column(TEXTS, "puzzle")


# Rules


@pytest.mark.parametrize("shape", [FOUR, SIX, BoxShape(3, 2), NINE], ids=str)
def test_arrays_are_solved_where_each_grid_is(shape: BoxShape) -> None:
    rng = Random(1)
    full = [random_complete_grid(shape, rng) for _ in range(5)]
    latin = Grid(
        [[(r + c) % shape.size + 1 for c in range(shape.size)] for r in range(shape.size)], shape
    )
    rows = [list(row) for row in full[0]]
    rows[0], rows[-1] = rows[-1], rows[0]  # rows of two bands
    changed = [list(row) for row in full[1]]
    changed[-1][-1] = 0
    repeated = [list(row) for row in full[2]]
    repeated[0][0] = repeated[0][1]
    by_rows = Grid([[*range(1, shape.size + 1)]] * shape.size, shape)
    by_columns = Grid(list(zip(*by_rows, strict=True)), shape)
    some = [
        *full,
        latin,
        Grid(rows, shape),
        Grid(changed, shape),
        Grid(repeated, shape),
        by_rows,
        by_columns,
        Grid([[0] * shape.size] * shape.size, shape),
    ]
    cells = stack(some)
    assert are_solved_grids(cells, shape).tolist() == [one.is_solved() for one in some]
    digits = set(range(1, shape.size + 1))
    expected = [all({*line} == digits for line in (*one, *zip(*one, strict=True))) for one in some]
    assert are_latin_squares(cells).tolist() == expected
    assert sum(expected) >= 6 > sum(one.is_solved() for one in some)
    assert (
        are_latin_squares(cells[:0]).tolist() == are_solved_grids(cells[:0], shape).tolist() == []
    )


# Parts of arrays


def test_slices_cover_all_indices_once() -> None:
    for count in (0, 1, 5, 6, 7, 12):
        for size in (1, 3, 6, 100):
            slices = list(yield_index_slices(count, size))
            found = [i for one in slices for i in range(count)[one]]
            assert found == [*range(count)]
            assert all(0 < len(range(count)[one]) <= size for one in slices)
            assert len(slices) == -(-count // size)


class Parts(NamedTuple):
    shape: BoxShape
    one: Any
    other: Any


def test_arrays_and_tuples_of_arrays_are_joined() -> None:
    first, second = np.arange(3), np.arange(2)
    assert join_arrays([first, second]).tolist() == [0, 1, 2, 0, 1]
    assert join_arrays([first]).tolist() == [0, 1, 2]
    joined = join_arrays([Parts(FOUR, first, second), Parts(SIX, second, first)])
    assert isinstance(joined, Parts)
    assert joined.shape == FOUR
    assert joined.one.tolist() == [0, 1, 2, 0, 1]
    assert joined.other.tolist() == [0, 1, 0, 1, 2]


def test_indices_are_grouped_by_equal_values() -> None:
    order, starts, sizes = group_indices_with_starts_and_sizes(np.array([5, 3, 5, 3, 3, 9]))
    assert order.tolist() == [1, 3, 4, 0, 2, 5]
    assert starts.tolist() == [0, 3, 5]
    assert sizes.tolist() == [3, 2, 1]
    none = group_indices_with_starts_and_sizes(np.array([], int))
    assert [part.tolist() for part in none] == [[], [], []]
    runs = make_mask_of_run_starts(np.array([4, 4, 1, 4, 4, 4]))
    assert runs.tolist() == [True, False, True, True, False, False]


# Packed


@pytest.mark.parametrize("most", [1, 9, 15, 16, 255])
@pytest.mark.parametrize("length", [0, 1, 2, 7, 8])
def test_numbers_are_packed_and_unpacked(most: int, length: int) -> None:
    rng = Random(1)
    rows = [[rng.randint(0, most) for _ in range(length)] for _ in range(4)] + [[most] * length]
    numbers = np.array(rows, np.uint8).reshape(5, length)
    packed = pack_numbers(numbers, most)
    assert packed.dtype == np.uint8
    assert packed.shape == (5, count_packed_bytes(most, length) if length else 0)
    assert unpack_numbers(packed, most, length).tolist() == rows
    if most <= 15 and length > 1:
        assert packed[0, 0] == rows[0][0] * 16 + rows[0][1]


def test_a_grid_takes_half_a_byte_a_cell() -> None:
    assert pack_grids(stack([MOST_SYMMETRIC])).shape == (1, 41)
    sizes = {1: 1, 4: 8, 9: 41, 15: 113, 16: 256, 25: 625}
    for size, count in sizes.items():
        assert count_packed_bytes(size) == count
        grid = cyclic_grid(BoxShape.for_size(size))
        packed = pack_grids(stack([grid]))
        assert packed.shape == (1, count)
        assert [*yield_grids_of_array(unpack_grids(packed, size), grid.shape)] == [grid]
    assert [count_packed_bytes(9, length) for length in (1, 2, 3, 9)] == [1, 1, 2, 5]
    assert [count_packed_bytes(16, length) for length in (1, 2, 3, 9)] == [1, 2, 3, 9]


@pytest.mark.parametrize(
    "form",
    [
        lambda cells: cells.astype(float),
        lambda cells: cells.astype(np.float32)[:, None],
        lambda cells: cells[:, None],
        lambda cells: cells[..., None],
        lambda cells: np.where(cells == 0, -1, cells),
        lambda cells: np.where(cells == 0, -1, cells).reshape(2, 16).astype(float),
        lambda cells: cells.astype(float).reshape(2, 16).tolist(),
    ],
)
def test_other_forms_of_arrays_are_read(form: Any) -> None:
    assert convert_to_array_and_shape(form(np.array(ROWS)))[0].tolist() == ROWS


@pytest.mark.parametrize(
    ("change", "cure"),
    [
        (lambda cells: cells + 1, lambda cells: cells - 1),
        (lambda cells: cells - 1, lambda cells: cells + 1),
        (
            lambda cells: np.eye(5, dtype=int)[cells][..., 1:],
            lambda cells: cells.argmax(-1) + cells.any(-1),
        ),
        (
            lambda cells: np.moveaxis(np.eye(5, dtype=bool)[cells][..., 1:], 3, 1),
            lambda cells: cells.argmax(1) + cells.any(1),
        ),
    ],
)
def test_codes_that_could_mean_two_things_are_refused_with_a_cure(change: Any, cure: Any) -> None:
    coded = change(np.array(ROWS))
    sign = "one-hot cells"
    if coded.min() == 1:
        sign = "offset=1, if 1 is blank"
    elif coded.min() == -1:
        sign = "offset=-1, if -1 is blank"
    with pytest.raises(GridError, match=sign):
        convert_to_array_and_shape(coded)
    assert convert_to_array_and_shape(cure(coded))[0].tolist() == ROWS


@pytest.mark.parametrize(
    "form", [np.array, lambda rows: ["".join(map(str, chain(*r))) for r in rows]]
)
def test_digits_from_0_are_not_taken_for_blanks_without_a_word(form: Any) -> None:
    solved = np.array(random_complete_grid(BoxShape(2, 2), Random(1)).rows)[None]
    from_0 = form((np.repeat(solved, 3, 0) - 1).tolist())
    with pytest.warns(UserWarning, match="exactly one blank cell in each row"):
        convert_to_array_and_shape(from_0)
    convert_to_array_and_shape(form(np.where(solved == 4, 0, solved).tolist())[:0])
    convert_to_array_and_shape(form(np.where(np.eye(4, dtype=int) > 0, 0, solved).tolist()))


class LazyFrame(SimpleNamespace):
    """A table that is computed when it is collected, as that of polars."""

    columns = ("puzzle",)

    def collect(self) -> pd.DataFrame:
        return pd.DataFrame({"id": [7, 8], "puzzle": TEXTS})


@pytest.mark.parametrize("name", ["puzzle", "question", "quizzes", "Quiz"])
def test_the_column_of_puzzles_is_found(name: str) -> None:
    columns = {"id": [7, 8], name: TEXTS, "solution": TEXTS[::-1], "note": ["?", None]}
    for table in (
        pd.DataFrame(columns),
        pa.table(columns),
        pa.RecordBatchReader.from_batches(pa.table(columns).schema, pa.table(columns).to_batches()),
    ):
        assert convert_to_array_and_shape(table)[0].tolist() == ROWS


def test_the_only_column_of_sudokus_may_have_any_name_but_that_of_solutions() -> None:
    assert convert_to_array_and_shape(pd.DataFrame({"a": TEXTS, "b": [1, 2]}))[0].tolist() == ROWS
    assert convert_to_array_and_shape(LazyFrame())[0].tolist() == ROWS
    for columns in (
        {"a": TEXTS, "b": TEXTS},
        {"solution": TEXTS},
        {"puzzle": TEXTS, "quiz": TEXTS},
    ):
        with pytest.raises(GridError, match=f"in these columns: {', '.join(columns)} "):
            convert_to_array_and_shape(pd.DataFrame(columns))
    with pytest.raises(GridError, match="found a table"):
        convert_to_array_and_shape(pd.DataFrame({"a": [1, 2]}))


@pytest.mark.parametrize("offset", [1, -1, 100])
@pytest.mark.parametrize(
    "form",
    [
        lambda cells: cells,
        lambda cells: cells.reshape(2, 16).astype(float),
        lambda cells: cells.tolist(),
        lambda cells: [*cells.reshape(2, 16).tolist()],
        lambda cells: (one for one in cells),
        lambda cells: np.ma.masked_equal(cells, cells.min()),
        lambda cells: [*np.ma.masked_equal(cells, cells.min())],
        lambda cells: pd.Series(cells.reshape(2, 16).tolist()),
    ],
)
def test_an_offset_is_subtracted_from_numbers(form: Any, offset: int) -> None:
    coded = np.array(ROWS) + offset
    assert convert_to_array_and_shape(form(coded), offset=offset)[0].tolist() == ROWS
    with pytest.raises(GridError, match=f"{offset} to {offset + 4}"):
        convert_to_array_and_shape(form(coded + 1), offset=offset)
    back = add_offset(convert_to_array_and_shape(coded, offset=offset)[0], offset)
    assert back.tolist() == coded.tolist()


def test_an_offset_is_subtracted_from_texts() -> None:
    texts = [" ".join(str(cell + 1) for cell in chain(*rows)) for rows in ROWS]
    assert convert_to_array_and_shape(texts, offset=1)[0].tolist() == ROWS
    assert [*yield_grids([text.encode() for text in texts], None, 1)] == [GRID, OTHER]
    with pytest.raises(GridError, match="numbers or a text, with an offset, found a Grid"):
        convert_to_array_and_shape([GRID], offset=1)


def test_an_array_keeps_its_type_with_an_offset_if_it_can() -> None:
    cells = np.array([[0, 4]], np.uint8)
    assert [add_offset(cells, offset).dtype for offset in (0, 1, 251)] == [np.uint8] * 3
    assert [add_offset(cells, offset).dtype for offset in (-1, 252)] == [np.int16] * 2


@pytest.mark.parametrize("kind", ["U1", "S1"])
def test_an_array_may_have_a_text_for_each_cell(kind: str) -> None:
    signs = np.array(FLAT).astype(str).astype(kind)
    assert convert_to_array_and_shape(signs)[0].tolist() == ROWS
    assert convert_to_array_and_shape(signs.reshape(2, 4, 4))[0].tolist() == ROWS
    numbers = (np.array(FLAT) + 7).astype(str)
    assert convert_to_array_and_shape(numbers, offset=7)[0].tolist() == ROWS


def test_numbers_with_all_digits_of_a_sudoku_are_read() -> None:
    solved = Grid(cyclic_grid(NINE).rows)
    puzzle = solved.line[:40] + 41 * "0"
    numbers = pd.Series([int(solved.line), int(puzzle)])
    assert [*yield_grids(numbers)] == [solved, Grid(puzzle)]
    with pytest.raises(GridError, match="may have lost zeros"):
        convert_to_array_and_shape([int("0" + solved.line[:80])])
    assert convert_to_array_and_shape([1234341221434321])[0][0].tolist() == [
        [1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1],
    ]  # fmt: skip
    with pytest.raises(GridError, match="may have lost zeros"):
        convert_to_array_and_shape([1234341221434320])  # perhaps of 25 cells


def test_a_column_of_puzzles_that_became_numbers_is_named_instead_of_other_columns() -> None:
    frame = {"puzzle": [200002100003010, 1000002030000400], "cells": ["1234341241232341"] * 2}
    numbers = pd.DataFrame(frame)
    with pytest.raises(GridError, match=r"pandas dtype=str\), found the number 200002100003010"):
        convert_to_array_and_shape(numbers)
    with pytest.raises(GridError, match="may have lost zeros"):
        convert_to_array_and_shape(numbers.assign(puzzle=[None, 1000002030000400])[1:])
    # Numbers of puzzles are short, so that the only Sudokus are meant.
    cells, _ = convert_to_array_and_shape(numbers.assign(puzzle=[1001, 1002]))
    assert cells.all()


def test_a_table_may_have_a_column_for_each_cell_or_no_rows() -> None:
    assert convert_to_array_and_shape(pd.DataFrame(FLAT))[0].tolist() == ROWS
    empty = pd.DataFrame({"n": [], "puzzle": []})
    assert convert_to_array_and_shape(empty)[0].shape == (0, 1, 1)
    with pytest.raises(GridError, match="expected a column of Sudokus"):
        convert_to_array_and_shape(pd.DataFrame([[*"123456789abcdefg"]]))


def test_a_relation_of_duckdb_is_a_table() -> None:
    class DuckDBPyRelation:
        columns = ("puzzle",)

        def to_arrow_table(self) -> Any:
            return pa.table({"puzzle": TEXTS})

    assert convert_to_array_and_shape(DuckDBPyRelation())[0].tolist() == ROWS  # type: ignore[arg-type]


def test_an_array_of_another_library_is_converted_as_a_whole() -> None:
    class Tensor:
        """An array as JAX or PyTorch has it, whose items are slow."""

        ndim = 3

        def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
            return np.array(ROWS, np.float32)

        def __iter__(self) -> Any:
            raise AssertionError("this would be slow")

        def __len__(self) -> int:
            return len(ROWS)

    assert convert_to_array_and_shape(Tensor())[0].tolist() == ROWS
