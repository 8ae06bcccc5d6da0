"""Report three kinds of answers: whether two Sudokus are copies, whether one Sudoku is part of
another, and how near two Sudokus are to being copies.

Code that describes why an answer is no, and code that only one of the reports needs, is imported
only when it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ..answers.decide import Answer
from ..base.messages import Message
from ..base.verdict import Verdict
from ..solvers.registry import runs_external_program
from ..system.open_file import STANDARD_INPUT
from .answer_formatter import (
    AnswerFormatter,
    join_paragraphs,
    make_allowed_moves_record,
    make_json_cells,
)
from .answer_report import (
    FIRST,
    SECOND,
    AnswerReport,
    Picture,
    PicturesAndTracks,
    make_near_copy_pictures_and_tracks,
    make_step_pictures_and_tracks,
    make_tracks_there_and_back,
)

if TYPE_CHECKING:
    from ..answers.nearest import NearestCopy
    from ..answers.part import PartAnswer
    from ..answers.reason import Reason


class DecisionReport(AnswerReport):
    """The report on whether two Sudokus are copies. The answer comes from the function `decide`, or
    from a solver of another project.

    If the solver of another project answers yes, its transformation has been verified on the grids,
    but a transformation with fewer steps may exist. If it answers no, this answer has been checked
    only if the report has a reason that a person can check. The same holds if `decide` has run an
    installed program that answers no.
    """

    found: Answer
    # The result, or the sentence about the number of steps, mentions the proof.
    mentions_certificate = True

    @cached_property
    def reason(self) -> Reason | None:
        """The reason why the Sudokus are not copies. None if the answer is yes or undecided, or if
        no reason was found that a person can check.
        """
        if self.found.verdict is not Verdict.NO:
            return None
        from ..answers.reason_search import why_not

        return why_not(self.found.first, self.found.second)

    @cached_property
    def is_unchecked_no(self) -> bool:
        """Whether the answer is no, and only another project's program claims this, without a
        reason that a person can check and without a checked proof.
        """
        if self.found.verdict is not Verdict.NO or self.reason or self.evidence.certified:
            return False
        # Without a formula, no solver was asked: colour refinement ruled out all transformations.
        was_asked = self.found.statistics.get("variables") != 0
        return self.evidence.is_solver_claim or (
            was_asked and runs_external_program(self.found.backend)
        )

    def format_text(self) -> str:
        answer, display = self.found, self.display
        parts = [
            self.draw_grids(),
            self.format_result(),
            *self.format_explanation_paragraphs_of_no(),
        ]
        if answer.transformation is not None and answer.steps:
            parts += display.list_step_texts_there_and_back(
                answer.transformation, answer.first, answer.second
            )
            parts.append(display.translate(self.describe_step_count()))
        return join_paragraphs(parts)

    def make_answer_message(self) -> Message:
        answer = self.found
        if answer.verdict is Verdict.UNDECIDED:
            return Message(
                "Undecided: it is not known whether these Sudokus are copies of each other."
            )
        if answer.verdict is Verdict.YES and answer.first == answer.second:
            return Message("These Sudokus are the same, no steps needed.")
        if answer.verdict is Verdict.YES:
            return Message("These Sudokus are copies of each other.")
        said = Message("These Sudokus are not copies of each other.")
        if self.is_unchecked_no and answer.backend == STANDARD_INPUT:
            said = Message("Standard input claims that these Sudokus are not copies of each other.")
        elif self.is_unchecked_no:
            said = Message("{name} claims that these Sudokus are not copies of each other.")
        return said.with_values(name=self.display.format_file_name(answer.backend))

    def make_result_messages(self) -> Iterator[Message]:
        yield from super().make_result_messages()
        if self.evidence.certified and self.found.verdict is Verdict.NO:
            yield Message("This is certified: a proof of it was checked.")

    def format_explanation_paragraphs_of_no(self) -> list[str]:
        """Return a list with one paragraph that explains why the Sudokus are not copies. The list
        is empty unless the answer is no.
        """
        messages = list(self._list_explanation_messages())
        if self.reason is not None and (self.reason.first_cells or self.reason.second_cells):
            messages.append(
                Message("In the drawing, ! marks the cells of this difference.")
                if self.reason.are_all_differing_parts_highlighted
                else Message("In the drawing, ! marks the first of these pairs.")
            )
        return [self.display.format_messages_as_paragraph(*messages)] if messages else []

    def _list_explanation_messages(self) -> Iterable[Message]:
        """Return the sentences that explain why the Sudokus are not copies. The result is empty if
        the answer is yes or undecided, or if the user allowed only some kinds of moves and no
        reason was found.
        """
        if self.reason is not None:
            from .reason_sentences import list_reason_sentences

            return list_reason_sentences(self.reason, self.found.first, self.found.second)
        # If only some parts may differ, this restriction is usually the reason.
        is_open = self.found.verdict is Verdict.NO and self.found.only.allows_everything
        return self._yield_messages_for_no_without_reason() if is_open else ()

    def _yield_messages_for_no_without_reason(self) -> Iterator[Message]:
        """Yield the sentences for the answer no, if no reason is known that a person can check.
        They state that only a proof can show that the Sudokus are not copies, how much work the
        solver had, and how to get the proof.
        """
        command = "sudokopie solve --certificate DIR FILE"
        if self.is_unchecked_no:
            if self.evidence.is_solver_claim:  # the user has the formula, and perhaps no pair file
                command = "sudokopie decode --certificate DIR FILE OUTPUT"
            yield Message(
                "This claim was not checked. {command} finds the answer and proves it.",
                command=command,
            )
            return
        yield Message(
            "No single difference was found: the two look alike in all properties that were "
            "counted and compared. A proof is needed to show that they are not copies."
        )
        if self.evidence.origins:  # The sentence about a proof contains its length.
            return
        if conflicts := self.found.statistics.get("conflicts"):
            yield Message(
                "{backend} met {conflicts} dead ends (conflicts) until every possibility was ruled "
                "out.",
                backend=self.display.format_file_name(self.found.backend),
                conflicts=self.display.format_number(conflicts),
            )
        yield Message(
            "{command} writes a proof that other programs can check, and prints its length.",
            command=command,
        )

    def format_page_sentences(self) -> list[str]:
        said = list(self._list_explanation_messages())
        if self.found.steps:
            said.append(self.describe_step_count())
        said += [
            origin._replace(
                solver=self.display.format_file_name(origin.solver)
            ).proof_programs_sentence
            for origin in self.evidence.origins
        ]
        return [self.format_result(), *map(self.display.translate, said)]

    @property
    def finding_key(self) -> str:
        if self.found.verdict is Verdict.YES:
            return "same" if self.found.first == self.found.second else "copy"
        return "no" if self.found.verdict is Verdict.NO else "undecided"

    def format_text_in_list(self) -> str:
        explanation = list(self._list_explanation_messages()) if self.reason else []
        return self.display.translate(*explanation[:1])

    @property
    def has_fewest_steps(self) -> bool:
        is_claimed = self.evidence.is_solver_claim or self.evidence.certified
        return self.found.is_fewest and not is_claimed

    def describe_step_count(self) -> Message:
        """Return the sentence about the number of steps that lead from the first Sudoku to the
        second. The sentence adds that fewer steps may be enough, or that a checked proof or the
        claim of another solver rules out fewer steps. If the sentence has only the number, the
        search of this program has ruled out fewer steps.
        """
        said = Message("Number of steps: {steps}")
        if self.evidence.certified:
            said = Message(
                "Number of steps: {steps} (a proof that fewer are not enough was checked)"
            )
        elif not self.found.is_fewest:
            said = Message("Number of steps: {steps} (fewer may be enough)")
        elif self.evidence.is_solver_claim:
            said = Message(
                "Number of steps: {steps} (that fewer are not enough is only the solver's claim)"
            )
        return said.with_values(steps=self.found.steps)

    def make_json_record(self) -> Mapping[str, object]:
        """Return the answer as a dictionary for JSON. The values for steps are None unless the
        answer is yes. The value of `reason` is None unless the answer is no and a reason is known.
        """
        return {
            **make_decision_record(self.found, self.display),
            "reason": self.make_reason_record_or_none(),
        }

    def make_reason_record_or_none(self) -> dict[str, object] | None:
        """Return the reason why the answer is no, as a dictionary for JSON. Return None if no
        reason is known. Cells are lists [row, column], and rows, boxes and other parts of a grid
        are lists such as ["row", 9]; all numbers count from 1.
        """
        if self.reason is None:
            return None
        from .reason_sentences import make_counts_record, make_json_list_of_grid_part

        differences = self.reason.differences
        first_parts, second_parts = (
            [
                make_json_list_of_grid_part(part)
                for one in differences
                for part in one.marked_parts_of_both_grids[i]
            ]
            for i in (0, 1)
        )
        return {
            "kind": self.reason.kind.value,
            "sentence": self.display.translate(*self._list_explanation_messages()),
            "first_cells": make_json_cells(self.reason.first_cells),
            "second_cells": make_json_cells(self.reason.second_cells),
            "first_parts": first_parts,
            "second_parts": second_parts,
            "counted": list(map(make_counts_record, differences)),
        }

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        answer = self.found
        pictures = [Picture(FIRST, answer.first), Picture(SECOND, answer.second)]
        if self.reason is not None:
            from .reason_sentences import mark_pictures

            pictures = mark_pictures(self.reason, pictures)
        way = answer.transformation if answer.steps else None
        return pictures, make_tracks_there_and_back(way) if way else ()


def make_decision_record(answer: Answer, display: AnswerFormatter) -> dict[str, object]:
    """Return an answer as keys and values for JSON: the verdict, the steps of its transformation in
    both directions, the backend, the time in seconds and the statistics of the solver.
    """
    witness = answer.transformation
    return {
        "status": answer.word,
        **make_allowed_moves_record(answer.only),
        "steps": answer.steps,  # This key comes first; the record below has the same value.
        "fewest": answer.is_fewest if witness else None,
        **display.make_transformation_record(witness, answer.first, answer.second),
        "backend": answer.backend,
        "seconds": round(answer.seconds, 6),
        "statistics": dict(answer.statistics),
    }


class PartOfSudokuReport(AnswerReport):
    """The report on whether one Sudoku is part of another, that is, a copy of it in which some
    clues are missing. It shows the steps that move the clues of the part onto equal clues of the
    other Sudoku.
    """

    title = Message("Is one of these Sudokus part of the other?")
    found: PartAnswer

    def format_text(self) -> str:
        answer, display = self.found.answer, self.display
        grids = [answer.first, answer.second]
        title = Message("Steps that bring the clues of the first Sudoku onto those of the second:")
        if self.found.part == 2:
            grids.reverse()
            title = Message(
                "Steps that bring the clues of the second Sudoku onto those of the first:"
            )
        result, *number_of_steps = self.format_page_sentences()
        parts = [display.draw_grids(*grids), result]
        if answer.transformation is not None:
            parts.append(
                display.format_steps(title, answer.transformation.make_instructions(), answer.first)
            )
        return join_paragraphs(parts + number_of_steps)

    def format_page_sentences(self) -> list[str]:
        if self.found.transformation is None:
            return [self.format_result()]
        decision = DecisionReport(self.found.answer, self.display)
        decision.evidence = self.evidence
        return [self.format_result(), self.display.translate(decision.describe_step_count())]

    def make_answer_message(self) -> Message:
        verdict = self.found.verdict
        if verdict is Verdict.UNDECIDED:
            return Message("Undecided: it is not known whether one Sudoku is part of the other.")
        if verdict is Verdict.NO:
            return self.add_claimant_to_no_sentence(
                Message("Neither Sudoku is a copy of the other with clues left out.")
            )
        if self.found.part == 2:
            return Message("The second Sudoku is a copy of the first with clues left out.")
        return Message("The first Sudoku is a copy of the second with clues left out.")

    def make_json_record(self) -> Mapping[str, object]:
        """Return the answer as a dictionary for JSON. If the answer is yes, the value of `part` is
        1 or 2: the number of the Sudoku that is part of the other Sudoku. Otherwise it is None.
        """
        is_part = self.found.verdict is Verdict.YES
        said = {"status": self.status_word, "part": self.found.part if is_part else None}
        return {**said, **make_decision_record(self.found.answer, self.display), **said}

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        answer = self.found.answer
        part, other = (SECOND, FIRST) if self.found.part == 2 else (FIRST, SECOND)
        pictures = Picture(part, answer.first), Picture(other, answer.second)
        return make_step_pictures_and_tracks(*pictures, answer.transformation)


class NearestCopyReport(AnswerReport):
    """The report on how near two Sudokus are to being copies: how many clues of the first can be
    moved onto equal clues of the second.
    """

    title = Message("How near are these Sudokus?")
    found: NearestCopy

    @property
    def finding_key(self) -> str:
        if self.found.verdict is Verdict.NO:
            return "nothing"
        return "near" if self.found.agreeing < self.found.total else "yes"

    @property
    def mentions_certificate(self) -> bool:
        return self.found.verdict is Verdict.NO

    def format_text(self) -> str:
        found, display = self.found, self.display
        if found.verdict is Verdict.NO:
            return join_paragraphs(
                [display.draw_grids(found.first, found.second), self.format_result()]
            )
        forward = found.transformation.make_instructions()
        image = forward.follow(found.first)
        differing = frozenset(
            cell
            for cell in image.cells
            if image[cell] != found.second[cell] and (image[cell] or found.blanks)
        )
        heading = Message(
            "The first Sudoku after the steps, and the second; ! marks the differences:"
        )
        drawn = display.draw_grids(image, found.second, marked=[differing] * 2)
        steps = display.format_steps(
            Message("From the first Sudoku towards the second:"), forward, found.first
        )
        return join_paragraphs([display.translate(heading), drawn, self.format_result(), steps])

    def make_answer_message(self) -> Message:
        from ..questions.nearest import HowManyCellsAgree, make_beginning_of_agreement_sentence

        found = self.found
        if found.verdict is Verdict.NO:
            no = HowManyCellsAgree(
                found.first, found.second, found.blanks, found.at_least
            ).no_sentence
            said = Message("{no} This is certified: a proof of it was checked.", no=no)
            return said if self.evidence.certified else self.add_claimant_to_no_sentence(no)
        said = Message(
            "{sentence}; the time was not enough to find out whether up to {at_most} can."
        )
        if found.is_exact and self.evidence.is_solver_claim and found.agreeing < found.total:
            said = Message(
                "{sentence}; that no transformation does better is only the solver's claim."
            )
        elif found.is_exact:
            said = Message("{sentence}, and no transformation does better.")
        elif found.verdict is Verdict.YES:
            said = Message("{sentence}; more was not asked for.")
        sentence = make_beginning_of_agreement_sentence(found.agreeing, found.total, found.blanks)
        return said.with_values(sentence=sentence, at_most=found.at_most)

    def make_json_record(self) -> Mapping[str, object]:
        """Return the answer as a dictionary for JSON. If the user asked whether a certain number of
        cells can agree, the key `reached` has the answer: True, False, or None if it is not known.
        Otherwise this key is missing.
        """
        found = self.found
        reached = {Verdict.YES: True, Verdict.NO: False}.get(found.verdict)
        return {
            "status": self.status_word,
            **make_allowed_moves_record(found.only),
            "agreeing": found.agreeing,
            "at_most": found.at_most,
            "total": found.total,
            "exact": found.is_exact,
            **({} if found.at_least is None else {"reached": reached}),
            **self.display.make_transformation_record(
                found.transformation, found.first, found.second
            ),
            "backend": found.backend,
            "seconds": round(found.seconds, 6),
        }

    def make_pictures_and_tracks(self) -> PicturesAndTracks:
        found = self.found
        first, second = Picture(FIRST, found.first), Picture(SECOND, found.second)
        if found.verdict is Verdict.NO:
            return (first, second), ()
        return make_near_copy_pictures_and_tracks(first, second, found.transformation)
