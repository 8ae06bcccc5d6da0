"""What the page asks of sudokopie: texts and a language in, what is shown out, as JSON."""

import json
from base64 import b64decode
from collections.abc import Callable
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from random import SystemRandom
from typing import Any

import sudokopie
from sudokopie.answers.among import Place, firsts, near
from sudokopie.answers.canonical import canonical_form
from sudokopie.answers.completion import completed
from sudokopie.answers.decide import decide
from sudokopie.answers.nearest import nearest
from sudokopie.answers.part import within
from sudokopie.answers.seen_best import survey
from sudokopie.answers.ways import ways
from sudokopie.base.errors import PairFileError, SudokopieError
from sudokopie.base.language import Message, shown
from sudokopie.reading.gridfile import GridFile, grids_in
from sudokopie.reading.pairfile import box_comment
from sudokopie.showing.answers_page import Answers, answers_page
from sudokopie.showing.manner import Manner, on_one_line
from sudokopie.showing.printer import error_line
from sudokopie.showing.said import in_words
from sudokopie.showing.said_duplicates import Account
from sudokopie.showing.sentences import words_of
from sudokopie.sudoku.grid import Grid
from sudokopie.sudoku.random_grids import random_transformation

MOST_IN_A_LIST = 5000
"""More Sudokus than that are for a computer with Python."""

_SAID_EVERY = 50

Record = dict[str, Any]
Progress = Callable[[str], None]

_PAIRS: dict[str, Callable[..., object]] = {
    "compare": decide,
    "ways": ways,
    "nearest": nearest,
    "within": within,
}
_SINGLES: dict[str, Callable[[Grid], object]] = {
    "symmetries": survey,
    "complete": completed,
    "canonical": canonical_form,
}


def ask(name: str, given: str, progress: Progress) -> str:
    """Answer a question of the page; `given` are the language and what the question takes.

    What is wrong with a text is told as `error`, with the line and the column where it is.
    """
    lang, *values = json.loads(given)
    manner = Manner(words=words_of(lang))
    try:
        answer = _QUESTIONS[name](manner, *values, progress)
    except SudokopieError as problem:
        answer = {"error": manner.say(problem.message)}
        if isinstance(problem, PairFileError):
            answer |= {"name": problem.source, "line": problem.line, "column": problem.column}
    return json.dumps(answer)


def _read(manner: Manner, text: str, name: str, _: Progress) -> Record:
    """Read the Sudoku in a field of this name, or the two; of an empty one nothing."""
    if not text.strip():
        return {"grids": []}
    file = grids_in(text, name)
    grids = [file.single()] if file.is_single else list(file.pair())
    return {"grids": [_drawn(grid) for grid in grids], "aside": _aside(manner, name, file)}


def _open(_manner: Manner, base64: str, name: str, _progress: Progress) -> Record:
    """Return as a text what a file holds that is none: compressed, a table of a spreadsheet."""
    with GridFile(BytesIO(b64decode(base64)), name) as file:
        found = list(islice(file, MOST_IN_A_LIST + 1))
    grids = [entry.grid for entry in found]
    lines = [
        f"{on_one_line(grid)} {entry.name}".rstrip()
        for entry, grid in zip(found, grids, strict=True)
        if isinstance(grid, Grid)
    ]
    return {"text": box_comment(file.shape) + "\n".join(lines) + "\n"}


def _aside(manner: Manner, name: str, file: GridFile) -> str:
    total, line, text = file.left_aside
    if not total:
        return ""
    return manner.say(
        Message(
            "{file}: lines left aside, because they hold no Sudoku: {total}; the first is line "
            "{line}, '{text}'",
            file=name,
            total=total,
            line=line,
            text=shown(text),
        )
    )


def _drawn(grid: Grid) -> Record:
    """Return what a field needs to draw a grid, and to write it again as a text."""
    comment = box_comment(grid.shape)
    return {
        "rows": grid.rows,
        "height": grid.shape.height,
        "width": grid.shape.width,
        "comment": comment,
        "line": comment + on_one_line(grid),
    }


