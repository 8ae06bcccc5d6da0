"""What is checked of every answer, whoever found it: shapes, and witnesses followed both ways."""

from ..encoding.question import Question
from ..sudoku.errors import GridError, WitnessError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.transformation import Transformation


def check_same_shape(first: Grid, second: Grid) -> None:
    """Raise `GridError` for grids of two shapes."""
    if first.shape != second.shape:
        raise GridError(
            Message(
                "expected two grids of one shape, found boxes of {first} and {second}",
                first=first.shape,
                second=second.shape,
            )
        )


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
