"""Finds witnesses with a backend: transformations that prove that a Sudoku is a copy of another.
The result is the first witness that the backend finds, or the least of those with the fewest steps.

Each witness is verified by applying it to the grids in both directions, whichever backend found it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from ..base.errors import BackendError, DeadlinePassedError, TransformationError, WitnessError
from ..base.verdict import Verdict
from ..encoding.fewest_steps import FewestSteps, list_reordering_variables
from ..encoding.formula import FormulaWithCostCounter, Totalizer
from ..questions.copy import IsCopy
from ..questions.question import PairQuestion, Question
from ..solvers.clock import Clock
from ..solvers.protocol import Backend, Incremental, Model, Oracle, Outcome, SatBackend
from ..solvers.registry import DEFAULT, find_backend
from ..sudoku.transformation import Transformation

_MOST_SYMMETRIES = 1000

_LARGEST_BY_BOUNDS = 9
"""The largest grid size for which the fewest steps are found by tightening bounds on their number.
For larger grids they are found by trying all symmetries.

The cyclic 16×16 grid takes 0.5 s by bounds and 0.1 s by symmetries, the cyclic 25×25 grid 10 s and
1 s; the most symmetric 9×9 grid takes 17 ms and 70 ms.
"""


def search_witness(chosen: Backend, question: IsCopy, clock: Clock, fewest: bool) -> Outcome:
    """Find a witness, a transformation that proves the answer yes, with a backend: the least of
    those with the fewest steps if `fewest` is true, otherwise the first that the backend finds.
    Return the outcome, which has the verdict and the witness of a yes.

    A backend that takes no assumptions, or cannot be stopped while it does, finds a first witness,
    and the default backend improves it. Large grids are treated the same way with every backend,
    because a first witness and all symmetries take less time there than bounds on the number of
    steps. Raises `BackendError` if only some parts of a transformation may differ and the backend
    does not support that.
    """
    parts = question.parts
    if not (parts.allow_everything or isinstance(chosen, SatBackend)):
        raise BackendError(
            "{name} does not support --only; {default} does",
            name=chosen.name,
            default=DEFAULT,
        )
    questions = list(question.split_by_orientation()) if question.encoding.refined else [question]
    able = chosen.abilities.assumptions and (clock.remaining is None or chosen.abilities.interrupt)
    is_large = question.first.size > _LARGEST_BY_BOUNDS
    if fewest and able and not is_large:
        return find_least_witness(cast("Incremental", chosen), questions, clock)
    outcome = _ask(chosen, questions, clock)
    if not fewest or outcome.verdict is not Verdict.YES:
        return outcome
    solver = cast("Incremental", chosen if able else find_backend())
    found = find_least_by_symmetries(solver, question, clock, outcome) if is_large else None
    return found or find_least_witness(solver, questions, clock, outcome)


def _ask(chosen: Backend, questions: Iterable[IsCopy], clock: Clock) -> Outcome:
    """Put the questions to a backend one after another until an answer is not no. Return this last
    answer; the transformation of a yes is verified.

    The statistics are the sums over all answered questions, of those counts that every answer has.
    """
    told: list[Mapping[str, int]] = []
    verdict, witness = Verdict.NO, None
    for question in questions:
        try:
            outcome = chosen.answer(question, clock)
        except DeadlinePassedError:
            return Outcome(Verdict.UNDECIDED, None, _add_counts(told))
        except TransformationError:
            raise make_false_witness_error(chosen.name) from None
        finally:
            clock.lap("solve")
        told.append(outcome.statistics)
        verdict = outcome.verdict
        if verdict is Verdict.YES:
            simplest = outcome.witness and outcome.witness.simplest(question.first)
            witness = verify_witness(question, simplest, chosen.name)
        if verdict is not Verdict.NO:
            break
    return Outcome(verdict, witness, _add_counts(told))


def _add_counts(told: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Add up the counts of several solver runs, such as the number of conflicts, name by name. Only
    names that every run has counted are kept.
    """
    names = told[0] if told else ()
    return {name: sum(one[name] for one in told) for name in names if all(name in o for o in told)}


