"""Split Sudokus into training, test and validation data, so that no Sudoku of one side is like a
Sudoku of another side: no copy, no puzzle with the same solution or, if wanted, no near copy.

Sudokus that must stay together form a group. The side of a group is decided by a hash of its key
and a seed. The key of a Sudoku is the key of its class (see answers/bulk/class_keys.py), so other
Sudokus, their order, and the machine do not matter.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...answers.bulk.class_keys import KEY_LENGTH, Keys, compute_copy_keys, compute_solution_keys
from ...answers.bulk.parallel_map import yield_labelled_results
from ...base.errors import ArgumentError
from ...base.messages import Message
from ...sudoku.arrays import (
    Cells,
    SudokuLike,
    group_indices_with_starts_and_sizes,
    yield_index_slices,
)
from ...sudoku.shape import BoxLike, BoxShape
from ...system.ordered_map import Jobs
from .gathering import Gathering, SudokusOfOneShape
from .near import near_pairs
from .saved_results import load_or_compute_records, load_or_solve_puzzles
from .scratch import LocalFolder
from .sorted_runs import Records
from .sudoku_storage import Indices

KINDS = ("copies", "solution", "near")
"""The kinds of relations between Sudokus that a split can keep on one side."""

TRAIN, TEST, VALIDATION = 0, 1, 2
SIDE_NAMES = ("train", "test", "validation")
"""The names of the sides, by their numbers."""

_SUDOKUS_IN_A_TASK = 500
_HASH_RANGE = 2**64
_ROW_TYPE = np.dtype([("key", f"S{KEY_LENGTH}"), ("solutions", np.int8)])
NOT_SOLVED = -1


class SplitPlan(NamedTuple):
    """How Sudokus are divided into sides.

    - `test`, `validation`: the shares of these sides, each from 0 to 1; without validation data the
      share is 0.
    - `kinds`: the kinds of relations, some of `KINDS`, that may not cross between two sides.
      `copies` is always one of them.
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
    ) -> "SplitPlan":
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
        """The share of each side that is wanted besides the training data."""
        wanted = {TEST: self.test}
        return wanted | ({VALIDATION: self.validation} if self.validation else {})

    def choose_side(self, key: bytes) -> int:
        """Return the side of a group by the group's key.

        The first 8 bytes of the SHA-256 digest of the text `SEED:KEY` are a number, and this number
        divided by 2⁶⁴ is a position from 0 to 1. A position below the share of the test is the
        test, a position in the last part, as long as the share of the validation data, is
        validation, and every other position is training.
        """
        digest = sha256(b"%d:" % self.seed + key).digest()
        position = Fraction(int.from_bytes(digest[:8], "big"), _HASH_RANGE)
        if position < self.test:
            return TEST
        return VALIDATION if position >= 1 - self.validation else TRAIN


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
      `validation` is empty if no validation data were wanted.
    - `groups`: shape (N,), for each Sudoku the index of the first Sudoku of its group. All Sudokus
      of a group are on the same side.
    """

    train: Indices
    test: Indices
    validation: Indices
    groups: Indices


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
    progress: Callable[[int], None] = lambda _: None,
    column: str | int | None = None,
) -> Split:
    """Split Sudokus into training, test and validation data, and return the indices of each side.
    Sudokus that are related stay on one side, so that the test has nothing that is in the training
    data.

    - `sudokus`, `box`, `jobs`, `progress`, `column`: as for `labels`.
    - `test`, `validation`: the share of each side, such as 0.1 or `10%`. The shares hold on
      average, because whole groups of Sudokus go to a side.
    - `by`: the kinds of related Sudokus that stay on one side, some of `copies`, `solution`
      (puzzles whose solutions are copies) and `near` (puzzles that become copies if up to `near`
      clues of each are omitted). Copies always stay on one side.
    - `seed`: a whole number; another number gives another split.

    Without `near`, the side of a Sudoku is decided by its key (see `keys`) and `seed` alone: other
    Sudokus, their order and the machine do not matter. With `near`, related Sudokus form chains,
    and more Sudokus may join two groups.

    Raises `ArgumentError` if a share or a kind is wrong, if a side would be empty, or if the
    largest group is larger than the wanted share of a side; `GridError` or `PairFileError` for the
    first Sudoku that cannot be read.

    >>> texts = ["12" + 14 * ".", "1.2" + 13 * ".", 14 * "." + "34", 15 * "." + "1"]
    >>> found = split(texts, test=0.5, seed=4)
    >>> found.groups.tolist(), found.train.tolist(), found.test.tolist()
    ([0, 1, 0, 3], [3], [0, 1, 2])
    """
    plan = SplitPlan.of(test, validation, by, seed, near)
    with Gathering(jobs=jobs) as gathering:
        gathering.add_known_and_new(sudokus, box, progress, column=column)
        grouping = find_groups(gathering, plan)
    sides = choose_sides(grouping, plan)
    in_train, in_test, in_validation = (
        np.flatnonzero(sides == side) for side in (TRAIN, TEST, VALIDATION)
    )
    return Split(in_train, in_test, in_validation, grouping.groups)


class Grouping(NamedTuple):
    """The division of N Sudokus into groups that stay on one side.

    - `groups`, shape (N,): the index of the first Sudoku of the group.
    - `keys`, shape (N,): the key of the group, which is the least key of its Sudokus.
    - `solution_counts`, shape (N,): 0, 1, or 2 for several solutions; `NOT_SOLVED` if the puzzle
      was not solved.
    - `near_pairs`, shape (P, 2): pairs of near copies; None if they were not searched for. Each is
      the first Sudoku of a class of copies.
    """

    groups: Indices
    keys: Keys
    solution_counts: NDArray[np.int8]
    near_pairs: Indices | None

    @property
    def sizes(self) -> Indices:
        """The number of Sudokus in each group."""
        found: Indices = np.unique(self.groups, return_counts=True)[1]
        return found


def find_groups(
    gathering: Gathering, plan: SplitPlan, *, always_search_near: bool = False
) -> Grouping:
    """Divide the Sudokus of a collection into the groups that stay on one side. If
    `always_search_near`, near copies are searched for even if they may cross.
    """
    keys, counts = _compute_keys_and_solution_counts(gathering, plan)
    groups = find_first_of_each_value(keys)
    if "near" not in plan.kinds and not always_search_near:
        return Grouping(groups, keys, counts, None)
    pairs = np.array([*_yield_near_pairs(gathering, plan.near)], np.int64).reshape(-1, 2)
    if "near" in plan.kinds:
        groups = join_groups(groups, pairs)
        keys = _choose_least_key_of_each_group(groups, keys)
    return Grouping(groups, keys, counts, pairs)


def find_first_of_each_value(values: NDArray[np.generic]) -> Indices:
    """Return for each entry of an array, shape (N,), the index of the first equal entry."""
    order, starts, sizes = group_indices_with_starts_and_sizes(values)
    first = np.empty(len(values), np.int64)
    first[order] = np.repeat(order[starts], sizes)
    return first


def join_groups(groups: Indices, pairs: Indices) -> Indices:
    """Join groups that are connected by pairs, also by chains of pairs. `groups`, shape (N,), has
    for each Sudoku the index of the first Sudoku of its group, and so has the result. `pairs`,
    shape (P, 2), has the indices of the Sudokus that are joined.
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
    """Return for each Sudoku the least key of a Sudoku of its group."""
    order = np.lexsort((keys, groups))
    ordered = groups[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    least = keys.copy()
    least[order] = np.repeat(keys[order[starts]], np.diff(starts, append=len(order)))
    return least


def _yield_near_pairs(gathering: Gathering, near: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the Sudokus of each pair of near copies, which become copies if up to
    `near` clues of each are omitted. Both Sudokus are the first of their class of copies.
    """
    for part in gathering.yield_sudokus_by_shape():
        for pair in near_pairs(part.duplicates, near, part.classes, gathering.jobs):
            yield int(part.numbers[pair.first]), int(part.numbers[pair.second])


def _compute_keys_and_solution_counts(
    gathering: Gathering, plan: SplitPlan
) -> tuple[Keys, NDArray[np.int8]]:
    """Return the key that decides the side of each Sudoku, and the number of its solutions: 0, 1,
    2 for several, or `NOT_SOLVED` if solutions may cross between sides.
    """
    rows = np.zeros(gathering.number, _ROW_TYPE)
    results_folder = gathering.scratch.results_folder
    for part in gathering.yield_sudokus_by_shape():
        compute = partial(
            _load_or_compute_rows,
            shape=part.shape,
            by_solution="solution" in plan.kinds,
            results_folder=results_folder,
        )
        for numbers, found in yield_labelled_results(
            compute, _yield_cells_and_numbers(part), gathering.jobs
        ):
            rows[numbers] = found
    return rows["key"], rows["solutions"]


def _yield_cells_and_numbers(part: SudokusOfOneShape) -> Iterator[tuple[Cells, Indices]]:
    """Yield the cells of a few Sudokus at a time, with the numbers of these Sudokus."""
    indices = np.arange(len(part.numbers))
    for some in yield_index_slices(len(indices), _SUDOKUS_IN_A_TASK):
        yield part.duplicates.cells(indices[some]), part.numbers[some]


def _load_or_compute_rows(
    cells: Cells, shape: BoxShape, by_solution: bool, results_folder: LocalFolder | None
) -> Records:
    """Return a record for each Sudoku: its key, and the number of its solutions. If an earlier run
    has saved the records in `results_folder`, they are loaded; otherwise they are computed, and
    saved there.
    """

    def compute() -> Records:
        rows = np.zeros(len(cells), _ROW_TYPE)
        if by_solution:
            found = load_or_solve_puzzles(cells, shape, None)
            rows["key"] = compute_solution_keys(cells, found.grids, found.numbers, shape)
            rows["solutions"] = found.numbers
        else:
            rows["key"], rows["solutions"] = compute_copy_keys(cells, shape), NOT_SOLVED
        return rows

    name = f"keys {shape} {'solution' if by_solution else 'copies'}"
    return load_or_compute_records(compute, name, cells, _ROW_TYPE, results_folder)


def choose_sides(grouping: Grouping, plan: SplitPlan) -> NDArray[np.uint8]:
    """Return the number of the side of each Sudoku, shape (N,): `TRAIN`, `TEST` or `VALIDATION`.

    Raises `ArgumentError` if there are too few Sudokus for a side, if a group is larger than the
    wanted share of a side, or if a side is empty.
    """
    total, largest = len(grouping.groups), int(grouping.sizes.max(initial=0))
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
    firsts, which = np.unique(grouping.groups, return_inverse=True)
    by_group = [plan.choose_side(key) for key in grouping.keys[firsts].tolist()]
    sides: NDArray[np.uint8] = np.array(by_group, np.uint8)[which]
    for side in (TRAIN, *plan.shares_by_side):
        if not (sides == side).any():
            raise ArgumentError(
                "no group of Sudokus fell to {side}; choose another seed or another share",
                side=SIDE_NAMES[side],
            )
    return sides


def _make_advice_for_smaller_groups(plan: SplitPlan) -> Message:
    """Return the advice that makes the groups of a split smaller."""
    for kind in ("near", "solution"):
        if kind in plan.kinds:
            return Message("leave '{kind}' out of the kinds", kind=kind)
    return Message("remove copies first (duplicates -o)")
