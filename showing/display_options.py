"""The manner in which a reader wants answers, what many of them say, and grids in characters."""

import os
from collections.abc import Collection, Sequence
from gettext import NullTranslations
from typing import NamedTuple

from ..base.messages import ENGLISH, Message
from ..sudoku.allowed_moves import AllowedMoves
from ..sudoku.grid import MOST_LETTERS, CellSet, Grid, draw_cells, format_line
from ..sudoku.transformation import Instructions, Transformation

_LINE = 88
"""How long the lines of a paragraph are at most, so that they read well."""

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
    """How a reader wants answers: notation of steps, language, columns of the page, None for any.

    `is_shared`: others read them too, whom the folders of this machine do not concern.
    """

    notation: str = "arrows"
    words: NullTranslations = ENGLISH
    columns: int | None = None
    is_shared: bool = False

    def translate(self, *messages: Message) -> str:
        """Return sentences, one after another."""
        return " ".join(message.translate_to(self.words) for message in messages)

    def name_file(self, path: str) -> str:
        """Return how a file is named, maybe with a line: with its folder, unless that is shared."""
        return os.path.basename(path) if self.is_shared else path

    def describe_allowed_moves(self, parts: AllowedMoves) -> list[Message]:
        """Return the sentence that says what alone may differ; none where that is everything."""
        if parts.are_all:
            return []
        names = ", ".join([self.translate(_PARTS[name]) for name in parts.names])
        return [Message("Nothing but this may differ: {parts}.", parts=names)]

    def write_paragraph(self, *messages: Message) -> str:
        """Return sentences in lines that read well."""
        from textwrap import fill  # which compiles much that few answers need

        return fill(self.translate(*messages), min(self.columns or _LINE, _LINE))

    def format_number(self, number: int) -> str:
        """Return a number with its digits in threes, as the language has it."""
        return f"{number:,}".replace(",", self.translate(Message(",")))

    def draw_grids(self, *grids: Grid, marked: Sequence[CellSet] = ()) -> str:
        """Return grids drawn side by side, or below each other where the page is too narrow.

        Below each other they are numbered. `marked` are the cells of each that are marked, if any
        are. No line ends in white space.

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
        """Return a sentence for each step."""
        from .sentences import make_messages

        return [self.translate(one) for one in make_messages(instructions, self.notation, start)]

    def write_steps(self, title: Message, instructions: Instructions, start: Grid) -> str:
        """Return steps, one a line, under their title."""
        from .sentences import BULLET

        bullet = BULLET if self.notation == "order" else ""
        lines = [bullet + step for step in self.write_sentences(instructions, start)]
        return "\n".join(
            [self.translate(title), *(lines or [self.translate(Message("(nothing to do)"))])]
        )

    def write_both_directions(self, way: Transformation, first: Grid, second: Grid) -> list[str]:
        """Return the steps that lead from one grid to another, and those that lead back."""
        there = self.write_steps(Message("Steps from 1 to 2:"), way.forward(), first)
        return [there, self.write_steps(Message("Steps from 2 to 1:"), way.backward(), second)]

    def json_of_way(
        self, way: Transformation | None, first: Grid, second: Grid | None
    ) -> dict[str, object]:
        """Return for JSON how many steps there are, and both directions; null without a way."""
        if way is None or second is None:
            return dict.fromkeys(("steps", "forward", "backward"))
        forward = self.json_of_directions(way.forward(), first)
        backward = self.json_of_directions(way.backward(), second)
        return {"steps": way.steps, "forward": forward, "backward": backward}

    def json_of_directions(self, instructions: Instructions, start: Grid) -> dict[str, object]:
        """Return for JSON every part, the order of the parts, and the same in sentences."""
        order, sentences = instructions.order, self.write_sentences(instructions, start)
        parts = {part: getattr(instructions.parts, part) for part in order}
        return {**parts, "order": order, "sentences": sentences}


def make_only_record(parts: AllowedMoves) -> dict[str, object]:
    """Return for JSON which parts alone may differ; nothing where that is everything."""
    return {} if parts.are_all else {"only": parts.names}


def align_columns(
    rows: Sequence[Sequence[str]], left: Collection[int] = ()
) -> list[tuple[str, ...]]:
    """Return rows with columns of one width each: to the right, those in `left` to the left."""
    columns = []
    for number, column in enumerate(zip(*rows, strict=True)):
        width, to = max(map(len, column)), str.ljust if number in left else str.rjust
        columns.append([to(text, width) for text in column])
    return list(zip(*columns, strict=True))


def write_columns(rows: Sequence[Sequence[str]], left: Collection[int] = ()) -> list[str]:
    """Return rows as lines, `align_columns`."""
    return ["  ".join(row).rstrip() for row in align_columns(rows, left)]


def join_paragraphs(parts: Sequence[str]) -> str:
    """Return parts with a blank line between them."""
    return "\n\n".join(parts)


# Grids and sets of cells: drawn, boxes marked by lines, or on one line

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def draw_grid(grid: Grid, marked: CellSet = frozenset()) -> list[str]:
    """Return the lines of a drawing, all of one width."""
    return draw_cells(grid.rows, grid.shape, marked)


def side_by_side(drawings: Sequence[Sequence[str]], width: int | None = None) -> str:
    """Return drawings next to each other, or below each other where `width` are too few."""
    across = ["    ".join(lines).rstrip() for lines in zip(*drawings, strict=True)]
    if width is None or len(drawings) == 1 or max(map(len, across)) <= width:
        return "\n".join(across)
    return "\n\n".join(
        "\n".join([f"{number}:", *(line.rstrip() for line in lines)])
        for number, lines in enumerate(drawings, 1)
    )


def write_on_one_line(grid: Grid) -> str:
    """Return a grid as collections have it; with separators where there are no letters left."""
    return write_by_rows(grid) if grid.size > MOST_LETTERS else format_line(grid)


def write_by_rows(grid: Grid) -> str:
    """Return a grid on one line, a space between rows; large grids as numbers with separators.

    >>> write_by_rows(Grid([[1, 2], [0, 1]]))
    '12 .1'
    """
    if grid.size > MOST_LETTERS:
        return "  ".join(" ".join(map(str, row)) for row in grid)
    text = format_line(grid)
    return " ".join(text[i : i + grid.size] for i in range(0, len(text), grid.size))


def name_cells(cells: CellSet) -> str:
    """Return cells as r1c2 (row 1, column 2), in order.

    >>> name_cells(frozenset({(1, 0), (0, 2)}))
    'r1c3 r2c1'
    """
    return " ".join(f"r{r + 1}c{c + 1}" for r, c in sorted(cells))


def number_cells(cells: CellSet) -> list[list[int]]:
    """Return cells for JSON as [row, column] from 1, in order."""
    return [[r + 1, c + 1] for r, c in sorted(cells)]


def draw_disjoint_sets(grid: Grid, disjoint: Sequence[CellSet], columns: int | None) -> str:
    """Return the grid drawn, beside it disjoint sets of its cells, each with a letter."""
    shown = disjoint if len(disjoint) <= len(_LETTERS) else []  # some letters would mislead
    letters = [["."] * grid.size for _ in range(grid.size)]
    for letter, cells in zip(_LETTERS, shown, strict=False):
        for r, c in cells:
            letters[r][c] = letter
    drawn = [draw_grid(grid), *([draw_cells(letters, grid.shape)] if shown else [])]
    return side_by_side(drawn, columns)
