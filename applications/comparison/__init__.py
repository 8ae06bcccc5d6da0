"""Backends compared: instances, runs in processes of their own, records, and their sums."""

from ...base.applications import Application, Listing
from ...base.messages import Message

APPLICATION = Application(
    commands=(
        Listing(
            "compare",
            Message("Compare solvers (not Sudokus): times and wrong answers."),
            "command_compare:compare",
            Message("Solvers and proofs"),
            after="check",
        ),
    ),
    options={"export": "export_suite:SUITE"},
)
