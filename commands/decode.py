"""The command `sudokopie decode`: read a solver's answer to an exported formula."""

from __future__ import annotations

from io import BufferedReader, TextIOWrapper
from typing import TYPE_CHECKING

import click

from .machinery.command_rules import command, find_exit_status
from .machinery.options import (
    FILE,
    PAGED,
    PATH,
)
from .machinery.proving import ONE_CERTIFICATE, Proofs
from .machinery.reading import open_standard_input

if TYPE_CHECKING:
    from ..showing.printer import Printer


@command()
@FILE
@click.argument("output", type=PATH, metavar="OUTPUT")
@PAGED
@ONE_CERTIFICATE
def decode(file: str, output: str, proofs: Proofs, printer: Printer) -> int:
    r"""Read what a solver printed about an exported FILE back into the answer to its question.

    OUTPUT holds the solver's `s` and `v` lines, or is minisat's result file; - is standard input. A
    yes is verified on the Sudokus; a no is what the solver says, and so is that an optimum is one.
    With --certificate a no is proved here, whatever was asked, and so is that an optimum is one.

    Exit status: 0 for a yes, 1 for a no, 3 if the solver does not know, 2 trouble.

    Example:
      printf '12\n..\n\n..\n21\n' | sudokopie export - -o /tmp/question.cnf
      echo 's UNSATISFIABLE' | sudokopie decode /tmp/question.cnf -
    """
    from ..answers.replies import convert_reply
    from ..base.limits import SOLVER_OUTPUT, Limited
    from ..proofs.decode import decode as read_output
    from ..proofs.header import read_header
    from ..showing.answer_report import Evidence, make_report
    from ..solvers.clock import Clock

    proofs.find_prover([file, output])
    stream = open_standard_input() if output == "-" else open(output, "rb")  # noqa: SIM115
    limited = BufferedReader(Limited(stream, output, SOLVER_OUTPUT))
    with TextIOWrapper(limited, "ascii", "replace") as text:
        reply = read_output(read_header(file).question, text, output)

    said = make_report(convert_reply(reply), printer.display)
    said.evidence = Evidence(by_solver=True)
    return find_exit_status(proofs.print_certified_answer(file, reply, printer, Clock(), said=said))
