"""Count and list the transformations from one Sudoku to another; these transformations are called
ways.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from ..base.errors import DeadlinePassedError, WitnessError
from ..base.registry import render_as_text
from ..base.verdict import AnswerWithVerdict, Verdict
from ..encoding.candidates import REFINED
from ..encoding.fewest_steps import yield_old_position_variables_of_each_new_position
from ..questions.copy import IsCopy
from ..solvers.deadline import Deadline, Timeout
from ..solvers.registry import DEFAULT, find_incremental_backend
from ..sudoku.allowed_moves import MOVE_KINDS, AllowedMoves
from ..sudoku.grid import Grid, check_grids
from ..sudoku.transformation import Transformation
from .decide import Answer, decide
from .symmetries import Symmetries, make_symmetry_count_claim, symmetries
from .witness import yield_models_in_order

if TYPE_CHECKING:
    from ..questions.claim import Claim


@dataclass(frozen=True, slots=True)
class Ways(AnswerWithVerdict):
    """The answer to the question in how many ways the second grid is a copy of the first. A way is
    a transformation that maps the first grid to the second.

    - `answer`: the answer to the question whether the second grid is a copy of the first; its steps
      need not be the fewest.
    - `number`: the number of ways: the number of symmetries of the first grid, or 0 if the second
      is not a copy. None if the number is not known.
    - `symmetries`: the symmetries of the first grid. None if they are not known, or if the second
      grid is not a copy.
    """

    answer: Answer
    number: int | None
    symmetries: Symmetries | None

    __str__ = render_as_text

    @property
    def verdict(self) -> Verdict:
        """Yes if the second grid is a copy of the first and the number of ways (transformations) is
        known; no if it is not a copy; otherwise undecided.
        """
        return Verdict.UNDECIDED if self.number is None else self.answer.verdict

    def claim(
        self, *, backend: str = DEFAULT, timeout: Timeout = None, **_other_options: object
    ) -> Claim | None:
        """Return the statement that a certificate of this answer proves: exactly `number`
        transformations lead from the first grid to the second. Return None if this number is not
        known.

        `backend` finds the symmetries that the certificate shows. Raises `VerificationError` if the
        number is wrong, and `ProofError` if the time is not enough.
        """
        from ..questions.symmetry_claims import WayCountClaim

        if not self.number:
            return None if self.number is None else self.answer.claim()
        way, first, second = self.answer.transformation, self.answer.first, self.answer.second
        assert way is not None
        shown = make_symmetry_count_claim(first, self.number, backend, timeout=timeout)
        return WayCountClaim(first, second, self.number, way, shown.turn, shown.symmetries)


def ways(
    first: Grid,
    second: Grid,
    backend: str = DEFAULT,
    *,
    timeout: Timeout = None,
    only: Iterable[str] = MOVE_KINDS,
) -> Ways:
    """Count the ways in which the second grid is a copy of the first. A way is a transformation
    that maps the first grid to the second. `only` names the kinds of moves that are allowed: some
    of `MOVE_KINDS`, such as "rows" or "digits".

    When the time is up, the result contains everything that is known by then. Raises `GridError` if
    the grids have different shapes, `ArgumentError` if `only` is not valid, and `BackendError` if
    the backend takes no assumptions or cannot be stopped when the time is up.

    >>> ways(Grid([[1, 0], [0, 0]], (1, 2)), Grid([[0, 0], [0, 2]], (1, 2))).number
    1
    """
    deadline = Deadline.from_timeout(timeout)
    # an unsuitable backend is refused before the question is decided
    find_incremental_backend(backend, deadline)
    answer = decide(first, second, backend, timeout=deadline, fewest=False, only=only)
    if answer.verdict is not Verdict.YES:
        number = 0 if answer.verdict is Verdict.NO else None
        return Ways(answer, number, None)
    try:
        found = symmetries(first, backend, timeout=deadline, only=only)
    except DeadlinePassedError:
        return Ways(answer, None, None)
    return Ways(answer, found.order, found)


def all_ways(
    first: Grid,
    second: Grid,
    backend: str = DEFAULT,
    *,
    timeout: Timeout = None,
    only: Iterable[str] = MOVE_KINDS,
) -> Iterator[Transformation]:
    """Yield all transformations that map the first grid to the second. Each transformation is
    verified, is yielded once, and is written with as few steps as possible. The transformations are
    sorted by rotation, then by bands, stacks, rows, columns and digits.

    `only` names the kinds of moves that are allowed (some of `MOVE_KINDS`, such as "rows"). Raises
    `GridError` if the grids have different shapes, `ArgumentError` if `only` is not valid,
    `BackendError` if the backend takes no assumptions or cannot be stopped, `WitnessError` if a
    transformation does not map the first grid to the second, and `DeadlinePassedError` when the
    time is up.
    """
    check_grids(first, second)
    deadline, allowed_moves = Deadline.from_timeout(timeout), AllowedMoves(only)
    chosen = find_incremental_backend(backend, deadline)
    formula = IsCopy(first, second, REFINED, allowed_moves).formula
    with chosen.make_oracle(formula, deadline) as oracle:
        for turns in first.shape.rotations:
            quarter = formula.unknowns.quarter
            start = [quarter if turns % 2 else -quarter]
            model = oracle.find_model(start)
            if model is None:
                continue
            levels = list(
                yield_old_position_variables_of_each_new_position(
                    formula.unknowns, with_half_turn=turns >= 2
                )
            )
            for found in yield_models_in_order(oracle, levels, start, model):
                way = formula.transformation(found)
                # Every transformation can be written with a half turn and without one, so it is
                # found at two rotations. It is yielded only at the rotation of its simplest form.
                simplest = way.simplest()
                if simplest.rotation != turns:
                    continue
                for one in _yield_variants_in_unused_digits(simplest, first, allowed_moves):
                    if not (one.leads(first, second) and allowed_moves.allows(one)):
                        raise WitnessError(
                            "{backend} claims a way that does not lead to the second Sudoku",
                            backend=chosen.name,
                        )
                    yield one


def _yield_variants_in_unused_digits(
    transformation: Transformation, first: Grid, allowed_moves: AllowedMoves
) -> Iterator[Transformation]:
    """Yield each transformation that differs from `transformation` at most in the new names of
    digits that do not occur in `first`. The transformations come in ascending order;
    `transformation` itself is one of them, and the only one if digits may not be renamed.
    """
    are_renamed = "digits" in allowed_moves
    unused = [d for d in range(1, first.size + 1) if are_renamed and d not in first.digits]
    free = sorted(transformation.digits[d - 1] for d in unused)
    for names in permutations(free):
        digits = list(transformation.digits)
        for d, name in zip(unused, names, strict=True):
            digits[d - 1] = name
        yield transformation.replace_parts(digits=tuple(digits))
