"""The contents of a certificate's folder: the names of its files, the version of its format, and
the fields of the file `certificate.json`.
"""

from typing import NamedTuple

from ..questions.claim import CLAIM_FILE, Claim
from ..system.own_folder import OwnFolderKind


class FormulaAndProofFileNames(NamedTuple):
    """The names of three files of a certificate: `question` is a formula that has no model, `drat`
    is a solver's proof of this in DRAT format, and `lrat` is the same proof with hints, in LRAT
    format.
    """

    question: str
    drat: str
    lrat: str


QUESTION = FormulaAndProofFileNames("question.cnf", "proof.drat", "proof.lrat")
UNIQUE = FormulaAndProofFileNames("unique.cnf", "unique.drat", "unique.lrat")
PROOF_FILES = (QUESTION, UNIQUE)
"""The names of the files for each formula that a certificate proves to have no model: first the
formula of the question, then, for a puzzle, the formula of the question whether it has another
solution.
"""

WITNESS, README = "witness.json", "README"
"""The names of two files of a certificate. `WITNESS` contains the transformation that proves the
answer yes; only certificates of a pair by version 1.0.0 have this file. `README` contains the
instructions for checking.
"""

PAIR = "pair.txt"
"""The name of the file of a certificate that contains its two Sudokus, for a checker that makes the
formula from them. Only certificates whose formula such a checker can make have this file (see
plain_pair.py). Version 1.2.0 and earlier versions did not write it.
"""

CERTIFICATE = OwnFolderKind(
    "certificate", (*QUESTION, *UNIQUE, CLAIM_FILE, WITNESS, README, PAIR), common_names=(PAIR,)
)
"""The kind of folder that contains a certificate, with the names of all files that may be in it. A
folder with other files is not overwritten.
"""


def make_certificate_fields(statement: Claim) -> dict[str, object]:
    """Return the fields of the file `certificate.json` for a statement, as a dictionary from their
    names to their values. The result has no field `format`, the version of the folder's format.
    """
    return {
        "certifies": statement.CERTIFIES,
        "shape": str(statement.shape),
        **statement.make_json_without_sudokus(),
    }
