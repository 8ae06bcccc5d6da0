"""The options with which answers are displayed, helpers that many reports use, and drawings of
grids in characters.
"""

import os
from collections.abc import Collection, Sequence
from gettext import NullTranslations
from typing import NamedTuple

from ..base.messages import ENGLISH, Message
from ..sudoku.allowed_moves import AllowedMoves
from ..sudoku.grid import MOST_LETTERS, CellSet, Grid, draw_cells, format_line
from ..sudoku.transformation import Instructions, Transformation

_LINE = 88
"""The largest length of a paragraph's lines in characters; longer lines are hard to read."""

_PARTS = {
    "turns": Message("turns"),
    "mirrors": Message("mirror images"),
    "bands": Message("bands"),
    "stacks": Message("stacks"),
    "rows": Message("rows"),
    "columns": Message("columns"),
    "digits": Message("digits"),
}


class DisplayOptions(NamedTuple):
    """The options with which answers are displayed: `notation` of steps (`arrows`, `order` or
    `compact`), `words`, the translations into the reader's language, and `columns`, the width of
    the page in characters, None if it is not limited.

    `is_shared` is whether other people will read the answers; folders of this machine are then left
    out of file names.
    """

    notation: str = "arrows"
    words: NullTranslations = ENGLISH
    columns: int | None = None
    is_shared: bool = False

    def translate(self, *messages: Message) -> str:
        """Return messages in the reader's language, joined by spaces."""
        return " ".join(message.translate_to(self.words) for message in messages)

    def name_file(self, path: str) -> str:
        """Return the name under which a file, perhaps with a line number, is displayed: with its
        folder, or without it if the answers are shared.
        """
        return os.path.basename(path) if self.is_shared else path

    def describe_allowed_moves(self, parts: AllowedMoves) -> list[Message]:
        """Return a list with the sentence that names the parts of a transformation (rows, digits,
        ...) that may differ from the identity. The list is empty if all parts may differ.
        """
        if parts.allow_everything:
            return []
        names = ", ".join([self.translate(_PARTS[name]) for name in parts.names])
        return [Message("Nothing but this may differ: {parts}.", parts=names)]

    def write_paragraph(self, *messages: Message) -> str:
        """Return messages in the reader's language as a paragraph, broken into lines that are easy
        to read.
        """
        # imported here, because it is slow to import and few answers need it
        from textwrap import fill

        return fill(self.translate(*messages), min(self.columns or _LINE, _LINE))

    def format_number(self, number: int) -> str:
        """Return a number with a separator after every three digits, as is usual in the reader's
        language.
        """
        return f"{number:,}".replace(",", self.translate(Message(",")))

    def draw_grids(self, *grids: Grid, marked: Sequence[CellSet] = ()) -> str:
        """Return drawings of grids side by side, or below each other, numbered from 1, if the page
        is too narrow.

        `marked` has the cells to mark in each grid; if it is empty, no cell is marked. No line ends
        in white space.

        >>> grid = Grid([[1, 2, 0, 0], [0, 0, 1, 2], [0] * 4, [0] * 4])
        >>> print(DisplayOptions().draw_grids(grid, grid))
         1 2 | . .      1 2 | . .
         . . | 1 2      . . | 1 2
        -----+-----    -----+-----
         . . | . .      . . | . .
         . . | . .      . . | . .
        """
        cells = marked or [frozenset()] * len(grids)
        return side_by_side(list(map(draw_grid, grids, cells)), self.columns)

    def write_sentences(self, instructions: Instructions, start: Grid) -> list[str]:
        """Return a sentence for each step of the instructions. `start` is the grid to which the
        steps are applied.
        """
        from .sentences import make_messages

        return [self.translate(one) for one in make_messages(instructions, self.notation, start)]

    def write_steps(self, title: Message, instructions: Instructions, start: Grid) -> str:
        """Return the steps of the instructions, each in a line of its own, below a title. `start`
        is the grid to which the steps are applied.
        """
        from .sentences import BULLET

        bullet = BULLET if self.notation == "order" else ""
        lines = [bullet + step for step in self.write_sentences(instructions, start)]
        return "\n".join(
            [self.translate(title), *(lines or [self.translate(Message("(nothing to do)"))])]
        )

    def write_both_directions(self, way: Transformation, first: Grid, second: Grid) -> list[str]:
        """Return two texts: the steps that lead from the first grid to the second, and the steps
        that lead back.
        """
        there = self.write_steps(Message("Steps from 1 to 2:"), way.forward(), first)
        return [there, self.write_steps(Message("Steps from 2 to 1:"), way.backward(), second)]

    def make_way_record(
        self, way: Transformation | None, first: Grid, second: Grid | None
    ) -> dict[str, object]:
        """Return the number of steps of a transformation and its steps in both directions, for
        JSON. All three are null if `way` or `second` is None.
        """
        if way is None or second is None:
            return dict.fromkeys(("steps", "forward", "backward"))
        forward = self.json_of_directions(way.forward(), first)
        backward = self.json_of_directions(way.backward(), second)
        return {"steps": way.steps, "forward": forward, "backward": backward}

    def json_of_directions(self, instructions: Instructions, start: Grid) -> dict[str, object]:
        """Return the steps in one direction as an object for JSON: the value of every part of the
        transformation, the order in which the parts are applied, and a sentence for each step.
        """
        order, sentences = instructions.order, self.write_sentences(instructions, start)
        parts = {part: getattr(instructions.parts, part) for part in order}
        return {**parts, "order": order, "sentences": sentences}


