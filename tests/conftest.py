from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from sudokopie import Pair, read_pair

ROOT = Path(__file__).parent.parent
INSTANCES = ROOT / "instances"
SHARED = ROOT.parent / "shared"

# The same examples each time: a gate that fails now and then teaches people to run it twice.
settings.register_profile("gate", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


def manifest() -> list[dict[str, Any]]:
    with (INSTANCES / "manifest.toml").open("rb") as file:
        entries: list[dict[str, Any]] = tomllib.load(file)["pair"]
    return entries


def pair_from(path: Path) -> Pair:
    with path.open("rb") as file:
        return read_pair(file, path.name)


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever runs the tests may have set another language."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    yield
