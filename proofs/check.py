"""Check a certificate, a folder that proves an answer, on the Sudokus it is about. The file
`certificate.json` in the folder names the kind of its statement.

Version 1.0.0 wrote certificates of pairs with a `witness.json` and without a `certificate.json`.
"""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from itertools import zip_longest
from typing import IO, Any, NamedTuple

from ..base.decoding import convert_fields, convert_to_schema, read_json
from ..base.errors import ArgumentError, ExportError, ProofError, VerificationError
from ..base.limits import DESCRIPTION, PROOF, read_limited_lines, read_whole_stream
from ..base.messages import Message
from ..base.verdict import Verdict
from ..encoding.formula import Formula, FormulaWithCostCounter, split_lines, write_dimacs
from ..questions.claim import FACTS, Claim, explain_bad_claim
from ..questions.copy import IsCopy
from ..questions.question import Question
from ..questions.serialization import TransformationInJson
from ..questions.yes_no_claims import CertifiedNo, CertifiedYes
from ..solvers.clock import Clock
from ..sudoku.grid import Grid, check_grids
from ..sudoku.shape import BoxShape
from ..system.own_folder import LIST, check_digests, open_regular_file
from .checkers import Checker, find_checker
from .claims import CLAIMS
from .folder import (
    CERTIFICATE,
    FORMAT,
    QUESTION,
    README,
    REFUTED,
    WITNESS,
    Refuted,
    list_written_facts,
)
from .header import Header, read_export


