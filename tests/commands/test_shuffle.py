"""Random copies: every element of the group alike, and lines on which all Sudokus change alike."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sudokopie import BoxShape, Grid, decide
from sudokopie.answers.bulk.random_copies import shuffled
from sudokopie.base.errors import ArgumentError, GridError
from sudokopie.sudoku.arrays import convert_to_array_and_shape

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LOPSIDED = Grid("1223.4..3......1")
"""It has no symmetry, so that each element of the group has an image of its own."""


@pytest.mark.parametrize(
    ("only", "number"),
    [
        ("turns", 4),
        ("mirrors", 4),
        ("turns mirrors", 8),
        ("bands", 2),
        ("stacks rows", 8),
        ("rows columns", 16),
        ("digits", 24),
        ("turns bands stacks", 16),
        ("turns mirrors bands stacks rows columns", 128),
        ("mirrors rows", 16),
        ("", 1),
    ],
)
def test_all_elements_come_about_as_often(only: str, number: int) -> None:
    each = 400
    found = shuffled([LOPSIDED], number * each, 5, only=only.split())
    seen = Counter(map(bytes, found.reshape(len(found), -1)))
    assert len(seen) == number
    # A sum of squares that a fair draw exceeds once in a million times.
    excess = sum((count - each) ** 2 / each for count in seen.values())
    assert excess < number + 8 * number**0.5 + 20


def test_turns_and_mirrors_are_those_of_the_grid() -> None:
    cells = np.array(LOPSIDED.rows)
    turns = {bytes(np.rot90(cells, k).astype(np.uint8)) for k in range(4)}
    mirrored = {bytes(one.astype(np.uint8)) for one in (cells, cells[::-1], cells[:, ::-1])}
    for only, expected in (("turns", turns), ("mirrors", mirrored)):
        found = set(map(bytes, shuffled([LOPSIDED], 99, 1, only=[only])))
        assert found >= expected
        assert len(found) == 4


@pytest.mark.parametrize("box", [(3, 3), (2, 3), (1, 5), (4, 4)])
def test_copies_are_copies(box: tuple[int, int]) -> None:
    shape = BoxShape(*box)
    rng = np.random.default_rng(1)
    grids = rng.integers(shape.size + 1, size=(3, shape.size, shape.size))
    found = shuffled(grids, 2, 7, box)
    assert np.array_equal(found, shuffled(grids, 2, 7, box))
    assert not np.array_equal(found, shuffled(grids, 2, 8, box))
    for i, copy in enumerate(found.tolist()):
        pair = Grid(grids[i // 2].tolist(), shape), Grid(copy, shape)
        assert decide(*pair).word == "copies"


def test_parts_that_are_no_group_are_refused() -> None:
    for only in (["turns", "rows"], ["turns", "stacks", "rows", "columns"], ["boxes"]):
        with pytest.raises(ArgumentError):
            shuffled([PUZZLE], only=only)
    with pytest.raises(ArgumentError, match="at least 0 copies"):
        shuffled([PUZZLE], -1)


def test_sudokus_in_many_forms_are_one_array() -> None:
    expected = convert_to_array_and_shape([Grid(PUZZLE), Grid(SOLUTION)])[0]
    texts = [PUZZLE, SOLUTION]
    zeros = [text.replace(".", "0") for text in texts]
    forms: list[Any] = [texts, zeros, [PUZZLE, Grid(SOLUTION)], np.array(texts), iter(texts)]
    forms += [np.array(texts, object), expected.reshape(2, 81), expected.tolist()]
    forms += [[PUZZLE.replace(".", "x"), SOLUTION]]
    pandas = pytest.importorskip("pandas")
    pa = pytest.importorskip("pyarrow")
    forms += [pandas.Series(texts), pa.array(texts), pa.chunked_array([texts])]
    for form in forms:
        assert np.array_equal(convert_to_array_and_shape(form)[0], expected)
    wrongs: list[Any] = [[7, 8], np.array([5.3e80]), pandas.Series([1, 2])]
    for numbers in wrongs:
        with pytest.raises(GridError, match=r"counted from 0: .*dtype=str"):
            convert_to_array_and_shape(numbers)
    for wrong in (np.zeros((2, 9), int), np.zeros((2, 80), int)):
        with pytest.raises(GridError, match="expected integers of shape"):
            convert_to_array_and_shape(wrong)
    with pytest.raises(GridError, match="Sudoku 1, counted from 0: "):
        convert_to_array_and_shape([PUZZLE, "no Sudoku"])


# The command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_all_sudokus_of_a_line_are_changed_alike(run: Any, folder: Path) -> None:
    (folder / "a.csv").write_text(f"id,puzzle,solution,note\n1,{PUZZLE},{SOLUTION},ä 12\n")
    done = run("shuffle", "a.csv", "a.csv", "-n", "3", "--seed", "1", "--steps")
    assert (done.status, done.err) == (0, "")
    header, *lines = done.out.splitlines()
    assert header == "id,puzzle,solution,note,steps"
    assert len(lines) == 6
    assert len({line.split(",")[1] for line in lines}) == 6
    for line in lines:
        number, puzzle, solution, note, steps = line.split(",", 4)
        assert (number, note) == ("1", "ä 12")
        assert decide(Grid(PUZZLE), Grid(puzzle)).word == "copies"
        assert Grid(solution).is_solved()
        assert all(p in (".", s) for p, s in zip(puzzle, solution, strict=True))
        assert "Rename the digits" in steps


@pytest.mark.parametrize("seed", range(2, 8))
def test_steps_hold_for_all_sudokus_of_a_line(run: Any, folder: Path, seed: int) -> None:
    solution = "1234341221434321"
    (folder / "a.csv").write_text(f"12..............,{solution}\n")
    out = run("shuffle", "a.csv", "--seed", str(seed), "--steps", "--only", "digits").out
    moved, steps = out.split(",", 2)[1:]
    renamed = {f"{a} -> {b}" for a, b in zip(solution, moved, strict=True) if a != b}
    assert len(renamed) >= 2
    assert all(one in steps for one in renamed)


def test_lines_of_other_kinds(run: Any, folder: Path) -> None:
    file = folder / "a.txt"
    large = "G" + "." * 254 + "A"
    file.write_text(f'{{"a":"{PUZZLE}","b":[1]}}\n')
    record = json.loads(run("shuffle", "a.txt", "--only", "digits").out)
    assert record["b"] == [1]
    assert [c == "." for c in record["a"]] == [c == "." for c in PUZZLE]
    file.write_text(f"# three\n{large} x\n")
    cells, name = run("shuffle", "a.txt", "--seed", "3").out.split()
    assert (name, cells.count("."), cells != large) == ("x", 254, True)
    rows = "\n".join(" ".join(PUZZLE[i : i + 9]) for i in range(0, 81, 9))
    file.write_text(f"Nr. 7\n{rows}\n\n{rows}\n")
    lines = run("shuffle", "a.txt", "-q").out.splitlines()
    assert lines[0].endswith(" Nr. 7")
    assert decide(Grid(PUZZLE), Grid(lines[1])).word == "copies"


def test_json_and_a_table(run: Any, folder: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    (folder / "a.txt").write_text(f"{PUZZLE} easy\n{PUZZLE[:80]}\n")
    done = run(
        "shuffle", "a.txt", "-n2", "--json", "--steps", "--seed", "3", "--only", "rows, columns"
    )
    assert done.status == 2
    first, second = map(json.loads, done.out.splitlines())
    assert [first["name"], len(first["copies"]), second["status"]] == ["easy", 2, "error"]
    assert all(re.match("Swap|Move", one["steps"][0]) for one in first["copies"])
    run("shuffle", "a.txt", "-n2", "--parquet", "a.parquet")
    table = parquet.read_table("a.parquet").to_pydict()
    assert table["status"] == ["found", "found", "error"]
    assert [None if one is None else len(one) for one in table["sudoku"]] == [81, 81, None]


def test_what_is_wrong_is_one_line(run: Any, folder: Path) -> None:
    (folder / "a.txt").write_text(f"{PUZZLE}\n")
    for parts, said in (("turns,rows", "expected rows and columns"), ("x", "unknown part 'x'")):
        done = run("shuffle", "a.txt", "--only", parts)
        assert (done.status, done.out, said in done.err) == (2, "", True)
        assert done.err.count("\n") == 1


def test_copies_come_as_they_are_made(run: Any, folder: Path) -> None:
    """Many copies of few Sudokus differ, and none is made twice as often as its neighbours."""
    (folder / "a.txt").write_text(f"{PUZZLE}\n")
    lines = run("shuffle", "a.txt", "-n", "50", "--seed", "0").out.splitlines()
    assert all(one != other for one, other in pairwise(sorted(lines)))
