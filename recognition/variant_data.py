"""Recognition of the data of variants, such as the cages of a Killer Sudoku, in texts of Sudokus.
A text with such data is refused by name, because its Sudokus have other rules.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ..base.messages import Message
from .rules import are_joined_regions

CANDIDATES = Message(
    "expected a Sudoku, found the candidates of its cells, as in a line of 729 signs for 9×9 "
    "cells; write one sign for each cell"
)
REGIONS = Message(
    "expected a Sudoku, found a map of regions, as of a Jigsaw Sudoku; variants are not read: "
    "without the map, the classical rules are applied"
)
CAGES = Message(
    "expected a Sudoku, found the cages of a Killer Sudoku; variants are not read: without the "
    "cages, the classical rules are applied"
)

_KILLER_CODE = re.compile(
    r"\s*(?:[0-9]{1,2}(?:x[0-9]{1,2}|j)x?k[a-z0-9]*:[a-z0-9_]"  # of Simon Tatham's Solo
    r"|[0-9]{1,2}x[0-9]{1,2}:[a-z]*:k:[0-9]|SumoCueV[0-9])"
)
_CAGE_KEY = re.compile(r"(?:killer)?[ _-]?cages?", re.IGNORECASE)
_REGION_KEY = re.compile(
    r"(?:region|area|shape|zone|group)(?:s|[ _-]?(?:map|ids?|grid|matrix))?", re.IGNORECASE
)
_PLACE = re.compile(r"r([0-9]+)c([0-9]+)", re.IGNORECASE)
_MOST_DEPTH = 40


def find_killer_line(texts: Sequence[str]) -> int | None:
    """Return the index of the first line that is the code of a Killer Sudoku; None if no line is.

    >>> find_killer_line(["3x3: 12..", "3x3k:zzzc,__a,10_6"])
    1
    """
    return next((number for number, text in enumerate(texts) if _KILLER_CODE.match(text)), None)


def find_variant_in_json(values: Sequence[Any]) -> Message | None:
    """Return the message about cages, or about regions that are no boxes, in values of JSON. Return
    None if there are neither.
    """
    for key, value in _yield_keys_and_values(values, 0):
        if _CAGE_KEY.fullmatch(key) and value:
            return CAGES
        if names_regions(key) and (
            _has_region_that_is_no_box(value) or _is_array_of_regions(value)
        ):
            return REGIONS
    return None


def find_map_of_letters(texts: Sequence[str], sizes: Collection[int]) -> int | None:
    """Return the index of the first of N successive lines with N letters each that are a map of
    regions; None if there is no such map. `sizes` are the numbers N.

    >>> find_map_of_letters(["Map", *["AABBCC"] * 2, *["DDEEFF"] * 2, *["GGHHII"] * 2], {6})
    1
    """
    run = list[str]()
    for number, text in enumerate([*texts, ""]):
        word = "".join(text.split())
        if word.isalpha() and len(word) in sizes and (not run or len(word) == len(run[0])):
            run.append(word)
            continue
        if run and len(run) == len(run[0]):
            cells = "".join(run)
            if are_joined_regions(cells, len(run)) and not are_boxes(cells, len(run)):
                return number - len(run)
        run.clear()
    return None


def names_regions(key: str) -> bool:
    """Return whether a key of JSON, or the name of an array, is that of regions."""
    return _REGION_KEY.fullmatch(key) is not None


def _is_array_of_regions(value: Any) -> bool:
    """Return whether a value of JSON is a map of regions: a list of N lists of N values, or of N
    texts with N signs.
    """
    rows = [*map(list, value)] if isinstance(value, list) and _has_only_rows(value) else []
    size = len(rows)
    cells = [cell for row in rows for cell in row]
    if any(len(row) != size for row in rows) or not all(type(one) in (int, str) for one in cells):
        return False
    return bool(cells) and are_joined_regions(cells, size) and not are_boxes(cells, size)


def _has_only_rows(value: list[Any]) -> bool:
    """Return whether all items of a list are lists or texts."""
    return all(isinstance(row, list | str) for row in value)


def are_boxes(cells: Sequence[object], size: int) -> bool:
    """Return whether N·N values are a map of the boxes of a classical Sudoku: all cells with the
    same value are a rectangle, and all N rectangles have the same shape.
    """
    places = dict[object, list[tuple[int, int]]]()
    for i, value in enumerate(cells):
        places.setdefault(value, []).append(divmod(i, size))
    shapes = {
        (len({row for row, _ in some}), len({column for _, column in some}), len(some))
        for some in places.values()
    }
    return (
        all(
            height * width == count == size and min(height, width) > 1
            for height, width, count in shapes
        )
        and len(shapes) == 1
    )


def _yield_keys_and_values(value: Any, depth: int) -> Iterator[tuple[str, Any]]:
    """Yield the keys and values of the objects in a value of JSON."""
    if depth > _MOST_DEPTH:
        return
    if isinstance(value, dict):
        yield from value.items()
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            yield from _yield_keys_and_values(inner, depth + 1)


def _has_region_that_is_no_box(value: Any) -> bool:
    """Return whether a value of JSON is a list of regions, each a list of places, at least one of
    which is no rectangle.
    """
    for region in value if isinstance(value, list) else ():
        places = [*map(_read_place, region)] if isinstance(region, list) else [None]
        if None in places:
            return False
        rows, columns = ({place[i] for place in places if place} for i in range(2))
        if len(rows) * len(columns) != len(places):
            return True
    return False


def _read_place(value: Any) -> tuple[int, int] | None:
    """Return the row and the column that a value of JSON names, such as [0, 1] or "R1C2"; None for
    another value.
    """
    if isinstance(value, str) and (match := _PLACE.fullmatch(value)):
        return int(match[1]), int(match[2])
    if isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value):
        return value[0], value[1]
    return None


def is_row_of_candidates(cells: Sequence[int], size: int) -> bool:
    """Return whether each digit d of a grid is in column d, and one of them is there twice, so that
    the rows are the candidates of the cells of one row.
    """
    placed = [(number % size, value) for number, value in enumerate(cells) if value]
    return len({*placed}) < len(placed) and all(value == column + 1 for column, value in placed)
