"""Computes signatures, numbers that all copies of a grid share, and sorted forms, images with
sorted lines and digits, which can show with certainty whether grids are copies.

The sorted form of a grid is an image of it in which lines are sorted by their colours (see
`colours.py`), block by block, and digits are numbered in the order of their colours. If no two
lines with clues and no two digits have the same colour, this order is unique, and all copies have
the same sorted form; the form is then called exact. If the forms of two grids are not exact and
differ, a solver decides whether the grids are copies. Grids with equal sorted forms are copies in
any case, and the steps from one grid to the other follow from the two orders. So hashes only
determine an order, and a collision of hashes cannot make a wrong yes.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WitnessError
from ...base.verdict import Verdict
from ...kernel import chosen
from ...solvers.clock import Clock
from ...solvers.protocol import Outcome
from ...solvers.registry import DEFAULT
from ...sudoku.allowed_moves import EVERYTHING, MOVE_KINDS, AllowedMoves, list_orientations
from ...sudoku.arrays import Cells, Grids, convert_to_array, join_arrays
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxLike, BoxShape
from ...sudoku.transformation import Transformation
from ..decide import Answer, decide, make_answer
from .colours import (
    BLANK,
    Colours,
    Hashes,
    count_repeated_keys,
    find_used_digits,
    mix,
    refine_colours,
)
from .images import Images, rename_by_key
from .parallel_map import map_pieces

_COLOURED_AT_ONCE = 4096
"""The number of grids that are coloured together, so that their data stays in the processor's
cache.
"""


def signatures(grids: Grids, box: BoxLike = None, *, only: Iterable[str] = MOVE_KINDS) -> Hashes:
    """Return a number for each grid that all its copies share, (N,) uint64. Grids that are not
    copies rarely have the same number, but may.

    `only` names the parts of a transformation by which copies may differ (some of `MOVE_KINDS`).
    The numbers are the same on every machine. Raises `GridError` if `grids` are not grids of one
    shape, and `ArgumentError` if the parts in `only` form no group.

    >>> grids = [Grid([[1, 2], [0, 0]]), Grid([[0, 0], [2, 1]]), Grid([[1, 1], [0, 0]])]
    >>> one, two, three = signatures(grids)
    >>> bool(one == two), bool(one == three)
    (True, False)
    """
    cells, shape = convert_to_array(grids, box)
    if not (parts := AllowedMoves(only)).allow_everything:
        return sorted_forms(cells, shape, parts).signatures

    def look(some: Cells) -> Hashes:
        found = _sort_by_kernel(some, shape)
        return _sign(refine_colours(some, shape), shape)[0] if found is None else found[0]

    return join_arrays(map_pieces(look, cells, 1, _COLOURED_AT_ONCE))


class SortedForms(NamedTuple):
    """The sorted forms of N grids (images in which lines and digits are sorted), (N, size, size)
    uint8, and `images`, the transformations that map the grids to their sorted forms.

    `signatures`, (N,) uint64, are numbers that all copies share. `exact`, (N,) bool, is whether all
    copies of the grid must have the same sorted form. `sides`, (N,) uint8, is the number of
    orientations in which the grid has this form, if the form is exact: 1, or 2 for two or more.
    """

    signatures: Hashes
    exact: NDArray[np.bool_]
    forms: Cells
    sides: NDArray[np.uint8]
    images: Images


def sorted_forms(grids: Grids, box: BoxLike = None, only: AllowedMoves = EVERYTHING) -> SortedForms:
    """Return the sorted form of each grid (an image in which lines and digits are sorted), and its
    signature, a number that all copies of the grid share. `only` are the parts of a transformation
    that may differ from the identity.

    Raises `GridError` if `grids` are not grids of one shape.
    """
    cells, shape = convert_to_array(grids, box)
    look = partial(
        _find_sorted_forms if only.allow_everything else _sort_in_all_orientations,
        shape=shape,
        only=only,
    )
    return join_arrays(map_pieces(look, cells, 1, _COLOURED_AT_ONCE))


class FormComparison(NamedTuple):
    """The result of comparing two grids by their sorted forms: whether the second grid is a copy of
    the first and, if so, by which transformation.

    The verdict is undecided if a sorted form is not exact, the forms differ and the signatures are
    equal.
    """

    verdict: Verdict
    transformation: Transformation | None = None


def compare_sorted_forms(
    first: Grid, second: Grid, only: AllowedMoves = EVERYTHING
) -> FormComparison:
    """Decide by their sorted forms whether the second grid is a copy of the first. A yes has the
    transformation in its simplest form; the verdict is undecided if the forms do not settle the
    question.
    """
    found = sorted_forms([first, second], only=only)
    if found.signatures[0] != found.signatures[1]:
        return FormComparison(Verdict.NO)
    if not found.exact.all() or (found.forms[0] != found.forms[1]).any():
        return FormComparison(Verdict.UNDECIDED)
    there, back = (found.images.transformation(i) for i in (0, 1))
    return FormComparison(Verdict.YES, there.then(back.inverse()).simplest(first))


def transformation_between(
    first: Grid, second: Grid, only: AllowedMoves = EVERYTHING
) -> Transformation | None:
    """Return the transformation from the first grid to the second that follows from their sorted
    forms. Return None if the grids are not copies, or if the sorted forms do not settle the
    question.

    Before version 1.2.0 this function was in `sudokopie.collection`.
    """
    return compare_sorted_forms(first, second, only).transformation


def find_witness(first: Grid, second: Grid, only: AllowedMoves = EVERYTHING) -> Transformation:
    """Return the transformation from a grid to its copy, verified by applying it. Raise
    `WitnessError` if the second grid is not a copy.
    """
    found = compare_sorted_forms(first, second, only).transformation
    if found is None:
        found = decide(first, second, only=only).transformation
    if found is None or not (found.leads(first, second) and only.allows(found)):
        raise WitnessError("expected two copies, found two Sudokus that are not copies")
    return found


def decide_pairs(
    first: Cells, second: Cells, shape: BoxShape, only: AllowedMoves = EVERYTHING
) -> Iterator[Answer]:
    """Yield, for each pair of grids at the same index of `first` and `second`, the answer to the
    question whether the second grid is a copy of the first, the same as `decide` gives. Both arrays
    have shape (N, size, size).

    Different signatures show a no, and equal sorted forms show a yes. If only one transformation
    maps the grid to its sorted form, the steps between the two grids are unique, hence the fewest.
    All other pairs are passed to `decide`.
    """
    one, two = (sorted_forms(cells, shape, only) for cells in (first, second))
    differ = one.signatures != two.signatures
    # If only unused digits can be permuted freely, a single transformation maps a grid to the
    # other, apart from renamings of these digits.
    known = (one.forms == two.forms).all((1, 2)) & are_rigid(one, first, shape)
    known &= (first != second).any((1, 2))  # `decide` answers for equal grids without work
    ways = one.images.compose_ways_to(two.images)
    for i in range(len(first)):
        clock = Clock.of(None)
        here, there = (Grid.of_bytes(cells[i].tobytes(), shape) for cells in (first, second))
        outcome = Outcome(Verdict.NO) if differ[i] else None
        if known[i]:
            way = ways.transformation(i, here)
            if way.leads(here, there) and only.allows(way):
                outcome = Outcome(Verdict.YES, way, is_fewest=True)
        if outcome is None:
            yield decide(here, there, only=only)
        else:
            yield make_answer(here, there, DEFAULT, outcome, clock, only)


def are_rigid(found: SortedForms, cells: Cells, shape: BoxShape) -> NDArray[np.bool_]:
    """Return, for each grid, whether its sorted form shows that no symmetry moves a cell with a
    clue, (N,) bool.
    """
    rigid: NDArray[np.bool_] = (count_free(cells, shape)[:, 1:] < 2).all(1) & (found.sides == 1)
    return rigid & found.exact


def count_free(cells: Cells, shape: BoxShape) -> np.ndarray[tuple[int, int], np.dtype[np.intp]]:
    """Count, for each grid, what can be permuted without changing the grid: unused digits; blank
    rows of each band; blank bands; blank columns of each stack; blank stacks. The counts are, in
    this order, the columns of an array with N rows.
    """
    columns = [(~find_used_digits(cells)[:, 1:]).sum(1)[:, None]]
    for axis, length in ((2, shape.height), (1, shape.width)):
        blank = ~cells.any(axis).reshape(-1, shape.size // length, length)
        columns += [blank.sum(2), blank.all(2).sum(1)[:, None]]
    return np.concatenate(columns, 1)


_Sorted = tuple[Hashes, NDArray[np.bool_], NDArray[np.bool_], Images]
"""The result of sorting N grids, as four arrays: the signatures (numbers that all copies share);
whether all copies have the same sorted form; whether the colours of rows and columns are equal, so
that both orientations must be compared; and the transformations to the sorted forms.
"""


def _sort_by_kernel(cells: Cells, shape: BoxShape) -> _Sorted | None:
    signed, exact, ties = (np.zeros(len(cells), kind) for kind in (np.uint64, bool, bool))
    images = Images.identity(shape, len(cells))
    if not chosen.write_sorted_forms(cells, shape, signed, exact, ties, *images[1:]):
        return None
    images.check()
    return signed, exact, ties, images


def _sort_by_colours(cells: Cells, shape: BoxShape, only: AllowedMoves) -> _Sorted:
    colours = refine_colours(cells, shape, only)
    signed, row_sums, column_sums = _sign(colours, shape)
    keys = colours.hide_blanks(cells)
    rows = _order_lines(keys.lines[:, : shape.size], shape.height, "bands" in only, "rows" in only)
    columns = _order_lines(
        keys.lines[:, shape.size :], shape.width, "stacks" in only, "columns" in only
    )
    images = Images.identity(shape, len(cells))._replace(rows=rows, columns=columns)
    if "digits" in only:
        images = images._replace(digits=rename_by_key(keys.digits, BLANK))
    turns = only.allow_everything and shape.height == shape.width
    transposed = (column_sums < row_sums) & turns
    rows[transposed], columns[transposed] = columns[transposed], rows[transposed]
    images.transposed[:] = transposed
    return signed, count_repeated_keys(keys) == 0, (column_sums == row_sums) & turns, images


def _sort_in_all_orientations(cells: Cells, shape: BoxShape, only: AllowedMoves) -> SortedForms:
    """Sort each grid in all orientations that `only` allows, and return the least of its sorted
    forms. Its signature is the sum of the signatures in these orientations, so that copies have the
    same signature.
    """
    found: SortedForms | None = None
    for quarter, *goes in list_orientations(only, shape):
        way = Images.identity(shape, len(cells))
        if quarter:
            way.transposed[:], way.columns[:] = True, way.columns[:, ::-1]
        for lines, (first, *_) in zip((way.rows, way.columns), goes, strict=True):
            if 0 not in first:  # this orientation reverses the lines
                lines[:] = lines[:, ::-1]
        other = _find_sorted_forms(way.apply(cells), shape, only)
        for lines, order in zip((way.rows, way.columns), other.images[2:4], strict=True):
            lines[:] = np.take_along_axis(lines, order, 1)
        way.digits[:] = other.images.digits
        if found is None:
            found = other._replace(images=way)
            continue
        less, differ = _compare_forms(other.forms, found.forms)
        found.forms[less] = other.forms[less]
        found.sides[:] = np.where(less, 1, np.where(differ, found.sides, 2))
        found.images.replace(less, way.select(less))
        found = found._replace(
            signatures=found.signatures + other.signatures, exact=found.exact & other.exact
        )
    assert found is not None
    return found


def _find_sorted_forms(cells: Cells, shape: BoxShape, only: AllowedMoves) -> SortedForms:
    by_kernel = _sort_by_kernel(cells, shape) if only.allow_everything else None
    signed, exact, tied, images = by_kernel or _sort_by_colours(cells, shape, only)
    forms = images.apply(cells)
    sides = np.ones(len(cells), np.uint8)
    ties = np.flatnonzero(tied)
    if len(ties):
        sides[ties] = _settle_ties(ties, cells, images, forms)
    return SortedForms(signed, exact, forms, sides, images)


def _settle_ties(
    ties: NDArray[np.intp], cells: Cells, images: Images, forms: Cells
) -> NDArray[np.uint8]:
    """Compare the sorted forms of some grids in both orientations, and keep the lesser form of each
    grid, in place. `ties` are the indices of these grids, whose rows and columns have equal
    colours. Return the number of orientations that have the kept form, 1 or 2.
    """
    here = images.select(ties)
    other = here._replace(transposed=~here.transposed, rows=here.columns, columns=here.rows)
    turned = other.apply(cells[ties])
    less, differ = _compare_forms(turned, forms[ties])
    forms[ties[less]] = turned[less]
    images.replace(ties[less], other.select(less))
    return np.where(differ, 1, 2).astype(np.uint8)


def _compare_forms(forms: Cells, others: Cells) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return two arrays: whether each form is less than the form at the same index in `others`, and
    whether it differs from it.
    """
    one, another = (some.reshape(len(forms), -1) for some in (forms, others))
    first = (one != another).argmax(1)[:, None]
    one, another = (np.take_along_axis(some, first, 1)[:, 0] for some in (one, another))
    return one < another, one != another


