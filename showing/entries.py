"""What a page shows of an answer: what is said, grids, and the steps from one to another.

The page and its player know nothing else of what was asked.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from ..base.language import Message
from ..sudoku.grid import CellSet, Grid
from ..sudoku.instructions import Instructions
from ..sudoku.transformation import Transformation


class Tone(StrEnum):
    """How an answer is coloured, never alone: the words say it too."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    WRONG = "wrong"


_TONES = {
    "different": Tone.NO,
    "no part": Tone.NO,
    "not reached": Tone.NO,
    "none": Tone.NO,
    "undecided": Tone.UNKNOWN,
}


def tone_of(status: str) -> Tone:
    """Return the tone of an answer, given in a word."""
    return _TONES.get(status, Tone.YES)


class Picture(NamedTuple):
    """A grid under a title, with some cells marked."""

    title: Message
    grid: Grid
    marked: CellSet = frozenset()


def first_picture(grid: Grid, marked: CellSet = frozenset()) -> Picture:
    """Return the picture of the first of two Sudokus."""
    return Picture(Message("Sudoku 1"), grid, marked)


def second_picture(grid: Grid, marked: CellSet = frozenset()) -> Picture:
    """Return the picture of the second of two Sudokus."""
    return Picture(Message("Sudoku 2"), grid, marked)


class Track(NamedTuple):
    """Instructions that lead from one picture of an entry to another; both are counted from 0.

    One that leads to an earlier picture is the way back. Where `at_once` says what the steps are
    together, all that move cells are played as one, under these words.
    """

    title: Message
    begins: int
    ends: int
    instructions: Instructions
    at_once: Message | None = None


def tracks_there_and_back(way: Transformation) -> tuple[Track, Track]:
    """Return the tracks from the first picture to the second, and back."""
    return (
        Track(Message("From 1 to 2"), 0, 1, way.forward()),
        Track(Message("From 2 to 1"), 1, 0, way.backward()),
    )


def towards(
    pictures: Sequence[Picture], way: Transformation | None
) -> tuple[Sequence[Picture], Sequence[Track]]:
    """Add the picture and the track of steps that bring the first grid near the second."""
    if way is None or not way.steps:
        return pictures, ()
    image = Picture(Message("After the steps"), way.apply(pictures[0].grid))
    return [*pictures, image], [Track(Message("The steps"), 0, 2, way.forward())]


class PageEntry(NamedTuple):
    """What a page says about a file, and what there is to look at.

    Of the sentences in `said`, the first one is the answer, in its tone. `notes` stand at the end,
    as a list with a title.
    """

    name: str
    tone: Tone
    said: Sequence[str]
    pictures: Sequence[Picture] = ()
    tracks: Sequence[Track] = ()
    notes_title: Message | None = None
    notes: Sequence[str] = ()
