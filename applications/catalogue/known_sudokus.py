"""The objects that a catalogue stores and returns: known Sudokus, their sources, and counts.

A `Selection` selects some of the known Sudokus. Dates are stored and compared in ISO form, such as
`2006-08-31`.
"""

import os
import re
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ...sudoku.grid import Grid
from ...sudoku.shape import BoxShape
from ...system.open_file import STANDARD_INPUT, is_url


class Source(NamedTuple):
    """The source of a Sudoku: the file, the number of its line there (from 1), and its title, date
    and issue.

    `name` is the title of the Sudoku, and `issue` the issue of the magazine that printed it. `date`
    is a day, a month or a year in ISO form, or the text in the file if it cannot be understood as a
    date. `rest` is other text on the same line.
    """

    file: str
    line: int
    name: str = ""
    date: str = ""
    issue: str = ""
    rest: str = ""


class SourceWithOlderRest(Source):
    """The source of a Sudoku whose line of text has quotation marks. Versions of sudokopie up to
    1.1 read the other text on such a line (all except the cells) differently from this version:
    `older_rest` is the text that they read, and `rest` the text that this version reads.
    """

    older_rest = ""


@dataclass(frozen=True, slots=True)
class KnownSudoku:
    """A Sudoku of a catalogue: its number `id`, its cells as they were added (`grid`), the number
    of its class, and its source. A class is a Sudoku and all its copies.

    The catalogue stores one grid for each class. `way` has the steps from `grid` to the stored grid
    of its class, packed into bytes.
    """

    id: int
    class_id: int
    grid: Grid
    way: bytes
    source: Source


class AddedCounts(NamedTuple):
    """The counts after adding Sudokus to a catalogue: how many were read, how many of them were
    added, and how many new classes they form. A class is a Sudoku and all its copies.

    A Sudoku that was in the catalogue already is read but not added again.
    """

    read: int = 0
    added: int = 0
    classes: int = 0


class Selection(NamedTuple):
    """Conditions that select Sudokus of a catalogue. A Sudoku is selected if it meets all of them;
    an empty tuple, False or None is no condition. A class is a Sudoku and all its copies.

    - `ids`: the Sudoku has one of these numbers.
    - `classes`: the number of its class is one of these.
    - `files`: it came from one of these files.
    - `copies`: the catalogue also has a copy of it.
    - `first`: it is the first Sudoku of its class.
    - `shape`: it has this box shape.
    - `since`: its date is this date (in ISO form) or later.
    - `issue`: it is from this magazine issue; capital and small letters are equal.
    """

    ids: tuple[int, ...] = ()
    classes: tuple[int, ...] = ()
    files: tuple[str, ...] = ()
    copies: bool = False
    first: bool = False
    shape: BoxShape | None = None
    since: str | None = None
    issue: str | None = None

    def make_sql_condition_and_values(self) -> tuple[str, list[object]]:
        """Return the conditions as an SQL expression, and the values of its placeholders (`?`).

        The expression is for the `WHERE` clause of a query that joins Sudokus, classes and files.
        """
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
            values.append(convert_date_to_sql_lower_bound(self.since))
        if self.issue is not None:
            conditions.append("issue = ? COLLATE NOCASE")
            values.append(self.issue)
        return " AND ".join(conditions), values


_YEAR = "[0-9]" * 4

ALL = Selection()


class CountsForClueNumber(NamedTuple):
    """The number of Sudokus in a catalogue that have a given box shape and number of clues.

    `classes` is the number of classes that these Sudokus belong to; a class is a Sudoku and all its
    copies.
    """

    shape: BoxShape
    clues: int
    sudokus: int
    classes: int


@dataclass(frozen=True, slots=True)
class CatalogueStats:
    """The numbers of Sudokus, classes and files in a catalogue.

    A class is a Sudoku and all its copies. `groups` is the number of classes with at least two
    Sudokus, `largest` the number of Sudokus in the largest class, 0 if the catalogue is empty.
    `kinds` holds the counts for each box shape and number of clues.
    """

    sudokus: int
    classes: int
    groups: int
    largest: int
    files: int
    kinds: list[CountsForClueNumber]


_DATES = (
    r"(?P<year>\d{4})(-(?P<month>\d{1,2})(-(?P<day>\d{1,2}))?)?([T ].*)?",
    r"((?P<day>\d{1,2})\.\s*)?(?P<month>\d{1,2})[./]\s*(?P<year>\d{4})( .*)?",
)
"""The two forms of dates that can be read, ISO and German. A time of day may follow the date,
because spreadsheets write it.
"""


def convert_date_to_iso(text: str) -> str | None:
    """Return a date as text in ISO form: a day, a month or a year, depending on `text`, which may
    be in ISO or German form. Returns None if `text` is not a date.

    >>> [convert_date_to_iso(text) for text in ("31.8.2006", "8/2006", "30.2.2006", "summer")]
    ['2006-08-31', '2006-08', None, None]
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


def convert_date_to_sql_lower_bound(iso_date: str) -> str:
    """Return the text with which an SQL query must compare dates to select the dates from
    `iso_date` on: a date is selected if its text is not smaller than the returned text, character
    by character. `iso_date` and the dates are in ISO form; a month or a year counts as its first
    day.

    SQL compares `2006-08` as less than `2006-08-01`, although both mean the same day. So `-01` is
    removed from the end of `iso_date`.

    >>> [convert_date_to_sql_lower_bound(day) for day in ("2006-08-31", "2006-08-01", "2006-01")]
    ['2006-08-31', '2006-08', '2006']
    """
    return re.sub("(-01)+$", "", iso_date)


def make_stored_file_name(file: str) -> str:
    """Return the name under which a catalogue stores a file: the absolute path of `file`. Web
    addresses, and the name `-` for standard input, are returned unchanged.
    """
    if file == STANDARD_INPUT or is_url(file):
        return file
    return os.fsencode(os.path.abspath(file)).decode(errors="backslashreplace")
