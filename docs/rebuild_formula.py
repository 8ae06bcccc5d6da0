"""Build the formula of a certificate again: `python rebuild_formula.py question.cnf`.

The script reads two Sudokus from the comments of the file, prints them, makes the clauses of "the
second is a copy of the first", and compares them with the file. It imports nothing of sudokopie.
"""

import sys
from collections.abc import Iterator
from itertools import combinations, count, product
from pathlib import Path

QUESTION = "question: is the second Sudoku a copy of the first?"
NAMES = "first ", "second ", "box "
Clause = tuple[int, ...]
Matrix = list[list[int]]  # matrix[i][j]: the variable that is true if i becomes j


def bijection(matrix: Matrix) -> Iterator[Clause]:
    """Yield the clauses by which each i becomes exactly one j, and each j comes from one i."""
    for variables in (*matrix, *zip(*matrix, strict=True)):
        yield tuple(variables)
        yield from ((-one, -other) for one, other in combinations(variables, 2))


def build(first: Matrix, second: Matrix, height: int, width: int) -> Iterator[Clause]:
    """Yield all clauses for two grids, in which 0 is a blank, with boxes of this shape."""
    size, numbers = height * width, count(1)

    def add_matrix(length: int) -> Matrix:
        return [[next(numbers) for _ in range(length)] for _ in range(length)]

    quarter, bands, stacks = next(numbers), add_matrix(width), add_matrix(height)
    rows_within = [add_matrix(height) for _ in bands]  # in the band that becomes band b
    columns_within = [add_matrix(width) for _ in stacks]
    rows, columns, digits = add_matrix(size), add_matrix(size), add_matrix(size)
    for matrix in (bands, stacks, *rows_within, *columns_within, digits):
        yield from bijection(matrix)
    # A line goes to another only if its band or stack, and its place there, do.
    for blocks, within, lines in ((bands, rows_within, rows), (stacks, columns_within, columns)):
        length = size // len(blocks)
        yield from map(tuple, lines)
        for (i, of_one), j in product(enumerate(lines), range(size)):
            yield (-of_one[j], blocks[i // length][j // length])
            yield (-of_one[j], within[j // length][i % length][j % length])
    # Cells that come to lie on each other agree. `quarter`: the first Sudoku is turned clockwise.
    turned = [[first[size - 1 - c][r] for c in range(size)] for r in range(size)]
    if height != width:  # a turned Sudoku has boxes of another shape
        yield (-quarter,)
    both = (first, (quarter,)), (turned, (-quarter,))
    for grid, only_if in both if height == width else ((first, ()),):
        for r, c, r2, c2 in product(range(size), repeat=4):
            one, other = grid[r][c], second[r2][c2]
            if one and other:
                yield (-rows[r][r2], -columns[c][c2], digits[one - 1][other - 1], *only_if)
            elif one or other:
                yield (-rows[r][r2], -columns[c][c2], *only_if)


def compare(text: str) -> str:
    """Return the Sudokus of a formula and the verdict as text; raise `ValueError` if it differs."""
    notes = [line[2:] for line in text.splitlines() if line.startswith("c ")]
    if not {QUESTION, "encoding plain", "cells rows-columns"} <= {*notes}:
        raise ValueError(f"only the plain formula is known, of this {QUESTION}")
    rows = {name: [x.split()[1:] for x in notes if x.startswith(name)] for name in NAMES}
    first, second = ([list(map(int, row)) for row in rows[name]] for name in NAMES[:2])
    height, width = map(int, rows["box "][0][0].split("x"))
    built = {frozenset(clause) for clause in build(first, second, height, width)}
    lines = [line.split() for line in text.splitlines() if not line.startswith("c")]
    found = {frozenset(map(int, words[:-1])) for words in lines[1:]}
    if found != built or any(words[-1] != "0" for words in lines[1:]):
        raise ValueError(f"{len(found ^ built)} clauses differ from those of these Sudokus")
    shown = "\n\n".join("\n".join(map(" ".join, rows[name])) for name in NAMES[:2])
    return f"{shown}\n\nThe formula has exactly the {len(built)} clauses of these Sudokus."


if __name__ == "__main__":
    try:
        print(compare(Path(sys.argv[1]).read_text("ascii")))
    except (ValueError, OSError, IndexError) as error:
        sys.exit(f"NOT REBUILT: {error}")
