"""The claims that a Sudoku has so many symmetries, and that so many ways lead to another."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import factorial, prod
from typing import Any, NamedTuple

from ..base.errors import ProofError, VerificationError
from ..base.messages import Message
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation, identity_permutation
from .claim import FACTS, Statement, explain_bad_claim
from .question import NO_FACT as GIVEN
from .symmetry import HasOtherSymmetries


class Orbits(NamedTuple):
    """Symmetries of a grid: `turn` by a quarter, if there is one, and those of each line's orbit.

    `witnesses[p]` leave the lines before line p in place, without a turn, and bring p to places of
    their own; rows count from 0, then columns. For certificates.
    """

    grid: Grid
    turn: Transformation | None
    witnesses: tuple[tuple[Transformation, ...], ...]

    def find_orbits(self) -> list[set[int]]:
        """Return the orbit of each line; raise `VerificationError` unless all are as they should
        be.
        """
        grid = self.grid
        if len(self.witnesses) != 2 * grid.size:
            raise VerificationError(f"expected the orbits of {2 * grid.size} lines")
        if self.turn is not None and not (self.turn.leads(grid, grid) and self.turn.places()[0]):
            raise VerificationError("what should be a symmetry by a quarter turn is none")
        return [self._orbit(p, some) for p, some in enumerate(self.witnesses)]

    @property
    def order(self) -> int:
        """How many symmetries there are if the orbits are complete."""
        unused = self.grid.size - len(self.grid.digits)
        upright = prod(len(some) + 1 for some in self.witnesses) * factorial(unused)
        return upright if self.turn is None else 2 * upright

    def _orbit(self, p: int, symmetries: tuple[Transformation, ...]) -> set[int]:
        orbit = {p}
        for symmetry in symmetries:
            images, transposed = symmetry.line_images(), symmetry.places()[0]
            leads_back = symmetry.leads(self.grid, self.grid)
            if transposed or images[:p] != identity_permutation(p) or not leads_back:
                raise VerificationError(
                    "what should be a symmetry that leaves lines in place is none"
                )
            if images[p] in orbit:
                raise VerificationError("two symmetries bring a line to the same place")
            orbit.add(images[p])
        return orbit


_SYMMETRIES = """\
The symmetries in list p of certificate.json, from 0, leave the first p lines in place, and bring
the next one to other places; rows come before columns. The numbers of places, each with 1 for
staying, are multiplied, with 2 for a turn, and with the ways to rename unused digits."""


@dataclass(frozen=True)
class CertifiedSymmetries(Statement):
    """How many symmetries a grid has, exactly; `turn` and `symmetries` are those of `Orbits`.

    A symmetry is shown for each image that a line has, and one proof that there are no others.
    """

    grid: Grid = field(metadata=GIVEN)
    number: int
    turn: Transformation | None
    symmetries: tuple[tuple[Transformation, ...], ...]

    CERTIFIES = "number of symmetries"
    ABOUT = _SYMMETRIES

    @property
    def facts(self) -> Mapping[str, Any]:
        return {"number": self.number}

    @property
    def sentence(self) -> Message:
        return Message("Certified: the number of symmetries is {number}.", number=self.number)

    def questions(self) -> tuple[HasOtherSymmetries]:
        """Follow all symmetries; return whether there are others."""
        said = Orbits(self.grid, self.turn, self.symmetries)
        with explain_bad_claim(FACTS):
            places = said.find_orbits()
        if self.number != said.order:
            raise ProofError(
                "the certificate says {said}, its symmetries make {number}",
                said=self.number,
                number=said.order,
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

    @property
    def facts(self) -> Mapping[str, Any]:
        return {"ways": self.ways}

    @property
    def sentence(self) -> Message:
        return Message("Certified: the number of ways from 1 to 2 is {number}.", number=self.ways)

    def questions(self) -> tuple[HasOtherSymmetries]:
        """Follow the way and all symmetries; return whether there are others."""
        if not self.transformation.leads(self.first, self.second):
            raise ProofError("the witness does not lead from the first to the second")
        return CertifiedSymmetries(self.first, self.ways, self.turn, self.symmetries).questions()
