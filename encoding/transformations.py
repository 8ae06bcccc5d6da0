"""The formula of all transformations of a grid, which every formula about two grids extends by its
own clauses.

The unknowns are Boolean matrices, which are small if colour refinement has left few candidates. The
numbers of clauses in the docstrings are for the plain encoding, in which all candidates are
allowed, with n×n boxes and N = n².

Names in the loops: r and c are a row and a column of the first grid, after the quarter turn if the
grid is turned; r2 and c2 are a row and a column of the second grid. b is a band and s a stack; i is
a row within its band and j a column within its stack; d is a digit.
"""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from ..sudoku.grid import Cell, Grid
from ..sudoku.transformation import Transformation
from .candidates import Images, OrientationCandidates, TransformationCandidates, turn_cells
from .formula import Clause, Formula, check_clause_count, yield_exactly_one_clauses

Matrix = list[dict[int, int]]
"""The variables of a bijection: `matrix[i][j]` is the variable that is true if i becomes j. Pairs
that are not possible have no entry.
"""


class Unknowns:
    """The Boolean variables that describe an unknown transformation. The variables are numbered
    from 1, in the order of this list. Bands, stacks, rows and columns are numbered from 0.

    - `quarter`: true if the first grid is turned by a quarter.
    - `band`, `stack`: `band[b][b2]` is true if band b becomes band b2; `stack` likewise.
    - `row`: `row[b2][i][i2]` is true if, within the band that becomes band b2, row i becomes row
      i2.
    - `column`: `column[s2][j][j2]` likewise for the columns within the stack that becomes stack s2.
    - `row_line`: `row_line[r][r2]` is true if row r becomes row r2, numbered in the whole grid.
    - `column_line`: `column_line[c][c2]` is true if column c becomes column c2.
    - `digit`: `digit[d][d2]` is true if digit d is renamed to d2; entry 0 is empty.
    - `ways_round`: one variable for each orientation in which the first grid can be turned or
      reflected, true if this orientation is used. The list is empty if `quarter` determines the
      orientation.

    `blocks` joins the matrices `band`, `stack`, those in `row` and those in `column`. `count` is
    the number of all variables.
    """

    def __init__(self, first: Grid, candidates: TransformationCandidates) -> None:
        shape = first.shape
        self.count = 0
        orientations = candidates.orientations
        rows = _unite_images([orientation.rows for orientation in orientations])
        columns = _unite_images([orientation.columns for orientation in orientations])
        self.quarter = self._add_variable()
        bands, within_bands = _split_line_candidates(rows, shape.height)
        stacks, within_stacks = _split_line_candidates(columns, shape.width)
        self.band, self.stack = self._add_matrix(bands), self._add_matrix(stacks)
        self.row = list(map(self._add_matrix, within_bands))
        self.column = list(map(self._add_matrix, within_stacks))
        self.blocks = (self.band, self.stack, *self.row, *self.column)
        self.row_line = self._add_matrix(rows)
        self.column_line = self._add_matrix(columns)
        self.digit = self._add_matrix(candidates.digits)
        quarters = {orientation.quarter for orientation in orientations}
        several = orientations if len(orientations) > len(quarters) else ()
        self.ways_round = [self._add_variable() for _ in several]

    def yield_variable_descriptions(self) -> Iterator[tuple[int, str]]:
        """Yield each variable with its meaning in words, in which lines are numbered from 1."""
        yield self.quarter, "the first Sudoku is turned by a quarter clockwise"
        yield from _yield_variable_meanings(self.band, "band {} goes to {}")
        yield from _yield_variable_meanings(self.stack, "stack {} goes to {}")
        for b, matrix in enumerate(self.row, 1):
            yield from _yield_variable_meanings(
                matrix, f"row {{}} goes to {{}} within what becomes band {b}"
            )
        for s, matrix in enumerate(self.column, 1):
            yield from _yield_variable_meanings(
                matrix, f"column {{}} goes to {{}} within what becomes stack {s}"
            )
        yield from _yield_variable_meanings(self.row_line, "row {} goes to {}")
        yield from _yield_variable_meanings(self.column_line, "column {} goes to {}")
        yield from _yield_variable_meanings(self.digit, "digit {} becomes {}", first_number=0)
        for number, variable in enumerate(self.ways_round, 1):
            yield variable, f"the first Sudoku is turned or mirrored in way {number}"

    def join_row_and_column_matrices(self) -> Matrix:
        """Return one matrix of variables for all lines, rows and columns together: entry [p][q] is
        the variable that is true if line p becomes line q. The rows are numbered from 0 to N - 1,
        the columns from N on.
        """
        size = len(self.row_line)
        columns = [{size + c2: v for c2, v in images.items()} for images in self.column_line]
        return self.row_line + columns

    def _add_variable(self) -> int:
        """Add a new variable and return its number."""
        self.count += 1
        return self.count

    def _add_matrix(self, images: Iterable[Iterable[int]]) -> Matrix:
        """Add a variable for each pair of an index and one of its images, and return the matrix of
        these variables. `images` lists the possible images of each index.
        """
        return [{image: self._add_variable() for image in of_one} for of_one in images]


