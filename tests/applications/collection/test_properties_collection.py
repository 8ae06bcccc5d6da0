"""The storage of a collection: places with names come back unchanged, and copies are found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOSPC
from functools import partial
from io import FileIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokopie import BoxShape, Grid
from sudokopie.answers.among import Place, are_copies
from sudokopie.applications.collection import sudoku_storage as stored_module
from sudokopie.applications.collection.copy_records import (
    find_copy_and_first_pairs,
    make_sorted_records_or_part_records,
)
from sudokopie.applications.collection.scratch import ScratchFiles
from sudokopie.applications.collection.sorted_runs import sort_records
from sudokopie.applications.collection.sudoku_storage import GridStorage, PlacesInFile, PlaceStorage
from sudokopie.base.errors import OutputError
from sudokopie.sudoku.allowed_moves import EVERYTHING
from sudokopie.sudoku.arrays import pack_grids, stack
from sudokopie.sudoku.random_grids import random_grid, random_transformation

SIX = BoxShape(2, 3)
CHARACTERS = st.characters(exclude_categories=())
"""All characters, also surrogates, by which Python represents bytes that are no UTF-8."""

some_names = st.one_of(
    # A text that starts with NUL has more than a name in it: `pack_name_and_address` returned it.
    st.lists(st.text(CHARACTERS, max_size=5).filter(lambda name: name[:1] != "\0"), max_size=8),
    st.lists(st.just(""), max_size=8),
)


def places_of(names: list[str], file: str = "a.txt", first: int = 0) -> list[Place]:
    """Return the places of Sudokus on every second line of a file."""
    return [Place(first + i, file, 2 * i + 1, name) for i, name in enumerate(names)]


def kept(names: list[str], file: str = "a.txt") -> PlacesInFile:
    return PlacesInFile.from_lines_and_names(file, [2 * i + 1 for i in range(len(names))], names)


@given(some_names, st.data())
def test_places_that_are_chosen_keep_their_lines_and_names(
    names: list[str], data: st.DataObject
) -> None:
    places = kept(names).with_numbers_from(7)
    expected = places_of(names, first=7)
    assert list(places) == expected
    chosen = data.draw(st.lists(st.booleans(), min_size=len(names), max_size=len(names)))
    found = places[np.array(chosen, bool)]
    assert len(found) == sum(chosen)
    assert list(found) == [place for place, is_one in zip(expected, chosen, strict=True) if is_one]
    ends = st.none() | st.integers(-9, 9)
    part = slice(data.draw(ends), data.draw(ends), data.draw(st.sampled_from([None, 1, 2, 3])))
    assert list(places[part]) == expected[part]
    # A selection can be selected from again.
    assert list(places[part][1:]) == expected[part][1:]


@given(some_names)
def test_places_are_packed_and_come_back(names: list[str]) -> None:
    places = PlacesInFile.unpack("a.txt", kept(names).pack())
    assert len(places) == len(names)
    assert list(places.with_numbers_from(3)) == places_of(names, first=3)


def test_sudokus_of_no_file_have_a_number_alone() -> None:
    assert list(PlacesInFile.in_no_file([4, 2])) == [Place(4, "", 0, ""), Place(2, "", 0, "")]
    assert list(PlacesInFile.in_no_file([4, 2, 9])[1:]) == [
        Place(2, "", 0, ""),
        Place(9, "", 0, ""),
    ]


@contextmanager
def stored() -> Iterator[PlaceStorage]:
    scratch = ScratchFiles()
    places = PlaceStorage(scratch)
    try:
        yield places
    finally:
        places.close()
        scratch.close()


@given(st.lists(st.tuples(st.sampled_from("ab"), some_names, st.booleans()), max_size=4))
def test_stored_places_come_back_by_their_index(
    batches: list[tuple[str, list[str], bool]],
) -> None:
    expected = list[Place]()
    with stored() as places:
        for file, names, is_later in batches:
            first = len(expected)
            batch = kept(names, file).with_numbers_from(first)
            later = partial(kept(names, file).with_numbers_from, first)
            taken = (
                places.add_places_and_return_indices(later, len(batch))
                if is_later
                else places.add_places_and_return_indices(batch)
            )
            assert taken == range(first, first + len(names))
            expected += places_of(names, file, first)
            assert len(places) == len(expected)
        for i in range(-len(expected), len(expected)):
            assert places[i] == expected[i]
        assert list(places) == expected
        some = range(len(expected) // 3, len(expected))
        assert places.read_numbers(some).tolist() == list(some)
        with pytest.raises(IndexError):
            places[len(expected)]


def test_stored_grids_come_back_by_their_index() -> None:
    scratch, rng = ScratchFiles(), Random(2)
    grids = [random_grid(SIX, clues, rng) for clues in range(9)]
    rows = pack_grids(stack(grids))
    kept_grids = GridStorage(SIX.size, scratch)
    assert kept_grids.read_packed_rows([]).shape == (0, rows.shape[1])
    kept_grids.add_packed_grids(rows[:2])
    kept_grids.add_packed_grids(lambda: rows[2:5])
    kept_grids.add_packed_grids(rows[5:])
    assert (kept_grids.read_packed_rows([8, 0, 3, 3, 4]) == rows[[8, 0, 3, 3, 4]]).all()
    kept_grids.close()
    scratch.close()


@pytest.mark.parametrize("bytes_for_row", [0, 40, 2048])
def test_rows_are_read_in_any_order(monkeypatch: pytest.MonkeyPatch, bytes_for_row: int) -> None:
    monkeypatch.setattr(stored_module, "_ROWS_AT_ONCE", 5)
    monkeypatch.setattr(stored_module, "_BYTES_FOR_ROW", bytes_for_row)
    scratch, rng = ScratchFiles(), np.random.default_rng(5)
    rows = rng.integers(0, 256, (200, 18), np.uint8)
    kept_grids = GridStorage(SIX.size, scratch)
    kept_grids.add_packed_grids(rows)
    for count in (1, 4, 5, 6, 17, 100):
        for most in (3, 30, 200):
            indices = rng.integers(0, most, count)
            forms: list[Any] = [indices, np.sort(indices), indices.astype(np.int32)]
            for some in forms:
                assert (kept_grids.read_packed_rows(some) == rows[some]).all()
    assert (kept_grids.read_packed_rows(np.arange(200)) == rows).all()
    kept_grids.close()
    scratch.close()


class Failing(FileIO):
    """A file on a disk that is full at first: only half of the first write is on the disk."""

    is_full = True

    def write(self, data: Any) -> int:
        if not self.is_full:
            return super().write(data)
        super().write(data[: len(data) // 2])
        self.is_full = False
        raise OSError(ENOSPC, "full")


def test_what_was_written_in_part_is_written_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(stored_module, "TemporaryFile", lambda **_: Failing(tmp_path / "f", "w+"))
    scratch, rows = (
        ScratchFiles(),
        pack_grids(stack([random_grid(SIX, 20, Random(4))] * 3)),
    )
    kept_grids = GridStorage(SIX.size, scratch)
    with pytest.raises(OutputError):
        kept_grids.add_packed_grids(rows)
    kept_grids.add_packed_grids(rows)
    assert (kept_grids.read_packed_rows([0, 1, 2]) == rows).all()
    kept_grids.close()
    scratch.close()


# Copies


def first_copies(grids: list[Grid]) -> dict[int, int]:
    """Return for each copy the index of the first Sudoku of which it is a copy, found by comparing
    all pairs.
    """
    found = {}
    for i, grid in enumerate(grids):
        first = next(j for j in range(i + 1) if are_copies(grids[j], grid))
        if first != i:
            found[i] = first
    return found


def test_only_the_first_sudokus_are_compared() -> None:
    """An interruption may leave records of further Sudokus, which must not be compared."""
    rng = Random(5)
    some = [random_grid(SIX, clues, rng) for clues in (2, 2, 2, 3, 3, 9, 17)]
    grids = [random_transformation(SIX, rng).apply(rng.choice(some)) for _ in range(24)]
    seen = make_sorted_records_or_part_records(
        (pack_grids(stack(grids)), "run"), SIX, EVERYTHING, None, None
    )
    assert isinstance(seen, np.ndarray)
    records = sort_records("signature", seen)
    numbers = set()
    for number in range(len(grids) + 1):
        found = find_copy_and_first_pairs(records.copy, number, SIX, EVERYTHING)
        assert dict(found.tolist()) == first_copies(grids[:number])
        numbers.add(len(found))
    assert len(numbers) > 10
