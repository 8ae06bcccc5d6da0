"""Protocols for backends, which answer a question once, and for oracles: solvers that keep their
clauses and are asked again and again.
"""

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
    """The result of a backend: a verdict; for a yes, the transformation that proves it (the
    witness), which is not verified yet; and counts such as conflicts. `is_fewest` is True if the
    backend knows that no transformation has fewer steps, and that this one comes first among those
    with equally few.
    """

    verdict: Verdict
    witness: Transformation | None = None
    statistics: Mapping[str, int] = MappingProxyType({})
    is_fewest: bool = False


class Abilities(NamedTuple):
    """The optional abilities of a backend. A request that needs an ability that is False is refused
    with a reason.

    `proofs`: it writes proofs of a no, and its proofs were right in tests. `interrupt`: it
    can be stopped at the deadline inside this process; otherwise it runs in a process of its own,
    which is killed. `assumptions`: it makes oracles. `optimum`: it finds, without an oracle, a
    model in which as few as possible of given variables are true.
    """

    proofs: bool
    interrupt: bool
    assumptions: bool
    optimum: bool = False


class AskedPair(Protocol):
    """Two Sudokus of one shape, with the question: is the second Sudoku a copy of the first?

    `candidates` holds, for each row, column and digit, the rows, columns or digits that it can
    become. `formula` holds the clauses; its models are the transformations from the first Sudoku to
    the second.
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
    """A program or algorithm that answers questions. `name` is its full name, as the option
    `--backend` takes it.
    """

    name: str
    abilities: Abilities

    def answer(self, question: "AskedPair", clock: Clock) -> Outcome:
        """Return the answer to a question; raise `DeadlinePassedError` if the time runs out. The
        question's candidates leave at least one orientation (as it is, or turned by a quarter).

        The backend records on `clock` when encoding and loading end; the caller counts the
        remaining time as solving.
        """


def single_backend(
    backend: Callable[[], Backend],
) -> tuple[Callable[[], tuple[str, ...]], Callable[[str], Backend | None]]:
    """Return the two functions `names` and `create` for a module that has a single backend, which
    `backend()` makes. The registry finds backends by calling these functions of each module:
    `names()` returns the full names, and `create(name)` the backend, or None for another name.
    """
    name = backend().name
    return lambda: (name,), lambda wanted: backend() if wanted == name else None


Model = frozenset[int]
"""A model of a formula, as the set of the variables that are true."""


class Solved(NamedTuple):
    """A solver's result for a formula: a model, or None if the formula is unsatisfiable, and then
    the lines of a proof if the caller asked for it.
    """

    model: Model | None
    statistics: Mapping[str, int]
    proof: Sequence[str] = ()

    def outcome(self, question: "AskedPair") -> Outcome:
        """Return the solver's result as the answer to `question`, whose formula was solved: a no if
        there is no model, otherwise a yes with the transformation that the model describes.
        """
        formula = question.formula
        statistics = {"variables": formula.variables, **self.statistics}
        if self.model is None:
            return Outcome(Verdict.NO, None, statistics)
        return Outcome(Verdict.YES, formula.transformation(self.model), statistics)


@runtime_checkable
class SatBackend(Backend, Protocol):
    """A backend that can solve any formula; it answers a question about two Sudokus by solving the
    question's formula. `reads` is the file format of the problems that it takes, such as "cnf".
    """

    reads: str = "cnf"

    def answer(self, question: "AskedPair", clock: Clock) -> Outcome:
        """Return the answer to a question about two Sudokus, found by solving the question's
        clauses.
        """
        return self.solve_formula(question.formula, clock).outcome(question)

    def solve_formula(
        self, formula: "Formula", clock: Clock, *, with_proof: bool = False
    ) -> Solved:
        """Return a model of a formula, or the result that it has no model. If `with_proof`, the
        result without a model includes a proof in DRUP format, or `LratProof` lines (LRAT format)
        if the solver writes hints.

        Raises `BackendError` if the caller asks for a proof and the backend's abilities do not
        include proofs.
        """


class LratProof(list[str]):
    """The lines of a proof in LRAT format, in which each line names the clauses from which it
    follows.
    """


def make_no_proofs_error(name: str) -> BackendError:
    """Return the error for a caller that asks for a proof from a backend without proofs."""
    return BackendError(
        "{name} cannot certify: it writes no proofs, or some that were wrong when tested", name=name
    )


class Bounds(NamedTuple):
    """An upper and a lower bound of the smallest number of counted variables that can be true. In
    `model` exactly `number` of them are true, or `model` is None if no model is known; in every
    model at least `at_least` of them are true.
    """

    model: Model | None
    number: int
    at_least: int


class Oracle(Protocol):
    """A solver that holds clauses and answers many questions about them. Every question may raise
    `DeadlinePassedError`.
    """

    def add(self, *clauses: "Clause") -> None:
        """Add clauses permanently. They may contain variables that the oracle has not seen yet."""

    def find_model(self, assumptions: Sequence[int] = ()) -> Model | None:
        """Return a model in which the literals in `assumptions` are true, or None if no model has
        all of them.
        """

    def find_core(self) -> list[int]:
        """Return assumptions of the last call of `find_model` that cannot all be true together,
        usually not all of them, so that a caller learns why there is no model. Call this only after
        `find_model` has returned None.
        """

    def minimise(self, counter: "Totalizer", model: Model) -> Iterator[Bounds]:
        """Minimise how many of `counter.literals` are true in a model: starting from the known
        `model`, yield better and better upper and lower bounds. In the last bounds both are equal,
        so their model is an optimum.

        The oracle must already hold the counter's clauses, and `model` must be a model of them.
        """

    @property
    def statistics(self) -> dict[str, int]:
        """Counts that the solver reports, such as conflicts, summed over all questions so far."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def list_models(
    oracle: Oracle, unlike: "Callable[[Model], Clause]", assumptions: Sequence[int] = ()
) -> Iterator[Model]:
    """Yield the oracle's models in which the `assumptions` are true, one after another, until there
    are no more. After each model, the clause `unlike(model)` is added to the oracle, which must
    rule this model out.
    """
    while (model := oracle.find_model(assumptions)) is not None:
        yield model
        oracle.add(unlike(model))


class Incremental(Backend, Protocol):
    """A backend that makes oracles: its abilities include assumptions."""

    def make_oracle(self, formula: "Formula", clock: Clock) -> Oracle:
        """Return an oracle that holds the clauses of a formula."""


class Optimiser(Backend, Protocol):
    """A backend that finds the transformation with the fewest steps from one Sudoku to the other:
    its abilities include an optimum. `reads` is the file format of the problems that it takes.
    """

    reads: str = "wcnf"

    def answer(self, question: "AskedPair", clock: Clock) -> Outcome:
        """Return the answer to a question about two Sudokus; if it is yes, with a transformation
        that has the fewest steps.
        """
        from ..encoding.fewest_steps import FewestSteps

        formula = FewestSteps(question.formula)
        model = self.optimum(formula, formula.costs, clock)
        return Solved(model, {"variables": formula.variables}).outcome(question)

    def optimum(self, formula: "Formula", literals: Sequence[int], clock: Clock) -> Model | None:
        """Return a model in which as few of the `literals` as possible are true, or None if the
        formula has no model.
        """
