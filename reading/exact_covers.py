"""Find the exact covers of cells by sets of cells. An exact cover is a choice of sets such that
each cell is in exactly one of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

_MOST_COVERS, _MOST_STEPS = 8, 1_000

Cell = tuple[int, int]


def find_exact_covers(sets: Sequence[frozenset[Cell]]) -> list[list[list[int]]] | None:
    """Return the exact covers of all cells of `sets`: the choices of sets such that each cell is in
    exactly one chosen set. A set is given by its index. Returns None if there is no exact cover, or
    if an independent group of cells has more than eight.

    The result has a list for each independent group of cells, and in it each cover of this group.

    >>> a, b = (0, 0), (0, 1)
    >>> find_exact_covers([frozenset([a, b]), frozenset([b])])
    [[[0]]]
    >>> find_exact_covers([frozenset([a]), frozenset([b]), frozenset([a, b])])
    [[[0, 1], [2]]]
    """
    owners = defaultdict[Cell, set[int]](set)
    for index, cells in enumerate(sets):
        for cell in cells:
            owners[cell].add(index)
    alive = set(range(len(sets)))
    sure = _choose_without_alternative(sets, owners, alive, list(owners))
    if sure is None:
        return None
    found = [[[index]] for index in sure]
    for part in _split_into_groups(sets, owners, alive - {*sure}):
        covers = _list_exact_covers(sets, part)
        if not covers:
            return None
        found.append(covers)
    return found


def _choose_without_alternative(
    sets: Sequence[frozenset[Cell]],
    owners: dict[Cell, set[int]],
    alive: set[int],
    queue: list[Cell],
) -> list[int] | None:
    """Choose each set that contains a cell which no other set contains, delete the sets that
    overlap it, and repeat this until no such set is left. Returns the indices of the chosen sets,
    or None if a cell is in no remaining set.

    `owners` has for each cell the sets that contain it. Cells of chosen sets are deleted from
    `owners`, and deleted sets from `alive`.
    """
    chosen = list[int]()
    while queue:
        cell = queue.pop()
        if cell not in owners or len(owners[cell]) > 1:
            continue
        if not owners[cell]:
            return None
        (index,) = owners[cell]
        chosen.append(index)
        others = set[int]().union(*(owners[one] for one in sets[index])) - {index}
        for one in sets[index]:
            del owners[one]
        for other in others:
            alive.discard(other)
            for one in sets[other]:
                if one in owners:
                    owners[one].discard(other)
                    if len(owners[one]) < 2:
                        queue.append(one)
    return chosen


def _split_into_groups(
    sets: Sequence[frozenset[Cell]], owners: dict[Cell, set[int]], alive: Iterable[int]
) -> list[list[int]]:
    """Split the sets in `alive` into groups, so that sets of different groups have no cell in
    common. Returns the groups, each as a list of indices of sets.
    """
    left, parts = set(alive), list[list[int]]()
    while left:
        stack, part = [left.pop()], list[int]()
        while stack:
            index = stack.pop()
            part.append(index)
            near = set[int]().union(*(owners[cell] for cell in sets[index])) & left
            left -= near
            stack += near
        parts.append(sorted(part))
    return parts


def _list_exact_covers(sets: Sequence[frozenset[Cell]], part: list[int]) -> list[list[int]]:
    """Return all exact covers of the cells of some sets; an empty list if there are more than
    eight, or if they are not found in a thousand steps.
    """
    found, steps = list[list[int]](), 0
    stack: list[tuple[list[int], list[int]]] = [([], part)]
    while stack:
        chosen, left = stack.pop()
        steps += 1
        if steps > _MOST_STEPS or len(found) > _MOST_COVERS:
            return []
        owners = defaultdict[Cell, list[int]](list)
        for index in left:
            for cell in sets[index]:
                owners[cell].append(index)
        covered = frozenset[Cell]().union(*(sets[index] for index in chosen))
        wanted = frozenset[Cell]().union(*(sets[index] for index in part)) - covered
        if not wanted:
            found.append(sorted(chosen))
        elif wanted <= owners.keys():
            first = min(wanted, key=lambda cell: (len(owners[cell]), cell))
            for index in owners[first]:
                rest = [other for other in left if sets[other].isdisjoint(sets[index])]
                stack.append(([*chosen, index], rest))
    return sorted(found)
