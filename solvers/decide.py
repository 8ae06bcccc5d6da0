"""Decide: the question in, an answer out whose every yes has been verified on the grids."""

from collections.abc import Iterable, Mapping, Sequence
from math import factorial
from types import MappingProxyType
from typing import NamedTuple, cast

from ..encoding.equivalence import PART
from ..encoding.question import REFINED, Encoding, Question
from ..sudoku.errors import GridError, TransformationError, WitnessError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.transformation import Transformation
from .protocol import (
    Backend,
    Clock,
    DeadlinePassedError,
    Incremental,
    Outcome,
    Seconds,
    Status,
)
from .registry import DEFAULT, find_backend

_NO_FORMULA = {"variables": 0, "clauses": 0}


class Answer(NamedTuple):
    """The answer to: is `second` a copy of `first`?

    Attributes: `status`, one of three; `transformation`, for a yes the verified witness, else
    None; `backend`, its name; `seconds` of wall-clock time; `statistics`, counts by name as far as
    the backend tells them (variables, clauses, conflicts, decisions, propagations, restarts);
    `phases`, where the time went, by names of `PHASES`; `is_fewest`, whether the transformation is
    known to be the least of those with the fewest steps.

    An answer has no truth value, because undecided is neither yes nor no: look at `status`.
    """

    first: Grid
    second: Grid
    status: Status
    transformation: Transformation | None
    backend: str
    seconds: float
    statistics: Mapping[str, int]
    phases: Mapping[str, Seconds] = MappingProxyType({})
    is_fewest: bool = False

    @property
    def steps(self) -> int | None:
        """The number of steps of the transformation; None where there is none."""
        return None if self.transformation is None else self.transformation.steps

    def __bool__(self) -> bool:
        raise TypeError("an answer is copies, different or undecided: compare its status")


def decide(
    first: Grid,
    second: Grid,
    backend: str = DEFAULT,
    *,
    time_limit: float | None = None,
    encoding: Encoding = REFINED,
    fewest: bool = True,
) -> Answer:
    """Decide whether `second` is a copy of `first`, and by which transformation.

    `backend` is one of `backend_names()`; `time_limit` is in seconds of wall-clock time;
    `encoding` says how the backend gets the question; one that fixes the orientation makes it
    another question, whose no leaves the other orientations open. With `fewest` the transformation
    is, of all that there are, the least of those with the fewest steps, in the order of its parts;
    else the first that was found. Where the time is not enough for that, `is_fewest` is False.

    Raises `ValueError` for a time limit that is not above 0, `GridError` for grids of two shapes,
    `BackendError` for a backend that does not exist or fails, `WitnessError` for one that claims a
    transformation which is none.

    >>> answer = decide(Grid([[1, 0], [0, 0]], box=(1, 2)), Grid([[0, 0], [2, 0]], box=(1, 2)))
    >>> answer.status.value, answer.steps
    ('copies', 2)
    """
    if time_limit is not None and not time_limit > 0:
        raise ValueError(f"expected a time limit above 0 seconds, found {time_limit}")
    check_same_shape(first, second)
    chosen, clock = find_backend(backend), Clock(time_limit)
    if first == second and not encoding.orientation:
        outcome = Outcome(Status.COPIES, Transformation.identity(first.shape), _NO_FORMULA, True)
    else:
        question = encoding.question(first, second)
        clock.lap("encode")
        found = read_off(question) if encoding.refined else None
        questions = list(question.split()) if encoding.refined else [question]
        outcome = found or search(chosen, questions, clock, fewest)
    return answered(first, second, chosen, outcome, clock)


def answered(first: Grid, second: Grid, chosen: Backend, outcome: Outcome, clock: Clock) -> Answer:
    """Return the answer that an outcome is, with the time since the clock began."""
    clock.lap("check")
    status, witness, statistics, is_fewest = outcome
    return Answer(
        first,
        second,
        status,
        witness,
        chosen.name,
        clock.passed,
        statistics,
        clock.phases,
        is_fewest,
    )


def check_same_shape(first: Grid, second: Grid) -> None:
    """Raise `GridError` for grids of two shapes."""
    if first.shape != second.shape:
        raise GridError(
            Message(
                "expected two grids of one shape, found boxes of {first} and {second}",
                first=first.shape,
                second=second.shape,
            )
        )


def read_off(question: Question) -> Outcome | None:
    """Return the outcome where the candidates leave no choice, else None."""
    first, second = question.first, question.second
    remaining = question.candidates.read_off(first.shape)
    if remaining is None:
        return None
    simplest = (transformation.simplest(first) for transformation in remaining)
    witnesses = [one for one in simplest if leads(one, first, second)]
    if not witnesses:
        return Outcome(Status.DIFFERENT, None, _NO_FORMULA)
    best = min(witnesses, key=lambda one: (one.steps, one))
    return Outcome(Status.COPIES, best, _NO_FORMULA, True)


