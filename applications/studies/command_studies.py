"""The commands `sudokopie classes`, `unavoidable` and `fewest-clues`.

Each command imports its study inside its function, so that no command loads the other studies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from ...base.errors import GridError
from ...base.messages import Message
from ...commands.machinery.command_rules import (
    ANSWER,
    NO,
    TROUBLE,
    YES,
    UsageError,
    command,
    excludes,
    forbids,
    needs,
    requires_any_of,
    stop_on_interrupt_or_time_limit,
)
from ...commands.machinery.options import (
    FILE,
    PATH,
    PRINTER,
    READING,
    TIME_LIMIT,
    TIME_LIMIT_TWICE,
    box_option,
    option,
)
from ...commands.machinery.proving import ONE_CERTIFICATE, ProofOptions
from ...commands.machinery.reading import read_single_sudoku, read_sudoku_and_compute_solution
from ...commands.machinery.terminal import show_status_line
from ...showing.answer_report import make_report
from ...showing.printer import print_message
from ...solvers.deadline import Deadline
from ...sudoku.shape import MAX_SIZE

if TYPE_CHECKING:
    from ...questions.claim import Claim
    from ...reading.file_entry import ReadingOptions
    from ...showing.printer import AnswerPrinter
    from ...sudoku.grid import CellSet, Grid
    from ...sudoku.shape import BoxShape
    from .fewest_clues import LowerBoundReason


def _check_and_return_shape(shape: BoxShape, max_rows: int) -> BoxShape:
    """Raise `GridError` if grids with boxes of this `shape` have more than `max_rows` rows, the
    largest number that a command can process. Otherwise return `shape`.
    """
    if shape.size > max_rows:
        raise GridError(
            "boxes of {shape} make Sudokus larger than {most}×{most}, the limit here",
            most=max_rows,
            shape=shape,
        )
    return shape


@command()
@box_option("Boxes of R rows and C columns, such as 2x3.", required=True)
@TIME_LIMIT
@PRINTER
def classes(box: BoxShape, time_limit: float | None, printer: AnswerPrinter) -> int:
    """Find all complete Sudokus with boxes of a shape, except copies: one for each class of copies.

    Prints the least Sudoku of each class, the number of Sudokus in the class, and the number of
    automorphisms: transformations from a Sudoku to itself. The sizes of the classes must add up to
    the number of all complete Sudokus, which is checked. Boxes of 2x2 take no time, boxes of 2x3
    seconds. Boxes of 3x3 have more than five thousand million classes: Ctrl-C ends the search and
    prints those found so far.

    Exit status: 0 if all classes were found; 3 if the time was not enough; 130 after Ctrl-C; 2
    after an error.

    Example:
      sudokopie classes --box 2x2
    """
    from .classes import ClassStudy

    study = ClassStudy(_check_and_return_shape(box, MAX_SIZE))
    with stop_on_interrupt_or_time_limit() as stopped, show_status_line() as show:
        study.run(Deadline(time_limit), lambda study: show(f"{study.number}: {study.seen:,}"))
    printer.print_answer(f"--box {box}", study)
    return YES if study.is_exhausted else stopped.status


@command(
    excludes("--size", "--blueprint"),
    forbids(
        "FILE -",
        "--blueprint -",
        message=Message("only one of the two files can be - (standard input)"),
    ),
)
@FILE
@option("--size K", "Find all sets of at most K cells.  [default: 12]", minimum=1)
@option(
    "--blueprint PATTERN",
    "Find only the sets that are copies of the pattern in this file.",
    type=PATH,
)
@TIME_LIMIT
@READING
@PRINTER
def unavoidable(
    file: str,
    size: int | None,
    blueprint: str | None,
    time_limit: float | None,
    reading_options: ReadingOptions,
    printer: AnswerPrinter,
) -> int:
    """Find the minimal unavoidable sets of a Sudoku: sets of cells in which every puzzle needs a
    clue.

    A set of cells is unavoidable if the other cells can be completed in another way too: then every
    puzzle with this one solution has a clue in the set. It is minimal if no part of it is
    unavoidable. Sets that are copies of each other have the same blueprint, a pattern that is
    printed in canonical form. In the drawing, letters mark sets that share no cell. FILE has a
    complete Sudoku, or a puzzle with one solution; - is standard input.

    Exit status: 0; 1 if the blueprint does not occur; 3 if the time was not enough; 130 after
    Ctrl-C; 2 after an error.

    Example:
      echo '1234 3412 2143 4321' | sudokopie unavoidable -
    """
    from . import unavoidable as sets

    _, grid, grid_file = read_sudoku_and_compute_solution(file, reading_options, printer.display)
    printer.variant = grid_file.variant
    if blueprint is None:
        study, most = sets.UnavoidableStudy(grid), size or sets.DEFAULT_SIZE
        with stop_on_interrupt_or_time_limit() as stopped, show_status_line() as show:
            study.run(
                most,
                Deadline(time_limit),
                lambda study: show(f"{len(study.sets)} (<= {study.complete_up_to}/{most})"),
            )
        printer.print_answer(file, study)
        return stopped.status
    pattern, _ = read_single_sudoku(blueprint, reading_options, printer.display)
    places: list[CellSet] = []
    with stop_on_interrupt_or_time_limit() as stopped, show_status_line() as show:
        for place in sets.yield_occurrences(pattern, grid, timeout=time_limit):
            places.append(place)
            show(f"{len(places)}")
    printer.print_answer(file, sets.PatternPlaces(grid, places, is_all=not stopped.status))
    return stopped.status or (YES if places else NO)


class _FewestCluesOptions(NamedTuple):
    """The options of the command `fewest-clues`. `explain` is whether the answer explains why fewer
    clues are not enough, and `counted` is whether the puzzles with the fewest clues are counted.
    `time_limit` is in seconds; None means no limit.
    """

    explain: bool
    counted: bool
    time_limit: float | None


@command(
    requires_any_of(
        Message("name a FILE with a complete Sudoku, or a shape of boxes: --box 2x3"),
        "FILE",
        "--box",
    ),
    needs("--count", "FILE"),
    excludes("--explain", "--quiet"),
    needs("--certificate", "FILE"),
    options=_FewestCluesOptions,
)
@click.argument("file", type=PATH, metavar="[FILE]", required=False)
@option("--explain", "Explain why fewer clues are not enough.", heading=ANSWER)
@option("--count", "With FILE: count the puzzles with the fewest clues.", "counted")
@ONE_CERTIFICATE
@TIME_LIMIT_TWICE
@READING
@PRINTER
def fewest_clues(
    file: str | None,
    options: _FewestCluesOptions,
    proof_options: ProofOptions,
    reading_options: ReadingOptions,
    printer: AnswerPrinter,
) -> int:
    """Find the fewest clues with which a puzzle has exactly one solution.

    With FILE, a complete Sudoku or a puzzle with one solution: the fewest clues among the puzzles
    with this solution; - is standard input. Without FILE: among all puzzles with boxes of the shape
    --box. A lower and an upper bound are shown while the search goes on. 4x4 and 6x6 take seconds;
    for 9x9 give a --time-limit.

    Exit status: 0 if the fewest clues are known, 3 if the time was not enough, 130 after Ctrl-C, 2
    after an error.

    Example:
      sudokopie fewest-clues --box 2x2 --explain
    """
    proof_options.check_and_make_options_with_prover([] if file is None else [file])
    if file is not None:
        return _run_fewest_clues_study_and_get_status(
            file, options, proof_options, reading_options, printer
        )
    assert reading_options.box is not None
    return _run_shape_study_and_get_status(
        _check_and_return_shape(reading_options.box, reading_options.max_size), options, printer
    )


def _run_fewest_clues_study_and_get_status(
    file: str,
    options: _FewestCluesOptions,
    proof_options: ProofOptions,
    reading_options: ReadingOptions,
    printer: AnswerPrinter,
) -> int:
    """Find the fewest clues of the puzzles whose only solution is the Sudoku in a file, or its
    solution if the file has a puzzle. Print the answer, and return the exit status. A certificate
    is written too if the user asked for it.
    """
    from .fewest_clues import (
        FewestCluesStudy,
        find_lower_bound_reason,
        find_unavoidable_sets_for_proof,
    )

    puzzle, grid, grid_file = read_sudoku_and_compute_solution(
        file, reading_options, printer.display
    )
    printer.variant = grid_file.variant
    if proof_options.certificate is not None and puzzle != grid:
        raise UsageError("--certificate takes a complete Sudoku")
    study, deadline = FewestCluesStudy(grid, puzzle), Deadline(options.time_limit)
    number, reason = None, None
    with stop_on_interrupt_or_time_limit() as stopped, show_status_line() as show:
        study.run(deadline, lambda study: show(f"{study.at_least} to {study.at_most}"))
        if options.counted:
            puzzles = 0
            for puzzles, _ in enumerate(study.fewest(timeout=deadline), 1):
                show(str(puzzles))
            number = puzzles
    if options.explain and not stopped.status:
        with stop_on_interrupt_or_time_limit() as stopped:
            reason = find_lower_bound_reason(study, timeout=deadline)
    if (options.explain and reason is None) or (options.counted and number is None):
        message = Message(
            "There was no time left for --explain or --count: the bounds are computed first."
        )
        print_message(message, printer.display)
    answer = make_report(study, printer.display, number, reason)
    if stopped.is_interrupted:
        printer.print_report(file, answer)
        return stopped.status
    deadline = Deadline(options.time_limit)

    def make_claim() -> Claim:
        """Return the statement that the certificate proves: bounds on the fewest clues of a
        puzzle.
        """
        from .clues_claim import FewestCluesClaim

        sets = find_unavoidable_sets_for_proof(study, timeout=deadline)
        return FewestCluesClaim.from_puzzle_and_sets(
            study.puzzle, study.grid, study.at_least, sets, timeout=deadline
        )

    return (
        stopped.status
        if proof_options.try_to_prove_and_print_report(file, answer, make_claim, printer, deadline)
        else TROUBLE
    )


def _run_shape_study_and_get_status(
    shape: BoxShape, options: _FewestCluesOptions, printer: AnswerPrinter
) -> int:
    """Find the fewest clues that a puzzle with one solution can have, among all puzzles with a box
    shape. Print the answer, and return the exit status.
    """
    from .fewest_clues import ShapeStudy, find_lower_bound_reason

    deadline, study = Deadline(options.time_limit), ShapeStudy(shape)
    reasons: dict[Grid, LowerBoundReason] = {}

    def show_progress(study: ShapeStudy) -> None:
        """Show the progress of the search: both bounds on the fewest clues or, before, how many
        classes of grids were found.
        """
        if study.best is None:
            show(f"{study.classes.number} / {study.classes.seen:,}")
        else:
            show(f"{study.at_least} to {study.best.at_most}")

    with stop_on_interrupt_or_time_limit() as stopped, show_status_line() as show:
        study.run(deadline, show_progress)
        for grid, one in study.studies.items() if options.explain else ():
            reasons[grid] = find_lower_bound_reason(one, timeout=deadline)
    printer.print_answer(f"--box {shape}", study, reasons)
    return stopped.status
