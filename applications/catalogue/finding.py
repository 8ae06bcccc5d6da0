"""Looks new Sudokus up in a catalogue.

`Finder` finds the known Sudokus that are copies, near copies or parts of a new Sudoku, or of which
the new Sudoku is a part. `Reviewer` adds the other facts that an editor needs: solutions,
symmetries, and earlier submissions.
"""

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
"""If more new Sudokus than this are looked up at once, all known Sudokus are searched for near
copies. Otherwise the profiles of clues rule out most of them first."""
_MOST_SOLUTIONS = 2000
"""The most solutions of a new Sudoku that are computed. If it has more, its solutions do not rule
out any known Sudokus that may contain it."""


@dataclass(frozen=True, slots=True)
class NearKnown:
    """A known Sudoku that is nearly a copy of a new Sudoku.

    After `steps`, `agreeing` of its clues are equal to clues of the new Sudoku. `total` is the
    larger number of clues of the two. `steps` is None if it was not asked for.
    """

    known: Known
    agreeing: int
    total: int
    steps: Transformation | None


@dataclass(frozen=True, slots=True)
class KnownPart:
    """A known Sudoku that contains a copy of the new Sudoku, or is contained in it as a copy.

    `known_is_part`: whether the known Sudoku is contained in the new Sudoku. `steps` bring the
    clues of the contained Sudoku onto equal clues of the Sudoku that contains it.
    """

    known: Known
    known_is_part: bool
    steps: Transformation


