"""Random grids and random transformations, a very symmetric grid, and small changes of a grid,
after which it is usually almost a copy of the original but not quite.
"""

from collections.abc import Callable
from itertools import combinations
from random import Random

from ..base.errors import GridError
from .classes_6x6 import list_6x6_classes
from .grid import Grid
from .shape import BoxShape, check_fits_in_bytes
from .transformation import Transformation, find_cycles

Lines = list[list[int]]
"""The rows, or the columns, of a grid as lists of digits, 0 for blank."""


def random_transformation(shape: BoxShape, rng: Random) -> Transformation:
    """Return a random transformation for grids of the given shape. All transformations are equally
    likely. Raise `GridError` if `shape` is not a valid shape of boxes.
    """
    shape = BoxShape.of(shape)
    # Every transformation can be written with exactly two rotations, so that independent uniform
    # parts give a uniform distribution.
    return Transformation(
        shape,
        rng.choice(shape.rotations),
        _draw_permutation(shape.bands, rng),
        _draw_permutation(shape.stacks, rng),
        tuple(_draw_permutation(shape.height, rng) for _ in range(shape.bands)),
        tuple(_draw_permutation(shape.width, rng) for _ in range(shape.stacks)),
        tuple(i + 1 for i in _draw_permutation(shape.size, rng)),
    )


