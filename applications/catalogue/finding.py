"""Look up new Sudokus in a catalogue of known Sudokus.

`Finder` finds the known Sudokus that are copies of a new Sudoku, near copies (copies except for a
few clues), contained in it, or containing it. `Reviewer` also finds the other answers that the
editor of a magazine needs: solutions, symmetries, and earlier submissions.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from math import factorial
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from ...answers.among import are_copies
from ...answers.bulk.solutions import solutions
from ...answers.bulk.sorted_forms import sorted_forms
from ...answers.bulk.symmetries import count_symmetries_if_form_is_exact
from ...answers.completion import (
    CompletionAnswer,
    find_completion_answer_by_shared_solver,
    search_completions,
)
from ...answers.decide import decide
from ...answers.part import part_of_by_kernel_or_solver
from ...answers.symmetries import symmetries
from ...base.errors import DeadlinePassedError
from ...base.verdict import Verdict
from ...kernel import kernel_functions
from ...solvers.deadline import Deadline, ProcessorDeadline
from ...sudoku.arrays import (
    Cells,
    count_packed_bytes,
    stack,
    unpack_grids,
    yield_grids_of_array,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...sudoku.transformation import Transformation
from ...system.ordered_map import Jobs, map_in_order
from ..collection.near_known import find_near_copies_of_known_sudokus
from ..collection.remainders import NearPair
from .class_filters import ClassIndices, LoadedClasses, make_clue_count_profiles
from .known_sudokus import ALL, KnownSudoku, Selection
from .prepared import (
    PreparedSudoku,
    PreparedSudokus,
    join_packed_rows_to_array,
    prepare_sudokus,
    unpack_grid,
    unpack_steps,
)
from .store import Catalogue

_MOST_FILTERED = 20
"""If at most this number of new Sudokus are looked up together, counts of clues first rule out most
known Sudokus that cannot be near copies. If there are more, all known Sudokus are searched.
"""
_FEWEST_TOGETHER, _MOST_TOGETHER = 1000, 20_000
"""The smallest and the largest number of new Sudokus for which near copies are searched together.
The search begins with the smallest number, so that the first answers come early, and then takes ten
times as many each time, up to the largest.
"""
_MOST_LISTED = 500
"""The largest number of solutions of a new Sudoku that are computed to select the known Sudokus
with these solutions. To compute more takes longer than to compare all known Sudokus.
"""
_MOST_SOLUTIONS = 2000
"""The largest number of solutions of a new Sudoku that are computed, if the compiled functions
(kernel) do not decide whether the new Sudoku is part of known Sudokus. If it has more solutions,
the solutions cannot rule out known Sudokus.
"""


@dataclass(frozen=True, slots=True)
class KnownNearCopy:
    """A known Sudoku that is a near copy of a new Sudoku: a copy except for a few clues.

    - `known`: the known Sudoku.
    - `agreeing`: the number of its clues that a transformation moves onto equal clues of the new
      Sudoku.
    - `total`: the number of clues of the known or the new Sudoku, whichever has more.
    - `steps`: this transformation; None if the steps were not asked for.
    """

    known: KnownSudoku
    agreeing: int
    total: int
    steps: Transformation | None


@dataclass(frozen=True, slots=True)
class KnownPartOrContainer:
    """A known Sudoku that contains a copy of a new Sudoku, or that has a copy in the new Sudoku. A
    Sudoku contains another if the other has only some of its clues.

    `known_is_part` is whether the new Sudoku contains the known Sudoku. `steps` is the
    transformation that moves the clues of the contained Sudoku onto equal clues of the other
    Sudoku.
    """

    known: KnownSudoku
    known_is_part: bool
    steps: Transformation


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of looking up a new Sudoku in a catalogue: the known Sudokus that are related to
    it. Attributes that were not asked for keep their defaults.

    - `grid`: the new Sudoku.
    - `class_id`: the number of the class (a Sudoku and all its copies) to which the new Sudoku
      belongs; None if no copy is known.
    - `copies`: the number of known copies.
    - `known`: the first of these copies; empty if no copy is known.
    - `steps`: the transformation from `known[0]` to `grid`; None if no copy is known, or if the
      steps were not asked for.
    - `near`: the known near copies (copies except for a few clues).
    - `parts`: the known Sudokus that contain a copy of `grid` or are contained in it.
    - `undecided`: the number of known Sudokus for which the time was not enough to decide whether
      they belong to `parts`.
    - `completion_answer`: the solutions of `grid` that were found; None if it was not solved.
    """

    grid: Grid
    class_id: int | None = None
    copies: int = 0
    known: tuple[KnownSudoku, ...] = ()
    steps: Transformation | None = None
    near: tuple[KnownNearCopy, ...] = ()
    parts: tuple[KnownPartOrContainer, ...] = ()
    undecided: int = 0
    completion_answer: CompletionAnswer | None = None

    @property
    def is_same(self) -> bool:
        """Whether the first of the known copies is equal to the new Sudoku, cell by cell."""
        return bool(self.known) and self.known[0].grid == self.grid

    @property
    def word(self) -> str:
        """The answer about the new Sudoku in one word: `known`, `near`, `part`, `undecided` or
        `new`.

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

    - `max_copies`: the largest number of known copies to return; None means all.
    - `steps`: whether the steps from known Sudokus to the new Sudoku are returned.
    - `near`: the search also finds near copies, which become copies if at most `near` clues of each
      Sudoku are removed; 0 means that near copies are not searched for.
    - `within`: whether to search for known Sudokus that contain a copy of the new Sudoku or are
      contained in it.
    - `seconds`: the processor time that this last search may take for each new Sudoku; None means
      no limit.
    - `among`: the conditions for Sudokus of the catalogue to count as known.
    """

    max_copies: int | None = 1
    steps: bool = False
    near: int = 0
    within: bool = False
    seconds: float | None = None
    among: Selection = ALL


