"""Rows of a Sudoku as the sources of programs and lists write them, with signs around the cells."""

from __future__ import annotations

from random import Random

import pytest
from read_text import read

from sudokopie.base.errors import PairFileError
from sudokopie.reading.gridfile import open_text_as_grid_file

from documents import PUZZLE, ROWS

pytestmark = pytest.mark.core

ZEROS = [row.replace(".", "0") for row in ROWS]
BANDS = [
    "  │ ".join("  ".join(row[i : i + 3]) for i in (0, 3, 6)) if row else "───┼───┼───"
    for band in (ZEROS[:3], ZEROS[3:6], ZEROS[6:])
    for row in (*band, "")
][:-1]


def write_options(some: str, nothing: str) -> str:
    rows = [
        ", ".join(nothing if sign == "." else some.format(sign) for sign in row) for row in ROWS
    ]
    return "\n".join(["let board = [", *(f"    [{row}]," for row in rows), "];"])


def assign_rows(row: str, separator: str = ", ") -> str:
    return "\n".join(row.format(i, separator.join(cells)) for i, cells in enumerate(ZEROS, 1))


TEXTS = {
    "rows of Python": f"import numpy\nboard = [None] * 10\n{assign_rows('board[{}] = [{}]')}\n",
    "rows of Java": "int[][] a = new int[9][];\n" + assign_rows("board[{}] = new int[]{{{}}};"),
    "rows of Fortran": "integer :: board(9,9)\n" + assign_rows("  board({},:) = (/ {} /)"),
    "an array of Fortran": "integer :: board(9,9) = (/ &\n"
    + ", &\n".join(", ".join(row) for row in ZEROS)
    + " /)\n",
    "a template": f"package main\n\nconst board = `{chr(10).join(ROWS)}`\n",
    "a template with bars": "const board = `" + "\n".join("|".join(row) for row in ROWS) + "`;\n",
    "ends of lines": "board =\n" + "\n".join(rf'  "{row}\n"' for row in ROWS) + ";\n",
    "one text": 'board = "' + r"\n".join(ROWS) + '"\n',
    "joined texts": 'String board = "' + '\\n" +\n    "'.join(ZEROS) + '";\n',
    "continued lines": "board = [" + "; ...\n ".join(" ".join(row) for row in ZEROS) + "];\n",
    "Some and None": write_options("Some({})", "None"),
    "Just and Nothing": write_options("Just {}", "Nothing"),
    "YAML": "board:\n" + "\n".join(f"  - {row}" for row in ROWS) + "\n",
    "a documentation comment": "/// A board.\n///\n/// ```text\n"
    + "\n".join(f"/// {line}" for line in BANDS)
    + "\n/// ```\nstruct Board;\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_rows_with_the_signs_of_a_program(name: str) -> None:
    assert read(TEXTS[name]) == [PUZZLE]
    (entry,) = open_text_as_grid_file(TEXTS[name])
    expected = {"one text": "", "an array of Fortran": "", "a documentation comment": "A board."}
    assert entry.sudoku_name == expected.get(name, "board")


def test_yaml_may_have_a_solution_below() -> None:
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    rows = [solution[i : i + 9] for i in range(0, 81, 9)]
    lines = [
        "Known:",
        *(f"  - {row}" for row in ROWS),
        "Solution:",
        *(f"  - {row}" for row in rows),
    ]
    with open_text_as_grid_file("\n".join(lines)) as grids:
        (entry,) = grids
        stated = grids.read_stated_solution(entry)
    assert stated is not None
    assert "".join(map(str, stated.cells)) == solution


def test_a_dash_for_a_blank_cell_begins_no_list() -> None:
    rows = [" ".join(row.replace(".", "-")) for row in ROWS]
    assert rows[2].startswith("- ")
    assert read("\n".join(["A Sudoku", *rows])) == [PUZZLE]
    small = ["- 1 - -", "- - 3 -", "- - - 4", "- 2 - -"]
    assert read("\n".join(small)) == [".1....3....4.2.."]


def test_numbers_of_two_digits_in_a_small_sudoku() -> None:
    cells = [f"0{sign}" if sign != "." else " ." for sign in PUZZLE]
    boxes = ["  ".join(cells[i : i + 3]) for i in range(0, 81, 3)]
    rows = [f"| {' | '.join(boxes[i : i + 3])} |" for i in range(0, 27, 3)]
    assert read("\n".join(["Solved Sudoku:", "", *rows])) == [PUZZLE]


def test_a_row_with_small_digits_is_no_small_sudoku_beside_rows_with_large_ones() -> None:
    signs = "123456789ABCDEFG"
    numbers = [[(4 * r + r // 4 + c) % 16 for c in range(16)] for r in range(16)]
    rows = ["".join(signs[d] if d % 3 == 0 else "." for d in row) for row in numbers]
    rows[14] = "".join(signs[d] if d < 4 else "." for d in numbers[14])
    (cells,) = read('puzzle = "' + '" + \\\n    "'.join(rows) + '"\n')
    assert len(cells) - cells.count(".") > 80


def test_several_lists_of_rows_on_a_line_each() -> None:
    """A program whose lists are separated by commas is no table of cells."""
    random, base = Random(0), [[(4 * r + r // 4 + c) % 16 for c in range(16)] for r in range(16)]
    grids = list[list[list[int]]]()
    for _ in range(3):
        digits = random.sample(range(1, 17), 16)
        grids.append([[digits[n] if random.random() < 0.6 else 0 for n in row] for row in base])
    lines = [f"board{number} = {grid}" for number, grid in enumerate(grids)]
    text = "\n\n".join(["import solver", *lines, "for row in range(9):\n    print(solve(row, 3))"])
    with open_text_as_grid_file(text) as found:
        assert [[*entry.cells] for entry in found] == [[n for r in one for n in r] for one in grids]


def test_headings_from_one_to_nine_show_a_table_of_nine_rows() -> None:
    rows = [",".join(["", *"123456789"])]
    rows += [",".join([str(i), *row.replace(".", " ")]) for i, row in enumerate(ROWS, 1)]
    assert read("\n".join(rows).replace(" ", "")) == [PUZZLE]


def test_other_lines_of_programs_are_no_rows() -> None:
    rows = [f"    new List<int>() {{ {', '.join(row)} }}," for row in ZEROS]
    head = ["List<List<int>> grid = new List<List<int>>", "{"]
    digits = "DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']"
    for line in (digits, digits.replace(" = [", ": setOf(").replace("]", ")"), "x = [0, 1, 2, 3];"):
        assert read("\n".join([line, *head, *rows, "};"])) == [PUZZLE]


def test_tables_of_ampl_and_sizes_above_rows() -> None:
    rows = [f"{i}   {' '.join(row)}" for i, row in enumerate(ZEROS, 1)]
    assert read("\n".join(["param given:", "   1 2 3 4 5 6 7 8 9 :=", *rows, ";"])) == [PUZZLE]
    cells = [",".join(row).replace(".", "-") + ";" for row in ROWS]
    assert read("\n".join(["9,3,3;", *cells])) == [PUZZLE]
    with pytest.raises(PairFileError, match="found 10 rows"):
        read("\n".join(["9,3,4;", *cells]))
