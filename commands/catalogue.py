"""`sudokopie catalogue`: the commands about a catalogue, each a file of its own."""

import click

from .exits import TROUBLE
from .group import Commands
from .help import CATALOGUE


class _CatalogueCommands(Commands):
    groups = CATALOGUE
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
