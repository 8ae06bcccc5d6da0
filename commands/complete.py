"""The command `sudokopie complete`: solve Sudokus by the rules of Sudoku."""

import os
from collections import Counter
from functools import partial
from typing import NamedTuple

import click

from ..answers.completion import (
    CompletionAnswer,
    list_completion_answers,
    search_completions,
    yield_completion_answers,
)
from ..base.messages import Message
from ..showing.answer_formatter import AnswerFormatter, format_grid_on_one_line
from ..showing.printer import OutputForm, print_message
from ..showing.report_completion import describe_solution_count, find_repeated_digit_if_unsolvable
from ..solvers.deadline import Deadline
from ..sudoku.grid import Grid
from ..system.open_file import STANDARD_INPUT
from .machinery.command_rules import (
    ERROR,
    command,
    find_exit_status,
    forbids,
    needs,
    stop_on_interrupt_or_time_limit,
)
from .machinery.options import (
    FILES,
    PRINTER,
    READING,
    RESULT_OPTIONS,
    TIME_LIMIT_A_SUDOKU,
    ResultOptions,
    option,
)
from .machinery.proving import ONE_CERTIFICATE, ProofOptions
from .machinery.reading import CommandInput
from .machinery.row_format import ResultColumn, RowFormat
from .machinery.stream_runner import StreamRunner, join_cells_as_bytes_and_get_box_shape
from .machinery.sudoku_stream import StreamedSudoku
from .machinery.workers import WORKERS, WorkerOptions

_PUZZLES_IN_A_TASK = 100


class _SolutionSearchOptions(NamedTuple):
    """The options for the search for solutions. `every_solution` is whether all solutions are
    printed. `limit` is the largest number of solutions to print for each Sudoku; it is used only
    with `every_solution`, and None means no limit. `time_limit` is the number of seconds for each
    Sudoku; None means no limit.
    """

    every_solution: bool
    limit: int | None
    time_limit: float | None

    @property
    def max_solution_count(self) -> int | None:
        """The largest number of solutions that are printed for each Sudoku: `limit` with --all,
        otherwise 1. None means that there is no limit.
        """
        return self.limit if self.every_solution else 1


@command(
    needs("--limit", "--all"),
    forbids("--output csv", "--all", "--quiet", "--json"),
    forbids("--output table", "--all"),
    forbids("--parquet", "--all"),
    forbids("--certificate", "--all", "--output", "--parquet"),
    search_options=_SolutionSearchOptions,
)
@FILES
@option("--all", "Print every solution.", "every_solution")
@option("--limit K", "With --all: print at most K solutions.", minimum=1)
@RESULT_OPTIONS
@WORKERS
@ONE_CERTIFICATE
@TIME_LIMIT_A_SUDOKU
@READING
@PRINTER
def complete(
    command_input: CommandInput,
    search_options: _SolutionSearchOptions,
    result_options: ResultOptions,
    worker_options: WorkerOptions,
    proof_options: ProofOptions,
) -> int:
    r"""Solve Sudokus, and find out whether each has no solution, one, or more.

    A single Sudoku is drawn with its solution. For several Sudokus, each solution is printed on
    one line, in the order of the input. A line that starts with # reports a Sudoku that has no
    solution, or several solutions. With --output table, the file and the line of each Sudoku
    are printed too. FILE - is standard input.

    Exit status: 2 if a file could not be read, otherwise 1 if a Sudoku has no solution or more than
    one, otherwise 3 if the time was not enough for a Sudoku, otherwise 0; 130 after Ctrl-C.

    Example:
      printf '12..\n..1.\n...3\n4...\n' | sudokopie complete -
    """
    proof_options.check_and_make_options_with_prover(command_input.files)
    with StreamRunner(command_input, result_options) as runner:
        if grid := runner.read_single_sudoku_or_none():
            return _complete_single_sudoku_and_get_status(
                command_input, grid, search_options, proof_options
            )
        proof_options.raise_if_certificate_wanted()
        rows = _SolutionRowFormat(command_input.display, search_options)
        with worker_options.open_cluster_or_process_count(command_input) as found:
            complete = yield_completion_answers if found == 1 else list_completion_answers
            complete_all = partial(
                complete,
                limit=search_options.max_solution_count,
                seconds_per_grid=search_options.time_limit,
            )
            # Another program may write Sudokus to a pipe now and then, so each is answered at once.
            are_files = all(
                os.path.isfile(file) and file != STANDARD_INPUT for file in command_input.files
            )
            count = _PUZZLES_IN_A_TASK if found != 1 or are_files else 1
            status = runner.answer_with_workers_and_get_status(
                found, rows, join_cells_as_bytes_and_get_box_shape, complete_all, count
            )
    is_only_result = command_input.printer.form is OutputForm.RESULT
    click.echo(
        _format_count_summary(runner.status_counts, command_input.display), err=not is_only_result
    )
    return status