class RowPlacement(NamedTuple):
    """A row of the first grid together with a row of the second grid that it may become, in one
    orientation (with or without a quarter turn).

    - `quarter`: 1 if the first grid is turned by a quarter turn, otherwise 0.
    - `r`: the number of the row from 0, after this turn.
    - `cells`: the digits of the row, after this turn.
    - `r2`: the number of the row of the second grid, from 0.
    - `line`: the variable that is true if row r becomes row r2.
    - `columns`: for each column c, pairs (c2, variable). The variable is true if column c becomes
      column c2, so that cell c of the row is moved to the cell (r2, c2).
    - `guard`: literals that a clause about this row must also contain. They are false if this
      orientation is used; if another orientation is used, one of them is true, so that the clause
      has no effect.
    """

    quarter: int
    r: int
    cells: tuple[int, ...]
    r2: int
    line: int
    columns: list[list[tuple[int, int]]]
    guard: Clause

    def list_source_cells_before_turn(self) -> list[Cell]:
        """Return for each cell of this row of the second grid the cell (row, column) of the first
        grid from which it comes. If the transformation has a quarter turn, this is the cell before
        the turn.
        """
        last = len(self.cells) - 1
        if self.quarter:  # a quarter turn reads the old columns from below
            return [(last - c, self.r) for c in range(last + 1)]
        return [(self.r, c) for c in range(last + 1)]


class TransformationFormula(Formula):
    """The formula whose models are exactly the transformations that `candidates` allow: each line
    and digit can only become one of its candidates. If they allow no transformation, the formula
    has no model.
    """

    def __init__(self, first: Grid, candidates: TransformationCandidates) -> None:
        check_clause_count(estimate_clause_count(candidates))
        self.first, self.candidates = first, candidates
        self.unknowns = Unknowns(first, candidates)
        self.variables = self.unknowns.count

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield "bijections", yield_all_bijection_clauses(self.unknowns)
        yield "lines", yield_lines_follow_blocks_clauses(self.first, self.unknowns)
        yield "orientations", yield_allowed_line_clauses(self.unknowns, self.candidates)

    def yield_variable_descriptions(self) -> Iterator[tuple[int, str]]:
        return self.unknowns.yield_variable_descriptions()

    def yield_row_placements(self) -> Iterator[RowPlacement]:
        """Yield every row of the first grid with every row of the second grid that it may become,
        separately for each orientation (with or without a quarter turn): up to 2·N² placements.
        """
        for (quarter, row_images, column_images), guard in yield_orientations_with_guards(
            self.unknowns, self.candidates
        ):
            columns = _list_image_variable_pairs_per_line(self.unknowns.column_line, column_images)
            rows = _list_image_variable_pairs_per_line(self.unknowns.row_line, row_images)
            cells = turn_cells(self.first, quarter)
            for r, images in enumerate(rows):
                for r2, line in images:
                    yield RowPlacement(quarter, r, cells[r], r2, line, columns, guard)

    def transformation(self, model: Iterable[int]) -> Transformation:
        """Return the transformation that a model describes. `model` has the literals of the model,
        or at least the positive ones.
        """
        true = {literal for literal in model if literal > 0}
        unknowns = self.unknowns
        rows, columns = (
            _decode_index_list(one, true) for one in (unknowns.row_line, unknowns.column_line)
        )
        digits = [
            next((image for image, variable in images.items() if variable in true), d)
            for d, images in enumerate(unknowns.digit[1:], 1)
        ]
        quarter = int(unknowns.quarter in true)
        return Transformation.from_lines(self.first.shape, quarter, rows, columns, digits)


