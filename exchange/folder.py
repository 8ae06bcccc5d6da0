"""The folder of a certificate: its files, written together and read back one by one.

Of whatever kind a certificate is, it may have facts (`certificate.json`, or the witness of a pair),
formulas that have no model, each with its proofs, and a README.
"""

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from typing import IO, Any, NamedTuple, Protocol

from ..encoding.formula import Formula
from ..solvers.clock import Clock
from ..solvers.cnf import dimacs
from ..sudoku.errors import ProofError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.litter import temporary_folder
from ..sudoku.shape import BoxShape
from ..sudoku.signals import unwinding
from ..sudoku.transformation import Transformation
from .checkers import Checker
from .header import Provenance, commented, contents
from .lrat import split_lines
from .proof import Proof
from .questions import YES_OR_NO, rows

Files = dict[str, Iterable[str]]
"""The names of files, and the pieces of each."""


class AnyCertificate(Protocol):
    """What all kinds of certificates have."""

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proofs, all checked."""
        ...

    def write(self, folder: str, provenance: Provenance) -> None:
        """Write the files; raises `OSError`."""
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

_ALL = (*QUESTION, *UNIQUE, FACTS, WITNESS, README)


def write_files(folder: str, files: Files) -> None:
    """Write the files of a certificate; raises `OSError`.

    Those of an earlier certificate in the same folder are replaced, others are left alone.
    """
    os.makedirs(folder, exist_ok=True)
    # Write all files to a folder of their own, then move them: the old certificate stays until the
    # new one is complete.
    with unwinding(SystemExit), temporary_folder(folder) as beside:
        for name, pieces in files.items():
            with open(os.path.join(beside, name), "w", encoding="ascii") as file:
                file.writelines(pieces)
        for name in _ALL:
            if name in files:
                os.replace(os.path.join(beside, name), os.path.join(folder, name))
            elif os.path.exists(os.path.join(folder, name)):
                os.unlink(os.path.join(folder, name))


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
        _compare(question, formula, names.question)
        question.seek(0)
        checker.check(question, proof, Clock())


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


class Facts:
    """What `certificate.json` says: the kind of certificate, and what that kind needs.

    Every method raises `ProofError` where the facts are not as they should be.
    """

    def __init__(self, values: Mapping[str, Any], shape: BoxShape) -> None:
        self._values, self.shape = values, shape

    @classmethod
    def read(cls, folder: str) -> "Facts | None":
        """Return the facts of a certificate; None where there are none. Raises `OSError`."""
        if not os.path.exists(os.path.join(folder, FACTS)):
            return None
        with opened(folder, FACTS) as file, _refused():
            values = _of_type(json.load(file), dict)
            return cls(values, BoxShape.parse(values["shape"]))

    @property
    def kind(self) -> str:
        """What the certificate certifies."""
        return str(self._values.get("certifies"))

    def check_shape(self, grid: Grid) -> None:
        """Refuse facts about grids of another shape."""
        if grid.shape != self.shape:
            raise ProofError(Message("the certificate is not one of this Sudoku"))

    def word(self, name: str, words: Collection[str]) -> str:
        """Return one of some words."""
        with _refused():
            word: str = _of_type(self._values[name], str)
            if word not in words:
                raise ValueError(f"expected {' or '.join(words)} as {name}")
            return word

    def number(self, name: str) -> int:
        """Return a whole number."""
        with _refused():
            number: int = _of_type(self._values[name], int)
            return number

    def grid(self, name: str) -> Grid:
        """Return a grid of the shape."""
        with _refused():
            return self._grid(self._values[name])

    def grids(self, name: str) -> list[Grid]:
        """Return a list of grids of the shape."""
        with _refused():
            return [self._grid(rows) for rows in _of_type(self._values[name], list)]

    def transformation(self, name: str) -> Transformation | None:
        """Return a transformation, or None for null."""
        with _refused():
            parts = self._values[name]
            return None if parts is None else transformation_from(parts, self.shape)

    def transformations(self, name: str) -> list[list[Transformation]]:
        """Return a list of lists of transformations."""
        with _refused():
            return [
                [transformation_from(parts, self.shape) for parts in _of_type(some, list)]
                for some in _of_type(self._values[name], list)
            ]

    def _grid(self, rows: Any) -> Grid:
        for row in _of_type(rows, list):
            for value in _of_type(row, list):
                _of_type(value, int)
        return Grid(rows, self.shape)


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


def transformation_from(parts: Any, shape: BoxShape) -> Transformation:
    """Return the transformation that JSON has parts of; raise an error of Python's for others."""
    numbers = [parts["rotation"], *parts["bands"], *parts["stacks"], *parts["digits"]]
    numbers += [i for name in ("rows", "columns") for one in parts[name] for i in one]
    for number in numbers:
        _of_type(number, int)
    return Transformation(
        shape,
        *(parts[name] for name in ("rotation", "bands", "stacks", "rows", "columns", "digits")),
    )


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
    with opened(folder, WITNESS) as file:
        try:
            parts = json.load(file)
            return transformation_from(parts, BoxShape.parse(parts["shape"]))
        except _UNREADABLE as error:
            message = Message("{file} is no transformation: {reason}", file=WITNESS, reason=error)
            raise ProofError(message) from None


_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


@contextmanager
def _refused() -> Iterator[None]:
    """Make one error of whatever is wrong with the facts."""
    try:
        yield
    except _UNREADABLE as error:
        message = Message("{file} is not as expected: {reason}", file=FACTS, reason=error)
        raise ProofError(message) from None


def _of_type(value: Any, wanted: type[Any]) -> Any:
    if type(value) is not wanted:  # True is no number here
        raise TypeError(f"expected {_NAMES[wanted]}")
    return value


_NAMES: dict[type[Any], str] = {
    int: "a whole number",
    str: "a word",
    list: "a list",
    dict: "an object",
}
