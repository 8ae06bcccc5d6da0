"""Proving answers as `--certificate` and `--verify-no` ask for it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from .outputs import check_folder_output

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


class Proved(NamedTuple):
    """What came of certifying an answer.

    `certified`: whether a no, or the number of steps, is; None where that was not to be.
    `origin` says where the proof is from, `problem` what went wrong.
    """

    certified: bool | None = None
    origin: Origin | None = None
    problem: SudokopieError | OSError | None = None


class Proofs(NamedTuple):
    """Whether and where to certify answers, by which backend and checker if these were named.

    With `force` files of others in the folder may be replaced.
    """

    folder: str | None = None
    force: bool = False
    verify_no: bool = False
    backend_name: str | None = None
    checker_name: str | None = None

    @property
    def are_wanted(self) -> bool:
        """Whether anything is to be certified."""
        return self.folder is not None or self.verify_no

    def check(self, read: Iterable[str]) -> None:
        """Raise an error before all work where no proof can be had, or none be written.

        `BackendError` where the backend's proofs cannot be trusted, or the checker is not
        installed; and what `check_folder_output` raises. `read` are the files to be read.
        """
        if self.folder is not None:
            from ..proofs.folder import CERTIFICATE

            check_folder_output("--certificate", self.folder, CERTIFICATE, read, force=self.force)
        if self.are_wanted:
            from ..proofs.checkers import find_checker
            from ..proofs.proof import prover_for

            prover_for(self.backend_name)
            find_checker(self.checker_name)

    def of(self, answer: Answer | NearestCopy, clock: Clock) -> Proved:
        """Certify an answer as far as was asked for, and write what is to be written."""
        if not self.are_wanted:
            return Proved()
        from ..base.errors import SudokopieError
        from ..proofs.certificate import Certificate, CertifiedCopy, certified, statement_of

        statement = statement_of(answer)
        if statement is None or (self.folder is None and isinstance(statement, CertifiedCopy)):
            return Proved()  # without a folder only a no was to be proved
        certificate, problem = None, None
        try:
            certificate = certified(
                statement, self.backend_name, timeout=clock, checker_name=self.checker_name
            )
        except (SudokopieError, OSError) as error:
            problem = error
            if statement.weaker is not None:
                certificate = Certificate(statement.weaker, ())
        proofs = () if certificate is None else certificate.proofs
        is_certified = bool(proofs) if statement.questions() else None
        try:
            if self.folder is not None and certificate is not None:
                certificate.write(self.folder, provenance(), force=self.force)
        except (SudokopieError, OSError) as error:
            problem = error
        return Proved(is_certified, proofs[0].origin if proofs else None, problem)

    def show(
        self,
        file: str,
        said: Said,
        certify: Callable[[], Certificate],
        printer: Printer,
    ) -> bool:
        """Print an answer, certified if that was asked for; return whether nothing went wrong."""
        if self.folder is None:
            printer.show(file, said)
            return True
        from ..base.errors import SudokopieError
        from ..showing.said_certified import SaidProved

        origins: list[Origin] = []
        problem = None
        try:
            certificate = certify()
            certificate.write(self.folder, provenance(), force=self.force)
            origins = [proof.origin for proof in certificate.proofs]
        except (SudokopieError, OSError) as error:
            problem = error
        printer.show(file, SaidProved(said, origins))
        if problem is not None:
            printer.problem(file, problem)
        return problem is None
