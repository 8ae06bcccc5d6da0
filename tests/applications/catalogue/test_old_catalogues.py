"""Catalogues of earlier versions are added to."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT

FIXTURES = ROOT / "tests" / "fixtures"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the files of a version, which is the current folder."""
    copy = tmp_path / "files"
    shutil.copytree(FIXTURES / "1.0.0", copy)
    monkeypatch.chdir(copy)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return copy


def test_a_catalogue_is_added_to(run: Any, folder: Path) -> None:
    cells = run("catalogue", "export", "catalogue.db", "--format", "csv").out
    assert "12.............." in cells
    assert run("catalogue", "add", "catalogue.db", "full.txt", "asked.txt").status == 0
    assert run("catalogue", "verify", "catalogue.db").status == 0
    assert run("catalogue", "remove", "catalogue.db", "1").status == 0
    assert run("catalogue", "find", "-q", "catalogue.db", "seen.csv").status == 0
    assert (folder / "catalogue.db").read_bytes().startswith(b"SQLite format 3\0")
