"""The claims of certificates about the number of symmetries of a Sudoku, and about the number of
transformations from one Sudoku to another.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from math import factorial, prod
from typing import Any, NamedTuple

from ..base.errors import ProofError, VerificationError
from ..base.messages import Message
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation, identity_permutation
from .claim import CLAIM_FILE, Claim, convert_bad_data_to_proof_error
from .question import NOT_SERIALIZED as GIVEN
from .symmetry import HasOtherSymmetries


class LineOrbitWitnesses(NamedTuple):
    """Evidence for the number of symmetries of a grid, as certificates contain it: for each row and
    column, symmetries that move it to different lines. The property
    `symmetry_count` computes the number from this evidence.

    Lines are the rows, then the columns, numbered from 0. The symmetries in `witnesses[p]` have no
    quarter turn, leave the lines before line p in place, and move line p to different lines. `turn`
    is a symmetry with a quarter turn, or None if no such symmetry exists.
    """

    grid: Grid
    turn: Transformation | None
    witnesses: tuple[tuple[Transformation, ...], ...]

    def check_and_find_line_orbits(self) -> list[set[int]]:
        """Check the symmetries in `witnesses`, and return, for each row and column, the set of
        lines to which they move it, including the row or column itself.

        Raises `VerificationError` if a witness is not a symmetry of the required kind, if two
        witnesses move a line to the same line, or if a line has no list of witnesses.
        """
        grid = self.grid
        if len(self.witnesses) != 2 * grid.size:
            raise VerificationError("expected the orbits of {count} lines", count=2 * grid.size)
        if self.turn is not None and not (
            self.turn.leads(grid, grid) and self.turn.find_source_lines()[0]
        ):
            raise VerificationError("what should be a symmetry by a quarter turn is none")
        return [self._check_and_find_orbit(p, some) for p, some in enumerate(self.witnesses)]

    @property
    def symmetry_count(self) -> int:
        """The number of symmetries of the grid, provided that no symmetry is missing from
        `witnesses`.

        It is the product of the sizes of all orbits (the lines to which a line can be moved), times
        the number of ways to rename unused digits, times 2 if there is a quarter turn.
        """
        unused = self.grid.size - len(self.grid.digits)
        upright = prod(len(some) + 1 for some in self.witnesses) * factorial(unused)
        return upright if self.turn is None else 2 * upright

    def _check_and_find_orbit(self, line: int, symmetries: tuple[Transformation, ...]) -> set[int]:
        """Return the set of lines to which the transformations in `symmetries` move line number
        `line`, including this line. Raises `VerificationError` if a transformation is not a
        symmetry, has a quarter turn or moves an earlier line, or if two transformations move the
        line to the same line.
        """
        orbit = {line}
        for symmetry in symmetries:
            images, transposed = symmetry.line_images(), symmetry.find_source_lines()[0]
            leads_back = symmetry.leads(self.grid, self.grid)
            if transposed or images[:line] != identity_permutation(line) or not leads_back:
                raise VerificationError(
                    "what should be a symmetry that leaves lines in place is none"
                )
            if images[line] in orbit:
                raise VerificationError("two symmetries bring a line to the same place")
            orbit.add(images[line])
        return orbit


_SYMMETRIES = """\
The symmetries in list p of certificate.json, from 0, leave the first p lines in place, and bring
the next one to other places; rows come before columns. The numbers of places, each with 1 for
staying, are multiplied, with 2 for a turn, and with the ways to rename unused digits."""


@dataclass(frozen=True)
class SymmetryCountClaim(Claim):
    """The claim of a certificate that a grid has exactly `number` symmetries (transformations that
    leave the grid unchanged).

    `symmetries` has a list for each row and column. The list has one symmetry for each line to
    which symmetries can move this row or column. `turn` is a symmetry with a quarter turn, or None
    if no such symmetry exists. One proof shows that no symmetry moves a row or column to a line
    that is not in its list.
    """

    grid: Grid = field(metadata=GIVEN)
    number: int
    turn: Transformation | None
    symmetries: tuple[tuple[Transformation, ...], ...]

    CERTIFIES = "number of symmetries"
    ABOUT = _SYMMETRIES

    @property
    def json_entries_if_proved(self) -> Mapping[str, Any]:
        return {"number": self.number}

    @property
    def sentence_if_proved(self) -> Message:
        return Message("Certified: the number of symmetries is {number}.", number=self.number)

    def check_and_list_questions_to_refute(self) -> tuple[HasOtherSymmetries]:
        """Check all listed symmetries on the grid, and return the question that remains to be
        proved: whether the grid has further symmetries. The claim holds if the answer is no.

        Raises `ProofError` if a symmetry does not hold, or if `number` is not the number that
        follows from the symmetries.
        """
        said = LineOrbitWitnesses(self.grid, self.turn, self.symmetries)
        with convert_bad_data_to_proof_error(CLAIM_FILE):
            places = said.check_and_find_line_orbits()
        if self.number != said.symmetry_count:
            raise ProofError(
                "the certificate says {said}, its symmetries make {number}",
                said=self.number,
                number=said.symmetry_count,
            )
        lines = tuple([tuple(sorted(orbit)) for orbit in places])
        turn = () if self.turn is None else (self.turn,)
        known = [one.line_images() for one in (*chain.from_iterable(self.symmetries), *turn)]
        return (HasOtherSymmetries(self.grid, lines, self.turn is not None, tuple(known)),)


@dataclass(frozen=True)
class WayCountClaim(Claim):
    """The claim of a certificate that exactly `ways` transformations lead from the first grid to
    the second. There are as many of these transformations as the first grid has symmetries.

    - `transformation`: one of these transformations.
    - `symmetries`: a list for each row and column of the first grid, with a symmetry for each line
      to which symmetries can move this row or column.
    - `turn`: a symmetry with a quarter turn, or None if no such symmetry exists.
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
    def json_entries_if_proved(self) -> Mapping[str, Any]:
        return {"ways": self.ways}

    @property
    def sentence_if_proved(self) -> Message:
        return Message(
            "Certified: the number of ways from the first Sudoku to the second is {number}.",
            number=self.ways,
        )

    def check_and_list_questions_to_refute(self) -> tuple[HasOtherSymmetries]:
        """Check the transformation and all listed symmetries on the grids, and return the question
        that remains to be proved: has the first grid a symmetry that is not listed? If the answer
        is no, there are exactly `ways` ways from the first grid to the second, one for each
        symmetry.

        Raises `ProofError` if the transformation does not lead from the first grid to the second,
        if a symmetry does not hold, or if their number is not `ways`.
        """
        if not self.transformation.leads(self.first, self.second):
            raise ProofError("the witness does not lead from the first to the second")
        return SymmetryCountClaim(
            self.first, self.ways, self.turn, self.symmetries
        ).check_and_list_questions_to_refute()
