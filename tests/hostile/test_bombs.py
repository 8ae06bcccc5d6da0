"""Small files that stand for much memory or time are refused with one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from hostile.bombs import BOMBS, find_fault, read_bombs

pytestmark = pytest.mark.gate

pytest.importorskip("resource")

FOR_EACH_CHANGE = [bomb.name for bomb in BOMBS.values() if bomb.is_for_each_change]


def test_there_are_many() -> None:
    assert len(BOMBS) >= 200
    assert len(FOR_EACH_CHANGE) >= 40


def test_small_files_that_stand_for_much(tmp_path: Path) -> None:
    """One command reads them all, with the same processes."""
    pytest.importorskip("pyarrow")
    outcome = read_bombs(FOR_EACH_CHANGE, tmp_path)
    assert find_fault(outcome, len(FOR_EACH_CHANGE)) == "", outcome
    assert outcome.seconds < 60
    for name in FOR_EACH_CHANGE:
        assert any(line.startswith(name) for line in outcome.error.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_a_small_file_that_stands_for_much(name: str, tmp_path: Path) -> None:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    outcome = read_bombs([name], tmp_path)
    assert find_fault(outcome) == "", outcome
