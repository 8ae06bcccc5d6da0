"""Copies and near copies among a few Sudokus, found without arrays, are the same as with arrays."""

import json
import subprocess
import sys
from random import Random

import pytest

from sudokopie import Grid
from sudokopie.answers.among import Place, find_first_copies, find_near_copies
from sudokopie.applications.collection.gathering import Gathering
from sudokopie.sudoku.grid import format_line
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    move_clue,
    random_complete_grid,
    random_grid,
    random_transformation,
)
from sudokopie.sudoku.shape import BoxShape

from conftest import ROOT, puzzles

sys.path.append(str(ROOT / "applications" / "browser"))


def some(number: int, kind: str) -> list[Grid]:
    """Return Sudokus, some of which are copies or near copies of others."""
    rng = Random(number)
    shape = BoxShape(2, 2) if kind == "small" else BoxShape(3, 3)
    if kind == "small":
        grids = [random_grid(shape, rng.randrange(6), rng) for _ in range(number)]
    elif kind == "complete":
        grids = [MOST_SYMMETRIC, *(random_complete_grid(shape, rng) for _ in range(number))]
    else:
        grids = puzzles(number)
    for grid in rng.choices(grids, k=number // 2):
        changed = grid
        if rng.random() < 0.3 and 0 < grid.clues < grid.size**2:
            changed = move_clue(grid, rng)
        elif rng.random() < 0.5 and grid.clues:
            changed = grid.keeping(grid.clue_cells - {rng.choice(sorted(grid.clue_cells))})
        grids.append(random_transformation(shape, rng).apply(changed))
    return grids


@pytest.mark.parametrize(("number", "kind"), [(60, "small"), (60, "puzzles"), (4, "complete")])
def test_they_are_those_that_arrays_find(number: int, kind: str) -> None:
    grids = some(number, kind)
    groups: dict[int, list[int]] = {}
    for i, first in enumerate(find_first_copies(grids)):
        groups.setdefault(first, []).append(i)
    with Gathering() as gathering:
        gathering.add_grids(grids)
        expected = [
            [place.number for place in group] for group in gathering.yield_groups_of_places()
        ]
        pairs = gathering.find_near_copies(1, False)
    assert [group for group in groups.values() if len(group) > 1] == expected
    assert find_near_copies({Place(i, "", 0, ""): grids[i] for i in groups}) == pairs
    assert expected and pairs


def test_near_copies_of_known_ones_are_those_that_arrays_find() -> None:
    grids, known = some(60, "puzzles"), 40
    with Gathering() as gathering:
        gathering.add_grids(grids[:known])
        gathering.mark_sudokus_so_far_as_known()
        gathering.add_grids(grids[known:])
        pairs = gathering.find_near_copies(1, False)
    assert pairs
    placed = {Place(i, "", 0, ""): grids[i] for i in sorted(set(find_first_copies(grids)))}
    assert find_near_copies(placed, known) == pairs


def test_grids_of_two_shapes_are_no_copies() -> None:
    assert list(find_first_copies([Grid("1" + 35 * "."), Grid("1" + 35 * ".", (3, 2))])) == [0, 1]


def test_the_glue_of_the_page_tells_what_stands_where() -> None:
    from glue import answer_page_question

    first, second = puzzles(2)
    copy = random_transformation(first.shape, Random(1)).apply(first)
    text = "\n".join([format_line(first), "12", f"{format_line(second)} last"])
    text += f"\n{format_line(second)}" * 50
    given = ["de", [["Liste", text], ["neue", format_line(copy)]], True]
    said: list[str] = []
    found = json.loads(answer_page_question("copies", json.dumps(given), said.append))
    assert found["account"].startswith("Sudokus: 53. Klassen: 2.")
    assert found["first"] == [0, *[1] * 51, 0]
    assert found["sudokus"][-1] == ["neue", 1, "", format_line(copy)]
    assert len(found["wrong"]) == 1
    assert said == ["50"]
    problem = json.loads(
        answer_page_question("decide", json.dumps(["en", [["A", "1x"], ["B", ""]]]), said.append)
    )
    assert problem["name"] == "A" and problem["line"] == 1 and "is missing" in problem["error"]


def test_the_glue_needs_none_of_what_a_browser_lacks() -> None:
    """The browser has no numpy, and no modules about processes and the command line."""
    lacking = "numpy", "resource", "fcntl", "click", "rich", "ortools", "pandas"
    program = (
        "import json, sys\n"
        f"for name in {lacking}: sys.modules[name] = None\n"
        "import glue\n"
        "pair = [['1', '.' * 80 + '1'], ['2', '1' + '.' * 80]]\n"
        "for name in (*glue._PAIRS, *glue._SINGLES, 'nearest', 'copies'):\n"
        "    given = ['en', pair, *([True] if name == 'copies' else [])]\n"
        "    answer = glue.answer_page_question(name, json.dumps(given), len)\n"
        "    assert 'error' not in json.loads(answer), name\n"
    )
    subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT / "applications" / "browser", check=True
    )
