"""The first lines of a file, from which the format of the file is recognised."""

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import GridError, PairFileError, make_unexpected_error
from ..base.messages import Message, shorten_and_escape
from ..base.registry import load_object
from ..recognition.cells import replace_unusual_characters_by_ascii, strip_mail_quotes
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxShape
from . import cell_runs
from .file_entry import (
    FoundSize,
    NoSudokuError,
    NumberedLine,
    NumberedText,
    ReadingOptions,
    decode_line_leniently,
    find_most_frequent_delimiter_or_none,
    is_comment,
    make_too_many_lines_without_sudoku_error,
    split_fields,
)

if TYPE_CHECKING:
    from ..recognition.sheet import Sheet
    from .lines import LinesInPieces

_CELLS = re.compile(rb"[._*-]*[0-9.][0-9._*-]*")
_USUAL_SIZES = (6, 9, 16, 25)
_NEARLY = 0.1
"""The largest share of a Sudoku's cells that may be missing, or too many, on a line that is nearly
a Sudoku.
"""
_VARIANT_STEMS = (
    *(b"doku", b"diagonal", b"hyper", b"jigsaw", b"killer", b"samurai", b"kropki", b"knight"),
    *(b"suguru", b"tectonic", b"futoshiki", b"kenken", b"thermometer"),
)
"""Parts of words in lower case. The name of each variant, such as Killer, contains one of them, so
that texts without them need not be searched.
"""
_CELL_SIGNS = b"0123456789."
"""The signs of most cells, which are in no name of a variant."""
HEAD_LINES, _HEAD_BYTES = 4096, 2**20
"""The most lines, and about the most bytes, that are read to recognise the format of a file."""
RECORDS = 100
"""The number of Sudokus at the beginning of a file that decide the column, the meaning of 0 and the
shape of the boxes for the whole file.
"""


class OtherTextSummary(NamedTuple):
    """A count of the lines of a file that have text but no Sudoku, for a warning: their number
    (`total`), and the number and the text of the first such line.
    """

    total: int = 0
    line: int = 0
    text: str = ""


def make_other_text_warning(
    file_name: str, other_text_summary: OtherTextSummary, inner_file_name: str | None = None
) -> Message:
    """Return the warning about the lines of the file `file_name` that have text but no Sudoku.
    `inner_file_name` is the name of the file inside this file that contains the first such line;
    None if the line is in the file itself.
    """
    told = {
        "total": other_text_summary.total,
        "line": other_text_summary.line,
        "text": shorten_and_escape(other_text_summary.text),
    }
    if inner_file_name is None:
        return Message(
            "{file}: lines without a Sudoku: {total}; the first is line {line}, '{text}'",
            file=file_name,
            **told,
        )
    return Message(
        "{file}: lines without a Sudoku: {total}; the first is line {line} of {member}, '{text}'",
        file=file_name,
        member=inner_file_name,
        **told,
    )


class VariantSummary(NamedTuple):
    """The Sudokus of a file that are called variants, for a warning: their number (`total`), and
    for the first of them the name of the variant (`word`) and the place where it is named.
    """

    total: int = 0
    word: str = ""
    place: Message | None = None

    def add(self, other: "VariantSummary") -> "VariantSummary":
        """Return the summary of the Sudokus of both summaries; the first of `other` come later."""
        first = self if self.total else other
        return first._replace(total=self.total + other.total)

    def list_warnings(self, file_name: str) -> list[Message]:
        """Return a list with the warning about the file `file_name`; it is empty if no Sudoku is
        called a variant.
        """
        if not self.total:
            return []
        message = Message("{file}: {place} mentions '{word}'; the classical rules are applied")
        if self.total > 1:
            message = Message(
                "{file}: Sudokus that are called variants: {count}; {place} mentions '{word}'; the "
                "classical rules are applied"
            )
        values = {"file": file_name, "count": self.total, "place": self.place, "word": self.word}
        return [message.with_values(**values)]


class LineCountsWithoutSudoku(NamedTuple):
    """Counts of the lines without a Sudoku in a range of a file.

    - `aside`: the lines anywhere in the range that have text but no Sudoku.
    - `before`: the number of lines before the first Sudoku, blank lines included; None if the range
      has no Sudoku.
    - `after`: the number of lines after the last Sudoku, blank lines included; if the range has no
      Sudoku, the number of all its lines.
    - `variants`: the Sudokus that are called variants.
    """

    aside: OtherTextSummary
    before: int | None
    after: int
    variants: VariantSummary = VariantSummary()


