"""Lines of files for tests: random Sudokus, and good lines mixed with bad lines."""

from collections.abc import Iterator
from random import Random


def grids(number: int, size: int = 81) -> list[str]:
    rng = Random(number)
    signs = "123456789......." if size == 81 else "1234...."
    return ["".join(rng.choices(signs, k=size)) for _ in range(number)]


def mixed(number: int, size: int = 81) -> Iterator[str]:
    """Yield `number` lines in random order: with a Sudoku, with or without a name; with a broken
    Sudoku; and without a Sudoku.
    """
    rng = Random(number)
    kinds = ["{}", "{}", "{}", "{},Rätsel 7", "{}1", "# no {}", "none here", ""]
    for grid in grids(number, size):
        yield rng.choice(kinds).format(grid)
