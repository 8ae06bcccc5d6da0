"""How it is said why two Sudokus are not copies of each other."""

from collections import Counter
from collections.abc import Sequence

from ..answers.reason import Difference, Kind, Reason, Scope, Sort, Thing, Trait, Values
from ..base.language import Message
from ..sudoku.grid import Grid

_MOST_NAMES = 6
"""More things of one trait than these are counted, and the rest left to the marks."""

_MOST_NUMBERS = 6
"""Longer lists of numbers say how often each of them stands there."""


def reason_in_words(reason: Reason, first: Grid, second: Grid) -> list[Message]:
    """Return the sentences that say what differs between two grids, and where."""
    kinds = {difference.kind for difference in reason.differences}
    sentences = [_part(difference, first, second) for difference in reason.differences]
    if Kind.ROUNDS in kinds:
        sorting = Message(
            "Rows, columns and digits were sorted into kinds, in each round anew: by the kinds of "
            "what they meet in their clues, and rows and columns also by the kinds in their band "
            "or stack."
        )
        sentences.insert(0, sorting)
    if kinds & {Kind.NEAR_CYCLES, Kind.FAR_CYCLES}:
        sentences.append(
            Message(
                "The cycles of two lines: from a digit of the one go to the digit beside it in the "
                "other, find that digit in the one again, and go on until you are back; as many "
                "digits as you passed, so long is the cycle."
            )
        )
    return sentences


def _part(difference: Difference, first: Grid, second: Grid) -> Message:
    """Return what differs, and for which transformations, where it is not for all."""
    sentence, scope = _compared(difference, first, second), difference.scope
    if scope is Scope.ALL or 1 not in first.shape.rotations:
        return sentence
    if scope is Scope.UPRIGHT:
        return Message("It is no copy without a quarter turn. {sentence}", sentence=sentence)
    return Message(
        "Nor is it one with a quarter turn, which makes columns of rows. {sentence}",
        sentence=sentence,
    )


def _compared(difference: Difference, first: Grid, second: Grid) -> Message:
    kind, scope, trait, *_ = difference
    one, two = _listed(difference.first, first), _listed(difference.second, second)
    if kind is Kind.CLUES:
        numbers = len(difference.first), len(difference.second)
        one, two = (_clues(number) for number in numbers)
        return Message(
            "The first Sudoku has {first}, the second has {second}.", first=one, second=two
        )
    if kind is Kind.ROUNDS:
        return Message(
            "After round {rounds} there are, of one kind, {first} in the first Sudoku and {second} "
            "in the second.",
            rounds=difference.rounds,
            first=one,
            second=two,
        )
    things = _described(difference, trait)
    if scope is Scope.TURNED:
        return Message(
            "{things}: the first Sudoku has {first}. {others}: the second has {second}.",
            things=_described(difference, trait.turned()),
            first=one,
            others=things,
            second=two,
        )
    return Message(
        "{things}: the first Sudoku has {first}, the second has {second}.",
        things=things,
        first=one,
        second=two,
    )


# What is counted


