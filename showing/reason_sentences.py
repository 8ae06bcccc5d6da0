"""Describe in sentences and pictures why two Sudokus are not copies of each other."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..answers.reason import (
    Difference,
    GridPart,
    Orientations,
    PartKind,
    Reason,
    ReasonKind,
    list_cells,
    list_digits_of_lines,
)
from ..answers.reason_check import find_digit_cycles
from ..base.messages import Message
from ..sudoku.grid import Grid
from .answer_report import Picture

_MOST_NAMES = 6
"""The largest number of rows, boxes or other parts of a grid that a sentence names. Further parts
are only counted; the pictures mark them.
"""

_MOST_NUMBERS = 6
"""The largest number of numbers that a sentence lists completely. In a longer list, each different
number is written once, followed by the number of times that it occurs.
"""

_Wordings = tuple[Message, ...]
"""The wordings of a sentence: a wording for rows and columns together, a wording for rows, and a
wording for columns; or a single wording for all three cases.
"""


_FAR_LINES = (
    Message("Pairs of rows in two bands, or of columns in two stacks,"),
    Message("Pairs of rows in two bands"),
    Message("Pairs of columns in two stacks"),
)
_PART_NAMES: dict[PartKind, _Wordings] = {
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
"""The names of the parts of a grid (rows, boxes, digits, …) that a reason compares, by the kind of
the first of these parts. Pairs of lines of different bands or stacks use `_FAR_LINES` instead.
"""

_REPEATS = ReasonKind.REPEATS_IN_LINES, ReasonKind.REPEATS_IN_BOXES
_CYCLES = ReasonKind.NEAR_CYCLES, ReasonKind.FAR_CYCLES

_PROPERTY_WORDS: dict[ReasonKind, _Wordings] = {
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
"""The beginning of the sentence about a difference between two grids, such as "Rows with 3 clues",
by the kind of reason. The kinds CLUES and ROUNDS have sentences of their own.
"""

_SINGLE_COUNT_WORDS = {
    **dict.fromkeys(
        _REPEATS,
        Message("{things} in which one digit occurs {times} and no other digit is repeated"),
    ),
    **dict.fromkeys(_CYCLES, Message("{things} with a single cycle, of length {length}")),
}
"""The beginning of the sentence about a difference between two grids if only one number was counted
in each row, box or other part, by the kind of reason.
"""

_SINGLE_ONE_WORDS = {
    **dict.fromkeys(_REPEATS, Message("{things} in which no digit is repeated")),
    ReasonKind.DIGIT_PAIRS: Message("{things} that meet in one box"),
    ReasonKind.LINE_PAIRS: Message("{things} with one digit in common"),
}
"""The beginning of the sentence about a difference between two grids if only one number was counted
in each row, box or other part, and this number is 1, by the kind of reason.
"""

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


def list_reason_sentences(reason: Reason, first: Grid, second: Grid) -> list[Message]:
    """Return the sentences that describe a reason why two grids are not copies: the differences
    between the grids, and the rows, boxes or other parts in which they differ.
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
                "The cycles of two lines: from a digit of the first line, go to the digit beside "
                "it in the second, then to the same digit in the first line, and so on until you "
                "are back; the length of the cycle is the number of digits on the way."
            )
        )
    return sentences


def mark_pictures(reason: Reason, pictures: Sequence[Picture]) -> list[Picture]:
    """Return the pictures of two grids with marks that show why the grids are not copies. The marks
    are on the cells, rows and columns in which the grids differ, as `reason` states. If `reason`
    has no cells in either grid, the pictures get no marks.
    """
    both = reason.first_cells, reason.second_cells
    if not any(both):
        return list(pictures)
    return [
        picture._replace(marked=cells, **_make_picture_fields_by_name(reason, number, picture.grid))
        for number, (picture, cells) in enumerate(zip(pictures, both, strict=True))
    ]


def make_json_list_of_grid_part(part: GridPart) -> list[str | int]:
    """Return a list for JSON that names a part of a grid: the kind of the part, and then the
    numbers that identify it, from 1, as in ["row", 3]. A box has the numbers of its band and stack,
    a clue the numbers of its row and column.
    """
    from_1 = 0 if part.kind in (PartKind.DIGIT, PartKind.DIGITS) else 1
    return [part.kind.value, *(number + from_1 for number in part.numbers)]


