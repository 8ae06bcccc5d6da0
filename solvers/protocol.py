"""What a backend is: one small protocol, three answers, and a deadline."""

import time
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

from ..encoding.equivalence import Equivalence
from ..encoding.question import Question
from ..sudoku.errors import BackendError
from ..sudoku.language import Message
from ..sudoku.transformation import Transformation

T = TypeVar("T")


class Status(StrEnum):
    """The three answers. Undecided is not no."""

    COPIES = "copies"
    DIFFERENT = "different"
    UNDECIDED = "undecided"


class Outcome(NamedTuple):
    """What a backend found: a status, the witness of a yes, and counts that the solver tells.

    The witness is what the backend says; nobody has verified it yet.
    """

    status: Status
    witness: Transformation | None = None
    statistics: Mapping[str, int] = MappingProxyType({})


class Abilities(NamedTuple):
    """What a backend can do beyond answering; what it can't do is refused with a reason.

    `proofs`: it writes proofs of a no that are worth checking. `interrupt`: it can be stopped at
    the deadline inside this process (otherwise it is run in a process that is killed).
    `assumptions`: it can be asked again under assumptions.
    """

    proofs: bool
    interrupt: bool
    assumptions: bool


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

    def answer(self, question: Question, deadline: "Deadline") -> Outcome:
        """Answer a question in which at least one orientation is left, before the deadline."""
        ...


class Prover(Backend, Protocol):
    """A backend whose abilities include proofs."""

    def refute(self, formula: Equivalence, deadline: "Deadline") -> list[str] | None:
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


class DeadlinePassedError(Exception):
    """Raised inside a backend when its time is up; it never leaves `decide`."""


_LONGEST = 1_000_000


class Deadline:
    """The moment at which an answer is no longer wanted, `seconds` from now; None means never.

    So do more seconds than some clocks below can count.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._end: float | None = None
        if seconds is not None and seconds <= _LONGEST:
            self._end = time.monotonic() + seconds

    @property
    def remaining(self) -> float | None:
        """Seconds left, not below 0; None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def check(self) -> None:
        """Raise `DeadlinePassedError` where no time is left."""
        if self._end is not None and time.monotonic() >= self._end:
            raise DeadlinePassedError

    def watch(self, items: Iterable[T], every: int = 4096) -> Iterator[T]:
        """Return the items, one after another, with a look at the clock now and then."""
        return iter(items) if self._end is None else self._watched(items, every)

    def _watched(self, items: Iterable[T], every: int) -> Iterator[T]:
        for number, item in enumerate(items):
            if number % every == 0:
                self.check()
            yield item
