"""Families of questions that are hard for solvers; each has a parameter that makes the questions
harder.

The questions depend only on the arguments, and are the same on every platform. docs/families.md
names the parameter of each family and explains why it makes the questions harder. The functions
raise `GridError` for arguments for which there is no question, and for grids with more than 255
cells a side.
"""

import re
from collections.abc import Callable
from itertools import combinations, product
from math import isqrt
from random import Random
from typing import NamedTuple

from ...answers.random_pairs import make_pair_with_copy
from ...base.errors import GridError
from ...base.messages import shorten_and_escape
from ...sudoku.grid import CellSet, Grid, Pair
from ...sudoku.random_grids import (
    MOST_SYMMETRIC,
    check_clue_count,
    cyclic_grid,
    random_grid,
    random_grid_by_switches,
    random_transformation,
    remove_clues,
)
from ...sudoku.shape import BoxShape, check_fits_in_bytes
from ...sudoku.unavoidable_sets import find_small_unavoidable_sets

Table = list[list[int]]

_GRIDS: dict[str, Callable[[BoxShape, int, Random], Grid]] = {
    "random": random_grid,
    "complete": lambda shape, _, rng: random_grid_by_switches(shape, rng),
    "cyclic": lambda shape, _, __: cyclic_grid(shape),
    "most-symmetric": lambda _, __, ___: MOST_SYMMETRIC,
}


def make_pair_of_unrelated_puzzles(shape: BoxShape, clue_count: int, seed: int) -> Pair:
    """Return two random puzzles with `clue_count` clues each, from two unrelated random grids. The
    question for solvers: how many clues can agree if one puzzle is transformed?
    """
    rng = Random(f"unrelated {shape} {clue_count} {seed}")
    return Pair(
        *(remove_clues(random_grid_by_switches(shape, rng), clue_count, rng) for _ in range(2))
    )


def make_puzzle_pair_with_agreeing_clues(
    shape: BoxShape, clue_count: int, agreeing_count: int, seed: int
) -> Pair:
    """Return two random puzzles with `clue_count` clues each. Some transformation of the first
    puzzle brings `agreeing_count` of its clues onto equal clues of the second. All other clues come
    from unrelated grids.
    """
    check_clue_count(agreeing_count, clue_count)
    rng = Random(f"planted {shape} {clue_count} {agreeing_count} {seed}")
    first, other = (
        remove_clues(random_grid_by_switches(shape, rng), clue_count, rng) for _ in range(2)
    )
    copied = random_transformation(shape, rng).apply(remove_clues(first, agreeing_count, rng))
    places = [cell for cell in other.cells if other[cell] and not copied[cell]]
    added = other.keeping(rng.sample(places, clue_count - agreeing_count))
    rows = zip(copied, added, strict=True)
    return Pair(first, Grid([[x or y for x, y in zip(*row, strict=True)] for row in rows], shape))


def make_puzzle_and_grid(
    shape: BoxShape, clue_count: int, is_part_of_grid_copy: bool, seed: int
) -> Pair:
    """Return a puzzle and a complete grid. If `is_part_of_grid_copy` is true, the puzzle is part of
    a copy of this grid, otherwise part of a copy of another grid. The question for solvers: is the
    puzzle part of a copy of the grid?
    """
    rng = Random(f"parts {shape} {clue_count} {is_part_of_grid_copy} {seed}")
    whole = random_grid_by_switches(shape, rng)
    source = whole if is_part_of_grid_copy else random_grid_by_switches(shape, rng)
    part = remove_clues(source, clue_count, rng)
    return Pair(random_transformation(shape, rng).apply(part), whole)


def make_grid_and_random_copy(grid_name: str, shape: BoxShape, clue_count: int, seed: int) -> Pair:
    """Return a grid and a random copy of it. The questions for solvers: with how few steps, and in
    how many ways, can the grid be transformed into the copy?

    `grid_name` selects the grid: "random" has `clue_count` clues; "complete", "cyclic" and
    "most-symmetric" have no blanks.
    """
    if grid_name not in _GRIDS:
        raise GridError(
            "expected one of {names}, found '{name}'", names=", ".join(_GRIDS), name=grid_name
        )
    rng = Random(f"moved {shape} {clue_count} {seed}")
    return make_pair_with_copy(_GRIDS[grid_name](shape, clue_count, rng), rng)


