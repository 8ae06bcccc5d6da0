"""Looks new Sudokus up in a catalogue of known Sudokus.

`Finder` finds the known Sudokus that are copies of a new Sudoku, near copies (copies except for a
few clues), contained in it, or containing it. `Reviewer` adds other facts that the editor of a
magazine needs: solutions, symmetries, and earlier submissions.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
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
from ...sudoku.arrays import Cells, count_packed_bytes, stack, unpack_grids
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...sudoku.transformation import Transformation
from ...system.ordered_map import Jobs, map_in_order
from ..collection.near_known import near_known
from ..collection.remainders import NearPair
from .class_filters import LoadedClasses, make_profiles
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

_MOST_NARROWED = 20
"""If more new Sudokus than this are looked up at once, all known Sudokus are searched for near
copies. Otherwise the profiles of clues rule out most of them first."""
_FEWEST_TOGETHER, _MOST_TOGETHER = 1000, 100_000
"""Near copies are searched for many new Sudokus together: at first for this number, so that the
first findings come early, then for ten times as many, and at most for the second number."""
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

    A Sudoku contains another one if the other one has only some of its clues. `known_is_part`:
    whether the known Sudoku is the contained one. `steps` is the transformation that brings the
    clues of the contained Sudoku onto equal clues of the Sudoku that contains it.
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
        a copy of a known one. `undecided`: the time was not enough to be sure.
        """
        if self.class_id is not None:
            return "known"
        if self.near or self.parts:
            return "near" if self.near else "part"
        return "undecided" if self.undecided else "new"


class FindOptions(NamedTuple):
    """The options of a search for a new Sudoku among the known Sudokus of a catalogue.

    `most`: the largest number of copies to return, None for all. `steps`: whether to return the
    steps from known Sudokus to the new one. `near`: if greater than 0, look for near copies as
    well: Sudokus that are copies once at most `near` clues of each are removed. `within`: whether
    to look also for known Sudokus that contain a copy of the new Sudoku or are contained in it;
    `seconds` limits this search for each new Sudoku, None for no limit. `among`: the selection of
    Sudokus of the catalogue that count as known.
    """

    most: int | None = 1
    steps: bool = False
    near: int = 0
    within: bool = False
    seconds: float | None = None
    among: Selection = ALL


class _Placed(NamedTuple):
    """The prepared Sudokus of a task. `classes` has for each the number of its class in the
    catalogue and the steps to the form of this class, None if no copy is known. `near` has, for the
    indices of Sudokus with near copies, these copies: the class, its packed form, and the pair of
    this form and the Sudoku.
    """

    looked_at: PreparedSudokus
    classes: list[tuple[int, bytes] | None]
    near: dict[int, list[tuple[int, bytes, NearPair]]]


def _join_tasks(tasks: Iterable[PreparedSudokus]) -> Iterator[list[PreparedSudokus]]:
    """Join tasks so that each list has a certain number of Sudokus: at first `_FEWEST_TOGETHER`,
    then ten times as many, up to `_MOST_TOGETHER`.
    """
    joined, count, enough = list[PreparedSudokus](), 0, _FEWEST_TOGETHER
    for task in tasks:
        joined.append(task)
        count += len(task.rows)
        if count >= enough:
            yield joined
            joined, count, enough = [], 0, min(10 * enough, _MOST_TOGETHER)
    if joined:
        yield joined


