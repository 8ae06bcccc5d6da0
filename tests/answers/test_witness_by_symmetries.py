"""A pair that takes long is decided with the symmetries of the second Sudoku broken."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, decide
from sudokopie.answers import witness_by_symmetries
from sudokopie.answers.breaking_symmetries import make_not_copy_claim
from sudokopie.answers.witness_by_symmetries import search_witness_by_symmetries
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import REFINED
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.registry import find_backend
from sudokopie.sudoku.random_grids import cyclic_grid, random_transformation

SHAPE = BoxShape(1, 16)


def group_table(factor: int) -> Grid:
    """Return the table of Z4 × Z4 (`factor` 1) or Z4 ⋊ Z4 (`factor` 3)."""
    elements = [(a, b) for a in range(4) for b in range(4)]
    return Grid(
        [
            [
                elements.index(((a + factor ** (b % 2) * c) % 4, (b + d) % 4)) + 1
                for c, d in elements
            ]
            for a, b in elements
        ],
        SHAPE,
    )


FIRST, SECOND = group_table(1), group_table(3)
SMALL = BoxShape(2, 5)
CYCLIC = cyclic_grid(SMALL)


@pytest.fixture
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver is given no time without symmetries."""
    monkeypatch.setattr(witness_by_symmetries, "_PLAIN_SECONDS", 1e-6)


@pytest.mark.usefixtures("_without_waiting")
def test_symmetries_confirm_a_no_in_few_conflicts() -> None:
    question = IsCopy(FIRST, SECOND, REFINED)
    outcome = search_witness_by_symmetries(find_backend(), question, Deadline(60), True)
    assert outcome.verdict is Verdict.NO
    assert outcome.statistics["conflicts"] < 2000


@pytest.mark.usefixtures("_without_waiting")
@pytest.mark.parametrize("fewest", [False, True])
def test_a_yes_is_found_too_and_has_the_fewest_steps(fewest: bool) -> None:
    copy = random_transformation(SMALL, Random(1)).apply(CYCLIC)
    asked = IsCopy(CYCLIC, copy, REFINED)
    outcome = search_witness_by_symmetries(find_backend(), asked, Deadline(60), fewest)
    assert outcome.verdict is Verdict.YES
    assert outcome.witness is not None
    assert outcome.witness.leads(CYCLIC, copy)
    if fewest:
        assert outcome.witness.steps == decide(CYCLIC, copy).steps


@pytest.mark.usefixtures("_without_waiting")
def test_without_symmetries_or_time_the_solver_is_asked_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(witness_by_symmetries, "make_not_copy_claim", lambda *_: None)
    asked = IsCopy(FIRST, SECOND, REFINED)
    outcome = search_witness_by_symmetries(find_backend(), asked, Deadline(0.3), True)
    assert outcome.verdict is Verdict.UNDECIDED


def test_the_option_turns_symmetries_off(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def record_and_claim(*arguments: Any) -> Any:
        asked.append(arguments)
        return make_not_copy_claim(*arguments)

    monkeypatch.setattr(witness_by_symmetries, "_PLAIN_SECONDS", 1e-6)
    monkeypatch.setattr(witness_by_symmetries, "make_not_copy_claim", record_and_claim)
    assert decide(FIRST, SECOND, timeout=0.3, break_symmetry=False).verdict is not Verdict.YES
    assert asked == []
    assert decide(FIRST, SECOND, timeout=60).verdict is Verdict.NO
    assert len(asked) == 1
