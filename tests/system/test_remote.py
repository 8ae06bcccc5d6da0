"""Files at URLs are read as files are."""

from __future__ import annotations

import gzip
import io
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fsspec
import pyarrow as pa
import pytest
from pyarrow import parquet

from present import present

PUZZLES = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "...7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..795",
]
TEXT = "".join(f"{line}\n" for line in PUZZLES).encode()


def as_parquet() -> bytes:
    file = io.BytesIO()
    parquet.write_table(pa.table({"id": [1, 2], "puzzle": PUZZLES}), file)
    return file.getvalue()


@pytest.fixture
def memory() -> Iterator[Any]:
    files = fsspec.filesystem("memory")
    yield files
    files.store.clear()


@pytest.mark.documents
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("p.txt", TEXT),
        ("p.txt.gz", gzip.compress(TEXT, mtime=0)),
        ("p.txt.xz", lzma.compress(TEXT)),
        ("p.parquet", as_parquet()),
    ],
)
@pytest.mark.parametrize("protocol", ["memory", "file"])
def test_the_same_comes_from_a_url(
    run: Any, memory: Any, tmp_path: Path, name: str, content: bytes, protocol: str
) -> None:
    (tmp_path / "p.txt").write_bytes(TEXT)
    (tmp_path / name).write_bytes(content)
    memory.pipe(f"/{name}", content)
    url = f"memory://{name}" if protocol == "memory" else (tmp_path / name).as_uri()
    here = run("canonical", str(tmp_path / "p.txt"))
    there = run("canonical", url)
    assert (there.status, there.out, there.err) == (0, here.out, "")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("memory://nothing", "No such file or directory"),
        ("file:///nothing/at/all", "No such file or directory"),
        ("nope://x", "Protocol not known: nope"),
        ("http://127.0.0.1:1/x", ""),
    ],
)
@pytest.mark.parametrize("command", present(["canonical", "duplicates", "complete"]))
def test_what_cannot_be_read_is_said_in_one_line(
    run: Any, command: str, url: str, reason: str
) -> None:
    result = run(command, url)
    assert result.status == 2
    (line,) = result.err.splitlines()
    said = f"{url}: cannot be read: {reason}"
    assert line.removeprefix("sudokopie: ").startswith(said)


def test_without_fsspec(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    result = run("canonical", "memory://x")
    assert result.status == 2
    assert "to read a URL, install fsspec: pip install 'sudokopie[remote]'" in result.err
