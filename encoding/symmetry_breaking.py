"""Clauses that use symmetries of the second grid to shorten the search for a transformation from
the first grid to the second. They exclude most of these transformations, but never all of them.

If a transformation t leads from the first grid to the second, and h is a symmetry of the second
grid, then t followed by h leads to the second grid too. So it is enough to look for the
transformation t whose images of three lines are least: of the first row, the first column and the
second row, compared one after another. If a symmetry h without a quarter turn leaves the images of
the lines before in place, and moves line x to a line with a smaller number, then x cannot be the
image of the next line in the least t. (Such lexicographic leaders, found along a chain of
stabilisers, are in Crawford, Ginsberg, Luks and Roy 1996, and in Jefferson, Petrie 2010.)

If one of the two grids has a symmetry with a quarter turn and there is a transformation, there is
also one without a quarter turn, so that quarter turns are excluded.

If not all symmetries are known, there are fewer clauses, and they are still right.
"""

from collections.abc import Iterable, Iterator, Sequence

from ..sudoku.grid import Grid
from ..sudoku.transformation import Permutation, find_reachable_points
from .candidates import make_unrefined_candidates
from .equivalence import EquivalenceFormula
from .formula import Clause
from .transformations import Unknowns


def list_compared_lines(size: int) -> tuple[int, int, int]:
    """Return the lines of the first grid whose images are compared, in this order: the first row,
    the first column and the second row. Lines are numbered from 0, first the `size` rows, then the
    columns.
    """
    return 0, size, 1


def list_possible_images(size: int, line: int, images: Iterable[int]) -> set[int]:
    """Return the lines that line `line` may become if some other lines become `images`: all rows if
    `line` is a row, all columns if it is a column, but none of `images`.
    """
    first = 0 if line < size else size
    return set(range(first, first + size)).difference(images)


def find_orbits(lines: Iterable[int], line_symmetries: Sequence[Permutation]) -> list[set[int]]:
    """Return the orbits of `lines`: sets of lines that products of `line_symmetries` move to each
    other. The orbits are sorted by their least line. `line_symmetries` map the lines to themselves;
    entry p of each is the line that line p becomes.
    """
    orbits, seen = [], set[int]()
    for line in sorted(lines):
        if line not in seen:
            orbit = find_reachable_points([line], line_symmetries)
            seen |= orbit
            orbits.append(orbit)
    return orbits


def has_quarter_turn(line_images: Permutation) -> bool:
    """Return whether a transformation has a quarter turn, so that rows become columns."""
    return 2 * line_images[0] >= len(line_images)


def list_images_after_turn(line_images: Permutation) -> Permutation:
    """Return the list `line_images` as it is after the quarter turn with which the transformation
    begins: entry p is the line that line p of the turned grid becomes. If the transformation has no
    quarter turn, `line_images` is returned unchanged. The turn is clockwise; lines are numbered
    from 0, first the rows, then the columns.
    """
    if not has_quarter_turn(line_images):
        return line_images
    size = len(line_images) // 2
    # A quarter turn clockwise makes column r of the grid row r, and reads the rows from below.
    return line_images[size:] + line_images[size - 1 :: -1]


class EquivalenceFormulaWithSymmetryBreaking(EquivalenceFormula):
    """A formula whose models are transformations that take the grid `first` to the grid `second`.
    Symmetries of `second` exclude most of these transformations; if there are any, at least one is
    a model. Colour refinement is not used.

    `line_symmetries` are symmetries of `second`, which are not checked here: entry p of each is the
    line that line p becomes; lines are numbered from 0, first the rows, then the columns. If one of
    them has a quarter turn, transformations with a quarter turn are excluded.
    """

    def __init__(self, first: Grid, second: Grid, line_symmetries: Sequence[Permutation]) -> None:
        super().__init__(first, second, make_unrefined_candidates(first.shape))
        self.line_symmetries = line_symmetries

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from super().yield_clause_families()
        yield (
            "symmetries",
            yield_clauses_that_images_are_least(
                self.unknowns, self.first.size, self.line_symmetries
            ),
        )


def yield_clauses_that_images_are_least(
    unknowns: Unknowns, size: int, line_symmetries: Sequence[Permutation]
) -> Iterator[Clause]:
    """Yield the clauses by which the first row, the first column and the second row of the first
    grid become least lines of the second grid, as far as the symmetries in `line_symmetries` allow.
    The grids have `size` rows, and `unknowns` are the variables of the transformation. These are at
    most N + N² + N³ clauses, usually fewer than 3·N.
    """
    if any(map(has_quarter_turn, line_symmetries)):
        yield [-unknowns.quarter]
    matrix = unknowns.join_row_and_column_matrices()
    compared = list_compared_lines(size)
    for images in yield_forbidden_images(size, line_symmetries):
        yield [-matrix[line][image] for line, image in zip(compared, images, strict=False)]


def yield_forbidden_images(
    size: int, line_symmetries: Sequence[Permutation]
) -> Iterator[tuple[int, ...]]:
    """Yield tuples of lines that the first row, the first column and the second row of the first
    grid need not become, because a product of `line_symmetries` makes the last line of the tuple
    smaller and leaves the lines before it in place. A tuple has one, two or three lines: for the
    first row, or also for the first column and the second row. Symmetries with a quarter turn are
    not used.

    Lines are numbered from 0, first the `size` rows, then the columns.
    """
    upright = [one for one in line_symmetries if not has_quarter_turn(one)]
    waiting: list[tuple[tuple[int, ...], Sequence[Permutation]]] = [((), upright)]
    for line in list_compared_lines(size):
        longer: list[tuple[tuple[int, ...], Sequence[Permutation]]] = []
        for images, fixing in waiting:
            for orbit in find_orbits(list_possible_images(size, line, images), fixing):
                least, *others = sorted(orbit)
                yield from ((*images, other) for other in others)
                still_fixing = [one for one in fixing if one[least] == least]
                if still_fixing:
                    longer.append(((*images, least), still_fixing))
        waiting = longer