class SemidirectProduct(NamedTuple):
    """A group: the semidirect product of Z_m and Z_n, in which the element 1 of Z_n acts on Z_m as
    multiplication by k; this requires kⁿ ≡ 1 mod m. If k = 1, it is the direct product. The element
    (a, b) has the number a·n + b.
    """

    m: int
    n: int
    k: int = 1

    def __str__(self) -> str:
        return f"z{self.m}z{self.n}" + (f"k{self.k}" if self.k > 1 else "")

    @classmethod
    def parse_group_name(cls, text: str) -> "SemidirectProduct":
        """Return the group that a text such as `z4z8` or `z4z8k3` describes: Z_4 × Z_8, and the
        semidirect product of Z_4 and Z_8 in which the element 1 of Z_8 multiplies by 3. Raises
        `GridError` for any other text.
        """
        if match := re.fullmatch(r"z(\d+)z(\d+)(?:k(\d+))?", text, re.ASCII):
            return cls(*(int(number) for number in match.groups() if number))
        raise GridError(
            "expected a group as z4z8 or z4z8k3, found '{text}'", text=shorten_and_escape(text)
        )

    def multiplication_table(self) -> Table:
        """Return the group's multiplication table: row x, column y holds the number of the product
        of x and y, plus 1.
        """
        m, n, k = self
        if min(m, n) < 1 or pow(k, n, m) != 1 % m:
            raise GridError("expected a group with kⁿ ≡ 1 mod m, found {group}", group=self)
        _check_size(m * n)
        elements = list(product(range(m), range(n)))
        return [
            [(a + k**b * c) % m * n + (b + d) % n + 1 for c, d in elements] for a, b in elements
        ]


def make_pair_of_group_tables(
    group: SemidirectProduct, other_group: SemidirectProduct, box_height: int, seed: int
) -> Pair:
    """Return two group tables as Sudokus in boxes of `box_height` rows: the multiplication table of
    the group `group`, and a transformed table of `other_group`, a group of the same order. The
    question for solvers: is the second table a copy of the first?

    The second table is a copy of the first only if the groups are isomorphic, because isotopic
    groups are isomorphic (Albert, *Quasigroups I*, 1943). Two lines of a table define a
    permutation. If both groups have equally many elements of each order, both tables have the same
    cycle lengths equally often, so that cycle lengths do not distinguish the tables.
    """
    rng = Random(f"groups {group} {other_group} {box_height} {seed}")
    return make_pair_with_shuffled_second(
        group.multiplication_table(), other_group.multiplication_table(), box_height, rng
    )


def make_nim_sum_grid(
    order: int, box_height: int, switched_rectangle: tuple[int, int] | None = None
) -> Grid:
    """Return the table of nim-sums plus 1, (r xor c) + 1, as a Sudoku in boxes of `box_height`
    rows; r and c count from 0. `order`, the number of rows, must be a power of 2, and `box_height`
    must divide `order`.

    If Latin squares are compared cell by cell, row after row, this table is the smallest Latin
    square. The reason: each nim-sum is the smallest digit that is neither before it in its row nor
    above it in its column (Conway, *On Numbers and Games*, 1976).

    `switched_rectangle` is a pair (i, j), counted from 0, or None. If it is a pair, the two digits
    in the four cells of rows 2i, 2i + 1 and columns 2j, 2j + 1 are exchanged. The table then has a
    smaller copy, except if these cells are in the last two rows and the last two columns.
    """
    if order < 1 or order & (order - 1):
        raise GridError("expected a power of 2, found {order}", order=order)
    shape = _make_box_shape(order, box_height)
    cells = [[(r ^ c) + 1 for c in range(order)] for r in range(order)]
    if switched_rectangle is not None:
        i, j = switched_rectangle
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


def make_random_grid_and_unavoidable_sets(
    shape: BoxShape, seed: int
) -> tuple[Grid, tuple[CellSet, ...]]:
    """Return a random complete grid whose boxes have the shape `shape`, and its unavoidable sets
    whose cells are in two rows, or in two columns, or have only two digits. An unavoidable set is a
    set of cells in which every puzzle with this solution must have a clue.

    The benchmark family `clues` asks how few clues can meet all of these sets.
    """
    grid = random_grid_by_switches(shape, Random(f"clue sets {shape} {seed}"))
    return grid, tuple(find_small_unavoidable_sets(grid))


def make_binary_hadamard_matrix(order: int) -> Table:
    """Return a Hadamard matrix, written with 0 for 1 and 1 for -1; its first row and column are 0.

    `order` must be 1, 2, or 2^k·(p + 1) for k ≥ 0 and a prime p ≡ 3 mod 8 (Sylvester 1867; Paley
    1933). Raises `GridError` for any other order.
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
    half = make_binary_hadamard_matrix(order // 2)
    return [row + row for row in half] + [row + [1 - x for x in row] for row in half]


def make_switched_hadamard_matrix(matrix: Table, rng: Random) -> Table:
    """Return a changed copy of a Hadamard matrix, which is a Hadamard matrix again. Four of its
    rows, chosen at random among those that are closed, are negated in some of the columns.

    Four rows are closed if their product, column by column, is 1 everywhere or -1 everywhere; a
    doubled matrix has such rows. The columns then form four classes: two columns are in the same
    class if they are equal or opposite on these rows. The four rows are negated in the columns of
    one class, which usually gives a matrix of another equivalence class. Source: Orrick, *Switching
    operations for Hadamard matrices* (2008).

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


