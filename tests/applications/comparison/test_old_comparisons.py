"""Comparisons of earlier versions go on."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT

FIXTURES = ROOT / "tests" / "fixtures"


BACKENDS = "pysat:minisat22"
"""Of the two with which the files were made the one that is there still."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the files of a version, which is the current folder."""
    copy = tmp_path / "files"
    shutil.copytree(FIXTURES / "1.0.0", copy)
    monkeypatch.chdir(copy)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return copy


def test_the_runs_of_a_comparison(run: Any, folder: Path) -> None:
    result = run("compare", "--json", "runs.jsonl", "--resume", "--csv", "-")
    assert (result.status, result.err) == (0, "")
    before = (folder / "runs.csv").read_text(encoding="utf-8").splitlines()
    for old, line in zip(before, result.out.splitlines(), strict=True):
        assert line.startswith(old)


def test_a_comparison_goes_on(run: Any, folder: Path) -> None:
    before = (folder / "runs.jsonl").read_text(encoding="utf-8")
    pairs = ("copies.txt", "moved.txt", "equal.txt")
    command = ("compare", "--json", "runs.jsonl", "--resume", "--runs", "2")
    result = run(*command, "--backends", BACKENDS, *pairs[:2])
    assert result.status == 0, result.err
    assert (folder / "runs.jsonl").read_text(encoding="utf-8") == before
    assert run(*command, "--backends", BACKENDS, *pairs).status == 0
    after = (folder / "runs.jsonl").read_text(encoding="utf-8")
    assert after.startswith(before)
    assert len(after.splitlines()) == len(before.splitlines()) + 2
