"""Measure proofs of a no that use symmetries of the second Sudoku, beside plain proofs of the same
no: `python benchmarks/broken_symmetry.py`.

Prints a Markdown table. The pairs are tables of groups that are not isomorphic, designs, and cyclic
grids in which an unavoidable set was switched. The time is the processor time for the certificate
of the answer no, without the decision: for finding the symmetries, the solver, the hints and the
checker of sudokopie. A row without a number of lines is for a proof that was not found within the
limit.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from random import Random

from sudokopie import BoxShape
from sudokopie.answers.breaking_symmetries import make_not_copy_claim
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.applications.comparison.families import (
    SemidirectProduct,
    make_pair_of_group_tables,
)
from sudokopie.base.errors import ProofError
from sudokopie.proofs.certificate import make_certificate
from sudokopie.questions.copy import IsCopy
from sudokopie.questions.yes_no_claims import NoClaim
from sudokopie.solvers.deadline import Deadline
from sudokopie.sudoku.grid import Pair
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    random_complete_grid,
    random_transformation,
    switch_smallest_unavoidable_set,
)

from bulk import print_heading, print_row

GROUPS = (
    ("z4z4", "z4z4k3", 4),
    ("z4z4", "z4z4k3", 1),
    ("z9z3", "z9z3k4", 1),
    ("z4z8", "z4z8k3", 1),
    ("z8z4", "z8z4k5", 1),
    ("z8z4k3", "z8z4k5", 1),
    ("z8z4k3", "z8z4k7", 1),
    ("z16z2", "z16z2k9", 1),
    ("z16z2k7", "z16z2k15", 1),
)
"""Two groups of the same order, and the number of rows of a box."""


def make_group_pair(names: tuple[str, str], box_height: int) -> Pair:
    """Return the tables of two groups as Sudokus in boxes of `box_height` rows."""
    groups = [SemidirectProduct.parse_group_name(name) for name in names]
    return make_pair_of_group_tables(groups[0], groups[1], box_height, 0)


def make_switched_pair(shape: BoxShape, *, is_symmetric: bool) -> Pair:
    """Return a pair of grids: a complete grid in which the digits of an unavoidable set (cells that
    can be filled in two ways) are exchanged, and a transformed copy of the grid before this change.
    The grid is cyclic if `is_symmetric`, otherwise random.
    """
    grid = cyclic_grid(shape) if is_symmetric else random_complete_grid(shape, Random(1))
    switched = switch_smallest_unavoidable_set(grid)
    if switched is None:
        raise SystemExit(f"the grid with boxes of {shape} has no small unavoidable set")
    return Pair(switched, random_transformation(shape, Random(2)).apply(grid))


def list_pairs() -> list[tuple[str, Callable[[], Pair]]]:
    """Return the rows of the table: a name, and a function that makes the pair."""
    rows: list[tuple[str, Callable[[], Pair]]] = [
        (
            f"{one}, {other}, boxes of {rows} row{'s' * (rows > 1)}",
            partial(make_group_pair, (one, other), rows),
        )
        for one, other, rows in GROUPS
    ]
    for shape in (BoxShape(4, 4), BoxShape(5, 5)):
        for is_symmetric in (True, False):
            name = f"{shape.size}×{shape.size}, {'cyclic' if is_symmetric else 'random'}, switched"
            rows.append((name, partial(make_switched_pair, shape, is_symmetric=is_symmetric)))
    return rows


def measure_proof(pair: Pair, limit: float, *, breaks_symmetry: bool) -> tuple[str, str]:
    """Prove that the second Sudoku of a pair is not a copy of the first. Return the number of
    symmetries in the certificate with the number of lines of the proof, and the seconds of
    processor time, as texts.
    """
    begin, deadline = time.process_time(), Deadline(limit)
    plain = NoClaim(IsCopy(*pair))
    claim = make_not_copy_claim(*pair, deadline) if breaks_symmetry else None
    try:
        certificate = make_certificate(claim or plain, timeout=deadline)
    except ProofError:
        return "", f"> {limit:g}"
    seconds = time.process_time() - begin
    symmetries = getattr(certificate.statement, "symmetries", ())
    lines = f"{len(certificate.proofs[0].lrat):,}"
    return f"{len(symmetries)}, {lines}" if breaks_symmetry else lines, f"{seconds:.2f}"


def main() -> None:
    """Prove the answer no for each pair, with and without symmetries, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--limit", type=float, default=20, help="seconds of wall-clock time a proof"
    )
    limit = parser.parse_args().limit
    print(f"Conditions: {find_conditions()}; processor time, s; limit {limit:g} s.")
    print_heading("pair", "symmetries, lines", "s", "lines of the plain proof", "s")
    for name, make in list_pairs():
        pair = make()
        broken = measure_proof(pair, limit, breaks_symmetry=True)
        print_row(name, *broken, *measure_proof(pair, limit, breaks_symmetry=False))


if __name__ == "__main__":
    main()
