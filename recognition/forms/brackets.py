"""Brackets: lists of lists, of cells or of texts, in the notation of any programming language."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from ...sudoku.grid import SMALLEST_AS_TEXT
from ..square import SIGN, TOKEN, Candidate, Span, Square, find_size
from ..text_lines import TextLine

_MOST_DEPTH = 60
_OPENING = re.compile(r"[\[({]")
_CLOSING = {"[": "]", "(": ")", "{": "}", "<": ">"}
_ASSIGNMENT = re.compile(r"\s*(?:=(?!=)|:=|<-)")
_SIGNS_OF_FORTRAN = ("/", "&")
"""The words around a list, `(/ 1, 2 /)`, and at the end of a line that the next one continues."""


class Item(NamedTuple):
    """A part of a list: a text, or a list of parts. `text` is None for a list. `start` and `end`
    are its places in the text, each as index of the line and index on the line.
    """

    text: str | None
    parts: "list[Item]"
    start: tuple[int, int]
    end: tuple[int, int]


def find_candidates(lines: Sequence[TextLine]) -> Iterator[Candidate]:
    """Yield the Sudokus in lists of the text."""
    tops = parse_lists(lines)
    squares = [*list_squares(Item(None, tops, (0, 0), (0, 0)))] if tops else []
    squares.sort(key=lambda square: (square.first_line, square.spans[0].start))
    # Sudokus that share a line are one candidate, because lines are read as a whole.
    group = list[Square]()
    last = -1
    for square in squares:
        if group and square.first_line > last:
            yield Candidate(group[0].first_line, last, tuple(group), "brackets")
            group = []
        group.append(square)
        last = max(last, square.last_line)
    if group:
        yield Candidate(group[0].first_line, last, tuple(group), "brackets")


def parse_lists(lines: Sequence[TextLine]) -> list[Item]:
    """Return the outermost lists of a text. Text outside lists, brackets without a partner, empty
    lists, and indices such as those of `board[0] = [5, 3]` are left out.
    """
    found = list[Item]()
    stack = list[tuple[str, Item]]()
    for number, line in enumerate(lines):
        if not stack and not _OPENING.search(line.text):
            continue
        for match in _find_lexemes(line.text):
            word, start, end = match[0], (number, match.start()), (number, match.end())
            if word in _CLOSING and len(stack) < _MOST_DEPTH:
                if word == "<":
                    continue
                stack.append((_CLOSING[word], Item(None, [], start, end)))
            elif stack and word == stack[-1][0]:
                item = stack.pop()[1]._replace(end=end)
                parts = stack[-1][1].parts if stack else found
                # Empty lists are, for example, the parentheses of `new List<int>() { 5, 3 }`.
                if item.parts and (stack or not _ASSIGNMENT.match(line.text, end[1])):
                    parts.append(item)
            elif stack and word not in "])}>" and word not in _SIGNS_OF_FORTRAN:
                stack[-1][1].parts.append(Item(word, [], start, end))
    return found


def _find_lexemes(text: str, start: int = 0, quotes: str = "\"'") -> Iterator[re.Match[str]]:
    """Yield the brackets and words of a line from index `start` on, and the texts between
    quotation marks. If a mark has no partner, later marks of this kind have none either, so the
    search goes on without this kind.
    """
    for match in _make_lexeme(quotes).finditer(text, start):
        if match[0] in ("'", '"'):
            yield from _find_lexemes(text, match.end(), quotes.replace(match[0], ""))
            return
        yield match


@cache
def _make_lexeme(quotes: str) -> re.Pattern[str]:
    """Return the pattern of a lexeme; of `quotes`, also a quotation mark without a partner."""
    texts = "".join(rf"{mark}(?:[^{mark}\\]|\\.)*{mark}|{mark}|" for mark in quotes)
    return re.compile(texts + r"[\[\](){}<>]|[^\s,;\[\](){}<>\"']+")


def list_squares(item: Item) -> Iterator[Square]:
    """Yield the Sudokus in a list, the innermost lists first looked at as rows of one square."""
    rows = [part for part in item.parts if part.text is None]
    texts = [part for part in item.parts if part.text is not None]
    if not rows:
        square = _make_flat(texts) or _make_from_texts(texts)
        if square is not None:
            yield square
        return
    cells = [_list_tokens(row) for row in rows]
    i = 0
    while i < len(rows):
        row = cells[i]
        size = len(row) if row is not None else 0
        block = cells[i : i + size]
        if (
            size >= SMALLEST_AS_TEXT
            and len(block) == size
            and all(one is not None and len(one) == size for one in block)
        ):
            tokens = tuple(token for one in block if one is not None for token in one)
            yield Square(size, tokens, _list_spans(rows[i : i + size]))
            i += size
        else:
            yield from list_squares(rows[i])
            i += 1


def _list_tokens(row: Item) -> list[str] | None:
    """Return the cells of a list that has nothing but cells; None for another list."""
    tokens = list[str]()
    for part in row.parts:
        text = None if part.text is None else _unquote(part.text)
        if text is None or not (TOKEN.fullmatch(text) or not text.strip(" ")):
            return None
        tokens.append("null" if text == "np.nan" else text.strip(" "))
    return tokens


def _make_flat(texts: Sequence[Item]) -> Square | None:
    """Return the Sudoku whose N·N cells are the parts of one list; None if there is none."""
    size = find_size(len(texts))
    if size is None:
        return None
    item = Item(None, list(texts), texts[0].start, texts[-1].end)
    tokens = _list_tokens(item)
    return None if tokens is None else Square(size, tuple(tokens), _list_spans(texts))


def _make_from_texts(texts: Sequence[Item]) -> Square | None:
    """Return the Sudoku whose rows are the texts of a list; None if there is none."""
    size = len(texts)
    rows = [_unquote(part.text or "") for part in texts]
    if size < SMALLEST_AS_TEXT or any(len(row) != size for row in rows):
        return None
    signs = [sign if sign != " " else "" for row in rows for sign in row]
    if not all(not sign or SIGN.fullmatch(sign) for sign in signs):
        return None
    return Square(size, tuple(signs), _list_spans(texts))


def _unquote(text: str) -> str:
    """Return the content of a text between quotation marks; another text unchanged."""
    return text[1:-1] if len(text) > 1 and text[0] in "\"'" and text[-1] == text[0] else text


def _list_spans(parts: Sequence[Item]) -> tuple[Span, ...]:
    """Return the pieces of lines that the parts of a list cover, one for each line."""
    spans = dict[int, Span]()
    for part in parts:
        for line in range(part.start[0], part.end[0] + 1):
            start = part.start[1] if line == part.start[0] else 0
            end = part.end[1] if line == part.end[0] else 10**9
            old = spans.get(line)
            spans[line] = (
                Span(line, min(start, old.start), max(end, old.end))
                if old
                else Span(line, start, end)
            )
    return tuple(spans.values())
