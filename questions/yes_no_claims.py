"""The claims of certificates that the answer to a question is no, or that it is yes as a witness
proves.
"""

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
    """The claim of a certificate that the answer to a question is no."""

    question: Question

    CERTIFIES = "no"
    ABOUT = "certificate.json asks a question; the answer is no."

    def questions(self) -> tuple[Question, ...]:
        """Return the question whose answer no must be proved, with a formula whose clauses follow
        directly from the question.

        Raises `ProofError` if the question asks how many or how few, because such a question
        cannot be answered with no.
        """
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
    """The claim of a certificate that the answer to a question is yes, which `witness`, such as a
    transformation, proves.

    If `best` is true, the claim is also that no witness is better: that no fewer steps are enough,
    or, if the question is how many or how few, that the number is the greatest or the smallest.
    """

    witness: Any
    best: bool

    CERTIFIES = "yes"
    ABOUT = (
        "certificate.json asks a question and holds a witness, which proves that the answer is yes."
    )

    def questions(self) -> tuple[Question, ...]:
        """Check the witness on the grids, and return the question whether a better witness exists,
        to which the answer must be no. Return an empty tuple if nothing more must be proved.

        This is so if `best` is not claimed or if no witness can be better. Raises `ProofError` if
        the witness is wrong, or if `best` is claimed for a question whose witnesses do not differ
        in quality.
        """
        if wrong := self.question.find_error(self.witness):
            raise ProofError("the witness does not hold: {wrong}", wrong=wrong)
        if self.best and not self.question.has_better:
            wrong = Message("no answer to this question is better than another")
            raise ProofError("{file}: {name}: {wrong}", file=FACTS, name="best", wrong=wrong)
        better = self.question.ask_for_better(self.witness) if self.best else None
        return () if better is None else (better,)

    @property
    def is_best(self) -> bool:
        """Whether no witness is better, because the certificate claims this or because a better
        witness is impossible.
        """
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
    """Return the claim that a certificate can make about the answer to a question; None if the
    answer is not no and no witness is known.

    `witness`, such as a transformation, proves a yes. `best` is whether the witness is known to be
    the best.
    """
    if verdict is Verdict.NO:
        return CertifiedNo(question)
    return None if witness is None else CertifiedYes(question, witness, best)
