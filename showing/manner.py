"""The manner in which a reader wants answers, and what is said alike in many of them."""

from collections.abc import Collection, Sequence
from gettext import NullTranslations
from typing import NamedTuple

from ..base.language import ENGLISH, Message
from ..sudoku.grid import Grid
from ..sudoku.instructions import Instructions
from ..sudoku.text import Marked
from ..sudoku.transformation import Transformation
from .grids import side_by_side
from .sentences import BULLET, messages

_LINE = 88
"""How long the lines of a paragraph are at most, so that they read well."""


class Manner(NamedTuple):
    """How a reader wants answers: notation of steps, language, and the width of the page.

    `columns` is None where lines may be as long as they like.
    """

    notation: str = "arrows"
    words: NullTranslations = ENGLISH
    columns: int | None = None

    @property
    def lang(self) -> str:
        """The code of the language."""
        return self.words.info().get("language", "en")

    def say(self, *messages: Message) -> str:
        """Return sentences, one after another."""
        return " ".join(message.to(self.words) for message in messages)

    def paragraph(self, *messages: Message) -> str:
        """Return sentences in lines that read well."""
        from textwrap import fill  # which compiles much that few answers need

        return fill(self.say(*messages), min(self.columns or _LINE, _LINE))

    def number(self, number: int) -> str:
        """Return a number with its digits in threes, as the language has it."""
        return f"{number:,}".replace(",", self.say(Message(",")))

    def grids(self, *grids: Grid, marked: Sequence[Marked] | None = None) -> str:
        """Return grids drawn side by side, or below each other where the page is too narrow.

        `marked` says for each of them which cells are marked.
        """
        return side_by_side(grids, self.columns, marked)

    def sentences(self, instructions: Instructions, start: Grid) -> list[str]:
        """Return a sentence for each step."""
        return [self.say(one) for one in messages(instructions, self.notation, start)]

    def steps(self, title: Message, instructions: Instructions, start: Grid) -> str:
        """Return steps, one a line, under their title."""
        bullet = BULLET if self.notation == "order" else ""
        lines = [bullet + step for step in self.sentences(instructions, start)]
        return "\n".join([self.say(title), *(lines or [self.say(Message("(nothing to do)"))])])

    def there_and_back(self, way: Transformation, first: Grid, second: Grid) -> list[str]:
        """Return the steps that lead from one grid to another, and those that lead back."""
        return [
            self.steps(Message("Steps from 1 to 2:"), way.forward(), first),
            self.steps(Message("Steps from 2 to 1:"), way.backward(), second),
        ]

    def way(
        self, way: Transformation | None, first: Grid, second: Grid | None
    ) -> dict[str, object]:
        """Return for JSON how many steps there are, and both directions; null without a way."""
        if way is None or second is None:
            return dict.fromkeys(("steps", "forward", "backward"))
        return {
            "steps": way.steps,
            "forward": self.directions(way.forward(), first),
            "backward": self.directions(way.backward(), second),
        }

    def directions(self, instructions: Instructions, start: Grid) -> dict[str, object]:
        """Return for JSON every part, the order of the parts, and the same in sentences."""
        return {
            **{part: getattr(instructions.parts, part) for part in instructions.order},
            "order": instructions.order,
            "sentences": self.sentences(instructions, start),
        }


def in_columns(rows: Sequence[Sequence[str]], left: Collection[int] = ()) -> list[str]:
    """Return rows as lines with aligned columns: to the right, those in `left` to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        [
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        for row in rows
    ]
    return ["  ".join(line).rstrip() for line in lines]


def paragraphs(parts: Sequence[str]) -> str:
    """Return parts with a blank line between them."""
    return "\n\n".join(parts)
