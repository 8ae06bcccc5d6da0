"""What every answer can be asked for, and which file says which kind of answer."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.errors import ArgumentError
from ..base.messages import Message
from ..base.registry import Registry
from ..base.verdict import VERDICTS, Verdict
from ..sudoku.allowed_moves import EVERYTHING
from ..sudoku.grid import CellSet, Grid
from ..sudoku.transformation import Instructions, Transformation, trace_cells
from .display_options import DisplayOptions

if TYPE_CHECKING:
    from ..proofs.proof import Origin

REPORTS = Registry(
    {
        "Answer": "showing.report_decision:DecisionReport",
        "CanonicalForm": "showing.report_canonical:CanonicalFormReport",
        "Completed": "showing.report_completion:CompletionReport",
        "NearestCopy": "showing.report_decision:NearestReport",
        "PartAnswer": "showing.report_decision:PartReport",
        "Reply": "showing.report_reply:ReplyReport",
        "Statement": "showing.report_certificate:CertificateReport",
        "Survey": "showing.report_symmetries:SymmetriesReport",
        "Ways": "showing.report_symmetries:WaysReport",
    },
    added_by="reports",
)
"""The class that puts an answer into words, by the name of the answer's type or of a base of it."""


def make_report(found: object, display: DisplayOptions, *more: object) -> AnswerReport:
    """Return an answer with the words for it; `more` is passed to the class that REPORTS names.

    Raises `ArgumentError` if `found` is no answer.
    """
    names = [one.__name__ for one in type(found).__mro__]
    if (report := REPORTS.find_first(names)) is None:
        raise ArgumentError(f"expected a grid or an answer, found {names[0]}")
    said: AnswerReport = report(found, display, *more)
    return said


class Evidence(NamedTuple):
    """What stands behind an answer: whether proofs were checked, None if not asked, and whose.

    `by_solver`: a no, or that nothing is better, is only the word of a solver of another project.
    """

    certified: bool | None = None
    origins: tuple[Origin, ...] = ()
    by_solver: bool = False

    def record(self) -> dict[str, object]:
        """Return what JSON says: `certified` where that was asked, the first `proof`, and all."""
        proofs = [origin._asdict() for origin in self.origins]
        said = {} if self.certified is None else {"certified": self.certified, "proofs": proofs}
        return {**said, "proof": proofs[0]} if proofs else said


class Picture(NamedTuple):
    """A grid under a title, with some cells marked, and the numbers of some rows and columns.

    `below` says what is marked; below that `cycles` of digits are drawn, each row of them titled.
    """

    title: Message
    grid: Grid
    marked: CellSet = frozenset()
    rows: Collection[int] = ()
    columns: Collection[int] = ()
    below: Message | None = None
    cycles: Sequence[tuple[Message, Sequence[Sequence[int]]]] = ()


class Track(NamedTuple):
    """Instructions that lead from one picture of an entry to another; both are counted from 0.

    Where `end_at_once` says what the steps are together, all that move cells are played as one.
    """

    title: Message
    begins: int
    ends: int
    instructions: Instructions
    at_once: Message | None = None


OnPage = tuple[Sequence[Picture], Sequence[Track]]
"""What there is to look at on a page."""


class PageEntry(NamedTuple):
    """What a page says about a file, the answer first, and what there is to look at.

    `tone` is its colour; the words say it too. `notes` and `drawings`, which are HTML, come last.
    """

    name: str
    tone: str
    said: Sequence[str]
    pictures: Sequence[Picture] = ()
    tracks: Sequence[Track] = ()
    notes_title: Message | None = None
    notes: Sequence[str] = ()
    drawings: Sequence[str] = ()


SUDOKU, FIRST, SECOND = Message("Sudoku"), Message("Sudoku 1"), Message("Sudoku 2")
"""Titles of pictures: of the only Sudoku, and of two."""


def make_tracks(way: Transformation) -> tuple[Track, Track]:
    """Return the tracks from the first picture to the second, and back."""
    return (
        Track(Message("From 1 to 2"), 0, 1, way.forward()),
        Track(Message("From 2 to 1"), 1, 0, way.backward()),
    )


