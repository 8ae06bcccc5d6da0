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
from ...answers.bulk.copies_of_parts import NO_PART, TOO_HARD, count_copies_of_parts
from ...answers.bulk.parallel_map import map_pieces
from ...answers.bulk.solutions import solutions
from ...answers.bulk.sorted_forms import signatures
from ...answers.completion import CompletionAnswer
from ...kernel import kernel_functions
from ...solvers.clock import Clock
from ...sudoku.arrays import Cells, join_arrays, split_range, stack, unpack_grids
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...system.ordered_map import Jobs

Numbers = NDArray[np.int16]
ClassIndices = NDArray[np.intp]

_COMPARED_AT_ONCE = 50_000
_SOLVED_AT_ONCE = 4000
_NOT_SOLVED = 255


class ClueCountProfiles(NamedTuple):
    """Counts of clues of N Sudokus of one box shape: how many clues each digit, box, row, column,
    band and stack has. A comparison of these counts shows quickly that one Sudoku cannot contain a
    copy of another.

    `numbers` has shape (N, K): one row of counts for each Sudoku. `starts` holds the indices in
    such a row at which the counts of digits, boxes, rows, columns, bands and stacks begin. If the
    grid is turned by 90°, the count at an index comes from the index that `turned` holds there. If
    such a turn changes the box shape, `turned` leaves all counts at their indices.
    """

    numbers: Numbers
    starts: NDArray[np.intp]
    turned: NDArray[np.intp]

    def take_profiles(self, indices: NDArray[np.intp]) -> "ClueCountProfiles":
        """Return the counts of only the Sudokus at `indices`, in this order."""
        return self._replace(numbers=self.numbers[indices])

    def may_contain(self, other: "ClueCountProfiles") -> NDArray[np.bool_]:
        """Return a Boolean for each of the N Sudokus: whether it may contain a copy of another
        Sudoku. `other` has the counts of the other Sudoku. False is certain; if it is True, a
        search must decide.
        """
        return self._test_with_and_without_turn(other, lambda mine, theirs: (mine >= theirs).all(1))

    def may_be_contained_in(self, other: "ClueCountProfiles") -> NDArray[np.bool_]:
        """Return a Boolean for each of the N Sudokus: whether another Sudoku may contain a copy of
        it. `other` has the counts of the other Sudoku. False is certain; if it is True, a search
        must decide.
        """
        return self._test_with_and_without_turn(other, lambda mine, theirs: (mine <= theirs).all(1))

    def may_be_near(self, other: "ClueCountProfiles", max_omitted: int) -> NDArray[np.bool_]:
        """Return a Boolean for each of the N Sudokus: whether it and another Sudoku may become
        copies if at most `max_omitted` clues of each are removed. `other` has the counts of the
        other Sudoku. False is certain; if it is True, a search must decide.
        """

        # Leaving out a clue reduces one number of each kind by 1.
        def test(mine: Numbers, theirs: Numbers) -> Any:
            excess = np.maximum(np.stack([mine - theirs, theirs - mine]), 0)
            return (np.add.reduceat(excess, self.starts, axis=2) <= max_omitted).all((0, 2))

        return self._test_with_and_without_turn(other, test)

    def _test_with_and_without_turn(
        self, other: "ClueCountProfiles", test: Callable[[Numbers, Numbers], Any]
    ) -> NDArray[np.bool_]:
        """Return a Boolean for each of the N Sudokus: whether `test` is passed by its counts and
        those of another Sudoku, or those of this other Sudoku turned by 90°. `other` has the counts
        of the other Sudoku. `test` gets several rows of `numbers` and the single row of `other`,
        and returns a Boolean for each row.
        """
        ways = other.numbers, other.numbers[:, other.turned]
        pieces = (
            self.numbers[some] for some in split_range(len(self.numbers) or 1, _COMPARED_AT_ONCE)
        )
        return np.concatenate([test(mine, ways[0]) | test(mine, ways[1]) for mine in pieces])


