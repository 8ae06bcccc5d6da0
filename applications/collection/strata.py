"""Strata: parts of a data set that a table column distinguishes, such as easy and hard Sudokus. The
command `split` reports for each stratum how its Sudokus are divided.
"""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Mapping
from itertools import pairwise
from math import isnan
from typing import NamedTuple, Self

from ...base.errors import ArgumentError
from ...base.messages import shorten_and_escape
from ...reading.fields import restore_formula
from ...reading.file_entry import Entry, split_fields
from ...reading.file_head import make_no_such_column_error, parse_column_number_as_index_or_none
from ...reading.gridfile import GridFile
from ...recognition.columns import find_rating_column, is_rating_heading
from ...recognition.json_values import parse_json_or_none

MAX_STRATA = 100
"""The most strata of one split."""

NO_NUMBER = "no number"
"""The name of the stratum for Sudokus whose value in the column is not a number, if the strata are
ranges of numbers.
"""


class StrataColumn(NamedTuple):
    """The column of a table that decides the stratum of each Sudoku.

    - `name`: the name of the column, its number from 1, or a path of keys of JSON such as
      `data.rating`. A word for a rating, such as `rating`, also names the only column whose heading
      is such a word in one of seven languages.
    - `borders`: the numbers between neighbouring strata, ascending. If it is empty, each text in
      the column is a stratum.
    """

    name: str
    borders: tuple[float, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the column that a text such as `source` or `rating:2,5,10` describes. Raise
        `ArgumentError` if the numbers do not ascend.

        >>> StrataColumn.parse("rating:2,5").borders
        (2.0, 5.0)
        """
        name, _, numbers = text.rpartition(":")
        try:
            borders = tuple(map(float, numbers.split(",")))
        except ValueError:
            return cls(text)
        if not name:
            return cls(text)
        if any(map(isnan, borders)) or any(a >= b for a, b in pairwise(borders)):
            raise ArgumentError(
                "expected ascending numbers after the colon, as in rating:2,5,10, found '{found}'",
                found=shorten_and_escape(numbers),
            )
        return cls(name, borders)

    def choose_stratum(self, value: str) -> str:
        """Return the name of the stratum (a part of the data set, such as the easy Sudokus) to
        which a value in the column belongs.

        >>> [StrataColumn("rating", (2, 5)).choose_stratum(one) for one in ("1", "2", "7", "?")]
        ['below 2', '2 to 5', '5 or more', 'no number']
        """
        if not self.borders:
            return value
        try:
            number = float(value)
        except ValueError:
            return NO_NUMBER
        return NO_NUMBER if isnan(number) else self._names[bisect_right(self.borders, number)]

    @property
    def _names(self) -> list[str]:
        """The names of the strata (parts of a data set) that are ranges of numbers, in ascending
        order.
        """
        numbers = [f"{border:g}" for border in self.borders]
        between = [f"{one} to {other}" for one, other in pairwise(numbers)]
        return [f"below {numbers[0]}", *between, f"{numbers[-1]} or more"]

    def sort_names(self, names: list[str]) -> list[str]:
        """Return the names of strata (parts of a data set, such as ratings) in ascending order."""
        if not self.borders:
            return sorted(names)
        return [name for name in (*self._names, NO_NUMBER) if name in names]


class StrataReader:
    """A reader that finds the stratum (part of the data set, such as the easy Sudokus) of each
    Sudoku while files are read. `codes` has for each Sudoku the index of its stratum in `names`.
    """

    def __init__(self, column: StrataColumn) -> None:
        self.column, self.codes = column, array("q")
        self._codes_by_name = dict[str, int]()
        self._current: GridFile | None = None
        self._read_value: Callable[[Entry], str] = lambda _: ""

    @property
    def names(self) -> list[str]:
        """The names of the strata (parts of the data set), in the order in which they first
        occurred.
        """
        return [*self._codes_by_name]

    def read(self, grid_file: GridFile, entries: list[Entry]) -> None:
        """Find and store the strata (parts of the data set, such as the easy Sudokus) of `entries`,
        some Sudokus of an opened file. Raises `PairFileError` if the file does not have the column
        of the strata.
        """
        if grid_file is not self._current and entries:
            self._current = grid_file
            self._read_value = _make_value_reader(grid_file, entries[0], self.column.name)
        for entry in entries:
            name = self.column.choose_stratum(self._read_value(entry))
            # Above the limit no further names are stored, so that they do not fill the memory.
            if len(self._codes_by_name) <= MAX_STRATA or name in self._codes_by_name:
                self.codes.append(self._codes_by_name.setdefault(name, len(self._codes_by_name)))

    def raise_if_too_many(self) -> None:
        """Raise `ArgumentError` if the column has more different values than there may be strata
        (parts of the data set, one for each value).
        """
        if len(self._codes_by_name) > MAX_STRATA:
            raise ArgumentError(
                "the column '{column}' has more than {most} different values; numbers with a colon "
                "make fewer strata, as in {column}:2,5,10",
                column=shorten_and_escape(self.column.name),
                most=MAX_STRATA,
            )


def _make_value_reader(
    grid_file: GridFile, first_entry: Entry, column: str
) -> Callable[[Entry], str]:
    """Return a function that returns the value of the column `column` for a Sudoku of an opened
    file. `first_entry` is any Sudoku of the file; it shows whether the file has JSON. Raises
    `PairFileError` if there is no such column.
    """
    if first_entry.raw.lstrip().startswith(b"{"):
        _read_json_value(first_entry, column, grid_file.source)
        return lambda entry: _read_json_value(entry, column, grid_file.source)
    delimiter = grid_file.delimiter
    header = [
        restore_formula(name.strip()) for name in split_fields(grid_file.header or "", delimiter)
    ]
    lowered = [name.casefold() for name in header]
    if column.casefold() in lowered:
        place: int | None = lowered.index(column.casefold())
    else:
        place = parse_column_number_as_index_or_none(column)
    if place is None and is_rating_heading(column):
        place = find_rating_column(header)
    count = len(split_fields(first_entry.file_lines_as_text, delimiter))
    if place is None or place >= count or not grid_file.is_one_a_line:
        raise make_no_such_column_error(grid_file.source, 1, column, header)

    def read_value(entry: Entry) -> str:
        values = split_fields(entry.file_lines_as_text, delimiter)
        return restore_formula(values[place].strip()) if place < len(values) else ""

    return read_value


def _read_json_value(entry: Entry, path: str, source: str) -> str:
    """Return the value at a path of keys, such as `data.rating`, in the JSON object on the line of
    a Sudoku, as text. Raise `PairFileError` if there is no such value.
    """
    value = parse_json_or_none(entry.raw)
    names = [*value] if isinstance(value, Mapping) else []
    if path not in names and "." not in path and is_rating_heading(path):
        rating = find_rating_column(names)
        path = path if rating is None else names[rating]
    if isinstance(value, Mapping) and path in value:
        value = value[path]
    else:
        for key in path.split("."):
            if not isinstance(value, Mapping) or key not in value:
                raise make_no_such_column_error(source, entry.line, path, names)
            value = value[key]
    return "" if value is None else str(value)