def check_certificate(folder: str, *sudokus: Grid, checker_name: str | None = None) -> Claim:
    """Check a certificate and return the statement that it proves about `sudokus`: one Sudoku or a
    pair, as the certificate requires.

    Raises `ArgumentError` if the certificate requires another number of Sudokus. Raises
    `ProofError` if any part of the check fails, `OSError` if a file cannot be read, and
    `BackendError` if the checker is not installed or gives no verdict.

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
    folder: str, sudokus: Callable[[int], tuple[Grid, ...]], *, checker_name: str | None = None
) -> Claim:
    """Check a certificate and return the statement that it proves. The function `sudokus` is called
    with the number of Sudokus that the certificate is about, 1 or 2, and must return these Sudokus.

    Raises `ProofError` if any part of the check fails, or if a file differs from its digest in
    `SHA256SUMS`; `OSError` if a file cannot be read; `BackendError` if the checker is not installed
    or gives no verdict; and all errors that `sudokus` raises.
    """
    checker = find_checker(checker_name)
    try:
        files = check_digests(folder, CERTIFICATE)
    except VerificationError as error:
        raise ProofError(error.message) from None
    if FACTS in files:
        values = _read_facts(folder, FACTS)
        statement = _read_statement(values, sudokus)
    else:
        values, statement = {}, _read_old_statement(folder, files, *sudokus(2))
    is_new = values.get("format") == FORMAT
    refutations = list(zip(REFUTED, statement.check_and_list_questions(), strict=False))
    _check_names(files, [name for names, _ in refutations for name in names])
    for names, question in refutations:
        formula = question.build_problem("cnf").formula
        if isinstance(formula, FormulaWithCostCounter) and not is_new:
            formula = FormulaWithCostCounter(formula.formula, formula.limit, cut=False)
        _check_refuted(folder, names, formula, checker)
        if is_new and _read_header_of(folder, names.question) != (question, Verdict.NO):
            raise ProofError("the comments of {file} are about something else", file=names.question)
    return statement


def _check_names(files: frozenset[str], refuted: list[str]) -> None:
    """Raise `ProofError` unless a certificate holds exactly the files it needs: the README, the
    file of its statement (`certificate.json` or, in version 1.0.0, `witness.json`, if it has
    either), and the files in `refuted`, its formulas and proofs. `files` are the names that the
    folder lists.
    """
    needed = {README, *refuted}
    needed.update([name for name in (FACTS, WITNESS) if name in files][:1])
    for name in sorted(needed ^ files):
        if name in needed:
            raise ProofError("{list} does not name {file}, which is needed", list=LIST, file=name)
        raise ProofError("{file} belongs to nothing that the certificate states", file=name)


def _check_refuted(folder: str, names: Refuted, formula: Formula, checker: Checker) -> None:
    """Raise `ProofError` unless the certificate's file of a formula equals `formula`, except for
    its comments, and the checker accepts the proof that it has no model. `names` are the names of
    the files in `folder`.
    """
    with _open_text(folder, names.question) as question, _open_text(folder, names.lrat) as proof:
        lines = read_limited_lines(question, names.question, PROOF)
        said = (line.rstrip("\n") for line in lines if not line.startswith("c "))
        expected = split_lines(write_dimacs(formula))
        if not all(one == other for one, other in zip_longest(said, expected)):
            raise ProofError("{file} is not the formula of these Sudokus", file=names.question)
        question.seek(0)
        lines = read_limited_lines(question, names.question, PROOF)
        checker.check(lines, read_limited_lines(proof, names.lrat, PROOF), Clock())


def _read_header_of(folder: str, name: str) -> Header | None:
    """Return the question and answer in the comments of the certificate's file `name`, a formula,
    or None if `sudokopie` did not write these comments.
    """
    with _open_text(folder, name) as file, suppress(ExportError):
        return read_export(file, name)
    return None


class _Heading(NamedTuple):
    """The fields that every `certificate.json` has, read before all other fields: the kind of its
    statement, the shape of the boxes (such as "3x3"), and the format of the folder.
    """

    certifies: str
    shape: str
    format: int = 1


def _read_statement(values: dict[str, Any], sudokus: Callable[[int], tuple[Grid, ...]]) -> Claim:
    """Return the statement in a `certificate.json`, about the Sudokus that `sudokus` returns.
    Raises `ProofError` if the file is not valid or does not fit the Sudokus.
    """
    with explain_bad_claim(FACTS):
        heading = convert_to_schema(values, _Heading)
    is_known = heading.format == FORMAT or (heading.format == 1 and heading.certifies in _OLD_KINDS)
    if not is_known or heading.certifies not in CLAIMS:
        raise ProofError("{file} is of no kind that is known here", file=FACTS)
    kind: type[Claim] = CLAIMS.find(heading.certifies)
    with explain_bad_claim(FACTS):
        number = kind.count_sudokus(values)
    grids = sudokus(number)
    with explain_bad_claim(FACTS):
        shape = BoxShape.parse(heading.shape)
    _check_shape(grids[0], shape)
    with explain_bad_claim(FACTS):
        statement = kind.from_json(values, shape, grids)
    written = list_written_facts(statement)
    if heading.format == FORMAT:
        written["format"] = FORMAT
    _check_written(FACTS, values, written)
    return statement


def _check_written(file: str, values: dict[str, Any], written: dict[str, object]) -> None:
    """Raise `ProofError` if the JSON file `file` has an unknown field, or a field with a value
    other than in `written`, which sudokopie itself would write for the same statement. `values`
    holds the fields of the file.

    `written` is made from the statement that was read from the file. So every field of a
    certificate is checked, and each field can be written in only one way.
    """
    expected = json.loads(json.dumps(written))
    for name, value in values.items():
        if name not in expected:
            wrong = Message("this field belongs to nothing that the certificate states")
        elif value != expected[name]:
            wrong = Message("sudokopie writes this in another way")
        else:
            continue
        raise ProofError("{file}: {name}: {wrong}", file=file, name=name[:60], wrong=wrong)


def _check_shape(grid: Grid, shape: BoxShape) -> None:
    if grid.shape != shape:
        raise ProofError("the certificate is not one of this Sudoku")


# Certificates of version 1.0.0

_OLD_KINDS = ("canonical form", "number of ways", "fewest clues")
"""The kinds of statement that version 1.0.0 wrote to a `certificate.json`. A file in its format is
read only if it has one of these kinds.
"""


def _read_old_statement(
    folder: str, files: frozenset[str], first: Grid, second: Grid
) -> CertifiedNo:
    """Return the statement of a certificate that version 1.0.0 wrote for a pair of Sudokus: that
    one is not a copy of the other, or that it is, with the transformation in `witness.json`. A
    formula beside this file proves that no transformation has fewer steps.
    """
    if WITNESS not in files:
        if QUESTION.question not in files:
            raise ProofError("{list} does not name {file}, which is needed", list=LIST, file=FACTS)
        return CertifiedNo(_read_refuted_question(folder, first, second))
    values = _read_facts(folder, WITNESS)
    with explain_bad_claim(WITNESS):
        read = convert_fields(values, {**TransformationInJson.__annotations__, "shape": str})
        shape = BoxShape.parse(read.pop("shape"))
        witness = TransformationInJson(**read).to_transformation(shape)
    _check_written(
        WITNESS, values, TransformationInJson(*witness[1:])._asdict() | {"shape": str(shape)}
    )
    _check_shape(first, shape)
    best = QUESTION.question in files or not witness.steps
    return CertifiedYes(IsCopy(first, second), witness, best)


def _read_refuted_question(folder: str, first: Grid, second: Grid) -> Question:
    """Return the question whose answer is no, as the comments of its formula describe it; without
    such comments it is the question whether the second Sudoku is a copy of the first.
    """
    from ..questions.nearest import HowManyCellsAgree

    match _read_header_of(folder, QUESTION.question):
        case Header(HowManyCellsAgree(blanks=blanks, at_least=at_least)):
            return HowManyCellsAgree(first, second, blanks, at_least)
    return IsCopy(first, second)


def _open_text(folder: str, name: str) -> IO[str]:
    # Only \n ends a line here, because other programs read the files in this way.
    path = os.path.join(folder, name)
    return open(path, encoding="ascii", errors="replace", newline="\n", opener=open_regular_file)


def _read_facts(folder: str, name: str) -> dict[str, Any]:
    """Return the fields of the JSON file `name` in a certificate's folder. Raises `ProofError` if
    the file is not valid, and `OSError` if it cannot be read.
    """
    with _open_text(folder, name) as file, explain_bad_claim(name):
        return read_json(read_whole_stream(file, name, DESCRIPTION), dict[str, Any])
