"""The model that CP-SAT gets: one orientation at a time, and implications in groups."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from ortools.sat.python import cp_model

from sudokopie import BoxShape, Grid
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import PLAIN, REFINED
from sudokopie.encoding.formula import Clause, Formula
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers.cp_sat import (
    CpSatBackend,
    CpSatOracle,
    add_clauses_and_implications,
    make_empty_cp_sat_model,
    make_literal_list,
)
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.protocol import FormulaResult
from sudokopie.solvers.registry import find_backend
from sudokopie.sudoku.random_grids import (
    exchange_clues,
    move_clue,
    random_complete_grid,
    random_grid,
    random_transformation,
)

NINE = BoxShape(3, 3)


class _Solutions(cp_model.CpSolverSolutionCallback):
    """Collects the solutions of a model: for each, the set of the true variables."""

    def __init__(self, variables: list[cp_model.IntVar]) -> None:
        super().__init__()
        self.variables, self.found = variables, set[frozenset[int]]()

    def on_solution_callback(self) -> None:
        numbered = enumerate(self.variables, 1)
        self.found.add(frozenset(v for v, one in numbered if self.boolean_value(one)))


def find_solutions(clauses: list[Clause], count: int) -> tuple[set[frozenset[int]], int]:
    """Return the solutions of the CP-SAT model of some clauses, and its number of constraints."""
    model = make_empty_cp_sat_model()
    variables = [model.new_bool_var("") for _ in range(count)]
    add_clauses_and_implications(model, make_literal_list(variables), clauses)
    solver, solutions = cp_model.CpSolver(), _Solutions(variables)
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.cp_model_presolve = False
    solver.solve(model, solutions)
    return solutions.found, len(model.proto.constraints)


def test_implications_with_one_premise_are_one_constraint() -> None:
    clauses = [[-1, 2], [3, -4], [1, 2, 3], [-1, -4], [3, 5], [5], [2, 2], [-6, 6]]
    found, constraints = find_solutions(clauses, 6)
    assert constraints == 6
    assert found == _list_models(clauses, 6)


@pytest.mark.parametrize("seed", range(20))
def test_grouped_implications_mean_the_clauses(seed: int) -> None:
    rng = Random(seed)
    clauses = [
        [rng.choice((1, -1)) * v for v in rng.sample(range(1, 7), rng.choice((1, 2, 2, 2, 3)))]
        for _ in range(9)
    ]
    found, constraints = find_solutions(clauses, 6)
    assert found == _list_models(clauses, 6)
    firsts = {clause[0] for clause in clauses if len(clause) == 2}
    assert constraints == len(firsts) + sum(len(clause) != 2 for clause in clauses)


def _list_models(clauses: list[Clause], count: int) -> set[frozenset[int]]:
    """Return the models of some clauses, found by trying all values."""
    models = set()
    for values in product((False, True), repeat=count):
        true = frozenset(v for v, value in enumerate(values, 1) if value)
        if all(any((abs(v) in true) == (v > 0) for v in clause) for clause in clauses):
            models.add(true)
    return models


def test_one_orientation_is_asked_about_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    solve_formula = CpSatBackend.solve_formula

    def solve(self: CpSatBackend, formula: Formula, deadline: Deadline) -> FormulaResult:
        (orientation,) = formula.candidates.orientations  # type: ignore[attr-defined]
        asked.append(orientation.quarter)
        return solve_formula(self, formula, deadline)

    monkeypatch.setattr(CpSatBackend, "solve_formula", solve)
    rng = Random(5)
    grid = random_complete_grid(NINE, rng)
    upright = random_transformation(NINE, rng).replace_parts(rotation=2).apply(grid)
    turned = random_transformation(NINE, rng).replace_parts(rotation=3).apply(grid)
    other = exchange_clues(upright, rng)
    for second, quarters in ((upright, [0]), (turned, [0, 1]), (other, [0, 1])):
        asked.clear()
        question, deadline = IsCopy(grid, second, PLAIN), Deadline()
        outcome = CpSatBackend().answer(question, deadline)
        assert asked == quarters
        assert (outcome.verdict is Verdict.YES) == (second is not other)
        parts = question.yield_questions_without_and_with_quarter_turn()
        counts = [sum(part.formula.clause_counts.values()) for part in parts]
        assert outcome.statistics["clauses"] == sum(counts[: len(quarters)])
        assert set(deadline.phases) >= {"encode", "load", "solve"}


def test_a_formula_for_both_orientations_is_solved_as_it_is() -> None:
    blank = Grid([[0] * 4] * 4)
    formula = IsCopy(blank, blank, PLAIN).formula
    with CpSatOracle(formula, Deadline()) as oracle:
        assert oracle.find_model([formula.unknowns.quarter]) is not None
        assert oracle.find_model([-formula.unknowns.quarter]) is not None
        assert oracle.statistics["clauses"] == len(list(formula.clauses()))


@pytest.mark.parametrize("box", ["2x2", "2x3", "2x4", "3x3", "2x6", "3x4", "4x4"])
def test_answers_to_random_pairs_are_those_of_other_backends(box: str) -> None:
    shape, rng = BoxShape.parse(box), Random(box)
    backends = [find_backend(name) for name in ("cp-sat", "pysat:minisat22", "graph:bliss")]
    encodings = (PLAIN, REFINED) if shape.size < 12 else (REFINED,)
    for first in _make_grids(shape, rng):
        image = random_transformation(shape, rng).apply(first)
        for second in (image, exchange_clues(image, rng), move_clue(image, rng)):
            for encoding in encodings:
                question = IsCopy(first, second, encoding)
                if not question.candidates.orientations:
                    continue  # the caller of a backend has answered this question
                verdicts = set()
                for backend in backends:
                    outcome = backend.answer(question, Deadline())
                    verdicts.add(outcome.verdict)
                    if outcome.witness is not None:
                        assert outcome.witness.leads(first, second)
                assert len(verdicts) == 1, (first, second, encoding)
                assert second != image or verdicts == {Verdict.YES}


def _make_grids(shape: BoxShape, rng: Random) -> list[Grid]:
    """Return grids with few, many and nearly all clues; digits may be repeated in a row."""
    cells = shape.size**2
    return [random_grid(shape, clues, rng) for clues in (shape.size, cells // 2, cells - 1)]
