"""As many sets of cells as possible, no two of which share a cell: by CP-SAT."""

from collections.abc import Sequence

from ..solvers.clock import Clock
from ..solvers.cp_sat import solve
from ..sudoku.grid import CellSet

_PARAMETERS: dict[str, int | bool] = {"num_workers": 8, "interleave_search": True}
"""With fewer workers CP-SAT takes seconds for some of these instead of hundredths. Interleaved
workers find the same sets each time."""


def most_disjoint(sets: Sequence[CellSet], clock: Clock) -> list[CellSet]:
    """Return as many of the sets as possible that share no cell, in the order given.

    Where the time is short there may be fewer than possible. Raises `DeadlinePassedError` where
    there was no time to find any.

    >>> one, other, third = frozenset({(0, 0), (0, 1)}), frozenset({(0, 1)}), frozenset({(1, 1)})
    >>> most_disjoint([one, other, third], Clock(10))[1:] == [third]
    True
    """
    if not sets:
        return []
    from ortools.sat.python.cp_model import CpModel

    model = CpModel()
    chosen = [model.new_bool_var("") for _ in sets]
    for cell in sorted(CellSet().union(*sets)):
        model.add_at_most_one(
            literal for literal, one in zip(chosen, sets, strict=True) if cell in one
        )
    model.maximize(sum(chosen))
    solver = solve(model, clock, _PARAMETERS)
    assert solver is not None  # to choose no set is a solution
    return [one for one, literal in zip(sets, chosen, strict=True) if solver.boolean_value(literal)]
