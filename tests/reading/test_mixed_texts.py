"""Sudokus beside prose, headings and other Sudokus: texts that a reader of lists must leave to the
recogniser, or read with their names and boxes.
"""

from __future__ import annotations

import json

import pytest
from read_text import read

from sudokopie.base.errors import PairFileError
from sudokopie.reading.gridfile import open_text_as_grid_file

CELLS = ".5.7......6...95.2.1.2.6.3...5...2..1..46..5...2.3..6.....1..4.8..........3...87."
FOUR, SIX = "41.23......114..", "6.21...3..6....45...5...1.......6..."
SOLUTION = "643251351642124563536124215436462315"
"""A solution that only boxes of 3x2 allow."""
SIX_OF_SOLUTION = "6.3.5......21.....5.61.....4.6.6.3.."
ZERO_BASED = "351248076270156348846307152523814607684730521107562483432081765018675234765423810"


def names(text: str) -> list[str]:
    with open_text_as_grid_file(text, "f") as grids:
        return [entry.sudoku_name for entry in grids]


def boxes(text: str) -> set[str]:
    with open_text_as_grid_file(text, "f") as grids:
        return {str(entry.shape) for entry in grids}


def test_lines_of_several_sizes() -> None:
    text = f"\nNo. 22\n\n{FOUR}\n\nNo. 23\n\n{SIX}\n"
    assert read(text) == [FOUR, SIX]
    assert names(text) == ["No. 22", "No. 23"]


@pytest.mark.parametrize("heading", ["r{0}c{1}", "{2}"])
def test_headings_of_the_cells_in_a_row_are_no_error(heading: str) -> None:
    places = [(r, c, 9 * r + c) for r in range(9) for c in range(9)]
    headings = ",".join(heading.format(*place) for place in places)
    row = ",".join(CELLS.replace(".", "0"))
    assert read(f"{headings}\n{row}\n{row}\n") == [CELLS] * 2


def test_a_broken_row_of_cells_is_an_error() -> None:
    row = ",".join(CELLS.replace(".", "0"))
    found = read(f"{row}\n{row[:-2]}\n{row}\n")
    assert found[::2] == [CELLS] * 2
    assert "80 cells" in found[1]


@pytest.mark.parametrize(
    "prose",
    [
        "Fülle das Gitter so aus, dass jede Ziffer genau einmal vorkommt.",
        "Hello, here is the puzzle that I told you about.\nThe number of clues is 27, and more.",
    ],
)
def test_prose_is_no_line_of_headings(prose: str) -> None:
    table = f"| name | puzzle |\n|---|---|\n| Monday | {CELLS} |\n| Tuesday | {CELLS} |\n"
    assert read(f"{prose}\n\n{table}") == [CELLS] * 2
    assert names(f"{prose}\n\n{table}") == ["Monday", "Tuesday"]


def test_prose_beside_a_table_is_no_record() -> None:
    solved = "352714698678329514941586327163948572495672831827135469736291485589467213214853796"
    table = f"name,puzzle,solution\nMonday,{CELLS},{solved}\nTuesday,{CELLS},{solved}\n"
    prose = "Fülle das Gitter so aus, dass jede Ziffer genau einmal vorkommt."
    assert read(f"{prose}\n{table}") == [CELLS] * 2
    assert read(f"{table}{prose}\n") == [CELLS] * 2


def test_a_statement_of_sql_is_no_line_of_headings() -> None:
    create = "CREATE TABLE sudokus (id INTEGER, puzzle CHAR(81), solution CHAR(81));\n"
    insert = f"INSERT INTO sudokus (id, puzzle) VALUES\n(1, '{CELLS}'),\n(2, '{CELLS}');\n"
    assert read(create + insert) == [CELLS] * 2
    rows = "".join(f"INSERT INTO sudokus (id, puzzle) VALUES ({n}, '{CELLS}');\n" for n in (1, 2))
    assert read(create + rows) == [CELLS] * 2


def test_a_question_mark_ends_a_sentence() -> None:
    assert read(f"Thanks!\nHow do I solve {CELLS}?\nSent from my phone\n") == [CELLS]
    with pytest.raises(PairFileError, match="82 cells"):  # the last full stop may be a cell
        read(f"Thanks!\nHow do I solve {CELLS}.\nSent from my phone\n")


def test_minus_one_is_blank_in_json() -> None:
    cells = [
        [-1 if sign == "." else int(sign) for sign in CELLS[i : i + 9]] for i in range(0, 81, 9)
    ]
    flat = [cell for row in cells for cell in row]
    answer = [[1] * 81]
    assert read(json.dumps([cells, cells])) == [CELLS] * 2
    assert read(json.dumps([flat, flat])) == [CELLS] * 2
    assert read(json.dumps([{"quiz": cells, "solution": answer}] * 2)) == [CELLS] * 2


