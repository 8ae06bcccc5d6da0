"""How a proof came about."""

from typing import NamedTuple

from ..sudoku.language import Message


class Way(NamedTuple):
    """How a proof came about: which backend wrote it, who gave the hints, and who checked it.

    `hints` is the backend itself, drat-trim, or sudokopie; `checker` is one of `CHECKERS`, or ours.
    """

    solver: str
    hints: str
    checker: str

    @property
    def sentence(self) -> Message:
        """The same in words."""
        return Message(
            "Proof by {solver}, hints by {hints}, checked by {checker}.", **self._asdict()
        )