def _described(difference: Difference, trait: Trait) -> Message:
    """Return the things that have a trait, as the beginning of a sentence."""
    kind, things = difference.kind, _things(difference, trait)
    if kind in _OF_CLUES:
        return _clues_described(difference, trait, things)
    if kind in _OF_DIGITS:
        return _digits_described(difference, trait, things)
    values = trait.by_rows or trait.by_columns or trait.common
    numbers = _numbers(values)
    if kind in (Kind.LINES, Kind.BOXES, Kind.BLOCKS):
        return Message("{things} with {clues}", things=things, clues=_clues(values[0]))
    if kind is Kind.BLOCKS_BY_LINES and difference.scope is Scope.ALL:
        return Message(
            "{things} with {numbers} clues in the rows or columns", things=things, numbers=numbers
        )
    if kind is Kind.BLOCKS_BY_LINES and trait.by_rows:
        return Message("{things} with {numbers} clues in the rows", things=things, numbers=numbers)
    if kind is Kind.BLOCKS_BY_LINES:
        return Message(
            "{things} with {numbers} clues in the columns", things=things, numbers=numbers
        )
    if kind is Kind.BLOCKS_BY_BOXES:
        return Message("{things} with {numbers} clues in the boxes", things=things, numbers=numbers)
    if kind in (Kind.REPEATS_IN_LINES, Kind.REPEATS_IN_BOXES):
        return _repeats_described(values, things)
    if kind is Kind.LINES_BY_DIGITS:
        return Message(
            "{things} whose digits occur {numbers} times in the Sudoku",
            things=things,
            numbers=numbers,
        )
    if kind is Kind.LINE_PAIRS:
        if values[0] == 1:
            return Message("{things} with one digit in common", things=things)
        return Message("{things} with {count} digits in common", things=things, count=values[0])
    if len(values) == 1:
        length = values[0]
        return Message(
            "{things} with a single cycle, of length {length}", things=things, length=length
        )
    return Message("{things} with cycles of lengths {numbers}", things=things, numbers=numbers)


def _repeats_described(values: Values, things: Message) -> Message:
    if values == (1,):
        return Message("{things} in which no digit is repeated", things=things)
    if len(values) == 1:
        times = _times(values[0])
        return Message(
            "{things} in which one digit stands {times} and no other is repeated",
            things=things,
            times=times,
        )
    return Message(
        "{things} in which digits stand {numbers} times and no other is repeated",
        things=things,
        numbers=_numbers(values),
    )


_OF_CLUES = (Kind.CLUES_BY_LINES, Kind.CLUES_BY_DIGIT, Kind.CLUES_BY_ALL)


def _clues_described(difference: Difference, trait: Trait, things: Message) -> Message:
    if trait.by_rows:
        rows, columns = _clues(trait.by_rows[0]), _clues(trait.by_columns[0])
        lines = Message("a row with {rows} and a column with {columns}", rows=rows, columns=columns)
        lines = _either_way(difference, trait, lines)
        things = Message("{things} in {lines}", things=things, lines=lines)
    if not trait.common:
        return things
    clues, times = _clues(trait.common[0]), _times(trait.common[1])
    if trait.by_rows:
        return Message(
            "{things}, in a box with {clues}, of a digit that occurs {times}",
            things=things,
            clues=clues,
            times=times,
        )
    return Message(
        "{things} in a box with {clues}, of a digit that occurs {times}",
        things=things,
        clues=clues,
        times=times,
    )


_OF_DIGITS = (Kind.DIGITS, Kind.DIGITS_BY_BOXES, Kind.DIGITS_BY_LINES, Kind.DIGIT_PAIRS)


def _digits_described(difference: Difference, trait: Trait, things: Message) -> Message:
    if difference.kind is Kind.DIGITS_BY_LINES:
        described = Message(
            "{things} that stand in rows with {rows} clues and columns with {columns}",
            things=things,
            rows=_numbers(trait.by_rows),
            columns=_numbers(trait.by_columns),
        )
        return _either_way(difference, trait, described)
    if difference.kind is Kind.DIGITS_BY_BOXES:
        numbers = _numbers(trait.common)
        return Message(
            "{things} that stand in boxes with {numbers} clues", things=things, numbers=numbers
        )
    if difference.kind is Kind.DIGIT_PAIRS:
        count = trait.common[0]
        if count == 1:
            return Message("{things} that meet in one box", things=things)
        return Message("{things} that meet in {count} boxes", things=things, count=count)
    return Message("{things} that occur {times}", things=things, times=_times(trait.common[0]))


def _either_way(difference: Difference, trait: Trait, described: Message) -> Message:
    """Add that rows and columns may be exchanged, where that is something else."""
    if difference.scope is not Scope.ALL or trait.by_rows == trait.by_columns:
        return described
    return Message("{described}, or the other way round", described=described)


