"""The command `sudokopie check`: check a certificate against its Sudokus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .machinery.command_rules import NO, YES, command
from .machinery.options import (
    CHECKER,
    FILE,
    PATH,
    PRINTER,
    READING,
)
from .machinery.reading import open_grids, read_pair

if TYPE_CHECKING:
    from ..reading.file_entry import Reading
    from ..showing.printer import Printer
    from ..sudoku.grid import Grid


@command()
@click.argument("folder", type=PATH, metavar="DIR")
@FILE
@READING
@CHECKER
@PRINTER
def check(
    folder: str, file: str, reading: Reading, checker_name: str | None, printer: Printer
) -> int:
    r"""Check what --certificate DIR wrote about a FILE: one Sudoku, or a pair.

    Compares every file with its digest in SHA256SUMS; follows the steps of a witness; writes each
    formula again from the Sudokus, compares it with the file, and checks the proof that it has no
    model. The folder says what it certifies: a no, or a yes and that nothing is better, a canonical
    form, a number of ways, symmetries or solutions, or the fewest clues. Exit status: 0 if all of
    it holds, 1 if not, 2 trouble.

    Example:
      printf '12\n..\n\n1.\n..\n' > /tmp/pair.txt
      sudokopie solve --certificate /tmp/certificate /tmp/pair.txt
      sudokopie check /tmp/certificate /tmp/pair.txt
    """
    from ..base.errors import ProofError
    from ..proofs.check import check_folder

    def sudokus(number: int) -> tuple[Grid, ...]:
        if number == 1:
            return (open_grids(file, reading).single(),)
        return tuple(read_pair(file, reading, printer.display)[0])

    try:
        certified = check_folder(folder, sudokus, checker_name=checker_name)
    except ProofError as error:
        printer.refused(file, folder, error)
        return NO
    printer.answer(file, certified, folder=folder)
    return YES
