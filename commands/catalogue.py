"""`sudokopie catalogue`: the group of its commands, each a file of its own, and what they share."""

import os
from functools import wraps
from typing import Any

import click

from .declaring import Commanded, options
from .exits import TROUBLE
from .group import CATALOGUE_GROUPS, Commands
from .options import PATH
from .reading import STANDARD_INPUT


class _CatalogueCommands(Commands):
    groups = CATALOGUE_GROUPS
    prefix = "catalogue "


@click.group(
    cls=_CatalogueCommands,
    invoke_without_command=True,
    short_help="Remember Sudokus in a file: has this one been seen?",
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


def selection_options(command: Commanded) -> Commanded:
    """Add the options that select Sudokus; the command gets them as `selection`."""

    @wraps(command)
    def with_selection(classes: tuple[int, ...], files: tuple[str, ...], **rest: Any) -> int:
        from ..catalogue import Selection  # which brings numpy

        # A name that `add --as` gave is no path.
        named = (*files, *map(noted, files))
        return command(selection=Selection(classes=classes, files=named), **rest)

    return options(_CLASS, _FILE)(with_selection)


def noted(file: str) -> str:
    """Return the name under which a catalogue remembers a file: its whole path.

    So the same file is the same, whatever folder the user works in.
    """
    if file == STANDARD_INPUT or "://" in file:
        return file
    return os.fsencode(os.path.abspath(file)).decode(errors="backslashreplace")
