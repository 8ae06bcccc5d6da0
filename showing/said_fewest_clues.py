"""How it is said how few clues are enough, and why."""

from collections.abc import Mapping

from ..base.language import Message
from ..studies.fewest_clues import Argument, FewestCluesStudy, ShapeStudy
from ..sudoku.grid import Grid
from .grids import by_rows, cells_in_words, numbered, with_disjoint
from .manner import Manner, paragraphs
from .said import Said


class SaidFewestClues(Said):
    """The fewest clues of a grid.

    `number` is how many puzzles have the fewest clues, `why` is the reason why fewer are not
    enough; both are None where the user did not ask.
    """

    found: FewestCluesStudy

    def __init__(
        self,
        found: FewestCluesStudy,
        manner: Manner,
        number: int | None = None,
        why: Argument | None = None,
    ) -> None:
        super().__init__(found, manner)
        self.number, self.why = number, why

    def text(self) -> str:
        """Return the grid and the best puzzle drawn, the verdict, and why."""
        parts = [self.manner.grids(self.found.grid, self.found.puzzle), self.verdict()]
        if self.why is not None:
            parts.append(_argument(self.found, self.why, self.manner))
        return paragraphs(parts)

    def verdict(self) -> str:
        """Return the fewest clues that are enough, and the number of puzzles that have these."""
        said = [_bounds(self.found.at_least, self.found.at_most)]
        if self.number is not None:
            said.append(Message("Puzzles with the fewest clues: {number}.", number=self.number))
        return self.manner.say(*said)

    def record(self) -> Mapping[str, object]:
        """Return what JSON says; `puzzles` and `argument` only where they were asked for."""
        asked: dict[str, object] = {}
        if self.number is not None:
            asked["puzzles"] = self.number
        if self.why is not None:
            asked["argument"] = {
                "disjoint": [numbered(one) for one in self.why.disjoint],
                "together": [numbered(one) for one in self.why.together],
            }
        return {
            "status": self.status,
            "grid": self.found.grid.rows,
            "at_least": self.found.at_least,
            "at_most": self.found.at_most,
            "exact": self.found.is_exact,
            "puzzle": self.found.puzzle.rows,
            **asked,
        }


class SaidShape(Said):
    """The fewest clues of any puzzle of a shape; `whys` are the arguments for grids of it."""

    found: ShapeStudy

    def __init__(self, found: ShapeStudy, manner: Manner, whys: Mapping[Grid, Argument]) -> None:
        super().__init__(found, manner)
        self.whys = whys

    def text(self) -> str:
        """Return the classes with their fewest clues, the best puzzle drawn, verdict and whys."""
        study, parts = self.found, list[str]()
        if study.classes.is_complete:
            lines = [
                self.manner.say(
                    Message(
                        "{number}: {grid} needs {clues}",
                        number=str(number).rjust(3),
                        grid=by_rows(grid),
                        clues=_range(one.at_least, one.at_most),
                    )
                )
                for number, (grid, one) in enumerate(study.studies.items(), 1)
            ]
            parts.append("\n".join(lines))
        if study.best is not None:
            parts.append(self.manner.grids(study.best.grid, study.best.puzzle))
        said = paragraphs([*parts, self.verdict()])
        whys = [_argument(study.studies[grid], why, self.manner) for grid, why in self.whys.items()]
        return "\n\n\n".join([said, *whys])

    def verdict(self) -> str:
        """Return how few clues a puzzle of this shape can have, as far as known."""
        best, at_least = self.found.best, self.found.at_least
        if best is None:
            bounds = Message("Clues needed for one solution: at least {number}.", number=at_least)
        else:
            bounds = _bounds(at_least, best.at_most)
        return self.manner.say(
            Message("Boxes of {shape}. {bounds}", shape=self.found.shape, bounds=bounds)
        )

    def record(self) -> Mapping[str, object]:
        study, best = self.found, self.found.best
        return {
            "status": self.status,
            "box": str(study.shape),
            "at_least": study.at_least,
            "at_most": None if best is None else best.at_most,
            "exact": study.is_exact,
            "classes": study.classes.number,
            "all_classes": study.classes.is_complete,
            "grids": [
                SaidFewestClues(one, self.manner, None, self.whys.get(grid)).record()
                for grid, one in study.studies.items()
            ],
        }


def _argument(study: FewestCluesStudy, why: Argument, manner: Manner) -> str:
    """Return in words why a grid's puzzles need that many clues, and that these are enough."""
    parts = [with_disjoint(study.grid, why.disjoint, manner.columns)]
    disjoint = Message(
        "Within each letter's cells the digits can be exchanged so that another complete Sudoku "
        "results: a puzzle with this solution has a clue in each. The letters share no cell. So "
        "the number of its clues is at least {number}.",
        number=len(why.disjoint),
    )
    parts.append(manner.paragraph(disjoint))
    if why.together:
        together = Message(
            "That is not all: a puzzle also needs a clue among the cells of each line below, and "
            "fewer than {number} clues cannot serve all these lines (a SAT solver showed that). "
            "So it has at least {number} clues.",
            number=why.at_least,
        )
        lines = "\n".join(map(cells_in_words, why.together))
        parts += [manner.paragraph(together), lines]
    if study.is_exact:
        enough = Message("That many are enough: this puzzle has exactly one solution.")
        parts += [manner.paragraph(enough), manner.grids(study.puzzle)]
    return paragraphs(parts)


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
