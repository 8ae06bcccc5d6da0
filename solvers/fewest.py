"""The least witness with the fewest steps, of all there are and all ways to write them down."""

from collections.abc import Callable, Iterable, Iterator

from ..encoding.fewest_steps import FewerSteps
from ..encoding.question import Question
from ..sudoku.transformation import Transformation
from .oracle import Model, Oracle


def better_witnesses(
    questions: Iterable[Question],
    opened: Callable[[FewerSteps], Oracle],
    statistics: dict[str, int],
    best: Transformation | None = None,
) -> Iterator[Transformation]:
    """Yield better and better witnesses to one of the questions, the best of all at the end.

    That has the fewest steps, and of those with as many it is the least; `best` is one that is
    known already. `opened` returns an oracle that holds a formula; what it tells is added to
    `statistics`.
    """
    for question in questions:
        formula = FewerSteps(question.formula)
        with opened(formula) as oracle:
            try:
                for model in _better_models(oracle, formula, best):
                    witness = formula.transformation(model)
                    if best is None or (witness.steps, witness) < (best.steps, best):
                        best = witness
                        yield best
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
    """Return the model with as few steps whose transformation is the least, place after place.

    What can stand in a place is tried from the least on, until one is what the model at hand says.
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
