"""The page of some answers, with a player of steps; the same in a notebook, and a worksheet."""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..base.errors import ArgumentError
from ..base.language import Message
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Step, inverted, sources
from .manner import Manner, on_one_line
from .page_templates import TEMPLATES, render, render_part
from .printer import harmless
from .said import PageEntry, Picture, Said, Track, in_words
from .sentences import words_of

if TYPE_CHECKING:
    from ..answers.decide import Answer
    from ..answers.nearest import NearestCopy
    from ..answers.part import PartAnswer
    from ..answers.seen_best import Survey
    from ..sudoku.grid import Pair

_SOLVER = "https://www.sudokuwiki.org/sudoku.htm?bd="
"""Opens a 9×9 puzzle, whose 81 characters follow, in a solver that explains its steps."""

MOST = 1000
"""More answers are not shown on one page: no browser would like it."""


class Answers:
    """Answers for a page, with the names of their files; `are_all` unless they were interrupted."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, Said | str]] = []
        self.count = 0
        self.are_all = True

    def add(self, name: str, said: Said | str) -> None:
        """Add what is said of a file: an answer, or the line of an error."""
        self.count += 1
        if self.count <= MOST:
            self.shown.append((name, said))

    @property
    def has_any(self) -> bool:
        """Whether there is anything but errors."""
        return any(isinstance(said, Said) for _, said in self.shown)


def answers_page(answers: Answers, manner: Manner) -> str:
    """Return the HTML file that shows answers, each under the name of its file."""
    short = _short([name for name, _ in answers.shown])
    entries = []
    for name, said in answers.shown:
        shown_name = harmless(short[name])
        if isinstance(said, Said):
            entries.append(said.entry(shown_name))
        else:  # an error, which names the folder too
            folder = harmless(os.path.join(os.path.dirname(name), ""))
            line = said.replace(folder, "") if folder else said
            entries.append(PageEntry(shown_name, "wrong", [line]))
    left_out, shown = None, manner.number(len(entries))
    if not answers.are_all:
        left_out = Message("The work was interrupted. Answers so far: {shown}.", shown=shown)
    elif answers.count > len(entries):
        count = manner.number(answers.count)
        left_out = Message("These are the first {most} of {count}.", most=shown, count=count)
    titles = (said.title for _, said in answers.shown if isinstance(said, Said))
    title = next(titles, Said.title)
    return _page("entries", title, entries, manner, beside=left_out, only_player=False)


def _short(names: Sequence[str]) -> dict[str, str]:
    """Return names without folders, which are nobody's business; with the last where two clash."""
    bases = {name: os.path.basename(name) or name for name in names}
    count = Counter(bases.values())
    return {
        name: base if count[base] == 1 else os.sep.join(name.split(os.sep)[-2:])
        for name, base in bases.items()
    }


def _page(
    name: str, title: Message, entries: Iterable[PageEntry], manner: Manner, **values: object
) -> str:
    shown = [_shown(entry, manner) for entry in entries]
    return render(name, manner, TEMPLATES, title=manner.say(title), entries=shown, **values)


def worksheet(pairs: "Iterable[Pair]", manner: Manner, command: str, form: str = "html") -> bytes:
    """Return a sheet of pairs, then the answers, as `html` or `pdf`; `command` makes it again."""
    from ..answers.decide import decide

    entries = (
        in_words(decide(*pair), manner).entry(manner.say(Message("Pair {number}", number=number)))
        for number, pair in enumerate(pairs, 1)
    )
    if form == "pdf":
        from .worksheet_pdf import worksheet_pdf

        shown = [_shown(entry, manner) for entry in entries]
        return worksheet_pdf(shown, manner.say(Said.title), manner, command)
    return _page("worksheet", Said.title, entries, manner, command=command).encode()


