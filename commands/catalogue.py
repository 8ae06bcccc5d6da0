"""`sudokopie catalogue`: the group of its commands, what they share, and the smaller ones."""

import os
from typing import TYPE_CHECKING

import click

from ..base.language import Message
from ..showing.printer import Form, Printer, print_json
from .declaring import command, expects, gathered, options, rules
from .exits import INTERRUPTED, NO, TROUBLE, YES, stoppable
from .group import CATALOGUE_GROUPS, Commands
from .options import PATH, PROCESSES, printer_options
from .reading import STANDARD_INPUT
from .terminal import share_bar

if TYPE_CHECKING:
    from ..catalogue import Selection


class _CatalogueCommands(Commands):
    groups = CATALOGUE_GROUPS
    prefix = "catalogue "


@click.group(
    cls=_CatalogueCommands,
    invoke_without_command=True,
)
@click.pass_context
def catalogue(context: click.Context) -> int:
    """Remember Sudokus in a file, and say of others whether they are copies of these.

    A catalogue is one file, an SQLite database. Each Sudoku stands in it as it came, with the file,
    the line and the name that it came with, and with its class: copies of each other are of one
    class.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return TROUBLE  # unless a command says otherwise


CATALOGUE = click.argument("path", type=PATH, metavar="CATALOGUE")

_CLASS = click.option(
    "--class",
    "classes",
    type=click.IntRange(1),
    multiple=True,
    metavar="N",
    help="Only Sudokus of this class; may be given several times.",
)
_FILE = click.option(
    "--file",
    "files",
    type=PATH,
    multiple=True,
    metavar="FILE",
    help="Only Sudokus that came from this file; may be given several times.",
)


def _selection(classes: tuple[int, ...], files: tuple[str, ...]) -> "Selection":
    from ..catalogue import Selection  # which brings numpy

    # A name that `add --as` gave is no path.
    return Selection(classes=classes, files=(*files, *map(noted, files)))


selection_options = options(_CLASS, _FILE, gathered(selection=_selection))
"""Which Sudokus; the command gets that as `selection`."""


def noted(file: str) -> str:
    """Return the name under which a catalogue remembers a file: its whole path.

    So the same file is the same, whatever folder the user works in.
    """
    if file == STANDARD_INPUT or "://" in file:
        return file
    return os.fsencode(os.path.abspath(file)).decode(errors="backslashreplace")


@command()
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
    from ..showing.said_catalogue import known_line, known_record

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


@command()
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

    with Catalogue.open(path) as catalogue:
        stats = catalogue.stats()
    printer.answer(path, stats, os.path.getsize(path), VERSION)
    return 0


@command()
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


@command()
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
    from ..showing.said_catalogue import SaidCheck

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
