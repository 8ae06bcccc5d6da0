"""A complete grid whose title names a solution is the solution of a Sudoku, not another Sudoku."""

from __future__ import annotations

from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from read_text import read

from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.file_parts import split_file
from sudokopie.reading.gridfile import open_path_as_grid_file, open_text_as_grid_file

from present import has

pytestmark = pytest.mark.core

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = SOLUTION[27:54] + SOLUTION[:27] + SOLUTION[54:]
OTHER_PUZZLE = PUZZLE[27:54] + PUZZLE[:27] + PUZZLE[54:]


def rows(cells: str, separator: str = "") -> list[str]:
    return [
        separator.join(cells[i : i + 9]).replace(".", "" if separator else ".")
        for i in range(0, 81, 9)
    ]


def frame(cells: str) -> list[str]:
    return [
        f"| {' | '.join(' '.join(one) for one in (row[:3], row[3:6], row[6:]))} |"
        for row in rows(cells)
    ]


def write(*parts: tuple[str, str]) -> str:
    return "\n".join(line for title, cells in parts for line in (title, *rows(cells), ""))


def list_solutions(text: str) -> list[str]:
    """Return the solution that a text states for each of its Sudokus; an empty text for none."""
    with open_text_as_grid_file(text, "f") as grids:
        stated = [grids.read_stated_solution(entry) for entry in list(grids)]
    return ["" if one is None else "".join(map(str, one.cell_bytes)) for one in stated]


