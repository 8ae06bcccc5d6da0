"""Finding which known Sudokus a new one is a copy, nearly a copy or part of; reviewing more."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ...answers.among import are_copies
from ...answers.bulk.sorted_forms import signatures
from ...answers.completion import Completed, search_completions_quickly
from ...answers.decide import decide
from ...answers.part import part_of
from ...answers.symmetries import symmetries
from ...base.errors import DeadlinePassedError
from ...base.verdict import Verdict
from ...solvers.clock import Clock
from ...sudoku.arrays import Cells, count_packed_bytes, unpack_grids
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...sudoku.transformation import Transformation
from ...system.ordered_map import Jobs, map_in_order
from ..collection.duplicates import Classes, Duplicates
from ..collection.near import near_pairs
from .class_filters import LoadedClasses, Profiles, make_profiles
from .known_sudokus import ALL, Known, Selection
from .prepared import (
    PreparedSudoku,
    PreparedSudokus,
    join_rows,
    prepare_sudokus,
    unpack_grid,
    unpack_steps,
)
from .store import Catalogue

_MOST_NARROWED = 500
"""For more new Sudokus than these, near copies are looked for among all known ones."""
_MOST_SOLUTIONS = 2000
"""Of a Sudoku with more solutions than these, none is compared with those of known ones."""


@dataclass(frozen=True, slots=True)
class NearKnown:
    """A known Sudoku: `agreeing` of `total` clues agree after `steps`, None if not asked for."""

    known: Known
    agreeing: int
    total: int
    steps: Transformation | None


@dataclass(frozen=True, slots=True)
class KnownPart:
    """A known Sudoku that holds the new one or is part of it; `steps` lead from the part."""

    known: Known
    known_is_part: bool
    steps: Transformation


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of a Sudoku.

    `copies` known ones are copies of it, of which `known` are the first; `steps` lead from the
    first of these to it. `near` and `parts`: others. `undecided`: how many more may be parts; the
    time was not enough to find out. `completed`: its solutions. What was not asked for is missing.
    """

    grid: Grid
    class_id: int | None = None
    copies: int = 0
    known: tuple[Known, ...] = ()
    steps: Transformation | None = None
    near: tuple[NearKnown, ...] = ()
    parts: tuple[KnownPart, ...] = ()
    undecided: int = 0
    completed: Completed | None = None

    @property
    def word(self) -> str:
        """The answer in a word: known, nearly known, part, undecided or new."""
        if self.class_id is not None:
            return "known"
        if self.near or self.parts:
            return "near" if self.near else "part"
        return "undecided" if self.undecided else "new"


class FindOptions(NamedTuple):
    """What is asked of each Sudoku besides whether it is known.

    `most`: how many copies are named, None for all. `steps`: from the first of them. `near`: also
    those that are copies but for so many clues. `within`: also those that hold it, or that it
    holds; `seconds` for that and each Sudoku. `among`: only these of the catalogue count as known.
    """

    most: int | None = 1
    steps: bool = False
    near: int = 0
    within: bool = False
    seconds: float | None = None
    among: Selection = ALL


