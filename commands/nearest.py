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
from .machinery.proving import CERTIFICATE, ProofOptions, answer_and_print_pairs_and_get_status
from .machinery.reading import CommandInput
from .machinery.terminal import show_status_line

if TYPE_CHECKING:
    from ..answers.nearest import NearestCopy


@command(needs("--verify-no", "--at-least"), solver_options=SolverOptions)
@FILES
@ONLY
@option("--count-blanks", "Count equal blank cells as well as equal clues.")
@option(
    "--at-least K",
    "Only find out whether K clues can agree (with --count-blanks: K cells); the exit status is "
    "1 if not.",
    minimum=0,
)
@READING
@backend_option("The solver to use: pysat:SOLVER, cp-sat or maxsat:rc2.  [default: pysat:glucose4]")
@TIME_LIMIT
@CERTIFICATE
@PAGED
def nearest(
    command_input: CommandInput,
    only: AllowedMoves,
    count_blanks: bool,
    at_least: int | None,
    solver_options: SolverOptions,
    proof_options: ProofOptions,
) -> int:
    r"""Find the copy of the first Sudoku that shares the most clues with the second.

    Prints the steps to this copy and draws it beside the second Sudoku, with the differences
    marked. The number of shared clues measures how similar two Sudokus are up to symmetry. If the
    time limit comes first, the number found so far and an upper bound are printed. --certificate
    proves that no copy shares more clues or, with --at-least K, that none shares K. Each FILE has
    two Sudokus; - is standard input.

    Exit status: 2 if a file could not be read, otherwise 1 if --at-least K is too many for a pair,
    otherwise 3 if the time was not enough for a pair, otherwise 0.

    Example:
      printf '12\n..\n\n..\n22\n' | sudokopie nearest -
    """
    from ..answers.nearest import nearest as find_nearest

    backend = solver_options.find_full_backend_name(NEAREST)

    def find_nearest_copy_of_pair(pair: Pair) -> "NearestCopy":
        """Find the copy of a pair's first Sudoku that shares the most clues with the second.
        Meanwhile the number of shared clues that is known to be possible, and the upper bound, are
        shown on the terminal.
        """
        with show_status_line() as show:
            return find_nearest(
                *pair,
                backend,
                blanks=count_blanks,
                at_least=at_least,
                timeout=solver_options.time_limit,
                progress=lambda agreeing, at_most: show(f"{agreeing} to {at_most}"),
                only=only,
            )

    return answer_and_print_pairs_and_get_status(
        command_input, solver_options, proof_options, backend, find_nearest_copy_of_pair
    )
