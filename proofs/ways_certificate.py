"""Certificates of the number of ways: that of the first Sudoku's symmetries, all of them shown.

Beside steps from the first Sudoku to the second stand a symmetry for each image that a line has,
and one proof that there are no other images.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..answers.symmetries import Orbits, orbits
from ..answers.ways import Ways
from ..base.errors import CheckError, DeadlinePassedError, ProofError
from ..questions.other_symmetries import HasOtherSymmetries
from ..solvers.clock import Timeout
from ..solvers.registry import DEFAULT
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .certificate import GIVEN, Statement
from .folder import CHECKERS, FACTS


@dataclass(frozen=True)
class CertifiedWays(Statement):
    """In how many ways, exactly, the second grid is a copy of the first; one leads there.

    `turn` and `symmetries` are those of `Orbits`.
    """

    first: Grid = field(metadata=GIVEN)
    second: Grid = field(metadata=GIVEN)
    ways: int
    transformation: Transformation
    turn: Transformation | None
    symmetries: tuple[tuple[Transformation, ...], ...]

    CERTIFIES = "number of ways"

    @classmethod
    def of(cls, found: Ways, backend: str = DEFAULT, *, timeout: Timeout = None) -> "CertifiedWays":
        """Return the statement of a number of ways above 0; `backend` finds the orbits.

        Raises `ProofError` where the number is not known, or 0: then the certificate is that of the
        no. And where the time was not enough.

        >>> from ..answers.ways import ways
        >>> grid = Grid([[1, 0], [0, 1]])
        >>> CertifiedWays.of(ways(grid, grid)).ways
        2
        """
        way, first = found.answer.transformation, found.answer.first
        if way is None or not found.number:
            raise ProofError("there is nothing to certify: no ways were counted")
        try:
            shown = orbits(first, backend, timeout=timeout)
        except DeadlinePassedError:
            raise ProofError("no proof: the time was not enough") from None
        if shown.number != found.number:
            raise CheckError(f"counted {found.number} ways, and {shown.number} symmetries")
        return cls(first, found.answer.second, found.number, way, shown.turn, shown.witnesses)

    def questions(self) -> tuple[HasOtherSymmetries]:
        """Follow the way and all symmetries; return whether there are others."""
        if not self.transformation.leads(self.first, self.second):
            raise ProofError("the witness does not lead from the first to the second")
        said = Orbits(self.first, self.turn, self.symmetries)
        try:
            places = said.places()
        except CheckError as error:
            raise ProofError(
                "{file} is not as expected: {reason}", file=FACTS, reason=error.message
            ) from None
        if self.ways != said.number:
            raise ProofError(
                "the certificate says {said} ways, its symmetries make {number}",
                said=self.ways,
                number=said.number,
            )
        lines = tuple([tuple(sorted(orbit)) for orbit in places])
        return (HasOtherSymmetries(self.first, lines, self.turn is not None),)

    def readme(self, origins: Sequence[str]) -> str:
        """Return what the README says."""
        return _README.format(origin=origins[0])


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
