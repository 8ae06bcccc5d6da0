"""Split Sudokus into training, test and validation data, so that related Sudokus stay on one side:
copies, puzzles with the same solution and, if wanted, near copies.

Sudokus that must stay together form a group. The side of a group is decided by a hash of its key
and a seed. The key of a Sudoku is the key of its class (see answers/bulk/class_keys.py), so other
Sudokus, their order, and the machine do not matter.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from math import ceil
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...answers.bulk.class_keys import KEY_LENGTH, Keys, choose_keyed_grids, compute_copy_keys
from ...answers.bulk.parallel_map import yield_labelled_results
from ...answers.bulk.solutions import solutions
from ...base.errors import ArgumentError, VerificationError
from ...base.messages import Message
from ...sudoku.arrays import (
    Cells,
    SudokuLike,
    count_packed_bytes,
    group_indices_with_starts_and_sizes,
    insert_filling_for_missing_values,
    pack_grids,
    unpack_grids,
    yield_index_slices,
)
from ...sudoku.shape import BoxLike, BoxShape
from ...system.ordered_map import Jobs
from .duplicates import SudokuCollection
from .gathering import Gathering, SudokusOfOneShape
from .near import near_pairs
from .saved_results import load_or_compute_records
from .scratch import LocalFolder
from .sorted_runs import Records
from .sudoku_storage import GridStorage, Indices, choose_index_type

KINDS = ("copies", "solution", "near")
"""The kinds of relations between Sudokus that a split can keep on one side."""

TRAIN, TEST, VALIDATION = 0, 1, 2
SIDE_NAMES = ("train", "test", "validation")
"""The names of the sides, by their numbers."""

_SUDOKUS_IN_A_TASK, _READ_AT_ONCE = 500, 10_000
_HASH_RANGE = 2**64


class SplitPlan(NamedTuple):
    """A plan for dividing Sudokus into three sides: training, test and validation data.

    - `test`, `validation`: the shares of the test data and the validation data, each from 0 to 1.
      If there are no validation data, their share is 0.
    - `kinds`: the kinds of relations, some of `KINDS`, such as `copies`. Two Sudokus with such a
      relation must be on the same side. `copies` is always one of the kinds.
    - `seed`: the number with which keys are hashed. Another seed gives another split.
    - `near`: the largest number of clues in which near copies may differ.
    """

    test: Fraction
    validation: Fraction
    kinds: frozenset[str]
    seed: int
    near: int

    @classmethod
    def of(
        cls,
        test: float | str | Fraction,
        validation: float | str | Fraction,
        by: str | Iterable[str],
        seed: int,
        near: int,
    ) -> SplitPlan:
        """Return the plan with these values. Shares are numbers such as 0.1, or texts such as
        `10%`. Raises `ArgumentError` if a value is wrong.
        """
        shares = parse_share(test), parse_share(validation, may_be_zero=True)
        if sum(shares) >= 1:
            raise ArgumentError(
                "test ({test}) and validation ({validation}) leave nothing for training; their "
                "sum must be below 100%",
                test=format_share(shares[0]),
                validation=format_share(shares[1]),
            )
        named = frozenset([by] if isinstance(by, str) else by)
        if unknown := named - {*KINDS}:
            raise ArgumentError(
                "unknown kind '{found}'; the kinds are copies, solution and near",
                found=", ".join(sorted(map(str, unknown)))[:60],
            )
        if near not in (1, 2):
            raise ArgumentError("near copies differ in 1 or 2 clues, found {count}", count=near)
        return cls(*shares, named | {"copies"}, seed, near)

    @property
    def shares_by_side(self) -> dict[int, Fraction]:
        """The wanted share of the test data and, if there are any, of the validation data, by the
        number of the side.
        """
        wanted = {TEST: self.test}
        return wanted | ({VALIDATION: self.validation} if self.validation else {})

    def choose_sides(self, keys: Iterable[bytes]) -> list[int]:
        """Return the number of the side (training, test or validation data) for each group of
        Sudokus; `keys` has the keys of the groups.

        The first 8 bytes of the SHA-256 digest of the text `SEED:KEY` are a number, and this number
        divided by 2⁶⁴ is a position from 0 to 1. If the position is below the share of the test,
        the group is test data. If it is above 1 minus the share of the validation data, the group
        is validation data. Otherwise it is training data.
        """
        # Both borders are rounded up, because a hash is a whole number: it is below a border if and
        # only if it is below the rounded border.
        end_of_test = ceil(self.test * _HASH_RANGE)
        start_of_validation = ceil((1 - self.validation) * _HASH_RANGE)
        start, sides = b"%d:" % self.seed, list[int]()
        for key in keys:
            position = int.from_bytes(sha256(start + key).digest()[:8], "big")
            is_validation = position >= start_of_validation
            sides.append(TEST if position < end_of_test else VALIDATION * is_validation)
        return sides


def parse_share(share: float | str | Fraction, *, may_be_zero: bool = False) -> Fraction:
    """Return a share such as 0.1, `0.1` or `10%` as a fraction. Raise `ArgumentError` if it is not
    between 0 and 1. A share of 0 is accepted if `may_be_zero`.
    """
    text = str(share).strip()
    try:
        found = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if not 0 <= found < 1 or (not found and not may_be_zero):
        raise ArgumentError(
            "expected a share above 0 and below 1, such as 0.1 or 10%, found {found}",
            found=text[:40],
        )
    return found


def format_share(share: Fraction) -> str:
    """Return a share as a text in percent, such as `10%` or `0.25%`."""
    return f"{float(100 * share):g}%"


@dataclass(frozen=True, slots=True)
class Split:
    """A split of N Sudokus into training, test and validation data.

    - `train`, `test`, `validation`: the indices of the Sudokus on each side, from 0, ascending.
      `validation` is empty if the caller wants no validation data. Iterating over the split yields
      these sides.
    - `groups`: shape (N,), for each Sudoku the index of the first Sudoku of its group. All Sudokus
      of a group are on the same side. A missing Sudoku that was skipped has -1.
    """

    train: Indices
    test: Indices
    validation: Indices
    groups: Indices

    def __iter__(self) -> Iterator[Indices]:
        """Yield `train` and `test` and, if the caller wants validation data, `validation`, so that
        `train, test = split(sudokus)` takes them apart.
        """
        yield self.train
        yield self.test
        if len(self.validation):  # if wanted, it is never empty
            yield self.validation


def split(  # noqa: PLR0913 - a question with all its options
    sudokus: str | os.PathLike[str] | Iterable[SudokuLike],
    box: BoxLike = None,
    *,
    test: float | str = 0.1,
    validation: float | str = 0.0,
    by: str | Iterable[str] = ("copies", "solution"),
    seed: int = 0,
    near: int = 1,
    jobs: Jobs = 1,
    progress: Callable[[int], None] | None = None,
    column: str | int | None = None,
    offset: int = 0,
    missing: str | None = None,
) -> Split:
    """Split Sudokus into training, test and validation data, and return the indices of each side.
    Sudokus that are related stay on one side, so that no Sudoku of the test is related to a Sudoku
    of the training data.

    - `sudokus`, `box`, `jobs`, `progress`, `column`, `offset`: parameters of `duplicates`, which
      describes them.
    - `missing`: with `"skip"`, missing values of a list or column, such as None or NaN, are on no
      side, and have the group -1; otherwise a missing value is an error.
    - `test`, `validation`: the share of each side, such as 0.1 or `10%`. The shares hold on
      average, because whole groups of Sudokus go to a side.
    - `by`: the kinds of related Sudokus that stay on one side, some of `copies`, `solution`
      (puzzles whose solutions are copies) and `near` (puzzles that become copies if up to `near`
      clues of each are omitted). Copies always stay on one side.
    - `seed`: a whole number; another number gives another split.

    If `by` does not have `near`, only its key (see `keys`) and `seed` decide the side of a Sudoku:
    other Sudokus, their order and the machine do not matter. If `by` has `near`, related Sudokus
    form chains, so that additional Sudokus may join two groups.

    Raises `ArgumentError` if a share, a kind or `missing` is wrong, if a side would be empty, or if
    the largest group is larger than the wanted share of a side; `GridError` or `PairFileError` for
    the first Sudoku that cannot be read.

    >>> texts = ["12" + 14 * ".", "1.2" + 13 * ".", 14 * "." + "34", 15 * "." + "1"]
    >>> found = split(texts, test=0.5, seed=4)
    >>> found.groups.tolist(), found.train.tolist(), found.test.tolist()
    ([0, 1, 0, 3], [3], [0, 1, 2])
    """
    if isinstance(box, float):
        raise ArgumentError("box: expected a pair, found {found}; test=0.1 is a share", found=box)
    plan = SplitPlan.of(test, validation, by, seed, near)
    with Gathering(jobs=jobs, keeps_names=False) as gathering:
        present_mask = gathering.add_known_and_new_sudokus_and_make_mask(
            sudokus, box, progress, column=column, offset=offset, missing=missing
        )
        groups = make_groups(find_relations(gathering, plan, plan.kinds), plan)
    sides = choose_sides(groups, plan)
    if present_mask is None:
        present_mask = np.ones(len(sides), bool)
    rows = np.flatnonzero(present_mask)
    in_train, in_test, in_validation = (rows[sides == side] for side in (TRAIN, TEST, VALIDATION))
    firsts = insert_filling_for_missing_values(rows[groups.firsts], present_mask, -1)
    return Split(in_train, in_test, in_validation, firsts)


class SplitRelations(NamedTuple):
    """The relations among N Sudokus, such as which of them are copies. They decide which Sudokus
    stay on one side: in the training, test or validation data.

    - `keys`, shape (N,): the keys that decide the sides. They are keys of the solutions if puzzles
      whose solutions are copies stay on one side, otherwise keys of the Sudokus.
    - `copies`, shape (N,): the index of the first Sudoku of which the Sudoku is a copy, or its own
      index.
    - `solutions`, shape (N,): the index of the first Sudoku whose only solution is a copy of the
      Sudoku's only solution, or its own index. None if the Sudokus were not solved.
    - `solution_counts`, shape (N,): 0, 1, or 2 for several solutions. None if the Sudokus were not
      solved.
    - `near_pairs`, shape (P, 2): pairs of near copies, in which each Sudoku is the first of its
      copies. None if near copies were not searched for.

    Keys are made from canonical forms, but `copies` and `solutions` are found by signatures and
    sorted forms. So a comparison with the keys checks both algorithms.
    """

    keys: Keys
    copies: Indices
    solutions: Indices | None
    solution_counts: NDArray[np.int8] | None
    near_pairs: Indices | None


class SplitGroups(NamedTuple):
    """The division of N Sudokus into groups that stay on one side.

    - `firsts`, shape (N,): the index of the first Sudoku of the group.
    - `keys`, shape (N,): the key of the group, which is the least of the keys of its Sudokus.
    """

    firsts: Indices
    keys: Keys

    @property
    def sizes(self) -> Indices:
        """The number of Sudokus in each group."""
        found: Indices = np.unique(self.firsts, return_counts=True)[1]
        return found


def find_relations(
    gathering: Gathering,
    plan: SplitPlan,
    kinds: Collection[str],
    report_share: Callable[[float], None] = lambda _: None,
) -> SplitRelations:
    """Find the relations of the given kinds, some of `KINDS`, among the Sudokus of a collection.
    The kinds must include all kinds by which `plan` divides the Sudokus. `report_share` is called
    with the share of the keys that are computed, from 0 to 1.
    """
    number = gathering.number
    index_type = choose_index_type(number)
    copies = gathering.find_first_copies().astype(index_type)
    solution_firsts: Indices = np.arange(number, dtype=index_type)
    keys, counts = np.zeros(number, f"S{KEY_LENGTH}"), np.zeros(number, np.int8)
    by_solution, is_solving, done = "solution" in plan.kinds, "solution" in kinds, 0
    for part in gathering.yield_sudokus_by_shape():
        solved = gathering.make_grid_storage(part.shape.size)
        for numbers, rows in _yield_numbers_and_key_records(
            gathering, part, by_solution, is_solving
        ):
            keys[numbers], counts[numbers] = rows["key"], rows["solutions"]
            solved.add_packed_grids(rows["solution"][rows["solutions"] == 1])
            done += len(rows)
            report_share(done / number)
        if is_solving:
            which = part.numbers[counts[part.numbers] == 1]
            firsts = _find_first_copies(gathering, part, solved, len(which))
            solution_firsts[which] = which[firsts]
        solved.close()
    return SplitRelations(
        keys,
        copies,
        solution_firsts if is_solving else None,
        counts if is_solving else None,
        _find_near_pairs(gathering, plan.near) if "near" in kinds else None,
    )


def make_groups(relations: SplitRelations, plan: SplitPlan) -> SplitGroups:
    """Divide Sudokus into the groups that stay on one side.

    Raises `VerificationError` if two Sudokus that must stay on one side, because they are copies or
    have solutions that are copies, have different keys.
    """
    firsts, keys = find_first_of_each_value(relations.keys), relations.keys
    if "near" in plan.kinds and relations.near_pairs is not None:
        firsts = join_groups(firsts, relations.near_pairs)
        keys = _choose_least_key_of_each_group(firsts, keys)
    for kind, related in (("copies", relations.copies), ("solution", relations.solutions)):
        if kind in plan.kinds and related is not None and (firsts[related] != firsts).any():
            number = int(np.flatnonzero(firsts[related] != firsts)[0])
            raise VerificationError(
                "Sudokus {first} and {second}, counted from 0, are related, but have different "
                "keys",
                first=int(related[number]),
                second=number,
            )
    return SplitGroups(firsts, keys)


def count_crossings(
    relations: SplitRelations, sides: NDArray[np.uint8]
) -> dict[str, dict[int, int] | None]:
    """Count the Sudokus that are related to a Sudoku on another side (training, test or validation
    data). Returns, for each kind of relation, the number of these Sudokus on each side; None if the
    relation is not known. `sides`, shape (N,), has the number of the side of each Sudoku.

    If a copy of a Sudoku has a near copy on another side, the Sudoku is counted, too. Copies are
    not near copies.
    """
    return {
        "copies": _count_sudokus_by_side(
            _make_mask_of_mixed_classes(relations.copies, sides), sides
        ),
        "solution": None
        if relations.solutions is None
        else _count_sudokus_by_side(_make_mask_of_mixed_classes(relations.solutions, sides), sides),
        "near": None
        if relations.near_pairs is None
        else _count_sudokus_by_side(
            _make_mask_of_near_copies_across_sides(relations, sides), sides
        ),
    }


def _count_sudokus_by_side(
    counted_mask: NDArray[np.bool_], sides: NDArray[np.uint8]
) -> dict[int, int]:
    """Return, for each side (training, test or validation data), the number of Sudokus that have
    the value True in `counted_mask`.
    """
    return {side: int((counted_mask & (sides == side)).sum()) for side in (TRAIN, TEST, VALIDATION)}


def _list_sides_of_classes(firsts: Indices, sides: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a number for each Sudoku. If the Sudoku is the first of its class, the number
    describes the sides on which the class has Sudokus, as a sum: 1 for side 0, 2 for side 1, 4 for
    side 2. The number of every other Sudoku is 0.
    """
    found = np.zeros(len(firsts), np.uint8)
    np.bitwise_or.at(found, firsts, np.uint8(1) << sides)
    return found


