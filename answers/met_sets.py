"""Do a few clues meet all of some sets of cells?"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..base.verdict import Verdict, WithVerdict
from ..sudoku.grid import CellSet, Grid


@dataclass(frozen=True, slots=True)
class MetSets(WithVerdict):
    """The answer to: do at most so many clues of a grid meet all sets, or how few do?

    `at_most` is None for how few. `cells` are those of clues that do, if any were found; `is_least`
    says that fewer do not.
    """

    grid: Grid
    sets: Sequence[CellSet]
    at_most: int | None
    verdict: Verdict
    cells: CellSet | None
    is_least: bool
    backend: str

    _question = "found"

    @property
    def puzzle(self) -> Grid | None:
        """The grid with these clues only."""
        return None if self.cells is None else self.grid.keeping(self.cells)