def find_least_witness(
    chosen: Incremental,
    questions: Sequence[PairQuestion],
    clock: Clock,
    known: Outcome | None = None,
) -> Outcome:
    """Return the least witness (a transformation that proves the answer yes) with the fewest steps,
    verified on the grids. If `known`, an outcome with a witness, is given, this witness is
    improved.

    When the time is up, the outcome has the best witness so far, and `is_fewest` is False; it is
    undecided if no witness is known.
    """
    witness = known and known.witness
    statistics = Counter(known.statistics if known else {})
    is_fewest = True
    try:
        for question in questions:
            formula = FewestSteps(question.transformation_formula)
            counted = FormulaWithCostCounter(formula)
            with chosen.make_oracle(counted, clock) as oracle:
                try:
                    for model in _improve_models(oracle, formula, counted.counter, witness):
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
        raise make_false_witness_error(chosen.name) from None
    finally:
        clock.lap("solve")
    if witness is None:
        return Outcome(Verdict.NO, None, statistics)
    witness = verify_witness(questions[0], witness, chosen.name)
    return Outcome(Verdict.YES, witness, statistics, is_fewest)


def find_least_by_symmetries(
    chosen: Incremental, question: PairQuestion, clock: Clock, known: Outcome
) -> Outcome | None:
    """Find the least witness (a transformation from the first grid to the second) with the fewest
    steps by trying every witness: each is a symmetry of the first grid followed by the witness of
    `known`. Return None if there are too many symmetries to try, and `known` unchanged if the time
    is up.
    """
    from .symmetries import symmetries  # imported here, because few pairs need it

    first = question.first
    assert known.witness is not None
    try:
        found = symmetries(first, chosen.name, timeout=clock, only=question.parts)
    except DeadlinePassedError:
        return known
    finally:
        clock.lap("solve")
    if found.order // found.renamings > _MOST_SYMMETRIES:
        return None
    ways = (one.then(known.witness).simplest(first) for one in found.elements())
    best = min(ways, key=lambda one: (one.steps, one))
    clock.lap("solve")
    return known._replace(witness=verify_witness(question, best, chosen.name), is_fewest=True)


def _improve_models(
    oracle: Oracle, formula: FewestSteps, counter: Totalizer, best: Transformation | None
) -> Iterator[Model]:
    """Yield models of the formula, each of which describes a transformation, with fewer and fewer
    steps, and finally the model of the least transformation with the fewest steps. `best` is a
    known transformation, so models with more steps than it has are not sought.
    """
    bound = [] if best is None else counter.assume_at_most(best.steps)
    model = oracle.find_model(bound)
    if model is not None:
        for bounds in oracle.minimise(counter, model):
            model = bounds.model or model
            yield model
        yield _find_least_model(
            oracle, formula, counter.assume_at_most(counter.count_true_literals(model)), model
        )


def _find_least_model(
    oracle: Oracle, formula: FewestSteps, fixed: Sequence[int], model: Model
) -> Model:
    """Return the model of the least transformation, among the models in which all `fixed` literals
    are true. `model` is any such model.
    """
    unknowns, half = formula.asked.unknowns, formula.half
    turns = [[-half, half], [-unknowns.quarter, unknowns.quarter]]
    model = next(list_models_in_order(oracle, turns, fixed, model))
    chosen = [literal for level in turns for literal in level if _is_true(literal, model)]
    levels = list(list_reordering_variables(unknowns, half in model))
    return next(list_models_in_order(oracle, levels, [*fixed, *chosen], model))


def list_models_in_order(
    oracle: Oracle, levels: Sequence[Sequence[int]], fixed: Sequence[int], model: Model
) -> Iterator[Model]:
    """Yield a model of the solver's clauses for each way to choose one literal from each list in
    `levels` such that the chosen literals can be true together. The models come in the order of the
    choices; all `fixed` literals are true in each of them.

    `model` must be a model in which the `fixed` literals are true; the choices that agree with it
    are known to be possible, which saves solver calls.
    """
    if not levels:
        yield model
        return
    for literal in levels[0]:
        possible = [*fixed, literal]
        found = model if _is_true(literal, model) else oracle.find_model(possible)
        if found is not None:
            yield from list_models_in_order(oracle, levels[1:], possible, found)


def _is_true(literal: int, model: Model) -> bool:
    return (abs(literal) in model) == (literal > 0)


def verify_witness(
    question: Question, witness: Transformation | None, backend: str
) -> Transformation:
    """Apply the transformation `witness`, which should prove the answer yes, to the grids, and
    return it. Raise `WitnessError` if it is None or does not have the effect that the question
    demands.
    """
    if witness is not None and question.is_proved_by(witness):
        return witness
    raise make_false_witness_error(backend)


def make_false_witness_error(backend: str) -> WitnessError:
    """Return the error for a backend whose witness does not map the first grid to the second."""
    return WitnessError(
        "{backend} claims that the Sudokus are copies, but its steps do not lead from one to "
        "the other",
        backend=backend,
    )
