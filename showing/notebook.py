"""What a notebook shows: a grid as a table; an answer as grids, its steps and the player.

A notebook is one page with the outputs of many programs. So tables bring their style along, and
the player stands in a frame of its own, where neither disturbs the other.
"""

from ..answers.decide import Answer
from ..answers.nearest import NearestCopy
from ..answers.part import PartAnswer
from ..answers.seen_best import Survey
from ..base.errors import ArgumentError
from ..sudoku.grid import Grid
from .answers_page import entries_page, entry_shown
from .manner import Manner
from .page_templates import render_part
from .said import in_words
from .sentences import words_of

Shown = Grid | Answer | PartAnswer | NearestCopy | Survey
"""What can be shown."""


def as_html(shown: Shown, lang: str | None = None) -> str:
    """Return a grid or an answer as a piece of HTML, as it is shown in a notebook.

    `lang` is the language of an answer, by default that of the environment. Raises `ArgumentError`
    for anything else, and for a language that is not there.

    >>> as_html(Grid([[1, 2], [0, 1]])).count("<td")
    4
    """
    manner = Manner(words=words_of(lang))
    if isinstance(shown, Grid):
        return render_part("notebook", manner, grid=shown, entry=None, player=None)
    if not isinstance(shown, Shown):
        raise ArgumentError(f"expected a grid or an answer, found {type(shown).__name__}")
    said = in_words(shown, manner)
    entry = said.entry("")
    player = entries_page(said.title, [entry], manner, only_player=True)
    return render_part(
        "notebook",
        manner,
        grid=None,
        entry=entry_shown(entry, manner),
        player=player if entry.tracks else None,
    )
