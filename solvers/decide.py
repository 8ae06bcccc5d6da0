"""Decide: the question in, an answer out whose every yes has been verified on the grids."""

import time
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ..encoding.question import REFINED, Encoding, Question
from ..sudoku.errors import GridError, TransformationError, WitnessError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.transformation import Transformation
from .protocol import Backend, Clock, DeadlinePassedError, Outcome, Seconds, Status
from .registry import DEFAULT, find_backend

_NO_FORMULA = {"variables": 0, "clauses": 0}


class Answer(NamedTuple):
    """The answer to: is `second` a copy of `first`?

    Attributes: `status`, one of three; `transformation`, for a yes the verified witness, else
    None; `backend`, its name; `seconds` of wall-clock time; `statistics`, counts by name as far as
    the backend tells them (variables, clauses, conflicts, decisions, propagations, restarts);
    `phases`, where the time went, by names of `PHASES`.

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
) -> Answer:
    """Decide whether `second` is a copy of `first`, and by which transformation.

    `backend` is one of `backend_names()`; `time_limit` is in seconds of wall-clock time;
    `encoding` says how the backend gets the question; one that fixes the orientation makes it
    another question, whose no leaves the other orientations open.

    Raises `ValueError` for a time limit that is not above 0, `GridError` for grids of two shapes,
    `BackendError` for a backend that does not exist or fails, `WitnessError` for one that claims a
    transformation which is none.

    >>> answer = decide(Grid([[1, 0], [0, 0]], box=(1, 2)), Grid([[0, 0], [2, 0]], box=(1, 2)))
    >>> answer.status.value, answer.steps
    ('copies', 2)
    """
    begin = time.perf_counter()
    if time_limit is not None and not time_limit > 0:
        raise ValueError(f"expected a time limit above 0 seconds, found {time_limit}")
    if first.shape != second.shape:
        raise GridError(
            Message(
                "expected two grids of one shape, found boxes of {first} and {second}",
                first=first.shape,
                second=second.shape,
            )
        )
    chosen, clock = find_backend(backend), Clock(time_limit)
    if first == second and not encoding.orientation:
        outcome = Outcome(Status.COPIES, Transformation.identity(first.shape), _NO_FORMULA)
    else:
        question = encoding.question(first, second)
        clock.lap("encode")
        if encoding.refined:
            outcome = read_off(question) or ask(chosen, question.split(), clock)
        else:
            outcome = ask(chosen, [question], clock)
    clock.lap("check")
    seconds = time.perf_counter() - begin
    status, witness, statistics = outcome
    return Answer(first, second, status, witness, chosen.name, seconds, statistics, clock.phases)


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
    return Outcome(Status.COPIES, min(witnesses, key=lambda one: (one.steps, one)), _NO_FORMULA)


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
            return Outcome(Status.COPIES, _verified(chosen, question, outcome), statistics)
        if outcome.status is Status.UNDECIDED:
            return Outcome(Status.UNDECIDED, None, statistics)
    return Outcome(Status.DIFFERENT, None, statistics)


def _verified(chosen: Backend, question: Question, outcome: Outcome) -> Transformation:
    """Return the witness of a yes in its simplest form, or raise `WitnessError`."""
    witness = outcome.witness and outcome.witness.simplest(question.first)
    if witness and leads(witness, question.first, question.second):
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


def leads(transformation: Transformation, first: Grid, second: Grid) -> bool:
    """Follow the instructions both ways, as a person would, and return whether both arrive.

    What is followed is what gets printed, and it shares nothing with what found it.
    """
    return (
        transformation.forward().follow(first) == second
        and transformation.backward().follow(second) == first
    )
