"""The formatter of answers: the language, and methods that many reports use, for example to draw
grids in text characters.
"""

import os
import re
from collections.abc import Collection, Sequence
from gettext import NullTranslations
from typing import NamedTuple

from ..base.messages import ENGLISH, Message, SharedText
from ..sudoku.allowed_moves import AllowedMoves
from ..sudoku.grid import (
    MOST_LETTERS,
    CellSet,
    Grid,
    draw_cell_lines,
    format_line,
    format_number_rows,
)
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


class AnswerFormatter(NamedTuple):
    """A formatter of messages, numbers, steps and grids for the reader of an answer.

    - `notation`: the style in which steps are written: "arrows", "order" or "compact".
    - `words`: the translations into the reader's language.
    - `columns`: the width of the output in characters; None means that it is not limited.
    - `is_shared`: whether other people will read the answers. File names are then shown without the
      folders of this machine.
    """

    notation: str = "arrows"
    words: NullTranslations = ENGLISH
    columns: int | None = None
    is_shared: bool = False

    @property
    def language(self) -> str:
        """The code of the reader's language, such as "de"."""
        return self.words.info().get("language", "en")

    @property
    def max_paragraph_line_length(self) -> int:
        """The largest number of characters on a line of a paragraph: the width of the output, but
        not more than is easy to read.
        """
        return min(self.columns or _LINE, _LINE)

    def translate(self, *messages: Message) -> str:
        """Return messages as text in the reader's language, joined by spaces."""
        return " ".join(message.translate_to(self.words) for message in messages)

    def format_file_name(self, path: str) -> str:
        """Return the name of a file as it is shown to the reader: without the folder if other
        people will read the answers, otherwise with it. A line number at the end of `path` is kept.
        """
        return os.path.basename(path) if self.is_shared else path

    def make_allowed_moves_messages(self, allowed_moves: AllowedMoves) -> list[Message]:
        """Return a list with one sentence that names the allowed kinds of moves, such as exchanging
        rows or renaming digits. The list is empty if all kinds are allowed.
        """
        if allowed_moves.allows_everything:
            return []
        names = ", ".join([self.translate(_PARTS[name]) for name in allowed_moves.names])
        return [Message("Only these changes were allowed: {parts}.", parts=names)]

    def format_messages_as_paragraph(self, *messages: Message) -> str:
        """Return messages as a paragraph of text in the reader's language. The lines are short
        enough to be read easily.
        """
        # The import is slow, and few answers need it.
        from textwrap import fill

        return fill(self.translate(*messages), self.max_paragraph_line_length)

    def format_numbered_entry(self, items: Sequence[str], number: int) -> str:
        """Return an entry of a numbered list as text: `number` in brackets, then the `items` of the
        entry, such as steps, with semicolons between them. If the items do not fit on one line, all
        lines after the first are indented, and lines are broken between items; only an item that is
        longer than a line is divided.
        """
        from textwrap import wrap

        start = f"({number}) "
        indent, lines = " " * len(start), [""]
        for item in [*[f"{item};" for item in items[:-1]], *items[-1:]]:
            room = max(20, self.max_paragraph_line_length - len(indent))
            if lines[-1] and len(lines[-1]) + 1 + len(item) <= room:
                lines[-1] += f" {item}"
                continue
            # No line ends within a move such as 1 -> 2. A cycle such as 1 -> 2 -> 3 -> 1 may be
            # longer than a line, which ends after one of its arrows.
            unbroken = re.sub(r" -> (?=\d+ ->)", "\0-> ", item).replace(" -> ", "\0->\0")
            pieces = wrap(unbroken, room) or [""]
            lines += [piece.replace("\0", " ") for piece in pieces]
        return start + f"\n{indent}".join(lines[1:])

    def format_number(self, number: int) -> str:
        """Return a number with a separator after every three digits, as is usual in the reader's
        language.
        """
        return f"{number:,}".replace(",", self.translate(Message(",")))

    def draw_grids(self, *grids: Grid, marked: Sequence[CellSet] = ()) -> str:
        """Return drawings of grids side by side, as one text. If the output is too narrow, the
        drawings are below each other and are numbered from 1. `marked` has the cells to mark in
        each grid; if it is empty, no cell is marked.

        No line ends in white space.

        >>> grid = Grid([[1, 2, 0, 0], [0, 0, 1, 2], [0] * 4, [0] * 4])
        >>> print(AnswerFormatter().draw_grids(grid, grid))
         1 2 | . .      1 2 | . .
         . . | 1 2      . . | 1 2
        -----+-----    -----+-----
         . . | . .      . . | . .
         . . | . .      . . | . .
        """
        cells = marked or [frozenset()] * len(grids)
        return join_drawings(list(map(draw_grid_as_lines, grids, cells)), self.columns)

    def list_step_sentences(self, instructions: Instructions, start_grid: Grid) -> list[str]:
        """Return one sentence for each step of `instructions`, in the reader's language.
        `start_grid` is the grid to which the steps are applied.
        """
        from .sentences import make_step_messages

        return [
            self.translate(one)
            for one in make_step_messages(instructions, self.notation, start_grid)
        ]

    def format_steps(self, title: Message, instructions: Instructions, start_grid: Grid) -> str:
        """Return a text with a title and, below it, one line for each step of `instructions`.
        `start_grid` is the grid to which the steps are applied.
        """
        from .sentences import BULLET

        bullet = BULLET if self.notation == "order" else ""
        lines = [bullet + step for step in self.list_step_sentences(instructions, start_grid)]
        return "\n".join(
            [self.translate(title), *(lines or [self.translate(Message("(nothing to do)"))])]
        )

    def list_step_texts_there_and_back(
        self, transformation: Transformation, first: Grid, second: Grid
    ) -> list[str]:
        """Return two texts about `transformation`: one lists the steps from the first grid to the
        second, and one the steps back.
        """
        there = Message("{title}:", title=SharedText("there"))
        back = Message("{title}:", title=SharedText("back"))
        return [
            self.format_steps(there, transformation.make_instructions(), first),
            self.format_steps(back, transformation.make_undo_instructions(), second),
        ]

    def make_transformation_record(
        self, transformation: Transformation | None, first: Grid, second: Grid | None
    ) -> dict[str, object]:
        """Return three keys and values for JSON: the number of steps of `transformation`, the steps
        from `first` to `second`, and the steps back. All three values are None if `transformation`
        or `second` is None.
        """
        if transformation is None or second is None:
            return dict.fromkeys(("steps", "forward", "backward"))
        forward = self.make_instructions_record(transformation.make_instructions(), first)
        backward = self.make_instructions_record(transformation.make_undo_instructions(), second)
        return {"steps": transformation.steps, "forward": forward, "backward": backward}

    def make_instructions_record(
        self, instructions: Instructions, start_grid: Grid
    ) -> dict[str, object]:
        """Return steps as a dictionary for JSON. It has the new order of each part of the
        transformation, such as the bands; as `order` the sequence in which these parts are applied;
        and as `sentences` a sentence for each step. `start_grid` is the grid to which the steps are
        applied.
        """
        sentences = self.list_step_sentences(instructions, start_grid)
        return {**make_transformation_parts_record(instructions), "sentences": sentences}