def make_counts_record(difference: Difference) -> dict[str, object]:
    """Return a dictionary for JSON about a difference between two grids: that one grid has, for
    example, more rows with three clues than the other. `numbers` has the counts of these parts, in
    the example `[3]`. `first` and `second` are how many such parts the first and the second grid
    have.
    """
    counts = difference.counts
    numbers = [*counts.common, *counts.by_rows, *counts.by_columns]
    return {"numbers": numbers, "first": len(difference.first), "second": len(difference.second)}


def _make_picture_fields_by_name(reason: Reason, grid_index: int, grid: Grid) -> dict[str, Any]:
    """Return the marks that show in a picture of a grid why it is not a copy of the other grid. The
    keys are names of fields of `Picture`: the rows and columns to highlight, the text below the
    picture, and cycles of digits. `grid_index` is 0 for the first grid and 1 for the second.
    """
    marked = [
        (one.kind, part)
        for one in reason.differences
        for part in one.marked_parts_of_both_grids[grid_index]
    ]
    parts = [part for _, part in marked]
    said = Message("Marked: {things}") if parts else Message("It has none of them.")
    return {
        "rows": {r for part in parts if part.is_along_rows for r, _ in list_cells(grid, part)},
        "columns": {c for one in parts if one.is_along_columns for _, c in list_cells(grid, one)},
        "below": said.with_values(things=parts and _describe_parts(parts, grid)),
        "cycles": [
            (
                _describe_part(part, grid),
                sorted(find_digit_cycles(*list_digits_of_lines(grid, part)), key=len, reverse=True),
            )
            for kind, part in marked
            if kind in _CYCLES
        ],
    }


def _describe_difference(difference: Difference, first: Grid, second: Grid) -> Message:
    """Return the sentence that describes a difference between two grids. Some differences rule out
    only copies with a quarter turn (rows become columns), and others only copies without a quarter
    turn. In such a case, the sentence also states which copies are ruled out.
    """
    sentence = _describe_comparison(difference, first, second)
    orientations = difference.orientations
    if orientations is Orientations.ALL or 1 not in first.shape.rotations:
        return sentence
    said = Message(
        "With a quarter turn, which makes rows of columns, it is no copy either. {sentence}"
    )
    if orientations is Orientations.UPRIGHT:
        said = Message("It is no copy without a quarter turn. {sentence}")
    return said.with_values(sentence=sentence)


def _describe_comparison(difference: Difference, first: Grid, second: Grid) -> Message:
    """Return the sentence that compares the counts of two grids, such as the number of rows with 3
    clues in the first and in the second grid.
    """
    kind, orientations, counts, *both, rounds = difference
    if kind is ReasonKind.CLUES:
        one, two = (_format_clue_count(len(parts)) for parts in both)
        said = Message("The first Sudoku has {first}, the second has {second}.")
        return said.with_values(first=one, second=two)
    one, two = (_format_parts_with_count(*each) for each in zip(both, (first, second), strict=True))
    if kind is ReasonKind.ROUNDS:
        said = Message(
            "After round {rounds} there are, of one kind, {first} in the first Sudoku and {second} "
            "in the second."
        )
        return said.with_values(rounds=rounds, first=one, second=two)
    parts = others = _describe_compared_parts(difference)
    said = Message("{things}: the first Sudoku has {first}, the second has {second}.")
    if orientations is Orientations.TURNED:
        parts = _describe_compared_parts(
            difference._replace(counts=counts.exchange_row_and_column_counts())
        )
        said = Message("{things}: the first Sudoku has {first}. {others}: the second has {second}.")
    return said.with_values(things=parts, first=one, others=others, second=two)


# Descriptions of counts


