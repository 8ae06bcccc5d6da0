"""The choices of the caller that the recogniser follows."""

from typing import NamedTuple

from ..sudoku.shape import BoxShape
from .meaning import SignOptions


class Options(NamedTuple):
    """The choices of the caller, each None if the caller leaves it to the recogniser.

    - `box`: the shape of the boxes.
    - `max_size`: the most rows of a Sudoku.
    - `blank`: the token of a blank cell.
    - `offset`: the number that is subtracted from each token.
    - `column`: the heading of the column with the Sudokus, or its number from 1.
    - `placed`: whether digits that a player has placed, which have a + before them, are read.
    """

    box: BoxShape | None = None
    max_size: int = 36
    blank: str | None = None
    offset: int = 0
    column: str | int | None = None
    placed: bool = False

    @property
    def signs(self) -> SignOptions:
        """The choices about the tokens of Sudokus."""
        return SignOptions(self.blank, self.offset, self.placed)
