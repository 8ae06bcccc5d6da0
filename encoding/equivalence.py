"""The question as a formula: which transformations take the first grid to the second?

The unknowns are Boolean matrices named after what they say. Where refinement left few candidates,
the formula is small; with all of them it is the plain encoding. Counts in the docstrings are those
of the plain encoding for n×n boxes, N = n².

In the loops: r, c a row and a column of the (turned) first grid, r2, c2 of the second; b, s a band
and a stack; i, j a row within a band and a column within a stack; d a digit.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.transformation import Transformation
from .candidates import Candidates, Images, Orientation, turned

Clause = list[int]
Matrix = list[dict[int, int]]
"""`matrix[i][j]` is the variable that says that i becomes j; impossible pairs are left out."""

CELLS = "rows-columns"
"""The form of the clauses about cells, where none is chosen: one of `CELL_FORMS`."""


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

    def legend(self) -> Iterator[tuple[int, str]]:
        """Yield each variable and what it says, numbered from 1 as people read it."""
        yield self.quarter, "the first Sudoku is turned by a quarter clockwise"
        yield from _said(self.band, "band {} goes to {}")
        yield from _said(self.stack, "stack {} goes to {}")
        for b, matrix in enumerate(self.row, 1):
            yield from _said(matrix, f"row {{}} goes to {{}} within what becomes band {b}")
        for s, matrix in enumerate(self.column, 1):
            yield from _said(matrix, f"column {{}} goes to {{}} within what becomes stack {s}")
        yield from _said(self.row_line, "row {} goes to {}")
        yield from _said(self.column_line, "column {} goes to {}")
        yield from _said(self.digit, "digit {} becomes {}", start=0)

    def _new(self) -> int:
        self.count += 1
        return self.count

    def _matrix(self, images: Iterable[Iterable[int]]) -> Matrix:
        return [{image: self._new() for image in of_one} for of_one in images]


class Formula(Protocol):
    """Clauses in families, about variables that have a meaning."""

    @property
    def variables(self) -> int:
        """The number of variables."""
        ...

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names, always in the same order."""
        ...

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses of all families."""
        ...

    def legend(self) -> Iterator[tuple[int, str]]:
        """Yield each variable and what it says, in the order of their numbers."""
        ...


class Equivalence:
    """The formula that is true exactly of the transformations taking `first` to `second`.

    Transformations that the candidates rule out are left out; without any orientation the formula
    is contradictory. `cells`, one of `CELL_FORMS` or `PART`, is the form of the clauses about
    cells.
    """

    def __init__(
        self, first: Grid, second: Grid, candidates: Candidates, cells: str = CELLS
    ) -> None:
        self.first, self.second, self.candidates = first, second, candidates
        self.unknowns = Unknowns(first, candidates)
        self.cells = cells

    @property
    def variables(self) -> int:
        """The number of variables."""
        return self.unknowns.count

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names, always in the same order."""
        unknowns, candidates = self.unknowns, self.candidates
        yield "bijections", bijections(unknowns)
        yield "lines", lines_follow_their_blocks(self.first, unknowns)
        yield "orientations", orientation_allows_lines(unknowns, candidates)
        for agree in (clues_agree,) if self.cells == PART else CELL_FORMS[self.cells]:
            yield "cells", agree(self.first, self.second, unknowns, candidates)

    def clauses(self) -> Iterator[Clause]:
        """Yield all clauses, the same ones in the same order each time."""
        for _, clauses in self.families():
            yield from clauses

    def legend(self) -> Iterator[tuple[int, str]]:
        """Yield what each variable says, numbered from 1 as people read it."""
        return self.unknowns.legend()

    def disagreement(self, model: Iterable[int]) -> Message | None:
        """Say where a model that should be one is none: the first cell that disagrees, or None."""
        true = {literal for literal in model if literal > 0}
        unknowns = self.unknowns
        cells = turned(self.first, int(unknowns.quarter in true))
        size = self.first.size
        rows = _origins(unknowns.row_line, true, size)
        columns = _origins(unknowns.column_line, true, size)
        names = [[new for new, v in images.items() if v in true] for images in unknowns.digit]
        names[0] = [0]
        for r2, expected_row in enumerate(self.second.rows):
            for c2, expected in enumerate(expected_row):
                coming = [names[cells[r][c]] for r in rows[r2] for c in columns[c2]]
                if coming != [[expected]]:
                    return Message(
                        "row {row}, column {column} is {expected}, the model puts {coming} there",
                        row=r2 + 1,
                        column=c2 + 1,
                        expected=expected or Message("blank"),
                        coming=_put(coming),
                    )
        return None

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
    yield from at_most_one(variables)


def at_most_one(variables: Clause) -> Iterator[Clause]:
    """Pairwise: m(m - 1)/2 clauses."""
    for k, variable in enumerate(variables):
        for other in variables[:k]:
            yield [-other, -variable]


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