@dataclass(frozen=True, slots=True)
class Finding:
    """The known Sudokus that are copies, near copies or parts of a new Sudoku, `grid`.

    `class_id` is the number of its class, None if no copy of it is known. `copies` is the number
    of known copies, `known` holds the first of them; `steps` lead from `known[0]` to `grid`.
    `near` and `parts` hold the near copies and the parts. `undecided` is the number of Sudokus for
    which the time was not enough to decide whether they are parts. `completed` holds the solutions
    of `grid`. Fields that were not asked for keep their defaults.
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
        """The status of the Sudoku: `known`, `near`, `part`, `undecided` or `new`.

        `near`: a known Sudoku is nearly a copy of it. `part`: a known Sudoku contains a copy of it,
        or the reverse.
        """
        if self.class_id is not None:
            return "known"
        if self.near or self.parts:
            return "near" if self.near else "part"
        return "undecided" if self.undecided else "new"


class FindOptions(NamedTuple):
    """The options of a search for known Sudokus.

    `most`: the number of copies to return, None for all. `steps`: whether to return the steps from
    the first copy. `near`: if greater than 0, look for near copies as well: Sudokus that are copies
    once at most `near` clues of each are removed. `within`: whether to look for parts as well.
    `seconds`: the time limit of the search for parts of one Sudoku, None for no limit. `among`:
    the Sudokus of the catalogue that count as known.
    """

    most: int | None = 1
    steps: bool = False
    near: int = 0
    within: bool = False
    seconds: float | None = None
    among: Selection = ALL


class Finder:
    """The search for Sudokus in a catalogue, with options `wanted` and `jobs` processes.

    If near copies or parts are looked for, it loads the classes of a shape into memory and keeps
    them in `loaded`.
    """

    def __init__(self, catalogue: Catalogue, wanted: FindOptions, jobs: Jobs = 1) -> None:
        self.catalogue, self.wanted, self.jobs = catalogue, wanted, jobs
        self.loaded: dict[BoxShape, LoadedClasses] = {}

    def find(self, tasks: Iterator[tuple[Cells, BoxShape]]) -> Iterator[Iterable[Finding]]:
        """Yield the findings of each task: N Sudokus of one shape, an array (N, size, size).

        If parts are looked for, the findings of a task are computed while they are iterated over.
        """
        return map(self._find_all, map_in_order(prepare_sudokus, tasks, self.jobs))

    def _find_all(self, looked_at: PreparedSudokus) -> Iterable[Finding]:
        shape, rows = looked_at
        found = [self._find_copies(row, shape) for row in rows]
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

    def _find_copies(self, row: PreparedSudoku, shape: BoxShape) -> Finding:
        grid, placed = unpack_grid(row.cells, shape), self.catalogue.place(row, shape)
        if placed is None:
            return Finding(grid)
        (class_id, way), among = placed, self.wanted.among
        known = tuple(self.catalogue.members(class_id, self.wanted.most, among))
        if not known:  # None of `among`, or another process has just removed them.
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
        """Load the classes that may be near copies or parts of Sudokus with some numbers of clues.

        `least` and `most` are the smallest and the largest number of clues of these Sudokus.
        """
        clues = range(least - self.wanted.near, most + self.wanted.near + 1)
        if self.wanted.within:
            clues = range(shape.size**2 + 1)
        loaded = self.loaded.get(shape)
        if loaded is None or clues[0] < loaded.clues[0] or clues[-1] > loaded.clues[-1]:
            found = self.catalogue.forms(shape, clues)
            self.loaded[shape] = loaded = LoadedClasses(shape, clues, *found, self.jobs)
        return loaded

    def _add_near(self, found: list[Finding], loaded: LoadedClasses, mine: Profiles) -> None:
        """Add near copies to the findings of Sudokus without a known copy.

        A Sudoku with a known copy needs no near copies, because they are also near copies of the
        known Sudoku.
        """
        wanted = self.wanted
        new = [i for i, one in enumerate(found) if one.class_id is None]
        # For more new Sudokus, this filter would take as long as the search without it.
        may_be = np.full(len(loaded.ids), len(new) > _MOST_NARROWED)
        for i in new if len(new) <= _MOST_NARROWED else ():
            may_be |= loaded.profiles.may_be_near(mine.select(np.array([i])), wanted.near)
        candidates = np.flatnonzero(may_be)
        with Duplicates(loaded.shape) as duplicates:
            duplicates.add(loaded.cells(candidates))
            duplicates.add([found[i].grid for i in new])
            # The known Sudokus are of different classes, and no new Sudoku is of any of these.
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
        """Add the known Sudokus that contain a copy of the new Sudoku, or the reverse.

        `mine` is the profile of the new Sudoku.
        """
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
        """Return the first Sudoku of a class that `wanted.among` selects.

        None if `wanted.among` selects no Sudoku of the class.
        """
        return next(self.catalogue.members(class_id, 1, self.wanted.among), None)


@dataclass(frozen=True, slots=True)
class SameSolution:
    """A known Sudoku whose solution is a copy of the new Sudoku's solution, but which is no copy.

    `steps` lead from the solution of the known Sudoku to the solution of the new Sudoku.
    """

    known: Known
    steps: Transformation


@dataclass(frozen=True, slots=True)
class Review:
    """The findings about a submitted Sudoku.

    `index` is the number of submissions before it. `same_solution` holds the known Sudokus that
    have the same only solution, up to transformation. `symmetries` is the number of its symmetries
    with the identity, so at least 1; it is None if the time was not enough. `earlier` is the
    `index` of the first earlier submission of which it is a copy, None if it is no copy of a
    submission.
    """

    index: int
    finding: Finding
    same_solution: tuple[SameSolution, ...] = ()
    symmetries: int | None = None
    earlier: int | None = None

    @property
    def completed(self) -> Completed:
        """The solutions of the submitted Sudoku."""
        assert self.finding.completed is not None
        return self.finding.completed

    @property
    def word(self) -> str:
        """The verdict on the submission: its gravest problem, or `ready` if it has no problem."""
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
    """A reviewer compares submitted Sudokus with a catalogue and with each other.

    `near` is the largest number of clues that may be left out of each of two near copies, 0 for no
    search for near copies. `seconds` limits the search for parts of one Sudoku, and the search for
    its symmetries. The solutions of known puzzles are computed once and kept.
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
        """Yield the reviews of each task: N Sudokus of one shape, an array (N, size, size)."""
        for findings in self._finder.find(tasks):
            yield map(self._reviewed_one, findings)

    def _reviewed_one(self, finding: Finding) -> Review:
        grid, done, order = finding.grid, finding.completed, None
        assert done is not None  # The finder looks for parts and therefore solves the Sudoku.
        with suppress(DeadlinePassedError):  # `order` is None in this case.
            found = symmetries(grid, timeout=self._seconds)
            order = found.order // found.renamings
        same = tuple(self._same_solution(finding, done)) if done.word == "one" else ()
        # If a known Sudoku is both a near copy and a part, only the near copy is reported.
        near = {one.known.class_id for one in finding.near}
        parts = tuple(part for part in finding.parts if part.known.class_id not in near)
        index, self._count = self._count, self._count + 1
        finding = replace(finding, parts=parts)
        return Review(index, finding, same, order, self._earlier(index, grid))

    def _earlier(self, index: int, grid: Grid) -> int | None:
        """Return the index of the first submission of which `grid` is a copy.

        If there is no such submission, remember `grid` for later submissions and return None.
        """
        others = self._reviewed[grid.shape, int(signatures([grid])[0])]
        found = next((place for place, other in others if are_copies(other, grid)), None)
        if found is None:
            others.append((index, grid))
        return found

    def _same_solution(self, finding: Finding, done: Completed) -> Iterator[SameSolution]:
        """Yield the known Sudokus whose only solution is a copy of the new one's only solution."""
        # The search for parts has loaded all classes of the shape.
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
