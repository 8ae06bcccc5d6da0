"""Reviewing: everything that an editor asks about submitted Sudokus, given a catalogue.

Two puzzles with one solution each, of which one is part of the other, have the same solution. So
the solutions of the known puzzles say which few of them a solver has to compare with a new one.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..answers.completer import completed_quickly
from ..answers.completion import Completed, completed
from ..answers.decide import decide
from ..answers.symmetries import symmetries
from ..base.errors import DeadlinePassedError
from ..base.verdict import Verdict
from ..collection.arrays import Cells, as_array, unpacked
from ..collection.solutions import solutions
from ..collection.sorted_forms import are_copies, signatures
from ..solvers.clock import Clock
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from ..system.ordered import Jobs
from .finding import Finder, Finding, FindOptions, KnownPart, known_part
from .profiles import Profiles, profiles
from .store import Catalogue, Known


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
    `completed`: its solutions. `same_solution`: known ones that share its only solution.
    `symmetries`: how many there are, 1 for none but the identity; None where time ran out.
    `index`: how many submissions came before it; `earlier`: that of the first that it is a copy of.
    """

    index: int
    finding: Finding
    completed: Completed
    same_solution: tuple[SameSolution, ...] = ()
    symmetries: int | None = None
    earlier: int | None = None

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


class _Solved(NamedTuple):
    """The classes of a shape: `ids`, `forms` packed, and their profiles; their solutions too.

    `numbers`, (N,), is how many solutions each has, 2 for more; `by_signature` the places of those
    with one by its signature.
    """

    ids: NDArray[np.int64]
    forms: Cells
    profiles: Profiles
    solutions: Cells
    numbers: NDArray[np.uint8]
    by_signature: dict[int, list[int]]


class Reviewer:
    """Reviews Sudokus, given a catalogue, whose puzzles it completes once."""

    def __init__(self, catalogue: Catalogue, wanted: ReviewOptions, jobs: Jobs = 1) -> None:
        self.catalogue, self.wanted, self.jobs = catalogue, wanted, jobs
        self._finder = Finder(catalogue, FindOptions(None, steps=True, near=wanted.near), jobs)
        self._solved: dict[BoxShape, _Solved] = {}
        self._reviewed: dict[tuple[BoxShape, int], list[tuple[int, Grid]]] = defaultdict(list)
        self._count = 0

    def review(self, tasks: Iterator[tuple[Cells, BoxShape]]) -> Iterator[Iterator[Review]]:
        """Yield for each task, some Sudokus of a shape (N, size, size), the review of each."""
        for findings in self._finder.find(tasks):
            yield map(self._reviewed_one, findings)

    def _reviewed_one(self, finding: Finding) -> Review:
        grid, clock = finding.grid, Clock(self.wanted.seconds)
        done = completed(grid, timeout=clock) if self.wanted.seconds else completed_quickly(grid)
        order = None
        try:
            found = symmetries(grid, timeout=clock.anew())
            order = found.order // found.renamings
        except DeadlinePassedError:
            pass  # None says so
        same = tuple(self._same_solution(finding, done)) if done.word == "one" else ()
        finding = self._with_parts(finding, done, same, clock)
        index, self._count = self._count, self._count + 1
        return Review(index, finding, done, same, order, self._earlier(index, grid))

    def _earlier(self, index: int, grid: Grid) -> int | None:
        """Return the first of the submissions so far that a Sudoku is a copy of; note this one."""
        others = self._reviewed[grid.shape, int(signatures([grid])[0])]
        found = next((place for place, other in others if are_copies(other, grid)), None)
        if found is None:
            others.append((index, grid))
        return found

    def _same_solution(self, finding: Finding, done: Completed) -> Iterator[SameSolution]:
        """Yield known Sudokus whose only solution is a copy of this one's."""
        solution, shape = done.solutions[0], finding.grid.shape
        known = self._load(shape)
        signature = int(signatures([solution])[0])
        for place in known.by_signature.get(signature, ()):
            if known.ids[place] == finding.class_id:
                continue
            first = self._first(int(known.ids[place]))
            if first is None:
                continue
            theirs = completed_quickly(first.grid).solutions
            steps = decide(theirs[0], solution).transformation if theirs else None
            if steps is not None:
                yield SameSolution(first, steps)

    def _with_parts(
        self, finding: Finding, done: Completed, same: tuple[SameSolution, ...], clock: Clock
    ) -> Finding:
        """Add those known Sudokus that are part of this one, or that this one is part of.

        A near copy that is a part is told as a near copy alone.
        """
        parts, undecided = list[KnownPart](), 0
        near = {one.known.class_id for one in finding.near}
        for known in chain((one.known for one in same), self._other_candidates(finding, done)):
            if known.class_id in near:
                continue
            part = known_part(known, finding.grid, clock)
            if isinstance(part, KnownPart):
                parts.append(part)
            undecided += part is Verdict.UNDECIDED
        return replace(finding, parts=tuple(parts), undecided=undecided)

    def _other_candidates(self, finding: Finding, done: Completed) -> Iterator[Known]:
        """Yield known ones that may be part, or hold it, though not both have one solution."""
        known, grid = self._load(finding.grid.shape), finding.grid
        mine = profiles(as_array([grid])[0], grid.shape)
        may_be = known.profiles.may_be_held_by(mine) | known.profiles.may_hold(mine)
        if done.word == "one":
            may_be &= known.numbers != 1
        for place in np.flatnonzero(may_be & (known.ids != finding.class_id)).tolist():
            first = self._first(int(known.ids[place]))
            if first is not None:
                yield first

    def _load(self, shape: BoxShape) -> _Solved:
        if shape not in self._solved:
            ids, packed = self.catalogue.forms(shape, range(shape.size**2 + 1))
            forms = unpacked(packed, shape.size)
            found = solutions(forms, shape, jobs=self.jobs)
            only = np.flatnonzero(found.numbers == 1)
            by_signature: dict[int, list[int]] = defaultdict(list)
            if len(only):
                signed = signatures(found.grids[only], shape)
                for place, signature in zip(only.tolist(), signed.tolist(), strict=True):
                    by_signature[signature].append(place)
            self._solved[shape] = _Solved(
                ids, packed, profiles(forms, shape), found.grids, found.numbers, dict(by_signature)
            )
        return self._solved[shape]

    def _first(self, class_id: int) -> Known | None:
        """Return the first Sudoku of a class; None where it has been removed in the meantime."""
        return next(self.catalogue.members(class_id, 1), None)
