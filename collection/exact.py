"""Two Sudokus at a time: a solver answers what colours leave open, and all steps are followed."""

from ..answers.decide import decide
from ..base.errors import WitnessError
from ..base.language import Message
from ..base.verdict import Verdict
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .sorted_forms import transformation_between


def are_copies(first: Grid, second: Grid) -> bool:
    """Return whether a grid is a copy of another."""
    answer = decide(first, second, fewest=False)
    assert answer.verdict is not Verdict.UNDECIDED  # without a time limit there is an answer
    return answer.verdict is Verdict.YES


def witness(first: Grid, second: Grid) -> Transformation:
    """Return the steps from a grid to a copy of it, the fewest where a solver looks for them.

    They are followed on the grids. Raises `WitnessError` where the second is no copy.
    """
    found = transformation_between(first, second)
    if found is None:
        found = decide(first, second).transformation
    if found is None or not found.leads(first, second):
        raise WitnessError(Message("expected two copies, found two Sudokus that are not copies"))
    return found
