"""The kernel in WebAssembly: all instances through the page's kernel and through sudokopie."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sudokopie import BoxShape, Grid, decide, parse_pair, read_pair
from sudokopie.sudoku.random_grids import cyclic_grid

from conftest import INSTANCES, ROOT

sys.path.append(str(ROOT / "applications" / "browser"))

_SCRIPT = """
import {{ readFileSync }} from "node:fs";
import {{ Kernel, stepsBack }} from "{page}/kernel.js";
import {{ doStepsLead }} from "{board}/steps.js";
import {{ readLooseText, readPlainText, writeRows }} from "{board}/grids.js";
import {{ listLevels, makePair, dailyLevel }} from "{board}/levels.js";
const {{ instance }} = await WebAssembly.instantiate(readFileSync("{wasm}"), {{}});
const kernel = new Kernel(instance.exports);
const pairs = JSON.parse(readFileSync(0, "utf-8"));
const answers = pairs.map(([first, second]) => {{
  const found = kernel.compare(first, second);
  if (!found) return null;
  if (!found.steps) return -1;
  const back = stepsBack(found.steps);
  if (!doStepsLead(first, found.steps, second) || !doStepsLead(second, back, first)) return -2;
  return found.steps.length;
}});
const fewest = (first, second) => kernel.compare(first, second)?.steps ?? null;
const levels = [...listLevels(), dailyLevel("2026-02-03"), dailyLevel("2027-11-30")];
const needs = levels.map((level) => [level.kinds.length, makePair(level, fewest).steps.length]);
const written = pairs.map(([first, second]) =>
  readPlainText(writeRows(first) + "\\n" + writeRows(second)) ??
  readLooseText([first, second].map(writeRows).join("\\n").replace(/^([^\\n]+)$/gm, "| $1 |"))
);
const read = written.map((grids, k) =>
  grids && grids.every((grid, i) => JSON.stringify(grid) === JSON.stringify(pairs[k][i]))
);
const same = pairs.map(([first, second]) => kernel.sign(first) === kernel.sign(second));
console.log(JSON.stringify({{ answers, needs, same, read }}));
"""


def _describe(grid: Grid) -> dict[str, object]:
    height, width = grid.shape
    cells = [digit for row in grid for digit in row]
    return {"size": grid.size, "height": height, "width": width, "cells": cells}


@pytest.mark.gate
def test_the_kernel_of_the_page_agrees_with_sudokopie(tmp_path: Path) -> None:
    import build

    if not shutil.which("node"):
        pytest.skip("there is no node")
    wasm = build.compile_kernel_to_wasm_if_possible(tmp_path)
    if not wasm:
        pytest.skip("there is no clang with wasm-ld")
    folders = {"page": ROOT / "applications/browser/page", "board": ROOT / "showing/board"}
    script = tmp_path / "run.mjs"
    script.write_text(_SCRIPT.format(wasm=wasm, **folders))
    files = [file for file in sorted(INSTANCES.glob("*.txt")) if file.stat().st_size < 7500]
    pairs = [pair for file in files if (pair := read_pair(file))[0].shape == pair[1].shape]
    given = json.dumps([[*map(_describe, pair)] for pair in pairs])
    run = subprocess.run(
        ["node", str(script)], input=given, capture_output=True, text=True, check=True
    )
    found = json.loads(run.stdout)
    expected = [-1 if (one := decide(*pair)).word == "different" else one.steps for pair in pairs]
    sizes = {pair[0].size for pair in pairs}
    assert max(sizes) == 36
    assert all(found["read"])
    largest = [
        answer
        for pair, answer in zip(pairs, found["answers"], strict=True)
        if len(pair[0].rows) == 36
    ]
    assert sorted(largest) == [-1, 16]
    decided = [(a, b) for a, b in zip(found["answers"], expected, strict=True) if a is not None]
    assert all(a == b for a, b in decided)
    assert len(decided) > 0.6 * len(pairs)
    assert all(same for same, steps in zip(found["same"], expected, strict=True) if steps != -1)
    assert all(count == fewest for count, fewest in found["needs"])


_READER = """
import {{ readFileSync }} from "node:fs";
import {{ readLooseText, readPlainText }} from "{board}/grids.js";
const texts = JSON.parse(readFileSync(0, "utf-8"));
const read = (text) => [readPlainText(text), readLooseText(text)];
console.log(JSON.stringify(texts.map(read)));
"""


def test_scripts_read_zero_as_sudokopie_does_or_not_at_all(tmp_path: Path) -> None:
    """In a large Sudoku, 0 is a digit beside `.`, or if all numbers are equally frequent."""
    if not shutil.which("node"):
        pytest.skip("there is no node")
    script = tmp_path / "read.mjs"
    script.write_text(_READER.format(board=ROOT / "showing" / "board"))
    texts = []
    for shape in (BoxShape(3, 4), BoxShape(4, 4), BoxShape(5, 5)):
        rows = list(cyclic_grid(shape))
        from_zero = [[str(digit - 1) for digit in row] for row in rows]
        few = [[str(digit * (digit % 3 > 0)) for digit in row] for row in rows]
        dots = [[digit.replace("11", ".") for digit in row] for row in from_zero]
        for cells in (from_zero, few, dots):
            text = "\n".join(map(" ".join, cells))
            texts += [text, f"{text}\n\n{text}", text.replace("\n", " ")]
    done = subprocess.run(
        ["node", str(script)], input=json.dumps(texts), capture_output=True, text=True, check=True
    )
    number = 0
    for text, found in zip(texts, json.loads(done.stdout), strict=True):
        for grids in filter(None, found):
            number += 1
            first = Grid.parse(text) if len(grids) == 1 else parse_pair(text).first
            assert grids[0] == _describe(first)
    assert number >= 18  # `few`, in which 0 is blank
