"""Describes in sentences and pictures the reason why two Sudokus are not copies of each other."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..answers.reason import (
    Difference,
    GridPart,
    PartKind,
    Reason,
    ReasonKind,
    Scope,
    list_cells,
    list_lines,
)
from ..answers.reason_check import find_cycles
from ..base.messages import Message
from ..sudoku.grid import Grid
from .answer_report import Picture

_MOST_NAMES = 6
"""The largest number of grid parts that a sentence names. It gives only the number of further
parts, which are marked in the pictures.
"""

_MOST_NUMBERS = 6
"""The largest number of values that a sentence lists. Longer lists are written as values with how
often each occurs.
"""

_Ways = tuple[Message, ...]
"""The wordings of a sentence: for rows and columns alike, for rows, and for columns; or a single
wording that fits all three.
"""


_FAR_LINES = (
    Message("Pairs of rows in two bands, or of columns in two stacks,"),
    Message("Pairs of rows in two bands"),
    Message("Pairs of columns in two stacks"),
)
_THINGS: dict[PartKind, _Ways] = {
    PartKind.DIGIT: (Message("Digits"),),
    PartKind.BOX: (Message("Boxes"),),
    PartKind.CLUE: (Message("Clues"),),
    PartKind.DIGITS: (Message("Pairs of digits"),),
    PartKind.ROW: (Message("Rows and columns"), Message("Rows"), Message("Columns")),
    PartKind.BAND: (Message("Bands and stacks"), Message("Bands"), Message("Stacks")),
    PartKind.ROWS: (
        Message("Pairs of rows in one band, or of columns in one stack,"),
        Message("Pairs of rows in one band"),
        Message("Pairs of columns in one stack"),
    ),
}
"""The names of the grid parts (rows, boxes, digits, ...) that a reason compares, by the first of
their kinds. Pairs of lines of different bands or stacks use `_FAR_LINES` instead.
"""

_REPEATS = ReasonKind.REPEATS_IN_LINES, ReasonKind.REPEATS_IN_BOXES
_CYCLES = ReasonKind.NEAR_CYCLES, ReasonKind.FAR_CYCLES

_TRAITS: dict[ReasonKind, _Ways] = {
    ReasonKind.DIGITS: (Message("{things} that occur {times}"),),
    **dict.fromkeys(
        (ReasonKind.LINES, ReasonKind.BOXES, ReasonKind.BLOCKS), (Message("{things} with {clues}"),)
    ),
    ReasonKind.BLOCKS_BY_LINES: (
        Message("{things} with {numbers} clues in the rows or columns"),
        Message("{things} with {numbers} clues in the rows"),
        Message("{things} with {numbers} clues in the columns"),
    ),
    ReasonKind.BLOCKS_BY_BOXES: (Message("{things} with {numbers} clues in the boxes"),),
    **dict.fromkeys(
        _REPEATS,
        (
            Message(
                "{things} in which some digits occur {numbers} times and no other digit is repeated"
            ),
        ),
    ),
    ReasonKind.CLUES_BY_LINES: (Message("{things} in {lines}"),),
    ReasonKind.CLUES_BY_DIGIT: (
        Message("{things} in a box with {clues}, of a digit that occurs {times}"),
    ),
    ReasonKind.DIGITS_BY_BOXES: (Message("{things} that occur in boxes with {numbers} clues"),),
    ReasonKind.DIGITS_BY_LINES: (
        Message("{things} that occur in rows with {rows} clues and columns with {columns}"),
    ),
    ReasonKind.LINES_BY_DIGITS: (
        Message("{things} whose digits occur {numbers} times in the Sudoku"),
    ),
    ReasonKind.CLUES_BY_ALL: (
        Message("{things}, in a box with {clues}, of a digit that occurs {times}"),
    ),
    ReasonKind.DIGIT_PAIRS: (Message("{things} that meet in {count} boxes"),),
    ReasonKind.LINE_PAIRS: (Message("{things} with {count} digits in common"),),
    **dict.fromkeys(_CYCLES, (Message("{things} with cycles of lengths {numbers}"),)),
}
"""The words for the property in which two grids differ, such as "Rows with 3 clues", by the kind of
reason. The kinds CLUES and ROUNDS have sentences of their own.
"""

_LONE = {
    **dict.fromkeys(
        _REPEATS,
        Message("{things} in which one digit occurs {times} and no other digit is repeated"),
    ),
    **dict.fromkeys(_CYCLES, Message("{things} with a single cycle, of length {length}")),
}
"""The words for the property in which two grids differ if it consists of a single number."""

_LONE_1 = {
    **dict.fromkeys(_REPEATS, Message("{things} in which no digit is repeated")),
    ReasonKind.DIGIT_PAIRS: Message("{things} that meet in one box"),
    ReasonKind.LINE_PAIRS: Message("{things} with one digit in common"),
}
"""The words for the property in which two grids differ if it is the single number 1."""

_NAMES: dict[PartKind, Message] = {
    PartKind.DIGIT: Message("digit {digit}"),
    PartKind.DIGITS: Message("{one} with {other}"),
    PartKind.ROW: Message("row {number}"),
    PartKind.COLUMN: Message("column {number}"),
    PartKind.BAND: Message("band {number}"),
    PartKind.STACK: Message("stack {number}"),
    PartKind.ROWS: Message("row {one} with row {other}"),
    PartKind.COLUMNS: Message("column {one} with column {other}"),
    PartKind.CLUE: Message("row {row}, column {column}"),
    PartKind.BOX: Message("rows {rows} × columns {columns}"),
}


def describe_reason(reason: Reason, first: Grid, second: Grid) -> list[Message]:
    """Return the sentences that describe the differences between two grids, and the places of these
    differences.
    """
    kinds = {difference.kind for difference in reason.differences}
    sentences = [
        _describe_difference(difference, first, second) for difference in reason.differences
    ]
    if ReasonKind.ROUNDS in kinds:
        sorting = Message(
            "Rows, columns and digits were sorted into kinds, in several rounds. In each round, "
            "two of them stay in one kind if their clues have the same kinds of rows, columns "
            "and digits; rows and columns also need the same kinds in their band or stack."
        )
        sentences.insert(0, sorting)
    if kinds.intersection(_CYCLES):
        sentences.append(
            Message(
                "The cycles of two lines: from a digit of the one go to the digit beside it in the "
                "other, find that digit in the one again, and go on until you are back; as many "
                "digits as you passed, so long is the cycle."
            )
        )
    return sentences


def mark_reason(reason: Reason, pictures: Sequence[Picture]) -> list[Picture]:
    """Return the pictures of two grids with the cells, rows and columns marked in which a reason
    shows that the grids are not copies.
    """
    both = reason.first_cells, reason.second_cells
    if not any(both):
        return list(pictures)
    return [
        picture._replace(marked=cells, **_mark_on_grid(reason, number, picture.grid))
        for number, (picture, cells) in enumerate(zip(pictures, both, strict=True))
    ]


def _mark_on_grid(reason: Reason, number: int, grid: Grid) -> dict[str, Any]:
    """Return the fields of `Picture` that show a reason in the picture of a grid: the highlighted
    rows and columns, the text below, and the cycles of digits. `number` is 0 for the first grid, 1
    for the second.
    """
    marked = [(one.kind, thing) for one in reason.differences for thing in one.marked[number]]
    things = [thing for _, thing in marked]
    said = Message("Marked: {things}") if things else Message("It has none of them.")
    return {
        "rows": {r for thing in things if thing.is_along_rows for r, _ in list_cells(grid, thing)},
        "columns": {c for one in things if one.is_along_columns for _, c in list_cells(grid, one)},
        "below": said.fill(things=things and _name_things(things, grid)),
        "cycles": [
            (
                _name_thing(thing, grid),
                sorted(find_cycles(*list_lines(grid, thing)), key=len, reverse=True),
            )
            for kind, thing in marked
            if kind in _CYCLES
        ],
    }


def _describe_difference(difference: Difference, first: Grid, second: Grid) -> Message:
    """Return the sentence that describes a difference. If it rules out only one orientation, the
    sentence names the orientation.
    """
    sentence, scope = _describe_comparison(difference, first, second), difference.scope
    if scope is Scope.ALL or 1 not in first.shape.rotations:
        return sentence
    said = Message(
        "With a quarter turn, which makes rows of columns, it is no copy either. {sentence}"
    )
    if scope is Scope.UPRIGHT:
        said = Message("It is no copy without a quarter turn. {sentence}")
    return said.fill(sentence=sentence)


def _describe_comparison(difference: Difference, first: Grid, second: Grid) -> Message:
    kind, scope, trait, *both, rounds = difference
    if kind is ReasonKind.CLUES:
        one, two = (_count_clues(len(things)) for things in both)
        said = Message("The first Sudoku has {first}, the second has {second}.")
        return said.fill(first=one, second=two)
    one, two = (_list_things(*each) for each in zip(both, (first, second), strict=True))
    if kind is ReasonKind.ROUNDS:
        said = Message(
            "After round {rounds} there are, of one kind, {first} in the first Sudoku and {second} "
            "in the second."
        )
        return said.fill(rounds=rounds, first=one, second=two)
    things = others = _describe_things(difference)
    said = Message("{things}: the first Sudoku has {first}, the second has {second}.")
    if scope is Scope.TURNED:
        things = _describe_things(difference._replace(trait=trait.turn()))
        said = Message("{things}: the first Sudoku has {first}. {others}: the second has {second}.")
    return said.fill(things=things, first=one, others=others, second=two)


# Descriptions of counts


def _describe_things(difference: Difference) -> Message:
    """Describe, as the beginning of a sentence, the grid parts that have the property in which two
    grids differ, such as "Rows with 3 clues".
    """
    kind, trait, is_either = difference.kind, difference.trait, difference.scope is Scope.ALL
    way = 0 if is_either else 1 if trait.by_rows else 2
    things = _FAR_LINES if kind is ReasonKind.FAR_CYCLES else _THINGS[kind.compared.sorts[0]]
    values = trait.common or trait.by_rows or trait.by_columns
    fields: dict[str, object] = {
        "things": things[way % len(things)],
        "clues": _count_clues(values[0]),
        "times": _count_times(values[-1]),
        "numbers": _list_numbers(values),
        "count": values[0],
        "length": values[0],
    }

    def either_way(described: Message) -> Message:
        """Add "or the other way round" for rows and columns, if this changes the meaning."""
        if not is_either or trait.by_rows == trait.by_columns:
            return described
        return Message("{described}, or the other way round", described=described)

    if kind.compared.by_lines:
        rows, columns = _count_clues(trait.by_rows[0]), _count_clues(trait.by_columns[0])
        lines = Message("a row with {rows} and a column with {columns}", rows=rows, columns=columns)
        fields["lines"] = either_way(lines)
        fields |= {"rows": _list_numbers(trait.by_rows), "columns": _list_numbers(trait.by_columns)}
    if kind is ReasonKind.CLUES_BY_ALL:
        fields["things"] = _TRAITS[ReasonKind.CLUES_BY_LINES][0].fill(**fields)
    said = _LONE.get(kind) if len(values) == 1 else None
    said = _LONE_1.get(kind, said) if values == (1,) else said
    said = said or _TRAITS[kind][way % len(_TRAITS[kind])]
    described = said.fill(**fields)
    return either_way(described) if kind is ReasonKind.DIGITS_BY_LINES else described


def _count_clues(count: int) -> Message:
    return Message("1 clue") if count == 1 else Message("{count} clues", count=count)


def _count_times(count: int) -> Message:
    return Message("once") if count == 1 else Message("{count} times", count=count)


def _list_numbers(values: Sequence[int]) -> Message:
    """Return numbers as text, the largest first. A long list is written as values with how often
    each occurs.
    """
    numbers: Sequence[object] = sorted(values, reverse=True)
    if len(numbers) > _MOST_NUMBERS:
        counts = Counter(numbers).items()
        numbers = [f"{number} ({count}×)" if count > 1 else number for number, count in counts]
    return _enumerate_items(numbers)


def _enumerate_items(items: Sequence[object]) -> Message:
    """Join items, at least one, with commas and an "and" before the last."""
    said = items[0] if isinstance(items[0], Message) else Message("{text}", text=items[0])
    for item in items[1:-1]:
        said = Message("{items}, {item}", items=said, item=item)
    return said if len(items) == 1 else Message("{items} and {last}", items=said, last=items[-1])


# Names of grid parts


def _list_things(things: Sequence[GridPart], grid: Grid) -> Message:
    if not things:
        return Message("none")
    return Message("{count} ({names})", count=len(things), names=_name_things(things, grid))


def _name_things(things: Sequence[GridPart], grid: Grid) -> Message:
    names = [_name_thing(thing, grid) for thing in things[:_MOST_NAMES]]
    if more := len(things) - len(names):
        names.append(Message("{count} more", count=more))
    return _enumerate_items(names)


def _name_thing(thing: GridPart, grid: Grid) -> Message:
    sort, numbers = thing
    if sort is PartKind.BOX:
        rows, columns = map(_name_span, numbers, grid.shape)
        return _NAMES[sort].fill(rows=rows, columns=columns)
    from_1 = 0 if sort in (PartKind.DIGIT, PartKind.DIGITS) else 1
    one, other = numbers[0] + from_1, numbers[-1] + from_1
    return _NAMES[sort].fill(digit=one, number=one, one=one, other=other, row=one, column=other)


def _name_span(block: int, length: int) -> str:
    first, last = block * length + 1, (block + 1) * length
    return str(first) if first == last else f"{first}-{last}"
