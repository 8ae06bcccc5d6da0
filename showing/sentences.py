"""Describe the steps of a transformation in sentences. There are three notations, that is, styles
of these sentences. Rows, columns and digits are numbered from 1.

The notation `arrows` gives the old and the new place of each line that moves, as old place -> new
place, which cannot be misread as the inverse. `order` lists the lines in their new order (an index
list) by their numbers in the grid. `compact` does the same with numbers within the band or stack.
"""

from gettext import NullTranslations

from ..base.errors import ArgumentError
from ..base.messages import Message, list_languages, load_translations
from ..sudoku.grid import Grid
from ..sudoku.transformation import Instructions, Step, Transformation

BULLET = "-> "
"""The prefix of each sentence for a step when it is printed in the notation `order`."""


def sentences(
    steps: Transformation | Instructions,
    notation: str = "arrows",
    lang: str = "en",
    start: Grid | None = None,
) -> list[str]:
    """Return one sentence for each step, in the order in which the steps are carried out. `steps`
    are instructions, or a transformation, whose steps from the first grid to the second are
    described. `notation` is `arrows`, `order` or `compact`; `lang` is a language of the package,
    `en` or `de`.

    If `start`, the grid to which the steps are applied, is given, sentences with arrows leave out
    digits that do not occur in it. Raises `ArgumentError` if `notation` or `lang` is not known,
    and `TypeError` if `steps` is neither instructions nor a transformation, such as None.

    >>> turn = Transformation.identity(Grid("1...............").shape).replace_parts(rotation=1)
    >>> sentences(turn, lang="de")
    ['Um 90° im Uhrzeigersinn drehen']
    """
    if notation not in NOTATIONS:
        raise ArgumentError(f"expected a notation of {', '.join(NOTATIONS)}, found {notation!r}")
    instructions = steps.make_instructions() if isinstance(steps, Transformation) else steps
    if not isinstance(instructions, Instructions):
        raise TypeError(
            f"expected a transformation or instructions, found {steps!r} (the transformation of an "
            "answer is None if there is none)"
        )
    words = find_translations(lang)
    return [
        message.translate_to(words) for message in make_step_messages(instructions, notation, start)
    ]


def find_translations(lang: str | None) -> NullTranslations:
    """Return the translations into the language `lang`, such as "de", or into the language of the
    environment if `lang` is None. Raises `ArgumentError` if the package has no such language.
    """
    if lang is not None and lang not in list_languages():
        raise ArgumentError(f"expected a language of {', '.join(list_languages())}, found {lang!r}")
    return load_translations(lang)


def make_step_messages(
    instructions: Instructions, notation: str, start_grid: Grid | None = None
) -> list[Message]:
    """Return one sentence for each step of `instructions`, as a `Message`, which is translated
    later. `notation` is the style of the sentences: `arrows`, `order` or `compact`. `start_grid` is
    the grid to which the steps are applied.

    If `start_grid` is given, sentences in the notation `arrows` leave out digits that do not occur
    in it.
    """
    all_digits = frozenset(range(1, instructions.parts.shape.size + 1))
    occurring_digits = all_digits if start_grid is None else start_grid.digits
    return [_make_step_message(step, notation, occurring_digits) for step in instructions]


def _make_step_message(step: Step, notation: str, occurring_digits: frozenset[int]) -> Message:
    """Return the sentence for a step. In the notation with arrows, a renaming of digits names only
    `occurring_digits`.
    """
    how, first = step.how, step.block * len(step.how) + 1
    message = NOTATIONS[notation][step.part]
    if step.part == "rotation":
        if notation == "order" and how == (1,):
            return Message("Turn the Sudoku 1 time by 90° clockwise")
        return message.with_values(times=how[0], degrees=90 * how[0])
    if step.part == "digits":
        moves = [(d, name) for d, name in enumerate(how, 1) if d in occurring_digits]
        return message.with_values(
            size=len(how), order=" ".join(map(str, how)), moves=format_arrows(moves)
        )
    start = 1 if notation == "compact" else first
    return message.with_values(
        lines=f"{first}-{first + len(how) - 1}",
        order=" ".join(str(start + i) for i in how),
        moves=format_arrows(sorted((first + old, first + new) for new, old in enumerate(how))),
    )


NOTATIONS: dict[str, dict[str, Message]] = {
    "arrows": {
        "rotation": Message("Turn clockwise by {degrees}°"),
        "bands": Message("Moving the bands: {moves}"),
        "stacks": Message("Moving the stacks: {moves}"),
        "rows": Message("Moving the rows: {moves}"),
        "columns": Message("Moving the columns: {moves}"),
        "digits": Message("Renaming the digits: {moves}"),
    },
    "order": {
        "rotation": Message("Turn the Sudoku {times} times by 90° clockwise"),
        "bands": Message("Reorder the bands to: {order}"),
        "stacks": Message("Reorder the stacks to: {order}"),
        "rows": Message("Reorder rows {lines} to: {order}"),
        "columns": Message("Reorder columns {lines} to: {order}"),
        "digits": Message("Rename digits 1 to {size} to: {order}"),
    },
    "compact": {
        "rotation": Message("Turned by {degrees} degrees clockwise."),
        "bands": Message("Bands: {order}"),
        "stacks": Message("Stacks: {order}"),
        "rows": Message("Rows {lines}: {order}"),
        "columns": Message("Columns {lines}: {order}"),
        "digits": Message("Renaming: {order}"),
    },
}
"""The sentences for steps, by the notation (the style of the sentences) and the part of the
transformation that a step changes, such as the bands.
"""


def format_arrows(moves: list[tuple[int, int]]) -> str:
    """Return moves of lines, or renamings of digits, as text with arrows, such as "1 -> 2". `moves`
    are pairs (old, new). Lines and digits that stay the same are left out.

    >>> format_arrows([(1, 2), (2, 1), (3, 3)])
    '1 -> 2, 2 -> 1'
    """
    return ", ".join(f"{old} -> {new}" for old, new in moves if old != new)
