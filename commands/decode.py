"""`sudokopie decode`."""

from __future__ import annotations

from io import BufferedReader, TextIOWrapper
from typing import IO, TYPE_CHECKING

import click

from .declaring import command
from .exits import YES, exit_status
from .options import PATH, answer_options, html_option
from .reading import standard_input

if TYPE_CHECKING:
    from ..showing.printer import Printer

_DECODED_BY = {
    "CompletionExport": "decode_completion",
    "PartExport": "decode_part",
    "NearestExport": "decode_nearest",
    "CanonicalExport": "decode_canonical",
    "CluesExport": "decode_clues",
}
"""Which function decodes a solver's output about an export of a type, where it is not `decode`."""


@command()
@click.argument("file", type=PATH, metavar="FILE")
@click.argument("output", type=PATH, metavar="OUTPUT")
@answer_options
@html_option("file", "output")
def decode(file: str, output: str, printer: Printer) -> int:
    """Read what a solver printed about an exported FILE back into the answer to its question.

    OUTPUT holds the solver's `s` and `v` lines, or is minisat's result file; - is standard input. A
    yes is verified on the Sudokus; a no is what the solver says, and so is that an optimum is one.

    Exit status: 0 for a yes, 1 for a no, 3 if the solver does not know, 2 trouble.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie export - -o /tmp/question.cnf
      echo 's UNSATISFIABLE' | sudokopie decode /tmp/question.cnf -
    """  # noqa: D301
    from ..exchange import decode as decoding
    from ..showing.said import Evidence

    with _opened(output) as said:
        export = decoding.read_header(file)
        decoded = getattr(decoding, _DECODED_BY.get(type(export).__name__, "decode"))
        found = decoded(export, said, output)
    printer.answer(file, found, Evidence(by_solver=True))
    # One solution is a yes; whether there are others was not the question.
    return YES if found.word == "some" else exit_status([found.word])


def _opened(output: str) -> IO[str]:
    from ..base.limits import SOLVER_OUTPUT, Limited

    stream = standard_input() if output == "-" else open(output, "rb")  # noqa: SIM115
    limited = BufferedReader(Limited(stream, output, SOLVER_OUTPUT))
    return TextIOWrapper(limited, "ascii", "replace")
