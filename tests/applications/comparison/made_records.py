"""Records of runs that never were, and pages of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sudokopie.applications.comparison.conditions import MeasurementConditions
from sudokopie.applications.comparison.record import (
    ComparisonSettings,
    PhaseTime,
    RunEnding,
    RunRecord,
)
from sudokopie.applications.comparison.report_comparison import ComparisonReport
from sudokopie.applications.comparison.summary import ComparisonSummary
from sudokopie.base.messages import load_translations
from sudokopie.showing.answer_formatter import AnswerFormatter

SETTINGS = ComparisonSettings(10.0, 1, "given", None, "plain", "rows-columns")

CONDITIONS = MeasurementConditions("abc", {}, "p", 2)


def record(
    instance: str,
    backend: str,
    ending: str = "copies",
    seconds: float | None = 1.0,
    expected: str | None = None,
    number: int = 1,
) -> RunRecord:
    return RunRecord(
        instance=instance,
        digest="d",
        family="f",
        box="2x2",
        size=4,
        clues=5,
        expected=None if expected is None else RunEnding(expected),
        encoding="plain",
        cells="rows-columns",
        backend=backend,
        run=number,
        ending=RunEnding(ending),
        error="broken" if ending == "error" else None,
        steps=2 if ending == "copies" else None,
        seconds=seconds,
        cpu_seconds=seconds,
        phases={"solve": PhaseTime(1.0, 0.5)},
        memory=1.5,
        statistics={"conflicts": 3},
        settings=SETTINGS,
        conditions=CONDITIONS,
    )


def page_of(
    records: list[RunRecord], folder: Path, lang: str = "en", *, is_drawn: bool = False
) -> str:
    """Write the page of records, and return it with one blank for every white space.

    Plots take a second; so there are some only where they are looked at, and then only as SVG.
    """
    pytest.importorskip("matplotlib")
    from sudokopie.applications.comparison import comparison_page, comparison_plots

    said = ComparisonReport(
        ComparisonSummary(records), AnswerFormatter(words=load_translations(lang))
    )
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(comparison_plots, "FORMATS", ("svg",))
        if not is_drawn:
            patched.setattr(comparison_page, "write_plots_and_list_plot_names", lambda *_: [])
        comparison_page.write_page(str(folder), said, None)
    return " ".join((folder / "index.html").read_text(encoding="utf-8").split())


def mixed() -> list[RunRecord]:
    """Return records in which everything occurs that a page has to say."""
    return [
        record("p", "a", seconds=0.0012)._replace(ended="2030-12-31T23:59:58Z"),
        record("p", "b", seconds=0.4),
        record("p", "liar", "different", 0.5),
        record("q", "a", "different", 0.2, "different", number=1),
        record("q", "a", "different", 0.4, "different", number=2),
        record("q", "b", "timeout", None),
        record("q", "c", "error", None),
        record("r", "a", "timeout", None),
        record("r", "b", "different", 0.1),
        record("r", "c", "refused proof", None)._replace(proof_size=9, proof_seconds=1.0),
    ]
