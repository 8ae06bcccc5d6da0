"""The error for a table in which two columns have Sudokus, if a file with one pair is expected."""

from ..base.errors import PairFileError
from ..base.messages import Message, shorten_and_escape
from . import cell_runs
from .file_entry import Entry, split_fields

_BLANKS = frozenset(".0*-_xX")
"""Characters that may be blank cells, and are not compared as digits."""


def make_two_columns_error_or_none(
    source: str, entry: Entry, header: str | None, delimiter: str
) -> PairFileError | None:
    """Return the error for a table in which two columns have Sudokus, so that it is not certain
    which two Sudokus are the pair. Returns None if only one column has Sudokus; a column with the
    solutions of the Sudokus is not counted.

    `source` is the name of the file, and `entry` is a Sudoku of the table. `header` is the line
    with the names of the columns; None if there is none. `delimiter` separates the fields.
    """
    own = entry.raw[slice(*entry.span)].decode(errors="replace") if entry.span else ""
    fields = [field.strip() for field in split_fields(entry.file_lines_as_text, delimiter)]
    if own not in fields:
        return None
    columns = [fields.index(own)]
    for number, cells in enumerate(fields):
        run = cell_runs.find_first_gapless_sudoku_span(
            cells.encode(errors="replace"), entry.shape.size
        )
        if run is None or run[:2] != (0, len(cells)) or len(cells) != len(own):
            continue
        if not (_are_clues_contained(own, cells) or _are_clues_contained(cells, own)):
            columns.append(number)
    if len(columns) < 2:
        return None
    columns.sort()
    names = split_fields(header, delimiter) if header else []
    told = [names[i].strip() if i < len(names) else f"{i + 1}" for i in columns[:2]]
    message = Message(
        "the columns {first} and {second} both have Sudokus; --columns {first},{second} compares "
        "the two in each line, --column {first} takes those of one column",
        first=shorten_and_escape(told[0]),
        second=shorten_and_escape(told[1]),
    )
    return PairFileError(source, entry.line, 1, message)


def _are_clues_contained(puzzle: str, solution: str) -> bool:
    """Return whether each clue of `puzzle` is also in the same cell of `solution`. Both are texts
    with a character for each cell.
    """
    return all(a == b or a in _BLANKS for a, b in zip(puzzle, solution, strict=True))
