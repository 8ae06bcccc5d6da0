"""Certificates of the number of ways: that of the first Sudoku's symmetries, all of them shown.

Beside steps from the first Sudoku to the second stand a symmetry for each image that a line has,
and one proof that there are no other images.
"""

from typing import NamedTuple

from ..answers.orbits import Orbits, orbits
from ..answers.ways import Ways
from ..base.errors import CheckError, DeadlinePassedError, ProofError
from ..base.language import Message
from ..encoding.other_symmetries import OtherSymmetries
from ..exchange.header import LIBRARY, Provenance
from ..solvers.clock import Clock, Timeout
from ..solvers.registry import DEFAULT
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .checkers import Checker
from .folder import (
    CHECKERS,
    FACTS,
    QUESTION,
    README,
    Parts,
    as_expected,
    check_refuted,
    facts_as_json,
    parts_of,
    proof_files,
    read_facts,
    stated,
    write_files,
)
from .proof import Proof, prove

KIND = "number of ways"


class WaysCertificate(NamedTuple):
    """What proves a number of ways: one of them, the orbits of lines, and that they are all."""

    way: Transformation
    orbits: Orbits
    proof: Proof

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proofs, all checked."""
        return (self.proof,)

    def write(self, folder: str, provenance: Provenance = LIBRARY, *, force: bool = False) -> None:
        """Write the files; raises as `write_files` does."""
        grid, turn, witnesses = self.orbits
        facts = {
            "ways": self.orbits.number,
            "transformation": parts_of(self.way),
            "turn": turn and parts_of(turn),
            "symmetries": [[parts_of(one) for one in some] for some in witnesses],
        }
        pieces = stated(_others(self.orbits), _QUESTION, {"sudoku": grid}, provenance)
        files = {
            FACTS: facts_as_json(KIND, grid.shape, facts),
            README: [_README.format(origin=self.proof.origin.sentence)],
        }
        write_files(folder, files | proof_files(QUESTION, pieces, self.proof), force=force)


def certify_ways(
    found: Ways,
    backend: str = DEFAULT,
    backend_name: str | None = None,
    *,
    timeout: Timeout = None,
    checker_name: str | None = None,
) -> WaysCertificate:
    """Return the checked certificate of a number of ways above 0.

    `backend` finds the orbits; the others are those of `prove`. Raises as that does, `ProofError`
    where the number is not known, or 0: then the certificate is that of the no.

    >>> from ..answers.ways import ways
    >>> grid = Grid([[1, 0], [0, 1]])
    >>> certify_ways(ways(grid, grid)).orbits.number
    2
    """
    clock, way = Clock.of(timeout), found.answer.transformation
    if way is None or not found.number:
        raise ProofError(Message("there is nothing to certify: no ways were counted"))
    try:
        all_orbits = orbits(found.answer.first, backend, timeout=clock)
    except DeadlinePassedError:
        raise ProofError(Message("no proof: the time was not enough")) from None
    if all_orbits.number != found.number:
        raise CheckError(f"counted {found.number} ways, and {all_orbits.number} symmetries")
    proof = prove(_others(all_orbits), backend_name, timeout=clock, checker_name=checker_name)
    return WaysCertificate(way, all_orbits, proof)


class CertifiedWays(NamedTuple):
    """What was checked: in how many ways, exactly, the second grid is a copy of the first."""

    first: Grid
    second: Grid
    number: int


class _Facts(NamedTuple):
    ways: int
    transformation: Parts
    turn: Parts | None
    symmetries: list[list[Parts]]


def check_ways(folder: str, first: Grid, second: Grid, checker: Checker) -> CertifiedWays:
    """Return the number of ways that a certificate proves.

    It follows the steps between the two grids and every symmetry, compares the formula "there are
    other symmetries" with the one that follows from these, and has the proof checked. Raises
    `ProofError` where anything does not hold, and `OSError`.
    """
    facts, shape = read_facts(folder, _Facts), first.shape
    with as_expected():
        way, turn = facts.transformation.of(shape), facts.turn and facts.turn.of(shape)
        shown = tuple(tuple(one.of(shape) for one in some) for some in facts.symmetries)
    if not way.leads(first, second):
        raise ProofError(Message("the witness does not lead from the first to the second"))
    said = Orbits(first, turn, shown)
    try:
        formula = _others(said)
    except CheckError as error:
        message = Message("{file} is not as expected: {reason}", file=FACTS, reason=error)
        raise ProofError(message) from None
    check_refuted(folder, QUESTION, formula, checker)
    if facts.ways != said.number:
        raise ProofError(
            Message(
                "the certificate says {said} ways, its symmetries make {number}",
                said=facts.ways,
                number=said.number,
            )
        )
    return CertifiedWays(first, second, facts.ways)


def _others(known: Orbits) -> OtherSymmetries:
    return OtherSymmetries(known.grid, known.places(), known.turn is not None)


_QUESTION = "has this Sudoku a symmetry beyond those in certificate.json?"

_README = (
    """\
The second Sudoku is a copy of the first in as many ways as certificate.json says: one way stands
there, and the symmetries of the first Sudoku. Those in list p, from 0, leave the first p lines in
place, and bring the next one to other places; rows come before columns. The numbers of places, each
with 1 for staying, are multiplied, with 2 for a turn, and with the ways to rename unused digits.
There are no other places: question.cnf, true of symmetries to one, has no model.
{origin}
With our checker, which also follows every way and compares the formula: sudokopie check . PAIR
"""
    + CHECKERS
)
