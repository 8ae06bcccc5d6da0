"""The command `sudokopie solve`: decide whether the two Sudokus of each pair are copies."""

from functools import partial
from typing import NamedTuple

import click

from ..answers.decide import Answer, decide
from ..encoding.candidates import Encoding
from ..sudoku.allowed_moves import AllowedMoves
from ..sudoku.grid import Pair
from .machinery.command_rules import (
    ANSWER,
    INPUT,
    RARE,
    UsageError,
    add_rules_and_makers,
    command,
    forbids,
    needs,
)
from .machinery.options import (
    BACKEND,
    FILES,
    ONLY,
    PAGED,
    READING,
    RESULT_OPTIONS,
    WORKSHEET_ENDINGS,
    ResultOptions,
    SolverOptions,
    option,
    time_limit_option,
)
from .machinery.proving import CERTIFICATE, ProofOptions, answer_and_print_pairs_and_get_status
from .machinery.reading import CommandInput


class _StepOptions(NamedTuple):
    """The options about the steps from the first Sudoku to the second.

    - `only`: the kinds of moves that may be used, such as turns or renamed digits.
    - `any_steps`: whether the first steps found are accepted, even if fewer steps are enough.
    - `walk`: whether the grid is shown after every step.
    - `pause`: whether the program waits for a key after every step.
    - `no_refinement`: whether colour refinement is turned off. Colour refinement compares rows,
      columns and digits, and makes the formula smaller before the solver starts.
    """

    only: AllowedMoves
    no_refinement: bool
    any_steps: bool
    walk: bool
    pause: bool


def _parse_two_columns(
    _context: click.Context, _param: click.Parameter, names: str | None
) -> tuple[str, str] | None:
    """Return the names of two table columns from a text such as `A,B`, the value of --columns.
    Returns None if the option is not given. Raises `UsageError` for any other text. Click calls
    this function when it parses the option.
    """
    first, comma, second = (names or "").partition(",")
    if names is not None and not (first.strip() and second.strip()):
        raise UsageError(
            "--columns needs two columns with a comma between, such as first,second, not '{found}'",
            found=names,
        )
    return (first.strip(), second.strip()) if comma else None


@command(
    forbids("--walk", "--quiet", "--json"),
    needs("--pause", "--walk"),
    forbids("--columns", "--column", "--backend", "--time-limit", "--no-refinement", "--any-steps"),
    forbids("--columns", "--certificate", "--verify-no", "--walk"),
    forbids("--worksheet", "--columns", "--certificate", "--verify-no", "--walk", "--html"),
    forbids("--worksheet", "--quiet", "--json", "--only", "--any-steps", "--no-refinement"),
    forbids("--worksheet", "--backend", "--time-limit"),
    solver_options=SolverOptions,
    step_options=_StepOptions,
)
@FILES
@ONLY
@READING
@BACKEND
@time_limit_option(
    "Stop after this many seconds for each file; the answer is then undecided, not no. A proof "
    "may take the same time again."
)
@option(
    "--no-refinement",
    "Give the solver the whole formula, without simplifying it first. Otherwise most pairs need "
    "no solver.",
    heading=RARE,
)
@option("--any-steps", "Print the first steps found, not the fewest.")
@CERTIFICATE
@option(
    "--break-symmetry [auto|off]",
    "Whether a no and its proof may use symmetries of the second Sudoku. auto: if it has more than "
    "9 rows and such symmetries, which can make the proof hundreds of times shorter; without a "
    "proof, if the no takes longer than a second. off: never; rebuild_formula.py knows only such "
    "proofs.",
    default="auto",
    heading=RARE,
)
@option(
    "--walk",
    "Show the grid after every step, from the first Sudoku to the second and back.",
    heading=ANSWER,
)
@option("--pause", "With --walk: wait for a key after each step.", heading=ANSWER)
@option(
    "--columns A,B",
    "For a table with a pair in each row: the two columns with the Sudokus. Prints the answer "
    "and the steps for each row.",
    "pair_columns",
    callback=_parse_two_columns,
    heading=INPUT,
)
@option(
    "--worksheet FILE",
    "Write a worksheet for a class: the pairs of all files, then the answers. HTML, or PDF if the "
    "name ends in .pdf.",
    "worksheet",
    output_endings=WORKSHEET_ENDINGS,
    heading=ANSWER,
)
@add_rules_and_makers(
    needs("--output csv", "--columns"),
    needs("--output table", "--columns"),
    needs("--parquet", "--columns"),
)
@RESULT_OPTIONS
@PAGED
def solve(
    command_input: CommandInput,
    solver_options: SolverOptions,
    step_options: _StepOptions,
    proof_options: ProofOptions,
    result_options: ResultOptions,
    worksheet: str | None,
) -> int:
    r"""Find out whether two Sudokus are copies of each other, and by which steps.

    Each FILE has two Sudokus; or give two FILEs with one Sudoku each; or give a table with a pair
    in each row, and --columns. FILE - is standard input. Digits may be separated by spaces, tabs or
    commas, or not at all; 0 . _ * x - are blank cells; a line that starts with # is a comment.

    Exit status: 2 if a file could not be read, otherwise 1 if the Sudokus of a pair are no copies,
    otherwise 3 if the time limit came before an answer, otherwise 0.

    Example:
      printf '12\n..\n\n..\n21\n' | sudokopie solve -
    """
    if worksheet is not None:
        from .solve_worksheet import write_worksheet_of_files_and_get_status

        return write_worksheet_of_files_and_get_status(command_input, worksheet)
    if command_input.pair_columns is not None:
        from .solve_columns import print_verdicts_on_column_pairs_and_get_status

        return print_verdicts_on_column_pairs_and_get_status(
            command_input, result_options, step_options.only
        )
    if step_options.pause:
        from .machinery.terminal import can_ask_user

        if not can_ask_user():
            raise UsageError("--pause needs a terminal")
    backend = solver_options.find_full_backend_name()

    def decide_pair(pair: Pair) -> Answer:
        """Decide whether the second Sudoku of a pair is a copy of the first, with the solver, the
        time limit and the kinds of moves that the options choose.
        """
        return decide(
            *pair,
            backend,
            timeout=solver_options.time_limit,
            encoding=Encoding(refined=not step_options.no_refinement),
            fewest=not step_options.any_steps,
            only=step_options.only,
            break_symmetry=proof_options.break_symmetry == "auto",
        )

    def print_steps_and_grids_if_walk_wanted(answer: Answer) -> None:
        """Print the grid after every step from the first Sudoku to the second, and wait for a key
        with --pause. Without --walk, and for an answer without steps, nothing is printed.
        """
        if step_options.walk and answer.transformation is not None and answer.steps:
            from ..showing.walk import print_steps_and_grids_there_and_back
            from .machinery.terminal import wait_for_a_key

            wait = (
                partial(wait_for_a_key, command_input.display)
                if step_options.pause
                else lambda: None
            )
            print_steps_and_grids_there_and_back(answer, command_input.display, wait)

    return answer_and_print_pairs_and_get_status(
        command_input,
        solver_options,
        proof_options,
        backend,
        decide_pair,
        print_steps_and_grids_if_walk_wanted,
    )
