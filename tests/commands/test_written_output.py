"""The Sudokus that commands print are read as the same Sudokus by other commands."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.showing.display_options import format_grid_on_one_line
from sudokopie.sudoku.grid import format_rows
from sudokopie.sudoku.random_grids import cyclic_grid, random_transformation

from conftest import write

SIXTEEN = cyclic_grid(BoxShape(4, 4))
LARGE_SHAPES = [BoxShape(2, 5), BoxShape(4, 3), BoxShape(4, 4), BoxShape(5, 5), BoxShape(6, 6)]
SHAPES = [BoxShape(2, 2), BoxShape(3, 2), BoxShape(3, 3), *LARGE_SHAPES]


def without_one_digit(shape: BoxShape) -> Grid:
    """Return a Sudoku in which 0 could be read as a digit."""
    rng = Random(str(shape))
    complete = random_transformation(shape, rng).apply(cyclic_grid(shape))
    return complete.keeping({cell for cell in complete.cells if complete[cell] != shape.size})


def read_again(text: str, shape: BoxShape, column: str | None = None) -> list[Grid]:
    options = ReadingOptions(shape, column=column)
    entries = open_text_as_grid_file(text, reading_options=options)
    return [entry.grid_or_error for entry in entries]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("output", ["csv", "table"])
def test_printed_forms_are_read(run: Any, shape: BoxShape, output: str) -> None:
    grid = without_one_digit(shape)
    write("p.txt", [format_rows(grid), "", format_rows(cyclic_grid(shape))])
    call = "canonical", "--only", "digits", "--box", str(shape), "p.txt"
    records = [json.loads(line) for line in run(*call, "--json").out.splitlines()]
    forms = [Grid(record["form"], shape) for record in records]
    assert read_again(run(*call).out, shape) == forms
    table = run(*call, "--output", output).out
    column = "form" if output == "table" else None
    header = "" if output == "table" else "sudoku,form\n"
    assert read_again(header + table, shape, column or "form") == forms


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_json_is_read(run: Any, shape: BoxShape) -> None:
    grids = [without_one_digit(shape), Grid([[0] * shape.size] * shape.size, shape)]
    write("p.txt", map(format_grid_on_one_line, grids))
    out = run("shuffle", "--json", "--box", str(shape), "p.txt").out
    assert read_again(out, shape) == grids
    records = [json.loads(line) for line in out.splitlines()]
    assert read_again(json.dumps(records), shape) == grids


def test_zero_in_json_of_others_may_be_a_digit() -> None:
    rows = [[digit - 1 for digit in row] for row in SIXTEEN]
    for record in ({"grid": rows}, {"format": 1, "grid": rows}):
        assert read_again(json.dumps(record), SIXTEEN.shape) == [SIXTEEN]
