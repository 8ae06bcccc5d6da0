"""Check a certificate, a folder that proves an answer about one Sudoku or two. The file
`certificate.json` in the folder contains the statement to check.

Version 1.0.0 wrote certificates of pairs with a `witness.json` and without a `certificate.json`.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import zip_longest
from typing import IO, Any, NamedTuple

from ..base.decoding import convert_selected_fields, convert_to_named_tuple, read_json
from ..base.errors import ArgumentError, ExportError, ProofError, VerificationError
from ..base.limits import DESCRIPTION, PROOF, read_whole_stream, yield_limited_lines
from ..base.messages import Message
from ..base.verdict import Verdict
from ..encoding.formula import (
    Formula,
    FormulaWithCostCounter,
    yield_dimacs_text_pieces,
    yield_lines_of_pieces,
)
from ..questions.claim import CLAIM_FILE, Claim, convert_bad_data_to_proof_error
from ..questions.copy import IsCopy
from ..questions.question import Question
from ..questions.serialization import JsonTransformation
from ..questions.yes_no_claims import NoClaim, YesClaim
from ..solvers.deadline import Deadline
from ..sudoku.grid import Grid, check_grids
from ..sudoku.shape import BoxShape
from ..system.own_folder import LIST, open_regular_file_descriptor, verify_digests_and_list_names
from .certificate_folder import (
    CERTIFICATE,
    PAIR,
    PROOF_FILES,
    QUESTION,
    README,
    WITNESS,
    FormulaAndProofFileNames,
    make_certificate_fields,
)
from .checkers import ProofChecker, find_checker
from .claims import CLAIMS
from .export_header import ExportHeader, parse_export_header
from .plain_pair import find_pair_of_plain_formula, yield_pair_text


def check_certificate(folder: str, *sudokus: Grid, checker_name: str | None = None) -> Claim:
    """Check the certificate in `folder`, and return the statement that it proves about `sudokus`.
    These are one Sudoku or two, as the certificate requires.

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

    def get_given_sudokus(required_count: int) -> tuple[Grid, ...]:
        """Return the given Sudokus. Raise `ArgumentError` if their number is not `required_count`,
        the number of Sudokus that the certificate requires.
        """
        if len(sudokus) != required_count:
            raise ArgumentError(
                f"expected {required_count}, which the certificate is about, "
                f"found {len(sudokus)} Sudokus"
            )
        check_grids(*sudokus)
        return sudokus

    return check_certificate_and_read_claim(folder, get_given_sudokus, checker_name=checker_name)


def check_certificate_and_read_claim(
    folder: str, get_sudokus: Callable[[int], tuple[Grid, ...]], *, checker_name: str | None = None
) -> Claim:
    """Check the certificate in `folder`, and return the statement that it proves. A certificate is
    about one Sudoku or two; the function `get_sudokus` is called with this number, 1 or 2, and must
    return as many Sudokus.

    Raises `ProofError` if any part of the check fails, or if a file differs from its digest in
    `SHA256SUMS`; `OSError` if a file cannot be read; `BackendError` if the checker is not installed
    or gives no verdict; and all errors that `get_sudokus` raises.
    """
    checker = find_checker(checker_name)
    try:
        files = verify_digests_and_list_names(folder, CERTIFICATE)
    except VerificationError as error:
        raise ProofError(error.message) from None
    if CLAIM_FILE in files:
        values = _read_json_fields(folder, CLAIM_FILE)
        statement = _read_statement(values, get_sudokus)
    else:
        values, statement = {}, _read_version_1_statement(folder, files, *get_sudokus(2))
    is_new = values.get("format") == statement.FORMAT
    refutations = list(
        zip(PROOF_FILES, statement.check_and_list_questions_to_refute(), strict=False)
    )
    proof_files = [name for names, _ in refutations for name in names]
    formulas = [question.build_problem("cnf").formula for _, question in refutations]
    _check_file_list(files, proof_files, has_pair=any(map(find_pair_of_plain_formula, formulas)))
    checker.raise_if_unable(formulas)
    for (names, question), formula in zip(refutations, formulas, strict=True):
        if isinstance(formula, FormulaWithCostCounter) and not is_new:
            inner, limit = formula.formula, formula.limit
            formula = FormulaWithCostCounter(inner, limit, stops_at_limit=False)  # noqa: PLW2901
        _check_formula_file_and_proof(folder, names, formula, checker)
        if is_new and _read_formula_header(folder, names.question) != (question, Verdict.NO):
            raise ProofError("the comments of {file} are about something else", file=names.question)
        _check_pair_file(folder, files, formula)
    return statement


