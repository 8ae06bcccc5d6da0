"""What earlier versions wrote is still read, and says the same."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from sudokopie import BoxShape, has_one_completion, read_pair
from sudokopie.base.version import VERSION

from conftest import ROOT
from present import is_about_deleted

FIXTURES = ROOT / "tests" / "fixtures"

OF_THE_FILE = ("bytes", "version")
"""What is said of the file of a catalogue, which is brought up to date."""


SENTENCES = ("sentence", "sentences", "steps")
"""What is written for people, in words that may change. Elsewhere, `steps` is a number."""


def answers() -> list[Any]:
    return [
        pytest.param(path.parent.name, answer, id=f"{path.parent.name}: {answer['call']}")
        for path in sorted(FIXTURES.glob("*/answers.json"))
        for answer in json.loads(path.read_text(encoding="utf-8"))
        if not is_about_deleted(answer["call"])
    ]


def parts(said: Any, expected: Any) -> Any:
    """Return of an answer what was expected: a later version may say more, and in other words."""
    if isinstance(said, dict) and isinstance(expected, dict):
        return {
            name: expected[name]
            if name in OF_THE_FILE or are_sentences(name, said[name], expected[name])
            else parts(said[name], expected[name])
            for name in said
            if name in expected
        }
    if isinstance(said, list) and isinstance(expected, list) and len(said) == len(expected):
        return [parts(one, other) for one, other in zip(said, expected, strict=True)]
    return said


def are_sentences(name: str, said: Any, expected: Any) -> bool:
    """Return whether two values are sentences, or lists of equally many sentences."""
    if name not in SENTENCES or type(said) is not type(expected):
        return False
    return isinstance(said, str) or (isinstance(said, list) and len(said) == len(expected))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the files of a version, which is the current folder."""
    copy = tmp_path / "files"
    shutil.copytree(FIXTURES / "1.0.0", copy)
    monkeypatch.chdir(copy)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return copy


@pytest.fixture(scope="module")
def read_only(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copies of all versions for calls that only read: many files, which take long to copy."""
    copy = tmp_path_factory.mktemp("versions") / "files"
    shutil.copytree(FIXTURES, copy)
    return copy


@pytest.mark.parametrize(("version", "answer"), answers())
def test_a_file_is_read_as_before(
    run: Any,
    read_only: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    version: str,
    answer: dict[str, Any],
) -> None:
    place = read_only / version
    if answer["call"].startswith("catalogue"):  # it may be brought up to date
        place = shutil.copytree(place, tmp_path / "files")
    monkeypatch.chdir(place)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    result = run(*answer["call"].split())
    said = [json.loads(line) for line in result.out.splitlines()]
    assert parts(said, answer["said"]) == answer["said"], result.err
    assert result.status == answer["status"]


def test_every_file_is_read() -> None:
    for version in FIXTURES.iterdir():
        calls = " ".join(
            one.values[1]["call"] for one in answers() if one.values[0] == version.name
        )
        for name in ("certificates", "exports"):
            for path in (version / name).iterdir():
                if not is_about_deleted(path.name):
                    assert f"{name}/{path.name} " in f"{calls} "


def test_a_certificate_is_replaced_without_force(run: Any, folder: Path) -> None:
    """Its SHA256SUMS tell that nobody else has written there."""
    question = folder / "certificates" / "no" / "question.cnf"
    before = question.read_text(encoding="ascii")
    result = run("solve", "-q", "--certificate", "certificates/no", "moved.txt")
    assert (result.status, result.err) == (1, "")
    now = question.read_text(encoding="ascii")
    assert now == before.replace("c sudokopie 1.0.0", f"c sudokopie {VERSION}", 1)


def test_a_certificate_of_something_else_is_refused(run: Any, folder: Path) -> None:
    for certificate in (folder / "certificates").iterdir():
        assert run("check", f"certificates/{certificate.name}", "six.txt").status != 0


def test_a_random_pair_is_read(run: Any, folder: Path) -> None:
    """The file's first line is the command that made the pair. It still makes a pair of the same
    kind, but another one, because later versions draw all 6×6 grids with equal chances.
    """
    command = (folder / "random.txt").read_text(encoding="utf-8").splitlines()[0]
    (folder / "new.txt").write_text(run(*command.removeprefix("# sudokopie ").split()).out)
    old, new = (read_pair(folder / name) for name in ("random.txt", "new.txt"))
    assert old.first.shape == new.first.shape == BoxShape(2, 3)
    assert all(has_one_completion(grid) for grid in (*old, *new))
