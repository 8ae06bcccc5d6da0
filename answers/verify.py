"""What is checked of the answers of all backends: shapes, and witnesses followed both ways."""

from ..base.errors import GridError, WitnessError
from ..base.language import Message
from ..encoding.question import Question
from ..sudoku.grid import Grid
from ..sudoku.shape import check_same_shape
from ..sudoku.transformation import Transformation


def check_grids(*grids: object) -> None:
    """Raise `GridError` where these are not grids, or not all of one shape."""
    shapes = []
    for grid in grids:
        if not isinstance(grid, Grid):
            raise GridError(
                Message(
                    "expected a grid, found something of type {type} (Grid(...) makes one)",
                    type=type(grid).__name__,
                )
            )
        shapes.append(grid.shape)
        check_same_shape(shapes[0], grid.shape)


def verified(question: Question, witness: Transformation | None, backend: str) -> Transformation:
    """Follow the witness of a yes, and return it; raise `WitnessError` where it leads elsewhere."""
    if witness is not None and question.holds(witness):
        return witness
    raise false_witness(backend)


def false_witness(backend: str) -> WitnessError:
    """Return the error of a backend whose steps do not lead from one grid to the other."""
    return WitnessError(
        Message(
            "{backend} claims that the Sudokus are copies, but its steps do not lead from one to "
            "the other",
            backend=backend,
        )
    )
