"""Strategies of hypothesis for random grids and transformations, which the package's own generators
make.
"""

from random import Random

from hypothesis import strategies as st

from sudokopie import BoxShape, Grid, Transformation
from sudokopie.sudoku.random_grids import (
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

SMALL_SHAPES = [BoxShape(*box) for box in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 2))]
SHAPES = [*SMALL_SHAPES, BoxShape(1, 5), BoxShape(3, 3), BoxShape(2, 4), BoxShape(4, 4)]

seeds = st.integers(0, 2**32 - 1)


@st.composite
def grids(draw: st.DrawFn, shapes: list[BoxShape] = SHAPES) -> Grid:
    """Return a grid with any number of clues, from a complete grid or with repeated digits."""
    shape = draw(st.sampled_from(shapes))
    clues = draw(st.integers(0, shape.size**2))
    rng = Random(draw(seeds))
    if draw(st.booleans()):
        return remove_clues(random_complete_grid(shape, rng), clues, rng)
    return random_grid(shape, clues, rng)


@st.composite
def transformations(draw: st.DrawFn, shape: BoxShape) -> Transformation:
    return random_transformation(shape, Random(draw(seeds)))


@st.composite
def grids_with_transformations(
    draw: st.DrawFn, count: int, shapes: list[BoxShape] = SHAPES
) -> tuple[Grid, list[Transformation]]:
    grid = draw(grids(shapes))
    return grid, [draw(transformations(grid.shape)) for _ in range(count)]
