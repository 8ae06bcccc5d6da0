"""A sheet for a class: pairs of Sudokus with room to write, and after them the answers."""

from collections.abc import Iterable

from ..answers.decide import decide
from ..base.language import Message
from ..reading.gridfile import Pair
from .answers_page import entry_shown
from .manner import Manner
from .page_templates import render
from .said import Said
from .said_decision import SaidDecision


def worksheet(pairs: Iterable[Pair], manner: Manner, command: str) -> str:
    """Return the HTML file of a worksheet; `command` is what makes the same one again."""
    entries = [
        SaidDecision(decide(*pair), manner).entry(manner.say(Message("Pair {number}", number=i)))
        for i, pair in enumerate(pairs, 1)
    ]
    return render(
        "worksheet",
        manner,
        title=manner.say(Said.title),
        entries=[entry_shown(entry, manner) for entry in entries],
        command=command,
    )
