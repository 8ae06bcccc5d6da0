"""`sudokopie catalogue verify`."""

import click

from ..base.language import Message
from ..showing.printer import Printer
from .catalogue import CATALOGUE
from .declaring import command
from .exits import INTERRUPTED, NO, YES, stoppable
from .options import PROCESSES, printer_options
from .terminal import share_bar


@command("Check all that a catalogue says.")
@CATALOGUE
@click.option("--jobs", type=PROCESSES, metavar="N", help="Use N processes.  [default: one]")
@printer_options
def catalogue_verify(path: str, jobs: int | None, printer: Printer) -> int:
    """Compute everything in a catalogue again, and follow the steps from every Sudoku.

    Copies must lead to the same form, and Sudokus of different classes must be different, which a
    solver decides where colours do not. Whatever is wrong gets a line. Nothing is changed.

    Exit status: 0 if all is well, else 1; 130 after Ctrl-C.

    \b
    Example:
      printf '12..............\\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      sudokopie catalogue verify /tmp/seen.db
    """  # noqa: D301
    from ..catalogue import Catalogue
    from ..catalogue.checking import checked
    from ..showing.catalogue import SaidCheck

    sudokus = 0
    problems: list[Message] = []
    with (
        Catalogue.open(path) as catalogue,
        stoppable() as stopped,
        share_bar(is_wanted=True) as show,
    ):
        total = len(catalogue)
        for sudokus, problem in checked(catalogue, jobs or 1):
            show(sudokus / total if total else None, f"{sudokus:,}")
            if problem is not None:
                problems.append(problem)
    is_all = stopped.status != INTERRUPTED
    printer.show(path, SaidCheck(sudokus, problems, printer.manner, is_all))
    return stopped.status or (NO if problems else YES)
