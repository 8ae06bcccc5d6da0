"""The forms in which a command writes a row for each Sudoku of a stream: a class for each form."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from itertools import chain, count
from typing import TYPE_CHECKING, Generic, TypeVar

from ...base.errors import PairFileError
from ...base.messages import Message
from ...reading.fields import join_fields_safely
from ...reading.fields import split_fields as fields_of
from ...reading.file_entry import Entry
from ...showing.printer import escape_names, print_json
from .command_rules import ERROR
from .sudoku_rows import SudokuRows, cells_on_line
from .sudoku_stream import Item, ReadingError

if TYPE_CHECKING:
    from ...showing.parquet import AddRow

Result = TypeVar("Result")


class RowWriter(ABC, Generic[Result]):
    """Writes what `rows` declares of each Sudoku, in one form."""

    def __init__(self, rows: SudokuRows[Result]) -> None:
        self.rows = rows

    @abstractmethod
    def write(self, item: Item, result: Result) -> None:
        """Write the row, or the rows, of a Sudoku."""

    def write_error(self, item: Item, line: str) -> None:
        """Write a row in place of a Sudoku with an error, whose `line` has been printed."""

    def write_file_error(self, file: str, line: str) -> None:
        """Write a row for a file that cannot be read; most forms have none."""


class NoRows(RowWriter[Result]):
    """Writes nothing: the exit status is all that --quiet asks for."""

    def write(self, item: Item, result: Result) -> None:
        """Write nothing."""


class TextRows(RowWriter[Result]):
    """Prints lines of text; a comment that begins with # takes the place of a missing answer."""

    def write(self, item: Item, result: Result) -> None:
        """Print the lines of a Sudoku, or the reason why it has none."""
        reason = self.rows.reason(item, result)
        if reason is not None:
            print(f"# {escape_names(item.place)}: {reason}")
        else:
            print("\n".join(self.rows.lines(item, result)))

    def write_error(self, item: Item, line: str) -> None:  # noqa: ARG002 - the line names it
        """Print the error as a comment."""
        print(f"# {line}")


class JsonRows(RowWriter[Result]):
    """Prints a JSON object for each Sudoku, on a line of its own."""

    def write(self, item: Item, result: Result) -> None:
        """Print the object of a Sudoku."""
        place = {"file": item.file, "line": item.entry.line, "name": item.entry.name}
        print_json({**place, **self.rows.record(item, result)})

    def write_error(self, item: Item, line: str) -> None:
        """Print an object with the error."""
        place = {"file": item.file, "line": item.entry.line}
        print_json({**place, "status": ERROR, "error": line})

    def write_file_error(self, file: str, line: str) -> None:
        """Print an object with the error, and null for the line."""
        print_json({"file": file, "line": None, "status": ERROR, "error": line})


class CsvRows(RowWriter[Result]):
    """Prints each line of the input again, with the columns of the results behind it.

    `report` prints and counts the error of a line to which no column can be added.
    """

    def __init__(
        self, rows: SudokuRows[Result], report: Callable[[str, ReadingError], object]
    ) -> None:
        super().__init__(rows)
        self._report = report

    def write(self, item: Item, result: Result) -> None:
        """Print the line of a Sudoku; before the first line of a table, the names of columns."""
        self._write_heading(item)
        if error := _error_of_open_quote(item):
            self._report(item.file, error)
            print(item.entry.text)
        else:
            print(self._line(item, self.rows.fields(item, result)))

    def write_error(self, item: Item, line: str) -> None:
        """Print the line with empty columns, or the error as a comment between larger grids."""
        self._write_heading(item)
        if item.grids.is_one_a_line:
            print(self._line(item, [""] * len(self.rows.columns)))
        else:
            print(f"# {line}")

    def _write_heading(self, item: Item) -> None:
        grids = item.grids
        if grids.header is not None:
            delimiter = grids.delimiter or ","
            names = new_names(self.rows.names, fields_of(grids.header, delimiter))
            print(grids.as_table(grids.header) + delimiter + delimiter.join(names))
            grids.header = None  # a file has one heading

    def _line(self, item: Item, fields: list[str]) -> str:
        """Return the line of the input with more fields; it is one field if it is no table."""
        grids, entry = item.grids, item.entry
        if grids.delimiter is not None and grids.is_one_a_line:
            more = join_fields_safely(fields, grids.delimiter)
            return grids.as_table(entry.text) + grids.delimiter + more
        text = entry.text if grids.is_one_a_line else cells_on_line(entry.cells, entry.shape.size)
        return join_fields_safely([text, *fields])


class ParquetRows(RowWriter[Result]):
    """Adds a row for each Sudoku to a Parquet table: file, line, name, status, and the columns."""

    def __init__(self, rows: SudokuRows[Result], add: "AddRow") -> None:
        super().__init__(rows)
        self._add = add

    @staticmethod
    def types(rows: SudokuRows[Result]) -> dict[str, type]:
        """Return the names and the types of the table's columns."""
        names: dict[str, type] = {"file": str, "line": int, "name": str, "status": str}
        return names | dict.fromkeys(rows.names, str)

    def write(self, item: Item, result: Result) -> None:
        """Add the rows of a Sudoku; an empty field is null."""
        status = self.rows.status(result)
        for fields in self.rows.rows(item, result):
            named = zip(self.rows.names, fields, strict=True)
            found = {name: field for name, field in named if field}
            self._add({**self._place(item.file, item.entry), "status": status, **found})

    def write_error(self, item: Item, line: str) -> None:  # noqa: ARG002 - the table has no words
        """Add a row with the status `error`."""
        self._add({"file": item.file, "line": item.entry.line, "status": ERROR})

    def _place(self, file: str, entry: Entry) -> dict[str, object]:
        return {"file": file, "line": entry.line, "name": entry.name}


def new_names(names: list[str], taken: list[str]) -> Iterator[str]:
    """Yield names for new columns of a table: a name that the table has already gets a number.

    >>> list(new_names(["solution", "form"], ["id", "solution"]))
    ['solution2', 'form']
    """
    for name in names:
        numbered = (f"{name}{k}" for k in count(2))
        yield next(one for one in chain([name], numbered) if one not in taken)


def _error_of_open_quote(item: Item) -> PairFileError | None:
    """Return the error of a line whose last field is not closed by a quotation mark, or None.

    A column that is added to such a line would belong to its last field.
    """
    if item.grids.delimiter is None or item.entry.text.count('"') % 2 == 0:
        return None
    message = Message(
        "expected {expected}, found {found}",
        expected=Message("a closing quotation mark"),
        found=Message("the end of the line"),
    )
    return PairFileError(item.file, item.entry.line, len(item.entry.text) + 1, message)
