"""The base class of reports, and a table with the report class for each type of answer. A report
shows an answer as text, as JSON and as part of an HTML page.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.errors import ArgumentError
from ..base.messages import Message, SharedText
from ..base.registry import Registry
from ..base.verdict import VERDICTS, Verdict
from ..sudoku.allowed_moves import EVERYTHING
from ..sudoku.grid import Cell, CellSet, Grid
from ..sudoku.transformation import Instructions, Transformation, find_source_cells
from ..system.open_file import STANDARD_INPUT
from .answer_formatter import AnswerFormatter

if TYPE_CHECKING:
    from ..proofs.proof import ProofOrigin

REPORTS = Registry(
    {
        "Answer": "showing.report_decision:DecisionReport",
        "CanonicalForm": "showing.report_canonical:CanonicalFormReport",
        "CompletionAnswer": "showing.report_completion:CompletionReport",
        "NearestCopy": "showing.report_decision:NearestCopyReport",
        "PartAnswer": "showing.report_decision:PartOfSudokuReport",
        "SolverReply": "showing.report_reply:SolverReplyReport",
        "Claim": "showing.report_certificate:CertificateReport",
        "SymmetrySurvey": "showing.report_symmetries:SymmetriesReport",
        "Ways": "showing.report_symmetries:WaysReport",
    },
    application_field="reports",
)
"""The report class for each type of answer, by the name of the type or of a base class of it."""


def make_report(
    answer: object, display: AnswerFormatter, *report_arguments: object
) -> AnswerReport:
    """Return a report on `answer`, an object of any answer type. The report can show the answer as
    text, as JSON or on a page. `display` has the options for this, such as the language.

    `report_arguments` are further arguments that some classes of reports need. Raises
    `ArgumentError` if `answer` is not an answer.
    """
    names = [one.__name__ for one in type(answer).__mro__]
    if (report := REPORTS.load_first_known_or_none(names)) is None:
        raise ArgumentError(f"expected a grid or an answer, found {names[0]}")
    said: AnswerReport = report(answer, display, *report_arguments)
    return said


def as_text(shown: object, lang: str | None = None) -> str:
    """Return a grid or an answer as text: the text that the command line prints. `lang` is the
    language, such as "de"; by default it is the language of the environment.

    Raises `ArgumentError` if `shown` is neither a grid nor an answer, or if the language is not
    available.

    >>> from sudokopie import Grid
    >>> print(as_text(Grid([[1, 2], [0, 1]])))
     1 2
    -----
     . 1
    """
    if isinstance(shown, Grid):
        return str(shown)
    from .sentences import find_translations  # no command needs it to print an answer

    return make_report(shown, AnswerFormatter(words=find_translations(lang))).format_text()


class Evidence(NamedTuple):
    """The evidence for an answer, which shows how certain the answer is. `certified` is whether
    proofs of the answer were checked; None means that the user did not ask for proofs. `origins`
    describe these proofs: the programs that made them, and their lengths.

    `claimed_by` is the name of the file with the output of another project's solver, if the answer
    was read from this file: "-" for standard input. This package checks the answer yes from such a
    file, but neither the answer no nor the claim that no result is better. `claimed_by` is None if
    this package itself found the answer.
    """

    certified: bool | None = None
    origins: tuple[ProofOrigin, ...] = ()
    claimed_by: str | None = None

    @property
    def is_solver_claim(self) -> bool:
        """Whether the answer no, or the statement that no result is better, would be an unchecked
        claim of another project's solver.
        """
        return self.claimed_by is not None

    def make_json_record(self) -> dict[str, object]:
        """Return the evidence as keys and values for JSON. The dictionary is empty if the user did
        not ask for proofs and no proof is known.

        - `certified`: whether proofs of the answer were checked. Present if the user asked for
          proofs.
        - `proofs`: a list of the checked proofs. Present together with `certified`.
        - `proof`: the first proof. Present if there is a proof.
        """
        proofs = [origin._asdict() for origin in self.origins]
        said = {} if self.certified is None else {"certified": self.certified, "proofs": proofs}
        return {**said, "proof": proofs[0]} if proofs else said


class Picture(NamedTuple):
    """A picture of a grid on a page.

    - `title`: the text above the picture.
    - `grid`: the grid.
    - `marked`: the cells to mark, as pairs (row, column) from 0.
    - `rows` and `columns`: the indices, from 0, of the rows and columns to highlight.
    - `below`: a text under the picture, which explains the marks, or None.
    - `cycles`: pairs of a title and a list of cycles, which are drawn below this text. A cycle is a
      list of digits; its last digit leads back to its first.
    - `two_digits`: the cells that have one of two digits, with these digits; they are blank in
      `grid`.
    """

    title: Message
    grid: Grid
    marked: CellSet = frozenset()
    rows: Collection[int] = ()
    columns: Collection[int] = ()
    below: Message | None = None
    cycles: Sequence[tuple[Message, Sequence[Sequence[int]]]] = ()
    two_digits: Mapping[Cell, tuple[int, int]] = MappingProxyType({})


class Track(NamedTuple):
    """A list of steps that lead from one grid of a page to another grid of the page, which plays
    these steps on its two boards. `start_index` and `end_index` are the indices of the two grids
    among those of the page, from 0.

    If `joint_description` is given, it describes all steps that move cells, and the page plays them
    as a single step.
    """

    title: Message
    start_index: int
    end_index: int
    instructions: Instructions
    joint_description: Message | None = None


PicturesAndTracks = tuple[Sequence[Picture], Sequence[Track]]
"""The pictures of grids that a page shows for an answer, and the tracks, which are steps from a
picture to another that the page plays.
"""


class PageEntry(NamedTuple):
    """The part of a page about one answer.

    - `name`: the name of the file that the answer is about. If the answer is about one of several
      Sudokus of a file, its place in the file and its own name follow.
    - `tone`: the word that selects the colour: "yes", "no", "unknown", "plain" (neutral) or "wrong"
      (an error). The sentences express the same in words.
    - `sentences`: the sentences to show; the first is the result.
    - `pictures`: pictures of grids below the sentences.
    - `tracks`: lists of steps from one picture to another, which the page plays.
    - `notes_title` and `notes`: a heading, or None, and texts below the pictures.
    - `drawings`: pieces of HTML at the end.
    - `charts`: empty, or for each sentence a piece of HTML that the page shows below the sentence,
      such as a small picture; an empty text for a sentence without a picture.
    - `is_about_pair`: whether the first two pictures are the two Sudokus of the question.
    - `reason`: the reason for a no as in JSON, or None if no reason is known.
    - `has_fewest_steps`: whether this program found that fewer steps are not enough.
    - `finding`: the key in `FINDINGS` of the group to which the answer belongs on a page with
      several answers. The answer with the key `overview` is above the groups.
    - `place` and `own_name`: the file and line of the Sudoku, and its own name, or empty texts.
    - `brief`: a short text about the answer for the list of all answers; it need not repeat the
      title of the group.
    - `row_notes`: notes of the reader about the Sudoku, such as the variant that its name mentions.
    - `subject_index`: the index of the picture of the Sudoku that `own_name` names.
    - `is_on_boards`: whether the boards show the pictures although no steps lead to the last one.
    - `submission`: if the answer is about a Sudoku that an editor may accept, its cells and its
      name as the fields of a table; otherwise None.
    """

    name: str
    tone: str
    sentences: Sequence[str]
    pictures: Sequence[Picture] = ()
    tracks: Sequence[Track] = ()
    notes_title: Message | None = None
    notes: Sequence[str] = ()
    drawings: Sequence[str] = ()
    charts: Sequence[str] = ()
    is_about_pair: bool = False
    reason: Mapping[str, object] | None = None
    has_fewest_steps: bool = False
    finding: str = "answer"
    place: str = ""
    own_name: str = ""
    brief: str = ""
    row_notes: Sequence[str] = ()
    subject_index: int = 0
    is_on_boards: bool = False
    submission: Mapping[str, str] | None = None

    @property
    def differing_cells(self) -> list[tuple[Cell, Cell]]:
        """The cells in which the first two Sudokus differ after the steps, if they are nearly
        copies: pairs of a cell of the first Sudoku and a cell of the second.
        """
        if self.finding != "near" or len(self.pictures) < 2:
            return []
        first, second = (one.grid for one in self.pictures[:2])
        instructions = Transformation.identity(first.shape).make_instructions()
        if self.tracks:
            instructions = self.tracks[0].instructions
        return find_differing_cells(first, second, instructions)

    def list_sentences_about_differing_cells(self, display: AnswerFormatter) -> list[str]:
        """Return the sentences about the cells in which two near copies differ; an empty list if
        they differ in more than two cells.
        """
        differing = self.differing_cells
        if not 0 < len(differing) <= _MOST_DESCRIBED:
            return []
        after = self.pictures[2].grid if len(self.pictures) > 2 else self.pictures[0].grid
        titles = [display.translate(one.title) for one in self.pictures[:2]]
        blank = display.translate(Message("a blank cell"))
        sentences = []
        for cell, other in differing:
            digits = self.pictures[0].grid[cell], after[other], self.pictures[1].grid[other]
            message = _DIFFERENCE if digits[0] == digits[1] else _DIFFERENCE_AFTER_STEPS
            first, moved, second = (digit or blank for digit in digits)
            values = {"row": cell[0] + 1, "column": cell[1] + 1, "digit": first, "moved": moved}
            values |= {"row2": other[0] + 1, "column2": other[1] + 1, "digit2": second}
            named = message.with_values(first=titles[0], second=titles[1], **values)
            sentences.append(display.translate(named))
        return sentences


_MOST_DESCRIBED = 2
"""The largest number of differing cells that sentences describe."""

_DIFFERENCE = Message(
    "{first}: {digit} in row {row}, column {column}. {second}: {digit2} in row {row2}, "
    "column {column2}."
)
_DIFFERENCE_AFTER_STEPS = Message(
    "{first}: {digit} in row {row}, column {column}, after the steps {moved}. {second}: {digit2} "
    "in row {row2}, column {column2}."
)

SUDOKU = Message("Sudoku")
FIRST, SECOND = SharedText("first Sudoku"), SharedText("second Sudoku")
"""The titles of pictures: of a single Sudoku, and of the first and the second Sudoku of a pair."""


def make_tracks_there_and_back(transformation: Transformation) -> tuple[Track, Track]:
    """Return two lists of steps that a page can play. The first list has the steps of
    `transformation`, which lead from the first picture to the second; the second list leads back.
    """
    return (
        Track(SharedText("there"), 0, 1, transformation.make_instructions()),
        Track(SharedText("back"), 1, 0, transformation.make_undo_instructions()),
    )


def make_near_copy_pictures_and_tracks(
    first: Picture, second: Picture, transformation: Transformation
) -> PicturesAndTracks:
    """Return pictures of two grids that are nearly copies, with marks on the differing clues, and a
    list of tracks. If `transformation` has steps, a third picture shows the first grid after these
    steps, and a track plays the steps; otherwise the list is empty.
    """
    pictures, tracks = make_step_pictures_and_tracks(first, second, transformation)
    instructions = transformation.make_instructions()
    differing = find_differing_cells(first.grid, second.grid, instructions)
    came_from, ends = ([pair[k] for pair in differing] for k in (0, 1))
    marked = [came_from, *[ends] * (len(pictures) - 1)]
    return [
        one._replace(marked=frozenset(cell for cell in some if one.grid[cell]))
        for one, some in zip(pictures, marked, strict=True)
    ], tracks


def find_differing_cells(
    first: Grid, second: Grid, instructions: Instructions
) -> list[tuple[Cell, Cell]]:
    """Return the cells in which the first grid, after the steps of `instructions`, differs from the
    second: pairs of the cell of the first grid and the cell of the second.
    """
    image = instructions.follow(first)
    origins = find_source_cells(instructions, second.shape)
    return [
        (divmod(origins[second.size * r + c], second.size), (r, c))
        for r, c in second.cells
        if image[r, c] != second[r, c]
    ]


def make_step_pictures_and_tracks(
    first: Picture, second: Picture, transformation: Transformation | None
) -> PicturesAndTracks:
    """Return pictures of two grids, and a list of tracks. If `transformation` has steps, a third
    picture shows the first grid after these steps, and a track plays the steps. If it has no steps
    or is None, there are only two pictures, and the list is empty.
    """
    if transformation is None or not transformation.steps:
        return (first, second), ()
    image = Picture(Message("After the steps"), transformation.apply(first.grid))
    return (first, second, image), [
        Track(Message("The steps"), 0, 2, transformation.make_instructions())
    ]


@dataclass(eq=False)
class AnswerReport(ABC):
    """The base class of reports. A report shows an answer, `found`, as a text, as a single line, as
    JSON, and as part of a page. `display` holds the options, such as the language.
    """

    title = Message("Are these Sudokus copies of each other?")
    """The question that was answered, as the title of a page."""

    found: Any
    display: AnswerFormatter

    evidence = Evidence()
    """How certain the answer is. By default no proof was asked for, and this program itself found
    the answer.
    """

    titles = ("", "")
    """The names of the two Sudokus of a pair in the file from which they were read."""

    own_name = ""
    """The name of the single Sudoku of the answer in its file, or an empty text."""

    variant = ""
    """The variant, such as `Killer`, if the file calls a Sudoku of the answer such a variant;
    otherwise an empty text.
    """

    @property
    def mentions_certificate(self) -> bool:
        """Whether the result or another sentence already mentions that a proof was checked, so
        that no further sentence about this is needed.
        """
        return False

    def format_proof_paragraphs(self) -> list[str]:
        """Return a list with one paragraph about the proofs that were checked: which programs wrote
        and checked them, and how long they are. The list is empty if no proof was checked.
        """
        if not (said := [origin.proof_programs_sentence for origin in self.evidence.origins]):
            return []
        if not self.mentions_certificate:
            said.insert(0, Message("This is certified: a proof of it was checked."))
        return ["\n".join(map(self.display.translate, said))]

    @property
    def status_word(self) -> str:
        """The answer in a word, such as "copies". It is the value of the key `status` in JSON."""
        return str(self.found.word)

    def format_text(self) -> str:
        """Return the whole answer as a text for people, of one or several lines."""
        return self.format_result()

    def format_result(self) -> str:
        """Return the answer as a single line of text."""
        return self.display.translate(*self.make_result_messages())

    def make_result_messages(self) -> Iterable[Message]:
        """Return the sentences of the result. The first is the answer, such as yes, a number or a
        bound. If the user allowed only some kinds of moves, such as renaming digits, a second
        sentence names them.
        """
        return self.make_answer_message(), *self.display.make_allowed_moves_messages(
            getattr(self.found, "only", EVERYTHING)
        )

    @property
    def is_unchecked_no(self) -> bool:
        """Whether the answer is no, and only another project's solver claims this: the answer was
        checked neither by a proof nor in any other way.
        """
        is_claimed = self.evidence.is_solver_claim and not self.evidence.certified
        return is_claimed and self.found.verdict is Verdict.NO

    def add_claimant_to_no_sentence(self, no_sentence: Message) -> Message:
        """Return the sentence `no_sentence`, which states the answer no. If this answer is only the
        claim of another project's solver, words at the beginning of the result state this.
        """
        claimant = self.evidence.claimed_by
        if claimant is None or not self.is_unchecked_no:
            return no_sentence
        said = Message("Only claimed by {name}, not checked: {sentence}")
        if claimant == STANDARD_INPUT:
            said = Message("Only claimed by standard input, not checked: {sentence}")
        name = self.display.format_file_name(claimant)
        return said.with_values(name=name, sentence=no_sentence)

    def make_answer_message(self) -> Message:
        """Return the answer as a single sentence. A report class that overrides
        `make_result_messages` or `format_result` may leave this method out.
        """
        raise NotImplementedError

    @abstractmethod
    def make_json_record(self) -> Mapping[str, object]:
        """Return the answer as a dictionary that is written as JSON."""

    def format_page_sentences(self) -> list[str]:
        """Return the sentences that a page shows for the answer; the result comes first."""
        return [self.format_result()]

    def format_variant_sentences(self) -> list[str]:
        """Return a list with one sentence: that the file calls a Sudoku of the answer a variant,
        such as Killer. The list is empty if it does not.
        """
        message = Message("The name mentions '{word}'; the classical rules are applied.")
        return [self.display.translate(message.with_values(word=self.variant))] * bool(self.variant)

    @property
    def tone(self) -> str:
        """The word that selects the colour of the answer on a page: "yes", "no" or "unknown".
        "unknown" means that the time was not enough. A subclass may return "plain" for an answer in
        a neutral colour.
        """
        verdict = VERDICTS[self.status_word]
        return "unknown" if verdict is Verdict.UNDECIDED else verdict.value

    def make_page_entry(self, file_name: str) -> PageEntry:
        """Return the part of a page that shows this answer: its sentences, its pictures, and the
        steps between the pictures. `file_name` is the file that the answer is about, and becomes
        the heading.
        """
        shared = copy(self)
        shared.display = self.display._replace(is_shared=True)
        pictures, tracks = shared.make_pictures_and_tracks()
        titles: dict[Message, Message] = {
            title: Message("{title}: {name}", title=title, name=name)
            for title, name in zip((FIRST, SECOND), self.titles, strict=True)
            if name
        }
        is_about_pair = {one.title for one in pictures[:2]} == {FIRST, SECOND}
        pictures = [one._replace(title=titles.get(one.title, one.title)) for one in pictures]
        return PageEntry(
            file_name,
            self.tone,
            shared.format_page_sentences(),
            pictures,
            tracks,
            is_about_pair=is_about_pair,
            reason=shared.make_reason_record_or_none(),
            has_fewest_steps=self.has_fewest_steps,
            finding=self.finding_key,
            brief=shared.format_text_in_list(),
        )

    @property
    def finding_key(self) -> str:
        """The key in `FINDINGS` of the group to which the answer belongs on a page."""
        return {"yes": "yes", "no": "nothing", "unknown": "undecided"}.get(self.tone, "answer")

    def format_text_in_list(self) -> str:
        """Return a short text about the answer for a list of answers, which are grouped by
        `finding_key`.
        """
        return self.format_page_sentences()[0]

    def make_reason_record_or_none(self) -> Mapping[str, object] | None:
        """Return the reason why the answer is no, as a dictionary for JSON. Return None if there is
        no reason.
        """
        return None

    @property
    def has_fewest_steps(self) -> bool:
        """Whether this program itself found that the number of steps is the smallest possible."""
        return False

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        """Return the pictures of grids that a page shows for the answer, and the tracks. A track is
        a list of steps from one picture to another, which the page plays.
        """
        raise NotImplementedError

    def draw_grids(self) -> str:
        """Return a drawing, in text characters, of the grids that belong to the answer. The cells
        that a page marks are marked here, too.
        """
        pictures, _ = self.make_pictures_and_tracks()
        grids, marked = [one.grid for one in pictures], [one.marked for one in pictures]
        return self.display.draw_grids(*grids, marked=marked)
