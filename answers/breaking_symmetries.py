"""Find symmetries of a Sudoku that shorten the proof that it is not a copy of another.

encoding/symmetry_breaking.py explains how such symmetries exclude transformations. It compares
lines along a chain of stabilisers: the symmetries that leave a line in place, those of them that
also leave another line in place, and so on. The generators of a stabiliser are found by Schreier's
lemma (Seress, *Permutation Group Algorithms*, 2003).
"""

from collections.abc import Sequence

from ..base.errors import DeadlinePassedError
from ..encoding.candidates import REFINED
from ..encoding.symmetry_breaking import find_orbits, list_compared_lines, list_possible_images
from ..questions.broken_symmetry_claim import NotCopyClaim
from ..solvers.deadline import Deadline
from ..sudoku.allowed_moves import EVERYTHING
from ..sudoku.grid import Grid
from ..sudoku.transformation import (
    Permutation,
    Transformation,
    identity_permutation,
    invert_permutation,
)
from .symmetries import find_symmetry_with_lines, symmetries

LARGEST_WITHOUT_BREAKING = 9
"""The most rows of a Sudoku for which the plain formula is proved. Such a proof takes less than a
second, and more checkers can check it.
"""

_MOST_GENERATORS = 400
"""The most generators of a stabiliser that are kept. A missing one only makes proofs longer."""


def make_not_copy_claim(first: Grid, second: Grid, deadline: Deadline) -> NotCopyClaim | None:
    """Return the statement that `second` is not a copy of `first`, with symmetries of `second` that
    shorten its proof. This function does not check whether the statement is true.

    Return None in three cases: if the Sudokus have at most 9 rows, so that the proof is short
    anyway; if `second` has no symmetries that help; or if they are not found in half of the time
    that `deadline` leaves.
    """
    if first.size <= LARGEST_WITHOUT_BREAKING:
        return None
    helping, turn = _find_helping_symmetries_and_turn(second, deadline)
    return NotCopyClaim(first, second, helping, turn) if helping or turn is not None else None


def find_line_symmetries(second: Grid, deadline: Deadline) -> list[Permutation]:
    """Return symmetries of `second` that exclude many transformations to `second`: entry p of each
    is the line that line p becomes. The list is empty if `second` has no such symmetries, or if
    half of the time that `deadline` leaves is not enough to find them. Each symmetry was checked on
    the grid.
    """
    helping, turn = _find_helping_symmetries_and_turn(second, deadline)
    every = [*helping, *([] if turn is None else [turn])]
    return [one.line_images() for one in every if one.leads(second, second)]


def _find_helping_symmetries_and_turn(
    second: Grid, deadline: Deadline
) -> tuple[tuple[Transformation, ...], Transformation | None]:
    """Return symmetries of `second` without a quarter turn that exclude many transformations to
    `second`, and one symmetry with a quarter turn; it is None if no such symmetry was found.
    """
    candidates = REFINED.candidates(second, second, EVERYTHING)
    if candidates.list_determined_transformations_or_none(second) is not None:
        return (), None  # colour refinement shows that there is none
    left = deadline.remaining_seconds
    if left == 0:
        return (), None
    try:
        found = symmetries(
            second, timeout=deadline.copy_and_restart(None if left is None else left / 2)
        )
    except DeadlinePassedError:
        return (), None
    turned = [one for one in found.generators if one.find_source_lines()[0]]
    upright = [one.line_images() for one in found.generators if not one.find_source_lines()[0]]
    chosen = choose_breaking_permutations(second.size, upright)
    ways = [find_symmetry_with_lines(second, *_split_lines(images)) for images in chosen]
    helping = tuple([way for way in ways if way is not None])
    return helping, turned[0] if turned else None


def choose_breaking_permutations(size: int, generators: Sequence[Permutation]) -> list[Permutation]:
    """Choose permutations of lines that exclude as many transformations as all products of
    `generators` would, or nearly as many. All permutations map rows to rows. Lines are numbered
    from 0, first the `size` rows, then the columns.
    """
    chosen: list[Permutation] = []
    waiting: list[tuple[tuple[int, ...], list[Permutation]]] = [((), list(generators))]
    for line in list_compared_lines(size):
        longer: list[tuple[tuple[int, ...], list[Permutation]]] = []
        for images, stabiliser in waiting:
            free = list_possible_images(size, line, images)
            fixing = [one for one in chosen if all(one[image] == image for image in images)]
            orbits = find_orbits(free, fixing)
            for generator in stabiliser:
                larger = find_orbits(free, [*fixing, generator])
                if len(larger) < len(orbits):
                    orbits = larger
                    fixing.append(generator)
                    chosen.append(generator)
            for orbit in orbits:
                if smaller := find_stabiliser_generators(stabiliser, min(orbit)):
                    longer.append(((*images, min(orbit)), smaller[:_MOST_GENERATORS]))
        waiting = longer
    return chosen


def find_stabiliser_generators(generators: Sequence[Permutation], point: int) -> list[Permutation]:
    """Return generators of the stabiliser of `point`: permutations whose products are all products
    of `generators` that leave `point` in place. The list is empty if only the identity does so.
    Entry p of a permutation is the image of p.
    """
    if not generators:
        return []
    identity = identity_permutation(len(generators[0]))
    # `ways[p]` is a product of generators that moves `point` to p.
    ways, waiting = {point: identity}, [point]
    while waiting:
        old = waiting.pop()
        for generator in generators:
            if generator[old] not in ways:
                ways[generator[old]] = _compose(ways[old], generator)
                waiting.append(generator[old])
    back = {p: invert_permutation(way) for p, way in ways.items()}
    found = {
        _compose(_compose(way, generator), back[generator[p]]): None
        for p, way in ways.items()
        for generator in generators
    }
    found.pop(identity, None)
    return list(found)


def _compose(first: Permutation, second: Permutation) -> Permutation:
    """Return the permutation that first moves each number as `first` does, and then as `second`."""
    return tuple([second[image] for image in first])


def _split_lines(images: Permutation) -> tuple[Permutation, Permutation]:
    """Split a permutation of lines into an index list of the rows and an index list of the columns.
    `images[p]` is the new number of line p; the rows are numbered first, then the columns. Entry i
    of an index list is the old number, from 0, of the row or column that becomes number i.
    """
    size = len(images) // 2
    sources = invert_permutation(images)
    return sources[:size], tuple([line - size for line in sources[size:]])
