"""`sudokopie solve`."""

from collections.abc import Callable
from typing import NamedTuple

import click

from ..answers.decide import Answer, decide
from ..encoding.candidates import REFINED, Encoding
from ..reading.gridfile import Pair
from ..showing.manner import Manner
from ..showing.printer import Printer
from ..solvers.clock import Clock
from ..solvers.registry import DEFAULT
from ..sudoku.parts import EVERYTHING, Parts
from .declaring import bars, command, gathered, needs, rules
from .exits import Misuse
from .options import (
    BACKEND,
    FILES,
    ONLY,
    RESULTS,
    Results,
    Solver,
    option,
    page_options,
    reading_options,
    time_limit_option,
)
from .proofs import CERTIFICATE, Proofs
from .reading import Given, answer_files, check_one_pair


class Decider(NamedTuple):
    """How pairs are decided, and the printer of the answers."""

    printer: Printer
    backend: str = DEFAULT
    time_limit: float | None = None
    encoding: Encoding = REFINED
    any_steps: bool = False
    proofs: Proofs = Proofs()
    only: Parts = EVERYTHING

    def decide(
        self, file: str, pair: Pair, then: Callable[[Answer], None] = lambda _: None
    ) -> list[str]:
        """Print whether the second is a copy of the first, and return the statuses.

        `then` is called with an answer that was printed.
        """
        answer = decide(
            *pair,
            self.backend,
            timeout=self.time_limit,
            encoding=self.encoding,
            fewest=not self.any_steps,
            only=self.only,
        )
        statuses = self.proofs.answer(file, answer, self.printer, Clock(self.time_limit))
        then(answer)
        return statuses


class _Steps(NamedTuple):
    """How steps are looked for, and whether the grid is shown after each of them."""

    only: Parts
    no_refinement: bool
    any_steps: bool
    walk: bool
    pause: bool


def _two_columns(
    _: click.Context, __: click.Parameter, names: str | None
) -> tuple[str, str] | None:
    """Return the names of two columns; an option's callback."""
    first, comma, second = (names or "").partition(",")
    if names is not None and not (first.strip() and second.strip()):
        raise Misuse("expected two columns, A,B, found '{found}'", found=names)
    return (first.strip(), second.strip()) if comma else None


@command()
@FILES
@ONLY
@reading_options
@BACKEND
@time_limit_option(
    "Give up on a file after this time: undecided, not a no. A proof gets the same time again."
)
@option("--no-refinement", "Give the backend the plain, unrefined formula.")
@option("--any-steps", "Print the first steps found, which may be more than needed.")
@CERTIFICATE
@option("--walk", "Show the grid after every step, there and back.")
@option("--pause", "With --walk: wait for a key after each step.")
@option(
    "--columns A,B",
    "Answer each row of a table, with a Sudoku in both of these columns: verdict and steps.",
    "pair_columns",
    callback=_two_columns,
)
@rules(needs("--output csv", "--columns"), needs("--parquet", "--columns"))
@RESULTS
@page_options("files")
@gathered(given=Given, solver=Solver, steps=_Steps)
@rules(
    bars("--walk", "--quiet", "--json"),
    needs("--pause", "--walk"),
    bars("--columns", "--column", "--backend", "--time-limit", "--no-refinement", "--any-steps"),
    bars("--columns", "--certificate", "--verify-no", "--walk"),
)
def solve(
    given: Given,
    solver: Solver,
    steps: _Steps,
    proofs: Proofs,
    results: Results,
) -> int:
    """Decide pair files: is the second Sudoku a copy of the first, and by which steps?

    Each FILE holds two Sudokus, or there are two FILEs with one each, or with --columns a table
    with a pair in each row; - is standard input. Digits are separated by spaces, tabs or commas, or
    not at all; 0 . _ * x - are blank; lines that start with # are comments.

    Exit status: 2 if there was trouble with a file, else 1 if some pair is not a copy, else 3 if
    some pair is undecided within the time limit, else 0.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie solve -
    """  # noqa: D301
    if given.pair_columns is not None:
        from .solve_columns import solve_columns

        results.check(given.files)
        return solve_columns(given, results, steps.only)
    check_one_pair(proofs.certificate, given)
    pause = _pause(steps, given.manner)
    backend = solver.found()
    proofs = proofs.checked(given.files, solver.backend_name)
    encoding = Encoding(refined=not steps.no_refinement)
    decider = Decider(
        given.printer, backend, solver.time_limit, encoding, steps.any_steps, proofs, steps.only
    )

    def shown(answer: Answer) -> None:
        if steps.walk and answer.transformation is not None and answer.steps:
            from ..showing.walk import print_walk

            print_walk(answer, given.manner, pause)

    return answer_files(given, backend, lambda file, pair: decider.decide(file, pair, shown))


def _pause(steps: _Steps, manner: Manner) -> Callable[[], None]:
    """Return what is to be done after each step: wait for a key, or nothing."""
    if not steps.pause:
        return lambda: None
    from .terminal import is_on_terminal, wait_for_a_key

    if not is_on_terminal():
        raise Misuse("--pause needs a terminal")
    return lambda: wait_for_a_key(manner)
