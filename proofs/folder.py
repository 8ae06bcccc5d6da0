"""The folder of a certificate: its files, written together and read back one by one.

Of whatever kind a certificate is, it has facts (`certificate.json`), a README, and for each
question whose answer has to be no a formula that has no model, with its proofs.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from typing import IO, Any, NamedTuple

from ..base.decoding import from_json
from ..base.errors import (
    ArgumentError,
    DecodingError,
    EncodingError,
    GridError,
    ProofError,
    TransformationError,
)
from ..base.limits import DESCRIPTION, PROOF, lines_of, whole
from ..encoding.formula import Formula, dimacs, split_lines
from ..solvers.clock import Clock
from ..sudoku.shape import BoxShape
from ..system.own_folder import FolderKind, plain_file, written_folder
from .checkers import Checker
from .proof import Proof

Files = dict[str, Iterable[str]]
"""The names of files, and the pieces of each."""


class Refuted(NamedTuple):
    """The names of three files: a formula without a model, a solver's proof, one with hints."""

    question: str
    drat: str
    lrat: str


QUESTION = Refuted("question.cnf", "proof.drat", "proof.lrat")
"""What a certificate refutes."""

UNIQUE = Refuted("unique.cnf", "unique.drat", "unique.lrat")
"""A second one: that a puzzle has another solution."""

REFUTED = (QUESTION, UNIQUE)
"""The names of what is refuted, in order."""

FACTS, WITNESS, README = "certificate.json", "witness.json", "README"
"""The witness has a file of its own only in certificates of a pair by version 1.0.0."""

FORMAT = 2
"""The form of a folder, which `certificate.json` says; those of 1.0.0 say none."""

CERTIFICATE = FolderKind("certificate", (*QUESTION, *UNIQUE, FACTS, WITNESS, README))
"""The folder of a certificate, of whatever kind."""


def write_files(folder: str, files: Files, *, force: bool = False) -> None:
    """Write the files of a certificate, in place of an earlier one; raises as `written_folder`."""
    with written_folder(folder, CERTIFICATE, force=force) as beside:
        for name, pieces in files.items():
            with open(os.path.join(beside, name), "w", encoding="ascii") as file:
                file.writelines(pieces)


def proof_files(names: Refuted, question: Iterable[str], proof: Proof) -> Files:
    """Return the files of a formula, written as `question`, and of its proofs."""
    return {
        names.question: question,
        names.drat: (f"{line}\n" for line in proof.drat),
        names.lrat: (f"{line}\n" for line in proof.lrat),
    }


def check_refuted(folder: str, names: Refuted, formula: Formula, checker: Checker) -> None:
    """Compare a formula's file with the formula, and have the proof with hints checked.

    Raises `ProofError` where anything does not hold, and `OSError` where files cannot be read.
    """
    with opened(folder, names.question) as question, opened(folder, names.lrat) as proof:
        _compare(lines_of(question, names.question, PROOF), formula, names.question)
        question.seek(0)
        checker.check(
            lines_of(question, names.question, PROOF), lines_of(proof, names.lrat, PROOF), Clock()
        )


def opened(folder: str, name: str) -> IO[str]:
    """Open a file of a certificate for reading; raises `OSError`."""
    # Only \n ends a line, here and for every other program.
    path = os.path.join(folder, name)
    return open(path, encoding="ascii", errors="replace", newline="\n", opener=plain_file)


def _compare(question: Iterable[str], formula: Formula, name: str) -> None:
    """Compare a file, but for its comments, with the formula as it is written here."""
    lines = (line.rstrip("\n") for line in question if not line.startswith("c "))
    expected = split_lines(dimacs(formula))
    if not all(one == other for one, other in zip_longest(lines, expected)):
        raise ProofError("{file} is not the formula of these Sudokus", file=name)


class Heading(NamedTuple):
    """What every `certificate.json` says: what it certifies, the shape of the boxes, its form."""

    certifies: str
    shape: str
    format: int = 1


def has_facts(folder: str) -> bool:
    """Return whether a certificate has a `certificate.json`."""
    return os.path.exists(os.path.join(folder, FACTS))


def read_facts(folder: str, name: str = FACTS) -> dict[str, Any]:
    """Return what a file of JSON in a certificate says; raise `ProofError` and `OSError`."""
    with opened(folder, name) as file, as_expected(name):
        return from_json(whole(file, name, DESCRIPTION), dict[str, Any])


_NO_SENSE = (ArgumentError, DecodingError, EncodingError, GridError, TransformationError)


@contextmanager
def as_expected(name: str = FACTS) -> Iterator[None]:
    """Raise `ProofError` that names a file where what it says makes no sense."""
    try:
        yield
    except _NO_SENSE as error:
        raise ProofError(
            "{file} is not as expected: {reason}", file=name, reason=error.message
        ) from None


def facts_as_text(kind: str, shape: BoxShape, facts: Mapping[str, object]) -> Iterator[str]:
    """Yield the pieces of a `certificate.json`, a line for each fact."""
    lines = {"format": FORMAT, "certifies": kind, "shape": str(shape), **facts}
    yield "{\n"
    yield ",\n".join(f" {json.dumps(name)}: {json.dumps(fact)}" for name, fact in lines.items())
    yield "\n}\n"
