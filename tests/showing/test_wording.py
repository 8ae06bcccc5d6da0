"""The command line, worksheets and the scripts of pages describe a step in the same words."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from page_reader import Reader

from sudokopie import BoxShape, Pair, format_pair
from sudokopie.base.messages import list_languages
from sudokopie.sudoku.random_grids import (
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

from conftest import ROOT

SHAPES = [BoxShape(*box) for box in ((2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (1, 5), (4, 1))]
"""Shapes with at most nine digits, which all write in the same way."""

_DIRECTIONS = "forward", "backward"

_SCRIPT = """
import {{ readFileSync }} from "node:fs";
globalThis.document = {{ documentElement: {{}} }};
const {{ readSteps, statesAlong }} = await import("{board}/steps.js");
const {{ writeStep }} = await import("{board}/sentences.js");
const {{ directionTitle, setLanguage, sudokuName }} = await import("{board}/texts.js");
const {{ lang, answers }} = JSON.parse(readFileSync(0, "utf-8"));
setLanguage(lang);
console.log(JSON.stringify({{
  names: [0, 1].map(sudokuName),
  directions: [0, 1].map(directionTitle),
  sentences: answers.map(({{ grids, tracks }}) =>
    tracks.map((track) => {{
      const grid = grids[track.begins];
      const steps = readSteps(track, grid);
      const states = statesAlong(grid, steps);
      return steps.map((step, i) => writeStep(step, states[i], grid.size));
    }}),
  ),
}}));
"""


def _make_pair(seed: int) -> Pair:
    """Return a random Sudoku of a random shape, and a random copy of it."""
    rng = Random(seed)
    shape = SHAPES[seed % len(SHAPES)]
    clues = rng.randrange(shape.size, shape.size**2 + 1)
    grid = random_grid(shape, clues, rng)
    if seed % 2:
        grid = remove_clues(random_complete_grid(shape, rng), clues, rng)
    return Pair(grid, random_transformation(shape, rng).apply(grid))


def _call_board_scripts(folder: Path, lang: str, answers: list[Any]) -> Any:
    """Return what the scripts of the boards write about answers, as pages hold them."""
    if not shutil.which("node"):
        pytest.skip("there is no node")
    script = folder / "describe.mjs"
    script.write_text(_SCRIPT.format(board=ROOT / "showing" / "board"), encoding="utf-8")
    given = json.dumps({"lang": lang, "answers": answers})
    done = subprocess.run(["node", script], input=given, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def _insert_arrows(sentence: str) -> str:
    return sentence.replace(" -> ", "\N{HAIR SPACE}→\N{HAIR SPACE}")


@pytest.mark.parametrize("lang", list_languages())
def test_all_describe_the_same_steps_alike(run: Any, tmp_path: Path, lang: str) -> None:
    page, sheet = tmp_path / "page.html", tmp_path / "sheet.html"
    files = [tmp_path / f"{seed:02}.txt" for seed in range(40)]
    for seed, file in enumerate(files):
        file.write_text(format_pair(_make_pair(seed)))
    call = ["solve", "--lang", lang, *map(str, files)]
    said = run(*call, "--json", "--html", str(page)).out.splitlines()
    directions = [[json.loads(one)[key]["sentences"] for one in said] for key in _DIRECTIONS]
    ways = [way for way in zip(*directions, strict=True) if any(way)]
    ways_on_pages = [[[*map(_insert_arrows, steps)] for steps in way] for way in ways]
    assert sum(len(there) for there, _ in ways) > 150

    read = Reader(page.read_text(encoding="utf-8"))
    answers = [one for one in map(json.loads, read.scripts[:40]) if one["tracks"]]
    by_scripts = _call_board_scripts(tmp_path, lang, answers)
    assert by_scripts["sentences"] == ways_on_pages
    # Without scripts, a page has a list of its files, then the steps.
    listed = read.items[len(files) :]
    assert listed == [step for way in ways_on_pages for steps in way for step in steps]
    for name in (*by_scripts["names"], *by_scripts["directions"]):
        assert name in read.text

    assert run(*call, "--worksheet", str(sheet)).status == 0
    text = sheet.read_text(encoding="utf-8")
    lists = re.findall(r'<ol class="steps">\n(.*?)</ol>', text, re.DOTALL)
    assert [re.findall("<li>(.*)\n", one) for one in lists] == [there for there, _ in ways_on_pages]
    for name in by_scripts["names"]:
        assert f">{name}</figcaption>" in text

    printed = run(*call).out
    for way in ways:
        for title, steps in zip(by_scripts["directions"], way, strict=True):
            assert "\n".join([f"\n{title}:", *steps, ""]) in printed


def test_german_has_one_word_for_near_copies() -> None:
    """It is “Beinahe-Kopie”, or “beinahe eine Kopie”."""
    text = (ROOT / "base/locale/de/LC_MESSAGES/sudokopie.po").read_text(encoding="utf-8")
    german = "".join(re.findall(r'^(?:msgstr )?"(.*)"$', text, re.MULTILINE))
    assert german.count("Beinahe-Kopie") > 10
    assert re.findall(r"\b[Ff]ast (?:eine )?Kopien?\b", german) == []
