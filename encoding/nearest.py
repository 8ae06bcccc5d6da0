"""How many clues can agree: the question, and for each clue whether it is given up.

The clauses about cells are those of the question, each freed where its clue is given up. So every
transformation has models, and those with the fewest clues given up give up just the clues that come
to lie on something else. That number is a distance between Sudokus up to symmetry.
"""

from collections.abc import Iterable, Iterator
from itertools import count

from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .candidates import all_candidates, turned
from .equivalence import Clause, Equivalence, bijections, lines_follow_their_blocks
from .totalizer import Totalizer


class Nearest:
    """The formula of transformations that bring clues of `first` onto equal clues of `second`.

    With `blanks`, blank cells that come to lie on blank cells agree too. With `at_least`, so many
    cells have to agree.
    """

    def __init__(
        self, first: Grid, second: Grid, blanks: bool = False, at_least: int | None = None
    ) -> None:
        self.first, self.second, self.at_least = first, second, at_least
        self._structure = Equivalence(first, second, all_candidates(first.shape))
        numbers = count(self._structure.variables + 1)
        self.given_up = {
            (r, c): next(numbers)
            for r, row in enumerate(first)
            for c, digit in enumerate(row)
            if digit or blanks
        }
        self.counter = Totalizer(list(self.given_up.values()), next(numbers))
        self.variables = self.counter.variables

    @property
    def total(self) -> int:
        """How many cells could agree at most: the clues, with blanks all cells."""
        return len(self.given_up)

    def at_most_given_up(self, bound: int) -> list[int]:
        """Return what to assume so that at most so many cells do not agree."""
        return self.counter.at_most(bound)

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names."""
        unknowns = self._structure.unknowns
        yield "bijections", bijections(unknowns)
        yield "lines", lines_follow_their_blocks(self.first, unknowns)
        if len(self._structure.candidates.orientations) == 1:
            yield "orientations", iter([[-unknowns.quarter]])
        yield "cells", self._cells_agree_or_are_given_up()
        yield "counter", self.counter.clauses()
        if self.at_least is not None:
            yield "limit", iter(self._limit(self.at_least))

    def clauses(self) -> Iterator[Clause]:
        """Yield all clauses."""
        for _, clauses in self.families():
            yield from clauses

    def legend(self) -> Iterator[tuple[int, str]]:
        """Yield what each variable says."""
        yield from self._structure.legend()
        for (r, c), variable in self.given_up.items():
            yield variable, f"row {r + 1}, column {c + 1} is given up"
        first_of_counter = self._structure.variables + self.total + 1
        for number, variable in enumerate(range(first_of_counter, self.variables + 1), 1):
            yield variable, f"counter {number}"

    def transformation(self, true: Iterable[int]) -> Transformation:
        """Return the transformation that a model says, written with the fewest steps."""
        return self._structure.transformation(true).simplest(self.first)

    def _limit(self, at_least: int) -> list[Clause]:
        bound = self.total - at_least
        if bound < 0:  # more than there are
            return [[1], [-1]]
        return [[literal] for literal in self.counter.at_most(bound)]

    def _cells_agree_or_are_given_up(self) -> Iterator[Clause]:
        """A cell that comes to lie on another one brings its digit, or is given up: 2·N²·clues."""
        unknowns, last = self._structure.unknowns, self.first.size - 1
        orientations = self._structure.candidates.orientations
        for quarter in (orientation.quarter for orientation in orientations):
            other = [-unknowns.quarter if quarter else unknowns.quarter]
            for r, row in enumerate(turned(self.first, quarter)):
                for c, digit in enumerate(row):
                    # A quarter turn reads the old columns from below: new (r, c) was (last - c, r).
                    given_up = self.given_up.get((last - c, r) if quarter else (r, c))
                    if given_up is None:
                        continue
                    column_images = unknowns.column_line[c].items()
                    for r2, row_line in unknowns.row_line[r].items():
                        for c2, column_line in column_images:
                            expected = self.second.rows[r2][c2]
                            if digit and expected:
                                brought = [unknowns.digit[digit][expected]]
                            elif digit or expected:
                                brought = []
                            else:
                                continue
                            yield [-row_line, -column_line, *brought, given_up, *other]