class Finder:
    """Looks Sudokus up in a catalogue; for near copies and parts, among `loaded` classes."""

    def __init__(self, catalogue: Catalogue, wanted: FindOptions, jobs: Jobs = 1) -> None:
        self.catalogue, self.wanted, self.jobs = catalogue, wanted, jobs
        self.loaded: dict[BoxShape, LoadedClasses] = {}

    def find(self, tasks: Iterator[tuple[Cells, BoxShape]]) -> Iterator[Iterable[Finding]]:
        """Yield for each task, (N, size, size), what is known; parts are looked for on the way."""
        return map(self._found, map_in_order(prepare_sudokus, tasks, self.jobs))

    def _found(self, looked_at: PreparedSudokus) -> Iterable[Finding]:
        shape, rows = looked_at
        found = [self._copies(row, shape) for row in rows]
        if rows and (self.wanted.near or self.wanted.within):
            counts = [row.clues for row in rows]
            loaded = self._load(shape, min(counts), max(counts))
            cells = join_rows((row.cells for row in rows), count_packed_bytes(shape.size))
            mine = make_profiles(unpack_grids(cells, shape.size), shape)
            if self.wanted.near:
                self._add_near(found, loaded, mine)
            if self.wanted.within:
                return (
                    self._with_parts(one, loaded, mine.select(np.array([i])))
                    for i, one in enumerate(found)
                )
        return found

    def _copies(self, row: PreparedSudoku, shape: BoxShape) -> Finding:
        grid, placed = unpack_grid(row.cells, shape), self.catalogue.place(row, shape)
        if placed is None:
            return Finding(grid)
        (class_id, way), among = placed, self.wanted.among
        known = tuple(self.catalogue.members(class_id, self.wanted.most, among))
        if not known:  # of those that count, or removed in this moment
            return Finding(grid)
        with self.catalogue.connection.check_rows():
            there, back = unpack_steps(known[0].way, shape), unpack_steps(way, shape).inverse()
        steps = there.then(back)
        if known[0].grid.shape != shape or not steps.leads(known[0].grid, grid):
            raise self.catalogue.damaged(known[0])
        copies = self.catalogue.count(among._replace(classes=(class_id,)))
        fewest = decide(known[0].grid, grid).transformation if self.wanted.steps else None
        return Finding(grid, class_id, copies, known, fewest)

    def _load(self, shape: BoxShape, least: int, most: int) -> LoadedClasses:
        """Return the classes that may be near copies or parts of Sudokus with so many clues."""
        clues = range(least - self.wanted.near, most + self.wanted.near + 1)
        if self.wanted.within:
            clues = range(shape.size**2 + 1)
        loaded = self.loaded.get(shape)
        if loaded is None or clues[0] < loaded.clues[0] or clues[-1] > loaded.clues[-1]:
            found = self.catalogue.forms(shape, clues)
            self.loaded[shape] = loaded = LoadedClasses(shape, clues, *found, self.jobs)
        return loaded

    def _add_near(self, found: list[Finding], loaded: LoadedClasses, mine: Profiles) -> None:
        """Add near copies to those that are not known; of a copy they are near copies too."""
        wanted = self.wanted
        new = [i for i, one in enumerate(found) if one.class_id is None]
        # To look at all that is known takes as long as to narrow it down for so many.
        may_be = np.full(len(loaded.ids), len(new) > _MOST_NARROWED)
        for i in new if len(new) <= _MOST_NARROWED else ():
            may_be |= loaded.profiles.may_be_near(mine.select(np.array([i])), wanted.near)
        candidates = np.flatnonzero(may_be)
        with Duplicates(loaded.shape) as duplicates:
            duplicates.add(loaded.cells(candidates))
            duplicates.add([found[i].grid for i in new])
            # The known ones are of different classes, and the new ones of none of these.
            all_different = Classes(len(duplicates))
            for pair in near_pairs(
                duplicates, wanted.near, all_different, self.jobs, known=len(candidates)
            ):
                i = new[pair.second - len(candidates)]
                known = self.first(int(loaded.ids[candidates[pair.first]]))
                if known is None:
                    continue
                form, grid = duplicates.grid(pair.first), found[i].grid
                total = max(grid.clues, form.clues)
                steps = None
                if wanted.steps:
                    with self.catalogue.connection.check_rows():
                        to_form = unpack_steps(known.way, loaded.shape)
                    steps = to_form.then(pair.witness(form, grid)).simplest(known.grid)
                    if steps.agreeing(known.grid, grid) != pair.agreeing:
                        raise self.catalogue.damaged(known)
                near = NearKnown(known, pair.agreeing, total, steps)
                found[i] = replace(found[i], near=(*found[i].near, near))

    def _with_parts(self, found: Finding, loaded: LoadedClasses, mine: Profiles) -> Finding:
        """Add those known Sudokus that are part of this one, or that this one is part of."""
        clock = Clock(self.wanted.seconds)
        grid, parts = found.grid, list[KnownPart]()
        others = loaded.ids != found.class_id
        smaller = np.flatnonzero(loaded.profiles.may_be_held_by(mine) & others)
        larger = np.flatnonzero(loaded.profiles.may_hold(mine) & others)
        done = search_completions_quickly(grid, _MOST_SOLUTIONS, timeout=clock)
        smaller = loaded.may_be_in(smaller, done, clock)
        larger = loaded.may_hold(larger, done, clock)
        candidates = np.union1d(smaller, larger).tolist()
        undecided = 0
        for number, place in enumerate(candidates):
            if clock.remaining == 0.0:
                undecided += len(candidates) - number
                break
            known = self.first(int(loaded.ids[place]))
            if known is None:
                continue
            known_is_part = known.grid.clues < grid.clues
            pair = (known.grid, grid) if known_is_part else (grid, known.grid)
            answer = part_of(*pair, timeout=clock)
            if answer.transformation is not None:
                parts.append(KnownPart(known, known_is_part, answer.transformation))
            undecided += answer.verdict is Verdict.UNDECIDED
        return replace(found, parts=tuple(parts), undecided=undecided, completed=done)

    def first(self, class_id: int) -> Known | None:
        """Return the first Sudoku of a class that counts as known, if there is one."""
        return next(self.catalogue.members(class_id, 1, self.wanted.among), None)


@dataclass(frozen=True, slots=True)
class SameSolution:
    """A known Sudoku that is no copy, but from whose solution `steps` lead to the new one's."""

    known: Known
    steps: Transformation


@dataclass(frozen=True, slots=True)
class Review:
    """What is to be said of a submitted Sudoku.

    `same_solution`: known ones that share its only solution. `symmetries`: how many there are, 1
    for none but the identity; None where time ran out. `index`: how many submissions came before
    it; `earlier`: that of the first that it is a copy of.
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
        """The verdict in a word, the gravest of all; `ready` if there is nothing to say."""
        finding, solved = self.finding, self.completed.word
        judged = {
            "unsolvable": solved == "none",
            "several": solved == "more",
            "copy": finding.class_id is not None,
            "repeated": self.earlier is not None,
            "similar": finding.near,
            "contained": finding.parts,
            "same solution": self.same_solution,
            "undecided": solved != "one" or finding.undecided or self.symmetries is None,
        }
        return next((word for word, holds in judged.items() if holds), "ready")


class Reviewer:
    """Reviews Sudokus, given a catalogue, whose puzzles it completes once.

    `near` is as for `FindOptions`, and `seconds` are for all else about each Sudoku.
    """

    def __init__(
        self, catalogue: Catalogue, near: int, seconds: float | None, jobs: Jobs = 1
    ) -> None:
        self._seconds = seconds
        asked = FindOptions(None, True, near, within=True, seconds=seconds)
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
        with suppress(DeadlinePassedError):  # None says so
            found = symmetries(grid, timeout=self._seconds)
            order = found.order // found.renamings
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
        # Where parts are looked for, all classes of a shape have been loaded.
        (solution,), loaded = done.solutions, self._finder.loaded[finding.grid.shape]
        for place in loaded.sharing(solution).tolist():
            class_id = int(loaded.ids[place])
            known = None if class_id == finding.class_id else self._finder.first(class_id)
            if known is None:
                continue
            theirs = search_completions_quickly(known.grid).solutions
            steps = decide(theirs[0], solution).transformation if theirs else None
            if steps is not None:
                yield SameSolution(known, steps)
