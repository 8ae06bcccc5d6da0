"""What a backend is: one small protocol."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from ..base.errors import BackendError
from ..base.language import Message
from ..base.verdict import Verdict
from ..encoding.formula import Formula
from ..encoding.question import Question
from ..sudoku.transformation import Transformation
from .clock import Clock
from .oracle import Model, Oracle


class Outcome(NamedTuple):
    """What a backend found: a verdict, the witness of a yes, and counts that the solver tells.

    The witness is not verified: it is what the backend says. `is_fewest`: it is known to be the
    least of those with the fewest steps.
    """

    verdict: Verdict
    witness: Transformation | None = None
    statistics: Mapping[str, int] = MappingProxyType({})
    is_fewest: bool = False


class Abilities(NamedTuple):
    """What a backend can do beyond answering. Anything else is refused with a reason.

    `proofs`: it writes proofs of a no that are worth checking. `interrupt`: it can be stopped at
    the deadline inside this process (otherwise it is run in a process that is killed).
    `assumptions`: it makes oracles. `optimum`: it finds a model with the fewest true ones of some
    variables, without an oracle.
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

    def answer(self, question: Question, clock: Clock) -> Outcome:
        """Answer a question in which at least one orientation is left, while the clock allows it.

        Tells the clock where encoding and loading end; the rest counts as solving.
        """
        ...


def alone(
    backend: Callable[[], Backend],
) -> tuple[Callable[[], tuple[str, ...]], Callable[[str], Backend | None]]:
    """Return `names` and `create`, which a module has to define, of one with a single backend."""
    name = backend().name
    return lambda: (name,), lambda wanted: backend() if wanted == name else None


class Prover(Backend, Protocol):
    """A backend whose abilities include proofs."""

    def refute(self, formula: Formula, clock: Clock) -> list[str] | None:
        """Return the lines of a DRUP proof that a formula has no model; None if it has one.

        A solver that also tells the hints returns `Hinted` lines. Raises `BackendError` where the
        abilities do not include proofs after all.
        """
        ...


class Hinted(list[str]):
    """The lines of a proof with hints, LRAT."""


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

    def oracle(self, formula: Formula, clock: Clock) -> Oracle:
        """Return an oracle that holds the clauses of a formula."""
        ...


class Optimiser(Backend, Protocol):
    """A backend whose abilities include an optimum."""

    def optimum(self, formula: Formula, literals: Sequence[int], clock: Clock) -> Model | None:
        """Return a model with as few of the `literals` true as possible; None if there is none."""
        ...