class _TaskWithCopiesAndNearCopies(NamedTuple):
    """Several new Sudokus, and the classes of the catalogue in which their copies and near copies
    (copies except for a few clues) are. A class is a Sudoku and all its copies.

    - `prepared`: the new Sudokus.
    - `classes`: one item for each new Sudoku; None if the catalogue has no copy of this Sudoku.
      Otherwise the item is a pair: the number of the class, and the packed steps from the new
      Sudoku to the grid that is stored for the class.
    - `near`: a dictionary from the index of a new Sudoku to a list of its near copies. Each item of
      the list has three fields: the loaded classes, the index of the near copy's class among them,
      and a `NearPair` of the grid that is stored for this class and the new Sudoku.
    """

    prepared: PreparedSudokus
    classes: list[tuple[int, bytes] | None]
    near: dict[int, list[tuple[LoadedClasses, int, NearPair]]]


def _yield_growing_task_groups(tasks: Iterable[PreparedSudokus]) -> Iterator[list[PreparedSudokus]]:
    """Group tasks (batches of new Sudokus) into lists, so that near copies are searched for all
    Sudokus of a list together. The lists grow: the first has at least `_FEWEST_TOGETHER` Sudokus,
    and each further list ten times as many, up to `_MOST_TOGETHER`.
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
    """A search in a catalogue for the known Sudokus that are copies of new Sudokus, or related to
    them in another way that `options` choose, such as near copies. `jobs` is the number of
    processes.

    To search for near copies, or for Sudokus that contain each other, the classes of the catalogue
    are loaded into memory (a class is a Sudoku and all its copies). `loaded` keeps them for later
    searches, one `LoadedClasses` for each box shape. If `solves_all_first`, all classes are solved
    before the first search for Sudokus that contain each other, which makes many such searches
    fast.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        options: FindOptions,
        jobs: Jobs = 1,
        *,
        solves_all_first: bool = False,
    ) -> None:
        self.catalogue, self.options, self.jobs = catalogue, options, jobs
        self._solves_all_first = solves_all_first
        self.loaded: dict[BoxShape, LoadedClasses] = {}

    def yield_findings_of_each_task(
        self, tasks: Iterator[tuple[Cells, BoxShape]]
    ) -> Iterator[Iterable[Finding]]:
        """Look up Sudokus in the catalogue, one task after another. A task is a pair: an array of
        shape (N, size, size) with N Sudokus, and their box shape. For each task, an iterable with N
        items is yielded: the `Finding` of each Sudoku.

        With the option `within`, the findings of a task are computed while they are iterated over.
        Near copies are searched for many Sudokus together, so further tasks may be taken before the
        findings of the first task are yielded.
        """
        prepared = map_in_order(prepare_sudokus, tasks, self.jobs)
        if not self.options.near:
            return (
                self._yield_findings_of_task(self._make_task_with_classes_of_copies(some))
                for some in prepared
            )
        return chain.from_iterable(
            map(self._search_near_copies_and_yield_findings, _yield_growing_task_groups(prepared))
        )

    def _make_task_with_classes_of_copies(
        self, prepared_sudokus: PreparedSudokus
    ) -> _TaskWithCopiesAndNearCopies:
        """Find the class (a Sudoku and all its copies) to which each prepared Sudoku belongs in the
        catalogue, and return the Sudokus with these classes. With its class, the known copies of a
        Sudoku can be read.
        """
        classes = [
            self.catalogue.find_class_id_and_packed_steps(row, prepared_sudokus.shape)
            for row in prepared_sudokus.rows
        ]
        return _TaskWithCopiesAndNearCopies(prepared_sudokus, classes, {})

    def _search_near_copies_and_yield_findings(
        self, tasks: list[PreparedSudokus]
    ) -> Iterator[Iterable[Finding]]:
        """Search for the near copies of the Sudokus of several tasks together; then yield the
        findings of each task.
        """
        looked_up = deque(map(self._make_task_with_classes_of_copies, tasks))
        for shape in dict.fromkeys(some.shape for some in tasks):
            self._add_near_copies_to_tasks(
                [one for one in looked_up if one.prepared.shape == shape], shape
            )
        while looked_up:
            yield self._yield_findings_of_task(looked_up.popleft())

    def _yield_findings_of_task(self, task: _TaskWithCopiesAndNearCopies) -> Iterator[Finding]:
        """Yield a finding for each Sudoku of a task whose classes and near copies have been looked
        up.
        """
        shape, rows = task.prepared
        for i, (row, class_and_way) in enumerate(zip(rows, task.classes, strict=True)):
            finding = self._make_finding_of_copies(row, shape, class_and_way)
            if i in task.near:
                near = tuple(self._yield_known_near_copies(finding.grid, task.near[i]))
                finding = replace(finding, near=near)
            yield (
                self._make_finding_with_nested_sudokus(finding) if self.options.within else finding
            )

    def _make_finding_of_copies(
        self,
        prepared_sudoku: PreparedSudoku,
        shape: BoxShape,
        class_id_and_packed_steps: tuple[int, bytes] | None,
    ) -> Finding:
        """Return a finding with the known copies of a new Sudoku, an empty list if no copy is
        known. `prepared_sudoku` is the new Sudoku. `class_id_and_packed_steps` is a pair, the
        number of the class of its copies and the packed steps to the grid that is stored for this
        class, or None if no copy is known.
        """
        grid = unpack_grid(prepared_sudoku.cells, shape)
        if class_id_and_packed_steps is None:
            return Finding(grid)
        (class_id, way), among = class_id_and_packed_steps, self.options.among
        known = tuple(self.catalogue.members(class_id, self.options.max_copies, among))
        if not known:  # `among` selects none of them, or another process has just removed them.
            return Finding(grid)
        with self.catalogue.connection.convert_errors_of_damaged_rows():
            there, back = unpack_steps(known[0].way, shape), unpack_steps(way, shape).inverse()
        steps = there.then(back)
        if known[0].grid.shape != shape or not steps.leads(known[0].grid, grid):
            raise self.catalogue.make_damaged_error(known[0])
        copies = self.catalogue.count(among._replace(classes=(class_id,)))
        fewest = decide(known[0].grid, grid).transformation if self.options.steps else None
        return Finding(grid, class_id, copies, known, fewest)

    def load_classes(self, shape: BoxShape, clue_count_range: range | None = None) -> LoadedClasses:
        """Return the classes of the catalogue with this box shape whose numbers of clues are in
        `clue_count_range`; None means all classes. The result may also have classes with other
        numbers of clues that an earlier call has loaded.
        """
        wanted = range(shape.size**2 + 1) if clue_count_range is None else clue_count_range
        loaded = self.loaded.get(shape)
        if (
            loaded is None
            or wanted[0] < loaded.clue_count_range[0]
            or wanted[-1] > loaded.clue_count_range[-1]
        ):
            if loaded is not None:
                first = min(wanted[0], loaded.clue_count_range[0])
                wanted = range(first, max(wanted[-1], loaded.clue_count_range[-1]) + 1)
            found = self.catalogue.read_class_ids_and_packed_grids(shape, wanted)
            self.loaded[shape] = loaded = LoadedClasses(shape, wanted, *found, self.jobs)
        return loaded

    def _find_ids_of_classes_with_selected_copies(
        self, tasks: list[_TaskWithCopiesAndNearCopies]
    ) -> set[int]:
        """Return the numbers of the classes in which the Sudokus of `tasks` have known copies that
        count. A class is a Sudoku and all its copies. If `options.among` selects no Sudoku of a
        class, the class is left out.
        """
        ids = [placed[0] for task in tasks for placed in task.classes if placed is not None]
        firsts = self.yield_first_known_sudokus(ids)
        return {class_id for class_id, known in zip(ids, firsts, strict=True) if known is not None}

    def _add_near_copies_to_tasks(
        self, tasks: list[_TaskWithCopiesAndNearCopies], shape: BoxShape
    ) -> None:
        """For the new Sudokus of some tasks, find the Sudokus of the catalogue that are copies
        after a few clues are removed or changed (near copies). Add them to the field `near` of each
        task. All Sudokus have the box shape `shape`.

        A new Sudoku with a known copy is skipped, because its near copies are also near copies of
        this known Sudoku.
        """
        selected = self._find_ids_of_classes_with_selected_copies(tasks)
        new = [
            (task, i)
            for task in tasks
            for i, placed in enumerate(task.classes)
            if placed is None or placed[0] not in selected
        ]
        if not new:
            return
        rows, most = [task.prepared.rows[i] for task, i in new], self.options.near
        counts = [row.clues for row in rows]
        clues = range(min(counts) - most, max(counts) + most + 1)
        # The search for parts needs all classes, which are then loaded only once.
        loaded = self.load_classes(shape, None if self.options.within else clues)
        packed = join_packed_rows_to_array(
            (row.cells for row in rows), count_packed_bytes(shape.size)
        )
        cells = unpack_grids(packed, shape.size)
        candidates = np.arange(len(loaded.class_ids))
        # For more new Sudokus, this filter would take as long as the search without it.
        if len(new) <= _MOST_FILTERED:
            profiles, may_be = (
                make_clue_count_profiles(cells, shape),
                np.zeros(len(loaded.class_ids), np.bool_),
            )
            for i in range(len(new)):
                may_be |= loaded.profiles.make_mask_of_possible_near_copies(
                    profiles.select_profiles(np.array([i])), most
                )
            candidates = np.flatnonzero(may_be)
        # No two of all these Sudokus are copies of each other, as the search requires.
        for pair in find_near_copies_of_known_sudokus(
            len(candidates),
            lambda some: loaded.unpack_cells_of_classes(candidates[some]),
            cells,
            shape,
            most,
            self.jobs,
        ):
            (task, i), place = new[pair.second], int(candidates[pair.first])
            task.near.setdefault(i, []).append((loaded, place, pair))

    def _yield_known_near_copies(
        self, grid: Grid, classes_indices_and_near_pairs: list[tuple[LoadedClasses, int, NearPair]]
    ) -> Iterator[KnownNearCopy]:
        """Yield the known Sudokus that are near copies of the new Sudoku `grid`. For each class in
        `classes_indices_and_near_pairs`, this is the first known Sudoku that `options.among`
        selects; if it selects no Sudoku of the class, nothing is yielded for this class.

        `classes_indices_and_near_pairs` has three fields for each class of near copies: the loaded
        classes, the index of the class among them, and a `NearPair` of the grid that is stored for
        this class and the new Sudoku.
        """
        firsts = self.yield_first_known_sudokus(
            [int(some.class_ids[place]) for some, place, _ in classes_indices_and_near_pairs]
        )
        for (loaded, place, pair), known in zip(
            classes_indices_and_near_pairs, firsts, strict=True
        ):
            packed = bytes(loaded.packed_grids[place])
            if known is None:
                continue
            form, steps = unpack_grid(packed, grid.shape), None
            if self.options.steps:
                with self.catalogue.connection.convert_errors_of_damaged_rows():
                    to_form = unpack_steps(known.way, grid.shape)
                steps = to_form.then(pair.witness(form, grid)).simplest(known.grid)
                if steps.count_agreeing_cells(known.grid, grid) != pair.agreeing:
                    raise self.catalogue.make_damaged_error(known)
            yield KnownNearCopy(known, pair.agreeing, max(grid.clues, form.clues), steps)

    def _make_finding_with_nested_sudokus(self, finding: Finding) -> Finding:
        """Return a copy of a finding in which the fields `parts`, `undecided` and
        `completion_answer` are filled. `parts` has the known Sudokus that contain a copy of the new
        Sudoku, and those of which the new Sudoku contains a copy.
        """
        grid, parts = finding.grid, list[tuple[int, KnownPartOrContainer]]()
        loaded = self.load_classes(grid.shape)
        loaded.prepare_clue_counts()  # before the time of the first Sudoku begins
        deadline = ProcessorDeadline(self.options.seconds)
        done = find_completion_answer_by_shared_solver(grid, timeout=deadline)
        if self._solves_all_first and done.word == "one":
            loaded.solve_all_classes()
            deadline = ProcessorDeadline(self.options.seconds)
        found, done = _find_possibly_nested_classes_and_completions(loaded, grid, done, deadline)
        candidates = found[loaded.class_ids[found] != finding.class_id].tolist()
        # The compiled functions have already decided most of these classes. The time starts anew,
        # so that a long search still leaves time to find the steps.
        deadline = ProcessorDeadline(self.options.seconds)
        undecided = 0
        firsts = self.yield_first_known_sudokus(loaded.class_ids[candidates].tolist())
        for number, (place, known) in enumerate(zip(candidates, firsts, strict=True)):
            if deadline.remaining_seconds == 0.0:
                undecided += len(candidates) - number
                break
            if known is None:
                continue
            known_is_part = known.grid.clues < grid.clues
            pair = (known.grid, grid) if known_is_part else (grid, known.grid)
            answer = part_of_by_kernel_or_solver(*pair, timeout=deadline)
            if answer.transformation is not None:
                parts.append(
                    (place, KnownPartOrContainer(known, known_is_part, answer.transformation))
                )
            undecided += answer.verdict is Verdict.UNDECIDED
        in_order = tuple(part for _, part in sorted(parts, key=itemgetter(0)))
        return replace(finding, parts=in_order, undecided=undecided, completion_answer=done)

    def yield_first_known_sudokus(self, class_ids: list[int]) -> Iterator[KnownSudoku | None]:
        """Yield for each class the Sudoku that was added first, among those that `options.among`
        selects; None if `options.among` selects no Sudoku of this class. A class is a Sudoku and
        all its copies. The results are in the order of `class_ids`.
        """
        return self.catalogue.yield_first_members(class_ids, self.options.among)


