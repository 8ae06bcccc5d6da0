"""The beginning of a file: what the forms look at to tell whether it is theirs."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import chain, compress
from typing import NamedTuple

from ..base.errors import GridError, PairFileError
from ..base.messages import Message, shorten_and_escape
from ..sudoku.shape import BoxShape
from . import cell_runs
from .cells import normalise_line
from .file_entry import (
    NumberedLine,
    Reading,
    SizeSeen,
    decode_line,
    find_delimiter,
    is_comment,
    make_gap_error,
    make_unexpected_error,
)

HEAD_LINES, _HEAD_BYTES = 4096, 2**20
"""The most lines, and about the most bytes, that are looked at to tell the form of a file."""


class LeftAside(NamedTuple):
    """How many lines were passed over that hold no Sudoku, and the first of them."""

    total: int = 0
    line: int = 0
    text: str = ""


class PassedOver(NamedTuple):
    """What a part of a file has besides Sudokus: the lines that were left aside, and its gaps.

    `before` is the number of lines before the first Sudoku, None if the part has no Sudoku; `after`
    is the number of lines after the last Sudoku, or of all lines of the part.
    """

    aside: LeftAside
    before: int | None
    after: int


class Decisive(NamedTuple):
    """A line that shows by itself what form a file has: something stands beside a run of cells."""

    line: bytes
    run: cell_runs.Run
    seen: SizeSeen


class Head:
    """The first lines of a file, up to a decisive one, and how the file is read.

    `content` are those `lines` that are neither empty nor comments. `rest` are all lines of the
    file, which the form that reads it takes once. `box` is the shape of the boxes, if it is said,
    and `size` the cells a side of such boxes.
    """

    def __init__(
        self,
        lines: Iterator[NumberedLine],
        source: str,
        how: Reading,
        nothing: Message | None = None,
        *,
        is_pair: bool = False,
    ) -> None:
        """Read the first of these lines; `nothing` is what is found if no Sudoku is on them."""
        self.source, self.how, self.is_pair, self._nothing = source, how, is_pair, nothing
        self.left_aside = LeftAside()
        self.gap = 0
        """How many lines were passed over since the last Sudoku; forms set it to 0 after each."""
        lines = _read_records(lines)
        self.lines, length = list[NumberedLine](), 0
        size = how.box.size if how.box else None
        for number, line in lines:
            self.lines.append((number, line))
            length += len(line)
            is_enough = len(self.lines) == HEAD_LINES or length > _HEAD_BYTES
            if is_enough or _find_decisive(number, line, size):
                break
        self.rest = chain(self.lines, lines)
        self.box = how.box or _read_box_comment(self.lines)
        self.size = self.box.size if self.box else None
        is_content = (line.strip(b" \t") and not is_comment(line) for _, line in self.lines)
        self.content = list(compress(self.lines, is_content))

    @cached_property
    def decisive(self) -> Decisive | None:
        """The first line with something beside a run of cells: no row of a larger grid has that."""
        found = (_find_decisive(number, line, self.size) for number, line in self.content)
        return next(filter(None, found), None)

    @property
    def may_have_columns(self) -> bool:
        """Whether a column is chosen, a line has something beside its run of cells, or fields."""
        is_known = self.how.column is not None or self.decisive is not None
        return is_known or any(sign in line for _, line in self.content for sign in b",;\t|{")

    def pass_over(self, number: int) -> None:
        """Count a line without a Sudoku; raise `PairFileError` after too many in a row."""
        if self.how.part is not None and number <= self.how.part.known:
            return
        self.gap += 1
        if self.gap > self.how.max_gap:
            raise make_gap_error(self.source, number, self.how.max_gap)

    def put_aside(self, number: int, text: str) -> None:
        """Count a line that holds no Sudoku."""
        if self.how.part is not None and number <= self.how.part.known:
            return
        total, line, first = self.left_aside
        self.left_aside = LeftAside(total + 1, line or number, first or text)

    def names_of(self, line: str) -> list[str]:
        """Return the fields of a line if the first two lines are those of a table."""
        delimiter = find_delimiter(line)
        if delimiter is None or delimiter == "|":
            return []
        from .fields import split_fields

        counts = {len(split_fields(decode_line(other), delimiter)) for _, other in self.content[:2]}
        return split_fields(line, delimiter) if len(counts) == 1 else []

    def check_not_rounded(self) -> None:
        """Raise `PairFileError` for the first line with a number that may have been a Sudoku."""
        suspects = [(number, line) for number, line in self.content if b"e" in line or b"E" in line]
        if not suspects:
            return
        from .rounded_numbers import make_rounded_error  # which few files need

        for number, line in suspects:
            if problem := make_rounded_error(self.source, number, decode_line(line), self.size):
                raise problem

    def without_sudoku(self, line: int = 1, title: str = "") -> PairFileError:
        """Return the error of a file without a Sudoku: no cells on a `line` under a `title`."""
        expected = Message("two Sudokus") if self.is_pair else Message("a Sudoku")
        found, aside = self._nothing or Message("no cells"), self.left_aside
        if self._nothing is None and (text := aside.text or title):
            line = aside.line or (self.content[0][0] if self.content else 1)
            found = Message(
                "text that is no Sudoku: '{text}'", text=shorten_and_escape(text.strip())
            )
            if names := _list_names(self.names_of(text)):
                found = Message("a table without a column of Sudokus: {names}", names=names)
        return make_unexpected_error(self.source, line, 1, expected, found)


def _read_records(lines: Iterator[NumberedLine]) -> Iterator[NumberedLine]:
    """Return the lines; of a table its records, of which some go over several lines."""
    before = list[NumberedLine]()
    for number, line in lines:
        before.append((number, line))
        if line.strip() and not is_comment(line):
            if delimiter := find_delimiter(decode_line(line)):
                from .fields import join_records  # seldom needed

                return join_records(before, lines, delimiter)
            break
        if len(before) == HEAD_LINES:
            break
    return chain(before, lines)


def byte_column(line: bytes, start: int) -> int:
    """Return the column, from 1, of the byte at `start` of a line."""
    return len(decode_line(line[:start])) + 1


def column_index(column: str | int) -> int | None:
    """Return the place, from 0, of a column that is named by its number from 1, if it is."""
    if isinstance(column, str):
        column = int(column) if column.isascii() and column.isdigit() and len(column) < 10 else 0
    return column - 1 if column > 0 else None


def make_no_column_error(
    source: str, line: int, column: str | int, names: list[str]
) -> PairFileError:
    """Return the error of a table that has no such column."""
    columns = Message("the columns {names}", names=_list_names(names))
    found = columns if names else Message("no line of names")
    expected = Message("a column '{column}'", column=shorten_and_escape(str(column)))
    return make_unexpected_error(source, line, 1, expected, found)


def _list_names(names: list[str]) -> str:
    """Return names so that a terminal shows them on one line, the first of them if many."""
    return ", ".join(shorten_and_escape(name) for name in names[:8]) + (
        ", …" if len(names) > 8 else ""
    )


def _find_decisive(number: int, line: bytes, size: int | None) -> Decisive | None:
    is_plain = line.isascii() and b"?" not in line and b">" not in line
    for same in [line] if is_plain else [line, normalise_line(decode_line(line)).encode()]:
        if not is_comment(same) and (run := cell_runs.find_run(same, size)):
            beside = same[: run.start] + same[run.end :]
            if run.size == 9 or beside.strip(b" \t\"',;[](){}"):
                return Decisive(same, run, SizeSeen(run.size, number, byte_column(same, run.start)))
    return None


def _read_box_comment(head: list[NumberedLine]) -> BoxShape | None:
    """Return the shape that a comment before the first row names: `# box 3x2`."""
    for _, line in head:
        words = line.replace(b"#", b" # ", 1).split()
        if words and words[0] != b"#":
            break
        if len(words) == 3 and words[1] == b"box":
            with suppress(GridError, UnicodeDecodeError):
                return BoxShape.parse(words[2].decode())
    return None
