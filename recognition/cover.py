"""The choice of a cover: which successive lines of a text are which Sudokus, and which lines hold
none.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from itertools import chain, groupby
from typing import NamedTuple

from ..sudoku.grid import DIGITS, SMALLEST_AS_TEXT
from .forms.rows import Row, list_row_readings
from .square import Candidate
from .text_lines import TextLine, counts_up


class Aside(IntEnum):
    """What a line is that belongs to no Sudoku: nothing but drawing or code, a heading or text, or
    signs that look like cells.
    """

    EMPTY = 0
    TEXT = 1
    CELLS = 2


_WORD = re.compile(r"[^\W\d_]{2,}")
_DATE = re.compile(
    r"\b\d{1,4}([-./])\d{1,2}\1\d{1,4}\b|\b\d{1,2}:\d{2}\b|\b[0-9]{1,4}\.[0-9]{10,}\b"
)
"""A date, a time, or a number with ten decimals or more."""
_RUN = re.compile(r"(?:[0-9._*?-][ |,;]){8,}|[0-9._*?-]{16,}")
_LONG_RUN = re.compile(r"(?:[0-9]|[._*xX?-]){24,}")
_LONG_RULE = re.compile(r"\W{0,3}?([*_#~])\1{36,}\W{0,3}")
"""A line of more equal signs than a row has cells, also as the border of a comment."""
_LONGEST_RUN = re.compile(r"[0-9A-Za-z._*?-]{200,}")
_CELL_NAME = re.compile(r"[A-Za-z]{1,4}_?[0-9]{1,3}(?:_?[A-Za-z]?[0-9]{1,2})?")
_LEAST_NAMES = 16
_SIGNS_OF_ROW = re.compile(r"(?=.*[A-Za-z])[0-9A-Za-z._*?-]{9,72}")
"""A word that may be a row of a Sudoku with letters, or two rows."""
_NUMBERS = re.compile(r"[#(\[]?[0-9]{1,6}[.):\]]?|[0-9]{1,3}(?:\s*[xX×]\s*|\s+)[0-9]{1,3}")
_MOST_NUMBERS = 3
_FAULTY_NUMBER = re.compile(r"(?=.*[0-9].*[0-9])[0-9]*[A-Za-z][0-9]*")
_COMPUTATION = re.compile(r"[A-Za-z_]\w*\s*=\s*\(*\s*[A-Za-z_]\w*\s*(?://|[-+*/%])\s*\d.*")
"""An assignment of a program, such as `y0 = (y // 3) * 3`."""
_SEPARATORS = re.compile(r"[\s|,;:/()\[\]{}\"'=]+")
_LEAST_SEPARATED, _LEAST_GLUED, _LEAST_WORD, _LEAST_LISTED = 7, 5, 15, 40
_LONGEST_SIMILAR, _LONGEST_ROW = 10_000, 1000
_BLANKS = re.compile(r"\?+")
_LEAST_ROWS = 3
"""The number of lines in succession that are rows of no Sudoku if they are written like rows."""
_DIGIT = re.compile(r"[0-9]")
_NAME_OF_LIST = re.compile(r"^[^=:\[({]*[=:]")
"""The name before a list of cells in a program."""


def classify_aside(line: TextLine) -> Aside:
    """Return what a line is if it belongs to no Sudoku."""
    text = line.text.strip()
    if line.is_blank or line.is_rule or not re.search(r"[^\W_]|\.{3}|\*{2}|__", text):
        return Aside.EMPTY
    if _LONG_RULE.fullmatch(text):
        return Aside.EMPTY
    return Aside.TEXT if _is_text(text) else Aside.CELLS


def mark_rows_of_numbers(lines: Sequence[TextLine], aside: list[Aside]) -> None:
    """Change `aside`, the kinds of the lines that belong to no Sudoku: three successive lines that
    each have only a number become lines of cells. One of the three may be a word with two digits
    that is as long as the numbers.
    """
    numbers = list[int]()
    for index, line in enumerate(lines):
        text = line.text.strip("*_ \t")
        before = lines[numbers[-1]].text.strip("*_ \t") if numbers else ""
        is_like_number = len(text) == len(before) and _FAULTY_NUMBER.fullmatch(text)
        if aside[index] is Aside.TEXT and (is_like_number or _NUMBERS.fullmatch(text)):
            numbers.append(index)
            if len(numbers) == _MOST_NUMBERS:
                for number in numbers:
                    aside[number] = Aside.CELLS
                numbers.pop()
        elif not line.is_blank:
            numbers.clear()


def mark_rows_of_signs(lines: Sequence[TextLine], aside: list[Aside]) -> None:
    """Change `aside`: lines in succession become lines of cells if nearly all of them are words of
    N signs, among them letters, and there are about N of these lines. They are the rows of a Sudoku
    with letters that has a fault.
    """
    run = list[int]()
    for number, line in enumerate([*lines, None]):
        word = line.text.strip() if line is not None else ""
        if _SIGNS_OF_ROW.fullmatch(word):
            run.append(number)
            continue
        if line is not None and line.is_rule:
            continue
        lengths = Counter(len(lines[one].text.strip()) for one in run)
        size, count = lengths.most_common(1)[0] if lengths else (0, 0)
        if count >= len(run) - 1 and abs(len(run) - size) < _LEAST_ROWS <= count:
            for one in run:
                aside[one] = Aside.CELLS
        run.clear()


def mark_rows_of_blanks(lines: Sequence[TextLine], aside: list[Aside]) -> None:
    """Change `aside`: four or more equal lines of question marks in succession become lines of
    cells. They are the rows of a blank Sudoku, while other signs may divide a text.
    """
    for text, run in groupby(range(len(lines)), lambda number: lines[number].text.strip()):
        numbers = [*run]
        if len(numbers) >= SMALLEST_AS_TEXT <= len(text) and _BLANKS.fullmatch(text):
            for number in numbers:
                aside[number] = Aside.CELLS


class _Style(NamedTuple):
    """The cells on the lines of a Sudoku that was read: their texts, the signs in these, and the
    number of cells on a line.
    """

    tokens: frozenset[str]
    signs: frozenset[str]
    length: int


def find_similar_lines(
    lines: Sequence[TextLine], aside: Sequence[Aside], candidates: Sequence[Candidate]
) -> list[int]:
    """Return the indices of the lines of text, or of blank signs, that look like the lines of the
    chosen `candidates`: they belong to a Sudoku with a fault.
    """
    styles, used = set[_Style](), set[int]()
    for candidate in candidates:
        used |= {*range(candidate.first, candidate.last + 1)}
        for square in candidate.squares:
            tokens = frozenset(square.tokens)
            count = len(square.tokens) // len(square.spans)
            if square.size < 10:  # also the digits that do not occur
                tokens |= {*DIGITS[1 : square.size + 1]}
            styles.add(_Style(tokens, frozenset("".join(tokens)), count))
    return [
        number
        for number, line in enumerate(lines)
        if aside[number] is not Aside.CELLS
        and number not in used
        and not (line.is_blank or line.is_rule or counts_up(line.text))
        and len(line.text) < _LONGEST_SIMILAR
        and not _NUMBERS.fullmatch(line.text.strip())
        and any(_is_similar(line.text, style) for style in styles)
    ]


def find_rows_of_no_sudoku(
    lines: Sequence[TextLine], aside: Sequence[Aside], candidates: Sequence[Candidate]
) -> list[int]:
    """Return the indices of the lines that are written like the rows of chosen `candidates`, have
    only signs of their cells, and are directly above or below them, or at least three in
    succession. A line of dashes below a title, or below each of several Sudokus, is no row.
    """
    chosen = [one for one in candidates if one.form == "rows"]
    styles = _list_row_styles(lines, chosen)
    if not styles:
        return []
    ends = {number for one in chosen for number in (one.first - 1, one.last + 1)}
    used = {line for one in candidates for line in range(one.first, one.last + 1)}
    beside, drawn, run = set[int](), set[int](), list[int]()
    for number, line in enumerate(lines):
        if number in used or line.is_blank or counts_up(line.text) or len(line.text) > _LONGEST_ROW:
            run = run if line.is_blank else []
            continue
        if not any(
            styles.get((row.style, len(row.tokens)), frozenset()).issuperset(row.tokens)
            for row in _list_row_readings(line.text)
        ):
            run = []
        elif line.is_rule:
            is_below_title = (
                number > 0 and not lines[number - 1].is_blank and number - 1 not in used
            )
            drawn |= {number} if number in ends and not is_below_title else set()
        else:
            run.append(number)
            if number in ends or len(run) >= _LEAST_ROWS:
                beside.update(run if len(run) >= _LEAST_ROWS else [number])
    if len(drawn) < max(len(chosen), 2):
        beside |= drawn
    return [number for number in sorted(beside) if aside[number] is not Aside.CELLS]


def _list_row_styles(
    lines: Sequence[TextLine], candidates: Sequence[Candidate]
) -> dict[tuple[str, int], frozenset[str]]:
    """Return the ways in which the rows of `candidates` are written, each with the number of cells,
    and the signs that these cells may have.
    """
    styles = dict[tuple[str, int], frozenset[str]]()
    for one in candidates:
        tokens = [*chain.from_iterable(square.tokens[: square.size] for square in one.squares)]
        signs = {token for square in one.squares for token in square.tokens}
        signs |= {str(digit) for digit in range(1, one.squares[0].size + 1)}
        for row in _list_row_readings(lines[one.first].text):
            if [*row.tokens] == tokens:
                key = row.style, len(tokens)
                styles[key] = styles.get(key, frozenset()) | signs
    return styles


def _list_row_readings(text: str) -> Iterator[Row]:
    """Yield the ways to read a line, or the part of it before or behind a parenthesis, as a row."""
    yield from list_row_readings(text)
    if "(" in text or ")" in text:
        start, end = text.rfind("(") + 1, text.find(")")
        yield from list_row_readings(text[start:])
        yield from list_row_readings(text[:end])


def _is_similar(text: str, style: _Style) -> bool:
    """Return whether a line has as many cells as a line of the style, or one cell more or less, and
    nothing else; whether it has a word of so many cells, or a list of nearly so many; or whether it
    has nothing but cells between separators. Instead of one cell it may have another sign.
    """
    words = [word for word in _SEPARATORS.split(text) if word and not _DATE.fullmatch(word)]
    cells = sum(word in style.tokens for word in words)
    is_as_long = abs(len(words) - style.length) < 2
    if len(words) - cells < 2 and (cells > _LEAST_SEPARATED or (cells and is_as_long)):
        return True
    listed = [word for word in _SEPARATORS.split(_NAME_OF_LIST.sub("", text)) if word]
    if abs(len(listed) - style.length) < 2 and cells > max(_LEAST_SEPARATED, len(listed) - 2):
        return True  # a list that a program gives a name
    if cells > _LEAST_LISTED and 5 * cells >= 4 * style.length:
        return True
    if any(len(token) > 1 for token in style.tokens):
        return False
    glued = [word for word in words if len(word) >= _LEAST_WORD] + ["".join(words)]
    if any(
        abs(len(word) - style.length) < 2
        and len(word) >= _LEAST_GLUED
        and style.signs.issuperset(word)
        and not word.isalnum()
        for word in words
    ):
        return True
    return any(
        abs(len(word) - style.length) < 2
        and len(word) >= _LEAST_GLUED
        and sum(sign not in style.signs for sign in word) < 2
        for word in glued
    )


def _is_text(text: str) -> bool:
    """Return whether a line is a heading or other text, and does not look like cells."""
    if counts_up(text) or _NUMBERS.fullmatch(text.strip("*_ ")) or _are_names_of_cells(text):
        return True
    plain = _DATE.sub("", text)
    if _LONGEST_RUN.search(plain) or (_LONG_RUN.search(plain) and _DIGIT.search(plain)):
        return False
    if _COMPUTATION.fullmatch(text):
        return True
    words = _WORD.findall(plain)
    rest = _WORD.sub("", plain)
    if words and not (_RUN.search(rest) and _DIGIT.search(rest)):
        return True
    signs = len(re.findall(r"[0-9._*?]", rest))
    return (
        not signs
        or not plain.strip()
        or re.match(r"[#/%;(]|--", text) is not None
        or (re.search(r"[^\W\d_]", rest) is not None and signs < 4)
    )


def _are_names_of_cells(text: str) -> bool:
    """Return whether a line has the headings of cells in a row, such as `A1` to `I9`."""
    names = [name.strip("\"'") for name in re.split(r"[\s,;|]+", text)]
    return len(names) >= _LEAST_NAMES and all(
        _CELL_NAME.fullmatch(name) or name.isalpha() for name in names if name
    )


Cost = tuple[int, ...]


class Cover(NamedTuple):
    """The cover of a text: the chosen candidates from above to below, and the lines that look like
    cells but belong to no candidate (indices from 0). `rivals` are other candidates that give an
    equally good cover.
    """

    candidates: tuple[Candidate, ...]
    unexplained: tuple[int, ...]
    rivals: tuple[Candidate, ...]


def choose_cover(
    lines: Sequence[TextLine],
    candidates: Sequence[Candidate],
    measure: Callable[[Candidate], Cost],
    aside: Sequence[Aside],
) -> Cover:
    """Return the best cover of a text: as few unexplained lines as possible, then the strongest
    evidence, then as few lines of text as possible. `measure` returns the cost of a candidate by
    its evidence, from the weightiest component to the lightest; `aside` is what each line is
    without a Sudoku.
    """
    starts: dict[int, list[tuple[Candidate, Cost]]] = {}
    for candidate in candidates:
        starts.setdefault(candidate.first, []).append((candidate, measure(candidate)))
    components = next((len(found[0][1]) for found in starts.values()), 0)
    # The best cover of the lines from each index to the end, from the last line to the first.
    steps: list[_Step] = [_Step((0,) * (components + 2), None, ())] * (len(lines) + 1)
    for number in range(len(lines) - 1, -1, -1):
        steps[number] = _choose_step(steps, starts.get(number, ()), number, aside[number])
    chosen, unexplained, rivals = list[Candidate](), list[int](), list[Candidate]()
    number = 0
    while number < len(lines):
        step = steps[number]
        if step.candidate is not None:
            chosen.append(step.candidate)
            rivals += step.rivals
            number = step.candidate.last + 1
            continue
        if aside[number] is Aside.CELLS:
            unexplained.append(number)
        number += 1
    return Cover(tuple(chosen), tuple(unexplained), tuple(rivals))


class _Step(NamedTuple):
    """The best cover of a text from a line on: its cost, the candidate that begins on this line
    (None if the line is left aside), and other candidates that cost the same.
    """

    cost: Cost
    candidate: Candidate | None
    rivals: tuple[Candidate, ...]


def _choose_step(
    steps: Sequence[_Step],
    starting: Sequence[tuple[Candidate, Cost]],
    number: int,
    aside: Aside,
) -> _Step:
    """Return the first step of the best cover of the lines from `number` on: which lines belong to
    which candidate. `steps` has such a step for each later line, `starting` the candidates that
    begin on this line, with their costs, and `aside` the kind of this line if it belongs to no
    candidate.
    """
    step = steps[number + 1]
    if not starting and aside is Aside.EMPTY and step.candidate is None:
        return step
    after = step.cost
    cost = after[0] + (aside is Aside.CELLS), *after[1:-1], after[-1] + (aside is Aside.TEXT)
    best = _Step(cost, None, ())
    for candidate, own in starting:
        first, *middle, last = steps[candidate.last + 1].cost
        total = first, *(a + b for a, b in zip(own, middle, strict=True)), last
        if total < best.cost or (total == best.cost and best.candidate is None):
            best = _Step(total, candidate, ())
        elif total == best.cost and best.candidate:
            best = best._replace(rivals=(*best.rivals, candidate))
    return best
