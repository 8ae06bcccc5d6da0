"""Certificates: a no with a proof that others can check, a yes with its witness.

A certificate is a statement, whose facts can be followed on the grids, and for each question whose
answer has to be no the formula, a solver's proof (DRAT), and the same proof with hints (LRAT),
which a short checker follows. The formulas are plain: every clause can be read off the question.
Nothing that found the no takes part in checking it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, Self

from ..answers.decide import Answer
from ..answers.nearest import NearestCopy
from ..base.decoding import decoded_fields
from ..base.errors import ArgumentError, DecodingError, ProofError
from ..base.verdict import Verdict
from ..exchange.export import refuted_formula
from ..exchange.header import LIBRARY, Provenance
from ..questions.copy import Copy
from ..questions.facts import facts_as_json, facts_from_json, facts_of
from ..questions.nearest import SoManyAgree
from ..questions.question import NO_FACT, Question
from ..questions.registry import QUESTIONS, find_question
from ..questions.steps import CopyByFewSteps
from ..solvers.clock import Clock, Timeout
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from .folder import (
    CHECKERS,
    FACTS,
    README,
    REFUTED,
    facts_as_text,
    proof_files,
    write_files,
)
from .proof import Proof, prove

GIVEN = NO_FACT
"""The metadata of a Sudoku that the certificate is about: who checks it brings it along."""


class Statement(ABC):
    """What a certificate states of one Sudoku or two, which come before the facts.

    `CERTIFIES` is what `certificate.json` calls the kind.
    """

    CERTIFIES: ClassVar[str]

    @abstractmethod
    def questions(self) -> tuple[Question, ...]:
        """Follow the facts on the grids; return the questions whose no proves the rest.

        Raises `ProofError` where the facts do not hold.
        """

    @abstractmethod
    def readme(self, origins: Sequence[str]) -> str:
        """Return what the README says; `origins` are the sentences on where the proofs are from."""

    @property
    def weaker(self) -> "Statement | None":
        """What is left of the statement if the questions are not refuted; None for nothing."""
        return None

    @property
    def shape(self) -> BoxShape:
        """The shape of the boxes."""
        sudoku: Grid = getattr(self, fields(self)[0].name)  # type: ignore[arg-type]
        return sudoku.shape

    def as_json(self) -> dict[str, object]:
        """Return the facts for JSON."""
        return facts_as_json(self, self._names())

    @classmethod
    def number_of_sudokus(cls, values: Mapping[str, Any]) -> int:  # noqa: ARG003
        """Return how many Sudokus a certificate is about."""
        return len(fields(cls)) - len(facts_of(cls))  # type: ignore[arg-type]

    @classmethod
    def read(cls, values: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]) -> Self:
        """Return the statement of some Sudokus that JSON says.

        Raises `DecodingError`, `GridError` and `TransformationError` for other JSON.
        """
        return cls(*sudokus, **facts_from_json(values, cls, cls._names(), shape))

    @classmethod
    def _names(cls) -> list[str]:
        return [one.name for one in facts_of(cls)]


class Refutation(NamedTuple):
    """A question, and the checked proof that its answer is no."""

    question: Question
    proof: Proof


@dataclass(frozen=True, slots=True)
class Certificate:
    """What proves a statement: checked proofs that the answers to its questions are no."""

    statement: Statement
    refutations: tuple[Refutation, ...]

    @property
    def refutation(self) -> Refutation | None:
        """The first of the refutations, if there is one."""
        return self.refutations[0] if self.refutations else None

    @property
    def witness(self) -> Transformation | None:
        """The witness of a yes."""
        return self.statement.witness if isinstance(self.statement, CertifiedCopy) else None

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proofs, all checked."""
        return tuple([refutation.proof for refutation in self.refutations])

    def write(self, folder: str, provenance: Provenance = LIBRARY, *, force: bool = False) -> None:
        """Write the files into a folder; `provenance` says what wrote them.

        `force` as well as what is raised are those of `write_files`.
        """
        origins = [str(proof.origin.sentence) for proof in self.proofs]
        statement = self.statement
        files = {
            FACTS: facts_as_text(statement.CERTIFIES, statement.shape, statement.as_json()),
            README: [statement.readme(origins)],
        }
        for names, (question, proof) in zip(REFUTED, self.refutations, strict=False):
            files |= proof_files(names, refuted_formula(question, provenance), proof)
        write_files(folder, files, force=force)


