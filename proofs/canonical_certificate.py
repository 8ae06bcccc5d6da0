"""Certificates of canonical forms: the steps to the form, and the proof that no image is less."""

from typing import Literal, NamedTuple

from ..answers.canonical import CanonicalForm
from ..base.errors import ProofError
from ..base.language import Message
from ..encoding.better_image import BetterImage
from ..exchange.header import LIBRARY, Provenance
from ..solvers.clock import Timeout
from ..sudoku.grid import Grid
from .checkers import Checker
from .folder import (
    CHECKERS,
    FACTS,
    QUESTION,
    README,
    Parts,
    Rows,
    as_expected,
    check_refuted,
    facts_as_json,
    parts_of,
    proof_files,
    read_facts,
    stated,
    write_files,
)
from .proof import Proof, prove

KIND = "canonical form"

_EXTREME = {False: "min", True: "max"}


class FormCertificate(NamedTuple):
    """What proves a canonical form: the steps to it, and that no image is less, or greater."""

    found: CanonicalForm
    greatest: bool
    proof: Proof

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proofs, all checked."""
        return (self.proof,)

    def write(self, folder: str, provenance: Provenance = LIBRARY, *, force: bool = False) -> None:
        """Write the files; raises as `write_files` does."""
        form, way = self.found.form, self.found.transformation
        better = "greater" if self.greatest else "less"
        question = f"is there a copy of this Sudoku that is {better} as it is read?"
        formula = BetterImage(form, self.greatest)
        facts = {
            "extreme": _EXTREME[self.greatest],
            "form": form.rows,
            "transformation": parts_of(way),
        }
        pieces = stated(formula, question, {"form": form}, provenance)
        files = {
            FACTS: facts_as_json(KIND, form.shape, facts),
            README: [_README.format(better=better, origin=self.proof.origin.sentence)],
        }
        write_files(folder, files | proof_files(QUESTION, pieces, self.proof), force=force)


def certify_form(
    found: CanonicalForm,
    form: str = "min",
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> FormCertificate:
    """Return the checked certificate of a canonical form, `min` or `max`; raise as `prove` does.

    >>> from ..answers.canonical import canonical_form
    >>> certificate = certify_form(canonical_form(Grid([[1, 2], [0, 0]])))
    >>> len(certificate.proof.lrat) > 0
    True
    """
    greatest = form == _EXTREME[True]
    formula = BetterImage(found.form, greatest)
    return FormCertificate(
        found, greatest, prove(formula, timeout=timeout, checker_name=checker_name)
    )


class CertifiedForm(NamedTuple):
    """What was checked: `form` is the least copy of a grid, or the greatest."""

    grid: Grid
    form: Grid
    greatest: bool


class _Facts(NamedTuple):
    extreme: Literal["min", "max"]
    form: Rows
    transformation: Parts


def check_form(folder: str, grid: Grid, checker: Checker) -> CertifiedForm:
    """Return which form of a grid a certificate proves.

    It follows the steps to the form, compares the formula "some copy of the form is less" with the
    one that follows from the form alone, and has the proof checked. Raises `ProofError` where
    anything does not hold, and `OSError`.
    """
    extreme, rows, parts = read_facts(folder, _Facts)
    with as_expected():
        form, way = Grid(rows, grid.shape), parts.of(grid.shape)
    greatest = extreme == _EXTREME[True]
    if not way.leads(grid, form):
        raise ProofError(Message("the steps do not lead from the Sudoku to its form"))
    check_refuted(folder, QUESTION, BetterImage(form, greatest), checker)
    return CertifiedForm(grid, form, greatest)


_README = (
    """\
The form in certificate.json is a copy of the Sudoku, by the transformation that stands with it.
No copy is {better} as it is read: question.cnf, true of the ways to one, has no model.
{origin}
With our checker, which also follows the steps and compares the formula: sudokopie check . FILE
"""
    + CHECKERS
)
