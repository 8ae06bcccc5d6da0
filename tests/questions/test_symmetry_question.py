"""The question for a symmetry: what the registry names is known to all commands."""

from __future__ import annotations

import json
import shutil
import subprocess
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.answers.symmetries import symmetries
from sudokopie.base.errors import BackendError
from sudokopie.base.verdict import Verdict
from sudokopie.proofs.decode import decode_output
from sudokopie.questions.symmetry import HasSymmetry
from sudokopie.sudoku.random_grids import random_grid

from exported_questions import (
    FORMS,
    STYLES,
    answered,
    projected_models,
    read,
    solver_output,
    text,
)

pytestmark = pytest.mark.core

WITH = Grid([[1, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 3, 4]])
WITHOUT = Grid([[1, 2, 0, 0], [3, 0, 1, 0], [0, 0, 2, 0], [0, 4, 0, 1]])


@pytest.fixture
def files(folder: Path) -> None:
    (folder / "with.txt").write_text(f"{WITH}\n")
    (folder / "without.txt").write_text(f"{WITHOUT}\n")


def solve(name: str, program: str = "") -> None:
    """Let an installed solver answer, or the one of these tests."""
    if program == "minisat":
        subprocess.run(["minisat", name, "output"], capture_output=True, check=False)
    elif program:
        done = subprocess.run([program, "-q", name], capture_output=True, text=True, check=False)
        Path("output").write_text(done.stdout)
    else:
        form = name.partition(".")[2]
        Path("output").write_text(solver_output(read(Path(name).read_text(), form), STYLES[form]))


@pytest.mark.parametrize("form", FORMS)
def test_a_symmetry_is_asked_and_answered(form: str) -> None:
    rng = Random(7)
    grids = [WITH, WITHOUT, *(random_grid(BoxShape(2, 3), clues, rng) for clues in (5, 9, 14))]
    seen = set()
    for grid in grids:
        question, output = answered(HasSymmetry(grid), form)
        reply = decode_output(question, output, "solver")
        has_any = symmetries(grid).order > factorial(grid.size - len(grid.digits))
        assert reply.verdict is Verdict.of(has_any)
        assert not has_any or reply.witness.apply(grid) == grid
        seen.add(has_any)
    assert seen == {True, False}


def test_models_are_all_symmetries_but_one() -> None:
    for grid in (WITH, WITHOUT):
        unused = factorial(grid.size - len(grid.digits))
        file = read(text(HasSymmetry(grid), "cnf"), "cnf")
        assert projected_models(file) == symmetries(grid).order - unused


def test_a_forged_model_is_refused() -> None:
    _, symmetry = answered(HasSymmetry(WITH), "cnf")
    with pytest.raises(BackendError, match=r"no witness: row \d, column \d is"):
        decode_output(HasSymmetry(WITHOUT), symmetry, "solver")
    unknowns = HasSymmetry(WITH).formula.unknowns
    matrices = [unknowns.row_line, unknowns.column_line, unknowns.digit[1:]]
    own = [
        images[i + start]
        for start, m in zip((0, 0, 1), matrices, strict=True)
        for i, images in enumerate(m)
    ]
    identity = f"s SATISFIABLE\nv {' '.join(map(str, own))} 0\n"
    with pytest.raises(BackendError, match="no witness: its steps move no row or column"):
        decode_output(HasSymmetry(WITH), identity, "solver")


@pytest.mark.parametrize("form", ["cnf", "wcnf", "opb", "pb.txt"])
@pytest.mark.usefixtures("files")
def test_the_command_line_asks_and_reads_back(run: Any, form: str) -> None:
    for name, status, english, german in (
        ("with", 0, "This Sudoku has a symmetry", "Dieses Sudoku hat eine Symmetrie"),
        ("without", 1, "This Sudoku has no symmetry.", "Dieses Sudoku hat keine Symmetrie."),
    ):
        file = f"{name}.{form}"
        assert run("export", "--question", "symmetry", f"{name}.txt", "-o", file).status == 0
        solve(file)
        shown = run("decode", file, "output", "--html", "page.html")
        assert (shown.status, shown.err) == (status, "Saved as page.html\n")
        assert english in shown.out
        assert "Has this Sudoku a symmetry?" in Path("page.html").read_text()
        assert german in run("decode", "--lang", "de", file, "output").out
        record = json.loads(run("decode", "--json", file, "output").out)
        assert record["status"] == ("none" if status else "found")


@pytest.mark.parametrize("program", ["minisat", "cadical"])
@pytest.mark.usefixtures("files")
def test_a_no_of_another_solver_is_certified_and_checked(run: Any, program: str) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    run("export", "--question", "symmetry", "without.txt", "-o", "q.cnf")
    solve("q.cnf", program)
    made = run("decode", "--certificate", "proved", "q.cnf", "output")
    assert (made.status, made.err) == (1, "")
    assert "This is certified: a proof of it was checked." in made.out
    shown = run("check", "proved", "without.txt")
    assert (shown.status, shown.out) == (0, "Certified. This Sudoku has no symmetry.\n")
    german = run("check", "--lang", "de", "proved", "without.txt").out
    assert german == "Bescheinigt. Dieses Sudoku hat keine Symmetrie.\n"
    record = json.loads(run("check", "--json", "proved", "without.txt").out)
    assert (record["certifies"], record["asks"]) == ("no", "symmetry")
    assert run("check", "proved", "with.txt").status == 1
    run("export", "--question", "symmetry", "with.txt", "-o", "q.cnf")
    lie = run("decode", "--certificate", "lie", "q.cnf", "output")
    assert (lie.status, Path("lie").exists()) == (2, False)
    assert "says yes, but the answer found before was no" in lie.err
