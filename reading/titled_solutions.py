"""Stated solutions: complete grids whose titles name them as the solutions of Sudokus before them,
such as `Solution 14` below `Puzzle 14`.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest

from ..base.messages import Message, quote
from ..recognition.columns import Role, completes, find_role, names_solution
from .file_entry import Entry, FaultError, SheetEntry

_NUMBER = re.compile(r"\d+")
_MOST_COMPARED = 1000
"""The most Sudokus that a solution is compared with."""


def separate_titled_solutions(source: str, entries: Sequence[Entry]) -> list[Entry]:
    """Return the grids of the file `source`, given as `entries`, without the solutions that it
    states. Each solution becomes the `titled_solution` of its Sudoku, or an error if it does not
    complete the Sudoku before it.
    """
    return [*_Separation(source).separate(entries)]


class _Separation:
    """The separation of a file's grids, each of which takes several lines, into Sudokus and their
    solutions.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._puzzles = dict[tuple[object, ...], Entry]()
        """The Sudokus without a solution by their `place_and_cells`, in the order of the file."""

    def separate(self, entries: Sequence[Entry]) -> Iterator[Entry]:
        """Yield the entries that are no solutions. A complete grid without a title is a solution,
        too, if it follows a solution and completes a Sudoku. A solution may also be directly before
        its Sudoku, if the title of this names a puzzle.
        """
        before: Entry | None = None
        is_after_solution = False
        for entry, after in zip_longest(entries, entries[1:]):
            is_complete = entry.error is None and 0 not in entry.cells
            title = entry.sudoku_name if is_complete else ""
            is_named = names_solution(title)
            is_after_solution = is_named or (is_complete and is_after_solution and not title)
            puzzle = self._find_puzzle(entry) if is_after_solution else None
            if puzzle is not None and puzzle.sudoku_name == title != "":
                puzzle = None  # the title is about both grids, as a sentence above them is
                is_named = is_after_solution = False
            if puzzle is not None:
                puzzle.titled_solution = entry
                del self._puzzles[puzzle.place_and_cells]
                continue
            if is_named and before is not None and before.place_and_cells in self._puzzles:
                yield make_wrong_solution_entry(self._source, entry, before, entry.sudoku_name)
                continue
            if is_named and after is not None and self._is_named_puzzle_of(entry, after):
                after.titled_solution = entry
                is_after_solution = False
                continue
            has_blank_cells = entry.error is None and 0 in entry.cells
            if has_blank_cells and entry.titled_solution is None:
                self._puzzles.setdefault(entry.place_and_cells, entry)
            before, is_after_solution = entry, False
            yield entry

    def _is_named_puzzle_of(self, solution: Entry, puzzle: Entry) -> bool:
        """Return whether a complete grid completes the Sudoku `puzzle`, whose title names a
        puzzle.
        """
        is_named = puzzle.error is None and find_role(puzzle.sudoku_name) is Role.PUZZLE
        return is_named and is_solution_of(solution, puzzle)

    def _find_puzzle(self, solution: Entry) -> Entry | None:
        """Return the Sudoku that a complete grid completes: one with the same number, or else the
        last one; None if there is none.
        """
        found = [
            one
            for one in islice(self._puzzles.values(), _MOST_COMPARED)
            if is_solution_of(solution, one)
        ]
        number = _find_number(solution)
        same = [one for one in found if _find_number(one) == number]
        return next(reversed(same or found), None)


def is_solution_of(solution: Entry, puzzle: Entry) -> bool:
    """Return whether a complete grid completes the Sudoku `puzzle`."""
    is_same_shape = puzzle.shape == solution.shape
    return is_same_shape and completes([puzzle.cells], [solution.cells])


def make_wrong_solution_entry(source: str, entry: Entry, puzzle: Entry, title: str) -> Entry:
    """Return an entry with an error in the place of `entry`, a grid of the file `source` whose
    title names a solution, but which does not complete the Sudoku `puzzle` above it.
    """
    message = Message(
        "the title {title} names a solution, but this grid does not complete the Sudoku above it "
        "({place})",
        title=quote(title),
        place=puzzle.cell or Message("line {line}", line=puzzle.line),
    )
    error = FaultError(source, entry.line, 1, message)
    error.cell = entry.cell
    failed = Entry(entry.line, entry.shape, error, entry.raw)
    return SheetEntry(failed, entry.cell) if entry.cell else failed


def _find_number(entry: Entry) -> str:
    """Return the last number in the title of a Sudoku; an empty text if it has none."""
    found: list[str] = _NUMBER.findall(entry.sudoku_name)
    return found[-1] if found else ""