def refute(
    question: Question,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> Refutation:
    """Return a checked proof that the answer to a question, in the plain encoding, is no.

    `backend_name`, `timeout` and `checker_name` are those of `prove`, which says what is raised.
    """
    formula = question.plain.problem("cnf").formula
    proof = prove(formula, backend_name, timeout=timeout, checker_name=checker_name)
    return Refutation(question.plain, proof)


def certified(
    statement: Statement,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> Certificate:
    """Return the checked certificate of a statement; raise as `prove` does."""
    clock = Clock.of(timeout)
    refutations = [
        refute(question, backend_name, timeout=clock, checker_name=checker_name)
        for question in statement.questions()
    ]
    return Certificate(statement, tuple(refutations))


def certify(
    answer: Answer | NearestCopy,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> Certificate:
    """Return the checked certificate of an answer: of a no, of a yes and its number of steps.

    For a nearest copy it proves the no to "can at least K clues agree?". `backend_name` is the
    backend that proves it, `checker_name` who checks that, as `prove` takes them. Raises as
    `prove` does, `ProofError` where there is nothing to certify, and `ArgumentError` for what is
    no answer of `decide` or `nearest`.

    >>> from ..answers.decide import decide
    >>> answer = decide(Grid([[1, 2], [0, 0]]), Grid([[1, 1], [0, 0]]))
    >>> len(certify(answer).refutation.proof.lrat) > 0
    True
    """
    if not isinstance(answer, Answer | NearestCopy):
        raise ArgumentError(
            f"expected an answer of decide or nearest, found {type(answer).__name__}"
        )
    statement = statement_of(answer)
    if statement is None:
        raise _nothing()
    return certified(statement, backend_name, timeout=timeout, checker_name=checker_name)


def _nothing() -> ProofError:
    return ProofError("there is nothing to certify: the answer is neither yes nor no")


def statement_of(answer: Answer | NearestCopy) -> "CertifiedCopy | CertifiedNo | None":
    """Return what a certificate of an answer states; None where that is nothing."""
    first, second = answer.first, answer.second
    if isinstance(answer, NearestCopy):
        if answer.verdict is not Verdict.NO:
            return None
        return CertifiedNo(SoManyAgree(first, second, answer.blanks, answer.at_least))
    if answer.verdict is Verdict.NO:
        return CertifiedNo(Copy(first, second))
    if answer.transformation is None:
        return None
    fewest = answer.is_fewest or not answer.steps  # none are the fewest
    return CertifiedCopy(first, second, answer.transformation, fewest)


@dataclass(frozen=True)
class CertifiedCopy(Statement):
    """The second Sudoku is a copy of the first; `fewest`: and no fewer steps do."""

    first: Grid = field(metadata=GIVEN)
    second: Grid = field(metadata=GIVEN)
    witness: Transformation
    fewest: bool

    CERTIFIES = "copies"

    def questions(self) -> tuple[Question, ...]:
        """Follow the witness; return whether one step fewer is enough, if that is to be no."""
        if self.witness.shape != self.first.shape or not self.witness.leads(
            self.first, self.second
        ):
            raise ProofError("the witness does not lead from the first to the second")
        steps = self.witness.simplest(self.first).steps
        if not self.fewest or not steps:
            return ()
        return (CopyByFewSteps(self.first, self.second, steps - 1),)

    @property
    def weaker(self) -> "CertifiedCopy":
        """The same without the number of steps."""
        return replace(self, fewest=False)

    def readme(self, origins: Sequence[str]) -> str:
        """Return what the README says."""
        questions = zip(self.questions(), origins, strict=True)
        return _README_YES + "".join(_no_readme(*one) for one in questions)


@dataclass(frozen=True)
class CertifiedNo(Statement):
    """The answer to a question is no."""

    question: Question

    CERTIFIES = "no"

    def questions(self) -> tuple[Question, ...]:
        """Return the question; how many or how few is none that has a no."""
        if self.question.is_how_many:
            raise _nothing()
        return (self.question.plain,)

    @property
    def shape(self) -> BoxShape:
        """The shape of the boxes."""
        return self.question.shape

    def readme(self, origins: Sequence[str]) -> str:
        """Return what the README says."""
        return _no_readme(self.question, *origins)

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
    def read(
        cls, values: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]
    ) -> "CertifiedNo":
        """Return the statement about some Sudokus that JSON says; raise as all statements do."""
        kind = cls._kind(values)
        facts = facts_from_json(values, kind, kind.other_names(), shape)
        return cls(kind(**dict(zip(kind.sudoku_names(), sudokus, strict=True)), **facts))


def _no_readme(question: Question, origin: str) -> str:
    return _README_NO.format(question=question.text, origin=origin)


_README_NO = (
    """\
The answer is no to what certificate.json asks:
{question}
question.cnf, true of what would do, has no model.
{origin}
With our checker, which also compares the formula with the Sudokus: sudokopie check . FILE
"""
    + CHECKERS
)

_README_YES = """\
The second Sudoku is a copy of the first, by the transformation in certificate.json.
To follow it: sudokopie check . PAIR
"""
