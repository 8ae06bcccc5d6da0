"""The candidates: which rows, columns and digits of the second grid each row, column and digit of
the first grid may become. The plain encoding allows all of them; colour refinement rules many out.

Colour refinement gives each row, column and digit of a grid a colour that no transformation
changes. At first all rows and columns have one colour, and all digits that occur have one colour.
In each round, the new colour of a line (a row or a column) is computed from its old colour, from
the pairs (colour of the crossing line, colour of the digit) of its cells, and from the colours in
its band or stack. The new colour of a digit is computed from the unordered pairs (row colour,
column colour) of the cells that contain it. The rounds end when no colour splits any more. Rows and
columns are treated alike, so that one colouring serves both orientations. (This is 1-dimensional
Weisfeiler-Leman refinement for graphs; McKay 1981.)

A complete grid has no pattern of blank cells, so that all its lines would keep one colour. For such
grids the rounds start from cycle types: if two lines contain every digit once, the permutation of
digits that takes the first line to the second has cycle lengths that depend neither on the names of
the digits nor on the order of the columns. Lines of the same block are compared first, and lines of
different blocks only if that was not enough.

Colours are sums and hashes of integers instead of sorted tuples. Two different lines could by
chance get the same colour; this costs some more clauses, and never gives a wrong answer.

This refinement is for one grid, and also finds the reasons of `answers/reason_search.py`.
`answers/bulk/colour_refinement.py` is the twin of the kernel for arrays of grids; for one pair it
takes twice as long, and importing numpy makes the whole command half as slow again.
`answers/reason_check.py` refines to check reasons, and shares nothing with the others.
`tests/answers/test_refinements.py` compares all of them.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, combinations, product
from typing import NamedTuple

from ..base.errors import ArgumentError
from ..base.messages import Message
from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves, list_allowed_orientations
from ..sudoku.grid import Cells, Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Step, Transformation, carry_out_step, invert_permutation

Images = tuple[tuple[int, ...], ...]
"""For each line, the lines that it may become, numbered from 0. For digits, entry d lists the new
names that digit d may get, and entry 0 is empty.
"""


class OrientationCandidates(NamedTuple):
    """The candidates for the lines in one orientation. An orientation is a way to turn the first
    grid before its lines are reordered.

    - `quarter`: the number of quarter turns clockwise, 0 or 1.
    - `rows`: for each row of the first grid after this turn, the rows of the second grid that it
      may become. All numbers of lines count from 0.
    - `columns`: the same for the columns.

    Half turns and reflections need no orientations of their own, because they are also reorderings
    of lines. If only some kinds of moves are allowed, there may be several orientations with the
    same `quarter`, for example one in which each row may stay, and one in which the order of all
    rows is reversed.
    """

    quarter: int
    rows: Images
    columns: Images


class TransformationCandidates(NamedTuple):
    """The candidates of a question about two grids: the lines and digits of the second grid that
    each line and digit of the first grid may become.

    - `orientations`: the candidates for the lines, separately for each orientation (with or without
      a quarter turn). If it is empty, the second grid is not a copy of the first.
    - `digits`: entry d lists the new names that digit d may get; entry 0 is empty.
    """

    orientations: tuple[OrientationCandidates, ...]
    digits: Images

    @property
    def digit_and_line_image_tables(self) -> list[Images]:
        """The candidates as a list of tables: the table of the digits, then for each orientation
        (with or without a quarter turn) the table of the rows and the table of the columns. Entry i
        of a table lists the numbers that digit i, row i or column i may become.
        """
        lines = [images for one in self.orientations for images in (one.rows, one.columns)]
        return [self.digits, *lines]

    def list_determined_transformations_or_none(self, first: Grid) -> list[Transformation] | None:
        """Return all transformations that the candidates allow if each line and digit has at most
        one candidate: at most one transformation with a quarter turn, and one without. Return None
        if some line or digit has several candidates, because then there may be many
        transformations. The list is empty if no orientation is left, that is, if the second grid is
        not a copy of the first.

        The grid `first` must be the first grid of the question. Each transformation is written with
        the fewest steps for this grid.
        """
        if any(len(images) > 1 for matrix in self.digit_and_line_image_tables for images in matrix):
            return None
        digits = [image for (image,) in self.digits[1:]]
        found = []
        for quarter, *lines in self.orientations:
            rows, columns = (invert_permutation([image for (image,) in images]) for images in lines)
            way = Transformation.from_lines(first.shape, quarter, rows, columns, digits)
            found.append(way.simplest(first))
        return found


def make_unrefined_candidates(
    shape: BoxShape, allowed_moves: AllowedMoves = EVERYTHING
) -> TransformationCandidates:
    """Return, for each line, every line that it may become by the allowed kinds of moves, and for
    each digit, every new name that it may get. No candidate is ruled out by colour refinement.
    `allowed_moves` are the allowed kinds of moves, such as turns or renamings.
    """
    digits = tuple(range(1, shape.size + 1))
    images = (
        (digits,) * shape.size if "digits" in allowed_moves else tuple((digit,) for digit in digits)
    )
    orientations = (
        OrientationCandidates(*way_round)
        for way_round in list_allowed_orientations(allowed_moves, shape)
    )
    return TransformationCandidates(tuple(orientations), ((), *images))


class CellClauseForm(NamedTuple):
    """A way to write the clauses which require that each cell of the first grid equals the cell of
    the second grid onto which it is moved. There are several such ways, which are equivalent.
    `location` is the place of the function that yields these clauses for an `EquivalenceFormula`,
    written as `module:attribute`. `meaning` describes the clauses in words.
    """

    location: str
    meaning: Message


CELLS = "rows-columns"
"""The name of the default way to write the clauses about cells."""

CELL_FORMS = {
    CELLS: CellClauseForm(
        "encoding.equivalence:yield_cell_agreement_clauses",
        Message("rows and columns imply digits"),
    ),
    "rows-digits": CellClauseForm(
        "encoding.rows_digits:yield_row_and_digit_imply_column_clauses",
        Message("rows and digits imply columns"),
    ),
    "both": CellClauseForm(
        "encoding.rows_digits:yield_cell_agreement_clauses_by_column_and_digit",
        Message("rows and columns imply digits, rows and digits columns"),
    ),
}
"""The ways to write the clauses which require that the cells of two grids agree, by the names that
the option `--cells` takes.

