"""`sudokopie catalogue stats`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .catalogues import CATALOGUE
from .options import printer_options

if TYPE_CHECKING:
    from ..showing.printer import Printer


@click.command(short_help="How many Sudokus and classes a catalogue has.")
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
    import os

    from ..catalogue import Catalogue
    from ..catalogue.schema import VERSION

    with Catalogue.open(path) as catalogue:
        stats = catalogue.stats()
    printer.answer(path, stats, os.path.getsize(path), VERSION)
    return 0
