"""The claims that the answer to a question is no, and that it is yes, as a witness shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from ..base.decoding import convert_fields
from ..base.errors import DecodingError, ProofError
from ..base.messages import Message
from ..base.verdict import Verdict
from ..sudoku.allowed_moves import EVERYTHING, AllowedMoves
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .claim import FACTS, Statement
from .question import Question
from .registry import QUESTIONS
from .serialization import convert_to_json, read_facts, read_values


@dataclass(frozen=True)
class CertifiedNo(Statement):
    """The answer to a question is no."""

    question: Question

    CERTIFIES = "no"
    ABOUT = "The answer is no to what certificate.json asks."

    def questions(self) -> tuple[Question, ...]:
        """Return the question; how many or how few is none that has a no."""
        if self.question.is_how_many:
            raise ProofError("there is nothing to certify: the answer is neither yes nor no")
        return (self.question.plain,)

    @property
    def parts(self) -> AllowedMoves:
        parts: AllowedMoves = getattr(self.question, "parts", EVERYTHING)
        return parts

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.question.json_of_certified_no

    @property
    def sentence(self) -> Message:
        return self.question.sentence_of_certified_no

    def as_json(self) -> dict[str, object]:
        return self.question.plain.as_json()

    @classmethod
    def _kind(cls, values: Mapping[str, Any]) -> type[Question]:
        asks = convert_fields(values, {"asks": str})["asks"]
        if asks not in QUESTIONS:
            raise DecodingError("{file} is of no kind that is known here", file="asks")
        kind: type[Question] = QUESTIONS.find(asks)
        return kind

    @classmethod
    def number_of_sudokus(cls, values: Mapping[str, Any]) -> int:
        return len(cls._kind(values).sudoku_names())

    @classmethod
    def read(cls, values: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]) -> Self:
        kind = cls._kind(values)
        names = kind.sudoku_names()
        facts = read_facts(values, kind, shape, names)
        return cls(kind(**dict(zip(names, sudokus, strict=True)), **facts))


@dataclass(frozen=True)
class CertifiedYes(CertifiedNo):
    """The answer to a question is yes, as `witness` shows; `best`: and none is better.

    For steps that is: no fewer are enough. Of how many or how few it is the most, or the fewest.
    """

    witness: Any
    best: bool

    CERTIFIES = "yes"
    ABOUT = "The witness in certificate.json answers what is asked there."

    def questions(self) -> tuple[Question, ...]:
        """Follow the witness; return whether another is better, if that is to be no."""
        if wrong := self.question.find_error(self.witness):
            raise ProofError("the witness does not hold: {wrong}", wrong=wrong)
        if self.best and not self.question.has_better:
            wrong = Message("no answer to this question is better than another")
            raise ProofError("{file}: {name}: {wrong}", file=FACTS, name="best", wrong=wrong)
        better = self.question.ask_for_better(self.witness) if self.best else None
        return () if better is None else (better,)

    @property
    def is_best(self) -> bool:
        """Whether no witness is better, because that is stated, or because none can be."""
        question = self.question
        return self.best or (question.has_better and question.ask_for_better(self.witness) is None)

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.question.json_of_certified_yes(self.witness, self.is_best)

    @property
    def sentence(self) -> Message:
        return self.question.describe_certified_yes(self.witness, self.is_best)

    @property
    def weaker(self) -> "CertifiedYes":
        return replace(self, best=False)

    def as_json(self) -> dict[str, object]:
        witness = convert_to_json(self.witness)
        return {**super().as_json(), "witness": witness, "best": self.best}

    @classmethod
    def read(cls, values: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]) -> Self:
        question = CertifiedNo.read(values, shape, sudokus).question
        types = {"witness": question.WITNESS, "best": bool}
        return cls(question, **read_values(values, types, shape))


def make_claim(
    question: Question, verdict: Verdict, witness: Any, best: bool
) -> CertifiedYes | CertifiedNo | None:
    """Return what a certificate can state of the answer to a question.

    `witness` is what shows a yes, None if there is none; `best`: no other is known to be better.
    Returns None if the answer is neither a no nor a yes that a witness shows.
    """
    if verdict is Verdict.NO:
        return CertifiedNo(question)
    return None if witness is None else CertifiedYes(question, witness, best)