Each form alone expresses that the cells agree. If a formula contains both forms, a solver needs the
fewest conflicts to show that the grids are not copies, but writing the formula takes the most time.
To add a form, add an entry here and a file with its generator.
"""


LINE_MAPS = "plain"
"""The name of the default way to write the clauses about lines (rows and columns)."""

LINE_MAP_FORMS = {
    LINE_MAPS: Message("a line moves with its block"),
    "bijection": Message("also, no two lines become the same line, and each line comes from one"),
}
"""The ways to write the clauses about lines, with their meanings, by the names that the option
`--line-maps` takes. The further clauses of `bijection` follow from the others; with them a solver
needs fewer conflicts for some pairs of grids, and more conflicts for other pairs.
"""


class Encoding(NamedTuple):
    """The choices for writing a question as a formula; they change the size of the formula, never
    the answer. If `refined` is true, colour refinement first rules out lines and digits that cannot
    match, and these pairs get no variables. `cells` names the way to write the clauses about cells;
    it is a key of `CELL_FORMS`. `line_maps` names the way to write the clauses about rows and
    columns; it is a key of `LINE_MAP_FORMS`.
    """

    refined: bool = False
    cells: str = CELLS
    line_maps: str = LINE_MAPS

    def check(self) -> None:
        """Raise `ArgumentError` if `cells` is not a key of `CELL_FORMS`, the dictionary of all ways
        to write the clauses about cells, or `line_maps` not a key of `LINE_MAP_FORMS`, the
        dictionary of all ways to write the clauses about rows and columns.
        """
        if self.cells not in CELL_FORMS:
            raise ArgumentError(
                "expected cells as {forms}, found '{found}'",
                forms=", ".join(CELL_FORMS),
                found=self.cells,
            )
        if self.line_maps not in LINE_MAP_FORMS:
            raise ArgumentError(
                "expected line maps as {forms}, found '{found}'",
                forms=", ".join(LINE_MAP_FORMS),
                found=self.line_maps,
            )

    def candidates(
        self, first: Grid, second: Grid, parts: AllowedMoves = EVERYTHING
    ) -> TransformationCandidates:
        """Return the candidates: for each line and digit of the first grid, the lines and digits of
        the second grid that it may become. `parts` are the allowed kinds of moves, such as turns or
        renamings; by default all kinds are allowed.
        """
        if not self.refined:
            return make_unrefined_candidates(first.shape, parts)
        found = find_candidates_of_equal_colour(first, second)
        return (
            found
            if parts.allows_everything
            else _intersect_candidates(found, make_unrefined_candidates(first.shape, parts))
        )


PLAIN = Encoding()
"""The encoding without colour refinement. It rules out no line or digit, so that every clause
follows directly from the question.
"""

REFINED = Encoding(refined=True)
"""The encoding with colour refinement: lines and digits that cannot match are left out of the
formula.
"""


def turn_cells(grid: Grid, quarter_turns: int) -> Cells:
    """Return the cells of a grid after `quarter_turns` quarter turns clockwise."""
    return (
        carry_out_step(Step("rotation", 0, (quarter_turns,)), grid).rows
        if quarter_turns
        else grid.rows
    )


# Colour refinement

_MASK = (1 << 60) - 1
"""The bits of a colour: 60, two digits of Python's integers. With more bits, the product of two
colours would be slow to compute; with far fewer bits, different colours could become equal by
chance.
"""

_LINE, _DIGIT, _CYCLE = 689_287_499, 824_633_831, 402_653_189
"""Starting values for hashes; other odd numbers of this size would do as well."""


def find_candidates_of_equal_colour(first: Grid, second: Grid) -> TransformationCandidates:
    """Return the candidates for each line and digit of the first grid: the lines and digits of the
    second grid that have the same colour. Colour refinement gives each line and digit a colour that
    no transformation changes, so a line or digit can only become one of its candidates.

    If the colours show that the second grid is not a copy of the first, the result has no
    orientation. Each digit that does not occur in the first grid gets a single candidate, because
    the choice between unused digits does not matter.
    """
    one, two = Colouring(first), Colouring(second)
    quarters = [quarter for quarter in (0, 1) if quarter in first.shape.rotations]
    for _ in refine_colourings_and_yield_after_rounds(one, two):
        quarters = [quarter for quarter in quarters if _have_equal_colours(one, two, quarter)]
        if not quarters:
            return TransformationCandidates((), ((),))
        if one.is_discrete:
            break
    orientations = tuple(_make_orientation_candidates(one, two, quarter) for quarter in quarters)
    return TransformationCandidates(orientations, _match_digits_by_colour(one, two))


def _intersect_candidates(
    refined: TransformationCandidates, allowed: TransformationCandidates
) -> TransformationCandidates:
    """Return the candidates that are in both `refined` and `allowed`. An orientation (with or
    without a quarter turn) is dropped in two cases: if a line or digit of the first grid is left
    without a candidate, or if a line or digit of the second grid is no longer a candidate of any
    line or digit of the first grid.
    """
    if not refined.orientations:
        return refined

    def intersect_images(first: Images, second: Images) -> Images:
        """Return for each line (or digit) the candidates that are in both tables, in ascending
        order.
        """
        return tuple(
            [tuple(sorted({*one} & {*two})) for one, two in zip(first, second, strict=True)]
        )

    pairs = product(refined.orientations, allowed.orientations)
    orientations = [
        OrientationCandidates(
            one.quarter,
            intersect_images(one.rows, two.rows),
            intersect_images(one.columns, two.columns),
        )
        for one, two in pairs
        if one.quarter == two.quarter
    ]
    digits = intersect_images(refined.digits, allowed.digits)

    def is_total_and_onto(images: Images) -> bool:
        """Return whether every line (or digit) of the first grid has a candidate, and every line
        (or digit) of the second grid is a candidate. `images` is the table of candidates: entry i
        lists the lines (or digits) of the second grid that line (or digit) i of the first grid may
        become.
        """
        return all(images) and len({*chain(*images)}) == len(images)

    left = [one for one in orientations if all(map(is_total_and_onto, (*one[1:], digits[1:])))]
    return TransformationCandidates(tuple(left), digits if left else ((),))


def compute_fingerprint(grid: Grid) -> int:
    """Return a number that all copies of a grid share. Grids that are not copies have different
    numbers, with very rare exceptions, so grids with different numbers need no further comparison.

    The number of the same grid may differ between versions of Python.
    """
    colouring = Colouring(grid)
    for _ in refine_colourings_and_yield_after_rounds(colouring):
        if colouring.is_discrete:
            break
    lines = [tuple(sorted(lines)) for lines in (colouring.row_colours, colouring.column_colours)]
    if 1 in grid.shape.rotations:
        lines.sort()
    return hash((grid.shape, *lines, tuple(sorted(colouring.digits))))


class Colouring:
    """The colours that colour refinement gives to the rows, columns and digits of one grid. `lines`
    has the colours of the rows, then those of the columns; `digits[d]` has the colour of digit d,
    and `used` has the digits that occur. The colours change in every round of
    `refine_colourings_and_yield_after_rounds`.
    """

    def __init__(self, grid: Grid) -> None:
        size = grid.size
        self.grid, self.shape = grid, grid.shape
        self.clues = [
            (r, c, digit)
            for r, row in enumerate(grid.rows)
            for c, digit in enumerate(row, size)
            if digit
        ]
        self.used = sorted(grid.digits)
        self.lines = [_LINE] * (2 * size)
        self.digits = [0] * (size + 1)
        for digit in self.used:
            self.digits[digit] = _DIGIT
        self.colour_count = 0

    @property
    def row_colours(self) -> list[int]:
        """The colours that colour refinement gives to the rows: entry r is the colour of row r,
        from 0.
        """
        return self.lines[: self.shape.size]

    @property
    def column_colours(self) -> list[int]:
        """The colours that colour refinement gives to the columns: entry c is the colour of column
        c, from 0.
        """
        return self.lines[self.shape.size :]

    @property
    def is_discrete(self) -> bool:
        """Whether all colours are different: no two rows, no two columns and no two digits that
        occur share a colour.
        """
        return self.colour_count == len(self.lines) + len(self.used)

    def try_refine_once(self) -> bool:
        """Carry out one round of colour refinement. Return whether the grid has more colours than
        before, so that another round may help.
        """
        lines, digits = self.lines, self.digits
        # Python's hash of a tuple is nearly linear in each number: h(a + b) + h(c + d) is often
        # h(a + d) + h(c + b). Squares prevent that two blocks with such lines get equal colours.
        seen_by_line, seen_by_digit = [0] * len(lines), [0] * len(digits)
        for r, c, d in self.clues:
            row, column, digit = lines[r], lines[c], digits[d]
            seen_by_line[r] += column * digit
            seen_by_line[c] += row * digit
            seen_by_digit[d] += row * column
        lines = [
            hash((colour, seen**2)) & _MASK
            for colour, seen in zip(lines, seen_by_line, strict=True)
        ]
        self.lines = []
        for block in _yield_line_slices_of_bands_and_stacks(self.shape):
            in_block = lines[block]
            total = sum(in_block)
            self.lines += [hash((colour, total)) & _MASK for colour in in_block]
        for d in self.used:
            digits[d] = hash((digits[d], seen_by_digit[d] ** 2)) & _MASK
        before, size = self.colour_count, self.shape.size
        self.colour_count = (
            len(set(self.lines[:size])) + len(set(self.lines[size:])) + len(set(digits)) - 1
        )
        return self.colour_count > before


def refine_colourings_and_yield_after_rounds(*colourings: Colouring) -> Iterator[None]:
    """Refine the colours of all given grids in rounds, and yield None after each round, so that the
    caller can compare the colours of the grids. The objects in `colourings` are changed.

    There are three stages. Before the second stage, the colour of each line is extended by a number
    that comes from a comparison with the other lines of its band or stack. Before the third stage,
    it is extended by a number that comes from a comparison with the lines of other bands or stacks.
    No transformation changes these numbers. A stage ends when a round does not increase the number
    of colours of the first grid.
    """
    for stage in REFINEMENT_STAGES:
        for one in colourings:
            known = zip(one.lines, stage(one.grid), strict=True)
            one.lines = [hash(both) & _MASK for both in known]
        finer = True
        while finer:
            finer, *_ = [one.try_refine_once() for one in colourings]
            yield


def _yield_line_slices_of_bands_and_stacks(shape: BoxShape) -> Iterator[slice]:
    """Yield for each band the slice of its rows, then for each stack the slice of its columns.
    Columns are numbered after the rows, from N on.
    """
    size = shape.size
    for start in range(0, size, shape.height):
        yield slice(start, start + shape.height)
    for start in range(size, 2 * size, shape.width):
        yield slice(start, start + shape.width)


def _have_equal_colours(
    first_colouring: Colouring, second_colouring: Colouring, first_quarter_turns: int
) -> bool:
    """Return whether the rows, the columns and the digits of two grids have the same colours, each
    colour equally often. If `first_quarter_turns` is 1, the first grid is compared after a quarter
    turn, so that its columns are compared with the rows of the second grid.
    """
    rows, columns = (
        (first_colouring.column_colours, first_colouring.row_colours)
        if first_quarter_turns
        else (first_colouring.row_colours, first_colouring.column_colours)
    )
    both = (
        (rows, second_colouring.row_colours),
        (columns, second_colouring.column_colours),
        (first_colouring.digits, second_colouring.digits),
    )
    return all(
        sorted(first_colouring) == sorted(second_colouring)
        for first_colouring, second_colouring in both
    )


def _make_orientation_candidates(
    first_colouring: Colouring, second_colouring: Colouring, quarter: int
) -> OrientationCandidates:
    """Return the candidates of the lines in one orientation: with a quarter turn of the first grid
    if `quarter` is 1, without a turn if it is 0. Each line of the first grid may become every line
    of the second grid that has the same colour (a number from colour refinement that no
    transformation changes).
    """
    # After a quarter turn clockwise, the new columns are the old rows from the last to the first.
    rows, columns = (
        (first_colouring.column_colours, first_colouring.row_colours[::-1])
        if quarter
        else (first_colouring.row_colours, first_colouring.column_colours)
    )
    return OrientationCandidates(
        quarter,
        _list_images_of_equal_colour_per_line(rows, second_colouring.row_colours),
        _list_images_of_equal_colour_per_line(columns, second_colouring.column_colours),
    )


def _list_images_of_equal_colour_per_line(colours: list[int], image_colours: list[int]) -> Images:
    """Return for each line of one grid the numbers of the lines of another grid with the same
    colour (a number from colour refinement that no transformation changes). `colours` are the
    colours of the lines of the first grid, and `image_colours` those of the second.
    """
    places: dict[int, list[int]] = {}
    for i, colour in enumerate(image_colours):
        places.setdefault(colour, []).append(i)
    tuples = {colour: tuple(where) for colour, where in places.items()}
    return tuple([tuples[colour] for colour in colours])


def _match_digits_by_colour(first: Colouring, second: Colouring) -> Images:
    """Return for each digit of the first grid the digits of the second grid with the same colour (a
    number from colour refinement that no transformation changes). A digit that does not occur in
    the first grid gets one digit that does not occur in the second. Entry 0 of the result is empty.
    """
    places: dict[int, list[int]] = {}
    for d in second.used:
        places.setdefault(second.digits[d], []).append(d)
    images = [tuple(places.get(colour, ())) for colour in first.digits]
    size = first.shape.size
    unused = (d for d in range(1, size + 1) if d not in second.used)
    for d in range(1, size + 1):
        if not images[d]:
            images[d] = (next(unused),)
    return tuple(images)


# Cycle types


def _sum_cycle_types_of_each_line(grid: Grid, between_blocks: bool) -> list[int]:
    """Return for each line a number that no transformation changes: first for the rows, then for
    the columns. Only lines that contain every digit once are compared with each other; the numbers
    of all other lines have no meaning.

    Two lines that contain every digit once define a permutation, which takes each digit of the
    first line to the digit at the same place in the second line. The number of a line is computed
    from the cycle lengths of its permutations to other lines: to the other lines of its block (its
    band or stack) or, if `between_blocks` is true, to the lines of all other bands or all other
    stacks.
    """
    types = [0] * (2 * grid.size)
    every = frozenset(range(1, grid.size + 1))
    lines = enumerate((*grid.rows, *zip(*grid.rows, strict=True)))
    complete = {number: line for number, line in lines if every.issubset(line)}
    blocks = [
        range(block.start, block.stop)
        for block in _yield_line_slices_of_bands_and_stacks(grid.shape)
    ]
    sides = blocks[: grid.shape.bands], blocks[grid.shape.bands :]
    pairs = chain.from_iterable(combinations(side, 2) for side in sides)
    for one, other in pairs if between_blocks else zip(blocks, blocks, strict=True):
        seen = dict.fromkeys((*one, *other), 0)
        for i, j in product(one, other):
            if i < j and i in complete and j in complete:
                lengths = sorted(yield_cycle_lengths(complete[i], complete[j]))
                kind = hash((_CYCLE, *lengths)) & _MASK
                seen[i] += kind
                seen[j] += kind
        for line, total in seen.items():
            types[line] += hash((total, between_blocks)) & _MASK
    return types


def yield_cycle_lengths(first_line: tuple[int, ...], second_line: tuple[int, ...]) -> Iterator[int]:
    """Yield the cycle lengths of the permutation that takes each digit of `first_line` to the digit
    at the same index of `second_line`. Both lines must contain the same digits, each once.
    """
    images = dict(zip(first_line, second_line, strict=True))
    while images:
        start, image = images.popitem()
        length = 1
        while image != start:
            image = images.pop(image)
            length += 1
        yield length


REFINEMENT_STAGES: tuple[Callable[[Grid], list[int]], ...] = (
    lambda grid: [0] * (2 * grid.size),
    partial(_sum_cycle_types_of_each_line, between_blocks=False),
    partial(_sum_cycle_types_of_each_line, between_blocks=True),
)
"""The stages of colour refinement. Each function returns a number for each line, which is added to
the line's colour before the rounds of its stage. The slowest function is the last, because it is
often not needed.
"""
