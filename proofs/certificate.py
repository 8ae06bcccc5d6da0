"""Certificates: a no with a proof that others can check, a yes with its witness; and their files.

A certificate is a statement, whose facts can be followed on the grids, and for each question whose
answer has to be no the formula, a solver's proof (DRAT), and the same with hints (LRAT). Formulas
are plain: every clause can be read off the question. What found the no takes no part in checking.
"""

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple, Self

from ..base.errors import (
    ArgumentError,
    CheckError,
    DecodingError,
    GridError,
    ProofError,
    TransformationError,
)
from ..questions.facts import facts_as_json, facts_from_json, facts_of
from ..questions.question import Question
from ..solvers.clock import Clock, Timeout
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..system.own_folder import FolderKind, written_folder
from .export import refuted_formula
from .header import LIBRARY, Provenance
from .proof import Proof, prove

Files = dict[str, Iterable[str]]
"""The pieces of files by name."""


class Refuted(NamedTuple):
    """The names of three files: a formula without a model, a solver's proof, one with hints."""

    question: str
    drat: str
    lrat: str


QUESTION = Refuted("question.cnf", "proof.drat", "proof.lrat")
UNIQUE = Refuted("unique.cnf", "unique.drat", "unique.lrat")
REFUTED = (QUESTION, UNIQUE)
"""What a certificate refutes; the second is that a puzzle has another solution."""

FACTS, WITNESS, README = "certificate.json", "witness.json", "README"
"""The witness has a file of its own only in certificates of a pair by version 1.0.0."""

FORMAT = 2  # the form of a folder, which `certificate.json` says; those of 1.0.0 say none

CERTIFICATE = FolderKind("certificate", (*QUESTION, *UNIQUE, FACTS, WITNESS, README))
"""The folder of a certificate, of whatever kind."""


class Statement(ABC):
    """What a certificate states of one Sudoku or two, which come before the facts.

    `CERTIFIES` is what `certificate.json` calls the kind; `ABOUT` says what stands in it.
    """

    CERTIFIES: ClassVar[str]
    ABOUT: ClassVar[str]

    @abstractmethod
    def questions(self) -> tuple[Question, ...]:
        """Follow the facts, or raise `ProofError`; return questions whose no proves the rest."""

    @property
    def weaker(self) -> "Statement | None":
        """What is left of the statement if the questions are not refuted; None for nothing."""
        return None

    @property
    def shape(self) -> BoxShape:
        """The shape of the boxes."""
        about: Grid | Question = getattr(self, fields(self)[0].name)  # type: ignore[arg-type]
        return about.shape

    def as_json(self) -> dict[str, object]:
        """Return the facts for JSON."""
        return facts_as_json(self)

    @classmethod
    def number_of_sudokus(cls, values: Mapping[str, Any]) -> int:  # noqa: ARG003
        """Return how many Sudokus a certificate is about."""
        return len(fields(cls)) - len(facts_of(cls))  # type: ignore[arg-type]

    @classmethod
    def read(cls, values: Mapping[str, Any], shape: BoxShape, sudokus: Sequence[Grid]) -> Self:
        """Return the statement of some Sudokus that JSON says; raise where it makes no sense."""
        return cls(*sudokus, **facts_from_json(values, cls, shape))


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
        """Write the files, said to be by `provenance`; `force` and raise as `written_folder`."""
        stated, readme = self.statement, _README.format(about=self.statement.ABOUT)
        facts = {"format": FORMAT, **facts_written(stated)}
        lines = [f" {json.dumps(name)}: {json.dumps(fact)}" for name, fact in facts.items()]
        files: Files = {FACTS: ["{\n", ",\n".join(lines), "\n}\n"]}
        for names, (question, proof) in zip(REFUTED, self.refutations, strict=False):
            files |= proof_files(names, refuted_formula(question, provenance), proof)
            readme += _README_NO.format(
                question=question.text, names=names, origin=proof.origin.sentence
            )
        write_files(folder, {**files, README: [readme]}, force=force)


def facts_written(stated: Statement) -> dict[str, object]:
    """Return all fields that `certificate.json` has for a statement, except `format`."""
    return {"certifies": stated.CERTIFIES, "shape": str(stated.shape), **stated.as_json()}


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


def proof_files(names: Refuted, question: Iterable[str], proof: Proof) -> Files:
    """Return the files of a formula, written as `question`, and of its proofs."""
    return {
        names.question: question,
        names.drat: (f"{line}\n" for line in proof.drat),
        names.lrat: (f"{line}\n" for line in proof.lrat),
    }


def write_files(folder: str, files: Files, *, force: bool = False) -> None:
    """Write the files of a certificate, in place of an earlier one; raises as `written_folder`."""
    with written_folder(folder, CERTIFICATE, force=force) as beside:
        for name, pieces in files.items():
            with open(os.path.join(beside, name), "w", encoding="ascii") as file:
                file.writelines(pieces)


def certified(
    statement: Statement,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> Certificate:
    """Return the checked certificate of a statement; raise as `prove` does."""
    clock = Clock.of(timeout)
    refutations = list[Refutation]()
    for question in statement.questions():
        formula = question.plain.problem("cnf").formula
        proof = prove(formula, backend_name, timeout=clock, checker_name=checker_name)
        refutations.append(Refutation(question.plain, proof))
    return Certificate(statement, tuple(refutations))


_WRONG = (ArgumentError, CheckError, DecodingError, GridError, TransformationError)


@contextmanager
def as_expected(name: str) -> Iterator[None]:
    """Raise `ProofError` that names a file where what it says makes no sense."""
    try:
        yield
    except _WRONG as error:
        raise ProofError(
            "{file} is not as expected: {reason}", file=name, reason=error.message
        ) from None
