"""All questions by name. A new one is a file here, and a line in `QUESTIONS`."""

from importlib import import_module
from typing import NamedTuple

TYPE_CHECKING = False  # the command line needs only the names
if TYPE_CHECKING:
    from .question import Question


class Registered(NamedTuple):
    """Where a question stands, and how the command line asks it.

    `place` is `module:class`. `asked` is the question in the help of `sudokopie export`, None where
    that does not ask it; `options` are those of its options that only go with this question.
    """

    place: str
    asked: str | None = None
    options: tuple[str, ...] = ()


QUESTIONS = {
    "copy": Registered("copy:Copy", "is the second Sudoku a copy", ("--refined", "--cells")),
    "nearest": Registered(
        "nearest:SoManyAgree",
        "how many clues can agree (or can K)",
        ("--at-least", "--count-blanks"),
    ),
    "within": Registered("within:Within", "is one a copy with clues left out"),
    "canonical": Registered(
        "canonical:BetterCopy", "of one Sudoku: is there a lesser copy", ("--form",)
    ),
    "clues": Registered(
        "clues:FewClues",
        "how few clues (or do K) meet all small unavoidable sets",
        ("--at-most", "--size"),
    ),
    "completion": Registered("completion:Completable", "can it be completed"),
    "symmetry": Registered("symmetry:Symmetry", "has it a symmetry"),
    "steps": Registered("copy:CopyByFewSteps"),
    "other-solution": Registered("completion:HasOtherSolution"),
    "other-symmetries": Registered("symmetry:HasOtherSymmetries"),
}
"""In the order in which help names them."""

ASKED = {name: one.asked for name, one in QUESTIONS.items() if one.asked is not None}
"""The questions that the command line asks, each as its help has it."""


def find_question(name: str) -> "type[Question]":
    """Return a question by its name; raise `KeyError` for any other.

    >>> find_question("copy").__name__
    'Copy'
    """
    module, _, question = QUESTIONS[name].place.partition(":")
    found: type[Question] = getattr(import_module(f".{module}", __package__), question)
    return found
