"""Manifests: what they expect of the pairs beside them, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sudokopie.applications.comparison.instances import read_instance

from conftest import INSTANCES

PAIR = str(INSTANCES / "size4-clues5-copies.txt")


def test_a_manifest_that_does_not_know_expects_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(Path(PAIR).read_text())
    for text in ('[[pair]]\nfile = "a.txt"\nverdict = "undecided"\n', "name = 'of something else'"):
        (tmp_path / "manifest.toml").write_text(text)
        assert read_instance(str(tmp_path / "a.txt")).known is None
    (tmp_path / "manifest.toml").write_text('[[pair]]\nfile = "a.txt"\nverdict = "copies"\n')
    known = read_instance(str(tmp_path / "a.txt")).known
    assert known is not None
    assert known.ending == "copies"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            b'[[pair]]\nfile = "a.txt"\nverdict = "maybe"',
            "pair[0].verdict: expected one of copies,",
        ),
        (
            b'[[pair]]\nfile = "a.txt"\nsize = "9"',
            'pair[0].size: expected a whole number, found "9"',
        ),
        (b"[[pair]]\n", "pair[0].file: this field is missing"),
        (b"pair = 3", "pair: expected a list, found 3"),
        (b"a = " + b"[" * 5000, "lists or objects are nested too deeply"),
        (b"a = " + b"1" * 5000, "a number has too many digits"),
        (b"[[pair", "this is no TOML: "),
        (b"a = '\xff'", "this is no text in UTF-8"),
    ],
)
def test_a_manifest_that_makes_no_sense_is_one_line(
    run: Any, tmp_path: Path, text: bytes, said: str
) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(Path(PAIR).read_text())
    (tmp_path / "manifest.toml").write_bytes(text)
    result = run("compare", "--backends", "pysat:minisat22", str(tmp_path))
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"sudokopie: {tmp_path}/manifest.toml: {said}")
    assert len(result.err.splitlines()) == 1
