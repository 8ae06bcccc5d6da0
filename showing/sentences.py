"""Instructions in words, in three notations that all read the same steps.

`arrows` says what moves, old place -> new place: nobody reads that the wrong way round, and the way
back is the same with arrows turned. `order` says what the new order is (a gather list), with the
lines' own numbers; `compact` says the same in the numbers within the band or stack. Everything a
person reads is 1-based.
"""

from collections.abc import Callable
from gettext import NullTranslations

from ..base.errors import ArgumentError
from ..base.language import Message, language, languages
from ..sudoku.grid import Grid
from ..sudoku.transformation import Instructions, Permutation, Step, Transformation

BULLET = "-> "
"""Precedes the sentences of the notation `order` where they are printed."""


def sentences(
    steps: Transformation | Instructions,
    notation: str = "arrows",
    lang: str = "en",
    start: Grid | None = None,
) -> list[str]:
    """Return one sentence for each step, in the order in which they are carried out.

    Of a transformation these are the steps forward. `notation` is `arrows`, `order` or `compact`,
    `lang` is `en` or `de`; anything else raises `ArgumentError`. With `start`, the grid that the
    steps are for, arrows leave out digits that do not occur in it.

    >>> turn = Transformation.identity(Grid("1...............").shape).replaced(rotation=1)
    >>> sentences(turn, lang="de")
    ['Um 90° im Uhrzeigersinn drehen']
    """
    if notation not in NOTATIONS:
        raise ArgumentError(f"expected a notation of {', '.join(NOTATIONS)}, found {notation!r}")
    instructions = steps.forward() if isinstance(steps, Transformation) else steps
    words = words_of(lang)
    return [message.to(words) for message in messages(instructions, notation, start)]


def words_of(lang: str | None) -> NullTranslations:
    """Return the translations for a language that a caller asks for; raise `ArgumentError`.

    None asks for the language of the environment.
    """
    if lang is not None and lang not in languages():
        raise ArgumentError(f"expected a language of {', '.join(languages())}, found {lang!r}")
    return language(lang)


def messages(instructions: Instructions, notation: str, start: Grid | None = None) -> list[Message]:
    """Return what `sentences` returns, not yet in a language."""
    say = NOTATIONS[notation]
    occurring = (
        frozenset(range(1, instructions.parts.shape.size + 1)) if start is None else start.digits
    )
    return [say(step, occurring) for step in instructions]


def _order(step: Step, _: frozenset[int]) -> Message:
    how = step.how
    first, last = _span(step)
    lines, order = f"{first}-{last}", _listed([first + i for i in how])
    return {
        "rotation": (
            Message("Turn the Sudoku 1 time by 90° clockwise")
            if how == (1,)
            else Message("Turn the Sudoku {times} times by 90° clockwise", times=how[0])
        ),
        "bands": Message("Reorder the bands to: {order}", order=order),
        "stacks": Message("Reorder the stacks to: {order}", order=order),
        "rows": Message("Reorder rows {lines} to: {order}", lines=lines, order=order),
        "columns": Message("Reorder columns {lines} to: {order}", lines=lines, order=order),
        "digits": Message(
            "Rename digits 1 to {size} to: {order}", size=len(how), order=_listed(how)
        ),
    }[step.part]


def _compact(step: Step, _: frozenset[int]) -> Message:
    how = step.how
    first, last = _span(step)
    lines, order = f"{first}-{last}", _listed([i + 1 for i in how])
    return {
        "rotation": Message("Turned by {degrees} degrees clockwise.", degrees=90 * how[0]),
        "bands": Message("Bands: {order}", order=order),
        "stacks": Message("Stacks: {order}", order=order),
        "rows": Message("Rows {lines}: {order}", lines=lines, order=order),
        "columns": Message("Columns {lines}: {order}", lines=lines, order=order),
        "digits": Message("Renaming: {order}", order=_listed(how)),
    }[step.part]


def _arrows(step: Step, occurring: frozenset[int]) -> Message:
    how = step.how
    first, _ = _span(step)
    names = pointed([(d, name) for d, name in enumerate(how, 1) if d in occurring])
    moves = pointed(sorted((first + old, first + new) for new, old in enumerate(how)))
    return {
        "rotation": Message("Turn clockwise by {degrees}°", degrees=90 * how[0]),
        "bands": Message("Moving the bands: {moves}", moves=moves),
        "stacks": Message("Moving the stacks: {moves}", moves=moves),
        "rows": Message("Moving the rows: {moves}", moves=moves),
        "columns": Message("Moving the columns: {moves}", moves=moves),
        "digits": Message("Renaming the digits: {moves}", moves=names),
    }[step.part]


NOTATIONS: dict[str, Callable[[Step, frozenset[int]], Message]] = {
    "arrows": _arrows,
    "order": _order,
    "compact": _compact,
}


def _span(step: Step) -> tuple[int, int]:
    """Return the first and last number, 1-based, of the lines or blocks that a step reorders."""
    start = step.block * len(step.how)
    return start + 1, start + len(step.how)


def _listed(numbers: Permutation | list[int]) -> str:
    return " ".join(map(str, numbers))


def pointed(moves: list[tuple[int, int]]) -> str:
    """Return moves or renamings with arrows; what stays is left out.

    >>> pointed([(1, 2), (2, 1), (3, 3)])
    '1 -> 2, 2 -> 1'
    """
    return ", ".join(f"{old} -> {new}" for old, new in moves if old != new)
