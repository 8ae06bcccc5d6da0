"""`sudokopie catalogue remove`."""

from typing import TYPE_CHECKING

import click

from ..base.language import Message
from ..showing.printer import Form, Printer, print_json
from .catalogue import CATALOGUE, selection_options
from .declaring import command, expects, rules
from .exits import NO, YES
from .options import printer_options

if TYPE_CHECKING:
    from ..catalogue import Selection


@command("Remove Sudokus from a catalogue.")
@CATALOGUE
@click.argument("ids", type=click.IntRange(1), metavar="[NUMBER]...", nargs=-1)
@selection_options
@printer_options
@rules(
    expects(
        Message("expected what to remove: numbers, --class or --file"),
        *("NUMBER", "--class", "--file"),
    )
)
def catalogue_remove(
    path: str, ids: tuple[int, ...], selection: "Selection", printer: Printer
) -> int:
    """Remove Sudokus by their numbers, which `catalogue list` shows, or by class or file.

    Copies of what is removed stay, and keep their class. Either all that is asked for is removed,
    or after a failure nothing.

    Exit status: 0 if there was one to remove, else 1.

    \b
    Example:
      printf '12..............\\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      sudokopie catalogue remove /tmp/seen.db 1
    """  # noqa: D301
    from ..catalogue import Catalogue

    with Catalogue.open(path) as catalogue:
        removed = catalogue.remove(selection._replace(ids=ids))
    manner = printer.manner
    if printer.form is Form.JSON:
        print_json({"file": path, "removed": removed})
    elif printer.form is Form.VERDICT:
        print(removed)
    else:
        print(manner.say(Message("Removed: {count}.", count=manner.number(removed))))
    return YES if removed else NO