def _find_possibly_nested_classes_and_completions(
    loaded_classes: LoadedClasses,
    grid: Grid,
    completion_answer: CompletionAnswer,
    deadline: Deadline,
) -> tuple[ClassIndices, CompletionAnswer]:
    """Return an array with the indices of the classes (a class is a Sudoku and all its copies) that
    may be related to the new Sudoku `grid`: a Sudoku of the class may contain a copy of `grid`, or
    `grid` a copy of it. The second result is the solutions of `grid` that were found:
    `completion_answer`, or more solutions if they were needed.

    The relation of some of these classes is certain; a solver must still decide about the other
    classes. If `deadline` passes, more classes stay undecided.
    """
    is_listed = loaded_classes.are_solved and completion_answer.word == "more"
    few = _find_all_completions_if_few(grid, deadline) if is_listed else None
    certain, left = loaded_classes.find_nested_and_undecided_classes(
        grid, completion_answer if few is None else few, deadline
    )
    if len(left):
        if completion_answer.word == "more":
            completion_answer = find_completion_answer_by_shared_solver(
                grid, _MOST_SOLUTIONS, timeout=deadline
            )
        left = loaded_classes.filter_possibly_nested_classes(
            left, grid.clues, completion_answer, deadline
        )
    return np.concatenate([certain, left]), completion_answer


