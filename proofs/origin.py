"""Where a proof is from."""

from typing import NamedTuple

from ..base.language import Message


class Origin(NamedTuple):
    """Where a proof is from: which backend wrote it, who gave the hints, and who checked it.

    `hints` is the backend itself, drat-trim, or sudokopie; `checker` is one of `CHECKERS`, or ours.
    `lines` is how long the proof is that was checked.
    """

    solver: str
    hints: str
    checker: str
    lines: int

    @property
    def sentence(self) -> Message:
        """The same in words."""
        return Message(
            "Proof of {lines} lines by {solver}, hints by {hints}, checked by {checker}.",
            **self._asdict(),
        )
