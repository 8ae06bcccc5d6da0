"""`sudokopie solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .common import (
    EXIT_STATUSES,
    a_time,
    answer_options,
    command,
    exclude_quiet_with_json,
    one_line,
    pair_options,
    parsed_shape,
    read_file,
    tool,
)

if TYPE_CHECKING:
    from ..solvers.decide import Answer
    from ..sudoku.errors import SudokopieError


@click.command(short_help="Decide pair files: copies or not, and by which steps.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@pair_options
@click.option(
    "--backend",
    "backend_name",
    metavar="NAME",
    help="What decides: pysat:SOLVER, cp-sat, dimacs:PROGRAM, search:brute-force and more; an "
    "unknown name lists those there are.  [default: pysat:minisat22]",
)
@click.option(
    "--time-limit",
    type=float,
    callback=a_time,
    metavar="SECONDS",
    help="Give up on a file after so long: undecided, not a no. A proof gets as long again.",
)
@click.option(
    "--no-refinement", is_flag=True, help="Give the backend the plain, unrefined formula."
)
@click.option(
    "--any-steps",
    is_flag=True,
    help="Print the first steps found, which may be more than needed.",
)
@click.option(
    "--certificate",
    metavar="DIR",
    help="Write what proves the answer: a no's formula and proof, a yes's witness.",
)
@click.option("--verify-no", is_flag=True, help="Prove a no and check the proof, keep no files.")
@answer_options
def solve(
    files: tuple[str, ...],
    box: str | None,
    max_size: int | None,
    backend_name: str | None,
    time_limit: float | None,
    no_refinement: bool,
    any_steps: bool,
    certificate: str | None,
    verify_no: bool,
    notation: str,
    lang: str | None,
    quiet: bool,
    as_json: bool,
) -> int:
    """Decide pair files: is the second Sudoku a copy of the first, and by which steps?

    Each FILE holds two Sudokus, - is standard input. Digits are separated by spaces, tabs or
    commas, or not at all; 0 . _ * are blank; lines that start with # are comments.

    Exit status: 2 if there was trouble with a file, else 1 if some pair is not a copy, else 3 if
    some pair is undecided within the time limit, else 0.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie solve -
    """  # noqa: D301
    from ..encoding.question import Encoding
    from ..report.printer import Printer
    from ..solvers.decide import decide
    from ..solvers.registry import DEFAULT, find_backend
    from ..sudoku.errors import SudokopieError
    from ..sudoku.language import language

    words = language(lang)
    exclude_quiet_with_json(quiet, as_json)
    printer = Printer(notation, words, quiet, as_json, len(files) > 1)
    if certificate is not None and len(files) > 1:
        raise click.UsageError("--certificate takes one FILE")
    to_certify = certificate is not None or verify_no
    with one_line(words):
        shape = parsed_shape(box)
        chosen = find_backend(backend_name or DEFAULT).name
        if to_certify:
            from ..solvers.certificate import prover_for

            prover_for(backend_name)
    encoding = Encoding(refined=not no_refinement)
    statuses = set()
    for file in files:
        try:
            pair = read_file(file, shape, max_size)
            answer = decide(
                *pair, chosen, time_limit=time_limit, encoding=encoding, fewest=not any_steps
            )
        except (SudokopieError, OSError) as error:
            statuses.add("error")
            printer.error(file, error, chosen)
            continue
        statuses.add(answer.status.value)
        certified, problem = None, None
        if to_certify:
            certified, problem = _certified(answer, certificate, backend_name, time_limit)
        printer.answer(file, answer, certified)
        if problem is not None:
            statuses.add("error")
            printer.problem(file, problem)
    return next(status for name, status in EXIT_STATUSES if name in statuses)


def _certified(
    answer: Answer, folder: str | None, backend_name: str | None, time_limit: float | None
) -> tuple[bool | None, SudokopieError | OSError | None]:
    """Prove a no, or that a yes needs its steps; check the proof, and write what was asked for.

    Return whether that is certified, None where nothing was to be, and what went wrong.
    """
    from ..solvers.certificate import refute, write_certificate
    from ..solvers.protocol import Status
    from ..sudoku.errors import SudokopieError

    certified, refutation = None, None
    is_minimum = folder is not None and answer.is_fewest and bool(answer.steps)
    fewer = answer.steps - 1 if answer.steps else None
    try:
        if answer.status is Status.DIFFERENT or is_minimum:
            certified = False
            refutation = refute(answer.first, answer.second, backend_name, time_limit, fewer)
            certified = True
        if folder is not None and answer.status is not Status.UNDECIDED:
            write_certificate(folder, answer, refutation, tool(), command())
    except (SudokopieError, OSError) as error:
        return certified, error
    return certified, None
