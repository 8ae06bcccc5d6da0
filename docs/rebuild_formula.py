"""Build the formula of a certificate again: `python rebuild_formula.py question.cnf`.

The script reads two Sudokus from the comments of the file, prints them and the shape of their
boxes, makes the formula of "the second is a copy of the first", and compares it with every byte of
the file that is not in a comment. It imports nothing of sudokopie.
"""

import re
import sys
from collections.abc import Iterator
from itertools import chain, count, product
from pathlib import Path

QUESTION = "question: is the second Sudoku a copy of the first?"
NAMES = "first ", "second ", "box "
Clause = tuple[int, ...]
Matrix = list[list[int]]  # matrix[i][j]: the variable that is true if i becomes j


def bijection(matrix: Matrix) -> Iterator[Clause]:
    """Yield the clauses by which each i becomes exactly one j, and each j comes from one i."""
    for variables in dict.fromkeys([*map(tuple, matrix), *zip(*matrix, strict=True)]):
        yield variables
        yield from ((-one, -other) for k, other in enumerate(variables) for one in variables[:k])


def follow(blocks: Matrix, within: list[Matrix], lines: Matrix) -> Iterator[Clause]:
    """Yield the clauses by which each line moves with its band or stack, and its place in it."""
    length = len(lines) // len(blocks)
    for i, images in enumerate(lines):
        yield tuple(images)
        for j, image in enumerate(images):
            yield (-image, blocks[i // length][j // length])
            yield (-image, within[j // length][i % length][j % length])


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
    yield from follow(bands, rows_within, rows)
    yield from follow(stacks, columns_within, columns)
    # Cells that come to lie on each other agree. `quarter`: the first Sudoku is turned clockwise.
    turned = [[first[size - 1 - c][r] for c in range(size)] for r in range(size)]
    if not height == width > 1:  # a turn changes the shape of the boxes, or nothing
        yield (-quarter,)
    both = (first, (quarter,)), (turned, (-quarter,))
    for grid, only_if in both if height == width > 1 else ((first, ()),):
        for r, r2, c, c2 in product(range(size), repeat=4):
            one, other = grid[r][c], second[r2][c2]
            if one and other and size > 1:  # with one digit, it cannot become another
                yield (-rows[r][r2], -columns[c][c2], digits[one - 1][other - 1], *only_if)
            elif bool(one) != bool(other):
                yield (-rows[r][r2], -columns[c][c2], *only_if)


def compare(content: bytes) -> str:
    """Return the Sudokus of a formula and the verdict as text; raise `ValueError` if it differs."""
    *lines, rest = content.split(b"\n")
    below = [line for line in lines if line != b"c" and not line.startswith(b"c ")]
    notes = [line[2:].decode("latin-1") for line in lines if line.startswith(b"c ")]
    if not all(note.isascii() and note.isprintable() for note in notes):
        raise ValueError("a comment has a character that may end a line for another program")
    if any(re.search(r"(^| )cnf *[-+0-9]", note) for note in notes):
        raise ValueError("drat-trim takes a comment with 'cnf' and a number for the problem line")
    if "asks least-images" in notes:
        raise ValueError("its proof uses symmetries; make it with --break-symmetry off")
    if not {QUESTION, "encoding plain", "cells rows-columns"} <= {*notes}:
        raise ValueError(f"only the plain formula is known, of this {QUESTION}")
    rows = {name: [x.split()[1:] for x in notes if x.startswith(name)] for name in NAMES}
    height, width = map(int, rows["box "][0][0].split("x"))
    grids = [rows[name] for name in NAMES[:2]]
    values = {*map(str, range(len(grids[0]) + 1))}
    for grid in grids:
        if {len(grid), *map(len, grid)} != {height * width} or not {*chain(*grid)} <= values:
            raise ValueError("the comments have no two Sudokus of this shape")
    first, second = ([list(map(int, row)) for row in grid] for grid in grids)
    clauses = list(build(first, second, height, width))
    numbers = [("p cnf", max(map(abs, chain(*clauses))), len(clauses)), *((*x, 0) for x in clauses)]
    if [" ".join(map(str, line)).encode() for line in numbers] != below or rest:
        raise ValueError("the formula is not that of these Sudokus")
    shown = "\n\n".join("\n".join(map(" ".join, grid)) for grid in grids)
    boxes = f"these Sudokus with boxes of {height}x{width} cells"
    return f"{shown}\n\nThe formula has exactly the {len(clauses)} clauses of {boxes}."


if __name__ == "__main__":
    try:
        print(compare(Path(sys.argv[1]).read_bytes()))
    except (ValueError, OSError, IndexError) as error:
        sys.exit(f"NOT REBUILT: {error}")
