"""Decide: the question in, an answer out whose every yes has been verified on the grids."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from ..base import above
from ..base.errors import ArgumentError, DeadlinePassedError, TransformationError
from ..base.verdict import Verdict, WithVerdict
from ..questions.copy import Copy
from ..questions.encodings import REFINED, Encoding
from ..solvers.clock import Clock, Seconds, Timeout
from ..solvers.protocol import Backend, Incremental, Outcome
from ..solvers.registry import DEFAULT, find_backend
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .verify import check_grids, false_witness, verified

_NO_FORMULA = {"variables": 0, "clauses": 0}


@dataclass(frozen=True, slots=True)
class Answer(WithVerdict):
    """The answer to: is `second` a copy of `first`?

    Attributes: `verdict`, one of three, and `word`, the word for it; `transformation`, for a yes
    the verified witness, else None; `backend`, its name; `seconds` of wall-clock time;
    `statistics`, counts by name as far as the backend tells them (variables, clauses, conflicts,
    decisions, propagations, restarts); `phases`, where the time went: `encode`, `load`, `solve`,
    `check`; `is_fewest`, whether it is known that no transformation has fewer steps; of those with
    as few, `decide` returns the least.

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

    @property
    def steps(self) -> int | None:
        """The number of steps of the transformation; None where there is none."""
        return None if self.transformation is None else self.transformation.steps

    _repr_html_ = above.shown


def decide(
    first: Grid,
    second: Grid,
    backend: str = DEFAULT,
    *,
    timeout: Timeout = None,
    encoding: Encoding = REFINED,
    fewest: bool = True,
) -> Answer:
    """Decide whether `second` is a copy of `first`, and by which transformation.

    `backend` is one of `backend_names()`. `timeout` is for how many seconds an answer is wanted,
    by default for ever. `encoding` says how the backend gets the question. With `fewest` the
    transformation is, of all that there are, the least of those with the fewest steps, in the
    order of its parts; else the first that was found. Where the time is not enough for that,
    `is_fewest` is False.

    It may be called from several threads at once, and in a worker of a pool. Grids and answers do
    not change, so that threads may share them.

    Raises `GridError` for grids of two shapes, `BackendError` for a backend that does not exist or
    fails, `WitnessError` for one whose transformation does not take `first` to `second`,
    `EncodingError` for an encoding that does not exist, `ArgumentError` for an encoding or a
    `timeout` that is none.

    >>> answer = decide(Grid([[1, 0], [0, 0]], box=(1, 2)), Grid([[0, 0], [2, 0]], box=(1, 2)))
    >>> answer.word, answer.steps
    ('copies', 2)
    """
    check_grids(first, second)
    if not isinstance(encoding, Encoding):
        raise ArgumentError(f"expected an Encoding, found {encoding!r}")
    chosen, clock = find_backend(backend), Clock.of(timeout).anew()
    if first == second:
        outcome = Outcome(Verdict.YES, Transformation.identity(first.shape), _NO_FORMULA, True)
    else:
        encoding.check()
        candidates = encoding.candidates(first, second)
        question = Copy(first, second, encoding, only=candidates)
        clock.lap("encode")
        found = read_off(question) if encoding.refined else None
        questions = list(question.split()) if encoding.refined else [question]
        outcome = found or _search(chosen, questions, clock, fewest)
    return answered(first, second, chosen, outcome, clock)


def answered(first: Grid, second: Grid, chosen: Backend, outcome: Outcome, clock: Clock) -> Answer:
    """Return an outcome as an answer, with the time since the clock began."""
    clock.lap("check")
    status, witness, statistics, is_fewest = outcome
    return Answer(
        first,
        second,
        status,
        witness,
        chosen.name,
        clock.passed,
        dict(statistics),
        clock.phases,
        is_fewest,
    )


def read_off(question: Copy) -> Outcome | None:
    """Return the outcome where the candidates leave no choice, else None."""
    first = question.first
    remaining = question.candidates.read_off(first.shape)
    if remaining is None:
        return None
    simplest = (transformation.simplest(first) for transformation in remaining)
    witnesses = [one for one in simplest if question.holds(one)]
    if not witnesses:
        return Outcome(Verdict.NO, None, _NO_FORMULA)
    best = min(witnesses, key=lambda one: (one.steps, one))
    return Outcome(Verdict.YES, best, _NO_FORMULA, True)


_LARGEST_BY_BOUNDS = 9
"""The most cells a side for which bounds find the fewest steps; larger grids go by symmetries.

The cyclic 16×16 grid takes 0.5 s by bounds and 0.1 s by symmetries, that of 25×25 10 s and 1 s; the
most symmetric 9×9 grid takes 17 ms and 70 ms."""


def _search(chosen: Backend, questions: Sequence[Copy], clock: Clock, fewest: bool) -> Outcome:
    """Find a witness to one of the questions, if `fewest` the least of those with fewest steps.

    A backend that takes no assumptions (or can't be stopped then) finds a first witness, and the
    default backend improves on it. Large grids go the same way with every backend: a first witness
    and all symmetries take less time there than bounds on the number of steps.
    """
    from .fewest import least, least_by_symmetries  # most pairs leave nothing to search

    able = chosen.abilities.assumptions and (clock.remaining is None or chosen.abilities.interrupt)
    is_large = questions[0].first.size > _LARGEST_BY_BOUNDS
    if fewest and able and not is_large:
        return least(cast("Incremental", chosen), questions, clock)
    outcome = _ask(chosen, questions, clock)
    if not fewest or outcome.verdict is not Verdict.YES:
        return outcome
    solver = cast("Incremental", chosen if able else find_backend())
    found = least_by_symmetries(solver, questions[0], clock, outcome) if is_large else None
    return found or least(solver, questions, clock, outcome)


def _ask(chosen: Backend, questions: Iterable[Copy], clock: Clock) -> Outcome:
    """Ask a backend one question after another until the answer is not no; verify a yes.

    The statistics are those of all the questions asked, added up, where each of them tells one.
    """
    told: list[Mapping[str, int]] = []
    for question in questions:
        try:
            outcome = chosen.answer(question, clock)
        except DeadlinePassedError:
            return Outcome(Verdict.UNDECIDED, None, _sums(told))
        except TransformationError:
            raise false_witness(chosen.name) from None
        finally:
            clock.lap("solve")
        told.append(outcome.statistics)
        if outcome.verdict is Verdict.YES:
            witness = outcome.witness and outcome.witness.simplest(question.first)
            return Outcome(Verdict.YES, verified(question, witness, chosen.name), _sums(told))
        if outcome.verdict is Verdict.UNDECIDED:
            return Outcome(Verdict.UNDECIDED, None, _sums(told))
    return Outcome(Verdict.NO, None, _sums(told))


def _sums(told: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Return the sums of the counts that are in all of the mappings."""
    names = told[0] if told else ()
    return {name: sum(one[name] for one in told) for name in names if all(name in o for o in told)}
