"""Find a witness with a backend: a transformation that proves that a Sudoku is a copy of another.
The result is the first witness that the backend finds, or the best witness: it has the fewest steps
and is, of several with equally few steps, the least in the order of their parts.

Each witness is verified by applying it to the grids in both directions, whichever backend found it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from ..base.errors import BackendError, DeadlinePassedError, TransformationError, WitnessError
from ..base.verdict import Verdict
from ..encoding.fewest_steps import (
    FewestStepsFormula,
    yield_old_position_variables_of_each_new_position,
)
from ..encoding.formula import FormulaWithCostCounter, Totalizer
from ..questions.copy import IsCopy
from ..questions.question import PairQuestion, Question
from ..solvers.deadline import Deadline
from ..solvers.protocol import Backend, IncrementalBackend, Model, Oracle, Outcome, SatBackend
from ..solvers.registry import DEFAULT, find_backend
from ..sudoku.transformation import Transformation

_MOST_SYMMETRIES = 1000

_LARGEST_BY_BOUNDS = 9
"""The largest grid size for which the fewest steps are found by tightening bounds on their number.
For larger grids they are found by trying all symmetries.

The cyclic 16×16 grid takes 0.5 s by bounds and 0.1 s by symmetries, the cyclic 25×25 grid 10 s and
1 s; the most symmetric 9×9 grid takes 17 ms and 70 ms.
"""


def search_witness(
    backend: Backend,
    question: IsCopy,
    deadline: Deadline,
    is_fewest_wanted: bool,
    known_outcome: Outcome | None = None,
) -> Outcome:
    """Ask `backend` whether a Sudoku is a copy of another. Return the verdict and, if it is yes, a
    witness: a transformation that proves it. If `is_fewest_wanted` is true, the witness has the
    fewest steps; otherwise it is the first that the backend finds. If a witness is already known,
    the caller passes it in `known_outcome`.

    If several witnesses have the fewest steps, the result is the least in the order of their parts.
    The fewest steps are found in one of two ways. If the backend can be asked under assumptions,
    and the grid is not large, the backend is asked again and again for a witness with fewer steps,
    until it has none. In all other cases the backend finds a first witness, which is then improved
    by the same backend or, if this cannot be asked under assumptions, by the default backend. If
    there is a time limit, a backend is asked under assumptions only if it can be stopped.

    Raises `BackendError` if the question forbids some kinds of moves (`--only`) and the backend
    does not support that.
    """
    allowed_moves = question.parts
    if not (allowed_moves.allows_everything or isinstance(backend, SatBackend)):
        raise BackendError(
            "{name} does not support --only; {default} does",
            name=backend.name,
            default=DEFAULT,
        )
    questions = (
        list(question.yield_questions_without_and_with_quarter_turn())
        if question.encoding.refined
        else [question]
    )
    able = backend.abilities.assumptions and (
        deadline.remaining_seconds is None or backend.abilities.interrupt
    )
    is_large = question.first.size > _LARGEST_BY_BOUNDS
    if is_fewest_wanted and able and not is_large:
        return find_outcome_with_fewest_steps(
            cast("IncrementalBackend", backend), questions, deadline
        )
    outcome = known_outcome or _ask_questions_until_yes_or_undecided(backend, questions, deadline)
    if not is_fewest_wanted or outcome.verdict is not Verdict.YES:
        return outcome
    solver = cast("IncrementalBackend", backend if able else find_backend())
    found = (
        try_all_symmetries_for_fewest_steps(solver, question, deadline, outcome)
        if is_large
        else None
    )
    return found or find_outcome_with_fewest_steps(solver, questions, deadline, outcome)


def _ask_questions_until_yes_or_undecided(
    backend: Backend, questions: Iterable[IsCopy], deadline: Deadline
) -> Outcome:
    """Ask a backend the questions one after another, as long as the answer is no, and return the
    last answer. If the answer is yes, its transformation is verified. The statistics of the answer,
    such as conflicts, are sums over all questions; a statistic that is missing for one of the
    questions is left out.
    """
    told: list[Mapping[str, int]] = []
    verdict, witness = Verdict.NO, None
    for question in questions:
        try:
            outcome = backend.answer(question, deadline)
        except DeadlinePassedError:
            return Outcome(Verdict.UNDECIDED, None, _sum_counts_named_in_all_runs(told))
        except TransformationError:
            raise make_false_witness_error(backend.name) from None
        finally:
            deadline.end_phase("solve")
        told.append(outcome.statistics)
        verdict = outcome.verdict
        if verdict is Verdict.YES:
            simplest = outcome.witness and outcome.witness.simplest(question.first)
            witness = verify_and_return_witness(question, simplest, backend.name)
        if verdict is not Verdict.NO:
            break
    return Outcome(verdict, witness, _sum_counts_named_in_all_runs(told))


def _sum_counts_named_in_all_runs(counts_of_runs: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Add up the counts of several solver runs, such as conflicts, separately for each name. Names
    that are missing in one of the runs are left out.
    """
    names = counts_of_runs[0] if counts_of_runs else ()
    return {
        name: sum(one[name] for one in counts_of_runs)
        for name in names
        if all(name in o for o in counts_of_runs)
    }


