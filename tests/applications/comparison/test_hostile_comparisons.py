"""Folders, manifests and journals that are hostile: one line at worst, no formulas, no waiting."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokopie import parse_pair
from sudokopie.applications.comparison.instances import read_instance
from sudokopie.base.errors import SudokopieError

from hostile.mutations import mutated
from hostile.program import judge, run
from hostile.specimens import MANIFEST, PAIR, specimen, write


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_comparison_has_no_formulas() -> None:
    name, commands = specimen("journal").victim, specimen("journal").commands
    journal = specimen("journal").files[name].replace(b'"pair.txt"', b'"=pair.txt"')
    Path(name).write_bytes(journal)
    ran = run(*commands[0].replace("@", "").split(), "--csv", "runs.csv")
    judge(ran)
    rows = Path("runs.csv").read_text("utf-8").splitlines()
    assert [row.split(",")[0] for row in rows] == ["instance", "'=pair.txt", "'=pair.txt"]


SOME = settings(max_examples=max(settings().max_examples // 8, 1))


@SOME
@given(st.data())
def test_a_changed_manifest_says_nothing_or_is_refused(data: st.DataObject) -> None:
    with TemporaryDirectory() as name:
        Path(name, "manifest.toml").write_bytes(data.draw(mutated(MANIFEST)))
        Path(name, "pair.txt").write_bytes(PAIR)
        try:
            instance = read_instance(f"{name}/pair.txt")
        except SudokopieError as error:
            assert len(str(error).splitlines()) == 1
        else:
            assert instance.copy_question is not None
            assert parse_pair(PAIR.decode()) == instance.copy_question.sudokus


@pytest.fixture(autouse=True)
def no_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.alarm(300)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("name", "asked"), [("manifest.toml", "d/pair.txt"), ("x.txt", "d"), ("x.cnf", "d")]
)
def test_a_folder_that_is_compared(tmp_path: Path, name: str, asked: str) -> None:
    write(tmp_path, {"d/pair.txt": PAIR, "d/manifest.toml": MANIFEST})
    Path("d", name).unlink(missing_ok=True)
    os.mkfifo(f"d/{name}")
    ran = run("compare", "--backends", "pysat:minisat22", asked)
    judge(ran)
    assert ran.status == 2
    assert f"d/{name}: this is a pipe or a device" in ran.err
