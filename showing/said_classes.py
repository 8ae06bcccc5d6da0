"""How the classes of complete Sudokus are said."""

from collections.abc import Mapping

from ..base.language import Message
from ..studies.classes import ClassStudy
from .grids import by_rows
from .manner import in_columns
from .said import Said


class SaidClasses(Said):
    """All classes of a shape, or those found so far."""

    found: ClassStudy

    def text(self) -> str:
        """Return a table of the classes, and whether their sizes add up."""
        titles = Message("class"), Message("least grid"), Message("grids"), Message("automorphisms")
        rows = [
            (
                str(number),
                by_rows(one.representative),
                self.manner.number(one.size),
                self.manner.number(one.automorphisms),
            )
            for number, one in enumerate(self.found.classes(), 1)
        ]
        lines = in_columns([[self.manner.say(title) for title in titles], *rows], left=(1,))
        return "\n".join([*lines, "", self.verdict()])

    def verdict(self) -> str:
        """Return what says how many classes and grids there are, as far as known."""
        study, covered = self.found, self.manner.number(self.found.covered)
        if not study.is_exhausted:
            return self.manner.say(
                Message("Classes so far: {number}, not all.", number=study.number),
                self._covered_so_far(covered),
            )
        said = [
            Message("Classes: {number}.", number=study.number),
            Message(
                "Complete grids in them, with boxes of {shape}: {covered}.",
                shape=study.shape,
                covered=covered,
            ),
        ]
        if study.is_complete:
            said.append(Message("Counting one by one gives the same number."))
        if study.published is not None:
            said.append(Message("That is the published number."))
        return self.manner.say(*said)

    def _covered_so_far(self, covered: str) -> Message:
        if self.found.published is None:
            return Message("Complete grids in them: {covered}.", covered=covered)
        total = self.manner.number(self.found.published)
        return Message(
            "Complete grids in them: {covered} of {total}.", covered=covered, total=total
        )

    def record(self) -> Mapping[str, object]:
        study = self.found
        return {
            "status": self.status,
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
                for one in study.classes()
            ],
        }
