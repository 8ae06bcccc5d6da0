"""Backend `cp-sat:table`: the question as a native model of CP-SAT, without clauses of ours.

For each row, column and digit of the second grid an integer variable says which one of the turned
first grid it was. Inverse constraints make them permutations, a table for each cell says which
(quarter, row, column, digit) can have led to it.
"""

from typing import TYPE_CHECKING

from ..base.verdict import Verdict
from ..encoding.candidates import Images, turned
from ..questions.copy import Copy
from ..sudoku.transformation import Transformation
from .clock import Clock
from .cp_sat import solve
from .protocol import Abilities, Outcome, alone

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

_PARAMETERS: dict[str, int | bool] = {
    "num_workers": 1,
    "cp_model_presolve": False,
    "symmetry_level": 0,
}
"""Presolve is off: with inverse constraints, that of OR-tools 9.15 calls some models infeasible
that have solutions. It saves no time either."""


class CpSatTableBackend:
    """CP-SAT with table and inverse constraints."""

    name = "cp-sat:table"
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: Copy, clock: Clock) -> Outcome:
        """Answer by solving the native model."""
        from ortools.sat.python.cp_model import CpModel

        model = CpModel()
        shape = question.first.shape
        quarter = _variable(model, [one.quarter for one in question.candidates.orientations])
        rows = _lines(model, [one.rows for one in question.candidates.orientations], shape.height)
        columns = _lines(
            model, [one.columns for one in question.candidates.orientations], shape.width
        )
        # Digits are 0-based here, because the inverse constraint is.
        images = (tuple(new - 1 for new in of_one) for of_one in question.candidates.digits[1:])
        digits = _origins(model, [tuple(images)])
        blanks, clues = _tables(question)
        for r2, row in clock.watch(enumerate(question.second.rows), every=1):
            for c2, digit in enumerate(row):
                place = [quarter, rows[r2], columns[c2]]
                if digit:
                    model.add_allowed_assignments([*place, digits[digit - 1]], clues)
                else:
                    model.add_allowed_assignments(place, blanks)
        clock.lap("encode")
        solver, is_solved = solve(model, clock, _PARAMETERS)
        if not is_solved:
            return Outcome(Verdict.NO)
        renaming = [0] * shape.size
        for new, old in enumerate(digits, 1):
            renaming[solver.value(old)] = new
        witness = Transformation.from_lines(
            shape,
            solver.value(quarter),
            [solver.value(row) for row in rows],
            [solver.value(column) for column in columns],
            renaming,
        )
        statistics = {"conflicts": solver.num_conflicts, "decisions": solver.num_branches}
        return Outcome(Verdict.YES, witness, statistics)


names, create = alone(CpSatTableBackend)


def _tables(question: Copy) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Return where the blanks can come from, and where the clues can, these with their digit."""
    blanks: list[tuple[int, ...]] = []
    clues: list[tuple[int, ...]] = []
    for quarter, _, _ in question.candidates.orientations:
        for r, row in enumerate(turned(question.first, quarter)):
            for c, digit in enumerate(row):
                if digit:
                    clues.append((quarter, r, c, digit - 1))
                else:
                    blanks.append((quarter, r, c))
    return blanks, clues


def _variable(model: "CpModel", values: list[int]) -> "IntVar":
    from ortools.sat.python.cp_model import Domain

    return model.new_int_var_from_domain(Domain.from_values(values), "")


def _origins(model: "CpModel", images: list[Images]) -> list["IntVar"]:
    """Return for each new line or digit a variable that says which old one it was."""
    count = len(images[0])
    origins: list[set[int]] = [set() for _ in range(count)]
    for of_all in images:
        for old, of_one in enumerate(of_all):
            for new in of_one:
                origins[new].add(old)
    variables = [_variable(model, sorted(olds)) for olds in origins]
    model.add_inverse(variables, [model.new_int_var(0, count - 1, "") for _ in range(count)])
    return variables


def _lines(model: "CpModel", images: list[Images], length: int) -> list["IntVar"]:
    """Return for each new line a variable that says which it was; blocks stay together."""
    lines = _origins(model, images)
    blocks = len(lines) // length
    origins = [model.new_int_var(0, blocks - 1, "") for _ in range(blocks)]
    table = [(block, block * length + i) for block in range(blocks) for i in range(length)]
    for line, variable in enumerate(lines):
        model.add_allowed_assignments([origins[line // length], variable], table)
    return lines
