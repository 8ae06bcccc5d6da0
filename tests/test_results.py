"""The tables of the benchmarks are made from what was kept, and are no older than their scripts."""

from __future__ import annotations

import csv
import importlib
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from sudokopie import __version__

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


SHOWN_FIGURES = {
    "README.md": [
        ("two 9×9 puzzles of 25 clues, copies", "peers", "9×9, 25 clues, copies"),
        ("the most symmetric 9×9 grid and a copy", "symmetric", "9×9, most symmetric"),
        ("two complete 25×25 grids, copies", "peers", "25×25, full, copies"),
        ("duplicates among 49,158 puzzles of 17 clues", "collection", "puzzles"),
        ("duplicates among their solutions", "collection", "solutions"),
    ],
    "docs/speed.md": [
        ("9×9, 25 clues, copies", "peers", "9×9, 25 clues, copies"),
        ("9×9, 25 clues, a clue moved", "peers", "9×9, 25 clues, a clue moved"),
        ("9×9, complete, copies", "peers", "9×9, full, copies"),
        ("25×25, complete, copies", "peers", "25×25, full, copies"),
        ("49×49, complete, copies", "peers", "49×49, full, copies"),
        ("9×9, most symmetric", "symmetric", "9×9, most symmetric"),
        ("25×25, cyclic", "symmetric", "25×25, cyclic"),
        ("9×9, 5 random clues", "symmetric", "9×9, 5 random clues"),
        ("16×16, cyclic without a band", "symmetric", "16×16, cyclic without a band"),
    ],
}
"""The rows of figures that a page shows: how the page's row ends, the benchmark, and its row."""

STORED_COLUMNS = {
    "peers": {
        "sudokopie": "sudokopie, worst",
        "igraph": "igraph, worst",
        "pynauty": "pynauty, worst",
    },
    "symmetric": {
        "sudokopie": "with the kernel",
        "without the kernel": "without it",
        "igraph, graphs given": "igraph, graphs given",
        "igraph": "igraph",
    },
    "collection": {"sudokopie": "sudokopie s", "igraph": "igraph s", "pynauty": "pynauty s"},
}
"""For each benchmark, the stored column that belongs to a column of a page."""


def read_stored_row(name: str, label: str, wanted: dict[str, str]) -> dict[str, str]:
    """Return a row of a benchmark's results by the columns of its table: the first row with this
    label in a table that has all wanted columns.
    """
    lines = every.find_stored_results(name).read_text("utf-8").splitlines()
    for is_row, some in groupby(lines, lambda line: line != "" and not line.startswith("#")):
        if is_row:
            head, *rows = csv.reader(some)
            if set(wanted.values()) <= set(head):
                return next(dict(zip(head, row, strict=True)) for row in rows if row[0] == label)
    raise AssertionError(f"{name} has no table with {wanted}")


def read_shown_rows(page: str) -> list[tuple[str, dict[str, str]]]:
    """Return the first field of each row of a page's Markdown tables, and the row's figures by the
    names of their columns, without columns in which the row has only a dash.
    """
    found = []
    lines = (every.HERE.parent / page).read_text("utf-8").splitlines()
    for is_row, some in groupby(lines, lambda line: line.startswith("|")):
        if is_row:
            head, _, *rows = ([field.strip() for field in line.split("|")[1:-1]] for line in some)
            for first, *fields in rows:
                row = zip(head[1:], fields, strict=True)
                found.append((first, {column: field for column, field in row if field != "-"}))
    return found


@pytest.mark.parametrize(
    ("page", "ending", "name", "label"),
    [(page, *figure) for page, figures in SHOWN_FIGURES.items() for figure in figures],
)
def test_pages_show_the_stored_figures(page: str, ending: str, name: str, label: str) -> None:
    columns = STORED_COLUMNS[name]
    (shown,) = (
        row
        for first, row in read_shown_rows(page)
        if first.split(": ")[-1] == ending and "sudokopie" in row and row.keys() <= columns.keys()
    )
    stored = read_stored_row(name, label, {column: columns[column] for column in shown})
    for column, figure in shown.items():
        digits = figure.replace(",", "")
        decimals = len(digits.partition(".")[2])
        # whole numbers may be rounded to tens or hundreds: 7,792 is shown as 7,790
        unit = 10**-decimals if decimals else 10 ** (len(digits) - len(digits.rstrip("0")))
        exact = float(stored[columns[column]].split(",")[0])
        assert abs(float(digits) - exact) <= unit / 2 + 1e-9, (column, stored)


@pytest.mark.parametrize("name", STORED_COLUMNS)
def test_the_figures_that_pages_show_are_of_this_release(name: str) -> None:
    conditions = every.find_stored_results(name).read_text("utf-8").split("Conditions: ")[1]
    assert f"sudokopie {__version__}, " in conditions.splitlines()[0]
    speed = Path(every.HERE.parent, "docs", "speed.md").read_text("utf-8")
    assert f"version {__version__}" in speed
