"""Transformations as a formula: what every question about two grids is built on.

The unknowns are Boolean matrices, small where refinement left few candidates. Counts in the
docstrings are those of all candidates, the plain encoding, for n×n boxes, N = n².

In the loops: r, c a row and a column of the (turned) first grid, r2, c2 of the second; b, s a band
and a stack; i, j a row within a band and a column within a stack; d a digit.
"""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from ..sudoku.grid import Cell, Grid
from ..sudoku.transformation import Transformation
from .candidates import Candidates, Images, Orientation, turn_grid
from .formula import Clause, Formula, check_clauses, exactly_one

Matrix = list[dict[int, int]]
"""`matrix[i][j]` is the variable that says that i becomes j; impossible pairs are left out."""


class Unknowns:
    """The variables, numbered from 1 in the order of the attributes.

    `quarter`: the first grid is turned by a quarter. `band[b][b2]`: band b becomes band b2, and so
    for `stack`. `row[b2][i][i2]`: within what becomes band b2, row i becomes row i2; so for
    `column`. `row_line[r][r2]` and `column_line[c][c2]` say the same of whole rows and columns.
    `digit[d][d2]`: d is renamed to d2 (place 0 stays empty). `list_orientations` say for each
    orientation that it is the one, where `quarter` does not say which. `blocks` has `band` to
    `column`.
    """

    def __init__(self, first: Grid, candidates: Candidates) -> None:
        shape = first.shape
        self.count = 0
        orientations = candidates.orientations
        rows = _unite_images([orientation.rows for orientation in orientations])
        columns = _unite_images([orientation.columns for orientation in orientations])
        self.quarter = self._new()
        bands, within_bands = _split_images(rows, shape.height)
        stacks, within_stacks = _split_images(columns, shape.width)
        self.band, self.stack = self._matrix(bands), self._matrix(stacks)
        self.row = list(map(self._matrix, within_bands))
        self.column = list(map(self._matrix, within_stacks))
        self.blocks = (self.band, self.stack, *self.row, *self.column)
        self.row_line = self._matrix(rows)
        self.column_line = self._matrix(columns)
        self.digit = self._matrix(candidates.digits)
        quarters = {orientation.quarter for orientation in orientations}
        several = orientations if len(orientations) > len(quarters) else ()
        self.ways_round = [self._new() for _ in several]

    def legend(self) -> Iterator[tuple[int, str]]:
        """Yield each variable and what it says, numbered from 1 as people read it."""
        yield self.quarter, "the first Sudoku is turned by a quarter clockwise"
        yield from _describe_variables(self.band, "band {} goes to {}")
        yield from _describe_variables(self.stack, "stack {} goes to {}")
        for b, matrix in enumerate(self.row, 1):
            yield from _describe_variables(
                matrix, f"row {{}} goes to {{}} within what becomes band {b}"
            )
        for s, matrix in enumerate(self.column, 1):
            yield from _describe_variables(
                matrix, f"column {{}} goes to {{}} within what becomes stack {s}"
            )
        yield from _describe_variables(self.row_line, "row {} goes to {}")
        yield from _describe_variables(self.column_line, "column {} goes to {}")
        yield from _describe_variables(self.digit, "digit {} becomes {}", start=0)
        for number, variable in enumerate(self.ways_round, 1):
            yield variable, f"the first Sudoku is turned or mirrored in way {number}"

    def lines(self) -> Matrix:
        """Return the matrix of the rows and, after them, of the columns, numbered on."""
        size = len(self.row_line)
        columns = [{size + c2: v for c2, v in images.items()} for images in self.column_line]
        return self.row_line + columns

    def _new(self) -> int:
        self.count += 1
        return self.count

    def _matrix(self, images: Iterable[Iterable[int]]) -> Matrix:
        return [{image: self._new() for image in of_one} for of_one in images]


