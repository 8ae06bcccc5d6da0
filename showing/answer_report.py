"""The base class of reports, which present answers as text, JSON and pages, and the table that
names the report class for each type of answer.
"""

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
from ..sudoku.transformation import Instructions, Transformation, find_source_cells
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
        "Claim": "showing.report_certificate:CertificateReport",
        "Survey": "showing.report_symmetries:SymmetriesReport",
        "Ways": "showing.report_symmetries:WaysReport",
    },
    added_by="reports",
)
"""The report class for each type of answer, by the name of the type or of a base class of it."""


def make_report(found: object, display: DisplayOptions, *more: object) -> AnswerReport:
    """Return the report on an answer, by the class that REPORTS names for its type. `more` are
    further arguments of this class.

    Raises `ArgumentError` if `found` is not an answer.
    """
    names = [one.__name__ for one in type(found).__mro__]
    if (report := REPORTS.find_first(names)) is None:
        raise ArgumentError(f"expected a grid or an answer, found {names[0]}")
    said: AnswerReport = report(found, display, *more)
    return said


class Evidence(NamedTuple):
    """The evidence for an answer: whether proofs were checked (`certified`, None if the user did
    not ask for proofs) and the origins of these proofs.

    `by_solver` is whether a no, or the claim that no result is better, rests only on the word of
    another project's solver.
    """

    certified: bool | None = None
    origins: tuple[Origin, ...] = ()
    by_solver: bool = False

    def record(self) -> dict[str, object]:
        """Return the evidence as keys for JSON: if the user asked for proofs, `certified` and all
        `proofs`; if there are proofs, also the first of them as `proof`.
        """
        proofs = [origin._asdict() for origin in self.origins]
        said = {} if self.certified is None else {"certified": self.certified, "proofs": proofs}
        return {**said, "proof": proofs[0]} if proofs else said


class Picture(NamedTuple):
    """A grid under a title, with marked cells; the numbers of `rows` and `columns`, counted from 0,
    are highlighted.

    The text `below` explains the marks. Below it, `cycles` of digits are drawn, each group under
    its own title.
    """

    title: Message
    grid: Grid
    marked: CellSet = frozenset()
    rows: Collection[int] = ()
    columns: Collection[int] = ()
    below: Message | None = None
    cycles: Sequence[tuple[Message, Sequence[Sequence[int]]]] = ()


class Track(NamedTuple):
    """Instructions that lead from a picture of a page entry to another, for the player. `begins`
    and `ends` are the indices of the pictures, from 0.

    If `at_once` describes all steps together, the player shows the steps that move cells as a
    single step.
    """

    title: Message
    begins: int
    ends: int
    instructions: Instructions
    at_once: Message | None = None


OnPage = tuple[Sequence[Picture], Sequence[Track]]
"""The pictures of grids that a page shows for an answer, and the tracks, which are steps from a
picture to another that the page's player shows.
"""


class PageEntry(NamedTuple):
    """The content of a page for the answer about a file: sentences, of which the first is the
    answer, then pictures of grids, and tracks (steps that the page's player shows).

    `tone` is the colour of the entry; the sentences express the same in words. `notes` and
    `drawings`, which are HTML, come last.
    """

    name: str
    tone: str
    sentences: Sequence[str]
    pictures: Sequence[Picture] = ()
    tracks: Sequence[Track] = ()
    notes_title: Message | None = None
    notes: Sequence[str] = ()
    drawings: Sequence[str] = ()


SUDOKU, FIRST, SECOND = Message("Sudoku"), Message("Sudoku 1"), Message("Sudoku 2")
"""Titles of pictures: of a single Sudoku, and of the first and the second of a pair."""


def make_tracks(way: Transformation) -> tuple[Track, Track]:
    """Return two tracks, with which the player on a page shows the steps of a transformation: from
    the first picture to the second, and back.
    """
    return (
        Track(Message("From 1 to 2"), 0, 1, way.forward()),
        Track(Message("From 2 to 1"), 1, 0, way.backward()),
    )


