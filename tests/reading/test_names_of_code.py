"""The name of a Sudoku in the source of a program is a word for people, and no syntax; digits may
be written as emoji.
"""

from __future__ import annotations

import json

import pytest
from read_text import read

from sudokopie.reading.gridfile import open_text_as_grid_file

from documents import PUZZLE, ROWS

pytestmark = pytest.mark.core

NUMBERS = [", ".join(row.replace(".", "0")) for row in ROWS]
LISTS = {
    "const puzzle = [": "puzzle",
    "int[][] a = {": "a",
    "static const unsigned char GRID[9][9] = {": "GRID",
    "std::vector<std::vector<int>> board = {": "board",
    "let easy: [[Int]] = [": "easy",
    "Sudoku x = new Sudoku('Monday', {": "Monday",
    "solve(": "",
    "puzzle = array2d(1..9, 1..9, [": "puzzle",
    "let easy = Grid::new(vec![": "easy",
    "assert result.grid == [": "",
    "public Clues Given { get; } = Clues.Parse(": "Given",
    "solution.check(": "solution.check(",
    "S = 3;": "",
    "print(board)": "",
    "{wildcat,": "wildcat",
    "(define example": "example",
    "return [": "",
    "const": "",
    "A title = a name": "A title = a name",
}


@pytest.mark.parametrize("line", LISTS)
def test_the_name_is_that_of_the_list(line: str) -> None:
    plain = line.replace("[9]", "").replace("[]", "").replace("[[Int]]", "")
    end = "".join({"[": "]", "(": ")", "{": "}"}.get(sign, "") for sign in reversed(plain))
    text = "\n".join([line, *(f"  {{{row}}}," for row in NUMBERS), end])
    with open_text_as_grid_file(text) as grids:
        (entry,) = grids
    assert "".join(map(str, entry.cell_bytes)).replace("0", ".") == PUZZLE
    assert entry.sudoku_name == LISTS[line]


@pytest.mark.parametrize("blank", ["⬛", "⬜", "🟦", "◻️", "0️⃣"])
@pytest.mark.parametrize("mark", ["\ufe0f\u20e3", "\u20e3"])
def test_digits_may_be_keycaps(blank: str, mark: str) -> None:
    lines = ["".join(blank if sign == "." else sign + mark for sign in row) for row in ROWS]
    assert read("\n".join(lines)) == [PUZZLE]


@pytest.mark.parametrize(
    "line",
    [
        '  {{ name: "{name}", level: 3, grid: "{cells}" }},',
        "INSERT INTO puzzles (title, cells) VALUES ('{name}', '{cells}');",
        'puzzles.add(new Puzzle("{name}", "{cells}", "{solution}"));',
        'new Puzzle(level: 3, title: "{name}", cells: "{cells}");',
    ],
)
def test_a_name_may_be_in_the_brackets_around_the_cells(line: str) -> None:
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    lines = [line.format(name=f"Easy {i}", cells=PUZZLE, solution=solution) for i in range(3)]
    for above in ("", 100 * "// words\n"):
        with open_text_as_grid_file(above + "\n".join(lines)) as grids:
            assert [entry.sudoku_name for entry in grids] == ["Easy 0", "Easy 1", "Easy 2"]


@pytest.mark.parametrize("line", ["puzzle = '{}'", 'puzzle = ["{}"]', 'check(board, "{}")'])
def test_a_line_without_another_text_has_no_name_in_quotation_marks(line: str) -> None:
    (entry,) = open_text_as_grid_file(line.format(PUZZLE))
    assert '"' not in entry.sudoku_name
    assert "easy" not in entry.sudoku_name


@pytest.mark.parametrize(
    ("above", "name"),
    [
        *(('let grid = Grid::from("\\', "grid"), ('assert_eq!(a, String::from("\\', "")),
        *(("puzzle = Sudoku.new <<END", "puzzle"), ("[Puzzle]", ""), ("[Hard]", "[Hard]")),
        ("12", "12"),
    ],
)
def test_the_name_above_drawn_rows_is_no_syntax(above: str, name: str) -> None:
    for rows in (ROWS, [row.replace(".", "0") for row in ROWS]):
        with open_text_as_grid_file("\n".join([above, *rows])) as grids:
            assert [entry.sudoku_name for entry in grids] == [name]


def test_the_name_on_a_line_is_a_text() -> None:
    record = json.dumps({"by": None, "solved": False, "steps": [1, 2], "id": 7, "grid": PUZZLE})
    for text, name in (
        (f'<game data="{PUZZLE}"/>', ""),
        (f'<game name="Nr 1" data="{PUZZLE}"/>', "Nr 1"),
        (record, "7"),
    ):
        (entry,) = open_text_as_grid_file(text)
        assert entry.sudoku_name == name


def test_a_row_of_numbers_above_a_table_is_no_name() -> None:
    rows = [",".join(row).replace(".", "") for row in ROWS]
    for above, name in (("45," * 8 + "45", ""), ("No. 45" + 8 * ",", "No. 45")):
        with open_text_as_grid_file("\n".join([above, "," * 8, *rows, "," * 8])) as grids:
            assert [entry.sudoku_name for entry in grids] == [name]
