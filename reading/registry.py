"""The forms of files that are read, in the order in which they are asked whether a file is theirs.

This is the only file that knows them all. A new form is a file of this room and a line here: a
`Wrapping` if its bytes are no lines of text with cells on them, else a `LineForm`. Either raises
`PairFileError` for what can be of no other form, but is broken.
"""

from importlib import import_module
from typing import Protocol, cast

from ..base.language import Message
from .form import Reading, Sudokus, Unwrapped
from .head import Head
from .lines import Lines

WRAPPINGS = {
    "parquet": (b"PAR1",),
    "opensudoku": (b"<",),
    "json_array": (b"[", b"{"),
}
"""How files of each may begin, perhaps after white space: so that few are imported for one file."""

LINE_FORMS = (
    "json_lines",
    "table",
    "one_a_line",
    "spaces",
    "drawn",
)
"""The last of them takes all that is left, and says what is wrong with it."""


class Wrapping(Protocol):
    """A form of bytes that stand for lines."""

    def unwrapped(self, lines: Lines, how: Reading) -> Unwrapped | None:
        """Return the lines in bytes that begin with `lines.start`; None for another form."""


class LineForm(Protocol):
    """A form of Sudokus on lines."""

    def recognised(self, head: Head) -> Sudokus | None:
        """Return the Sudokus of a file that begins so; None for another form."""


def unwrapped(lines: Lines, how: Reading) -> Unwrapped:
    """Return the lines of the first wrapping that the bytes are of, else those that they are."""
    start = lines.start.lstrip()
    for name, starts in WRAPPINGS.items():
        if start.startswith(starts):
            wrapping = cast("Wrapping", import_module(f".{name}", __package__))
            if (found := wrapping.unwrapped(lines, how)) is not None:
                return found._replace(lines=lines.not_too_long(found.lines))
    return Unwrapped(lines, how, Message("an empty file") if not lines.start else None)


def recognised(head: Head) -> Sudokus:
    """Return the Sudokus of the first form that a file is of; raise `PairFileError` for none."""
    for name in LINE_FORMS:
        form = cast("LineForm", import_module(f".{name}", __package__))
        if (found := form.recognised(head)) is not None:
            return found
    raise head.without_sudoku()