class FormatRevealingLine(NamedTuple):
    """A line that makes the format of a file certain, because it contains a whole Sudoku and other
    text beside it. `run` is the position of the Sudoku's cells on the line, and `found_size` the
    size of the Sudoku.
    """

    line: bytes
    run: cell_runs.GaplessSudokuSpan
    found_size: FoundSize

    @property
    def is_alone(self) -> bool:
        """Whether the line has no other text: a 9×9 Sudoku makes the format certain by itself."""
        return self.run.end - self.run.start == len(self.line)


class FileHead:
    """The first lines of a file, from which its format is recognised, and the options with which
    the file is read.

    - `lines`: the first lines of the file, up to the first line that makes the format certain, at
      most 4096 lines or about 1 MiB.
    - `content`: those of `lines` that are neither empty nor comments.
    - `rest`: an iterator over all lines of the file, from the first line on, which can be used only
      once.
    - `box`: the shape of the boxes if an option or a comment of the file gives it, otherwise None.
    - `size`: the number of rows of grids with such boxes; None if `box` is None.
    """

    def __init__(
        self,
        lines: Iterator[NumberedLine],
        source: str,
        reading_options: ReadingOptions,
        no_sudoku_description: Message | None = None,
        sheets: "Sequence[Sheet] | None" = None,
        *,
        is_pair: bool = False,
        numbered_lines: "LinesInPieces | None" = None,
    ) -> None:
        """Read the first lines of a file, as many as are needed to recognise its format. `lines`
        are the numbered lines of the file, `source` is the name of the file in errors, and
        `is_pair` is whether the file should contain exactly two Sudokus.

        `no_sudoku_description` describes the file in the error for a file without Sudokus, such as
        "an empty file"; None for a file of ordinary lines. `sheets` are the tables of which the
        lines are the rows; None if the lines are text. `numbered_lines` is the object over which
        `lines` iterates; None if the lines were made from another format.
        """
        self.sheets, self.numbered_lines = sheets, numbered_lines
        self.source, self.reading_options, self.is_pair, self.no_sudoku_description = (
            source,
            reading_options,
            is_pair,
            no_sudoku_description,
        )
        self.other_text_summary = OtherTextSummary()
        self.kept_lines: deque[NumberedText] | None = (
            deque() if reading_options.keeps_lines else None
        )
        """The lines without a Sudoku, if the caller asks for them; None if it does not."""
        self.hidden_sheets = dict[str, None]()
        """The names of hidden sheets of a spreadsheet that contain Sudokus, in their order."""
        self.restored = list[str]()
        """The addresses of the cells in which zeros at the beginning of a number were restored."""
        self.variants_of_sheets = dict[str, tuple[int, str]]()
        """The words outside of the Sudokus that name a variant, such as Killer: maps the name of a
        sheet to the number of the first such line and the variant. Words that belong to no sheet
        have an empty name, and belong to all Sudokus of the file.
        """
        self.sheet = ""
        """The name of the sheet of the last line; empty if the file has no sheets, or if the reader
        names the sheet of each line.
        """
        self.gap = 0
        """The number of lines since the last Sudoku. The reader of Sudokus sets it to 0 after each
        Sudoku.
        """
        self.reader_of_rows = ""
        """The name of the file with the reader that was found, if each Sudoku has a row."""
        self.is_whole = False
        """Whether `lines` are all lines of the file."""
        if numbered_lines is None or not numbered_lines.are_records_joined:
            lines = _yield_lines_with_joined_quoted_fields(lines)
        self.lines, length = list[NumberedLine](), 0
        size = reading_options.box.size if reading_options.box else None
        for number, line in lines:
            self.lines.append((number, line))
            length += len(line)
            is_enough = len(self.lines) == HEAD_LINES or length > _HEAD_BYTES
            if is_enough or _make_format_revealing_line_or_none(number, line, size):
                break
        else:
            self.is_whole = True
        self._lines_after_head = lines
        for number, line in self.lines:
            if number and is_comment(line):
                self.record_variant(number, decode_line_leniently(line))
        self._error_after_head: PairFileError | None = None
        self.rest: Iterator[tuple[int, bytes]] = chain(
            self.lines, lines, self._raise_error_after_head()
        )
        self.box = reading_options.box or _find_box_shape_in_comments_or_none(self.lines)
        self.size = self.box.size if self.box else None
        self.content = list(filter(_is_content, self.lines))

    def read_on(self, content_count: int) -> None:
        """Read further lines into the head until it has `content_count` lines that are neither
        empty nor comments, or the file ends. A caller that needs more than the format, such as the
        column of the Sudokus, calls this before `rest` is used.
        """
        length = sum(len(line) for _, line in self.lines)
        while len(self.content) < content_count and length <= _HEAD_BYTES:
            try:
                line = next(self._lines_after_head, None)
            except PairFileError as error:
                self._error_after_head = error  # the Sudokus before it are read first
                break
            if line is None:
                self.is_whole = True
                break
            # `rest` iterates over `self.lines`, and so yields this line, too.
            self.lines.append(line)
            length += len(line[1])
            if _is_content(line):
                self.content.append(line)

    def list_records(self, first_line: int) -> list[NumberedLine]:
        """Return the first lines of `content` from line `first_line` on that have been read, at
        most `RECORDS`.
        """
        start = bisect_left(self.content, first_line, key=itemgetter(0))
        return self.content[start : start + RECORDS]

    def read_records(self, first_line: int) -> list[NumberedLine]:
        """Read on until `list_records` has `RECORDS` lines, or the file ends, and return these
        lines. As for `read_on`, `rest` must not have been used.
        """
        self.read_on(bisect_left(self.content, first_line, key=itemgetter(0)) + RECORDS)
        return self.list_records(first_line)

    def _raise_error_after_head(self) -> Iterator[NumberedLine]:
        """Raise the error that ended `read_on`, if there was one; yield nothing."""
        if self._error_after_head is not None:
            raise self._error_after_head
        yield from ()

    @cached_property
    def format_revealing_line(self) -> FormatRevealingLine | None:
        """The first line that makes the format certain, because it contains a whole Sudoku and
        other text beside it; such a line cannot be a row of a larger grid. None if there is no such
        line.
        """
        found = (
            _make_format_revealing_line_or_none(number, line, self.size)
            for number, line in self.content
        )
        return next(filter(None, found), None)

    @property
    def is_xml(self) -> bool:
        """Whether the text begins like XML."""
        return bool(self.content) and self.content[0][1].lstrip().startswith(b"<")

    @property
    def may_have_columns(self) -> bool:
        """Whether the file may be a table or consist of JSON objects, so that its Sudokus may be in
        a column. It may if the user chose a column, if a line has text beside a Sudoku, if the file
        was a spreadsheet, or if a line contains a delimiter of fields or a brace of JSON.
        """
        options = self.reading_options
        is_known = options.column is not None or options.solution_column is not None
        line = self.format_revealing_line
        is_known = is_known or self.sheets is not None or (line is not None and not line.is_alone)
        return is_known or any(sign in line for _, line in self.content for sign in b",;\t|{")

    @property
    def may_have_whole_sudokus(self) -> bool:
        """Whether one of the first lines has enough signs for all cells of a Sudoku."""
        least = SMALLEST_AS_TEXT**2
        return any(len(line) - line.count(b" ") >= least for _, line in self.content)

    def record_line_without_sudoku(self, line_number: int) -> None:
        """Count line `line_number`, which contains no Sudoku. Raises `PairFileError` if more such
        lines follow one another than the options allow.
        """
        if (
            self.reading_options.file_range is not None
            and line_number <= self.reading_options.file_range.last_recognition_line_number
        ):
            return
        self.gap += 1
        if self.gap > self.reading_options.max_gap:
            raise make_too_many_lines_without_sudoku_error(
                self.source, line_number, self.reading_options.max_gap
            )

    def store_line_without_sudoku_if_wanted(self, line_number: int, line: bytes) -> None:
        """Keep line `line_number`, which contains no Sudoku, for a caller that needs such lines. Do
        nothing if no caller needs them.
        """
        if self.kept_lines is not None and line.strip():
            self.kept_lines.append((line_number, decode_line_leniently(line)))

    def record_variant(self, line_number: int, text: str, sheet: str = "") -> None:
        """Record the name of a variant in `text`, the words outside of the Sudokus on line
        `line_number` of a file or of the sheet `sheet`. Do nothing if the text names no variant.
        """
        sheet = sheet or self.sheet
        if sheet in self.variants_of_sheets or not may_name_variant(
            [text.encode(errors="replace")]
        ):
            return
        # Few files need this module, which imports this one.
        if word := load_object("reading.variants:find_variant_name")(text):
            self.variants_of_sheets[sheet] = line_number, word

    def record_other_text(self, line_number: int, text: str, sheet: str = "") -> None:
        """Count line `line_number`, which has text but no Sudoku, for the warning about such lines.
        If the text names a variant, the Sudokus of the sheet `sheet`, or of the whole file if
        `sheet` is an empty text, are called so.
        """
        self.record_variant(line_number, text, sheet)
        if (
            self.reading_options.file_range is not None
            and line_number <= self.reading_options.file_range.last_recognition_line_number
        ):
            return
        total, line, first = self.other_text_summary
        self.other_text_summary = OtherTextSummary(total + 1, line or line_number, first or text)

    def list_fields_if_table(self, line: str) -> list[str]:
        """Return the fields of `line` if the file seems to be a table, otherwise an empty list. The
        file seems to be a table if its first two lines have the same number of fields, and `line`
        has two or more that are not empty. Bars, and commas in sentences, do not separate fields
        here.
        """
        delimiter = find_most_frequent_delimiter_or_none(line)
        if delimiter is None or delimiter == "|" or is_prose(line):
            return []
        counts = {
            len(split_fields(decode_line_leniently(other), delimiter))
            for _, other in self.content[:2]
        }
        fields = split_fields(line, delimiter)
        is_table = len(counts) == 1 and sum(bool(field.strip()) for field in fields) > 1
        return fields if is_table else []

    def _find_nearest_line_and_cell_count(self) -> tuple[int, int] | None:
        """Return two numbers for the line that is nearly a Sudoku: the number of the line, and its
        number of cells. It is the line whose number of cells is nearest to that of a Sudoku. Return
        None if no line has nearly as many cells as a Sudoku.
        """
        found = list[tuple[float, int, int]]()
        for number, line in self.lines:
            longest = max(map(len, _CELLS.findall(line)), default=0)
            missing = min(abs(longest - size**2) / size**2 for size in _USUAL_SIZES)
            if missing <= _NEARLY:
                found.append((missing, number, longest))
        return min(found)[1:] if found else None

    def check_not_rounded(self) -> None:
        """Raise `PairFileError` for the first line with a number, such as 5.3E+80, that was a
        Sudoku until a spreadsheet rounded it.
        """
        suspects = [(number, line) for number, line in self.content if b"e" in line or b"E" in line]
        if not suspects:
            return
        from .rounded_numbers import make_rounded_error_or_none  # few files need this module

        for number, line in suspects:
            if problem := make_rounded_error_or_none(
                self.source, number, decode_line_leniently(line), self.size
            ):
                raise problem

    def make_no_sudoku_error(
        self, fallback_line_number: int = 1, title_above: str = ""
    ) -> PairFileError:
        """Return the error for a file that contains no Sudoku. The error quotes the first line with
        other text that was counted. If no such line was counted, the error is about the line with
        the number `fallback_line_number`, or quotes `title_above`, the text above this line, if it
        is not empty.
        """
        expected = Message("two Sudokus") if self.is_pair else Message("a Sudoku")
        nearest = None
        found, aside = self.no_sudoku_description or Message("no cells"), self.other_text_summary
        if self.no_sudoku_description is None and (text := aside.text or title_above):
            fallback_line_number = aside.line or (self.content[0][0] if self.content else 1)
            found = Message(
                "text that is no Sudoku: '{text}'", text=shorten_and_escape(text.strip())
            )
            nearest = self._find_nearest_line_and_cell_count()
            if nearest is not None:
                found = Message(
                    "{found}; of {count} lines, line {line} is the nearest to a Sudoku: {cells} "
                    "cells",
                    found=found,
                    count=max(self.content[-1][0], self.gap - 1),
                    line=nearest[0],
                    cells=nearest[1],
                )
            if names := join_column_names_for_message(self.list_fields_if_table(text)):
                found = Message("a table without a column of Sudokus: {names}", names=names)
        message = Message("expected {expected}, found {found}", expected=expected, found=found)
        error = NoSudokuError(self.source, fallback_line_number, 1, message)
        error.is_near = nearest is not None
        return error


