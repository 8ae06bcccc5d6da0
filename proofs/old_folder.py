"""Certificates of pairs as version 1.0.0 wrote them: `witness.json`, and no `certificate.json`."""

import os

from ..base.decoding import decoded_fields
from ..base.limits import DESCRIPTION, lines_of
from ..questions.copy import Copy
from ..questions.facts import PartsInJson
from ..questions.nearest import SoManyAgree
from ..questions.question import Question
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from .certificate import CertifiedCopy, CertifiedNo
from .folder import QUESTION, WITNESS, as_expected, opened, read_facts

_DIGITS = 9
"""How many digits a number of cells has at most."""


def old_statement(folder: str, first: Grid, second: Grid) -> CertifiedCopy | CertifiedNo:
    """Return what an old certificate states of a pair; raise `ProofError` and `OSError`.

    Beside the witness of a yes may stand a formula, which says that no fewer steps do.
    """
    if not os.path.exists(os.path.join(folder, WITNESS)):
        return CertifiedNo(_refuted(folder, first, second))
    witness = _witness(folder)
    fewest = os.path.exists(os.path.join(folder, QUESTION.question))
    steps = witness.shape == first.shape and witness.simplest(first).steps
    return CertifiedCopy(first, second, witness, fewest or not steps)


def _witness(folder: str) -> Transformation:
    values = read_facts(folder, WITNESS)
    with as_expected(WITNESS):
        read = decoded_fields(values, {**PartsInJson.__annotations__, "shape": str})
        shape = BoxShape.parse(read.pop("shape"))
        return PartsInJson(**read).of(shape)


def _refuted(folder: str, first: Grid, second: Grid) -> Question:
    """Return the question whose answer is no, as far as the comments of its formula say it."""
    values = dict[str, str]()
    with opened(folder, QUESTION.question) as file:
        for line in lines_of(file, QUESTION.question, DESCRIPTION):
            if not line.startswith("c ") or line.startswith("c var "):
                break
            key, _, value = line[2:].strip().partition(" ")
            values[key] = value
    at_least = values.get("at-least", "")
    if not at_least.isdecimal() or len(at_least) > _DIGITS:
        return Copy(first, second)
    return SoManyAgree(first, second, values.get("blanks") == "yes", int(at_least))