def test_rows_as_texts_in_json() -> None:
    rows = [SIX[i : i + 6] for i in range(0, 36, 6)]
    assert read(json.dumps([rows] * 3)) == [SIX] * 3
    assert read(json.dumps({"name": "Puzzle 5", "quiz": rows})) == [SIX]
    assert names(json.dumps({"name": "Puzzle 5", "quiz": rows})) == ["Puzzle 5"]


def test_a_key_of_json_is_no_name() -> None:
    puzzle = CELLS.replace(".", "·")
    grid = {"id": 1, "name": "Puzzle 4", "givens": puzzle, "difficulty": "Hard"}
    document = {"board": {"grids": [grid], "results": 1, "message": "All Ok"}}
    text = json.dumps(document, indent=2, ensure_ascii=False)
    assert read(text) == [CELLS]
    assert names(text) == ["Puzzle 4"]


@pytest.mark.parametrize("mark", ["", "> "])
def test_zero_is_a_digit_in_complete_rows_without_the_largest(mark: str) -> None:
    text = "".join(f"{mark}{ZERO_BASED[i : i + 9]}\n" for i in range(0, 81, 9))
    assert read(text) == ["".join(str(int(sign) + 1) for sign in ZERO_BASED)]


def test_solutions_show_the_boxes() -> None:
    assert boxes(f"{SOLUTION},{SIX_OF_SOLUTION}\n" * 2) == {"3x2"}
    assert boxes(f"solution,puzzle\n{SOLUTION},{SIX_OF_SOLUTION}\n") == {"3x2"}


def test_boxes_without_a_solution_are_turned() -> None:
    text = ".2...4 ...... ..6.25 ..5... 6.2.1. .3....\n.4..2. .62... .1.635 .2.4.. ..1... .5...3\n"
    assert boxes(text) == {"3x2"}


def test_frames_without_a_line_between_them_are_different_grids() -> None:
    rule, blank = "+-------+-------+-------+\n", "|       |       |       |\n"
    drawn = [{8: "|       |       | 7     |\n"}, {2: "|       |   8   |       |\n"}]
    drawn.insert(1, {4: "|   2   | 9     |       |\n", 6: "|       |       |     3 |\n"})
    text = ""
    for rows in drawn:
        lines = [rows.get(number, blank) for number in range(9)]
        text += "".join(rule + "".join(lines[i : i + 3]) for i in (0, 3, 6)) + rule
    found = read(f"Hello, here is the puzzle that I told you about.\n\n{text}")
    clues = [{i: sign for i, sign in enumerate(grid) if sign != "."} for grid in found]
    assert clues == [{78: "7"}, {37: "2", 39: "9", 62: "3"}, {22: "8"}]


def test_a_table_without_a_certain_place_is_left_to_the_recogniser() -> None:
    texts = (
        "***CBD****H******D*FA****E**C*IE**GF*B*A*H***H***CGI*BG*C**AEBH*I**********H*****",
        "**DC*F*******B*G**I*BG*D*E*HI*****B*DE*H**C*IBF**E*AGH*BF*C*H*****BA******I***E**",
    )
    tables = ("".join(",".join(one[i : i + 9]) + "\n" for i in range(0, 81, 9)) for one in texts)
    text = "The number of clues is 27, and it is rated 7.1.\n\n" + "\n".join(tables)
    letters = str.maketrans("ABCDEFGHI*", "123456789.")
    assert read(text) == [one.translate(letters) for one in texts]