def _make_mask_of_mixed_classes(firsts: Indices, sides: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return for each Sudoku whether its class (a Sudoku and all its copies) has Sudokus on several
    sides (training, test or validation data).
    """
    bits = _list_sides_of_classes(firsts, sides)
    marked: NDArray[np.bool_] = (bits & (bits - (bits > 0)) != 0)[firsts]
    return marked


def _make_mask_of_near_copies_across_sides(
    relations: SplitRelations, sides: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Return for each Sudoku whether a near copy of it is on another side (training, test or
    validation data).
    """
    assert relations.near_pairs is not None
    bits = _list_sides_of_classes(relations.copies, sides)
    near_bits = np.zeros_like(bits)
    for one, other in relations.near_pairs.T, relations.near_pairs.T[::-1]:
        np.bitwise_or.at(near_bits, one, bits[other])
    marked: NDArray[np.bool_] = near_bits[relations.copies] & ~(np.uint8(1) << sides) != 0
    return marked


def find_first_of_each_value(values: NDArray[np.generic]) -> Indices:
    """Return for each entry of an array, shape (N,), the index of the first equal entry."""
    order, starts, sizes = group_indices_with_starts_and_sizes(values)
    first = np.empty(len(values), np.int64)
    first[order] = np.repeat(order[starts], sizes)
    return first


def join_groups(groups: Indices, pairs: Indices) -> Indices:
    """Join all groups that pairs of Sudokus connect, directly or through other groups. `groups` and
    the result, both of shape (N,), have for each Sudoku the index of the first Sudoku of its group.
    `pairs`, shape (P, 2), has the indices of the Sudokus that are joined.
    """
    parents = dict[int, int]()

    def find_root(index: int) -> int:
        root = index
        while (parent := parents.get(root, root)) != root:
            root = parent
        while index != root:
            parents[index], index = root, parents.get(index, index)
        return root

    for one, other in groups[pairs].tolist():
        first, second = sorted((find_root(one), find_root(other)))
        parents[second] = first
    joined = np.arange(len(groups))
    joined[[*parents]] = [find_root(index) for index in parents]
    found: Indices = joined[groups]
    return found


def _choose_least_key_of_each_group(groups: Indices, keys: Keys) -> Keys:
    """Return for each Sudoku the least of the keys (texts that all copies share) of the Sudokus in
    its group. A group has the Sudokus that must stay together.
    """
    order = np.lexsort((keys, groups))
    ordered = groups[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    least = keys.copy()
    least[order] = np.repeat(keys[order[starts]], np.diff(starts, append=len(order)))
    return least


def _find_near_pairs(gathering: Gathering, max_omitted: int) -> Indices:
    """Return an array of shape (P, 2) with the numbers of the two Sudokus of each of P pairs of
    near copies. Near copies become copies if up to `max_omitted` clues of each are omitted. Only
    the first Sudoku of each class of copies takes part.
    """
    found = [
        (int(part.numbers[pair.first]), int(part.numbers[pair.second]))
        for part in gathering.yield_sudokus_by_shape()
        for pair in near_pairs(part.collection, max_omitted, part.classes, gathering.jobs)
    ]
    return np.array(found, np.int64).reshape(-1, 2)


def _find_first_copies(
    gathering: Gathering, part: SudokusOfOneShape, storage: GridStorage, count: int
) -> Indices:
    """Find the copies among solutions: return, for each solution, the index of the first solution
    of which it is a copy. `storage` has `count` solutions. `part` has the puzzles; the temporary
    folder of their collection is used.
    """
    scratch = part.collection.make_scratch_files_in_same_folder()
    with SudokuCollection(part.shape, scratch) as solved:
        batches = (
            (unpack_grids(storage.read_packed_rows(indices), part.shape.size), None)
            for indices in np.split(np.arange(count), range(_READ_AT_ONCE, count, _READ_AT_ONCE))
        )
        solved.add_batches(batches, gathering.jobs)
        return solved.classes(gathering.jobs).first


def _yield_numbers_and_key_records(
    gathering: Gathering, part: SudokusOfOneShape, by_solution: bool, is_solving: bool
) -> Iterator[tuple[Indices, Records]]:
    """Yield pairs: the numbers of some Sudokus, and a record for each of them. A record has the key
    of the Sudoku (a text that all its copies share) or, if `by_solution`, the key of its solution;
    the number of its solutions; and its packed solution. Sudokus are solved only if `is_solving`.
    """
    compute = partial(
        _load_or_compute_key_records,
        shape=part.shape,
        by_solution=by_solution,
        is_solving=is_solving,
        results_folder=gathering.scratch.results_folder,
    )
    pieces = yield_index_slices(len(part.numbers), _SUDOKUS_IN_A_TASK)
    indices = np.arange(len(part.numbers))
    tasks = ((part.collection.cells(indices[some]), part.numbers[some]) for some in pieces)
    return yield_labelled_results(compute, tasks, gathering.jobs)


def _load_or_compute_key_records(
    cells: Cells,
    shape: BoxShape,
    by_solution: bool,
    is_solving: bool,
    results_folder: LocalFolder | None,
) -> Records:
    """Return a record for each Sudoku: its key or, if `by_solution`, the key of its solution; the
    number of its solutions; and its packed solution. Sudokus are solved only if `is_solving`. If an
    earlier run has saved the records in `results_folder`, they are loaded; otherwise they are
    computed, and saved there.
    """
    packed = np.uint8, (count_packed_bytes(shape.size),)
    fields: list[Any] = [("key", f"S{KEY_LENGTH}"), ("solutions", np.int8)]
    row_type = np.dtype([*fields, ("solution", *packed)])

    def compute() -> Records:
        rows = np.zeros(len(cells), row_type)
        if is_solving:
            found = solutions(cells, shape)
            rows["solutions"], rows["solution"] = found.numbers, pack_grids(found.grids)
            if by_solution:
                rows["key"] = compute_copy_keys(choose_keyed_grids(cells, *found), shape)
        if not by_solution:
            rows["key"] = compute_copy_keys(cells, shape)
        return rows

    name = f"split {shape} {by_solution} {is_solving}"
    return load_or_compute_records(compute, name, cells, row_type, results_folder)


def choose_sides(groups: SplitGroups, plan: SplitPlan) -> NDArray[np.uint8]:
    """Return the number of the side of each Sudoku, shape (N,): `TRAIN`, `TEST` or `VALIDATION`.

    Raises `ArgumentError` if there are too few Sudokus for a side, if a group is larger than the
    wanted share of a side, or if a side is empty.
    """
    total, largest = len(groups.firsts), int(groups.sizes.max(initial=0))
    for side, share in plan.shares_by_side.items():
        wanted = share * total
        if wanted < 1:
            raise ArgumentError(
                "{share} of {total} Sudokus for {side} is less than one Sudoku; choose a larger "
                "share, or give more Sudokus",
                share=format_share(share),
                total=total,
                side=SIDE_NAMES[side],
            )
        if largest > wanted:
            raise ArgumentError(
                "the largest group has {largest} Sudokus that must stay together, but {share} of "
                "{total} Sudokus for {side} is only {wanted}; choose a larger share, or {way}",
                largest=largest,
                share=format_share(share),
                total=total,
                side=SIDE_NAMES[side],
                wanted=int(wanted),
                way=_make_advice_for_smaller_groups(plan),
            )
    firsts, which = np.unique(groups.firsts, return_inverse=True)
    by_group = plan.choose_sides(groups.keys[firsts].tolist())
    sides: NDArray[np.uint8] = np.array(by_group, np.uint8)[which]
    for side in (TRAIN, *plan.shares_by_side):
        if not (sides == side).any():
            raise ArgumentError(
                "no group of Sudokus fell to {side}; choose another seed or another share",
                side=SIDE_NAMES[side],
            )
    return sides


def _make_advice_for_smaller_groups(plan: SplitPlan) -> Message:
    """Return a sentence for an error message: what the user can change so that the groups of
    Sudokus that stay together become smaller.
    """
    for kind in ("near", "solution"):
        if kind in plan.kinds:
            return Message("leave '{kind}' out of the kinds", kind=kind)
    return Message("remove copies first (duplicates -o)")
