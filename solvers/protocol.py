"""Interfaces that solvers implement. A backend answers one question at a time. An oracle is a
solver that keeps its clauses and answers many questions about them.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self, runtime_checkable

from ..base.errors import BackendError
from ..base.verdict import Verdict
from ..sudoku.transformation import Transformation
from .deadline import Deadline

if TYPE_CHECKING:
    from ..encoding.candidates import TransformationCandidates
    from ..encoding.formula import Clause, Formula, Totalizer
    from ..encoding.transformations import TransformationFormula
    from ..sudoku.grid import Grid


class Outcome(NamedTuple):
    """The result of a backend: a verdict, a transformation if the verdict is yes, and counts such
    as conflicts. The caller must verify the transformation, `witness`, on the grids.

    `is_fewest` is True if the backend knows that no transformation has fewer steps than `witness`,
    and that `witness` is the least of all transformations with equally few steps. Transformations
    are compared part by part: rotation, bands, stacks, rows, columns, digits.
    """

    verdict: Verdict
    witness: Transformation | None = None
    statistics: Mapping[str, int] = MappingProxyType({})
    is_fewest: bool = False


class Abilities(NamedTuple):
    """The optional abilities of a backend, each True or False. A caller that needs an ability that
    the backend lacks gets an error with the reason.

    - `proofs`: the backend can write proofs that the answer is no, and a checker accepted its
      proofs in tests.
    - `interrupt`: the backend can be stopped at the deadline inside this process; otherwise it runs
      in a separate process, which is killed at the deadline.
    - `assumptions`: the backend can make oracles, which solve the same formula again and again
      under different assumptions.
    - `optimum`: the backend can find, without an oracle, a model in which as few as possible of
      given variables are true.
    """

    proofs: bool
    interrupt: bool
    assumptions: bool
    optimum: bool = False


class AskedPair(Protocol):
    """Two Sudokus of one shape and the question about them: is the second Sudoku a copy of the
    first?

    `candidates` holds, for each row, column and digit, the rows, columns or digits that it can
    become. `formula` holds the clauses; its models are the transformations from the first Sudoku to
    the second.
    """

    @property
    def first(self) -> "Grid": ...

    @property
    def second(self) -> "Grid": ...

    @property
    def candidates(self) -> "TransformationCandidates": ...

    @property
    def formula(self) -> "TransformationFormula": ...

    def yield_questions_without_and_with_quarter_turn(self) -> Iterator[Self]:
        """Yield a question for each orientation that `candidates` allows, without or with a quarter
        turn. The answer to this question is yes if the answer to one of them is yes.
        """


class Backend(Protocol):
    """A program or algorithm that decides whether a Sudoku is a copy of another. `name` is its full
    name, which users write after the option `--backend`.

    A backend should also have the attribute `description`, a `Message` or a text that describes the
    backend in one line, which `sudokopie backends` prints. Backends of other packages may lack it.
    """

    name: str
    abilities: Abilities

    def answer(self, question: "AskedPair", deadline: Deadline) -> Outcome:
        """Return whether the second Sudoku of `question` is a copy of the first, either without or
        with a quarter turn. The caller has checked that `question` allows at least one of these two
        orientations. Raises `DeadlinePassedError` if the time runs out.

        The backend records on `deadline` when encoding and loading end; the caller counts the
        remaining time as solving.
        """


def make_names_and_create(
    make_backend: Callable[[], Backend],
) -> tuple[Callable[[], tuple[str, ...]], Callable[[str], Backend | None]]:
    """Return two functions, `names` and `create`, for a module with a single backend; the registry
    of backends calls them. `make_backend()` returns this backend.

    `names()` returns a tuple with the backend's full name. `create(name)` returns the backend, or
    None if it has another name.
    """
    name = make_backend().name
    return lambda: (name,), lambda wanted: make_backend() if wanted == name else None


Model = frozenset[int]
"""A model of a formula, as the set of the variables that are true."""


class FormulaResult(NamedTuple):
    """A solver's result for a formula: a model, or no model. `model` is None if the formula has no
    model; then `proof` holds the lines of a proof, if the caller asked for one. `statistics` holds
    the solver's counts, such as conflicts, by name.
    """

    model: Model | None
    statistics: Mapping[str, int]
    proof: Sequence[str] = ()

    def outcome(self, question: "AskedPair") -> Outcome:
        """Return the answer to `question` that follows from this result for the question's formula:
        no if there is no model, otherwise yes, with the transformation that the model describes.
        """
        formula = question.formula
        statistics = {"variables": formula.variables, **self.statistics}
        if self.model is None:
            return Outcome(Verdict.NO, None, statistics)
        return Outcome(Verdict.YES, formula.transformation(self.model), statistics)


@runtime_checkable
class SatBackend(Backend, Protocol):
    """A backend that can solve any formula. It decides whether a Sudoku is a copy of another by
    solving the formula of this question. `reads` is the file format in which it takes problems,
    such as "cnf".
    """

    reads: str = "cnf"

    def answer(self, question: "AskedPair", deadline: Deadline) -> Outcome:
        """Return whether the second Sudoku of `question` is a copy of the first, found by solving
        the question's clauses.
        """
        return self.solve_formula(question.formula, deadline).outcome(question)

    def solve_formula(
        self, formula: "Formula", deadline: Deadline, *, with_proof: bool = False
    ) -> FormulaResult:
        """Return a model of a formula, or the result that it has no model. If `with_proof` is true
        and there is no model, the result contains a proof.

        The proof is a `LratProof` if the solver can write the LRAT format; otherwise it has lines
        in DRUP format. Raises `BackendError` if the caller asks for a proof and the backend's
        abilities do not include proofs.
        """


@runtime_checkable
class SeedableBackend(Backend, Protocol):
    """A backend whose solver uses random numbers; the caller can choose their seed, if the solver
    has one.
    """

    def copy_with_seed(self, seed: int) -> Self | None:
        """Return a copy of this backend whose solver gets the seed `seed`, at least 1, for its
        random numbers. Return None if the solver has no seed, or if it is not known how the solver
        gets one.
        """


class DrupProof(list[str]):
    """The lines of a proof in DRUP format: each line adds or deletes a clause. `added_clauses`
    has the literals of the clauses that the proof adds, with a 0 after each clause, so that no
    caller has to read them from the lines again.
    """

    def __init__(self, lines: Iterable[str], added_clauses: "array[int]") -> None:
        super().__init__(lines)
        self.added_clauses = added_clauses


class LratProof(list[str]):
    """The lines of a proof in LRAT format: each line adds a clause and names the earlier clauses
    from which this clause follows.
    """


def make_no_proofs_error(name: str) -> BackendError:
    """Return the error for a caller that wants a proof from the backend `name`, which cannot write
    proofs that are trusted.
    """
    if name.startswith("dimacs:") and "{proof}" not in name:
        files = "{proof}" if "{cnf}" in name else "{cnf} {proof}"
        return BackendError(
            "{name} cannot certify: it writes no proofs when it is called like this. If it can, "
            "add the arguments: {meant}",
            name=name,
            meant=f"'{name} {files}'",
        )
    return BackendError(
        "{name} cannot certify: it writes no proofs, or some that were wrong when tested", name=name
    )


class Bounds(NamedTuple):
    """Bounds for the answer to the question how few of certain literals can be true in a model: at
    least `at_least`, and at most `number`. In `model`, exactly `number` of them are true; `model`
    is None if no model is known.
    """

    model: Model | None
    number: int
    at_least: int


class Oracle(Protocol):
    """A solver that holds clauses and answers many questions about them. Each question may raise
    `DeadlinePassedError`.
    """

    def add(self, *clauses: "Clause") -> None:
        """Add clauses permanently. They may contain variables that the oracle has not seen yet."""

    def find_model(self, assumptions: Sequence[int] = ()) -> Model | None:
        """Return a model of the clauses in which all literals in `assumptions` are true, or None if
        there is no such model.
        """

    def find_core(self) -> list[int]:
        """Return those assumptions of the last call of `find_model` that are in conflict: they
        cannot all be true together. Usually they are only some of the assumptions. Call this method
        only after `find_model` has returned None.
        """

    def minimise(self, totalizer: "Totalizer", known_model: Model) -> Iterator[Bounds]:
        """Look for a model in which as few as possible of `totalizer.literals` are true, starting
        from the model `known_model`. Yield better and better lower and upper bounds of this number,
        each with the best model so far, until both bounds are equal. The last model is then an
        optimum.

        The oracle must already hold the clauses of `totalizer`, and `known_model` must be a model
        of these clauses.
        """

    @property
    def statistics(self) -> dict[str, int]:
        """Counts that the solver reports, such as the number of conflicts, summed over all
        questions so far.
        """

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def yield_models(
    oracle: Oracle,
    make_excluding_clause: "Callable[[Model], Clause]",
    assumptions: Sequence[int] = (),
) -> Iterator[Model]:
    """Yield all models of the oracle's clauses in which the `assumptions` are true. After each
    model, the clause `make_excluding_clause(model)` is added to the oracle, so that the oracle does
    not find this model again.
    """
    while (model := oracle.find_model(assumptions)) is not None:
        yield model
        oracle.add(make_excluding_clause(model))


class IncrementalBackend(Backend, Protocol):
    """A backend that can make oracles, which are solvers that answer many questions about one
    formula. Its ability `assumptions` is True.
    """

    def make_oracle(self, formula: "Formula", deadline: Deadline) -> Oracle:
        """Return an oracle, a solver that holds the clauses of `formula` and answers many questions
        about them.
        """


class FewestStepsBackend(Backend, Protocol):
    """A backend that finds the transformation with the fewest steps from one Sudoku to another. Its
    ability `optimum` is True. `reads` is the file format in which it takes problems.
    """

    reads: str = "wcnf"

    def answer(self, question: "AskedPair", deadline: Deadline) -> Outcome:
        """Return whether the second Sudoku of `question` is a copy of the first. If it is, the
        result has the transformation with the fewest steps.
        """
        from ..encoding.fewest_steps import FewestStepsFormula

        formula = FewestStepsFormula(question.formula)
        model = self.optimum(formula, formula.costs, deadline)
        return FormulaResult(model, {"variables": formula.variables}).outcome(question)

    def optimum(
        self, formula: "Formula", literals: Sequence[int], deadline: Deadline
    ) -> Model | None:
        """Return a model in which as few of the `literals` as possible are true, or None if the
        formula has no model.
        """
