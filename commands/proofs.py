"""Proving answers: the options `--certificate` and `--verify-no`, and what they ask for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..showing.said import NO_EVIDENCE, Evidence
from .declaring import gathered, needs, options, rules
from .exits import ERROR
from .options import CHECKER, FORCE, option

if TYPE_CHECKING:
    from ..answers.decide import Answer
    from ..answers.nearest import NearestCopy
    from ..base.errors import SudokopieError
    from ..exchange.header import Provenance
    from ..proofs.certificate import Certificate
    from ..proofs.proof import Origin
    from ..showing.printer import Printer
    from ..showing.said import Said
    from ..solvers.clock import Clock


def provenance() -> Provenance:
    """Return what a file says of what wrote it: this program, as the user called it."""
    from ..base.version import VERSION
    from ..exchange.header import Provenance

    return Provenance(f"sudokopie {VERSION}", ("sudokopie", *sys.argv[1:]))


class Proofs(NamedTuple):
    """Whether, where and how answers are to be certified.

    `certificate` is the folder for what proves them; with `force` files of others in it may be
    replaced. `verify_no` proves a no and keeps no files. `prover` is the backend that proves, if
    the user names one.
    """

    certificate: str | None = None
    force: bool = False
    checker_name: str | None = None
    verify_no: bool = False
    prover: str | None = None

    @property
    def are_wanted(self) -> bool:
        """Whether anything is to be certified."""
        return self.certificate is not None or self.verify_no

    def checked(self, read: Iterable[str], prover: str | None = None) -> Proofs:
        """Return the same with a prover; raise an error before all work that would be in vain.

        `BackendError` where the backend's proofs cannot be trusted, or the checker is not
        installed; and what `check_folder_output` raises. `read` are the files to be read.
        """
        if self.certificate is not None:
            from ..proofs.folder import CERTIFICATE as KIND
            from .outputs import check_folder_output

            check_folder_output("--certificate", self.certificate, KIND, read, force=self.force)
        if self.are_wanted:
            from ..proofs.checkers import find_checker
            from ..proofs.proof import prover_for

            prover_for(prover)
            find_checker(self.checker_name)
        return self._replace(prover=prover)

    def answer(
        self,
        file: str,
        answer: Answer | NearestCopy,
        clock: Clock,
        printer: Printer,
        then: Callable[[], None] = lambda: None,
    ) -> list[str]:
        """Print an answer, certified as far as was asked for; return the statuses.

        `then` is called when it is printed, before what went wrong is said.
        """
        evidence, problem = self._evidence(answer, clock)
        printer.answer(file, answer, evidence)
        then()
        if problem is None:
            return [answer.word]
        printer.problem(file, problem)
        return [answer.word, ERROR]

    def _evidence(
        self, answer: Answer | NearestCopy, clock: Clock
    ) -> tuple[Evidence, SudokopieError | OSError | None]:
        """Certify an answer, and write what is to be written; return also what went wrong."""
        if not self.are_wanted:
            return NO_EVIDENCE, None
        from ..base.errors import SudokopieError
        from ..proofs.certificate import Certificate, CertifiedCopy, certified, statement_of

        statement = statement_of(answer)
        if statement is None or (self.certificate is None and isinstance(statement, CertifiedCopy)):
            return NO_EVIDENCE, None  # without a folder only a no was to be proved
        certificate, problem = None, None
        try:
            certificate = certified(
                statement, self.prover, timeout=clock, checker_name=self.checker_name
            )
        except (SudokopieError, OSError) as error:
            problem = error
            if statement.weaker is not None:
                certificate = Certificate(statement.weaker, ())
        proofs = () if certificate is None else certificate.proofs
        is_certified = bool(proofs) if statement.questions() else None
        try:
            if self.certificate is not None and certificate is not None:
                certificate.write(self.certificate, provenance(), force=self.force)
        except (SudokopieError, OSError) as error:
            problem = error
        return Evidence(is_certified, proofs[0].origin if proofs else None), problem

    def show(
        self,
        file: str,
        said: Said,
        certify: Callable[[], Certificate],
        printer: Printer,
    ) -> bool:
        """Print an answer, certified if that was asked for; return whether nothing went wrong."""
        if self.certificate is None:
            printer.show(file, said)
            return True
        from ..base.errors import SudokopieError
        from ..showing.said_certified import SaidProved

        origins: list[Origin] = []
        problem = None
        try:
            certificate = certify()
            certificate.write(self.certificate, provenance(), force=self.force)
            origins = [proof.origin for proof in certificate.proofs]
        except (SudokopieError, OSError) as error:
            problem = error
        printer.show(file, SaidProved(said, origins))
        if problem is not None:
            printer.problem(file, problem)
        return problem is None


ONE_CERTIFICATE = options(
    option("--certificate DIR", "Write what proves the answer, for `sudokopie check DIR FILE`."),
    FORCE,
    CHECKER,
    gathered(proofs=Proofs),
    rules(needs("--force", "--certificate"), needs("--checker", "--certificate")),
)
"""For answers that are neither a yes nor a no."""
CERTIFICATE = options(
    option(
        "--certificate DIR",
        "Write what proves the answer: a no's formula and proof, a yes's witness.",
    ),
    option("--verify-no", "Prove a no and check the proof, keep no files."),
    FORCE,
    CHECKER,
    gathered(proofs=Proofs),
    rules(needs("--force", "--certificate"), needs("--checker", "--certificate", "--verify-no")),
)
