"""Describe the steps of a transformation in sentences. There are three notations, that is, styles
of these sentences. Rows, columns and digits are numbered from 1.

The notation `arrows` uses the words of the HTML pages: two lines that change places are swapped,
and other moves are written with arrows from place to place, such as 1 -> 2 -> 3 -> 1. `order` lists
the lines in their new order (an index list) by their numbers in the grid. `compact` does the same
with numbers within the band or stack.
"""

from gettext import NullTranslations

from ..base.errors import ArgumentError
from ..base.messages import Message, SharedText, list_languages, load_translations
from ..sudoku.grid import Grid
from ..sudoku.transformation import (
    Instructions,
    Permutation,
    Step,
    Transformation,
    find_cycles,
    invert_permutation,
)

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
    ['Um 90° nach rechts drehen']
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
    part, how, first = step.part, step.how, step.block * len(step.how) + 1
    if part == "rotation":
        return SharedText(f"turn {how[0]}")
    if notation == "arrows" and part == "digits":
        names = [(d, name) for d, name in enumerate(how, 1) if d in occurring_digits]
        return SharedText("rename to", names=format_arrows(names))
    if notation == "arrows":
        return _make_message_with_cycles(part, how, first)
    # The new names of digits are numbered from 1 already.
    start = 0 if part == "digits" else 1 if notation == "compact" else first
    return _INDEX_LISTS[notation][part].with_values(
        size=len(how),
        lines=f"{first}-{first + len(how) - 1}",
        order=" ".join(str(start + i) for i in how),
    )


def _make_message_with_cycles(part: str, new_order: Permutation, first: int) -> Message:
    """Return the sentence for a step that moves bands, stacks, rows or columns (`part` is one of
    these words), written as cycles of places. `new_order` is the index list of their new order, and
    `first` is the number of the place with index 0.
    """
    new_places = invert_permutation(new_order)
    cycles = [
        [first + place for place in cycle]
        for cycle in find_cycles(range(len(new_places)), new_places.__getitem__)
        if len(cycle) > 1
    ]
    if len(cycles) == 1 and len(cycles[0]) == 2:
        return SharedText(f"swap {part}", a=cycles[0][0], b=cycles[0][1])
    shown = [" -> ".join(map(str, [*cycle, cycle[0]])) for cycle in cycles]
    return SharedText(f"move {part}", cycles=", ".join(shown))


_INDEX_LISTS: dict[str, dict[str, Message]] = {
    "order": {
        "bands": Message("Reorder the bands to: {order}"),
        "stacks": Message("Reorder the stacks to: {order}"),
        "rows": Message("Reorder rows {lines} to: {order}"),
        "columns": Message("Reorder columns {lines} to: {order}"),
        "digits": Message("Rename digits 1 to {size} to: {order}"),
    },
    "compact": {
        "bands": Message("Bands: {order}"),
        "stacks": Message("Stacks: {order}"),
        "rows": Message("Rows {lines}: {order}"),
        "columns": Message("Columns {lines}: {order}"),
        "digits": Message("Renaming: {order}"),
    },
}
"""The sentences that list the new order, by the notation and the part of the transformation that a
step changes, such as the bands.
"""

NOTATIONS = ("arrows", *_INDEX_LISTS)
"""The names of the notations, that is, the styles of the sentences for steps."""


def format_arrows(moves: list[tuple[int, int]]) -> str:
    """Return moves of lines, or renamings of digits, as text with arrows, such as "1 -> 2". `moves`
    are pairs (old, new). Lines and digits that stay the same are left out.

    >>> format_arrows([(1, 2), (2, 1), (3, 3)])
    '1 -> 2, 2 -> 1'
    """
    return ", ".join(f"{old} -> {new}" for old, new in moves if old != new)
