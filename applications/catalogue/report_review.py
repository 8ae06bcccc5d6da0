"""Texts, JSON and pictures for the review of submitted Sudokus: can they be printed?"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...answers.decide import decide
from ...base.messages import Message
from ...showing.answer_formatter import AnswerFormatter, format_grid_on_one_line, join_paragraphs
from ...showing.answer_report import (
    AnswerReport,
    PageEntry,
    Picture,
    PicturesAndTracks,
    make_step_pictures_and_tracks,
    make_tracks_there_and_back,
)
from ...showing.printer import escape_on_one_line
from ...showing.report_completion import (
    find_repeated_digit_if_unsolvable,
    make_solution_pictures,
)
from ...sudoku.grid import Grid
from .finding import KnownNearCopy, KnownPartOrContainer, KnownSudokuWithCopyOfSolution, Review
from .report_catalogue import (
    INTERRUPTED,
    FindingReport,
    describe_source,
    make_picture_of_known_sudoku,
    make_record_of_known_sudoku,
)

_MOST_LISTED = 3
"""The largest number of near copies, parts or Sudokus with the same solution that are listed;
further ones are only counted.
"""


class EarlierSubmission(NamedTuple):
    """A Sudoku that was submitted before another: its file, its place in this file, such as `:7`,
    and its grid.
    """

    file: str
    place: str
    grid: Grid


@dataclass(eq=False)
class ReviewReport(AnswerReport):
    """The report on a Sudoku that was submitted for printing. It states whether the Sudoku can be
    printed, or why not.

    `earlier` is the earlier submission of which it is a copy; None if there is no such submission.
    """

    title = Message("Can these Sudokus be printed?")
    found: Review
    earlier: EarlierSubmission | None = None

    def format_text(self) -> str:
        pictures, tracks = self.make_pictures_and_tracks()
        parts = [self.draw_grids(), "\n".join(self.format_page_sentences())]
        if len(pictures) > 1:
            legend = Message("{titles}:")
            if any(one.marked for one in pictures):
                legend = Message("{titles}; ! marks the differences:")
            titles = ", ".join(self.display.translate(one.title) for one in pictures)
            parts.insert(0, self.display.translate(legend.with_values(titles=titles)))
        for track in tracks[:1]:
            parts.append(
                self.display.format_steps(track.title, track.instructions, pictures[0].grid)
            )
        return join_paragraphs(parts)

    def format_page_sentences(self) -> list[str]:
        return list(map(self.display.translate, self.make_result_messages()))

    def make_result_messages(self) -> Iterator[Message]:
        found, finding = self.found, self.found.finding
        yield _RESULT_MESSAGES[found.word]
        if found.variant:
            yield Message("Its name mentions '{word}'.", word=found.variant)
            return
        yield _SOLUTIONS[found.completion_answer.word]
        if (equal := find_repeated_digit_if_unsolvable(found.completion_answer)) is not None:
            yield equal.sentence
        for known in finding.known[:1]:
            message = Message("It is a copy of {known}.")
            if finding.is_same:
                message = Message("It is the same as {known}, cell by cell.")
            yield message.with_values(known=describe_source(known.source, self.display))
        if finding.copies > 1:
            yield Message("The catalogue has it {count} times.", count=finding.copies)
        yield from self._yield_message_of_earlier_submission()
        yield from _yield_messages_of_first_known_sudokus(
            finding.near,
            lambda near: Message(
                "It is nearly a copy of {known}: {agreeing} of {total} clues agree.",
                known=describe_source(near.known.source, self.display),
                agreeing=near.agreeing,
                total=near.total,
            ),
            Message("It is nearly a copy of {count} more."),
        )
        yield from _yield_messages_of_first_known_sudokus(
            finding.parts,
            self._describe_part_or_container,
            Message("The same is true of {count} more."),
        )
        contained = {part.known.id for part in finding.parts}
        contained |= {near.known.id for near in finding.near}
        yield from _yield_messages_of_first_known_sudokus(
            [same for same in found.same_solution if same.known.id not in contained],
            lambda same: Message(
                "It has the same solution as {known}, up to symmetry.",
                known=describe_source(same.known.source, self.display),
            ),
            Message("It has the same solution as {count} more."),
        )
        if found.symmetries is not None and found.symmetries > 1:
            yield Message("It has {count} symmetries.", count=found.symmetries)
        if finding.undecided:
            yield Message(
                "The time was not enough to find out for {count} known Sudokus whether one is "
                "part of the other.",
                count=finding.undecided,
            )
        if found.symmetries is None:
            yield Message("The time was not enough to find out whether it is symmetric.")

    def _describe_part_or_container(self, part_or_container: KnownPartOrContainer) -> Message:
        message = Message("It is a part of {known}: a copy with clues left out.")
        if part_or_container.known_is_part:
            message = Message("It holds all clues of a copy of {known}.")
        return message.with_values(
            known=describe_source(part_or_container.known.source, self.display)
        )

    def format_variant_sentences(self) -> list[str]:
        return []  # the result names the variant

    def _yield_message_of_earlier_submission(self) -> Iterator[Message]:
        if self.earlier is None:
            return
        message = Message("It is a copy of the submission {place}.")
        if self.earlier.grid == self.found.finding.grid:
            message = Message("It is the same as the submission {place}, cell by cell.")
        yield message.with_values(place=self._format_place(self.earlier))

    def _format_place(self, earlier: EarlierSubmission) -> str:
        """Return the file and the place of an earlier submission as one text."""
        return escape_on_one_line(f"{self.display.format_file_name(earlier.file)}{earlier.place}")

    @property
    def finding_key(self) -> str:
        if self.found.word == "copy" and self.found.finding.is_same:
            return "same"
        if self.found.word == "repeated" and self.earlier is not None:
            return "same" if self.earlier.grid == self.found.finding.grid else "copy"
        return _FINDINGS.get(self.found.word, self.found.word)

    def format_text_in_list(self) -> str:
        """Return the sentences that give the reason for the result, without the result itself, for
        the list of answers on a page.
        """
        found, finding = self.found, self.found.finding
        if found.word == "ready":
            return ""
        result, *others = self.make_result_messages()
        if found.variant or found.word in ("unsolvable", "several", "undecided"):
            return self.display.translate(*others[:2])
        if found.word in ("copy", "similar", "contained"):
            kinds = replace(finding, undecided=0)
            if finding.known:
                kinds = replace(finding, near=(), parts=())
            return FindingReport(kinds, self.display).format_lines()[0]
        if found.word == "repeated" and self.earlier is not None:
            message = Message("copy of the submission {place}")
            if self.finding_key == "same":
                message = Message("same as the submission {place}, cell by cell")
            place = self._format_place(self.earlier)
            return self.display.translate(message.with_values(place=place))
        return self.display.translate(result, *others[1:2])

    def make_page_entry(self, file_name: str) -> PageEntry:
        entry = super().make_page_entry(file_name)
        grid = self.found.finding.grid
        subject = next(k for k, one in enumerate(entry.pictures) if one.grid is grid)
        return entry._replace(
            subject_index=subject,
            is_on_boards=True,
            submission={"sudoku": format_grid_on_one_line(grid)},
        )

    def make_json_record(self) -> Mapping[str, object]:
        found, sentences = self.found, self.display.list_step_sentences
        if found.variant:
            return {
                **FindingReport(found.finding, self.display).make_json_record(),
                "status": found.word,
                **dict.fromkeys(("solutions", "solution", "earlier", "symmetries")),
                "same_solution": [],
                "said": self.format_result(),
            }
        equal = find_repeated_digit_if_unsolvable(found.completion_answer)
        return {
            **FindingReport(found.finding, self.display).make_json_record(),
            "status": found.word,
            "solutions": found.completion_answer.word,
            "solution": found.completion_answer.solutions[0].rows
            if found.completion_answer.solutions
            else None,
            "earlier": self.earlier and f"{self.earlier.file}{self.earlier.place}",
            "same_solution": [
                {
                    **make_record_of_known_sudoku(same.known),
                    "steps": sentences(same.steps.make_instructions(), same.known.grid),
                }
                for same in found.same_solution
            ],
            "symmetries": found.symmetries,
            **({} if equal is None else {"equal_digits": equal.make_json_record(self.display)}),
            "said": self.format_result(),
            **({"skipped": sorted(found.skipped)} if found.skipped else {}),
        }

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        report = FindingReport(self.found.finding, self.display)
        report.own_name = self.own_name
        mine = report.make_own_picture()
        if self.found.word in ("unsolvable", "several", "ready"):
            return make_solution_pictures(mine, self.found.completion_answer), ()
        if self.found.word == "repeated" and self.earlier is not None:
            steps = decide(self.earlier.grid, mine.grid).transformation
            title = Message("{place}", place=self._format_place(self.earlier))
            pair = Picture(title, self.earlier.grid), mine
            return pair, () if steps is None else make_tracks_there_and_back(steps)
        pictures, tracks = report.make_pictures_and_tracks()
        same = self.found.same_solution
        if len(pictures) > 1 or not same:
            return pictures, tracks
        return make_step_pictures_and_tracks(
            make_picture_of_known_sudoku(same[0].known, self.display), pictures[0], same[0].steps
        )


def _yield_messages_of_first_known_sudokus(
    related_sudokus: Sequence[KnownNearCopy]
    | Sequence[KnownPartOrContainer]
    | Sequence[KnownSudokuWithCopyOfSolution],
    describe_one: Callable[..., Message],
    more_message: Message,
) -> Iterator[Message]:
    """Yield a message for each of the first few known Sudokus, and then `more_message` with the
    number of the remaining Sudokus, if there are any. Each item of `related_sudokus` is a known
    Sudoku with its relation to the new Sudoku, and `describe_one` makes the message for it.
    """
    yield from map(describe_one, related_sudokus[:_MOST_LISTED])
    if len(related_sudokus) > _MOST_LISTED:
        yield more_message.with_values(count=len(related_sudokus) - _MOST_LISTED)


_RESULT_MESSAGES = {
    "ready": Message("Nothing speaks against it."),
    "unsolvable": Message("Not solvable."),
    "several": Message("Not unique."),
    "copy": Message("Known."),
    "repeated": Message("Submitted twice."),
    "similar": Message("Nearly known."),
    "contained": Message("Known in part."),
    "same solution": Message("New, with a known solution."),
    "variant": Message("A variant, not judged."),
    "undecided": Message("Undecided."),
    "error": Message("Not readable."),
}

_FINDINGS = {
    "ready": "new",
    "unsolvable": "faulty",
    "several": "faulty",
    "similar": "near",
    "contained": "part",
    "same solution": "solution",
}
"""The key of the group of a page to which a Sudoku with a given result belongs, for each result
whose word is not itself the key.
"""

_SOLUTIONS = {
    "none": Message("It has no solution."),
    "one": Message("It has one solution."),
    "more": Message("It has more than one solution."),
    "some": Message("It has a solution; the time was not enough to look for another."),
    "undecided": Message("The time was not enough to find a solution."),
}


_SKIPPED = {
    "parts": Message("Not looked for: known Sudokus that contain a new one or are part of it."),
    "same_solution": Message("Not looked for: known Sudokus with the same solution."),
}


def list_page_summary(
    status_counts: Mapping[str, int],
    known_count: int,
    display: AnswerFormatter,
    skipped_checks: Collection[str],
) -> list[str]:
    """Return the lines that sum up a review on a page: the number of submissions, with the number
    of Sudokus in the catalogue (`known_count`), and the checks that were left out. `status_counts`
    maps each result in one word, such as `copy`, to the number of Sudokus that received it;
    `skipped_checks` are the names of these checks.
    """
    number = display.format_number
    message = Message(
        "Submissions: {count}, compared with {known} known Sudokus.",
        count=number(sum(count for word, count in status_counts.items() if word != "error")),
        known=number(known_count),
    )
    notes = [message for name, message in _SKIPPED.items() if name in skipped_checks]
    return list(map(display.translate, [message, *notes]))


def summarise_reviews(
    status_counts: Mapping[str, int],
    display: AnswerFormatter,
    skipped_checks: Collection[str] = (),
    *,
    is_all: bool = True,
) -> str:
    """Return a sentence with the number of Sudokus that were submitted, and, for each result, the
    number of Sudokus that received it.

    `status_counts` maps each result in one word, such as `copy`, to the number of Sudokus that
    received it. `skipped_checks` are the names of the checks that were left out. `is_all` is False
    if the user interrupted the command.
    """
    lines = [
        f"{display.format_number(count)}  {display.translate(message)}"
        for word, message in _RESULT_MESSAGES.items()
        if (count := status_counts.get(word))
    ]
    total = Message(
        "Submissions: {count}.", count=display.format_number(sum(status_counts.values()))
    )
    notes = [message for name, message in _SKIPPED.items() if name in skipped_checks]
    begin = [display.translate(*([] if is_all else [INTERRUPTED]), total)]
    return "\n".join([*begin, *lines, *map(display.translate, notes)])
