"""Which column of a table, or which key of JSON, has the Sudokus, and which their solutions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from read_text import read

from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import GridFile, open_text_as_grid_file
from sudokopie.recognition.columns import Role, find_rating_column, find_role, is_rating_heading

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OTHER = "1" + 80 * "."
PUZZLES = [PUZZLE, OTHER, ".3" + PUZZLE[2:]]
ROWS = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]


def solutions(text: str, **options: Any) -> list[str | None]:
    """Return the solutions that a text states for its Sudokus; `wrong` for an unreadable one."""
    with open_text_as_grid_file(text, "f", ReadingOptions(**options)) as grids:
        found = [grids.read_stated_solution(entry) for entry in list(grids) if not entry.error]
    return [
        None if one is None else "wrong" if one.error else "".join(map(str, one.cell_bytes))
        for one in found
    ]


def refusal(text: str, **options: Any) -> str:
    with pytest.raises(PairFileError) as error:
        read(text, **options)
    return str(error.value)


def table(*rows: tuple[str, ...], sign: str = ",") -> str:
    return "\n".join(sign.join(row) for row in rows) + "\n"


@pytest.mark.parametrize("sign", [",", ";", "\t", "|", " ", ":", " | ", ":1: ", ", "])
@pytest.mark.parametrize("is_first", [True, False])
def test_a_complete_column_is_the_solution_without_headings(sign: str, is_first: bool) -> None:
    rows = [(one, SOLVED)[:: 1 if is_first else -1] for one in PUZZLES]
    text = table(*rows, sign=sign)
    assert read(text) == PUZZLES
    assert solutions(text) == 3 * [SOLVED]


@pytest.mark.parametrize(
    ("solution", "puzzle"),
    [
        ("solved", "unsolved"),
        ("target", "input"),
        ("Lösung", "Aufgabe"),
        ("corrigé", "grille"),
        ("solución", "sudoku"),
        ("soluzione", "schema"),
        ("oplossing", "opgave"),
        ("lösning", "uppgift"),
        ("y", "x"),
        ("b", "a"),
    ],
)
def test_the_solution_may_be_first(solution: str, puzzle: str) -> None:
    text = table(("id", solution, puzzle), *(("7", SOLVED, one) for one in PUZZLES))
    assert read(text) == PUZZLES
    assert solutions(text) == 3 * [SOLVED]
    lines = [json.dumps({"id": 7, "data": {solution: SOLVED, puzzle: one}}) for one in PUZZLES]
    for nested in ("\n".join(lines), f"[{','.join(lines)}]"):
        assert read(nested) == PUZZLES
        assert solutions(nested) == 3 * [SOLVED]


def test_a_broken_puzzle_never_becomes_its_solution() -> None:
    broken = PUZZLE[:-1]
    for sign in (",", ";", " ", ":1:", "|"):
        for header in ([], [("puzzle", "label")]):
            text = table(*header, (PUZZLE, SOLVED), (broken, SOLVED), ("", SOLVED), sign=sign)
            assert SOLVED not in read(text)
            text = table(*header, (broken, SOLVED), (PUZZLE, SOLVED), sign=sign)
            assert SOLVED not in read(text)
    lines = [{"label": SOLVED, "puzzle": one} for one in (broken, PUZZLE)]
    assert SOLVED not in read("\n".join(map(json.dumps, lines)))


def test_values_of_json_in_all_their_forms() -> None:
    values: list[object] = [PUZZLE, "\n".join(ROWS), ROWS, [[*row] for row in ROWS], [*PUZZLE]]
    values += [[[int(cell) if cell != "." else None for cell in row] for row in ROWS]]
    framed = ["|".join(row[i : i + 3] for i in (0, 3, 6)) for row in ROWS]
    rule = "---+---+---"
    values += ["\n".join([*framed[:3], rule, *framed[3:6], rule, *framed[6:]])]
    for value in values:
        lines = [json.dumps({"n": 1, "a": {"solution": SOLVED, "puzzle": value}})] * 2
        assert read("\n".join(lines)) == [PUZZLE] * 2
        assert solutions("\n".join(lines)) == [SOLVED] * 2
    pairs = "\n".join(json.dumps([SOLVED, one]) for one in PUZZLES)
    assert read(pairs) == PUZZLES
    assert solutions(pairs) == 3 * [SOLVED]
    one = json.dumps({"newboard": {"grids": [{"value": ROWS, "solution": SOLVED}], "results": 1}})
    assert read(one) == [PUZZLE]


def test_the_name_of_nested_json_has_no_keys_and_no_solution() -> None:
    for value in (PUZZLE, "\n".join(ROWS), ROWS):
        record = {"id": 7, "data": {"solution": SOLVED, "by": "Ann", "puzzle": value}}
        [entry] = open_text_as_grid_file(json.dumps(record))
        assert entry.sudoku_name == "7 Ann"
    for line in (["Easy", SOLVED, PUZZLE], [SOLVED, PUZZLE, "Easy"]):
        entries = open_text_as_grid_file(f"{json.dumps(line)}\n{json.dumps(line)}\n")
        assert [entry.sudoku_name for entry in entries] == ["Easy", "Easy"]


def test_json_of_commands_is_read_without_the_sudokus_inside_it() -> None:
    record = {"grid": PUZZLE, "copies": [{"grid": PUZZLE[::-1]}], "best": {"grid": OTHER}}
    assert read(json.dumps(record | {"format": 1})) == [PUZZLE]
    assert "best.grid" in refusal(json.dumps({"grid": PUZZLE, "best": {"grid": OTHER}}))


def test_two_columns_of_puzzles_are_refused_with_their_names() -> None:
    turned = PUZZLE[::-1]
    for text in (
        table(("id", "first", "second"), ("1", PUZZLE, turned)),
        table(("id", "first", "second"), ("1", SOLVED, SOLVED[::-1])),
        json.dumps({"first": PUZZLE, "second": turned}),
        # Only the second record shows that neither completes the other.
        table(("first", "second"), (PUZZLE, SOLVED), (turned, OTHER)),
    ):
        assert "first" in refusal(text)
        assert "second" in refusal(text)
        assert "--column" in refusal(text)
        assert read(text, column="second")[0] in (turned, SOLVED, SOLVED[::-1])
    assert "1" in refusal(table((PUZZLE, turned)))
    assert "2" in refusal(table((PUZZLE, turned), sign=" "))
    assert read(table((PUZZLE, turned)), column=2) == [turned]


def test_a_column_of_solutions_alone_is_refused() -> None:
    for text in (
        table(("id", "solution"), ("1", SOLVED)),
        table(("id", "target"), ("1", PUZZLE)),
        json.dumps({"data": {"solution": SOLVED}}),
    ):
        assert "only a column of solutions has Sudokus" in refusal(text)
    assert read(table(("id", "solution"), ("1", SOLVED)), column="solution") == [SOLVED]


@pytest.mark.parametrize(
    "value",
    [
        {"list": [{"data": {"a": one, "b": SOLVED}} for one in PUZZLES]},
        {"list": {"data": {"a": PUZZLES, "b": [SOLVED] * 3}}},
        {"list": [{"data": [{"a": one, "b": SOLVED} for one in PUZZLES]}]},
        [[{"data": {"a": one, "b": SOLVED}}] for one in PUZZLES],
    ],
)
def test_a_path_of_keys_names_all_values_in_lists_of_json(value: Any) -> None:
    text = json.dumps(value)
    for path in ("list.data.a", "data.a", "a"):
        assert read(text, column=path) == PUZZLES
    assert read(text, column="data.b") == [SOLVED] * 3
    assert "a column 'data.c'" in refusal(text, column="data.c")


def test_a_state_of_the_puzzle_in_an_object_of_json_is_no_second_sudoku() -> None:
    state = SOLVED[:40] + PUZZLE[40:]
    assert read(json.dumps({"id": 7, "puzzle": PUZZLE, "state": state})) == [PUZZLE]
    assert read(json.dumps({"id": 7, "now": state, "puzzle": PUZZLE})) == [PUZZLE]
    assert read(json.dumps({"a": PUZZLE, "b": state})) == [PUZZLE, state]
    assert read(json.dumps({"puzzle": PUZZLE, "other": PUZZLE[::-1]})) == [PUZZLE, PUZZLE[::-1]]


def test_words_before_the_cells_of_a_field_hide_no_sudoku() -> None:
    for words in ("xx ", "12 ", "a\ufffdb"):
        records = [{"puzzle": words + PUZZLE, "title": "Old"}, {"puzzle": OTHER, "title": "New"}]
        for some in (records, records[::-1]):
            text = "\n".join(map(json.dumps, some))
            assert sorted(read(text)) == sorted([PUZZLE, OTHER])


def test_columns_by_their_paths_and_numbers() -> None:
    record = {"id": 1, "data": {"solution": SOLVED, "a.b": OTHER, "puzzle": PUZZLE}}
    text = json.dumps(record)
    assert read(text, column="data.puzzle") == read(text, column="puzzle") == [PUZZLE]
    assert read(text, column="data.solution") == [SOLVED]
    assert read(text, column="data.a.b") == [OTHER]
    assert "data.solution" in refusal(text, column="data.puzzles")
    assert solutions(text, column="data.puzzle") == [SOLVED]
    assert solutions(text, solution_column="data.a.b", column="data.puzzle") == ["1" + 80 * "0"]
    rows = table((PUZZLE, SOLVED, SOLVED[::-1]), sign=";")
    assert solutions(rows) == [SOLVED]
    assert solutions(rows, solution_column=3) == [SOLVED[::-1]]
    assert "'7'" in refusal(rows, solution_column=7)
    assert "'no'" in refusal(f"{PUZZLE}\n", solution_column="no")


def test_a_table_names_the_columns_that_may_be_solutions() -> None:
    def doubtful(text: str) -> tuple[str, ...]:
        with open_text_as_grid_file(text) as grids:
            assert isinstance(grids, GridFile)
            list(grids)
            return grids.possible_solution_columns

    assert doubtful(table((PUZZLE, SOLVED))) == ()
    assert doubtful(table((PUZZLE, SOLVED, SOLVED))) == ("2", "3")
    assert doubtful(table(("puzzle", "label"), (PUZZLE, SOLVED))) == ()
    assert doubtful(table(("puzzle", "label"), (PUZZLE, SOLVED[1:]))) == ("label",)
    assert doubtful(table(("puzzle", "label"), (PUZZLE, "easy"))) == ()
    assert doubtful(table(("puzzle", "other"), (PUZZLE, OTHER))) == ()


def test_only_the_first_hundred_records_are_read_ahead() -> None:
    lines = [f"{PUZZLE},{SOLVED}"] * 99
    refusal("\n".join([*lines, f"{SOLVED},{PUZZLE}"]))
    assert read("\n".join([*lines, f"{PUZZLE},{SOLVED}", f"{SOLVED},{PUZZLE}"]))[100] == SOLVED


@pytest.mark.parametrize(
    "heading",
    [
        "Lösungen",
        "gelöst",
        "Auflösung",
        "réponses",
        "corrigés",
        "soluciones",
        "respuestas",
        "soluzioni",
        "risolta",
        "oplossingen",
        "uitkomst",
        "lösningar",
    ],
)
def test_a_column_of_solutions_alone_is_refused_in_seven_languages(heading: str) -> None:
    rows = [("1", SOLVED), ("2", SOLVED)]
    assert "only a column of solutions" in refusal(table(("id", heading), *rows))
    assert read(table(("id", heading), *rows), column=heading) == [SOLVED] * 2


@pytest.mark.parametrize("names", [("x", "y"), ("puzzle", "solution"), ("input", "label")])
def test_exchanged_headings_do_not_make_solutions_puzzles(names: tuple[str, str]) -> None:
    def write(*values: str) -> list[str]:
        records = [dict(zip(names, values, strict=True))] * 3
        lines = "".join(json.dumps(one) + "\n" for one in records)
        return [table(names, *[values] * 3), lines, json.dumps(records, indent=1)]

    for text in write(SOLVED, PUZZLE):
        assert f"{names[0]} and {names[1]} both have Sudokus" in refusal(text)
        assert read(text, column=names[1]) == [PUZZLE] * 3
    for text in write(PUZZLE, SOLVED):
        assert read(text) == [PUZZLE] * 3
    for text in write(SOLVED, SOLVED):
        assert read(text) == [SOLVED] * 3


RATINGS = (
    *("rating", "Difficulty", "difficulty_level", "puzzleRating", "level"),
    *("Schwierigkeit", "Schwierigkeitsgrad", "Stufe"),
    *("difficulté", "niveau", "difficulté de la grille"),
    *("dificultad", "Nivel", "dificultad del problema"),
    *("difficoltà", "livello"),
    *("moeilijkheid", "moeilijkheidsgraad"),
    *("svårighet", "svårighetsgrad", "nivå"),
)


@pytest.mark.parametrize("heading", RATINGS)
def test_a_column_of_ratings_is_found_in_every_language(heading: str) -> None:
    assert is_rating_heading(heading)
    assert find_role(heading) is Role.UNKNOWN
    assert find_rating_column(["Nr", "puzzle", heading, "solution"]) == 2
    assert find_rating_column(["rating", "puzzle", heading, "solution"]) is None
    rows = [(str(i), one, "2.5") for i, one in enumerate(PUZZLES)]
    assert read(table(("Nr", "puzzle", heading), *rows)) == PUZZLES


def test_other_headings_are_no_ratings() -> None:
    for heading in ("puzzle", "level_1_puzzle", "solution", "Nr", "name", "Lösung Stufe 3", ""):
        assert not is_rating_heading(heading)
    assert find_role("level_1_puzzle") is Role.PUZZLE
    assert find_role("Lösung Stufe 3") is Role.SOLUTION
    text = table(("puzzle", "solution_difficulty"), (PUZZLE, ""))
    assert solutions(text) == [None]


@pytest.mark.parametrize("sign", ["\n", ","])
def test_lists_of_fields_in_json_are_rows_of_a_table(sign: str) -> None:
    rows = [json.dumps([number, one, SOLVED]) for number, one in enumerate(PUZZLES, 1)]
    text = sign.join(rows) if sign == "\n" else f"[{sign.join(rows)}]"
    assert read(text) == read(text, column="2") == PUZZLES
    assert solutions(text) == 3 * [SOLVED]
    with open_text_as_grid_file(text, "f") as grids:
        assert [entry.sudoku_name for entry in grids] == ["1", "2", "3"]
    with open_text_as_grid_file(f"[No. 1] {PUZZLE}\n[x] {OTHER}\n", "f") as grids:
        assert [entry.sudoku_name for entry in grids] == ["[No. 1]", "[x]"]


def test_a_line_of_json_as_long_as_its_cells_with_spaces_keeps_its_name() -> None:
    """A text with line ends is read as cells with spaces between them, not as on the line."""
    puzzle = "\n".join(SOLVED[i : i + 9] for i in range(0, 81, 9))
    first = {"id": 4, "name": "A", "puzzle": puzzle, "level": ""}
    for length in range(20):
        record = {**first, "id": 5, "level": "a" * length}
        for entry in open_text_as_grid_file(json.dumps([first, record])):
            assert entry.sudoku_name in ("4 A", f"5 A {'a' * length}".strip())


def test_a_path_with_a_result_keeps_the_name_beside_the_puzzle() -> None:
    items = [{"name": f"Grid {i}", "data": {"value": one}} for i, one in enumerate(PUZZLES)]
    with open_text_as_grid_file(json.dumps({"result": {"items": items}}, indent=1)) as grids:
        assert [entry.sudoku_name for entry in grids] == ["Grid 0", "Grid 1", "Grid 2"]
