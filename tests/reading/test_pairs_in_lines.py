"""A pair in each line of a table, against the answers about each pair on its own."""

from __future__ import annotations

import csv
import io
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sudokopie import BoxShape, Grid, complete, decide
from sudokopie.answers.bulk.random_copies import shuffled
from sudokopie.answers.bulk.sorted_forms import yield_pair_answers
from sudokopie.base.errors import GridError, PairFileError
from sudokopie.reading.file_entry import EntryPair, ReadingOptions
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.sudoku.allowed_moves import EVERYTHING, AllowedMoves
from sudokopie.sudoku.arrays import yield_grids_of_array
from sudokopie.sudoku.grid import format_line

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = complete(Grid(PUZZLE))
assert SOLVED is not None
SOLUTION = format_line(SOLVED)
COPY = "".join(map(str, shuffled([PUZZLE], rng=3).ravel().tolist())).replace("0", ".")


@pytest.mark.parametrize(
    ("box", "only"),
    [
        ((2, 2), EVERYTHING),
        ((2, 3), EVERYTHING),
        ((2, 2), AllowedMoves(["mirrors", "digits"])),
        ((2, 2), AllowedMoves(["turns", "bands", "stacks"])),
    ],
)
def test_answers_are_those_about_each_pair(box: tuple[int, int], only: AllowedMoves) -> None:
    shape = BoxShape(*box)
    rng = np.random.default_rng(8)
    values = [0, 0, 0, 0, *range(1, shape.size + 1)]
    first = rng.choice(values, (60, shape.size, shape.size)).astype(np.uint8)
    first[::3] = np.maximum(first[::3], first[::3, ::-1, ::-1])
    first[::7, :2] = 0
    second = shuffled(first, 1, rng, shape, only=only)
    second[5::5] = shuffled(first[5::5], 1, rng, shape)
    second[9::10] = second[8::10]
    words = set()
    pairs = zip(
        yield_grids_of_array(first, shape), yield_grids_of_array(second, shape), strict=True
    )
    for pair, found in zip(pairs, yield_pair_answers(first, second, shape, only), strict=True):
        expected = decide(*pair, only=only)
        words.add(found.word)
        assert (found.first, found.second, found.only) == (*pair, only)
        assert (found.word, found.transformation) == (expected.word, expected.transformation)
        assert found.is_fewest == expected.is_fewest
    assert words == {"copies", "different"}