def estimate_clause_count(candidates: TransformationCandidates) -> int:
    """Return a rough upper bound for the number of clauses in a formula with these candidates. Only
    the clauses about cells and about bijections are counted.
    """
    cells = 0
    for _, rows, columns in candidates.orientations:
        cells += sum(map(len, rows)) * sum(map(len, columns))
    return cells + sum(
        len(of_one) ** 2 for matrix in candidates.digit_and_line_image_tables for of_one in matrix
    )


def yield_all_bijection_clauses(unknowns: Unknowns) -> Iterator[Clause]:
    """Yield the clauses by which every matrix of the transformation describes a bijection: a block,
    a line or a digit becomes exactly one other, and no two become the same. There are 2n + 2
    matrices of n×n variables and one matrix of N×N variables.
    """
    for matrix in (*unknowns.blocks, unknowns.digit):
        yield from yield_bijection_clauses(matrix)


def yield_bijection_clauses(matrix: Matrix) -> Iterator[Clause]:
    """Yield the clauses by which a matrix of variables describes a bijection: each index i becomes
    exactly one index j, and each j comes from exactly one i. These are m(m² - m + 2) clauses for an
    m×m matrix with m > 1.

    If i can become only j, and j can come only from i, a single clause is enough.
    """
    origins: dict[int, Clause] = {}
    written: set[int] = set()
    for images in matrix:
        if images:
            yield from yield_exactly_one_clauses(list(images.values()))
        if len(images) == 1:
            written.update(images.values())
        for image, variable in images.items():
            origins.setdefault(image, []).append(variable)
    for variables in origins.values():
        if len(variables) > 1 or variables[0] not in written:
            yield from yield_exactly_one_clauses(variables)


def yield_lines_follow_blocks_clauses(first_grid: Grid, unknowns: Unknowns) -> Iterator[Clause]:
    """Yield the clauses by which each line (a row or a column) moves with its block (a band or a
    stack): 4·N² + 2·N clauses. A line can become another line only if its block becomes the other
    line's block, and its position within the block becomes the other line's position. Every line
    becomes some line.

    `first_grid` is the first grid of the question; only its shape is used. No clause is needed for
    the reverse, that a block and a position within it determine the line: every line becomes some
    line, and the clauses leave only this one.
    """
    shape = first_grid.shape
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


def yield_line_bijection_clauses(unknowns: Unknowns) -> Iterator[Clause]:
    """Yield further clauses by which the matrices of the rows and of the columns describe
    bijections: a line becomes at most one line, and each line comes from exactly one line. These
    are 2·N³ - 2·N² + 2·N clauses. They follow from the clauses about blocks and lines, but a solver
    can draw conclusions from them before it has decided about the blocks.
    """
    for lines in (unknowns.row_line, unknowns.column_line):
        that_lines_become_lines = {tuple(images.values()) for images in lines}
        for clause in yield_bijection_clauses(lines):
            if tuple(clause) not in that_lines_become_lines:
                yield clause


def yield_orientations_with_guards(
    unknowns: Unknowns, candidates: TransformationCandidates
) -> Iterator[tuple[OrientationCandidates, Clause]]:
    """Yield pairs: an orientation (with or without a quarter turn), and literals to add to each
    clause that must hold only in this orientation. These literals are false if this orientation is
    used; if another orientation is used, one of them is true and satisfies the clause. The list of
    literals is empty if there is only one orientation.
    """
    orientations = candidates.orientations
    for orientation, way_round in zip_longest(orientations, unknowns.ways_round):
        is_chosen = way_round or _make_same_turn_literal(unknowns, orientation)
        yield orientation, [-is_chosen] if len(orientations) > 1 else []