def find_outcome_with_fewest_steps(
    backend: IncrementalBackend,
    questions: Sequence[PairQuestion],
    deadline: Deadline,
    known_outcome: Outcome | None = None,
) -> Outcome:
    """Find the best witness: the transformation with the fewest steps that proves a yes. If several
    have equally few steps, the result is the least in the order of their parts. The witness is
    verified on the grids. If `known_outcome` is given, the search begins with the witness in it.

    When the time is up, the outcome has the best witness so far, and its `is_fewest` is False. If
    no witness is known by then, the verdict of the outcome is undecided.
    """
    witness = known_outcome and known_outcome.witness
    statistics = Counter(known_outcome.statistics if known_outcome else {})
    is_fewest = True
    try:
        for question in questions:
            formula = FewestStepsFormula(question.transformation_formula)
            counted = FormulaWithCostCounter(formula)
            with backend.make_oracle(counted, deadline) as oracle:
                try:
                    for model in _yield_models_with_fewer_steps(
                        oracle, formula, counted.counter, witness
                    ):
                        better = formula.transformation(model)
                        if witness is None or (better.steps, better) < (witness.steps, witness):
                            witness = better
                finally:
                    statistics.update({"variables": counted.variables, **oracle.statistics})
    except DeadlinePassedError:
        is_fewest = False
        if witness is None:
            return Outcome(Verdict.UNDECIDED, None, statistics)
    except TransformationError:
        raise make_false_witness_error(backend.name) from None
    finally:
        deadline.end_phase("solve")
    if witness is None:
        return Outcome(Verdict.NO, None, statistics)
    witness = verify_and_return_witness(questions[0], witness, backend.name)
    return Outcome(Verdict.YES, witness, statistics, is_fewest)


def try_all_symmetries_for_fewest_steps(
    backend: IncrementalBackend, question: PairQuestion, deadline: Deadline, known_outcome: Outcome
) -> Outcome | None:
    """Find the transformation from the first grid to the second with the fewest steps; of several,
    the least in the order of their parts. All transformations are tried; each is a symmetry of the
    first grid followed by the known transformation in `known_outcome`. Return None if there are too
    many symmetries to try, and `known_outcome` unchanged if the time runs out.
    """
    from .symmetries import symmetries  # imported here, because few pairs need it

    first = question.first
    assert known_outcome.witness is not None
    try:
        found = symmetries(first, backend.name, timeout=deadline, only=question.parts)
    except DeadlinePassedError:
        return known_outcome
    finally:
        deadline.end_phase("solve")
    if found.order // found.renamings > _MOST_SYMMETRIES:
        return None
    ways = (one.then(known_outcome.witness).simplest(first) for one in found.elements())
    best = min(ways, key=lambda one: (one.steps, one))
    deadline.end_phase("solve")
    return known_outcome._replace(
        witness=verify_and_return_witness(question, best, backend.name), is_fewest=True
    )


