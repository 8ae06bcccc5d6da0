"""What a backend is: one small protocol, three answers, and a clock."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

try:
    import resource
except ImportError:  # not on Windows: there the time of children is not counted
    resource = None  # type: ignore[assignment]

from ..encoding.equivalence import Formula
from ..encoding.question import Question
from ..sudoku.errors import BackendError
from ..sudoku.language import Message
from ..sudoku.transformation import Transformation
from .oracle import Model, Oracle

T = TypeVar("T")


class Status(StrEnum):
    """The three answers. Undecided is not no."""

    COPIES = "copies"
    DIFFERENT = "different"
    UNDECIDED = "undecided"


class Outcome(NamedTuple):
    """What a backend found: a status, the witness of a yes, and counts that the solver tells.

    The witness is what the backend says; nobody has verified it yet. `is_fewest`: it is known to be
    the least of those with the fewest steps.
    """

    status: Status
    witness: Transformation | None = None
    statistics: Mapping[str, int] = MappingProxyType({})
    is_fewest: bool = False


class Abilities(NamedTuple):
    """What a backend can do beyond answering; what it can't do is refused with a reason.

    `proofs`: it writes proofs of a no that are worth checking. `interrupt`: it can be stopped at
    the deadline inside this process (otherwise it is run in a process that is killed).
    `assumptions`: it can be asked again under assumptions, and for the fewest true ones of some
    variables. `optimum`: it can be asked for the latter alone.
    """

    proofs: bool
    interrupt: bool
    assumptions: bool
    optimum: bool = False


class Backend(Protocol):
    """Something that answers questions. Adding one: a file, and a line in the registry."""

    @property
    def name(self) -> str:
        """The full name, as `--backend` takes it."""
        ...

    @property
    def abilities(self) -> Abilities:
        """What it can do beyond answering."""
        ...

    def answer(self, question: Question, clock: "Clock") -> Outcome:
        """Answer a question in which at least one orientation is left, while the clock allows it.

        Tells the clock where encoding and loading end; the rest counts as solving.
        """
        ...


class Prover(Backend, Protocol):
    """A backend whose abilities include proofs."""

    def refute(self, formula: Formula, clock: "Clock") -> list[str] | None:
        """Return the lines of a DRUP proof that a formula has no model; None if it has one.

        Raises `BackendError` where the abilities do not include proofs after all.
        """
        ...


def no_proofs(name: str) -> BackendError:
    """Return the error of a backend without proofs that is asked for one."""
    return BackendError(
        Message(
            "{name} cannot certify: it writes no proofs, or some that were wrong when tested",
            name=name,
        )
    )


class Incremental(Backend, Protocol):
    """A backend whose abilities include assumptions."""

    def oracle(self, formula: Formula, clock: "Clock") -> Oracle:
        """Return an oracle that holds the clauses of a formula."""
        ...


class Optimiser(Backend, Protocol):
    """A backend whose abilities include an optimum."""

    def optimum(self, formula: Formula, literals: Sequence[int], clock: "Clock") -> Model | None:
        """Return a model with as few of some variables true as possible, if there is a model."""
        ...


class DeadlinePassedError(Exception):
    """Raised when the time is up; `decide` makes `Status.UNDECIDED` of it."""


class Seconds(NamedTuple):
    """Time that passed on the wall, and that processors spent on it, children included."""

    wall: float
    cpu: float

    def __sub__(self, other: "Seconds") -> "Seconds":
        """Return the time from another moment to this one."""
        return Seconds(self.wall - other.wall, self.cpu - other.cpu)

    def plus(self, other: "Seconds") -> "Seconds":
        """Return both times together."""
        return Seconds(self.wall + other.wall, self.cpu + other.cpu)


PHASES = ("encode", "load", "solve", "check")
"""Where the time of an answer goes: writing the question down (refinement included), handing it to
the solver, solving, and following the witness."""

_LONGEST = 1_000_000


class Clock:
    """Tells a backend when its answer is no longer wanted, and is told where the time went.

    The answer is wanted for `limit` seconds from now; None means for ever, and so do more seconds
    than some clocks below can count.
    """

    def __init__(self, limit: float | None = None) -> None:
        self._begin = self._mark = _now()
        self._end: float | None = None
        if limit is not None and limit <= _LONGEST:
            self._end = self._begin.wall + limit
        self.phases: dict[str, Seconds] = {}

    @property
    def remaining(self) -> float | None:
        """Seconds left, not below 0; None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.perf_counter())

    @property
    def passed(self) -> float:
        """Seconds of wall-clock time since the clock began."""
        return time.perf_counter() - self._begin.wall

    def check(self) -> None:
        """Raise `DeadlinePassedError` where no time is left."""
        if self._end is not None and time.perf_counter() >= self._end:
            raise DeadlinePassedError

    def lap(self, phase: str) -> None:
        """Count the time since the last lap as that of a phase, one of `PHASES`."""
        now = _now()
        self.phases[phase] = self.phases.get(phase, _NO_TIME).plus(now - self._mark)
        self._mark = now

    def watch(self, items: Iterable[T], every: int = 4096) -> Iterator[T]:
        """Return the items, one after another, with a look at the clock now and then."""
        return iter(items) if self._end is None else self._watched(items, every)

    def _watched(self, items: Iterable[T], every: int) -> Iterator[T]:
        for number, item in enumerate(items):
            if number % every == 0:
                self.check()
            yield item

    def encoded(self, pieces: Iterable[T], at_once: int = 4096) -> Iterator[list[T]]:
        """Yield the pieces of a formula, so many together, with a look at the clock in between.

        Writing them counts as encoding, and what happens in between as loading.
        """
        source = iter(pieces)
        while True:
            self.lap("load")
            some = list(islice(source, at_once))
            self.lap("encode")
            self.check()
            if not some:
                return
            yield some


_NO_TIME = Seconds(0.0, 0.0)


def _now() -> Seconds:
    cpu = time.process_time()
    if resource is not None:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu += children.ru_utime + children.ru_stime
    return Seconds(time.perf_counter(), cpu)
