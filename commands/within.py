"""`sudokopie within`."""

from ..answers.part import within as find_part
from ..reading.gridfile import Pair
from .declaring import command, gathered
from .options import BACKEND, FILES, TIME_LIMIT_A_SUDOKU, Solver, page_options, reading_options
from .proofs import ONE_CERTIFICATE, Proofs
from .reading import Given, answer_files, check_one_pair


@command()
@FILES
@reading_options
@BACKEND
@ONE_CERTIFICATE
@TIME_LIMIT_A_SUDOKU
@page_options("files")
@gathered(given=Given, solver=Solver)
def within(given: Given, solver: Solver, proofs: Proofs) -> int:
    """Say whether the Sudoku with fewer clues is a copy of the other with clues left out.

    If so, the steps are printed that bring each of its clues onto an equal clue of the other: the
    fewest. Each FILE holds two Sudokus, - is standard input.

    Exit status: 2 if there was trouble with a file, else 1 if of some pair neither is part of the
    other, else 3 if the time was not enough for some pair, else 0.

    \b
    Example:
      printf '12\\n..\\n\\n.1\\n21\\n' | sudokopie within -
    """  # noqa: D301
    check_one_pair(proofs.certificate, given)
    backend = solver.incremental()
    proofs = proofs.checked(given.files, solver.backend_name)

    def answered(file: str, pair: Pair) -> list[str]:
        found = find_part(*pair, backend, timeout=solver.time_limit)
        return proofs.answer(file, found, given.printer, solver.clock())

    return answer_files(given, backend, answered)
