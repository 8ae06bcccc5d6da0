"""Instructions in words, in three notations that all read the same steps.

`order` says what the new order is (a gather list), with the lines' own numbers; `compact` says the
same in the numbers within the band or stack; `arrows` says only what moves, old place -> new place.
Everything a person reads is 1-based.
"""

from collections.abc import Callable
from gettext import NullTranslations

from .language import ENGLISH, Message
from .shape import BoxShape
from .transformation import Instructions, Permutation, Step

BULLET = "-> "
"""Precedes the sentences of the notation `order` where they are printed."""


def sentences(
    instructions: Instructions, notation: str = "order", words: NullTranslations = ENGLISH
) -> list[str]:
    """Return one sentence for each step, in the order in which they are carried out.

    `notation` is one of `NOTATIONS`; anything else raises `KeyError`.
    """
    say = NOTATIONS[notation]
    return [say(step, instructions.shape).to(words) for step in instructions]


def _order(step: Step, shape: BoxShape) -> Message:
    part, block, how = step
    if part == "rotation":
        if how[0] == 1:
            return Message("Turn the Sudoku 1 time by 90° clockwise")
        return Message("Turn the Sudoku {times} times by 90° clockwise", times=how[0])
    if part == "digits":
        return Message(
            "Rename the digits 1 to {size} to: {order}", size=len(how), order=_listed(how)
        )
    first, last = _span(step, shape)
    template = {
        "bands": "Reorder the bands to: {order}",
        "stacks": "Reorder the stacks to: {order}",
        "rows": "Reorder rows {lines} to: {order}",
        "columns": "Reorder columns {lines} to: {order}",
    }[part]
    order = _listed([first + i for i in how])
    return Message(template, lines=_range(first, last), order=order)


def _compact(step: Step, shape: BoxShape) -> Message:
    part, block, how = step
    if part == "rotation":
        return Message("Turned {degrees} degrees clockwise.", degrees=90 * how[0])
    if part == "digits":
        return Message("Renaming: {order}", order=_listed(how))
    template = {
        "bands": "Bands: {order}",
        "stacks": "Stacks: {order}",
        "rows": "Rows {lines}: {order}",
        "columns": "Columns {lines}: {order}",
    }[part]
    order = _listed([i + 1 for i in how])
    return Message(template, lines=_range(*_span(step, shape)), order=order)


def _arrows(step: Step, shape: BoxShape) -> Message:
    part, block, how = step
    if part == "rotation":
        return Message("Turn clockwise by {degrees}°", degrees=90 * how[0])
    if part == "digits":
        renamed = [(d, name) for d, name in enumerate(how, 1) if d != name]
        return Message("Renaming of the digits: {arrows}", arrows=_pointed(renamed))
    first, _ = _span(step, shape)
    moves = sorted((first + old, first + new) for new, old in enumerate(how) if old != new)
    template = {
        "bands": "Moving the bands: {arrows}",
        "stacks": "Moving the stacks: {arrows}",
        "rows": "Moving the rows: {arrows}",
        "columns": "Moving the columns: {arrows}",
    }[part]
    return Message(template, arrows=_pointed(moves))


NOTATIONS: dict[str, Callable[[Step, BoxShape], Message]] = {
    "order": _order,
    "compact": _compact,
    "arrows": _arrows,
}


def _span(step: Step, shape: BoxShape) -> tuple[int, int]:
    """Return the first and last number, 1-based, of the lines or blocks that a step reorders."""
    start = step.block * len(step.how)
    return start + 1, start + len(step.how)


def _range(first: int, last: int) -> str:
    return f"{first}-{last}"


def _listed(numbers: Permutation | list[int]) -> str:
    return " ".join(map(str, numbers))


def _pointed(moves: list[tuple[int, int]]) -> str:
    return ", ".join(f"{old} -> {new}" for old, new in moves)
