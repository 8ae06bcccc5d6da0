"""Copies and near copies among many Sudokus."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import cast

import numpy as np
import pytest

from sudokopie import (
    BoxShape,
    Grid,
    GridError,
    Transformation,
    complete,
    completions,
    decide,
    has_one_completion,
)
from sudokopie.answers.bulk.sorted_forms import SortedForms, sorted_forms
from sudokopie.answers.nearest import nearest
from sudokopie.applications.collection import copy_records, near_pairs
from sudokopie.applications.collection import sorted_runs as module
from sudokopie.applications.collection.copy_records import PAIR_TYPE
from sudokopie.applications.collection.duplicates import SudokuCollection
from sudokopie.applications.collection.gathering import Gathering
from sudokopie.applications.collection.scratch import LocalFolder, ScratchFiles
from sudokopie.base.errors import LimitError, WitnessError
from sudokopie.base.verdict import Verdict
from sudokopie.sudoku.allowed_moves import AllowedMoves
from sudokopie.sudoku.arrays import stack, yield_grids_of_array
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    exchange_clues,
    move_clue,
    random_complete_grid,
    random_transformation,
    remove_clues,
)
from sudokopie.system.cluster.scratch import SharedFolderAddress

from collection_workers import PUZZLES, kinds_of_grids, puzzles, with_copies

FOUR, SIX, NINE, SIXTEEN = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3), BoxShape(4, 4)

needs_puzzles = pytest.mark.skipif(not PUZZLES.exists(), reason="needs collections of puzzles")


def first_by_decide(grids: list[Grid]) -> list[int]:
    """Return for each grid the index of the first grid of which it is a copy, found by `decide`."""
    return [
        next(j for j in range(i + 1) if decide(grids[j], grid, fewest=False).verdict is Verdict.YES)
        for i, grid in enumerate(grids)
    ]


@pytest.mark.parametrize(
    ("name", "classes"), [("17puz49158.txt", 49_158), ("sudoku10k.txt", 9_418)]
)
@needs_puzzles
def test_classes_of_real_collections(name: str, classes: int) -> None:
    with SudokuCollection() as collection:
        collection.add(puzzles(name))
        found = collection.classes()
        assert found.number == classes
        for group in found.groups():
            for one, other in pairwise(group.tolist()):
                steps = collection.witness(one, other)  # which is followed on the grids
                assert steps.apply(collection.grid(one)) == collection.grid(other)


@pytest.mark.parametrize("shape", [FOUR, SIX, BoxShape(3, 2), NINE, SIXTEEN], ids=str)
def test_the_groups_planted_and_no_others(shape: BoxShape) -> None:
    rng = Random(f"planted {shape}")
    grids = with_copies(kinds_of_grids(shape, rng), rng)
    with SudokuCollection(shape) as collection:
        collection.add(grids)
        found = collection.classes()
        assert found.first.tolist() == first_by_decide(grids)
        for group in found.groups():
            assert len(group) >= 3
            for member in group[1:].tolist():
                steps = collection.witness(int(group[0]), member)
                assert steps.apply(grids[group[0]]) == grids[member]


def exact_ones(shape: BoxShape, rng: Random) -> list[Grid]:
    return [remove_clues(random_complete_grid(shape, rng), 20, rng) for _ in range(6)]


@pytest.mark.parametrize("kinds", [kinds_of_grids, exact_ones])
def test_equal_signatures_are_not_taken_for_copies(
    kinds: Callable[[BoxShape, Random], list[Grid]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the worst hash function, all signatures are equal."""

    def all_equal(cells: np.ndarray, shape: BoxShape, only: AllowedMoves) -> SortedForms:
        found = sorted_forms(cells, shape, only)
        return found._replace(signatures=np.zeros_like(found.signatures))

    monkeypatch.setattr(copy_records, "sorted_forms", all_equal)
    rng = Random(11)
    grids = with_copies(kinds(SIX, rng), rng)
    with SudokuCollection(SIX) as collection:
        collection.add(grids)
        assert collection.classes().first.tolist() == first_by_decide(grids)


def some_grids() -> list[Grid]:
    rng = Random(12)
    kinds = [grid for _ in range(4) for grid in kinds_of_grids(NINE, rng)]
    return with_copies(kinds, rng)


