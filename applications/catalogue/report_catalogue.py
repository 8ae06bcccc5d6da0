"""Texts, JSON and pictures for the answers of a catalogue, such as whether a Sudoku is known."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from ...base.messages import Message
from ...showing.answer_formatter import (
    AnswerFormatter,
    format_grid_on_one_line,
    format_table_as_lines,
    join_paragraphs,
)
from ...showing.answer_report import (
    AnswerReport,
    PageEntry,
    Picture,
    PicturesAndTracks,
    make_near_copy_pictures_and_tracks,
    make_step_pictures_and_tracks,
    make_tracks_there_and_back,
)
from ...showing.printer import escape_on_one_line
from ...sudoku.grid import Grid
from ...sudoku.transformation import Transformation
from ..collection.report_duplicates import DuplicatesSummary
from . import AddedCounts, KnownSudoku, Source
from .finding import Finding, KnownNearCopy, KnownPartOrContainer
from .known_sudokus import CatalogueStats
from .salvaging import SalvagedCounts


def describe_source(source: Source, display: AnswerFormatter) -> Message:
    """Describe the source of a known Sudoku in words, such as "Hard, issue 7".

    If the source has a magazine issue, the words are the title and the issue. If the source has a
    date but no issue, the words are the title and the date. In both cases the file and the line
    number take the place of a missing title. If the source has neither an issue nor a date, the
    words are the file, the line number and the title.
    """
    title, issue = (
        escape_on_one_line(source.name or _format_file_and_line(source, display)),
        escape_on_one_line(source.issue),
    )
    if issue[:1].isdigit():
        return Message("{title}, issue {issue}", title=title, issue=issue)
    if issue or source.date:
        return Message("{title}, {when}", title=title, when=issue or _format_date(source.date))
    found = " ".join(filter(None, (_format_file_and_line(source, display), source.name)))
    return Message("{known}", known=escape_on_one_line(found))


def _format_file_and_line(source: Source, display: AnswerFormatter) -> str:
    """Return the file and the line number of a source, such as `old.txt:7`. A path inside
    the present folder begins there. If a person gave a name instead of the path, the name is kept
    as a whole.
    """
    name = source.file
    if os.path.isabs(name):
        name = display.format_file_name(name).removeprefix(os.getcwd() + os.sep)
    return f"{name}:{source.line}"


def _format_date(date: str) -> Message | str:
    """Write a date such as 2006-08-31 in the order that is usual in the user's language.

    Other texts, and dates without a day, are returned unchanged except for escaped characters.
    """
    year, *others = date.split("-")
    if len(others) != 2:
        return escape_on_one_line(date)
    return Message("{year}-{month}-{day}", year=year, month=others[0], day=others[1])


@dataclass(eq=False)
class AddedSudokusReport(AnswerReport):
    """The report on how many Sudokus were added to a catalogue.

    `is_all` is False if the user interrupted the command, so that not all Sudokus were added.
    `equal` is how many of the added Sudokus are equal to a Sudoku before them, cell by cell; None
    if it is not known.
    """

    found: AddedCounts
    is_all: bool
    equal: int | None = None

    def format_text(self) -> str:
        counts = {
            name: self.display.format_number(count)
            for name, count in self.make_json_record().items()
        }
        copies = Message("Of these, copies of others: {count}.", count=counts["copies"])
        if self.equal:
            equal = self.display.format_number(self.equal)
            copies = Message(
                "Of these, copies of others: {count}, the same cell by cell: {equal}.",
                count=counts["copies"],
                equal=equal,
            )
        begin = Message("Interrupted. The catalogue has the Sudokus that are counted here.")
        return self.display.translate(
            *([] if self.is_all else [begin]),
            Message("Sudokus read: {count}.", count=counts["read"]),
            Message("Added: {count}.", count=counts["added"]),
            copies,
            Message("Already in the catalogue: {count}.", count=counts["there"]),
        )

    def format_result(self) -> str:
        return str(self.found.added)

    def make_json_record(self) -> Mapping[str, int]:
        read, added, classes = self.found.read, self.found.added, self.found.classes
        return {"read": read, "added": added, "copies": added - classes, "there": read - added}


class FindingReport(AnswerReport):
    """The report on a new Sudoku that was looked up in a catalogue. It lists known Sudokus of four
    kinds: copies, near copies (copies except for a few clues), Sudokus that contain a copy of the
    new Sudoku, and Sudokus of which the new Sudoku contains a copy.
    """

    title = Message("Have these Sudokus been seen?")
    found: Finding

    def format_text(self) -> str:
        found, display = self.found, self.display
        first = [found.known[0].grid] if found.known else []
        parts = [display.draw_grids(*first, found.grid), "\n".join(self.format_lines())]
        from_known = [(known, found.steps) for known in found.known[:1]]
        from_known += [(near.known, near.steps) for near in found.near]
        for known, steps in from_known:
            title = Message("Steps from {known}:", known=describe_source(known.source, display))
            if steps is not None:
                parts.append(display.format_steps(title, steps.make_instructions(), known.grid))
        title = Message("Steps that bring clues onto the clues of the other Sudoku:")
        for one in found.parts:
            message = display.format_steps(
                title, one.steps.make_instructions(), self._choose_start_grid_of_steps(one)
            )
            parts.append(
                f"{display.translate(describe_source(one.known.source, display))}\n{message}"
            )
        return join_paragraphs(parts)

    def format_lines(self, line_prefix: str = "") -> list[str]:
        """Return a line of text for each Sudoku of the catalogue of which the new Sudoku is a copy.
        Each line begins with `line_prefix`.

        If no known Sudoku was found, the only line states this. If the time was not enough to
        decide for some known Sudokus, a further line states their number.
        """
        return [
            line_prefix + self.display.translate(message) for message in self.make_result_messages()
        ]

    def format_lines_with_steps(self, line_prefix: str) -> list[str]:
        """Return lines of text: for each known Sudoku that was found, a line that begins with
        `line_prefix`. Below the line of the first copy are indented lines with the steps from this
        copy to the new Sudoku.
        """
        lines, found = self.format_lines(line_prefix), self.found
        if found.known and found.steps is not None:
            steps = self._list_step_sentences(found.steps, found.known[0].grid)
            lines[1:1] = [f"    {one}" for one in steps]
        return lines

    def make_result_messages(self) -> Iterator[Message]:
        found = self.found
        more = found.copies - len(found.known)
        for known in found.known:
            is_last = more and known is found.known[-1]
            message = Message("copy of {known} (no. {number} of this catalogue)")
            if is_last:
                message = Message(
                    "copy of {known} (no. {number} of this catalogue), and of {more} more"
                )
            if known.grid == found.grid:
                message = Message("same as {known}, cell by cell (no. {number} of this catalogue)")
                if is_last:
                    message = Message(
                        "same as {known}, cell by cell (no. {number} of this catalogue), and copy "
                        "of {more} more"
                    )
            yield message.with_values(
                known=describe_source(known.source, self.display), number=known.id, more=more
            )
        for near in found.near:
            message = Message("nearly a copy of {known}: {agreeing} of {total} clues agree")
            where = describe_source(near.known.source, self.display)
            yield message.with_values(known=where, agreeing=near.agreeing, total=near.total)
        for part in found.parts:
            message = Message("part of a copy of {known}")
            if part.known_is_part:
                message = Message("has all clues of a copy of {known}")
            yield message.with_values(known=describe_source(part.known.source, self.display))
        if not found.known and not found.near and not found.parts:
            yield Message("not known")
        if more := found.undecided:
            yield Message("undecided, because the time was not enough: {count} more", count=more)

    def format_result(self) -> str:
        return "; ".join(self.format_lines())

    def make_json_record(self) -> Mapping[str, object]:
        found = self.found
        record: dict[str, object] = {
            "status": found.word,
            "grid": found.grid.rows,
            "class": found.class_id,
            "copies": found.copies,
            "known": [make_record_of_known_sudoku(known) for known in found.known],
        }
        if found.steps is not None:
            record["steps"] = self._list_step_sentences(found.steps, found.known[0].grid)
        if found.near:
            record["near"] = [self._make_near_copy_record(near) for near in found.near]
        if found.parts:
            record["parts"] = [self._make_part_or_container_record(part) for part in found.parts]
        if found.undecided:
            record["undecided"] = found.undecided
        return record

    def format_page_sentences(self) -> list[str]:
        return self.format_lines()

    @property
    def finding_key(self) -> str:
        if self.found.is_same:
            return "same"
        return "copy" if self.found.word == "known" else self.found.word

    def make_page_entry(self, file_name: str) -> PageEntry:
        entry = super().make_page_entry(file_name)
        grid = self.found.grid
        subject = next(k for k, one in enumerate(entry.pictures) if one.grid is grid)
        return entry._replace(subject_index=subject, is_on_boards=True)

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        """Return the pictures for an HTML page and the steps that the page plays. The pictures show
        the new Sudoku and a known Sudoku side by side, and the steps lead from one picture to the
        other. If no steps are known, the only picture is the new Sudoku.

        The known Sudoku is a copy if one was found, otherwise a near copy, or a Sudoku that
        contains a copy of the new Sudoku or is contained in it.
        """
        found, mine = self.found, self.make_own_picture()
        if found.known and found.steps is not None:
            there, back = make_tracks_there_and_back(found.steps)
            there = there._replace(title=Message("From the known Sudoku to the new one"))
            back = back._replace(title=Message("From the new Sudoku to the known one"))
            return (make_picture_of_known_sudoku(found.known[0], self.display), mine), (there, back)
        for near in found.near[:1]:
            if near.steps is not None:
                return make_near_copy_pictures_and_tracks(
                    make_picture_of_known_sudoku(near.known, self.display), mine, near.steps
                )
        for part in found.parts[:1]:
            pictures = make_picture_of_known_sudoku(part.known, self.display), mine
            return make_step_pictures_and_tracks(
                *(pictures if part.known_is_part else pictures[::-1]), part.steps
            )
        return (mine,), ()

    def make_own_picture(self) -> Picture:
        """Return the picture of the new Sudoku. Its title is the Sudoku's name, if it has one."""
        title = Message("The new Sudoku")
        if self.own_name:
            title = Message("{name}", name=self.own_name)
        return Picture(title, self.found.grid)

    def _make_near_copy_record(self, near_copy: KnownNearCopy) -> dict[str, object]:
        record = {
            **make_record_of_known_sudoku(near_copy.known),
            "agreeing": near_copy.agreeing,
            "total": near_copy.total,
        }
        if near_copy.steps is not None:
            record["steps"] = self._list_step_sentences(near_copy.steps, near_copy.known.grid)
        return record

    def _make_part_or_container_record(
        self, part_or_container: KnownPartOrContainer
    ) -> dict[str, object]:
        steps = self._list_step_sentences(
            part_or_container.steps, self._choose_start_grid_of_steps(part_or_container)
        )
        return {
            **make_record_of_known_sudoku(part_or_container.known),
            "known_is_part": part_or_container.known_is_part,
            "steps": steps,
        }

    def _choose_start_grid_of_steps(self, part_or_container: KnownPartOrContainer) -> Grid:
        """Return the grid at which the steps of `part_or_container` begin: the Sudoku that the
        other Sudoku contains. It is the known Sudoku if the new Sudoku contains the known Sudoku,
        and otherwise the new Sudoku.
        """
        return part_or_container.known.grid if part_or_container.known_is_part else self.found.grid

    def _list_step_sentences(self, steps: Transformation, start_grid: Grid) -> Sequence[str]:
        """Return a sentence for each step of the transformation `steps`, in the user's language;
        `start_grid` is the grid to which the steps are applied.
        """
        return self.display.list_step_sentences(steps.make_instructions(), start_grid)


