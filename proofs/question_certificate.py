"""Certificates of a no or a yes to a question: of a yes the witness, and that none is better."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from ..base.decoding import decoded_fields
from ..base.errors import DecodingError, ProofError
from ..questions.facts import as_json, facts_as_json, facts_from_json, from_json
from ..questions.question import Question
from ..questions.registry import QUESTIONS, find_question
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .certificate import Statement


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
    def shape(self) -> BoxShape:
        """The shape of the boxes."""
        return self.question.shape

    def as_json(self) -> dict[str, object]:
        """Return the facts for JSON: the question, by its name and all but its Sudokus."""
        question = self.question.plain
        return {"asks": question.NAME, **facts_as_json(question, question.other_names())}

    @classmethod
    def _kind(cls, values: Mapping[str, Any]) -> type[Question]:
        asks = decoded_fields(values, {"asks": str})["asks"]
        if asks not in QUESTIONS:
            raise DecodingError("{file} is of no kind that is known here", file="asks")
        return find_question(asks)

    @classmethod
    def number_of_sudokus(cls, values: Mapping[str, Any]) -> int:
        """Return how many Sudokus the question is about; raise `DecodingError`."""
        return len(cls._kind(values).sudoku_names())

    @classmethod
    def read(cls, values: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]) -> Self:
        """Return the statement about some Sudokus that JSON says; raise as all statements do."""
        kind = cls._kind(values)
        facts = facts_from_json(values, kind, kind.other_names(), shape)
        question = kind(**dict(zip(kind.sudoku_names(), sudokus, strict=True)), **facts)
        return cls(question, **cls._more(kind, values, shape))

    @classmethod
    def _more(cls, _: type[Question], __: Mapping[str, Any], ___: BoxShape) -> dict[str, Any]:
        return {}


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
        if wrong := self.question.wrong(self.witness):
            raise ProofError("the witness does not hold: {wrong}", wrong=wrong)
        better = self.question.better(self.witness) if self.best else None
        return () if better is None else (better,)

    @property
    def weaker(self) -> "CertifiedYes":
        """The same without that none is better."""
        return replace(self, best=False)

    def as_json(self) -> dict[str, object]:
        """Return the facts for JSON: the question, the witness, and whether none is better."""
        witness = as_json(self.question.WITNESS, self.witness)
        return {**super().as_json(), "witness": witness, "best": self.best}

    @classmethod
    def _more(cls, kind: type[Question], values: Mapping[str, Any], shape: BoxShape) -> Any:
        return from_json(values, {"witness": kind.WITNESS, "best": bool}, shape)
