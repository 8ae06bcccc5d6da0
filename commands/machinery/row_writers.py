"""Writers that print or store a command's results for many Sudokus: one class for each output
format (text, JSON, CSV, Parquet).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING, Generic, TypeVar

from ...base.errors import PairFileError
from ...base.messages import Message
from ...reading.fields import make_formula_safe_csv_line
from ...reading.file_entry import Entry, MailEntry, split_fields
from ...showing.printer import escape_on_one_line, print_json, print_message
from .command_rules import ERROR
from .row_format import VARIANT, RowFormat, format_grid_on_line
from .sudoku_stream import ReadingError, StreamedSudoku

if TYPE_CHECKING:
    from ...showing.parquet import AddRow

Result = TypeVar("Result")


class RowWriter(ABC, Generic[Result]):
    """The base class of the writers of results, one subclass for each output format. A row is the
    output for one Sudoku: lines of text, a JSON object, or a row of a table. `row_format` is the
    command's description of its rows: the table columns, the lines of text and the JSON object that
    are made from the result for a Sudoku.
    """

    def __init__(self, row_format: RowFormat[Result]) -> None:
        self.row_format = row_format

    @abstractmethod
    def write_result(self, sudoku: StreamedSudoku, result: Result) -> None:
        """Write the result for one Sudoku, as one row of the output or as several rows."""

    def try_to_write_batch_and_find_status_word(self, results: Sequence[Result]) -> str | None:  # noqa: ARG002 - a default
        """Write the results for all Sudokus of a batch at once, if the output format can do this
        and all results have the same word, such as `found`. Return this word. Otherwise write
        nothing and return None; the caller then calls `write_result` for each result.

        This method of the base class always returns None.
        """
        return None

    def write_error(self, sudoku: StreamedSudoku, message: str) -> None:
        """Write a row for a Sudoku that cannot be read; `message` is the error message, which was
        printed before.
        """

    def write_file_error(self, file: str, message: str) -> None:
        """Write a row for a file that cannot be read; most output formats write no such row.
        `message` is the error message, which was printed before.
        """


class SilentRowWriter(RowWriter[Result]):
    """A writer that prints no results, because with --quiet the exit status is the only answer."""

    def write_result(self, sudoku: StreamedSudoku, result: Result) -> None:
        """Do nothing, because with --quiet only the exit status is the answer."""


class TextRowWriter(RowWriter[Result]):
    """A writer that prints the result for each Sudoku as lines of text. If a Sudoku has no answer,
    it prints a comment line, which begins with #.
    """

    def write_result(self, sudoku: StreamedSudoku, result: Result) -> None:
        """Print the lines of text for a Sudoku, or a comment line that explains why there is no
        answer.
        """
        reason = self.row_format.explain_missing_answer_or_none(sudoku, result)
        if reason is not None:
            print(f"# {escape_on_one_line(sudoku.place_as_text)}: {reason}")
        else:
            print("\n".join(self.row_format.format_result_lines(sudoku, result)))

    def try_to_write_batch_and_find_status_word(self, results: Sequence[Result]) -> str | None:
        """Print the lines of a whole batch, if the command can make all of them in one call.
        Returns the result in one word, such as `found`, which is the same for all Sudokus of the
        batch. Returns None without printing if the command cannot make them.
        """
        block = self.row_format.make_batch_output_or_none(results)
        if block is None:
            return None
        print(block.lines)
        return block.status

    def write_error(self, sudoku: StreamedSudoku, message: str) -> None:  # noqa: ARG002 - the line has the place
        """Print the error message as a comment line in place of the answer."""
        print(f"# {message}")


class JsonRowWriter(RowWriter[Result]):
    """A writer of JSON: one object for each Sudoku, on a line of its own."""

    def write_result(self, sudoku: StreamedSudoku, result: Result) -> None:
        """Print the JSON object with the file, the line number, the name, the address, the mail,
        the variant and the results of a Sudoku.
        """
        place = {
            **sudoku.origin_record,
            **sudoku.spreadsheet_address_record,
            **sudoku.sender_and_subject_record,
            **sudoku.variant_record,
        }
        print_json({**place, **self.row_format.make_json_record(sudoku, result)})

    def write_error(self, sudoku: StreamedSudoku, message: str) -> None:
        """Print a JSON object with the error message about a Sudoku that cannot be read."""
        place = {
            "file": sudoku.file,
            "line": sudoku.entry.line,
            **sudoku.spreadsheet_address_record,
        }
        print_json({**place, "status": ERROR, "error": message})

    def write_file_error(self, file: str, message: str) -> None:
        """Print a JSON object with the error message about a file that cannot be read. The line
        number in the object is null.
        """
        print_json({"file": file, "line": None, "status": ERROR, "error": message})


class ExtendedLineWriter(RowWriter[Result]):
    """A writer of CSV that prints the line of each Sudoku in the input again, with the results as
    further fields. If no field can be added, because the line has an open quotation mark,
    `print_and_count_error` is called with the name of the file and the error.
    """

    def __init__(
        self,
        row_format: RowFormat[Result],
        print_and_count_error: Callable[[str, ReadingError], object],
    ) -> None:
        super().__init__(row_format)
        self._report_error = print_and_count_error
        self._has_letters = False  # whether the last printed heading is for mails
        self._headings = set[str]()

    def write_result(self, sudoku: StreamedSudoku, result: Result) -> None:
        """Print the input line of a Sudoku with its results; before the first line of a table,
        print the names of the table columns.
        """
        self._print_column_names_if_new_table(sudoku)
        if error := _find_open_quote_error(sudoku):
            self._report_error(sudoku.file, error)
            print(sudoku.entry.file_lines_as_text)
        else:
            fields = self.row_format.format_csv_fields(sudoku, result)
            print(self._format_extended_line(sudoku, fields))

    def write_error(self, sudoku: StreamedSudoku, message: str) -> None:
        """Print the input line of an unreadable Sudoku with empty fields for the results. If the
        grids of the file take several lines, print the error message as a comment line instead.
        """
        self._print_column_names_if_new_table(sudoku)
        if sudoku.grid_file.is_one_a_line:
            print(self._format_extended_line(sudoku, [""] * len(self.row_format.csv_column_names)))
        else:
            print(f"# {message}")

    def _print_column_names_if_new_table(self, sudoku: StreamedSudoku) -> None:
        """Print the names of the columns before the first line of a table, and before the first
        Sudoku from the text of a mail.
        """
        grid_file = sudoku.grid_file
        names = [*sudoku.sender_and_subject_record, *self.row_format.csv_column_names]
        if grid_file.header is not None:
            delimiter = grid_file.delimiter or ","
            new = yield_unique_names(names, split_fields(grid_file.header, delimiter))
            self._print_column_names(
                grid_file.disarm_formulas_in_line(grid_file.header)
                + delimiter
                + delimiter.join(new)
            )
            grid_file.header = None  # a file has one heading
            self._has_letters = False
        elif isinstance(sudoku.entry, MailEntry) and grid_file.delimiter is None:
            if not self._has_letters:
                self._print_column_names(make_formula_safe_csv_line(["sudoku", "title", *names]))
            self._has_letters = True

    def _print_column_names(self, column_names: str) -> None:
        """Print the names of a table's columns, `column_names`, as one line. If an earlier table
        had other columns, a message on standard error recommends `--output table`, which prints one
        table with the Sudokus of all files.
        """
        if len(self._headings) == 1 and column_names not in self._headings:
            print_message(_DIFFERENT_COLUMNS, self.row_format.display)
        self._headings.add(column_names)
        print(column_names)

    def _format_extended_line(self, sudoku: StreamedSudoku, fields: list[str]) -> str:
        """Return a line of CSV for a Sudoku, with the texts of the results, `fields`, at the end.
        If the Sudoku is on one line of the file, the new line begins with this line. If the Sudoku
        takes several lines, the new line begins with the cells of the Sudoku.

        For a Sudoku from a mail, the sender and the subject of the mail come before the results.
        """
        grid_file, entry = sudoku.grid_file, sudoku.entry
        told = [*entry.mail_header, *fields] if entry.mail_header is not None else fields
        if grid_file.delimiter is not None and grid_file.is_one_a_line:
            more = make_formula_safe_csv_line(told, grid_file.delimiter)
            return (
                grid_file.disarm_formulas_in_line(entry.file_lines_as_text)
                + grid_file.delimiter
                + more
            )
        if isinstance(entry, MailEntry):
            return make_formula_safe_csv_line([format_cells_of_entry(entry), entry.title, *told])
        text = entry.file_lines_as_text if grid_file.is_one_a_line else format_cells_of_entry(entry)
        return make_formula_safe_csv_line([text, *told])


_DIFFERENT_COLUMNS = Message(
    "The tables have different columns, and are printed one after another; --output table prints "
    "one table of all Sudokus."
)


class ParquetRowWriter(RowWriter[Result]):
    """A writer of a Parquet table with the columns file, line, name, status and variant, and after
    them the columns for the command's results.
    """

    def __init__(self, row_format: RowFormat[Result], add_row: "AddRow") -> None:
        super().__init__(row_format)
        self._add_row = add_row

    @staticmethod
    def map_columns_to_types(row_format: RowFormat[Result]) -> dict[str, type]:
        """Return a dictionary from the name of each column of the Parquet table to the type of the
        column's values.
        """
        names: dict[str, type] = {"file": str, "line": int, "name": str, "status": str}
        names[VARIANT] = str
        return names | dict.fromkeys(row_format.column_names, str)

    def write_result(self, sudoku: StreamedSudoku, result: Result) -> None:
        """Add the row or rows for a Sudoku to the Parquet table; an empty text becomes null."""
        status = self.row_format.find_status_word(result)
        for fields in self.row_format.list_table_rows(sudoku, result):
            named = zip(self.row_format.column_names, fields, strict=True)
            found = {name: field for name, field in named if field}
            origin = {**sudoku.origin_record, **sudoku.variant_record}
            self._add_row({**origin, "status": status, **found})

    def write_error(self, sudoku: StreamedSudoku, message: str) -> None:  # noqa: ARG002 - the table has no words
        """Add a row with the status `error` to the table, for a Sudoku that cannot be read."""
        self._add_row({"file": sudoku.file, "line": sudoku.entry.line, "status": ERROR})


def format_cells_of_entry(entry: Entry) -> str:
    """Return the cells of a Sudoku as one line of text; empty if the Sudoku cannot be read."""
    return (
        "" if entry.error is not None else format_grid_on_line(entry.cell_bytes, entry.shape.size)
    )


def yield_unique_names(wanted_names: list[str], existing_names: list[str]) -> Iterator[str]:
    """Yield the names in `wanted_names`, changed if necessary so that new table columns can have
    them. A name that is also in `existing_names` gets a number at its end: the least number from 2
    that makes it differ from all existing names. The texts in `wanted_names` must differ from each
    other.

    >>> list(yield_unique_names(["solution", "form"], ["id", "solution"]))
    ['solution2', 'form']
    """
    for name in wanted_names:
        numbered = (f"{name}{k}" for k in count(2))
        yield next(one for one in chain([name], numbered) if one not in existing_names)


def _find_open_quote_error(sudoku: StreamedSudoku) -> PairFileError | None:
    """Return an error if the last field of a Sudoku's line has an opening but no closing quotation
    mark. The next field that is written would then become part of this field. Returns None if all
    quotation marks are closed.
    """
    if sudoku.grid_file.delimiter is None or sudoku.entry.file_lines_as_text.count('"') % 2 == 0:
        return None
    message = Message(
        "expected {expected}, found {found}",
        expected=Message("a closing quotation mark"),
        found=Message("the end of the line"),
    )
    return PairFileError(
        sudoku.file, sudoku.entry.line, len(sudoku.entry.file_lines_as_text) + 1, message
    )
