"""Which Sudokus are copies of which, in files of any shapes or in arrays, and where they stand."""

import os
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from heapq import merge
from itertools import groupby, islice, starmap
from typing import Any, NamedTuple, TypedDict, Unpack, overload

import numpy as np

from ...answers.among import Near, Where
from ...answers.among import Place as Place  # noqa: PLC0414 (a public name of this file)
from ...answers.bulk.parallel_map import map_keeping_values
from ...reading.file_entry import Entry, Reading
from ...reading.file_parts import PartOfFile, split_file
from ...reading.gridfile import GridFile, read_grid_file
from ...sudoku.allowed_moves import EVERYTHING, PARTS, AllowedMoves
from ...sudoku.arrays import (
    Cells,
    convert_quickly,
    convert_to_grids,
    make_array,
    split_range,
    stack,
)
from ...sudoku.grid import Grid, GridLike
from ...sudoku.shape import BoxLike, BoxShape
from ...system.ordered_map import Jobs
from .duplicates import Classes, Duplicates
from .scratch import Scratch
from .shared_forms import PartSeen
from .sorted_runs import Records
from .sudoku_storage import Indices, Places, StoredPlaces

PUZZLES_IN_A_BATCH = 10_000
_SOLVED_AT_ONCE = 500

Path = str | os.PathLike[str]


class OneShape(NamedTuple):
    """The Sudokus of one shape, their classes, and the number of each among all, (K,)."""

    shape: BoxShape
    duplicates: Duplicates
    classes: Classes
    numbers: Indices


class PartOfClasses(NamedTuple):
    """Sudokus that a worker has read: their numbers, and what returns places and copies there."""

    numbers: range
    places: Callable[[], Places]
    copies: Callable[[], Records]

    def members(self) -> Iterator[tuple[Place, int]]:
        """Yield the place of each Sudoku, and the number of the first of its class."""
        first, copies = np.array(self.numbers), self.copies()
        first[copies["number"] - self.numbers.start] = copies["first"]
        yield from zip(self.places().numbered(self.numbers.start), first.tolist(), strict=True)


