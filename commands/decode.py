"""The command `sudokopie decode`: read a solver's answer to an exported formula."""

from __future__ import annotations

from io import BufferedReader, TextIOWrapper
from typing import TYPE_CHECKING

import click

from ..base.messages import Message
from .machinery.command_rules import command, find_exit_status, requires_any_of
from .machinery.options import (
    FILE,
    PAGED,
    PATH,
)
from .machinery.proving import ONE_CERTIFICATE, ProofOptions
from .machinery.reading import open_standard_input

if TYPE_CHECKING:
    from ..showing.printer import AnswerPrinter


@command(
    requires_any_of(
        Message(
            "decode needs two files: FILE, which sudokopie export wrote, and OUTPUT, which the "
            "solver wrote (- is standard input): kissat q.cnf | sudokopie decode q.cnf -"
        ),
        "OUTPUT",
    )
)
@FILE
@click.argument("output", type=PATH, metavar="OUTPUT", required=False)
@PAGED
@ONE_CERTIFICATE
def decode(file: str, output: str, proof_options: ProofOptions, printer: AnswerPrinter) -> int:
    r"""Translate the output of a solver for a formula of `sudokopie export` into an answer.

    FILE is the formula, with its Sudokus in the comments. OUTPUT has the `s` and `v` lines of the
    solver, or is the result file of minisat; - is standard input. The answer yes is verified on the
    Sudokus. The answer no, and the claim that an optimum is the best, come only from the solver;
    --certificate proves them.

    Exit status: 0 for yes, 1 for no, 3 if the solver does not know, 2 after an error.

    Example:
      printf '12\n..\n\n..\n21\n' | sudokopie export - -o /tmp/question.cnf
      echo 's UNSATISFIABLE' | sudokopie decode /tmp/question.cnf -
    """
    from ..answers.replies import convert_reply_to_answer
    from ..base.limits import SOLVER_OUTPUT, SizeLimitedStream
    from ..proofs.decode import decode_output as read_output
    from ..proofs.export_header import read_export_header
    from ..showing.answer_report import Evidence, make_report
    from ..solvers.deadline import Deadline

    proof_options.check_and_make_options_with_prover([file, output])
    stream = open_standard_input() if output == "-" else open(output, "rb")  # noqa: SIM115
    limited = BufferedReader(SizeLimitedStream(stream, output, SOLVER_OUTPUT))
    with TextIOWrapper(limited, "ascii", "replace", newline="\n") as text:
        reply = read_output(read_export_header(file).question, text, output)

    report = make_report(convert_reply_to_answer(reply), printer.display)
    report.evidence = Evidence(claimed_by=output)
    return find_exit_status(
        proof_options.prove_and_print_answer(file, reply, printer, Deadline(), report=report)
    )
