"""The command `sudokopie ways`: count or list the ways from one Sudoku to another."""

import sys
from itertools import islice

from ..base.errors import DeadlinePassedError
from ..base.messages import Message
from ..showing.printer import print_message
from ..sudoku.allowed_moves import AllowedMoves
from ..sudoku.grid import Pair
from .machinery.command_rules import command, excludes, needs
from .machinery.options import (
    BACKEND,
    FILES,
    ONLY,
    PAGED,
    READING,
    TIME_LIMIT_TWICE,
    SolverOptions,
    option,
)
from .machinery.proving import ONE_CERTIFICATE, ProofOptions, answer_and_print_pairs_and_get_status
from .machinery.reading import CommandInput, read_and_answer_pairs_and_get_status


@command(
    needs("--limit", "--all"),
    excludes("--certificate", "--all"),
    excludes("--html", "--all"),
    excludes("--certificate", "--only"),
    solver_options=SolverOptions,
)
@FILES
@ONLY
@option("--all", "Print every way from the first Sudoku to the second.", "every_way")
@option("--limit K", "With --all: print at most K ways.", minimum=1)
@READING
@BACKEND
@ONE_CERTIFICATE
@TIME_LIMIT_TWICE
@PAGED
def ways(
    command_input: CommandInput,
    only: AllowedMoves,
    every_way: bool,
    limit: int | None,
    solver_options: SolverOptions,
    proof_options: ProofOptions,
) -> int:
    r"""Count the ways in which the second Sudoku of a pair is a copy of the first.

    A way is a transformation from the first Sudoku to the second. A symmetry of the first Sudoku,
    followed by a way, is a way too, so there are as many ways as symmetries. Generators are
    printed: all symmetries are combinations of them. With --all every way is printed once, the
    least rotation first. Each FILE has two Sudokus; - is standard input.

    Exit status: 2 if a file could not be read, otherwise 1 if the Sudokus of a pair are no copies,
    otherwise 3 if the time was not enough for a pair, otherwise 0.

    Example:
      printf '12\n..\n\n..\n21\n' | sudokopie ways --all -
    """
    from ..answers.ways import all_ways
    from ..answers.ways import ways as count_ways
    from ..showing.report_symmetries import NoWayReport, WayReport

    backend, printer = solver_options.find_full_incremental_backend_name(), command_input.printer

    def print_ways_and_list_status_words(file: str, pair: Pair) -> list[str]:
        """Print the transformations from the first Sudoku of a pair to the second, one after
        another. Returns a list with the answer in one word, such as `copies`.
        """
        number, most = 0, limit and min(limit, sys.maxsize)
        found = all_ways(*pair, backend, timeout=solver_options.start_deadline(), only=only)
        try:
            for number, way in enumerate(islice(found, most), 1):
                printer.print_report(file, WayReport(way, printer.display, number, *pair))
        except DeadlinePassedError:
            print_message(Message("The time was not enough to find all ways."), printer.display)
            return ["undecided"]
        if number:
            return ["copies"]
        printer.print_report(file, NoWayReport(only, printer.display))
        return ["different"]

    if every_way:
        return read_and_answer_pairs_and_get_status(
            command_input, backend, print_ways_and_list_status_words
        )
    return answer_and_print_pairs_and_get_status(
        *(command_input, solver_options, proof_options, backend),
        lambda pair: count_ways(*pair, backend, timeout=solver_options.time_limit, only=only),
    )
