from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from sudokopie import Pair, cli, read_pair

from browser import browser  # noqa: F401 - a fixture for all

ROOT = Path(__file__).parent.parent
INSTANCES = ROOT / "instances"
SHARED = ROOT.parent / "shared"

# The same examples each time: a gate that fails now and then teaches people to run it twice.
settings.register_profile("gate", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("search", deadline=None, max_examples=2000)
# With a seed of the command line, which must be enough to repeat a failure.
settings.register_profile("hours", deadline=None, max_examples=400, database=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


def pytest_xdist_auto_num_workers() -> int:
    """Return twice as many as there are cores: many tests wait for what they started."""
    return 2 * (os.cpu_count() or 1)


def manifest() -> list[dict[str, Any]]:
    with (INSTANCES / "manifest.toml").open("rb") as file:
        entries: list[dict[str, Any]] = tomllib.load(file)["pair"]
    return entries


def pair_from(path: Path) -> Pair:
    with path.open("rb") as file:
        return read_pair(file, path.name, max_size=49)


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever runs the tests may have set another language."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    yield


class Result:
    """What a run of the command line left behind."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> Result:
        monkeypatch.setattr(sys, "argv", ["sudokopie", *arguments])
        with pytest.raises(SystemExit) as exit_:
            cli.main()
        out, err = capfd.readouterr()
        assert isinstance(exit_.value.code, int)
        return Result(exit_.value.code, out, err)

    return run
