"""The folder of a certificate: its files, written together and read back one by one.

Of whatever kind a certificate is, it may have facts (`certificate.json`, or the witness of a pair),
formulas that have no model, each with its proofs, and a README.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from typing import IO, NamedTuple, Protocol

from ..base.decoding import Schema, from_json
from ..base.errors import DecodingError, GridError, ProofError, TransformationError
from ..base.language import Message
from ..base.limits import DESCRIPTION, PROOF, lines_of, whole
from ..encoding.formula import Formula
from ..exchange.header import LIBRARY, Provenance, commented, contents
from ..exchange.questions import YES_OR_NO, rows
from ..solvers.clock import Clock
from ..solvers.cnf import dimacs
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation
from ..system.own_folder import FolderKind, written_folder
from .checkers import Checker
from .lrat import split_lines
from .proof import Proof

Files = dict[str, Iterable[str]]
"""The names of files, and the pieces of each."""


class AnyCertificate(Protocol):
    """What all kinds of certificates have."""

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proofs, all checked."""
        ...

    def write(self, folder: str, provenance: Provenance = LIBRARY, *, force: bool = False) -> None:
        """Write the files; raises as `write_files` does."""
        ...


class Refuted(NamedTuple):
    """The names of three files: a formula without a model, a solver's proof, one with hints."""

    question: str
    drat: str
    lrat: str


QUESTION = Refuted("question.cnf", "proof.drat", "proof.lrat")
"""What a certificate refutes."""

UNIQUE = Refuted("unique.cnf", "unique.drat", "unique.lrat")
"""A second one: that a puzzle has another solution."""

FACTS, WITNESS, README = "certificate.json", "witness.json", "README"

CHECKERS = """\
With a formally verified one, no part of which is ours:          cake_lpr question.cnf proof.lrat
With the one that SAT competitions use:                          drat-trim question.cnf proof.drat
"""
"""How a README ends, after our own checker: with those of others."""

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


def stated(
    formula: Formula, question: str, grids: Mapping[str, Grid], provenance: Provenance
) -> Iterator[str]:
    """Yield the pieces of a formula without a model, headed by what it asks about which grids.

    The names of the grids are none of those in exports, so that nobody reads it as one.
    """
    yield from commented("c", _header(formula, question, grids, provenance))
    yield from dimacs(formula)


def _header(
    formula: Formula, question: str, grids: Mapping[str, Grid], provenance: Provenance
) -> Iterator[str]:
    yield from provenance.lines()
    yield f"question: {question}"
    yield YES_OR_NO
    yield "status: unsatisfiable"
    yield from sorted({f"box {grid.shape}" for grid in grids.values()})
    for name, grid in grids.items():
        yield from rows(name, grid)
    yield from contents(formula)


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
    return open(os.path.join(folder, name), encoding="ascii", errors="replace", newline="\n")


def _compare(question: Iterable[str], formula: Formula, name: str) -> None:
    """Compare a file, but for its comments, with the formula as it is written here."""
    lines = (line.rstrip("\n") for line in question if not line.startswith("c "))
    expected = split_lines(dimacs(formula))
    if not all(one == other for one, other in zip_longest(lines, expected)):
        raise ProofError(Message("{file} is not the formula of these Sudokus", file=name))


class Parts(NamedTuple):
    """The parts of a transformation, as JSON has them."""

    rotation: int
    bands: tuple[int, ...]
    stacks: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    digits: tuple[int, ...]

    def of(self, shape: BoxShape) -> Transformation:
        """Return the transformation of grids of a shape; raise `TransformationError`."""
        return Transformation(shape, *self)


Rows = list[list[int]]
"""A grid, as JSON has it."""


class Heading(NamedTuple):
    """What every `certificate.json` says: what it certifies, and the shape of the boxes."""

    certifies: str
    shape: str


class _Shaped(NamedTuple):
    """What a `witness.json` says besides the parts."""

    shape: str


def has_facts(folder: str) -> bool:
    """Return whether a certificate has a `certificate.json`."""
    return os.path.exists(os.path.join(folder, FACTS))


def read_facts(folder: str, schema: type[Schema], name: str = FACTS) -> Schema:
    """Return what a file of JSON in a certificate says; raise `ProofError` and `OSError`."""
    with opened(folder, name) as file, as_expected(name):
        return from_json(whole(file, name, DESCRIPTION), schema)


@contextmanager
def as_expected(name: str = FACTS) -> Iterator[None]:
    """Raise `ProofError` that names a file where what it says makes no sense."""
    try:
        yield
    except (DecodingError, GridError, TransformationError) as error:
        message = Message("{file} is not as expected: {reason}", file=name, reason=error.message)
        raise ProofError(message) from None


def facts_as_json(kind: str, shape: BoxShape, facts: Mapping[str, object]) -> Iterator[str]:
    """Yield the pieces of a `certificate.json`, a line for each fact."""
    lines = {"certifies": kind, "shape": str(shape), **facts}
    yield "{\n"
    yield ",\n".join(f" {json.dumps(name)}: {json.dumps(fact)}" for name, fact in lines.items())
    yield "\n}\n"


def parts_of(transformation: Transformation) -> dict[str, object]:
    """Return the parts of a transformation for JSON, the shape left out."""
    parts = transformation._asdict()
    del parts["shape"]
    return parts


def witness_as_json(witness: Transformation) -> Iterator[str]:
    """Yield the pieces of a `witness.json`."""
    yield json.dumps(witness._asdict() | {"shape": str(witness.shape)}, indent=1)
    yield "\n"


def read_witness(folder: str) -> Transformation | None:
    """Return the witness of a pair's certificate, None where there is none.

    Raises `ProofError` for what is no transformation, and `OSError`.
    """
    if not os.path.exists(os.path.join(folder, WITNESS)):
        return None
    parts, (shape,) = read_facts(folder, Parts, WITNESS), read_facts(folder, _Shaped, WITNESS)
    with as_expected(WITNESS):
        return parts.of(BoxShape.parse(shape))
