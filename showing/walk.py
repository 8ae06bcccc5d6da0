"""A walk from one Sudoku to the other and back: the grid after each step, what moved marked."""

import re
import sys
from collections.abc import Callable

from ..answers.decide import Answer
from ..base.language import Message
from ..sudoku.grid import MARK, CellSet, Grid
from ..sudoku.transformation import Step, carry_out, sources
from .manner import Manner, drawing
from .terminal_text import unguarded

_LEGEND = Message("(! marks clues that moved with their lines, or were renamed)")


def _moved(step: Step, before: Grid, after: Grid) -> CellSet:
    """Return the cells with clues that moved with their lines, not by a turn, or were renamed."""
    if step.part == "rotation":
        return frozenset()
    if step.part == "digits":
        return frozenset(cell for cell in after.cells if before[cell] != after[cell])
    origins = zip(after.cells, enumerate(sources([step], before.shape)), strict=True)
    return frozenset(cell for cell, (new, old) in origins if after[cell] and new != old)


def print_walk(answer: Answer, manner: Manner, wait: Callable[[], None] = lambda: None) -> None:
    """Print the walk of a yes from the first grid to the second and back; call `wait` at each step.

    What moved is coloured on a terminal, and marked elsewhere or where NO_COLOR is set.
    """
    from rich.console import Console

    first, second, transformation = answer.first, answer.second, answer.transformation
    assert transformation is not None
    terminal = unguarded(sys.stdout)
    console = Console(file=terminal, highlight=False, emoji=False, markup=False, soft_wrap=True)
    coloured = console.color_system is not None and not console.no_color
    needed = max(map(len, drawing(first)))
    has_room = not console.is_terminal or console.width >= needed
    if not has_room:
        narrow = Message(
            "The terminal is {columns} columns wide, these Sudokus need {needed}: only the steps."
        )
        console.print(manner.say(narrow.filled(columns=console.width, needed=needed)))
    legend = "" if coloured or not has_room else manner.say(_LEGEND)
    for title, instructions, grid in (
        (Message("From 1 to 2:"), transformation.forward(), first),
        (Message("Back from 2 to 1:"), transformation.backward(), second),
    ):
        console.print(f"\n\n{manner.say(title)} {legend}".rstrip(" "))
        if has_room:
            _print_grid(console.print, grid, frozenset(), coloured)
        said, number = manner.sentences(instructions, grid), len(instructions)
        for k, (step, sentence) in enumerate(zip(instructions, said, strict=True), 1):
            before, grid = grid, carry_out(step, grid)  # noqa: PLW2901
            heading = manner.say(Message("Step {k} of {number}", k=k, number=number))
            console.print(f"\n{heading}: {sentence}")
            if has_room:
                _print_grid(console.print, grid, _moved(step, before, grid), coloured)
            wait()


def _print_grid(show: Callable[[object], None], grid: Grid, moved: CellSet, coloured: bool) -> None:
    from rich.text import Text

    show("")
    for line in drawing(grid, moved):
        text = Text(line.rstrip().replace(MARK, " " if coloured else MARK))
        for cell in re.finditer(rf"{MARK}\s*(\S+)", line) if coloured else ():
            text.stylize("bold cyan", *cell.span(1))
        show(text)
