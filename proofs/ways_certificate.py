"""Certificates of the number of symmetries, and of ways from one Sudoku to another: as many.

A symmetry is shown for each image that a line has, and one proof that there are no other images.
"""

from dataclasses import dataclass, field

from ..answers.symmetries import Orbits, orbits
from ..answers.ways import Ways
from ..base.errors import CheckError, DeadlinePassedError, ProofError
from ..questions.symmetry import HasOtherSymmetries
from ..solvers.clock import Timeout
from ..solvers.registry import DEFAULT
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from .certificate import GIVEN, Statement
from .folder import FACTS

_SYMMETRIES = """\
The symmetries in list p of certificate.json, from 0, leave the first p lines in place, and bring
the next one to other places; rows come before columns. The numbers of places, each with 1 for
staying, are multiplied, with 2 for a turn, and with the ways to rename unused digits."""


@dataclass(frozen=True)
class CertifiedSymmetries(Statement):
    """How many symmetries a grid has, exactly; `turn` and `symmetries` are those of `Orbits`."""

    grid: Grid = field(metadata=GIVEN)
    number: int
    turn: Transformation | None
    symmetries: tuple[tuple[Transformation, ...], ...]

    CERTIFIES = "number of symmetries"
    ABOUT = _SYMMETRIES

    @classmethod
    def of(
        cls, grid: Grid, number: int, backend: str = DEFAULT, *, timeout: Timeout = None
    ) -> "CertifiedSymmetries":
        """Return the statement of a number of symmetries; `backend` finds the orbits.

        Raises `ProofError` where the time was not enough, `CheckError` for a wrong number.
        """
        try:
            shown = orbits(grid, backend, timeout=timeout)
        except DeadlinePassedError:
            raise ProofError("no proof: the time was not enough") from None
        if shown.number != number:
            raise CheckError(f"counted {number} symmetries, and found {shown.number}")
        return cls(grid, number, shown.turn, shown.witnesses)

    def questions(self) -> tuple[HasOtherSymmetries]:
        """Follow all symmetries; return whether there are others."""
        said = Orbits(self.grid, self.turn, self.symmetries)
        try:
            places = said.places()
        except CheckError as error:
            raise ProofError(
                "{file} is not as expected: {reason}", file=FACTS, reason=error.message
            ) from None
        if self.number != said.number:
            raise ProofError(
                "the certificate says {said}, its symmetries make {number}",
                said=self.number,
                number=said.number,
            )
        lines = tuple([tuple(sorted(orbit)) for orbit in places])
        return (HasOtherSymmetries(self.grid, lines, self.turn is not None),)


@dataclass(frozen=True)
class CertifiedWays(Statement):
    """In how many ways, exactly, the second grid is a copy of the first; one leads there.

    There are as many as the first has symmetries: `turn` and `symmetries` are those of `Orbits`.
    """

    first: Grid = field(metadata=GIVEN)
    second: Grid = field(metadata=GIVEN)
    ways: int
    transformation: Transformation
    turn: Transformation | None
    symmetries: tuple[tuple[Transformation, ...], ...]

    CERTIFIES = "number of ways"
    ABOUT = f"""\
The second Sudoku is a copy of the first, by the transformation in certificate.json, in as many
ways as the first has symmetries.
{_SYMMETRIES}"""

    @classmethod
    def of(cls, found: Ways, backend: str = DEFAULT, *, timeout: Timeout = None) -> "CertifiedWays":
        """Return the statement of a number of ways above 0; raise as `CertifiedSymmetries.of`.

        Raises `ProofError` where the number is not known, or 0: then the certificate is that of the
        no.

        >>> from ..answers.ways import ways
        >>> grid = Grid([[1, 0], [0, 1]])
        >>> CertifiedWays.of(ways(grid, grid)).ways
        2
        """
        way, first, number = found.answer.transformation, found.answer.first, found.number
        if way is None or not number:
            raise ProofError("there is nothing to certify: no ways were counted")
        shown = CertifiedSymmetries.of(first, number, backend, timeout=timeout)
        return cls(first, found.answer.second, number, way, shown.turn, shown.symmetries)

    def questions(self) -> tuple[HasOtherSymmetries]:
        """Follow the way and all symmetries; return whether there are others."""
        if not self.transformation.leads(self.first, self.second):
            raise ProofError("the witness does not lead from the first to the second")
        return CertifiedSymmetries(self.first, self.ways, self.turn, self.symmetries).questions()
