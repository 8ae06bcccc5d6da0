"""The claim that puzzles with a given solution need so many clues, and that so many are enough."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from ...answers.completion import completions
from ...base.errors import ProofError
from ...base.messages import Message
from ...questions.claim import FACTS, Statement, raise_proof_error_at_deadline
from ...questions.completion import HasOtherSolution
from ...questions.question import NO_FACT as GIVEN
from ...solvers.clock import Clock, Timeout
from ...sudoku.grid import CellSet, Grid
from .clues_question import FewClues


@dataclass(frozen=True)
class CertifiedClues(Statement):
    """Puzzles of a grid need `at_least` clues, and `puzzle`, which has `at_most`, has enough.

    Where one of the `others`, complete grids, differs, every puzzle needs a clue: without it, it
    has both solutions. Fewer cells than the statement says cannot meet all these sets.
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
    @raise_proof_error_at_deadline()
    def of(
        cls,
        puzzle: Grid,
        grid: Grid,
        at_least: int,
        sets: Sequence[CellSet],
        *,
        timeout: Timeout = None,
    ) -> Self:
        """Return the statement that `puzzle` has enough clues, and `at_least` are needed.

        `grid` is its only solution, `sets` are unavoidable sets that fewer cells do not meet.
        Raises `ProofError` where one is not, and where the time was not enough.
        """
        clock = Clock.of(timeout)
        others = tuple([_find_other_grid(grid, one, clock) for one in sets])
        return cls(grid, at_least, puzzle.clues, puzzle, others)

    @property
    def facts(self) -> Mapping[str, Any]:
        return {"at_least": self.at_least, "at_most": self.at_most, "puzzle": self.puzzle.rows}

    @property
    def sentence(self) -> Message:
        at_least, at_most = self.at_least, self.at_most
        if at_least == at_most:
            return Message(
                "Certified: the fewest clues for one solution are {number}.", number=at_least
            )
        return Message(
            "Certified: the fewest clues for one solution are from {at_least} to {at_most}.",
            at_least=at_least,
            at_most=at_most,
        )

    def questions(self) -> tuple[FewClues, HasOtherSolution]:
        """Return whether fewer cells meet all sets, and whether the puzzle is not unique."""
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
        sets = [
            frozenset(cell for cell in grid.cells if grid[cell] != other[cell])
            for other in self.others
        ]
        return FewClues(grid, tuple(sets), self.at_least - 1), HasOtherSolution(puzzle, grid)


def _find_other_grid(grid: Grid, cells: CellSet, clock: Clock) -> Grid:
    """Return another complete grid that differs from this one in these cells at most."""
    rest = grid.keeping(set(grid.cells) - cells)
    other = next((one for one in completions(rest, timeout=clock) if one != grid), None)
    if other is None:
        raise ProofError("there is nothing to certify: a set of cells is not unavoidable")
    return other
