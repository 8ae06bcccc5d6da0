"""Canonical forms of many Sudokus: their least images, and the least with renamed digits alone."""

from functools import partial
from itertools import chain
from typing import NamedTuple

import numpy as np

from ..answers.canonical import canonical_form
from ..base.errors import WitnessError
from ..kernel import chosen
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from ..system.ordered import Jobs
from .arrays import Cells, Grids, as_array, grids_of, joined
from .batches import on_pieces
from .colours import used_digits
from .images import Images, names_by
from .row_search import is_quick, searched

_FORMS_IN_A_TASK = 500


class Forms(NamedTuple):
    """`forms`, (N, size, size) uint8, and `images`: where their cells come from.

    With forms of solutions, `images.apply(puzzles)` puts the clues where they lie on the forms.
    """

    forms: Cells
    images: Images

    def transformation(self, i: int, grid: Grid | None = None) -> Transformation:
        """Return steps from the i-th grid to its form.

        With the grid itself, digits that do not occur in it stay in place where they can. Where the
        grid has symmetries there are other steps, and these need not be the fewest.
        """
        return self.images.transformation(i, grid)


def least_images(
    grids: Grids,
    box: BoxShape | tuple[int, int] | None = None,
    *,
    check: bool = False,
    jobs: Jobs = 1,
) -> Forms:
    """Return the least image of each grid, (N, size, size) uint8, as `canonical_form` defines it.

    Images are compared as read, row after row, a blank before 1. Grids whose lines repeat no digit
    are searched, by the kernel or, with at most 1,296 orders of columns (4×4, 6×6, 9×9), all
    together, unless they have too many partial images; the others, and with `check` all of them,
    are left to the solver, one by one. Raises `GridError` for what are not grids of one shape,
    `WitnessError` where a check fails, `BackendError` where processes die.

    >>> print(*least_images([Grid([[0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 3], [0] * 4])]).forms[0])
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
    found = searched(cells[quick], shape)
    images.replace(quick, found.images)
    is_finished[quick] = found.finished
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


def renamed(grids: Grids, box: BoxShape | tuple[int, int] | None = None) -> Forms:
    """Return each grid with its digits numbered as they are first read, and nothing moved.

    So two grids have the same form exactly if renaming digits leads from one to the other. Raises
    `GridError` for what are not grids of one shape.

    >>> renamed([Grid([[2, 1], [0, 2]])]).forms.tolist()
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