def make_transformation_parts_record(instructions: Instructions) -> dict[str, object]:
    """Return the parts of a transformation as a dictionary for JSON. It has a key for each part,
    such as `bands`, whose value is, for example, the new order of the bands. The key `order` lists
    the names of the parts in the sequence in which the parts are applied.
    """
    order = instructions.order
    return {**{part: getattr(instructions.parts, part) for part in order}, "order": order}


def make_allowed_moves_record(allowed_moves: AllowedMoves) -> dict[str, object]:
    """Return a dictionary for JSON. Its key `only` has the list of the allowed kinds of moves, such
    as "rows" or "digits". The dictionary is empty if all kinds are allowed.
    """
    return {} if allowed_moves.allows_everything else {"only": allowed_moves.names}


def pad_table_columns(
    rows: Sequence[Sequence[str]], left_aligned_indices: Collection[int] = ()
) -> list[tuple[str, ...]]:
    """Return the rows of a table with spaces added to their texts, so that all texts in a column
    have the same width. Texts are aligned to the right, except in the columns whose indices (from
    0) are in `left_aligned_indices`.
    """
    columns = []
    for number, column in enumerate(zip(*rows, strict=True)):
        width, to = (
            max(map(len, column)),
            str.ljust if number in left_aligned_indices else str.rjust,
        )
        columns.append([to(text, width) for text in column])
    return list(zip(*columns, strict=True))


