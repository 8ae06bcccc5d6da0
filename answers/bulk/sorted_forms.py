"""Signatures, which copies share, and sorted forms, which say with certainty what are copies.

The sorted form of a grid is an image of it: lines in the order of their colours, block by block,
and digits in the order of theirs. Where no two lines with clues and no two digits share a colour,
there is no choice in this, and copies have the same sorted form. Other grids are not `exact`;
whether two of those are copies a solver says. Equal sorted forms are copies anyway, and the steps
from one to the other are read off both orders. So hashes only put things in order.
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
from ...sudoku.allowed_moves import EVERYTHING, PARTS, AllowedMoves, list_orientations
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
"""Grids that are coloured together: what they take then stays in the processor's cache."""


def signatures(grids: Grids, box: BoxLike = None, *, only: Iterable[str] = PARTS) -> Hashes:
    """Return a number for each grid that all its copies share, (N,) uint64; `only` as in `decide`.

    Other grids hardly ever share it, but may. It is the same on every machine. Raises `GridError`
    for what are not grids of one shape.

    >>> grids = [Grid([[1, 2], [0, 0]]), Grid([[0, 0], [2, 1]]), Grid([[1, 1], [0, 0]])]
    >>> one, two, three = signatures(grids)
    >>> bool(one == two), bool(one == three)
    (True, False)
    """
    cells, shape = convert_to_array(grids, box)
    if not (parts := AllowedMoves(only)).are_all:
        return sorted_forms(cells, shape, parts).signatures

    def look(some: Cells) -> Hashes:
        found = _sort_by_kernel(some, shape)
        return _sign(refine_colours(some, shape), shape)[0] if found is None else found[0]

    return join_arrays(map_pieces(look, cells, 1, _COLOURED_AT_ONCE))


class SortedForms(NamedTuple):
    """Sorted forms of N grids, (N, size, size) uint8, and where their cells come from.

    `signatures`, (N,) uint64; `exact`, (N,) bool: whether copies must have the same form; `sides`,
    (N,) uint8: in how many orientations the grid has that form if it is exact, 1, or 2 for more.
    """

    signatures: Hashes
    exact: NDArray[np.bool_]
    forms: Cells
    sides: NDArray[np.uint8]
    images: Images


def sorted_forms(grids: Grids, box: BoxLike = None, only: AllowedMoves = EVERYTHING) -> SortedForms:
    """Return the sorted forms of grids. Raises `GridError` for what are not grids of one shape."""
    cells, shape = convert_to_array(grids, box)
    look = partial(
        _find_sorted_forms if only.are_all else _sort_in_all_orientations, shape=shape, only=only
    )
    return join_arrays(map_pieces(look, cells, 1, _COLOURED_AT_ONCE))


class FormComparison(NamedTuple):
    """Whether one grid is a copy of another, as their sorted forms show, and by which steps.

    The verdict is undecided if a sorted form is not exact and the signatures are equal.
    """

    verdict: Verdict
    transformation: Transformation | None = None


