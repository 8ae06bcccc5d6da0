"""`sudokopie ways`, `within` and `nearest`: what else is asked of two Sudokus.

Their searches are imported where they are called, so that each loads its own alone.
"""

import sys
from itertools import islice
from typing import TYPE_CHECKING

from ..base.errors import DeadlinePassedError
from ..base.language import Message
from ..reading.gridfile import Pair
from ..showing.printer import say
from ..solvers.registry import NEAREST
from ..sudoku.parts import Parts
from .machinery.declaring import command, excludes, needs
from .machinery.options import (
    BACKEND,
    FILES,
    ONLY,
    PAGED,
    READING,
    TIME_LIMIT,
    TIME_LIMIT_A_SUDOKU,
    TIME_LIMIT_TWICE,
    Solver,
    backend_option,
    option,
)
from .machinery.proving import CERTIFICATE, ONE_CERTIFICATE, Proofs, answer_pairs
from .machinery.reading import Given, answer_files
from .machinery.terminal import line

if TYPE_CHECKING:
    from ..answers.nearest import NearestCopy


@command(
    needs("--limit", "--all"),
    excludes("--certificate", "--all"),
    excludes("--html", "--all"),
    excludes("--certificate", "--only"),
    solver=Solver,
)
@FILES
@ONLY
@option("--all", "Print every way from 1 to 2, in order.", "every_way")
@option("--limit K", "With --all: at most K ways.", least=1)
@READING
@BACKEND
@ONE_CERTIFICATE
@TIME_LIMIT_TWICE
@PAGED
def ways(
    given: Given, only: Parts, every_way: bool, limit: int | None, solver: Solver, proofs: Proofs
) -> int:
    r"""Count the ways from the first Sudoku of a pair to the second, and say what makes them.

    There are as many as the first Sudoku has symmetries, which are printed too: each way is one of
    them, followed by any other way. With --all every way is printed, none twice, those with the
    least rotation first. Each FILE holds two Sudokus, - is standard input.

    Exit status: 2 if there was trouble with a file, else 1 if some pair is not a copy, else 3 if
    the time was not enough for some pair, else 0.

    Example:
      printf '12\n..\n\n..\n21\n' | sudokopie ways --all -
    """
    from ..answers.ways import all_ways
    from ..answers.ways import ways as count_ways
    from ..showing.said_symmetries import SaidNoWay, SaidWay

    backend, printer = solver.incremental(), given.printer

    def listed(file: str, pair: Pair) -> list[str]:
        """Print the ways one after another, and return the status."""
        number, most = 0, limit and min(limit, sys.maxsize)
        found = all_ways(*pair, backend, timeout=solver.clock(), only=only)
        try:
            for number, way in enumerate(islice(found, most), 1):
                printer.show(file, SaidWay(way, printer.manner, number, *pair))
        except DeadlinePassedError:
            say(Message("The time was not enough for all ways."), printer.manner)
            return ["undecided"]
        if number:
            return ["copies"]
        printer.show(file, SaidNoWay(only, printer.manner))
        return ["different"]

    if every_way:
        return answer_files(given, backend, listed)
    return answer_pairs(
        *(given, solver, proofs, backend),
        lambda pair: count_ways(*pair, backend, timeout=solver.time_limit, only=only),
    )


@command(solver=Solver)
@FILES
@READING
@BACKEND
@ONE_CERTIFICATE
@TIME_LIMIT_A_SUDOKU
@PAGED
def within(given: Given, solver: Solver, proofs: Proofs) -> int:
    r"""Say whether the Sudoku with fewer clues is a copy of the other with clues left out.

    If so, the steps are printed that bring each of its clues onto an equal clue of the other: the
    fewest. Each FILE holds two Sudokus, - is standard input.

    Exit status: 2 if there was trouble with a file, else 1 if of some pair neither is part of the
    other, else 3 if the time was not enough for some pair, else 0.

    Example:
      printf '12\n..\n\n.1\n21\n' | sudokopie within -
    """
    from ..answers.part import within as find_part

    backend = solver.incremental()
    return answer_pairs(
        *(given, solver, proofs, backend),
        lambda pair: find_part(*pair, backend, timeout=solver.time_limit),
    )


@command(needs("--verify-no", "--at-least"), solver=Solver)
@FILES
@ONLY
@option("--count-blanks", "Blanks on blanks agree as well.")
@option(
    "--at-least K",
    "Only ask whether K clues can agree (with --count-blanks: cells); exit status 1 if not.",
    least=0,
)
@READING
@backend_option("What answers: pysat:SOLVER, cp-sat or maxsat:rc2.  [default: pysat:glucose4]")
@TIME_LIMIT
@CERTIFICATE
@PAGED
def nearest(
    given: Given,
    only: Parts,
    count_blanks: bool,
    at_least: int | None,
    solver: Solver,
    proofs: Proofs,
) -> int:
    r"""Find the steps that bring the most clues of the first Sudoku onto equal clues of the second.

    Both are drawn, the first after the steps, and what differs is marked. That is a distance
    between Sudokus up to symmetry. Under a time limit it is said how many clues agree so far, and
    how many can at most. With --certificate it is proved that no more can agree, or not K. Each
    FILE holds two Sudokus, - is standard input.

    Exit status: 2 if there was trouble with a file, else 1 if --at-least K is too many for some
    pair, else 3 if the time was not enough for some pair, else 0.

    Example:
      printf '12\n..\n\n..\n22\n' | sudokopie nearest -
    """
    from ..answers.nearest import nearest as find_nearest

    backend = solver.found(NEAREST)

    def found(pair: Pair) -> "NearestCopy":
        with line() as show:
            return find_nearest(
                *pair,
                backend,
                blanks=count_blanks,
                at_least=at_least,
                timeout=solver.time_limit,
                progress=lambda agreeing, at_most: show(f"{agreeing} to {at_most}"),
                only=only,
            )

    return answer_pairs(given, solver, proofs, backend, found)
