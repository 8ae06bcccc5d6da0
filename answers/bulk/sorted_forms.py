"""Compute two properties of many grids that show which grids are copies of each other: signatures
and sorted forms. A signature is a number that all copies of a grid share. A sorted form is a copy
of the grid in which lines and digits are sorted.

Lines are sorted by their colours (see `colour_refinement.py`), block by block, and digits are
numbered in the order of their colours. If no two lines with clues and no two digits have the same
colour, this order is unique, and all copies have the same sorted form; the form is then called
exact. If the forms of two grids are not exact and differ, a solver decides whether the grids are
copies.

Grids with equal sorted forms are copies in any case, and the steps from one grid to the other
follow from the two orders. So hashes only determine an order, and a collision of hashes cannot make
a wrong yes.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WitnessError
from ...base.verdict import Verdict
from ...kernel import kernel_functions
from ...solvers.deadline import Deadline
from ...solvers.protocol import Outcome
from ...solvers.registry import DEFAULT
from ...sudoku.allowed_moves import EVERYTHING, MOVE_KINDS, AllowedMoves, list_allowed_orientations
from ...sudoku.arrays import Cells, Grids, convert_to_array_and_shape, join_arrays
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxLike, BoxShape
from ...sudoku.transformation import Transformation
from ...system.ordered_map import Jobs
from ..decide import Answer, decide, make_answer
from .colour_refinement import (
    BLANK,
    Hashes,
    LineAndDigitColours,
    count_repeated_keys_of_each_grid,
    hash_numbers,
    make_mask_of_used_digits,
    refine_colours,
)
from .parallel_map import list_piece_results
from .transformation_arrays import TransformationArrays, make_renamings_from_digit_keys

_COLOURED_AT_ONCE = 4096
"""The number of grids that are coloured together, so that their data stays in the processor's
cache.
"""


def signatures(
    grids: Grids,
    box: BoxLike = None,
    *,
    only: Iterable[str] = MOVE_KINDS,
    jobs: Jobs = 1,
    column: str | int | None = None,
    offset: int = 0,
) -> Hashes:
    """Return the signature of each grid, a number that all copies of the grid share, (N,) uint64.
    Grids that are not copies may have the same signature, but rarely do. The numbers are the same
    on every machine.

    `only` names the kinds of moves that are allowed, some of `MOVE_KINDS`, by default all. `jobs`
    is the number of processes. `column` is the column of a table, or the key of the dicts, that has
    the grids. `offset` is subtracted from each cell; with 1, the number 1 is a blank and 2 the
    digit 1.

    Raises `GridError` if `grids` are not grids of one shape, and `BackendError` if a process dies.
    Raises `ArgumentError` if `only` has an unknown name, if it has `turns` and only one of `rows`
    and `columns`, or if it has `turns` and only one of `bands` and `stacks`.

    >>> grids = [Grid([[1, 2], [0, 0]]), Grid([[0, 0], [2, 1]]), Grid([[1, 1], [0, 0]])]
    >>> one, two, three = signatures(grids)
    >>> bool(one == two), bool(one == three)
    (True, False)
    """
    cells, shape = convert_to_array_and_shape(grids, box, column, offset)
    compute = partial(_compute_signatures, shape=shape, allowed_moves=AllowedMoves(only))
    return join_arrays(list_piece_results(compute, cells, jobs, _COLOURED_AT_ONCE))


def _compute_signatures(cells: Cells, shape: BoxShape, allowed_moves: AllowedMoves) -> Hashes:
    """Return the signature of each grid, a number that all its copies share. The compiled functions
    (kernel) compute it if they can and all moves are allowed; otherwise it is computed in numpy.
    """
    if not allowed_moves.allows_everything:
        return _find_least_sorted_forms_and_signatures(cells, shape, allowed_moves).signatures
    found = _try_to_sort_by_kernel(cells, shape)
    if found is not None:
        return found[0]
    return _compute_grid_row_and_column_signatures(refine_colours(cells, shape), shape)[0]


class SortedForms(NamedTuple):
    """The sorted forms of N grids. A sorted form is a copy of a grid in which rows, columns and
    digits are in the order of their colours; the colours come from properties that no
    transformation changes, such as the number of clues in a row.

    - `signatures`, (N,) uint64: a number that all copies of the grid share.
    - `exact`, (N,) bool: whether all copies of the grid must have the same sorted form.
    - `forms`, (N, size, size) uint8: the sorted grids.
    - `sides`, (N,) uint8: 2 if sorting the grid in another orientation, such as transposed, gives
      the same form too, and otherwise 1. The number has a meaning only if the form is exact.
    - `images`: the transformations from the given grids to the sorted grids.
    """

    signatures: Hashes
    exact: NDArray[np.bool_]
    forms: Cells
    sides: NDArray[np.uint8]
    images: TransformationArrays


def sorted_forms(grids: Grids, box: BoxLike = None, only: AllowedMoves = EVERYTHING) -> SortedForms:
    """Return the sorted form of each grid (a copy in which lines and digits are sorted), and its
    signature (a number that all copies of the grid share). `only` are the kinds of moves that are
    allowed, such as exchanging rows; by default all are.

    Raises `GridError` if `grids` are not grids of one shape.
    """
    cells, shape = convert_to_array_and_shape(grids, box)
    look = partial(
        _find_sorted_forms if only.allows_everything else _find_least_sorted_forms_and_signatures,
        shape=shape,
        allowed_moves=only,
    )
    return join_arrays(list_piece_results(look, cells, 1, _COLOURED_AT_ONCE))


class SortedFormDecision(NamedTuple):
    """The result of comparing two grids by their sorted forms (copies in which lines and digits are
    sorted). The verdict is yes if the forms are equal, with the transformation from the first grid
    to the second. If the forms differ, the verdict is no if all copies of these grids must have the
    same form, and otherwise undecided.
    """

    verdict: Verdict
    transformation: Transformation | None = None


def decide_pair_by_sorted_forms(
    first: Grid, second: Grid, allowed_moves: AllowedMoves = EVERYTHING
) -> SortedFormDecision:
    """Decide whether the second grid is a copy of the first, without a solver, by sorting the lines
    and digits of both. If the verdict is yes, the result has the transformation from the first grid
    to the second. The verdict is undecided if the sorted grids do not answer the question.
    """
    found = sorted_forms([first, second], only=allowed_moves)
    if found.signatures[0] != found.signatures[1]:
        return SortedFormDecision(Verdict.NO)
    if not found.exact.all() or (found.forms[0] != found.forms[1]).any():
        return SortedFormDecision(Verdict.UNDECIDED)
    there, back = (found.images.transformation(i) for i in (0, 1))
    return SortedFormDecision(Verdict.YES, there.then(back.inverse()).simplest(first))


def transformation_between(
    first: Grid, second: Grid, only: AllowedMoves = EVERYTHING
) -> Transformation | None:
    """Return the transformation from the first grid to the second, if it can be found without a
    solver. None has two meanings: the second grid is not a copy of the first, or a solver is needed
    to decide that.

    Before version 1.2.0 this function was in `sudokopie.collection`.
    """
    return decide_pair_by_sorted_forms(first, second, only).transformation


def find_verified_witness(
    first: Grid, second: Grid, allowed_moves: AllowedMoves = EVERYTHING
) -> Transformation:
    """Return the transformation from `first` to `second`, verified by applying it to `first`. Raise
    `WitnessError` if `second` is not a copy of `first`.
    """
    found = decide_pair_by_sorted_forms(first, second, allowed_moves).transformation
    if found is None:
        found = decide(first, second, only=allowed_moves).transformation
    if found is None or not (found.leads(first, second) and allowed_moves.allows(found)):
        raise WitnessError("expected two copies, found two Sudokus that are not copies")
    return found


def yield_pair_answers(
    first: Cells, second: Cells, shape: BoxShape, allowed_moves: AllowedMoves = EVERYTHING
) -> Iterator[Answer]:
    """Decide for many pairs of grids whether the second grid is a copy of the first. Yield an
    `Answer` for each pair, the same as `decide` returns. The i-th pair consists of the i-th grids
    of `first` and `second`; both arrays have shape (N, size, size).

    If the signatures of the two grids (numbers that all copies share) differ, the answer is no. If
    their sorted forms are equal and only one transformation leads from a grid to its form, the
    answer is yes: then only one transformation leads from the first grid to the second, so no other
    has fewer steps. All other pairs are passed to `decide`.
    """
    one, two = (sorted_forms(cells, shape, allowed_moves) for cells in (first, second))
    differ = one.signatures != two.signatures
    # If no symmetry of the first grid moves a line, a single transformation maps the first grid to
    # the second, apart from renamings of digits that do not occur.
    known = (one.forms == two.forms).all((1, 2)) & are_surely_rigid(one, first, shape)
    known &= (first != second).any((1, 2))  # `decide` is quick for equal grids
    ways = one.images.then_inverses_of(two.images)
    for i in range(len(first)):
        deadline = Deadline.from_timeout(None)
        here, there = (Grid.of_bytes(cells[i].tobytes(), shape) for cells in (first, second))
        outcome = Outcome(Verdict.NO) if differ[i] else None
        if known[i]:
            way = ways.transformation(i, here)
            if way.leads(here, there) and allowed_moves.allows(way):
                outcome = Outcome(Verdict.YES, way, is_fewest=True)
        if outcome is None:
            yield decide(here, there, only=allowed_moves)
        else:
            yield make_answer(here, there, DEFAULT, outcome, deadline, allowed_moves)


def are_surely_rigid(forms: SortedForms, cells: Cells, shape: BoxShape) -> NDArray[np.bool_]:
    """Return for each grid whether its sorted form (a copy in which rows, columns and digits are
    sorted) shows that every symmetry of the grid leaves all clues in place, as an (N,) bool array.
    False means only that the sorted form does not show it.
    """
    rigid: NDArray[np.bool_] = (
        compute_unused_digit_and_blank_line_counts(cells, shape)[:, 1:] < 2
    ).all(1) & (forms.sides == 1)
    return rigid & forms.exact


def compute_unused_digit_and_blank_line_counts(
    cells: Cells, shape: BoxShape
) -> np.ndarray[tuple[int, int], np.dtype[np.intp]]:
    """Return, for each grid, the number of its unused digits and the numbers of its lines without
    clues. Exchanging unused digits or such lines does not change the grid. The columns of the
    result, with N rows, are: the unused digits; the blank rows of each band; the blank bands; the
    blank columns of each stack; the blank stacks.
    """
    columns = [(~make_mask_of_used_digits(cells)[:, 1:]).sum(1)[:, None]]
    for axis, length in ((2, shape.height), (1, shape.width)):
        blank = ~cells.any(axis).reshape(-1, shape.size // length, length)
        columns += [blank.sum(2), blank.all(2).sum(1)[:, None]]
    return np.concatenate(columns, 1)


_SortResult = tuple[Hashes, NDArray[np.bool_], NDArray[np.bool_], TransformationArrays]
"""The result of sorting N grids, as four arrays. They have, for each grid, its signature (a number
that all copies share); whether all copies have the same sorted form; whether rows and columns have
the same colours, so that the transposed grid must be sorted too; and the transformation to the
sorted form.
"""


def _try_to_sort_by_kernel(cells: Cells, shape: BoxShape) -> _SortResult | None:
    """Return the sorted forms of the grids (copies in which lines and digits are sorted) as the
    compiled functions (kernel) compute them. Return None if the kernel is missing, or if it does
    not support grids of this size.
    """
    signed, exact, ties = (np.zeros(len(cells), kind) for kind in (np.uint64, bool, bool))
    images = TransformationArrays.identity(shape, len(cells))
    if not kernel_functions.try_fill_sorted_forms(cells, shape, signed, exact, ties, *images[1:]):
        return None
    images.raise_if_invalid()
    return signed, exact, ties, images


def _sort_by_colours(cells: Cells, shape: BoxShape, allowed_moves: AllowedMoves) -> _SortResult:
    """Return the sorted forms of the grids, computed in numpy. A sorted form is a copy in which
    lines and digits are sorted by the colours that colour refinement gives them. Only the moves in
    `allowed_moves` are used.
    """
    colours = refine_colours(cells, shape, allowed_moves)
    signed, row_sums, column_sums = _compute_grid_row_and_column_signatures(colours, shape)
    keys = colours.make_line_and_digit_sorting_keys(cells)
    rows = _make_line_orders_from_keys(
        keys.lines[:, : shape.size], shape.height, "bands" in allowed_moves, "rows" in allowed_moves
    )
    columns = _make_line_orders_from_keys(
        keys.lines[:, shape.size :],
        shape.width,
        "stacks" in allowed_moves,
        "columns" in allowed_moves,
    )
    images = TransformationArrays.identity(shape, len(cells))._replace(rows=rows, columns=columns)
    if "digits" in allowed_moves:
        images = images._replace(digits=make_renamings_from_digit_keys(keys.digits, BLANK))
    turns = allowed_moves.allows_everything and shape.height == shape.width
    transposed = (column_sums < row_sums) & turns
    rows[transposed], columns[transposed] = columns[transposed], rows[transposed]
    images.transposed[:] = transposed
    return (
        signed,
        count_repeated_keys_of_each_grid(keys) == 0,
        (column_sums == row_sums) & turns,
        images,
    )


def _find_least_sorted_forms_and_signatures(
    cells: Cells, shape: BoxShape, allowed_moves: AllowedMoves
) -> SortedForms:
    """Sort each grid in all orientations (rotations and reflections) that `allowed_moves` allows,
    and return the least of its sorted forms. The signature of a grid, a number that all copies
    share, is the sum of the signatures in these orientations.
    """
    found: SortedForms | None = None
    for quarter, *goes in list_allowed_orientations(allowed_moves, shape):
        way = TransformationArrays.identity(shape, len(cells))
        if quarter:
            way.transposed[:], way.columns[:] = True, way.columns[:, ::-1]
        for lines, (first, *_) in zip((way.rows, way.columns), goes, strict=True):
            if 0 not in first:  # the first line cannot stay first: all lines are reversed
                lines[:] = lines[:, ::-1]
        other = _find_sorted_forms(way.apply(cells), shape, allowed_moves)
        for lines, order in zip((way.rows, way.columns), other.images[2:4], strict=True):
            lines[:] = np.take_along_axis(lines, order, 1)
        way.digits[:] = other.images.digits
        if found is None:
            found = other._replace(images=way)
            continue
        less, differ = _make_masks_of_lesser_and_different_forms(other.forms, found.forms)
        found.forms[less] = other.forms[less]
        found.sides[:] = np.where(less, 1, np.where(differ, found.sides, 2))
        found.images.replace(less, way.select(less))
        found = found._replace(
            signatures=found.signatures + other.signatures, exact=found.exact & other.exact
        )
    assert found is not None
    return found


def _find_sorted_forms(cells: Cells, shape: BoxShape, allowed_moves: AllowedMoves) -> SortedForms:
    """Return the sorted form of each grid, a copy in which lines and digits are sorted. The
    compiled functions (kernel) find it if they can and all moves are allowed; otherwise the form is
    computed in numpy. If rows and columns have the same colours, the grid with rows and columns
    exchanged is sorted too, and the lesser of both forms is returned.
    """
    by_kernel = _try_to_sort_by_kernel(cells, shape) if allowed_moves.allows_everything else None
    signed, exact, tied, images = by_kernel or _sort_by_colours(cells, shape, allowed_moves)
    forms = images.apply(cells)
    sides = np.ones(len(cells), np.uint8)
    ties = np.flatnonzero(tied)
    if len(ties):
        sides[ties] = _keep_lesser_forms_in_place_and_count_sides(ties, cells, images, forms)
    return SortedForms(signed, exact, forms, sides, images)


def _keep_lesser_forms_in_place_and_count_sides(
    tied_indices: NDArray[np.intp], cells: Cells, images: TransformationArrays, forms: Cells
) -> NDArray[np.uint8]:
    """Compare the sorted forms (copies in which lines and digits are sorted) of some grids with the
    sorted forms of these grids transposed, and keep the lesser of the two, in place. `tied_indices`
    are the indices of these grids, whose rows have the same colours as their columns. Return 2 for
    each grid whose two forms are equal, and 1 for each other grid.
    """
    here = images.select(tied_indices)
    other = here._replace(transposed=~here.transposed, rows=here.columns, columns=here.rows)
    turned = other.apply(cells[tied_indices])
    less, differ = _make_masks_of_lesser_and_different_forms(turned, forms[tied_indices])
    forms[tied_indices[less]] = turned[less]
    images.replace(tied_indices[less], other.select(less))
    return np.where(differ, 1, 2).astype(np.uint8)


def _make_masks_of_lesser_and_different_forms(
    forms: Cells, others: Cells
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Compare each grid in `forms` with the grid at the same index in `others`, cell by cell.
    Return two Boolean arrays: whether the first of the two is less, and whether they differ.
    """
    one, another = (some.reshape(len(forms), -1) for some in (forms, others))
    first = (one != another).argmax(1)[:, None]
    one, another = (np.take_along_axis(some, first, 1)[:, 0] for some in (one, another))
    return one < another, one != another


