"""Reviewing: everything that an editor asks about submitted Sudokus, given a catalogue."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..answers.completion import Completed, completed_quickly
from ..answers.decide import decide
from ..answers.symmetries import symmetries
from ..base.errors import DeadlinePassedError
from ..collection.arrays import Cells
from ..collection.sorted_forms import are_copies, signatures
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from ..system.ordered import Jobs
from .entries import Known
from .finding import Finder, Finding, FindOptions
from .store import Catalogue


class ReviewOptions(NamedTuple):
    """What is asked of each Sudoku: `near` as for `FindOptions`, and `seconds` for the rest.

    The rest are solutions, symmetries, and which known Sudokus are part of it or hold it.
    """

    near: int = 2
    seconds: float | None = 2.0


@dataclass(frozen=True, slots=True)
class SameSolution:
    """A known Sudoku that is no copy, but whose solution is a copy of the new one's.

    `steps` lead from the known one's solution to the new one's.
    """

    known: Known
    steps: Transformation


@dataclass(frozen=True, slots=True)
class Review:
    """What is to be said of a submitted Sudoku.

    `finding`: known copies, near copies, and known parts of it or Sudokus that it is part of.
    `same_solution`: known ones that share its only solution.
    `symmetries`: how many there are, 1 for none but the identity; None where time ran out.
    `index`: how many submissions came before it; `earlier`: that of the first that it is a copy of.
    """

    index: int
    finding: Finding
    same_solution: tuple[SameSolution, ...] = ()
    symmetries: int | None = None
    earlier: int | None = None

    @property
    def completed(self) -> Completed:
        """Its solutions."""
        assert self.finding.completed is not None
        return self.finding.completed

    @property
    def word(self) -> str:
        """The verdict in a word, the gravest of all there is to say; `ready` if there is nothing.

        unsolvable, several (solutions), copy, repeated (in the submissions), similar, contained,
        same solution, undecided, ready.
        """
        return next((word for word, holds in self._judged() if holds), "ready")

    def _judged(self) -> Iterator[tuple[str, bool]]:
        finding, solved = self.finding, self.completed.word
        yield "unsolvable", solved == "none"
        yield "several", solved == "more"
        yield "copy", finding.class_id is not None
        yield "repeated", self.earlier is not None
        yield "similar", bool(finding.near)
        yield "contained", bool(finding.parts)
        yield "same solution", bool(self.same_solution)
        yield "undecided", solved != "one" or bool(finding.undecided) or self.symmetries is None


class Reviewer:
    """Reviews Sudokus, given a catalogue, whose puzzles it completes once."""

    def __init__(self, catalogue: Catalogue, wanted: ReviewOptions, jobs: Jobs = 1) -> None:
        self._wanted = wanted
        asked = FindOptions(None, True, wanted.near, within=True, seconds=wanted.seconds)
        self._finder = Finder(catalogue, asked, jobs)
        self._reviewed: dict[tuple[BoxShape, int], list[tuple[int, Grid]]] = defaultdict(list)
        self._count = 0

    def review(self, tasks: Iterator[tuple[Cells, BoxShape]]) -> Iterator[Iterator[Review]]:
        """Yield for each task, some Sudokus of a shape (N, size, size), the review of each."""
        for findings in self._finder.find(tasks):
            yield map(self._reviewed_one, findings)

    def _reviewed_one(self, finding: Finding) -> Review:
        grid, done, order = finding.grid, finding.completed, None
        assert done is not None  # parts were looked for
        try:
            found = symmetries(grid, timeout=self._wanted.seconds)
            order = found.order // found.renamings
        except DeadlinePassedError:
            pass  # None says so
        same = tuple(self._same_solution(finding, done)) if done.word == "one" else ()
        # A near copy that is a part is told as a near copy alone.
        near = {one.known.class_id for one in finding.near}
        parts = tuple(part for part in finding.parts if part.known.class_id not in near)
        index, self._count = self._count, self._count + 1
        finding = replace(finding, parts=parts)
        return Review(index, finding, same, order, self._earlier(index, grid))

    def _earlier(self, index: int, grid: Grid) -> int | None:
        """Return the first of the submissions so far that a Sudoku is a copy of; note this one."""
        others = self._reviewed[grid.shape, int(signatures([grid])[0])]
        found = next((place for place, other in others if are_copies(other, grid)), None)
        if found is None:
            others.append((index, grid))
        return found

    def _same_solution(self, finding: Finding, done: Completed) -> Iterator[SameSolution]:
        """Yield known Sudokus whose only solution is a copy of this one's."""
        (solution,), loaded = done.solutions, self._finder.load(finding.grid.shape)
        for place in self._finder.solutions(loaded).sharing(solution).tolist():
            class_id = int(loaded.ids[place])
            known = None if class_id == finding.class_id else self._finder.first(class_id)
            if known is None:
                continue
            theirs = completed_quickly(known.grid).solutions
            steps = decide(theirs[0], solution).transformation if theirs else None
            if steps is not None:
                yield SameSolution(known, steps)
