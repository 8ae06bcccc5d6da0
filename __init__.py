"""Are two Sudokus the same up to symmetry? Decided by SAT, verified, explained in steps.

>>> from sudokopie import Grid, decide
>>> first = Grid([[1, 2, 0, 0], [0, 0, 1, 0], [0, 3, 0, 0], [0, 0, 0, 1]])
>>> second = Grid([[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 3, 0, 2]])
>>> answer = decide(first, second)
>>> answer.status.value, answer.steps
('copies', 2)
>>> answer.transformation.rotation, answer.transformation.bands
(1, (1, 0))
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .answers.decide import Answer, decide
    from .encoding.question import Encoding
    from .solvers.clock import Clock
    from .solvers.protocol import Status
    from .solvers.registry import backend_names
    from .sudoku.errors import (
        BackendError,
        DeadlinePassedError,
        GridError,
        PairFileError,
        SudokopieError,
        TransformationError,
        WitnessError,
    )
    from .sudoku.grid import Grid
    from .sudoku.pairfile import Pair, format_pair, parse_pair, read_pair
    from .sudoku.sentences import sentences
    from .sudoku.shape import BoxShape
    from .sudoku.transformation import Instructions, Step, Transformation

__all__ = [
    "Answer",
    "BackendError",
    "BoxShape",
    "Clock",
    "DeadlinePassedError",
    "Encoding",
    "Grid",
    "GridError",
    "Instructions",
    "Pair",
    "PairFileError",
    "Status",
    "Step",
    "SudokopieError",
    "Transformation",
    "TransformationError",
    "WitnessError",
    "backend_names",
    "decide",
    "format_pair",
    "parse_pair",
    "read_pair",
    "sentences",
]
__version__ = "0.1.0"

_MODULES = (
    ".sudoku.errors",
    ".sudoku.shape",
    ".sudoku.grid",
    ".sudoku.transformation",
    ".sudoku.sentences",
    ".sudoku.pairfile",
    ".solvers.clock",
    ".solvers.protocol",
    ".solvers.registry",
    ".encoding.question",
    ".answers.decide",
)
"""The modules that define the public names, the quickest to import first."""


def __getattr__(name: str) -> object:
    """Return a public name, imported when first used, so that the command line starts fast."""
    if name in __all__:
        for module in _MODULES:
            found = vars(import_module(module, __name__))
            if name in found:
                globals()[name] = found[name]
                return found[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, imported or not."""
    return sorted({*globals(), *__all__})