def make_only_record(parts: AllowedMoves) -> dict[str, object]:
    """Return the names of the parts of a transformation (rows, digits, ...) that may differ from
    the identity, for JSON, under the key `only`. Return an empty mapping if all parts may differ.
    """
    return {} if parts.allow_everything else {"only": parts.names}


def align_columns(
    rows: Sequence[Sequence[str]], left: Collection[int] = ()
) -> list[tuple[str, ...]]:
    """Pad the texts of a table with spaces, so that all texts in a table column have the same
    width. Table columns are aligned to the right, except those whose numbers (from 0) are in
    `left`.
    """
    columns = []
    for number, column in enumerate(zip(*rows, strict=True)):
        width, to = max(map(len, column)), str.ljust if number in left else str.rjust
        columns.append([to(text, width) for text in column])
    return list(zip(*columns, strict=True))


def write_columns(rows: Sequence[Sequence[str]], left: Collection[int] = ()) -> list[str]:
    """Return table rows as lines of text with aligned columns, two spaces apart. Columns are
    aligned to the right, except those whose numbers (from 0) are in `left`.
    """
    return ["  ".join(row).rstrip() for row in align_columns(rows, left)]


def join_paragraphs(parts: Sequence[str]) -> str:
    """Join texts with a blank line between them."""
    return "\n\n".join(parts)


# Grids and sets of cells: as drawings with lines between boxes, or on a single line

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def draw_grid(grid: Grid, marked: CellSet = frozenset()) -> list[str]:
    """Return a drawing of a grid as lines of the same width."""
    return draw_cells(grid.rows, grid.shape, marked)


def side_by_side(drawings: Sequence[Sequence[str]], width: int | None = None) -> str:
    """Join drawings side by side, or below each other, numbered from 1, if they are wider than
    `width` characters.
    """
    across = ["    ".join(lines).rstrip() for lines in zip(*drawings, strict=True)]
    if width is None or len(drawings) == 1 or max(map(len, across)) <= width:
        return "\n".join(across)
    return "\n\n".join(
        "\n".join([f"{number}:", *(line.rstrip() for line in lines)])
        for number, lines in enumerate(drawings, 1)
    )


def write_on_one_line(grid: Grid) -> str:
    """Return a grid on a single line, as collections contain it. If the grid has more digits than
    there are letters, numbers with separators are used.
    """
    return write_by_rows(grid) if grid.size > MOST_LETTERS else format_line(grid)


def write_by_rows(grid: Grid) -> str:
    """Return a grid on a single line with a space between rows. If the grid has more digits than
    there are letters, numbers with separators are used.

    >>> write_by_rows(Grid([[1, 2], [0, 1]]))
    '12 .1'
    """
    if grid.size > MOST_LETTERS:
        return "  ".join(" ".join(map(str, row)) for row in grid)
    text = format_line(grid)
    return " ".join(text[i : i + grid.size] for i in range(0, len(text), grid.size))


def name_cells(cells: CellSet) -> str:
    """Return the names of cells, such as r1c2 for row 1, column 2, in ascending order.

    >>> name_cells(frozenset({(1, 0), (0, 2)}))
    'r1c3 r2c1'
    """
    return " ".join(f"r{r + 1}c{c + 1}" for r, c in sorted(cells))


def number_cells(cells: CellSet) -> list[list[int]]:
    """Return cells as lists [row, column] for JSON, numbered from 1, in ascending order."""
    return [[r + 1, c + 1] for r, c in sorted(cells)]


def draw_disjoint_sets(grid: Grid, disjoint: Sequence[CellSet], columns: int | None) -> str:
    """Return a drawing of a grid and, beside it, a drawing in which each cell has the letter of the
    set in `disjoint` to which it belongs; these sets have no cells in common. There is no second
    drawing if there are more sets than letters.
    """
    # letters for only some of the sets would mislead
    shown = disjoint if len(disjoint) <= len(_LETTERS) else []
    letters = [["."] * grid.size for _ in range(grid.size)]
    for letter, cells in zip(_LETTERS, shown, strict=False):
        for r, c in cells:
            letters[r][c] = letter
    drawn = [draw_grid(grid), *([draw_cells(letters, grid.shape)] if shown else [])]
    return side_by_side(drawn, columns)
