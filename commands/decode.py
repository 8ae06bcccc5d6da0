"""`sudokopie decode`."""

from __future__ import annotations

import click

from .common import EXIT_STATUSES, answer_options, exclude_quiet_with_json, one_line, standard_input
from .complete import print_completed

_LARGEST = 2**27
"""Bytes of a solver's output that are read; no model is nearly as long."""


@click.command(short_help="Read a solver's answer to an exported formula.")
@click.argument("file", type=click.Path(), metavar="FILE.cnf")
@click.argument("output", type=click.Path(), metavar="OUTPUT")
@answer_options
def decode(
    file: str, output: str, notation: str, lang: str | None, quiet: bool, as_json: bool
) -> int:
    """Read what a solver printed about an exported FILE back into steps, or into a completion.

    OUTPUT holds the solver's `s` and `v` lines, or is minisat's result file; - is standard input. A
    yes is verified on the Sudokus; a no is what the solver says.

    Exit status: 0 for a yes, 1 for a no, 3 if the solver does not know, 2 trouble.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie export - -o /tmp/question.cnf
      echo 's UNSATISFIABLE' | sudokopie decode /tmp/question.cnf -
    """  # noqa: D301
    from ..encoding.completion import Completion
    from ..report.completions import status
    from ..report.printer import Printer
    from ..solvers.exporting import decode, decode_completion, read_header
    from ..sudoku.language import language

    words = language(lang)
    exclude_quiet_with_json(quiet, as_json)
    printer = Printer(notation, words, quiet, as_json, several=False)
    with one_line(words):
        if output == "-":
            said = standard_input().read(_LARGEST)
        else:
            with open(output, "rb") as stream:
                said = stream.read(_LARGEST)
        text = said.decode("ascii", "replace")
        header = read_header(file)
        if isinstance(header, Completion):
            completed = decode_completion(header, text, output)
            print_completed(printer, file, completed)
            found = {"none": "different", "undecided": "undecided"}
            return dict(EXIT_STATUSES)[found.get(status(completed), "copies")]
        answer = decode(file, text, output)
    printer.answer(file, answer, None)
    return dict(EXIT_STATUSES)[answer.status.value]
