"""Certificates of the fewest clues: a puzzle with one solution, and why fewer are not enough.

Where another complete Sudoku differs from the given one, every puzzle needs a clue: without one, it
has both solutions. Fewer cells than the certificate says cannot meet all these sets.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..answers.completion import completions
from ..base.errors import DeadlinePassedError, ProofError
from ..questions.clues import FewClues
from ..questions.completion import HasOtherSolution
from ..solvers.clock import Clock, Timeout
from ..sudoku.grid import CellSet, Grid
from .certificate import GIVEN, Statement
from .folder import FACTS


@dataclass(frozen=True)
class CertifiedClues(Statement):
    """Puzzles of a grid need `at_least` clues, and `puzzle`, which has `at_most`, has enough.

    `others` are other complete grids: puzzles need a clue where one of them differs.
    """

    grid: Grid = field(metadata=GIVEN)
    at_least: int
    at_most: int
    puzzle: Grid
    others: tuple[Grid, ...]

    CERTIFIES = "fewest clues"
    ABOUT = """\
Each of the others in certificate.json is a complete Sudoku. A puzzle without a clue where one of
them differs from the Sudoku has both as solutions: it needs a clue in each of these sets of cells.
The puzzle in certificate.json has a clue in each."""

    @classmethod
    def of(
        cls,
        puzzle: Grid,
        grid: Grid,
        at_least: int,
        sets: Sequence[CellSet],
        *,
        timeout: Timeout = None,
    ) -> "CertifiedClues":
        """Return the statement that `puzzle` has enough clues, and `at_least` are needed.

        `grid` is the puzzle's only solution, `sets` are unavoidable sets of it that fewer cells do
        not meet. Raises `ProofError` where one is not, and where the time was not enough.

        >>> grid = Grid([[1, 2], [2, 1]], (1, 2))
        >>> puzzle = grid.keeping({(0, 0)})
        >>> CertifiedClues.of(puzzle, grid, 1, [frozenset(grid.cells)]).others[0].row(0)
        (2, 1)
        """
        clock = Clock.of(timeout)
        try:
            others = tuple([_other(grid, one, clock) for one in sets])
        except DeadlinePassedError:
            raise ProofError("no proof: the time was not enough") from None
        return cls(grid, at_least, puzzle.clues, puzzle, others)

    def questions(self) -> tuple[FewClues, HasOtherSolution]:
        """Return whether fewer cells meet all sets, and whether the puzzle has another solution.

        All others must be complete and differ from the grid, and the puzzle must be part of it.
        """
        grid, puzzle = self.grid, self.puzzle
        if not grid.is_solved():
            raise ProofError("the certificate is about a complete Sudoku, which this is not")
        if puzzle != grid.keeping(puzzle.clue_cells):
            raise ProofError("the puzzle in {file} is not one of this Sudoku", file=FACTS)
        # One that does not differ would make a set that nothing meets, and the proof worth nothing.
        if not all(other.is_solved() and other != grid for other in self.others):
            raise ProofError("not all others in {file} are other complete Sudokus", file=FACTS)
        if self.at_most != puzzle.clues or not 0 <= self.at_least <= self.at_most:
            raise ProofError("the numbers of clues in {file} are wrong", file=FACTS)
        sets = tuple([_differing(grid, other) for other in self.others])
        return FewClues(grid, sets, self.at_least - 1), HasOtherSolution(puzzle, grid)


def _differing(grid: Grid, other: Grid) -> CellSet:
    return frozenset(cell for cell in grid.cells if grid[cell] != other[cell])


def _other(grid: Grid, cells: CellSet, clock: Clock) -> Grid:
    """Return another complete grid that differs from this one in these cells at most."""
    rest = grid.keeping(set(grid.cells) - cells)
    other = next((one for one in completions(rest, timeout=clock) if one != grid), None)
    if other is None:
        raise ProofError("there is nothing to certify: a set of cells is not unavoidable")
    return other
