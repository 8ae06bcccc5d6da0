"""Backend `search:assignments`: bands, stacks, rows, columns fixed one level after another.

After each choice the cells of both grids fall into more groups: first one, then a group for each
band, for each box, at last for each cell. A digit can only become one that stands as often in every
group; where a digit can become none any more, the choice was wrong. One of the published ways.
"""

from collections.abc import Iterator
from itertools import permutations

from ..base.verdict import Verdict
from ..encoding.candidates import turned
from ..questions.copy import Copy
from ..sudoku.grid import Cells
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Permutation, Transformation, inverted
from .clock import Clock
from .protocol import Abilities, Outcome, alone

Groups = list[int]
"""For each line a number: the place where it comes to lie, or the group of such places."""

Images = dict[int, frozenset[int]]
"""For each digit that occurs, those that it can still become; blank, 0, becomes blank."""

Counts = dict[int, dict[tuple[int, int], int]]
"""For each digit, and for blank, how often it stands in each group of rows and columns."""


class AssignmentsBackend:
    """Depth-first search, pruned by which digits can still become which."""

    name = "search:assignments"
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: Copy, clock: Clock) -> Outcome:
        shape, nodes = question.first.shape, 0
        for orientation in question.candidates.orientations:
            cells = turned(question.first, orientation.quarter)
            search = Search(cells, question.second.rows, shape, clock)
            found = search.run()
            nodes += search.nodes
            if found is not None:
                witness = Transformation.from_lines(shape, orientation.quarter, *found)
                return Outcome(Verdict.YES, witness, {"nodes": nodes})
        return Outcome(Verdict.NO, None, {"nodes": nodes})


names, create = alone(AssignmentsBackend)


Result = tuple[Permutation, Permutation, list[int]]
"""Gather lists of rows and columns, and the renaming."""


class Search:
    """The search in one orientation. `nodes` counts the choices that were looked at.

    Its levels are the bands, the stacks, the rows of each band and the columns of each stack. In
    its lists `places[line]` is where a line of the first grid comes to lie; what is not fixed yet
    keeps its order.
    """

    def __init__(self, first: Cells, second: Cells, shape: BoxShape, clock: Clock) -> None:
        self.first, self.second, self.shape, self.clock = first, second, shape, clock
        self.nodes = 0

    def run(self) -> Result | None:
        """Return what takes the first grid to the second, or None if nothing does."""
        size = self.shape.size
        lines, one_group = list(range(size)), [0] * size
        digits = {d: frozenset(range(1, size + 1)) for row in self.first for d in row if d}
        wanted = _counts(self.second, one_group, one_group)
        images = self._narrowed(digits, (one_group, one_group), wanted)
        return None if images is None else self._level(0, lines, lines, images)

    def _level(self, level: int, rows: Groups, columns: Groups, images: Images) -> Result | None:
        """Try all choices of a level and of the levels after it; return the first that works."""
        if level == 2 + self.shape.bands + self.shape.stacks:
            return self._result(rows, columns, images)
        lines = list(range(self.shape.size))
        wanted = _counts(self.second, *self._groups(level, lines, lines))
        for new_rows, new_columns in self._choices(level, rows, columns):
            self.clock.check()
            self.nodes += 1
            groups = self._groups(level, new_rows, new_columns)
            narrowed = self._narrowed(images, groups, wanted)
            if narrowed is None:
                continue
            if found := self._level(level + 1, new_rows, new_columns, narrowed):
                return found
        return None

    def _choices(
        self, level: int, rows: Groups, columns: Groups
    ) -> Iterator[tuple[Groups, Groups]]:
        bands, (height, width) = self.shape.bands, self.shape
        if level == 0 or 2 <= level < 2 + bands:
            for moved in _reordered(rows, height, level - 2 if level else None):
                yield moved, columns
        else:
            for moved in _reordered(columns, width, level - 2 - bands if level > 1 else None):
                yield rows, moved

    def _groups(self, level: int, rows: Groups, columns: Groups) -> tuple[Groups, Groups]:
        """Return the groups of lines that are told apart after the choice of a level."""
        shape = self.shape
        bands, stacks = min(max(level - 1, 0), shape.bands), max(level - 1 - shape.bands, 0)
        of_columns = _grouped(columns, shape.width, stacks) if level else [0] * shape.size
        return _grouped(rows, shape.height, bands), of_columns

    def _narrowed(
        self, images: Images, groups: tuple[Groups, Groups], wanted: Counts
    ) -> Images | None:
        """Return which digits can still become which; None where one can become none."""
        counts = _counts(self.first, *groups)
        if counts.get(0) != wanted.get(0):
            return None
        narrowed = {}
        for digit, candidates in images.items():
            count = counts[digit]
            narrowed[digit] = frozenset(d for d in candidates if wanted.get(d) == count)
            if not narrowed[digit]:
                return None
        return narrowed

    def _result(self, rows: Groups, columns: Groups, images: Images) -> Result:
        size = self.shape.size
        names = {digit: min(left) for digit, left in images.items()}  # a single one each
        unused = iter(sorted(set(range(1, size + 1)) - set(names.values())))
        digits = [names[d] if d in names else next(unused) for d in range(1, size + 1)]
        return inverted(rows), inverted(columns), digits


def _counts(cells: Cells, rows: Groups, columns: Groups) -> Counts:
    counts: Counts = {}
    for row, r in zip(cells, rows, strict=True):
        for digit, c in zip(row, columns, strict=True):
            of_digit = counts.setdefault(digit, {})
            of_digit[r, c] = of_digit.get((r, c), 0) + 1
    return counts


def _grouped(places: Groups, length: int, fixed: int) -> Groups:
    """Return each line's group: its own in the first `fixed` blocks, elsewhere its block's."""
    return [place if place < fixed * length else len(places) + place // length for place in places]


def _reordered(places: Groups, length: int, block: int | None) -> Iterator[Groups]:
    """Yield where lines come to lie in each order of the blocks, or of the lines in one block."""
    if block is None:
        for order in permutations(range(len(places) // length)):
            yield [order[p // length] * length + p % length for p in places]
    else:
        start, end = block * length, (block + 1) * length
        for order in permutations(range(length)):
            yield [start + order[p - start] if start <= p < end else p for p in places]
