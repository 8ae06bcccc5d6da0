"""One line: all cells of a Sudoku are on one line, side by side, in words or separated."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import isqrt

from ...sudoku.grid import SMALLEST_AS_TEXT
from ..square import SIGN, TOKEN, Candidate, Span, Square, are_cells
from ..text_lines import TextLine

_FREE_SIZES = (9, 16, 25)
"""The sizes of Sudokus that may be anywhere on a line, because a run with the number of signs
of such a Sudoku is hardly ever anything else. A run of another size fills the line or a field.
"""
_RUN = re.compile(r"[0-9A-Za-z._*?+#-]{16,}")
_RUN_WITH_ONE_SIGN = "|".join(
    rf"(?<![0-9{sign}])(?:\+?[0-9]|{sign}){{81}}(?!\+?[0-9{sign}])"
    for sign in map(re.escape, "._*xX-?")
)
_SIGNS = re.compile("[0-9A-Za-z._*?#-]+")
_PIECES = (re.compile(r"[^\s,;|/:\"']+"), re.compile(r"[^\s,;|/:\"'-]+"))
_DELIMITERS = ",;\t"
_MOST_OTHERS = 3
"""The most fields of a line that has the cells of a Sudoku in its other fields."""
_RULE_SIGNS = "*-_#"
_SMALL = 5
"""The most rows of a Sudoku whose cells in a field may be another text."""
_HEX_BYTES = re.compile(r"(?:(?:[0-9A-Fa-f]{2}){1,2} {1,2}){8}")
"""Eight words of one or two bytes each, as the middle columns of a hex dump."""
_FIELD_END = frozenset(",;\t\"'|: =()[]{}/")


def find_candidates(lines: Sequence[TextLine]) -> Iterator[Candidate]:
    """Yield for each line the Sudokus that it holds as a whole."""
    field_counts = _count_fields(lines)
    for number, line in enumerate(lines):
        if len(line.text) >= SMALLEST_AS_TEXT**2 and not line.is_blank:
            for squares in _list_line_readings(number, line.text, field_counts):
                yield Candidate(number, number, squares, "one line")


def _count_fields(lines: Sequence[TextLine]) -> Counter[tuple[str, int]]:
    """Return how many lines have each number of fields, which is counted for each delimiter."""
    return Counter((sign, line.text.count(sign) + 1) for line in lines for sign in _DELIMITERS)


def _list_line_readings(
    number: int, text: str, field_counts: Counter[tuple[str, int]]
) -> Iterator[tuple[Square, ...]]:
    """Yield the ways to read a line, whose index is `number`, as one Sudoku or several.
    `field_counts` are the numbers of lines of the text with each number of fields.
    """
    runs = tuple(_find_runs(number, text))
    if runs:
        yield runs
    for pieces in _PIECES if "-" in text else _PIECES[:1]:
        words = tuple(_find_words(number, text, pieces))
        if words and words != runs:
            yield words
    for separated in _find_separated(number, text, field_counts):
        yield (separated,)


def _find_runs(number: int, text: str) -> Iterator[Square]:
    """Yield the Sudokus whose cells are side by side."""
    hex_bytes = _HEX_BYTES.search(text)
    end_of_bytes = len(text) if hex_bytes is None else hex_bytes.end()
    for match in _RUN.finditer(text):
        start, end = match.span()
        yield from _find_in_run(number, text, start, end, is_in_hex_dump=start >= end_of_bytes)


def _find_in_run(
    number: int, text: str, start: int, end: int, *, is_in_hex_dump: bool
) -> Iterator[Square]:
    """Yield the Sudokus in a run of signs: the whole run, or runs of 81 cells inside it. A small
    Sudoku in the right column of a hex dump is none.
    """
    run = text[start:end]
    signs = SIGN.findall(run)
    size = isqrt(len(signs))
    is_whole = text.strip() == run
    is_field = _is_field(text, start, end) and _has_enough_signs(signs, size)
    if is_in_hex_dump and size <= _SMALL:
        return
    if len({*signs}) == 1 and signs[0] in _RULE_SIGNS:
        return  # a line below a title
    if size**2 == len(signs) and (size in _FREE_SIZES or is_whole or is_field):
        yield Square(size, tuple(signs), (Span(number, start, end),))
        return
    for match in re.finditer(_RUN_WITH_ONE_SIGN, run):
        end_of_run = run[match.end() :]
        is_question = end_of_run == "?" and "?" not in match[0] and _is_in_sentence(text, start)
        beside = run[match.start() - 1 : match.start()] + end_of_run[: not is_question]
        if any(sign in "._*?" for sign in beside):
            continue  # there is a cell too many
        signs = SIGN.findall(match[0])
        span = Span(number, start + match.start(), start + match.end())
        yield Square(9, tuple(signs), (span,))


def _has_enough_signs(signs: Sequence[str], size: int) -> bool:
    """Return whether the signs of a field have a digit or a letter. If the field has at most 25
    signs, it needs two digits, or nearly as many different letters as a Sudoku with `size` rows has
    digits: fewer of them among dots are rather another text.
    """
    letters = {sign for sign in signs if sign.isalpha()}
    least, fewest = (size - 1, 2) if size <= _SMALL else (1, 1)
    return sum(sign.isdigit() for sign in signs) >= fewest or len(letters) >= least


def _is_in_sentence(text: str, start: int) -> bool:
    """Return whether words are before index `start` of a line."""
    return re.search(r"[^\W\d_]{2,} *$", text[:start]) is not None


def _is_field(text: str, start: int, end: int) -> bool:
    """Return whether a part of a line is limited by delimiters or quotation marks."""
    return (not start or text[start - 1] in _FIELD_END) and (
        end == len(text) or text[end] in _FIELD_END
    )


def _find_words(number: int, text: str, pieces: re.Pattern[str]) -> Iterator[Square]:
    """Yield the Sudokus whose rows are successive words of the line."""
    words = [match.span() for match in pieces.finditer(text)]
    i = 0
    while i < len(words):
        size = words[i][1] - words[i][0]
        if size < SMALLEST_AS_TEXT or i + size > len(words):
            i += 1
            continue
        numbers = _count_numbers(text, words[i:], size)
        if numbers > size and numbers % size:
            i += numbers  # a list of numbers, such as years
            continue
        rows = words[i : i + size]
        other = next((j for j, row in enumerate(rows) if not _is_row(text, row, size)), None)
        if other is None and len({text[start:end] for start, end in rows}) == 1:
            i += size  # one word again and again
        elif other is None:
            signs = (sign for start, end in rows for sign in text[start:end])
            yield Square(size, tuple(signs), (Span(number, rows[0][0], rows[-1][1]),))
            i += size
        else:
            i += max(other, 1)  # no word before the other one begins a Sudoku, either


def _count_numbers(text: str, words: Sequence[tuple[int, int]], size: int) -> int:
    """Return how many of the first words, given as start and end, are numbers of `size` digits."""
    for count, (start, end) in enumerate(words):
        if end - start != size or not text[start:end].isdigit():
            return count
    return len(words)


def _is_row(text: str, word: tuple[int, int], size: int) -> bool:
    """Return whether a word, given as start and end, has `size` signs and nothing else."""
    return word[1] - word[0] == size and _SIGNS.fullmatch(text, *word) is not None


def _find_separated(
    number: int, text: str, field_counts: Counter[tuple[str, int]]
) -> Iterator[Square]:
    """Yield the Sudoku whose cells are the words of a line, if the line has nothing else but
    brackets and quotation marks around the cells; or the fields of a line of a table, where an
    empty field is a blank cell.

    If a line has more fields than cells, and the other fields could be cells, too, there may be a
    cell too many. Such a line is read only if another line has as many fields.
    """
    start, end = len(text) - len(text.lstrip("\"'[({ \t")), len(text.rstrip("\"'])},; \t"))
    words = re.findall(r"[^\s,;|\"'/]+", text[start:end])
    if are_cells(words):
        yield Square(isqrt(len(words)), tuple(words), (Span(number, start, end),))
    for sign in _DELIMITERS:
        if text.count(sign) >= SMALLEST_AS_TEXT**2 - 1:
            fields = [field.strip().strip("\"'").strip() for field in text.split(sign)]
            # There may be a number before the cells, or other fields around them.
            size = isqrt(len(fields))
            if len(fields) - size**2 > _MOST_OTHERS:
                continue
            for first in range(len(fields) - size**2 + 1):
                cells = fields[first : first + size**2]
                others = fields[:first] + fields[first + size**2 :]
                if first == 0 and others and _is_number_of_line(fields[0]):
                    continue
                is_alone = field_counts[sign, len(fields)] < 2
                if is_alone and any(TOKEN.fullmatch(field) for field in others):
                    continue
                if are_cells(cells) and sum(map(bool, cells)) >= size:
                    yield Square(size, tuple(cells), (Span(number, 0, len(text)),))


def _is_number_of_line(field: str) -> bool:
    """Return whether a field may number the lines of a table: it is a number above 0."""
    return field.isdigit() and field != "0"
