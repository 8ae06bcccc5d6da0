"""Certificates: folders that prove an answer, a no by a checked proof and a yes by its witness.

A certificate holds a statement, whose facts can be verified on the grids. The statement is true
only if the answer to certain questions is no. For each of these questions, the certificate holds
the formula, a solver's proof in DRAT format, and the same proof with hints in LRAT format. The
formulas use the plain encoding, in which every clause can be read off the question. The code that
found the no takes no part in the check.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..questions.claim import FACTS, Claim
from ..questions.question import Question
from ..solvers.clock import Clock, Timeout
from ..system.own_folder import replace_folder
from .folder import CERTIFICATE, FORMAT, README, REFUTED, Refuted, list_written_facts
from .header import LIBRARY, Provenance, write_refuted_formula
from .proof import Proof, prove

Files = dict[str, Iterable[str]]
"""The content of each file, as pieces of text, by the file's name."""


class Refutation(NamedTuple):
    """A question and a proof, already checked, that the answer to the question is no."""

    question: Question
    proof: Proof


@dataclass(frozen=True, slots=True)
class Certificate:
    """A statement, with checked proofs that the answers to its questions are no."""

    statement: Claim
    refutations: tuple[Refutation, ...]

    @property
    def refutation(self) -> Refutation | None:
        """The first pair of a question and the proof that its answer is no; None if the statement
        is proved without such a proof.
        """
        return self.refutations[0] if self.refutations else None

    @property
    def witness(self) -> Any:
        """The object that proves a yes (the witness): a transformation, a grid or a set of cells.
        None if the statement has none.
        """
        return getattr(self.statement, "witness", None)

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proofs that the answers to the statement's questions are no, one proof for each
        question. Each has been checked.
        """
        return tuple([refutation.proof for refutation in self.refutations])

    def write(self, folder: str, provenance: Provenance = LIBRARY, *, force: bool = False) -> None:
        """Write the certificate's files to `folder`; their headers name `provenance` as the writer.
        An earlier certificate in the folder is replaced.

        Unless `force` is True, raises `OutputError` if the folder holds other files or files that
        were changed since they were written. Raises `LimitError` if the folder's list of files is
        too large, and `OSError` if the folder cannot be written.
        """
        stated, readme = self.statement, _README.format(about=self.statement.ABOUT)
        facts = {"format": FORMAT, **list_written_facts(stated)}
        lines = [f" {json.dumps(name)}: {json.dumps(fact)}" for name, fact in facts.items()]
        files: Files = {FACTS: ["{\n", ",\n".join(lines), "\n}\n"]}
        for names, (question, proof) in zip(REFUTED, self.refutations, strict=False):
            files |= list_proof_files(names, write_refuted_formula(question, provenance), proof)
            readme += _README_NO.format(
                question=question.text, names=names, origin=proof.origin.sentence
            )
        write_files(folder, {**files, README: [readme]}, force=force)


_README = """\
{about}
To check this certificate with sudokopie, which also builds each formula again and compares it:
sudokopie check . FILE
"""

_README_NO = """
The answer to this question is no: {question}
Each model of the formula {names.question} would prove a yes. The formula has no model.
{origin}
To check this by a formally verified checker of others: cake_lpr {names.question} {names.lrat}
To check this by the checker of the SAT competitions:   drat-trim {names.question} {names.drat}
"""


def list_proof_files(names: Refuted, question: Iterable[str], proof: Proof) -> Files:
    """Return the content of three files by name: a formula, a proof in DRAT format that it has no
    model, and the same proof in LRAT format. `names` are the names of the files, `question` is the
    text of the formula, and `proof` holds the two proofs.
    """
    return {
        names.question: question,
        names.drat: (f"{line}\n" for line in proof.drat),
        names.lrat: (f"{line}\n" for line in proof.lrat),
    }


def write_files(folder: str, files: Files, *, force: bool = False) -> None:
    """Write the files of a certificate to `folder`, in place of an earlier certificate.

    Unless `force` is True, raises `OutputError` if the folder holds other files or files that were
    changed since they were written. Raises `LimitError` if the folder's list of files is too large,
    and `OSError` if the folder cannot be written.
    """
    with replace_folder(folder, CERTIFICATE, force=force) as beside:
        for name, pieces in files.items():
            with open(os.path.join(beside, name), "w", encoding="ascii") as file:
                file.writelines(pieces)


def make_certificate(
    statement: Claim,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> Certificate:
    """Return the certificate of a statement, with checked proofs.

    `backend_name` is the backend that proves, `checker_name` the checker of its proofs. Raises
    `BackendError` if the backend or the checker cannot be used, `RefutedError` if a question's
    answer is not no or a proof fails the check, and `ProofError` if the time runs out.
    """
    clock = Clock.of(timeout)
    refutations = list[Refutation]()
    for question in statement.check_and_list_questions():
        formula = question.with_plain_formula.build_problem("cnf").formula
        proof = prove(formula, backend_name, timeout=clock, checker_name=checker_name)
        refutations.append(Refutation(question.with_plain_formula, proof))
    return Certificate(statement, tuple(refutations))
