"""Find the exact covers of cells by sets of cells. An exact cover is a choice of sets such that
each cell is in exactly one of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

_MOST_COVERS, _MOST_STEPS = 8, 1_000

Cell = tuple[int, int]


def list_exact_covers_per_group_or_none(
    sets: Sequence[frozenset[Cell]],
) -> list[list[list[int]]] | None:
    """Return the exact covers of all cells that are in `sets`: the choices of sets such that each
    cell is in exactly one chosen set. Sets without a common cell can be chosen independently, so
    the sets are split into groups, and the result has one list for each group. This list has the
    covers of the group, and a cover is the list of the indices, in `sets`, of its chosen sets.

    Returns None if there is no exact cover, if a group has more than eight, or if they take too
    long to find.

    >>> a, b = (0, 0), (0, 1)
    >>> list_exact_covers_per_group_or_none([frozenset([a, b]), frozenset([b])])
    [[[0]]]
    >>> list_exact_covers_per_group_or_none([frozenset([a]), frozenset([b]), frozenset([a, b])])
    [[[0, 1], [2]]]
    """
    sets_by_cell = defaultdict[Cell, set[int]](set)
    for index, cells in enumerate(sets):
        for cell in cells:
            sets_by_cell[cell].add(index)
    remaining = set(range(len(sets)))
    sure = _take_forced_sets_or_none(sets, sets_by_cell, remaining, list(sets_by_cell))
    if sure is None:
        return None
    found = [[[index]] for index in sure]
    for group in _split_into_groups(sets, sets_by_cell, remaining - {*sure}):
        covers = _list_few_exact_covers_or_empty(sets, group)
        if not covers:
            return None
        found.append(covers)
    return found


def _take_forced_sets_or_none(
    sets: Sequence[frozenset[Cell]],
    sets_by_cell: dict[Cell, set[int]],
    remaining_sets: set[int],
    cells_to_examine: list[Cell],
) -> list[int] | None:
    """Choose the sets that are in every exact cover because no other remaining set contains one of
    their cells. Return the indices of the chosen sets, or None if a cell is in no remaining set.
    The choice is repeated until no set must be chosen, because each chosen set excludes all sets
    that overlap it.

    The other three arguments are changed. `sets_by_cell` has for each cell the sets that contain
    it; the cells of chosen sets are deleted. The excluded sets are deleted from `remaining_sets`.
    `cells_to_examine` has the cells to examine, and is empty at the end.
    """
    chosen = list[int]()
    while cells_to_examine:
        cell = cells_to_examine.pop()
        if cell not in sets_by_cell or len(sets_by_cell[cell]) > 1:
            continue
        if not sets_by_cell[cell]:
            return None
        (index,) = sets_by_cell[cell]
        chosen.append(index)
        others = set[int]().union(*(sets_by_cell[one] for one in sets[index])) - {index}
        for one in sets[index]:
            del sets_by_cell[one]
        for other in others:
            remaining_sets.discard(other)
            for one in sets[other]:
                if one in sets_by_cell:
                    sets_by_cell[one].discard(other)
                    if len(sets_by_cell[one]) < 2:
                        cells_to_examine.append(one)
    return chosen


def _split_into_groups(
    sets: Sequence[frozenset[Cell]], sets_by_cell: dict[Cell, set[int]], remaining: Iterable[int]
) -> list[list[int]]:
    """Split the sets in `remaining` into groups, so that sets of different groups have no cell in
    common. Return the groups, each as a list of indices of sets. `sets_by_cell` has for each cell
    the sets that contain it.
    """
    left, groups = set(remaining), list[list[int]]()
    while left:
        stack, group = [left.pop()], list[int]()
        while stack:
            index = stack.pop()
            group.append(index)
            near = set[int]().union(*(sets_by_cell[cell] for cell in sets[index])) & left
            left -= near
            stack += near
        groups.append(sorted(group))
    return groups


def _list_few_exact_covers_or_empty(
    sets: Sequence[frozenset[Cell]], group: list[int]
) -> list[list[int]]:
    """Return all exact covers of the cells of the sets in `group`, each as a list of indices of
    sets. Return an empty list if there are more than eight, or if they are not found in a thousand
    steps.
    """
    found, steps = list[list[int]](), 0
    stack: list[tuple[list[int], list[int]]] = [([], group)]
    while stack:
        chosen, left = stack.pop()
        steps += 1
        if steps > _MOST_STEPS or len(found) > _MOST_COVERS:
            return []
        sets_by_cell = defaultdict[Cell, list[int]](list)
        for index in left:
            for cell in sets[index]:
                sets_by_cell[cell].append(index)
        covered = frozenset[Cell]().union(*(sets[index] for index in chosen))
        wanted = frozenset[Cell]().union(*(sets[index] for index in group)) - covered
        if not wanted:
            found.append(sorted(chosen))
        elif wanted <= sets_by_cell.keys():
            first = min(wanted, key=lambda cell: (len(sets_by_cell[cell]), cell))
            for index in sets_by_cell[first]:
                rest = [other for other in left if sets[other].isdisjoint(sets[index])]
                stack.append(([*chosen, index], rest))
    return sorted(found)
