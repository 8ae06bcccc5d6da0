"""The options `--certificate` and `--verify-no`, and the printing of answers with proofs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ...showing.answer_report import Evidence, make_report
from ...solvers.registry import DEFAULT
from .command_rules import (
    ERROR,
    OUTPUT_FOLDER,
    PROOF,
    UsageError,
    add_rules_and_makers,
    combine_options,
    needs,
)
from .options import CHECKER, FORCE, option
from .reading import read_and_answer_pairs_and_get_status, read_pair_of_two_files_or_none

if TYPE_CHECKING:
    from ...base.errors import SudokopieError
    from ...proofs.certify import Certifiable
    from ...proofs.export_header import Provenance
    from ...questions.claim import Claim
    from ...questions.question import SolverReply
    from ...showing.answer_report import AnswerReport
    from ...showing.printer import AnswerPrinter
    from ...solvers.deadline import Deadline
    from ...sudoku.grid import Pair
    from .options import SolverOptions
    from .reading import CommandInput

AnswerType = TypeVar("AnswerType", bound="Certifiable")


def make_provenance() -> Provenance:
    """Return the note about their origin that exported formulas and certificates contain: the
    version of this program and the command line.
    """
    from ...base.version import VERSION
    from ...proofs.export_header import Provenance

    return Provenance(f"sudokopie {VERSION}", ("sudokopie", *sys.argv[1:]))


class ProofOptions(NamedTuple):
    """The options for proofs of answers.

    - `certificate`: the folder to which a certificate is written; None means no certificate.
    - `force`: whether this folder may contain other files.
    - `verify_no`: whether an answer no is proved without writing files.
    - `checker_name`: the program that checks the proofs; None means the default.
    - `break_symmetry`: "auto" if a proof may use symmetries of the second Sudoku, otherwise "off".
    - `prover`: the solver backend that finds the proofs; None means the default.
    """

    certificate: str | None = None
    force: bool = False
    checker_name: str | None = None
    verify_no: bool = False
    break_symmetry: str = "auto"
    prover: str | None = None

    @property
    def is_proof_wanted(self) -> bool:
        """Whether the user asked for proofs, with --certificate or --verify-no."""
        return self.certificate is not None or self.verify_no

    def check_and_make_options_with_prover(
        self, input_files: Iterable[str], prover_name: str | None = None
    ) -> ProofOptions:
        """Check before any work is done that answers can be proved. Returns a copy of these options
        in which `prover_name` is the solver backend that finds the proofs. `input_files` are the
        files that the command reads.

        Raises `BackendError` if the proofs of the backend cannot be trusted, or if the checker is
        not installed. Raises `UsageError` if an input file is in the certificate's folder. Raises
        `OutputError`, `LimitError` or `OSError` if the folder has other files, or cannot be read or
        written.
        """
        if self.certificate is not None:
            from ...proofs.certificate_folder import CERTIFICATE as KIND
            from .outputs import check_output_folder

            check_output_folder(
                "--certificate", self.certificate, KIND, input_files, force=self.force
            )
        if self.is_proof_wanted:
            from ...proofs.checkers import find_checker
            from ...proofs.proof import find_proving_backend

            find_proving_backend(prover_name)
            find_checker(self.checker_name)
        return self._replace(prover=prover_name)

    def raise_if_certificate_wanted(self) -> None:
        """Raise `UsageError` if the user asked for a certificate. Commands call this method if
        there are several Sudokus, because a certificate is about one Sudoku or one pair.
        """
        if self.certificate is not None:
            raise UsageError(
                "--certificate works for one Sudoku only, but the input has more; put "
                "one Sudoku into a FILE of its own"
            )

    def prove_and_print_answer(
        self,
        file: str,
        answer: Certifiable | SolverReply,
        printer: AnswerPrinter,
        deadline: Deadline,
        backend: str = DEFAULT,
        report: AnswerReport | None = None,
    ) -> list[str]:
        """Print an answer, with a proof if the user asked for proofs. Returns a list with the
        answer in one word, such as `copies`; if the proof failed, the list also has the word
        `error`.

        `report` is the report to print; if it is None, the report is made from the answer.
        `backend` is the solver that finds symmetries; it is used only for a certificate about the
        number of symmetries or ways. Raises `FailedProofCheckError` if a proof shows that the
        answer may be wrong.
        """

        def make_claim() -> Claim | None:
            """Return the statement that a certificate of the answer must prove. Return None if the
            answer is neither yes nor no, because then there is nothing to prove.
            """
            from ...proofs.certify import make_claim_for_answer

            return make_claim_for_answer(
                answer,
                backend,
                timeout=deadline,
                break_symmetry=self.break_symmetry == "auto",
            )

        report = report or make_report(answer, printer.display)
        is_well = self.try_to_prove_and_print_report(file, report, make_claim, printer, deadline)
        return [answer.word] if is_well else [answer.word, ERROR]

    def try_to_prove_and_print_report(
        self,
        path: str,
        report: AnswerReport,
        make_claim: Callable[[], Claim | None],
        printer: AnswerPrinter,
        deadline: Deadline,
    ) -> bool:
        """Print the report on an answer. If the user asked for proofs, prove the answer before.
        Returns False if the proof failed or the certificate could not be written, otherwise True.

        `make_claim` returns the statement to prove, or None if there is nothing to prove; the
        answer is then printed without a proof. Raises `FailedProofCheckError` without printing if a
        proof shows that the answer may be wrong.
        """
        problem = None
        if self.is_proof_wanted:
            evidence, problem = self._prove_and_return_evidence_and_error(make_claim, deadline)
            report.evidence = evidence._replace(claimed_by=report.evidence.claimed_by)
        printer.print_report(path, report)
        if problem is not None:
            printer.print_and_return_error_line(path, problem)
        return problem is None

    def _prove_and_return_evidence_and_error(
        self, make_claim: Callable[[], Claim | None], deadline: Deadline
    ) -> tuple[Evidence, SudokopieError | OSError | None]:
        """Prove the statement that `make_claim` returns and, with --certificate, write the
        certificate. Returns a pair: the evidence for the answer, and the error if the proof or the
        writing failed, otherwise None.

        If the proof fails, a certificate may still be written for a weaker statement that needs no
        proof, such as an upper bound. The error of the failed proof is returned nevertheless.
        """
        from ...base.errors import FailedProofCheckError, SudokopieError
        from ...proofs.certificate import Certificate, make_certificate
        from ...questions.yes_no_claims import YesClaim

        statement, certificate, problem = None, None, None
        try:
            statement = make_claim()
            if statement is None:
                return Evidence(), None
            if self.certificate is None and isinstance(statement, YesClaim):
                return Evidence(), None  # without a folder the user asked for proofs of a no only
            certificate = make_certificate(
                statement, self.prover, timeout=deadline, checker_name=self.checker_name
            )
        except FailedProofCheckError:
            raise
        except (SudokopieError, OSError) as error:
            problem = error
            if statement is not None and statement.weaker_claim is not None:
                certificate = Certificate(statement.weaker_claim, ())
        origins = tuple([proof.origin for proof in certificate.proofs]) if certificate else ()
        is_certified = (
            bool(origins)
            if statement is None or statement.check_and_list_questions_to_refute()
            else None
        )
        try:
            if self.certificate is not None and certificate is not None:
                certificate.write(self.certificate, make_provenance(), force=self.force)
        except (SudokopieError, OSError) as error:
            problem = error
        return Evidence(is_certified, origins), problem


def answer_and_print_pairs_and_get_status(
    command_input: CommandInput,
    solver_options: SolverOptions,
    proof_options: ProofOptions,
    backend: str,
    answer_pair: Callable[[Pair], AnswerType],
    after_printing: Callable[[AnswerType], None] = lambda _: None,
) -> int:
    """Answer a question about the two Sudokus of each file, with proofs if the user asked for
    proofs; return the exit status. `answer_pair` computes the answer for a pair. `after_printing`
    is called with each answer after the answer is printed.

    `backend` is the name of the solver. Raises `UsageError` if the user asked for a certificate of
    more than one pair, or if a Sudoku file is in the certificate's folder. Raises `BackendError` if
    the solver's proofs cannot be trusted or the checker is not installed. Raises `OutputError`,
    `LimitError` or `OSError` if the certificate's folder has other files, or cannot be read or
    written.
    """
    are_several = proof_options.certificate is not None and len(command_input.files) > 1
    if (
        are_several
        and read_pair_of_two_files_or_none(command_input.files, command_input.reading_options)
        is None
    ):
        raise UsageError(
            "--certificate works for one pair only; call the command once for each FILE"
        )
    proof_options = proof_options.check_and_make_options_with_prover(
        command_input.files, solver_options.backend_name
    )

    def print_answer_and_list_status_words(file: str, pair: Pair) -> list[str]:
        """Answer the question about a pair, and print the answer. Returns a list with the answer in
        one word, such as `copies`; if a proof failed, the list also has the word `error`.
        """
        answer = answer_pair(pair)
        statuses = proof_options.prove_and_print_answer(
            file, answer, command_input.printer, solver_options.start_deadline(), backend
        )
        after_printing(answer)
        return statuses

    return read_and_answer_pairs_and_get_status(
        command_input, backend, print_answer_and_list_status_words
    )


_CERTIFICATE_FOLDER = option(
    "--certificate DIR",
    "Write a proof of the answer into this folder, for `sudokopie check DIR FILE`. An earlier "
    "certificate in the folder is replaced.",
    type=OUTPUT_FOLDER,
    heading=PROOF,
)
ONE_CERTIFICATE = combine_options(
    _CERTIFICATE_FOLDER,
    FORCE,
    CHECKER,
    add_rules_and_makers(
        needs("--force", "--certificate"),
        needs("--checker", "--certificate"),
        proof_options=ProofOptions,
    ),
)
"""The options for proofs of commands that can write a certificate but have no option --verify-no.
"""
CERTIFICATE = combine_options(
    _CERTIFICATE_FOLDER,
    option(
        "--verify-no",
        "Prove an answer no and check the proof, without writing files.",
        heading=PROOF,
    ),
    FORCE,
    CHECKER,
    add_rules_and_makers(
        needs("--force", "--certificate"),
        needs("--checker", "--certificate", "--verify-no"),
        proof_options=ProofOptions,
    ),
)