def show_near_copies(first: Picture, second: Picture, way: Transformation) -> OnPage:
    """Return two near copies, the first after the steps too, with the clues marked that differ."""
    pictures, tracks = show_steps_towards(first, second, way)
    image, grid = way.apply(first.grid), second.grid
    differing = [cell for cell in grid.cells if image[cell] != grid[cell]]
    origins = trace_cells(way.forward(), grid.shape)
    came_from = [divmod(origins[grid.size * r + c], grid.size) for r, c in differing]
    marked = [came_from, *[differing] * (len(pictures) - 1)]
    return [
        one._replace(marked=frozenset(cell for cell in some if one.grid[cell]))
        for one, some in zip(pictures, marked, strict=True)
    ], tracks


def show_steps_towards(first: Picture, second: Picture, way: Transformation | None) -> OnPage:
    """Return two grids, and the steps that bring the first near the second, where there are any."""
    if way is None or not way.steps:
        return (first, second), ()
    image = Picture(Message("After the steps"), way.apply(first.grid))
    return (first, second, image), [Track(Message("The steps"), 0, 2, way.forward())]


@dataclass(eq=False)
class AnswerReport(ABC):
    """An answer, put into words in a manner: as a text, as one line, as JSON, on a page."""

    title = Message("Are these Sudokus copies of each other?")
    """The question that is answered, as the title of a page."""

    found: Any
    display: DisplayOptions

    evidence = Evidence()
    """By default this program alone stands behind the answer, and no proof was asked for."""

    titles = ("", "")
    """What the two Sudokus of a pair are called where they were read."""

    @property
    def says_certified(self) -> bool:
        """Whether the verdict says that a proof was checked."""
        return False

    def proved(self) -> list[str]:
        """Return the paragraph that says whose proofs were checked; none where none were."""
        if not (said := [origin.sentence for origin in self.evidence.origins]):
            return []
        if not self.says_certified:
            said.insert(0, Message("This is certified: a proof of it was checked."))
        return ["\n".join(map(self.display.translate, said))]

    @property
    def status(self) -> str:
        """The answer in a word, as JSON has it."""
        return str(self.found.word)

    def text(self) -> str:
        """Return all that a person wants to read, in one line or many."""
        return self.verdict()

    def verdict(self) -> str:
        """Return the answer in one line."""
        return self.display.translate(*self.messages())

    def messages(self) -> Iterable[Message]:
        """Return the sentences of the verdict: the answer, and what alone may differ."""
        return self.sentence(), *self.display.describe_allowed_moves(
            getattr(self.found, "only", EVERYTHING)
        )

    def sentence(self) -> Message:
        """Return the sentence that is the answer, where it is one."""
        raise NotImplementedError

    @abstractmethod
    def record(self) -> Mapping[str, object]:
        """Return what JSON says."""

    def sentences(self) -> list[str]:
        """Return what a page says: the verdict first."""
        return [self.verdict()]

    @property
    def tone(self) -> str:
        """How a page colours the answer: yes, no or unknown."""
        verdict = VERDICTS[self.status]
        return "unknown" if verdict is Verdict.UNDECIDED else verdict.value

    def entry(self, name: str) -> PageEntry:
        """Return what a page shows of the answer about a file."""
        shared = copy(self)
        shared.display = self.display._replace(is_shared=True)
        pictures, tracks = shared.on_page()
        titles = {
            title: Message("{title}: {name}", title=title, name=os.path.basename(name))
            for title, name in zip((FIRST, SECOND), self.titles, strict=True)
            if name
        }
        pictures = [one._replace(title=titles.get(one.title, one.title)) for one in pictures]
        return PageEntry(name, self.tone, shared.sentences(), pictures, tracks)

    def on_page(self) -> OnPage:
        """Return the grids on a page, and the steps from one to another."""
        raise NotImplementedError

    def drawn(self) -> str:
        """Return these grids in characters, with what is marked there."""
        pictures, _ = self.on_page()
        grids, marked = [one.grid for one in pictures], [one.marked for one in pictures]
        return self.display.draw_grids(*grids, marked=marked)
