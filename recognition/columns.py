"""Columns and records: of the Sudokus that belong together, such as a puzzle and its solution in
each record of a file, the puzzle.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from enum import Enum

from ..base.messages import Message, shorten_and_escape

_PUZZLE = (
    "puzzle sudoku grid quiz quizzes question clues givens problem input unsolved task start board "
    "challenge mission initial given raw sudokus puzzles grids questions problems boards x "
    "raetsel ratsel aufgabe aufgaben vorgabe vorgaben gitter start startfeld ungeloest "
    "grille enigme probleme depart "
    "rompecabezas tablero pista pistas problema inicial acertijo pasatiempo "
    "schema griglia enigma quesito "
    "puzzel opgave vraag raadsel "
    "pussel uppgift problem galler"
)
_SOLUTION = (
    "solution solutions solved answer answers target label result output filled complete completed "
    "y response groundtruth truth sol "
    "loesung losung loesungen losungen geloest gelost ergebnis ergebnisse antwort antworten "
    "aufloesung auflosung "
    "reponse reponses resolu resolue resultat resultats corrige corriges "
    "solucion soluciones respuesta respuestas resuelto resuelta resultado resultados "
    "soluzione soluzioni risposta risposte risolto risolta risultato risultati "
    "oplossing oplossingen antwoord antwoorden opgelost resultaat uitkomst "
    "losning losningar losningen svar lost facit"
)

_RATING = (
    "rating ratings difficulty "
    "schwierigkeit schwierigkeitsgrad bewertung "
    "difficulte difficultes "
    "dificultad clasificacion "
    "difficolta valutazione "
    "moeilijkheid moeilijkheidsgraad waardering "
    "svarighet svarighetsgrad betyg"
)
_LEVEL = "level grade score stufe niveau nivel grado livello niva grad"
"""Words of the headings of ratings that headings of puzzles have, too, as in `level_1_puzzle`."""


class Role(Enum):
    """What a column holds, by its heading."""

    PUZZLE = "puzzle"
    SOLUTION = "solution"
    UNKNOWN = "unknown"


def _simplify(word: str) -> str:
    """Return a word in small letters without accents."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).replace("ø", "o")


_ROLES: Mapping[str, Role] = {
    **dict.fromkeys(_PUZZLE.split(), Role.PUZZLE),
    **dict.fromkeys(_SOLUTION.split(), Role.SOLUTION),
}
_RATING_WORDS = frozenset(_RATING.split())


def find_role(heading: str) -> Role:
    """Return what a column holds, by the words of its heading in seven languages. A heading that
    names both, such as `puzzle_solution`, is that of a solution. Of a path such as `data.puzzle`,
    the last key that has a meaning decides.
    """
    path, _, key = heading.rpartition(".")
    role = _find_role_of_key(key)
    return find_role(path) if role is Role.UNKNOWN and path else role


def _list_words(heading: str) -> list[str]:
    """Return the words of a key or heading, in small letters without accents."""
    words = re.findall(r"[^\W\d_]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", heading))
    return [*map(_simplify, words)]


def _find_role_of_key(heading: str) -> Role:
    """Return what a column holds, by the words of one key or heading. A rating of the puzzles, such
    as `puzzle_rating` or `difficulté de la grille`, is neither a puzzle nor a solution.
    """
    words = _list_words(heading)
    if not _RATING_WORDS.isdisjoint({*words[:1], *words[-1:]}):
        return Role.UNKNOWN
    roles = {_ROLES.get(word, Role.UNKNOWN) for word in words}
    for role in (Role.SOLUTION, Role.PUZZLE):
        if role in roles:
            return role
    return Role.UNKNOWN


Cells = Sequence[int]
_MOST_COMPARED = 40
"""The most columns of which each is compared with each."""


def are_solutions(headings: Sequence[str]) -> bool:
    """Return whether the headings of all columns with Sudokus are those of solutions. Only beside
    another one is `y` the heading of a solution.
    """
    names = {heading.rpartition(".")[2].casefold() for heading in headings}
    return names != {"y"} and all(find_role(heading) is Role.SOLUTION for heading in headings)