@pytest.mark.parametrize(("jobs", "batch"), [(1, 7), (1, 10_000), (2, 7), (2, 10_000)])
def test_the_same_for_any_batches_and_jobs(jobs: int, batch: int) -> None:
    grids = stack(some_grids())
    with SudokuCollection() as whole, SudokuCollection() as cut:
        whole.add(grids)
        seen: list[int] = []
        batches = (
            (grids[i : i + batch], range(i, len(grids))[:batch])
            for i in range(0, len(grids), batch)
        )
        cut.add_batches(batches, jobs, seen.append)
        assert seen[-1] == len(cut) == len(grids)
        assert cut.classes(jobs).first.tolist() == whole.classes().first.tolist()
        assert [cut.reference(i) for i in range(len(grids))] == list(range(len(grids)))
        assert (cut.cells(range(len(grids))) == grids).all()


def kept_on_disk(monkeypatch: pytest.MonkeyPatch, most: int = 20) -> None:
    """Keep at most `most` records in memory, and make the pieces of records as small."""
    monkeypatch.setattr(module, "RECORDS_IN_A_PIECE", most)
    monkeypatch.setattr(module, "_RECORDS_BETWEEN_KEYS", 3)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_put_away_is_found_as_in_memory(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    grids = np.concatenate([stack(some_grids())] * 3)
    with SudokuCollection() as here, SudokuCollection() as there:
        here.add(grids)
        expected = here.classes()
        kept_on_disk(monkeypatch)
        there.add_batches(((grids[i : i + 7], None) for i in range(0, len(grids), 7)), jobs)
        shares: list[float] = []
        found = there.classes(jobs, shares.append)
        assert len(shares) > 3
        assert shares[-1] == 1
        pieces = list(found._by_first.yield_piece_readers())
        assert len(pieces) > 3
        assert len(pieces[0]()) < 60
        assert found.first.tolist() == expected.first.tolist()
        for one, other in ((found, expected), (there.classes(jobs), found)):
            assert [g.tolist() for g in one.groups()] == [g.tolist() for g in other.groups()]
            assert (one.number, one.groups_number, one.largest) == (
                other.number,
                other.groups_number,
                other.largest,
            )
            pairs = np.concatenate(list(one.pairs()))
            assert pairs["number"].tolist() == one.copies().tolist()
    assert expected.largest == max(map(len, expected.groups()))


def test_records_of_one_key_stay_together(monkeypatch: pytest.MonkeyPatch) -> None:
    kept_on_disk(monkeypatch, 10)
    records = np.zeros(1000, PAIR_TYPE)
    records["number"], records["first"] = np.arange(1000), np.arange(1000) % 7 // 2 * 50
    with closing(ScratchFiles()) as scratch:
        runs = module.SortedRecords(scratch, "first", PAIR_TYPE)
        for i in range(0, 1000, 12):
            runs.add_and_count_records(records[i : i + 12])
        pieces = [read() for read in runs.yield_piece_readers()]
        path = cast("LocalFolder", scratch.folder).path
    assert len(pieces) > 1
    assert not Path(path).exists()
    found = np.concatenate(pieces)
    assert found.tolist() == sorted(records.tolist(), key=lambda pair: pair[::-1])


def test_nothing_about_clusters_is_loaded_without_one() -> None:
    program = (
        "import sys\n"
        "from sudokopie import duplicates\n"
        "assert duplicates(['12..............', '..............21'])\n"
        "print([name for name in sys.modules if 'scratch' in name or 'sudokopie.system.c' in name])"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert done.stdout.split() == [b"['sudokopie.applications.collection.scratch']"]


def test_two_in_one_shared_folder_are_kept_apart(tmp_path: Path) -> None:
    grids = [grid for grid in some_grids() if grid.shape == NINE]
    (tmp_path / "in-use").touch()
    scratch = ScratchFiles(shared=SharedFolderAddress(str(tmp_path)))
    with SudokuCollection(scratch=scratch) as one, SudokuCollection(scratch=scratch) as other:
        one.add(grids[:8])
        other.add(grids[8:16])
        assert one.classes().first.tolist() == first_by_decide(grids[:8])


def test_shuffled_collections_have_the_same_groups() -> None:
    grids = some_grids()
    order = list(range(len(grids)))
    Random(13).shuffle(order)
    with SudokuCollection() as collection, SudokuCollection() as shuffled:
        collection.add(grids, [str(i) for i in range(len(grids))])
        shuffled.add([grids[i] for i in order], [str(i) for i in order])
        groups = [
            {frozenset(one.reference(i) for i in group) for group in one.classes().groups()}
            for one in (collection, shuffled)
        ]
        assert groups[0] == groups[1]


def test_groups_representatives_and_copies() -> None:
    grids = [
        Grid([[1, 2], [0, 0]]),
        Grid([[1, 1], [0, 0]]),
        Grid([[0, 0], [2, 1]]),
        Grid([[2, 2], [0, 0]]),
    ]
    with SudokuCollection((1, 2)) as collection:
        assert collection.classes().number == 0
        assert list(collection.classes().groups()) == []
        collection.add(grids[:3], "abc")
        collection.add(grids[3:])
        found = collection.classes()
        assert [group.tolist() for group in found.groups()] == [[0, 2], [1, 3]]
        assert found.representatives().tolist() == [0, 1]
        assert found.copies().tolist() == [2, 3]
        assert [collection.reference(i) for i in range(4)] == ["a", "b", "c", 3]
        with pytest.raises(WitnessError):
            collection.witness(0, 1)


def test_false_steps_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(16)
    grid = random_complete_grid(NINE, rng)
    identity = Transformation.identity(NINE)
    forms = import_module("sudokopie.answers.bulk.sorted_forms")
    compared = forms.SortedFormDecision(forms.Verdict.YES, identity)
    monkeypatch.setattr(forms, "decide_pair_by_sorted_forms", lambda *_: compared)
    with SudokuCollection() as collection:
        collection.add([grid, random_transformation(NINE, rng).apply(grid)])
        with pytest.raises(WitnessError):
            collection.witness(0, 1)


def test_none_of_none_are_read() -> None:
    with SudokuCollection() as collection:
        assert collection.cells([]).shape == (0, 9, 9)


def test_other_shapes_and_missing_references_are_refused() -> None:
    with SudokuCollection() as collection:
        for grids in ([Grid([[1]])], np.zeros((1, 4, 4), np.uint8)):
            with pytest.raises(GridError):
                collection.add(grids)
        with pytest.raises(GridError, match="a reference for each of 1 Sudokus, found 2"):
            collection.add(np.zeros((1, 9, 9), np.uint8), "ab")
        assert len(collection) == 0


def test_what_was_taken_before_an_error_is_known() -> None:
    def broken() -> object:
        yield np.zeros((3, 9, 9), np.uint8), None
        raise KeyboardInterrupt

    with SudokuCollection() as collection:
        with pytest.raises(KeyboardInterrupt):
            collection.add_batches(broken())  # type: ignore[arg-type]
        assert collection.classes().first.tolist() == [0, 0, 0]


# Near copies


def near_family(shape: BoxShape, number: int, clues: int, rng: Random) -> list[Grid]:
    """Return puzzles, and near copies of them: with clues left out, changed, moved or exchanged."""
    found = []
    for _ in range(number):
        puzzle = remove_clues(random_complete_grid(shape, rng), clues, rng)
        near = [
            puzzle,
            remove_clues(puzzle, clues - rng.choice((1, 2)), rng),
            move_clue(puzzle, rng),
            move_clue(move_clue(puzzle, rng), rng),
            exchange_clues(puzzle, rng),
            remove_clues(move_clue(puzzle, rng), clues - 1, rng),
        ]
        found += [random_transformation(shape, rng).apply(one) for one in near]
    rng.shuffle(found)
    return found


@pytest.mark.parametrize(
    ("shape", "clues"),
    [
        (FOUR, 5),
        (SIX, 9),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in ((FOUR, 9), (BoxShape(3, 2), 13))),
    ],
    ids=str,
)
@pytest.mark.parametrize("most", [1, 2])
def test_near_copies_are_those_that_all_pairs_show(shape: BoxShape, clues: int, most: int) -> None:
    grids = near_family(shape, 3, clues, Random(f"{shape} {clues}"))
    with SudokuCollection(shape) as collection:
        collection.add(grids)
        found = near_pairs(collection, most)
        representatives = collection.classes().representatives().tolist()
    expected = []
    for i, j in combinations(representatives, 2):
        agreeing = nearest(grids[i], grids[j]).agreeing
        if max(grids[i].clues, grids[j].clues) - agreeing <= most:
            expected.append((i, j, agreeing))
    expected.sort(key=lambda one: (-one[2], one[:2]))
    assert [(pair.first, pair.second, pair.agreeing) for pair in found] == expected
    assert len(found) >= 5
    for pair in found:
        pair.witness(
            grids[pair.first], grids[pair.second]
        )  # raises an error if they are not near copies


@pytest.mark.parametrize(("most", "known"), [(1, None), (2, 12)])
def test_near_puzzles_by_solution_are_those_that_all_pairs_show(
    most: int, known: int | None
) -> None:
    grids = [*near_family(FOUR, 4, 6, Random(1)), Grid([[0] * 4] * 4)]
    solved = [complete(grid) if has_one_completion(grid) else None for grid in grids]
    expected, left_out = [], 0
    for i, j in combinations(sorted(set(first_by_decide(grids))), 2):
        agreeing = nearest(grids[i], grids[j]).agreeing
        is_near = max(grids[i].clues, grids[j].clues) - agreeing <= most
        if is_near and (known is None or i < known <= j):
            one, other = solved[i], solved[j]
            if one and other and decide(one, other).verdict is Verdict.YES:
                left_out += 1
            else:
                expected.append((i, j, agreeing))
    with Gathering(by_solution=True, with_near=True) as gathering:
        gathering.add_grids(grids[:known])
        if known is not None:
            gathering.mark_sudokus_so_far_as_known()
            gathering.add_grids(grids[known:])
        found = gathering.find_near_copies(most, with_steps=True)
        assert all(
            gathering.puzzles.read_grid(pair.first) == grids[pair.first.number] for pair in found
        )
        unsolved = {place.number for place in gathering.unsolved}
    assert unsolved == {i for i, one in enumerate(solved) if one is None}
    pairs = sorted((pair.first.number, pair.second.number, pair.agreeing) for pair in found)
    assert pairs == expected
    assert left_out and {(i in unsolved) + (j in unsolved) for i, j, _ in pairs} == {0, 1, 2}


def test_complete_grids_differ_in_four_cells_so_that_none_are_near() -> None:
    grids = stack(completions(Grid([[0] * 4] * 4)))
    differing = np.count_nonzero(grids[:, None] != grids, (2, 3))
    assert (len(grids), differing[differing > 0].min()) == (288, 4)


def test_near_copies_of_puzzles_with_few_clues_and_none() -> None:
    grids = [
        Grid([[0] * 4] * 4),
        Grid([[1, 0, 0, 0], *[[0] * 4] * 3]),
        Grid([[1, 1, 0, 0], *[[0] * 4] * 3]),
        Grid([[1, 2, 0, 0], *[[0] * 4] * 3]),
    ]
    with SudokuCollection(FOUR) as collection:
        collection.add(grids)
        assert near_pairs(collection, 0) == []
        for most, expected in (
            (1, {(0, 1): 0, (1, 2): 1, (1, 3): 1, (2, 3): 1}),
            (2, {(0, 1): 0, (0, 2): 0, (0, 3): 0, (1, 2): 1, (1, 3): 1, (2, 3): 1}),
        ):
            found = near_pairs(collection, most)
            assert {(pair.first, pair.second): pair.agreeing for pair in found} == expected
        with pytest.raises(ValueError, match="at least 0"):
            near_pairs(collection, -1)


@pytest.mark.parametrize("known_count", [None, 1])
def test_too_many_ways_to_remove_clues_are_refused_at_once(known_count: int | None) -> None:
    grids = [cyclic_grid(BoxShape(3, 3)), cyclic_grid(BoxShape(3, 3)).keeping({(0, 0), (4, 5)})]
    with pytest.raises(LimitError, match="to remove up to 80 of 81 clues; the limit"):
        near_pairs(grids, 80, known_count=known_count)


def test_a_false_near_pair_is_refused() -> None:
    grids = near_family(SIX, 1, 9, Random(15))
    with SudokuCollection(SIX) as collection:
        collection.add(grids)
        pair = near_pairs(collection)[0]
    with pytest.raises(WitnessError):
        pair._replace(agreeing=3).witness(grids[pair.first], grids[pair.second])


@pytest.mark.gate
@needs_puzzles
def test_near_copies_of_real_puzzles_do_not_depend_on_jobs() -> None:
    with SudokuCollection() as collection:
        collection.add(puzzles("17puz49158.txt")[:1500])
        found = near_pairs(collection)
        assert len(found) > 100
        assert near_pairs(collection, jobs=2) == found
        partners = defaultdict(set)
        for pair in found:
            assert pair.agreeing == 16
            partners[pair.first].add(pair.second)
            pair.witness(collection.grid(pair.first), collection.grid(pair.second))
        assert next(yield_grids_of_array(collection.cells([0]))).clues == 17
