"""`sudokopie decode`."""

from __future__ import annotations

from io import BufferedReader, TextIOWrapper
from typing import IO, TYPE_CHECKING

import click

from .exits import NO, UNDECIDED, YES, exit_status
from .options import PATH, answer_options, html_option
from .reading import standard_input

if TYPE_CHECKING:
    from ..exchange.header import AnyExport
    from ..showing.manner import Said
    from ..showing.printer import Printer


@click.command()
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
    from ..exchange.decode import read_header

    with _opened(output) as said:
        answer, status = _answer(read_header(file), said, output, printer)
    printer.show(file, answer)
    return status


def _opened(output: str) -> IO[str]:
    from ..base.limits import SOLVER_OUTPUT, Limited

    stream = standard_input() if output == "-" else open(output, "rb")  # noqa: SIM115
    limited = BufferedReader(Limited(stream, output, SOLVER_OUTPUT))
    return TextIOWrapper(limited, "ascii", "replace")


def _answer(export: AnyExport, said: IO[str], output: str, printer: Printer) -> tuple[Said, int]:
    """Return what a solver's output says about an export, and the exit status for it."""
    from ..answers.completion import Solutions
    from ..exchange import decode as decoding
    from ..exchange.questions import (
        CanonicalExport,
        CluesExport,
        CompletionExport,
        NearestExport,
        PartExport,
    )
    from ..showing.canonical import SaidBetter
    from ..showing.completion import SaidCompletion
    from ..showing.decision import SaidDecision
    from ..showing.met_sets import SaidMet
    from ..showing.nearest import SaidNearest
    from ..showing.part import SaidPart

    manner = printer.manner
    match export:
        case CompletionExport():
            completed = decoding.decode_completion(export, said, output)
            # One solution is a yes; whether there are others was not the question.
            statuses = {Solutions.NONE: NO, Solutions.UNDECIDED: UNDECIDED}
            return SaidCompletion(completed, manner), statuses.get(completed.status, YES)
        case PartExport():
            part = decoding.decode_part(export, said, output)
            return SaidPart(part, manner, by_solver=True), exit_status([part.status])
        case NearestExport():
            near = decoding.decode_nearest(export, said, output)
            return SaidNearest(near, manner, by_solver=True), exit_status([near.status])
        case CanonicalExport():
            better = decoding.decode_canonical(export, said, output)
            return SaidBetter(better, manner), exit_status([better.status])
        case CluesExport():
            met = decoding.decode_clues(export, said, output)
            return SaidMet(met, manner), exit_status([met.status])
        case _:
            answer = decoding.decode(export, said, output)
            return SaidDecision(answer, manner, by_solver=True), exit_status([answer.status])
