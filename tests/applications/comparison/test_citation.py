"""What an exported suite needs to be cited: a citation, a licence, and a digest of its formulas."""

from __future__ import annotations

import csv
import hashlib
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sudokopie.applications.comparison import challenges
from sudokopie.applications.comparison.challenges import yield_challenges
from sudokopie.applications.comparison.citation import ClauseHash

from conftest import ROOT


@pytest.fixture(autouse=True)
def _state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def export(run: Any, folder: Path, suite: str, *options: str) -> str:
    """Export a suite, and return the digest in its citation."""
    result = run("export", "--suite", suite, "-o", str(folder), *options)
    assert (result.status, result.err) == (0, "")
    found = re.search(r'"sha256:([0-9a-f]{64})"', (folder / "CITATION.cff").read_text())
    assert found is not None
    return found[1]


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suites with two small questions each."""
    monkeypatch.setattr(
        challenges,
        "yield_challenges",
        lambda name: [
            one
            for one in yield_challenges(name)
            if "clues0" in one.file or "steps-random9" in one.file
        ][:2],
    )


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize(
    ("suite", "sign"), [("small", "c"), ("count", "c"), ("maxsat", "c"), ("pb", "*")]
)
def test_the_digest_is_that_of_the_formulas_without_comments(
    suite: str, sign: str, run: Any, tmp_path: Path
) -> None:
    options = ["--max-size", "4"] if suite == "small" else []
    folder, other = tmp_path / "one", tmp_path / "another name"
    digest = export(run, folder, suite, *options)
    with (folder / "metadata.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == (3 if suite == "small" else 2)
    lines = []
    for row in sorted(rows, key=lambda row: row["file"]):
        content = (folder / row["file"]).read_text().splitlines(keepends=True)
        clauses = "".join(line for line in content if not line.startswith(sign))
        assert row["sha256 without comments"] == hashlib.sha256(clauses.encode()).hexdigest()
        lines.append(f"{row['sha256 without comments']}  {row['file']}\n")
    assert digest == hashlib.sha256("".join(lines).encode()).hexdigest()
    assert f"    {digest}\n" in (folder / "README.md").read_text()
    assert export(run, other, suite, *options) == digest
    assert (other / "SHA256SUMS").read_bytes() != (folder / "SHA256SUMS").read_bytes()


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize("suite", ["count", "pb"])
@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="needs sha256sum")
def test_the_commands_in_the_description_print_the_digest(
    suite: str, run: Any, tmp_path: Path
) -> None:
    digest = export(run, tmp_path / "set", suite)
    readme = (tmp_path / "set" / "README.md").read_text()
    (commands,) = re.findall(r"^    for .*?sha256sum$", readme, re.MULTILINE | re.DOTALL)
    ended = subprocess.run(
        ["sh", "-c", commands], cwd=tmp_path / "set", capture_output=True, text=True, check=True
    )
    assert ended.stdout == f"{digest}  -\n"


def test_a_suite_has_a_citation_and_the_licence(run: Any, tmp_path: Path) -> None:
    export(run, tmp_path / "set", "small", "--max-size", "4")
    citation = (tmp_path / "set" / "CITATION.cff").read_text()
    version = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert version is not None
    assert citation.count(f'version: "{version[1]}"\n') == 2
    assert "The suite small of sudokopie" in citation
    assert citation.startswith("cff-version: 1.2.0\n")
    licence = (tmp_path / "set" / "LICENSE").read_bytes()
    assert licence == (ROOT / "LICENSE").read_bytes()
    assert "license: MIT\n" in citation


def test_own_files_with_these_names_are_kept(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "LICENSE").write_text("mine")
    result = run("export", "--suite", "small", "--max-size", "4", "-o", str(folder))
    assert result.status == 2
    assert "'LICENSE', which sudokopie did not write" in result.err
    assert [path.name for path in folder.iterdir()] == ["LICENSE"]


@pytest.mark.parametrize("export_format", ["cnf", "wcnf", "opb"])
def test_comments_are_left_out_in_any_piece(export_format: str) -> None:
    sign = b"*" if export_format == "opb" else b"c"
    pieces = [sign + b" a\n", b"p 1\n1 0\n" + sign + b"\n", b"2 c * 0\n", sign + b" b\n3 0\n"]
    digests = []
    for some in (pieces, [b"".join(pieces)], [b"p 1\n1 0\n", b"2 c * 0\n3 0\n"]):
        clause_hash = ClauseHash(export_format)
        for piece in some:
            clause_hash.add(piece)
        digests.append(clause_hash.digest)
    assert len(set(digests)) == 1
    assert digests[0] == hashlib.sha256(b"p 1\n1 0\n2 c * 0\n3 0\n").hexdigest()
