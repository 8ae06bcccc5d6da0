"""The tables of the benchmarks are made from what was kept, and are no older than their scripts."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

every: Any = importlib.import_module("all")

PRINTED = """\
Conditions: commit 1; 2 cores.

| pairs | ms |
| --- | ---: |
| 9×9, full | 1.5 |
| a | 2 |

| more |
| --- |
| x |

No answer was wrong.
"""


def test_what_is_printed_is_kept_and_shown_again() -> None:
    assert every.convert_to_markdown(every.convert_to_csv(PRINTED)) + "\n" == PRINTED


@pytest.mark.parametrize("name", every.BENCHMARKS)
def test_what_is_run_is_there(name: str) -> None:
    assert every.BENCHMARKS[name].script.is_file()


def test_no_table_is_older_than_its_script() -> None:
    older = [file.stem for file in every.RESULTS.glob("*.csv") if not every.is_current(file.stem)]
    assert not older, f"python benchmarks/all.py {' '.join(older)}"


def test_the_page_shows_what_is_kept() -> None:
    page = every.PAGE.read_text("utf-8")
    assert every.replace_tables(page) == page


def test_an_older_script_is_noticed(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(every, "RESULTS", tmp_path)
    assert not every.is_current("peers")
    every.find_stored_results("peers").write_text(
        f"# script: {every.BENCHMARKS['peers'].compute_digest()}\n"
    )
    assert every.is_current("peers")
    every.find_stored_results("peers").write_text(f"# script: {'0' * 64}\n")
    assert not every.is_current("peers")
    assert (
        every.replace_tables("<!-- peers -->\nold\n<!-- end -->")
        == "<!-- peers -->\n\n\n\n<!-- end -->"
    )
