"""The way to a new backend in a copy of the sources, and a backend of another package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT


def copied(folder: Path) -> Path:
    """Copy the sources, so that `import sudokopie` finds the copy; return its root."""
    root = folder / "sudokopie"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "build", "_build", "*.egg-info")
    shutil.copytree(ROOT, root, ignore=ignored)
    return root


def commands() -> list[str]:
    """Return the lines of the block about a backend."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    block = text[text.index("**A backend**") :].partition("```sh\n")[2].partition("```")[0]
    return block.splitlines()


CONTRACT = """
import sys
sys.path[:0] = ["tests", "tests/solvers"]
import test_backends
test_backends.CASES = [one for one in test_backends.CASES if one[0].first.size <= 6]
of_every_backend = [
    test
    for test in vars(test_backends).values()
    for mark in getattr(test, "pytestmark", ())
    if mark.name == "parametrize" and "mine" in mark.args[1]
]
for test in of_every_backend:
    test("mine")
print(len(of_every_backend))
"""
"""What pytest runs of these tests for `-k mine`, without another pytest that collects them all."""


def run(command: str, root: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(root.parent)}
    return subprocess.run(
        ["sh", "-ec", command.replace(".venv/bin/python", sys.executable)],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.gate
@pytest.mark.skipif(os.name == "nt", reason="the commands are for a shell")
def test_contributing_leads_to_a_backend_that_keeps_the_contract(tmp_path: Path) -> None:
    root = copied(tmp_path)
    *steps, last = commands()
    assert len(steps) == 2
    for step in steps:
        done = run(step, root)
        assert done.returncode == 0, done.stderr
    assert last.endswith("-m pytest tests/solvers/test_backends.py -k mine")
    done = run(f"{last.partition(' -m ')[0]} -c '{CONTRACT}'", root)
    assert (done.returncode, done.stdout) == (0, "3\n"), done.stderr


def outside(folder: Path, module: str) -> dict[str, str]:
    """Make a package with an entry point, and return the environment that has it."""
    (folder / "another.py").write_text(module)
    info = folder / "another-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: another\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sudokopie.solvers]\nmine = another\n")
    return {**os.environ, "PYTHONPATH": str(folder)}


def asked(code: str, environment: dict[str, str]) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize("is_described", [True, False])
def test_a_backend_of_another_package_is_found(tmp_path: Path, is_described: bool) -> None:
    template = (ROOT / "docs" / "backend_template.py").read_text(encoding="utf-8")
    if not is_described:
        lines = template.splitlines(keepends=True)
        template = "".join(line for line in lines if "    description = " not in line)
    environment = outside(tmp_path, template)
    code = (
        "from sudokopie import Grid, backend_names, decide\n"
        "from sudokopie.solvers.registry import list_all_backends\n"
        "from sudokopie.encoding.candidates import Encoding\n"
        "one, two = Grid([[1, 2], [0, 0]]), Grid([[0, 0], [2, 1]])\n"
        "if __name__ == '__main__':\n"
        "    answer = decide(one, two, 'mine', encoding=Encoding(), fewest=False)\n"
        "    print(backend_names()[-1], answer.word, answer.backend)\n"
        "    name, description, *facts = list_all_backends()[-1]\n"
        "    print((name, str(description), *facts))\n"
    )
    description = (
        "the SAT solver MiniSat, in a process of its own" if is_described else "no description"
    )
    assert asked(code, environment) == (
        f"mine copies mine\n('mine', '{description}', False, True)\n"
    )


def test_a_package_that_cannot_be_imported_is_named_when_it_is_asked_for(tmp_path: Path) -> None:
    environment = outside(tmp_path, "import nothing_of_that_name\n")
    code = (
        "from sudokopie.solvers.registry import backend_names, find_backend, list_all_backends\n"
        "print(backend_names()[-1], 'pysat:minisat22' in backend_names())\n"
        "try: find_backend('mine')\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    code += "print(*list_all_backends()[-1])\n"
    said = asked(code, environment).splitlines()
    assert said[0] == "mine True"
    assert said[2].startswith("mine mine: cannot be loaded: ModuleNotFoundError(")
    assert said[2].endswith(" False False")
    assert said[1].startswith("BackendError mine: cannot be loaded: ModuleNotFoundError(")