def search(chosen: Backend, questions: Sequence[Question], clock: Clock, fewest: bool) -> Outcome:
    """Find a witness to one of the questions, if `fewest` the least of those with fewest steps.

    A backend that takes no assumptions (or can't be stopped then) finds a first witness; whether
    there are better ones the default backend finds out. So is it on large grids, because there the
    first witness and the symmetries take less time than bounds on the number of steps.
    """
    able = chosen.abilities.assumptions and (clock.remaining is None or chosen.abilities.interrupt)
    is_large = questions[0].first.size > _LARGEST_BY_BOUNDS
    if fewest and able and not is_large:
        return least(cast("Incremental", chosen), questions, clock)
    outcome = ask(chosen, questions, clock)
    if not fewest or outcome.status is not Status.COPIES:
        return outcome
    solver = cast("Incremental", chosen if able else find_backend())
    found = least_by_symmetries(solver, questions[0], clock, outcome) if is_large else None
    return found or least(solver, questions, clock, outcome)


_LARGEST_BY_BOUNDS = 9
"""Cells a side. The cyclic grid of 16×16 takes half a second by bounds and a tenth by symmetries,
that of 25×25 ten seconds and one; the most symmetric 9×9 grid 17 ms and 70."""

_MOST_SYMMETRIES = 1000


def least_by_symmetries(
    solver: Incremental, question: Question, clock: Clock, known: Outcome
) -> Outcome | None:
    """Return the best of all witnesses: those known one after each symmetry of the first grid.

    None where these are too many to look at one after another; the known one as it is where the
    time is up.
    """
    from .ways import found_symmetries

    first = question.first
    assert known.witness is not None
    try:
        symmetries = found_symmetries(first, solver, clock)
    except DeadlinePassedError:
        return known
    finally:
        clock.lap("solve")
    if symmetries.order // factorial(first.size - len(first.digits)) > _MOST_SYMMETRIES:
        return None
    ways = (one.then(known.witness).simplest(first) for one in symmetries.elements(first))
    best = min(ways, key=lambda one: (one.steps, one))
    clock.lap("solve")
    return known._replace(witness=_verified(solver, question, best), is_fewest=True)


def ask(chosen: Backend, questions: Iterable[Question], clock: Clock) -> Outcome:
    """Ask a backend one question after another until the answer is not no; verify a yes.

    The statistics are those of all the questions asked, added up.
    """
    statistics: dict[str, int] = {}
    for question in questions:
        try:
            outcome = chosen.answer(question, clock)
        except DeadlinePassedError:
            return Outcome(Status.UNDECIDED, None, statistics)
        except TransformationError:
            raise _false(chosen) from None
        finally:
            clock.lap("solve")
        for name, count in outcome.statistics.items():
            statistics[name] = statistics.get(name, 0) + count
        if outcome.status is Status.COPIES:
            witness = outcome.witness and outcome.witness.simplest(question.first)
            return Outcome(Status.COPIES, _verified(chosen, question, witness), statistics)
        if outcome.status is Status.UNDECIDED:
            return Outcome(Status.UNDECIDED, None, statistics)
    return Outcome(Status.DIFFERENT, None, statistics)


def least(
    chosen: Incremental,
    questions: Sequence[Question],
    clock: Clock,
    known: Outcome | None = None,
) -> Outcome:
    """Return the least witness with the fewest steps, verified; `known` is a yes to improve on.

    When the time is up, the best so far.
    """
    from .fewest import better_witnesses

    witness = known and known.witness
    statistics = dict(known.statistics) if known else {}
    is_fewest = True
    try:
        for better in better_witnesses(
            questions, lambda formula: chosen.oracle(formula, clock), statistics, witness
        ):
            witness = better
    except DeadlinePassedError:
        is_fewest = False
        if witness is None:
            return Outcome(Status.UNDECIDED, None, statistics)
    except TransformationError:
        raise _false(chosen) from None
    finally:
        clock.lap("solve")
    if witness is None:
        return Outcome(Status.DIFFERENT, None, statistics)
    return Outcome(Status.COPIES, _verified(chosen, questions[0], witness), statistics, is_fewest)


def _verified(
    chosen: Backend, question: Question, witness: Transformation | None
) -> Transformation:
    """Return the witness of a yes, or raise `WitnessError`."""
    if witness and holds(question, witness):
        return witness
    raise _false(chosen)


def _false(chosen: Backend) -> WitnessError:
    return WitnessError(
        Message(
            "{backend} claims that the Sudokus are copies, but its steps do not lead from one to "
            "the other",
            backend=chosen.name,
        )
    )


def holds(question: Question, witness: Transformation) -> bool:
    """Follow the instructions and return whether they do what the question asks for."""
    if question.cells != PART:
        return leads(witness, question.first, question.second)
    image = witness.forward().follow(question.first)
    kept = image.agreeing(question.second)
    return image == kept and witness.backward().follow(kept) == question.first


def leads(transformation: Transformation, first: Grid, second: Grid) -> bool:
    """Follow the instructions both ways, as a person would, and return whether both arrive.

    What is followed is what gets printed, and it shares nothing with what found it.
    """
    return (
        transformation.forward().follow(first) == second
        and transformation.backward().follow(second) == first
    )