def _is_content(line: NumberedLine) -> bool:
    """Return whether a line is neither empty nor a comment."""
    return bool(line[1].strip(b" \t")) and not is_comment(line[1])


def may_name_variant(texts: Iterable[bytes]) -> bool:
    """Return whether one of some texts may contain the name of a variant. This is quick, and False
    is certain.

    >>> [may_name_variant([b"7", text]) for text in (b"Easy Sudoku", b"No. 7", b"Sudoku 7")]
    [True, False, False]
    """
    words = b"\n".join(texts).translate(None, _CELL_SIGNS).lower().strip()
    return words != b"sudoku" and any(stem in words for stem in _VARIANT_STEMS)


def is_prose(line: str) -> bool:
    """Return whether a line is prose (a sentence, or the beginning of a letter) and not a row of a
    table. It is prose if each comma and semicolon follows a word, and if the line ends like a
    sentence or has four words without a comma between them.

    >>> [is_prose(line) for line in ("Dear Ann, here is my Sudoku", "id, name, score", "a,b")]
    [True, False, False]
    """
    line = line.strip()
    if re.search(r"[,;](?![ ]|$)", line) or "\t" in line:
        return False
    is_sentence = line.endswith((".", "!", "?", ":", ","))
    return is_sentence or any(len(part.split()) > 3 for part in re.split(r"[,;]", line))


