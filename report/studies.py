"""Canonical forms, classes, unavoidable sets and fewest clues, in words and as objects for JSON."""

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from textwrap import fill

from ..solvers.canonical import CanonicalForm
from ..studies.classes import ClassStudy, GridClass
from ..studies.disjoint import CellSet
from ..studies.fewest_clues import Argument, FewestCluesStudy, ShapeStudy
from ..studies.unavoidable import Blueprint, UnavoidableStudy
from ..sudoku.drawing import beside, cells_drawn, drawing, side_by_side
from ..sudoku.grid import Grid
from ..sudoku.gridfile import MOST_LETTERS, format_line
from ..sudoku.language import ENGLISH, Message
from .answers import directions, steps_in_words

# Canonical forms


def canonical_in_words(
    found: CanonicalForm, notation: str, words: NullTranslations, columns: int | None = None
) -> str:
    """Return the grid and its form drawn, and the steps in both directions."""
    parts = [side_by_side((found.grid, found.form), columns)]
    way = found.transformation
    if not way.steps:
        parts.append(Message("This Sudoku is its own canonical form.").to(words))
        return "\n\n".join(parts)
    forward, backward = Message("Steps to the form:"), Message("Steps back:")
    parts.append(steps_in_words(forward, way.forward(), found.grid, notation, words))
    parts.append(steps_in_words(backward, way.backward(), found.form, notation, words))
    return "\n\n".join(parts)


def canonical_as_object(
    found: CanonicalForm, notation: str, words: NullTranslations
) -> dict[str, object]:
    """Return what JSON says."""
    way = found.transformation
    return {
        "grid": found.grid.rows,
        "form": found.form.rows,
        "steps": way.steps,
        "forward": directions(way.forward(), notation, words, found.grid),
        "backward": directions(way.backward(), notation, words, found.form),
    }


# Classes


def classes_in_words(
    study: ClassStudy, classes: Sequence[GridClass], words: NullTranslations = ENGLISH
) -> str:
    """Return a table of the classes, and whether their sizes add up."""
    titles = (
        Message("class").to(words),
        Message("least grid").to(words),
        Message("grids").to(words),
        Message("automorphisms").to(words),
    )
    rows = [
        (
            str(number),
            by_rows(one.representative),
            grouped(one.size, words),
            grouped(one.automorphisms, words),
        )
        for number, one in enumerate(classes, 1)
    ]
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    lines = [
        "  ".join(
            [
                row[0].rjust(widths[0]),
                row[1].ljust(widths[1]),
                row[2].rjust(widths[2]),
                row[3].rjust(widths[3]),
            ]
        ).rstrip()
        for row in (titles, *rows)
    ]
    return "\n".join([*lines, "", classes_verdict(study, words)])


def classes_verdict(study: ClassStudy, words: NullTranslations = ENGLISH) -> str:
    """Return what says how many classes and grids there are, as far as known."""
    covered, published = grouped(study.covered, words), study.published
    said = [Message("Classes: {number}.", number=study.number)]
    if not study.is_exhausted:
        said = [Message("Classes so far: {number}, not all.", number=study.number)]
        if published is None:
            said.append(Message("Complete grids in them: {covered}.", covered=covered))
        else:
            total = grouped(published, words)
            said.append(
                Message(
                    "Complete grids in them: {covered} of {total}.", covered=covered, total=total
                )
            )
        return " ".join(one.to(words) for one in said)
    said.append(
        Message(
            "Complete grids in them, with boxes of {shape}: {covered}.",
            shape=study.shape,
            covered=covered,
        )
    )
    if study.is_complete:
        said.append(Message("So many were also counted one by one."))
    if published is not None:
        said.append(Message("So many are published."))
    return " ".join(one.to(words) for one in said)


def grouped(number: int, words: NullTranslations) -> str:
    """Return a number with its digits in threes, as the language has it."""
    return f"{number:,}".replace(",", Message(",").to(words))


def classes_as_object(study: ClassStudy, classes: Iterable[GridClass]) -> dict[str, object]:
    """Return what JSON says."""
    return {
        "box": str(study.shape),
        "complete": study.is_exhausted,
        "grids": study.covered,
        "published": study.published,
        "classes": [
            {
                "representative": one.representative.rows,
                "size": one.size,
                "automorphisms": one.automorphisms,
            }
            for one in classes
        ],
    }


# Unavoidable sets


def unavoidable_in_words(
    study: UnavoidableStudy,
    found: Sequence[Blueprint],
    disjoint: Sequence[CellSet],
    words: NullTranslations = ENGLISH,
    columns: int | None = None,
) -> str:
    """Return the grid and disjoint sets drawn, and the blueprints, one a line, by size."""
    parts = [_with_disjoint(study.grid, disjoint, columns)]
    lines = [
        Message(
            "cells: {cells}, places: {places}, blueprint {pattern}",
            cells=str(one.clues).rjust(2),
            places=str(len(one.places)).rjust(3),
            pattern=by_rows(one.pattern),
        ).to(words)
        for one in found
    ]
    if lines:
        parts.append("\n".join(lines))
    parts.append(unavoidable_verdict(study, len(found)).to(words))
    return "\n\n".join(parts)


