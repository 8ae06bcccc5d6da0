"""Long texts of drawn grids: they are read one after another, as the general reader reads them."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sudokopie.base.errors import PairFileError
from sudokopie.reading import file_head, registry
from sudokopie.reading.drawn_stream import DrawnStream
from sudokopie.reading.gridfile import TextFile, open_stream_as_grid_file

HEAD_LINES = 400
"""The number of lines from which the tests recognise a file; more take longer."""
GRIDS = 60
"""The number of grids in a text; the first `HEAD_LINES` lines have fewer."""


def make_cells(random: Random, blank: str) -> str:
    """Return the cells of a random Sudoku with many solutions, or one."""
    rows = [3 * band + row for band in random.sample(range(3), 3) for row in range(3)]
    columns = [3 * stack + column for stack in random.sample(range(3), 3) for column in range(3)]
    digits = random.sample("123456789", 9)
    cells = [digits[(3 * (r % 3) + r // 3 + c) % 9] for r in rows for c in columns]
    return "".join(cell if random.random() < 0.4 else blank for cell in cells)


def draw_framed(cells: str) -> list[str]:
    """Return the lines of a grid with a frame around its boxes."""
    lines = ["+-------+-------+-------+"]
    for r in range(9):
        row = cells[9 * r : 9 * r + 9]
        lines.append("| " + " | ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) + " |")
        if r % 3 == 2:
            lines.append(lines[0])
    return [*lines, ""]


def draw_spaced(cells: str) -> list[str]:
    """Return the lines of a grid with a space between cells."""
    return [*(" ".join(cells[9 * r : 9 * r + 9]) for r in range(9)), ""]


def draw_glued(cells: str) -> list[str]:
    """Return the lines of a grid with nothing between cells."""
    return [*(cells[9 * r : 9 * r + 9] for r in range(9)), ""]


def draw_banded(cells: str) -> list[str]:
    """Return the lines of a grid with a space between stacks and a blank line after bands."""
    lines = list[str]()
    for r in range(9):
        row = cells[9 * r : 9 * r + 9]
        lines.append(f"{row[:3]} {row[3:6]} {row[6:]}")
        if r % 3 == 2:
            lines.append("")
    return [*lines, ""]


DRAWINGS = (draw_framed, draw_spaced, draw_glued, draw_banded)
REGIONS = "111222333" * 3 + "444555666" * 3 + "777888999" * 3
CHANGES = (
    "none",
    "title",
    "region map",
    "missing row",
    "wrong sign",
    "two blanks",
    "other drawing",
)


def make_text(seed: int, blank: str, drawing: int, change: str, ending: str) -> str:
    """Return a text of drawn grids, of which one is changed."""
    random = Random(seed)
    grids = [DRAWINGS[drawing](make_cells(random, blank)) for _ in range(GRIDS)]
    place = random.randrange(GRIDS)
    cells = make_cells(random, blank)
    if change == "title":
        grids[place].insert(0, "The next one is hard")
    elif change == "region map":
        grids[place] = DRAWINGS[drawing](REGIONS)
    elif change == "missing row":
        del grids[place][random.randrange(len(grids[place]))]
    elif change == "wrong sign":
        grids[place] = [line.replace(blank, "?", 1) for line in grids[place]]
    elif change == "two blanks":
        grids[place] = [line.replace(blank, "0", 1) for line in grids[place]]
    elif change == "other drawing":
        grids[place] = DRAWINGS[random.randrange(len(DRAWINGS))](cells)
    text = ending.join(line for grid in grids for line in grid)
    return text + random.choice(["", ending])


def read(text: str) -> tuple[list[tuple[Any, ...]], str, bool]:
    """Return the Sudokus of a text, the error, and whether they were read one after another."""
    found = list[tuple[Any, ...]]()
    try:
        grid_file = open_stream_as_grid_file(io.BytesIO(text.encode()), "f")
    except PairFileError as error:
        return found, str(error), False
    assert isinstance(grid_file, TextFile)
    is_stream = isinstance(grid_file._sudokus, DrawnStream)
    for one in grid_file:
        if one.error is not None:
            return found, str(one.error), is_stream
        # The general reader has the lines between the bands in `raw` if there are titles.
        rows = [line for line in one.raw.splitlines() if line.strip(b"+-| ")]
        found.append((one.line, one.shape, one.cell_bytes, rows, one.sudoku_name))
    return found, "", is_stream


@pytest.fixture(autouse=True)
def _few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_head, "HEAD_LINES", HEAD_LINES)


def read_generally(text: str) -> tuple[list[tuple[Any, ...]], str, bool]:
    """Return what `read` returns if no text is read one grid after another."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_may_be_drawn", lambda _: False)
        return read(text)


@pytest.mark.parametrize("drawing", [0, 1, 2])
@pytest.mark.parametrize("blank", [".", "0", "*"])
def test_grids_are_read_one_after_another(drawing: int, blank: str) -> None:
    text = make_text(1, blank, drawing, "none", "\n")
    found, error, is_stream = read(text)
    assert (len(found), error, is_stream) == (GRIDS, "", True)
    assert found == read_generally(text)[0]


@pytest.mark.gate
@settings(
    max_examples=settings().max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    seed=st.integers(0, 2**32),
    blank=st.sampled_from(".0*_-x"),
    drawing=st.sampled_from(range(len(DRAWINGS))),
    change=st.sampled_from(CHANGES),
    ending=st.sampled_from(["\n", "\r\n"]),
)
def test_a_stream_equals_the_general_reader(
    seed: int, blank: str, drawing: int, change: str, ending: str
) -> None:
    text = make_text(seed, blank, drawing, change, ending)
    found, error, is_stream = read(text)
    expected, refusal, _ = read_generally(text)
    if not is_stream:
        assert (found, error) == (expected, refusal)
    elif refusal:
        assert error  # the grids before the fault have been yielded
        assert found[: len(expected)] == expected
    else:
        assert (found, error) == (expected, "")
