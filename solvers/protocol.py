"""What a backend is, and what an oracle, a solver that is asked again and again: two protocols."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self, runtime_checkable

from ..base.errors import BackendError
from ..base.verdict import Verdict
from ..sudoku.transformation import Transformation
from .clock import Clock

if TYPE_CHECKING:
    from ..encoding.candidates import Candidates
    from ..encoding.formula import Clause, Formula, Totalizer
    from ..encoding.transformations import Transformations
    from ..sudoku.grid import Grid


class Outcome(NamedTuple):
    """What a backend found: a verdict, a witness that nobody has verified, and counts.

    `is_fewest`: the witness is known to be the least of those with the fewest steps.
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


class AskedPair(Protocol):
    """Two Sudokus of one shape: is the second a copy of the first?

    `candidates` are the lines and digits that each line and digit can become; `formula` has the
    clauses, whose models are the transformations.
    """

    @property
    def first(self) -> "Grid": ...

    @property
    def second(self) -> "Grid": ...

    @property
    def candidates(self) -> "Candidates": ...

    @property
    def formula(self) -> "Transformations": ...


class Backend(Protocol):
    """Something that answers questions; its `name` is the full one, as `--backend` takes it."""

    name: str
    abilities: Abilities

    def answer(self, question: "AskedPair", clock: Clock) -> Outcome:
        """Answer a question in which at least one orientation is left, while the clock allows it.

        Tells the clock where encoding and loading end; the rest counts as solving.
        """


def single_backend(
    backend: Callable[[], Backend],
) -> tuple[Callable[[], tuple[str, ...]], Callable[[str], Backend | None]]:
    """Return `names` and `create`, which a module has to define, of one with a single backend."""
    name = backend().name
    return lambda: (name,), lambda wanted: backend() if wanted == name else None


Model = frozenset[int]
"""The variables that are true."""


class Solved(NamedTuple):
    """What a solver says of a formula: a model or, if asked for, a proof that there is none."""

    model: Model | None
    statistics: Mapping[str, int]
    proof: Sequence[str] = ()

    def outcome(self, question: "AskedPair") -> Outcome:
        """Return what this says of the question whose formula was solved."""
        formula = question.formula
        statistics = {"variables": formula.variables, **self.statistics}
        if self.model is None:
            return Outcome(Verdict.NO, None, statistics)
        return Outcome(Verdict.YES, formula.transformation(self.model), statistics)


@runtime_checkable
class SatBackend(Backend, Protocol):
    """A backend that solves any formula, and so answers."""

    reads: str = "cnf"

    def answer(self, question: "AskedPair", clock: Clock) -> Outcome:
        """Answer by solving the question's clauses."""
        return self.solve_formula(question.formula, clock).outcome(question)

    def solve_formula(
        self, formula: "Formula", clock: Clock, *, with_proof: bool = False
    ) -> Solved:
        """Return a model of a formula, or that there is none, `with_proof` a DRUP proof of that.

        A solver that also tells the hints returns `Hinted` lines. Raises `BackendError` where a
        proof is asked for and the abilities do not include them after all.
        """


class Hinted(list[str]):
    """The lines of a proof with hints, LRAT."""


def make_no_proofs_error(name: str) -> BackendError:
    """Return the error of a backend without proofs that is asked for one."""
    return BackendError(
        "{name} cannot certify: it writes no proofs, or some that were wrong when tested", name=name
    )


class Bounds(NamedTuple):
    """A model, if there is one, with `number` counted variables true; none has < `at_least`."""

    model: Model | None
    number: int
    at_least: int


class Oracle(Protocol):
    """A solver that holds clauses. Every question may raise `DeadlinePassedError`."""

    def add(self, *clauses: "Clause") -> None:
        """Add clauses for good; they may have variables that the oracle has not seen yet."""

    def find_model(self, assumptions: Sequence[int] = ()) -> Model | None:
        """Return a model in which these literals are true, or None if there is none."""

    def find_core(self) -> list[int]:
        """Return some of the last question's assumptions that were enough for its no."""

    def minimise(self, counter: "Totalizer", model: Model) -> Iterator[Bounds]:
        """Yield closer and closer bounds of how many counted variables have to be true.

        The oracle must hold the counter's clauses. `find_model` is any model. The last bounds are
        equal.
        """

    @property
    def statistics(self) -> dict[str, int]:
        """Counts that the solver tells of all questions so far."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def list_models(
    oracle: Oracle, unlike: "Callable[[Model], Clause]", assumptions: Sequence[int] = ()
) -> Iterator[Model]:
    """Yield models until there are no others; after each the clause is added that rules it out."""
    while (model := oracle.find_model(assumptions)) is not None:
        yield model
        oracle.add(unlike(model))


class Incremental(Backend, Protocol):
    """A backend whose abilities include assumptions."""

    def make_oracle(self, formula: "Formula", clock: Clock) -> Oracle:
        """Return an oracle that holds the clauses of a formula."""


class Optimiser(Backend, Protocol):
    """A backend whose abilities include an optimum, and which answers by the fewest steps."""

    reads: str = "wcnf"

    def answer(self, question: "AskedPair", clock: Clock) -> Outcome:
        """Answer with a witness that takes the fewest steps."""
        from ..encoding.fewest_steps import FewestSteps

        formula = FewestSteps(question.formula)
        model = self.optimum(formula, formula.costs, clock)
        return Solved(model, {"variables": formula.variables}).outcome(question)

    def optimum(self, formula: "Formula", literals: Sequence[int], clock: Clock) -> Model | None:
        """Return a model with as few of the `literals` true as possible; None if there is none."""