def compare_sorted_forms(
    first: Grid, second: Grid, only: AllowedMoves = EVERYTHING
) -> FormComparison:
    """Compare two grids by their sorted forms; return the steps, in the simplest form, with a
    yes.
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
    """Return the steps that `compare_sorted_forms` finds; None if it answers no or undecided.

    `sudokopie.collection` offered this function before version 1.2.0.
    """
    return compare_sorted_forms(first, second, only).transformation


def find_witness(first: Grid, second: Grid, only: AllowedMoves = EVERYTHING) -> Transformation:
    """Return the steps to a copy, followed on the grids; raise `WitnessError` where it is none."""
    found = compare_sorted_forms(first, second, only).transformation
    if found is None:
        found = decide(first, second, only=only).transformation
    if found is None or not (found.leads(first, second) and only.contains(found)):
        raise WitnessError("expected two copies, found two Sudokus that are not copies")
    return found


def decide_pairs(
    first: Cells, second: Cells, shape: BoxShape, only: AllowedMoves = EVERYTHING
) -> Iterator[Answer]:
    """Yield the answer of `decide` for each pair of grids, both (N, size, size).

    Different signatures say no, and equal sorted forms yes. Where there is one way to the form, its
    steps are the fewest. `decide` is asked for the rest.
    """
    one, two = (sorted_forms(cells, shape, only) for cells in (first, second))
    differ = one.signatures != two.signatures
    # Where nothing but unused digits is free to change places, there is one way.
    known = (one.forms == two.forms).all((1, 2)) & are_rigid(one, first, shape)
    known &= (first != second).any((1, 2))  # of equal ones `decide` knows without work
    ways = one.images.compose_ways_to(two.images)
    for i in range(len(first)):
        clock = Clock.of(None)
        here, there = (Grid.of_bytes(cells[i].tobytes(), shape) for cells in (first, second))
        outcome = Outcome(Verdict.NO) if differ[i] else None
        if known[i]:
            way = ways.transformation(i, here)
            if way.leads(here, there) and only.contains(way):
                outcome = Outcome(Verdict.YES, way, is_fewest=True)
        if outcome is None:
            yield decide(here, there, only=only)
        else:
            yield make_answer(here, there, DEFAULT, outcome, clock, only)


def are_rigid(found: SortedForms, cells: Cells, shape: BoxShape) -> NDArray[np.bool_]:
    """Return which grids have sorted forms that say: no symmetry moves a cell with a clue, (N,)."""
    rigid: NDArray[np.bool_] = (count_free(cells, shape)[:, 1:] < 2).all(1) & (found.sides == 1)
    return rigid & found.exact


def count_free(cells: Cells, shape: BoxShape) -> np.ndarray[tuple[int, int], np.dtype[np.intp]]:
    """Return numbers of unused digits, blank lines by band, such bands; as for stacks: (N, K)."""
    columns = [(~find_used_digits(cells)[:, 1:]).sum(1)[:, None]]
    for axis, length in ((2, shape.height), (1, shape.width)):
        blank = ~cells.any(axis).reshape(-1, shape.size // length, length)
        columns += [blank.sum(2), blank.all(2).sum(1)[:, None]]
    return np.concatenate(columns, 1)


_Sorted = tuple[Hashes, NDArray[np.bool_], NDArray[np.bool_], Images]
"""Signatures; what is exact; where the colours prefer neither side, (N,), so that a choice between
them is left; images."""


def _sort_by_kernel(cells: Cells, shape: BoxShape) -> _Sorted | None:
    signed, exact, ties = (np.zeros(len(cells), kind) for kind in (np.uint64, bool, bool))
    images = Images.identity(shape, len(cells))
    if not chosen.sorted_forms(cells, shape, signed, exact, ties, *images[1:]):
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
    turns = only.are_all and shape.height == shape.width
    transposed = (column_sums < row_sums) & turns
    rows[transposed], columns[transposed] = columns[transposed], rows[transposed]
    images.transposed[:] = transposed
    return signed, count_repeated_keys(keys) == 0, (column_sums == row_sums) & turns, images


def _sort_in_all_orientations(cells: Cells, shape: BoxShape, only: AllowedMoves) -> SortedForms:
    """Return the least of the sorted forms of all ways round, which has their signatures added."""
    found: SortedForms | None = None
    for quarter, *goes in list_orientations(only, shape):
        way = Images.identity(shape, len(cells))
        if quarter:
            way.transposed[:], way.columns[:] = True, way.columns[:, ::-1]
        for lines, (first, *_) in zip((way.rows, way.columns), goes, strict=True):
            if 0 not in first:  # this way round reverses them
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
    by_kernel = _sort_by_kernel(cells, shape) if only.are_all else None
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
    """Choose the lesser of both orientations; return how many of them have that form, 1 or 2."""
    here = images.select(ties)
    other = here._replace(transposed=~here.transposed, rows=here.columns, columns=here.rows)
    turned = other.apply(cells[ties])
    less, differ = _compare_forms(turned, forms[ties])
    forms[ties[less]] = turned[less]
    images.replace(ties[less], other.select(less))
    return np.where(differ, 1, 2).astype(np.uint8)


def _compare_forms(forms: Cells, others: Cells) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which forms are less than the others, and which differ from them."""
    one, another = (some.reshape(len(forms), -1) for some in (forms, others))
    first = (one != another).argmax(1)[:, None]
    one, another = (np.take_along_axis(some, first, 1)[:, 0] for some in (one, another))
    return one < another, one != another


def _order_lines(keys: Hashes, length: int, blocks: bool, within: bool) -> NDArray[np.uint8]:
    """Return the lines in order: blocks by their least key, lines of a block by their own.

    From (N, size) to gather lists (N, size); what may not move, `blocks` or lines `within` them,
    stays in place. What has no clues comes last, and is all alike.
    """
    number, size = keys.shape
    in_blocks = keys.reshape(number, size // length, length)
    inside = np.argsort(in_blocks if within else 0 * in_blocks, axis=2, kind="stable")
    least = in_blocks.min(2)
    order = np.argsort(least if blocks else 0 * least, axis=1, kind="stable")
    lines = inside + length * np.arange(size // length)[:, None]
    return np.take_along_axis(lines, order[:, :, None], 1).reshape(number, size).astype(np.uint8)


def _sign(colours: Colours, shape: BoxShape) -> tuple[Hashes, Hashes, Hashes]:
    """Return the signatures, and what they know of the rows and of the columns, each (N,)."""
    size = shape.size
    lines = mix(colours.lines)
    rows, columns = (mix(lines[:, side].sum(1)) for side in (slice(0, size), slice(size, None)))
    signed = (
        rows + columns + mix(colours.digits)[:, 1:].sum(1) + np.uint64(size * 256 + shape.width)
    )
    return mix(signed), rows, columns
