"""The page of some answers: grids, and a player in which one becomes another step by step.

An answer becomes an `Entry`: what is said, pictures of grids, and tracks, which lead from one
picture to another. The template knows nothing else of what was asked.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from ..base.language import Message
from ..sudoku.grid import CellSet, Grid
from ..sudoku.instructions import Instructions, Step, inverted, sources
from ..sudoku.shape import BoxShape
from .grids import on_one_line
from .manner import Manner
from .rendering import render

_SOLVER = "https://www.sudokuwiki.org/sudoku.htm?bd="
"""Opens a 9×9 puzzle, whose 81 characters follow, in a solver that explains its steps."""


class Tone(StrEnum):
    """How an answer is coloured, never alone: the words say it too."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    WRONG = "wrong"


class Picture(NamedTuple):
    """A grid under a title, with some cells marked."""

    title: Message
    grid: Grid
    marked: CellSet = frozenset()


class Track(NamedTuple):
    """Instructions that lead from one picture of an entry to another; both are counted from 0.

    One that leads to an earlier picture is the way back. Where `at_once` says what the steps are
    together, all that move cells are played as one, under these words.
    """

    title: Message
    begins: int
    ends: int
    instructions: Instructions
    at_once: Message | None = None


class Entry(NamedTuple):
    """What a page says about a file, and what there is to look at.

    Of the sentences in `said`, the first one is the answer, in its tone. `notes` stand at the end,
    as a list with a title.
    """

    name: str
    tone: Tone
    said: Sequence[str]
    pictures: Sequence[Picture] = ()
    tracks: Sequence[Track] = ()
    notes_title: Message | None = None
    notes: Sequence[str] = ()


def entries_page(
    title: Message,
    entries: Sequence[Entry],
    manner: Manner,
    beside: Message | None = None,
    *,
    only_player: bool = False,
) -> str:
    """Return the HTML file that shows some entries; `beside` is said under the title.

    With `only_player` it shows the player alone, for a frame in a page that shows the rest.
    """
    return render(
        "entries",
        manner,
        title=manner.say(title),
        beside=beside and manner.say(beside),
        entries=[entry_shown(entry, manner) for entry in entries],
        only_player=only_player,
    )


def entry_shown(entry: Entry, manner: Manner) -> dict[str, object]:
    """Return what a template needs of an entry."""
    return {
        "name": entry.name,
        "tone": entry.tone,
        "said": entry.said,
        "notes_title": entry.notes_title and manner.say(entry.notes_title),
        "notes": [_unbroken(note) for note in entry.notes],
        "pictures": [_picture(one, manner) for one in entry.pictures],
        "tracks": [_track(one, entry.pictures, manner) for one in entry.tracks],
        "data": _data(entry, manner) if entry.tracks else None,
    }


def _picture(picture: Picture, manner: Manner) -> dict[str, object]:
    grid = picture.grid
    text = on_one_line(grid)
    return {
        "title": manner.say(picture.title),
        "grid": grid,
        "marked": picture.marked,
        "text": text,
        "solver": _SOLVER + text if grid.shape == BoxShape(3, 3) else None,
    }


def _track(track: Track, pictures: Sequence[Picture], manner: Manner) -> dict[str, object]:
    start, instructions = pictures[track.begins].grid, track.instructions
    order, parts = instructions.order, instructions.parts
    size = start.size
    # Without the turn each row stays a row, so that one cell of it tells where it goes.
    origins = sources([step for step in instructions if step.part != "rotation"], start.shape)
    rows = inverted([origin // size for origin in origins[::size]])
    columns = inverted([origin % size for origin in origins[:size]])
    names = [parts.digits[d - 1] if d in start.digits else None for d in range(1, size + 1)]
    return {
        "title": manner.say(track.title),
        "sentences": [_unbroken(one) for one in _sentences(track, start, manner)],
        "rows": [place + 1 for place in rows],
        "columns": [place + 1 for place in columns],
        "values": names,
        "degrees": 90 * parts.rotation,
        "turns_first": order[0] == "rotation",
    }


def _unbroken(sentence: str) -> str:
    """Return a sentence with arrows that no line ends at or within."""
    return sentence.replace(" -> ", "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}")


def _sentences(track: Track, start: Grid, manner: Manner) -> list[str]:
    """Return a sentence for each step that is played."""
    said = manner.sentences(track.instructions, start)
    if track.at_once is None:
        return said
    renamed = [one for step, one in zip(track.instructions, said, strict=True) if _renames(step)]
    return [manner.say(track.at_once), *renamed]


def _renames(step: Step) -> bool:
    return step.part == "digits"


def _data(entry: Entry, manner: Manner) -> dict[str, object]:
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
    moving = [[step] for step in track.instructions if not _renames(step)]
    if track.at_once is not None:
        moving = [[step for (step,) in moving]]
    moves = [sources(steps, shape) for steps in moving]
    turns = {
        sources([Step("rotation", 0, (quarters,))], shape): quarters for quarters in shape.rotations
    }
    played: list[dict[str, object]] = [
        {"from": origins, "turn": turns.get(origins, 0)} for origins in moves
    ]
    renamings = [step for step in track.instructions if _renames(step)]  # always the last
    return played + [{"names": (0, *step.how)} for step in renamings]
