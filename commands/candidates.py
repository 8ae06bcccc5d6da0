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
from .machinery.reading import read_single_sudoku

if TYPE_CHECKING:
    from ..reading.file_entry import ReadingOptions
    from ..showing.printer import AnswerPrinter


@command()
@FILE
@READING
@PRINTER
def candidates(file: str, reading_options: ReadingOptions, printer: AnswerPrinter) -> int:
    r"""Show which digits are possible in each blank cell: those not yet in its row, column or box.

    Clues are shown in brackets. With --quiet only blank cells with one possible digit, or none, are
    listed. FILE has one Sudoku; - is standard input.

    Exit status: 1 if a blank cell has no possible digit, or a digit is twice in a row, column or
    box; 2 if the file could not be read; otherwise 0.

    Example:
      printf '12..\n..1.\n...3\n....\n' | sudokopie candidates -
    """
    grid, grid_file = read_single_sudoku(file, reading_options, printer.display)
    printer.variant = grid_file.variant
    printer.print_report(file, CandidatesReport(grid, printer.display))
    return YES if grid.is_consistent() and all(grid.candidates().values()) else NO
