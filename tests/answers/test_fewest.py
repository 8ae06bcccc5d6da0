"""Fewest steps: the least of all witnesses with the fewest, from every backend."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, backend_names, decide
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import PLAIN, REFINED, Encoding
from sudokopie.encoding.formula import FormulaWithCostCounter, Totalizer
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.protocol import Outcome
from sudokopie.solvers.pysat_solvers import PySatOracle
from sudokopie.solvers.registry import find_backend
from sudokopie.sudoku.random_grids import cyclic_grid, random_grid, random_transformation

from brute_force import every_way, truth
from conftest import INSTANCES, manifest, pair_from

pytestmark = pytest.mark.kernel

SHAPES = (BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 2))


@pytest.mark.parametrize("clues", range(9))
def test_every_backend_finds_the_least_of_the_fewest(clues: int) -> None:
    rng = Random(clues)
    names = ("pysat:minisat22", "pysat:cadical195", "cp-sat", "graph:bliss")
    for _ in range(4):
        first = random_grid(SHAPES[0], clues, rng)
        second = random_transformation(first.shape, rng).apply(first)
        least = min((one.steps, one) for one in every_way(first, second))
        for name in names:
            for encoding in (REFINED, PLAIN):
                answer = decide(first, second, name, encoding=encoding)
                assert (answer.steps, answer.transformation) == least, name
                assert answer.is_fewest


@pytest.mark.parametrize("shape", SHAPES[1:], ids=str)
def test_boxes_that_are_not_square(shape: BoxShape) -> None:
    rng = Random(7)
    for clues in (1, 3, 6):
        first = random_grid(shape, clues, rng)
        second = random_transformation(shape, rng).apply(first)
        least = min((one.steps, one) for one in every_way(first, second))
        for name in ("pysat:minisat22", "cp-sat"):
            answer = decide(first, second, name)
            assert (answer.steps, answer.transformation) == least


@pytest.mark.parametrize("entry", [e for e in manifest() if "steps" in e], ids=lambda e: e["file"])
def test_every_instance_takes_the_fewest_steps(entry: dict[str, object]) -> None:
    first, second = pair_from(INSTANCES / str(entry["file"]))
    answer = decide(first, second)
    assert answer.steps == entry["steps"]
    assert answer.is_fewest


def test_published_programs_would_need_more() -> None:
    # They choose among the four rotations of one witness each.
    grid = Grid([[1] * 9, *[[0] * 9] * 8])
    other = Grid([*[[0] * 9] * 8, [2] * 9])
    answer = decide(grid, other)
    assert answer.steps == truth(grid, other).fewest == 2
    assert decide(grid, other, fewest=False).verdict is Verdict.YES


def test_9x9_with_few_clues_against_all_reorderings() -> None:
    rng = Random(3)
    for clues in (2, 3, 4):
        first = random_grid(BoxShape(3, 3), clues, rng)
        second = random_transformation(first.shape, rng).apply(first)
        answers = {
            decide(first, second, name).transformation for name in ("pysat:glucose4", "cp-sat")
        }
        (least,) = answers
        assert least is not None
        assert least.steps == truth(first, second).fewest


@pytest.mark.parametrize("name", backend_names())
def test_all_backends_print_the_same(name: str) -> None:
    first, second = pair_from(INSTANCES / "size6-clues2-copies.txt")
    expected = decide(first, second)
    answer = decide(first, second, name, encoding=PLAIN)
    assert answer.transformation == expected.transformation
    assert answer.is_fewest


def test_without_fewest_the_first_witness_will_do() -> None:
    blank = Grid([[0] * 9] * 9)
    corner = Grid([[1] + [0] * 8, *[[0] * 9] * 8])
    moved = Grid([*[[0] * 9] * 8, [0] * 8 + [1]])
    assert decide(corner, moved).steps == 1
    first = decide(corner, moved, "graph:bliss", fewest=False)
    assert first.steps is not None
    assert first.steps >= 1
    assert not first.is_fewest
    assert decide(blank, blank).steps == 0


def test_a_time_that_is_not_enough_leaves_the_best_so_far() -> None:
    class Slow(PySatOracle):
        asked = 0

        def find_model(
            self, assumptions: Sequence[int] = (), conflicts: int | None = None
        ) -> frozenset[int] | None:
            type(self).asked += 1
            if self.asked > 1:
                self._deadline._end = 0.0
                self._deadline.check_deadline()
            return super().find_model(assumptions, conflicts)

    from sudokopie.answers.witness import find_outcome_with_fewest_steps

    first, second = pair_from(INSTANCES / "size6-clues2-copies.txt")
    chosen = find_backend()

    class Backend:
        name, abilities = chosen.name, chosen.abilities

        def make_oracle(self, formula: FormulaWithCostCounter, deadline: Deadline) -> Slow:
            return Slow("minisat22", formula.clauses(), deadline)

    backend: Any = Backend()
    questions = [IsCopy(first, second, REFINED)]
    outcome = find_outcome_with_fewest_steps(backend, questions, Deadline(60))
    assert outcome.verdict is Verdict.YES
    assert not outcome.is_fewest
    assert outcome.witness is not None


@pytest.mark.parametrize("count", range(7))
def test_a_totalizer_counts(count: int) -> None:
    literals = list(range(1, count + 1))
    counter = Totalizer(literals, count + 1)
    with PySatOracle("minisat22", counter.clauses(), Deadline()) as oracle:
        for values in product((False, True), repeat=count):
            chosen = [v if value else -v for v, value in zip(literals, values, strict=True)]
            for bound in range(count + 2):
                model = oracle.find_model([*chosen, *counter.make_at_most_assumptions(bound)])
                assert (model is not None) == (sum(values) <= bound)


@pytest.mark.parametrize("encoding", [REFINED, PLAIN], ids=["refined", "plain"])
def test_by_symmetries_as_by_bounds(
    encoding: Encoding, monkeypatch: pytest.MonkeyPatch, implementation: str
) -> None:
    from sudokopie.answers import witness

    rng = Random(5)
    pairs = []
    for clues in (3, 4, 5, 6, 8, 8):
        first = random_grid(BoxShape(2, 2), clues, rng)
        pairs.append((first, random_transformation(first.shape, rng).apply(first)))
    cyclic = cyclic_grid(BoxShape(2, 3))
    pairs.append((cyclic, random_transformation(cyclic.shape, rng).apply(cyclic)))
    by_bounds = [decide(*pair, encoding=encoding) for pair in pairs]
    monkeypatch.setattr(witness, "_LARGEST_BY_BOUNDS", 1)
    asked = []
    found = witness.try_all_symmetries_for_fewest_steps

    def counted(*arguments: Any) -> Outcome | None:
        asked.append(arguments)
        return found(*arguments)

    monkeypatch.setattr(witness, "try_all_symmetries_for_fewest_steps", counted)
    for pair, expected in zip(pairs, by_bounds, strict=True):
        answer = decide(*pair, encoding=encoding)
        assert answer.transformation == expected.transformation
        assert answer.is_fewest
    assert asked or (encoding is REFINED and implementation == "compiled")
    # Too many symmetries to look at: bounds again.
    monkeypatch.setattr(witness, "_MOST_SYMMETRIES", 0)
    for pair, expected in zip(pairs, by_bounds, strict=True):
        assert decide(*pair, encoding=encoding).transformation == expected.transformation


def test_large_symmetric_grids_take_the_fewest_steps_too() -> None:
    grid = cyclic_grid(BoxShape(4, 4))
    image = random_transformation(grid.shape, Random(1)).apply(grid)
    answer = decide(grid, image)
    assert answer.is_fewest
    assert answer.steps is not None
    assert answer.steps <= (decide(grid, image, fewest=False).steps or 0)