def _yield_models_with_fewer_steps(
    oracle: Oracle,
    formula: FewestStepsFormula,
    counter: Totalizer,
    known_transformation: Transformation | None,
) -> Iterator[Model]:
    """Yield models of `formula`, each of which describes a transformation with fewer steps than the
    model before. The last model describes the best transformation: it has the fewest steps and is,
    of several with equally few steps, the least in the order of their parts. If
    `known_transformation` is given, no model with more steps than this transformation is looked
    for.
    """
    bound = (
        []
        if known_transformation is None
        else counter.make_at_most_assumptions(known_transformation.steps)
    )
    model = oracle.find_model(bound)
    if model is not None:
        for bounds in oracle.minimise(counter, model):
            model = bounds.model or model
            yield model
        yield _find_first_model(
            oracle,
            formula,
            counter.make_at_most_assumptions(counter.count_true_literals(model)),
            model,
        )


def _find_first_model(
    oracle: Oracle, formula: FewestStepsFormula, fixed_literals: Sequence[int], model: Model
) -> Model:
    """Of all models in which the `fixed_literals` are true, return the model that describes the
    least transformation, compared part by part (rotation, bands, stacks, and so on). The search
    starts from `model`, in which the `fixed_literals` are true.
    """
    unknowns, half = formula.question_formula.unknowns, formula.half
    turns = [[-half, half], [-unknowns.quarter, unknowns.quarter]]
    model = next(yield_models_in_order(oracle, turns, fixed_literals, model))
    chosen = [literal for level in turns for literal in level if _is_true(literal, model)]
    levels = list(yield_old_position_variables_of_each_new_position(unknowns, half in model))
    return next(yield_models_in_order(oracle, levels, [*fixed_literals, *chosen], model))


def yield_models_in_order(
    oracle: Oracle,
    literal_choices: Sequence[Sequence[int]],
    fixed_literals: Sequence[int],
    known_model: Model,
) -> Iterator[Model]:
    """Choose one literal from each list in `literal_choices`, in every possible way, and yield a
    model in which the chosen literals and the `fixed_literals` are true. Combinations without a
    model are skipped. Literals are tried in the order of each list; the literal of the last list
    changes first.

    `known_model` must be a model in which the `fixed_literals` are true. A literal that is true in
    the last model that was found is known to be possible, so the solver is not called for it.
    """
    if not literal_choices:
        yield known_model
        return
    for literal in literal_choices[0]:
        possible = [*fixed_literals, literal]
        found = known_model if _is_true(literal, known_model) else oracle.find_model(possible)
        if found is not None:
            yield from yield_models_in_order(oracle, literal_choices[1:], possible, found)


def _is_true(literal: int, model: Model) -> bool:
    """Return whether a literal (a variable's number, negative for its negation) is true in `model`,
    the set of true variables.
    """
    return (abs(literal) in model) == (literal > 0)


def verify_and_return_witness(
    question: Question, witness: Transformation | None, backend: str
) -> Transformation:
    """Check on the grids that the transformation `witness` proves that the answer to the question
    is yes, and return it. Raise `WitnessError` if it does not prove this, or if `witness` is None.
    `backend` is the name, for the error message, of the backend that found the witness.
    """
    if witness is not None and question.is_yes_proved_by(witness):
        return witness
    raise make_false_witness_error(backend)


def make_false_witness_error(backend: str) -> WitnessError:
    """Return the error for a backend whose transformation does not map the first grid to the
    second.
    """
    return WitnessError(
        "{backend} claims that the Sudokus are copies, but its steps do not lead from one to "
        "the other",
        backend=backend,
    )