def unavoidable_verdict(study: UnavoidableStudy, blueprints: int) -> Message:
    """Return the sentence that says how many sets there are, as far as known."""
    values = {"sets": len(study.sets), "blueprints": blueprints, "size": study.complete_up_to}
    if any(len(one) > study.complete_up_to for one in study.sets):
        return Message(
            "Minimal unavoidable sets: {sets}. Blueprints: {blueprints}. These are all of size "
            "{size} or less, and some larger ones.",
            **values,
        )
    return Message(
        "Minimal unavoidable sets of size {size} or less: {sets}. Blueprints: {blueprints}.",
        **values,
    )


def unavoidable_as_object(
    study: UnavoidableStudy, found: Iterable[Blueprint], disjoint: Iterable[CellSet]
) -> dict[str, object]:
    """Return what JSON says; places are lists of [row, column] from 1."""
    return {
        "grid": study.grid.rows,
        "complete_up_to": study.complete_up_to,
        "sets": len(study.sets),
        "disjoint": [_numbered(one) for one in disjoint],
        "blueprints": [
            {
                "cells": one.clues,
                "pattern": one.pattern.rows,
                "places": [_numbered(place) for place in one.places],
            }
            for one in found
        ],
    }


def occurrences_in_words(
    grid: Grid,
    places: Sequence[CellSet],
    disjoint: Sequence[CellSet],
    unavoidable: bool | None,
    is_all: bool,
    words: NullTranslations = ENGLISH,
    columns: int | None = None,
) -> str:
    """Return the grid with disjoint places drawn, and where the pattern is."""
    parts = [_with_disjoint(grid, disjoint, columns)]
    if places:
        parts.append("\n".join(cells_in_words(place) for place in places))
    parts.append(occurrences_verdict(places, unavoidable, is_all, words))
    return "\n\n".join(parts)


def occurrences_verdict(
    places: Sequence[CellSet],
    unavoidable: bool | None,
    is_all: bool,
    words: NullTranslations = ENGLISH,
) -> str:
    """Return how often the pattern occurs, and whether it is unavoidable; None: nowhere to see."""
    number = len(places)
    said = [Message("Places where the pattern occurs: {number}.", number=number)]
    if not is_all:
        said = [Message("Places where the pattern occurs, so far: {number}.", number=number)]
    if unavoidable is not None:
        said.append(
            Message("It is unavoidable.") if unavoidable else Message("It is not unavoidable.")
        )
    return " ".join(message.to(words) for message in said)


def occurrences_as_object(
    grid: Grid,
    places: Iterable[CellSet],
    disjoint: Iterable[CellSet],
    unavoidable: bool | None,
    is_all: bool,
) -> dict[str, object]:
    """Return what JSON says; places are lists of [row, column] from 1."""
    return {
        "complete": is_all,
        "grid": grid.rows,
        "places": [_numbered(place) for place in places],
        "disjoint": [_numbered(one) for one in disjoint],
        "unavoidable": unavoidable,
    }


# Fewest clues


def fewest_clues_in_words(
    study: FewestCluesStudy,
    number: int | None,
    words: NullTranslations = ENGLISH,
    columns: int | None = None,
) -> str:
    """Return the grid and the best puzzle drawn, and the verdict."""
    parts = [
        side_by_side((study.grid, study.puzzle), columns),
        fewest_clues_verdict(study, number, words),
    ]
    return "\n\n".join(parts)


def fewest_clues_verdict(
    study: FewestCluesStudy, number: int | None, words: NullTranslations = ENGLISH
) -> str:
    """Return how few clues are enough; `number` of puzzles have so few, None: nobody asked."""
    said = [_bounds(study.at_least, study.at_most)]
    if number is not None:
        said.append(Message("Puzzles with so few clues: {number}.", number=number))
    return " ".join(message.to(words) for message in said)


def fewest_clues_as_object(
    study: FewestCluesStudy, number: int | None, why: Argument | None
) -> dict[str, object]:
    """Return what JSON says; `puzzles` and `argument` only where they were asked for."""
    asked: dict[str, object] = {}
    if number is not None:
        asked["puzzles"] = number
    if why is not None:
        asked["argument"] = {
            "disjoint": [_numbered(one) for one in why.disjoint],
            "together": [_numbered(one) for one in why.together],
        }
    return {
        "grid": study.grid.rows,
        "at_least": study.at_least,
        "at_most": study.at_most,
        "exact": study.is_exact,
        "puzzle": study.puzzle.rows,
        **asked,
    }