def _yield_lines_with_joined_quoted_fields(lines: Iterator[NumberedLine]) -> Iterator[NumberedLine]:
    """Return an iterator over the lines of a file. If the file is a table, a record with line ends
    in a quoted field becomes one line.
    """
    before = list[NumberedLine]()
    for number, line in lines:
        before.append((number, line))
        if line.strip() and not is_comment(line):
            if delimiter := find_most_frequent_delimiter_or_none(decode_line_leniently(line)):
                from .fields import yield_records_as_single_lines  # few files need this module

                return yield_records_as_single_lines(before, lines, delimiter)
            break
        if len(before) == HEAD_LINES:
            break
    return chain(before, lines)


def find_character_column(line: bytes, byte_index: int) -> int:
    """Return the column of the byte at index `byte_index` of a line: its position, counted in
    characters from 1.
    """
    return len(decode_line_leniently(line[:byte_index])) + 1


def parse_column_number_as_index_or_none(column: str | int) -> int | None:
    """Return the index, from 0, of a table column that the caller chose by its number, from 1; None
    if `column` is not a number but a name.
    """
    if isinstance(column, str):
        column = int(column) if column.isascii() and column.isdigit() and len(column) < 10 else 0
    return column - 1 if column > 0 else None


def make_no_such_column_error(
    source: str, line: int, column: str | int, column_names: list[str]
) -> PairFileError:
    """Return the error for a table that does not have the column that the caller chose. `source` is
    the name of the file, `column` is the chosen name or number (from 1), and `column_names` are the
    names of the table's columns. `line` is the number of the line with these names.
    """
    columns = Message("the columns {names}", names=join_column_names_for_message(column_names))
    found = columns if column_names else Message("no line of names")
    expected = Message("a column '{column}'", column=shorten_and_escape(str(column)))
    return make_unexpected_error(source, line, 1, expected, found)


