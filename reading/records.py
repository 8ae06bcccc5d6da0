"""Records: of the Sudokus that belong together, such as a puzzle and its solution, the puzzle."""

from collections.abc import Sequence

from ..base.messages import Message
from .columns import (
    Role,
    are_solutions,
    choose_puzzle_column,
    completes,
    find_incomplete_solutions,
    find_role,
    make_only_solutions_message,
    make_several_columns_message,
)

Cells = tuple[int, ...]

_SOLUTION_ALONE = Message("a line has a solution, but no puzzle")


def select_puzzles(
    groups: Sequence[int],
    grids: Sequence[Cells],
    labels: Sequence[str],
    column: str | int | None,
) -> tuple[list[int], list[Message]]:
    """Return the indices of the Sudokus that are puzzles, and no message. If it is not certain
    which are puzzles, return no indices, and the reason.

    `grids` and `labels` have an item for each square. `groups` are the numbers of squares on
    successive lines, and 0 for each square that is not on one line. `column` is the label, or the
    number from 1, that the caller chose.
    """
    if column is not None:
        chosen = _select_column(groups, labels, column)
        return chosen, [] if chosen else [Message("no Sudoku is in column {name}", name=column)]
    labels = _without_common_path(labels)
    roles = [find_role(label) for label in labels]
    left = [i for i, role in enumerate(roles) if role is not Role.SOLUTION]
    if not are_solutions(labels):
        left = left or [*range(len(labels))]
    if not left or _find_solution_alone(groups, roles) is not None:
        return [], [_SOLUTION_ALONE if left else make_only_solutions_message(labels)]
    widths = {*groups}
    if len(left) < len(roles) or not widths or 0 in widths or widths == {1}:
        found, messages = _select_by_label(left, grids, labels)
        exchanged = _find_exchanged_labels(found, grids, labels)
        return ([], [make_several_columns_message(exchanged)]) if exchanged else (found, messages)
    if len(widths) > 1:
        return [], [Message("some lines have one Sudoku, others several")]
    (width,) = widths
    columns = [grids[i::width] for i in range(width)]
    indices = choose_puzzle_column(labels[:width], columns)
    if len(indices) > 1:
        names = [labels[i] or str(i + 1) for i in indices]
        return [], [make_several_columns_message(names)]
    return [*range(indices[0], len(grids), width)], []


def _find_solution_alone(groups: Sequence[int], roles: Sequence[Role]) -> int | None:
    """Return the index of the first Sudoku that is a solution on a line without a puzzle; None if
    there is none.
    """
    index = 0
    for count in groups:
        if count and all(role is Role.SOLUTION for role in roles[index : index + count]):
            return index
        index += max(count, 1)
    return None


def _without_common_path(labels: Sequence[str]) -> list[str]:
    """Return paths of keys without the keys at their beginnings that are the same in all."""
    paths = [label.split(".") for label in labels]
    while paths and all(len(path) > 1 and path[0] == paths[0][0] for path in paths):
        paths = [path[1:] for path in paths]
    return [".".join(path) for path in paths]


def _select_by_label(
    left: Sequence[int], grids: Sequence[Cells], labels: Sequence[str]
) -> tuple[list[int], list[Message]]:
    """Return the indices of the Sudokus whose labels are those of puzzles, if other labels occur
    beside them equally often.
    """
    by_label: dict[str, list[int]] = {}
    for i in left:
        by_label.setdefault(labels[i], []).append(i)
    counts = {len(found) for found in by_label.values()}
    headings = [*by_label]
    columns = [[grids[i] for i in found] for found in by_label.values()]
    if len(by_label) < 2 or len(counts) > 1 or "" in by_label:
        return [*left], []
    if counts == {1}:
        # Two Sudokus may be a pair, unless the puzzle is beside a state of it.
        puzzles = [i for i, one in enumerate(headings) if find_role(one) is Role.PUZZLE]
        own = columns[puzzles[0]] if len(puzzles) == 1 else []
        others = [column for column in columns if column is not own]
        is_puzzle = bool(own) and all(completes(own, column) for column in others)
        return ([by_label[headings[puzzles[0]]][0]] if is_puzzle else [*left]), []
    chosen = choose_puzzle_column(headings, columns)
    if len(chosen) > 1:
        if not any(find_role(heading) is Role.PUZZLE for heading in headings):
            return [*left], []
        return [], [make_several_columns_message([headings[i] for i in chosen])]
    return by_label[headings[chosen[0]]], []


def _find_exchanged_labels(
    chosen: Sequence[int], grids: Sequence[Cells], labels: Sequence[str]
) -> list[str]:
    """Return the label of the chosen Sudokus, and the label of solutions that they complete, so
    that their labels are perhaps exchanged; an empty list if there are none.
    """
    names = {labels[i] for i in chosen}
    if len(names) != 1:
        return []
    columns: dict[str, list[Cells]] = {}
    for label, grid in zip(labels, grids, strict=True):
        columns.setdefault(label, []).append(grid)
    own = columns[name := names.pop()]
    headings = [one for one in columns if len(columns[one]) == len(own)]
    found = find_incomplete_solutions(
        [headings.index(name)],
        [find_role(one) for one in headings],
        [columns[one] for one in headings],
    )
    return [headings[found[0]], name] if found else []


def _select_column(groups: Sequence[int], labels: Sequence[str], column: str | int) -> list[int]:
    """Return the indices of the Sudokus in a column, which its number, its whole path or the last
    keys of its path name.
    """
    if isinstance(column, str):
        ends = [i for i, label in enumerate(labels) if f".{label}".endswith(f".{column}")]
        # The key of the list whose items are the records is in none of their paths.
        return ends or [
            i for i, label in enumerate(labels) if label and column.endswith(f".{label}")
        ]
    index, found = 0, []
    for count in groups:
        if count >= column:
            found.append(index + column - 1)
        index += max(count, 1)
    return found
