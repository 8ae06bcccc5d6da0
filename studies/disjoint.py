"""As many sets of cells as possible, no two of which share a cell: by CP-SAT."""

from collections.abc import Sequence

from ..base.errors import DeadlinePassedError
from ..solvers.clock import Clock
from ..solvers.cp_sat import solve
from ..sudoku.grid import Cell, CellSet

_PARAMETERS: dict[str, int | bool] = {"num_workers": 8, "interleave_search": True}
"""With fewer workers CP-SAT takes seconds for some of these instead of hundredths. Interleaved
workers find the same sets each time."""


def most_disjoint(sets: Sequence[CellSet], clock: Clock) -> list[CellSet]:
    """Return as many of the sets as possible that share no cell, in the order given.

    Those of `some_disjoint` if there are no more. Where the time is short there may be fewer than
    possible.

    >>> one, other, third = frozenset({(0, 0), (0, 1)}), frozenset({(0, 1)}), frozenset({(1, 1)})
    >>> most_disjoint([one, other, third], Clock(10)) == [one, third]
    True
    """
    some = some_disjoint(sets)
    if not sets:
        return some
    from ortools.sat.python.cp_model import CpModel

    model = CpModel()
    chosen = [model.new_bool_var("") for _ in sets]
    for cell in sorted(CellSet().union(*sets)):
        model.add_at_most_one(
            literal for literal, one in zip(chosen, sets, strict=True) if cell in one
        )
    model.maximize(sum(chosen))
    try:
        solver, is_solved = solve(model, clock, _PARAMETERS)
    except DeadlinePassedError:  # before any solution was found, as on a busy machine
        return some
    assert is_solved  # to choose no set is a solution
    most = [one for one, literal in zip(sets, chosen, strict=True) if solver.boolean_value(literal)]
    return most if len(most) > len(some) else some


def some_disjoint(sets: Sequence[CellSet]) -> list[CellSet]:
    """Return sets that share no cell, each the first that shares none with those before it.

    >>> one, other, third = frozenset({(0, 0), (0, 1)}), frozenset({(0, 1)}), frozenset({(1, 1)})
    >>> some_disjoint([one, other, third]) == [one, third]
    True
    """
    found: list[CellSet] = []
    taken: set[Cell] = set()
    for one in sets:
        if taken.isdisjoint(one):
            found.append(one)
            taken |= one
    return found
