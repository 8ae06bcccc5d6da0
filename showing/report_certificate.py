"""Report the statement that a certificate, a folder with proofs, proves."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from ..base.messages import Message
from ..questions.claim import Claim
from .answer_formatter import format_grid_on_one_line, make_allowed_moves_record
from .answer_report import AnswerReport

if TYPE_CHECKING:
    from ..questions.canonical_claim import CanonicalFormClaim
    from ..questions.completion_claim import SolutionCountClaim


class CertificateReport(AnswerReport):
    """The report on a certificate, a folder with proofs. It gives the statement that the
    certificate proves, such as that two Sudokus are not copies.
    """

    found: Claim

    def make_json_record(self) -> Mapping[str, object]:
        """Return the statement as a dictionary for JSON. The key `certifies` names the kind of the
        statement, and `sentence` is the statement in words.
        """
        facts, _ = self._make_statement_record_and_message()
        only = make_allowed_moves_record(self.found.allowed_moves)
        return {"status": "certified", **facts, **only, "sentence": self.format_result()}

    def make_answer_message(self) -> Message:
        return self._make_statement_record_and_message()[1]

    def make_result_messages(self) -> Iterable[Message]:
        return self.make_answer_message(), *self.display.make_allowed_moves_messages(
            self.found.allowed_moves
        )

    def _make_statement_record_and_message(self) -> tuple[Mapping[str, object], Message]:
        """Return the statement that the certificate proves in two forms: as keys and values for
        JSON, and as a sentence. The sentence about solutions includes their number, and the
        sentence about a canonical form includes the form.
        """
        facts, said = self.found.json_entries_if_proved, self.found.sentence_if_proved
        match self.found.CERTIFIES:
            case "solutions":
                from ..answers.completion import CompletionAnswer
                from .report_completion import describe_solution_count

                solutions, claim = facts["solutions"], cast("SolutionCountClaim", self.found)
                found = CompletionAnswer(claim.grid, solutions[:1], len(solutions) > 1)
                facts = {"solutions": found.word}
                said = said.with_values(sentence=describe_solution_count(found))
            case "canonical form":
                said = said.with_values(
                    form=format_grid_on_one_line(cast("CanonicalFormClaim", self.found).form)
                )
        return {"certifies": self.found.CERTIFIES, **facts}, said