class Gathering(AbstractContextManager["Gathering"]):
    r"""Takes the Sudokus of files, and says which are copies of which.

    With `by_solution`, puzzles are copies where their solutions are; those that have not just one
    go to `unsolved`, and are copies of none. `puzzles` then takes all as they are, if `with_near`.
    As for the rest, see `Duplicates`. Use it in a `with` statement, to be rid of its temporary
    files.

    >>> from sudokopie.reading.gridfile import read_grids_in_text
    >>> grids = read_grids_in_text(f"12{'.' * 14}\n{'.' * 15}1\n{'.' * 14}34,last\n")
    >>> with Gathering() as gathering:
    ...     gathering.take(("file", grids.shape, some) for some in grids.batches(2))
    ...     [[str(place) for place in group] for group in gathering.groups()]
    [['file:1', 'file:3 last']]
    """

    def __init__(
        self,
        by_solution: bool = False,
        jobs: Jobs = 1,
        scratch: Scratch | None = None,
        only: AllowedMoves = EVERYTHING,
        with_near: bool = False,
    ) -> None:
        self.by_solution, self.jobs, self.only = by_solution, jobs, only
        self._scratch = scratch or Scratch()
        self.puzzles = self
        if by_solution and with_near:
            self.puzzles = Gathering(jobs=jobs, scratch=self._scratch, only=only)
        self.number = 0
        """How many Sudokus have been taken, and how many there are of whose solutions we ask."""
        self._places, self.unsolved = (StoredPlaces(self._scratch) for _ in range(2))
        self._by_shape: dict[BoxShape, Duplicates] = {}
        self.known: int | None = None
        """So many Sudokus that came first are known, and the others new; None: all are alike."""
        self._found: list[tuple[Duplicates, Classes]] = []
        self._elsewhere: list[tuple[range, Callable[[], Places]]] = []

    def __exit__(self, *_: object) -> None:
        if self.puzzles is not self:
            self.puzzles.__exit__()
        for duplicates in self._by_shape.values():
            duplicates.close()
        self._places.close()
        self.unsolved.close()
        self._scratch.close()

    def take(
        self,
        batches: Iterable[tuple[str, BoxShape, list[Entry] | PartOfFile]],
        progress: Callable[[int], None] = lambda _: None,
        told: Callable[[PartSeen], None] = lambda _: None,
    ) -> None:
        """Take Sudokus of files, a name and some that stand there; tell `progress` how many.

        Of parts of files, of `parts_of`, it is told what was seen, with what is wrong there.
        """
        for shape, some in groupby(batches, key=lambda batch: batch[1]):
            self._take(shape, starmap(_add_places, some), progress, told)

    def parts_of(
        self, file: str, grids: GridFile, how: Reading, least: int | None = None
    ) -> list[PartOfFile] | None:
        """Return the parts of a file that others had better read; see `split_file`."""
        jobs = self._scratch.cluster or self.jobs
        # To find a solution takes longer than to read a Sudoku.
        if self.by_solution or jobs == 1:
            return None
        return split_file(grids, file, how, jobs, least)

    def take_grids(
        self, grids: Iterable[Grid], progress: Callable[[int], None] = lambda _: None
    ) -> None:
        """Take Sudokus of any shapes that stand in no file: their places have a number alone."""
        waiting = iter(grids)
        while some := list(islice(waiting, PUZZLES_IN_A_BATCH)):
            numbered = list(enumerate(some, self.number))
            self.number += len(some)
            for shape in dict.fromkeys(grid.shape for grid in some):
                alike = [(number, grid) for number, grid in numbered if grid.shape == shape]
                places = Places.in_no_file(number for number, _ in alike)
                self._take(shape, [(stack(grid for _, grid in alike), places)], progress)

    def take_given(
        self,
        sudokus: Path | Iterable[GridLike],
        box: BoxLike,
        progress: Callable[[int], None],
        known: Path | Iterable[GridLike] | None = None,
    ) -> None:
        """Take a file, or what else `duplicates` takes; what is `known` first."""
        if known is not None:
            self.take_given(known, box, progress)
            self.mark_all_known()
        if isinstance(sudokus, str | os.PathLike):
            file = os.fspath(sudokus)
            how = Reading(None if box is None else BoxShape.of(box))
            with read_grid_file(file, how) as grids:
                batches = map(_check_all_good, grids.batches(PUZZLES_IN_A_BATCH))
                some = self.parts_of(file, grids, how) or batches
                self.take(((file, grids.shape, one) for one in some), progress, _raise_problem)
        elif (found := convert_quickly(sudokus, box)) is not None:
            cells, shape = found
            places = Places.in_no_file(range(self.number, self.number + len(cells)))
            self.number += len(cells)
            self._take(shape, [(cells, places)], progress)
        else:
            self.take_grids(convert_to_grids(sudokus, box), progress)

    def _take(
        self,
        shape: BoxShape,
        batches: Iterable[tuple[Cells | PartOfFile, Places]],
        progress: Callable[[int], None],
        told: Callable[[PartSeen], None] = lambda _: None,
    ) -> None:
        if shape not in self._by_shape:
            self._by_shape[shape] = Duplicates(shape, self._scratch, self.only)
        duplicates = self._by_shape[shape]
        self._found = []
        jobs = self.jobs
        if self.by_solution:
            batches, jobs = self._solve_batches(batches, shape), 1

        def kept(came: Places | PartSeen) -> range:
            if isinstance(came, Places):
                return self._places.add(self._number_places(came))
            told(came)
            places, first = came.places, self.number
            self.number += came.total
            if isinstance(places, Places):
                return self._places.add(places.numbered(first))
            self._elsewhere.append((range(first, self.number), places))
            return self._places.add(lambda: places().numbered(first), came.total)

        duplicates.take(batches, jobs, lambda _: progress(self.number), kept)

    def parts_elsewhere(self) -> Iterator[PartOfClasses]:
        """Yield what the workers of a cluster have, where they have all Sudokus, of one shape."""
        ((_, classes),) = self.compare()
        for numbers, places in self._elsewhere:
            yield PartOfClasses(numbers, places, classes.copies_among(numbers))

    def mark_all_known(self) -> None:
        """Say that what has been taken so far is known, and what follows is new."""
        self.known = self.puzzles.known = self.number

    @property
    def sudokus_read(self) -> int:
        """How many Sudokus have been taken, those included that are copies of none."""
        return sum(map(len, self._by_shape.values())) + len(self.unsolved)

    @property
    def classes(self) -> int:
        """How many classes there are."""
        return sum(classes.number for _, classes in self.compare())

    def groups(self) -> Iterator[list[Place]]:
        """Yield the copies of each other, in order; groups in the order of their first Sudokus."""

        def of(duplicates: Duplicates, classes: Classes) -> Iterator[list[Place]]:
            for group in classes.groups():
                yield [self._find_place(duplicates, i) for i in group.tolist()]

        found = [of(*one) for one in self.compare()]
        return merge(*found, key=lambda group: group[0].number)

    def group_sizes(self) -> tuple[int, int]:
        """Return how many groups there are, and how many members the largest has."""
        found = [classes for _, classes in self.compare()]
        return sum(one.groups_number for one in found), max((o.largest for o in found), default=0)

    def copies(self) -> Iterator[tuple[Place, Place]]:
        """Yield all Sudokus but the first of each group, in order, each with that first one."""

        def of(duplicates: Duplicates, classes: Classes) -> Iterator[tuple[Place, Place]]:
            for pairs in classes.pairs():
                for new, old in pairs.tolist():
                    yield self._find_place(duplicates, new), self._find_place(duplicates, old)

        return merge(*starmap(of, self.compare()), key=lambda pair: pair[0].number)

    def members(self) -> Iterator[tuple[Place, Place]]:
        """Yield each Sudoku in order, with the first of its class, which may be itself."""
        copies = self.copies()
        copy = next(copies, None)
        for place in merge(self._places, self.unsolved, key=lambda place: place.number):
            if copy is not None and copy[0] == place:
                yield copy
                copy = next(copies, None)
            else:
                yield place, place

    def find_first_copies(self) -> Indices:
        """Return for each Sudoku the number of the first of its class, (N,)."""
        found = np.arange(self.number)
        for one in self.parts():
            found[one.numbers] = one.numbers[one.classes.first]
        return found

    def matches(self) -> Iterator[tuple[Place, Place]]:
        """Yield the new Sudokus that are copies of known ones, each with the first of these."""
        border = self.known or 0
        return (pair for pair in self.copies() if pair[1].number < border <= pair[0].number)

    def check(self) -> int:
        """Follow the steps within all groups; return how many, or raise `WitnessError`."""
        number = 0
        for duplicates, classes in self.compare():
            for pairs in classes.pairs():
                for copy, first in pairs.tolist():
                    duplicates.witness(first, copy)
                number += len(pairs)
        return number

    def place(self, number: int) -> Place:
        """Return where the Sudoku of a number stands; raise `KeyError`."""
        return self._find_place(*self._find_by_number(number))

    def grid(self, place: Place) -> Grid:
        """Return the Sudoku at a place, or its solution if these are compared; raise `KeyError`."""
        duplicates, i = self._find_by_number(place.number)
        return duplicates.grid(i)

    def _find_by_number(self, number: int) -> tuple[Duplicates, int]:
        for duplicates in self._by_shape.values():
            numbers = range(len(duplicates))
            place = partial(self._find_place, duplicates)
            i = bisect_left(numbers, number, key=lambda i: place(i).number)
            if i < len(numbers) and place(i).number == number:
                return duplicates, i
        raise KeyError(number)

    def _find_place(self, duplicates: Duplicates, i: int) -> Place:
        place: Place = self._places[duplicates.reference(i)]
        return place

    def near(self, most: int, with_steps: bool = False) -> list[Near[Place]]:
        """Return pairs that are copies but for up to `most` clues, the nearest first.

        Where something is `mark_all_known`, those of a known and a new Sudoku. Where solutions are
        compared, the pairs are of `puzzles`, and only those whose solutions are no copies.
        """
        if self.puzzles is not self:
            pairs, number = self.puzzles.near(most, with_steps), self.find_first_copies()
            return [one for one in pairs if number[one.first.number] != number[one.second.number]]
        found: list[Near[Place]] = []
        for _, duplicates, classes, numbers in self.parts():
            known = None if self.known is None else int(np.searchsorted(numbers, self.known))
            from .near import near_pairs

            for pair in near_pairs(duplicates, most, classes, self.jobs, known):
                first, second = duplicates.grid(pair.first), duplicates.grid(pair.second)
                found.append(
                    Near(
                        self._find_place(duplicates, pair.first),
                        self._find_place(duplicates, pair.second),
                        pair.agreeing,
                        max(first.clues, second.clues),
                        pair.witness(first, second, self.only) if with_steps else None,
                    )
                )
        return sorted(
            found, key=lambda one: (one.agreeing - one.total, one.first.number, one.second.number)
        )

    def parts(self) -> Iterator[OneShape]:
        """Yield the Sudokus of each shape."""
        for duplicates, classes in self.compare():
            numbers = [np.zeros(0, np.int64), *map(self._places.numbers, duplicates.references)]
            yield OneShape(duplicates.shape, duplicates, classes, np.concatenate(numbers))

    def compare(
        self, progress: Callable[[float], None] = lambda _: None
    ) -> list[tuple[Duplicates, Classes]]:
        """Return the Sudokus of each shape, with their classes, which are found once for all.

        `progress` is told how many are found, from 0 to 1.
        """
        if not self._found:
            shapes = self._by_shape.values()
            self._found = [(one, one.classes(self.jobs, progress)) for one in shapes]
        return self._found

    def _number_places(self, places: Places) -> Places:
        """Return places with the next numbers, unless they have some."""
        if not len(places.numbers):
            places = places.numbered(self.number)
            self.number += len(places)
        return places

    def _solve_batches(
        self, batches: Iterable[tuple[Cells | PartOfFile, Places]], shape: BoxShape
    ) -> Iterator[tuple[Cells | PartOfFile, Places]]:
        def tasks() -> Iterator[tuple[Cells, Places]]:
            for cells, unnumbered in batches:
                assert not isinstance(cells, PartOfFile)
                places = self._number_places(unnumbered)
                if self.puzzles is not self:
                    self.puzzles._take(shape, [(cells, places)], lambda _: None)
                for some in split_range(len(cells), _SOLVED_AT_ONCE):
                    yield cells[some], places[some]

        from .saved_results import load_or_solve

        solve = partial(load_or_solve, shape=shape, lasting=self._scratch.lasting)
        for places, found in map_keeping_values(solve, tasks(), self.jobs):
            is_unique = found.numbers == 1
            self.unsolved.add(places[~is_unique])
            yield found.grids[is_unique], places[is_unique]


