"""Find the copies among Sudokus of any sizes, in files or arrays, and report their files and
lines.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

import os
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from heapq import merge
from itertools import groupby, islice, starmap
from typing import Any, NamedTuple, NoReturn, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from ...answers.among import NearDuplicate, SudokuIdentifier
from ...answers.among import Place as Place  # noqa: PLC0414 (a public name of this file)
from ...answers.bulk.class_keys import check_key_kind
from ...answers.bulk.parallel_map import yield_labelled_results
from ...base.errors import ArgumentError, PairFileError
from ...reading.file_entry import Entry, ReadingOptions
from ...reading.file_parts import PartOfFile, split_file
from ...reading.gridfile import GridFile, open_path_as_grid_file
from ...sudoku.allowed_moves import EVERYTHING, MOVE_KINDS, AllowedMoves
from ...sudoku.arrays import (
    Cells,
    SudokuLike,
    are_missing_sudokus_skipped,
    convert_bytes_to_array,
    convert_to_array_and_shape,
    insert_filling_for_missing_values,
    list_present_values_and_make_mask,
    renumber_sudokus_in_errors,
    stack,
    take_column,
    try_convert_to_array_and_shape,
    yield_grids,
    yield_index_slices,
)
from ...sudoku.grid import Grid
from ...sudoku.shape import BoxLike, BoxShape
from ...system.limited_call import end_idle_processes
from ...system.ordered_map import Jobs
from .copy_records import FilePartResults
from .duplicates import Classes, SudokuCollection
from .scratch import ScratchFiles
from .sorted_runs import Records
from .sudoku_storage import (
    GridStorage,
    Indices,
    PlacesInFile,
    PlaceStorage,
    choose_index_type,
    pack_name_and_address,
)

PUZZLES_IN_A_BATCH = 10_000
_SOLVED_AT_ONCE = 500

Path = str | os.PathLike[str]


class SudokusOfOneShape(NamedTuple):
    """All Sudokus of a collection that have the box shape `shape`, and their division into classes;
    a class is a Sudoku and all its copies. `numbers`, shape (K,), has the number of each Sudoku in
    the whole collection.
    """

    shape: BoxShape
    collection: SudokuCollection
    classes: Classes
    numbers: Indices


class SudokusReadByWorker(NamedTuple):
    """The Sudokus of a collection that a worker of a cluster has read from one part of a file.
    `numbers` are their numbers in the collection.

    `places` is a function that returns the file and line of each Sudoku. `copies` is a function
    that returns a pair for each copy among the Sudokus: its number, and the number of the first
    Sudoku of which it is a copy. Both functions are called later, by another worker.
    """

    numbers: range
    places: Callable[[], PlacesInFile]
    copies: Callable[[], Records]

    def yield_places_and_first_copy_numbers(self) -> Iterator[tuple[Place, int]]:
        """Yield for each Sudoku a pair: the place (file and line) of the Sudoku, and the number of
        the first Sudoku of which it is a copy. If no earlier Sudoku is a copy, the number is the
        Sudoku's own.
        """
        first, copies = np.array(self.numbers), self.copies()
        first[copies["number"] - self.numbers.start] = copies["first"]
        yield from zip(
            self.places().with_numbers_from(self.numbers.start), first.tolist(), strict=True
        )


_FEW = 2**16
"""The largest number of Sudokus for which the process that has read a document is kept for other
documents. If there are more, its memory is needed while Sudokus are compared.
"""

_MOST_COMPARED = 10_000_000
"""The largest number of copies that are compared cell by cell to count equal Sudokus, which takes a
few seconds for a million.
"""


class Gathering(AbstractContextManager["Gathering"]):
    r"""A collection of Sudokus of any sizes, from files or arrays, that finds the copies among
    them. Use it in a `with` statement, at whose end its temporary files are removed.

    - `by_solution`: whether puzzles count as copies if their solutions are copies. A puzzle that
      does not have exactly one solution then has no copies, and its file and line are stored in
      `unsolved`.
    - `jobs`: the number of processes.
    - `scratch`: the manager of the temporary files; None means the system's temporary folder.
    - `only`: the kinds of moves that are allowed, such as turns or renamed digits.
    - `with_near`: whether near copies will be searched for. The search for near copies always
      compares the puzzles, which are in the collection `puzzles`: this collection itself or, if
      `by_solution`, a second collection, because this collection then has the solutions.
    - `keeps_names`: whether the names of Sudokus in files are stored; if not, they are empty.

    >>> from sudokopie.reading.gridfile import open_text_as_grid_file
    >>> grids = open_text_as_grid_file(f"12{'.' * 14}\n{'.' * 15}1\n{'.' * 14}34,last\n")
    >>> with Gathering() as gathering:
    ...     batches = grids.yield_entry_batches(2)
    ...     gathering.add_batches(("file", grids.shape, batch) for batch in batches)
    ...     [[str(place) for place in group] for group in gathering.yield_groups_of_places()]
    [['file:1', 'file:3 last']]
    """

    def __init__(
        self,
        by_solution: bool = False,
        jobs: Jobs = 1,
        scratch: ScratchFiles | None = None,
        only: AllowedMoves = EVERYTHING,
        with_near: bool = False,
        *,
        keeps_names: bool = True,
    ) -> None:
        self._keeps_names = keeps_names
        self.by_solution, self.jobs, self.only = by_solution, jobs, only
        self.scratch = scratch or ScratchFiles(has_scratch_option=False)
        self.puzzles = self
        if by_solution and with_near:
            self.puzzles = Gathering(jobs=jobs, scratch=self.scratch, only=only)
        self.number = 0
        """The number of Sudokus added so far, including puzzles whose solutions are not yet
        found.
        """
        self._places, self.unsolved = (PlaceStorage(self.scratch) for _ in range(2))
        self._by_shape: dict[BoxShape, SudokuCollection] = {}
        self.known: int | None = None
        """The number of known Sudokus, which were added first; None if there are no known
        Sudokus.
        """
        self._found: list[tuple[SudokuCollection, Classes]] = []
        self._elsewhere: list[tuple[range, Callable[[], PlacesInFile]]] = []
        self._storages = list[GridStorage]()

    def __exit__(self, *_: object) -> None:
        if self.puzzles is not self:
            self.puzzles.__exit__()
        for collection in self._by_shape.values():
            collection.close()
        for storage in self._storages:
            storage.close()
        self._places.close()
        self.unsolved.close()
        self.scratch.close()

    def add_batches(
        self,
        batches: Iterable[tuple[str, BoxShape, list[Entry] | PartOfFile]],
        progress: Callable[[int], None] = lambda _: None,
        on_part_records: Callable[[FilePartResults], None] = lambda _: None,
    ) -> None:
        """Add batches of Sudokus from files. A batch has three fields: the name of the file, the
        shape of its boxes, and the Sudokus. The Sudokus are either entries of the file (each a
        Sudoku with its name and line), or a part of the file, which another process reads.

        `progress` is called with the number of Sudokus added so far. `on_part_records` is called
        after each part with a `FilePartResults`, which lists the errors in this part.
        """
        for shape, some in groupby(batches, key=lambda batch: batch[1]):
            self._add_batches_of_shape(
                shape,
                starmap(partial(_split_into_cells_and_places, self._keeps_names), some),
                progress,
                on_part_records,
            )

    def make_grid_storage(self, size: int) -> GridStorage:
        """Return a storage of grids with `size` rows that is closed together with this object."""
        self._storages.append(GridStorage(size, self.scratch))
        return self._storages[-1]

    def split_file(
        self,
        file: str,
        grid_file: GridFile,
        reading_options: ReadingOptions,
        min_bytes: int | None = None,
    ) -> list[PartOfFile] | None:
        """Divide a file into parts for other processes to read. `grid_file` is the opened file, and
        `min_bytes` the smallest size at which it is divided; None means the usual size. Returns
        None if this process must read the file.

        This process must read the file if there is only one process, or if solutions are compared,
        because solving takes longer than reading. It must also read a file that is smaller than
        this size, is compressed, does not have one Sudoku on each line, or cannot be opened by all
        workers.
        """
        jobs = self.scratch.cluster or self.jobs
        # To find a solution takes longer than to read a Sudoku, so reading in parts gains nothing.
        if self.by_solution or jobs == 1:
            return None
        return split_file(grid_file, file, reading_options, jobs, min_bytes)

    def add_grids(
        self, grids: Iterable[Grid], progress: Callable[[int], None] = lambda _: None
    ) -> None:
        """Add Sudokus of any sizes that come from no file. They get numbers, but no file and
        line.
        """
        waiting = iter(grids)
        while some := list(islice(waiting, PUZZLES_IN_A_BATCH)):
            numbered = list(enumerate(some, self.number))
            self.number += len(some)
            for shape in dict.fromkeys(grid.shape for grid in some):
                alike = [(number, grid) for number, grid in numbered if grid.shape == shape]
                places = PlacesInFile.in_no_file(number for number, _ in alike)
                self._add_batches_of_shape(
                    shape, [(stack(grid for _, grid in alike), places)], progress
                )

    def add_known_and_new_sudokus_and_make_mask(  # noqa: PLR0913 - as `duplicates`
        self,
        new_sudokus: Path | Iterable[SudokuLike],
        box: BoxLike,
        progress: Callable[[int], None] | None,
        known_sudokus: Path | Iterable[SudokuLike] | None = None,
        column: str | int | None = None,
        on_entries: Callable[[GridFile, list[Entry]], None] | None = None,
        offset: int = 0,
        *,
        missing: str | None = None,
        solution_column: str | None = None,
    ) -> NDArray[np.bool_] | None:
        """Add Sudokus: those in a file, in an array, or in any other object that the function
        `duplicates` accepts. If `known_sudokus` is given, these Sudokus are added first and are
        marked as known. Raises the first error in a file.

        If `column` is given, the Sudokus are in this column of the file or table, or under this key
        of each dict. `on_entries` is called for each batch of Sudokus of a file, before they are
        added, with the opened file and the Sudokus. `offset` is subtracted from the number of each
        cell. `solution_column` is the column of a file that has the solutions.

        If `missing` is `"skip"`, new Sudokus that are missing, such as None, are left out, and the
        result is an array of shape (N,): for each of the N new Sudokus whether it is present. If
        `missing` is None, the result is None. Raises `ArgumentError` if `missing` is another text,
        or if the new Sudokus are in a file.
        """
        if missing is not None and isinstance(new_sudokus, str | os.PathLike):
            raise ArgumentError("expected missing='skip', and a list or column of Sudokus")
        progress = progress or (lambda _: None)
        present_mask = None
        if known_sudokus is not None:
            self.add_known_and_new_sudokus_and_make_mask(
                known_sudokus, box, progress, None, column, on_entries, offset
            )
            self.mark_sudokus_so_far_as_known()
        if column is not None and not isinstance(new_sudokus, str | os.PathLike):
            new_sudokus = take_column(new_sudokus, column)
        if are_missing_sudokus_skipped(missing):
            new_sudokus, present_mask = list_present_values_and_make_mask(new_sudokus)
        if isinstance(new_sudokus, str | os.PathLike):
            file = os.fspath(new_sudokus)
            if not os.path.exists(file) and try_convert_to_array_and_shape([file]):
                convert_to_array_and_shape(file)  # raises the error for a single Sudoku
            reading_options = ReadingOptions(
                None if box is None else BoxShape.of(box),
                column=column,
                solution_column=solution_column,
                offset=offset,
                needs_only_cells=self.needs_only_cells(on_entries),
            )
            with open_path_as_grid_file(file, reading_options) as opened:
                self.add_batches(
                    self._yield_batches_or_parts(file, opened, reading_options, on_entries),
                    progress,
                    _raise_first_problem,
                )
            return present_mask
        with renumber_sudokus_in_errors(present_mask):
            if (found := try_convert_to_array_and_shape(new_sudokus, box, offset)) is not None:
                cells, shape = found
                places = PlacesInFile.in_no_file(range(self.number, self.number + len(cells)))
                self.number += len(cells)
                self._add_batches_of_shape(shape, [(cells, places)], progress)
            else:
                self.add_grids(yield_grids(new_sudokus, box, offset), progress)
        return present_mask

    def needs_only_cells(self, on_entries: object) -> bool:
        """Return whether only the cells of Sudokus in files are needed, because their names are not
        stored. `on_entries` is the function that is called with their entries, which may need other
        fields, such as the solutions; None if there is none.
        """
        return not self._keeps_names and on_entries is None

    def _yield_batches_or_parts(
        self,
        file: str,
        grid_file: GridFile,
        reading_options: ReadingOptions,
        on_entries: Callable[[GridFile, list[Entry]], None] | None,
    ) -> Iterator[tuple[str, BoxShape, list[Entry] | PartOfFile]]:
        """Yield the Sudokus of the opened file `grid_file`, and of the files inside it if it is a
        container such as a mail or an archive. Each item has the name of the file, the box shape,
        and either a batch of Sudokus or a part of the file for other processes to read. If
        `on_entries` is given, no other process reads, and it is called with each batch. Raises the
        first error in a file.
        """
        for grids in grid_file.yield_open_inner_files(_raise_error):
            name = grids.source if grid_file.is_container else file
            parts = None if on_entries else self.split_file(file, grids, reading_options)
            if parts is not None:
                yield from ((name, grids.shape, part) for part in parts)
                continue
            for entries in grids.yield_entry_batches(PUZZLES_IN_A_BATCH):
                _raise_first_error(entries)
                if on_entries is not None:
                    on_entries(grids, entries)
                yield name, entries[0].shape, entries

    def _add_batches_of_shape(
        self,
        shape: BoxShape,
        batches: Iterable[tuple[Cells | PartOfFile, PlacesInFile]],
        progress: Callable[[int], None],
        on_part: Callable[[FilePartResults], None] = lambda _: None,
    ) -> None:
        """Add batches of Sudokus with the box shape `shape`, and store the place (file and line) of
        each Sudoku. `progress` is called with the number of Sudokus added so far, and `on_part`
        with the results of each part of a file that another process has read.
        """
        if shape not in self._by_shape:
            self._by_shape[shape] = SudokuCollection(shape, self.scratch, self.only)
        collection = self._by_shape[shape]
        self._found = []
        jobs = self.jobs
        if self.by_solution:
            batches, jobs = self._yield_solved_batches(batches, shape), 1

        def store_places_and_return_indices(
            places_or_part: PlacesInFile | FilePartResults,
        ) -> range:
            """Store the places of a batch, and return their indices in the storage."""
            if isinstance(places_or_part, PlacesInFile):
                return self._places.add_places_and_return_indices(
                    self._make_numbered_places(places_or_part)
                )
            on_part(places_or_part)
            places, first = places_or_part.places, self.number
            self.number += places_or_part.total
            if isinstance(places, PlacesInFile):
                return self._places.add_places_and_return_indices(places.with_numbers_from(first))
            self._elsewhere.append((range(first, self.number), places))
            return self._places.add_places_and_return_indices(
                lambda: places().with_numbers_from(first), places_or_part.total
            )

        collection.add_batches(
            batches,
            jobs,
            lambda _: progress(self.number),
            store_places_and_return_indices,
            keeps_names=self._keeps_names,
        )

    def yield_parts_read_by_workers(self) -> Iterator[SudokusReadByWorker]:
        """Yield the Sudokus of each part of a file that a worker of the cluster has read. All
        Sudokus of the collection must have one box shape, and workers must have read them all.
        """
        ((_, classes),) = self.list_collection_and_classes_of_each_shape()
        for numbers, places in self._elsewhere:
            yield SudokusReadByWorker(numbers, places, classes.make_copies_reader(numbers))

    def mark_sudokus_so_far_as_known(self) -> None:
        """Mark the Sudokus added so far as known, and the Sudokus added later as new."""
        self.known = self.puzzles.known = self.number

    @property
    def sudoku_count(self) -> int:
        """The number of Sudokus added, including puzzles that do not have exactly one solution."""
        return sum(map(len, self._by_shape.values())) + len(self.unsolved)

    @property
    def class_count(self) -> int:
        """The number of Sudokus that are not copies of each other: a Sudoku and all its copies
        count once.
        """
        return sum(
            classes.number for _, classes in self.list_collection_and_classes_of_each_shape()
        )

    def yield_groups_of_places(self) -> Iterator[list[Place]]:
        """Yield the groups of copies. A group is a list of at least two places (file and line) of
        Sudokus, in the order of reading. The groups come in the order of their first Sudokus.
        """
        return ([place for place, _ in group] for group in self.yield_groups_with_equality())

    def yield_groups_with_equality(self) -> Iterator[list[tuple[Place, bool]]]:
        """Yield the groups of copies. A group is a list of at least two pairs: the place (file and
        line) of a Sudoku, and whether the Sudoku is equal to the first Sudoku of the group, cell by
        cell. This Boolean is always false if the collection compares solutions.
        """

        def yield_groups_of_shape(
            collection: SudokuCollection, classes: Classes
        ) -> Iterator[list[tuple[Place, bool]]]:
            for group in classes.groups():
                are_equal = np.zeros(len(group), bool)
                if self.puzzles is self:
                    are_equal = collection.find_equal(group, np.repeat(group[:1], len(group)))
                yield [
                    (self._find_place_by_index(collection, i), is_equal)
                    for i, is_equal in zip(group.tolist(), are_equal.tolist(), strict=True)
                ]

        found = [
            yield_groups_of_shape(*one) for one in self.list_collection_and_classes_of_each_shape()
        ]
        return merge(*found, key=lambda group: group[0][0].number)

    def count_copies_and_equal_sudokus(self) -> tuple[int, int | None]:
        """Return the number of copies of earlier Sudokus, and how many of them are equal to the
        first Sudoku of their class, cell by cell. The second number is None if the collection
        compares solutions, or if there are more than `_MOST_COMPARED` copies.
        """
        found = self.list_collection_and_classes_of_each_shape()
        copies = sum(classes.total - classes.number for _, classes in found)
        if self.puzzles is not self or copies > _MOST_COMPARED:
            return copies, None
        return copies, sum(
            int(np.count_nonzero(collection.find_equal(pairs["number"], pairs["first"])))
            for collection, classes in found
            for pairs in classes.pairs()
        )

    def count_groups_and_find_largest(self) -> tuple[int, int]:
        """Return two numbers: how many groups of copies there are, and how many Sudokus the largest
        group has.
        """
        found = [classes for _, classes in self.list_collection_and_classes_of_each_shape()]
        return sum(one.groups_number for one in found), max((o.largest for o in found), default=0)

    def yield_copy_and_first_places(self) -> Iterator[tuple[Place, Place]]:
        """Yield for each copy of an earlier Sudoku a pair of places: the place of the copy, and the
        place of the first Sudoku of which it is a copy. A place is a file and a line. The copies
        come in the order of reading.
        """

        def yield_copy_pairs_of_shape(
            collection: SudokuCollection, classes: Classes
        ) -> Iterator[tuple[Place, Place]]:
            for pairs in classes.pairs():
                for new, old in pairs.tolist():
                    yield (
                        self._find_place_by_index(collection, new),
                        self._find_place_by_index(collection, old),
                    )

        return merge(
            *starmap(yield_copy_pairs_of_shape, self.list_collection_and_classes_of_each_shape()),
            key=lambda pair: pair[0].number,
        )

    def yield_copy_numbers(self, known_count: int | None = None) -> Iterator[int]:
        """Yield the number of each Sudoku that is a copy of an earlier Sudoku, ascending. If
        `known_count` is given, the first `known_count` Sudokus are known Sudokus, and only the
        numbers of their copies among the other Sudokus are yielded.
        """

        def yield_numbers_of_shape(collection: SudokuCollection, classes: Classes) -> Iterator[int]:
            for pairs in classes.pairs():
                numbers, firsts = (
                    self._places.find_numbers(collection.find_storage_indices(pairs[name]))
                    for name in ("number", "first")
                )
                if known_count is not None:
                    numbers = numbers[(firsts < known_count) & (numbers >= known_count)]
                yield from numbers.tolist()

        return merge(
            *starmap(yield_numbers_of_shape, self.list_collection_and_classes_of_each_shape())
        )

    def yield_place_columns(self, row_count: int) -> Iterator[dict[str, Any]] | None:
        """Return an iterator over the places of all Sudokus, `row_count` at a time, in the order of
        reading. Each item is a dictionary with an array or list for each of the keys `number`,
        `file`, `line`, `name` and `class`; `class` is the number of the first Sudoku of which the
        Sudoku is a copy. Return None if solutions are compared and some puzzles do not have exactly
        one solution; then places can only be read one by one.
        """
        if self.unsolved:
            return None
        firsts = self.find_first_copies()

        def add_class(columns: dict[str, Any]) -> dict[str, Any]:
            return columns | {"class": firsts[columns["number"]]}

        return map(add_class, self._places.yield_columns(row_count))

    def yield_own_and_first_copy_places(self) -> Iterator[tuple[Place, Place]]:
        """Yield for each Sudoku, in the order of reading, a pair of places: its own place, and the
        place of the first Sudoku of which it is a copy. A place is a file and a line. If there is
        no earlier copy, both places are equal.
        """
        copies = self.yield_copy_and_first_places()
        copy = next(copies, None)
        for place in merge(self._places, self.unsolved, key=lambda place: place.number):
            if copy is not None and copy[0] == place:
                yield copy
                copy = next(copies, None)
            else:
                yield place, place

    def find_first_copies(self) -> Indices:
        """Return for each Sudoku the number of the first Sudoku of which it is a copy, as an array
        of shape (N,). A Sudoku without an earlier copy has its own number.
        """
        found = np.arange(self.number)
        for one in self.yield_sudokus_by_shape():
            found[one.numbers] = one.numbers[one.classes.first]
        return found

    def yield_new_and_known_copy_places(self) -> Iterator[tuple[Place, Place]]:
        """Yield for each new Sudoku that is a copy of a known Sudoku a pair of places: the place of
        the new Sudoku, and the place of the first known Sudoku of which it is a copy. A place is a
        file and a line.
        """
        border = self.known or 0
        return (
            pair
            for pair in self.yield_copy_and_first_places()
            if pair[1].number < border <= pair[0].number
        )

    def verify_and_count_copies(self) -> int:
        """Find the steps to each copy and verify them on the grids; return the number of copies.
        Raises `WitnessError` if the steps do not lead to a copy.
        """
        number = 0
        for collection, classes in self.list_collection_and_classes_of_each_shape():
            for pairs in classes.pairs():
                for copy, first in pairs.tolist():
                    collection.witness(first, copy)
                number += len(pairs)
        return number

    def find_place(self, number: int) -> Place:
        """Return the place (file and line) of the Sudoku with this number. Raises `KeyError` if no
        Sudoku has this number, or if solutions are compared and the puzzle does not have exactly
        one solution.
        """
        return self._find_place_by_index(*self._find_collection_and_index(number))

    def read_grid(self, place: Place) -> Grid:
        """Return the Sudoku at a place (file and line). If the collection compares solutions,
        return the Sudoku's solution instead. Raises `KeyError` if there is no such Sudoku or
        solution.
        """
        collection, i = self._find_collection_and_index(place.number)
        return collection.grid(i)

    def _find_collection_and_index(self, number: int) -> tuple[SudokuCollection, int]:
        """Return the `SudokuCollection` that has the Sudoku with this number, and the index of the
        Sudoku there. Raises `KeyError` if no Sudoku has this number.
        """
        for collection in self._by_shape.values():
            numbers = range(len(collection))
            place = partial(self._find_place_by_index, collection)
            i = bisect_left(numbers, number, key=lambda i: place(i).number)
            if i < len(numbers) and place(i).number == number:
                return collection, i
        raise KeyError(number)

    def _find_place_by_index(self, collection: SudokuCollection, index: int) -> Place:
        place: Place = self._places[collection.reference(index)]
        return place

    def find_near_copies(
        self, max_omitted_clues: int, with_steps: bool = False
    ) -> list[NearDuplicate[Place]]:
        """Return the near copies, the nearest pairs first: pairs of Sudokus that are not copies,
        but become copies if up to `max_omitted_clues` clues of each are removed. If some Sudokus
        are marked as known, each pair consists of a known and a new Sudoku. If `with_steps`, each
        pair has the transformation that moves the agreeing clues of the first Sudoku onto equal
        clues of the second.

        If solutions are compared, the pairs are puzzles whose solutions are not copies.
        """
        if self.puzzles is not self:
            pairs, number = (
                self.puzzles.find_near_copies(max_omitted_clues, with_steps),
                self.find_first_copies(),
            )
            return [one for one in pairs if number[one.first.number] != number[one.second.number]]
        found: list[NearDuplicate[Place]] = []
        for _, collection, classes, numbers in self.yield_sudokus_by_shape():
            known = None if self.known is None else int(np.searchsorted(numbers, self.known))
            from .near import near_pairs

            for pair in near_pairs(collection, max_omitted_clues, classes, self.jobs, known):
                first, second = collection.grid(pair.first), collection.grid(pair.second)
                found.append(
                    NearDuplicate(
                        self._find_place_by_index(collection, pair.first),
                        self._find_place_by_index(collection, pair.second),
                        pair.agreeing,
                        max(first.clues, second.clues),
                        pair.witness(first, second, self.only) if with_steps else None,
                    )
                )
        return sorted(
            found, key=lambda one: (one.agreeing - one.total, one.first.number, one.second.number)
        )

    def yield_sudokus_by_shape(self) -> Iterator[SudokusOfOneShape]:
        """Yield an object for each box shape. It has the Sudokus with this shape, their classes of
        copies, and, for each of these Sudokus, its number (from 0) among all Sudokus of the
        collection.
        """
        for collection, classes in self.list_collection_and_classes_of_each_shape():
            numbers, end = np.empty(len(collection), choose_index_type(self.number)), 0
            for some in map(self._places.read_numbers, collection.references):
                start, end = end, end + len(some)
                numbers[start:end] = some
            yield SudokusOfOneShape(collection.shape, collection, classes, numbers)

    def list_collection_and_classes_of_each_shape(
        self, progress: Callable[[float], None] = lambda _: None
    ) -> list[tuple[SudokuCollection, Classes]]:
        """Compare the Sudokus; return a pair for each box shape: the Sudokus of this shape, and
        their classes. A class is a Sudoku and all its copies. `progress` is called with the share
        of the comparisons that are done, from 0 to 1.

        The result is kept: a second call compares nothing, unless Sudokus were added in between.
        """
        if not self._found:
            if self.number > _FEW:
                end_idle_processes()
            # A file in which no line could be read has a shape, but no Sudoku.
            by_shape = [one for one in self._by_shape.values() if len(one)]
            self._found = [(one, one.classes(self.jobs, progress)) for one in by_shape]
        return self._found

    def _make_numbered_places(self, places: PlacesInFile) -> PlacesInFile:
        """Return the places of some Sudokus (files and lines) together with the numbers of these
        Sudokus. If `places` has no numbers yet, the Sudokus get the next free numbers.
        """
        if not len(places.numbers):
            places = places.with_numbers_from(self.number)
            self.number += len(places)
        return places

    def _yield_solved_batches(
        self, batches: Iterable[tuple[Cells | PartOfFile, PlacesInFile]], shape: BoxShape
    ) -> Iterator[tuple[Cells | PartOfFile, PlacesInFile]]:
        """Yield the batches in `batches` with the solution of each puzzle instead of the puzzle.
        Each batch has also the places of its puzzles: file and line. If a puzzle does not have
        exactly one solution, it is in no batch, and its place is added to `unsolved`. `shape` is
        the shape of the boxes.
        """

        def make_tasks() -> Iterator[tuple[Cells, PlacesInFile]]:
            """Yield pairs: the cells of a few puzzles as an array, and the places (file and line)
            of these puzzles. If near copies will be searched for, the puzzles are also added to
            `self.puzzles`.
            """
            for cells, unnumbered in batches:
                assert not isinstance(cells, PartOfFile)
                places = self._make_numbered_places(unnumbered)
                if self.puzzles is not self:
                    self.puzzles._add_batches_of_shape(shape, [(cells, places)], lambda _: None)
                for some in yield_index_slices(len(cells), _SOLVED_AT_ONCE):
                    yield cells[some], places[some]

        from .saved_results import load_or_solve_puzzles

        solve = partial(
            load_or_solve_puzzles, shape=shape, results_folder=self.scratch.results_folder
        )
        for places, found in yield_labelled_results(solve, make_tasks(), self.jobs):
            is_unique = found.numbers == 1
            self.unsolved.add_places_and_return_indices(places[~is_unique])
            yield found.grids[is_unique], places[is_unique]


class Groups(list[list[SudokuIdentifier]]):
    """The groups of copies that the function `duplicates` finds: a list of groups, each of which is
    a list of numbers or places of Sudokus. `near` has the pairs of near copies, the nearest first;
    it is empty if near copies were not searched for.
    """

    near: Sequence[NearDuplicate[SudokuIdentifier]] = ()


class _DuplicatesParameters(TypedDict, total=False):
    """The parameters of the function `duplicates`, except the Sudokus and their box shape."""

    against: Path | Iterable[SudokuLike] | None
    near: int | None
    by_solution: bool
    jobs: Jobs
    progress: Callable[[int], None] | None
    only: Iterable[str]
    column: str | int | None
    offset: int
    missing: str | None


# A str is also an iterable of str, so both signatures fit a str; the first signature is right.
@overload
def duplicates(  # type: ignore[overload-overlap]
    sudokus: Path, box: BoxLike = None, **parameters: Unpack[_DuplicatesParameters]
) -> Groups[Place]: ...
@overload
def duplicates(
    sudokus: Iterable[SudokuLike], box: BoxLike = None, **how: Unpack[_DuplicatesParameters]
) -> Groups[int]: ...
def duplicates(  # noqa: PLR0913 - a question with all its options
    sudokus: Path | Iterable[SudokuLike],
    box: BoxLike = None,
    *,
    against: Path | Iterable[SudokuLike] | None = None,
    near: int | None = None,
    by_solution: bool = False,
    jobs: Jobs = 1,
    progress: Callable[[int], None] | None = None,
    only: Iterable[str] = MOVE_KINDS,
    column: str | int | None = None,
    offset: int = 0,
    missing: str | None = None,
) -> Groups[Place] | Groups[int]:
    """Return the groups of copies (the same Sudoku up to symmetry) among some Sudokus. Each group
    has at least two members. A group lists the numbers of its members, from 0; if `sudokus` is the
    name of a file, it lists their places in the file. Members and groups come in the order of the
    Sudokus.

    - `sudokus`: the name of a file, or Sudokus in one of these forms: grids; a list of texts, of
      bytes or of flat lists of N·N cells; a column of a data frame or of Arrow with such values; an
      array of shape (K, N, N) or (K, N·N), in which masked cells are blank.
    - `box`: the box shape; None means the shape of the grids or, if they have none, boxes as square
      as possible.
    - `against`: known Sudokus in one of these forms. A group is then the first known Sudoku of a
      class, with its number or place among the known Sudokus, followed by its copies in `sudokus`.
    - `near`: if given, the returned list has an attribute `near` with a `NearDuplicate` for each
      pair of Sudokus that become copies if up to `near` clues are omitted or changed. Only the
      first Sudoku of each class takes part. If `against` is given too, the first Sudoku of each
      pair is known and the second is new.
    - `by_solution`: whether puzzles count as copies if their solutions are copies. A puzzle that
      does not have exactly one solution then has no copies, and the near copies are puzzles whose
      solutions are not copies.
    - `jobs`: the number of processes.
    - `progress`: a function that is called with the number of Sudokus read so far.
    - `only`: the names of the parts of a transformation that may be used, as in `decide`.
    - `column`: the column of the files or tables, or the key of the dicts, that has the Sudokus.
    - `offset`: the number that is subtracted from each cell, also of the known Sudokus. With 1 the
      number 1 is blank and 2 is the digit 1; with -1 the number -1 is blank and 0 is the digit 1.
    - `missing`: with `"skip"`, missing values of a list or column `sudokus`, such as None or NaN,
      are in no group; they count in the numbers of the other Sudokus. Otherwise a missing value is
      an error.

    Raises `GridError` or `PairFileError` for the first Sudoku that cannot be read, and
    `ArgumentError` if `near` is below 0 or `missing` is another text.

    >>> texts = ["12" + 14 * ".", 15 * "." + "1", 14 * "." + "34"]
    >>> duplicates(texts), duplicates(texts[1:], against=texts[:1])
    ([[0, 2]], [[0, 1]])
    >>> [(pair.first, pair.second, pair.agreeing) for pair in duplicates(texts, near=1).near]
    [(0, 1, 1)]
    """
    with Gathering(by_solution, jobs, None, AllowedMoves(only), near is not None) as gathering:
        present_mask = gathering.add_known_and_new_sudokus_and_make_mask(
            sudokus, box, progress, against, column, offset=offset, missing=missing
        )
        known = gathering.known or 0
        rows = None if present_mask is None else np.flatnonzero(present_mask).tolist()

        def choose_place_or_number(place: Place) -> Any:
            """Return the place of a Sudoku if the Sudokus are from a file, otherwise its number.
            New Sudokus and known Sudokus are each numbered from 0.
            """
            is_new = place.number >= known
            number = place.number - (known if is_new else 0)
            if rows is not None and is_new:
                number = rows[number]
            return place._replace(number=number) if is_file else number

        is_file = isinstance(sudokus, str | os.PathLike)
        groups: Iterable[list[Place]] = gathering.yield_groups_of_places()
        if against is not None:
            by_known: dict[Place, list[Place]] = {}
            for new, old in gathering.yield_new_and_known_copy_places():
                by_known.setdefault(old, [old]).append(new)
            groups = by_known.values()
        found = Groups[Any](list(map(choose_place_or_number, group)) for group in groups)
        if near is not None:
            found.near = [
                replace(
                    one,
                    first=choose_place_or_number(one.first),
                    second=choose_place_or_number(one.second),
                )
                for one in gathering.find_near_copies(near)
            ]
    return found


def labels(  # noqa: PLR0913 - as `duplicates`
    sudokus: Path | Iterable[SudokuLike],
    box: BoxLike = None,
    *,
    against: Path | Iterable[SudokuLike] | None = None,
    by_solution: bool = False,
    only: Iterable[str] = MOVE_KINDS,
    jobs: Jobs = 1,
    progress: Callable[[int], None] | None = None,
    column: str | int | None = None,
    by: str | None = None,
    missing: str | None = None,
    offset: int = 0,
) -> Indices:
    """Return for each Sudoku the number, from 0, of the first Sudoku of which it is a copy, as an
    array of shape (N,), int64. A Sudoku without an earlier copy has its own number.

    If `against` gives known Sudokus, the result has for each Sudoku the number of the first known
    Sudoku of which it is a copy, or -1 if there is none. If `by_solution`, a puzzle that does not
    have exactly one solution has no copies. The parameters are those of `duplicates` without
    `near`, and two more. `by` is `copies`, or `solution`, which has the same effect as
    `by_solution`. If `missing` is `"skip"`, missing values of a list or column, such as None or
    NaN, get the label -1; otherwise a missing value is an error. Raises `ArgumentError` if `by` or
    `missing` is another text, or if `by` is `copies` although `by_solution` is true.

    >>> labels(["12" + 14 * ".", 15 * "." + "1", 14 * "." + "34"]).tolist()
    [0, 1, 0]
    """
    if by is not None:
        check_key_kind(by)
        if by_solution and by == "copies":
            raise ArgumentError("by='copies' and by_solution=True exclude each other")
        by_solution = by == "solution"
    moves = AllowedMoves(only)
    with Gathering(by_solution, jobs, only=moves, keeps_names=False) as gathering:
        present_mask = gathering.add_known_and_new_sudokus_and_make_mask(
            sudokus, box, progress, against, column, offset=offset, missing=missing
        )
        found, known = gathering.find_first_copies(), gathering.known
    if known is not None:
        found = np.where(found[known:] < known, found[known:], -1)
    if present_mask is None:
        return found
    return insert_filling_for_missing_values(
        found if known is not None else np.flatnonzero(present_mask)[found], present_mask, -1
    )


def _split_into_cells_and_places(
    keeps_names: bool, file: str, shape: BoxShape, entries_or_part: list[Entry] | PartOfFile
) -> tuple[Cells | PartOfFile, PlacesInFile]:
    """Return the cells of a batch of Sudokus, shape (N, rows, columns), and their places in `file`.
    `shape` is their box shape. The places have the names of the Sudokus if `keeps_names`.

    If `entries_or_part` is a part of a file, another process will read it: the part is returned
    instead of the cells, with an empty `PlacesInFile`.
    """
    if isinstance(entries_or_part, PartOfFile):
        return entries_or_part, PlacesInFile.in_no_file(())
    lines = [entry.line for entry in entries_or_part]
    names = [*map(pack_name_and_address, entries_or_part)] if keeps_names else []
    cells = convert_bytes_to_array(b"".join([entry.cell_bytes for entry in entries_or_part]), shape)
    return cells, PlacesInFile.from_lines_and_names(file, lines, names)


def _raise_first_problem(part_records: FilePartResults) -> None:
    for problem in part_records.problems:
        raise problem


def _raise_error(_file: str, error: PairFileError) -> NoReturn:
    raise error


def _raise_first_error(entries: list[Entry]) -> None:
    """Raise the error of the first entry that could not be read, if there is one."""
    for entry in entries:
        if entry.error is not None:
            raise entry.error
