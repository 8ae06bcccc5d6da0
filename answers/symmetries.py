"""Find the symmetries of a Sudoku, also called automorphisms, and count them.

The symmetries are counted without listing them. Rows and columns are fixed one after another. For
each of these lines a solver finds its orbit: all lines to which it can be moved by a symmetry that
leaves the lines before it in place. The product of the sizes of these orbits is the number of
symmetries (the orbit-stabiliser theorem). This is the method of Schreier and Sims, with a solver as
the search.
"""

from __future__ import annotations  # help() then shows the names of types, not their parts

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import factorial
from typing import TYPE_CHECKING

from ..base.errors import VerificationError, WitnessError
from ..encoding.candidates import REFINED
from ..encoding.equivalence import EquivalenceFormula
from ..questions.copy import IsCopy
from ..solvers.deadline import Deadline, Timeout
from ..solvers.protocol import Oracle
from ..solvers.registry import DEFAULT, find_incremental_backend, make_oracle
from ..sudoku.allowed_moves import EVERYTHING, MOVE_KINDS, AllowedMoves
from ..sudoku.grid import Grid, check_grids
from ..sudoku.transformation import Permutation, Transformation, find_reachable_points

if TYPE_CHECKING:
    from ..questions.symmetry_claims import LineOrbitWitnesses, SymmetryCountClaim


@dataclass(frozen=True, slots=True)
class Symmetries:
    """The symmetries of a Sudoku: the transformations that map the Sudoku to itself.

    `order` is the number of symmetries; it includes all renamings of digits that do not occur.
    `generators` are some symmetries, verified on the grid; combining them gives every symmetry,
    apart from renamings of digits that do not occur. `only` are the kinds of moves that were
    allowed, such as exchanging rows.
    """

    grid: Grid
    order: int
    generators: tuple[Transformation, ...]
    only: AllowedMoves = EVERYTHING

    @property
    def renamings(self) -> int:
        """The number of ways to rename those digits that do not occur in the grid; 1 if digits may
        not be renamed. Each of these renamings is a symmetry, so `order`, the number of symmetries,
        is a multiple of this number.
        """
        return factorial(self.grid.size - len(self.grid.digits)) if "digits" in self.only else 1

    def elements(self) -> set[Transformation]:
        """Return the set of all symmetries of the grid, including the identity. Symmetries that
        differ only in how they rename digits that do not occur in the grid have the same effect;
        the set has one of them.
        """
        grid, identity = self.grid, Transformation.identity(self.grid.shape)
        found, waiting = {identity}, [identity]
        while waiting:
            one = waiting.pop()
            for generator in self.generators:
                product = one.then(generator).simplest(grid)
                if product not in found:
                    found.add(product)
                    waiting.append(product)
        return found


def symmetries(
    grid: Grid, backend: str = DEFAULT, *, timeout: Timeout = None, only: Iterable[str] = MOVE_KINDS
) -> Symmetries:
    """Return the symmetries of a grid: the transformations that map it to itself. `only` names the
    kinds of moves that are allowed: some of `MOVE_KINDS`, such as "rows" or "digits", by default
    all.

    Raises `GridError` if `grid` is not a grid, and `BackendError` if the backend takes no
    assumptions or cannot be stopped when the time is up. Raises `ArgumentError` if `only` has an
    unknown name, has `turns` and only one of `rows` and `columns`, or has `turns` and only one of
    `bands` and `stacks`. Raises `DeadlinePassedError` when the time is up.

    >>> symmetries(Grid([[0] * 4] * 4)).order  # 2 · 2⁶ · 4!
    3072
    """
    check_grids(grid)
    deadline, allowed_moves = Deadline.from_timeout(timeout), AllowedMoves(only)
    chosen = find_incremental_backend(backend, deadline)
    formula = IsCopy(grid, grid, REFINED, allowed_moves).formula
    with chosen.make_oracle(formula, deadline) as oracle:
        order, generators = _count_symmetries_and_find_generators(formula, oracle)
    for one in generators:
        if not (one.leads(grid, grid) and allowed_moves.allows(one)):
            raise WitnessError(
                "{backend} claims a symmetry that does not lead back to the Sudoku",
                backend=chosen.name,
            )
    found = Symmetries(grid, order, tuple(generators), allowed_moves)
    return replace(found, order=order * found.renamings)


