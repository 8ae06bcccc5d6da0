"""Decide whether a Sudoku is a copy of another, that is, the same Sudoku up to symmetry. If it is,
the transformation from one to the other is verified on the grids.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..base.errors import ArgumentError
from ..base.registry import render_as_html, render_as_text
from ..base.verdict import AnswerWithVerdict, Verdict
from ..encoding.candidates import REFINED, Encoding
from ..kernel import kernel_functions
from ..solvers.deadline import Deadline, Timeout, WallAndCpuTime
from ..solvers.registry import DEFAULT, find_backend, find_full_name
from ..sudoku.allowed_moves import EVERYTHING, MOVE_KINDS, AllowedMoves
from ..sudoku.grid import Grid, GridLike, check_grids, convert_to_grid
from ..sudoku.shape import MOST_IN_BYTES
from ..sudoku.transformation import Transformation

if TYPE_CHECKING:
    from ..questions.claim import Claim

DecisionResult = tuple[Verdict, Transformation | None, Mapping[str, int], bool]
"""The result of a decision as a plain tuple: the verdict, the transformation, the counts of the
backend (such as conflicts) by name, and whether no transformation has fewer steps.

These are the fields of `Outcome` in `solvers/protocol.py`. A plain tuple is used so that this
module need not be imported if the decision needs no solver.
"""

_NO_FORMULA = {"variables": 0, "clauses": 0}


@dataclass(frozen=True, slots=True)
class Answer(AnswerWithVerdict):
    """The answer to the question whether the Sudoku `second` is a copy of the Sudoku `first`.

    - `verdict`: yes, no or undecided; `word` is the word for it.
    - `transformation`: leads from `first` to `second`, verified on the grids. It is None unless the
      verdict is yes.
    - `backend`: the name of the backend.
    - `seconds`: the wall-clock time that the answer took.
    - `statistics`: the counts that the backend reports, by name (variables, clauses, conflicts,
      decisions, propagations, restarts).
    - `phases`: the seconds of wall-clock time and of processor time that each phase took: `encode`,
      `load`, `solve`, `check`.
    - `is_fewest`: whether it is known that no other transformation needs fewer steps.
    - `only`: the kinds of moves that were allowed, such as exchanging rows or renaming digits.

    An answer has no truth value, because undecided is neither yes nor no; compare `verdict`.
    """

    first: Grid
    second: Grid
    verdict: Verdict
    transformation: Transformation | None
    backend: str
    seconds: float
    statistics: Mapping[str, int]
    phases: Mapping[str, WallAndCpuTime] = field(default_factory=dict)
    is_fewest: bool = False
    only: AllowedMoves = EVERYTHING

    @property
    def steps(self) -> int | None:
        """The number of steps of the transformation, or None if there is no transformation."""
        return None if self.transformation is None else self.transformation.steps

    __str__ = render_as_text
    _repr_html_ = render_as_html

    def claim(
        self, *, timeout: Timeout = None, break_symmetry: bool = True, **_other_options: object
    ) -> Claim | None:
        """Return the statement that a certificate of this answer proves: `second` is a copy of
        `first`, or it is not. Return None if the answer is undecided.

        If `break_symmetry` is true, the statement that `second` is not a copy may contain
        symmetries of `second`, which make its proof shorter. They are searched for in at most half
        of the time that `timeout` leaves.
        """
        from ..questions.copy import IsCopy
        from ..questions.yes_no_claims import make_claim

        if break_symmetry and self.verdict is Verdict.NO and self.only.allows_everything:
            from .breaking_symmetries import make_not_copy_claim

            deadline = Deadline.from_timeout(timeout)
            if claim := make_not_copy_claim(self.first, self.second, deadline):
                return claim
        question = IsCopy(self.first, self.second, parts=self.only)
        best = self.is_fewest or not self.steps
        return make_claim(question, self.verdict, self.transformation, best)


def decide(  # noqa: PLR0913
    first: GridLike,
    second: GridLike,
    backend: str = DEFAULT,
    *,
    timeout: Timeout = None,
    encoding: Encoding = REFINED,
    fewest: bool = True,
    only: Iterable[str] = MOVE_KINDS,
    break_symmetry: bool = True,
) -> Answer:
    """Decide whether `second` is a copy of `first`, that is, the same Sudoku up to symmetry. Return
    an `Answer` with a verdict: yes, no, or undecided if the time was not enough. If the verdict is
    yes, the answer has a transformation that maps `first` to `second`.

    - `backend`: the solver, a name from `backend_names()`.
    - `timeout`: the time limit in seconds; None means no limit.
    - `encoding`: how the question is written as a formula for the solver. The default `REFINED`
      leaves out all lines and digits that cannot match; `PLAIN` keeps all lines and digits. The
      verdict does not depend on the encoding.
    - `fewest`: if true, the answer has a transformation with the fewest steps. If the time runs out
      before the fewest steps are known, it has the best transformation found so far, and its field
      `is_fewest` is False. If `fewest` is false, it has the first transformation that is found.
    - `only`: the kinds of moves that are allowed, some of `MOVE_KINDS`, such as "rows" or "digits";
      by default all.
    - `break_symmetry`: whether symmetries of `second` may be used if the grids have more than 9
      rows and a solver needs more than a second without them.

    If several transformations have the fewest steps, the answer has the least of them: their
    rotations are compared first, then their bands, stacks, rows, columns and digits, as numbers.

    The function may be called from several threads at once, and in a worker of a process pool.
    Grids and answers are immutable, so threads may share them.

    `first` and `second` are grids, or values from which `Grid` makes grids, such as texts.

    Raises `GridError` if the grids have different shapes; `BackendError` if the backend does not
    exist or fails; `WitnessError` if the backend's transformation does not map `first` to `second`;
    and `ArgumentError` if `encoding`, `timeout` or `only` is not valid.

    >>> answer = decide(Grid([[1, 0], [0, 0]], box=(1, 2)), Grid([[0, 0], [2, 0]], box=(1, 2)))
    >>> answer.word, answer.steps
    ('copies', 2)
    """
    first, second = convert_to_grid(first), convert_to_grid(second)
    check_grids(first, second)
    if not isinstance(encoding, Encoding):
        raise ArgumentError(f"expected an Encoding, found {encoding!r}")
    name, deadline = find_full_name(backend), Deadline.start(timeout)
    allowed_moves = EVERYTHING if only is MOVE_KINDS else AllowedMoves(only)
    if first == second:
        found: DecisionResult = Verdict.YES, Transformation.identity(first.shape), _NO_FORMULA, True
        return make_answer(first, second, name, found, deadline, allowed_moves)
    encoding.check()
    remaining, is_least = (
        find_possible_transformations_and_is_fewest(first, second, fewest and name == DEFAULT)
        if encoding.refined and allowed_moves.allows_everything
        else (None, False)
    )
    candidates = encoding.candidates(first, second, allowed_moves) if remaining is None else None
    if candidates is not None and encoding.refined:
        remaining = candidates.list_determined_transformations_or_none(first)
    deadline.end_phase("encode")
    if remaining is not None:
        found = decide_by_trying_transformations(remaining, first, second, allowed_moves)
    if remaining is None or (is_least and found[0] is Verdict.NO):
        from ..questions.copy import IsCopy  # most pairs are decided without a backend
        from .witness import search_witness

        question = IsCopy(first, second, encoding, allowed_moves, only=candidates)
        chosen = find_backend(backend)
        if break_symmetry and encoding.refined and allowed_moves.allows_everything:
            from .witness_by_symmetries import search_witness_by_symmetries

            found = search_witness_by_symmetries(chosen, question, deadline, fewest)
        else:
            found = search_witness(chosen, question, deadline, fewest)
    return make_answer(first, second, name, found, deadline, allowed_moves)


def make_answer(
    first: Grid,
    second: Grid,
    backend: str,
    outcome: DecisionResult,
    deadline: Deadline,
    allowed_moves: AllowedMoves = EVERYTHING,
) -> Answer:
    """Return the `Answer` for a pair of grids. `outcome` is the result of the decision: the
    verdict, the transformation, the backend's counts, and whether the transformation has the fewest
    steps. `deadline` was started when the question was asked; it has measured the seconds that the
    answer took. `allowed_moves` are the kinds of moves that were allowed, such as exchanging rows
    or renaming digits.
    """
    deadline.end_phase("check")
    verdict, witness, statistics, is_fewest = outcome
    time = deadline.passed_wall_seconds, dict(statistics), deadline.phases
    return Answer(first, second, verdict, witness, backend, *time, is_fewest, allowed_moves)


def find_possible_transformations_and_is_fewest(
    first: Grid, second: Grid, is_search_wanted: bool = False
) -> tuple[list[Transformation] | None, bool]:
    """Return two values. The first is a list of all transformations that may map `first` to
    `second`, or None if the compiled functions (kernel) cannot find this list. The second is a
    Boolean: if it is true, the kernel has searched, and the list has only the transformation with
    the fewest steps. The caller must still verify each transformation.

    The kernel compares properties of rows, columns and digits that no transformation changes
    (colour refinement). Usually these properties leave at most one transformation for each
    orientation. If they leave several possibilities for a row, column or digit, the kernel searches
    if `is_search_wanted` is true, and cannot answer if it is false. If several transformations have
    the fewest steps, the search finds the least of them in the order of their parts (rotation,
    bands, stacks, rows, columns, digits).
    """
    found = None
    if first.size <= MOST_IN_BYTES:
        found = kernel_functions.try_list_remaining_or_best_transformations(
            first.to_bytes(), second.to_bytes(), first.shape, is_search_wanted
        )
    if found is None:
        return None, False
    return [Transformation.of_bytes(one, first.shape) for one in found[0]], found[1]


def decide_by_trying_transformations(
    transformations: list[Transformation], first: Grid, second: Grid, allowed_moves: AllowedMoves
) -> DecisionResult:
    """Decide whether `second` is a copy of `first`, by applying each transformation in
    `transformations`. The list must include every transformation that maps `first` to `second`. If
    the verdict is yes, the result has the transformation with the fewest steps; of several with
    equally few steps, it has the least, compared part by part (rotation, bands, stacks, rows,
    columns, digits).
    """
    witnesses = [
        one for one in transformations if one.leads(first, second) and allowed_moves.allows(one)
    ]
    if not witnesses:
        return Verdict.NO, None, _NO_FORMULA, False
    best = min(witnesses, key=lambda one: (one.steps, one)) if witnesses[1:] else witnesses[0]
    return Verdict.YES, best, _NO_FORMULA, True
