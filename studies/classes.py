"""The classes of complete grids of one shape: how many there are, and how large each is.

A class is all copies of one grid. Grids in normal form are enumerated by SAT, and each is put into
its class. The result is checked: the normal grids counted in the classes, times their weight, must
be as many as the grids that the classes have by the orbit-stabiliser theorem.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ..answers.canonical import canonical_form
from ..answers.decide import decide
from ..answers.symmetries import symmetries
from ..base.errors import CheckError
from ..base.verdict import Verdict
from ..encoding.candidates import fingerprint
from ..encoding.completion import NormalGrids
from ..solvers.clock import Clock, Timeout
from ..solvers.protocol import models
from ..solvers.registry import oracle_for
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .study import Study, ended

_FEASIBLE = 100_000

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


class _CountedClass:
    """A class while grids are still counted: its least grid, and its normal grids so far."""

    def __init__(self, grid: Grid, clock: Clock) -> None:
        self.automorphisms = symmetries(grid, timeout=clock).order
        self.representative = canonical_form(grid, timeout=clock).form
        self.normal_grids = 1


class ClassStudy(Study):
    """The search for all classes of a shape, which keeps what it knows when it is interrupted.

    `is_complete` once all grids have been seen.

    >>> study = ClassStudy(BoxShape(2, 2))
    >>> study.run()
    >>> [(one.size, one.automorphisms) for one in study.classes()], study.seen
    ([(96, 32), (192, 16)], 288)
    """

    def __init__(self, shape: BoxShape | tuple[int, int]) -> None:
        self.shape = BoxShape.of(shape)
        self.is_complete = False
        self._normal = NormalGrids(self.shape)
        self._by_fingerprint: dict[int, list[_CountedClass]] = {}

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
        return ended(self.is_exhausted)

    @property
    def is_feasible(self) -> bool:
        """Whether there are few enough normal grids to look at all of them within minutes."""
        return self.published is not None and self.published // self._normal.weight <= _FEASIBLE

    @property
    def number(self) -> int:
        """How many classes have been found."""
        return sum(map(len, self._by_fingerprint.values()))

    @property
    def seen(self) -> int:
        """How many grids the normal ones seen stand for: each for as many as its weight."""
        return sum(found.normal_grids for found in self._all()) * self._normal.weight

    @property
    def covered(self) -> int:
        """How many grids there are in the classes found: no more than there are in all."""
        return sum(map(self._size, self._all()))

    def run(
        self,
        timeout: Timeout = None,
        progress: Callable[["ClassStudy"], None] = lambda _: None,
    ) -> None:
        """Study from the beginning; `progress` is told after every grid.

        Raises `DeadlinePassedError` when the time is up. What has been found is
        kept then, and after Ctrl-C.
        """
        self._by_fingerprint.clear()
        self.is_complete = False
        normal, clock = self._normal, Clock.of(timeout)
        with oracle_for(normal, clock) as oracle:
            for model in models(oracle, normal.unlike):
                self._see(normal.completed(model), clock)
                progress(self)
        self.is_complete = True
        if self.seen != self.covered or self.published not in (None, self.seen):
            raise CheckError(
                f"the grids do not add up: {self.seen} seen, {self.covered} in classes, "
                f"{self.published} published"
            )

    def classes(self) -> list[GridClass]:
        """Return the classes found, in the order of their representatives."""
        classes = (
            GridClass(found.representative, self._size(found), found.automorphisms)
            for found in self._all()
        )
        return sorted(classes, key=lambda one: one.representative.rows)

    def _all(self) -> list[_CountedClass]:
        return [found for alike in self._by_fingerprint.values() for found in alike]

    def _size(self, found: _CountedClass) -> int:
        return self.shape.transformations // found.automorphisms

    def _see(self, grid: Grid, clock: Clock) -> None:
        alike = self._by_fingerprint.setdefault(fingerprint(grid), [])
        for found in alike:
            if decide(found.representative, grid, fewest=False).verdict is Verdict.YES:
                found.normal_grids += 1
                return
        alike.append(_CountedClass(grid, clock))