def make_pair_of_hadamard_designs(
    order: int, switch_count: int, second_is_copy: bool, seed: int
) -> Pair:
    """Return two Sudokus made from Hadamard matrices of the order `order`. A matrix is switched
    `switch_count` times: each time, signs in four of its rows are changed, which removes
    symmetries. If `second_is_copy`, the second Sudoku is a copy of the first; otherwise the matrix
    of the second Sudoku is switched at least once.

    To make a Sudoku, rows and columns of the matrix are negated until its first row and column are
    all 1. The first row and column are then removed: order - 1 rows remain, with a clue for each
    -1.
    """
    if order < 2 or switch_count < 0:
        raise GridError(
            "expected an order of at least 2 and at least 0 switches, found {order} and {switches}",
            order=order,
            switches=switch_count,
        )
    rng = Random(f"designs {order} {switch_count} {second_is_copy} {seed}")
    first = _make_hadamard_design(order, switch_count, rng)
    second = first if second_is_copy else _make_hadamard_design(order, max(switch_count, 1), rng)
    return make_pair_with_shuffled_second(first, second, 1, rng)


def make_pair_of_lifted_latin_squares(band_count: int, second_is_copy: bool, seed: int) -> Pair:
    """Return two Sudokus with 2·`band_count` rows, in boxes of 2 rows, that consist of 2×2
    rectangles with two digits each. If `second_is_copy`, the second is a copy of the first;
    otherwise it is random.

    Each digit z of a cyclic Latin square L stands for a pair of digits, z0 and z1. Each cell (i, j)
    of L becomes a 2×2 rectangle with the pair of z = L(i, j), either z0 z1 / z1 z0 or z1 z0 / z0
    z1. So the question becomes a system of linear equations mod 2. Each equation is about whether
    the rows of band i, the columns of pair j and the digits of pair z are exchanged. Such equations
    also describe graphs that no refinement distinguishes (Cai, Fürer, Immerman 1992), and their
    refutations in resolution are long (Urquhart 1987; Torán 2013).
    """
    if band_count < 1:
        raise GridError("expected at least 1 band, found {bands}", bands=band_count)
    _check_size(2 * band_count)
    rng = Random(f"lifted {band_count} {second_is_copy} {seed}")
    right = [[rng.randrange(2) for _ in range(band_count)] for _ in range(band_count)]
    x, y, z = ([rng.randrange(2) for _ in range(band_count)] for _ in range(3))
    copied = [
        [right[i][j] ^ x[i] ^ y[j] ^ z[(i + j) % band_count] for j in range(band_count)]
        for i in range(band_count)
    ]
    other = [[rng.randrange(2) for _ in range(band_count)] for _ in range(band_count)]
    return make_pair_with_shuffled_second(
        _make_doubled_cyclic_latin_square(right),
        _make_doubled_cyclic_latin_square(copied if second_is_copy else other),
        2,
        rng,
    )


def make_pair_with_shuffled_second(
    first_table: Table, second_table: Table, box_height: int, rng: Random
) -> Pair:
    """Return two tables of digits as Sudokus in boxes of `box_height` rows. The second Sudoku is
    transformed at random, so that it does not look like the first even if the tables are equal.
    """
    shape = _make_box_shape(len(first_table), box_height)
    return Pair(
        Grid(first_table, shape), random_transformation(shape, rng).apply(Grid(second_table, shape))
    )


def _make_box_shape(size: int, height: int) -> BoxShape:
    """Return the shape of boxes with `height` rows; raise `GridError` if `height` does not divide
    `size`.
    """
    _check_size(size)
    if height < 1 or size % height:
        raise GridError(
            "expected a number of rows of a box that divides {size}, found {height}",
            size=size,
            height=height,
        )
    return BoxShape(height, size // height)


def _check_size(size: int) -> None:
    """Raise `GridError` if a grid has too many rows: more than 255, the largest number in a byte.
    `size` is the number of rows.
    """
    check_fits_in_bytes(BoxShape(1, size))


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % k for k in range(2, isqrt(number) + 1))


def _make_hadamard_design(order: int, switches: int, rng: Random) -> Table:
    """Return a table of 0 and 1 with order - 1 rows and columns, which is made from a Hadamard
    matrix of the order `order`. The matrix is switched `switches` times: each time, signs in four
    of its rows are changed so that the result is a Hadamard matrix again. Then rows and columns are
    negated until the first row and column are constant, and both are removed.
    """
    matrix = make_binary_hadamard_matrix(order)
    for _ in range(switches):
        matrix = make_switched_hadamard_matrix(matrix, rng)
    rows = [[x ^ row[0] for x in row] for row in matrix]
    return [[x ^ top for x, top in zip(row, rows[0], strict=True)][1:] for row in rows[1:]]


def _make_doubled_cyclic_latin_square(exchange_bits: Table) -> Table:
    """Return a table with 2·n rows in which each cell of a cyclic Latin square of n rows has become
    a 2×2 rectangle with two digits. `exchange_bits`, n rows of 0 and 1, gives the order of the two
    digits in each rectangle.
    """
    bands = len(exchange_bits)
    return [
        [
            (r // 2 + c // 2) % bands * 2 + (r + c + exchange_bits[r // 2][c // 2]) % 2 + 1
            for c in range(2 * bands)
        ]
        for r in range(2 * bands)
    ]