def _find_all_completions_if_few(grid: Grid, deadline: Deadline) -> CompletionAnswer | None:
    """Return all completions of a grid if it has at most `_MOST_LISTED`. Returns None if it has
    more, or if the time is not enough.
    """
    ((number, _),) = kernel_functions.completions(
        stack([grid]).tolist(), grid.shape, _MOST_LISTED + 1
    )
    if not 0 <= number <= _MOST_LISTED:
        return None
    found = search_completions(grid, _MOST_LISTED + 1, timeout=deadline)
    return found if found.more is False else None


@dataclass(frozen=True, slots=True)
class KnownSudokuWithCopyOfSolution:
    """A known Sudoku that is not a copy of a new Sudoku, although the solutions of both are copies
    of each other. The transformation `steps` leads from the solution of the known Sudoku to the
    solution of the new Sudoku.
    """

    known: KnownSudoku
    steps: Transformation


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a Sudoku that was submitted for printing: its result and the reasons for it.

    - `index`: the number of the submission among those that are judged, from 0.
    - `finding`: the result of looking it up in the catalogue.
    - `same_solution`: the known Sudokus whose single solution is a copy of the single solution of
      the submission.
    - `symmetries`: the number of symmetries of the submission including the identity, so at least
      1; None if the time was not enough.
    - `earlier`: the number of the first earlier submission of which this submission is a copy; None
      if there is no such submission.
    - `skipped`: the names of the checks that were left out.
    - `variant`: the variant, such as `Killer`, if the file calls the submission such a variant. It
      was then neither looked up nor solved, because its rules are not the classical rules.
      Otherwise an empty text.
    """

    index: int
    finding: Finding
    same_solution: tuple[KnownSudokuWithCopyOfSolution, ...] = ()
    symmetries: int | None = None
    earlier: int | None = None
    skipped: tuple[str, ...] = ()
    variant: str = ""

    @classmethod
    def of_variant(cls, grid: Grid, name: str) -> "Review":
        """Return a review without a judgement, for a submission that its file calls a variant;
        `name` is the name of the variant, such as Killer.
        """
        return cls(-1, Finding(grid), variant=name)

    @property
    def completion_answer(self) -> CompletionAnswer:
        """The solutions of the submitted Sudoku that were found, and whether there are more. The
        Sudoku must not be a variant.
        """
        assert self.finding.completion_answer is not None
        return self.finding.completion_answer

    @property
    def word(self) -> str:
        """The result of the review in one word: its most serious problem, or `ready` if it can
        be printed.

        If the file calls the Sudoku a variant, the Sudoku is not judged, and the word is `variant`.
        Otherwise the problems are, from the most serious to the least serious:

        - `unsolvable`, `several`: it has no solution, or several solutions.
        - `copy`, `repeated`: it is a copy of a known Sudoku, or of an earlier submission.
        - `similar`: it is a near copy of a known Sudoku (a copy except for a few clues).
        - `contained`: it contains a copy of a known Sudoku, or a known Sudoku contains a copy of
          it.
        - `same solution`: its solution is a copy of the solution of a known Sudoku.
        - `undecided`: the time was not enough to be sure.
        """
        if self.variant:
            return "variant"
        finding, solved = self.finding, self.completion_answer.word
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
    """The reviewer of submitted Sudokus, which compares them with the Sudokus of a catalogue and
    with earlier submissions. `jobs` is the number of processes.

    - `near`: the largest number of clues in which near copies may differ; 0 means that near copies
      are not searched for.
    - `seconds`: the processor time for each of three tasks for a submission: finding the solutions
      of the submission, the known Sudokus that contain the submission or are contained in it, and
      the symmetries of the submission. None means no limit.
    - `skipped`: the checks to leave out. `parts` is the search for known Sudokus that contain the
      submission or are contained in it, `same_solution` the search for known Sudokus whose solution
      is a copy of the submission's solution.
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
        options = FindOptions(None, True, near, "parts" not in skipped, seconds)
        self._finder = Finder(
            catalogue, options, jobs, solves_all_first="same_solution" not in skipped
        )
        self._reviewed: dict[tuple[BoxShape, int], list[tuple[int, Grid]]] = defaultdict(list)
        self._count = 0

    def yield_reviews_of_each_task(
        self, tasks: Iterator[tuple[Cells, BoxShape]]
    ) -> Iterator[Iterator[Review]]:
        """Review submitted Sudokus, one task after another. A task is a pair: an array of shape (N,
        size, size) with N Sudokus, and their box shape. For each task, an iterator is yielded that
        has the `Review` of each of its N Sudokus.
        """
        taken = deque[tuple[Cells, BoxShape]]()

        def note_tasks() -> Iterator[tuple[Cells, BoxShape]]:
            """Yield the items of `tasks`, and append each item to the queue `taken`, in which it
            stays until its Sudokus have been looked up.
            """
            for task in tasks:
                taken.append(task)
                yield task

        for findings in self._finder.yield_findings_of_each_task(note_tasks()):
            yield self._yield_reviews_of_task(findings, *taken.popleft())

    def _yield_reviews_of_task(
        self, findings: Iterable[Finding], cells: Cells, shape: BoxShape
    ) -> Iterator[Review]:
        """Yield the reviews of the submitted Sudokus of one task. `cells` has shape (N, size,
        size), and `findings` are their findings, in the same order.
        """
        forms = sorted_forms(cells, shape)
        counts = count_symmetries_if_form_is_exact(forms, cells, shape)
        signed = forms.signatures.tolist()
        for finding, signature, count in zip(findings, signed, counts, strict=True):
            yield self._make_and_remember_review(finding, signature, count)

    def _make_and_remember_review(
        self, finding: Finding, signature: int, symmetry_count: int | None
    ) -> Review:
        """Return the review of a submitted Sudoku. `finding` is the result of looking the Sudoku up
        in the catalogue. The submission is also counted and kept, so that later submissions are
        compared with it.

        `signature` is the number that all copies of the submitted Sudoku share. `symmetry_count` is
        the number of symmetries of the Sudoku; None means that a solver must count them. This
        number includes renamings of digits that do not occur in the Sudoku. Such renamings do not
        change the Sudoku, so they are not counted in the review.
        """
        grid, completion_answer, order = finding.grid, finding.completion_answer, None
        if completion_answer is None:  # The finder solves the Sudoku only if it looks for parts.
            deadline = ProcessorDeadline(self._seconds)
            completion_answer = find_completion_answer_by_shared_solver(grid, timeout=deadline)
        with suppress(DeadlinePassedError):  # `order` is None in this case.
            if symmetry_count is None:
                symmetry_count = symmetries(grid, timeout=ProcessorDeadline(self._seconds)).order
            order = symmetry_count // factorial(grid.size - len(grid.digits))
        is_wanted = completion_answer.word == "one" and "same_solution" not in self._skipped
        same = (
            tuple(self._yield_known_sudokus_with_copies_of_solution(finding, completion_answer))
            if is_wanted
            else ()
        )
        # If a known Sudoku is both a near copy and a part, only the near copy is reported.
        near = {one.known.class_id for one in finding.near}
        parts = tuple(part for part in finding.parts if part.known.class_id not in near)
        index, self._count = self._count, self._count + 1
        finding = replace(finding, parts=parts, completion_answer=completion_answer)
        earlier = self._find_earlier_copy_number_or_keep_grid(index, grid, signature)
        return Review(index, finding, same, order, earlier, self._skipped)

    def _find_earlier_copy_number_or_keep_grid(
        self, index: int, grid: Grid, signature: int
    ) -> int | None:
        """Return the number of the first earlier submission of which `grid` is a copy; None if
        there is no such submission. `signature` is the number that all copies of `grid` share.

        If there is no such submission, `grid` is kept under the number `index`, so that later
        submissions are compared with it.
        """
        others = self._reviewed[grid.shape, signature]
        found = next((place for place, other in others if are_copies(other, grid)), None)
        if found is None:
            others.append((index, grid))
        return found

    def _yield_known_sudokus_with_copies_of_solution(
        self, finding: Finding, completion_answer: CompletionAnswer
    ) -> Iterator[KnownSudokuWithCopyOfSolution]:
        """Yield the known Sudokus whose single solution is a copy of the new Sudoku's solution.
        `completion_answer` has the single solution of the new Sudoku.

        Known copies of the new Sudoku are left out, because `finding` has them already.
        """
        (solution,), shape = completion_answer.solutions, finding.grid.shape
        loaded = self._finder.load_classes(shape)
        ids = loaded.class_ids[loaded.find_classes_possibly_solved_by((solution,))].tolist()
        others = [one for one in ids if one != finding.class_id]
        found = self._finder.yield_first_known_sudokus(others)
        if not (known := [one for one in found if one is not None]):
            return
        theirs = solutions(stack([one.grid for one in known]), shape)
        for one, grid, number in zip(
            known, yield_grids_of_array(theirs.grids, shape), theirs.numbers.tolist(), strict=True
        ):
            steps = decide(grid, solution).transformation if number == 1 else None
            if steps is not None:
                yield KnownSudokuWithCopyOfSolution(one, steps)
