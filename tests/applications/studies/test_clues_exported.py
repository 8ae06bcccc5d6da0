"""The question of the fewest clues in every export format: it is exported and solved, and its
answer is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pysat.examples.hitman import Hitman

from sudokopie import BoxShape, Grid
from sudokopie.applications.studies.clues_question import HasSmallHittingSet
from sudokopie.base.errors import BackendError, ExportError
from sudokopie.base.verdict import Verdict
from sudokopie.proofs.decode import decode_output
from sudokopie.proofs.export_header import parse_export_header
from sudokopie.sudoku.grid import CellSet
from sudokopie.sudoku.random_grids import random_complete_grid
from sudokopie.sudoku.unavoidable_sets import find_small_unavoidable_sets

from exported_questions import (
    FORMS,
    answered,
    assert_asked_and_read_back,
    assert_refused,
    output_of,
    read,
    text,
    with_small_sudokus,
)


def clue_sets(shape: BoxShape) -> tuple[Grid, tuple[CellSet, ...]]:
    """Return a complete Sudoku, and its unavoidable sets in two lines or two digits."""
    grid = random_complete_grid(shape, Random(f"clue sets {shape}"))
    return grid, tuple(find_small_unavoidable_sets(grid))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("shape", [BoxShape(2, 2), BoxShape(2, 3)], ids=str)
def test_few_clues_that_meet_all_sets_are_asked_and_answered(shape: BoxShape, form: str) -> None:
    asked = HasSmallHittingSet(*clue_sets(shape))
    fewest = least_that_meet(asked.sets)
    for at_most in (None, fewest - 1, fewest):
        if at_most is None and form == "cnf":
            continue
        back, output = answered(replace(asked, at_most=at_most), form)
        assert isinstance(back, HasSmallHittingSet)
        found = decode_output(back, output, "solver")
        assert (found.witness is None) == (at_most == fewest - 1)
        if found.witness is not None:
            assert asked.grid.keeping(found.witness).clues == fewest
            assert all(found.witness & one for one in asked.sets)
            assert found.is_optimum == (at_most is None)


def test_large_sets_are_read_back() -> None:
    asked = HasSmallHittingSet(*clue_sets(BoxShape(3, 3)), 12)
    assert max(map(len, asked.sets)) > 12
    lines = text(asked, "cnf").splitlines(keepends=True)
    assert parse_export_header(lines, "file").question == asked
    for wrong in ("set 1", "set 1 10", "set 0 1", "set", "and 1 1"):
        with pytest.raises(ExportError, match="this is no formula of sudokopie export"):
            parse_export_header([*lines[:7], f"c {wrong}\n", *lines[7:]], "file")


def least_that_meet(sets: Sequence[CellSet]) -> int:
    """Return the smallest number of cells that include a cell of each set, found by another
    solver.
    """
    with Hitman(bootstrap_with=sets) as hitman:
        return len(hitman.get())


@pytest.fixture
def files(folder: Path) -> Path:
    return with_small_sudokus(folder)


@pytest.mark.usefixtures("files")
def test_a_question_about_no_sets_is_none(run: Any) -> None:
    result = run("export", "full.txt", "--question", "clues", "--size", "3", "-o", "q.cnf")
    assert result.status == 2
    assert result.err == (
        "sudokopie: no unavoidable set has at most 3 cells; --size N looks for larger ones\n"
    )


@pytest.mark.parametrize("form", FORMS[:4])
def test_no_clause_is_repeated(form: str) -> None:
    clauses = read(text(HasSmallHittingSet(*clue_sets(BoxShape(2, 2)), 6), form), form).clauses
    assert len({frozenset(clause) for clause in clauses}) == len(clauses)


def test_wrong_models_are_refused() -> None:
    clues = HasSmallHittingSet(*clue_sets(BoxShape(2, 2)), 4)
    assert decode_output(clues, output_of(clues), "solver").witness
    with pytest.raises(BackendError, match="it has 4 clues, not 3"):
        decode_output(replace(clues, at_most=3), output_of(clues), "solver")
    for model in ("", "1"):
        with pytest.raises(BackendError, match="its clues do not meet every set"):
            decode_output(clues, f"s SATISFIABLE\nv {model or -1} 0\n", "solver")
    with pytest.raises(BackendError, match="where there is always an answer"):
        decode_output(replace(clues, at_most=None), "s UNSATISFIABLE\n", "solver")


def test_a_solver_that_does_not_know_leaves_it_open() -> None:
    met = decode_output(HasSmallHittingSet(*clue_sets(BoxShape(2, 2))), "s UNKNOWN\n", "solver")
    assert (met.verdict, met.witness) == (Verdict.UNDECIDED, None)


@pytest.mark.parametrize(
    ("arguments", "form", "status", "verdict"),
    [
        (
            ["full.txt", "--question", "clues", "--at-most", "4"],
            "cnf",
            0,
            "4 clues meet all 14 sets.",
        ),
        (
            ["full.txt", "--question", "clues", "--at-most", "3"],
            "wcnf",
            1,
            "not checked: 3 clues cannot meet",
        ),
        (
            ["full.txt", "--question", "clues", "--size", "4"],
            "opb",
            0,
            "4 clues meet all 8 sets; that",
        ),
    ],
)
@pytest.mark.usefixtures("files")
def test_the_command_line_asks_and_reads_back(
    run: Any, arguments: list[str], form: str, status: int, verdict: str
) -> None:
    assert_asked_and_read_back(run, arguments, form, status, verdict)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--at-most", "3", "-o", "a.cnf"], "--at-most needs --question clues"),
        (["--size", "3", "-o", "a.cnf"], "--size needs --question clues"),
        (["--question", "clues", "-o", "a.cnf"], "add --at-most K, or write .wcnf for the fewest"),
    ],
)
def test_options_that_do_not_go_together_are_one_line(
    run: Any, files: Path, arguments: list[str], message: str
) -> None:
    name = "full.txt" if arguments[1] == "clues" else "pair.txt"
    assert_refused(run, files, name, arguments, message)
