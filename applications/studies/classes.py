"""Find all classes of complete grids of a shape, and the number of grids in each class.

A class is a grid and all its copies. A SAT solver enumerates the grids in normal form: the first
row is 1 2 3 …, and the rows and bands below it are sorted. For each of these grids, its class is
determined. The result is checked with two counts of all complete grids. The first count is the
number of grids in normal form, multiplied by the number of grids that have the same normal form.
The second count adds up the sizes of the classes, which follow from the numbers of their symmetries
by the orbit-stabiliser theorem. Both counts must be equal.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import tee

from ...answers.among import find_first_copies
from ...answers.canonical import canonical_form
from ...answers.symmetries import symmetries
from ...base.errors import VerificationError
from ...base.verdict import StoppableSearch, Verdict
from ...encoding.completion import NormalFormGridsFormula
from ...solvers.deadline import Deadline, Timeout
from ...solvers.protocol import yield_models
from ...solvers.registry import make_oracle
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape

PUBLISHED = {
    BoxShape(1, 1): 1,
    BoxShape(1, 2): 2,
    BoxShape(1, 3): 12,
    BoxShape(1, 4): 576,
    BoxShape(1, 5): 161_280,
    BoxShape(1, 6): 812_851_200,
    BoxShape(2, 2): 288,
    BoxShape(2, 3): 28_200_960,
    BoxShape(2, 4): 29_136_487_207_403_520,
    BoxShape(2, 5): 1_903_816_047_972_624_930_994_913_280_000,
    BoxShape(3, 3): 6_670_903_752_021_072_936_960,
}
"""The published number of complete grids for each shape of box. If the rows and columns of the box
are exchanged, the number does not change; so only shapes with at most as many rows as columns are
listed.

Grids with boxes of one row are Latin squares (OEIS A002860). The other numbers are from
Felgenhauer, Jarvis 2005 (3×3), and Pettersen, Russell 2006 (OEIS A291187).
"""


@dataclass(frozen=True, slots=True)
class GridClass:
    """A class of complete grids: one grid and all its copies.

    `representative` is the smallest grid of the class, when grids are compared row after row.
    `size` is the number of grids in the class. `automorphisms` is the number of transformations
    that lead from a grid of the class to itself; it is the same for all grids of the class.
    """

    representative: Grid
    size: int
    automorphisms: int


class ClassStudy(StoppableSearch):
    """The search for all classes of complete grids with boxes of a given shape. A class is a grid
    and all its copies. If the search is interrupted, the classes found so far are kept.

    >>> study = ClassStudy(BoxShape(2, 2))
    >>> study.run()
    >>> [(one.size, one.automorphisms) for one in study.classes()], study.seen
    ([(96, 32), (192, 16)], 288)
    """

    def __init__(self, shape: BoxShape | tuple[int, int]) -> None:
        self.shape = BoxShape.of(shape)
        self.is_complete = False  # whether all normal grids have been enumerated
        self._normal = NormalFormGridsFormula(self.shape)
        self._found: dict[int, GridClass] = {}
        self._normal_grids = Counter[int]()  # the number of normal grids in each class so far

    @property
    def published(self) -> int | None:
        """The published number of complete grids with this box shape; None if `PUBLISHED` does not
        have the shape.
        """
        height, width = sorted(self.shape)
        return PUBLISHED.get(BoxShape(height, width))

    @property
    def is_exhausted(self) -> bool:
        """Whether the search has found all classes of complete grids. This is certain if the solver
        has enumerated all grids in normal form, or if the classes found so far contain as many
        grids as are published for the box shape.
        """
        return self.is_complete or self.covered == self.published

    @property
    def verdict(self) -> Verdict:
        """The answer to the question whether the search has found all classes: yes or undecided."""
        return Verdict.of(self.is_exhausted or None)

    @property
    def is_feasible(self) -> bool:
        """Whether the search can find all classes within minutes, estimated from the published
        number of grids. False if no number is published.
        """
        return (
            self.published is not None
            and self.published // self._normal.grid_count_per_form <= 100_000
        )

    @property
    def number(self) -> int:
        """The number of classes of complete grids that the search has found so far."""
        return len(self._found)

    @property
    def seen(self) -> int:
        """The number of complete grids that the search has counted so far.

        The solver enumerates only grids in normal form; each of them is counted as many times as
        there are grids with this normal form. At the end of the search, `seen` and `covered` must
        be equal.
        """
        return self._normal_grids.total() * self._normal.grid_count_per_form

    @property
    def covered(self) -> int:
        """The total number of complete grids in the classes found so far: the sum of their sizes.

        It differs from `seen` until the search ends, because a class counts as a whole as soon as
        one of its grids is found.
        """
        return sum(one.size for one in self._found.values())

    def run(
        self, timeout: Timeout = None, progress: Callable[["ClassStudy"], None] = lambda _: None
    ) -> None:
        """Start the search again, and find all classes of complete Sudokus; a class is a Sudoku and
        all its copies. `progress` is called with this study after every enumerated grid. `timeout`
        is a number of seconds or a `Deadline`; None means no limit.

        Raises `DeadlinePassedError` if the time is not enough. In this case, and after Ctrl-C, the
        classes found so far are kept. Raises `VerificationError` if the two counts of all grids are
        not equal, or differ from the published number.
        """
        self._found.clear()
        self._normal_grids.clear()
        self.is_complete = False
        normal, deadline = self._normal, Deadline.from_timeout(timeout)
        with make_oracle(normal, deadline) as oracle:
            grids, same = tee(
                map(normal.decode_grid, yield_models(oracle, normal.make_excluding_clause))
            )
            for number, (first, grid) in enumerate(
                zip(find_first_copies(grids), same, strict=True)
            ):
                if first == number:
                    order = symmetries(grid, timeout=deadline).order
                    form = canonical_form(grid, timeout=deadline).form
                    size = self.shape.transformations // order
                    self._found[number] = GridClass(form, size, order)
                self._normal_grids[first] += 1
                progress(self)
        self.is_complete = True
        if self.seen != self.covered or self.published not in (None, self.seen):
            raise VerificationError(
                f"the grids do not add up: {self.seen} seen, {self.covered} in classes, "
                f"{self.published} published"
            )

    def classes(self) -> list[GridClass]:
        """Return the classes found so far, sorted by their representatives (smallest grids)."""
        return sorted(self._found.values(), key=lambda one: one.representative.rows)
