"""Canonical forms of a batch of Sudokus, as asked for: what a process does with one task."""

from typing import NamedTuple

import numpy as np

from ..answers.canonical import FormOptions, canonical_form
from ..answers.symmetries import symmetries
from ..base.errors import DeadlinePassedError
from ..sudoku.shape import BoxShape
from .arrays import Cells, array_of, grids_of
from .bands import band_numbers
from .forms import Forms, least_images, renamed
from .solutions import solutions
from .symmetries import symmetry_counts


class FoundForm(NamedTuple):
    """What was found of a Sudoku.

    `form`: the cells of its form as bytes, None where there is none, because the time was up or
    because it has not just one solution. `solutions`: how many it has (0, 1, or 2 for more), None
    where nobody asked. `clues`: its clues as they lie on the form of its solution, so that no
    symmetry of that makes them less. `symmetries`: how many the form has, None where nobody asked.
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
    found = _found(array_of(data, shape), shape, wanted)
    if not wanted.bands:
        return found
    blank = bytes(shape.size**2)
    forms = array_of(b"".join([one.form or blank for one in found]), shape)
    numbers = band_numbers(forms, shape)
    return [one._replace(bands=some) for one, some in zip(found, numbers, strict=True)]


def _found(cells: Cells, shape: BoxShape, wanted: FormOptions) -> list[FoundForm]:
    if wanted.by:
        return _by_solution(cells, shape, wanted)
    counts = symmetry_counts(cells, shape) if wanted.symmetries else [None] * len(cells)
    if wanted.form == "min" and wanted.time_limit is None:
        found = _forms(cells, shape, wanted).forms
        forms: list[bytes | None] = [form.tobytes() for form in found]
    else:
        forms = _one_by_one(cells, shape, wanted)
    return [FoundForm(form, None, count) for form, count in zip(forms, counts, strict=True)]


def _forms(cells: Cells, shape: BoxShape, wanted: FormOptions) -> Forms:
    if wanted.only:
        return renamed(cells, shape)
    return least_images(cells, shape, check=wanted.check)


def _one_by_one(cells: Cells, shape: BoxShape, wanted: FormOptions) -> list[bytes | None]:
    """Ask the solver, which can look for the greatest image too, and obeys a time limit."""
    forms: list[bytes | None] = []
    for grid in grids_of(cells, shape):
        try:
            form = canonical_form(grid, wanted.form, timeout=wanted.time_limit).form
        except DeadlinePassedError:
            forms.append(None)
        else:
            forms.append(bytes(value for row in form for value in row))
    return forms


def _by_solution(cells: Cells, shape: BoxShape, wanted: FormOptions) -> list[FoundForm]:
    solved, numbers = solutions(cells, shape)
    unique = np.flatnonzero(numbers == 1)
    found = [FoundForm(None, None, None, int(number)) for number in numbers]
    if not len(unique):
        return found
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
