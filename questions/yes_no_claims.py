"""The claims of certificates about the answer to a question: that the answer is no, or that a
witness proves that the answer is yes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from ..base.decoding import convert_selected_fields
from ..base.errors import DecodingError, ProofError
from ..base.messages import Message
from ..base.verdict import Verdict
from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .claim import CLAIM_FILE, Claim
from .question import Question
from .registry import QUESTIONS
from .serialization import convert_to_json, read_serialized_fields, read_typed_values


@dataclass(frozen=True)
class NoClaim(Claim):
    """The claim of a certificate that the answer to a question is no."""

    question: Question

    CERTIFIES = "no"
    ABOUT = "certificate.json asks a question; the answer is no."

    def check_and_list_questions_to_refute(self) -> tuple[Question, ...]:
        """Return the question that remains to be proved. It is the same question, with a formula
        that does not rely on any search before the solver. The claim holds if the answer is no.

        Raises `ProofError` if the question asks how many or how few, because such a question cannot
        be answered with no.
        """
        if self.question.has_number_as_answer:
            raise ProofError("there is nothing to certify: the answer is neither yes nor no")
        return (self.question.with_plain_formula,)

    @property
    def allowed_moves(self) -> AllowedMoves:
        parts: AllowedMoves = getattr(self.question, "parts", EVERYTHING)
        return parts

    @property
    def json_entries_if_proved(self) -> Mapping[str, Any]:
        return self.question.json_entries_of_certified_no

    @property
    def sentence_if_proved(self) -> Message:
        return self.question.sentence_of_certified_no

    def make_json_without_sudokus(self) -> dict[str, object]:
        return self.question.with_plain_formula.make_json_without_sudokus()

    @classmethod
    def _find_question_class(cls, json_fields: Mapping[str, Any]) -> type[Question]:
        """Return the class of the question that a claim is about. `json_fields` is the decoded
        content of `certificate.json`. Raises `DecodingError` if the kind of question is missing or
        unknown.
        """
        asks = convert_selected_fields(json_fields, {"asks": str})["asks"]
        if asks not in QUESTIONS:
            raise DecodingError("{file} is of no kind that is known here", file="asks")
        kind: type[Question] = QUESTIONS.load_named(asks)
        return kind

    @classmethod
    def count_sudokus(cls, json_fields: Mapping[str, Any]) -> int:
        return len(cls._find_question_class(json_fields).sudoku_field_names())

    @classmethod
    def from_json(
        cls, json_fields: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]
    ) -> Self:
        kind = cls._find_question_class(json_fields)
        names = kind.sudoku_field_names()
        facts = read_serialized_fields(json_fields, kind, shape, names)
        return cls(kind(**dict(zip(names, sudokus, strict=True)), **facts))


@dataclass(frozen=True)
class YesClaim(NoClaim):
    """The claim of a certificate that the answer to a question is yes. `witness`, such as a
    transformation, proves this. If `best` is true, the claim is also that no witness is better.

    If the question asks for a transformation, a better witness has fewer steps. If it asks how many
    or how few, a better witness has a greater or a smaller number.
    """

    witness: Any
    best: bool

    CERTIFIES = "yes"
    ABOUT = (
        "certificate.json asks a question and holds a witness, which proves that the answer is yes."
    )

    def check_and_list_questions_to_refute(self) -> tuple[Question, ...]:
        """Check the witness on the grids. If `best` is claimed, return the question whether a
        better witness exists; the claim holds if the answer is no. Return an empty tuple if `best`
        is not claimed, or if no witness can be better.

        Raises `ProofError` if the witness is wrong, or if `best` is claimed for a question whose
        witnesses do not differ in quality.
        """
        if wrong := self.question.find_witness_error(self.witness):
            raise ProofError("the witness does not hold: {wrong}", wrong=wrong)
        if self.best and not self.question.can_improve_witnesses:
            wrong = Message("no answer to this question is better than another")
            raise ProofError("{file}: {name}: {wrong}", file=CLAIM_FILE, name="best", wrong=wrong)
        better = self.question.make_better_witness_question(self.witness) if self.best else None
        return () if better is None else (better,)

    @property
    def is_best(self) -> bool:
        """Whether the certificate shows that no witness is better than `witness`: the claim says
        so, or `witness` is a transformation without steps.
        """
        question = self.question
        return self.best or (
            question.can_improve_witnesses
            and question.make_better_witness_question(self.witness) is None
        )

    @property
    def json_entries_if_proved(self) -> Mapping[str, Any]:
        return self.question.make_json_entries_of_certified_yes(self.witness, self.is_best)

    @property
    def sentence_if_proved(self) -> Message:
        return self.question.describe_certified_yes(self.witness, self.is_best)

    @property
    def weaker_claim(self) -> "YesClaim":
        return replace(self, best=False)

    def make_json_without_sudokus(self) -> dict[str, object]:
        witness = convert_to_json(self.witness)
        return {**super().make_json_without_sudokus(), "witness": witness, "best": self.best}

    @classmethod
    def from_json(
        cls, json_fields: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]
    ) -> Self:
        question = NoClaim.from_json(json_fields, shape, sudokus).question
        types = {"witness": question.WITNESS, "best": bool}
        return cls(question, **read_typed_values(json_fields, types, shape))


def make_claim(
    question: Question, verdict: Verdict, witness: Any, is_best: bool
) -> YesClaim | NoClaim | None:
    """Return the claim that a certificate can make about a question: that the answer is no if
    `verdict` is no, or that the answer is yes if a witness is known. Return None if the verdict is
    not no and no witness is known. `witness`, such as a transformation, proves a yes; `is_best` is
    whether it is known to be the best.
    """
    if verdict is Verdict.NO:
        return NoClaim(question)
    return None if witness is None else YesClaim(question, witness, is_best)