def _make_line_orders_from_keys(
    line_keys: Hashes, block_length: int, may_move_blocks: bool, may_move_lines: bool
) -> NDArray[np.uint8]:
    """Return an index list for each grid that sorts its rows (or its columns): bands (or stacks) by
    their least key, and the lines of each band or stack by their own keys. `line_keys`, (N, size),
    has a number for each line, and the result has the same shape.

    If `may_move_blocks` is false, bands and stacks stay in place; if `may_move_lines` is false,
    lines stay in place within their band or stack. Lines without clues have the greatest key and
    come last.
    """
    number, size = line_keys.shape
    in_blocks = line_keys.reshape(number, size // block_length, block_length)
    inside = np.argsort(in_blocks if may_move_lines else 0 * in_blocks, axis=2, kind="stable")
    least = in_blocks.min(2)
    order = np.argsort(least if may_move_blocks else 0 * least, axis=1, kind="stable")
    lines = inside + block_length * np.arange(size // block_length)[:, None]
    return np.take_along_axis(lines, order[:, :, None], 1).reshape(number, size).astype(np.uint8)


def _compute_grid_row_and_column_signatures(
    colours: LineAndDigitColours, shape: BoxShape
) -> tuple[Hashes, Hashes, Hashes]:
    """Compute the signature of each grid, a number that all its copies share, from the colours of
    its lines and digits. Return three arrays, (N,): the signatures, a number made from the colours
    of the rows, and a number made from the colours of the columns. By comparing the last two,
    callers choose whether rows and columns are exchanged before sorting.
    """
    size = shape.size
    lines = hash_numbers(colours.lines)
    rows, columns = (
        hash_numbers(lines[:, side].sum(1)) for side in (slice(0, size), slice(size, None))
    )
    signed = (
        rows
        + columns
        + hash_numbers(colours.digits)[:, 1:].sum(1)
        + np.uint64(size * 256 + shape.width)
    )
    return hash_numbers(signed), rows, columns
