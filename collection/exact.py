"""What is asked of the solvers, one Sudoku or pair at a time: only this file knows them."""

from ..solvers.canonical import canonical_form
from ..solvers.completion import completed
from ..solvers.decide import decide, leads
from ..solvers.nearest import agreeing_cells
from ..solvers.protocol import Status
from ..solvers.ways import symmetries
from ..sudoku.errors import WitnessError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.transformation import Transformation
from .sorted_forms import transformation_between

__all__ = [
    "agreeing_cells",
    "are_copies",
    "canonical_form",
    "completed",
    "symmetries",
    "witness",
]


def are_copies(first: Grid, second: Grid) -> bool:
    """Return whether a grid is a copy of another."""
    answer = decide(first, second, fewest=False)
    assert answer.status is not Status.UNDECIDED  # without a time limit there is an answer
    return answer.status is Status.COPIES


def witness(first: Grid, second: Grid) -> Transformation:
    """Return the steps from a grid to a copy of it, the fewest where a solver looks for them.

    They are followed on the grids. Raises `WitnessError` where the second is no copy.
    """
    found = transformation_between(first, second)
    if found is None:
        found = decide(first, second).transformation
    if found is None or not leads(found, first, second):
        raise WitnessError(Message("expected two copies, found two Sudokus that are none"))
    return found
