"""Sudokus can be added to the catalogues of earlier versions."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from sudokopie.applications.catalogue import schema
from sudokopie.applications.catalogue.schema import connect_to_database

from conftest import ROOT

FIXTURES = ROOT / "tests" / "fixtures"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, which has a copy of the files of an earlier version."""
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


def test_an_older_catalogue_that_cannot_be_written_says_what_helps(
    run: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(uri: str) -> Any:
        return connect_to_database(uri.replace("mode=rw", "mode=ro"))

    before = (folder / "catalogue.db").read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(schema, "connect_to_database", read_only)
        done = run("catalogue", "find", "catalogue.db", "seen.csv")
    assert (done.status, done.out) == (2, "")
    assert "has to be upgraded to version" in done.err
    assert "copy it into a folder that can be written" in done.err
    assert (folder / "catalogue.db").read_bytes() == before
    # A catalogue of this version is read as before.
    assert run("catalogue", "list", "catalogue.db").status == 0
    monkeypatch.setattr(schema, "connect_to_database", read_only)
    assert run("catalogue", "find", "-q", str(folder / "catalogue.db"), "seen.csv").status == 0
