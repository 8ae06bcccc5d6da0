"""Families of questions that are hard for solvers, each with a parameter that makes them harder.

What is asked depends on the arguments alone, and is the same on every platform. docs/families.md
says which parameter does it, and why. Functions raise `GridError` for arguments of which there is
no question, and for grids of more than 255 cells a side.
"""

import re
from collections.abc import Callable
from itertools import combinations, product
from math import isqrt
from random import Random
from typing import NamedTuple

from ...answers.random_pairs import pair_with_copy
from ...base.errors import GridError
from ...base.messages import shorten_and_escape
from ...sudoku.grid import CellSet, Grid, Pair
from ...sudoku.random_grids import (
    MOST_SYMMETRIC,
    check_clues,
    cyclic_grid,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)
from ...sudoku.shape import BoxShape, check_fits_in_bytes
from ...sudoku.unavoidable_sets import find_two_line_sets

Table = list[list[int]]

_GRIDS: dict[str, Callable[[BoxShape, int, Random], Grid]] = {
    "random": random_grid,
    "complete": lambda shape, _, rng: random_complete_grid(shape, rng),
    "cyclic": lambda shape, _, __: cyclic_grid(shape),
    "most-symmetric": lambda _, __, ___: MOST_SYMMETRIC,
}


def unrelated(shape: BoxShape, clues: int, seed: int) -> Pair:
    """Return two puzzles with as many clues, of unrelated grids: how many clues can agree?"""
    rng = Random(f"unrelated {shape} {clues} {seed}")
    return Pair(*(remove_clues(random_complete_grid(shape, rng), clues, rng) for _ in range(2)))


def planted(shape: BoxShape, clues: int, agreeing: int, seed: int) -> Pair:
    """Return two puzzles of which so many clues can agree, the rest of unrelated grids."""
    check_clues(agreeing, clues)
    rng = Random(f"planted {shape} {clues} {agreeing} {seed}")
    first, other = (remove_clues(random_complete_grid(shape, rng), clues, rng) for _ in range(2))
    copied = random_transformation(shape, rng).apply(remove_clues(first, agreeing, rng))
    places = [cell for cell in other.cells if other[cell] and not copied[cell]]
    added = other.keeping(rng.sample(places, clues - agreeing))
    rows = zip(copied, added, strict=True)
    return Pair(first, Grid([[x or y for x, y in zip(*row, strict=True)] for row in rows], shape))


def parts(shape: BoxShape, clues: int, same: bool, seed: int) -> Pair:
    """Return a puzzle and a complete grid, that of the puzzle or another: is it part of it?"""
    rng = Random(f"parts {shape} {clues} {same} {seed}")
    whole = random_complete_grid(shape, rng)
    source = whole if same else random_complete_grid(shape, rng)
    part = remove_clues(source, clues, rng)
    return Pair(random_transformation(shape, rng).apply(part), whole)


def moved(name: str, shape: BoxShape, clues: int, seed: int) -> Pair:
    """Return a grid, and a copy of it: by how few steps, and in how many ways?

    `name`: "random", with so many clues; "complete", "cyclic" or "most-symmetric", without blanks.
    """
    if name not in _GRIDS:
        raise GridError(
            "expected one of {names}, found '{name}'", names=", ".join(_GRIDS), name=name
        )
    rng = Random(f"moved {shape} {clues} {seed}")
    return pair_with_copy(_GRIDS[name](shape, clues, rng), rng)


class Group(NamedTuple):
    """The semidirect product of Z_m and Z_n, where 1 of Z_n multiplies Z_m by k: kⁿ ≡ 1 mod m.

    With k = 1 it is the direct product. Its elements (a, b) are numbered a·n + b.
    """

    m: int
    n: int
    k: int = 1

    def __str__(self) -> str:
        return f"z{self.m}z{self.n}" + (f"k{self.k}" if self.k > 1 else "")

    @classmethod
    def parse(cls, text: str) -> "Group":
        """Read what `str` says of a group: `z4z8`, `z4z8k3`."""
        if match := re.fullmatch(r"z(\d+)z(\d+)(?:k(\d+))?", text, re.ASCII):
            return cls(*(int(number) for number in match.groups() if number))
        raise GridError(
            "expected a group as z4z8 or z4z8k3, found '{text}'", text=shorten_and_escape(text)
        )

    def table(self) -> Table:
        """Return the group's table: row x, column y holds the product of x and y, plus 1."""
        m, n, k = self
        if min(m, n) < 1 or pow(k, n, m) != 1 % m:
            raise GridError("expected a group with kⁿ ≡ 1 mod m, found {group}", group=self)
        _check_size(m * n)
        elements = list(product(range(m), range(n)))
        return [
            [(a + k**b * c) % m * n + (b + d) % n + 1 for c, d in elements] for a, b in elements
        ]