def make_profiles(cells: Cells, shape: BoxShape) -> ClueCountProfiles:
    """Count the clues of N Sudokus by digit, box, row, column, band and stack. `cells` has shape
    (N, rows, columns).
    """
    lengths = [shape.size] * 4 + [shape.bands, shape.stacks]
    starts = np.cumsum([0, *lengths[:-1]])
    kinds = np.split(np.arange(sum(lengths)), starts[1:])
    if shape.height == shape.width:
        digits, boxes, rows, columns, bands, stacks = kinds
        kinds = [digits, boxes, columns, rows, stacks, bands]
    numbers = join_arrays(
        map_pieces(partial(_count_clues, shape=shape), cells, 1, _COMPARED_AT_ONCE)
    )
    return ClueCountProfiles(numbers, starts, np.concatenate(kinds))


def _count_clues(cells: Cells, shape: BoxShape) -> Numbers:
    """Count the clues of N Sudokus: return an array with one row of numbers for each Sudoku.

    A row holds the numbers of clues of the digits, boxes, rows, columns, bands and stacks. The
    numbers of each of these six kinds are sorted.
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
    """Classes of a catalogue in memory, for a search. A class is a Sudoku and all its copies.

    All classes have the box shape `shape`, and a number of clues in the range `clues`. `ids` are
    the numbers of the N classes. `forms` holds one packed grid of each class, in an array of shape
    (N, bytes). `jobs` processes solve these grids when their solutions are first needed.
    """

    def __init__(
        self,
        shape: BoxShape,
        clue_count_range: range,
        class_ids: NDArray[np.int64],
        forms: Cells,
        jobs: Jobs,
    ) -> None:
        self.shape, self.clues, self.ids = shape, clue_count_range, class_ids
        self.forms, self._jobs = forms, jobs
        self._solutions = np.full(len(forms), _NOT_SOLVED, np.uint8)
        self._signatures: Hashes = np.zeros(len(forms), np.uint64)
        self.are_solved = False
        """Whether all classes are solved."""
        self._by_signature = self._without_one_solution = np.zeros(0, np.intp)

    def read_cells(self, indices: ClassIndices) -> Cells:
        """Return one grid of each of the K classes at `indices`.

        The result has shape (K, size, size). The grid of a class is its form, a copy of all
        Sudokus of the class.
        """
        return unpack_grids(self.forms[indices], self.shape.size)

    @cached_property
    def profiles(self) -> ClueCountProfiles:
        """The profiles (counts of clues) of the grids of the N classes."""
        pieces = [
            make_profiles(unpack_grids(self.forms[some], self.shape.size), self.shape)
            for some in split_range(len(self.forms) or 1, _COMPARED_AT_ONCE)
        ]
        return pieces[0]._replace(numbers=np.concatenate([one.numbers for one in pieces]))

    def solve_all_classes(self) -> None:
        """Solve the grids of all classes that have not been solved yet. The solutions then rule out
        most classes for each new Sudoku, so that few counts of clues must be compared.
        """
        if not self.are_solved:
            self._solve_classes(np.arange(len(self._solutions)), Clock())
            self.are_solved = True
            self._by_signature = np.argsort(self._signatures)
            self._without_one_solution = np.flatnonzero(self._solutions != 1)

    def split_into_certain_and_open(
        self, grid: Grid, completion_answer: CompletionAnswer, clock: Clock
    ) -> tuple[ClassIndices, ClassIndices]:
        """Return two arrays with indices of classes: first of the classes that certainly contain a
        copy of a new Sudoku or are contained in it, then of the classes for which a search must
        still decide this. In both arrays, classes whose number of clues is closer to that of the
        new Sudoku come first.

        `completion_answer` holds solutions of the new Sudoku. After the time of `clock`, the second
        array also has classes that would otherwise be ruled out.
        """
        indices = np.arange(len(self.ids))
        # A puzzle with a single solution that contains the new Sudoku has one of its solutions. A
        # puzzle with a single solution that the new Sudoku contains has the same single solution.
        if self.are_solved and completion_answer.more is False and completion_answer.solutions:
            with_solution = self.find_with_solutions(completion_answer.solutions)
            indices = np.union1d(self._without_one_solution, with_solution)
        if not len(indices):
            return indices, indices
        contained, containing = self._select_by_clue_counts(grid, indices)
        if self.are_solved and completion_answer.word == "more":
            contained = contained[self._solutions[contained] != 1]
        parts, left = self._decide_with_kernel(stack([grid]), contained, containing, clock)
        return self._sort_by_clue_difference(parts, grid.clues), self._sort_by_clue_difference(
            left, grid.clues
        )

    def prepare_clue_counts(self) -> None:
        """Count the clues of all classes, so that the first call of `split_into_certain_and_open`
        need not do it.
        """
        if kernel_functions.can_summarize_clues(self.shape):
            self._clue_summaries  # noqa: B018
        else:
            self.profiles  # noqa: B018

    @cached_property
    def _clue_summaries(self) -> Cells:
        summaries = np.zeros((len(self.forms), kernel_functions.SUMMARY_BYTES), np.uint8)
        for some in split_range(len(self.forms), _COMPARED_AT_ONCE):
            cells = unpack_grids(self.forms[some], self.shape.size)
            kernel_functions.fill_clue_summaries(cells, summaries[some])
        return summaries

    def _select_by_clue_counts(
        self, grid: Grid, indices: ClassIndices
    ) -> tuple[ClassIndices, ClassIndices]:
        """Compare the clue counts of the classes at `indices` with those of a new Sudoku. Returns
        two arrays: the indices of the classes that the new Sudoku may contain, and the indices of
        the classes that may contain it.
        """
        is_few = len(indices) < len(self.ids)
        if kernel_functions.can_summarize_clues(self.shape):
            summaries = self._clue_summaries[indices] if is_few else self._clue_summaries
            relations = np.zeros(len(indices), np.uint8)
            kernel_functions.fill_containment_relations(grid.to_bytes(), summaries, relations)
            contained = (relations & kernel_functions.MAY_BE_CONTAINED) > 0
            return indices[contained], indices[(relations & kernel_functions.MAY_CONTAIN) > 0]
        profile = make_profiles(stack([grid]), self.shape)
        profiles = make_profiles(self.read_cells(indices), self.shape) if is_few else self.profiles
        contained = profiles.may_be_contained_in(profile)
        return indices[contained], indices[profiles.may_contain(profile)]

    def _count_clues(self, indices: ClassIndices) -> ClassIndices:
        numbers: ClassIndices = np.count_nonzero(self.read_cells(indices), (1, 2))
        return numbers

    def _sort_by_clue_difference(self, indices: ClassIndices, clues: int) -> ClassIndices:
        return indices[np.lexsort((indices, abs(self._count_clues(indices) - clues)))]

    def _decide_with_kernel(
        self, cells: Cells, contained: ClassIndices, containing: ClassIndices, clock: Clock
    ) -> tuple[ClassIndices, ClassIndices]:
        """Let the kernel decide which classes contain a copy of a new Sudoku or are contained in
        it. Returns two arrays: the indices of these classes, and the indices of the classes for
        which the kernel needs too long.

        `cells` is the new Sudoku as an array of shape (1, size, size). `contained` are the indices
        of the classes that it may contain, and `containing` of the classes that may contain it.
        """
        parts, left = [contained[:0]], [contained[:0]]
        # A class in both arrays has as many clues as the new Sudoku; one question is enough.
        for indices, are_parts in (
            (np.setdiff1d(contained, containing), True),
            (containing, False),
        ):
            for some in split_range(len(indices), _COMPARED_AT_ONCE):
                which = indices[some]
                if clock.remaining_seconds == 0.0:
                    left.append(which)
                    continue
                known = self.read_cells(which)
                new = np.broadcast_to(cells, known.shape)
                numbers = count_copies_of_parts(
                    *((known, new) if are_parts else (new, known)), self.shape
                )
                parts.append(which[numbers > NO_PART])
                left.append(which[numbers == TOO_HARD])
        return np.concatenate(parts), np.concatenate(left)

    def _solve_classes(self, indices: ClassIndices, clock: Clock) -> None:
        """Solve the grids of the classes at these indices, except those solved before.

        For grids with a single solution, the signature of the solution (a number that all its
        copies share) is kept. If the time is up, the remaining grids stay unsolved.
        """
        left = indices[self._solutions[indices] == _NOT_SOLVED]
        for some in split_range(len(left), _SOLVED_AT_ONCE):
            if clock.remaining_seconds == 0.0:
                return
            which = left[some]
            found = solutions(self.read_cells(which), self.shape, jobs=self._jobs)
            only = found.numbers == 1
            if only.any():
                self._signatures[which[only]] = signatures(found.grids[only], self.shape)
            self._solutions[which] = found.numbers

    def rule_out_by_solutions(
        self, indices: ClassIndices, clues: int, completion_answer: CompletionAnswer, clock: Clock
    ) -> ClassIndices:
        """Return `indices`, in the same order, without the classes that can neither contain a new
        Sudoku nor be contained in it, because their solutions differ from its solutions.

        `clues` is the number of clues of the new Sudoku, and `completion_answer` holds its
        solutions. After the time of `clock`, the result also has classes that would otherwise be
        ruled out.
        """
        numbers = self._count_clues(indices)
        kept = (
            self.keep_possible_parts(indices[numbers <= clues], completion_answer, clock),
            self.keep_possible_containers(indices[numbers >= clues], completion_answer, clock),
        )
        return indices[np.isin(indices, np.concatenate(kept))]

    def keep_possible_containers(
        self, indices: ClassIndices, completion_answer: CompletionAnswer, clock: Clock
    ) -> ClassIndices:
        """Return `indices` without the classes whose solutions show that they contain no copy of a
        new Sudoku. `completion_answer` holds the solutions of the new Sudoku.

        Every solution of a puzzle that contains the new Sudoku is also a solution of the new
        Sudoku. So if all solutions of the new Sudoku are known, a class whose single solution is no
        copy of any of them is ruled out.
        """
        return (
            indices
            if completion_answer.more is not False
            else self._rule_out_by_solution(indices, completion_answer.solutions, clock)
        )

    def keep_possible_parts(
        self, indices: ClassIndices, completion_answer: CompletionAnswer, clock: Clock
    ) -> ClassIndices:
        """Return `indices` without the classes whose solutions show that a new Sudoku contains no
        copy of them. `completion_answer` holds the solutions of the new Sudoku.

        If the new Sudoku contains a puzzle with a single solution, it has no other solution. So a
        class with a single solution is ruled out if the new Sudoku has several solutions, or a
        solution that is no copy of it.
        """
        if completion_answer.word in {"more", "one"}:
            return self._rule_out_by_solution(
                indices,
                completion_answer.solutions if completion_answer.word == "one" else (),
                clock,
            )
        return indices

    def _rule_out_by_solution(
        self, indices: ClassIndices, allowed_solutions: tuple[Grid, ...], clock: Clock
    ) -> ClassIndices:
        """Return `indices` without the classes that their single solution rules out.

        A class is ruled out if it has a single solution that is no copy of a grid in
        `allowed_solutions`. Classes that could not be solved, because the time is up, are not ruled
        out.
        """
        self._solve_classes(indices, clock)
        signed = np.isin(
            self._signatures[indices], signatures(allowed_solutions) if allowed_solutions else []
        )
        kept: ClassIndices = indices[(self._solutions[indices] != 1) | signed]
        return kept

    def find_with_solutions(self, completions: tuple[Grid, ...]) -> ClassIndices:
        """Return the indices of the classes whose single solution may be a copy of one of
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
