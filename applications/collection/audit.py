"""The audit of a data set: a table with a row for each Sudoku and a column for each property, such
as the number of clues or the first Sudoku of which it is a copy.

Each stage in `STAGES` fills one column, a few Sudokus at a time, so that an interruption loses no
result. If a stage has not yet computed the value of a Sudoku, its column has the value `UNKNOWN`,
never 0.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...answers.bulk.parallel_map import yield_labelled_results
from ...answers.bulk.solutions import solutions as find_solutions
from ...answers.bulk.symmetries import symmetry_counts
from ...base.errors import ArgumentError, GridError
from ...base.messages import Message
from ...base.verdict import AnswerWithVerdict, Verdict
from ...reading.file_entry import Entry
from ...reading.file_head import join_column_names_for_message
from ...reading.gridfile import GridFile
from ...sudoku.arrays import (
    Cells,
    Grids,
    SudokuLike,
    are_solved_grids,
    convert_bytes_to_array,
    convert_to_array_and_shape,
    find_solution_column_or_none,
    insert_filling_for_missing_values,
    list_present_values_and_make_mask,
    load_table,
    pack_grids,
    select_present_sudokus,
    take_column,
    unpack_grids,
    warn_if_digits_start_at_0,
)
from ...sudoku.shape import BoxLike, BoxShape
from ...system.ordered_map import Jobs
from .duplicates import SudokuCollection
from .gathering import Gathering, Path, SudokusOfOneShape
from .near import find_first_near_copies
from .saved_results import load_or_compute_records, load_or_solve_puzzles
from .scratch import LocalFolder
from .sorted_runs import Records
from .sudoku_storage import GridStorage, Indices, choose_index_type

UNKNOWN = -1

_SUDOKUS_AT_ONCE, _SOLUTIONS_AT_ONCE = 500, 10_000

AuditColumn = NDArray[np.int8]

KINDS: Mapping[str, tuple[str, int | None, str | None]] = {
    "repeated": ("same", None, None),
    "copies": ("class", None, "same"),
    "unsolvable": ("solutions", 0, None),
    "several": ("solutions", 2, None),
    "wrong": ("right", 0, None),
    "wrong_key": ("right_key", 0, None),
    "same_solution": ("same_solution", None, "class"),
    "near": ("near", None, "class"),
}
"""The kinds of findings in an audit. For each kind, a tuple of one of two forms describes how its
Sudokus are found in the audit's table.

`("solutions", 0, None)` means the Sudokus that have the value 0 in the column `solutions`.

