"""Finding: which known Sudokus a new one is a copy of, nearly a copy of, or part of."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from ..answers.completion import Completed, completed_quickly
from ..answers.decide import decide
from ..answers.part import part_of
from ..base.verdict import Verdict
from ..collection.arrays import Cells, unpacked, width
from ..collection.duplicates import Classes, Duplicates
from ..collection.near import near_pairs
from ..solvers.clock import Clock
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from ..system.ordered import Jobs, ordered
from .entries import ALL, Known, Selection
from .known_solutions import KnownSolutions
from .profiles import Profiles, profiles
from .seen import Seen, SeenSudoku, grid_of, in_rows, seen, steps_of
from .store import Catalogue

_MOST_NARROWED = 500
"""For more new Sudokus than these, near copies are looked for among all known ones."""
_MOST_SOLUTIONS = 2000
"""Of a Sudoku with more solutions than these, none is compared with those of known ones."""


@dataclass(frozen=True, slots=True)
class NearKnown:
    """A known Sudoku that is nearly a copy: of the `total` clues of the larger, `agreeing` agree.

    `steps` lead from the known one towards the new one; None where nobody asked for them.
    """

    known: Known
    agreeing: int
    total: int
    steps: Transformation | None


@dataclass(frozen=True, slots=True)
class KnownPart:
    """A known Sudoku that holds the new one, or that the new one holds: `known_is_part`.

    `steps` bring the clues of the part onto equal clues of the other.
    """

    known: Known
    known_is_part: bool
    steps: Transformation


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of a Sudoku.

    `copies` known ones are copies of it, of which `known` are the first; `steps` lead from the
    first of these to it, None where nobody asked. `near` and `parts`: others, for who asked.
    `undecided`: how many more may be parts; the time was not enough to find out. `completed`: its
    solutions, which parts are looked for by.
    """

    grid: Grid
    class_id: int | None = None
    copies: int = 0
    known: tuple[Known, ...] = ()
    steps: Transformation | None = None
    near: tuple[NearKnown, ...] = ()
    parts: tuple[KnownPart, ...] = ()
    undecided: int = 0
    completed: Completed | None = None

    @property
    def word(self) -> str:
        """The answer in a word: known, nearly known, part, undecided or new."""
        if self.class_id is not None:
            return "known"
        if self.near or self.parts:
            return "near" if self.near else "part"
        return "undecided" if self.undecided else "new"


class FindOptions(NamedTuple):
    """What is asked of each Sudoku besides whether it is known.

    `most`: how many copies are named, None for all. `steps`: from the first of them. `near`: also
    those that are copies but for so many clues. `within`: also those that hold it, or that it
    holds; `seconds` for that and each Sudoku, None without limit. `among`: only these Sudokus of
    the catalogue count as known.
    """

    most: int | None = 1
    steps: bool = False
    near: int = 0
    within: bool = False
    seconds: float | None = None
    among: Selection = ALL


class LoadedClasses(NamedTuple):
    """The classes of one shape with numbers of clues in a range: `forms` packed, `ids`, (N,)."""

    shape: BoxShape
    clues: range
    ids: NDArray[np.int64]
    forms: Cells
    profiles: Profiles

    @classmethod
    def from_catalogue(cls, catalogue: Catalogue, shape: BoxShape, clues: range) -> Self:
        """Read the classes from a catalogue."""
        ids, forms = catalogue.forms(shape, clues)
        return cls(shape, clues, ids, forms, profiles(unpacked(forms, shape.size), shape))

    def cells(self, which: NDArray[np.intp]) -> Cells:
        """Return some forms, (K, size, size)."""
        return unpacked(self.forms[which], self.shape.size)


