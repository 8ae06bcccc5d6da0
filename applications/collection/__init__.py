"""Collections of Sudokus: find the copies and near copies among them, and audit a data set."""

from typing import TYPE_CHECKING

from ...base.applications import Application, CommandHelpLine, make_lazy_getattr
from ...base.messages import Message

if TYPE_CHECKING:
    from .audit import AuditResult as AuditResult
    from .duplicates import Classes as Classes
    from .duplicates import SudokuCollection as SudokuCollection
    from .near import near_pairs as near_pairs
    from .remainders import NearPair as NearPair
    from .splitting import Split as Split

_GROUP = Message("One Sudoku, or a collection")

APPLICATION = Application(
    commands=(
        CommandHelpLine(
            "duplicates",
            Message("Which Sudokus in files are copies of each other, or of known ones?"),
            "command_duplicates:duplicates",
            _GROUP,
            after="symmetries",
        ),
        CommandHelpLine(
            "audit",
            Message("Check a data set: copies, wrong solutions, test data that is not new."),
            "command_audit:audit",
            _GROUP,
            after="duplicates",
        ),
        CommandHelpLine(
            "split",
            Message("Divide a data set into training and test data that share no copies."),
            "command_split:split",
            _GROUP,
            after="audit",
        ),
    ),
    library={
        "audit": "audit:audit",
        "duplicates": "gathering:duplicates",
        "labels": "gathering:labels",
        "near_pairs": "near:near_pairs",
        "split": "splitting:split",
    },
    reports={"Audit": "report_audit:AuditReport"},
)

__getattr__ = make_lazy_getattr(
    __name__,
    {
        "AuditResult": "audit:AuditResult",
        "Classes": "duplicates:Classes",
        "SudokuCollection": "duplicates:SudokuCollection",
        "NearPair": "remainders:NearPair",
        "Split": "splitting:Split",
        "near_pairs": "near:near_pairs",
    },
)
