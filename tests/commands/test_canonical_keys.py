"""The keys that `canonical --keys` prints, as lines, in tables and as JSON."""

from __future__ import annotations

import csv
import io
import json
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, keys, shuffled
from sudokopie.sudoku.random_grids import random_grid

from conftest import write

pytestmark = pytest.mark.usefixtures("folder")

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "53..7...." + 72 * "."


def test_a_key_is_printed_for_each_sudoku(run: Any) -> None:
    copies = ["".join(map(str, one.ravel())) for one in shuffled([PUZZLE, SEVERAL], 2, 1)]
    file = write("in.txt", [*copies, "words", PUZZLE])
    for by in ([], ["--by", "solution"]):
        result = run("canonical", "--keys", *by, "--jobs", "2", file)
        kind = "solution" if by else "copies"
        assert result.out.split() == keys([*copies, PUZZLE], by=kind).tolist()
        assert result.status == 0
    assert run("canonical", "--keys", "--check", file).out == run("canonical", "--keys", file).out


def test_a_single_sudoku_and_other_shapes_have_keys(run: Any) -> None:
    grid = random_grid(BoxShape(3, 2), 9, Random(1))
    file = write("in.txt", ["".join(map(str, grid)).replace("0", ".")])
    assert run("canonical", "--keys", file, "--box", "3x2").out.split() == keys([grid]).tolist()
    assert run("canonical", "--keys", file).out.split() == keys([grid], (2, 3)).tolist()


def test_tables_get_a_column_of_keys(run: Any) -> None:
    file = write("in.csv", ["id,puzzle", f"7,{PUZZLE}", f"8,{SEVERAL}"])
    expected = keys([PUZZLE, SEVERAL]).tolist()
    result = run("canonical", "--keys", "--output", "csv", file)
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert [row["key"] for row in rows] == expected
    assert [row["id"] for row in rows] == ["7", "8"]
    result = run("canonical", "--keys", "--json", file)
    found = [json.loads(line) for line in result.out.splitlines()]
    assert [(one["status"], one["key"]) for one in found] == [("found", key) for key in expected]


@pytest.mark.parametrize(
    "other", ["--form max", "--only digits", "--symmetries", "--bands", "--time-limit 1"]
)
def test_keys_have_one_definition(run: Any, other: str) -> None:
    file = write("in.txt", [PUZZLE])
    refused = run("canonical", "--keys", *other.split(), file)
    assert refused.status == 2
    assert f"--keys cannot be used with {other.split(maxsplit=1)[0]}" in refused.err
