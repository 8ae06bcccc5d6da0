"""`sudokopie check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .exits import NO, YES
from .options import CHECKER, PATH, manner_options, reading_options
from .reading import read_pair

if TYPE_CHECKING:
    from ..report.manner import Manner
    from ..sudoku.kind import Reading


@click.command(short_help="Check a certificate against its pair.")
@click.argument("folder", type=PATH, metavar="DIR")
@click.argument("file", type=PATH, metavar="PAIR")
@reading_options
@CHECKER
@manner_options
def check(
    folder: str, file: str, reading: Reading, checker_name: str | None, manner: Manner
) -> int:
    """Check what `solve --certificate DIR` wrote about a PAIR.

    Follows the witness of a yes; of a no, and of the number of steps, writes the formula again from
    the two Sudokus, compares it with the file, and checks the proof. Exit status: 0 if all of it
    holds, 1 if not, 2 trouble.

    \b
    Example:
      printf '12\\n..\\n\\n1.\\n..\\n' > /tmp/pair.txt
      sudokopie solve --certificate /tmp/certificate /tmp/pair.txt
      sudokopie check /tmp/certificate /tmp/pair.txt
    """  # noqa: D301
    from ..exchange.certificate import check_certificate
    from ..sudoku.errors import ProofError
    from ..sudoku.language import Message

    pair = read_pair(file, reading, manner)
    try:
        certified = check_certificate(folder, *pair, checker_name=checker_name)
    except ProofError as error:
        click.echo(f"{folder}: {manner.say(error.message)}", err=True)
        return NO
    claim = certified.refuted
    if certified.witness is not None:
        message = Message("Certified: the second Sudoku is a copy of the first.")
        if claim is not None:
            message = Message(
                "Certified: the second Sudoku is a copy of the first, and no fewer steps are "
                "enough."
            )
    elif claim is not None and claim.at_least is not None:
        number = claim.at_least
        message = Message("Certified: no transformation makes {number} clues agree.", number=number)
        if claim.blanks:
            message = Message(
                "Certified: no transformation makes {number} cells agree.", number=number
            )
    else:
        message = Message("Certified: the second Sudoku is not a copy of the first.")
    click.echo(manner.say(message))
    return YES
