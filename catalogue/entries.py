"""What a catalogue holds and tells: Sudokus with where they came from, selections, numbers."""

from dataclasses import dataclass
from typing import NamedTuple

from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .dates import first_since


class Source(NamedTuple):
    """Where a Sudoku came from: the path of a file, the line from 1, and what it was called there.

    `name` is its title, `issue` the issue of the magazine in which it stood, and `date` when that
    was: a day, a month or a year in ISO form, or whatever else stood there. `rest`: what else stood
    on the line.
    """

    file: str
    line: int
    name: str = ""
    date: str = ""
    issue: str = ""
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A Sudoku of the catalogue: its number, its class, the grid as it came, and where it stood.

    `way` is the packed transformation from the grid to the form of the class.
    """

    id: int
    class_id: int
    grid: Grid
    way: bytes
    source: Source


class Added(NamedTuple):
    """What came of adding.

    `read` Sudokus were given; of these `added` are new in the catalogue, and of those `classes`
    are copies of none that were there before them. The others stood there already.
    """

    read: int = 0
    added: int = 0
    classes: int = 0

    def plus(self, other: "Added") -> "Added":
        """Return the sums."""
        return Added(*(sum(pair) for pair in zip(self, other, strict=True)))


class Selection(NamedTuple):
    """Some Sudokus of a catalogue: all that are of one of these, where these are not empty.

    `ids` and `classes` are numbers, `files` paths. `copies`: only Sudokus of classes that have more
    than one; `first`: only the first of each class; `shape`: only Sudokus of this one. `since`:
    only those with a date from this one on, in ISO form; `issue`: only those of this issue.
    """

    ids: tuple[int, ...] = ()
    classes: tuple[int, ...] = ()
    files: tuple[str, ...] = ()
    copies: bool = False
    first: bool = False
    shape: BoxShape | None = None
    since: str | None = None
    issue: str | None = None

    def condition(self) -> tuple[str, list[object]]:
        """Return what SQL says for it, and the values that it asks for."""
        conditions, values = ["1"], list[object]()
        for column, wanted in (
            ("sudoku.id", self.ids),
            ("class", self.classes),
            ("path", self.files),
        ):
            if wanted:
                conditions.append(f"{column} IN ({', '.join('?' * len(wanted))})")
                values += wanted
        if self.copies:
            conditions.append(
                "class IN (SELECT class FROM sudoku GROUP BY class HAVING count(*) > 1)"
            )
        if self.first:
            conditions.append("sudoku.id IN (SELECT min(id) FROM sudoku GROUP BY class)")
        if self.shape is not None:
            conditions.append("height = ? AND width = ?")
            values += self.shape
        if self.since is not None:
            # Of dates, not of whatever else stands there.
            conditions.append(f"date >= ? AND (date GLOB '{_YEAR}' OR date GLOB '{_YEAR}-*')")
            values.append(first_since(self.since))
        if self.issue is not None:
            conditions.append("issue = ? COLLATE NOCASE")
            values.append(self.issue)
        return " AND ".join(conditions), values


_YEAR = "[0-9]" * 4

ALL = Selection()


class ClueCount(NamedTuple):
    """How many Sudokus and classes of one shape have so many clues."""

    shape: BoxShape
    clues: int
    sudokus: int
    classes: int


@dataclass(frozen=True, slots=True)
class Stats:
    """How many Sudokus, classes, classes with copies, Sudokus of the largest class, and files."""

    sudokus: int
    classes: int
    groups: int
    largest: int
    files: int
    kinds: list[ClueCount]
