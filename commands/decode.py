"""`sudokopie decode`."""

from io import BufferedReader, TextIOWrapper
from typing import IO, TYPE_CHECKING

import click

from .declaring import TROUBLE, command, exit_status
from .options import FILE, PAGE_OPTIONS, PATH
from .proofs import ONE_CERTIFICATE, Proofs
from .reading import standard_input

if TYPE_CHECKING:
    from ..proofs.certificate import Statement
    from ..showing.printer import Printer


@command()
@FILE
@click.argument("output", type=PATH, metavar="OUTPUT")
@PAGE_OPTIONS
@ONE_CERTIFICATE
def decode(file: str, output: str, proofs: Proofs, printer: "Printer") -> int:
    """Read what a solver printed about an exported FILE back into the answer to its question.

    OUTPUT holds the solver's `s` and `v` lines, or is minisat's result file; - is standard input. A
    yes is verified on the Sudokus; a no is what the solver says, and so is that an optimum is one.
    With --certificate a no is proved here, whatever was asked, and so is that an optimum is one.

    Exit status: 0 for a yes, 1 for a no, 3 if the solver does not know, 2 trouble.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie export - -o /tmp/question.cnf
      echo 's UNSATISFIABLE' | sudokopie decode /tmp/question.cnf -
    """  # noqa: D301
    from ..answers.replies import answer_of
    from ..exchange.decode import decode as read_output
    from ..exchange.header import read_header
    from ..showing.said import Evidence, in_words
    from ..solvers.clock import Clock

    proofs.checked([file, output])
    with _opened(output) as text:
        reply = read_output(read_header(file).question, text, output)

    def stated() -> "Statement | None":
        from ..proofs.certify import statement_of

        return statement_of(reply)

    said = in_words(answer_of(reply), printer.manner, Evidence(by_solver=True))
    is_well = proofs.show(file, said, stated, printer, Clock())
    return exit_status([reply.word]) if is_well else TROUBLE


def _opened(output: str) -> IO[str]:
    from ..base.limits import SOLVER_OUTPUT, Limited

    stream = standard_input() if output == "-" else open(output, "rb")  # noqa: SIM115
    limited = BufferedReader(Limited(stream, output, SOLVER_OUTPUT))
    return TextIOWrapper(limited, "ascii", "replace")
