"""What a catalogue holds and tells; dates are kept and compared in ISO form, `2006-08-31`."""

import re
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape


class Source(NamedTuple):
    """Where a Sudoku came from: the path of a file, the line from 1, and what it was called there.

    `name` is its title, `issue` that of the magazine in which it stood, `date` when that was: a
    day, a month or a year in ISO form, or whatever stood there. `rest`: what else was on the line.
    """

    file: str
    line: int
    name: str = ""
    date: str = ""
    issue: str = ""
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A Sudoku of the catalogue, as it came; `way`: the packed steps to the form of its class."""

    id: int
    class_id: int
    grid: Grid
    way: bytes
    source: Source


class Added(NamedTuple):
    """How many Sudokus were `read`, how many of them were new, and of how many new `classes`."""

    read: int = 0
    added: int = 0
    classes: int = 0


class Selection(NamedTuple):
    """Some Sudokus of a catalogue: all that are of one of these, where these are not empty.

    `ids` and `classes` are numbers, `files` paths. `copies`: of classes that have more than one;
    `first`: the first of each class; `since`: with a date from this one on, in ISO form.
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
        lists = ("sudoku.id", self.ids), ("class", self.classes), ("path", self.files)
        for column, wanted in lists:
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
            values.append(find_least_date(self.since))
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


_DATES = (
    r"(?P<year>\d{4})(-(?P<month>\d{1,2})(-(?P<day>\d{1,2}))?)?([T ].*)?",
    r"((?P<day>\d{1,2})\.\s*)?(?P<month>\d{1,2})[./]\s*(?P<year>\d{4})( .*)?",
)
"""As people write them, ISO or German. Spreadsheets put a time of day behind a date."""


def parse_date(text: str) -> str | None:
    """Return a day, a month or a year in ISO form, as much as there is; None if it is none.

    >>> [parse_date(text) for text in ("31.8.2006", "2006-08", "8/2006", "30.2.2006", "summer")]
    ['2006-08-31', '2006-08', '2006-08', None, None]
    """
    for form in _DATES:
        if found := re.fullmatch(form, text.strip(), re.ASCII):
            parts = [int(found[name]) for name in ("year", "month", "day") if found[name]]
            try:
                day = date(*[*parts, 1, 1][:3])
            except ValueError:
                return None
            return day.isoformat()[: (4, 7, 10)[len(parts) - 1]]
    return None


def find_least_date(day: str) -> str:
    """Return the least text that a date since an ISO date has: a month counts as its first day.

    >>> [find_least_date(day) for day in ("2006-08-31", "2006-08-01", "2006-01")]
    ['2006-08-31', '2006-08', '2006']
    """
    return re.sub("(-01)+$", "", day)