class Finder:
    """Looks Sudokus up in a catalogue.

    For near copies and parts it reads all classes that may matter: seconds for a million, once.
    """

    def __init__(self, catalogue: Catalogue, wanted: FindOptions, jobs: Jobs = 1) -> None:
        self.catalogue, self.wanted, self.jobs = catalogue, wanted, jobs
        self._loaded: dict[BoxShape, LoadedClasses] = {}
        self._solutions: dict[BoxShape, KnownSolutions] = {}

    def find(self, tasks: Iterator[tuple[Cells, BoxShape]]) -> Iterator[Iterable[Finding]]:
        """Yield for each task, some Sudokus of a shape (N, size, size), what is known of them.

        Parts are looked for while the caller goes through them.
        """
        for one in ordered(seen, tasks, self.jobs):
            yield self._found(one)

    def _found(self, looked_at: Seen) -> Iterable[Finding]:
        shape, rows = looked_at
        found = [self._copies(row, shape) for row in rows]
        if rows and (self.wanted.near or self.wanted.within):
            counts = [row.clues for row in rows]
            loaded = self._load(shape, min(counts), max(counts))
            cells = in_rows((row.cells for row in rows), width(shape.size))
            mine = profiles(unpacked(cells, shape.size), shape)
            if self.wanted.near:
                found = self._with_near(found, loaded, mine)
            if self.wanted.within:
                return (
                    self._with_parts(one, loaded, mine.those(np.array([i])))
                    for i, one in enumerate(found)
                )
        return found

    def _copies(self, row: SeenSudoku, shape: BoxShape) -> Finding:
        grid, placed = grid_of(row.cells, shape), self.catalogue.place(row, shape)
        if placed is None:
            return Finding(grid)
        among = self.wanted.among
        known = tuple(self.catalogue.members(placed.class_id, self.wanted.most, among))
        if not known:  # of those that count, or removed in this moment
            return Finding(grid)
        with self.catalogue.connection.as_stored():
            there, back = steps_of(known[0].way, shape), steps_of(placed.way, shape).inverse()
        steps = there.then(back)
        if known[0].grid.shape != shape or not steps.leads(known[0].grid, grid):
            raise self.catalogue.damaged(known[0])
        copies = self.catalogue.count(among._replace(classes=(placed.class_id,)))
        fewest = decide(known[0].grid, grid).transformation if self.wanted.steps else None
        return Finding(grid, placed.class_id, copies, known, fewest)

    def load(self, shape: BoxShape) -> LoadedClasses:
        """Return all classes of a shape."""
        return self._load(shape, 0, shape.size**2)

    def _load(self, shape: BoxShape, least: int, most: int) -> LoadedClasses:
        """Return the classes that may be near copies or parts of Sudokus with so many clues."""
        wanted = range(least - self.wanted.near, most + self.wanted.near + 1)
        if self.wanted.within:
            wanted = range(shape.size**2 + 1)
        loaded = self._loaded.get(shape)
        if loaded is None or wanted[0] < loaded.clues[0] or wanted[-1] > loaded.clues[-1]:
            loaded = LoadedClasses.from_catalogue(self.catalogue, shape, wanted)
            self._loaded[shape] = loaded
        return loaded

    def solutions(self, loaded: LoadedClasses) -> KnownSolutions:
        """Return the solutions of the classes of a shape, all of which have to be loaded."""
        if loaded.shape not in self._solutions:
            self._solutions[loaded.shape] = KnownSolutions(loaded.forms, loaded.shape, self.jobs)
        return self._solutions[loaded.shape]

    def _with_near(
        self, found: list[Finding], loaded: LoadedClasses, mine: Profiles
    ) -> list[Finding]:
        """Add near copies to those that are not known; of a copy they are near copies too."""
        wanted = self.wanted
        new = [i for i, one in enumerate(found) if one.class_id is None]
        if not new:
            return found
        # To look at all that is known takes as long as to narrow it down for so many.
        may_be = np.full(len(loaded.ids), len(new) > _MOST_NARROWED)
        for i in new if len(new) <= _MOST_NARROWED else ():
            may_be |= loaded.profiles.may_be_near(mine.those(np.array([i])), wanted.near)
        candidates = np.flatnonzero(may_be)
        near: dict[int, list[NearKnown]] = {i: [] for i in new}
        with Duplicates(loaded.shape) as duplicates:
            duplicates.add(loaded.cells(candidates))
            duplicates.add([found[i].grid for i in new])
            # The known ones are of different classes, and the new ones of none of these.
            all_different = Classes(np.arange(len(duplicates)))
            for pair in near_pairs(
                duplicates, wanted.near, all_different, self.jobs, known=len(candidates)
            ):
                i = new[pair.second - len(candidates)]
                known = self.first(int(loaded.ids[candidates[pair.first]]))
                if known is None:
                    continue
                form, grid = duplicates.grid(pair.first), found[i].grid
                total = max(grid.clues, form.clues)
                steps = None
                if wanted.steps:
                    with self.catalogue.connection.as_stored():
                        to_form = steps_of(known.way, loaded.shape)
                    steps = to_form.then(pair.witness(form, grid)).simplest(known.grid)
                    if steps.agreeing(known.grid, grid) != pair.agreeing:
                        raise self.catalogue.damaged(known)
                near[i].append(NearKnown(known, pair.agreeing, total, steps))
        return [
            replace(one, near=tuple(near[i])) if i in near else one for i, one in enumerate(found)
        ]

    def _with_parts(self, found: Finding, loaded: LoadedClasses, mine: Profiles) -> Finding:
        """Add those known Sudokus that are part of this one, or that this one is part of."""
        clock = Clock(self.wanted.seconds)
        grid, parts = found.grid, list[KnownPart]()
        others, known_profiles = loaded.ids != found.class_id, loaded.profiles
        smaller = np.flatnonzero(known_profiles.may_be_held_by(mine) & others)
        larger = np.flatnonzero(known_profiles.may_hold(mine) & others)
        done = completed_quickly(grid, _MOST_SOLUTIONS, timeout=clock)
        solved = self.solutions(loaded)
        smaller = solved.may_be_in(smaller, done, clock)
        larger = solved.may_hold(larger, done, clock)
        candidates = np.union1d(smaller, larger).tolist()
        undecided = 0
        for number, place in enumerate(candidates):
            if clock.remaining == 0.0:
                undecided += len(candidates) - number
                break
            known = self.first(int(loaded.ids[place]))
            if known is None:
                continue
            known_is_part = known.grid.clues < grid.clues
            pair = (known.grid, grid) if known_is_part else (grid, known.grid)
            answer = part_of(*pair, timeout=clock)
            if answer.transformation is not None:
                parts.append(KnownPart(known, known_is_part, answer.transformation))
            undecided += answer.verdict is Verdict.UNDECIDED
        return replace(found, parts=tuple(parts), undecided=undecided, completed=done)

    def first(self, class_id: int) -> Known | None:
        """Return the first Sudoku of a class that counts as known, if there is one."""
        return next(self.catalogue.members(class_id, 1, self.wanted.among), None)
