"""The table of all kinds of questions, by the name that files use for each kind.

A new question needs a file in this folder and a line in `QUESTIONS`.
"""

from ..base.registry import Registry

QUESTIONS = Registry(
    {
        "copy": "questions.copy:IsCopy",
        "nearest": "questions.nearest:HowManyCellsAgree",
        "within": "questions.within:IsCopyWithCluesLeftOut",
        "canonical": "questions.canonical:HasBetterCopy",
        "completion": "questions.completion:HasSolution",
        "symmetry": "questions.symmetry:HasSymmetry",
        "steps": "questions.copy:IsCopyByFewSteps",
        "other-solution": "questions.completion:HasOtherSolution",
        "least-images": "questions.broken_symmetry:IsCopyByLeastImages",
        "other-symmetries": "questions.symmetry:HasOtherSymmetries",
    },
    application_field="questions",
)
"""The classes of the questions that a header or a certificate can contain, by their `NAME`."""