class Groups(list[list[Where]]):
    """Groups of copies, and, if these were asked for, the pairs that are `near`, nearest first."""

    near: Sequence[Near[Where]] = ()


class _How(TypedDict, total=False):
    """What `duplicates` takes besides Sudokus and boxes."""

    against: Path | Iterable[GridLike] | None
    near: int | None
    by_solution: bool
    jobs: Jobs
    progress: Callable[[int], None]
    only: Iterable[str]


# A text is also an iterable of texts; the first that fits is what is meant.
@overload
def duplicates(  # type: ignore[overload-overlap]
    sudokus: Path, box: BoxLike = None, **how: Unpack[_How]
) -> Groups[Place]: ...
@overload
def duplicates(
    sudokus: Iterable[GridLike], box: BoxLike = None, **how: Unpack[_How]
) -> Groups[int]: ...
def duplicates(  # noqa: PLR0913 - a question with all its options
    sudokus: Path | Iterable[GridLike],
    box: BoxLike = None,
    *,
    against: Path | Iterable[GridLike] | None = None,
    near: int | None = None,
    by_solution: bool = False,
    jobs: Jobs = 1,
    progress: Callable[[int], None] = lambda _: None,
    only: Iterable[str] = PARTS,
) -> Groups[Place] | Groups[int]:
    """Return the groups of Sudokus that are copies of each other, each with at least two members.

    `sudokus` are grids, or whatever `Grid` takes: a list of texts, a column of a data frame or of
    Arrow, an array (K, N, N) or (K, N·N). A group then lists their numbers, from 0. Or it is the
    name of a file, and a group lists places. Members and groups come in the order of the Sudokus.

    With `against`, known Sudokus in any of these forms, a group is the first known one, by its
    number or place among these, and those of `sudokus` that are copies of it. With `near` the list
    has an attribute `near`: a `Near` for each pair that are copies when up to so many clues are
    left out or changed; of copies only the first takes part. With `against` the first of a pair is
    a known one, and the second none.

    With `by_solution` puzzles are copies where their solutions are; one that has not just one is a
    copy of none; and near are puzzles whose solutions are no copies. `only` is that of `decide`.
    `jobs` processes work, `progress` is told how many have been taken. Raises `GridError` or
    `PairFileError` for the first that cannot be read, `ArgumentError` for `near` below 0.

    >>> texts = ["12" + 14 * ".", 15 * "." + "1", 14 * "." + "34"]
    >>> duplicates(texts), duplicates(texts[1:], against=texts[:1])
    ([[0, 2]], [[0, 1]])
    >>> [(pair.first, pair.second, pair.agreeing) for pair in duplicates(texts, near=1).near]
    [(0, 1, 1)]
    """
    with Gathering(by_solution, jobs, None, AllowedMoves(only), near is not None) as gathering:
        gathering.take_given(sudokus, box, progress, against)
        known = gathering.known or 0

        def where(place: Place) -> Any:
            number = place.number - (known if place.number >= known else 0)
            return place._replace(number=number) if is_file else number

        is_file = isinstance(sudokus, str | os.PathLike)
        groups: Iterable[list[Place]] = gathering.groups()
        if against is not None:
            by_known: dict[Place, list[Place]] = {}
            for new, old in gathering.matches():
                by_known.setdefault(old, [old]).append(new)
            groups = by_known.values()
        found = Groups[Any](list(map(where, group)) for group in groups)
        if near is not None:
            found.near = [
                replace(one, first=where(one.first), second=where(one.second))
                for one in gathering.near(near)
            ]
    return found