class Finder:
    """The search for new Sudokus in a catalogue, with the options `wanted`, by `jobs` processes.

    If it also looks for near copies, or for Sudokus that contain each other, it loads the classes
    of the catalogue into memory; `loaded` keeps them for later searches, one `LoadedClasses` for
    each box shape. If `solves_all`, all classes are solved before the first search for Sudokus
    that contain each other, which makes many such searches fast.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        wanted: FindOptions,
        jobs: Jobs = 1,
        *,
        solves_all: bool = False,
    ) -> None:
        self.catalogue, self.wanted, self.jobs = catalogue, wanted, jobs
        self._solves_all = solves_all
        self.loaded: dict[BoxShape, LoadedClasses] = {}

    def find(self, tasks: Iterator[tuple[Cells, BoxShape]]) -> Iterator[Iterable[Finding]]:
        """Look up new Sudokus; yield for each task an iterable with one `Finding` for each Sudoku.

        A task is an array of shape (N, size, size) with N Sudokus, and their box shape. With the
        option `within`, the findings of a task are computed while they are iterated over. Near
        copies are searched for many Sudokus together, so that the next tasks may be taken before
        the findings of the first are yielded.
        """
        looked_at = map_in_order(prepare_sudokus, tasks, self.jobs)
        if not self.wanted.near:
            return (self._find_all(_Placed(some, self._place(some), {})) for some in looked_at)
        return chain.from_iterable(map(self._find_together, _join_tasks(looked_at)))

    def _place(self, looked_at: PreparedSudokus) -> "list[tuple[int, bytes] | None]":
        return [self.catalogue.place(row, looked_at.shape) for row in looked_at.rows]

    def _find_together(self, tasks: list[PreparedSudokus]) -> Iterator[Iterable[Finding]]:
        """Yield the findings of each task. The near copies of the Sudokus of all these tasks are
        searched for together.
        """
        all_placed = [_Placed(some, self._place(some), {}) for some in tasks]
        for shape in dict.fromkeys(some.shape for some in tasks):
            self._find_near([one for one in all_placed if one.looked_at.shape == shape], shape)
        while all_placed:
            yield self._find_all(all_placed.pop(0))

    def _find_all(self, placed: "_Placed") -> Iterable[Finding]:
        """Return the findings of a task. They are made while they are iterated over."""
        shape, rows = placed.looked_at
        for i, (row, found) in enumerate(zip(rows, placed.classes, strict=True)):
            finding = self._find_copies(row, shape, found)
            if pairs := placed.near.get(i):
                finding = replace(finding, near=tuple(self._make_near(finding.grid, pairs)))
            if self.wanted.within:
                loaded = self.load(shape, range(shape.size**2 + 1))
                finding = self._with_parts(finding, loaded)
            yield finding

    def _find_copies(
        self, row: PreparedSudoku, shape: BoxShape, placed: tuple[int, bytes] | None
    ) -> Finding:
        grid = unpack_grid(row.cells, shape)
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

    def load(self, shape: BoxShape, clues: range) -> LoadedClasses:
        """Return the classes of the catalogue with this box shape whose numbers of clues are in
        `clues`, and perhaps further classes. They are loaded once, and kept for later searches.
        """
        loaded = self.loaded.get(shape)
        if loaded is None or clues[0] < loaded.clues[0] or clues[-1] > loaded.clues[-1]:
            if loaded is not None:
                clues = range(min(clues[0], loaded.clues[0]), max(clues[-1], loaded.clues[-1]) + 1)
            found = self.catalogue.forms(shape, clues)
            self.loaded[shape] = loaded = LoadedClasses(shape, clues, *found, self.jobs)
        return loaded

    def _find_near(self, tasks: "list[_Placed]", shape: BoxShape) -> None:
        """Find known near copies of the new Sudokus of some tasks, and note them in `near` of each.

        A new Sudoku with a known copy is skipped, because its near copies are also near copies of
        this known Sudoku.
        """
        new = [
            (task, i)
            for task in tasks
            for i, found in enumerate(task.classes)
            if found is None or not self._is_selected(found[0])
        ]
        if not new:
            return
        rows = [task.looked_at.rows[i] for task, i in new]
        counts = [row.clues for row in rows]
        most = self.wanted.near
        loaded = self.load(shape, range(min(counts) - most, max(counts) + most + 1))
        packed = join_rows((row.cells for row in rows), count_packed_bytes(shape.size))
        candidates = np.arange(len(loaded.ids))
        # For more new Sudokus, this filter would take as long as the search without it.
        if len(new) <= _MOST_NARROWED:
            mine = make_profiles(unpack_grids(packed, shape.size), shape)
            may_be = np.zeros(len(loaded.ids), np.bool_)
            for i in range(len(new)):
                may_be |= loaded.profiles.may_be_near(mine.select(np.array([i])), self.wanted.near)
            candidates = np.flatnonzero(may_be)
        for pair in near_known(
            len(candidates),
            lambda some: loaded.cells(candidates[some]),
            unpack_grids(packed, shape.size),
            shape,
            self.wanted.near,
            self.jobs,
        ):
            task, i = new[pair.second]
            place = int(candidates[pair.first])
            form = bytes(loaded.forms[place])
            task.near.setdefault(i, []).append((int(loaded.ids[place]), form, pair))

    def _is_selected(self, class_id: int) -> bool:
        return self.first(class_id) is not None

    def _make_near(
        self, grid: Grid, pairs: "list[tuple[int, bytes, NearPair]]"
    ) -> Iterator[NearKnown]:
        """Yield the near copies of a new Sudoku that `wanted.among` selects. `pairs` has for each
        its class, the packed form of this class, and the pair of the form and the new Sudoku.
        """
        for class_id, packed, pair in pairs:
            known = self.first(class_id)
            if known is None:
                continue
            form = unpack_grid(packed, grid.shape)
            steps = None
            if self.wanted.steps:
                with self.catalogue.connection.check_rows():
                    to_form = unpack_steps(known.way, grid.shape)
                steps = to_form.then(pair.witness(form, grid)).simplest(known.grid)
                if steps.agreeing(known.grid, grid) != pair.agreeing:
                    raise self.catalogue.damaged(known)
            yield NearKnown(known, pair.agreeing, max(grid.clues, form.clues), steps)

    def _with_parts(self, found: Finding, loaded: LoadedClasses) -> Finding:
        """Return the finding about a new Sudoku with its `parts` and `undecided` filled in.

        `parts` are the known Sudokus that contain a copy of the new Sudoku, and those of which the
        new Sudoku contains a copy.
        """
        clock = Clock(self.wanted.seconds)
        grid, parts = found.grid, list[KnownPart]()
        done = search_completions_quickly(grid, _MOST_SOLUTIONS, timeout=clock)
        if self._solves_all and done.word == "one":
            loaded.solve_all()
            clock = Clock(self.wanted.seconds)
        mine = make_profiles(stack([grid]), grid.shape)
        candidates = np.union1d(*loaded.may_be_parts(mine, done, clock))
        candidates = candidates[loaded.ids[candidates] != found.class_id].tolist()
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
        """Return the Sudoku of a class that was added first, of those that `wanted.among` selects.

        None if `wanted.among` selects no Sudoku of the class.
        """
        return next(self.catalogue.members(class_id, 1, self.wanted.among), None)


@dataclass(frozen=True, slots=True)
class SameSolution:
    """A known Sudoku that is no copy of a new Sudoku, but whose solution is a copy of its solution.

    The transformation `steps` leads from the solution of the known Sudoku to the solution of the
    new Sudoku.
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
    a copy, None if it is no copy of one. `skipped` are the checks that were not asked for, of
    `parts` and `same_solution`.
    """

    index: int
    finding: Finding
    same_solution: tuple[SameSolution, ...] = ()
    symmetries: int | None = None
    earlier: int | None = None
    skipped: tuple[str, ...] = ()

    @property
    def completed(self) -> Completed:
        """The solutions of the submitted Sudoku that were found, and whether it has more."""
        assert self.finding.completed is not None
        return self.finding.completed

    @property
    def word(self) -> str:
        """The verdict on the submission in a word: its gravest problem, or `ready` for printing.

        The first problem is `unsolvable`, the next ones are less grave: several solutions, a copy
        of a known Sudoku or of an earlier submission, and so on.
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

    `near`: two Sudokus are near copies if they become copies when at most `near` clues of each are
    left out; 0 means that near copies are not looked for. `seconds` limits, for each submission,
    the search for Sudokus that contain it or are contained in it, and the search for its
    symmetries. `jobs` processes share the work. `skipped` are checks to leave out: `parts`, known
    Sudokus that contain the submission or are contained in it, and `same_solution`, known Sudokus
    with its solution.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        near: int,
        seconds: float | None,
        jobs: Jobs = 1,
        skipped: tuple[str, ...] = (),
    ) -> None:
        self._seconds, self._skipped = seconds, skipped
        asked = FindOptions(None, True, near, "parts" not in skipped, seconds)
        self._finder = Finder(catalogue, asked, jobs, solves_all="same_solution" not in skipped)
        self._reviewed: dict[tuple[BoxShape, int], list[tuple[int, Grid]]] = defaultdict(list)
        self._count = 0

    def review(self, tasks: Iterator[tuple[Cells, BoxShape]]) -> Iterator[Iterator[Review]]:
        """Review submitted Sudokus; yield for each task an iterator with a `Review` of each Sudoku.

        A task is an array of shape (N, size, size) with N Sudokus, and their box shape.
        """
        for findings in self._finder.find(tasks):
            yield map(self._reviewed_one, findings)

    def _reviewed_one(self, finding: Finding) -> Review:
        grid, done, order = finding.grid, finding.completed, None
        if done is None:  # The finder solves the Sudoku only if it looks for parts.
            clock = Clock(self._seconds)
            done = search_completions_quickly(grid, _MOST_SOLUTIONS, timeout=clock)
        with suppress(DeadlinePassedError):  # `order` is None in this case.
            found = symmetries(grid, timeout=self._seconds)
            order = found.order // found.renamings
        is_wanted = done.word == "one" and "same_solution" not in self._skipped
        same = tuple(self._same_solution(finding, done)) if is_wanted else ()
        # If a known Sudoku is both a near copy and a part, only the near copy is reported.
        near = {one.known.class_id for one in finding.near}
        parts = tuple(part for part in finding.parts if part.known.class_id not in near)
        index, self._count = self._count, self._count + 1
        finding = replace(finding, parts=parts, completed=done)
        return Review(index, finding, same, order, self._earlier(index, grid), self._skipped)

    def _earlier(self, index: int, grid: Grid) -> int | None:
        """Return the index of the first earlier submission of which `grid` is a copy.

        If there is no such submission, return None and keep `grid` under `index`, so that later
        submissions are compared with it.
        """
        others = self._reviewed[grid.shape, int(signatures([grid])[0])]
        found = next((place for place, other in others if are_copies(other, grid)), None)
        if found is None:
            others.append((index, grid))
        return found

    def _same_solution(self, finding: Finding, done: Completed) -> Iterator[SameSolution]:
        """Yield the known Sudokus whose single solution is a copy of the new Sudoku's solution.

        `done` holds the single solution of the new Sudoku. Copies of the new Sudoku are skipped,
        because `finding` has them already.
        """
        (solution,), shape = done.solutions, finding.grid.shape
        loaded = self._finder.load(shape, range(shape.size**2 + 1))
        for place in loaded.sharing(solution).tolist():
            class_id = int(loaded.ids[place])
            known = None if class_id == finding.class_id else self._finder.first(class_id)
            if known is None:
                continue
            theirs = search_completions_quickly(known.grid).solutions
            steps = decide(theirs[0], solution).transformation if theirs else None
            if steps is not None:
                yield SameSolution(known, steps)
