"""The HTML pages of the commands of a catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from page_reader import Reader, cells

from sudokopie import Grid


def test_what_a_catalogue_knows_has_a_page(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.txt").write_text("12..............\n")
    Path("new.txt").write_text("..............21\n1234............\n")
    run("catalogue", "add", "seen.db", "old.txt")
    find = ("catalogue", "find", "seen.db", "new.txt", "--within")
    plain = run(*find)
    result = run(*find, "--html", "page.html")
    assert result.out == plain.out
    page = Reader(Path("page.html").read_text(encoding="utf-8"))
    assert "From the known Sudoku to the new one" in page.text
    grids = [Grid(cells(table)) for table in page.tables if len(table) == 5]
    assert (grids[0][0, 0], grids[1][3, 2]) == (1, 2)
    refused = run(*find, "--output", "csv", "--html", "seen.db")
    assert refused.status == 2