class Placement(NamedTuple):
    """A row of the first grid that may become row `r2` of the second, in one orientation.

    `r` is its number and `cells` are its cells after the turn of `quarter` quarters. It becomes
    that row where `line` is true and no literal in `guard`, true in other orientations, is.
    `columns[c]` are the images c2 of column c, with their variables: where one of these is true
    too, cell c comes to lie on (r2, c2).
    """

    quarter: int
    r: int
    cells: tuple[int, ...]
    r2: int
    line: int
    columns: list[list[tuple[int, int]]]
    guard: Clause

    def origins(self) -> list[Cell]:
        """Return where the cells were before the turn."""
        last = len(self.cells) - 1
        if self.quarter:  # which reads the old columns from below
            return [(last - c, self.r) for c in range(last + 1)]
        return [(self.r, c) for c in range(last + 1)]


class Transformations(Formula):
    """The formula of just the transformations that candidates allow; contradictory without any."""

    def __init__(self, first: Grid, candidates: Candidates) -> None:
        check_clauses(estimate_clauses(candidates))
        self.first, self.candidates = first, candidates
        self.unknowns = Unknowns(first, candidates)
        self.variables = self.unknowns.count

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield "bijections", bijections(self.unknowns)
        yield "lines", lines_follow_their_blocks(self.first, self.unknowns)
        yield "orientations", orientation_allows_lines(self.unknowns, self.candidates)

    def legend(self) -> Iterator[tuple[int, str]]:
        return self.unknowns.legend()

    def placements(self) -> Iterator[Placement]:
        """Yield for each orientation which row may become which: up to 2·N² times."""
        for (quarter, row_images, column_images), guard in guard_orientations(
            self.unknowns, self.candidates
        ):
            columns = _list_allowed_images(self.unknowns.column_line, column_images)
            rows = _list_allowed_images(self.unknowns.row_line, row_images)
            cells = turn_grid(self.first, quarter)
            for r, images in enumerate(rows):
                for r2, line in images:
                    yield Placement(quarter, r, cells[r], r2, line, columns, guard)

    def transformation(self, model: Iterable[int]) -> Transformation:
        """Return the transformation that a model (its literals, at least the true ones) says."""
        true = {literal for literal in model if literal > 0}
        unknowns = self.unknowns
        rows, columns = (
            _decode_gather_list(one, true) for one in (unknowns.row_line, unknowns.column_line)
        )
        digits = [
            next((image for image, variable in images.items() if variable in true), d)
            for d, images in enumerate(unknowns.digit[1:], 1)
        ]
        quarter = int(unknowns.quarter in true)
        return Transformation.from_lines(self.first.shape, quarter, rows, columns, digits)


def estimate_clauses(candidates: Candidates) -> int:
    """Return about how many clauses, of cells and bijections, a question about these can have."""
    cells = 0
    for _, rows, columns in candidates.orientations:
        cells += sum(map(len, rows)) * sum(map(len, columns))
    return cells + sum(len(of_one) ** 2 for matrix in candidates.matrices for of_one in matrix)


def bijections(unknowns: Unknowns) -> Iterator[Clause]:
    """Every matrix is a bijection: 2n + 2 of n×n and one of N×N, each as `bijection` counts."""
    for matrix in (*unknowns.blocks, unknowns.digit):
        yield from bijection(matrix)


def bijection(matrix: Matrix) -> Iterator[Clause]:
    """Each i becomes exactly one j, and each j comes from exactly one i.

    m(m² - m + 2) clauses for m×m, m > 1. A single clause says that i and j have only each other.
    """
    origins: dict[int, Clause] = {}
    said: set[int] = set()
    for images in matrix:
        if images:
            yield from exactly_one(list(images.values()))
        if len(images) == 1:
            said.update(images.values())
        for image, variable in images.items():
            origins.setdefault(image, []).append(variable)
    for variables in origins.values():
        if len(variables) > 1 or variables[0] not in said:
            yield from exactly_one(variables)


