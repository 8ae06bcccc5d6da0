"""Decide: the question in, an answer out whose every yes has been verified on the grids."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..base.errors import ArgumentError
from ..base.registry import as_html
from ..base.verdict import Verdict, WithVerdict
from ..encoding.candidates import REFINED, Encoding
from ..kernel import chosen
from ..solvers.clock import Clock, Seconds, Timeout
from ..solvers.registry import DEFAULT, find_backend, find_full_name
from ..sudoku.allowed_moves import EVERYTHING, PARTS, AllowedMoves
from ..sudoku.grid import Grid, check_grids
from ..sudoku.transformation import Transformation

if TYPE_CHECKING:
    from ..questions.claim import Statement

Found = tuple[Verdict, Transformation | None, Mapping[str, int], bool]
"""The fields of an `Outcome`, of a file that is not needed where refinement leaves no choice."""

_NO_FORMULA = {"variables": 0, "clauses": 0}


@dataclass(frozen=True, slots=True)
class Answer(WithVerdict):
    """The answer to: is `second` a copy of `first`?

    Attributes: `verdict`, one of three, and `word`, the word for it; `transformation`, for a yes
    the verified witness, else None; `backend`, its name; `seconds` of wall-clock time;
    `statistics`, counts by name as far as the backend tells them (variables, clauses, conflicts,
    decisions, propagations, restarts); `phases`, where the time went: `encode`, `load`, `solve`,
    `check`; `is_fewest`, whether it is known that no transformation has fewer steps; of those with
    as few, `decide` returns the least; `only`, the parts of a transformation that may differ.

    An answer has no truth value, because undecided is neither yes nor no: look at `verdict`.
    """

    first: Grid
    second: Grid
    verdict: Verdict
    transformation: Transformation | None
    backend: str
    seconds: float
    statistics: Mapping[str, int]
    phases: Mapping[str, Seconds] = field(default_factory=dict)
    is_fewest: bool = False
    only: AllowedMoves = EVERYTHING

    @property
    def steps(self) -> int | None:
        """The number of steps of the transformation; None where there is none."""
        return None if self.transformation is None else self.transformation.steps

    _repr_html_ = as_html

    def claim(self, **_: object) -> "Statement | None":
        """Return what a certificate of the answer states; None if it is undecided."""
        from ..questions.copy import Copy
        from ..questions.yes_no_claims import make_claim

        question = Copy(self.first, self.second, parts=self.only)
        best = self.is_fewest or not self.steps
        return make_claim(question, self.verdict, self.transformation, best)


def decide(
    first: Grid,
    second: Grid,
    backend: str = DEFAULT,
    *,
    timeout: Timeout = None,
    encoding: Encoding = REFINED,
    fewest: bool = True,
    only: Iterable[str] = PARTS,
) -> Answer:
    """Decide whether `second` is a copy of `first`, and by which transformation.

    `backend` is one of `backend_names()`. `timeout` is for how many seconds an answer is wanted,
    by default for ever. `encoding` says how the backend gets the question. With `fewest` the
    transformation is, of all that there are, the least of those with the fewest steps, in the
    order of its parts; else the first that was found. Where the time is not enough for that,
    `is_fewest` is False. With `only` some of `PARTS` no other parts of a transformation may differ.

    It may be called from several threads at once, and in a worker of a pool. Grids and answers do
    not change, so that threads may share them.

    Raises `GridError` for grids of two shapes, `BackendError` for a backend that does not exist or
    fails, `WitnessError` for one whose transformation does not take `first` to `second`,
    `ArgumentError` for an encoding, a `timeout` or parts that are none.

    >>> answer = decide(Grid([[1, 0], [0, 0]], box=(1, 2)), Grid([[0, 0], [2, 0]], box=(1, 2)))
    >>> answer.word, answer.steps
    ('copies', 2)
    """
    check_grids(first, second)
    if not isinstance(encoding, Encoding):
        raise ArgumentError(f"expected an Encoding, found {encoding!r}")
    name, clock, parts = find_full_name(backend), Clock.started(timeout), AllowedMoves(only)
    if first == second:
        found: Found = Verdict.YES, Transformation.identity(first.shape), _NO_FORMULA, True
        return make_answer(first, second, name, found, clock, parts)
    encoding.check()
    remaining = read_off_by_kernel(first, second) if encoding.refined and parts.are_all else None
    candidates = encoding.candidates(first, second, parts) if remaining is None else None
    if candidates is not None and encoding.refined:
        remaining = candidates.read_off(first)
    clock.lap("encode")
    if remaining is not None:
        found = follow_remaining(remaining, first, second, parts)
    else:
        from ..questions.copy import Copy  # most pairs leave nothing to ask a backend
        from .witness import search_witness

        question = Copy(first, second, encoding, parts, only=candidates)
        found = search_witness(find_backend(backend), question, clock, fewest)
    return make_answer(first, second, name, found, clock, parts)


def make_answer(
    first: Grid,
    second: Grid,
    backend: str,
    outcome: Found,
    clock: Clock,
    parts: AllowedMoves = EVERYTHING,
) -> Answer:
    """Return an outcome as an answer by a backend, with the time since the clock began."""
    clock.lap("check")
    verdict, witness, statistics, is_fewest = outcome
    time = clock.passed, dict(statistics), clock.phases
    return Answer(first, second, verdict, witness, backend, *time, is_fewest, parts)


def read_off_by_kernel(first: Grid, second: Grid) -> list[Transformation] | None:
    """Return what refined candidates let read off; None where the kernel does not say it."""
    parts = chosen.transformations_left(first.rows, second.rows, first.shape)
    return None if parts is None else [Transformation(first.shape, *one) for one in parts]


def follow_remaining(
    remaining: list[Transformation], first: Grid, second: Grid, parts: AllowedMoves
) -> Found:
    """Return what is found where no other transformations can lead from a grid to the other."""
    witnesses = [one for one in remaining if one.leads(first, second) and parts.contains(one)]
    if not witnesses:
        return Verdict.NO, None, _NO_FORMULA, False
    best = min(witnesses, key=lambda one: (one.steps, one)) if witnesses[1:] else witnesses[0]
    return Verdict.YES, best, _NO_FORMULA, True
