"""`sudokopie decode`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .exits import NO, UNDECIDED, YES, exit_status
from .options import PATH, answer_options
from .pages import html_option
from .reading import standard_input

if TYPE_CHECKING:
    from ..report.printer import Printer

_LARGEST = 2**27
"""Bytes of a solver's output that are read; no model is nearly as long."""


@click.command(short_help="Read a solver's answer to an exported formula.")
@click.argument("file", type=PATH, metavar="FILE.cnf")
@click.argument("output", type=PATH, metavar="OUTPUT")
@answer_options
@html_option("file", "output")
def decode(file: str, output: str, printer: Printer) -> int:
    """Read what a solver printed about an exported FILE back into steps, or into a completion.

    OUTPUT holds the solver's `s` and `v` lines, or is minisat's result file; - is standard input. A
    yes is verified on the Sudokus; a no is what the solver says.

    Exit status: 0 for a yes, 1 for a no, 3 if the solver does not know, 2 trouble.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie export - -o /tmp/question.cnf
      echo 's UNSATISFIABLE' | sudokopie decode /tmp/question.cnf -
    """  # noqa: D301
    from ..answers.completion import Solutions
    from ..encoding.completion import Completion
    from ..exchange.decode import decode as decoded
    from ..exchange.decode import decode_completion, read_header
    from ..report.completion import SaidCompletion
    from ..report.decision import SaidClaim

    if output == "-":
        said = standard_input().read(_LARGEST)
    else:
        with open(output, "rb") as stream:
            said = stream.read(_LARGEST)
    text = said.decode("ascii", "replace")
    header = read_header(file)
    if isinstance(header, Completion):
        completed = decode_completion(header, text, output)
        printer.show(file, SaidCompletion(completed, printer.manner))
        # One solution is a yes; whether there are others was not the question.
        return {Solutions.NONE: NO, Solutions.UNDECIDED: UNDECIDED}.get(completed.status, YES)
    answer = decoded(header, text, output)
    printer.show(file, SaidClaim(answer, printer.manner))
    return exit_status([answer.status])
