"""Collections as a library: arguments that are no arrays, box shapes or Sudokus are refused with a
message.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from itertools import chain, product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from sudokopie import (
    BoxShape,
    Grid,
    GridError,
    Transformation,
    audit,
    canonical_form,
    complete,
    completions,
    count_completions,
    decide,
    duplicates,
    has_one_completion,
    keys,
    labels,
    least_images,
    near_pairs,
    nearest,
    part_of,
    shuffled,
    shuffled_batches,
    signatures,
    solutions,
    split,
    survey,
    symmetries,
    symmetry_counts,
    ways,
    why_not,
    within,
)
from sudokopie.applications.collection.duplicates import SudokuCollection
from sudokopie.applications.collection.gathering import Place
from sudokopie.base.errors import (
    ArgumentError,
    PairFileError,
    SudokopieError,
)
from sudokopie.sudoku.grid import format_line

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [[0 if sign == "." else int(sign) for sign in PUZZLE[9 * r : 9 * r + 9]] for r in range(9)]


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        (lambda: duplicates(np.array([ROWS]), 5), GridError, "of a box, found 5"),  # type: ignore[call-overload]
        (lambda: duplicates(np.array([ROWS]), "3x3"), GridError, "of a box, found 3x3"),  # type: ignore[call-overload]
        (lambda: duplicates(np.array([ROWS]), (-3, -3)), GridError, r"found \(-3, -3\)"),
        (lambda: duplicates([PUZZLE], BoxShape(-3, -3)), GridError, "of a box, found -3x-3"),
    ],
)
def test_what_is_no_argument_is_refused_in_words(
    wrong: Callable[[], object], kind: type[SudokopieError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        wrong()


def test_boxes_of_an_array_may_be_those_of_two_numbers() -> None:
    assert duplicates(np.array([ROWS, ROWS]), (3, 3)) == [[0, 1]]


def test_a_run_is_a_part_of_the_grid_around_it() -> None:
    assert duplicates([174 * "." + "G" + 81 * ".", 81 * "."]) == []


GRID = Grid(ROWS)


TURN = Transformation.identity(BoxShape(3, 3)).replace_parts(rotation=1)


TURNED = TURN.apply(GRID)


OTHER = Grid("1" + 80 * ".")


def test_boxes_are_those_asked_for_also_of_grids() -> None:
    texts = ["12" + 34 * ".", "1.2" + 33 * "."]
    for sudokus in (texts, list(map(Grid, texts))):
        assert duplicates(sudokus) == [[0, 1]]
        assert duplicates(sudokus, (3, 2)) == []


MANY = [GRID, OTHER, TURNED, Grid("12..............")]


@pytest.mark.parametrize(
    "sudokus",
    [
        MANY[:3],
        [str(grid) for grid in MANY[:3]],
        pd.Series([format_line(grid) for grid in MANY[:3]], index=[7, 8, 9]),
        np.array(MANY[:3], np.uint8),
        (grid for grid in MANY[:3]),
        [PUZZLE, OTHER, np.array(TURNED)],
    ],
)
def test_duplicates_of_whatever_holds_sudokus(sudokus: Any) -> None:
    assert duplicates(sudokus) == [[0, 2]]


def test_duplicates_of_several_shapes_in_several_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudokopie.applications.collection.gathering.PUZZLES_IN_A_BATCH", 3)
    told: list[int] = []
    assert duplicates([*MANY, *MANY[::-1]], progress=told.append) == [[0, 2, 5, 7], [1, 6], [3, 4]]
    assert told[-1] == 8
    assert duplicates([]) == []


def test_an_array_of_many_is_checked_as_a_whole() -> None:
    six = np.array(list(map(int, "123456450012230064500000600001040020"))).reshape(6, 6)
    both = np.stack([six, six[[2, 1, 0, 3, 4, 5]]])
    assert duplicates(both, box=(3, 2)) == [[0, 1]]
    assert duplicates(both) == []
    with pytest.raises(GridError, match=r"expected integers of shape .* found float64"):
        duplicates(np.full((3, 9, 9), 0.5))
    with pytest.raises(GridError, match="expected cells from 0 to 9, found 2 to 10"):
        duplicates(np.diag(range(9))[None] + 2)


def test_duplicates_of_a_file_say_where_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "many.csv"
    file.write_text("".join(f"{format_line(grid)},name{i}\n" for i, grid in enumerate(MANY[:3], 1)))
    ((first, second),) = duplicates(file)
    assert first == Place(0, str(file), 1, "name1")
    assert str(second) == f"{file}:3 name3"
    file.write_text(f"{PUZZLE}\n{PUZZLE[:80]}x\n")
    with pytest.raises(PairFileError, match=r"many\.csv:2"):
        duplicates(str(file))


def test_duplicates_by_solution() -> None:
    puzzles = ["1234 34.. 21.. 43..", "1234 3412 2... ....", "1... .... .... ...."]
    as_they_stand = [text.replace(" ", "") for text in puzzles]
    assert duplicates(as_they_stand) == []
    with_one = [as_they_stand[2], "12343412.143432.", "123434122143432."]
    assert duplicates(with_one, by_solution=True) == [[1, 2]]


def test_the_bad_one_of_many_is_named() -> None:
    with pytest.raises(GridError, match="Sudoku 1, counted from 0: a Sudoku on one line needs"):
        duplicates([PUZZLE, PUZZLE[:80]])
    with pytest.raises(GridError, match=r"Sudoku 2, counted from 0: .* found nan"):
        duplicates(pd.Series([PUZZLE, PUZZLE, float("nan")]))


def other_forms(texts: list[str], folder: Path) -> dict[str, Any]:
    """Return the same Sudokus in all forms that the functions accept."""
    cells = np.array([list(text.replace(".", "0")) for text in texts]).astype(int)
    file = folder / f"{len(list(folder.iterdir()))}.txt"
    file.write_text("\n".join(texts))
    return {
        "texts": texts,
        "flat": cells,
        "grids": cells.reshape(-1, 9, 9),
        "pandas": pd.Series(texts, index=range(len(texts))[::-1]),
        "arrow": pa.chunked_array([texts[:1], texts[1:]]),
        "file": str(file),
        "path": file,
    }


def test_duplicates_of_known_ones_and_near_ones(tmp_path: Path) -> None:
    solved = format_line(next(completions(GRID)))
    turned, moved = PUZZLE[::-1], PUZZLE[:-1] + "."
    new, old = [turned, solved, moved, solved], [solved[::-1], 81 * ".", PUZZLE]
    news, olds = (other_forms(some, tmp_path) for some in (new, old))
    clues = 81 - PUZZLE.count(".")
    for (name, sudokus), (_, known) in product(news.items(), olds.items()):
        found = duplicates(sudokus, against=known, near=1)
        numbers = [[getattr(one, "number", one) for one in group] for group in found]
        assert numbers == [[2, 0], [0, 1, 3]]
        (pair,) = found.near
        ends = pair.first, pair.second
        if name in ("file", "path"):
            assert [isinstance(one, Place) for one in (*chain(*found), *ends)] == [True] * 7
            ends = pair.first.number, pair.second.number
        assert (*ends, pair.agreeing, pair.total) == (2, 2, clues - 1, clues)
        assert labels(sudokus, against=known).tolist() == [2, 0, -1, 0]
    found = duplicates(news["path"], against=olds["path"])
    assert [str(place).rpartition("/")[2] for place in found[0]] == ["1.txt:3", "0.txt:1"]
    assert found.near == ()
    assert duplicates(new, near=1) == [[1, 3]]
    assert [(pair.first, pair.second) for pair in duplicates(new, near=1).near] == [(0, 2)]
    assert duplicates(new, against=[]) == []
    assert labels(new, against=[]).tolist() == [-1] * 4
    assert (duplicates([], against=old, near=2), duplicates([], near=1).near) == ([], [])
    # The two puzzles are near copies, but their solutions are copies, so they are no near pair.
    assert duplicates([PUZZLE, moved], near=1, by_solution=True) == [[0, 1]]
    assert duplicates([PUZZLE, moved], near=1, by_solution=True).near == []
    with pytest.raises(ArgumentError, match="at least 0"):
        duplicates(new, near=-1)


def test_labels_are_the_first_of_each_class(tmp_path: Path) -> None:
    texts = ["12" + 14 * ".", 15 * "." + "1", 14 * "." + "34", 16 * "."]
    assert labels(texts).tolist() == [0, 1, 0, 3]
    cells = np.array([[int(cell) for cell in text.replace(".", "0")] for text in texts])
    assert labels(cells).tolist() == labels(cells.reshape(-1, 4, 4)).tolist() == [0, 1, 0, 3]
    # Sudokus of several shapes, and Sudokus in a file, keep their numbers.
    mixed = [Grid(texts[0]), Grid([[1]]), Grid(texts[2]), Grid([[1]])]
    assert labels(mixed).tolist() == [0, 1, 0, 1]
    file = tmp_path / "p.txt"
    file.write_text("\n".join(texts))
    assert labels(file).tolist() == [0, 1, 0, 3]
    # A puzzle that does not have exactly one solution is a copy of no other puzzle.
    ones = ["1234341221434321", texts[0], "12343412214343.1", texts[2]]
    assert labels(ones, by_solution=True).tolist() == [0, 1, 0, 3]


def test_near_pairs_of_what_data_people_have() -> None:
    texts = ["12" + 14 * ".", 15 * "." + "1", 14 * "." + "34", "11" + 14 * "."]
    found = [(pair.first, pair.second) for pair in near_pairs(texts)]
    assert found == [(0, 1), (0, 3), (1, 3)]
    with SudokuCollection((2, 2)) as taken:
        taken.add([Grid(text) for text in texts])
        assert near_pairs(taken) == near_pairs(texts)


FOURS = ["1234" + 12 * ".", "12" + 14 * ".", 12 * "." + "4321"]
FLAT = [[int(cell) for cell in text.replace(".", "0")] for text in FOURS]
CELLS = np.array(FLAT)
SQUARES = CELLS.reshape(-1, 4, 4)


def test_masked_cells_are_blank() -> None:
    expected = labels(["123." + 12 * ".", FOURS[1], 12 * "." + ".321"]).tolist()
    without = signatures(np.where(CELLS == 4, 0, CELLS))
    for cells in (CELLS, SQUARES):
        masked = np.ma.masked_array(cells, cells == 4)
        for given in (masked, list(masked)):
            assert labels(given).tolist() == expected
            assert signatures(given).tolist() == without.tolist()
            assert duplicates(given) == [[0, 2]]
        # A cell of any value may be masked, such as one that is out of range.
        wrong = np.where(masked.mask, 77, cells)
        assert labels(np.ma.masked_array(wrong, masked.mask)).tolist() == expected
    assert Grid(np.ma.masked_array(SQUARES[0], SQUARES[0] > 1)) == Grid("1" + 15 * ".")
    assert labels([[np.ma.masked_array(row, row == 4) for row in one] for one in SQUARES]).tolist()
    nothing = np.ma.masked_array(CELLS, mask=True)
    assert labels(nothing).tolist() == [0, 0, 0]
    with SudokuCollection((2, 2)) as taken:
        taken.add(np.ma.masked_array(SQUARES, SQUARES == 4))
        assert taken.grid(0) == Grid("123." + 12 * ".")


@pytest.mark.parametrize(
    "given",
    [
        FLAT,
        [tuple(cells) for cells in FLAT],
        list(CELLS),
        SQUARES.tolist(),
        CELLS.astype(object),
        [FOURS[0], FLAT[1], SQUARES[2]],
        [text.encode() for text in FOURS],
        [bytearray(text.encode()) for text in FOURS],
        np.array([text.encode() for text in FOURS]),
        np.array([text.encode() for text in FOURS], object),
        pa.array(FLAT),
        pa.array(FLAT, pa.list_(pa.int8(), 16)),
        pa.array(SQUARES.tolist(), pa.list_(pa.list_(pa.int8(), 4), 4)),
        pa.chunked_array([pa.array([text.encode()]) for text in FOURS]),
        pd.Series(FLAT),
    ],
    ids=str,
)
def test_many_sudokus_are_taken_in_all_forms(given: Any) -> None:
    assert labels(given).tolist() == [0, 1, 0]
    assert signatures(given).tolist() == signatures(FOURS).tolist()


def test_lists_and_arrays_of_polars_are_taken() -> None:
    pl = pytest.importorskip("polars")
    for column in (
        pl.Series(FLAT),
        pl.Series(FLAT, dtype=pl.Array(pl.Int8, 16)),
        pl.Series(SQUARES.tolist(), dtype=pl.Array(pl.Int8, (4, 4))),
        pl.Series([text.encode() for text in FOURS]),
    ):
        assert labels(column).tolist() == [0, 1, 0]
    assert labels(pl.DataFrame({"a": FOURS}), column="a").tolist() == [0, 1, 0]


def test_lists_are_taken_without_making_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    def unexpected(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("sudokopie.sudoku.arrays._convert_to_grid", unexpected)
    assert labels(FLAT).tolist() == labels(SQUARES.tolist()).tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (CELLS + 0.5, r"found float64 of shape \(3, 16\) \(array.astype\(int\) turns"),
        ((SQUARES + 0.5).tolist(), r"Sudoku 0, .* in row 1, found 1.5 \(array.astype\(int\)"),
        ([FLAT[0], [0.5] * 16], r"Sudoku 1, .* in row 1, found 0.5 \(array.astype\(int\)"),
        (
            [FLAT[0], FLAT[1][:15]],
            "Sudoku 1, .* or N·N cells such as 81, found a list of length 15",
        ),
        ([FLAT[0], [5] * 16], "Sudoku 1, .*: expected 0 to 4 in row 1, found 5"),
        ([FLAT[0], [10**30] * 16], "Sudoku 1, .*: expected 0 to 4 in row 1, found 10000"),
        ([FLAT[0], [None] * 16], "Sudoku 1, .*: expected whole numbers in row 1, found None"),
        ([FLAT[0], None], "Sudoku 1, .*: expected a Sudoku, found None, a missing value"),
        (
            [bytes(cells) for cells in FLAT],
            "Sudoku 0, .*: expected a Sudoku as text, found bytes t",
        ),
        (
            np.ma.masked_array(np.array(FOURS), np.array([0, 1, 0])),
            "Sudoku 1, .*, or a text, found None",
        ),
        (FOURS[0].encode(), r"expected a list of Sudokus \(.*\), found bytes"),
        ([{"a": FOURS[0]}], r"Sudoku 0, .* found a dict \(.* with column=KEY\)"),
        ({"a": FOURS}, r"expected a Sudoku, found a dict \(.* with column=KEY\)"),
    ],
    ids=str,
)
def test_what_is_no_sudoku_is_refused_with_the_reason(given: Any, message: str) -> None:
    for function in (labels, signatures):
        with pytest.raises(GridError, match=message):
            function(given)


def test_the_column_with_the_sudokus_is_chosen(tmp_path: Path) -> None:
    file = tmp_path / "p.csv"
    file.write_text("a,b\n" + "".join(f"{16 * '.'},{text}\n" for text in FOURS))
    rows = [{"a": 16 * ".", "b": text} for text in FOURS]
    forms: list[Any] = [
        file,
        str(file),
        rows,
        {"b": FOURS},
        pd.DataFrame(rows),
        pa.Table.from_pylist(rows),
    ]
    for given in forms:
        assert labels(given, column="b").tolist() == [0, 1, 0]
        assert [*map(len, duplicates(given, column="b"))] == [2]
        assert labels(given, column="b", against=rows[1:]).tolist() == [1, 0, 1]
    assert labels(file, column=2).tolist() == [0, 1, 0]
    assert labels(file, column=1).tolist() == [0, 0, 0]
    for given in (*forms[2:], FOURS):
        with pytest.raises(GridError, match="expected a column 'c', found"):
            labels(given, column="c")
    with pytest.raises(PairFileError, match="expected a column 'c'"):
        labels(file, column="c")
    with pytest.raises(GridError, match="Sudoku 1, counted from 0: expected a column 'b'"):
        labels([rows[0], {"a": 1}], column="b")


@pytest.mark.parametrize("kind", [list, pd.Series, pa.array])
def test_missing_values_have_the_label_minus_1_if_they_may_be_skipped(kind: Any) -> None:
    first, second, turned = "12" + 14 * ".", 15 * "." + "1", 14 * "." + "34"
    column = kind([None, first, None, second, turned])
    assert labels(column, missing="skip").tolist() == [-1, 1, -1, 3, 1]
    with pytest.raises(GridError, match=r"^Sudoku 5, counted from 0: .* 3$"):
        labels(kind([None, first, None, second, turned, "123"]), missing="skip")
    known = labels(column, against=[second, first], missing="skip")
    assert known.tolist() == [-1, 1, -1, 0, 1]
    table = [{"puzzle": one} for one in (first, float("nan"), turned)]
    against = [{"puzzle": turned}]
    assert labels(table, missing="skip", column="puzzle").tolist() == [0, -1, 0]
    found = labels(table, against=against, missing="skip", column="puzzle")
    assert found.tolist() == [0, -1, 0]
    assert labels([None], missing="skip").tolist() == [-1]  # type: ignore[list-item]
    with pytest.raises(GridError, match="Sudoku 0, counted from 0: "):
        labels(column)
    for wrong in ({"missing": "drop"}, {"missing": "skip", "sudokus": "file.csv"}):
        with pytest.raises(ArgumentError, match="expected missing='skip', and a list or column"):
            labels(**({"sudokus": column} | wrong))


def test_the_name_of_a_file_is_named_by_functions_that_read_no_files() -> None:
    text: Any = "12.............."
    box: Any = 20 * "a "
    message = r"found the name of a file, 'd\.csv' \(labels, duplicates, audit and split read files"
    names: list[Any] = ["d.csv", Path("d.csv")]
    for name in names:
        for call in (
            keys,
            lambda given: keys(given, column="puzzle"),
            solutions,
            lambda given: shuffled(given, column="puzzle"),
        ):
            with pytest.raises(GridError, match=message):
                call(name)
    with pytest.raises(GridError, match=r"found a text$"):
        keys(text)
    with pytest.raises(GridError, match=r"columns of a box, found a a a a a a a a a a…$"):
        labels(FOURS, box)


def test_a_list_with_a_text_for_each_cell_is_a_sudoku() -> None:
    wanted = labels(FOURS).tolist()
    for given in ([*map(list, FOURS)], pd.Series(FOURS).map(tuple)):
        assert labels(given).tolist() == wanted
    assert keys([list(PUZZLE)]) == keys([PUZZLE])
    with pytest.raises(GridError, match="Sudoku 0, counted from 0: "):
        keys([list("12x.............")])


def test_missing_values_are_skipped_by_all_functions_for_columns() -> None:
    first, second, turned = "12" + 14 * ".", 15 * "." + "1", 14 * "." + "34"
    none: Any = [None]
    column = pd.Series([None, first, None, second, turned])
    table = pd.DataFrame({"puzzle": column, "rating": 5 * [1]})
    found = keys(column, missing="skip")
    assert found.tolist() == ["", *keys([first]), "", *keys([second, turned])]
    assert keys(table, missing="skip", column="puzzle").tolist() == found.tolist()
    assert keys(none, missing="skip").tolist() == [""]
    assert keys(["", first, " "], missing="skip").tolist() == ["", *keys([first]), ""]
    assert labels([{"a": "", "b": 1}, {"a": first, "b": 2}], column="a", missing="skip")[1] == 1
    with pytest.raises(GridError, match=r"Sudoku 1, counted from 0: .*found '', a missing value"):
        keys([first, ""])
    solved = "1234341221434321"
    blank = solutions(pd.Series([None, solved, float("nan"), 16 * "."]), missing="skip")
    assert (blank.numbers.tolist(), blank.numbers.itemsize) == ([-1, 1, -1, 2], 1)
    assert blank.grids.any((1, 2)).tolist() == [False, True, False, True]
    tokens = solutions([*none, [int(one) + 1 for one in solved]], missing="skip", offset=1)
    assert (tokens.grids[0] == 1).all()
    assert symmetry_counts(column, missing="skip") == [
        *(-1, *symmetry_counts([first]), -1, *symmetry_counts([second, turned]))
    ]
    assert duplicates(column, missing="skip") == [[1, 4]]
    assert duplicates(column, against=[second], missing="skip") == [[0, 3]]
    (pair,) = duplicates(pd.Series([None, first, None, second]), near=1, missing="skip").near
    assert (pair.first, pair.second) == (1, 3)
    sides = split(column, test=0.7, by="copies", seed=0, missing="skip")
    assert sides.groups.tolist() == [-1, 1, -1, 3, 1]
    assert sorted([*sides.train.tolist(), *sides.test.tolist()]) == [1, 3, 4]
    for call in (
        lambda: keys([*none, first, "123"], missing="skip"),
        lambda: solutions([*none, first, "123"], missing="skip"),
    ):
        with pytest.raises(GridError, match=r"^Sudoku 2, counted from 0: .* 3$"):
            call()
    for function in (keys, solutions, symmetry_counts, duplicates, split, audit):
        with pytest.raises(ArgumentError, match="expected missing='skip', and a list or column"):
            function(column, missing="drop")
        with pytest.raises(GridError, match=r"Sudoku 0, counted from 0: .* nan, a missing value"):
            function(column.to_list())


def test_an_audit_numbers_the_rows_of_a_column_with_missing_values(tmp_path: Path) -> None:
    solved, wrong = "1234341221434321", "2134342112434312"
    first, second, turned = solved[:-1] + ".", solved, "." + solved[1:]
    frame = pd.DataFrame({"puzzle": [None, first, second], "solution": [None, solved, wrong]})
    test = pd.DataFrame({"puzzle": [None, None, turned], "solution": [solved, None, ""]})
    found = audit(frame, test=test, missing="skip", skip="near")
    assert found.columns["class"].tolist() == [-1, 1, 2, -1, -1, 1]
    assert found.columns["clues"].tolist() == [-1, 15, 16, -1, -1, 15]
    assert found.columns["right"].tolist() == [-1, 1, 0, -1, -1, -1]
    assert found.findings["copies"].tolist() == [5]
    assert found.leaks["copies"].tolist() == [2]
    assert found.unchecked == ("near", "right")
    given: Any
    for given in ([None, solved, solved], np.array([16 * ".", solved, solved])):
        found = audit(frame.puzzle, solutions=given, missing="skip", skip=["near"])
        assert found.columns["right"].tolist() == [-1, 1, 1]
    with pytest.raises(ArgumentError, match="expected 3 solutions, found 2"):
        audit(frame.puzzle, solutions=[solved, solved], missing="skip", skip="near")
    file = tmp_path / "test.csv"
    file.write_text(f"puzzle,one,other\n{turned},{solved},{wrong}\n")
    found = audit(frame.puzzle, test=file, missing="skip", test_solutions="one", skip="near")
    assert (found.leaks["copies"].tolist(), found.columns["right"].tolist()[3:]) == ([0], [1])
    assert audit(file, solutions="other", skip="near").findings["wrong"].tolist() == [0]
    with pytest.raises(PairFileError, match="expected a column 'third'"):
        audit(file, solutions="third", skip="near")


def test_every_function_for_many_sudokus_chooses_a_column() -> None:
    rows = [{"a": 16 * ".", "b": text} for text in FOURS]
    for given in (rows, pd.DataFrame(rows), pa.Table.from_pylist(rows)):
        assert len(set(signatures(given, column="b", jobs=2).tolist())) == 2
        assert symmetry_counts(given, column="b") == symmetry_counts(FOURS)
        assert (least_images(given, column="b").forms == least_images(FOURS).forms).all()
        assert near_pairs(given, column="b", box=(2, 2)) == near_pairs(FOURS)
        (batch,) = shuffled_batches(given, 3, seed=1, epochs=1, column="b")
        (other,) = shuffled_batches(FOURS, 3, seed=1, epochs=1)
        assert (batch.copies == other.copies).all()
    with pytest.raises(GridError, match="boxes of 3x3"):
        near_pairs(rows, column="b", box=(3, 3))


def test_the_help_of_labels_has_a_signature_that_people_can_read() -> None:
    signature = str(inspect.signature(labels)).replace("'", "")
    assert signature.startswith("(sudokus: Path | Iterable[SudokuLike], box: BoxLike = None, *,")
    assert "lambda" not in signature
    assert len(signature) < 500


@pytest.mark.parametrize(
    "function",
    [
        *(audit, duplicates, keys, labels, least_images, near_pairs, shuffled, shuffled_batches),
        *(signatures, solutions, split, symmetry_counts, canonical_form, complete, completions),
        *(count_completions, decide, has_one_completion, nearest, part_of, survey, symmetries),
        *(ways, why_not, within, Grid),
    ],
    ids=lambda function: function.__name__,
)
def test_the_help_shows_the_names_of_types(function: Callable[..., Any]) -> None:
    parameters = inspect.signature(function).parameters.values()
    assert all(isinstance(one.annotation, str) for one in parameters)


def test_tokens_are_read_with_an_offset(tmp_path: Path) -> None:
    cells = np.array([ROWS, np.array(TURNED).tolist(), np.array(OTHER).tolist()])
    file = tmp_path / "tokens.txt"
    file.write_text("\n".join(" ".join(map(str, one.ravel() + 1)) for one in cells))
    known = np.array(GRID)[None] + 1
    for sudokus in (cells + 1, (cells + 1).tolist(), str(file)):
        assert labels(sudokus, offset=1).tolist() == [0, 0, 2]
        assert labels(sudokus, against=known, offset=1).tolist() == [0, 0, -1]
        numbers = [
            [getattr(one, "number", one) for one in group]
            for group in duplicates(sudokus, offset=1)
        ]
        assert numbers == [[0, 1]]
    column = [*(cells + 1), None]
    assert labels(column, missing="skip", offset=1).tolist() == [0, 0, 2, -1]
    fewer = np.where(np.arange(81) == 1, 1, (cells[:1] + 1).reshape(1, 81)).reshape(1, 9, 9)
    both = np.concatenate([cells[:1] + 1, fewer])
    assert [pair[:2] for pair in near_pairs(both, offset=1)] == [(0, 1)]
    found = split(cells + 1, test=0.7, by="copies", seed=3, offset=1)
    assert found.groups.tolist() == [0, 0, 2]
    solved = solutions(cells[:2]).grids.astype(int) + 1
    report = audit(cells[:2] + 1, solutions=solved, test=known, offset=1, skip=["near"])
    assert (report.findings["wrong"].tolist(), report.leaks["repeated"].tolist()) == ([], [0])


def test_digits_from_0_are_named_whatever_gives_the_boxes() -> None:
    solved = solutions([PUZZLE, PUZZLE[::-1]]).grids.astype(int)
    for call in (
        lambda: labels(solved - 1, (3, 3)),
        lambda: labels([Grid(one - 1) for one in solved]),
        lambda: audit([PUZZLE, PUZZLE[::-1]], solutions=solved - 1, skip=["near"]),
    ):
        with pytest.warns(UserWarning, match="digits from 0, use array"):
            call()
    assert labels(solved - 1, offset=-1).tolist() == [0, 0]


def test_one_sudoku_or_a_share_in_the_wrong_place_is_named() -> None:
    with pytest.raises(GridError, match=r"is a list of one\), found a text"):
        labels(PUZZLE)
    with pytest.raises(PairFileError, match=r"no\.csv: cannot be read"):
        labels("no.csv")
    with pytest.raises(ArgumentError, match=r"found 0\.2; test=0\.1 is a share"):
        split([PUZZLE], 0.2)  # type: ignore[arg-type]


def test_names_that_nobody_sees_are_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "named.csv"
    file.write_text(f"id,puzzle\n1,{PUZZLE}\n2,{PUZZLE}\n")
    assert [place.name for place in duplicates(file)[0]] == ["1", "2"]

    def fail(_: object) -> str:
        raise AssertionError("no name is needed")

    monkeypatch.setattr("sudokopie.applications.collection.gathering.pack_name_and_address", fail)
    assert labels(file).tolist() == [0, 0]
    assert audit(file, skip=["near"]).findings["repeated"].tolist() == [1]
    with pytest.raises(AssertionError):
        duplicates(file)
