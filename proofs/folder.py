"""The folder of a certificate: the names of its files, its format, and the fields of
`certificate.json`.
"""

from typing import NamedTuple

from ..questions.claim import FACTS, Claim
from ..system.own_folder import FolderKind


class Refuted(NamedTuple):
    """The names of three files: a formula without a model, a solver's proof of that, and the same
    proof with hints.
    """

    question: str
    drat: str
    lrat: str


QUESTION = Refuted("question.cnf", "proof.drat", "proof.lrat")
UNIQUE = Refuted("unique.cnf", "unique.drat", "unique.lrat")
REFUTED = (QUESTION, UNIQUE)
"""The names of the files for each formula that a certificate proves to have no model: first the
formula of the question, then the formula that a puzzle has another solution.
"""

WITNESS, README = "witness.json", "README"
"""The names of two files of a certificate: the transformation of a yes, which only certificates of
a pair by version 1.0.0 have in a separate file, and the instructions for checking.
"""

FORMAT = 2  # the folder's format, recorded in `certificate.json`; version 1.0.0 recorded no format

CERTIFICATE = FolderKind("certificate", (*QUESTION, *UNIQUE, FACTS, WITNESS, README))
"""The kind of folder that holds a certificate, with the names of all files that may be in it, so
that no other folder is overwritten.
"""


def list_written_facts(stated: Claim) -> dict[str, object]:
    """Return the fields that `certificate.json` holds for a statement, except `format`, by name."""
    return {"certifies": stated.CERTIFIES, "shape": str(stated.shape), **stated.as_json()}