def choose_puzzle_column(
    headings: Sequence[str], columns: Sequence[Sequence[Cells | None]]
) -> list[int]:
    """Return the indices of the columns that may be the puzzles: a single one if it is certain.

    `columns` has the grids of each column, None if a record lacks it; `headings` its heading, or an
    empty text. A column with the heading of a solution is none, nor one whose grids are complete if
    another has grids with blank cells, nor one that completes another or repeats it. A column that
    completes one with the heading of a solution is not certain: the headings may be exchanged.
    """
    roles = [find_role(heading) for heading in headings]
    left = [i for i, role in enumerate(roles) if role is not Role.SOLUTION] or [*range(len(roles))]
    complete = {i for i in left if _is_complete(columns[i])}
    if len(complete) < len(left):
        left = [i for i in left if i not in complete]
    left = [
        i for i in left if columns.index(columns[i]) not in left or columns.index(columns[i]) == i
    ]
    if len(left) <= _MOST_COMPARED:
        completing = {j for i in left for j in left if i != j and completes(columns[i], columns[j])}
        left = [i for i in left if i not in completing] or left
    named = [i for i in left if roles[i] is Role.PUZZLE]
    left = named if len(named) == 1 else left
    return sorted({*left, *find_incomplete_solutions(left, roles, columns)})


def find_incomplete_solutions(
    puzzles: Sequence[int], roles: Sequence[Role], columns: Sequence[Sequence[Cells | None]]
) -> list[int]:
    """Return the indices of the columns with the heading of a solution that a column of `puzzles`
    completes, so that it is rather the puzzle.
    """
    solutions = [i for i, role in enumerate(roles) if role is Role.SOLUTION and i not in puzzles]
    if len(puzzles) * len(solutions) > _MOST_COMPARED:
        return []
    return [i for i in solutions if any(completes(columns[i], columns[one]) for one in puzzles)]


def choose_solution_column(
    puzzle: int, headings: Sequence[str], columns: Sequence[Sequence[Cells | None]]
) -> tuple[int | None, list[int]]:
    """Return a pair: the index of the column that has the solutions of the column `puzzle`, and an
    empty list. If it is not certain which column has them, return None and the indices of the
    columns that may have them. `columns` has the grids of each column, None if a record lacks it,
    and `headings` the heading of each column.

    The heading decides, or else a column that completes the puzzles or is always complete.
    """
    others = [i for i in range(len(columns)) if i != puzzle and any(columns[i])]
    named = [i for i in others if find_role(headings[i]) is Role.SOLUTION]
    if len(named) == 1:
        return named[0], []
    completing = [i for i in named or others if completes(columns[puzzle], columns[i])]
    if len(completing) == 1:
        return completing[0], []
    complete = [i for i in named or others if _is_complete(columns[i])]
    if len(complete) == 1 and not _is_complete(columns[puzzle]):
        return complete[0], []
    return None, named or completing or complete


def _is_complete(column: Sequence[Cells | None]) -> bool:
    """Return whether no grid of a column has a blank cell."""
    return all(cells is None or 0 not in cells for cells in column)


def completes(first: Sequence[Cells | None], second: Sequence[Cells | None]) -> bool:
    """Return whether each grid of `second` keeps the digits of the grid of `first` in the same
    record, and has more digits in at least one record.
    """
    more = False
    for one, other in zip(first, second, strict=True):
        if one is None or other is None:
            continue
        if len(one) != len(other) or any(a and a != b for a, b in zip(one, other, strict=True)):
            return False
        more |= one.count(0) > other.count(0)
    return more


def make_several_columns_message(names: Sequence[str]) -> Message:
    """Return the message for columns of which none completes another, so that it is not certain
    which has the puzzles.
    """
    first, second = (shorten_and_escape(name) for name in names[:2])
    return Message(
        "the columns {first} and {second} both have Sudokus; --columns {first},{second} "
        "compares the two in each line, --column {first} takes those of one column",
        first=first,
        second=second,
    )


def make_only_solutions_message(names: Sequence[str]) -> Message:
    """Return the message for a file in which only columns of solutions have Sudokus."""
    return Message(
        "only a column of solutions has Sudokus: --column {name} reads it",
        name=shorten_and_escape(names[0]),
    )


_NAMES = "name title names titel nom titre nombre titulo nome titolo naam namn label bezeichnung"


def is_name_heading(heading: str) -> bool:
    """Return whether a column holds names, by its heading in seven languages."""
    return _simplify(heading.strip()) in _NAMES.split()


