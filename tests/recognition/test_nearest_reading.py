"""A text with one fault is refused with the line of the fault and what is wrong there."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sudokopie.base.errors import PairFileError
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.recognition import nearest_reading

from samples import PUZZLE

pytestmark = pytest.mark.core

ROWS = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]
WORDS = "Here are two Sudokus\nof yesterday.\n\n"


def spaced(rows: list[str]) -> str:
    return "\n".join(" ".join(row) for row in rows)


def code(rows: list[str]) -> str:
    lists = ",\n".join(f"    [{', '.join(row.replace('.', '0'))}]" for row in rows)
    return f"grid = [\n{lists}\n]"


def bars(rows: list[str]) -> str:
    parts = [(row[:3], row[3:6], row[6:]) for row in rows]
    drawn = [f"| {' | '.join(map(' '.join, part))} |" for part in parts]
    for index in (9, 6, 3, 0):
        drawn.insert(index, "+-------+-------+-------+")
    return "\n".join(drawn)


def refuse(text: str) -> str:
    try:
        errors = [entry.error for entry in open_text_as_grid_file(text, "f") if entry.error]
    except PairFileError as error:
        errors = [error]
    return str(errors[0])


def change(number: int, row: str) -> list[str]:
    """Return the rows of a puzzle with another row at the index `number`."""
    return [*ROWS[:number], row, *ROWS[number + 1 :]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            WORDS + code(ROWS) + "\n" + code(change(4, ROWS[4][:-1])).replace("grid", "next"),
            "f:20:28: found 8 cells: row 5 of this 9×9 Sudoku has 9; is one missing?",
        ),
        (
            WORDS + code(ROWS) + "\n" + code(change(6, "7" + ROWS[6])).replace("grid", "next"),
            "f:22:33: found 10 cells: row 7 of this 9×9 Sudoku has 9; is one too many?",
        ),
        (
            WORDS + code(change(2, "98Q" + ROWS[2][3:])),
            "f:7:12: expected a digit 0-9, found 'Q'",
        ),
        (
            WORDS + spaced(ROWS) + "\n\n" + spaced(ROWS[:3] + ROWS[2:]),
            "f:17:1: this row is written twice: a 9×9 Sudoku has 9 rows",
        ),
        (
            WORDS + code(ROWS[:4] + ROWS[5:]),
            "f:5:1: found 8 rows of a 9×9 Sudoku from here on; is one missing?",
        ),
        (
            WORDS + bars(ROWS).replace("| 4 . .", "| 1 . . | . . . | . . . |\n| 4 . ."),
            "f:5:1: found 10 rows of a 9×9 Sudoku from here on; is one too many?",
        ),
        (
            WORDS + spaced([*ROWS[:4], ROWS[4] + ROWS[5], *ROWS[6:]]),
            "f:8:19: found 18 cells: this line has two rows of a 9×9 Sudoku; is a line end "
            "missing?",
        ),
        (
            f"Can you solve {PUZZLE[:-1]} today?\nThanks!\n",
            "f:1:95: found 80 cells on a line: a 9×9 Sudoku has 81; is one missing?",
        ),
    ],
)
def test_the_fault_is_named(text: str, message: str) -> None:
    assert refuse(text) == message


def test_sudokus_above_the_fault_are_read_and_none_with_the_fault() -> None:
    text = "\n\n".join([spaced(ROWS), spaced(ROWS[:3] + ROWS[2:]), spaced(ROWS)])
    first, fault = open_text_as_grid_file(text, "f")
    assert first.line == 1
    assert first.error is None
    assert str(fault.error).startswith("f:14:1: this row is written twice")


def test_a_number_above_the_sudoku_with_the_fault_is_no_sudoku() -> None:
    rows = "\n\n".join(f"{number}\n\n{spaced(ROWS)}" for number in (1, 2))
    assert refuse(rows.replace("5 3 .", "Q 3 .", 1)) == "f:3:1: expected a digit 0-9, found 'Q'"
    with pytest.raises(PairFileError):
        open_text_as_grid_file(rows.replace("5 3 .", "Q 3 .", 1))


def test_a_text_with_two_meanings_has_no_fault() -> None:
    text = "\n".join("0*3456789ABCDEFG" for _ in range(16))
    assert "expected one sign for blank" in refuse(text)


def test_a_table_of_numbers_has_no_fault() -> None:
    rows = "\n".join(",".join(str(i * j % 97) for j in range(1, 10)) for i in range(1, 40))
    assert "Sudoku has" not in refuse(f"a,b,c,d,e,f,g,h,i\n{rows}\n")


def test_the_work_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = list[int]()
    read = vars(nearest_reading)["read_lines"]

    def count_and_read(lines: list[str], options: object) -> object:
        texts.append(sum(map(len, lines)))
        return read(lines, options)

    monkeypatch.setattr(nearest_reading, "read_lines", count_and_read)
    monkeypatch.setattr(nearest_reading, "find_accepting_option", lambda *_: None)
    rows = [*ROWS[:2], "x", *ROWS[2:4], "y", *ROWS[4:]]
    refuse(WORDS + "\n\n".join([code(rows)] * 5))
    assert 0 < sum(texts) <= nearest_reading._MOST_CHARACTERS
    texts.clear()
    refuse(WORDS + code(change(2, ROWS[2][:8])) + "\n" + "a " * 600)
    assert not texts


def test_a_good_text_does_not_load_the_search() -> None:
    program = (
        "import sys; from sudokopie.reading.gridfile import open_text_as_grid_file; "
        f"list(open_text_as_grid_file({WORDS + code(ROWS)!r})); "
        "print([name for name in sys.modules if 'nearest' in name or 'damaged' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
