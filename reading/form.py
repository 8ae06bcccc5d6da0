"""What the forms of files have in common: how a file is asked to be read, and what they tell of it.

`registry.py` lists the forms, and says what each of them has to be able to do.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from ..base.errors import PairFileError
from ..base.language import Message
from ..sudoku.shape import BoxShape
from .entry import Entry

MAX_SIZE = 36
"""The most cells a side that are read, unless the caller allows more."""

NumberedLine = tuple[int, bytes]
"""A line without its end, and its number from 1."""
NumberedText = tuple[int, str]
"""The same, decoded."""


class Reading(NamedTuple):
    """How a file is read.

    `box` is the shape of the boxes if not the default, `max_size` how many cells a side are read at
    most. `column` chooses the field of a table that holds the Sudokus, by its name in the first
    line or by its number from 1; without it the first that fits is taken.
    """

    box: BoxShape | None = None
    max_size: int = MAX_SIZE
    column: str | int | None = None


class Unwrapped(NamedTuple):
    """The lines that bytes stand for, and how these are read.

    `nothing` is what is found, in words, where no Sudoku stands on them.
    """

    lines: Iterable[NumberedLine]
    how: Reading
    nothing: Message | None = None


class SizeSeen(NamedTuple):
    """How many cells a side the Sudokus have, and the line and the column where that was seen.

    `beyond` is the column of the first cell that is too many, where there are too many.
    """

    size: int
    line: int
    column: int = 1
    beyond: int | None = None


class Sudokus(Protocol):
    """The Sudokus of a file whose form is known; `GridFile` says what its values are."""

    seen: SizeSeen
    is_one_a_line: bool
    header: NumberedText | None
    delimiter: str | None

    def entries(self, shape: BoxShape) -> Iterator[Entry]:
        """Yield them; what is wrong with one is an entry, and a `PairFileError` ends them all."""

    def third(self, entry: Entry) -> PairFileError:
        """Return the error of a pair file that goes on with this entry after two Sudokus."""

    def missing(self, only: Entry) -> PairFileError:
        """Return the error of a pair file that ends after this entry; all has been read then."""