def format_table_as_lines(
    rows: Sequence[Sequence[str]], left_aligned_indices: Collection[int] = ()
) -> list[str]:
    """Return the rows of a table as lines of text with aligned columns, two spaces apart. Texts are
    aligned to the right, except in the columns whose indices (from 0) are in
    `left_aligned_indices`.
    """
    return ["  ".join(row).rstrip() for row in pad_table_columns(rows, left_aligned_indices)]


def format_markdown_table(
    rows: Sequence[Sequence[str]], first_right_aligned_column: int = 1
) -> str:
    """Return a Markdown table with aligned columns. The columns from index
    `first_right_aligned_column` on are aligned to the right.
    """
    head, *others = pad_table_columns(rows, range(first_right_aligned_column))
    rule = ["-" * len(cell) for cell in head]
    rule[first_right_aligned_column:] = [
        f"{line[1:]}:" for line in rule[first_right_aligned_column:]
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *others))


def join_paragraphs(paragraphs: Sequence[str]) -> str:
    """Join texts with a blank line between them."""
    return "\n\n".join(paragraphs)


# Grids and sets of cells: as drawings with lines between boxes, or on a single line

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def draw_grid_as_lines(grid: Grid, marked_cells: CellSet = frozenset()) -> list[str]:
    """Return a drawing of a grid in text characters, as a list of lines that all have the same
    width. The cells in `marked_cells` are marked.
    """
    return draw_cell_lines(grid.rows, grid.shape, marked_cells)


def join_drawings(drawings: Sequence[Sequence[str]], width: int | None = None) -> str:
    """Return drawings side by side as one text. If this text would be wider than `width`
    characters, the drawings are below each other and numbered from 1. A drawing is a list of lines.
    """
    across = ["    ".join(lines).rstrip() for lines in zip(*drawings, strict=True)]
    if width is None or len(drawings) == 1 or max(map(len, across)) <= width:
        return "\n".join(across)
    return "\n\n".join(
        "\n".join([f"{number}:", *(line.rstrip() for line in lines)])
        for number, lines in enumerate(drawings, 1)
    )


def format_grid_on_one_line(grid: Grid) -> str:
    """Return a grid as a single line of text without spaces, one character for each cell, as in
    files with many Sudokus. Grids with more digits than there are letters are written as numbers
    with spaces.
    """
    return (
        format_grid_with_spaces_between_rows(grid)
        if grid.size > MOST_LETTERS
        else format_line(grid)
    )


def format_grid_with_spaces_between_rows(grid: Grid) -> str:
    """Return a grid as a single line of text, one character for each cell, with a space between
    rows. Grids with more digits than there are letters are written as numbers with spaces.

    >>> format_grid_with_spaces_between_rows(Grid([[1, 2], [0, 1]]))
    '12 .1'
    """
    if grid.size > MOST_LETTERS:
        return "  ".join(format_number_rows(grid))
    text = format_line(grid)
    return " ".join(text[i : i + grid.size] for i in range(0, len(text), grid.size))


def format_cell_names(cells: CellSet) -> str:
    """Return the names of cells as text, in ascending order. A name such as r1c2 means row 1,
    column 2.

    >>> format_cell_names(frozenset({(1, 0), (0, 2)}))
    'r1c3 r2c1'
    """
    return " ".join(f"r{r + 1}c{c + 1}" for r, c in sorted(cells))


def make_json_cells(cells: CellSet) -> list[list[int]]:
    """Return cells for JSON, as lists [row, column] in ascending order. Rows and columns are
    numbered from 1.
    """
    return [[r + 1, c + 1] for r, c in sorted(cells)]


def draw_grid_and_disjoint_sets(
    grid: Grid, disjoint_sets: Sequence[CellSet], page_width: int | None
) -> str:
    """Return two drawings side by side as one text: a grid, and some sets of its cells,
    `disjoint_sets`. No cell is in two sets; each cell of a set has the letter of the set. If there
    are more sets than letters, only the grid is drawn.

    `page_width` is the largest width in characters; None means that it is not limited.
    """
    # Letters for only some of the sets would mislead the reader.
    shown = disjoint_sets if len(disjoint_sets) <= len(_LETTERS) else []
    letters = [["."] * grid.size for _ in range(grid.size)]
    for letter, cells in zip(_LETTERS, shown, strict=False):
        for r, c in cells:
            letters[r][c] = letter
    drawn = [draw_grid_as_lines(grid), *([draw_cell_lines(letters, grid.shape)] if shown else [])]
    return join_drawings(drawn, page_width)
