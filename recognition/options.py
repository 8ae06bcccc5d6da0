"""The options with which a text is recognised."""

from typing import NamedTuple

from ..sudoku.shape import MAX_SIZE, BoxShape


class RecognitionOptions(NamedTuple):
    """The options with which the Sudokus in a text or a table are recognised.

    - `box`: the shape of the boxes; None means the shape that the text or the rules show.
    - `max_size`: the largest number of rows of a grid.
    - `column`: the label, or the number from 1, of the Sudokus that are read, such as
      `data.puzzle`; None means the puzzles that the labels and the Sudokus show.
    - `blank`: the text of a blank cell; None means that it is recognised.
    - `offset`: a number that is subtracted from the number of each cell, so that with 1 the number
      1 is a blank cell.
    - `placed`: whether digits that a player has placed, such as `+5`, are read like clues;
      otherwise their cells are blank.
    """

    box: BoxShape | None = None
    max_size: int = MAX_SIZE
    column: str | int | None = None
    blank: str | None = None
    offset: int = 0
    placed: bool = False


NO_OPTIONS = RecognitionOptions()