def _check_file_list(
    listed_files: frozenset[str], proof_files: list[str], *, has_pair: bool
) -> None:
    """Raise `ProofError` if `listed_files`, the files in the list of a certificate, are not exactly
    the files that it needs: the README, the file with its statement, and the `proof_files`, which
    are its formulas and proofs. `has_pair` is whether it may also have the file with two Sudokus.

    The statement is in `certificate.json` or, in certificates by version 1.0.0, in `witness.json`
    or in no file at all.
    """
    needed = {README, *proof_files}
    needed.update([name for name in (CLAIM_FILE, WITNESS) if name in listed_files][:1])
    needed.update({PAIR} & listed_files if has_pair else ())
    for name in sorted(needed ^ listed_files):
        if name in needed:
            raise ProofError("{list} does not name {file}, which is needed", list=LIST, file=name)
        raise ProofError("{file} belongs to nothing that the certificate states", file=name)


def _check_pair_file(folder: str, listed_files: frozenset[str], formula: Formula) -> None:
    """Raise `ProofError` if a certificate has a file with its two Sudokus whose content is not
    exactly the text that sudokopie writes for the Sudokus of `formula`. Certificates by earlier
    versions have no such file.
    """
    pair = find_pair_of_plain_formula(formula)
    if PAIR not in listed_files or pair is None:
        return
    with _open_text(folder, PAIR) as file:
        lines = yield_limited_lines(file, PAIR, PROOF)
        if not all(one == other for one, other in zip_longest(lines, yield_pair_text(pair))):
            raise ProofError("{file} does not have exactly the two Sudokus", file=PAIR)


_COMMENT = "c ", "c\n"  # the beginnings of a comment in a formula, which may be only `c`


def _check_formula_file_and_proof(
    folder: str, file_names: FormulaAndProofFileNames, formula: Formula, checker: ProofChecker
) -> None:
    """Raise `ProofError` unless the formula file and the proof file of a certificate are right. The
    formula file must contain exactly `formula`, apart from comments, and the checker must accept
    the proof that this formula has no model. `file_names` are the names of these files in `folder`:
    the formula, and the proof in one or both of its formats.

    The checker gets `formula` itself. Only lines of the proof reach it from the folder, so nothing
    that a comment contains can make another program accept a wrong proof.
    """
    with (
        _open_text(folder, file_names.question) as question,
        _open_text(folder, file_names.lrat) as proof,
    ):
        lines = yield_limited_lines(question, file_names.question, PROOF)
        written = (line.rstrip("\n") for line in lines if not line.startswith(_COMMENT))
        expected = yield_lines_of_pieces(yield_dimacs_text_pieces(formula))
        if not all(one == other for one, other in zip_longest(written, expected)):
            raise ProofError("{file} is not the formula of these Sudokus", file=file_names.question)
        checker.check(formula, yield_limited_lines(proof, file_names.lrat, PROOF), Deadline())


@contextmanager
def open_lrat_proof(folder: str) -> Iterator[Iterator[str]]:
    """A context manager that yields the lines of the first proof in LRAT format of the certificate
    in `folder`; there are none if the certificate has no proof.
    """
    name = PROOF_FILES[0].lrat
    if not os.path.exists(os.path.join(folder, name)):
        yield iter(())
        return
    with _open_text(folder, name) as file:
        yield yield_limited_lines(file, name, PROOF)


def _read_formula_header(folder: str, file_name: str) -> ExportHeader | None:
    """Return the question and the answer that the comments in a formula's file describe. Return
    None if sudokopie did not write these comments.
    """
    with _open_text(folder, file_name) as file, suppress(ExportError):
        return parse_export_header(file, file_name)
    return None


class _BasicFields(NamedTuple):
    """The fields that every `certificate.json` has: the kind of its statement, the shape of the
    boxes (such as "3x3"), and the version of the folder's format. They are read first, because the
    other fields depend on the kind.
    """

    certifies: str
    shape: str
    format: int = 1


