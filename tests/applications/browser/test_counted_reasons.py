"""Reasons that the page for browsers counts itself, compared with those that sudokopie finds."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from random import Random
from typing import Any

import pytest

from sudokopie import Grid
from sudokopie.answers.reason import Reason
from sudokopie.answers.reason_search import why_not
from sudokopie.showing.reason_sentences import make_counts_record, make_json_list_of_grid_part

from conftest import ROOT

COUNTED = ("clues", "digits", "lines", "boxes", "bands and stacks")
BOXES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5)]
ENOUGH = 30  # pairs of each kind of reason

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
    """Return the kind of the reason that sudokopie finds, and the reason itself if counting clues
    is enough for it. The kind is `two ways` if it needs a difference with a quarter turn and
    another without.
    """
    reason = why_not(first, second)
    if not isinstance(reason, Reason):
        return "none", None
    kind = reason.differences[0].kind.value
    if len(reason.differences) > 1:
        return "two ways", None
    if kind not in COUNTED:
        return "more than counting", None
    (difference,) = reason.differences
    parts = [
        [make_json_list_of_grid_part(part) for part in both] if kind != "clues" else []
        for both in (difference.first, difference.second)
    ]
    counted = make_counts_record(difference)
    if kind == "clues":
        counted["numbers"] = []
    cells = [
        [[r + 1, c + 1] for r, c in sorted(both)]
        for both in (reason.first_cells, reason.second_cells)
    ]
    return kind, {
        "kind": kind,
        **dict(zip(("first_cells", "second_cells"), cells, strict=True)),
        **dict(zip(("first_parts", "second_parts"), parts, strict=True)),
        "counted": [counted],
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


def test_counted_reasons_are_those_of_the_command_line() -> None:
    """Kind, numbers, parts and cells agree for at least 30 pairs of each kind, and the page names
    no reason where sudokopie finds another one.
    """
    if not shutil.which("node"):
        pytest.skip("there is no node")
    random, seen = Random(76), Counter[str]()
    pairs, wanted = list[Any](), list[Any]()
    sizes = Counter[str]()
    while len(pairs) < 30_000 and min(seen[kind] for kind in (*COUNTED, "two ways")) < ENOUGH:
        height, width = random.choice(BOXES[: 9 if len(pairs) < 400 else 5])
        first, second = random_pair(random, height, width)
        kind, reason = expected(first, second)
        # A copy has no reason; the page asks only about pairs that are not copies.
        if kind == "none" or seen[kind] >= 4 * ENOUGH:
            continue
        seen[kind] += 1
        sizes[f"{height}×{width}"] += 1
        pairs.append([as_json(first), as_json(second)])
        wanted.append(reason)
    assert min(seen[kind] for kind in (*COUNTED, "two ways", "more than counting")) >= ENOUGH, seen
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
        if found:
            del found["sentence"]
        assert found == reason, pair