def show_near_copies(first: Picture, second: Picture, way: Transformation) -> OnPage:
    """Return pictures of two grids that are nearly copies, with the clues marked in which they
    differ, and a track that plays the steps. If there are steps, a third picture shows the first
    grid after these steps.
    """
    pictures, tracks = show_steps_towards(first, second, way)
    image, grid = way.apply(first.grid), second.grid
    differing = [cell for cell in grid.cells if image[cell] != grid[cell]]
    origins = find_source_cells(way.forward(), grid.shape)
    came_from = [divmod(origins[grid.size * r + c], grid.size) for r, c in differing]
    marked = [came_from, *[differing] * (len(pictures) - 1)]
    return [
        one._replace(marked=frozenset(cell for cell in some if one.grid[cell]))
        for one, some in zip(pictures, marked, strict=True)
    ], tracks


def show_steps_towards(first: Picture, second: Picture, way: Transformation | None) -> OnPage:
    """Return two grids as pictures and, if `way` has steps, the first grid also after these steps,
    with a track.
    """
    if way is None or not way.steps:
        return (first, second), ()
    image = Picture(Message("After the steps"), way.apply(first.grid))
    return (first, second, image), [Track(Message("The steps"), 0, 2, way.forward())]


@dataclass(eq=False)
class AnswerReport(ABC):
    """The report on an answer. It presents the answer as a text, as a single line, as JSON, and as
    an entry of a page, with the display options of the reader.
    """

    title = Message("Are these Sudokus copies of each other?")
    """The question that was answered, as the title of a page."""

    found: Any
    display: DisplayOptions

    evidence = Evidence()
    """The evidence for the answer. By default no proof was asked for, and the answer is this
    program's own.
    """

    titles = ("", "")
    """The names of the two Sudokus of a pair in the file from which they were read."""

    @property
    def mentions_certificate(self) -> bool:
        """Whether the verdict already states that a proof was checked."""
        return False

    def proof_paragraphs(self) -> list[str]:
        """Return a list with the paragraph about the proofs that were checked: their solvers,
        lengths and checkers. The list is empty if no proof was checked.
        """
        if not (said := [origin.sentence for origin in self.evidence.origins]):
            return []
        if not self.mentions_certificate:
            said.insert(0, Message("This is certified: a proof of it was checked."))
        return ["\n".join(map(self.display.translate, said))]

    @property
    def status(self) -> str:
        """The answer in a word, such as "copies", which is the value of `status` in JSON."""
        return str(self.found.word)

    def text(self) -> str:
        """Return the whole answer for a person, in one line or several lines."""
        return self.verdict()

    def verdict(self) -> str:
        """Return the answer in a single line."""
        return self.display.translate(*self.messages())

    def messages(self) -> Iterable[Message]:
        """Return the sentences of the verdict: the answer and, if only some parts of a
        transformation may differ, the names of these parts.
        """
        return self.sentence(), *self.display.describe_allowed_moves(
            getattr(self.found, "only", EVERYTHING)
        )

    def sentence(self) -> Message:
        """Return the answer as a single sentence. Reports whose answer is not a sentence do not
        define this method.
        """
        raise NotImplementedError

    @abstractmethod
    def record(self) -> Mapping[str, object]:
        """Return the answer as an object for JSON."""

    def sentences(self) -> list[str]:
        """Return the sentences for a page, the verdict first."""
        return [self.verdict()]

    @property
    def tone(self) -> str:
        """The colour of the answer on a page, by its meaning: "yes", "no" or "unknown"."""
        verdict = VERDICTS[self.status]
        return "unknown" if verdict is Verdict.UNDECIDED else verdict.value

    def entry(self, name: str) -> PageEntry:
        """Return the section of a page that presents the answer for the file `name`: its sentences,
        pictures and steps.
        """
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
        """Return the pictures of grids that a page shows for the answer, and the tracks, which are
        the steps from a picture to another for the page's player.
        """
        raise NotImplementedError

    def draw_grids(self) -> str:
        """Return the grids of the answer drawn in characters, with the cells marked that are also
        marked on a page.
        """
        pictures, _ = self.on_page()
        grids, marked = [one.grid for one in pictures], [one.marked for one in pictures]
        return self.display.draw_grids(*grids, marked=marked)
