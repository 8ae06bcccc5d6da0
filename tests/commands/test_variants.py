"""Each command that answers a question about a Sudoku notes if the Sudoku is called a variant."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from samples import PUZZLE, SOLUTION

SINGLE = f"{PUZZLE} Windoku\n"
PAIR = f"{PUZZLE} easy\n{PUZZLE} Windoku\n"
LIST = f"{PUZZLE} easy\n{PUZZLE} Windoku\n{PUZZLE}\n"
NOTE = "the classical rules are applied"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        *((words, PAIR) for words in ("solve", "ways", "within", "nearest")),
        *((words, SINGLE) for words in ("candidates", "complete", "canonical", "symmetries")),
    ],
)
def test_a_single_answer_has_the_note(run: Any, folder: Path, words: str, text: str) -> None:
    path = folder / "a.txt"
    path.write_text(text)
    result = run(*words.split(), str(path), "--json")
    place = f"{path}: line {text.count(chr(10))} mentions 'Windoku'; {NOTE}"
    assert place in result.err.splitlines()
    records = [json.loads(line) for line in result.out.splitlines()]
    assert [one["variant"] for one in records] == ["Windoku"] * len(records)
    path.write_text(text.replace("Windoku", "Sudoku"))
    result = run(*words.split(), str(path), "--json")
    assert NOTE not in result.err
    assert "variant" not in json.loads(result.out.splitlines()[0])


@pytest.mark.parametrize("words", ["complete", "canonical", "symmetries"])
def test_each_answer_about_a_list_has_its_own_note(run: Any, folder: Path, words: str) -> None:
    path, page = folder / "a.txt", folder / "page.html"
    path.write_text(LIST)
    result = run(*words.split(), str(path), "--json")
    assert f"{path}: line 2 mentions 'Windoku'; {NOTE}" in result.err.splitlines()
    records = [json.loads(line) for line in result.out.splitlines()]
    assert [one.get("variant") for one in records] == [None, "Windoku", None]
    if words == "symmetries":
        run(*words.split(), str(path), "--html", str(page))
        assert page.read_text().count(NOTE) == 2  # in the list, and with the answer


def test_pages_and_pairs_of_two_files_have_the_note(run: Any, folder: Path) -> None:
    first, second, page = folder / "a.txt", folder / "killer.txt", folder / "page.html"
    first.write_text(PUZZLE)
    second.write_text(PUZZLE)
    result = run("solve", str(first), str(second), "--json", "--html", str(page))
    said = f"{second}: the name of the file mentions 'killer'; {NOTE}"
    assert said in result.err.splitlines()
    assert json.loads(result.out)["variant"] == "killer"
    assert "The name mentions &#39;killer&#39;" in page.read_text()
    run("solve", str(first), str(second), "--html", str(page), "--lang", "de")
    assert "Der Name nennt &#39;killer&#39;" in page.read_text()


def test_a_file_after_a_variant_has_no_note(run: Any, folder: Path) -> None:
    first, second = folder / "a.txt", folder / "b.txt"
    first.write_text(PAIR)
    second.write_text(PAIR.replace("Windoku", ""))
    result = run("solve", str(first), str(second), "--json")
    records = [json.loads(line) for line in result.out.splitlines()]
    assert [one.get("variant") for one in records] == ["Windoku", None]


def test_checks_and_exports_warn(run: Any, folder: Path) -> None:
    path, kept = folder / "a.txt", folder / "certificate"
    path.write_text(SINGLE)
    said = f"{path}: line 1 mentions 'Windoku'; {NOTE}"
    run("canonical", str(path), "--certificate", str(kept))
    result = run("check", str(kept), str(path), "--json")
    assert said in result.err.splitlines()
    assert json.loads(result.out)["variant"] == "Windoku"
    result = run("export", str(path), "--question", "canonical", "-o", str(folder / "a.cnf"))
    assert said in result.err.splitlines()
    path.write_text(f"{SOLUTION} Windoku\n{SOLUTION}\n")
    assert said in run("export", str(path), "-o", str(folder / "a.cnf")).err.splitlines()


def test_tables_have_a_column_for_the_note(run: Any, folder: Path) -> None:
    path, table = folder / "a.csv", folder / "t.parquet"
    path.write_text(f"n,puzzle\neasy,{PUZZLE}\nWindoku,{PUZZLE}\n,{PUZZLE}\n")
    for form in ("csv", "table"):
        out = run("complete", str(path), "--output", form).out
        rows = csv.DictReader(io.StringIO(out))
        assert [row["variant"] for row in rows] == ["", "Windoku", ""]
    parquet = pytest.importorskip("pyarrow.parquet")
    run("complete", str(path), "--parquet", str(table))
    rows = parquet.read_table(table).to_pylist()
    assert [row["variant"] for row in rows] == [None, "Windoku", None]