def _answered(name: str, manner: Manner, named: list[list[str]], _: Progress) -> Record:
    """Answer a question about a pair, or about each of some Sudokus, given as names and texts."""
    names = [name for name, _ in named]
    grids = [grids_in(text, name).single() for name, text in named]
    answers = Answers()
    if name in _PAIRS:
        found = [_PAIRS[name](*grids)]
        names = [", ".join(names)]
    else:
        found = [_SINGLES[name](grid) for grid in grids]
    for one, answer in zip(names, found, strict=True):
        answers.add(one, in_words(answer, manner))
    said = [{"name": one, "said": a.sentences(), "tone": a.tone} for one, a in answers.shown]
    return {"said": said, "page": answers_page(answers, manner)}


def _copies(manner: Manner, lists: list[list[str]], with_near: bool, progress: Progress) -> Record:
    """Return which Sudokus of one or two lists, given as names and texts, are copies, or nearly.

    Sudokus are told by their numbers; those that are told of stand in `sudokus`.
    """
    places, grids, wrong, starts = list[Place](), list[Grid](), list[str](), list[int]()
    for name, text in lists:
        starts.append(len(grids))
        with grids_in(text, name) as file:
            for entry in file:
                grid = entry.grid
                if isinstance(grid, Grid):
                    places.append(Place(len(grids), name, entry.line, entry.name))
                    grids.append(grid)
                else:
                    wrong.append(error_line(name, grid, manner))
                if len(grids) - starts[-1] > MOST_IN_A_LIST:
                    return {"most": MOST_IN_A_LIST}
            wrong += filter(None, [_aside(manner, name, file)])
    groups: dict[int, list[int]] = {}
    for i, first in enumerate(firsts(grids)):
        groups.setdefault(first, []).append(i)
        if i % _SAID_EVERY == 0:
            progress(manner.number(i))
    several = [group for group in groups.values() if len(group) > 1]
    account = Account(len(grids), len(groups), len(several), max(map(len, several), default=0))
    known = [(one[0], i) for one in several for i in one if one[0] < starts[-1] <= i]
    pairs = []
    if with_near:
        ones = [places[i] for i in groups]
        pairs = near(
            ones,
            [grids[i] for i in groups],
            lambda count: count % _SAID_EVERY or progress(f"{count} / {len(ones)}"),
        )
    told = {*chain(*several), *(place.number for one in pairs for place in (one.first, one.second))}
    return {
        "account": account.said(manner),
        "wrong": wrong,
        "groups": several,
        "matches": known,
        "near": [(one.first.number, one.second.number, one.agreeing, one.total) for one in pairs],
        "sudokus": {i: (*places[i][1:], _drawn(grids[i])["line"]) for i in sorted(told)},
    }


def _shuffled(_manner: Manner, text: str, _progress: Progress) -> Record:
    """Return a random copy of the Sudoku in a text."""
    grid = grids_in(text).single()
    copy = random_transformation(grid.shape, SystemRandom()).apply(grid)
    return {"grid": _drawn(copy)}


def _example(_manner: Manner, name: str, _progress: Progress) -> Record:
    """Return the two Sudokus of one of the package's instances."""
    folder = Path(sudokopie.__file__).parent / "instances"
    pair = grids_in((folder / f"{name}.txt").read_text(encoding="utf-8")).pair()
    return {"grids": list(map(_drawn, pair))}


_QUESTIONS: dict[str, Callable[..., Record]] = {
    "copies": _copies,
    "read": _read,
    "open": _open,
    "shuffle": _shuffled,
    "example": _example,
    **{
        name: (lambda manner, named, progress, name=name: _answered(name, manner, named, progress))
        for name in (*_PAIRS, *_SINGLES)
    },
}
