"""Sudokus of several sizes in a list with one Sudoku on each line."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from read_text import read

from sudokopie.reading.gridfile import GridFile, open_stream_as_grid_file, open_text_as_grid_file
from sudokopie.sudoku.shape import BoxShape

from present import has
from samples import PUZZLE

FOUR, SIX = "1...3........2..", "123456456123231564564231312645645312"
TURNED = "142536253614361425415263526341634152"


def shapes(file: GridFile) -> list[str]:
    return [str(entry.error or entry.shape) for entry in file]


@pytest.mark.parametrize("order", [(PUZZLE, FOUR, SIX), (FOUR, PUZZLE, SIX), (SIX, FOUR, PUZZLE)])
@pytest.mark.parametrize("times", [1, 5000])
def test_each_line_may_have_another_size(order: tuple[str, ...], times: int) -> None:
    lines = [*order[:1] * times, *order[1:], order[0]]
    assert read("".join(f"{line}\n" for line in lines)) == lines
    spaced = [" ".join(line) for line in lines[-4:]]
    assert read("".join(f"{line}\n" for line in spaced)) == lines[-4:]


def test_columns_and_records_have_several_sizes() -> None:
    puzzles = [PUZZLE, FOUR, PUZZLE, SIX, PUZZLE]
    table = "".join(f"{number},{one}\n" for number, one in enumerate(puzzles))
    with open_text_as_grid_file(f"id,puzzle\n{table}") as grids:
        assert [entry.sudoku_name for entry in grids] == ["0", "1", "2", "3", "4"]
    assert read(f"id,puzzle\n{table}") == puzzles
    records = "".join(json.dumps({"puzzle": one, "id": 7}) + "\n" for one in puzzles)
    assert read(records) == puzzles


def test_batches_have_boxes_of_one_shape() -> None:
    text = "".join(f"{one}\n" for one in (PUZZLE, PUZZLE, FOUR, FOUR, PUZZLE, "7", SIX))
    with open_text_as_grid_file(text) as grids:
        batches = [[str(entry.shape) for entry in some] for some in grids.yield_entry_batches(100)]
    assert batches == [["3x3"] * 2, ["2x2"] * 2, ["3x3"] * 2, ["2x3"]]


def test_blank_cells_of_a_large_sudoku_are_no_small_one() -> None:
    """81 blank cells between letters look like a 9x9 Sudoku, far below the first lines, too."""
    large = "A" + 81 * "." + "B" + (256 - 83) * "."
    for times in (1, 500):
        text = "\n".join([*times * [PUZZLE], large, PUZZLE])
        assert shapes(open_text_as_grid_file(text)) == [*times * ["3x3"], "4x4", "3x3"]


def test_a_part_of_a_sudoku_is_no_smaller_sudoku() -> None:
    for cut in (16, 36, 64):
        found = read(f"{PUZZLE}\n{PUZZLE}\n{PUZZLE[:cut]}\n")
        assert found[:2] == [PUZZLE, PUZZLE]
        assert found[2].startswith("f:3:")
    # Digits twice in a row, a line without a digit, a name beside the cells.
    for line in ("11" + "." * 14, "." * 16, f"{FOUR} easy"):
        found = read(f"{PUZZLE}\n{PUZZLE}\n{line}\n")
        assert found[:2] == [PUZZLE, PUZZLE]
        assert not any(one.startswith("1") for one in found)
    assert read(f"{PUZZLE}\n{FOUR}\n", box=BoxShape(3, 3))[1].startswith(
        "f:2:17: this Sudoku is 4×4"
    )


def test_each_size_has_one_shape_of_boxes() -> None:
    with open_text_as_grid_file(f"{PUZZLE}\n{TURNED}\n{PUZZLE}\n{SIX}\n") as grids:
        *good, last = shapes(grids)
        assert good == ["3x3", "3x2", "3x3"]
        assert "boxes of 2x3 fit this Sudoku" in last
        assert "boxes of 3x2" in str(grids.list_box_warnings("f")[0])
    lines = [f"7 {PUZZLE}", SIX, TURNED]
    found = read("".join(f"{line}\n" for line in lines))
    assert found[1] == SIX
    assert "boxes of 3x2 fit this Sudoku" in found[2]


@pytest.mark.gate
def test_the_memory_does_not_grow() -> None:
    class Lines:
        def __init__(self) -> None:
            self.pieces: Iterator[bytes] = (f"{PUZZLE}\n{FOUR}\n".encode() * 500 for _ in range(40))

        def read(self, _: int) -> bytes:
            return next(self.pieces, b"")

    most = count = 0
    stream: Any = Lines()
    for batch in open_stream_as_grid_file(stream, "f").yield_entry_batches(1000):
        count += len(batch)
        if count % 8000 == 0:
            most = max(most, sum(type(one).__name__ == "Entry" for one in gc.get_objects()))
    assert count == 40_000
    assert most < 5000


@pytest.mark.usefixtures("folder")
def test_commands_answer_for_all_sizes(run: Any) -> None:
    Path("list.txt").write_text(f"{PUZZLE}\n{FOUR}\n{PUZZLE}\n{FOUR}\n{SIX}\n", encoding="utf-8")
    if has("collection"):
        result = run("duplicates", "list.txt")
        assert "Sudokus: 5. Classes: 3. Groups of copies: 2, the largest of 2." in result.out
        assert not result.err
    lines = run("complete", "--json", "list.txt").out.splitlines()
    assert [len(json.loads(line)["grid"]) for line in lines] == [9, 4, 9, 4, 6]


def test_titles_on_lines_of_their_own_name_sudokus_of_several_sizes() -> None:
    with open_text_as_grid_file(f"No. 1\n{PUZZLE}\n\nNo. 2\n{FOUR}\n") as grids:
        assert [entry.sudoku_name for entry in grids] == ["No. 1", "No. 2"]
