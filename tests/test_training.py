"""The page about training loops and its notebook: the code for each library runs, and prints what
the page shows.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from conftest import ROOT
from present import has
from shown import blocks, is_like

PAGE = ROOT / "docs" / "training.md"
NOTEBOOK = PAGE.with_suffix(".ipynb")
LIBRARIES = ("torch", "jax", "tensorflow")

# PyTorch starts its workers by a fork, so that they know the classes of the page.
START = "import multiprocessing\nmultiprocessing.set_start_method('fork')\n"


def run_code(code: str, folder: Path) -> str:
    """Run code in a process of its own, because the libraries start threads."""
    done = subprocess.run(
        [sys.executable, "-W", "error::SyntaxWarning", "-c", START + code],
        cwd=folder,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("library", LIBRARIES)
def test_the_code_for_each_library_runs(library: str, tmp_path: Path) -> None:
    found = blocks(PAGE)
    own = [block for block in found if block.language == f"python {library}"]
    assert own
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    common = [block.text for block in found if block.language == "python"]
    printed = run_code("".join([*common, *(block.text for block in own)]), tmp_path)
    assert is_like(printed, "".join(block.printed for block in own)), printed


def test_every_recipe_shows_its_output() -> None:
    recipes = [block for block in blocks(PAGE) if block.language.startswith("python ")]
    assert {block.language for block in recipes} == {f"python {one}" for one in LIBRARIES}
    for block in recipes:
        assert block.printed, f"line {block.line}"
        compile(block.text, "<recipe>", "exec")


@pytest.mark.slow
@pytest.mark.skipif(not has("collection"), reason="it uses an application that was deleted")
def test_the_notebook_runs(tmp_path: Path) -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert not any(cell.get("outputs") for cell in cells), "the notebook is kept without outputs"
    printed = run_code("\n".join(code), tmp_path)
    assert is_like(
        printed, "… puzzles, … really different\n…% of the blank cells of new puzzles are right\n"
    ), printed
    assert (tmp_path / "puzzles.csv").exists()
