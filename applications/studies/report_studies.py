"""Texts and JSON for the results of studies of complete grids.

The studies find classes of copies, unavoidable sets, and the fewest clues of a puzzle.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass

from ...base.messages import Message
from ...base.verdict import Verdict
from ...showing.answer_formatter import (
    AnswerFormatter,
    draw_grid_and_disjoint_sets,
    format_cell_names,
    format_grid_with_spaces_between_rows,
    format_table_as_lines,
    join_paragraphs,
    make_json_cells,
)
from ...showing.answer_report import AnswerReport
from ...sudoku.grid import Grid
from .classes import ClassStudy
from .fewest_clues import FewestCluesStudy, LowerBoundReason, ShapeStudy
from .unavoidable import PatternPlaces, UnavoidableStudy, find_blueprints, find_most_disjoint_sets


class ClassesReport(AnswerReport):
    """The report on the classes of complete grids of a box shape. A class is a grid and all its
    copies. If the search was stopped, the report is about the classes found so far.
    """

    found: ClassStudy

    def format_text(self) -> str:
        titles = Message("class"), Message("least grid"), Message("grids"), Message("automorphisms")
        rows = [[self.display.translate(title) for title in titles]]
        for number, one in enumerate(self.found.classes(), 1):
            counts = map(self.display.format_number, (one.size, one.automorphisms))
            rows.append(
                [str(number), format_grid_with_spaces_between_rows(one.representative), *counts]
            )
        lines = format_table_as_lines(rows, left_aligned_indices=(1,))
        return "\n".join([*lines, "", self.format_result()])

    def make_result_messages(self) -> Iterator[Message]:
        study, number = self.found, self.display.format_number
        found = Message("Classes so far: {number}, not all.")
        grids = Message("Complete grids in them: {covered}.")
        if study.is_exhausted:
            found = Message("Classes: {number}.")
            grids = Message("Complete grids in them, with boxes of {shape}: {covered}.")
        elif study.published is not None:
            grids = Message("Complete grids in them: {covered} of {total}.")
        yield found.with_values(number=study.number)
        total = number(study.published or 0)
        yield grids.with_values(covered=number(study.covered), total=total, shape=study.shape)
        if study.is_complete:
            yield Message("Counting the Sudokus one by one gives the same number.")
        if study.is_exhausted and study.published is not None:
            yield Message("This is the number published by others.")

    def make_json_record(self) -> Mapping[str, object]:
        study = self.found
        return {
            "status": self.status_word,
            "box": str(study.shape),
            "complete": study.is_exhausted,
            "grids": study.covered,
            "published": study.published,
            "classes": [
                {**asdict(one), "representative": one.representative.rows}
                for one in study.classes()
            ],
        }


@dataclass(eq=False)
class UnavoidableReport(AnswerReport):
    """The report on the unavoidable sets of a grid, the sets of cells in which every puzzle with
    this solution has a clue. The sets are grouped: two sets are in one group if the patterns of
    their digits are copies of each other. The pattern of these digits is the blueprint of the
    group. Making the report about thousands of sets takes seconds.
    """

    found: UnavoidableStudy

    def __post_init__(self) -> None:
        self.blueprints = find_blueprints(self.found.grid, self.found.sets)
        self.disjoint = find_most_disjoint_sets(self.found.sets)

    def format_text(self) -> str:
        parts = [draw_grid_and_disjoint_sets(self.found.grid, self.disjoint, self.display.columns)]
        line, lines = Message("cells: {cells}, places: {places}, blueprint {pattern}"), list[str]()
        for one in self.blueprints:
            cells, places = str(one.pattern.clues).rjust(2), str(len(one.places)).rjust(3)
            said = line.with_values(
                cells=cells,
                places=places,
                pattern=format_grid_with_spaces_between_rows(one.pattern),
            )
            lines.append(self.display.translate(said))
        if lines:
            what = Message(
                "The digits of an unavoidable set can be exchanged within it so that another "
                "solution results. So every puzzle with this solution has a clue in each of them. "
                "In the drawing, letters mark sets that share no cell."
            )
            parts += [self.display.format_messages_as_paragraph(what), "\n".join(lines)]
        return join_paragraphs([*parts, self.format_result()])

    def make_answer_message(self) -> Message:
        found = self.found
        size, blueprints = found.complete_up_to, len(self.blueprints)
        said = Message(
            "Minimal unavoidable sets of size {size} or less: {sets}. Blueprints: {blueprints}."
        )
        if any(len(one) > size for one in found.sets):
            said = Message(
                "Minimal unavoidable sets: {sets}. Blueprints: {blueprints}. These are all of "
                "size {size} or less, and some larger ones."
            )
        return said.with_values(sets=len(found.sets), blueprints=blueprints, size=size)

    def make_json_record(self) -> Mapping[str, object]:
        found = self.found
        return {
            "status": self.status_word,
            "grid": found.grid.rows,
            "complete_up_to": found.complete_up_to,
            "sets": len(found.sets),
            "disjoint": [make_json_cells(one) for one in self.disjoint],
            "blueprints": [
                {
                    "cells": one.pattern.clues,
                    "pattern": one.pattern.rows,
                    "places": [make_json_cells(place) for place in one.places],
                }
                for one in self.blueprints
            ],
        }


class PatternPlacesReport(AnswerReport):
    """The report on the places of a pattern in a grid: the sets of cells of the grid that, with
    their digits, are a copy of the pattern.
    """

    found: PatternPlaces

    def format_text(self) -> str:
        grid, places = self.found.grid, self.found.places
        parts = [
            draw_grid_and_disjoint_sets(grid, find_most_disjoint_sets(places), self.display.columns)
        ]
        if places:
            parts.append("\n".join(map(format_cell_names, places)))
        return join_paragraphs([*parts, self.format_result()])

    def make_result_messages(self) -> Iterator[Message]:
        found, said = self.found, Message("Places where the pattern occurs: {number}.")
        if found.verdict is Verdict.UNDECIDED:
            said = Message("Places where the pattern occurs, so far: {number}.")
        yield said.with_values(number=len(found.places))
        if found.is_unavoidable:
            yield Message("It is unavoidable.")
        elif found.is_unavoidable is not None:
            yield Message("It is not unavoidable.")

    def make_json_record(self) -> Mapping[str, object]:
        found = self.found
        return {
            "status": self.status_word,
            "complete": found.verdict is Verdict.YES,
            "grid": found.grid.rows,
            "places": [make_json_cells(place) for place in found.places],
            "disjoint": [make_json_cells(one) for one in find_most_disjoint_sets(found.places)],
            "unavoidable": found.is_unavoidable,
        }


@dataclass(eq=False)
class FewestCluesReport(AnswerReport):
    """The report on the fewest clues of a puzzle whose only solution is a given grid. `number` is
    the number of puzzles with the fewest clues, and `reason` explains why fewer clues are not
    enough. Each is None if the user did not ask for it, or if it was not found.
    """

    found: FewestCluesStudy
    number: int | None = None
    reason: LowerBoundReason | None = None

    def format_text(self) -> str:
        parts = [self.display.draw_grids(self.found.grid, self.found.puzzle), self.format_result()]
        if self.reason is not None:
            parts.append(_explain_lower_bound(self.found, self.reason, self.display))
        return join_paragraphs(parts)

    def make_result_messages(self) -> Iterator[Message]:
        yield _describe_bounds(self.found.at_least, self.found.at_most)
        if self.number is not None:
            yield Message("Puzzles with the fewest clues: {number}.", number=self.number)

    def make_json_record(self) -> Mapping[str, object]:
        """Return the keys and values of the JSON object about the grid: the bounds and the best
        puzzle. `puzzles` (the number of puzzles with the fewest clues) and `argument` (why fewer
        clues are not enough) are left out if they are not known.
        """
        asked: dict[str, object] = {}
        if self.number is not None:
            asked["puzzles"] = self.number
        if self.reason is not None:
            sets = {"disjoint": self.reason.disjoint, "together": self.reason.together}
            asked["argument"] = {
                name: list(map(make_json_cells, some)) for name, some in sets.items()
            }
        return {
            "status": self.status_word,
            "grid": self.found.grid.rows,
            "at_least": self.found.at_least,
            "at_most": self.found.at_most,
            "exact": self.found.is_exact,
            "puzzle": self.found.puzzle.rows,
            **asked,
        }


@dataclass(eq=False)
class FewestCluesOfShapeReport(AnswerReport):
    """The report on the fewest clues of a puzzle with one solution, among all puzzles with a given
    box shape. `reasons` maps complete grids to the reason why fewer clues are not enough for their
    puzzles.
    """

    found: ShapeStudy
    reasons: Mapping[Grid, LowerBoundReason]

    def format_text(self) -> str:
        study, parts = self.found, list[str]()
        if study.classes.is_complete:
            needs, lines = Message("{number}: {grid} needs {clues}"), list[str]()
            for number, (grid, one) in enumerate(study.studies.items(), 1):
                clues = one.at_most if one.is_exact else f"{one.at_least}-{one.at_most}"
                values = {
                    "number": str(number).rjust(3),
                    "grid": format_grid_with_spaces_between_rows(grid),
                    "clues": clues,
                }
                lines.append(self.display.translate(needs.with_values(**values)))
            parts.append("\n".join(lines))
        if study.best is not None:
            parts.append(self.display.draw_grids(study.best.grid, study.best.puzzle))
        said = join_paragraphs([*parts, self.format_result()])
        reasons = [
            _explain_lower_bound(study.studies[grid], reason, self.display)
            for grid, reason in self.reasons.items()
        ]
        return "\n\n\n".join([said, *reasons])

    def make_answer_message(self) -> Message:
        best, at_least = self.found.best, self.found.at_least
        bounds = Message("Clues needed for one solution: at least {number}.", number=at_least)
        if best is not None:
            bounds = _describe_bounds(at_least, best.at_most)
        return Message("Boxes of {shape}. {bounds}", shape=self.found.shape, bounds=bounds)

    def make_json_record(self) -> Mapping[str, object]:
        study, best = self.found, self.found.best
        return {
            "status": self.status_word,
            "box": str(study.shape),
            "at_least": study.at_least,
            "at_most": None if best is None else best.at_most,
            "exact": study.is_exact,
            "classes": study.classes.number,
            "all_classes": study.classes.is_complete,
            "grids": [
                FewestCluesReport(
                    one, self.display, None, self.reasons.get(grid)
                ).make_json_record()
                for grid, one in study.studies.items()
            ],
        }


def _explain_lower_bound(
    study: FewestCluesStudy, reason: LowerBoundReason, display: AnswerFormatter
) -> str:
    """Return sentences that explain why every puzzle whose only solution is a given grid needs at
    least `reason.at_least` clues. If the lower and the upper bound of the study are equal, a puzzle
    with this number of clues is shown, too.
    """
    parts = [draw_grid_and_disjoint_sets(study.grid, reason.disjoint, display.columns)]
    disjoint = Message(
        "The digits in the cells of one letter can be exchanged so that another complete Sudoku "
        "results, so a puzzle with this solution has a clue among them. The letters share no "
        "cell. So the puzzle has at least {number} clues.",
        number=len(reason.disjoint),
    )
    parts.append(display.format_messages_as_paragraph(disjoint))
    if reason.together:
        together = Message(
            "A puzzle also needs a clue among the cells of each line below, and a SAT solver "
            "showed that fewer than {number} clues are not enough for all these lines. So the "
            "puzzle has at least {number} clues.",
            number=reason.at_least,
        )
        lines = "\n".join(map(format_cell_names, reason.together))
        parts += [display.format_messages_as_paragraph(together), lines]
    if study.is_exact:
        enough = Message("This number is enough: this puzzle has exactly one solution.")
        parts += [display.format_messages_as_paragraph(enough), display.draw_grids(study.puzzle)]
    return join_paragraphs(parts)


def _describe_bounds(at_least: int, at_most: int) -> Message:
    """Return the sentence with the lower and the upper bound on the fewest clues, or with one
    number if they are equal.
    """
    said = Message("The fewest clues for one solution: from {at_least} to {at_most}.")
    if at_least == at_most:
        said = Message("The fewest clues for one solution: {number}.")
    return said.with_values(number=at_most, at_least=at_least, at_most=at_most)