TEXTS = {
    "numbers": write(("Puzzle 14", PUZZLE), ("Solution 14", SOLUTION)),
    "German": write(("Rätsel", PUZZLE), ("Lösung:", SOLUTION)),
    "a spoiler": write(("", PUZZLE), ("[spoiler]", SOLUTION)) + "[/spoiler]",
    "frames": "\n".join(["Mine", *frame(PUZZLE), "", "Answer", *frame(SOLUTION)]),
    "a table": "\n".join(
        ["Mine" + 8 * ",", *rows(PUZZLE, ","), 8 * ",", "Solution" + 8 * ",", *rows(SOLUTION, ",")]
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_grid_named_as_the_solution_is_no_other_sudoku(name: str) -> None:
    assert read(TEXTS[name]) == [PUZZLE]
    assert list_solutions(TEXTS[name]) == [SOLUTION]


def test_solutions_behind_several_sudokus_belong_to_those_that_they_complete() -> None:
    puzzles = ("Puzzle 1", PUZZLE), ("Puzzle 2", OTHER_PUZZLE)
    for solutions in (
        [("Solution 2", OTHER), ("Solution 1", SOLUTION)],
        [("Solutions", SOLUTION), ("", OTHER)],
    ):
        text = write(*puzzles, *solutions)
        assert read(text) == [PUZZLE, OTHER_PUZZLE]
        assert list_solutions(text) == [SOLUTION, OTHER]


@pytest.mark.parametrize(
    "parts",
    [
        [("", PUZZLE), ("", SOLUTION)],
        [("Mine", PUZZLE), ("Yours", SOLUTION)],
        [("Solution", SOLUTION), ("Solution", OTHER)],
        [("Solution", SOLUTION), ("", PUZZLE)],
        [("Puzzle", PUZZLE), ("Solution", PUZZLE.replace("5", ".", 1))],
    ],
)
def test_other_grids_stay_a_pair(parts: list[tuple[str, str]]) -> None:
    assert read(write(*parts)) == [cells for _, cells in parts]


def test_a_solution_of_another_sudoku_is_an_error() -> None:
    found = read(write(("Puzzle", PUZZLE), ("Solution", OTHER), ("Next", OTHER_PUZZLE)))
    assert found == [
        PUZZLE,
        "f:13:1: the title 'Solution' names a solution, but this grid does not complete the Sudoku "
        "above it (line 2)",
        OTHER_PUZZLE,
    ]


@pytest.mark.skipif(not has("collection"), reason="the command is in a deleted application")
def test_an_audit_checks_the_stated_solution(folder: Any, run: Any) -> None:
    (folder / "f.txt").write_text(TEXTS["numbers"])
    out = run("audit", "f.txt").out
    assert "Sudokus: 1." in out
    assert "0  0.00%  given with a wrong solution" in out


@pytest.mark.gate
@pytest.mark.parametrize("title", ["", "Solution", "My grid"])
def test_a_grid_whose_digits_are_no_bytes_may_have_a_title(title: str) -> None:
    size = 256
    lines = (
        " ".join(str((r * 16 + r // 16 + c) % size + 1) for c in range(size)) for r in range(size)
    )
    text = "\n".join([title, "", *lines])
    with open_text_as_grid_file(text, reading_options=ReadingOptions(max_size=300)) as grids:
        assert [entry.shape.size for entry in grids] == [size]


def test_a_sentence_above_both_grids_names_no_solution() -> None:
    lines = zip(rows(PUZZLE), rows(SOLUTION), strict=True)
    drawn = "\n".join(f"{' '.join(one)}      {' '.join(other)}" for one, other in lines)
    assert read(f"This one has exactly one solution.\n\n{drawn}\n") == [PUZZLE, SOLUTION]


LINES = {
    "assignments": ("puzzle = '{}'", "solution = '{}'"),
    "keys of an object": (
        "  {{\n    level: 'easy',\n    puzzle: '{}',",
        "    solution: '{}',\n  }},",
    ),
    "YAML": ("- puzzle: {}", "  solution: {}"),
    "TOML": ("[[sudoku]]\npuzzle = '{}'", "solution = '{}'\n"),
    "a log": ("Solving {}", "Solution: {}\nTime: 0.3 s"),
    "a test": (
        "def test_it():\n    grid = '{}'",
        "    solved = '{}'\n    assert solve(grid) == solved",
    ),
    "German": ("Rätsel 7: {}", "Lösung 7: {}"),
    "a name above": ('\tString GRID =\n\t\t\t"{}";', '\tString GRID_SOLUTION =\n\t\t\t"{}";\n'),
    "titles above": ("puzzle\n{}", "solution\n{}"),
}


@pytest.mark.parametrize("name", LINES)
def test_a_solution_on_the_line_below_its_puzzle_is_no_other_sudoku(name: str) -> None:
    puzzle, solution = LINES[name]
    pairs = [(PUZZLE, SOLUTION), (OTHER_PUZZLE, OTHER)]
    lines = [
        line.format(cells)
        for pair in pairs
        for line, cells in zip((puzzle, solution), pair, strict=True)
    ]
    assert read("\n".join(lines)) == [PUZZLE, OTHER_PUZZLE]
    assert list_solutions("\n".join(lines)) == [SOLUTION, OTHER]
    one = "\n".join([puzzle.format(PUZZLE), solution.format(SOLUTION)])
    assert read(one) == [PUZZLE]


def test_a_wrong_solution_on_the_line_below_a_puzzle_is_an_error() -> None:
    good, bad = read(f"puzzle = '{PUZZLE}'\nsolution = '{OTHER}'\n")
    assert good == PUZZLE
    assert "does not complete" in bad


def test_a_solution_without_a_puzzle_above_it_is_refused() -> None:
    for lines in ([PUZZLE, SOLUTION, OTHER], [SOLUTION, PUZZLE]):
        named = [f"{'puzzle' if '.' in one else 'solution'} = '{one}'" for one in lines]
        with pytest.raises(PairFileError, match="no puzzle"):
            read("\n".join(named))


def test_a_solution_may_be_directly_before_its_puzzle() -> None:
    text = write(
        ("solution", SOLUTION), ("puzzle", PUZZLE), ("solution", OTHER), ("puzzle", OTHER_PUZZLE)
    )
    assert read(text) == [PUZZLE, OTHER_PUZZLE]
    assert list_solutions(text) == [SOLUTION, OTHER]


LISTS = {
    "words on the line of the solution": "{puzzle}\nSolution: {solution}\n",
    "a title between": "{puzzle}\n\nSolution:\n{solution}\n\n",
    "words behind both": "{puzzle} puzzle\n{solution} solution\n",
    "a program": "puzzle_str = '{puzzle}'\nsolution_str = '{solution}'\n",
}


@pytest.mark.parametrize("above", ["", f"{PUZZLE}\n", 300 * "import sudoku\n"])
@pytest.mark.parametrize("name", LISTS)
def test_a_list_of_any_length_may_have_solutions_below_its_sudokus(name: str, above: str) -> None:
    pairs = 200 * [(PUZZLE, SOLUTION), (OTHER_PUZZLE, OTHER)]
    text = above + "".join(LISTS[name].format(puzzle=one, solution=two) for one, two in pairs)
    first = [PUZZLE] if PUZZLE in above else []
    assert read(text) == first + [puzzle for puzzle, _ in pairs]
    assert list_solutions(text) == ["" for _ in first] + [solution for _, solution in pairs]


def test_a_wrong_solution_in_a_list_is_an_error() -> None:
    good, bad, after = read(f"{PUZZLE}\nSolution: {OTHER}\n{PUZZLE}\n")
    assert good == after == PUZZLE
    assert bad.startswith("f:2:1: the title 'Solution' names a solution, but this grid does not")


def test_complete_grids_in_a_list_stay_sudokus_without_the_title_of_a_solution() -> None:
    for text in (
        f"{PUZZLE}\n{SOLUTION}\n",
        f"{PUZZLE}\nMine\n{SOLUTION}\n",
        f"{PUZZLE} solved by Ann\n{SOLUTION} solved by Ann\n",
        f"{SOLUTION} solution\n{OTHER} solution\n",
    ):
        assert len(read(text)) == 2
    assert len(read(f"{PUZZLE}\nsolution\nof another\n{SOLUTION}\n")) == 2


def test_a_part_of_a_list_that_begins_with_a_solution_does_not_read_it_as_a_sudoku(
    tmp_path: Path,
) -> None:
    path = str(tmp_path / "list.txt")
    options = ReadingOptions()
    for head, is_divided in ((150 * f"{PUZZLE}\n", True), (f"puzzle: {PUZZLE}\n", False)):
        Path(path).write_text(head + 300 * f"{PUZZLE}\nSolution: {SOLUTION}\n")
        with open_path_as_grid_file(path) as grids:
            parts = split_file(grids, path, options, 1, 0, 7 * 81)
        assert (parts is not None) == is_divided
        if parts is not None:
            files = [part.open_part_as_grid_file() for part in parts]
            assert sum(1 for file in files for entry in file if not entry.error) == 450


@pytest.mark.skipif(not has("collection"), reason="the command is in a deleted application")
def test_an_audit_checks_a_solution_in_the_next_batch(
    folder: Any, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudokopie.applications.collection.gathering.PUZZLES_IN_A_BATCH", 1)
    name = "sudokopie.applications.collection.audit.classify_stated_solutions"
    classify, found = resolve_name(name), list[int]()

    def record(*arguments: Any) -> Any:
        values = classify(*arguments)
        found.extend(values.tolist())
        return values

    monkeypatch.setattr(name, record)
    pairs = ((PUZZLE, SOLUTION), (OTHER_PUZZLE, OTHER))
    (folder / "f.txt").write_text("\n".join(f"{one}\nSolution: {two}" for one, two in pairs))
    run("audit", "f.txt")
    assert found == [1, 1]