def join_column_names_for_message(names: list[str]) -> str:
    """Return at most eight names of table columns, separated by commas, as a line that is safe to
    print on a terminal.
    """
    return ", ".join(shorten_and_escape(name) for name in names[:8]) + (
        ", …" if len(names) > 8 else ""
    )


def _make_format_revealing_line_or_none(
    line_number: int, line: bytes, size: int | None
) -> FormatRevealingLine | None:
    """Return a line as a `FormatRevealingLine` if the line makes the format of the file certain. It
    does if it contains a whole 9×9 Sudoku, or a whole Sudoku of another size and other text beside
    it. Return None for other lines. If `size` is given, only Sudokus with `size` rows count.
    """
    is_plain = line.isascii() and b"?" not in line and b">" not in line
    for same in (
        [line]
        if is_plain
        else [line, replace_unusual_characters_by_ascii(decode_line_leniently(line)).encode()]
    ):
        if not is_comment(same) and (run := cell_runs.find_first_gapless_sudoku_span(same, size)):
            beside = same[: run.start] + same[run.end :]
            if run.size == 9 or beside.strip(b" \t\"',;[](){}"):
                return FormatRevealingLine(
                    same,
                    run,
                    FoundSize(run.size, line_number, find_character_column(same, run.start)),
                )
    return None


def _find_box_shape_in_comments_or_none(lines: list[NumberedLine]) -> BoxShape | None:
    """Return the shape of the boxes that a comment such as `# box 3x2` gives, if it is before the
    first row of cells. Return None if there is no such comment. A mail may quote it. Pages of
    versions up to 1.2 wrote `# boxes 3x2`.
    """
    for _, line in lines:
        text = strip_mail_quotes(decode_line_leniently(line))
        words = text.replace("#", " # ", 1).split()
        if words and words[0] != "#":
            break
        if len(words) == 3 and words[1] in ("box", "boxes"):
            with suppress(GridError):
                return BoxShape.parse(words[2])
    return None
