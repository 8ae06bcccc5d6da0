"""Compare backends (solvers): read instances (pairs of Sudokus or formulas), run each backend on
each instance in a separate process, record the runs, and summarise the records.
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
