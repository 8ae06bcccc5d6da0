"""The question as a formula: which transformations take the first grid to the second?

The unknowns are Boolean matrices named after what they say. Where refinement left few candidates,
the formula is small; with all of them it is the plain encoding. Counts in the docstrings are those
of the plain encoding for n×n boxes, N = n².

In the loops: r, c a row and a column of the (turned) first grid, r2, c2 of the second; b, s a band
and a stack; i, j a row within a band and a column within a stack; d a digit.
"""

from collections.abc import Iterable, Iterator

from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .candidates import Candidates, Images, Orientation, turned

Clause = list[int]
Matrix = list[dict[int, int]]
"""`matrix[i][j]` is the variable that says that i becomes j; impossible pairs are left out."""


class Unknowns:
    """The variables, numbered from 1 in the order of the attributes.

    `quarter`: the first grid is turned by a quarter. `band[b][b2]`: band b becomes band b2, and so
    for `stack`. `row[b2][i][i2]`: within what becomes band b2, row i becomes row i2; so for
    `column`. `row_line[r][r2]` and `column_line[c][c2]` say the same of whole rows and columns.
    `digit[d][d2]`: d is renamed to d2 (place 0 stays empty).
    """

    def __init__(self, first: Grid, candidates: Candidates) -> None:
        shape = first.shape
        self.count = 0
        orientations = candidates.orientations
        rows = _union([orientation.rows for orientation in orientations])
        columns = _union([orientation.columns for orientation in orientations])
        self.quarter = self._new()
        self.band = self._matrix(_of_blocks(rows, shape.height))
        self.stack = self._matrix(_of_blocks(columns, shape.width))
        self.row = [self._matrix(images) for images in _within_blocks(rows, shape.height)]
        self.column = [self._matrix(images) for images in _within_blocks(columns, shape.width)]
        self.row_line = self._matrix(rows)
        self.column_line = self._matrix(columns)
        self.digit = self._matrix(candidates.digits)

    def _new(self) -> int:
        self.count += 1
        return self.count

    def _matrix(self, images: Iterable[Iterable[int]]) -> Matrix:
        return [{image: self._new() for image in of_one} for of_one in images]


class Equivalence:
    """The formula that is true exactly of the transformations taking `first` to `second`.

    Transformations that the candidates rule out are left out. There must be at least one
    orientation: without any the answer is no.
    """

    def __init__(self, first: Grid, second: Grid, candidates: Candidates) -> None:
        self.first, self.second, self.candidates = first, second, candidates
        self.unknowns = Unknowns(first, candidates)

    @property
    def variables(self) -> int:
        """The number of variables."""
        return self.unknowns.count

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses, the same ones in the same order each time."""
        unknowns = self.unknowns
        yield from bijections(unknowns)
        yield from lines_follow_their_blocks(self.first, unknowns)
        yield from orientation_allows_lines(unknowns, self.candidates)
        yield from cells_agree(self.first, self.second, unknowns, self.candidates)

    def transformation(self, model: Iterable[int]) -> Transformation:
        """Return the transformation that a model (its literals, at least the true ones) says."""
        true = {literal for literal in model if literal > 0}
        unknowns = self.unknowns
        return Transformation.from_lines(
            self.first.shape,
            int(unknowns.quarter in true),
            _gather_list(unknowns.row_line, true),
            _gather_list(unknowns.column_line, true),
            _renaming(unknowns.digit, true),
        )


def bijections(unknowns: Unknowns) -> Iterator[Clause]:
    """Every matrix is a bijection: 2n + 2 of n×n and one of N×N, each as `bijection` counts."""
    blocks = (unknowns.band, unknowns.stack, *unknowns.row, *unknowns.column)
    for matrix in (*blocks, unknowns.digit):
        yield from bijection(matrix)


def bijection(matrix: Matrix) -> Iterator[Clause]:
    """Everything becomes exactly one thing, and from exactly one: m(m² - m + 2) clauses for m×m."""
    origins: dict[int, Clause] = {}
    for images in matrix:
        if images:
            yield from exactly_one(list(images.values()))
        for image, variable in images.items():
            origins.setdefault(image, []).append(variable)
    for variables in origins.values():
        yield from exactly_one(variables)


def exactly_one(variables: Clause) -> Iterator[Clause]:
    """At least one and, pairwise, at most one: 1 + m(m - 1)/2 clauses."""
    yield variables
    for k, variable in enumerate(variables):
        for other in variables[:k]:
            yield [-other, -variable]


def lines_follow_their_blocks(first: Grid, unknowns: Unknowns) -> Iterator[Clause]:
    """A line moves as its block does and as it does within it: 6·N² + 2·N clauses.

    That each line becomes something follows from the bijections only in the plain encoding:
    among candidates, a block and a place within it may both be possible, but not together.
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
                moves, reorders = block[b][b2], within[b2][i][i2]
                yield [-variable, moves]
                yield [-variable, reorders]
                yield [variable, -moves, -reorders]


