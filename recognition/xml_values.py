"""Values of XML: the Sudokus in attributes and elements, with their paths."""

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import NamedTuple
from xml.parsers import expat

from .json_values import DIGITS, IS_CLUE, JsonSudoku, JsonText, list_sudokus, make_square
from .row_labels import names_other_lines
from .square import Span, Square, make_placed_square

_WHITE = "\ufeff \t\r\n"
_MOST_ELEMENTS = 200_000
_MOST_DEPTH = 60
_ROWS = ("row", "r", "y", "line")
_COLUMNS = ("column", "col", "c", "x")
_NUMBERS = ("n", "nr", "no", "index", "id", *_ROWS)
"""The attributes that may number the elements of a Sudoku."""
_TRUE, _FALSE = ("true", "1", "yes"), ("false", "0", "no")


class Element(NamedTuple):
    """An element of XML: its tag, its attributes, the elements inside it, its text, without the
    text of the inner elements, in pieces, and the index of the line on which it begins.
    """

    tag: str
    attributes: dict[str, str]
    inner: list["Element"]
    text: list[str]
    line: int = 0


class XmlError(Exception):
    """The error for a text that is no XML, or has too many elements or entities. `found` is what
    was found instead.
    """

    def __init__(self, found: str) -> None:
        super().__init__(found)
        self.found = found


def parse_xml(text: str) -> Element:
    """Return the root of a text of XML. Raises `XmlError` for another text."""
    body = text.lstrip(_WHITE)
    before = text[: len(text) - len(body)].count("\n")
    root = Element("", {}, [], [])
    stack = [root]
    count = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > _MOST_ELEMENTS or len(stack) > _MOST_DEPTH:
            raise XmlError("…")
        element = Element(tag, attributes, [], [], before + parser.CurrentLineNumber - 1)
        stack[-1].inner.append(element)
        stack.append(element)

    def refuse(*_: object) -> None:
        raise XmlError("<!ENTITY")

    def add_text(data: str) -> None:
        stack[-1].text.append(data)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: stack.pop()
    parser.CharacterDataHandler = add_text
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(body, True)
    except expat.ExpatError as error:
        raise XmlError(expat.errors.messages.get(error.code, "…")) from None
    except (ValueError, LookupError) as error:  # an encoding that Python lacks
        raise XmlError(str(error)) from None
    return root


def list_xml_sudokus(root: Element) -> list[JsonSudoku | JsonText]:
    """Return the Sudokus in elements of XML, in their order."""
    return [*_visit(root, "", "")]


def _visit(element: Element, path: str, name: str) -> Iterator[JsonSudoku | JsonText]:
    """Yield the Sudokus in an element."""
    here = f"{path}.{element.tag}".strip(".")
    name = element.attributes.get("name", element.attributes.get("title", name))
    for inner in element.inner:
        if inner.tag.lower() in ("name", "title") and not inner.inner:
            name = "".join(inner.text).strip()
    for key, value in element.attributes.items():
        square = make_square(value)
        if square is not None:
            yield JsonSudoku(_place(square, element.line), f"{here}.{key}", name)
    square = _make_square_of_elements(element.inner)
    if square is not None:
        tag = element.inner[0].tag
        here = f"{here}.{tag}" if names_other_lines(tag) else here
        yield JsonSudoku(_place(square, element.line), here, name)
        return
    text = "".join(element.text).strip()
    if not element.inner and text:
        for one in list_sudokus([text]):
            if isinstance(one, JsonSudoku):
                one = one._replace(square=_place(one.square, element.line))  # noqa: PLW2901
            else:
                one = one._replace(line=element.line)  # noqa: PLW2901
            yield one._replace(path=here, name=name)
    for inner in element.inner:
        yield from _visit(inner, here, name)


def _place(square: Square, line: int) -> Square:
    """Return a square as one that begins on the line with index `line`."""
    return square._replace(spans=(Span(line, 0, 0),))


def _make_square_of_elements(elements: Sequence[Element]) -> Square | None:
    """Return the square whose cells, or whose rows of cells, are elements; None if they are
    neither.
    """
    if len(elements) < 4 or len({element.tag for element in elements}) > 1:
        return None
    if placed := _make_placed_square(elements):
        return placed
    elements = _sort_by_number(elements)
    if all(not element.inner for element in elements):
        return make_square([_read_cell(element) for element in elements])
    rows = [[_read_cell(inner) for inner in element.inner] for element in elements]
    if any(inner.inner for element in elements for inner in element.inner):
        return None
    return make_square(rows)


def _sort_by_number(elements: Sequence[Element]) -> Sequence[Element]:
    """Return elements in the order of the numbers in one of their attributes, such as `n`. Return
    them as they are if they have no such numbers, or two have the same.
    """
    for key in _NUMBERS:
        numbers = [element.attributes.get(key, "") for element in elements]
        if all(map(str.isdecimal, numbers)) and len({*map(int, numbers)}) == len(numbers):
            return sorted(elements, key=lambda one: int(one.attributes[key]))
    return elements


def _read_cell(element: Element) -> str:
    """Return the text of an element that is a cell, or its attribute for a digit. A cell is blank
    if an attribute shows that a player fills it.
    """
    flags = {key.lower(): value.lower() for key, value in element.attributes.items()}
    is_clue = all(flags.get(key) not in _FALSE for key in IS_CLUE)
    if not is_clue or flags.get("editable") in _TRUE:
        return ""
    for key in DIGITS:
        if key in element.attributes:
            return element.attributes[key].strip()
    return "".join(element.text).strip()


def _do_solutions_count_from_zero(elements: Sequence[Element]) -> bool:
    """Return whether the digits of all cells are in attributes named `solution`, as in files of
    SudoQ, and are 0 to N - 1, so that the digits of the puzzle count from 0 although 0 may be none
    of them.
    """
    if any(key in element.attributes for element in elements for key in DIGITS[:-1]):
        return False
    solutions = {element.attributes.get("solution", "").strip() for element in elements}
    return solutions == {str(digit) for digit in range(isqrt(len(elements)))}


def _make_placed_square(elements: Sequence[Element]) -> Square | None:
    """Return the square whose cells name their rows and columns in attributes; None if they do
    not.
    """
    cells = dict[tuple[int, int], str]()
    for element in elements:
        attributes = dict(element.attributes)
        for inner in element.inner:
            attributes |= inner.attributes
        place = [
            next((attributes[key] for key in keys if key in attributes), "")
            for keys in (_ROWS, _COLUMNS)
        ]
        if not all(number.isdigit() and len(number) < 3 for number in place):
            return None
        cells[int(place[0]), int(place[1])] = _read_cell(element)
    if _do_solutions_count_from_zero(elements):
        cells = {place: str(int(cell) + 1) if cell else "" for place, cell in cells.items()}
    return make_placed_square(cells, (Span(0, 0, 0),)) if len(cells) == len(elements) else None
