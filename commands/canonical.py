"""`sudokopie canonical`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .exits import INTERRUPTED, TROUBLE, UNDECIDED
from .options import TIME_LIMIT_A_SUDOKU, answer_options, reading_options
from .progress import bar
from .reading import read_grids

if TYPE_CHECKING:
    from ..report.printer import Printer
    from ..sudoku.gridfile import GridFile
    from ..sudoku.kind import Reading


@click.command(short_help="The least of all copies of a Sudoku, and the steps to it.")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option(
    "--form",
    type=click.Choice(["min", "max"]),
    default="min",
    show_default=True,
    help="The least copy, or the greatest.",
)
@TIME_LIMIT_A_SUDOKU
@reading_options
@answer_options
def canonical(
    file: str, form: str, time_limit: float | None, reading: Reading, printer: Printer
) -> int:
    """Print the canonical form of a Sudoku: the least of all its copies, and the steps to it.

    Copies are compared as they are read, row after row, a blank before 1. Two Sudokus are copies if
    and only if their forms are equal. FILE holds any one grid, or a collection, - is standard
    input. Of a collection, and with --quiet, each form is printed on a line of its own.

    Exit status: 2 if there was trouble with a file, else 3 if the time was not enough, else 0;
    130 after Ctrl-C.

    \b
    Example:
      printf '12..\\n..1.\\n...3\\n....\\n' | sudokopie canonical -
    """  # noqa: D301
    from ..report.printer import Form

    grids = read_grids(file, reading)
    is_single = grids.is_single
    if not is_single and printer.form is Form.TEXT:
        printer.form = Form.VERDICT
    return _print_all(file, grids, form, time_limit, printer, is_single)


def _print_all(
    file: str,
    grids: GridFile,
    form: str,
    time_limit: float | None,
    printer: Printer,
    is_single: bool,
) -> int:
    from ..answers.canonical import canonical_form
    from ..report.canonical import SaidForm
    from ..report.printer import Form
    from ..solvers.clock import Clock
    from ..sudoku.errors import DeadlinePassedError, PairFileError
    from ..sudoku.language import Message

    status = 0
    try:
        with bar(0) as advance:
            for entry in grids:
                line, grid = entry.line, entry.grid
                advance("")
                if isinstance(grid, PairFileError):
                    printer.problem(file, grid)
                    status = TROUBLE
                    continue
                try:
                    found = canonical_form(grid, form, clock=Clock(time_limit))
                except DeadlinePassedError as error:
                    if is_single:
                        printer.problem(file, error)
                    else:
                        said = Message("line {line}: {said}", line=line, said=error.message)
                        is_json = printer.form is Form.JSON
                        click.echo(f"# {printer.manner.say(said)}", err=is_json)
                    status = status or UNDECIDED
                    continue
                printer.show(file, SaidForm(found, printer.manner), line=line)
    except KeyboardInterrupt:
        return INTERRUPTED
    return status
