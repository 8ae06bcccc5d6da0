"""A Sudoku in several lines: rows of cells with frames, bars and rules, or without any."""

from .cells import is_title, row_of
from .head import Head, text_of
from .lines import decoded
from .several_lines import Rows, SeveralLines


def recognised(head: Head) -> SeveralLines:
    """Return the Sudokus; raise `PairFileError` where no row of one is on any line."""
    lines = ((number, decoded(head.source, number, line)) for number, line in head.rest)
    return SeveralLines(head, Rows(head, lines, dashes=_dashes(head)))


def _dashes(head: Head) -> int:
    """Return how many dashes make a row of blanks if - stands for blank here, else 0."""
    for _, line in head.content:
        text = text_of(line)
        chars = set(text) - {*"| \t"}
        if "-" in chars and "".join(chars - {"-"}).isalnum():
            row = row_of(1, text)
            return 0 if is_title(text, row, None) else len(row.cells)
    return 0
