"""Names: the words above or beside the cells of a Sudoku."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice

from .cells import is_greeting
from .columns import names_solution
from .cover import Aside
from .square import Candidate
from .text_lines import TextLine, is_axis

_FENCE = re.compile(r"\s*(?:///?|//!|\*)?\s*(?:```|~~~)")
_TRIMMED = " \t,;:|'\"#=*-_`\\[](){}<>/!"
_KEY = re.compile(r"([\w .-]*[^\W\d])")
"""The signs of a key, from the last to the first."""
_LONGEST_KEY = 1000
_NAME_KEY = re.compile(r"[\s{,-]*[\"']?(?:name|title)[\"']?\s*[:=]\s*(.*)", re.IGNORECASE)
_SQL = re.compile(r"\(([^()]*)\)\s*VALUES\s*\(", re.IGNORECASE)
_NAME_IN_LINE = re.compile(
    r"[\"']?(?:name|title|label)[\"']?\s*[:=]\s*(\"(?:[^\"\\]|\\.)*\"|'[^']*')"
)
_MOST_ABOVE = 4
_DECLARATION = re.compile(
    r"([^\W\d]\w*)(?:\s*\[[^\]]*\])*\s*(?:\{[^{}]*\}\s*)?(?::[^:=]*)?"
    r"(?:(?:[:<]?=>?|<-)(?!=)(?:[^=\"']*[\[({])?\s*|:[\s\[({]*)$"
)
"""The name that a program gives a list or a call which begins at the end of a line."""
_INDEXED = re.compile(r"\s*([^\W\d]\w*)\s*[\[(][^\])=]*[\])]\s*(?::=|=|<-)")
"""The beginning of a line that assigns a row of a list, such as `board[0] = `."""
_QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_QUOTED_VALUE = re.compile(r"(?:\"([^\"]*)\"|'([^']*)')(?!\s*[:=])")
"""A text between quotation marks that is no key."""
_ASSIGNED = re.compile(r"\s*(?:[\w.<>\[\]*&]+\s+)*?([^\W\d]\w*)\s*(?::[^=]+)?:?=(?!=)")
"""The beginning of a line that assigns a value to a variable."""
_LONGEST_NAME = 80
"""Longer texts beside a Sudoku may be another Sudoku, such as its solution."""
_OPENING_ENDS = ("[", "(", "{", "=", "<-")
_TEXT_BEGINS = re.compile(r"(?:(?<=[=(\[{])[\"'`]+\\?|(?<=[=(\[{] )[\"'`]+\\?|<<[-~]?\w+)$")
"""The end of a line of a program that begins a text."""
_CALL = re.compile(r"[\w.$]+\(.*\)[;.]?|.*[=(].*;")
"""A line of a program that is no name: a call, or another statement."""
_NEW = re.compile(r"([^\W\d]\w*)\s*=\s*new\b[^\"';]*$")
"""The end of a line that begins a new list. The group is its name."""
_TUPLE = re.compile(r"[\[({]\s*(?:define\s+|def\w*\s+)?:?([^\W\d]\w*)\s*,?")
"""The beginning of a tuple or a definition. The group is its name."""
_ARRAY_OF_FORTRAN = re.compile(r"\(/\s*&?$")
_SECTION = "[puzzle]"
"""The line above the Sudoku in a file of SadMan Sudoku."""
_KEYWORDS = {"begin", "const", "data", "let", "return", "static", "type", "var", "yield"}
"""Words of programs that are alone on a line, or before a list, and are no names."""


class Names:
    """The words of a text beside its Sudokus. `aside` is what each line is, without those of
    Sudokus. `title_lines` are the indices of the lines that are names of Sudokus below them.
    """

    def __init__(self, lines: Sequence[TextLine], aside: Sequence[Aside]) -> None:
        self._lines, self._aside = lines, aside
        self._heads = _list_heads(lines, aside)
        self.title_lines = set[int]()

    def name_squares(self, candidate: Candidate, after: int) -> list[tuple[str, str]]:
        """Return for each square of a candidate its label and its name. The label is the key before
        it, such as `puzzle` in `{"puzzle": "53…"}`, or the heading of its column; an empty text if
        it has neither. The lines before line `after` belong to other Sudokus.
        """
        if candidate.first != candidate.last:
            title = self._find_assigned_name(candidate)
            title = title or self._find_title(after, candidate.first)
            return [
                (_find_key(self._lines[span.line].text, span.start), title)
                for span in (square.spans[0] for square in candidate.squares)
            ]
        text = self._lines[candidate.first].text
        fields = self._find_fields(candidate.first)
        labels = _list_labels(text, candidate, fields)
        first = candidate.squares[0].spans[0]
        name = find_name_in_program(text, first.start, first.end)
        if name is None:
            name = _join_text_beside(text, candidate)
            if fields is None and (not name or name in labels):
                title = self._find_title(after, candidate.first)
                return [(label, title if name in ("", label) else name) for label in labels]
        return [(label, name) for label in labels]

    def _find_assigned_name(self, candidate: Candidate) -> str:
        """Return the name before the first row of a Sudoku on the row's line, such as `board` in
        `const board = "53..7...."`, or before the index of each row, as in `board[0] = [5, 3]`.
        Return an empty text if there is none, or if other rows have other names.
        """
        if len(candidate.squares) > 1 or len(candidate.squares[0].spans) == 1:
            return ""
        rows = [(self._lines[span.line].text, span.start) for span in candidate.squares[0].spans]
        names = {found[1] if found else "" for found in (_INDEXED.match(text) for text, _ in rows)}
        if len(names) == 1 and (name := names.pop()):
            return name
        first, *others = (_find_key(text, start) for text, start in rows)
        return first.split()[-1] if first and not any(others) else ""

    def _find_title(self, after: int, first: int) -> str:
        """Return the words above a Sudoku that begins on line `first`, but not above line `after`:
        the value of a key such as `name` in the four nearest lines of text, or else the nearest
        line. Return an empty text if there are none.
        """
        texts = (
            (number, self._lines[number].text)
            for number in range(first - 1, after - 1, -1)
            if self._aside[number] is Aside.TEXT
        )
        titles = (one for one in texts if not _FENCE.match(one[1]) and not is_axis(one[1]))
        above = [*islice(titles, _MOST_ABOVE)]
        for number, text in above:
            if named := _NAME_KEY.match(text):
                self.title_lines.add(number)
                return _clean(named[1].rstrip(" ,"))
        title = clean_title(above[0][1]) if above else ""
        if above and above[0][1].strip().lower() == _SECTION:
            self.title_lines.add(above[0][0])
        if not re.search(r"\w", title) or is_greeting(above[0][1].strip()):
            return ""
        self.title_lines.add(above[0][0])
        return title

    def _find_fields(self, number: int) -> tuple[list[str], str] | None:
        """Return the headings of the table to which a line belongs, and its delimiter; None without
        headings.
        """
        head = self._heads[number]
        if head is None:
            return None
        text, heading = self._lines[number].text, self._lines[head].text
        for sign in "|\t;,":
            # Tabs at the beginning of a line indent it.
            if sign in heading.strip() and heading.count(sign) <= text.count(sign):
                return _split(heading, sign), sign
        return None


def _list_heads(lines: Sequence[TextLine], aside: Sequence[Aside]) -> list[int | None]:
    """Return for each line the index of the nearest line of text above it; None if there is none,
    or if an empty line is between them.
    """
    heads, head = list[int | None](), None
    for number, line in enumerate(lines):
        heads.append(head)
        if aside[number] is Aside.TEXT:
            head = number
        elif line.is_blank:
            head = None
    return heads


def _without_syntax(text: str) -> str:
    """Return the name of the list that a line of a program begins, or else the texts on this line;
    an empty text if it has neither. Return any other text unchanged.
    """
    words = text.strip()
    words = words[: words.rfind("(/") + 1] if _ARRAY_OF_FORTRAN.search(words) else words
    if words.endswith(_OPENING_ENDS) or _TEXT_BEGINS.search(words):
        found = _DECLARATION.search(words) or _DECLARATION.search(_TEXT_BEGINS.sub("(", words))
        quoted = [one or other for one, other in _QUOTED.findall(words)]
        words = found[1] if found else " ".join(quoted)
    elif found := _NEW.search(words) or _TUPLE.fullmatch(words):
        words = found[1]
    elif _CALL.fullmatch(words) or words.lower() == _SECTION:
        words = ""
    return "" if words in _KEYWORDS else words


def clean_title(text: str) -> str:
    """Return the name that the line above a Sudoku gives it, without the syntax of programs and
    without the signs around the name. A line that names a solution is kept if its name does not.
    """
    name = _clean(_without_syntax(text))
    return name if names_solution(name) or not names_solution(text) else _clean(text)


def _clean(text: str) -> str:
    """Return words without the signs around them."""
    return text.strip().lstrip("/").strip("#*=-_~`:|<>\"' \t").strip()


def _find_key(text: str, end: int) -> str:
    """Return the key before index `end` of a line, such as `puzzle` in `"puzzle": "`; an empty text
    if there is none.
    """
    start = text[max(end - _LONGEST_KEY, 0) : end].rstrip().rstrip("\"'[({`").rstrip()
    if not start.endswith((":", "=", "=>")):
        return ""
    start = start[: -2 if start[-1] == ">" else -1].rstrip()
    if start[-1:] in ("'", '"'):
        start = start[:-1]
    key = _KEY.match(start[::-1])
    return key[1][::-1] if key else ""


def _list_labels(
    text: str, candidate: Candidate, fields: tuple[list[str], str] | None
) -> list[str]:
    """Return the label of each square on a line, which is the heading of its field in a table, or
    the key before it.
    """
    sql = _SQL.search(text)
    headings_of_sql = [heading.strip(' `"[]') for heading in sql[1].split(",")] if sql else []
    headings, delimiters = (fields[0], _list_delimiters(text, fields[1])) if fields else ([], [])
    labels = list[str]()
    for square in candidate.squares:
        start = square.spans[0].start
        label = _find_key(text, start)
        if not label and sql and sql.end() <= start:
            label = _get(headings_of_sql, text.count(",", sql.end(), start))
        elif not label:
            label = _get(headings, bisect_left(delimiters, start))
        labels.append(label)
    return labels


def _get(headings: Sequence[str], index: int) -> str:
    """Return the heading with an index; an empty text if there are too few."""
    return headings[index] if index < len(headings) else ""


def _list_delimiters(text: str, sign: str) -> list[int]:
    """Return the indices of a delimiter on a line; between quotation marks it is text."""
    found, inside = list[int](), False
    for match in re.finditer(f'["{re.escape(sign)}]', text):
        if match[0] == '"':
            inside = not inside
        elif not inside:
            found.append(match.start())
    return found


def _split(text: str, sign: str) -> list[str]:
    """Return the fields of a line without quotation marks."""
    ends = [*_list_delimiters(text, sign), len(text)]
    starts = [0, *(end + 1 for end in ends)]
    return [
        text[start:end].replace('"', "").strip() for start, end in zip(starts, ends, strict=False)
    ]


def find_name_in_program(text: str, start: int, end: int) -> str | None:
    """Return the name that a line of a program gives the Sudoku at the indices `start` to `end`:
    the value of a key such as `name` on the line or, if the Sudoku is between quotation marks in
    brackets, the other texts in these brackets, or else the name of the variable to which the line
    assigns a value. Return an empty text if such a line has no name, and None for another line.
    """
    if found := _NAME_IN_LINE.search(text):
        return found[1][1:-1]
    mark, opening = text[start - 1 : start], _find_open_bracket(text, start)
    if mark not in ("'", '"') or text[end : end + 1] != mark or opening is None:
        return None
    around = (text[opening + 1 : start - 1], text[end + 1 :])
    texts = [one or other for part in around for one, other in _QUOTED_VALUE.findall(part)]
    if name := " ".join(one for one in texts if len(one) < _LONGEST_NAME).strip():
        return name
    variable = _ASSIGNED.match(text)
    return variable[1] if variable else ""


def _find_open_bracket(text: str, end: int) -> int | None:
    """Return the index of the last bracket before index `end` that is not closed before it; None if
    there is none.
    """
    depth = 0
    for index in range(end - 1, -1, -1):
        if text[index] in "])}":
            depth += 1
        elif text[index] in "[({":
            if depth == 0:
                return index
            depth -= 1
    return None


def _join_text_beside(text: str, candidate: Candidate) -> str:
    """Return the words on a line without the Sudokus on it."""
    rest, end = list[str](), 0
    for span in sorted(span for square in candidate.squares for span in square.spans):
        rest.append(_without_syntax(text[end : span.start]))
        end = span.end
    return " ".join(" ".join([*rest, text[end:]]).split()).strip(_TRIMMED)
