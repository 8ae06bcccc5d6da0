"""Print all steps from the first Sudoku of a pair to the second, and back. After each step the grid
is printed, and the changed cells are marked.
"""

import re
import sys
from collections.abc import Callable

from ..answers.decide import Answer
from ..base.messages import Message, SharedText
from ..sudoku.grid import MARK, CellSet, Grid
from ..sudoku.transformation import Step, carry_out_step, find_source_cells
from .answer_formatter import AnswerFormatter, draw_grid_as_lines
from .terminal_text import find_unprotected_stream

_LEGEND = Message("(! marks clues that moved with their lines, or were renamed)")


def _find_changed_cells(step: Step, before: Grid, after: Grid) -> CellSet:
    """Return the cells whose clues a step has moved or renamed. `before` and `after` are the grids
    before and after the step, and the result has cells of `after`. If the step turns the whole
    grid, the result is empty.
    """
    if step.part == "rotation":
        return frozenset()
    if step.part == "digits":
        return frozenset(cell for cell in after.cells if before[cell] != after[cell])
    origins = zip(after.cells, enumerate(find_source_cells([step], before.shape)), strict=True)
    return frozenset(cell for cell, (new, old) in origins if after[cell] and new != old)


def print_steps_and_grids_there_and_back(
    answer: Answer, display: AnswerFormatter, wait_after_step: Callable[[], None] = lambda: None
) -> None:
    """Print the steps from the first grid to the second, and back, with the grid after each step.
    `answer` must have the verdict yes. The function `wait_after_step` is called after each step, so
    that the reader can look at the grid.

    Changed clues are coloured on a terminal; they are marked with "!" if the output is not a
    terminal or NO_COLOR is set. The grids are left out if the terminal is too narrow.
    """
    from rich.console import Console

    first, second, transformation = answer.first, answer.second, answer.transformation
    assert transformation is not None
    terminal = find_unprotected_stream(sys.stdout)
    console = Console(file=terminal, highlight=False, emoji=False, markup=False, soft_wrap=True)
    coloured = console.color_system is not None and not console.no_color
    needed = max(map(len, draw_grid_as_lines(first)))
    has_room = not console.is_terminal or console.width >= needed
    if not has_room:
        narrow = Message(
            "The terminal is {columns} columns wide, these Sudokus need {needed}: only the steps."
        )
        console.print(display.translate(narrow.with_values(columns=console.width, needed=needed)))
    legend = "" if coloured or not has_room else display.translate(_LEGEND)
    for title, instructions, grid in (
        (SharedText("there"), transformation.make_instructions(), first),
        (SharedText("back"), transformation.make_undo_instructions(), second),
    ):
        console.print(f"\n\n{display.translate(title)}: {legend}".rstrip(" "))
        if has_room:
            _print_grid(console.print, grid, frozenset(), coloured)
        said, number = display.list_step_sentences(instructions, grid), len(instructions)
        for k, (step, sentence) in enumerate(zip(instructions, said, strict=True), 1):
            before, grid = grid, carry_out_step(step, grid)  # noqa: PLW2901
            heading = display.translate(Message("Step {k} of {number}", k=k, number=number))
            console.print(f"\n{heading}: {sentence}")
            if has_room:
                _print_grid(console.print, grid, _find_changed_cells(step, before, grid), coloured)
            wait_after_step()


def _print_grid(
    print_line: Callable[[object], None], grid: Grid, moved_cells: CellSet, is_coloured: bool
) -> None:
    """Print a drawing of a grid by calling `print_line` for each line. The clues in `moved_cells`
    are printed in colour if `is_coloured` is true; otherwise a mark is printed before each of them.
    """
    from rich.text import Text

    print_line("")
    for line in draw_grid_as_lines(grid, moved_cells):
        text = Text(line.rstrip().replace(MARK, " " if is_coloured else MARK))
        for cell in re.finditer(rf"{MARK}\s*(\S+)", line) if is_coloured else ():
            text.stylize("bold cyan", *cell.span(1))
        print_line(text)