def _things(difference: Difference, trait: Trait) -> Message:
    """Return what the things are that a difference is about."""
    sort = (difference.first or difference.second)[0].sort
    is_either = difference.scope is Scope.ALL
    is_far = difference.kind is Kind.FAR_CYCLES
    if sort in (Sort.ROW, Sort.COLUMN):
        if is_either:
            return Message("Rows and columns")
        return Message("Rows") if trait.by_rows else Message("Columns")
    if sort in (Sort.BAND, Sort.STACK):
        if is_either:
            return Message("Bands and stacks")
        return Message("Bands") if trait.by_rows else Message("Stacks")
    if sort in (Sort.ROWS, Sort.COLUMNS) and is_far:
        if is_either:
            return Message("Pairs of rows in two bands, or of columns in two stacks,")
        if trait.by_rows:
            return Message("Pairs of rows in two bands")
        return Message("Pairs of columns in two stacks")
    if sort in (Sort.ROWS, Sort.COLUMNS):
        if is_either:
            return Message("Pairs of rows in one band, or of columns in one stack,")
        if trait.by_rows:
            return Message("Pairs of rows in one band")
        return Message("Pairs of columns in one stack")
    return {
        Sort.DIGIT: Message("Digits"),
        Sort.BOX: Message("Boxes"),
        Sort.CLUE: Message("Clues"),
        Sort.DIGITS: Message("Pairs of digits"),
    }[sort]


def _clues(count: int) -> Message:
    return Message("1 clue") if count == 1 else Message("{count} clues", count=count)


def _times(count: int) -> Message:
    return Message("once") if count == 1 else Message("{count} times", count=count)


def _numbers(values: Values) -> Message:
    """Return numbers, the largest first; of long lists, how often each is in it."""
    numbers = sorted(values, reverse=True)
    if len(numbers) <= _MOST_NUMBERS:
        return _enumerated(numbers)
    counts = Counter(numbers).items()
    return _enumerated(
        [f"{number} ({count}×)" if count > 1 else number for number, count in counts]
    )


def _enumerated(items: Sequence[object]) -> Message:
    """Return things, of which there is one at least, with commas and an "and" between them.

    >>> print(_enumerated([3, 2, 2]))
    3, 2 and 2
    """
    said = items[0] if isinstance(items[0], Message) else Message("{text}", text=items[0])
    for item in items[1:-1]:
        said = Message("{items}, {item}", items=said, item=item)
    return said if len(items) == 1 else Message("{items} and {last}", items=said, last=items[-1])


# Which they are


def _listed(things: Sequence[Thing], grid: Grid) -> Message:
    """Return how many things there are, and which."""
    if not things:
        return Message("none")
    names: list[Message] = [_name(thing, grid) for thing in things[:_MOST_NAMES]]
    if more := len(things) - len(names):
        names.append(Message("{count} more", count=more))
    return Message("{count} ({names})", count=len(things), names=_enumerated(names))


def _name(thing: Thing, grid: Grid) -> Message:
    sort, numbers = thing
    one, last = numbers[0] + 1, numbers[-1] + 1
    if sort is Sort.BOX:
        (height, width), (band, stack) = grid.shape, numbers
        return Message(
            "rows {rows} × columns {columns}",
            rows=_span(band, height),
            columns=_span(stack, width),
        )
    return {
        Sort.DIGIT: Message("digit {digit}", digit=numbers[0]),
        Sort.DIGITS: Message("{one} with {other}", one=numbers[0], other=numbers[-1]),
        Sort.ROW: Message("row {number}", number=one),
        Sort.COLUMN: Message("column {number}", number=one),
        Sort.BAND: Message("band {number}", number=one),
        Sort.STACK: Message("stack {number}", number=one),
        Sort.ROWS: Message("row {one} with row {other}", one=one, other=last),
        Sort.COLUMNS: Message("column {one} with column {other}", one=one, other=last),
        Sort.CLUE: Message("row {row}, column {column}", row=one, column=last),
    }[sort]


def _span(block: int, length: int) -> str:
    first, last = block * length + 1, (block + 1) * length
    return str(first) if first == last else f"{first}-{last}"
