"""Quick tests that rule out most Sudokus of a catalogue before a slow search.

The search looks for near copies of a new Sudoku (copies except for a few clues), and for Sudokus
that contain a copy of it or are contained in it. A class is a Sudoku and all its copies.

The first test compares profiles. The profile of a Sudoku holds the number of clues of each digit,
row, column, box, band and stack. The numbers of each kind are sorted, because a transformation
reorders them; if it turns the grid by 90°, the numbers of rows and columns are exchanged, and those
of bands and stacks. If a transformation brings all clues of a Sudoku A onto equal clues of a Sudoku
B, each number of A is at most the same number of B. Only few classes in a million pass this test.

The second test compares solutions: if one puzzle is part of another, every solution of the puzzle
with more clues is also a solution of the puzzle with fewer clues.
"""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...answers.bulk.colour_refinement import Hashes
from ...answers.bulk.copies_of_parts import NO_PART, TOO_HARD, count_part_copies_up_to_two
from ...answers.bulk.parallel_map import list_piece_results
from ...answers.bulk.solutions import solutions
from ...answers.bulk.sorted_forms import signatures
from ...answers.completion import CompletionAnswer
from ...kernel import kernel_functions
from ...solvers.deadline import Deadline
from ...sudoku.arrays import (
    Cells,
    join_arrays,
    stack,
    unpack_grids,
    yield_index_slices,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...system.ordered_map import Jobs

ClueCounts = NDArray[np.int16]
ClassIndices = NDArray[np.intp]

_COMPARED_AT_ONCE = 50_000
_SOLVED_AT_ONCE = 4000
_NOT_SOLVED = 255


class ClueCountProfiles(NamedTuple):
    """Counts of clues of N Sudokus with the same box shape: how many clues each digit, box, row,
    column, band (row of boxes) and stack (column of boxes) has. Comparing these counts shows
    quickly that a Sudoku cannot contain a copy of another.

    - `numbers`: shape (N, K), one row of counts for each Sudoku. The counts of the digits come
      first, then those of the boxes, rows, columns, bands and stacks; within each of these six
      kinds, the counts are sorted.
    - `starts`: shape (6,), the index at which each of the six kinds begins.
    - `turned`: shape (K,), the order of the counts after a turn of the grid by 90°, which exchanges
      rows with columns, and bands with stacks: `numbers[:, turned]` are the counts of the turned
      Sudokus. If a turn would change the box shape, `turned` keeps the order.
    """

    numbers: ClueCounts
    starts: NDArray[np.intp]
    turned: NDArray[np.intp]

    def select_profiles(self, indices: NDArray[np.intp]) -> "ClueCountProfiles":
        """Return the counts of the Sudokus at `indices` only, in this order."""
        return self._replace(numbers=self.numbers[indices])

    def make_mask_of_possible_containers(
        self, other_profile: "ClueCountProfiles"
    ) -> NDArray[np.bool_]:
        """Return for each of the N Sudokus whether it may contain a copy of one other Sudoku, as a
        Boolean array. `other_profile` has the counts of this other Sudoku. False is certain; True
        means that a search must decide.
        """
        return self._test_with_and_without_turn(
            other_profile, lambda mine, theirs: (mine >= theirs).all(1)
        )

    def make_mask_of_possible_parts(self, other_profile: "ClueCountProfiles") -> NDArray[np.bool_]:
        """Return for each of the N Sudokus whether one other Sudoku may contain a copy of it, as a
        Boolean array. `other_profile` has the counts of this other Sudoku. False is certain; True
        means that a search must decide.
        """
        return self._test_with_and_without_turn(
            other_profile, lambda mine, theirs: (mine <= theirs).all(1)
        )

    def make_mask_of_possible_near_copies(
        self, other_profile: "ClueCountProfiles", max_omitted: int
    ) -> NDArray[np.bool_]:
        """Return for each of the N Sudokus whether it and one other Sudoku may become copies if up
        to `max_omitted` clues of each are removed, as a Boolean array. `other_profile` has the
        counts of this other Sudoku. False is certain; True means that a search must decide.
        """

        # Leaving out a clue reduces one number of each kind by 1.
        def mark_rows_that_differ_little(count_rows: ClueCounts, other_row: ClueCounts) -> Any:
            """Return for each row of `count_rows`, shape (M, K), whether its counts differ little
            from those in `other_row`, shape (1, K). The counts of each kind, such as the numbers of
            clues in the rows of the grid, are compared one by one. They may be greater by at most
            `max_omitted` in all, and smaller by at most `max_omitted` in all.
            """
            excess = np.maximum(np.stack([count_rows - other_row, other_row - count_rows]), 0)
            return (np.add.reduceat(excess, self.starts, axis=2) <= max_omitted).all((0, 2))

        return self._test_with_and_without_turn(other_profile, mark_rows_that_differ_little)

    def _test_with_and_without_turn(
        self, other_profile: "ClueCountProfiles", test: Callable[[ClueCounts, ClueCounts], Any]
    ) -> NDArray[np.bool_]:
        """Return for each of the N Sudokus whether its counts pass `test`, as a Boolean array. Each
        Sudoku is tested twice, against another Sudoku and against this other Sudoku turned by 90°;
        it passes if one of the two tests succeeds.

        `other_profile` has the counts of the other Sudoku. `test(count_rows, other_row)` is called
        with the counts of several of the N Sudokus, shape (M, K), and with the counts of the other
        Sudoku, shape (1, K). It returns M Booleans.
        """
        ways = other_profile.numbers, other_profile.numbers[:, other_profile.turned]
        pieces = (
            self.numbers[some]
            for some in yield_index_slices(len(self.numbers) or 1, _COMPARED_AT_ONCE)
        )
        return np.concatenate([test(mine, ways[0]) | test(mine, ways[1]) for mine in pieces])


def make_clue_count_profiles(cells: Cells, shape: BoxShape) -> ClueCountProfiles:
    """Count how many clues each digit, box, row, column, band and stack of N Sudokus has, and
    return an object with these counts. `cells`, shape (N, rows, columns), has the digits of the
    Sudokus, 0 for a blank.
    """
    lengths = [shape.size] * 4 + [shape.bands, shape.stacks]
    starts = np.cumsum([0, *lengths[:-1]])
    kinds = np.split(np.arange(sum(lengths)), starts[1:])
    if shape.height == shape.width:
        digits, boxes, rows, columns, bands, stacks = kinds
        kinds = [digits, boxes, columns, rows, stacks, bands]
    numbers = join_arrays(
        list_piece_results(
            partial(_make_sorted_clue_counts, shape=shape), cells, 1, _COMPARED_AT_ONCE
        )
    )
    return ClueCountProfiles(numbers, starts, np.concatenate(kinds))


def _make_sorted_clue_counts(cells: Cells, shape: BoxShape) -> ClueCounts:
    """Return an array with a row of counts for each of N Sudokus: how many clues its digits, boxes,
    rows, columns, bands and stacks have. `cells` has shape (N, rows, columns).

    The counts of each of these six kinds are sorted, because a transformation reorders them.
    """
    number, size = cells.shape[:2]
    clues = cells != 0
    digits = np.stack([(cells == d).sum((1, 2)) for d in range(1, size + 1)], 1)
    boxes = clues.reshape(number, shape.bands, shape.height, shape.stacks, shape.width).sum((2, 4))
    rows, columns = clues.sum(2), clues.sum(1)
    bands, stacks = boxes.sum(2), boxes.sum(1)
    kinds = (digits, boxes.reshape(number, size), rows, columns, bands, stacks)
    return np.concatenate([np.sort(kind, axis=1).astype(np.int16) for kind in kinds], 1)


class LoadedClasses:
    """Classes of a catalogue that are in memory for a search. A class is a Sudoku and all its
    copies.

    - `shape`: the box shape of all classes.
    - `clue_count_range`: the numbers of clues for which the classes are loaded.
    - `class_ids`: shape (N,), the numbers of the N classes in the catalogue.
    - `packed_grids`: shape (N, bytes), one grid of each class, packed into bytes.
    - `jobs`: the number of processes that solve the grids, when their solutions are first needed.
    """

    def __init__(
        self,
        shape: BoxShape,
        clue_count_range: range,
        class_ids: NDArray[np.int64],
        packed_grids: Cells,
        jobs: Jobs,
    ) -> None:
        self.shape, self.clue_count_range, self.class_ids = shape, clue_count_range, class_ids
        self.packed_grids, self._jobs = packed_grids, jobs
        self._solutions = np.full(len(packed_grids), _NOT_SOLVED, np.uint8)
        self._signatures: Hashes = np.zeros(len(packed_grids), np.uint64)
        self.are_solved = False
        """Whether all classes are solved."""
        self._by_signature = self._without_one_solution = np.zeros(0, np.intp)

    def unpack_cells_of_classes(self, class_indices: ClassIndices) -> Cells:
        """Return the grids that the catalogue stores for the K classes at `class_indices`, as an
        array of shape (K, size, size). Each class is a Sudoku and all its copies, and has one
        stored grid, which is one of these copies.
        """
        return unpack_grids(self.packed_grids[class_indices], self.shape.size)

    @cached_property
    def profiles(self) -> ClueCountProfiles:
        """How many clues each digit, box, row, column, band and stack has, for the grids of all N
        classes.
        """
        pieces = [
            make_clue_count_profiles(
                unpack_grids(self.packed_grids[some], self.shape.size), self.shape
            )
            for some in yield_index_slices(len(self.packed_grids) or 1, _COMPARED_AT_ONCE)
        ]
        return pieces[0]._replace(numbers=np.concatenate([one.numbers for one in pieces]))

    def solve_all_classes(self) -> None:
        """Solve the grids of all classes that have not been solved yet. Later searches are faster
        then: if two Sudokus each have a single solution, and these solutions are not copies,
        neither Sudoku contains the other, so the search need not compare them.
        """
        if not self.are_solved:
            self._store_solution_signatures(np.arange(len(self._solutions)), Deadline())
            self.are_solved = True
            self._by_signature = np.argsort(self._signatures)
            self._without_one_solution = np.flatnonzero(self._solutions != 1)

    def find_nested_and_undecided_classes(
        self, grid: Grid, completion_answer: CompletionAnswer, deadline: Deadline
    ) -> tuple[ClassIndices, ClassIndices]:
        """Return two arrays with indices of classes. The first has the classes that contain a copy
        of the new Sudoku `grid` or are contained in it. The second has the classes for which a
        search must still decide this.

        In both arrays, the classes whose number of clues differs least from that of `grid` come
        first. `completion_answer` has the solutions of `grid` that were found; if
        `completion_answer.more` is False, these are all solutions, and they rule out more classes.
        If `deadline` passes, no further classes are ruled out, so that the second array is longer.
        """
        indices = np.arange(len(self.class_ids))
        # A puzzle with a single solution that contains the new Sudoku has one of its solutions. A
        # puzzle with a single solution that the new Sudoku contains has the same single solution.
        if self.are_solved and completion_answer.more is False and completion_answer.solutions:
            with_solution = self.find_classes_possibly_solved_by(completion_answer.solutions)
            indices = np.union1d(self._without_one_solution, with_solution)
        if not len(indices):
            return indices, indices
        possible_parts, possible_containers = self._find_possible_part_and_container_classes(
            grid, indices
        )
        if self.are_solved and completion_answer.word == "more":
            possible_parts = possible_parts[self._solutions[possible_parts] != 1]
        nested, left = self._find_nested_and_undecided_classes_by_kernel(
            stack([grid]), possible_parts, possible_containers, deadline
        )
        return self._sort_by_clue_difference(nested, grid.clues), self._sort_by_clue_difference(
            left, grid.clues
        )

    def prepare_clue_counts(self) -> None:
        """Count the clues in the rows, columns, boxes and so on of all classes, so that the first
        call of `find_nested_and_undecided_classes` is as fast as later calls.
        """
        if kernel_functions.can_summarize_clues(self.shape):
            self._packed_clue_counts  # noqa: B018
        else:
            self.profiles  # noqa: B018

    @cached_property
    def _packed_clue_counts(self) -> Cells:
        """The counts of clues in the rows, columns, boxes and so on of each of the N classes, as an
        array of shape (N, bytes). The functions in C that are called the kernel write and read
        these bytes; Python code does not.
        """
        summaries = np.zeros((len(self.packed_grids), kernel_functions.SUMMARY_BYTES), np.uint8)
        for some in yield_index_slices(len(self.packed_grids), _COMPARED_AT_ONCE):
            cells = unpack_grids(self.packed_grids[some], self.shape.size)
            kernel_functions.fill_clue_summaries(cells, summaries[some])
        return summaries

    def _find_possible_part_and_container_classes(
        self, grid: Grid, indices: ClassIndices
    ) -> tuple[ClassIndices, ClassIndices]:
        """Compare the clue counts of the classes at `indices` with those of the new Sudoku `grid`.
        Returns two arrays: the indices of the classes that `grid` may contain, and the indices of
        the classes that may contain `grid`.
        """
        is_few = len(indices) < len(self.class_ids)
        if kernel_functions.can_summarize_clues(self.shape):
            summaries = self._packed_clue_counts[indices] if is_few else self._packed_clue_counts
            relations = np.zeros(len(indices), np.uint8)
            kernel_functions.fill_containment_relations(grid.to_bytes(), summaries, relations)
            contained = (relations & kernel_functions.MAY_BE_CONTAINED) > 0
            return indices[contained], indices[(relations & kernel_functions.MAY_CONTAIN) > 0]
        profile = make_clue_count_profiles(stack([grid]), self.shape)
        profiles = (
            make_clue_count_profiles(self.unpack_cells_of_classes(indices), self.shape)
            if is_few
            else self.profiles
        )
        contained = profiles.make_mask_of_possible_parts(profile)
        return indices[contained], indices[profiles.make_mask_of_possible_containers(profile)]

    def _count_clues(self, indices: ClassIndices) -> ClassIndices:
        """Return the number of clues of each class at `indices`."""
        numbers: ClassIndices = np.count_nonzero(self.unpack_cells_of_classes(indices), (1, 2))
        return numbers

    def _sort_by_clue_difference(self, indices: ClassIndices, clue_count: int) -> ClassIndices:
        """Return `indices` sorted: classes whose number of clues is closer to `clue_count` come
        first.
        """
        return indices[np.lexsort((indices, abs(self._count_clues(indices) - clue_count)))]

    def _find_nested_and_undecided_classes_by_kernel(
        self,
        cells: Cells,
        possible_parts: ClassIndices,
        possible_containers: ClassIndices,
        deadline: Deadline,
    ) -> tuple[ClassIndices, ClassIndices]:
        """Decide with the compiled functions of the kernel which classes contain a copy of a new
        Sudoku or are contained in it. Returns two arrays: the indices of these classes, and the
        indices of the classes that remain undecided, because a class takes too long or `deadline`,
        which is for all classes together, has passed.

        `cells` is the new Sudoku as an array of shape (1, size, size). `possible_parts` has the
        indices of the classes that the new Sudoku may contain, and `possible_containers` has the
        indices of the classes that may contain the new Sudoku.
        """
        nested, left = [possible_parts[:0]], [possible_parts[:0]]
        # A class in both arrays has as many clues as the new Sudoku; one question is enough.
        for indices, are_parts in (
            (np.setdiff1d(possible_parts, possible_containers), True),
            (possible_containers, False),
        ):
            for some in yield_index_slices(len(indices), _COMPARED_AT_ONCE):
                which = indices[some]
                if deadline.remaining_seconds == 0.0:
                    left.append(which)
                    continue
                known = self.unpack_cells_of_classes(which)
                new = np.broadcast_to(cells, known.shape)
                numbers = count_part_copies_up_to_two(
                    *((known, new) if are_parts else (new, known)), self.shape
                )
                nested.append(which[numbers > NO_PART])
                left.append(which[numbers == TOO_HARD])
        return np.concatenate(nested), np.concatenate(left)

    def _store_solution_signatures(self, class_indices: ClassIndices, deadline: Deadline) -> None:
        """Solve the grids of the classes at `class_indices`, except those solved before. Afterwards
        `_solutions` has the number of solutions of each of these grids: 0, 1, or 2 for several. If
        a grid has a single solution, `_signatures` has the signature of the solution, a number that
        all copies share.

        If `deadline` passes, the remaining grids stay unsolved.
        """
        left = class_indices[self._solutions[class_indices] == _NOT_SOLVED]
        for some in yield_index_slices(len(left), _SOLVED_AT_ONCE):
            if deadline.remaining_seconds == 0.0:
                return
            which = left[some]
            found = solutions(self.unpack_cells_of_classes(which), self.shape, jobs=self._jobs)
            only = found.numbers == 1
            if only.any():
                self._signatures[which[only]] = signatures(found.grids[only], self.shape)
            self._solutions[which] = found.numbers

    def filter_possibly_nested_classes(
        self,
        indices: ClassIndices,
        clue_count: int,
        completion_answer: CompletionAnswer,
        deadline: Deadline,
    ) -> ClassIndices:
        """Return `indices`, in the same order, without the classes whose solutions show that they
        neither contain a new Sudoku nor are contained in it.

        `clue_count` is the number of clues of the new Sudoku, and `completion_answer` has the
        solutions of the new Sudoku that were found. If `deadline` passes, the classes
        that are not solved yet are kept.
        """
        numbers = self._count_clues(indices)
        kept = (
            self.filter_possible_parts(indices[numbers <= clue_count], completion_answer, deadline),
            self.filter_possible_containers(
                indices[numbers >= clue_count], completion_answer, deadline
            ),
        )
        return indices[np.isin(indices, np.concatenate(kept))]

    def filter_possible_containers(
        self, indices: ClassIndices, completion_answer: CompletionAnswer, deadline: Deadline
    ) -> ClassIndices:
        """Return `indices` without the classes whose solutions show that they contain no copy of a
        new Sudoku. `completion_answer` has the solutions of the new Sudoku that were found; if they
        may not be all solutions, no class is left out. Classes that are not solved before
        `deadline` are kept.

        The reason: if a puzzle contains the new Sudoku, each solution of the puzzle is also a
        solution of the new Sudoku. So a class with a single solution is kept only if this solution
        is a copy of a solution of the new Sudoku.
        """
        return (
            indices
            if completion_answer.more is not False
            else self._remove_classes_with_other_solution(
                indices, completion_answer.solutions, deadline
            )
        )

    def filter_possible_parts(
        self, indices: ClassIndices, completion_answer: CompletionAnswer, deadline: Deadline
    ) -> ClassIndices:
        """Return `indices` without the classes whose solutions show that a new Sudoku contains no
        copy of them. `completion_answer` has the solutions of the new Sudoku that were found.
        Classes that are not solved before `deadline` are kept.

        The reason: if the new Sudoku contains a puzzle with a single solution, this solution is
        also the only solution of the new Sudoku. So a class with a single solution is left out in
        two cases: the new Sudoku has several solutions, or its only solution is not a copy of the
        solution of the class.
        """
        if completion_answer.word in {"more", "one"}:
            return self._remove_classes_with_other_solution(
                indices,
                completion_answer.solutions if completion_answer.word == "one" else (),
                deadline,
            )
        return indices

    def _remove_classes_with_other_solution(
        self, indices: ClassIndices, allowed_solution_grids: tuple[Grid, ...], deadline: Deadline
    ) -> ClassIndices:
        """Return the indices of the classes that are kept. A class is left out only if it has a
        single solution, and this solution is not a copy of a grid in `allowed_solution_grids`.
        Classes with no solution or with several solutions are kept, and so are classes that are not
        solved before `deadline`.
        """
        self._store_solution_signatures(indices, deadline)
        signed = np.isin(
            self._signatures[indices],
            signatures(allowed_solution_grids) if allowed_solution_grids else [],
        )
        kept: ClassIndices = indices[(self._solutions[indices] != 1) | signed]
        return kept

    def find_classes_possibly_solved_by(self, completions: tuple[Grid, ...]) -> ClassIndices:
        """Return the indices of the classes whose single solution may be a copy of a grid in
        `completions`.

        Only signatures are compared. A signature is a number that all copies share, but that other
        grids may have too, so the caller has to check the classes.
        """
        self.solve_all_classes()
        wanted = np.unique(signatures(completions))
        starts, ends = (
            np.searchsorted(self._signatures, wanted, side, sorter=self._by_signature)
            for side in ("left", "right")
        )
        found = [self._by_signature[start:end] for start, end in zip(starts, ends, strict=True)]
        indices = np.concatenate(found)
        return np.sort(indices[self._solutions[indices] == 1])
