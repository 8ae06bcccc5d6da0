"""The comparison of backends: instances, runs in separate processes, their records, and
summaries.
"""

from ...base.applications import Application, CommandHelpLine
from ...base.messages import Message

APPLICATION = Application(
    commands=(
        CommandHelpLine(
            "compare",
            Message("Compare solvers (not Sudokus): times and wrong answers."),
            "command_compare:compare",
            Message("Solvers and proofs"),
            after="check",
        ),
    ),
    options={"export": "export_suite:SUITE"},
)
