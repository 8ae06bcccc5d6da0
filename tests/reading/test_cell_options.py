"""The options for what a cell means: --blank, --offset and --placed."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from sudokopie import Grid, read_pair
from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_stream_as_grid_file
from sudokopie.recognition.sheet import parse_range

from documents import xlsx, zipped
from present import has_command
from samples import PUZZLE, SOLUTION

CELLS = [int(sign) if sign != "." else 0 for sign in PUZZLE]
SHIFTED = "\n".join(" ".join(str(cell + 1) for cell in CELLS[i : i + 9]) for i in range(0, 81, 9))
HODOKU = f":0000:x:{PUZZLE[0]}{PUZZLE[1]}+4{PUZZLE[3:]}:1 2:3::"


def read(text: str | bytes, **options: Any) -> list[tuple[str, str]]:
    data = text if isinstance(text, bytes) else text.encode()
    found = []
    with open_stream_as_grid_file(io.BytesIO(data), "f", ReadingOptions(**options)) as file:
        for entry in file:
            if isinstance(grid := entry.grid_or_error, PairFileError):
                raise grid
            found.append(("".join(str(cell or ".") for cell in grid.to_bytes()), entry.sudoku_name))
    return found


def refusal(text: str | bytes, **options: Any) -> str:
    with pytest.raises(PairFileError) as caught:
        read(text, **options)
    return str(caught.value)


@pytest.mark.parametrize("sign", ["0", "-", "x", "#", "@", "~", "NA", "leer", "-1", "null"])
def test_blank_signs(sign: str) -> None:
    rows = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]
    text = "\n".join(" ".join(sign if cell == "." else cell for cell in row) for row in rows)
    assert read(f"One\n{text}\n\nTwo\n{text}\n", blank=sign) == [(PUZZLE, "One"), (PUZZLE, "Two")]
    if len(sign) == 1:
        assert read(f"{PUZZLE.replace('.', sign)}\n" * 2, blank=sign) == [(PUZZLE, "")] * 2


def test_a_sign_that_is_not_blank_is_a_digit() -> None:
    from_zero = "".join(str(cell - 1) if cell else "." for cell in CELLS)
    assert read(from_zero, blank=".") == [(PUZZLE, "")]
    assert "expected a Sudoku, found" in refusal(PUZZLE, blank="0")


@pytest.mark.documents
def test_offsets() -> None:
    assert read(SHIFTED, offset=1) == [(PUZZLE, "")]
    assert "expected a Sudoku, found" in refusal(SHIFTED, offset=2)
    small = "2 3 4 5\n1 1 1 1\n1 1 1 1\n5 4 3 2\n"
    assert read(f"{small}\n{small}", offset=1) == [("1234........4321", "")] * 2
    archive = zipped({"a.txt": SHIFTED, "b.txt": SHIFTED})
    assert read(archive, offset=1) == [(PUZZLE, "")] * 2


def test_places_of_errors_and_boxes() -> None:
    assert refusal(f"{SHIFTED}\n\n1 2 9 4 5 6 7 3 8\n", offset=1).startswith("f:11:1: ")
    text = "12 .. ..\n.. .. ..\n.. .. ..\n\n.. .. ..\n.. .. ..\n.. .. ..".replace(".", "@")
    with open_stream_as_grid_file(
        io.BytesIO(text.encode()), "f", ReadingOptions(blank="@")
    ) as file:
        assert str(file.shape) == "3x2"


@pytest.mark.documents
def test_tables_of_cells_are_refused() -> None:
    def fill(book: Any) -> None:
        for i, cell in enumerate(CELLS):
            book.active.cell(1 + i // 9, 1 + i % 9, cell + 1)

    assert "--blank and --offset cannot" in refusal(xlsx(fill), offset=1)
    ranges = (parse_range("A1:I9"),)
    assert "--blank and --offset cannot" in refusal(
        SHIFTED.replace(" ", ","), offset=1, ranges=ranges
    )


def test_columns() -> None:
    table = f"a,b\n{PUZZLE.replace('.', '@')},{SOLUTION}\n"
    assert read(table, blank="@", column="a")[0][0] == PUZZLE
    assert read(table, blank="@", column="2")[0][0] == SOLUTION


def test_placed_digits() -> None:
    with_four = f"53477{PUZZLE[5:]}".replace("53477", "534.7")
    assert read(HODOKU)[0][0] == PUZZLE
    assert read(HODOKU, placed=True)[0][0] == with_four


def test_the_library(tmp_path: Path) -> None:
    path = tmp_path / "pair.txt"
    path.write_text(f"{SHIFTED}\n\n{SHIFTED}\n", encoding="utf-8")
    assert read_pair(path, offset=1) == (Grid(PUZZLE), Grid(PUZZLE))
    path.write_text(f"{PUZZLE}\n{PUZZLE}\n".replace(".", "@"), encoding="utf-8")
    assert read_pair(path, blank="@").second == Grid(PUZZLE)


def test_the_command_line(run: Any, folder: Path) -> None:
    (folder / "a.txt").write_text(f"{SHIFTED}\n\n{SHIFTED}\n", encoding="utf-8")
    assert run("solve", "-q", "a.txt").status == 2
    assert run("solve", "-q", "--offset", "1", "a.txt").status == 0
    (folder / "b.txt").write_text(f"{PUZZLE}\n{PUZZLE}\n".replace(".", "@"), encoding="utf-8")
    assert run("solve", "-q", "--blank", "@", "b.txt").status == 0
    assert "--blank needs one sign" in run("solve", "--blank", "a b", "b.txt").err
    (folder / "c.txt").write_text(f"{HODOKU}\n{HODOKU}\n", encoding="utf-8")
    shown = run("canonical", "-q", "c.txt").out
    assert run("canonical", "-q", "--placed", "c.txt").out != shown
    if has_command("compare"):
        words = "compare", "--backends", "pysat:minisat22", "a.txt"
        assert run(*words).status == 2
        assert run(*words, "--offset", "1").status == 0