def make_picture_of_known_sudoku(known_sudoku: KnownSudoku, display: AnswerFormatter) -> Picture:
    """Return a picture of a known Sudoku; its title describes the Sudoku's source (file, title)."""
    return Picture(describe_source(known_sudoku.source, display), known_sudoku.grid)


INTERRUPTED = Message("Interrupted. Only the Sudokus that are counted here were looked up.")


def summarise_findings(
    status_counts: Mapping[str, int], display: AnswerFormatter, *, is_all: bool = True
) -> str:
    """Return a sentence with the number of Sudokus that were looked up, and the numbers of those
    that are known or nearly known.

    `status_counts` maps each answer in one word, such as `known` or `near`, to the number of
    Sudokus with this answer. `is_all` is False if the user interrupted the command.
    """
    counts = [(Message("Sudokus: {count}."), sum(status_counts.values()))]
    for message, status in (
        (Message("Known: {count}."), "known"),
        (Message("Nearly known: {count}."), "near"),
        (Message("Known in part: {count}."), "part"),
        (Message("Undecided: {count}."), "undecided"),
        (Message("Not readable: {count}."), "error"),
    ):
        count = status_counts.get(status, 0)
        if count or status == "known":
            counts.append((message, count))
    return display.translate(
        *([] if is_all else [INTERRUPTED]),
        *(message.with_values(count=display.format_number(count)) for message, count in counts),
    )


