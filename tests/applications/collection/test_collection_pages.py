"""The HTML page of copies in a collection."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def test_copies_in_a_collection_have_a_page(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("some.txt").write_text("12..............\n..............21\n13..4...........\n")
    plain = run("duplicates", "some.txt", "--near", "1")
    result = run("duplicates", "some.txt", "--near", "1", "--html", "page.html")
    assert (result.status, result.out) == (
        1,
        plain.out,
    )  # the text has no steps, because only the page shows them
    page = Path("page.html").read_text(encoding="utf-8")
    assert "some.txt:2 is a copy of some.txt:1" in page
    assert "2 of 3 clues agree: some.txt:1, some.txt:3" in page
    assert page.count('class="marked"') == 1
    refused = run("duplicates", "some.txt", "--html", "some.txt")
    assert refused.status == 2
    assert Path("some.txt").read_text().startswith("12..")
