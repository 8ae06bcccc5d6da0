"""Certificates: folders that prove an answer. The answer no is proved by a checked proof that a
formula has no model, the answer yes by an object such as a transformation.

A certificate contains a statement and the data that prove it, such as a transformation, which can
be verified on the grids. If the statement also requires that the answer to some questions is no,
the certificate contains for each of these questions the formula, a solver's proof in DRAT format,
and the same proof with hints in LRAT format. The formulas use the plain encoding, in which every
clause follows directly from the question. The code that found the answer no takes no part in the
check.
"""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..questions.claim import CLAIM_FILE, Claim
from ..questions.question import Question
from ..solvers.deadline import Deadline, Timeout
from ..system.own_folder import open_replacement_folder
from .certificate_folder import (
    CERTIFICATE,
    PAIR,
    PROOF_FILES,
    README,
    FormulaAndProofFileNames,
    make_certificate_fields,
)
from .checkers import find_checker
from .export_header import LIBRARY, Provenance, yield_cnf_text_of_refuted_question
from .plain_pair import find_pair_of_plain_formula, yield_pair_text
from .proof import Proof, prove_unsatisfiable

Files = dict[str, Iterable[str]]
"""The content of files: a dictionary from the name of each file to its text, in pieces."""


class Refutation(NamedTuple):
    """A question and a proof, already checked, that the answer to the question is no."""

    question: Question
    proof: Proof


@dataclass(frozen=True, slots=True)
class Certificate:
    """A statement about Sudokus, with checked proofs. The statement is true if the answers to
    certain questions about these Sudokus are no; for each of these questions, there is a proof that
    its answer is no.
    """

    statement: Claim
    refutations: tuple[Refutation, ...]

    @property
    def refutation(self) -> Refutation | None:
        """The first question of the statement, with the proof that its answer is no. None if the
        statement needs no such proof.
        """
        return self.refutations[0] if self.refutations else None

    @property
    def witness(self) -> Any:
        """The object that proves the answer yes: a transformation, a grid or a set of cells. None
        if the statement has no such object.
        """
        return getattr(self.statement, "witness", None)

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proofs that the answers to the statement's questions are no, one proof for each
        question. Each has been checked.
        """
        return tuple([refutation.proof for refutation in self.refutations])

    def write(self, folder: str, provenance: Provenance = LIBRARY, *, force: bool = False) -> None:
        """Write the certificate's files to `folder`, in place of an earlier certificate. The
        comments at the top of each formula name `provenance`, the program that writes it.

        Raises `OutputError` if the folder contains other files, or files that were changed since
        they were written; if `force` is true, such files are replaced. Raises `LimitError` if the
        folder's list of files is too large, and `OSError` if the folder cannot be written.
        """
        stated, readme = self.statement, _README.format(about=self.statement.ABOUT)
        facts = {"format": stated.FORMAT, **make_certificate_fields(stated)}
        lines = [f" {json.dumps(name)}: {json.dumps(fact)}" for name, fact in facts.items()]
        files: Files = {CLAIM_FILE: ["{\n", ",\n".join(lines), "\n}\n"]}
        for names, (question, proof) in zip(PROOF_FILES, self.refutations, strict=False):
            files |= make_formula_and_proof_files(
                names, yield_cnf_text_of_refuted_question(question, provenance), proof
            )
            readme += _README_NO.format(
                question=question.question_text,
                names=names,
                origin=proof.origin.proof_programs_sentence,
            )
            formula = question.build_problem("cnf").formula
            if (pair := find_pair_of_plain_formula(formula)) is not None:
                files[PAIR] = yield_pair_text(pair)
                arguments = [*pair.shortest_checker_arguments, PAIR, names.lrat]
                readme += _README_PAIR.format(arguments=" ".join(arguments))
        write_certificate_files(folder, {**files, README: [readme]}, force=force)


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

_README_PAIR = """\
To check this by a verified program that also makes the formula:
not-copies {arguments}
"""


def make_formula_and_proof_files(
    file_names: FormulaAndProofFileNames, formula_text: Iterable[str], proof: Proof
) -> Files:
    """Return three files of a certificate, as a dictionary from their names to their text: the
    formula `formula_text`; a proof in DRAT format that this formula has no model; and the same
    proof in LRAT format. `proof` has both proofs, and `file_names` the names of the files.
    """
    return {
        file_names.question: formula_text,
        file_names.drat: _yield_text_pieces(proof.drat),
        file_names.lrat: _yield_text_pieces(proof.lrat),
    }


def _yield_text_pieces(lines: Sequence[str], piece_length: int = 4096) -> Iterator[str]:
    """Yield the text with these lines, in pieces of at most `piece_length` lines: writing each line
    of a long proof by itself would be slow.
    """
    for start in range(0, len(lines), piece_length):
        yield "\n".join([*lines[start : start + piece_length], ""])


def write_certificate_files(folder: str, files: Files, *, force: bool = False) -> None:
    """Write the files of a certificate to `folder`, in place of an earlier certificate. `files`
    maps the name of each file to its text.

    Raises `OutputError` if the folder contains other files, or files that were changed since they
    were written; if `force` is true, such files are replaced. Raises `LimitError` if the folder's
    list of files is too large, and `OSError` if the folder cannot be written.
    """
    with open_replacement_folder(folder, CERTIFICATE, force=force) as beside:
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
    """Return a certificate that proves a statement. A transformation or grid in the statement is
    verified without a solver. If the statement also claims that the answer to some questions is no,
    a solver writes a proof for each of these questions, and the proof is checked.

    `backend_name` is the backend that writes the proofs, `checker_name` the checker of these
    proofs. Raises `BackendError` if the backend or the checker cannot be used for this statement,
    and `ProofError` if the time runs out. Raises `FailedProofCheckError` if the solver answers one
    of the questions with yes, or if a proof fails the check.
    """
    deadline = Deadline.from_timeout(timeout)
    refutations = list[Refutation]()
    questions = [
        question.with_plain_formula for question in statement.check_and_list_questions_to_refute()
    ]
    formulas = [question.build_problem("cnf").formula for question in questions]
    find_checker(checker_name).raise_if_unable(formulas)
    for question, formula in zip(questions, formulas, strict=True):
        proof = prove_unsatisfiable(
            formula, backend_name, timeout=deadline, checker_name=checker_name
        )
        refutations.append(Refutation(question, proof))
    return Certificate(statement, tuple(refutations))