def labels(
    sudokus: Path | Iterable[GridLike],
    box: BoxLike = None,
    *,
    against: Path | Iterable[GridLike] | None = None,
    by_solution: bool = False,
    only: Iterable[str] = PARTS,
    jobs: Jobs = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> Indices:
    """Return for each Sudoku the number of the first that it is a copy of, from 0, (N,) int64.

    Its own number where there is no earlier copy. With `against` it is the number of a known one,
    -1 where none is a copy. All else is as for `duplicates`.

    >>> labels(["12" + 14 * ".", 15 * "." + "1", 14 * "." + "34"]).tolist()
    [0, 1, 0]
    """
    with Gathering(by_solution, jobs, only=AllowedMoves(only)) as gathering:
        gathering.take_given(sudokus, box, progress, against)
        found, known = gathering.find_first_copies(), gathering.known
    return found if known is None else np.where(found[known:] < known, found[known:], -1)


def _add_places(
    file: str, shape: BoxShape, some: list[Entry] | PartOfFile
) -> tuple[Cells | PartOfFile, Places]:
    if isinstance(some, PartOfFile):
        return some, Places.in_no_file(())
    lines, names = [entry.line for entry in some], [entry.name for entry in some]
    cells = make_array(b"".join([entry.cells for entry in some]), shape)
    return cells, Places.of(file, lines, names)


def _raise_problem(seen: PartSeen) -> None:
    for problem in seen.problems:
        raise problem


def _check_all_good(entries: list[Entry]) -> list[Entry]:
    for entry in entries:
        if entry.error is not None:
            raise entry.error
    return entries
