"""Reasons that the page for browsers counts itself, compared with those that sudokopie finds."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.answers.reason import Reason
from sudokopie.answers.reason_search import why_not
from sudokopie.showing.reason_sentences import make_counts_record, make_json_list_of_grid_part
from sudokopie.sudoku.random_grids import (
    random_complete_grid,
    random_transformation,
    switch_smallest_unavoidable_set,
)

from conftest import ROOT

NEEDED = ("clues", "digits", "lines", "boxes", "bands and stacks", "two ways", "refinement")
BOXES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5)]

# Pairs of grids that differ only after lines were sorted by the cycles within bands and stacks
# (the first pair), or between them: the shape of the boxes, and the digits of both grids.
CYCLES = [
    (
        (4, 2),
        "3162547812345687634152783162548712345687123456783162547831625478",
        "3162547812345687123456783162548712345687634152783162547831625478",
    ),
    ((2, 3), "145362634251412635256413361524361524", "145362256413361524361524634251412635"),
    ((3, 2), "413652251436146325524163146325635214", "635214146325251436524163413652146325"),
    (
        (2, 4),
        "5786143271283654356472184675832113425876356472186817254357861432",
        "5786143235647218134258767128365457861432681725433564721846758321",
    ),
    (
        (3, 3),
        "456789123456789123567891234891234567567891234123456789912345678789123456678912345",
        "567891234567891234456789123891234567123456789456789123678912345912345678789123456",
    ),
]

SCRIPT = """
import { readFileSync } from "node:fs";
const { findCountedReason } = await import(process.argv[1]);
const pairs = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(pairs.map(([first, second]) => findCountedReason(first, second))));
"""


def as_json(grid: Grid) -> dict[str, Any]:
    height, width = grid.shape
    cells = [digit for row in grid for digit in row]
    return {"size": grid.size, "height": height, "width": width, "cells": cells}


def expected(first: Grid, second: Grid) -> tuple[str, dict[str, Any] | None]:
    """Return the kind of the reason that sudokopie finds, and the reason itself. The kind is
    `two ways` if it needs a difference with a quarter turn and another without.
    """
    reason = why_not(first, second)
    if not isinstance(reason, Reason):
        return "none", None
    parts = [
        [
            make_json_list_of_grid_part(part)
            for one in reason.differences
            for part in one.marked_parts_of_both_grids[k]
        ]
        for k in (0, 1)
    ]
    cells = [
        [[r + 1, c + 1] for r, c in sorted(both)]
        for both in (reason.first_cells, reason.second_cells)
    ]
    kind = reason.kind.value
    return "two ways" if len(reason.differences) > 1 else kind, {
        "kind": kind,
        **dict(zip(("first_cells", "second_cells"), cells, strict=True)),
        **dict(zip(("first_parts", "second_parts"), parts, strict=True)),
        "counted": list(map(make_counts_record, reason.differences)),
    }


def random_pair(random: Random, height: int, width: int) -> tuple[Grid, Grid]:
    """Return two grids that often agree in some of the counts: the second is the first with a clue
    added or renamed, or with some of its clues moved, within their rows or boxes or anywhere.
    """
    size = height * width
    rows = [[0] * size for _ in range(size)]
    for _ in range(random.randrange(2, size * 2)):
        rows[random.randrange(size)][random.randrange(size)] = random.randrange(1, size + 1)
    other = [list(row) for row in rows]
    way = random.choice(["add", "rename", "row", "box", "anywhere", "anywhere", "turn"])
    for _ in range(random.randrange(1, 4)):
        full = [(r, c) for r in range(size) for c in range(size) if other[r][c]]
        r, c = random.choice(full)
        s, d = random.randrange(size), random.randrange(size)
        if way == "add":
            other[s][d] = other[s][d] or 1
        elif way == "rename":
            other[r][c] = random.randrange(1, size + 1)
        else:
            if way == "row":
                s = r
            elif way == "box":
                s, d = r // height * height + s % height, c // width * width + d % width
            elif way == "turn" and height == width:
                s, d = c, r
            other[r][c], other[s][d] = other[s][d], other[r][c]
    return Grid(rows, box=(height, width)), Grid(other, box=(height, width))


def exchanged_pair(random: Random, height: int, width: int) -> tuple[Grid, Grid]:
    """Return two grids of which the second has clues at two other corners of rectangles, so that
    lines keep their numbers of clues, and a reason often needs more than these.
    """
    size = height * width
    rows = [[0] * size for _ in range(size)]
    for _ in range(random.randrange(size, size * 2)):
        rows[random.randrange(size)][random.randrange(size)] = random.randrange(1, size + 1)
    other = [list(row) for row in rows]
    for _ in range(random.randrange(1, 3)):
        full = [(r, c) for r in range(size) for c in range(size) if other[r][c]]
        random.shuffle(full)
        for (r, c), (s, d) in pairwise(full):
            if r != s and c != d and not other[r][d] and not other[s][c]:
                corners = [other[r][c], other[s][d]]
                other[r][d], other[s][c] = corners[:: random.choice((1, -1))]
                other[r][c] = other[s][d] = 0
                break
    return Grid(rows, box=(height, width)), Grid(other, box=(height, width))


def switched_pair(random: Random, height: int, width: int) -> tuple[Grid, Grid]:
    """Return a full Sudoku, and the same with digits exchanged in a few cells."""
    grid = random_complete_grid(BoxShape(height, width), random)
    return grid, switch_smallest_unavoidable_set(grid)


def pairs_with_other_cycles(random: Random, enough: int) -> Iterator[tuple[Grid, Grid]]:
    """Yield copies of the pairs of CYCLES, `enough` together, with their grids in both orders."""
    for shape, *both in CYCLES * (enough // len(CYCLES)):
        grids = [Grid(digits, box=shape) for digits in both]
        random.shuffle(grids)
        first, second = (random_transformation(grid.shape, random).apply(grid) for grid in grids)
        yield first, second


@pytest.mark.gate
@pytest.mark.parametrize("enough", [5, pytest.param(30, marks=pytest.mark.slow)])
def test_counted_reasons_are_those_of_the_command_line(enough: int) -> None:
    """Kind, numbers, parts and cells agree for `enough` pairs of each kind that only counts clues,
    for pairs that need a difference each way round, and for pairs that need refinement, also by the
    cycles between lines.
    """
    if not shutil.which("node"):
        pytest.skip("there is no node")
    random, seen, sizes = Random(76), Counter[str](), Counter[str]()
    pairs, wanted = list[Any](), list[Any]()
    for first, second in pairs_with_other_cycles(random, enough):
        kind, reason = expected(first, second)
        assert kind in ("refinement", "two ways")
        pairs.append([as_json(first), as_json(second)])
        wanted.append(reason)
    for number in range(12_000):
        if min(seen[kind] for kind in NEEDED) >= enough:
            break
        height, width = random.choice(BOXES[: 9 if number < 150 else 3])
        make = random.choice((random_pair, exchanged_pair))
        if number % 40 == 0:
            make, (height, width) = switched_pair, random.choice(BOXES[:5])
        first, second = make(random, height, width)
        kind, reason = expected(first, second)
        # A copy has no reason; the page asks only about pairs that are not copies.
        if kind == "none" or seen[kind] >= 2 * enough:
            continue
        seen[kind] += 1
        sizes[f"{height}×{width}"] += 1
        pairs.append([as_json(first), as_json(second)])
        wanted.append(reason)
    assert min(seen[kind] for kind in NEEDED) >= enough, seen
    assert len(seen) > 2 * len(NEEDED)
    assert len(sizes) == len(BOXES)
    script = (ROOT / "applications" / "browser" / "page" / "counting.js").as_uri()
    done = subprocess.run(
        ["node", "--no-warnings", "--input-type=module", "-e", SCRIPT, script],
        input=json.dumps(pairs),
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    for pair, found, reason in zip(pairs, json.loads(done.stdout), wanted, strict=True):
        assert found, pair
        assert not re.search(r"[{}]", found.pop("sentence"))
        assert found == reason, pair
