"""`sudokopie solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .exits import Misuse
from .options import BACKEND, CERTIFICATE, PATH, answer_options, reading_options, time_limit_option
from .pages import html_option
from .pairs import Decider, answer_files
from .proofs import Proofs
from .reading import read_one_of_each
from .terminal import is_on_terminal, wait_for_a_key

if TYPE_CHECKING:
    from ..answers.decide import Answer
    from ..reading.form import Reading
    from ..showing.printer import Printer


@click.command(short_help="Decide pair files: copies or not, and by which steps.")
@click.argument("files", type=PATH, metavar="FILE...", nargs=-1, required=True)
@reading_options
@BACKEND
@time_limit_option(
    "Give up on a file after this time: undecided, not a no. A proof gets the same time again."
)
@click.option(
    "--no-refinement", is_flag=True, help="Give the backend the plain, unrefined formula."
)
@click.option(
    "--any-steps",
    is_flag=True,
    help="Print the first steps found, which may be more than needed.",
)
@CERTIFICATE
@click.option("--walk", is_flag=True, help="Show the grid after every step, there and back.")
@click.option("--pause", is_flag=True, help="With --walk: wait for a key after each step.")
@answer_options
@html_option("files")
def solve(
    files: tuple[str, ...],
    reading: Reading,
    backend_name: str | None,
    time_limit: float | None,
    no_refinement: bool,
    any_steps: bool,
    certificate: str | None,
    force: bool,
    verify_no: bool,
    checker_name: str | None,
    walk: bool,
    pause: bool,
    printer: Printer,
) -> int:
    """Decide pair files: is the second Sudoku a copy of the first, and by which steps?

    Each FILE holds two Sudokus, or there are two FILEs with one each; - is standard input. Digits
    are separated by spaces, tabs or commas, or not at all; 0 . _ * x - are blank; lines that start
    with # are comments.

    Exit status: 2 if there was trouble with a file, else 1 if some pair is not a copy, else 3 if
    some pair is undecided within the time limit, else 0.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie solve -
    """  # noqa: D301
    from ..questions.encodings import Encoding
    from ..showing.printer import Form
    from ..solvers.registry import DEFAULT, find_backend

    proofs = Proofs(certificate, force, verify_no, backend_name, checker_name)
    if certificate is not None and len(files) > 1 and not read_one_of_each(files, reading):
        raise Misuse("--certificate takes one FILE")
    if walk and printer.form is not Form.TEXT:
        raise Misuse(
            "{option} cannot be used with {others}", option="--walk", others="--quiet, --json"
        )
    if pause and not walk:
        raise Misuse("{option} needs {others}", option="--pause", others="--walk")
    if pause and not is_on_terminal():
        raise Misuse("--pause needs a terminal")
    backend = find_backend(DEFAULT if backend_name is None else backend_name).name
    proofs.check(files)
    encoding = Encoding(refined=not no_refinement)
    decider = Decider(printer, backend, time_limit, encoding, any_steps, proofs)

    def shown(answer: Answer) -> None:
        if walk and answer.transformation is not None and answer.steps:
            from ..showing.walk import print_walk

            manner = printer.manner
            print_walk(answer, manner, lambda: wait_for_a_key(manner) if pause else None)

    return answer_files(
        files, reading, printer, backend, lambda file, pair: decider.decide(file, pair, shown)
    )
