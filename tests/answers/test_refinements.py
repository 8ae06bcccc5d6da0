"""The refinements of colours tell the same rows, columns and digits apart.

There is one for a single grid (encoding/candidates.py), one for arrays, the twin of the kernel
(answers/bulk/colour_refinement.py), and one for the check of reasons (answers/reason_check.py).
"""

from collections.abc import Hashable, Iterable
from random import Random

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.answers.bulk.colour_refinement import refine_colours
from sudokopie.answers.reason import PartKind
from sudokopie.answers.reason_check import _number_kinds_of_lines_and_digits
from sudokopie.encoding.candidates import Colouring, refine_colourings_and_yield_after_rounds
from sudokopie.sudoku.arrays import stack
from sudokopie.sudoku.random_grids import MOST_SYMMETRIC, cyclic_grid, random_complete_grid

pytestmark = pytest.mark.core

SHAPES = [BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 2), BoxShape(3, 3), BoxShape(4, 4)]

Partition = set[frozenset[int]]


def partition(colours: Iterable[Hashable]) -> Partition:
    """Return the sets of indices that have the same colour."""
    found: dict[Hashable, set[int]] = {}
    for i, colour in enumerate(colours):
        found.setdefault(colour, set()).add(i)
    return {*map(frozenset, found.values())}


def refine_alone(grid: Grid) -> list[Partition]:
    colouring = Colouring(grid)
    for _ in refine_colourings_and_yield_after_rounds(colouring):
        pass
    digits = [colouring.digits[digit] for digit in colouring.used]
    return [*map(partition, (colouring.row_colours, colouring.column_colours, digits))]


def refine_in_array(grids: list[Grid]) -> list[list[Partition]]:
    size = grids[0].size
    colours = refine_colours(stack(grids), grids[0].shape)
    return [
        [
            *(partition(lines[:size].tolist()), partition(lines[size:].tolist())),
            partition(digits[sorted(grid.digits)].tolist()),
        ]
        for grid, lines, digits in zip(grids, colours.lines, colours.digits, strict=True)
    ]


def refine_for_check(grid: Grid) -> list[Partition]:
    kinds, _ = _number_kinds_of_lines_and_digits((grid, grid), 3 * grid.size)
    own = [
        [(part.numbers, kind) for part, kind in kinds.items() if part.kind is wanted]
        for wanted in (PartKind.ROW, PartKind.COLUMN, PartKind.DIGIT)
    ]
    return [partition(kind for _, kind in sorted(one, key=lambda pair: pair[0])) for one in own]


def make_grids(shape: BoxShape) -> list[Grid]:
    """Return complete grids, puzzles, and grids of any digits, some with many symmetries."""
    rng, size = Random(str(shape)), shape.size
    complete = [random_complete_grid(shape, rng) for _ in range(2)] + [cyclic_grid(shape)]
    complete += [MOST_SYMMETRIC] if shape == (3, 3) else []
    puzzles = [
        grid.keeping(rng.sample(sorted(grid.clue_cells), count))
        for grid in complete
        for count in (0, 1, size, size * size // 3)
    ]
    digits = [
        Grid([[rng.choice((0, 0, 1, 2)) for _ in range(size)] for _ in range(size)], shape)
        for _ in range(5)
    ]
    return complete + puzzles + digits


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_all_refinements_tell_the_same_apart(shape: BoxShape) -> None:
    grids = make_grids(shape)
    together = refine_in_array(grids)
    kinds = 0
    for grid, in_array in zip(grids, together, strict=True):
        alone = refine_alone(grid)
        assert alone == in_array, grid
        if shape.size < 10:  # larger grids take long
            assert alone == refine_for_check(grid), grid
        kinds = max(kinds, *map(len, alone))
    assert kinds > shape.size // 2


def test_lines_that_exchange_clues_change_the_colour_of_their_stack() -> None:
    """The second stack of these grids has two clues each in its second and third column, whose
    colours differ only in which clue is in which column; a sum of linear hashes would be equal.
    """
    texts = ".6.6.. 3....1 16..45 5..... ....1. ......", ".6.6.. 3...1. 16..45 5..... .....1 ......"
    first, second = (Grid(text.replace(" ", ""), box=(2, 3)) for text in texts)
    colourings = Colouring(first), Colouring(second)
    for rounds, _ in enumerate(refine_colourings_and_yield_after_rounds(*colourings), 1):
        if rounds == 2:
            break
    columns = [one.column_colours for one in colourings]
    assert columns[0][:3] == columns[1][:3]
    assert {*columns[0][3:]}.isdisjoint(columns[1][3:])
