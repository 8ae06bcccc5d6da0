"""Reports on the copies in a collection as text, JSON, and parts of an HTML page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ...answers.among import NearDuplicate, Place
from ...base.messages import Message
from ...showing.answer_formatter import AnswerFormatter
from ...showing.answer_report import (
    AnswerReport,
    PageEntry,
    Picture,
    PicturesAndTracks,
    make_near_copy_pictures_and_tracks,
    make_tracks_there_and_back,
)
from ...showing.printer import AnswerPrinter, escape_on_one_line
from ...sudoku.grid import Grid
from ...sudoku.transformation import Transformation

if TYPE_CHECKING:
    from .gathering import Gathering


def list_messages_about_unreadable_sudokus(count: int, display: AnswerFormatter) -> list[Message]:
    """Return the sentence about `count` lines and files that could not be read, in a list; an empty
    list if `count` is 0.
    """
    number = display.format_number(count)
    return [Message("Not readable: {count}.", count=number)] if count else []


class DuplicatesSummary(NamedTuple):
    """The numbers that sum up a search for copies: the numbers of Sudokus, of classes, of groups of
    copies, and of Sudokus in the `largest` group. A class is a Sudoku and all its copies; a group
    is a class with at least two Sudokus. `is_all` is False if the search was interrupted.
    `unreadable` is the number of lines and files that could not be read. `copies` is the number of
    copies of earlier Sudokus, and `equal` the number of those that are equal to the earlier Sudoku,
    cell by cell; None if it is not known.
    """

    sudokus: int
    classes: int
    groups: int
    largest: int
    is_all: bool = True  # nothing was interrupted
    unreadable: int = 0
    copies: int = 0
    equal: int | None = None

    def format_line(self, display: AnswerFormatter) -> str:
        """Return one line of text with the numbers of Sudokus, classes and groups of copies. If no
        two Sudokus are copies, a sentence at the end states this.
        """
        messages = self.make_sentences(display)
        if not self.groups and self.is_all and self.sudokus:
            messages.append(Message("No two Sudokus are copies of each other."))
        return display.translate(*messages)

    def make_sentences(self, display: AnswerFormatter) -> list[Message]:
        """Return a sentence for each of the numbers. If there are no groups of copies, the sentence
        about groups is left out.
        """
        count, classes = display.format_number(self.sudokus), display.format_number(self.classes)
        messages = [
            Message("Sudokus: {count}.", count=count)
            if self.is_all
            else Message("Interrupted. Sudokus so far: {count}.", count=count),
            *list_messages_about_unreadable_sudokus(self.unreadable, display),
            Message("Classes: {number}.", number=classes),
        ]
        if self.groups:
            groups = Message(
                "Groups of copies: {groups}, the largest of {largest}.",
                groups=display.format_number(self.groups),
                largest=display.format_number(self.largest),
            )
            messages.append(groups)
        if self.equal:
            number = display.format_number
            message = Message(
                "Copies: {copies}, of these the same cell by cell: {equal}.",
                copies=number(self.copies),
                equal=number(self.equal),
            )
            messages.append(message)
        return messages


@dataclass(eq=False)
class CopiesReport(AnswerReport):
    """The report on two Sudokus of a collection that are copies or near copies. `grids` and `steps`
    are None if the user did not ask for steps.

    If `steps_only_on_page`, the steps are shown only on the HTML page, not in text or JSON.
    `are_equal` is whether the two Sudokus are equal cell by cell. `is_fault` is True in an audit,
    where copies are faults and the page must not show them in green.
    """

    title = Message("Which of these Sudokus are copies?")
    status_word = "copies"
    found: tuple[Place, Place] | NearDuplicate[Place]
    grids: tuple[Grid, Grid] | None = None
    steps: Transformation | None = None
    steps_only_on_page: bool = False
    is_fault: bool = False
    are_equal: bool = False

    def __post_init__(self) -> None:
        found = self.found
        self.first, self.second = (
            (found.first, found.second) if isinstance(found, NearDuplicate) else found
        )
        self.are_equal = self.are_equal or (
            self.grids is not None and self.grids[0] == self.grids[1]
        )
        self.in_words: dict[str, list[str]] = {}
        if self.grids is not None and self.steps is not None and not self.steps_only_on_page:
            self.in_words["steps"] = self.display.list_step_sentences(
                self.steps.make_instructions(), self.grids[0]
            )

    @property
    def finding_key(self) -> str:
        if isinstance(self.found, NearDuplicate):
            return "near"
        return "same" if self.are_equal else "copy"

    def format_text_in_list(self) -> str:
        """Return a short text about the relation of the second Sudoku to the first. The page shows
        it beside the name of the second Sudoku.
        """
        first, _ = self._list_place_texts()
        if isinstance(self.found, NearDuplicate):
            if not self.found.total:
                return self.display.translate(Message("near copy of {known}", known=first))
            agree = {"agreeing": self.found.agreeing, "total": self.found.total}
            message = Message("near copy of {known}: {agreeing} of {total} clues agree")
            return self.display.translate(message.with_values(known=first, **agree))
        message = Message("same as {known}") if self.are_equal else Message("copy of {known}")
        return self.display.translate(message.with_values(known=first))

    def make_page_entry(self, file_name: str) -> PageEntry:
        return super().make_page_entry(file_name)._replace(subject_index=1, is_on_boards=True)

    @property
    def tone(self) -> str:
        """The word that selects the colour of the copies on a page: "no" if copies are faults,
        otherwise the word for the verdict, such as "yes".
        """
        return "no" if self.is_fault else super().tone

    def join_line_and_step_lines(self, line: str) -> str:
        """Return a line of text about two copies together with further lines, which describe the
        steps between the copies. If there are no steps, return `line` unchanged.
        """
        return "\n".join([line, *(f"    {one}" for one in self.in_words.get("steps", ()))])

    def format_text(self) -> str:
        return self.join_line_and_step_lines(self.format_result())

    def make_answer_message(self) -> Message:
        first, second = self._list_place_texts()
        if not isinstance(self.found, NearDuplicate):
            message = Message("{new} is a copy of {known}")
            if self.are_equal:
                message = Message("{new} is the same as {known}, cell by cell")
            return message.with_values(new=second, known=first)
        if not self.found.total:
            message = Message("{new} is nearly a copy of {known}")
            return message.with_values(new=second, known=first)
        agree = {"agreeing": self.found.agreeing, "total": self.found.total}
        report = Message("{agreeing} of {total} clues agree: {first}, {second}")
        return report.with_values(first=first, second=second, **agree)

    def _list_place_texts(self) -> list[str]:
        """Return the place of each of the two Sudokus as text: file, line and name."""
        both = self.first, self.second
        return [
            escape_on_one_line(str(one._replace(file=self.display.format_file_name(one.file))))
            for one in both
        ]

    def make_json_record(self) -> Mapping[str, object]:
        """Return the report as a JSON object. Its `steps` lead from the first Sudoku to the second;
        if Sudokus are compared with known Sudokus, the first is the known Sudoku.
        """
        if isinstance(self.found, NearDuplicate):
            agree = {"agreeing": self.found.agreeing, "total": self.found.total}
            return {"near": [self.first.as_json(), self.second.as_json()], **agree, **self.in_words}
        return {**self.second.as_json(), "known": self.first.as_json(), **self.in_words}

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        assert self.grids is not None
        titles = [Message("{place}", place=place) for place in self._list_place_texts()]
        first, second = map(Picture, titles, self.grids)
        if self.steps is None:
            return (first, second), ()
        if isinstance(self.found, NearDuplicate):
            return make_near_copy_pictures_and_tracks(first, second, self.steps)
        return (first, second), make_tracks_there_and_back(self.steps)


class GroupReport(AnswerReport):
    """The report on a group of copies: its first Sudoku, then its copies with their steps."""

    found: Sequence[CopiesReport]

    def format_text(self) -> str:
        same = self.display.translate(Message("(the same, cell by cell)"))
        copies = [
            one.join_line_and_step_lines(
                escape_on_one_line(f"  {one.second}" + (f" {same}" if one.are_equal else ""))
            )
            for one in self.found
        ]
        return "\n".join(["", escape_on_one_line(str(self.found[0].first)), *copies])

    def make_json_record(self) -> Mapping[str, object]:
        others = ({**one.second.as_json(), **one.in_words} for one in self.found)
        return {"members": [self.found[0].first.as_json(), *others]}


def make_step_report_and_add_to_page(
    gathering: "Gathering",
    copies: tuple[Place, Place] | NearDuplicate[Place],
    printer: AnswerPrinter,
    *,
    steps_only_on_page: bool = True,
    is_fault: bool = False,
    are_equal: bool = False,
) -> CopiesReport:
    """Find the steps between two copies or near copies, and return a report on them. If the command
    writes an HTML page, the report is added to it.

    If `steps_only_on_page`, the steps are shown only on the page. If `is_fault`, copies are faults,
    and the page does not show them in green.
    """
    if isinstance(copies, tuple):
        from ...answers.decide import decide  # only reports with steps need it

        grids = gathering.read_grid(copies[0]), gathering.read_grid(copies[1])
        steps = decide(*grids, only=gathering.only).transformation
    else:
        grids = (
            gathering.puzzles.read_grid(copies.first),
            gathering.puzzles.read_grid(copies.second),
        )
        steps = copies.steps
    report = CopiesReport(
        copies, printer.display, grids, steps, steps_only_on_page, is_fault, are_equal
    )
    if printer.on_result is not None:
        place, name = report.second.address or f":{report.second.line}", report.second.shown_name
        printer.on_result(report.second.file, report, place, name)
    return report
