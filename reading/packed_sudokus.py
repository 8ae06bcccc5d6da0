"""Unpacking of Sudokus that are packed into one word of a text: links to f-puzzles and SudokuPad,
and codes of these pages. Each word is replaced by the cells and the title of its Sudoku.
"""

import re
from urllib.parse import unquote

from ..base.errors import PairFileError
from ..base.messages import Message
from ..sudoku.grid import DIGITS
from .file_entry import (
    ConvertedLines,
    NumberedLine,
    ReadingOptions,
    decode_line_leniently,
    make_unexpected_error,
)
from .link_values import BROKEN, LinkedSudoku, LinkError, read_f_puzzles, read_sudokupad
from .lz_string import decompress_lz_string
from .puzzle_codes import SUDOKUPAD, SUDOKUWIKI, read_sudokupad_or_none, read_sudokuwiki

_MOST_CHARACTERS = 2**20
"""The most characters of the JSON in a link."""
_SITE = (
    r"(?:https?://(?:[\w-]{1,40}\.){0,3}|www\.)?"
    r"(?:f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com|svencodes\.com)/"
)
_PATH = rf"{_SITE}[^\s\"'<>()]{{0,200}}?"
_KIND = "(?:fpuzzles|fpuz|ctc|scl)(?=N4)"
_PACKED = re.compile(
    rf"(?:{_PATH}(?:(?<=[?&]load=)|(?<=[/=])(?={_KIND}))|(?<![0-9A-Za-z])(?={_KIND}))"
    rf"(?P<kind>{_KIND}|)(?P<data>[0-9A-Za-z+/%]{{20,}}=*)[^\s\"'<>()|,;]*"
    rf"|(?:{_PATH}(?<=[/=])|(?<![0-9A-Za-z]))(?P<pad>{SUDOKUPAD})(?![0-9A-Za-z])"
    rf"|(?<![0-9A-Za-z])(?P<wiki>{SUDOKUWIKI})(?![0-9A-Za-z])"
)
"""A link or code. Each repetition is limited, so that a long line is searched quickly."""
_BARE_LINE = re.compile(rf"\s*{_SITE}[^\s]*\s*")
_IS_TABLE = re.compile(r"[,;\t|\"]")
_CELLS = re.compile(r"[0-9A-Za-z._*?-]{16,}")


def unpack_lines(source: str, found: ConvertedLines, start: bytes) -> ConvertedLines:
    """Return the lines of a text with cells and titles in place of links and codes. `source` is the
    name of the file in errors, and `start` are its first bytes. If there is no link or code in
    them, return `found` unchanged.

    Iterating over the lines raises `PairFileError` for a link whose Sudoku cannot be read.
    """
    text = decode_line_leniently(start)
    if _PACKED.search(text):
        lines = (_unpack_line(source, line, found.reading_options) for line in found.lines)
        return found._replace(lines=lines)
    if all(_BARE_LINE.fullmatch(line) for line in text.splitlines() if line.strip()):
        message = Message("links to Sudokus that do not contain their cells; copy the cells")
        return found._replace(no_sudoku_description=message)
    return found


def _unpack_line(source: str, line: NumberedLine, options: ReadingOptions) -> NumberedLine:
    """Return a line with cells and title in place of a link or code."""
    number, data = line
    text = decode_line_leniently(data)
    matches = [*_PACKED.finditer(text)]
    if not matches:
        return line
    sudokus = list[tuple[re.Match[str], LinkedSudoku]]()
    for match in matches:
        try:
            if (sudoku := _unpack_or_none(match, options)) is not None:
                sudokus.append((match, sudoku))
        except LinkError as error:
            expected = Message("a classical Sudoku")
            column = match.start() + 1
            raise make_unexpected_error(source, number, column, expected, error.found) from None
    if len(sudokus) > 1:
        message = Message("several links on one line: put each on a line of its own")
        raise PairFileError(source, number, sudokus[1][0].start() + 1, message)
    for match, sudoku in sudokus:
        before, after = text[: match.start()], text[match.end() :]
        return number, _join(before, sudoku, after).encode(errors="replace")
    return line


def _unpack_or_none(match: re.Match[str], options: ReadingOptions) -> LinkedSudoku | None:
    """Return the Sudoku of a link or code; None for another word. Raise `LinkError` for a link
    whose Sudoku cannot be read.
    """
    if match["wiki"]:
        return read_sudokuwiki(match["wiki"], with_placed=options.placed)
    if match["pad"]:
        return read_sudokupad_or_none(match["pad"])
    try:
        text = decompress_lz_string(unquote(match["data"]), _MOST_CHARACTERS)
    except ValueError:
        raise LinkError(BROKEN) from None
    if match["kind"] in ("ctc", "scl"):
        return read_sudokupad(text, options.box)
    return read_f_puzzles(text, options.box, with_placed=options.placed)


def _join(before: str, sudoku: LinkedSudoku, after: str) -> str:
    """Return a line with a Sudoku. Its name is the title, or in a table the other fields."""
    signs = [DIGITS[cell] if cell < len(DIGITS) else str(cell) for cell in sudoku.cells]
    cells = ("" if sudoku.size < len(DIGITS) else " ").join(signs).replace("0", ".")
    title = " ".join(sudoku.title.split())
    if not title or _CELLS.search(title) or _IS_TABLE.search(before + after):
        return before + cells + after
    return f"{cells}, {title}"
