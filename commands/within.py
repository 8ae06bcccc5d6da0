"""The command `sudokopie within`: decide whether one Sudoku is a copy of a part of another."""

from .machinery.command_rules import command
from .machinery.options import (
    BACKEND,
    FILES,
    PAGED,
    READING,
    TIME_LIMIT_A_SUDOKU,
    SolverOptions,
)
from .machinery.proving import ONE_CERTIFICATE, ProofOptions, answer_and_print_pairs_and_get_status
from .machinery.reading import CommandInput


@command(solver_options=SolverOptions)
@FILES
@READING
@BACKEND
@ONE_CERTIFICATE
@TIME_LIMIT_A_SUDOKU
@PAGED
def within(
    command_input: CommandInput, solver_options: SolverOptions, proof_options: ProofOptions
) -> int:
    r"""Find out whether one Sudoku is a copy of the other with some clues left out.

    If it is, the fewest steps are printed that bring each clue of the Sudoku with fewer clues onto
    an equal clue of the other. Each FILE has two Sudokus; - is standard input.

    Exit status: 2 if a file could not be read, otherwise 1 if in a pair neither Sudoku is part of
    the other, otherwise 3 if the time was not enough for a pair, otherwise 0.

    Example:
      printf '12\n..\n\n.1\n21\n' | sudokopie within -
    """
    from ..answers.part import within as find_part

    backend = solver_options.find_full_incremental_backend_name()
    return answer_and_print_pairs_and_get_status(
        *(command_input, solver_options, proof_options, backend),
        lambda pair: find_part(*pair, backend, timeout=solver_options.time_limit),
    )