def is_rating_heading(heading: str) -> bool:
    """Return whether a column holds ratings, by a word of its heading in seven languages. A heading
    that also names puzzles or solutions does so only if it begins or ends with the word.
    """
    words = _list_words(heading)
    if any(word in _ROLES for word in words):
        return not _RATING_WORDS.isdisjoint({*words[:1], *words[-1:]})
    return not _RATING_WORDS.union(_LEVEL.split()).isdisjoint(words)


def find_rating_column(headings: Sequence[str]) -> int | None:
    """Return the index of the only column with the heading of ratings; None if there is none, or
    more than one.
    """
    found = [index for index, heading in enumerate(headings) if is_rating_heading(heading)]
    return found[0] if len(found) == 1 else None


_SOLUTION_ALONE = Message("a line has a solution, but no puzzle")


def select_puzzles(
    groups: Sequence[int],
    grids: Sequence[tuple[int, ...]],
    labels: Sequence[str],
    column: str | int | None,
) -> tuple[list[int], list[Message]]:
    """Return the indices of the Sudokus that are puzzles, and no message. If it is not certain
    which are puzzles, return no indices, and the reason. If each Sudoku has a line of its own, the
    indices of the solutions below the puzzles are returned, too, because their titles show that
    they are solutions.

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
    below = _find_solutions_below_puzzles(groups, grids, roles)
    if not left or _find_solution_alone(groups, roles, below) is not None:
        return [], [_SOLUTION_ALONE if left else make_only_solutions_message(labels)]
    widths = {*groups}
    if len(left) < len(roles) or not widths or 0 in widths or widths == {1}:
        found, messages = _select_by_label(left, grids, labels)
        if exchanged := _find_exchanged_labels(found, grids, labels):
            found, messages = [], [make_several_columns_message(exchanged)]
        return sorted({*found, *below}) if found else [], messages
    if len(widths) > 1:
        return [], [Message("some lines have one Sudoku, others several")]
    (width,) = widths
    columns = [grids[i::width] for i in range(width)]
    indices = choose_puzzle_column(labels[:width], columns)
    if len(indices) > 1:
        names = [labels[i] or str(i + 1) for i in indices]
        return [], [make_several_columns_message(names)]
    return [*range(indices[0], len(grids), width)], []


def _find_solutions_below_puzzles(
    groups: Sequence[int], grids: Sequence[tuple[int, ...]], roles: Sequence[Role]
) -> frozenset[int]:
    """Return the indices of the complete grids that have the label of a solution, are alone on
    their lines, and follow a grid with blank cells that is alone on its line, or on several lines.
    """
    found, index, is_after_puzzle = set[int](), 0, False
    for count in groups:
        is_solution = count == 1 and roles[index] is Role.SOLUTION and 0 not in grids[index]
        if is_solution and is_after_puzzle:
            found.add(index)
        is_after_puzzle = count < 2 and roles[index] is not Role.SOLUTION and 0 in grids[index]
        index += max(count, 1)
    return frozenset(found)


def _find_solution_alone(
    groups: Sequence[int], roles: Sequence[Role], below: frozenset[int]
) -> int | None:
    """Return the index of the first Sudoku that is a solution on a line without a puzzle; None if
    there is none. `below` are the indices of solutions whose puzzle is on the line above.
    """
    index = 0
    for count in groups:
        is_alone = count and all(role is Role.SOLUTION for role in roles[index : index + count])
        if is_alone and index not in below:
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
    left: Sequence[int], grids: Sequence[tuple[int, ...]], labels: Sequence[str]
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
    chosen: Sequence[int], grids: Sequence[tuple[int, ...]], labels: Sequence[str]
) -> list[str]:
    """Return the label of the chosen Sudokus, and the label of solutions that they complete, so
    that their labels are perhaps exchanged; an empty list if there are none.
    """
    names = {labels[i] for i in chosen}
    if len(names) != 1:
        return []
    columns: dict[str, list[tuple[int, ...]]] = {}
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


def names_solution(title: str) -> bool:
    """Return whether a title is that of a solution, in seven languages, or of a spoiler.

    >>> [names_solution(title) for title in ("Solution 14", "Lösung:", "[spoiler]", "Grid 14")]
    [True, True, True, False]
    """
    return find_role(title) is Role.SOLUTION or _SPOILER.search(title) is not None


_SPOILER = re.compile(r"\bspoilers?\b", re.IGNORECASE)