def test_the_line_under_a_title_is_no_name() -> None:
    row = [[(4 * (r % 4) + r // 4 + c) % 16 + 1 for c in range(16)] for r in range(16)]
    grid = "".join(",".join(map(str, cells)) + ",\n" for cells in row)
    assert names(f"32\n==\n{grid}\n33\n==\n{grid}\n") == ["32", "33"]


def test_definitions_of_a_program_are_no_list_of_clues() -> None:
    text = "".join(f"#define R_{name} {n} + {n}\n" for n, name in enumerate("ABCDE", 10))
    with pytest.raises(PairFileError, match="expected a Sudoku"):
        read(text)


def test_a_list_of_years_is_no_sudoku() -> None:
    with pytest.raises(PairFileError, match="no Sudoku"):
        read("Copyright (c)\n2001, 2002, 2003, 2004, 2005, 2006 the authors; all rights\n")
    assert read("4123 .1.. ..2. 3...\n") == ["4123.1....2.3..."]


@pytest.mark.parametrize(
    "line", ["   uint8_t version{0}[2];", 'WarningLevel W{0}: "Level{0}", "Level{0}"']
)
def test_names_with_numbers_are_no_clues(line: str) -> None:
    with pytest.raises(PairFileError, match="expected a Sudoku"):
        read("/* the levels */\n" + "\n".join(line.format(n) for n in range(1, 9)) + "\n")


@pytest.mark.parametrize("sign", "*-_")
def test_a_line_of_one_sign_is_no_sudoku(sign: str) -> None:
    with pytest.raises(PairFileError, match="expected"):
        read(f"This must be changed in the future.\n{16 * sign}\n\nThe support is new.\n")


def test_solutions_in_elements_show_that_digits_count_from_zero() -> None:
    solution, clues = "2013310212300321", (0, 3, 4, 5, 7, 10, 15)  # no clue is 0
    cells = "".join(
        f'<fieldmap editable="{str(i not in clues).lower()}" solution="{digit}">'
        f'<position x="{i % 4}" y="{i // 4}"/></fieldmap>'
        for i, digit in enumerate(solution)
    )
    found = "".join(str(int(one) + 1) if i in clues else "." for i, one in enumerate(solution))
    assert "0" not in [solution[i] for i in clues]
    assert read(f'<sudoku id="1">{cells}</sudoku>') == [found]


def test_a_letter_among_dots_in_a_field_is_no_sudoku() -> None:
    lines = [
        "00000000  a3 45 f2 17 c2 7e 8d 33  aa 4d f1 f6 da 3e b8 d3  |.E...~.3.M...>..|",
        "00000010  93 f4 80 62 18 12 9b 04  ed fb b1 f9 9c df 1e b2  |...b............|",
    ]
    with pytest.raises(PairFileError, match="expected a Sudoku"):
        read("\n".join(lines))
    assert read("a|.A..B.......C..D|\n") == [".1..2.......3..4"]


def test_rows_of_sixteen_in_a_fence_are_no_small_sudokus() -> None:
    rows = [["."] * 16 for _ in range(16)]
    for place, digit in ((3, 8), (40, 16), (130, 4), (200, 11), (255, 1)):
        rows[place // 16][place % 16] = str(digit)
    grid = "\n".join(" ".join(row) for row in rows)
    with open_text_as_grid_file(f"# Mine\n~~~text\n{grid}\n~~~\nAny ideas?\n") as grids:
        (entry,) = grids
    assert [cell for cell in entry.cell_bytes if cell] == [8, 16, 4, 11, 1]
    # A row with a cell too few makes none of the other rows a Sudoku.
    with pytest.raises(PairFileError):
        read(f"# Mine\n~~~text\n{grid[:-2]}\n~~~\nAny ideas?\n")
    small = "\n".join(["1234000000000001"] * 8 + ["1234000000000005"])
    with open_text_as_grid_file(small) as grids:
        found = [entry.error is None for entry in grids]
    assert found == [True] * 8 + [False]


def test_rows_with_bars_between_them_are_lines_of_sudokus() -> None:
    lines = [
        "6.1.2.|...5..|..3...|.....2|.5....|....4.",
        ".2....|4.....|....1.|...3..|......|6.....",
    ]
    assert read("\n".join(lines)) == [line.replace("|", "") for line in lines]


def test_wider_spaces_are_between_boxes() -> None:
    row = ". .   . .   . .   . ."
    (entry,) = open_text_as_grid_file("\n".join([". .   . 6   . .   . .", *[row] * 7]))
    assert str(entry.shape) == "4x2"


def test_a_sentence_below_a_tab_names_no_column() -> None:
    """Its last words, ?start=15 for more, are no heading of puzzles."""
    row = "\t .  .  . 12   .  .  .  .   .  .  .  .   .  .  .  ."
    blank = row.replace("12", " .")
    text = ["\tSee https://example.org/a.php?t=4&start=15 for more.", "", row, *[blank] * 15]
    (entry,) = open_text_as_grid_file("\n".join(text))
    assert (entry.shape.size, list(entry.cells).count(12)) == (16, 1)


def test_the_other_sections_of_a_file_with_pencil_marks_are_no_sudokus() -> None:
    rows = [CELLS[i : i + 9] for i in range(0, 81, 9)]
    state = ["153", *rows[1:]]
    state[0] += rows[0][3:]
    marks, colours = 9 * [",29,29,145,,,,6,"], [*4 * [9 * "."], ".2111.2..", *4 * [9 * "."]]
    sections = {"Puzzle": rows, "State": state, "PencilMarks": marks, "Colours": colours}
    lines = [line for name, cells in sections.items() for line in (f"[{name}]", *cells)]
    assert read("\n".join(["#A An author", "#N 1", *lines])) == [CELLS]


def test_several_masks_of_points_and_ones_in_a_program_are_no_sudokus() -> None:
    rows = ["..1.1.1..", ".1..1..1.", "1.1..1.1.", ".1..1...1", "1..11..11"]
    mask = "\n".join(f'    "{row}"' for row in [*rows, *rows[3::-1]])
    text = "\n".join(f"const char KEEP{i}[82] =\n{mask}\n    ;" for i in range(3))
    with pytest.raises(PairFileError):
        read(f"#ifdef DO_PATTERN\n{text}\n")


@pytest.mark.parametrize("count", [3, 200])
def test_json_with_a_key_on_each_line_is_read_as_json(count: int) -> None:
    records = [
        {"solver": f"no {i}", "puzzle": CELLS, "time_ms": 65.1, "all_times": [64.7, 65.2]}
        for i in range(count)
    ]
    values = {"metadata": {"runs": 5}, "results": records, "summary": [{"solver": "no 1"}]}
    text = json.dumps(values, indent=2)
    with open_text_as_grid_file(text, "f") as grids:
        entries = list(grids)
    assert [entry.error for entry in entries] == [None] * count
    lines = [number for number, line in enumerate(text.split("\n"), 1) if CELLS in line]
    assert [entry.line for entry in entries] == lines


@pytest.mark.parametrize(
    ("above", "line"),
    [
        ("using Sudoku.Models;\nusing System.Linq;", '[Row("{}", 11)]'),
        ('const board = @import("board.zig");', 'const easy = "{}";'),
        ("namespace Sudoku;\nvar n = 0;", '    Solve("{}");'),
        ("import board\nsize: 9,", "  board: '{}',"),
    ],
)
def test_the_first_statement_of_a_program_is_no_heading(above: str, line: str) -> None:
    lines = [above, "var x = 7;", line.format(CELLS), "return 1;", line.format(CELLS), "}"]
    assert read("\n".join(lines)) == [CELLS, CELLS]


def test_a_delimiter_may_end_each_row_of_a_table() -> None:
    solution = ZERO_BASED.replace("0", "9")
    for sign in ",;":
        lines = ["puzzle", CELLS, CELLS, CELLS]
        assert read("\n".join(f"{line}{sign}" for line in lines)) == [CELLS] * 3
        rows = ["id", "puzzle", "solution"], ["1", CELLS, solution], ["2", CELLS, solution]
        assert read("\n".join(f"{sign.join(row)}{sign}" for row in rows)) == [CELLS] * 2


def test_names_may_be_under_keys_above_the_cells() -> None:
    cells = [CELLS, CELLS[:-1] + "3"]
    for form in ('  - name: "No. {}"\n    grid: "{}"', "name = 'No. {}'\ngrid = '{}'"):
        text = "\n".join(form.format(10 + i, one) for i, one in enumerate(cells))
        assert names(f"puzzles:\n{text}\n") == ["No. 10", "No. 11"]


def test_moves_are_no_clues() -> None:
    """Three numbers with other words than those of a clue are no Sudoku."""
    clues = [(i // 9 + 1, i % 9 + 1, sign) for i, sign in enumerate(CELLS) if sign != "."]
    for form, is_read in (("move {2} from {0} to {1}", False), ("row {0}, column {1}: {2}", True)):
        text = "\n".join(form.format(*clue) for clue in clues)
        if is_read:
            assert read(text) == [CELLS]
        else:
            with pytest.raises(PairFileError):
                read(text)


PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
RECORDS = {
    "fields": "{i},{solved},{puzzle}",
    "arguments": 'add("{solved}", "{puzzle}");',
    "JSON": '{{"s": "{solved}", "p": "{puzzle}"}}',
    "words": "{solved} {puzzle}",
}


@pytest.mark.parametrize("kind", RECORDS)
@pytest.mark.parametrize("count", [0, 50, 150, 500])
def test_records_below_any_number_of_lines_of_words(kind: str, count: int) -> None:
    """The first records decide which column has the puzzles, wherever they begin."""
    lines = [RECORDS[kind].format(i=i, puzzle=PUZZLE, solved=SOLVED) for i in range(3)]
    text = "\n".join([*count * ["Some words of a text, with commas."], *lines])
    with open_text_as_grid_file(text, "f") as grids:
        entries = list(grids)
        assert ["".join(map(str, one.cells)).replace("0", ".") for one in entries] == 3 * [PUZZLE]
        solutions = [grids.read_stated_solution(entry) for entry in entries]
    assert kind != "words" or all(solutions)
    assert read("id,solution,puzzle\n" + text if kind == "fields" else text) == 3 * [PUZZLE]
