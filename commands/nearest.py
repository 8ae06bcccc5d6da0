"""`sudokopie nearest`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .exits import ERROR, Misuse
from .options import CERTIFICATE, PATH, TIME_LIMIT, BackendType, answer_options, reading_options
from .pairs import answer_files
from .progress import line
from .proofs import Proofs
from .reading import read_one_of_each

if TYPE_CHECKING:
    from ..reading.form import Reading
    from ..reading.pairfile import Pair
    from ..showing.printer import Printer


@click.command(short_help="The copy of one Sudoku that is nearest to another.")
@click.argument("files", type=PATH, metavar="FILE...", nargs=-1, required=True)
@click.option("--count-blanks", is_flag=True, help="Blanks on blanks agree as well.")
@click.option(
    "--at-least",
    type=click.IntRange(0),
    metavar="K",
    help="Only ask whether K clues can agree (with --count-blanks: cells); exit status 1 if not.",
)
@reading_options
@click.option(
    "--backend",
    "backend_name",
    type=BackendType(),
    metavar="NAME",
    help="What answers: pysat:SOLVER, cp-sat or maxsat:rc2.  [default: pysat:glucose4]",
)
@TIME_LIMIT
@CERTIFICATE
@answer_options
def nearest(
    files: tuple[str, ...],
    count_blanks: bool,
    at_least: int | None,
    reading: Reading,
    backend_name: str | None,
    time_limit: float | None,
    certificate: str | None,
    force: bool,
    verify_no: bool,
    checker_name: str | None,
    printer: Printer,
) -> int:
    """Find the steps that bring the most clues of the first Sudoku onto equal clues of the second.

    Both are drawn, the first after the steps, and what differs is marked. That is a distance
    between Sudokus up to symmetry. Under a time limit it is said how many clues agree so far, and
    how many can at most. A no to --at-least can be certified. Each FILE holds two Sudokus, - is
    standard input.

    Exit status: 2 if there was trouble with a file, else 1 if --at-least K is too many for some
    pair, else 3 if the time was not enough for some pair, else 0.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n22\\n' | sudokopie nearest -
    """  # noqa: D301
    from ..answers.nearest import nearest as find_nearest
    from ..showing.said import Evidence
    from ..solvers.clock import Clock
    from ..solvers.registry import NEAREST, find_backend

    proofs = Proofs(certificate, force, verify_no, backend_name, checker_name)
    if proofs.are_wanted and at_least is None:
        raise Misuse("{option} needs {others}", option="--certificate", others="--at-least")
    if certificate is not None and len(files) > 1 and not read_one_of_each(files, reading):
        raise Misuse("--certificate takes one FILE")
    backend = find_backend(NEAREST if backend_name is None else backend_name).name
    proofs.check(files)

    def answered(file: str, pair: Pair) -> list[str]:
        with line() as show:
            found = find_nearest(
                *pair,
                backend,
                blanks=count_blanks,
                at_least=at_least,
                timeout=time_limit,
                progress=lambda agreeing, at_most: show(f"{agreeing} to {at_most}"),
            )
        proved = proofs.of(found, Clock(time_limit))
        printer.answer(file, found, Evidence(proved.certified, proved.origin))
        if proved.problem is None:
            return [found.word]
        printer.problem(file, proved.problem)
        return [found.word, ERROR]

    return answer_files(files, reading, printer, backend, answered)