def orientation_allows_lines(unknowns: Unknowns, candidates: Candidates) -> Iterator[Clause]:
    """Only candidates of the chosen orientation are taken: 0 clauses, 1 if there is no choice.

    With no orientation left, 2 clauses contradict each other.
    """
    orientations = candidates.orientations
    if not orientations:
        yield [unknowns.quarter]
        yield [-unknowns.quarter]
        return
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
                        yield [-variable, *unless(orientation, unknowns, orientations)]


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
        guard = unless(orientation, unknowns, orientations)
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


def rows_and_digits_lead_to_columns(
    first: Grid, second: Grid, unknowns: Unknowns, candidates: Candidates
) -> Iterator[Clause]:
    """A digit in a row goes to where that row's image holds its image: up to 2·N⁴ clauses.

    Row line ∧ digit → column line, or one of several where the second grid's row repeats the
    digit; row line → one of the blank columns for a blank cell.
    """
    orientations = candidates.orientations
    places = [_places(row) for row in second.rows]
    for orientation in orientations:
        guard = unless(orientation, unknowns, orientations)
        columns = [dict(images) for images in _chosen(unknowns.column_line, orientation.columns)]
        rows = _chosen(unknowns.row_line, orientation.rows)
        for cells, row_images in zip(turned(first, orientation.quarter), rows, strict=True):
            for r2, row_line in row_images:
                for d, column_images in zip(cells, columns, strict=True):
                    images = unknowns.digit[d].items() if d else ((0, 0),)
                    for d2, digit in images:
                        where = places[r2].get(d2, ())
                        lines = [column_images[c2] for c2 in where if c2 in column_images]
                        condition = [-row_line, -digit] if d else [-row_line]
                        yield [*condition, *lines, *guard]


def _places(row: Iterable[int]) -> dict[int, list[int]]:
    """Return for each digit, and for blank, the columns that hold it."""
    places: dict[int, list[int]] = {}
    for column, digit in enumerate(row):
        places.setdefault(digit, []).append(column)
    return places


def clues_agree(
    first: Grid, second: Grid, unknowns: Unknowns, candidates: Candidates
) -> Iterator[Clause]:
    """A clue that comes to lie on a cell finds its digit there: 2·N² clauses a clue.

    What lies on the first grid's blanks does not matter.
    """
    orientations = candidates.orientations
    for orientation in orientations:
        guard = unless(orientation, unknowns, orientations)
        columns = _chosen(unknowns.column_line, orientation.columns)
        rows = _chosen(unknowns.row_line, orientation.rows)
        for cells, row_images in zip(turned(first, orientation.quarter), rows, strict=True):
            for digit, column_images in zip(cells, columns, strict=True):
                for r2, row_line in row_images if digit else ():
                    for c2, column_line in column_images:
                        expected = second.rows[r2][c2]
                        brought = [unknowns.digit[digit][expected]] if expected else []
                        yield [-row_line, -column_line, *brought, *guard]


_Family = Callable[[Grid, Grid, Unknowns, Candidates], Iterator[Clause]]

CELL_FORMS: dict[str, tuple[_Family, ...]] = {
    "rows-columns": (cells_agree,),
    "rows-digits": (rows_and_digits_lead_to_columns,),
    "both": (cells_agree, rows_and_digits_lead_to_columns),
}
"""The forms of the clauses about cells. Each alone says all; both together need the fewest
conflicts, and the most time to write."""

PART = "part"
"""The form that asks for less: only the clues of the first grid have to agree."""


def unless(
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


def _said(matrix: Matrix, sentence: str, start: int = 1) -> Iterator[tuple[int, str]]:
    for i, images in enumerate(matrix, start):
        for image, variable in images.items():
            yield variable, sentence.format(i, image + start)


def _gather_list(matrix: Matrix, true: set[int]) -> list[int]:
    gathered = [0] * len(matrix)
    for line, images in enumerate(matrix):
        for image, variable in images.items():
            if variable in true:
                gathered[image] = line
    return gathered


def _origins(matrix: Matrix, true: set[int], size: int) -> list[list[int]]:
    """Return for each new line the old ones that a model says it was: one, if it is a model."""
    origins: list[list[int]] = [[] for _ in range(size)]
    for line, images in enumerate(matrix):
        for image, variable in images.items():
            if variable in true:
                origins[image].append(line)
    return origins


def _put(coming: list[list[int]]) -> Message | str:
    """Return in words what comes to lie on a cell."""
    if len(coming) == 1 and coming[0] == [0]:
        return Message("a blank")
    numbers = [str(digit) for digits in coming for digit in digits]
    return Message("{digits}", digits=" ".join(numbers)) if numbers else Message("nothing")


def _renaming(matrix: Matrix, true: set[int]) -> list[int]:
    return [
        next((image for image, variable in images.items() if variable in true), d)
        for d, images in enumerate(matrix[1:], 1)
    ]
