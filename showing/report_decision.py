"""Reports whether two Sudokus are copies, whether a Sudoku is part of another, and how near two
Sudokus are.

Code that describes the reason for a no, and code that only one of the reports needs, is imported
only when it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ..answers.decide import Answer
from ..base.messages import Message
from ..base.verdict import Verdict
from .answer_report import (
    FIRST,
    SECOND,
    AnswerReport,
    OnPage,
    Picture,
    make_tracks,
    show_near_copies,
    show_steps_towards,
)
from .display_options import DisplayOptions, join_paragraphs, make_only_record, number_cells

if TYPE_CHECKING:
    from ..answers.nearest import NearestCopy
    from ..answers.part import PartAnswer
    from ..answers.reason import Reason


class DecisionReport(AnswerReport):
    """The report on the answer to the question whether two Sudokus are copies, from `decide` or
    from another project's solver.

    In an answer of another project's solver only the transformation of a yes has been verified. A
    no without a reason, and the claim that fewer steps are not enough, are only claims of that
    solver.
    """

    found: Answer
    mentions_certificate = True  # in the verdict, or beside the number of steps

    @cached_property
    def reason(self) -> Reason | None:
        """The reason why the Sudokus are not copies; None if no reason was found, or if the answer
        is not a no.
        """
        if self.found.verdict is not Verdict.NO:
            return None
        from ..answers.reasons import why_not

        return why_not(self.found.first, self.found.second)

    def text(self) -> str:
        answer, display = self.found, self.display
        parts = [self.draw_grids(), self.verdict(), *self.explain_no()]
        if answer.transformation is not None and answer.steps:
            parts += display.write_both_directions(
                answer.transformation, answer.first, answer.second
            )
            parts.append(display.translate(self.describe_step_count()))
        return join_paragraphs(parts)

    def sentence(self) -> Message:
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
        if self.evidence.by_solver and self.reason is None:
            said = Message("{name} claims that these Sudokus are not copies of each other.")
        return said.fill(name=self.display.name_file(answer.backend))

    def messages(self) -> Iterator[Message]:
        yield from super().messages()
        if self.evidence.certified and self.found.verdict is Verdict.NO:
            yield Message("This is certified: a proof of it was checked.")

    def explain_no(self) -> list[str]:
        """Return a list with the paragraph that explains a no; an empty list if the answer is not a
        no.
        """
        messages = list(self._explain_no())
        if self.reason is not None and (self.reason.first_cells or self.reason.second_cells):
            messages.append(
                Message("In the drawing, ! marks the cells of this difference.")
                if self.reason.marks_all
                else Message("In the drawing, ! marks the first of these pairs.")
            )
        return [self.display.write_paragraph(*messages)] if messages else []

    def _explain_no(self) -> Iterable[Message]:
        if self.reason is not None:
            from .reason_sentences import describe_reason

            return describe_reason(self.reason, self.found.first, self.found.second)
        # If only some parts may differ, this restriction is usually the reason.
        is_open = self.found.verdict is Verdict.NO and self.found.only.allow_everything
        return self._without_reason() if is_open else ()

    def _without_reason(self) -> Iterator[Message]:
        """Yield the sentences that replace a reason: that a proof is needed, how much work it took,
        and how to get the proof.
        """
        command = "sudokopie solve --certificate DIR FILE"
        if self.evidence.by_solver:
            yield Message(
                "Nothing here shows whether that is right. {command} finds out, and proves it.",
                command=command,
            )
            return
        yield Message(
            "No single difference was found: the two look alike in all properties that were "
            "counted and compared. A proof is needed to show that they are not copies."
        )
        if self.evidence.origins:  # whose sentence contains the length of the proof
            return
        if conflicts := self.found.statistics.get("conflicts"):
            yield Message(
                "{backend} came to {conflicts} dead ends (conflicts) before nothing was left.",
                backend=self.display.name_file(self.found.backend),
                conflicts=self.display.format_number(conflicts),
            )
        yield Message(
            "{command} writes a proof that other programs can check, and prints its length.",
            command=command,
        )

    def sentences(self) -> list[str]:
        said = list(self._explain_no())
        if self.found.steps:
            said.append(self.describe_step_count())
        said += [
            origin._replace(solver=self.display.name_file(origin.solver)).sentence
            for origin in self.evidence.origins
        ]
        return [self.verdict(), *map(self.display.translate, said)]

    def describe_step_count(self) -> Message:
        """Return the sentence about the number of steps, and about who claims that fewer steps are
        not enough: a checked proof, this program or the solver.
        """
        said = Message("Number of steps: {steps}")
        if self.evidence.certified:
            said = Message(
                "Number of steps: {steps} (a proof that fewer are not enough was checked)"
            )
        elif not self.found.is_fewest:
            said = Message("Number of steps: {steps} (fewer may be enough)")
        elif self.evidence.by_solver:
            said = Message(
                "Number of steps: {steps} (that fewer are not enough is only the solver's claim)"
            )
        return said.fill(steps=self.found.steps)

    def record(self) -> Mapping[str, object]:
        """Return the object for JSON. Steps and directions are null unless the answer is yes, and
        the reason is null unless a reason for a no was found.
        """
        return {**make_decision_record(self.found, self.display), "reason": self.reason_record()}

    def reason_record(self) -> dict[str, object] | None:
        """Return the reason for a no for JSON, with cells as [row, column] from 1; None if there is
        no reason.
        """
        if self.reason is None:
            return None
        return {
            "kind": self.reason.kind.value,
            "sentence": self.display.translate(*self._explain_no()),
            "first_cells": number_cells(self.reason.first_cells),
            "second_cells": number_cells(self.reason.second_cells),
        }

    def on_page(self) -> OnPage:
        answer = self.found
        pictures = [Picture(FIRST, answer.first), Picture(SECOND, answer.second)]
        if self.reason is not None:
            from .reason_sentences import mark_reason

            pictures = mark_reason(self.reason, pictures)
        way = answer.transformation if answer.steps else None
        return pictures, make_tracks(way) if way else ()


def make_decision_record(answer: Answer, display: DisplayOptions) -> dict[str, object]:
    """Return the keys for JSON that report an answer whose yes is a transformation: the verdict,
    the steps in both directions, the backend, the time and the statistics.
    """
    witness = answer.transformation
    return {
        "status": answer.word,
        **make_only_record(answer.only),
        "steps": answer.steps,  # first in the object; the entry below has the same value
        "fewest": answer.is_fewest if witness else None,
        **display.make_way_record(witness, answer.first, answer.second),
        "backend": answer.backend,
        "seconds": round(answer.seconds, 6),
        "statistics": dict(answer.statistics),
    }


class PartReport(AnswerReport):
    """The report on whether a Sudoku is part of another, with the steps that move its clues onto
    equal clues.
    """

    title = Message("Is one of these Sudokus part of the other?")
    found: PartAnswer

    def text(self) -> str:
        answer, display = self.found.answer, self.display
        grids = [answer.first, answer.second]
        title = Message("Steps that bring the clues of 1 onto those of 2:")
        if self.found.part == 2:
            grids.reverse()
            title = Message("Steps that bring the clues of 2 onto those of 1:")
        verdict, *number_of_steps = self.sentences()
        parts = [display.draw_grids(*grids), verdict]
        if answer.transformation is not None:
            parts.append(display.write_steps(title, answer.transformation.forward(), answer.first))
        return join_paragraphs(parts + number_of_steps)

    def sentences(self) -> list[str]:
        if self.found.transformation is None:
            return [self.verdict()]
        decision = DecisionReport(self.found.answer, self.display)
        decision.evidence = self.evidence
        return [self.verdict(), self.display.translate(decision.describe_step_count())]

    def sentence(self) -> Message:
        verdict = self.found.verdict
        if verdict is Verdict.UNDECIDED:
            return Message("Undecided: it is not known whether one Sudoku is part of the other.")
        if verdict is Verdict.NO:
            return Message("Neither Sudoku is a copy of the other with clues left out.")
        if self.found.part == 2:
            return Message("The second Sudoku is a copy of the first with clues left out.")
        return Message("The first Sudoku is a copy of the second with clues left out.")

    def record(self) -> Mapping[str, object]:
        """Return the object for JSON. `part` is 1 or 2, the number of the Sudoku that is the part;
        null unless the answer is yes.
        """
        is_part = self.found.verdict is Verdict.YES
        said = {"status": self.status, "part": self.found.part if is_part else None}
        return {**said, **make_decision_record(self.found.answer, self.display), **said}

    def on_page(self) -> OnPage:
        answer = self.found.answer
        part, other = (SECOND, FIRST) if self.found.part == 2 else (FIRST, SECOND)
        pictures = Picture(part, answer.first), Picture(other, answer.second)
        return show_steps_towards(*pictures, answer.transformation)


class NearestReport(AnswerReport):
    """The report on how near two Sudokus are: how many clues of the first a transformation can move
    onto equal clues of the second.
    """

    title = Message("How near are these Sudokus?")
    found: NearestCopy

    @property
    def mentions_certificate(self) -> bool:
        return self.found.verdict is Verdict.NO

    def text(self) -> str:
        found, display = self.found, self.display
        if found.verdict is Verdict.NO:
            return join_paragraphs([display.draw_grids(found.first, found.second), self.verdict()])
        forward = found.transformation.forward()
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
        steps = display.write_steps(Message("Steps from 1 towards 2:"), forward, found.first)
        return join_paragraphs([display.translate(heading), drawn, self.verdict(), steps])

    def sentence(self) -> Message:
        from ..questions.nearest import HowManyCellsAgree, describe_agreement

        found = self.found
        if found.verdict is Verdict.NO:
            no = HowManyCellsAgree(
                found.first, found.second, found.blanks, found.at_least
            ).no_sentence
            said = Message("{no} This is certified: a proof of it was checked.", no=no)
            return said if self.evidence.certified else no
        said = Message(
            "{sentence}; the time was not enough to find out whether up to {at_most} can."
        )
        if found.is_exact and self.evidence.by_solver and found.agreeing < found.total:
            said = Message(
                "{sentence}; that no transformation does better is only the solver's claim."
            )
        elif found.is_exact:
            said = Message("{sentence}, and no transformation does better.")
        elif found.verdict is Verdict.YES:
            said = Message("{sentence}; more was not asked for.")
        sentence = describe_agreement(found.agreeing, found.total, found.blanks)
        return said.fill(sentence=sentence, at_most=found.at_most)

    def record(self) -> Mapping[str, object]:
        """Return the object for JSON. The key `reached` is present only if a number of cells was
        asked for; null means that the answer is not known.
        """
        found = self.found
        reached = {Verdict.YES: True, Verdict.NO: False}.get(found.verdict)
        return {
            "status": self.status,
            **make_only_record(found.only),
            "agreeing": found.agreeing,
            "at_most": found.at_most,
            "total": found.total,
            "exact": found.is_exact,
            **({} if found.at_least is None else {"reached": reached}),
            **self.display.make_way_record(found.transformation, found.first, found.second),
            "backend": found.backend,
            "seconds": round(found.seconds, 6),
        }

    def on_page(self) -> OnPage:
        found = self.found
        first, second = Picture(FIRST, found.first), Picture(SECOND, found.second)
        if found.verdict is Verdict.NO:
            return (first, second), ()
        return show_near_copies(first, second, found.transformation)