def lines_follow_their_blocks(first: Grid, unknowns: Unknowns) -> Iterator[Clause]:
    """A line becomes something, as its block and as its place within it do: 4·N² + 2·N clauses.

    The other direction, block ∧ place → line, follows: the line becomes nothing else.
    """
    shape = first.shape
    for block, within, lines, length in (
        (unknowns.band, unknowns.row, unknowns.row_line, shape.height),
        (unknowns.stack, unknowns.column, unknowns.column_line, shape.width),
    ):
        for line, images in enumerate(lines):
            yield list(images.values())
            b, i = divmod(line, length)
            for image, variable in images.items():
                b2, i2 = divmod(image, length)
                yield [-variable, block[b][b2]]
                yield [-variable, within[b2][i][i2]]


def guard_orientations(
    unknowns: Unknowns, candidates: Candidates
) -> Iterator[tuple[Orientation, Clause]]:
    """Yield each orientation, and what frees a clause about it from holding in the others."""
    orientations = candidates.orientations
    for orientation, way_round in zip_longest(orientations, unknowns.ways_round):
        said = way_round or _turn_literal(unknowns, orientation)
        yield orientation, [-said] if len(orientations) > 1 else []


def orientation_allows_lines(unknowns: Unknowns, candidates: Candidates) -> Iterator[Clause]:
    """Only candidates of the chosen orientation are taken: 0 clauses, 1 if there is no choice.

    With no orientation left, 2 clauses contradict each other.
    """
    orientations = candidates.orientations
    if not orientations:
        yield [unknowns.quarter]
        yield [-unknowns.quarter]
    if len(orientations) == 1:
        yield [_turn_literal(unknowns, orientations[0])]
        return
    if unknowns.ways_round:
        yield from exactly_one(unknowns.ways_round)
    lines = unknowns.row_line + unknowns.column_line
    for orientation, guard in guard_orientations(unknowns, candidates):
        if unknowns.ways_round:
            yield [_turn_literal(unknowns, orientation), *guard]
        for images, allowed in zip(lines, orientation.rows + orientation.columns, strict=True):
            yield from ([-images[image], *guard] for image in images if image not in allowed)


def _turn_literal(unknowns: Unknowns, orientation: Orientation) -> int:
    """Return the literal that says the quarter turns of an orientation."""
    return unknowns.quarter if orientation.quarter else -unknowns.quarter


def _list_allowed_images(matrix: Matrix, allowed: Images) -> list[list[tuple[int, int]]]:
    """Return for each line its images that an orientation allows, each with its variable."""
    return [
        [(image, images[image]) for image in of_one]
        for images, of_one in zip(matrix, allowed, strict=True)
    ]


def _unite_images(images: list[Images]) -> Images:
    return tuple([tuple(sorted(set().union(*of_one))) for of_one in zip(*images, strict=True)])


def _split_images(images: Images, length: int) -> tuple[list[list[int]], list[list[list[int]]]]:
    """Return which blocks each block may become, and for each new block which places each place."""
    number = len(images) // length
    blocks: list[set[int]] = [set() for _ in range(number)]
    within: list[list[set[int]]] = [[set() for _ in range(length)] for _ in range(number)]
    for line, of_one in enumerate(images):
        for image in of_one:
            block, place = divmod(image, length)
            blocks[line // length].add(block)
            within[block][line % length].add(place)
    return list(map(sorted, blocks)), [list(map(sorted, places)) for places in within]


def _describe_variables(matrix: Matrix, sentence: str, start: int = 1) -> Iterator[tuple[int, str]]:
    for i, images in enumerate(matrix, start):
        for image, variable in images.items():
            yield variable, sentence.format(i, image + start)


def _decode_gather_list(matrix: Matrix, true: set[int]) -> list[int]:
    """Return the gather list that a model says; line 0 where it says nothing."""
    sources = [0] * len(matrix)
    for line, images in enumerate(matrix):
        for image, variable in images.items():
            if variable in true:
                sources[image] = line
    return sources
