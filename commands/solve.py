"""`sudokopie solve`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from .common import (
    EXIT_STATUSES,
    Misuse,
    a_time,
    answer_options,
    exclude_quiet_with_json,
    is_on_terminal,
    one_line,
    pair_options,
    parsed_shape,
    read_file,
    wait_for_a_key,
)

if TYPE_CHECKING:
    from ..solvers.decide import Answer
    from ..sudoku.pairfile import Pair


@click.command(short_help="Decide pair files: copies or not, and by which steps.")
@click.argument("files", type=click.Path(), metavar="FILE...", nargs=-1, required=True)
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
    type=click.Path(),
    metavar="DIR",
    help="Write what proves the answer: a no's formula and proof, a yes's witness.",
)
@click.option("--verify-no", is_flag=True, help="Prove a no and check the proof, keep no files.")
@click.option(
    "--count", is_flag=True, help="Say in how many ways too, and which symmetries make them."
)
@click.option("--all", "every_way", is_flag=True, help="Print every way from 1 to 2, in order.")
@click.option(
    "--limit", type=click.IntRange(1), metavar="K", help="With --all: at most so many ways."
)
@click.option(
    "--within",
    is_flag=True,
    help="Is the one with fewer clues a copy of the other with clues left out?",
)
@click.option(
    "--nearest",
    is_flag=True,
    help="Which steps bring the most clues of 1 onto equal clues of 2? (by default with "
    "pysat:glucose4)",
)
@click.option(
    "--count-blanks", is_flag=True, help="With --nearest: blanks on blanks agree as well."
)
@click.option(
    "--at-least",
    type=click.IntRange(0),
    metavar="K",
    help="With --nearest: can so many agree? Exit status 1 if not.",
)
@click.option("--walk", is_flag=True, help="Show the grid after every step, there and back.")
@click.option("--pause", is_flag=True, help="With --walk: wait for a key after each step.")
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
    count: bool,
    every_way: bool,
    limit: int | None,
    within: bool,
    nearest: bool,
    count_blanks: bool,
    at_least: int | None,
    walk: bool,
    pause: bool,
    notation: str,
    lang: str | None,
    quiet: bool,
    as_json: bool,
) -> int:
    """Decide pair files: is the second Sudoku a copy of the first, and by which steps?

    Each FILE holds two Sudokus, - is standard input. Digits are separated by spaces, tabs or
    commas, or not at all; 0 . _ * are blank; lines that start with # are comments.

    Exit status: 2 if there was trouble with a file, else 1 if some pair is not a copy (or what else
    was asked for is not so), else 3 if some pair is undecided within the time limit, else 0.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie solve -
    """  # noqa: D301
    from ..encoding.question import Encoding
    from ..report.printer import Printer
    from ..solvers.registry import DEFAULT, NEAREST, find_backend
    from ..sudoku.errors import SudokopieError
    from ..sudoku.language import language
    from .asked import Asked, Proofs

    words = language(lang)
    exclude_quiet_with_json(quiet, as_json)
    printer = Printer(notation, words, quiet, as_json, len(files) > 1)
    if certificate is not None and len(files) > 1:
        raise Misuse("--certificate takes one FILE")
    to_certify = certificate is not None or verify_no
    others = {"--all": every_way, "--within": within, "--nearest": nearest}
    given = [name for name, is_given in others.items() if is_given]
    if len(given) > 1:
        raise Misuse("{one} and {other} exclude each other", one=given[0], other=given[1])
    if given and (count or any_steps or no_refinement):
        raise Misuse(
            "{option} goes without {others}",
            option=given[0],
            others="--count, --any-steps, --no-refinement",
        )
    if given and to_certify and at_least is None:
        raise Misuse("there are no certificates of {option} without --at-least", option=given[0])
    if limit is not None and not every_way:
        raise Misuse("{option} goes with {others}", option="--limit", others="--all")
    if (count_blanks or at_least is not None) and not nearest:
        raise Misuse(
            "{option} goes with {others}", option="--count-blanks, --at-least", others="--nearest"
        )
    if walk and (given or quiet or as_json):
        raise Misuse(
            "{option} goes without {others}",
            option="--walk",
            others=", ".join(["--quiet", "--json", *others]),
        )
    if pause and not walk:
        raise Misuse("{option} goes with {others}", option="--pause", others="--walk")
    if pause and not is_on_terminal():
        raise Misuse("--pause needs a terminal")
    with one_line(words):
        shape = parsed_shape(box)
        chosen = find_backend(backend_name or (NEAREST if nearest else DEFAULT)).name
        if to_certify:
            from ..solvers.certificate import prover_for

            prover_for(backend_name)
        if count or every_way or within:
            from ..solvers.protocol import Clock
            from ..solvers.ways import incremental

            incremental(chosen, Clock(time_limit))
    asked = Asked(printer, chosen, time_limit)
    proofs = Proofs(certificate, verify_no, backend_name)
    encoding = Encoding(refined=not no_refinement)

    def answered(file: str, pair: Pair) -> set[str]:
        if every_way:
            return asked.every_way(file, pair, limit)
        if within:
            return asked.part(file, pair)
        if nearest:
            return asked.nearest(file, pair, count_blanks, at_least, proofs)
        return asked.whether(file, pair, encoding, any_steps, proofs, count, shown)

    def shown(answer: Answer) -> None:
        if walk:
            asked.walk(answer, partial(wait_for_a_key, words) if pause else lambda: None)

    statuses: set[str] = set()
    for file in files:
        try:
            statuses |= answered(file, read_file(file, shape, max_size))
        except SudokopieError as error:
            statuses.add("error")
            printer.error(file, error, chosen)
    return next(status for name, status in EXIT_STATUSES if name in statuses)
