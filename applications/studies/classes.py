"""The classes of complete grids of one shape: how many there are, and how large each is.

A class is all copies of one grid. Grids in normal form are enumerated by SAT, and each is put into
its class. The result is checked: the normal grids counted in the classes, times their weight, must
be as many as the grids that the classes have by the orbit-stabiliser theorem.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import tee

from ...answers.among import find_first_copies
from ...answers.canonical import canonical_form
from ...answers.symmetries import symmetries
from ...base.errors import VerificationError
from ...base.verdict import Study, Verdict
from ...encoding.completion import NormalGrids
from ...solvers.clock import Clock, Timeout
from ...solvers.protocol import list_models
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
"""How many complete grids there are, with at most as many rows as columns a box.

Boxes of one row: Latin squares (OEIS A002860); others: Felgenhauer, Jarvis 2005 (3×3); Pettersen,
Russell 2006 (OEIS A291187).
"""


@dataclass(frozen=True, slots=True)
class GridClass:
    """A class: its least grid, how many grids it has, and how many symmetries each of them."""

    representative: Grid
    size: int
    automorphisms: int


class ClassStudy(Study):
    """The search for all classes of a shape, which keeps what it knows when it is interrupted.

    >>> study = ClassStudy(BoxShape(2, 2))
    >>> study.run()
    >>> [(one.size, one.automorphisms) for one in study.classes()], study.seen
    ([(96, 32), (192, 16)], 288)
    """

    def __init__(self, shape: BoxShape | tuple[int, int]) -> None:
        self.shape = BoxShape.of(shape)
        self.is_complete = False  # whether all grids have been seen
        self._normal = NormalGrids(self.shape)
        self._found: dict[int, GridClass] = {}
        self._normal_grids = Counter[int]()  # of each class, so far

    @property
    def published(self) -> int | None:
        """How many complete grids there are as published, None where that is not known here."""
        height, width = sorted(self.shape)
        return PUBLISHED.get(BoxShape(height, width))

    @property
    def is_exhausted(self) -> bool:
        """Whether all classes are known, because their grids are as many as are published."""
        return self.is_complete or self.covered == self.published

    @property
    def verdict(self) -> Verdict:
        """Yes once all classes are known."""
        return Verdict.of(self.is_exhausted or None)

    @property
    def is_feasible(self) -> bool:
        """Whether there are few enough normal grids to look at all of them within minutes."""
        return self.published is not None and self.published // self._normal.weight <= 100_000

    @property
    def number(self) -> int:
        """How many classes have been found."""
        return len(self._found)

    @property
    def seen(self) -> int:
        """How many grids the normal ones seen stand for: each for as many as its weight."""
        return self._normal_grids.total() * self._normal.weight

    @property
    def covered(self) -> int:
        """How many grids there are in the classes found: no more than there are in all."""
        return sum(one.size for one in self._found.values())

    def run(
        self, timeout: Timeout = None, progress: Callable[["ClassStudy"], None] = lambda _: None
    ) -> None:
        """Study from the beginning; `progress` is told after every grid.

        Raises `DeadlinePassedError`. What has been found is kept then, and after Ctrl-C.
        """
        self._found.clear()
        self._normal_grids.clear()
        self.is_complete = False
        normal, clock = self._normal, Clock.of(timeout)
        with make_oracle(normal, clock) as oracle:
            grids, same = tee(map(normal.decode_grid, list_models(oracle, normal.exclude_model)))
            for number, (first, grid) in enumerate(
                zip(find_first_copies(grids), same, strict=True)
            ):
                if first == number:
                    order = symmetries(grid, timeout=clock).order
                    form = canonical_form(grid, timeout=clock).form
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
        """Return the classes found, in the order of their representatives."""
        return sorted(self._found.values(), key=lambda one: one.representative.rows)