def make_record_of_known_sudoku(known_sudoku: KnownSudoku) -> dict[str, object]:
    """Return the JSON members for a known Sudoku: its number, its class and its source."""
    return {"id": known_sudoku.id, "class": known_sudoku.class_id, **known_sudoku.source._asdict()}


def format_known_sudoku(
    known_sudoku: KnownSudoku, first_number_in_class: int, display: AnswerFormatter
) -> str:
    """Return a known Sudoku as one line of text: its number, its cells and its source.

    `first_number_in_class` is the number of the Sudoku that was added first among all copies. If
    the known Sudoku is not this first Sudoku, the line ends with the number of which it is a copy.
    """
    parts = [
        str(known_sudoku.id),
        format_grid_on_one_line(known_sudoku.grid),
        display.translate(describe_source(known_sudoku.source, display)),
    ]
    if known_sudoku.source.issue or known_sudoku.source.date:
        parts.append(escape_on_one_line(f"({_format_file_and_line(known_sudoku.source, display)})"))
    if known_sudoku.id != first_number_in_class:
        parts.append(
            display.translate(Message("copy of no. {number}", number=first_number_in_class))
        )
    return "  ".join(parts)


class SalvagedSudokusReport(AnswerReport):
    """The report on how many Sudokus were saved from a damaged catalogue and how many were lost."""

    found: SalvagedCounts

    def format_text(self) -> str:
        number = self.display.format_number
        return self.display.translate(
            Message("Sudokus saved: {count}.", count=number(self.found.saved)),
            Message("Lost: {count}.", count=number(self.found.lost)),
        )

    def format_result(self) -> str:
        return str(self.found.saved)

    def make_json_record(self) -> Mapping[str, object]:
        return self.found._asdict()