def random_grid(shape: BoxShape, clue_count: int, rng: Random) -> Grid:
    """Return a random grid with `clue_count` clues, which need not obey the rules of Sudoku: the
    cells are drawn at random, and each digit is drawn uniformly from 1..N.

    Raises `GridError` if `clue_count` is not in 0..N², or if `shape` is not a valid shape of boxes.
    """
    size = BoxShape.of(shape).size
    check_clue_count(clue_count, size**2)
    cells = [[0] * size for _ in range(size)]
    for place in rng.sample(range(size * size), clue_count):
        cells[place // size][place % size] = rng.randrange(1, size + 1)
    return Grid(cells, shape)


def check_clue_count(clue_count: int, max_clue_count: int) -> None:
    """Raise `GridError` if `clue_count`, a number of clues, is below 0 or above
    `max_clue_count`.
    """
    if not 0 <= clue_count <= max_clue_count:
        raise GridError(
            "expected 0 to {most} clues, found {clues}", most=max_clue_count, clues=clue_count
        )


def cyclic_grid(shape: BoxShape) -> Grid:
    """Return a very symmetric complete grid, in which the digits of every row have the same cyclic
    order. Only the digit with which a row begins differs from row to row.

    Raises `GridError` if `shape` is not a valid shape of boxes.
    """
    height, width = BoxShape.of(shape)
    return Grid(
        [
            [(width * (r % height) + r // height + c) % shape.size + 1 for c in range(shape.size)]
            for r in range(shape.size)
        ],
        shape,
    )


_ROWS = "123456789 456789123 789123456 231564897 564897231 897231564 312645978 645978312 978312645"
MOST_SYMMETRIC = Grid([map(int, row) for row in _ROWS.split()])
"""The complete 9×9 grid with the most automorphisms, 648 (Russell, Jarvis 2006)."""


def random_complete_grid(shape: BoxShape, rng: Random) -> Grid:
    """Return a random complete grid that obeys the rules of Sudoku. All copies of a grid are
    equally likely. With boxes of 2×3 or 3×2 cells, all grids are equally likely; other shapes are
    drawn by `random_grid_by_switches`. Raises `GridError` for more than 255 cells a side.

    >>> random_complete_grid(BoxShape(2, 3), Random(1)).is_solved()
    True
    """
    if sorted(shape) != [2, 3]:
        return random_grid_by_switches(shape, rng)
    grids, sizes = list_6x6_classes()
    (grid,) = rng.sample(grids, 1, counts=sizes)
    if shape != grid.shape:
        grid = Grid(zip(*grid, strict=True), shape)
    return random_transformation(shape, rng).apply(grid)


def random_grid_by_switches(shape: BoxShape, rng: Random) -> Grid:
    """Return a random complete grid that obeys the rules of Sudoku. All copies of a grid are
    equally likely, but not all classes of copies. Raises `GridError` for more than 255 cells a
    side.

    A grid whose rows have the same cyclic order of digits is changed by 4·N² random switches and
    then by a random transformation. A switch exchanges some digits between two lines of a block.
    The time grows as N³.

    Grids with boxes of 1×1 to 1×3 cells are all copies. For boxes of 2×2 and 1×4 cells, the
    probability of each class differs by less than 10⁻¹⁹ from its share of all grids. Switches never
    reach 10 of the 49 classes for boxes of 2×3 cells, which contain almost a quarter of all grids,
    and one of the two classes for boxes of 1×5 cells, which contains nine tenths. The same holds
    for boxes with rows and columns exchanged. For larger shapes, the probabilities of the classes
    are unknown.
    """
    check_fits_in_bytes(shape)
    cells = [list(row) for row in cyclic_grid(shape)]
    # Columns are switched without transposing the grid, because transposing it for each switch
    # would take time N².
    lengths, by_columns = (shape.height, shape.width), False
    for _ in range(4 * shape.size**2):
        if rng.randrange(2):
            lengths, by_columns = lengths[::-1], not by_columns
        start = rng.randrange(shape.size // lengths[0]) * lengths[0]
        if lengths[0] > 1:
            i, j = rng.sample(range(start, start + lengths[0]), 2)
            one, two = ([row[k] for row in cells] if by_columns else cells[k] for k in (i, j))
            places = _find_exchangeable_indices(one, two, rng.randrange(shape.size))
            if by_columns:
                for place in places:
                    row = cells[place]
                    row[i], row[j] = row[j], row[i]
            else:
                _exchange_digits(cells, i, j, places)
    if by_columns and shape.height == shape.width:
        cells = [list(line) for line in zip(*cells, strict=True)]
    return random_transformation(shape, rng).apply(Grid(cells, shape))


def remove_clues(grid: Grid, clue_count: int, rng: Random) -> Grid:
    """Return a copy of the grid in which only `clue_count` clues, chosen at random, are kept, and
    all other cells are blank.

    Raises `GridError` if the grid has fewer clues, or if `clue_count` is negative.
    """
    check_clue_count(clue_count, grid.clues)
    places = [cell for cell in grid.cells if grid[cell]]
    return grid.keeping(set(rng.sample(places, clue_count)))


def move_clue(grid: Grid, rng: Random) -> Grid:
    """Return a copy of the grid in which a random clue has moved to a random blank cell. Raise
    `GridError` if the grid has no clue or no blank cell.
    """
    return _exchange_random_cells(grid, rng, lambda one, two: bool(one) and not two)


def exchange_clues(grid: Grid, rng: Random) -> Grid:
    """Return a copy of the grid in which two random clues with different digits have changed
    places, so that every digit occurs as often as before. Raise `GridError` if the grid does not
    have two different digits.
    """
    return _exchange_random_cells(grid, rng, lambda one, two: 0 < one < two)


def switch_smallest_unavoidable_set(grid: Grid) -> Grid:
    """Return a copy of a complete grid in which a few digits are exchanged, so that the rules of
    Sudoku still hold. Two rows of a band, or two columns of a stack, exchange their digits in as
    few cells as possible, usually in a rectangle of four cells. Of several such exchanges the first
    is chosen, in the order rows before columns, from the top or the left.

    Raises `GridError` if blocks have only one line, or if the grid is not complete or breaks the
    rules.
    """
    if not grid.is_solved():
        raise GridError("expected a complete grid that obeys the rules")
    found = [
        (transposed, i, j, _find_exchangeable_indices(lines[i], lines[j], place))
        for transposed, length in ((False, grid.shape.height), (True, grid.shape.width))
        for lines in [_list_rows_or_columns(grid, transposed)]
        for i, j in combinations(range(grid.size), 2)
        if i // length == j // length
        for place in range(grid.size)
    ]
    if not found:
        raise GridError(
            "expected blocks of more than one line, found boxes of {box}", box=grid.shape
        )
    transposed, i, j, cycle = min(found, key=lambda one: len(one[-1]))
    lines = _list_rows_or_columns(grid, transposed)
    _exchange_digits(lines, i, j, cycle)
    return Grid(zip(*lines, strict=True) if transposed else lines, grid.shape)


def _draw_permutation(count: int, rng: Random) -> tuple[int, ...]:
    """Return the numbers from 0 to `count` - 1 in random order."""
    return tuple(rng.sample(range(count), count))


def _list_rows_or_columns(grid: Grid, of_columns: bool) -> Lines:
    """Return the rows of a grid as lists or, if `of_columns` is true, its columns."""
    return [list(line) for line in (zip(*grid, strict=True) if of_columns else grid)]


def _exchange_random_cells(
    grid: Grid, rng: Random, may_exchange: Callable[[int, int], bool]
) -> Grid:
    """Return a copy of the grid in which two cells have exchanged their contents. The two cells are
    drawn at random from all pairs of cells for which `may_exchange(content, other_content)` is
    true. Raise `GridError` if there is no such pair.
    """
    others = {
        digit: [cell for cell in grid.cells if may_exchange(digit, grid[cell])]
        for digit in {grid[cell] for cell in grid.cells}
    }
    number = sum(len(others[grid[cell]]) for cell in grid.cells)
    if not number:
        raise GridError("expected a grid with two cells to exchange, found none")
    # The pair with a random index is found without making a list of all pairs, because there may be
    # N⁴ pairs.
    index = rng.choice(range(number))
    for r, c in grid.cells:
        partners = others[grid[r, c]]
        if index < len(partners):
            break
        index -= len(partners)
    r2, c2 = partners[index]
    cells = _list_rows_or_columns(grid, of_columns=False)
    cells[r][c], cells[r2][c2] = cells[r2][c2], cells[r][c]
    return Grid(cells, grid.shape)


def _find_exchangeable_indices(
    first_line: list[int], second_line: list[int], first_index: int
) -> tuple[int, ...]:
    """Return the smallest set of indices, among them `first_index`, at which the two lines contain
    the same set of digits. Each line must have every digit once. If two lines of a block of a
    complete grid exchange their digits at these indices, each line still has every digit once.
    """
    where = {digit: place for place, digit in enumerate(first_line)}
    (cycle,) = find_cycles([first_index], lambda place: where[second_line[place]])
    return cycle


def _exchange_digits(lines: Lines, i: int, j: int, indices: tuple[int, ...]) -> None:
    """Exchange the digits of line i and line j at the given indices, and change `lines` itself. At
    these indices the two lines must contain the same set of digits, so that afterwards every line
    and box still has the same digits.
    """
    for place in indices:
        lines[i][place], lines[j][place] = lines[j][place], lines[i][place]
