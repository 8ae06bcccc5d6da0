"""The check of a reader that takes one Sudoku from each line: it is used only if the recogniser
reads the first lines of the file in the same way.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..sudoku.shape import BoxShape
from .file_entry import NumberedLine, decode_line_leniently
from .file_head import FileHead
from .single_lines import RECORDS, SingleLineReader

if TYPE_CHECKING:
    from .recognise import FoundSudoku

_CHECKED = 60
"""The lines of a file, neither empty nor comments, that the recogniser reads for the check."""
_SIGN = re.compile(rb"[0-9._*]")
_FEW_SIGNS = 15
"""A line with at most this number of signs of cells has no Sudoku, and may be left out."""
_GLUED = re.compile(rb"[0-9._*]*")
_CERTAIN = re.compile(rb"[1-9.]{81}|[1-9.]{16}|[0-9]{81}")
"""A line whose signs have only one meaning, unless 0 is a digit."""


def can_read(reader: SingleLineReader, file_head: FileHead) -> bool:
    """Return whether `reader` reads the first lines of a file, those of `file_head`, as the
    recogniser does, apart from lines that the reader refuses, or counts as lines without a Sudoku.
    Raises `PairFileError` if the recogniser refuses the other lines.
    """
    if file_head.reading_options.has_only_grids or _are_certain(file_head):
        return True
    file_head.read_on(RECORDS)  # as the reader does
    last = file_head.content[:_CHECKED][-1][0]
    shape = file_head.box or BoxShape.for_size(reader.found_size.size)
    head = reader.read_head(shape, is_shape_chosen=file_head.box is not None)
    entries = [entry for entry in head if entry.line <= last]
    refused = {entry.line for entry in entries if entry.error is not None}
    good = {entry.line: tuple(entry.cell_bytes) for entry in entries if entry.error is None}
    # A line of JSON is a record, but a line of another text may be words beside the Sudokus.
    is_json = file_head.content[0][1].lstrip().startswith(b"{")
    has_other_boxes = shape.height != shape.width  # which the reader has checked
    if refused and file_head.is_whole:
        count = _count_recognised(file_head)
        if count and not has_other_boxes and count >= len(good) + is_json:
            return False
    if not good:
        return True  # the errors of the reader name the faults
    lines = [line for line in file_head.lines if line[0] <= last and line[0] not in refused]
    from .meaning import RefusedTextError
    from .recognised_text import make_error

    while True:
        try:
            sudokus = _read(file_head, lines)
            break
        except RefusedTextError as refusal:
            number, line = lines[refusal.line - 1] if refusal.line else (0, b"")
            if refusal.is_without_sudoku:
                # The recogniser does not look for such boxes, nor for grids that break the rules in
                # tables, whose columns may have names.
                return shape.height == 1 or reader.has_columns
            if refusal.is_about_columns and reader.has_columns:
                return True
            if refusal.is_rival and all(_GLUED.fullmatch(line) for _, line in lines):
                return True  # the reader has decided that the lines are no rows of larger Sudokus
            if number in good and reader.has_columns:
                return True  # its columns show that it is a Sudoku
            if number in good or not number or len(_SIGN.findall(line)) > _FEW_SIGNS:
                raise make_error(file_head, lines, refusal) from None
            lines.remove((number, line))
    names = {entry.line: entry.sudoku_name for entry in entries}
    if file_head.is_whole and not reader.has_columns:
        for sudoku, name in zip(sudokus, names.values(), strict=False):
            if name.isalnum() and len(sudoku.name.split()) > 1 and name not in sudoku.name:
                return False  # the reader takes a key for the name, which is on another line
    return _are_same(sudokus, [*good.values()])


def _read(file_head: FileHead, lines: Sequence[NumberedLine]) -> "list[FoundSudoku]":
    """Return the Sudokus that the recogniser reads in lines of a file."""
    from .recognise import read_lines
    from .recognised_text import make_choices

    texts = [decode_line_leniently(line) for _, line in lines]
    return read_lines(texts, make_choices(file_head)).sudokus


def _count_recognised(file_head: FileHead) -> int:
    """Return the number of Sudokus that the recogniser reads in a file that is its head; 0 if it
    refuses the file.
    """
    from .meaning import RefusedTextError

    try:
        return len(_read(file_head, file_head.lines))
    except RefusedTextError:
        return 0


def _are_same(sudokus: "Sequence[FoundSudoku]", grids: Sequence[tuple[int, ...]]) -> bool:
    """Return whether the Sudokus that the recogniser has read are `grids`, apart from solutions of
    these grids.
    """
    found = [sudoku.cells for sudoku in sudokus]
    if len(found) > len(grids):
        found = [one for one in found if 0 in one or not any(_completes(one, g) for g in grids)]
    return found == grids


def _completes(solution: tuple[int, ...], grid: tuple[int, ...]) -> bool:
    """Return whether a grid has blank cells, and `solution` keeps its digits."""
    return 0 in grid and all(not a or a == b for a, b in zip(grid, solution, strict=False))


def _are_certain(file_head: FileHead) -> bool:
    """Return whether each of the first lines is a Sudoku and nothing else, and their signs have
    only one meaning.
    """
    lines = [line for _, line in file_head.content]
    if file_head.size not in (None, 9) or not all(map(_CERTAIN.fullmatch, lines)):
        return False
    if len({len(line) for line in lines}) > 1:
        return False
    has_zeros = any(b"0" in line for line in lines)
    return not has_zeros or all(b"." not in line and line.count(b"0") != 9 for line in lines)