def group_tables(one: Group, other: Group, height: int, seed: int) -> Pair:
    """Return the table of a group, and a copy of that of another one of the same order.

    The tables are copies only if the groups are isomorphic (isotopic groups are: Albert,
    *Quasigroups I*, 1943). Where as many elements have each order, cycle types agree as well.
    """
    rng = Random(f"groups {one} {other} {height} {seed}")
    return in_boxes(one.table(), other.table(), height, rng)


def nim_sums(order: int, height: int, switched: tuple[int, int] | None = None) -> Grid:
    """Return the table of nim-sums, r xor c, plus 1, as a Sudoku in boxes of so many rows.

    No Latin square is less: the nim-sum is the least digit that stands neither before it in its row
    nor above it in its column (Conway, *On Numbers and Games*, 1976). With the rectangle of rows
    2i, 2i + 1 and columns 2j, 2j + 1 `switched`, an image is less unless that rectangle is the
    last. `order` is a power of 2, and `height` divides it.
    """
    if order < 1 or order & (order - 1):
        raise GridError("expected a power of 2, found {order}", order=order)
    shape = _boxes(order, height)
    cells = [[(r ^ c) + 1 for c in range(order)] for r in range(order)]
    if switched is not None:
        i, j = switched
        if not (0 <= i < order // 2 and 0 <= j < order // 2):
            raise GridError(
                "expected a rectangle from (0, 0) to ({last}, {last}), found ({i}, {j})",
                last=order // 2 - 1,
                i=i,
                j=j,
            )
        for row in cells[2 * i : 2 * i + 2]:
            row[2 * j], row[2 * j + 1] = row[2 * j + 1], row[2 * j]
    return Grid(cells, shape)


def clue_sets(shape: BoxShape, seed: int) -> tuple[Grid, tuple[CellSet, ...]]:
    """Return a grid and its unavoidable sets in two lines or digits: how few cells meet all?"""
    grid = random_complete_grid(shape, Random(f"clue sets {shape} {seed}"))
    return grid, tuple(find_two_line_sets(grid))


def hadamard(order: int) -> Table:
    """Return a Hadamard matrix with 0 for 1 and 1 for -1, its first row and column 0.

    `order`: 1, 2, or p + 1 for a prime p ≡ 3 mod 8, times a power of 2 (Sylvester 1867; Paley
    1933). Raises `GridError` for another order.
    """
    if order == 1:
        return [[0]]
    _check_size(order - 1)
    least = order
    while least > 0 and least % 8 == 0:
        least //= 2
    if least != 2 and (least % 8 != 4 or not _is_prime(least - 1)):
        raise GridError(
            "expected 1, 2, or p + 1 for a prime p ≡ 3 mod 8, times a power of 2, found {order}",
            order=order,
        )
    if order % 8 == 4:
        prime = order - 1
        squares = {x * x % prime for x in range(1, prime)}
        core = [[int((r - c) % prime not in squares) for c in range(prime)] for r in range(prime)]
        return [[0] * order, *([0, *row] for row in core)]
    half = hadamard(order // 2)
    return [row + row for row in half] + [row + [1 - x for x in row] for row in half]


def switched(matrix: Table, rng: Random) -> Table:
    """Return a Hadamard matrix with a closed quadruple of rows switched.

    Four rows are closed where they multiply to all ones or all minus ones; a doubled matrix has
    such. Columns then fall into four classes by how these rows look but for a sign. Negating the
    rows on one class leaves a Hadamard matrix, mostly of another equivalence class. Source: Orrick,
    *Switching operations for Hadamard matrices* (2008).

    Raises `GridError` if no four rows are closed, as in all orders 4 mod 8 from 12 on.
    """
    size = len(matrix)
    rows = [sum(x << c for c, x in enumerate(row)) for row in matrix]
    where = {row ^ sign: r for r, row in enumerate(rows) for sign in (0, (1 << size) - 1)}
    if not any(r ^ s ^ t in where for r, s, t in combinations(rows, 3)):
        raise GridError(
            "expected a Hadamard matrix with four rows to switch, found none of order {size}",
            size=size,
        )
    quadruple = list[int]()
    while len(quadruple) < 4:
        quadruple = rng.sample(range(size), 3)
        r, s, t = quadruple
        if (fourth := where.get(rows[r] ^ rows[s] ^ rows[t])) is not None:
            quadruple.append(fourth)
    kinds = [tuple(matrix[q][c] ^ matrix[quadruple[0]][c] for q in quadruple) for c in range(size)]
    kind = rng.choice(kinds)
    cells = [list(row) for row in matrix]
    for q in quadruple:
        cells[q] = [x ^ (kinds[c] == kind) for c, x in enumerate(cells[q])]
    return cells


def designs(order: int, switches: int, same: bool, seed: int) -> Pair:
    """Return the designs of two Hadamard matrices of an order, the second a copy if it is the same.

    Of each matrix, first row and column are made all ones and left out: order - 1 rows with a clue
    for each -1. `switches` take symmetries away; a second that is no copy has at least one.
    """
    if order < 2 or switches < 0:
        raise GridError(
            "expected an order of at least 2 and at least 0 switches, found {order} and {switches}",
            order=order,
            switches=switches,
        )
    rng = Random(f"designs {order} {switches} {same} {seed}")
    first = _design(order, switches, rng)
    second = first if same else _design(order, max(switches, 1), rng)
    return in_boxes(first, second, 1, rng)


def lifted(bands: int, same: bool, seed: int) -> Pair:
    """Return two arrays of intercalates, 2·bands cells a side in boxes of 2 rows.

    Cell (i, j) of the cyclic Latin square L becomes the rectangle z0 z1 / z1 z0 of the digits of
    z = L(i, j), or z1 z0 / z0 z1: a linear equation mod 2 about exchanging the rows of band i,
    columns of pair j and digits of pair z, as in graphs that no refinement tells apart (Cai, Fürer,
    Immerman 1992), whose equations need long resolution proofs (Urquhart 1987; Torán 2013).
    """
    if bands < 1:
        raise GridError("expected at least 1 band, found {bands}", bands=bands)
    _check_size(2 * bands)
    rng = Random(f"lifted {bands} {same} {seed}")
    right = [[rng.randrange(2) for _ in range(bands)] for _ in range(bands)]
    x, y, z = ([rng.randrange(2) for _ in range(bands)] for _ in range(3))
    copied = [
        [right[i][j] ^ x[i] ^ y[j] ^ z[(i + j) % bands] for j in range(bands)] for i in range(bands)
    ]
    other = [[rng.randrange(2) for _ in range(bands)] for _ in range(bands)]
    return in_boxes(_lift(right), _lift(copied if same else other), 2, rng)


def in_boxes(first: Table, second: Table, height: int, rng: Random) -> Pair:
    """Return two arrays as Sudokus in boxes of so many rows, the second transformed."""
    shape = _boxes(len(first), height)
    return Pair(Grid(first, shape), random_transformation(shape, rng).apply(Grid(second, shape)))


def _boxes(size: int, height: int) -> BoxShape:
    """Return the shape with boxes of `height` rows; raise `GridError` if these do not fit."""
    _check_size(size)
    if height < 1 or size % height:
        raise GridError(
            "expected a number of rows of a box that divides {size}, found {height}",
            size=size,
            height=height,
        )
    return BoxShape(height, size // height)


def _check_size(size: int) -> None:
    check_fits_in_bytes(BoxShape(1, size))


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % k for k in range(2, isqrt(number) + 1))


def _design(order: int, switches: int, rng: Random) -> Table:
    matrix = hadamard(order)
    for _ in range(switches):
        matrix = switched(matrix, rng)
    rows = [[x ^ row[0] for x in row] for row in matrix]
    return [[x ^ top for x, top in zip(row, rows[0], strict=True)][1:] for row in rows[1:]]


def _lift(signs: Table) -> Table:
    bands = len(signs)
    return [
        [
            (r // 2 + c // 2) % bands * 2 + (r + c + signs[r // 2][c // 2]) % 2 + 1
            for c in range(2 * bands)
        ]
        for r in range(2 * bands)
    ]