def test_most_pairs_need_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    first = shuffled([PUZZLE], 30, 1)

    def unexpected(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(import_module("sudokopie.answers.bulk.sorted_forms"), "decide", unexpected)
    found = list(yield_pair_answers(first, shuffled(first, 1, 2), BoxShape(3, 3)))
    assert {(answer.word, answer.is_fewest) for answer in found} == {("copies", True)}


TABLE = f"""id,a,b,note
1,{PUZZLE},{COPY},x
2,{PUZZLE},{PUZZLE[::-1].replace("9", "8", 1)},"y, z"
3,{PUZZLE[:-1]}x,{COPY},
4,{PUZZLE},,
5,,{COPY},
6,{COPY},{COPY},
"""


def test_rows_of_two_columns_are_pairs() -> None:
    columns = [
        open_text_as_grid_file(TABLE, reading_options=ReadingOptions(column=name))
        for name in ("a", "b")
    ]
    entries = list(columns[0].switch_to_pairs_with(columns[1]))
    assert all(isinstance(entry, EntryPair) for entry in entries)
    assert [entry.line for entry in entries] == [2, 3, 4, 5, 6, 7]
    assert [entry.sudoku_name for entry in entries][:2] == ["1 x", "2 y, z"]
    assert [entry.error is None for entry in entries] == [True, True, False, False, False, True]
    with pytest.raises(GridError):
        open_text_as_grid_file(
            TABLE, reading_options=ReadingOptions(column="a")
        ).switch_to_pairs_with(open_text_as_grid_file("12..............\n"))


def test_a_pair_in_a_row_is_not_taken_for_two_rows() -> None:
    told = "the columns {0} and {1} both have Sudokus; --columns {0},{1} compares the two in each"
    for rows in (1, 2, 3):
        lines = f"{PUZZLE},{COPY}\n" * rows
        with pytest.raises(PairFileError, match=told.format("1", "2")):
            open_text_as_grid_file(lines).read_pair_and_close()
        with pytest.raises(PairFileError, match=told.format("a", "b")):
            open_text_as_grid_file(f"a,note,b\n{lines.replace(',', ',x,')}").read_pair_and_close()
    full = SOLUTION[::-1]
    for solved in (f"puzzle,solution\n{PUZZLE},{SOLUTION}\n", f"a,b\n{full},{full}\n"):
        with pytest.raises(PairFileError, match="found one Sudoku, but two are needed"):
            open_text_as_grid_file(solved).read_pair_and_close()
    chosen = ReadingOptions(column="b")
    pair = open_text_as_grid_file(
        f"a,b\n{PUZZLE},{COPY}\n{PUZZLE},{PUZZLE}\n", reading_options=chosen
    ).read_pair_and_close()
    assert pair == (Grid(COPY), Grid(PUZZLE))


def test_the_name_of_a_pair_keeps_its_quotation_marks() -> None:
    text = f'a,b,note\n{PUZZLE},{COPY},"own, ""made"""\n'
    one, other = (
        open_text_as_grid_file(text, reading_options=ReadingOptions(column=name))
        for name in ("a", "b")
    )
    assert [entry.sudoku_name for entry in one.switch_to_pairs_with(other)] == ['own, "made"']


def test_each_row_is_answered(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "pairs.csv"
    file.write_text(TABLE)
    command = ["solve", "--columns", "a,b", str(file)]
    shown = run(*command)
    first, second, *_, last = shown.out.splitlines()
    answer = decide(Grid(PUZZLE), Grid(COPY))
    assert first.startswith("copies\t")
    assert first.count(";") + 1 == answer.steps
    assert (second, last) == ("different", "copies")
    assert [f"{file}:{n}:" in shown.err for n in range(2, 8)] == [
        False,
        False,
        True,
        True,
        True,
        False,
    ]
    assert shown.status == 2
    assert run(*command, "-q").out.splitlines()[:2] == ["copies", "different"]
    rows = list(csv.reader(io.StringIO(run(*command, "--output", "csv").out)))
    assert rows[0] == ["id", "a", "b", "note", "verdict", "steps", "variant"]
    assert rows[1][4:] == [*first.split("\t"), ""]
    assert rows[2][3:] == ["y, z", "different", "", ""]
    assert [row[4:] for row in rows[3:6]] == [["", "", ""]] * 3
    said = [json.loads(line) for line in run(*command, "--json").out.splitlines()]
    assert [one["status"] for one in said] == ["copies", "different", *["error"] * 3, "copies"]
    assert said[0]["steps"] == answer.steps
    stdin = io.TextIOWrapper(io.BytesIO(TABLE.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    shown = run("solve", "--columns", "2,3", "--only", "digits", "-", "-q")
    assert shown.out.splitlines()[0] == "different"
    table = tmp_path / "found.parquet"
    run(*command, "--parquet", str(table))
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(table)["verdict"].to_pylist()[:3] == ["copies", "different", None]


def test_columns_that_are_not_there(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    file.write_text(TABLE)
    assert (
        "--columns needs two columns with a comma between, such as first,second, not 'a'"
    ) in run("solve", "--columns", "a", str(file)).err
    assert "expected a column 'c'" in run("solve", "--columns", "a,c", str(file)).err
    assert (
        "--columns cannot be used with"
        in run("solve", "--columns", "a,b", "--any-steps", str(file)).err
    )