def as_html(
    shown: "Grid | Answer | PartAnswer | NearestCopy | Survey", lang: str | None = None
) -> str:
    """Return a grid or an answer as a piece of HTML, as it is shown in a notebook.

    A notebook is one page with the outputs of many programs. So a table brings its style along, and
    the player stands in a frame of its own. `lang` is the language of an answer, by default that of
    the environment. Raises `ArgumentError` for anything else, and for a language that is not there.

    >>> as_html(Grid([[1, 2], [0, 1]])).count("<td")
    4
    """
    manner = Manner(words=words_of(lang))
    if isinstance(shown, Grid):
        return render_part("notebook", manner, grid=shown, entry=None, player=None)
    if not hasattr(shown, "_repr_html_"):
        raise ArgumentError(f"expected a grid or an answer, found {type(shown).__name__}")
    said = in_words(shown, manner)
    entry = said.entry("")
    player = None
    if entry.tracks:
        player = _page("entries", said.title, [entry], manner, beside=None, only_player=True)
    return render_part("notebook", manner, grid=None, entry=_shown(entry, manner), player=player)


def _shown(entry: PageEntry, manner: Manner) -> dict[str, object]:
    return entry._asdict() | {
        "notes": [_unbroken(note) for note in entry.notes],
        "pictures": [_picture(one) for one in entry.pictures],
        "tracks": [_track(one, entry.pictures, manner) for one in entry.tracks],
        "data": _data(entry, manner) if entry.tracks else None,
    }


def _picture(picture: Picture) -> dict[str, object]:
    text, shape = on_one_line(picture.grid), picture.grid.shape
    solver = _SOLVER + text if shape == BoxShape(3, 3) else None
    return {**picture._asdict(), "text": text, "solver": solver}


def _track(track: Track, pictures: Sequence[Picture], manner: Manner) -> dict[str, object]:
    start, instructions = pictures[track.begins].grid, track.instructions
    order, parts = instructions.order, instructions.parts
    size = start.size
    # Without the turn each row stays a row, so that one cell of it tells where it goes.
    origins = sources([step for step in instructions if step.part != "rotation"], start.shape)
    rows = inverted([origin // size for origin in origins[::size]])
    columns = inverted([origin % size for origin in origins[:size]])
    names = [parts.digits[d - 1] if d in start.digits else None for d in range(1, size + 1)]
    said = manner.sentences(instructions, start)
    if track.at_once is not None:  # then all that move cells are played as one
        renamed = [
            one for step, one in zip(instructions, said, strict=True) if step.part == "digits"
        ]
        said = [manner.say(track.at_once), *renamed]
        rows = columns = ()  # a mirror is no quarter turn with lines moved, to a reader
    return {
        "title": manner.say(track.title),
        "sentences": [_unbroken(one) for one in said],
        "rows": [place + 1 for place in rows],
        "columns": [place + 1 for place in columns],
        "values": names,
        "degrees": 90 * parts.rotation,
        "turns_first": order[0] == "rotation",
    }


def _unbroken(sentence: str) -> str:
    """Return a sentence with arrows that no line ends at or within."""
    return sentence.replace(" -> ", "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}")


def _data(entry: PageEntry, manner: Manner) -> dict[str, object]:
    """Return what the player needs: grids as lists of values, and each step as what it does."""
    shape = entry.pictures[0].grid.shape
    return {
        "size": shape.size,
        "height": shape.height,
        "width": shape.width,
        "titles": [manner.say(one.title) for one in entry.pictures],
        "grids": [[value for row in one.grid for value in row] for one in entry.pictures],
        "tracks": [
            {"begins": track.begins, "ends": track.ends, "steps": _played(track, shape)}
            for track in entry.tracks
        ],
    }


def _played(track: Track, shape: BoxShape) -> list[dict[str, object]]:
    """Return the steps as lists that the player follows; it knows nothing of the group.

    `from` says for each cell after a step which cell it was before, `turn` by how many quarters all
    turned clockwise, if that is what they did, and `names` what digits become.
    """
    moving = [[step] for step in track.instructions if step.part != "digits"]
    if track.at_once is not None:
        moving = [[step for (step,) in moving]]
    moves = [sources(steps, shape) for steps in moving]
    turns = {sources([Step("rotation", 0, (times,))], shape): times for times in shape.rotations}
    played: list[dict[str, object]] = [
        {"from": origins, "turn": turns.get(origins, 0)} for origins in moves
    ]
    renamings = (step.how for step in track.instructions if step.part == "digits")
    return played + [{"names": (0, *names)} for names in renamings]  # always the last
