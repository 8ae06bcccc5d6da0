"""Lists of clues: each clue is a row, a column and a digit, such as `1,5,7`."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...sudoku.shape import BoxShape
from ..rules import are_sorted_clues, count_solutions
from ..square import Candidate, Span, make_placed_square
from ..text_lines import TextLine

_NUMBER = re.compile(r"(?<![0-9])[0-9]{1,2}(?![0-9])")
_LIST = re.compile(r"[\w.]*+[\[\](){}\s0-9,;:=|rRcC-]*+(?<=[\[\](){}\s0-9,;:=|rRcC-])")
_PLACE = "\0"
"""The sign for a number in the skeleton of a line."""
_NUMBER_OR_PLACE = re.compile(rf"[0-9]+|{_PLACE}")
_LEAST = 4
_WORD = re.compile(r"[^\W\d_]+")
_CELLS = {"cell", "feld"}
_ROWS = {"r", "y", "row", "rows", "zeile", "ligne", "fila", "riga", "rij"}
_COLUMNS = {"c", "x", "col", "cols", "column", "columns", "spalte", "colonne", "columna"}
_COLUMNS |= {"colonna", "kolom"}
_DIGITS = {"digit", "value", "val", "v", "number", "num", "ziffer", "zahl", "wert", "chiffre"}
_DIGITS |= {"valeur", "cifra", "valor", "valore", "cijfer", "waarde"}
_ROLES_IN_ORDER = ("row", "column", "digit")
_ROLE_OF_WORD = {
    **dict.fromkeys(_ROWS, "row"),
    **dict.fromkeys(_COLUMNS, "column"),
    **dict.fromkeys(_DIGITS, "digit"),
}
_JOINING = {"is", "and", "to", "at", "in", "ist", "und", "est", "et"}
_WORDS_OF_CLUES = _CELLS | _ROWS | _COLUMNS | _DIGITS | _JOINING
"""The words that may be between the three numbers of a clue."""
_HEADING = re.compile(r"\W*[^\W\d_]+[^\w\n]+[^\W\d_]+[^\w\n]+[^\W\d_]+\W*")
"""A line of three words, the headings of three columns."""
_LEAST_SIZE_WITHOUT_WORDS, _LEAST_SIZE_IN_ORDER = 9, 6
_INDEX_OF_TWO = re.compile(rf"{_PLACE}\s*[\])]?\s*[:=]\s*[\[({{]\s*{_PLACE}")
"""A number and then two numbers in brackets, as an index with two values has them in code."""
_NEGATION = re.compile(r"\s*(?:not\b|[-!~¬]|:-)", re.IGNORECASE)
_DIFFERS = re.compile(r"\s*(?:<>|!=|=/=|/=|≠|\\=+|-)\s*")
"""Signs between the place of a cell and a digit that is not in this cell."""


class _Clue(NamedTuple):
    """How the clues on a line are written: the texts before, between and after the three numbers of
    each. `before` and `after` have no blanks and no signs that may separate two clues.
    """

    before: str
    first_between: str
    second_between: str
    after: str

    def may_be_damaged_in(self, skeleton: str) -> bool:
        """Return whether a line beside such clues, given with a sign for each number, may be clues
        with a fault: it has two numbers or more, and all signs of a clue in order but one.
        """
        if _is_elimination(skeleton):
            return False
        signs = "".join("".join(self).split())
        trials = [signs[:i] + signs[i + 1 :] for i in range(len(signs))] or [""]
        return len(_NUMBER_OR_PLACE.findall(skeleton)) > 1 and any(
            _are_in_order(trial, skeleton) for trial in trials
        )


def find_candidates(lines: Sequence[TextLine]) -> Iterator[Candidate]:
    """Yield the Sudokus that a line lists as clues, and those whose clues are on successive lines,
    one or several on each.
    """
    skeletons = [_NUMBER.sub(_PLACE, line.text.strip()) for line in lines]
    clue_of_line = [*map(_find_clue, skeletons)]
    beginnings = {
        _drop_separators(number.string[: number.start()])
        for skeleton, clue in zip(skeletons, clue_of_line, strict=True)
        if clue is None and (number := _NUMBER_OR_PLACE.search(skeleton))
        if not _is_elimination(skeleton)
    }
    groups = list[tuple[int, int, _Clue]]()
    damaged = {clue for clue in clue_of_line if clue and clue.before in beginnings - {""}}
    first = 0
    while first < len(lines):
        clue, last = clue_of_line[first], first
        while clue is not None and clue_of_line[last + 1 : last + 2] == [clue]:
            last += 1
        if clue is not None:
            groups.append((first, last, clue))
            beside = (*skeletons[max(first - 1, 0) : first], *skeletons[last + 1 : last + 2])
            count = sum(skeleton.count(_PLACE) for skeleton in skeletons[first : last + 1]) // 3
            if count < _LEAST or any(map(clue.may_be_damaged_in, beside)):
                damaged.add(clue)
        elif skeletons[first].count(_PLACE) >= 3 * _LEAST:
            yield from _read_line(first, lines[first].text)
        first = last + 1
    for first, last, clue in groups:
        if clue not in damaged:
            yield from _read_lines(lines, first, last, clue)


def _find_clue(skeleton: str) -> _Clue | None:
    """Return how the clues on a line are written, if the line has nothing but clues that are all
    written alike. No words are between the three numbers of a clue, except words such as "row", and
    two clues are separated otherwise than two numbers of a clue. `skeleton` is the line with a sign
    for each number.
    """
    count = skeleton.count(_PLACE)
    if not count or count % 3:
        return None
    before, *between, after = skeleton.split(_PLACE)
    firsts, seconds, joints = {*between[::3]}, {*between[1::3]}, {*between[2::3]}
    if len(firsts) > 1 or len(seconds) > 1 or len(joints) > 1:
        return None
    if _is_elimination(skeleton):
        return None
    first, second = firsts.pop(), seconds.pop()
    clue = _Clue(_drop_separators(before), first, second, _drop_separators(after))
    words = _WORD.findall(f"{first} {second}".lower())
    if not _WORDS_OF_CLUES.issuperset(words) or _INDEX_OF_TWO.search(skeleton):
        return None
    for joint in joints:
        is_end_and_start = _drop_separators(joint) == clue.after + clue.before
        if not is_end_and_start or joint.strip() in (first.strip(), second.strip()):
            return None
    return clue


def _are_in_order(signs: str, text: str) -> bool:
    """Return whether a text has some signs in order, perhaps with others between them."""
    rest = iter(text)
    return all(sign in rest for sign in signs)


def _is_elimination(skeleton: str) -> bool:
    """Return whether a line tells which digit is not in a cell, such as `r1c3<>4`. A line of
    numbers with a minus sign between all of them, such as a date, does not.
    """
    if _NEGATION.match(skeleton):
        return True
    between = skeleton.split(_PLACE, 3)[1:3]
    return len(between) == 2 and between[0] != "-" and _DIFFERS.fullmatch(between[1]) is not None


def _find_order(clue: _Clue, above: str) -> list[int] | None:
    """Return which of the three numbers of a clue are the row, the column and the digit, as words
    before the numbers name them, or the headings in the line above; [0, 1, 2] if no words name
    them. Return None if the words do not tell which is which.
    """
    roles = [_list_roles(text)[-1:] for text in clue[:3]]
    found = [role for one in roles for role in one or [""]]
    if not any(found[1:]):
        are_headings = _WORDS_OF_CLUES.issuperset(_WORD.findall(above.lower()))
        headings = _list_roles(above) if are_headings else []
        named = _list_roles(clue.before) or headings
        found = named if len({*named}) > 1 else ["", "", ""]
    left = [role for role in _ROLES_IN_ORDER if role not in found]
    found = [role or left.pop(0) for role in found if role or left]
    found += left
    return [*map(found.index, _ROLES_IN_ORDER)] if len(found) == 3 else None


def _list_roles(text: str) -> list[str]:
    """Return the roles of numbers that the words of a text name, in order."""
    words = (word.lower() for word in _WORD.findall(text))
    return [_ROLE_OF_WORD[word] for word in words if word in _ROLE_OF_WORD]


def _drop_separators(text: str) -> str:
    """Return a text without blanks and without the signs that may separate two clues."""
    return re.sub(r"[\s,;.]", "", text)


def _read_lines(
    lines: Sequence[TextLine], first: int, last: int, clue: _Clue
) -> Iterator[Candidate]:
    """Yield the Sudoku whose clues are on the lines from `first` to `last`, written as `clue`."""
    numbers = [number for line in lines[first : last + 1] for number in _read_numbers(line.text)]
    clues = [numbers[i : i + 3] for i in range(0, len(numbers), 3)]
    if len(clues) < _LEAST:
        return
    filled = (one.text for one in lines[:first][::-1] if not (one.is_rule or one.is_blank))
    above = next(filled, "")
    order = _find_order(clue, above)
    if order is None:
        return
    clues = [[one[i] for i in order] for one in clues]
    spans = tuple(Span(i, 0, len(lines[i].text)) for i in range(first, last + 1))
    is_named = _names_places(" ".join([above, *clue]))
    if is_named or not _HEADING.fullmatch(above):
        yield from _make_candidates(first, last, clues, spans, is_named)


def _read_line(number: int, text: str) -> Iterator[Candidate]:
    """Yield the Sudoku whose clues are on one line, perhaps with a word before them."""
    plain = text.strip()
    if plain.count("#") or not _LIST.fullmatch(plain):
        return
    skeleton = _NUMBER.sub(_PLACE, plain)
    if _INDEX_OF_TWO.search(skeleton) or _is_elimination(skeleton):
        return
    numbers = _read_numbers(text)
    if len(numbers) % 3:
        return
    clues = [numbers[i : i + 3] for i in range(0, len(numbers), 3)]
    if [clue[0] for clue in clues] == sorted(clue[0] for clue in clues):
        spans = (Span(number, 0, len(text)),)
        yield from _make_candidates(number, number, clues, spans, _names_places(plain))


def _names_places(text: str) -> bool:
    """Return whether words in the text name cells, or rows and columns."""
    words = {*_WORD.findall(text.lower())}
    return bool(words & _CELLS or (words & _ROWS and words & _COLUMNS))


def _read_numbers(text: str) -> list[int]:
    """Return the numbers of at most two digits in a text."""
    return [int(number) for number in _NUMBER.findall(text)]


def _are_by_second_number(clues: Sequence[Sequence[int]]) -> bool:
    """Return whether clues are in the order of their second and then of their first number."""
    places = [(second, first) for first, second, _ in clues]
    return all(one < other for one, other in pairwise(places))


def _make_candidates(
    first: int,
    last: int,
    clues: Sequence[Sequence[int]],
    spans: tuple[Span, ...],
    is_named: bool,
) -> Iterator[Candidate]:
    """Yield the Sudoku of clues, each a row, a column and a digit; 0 is a blank cell of a Sudoku
    all of whose cells are listed. A Sudoku with N rows needs at least N - 1 clues. If one of the
    three numbers is the same in all clues, or two of them are always equal, the numbers are no
    clues.

    `is_named` tells whether words name the rows and columns. Without such words, any table with
    three columns of small numbers may look like a list of clues. Then a Sudoku needs 2 N - 1 clues
    and either at least 9 rows, so that the clues hardly agree with the rules by chance, or at least
    6 rows, clues in the order of its cells, and exactly one solution. If the clues are in the order
    of their second numbers, the first may be those of the columns, so they give no Sudoku.
    """
    columns = {*zip(*clues, strict=True)}
    if len(columns) < 3 or any(len({*column}) == 1 for column in columns):
        return
    cells = {(row, column): str(digit or ".") for row, column, digit in clues}
    largest = max(digit for _, _, digit in clues)
    square = make_placed_square(cells, spans, largest) if len(cells) == len(clues) else None
    if square is None or len(clues) < square.size - 1:
        return
    if not is_named and (len(clues) < 2 * square.size - 1 or _are_by_second_number(clues)):
        return
    if not is_named and square.size < _LEAST_SIZE_WITHOUT_WORDS:
        values = tuple(int(token) if token.isdigit() else 0 for token in square.tokens)
        numbers = [number for clue in clues for number in clue]
        if square.size < _LEAST_SIZE_IN_ORDER or not are_sorted_clues(numbers):
            return
        if count_solutions(values, BoxShape.for_size(square.size)) != 1:
            return
    if "." in cells.values() and len(clues) != square.size**2:
        return
    yield Candidate(first, last, (square,), "list of clues")
