"""The command `sudokopie candidates`: draw a Sudoku with the candidates of its blank cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..showing.report_completion import CandidatesReport
from .machinery.command_rules import (
    NO,
    YES,
    command,
)
from .machinery.options import (
    FILE,
    PRINTER,
    READING,
)
from .machinery.reading import open_grids

if TYPE_CHECKING:
    from ..reading.file_entry import Reading
    from ..showing.printer import Printer


@command()
@FILE
@READING
@PRINTER
def candidates(file: str, reading: Reading, printer: Printer) -> int:
    r"""Draw a Sudoku with the candidates of its blank cells: digits not yet in row, column or box.

    Clues stand in brackets. With --quiet only cells with one candidate or none are listed. FILE
    holds one Sudoku, - is standard input.

    Exit status: 1 if some blank cell has no candidate or a digit stands twice in a row, column or
    box, 2 trouble, else 0.

    Example:
      printf '12..\n..1.\n...3\n....\n' | sudokopie candidates -
    """
    grid = open_grids(file, reading).single()
    printer.show(file, CandidatesReport(grid, printer.display))
    return YES if grid.is_consistent() and all(grid.candidates().values()) else NO
