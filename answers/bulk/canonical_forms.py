"""Find the canonical forms of many Sudokus: the least of all copies of each Sudoku, or the least of
those copies in which only digits are renamed. Copies are compared cell by cell, row after row, and
a blank counts as 0.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from contextlib import suppress
from functools import cache, partial
from itertools import chain, permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import DeadlinePassedError, WitnessError
from ...kernel import kernel_functions
from ...sudoku.arrays import (
    Cells,
    Grids,
    add_offset,
    are_solved_grids,
    convert_bytes_to_array,
    convert_to_array_and_shape,
    join_arrays,
    make_mask_of_run_starts,
    yield_grids_of_array,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxLike, BoxShape
from ...system.ordered_map import Jobs
from ..canonical import CanonicalCommandOptions, canonical_form
from ..symmetries import symmetries
from .colour_refinement import make_mask_of_used_digits
from .parallel_map import list_piece_results
from .row_search import make_mask_of_grids_suited_to_row_search, try_to_find_ways_to_least_images
from .row_tables import (
    NINE_BY_NINE,
    build_column_order_tables,
    build_row_pair_relation_tables,
    encode_rows_in_base_16,
)
from .solutions import solutions
from .symmetries import symmetry_counts
from .transformation_arrays import TransformationArrays, make_renamings_from_digit_keys

_FORMS_IN_A_TASK = 500


class CanonicalForms(NamedTuple):
    """The canonical forms of N grids. `forms`, (N, size, size) uint8, has the grids in canonical
    form, and `images` has the transformations from the given grids to these forms.
    """

    forms: Cells
    images: TransformationArrays


def least_images(
    grids: Grids,
    box: BoxLike = None,
    *,
    check: bool = False,
    jobs: Jobs = 1,
    column: str | int | None = None,
    offset: int = 0,
) -> CanonicalForms:
    """Return the least of all copies of each grid, (N, size, size) uint8, and the transformations
    from the grids to these copies. Copies are compared cell by cell, row after row, and a blank
    counts as 0.

    `box` is the shape of the boxes, if the grids do not have it. `column` is the column of a table,
    or the key of the dicts, that has the grids. The compiled functions (kernel) find most least
    copies, and leave out grids that need too much work. If such a grid has 4×4, 6×6 or 9×9 cells
    and no line repeats a digit, a search in numpy finds its least copy, and otherwise a solver. If
    `check` is true, the solver also checks every result. `jobs` is the number of processes.
    `offset` is subtracted from each cell, and added to each cell of the copies; with 1, the number
    1 is a blank and 2 the digit 1. Raises `GridError` if `grids` are not grids of one shape,
    `WitnessError` if a check fails, and `BackendError` if a process dies.

    >>> print(*least_images([[[0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 3], [0] * 4]]).forms[0])
    [0 0 0 0] [0 0 0 1] [0 0 1 0] [0 2 0 0]
    """
    cells, shape = convert_to_array_and_shape(grids, box, column, offset)
    look = partial(_find_least_images_and_transformations, shape=shape, with_solver_check=check)
    found: CanonicalForms = join_arrays(list_piece_results(look, cells, jobs, _FORMS_IN_A_TASK))
    return found._replace(forms=add_offset(found.forms, offset))


def _find_least_images_and_transformations(
    cells: Cells, shape: BoxShape, with_solver_check: bool
) -> CanonicalForms:
    """Return the least of all copies of each grid, with the transformations. Most of them are found
    by the compiled functions (kernel) or by a search in numpy, the others by a solver. If
    `with_solver_check` is true, the solver finds every least copy again, and `WitnessError` is
    raised if it finds another grid.
    """
    images = TransformationArrays.identity(shape, len(cells))
    numbers = np.zeros(len(cells), np.int64)
    kernel_functions.fill_ways_to_least_images(cells, shape, numbers, *images[1:])
    images.raise_if_invalid()
    is_finished = numbers == 1
    quick = np.flatnonzero(~is_finished & make_mask_of_grids_suited_to_row_search(cells, shape))
    is_finished[quick], found = try_to_find_ways_to_least_images(cells[quick], shape)
    images.replace(quick, found)
    forms = images.apply(cells)
    for i in range(len(cells)) if with_solver_check else np.flatnonzero(~is_finished).tolist():
        (grid,) = yield_grids_of_array(cells[i : i + 1], shape)
        by_solver = canonical_form(grid)
        if not is_finished[i]:
            images.set_transformation(i, by_solver.transformation)
            forms[i] = by_solver.form.rows
        elif list(chain(*by_solver.form.rows)) != forms[i].ravel().tolist():
            raise WitnessError("the solver finds another least image of {grid}", grid=repr(grid))
    return CanonicalForms(forms, images)


def rename_digits_by_first_occurrence(grids: Grids, box: BoxLike = None) -> CanonicalForms:
    """Return each grid with its digits renamed 1, 2, 3, … in the order in which they first occur,
    row after row. No cell is moved.

    Raises `GridError` if `grids` are not grids of one shape.

    >>> rename_digits_by_first_occurrence([[[2, 1], [0, 2]]]).forms.tolist()
    [[[1, 2], [0, 1]]]
    """
    cells, shape = convert_to_array_and_shape(grids, box)
    images = TransformationArrays.identity(shape, len(cells))
    last = shape.size**2
    flat = cells.reshape(len(cells), last)
    where = np.stack([(flat == d).argmax(1) for d in range(shape.size + 1)], 1)
    where[~make_mask_of_used_digits(cells)] = last
    images.digits[:] = make_renamings_from_digit_keys(where, last)
    return CanonicalForms(images.apply(cells), images)


class CanonicalFormResult(NamedTuple):
    """The canonical form of a Sudoku or of the Sudoku's only solution, with further properties that
    the caller asked for. A field that the caller did not ask for is None.

    - `form`: the cells of the canonical form, as bytes. None if the time was up. If the form of the
      only solution was asked for, None also if the Sudoku does not have exactly one solution.
    - `clues`: the cells of a grid, as bytes, if `form` is the form of the solution. This grid has
      only the Sudoku's clues, moved by the steps from the solution to `form`. If `form` has
      symmetries, several such grids are possible; the least of these grids is chosen.
    - `symmetries`: the number of symmetries of `form`.
    - `solutions`: the number of solutions: 0, 1, or 2 for two or more.
    - `bands`: the class numbers of the three bands and then of the three stacks of `form`; None
      unless `form` is a complete 9×9 grid.
    """

    form: bytes | None
    clues: bytes | None = None
    symmetries: int | None = None
    solutions: int | None = None
    bands: list[int] | None = None


def find_canonical_forms(
    cells_and_shape: tuple[bytes, BoxShape], form_options: CanonicalCommandOptions
) -> list[CanonicalFormResult]:
    """Find the canonical form (the least or the greatest copy) of each of many Sudokus.
    `cells_and_shape` are the cells of Sudokus of one shape, as bytes, one grid after another, and
    the shape. `form_options` are the options of the command `canonical`, which can also ask for
    further results, such as the number of symmetries.

    Raises `WitnessError` if a check of a form fails.

    >>> grids = bytes([0, 0, 2, 1, 1, 2, 0, 0]), BoxShape(1, 2)
    >>> [list(found.form) for found in find_canonical_forms(grids, CanonicalCommandOptions())]
    [[0, 0, 1, 2], [0, 0, 1, 2]]
    """
    data, shape = cells_and_shape
    find = _find_form_results_of_solutions if form_options.by else _find_form_results_of_grids
    found = find(convert_bytes_to_array(data, shape), shape, form_options)
    if not form_options.bands:
        return found
    blank = bytes(shape.size**2)
    forms = convert_bytes_to_array(b"".join([one.form or blank for one in found]), shape)
    numbers = list_band_and_stack_class_numbers(forms, shape)
    return [one._replace(bands=some) for one, some in zip(found, numbers, strict=True)]


def _find_form_results_of_grids(
    cells: Cells, shape: BoxShape, form_options: CanonicalCommandOptions
) -> list[CanonicalFormResult]:
    """Return the canonical form of each grid and, if `form_options` asks for it, the number of its
    symmetries. The form is None if the time is up.
    """
    counts = symmetry_counts(cells, shape) if form_options.symmetries else [None] * len(cells)
    if form_options.form == "min" and form_options.time_limit is None:
        found = _find_least_or_renamed_forms(cells, shape, form_options).forms
        forms: list[bytes | None] = [form.tobytes() for form in found]
    else:
        forms = [
            _find_form_bytes_by_solver(grid, form_options)
            for grid in yield_grids_of_array(cells, shape)
        ]
    return [
        CanonicalFormResult(form, None, count) for form, count in zip(forms, counts, strict=True)
    ]


def _find_least_or_renamed_forms(
    cells: Cells, shape: BoxShape, form_options: CanonicalCommandOptions
) -> CanonicalForms:
    """Return the least copy of each grid or, if `form_options` allows only renamings of digits, the
    grid with its digits renamed in the order in which they first occur.
    """
    if form_options.only:
        return rename_digits_by_first_occurrence(cells, shape)
    return least_images(cells, shape, check=form_options.check)


def _find_form_bytes_by_solver(grid: Grid, form_options: CanonicalCommandOptions) -> bytes | None:
    """Return the canonical form of a grid, as found by a solver: its cells as bytes, or None if the
    time is up. Only the solver can find the greatest copy and obey a time limit.
    """
    with suppress(DeadlinePassedError):
        form = canonical_form(grid, form_options.form, timeout=form_options.time_limit).form
        return bytes(chain.from_iterable(form))
    return None


def _find_form_results_of_solutions(
    puzzle_cells: Cells, shape: BoxShape, form_options: CanonicalCommandOptions
) -> list[CanonicalFormResult]:
    """Solve each puzzle, and return the canonical form of its solution. The puzzle's clues are
    moved by the same steps. If a puzzle does not have exactly one solution, its result has only the
    number of solutions.
    """
    solved, numbers = solutions(puzzle_cells, shape)
    unique = np.flatnonzero(numbers == 1)
    found = [CanonicalFormResult(None, None, None, int(number)) for number in numbers]
    forms, images = _find_least_or_renamed_forms(solved[unique], shape, form_options)
    counts = symmetry_counts(forms, shape)
    placed = images.apply(puzzle_cells[unique])
    for i, form, clues, count in zip(unique.tolist(), forms, placed, counts, strict=True):
        # Each symmetry of the form moves the clues to other cells. Copies must get the clues in the
        # same cells, so the least arrangement is chosen.
        if count > 1 and not form_options.only:
            clues = _find_least_clues_under_symmetries(clues, form, shape)  # noqa: PLW2901
        asked = count if form_options.symmetries else None
        found[i] = CanonicalFormResult(form.tobytes(), clues.tobytes(), asked, 1)
    return found


def _find_least_clues_under_symmetries(
    clues: Cells, complete_form: Cells, shape: BoxShape
) -> Cells:
    """Apply each symmetry of the complete grid `complete_form` to the clues in `clues`, and return
    the least of the resulting grids, compared cell by cell, row after row. `clues`, (size, size),
    has some of the digits of `complete_form` in the same cells, and 0 in all other cells; the
    result has the same shape.
    """
    (grid,), (complete,) = (
        list(yield_grids_of_array(one[None], shape)) for one in (clues, complete_form)
    )
    least = min(list(turn.apply(grid)) for turn in symmetries(complete).elements())
    return np.array(least, np.uint8)


def list_band_and_stack_class_numbers(
    cells: Cells, shape: BoxShape = NINE_BY_NINE
) -> list[list[int] | None]:
    """Return a list with six class numbers (1 to 416) for each complete 9×9 grid: those of its
    three bands, from top to bottom, and of its three stacks, from left to right. The list has None
    for each other grid.

    Two bands belong to the same class if one can be changed into the other by exchanging its rows,
    its boxes and the columns within a box, and by renaming digits. A stack is numbered as the band
    that it becomes if the grid is transposed. The classes are numbered by their least bands, read
    row after row.

    >>> list_band_and_stack_class_numbers(np.zeros((1, 9, 9), np.uint8))
    [None]
    """
    complete = are_solved_grids(cells, shape) & (shape == NINE_BY_NINE)
    sides = [side[complete].reshape(-1, 3, 3, 9) for side in (cells, cells.transpose(0, 2, 1))]
    found = np.searchsorted(
        compute_least_band_number_of_each_class(),
        _find_least_band_numbers(np.concatenate(sides, 1).reshape(-1, 3, 9)),
    )
    numbers = iter((found.reshape(-1, 6) + 1).tolist())
    return [next(numbers) if is_complete else None for is_complete in complete.tolist()]


_ROWS = np.array([*permutations(range(3))])


@cache
def compute_least_band_number_of_each_class() -> NDArray[np.int64]:
    """Return the number of the least band of each of the 416 classes of bands of a 9×9 grid, in
    ascending order. Binary search in this array finds the class of a band.

    The numbers have the same order as the bands. The first row of a least band is always 1 to 9.
    The highest bits of the number are the index of the second row among all least second rows, the
    lowest 36 bits are the third row, with 4 bits for each digit.
    """
    first, bands = [*range(9)], []
    for number in np.unique(build_row_pair_relation_tables().least).tolist():
        second = [number >> 4 * (8 - column) & 15 for column in first]
        free = [{*first} - {*first[s : s + 3], *second[s : s + 3]} for s in (0, 3, 6)]
        for third in product(*map(permutations, free)):
            bands.append([first, second, [digit for box in third for digit in box]])
    return np.unique(_find_least_band_numbers(np.array(bands) + 1))


def _find_least_band_numbers(bands: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return a number for each band, (N, 3, 9): it describes the least band into which the band can
    be changed. A lesser band has a lesser number, so that bands can be compared by these numbers.
    The result has shape (N,).

    The first row of a least band is always 1 to 9. The highest bits of the number are the index of
    the second row among all least second rows, the lowest 36 bits are the third row, with 4 bits
    for each digit.
    """
    if not len(bands):
        return np.zeros(0, np.int64)
    rows = bands.astype(np.intp) - 1
    columns = np.argsort(rows, axis=2)
    relations = np.take_along_axis(columns[:, _ROWS[:, 0]], rows[:, _ROWS[:, 1]], 2)
    kind = np.searchsorted(build_row_pair_relation_tables().keys, encode_rows_in_base_16(relations))
    second = build_row_pair_relation_tables().least[kind].min(1)
    band, order = np.nonzero(build_row_pair_relation_tables().least[kind] == second[:, None])
    place, columns_order = (
        build_row_pair_relation_tables().reaching.find_pattern_indices_and_least_column_orders(
            kind[band, order]
        )
    )
    band, order = band[place], order[place]
    where = build_column_order_tables(NINE_BY_NINE).orders[columns_order].astype(np.intp)
    first, last = (np.take_along_axis(rows[band, _ROWS[order, k]], where, 1) for k in (0, 2))
    third = encode_rows_in_base_16(np.take_along_axis(np.argsort(first, axis=1), last, 1))
    least = np.minimum.reduceat(third, np.flatnonzero(make_mask_of_run_starts(band)))
    number: NDArray[np.int64] = (
        np.searchsorted(np.unique(build_row_pair_relation_tables().least), second) << 36 | least
    )
    return number
