"""Checking a certificate of any kind: what the folder says it is decides how it is checked.

Certificates of pairs by version 1.0.0 have a `witness.json`, and no `certificate.json`.
"""

import os
from collections.abc import Callable
from contextlib import suppress

from ..base.decoding import decoded, decoded_fields
from ..base.errors import ArgumentError, ExportError, ProofError
from ..base.limits import DESCRIPTION, lines_of
from ..base.verdict import Verdict
from ..encoding.formula import Counted
from ..exchange.header import read_export
from ..questions.copy import Copy
from ..questions.facts import PartsInJson
from ..questions.nearest import SoManyAgree
from ..questions.question import Question
from ..sudoku.grid import Grid, check_grids
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from .canonical_certificate import CertifiedForm
from .certificate import Statement
from .checkers import find_checker
from .clues_certificate import CertifiedClues
from .folder import (
    FACTS,
    FORMAT,
    QUESTION,
    REFUTED,
    WITNESS,
    Heading,
    as_expected,
    check_refuted,
    has_facts,
    opened,
    read_facts,
)
from .question_certificate import CertifiedNo, CertifiedYes
from .solutions_certificate import CertifiedSolutions
from .ways_certificate import CertifiedSymmetries, CertifiedWays

STATEMENTS: dict[str, type[Statement]] = {
    kind.CERTIFIES: kind
    for kind in (
        CertifiedYes,
        CertifiedNo,
        CertifiedForm,
        CertifiedWays,
        CertifiedSymmetries,
        CertifiedSolutions,
        CertifiedClues,
    )
}
"""The kinds of certificates, by what `certificate.json` calls them."""


def check_certificate(folder: str, *sudokus: Grid, checker_name: str | None = None) -> Statement:
    """Return what a certificate proves of a Sudoku, or of a pair; the folder says of how many.

    Raises as `check_folder` does, and `ArgumentError` for another number of Sudokus.

    >>> import tempfile
    >>> from sudokopie import certify, decide
    >>> pair = Grid([[1, 2], [0, 0]]), Grid([[0, 0], [2, 1]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     certify(decide(*pair)).write(folder)
    ...     check_certificate(folder, *pair).witness.steps
    1
    """

    def given(number: int) -> tuple[Grid, ...]:
        if len(sudokus) != number:
            raise ArgumentError(
                f"expected {number}, which the certificate is about, found {len(sudokus)} Sudokus"
            )
        check_grids(*sudokus)
        return sudokus

    return check_folder(folder, given, checker_name=checker_name)


def check_folder(
    folder: str,
    sudokus: Callable[[int], tuple[Grid, ...]],
    *,
    checker_name: str | None = None,
) -> Statement:
    """Return what a certificate proves of some Sudokus; `sudokus` returns one, or a pair.

    Raises `ProofError` where anything does not hold, `OSError` where files cannot be read,
    `BackendError` where the checker is not installed, and what `sudokus` raises.
    """
    checker = find_checker(checker_name)
    statement = (
        _stated(folder, sudokus) if has_facts(folder) else old_statement(folder, *sudokus(2))
    )
    is_new = has_facts(folder) and read_facts(folder).get("format") == FORMAT
    for names, question in zip(REFUTED, statement.questions(), strict=False):
        formula = question.problem("cnf").formula
        if isinstance(formula, Counted) and not is_new:
            formula = Counted(formula.formula, formula.limit, cut=False)
        check_refuted(folder, names, formula, checker)
        if is_new:
            _check_comments(folder, names.question, question)
    return statement


def _check_comments(folder: str, name: str, question: Question) -> None:
    """Read a formula's comments as those of an export; raise `ProofError` for another question."""
    with opened(folder, name) as file, suppress(ExportError):
        said = read_export(file, name)
        if said.question == question and said.known is Verdict.NO:
            return
    raise ProofError("the comments of {file} are about something else", file=name)


def _stated(folder: str, sudokus: Callable[[int], tuple[Grid, ...]]) -> Statement:
    """Return what a `certificate.json` says of some Sudokus; raise as `check_folder` does."""
    values = read_facts(folder)
    with as_expected():
        heading = decoded(values, Heading)
    kind = STATEMENTS.get(heading.certifies)
    if kind is None or heading.format not in (1, FORMAT):
        raise ProofError("{file} is of no kind that is known here", file=FACTS)
    with as_expected():
        number = kind.number_of_sudokus(values)
    grids = sudokus(number)
    with as_expected():
        shape = BoxShape.parse(heading.shape)
    if grids[0].shape != shape:
        raise ProofError("the certificate is not one of this Sudoku")
    with as_expected():
        return kind.read(values, shape, grids)


# Certificates of version 1.0.0

_DIGITS = 9
"""How many digits a number of cells has at most."""


def old_statement(folder: str, first: Grid, second: Grid) -> CertifiedNo:
    """Return what an old certificate states of a pair; raise `ProofError` and `OSError`.

    Beside the witness of a yes may stand a formula, which says that no fewer steps do.
    """
    if not os.path.exists(os.path.join(folder, WITNESS)):
        return CertifiedNo(_refuted(folder, first, second))
    witness = _witness(folder)
    if witness.shape != first.shape:
        raise ProofError("the certificate is not one of this Sudoku")
    fewest = os.path.exists(os.path.join(folder, QUESTION.question))
    return CertifiedYes(Copy(first, second), witness, fewest or not witness.simplest(first).steps)


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