def _order_lines(keys: Hashes, length: int, blocks: bool, within: bool) -> NDArray[np.uint8]:
    """Sort the rows (or the columns) of each grid: bands (or stacks) by their least key, and the
    lines of each band or stack by their own keys. `keys` has shape (N, size), and so has the
    result, an index list for each grid.

    If `blocks` is false, bands and stacks stay in place; if `within` is false, lines stay in place
    within their band or stack. Lines without clues have the greatest key and come last.
    """
    number, size = keys.shape
    in_blocks = keys.reshape(number, size // length, length)
    inside = np.argsort(in_blocks if within else 0 * in_blocks, axis=2, kind="stable")
    least = in_blocks.min(2)
    order = np.argsort(least if blocks else 0 * least, axis=1, kind="stable")
    lines = inside + length * np.arange(size // length)[:, None]
    return np.take_along_axis(lines, order[:, :, None], 1).reshape(number, size).astype(np.uint8)


def _sign(colours: Colours, shape: BoxShape) -> tuple[Hashes, Hashes, Hashes]:
    """Compute the signature of each grid, a number that all its copies share, from its colours.
    Return the signatures, and the terms in them that come from the rows and from the columns, each
    (N,).
    """
    size = shape.size
    lines = mix(colours.lines)
    rows, columns = (mix(lines[:, side].sum(1)) for side in (slice(0, size), slice(size, None)))
    signed = (
        rows + columns + mix(colours.digits)[:, 1:].sum(1) + np.uint64(size * 256 + shape.width)
    )
    return mix(signed), rows, columns
