"""The least witness with the fewest steps, of all there are and all ways to write them down."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import factorial

from ..base.errors import DeadlinePassedError, TransformationError
from ..base.verdict import Verdict
from ..encoding.fewest_steps import FewerSteps
from ..encoding.formula import Formula
from ..encoding.question import Question
from ..solvers.clock import Clock
from ..solvers.oracle import Model, Oracle
from ..solvers.protocol import Incremental, Outcome
from ..sudoku.transformation import Transformation
from .symmetries import symmetries_by
from .verify import false_witness, verified

_MOST_SYMMETRIES = 1000


def least(
    chosen: Incremental,
    questions: Sequence[Question],
    clock: Clock,
    known: Outcome | None = None,
) -> Outcome:
    """Return the least witness with the fewest steps, verified; `known` is a yes to improve on.

    When the time is up, it is the best so far.
    """
    witness = known and known.witness
    statistics = dict(known.statistics) if known else {}
    is_fewest = True
    try:
        for question in questions:
            formula = FewerSteps(question.formula)
            with chosen.oracle(formula, clock) as oracle, _counted(oracle, formula, statistics):
                for model in _better_models(oracle, formula, witness):
                    better = formula.transformation(model)
                    if witness is None or (better.steps, better) < (witness.steps, witness):
                        witness = better
    except DeadlinePassedError:
        is_fewest = False
        if witness is None:
            return Outcome(Verdict.UNDECIDED, None, statistics)
    except TransformationError:
        raise false_witness(chosen.name) from None
    finally:
        clock.lap("solve")
    if witness is None:
        return Outcome(Verdict.NO, None, statistics)
    witness = verified(questions[0], witness, chosen.name)
    return Outcome(Verdict.YES, witness, statistics, is_fewest)


def least_by_symmetries(
    chosen: Incremental, question: Question, clock: Clock, known: Outcome
) -> Outcome | None:
    """Return the best of all witnesses: each is a symmetry of the first grid, then the known one.

    Returns None where there are too many symmetries to look at each, and `known` as it is where the
    time is up.
    """
    first = question.first
    assert known.witness is not None
    try:
        symmetries = symmetries_by(chosen, first, clock)
    except DeadlinePassedError:
        return known
    finally:
        clock.lap("solve")
    if symmetries.order // factorial(first.size - len(first.digits)) > _MOST_SYMMETRIES:
        return None
    ways = (one.then(known.witness).simplest(first) for one in symmetries.elements())
    best = min(ways, key=lambda one: (one.steps, one))
    clock.lap("solve")
    return known._replace(witness=verified(question, best, chosen.name), is_fewest=True)


@contextmanager
def _counted(oracle: Oracle, formula: Formula, statistics: dict[str, int]) -> Iterator[None]:
    """Add the counts that an oracle tells to others when it is done."""
    try:
        yield
    finally:
        told = {"variables": formula.variables, **oracle.statistics}
        for name, count in told.items():
            statistics[name] = statistics.get(name, 0) + count


def _better_models(
    oracle: Oracle, formula: FewerSteps, best: Transformation | None
) -> Iterator[Model]:
    """Yield models with fewer and fewer steps, and at the end the least with the fewest."""
    bound = [] if best is None else formula.counter.at_most(best.steps)
    model = oracle.model(bound)
    if model is not None:
        for bounds in oracle.narrowed(formula.counter, model):
            model = bounds.model or model
            yield model
        yield _least(oracle, formula, model)


def _least(oracle: Oracle, formula: FewerSteps, model: Model) -> Model:
    """Return, of the models with as few steps as `model`, the one with the least transformation.

    Place after place, what can stand there is tried in ascending order. What the model at hand says
    is possible without asking.
    """
    fixed = formula.counter.at_most(formula.counter.count(model))
    for choice in formula.rotations():
        is_said = all((abs(literal) in model) == (literal > 0) for literal in choice)
        found = model if is_said else oracle.model([*fixed, *choice])
        if found is not None:
            model, fixed = found, fixed + choice
            break
    for possible in formula.places(formula.written.half in model):
        for literal in possible:
            found = model if literal in model else oracle.model([*fixed, literal])
            if found is not None:
                model, fixed = found, [*fixed, literal]
                break
    return model
