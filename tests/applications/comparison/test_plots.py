"""The plots of a comparison: what can be told apart on them, and what their axes say."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from sudokopie.applications.comparison import comparison_plots as plots

from conftest import INSTANCES


def test_no_two_of_many_backends_have_one_colour() -> None:
    names = [f"backend{number}" for number in range(21)]
    styles = plots._choose_styles_by_backend(
        cast("Any", SimpleNamespace(times=dict.fromkeys(names)))
    )
    assert len({style["color"] for style in styles.values()}) == 21


@pytest.mark.gate
def test_one_size_is_no_range(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    pair = str(INSTANCES / "size4-clues5-copies.txt")
    report = tmp_path / "report"
    run(
        "compare",
        pair,
        "--backends",
        "pysat:cadical153,pysat:glucose4",
        "--report",
        str(report),
    )
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", (report / "sizes.svg").read_text("utf-8"))
    assert [text for text in texts if text in {"3.8", "3.80", "4", "4.00", "0", "1"}] == ["4", "4"]
    numbers = [text for text in texts if re.fullmatch(r"[\d.]+", text)]
    assert len(numbers) == len(set(numbers)) + 1  # but for the size, none comes twice
