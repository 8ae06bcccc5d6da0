"""Collections at URLs are read as files on this machine are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fsspec
import pytest

PUZZLES = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "...7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..795",
]


TEXT = "".join(f"{line}\n" for line in PUZZLES).encode()


@pytest.fixture
def memory() -> Iterator[Any]:
    files = fsspec.filesystem("memory")
    yield files
    files.store.clear()


def test_duplicates_are_written_from_a_url(run: Any, memory: Any, tmp_path: Path) -> None:
    memory.pipe("/p.txt", TEXT + TEXT)
    assert run("duplicates", "memory://p.txt", "-o", str(tmp_path / "kept")).status == 1
    assert (tmp_path / "kept").read_bytes().endswith(TEXT)


def test_a_url_with_a_star_stands_for_all_files_that_fit(run: Any, tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "c.csv"):
        (tmp_path / name).write_text(f"{'12':.<16}\n")
    found = run("duplicates", "--json", f"{tmp_path.as_uri()}/*.txt")
    assert [Path(one["file"]).name for one in json.loads(found.out)["members"]] == [
        "a.txt",
        "b.txt",
    ]
    for url in (f"{tmp_path.as_uri()}/*.doc", "http://127.0.0.1:1/*.txt", "nope://*"):
        none = run("duplicates", url)
        assert none.status == 2
        assert f"{url}: cannot be read" in none.err
