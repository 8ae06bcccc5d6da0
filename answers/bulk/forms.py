"""Canonical forms of many Sudokus: their least images, and the least with renamed digits alone."""

from contextlib import suppress
from functools import cache, partial
from itertools import chain, permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import DeadlinePassedError, WitnessError
from ...kernel import chosen
from ...sudoku.arrays import (
    Cells,
    Grids,
    are_complete,
    array_of,
    as_array,
    begins,
    grids_of,
    joined,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxLike, BoxShape
from ...system.ordered import Jobs
from ..canonical import FormOptions, canonical_form
from ..symmetries import symmetries
from .colours import used_digits
from .images import Images, names_by
from .pieces import on_pieces
from .row_search import is_quick, searched
from .row_tables import NINE, number_of, pairs, tables
from .solutions import solutions
from .symmetries import symmetry_counts

_FORMS_IN_A_TASK = 500


class Forms(NamedTuple):
    """`forms`, (N, size, size) uint8, and `images`: where their cells come from."""

    forms: Cells
    images: Images


def least_images(
    grids: Grids, box: BoxLike = None, *, check: bool = False, jobs: Jobs = 1
) -> Forms:
    """Return the least image of each grid, (N, size, size) uint8, as `canonical_form` defines it.

    Images are compared as read, row after row, a blank before 1. Grids whose lines repeat no digit
    are searched, by the kernel or, with few orders of columns (4×4, 6×6, 9×9), all together; those
    that are too hard, the others, and with `check` all are left to the solver. Raises `GridError`
    for what are not grids of one shape, `WitnessError` where a check fails, `BackendError` where
    processes die.

    >>> print(*least_images([[[0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 3], [0] * 4]]).forms[0])
    [0 0 0 0] [0 0 0 1] [0 0 1 0] [0 2 0 0]
    """
    cells, shape = as_array(grids, box)
    look = partial(_least_images, shape=shape, check=check)
    return joined(on_pieces(look, cells, jobs, _FORMS_IN_A_TASK))


def _least_images(cells: Cells, shape: BoxShape, check: bool) -> Forms:
    images = Images.identity(shape, len(cells))
    numbers = np.zeros(len(cells), np.int64)
    chosen.least_images(cells, shape, numbers, *images[1:])
    images.check()
    is_finished = numbers == 1
    quick = np.flatnonzero(~is_finished & is_quick(cells, shape))
    is_finished[quick], found = searched(cells[quick], shape)
    images.replace(quick, found)
    forms = images.apply(cells)
    for i in range(len(cells)) if check else np.flatnonzero(~is_finished).tolist():
        (grid,) = grids_of(cells[i : i + 1], shape)
        by_solver = canonical_form(grid)
        if not is_finished[i]:
            images.put(i, by_solver.transformation)
            forms[i] = by_solver.form.rows
        elif list(chain(*by_solver.form.rows)) != forms[i].ravel().tolist():
            raise WitnessError("the solver finds another least image of {grid}", grid=repr(grid))
    return Forms(forms, images)


def renamed(grids: Grids, box: BoxLike = None) -> Forms:
    """Return each grid with its digits numbered as they are first read, and nothing moved.

    Raises `GridError` for what are not grids of one shape.

    >>> renamed([[[2, 1], [0, 2]]]).forms.tolist()
    [[[1, 2], [0, 1]]]
    """
    cells, shape = as_array(grids, box)
    images = Images.identity(shape, len(cells))
    last = shape.size**2
    flat = cells.reshape(len(cells), last)
    where = np.stack([(flat == d).argmax(1) for d in range(shape.size + 1)], 1)
    where[~used_digits(cells)] = last
    images.digits[:] = names_by(where, last)
    return Forms(images.apply(cells), images)


class FoundForm(NamedTuple):
    """What was found of a Sudoku; None where nobody asked.

    `form`: the cells of its form as bytes, None where the time was up, or where it has not just one
    solution. `clues`: its clues as they lie on the form of its solution, so that no symmetry of
    that makes them less. `symmetries`: how many the form has. `solutions`: 0, 1, or 2 for more.
    `bands`: the numbers of the form's bands, then stacks; None where it is no complete 9×9 grid.
    """

    form: bytes | None
    clues: bytes | None = None
    symmetries: int | None = None
    solutions: int | None = None
    bands: list[int] | None = None


def canonical_forms(task: tuple[bytes, BoxShape], wanted: FormOptions) -> list[FoundForm]:
    """Return what is wanted of Sudokus of one shape, whose cells are given one after another.

    Raises `WitnessError` where a check fails.

    >>> task = bytes([0, 0, 2, 1, 1, 2, 0, 0]), BoxShape(1, 2)
    >>> [list(found.form) for found in canonical_forms(task, FormOptions())]
    [[0, 0, 1, 2], [0, 0, 1, 2]]
    """
    data, shape = task
    find = _by_solution if wanted.by else _directly
    found = find(array_of(data, shape), shape, wanted)
    if not wanted.bands:
        return found
    blank = bytes(shape.size**2)
    forms = array_of(b"".join([one.form or blank for one in found]), shape)
    numbers = band_numbers(forms, shape)
    return [one._replace(bands=some) for one, some in zip(found, numbers, strict=True)]


def _directly(cells: Cells, shape: BoxShape, wanted: FormOptions) -> list[FoundForm]:
    counts = symmetry_counts(cells, shape) if wanted.symmetries else [None] * len(cells)
    if wanted.form == "min" and wanted.time_limit is None:
        found = _forms(cells, shape, wanted).forms
        forms: list[bytes | None] = [form.tobytes() for form in found]
    else:
        forms = [_by_solver(grid, wanted) for grid in grids_of(cells, shape)]
    return [FoundForm(form, None, count) for form, count in zip(forms, counts, strict=True)]


def _forms(cells: Cells, shape: BoxShape, wanted: FormOptions) -> Forms:
    if wanted.only:
        return renamed(cells, shape)
    return least_images(cells, shape, check=wanted.check)


def _by_solver(grid: Grid, wanted: FormOptions) -> bytes | None:
    """Ask the solver, which can look for the greatest image too, and obeys a time limit."""
    with suppress(DeadlinePassedError):
        form = canonical_form(grid, wanted.form, timeout=wanted.time_limit).form
        return bytes(chain.from_iterable(form))
    return None


def _by_solution(cells: Cells, shape: BoxShape, wanted: FormOptions) -> list[FoundForm]:
    solved, numbers = solutions(cells, shape)
    unique = np.flatnonzero(numbers == 1)
    found = [FoundForm(None, None, None, int(number)) for number in numbers]
    forms, images = _forms(solved[unique], shape, wanted)
    counts = symmetry_counts(forms, shape)
    placed = images.apply(cells[unique])
    for i, form, clues, count in zip(unique.tolist(), forms, placed, counts, strict=True):
        # Each symmetry of the form puts the clues elsewhere: copies are to come to the same places.
        if count > 1 and not wanted.only:
            clues = _least_placed(clues, form, shape)  # noqa: PLW2901
        asked = count if wanted.symmetries else None
        found[i] = FoundForm(form.tobytes(), clues.tobytes(), asked, 1)
    return found


def _least_placed(clues: Cells, form: Cells, shape: BoxShape) -> Cells:
    """Return the least image of clues under the symmetries of the complete grid they lie on."""
    (grid,), (complete,) = (list(grids_of(one[None], shape)) for one in (clues, form))
    least = min(list(turn.apply(grid)) for turn in symmetries(complete).elements())
    return np.array(least, np.uint8)


def band_numbers(cells: Cells, shape: BoxShape = NINE) -> list[list[int] | None]:
    """Return the numbers, 1 to 416, of bands of complete 9×9 grids, then of stacks; else None.

    Two bands are of one class if one becomes the other by orders of its rows, of its stacks and of
    the columns in each, and names of digits; stacks are bands of the transposed grid. Classes are
    numbered in the order of their least images, read row after row.

    >>> band_numbers(np.zeros((1, 9, 9), np.uint8))
    [None]
    """
    complete = are_complete(cells, shape) & (shape == NINE)
    sides = [side[complete].reshape(-1, 3, 3, 9) for side in (cells, cells.transpose(0, 2, 1))]
    found = np.searchsorted(least_bands(), _least_band(np.concatenate(sides, 1).reshape(-1, 3, 9)))
    numbers = iter((found.reshape(-1, 6) + 1).tolist())
    return [next(numbers) if is_complete else None for is_complete in complete.tolist()]


_ROWS = np.array([*permutations(range(3))])


@cache
def least_bands() -> NDArray[np.int64]:
    """Return the least images of all bands, as numbers, ascending: there are 416."""
    first, bands = [*range(9)], []
    for number in np.unique(pairs().least).tolist():
        second = [number >> 4 * (8 - column) & 15 for column in first]
        free = [{*first} - {*first[s : s + 3], *second[s : s + 3]} for s in (0, 3, 6)]
        for third in product(*map(permutations, free)):
            bands.append([first, second, [digit for box in third for digit in box]])
    return np.unique(_least_band(np.array(bands) + 1))


def _least_band(bands: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the least image of each band, (N, 3, 9), as a number: its second row and its third."""
    if not len(bands):
        return np.zeros(0, np.int64)
    rows = bands.astype(np.intp) - 1
    columns = np.argsort(rows, axis=2)
    structures = np.take_along_axis(columns[:, _ROWS[:, 0]], rows[:, _ROWS[:, 1]], 2)
    kind = np.searchsorted(pairs().keys, number_of(structures))
    second = pairs().least[kind].min(1)
    band, order = np.nonzero(pairs().least[kind] == second[:, None])
    place, columns_order = pairs().reaching.of(kind[band, order])
    band, order = band[place], order[place]
    where = tables(NINE).orders[columns_order].astype(np.intp)
    first, last = (np.take_along_axis(rows[band, _ROWS[order, k]], where, 1) for k in (0, 2))
    third = number_of(np.take_along_axis(np.argsort(first, axis=1), last, 1))
    least = np.minimum.reduceat(third, np.flatnonzero(begins(band)))
    number: NDArray[np.int64] = np.searchsorted(np.unique(pairs().least), second) << 36 | least
    return number
