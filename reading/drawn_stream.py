"""Reading of a long text of drawn grids that all look the same apart from their cells, such as
frames of dashes and bars.

The general reader reads the first lines of the text. If their grids differ only in their cells, the
lines between the first rows of two grids are a template, and all further grids that have the same
template are read one after another, so that the text may have any length. The rest of the text,
from the last grid with this template on, is read by the general reader.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import PairFileError, make_unexpected_error
from ..sudoku.shape import BoxShape
from .file_entry import Entry, NumberedLine, decode_line_leniently
from .file_head import FileHead
from .plain_rows import PlainRows

if TYPE_CHECKING:
    from .recognised_text import RecognisedText
    from .sheet_reader import SheetReader
    from .single_lines import SingleLineReader

    Reader = SingleLineReader | RecognisedText | SheetReader

_LEAST_GRIDS = 20
"""A template is learnt from at least this number of grids."""
_SIZE = 9
"""The number of rows of the grids that are read with a template."""
_DIGITS = b"123456789"
_BLANKS = b".0*_-"
"""The signs that may mean blank; a template has only one of them. The letter x is not among them,
because the general reader may take it for a letter of a word.
"""
_CELL = b"1"
"""The byte that takes the place of each cell in a template."""


class _Template(NamedTuple):
    """The lines from the first row of a grid to the first row of the next grid.

    - `line_count`: the number of these lines.
    - `row_indices`: the indices of the lines that are rows of the grid.
    - `skeleton`: the lines, with a line feed between them and with `_CELL` for each cell.
    - `to_skeleton`: the table for `bytes.translate` that replaces each cell by `_CELL`.
    - `to_values`: the table that replaces each cell by its value, 0 for blank.
    - `others`: all bytes that are no cells.
    - `is_blank_zero`: whether the sign for a blank cell is 0.
    """

    line_count: int
    row_indices: tuple[int, ...]
    skeleton: bytes
    to_skeleton: bytes
    to_values: bytes
    others: bytes
    is_blank_zero: bool

    def read_entry_or_none(self, lines: Sequence[NumberedLine], shape: BoxShape) -> Entry | None:
        """Return the Sudoku in `lines`, with boxes of the shape `shape`. Return None if the lines
        do not have this template, or if the general reader may give their cells another meaning.
        """
        block = b"\n".join([line for _, line in lines])
        if block.translate(self.to_skeleton) != self.skeleton:
            return None
        values = block.translate(self.to_values, self.others)
        if self.is_blank_zero and 9 not in values:
            return None  # 0 may be a digit
        if 0 not in values and not _has_different_values_in_lines(values):
            return None  # perhaps a map of regions
        raw = b"\n".join([lines[index][1] for index in self.row_indices])
        return Entry(lines[0][0], shape, values, raw)


def _has_different_values_in_lines(values: bytes) -> bool:
    """Return whether the values of each row and of each column of a grid are all different."""
    rows = (values[start : start + _SIZE] for start in range(0, _SIZE**2, _SIZE))
    columns = (values[start::_SIZE] for start in range(_SIZE))
    return all(len({*line}) == _SIZE for line in chain(rows, columns))


def _learn_template_or_none(lines: Sequence[bytes]) -> _Template | None:
    """Return the template of `lines`, which begin with the first row of a grid and end before the
    first row of the next grid; None if their signs do not show which bytes are the cells.
    """
    block = b"\n".join(lines)
    digit_count = sum(block.count(sign) for sign in range(0x31, 0x3A))
    blanks = [sign for sign in _BLANKS if digit_count + block.count(sign) == _SIZE**2]
    if len(blanks) != 1:
        return None
    signs = _DIGITS + bytes(blanks)
    rows = tuple(i for i, line in enumerate(lines) if any(sign in line for sign in signs))
    if len(rows) != _SIZE:
        return None
    to_skeleton = bytes.maketrans(signs, _CELL * len(signs))
    to_values = bytes.maketrans(signs, bytes([*range(1, 10), 0]))
    others = bytes(code for code in range(256) if code not in signs)
    return _Template(
        len(lines),
        rows,
        block.translate(to_skeleton),
        to_skeleton,
        to_values,
        others,
        blanks == [*b"0"],
    )


class DrawnStream:
    """The Sudokus of a long text of drawn grids, which are read one after another."""

    is_one_a_line = False
    header = delimiter = None

    def __init__(
        self, file_head: FileHead, start: "Reader", template: _Template, before: int
    ) -> None:
        """Create the reader of the file that begins with `file_head`. `start` has read its first
        grids, `template` is their template, and `before` is the number of lines before the first
        row.
        """
        self._file_head, self._start, self._template = file_head, start, template
        self._before = before
        self.found_size = start.found_size
        self.box_evidence = start.box_evidence

    def yield_entries(self, shape: BoxShape) -> Iterator[Entry]:
        """Yield an `Entry` for each Sudoku of the text. `shape` is the shape of their boxes. Raises
        `PairFileError` at the first fault.
        """
        template, lines = self._template, self._file_head.rest
        last: list[NumberedLine] = [*islice(lines, self._before)]
        entry = None
        while block := list(islice(lines, template.line_count)):
            found = template.read_entry_or_none(block, shape)
            if found is None:
                yield from self._yield_rest(chain(last, block, lines), shape, entry)
                return
            yield found
            last, entry = block, found

    def _yield_rest(
        self, lines: Iterator[NumberedLine], shape: BoxShape, last: Entry | None
    ) -> Iterator[Entry]:
        """Yield the Sudokus that the general reader reads in `lines`. `last` is the Sudoku with
        which these lines begin, and which is not yielded again; None if there is none. Raises
        `PairFileError` if the general reader reads it in another way.
        """
        from .recognised_text import RecognisedText

        head = self._file_head
        head.rest, head.box = lines, shape
        text = RecognisedText(head)
        entries = text.yield_entries(shape)
        if last is not None:
            first = next(entries, None)
            if first is None or first.line != last.line or first.cell_bytes != last.cell_bytes:
                from ..base.messages import Message

                expected = Message("grids that are written in one way")
                found = Message("another form")
                raise make_unexpected_error(head.source, last.line, 1, expected, found)
        yield from entries

    def make_missing_sudoku_error(self, entry: Entry) -> PairFileError:
        """Return the error for a file that should contain two Sudokus but has only one."""
        return self._start.make_missing_sudoku_error(entry)


def make_stream_or_none(
    file_head: FileHead, find_reader: "Callable[[FileHead], Reader]"
) -> DrawnStream | None:
    """Return a reader of the long text that begins with `file_head`, if its grids differ only in
    their cells; None for another text. `find_reader` returns the general reader of a text.
    """
    lines = file_head.lines
    texts = [(number, decode_line_leniently(line)) for number, line in lines]
    starts = [entry.line - lines[0][0] for entry in PlainRows(copy(file_head), texts).entries]
    if len(starts) < _LEAST_GRIDS:
        return None
    first, end = starts[0], starts[-1]
    template = _learn_template_or_none([line for _, line in lines[first : starts[1]]])
    if template is None or starts != [*range(first, end + 1, template.line_count)]:
        return None
    start = _read_start_or_none(file_head, starts, template, find_reader)
    return None if start is None else DrawnStream(file_head, start, template, first)


def _read_start_or_none(
    file_head: FileHead,
    starts: Sequence[int],
    template: _Template,
    find_reader: "Callable[[FileHead], Reader]",
) -> "Reader | None":
    """Return the general reader of the first lines of a text, after it has read them. Return None
    if it reads them in another way than `template`. `starts` are the indices of the first rows of
    the grids in these lines; the last of these grids is not read.
    """
    lines, end = file_head.lines, starts[-1]
    head = copy(file_head)
    head.lines = lines[:end]
    head.content = [line for line in file_head.content if line[0] < lines[end][0]]
    head.rest, head.is_whole = iter(head.lines), True
    head.variants_of_sheets = dict(file_head.variants_of_sheets)
    shape = BoxShape.for_size(_SIZE)
    try:
        start = find_reader(head)
        if start.is_one_a_line or head.box not in (None, shape):
            return None
        general = [*start.yield_entries(shape)]
    except PairFileError:
        return None
    own = list[Entry]()
    for index in starts[:-1]:
        entry = template.read_entry_or_none(lines[index : index + template.line_count], shape)
        if entry is not None:
            own.append(entry)
    is_same = [_describe(entry) for entry in own] == [_describe(entry) for entry in general]
    has_other_text = head.other_text_summary != file_head.other_text_summary
    return start if is_same and not has_other_text else None


def _describe(entry: Entry) -> tuple[object, ...]:
    """Return the properties of an entry in which two readers may differ."""
    return entry.line, entry.shape, entry.cell_bytes, entry.raw, entry.sudoku_name
