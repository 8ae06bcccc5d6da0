"""The table of all kinds of questions, by the name that files use for each kind.

A new question needs a file in this folder and a line in `QUESTIONS`.
"""

from ..base.registry import Registry

QUESTIONS = Registry(
    {
        "copy": "questions.copy:Copy",
        "nearest": "questions.nearest:SoManyAgree",
        "within": "questions.within:Within",
        "canonical": "questions.canonical:BetterCopy",
        "completion": "questions.completion:Completable",
        "symmetry": "questions.symmetry:Symmetry",
        "steps": "questions.copy:CopyByFewSteps",
        "other-solution": "questions.completion:HasOtherSolution",
        "other-symmetries": "questions.symmetry:HasOtherSymmetries",
    },
    added_by="questions",
)
"""The classes of the questions that a header or a certificate can contain, by their `NAME`."""