`("class", None, "same")` means the Sudokus that have the number of another Sudoku in the column
`class` but their own number in the column `same`. The first column has, for each Sudoku, the number
of an earlier Sudoku to which it is related, or its own number. If the third field is None, the
second condition is dropped.
"""

NOTED_KINDS = frozenset({"same_solution"})
"""The kinds that are a fault only for a Sudoku of the test, if the earlier Sudoku is outside the
test. Puzzles of one data set may share a solution, so other Sudokus of such a kind are only noted.
"""

_COLUMNS_OF_NUMBERS = frozenset(name for name, value, _ in KINDS.values() if value is None)
"""The names of the table columns whose values are numbers of Sudokus."""


class AuditFindingsOfOneKind(NamedTuple):
    """One kind of finding of an audit, for example the copies of earlier Sudokus, with the Sudokus
    of this kind.

    - `numbers`: shape (K,), the numbers of these Sudokus, from 0, ascending.
    - `earlier_numbers`: shape (K,), for each of these Sudokus the number of the earlier Sudoku to
      which it is related, for example as a copy. If the kind does not compare Sudokus, it repeats
      `numbers`.
    - `checked_count`: the number of Sudokus that the audit has checked.
    - `total`: the number of Sudokus in the data set, or in its test set.
    """

    numbers: Indices
    earlier_numbers: Indices
    checked_count: int
    total: int

    def yield_sudoku_and_earlier_numbers(self, max_pairs: int) -> Iterator[tuple[int, int]]:
        """Yield a pair of numbers for each of the first `max_pairs` Sudokus of this finding: the
        number of the Sudoku, and the number of the earlier Sudoku to which it is related, for
        example as a copy. If the finding does not compare Sudokus, both numbers are equal.
        """
        return zip(
            self.numbers[:max_pairs].tolist(),
            self.earlier_numbers[:max_pairs].tolist(),
            strict=True,
        )


class Audit(AnswerWithVerdict):
    """The audit of a collection of N Sudokus: a table with a row for each Sudoku and a column for
    each property. The verdict is no if the audit finds a copy (the same Sudoku up to symmetry) or
    another fault.

    - `first_test_number`: the Sudokus with this number (from 0) or a greater number are a test set;
      None means that there is no test set.
    - `are_solutions_right`: arrays that together become the column `right`.
    - `near`: the largest number of clues in which near copies may differ.
    - `skipped`: the names of the columns that are not computed.
    - `are_solutions_left_out`: whether a file may have solutions that were not checked.

    `columns` maps the name of a table column to an array of integers, shape (N,):

    - `class`: the number of the first Sudoku of which the Sudoku is a copy.
    - `same`: the number of the first Sudoku that is equal cell by cell.
    - `same_solution`: the number of the first Sudoku whose solution is a copy of the Sudoku's
      solution.
    - `near`: the number of the first near copy, which becomes a copy if at most `near` clues of
      both Sudokus are removed.
    - `clues`: the number of clues.
    - `solutions`: 0, 1, or 2 if the Sudoku has several solutions.
    - `symmetries`: the number of symmetries, at most 2⁶³ - 1.
    - `right`: 1 if the solution in the file is right, 0 if it is wrong.
    - `right_key`: 1 if the keys in a table of keys are right, 0 if one is wrong. The column is
      absent if no table was checked.

    If a column has the number of a first Sudoku of some kind, and there is no such Sudoku before a
    Sudoku, the column has the Sudoku's own number. A value that is not known is `UNKNOWN`.
    """

    _question = "audit"

    def __init__(
        self,
        gathering: Gathering,
        first_test_number: int | None,
        are_solutions_right: Sequence[AuditColumn],
        near: int = 1,
        skipped: Collection[str] = (),
        *,
        are_solutions_left_out: bool = False,
    ) -> None:
        self.gathering, self.near, self.skipped = gathering, near, skipped
        self._are_solutions_left_out = are_solutions_left_out
        self.number = gathering.sudoku_count
        self.border = self.number if first_test_number is None else first_test_number
        self.is_all = False
        # All columns are in memory together. If values need it, other columns get larger types.
        index_type = choose_index_type(self.number)
        self.columns: dict[str, NDArray[Any]] = {
            name: np.full(
                self.number, UNKNOWN, index_type if name in _COLUMNS_OF_NUMBERS else np.int8
            )
            for name in STAGES
        }
        self.columns["right"] = np.concatenate([*are_solutions_right, np.zeros(0, np.int8)])[
            : self.number
        ]
        self.solved: dict[BoxShape, GridStorage] = {}
        """The solutions of the puzzles with exactly one solution, for each shape of boxes."""

    def run(
        self,
        report_stage: Callable[[str], None],
        report_share: Callable[[float], None] = lambda _: None,
    ) -> None:
        """Compute all table columns, except the columns named in `skipped`. `report_stage` is
        called with the name of each column before it is computed. `report_share` is called from
        time to time with the approximate share of the whole work that is done, from 0 to 1.
        """
        costs = {name: _COSTS.get(name, 1) for name in STAGES if name not in self.skipped}
        done = 0
        for name, cost in costs.items():
            report_stage(name)
            for share in self._compute_column_and_yield_shares(name):
                report_share((done + cost * share) / sum(costs.values()))
            done += cost
        self.is_all = True

    def _compute_column_and_yield_shares(self, name: str) -> Iterator[float]:
        """Compute one table column. Yields from time to time the share of the Sudokus that have a
        value, from 0 to 1. The arrays of this stage are freed at the end.
        """
        looked_at = 0
        for part in self.gathering.yield_sudokus_by_shape():
            for which, values in STAGES[name](self, part):
                numbers = part.numbers[which]
                self._store_values(name, numbers, np.asarray(values))
                looked_at = min(looked_at + len(numbers), self.number)
                yield looked_at / self.number

    def _store_values(self, name: str, numbers: Indices, values: NDArray[Any]) -> None:
        """Store the values of the Sudokus with these numbers in a table column. If a value is too
        large for the column, the column gets a larger type.
        """
        column = self.columns[name]
        greatest = int(values.max(initial=0))
        while greatest > np.iinfo(column.dtype).max:
            column = column.astype(f"i{2 * column.dtype.itemsize}")
        self.columns[name] = column
        column[numbers] = values

    def make_findings_by_kind(
        self, *, only_leaks: bool = False
    ) -> dict[str, AuditFindingsOfOneKind]:
        """Return a dictionary from the name of each kind of finding, such as `copies` or
        `unsolvable`, to the Sudokus of this kind. The kind `wrong` (the solution in the file is
        wrong) is absent if no file has a column of solutions, and `wrong_key` if no table of keys
        was checked.

        If `only_leaks`, only the kinds that compare Sudokus are returned, and such a kind has only
        the Sudokus of the test set that are related, for example as copies, to a Sudoku outside the
        test set.
        """
        own = np.arange(self.number, dtype=choose_index_type(self.number))
        asked = own >= (self.border if only_leaks else 0)

        def mark_related_sudokus(column_name: str | None) -> NDArray[np.bool_]:
            """Return for each Sudoku whether the table column relates it to another Sudoku. If
            `only_leaks`, only a test Sudoku that is related to a Sudoku outside the test set
            counts.
            """
            other = own if column_name is None else self.columns[column_name]
            return asked & (other < self.border) if only_leaks else other != own

        found = {}
        for kind, (name, value, but) in KINDS.items():
            if name not in self.columns:
                continue
            column = self.columns[name]
            is_known = asked & (column != UNKNOWN)
            looked_at, total = (int(np.count_nonzero(part)) for part in (is_known, asked))
            is_one = (
                mark_related_sudokus(name) & ~mark_related_sudokus(but)
                if value is None
                else column == value
            )
            numbers = np.flatnonzero(is_known & is_one)
            earlier_numbers = column[numbers] if value is None else numbers
            if name == "right":  # not every Sudoku has a solution beside it
                total = looked_at
            if value is None or (not only_leaks and (total or name != "right")):
                found[kind] = AuditFindingsOfOneKind(numbers, earlier_numbers, looked_at, total)
        return found

    def make_mask_of_faulty_sudokus(self, extra_kinds: Collection[str] = ()) -> NDArray[np.bool_]:
        """Return for each Sudoku whether the audit found a fault in it, such as being a copy, as an
        array of shape (N,). The `NOTED_KINDS` count only in leaks from the data set into the test,
        except those that are named in `extra_kinds`, which always count.
        """
        is_faulty = np.zeros(self.number, bool)
        for only_leaks in (False, True):
            for kind, found in self.make_findings_by_kind(only_leaks=only_leaks).items():
                if only_leaks or kind not in NOTED_KINDS or kind in extra_kinds:
                    is_faulty[found.numbers] = True
        return is_faulty

    def count_faulty_sudokus(self) -> int:
        """Return the number of Sudokus in which the audit found a fault."""
        return int(np.count_nonzero(self.make_mask_of_faulty_sudokus()))

    def count_noted_sudokus(self) -> int:
        """Return the number of Sudokus without a fault that share their solution with an earlier
        Sudoku, of which they are no copies.
        """
        return int(
            np.count_nonzero(
                self.make_mask_of_faulty_sudokus(NOTED_KINDS) & ~self.make_mask_of_faulty_sudokus()
            )
        )

    @property
    def class_count(self) -> int:
        """The number of classes; a class is a Sudoku and all its copies."""
        return sum(self.count_classes_by_size().values())

    def count_classes_by_size(self, sudoku_slice: slice = slice(None)) -> dict[int, int]:
        """Return how many classes have each number of Sudokus, by this number, ascending.
        `sudoku_slice` is the slice of the Sudokus that are counted, by default all. Sudokus whose
        class is unknown are not counted.
        """
        column = self.columns["class"][sudoku_slice]
        start, stop, _ = sudoku_slice.indices(self.number)
        is_first = column == np.arange(start, stop, dtype=column.dtype)
        # There are often few copies, so that only their classes are sorted.
        firsts, sizes = np.unique(column[~is_first & (column != UNKNOWN)], return_counts=True)
        is_first_here = (firsts >= start) & (firsts < stop)
        is_first_here[is_first_here] = is_first[firsts[is_first_here] - start]
        values, counts = np.unique(sizes + is_first_here, return_counts=True)
        found = dict(zip(values.tolist(), counts.tolist(), strict=True))
        if single := int(np.count_nonzero(is_first) - np.count_nonzero(is_first_here)):
            found[1] = found.get(1, 0) + single
        return dict(sorted(found.items()))

    @property
    def verdict(self) -> Verdict:
        """The verdict: no if the audit has found a fault. If it has found none, the
        verdict is yes after a complete audit, and undecided after an interruption.
        """
        return Verdict.NO if self.count_faulty_sudokus() else Verdict.of(self.is_all or None)

    @property
    def incomplete_columns(self) -> list[str]:
        """The names of the table columns in which the values of some Sudokus are unknown, because
        the audit was interrupted, or the column was skipped, or the solutions in a file were left
        out.
        """
        is_all = self.is_all or self.number
        found = [name for name in STAGES if UNKNOWN in self.columns[name] or not is_all]
        return found + ["right"] * self._are_solutions_left_out

    def count_sudokus_by_value(
        self, column_name: str, sudoku_slice: slice = slice(None)
    ) -> dict[int, int]:
        """Return how many Sudokus have each value in a table column, by value. `sudoku_slice` is
        the slice of the Sudokus that are counted, by default all. Sudokus with an unknown value are
        not counted.
        """
        column = self.columns[column_name][sudoku_slice]
        values, counts = np.unique(column[column != UNKNOWN], return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    def make_parquet_row(self, sudoku_number: int) -> dict[str, int | None]:
        """Return the values of one Sudoku by the names of the table columns, as a row of the
        Parquet table; unknown values are None. `sudoku_number` is the Sudoku's number, counted from
        0. In the returned row, numbers of Sudokus are counted from 1, as users count them.

        The row has two more columns. `test` is 1 if the Sudoku is in the test set, and otherwise 0.
        For a Sudoku in the test set, `leak` is the number of the first Sudoku outside the test set
        of which it is a copy.
        """
        known = {name: int(column[sudoku_number]) for name, column in self.columns.items()}
        is_leak = known["class"] < self.border <= sudoku_number
        known["leak"] = known["class"] if is_leak else UNKNOWN
        firsts = {"leak", *_COLUMNS_OF_NUMBERS}
        row = {k: None if one == UNKNOWN else one + (k in firsts) for k, one in known.items()}
        return row | {"test": int(sudoku_number >= self.border)}


Filled = Iterator[tuple[slice | Indices, Any]]
"""The values that a stage of the audit yields: pairs of the indices of some Sudokus and their
values in the table column that the stage computes.
"""


def _yield_indices_and_first_copy_numbers(_audit: Audit, sudokus: SudokusOfOneShape) -> Filled:
    """Yield the values of the table column `class` as one pair: a slice that means all Sudokus of
    `sudokus`, and an array with a number for each Sudoku. It is the number of the first Sudoku of
    which the Sudoku is a copy, or the Sudoku's own number if there is no earlier copy.
    """
    yield slice(None), sudokus.numbers[sudokus.classes.first]


def _yield_indices_and_first_equal_sudoku_numbers(
    _audit: Audit, sudokus: SudokusOfOneShape
) -> Filled:
    """Yield the values of the table column `same` as pairs: the indices of some Sudokus of
    `sudokus`, and an array with a number for each. It is the number of the first Sudoku that is
    equal cell by cell, or the Sudoku's own number if no earlier Sudoku is equal. A later pair
    replaces the values of an earlier pair.
    """
    yield slice(None), sudokus.numbers
    # Equal Sudokus are also copies, so only Sudokus that have copies need to be compared.
    members = np.concatenate([np.zeros(0, np.int64), *sudokus.classes.groups()])
    members.sort()
    rows = pack_grids(sudokus.collection.cells(members))
    _, firsts, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    yield members, sudokus.numbers[members[firsts[which.reshape(-1)]]]


def _yield_indices_and_column_values(
    compute_values: Callable[[Cells], Any], audit: Audit, sudokus: SudokusOfOneShape
) -> Filled:
    """Yield pairs: the indices of a few Sudokus, and their values in a column of the audit's table.
    The values are computed by calling `compute_values` with the cells of these Sudokus.
    """
    pieces = _yield_pieces(len(sudokus.numbers), _SUDOKUS_AT_ONCE)
    tasks = ((sudokus.collection.cells(piece), piece) for piece in pieces)
    return yield_labelled_results(compute_values, tasks, audit.gathering.jobs)


def _yield_pieces(count: int, size: int) -> Iterator[Indices]:
    """Yield the indices from 0 to `count` - 1 in pieces of at most `size` indices."""
    return (np.arange(start, min(start + size, count)) for start in range(0, count, size))


_COUNT = np.dtype([("count", np.int64)])


def _load_or_count_symmetries(
    cells: Cells, shape: BoxShape, results_folder: LocalFolder | None
) -> AuditColumn:
    """Return the number of symmetries of each Sudoku, at most 2⁶³ - 1. If an earlier run has saved
    these numbers in `results_folder`, they are loaded; otherwise they are counted, and saved there.
    If `results_folder` is None, nothing is saved.
    """

    def count_symmetries() -> Records:
        counts = np.zeros(len(cells), _COUNT)
        counts["count"] = [min(count, 2**63 - 1) for count in symmetry_counts(cells, shape)]
        return counts

    counts: AuditColumn = load_or_compute_records(
        count_symmetries, f"symmetries {shape}", cells, _COUNT, results_folder
    )["count"]
    return counts


def _yield_indices_and_symmetry_counts(audit: Audit, sudokus: SudokusOfOneShape) -> Filled:
    """Yield the values of the table column `symmetries` as pairs: the indices of a few Sudokus of
    `sudokus`, and an array with the number of symmetries of each of these Sudokus, at most 2⁶³ - 1.
    `audit` has the number of processes, and the folder in which the numbers are saved for a later
    run.
    """
    results_folder = audit.gathering.scratch.results_folder
    function = partial(
        _load_or_count_symmetries, shape=sudokus.shape, results_folder=results_folder
    )
    yield from _yield_indices_and_column_values(function, audit, sudokus)


def _yield_indices_and_solution_counts(audit: Audit, sudokus: SudokusOfOneShape) -> Filled:
    """Yield the values of the table column `solutions` as pairs: the indices of a few Sudokus of
    `sudokus`, and an array with 0, 1 or 2 for each; 2 means several solutions.

    If a Sudoku has a single solution, the solution is added to `audit.solved`, from which the
    column `same_solution` is computed later.
    """
    results_folder = audit.gathering.scratch.results_folder
    function: Callable[[Cells], Any] = partial(find_solutions, box=sudokus.shape)
    if results_folder is not None:
        function = partial(
            load_or_solve_puzzles, shape=sudokus.shape, results_folder=results_folder
        )
    solved = audit.gathering.make_grid_storage(sudokus.shape.size)
    audit.solved[sudokus.shape] = solved
    for which, found in _yield_indices_and_column_values(function, audit, sudokus):
        solved.add_packed_grids(pack_grids(found.grids[found.numbers == 1]))
        yield which, found.numbers


def _yield_indices_and_first_same_solution_numbers(
    audit: Audit, sudokus: SudokusOfOneShape
) -> Filled:
    """Yield the values of the table column `same_solution` as pairs: the indices of some Sudokus of
    `sudokus`, and an array with a number for each. It is the number of the first Sudoku with the
    same solution, which means that both Sudokus have a single solution and these solutions are
    copies of each other. If there is no earlier such Sudoku, it is the Sudoku's own number.

    If the column `solutions` is skipped, nothing is yielded. A later pair replaces the values of an
    earlier pair.
    """
    if "solutions" in audit.skipped:
        return
    which = np.flatnonzero(audit.columns["solutions"][sudokus.numbers] == 1).astype(
        sudokus.numbers.dtype
    )
    with SudokuCollection(
        sudokus.shape, sudokus.collection.make_scratch_files_in_same_folder()
    ) as solved:
        solutions = audit.solved.pop(sudokus.shape)
        rows = map(solutions.read_packed_rows, _yield_pieces(len(which), _SOLUTIONS_AT_ONCE))
        batches = ((unpack_grids(some, sudokus.shape.size), None) for some in rows)
        solved.add_batches(batches, audit.gathering.jobs)
        solutions.close()
        first = solved.classes(audit.gathering.jobs).first
    yield slice(None), sudokus.numbers
    yield which, sudokus.numbers[which[first]]


def _yield_indices_and_first_near_copy_numbers(audit: Audit, sudokus: SudokusOfOneShape) -> Filled:
    """Yield the values of the table column `near` as one pair: a slice that means all Sudokus of
    `sudokus`, and an array with a number for each. It is the number of the first near copy, which
    becomes a copy if at most `audit.near` clues of both Sudokus are removed, or the Sudoku's own
    number if no earlier Sudoku is a near copy.
    """
    first = sudokus.classes.first
    near = find_first_near_copies(
        sudokus.collection, audit.near, sudokus.classes, audit.gathering.jobs
    )
    own = np.arange(len(first), dtype=first.dtype)
    yield slice(None), sudokus.numbers[np.where(near == first, own, near)]


STAGES: Mapping[str, Callable[[Audit, SudokusOfOneShape], Filled]] = {
    "class": _yield_indices_and_first_copy_numbers,
    "same": _yield_indices_and_first_equal_sudoku_numbers,
    "clues": partial(_yield_indices_and_column_values, partial(np.count_nonzero, axis=(1, 2))),
    "symmetries": _yield_indices_and_symmetry_counts,
    "solutions": _yield_indices_and_solution_counts,
    "same_solution": _yield_indices_and_first_same_solution_numbers,
    "near": _yield_indices_and_first_near_copy_numbers,
}
"""The table columns of the audit in the order in which they are computed, each with the function
that computes its values.
"""


_COSTS = {"symmetries": 4, "solutions": 3, "same_solution": 4, "near": 20}
"""The approximate times of the long stages, as multiples of the time of a short stage."""


class StatedSolutionsChecker:
    """A checker of the solutions that files state for their Sudokus.

    - `are_right`: arrays that together become the column `right` of an `Audit`.
    - `possible_columns`: the names of the columns that may have solutions that were not checked, by
      the name of the file.
    """

    def __init__(self) -> None:
        self.are_right = list[AuditColumn]()
        self.possible_columns = dict[str, tuple[str, ...]]()

    def check(self, grid_file: GridFile, entries: list[Entry]) -> None:
        """Check the solutions that an opened file states for some of its Sudokus, `entries`."""
        self.are_right.append(classify_stated_solutions(grid_file, entries))
        if names := grid_file.possible_solution_columns:
            self.possible_columns[grid_file.source] = names

    def list_warnings(self) -> list[Message]:
        """Return a warning for each file that may have solutions which were not checked."""
        return [
            Message(
                "{file}: the check of solutions was left out, because it is not certain which "
                "column has them: {names}; --solution-column chooses one",
                file=file,
                names=join_column_names_for_message([*names]),
            )
            for file, names in self.possible_columns.items()
        ]


def classify_stated_solutions(grid_file: GridFile, entries: list[Entry]) -> AuditColumn:
    """Check the solutions that a file states for its Sudokus. Returns an array with a value for
    each Sudoku of `entries`, in the same order: 1 if the solution is right, 0 if it is wrong or
    cannot be read, and `UNKNOWN` if the file states no solution for this Sudoku.

    `grid_file` is the opened file, and `entries` are Sudokus of the file that can be read, with
    boxes of one shape.
    """
    stated = list(map(grid_file.read_stated_solution, entries))
    shape = entries[0].shape if entries else grid_file.shape
    if not any(stated):
        return np.full(len(entries), UNKNOWN, np.int8)
    cells = convert_bytes_to_array(b"".join([entry.cell_bytes for entry in entries]), shape)
    # A solution that cannot be read counts as blank, and so as wrong.
    blank = bytes(shape.size**2)
    texts = [blank if one is None or one.error else one.cell_bytes for one in stated]
    are_right = _are_right_solutions(cells, convert_bytes_to_array(b"".join(texts), shape), shape)
    found = np.where([one is not None for one in stated], are_right, UNKNOWN)
    return found.astype(np.int8)


def _are_right_solutions(cells: Cells, solutions: Cells, shape: BoxShape) -> NDArray[np.bool_]:
    """Return for each grid in `solutions` whether it is a solution of the Sudoku at the same index
    in `cells`.
    """
    agrees: NDArray[np.bool_] = ((cells == 0) | (cells == solutions)).all((1, 2))
    return are_solved_grids(solutions, shape) & agrees


SKIPPABLE = ("symmetries", "solutions", "same_solution", "near")
"""The names of the columns that an audit may leave out."""


@dataclass(frozen=True, slots=True)
class AuditResult:
    """What an audit has found in a data set. The Sudokus are numbered from 0, first those of the
    data set, then those of the test.

    - `columns`: a dictionary from names of columns to arrays with a value for each Sudoku, -1 for
      unknown. The columns `class`, `same`, `same_solution` and `near` have the number of the first
      Sudoku that is a copy, that is equal, whose solution is a copy of the Sudoku's solution, or
      that is a near copy; if there is no such Sudoku before it, they have the Sudoku's own number.
      Other columns have the number of `clues`, of `symmetries` (at most 2⁶³ - 1) and of `solutions`
      (2 for several), and `right`: 1 if the stated solution is right, 0 if it is wrong.
    - `findings`: for each kind of finding (`repeated`, `copies`, `unsolvable`, `several`, `wrong`,
      `same_solution`, `near`) the numbers of the Sudokus in which it was found, ascending.
      The command counts `same_solution` as a fault only in leaks.
    - `leaks`: for each kind that compares Sudokus, such as `copies`, the numbers of the Sudokus of
      the test that are related in this way to a Sudoku outside the test. These numbers count only
      the Sudokus of the test, from 0.
    - `unchecked`: the names of the columns in which values are unknown.
    """

    columns: Mapping[str, Indices]
    findings: Mapping[str, Indices]
    leaks: Mapping[str, Indices]
    unchecked: tuple[str, ...]


def audit(  # noqa: PLR0913 - a question with all its options
    sudokus: Path | Iterable[SudokuLike],
    box: BoxLike = None,
    *,
    test: Path | Iterable[SudokuLike] | None = None,
    solutions: Grids | str | None = None,
    test_solutions: Grids | str | None = None,
    near: int = 1,
    skip: str | Collection[str] = (),
    jobs: Jobs = 1,
    progress: Callable[[int], None] | None = None,
    column: str | int | None = None,
    offset: int = 0,
    missing: str | None = None,
) -> AuditResult:
    """Check a data set of Sudokus, as the command `audit` does. Find copies (the same Sudoku up to
    symmetry), near copies, Sudokus with no solution or several, wrong solutions, and Sudokus of a
    test that also occur in the other data.

    - `sudokus`, `box`, `jobs`, `progress`, `column`: parameters of `duplicates`, which describes
      them.
    - `offset`: the number that is subtracted from each cell of the Sudokus, of the test and of the
      solutions; with 1, the number 1 is a blank and 2 the digit 1.
    - `test`: the Sudokus of a test, which should not occur in `sudokus`. They are given in one of
      the forms that `sudokus` may have.
    - `solutions`, `test_solutions`: the solutions to check, one for each Sudoku, and one for each
      Sudoku of the test; or the name of the column of a table or file that has them. If they are
      not given, the column of a file or table that its heading marks as solutions is checked.
    - `near`: two Sudokus are near copies if they become copies when up to `near` clues, 1 or 2, are
      left out or changed.
    - `skip`: the columns to leave out, some of `SKIPPABLE`, or the name of one of them.
    - `missing`: with `"skip"`, missing values of a list or column, such as None or NaN, are not
      checked. They count in the numbers of the other Sudokus, and all their columns have -1.
      Otherwise a missing value is an error.

    Raises `GridError` or `PairFileError` for the first Sudoku that cannot be read, and
    `ArgumentError` if `near`, `skip` or `missing` has another value, or if there is not one
    solution for each Sudoku.

    >>> found = audit(["12" + 14 * ".", 14 * "." + "34"], test=[14 * "." + "21"], skip=["near"])
    >>> found.findings["copies"].tolist(), found.leaks["copies"].tolist(), found.unchecked
    ([1, 2], [0], ('near', 'right'))
    """
    if near not in (1, 2):
        raise ArgumentError("near copies differ in 1 or 2 clues, found {count}", count=near)
    skip = [skip] if isinstance(skip, str) else skip
    if unknown := {*skip} - {*SKIPPABLE}:
        raise ArgumentError(
            "expected some of {names} in skip, found {found}",
            names=", ".join(SKIPPABLE),
            found=", ".join(sorted(map(str, unknown)))[:60],
        )
    stated = StatedSolutionsChecker()
    with Gathering(jobs=jobs, keeps_names=False) as gathering:
        borders, present_masks = list[int](), list[NDArray[np.bool_]]()
        for some, solved in ((sudokus, solutions), (test, test_solutions)):
            if some is None:
                continue
            start, read = gathering.number, StatedSolutionsChecker()
            table = load_table(some)
            is_file = isinstance(some, str | os.PathLike)
            name_in_file = solved if is_file and isinstance(solved, str) else None
            present_mask = gathering.add_known_and_new_sudokus_and_make_mask(
                table,
                box,
                progress,
                column=column,
                on_entries=read.check,
                offset=offset,
                missing=None if is_file and some is test else missing,
                solution_column=name_in_file,
            )
            if present_mask is None:
                present_mask = np.ones(gathering.number - start, bool)
            if name_in_file is None:
                checked = _classify_solutions_of_caller(
                    gathering, start, table, column, solved, offset, present_mask
                )
                read.are_right = read.are_right if checked is None else [checked]
            stated.are_right += read.are_right or [
                np.full(gathering.number - start, UNKNOWN, np.int8)
            ]
            stated.possible_columns |= read.possible_columns
            borders.append(gathering.number)
            present_masks.append(present_mask)
        found = Audit(gathering, borders[0], stated.are_right, near, skip)
        found.run(lambda _: None)
    unchecked = [name for name, values in found.columns.items() if (values == UNKNOWN).any()]
    leaks = found.make_findings_by_kind(only_leaks=True) if test is not None else {}
    # The numbers count the Sudokus that are present; the caller's numbers count all.
    present_mask = np.concatenate(present_masks)
    all_numbers = np.flatnonzero(present_mask)

    def convert_column(name: str, values: NDArray[Any]) -> Indices:
        """Return a column of the audit with a value for each Sudoku of the caller."""
        values = values.astype(np.int64)
        if name in _COLUMNS_OF_NUMBERS:
            values = np.where(values == UNKNOWN, UNKNOWN, all_numbers[values])
        return insert_filling_for_missing_values(values, present_mask, UNKNOWN)

    return AuditResult(
        {name: convert_column(name, values) for name, values in found.columns.items()},
        {kind: all_numbers[one.numbers] for kind, one in found.make_findings_by_kind().items()},
        {kind: all_numbers[one.numbers] - len(present_masks[0]) for kind, one in leaks.items()},
        tuple(unchecked),
    )


def _classify_solutions_of_caller(
    gathering: Gathering,
    start: int,
    table: Any,
    column: str | int | None,
    solutions: Grids | str | None,
    offset: int,
    present_mask: NDArray[np.bool_],
) -> AuditColumn | None:
    """Check the solutions that the caller gave for the Sudokus of `table`, which have the index
    `start` and higher ones in the collection. `solutions` are the solutions, or the name of the
    column that has them; if it is None, the heading of a column shows this. The other parameters
    are those of `_classify_given_solutions`. Returns None if there are no solutions.
    """
    beside = None
    if solutions is None:
        beside = find_solution_column_or_none(table, column)
    elif isinstance(solutions, str):
        beside = take_column(table, solutions)
    if beside is not None:
        return _classify_solutions_in_table(gathering, start, beside, offset, present_mask)
    if solutions is None or isinstance(solutions, str):
        return None
    return _classify_given_solutions(gathering, start, solutions, offset, present_mask)


def _yield_indices_from(
    gathering: Gathering, start: int
) -> Iterator[tuple[SudokusOfOneShape, NDArray[np.int64]]]:
    """Yield a pair for each box shape in `gathering` that has new Sudokus, which are those with the
    number `start` or a higher number: all Sudokus of this shape, and the indices of the new
    Sudokus among them.
    """
    for part in gathering.yield_sudokus_by_shape():
        which = np.flatnonzero(part.numbers >= start)
        if len(which):
            yield part, which


def _classify_solutions_in_table(
    gathering: Gathering,
    start: int,
    solutions: Any,
    offset: int,
    sudoku_present_mask: NDArray[np.bool_],
) -> AuditColumn:
    """Return a number for each Sudoku of a collection from the index `start` on: 1 if its solution
    in the column `solutions` of its table is right, 0 if it is wrong or cannot be read, `UNKNOWN`
    if it is missing or empty. `offset` is subtracted from the cells of the solutions.
    `sudoku_present_mask` is for each row of the table whether it has a Sudoku.
    """
    values, present_mask = list_present_values_and_make_mask(solutions)
    present_mask[present_mask] = is_used = sudoku_present_mask[present_mask]
    values = [one for one, used in zip(values, is_used.tolist(), strict=True) if used]
    present_mask = present_mask[sudoku_present_mask]
    right = np.full(gathering.number - start, UNKNOWN, np.int8)
    place = np.cumsum(present_mask) - 1
    for part, new in _yield_indices_from(gathering, start):
        which = new[present_mask[part.numbers[new] - start]]
        if not len(which):
            continue
        numbers = part.numbers[which] - start
        stated = [values[i] for i in place[numbers].tolist()]
        try:
            grids, _ = convert_to_array_and_shape(stated, part.shape, offset=offset)
        except GridError:
            # As in a file, a solution that cannot be read counts as blank, and so as wrong.
            grids = np.zeros((len(stated), part.shape.size, part.shape.size), np.uint8)
            for i, one in enumerate(stated):
                with suppress(GridError):
                    grids[i] = convert_to_array_and_shape([one], part.shape, offset=offset)[0]
        right[numbers] = _are_right_solutions(part.collection.cells(which), grids, part.shape)
    return right


def _classify_given_solutions(
    gathering: Gathering, start: int, solutions: Grids, offset: int, present_mask: NDArray[np.bool_]
) -> AuditColumn:
    """Return a number for each Sudoku of a collection from the index `start` on: 1 if its solution
    in `solutions` is right, otherwise 0. `offset` is subtracted from the cells of the solutions.
    `present_mask` is for each solution whether its Sudoku is present; a solution without a Sudoku
    is not checked. Raises `ArgumentError` if there is not one solution for each Sudoku, and
    `GridError` if the Sudokus or the solutions do not have one shape.
    """
    right = np.zeros(gathering.number - start, np.int8)
    if not present_mask.all():
        solutions = select_present_sudokus(solutions, present_mask)
    for part, which in _yield_indices_from(gathering, start):
        grids, _ = convert_to_array_and_shape(solutions, part.shape, offset=offset)
        warn_if_digits_start_at_0(grids, part.shape)
        if len(grids) != len(right):
            raise ArgumentError(
                "expected {count} solutions, found {found}", count=len(right), found=len(grids)
            )
        numbers = part.numbers[which] - start
        right[numbers] = _are_right_solutions(
            part.collection.cells(which), grids[numbers], part.shape
        )
    return right
