from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from sudokopie import BoxShape, Grid, GridError, Transformation, backend_names, decide
from sudokopie.answers.witness import _ask_questions_until_yes_or_undecided
from sudokopie.base.errors import BackendError, DeadlinePassedError, WitnessError
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import PLAIN, Encoding
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.protocol import Abilities, AskedPair, Outcome
from sudokopie.solvers.registry import find_backend
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    exchange_clues,
    random_complete_grid,
    random_transformation,
    remove_clues,
)

from conftest import SHARED, pair_from
from strategies import grids_with_transformations

BACKENDS = [
    *("pysat:minisat22", "pysat:cadical153", "pysat:glucose4", "cp-sat"),
    *(name for name in backend_names() if name == "graph:bliss"),
]
SIDE = Grid([[1, 2, 0, 0], *[[0] * 4] * 3])
TURNED = Grid([[0, 0, 0, 1], [0, 0, 0, 2], *[[0] * 4] * 2])


@pytest.mark.parametrize("name", BACKENDS)
@given(case=grids_with_transformations(1))
@settings(max_examples=20)
def test_the_image_of_any_grid_is_found_a_copy(
    name: str, case: tuple[Grid, list[Transformation]]
) -> None:
    first, (one,) = case
    second = one.apply(first)
    answer = decide(first, second, name)
    assert answer.verdict is Verdict.YES
    assert answer.transformation is not None
    assert answer.transformation.apply(first) == second
    assert answer.transformation.inverse().apply(second) == first
    assert answer.steps == answer.transformation.steps
    assert answer.backend == name


@pytest.mark.core
def test_equal_grids_need_no_steps() -> None:
    answer = decide(SIDE, SIDE)
    assert (answer.verdict, answer.steps) == (Verdict.YES, 0)


@pytest.mark.core
def test_a_no_has_no_transformation() -> None:
    answer = decide(SIDE, Grid([[1, 0, 2, 0], *[[0] * 4] * 3]))
    assert (answer.verdict, answer.transformation, answer.steps) == (Verdict.NO, None, None)


def test_an_answer_is_no_bool() -> None:
    with pytest.raises(TypeError, match="verdict"):
        bool(decide(SIDE, SIDE))


@pytest.mark.core
def test_grids_of_two_shapes_are_refused() -> None:
    with pytest.raises(GridError, match="boxes of 2x2 and of 2x3"):
        decide(SIDE, Grid([[0] * 6] * 6))
    with pytest.raises(GridError, match="boxes of 2x3 and of 3x2"):
        decide(Grid([[0] * 6] * 6), Grid([[0] * 6] * 6, box=(3, 2)))


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_time_limit_is_above_zero(seconds: float) -> None:
    with pytest.raises(ValueError, match="above 0 seconds"):
        decide(SIDE, TURNED, timeout=seconds)


@pytest.mark.core
def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(BackendError, match="unknown backend"):
        decide(SIDE, SIDE, "nope")


class Liar:
    """A backend that always finds the same transformation."""

    name = "liar"
    abilities = Abilities(proofs=False, interrupt=False, assumptions=False)

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome

    def answer(self, question: AskedPair, deadline: Deadline) -> Outcome:
        assert question.candidates.orientations
        deadline.check_deadline()
        return self.outcome


@pytest.mark.core
@pytest.mark.parametrize("witness", [None, Transformation.identity(BoxShape(2, 2))])
def test_a_witness_that_fails_is_an_error(witness: Transformation | None) -> None:
    liar = Liar(Outcome(Verdict.YES, witness))
    with pytest.raises(WitnessError, match="liar claims"):
        _ask_questions_until_yes_or_undecided(liar, [IsCopy(SIDE, TURNED, PLAIN)], Deadline())


