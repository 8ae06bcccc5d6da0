"""`sudokopie candidates`."""

from ..reading.form import Reading
from ..showing.printer import Printer
from ..showing.said_completion import SaidCandidates
from .declaring import NO, YES, command
from .options import FILE, printer_options, reading_options
from .reading import read_grids


@command()
@FILE
@reading_options
@printer_options
def candidates(file: str, reading: Reading, printer: Printer) -> int:
    """Draw a Sudoku with the candidates of its blank cells: digits not yet in row, column or box.

    Clues stand in brackets. With --quiet only cells with one candidate or none are listed. FILE
    holds one Sudoku, - is standard input.

    Exit status: 1 if some blank cell has no candidate or a digit stands twice in a row, column or
    box, 2 trouble, else 0.

    \b
    Example:
      printf '12..\\n..1.\\n...3\\n....\\n' | sudokopie candidates -
    """  # noqa: D301
    grid = read_grids(file, reading).single()
    printer.show(file, SaidCandidates(grid, printer.manner))
    return YES if grid.is_consistent() and all(grid.candidates().values()) else NO
