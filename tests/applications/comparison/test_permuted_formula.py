"""Formulas with their variables and clauses in another order, and runs on them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sudokopie.applications.comparison.permuted_formula import PermutedFormula
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.registry import find_backend

from conftest import INSTANCES, pair_from

COPIES = INSTANCES / "size4-clues5-copies.txt"


def test_a_model_of_another_order_is_mapped_back() -> None:
    formula = IsCopy(*pair_from(COPIES)).formula
    clauses = list(formula.clauses())
    for seed in (1, 2):
        permuted = PermutedFormula(formula, seed)
        others = list(permuted.clauses())
        assert others != clauses
        assert sorted(map(len, others)) == sorted(map(len, clauses))
        assert others == list(PermutedFormula(formula, seed).clauses())
        found = find_backend("pysat:minisat22").solve_formula(permuted, Deadline())  # type: ignore[attr-defined]
        assert found.model is not None
        model = permuted.restore_model(found.model)
        assert model != found.model
        assert all(any((abs(x) in model) == (x > 0) for x in clause) for clause in clauses)
    assert list(PermutedFormula(formula, 1).clauses()) != list(
        PermutedFormula(formula, 2).clauses()
    )


def test_seeds_are_runs_on_other_formulas(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    place = tmp_path / "runs.jsonl"
    pair = str(INSTANCES / "size9-clues81-switched.txt")
    call = ["compare", pair, "--backends", "pysat:minisat22", "--json", str(place)]
    assert run(*call, "--seeds", "3").status == 0
    records = [json.loads(line) for line in place.read_text().splitlines()]
    assert [(one["run"], one["ending"]) for one in records] == [
        (number, "different") for number in (1, 2, 3)
    ]
    assert all(one["settings"]["permuted"] for one in records)
    assert len({one["statistics"]["conflicts"] for one in records}) > 1
    for other in ("--proofs", "--runs=2"):
        assert run(*call, "--seeds", "3", other).status == 2
