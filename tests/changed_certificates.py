"""Tools that change certificates as a forger would, and check them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pysat.solvers import Solver

from sudokopie import Grid
from sudokopie.encoding.formula import Formula, yield_dimacs_text_pieces
from sudokopie.proofs.certificate_folder import QUESTION, FormulaAndProofFileNames
from sudokopie.proofs.check import check_certificate_and_read_claim

from conftest import listed


def yield_grids_of_array(*grids: Grid) -> Callable[[int], tuple[Grid, ...]]:
    """Return the function with which `check_certificate_and_read_claim` gets the Sudokus; it
    returns `grids`.
    """

    def sudokus(number: int) -> tuple[Grid, ...]:
        assert number == len(grids)
        return grids

    return sudokus


def checked(folder: Path, *grids: Grid) -> Any:
    """Check a changed certificate about `grids`, after writing the new digests of its files."""
    return check_certificate_and_read_claim(str(listed(folder)), yield_grids_of_array(*grids))


def changed(folder: Path, **facts: Any) -> None:
    """Replace facts in the statement of a certificate."""
    path = folder / "certificate.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | facts))


def said(folder: Path, name: str) -> Any:
    return json.loads((folder / "certificate.json").read_text())[name]


def rewritten(folder: Path, formula: Formula, names: FormulaAndProofFileNames = QUESTION) -> None:
    """Replace the formula in a certificate, as a forger would after changing the facts."""
    (folder / names.question).write_text("".join(yield_dimacs_text_pieces(formula)))


def has_model(formula: Formula) -> bool:
    with Solver("minisat22", formula.clauses()) as solver:
        return bool(solver.solve())