def _count_symmetries_and_find_generators(
    formula: EquivalenceFormula, oracle: Oracle
) -> tuple[int, list[Transformation]]:
    """Count the symmetries of a grid with the help of `oracle`, a solver that holds the clauses of
    `formula`. Return their number, and a list of generators: symmetries that, combined, give all
    others. Renamings of digits that do not occur in the grid are not counted and not listed.
    """
    points, quarter = formula.unknowns.join_row_and_column_matrices(), formula.unknowns.quarter
    order, generators, moves = 1, list[Transformation](), list[Permutation]()
    # The loop starts with the last line, for which all lines before it are kept in place. The
    # symmetries that it finds also help with the later, larger orbits, for which fewer lines are
    # kept.
    for point in reversed(range(len(points))):
        kept = [-quarter, *(points[other][other] for other in range(point))]
        orbit, refuted = {point}, set[int]()
        for image, variable in points[point].items():
            if image in orbit or image in refuted:
                continue
            model = oracle.find_model([*kept, variable])
            if model is None:
                refuted |= find_reachable_points({image}, moves)
            else:
                symmetry = formula.transformation(model)
                generators.append(symmetry.simplest())
                moves.append(symmetry.line_images())
                orbit = find_reachable_points(orbit, moves)
        order *= len(orbit)
    turned = oracle.find_model([quarter])
    if turned is not None:
        generators.append(formula.transformation(turned).simplest())
        order *= 2
    return order, generators


def find_line_orbit_witnesses(
    grid: Grid, backend: str = DEFAULT, *, timeout: Timeout = None
) -> LineOrbitWitnesses:
    """Find the orbit of each row and column of a grid: the lines to which symmetries of the grid
    can move it. For each line of an orbit, a symmetry that moves the row or column to this line is
    returned. A certificate contains these symmetries as evidence for the number of symmetries.

    Rows come before columns, and each orbit counts only symmetries that keep all earlier lines in
    place. Raises `BackendError` if the backend takes no assumptions or cannot be stopped when the
    time is up, and `DeadlinePassedError` when the time is up.

    >>> find_line_orbit_witnesses(Grid([[0] * 4] * 4)).symmetry_count  # 2 · 2⁶ · 4!
    3072
    """
    from ..questions.symmetry_claims import LineOrbitWitnesses

    deadline = Deadline.from_timeout(timeout)
    formula = IsCopy(grid, grid, REFINED).formula
    quarter = formula.unknowns.quarter
    with make_oracle(formula, deadline, backend) as oracle:
        kept = [-quarter]
        witnesses = []
        for p, images in enumerate(formula.unknowns.join_row_and_column_matrices()):
            models = [oracle.find_model([*kept, v]) for image, v in images.items() if image != p]
            witnesses.append(
                tuple([formula.transformation(model) for model in models if model is not None])
            )
            kept.append(images[p])
        turned = oracle.find_model([quarter])
    turn = None if turned is None else formula.transformation(turned)
    found = LineOrbitWitnesses(grid, turn, tuple(witnesses))
    found.check_and_find_line_orbits()
    return found


def make_symmetry_count_claim(
    grid: Grid, symmetry_count: int, backend: str = DEFAULT, *, timeout: Timeout = None
) -> SymmetryCountClaim:
    """Return the statement, for a certificate, that a grid has exactly `symmetry_count` symmetries.
    The statement contains its evidence, symmetries that show to which lines each row and column can
    be moved; `backend` finds them.

    Raises `VerificationError` if the number is wrong, and `ProofError` if the time is not enough.
    """
    from ..questions.claim import convert_passed_deadline_to_proof_error
    from ..questions.symmetry_claims import SymmetryCountClaim

    with convert_passed_deadline_to_proof_error():
        shown = find_line_orbit_witnesses(grid, backend, timeout=timeout)
    if shown.symmetry_count != symmetry_count:
        raise VerificationError(
            f"counted {symmetry_count} symmetries, and found {shown.symmetry_count}"
        )
    return SymmetryCountClaim(grid, symmetry_count, shown.turn, shown.witnesses)


def find_symmetry_with_lines(
    grid: Grid, rows: Permutation, columns: Permutation, transposed: bool = False
) -> Transformation | None:
    """Return the symmetry of a grid that reorders its rows and columns in a given way: `rows` and
    `columns` are index lists, and rows are exchanged with columns if `transposed` is true. The
    digits are renamed so that the grid becomes the same again. Return None if no renaming achieves
    this.
    """
    names: dict[int, int] = {}
    for r, c in grid.cells:
        old = grid[columns[c], rows[r]] if transposed else grid[rows[r], columns[c]]
        if names.setdefault(old, grid[r, c]) != grid[r, c]:
            return None
    if names.pop(0, 0) or len(set(names.values())) < len(names):
        return None
    digits = [names.get(d, d) for d in range(1, grid.size + 1)]
    return Transformation.from_source_lines(grid.shape, transposed, rows, columns, digits)
