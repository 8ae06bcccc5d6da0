"""The records that a catalogue stores and returns: Sudokus, their sources, selections and counts.

Dates are stored and compared in ISO form, such as `2006-08-31`.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape


class Source(NamedTuple):
    """The place from which a Sudoku came: a file, a line counted from 1, and its labels there.

    `name` is the title of the Sudoku, `issue` is the issue of the magazine that printed it, `date`
    its date: a day, a month or a year in ISO form, or the text as it is in the file if it is no
    date. `rest` is other text on the line.
    """

    file: str
    line: int
    name: str = ""
    date: str = ""
    issue: str = ""
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A Sudoku of a catalogue, with the cells as they were added, its number, class and source.

    `way` holds packed steps that lead from `grid` to the form of its class: all Sudokus of a class
    are copies of one grid, the form.
    """

    id: int
    class_id: int
    grid: Grid
    way: bytes
    source: Source


class Added(NamedTuple):
    """The counts after adding Sudokus: those read, those added, and the new classes among them.

    Sudokus that were in the catalogue already are read but not added. A class is a Sudoku and all
    its copies.
    """

    read: int = 0
    added: int = 0
    classes: int = 0


class Selection(NamedTuple):
    """Conditions that select Sudokus of a catalogue; a Sudoku must meet all that are given.

    `ids`, `classes` and `files`: if not empty, the numbers of the Sudokus, the numbers of their
    classes, and the paths of their files. `copies`: only classes with more than one Sudoku.
    `first`: only the first Sudoku of each class. `shape`: only this shape. `since`: only dates from
    this date on, in ISO form. `issue`: only this issue, in small or capital letters.
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
        """Return the conditions as an SQL expression, and the values of its placeholders."""
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
            # The column may also hold text that is no date; such text is never selected.
            conditions.append(f"date >= ? AND (date GLOB '{_YEAR}' OR date GLOB '{_YEAR}-*')")
            values.append(find_least_date(self.since))
        if self.issue is not None:
            conditions.append("issue = ? COLLATE NOCASE")
            values.append(self.issue)
        return " AND ".join(conditions), values


_YEAR = "[0-9]" * 4

ALL = Selection()


class ClueCount(NamedTuple):
    """The numbers of Sudokus and classes that have a given shape and number of clues."""

    shape: BoxShape
    clues: int
    sudokus: int
    classes: int


@dataclass(frozen=True, slots=True)
class Stats:
    """The numbers of Sudokus, classes and files in a catalogue.

    `groups` is the number of classes with at least two Sudokus, `largest` the number of Sudokus in
    the largest class, 0 if the catalogue is empty. `kinds` counts each shape and number of clues
    by itself.
    """

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
"""The forms of dates that are understood: ISO and German. A time of day may follow the date,
because spreadsheets write it."""


def parse_date(text: str) -> str | None:
    """Return a date in ISO form: a day, a month or a year, as in `text`; None if it is no date.

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
    """Return the smallest ISO date, compared as text, that is not before `day`.

    A month or a year without a day counts as its first day, so this may be shorter than `day`.

    >>> [find_least_date(day) for day in ("2006-08-31", "2006-08-01", "2006-01")]
    ['2006-08-31', '2006-08', '2006']
    """
    return re.sub("(-01)+$", "", day)
