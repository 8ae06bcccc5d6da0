"""The page of some answers: grids, and a player in which one becomes another step by step.

An answer becomes an `Entry`: what is said, pictures of grids, and tracks, which lead from one
picture to another. The template knows nothing else of what was asked.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from ..report.grids import on_one_line
from ..report.manner import Manner
from ..sudoku.grid import CellSet, Grid
from ..sudoku.language import Message
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Instructions, inverted, sources
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

    One that leads to an earlier picture is the way back.
    """

    title: Message
    begins: int
    ends: int
    instructions: Instructions


class Entry(NamedTuple):
    """What a page says about a file: sentences, the first one in its tone, and what to look at."""

    name: str
    tone: Tone
    said: Sequence[str]
    pictures: Sequence[Picture] = ()
    tracks: Sequence[Track] = ()


def entries_page(title: Message, entries: Sequence[Entry], manner: Manner) -> str:
    """Return the HTML file that shows some entries."""
    return render(
        "entries",
        manner,
        title=manner.say(title),
        entries=[_shown(entry, manner) for entry in entries],
    )


def _shown(entry: Entry, manner: Manner) -> dict[str, object]:
    """Return what the template needs of an entry."""
    return {
        "name": entry.name,
        "tone": entry.tone,
        "said": entry.said,
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
        "sentences": [_unbroken(one) for one in manner.sentences(instructions, start)],
        "rows": [place + 1 for place in rows],
        "columns": [place + 1 for place in columns],
        "values": names,
        "degrees": 90 * parts.rotation,
        "turns_first": order[0] == "rotation",
    }


def _unbroken(sentence: str) -> str:
    """Return a sentence with arrows that no line ends at or within."""
    return sentence.replace(" -> ", "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}")


def _data(entry: Entry, manner: Manner) -> dict[str, object]:
    """Return what the player needs: grids as lists of values, and each step as what it does.

    `from` says for each cell after a step which cell it was before, `names` what digits become.
    Both are lists that the player follows; it knows nothing of the group.
    """
    shape = entry.pictures[0].grid.shape
    tracks = []
    for track in entry.tracks:
        steps: list[dict[str, object]] = []
        for step in track.instructions:
            if step.part == "digits":
                steps.append({"names": (0, *step.how)})
            else:
                turn = step.how[0] if step.part == "rotation" else 0
                steps.append({"from": sources([step], shape), "turn": turn})
        tracks.append({"begins": track.begins, "ends": track.ends, "steps": steps})
    return {
        "size": shape.size,
        "height": shape.height,
        "width": shape.width,
        "titles": [manner.say(one.title) for one in entry.pictures],
        "grids": [[value for row in one.grid for value in row] for one in entry.pictures],
        "tracks": tracks,
    }
