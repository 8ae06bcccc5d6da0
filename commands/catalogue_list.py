"""`sudokopie catalogue list`."""

from typing import TYPE_CHECKING

import click

from ..showing.printer import Form, Printer, print_json
from .catalogue import CATALOGUE, selection_options
from .declaring import command
from .exits import NO, YES
from .options import printer_options

if TYPE_CHECKING:
    from ..catalogue import Selection


@command("List the Sudokus of a catalogue.")
@CATALOGUE
@selection_options
@click.option("--copies", is_flag=True, help="Only Sudokus that have copies in the catalogue.")
@printer_options
def catalogue_list(path: str, selection: "Selection", copies: bool, printer: Printer) -> int:
    """List the Sudokus of a catalogue in the order in which they came, one on a line.

    The line has the Sudoku's number, its class, its cells, and where it came from: file, line and
    name. With --quiet it has the number alone, as `catalogue remove` takes it.

    Exit status: 0 if there was one to list, else 1.

    \b
    Example:
      printf '12..............\\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      sudokopie catalogue list /tmp/seen.db
    """  # noqa: D301
    from ..catalogue import Catalogue
    from ..showing.catalogue import known_line, known_record

    is_some = False
    with Catalogue.open(path) as catalogue:
        for known in catalogue.select(selection._replace(copies=copies)):
            is_some = True
            if printer.form is Form.JSON:
                print_json({**known_record(known), "grid": known.grid.rows})
            elif printer.form is Form.VERDICT:
                print(known.id)
            else:
                print(known_line(known, printer.manner))
    return YES if is_some else NO