def _complete_single_sudoku_and_get_status(
    command_input: CommandInput,
    grid: Grid,
    search_options: _SolutionSearchOptions,
    proof_options: ProofOptions,
) -> int:
    """Draw a Sudoku with its solutions, and print a proof if the user asked for one. Returns the
    exit status. After Ctrl-C or the time limit, the solutions found so far are drawn.
    """
    found: list[Grid] = []
    with stop_on_interrupt_or_time_limit() as stopped:
        answer = search_completions(
            grid,
            search_options.max_solution_count,
            timeout=search_options.time_limit,
            found_so_far=found,
        )
    if stopped.status:
        answer, proof_options = CompletionAnswer(grid, tuple(found), None), ProofOptions()
    deadline = Deadline(search_options.time_limit)
    answer_words = proof_options.prove_and_print_answer(
        command_input.files[0], answer, command_input.printer, deadline
    )
    is_text = command_input.printer.form is OutputForm.TEXT
    if is_text and answer.word == "more" and not search_options.every_solution:
        print_message(Message("--all prints every solution"), command_input.display)
    return stopped.status or find_exit_status(answer_words)


class _SolutionRowFormat(RowFormat[CompletionAnswer]):
    """The format of the row that `sudokopie complete` prints for each Sudoku: a solution, and a
    word for the number of its solutions. The word is `none`, `one`, `more` (than one), `some` (at
    least one; more were not ruled out in time), or `undecided`.
    """

    def __init__(self, display: AnswerFormatter, search_options: _SolutionSearchOptions) -> None:
        super().__init__(display, search_options)
        self.columns = (
            ResultColumn("solution", self._format_first_solution),
            ResultColumn("solutions", lambda _, result: result.word),
        )

    def _format_first_solution(self, _sudoku: StreamedSudoku, result: CompletionAnswer) -> str:
        """Return the first solution as a line of text; empty if no solution was found."""
        return format_grid_on_one_line(result.solutions[0]) if result.solutions else ""

    def format_result_lines(self, _sudoku: StreamedSudoku, result: CompletionAnswer) -> list[str]:
        return [format_grid_on_one_line(solution) for solution in result.solutions]

    def explain_missing_answer_or_none(
        self, sudoku: StreamedSudoku, result: CompletionAnswer
    ) -> str | None:
        if result.word == "one" or (self.options.every_solution and len(result.solutions) > 1):
            return None
        sentences = [describe_solution_count(result)]
        if (equal := find_repeated_digit_if_unsolvable(result)) is not None:
            sentences.append(equal.sentence)
        if result.solutions:
            one = self._format_first_solution(sudoku, result)
            sentences.append(Message("One of them: {solution}", solution=one))
        return self.display.translate(*sentences)


def _format_count_summary(status_counts: Counter[str], display: AnswerFormatter) -> str:
    """Return a line with the number of Sudokus that have no solution, one, or more. `status_counts`
    has the number of Sudokus for each result in one word, such as `one`. Counts of 0 are left out,
    except for Sudokus with one solution.
    """

    def format_count(message: Message, count: int) -> str:
        """Return the text of `message` in the reader's language, in which `count` replaces
        `{count}`.
        """
        return display.translate(Message(message.template, count=display.format_number(count)))

    parts = [
        (Message("{count} with none"), status_counts["none"]),
        (Message("{count} with more than one"), status_counts["more"]),
        (Message("{count} undecided"), status_counts["undecided"] + status_counts["some"]),
        (Message("{count} unreadable"), status_counts[ERROR]),
    ]
    told = [format_count(Message("{count} with one solution"), status_counts["one"])]
    told += [format_count(part, count) for part, count in parts if count]
    total = format_count(Message("Sudokus: {count}"), status_counts.total())
    return f"{total} ({', '.join(told)})"
