"""`sudokopie nearest`."""

from ..answers.nearest import nearest as find_nearest
from ..reading.gridfile import Pair
from ..solvers.registry import NEAREST
from ..sudoku.parts import Parts
from .declaring import command, gathered, needs, rules
from .options import (
    FILES,
    ONLY,
    TIME_LIMIT,
    BackendType,
    Solver,
    option,
    page_options,
    reading_options,
)
from .proofs import CERTIFICATE, Proofs
from .reading import Given, answer_files, check_one_pair
from .terminal import line


@command()
@FILES
@ONLY
@option("--count-blanks", "Blanks on blanks agree as well.")
@option(
    "--at-least K",
    "Only ask whether K clues can agree (with --count-blanks: cells); exit status 1 if not.",
    least=0,
)
@reading_options
@option(
    "--backend NAME",
    "What answers: pysat:SOLVER, cp-sat or maxsat:rc2.  [default: pysat:glucose4]",
    "backend_name",
    type=BackendType(),
)
@TIME_LIMIT
@CERTIFICATE
@page_options("files")
@gathered(given=Given, solver=Solver)
@rules(needs("--verify-no", "--at-least"))
def nearest(
    given: Given,
    only: Parts,
    count_blanks: bool,
    at_least: int | None,
    solver: Solver,
    proofs: Proofs,
) -> int:
    """Find the steps that bring the most clues of the first Sudoku onto equal clues of the second.

    Both are drawn, the first after the steps, and what differs is marked. That is a distance
    between Sudokus up to symmetry. Under a time limit it is said how many clues agree so far, and
    how many can at most. With --certificate it is proved that no more can agree, or not K. Each
    FILE holds two Sudokus, - is standard input.

    Exit status: 2 if there was trouble with a file, else 1 if --at-least K is too many for some
    pair, else 3 if the time was not enough for some pair, else 0.

    \b
    Example:
      printf '12\\n..\\n\\n..\\n22\\n' | sudokopie nearest -
    """  # noqa: D301
    check_one_pair(proofs.certificate, given)
    backend = solver.found(NEAREST)
    proofs = proofs.checked(given.files, solver.backend_name)

    def answered(file: str, pair: Pair) -> list[str]:
        with line() as show:
            found = find_nearest(
                *pair,
                backend,
                blanks=count_blanks,
                at_least=at_least,
                timeout=solver.time_limit,
                progress=lambda agreeing, at_most: show(f"{agreeing} to {at_most}"),
                only=only,
            )
        return proofs.answer(file, found, given.printer, solver.clock())

    return answer_files(given, backend, answered)
