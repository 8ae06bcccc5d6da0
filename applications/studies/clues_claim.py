"""The statement of a certificate about the fewest clues of puzzles with a given solution.

It states a lower and an upper bound on the number of clues. The certificate has proofs of both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from ...answers.completion import completions
from ...base.errors import ProofError
from ...base.messages import Message
from ...questions.claim import CLAIM_FILE, Claim, convert_passed_deadline_to_proof_error
from ...questions.completion import HasOtherSolution
from ...questions.question import NOT_SERIALIZED as GIVEN
from ...solvers.deadline import Deadline, Timeout
from ...sudoku.grid import CellSet, Grid
from .clues_question import HasSmallHittingSet


@dataclass(frozen=True)
class FewestCluesClaim(Claim):
    """The statement of a certificate that every puzzle whose only solution is `grid` has at least
    `at_least` clues, and that one of these puzzles, `puzzle`, has `at_most` clues.

    The lower bound is proved with `others`, complete grids that differ from `grid`. If a puzzle has
    no clue in the cells in which `grid` differs from such a grid, this grid is a second solution.
    So for each of the other grids, there is a set of cells in which every puzzle of `grid` needs a
    clue. Fewer than `at_least` cells cannot include a cell of each of these sets.
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
    @convert_passed_deadline_to_proof_error()
    def from_puzzle_and_sets(
        cls,
        puzzle: Grid,
        grid: Grid,
        at_least: int,
        sets: Sequence[CellSet],
        *,
        timeout: Timeout = None,
    ) -> Self:
        """Make the statement that every puzzle whose only solution is `grid` has at least
        `at_least` clues. `puzzle` is the puzzle with the fewest clues that was found. `sets` are
        unavoidable sets, which are sets of cells in which every such puzzle has a clue.

        The statement can be proved only if `at_least` - 1 cells are too few to include a cell of
        each set. `timeout` is a number of seconds or a `Deadline`; None means no limit. Raises
        `ProofError` if one of the `sets` is not unavoidable, or if the time is not enough.
        """
        deadline = Deadline.from_timeout(timeout)
        others = tuple([_find_grid_differing_only_in(grid, one, deadline) for one in sets])
        return cls(grid, at_least, puzzle.clues, puzzle, others)

    @property
    def json_entries_if_proved(self) -> Mapping[str, Any]:
        """The entries for the JSON that the command `check` prints if the certificate is right: a
        lower and an upper bound on the fewest clues of a puzzle with this one solution.
        """
        return {"at_least": self.at_least, "at_most": self.at_most, "puzzle": self.puzzle.rows}

    @property
    def sentence_if_proved(self) -> Message:
        """The sentence that the command `check` prints if the certificate is right. It states a
        lower and an upper bound on the fewest clues of a puzzle with this one solution.
        """
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

    def check_and_list_questions_to_refute(self) -> tuple[HasSmallHittingSet, HasOtherSolution]:
        """Return the two questions to which the certificate's proofs must answer no: can fewer than
        `at_least` cells include a cell of each unavoidable set (cells in which every puzzle must
        have a clue), and does the puzzle have another solution than `grid`? Raises `ProofError` if
        the statement contradicts itself, for example if the puzzle has clues that `grid` does not
        have.
        """
        grid, puzzle = self.grid, self.puzzle
        if not grid.is_solved():
            raise ProofError("the certificate is about a complete Sudoku, which this is not")
        if puzzle != grid.keeping(puzzle.clue_cells):
            raise ProofError("the puzzle in {file} is not one of this Sudoku", file=CLAIM_FILE)
        # A grid equal to the Sudoku would give an empty set, which no cell meets; the proof would
        # then prove nothing.
        if not all(other.is_solved() and other != grid for other in self.others):
            raise ProofError("not all others in {file} are other complete Sudokus", file=CLAIM_FILE)
        if self.at_most != puzzle.clues or not 0 <= self.at_least <= self.at_most:
            raise ProofError("the numbers of clues in {file} are wrong", file=CLAIM_FILE)
        sets = [
            frozenset(cell for cell in grid.cells if grid[cell] != other[cell])
            for other in self.others
        ]
        return HasSmallHittingSet(grid, tuple(sets), self.at_least - 1), HasOtherSolution(
            puzzle, grid
        )


def _find_grid_differing_only_in(grid: Grid, cells: CellSet, deadline: Deadline) -> Grid:
    """Return a second complete grid that differs from `grid` only in some of the cells `cells`.

    It shows that the cells are an unavoidable set. Raises `ProofError` if no such grid exists, or
    if the time is not enough.
    """
    rest = grid.keeping(set(grid.cells) - cells)
    other = next((one for one in completions(rest, timeout=deadline) if one != grid), None)
    if other is None:
        raise ProofError("there is nothing to certify: a set of cells is not unavoidable")
    return other
