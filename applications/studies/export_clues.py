"""The question `clues` of `sudokopie export`, and its options: how few cells include a cell of each
small unavoidable set of a Sudoku?

A set of cells is unavoidable if every puzzle with this single solution has a clue in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...base.messages import Message
from ...commands.machinery.application_options import ApplicationExportQuestion, ApplicationOptions
from ...commands.machinery.command_rules import needs
from ...commands.machinery.options import option
from ...commands.machinery.reading import read_sudoku_and_compute_solution
from ...commands.machinery.terminal import show_status_line

if TYPE_CHECKING:
    from ...reading.file_entry import ReadingOptions
    from ...showing.answer_formatter import AnswerFormatter
    from ...sudoku.grid import CellSet, Grid
    from .clues_question import HasSmallHittingSet


class _CluesOptions(NamedTuple):
    """The options that the question `clues` adds to `sudokopie export`.

    `at_most`: ask only whether this number of clues is enough; None means to ask for the fewest
    clues. `size`: the largest number of cells of the unavoidable sets (in which every puzzle has a
    clue); None means the default.
    """

    at_most: int | None
    size: int | None


def _make_hitting_set_question(
    file: str, reading_options: ReadingOptions, display: AnswerFormatter, options: _CluesOptions
) -> HasSmallHittingSet:
    """Return the question `clues` about the complete Sudoku in a file: the fewest clues of a puzzle
    with this solution.

    If the file has a puzzle with one solution, the question is about this solution. The warnings
    about the file are printed. `options` are the options of the question.
    """
    from .clues_question import HasSmallHittingSet

    _, grid, _ = read_sudoku_and_compute_solution(file, reading_options, display)
    return HasSmallHittingSet(grid, _find_unavoidable_sets(grid, options.size), options.at_most)


def _find_unavoidable_sets(grid: Grid, size: int | None) -> tuple[CellSet, ...]:
    """Find all minimal unavoidable sets of up to `size` cells of a complete grid, smallest first.

    Every puzzle whose only solution is the grid has a clue in each of these sets. Raises
    `ExportError` if no such set exists.
    """
    from ...base.errors import ExportError
    from .unavoidable import DEFAULT_SIZE, UnavoidableStudy

    study = UnavoidableStudy(grid)
    with show_status_line() as show:
        study.run(size or DEFAULT_SIZE, progress=lambda study: show(str(len(study.sets))))
    if not study.sets:
        raise ExportError(
            "no unavoidable set has at most {size} cells; --size N looks for larger ones",
            size=size or DEFAULT_SIZE,
        )
    return tuple(sorted(study.sets, key=lambda one: (len(one), sorted(one))))


CLUES_OPTIONS = ApplicationOptions(
    "clues",
    _CluesOptions,
    options={
        "count_blanks": option(
            "--at-most K",
            "With --question clues: ask only whether K clues are enough, yes or no.",
            minimum=0,
        ),
        "at_most": option(
            "--size S",
            "With --question clues: use all minimal unavoidable sets of at most S cells.  "
            "[default: 12]",
            minimum=1,
        ),
    },
    rules=(needs("--at-most", "--question clues"), needs("--size", "--question clues")),
    question=ApplicationExportQuestion(
        "clues",
        Message("how few clues meet all small unavoidable sets (with --at-most: can K)"),
        after="canonical",
        make=_make_hitting_set_question,
    ),
)