def shape_in_words(
    study: ShapeStudy, words: NullTranslations = ENGLISH, columns: int | None = None
) -> str:
    """Return the classes with their fewest clues, the best puzzle drawn, and the verdict."""
    parts = []
    if study.classes.is_complete:
        lines = [
            Message(
                "{number}: {grid} needs {clues}",
                number=str(number).rjust(3),
                grid=by_rows(grid),
                clues=_range(one.at_least, one.at_most),
            ).to(words)
            for number, (grid, one) in enumerate(study.studies.items(), 1)
        ]
        parts.append("\n".join(lines))
    if study.best is not None:
        parts.append(side_by_side((study.best.grid, study.best.puzzle), columns))
    return "\n\n".join([*parts, shape_verdict(study).to(words)])


def shape_verdict(study: ShapeStudy) -> Message:
    """Return how few clues a puzzle of this shape can have, as far as known."""
    best = study.best
    if best is None:
        bounds = Message("Clues needed for one solution: at least {number}.", number=study.at_least)
    else:
        bounds = _bounds(study.at_least, best.at_most)
    return Message("Boxes of {shape}. {bounds}", shape=study.shape, bounds=bounds)


def shape_as_object(study: ShapeStudy, whys: dict[Grid, Argument]) -> dict[str, object]:
    """Return what JSON says."""
    best = study.best
    return {
        "box": str(study.shape),
        "at_least": study.at_least,
        "at_most": best and best.at_most,
        "exact": study.is_exact,
        "classes": study.classes.number,
        "all_classes": study.classes.is_complete,
        "grids": [
            fewest_clues_as_object(one, None, whys.get(grid)) for grid, one in study.studies.items()
        ],
    }


def argument_in_words(
    study: FewestCluesStudy,
    why: Argument,
    words: NullTranslations = ENGLISH,
    columns: int | None = None,
) -> str:
    """Return why a grid's puzzles need so many clues, and that so many are enough."""
    parts = [_with_disjoint(study.grid, why.disjoint, columns)]
    disjoint = Message(
        "Within each letter's cells the digits can be exchanged so that another complete Sudoku "
        "results: a puzzle with this solution has a clue in each. The letters share no cell. So "
        "the number of its clues is at least {number}.",
        number=len(why.disjoint),
    )
    parts.append(_paragraph(disjoint, words, columns))
    if why.together:
        together = Message(
            "That is not all: such cells are also those of each line below, and fewer than "
            "{number} cells do not meet all of these (a SAT solver tried). So the number of its "
            "clues is at least {number}.",
            number=why.at_least,
        )
        lines = "\n".join(map(cells_in_words, why.together))
        parts += [_paragraph(together, words, columns), lines]
    if study.is_exact:
        enough = Message("So many are enough: this puzzle has exactly one solution.")
        parts += [_paragraph(enough, words, columns), side_by_side((study.puzzle,))]
    return "\n\n".join(parts)


def _paragraph(message: Message, words: NullTranslations, columns: int | None) -> str:
    return fill(message.to(words), min(columns or _LINE, _LINE))


_LINE = 88
"""How long the lines of a paragraph are at most, so that they read well."""


def _bounds(at_least: int, at_most: int) -> Message:
    if at_least == at_most:
        return Message("The fewest clues for one solution: {number}.", number=at_most)
    return Message(
        "The fewest clues for one solution: from {at_least} to {at_most}.",
        at_least=at_least,
        at_most=at_most,
    )


def _range(at_least: int, at_most: int) -> str:
    return str(at_most) if at_least == at_most else f"{at_least}-{at_most}"


# Grids and cells


def on_one_line(grid: Grid) -> str:
    """Return a grid as collections have it; with separators where there are no letters left."""
    return by_rows(grid) if grid.size > MOST_LETTERS else format_line(grid)


def by_rows(grid: Grid) -> str:
    """Return a grid on one line, a space between rows; with separators where it has no letters.

    >>> by_rows(Grid([[1, 2], [0, 1]]))
    '12 .1'
    """
    if grid.size > MOST_LETTERS:
        return "  ".join(" ".join(map(str, row)) for row in grid)
    text = format_line(grid)
    return " ".join(text[i : i + grid.size] for i in range(0, len(text), grid.size))


def cells_in_words(cells: CellSet) -> str:
    """Return cells as r1c2 (row 1, column 2), in order.

    >>> cells_in_words(frozenset({(1, 0), (0, 2)}))
    'r1c3 r2c1'
    """
    return " ".join(f"r{r + 1}c{c + 1}" for r, c in sorted(cells))


def _numbered(cells: CellSet) -> list[list[int]]:
    return [[r + 1, c + 1] for r, c in sorted(cells)]


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _with_disjoint(grid: Grid, disjoint: Sequence[CellSet], columns: int | None) -> str:
    """Return the grid drawn, beside it disjoint sets of its cells, each with a letter."""
    shown = disjoint if len(disjoint) <= len(_LETTERS) else []  # some letters would mislead
    letters = [["."] * grid.size for _ in range(grid.size)]
    for letter, cells in zip(_LETTERS, shown, strict=False):
        for r, c in cells:
            letters[r][c] = letter
    drawn = [drawing(grid)]
    if shown:
        drawn.append(cells_drawn(letters, grid.shape))
    return beside(drawn, columns)
