"""The command `sudokopie nearest`: find the copy of one Sudoku that is nearest to another."""

from typing import TYPE_CHECKING

from ..solvers.registry import NEAREST
from ..sudoku.allowed_moves import AllowedMoves
from ..sudoku.grid import Pair
from .machinery.command_rules import command, needs
from .machinery.options import (
    FILES,
    ONLY,
    PAGED,
    READING,
    TIME_LIMIT,
    SolverOptions,
    backend_option,
    option,
)
from .machinery.proving import CERTIFICATE, Proofs, answer_pairs
from .machinery.reading import CommandInput
from .machinery.terminal import show_status_line

if TYPE_CHECKING:
    from ..answers.nearest import NearestCopy


@command(needs("--verify-no", "--at-least"), solver=SolverOptions)
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
    given: CommandInput,
    only: AllowedMoves,
    count_blanks: bool,
    at_least: int | None,
    solver: SolverOptions,
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

    backend = solver.find_backend_name(NEAREST)

    def found(pair: Pair) -> "NearestCopy":
        with show_status_line() as show:
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