def _read_statement(
    fields: dict[str, Any], get_sudokus: Callable[[int], tuple[Grid, ...]]
) -> Claim:
    """Return the statement that `fields`, the fields of a `certificate.json`, describe. The
    function `get_sudokus` is called with the number of Sudokus that the statement is about, and
    returns them.
    """
    with convert_bad_data_to_proof_error(CLAIM_FILE):
        heading = convert_to_named_tuple(fields, _BasicFields)
    kind: type[Claim] | None = (
        CLAIMS.load_named(heading.certifies) if heading.certifies in CLAIMS else None
    )
    is_old = heading.format == 1 and heading.certifies in _OLD_KINDS
    if kind is None or not (is_old or heading.format == kind.FORMAT):
        raise ProofError("{file} is of no kind that is known here", file=CLAIM_FILE)
    with convert_bad_data_to_proof_error(CLAIM_FILE):
        number = kind.count_sudokus(fields)
    grids = get_sudokus(number)
    with convert_bad_data_to_proof_error(CLAIM_FILE):
        shape = BoxShape.parse(heading.shape)
    _check_shape(grids[0], shape)
    with convert_bad_data_to_proof_error(CLAIM_FILE):
        statement = kind.from_json(fields, shape, grids)
    written = make_certificate_fields(statement)
    if not is_old:
        written["format"] = kind.FORMAT
    _check_fields(CLAIM_FILE, fields, written)
    return statement


def _check_fields(
    file_name: str, fields: dict[str, Any], fields_from_statement: dict[str, object]
) -> None:
    """Raise `ProofError` if the JSON file `file_name` has an unknown field, or a value that
    sudokopie would write differently. `fields` are the fields of the file, and
    `fields_from_statement` are the fields that sudokopie would write for the statement in this
    file.
    """
    expected = json.loads(json.dumps(fields_from_statement))
    for name, value in fields.items():
        if name not in expected:
            wrong = Message("this field belongs to nothing that the certificate states")
        elif value != expected[name]:
            wrong = Message("sudokopie writes this in another way")
        else:
            continue
        raise ProofError("{file}: {name}: {wrong}", file=file_name, name=name[:60], wrong=wrong)


def _check_shape(grid: Grid, shape: BoxShape) -> None:
    """Raise `ProofError` if `grid` does not have the shape for which the certificate was made."""
    if grid.shape != shape:
        raise ProofError("the certificate is not one of this Sudoku")


# Certificates of version 1.0.0

_OLD_KINDS = ("canonical form", "number of ways", "fewest clues")
"""The kinds of statement that version 1.0.0 wrote to a `certificate.json`. A file in the format of
that version may only have one of these kinds.
"""


def _read_version_1_statement(
    folder: str, files: frozenset[str], first: Grid, second: Grid
) -> NoClaim:
    """Return the statement of a certificate that version 1.0.0 wrote for two Sudokus. If the folder
    has no file `witness.json`, the statement is that `second` is not a copy of `first`. If it has
    this file, the statement is that the transformation in it maps `first` to `second`; if there is
    also a formula, the statement includes that no transformation with fewer steps does so.
    """
    if WITNESS not in files:
        if QUESTION.question not in files:
            raise ProofError(
                "{list} does not name {file}, which is needed", list=LIST, file=CLAIM_FILE
            )
        return NoClaim(_read_version_1_question(folder, first, second))
    values = _read_json_fields(folder, WITNESS)
    with convert_bad_data_to_proof_error(WITNESS):
        read = convert_selected_fields(values, {**JsonTransformation.__annotations__, "shape": str})
        shape = BoxShape.parse(read.pop("shape"))
        witness = JsonTransformation(**read).to_transformation(shape)
    _check_fields(
        WITNESS, values, JsonTransformation(*witness[1:])._asdict() | {"shape": str(shape)}
    )
    _check_shape(first, shape)
    best = QUESTION.question in files or not witness.steps
    return YesClaim(IsCopy(first, second), witness, best)


def _read_version_1_question(folder: str, first: Grid, second: Grid) -> Question:
    """Return the question whose answer is no according to a certificate by version 1.0.0. The
    comments of its formula describe the question; without such comments, the question is whether
    `second` is a copy of `first`.
    """
    from ..questions.nearest import HowManyCellsAgree

    match _read_formula_header(folder, QUESTION.question):
        case ExportHeader(HowManyCellsAgree(blanks=blanks, at_least=at_least)):
            return HowManyCellsAgree(first, second, blanks, at_least)
    return IsCopy(first, second)


def _open_text(folder: str, file_name: str) -> IO[str]:
    """Open a file in a certificate's folder as text. Raises `OSError` if it cannot be read."""
    # Only \n ends a line here, because other programs read the files in this way.
    path = os.path.join(folder, file_name)
    return open(
        path, encoding="ascii", errors="replace", newline="\n", opener=open_regular_file_descriptor
    )


def _read_json_fields(folder: str, file_name: str) -> dict[str, Any]:
    """Return the fields of the JSON file `file_name` in a certificate's folder. Raises
    `ProofError` if the file is not valid, and `OSError` if it cannot be read.
    """
    with _open_text(folder, file_name) as file, convert_bad_data_to_proof_error(file_name):
        return read_json(read_whole_stream(file, file_name, DESCRIPTION), dict[str, Any])
