"""`sudokopie check`."""

from __future__ import annotations

import click

from .common import lang_option, one_line, pair_options, parsed_shape, read_file


@click.command(short_help="Check a certificate against its pair.")
@click.argument("folder", type=click.Path(), metavar="DIR")
@click.argument("file", type=click.Path(), metavar="PAIR")
@pair_options
@lang_option
def check(folder: str, file: str, box: str | None, max_size: int | None, lang: str | None) -> int:
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
    from ..solvers.certificate import check_certificate
    from ..sudoku.errors import ProofError
    from ..sudoku.language import Message, language

    words = language(lang)
    with one_line(words):
        pair = read_file(file, parsed_shape(box), max_size)
        try:
            certified = check_certificate(folder, *pair)
        except ProofError as error:
            click.echo(f"{folder}: {error.message.to(words)}", err=True)
            return 1
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
    click.echo(message.to(words))
    return 0
