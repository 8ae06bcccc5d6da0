"""Find copies (the same Sudoku up to symmetry) and near copies among up to a few thousand Sudokus,
by comparing them with each other. Two Sudokus are near copies if they become copies when one clue
is changed.

`applications/collection` answers the same question for millions of Sudokus, in arrays. This file
needs no numpy, so it also runs where numpy is not installed.
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
    """The place from which a Sudoku was read: the file, and the line in this file.

    - `number`: the index of the Sudoku, from 0, among all Sudokus of all files.
    - `file`: the name of the file.
    - `line`: the number of the line, from 1, or 0 if the Sudoku is in no file.
    - `name`: the name of the Sudoku.
    - `address`: in a spreadsheet, the first cell of the Sudoku, such as `[June]!B2`; otherwise an
      empty text.
    - `label`: the text that lists show instead of `name`; None if lists show `name`.
    """

    number: int
    file: str
    line: int
    name: str
    address: str = ""
    label: str | None = None

    @property
    def shown_name(self) -> str:
        """The name of the Sudoku as lists show it; an empty text if the Sudoku has no name."""
        return self.name if self.label is None else self.label

    def __str__(self) -> str:
        label = self.shown_name
        return f"{self.file}{self.address or f':{self.line}'}" + (f" {label}" if label else "")

    def as_json(self) -> dict[str, object]:
        """Return the file, the line number, the name and the spreadsheet address of the Sudoku as a
        dictionary for JSON. The address is left out if it is empty.
        """
        found: dict[str, object] = {"file": self.file, "line": self.line, "name": self.name}
        return found | {"address": self.address} if self.address else found


SudokuIdentifier = TypeVar("SudokuIdentifier")
"""The type of the value that identifies a Sudoku in a pair of near copies: a `Place` (its file and
line), or only its number.
"""


@dataclass(frozen=True, slots=True)
class NearDuplicate(Generic[SudokuIdentifier]):
    """Two Sudokus that are nearly copies of each other. A transformation (a turn, exchanges of
    lines, a renaming of digits) of one Sudoku makes nearly all of its clues equal to the clues of
    the other Sudoku in the same cells.

    `total` is the number of clues of the Sudoku that has more clues. `agreeing` is the number of
    these clues that are equal to a clue of the other Sudoku after the transformation. `steps` is
    the transformation, which is applied to `first`; None if the caller did not request it.
    """

    first: SudokuIdentifier
    second: SudokuIdentifier
    agreeing: int
    total: int
    steps: Transformation | None


def find_first_copies(grids: Iterable[Grid]) -> Iterator[int]:
    """Yield, for each grid, the index (from 0) of the first grid of which it is a copy. If a grid
    is a copy of no earlier grid, its own index is yielded.

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
    grids_by_place: Mapping[Place, Grid],
    known_count: int = 0,
    progress: Callable[[int], None] = lambda _: None,
    *,
    with_steps: bool = False,
) -> list[NearDuplicate[Place]]:
    """Return all pairs of grids that would become copies of each other if one clue were changed,
    moved or added. `grids_by_place` maps the file and line of each grid (`Place`) to the grid. The
    caller must have removed copies: no grid may be a copy of another grid.

    The pairs are in the order of the grids, and in each pair `first` is the earlier grid. If
    `known_count` is above 0, only pairs of a known grid and a new grid are returned: a grid is
    known if its `Place.number` is below `known_count`, and otherwise new. `progress` is called
    after each grid, with the number of grids that have been processed until then. If `with_steps`
    is true, each pair has the transformation.
    """
    places, grids = list(grids_by_place), list(grids_by_place.values())
    remains: dict[tuple[object, int], list[tuple[int, Cell | None]]] = {}
    for i, grid in enumerate(grids):
        for gone in (None, *sorted(grid.clue_cells)):
            key = grid.shape, compute_fingerprint(_remove_clue(grid, gone))
            remains.setdefault(key, []).append((i, gone))
        progress(i + 1)
    found: dict[tuple[int, int], NearDuplicate[Place]] = {}
    for alike in remains.values():
        for (i, one), (j, other) in combinations(alike, 2):
            is_wanted = not known_count or places[i].number < known_count <= places[j].number
            if i == j or (i, j) in found or not is_wanted:
                continue
            answer = decide(
                _remove_clue(grids[i], one), _remove_clue(grids[j], other), fewest=with_steps
            )
            if answer.verdict is Verdict.YES:
                total = max(grids[i].clues, grids[j].clues)
                steps = answer.transformation if with_steps else None
                found[i, j] = NearDuplicate(places[i], places[j], total - 1, total, steps)
    return [found[pair] for pair in sorted(found)]


def _remove_clue(grid: Grid, cell: Cell | None) -> Grid:
    return grid.keeping(grid.clue_cells - {cell}) if cell else grid


def are_copies(first: Grid, second: Grid, allowed_moves: AllowedMoves = EVERYTHING) -> bool:
    """Return whether `second` is a copy of `first`: whether a transformation leads from `first` to
    `second`. `allowed_moves` are the kinds of moves that a transformation may have, such as
    exchanging rows or renaming digits; by default all are allowed.
    """
    # Without a time limit the answer is never undecided.
    return decide(first, second, fewest=False, only=allowed_moves).verdict is Verdict.YES
