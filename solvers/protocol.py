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
    """The result of a backend: a verdict, a witness for a yes, which is not verified yet, and
    counts such as conflicts. `is_fewest` is True if the backend knows that, of all witnesses with
    the fewest steps, this is the least.
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
    """Return the functions `names` and `create` for a module that has a single backend. The
    registry requires both functions of each module.
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
        """Return the outcome for the question whose formula was solved: a yes with the witness that
        the model describes, or a no.
        """
        formula = question.formula
        statistics = {"variables": formula.variables, **self.statistics}
        if self.model is None:
            return Outcome(Verdict.NO, None, statistics)
        return Outcome(Verdict.YES, formula.transformation(self.model), statistics)


@runtime_checkable
class SatBackend(Backend, Protocol):
    """A backend that solves any formula, and answers a question by solving the question's formula.
    `reads` is the format of its problems.
    """

    reads: str = "cnf"

    def answer(self, question: "AskedPair", clock: Clock) -> Outcome:
        """Answer by solving the question's clauses."""
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
    """Bounds of the smallest number of counted variables that can be true. `model` is a model, if
    one is known, in which `number` of them are true; no model has fewer than `at_least`.
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
        """Return a subset of the last question's assumptions for which the solver has found that no
        model has all of them. Call this only after `find_model` has returned None.
        """

    def minimise(self, counter: "Totalizer", model: Model) -> Iterator[Bounds]:
        """Yield better and better bounds of the smallest number of `counter.literals` that are true
        in a model. The last bounds are equal: then the model is an optimum.

        The oracle must already hold the counter's clauses. `model` is any model of them; the search
        starts from it.
        """

    @property
    def statistics(self) -> dict[str, int]:
        """Counts that the solver reports, such as conflicts, summed over all questions so far."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def list_models(
    oracle: Oracle, unlike: "Callable[[Model], Clause]", assumptions: Sequence[int] = ()
) -> Iterator[Model]:
    """Yield one model after another until the oracle has no more. After each model, add the clause
    `unlike(model)` to the oracle, which rules this model out.
    """
    while (model := oracle.find_model(assumptions)) is not None:
        yield model
        oracle.add(unlike(model))


class Incremental(Backend, Protocol):
    """A backend that makes oracles: its abilities include assumptions."""

    def make_oracle(self, formula: "Formula", clock: Clock) -> Oracle:
        """Return an oracle that holds the clauses of a formula."""


class Optimiser(Backend, Protocol):
    """A backend that answers with the fewest steps: its abilities include an optimum. `reads` is
    the format of its problems.
    """

    reads: str = "wcnf"

    def answer(self, question: "AskedPair", clock: Clock) -> Outcome:
        """Answer with a witness that has the fewest steps."""
        from ..encoding.fewest_steps import FewestSteps

        formula = FewestSteps(question.formula)
        model = self.optimum(formula, formula.costs, clock)
        return Solved(model, {"variables": formula.variables}).outcome(question)

    def optimum(self, formula: "Formula", literals: Sequence[int], clock: Clock) -> Model | None:
        """Return a model in which as few of the `literals` as possible are true, or None if the
        formula has no model.
        """
