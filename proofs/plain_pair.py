"""The two Sudokus of a formula in the plain encoding, as text for a program that makes this formula
from the Sudokus, such as `verified/not-copies`. The text has a row of numbers on each line and an
empty line between the grids; 0 is a blank. If the formula uses symmetries of the second grid,
another empty line and a line for each symmetry follow: 1 if it has a quarter turn, otherwise 0;
then the images of all rows and columns after this turn, and of all digits, from 1.
"""

from collections.abc import Iterator, Sequence
from math import factorial, prod
from typing import NamedTuple

from ..encoding.candidates import PLAIN, make_unrefined_candidates
from ..encoding.clue_comparison import ClueInclusionFormula, MostAgreeingCellsFormula
from ..encoding.equivalence import EquivalenceFormula, UnknownSymmetriesFormula
from ..encoding.formula import Formula, FormulaWithCostCounter
from ..encoding.symmetry_breaking import (
    EquivalenceFormulaWithSymmetryBreaking,
    has_quarter_turn,
    list_images_after_turn,
)
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Permutation, identity_permutation


class PlainPair(NamedTuple):
    """Two Sudokus, and the question that a formula in the plain encoding asks about them.

    - By default, the question is whether the second Sudoku is a copy of the first.
    - If `is_part` is true, it is whether the first is a copy of the second with clues left out.
    - If `at_least` is a number, it is whether at least this number of clues can be made to agree.
    - If `symmetry_count` is a number, both Sudokus are the same. The question is whether the Sudoku
      has more than `symmetry_count` symmetries, the number that follows from `line_symmetries`.

    `line_symmetries` are the symmetries of the second Sudoku that the formula uses: entry p of each
    is the line that line p becomes; lines are numbered from 0, first the rows, then the columns.
    """

    first: Grid
    second: Grid
    is_part: bool = False
    line_symmetries: Sequence[Permutation] = ()
    at_least: int | None = None
    symmetry_count: int | None = None

    @property
    def accepting_line(self) -> str:
        """The line that `not-copies` prints if it accepts the proof that the answer is no."""
        if self.symmetry_count is not None:
            return f"s VERIFIED {self.symmetry_count} SYMMETRIES"
        if self.at_least is not None:
            return f"s VERIFIED FEWER THAN {self.at_least} CLUES AGREE"
        return "s VERIFIED NOT A PART" if self.is_part else "s VERIFIED NOT COPIES"

    @property
    def checker_arguments(self) -> list[str]:
        """The arguments of the program `not-copies` that state the question and the shape of the
        boxes.
        """
        asked = ["--part"] if self.is_part else []
        if self.at_least is not None:
            asked = ["--at-least", str(self.at_least)]
        if self.symmetry_count is not None:
            asked = ["--symmetries", str(self.symmetry_count)]
        return [*asked, "--box", str(self.first.shape)]

    @property
    def shortest_checker_arguments(self) -> list[str]:
        """The arguments of the program `not-copies` that state the question and, if it is not the
        usual shape for the size of the grid, the shape of the boxes.
        """
        shape = self.first.shape
        return self.checker_arguments[: -2 if shape == BoxShape.for_size(shape.size) else None]


def find_pair_of_plain_formula(formula: Formula) -> PlainPair | None:
    """Return the two Sudokus that a formula is about, with its question, if `not-copies` can check
    it: if `formula` is in the plain encoding, allows all kinds of moves, and asks one of the four
    questions that `PlainPair` describes. Return None otherwise.
    """
    if isinstance(formula, FormulaWithCostCounter):
        return _find_pair_of_counting_formula(formula)
    if type(formula) is UnknownSymmetriesFormula:
        return _find_pair_of_symmetries(formula)
    if type(formula) not in (
        ClueInclusionFormula,
        EquivalenceFormula,
        EquivalenceFormulaWithSymmetryBreaking,
    ):
        return None
    assert isinstance(formula, ClueInclusionFormula | EquivalenceFormula)
    is_part = isinstance(formula, ClueInclusionFormula)
    if isinstance(formula, EquivalenceFormula) and (formula.form, formula.line_maps) != PLAIN[1:]:
        return None
    if formula.candidates != make_unrefined_candidates(formula.first.shape):
        return None
    symmetries = (
        formula.line_symmetries
        if isinstance(formula, EquivalenceFormulaWithSymmetryBreaking)
        else ()
    )
    return PlainPair(formula.first, formula.second, is_part, symmetries)


def _find_pair_of_counting_formula(formula: FormulaWithCostCounter) -> PlainPair | None:
    """Return two Sudokus if `formula` asks whether at least a number of clues can be made to agree,
    by all kinds of moves and without counting blank cells. Return None otherwise.
    """
    cells, limit = formula.formula, formula.limit
    if type(cells) is not MostAgreeingCellsFormula or limit is None or not formula.stops_at_limit:
        return None
    if cells.blanks or cells.candidates != make_unrefined_candidates(cells.first.shape):
        return None
    return PlainPair(cells.first, cells.second, at_least=cells.compared_cell_count - limit)


def _find_pair_of_symmetries(formula: UnknownSymmetriesFormula) -> PlainPair | None:
    """Return a pair that consists of the same Sudoku twice, with the symmetries that the formula
    lists. Return None if the formula does not exclude exactly the symmetries that follow from the
    listed symmetries, or if the Sudoku has a single cell.
    """
    grid, listed = formula.first, formula.line_symmetries
    upright = [one for one in listed if not has_quarter_turn(one)]
    lines = range(2 * grid.size)
    orbits = [
        {p, *(one[p] for one in upright if one[:p] == identity_permutation(p))} for p in lines
    ]
    if grid.size == 1 or list(map(set, formula.known_orbits)) != orbits:
        return None
    if formula.knows_turn != (len(upright) < len(listed)):
        return None
    count = prod(map(len, orbits)) * factorial(grid.size - len(grid.digits))
    count *= 2 if formula.knows_turn else 1
    return PlainPair(grid, grid, line_symmetries=listed, symmetry_count=count)


def yield_pair_text(pair: PlainPair) -> Iterator[str]:
    """Yield the lines of the text file that describes the two Sudokus and the symmetries of `pair`,
    each with its line end.
    """
    symmetries = [_list_numbers_of_symmetry(pair.second, one) for one in pair.line_symmetries]
    end = [(), *symmetries] if symmetries else []
    for row in (*pair.first.rows, (), *pair.second.rows, *end):
        yield " ".join(map(str, row)) + "\n"


def _list_numbers_of_symmetry(grid: Grid, line_images: Permutation) -> tuple[int, ...]:
    """Return the numbers on the line of a file that describes a symmetry of `grid`: 1 if the
    symmetry has a quarter turn, otherwise 0; then the images of all rows and columns, and of all
    digits, from 1. Digits that are not in the grid get the unused names in ascending order.
    `line_images` has, for each line, the line that it becomes.
    """
    size, last = grid.size, grid.size - 1
    is_turned, images = has_quarter_turn(line_images), list_images_after_turn(line_images)
    names = {0: 0}
    for r in range(size):
        for c in range(size):
            digit = grid[last - c, r] if is_turned else grid[r, c]
            names[digit] = grid[images[r], images[size + c] - size]
    unused = iter(sorted(set(range(1, size + 1)).difference(names.values())))
    digits = [names[d] if d in names else next(unused, 0) for d in range(1, size + 1)]
    columns = [image - size for image in images[size:]]
    return (int(is_turned), *(image + 1 for image in (*images[:size], *columns)), *digits)
