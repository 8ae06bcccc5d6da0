"""How unavoidable sets are said, and where a pattern occurs."""

from collections.abc import Mapping

from ..base.language import Message
from ..base.verdict import Verdict
from ..studies.unavoidable import PatternPlaces, UnavoidableSets
from .grids import by_rows, cells_in_words, numbered, with_disjoint
from .manner import paragraphs
from .said import Said


class SaidUnavoidable(Said):
    """The unavoidable sets of a grid, by their blueprints."""

    found: UnavoidableSets

    def text(self) -> str:
        """Return the grid and disjoint sets drawn, and the blueprints, one a line, by size."""
        found = self.found
        parts = [with_disjoint(found.grid, found.disjoint, self.manner.columns)]
        lines = [
            self.manner.say(
                Message(
                    "cells: {cells}, places: {places}, blueprint {pattern}",
                    cells=str(one.clues).rjust(2),
                    places=str(len(one.places)).rjust(3),
                    pattern=by_rows(one.pattern),
                )
            )
            for one in found.blueprints
        ]
        if lines:
            parts.append("\n".join(lines))
        return paragraphs([*parts, self.verdict()])

    def sentence(self) -> Message:
        """Return the sentence that says how many sets there are, as far as known."""
        found = self.found
        values = {
            "sets": len(found.sets),
            "blueprints": len(found.blueprints),
            "size": found.complete_up_to,
        }
        if any(len(one) > found.complete_up_to for one in found.sets):
            return Message(
                "Minimal unavoidable sets: {sets}. Blueprints: {blueprints}. These are all of "
                "size {size} or less, and some larger ones.",
                **values,
            )
        return Message(
            "Minimal unavoidable sets of size {size} or less: {sets}. Blueprints: {blueprints}.",
            **values,
        )

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; places are lists of [row, column] from 1."""
        found = self.found
        return {
            "status": self.status,
            "grid": found.grid.rows,
            "complete_up_to": found.complete_up_to,
            "sets": len(found.sets),
            "disjoint": [numbered(one) for one in found.disjoint],
            "blueprints": [
                {
                    "cells": one.clues,
                    "pattern": one.pattern.rows,
                    "places": [numbered(place) for place in one.places],
                }
                for one in found.blueprints
            ],
        }


class SaidPlaces(Said):
    """The places where a pattern occurs."""

    found: PatternPlaces

    def text(self) -> str:
        """Return the grid with disjoint places drawn, and where the pattern is."""
        found = self.found
        parts = [with_disjoint(found.grid, found.disjoint, self.manner.columns)]
        if found.places:
            parts.append("\n".join(cells_in_words(place) for place in found.places))
        return paragraphs([*parts, self.verdict()])

    def verdict(self) -> str:
        """Return how often the pattern occurs, and whether it is unavoidable."""
        number = len(self.found.places)
        said = [Message("Places where the pattern occurs: {number}.", number=number)]
        if self.found.verdict is Verdict.UNDECIDED:
            said = [Message("Places where the pattern occurs, so far: {number}.", number=number)]
        if self.found.is_unavoidable is not None:
            said.append(
                Message("It is unavoidable.")
                if self.found.is_unavoidable
                else Message("It is not unavoidable.")
            )
        return self.manner.say(*said)

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; places are lists of [row, column] from 1."""
        found = self.found
        return {
            "status": self.status,
            "complete": found.verdict is Verdict.YES,
            "grid": found.grid.rows,
            "places": [numbered(place) for place in found.places],
            "disjoint": [numbered(one) for one in found.disjoint],
            "unavoidable": found.is_unavoidable,
        }
