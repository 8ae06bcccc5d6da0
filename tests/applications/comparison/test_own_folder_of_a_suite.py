"""The folder of a suite: one that sudokopie wrote for something else stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conftest import INSTANCES

PAIR = (INSTANCES / "size4-clues5-copies.txt").read_text()


COMPLETE = "1234\n3412\n2143\n4321\n"


@pytest.fixture(autouse=True)
def folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    (folder / "pair.txt").write_text(PAIR)
    (folder / "complete.txt").write_text(COMPLETE)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_one_kind_does_not_replace_another(run: Any, folder: Path) -> None:
    assert run("solve", "pair.txt", "--certificate", "kept").status == 0
    before = contents(folder / "kept")
    result = run("export", "--suite", "small", "-o", "kept")
    assert result.status == 2
    assert result.err.startswith("sudokopie: kept has other results of sudokopie")
    assert contents(folder / "kept") == before
