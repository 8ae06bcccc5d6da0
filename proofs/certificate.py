"""Certificates: a no with a proof that others can check, a yes with its witness.

A certificate is a statement, whose facts can be followed on the grids, and for each question whose
answer has to be no the formula, a solver's proof (DRAT), and the same proof with hints (LRAT),
which a short checker follows. The formulas are plain: every clause can be read off the question.
Nothing that found the no takes part in checking it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple, Self

from ..exchange.export import refuted_formula
from ..exchange.header import LIBRARY, Provenance
from ..questions.facts import facts_as_json, facts_from_json, facts_of
from ..questions.question import NO_FACT, Question
from ..solvers.clock import Clock, Timeout
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from .folder import FACTS, README, REFUTED, Files, facts_as_text, proof_files, write_files
from .proof import Proof, prove

GIVEN = NO_FACT
"""The metadata of a Sudoku that the certificate is about: who checks it brings it along."""


class Statement(ABC):
    """What a certificate states of one Sudoku or two, which come before the facts.

    `CERTIFIES` is what `certificate.json` calls the kind; `ABOUT` says what stands in it.
    """

    CERTIFIES: ClassVar[str]
    ABOUT: ClassVar[str]

    @abstractmethod
    def questions(self) -> tuple[Question, ...]:
        """Follow the facts on the grids; return the questions whose no proves the rest.

        Raises `ProofError` where the facts do not hold.
        """

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
    def witness(self) -> Any:
        """The witness of a yes: a transformation, a grid or a set of cells; None without one."""
        return getattr(self.statement, "witness", None)

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proofs, all checked."""
        return tuple([refutation.proof for refutation in self.refutations])

    def write(self, folder: str, provenance: Provenance = LIBRARY, *, force: bool = False) -> None:
        """Write the files into a folder; `provenance` says what wrote them.

        `force` as well as what is raised are those of `write_files`.
        """
        statement, readme = self.statement, _README.format(about=self.statement.ABOUT)
        files: Files = {
            FACTS: facts_as_text(statement.CERTIFIES, statement.shape, statement.as_json())
        }
        for names, (question, proof) in zip(REFUTED, self.refutations, strict=False):
            files |= proof_files(names, refuted_formula(question, provenance), proof)
            readme += _README_NO.format(
                question=question.text, names=names, origin=proof.origin.sentence
            )
        write_files(folder, {**files, README: [readme]}, force=force)


_README = """\
{about}
To check that with our checker, which also compares formulas: sudokopie check . FILE
"""

_README_NO = """
The answer is no: {question}
{names.question}, true of what would do, has no model.
{origin}
With a formally verified checker, no part of which is ours: cake_lpr {names.question} {names.lrat}
With the one that SAT competitions use:                     drat-trim {names.question} {names.drat}
"""


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
