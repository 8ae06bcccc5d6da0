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

from .base import above as _above
from .base import version as _version

TYPE_CHECKING = False  # `typing` is not imported before the command line answers Ctrl-C
if TYPE_CHECKING:
    from .answers.canonical import CanonicalForm, canonical_form
    from .answers.completion import count, is_unique, random_solve, solutions, solve
    from .answers.decide import Answer, decide
    from .answers.nearest import NearestCopy, NearestStatus, nearest
    from .answers.part import PartAnswer, PartStatus, part_of, within
    from .answers.reason import Reason
    from .answers.reasons import why_not
    from .answers.seen_best import SeenBest, Survey, survey
    from .answers.symmetries import Symmetries, symmetries
    from .answers.ways import Ways, all_ways, ways
    from .base.errors import (
        ArgumentError,
        BackendError,
        CatalogueError,
        CheckError,
        DeadlinePassedError,
        EncodingError,
        GridError,
        LimitError,
        PairFileError,
        ProofError,
        SudokopieError,
        TransformationError,
        WitnessError,
    )
    from .catalogue import Catalogue, Source
    from .collection import Classes, Duplicates, least_images, stack
    from .collection.gathering import Place
    from .collection.groups import duplicates
    from .encoding.question import Encoding
    from .proofs.certificate import Certificate, certify
    from .proofs.check import check_certificate
    from .reading.pairfile import Pair, format_pair, parse_pair, read_pair
    from .showing.notebook import as_html
    from .showing.sentences import sentences
    from .solvers.clock import Clock
    from .solvers.protocol import Status
    from .solvers.registry import backend_names
    from .studies.classes import ClassStudy, GridClass
    from .studies.fewest_clues import FewestCluesStudy, ShapeStudy
    from .studies.status import StudyStatus
    from .studies.unavoidable import UnavoidableStudy
    from .sudoku.grid import Grid
    from .sudoku.instructions import Instructions, Step
    from .sudoku.shape import BoxShape
    from .sudoku.text import format_line
    from .sudoku.transformation import Transformation

__all__ = [
    "Answer",
    "ArgumentError",
    "BackendError",
    "BoxShape",
    "CanonicalForm",
    "Catalogue",
    "CatalogueError",
    "Certificate",
    "CheckError",
    "ClassStudy",
    "Classes",
    "Clock",
    "DeadlinePassedError",
    "Duplicates",
    "Encoding",
    "EncodingError",
    "FewestCluesStudy",
    "Grid",
    "GridClass",
    "GridError",
    "Instructions",
    "LimitError",
    "NearestCopy",
    "NearestStatus",
    "Pair",
    "PairFileError",
    "PartAnswer",
    "PartStatus",
    "Place",
    "ProofError",
    "Reason",
    "SeenBest",
    "ShapeStudy",
    "Source",
    "Status",
    "Step",
    "StudyStatus",
    "SudokopieError",
    "Survey",
    "Symmetries",
    "Transformation",
    "TransformationError",
    "UnavoidableStudy",
    "Ways",
    "WitnessError",
    "all_ways",
    "as_html",
    "backend_names",
    "canonical_form",
    "certify",
    "check_certificate",
    "count",
    "decide",
    "duplicates",
    "format_line",
    "format_pair",
    "is_unique",
    "least_images",
    "nearest",
    "parse_pair",
    "part_of",
    "random_solve",
    "read_pair",
    "sentences",
    "solutions",
    "solve",
    "stack",
    "survey",
    "symmetries",
    "ways",
    "why_not",
    "within",
]

__version__ = _version.VERSION

_MODULES = {
    ".answers.canonical": "CanonicalForm canonical_form",
    ".answers.completion": "count is_unique random_solve solutions solve",
    ".answers.decide": "Answer decide",
    ".answers.nearest": "NearestCopy NearestStatus nearest",
    ".answers.part": "PartAnswer PartStatus part_of within",
    ".answers.reason": "Reason",
    ".answers.reasons": "why_not",
    ".answers.seen_best": "SeenBest Survey survey",
    ".answers.symmetries": "Symmetries symmetries",
    ".answers.ways": "Ways all_ways ways",
    ".catalogue": "Catalogue Source",
    ".collection": "Classes Duplicates least_images stack",
    ".collection.gathering": "Place",
    ".collection.groups": "duplicates",
    ".encoding.question": "Encoding",
    ".proofs.certificate": "Certificate certify",
    ".proofs.check": "check_certificate",
    ".showing.notebook": "as_html",
    ".solvers.clock": "Clock",
    ".solvers.protocol": "Status",
    ".solvers.registry": "backend_names",
    ".studies.classes": "ClassStudy GridClass",
    ".studies.fewest_clues": "FewestCluesStudy ShapeStudy",
    ".studies.status": "StudyStatus",
    ".studies.unavoidable": "UnavoidableStudy",
    ".base.errors": "ArgumentError BackendError CatalogueError CheckError "
    "DeadlinePassedError EncodingError GridError LimitError PairFileError ProofError "
    "SudokopieError TransformationError WitnessError",
    ".sudoku.grid": "Grid",
    ".reading.pairfile": "Pair format_pair parse_pair read_pair",
    ".showing.sentences": "sentences",
    ".sudoku.shape": "BoxShape",
    ".sudoku.instructions": "Instructions Step",
    ".sudoku.transformation": "Transformation",
    ".sudoku.text": "format_line",
}
"""The names that each module defines."""

_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Return a public name, imported when first used, so that nobody pays for what others use."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(_MODULE_OF[name], __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return the public names, imported or not."""
    return sorted({*globals(), *__all__})


for _name, _place in (
    ("grid_of_text", "reading.gridfile"),
    ("as_html", "showing.notebook"),
):
    _above.register(_name, f"{__name__}.{_place}:{_name}")
