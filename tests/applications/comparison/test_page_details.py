"""What the page of a comparison has about each pair, and which counts it has."""

from __future__ import annotations

import re
from pathlib import Path

from sudokopie.applications.comparison.comparison_page import make_command_line
from sudokopie.applications.comparison.record import make_csv_text
from sudokopie.applications.comparison.report_comparison import LEGEND

from made_records import SETTINGS, mixed, page_of, record


def test_the_name_of_a_pair_leads_to_its_runs_and_their_command(tmp_path: Path) -> None:
    page = page_of(mixed(), tmp_path / "report")
    (number,) = re.findall(r'<a href="#pair-(\d+)">q</a>', page)
    details = page.partition(f'id="pair-{number}"')[2].partition("</section>")[0]
    assert "The known answer is different, from manifest.toml." in details
    # Two runs of a, of 0.2 and 0.4 s; and the others have none of their own.
    cells = ("2", "different", "250", "300", "350")
    assert "".join(f"<td>{cell}</td>" for cell in cells) in details
    assert "<td>timeout</td>" in details
    assert "sudokopie compare q --backends a,b,c --time-limit 10 --runs 2</pre>" in details


def test_a_command_has_the_settings_of_the_runs() -> None:
    plain = record("my pair.txt", "dimacs:x --sat")
    assert make_command_line({"dimacs:x --sat": [plain]}) == (
        "sudokopie compare 'my pair.txt' --backends 'dimacs:x --sat' --time-limit 10"
    )
    settings = SETTINGS._replace(permuted=True, cpu_limit=2.5, memory_limit=100, proofs=True)
    runs = [plain._replace(settings=settings, run=n, cells="both") for n in (1, 2, 3)]
    assert make_command_line({"b": runs}).endswith(
        "--time-limit 10 --cpu-limit 2.5 --memory-limit 100 --seeds 3 --cells both --proofs"
    )
    assert make_command_line({"b": [plain._replace(measured_by="BenchExec 3.35")]}) == ""


def test_a_count_of_nought_differs_from_none(tmp_path: Path) -> None:
    method = record("p", "method")._replace(statistics={"orders": 0, "nodes": 7})
    records = [record("p", "a")._replace(statistics={"conflicts": 0}), method]
    page = page_of(records, tmp_path / "report")
    searches = page.partition('id="searches"')[2].partition("</section>")[0]
    headings = re.findall(r'<th scope="col">([^<]*)</th>', searches)
    assert headings == ["backend", "memory, MiB", "conflicts", "orders tried", "choices tried"]
    assert "<td>1.5</td><td>0</td><td>–</td><td>–</td>" in searches
    assert "<td>1.5</td><td>–</td><td>0</td><td>7</td>" in searches
    heading, one, other = make_csv_text(records).splitlines()
    assert heading.endswith(",orders,nodes")
    assert one.endswith(",,")
    assert other.endswith(",0,7")


def test_the_legend_does_not_claim_that_libraries_are_measured_without_python() -> None:
    assert "without Python" not in str(LEGEND)
    assert "with the Python code that hands over the clauses" in str(LEGEND)
