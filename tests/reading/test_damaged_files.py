"""A text with a fault is refused, and no other Sudoku is read from it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sudokopie.base.errors import PairFileError
from sudokopie.reading.gridfile import open_text_as_grid_file

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from damaged_files_read import damage_file, judge, read

from made_files import make_file

pytestmark = pytest.mark.core

PUZZLE = (
    "53..7....",
    "6..195...",
    ".98....6.",
    "8...6...3",
    "4..8.3..1",
    "7...2...6",
    ".6....28.",
    "...419..5",
    "....8..79",
)
SOLUTION = (
    "534678912",
    "672195348",
    "198342567",
    "859761423",
    "426853791",
    "713924856",
    "961537284",
    "287419635",
    "345286179",
)
LETTERS = "ABCDEFGHIJKLMNOP"
LARGE = ["".join(LETTERS[(4 * (r % 4) + r // 4 + c) % 16] for c in range(16)) for r in range(16)]
CELLS = "".join(PUZZLE)


def read_text(text: str) -> tuple[list[str], str]:
    """Return the Sudokus of a text, each as a text, and the first error."""
    found, error = list[str](), ""
    try:
        with open_text_as_grid_file(text, "f") as grid_file:
            for entry in grid_file:
                if entry.error is None:
                    found.append("".join(map(str, entry.cell_bytes)))
                else:
                    error = error or str(entry.error)
    except PairFileError as problem:
        error = error or str(problem)
    return found, error


def separate(rows: tuple[str, ...], sign: str) -> list[str]:
    return [sign.join(row) for row in rows]


def fields(cells: str) -> str:
    return ",".join(cells.replace(".", "0"))


NAMES = ",".join(f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10))
ZEROS = tuple(row.replace(".", "0") for row in PUZZLE)
MATRIX = [f"  {', '.join(row)}," for row in ZEROS]
LABELLED = [f"Row {number}: {row}" for number, row in enumerate(SOLUTION, 1)]
SHIFTED = tuple(row.translate(str.maketrans("123456789", "012345678")) for row in SOLUTION)

TEXTS = {
    "a row of a full table is missing": (
        ",Easy,,,,,,,,",
        *(f",{','.join(row)}" for row in SOLUTION[:8]),
        ",,,,,,,,,",
        "One solution.,,,,,,,,,",
    ),
    "a row of a table has a cell too many": (
        f",,{fields(PUZZLE[0])},0",
        *(f",,{fields(row)}" for row in PUZZLE[1:]),
        ",,,,,,,,,,",
        "One solution.,,,,,,,,,,",
    ),
    "a row below names of cells has a cell too many": (NAMES, fields(CELLS), f"{fields(CELLS)},0"),
    "a line of separated cells has a cell too many": (
        ";".join(f"{CELLS}."),
        ";".join(CELLS),
        ";".join(CELLS),
    ),
    "a line of separated cells has a cell too few": (
        ", ".join("".join(SOLUTION)[:80]),
        ", ".join("".join(SOLUTION)),
        ", ".join("".join(SOLUTION)),
    ),
    "the first line of a table has a cell too many": (
        f"{CELLS.replace('.', '-')}-\t6.9\t1",
        f"{CELLS.replace('.', '-')}\t8.7\t2",
    ),
    "a line of letters has a cell too many": (f"{''.join(LARGE)}A", "".join(LARGE)),
    "a line with x for blank has a letter": (
        f"{' '.join(PUZZLE).replace('.', 'x').replace('4', 'Q', 1)}",
        " ".join(row.replace(".", "x").replace("4", "x") for row in PUZZLE),
    ),
    "a placed digit is one cell too many": (f":0300:5:{CELLS[:80]}.+2:138::2",),
    "a digit in a list of clues is too large": (
        "[[1, 1, 5], [1, 2, 3], [1, 5, 7], [2, 1, 6], [2, 4, 1], [3, 8, 10], [4, 1, 8], [5, 1, 4],"
        " [6, 5, 2], [7, 2, 6], [8, 4, 4], [9, 5, 8], [9, 9, 9]]",
    ),
    "a row of a matrix is written twice": (
        "s <- matrix(c(",
        *MATRIX[:4],
        *MATRIX[3:8],
        f"{MATRIX[8].rstrip(',')}), nrow = 9, byrow = TRUE)",
    ),
    "a row with labels has a cell too many": (
        *LABELLED,
        "",
        *LABELLED[:4],
        f"{LABELLED[4]}1",
        *LABELLED[5:],
    ),
    "a row of dashes is one too many": ("31-4", "31-4", "-4--", "43--", "----"),
    "a row in a field is written twice": (
        f"1,{SOLUTION[0]},good",
        *(f",{row}," for row in SOLUTION[1:5]),
        *(f",{row}," for row in SOLUTION[4:]),
    ),
    "a cell of a frame and its bar are missing": (
        *(f"| {' | '.join(row)} |" for row in SOLUTION[:4]),
        f"| {' | '.join(SOLUTION[4][:8])} |",
        *(f"| {' | '.join(row)} |" for row in SOLUTION[5:]),
    ),
    "the last cell of a row of a full table is empty": (
        *separate(SOLUTION[:4], ","),
        f"{','.join(SOLUTION[4][:8])},",
        *separate(SOLUTION[5:], ","),
    ),
    "a row of a Sudoku with letters has a cell too many": (
        *PUZZLE,
        "",
        *LARGE[:9],
        f"{LARGE[9]}A",
        *LARGE[10:],
    ),
    "a row of successive Sudokus is missing": (
        *separate(SHIFTED, ";"),
        *separate(SHIFTED[1:], ";"),
        *separate(SHIFTED, ";"),
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_with_a_fault_is_refused_and_no_other_sudoku_is_read(name: str) -> None:
    found, error = read_text("\n".join(TEXTS[name]))
    right = {CELLS.replace(".", "0"), "".join(SOLUTION)}
    right.add("".join(str(ord(cell) - 64) for row in LARGE for cell in row))
    assert error
    assert {*found} <= right or name == "a line with x for blank has a letter"


SEEDS = {
    71000345: ("drawing, frames", "add a row"),
    71000563: ("table, field for each cell", "delete a row"),
    94001343: ("table, cells in a row", "separator"),
    96000595: ("code, matrices", "add a row"),
    96000626: ("rows, grouped by boxes", "add a row"),
    96000701: ("code, matrices", "delete a row"),
    501000159: ("rows, separators", "delete a row"),
    501000219: ("drawing, frames", "letter"),
    601000110: ("rows, with labels", "separator"),
    601000866: ("code, flat list", "delete a cell"),
    601001071: ("code, texts", "delete a row"),
    601001311: ("rows, grouped by boxes", "join rows"),
    601001315: ("rows, separators", "add a row"),
    601001651: ("rows, grouped by boxes", "add a row"),
    2711000591: ("code, Python lists", "separator"),
    2711000665: ("rows, several sizes", "delete a cell"),
    2711001376: ("rows, grouped by boxes", "add a cell"),
    2911000413: ("drawing, framed cells", "delete a cell"),
    2916000198: ("line, glued", "delete a cell"),
    2916000733: ("rows, separators", "delete a cell"),
}


@pytest.mark.gate
@pytest.mark.parametrize("seed", SEEDS)
def test_no_other_sudoku_is_read_from_a_damaged_file(seed: int) -> None:
    made = make_file(seed)
    damaged = damage_file(made)
    assert damaged is not None
    assert (made.form, damaged.damage) == SEEDS[seed]
    assert judge(made, damaged, read).verdict != "WRONG"
