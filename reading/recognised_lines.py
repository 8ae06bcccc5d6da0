"""Reading of a text with a blank sign or an offset that the user chose: the recogniser finds its
Sudokus, and each becomes a line of cells with its name.
"""

import re

from ..base.errors import PairFileError
from ..base.messages import Message
from ..sudoku.grid import DIGITS
from .file_entry import ConvertedLines, yield_lines_with_limited_total_bytes
from .lines import decode_numbered_line
from .recognise import FoundSudoku, Options, RefusedTextError, read_lines
from .text_lines import join_quoted_lines
from .tokens import TOKEN


def recognise_lines(source: str, found: ConvertedLines) -> ConvertedLines:
    """Return the Sudokus of a text, each as a line. `source` is the name of the file in errors, and
    `found` has its lines and the options with which they are read.

    Raises `PairFileError` for a spreadsheet, for chosen cells of a table, and for a text whose
    Sudokus are not certain.
    """
    options = found.reading_options
    if found.sheets is not None or options.sheet is not None or options.ranges:
        message = Message("--blank and --offset cannot be used with a table of cells yet")
        raise PairFileError(source, 1, 1, message)
    lines = [*yield_lines_with_limited_total_bytes(source, found.lines, Message("a text"))]
    texts, starts = join_quoted_lines([decode_numbered_line(source, *line) for line in lines])
    texts, blank = _replace_unknown_sign(texts, options.blank)
    column = options.column
    if isinstance(column, str) and column.isdecimal():
        column = int(column)
    choices = Options(options.box, options.max_size, blank, options.offset, column, options.placed)
    try:
        sudokus, notes = read_lines(texts, choices)
    except RefusedTextError as refusal:
        line = lines[starts[refusal.line - 1]][0] if refusal.line else 1
        raise PairFileError(source, line, 1, refusal.message) from None
    if notes:
        raise PairFileError(source, 1, 1, notes[0])
    boxes = {sudoku.box for sudoku in sudokus}
    kept = options._replace(
        box=boxes.pop() if len(boxes) == 1 else options.box, column=None, blank=None, offset=0
    )
    made = [
        (lines[starts[sudoku.square.first_line]][0], _format_sudoku(sudoku)) for sudoku in sudokus
    ]
    return ConvertedLines(made, kept, found.no_sudoku_description)


def _replace_unknown_sign(texts: list[str], blank: str | None) -> tuple[list[str], str | None]:
    """Return lines with a full stop for a blank sign that the recogniser does not know, such as @
    or a word, and the sign that means blank in the result.
    """
    if blank is None or TOKEN.fullmatch(blank):
        return texts, blank
    pattern = re.escape(blank)
    pattern = rf"(?<![^\W_]){pattern}(?![^\W_])" if blank.isalnum() else pattern
    return [re.sub(pattern, ".", text) for text in texts], "."


def _format_sudoku(sudoku: FoundSudoku) -> bytes:
    """Return a Sudoku as a line of its cells and its name."""
    glue = "" if sudoku.box.size < len(DIGITS) else " "
    signs = [DIGITS[cell] if not glue else str(cell) for cell in sudoku.cells]
    cells = glue.join("." if sign == "0" else sign for sign in signs)
    return (f"{cells}, {sudoku.name}" if sudoku.name else cells).encode(errors="replace")
