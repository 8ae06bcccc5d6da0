"""Seeds: those of the solvers, the spread of their times, and what differences show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sudokopie.applications.comparison import report_comparison
from sudokopie.applications.comparison.record import RunRecord
from sudokopie.applications.comparison.report_comparison import ComparisonReport
from sudokopie.applications.comparison.significance import compare_best_with_others
from sudokopie.applications.comparison.summary import ComparisonSummary, Quartiles
from sudokopie.showing.answer_formatter import AnswerFormatter

from conftest import INSTANCES
from made_records import SETTINGS, page_of, record
from solver_programs import SOLVER, program

COPIES = str(INSTANCES / "size4-clues5-copies.txt")


def seeded(
    pair: str, backend: str, seconds: list[float], ending: str = "copies"
) -> list[RunRecord]:
    """Return the records of one run for each seed."""
    settings = SETTINGS._replace(permuted=True)
    return [
        record(pair, backend, ending, one, number=number)._replace(settings=settings)
        for number, one in enumerate(seconds, 1)
    ]


def test_a_program_gets_the_number_of_each_run_as_its_seed(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    seen = tmp_path / "seen"
    path = program(tmp_path, f"open({str(seen)!r}, 'a').write(__import__('sys').argv[2])\n{SOLVER}")
    backends = f"{path} {{cnf}} {{seed}},search:assignments"
    place = tmp_path / "runs.jsonl"
    call = ["compare", COPIES, "--backends", backends, "--json", str(place)]
    assert run(*call, "--seeds", "2").status == 0
    assert seen.read_text().endswith("12")
    records = [json.loads(line) for line in place.read_text().splitlines()]
    assert [(one["run"], one["solver_seed"]) for one in records] == [
        *((1, 1), (1, None)),
        *((2, 2), (2, None)),
    ]
    assert {one["call"] for one in records if one["call"]} == {
        f"{path.removeprefix('dimacs:')} {{cnf}} {{seed}}"
    }


def test_quartiles_are_those_of_the_means_of_seeds() -> None:
    assert Quartiles.of([1.0]) is None
    assert Quartiles.of([1, 2, 3, 4, 5]) == (2, 3, 4)
    assert Quartiles.of([1, 2, float("inf")]) == (1.5, 2, float("inf"))
    records = [*seeded("p", "a", [1, 2, 3]), *seeded("q", "a", [3, 4, 5])]
    records += [*seeded("p", "b", [2, 2, 2]), *seeded("q", "b", [2, 2, 2])]
    rows = ComparisonSummary(records).summarise_backends()
    assert {row.backend: row.seed_quartiles for row in rows} == {
        "a": (2.5, 3, 3.5),
        "b": (2, 2, 2),
        "virtual best": (1.75, 2, 2),
    }
    # An unsolved pair counts as twice the limit, and a seed without all its runs does not count.
    late = [*seeded("p", "a", [1, 2, 3]), *seeded("q", "a", [9, 9], "timeout")]
    (row, _) = ComparisonSummary(late).summarise_backends()
    assert row.seed_quartiles == (10.625, 10.75, 10.875)
    assert ComparisonSummary([record("p", "a")]).summarise_backends()[0].seed_quartiles is None


def test_tables_show_the_quartiles_of_seeds(tmp_path: Path) -> None:
    records = seeded("p", "a", [0.1, 0.2, 0.3])
    text = ComparisonReport(ComparisonSummary(records), AnswerFormatter()).format_text()
    assert "| errors |  Q1 |  Q2 |  Q3 |" in text
    assert "|      0 | 150 | 200 | 250 |" in text
    assert '"Q1", "Q2" and "Q3" are the quartiles' in text
    page = page_of(records, tmp_path / "report")
    assert "<td>150</td><td>200</td><td>250</td>" in page
    assert "quartiles of the PAR-2 of single seeds" in page
    without = ComparisonReport(ComparisonSummary([record("p", "a")]), AnswerFormatter())
    assert "Q1" not in without.format_text()


@pytest.mark.gate
def test_a_difference_is_significant_on_many_pairs_and_not_on_few() -> None:
    pytest.importorskip("scipy")
    times = {
        "a": {f"p{n}": 1.0 for n in range(20)},
        "b": {f"p{n}": 2.0 + n / 100 for n in range(20)},
        "c": {f"p{n}": (0.5 if n % 2 else 2.1) + n / 100 for n in range(20)},
        "d": {f"p{n}": 3.0 for n in range(5)},
        "e": {f"p{n}": float("inf") for n in range(20)},
        "f": {f"p{n}": 0.5 + n / 1000 for n in range(20)},
    }
    tests = {test.other: test for test in compare_best_with_others(times, [*"abcdef"], 10)}
    assert (tests["b"].pairs, tests["b"].faster, tests["b"].slower) == (20, 20, 0)
    assert tests["b"].is_significant
    assert not tests["b"].is_slower
    assert not tests["c"].is_significant
    assert tests["c"].p_value is not None
    assert (tests["d"].pairs, tests["d"].p_value) == (5, None)
    assert tests["e"].ratio == 20  # as twice the limit
    assert tests["f"].is_significant
    assert tests["f"].is_slower
    # p is corrected for all pairs of backends: with two of them it is less.
    (alone,) = compare_best_with_others(times, ["a", "b"], 10)
    assert alone.p_value is not None
    assert tests["b"].p_value is not None
    assert alone.p_value < tests["b"].p_value


def test_the_report_admits_that_a_difference_may_be_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("scipy")
    records = []
    for n in range(8):
        records += seeded(f"p{n}", "a", [1.0, 1.1])
        records += seeded(f"p{n}", "lucky", [1.2 if n % 2 else 0.9 + n / 100] * 2)
        records += seeded(f"p{n}", "slow", [2.0 + n / 10] * 2)
    said = ComparisonReport(ComparisonSummary(records), AnswerFormatter())
    text = said.format_text()
    assert "Is a faster, or was it lucky?" in text or "Is lucky faster, or was it lucky?" in text
    rows = [line for line in text.splitlines() if line.endswith(("significant |", "faster |"))]
    assert len(rows) == 2
    assert "not significant |" in rows[0]
    assert "faster |" in rows[1]
    assert "not significant" in page_of(records, tmp_path / "report")
    # Without scipy, a line says what to install.
    monkeypatch.setattr(report_comparison, "is_scipy_installed", lambda: False)
    text = said.format_text()
    assert "lucky?" not in text
    assert "pip install 'sudokopie[statistics]'" in text
    few = ComparisonReport(ComparisonSummary([record("p", "a"), record("p", "b")]), said.display)
    assert "scipy" not in few.format_text()
