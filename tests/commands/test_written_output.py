"""The Sudokus that commands print are read as the same Sudokus by other commands."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.showing.answer_formatter import format_grid_on_one_line
from sudokopie.sudoku.grid import DIGITS, LETTERS, format_rows
from sudokopie.sudoku.random_grids import cyclic_grid, random_transformation, remove_clues

from conftest import write

SIXTEEN = cyclic_grid(BoxShape(4, 4))
LARGE_SHAPES = [BoxShape(2, 5), BoxShape(4, 3), BoxShape(4, 4), BoxShape(5, 5), BoxShape(6, 6)]
SHAPES = [BoxShape(2, 2), BoxShape(3, 2), BoxShape(3, 3), *LARGE_SHAPES]


def without_one_digit(shape: BoxShape, digit: int | None = None) -> Grid:
    """Return a Sudoku without one digit, by default the largest, in which 0 could be a digit."""
    rng = Random(str(shape))
    complete = random_transformation(shape, rng).apply(cyclic_grid(shape))
    missing = digit or shape.size
    return complete.keeping({cell for cell in complete.cells if complete[cell] != missing})


def read_again(text: str, shape: BoxShape, column: str | None = None) -> list[Any]:
    """Read a text, and return its Sudokus, or the errors in their place."""
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
@pytest.mark.parametrize("digit", [None, 1, 3])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_json_is_read(run: Any, shape: BoxShape, digit: int | None) -> None:
    grids = [without_one_digit(shape, digit), Grid([[0] * shape.size] * shape.size, shape)]
    write("p.txt", map(format_grid_on_one_line, grids))
    out = run("shuffle", "--json", "--box", str(shape), "p.txt").out
    assert read_again(out, shape) == grids
    records = [json.loads(line) for line in out.splitlines()]
    assert read_again(json.dumps(records), shape) == grids
    for line, grid in zip(out.splitlines(), grids, strict=True):
        assert read_again(line, shape) == [grid]


def test_zero_in_json_of_others_may_be_a_digit() -> None:
    rows = [[digit - 1 for digit in row] for row in SIXTEEN]
    for record in ({"grid": rows}, {"format": 1, "grid": rows}):
        assert read_again(json.dumps(record), SIXTEEN.shape) == [SIXTEEN]


ALPHABETS = {
    "1 to G": "." + DIGITS[1:],
    "1 to G, 0 for blank": DIGITS,
    "1 to g": "." + DIGITS[1:].lower(),
    "0 to F": "." + DIGITS,
    "0 to f": "*" + DIGITS.lower(),
    "A to P": "." + LETTERS,
    "a to p": "-" + LETTERS.lower(),
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("alphabet", ALPHABETS.values(), ids=ALPHABETS)
def test_copies_in_all_alphabets_are_read(run: Any, alphabet: str) -> None:
    """The puzzle and the solution on a line become the copies that JSON has, and are still the
    puzzle and the solution.
    """
    rng = Random(alphabet)
    solution = random_transformation(SIXTEEN.shape, rng).apply(SIXTEEN)
    puzzle = remove_clues(solution, 120, rng)
    cells, solved = ("".join(alphabet[d] for row in one for d in row) for one in (puzzle, solution))
    write("p.csv", ["puzzle,solution", f"{cells},{solved}"])
    call = "shuffle", "-n", "5", "--seed", "1", "p.csv"
    copies = [Grid(one["grid"]) for one in json.loads(run(*call, "--json").out)["copies"]]
    printed = run(*call).out
    assert read_again(printed, SIXTEEN.shape) == copies
    solutions = read_again(printed, SIXTEEN.shape, "solution")
    assert len(solutions) == 5
    assert all(one.is_solved() for one in solutions)
    assert [one.agreeing(two) for one, two in zip(copies, solutions, strict=True)] == copies


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("shape", [*LARGE_SHAPES, BoxShape(3, 3)], ids=str)
@pytest.mark.parametrize("name", ["No. 7: easy, new", "Grid 1", ""])
def test_copies_of_named_sudokus_are_read(run: Any, shape: BoxShape, name: str) -> None:
    grid = without_one_digit(shape)
    write("p.txt", [name, format_rows(grid)])
    call = "shuffle", "-n", "3", "--seed", "1", "--box", str(shape), "p.txt"
    copies = [Grid(one["grid"], shape) for one in json.loads(run(*call, "--json").out)["copies"]]
    printed = run(*call).out
    assert len(printed.splitlines()) == 3
    assert read_again(printed, shape) == copies
    entries = open_text_as_grid_file(printed, reading_options=ReadingOptions(shape))
    assert {entry.sudoku_name for entry in entries} == {name}
