"""The folder of a certificate: its files, its form, and the fields of `certificate.json`."""

from typing import NamedTuple

from ..questions.claim import FACTS, Statement
from ..system.own_folder import FolderKind


class Refuted(NamedTuple):
    """The names of three files: a formula without a model, a solver's proof, one with hints."""

    question: str
    drat: str
    lrat: str


QUESTION = Refuted("question.cnf", "proof.drat", "proof.lrat")
UNIQUE = Refuted("unique.cnf", "unique.drat", "unique.lrat")
REFUTED = (QUESTION, UNIQUE)
"""What a certificate refutes; the second is that a puzzle has another solution."""

WITNESS, README = "witness.json", "README"
"""Files of a certificate besides FACTS. The witness has a file of its own only in certificates of
a pair by version 1.0.0."""

FORMAT = 2  # the form of a folder, which `certificate.json` says; those of 1.0.0 say none

CERTIFICATE = FolderKind("certificate", (*QUESTION, *UNIQUE, FACTS, WITNESS, README))
"""The folder of a certificate, of whatever kind."""


def list_written_facts(stated: Statement) -> dict[str, object]:
    """Return all fields that `certificate.json` has for a statement, except `format`."""
    return {"certifies": stated.CERTIFIES, "shape": str(stated.shape), **stated.as_json()}
