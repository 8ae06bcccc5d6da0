"""`sudokopie ways`."""

import sys
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from ..answers.ways import all_ways
from ..answers.ways import ways as count_ways
from ..base.errors import DeadlinePassedError
from ..base.language import Message
from ..reading.gridfile import Pair
from ..showing.printer import Printer, say
from ..showing.said_symmetries import SaidNoWay, SaidWay
from ..sudoku.parts import Parts
from ..sudoku.transformation import Transformation
from .declaring import command, excludes, gathered, needs, rules
from .options import (
    BACKEND,
    FILES,
    ONLY,
    TIME_LIMIT_AND_PROOF,
    Solver,
    option,
    page_options,
    reading_options,
)
from .proofs import ONE_CERTIFICATE, Proofs
from .reading import Given, answer_files, check_one_pair


class _Listing(NamedTuple):
    """Whether ways are printed one after another, and at most how many."""

    every_way: bool
    limit: int | None


@command()
@FILES
@ONLY
@option("--all", "Print every way from 1 to 2, in order.", "every_way")
@option("--limit K", "With --all: at most K ways.", least=1)
@reading_options
@BACKEND
@ONE_CERTIFICATE
@TIME_LIMIT_AND_PROOF
@page_options("files")
@gathered(given=Given, solver=Solver, listing=_Listing)
@rules(
    needs("--limit", "--all"),
    excludes("--certificate", "--all"),
    excludes("--html", "--all"),
    excludes("--certificate", "--only"),
)
def ways(given: Given, only: Parts, listing: _Listing, solver: Solver, proofs: Proofs) -> int:
    """Count the ways from the first Sudoku of a pair to the second, and say what makes them.

    There are as many as the first Sudoku has symmetries, which are printed too: each way is one of
    them, followed by any other way. With --all every way is printed, none twice, those with the
    least rotation first. Each FILE holds two Sudokus, - is standard input.

    Exit status: 2 if there was trouble with a file, else 1 if some pair is not a copy, else 3 if
    the time was not enough for some pair, else 0.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n21\\n' | sudokopie ways --all -
    """  # noqa: D301
    check_one_pair(proofs.certificate, given)
    printer = given.printer
    backend = solver.incremental()
    proofs = proofs.checked(given.files, solver.backend_name)

    def answered(file: str, pair: Pair) -> list[str]:
        if listing.every_way:
            most = listing.limit and min(listing.limit, sys.maxsize)
            every = all_ways(*pair, backend, timeout=solver.clock(), only=only)
            return [_every_way(file, pair, islice(every, most), only, printer)]
        found = count_ways(*pair, backend, timeout=solver.time_limit, only=only)
        return proofs.answer(file, found, printer, solver.clock(), backend)

    return answer_files(given, backend, answered)


def _every_way(
    file: str, pair: Pair, ways: Iterable[Transformation], only: Parts, printer: Printer
) -> str:
    """Print the ways one after another, and return the status."""
    number = 0
    try:
        for number, way in enumerate(ways, 1):
            printer.show(file, SaidWay(number, way, *pair, printer.manner))
    except DeadlinePassedError:
        say(Message("The time was not enough for all ways."), printer.manner)
        return "undecided"
    if number:
        return "copies"
    printer.show(file, SaidNoWay(only, printer.manner))
    return "different"