def orientation_allows_lines(unknowns: Unknowns, candidates: Candidates) -> Iterator[Clause]:
    """Only candidates of the chosen orientation are taken: 0 clauses, 1 if boxes aren't square."""
    orientations = candidates.orientations
    if len(orientations) == 1:
        yield [unknowns.quarter if orientations[0].quarter else -unknowns.quarter]
        return
    for orientation in orientations:
        for matrix, allowed in (
            (unknowns.row_line, orientation.rows),
            (unknowns.column_line, orientation.columns),
        ):
            for images, images_allowed in zip(matrix, allowed, strict=True):
                for image, variable in images.items():
                    if image not in images_allowed:
                        yield [-variable, *_unless(orientation, unknowns, orientations)]


def cells_agree(
    first: Grid, second: Grid, unknowns: Unknowns, candidates: Candidates
) -> Iterator[Clause]:
    """A cell that comes to lie on another one brings its digit: up to 2·N⁴ clauses.

    Row line ∧ column line → digit; → false where just one of the two cells is blank; no clause
    where both are, or where the digit has no other image.
    """
    # What a digit must become for two cells to agree: a variable, or 0 where they do anyway.
    needed = [
        {image: variable if len(images) > 1 else 0 for image, variable in images.items()}
        for images in unknowns.digit
    ]
    needed[0] = {0: 0}
    orientations = candidates.orientations
    for orientation in orientations:
        guard = _unless(orientation, unknowns, orientations)
        columns = _chosen(unknowns.column_line, orientation.columns)
        rows = _chosen(unknowns.row_line, orientation.rows)
        for cells, row_images in zip(turned(first, orientation.quarter), rows, strict=True):
            wanted = [needed[d] for d in cells]
            for r2, row_line in row_images:
                other = second.rows[r2]
                for digit_images, column_images in zip(wanted, columns, strict=True):
                    for c2, column_line in column_images:
                        digit = digit_images.get(other[c2])
                        if digit is None:
                            yield [-row_line, -column_line, *guard]
                        elif digit:
                            yield [-row_line, -column_line, digit, *guard]


def _unless(
    orientation: Orientation, unknowns: Unknowns, orientations: tuple[Orientation, ...]
) -> Clause:
    """Return what frees a clause from holding when another orientation is chosen."""
    if len(orientations) == 1:
        return []
    return [-unknowns.quarter if orientation.quarter else unknowns.quarter]


def _chosen(matrix: Matrix, allowed: Images) -> list[list[tuple[int, int]]]:
    """Return for each line its images that an orientation allows, each with its variable."""
    return [
        [(image, images[image]) for image in of_one]
        for images, of_one in zip(matrix, allowed, strict=True)
    ]


def _union(images: list[Images]) -> Images:
    return tuple([tuple(sorted(set().union(*of_one))) for of_one in zip(*images, strict=True)])


def _of_blocks(images: Images, length: int) -> list[list[int]]:
    """Return which blocks each block may become."""
    return [
        sorted({image // length for of_one in images[start : start + length] for image in of_one})
        for start in range(0, len(images), length)
    ]


def _within_blocks(images: Images, length: int) -> list[list[list[int]]]:
    """Return for each new block which places within it each place may become."""
    places: list[list[set[int]]] = [
        [set() for _ in range(length)] for _ in range(len(images) // length)
    ]
    for line, of_one in enumerate(images):
        for image in of_one:
            block, place = divmod(image, length)
            places[block][line % length].add(place)
    return [[sorted(place) for place in block] for block in places]


def _gather_list(matrix: Matrix, true: set[int]) -> list[int]:
    gathered = [0] * len(matrix)
    for line, images in enumerate(matrix):
        for image, variable in images.items():
            if variable in true:
                gathered[image] = line
    return gathered


def _renaming(matrix: Matrix, true: set[int]) -> list[int]:
    return [
        next((image for image, variable in images.items() if variable in true), d)
        for d, images in enumerate(matrix[1:], 1)
    ]
