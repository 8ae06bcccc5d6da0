"""Which of a few thousand Sudokus are copies, or nearly, by what decides pairs.

`collection` says the same of millions, in arrays. This takes none, for where there is no numpy.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, NamedTuple, TypeVar

from ..base.verdict import Verdict
from ..encoding.candidates import compute_fingerprint
from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ..sudoku.grid import Cell, Grid
from ..sudoku.transformation import Transformation
from .decide import decide


class Place(NamedTuple):
    """Where a Sudoku stands: `number` counts all that were read, from 0; `line` is from 1.

    One that stands in no file has the line 0.
    """

    number: int
    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f" {self.name}" if self.name else "")

    def record(self) -> dict[str, object]:
        """Return what JSON says."""
        return {"file": self.file, "line": self.line, "name": self.name}


Where = TypeVar("Where")
"""What a Sudoku is known by: its `Place`, or its number alone."""


@dataclass(frozen=True, slots=True)
class Near(Generic[Where]):
    """Two Sudokus that are no copies, but nearly.

    `agreeing` of the `total` clues of the one that has more can come to lie on equal ones of the
    other, by `steps` from the first towards the second, None where they were not asked for.
    """

    first: Where
    second: Where
    agreeing: int
    total: int
    steps: Transformation | None


def find_first_copies(grids: Iterable[Grid]) -> Iterator[int]:
    """Yield for each grid the index of the first that it is a copy of; of a new one its own.

    >>> grids = [Grid([[1, 2], [0, 0]]), Grid([[1, 1], [0, 0]]), Grid([[0, 0], [2, 1]])]
    >>> list(find_first_copies(grids))
    [0, 1, 0]
    """
    classes: dict[tuple[object, int], list[tuple[int, Grid]]] = {}
    for i, grid in enumerate(grids):
        alike = classes.setdefault((grid.shape, compute_fingerprint(grid)), [])
        found = next((j for j, other in alike if are_copies(other, grid)), i)
        if found == i:
            alike.append((i, grid))
        yield found


def find_near_copies(
    placed: Mapping[Place, Grid], known: int = 0, progress: Callable[[int], None] = lambda _: None
) -> list[Near[Place]]:
    """Return the pairs of grids that are copies but for one clue; no two of the grids are copies.

    One clue is changed, moved or added. Pairs come in the order of the grids; if there are `known`
    ones, whose numbers are below that, only those of a known and a new one. `progress` is told how
    many grids have been looked at.
    """
    places, grids = list(placed), list(placed.values())
    remains: dict[tuple[object, int], list[tuple[int, Cell | None]]] = {}
    for i, grid in enumerate(grids):
        for gone in (None, *sorted(grid.clue_cells)):
            key = grid.shape, compute_fingerprint(_remove_clues(grid, gone))
            remains.setdefault(key, []).append((i, gone))
        progress(i + 1)
    found: dict[tuple[int, int], Near[Place]] = {}
    for alike in remains.values():
        for (i, one), (j, other) in combinations(alike, 2):
            is_wanted = not known or places[i].number < known <= places[j].number
            if i == j or (i, j) in found or not is_wanted:
                continue
            if are_copies(_remove_clues(grids[i], one), _remove_clues(grids[j], other)):
                total = max(grids[i].clues, grids[j].clues)
                found[i, j] = Near(places[i], places[j], total - 1, total, None)
    return [found[pair] for pair in sorted(found)]


def _remove_clues(grid: Grid, gone: Cell | None) -> Grid:
    return grid.keeping(grid.clue_cells - {gone}) if gone else grid


def are_copies(first: Grid, second: Grid, only: AllowedMoves = EVERYTHING) -> bool:
    """Return whether a grid is a copy of another."""
    # Without a time limit there is an answer.
    return decide(first, second, fewest=False, only=only).verdict is Verdict.YES