def yield_allowed_line_clauses(
    unknowns: Unknowns, candidates: TransformationCandidates
) -> Iterator[Clause]:
    """Yield the clauses by which each row and column can become only the lines that the chosen
    orientation (with or without a quarter turn) allows. There are no such clauses if all lines are
    allowed, 1 clause if there is only one orientation, and 2 clauses that contradict each other if
    there is no orientation.
    """
    orientations = candidates.orientations
    if not orientations:
        yield [unknowns.quarter]
        yield [-unknowns.quarter]
    if len(orientations) == 1:
        yield [_make_same_turn_literal(unknowns, orientations[0])]
        return
    if unknowns.ways_round:
        yield from yield_exactly_one_clauses(unknowns.ways_round)
    lines = unknowns.row_line + unknowns.column_line
    for orientation, guard in yield_orientations_with_guards(unknowns, candidates):
        if unknowns.ways_round:
            yield [_make_same_turn_literal(unknowns, orientation), *guard]
        for images, allowed in zip(lines, orientation.rows + orientation.columns, strict=True):
            yield from ([-images[image], *guard] for image in images if image not in allowed)


def _make_same_turn_literal(unknowns: Unknowns, orientation: OrientationCandidates) -> int:
    """Return the literal that is true if the transformation and `orientation` both have a quarter
    turn, or both have none.
    """
    return unknowns.quarter if orientation.quarter else -unknowns.quarter


def _list_image_variable_pairs_per_line(
    matrix: Matrix, allowed_images: Images
) -> list[list[tuple[int, int]]]:
    """Return for each line the lines that it may become in one orientation, as pairs (number of the
    line, variable). The variable is true if the line becomes that line. `allowed_images` has the
    numbers of the lines, and `matrix` the variables.
    """
    return [
        [(image, images[image]) for image in of_one]
        for images, of_one in zip(matrix, allowed_images, strict=True)
    ]


def _unite_images(images: list[Images]) -> Images:
    """Return for each line all lines that it may become in any orientation. Each item of `images`
    lists the lines that each line may become in one orientation.
    """
    return tuple([tuple(sorted(set().union(*of_one))) for of_one in zip(*images, strict=True)])


def _split_line_candidates(
    images: Images, block_length: int
) -> tuple[list[list[int]], list[list[list[int]]]]:
    """Split the candidates of lines into candidates of blocks (bands or stacks) and candidates of
    positions within a block. `images[i]` contains the numbers of the lines that line i may become;
    a block has `block_length` lines. All numbers count from 0.

    Return two lists. Entry b of the first list contains the numbers of the blocks that block b may
    become. Entry b2 of the second list is about the block that becomes block b2: item i of this
    entry contains the positions that the line in position i of the block may get.
    """
    number = len(images) // block_length
    blocks: list[set[int]] = [set() for _ in range(number)]
    within: list[list[set[int]]] = [[set() for _ in range(block_length)] for _ in range(number)]
    for line, of_one in enumerate(images):
        for image in of_one:
            block, place = divmod(image, block_length)
            blocks[line // block_length].add(block)
            within[block][line % block_length].add(place)
    return list(map(sorted, blocks)), [list(map(sorted, places)) for places in within]


def _yield_variable_meanings(
    matrix: Matrix, sentence: str, first_number: int = 1
) -> Iterator[tuple[int, str]]:
    """Yield each variable of a matrix with its meaning in words: the text `sentence`, in which the
    numbers of both lines are filled in, counted from `first_number`.
    """
    for i, images in enumerate(matrix, first_number):
        for image, variable in images.items():
            yield variable, sentence.format(i, image + first_number)


def _decode_index_list(matrix: Matrix, true_variables: set[int]) -> list[int]:
    """Return the index list that a model describes: entry i is the old number, from 0, of the line
    that becomes line i. If the model does not determine this line, the entry is also 0.
    `true_variables` contains the true variables of the model.
    """
    sources = [0] * len(matrix)
    for line, images in enumerate(matrix):
        for image, variable in images.items():
            if variable in true_variables:
                sources[image] = line
    return sources