@dataclass(eq=False)
class CatalogueStatsReport(AnswerReport):
    """The report on how many Sudokus, classes and files a catalogue has.

    A class is a Sudoku and all its copies. `size` is the size of the catalogue's file in bytes,
    `version` the version of the tables in its database.
    """

    found: CatalogueStats
    size: int
    version: int

    def format_text(self) -> str:
        stats, number = self.found, self.display.format_number
        sums = self.display.translate(
            Message("Files: {count}.", count=number(stats.files)),
            Message("Bytes: {count}.", count=number(self.size)),
            Message("Version of the tables: {version}.", version=self.version),
        )
        lines = [self.format_result(), sums]
        if stats.kinds:
            titles = Message("boxes"), Message("clues"), Message("Sudokus"), Message("classes")
            rows = [[self.display.translate(title) for title in titles]]
            for kind in stats.kinds:
                counts = map(number, (kind.sudokus, kind.classes))
                rows.append([str(kind.shape), str(kind.clues), *counts])
            lines += ["", *format_table_as_lines(rows)]
        return "\n".join(lines)

    def make_result_messages(self) -> Iterable[Message]:
        stats = self.found
        return DuplicatesSummary(
            stats.sudokus, stats.classes, stats.groups, stats.largest
        ).make_sentences(self.display)

    def make_json_record(self) -> Mapping[str, object]:
        kinds = [{**kind._asdict(), "shape": str(kind.shape)} for kind in self.found.kinds]
        sums = {**asdict(self.found), "kinds": kinds}
        return {**sums, "bytes": self.size, "version": self.version}


@dataclass(eq=False)
class CatalogueCheckReport(AnswerReport):
    """The report on the check of a catalogue for errors. `found` is the number of Sudokus that were
    checked, with or without an error, and `problems` describes the errors. `is_all` is False if the
    user interrupted the check.
    """

    found: int
    problems: Sequence[Message]
    is_all: bool

    def format_text(self) -> str:
        lines = [escape_on_one_line(self.display.translate(problem)) for problem in self.problems]
        return "\n".join([*lines, self.format_result()])

    def make_result_messages(self) -> Iterator[Message]:
        number = self.display.format_number
        yield Message("Sudokus checked: {count}.", count=number(self.found))
        if self.problems:
            yield Message("Wrong: {count}.", count=number(len(self.problems)))
        elif self.is_all:
            yield Message("All is well.")
        if not self.is_all:
            yield Message("Interrupted: the other Sudokus were not checked.")

    def make_json_record(self) -> Mapping[str, object]:
        problems = [self.display.translate(problem) for problem in self.problems]
        return {"checked": self.found, "complete": self.is_all, "problems": problems}
