"""Reading of a whole text: plain rows of cells, or whatever else the recogniser finds in it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from ..base.errors import PairFileError, make_unexpected_error
from ..base.messages import Message, quote
from ..sudoku.grid import SMALLEST_AS_TEXT
from ..sudoku.shape import BoxEvidence, BoxShape
from .file_entry import (
    Entry,
    FaultError,
    FoundSize,
    NumberedLine,
    NumberedText,
    RivalReadingsError,
    make_second_sudoku_missing_error,
    make_too_many_lines_without_sudoku_error,
    yield_lines_with_limited_total_bytes,
)
from .file_head import HEAD_LINES, FileHead
from .lines import decode_numbered_line
from .plain_rows import PlainRows

if TYPE_CHECKING:
    from ..recognition.meaning import RefusedTextError
    from ..recognition.nearest_reading import NearestFault
    from ..recognition.options import RecognitionOptions
    from ..recognition.recognise import FoundSudoku

_LEAST_GAP = 1000
"""A run of lines without cells that is no longer than this may be a part of a Sudoku."""
_NEAR = 200
"""A line of a long text that is further away from each line like cells belongs to no Sudoku."""
_MOST_COMPARED = 720
"""The number of rows of a table of numbers that are compared with those of smaller Sudokus side by
side. It is a multiple of the usual sizes.
"""
_STARTS_OF_VALUES = ("{", "[", '"', "<")
"""The first signs of JSON and XML."""
_LIKE_CELLS = re.compile(
    r"[0-9._*?]{8}|[0-9]--|--[0-9]|^\s*[0-9._*?-]{4,}\s*$"
    r"|(?:[0-9._*?-]{2,5}[\s|]{1,3}){2}[0-9._*?-]{2}"  # cells with gaps between boxes
    r"|(?:(?<!\w)[\w.*](?!\w)[^\w\n]*){4}"  # cells of one sign
    r"|[A-Z]{9}"
    r"|(?:\b\d\d?\b[\s,;|\]\[]{1,3}){4}"  # cells of one or two digits
    r"|\b[rR]\d+[cC]\d|\b[A-I][1-9]\b|\]\s*\["  # places
)
"""A part of a line that has cells or their places."""


def _may_have_cells(text: str) -> bool:
    """Return whether a line, or a part of XML, may have a cell of a Sudoku."""
    return _CELL.search(text) is not None


_EMOJI = {
    0x20E3: "",
    0xFE0E: "",
    0xFE0F: "",
    **dict.fromkeys(map(ord, "⬛⬜◻◼◽◾▫▪🔲🔳🟥🟦🟧🟨🟩🟪🟫"), "."),
}
"""The signs that make a digit a keycap, which are left out, and squares, which are blank cells."""
_CELL = re.compile(r"[0-9._*?]|(?:(?<!\w)\w(?!\w)\W*){4}|[A-Z]{4}")
"""A part of a line that may be a cell."""


class RecognisedText:
    """The Sudokus of a text that is in memory as a whole, such as grids drawn on several lines,
    lists of a program, or XML.
    """

    is_one_a_line = False
    header: NumberedText | None = None
    delimiter: str | None = None

    def __init__(self, file_head: FileHead) -> None:
        """Read all lines of a file and find its Sudokus. `file_head` has the first lines. Raises
        `PairFileError` if the text holds no Sudoku, or if it is not certain which.
        """
        self._file_head = file_head
        self.box_evidence: Mapping[BoxShape, BoxEvidence] = {}
        """The shapes of boxes, except square ones, and what shows them."""
        self._plain: PlainRows | None = None
        self._entries = list[Entry]()
        self._error: PairFileError | None = None
        source = file_head.source
        lines = yield_lines_with_limited_total_bytes(source, file_head.rest, Message("a text"))
        self._lines, self._left_out = list[NumberedText](), list[NumberedText]()
        self._collect_lines(lines)
        self._lines_before = self._lines[0][0] - 1 if self._lines else 0
        if len(self._lines) > 1 and not self._lines[-1][1]:
            del self._lines[-1]  # the end of the last line begins no row of blanks
        options = file_head.reading_options
        plain = None
        if options.blank is None and not options.offset:
            plain = PlainRows(file_head, self._lines)
            if plain.is_certain:
                self._use_plain_rows(plain)
                self._check_gaps((number, number) for number in plain.row_numbers)
                return
            if plain.is_table_of_numbers and not self._has_sudokus_side_by_side(plain):
                raise self._make_table_of_numbers_error(plain)
        self._leave_out_long_runs()
        from ..recognition.meaning import RefusedTextError  # not needed for most pairs
        from ..recognition.recognise import read_lines

        texts, blank = _replace_unknown_sign([text for _, text in self._lines], options.blank)
        choices = make_choices(file_head)._replace(blank=blank)
        try:
            reading = read_lines(texts, choices)
        except RefusedTextError as refusal:
            self._refuse(plain, refusal, texts, choices)
            return
        self._fault = plain.error if plain else None
        if reading.fault is not None and self._error is None:
            self._error = make_error(file_head, self._lines, reading.fault)
        left = [*self._left_out, *(self._lines[index] for index in reading.left)]
        for number, text in sorted(left):
            if number:  # not the name of a sheet
                file_head.record_other_text(number, text)
        self._entries = [self._make_entry(sudoku) for sudoku in reading.sudokus]
        first, last = reading.sudokus[0], reading.sudokus[-1]
        span = first.square.spans[0]
        self.found_size = FoundSize(first.box.size, self._lines[span.line][0], span.start + 1)
        self.box_evidence = reading.box_evidence
        file_head.box = first.box
        self._check_boxes()
        self._end = last.square.last_line
        squares = [sudoku.square for sudoku in reading.sudokus]
        self._check_gaps(
            (self._lines[square.first_line][0], self._lines[square.last_line][0])
            for square in squares
        )

    def _collect_lines(self, lines: Iterator[NumberedLine]) -> None:
        """Keep the lines of the text, up to the first gap that is longer than the options allow. A
        line counts towards a gap here only if it surely has no cells, so that a gap is found
        without the recogniser.
        """
        source, most = self._file_head.source, self._file_head.reading_options.max_gap
        is_xml, gap, end = self._file_head.is_xml, 0, 0
        for number, line in lines:
            text = decode_numbered_line(source, number, line)
            text = text if text.isascii() else text.translate(_EMOJI)
            for piece in text.split("<") if is_xml else (text,):
                gap = 0 if _may_have_cells(piece) else gap + 1
                if gap == most + 1:
                    end = number
                if gap > max(most, _LEAST_GAP):
                    self._error = make_too_many_lines_without_sudoku_error(source, end, most)
                    return
            if gap <= _LEAST_GAP or text.strip():  # not millions of blank lines
                self._lines.append((number, text))

    def _leave_out_long_runs(self) -> None:
        """Leave out lines far away from all lines that may have cells, as the recogniser takes long
        for them. Leave out all lines if the text is long, and its first lines have nothing like
        cells.
        """
        texts = [text for _, text in self._lines]
        start = next(filter(None, (text.lstrip("\ufeff \t\r")[:1] for text in texts)), "")
        if len(texts) < HEAD_LINES or start in _STARTS_OF_VALUES:
            return
        near = 0  # the index after the last line that is near one with cells
        kept = list[NumberedText]()
        for index, text in enumerate(texts):
            if _LIKE_CELLS.search(text):
                kept += self._lines[max(near, index - _NEAR) : index + _NEAR + 1]
                near = index + _NEAR + 1
        numbers = {number for number, _ in kept}
        self._left_out = [
            (number, text)
            for number, text in self._lines
            if number not in numbers and any(map(str.isalnum, text))
        ]
        self._lines = kept

    def _check_gaps(self, places: Iterable[tuple[int, int]]) -> None:
        """Leave out all Sudokus after a gap that is longer than the options allow. `places` has the
        numbers of the first and the last line of each Sudoku, or of each of its rows. Raises
        `PairFileError` if no Sudoku is left.
        """
        most, before = self._file_head.reading_options.max_gap, self._lines_before
        lines = self._lines
        for first, last in chain(places, [(lines[-1][0] + 1, 0)]):
            if first - before - 1 > most:
                number = before + most + 1
                self._error = make_too_many_lines_without_sudoku_error(
                    self._file_head.source, number, most
                )
                self._entries = [entry for entry in self._entries if entry.line < number]
                if not self._entries:
                    raise self._error
                return
            before = max(before, last)

    def _use_plain_rows(self, plain: PlainRows) -> None:
        """Make the Sudokus of `plain`, which has read each line of the text as a row of cells, the
        Sudokus of this object.
        """
        assert plain.found_size is not None
        self._plain, self.found_size, self._entries = plain, plain.found_size, plain.entries
        if not plain.entries:
            return
        box = plain.entries[0].shape
        if box.height != box.width:
            if self._file_head.box is not None or plain.has_drawn_boxes:
                self.box_evidence = {box: BoxEvidence.CERTAIN}
            else:
                # Square boxes cannot be turned.
                from ..recognition.rules import (
                    decide_box,
                    find_box_evidence,
                    make_box_doubt_message,
                )

                grids = [tuple(entry.cell_bytes) for entry in plain.entries]
                shape = decide_box(grids, box.size)
                if shape is None:
                    message = make_box_doubt_message(box.size)
                    raise PairFileError(self._file_head.source, self.found_size.line, 1, message)
                box = shape
                self.box_evidence = find_box_evidence((box, grid) for grid in grids)
                self._entries = [entry.with_shape(box) for entry in plain.entries]
                self._check_boxes()
        self._file_head.box = box

    def _check_boxes(self) -> None:
        """Let the reading end with an error at the first Sudoku that fits only the turned shape of
        boxes, if no drawing or option shows the shape.
        """
        shown = {box for box, one in self.box_evidence.items() if one is not BoxEvidence.CERTAIN}
        if not shown:
            return
        from .list_meaning import BoxCheck

        source = self._file_head.source
        checks = {box: BoxCheck(source, box, BoxShape(box.width, box.height)) for box in shown}
        for number, entry in enumerate(self._entries):
            error = checks[entry.shape](entry).error if entry.shape in shown else None
            if error is not None:
                del self._entries[number:]
                self._error = error
                return

    def _refuse(
        self,
        plain: PlainRows | None,
        refusal: "RefusedTextError",
        texts: Sequence[str],
        choices: "RecognitionOptions",
    ) -> None:
        """Take the plain rows above the first fault of a text that the recogniser refuses. Raises
        `PairFileError`, the fault, if there are none.
        """
        if self._error is not None:
            raise self._error from None
        self._file_head.check_not_rounded()
        if plain is not None and plain.ends_with_map_of_regions:
            from ..recognition.variant_data import REGIONS

            raise FaultError(self._file_head.source, plain.first_line_of_last_grid, 1, REGIONS)
        if not refusal.is_final or not refusal.line:
            from ..recognition import nearest_reading as search  # only for refused texts

            nearest = None
            if not refusal.is_rival:  # no line has a fault then
                nearest = search.find_nearest_reading(texts, choices, refusal)
            if nearest is None and self._file_head.sheets is not None:
                nearest = search.find_nearest_reading_of_table(texts, choices)
            if nearest is not None:
                self._use_plain_rows_before_fault(plain, nearest)
                return
            self._suggest_option(texts, choices, refusal)
        self._use_plain_rows_or_raise(plain, refusal)

    def _has_sudokus_side_by_side(self, plain: PlainRows) -> bool:
        """Return whether the recogniser reads the first rows of a table of numbers as smaller
        Sudokus, or names the data of a variant in them.
        """
        from ..recognition.meaning import RefusedTextError  # not needed for most pairs
        from ..recognition.recognise import read_lines

        assert plain.found_size is not None
        last = plain.row_numbers[:_MOST_COMPARED][-1]
        texts = [text for number, text in self._lines if number <= last]
        try:
            reading = read_lines(texts, make_choices(self._file_head))
        except RefusedTextError as refusal:
            return refusal.is_final and refusal.line > 0
        return reading.sudokus[0].box.size != plain.found_size.size

    @property
    def _has_several_sheets(self) -> bool:
        """Whether the file is a spreadsheet with several sheets."""
        return self._file_head.sheets is not None and len(self._file_head.sheets) > 1

    @property
    def _is_table(self) -> bool:
        """Whether the text is a table, so that the user can choose cells of it."""
        from .text_tables import find_table_delimiter  # only for refused texts

        head = self._file_head
        return head.sheets is not None or find_table_delimiter(head.content) is not None

    def _make_table_of_numbers_error(self, plain: PlainRows) -> FaultError:
        """Return the error for a table of numbers, with the options that read Sudokus in it."""
        assert plain.found_size is not None
        size = plain.found_size.size
        if self._has_several_sheets:
            message = Message(
                "{problem}; --sheet NAME reads only one sheet, --range A1:I9 only the cells that "
                "it names, --box {box} rows of {size} cells"
            )
        elif self._is_table:
            message = Message(
                "{problem}; --range A1:I9 reads only the cells that it names, --box {box} rows of "
                "{size} cells"
            )
        else:
            message = Message("{problem}; --box {box} reads rows of {size} cells")
        problem = Message(
            "expected a Sudoku, found a table of numbers: most rows have a number twice"
        )
        message = message.with_values(problem=problem, box=BoxShape.for_size(size), size=size)
        return FaultError(self._file_head.source, plain.row_numbers[0], 1, message)

    def _suggest_option(
        self, texts: Sequence[str], choices: "RecognitionOptions", refusal: "RefusedTextError"
    ) -> None:
        """Raise `PairFileError`, the refusal, with the option with which the text is read; return
        if there is no such option.
        """
        from ..recognition.nearest_reading import find_accepting_option

        option = find_accepting_option(texts, choices)
        if option is not None:
            number = self._lines[max(refusal.line - 1, 0)][0]
            message = Message(
                "{problem}; with {option} the text is read", problem=refusal.message, option=option
            )
            kind = RivalReadingsError if refusal.is_rival else FaultError
            raise kind(self._file_head.source, number, 1, message)

    def _use_plain_rows_before_fault(
        self, plain: PlainRows | None, nearest: "NearestFault"
    ) -> None:
        """Take the plain rows above the Sudoku that has the fault of the nearest reading. Raises
        `PairFileError`, the fault, if there are none.
        """
        from .rounded_numbers import make_rounded_error_or_none

        source, (number, text) = self._file_head.source, self._lines[nearest.line]
        error = make_rounded_error_or_none(source, number, text)
        error = error or self._make_fault_error(plain, nearest)
        first, size = self._lines[nearest.first][0], nearest.size
        is_same_size = plain and plain.found_size and plain.found_size.size == size
        if plain is None or not is_same_size or not plain.is_size_allowed or plain.has_titles:
            raise error
        ends = plain.row_numbers[size - 1 :: size]
        entries = zip(plain.entries, ends, strict=False)
        plain.entries = [entry for entry, end in entries if end < first]
        if nearest.is_row_missing:
            plain.drop_entries_of_faulty_block()
        if not plain.entries:
            raise error
        self._use_plain_rows(plain)
        self._error = error

    def _make_fault_error(self, plain: PlainRows | None, nearest: "NearestFault") -> FaultError:
        """Return the error about the fault of the nearest reading. If the plain rows have a fault
        in the same row, or end where a row is missing, it has their message.
        """
        place = self._lines[nearest.line][0], nearest.column, nearest.message
        size = plain.found_size.size if plain and plain.found_size else 0
        if plain and plain.error and size == nearest.size:
            fault, ends = plain.error, [place[0]] if nearest.has_wrong_row else []
            if nearest.is_row_missing:  # the plain rows end at the first line without cells
                last, *after = self._lines[nearest.last : nearest.last + 2]
                ends = [last[0], *(line for line, text in after if not text.strip())]
            if fault.line in ends:
                place = fault.line, fault.column, fault.message
        elif plain and plain.found_size and not plain.is_size_allowed:
            number, column = plain.found_size.line, plain.found_size.column
            place = (number, column, place[2]) if number == place[0] else place
        return FaultError(self._file_head.source, *place)

    def _use_plain_rows_or_raise(
        self, plain: PlainRows | None, refusal: "RefusedTextError"
    ) -> None:
        """Take the rows of a text that the recogniser refuses, up to their first fault. Raises
        `PairFileError`, the refusal, if the text has no plain rows, if the recogniser found a
        Sudoku of another size, or if the signs have two meanings.
        """
        head, size = self._file_head, plain.found_size if plain else None
        if size is not None and refusal.is_without_sudoku:
            lines = chain(self._lines, self._left_out)
            text = next((text for number, text in lines if number == size.line), "")
            # A line of a program or a table, such as %-----, or one number in a column of numbers.
            if text and (size.size == 1 or not re.search(r"[\w.]", text)):
                raise self._make_no_sudoku_error()
        is_other_size = size is not None and (
            bool(refusal.sizes) and size.size not in refusal.sizes
        )
        are_rows = plain is not None and not (is_other_size or plain.are_no_small_sudokus)
        if plain and are_rows and not refusal.is_final and size is not None:
            if not plain.is_size_allowed:
                self.found_size = size  # the file refuses it
                return
            if plain.error is not None:
                plain.drop_entries_of_faulty_block()
                if plain.is_text_of_words:
                    raise self._make_no_sudoku_error()
                if plain.has_empty_field and not plain.entries:
                    raise self._make_empty_fields_error(plain)
                # A text with a fault does not show that its lines are rows of a very small Sudoku.
                is_small = size.size < SMALLEST_AS_TEXT
                if plain.has_titles or not plain.entries or is_small:
                    raise plain.error
                self._use_plain_rows(plain)
                self._error = self._error or plain.error
                return
        if refusal.is_without_sudoku:
            raise self._make_no_sudoku_error()
        raise self._add_options_of_tables(make_error(head, self._lines, refusal), refusal)

    def _make_no_sudoku_error(self) -> PairFileError:
        """Return the error for a text without a Sudoku."""
        head = self._file_head
        if head.is_xml:
            return _make_xml_error(head.source, [text for _, text in self._lines])
        for number, text in self._lines:
            if any(map(str.isalnum, text)) and not text.lstrip().startswith("#"):
                head.record_other_text(number, text)
        return head.make_no_sudoku_error(head.content[0][0] if head.content else 1)

    def _make_empty_fields_error(self, plain: PlainRows) -> PairFileError:
        """Return the error for a table with empty fields that do not show where its Sudokus are."""
        from .text_tables import EMPTY_CELLS  # only for refused texts

        return PairFileError(self._file_head.source, plain.row_numbers[0], 1, EMPTY_CELLS)

    def _add_options_of_tables(
        self, error: PairFileError, refusal: "RefusedTextError"
    ) -> PairFileError:
        """Return the error of a refused text with the options that choose cells of a table, if the
        text is one and a line looks like cells of no Sudoku.
        """
        if not self._is_table or not refusal.unexplained:
            return error
        message = Message("{problem}; --range A1:I9 reads only the cells that it names")
        if self._has_several_sheets:
            message = Message(
                "{problem}; --sheet NAME reads only one sheet, --range A1:I9 only the cells that "
                "it names"
            )
        message = message.with_values(problem=error.message)
        return PairFileError(error.source, error.line, error.column, message)

    def yield_entries(self, shape: BoxShape) -> Iterator[Entry]:
        """Yield an `Entry` for each Sudoku of the text. `shape` is the shape of the first. Raises
        `PairFileError` at the first fault.
        """
        del shape
        entries: Sequence[Entry] = self._entries
        if any(entry.sudoku_name for entry in entries):
            from .titled_solutions import separate_titled_solutions  # not needed without titles

            entries = separate_titled_solutions(self._file_head.source, entries)
        yield from entries
        if self._error is not None:
            raise self._error

    def _make_entry(self, sudoku: "FoundSudoku") -> Entry:
        first, last = sudoku.square.first_line, sudoku.square.last_line
        raw = "\n".join(text for _, text in self._lines[first : last + 1]).encode()
        return Entry(self._lines[first][0], sudoku.box, sudoku.cells, raw, title=sudoku.name)

    def make_missing_sudoku_error(self, _: Entry | None = None) -> PairFileError:
        """Return the error for a file that should contain two Sudokus but has only one."""
        if self._plain is not None:
            return self._plain.make_missing_sudoku_error()
        if self._fault is not None:
            return self._fault
        number, text = self._lines[self._end]
        column = len(text.rstrip()) + 1
        return make_second_sudoku_missing_error(self._file_head.source, number, column)


def make_choices(file_head: FileHead) -> "RecognitionOptions":
    """Return the options with which the recogniser reads a file: a column may be given by its
    number, and `file_head`, the first lines of the file, may show the shape of the boxes.
    """
    from ..recognition.options import RecognitionOptions  # not needed for most pairs

    options = file_head.reading_options
    column = options.column
    if isinstance(column, str) and column.isdecimal():
        column = int(column)
    return RecognitionOptions(
        file_head.box, options.max_size, column, options.blank, options.offset, options.placed
    )


def _replace_unknown_sign(texts: list[str], blank: str | None) -> tuple[list[str], str | None]:
    """Return lines with a full stop for a blank sign that the recogniser does not know, such as @
    or a word, and the sign that means blank in the result.
    """
    if blank is None:
        return texts, None
    from ..recognition.square import TOKEN  # not needed for most pairs

    if TOKEN.fullmatch(blank):
        return texts, blank
    pattern = re.escape(blank)
    pattern = rf"(?<![^\W_]){pattern}(?![^\W_])" if blank.isalnum() else pattern
    return [re.sub(pattern, ".", text) for text in texts], "."


def make_error(
    file_head: FileHead, lines: Sequence[tuple[int, object]], refusal: "RefusedTextError"
) -> PairFileError:
    """Return the refusal of the recogniser as the error of a file. `lines` are the numbered lines
    that it has read.
    """
    number = lines[max(refusal.line - 1, 0)][0]
    kind = RivalReadingsError if refusal.is_rival else PairFileError
    return kind(file_head.source, number, 1, refusal.message)


def _make_xml_error(source: str, texts: Sequence[str]) -> PairFileError:
    """Return the error for a text that begins like XML and has no Sudoku."""
    from ..recognition.xml_values import XmlError, parse_xml

    expected, found = Message("a Sudoku"), Message("XML without Sudokus")
    try:
        parse_xml("\n".join(texts))
    except XmlError as error:
        expected, found = Message("XML"), quote(error.found)
    return make_unexpected_error(source, 1, 1, expected, found)
