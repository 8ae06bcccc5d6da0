"""`sudokopie catalogue stats`."""

import os

from ..showing.printer import Printer
from .catalogue import CATALOGUE
from .declaring import command
from .options import printer_options


@command("How many Sudokus and classes a catalogue has.")
@CATALOGUE
@printer_options
def catalogue_stats(path: str, printer: Printer) -> int:
    """Say how many Sudokus and classes a catalogue has, in all and by shape and number of clues.

    Exit status: 0, or 2 if there was trouble with a file.

    \b
    Example:
      printf '12..............\\n' | sudokopie catalogue add /tmp/seen.db --as old.txt -
      sudokopie catalogue stats /tmp/seen.db
    """  # noqa: D301
    from ..catalogue import Catalogue
    from ..catalogue.schema import VERSION
    from ..showing.catalogue import SaidStats

    with Catalogue.open(path) as catalogue:
        said = SaidStats(catalogue.stats(), os.path.getsize(path), VERSION, printer.manner)
    printer.show(path, said)
    return 0
