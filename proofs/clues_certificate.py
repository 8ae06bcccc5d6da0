"""Certificates of the fewest clues: a puzzle with one solution, and why fewer are not enough.

Where another complete Sudoku differs from the given one, every puzzle needs a clue: without one, it
has both solutions. Fewer cells than the certificate says cannot meet all these sets.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..answers.completion import completions
from ..base.errors import DeadlinePassedError, ProofError
from ..base.language import Message
from ..encoding.hitting_sets import HittingSet
from ..encoding.other_solution import OtherSolution
from ..exchange.header import LIBRARY, Provenance
from ..solvers.clock import Clock, Timeout
from ..sudoku.grid import CellSet, Grid
from .checkers import Checker
from .folder import (
    FACTS,
    QUESTION,
    README,
    UNIQUE,
    Rows,
    as_expected,
    check_refuted,
    facts_as_json,
    proof_files,
    read_facts,
    stated,
    write_files,
)
from .proof import Proof, prove

KIND = "fewest clues"


class CluesCertificate(NamedTuple):
    """What proves that puzzles of a grid need `at_least` clues, and that `puzzle` has enough.

    `others` are complete grids. `fewer` refutes that fewer cells meet all sets of cells where these
    differ from the grid, `unique` that the puzzle has another solution.
    """

    grid: Grid
    puzzle: Grid
    at_least: int
    others: tuple[Grid, ...]
    fewer: Proof
    unique: Proof

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proofs, all checked."""
        return (self.fewer, self.unique)

    def write(self, folder: str, provenance: Provenance = LIBRARY, *, force: bool = False) -> None:
        """Write the files; raises as `write_files` does."""
        grid, puzzle, at_least, others, fewer, unique = self
        facts = {
            "at_least": at_least,
            "at_most": puzzle.clues,
            "puzzle": puzzle.rows,
            "others": [other.rows for other in others],
        }
        asked = f"can {at_least - 1} cells meet all sets where the others differ from this Sudoku?"
        few = stated(_fewer(grid, others, at_least), asked, {"sudoku": grid}, provenance)
        asked = "has the puzzle a solution that is not this Sudoku?"
        grids = {"puzzle": puzzle, "sudoku": grid}
        two = stated(OtherSolution(puzzle, grid), asked, grids, provenance)
        files = {
            FACTS: facts_as_json(KIND, grid.shape, facts),
            README: [
                _README.format(
                    fewer=at_least - 1,
                    at_least=at_least,
                    first=fewer.origin.sentence,
                    second=unique.origin.sentence,
                )
            ],
        }
        files |= proof_files(QUESTION, few, fewer) | proof_files(UNIQUE, two, unique)
        write_files(folder, files, force=force)


def certify_clues(
    puzzle: Grid,
    grid: Grid,
    at_least: int,
    sets: Sequence[CellSet],
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> CluesCertificate:
    """Return the checked certificate that `puzzle` has enough clues, and `at_least` are needed.

    `grid` is the puzzle's only solution, `sets` are unavoidable sets of it that fewer cells do not
    meet. Raises as `prove` does.

    >>> grid = Grid([[1, 2], [2, 1]], (1, 2))
    >>> certify_clues(grid.keeping({(0, 0)}), grid, 1, [frozenset(grid.cells)]).others[0].row(0)
    (2, 1)
    """
    clock = Clock.of(timeout)
    try:
        others = tuple([_other(grid, one, clock) for one in sets])
    except DeadlinePassedError:
        raise ProofError(Message("no proof: the time was not enough")) from None
    fewer = prove(_fewer(grid, others, at_least), timeout=clock, checker_name=checker_name)
    unique = prove(OtherSolution(puzzle, grid), timeout=clock, checker_name=checker_name)
    return CluesCertificate(grid, puzzle, at_least, others, fewer, unique)


class CertifiedClues(NamedTuple):
    """What was checked: a puzzle of a grid needs `at_least` clues, and `puzzle` has enough."""

    grid: Grid
    puzzle: Grid
    at_least: int

    @property
    def at_most(self) -> int:
        """How many clues are enough."""
        return self.puzzle.clues


class _Facts(NamedTuple):
    at_least: int
    at_most: int
    puzzle: Rows
    others: list[Rows]


def check_clues(folder: str, grid: Grid, checker: Checker) -> CertifiedClues:
    """Return the bounds of the fewest clues of a grid that a certificate proves.

    All others must be complete and differ from the grid, and the puzzle must be part of it. It
    compares both formulas with those that follow from these, and has their proofs checked. Raises
    `ProofError` where anything does not hold, and `OSError`.
    """
    if not grid.is_solved():
        raise ProofError(Message("the certificate is about a complete Sudoku, which this is not"))
    at_least, at_most, rows, all_rows = read_facts(folder, _Facts)
    with as_expected():
        puzzle = Grid(rows, grid.shape)
        others = [Grid(rows, grid.shape) for rows in all_rows]
    if puzzle != grid.keeping(puzzle.clue_cells):
        raise ProofError(Message("the puzzle in {file} is not one of this Sudoku", file=FACTS))
    # One that does not differ would make a set that nothing meets, and the proof worth nothing.
    if not all(other.is_solved() and other != grid for other in others):
        raise ProofError(Message("not all others in {file} are other complete Sudokus", file=FACTS))
    if at_most != puzzle.clues or not 0 <= at_least <= at_most:
        raise ProofError(Message("the numbers of clues in {file} are wrong", file=FACTS))
    check_refuted(folder, QUESTION, _fewer(grid, others, at_least), checker)
    check_refuted(folder, UNIQUE, OtherSolution(puzzle, grid), checker)
    return CertifiedClues(grid, puzzle, at_least)


def _fewer(grid: Grid, others: Sequence[Grid], at_least: int) -> HittingSet:
    return HittingSet([_differing(grid, other) for other in others], at_least - 1)


def _differing(grid: Grid, other: Grid) -> CellSet:
    return frozenset(cell for cell in grid.cells if grid[cell] != other[cell])


def _other(grid: Grid, cells: CellSet, clock: Clock) -> Grid:
    """Return another complete grid that differs from this one in these cells at most."""
    rest = grid.keeping(set(grid.cells) - cells)
    other = next((one for one in completions(rest, timeout=clock) if one != grid), None)
    if other is None:
        raise ProofError(Message("there is nothing to certify: a set of cells is not unavoidable"))
    return other


_README = """\
Each of the others in certificate.json is a complete Sudoku. A puzzle without a clue where one of
them differs from the Sudoku has both as solutions. {fewer} cells do not meet all these sets of
cells: question.cnf, true of cells that do, has no model. So {at_least} clues are needed.
{first}
The puzzle in certificate.json has one solution: unique.cnf, true of others, has no model.
{second}
With our checker, which also compares all of that with the Sudoku: sudokopie check . FILE
With a formally verified one, no part of which is ours:            cake_lpr question.cnf proof.lrat
                                                                   cake_lpr unique.cnf unique.lrat
With the one that SAT competitions use:                            drat-trim question.cnf proof.drat
                                                                   drat-trim unique.cnf unique.drat
"""