def _describe_compared_parts(difference: Difference) -> Message:
    """Return the beginning of the sentence about a difference between two grids, such as "Rows with
    3 clues". It names the parts of the grids that are compared, such as rows, and the numbers that
    were counted in each of these parts.
    """
    kind, counts = difference.kind, difference.counts
    is_either = difference.orientations is Orientations.ALL
    way = 0 if is_either else 1 if counts.by_rows else 2
    parts = (
        _FAR_LINES if kind is ReasonKind.FAR_CYCLES else _PART_NAMES[kind.compared.part_kinds[0]]
    )
    values = counts.common or counts.by_rows or counts.by_columns
    fields: dict[str, object] = {
        "things": parts[way % len(parts)],
        "clues": _format_clue_count(values[0]),
        "times": Message("once") if values[-1] == 1 else Message("{count} times", count=values[-1]),
        "numbers": _format_numbers_descending(values),
        "count": values[0],
        "length": values[0],
    }

    def add_other_way_round_if_different(message: Message) -> Message:
        """Add the words "or the other way round" to `message`, which describes counts in the rows
        and columns of a clue or digit. Nothing is added if exchanging rows with columns gives the
        same counts, or if the order of rows and columns matters.
        """
        if not is_either or counts.by_rows == counts.by_columns:
            return message
        return Message("{described}, or the other way round", described=message)

    if kind.compared.compares_lines:
        rows, columns = (
            _format_clue_count(counts.by_rows[0]),
            _format_clue_count(counts.by_columns[0]),
        )
        lines = Message("a row with {rows} and a column with {columns}", rows=rows, columns=columns)
        fields["lines"] = add_other_way_round_if_different(lines)
        fields |= {
            "rows": _format_numbers_descending(counts.by_rows),
            "columns": _format_numbers_descending(counts.by_columns),
        }
    if kind is ReasonKind.CLUES_BY_ALL:
        fields["things"] = _PROPERTY_WORDS[ReasonKind.CLUES_BY_LINES][0].with_values(**fields)
    said = _SINGLE_COUNT_WORDS.get(kind) if len(values) == 1 else None
    said = _SINGLE_ONE_WORDS.get(kind, said) if values == (1,) else said
    said = said or _PROPERTY_WORDS[kind][way % len(_PROPERTY_WORDS[kind])]
    described = said.with_values(**fields)
    return (
        add_other_way_round_if_different(described)
        if kind is ReasonKind.DIGITS_BY_LINES
        else described
    )


def _format_clue_count(count: int) -> Message:
    """Return a number of clues in words, such as "3 clues"."""
    return Message("1 clue") if count == 1 else Message("{count} clues", count=count)


def _format_numbers_descending(values: Sequence[int]) -> Message:
    """Return numbers as text, in descending order. In a long list, each different number is written
    once, followed by the number of times that it occurs.
    """
    numbers: Sequence[object] = sorted(values, reverse=True)
    if len(numbers) > _MOST_NUMBERS:
        counts = Counter(numbers).items()
        numbers = [f"{number} ({count}×)" if count > 1 else number for number, count in counts]
    return _join_items_with_and(numbers)


def _join_items_with_and(items: Sequence[object]) -> Message:
    """Join one or more items into a phrase, with commas and with "and" before the last item."""
    said = items[0] if isinstance(items[0], Message) else Message("{text}", text=items[0])
    for item in items[1:-1]:
        said = Message("{items}, {item}", items=said, item=item)
    return said if len(items) == 1 else Message("{items} and {last}", items=said, last=items[-1])


# Names of grid parts


def _format_parts_with_count(parts: Sequence[GridPart], grid: Grid) -> Message:
    """Return the number of some parts of a grid, such as rows, with their names in brackets. If
    there are no parts, return the word "none".
    """
    if not parts:
        return Message("none")
    return Message("{count} ({names})", count=len(parts), names=_describe_parts(parts, grid))


def _describe_parts(parts: Sequence[GridPart], grid: Grid) -> Message:
    """Return the names of some parts of a grid as a phrase. If there are more than `_MOST_NAMES`
    parts, only the first parts are named, and the number of further parts follows.
    """
    names = [_describe_part(part, grid) for part in parts[:_MOST_NAMES]]
    if more := len(parts) - len(names):
        names.append(Message("{count} more", count=more))
    return _join_items_with_and(names)


def _describe_part(part: GridPart, grid: Grid) -> Message:
    """Return the name of a part of a grid, such as "row 3", or "rows 1-3 × columns 4-6" for a
    box.
    """
    sort, numbers = part
    if sort is PartKind.BOX:
        rows, columns = map(_format_line_numbers_of_block, numbers, grid.shape)
        return _NAMES[sort].with_values(rows=rows, columns=columns)
    from_1 = 0 if sort in (PartKind.DIGIT, PartKind.DIGITS) else 1
    one, other = numbers[0] + from_1, numbers[-1] + from_1
    return _NAMES[sort].with_values(
        digit=one, number=one, one=one, other=other, row=one, column=other
    )


def _format_line_numbers_of_block(block_index: int, block_length: int) -> str:
    """Return the numbers of the lines in a band or stack, such as "4-6". `block_index` is its index
    from 0, and `block_length` the number of its lines.
    """
    first, last = block_index * block_length + 1, (block_index + 1) * block_length
    return str(first) if first == last else f"{first}-{last}"
