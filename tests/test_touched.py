"""`.ci/touched` chooses the files whose branches are counted."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from conftest import ROOT

SAME = ("__init__.py", "same.py")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the script, its configuration and a few files, without a history."""
    for name in (".ci/touched", "pyproject.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for name in (*SAME, "changed.py", "deleted.py", "docs/script.py", "tests/test_it.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("first = 1\n")
    return tmp_path


def git(folder: Path, *words: str) -> None:
    if not shutil.which("git"):
        pytest.skip("needs git")
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "-q", "--allow-empty", "-m", "a")


def touched(folder: Path) -> tuple[int, str]:
    """Call the script. Return its status and what it prints."""
    command = [sys.executable, str(folder / ".ci/touched"), str(folder / "new.toml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout


@pytest.mark.parametrize("branch", ["main", "topic"])
def test_only_the_branches_of_files_that_changed_are_counted(checkout: Path, branch: str) -> None:
    git(checkout, "init", "-q", "-b", "main")
    commit(checkout)
    git(checkout, "checkout", "-q", "-B", branch)
    if branch == "topic":
        (checkout / "changed.py").write_text("second = 2\n")
        commit(checkout)  # an earlier commit of a branch belongs to the change
    else:
        (checkout / "changed.py").write_text("second = 2\n")
    for name in ("docs/script.py", "tests/test_it.py"):
        (checkout / name).write_text("second = 2\n")
    (checkout / "deleted.py").unlink()
    commit(checkout)
    said = "the branches of these files are counted: changed.py\n"
    assert touched(checkout) == (0, said)
    settings = tomllib.loads((checkout / "new.toml").read_text())["tool"]["coverage"]
    expected = tomllib.loads((checkout / "pyproject.toml").read_text())["tool"]["coverage"]
    assert settings["run"].pop("include") == ["changed.py"]
    del expected["run"]["omit"], expected["run"]["source"]
    assert settings == expected
    assert settings["report"]["fail_under"] == 95


def test_without_a_change_or_a_history_nothing_is_counted(checkout: Path) -> None:
    no_history = (1, "this checkout has no history: no branches are counted\n")
    assert touched(checkout) == no_history
    git(checkout, "init", "-q", "-b", "main")
    commit(checkout)
    assert touched(checkout) == no_history
    (checkout / "tests/test_it.py").write_text("second = 2\n")
    commit(checkout)
    assert touched(checkout) == (1, "no file of the product has changed: no branches are counted\n")
    assert not (checkout / "new.toml").exists()
