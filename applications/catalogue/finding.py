"""Looks new Sudokus up in a catalogue of known Sudokus.

`Finder` finds the known Sudokus that are copies of a new Sudoku, near copies (copies except for a
few clues), contained in it, or containing it. `Reviewer` adds other facts that the editor of a
magazine needs: solutions, symmetries, and earlier submissions.
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

_MOST_FILTERED = 500
"""If more new Sudokus than this are looked up at once, all known Sudokus are searched for near
copies. Otherwise the profiles of clues rule out most of them first."""
_MOST_SOLUTIONS = 2000
"""The most solutions of a new Sudoku that are computed. If it has more, its solutions do not rule
out any known Sudokus that may contain it."""


@dataclass(frozen=True, slots=True)
class NearKnown:
    """A known Sudoku that is a near copy of a new Sudoku: a copy except for a few clues.

    A transformation, `steps`, brings `agreeing` of its clues onto equal clues of the new Sudoku;
    `steps` is None if it was not asked for. `total` is the number of clues of the Sudoku that has
    more clues.
    """

    known: Known
    agreeing: int
    total: int
    steps: Transformation | None


@dataclass(frozen=True, slots=True)
class KnownPart:
    """A known Sudoku that contains a copy of a new Sudoku, or of which the new one contains a copy.

    A Sudoku contains another Sudoku if the other Sudoku has only some of its clues.
    `known_is_part`: whether the new Sudoku contains the known Sudoku. `steps` is the transformation
    that brings the clues of the contained Sudoku onto equal clues of the Sudoku that contains it.
    """

    known: Known
    known_is_part: bool
    steps: Transformation


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of looking up a new Sudoku, `grid`, in a catalogue: the related known Sudokus.

    `class_id` is the number of its class (all its copies), None if no copy is known. `copies` is
    the number of known copies, `known` holds the first of them; `steps` lead from `known[0]` to
    `grid`. `near` holds the near copies (copies except for a few clues), `parts` the known Sudokus
    that contain a copy of `grid` or are contained in it. `undecided` is the number of known Sudokus
    for which the time was not enough to decide this. `completed` holds the solutions of `grid`.
    Attributes that were not asked for keep their defaults.
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
        """The status of the new Sudoku in a word: `known`, `near`, `part`, `undecided` or `new`.

        `known`: the catalogue has a copy of it. `near`: a known Sudoku is a copy except for a few
        clues. `part`: a known Sudoku contains a copy of the new Sudoku, or the new Sudoku contains
        a copy of a known Sudoku. `undecided`: the time was not enough to be sure.
        """
        if self.class_id is not None:
            return "known"
        if self.near or self.parts:
            return "near" if self.near else "part"
        return "undecided" if self.undecided else "new"


class FindOptions(NamedTuple):
    """The options of a search for a new Sudoku among the known Sudokus of a catalogue.

    `max_copies`: the largest number of copies to return, None for all. `steps`: whether to return
    the steps from known Sudokus to the new Sudoku. `near`: if greater than 0, look for near copies
    as well: Sudokus that are copies once at most `near` clues of each are removed. `within`:
    whether to look also for known Sudokus that contain a copy of the new Sudoku or are contained in
    it; `seconds` limits this search for each new Sudoku, None for no limit. `among`: the selection
    of Sudokus of the catalogue that count as known.
    """

    max_copies: int | None = 1
    steps: bool = False
    near: int = 0
    within: bool = False
    seconds: float | None = None
    among: Selection = ALL


class Finder:
    """The search for new Sudokus in a catalogue, with the options `options`, by `jobs` processes.

    If it also looks for near copies, or for Sudokus that contain each other, it loads the classes
    of the catalogue into memory; `loaded` keeps them for later searches, one `LoadedClasses` for
    each box shape.
    """

    def __init__(self, catalogue: Catalogue, options: FindOptions, jobs: Jobs = 1) -> None:
        self.catalogue, self.options, self.jobs = catalogue, options, jobs
        self.loaded: dict[BoxShape, LoadedClasses] = {}

    def find(self, tasks: Iterator[tuple[Cells, BoxShape]]) -> Iterator[Iterable[Finding]]:
        """Look up new Sudokus; yield for each task an iterable with one `Finding` for each Sudoku.

        A task is an array of shape (N, size, size) with N Sudokus, and their box shape. With the
        option `within`, the findings of a task are computed while they are iterated over.
        """
        return map(self._find_all, map_in_order(prepare_sudokus, tasks, self.jobs))

    def _find_all(self, looked_at: PreparedSudokus) -> Iterable[Finding]:
        shape, rows = looked_at
        found = [self._find_copies(row, shape) for row in rows]
        if rows and (self.options.near or self.options.within):
            counts = [row.clues for row in rows]
            loaded = self._load_classes(shape, min(counts), max(counts))
            cells = join_rows((row.cells for row in rows), count_packed_bytes(shape.size))
            mine = make_profiles(unpack_grids(cells, shape.size), shape)
            if self.options.near:
                self._add_near_copies(found, loaded, mine)
            if self.options.within:
                return (
                    self._add_parts(one, loaded, mine.select(np.array([i])))
                    for i, one in enumerate(found)
                )
        return found

    def _find_copies(self, row: PreparedSudoku, shape: BoxShape) -> Finding:
        grid, placed = unpack_grid(row.cells, shape), self.catalogue.place(row, shape)
        if placed is None:
            return Finding(grid)
        (class_id, way), among = placed, self.options.among
        known = tuple(self.catalogue.members(class_id, self.options.max_copies, among))
        if not known:  # None of `among`, or another process has just removed them.
            return Finding(grid)
        with self.catalogue.connection.check_rows():
            there, back = unpack_steps(known[0].way, shape), unpack_steps(way, shape).inverse()
        steps = there.then(back)
        if known[0].grid.shape != shape or not steps.leads(known[0].grid, grid):
            raise self.catalogue.damaged(known[0])
        copies = self.catalogue.count(among._replace(classes=(class_id,)))
        fewest = decide(known[0].grid, grid).transformation if self.options.steps else None
        return Finding(grid, class_id, copies, known, fewest)

    def _load_classes(self, shape: BoxShape, min_clues: int, max_clues: int) -> LoadedClasses:
        """Load the classes of the catalogue that have to be compared with the new Sudokus.

        `min_clues` and `max_clues` are the smallest and the largest number of clues of the new
        Sudokus. For near copies alone, only classes with similar numbers of clues are loaded.
        """
        clues = range(min_clues - self.options.near, max_clues + self.options.near + 1)
        if self.options.within:
            clues = range(shape.size**2 + 1)
        loaded = self.loaded.get(shape)
        if loaded is None or clues[0] < loaded.clues[0] or clues[-1] > loaded.clues[-1]:
            found = self.catalogue.forms(shape, clues)
            self.loaded[shape] = loaded = LoadedClasses(shape, clues, *found, self.jobs)
        return loaded

    def _add_near_copies(
        self, findings: list[Finding], loaded: LoadedClasses, profiles: Profiles
    ) -> None:
        """Find the known near copies of the new Sudokus, and add them to `findings`. A near copy
        becomes a copy if a few clues are left out. `profiles` holds a count of clues for each new
        Sudoku, by which most known Sudokus are ruled out.

        A new Sudoku that has a known copy is skipped: the catalogue already knows the near copies
        of that copy.
        """
        options = self.options
        new = [i for i, one in enumerate(findings) if one.class_id is None]
        # For more new Sudokus, this filter would take as long as the search without it.
        may_be = np.full(len(loaded.ids), len(new) > _MOST_FILTERED)
        for i in new if len(new) <= _MOST_FILTERED else ():
            may_be |= loaded.profiles.may_be_near(profiles.select(np.array([i])), options.near)
        candidates = np.flatnonzero(may_be)
        with Duplicates(loaded.shape) as duplicates:
            duplicates.add(loaded.read_cells(candidates))
            duplicates.add([findings[i].grid for i in new])
            # The known Sudokus are of different classes, and no new Sudoku is of any of these.
            all_different = Classes(len(duplicates))
            for pair in near_pairs(
                duplicates, options.near, all_different, self.jobs, known=len(candidates)
            ):
                i = new[pair.second - len(candidates)]
                known = self.find_first(int(loaded.ids[candidates[pair.first]]))
                if known is None:
                    continue
                form, grid = duplicates.grid(pair.first), findings[i].grid
                total = max(grid.clues, form.clues)
                steps = None
                if options.steps:
                    with self.catalogue.connection.check_rows():
                        to_form = unpack_steps(known.way, loaded.shape)
                    steps = to_form.then(pair.witness(form, grid)).simplest(known.grid)
                    if steps.agreeing(known.grid, grid) != pair.agreeing:
                        raise self.catalogue.damaged(known)
                near = NearKnown(known, pair.agreeing, total, steps)
                findings[i] = replace(findings[i], near=(*findings[i].near, near))

    def _add_parts(self, finding: Finding, loaded: LoadedClasses, profile: Profiles) -> Finding:
        """Return the finding about a new Sudoku with its `parts` and `undecided` filled in.

        `parts` are the known Sudokus that contain a copy of the new Sudoku, and those of which the
        new Sudoku contains a copy. `profile` is the profile (counts of clues) of the new Sudoku.
        """
        clock = Clock(self.options.seconds)
        grid, parts = finding.grid, list[KnownPart]()
        others = loaded.ids != finding.class_id
        smaller = np.flatnonzero(loaded.profiles.may_be_contained_in(profile) & others)
        larger = np.flatnonzero(loaded.profiles.may_contain(profile) & others)
        done = search_completions_quickly(grid, _MOST_SOLUTIONS, timeout=clock)
        smaller = loaded.select_contained(smaller, done, clock)
        larger = loaded.select_containing(larger, done, clock)
        candidates = np.union1d(smaller, larger).tolist()
        undecided = 0
        for number, place in enumerate(candidates):
            if clock.remaining == 0.0:
                undecided += len(candidates) - number
                break
            known = self.find_first(int(loaded.ids[place]))
            if known is None:
                continue
            known_is_part = known.grid.clues < grid.clues
            pair = (known.grid, grid) if known_is_part else (grid, known.grid)
            answer = part_of(*pair, timeout=clock)
            if answer.transformation is not None:
                parts.append(KnownPart(known, known_is_part, answer.transformation))
            undecided += answer.verdict is Verdict.UNDECIDED
        return replace(finding, parts=tuple(parts), undecided=undecided, completed=done)

    def find_first(self, class_id: int) -> Known | None:
        """Return the first added Sudoku among the Sudokus of a class that `options.among` selects.

        None if `options.among` selects no Sudoku of the class.
        """
        return next(self.catalogue.members(class_id, 1, self.options.among), None)


@dataclass(frozen=True, slots=True)
class SameSolution:
    """A known Sudoku that is no copy of a new Sudoku, although the solutions of both are copies of
    each other. The transformation `steps` leads from the solution of the known Sudoku to the
    solution of the new Sudoku.
    """

    known: Known
    steps: Transformation


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a Sudoku that was submitted for printing: its verdict and the facts behind it.

    `index` counts the submissions from 0. `finding` is the result of looking the Sudoku up in the
    catalogue. `same_solution` holds the known Sudokus whose single solution is a copy of its single
    solution. `symmetries` is the number of its symmetries with the identity, so at least 1; None if
    the time was not enough. `earlier` is the `index` of the first earlier submission of which it is
    a copy, None if it is no copy of an earlier submission.
    """

    index: int
    finding: Finding
    same_solution: tuple[SameSolution, ...] = ()
    symmetries: int | None = None
    earlier: int | None = None

    @property
    def completed(self) -> Completed:
        """The solutions of the submitted Sudoku that were found, and whether it has more."""
        assert self.finding.completed is not None
        return self.finding.completed

    @property
    def word(self) -> str:
        """The verdict on the submission in a word: its gravest problem, or `ready` for printing.

        The gravest problem is `unsolvable`; less grave are several solutions, a copy of a known
        Sudoku or of an earlier submission, and so on.
        """
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
    """The comparison of submitted Sudokus with the Sudokus of a catalogue and with each other.

    `near`: two Sudokus are near copies if they become copies without at most `near` clues of each;
    0 means that near copies are not looked for. `seconds` limits, for each submission, the search
    for Sudokus that contain it or are contained in it, and the search for its symmetries. `jobs`
    processes share the work.
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
        """Review submitted Sudokus; yield for each task an iterator with a `Review` of each Sudoku.

        A task is an array of shape (N, size, size) with N Sudokus, and their box shape.
        """
        for findings in self._finder.find(tasks):
            yield map(self._review_finding, findings)

    def _review_finding(self, finding: Finding) -> Review:
        grid, completed, order = finding.grid, finding.completed, None
        assert completed is not None  # The finder looks for parts and therefore solves the Sudoku.
        with suppress(DeadlinePassedError):  # `order` is None in this case.
            found = symmetries(grid, timeout=self._seconds)
            order = found.order // found.renamings
        same = (
            tuple(self._find_same_solution(finding, completed)) if completed.word == "one" else ()
        )
        # If a known Sudoku is both a near copy and a part, only the near copy is reported.
        near = {one.known.class_id for one in finding.near}
        parts = tuple(part for part in finding.parts if part.known.class_id not in near)
        index, self._count = self._count, self._count + 1
        finding = replace(finding, parts=parts)
        return Review(index, finding, same, order, self._find_earlier(index, grid))

    def _find_earlier(self, index: int, grid: Grid) -> int | None:
        """Return the index of the first earlier submission of which `grid` is a copy.

        If there is no such submission, return None and keep `grid` under `index`, so that later
        submissions are compared with it.
        """
        others = self._reviewed[grid.shape, int(signatures([grid])[0])]
        found = next((place for place, other in others if are_copies(other, grid)), None)
        if found is None:
            others.append((index, grid))
        return found

    def _find_same_solution(self, finding: Finding, completed: Completed) -> Iterator[SameSolution]:
        """Yield the known Sudokus whose single solution is a copy of the new Sudoku's solution.

        `completed` holds the single solution of the new Sudoku. Copies of the new Sudoku are
        skipped, because `finding` has them already.
        """
        # The search for parts has loaded all classes of the shape.
        (solution,), loaded = completed.solutions, self._finder.loaded[finding.grid.shape]
        for place in loaded.find_with_solution(solution).tolist():
            class_id = int(loaded.ids[place])
            known = None if class_id == finding.class_id else self._finder.find_first(class_id)
            if known is None:
                continue
            theirs = search_completions_quickly(known.grid).solutions
            steps = decide(theirs[0], solution).transformation if theirs else None
            if steps is not None:
                yield SameSolution(known, steps)
