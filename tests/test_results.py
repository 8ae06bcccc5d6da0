"""The tables of the benchmarks are made from what was kept, and are no older than their scripts."""

from __future__ import annotations

import csv
import importlib
import re
import shutil
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from sudokopie import __version__, cli
from sudokopie.kernel import kernel_functions

from conftest import ROOT

every: Any = importlib.import_module("all")
loaded_files: Any = importlib.import_module("loaded_files")

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
    names = [file.stem for file in every.RESULTS.glob("*.csv")]
    older = [name for name in names if not every.is_of_present_script(name)]
    assert not older, f"python benchmarks/all.py {' '.join(older)}"


@pytest.mark.gate
def test_the_page_shows_what_is_kept() -> None:
    texts = [file.read_text("utf-8") for file in every.RESULTS.glob("*.csv")]
    for name in re.findall(r"^# files: \S+ \S+ (\S+)", "\n".join(texts), re.MULTILINE):
        if not (ROOT / name).exists():
            pytest.skip(f"{name}, which a benchmark has loaded, is deleted")
    page = every.PAGE.read_text("utf-8")
    assert every.replace_tables(page) == page, "python benchmarks/all.py --page"


def test_an_older_script_is_noticed(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(every, "RESULTS", tmp_path)
    assert not every.is_current("peers")
    record = loaded_files.format_record(["cli.py"], ROOT)
    present = f"# script: {every.BENCHMARKS['peers'].compute_digest()}\n"
    every.find_stored_results("peers").write_text(present + record)
    assert every.is_current("peers")
    every.find_stored_results("peers").write_text(present)
    assert every.is_of_present_script("peers")
    assert not every.is_current("peers")
    every.find_stored_results("peers").write_text(f"# script: {'0' * 64}\n{record}")
    assert not every.is_of_present_script("peers")
    assert not every.is_current("peers")
    assert (
        every.replace_tables("<!-- peers -->\nold\n<!-- end -->")
        == "<!-- peers -->\n\n\n\n<!-- end -->"
    )


# The files that a run loads


def test_the_files_that_all_processes_of_a_run_open_are_recorded(tmp_path: Path) -> None:
    # Other tests open the files of the package at the same time, but not those of a copy.
    package = tmp_path / "copied"
    for name in ("base", "kernel", "answers", "docs"):
        ignored = shutil.ignore_patterns("__pycache__", "_build")
        shutil.copytree(Path(cli.__file__).parent / name, package / name, ignore=ignored)
    (package / "__init__.py").touch()
    inner = "from copied.kernel import kernel_functions; import copied.base.version, os"
    child = f"{inner}; os._exit(0)"  # such a process could not record its modules itself
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    with loaded_files.record_opened_files(package) as opened:
        subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)
        (package / "docs" / "speed.md").read_bytes()
    sources = loaded_files.find_sources(opened, package)
    assert {"__init__.py", "base/version.py", "kernel/kernel_functions.py"} <= {*sources}
    assert ("kernel/colours.c" in sources) == (kernel_functions.compiled is not None)
    assert not {"answers/decide.py", "docs/speed.md"} & {*sources}
    assert all(name.endswith((".py", ".c", ".h")) for name in sources)


def test_an_opened_file_is_recorded_by_its_source(tmp_path: Path) -> None:
    files = ("cli.py", "README.md", "kernel/a.c", "kernel/a.h", "kernel/b.py", "base/de/x.po")
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    opened = ["__pycache__/cli.cpython-311.pyc", "README.md", "kernel/_kernel.abi3.so"]
    opened += ["base/de/x.mo", "base/gone.py"]
    assert loaded_files.find_sources(opened, tmp_path) == [
        *("base/de/x.po", "cli.py", "kernel/a.c", "kernel/a.h")
    ]


def test_a_changed_file_is_named_by_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "cli.py": "x = 1\n",
        "answers/decide.py": '"""Text."""\nimport os\nx = 1  # one\n',
        "answers/bulk/rows.py": "y = 1\n",
        "applications/catalogue/store.py": "z = 1\n",
        "kernel/a.c": "/* One. */ int x;\n",
        "showing/page.html": "<p>\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    results = loaded_files.format_record(sorted(files), tmp_path) + "# x\na,b\n"

    def find_changed() -> list[str] | None:
        changed: list[str] | None = loaded_files.find_changed_rooms(results, tmp_path)
        return changed

    assert find_changed() == []
    (tmp_path / "answers/decide.py").write_text('"""Other text."""\nimport re\nx = 1\n')
    (tmp_path / "kernel/a.c").write_text("// Two.\nint   x;\n")
    assert find_changed() == []
    (tmp_path / "answers/bulk/rows.py").write_text("y = 2\n")
    assert find_changed() == ["answers"]
    (tmp_path / "answers/bulk/rows.py").write_text("y = 1\n")
    (tmp_path / "kernel/a.c").write_text("int y;\n")
    (tmp_path / "cli.py").unlink()
    (tmp_path / "applications/catalogue/store.py").write_text("z = 2\n")
    (tmp_path / "showing/page.html").write_text("<b>\n")
    assert find_changed() == ["applications/catalogue", "cli.py", "kernel", "showing"]
    assert loaded_files.find_changed_rooms("a,b\n", tmp_path) is None
    monkeypatch.setattr(every, "HERE", tmp_path / "benchmarks")
    assert every.describe_age(results).endswith("applications/catalogue, cli.py, kernel, showing.")
    assert "not recorded" in every.describe_age("a,b\n")
    assert every.convert_to_markdown(results) == "x\n\n| a | b |"


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


def test_a_question_that_a_measured_solver_answered_is_not_open() -> None:
    """The list of questions is the only place for what is known: it has what the runs found."""
    with (ROOT / "instances" / "questions.csv").open(encoding="utf-8") as file:
        lines = csv.DictReader(line for line in file if not line.startswith("#"))
        expected = {line["name"]: line["expected"] for line in lines}
    compared = 0
    for path in ("benchmarks/competition.csv", "instances/measured.csv"):
        with (ROOT / path).open(encoding="utf-8") as file:
            for run in csv.DictReader(line for line in file if not line.startswith("#")):
                name, _, ending = run["file"].rpartition(".")
                if ending == "cnf" and run["answer"] and name in expected:
                    assert expected[name] == run["answer"], run
                    compared += 1
    assert compared > 50