@pytest.mark.core
def test_the_way_back_is_verified_too(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Transformation.identity(BoxShape(2, 2)).replace_parts(rotation=1)
    assert _ask_questions_until_yes_or_undecided(
        Liar(Outcome(Verdict.YES, one)), [IsCopy(SIDE, TURNED, PLAIN)], Deadline()
    ).witness
    monkeypatch.setattr(Transformation, "make_undo_instructions", Transformation.make_instructions)
    with pytest.raises(WitnessError, match="liar claims"):
        _ask_questions_until_yes_or_undecided(
            Liar(Outcome(Verdict.YES, one)), [IsCopy(SIDE, TURNED, PLAIN)], Deadline()
        )


@pytest.mark.core
def test_of_several_maps_that_are_read_off_the_one_with_fewest_steps_is_taken() -> None:
    # Alike when mirrored at the diagonal, so that both orientations lead to the image.
    first = Grid([[1, 2, 0, 0], [2, 0, 0, 3], [0, 0, 4, 0], [0, 3, 0, 0]])
    for rotation in (1, 3):
        one = Transformation.identity(first.shape).replace_parts(rotation=rotation)
        answer = decide(first, one.apply(first))
        assert answer.statistics["variables"] == 0
        assert answer.steps == 1


@pytest.mark.core
def test_a_witness_that_holds_is_returned_in_its_simplest_form() -> None:
    reversed_lines = Transformation.from_lines(
        BoxShape(2, 2), 3, [3, 2, 1, 0], [3, 2, 1, 0], [1, 2, 3, 4]
    )
    liar = Liar(Outcome(Verdict.YES, reversed_lines, {"conflicts": 3}))
    outcome = _ask_questions_until_yes_or_undecided(liar, [IsCopy(SIDE, TURNED, PLAIN)], Deadline())
    assert outcome.witness == Transformation.identity(SIDE.shape).replace_parts(rotation=1)
    assert outcome.statistics == {"conflicts": 3}


@pytest.mark.core
def test_time_that_has_passed_is_undecided_and_not_a_no() -> None:
    no = Liar(Outcome(Verdict.NO))
    assert (
        _ask_questions_until_yes_or_undecided(
            no, [IsCopy(SIDE, TURNED, PLAIN)], Deadline(1e-9)
        ).verdict
        is Verdict.UNDECIDED
    )
    unsure = Liar(Outcome(Verdict.UNDECIDED))
    assert (
        _ask_questions_until_yes_or_undecided(
            unsure, [IsCopy(SIDE, TURNED, PLAIN)] * 2, Deadline()
        ).verdict
        is Verdict.UNDECIDED
    )


@pytest.mark.core
def test_a_question_is_no_only_if_all_its_parts_are() -> None:
    blank = Grid([[0] * 4] * 4)
    whole = IsCopy(SIDE, TURNED, PLAIN)
    parts = list(whole.yield_questions_without_and_with_quarter_turn())
    assert [part.candidates.orientations[0].quarter for part in parts] == [0, 1]
    counted = Liar(Outcome(Verdict.NO, None, {"conflicts": 2}))
    assert _ask_questions_until_yes_or_undecided(counted, parts, Deadline()) == Outcome(
        Verdict.NO, None, {"conflicts": 4}
    )
    solver = find_backend("pysat:minisat22")
    for part, status in zip(parts, (Verdict.NO, Verdict.YES), strict=True):
        assert _ask_questions_until_yes_or_undecided(solver, [part], Deadline()).verdict is status
    assert _ask_questions_until_yes_or_undecided(solver, parts, Deadline()).verdict is Verdict.YES
    assert (
        _ask_questions_until_yes_or_undecided(
            solver,
            IsCopy(SIDE, blank, PLAIN).yield_questions_without_and_with_quarter_turn(),
            Deadline(),
        ).verdict
        is Verdict.NO
    )


def test_a_time_limit_reaches_the_backend() -> None:
    grid = cyclic_grid(BoxShape(5, 5))
    image = random_transformation(grid.shape, Random(1)).apply(grid)
    assert decide(grid, image, timeout=0.001, encoding=PLAIN).verdict is Verdict.UNDECIDED


def test_deadlines() -> None:
    assert Deadline().remaining_seconds is None
    Deadline().check_deadline()
    assert 0 < (Deadline(60).remaining_seconds or 0) <= 60
    assert list(Deadline(60).iterate_until_deadline("abc")) == ["a", "b", "c"]
    with pytest.raises(DeadlinePassedError):
        list(Deadline(1e-9).iterate_until_deadline("abc"))


@pytest.mark.parametrize(
    "box",
    [
        *((5, 5), (5, 6), (6, 5)),
        *(pytest.param(box, marks=pytest.mark.slow) for box in ((6, 6), (7, 7))),
    ],
    ids=str,
)
def test_large_grids(box: tuple[int, int]) -> None:
    rng = Random(1)
    full = random_complete_grid(BoxShape(*box), rng)
    for first in (full, remove_clues(full, full.size**2 // 3, rng)):
        one = random_transformation(first.shape, rng)
        answer = decide(first, one.apply(first))
        assert answer.transformation == one.simplest(first)
        assert decide(first, one.apply(exchange_clues(first, rng))).verdict is Verdict.NO


@pytest.mark.skipif(not SHARED.exists(), reason="the official examples are not here")
@pytest.mark.parametrize("name", backend_names())
def test_the_official_examples(name: str) -> None:
    expected = [5, 3, 3, None, 6]
    for number, steps in enumerate(expected):
        first, second = pair_from(SHARED / "bwinf" / f"sudoku{number}.txt")
        # Without refinement a yes and the no are enough: that takes most of the time.
        for refinement in (True, False) if number in (0, 3) else (True,):
            answer = decide(first, second, name, encoding=Encoding(refined=refinement))
            assert answer.steps == steps
            assert answer.verdict is (Verdict.NO if steps is None else Verdict.YES)
