"""Types and functions that the readers of all file formats share: the options of reading, the
entries (each a Sudoku or an error), and the errors.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..base.errors import PairFileError, make_unexpected_error
from ..base.limits import ARRAY, GAP, NAME
from ..base.messages import Message
from ..sudoku.grid import Grid
from ..sudoku.shape import MAX_SIZE, BoxShape, check_fits_in_bytes
from . import cell_runs

if TYPE_CHECKING:
    from ..recognition.sheet import CellRange, Sheet


DELIMITERS = ",;\t|"
"""The characters that may separate the fields of a line."""

NumberedLine = tuple[int, bytes]
"""The number of a line, from 1, and its bytes without the line ending."""
NumberedText = tuple[int, str]
"""The number of a line, from 1, and its text without the line ending."""


class FileRange(NamedTuple):
    """A range of a file's lines that one process reads, while other processes read the other
    ranges. The first lines of the file are read by each process, because the file's format is
    recognised from them.

    - `head_bytes`: the number of bytes of these first lines.
    - `recognition_line_count`: the number of these first lines.
    - `start`, `end`: the range consists of the bytes from index `start` to index `end` - 1, which
      are whole lines.
    - `lines_before`: the number of lines of the file before the range, so that lines have the same
      numbers as in the whole file.

    The first range includes the lines from which the format is recognised. In Parquet files,
    `start` and `end` count rows, line 1 has the column names, and `head_bytes` is 0.
    """

    head_bytes: int
    recognition_line_count: int
    start: int
    end: int
    lines_before: int

    @property
    def last_recognition_line_number(self) -> int:
        """The number of the last line that is read only to recognise the file's format, and whose
        Sudoku belongs to the first range. It is 0 for the first range, which has no such line.
        """
        return self.recognition_line_count if self.start > self.head_bytes else 0


class MailHeader(NamedTuple):
    """The sender, such as `Ann <ann@example.org>`, and the subject of a mail with which a Sudoku
    was submitted. A text is empty if the mail lacks it.
    """

    submitter: str
    subject: str


class NoSudokuError(PairFileError):
    """The error for a file that contains no Sudoku but is otherwise valid. `is_near` is whether a
    line of the file is nearly a Sudoku.
    """

    is_near = False


class FaultError(PairFileError):
    """The error for a file that could be read without a fault in one line, which the error names.
    No other reader of the file knows more about it.
    """


class RivalReadingsError(FaultError):
    """The error for a text that does not show which of several Sudokus begins at a line."""


class ReadingOptions(NamedTuple):
    """The options with which a file is read.

    - `box`: the shape of the boxes; None means the usual shape for the size of the Sudokus.
    - `max_size`: the largest number of rows of a grid.
    - `column`: the table column that contains the Sudokus, as its name in the first line or its
      number from 1, or as a path of keys of JSON such as `data.puzzle`; None means the column that
      the headings and the Sudokus show.
    - `solution_column`: the column with the solutions of the Sudokus, likewise.
    - `encoding`: the encoding of the text; None means that it is recognised.
    - `max_gap`: if more successive lines or records than this contain no Sudoku, reading ends with
      an error.
    - `file_range`: the only range of the file that is read; None means the whole file.
    - `sheet`: the name of the only sheet that is read; None means all sheets.
    - `ranges`: the only cells of a table that are read, in this order; an empty tuple means all
      cells. A range inside another range is not read again; it means that one Sudoku has exactly
      the cells of the inner range.
    - `depth`: the number of files, such as a mail or a .zip file, that contain this file.
    - `lines_before`: a number that is added to the numbers of all lines.
    - `table_title`: the name of Sudokus that have no other name.
    - `has_only_grids`: whether it is known that a text has Sudokus and nothing else, so that they
      are also read if they break the rules or could be a table of numbers.
    - `keeps_lines`: whether the lines of a table that contain no Sudoku are kept.
    - `blank`: the text of a blank cell; None means that it is recognised.
    - `offset`: a number that is subtracted from the number of each cell, so that with 1 the number
      1 is a blank cell.
    - `placed`: whether digits that a player has placed, such as `+5` in the lines of HoDoKu, are
      read like clues; otherwise their cells are blank.
    - `needs_only_cells`: whether the caller needs only the cells and the line of each Sudoku, so
      that the other fields of a table may be left empty.
    """

    box: BoxShape | None = None
    max_size: int = MAX_SIZE
    column: str | int | None = None
    encoding: str | None = None
    max_gap: int = GAP
    file_range: FileRange | None = None
    sheet: str | None = None
    ranges: "tuple[CellRange, ...]" = ()
    depth: int = 0
    lines_before: int = 0
    table_title: str = ""
    keeps_lines: bool = False
    has_only_grids: bool = False
    solution_column: str | int | None = None
    blank: str | None = None
    offset: int = 0
    placed: bool = False
    needs_only_cells: bool = False


class ConvertedLines(NamedTuple):
    """The lines of text that were made from a file in another format, such as Parquet or HTML.

    `reading_options` has the options with which these lines are read. `no_sudoku_description`
    describes the file in the error for a file without Sudokus. `sheets` are tables whose rows are
    the lines, so that Sudokus can be found by the addresses of cells; None if the lines are not
    rows of tables. `is_workbook` is whether they are the sheets of a spreadsheet, whose cells have
    addresses such as B2.
    """

    lines: Iterable[NumberedLine]
    reading_options: ReadingOptions
    no_sudoku_description: Message | None = None
    sheets: "Sequence[Sheet] | None" = None
    is_workbook: bool = False


class FoundSize(NamedTuple):
    """The number of rows of a file's Sudokus (`size`), and the position where it was found: the
    line and the character on this line, both from 1. If a row has more cells than the option
    `max_size` allows, `beyond` is the position on the line of the first cell above this limit; None
    if the position is not known.
    """

    size: int
    line: int
    column: int = 1
    beyond: int | None = None


class Entry:
    """A Sudoku that was read from a file, or the error that was found in its place. `line` is the
    number, from 1, of the line on which it begins. `raw` has the bytes of this line, or of all
    lines of a Sudoku that takes several lines. `span` is a pair: the index in `raw` of the first
    byte of the cells, and the index after their last byte; None if the cells are not next to each
    other. It is (0, 0) if the line has the cells in another form, such as a list of JSON.
    """

    __slots__ = ("_solution", "_title", "_values", "_variant", "line", "raw", "shape", "span")

    mail_header: MailHeader | None = None
    """The mail with which the Sudoku was submitted; None if it is not from a mail."""
    cell: str = ""
    """The address of the Sudoku's first cell in a spreadsheet, such as `[June]!B2`; empty if the
    Sudoku is not from a spreadsheet.
    """

    def __init__(
        self,
        line: int,
        shape: BoxShape,
        values: Sequence[int] | PairFileError,
        raw: bytes,
        span: tuple[int, int] | None = None,
        title: str = "",
    ) -> None:
        """Create an entry. `values` are the cells of a Sudoku, row after row, with 0 for blank, or
        the error that was found instead.

        `title` is the text above a Sudoku that takes several lines.
        """
        self.line, self.shape = line, shape
        self.raw, self.span = raw, span  # two at once need no tuple
        self._values, self._title = values, title

    def __repr__(self) -> str:
        return f"Entry(line={self.line}, text={self.file_lines_as_text!r})"

    @property
    def file_lines_as_text(self) -> str:
        r"""The line, or lines, of the file from which the Sudoku was read, as text. Bytes that are
        not UTF-8 are written as `\xe9`.
        """
        return self.raw.decode(errors="backslashreplace")

    @property
    def sudoku_name(self) -> str:
        """The name of the Sudoku: the other text on its line or, for a Sudoku that takes several
        lines, the text above it. It has at most 1,000 characters. Other grids of the same size on
        the line, such as a solution in another column, are left out.
        """
        return join_name_parts(*self.name_before_and_after_cells_and_delimiter[:2])

    @property
    def name_in_lists(self) -> str:
        """The name of the Sudoku, as lists of results show it: the other text on its line, before
        and after the cells. If the Sudoku is in a table, this text consists of the other fields of
        its row, which are separated by a comma and a space.
        """
        return join_name_parts_for_lists(*self.name_before_and_after_cells_and_delimiter)

    @property
    def name_before_and_after_cells_and_delimiter(self) -> tuple[str, str, str]:
        """Three texts: the part of the name before the cells, the part after them, and the
        character that separates the fields in both parts. The third text is empty if the Sudoku is
        not in a table.
        """
        return (
            (self._title, "", "")
            if self.span is None
            else self._find_texts_and_delimiter_beside(*self.span)
        )

    @property
    def older_name(self) -> str:
        """The name that versions up to 1.1 gave the Sudoku, in which quotation marks at the ends of
        the text before the cells, and of the text after them, were lost.
        """
        if self.span is None or b'"' not in self.raw:
            return self.sudoku_name
        start, end = self.span
        grids = cell_runs.make_whole_sudoku_field_pattern(self.shape.size)
        near = 4 * (NAME + self.shape.size**2)
        parts = (grids.sub(b"", part) for part in (self.raw[:start][:near], self.raw[end:][:near]))
        texts = (part.decode(errors="backslashreplace").strip('"' + _SIGNS) for part in parts)
        return _limit_name(" ".join(filter(None, texts)))

    def with_title_if_unnamed(self, title: str) -> "Entry":
        """Return a copy of this entry with `title` as its name, if the Sudoku has no name. If it
        has a name, return the entry itself.
        """
        if self.sudoku_name:
            return self
        found = Entry(self.line, self.shape, self._values, self.raw, None, title)
        found.titled_solution = self.titled_solution
        return found

    def with_shape(self, shape: BoxShape) -> "Entry":
        """Return a copy of this entry with boxes of another shape."""
        found = copy(self)
        found.shape = shape
        return found

    def with_original_line(self, line_bytes: bytes, line_text: str) -> "Entry":
        """Return a copy of this entry that refers to the original line of the file. This entry was
        read from a copy of the line in which unusual characters are replaced by ASCII characters.
        `line_bytes` has the bytes of the original line, and `line_text` is the same line, decoded.

        Both lines have the same number of characters, but perhaps different numbers of bytes, so
        the indices of the cells are changed.
        """

        def find_byte_index(character_index: int) -> int:
            """Return the index of the byte of `line` at which the character with the index
            `character_index` begins.
            """
            return len(line_text[: len(self.raw[:character_index].decode())].encode())

        span = self.span and (find_byte_index(self.span[0]), find_byte_index(self.span[1]))
        return Entry(self.line, self.shape, self._values, line_bytes, span)

    def _find_texts_and_delimiter_beside(self, start: int, end: int) -> tuple[str, str, str]:
        """Return the texts on the line before and after the cells, which are from index `start` to
        index `end`, and the delimiter of the fields; an empty delimiter if the line is not a row of
        a table.
        """
        raw, size = self.raw, self.shape.size
        if start == 0 and end == len(raw):
            return "", "", ""
        near = 4 * (NAME + size * size)  # searching a long line would take too long
        is_short, is_quoted_text = len(raw) <= near, raw[start - 1 : start] in (b"'", b'"')
        if is_short and raw[:1] not in _MAY_START_JSON and b'"' not in raw and not is_quoted_text:
            return _find_texts_and_delimiter_of_short_row(raw[:start], raw[end:], size)
        grids = cell_runs.make_whole_sudoku_field_pattern(size)
        name = self._find_name_in_json(start, end)
        if name is None and is_short and is_quoted_text:
            name = self._find_name_in_program(start, end)
        if name is not None or raw.lstrip()[:1] == b"{":
            return name or "", "", ""
        before, after = self.raw[:start][:near], self.raw[end : end + near]
        sign = after[:1] or before[-1:]
        delimiter = sign.decode() if sign in _DELIMITERS else ""
        if b'"' in before or b'"' in after:
            is_quoted = self.raw.count(b'"', 0, start) % 2 == 1
            if found_sign := _find_delimiter_beside(before, after, is_quoted):
                parts = _join_fields_on_each_side(before, after, found_sign, is_quoted, grids)
                return (*parts, found_sign)
            # The quotation mark at which the cells begin belongs to the cells, not to the text.
            if is_quoted and before.endswith(b'"'):
                before, after = before[:-1], after.removeprefix(b'"')
        first, last = (grids.sub(b"", part) for part in (before, after))
        if before.lstrip().startswith(b"<"):  # an element of XML, whose other texts are values
            first, last = (b" ".join(_ATTRIBUTE.findall(part)) for part in (first, last))
        return (
            _strip_delimiters(first.decode(errors="backslashreplace")),
            _strip_delimiters(last.decode(errors="backslashreplace")),
            delimiter,
        )

    def _find_name_in_json(self, start: int, end: int) -> str | None:
        """Return the name of the Sudoku at the indices `start` to `end` of a line of JSON; None if
        the line is not JSON.
        """
        raw = self.raw
        if raw.lstrip()[:1] not in (b"{", b"["):
            return None
        from ..recognition.json_values import parse_json_or_none  # for lines of JSON only
        from .json_cells import join_other_json_values

        record = parse_json_or_none(raw)
        if not isinstance(record, dict | list):  # other texts may begin with { or [
            return None
        grids = cell_runs.make_whole_sudoku_field_pattern(self.shape.size)
        return join_other_json_values(record, raw[start:end], grids)

    def _find_name_in_program(self, start: int, end: int) -> str | None:
        """Return the name that a line of a program gives the Sudoku at the indices `start` to
        `end`; None if the line is no such line.
        """
        from ..recognition.names import find_name_in_program  # for quoted cells only

        text = self.raw.decode(errors="replace")
        first = len(self.raw[:start].decode(errors="replace"))
        return find_name_in_program(text, first, first + end - start)

    @property
    def variant(self) -> str:
        """The name of the variant, such as `Killer Sudoku`, that the Sudoku is called in its file;
        an empty text if it is not called a variant. Its cells are read by the classical rules.
        """
        return getattr(self, "_variant", "")

    @variant.setter
    def variant(self, name: str) -> None:
        self._variant = name

    @property
    def titled_solution(self) -> "Entry | None":
        """The grid whose title names it as the solution of this Sudoku, such as `Solution 14` below
        `Puzzle 14`; None if the file has none. A solution in another column of a table has no
        title: `GridFile.read_stated_solution` returns it, too.
        """
        return getattr(self, "_solution", None)

    @titled_solution.setter
    def titled_solution(self, solution: "Entry | None") -> None:
        self._solution = solution

    @property
    def error(self) -> PairFileError | None:
        """The error that was found in place of a Sudoku; None if the Sudoku is right."""
        return self._values if isinstance(self._values, PairFileError) else None

    @property
    def cells(self) -> Sequence[int]:
        """The N·N cells of the Sudoku, row after row, from 0 (blank) to N, for every N. Raises the
        entry's `PairFileError` if it has an error.
        """
        if isinstance(self._values, PairFileError):
            raise self._values
        return self._values

    @property
    def place_and_cells(self) -> tuple[int, str, tuple[int, ...]]:
        """What distinguishes the Sudoku from the others of its file: its line, the address of its
        first cell, and its cells, because several Sudokus may be side by side on the same lines.
        """
        return self.line, self.cell, tuple(self.cells)

    @property
    def cell_bytes(self) -> bytes:
        """The N·N cells of the Sudoku, row after row, as bytes with the values 0 (blank) to N.

        Raises the entry's `PairFileError` if it has an error, and `GridError` for grids of more
        than 255 cells a side, whose digits do not fit in bytes.
        """
        values = self.cells
        if isinstance(values, bytes):
            return values
        check_fits_in_bytes(self.shape)
        return bytes(values)

    @property
    def grid_or_error(self) -> Grid | PairFileError:
        """The Sudoku as a `Grid`, or the error that was found in its place."""
        values, size = self._values, self.shape.size
        if isinstance(values, PairFileError):
            return values
        return Grid([values[i : i + size] for i in range(0, size * size, size)], self.shape)


_ATTRIBUTE = re.compile(rb"=\s*[\"']([^\"']+)[\"']")
"""An attribute of an element of XML. The group is its value."""
_MAY_START_JSON = frozenset(one.encode() for one in "{[ \t\r\n\v\f")
"""The first bytes of lines that may be JSON."""


def _find_texts_and_delimiter_of_short_row(
    before: bytes, after: bytes, size: int
) -> tuple[str, str, str]:
    """Return the texts before and after the Sudoku on a line without quotation marks, without other
    Sudokus of `size` rows, and the delimiter of the fields; an empty delimiter if the line is not a
    row of a table.
    """
    sign, count = after[:1] or before[-1:], size * size
    delimiter = sign.decode() if sign in _DELIMITERS else ""
    solution = after[1 : 1 + count]
    if (
        delimiter
        and solution.isdigit()
        and size == 9
        and after[1 + count : 2 + count] in (sign, b"")
    ):
        after = after[1 + count :]  # quicker than the search
    if len(before) >= count or len(after) >= count:
        grids = cell_runs.make_whole_sudoku_field_pattern(size)
        before, after = grids.sub(b"", before), grids.sub(b"", after)
    return (
        before.strip(_SIGN_BYTES).decode(errors="backslashreplace"),
        after.strip(_SIGN_BYTES).decode(errors="backslashreplace"),
        delimiter,
    )


_DELIMITERS = frozenset(sign.encode() for sign in DELIMITERS)


def join_name_parts(before: str, after: str) -> str:
    """Return the name of a Sudoku: the text before its cells, a space, and the text after its
    cells. If one of the two texts is empty, the name is the other text. A name of more than 1,000
    characters is cut.
    """
    return _limit_name(f"{before} {after}" if before and after else before or after)


def join_name_parts_for_lists(before: str, after: str, delimiter: str) -> str:
    """Return the name of a Sudoku as lists show it, from the texts before and after its cells. If
    these texts are fields of a table, separated by `delimiter`, a comma and a space take the place
    of the delimiter.

    >>> join_name_parts_for_lists("Easy", "1 May;;7", ";")
    'Easy, 1 May, 7'
    >>> join_name_parts_for_lists("Easy", "and 2", "")
    'Easy and 2'
    """
    if not delimiter:
        return join_name_parts(before, after)
    fields = (field.strip() for part in (before, after) for field in part.split(delimiter))
    return _limit_name(", ".join(filter(None, fields)))


class EntryPair(Entry):
    """Two Sudokus that were read from the same row of a table. The pair is an entry with the values
    of the first Sudoku; `second` is the entry of the second. If the first Sudoku has an error, the
    pair has this error; otherwise it has the error of the second, if there is one.
    """

    __slots__ = ("second",)

    def __init__(self, first: Entry, second: Entry) -> None:
        """Create the pair of two entries that were read from the same line of a table."""
        values = first.error or second.error or first._values
        names = [first.sudoku_name]
        if second.span is not None and any(second.span):
            names = first.sudoku_name.split(
                second.raw[slice(*second.span)].decode(errors="replace")
            )
        name = " ".join(filter(None, (one.strip(" \t,;|") for one in names)))
        super().__init__(first.line, first.shape, values, first.raw, title=name)
        self.second = second


def _limit_name(name: str) -> str:
    """Return a name with at most 1,000 characters. A longer name is cut, and then ends with an
    ellipsis.
    """
    return name if len(name) <= NAME else f"{name[: NAME - 1]}…"


_SIGNS = " \t,;:|'#="
"""The characters that are left out at both ends of the text beside a Sudoku."""
_SIGN_BYTES = _SIGNS.encode()


def _strip_delimiters(text: str) -> str:
    """Return the text beside a Sudoku without the delimiters and similar signs at its ends, and
    without quotation marks around the whole text.
    """
    text = text.strip(_SIGNS)
    marks = text.count('"')
    is_around = text.startswith('"') and text.endswith('"') if marks == 2 else marks == 1
    return text.strip('"' + _SIGNS) if is_around else text


_BEFORE = {False: re.compile(rb"([,;\t|]) *$"), True: re.compile(rb'([,;\t|]) *"[^"]*$')}
_AFTER = {False: re.compile(rb" *([,;\t|])"), True: re.compile(rb'[^"]*(?:""[^"]*)*" *([,;\t|])')}
"""The patterns of the delimiter before and after a Sudoku's field, for a field without and with
quotation marks.
"""


def _find_delimiter_beside(before: bytes, after: bytes, is_quoted: bool) -> str | None:
    """Return the delimiter between the field of a Sudoku and the field beside it; None if there is
    no delimiter. `before` and `after` are the texts of the line before and after the cells.
    `is_quoted` is whether the cells are between quotation marks.
    """
    found = _BEFORE[is_quoted].search(before) or _AFTER[is_quoted].match(after)
    return found and found[1].decode()


def _join_fields_on_each_side(
    before: bytes, after: bytes, delimiter: str, is_quoted: bool, grid_pattern: re.Pattern[bytes]
) -> tuple[str, str]:
    """Return two texts: the fields before a Sudoku on a line of a table, and the fields after it,
    both unquoted and joined by `delimiter`. Fields that `grid_pattern` matches are left out, and
    blank fields at the beginning and end of each text, too.

    `before` and `after` are the texts of the line before and after the cells. `is_quoted` is
    whether the cells are between quotation marks.
    """
    texts = list[str]()
    for fields in _split_fields_on_each_side(before, after, delimiter, is_quoted):
        kept = [one for one in fields if not grid_pattern.fullmatch(one.encode())]
        while kept and not kept[-1].strip():
            kept.pop()
        while kept and not kept[0].strip():
            kept.pop(0)
        # A field may also hold a grid beside other text.
        joined = grid_pattern.sub(b"", delimiter.join(kept).encode())
        texts.append(joined.decode().strip())
    return texts[0], texts[1]


def _split_fields_on_each_side(
    before: bytes, after: bytes, delimiter: str, is_quoted: bool
) -> tuple[list[str], list[str]]:
    """Return two lists: the fields before the cells of a Sudoku on a line of a table, and the
    fields after them, all unquoted. `before` and `after` are the texts of the line before and after
    the cells. `is_quoted` is whether the cells are between quotation marks.
    """
    quoted = b'"' + after if is_quoted else after
    first, last = (
        split_fields(part.decode(errors="backslashreplace"), delimiter) or [""]
        for part in (before, quoted)
    )
    # The field of the cells may have text of its own, before and after the cells.
    first[-1], last[0] = _strip_delimiters(first[-1]), _strip_delimiters(last[0])
    return first, last


class SheetEntry(Entry):
    """A Sudoku in a spreadsheet, or an error in its place."""

    __slots__ = ("cell",)

    cell: str

    def __init__(self, entry: Entry, cell: str) -> None:
        """Create a copy of `entry` whose first cell has the address `cell`."""
        values, title = entry._values, entry._title
        super().__init__(entry.line, entry.shape, values, entry.raw, entry.span, title)
        self.cell, self.titled_solution = cell, entry.titled_solution


class MailEntry(Entry):
    """A Sudoku, or an error in its place, that was read from a mail. Its name also contains the
    subject of the mail and the name of the submitter.
    """

    __slots__ = ("cell", "mail_header")

    cell: str
    mail_header: MailHeader

    def __init__(self, entry: Entry, mail_header: MailHeader) -> None:
        """Create a copy of `entry` that belongs to the mail `mail_header`."""
        values, title = entry._values, entry._title
        super().__init__(entry.line, entry.shape, values, entry.raw, entry.span, title)
        self.cell, self.mail_header = entry.cell, mail_header
        self.titled_solution = entry.titled_solution

    @property
    def title(self) -> str:
        """The name of the Sudoku in the mail, without the subject and the submitter."""
        return join_name_parts(*super().name_before_and_after_cells_and_delimiter[:2])

    @property
    def name_before_and_after_cells_and_delimiter(self) -> tuple[str, str, str]:
        """Three texts: the name of the Sudoku, and two empty texts. The name of a Sudoku from a
        mail has no part after the cells, and no delimiter of fields.
        """
        return self.name, "", ""

    @property
    def name(self) -> str:
        """The name of the Sudoku, the subject of the mail and the name of the submitter, such as
        `Easy, My first Sudokus (Ann)`. It has at most 1,000 characters.
        """
        told, (submitter, subject) = self.title, self.mail_header
        words = ", ".join(dict.fromkeys(filter(None, (told, subject))))
        person = submitter.partition("<")[0].strip(' "') or submitter.strip("<> ")
        return _limit_name(" ".join(filter(None, (words, f"({person})" if person else ""))))


class ThirdSudokuError(PairFileError):
    """The error for a file that should contain two Sudokus but has a third. It names the line of
    the third Sudoku or, in a spreadsheet, its cell.
    """

    def __init__(self, source: str, line: int, cell: str) -> None:
        message = Message("a third Sudoku begins here, but a pair file has two")
        super().__init__(source, line, 1, message)
        self.args = source, line, cell
        self.cell = cell


def make_second_sudoku_missing_error(source: str, line: int, column: int) -> PairFileError:
    """Return the error for a file that should contain two Sudokus but ends after one Sudoku.
    `source` is the name of the file, and `line` and `column` (both from 1) are the position that
    the error names.
    """
    message = Message(
        "found one Sudoku, but two are needed: add the other one to this file, or name the file "
        "that holds it too"
    )
    return PairFileError(source, line, column, message)


def make_unreadable_error(source: str, reason: Message | str) -> PairFileError:
    """Return the error that the file `source` cannot be read, for the given reason."""
    return PairFileError(source, 1, 1, Message("cannot be read: {reason}", reason=reason))


def make_too_many_lines_without_sudoku_error(
    source: str, line: int, max_lines: int
) -> PairFileError:
    """Return the error for a file in which more than `max_lines` successive lines or records
    contain no Sudoku. `source` is the name of the file, and `line` is the number of the line that
    exceeds this limit.
    """
    found = Message(
        "more than {count} lines or records in a row without one (--max-gap allows more)",
        count=max_lines,
    )
    return make_unexpected_error(source, line, 1, Message("a Sudoku"), found)


def make_file_too_large_error(
    source: str, kind_of_file: Message, max_bytes: int | None = None
) -> PairFileError:
    """Return the error for a file that is too large to be in memory as a whole, which its format
    requires. `source` is the name of the file, and `kind_of_file` names its kind, such as "a mail".
    `max_bytes` is the largest number of bytes; None means the limit for all files that must be in
    memory as a whole.
    """
    most = (ARRAY if max_bytes is None else max_bytes) // 2**20
    message = Message(
        "expected at most {limit} MiB of {what}, found more", limit=most, what=kind_of_file
    )
    return PairFileError(source, 1, 1, message)


_Key = TypeVar("_Key")


def yield_lines_with_limited_total_bytes(
    source: str, lines: Iterable[tuple[_Key, bytes]], kind_of_file: Message
) -> Iterator[tuple[_Key, bytes]]:
    """Yield the lines of a file unchanged, each with its number or its kind, for a caller that
    keeps all of them in memory. Raise `PairFileError` when the lines yielded so far are too large
    together to be kept. `source` is the name of the file in this error, and `kind_of_file` names
    its kind, such as "a PDF".
    """
    length = 0
    for key, line in lines:
        length += len(line) + 1
        if length > ARRAY:
            raise make_file_too_large_error(source, kind_of_file)
        yield key, line


def is_comment(line: bytes) -> bool:
    """Return whether a line is a comment: its first character, after spaces or tabs, is #."""
    return line.lstrip(b" \t").startswith(b"#")


def decode_line_leniently(line: bytes) -> str:
    """Return a line of bytes as text; bytes that are not UTF-8 become replacement characters
    (U+FFFD).
    """
    return line.decode(errors="replace")


def find_most_frequent_delimiter_or_none(line: str) -> str | None:
    """Return the character that separates the fields of a line: the comma, semicolon, tab or bar,
    whichever occurs most often. Return None if none of them occurs.
    """
    best = max(DELIMITERS, key=line.count)
    return best if best in line else None


def split_fields(line: str, delimiter: str | None) -> list[str]:
    """Return the fields of a line of a table. `delimiter` is the character between two fields; None
    means that white space separates them.

    >>> split_fields('7,"a, b",c', ",")
    ['7', 'a, b', 'c']
    """
    if delimiter is None:
        return line.split()
    import csv

    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return line.split(delimiter)
