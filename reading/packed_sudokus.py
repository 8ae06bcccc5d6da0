"""Unpacking of Sudokus that are packed into one word of a text: links to f-puzzles and SudokuPad,
and codes of SudokuWiki and SudokuPad. Each word is replaced by the cells and the title of its
Sudoku.
"""

import re
from string import ascii_lowercase, ascii_uppercase, digits
from urllib.parse import unquote

from ..base.errors import PairFileError, make_unexpected_error
from ..base.messages import Message
from ..sudoku.grid import DIGITS
from .file_entry import ConvertedLines, NumberedLine, ReadingOptions, decode_line_leniently
from .link_values import BROKEN, LinkedSudoku, LinkError, read_f_puzzles, read_sudokupad

_WIDTHS = {"S": 2, "X": 2, "W": 2, "T": 3, "J": 3, "L": 4, "M": 5}
"""The number of characters for each cell of a code of SudokuWiki, by the code's first letter."""
_VARIANTS = {
    "X": "X-Sudoku",
    "W": "Windoku",
    "T": "Str8ts",
    "J": "Jigsaw",
    "L": "Killer",
    "M": "Killer Jigsaw",
    "w": "Windoku",
    "x": "X-Sudoku",
}
_SUDOKUWIKI = "|".join(f"{letter}9B[0-9a-z]{{{81 * width}}}" for letter, width in _WIDTHS.items())
"""The regular expression of a code of SudokuWiki for 9×9 cells."""
_HIGHEST = 18 + 511
"""The largest number of a cell: 18 and a bit for each candidate."""

_RUNS = digits + ascii_uppercase + ascii_lowercase[:24]
_SUDOKUPAD = rf"scf[{_RUNS}]{{17,90}}"
"""The regular expression of a code of SudokuPad for 9×9 cells."""
_BASE64 = ascii_uppercase + ascii_lowercase + digits + "+/"
_END_OF_TEXT = 2
"""The code after the last character of a text. The codes 0 and 1 announce a new character of 8 or
16 bits; the other codes are those of texts that occurred before.
"""
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
    rf"|(?:{_PATH}(?<=[/=])|(?<![0-9A-Za-z]))(?P<pad>{_SUDOKUPAD})(?![0-9A-Za-z])"
    rf"|(?<![0-9A-Za-z])(?P<wiki>{_SUDOKUWIKI})(?![0-9A-Za-z])"
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
        return _read_sudokuwiki(match["wiki"], with_placed=options.placed)
    if match["pad"]:
        return _read_sudokupad_or_none(match["pad"])
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


def _read_sudokuwiki(code: str, *, with_placed: bool) -> LinkedSudoku:
    """Return the Sudoku of a code of SudokuWiki. Each cell is a number in base 36: 0 if it is
    blank, 1 to 9 for a clue, 10 to 18 for a digit that a player has placed, and above for
    candidates. Digits that a player has placed are read if `with_placed`.

    Raises `LinkError` if a number is too large, or for the code of a variant.
    """
    if code[0] != "S":
        raise LinkError(Message("a variant with {names}", names=_VARIANTS[code[0]]))
    numbers = [int(code[i : i + 2], 36) for i in range(3, len(code), 2)]
    if max(numbers) > _HIGHEST:
        raise LinkError(Message("a code of SudokuWiki with a cell that has no meaning"))
    highest = 18 if with_placed else 9
    return LinkedSudoku(9, tuple((n - 1) % 9 + 1 if 0 < n <= highest else 0 for n in numbers), "")


def _read_sudokupad_or_none(code: str) -> LinkedSudoku | None:
    """Return the Sudoku of a code of SudokuPad, or None for another word. Each character is a cell
    and up to five blank cells after it.

    Raises `LinkError` for the code of a variant, which has its letter after the cells.
    """
    cells = list[int]()
    signs = iter(code[3:])
    while len(cells) < 81 and (sign := next(signs, "")):
        blanks, digit = divmod(_RUNS.index(sign), 10)
        cells += [digit, *[0] * blanks]
    if len(cells) != 81:
        return None
    if rules := "".join(signs):
        if not re.fullmatch("[wx]+", rules):
            return None
        names = ", ".join(_VARIANTS[rule] for rule in rules)
        raise LinkError(Message("a variant with {names}", names=names))
    return LinkedSudoku(9, tuple(cells), "")


def decompress_lz_string(text: str, most: int) -> str:
    """Return the text that LZ-string compressed to `text`, in Base64. Raise `ValueError` if it is
    broken or cut off, or if it has more than `most` characters.

    >>> decompress_lz_string("N4IghiBcCMC+Q===", 100)
    '{"a":1}'
    """
    bits = "".join(f"{_BASE64.index(sign):06b}" for sign in text.rstrip("="))
    place = 0

    def take_number(width: int) -> int:
        """Return the next number of `width` bits, the lowest bit first."""
        nonlocal place
        place += width
        if place > len(bits):
            raise ValueError("the text is cut off")
        return int(bits[place - width : place][::-1], 2)

    texts = ["", "", ""]
    found, before, length = list[str](), "", 0
    while (code := take_number(len(texts).bit_length())) != _END_OF_TEXT:
        if code < _END_OF_TEXT:
            texts.append(chr(take_number(8 if code == 0 else 16)))
            code = len(texts) - 1
        if code > len(texts) - (not before):
            raise ValueError("the text has an unknown code")
        piece = texts[code] if code < len(texts) else before + before[0]
        found.append(piece)
        length += len(piece)
        if length > most:
            raise ValueError("the text is too long")
        if before:
            texts.append(before + piece[0])
        before = piece
    # Characters beyond 16 bits are two codes of UTF-16.
    return "".join(found).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
