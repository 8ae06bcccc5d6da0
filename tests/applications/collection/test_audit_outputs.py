"""What an audit gives other people: tables of keys, which can be checked, the card for a README,
and the result in Python.
"""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from sudokopie import audit, keys, shuffled
from sudokopie.answers.bulk.class_keys import compute_keys
from sudokopie.applications.collection import audit_card, audit_keys
from sudokopie.base.errors import ArgumentError, GridError

pytestmark = pytest.mark.usefixtures("folder")

TRAIN = ["12....1...2..3.1", "1......2.3....4.", "12....1...2..3.1"]
TEST = ["..2.21...3.2..1.", "1..............."]
SOLVED = ["1234341241232341", "1234341243212143"]


def write_files() -> None:
    rows = zip(TRAIN, [*SOLVED, SOLVED[0]], (1, 7, 2), strict=True)
    train = "".join(f"{puzzle},{solution},{rating}\n" for puzzle, solution, rating in rows)
    Path("train.csv").write_text(f"puzzle,solution,rating\n{train}")
    rows = zip(TEST, ["3421213413424213", SOLVED[0]], (3, 9), strict=True)
    test = "".join(f"{puzzle},{solution},{rating}\n" for puzzle, solution, rating in rows)
    Path("test.csv").write_text(f"puzzle,solution,rating\n{test}")


def write_keys(run: Any, *options: str) -> list[dict[str, Any]]:
    """Write a table of keys of both files, and return its rows."""
    write_files()
    run(
        "audit",
        "train.csv",
        "--test",
        "test.csv",
        "--skip",
        "near",
        "--keys",
        "k.parquet",
        *options,
    )
    rows: list[dict[str, Any]] = parquet.read_table("k.parquet").to_pylist()
    return rows


def verify(run: Any, *options: str) -> Any:
    table = () if "--verify-keys" in options else ("--verify-keys", "k.parquet")
    return run("audit", "train.csv", "--test", "test.csv", "--skip", "near", *table, *options)


def test_keys_of_all_sudokus_are_written(run: Any) -> None:
    rows = write_keys(run, "--jobs", "2")
    assert [row["key"] for row in rows] == keys([*TRAIN, *TEST]).tolist()
    assert [row["solution_key"] for row in rows] == keys([*TRAIN, *TEST], by="solution").tolist()
    assert [(row["number"], row["class"], row["line"]) for row in rows] == [
        (1, 1, 2), (2, 2, 3), (3, 1, 4), (4, 1, 2), (5, 5, 3),
    ]  # fmt: skip
    assert {row["file"] for row in rows[3:]} == {"test.csv"}
    assert "solution_key" not in write_keys(run, "--skip", "solutions")[0]


def test_keys_keep_the_order_of_sudokus_of_several_sizes(run: Any) -> None:
    nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    Path("a.txt").write_text(f"{nine}\n")
    Path("b.txt").write_text(f"{TRAIN[0]}\n")
    run("audit", "a.txt", "b.txt", "--skip", "near", "--keys", "k.parquet")
    found = [row["key"] for row in parquet.read_table("k.parquet").to_pylist()]
    assert found == [*keys([nine]), *keys(TRAIN[:1])]


def test_right_keys_are_confirmed_in_any_order_and_form(run: Any) -> None:
    rows = write_keys(run)
    assert "0   0.00%  with a wrong key in the table of keys\n" in verify(run).out
    parquet.write_table(pa.Table.from_pylist(rows[::-1]), "k.parquet")
    assert "0   0.00%  with a wrong key in the table of keys\n" in verify(run).out
    # A table of `canonical --keys` has no numbers, and a row without a key for a line that is no
    # Sudoku.
    own = [{"key": row["key"]} for row in rows]
    parquet.write_table(pa.Table.from_pylist([own[0], {"key": None}, *own[1:]]), "k.parquet")
    assert "0   0.00%  with a wrong key in the table of keys\n" in verify(run).out


@pytest.mark.parametrize("column", ["key", "solution_key"])
def test_a_wrong_key_is_found(run: Any, column: str) -> None:
    rows = write_keys(run)
    rows[3][column] = "0" + str(rows[3][column])[:-1]
    parquet.write_table(pa.Table.from_pylist(rows), "k.parquet")
    result = verify(run)
    assert result.status == 1
    assert "1  20.00%  with a wrong key in the table of keys\n      test.csv:2 3\n" in result.out, (
        result.out
    )
    rows[3][column] = "f" * 33  # longer than a key, and so never right
    parquet.write_table(pa.Table.from_pylist(rows), "k.parquet")
    assert "1  20.00%  with a wrong key" in verify(run).out


def test_a_longer_text_that_begins_with_the_key_is_wrong(run: Any) -> None:
    rows = write_keys(run)
    rows[0]["key"] += "x"
    parquet.write_table(pa.Table.from_pylist(rows), "k.parquet")
    assert "1  20.00%  with a wrong key" in verify(run).out


def test_only_the_sample_is_computed(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write_keys(run)
    computed, compute = Counter[int](), compute_keys

    def count(cells: Any, *options: Any) -> Any:
        computed[0] += len(cells)
        return compute(cells, *options)

    monkeypatch.setattr(audit_keys, "compute_keys", count)
    result = verify(run, "--sample", "2", "--skip", "solutions")
    assert computed[0] == 4  # two kinds of keys of two Sudokus
    assert "with a wrong key in the table of keys (examined: 2 of 5)" in result.out


def test_tables_that_do_not_fit_are_one_sentence(run: Any) -> None:
    rows = write_keys(run)
    for table, sentence in (
        (rows[:-1], "k.parquet has 4 keys, but 5 Sudokus were read"),
        ([{"class": 1}], "k.parquet has no column 'key'"),
        ([*rows[:-1], rows[0]], "column 'number' does not have each number from 1 to 5 once"),
    ):
        parquet.write_table(pa.Table.from_pylist(table), "k.parquet")
        result = verify(run)
        assert (result.status, result.err.count("\n")) == (2, 1), result.err
        assert sentence in result.err
    Path("k.parquet").write_text("no table")
    result = verify(run)
    assert (result.status, result.err.count("\n")) == (2, 1), result.err
    result = verify(run, "--verify-keys", "nothing.parquet")
    assert (result.status, result.err.count("\n")) == (2, 1), result.err


def make_card(run: Any, *options: str) -> str:
    write_files()
    run("audit", "train.csv", "--test", "test.csv", "--card", "CARD.md", *options)
    return read_card()


def read_card() -> str:
    """Return the card with one space between the signs of its tables."""
    card = Path("CARD.md").read_text(encoding="utf-8")
    return re.sub("  +", " ", card)


def test_the_card_has_all_numbers(run: Any) -> None:
    card = make_card(run, "--strata", "rating:2,5")
    assert "| train.csv | 3 | 2 | 1 | 0 | 0 | 0 |\n" in card
    assert "| test.csv | 2 | 2 | 0 | 1 | 0 | 0 |\n" in card
    assert "| all | 5 | 3 | 2 |" in card
    assert "| with more than one solution | 1 | 20.00% |" in card
    assert "| given with a wrong solution | 0 | 0.00% |" in card
    assert "| below 2 | 1 | 0 |\n| 2 to 5 | 1 | 1 |\n| 5 or more | 1 | 1 |\n" in card
    assert "Clues: 1 (1), 4 (1), 6 (3)" in card
    for name in ("train.csv", "test.csv"):
        assert f"| {name} | `{sha256(Path(name).read_bytes()).hexdigest()}` |" in card


def test_the_card_counts_near_copies_and_solutions_of_earlier_files(run: Any) -> None:
    Path("train.csv").write_text(f"puzzle\n{TRAIN[0]}\n")
    near = TRAIN[0].replace("2..3", "2...")  # has two solutions
    Path("test.csv").write_text(f"puzzle\n{near}\n{SOLVED[0]}\n")
    run("audit", "train.csv", "test.csv", "--card", "CARD.md")
    assert "| test.csv | 2 | 2 | 0 | 0 | 1 | 1 |\n" in read_card()


def test_what_was_not_checked_is_no_number_on_the_card(run: Any) -> None:
    card = make_card(run, "--skip", "near", "--skip", "solutions")
    assert "| test.csv | 2 | 2 | 0 | 1 | ? | ? |\n" in card
    assert "| without a solution (examined: 0 of 5) | ? | |" in card


def test_the_card_of_one_file_compares_no_files(run: Any) -> None:
    Path("a|b_c.txt").write_text(f"{TRAIN[0]}\n{TRAIN[1]}\n")
    run("audit", "a|b_c.txt", "--card", "CARD.md")
    card = read_card()
    assert "earlier files" not in card
    assert "| a\\|b\\_c.txt | 2 | 2 | 0 |\n" in card


def test_a_changed_input_is_refused(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files()
    found = iter("ab")
    monkeypatch.setattr(audit_card, "hash_files", lambda _: {"train.csv": next(found)})
    result = run("audit", "train.csv", "--card", "CARD.md")
    assert (result.status, Path("CARD.md").exists()) == (2, False)
    assert "changed while it was read" in result.err


def test_no_output_after_the_time_limit(run: Any) -> None:
    write_files()
    result = run(
        "audit", "train.csv", "--time-limit", "1e-9", "--card", "c.md", "--keys", "k.parquet"
    )
    assert result.status == 3
    assert "c.md" in result.err
    assert "k.parquet" in result.err
    assert not Path("c.md").exists()


def test_audit_in_python() -> None:
    found = audit(TRAIN, test=TEST, solutions=[*SOLVED, SOLVED[1]], test_solutions=[SOLVED[0]] * 2)
    assert found.findings["repeated"].tolist() == [2]
    assert found.findings["copies"].tolist() == [3]
    assert found.findings["several"].tolist() == [4]
    assert found.findings["wrong"].tolist() == [2, 3]
    assert found.leaks["copies"].tolist() == [0]
    assert found.columns["clues"].tolist() == [6, 4, 6, 6, 1]
    assert found.unchecked == ()
    assert audit([], test=TEST[:1]).leaks["copies"].tolist() == []


def test_audit_in_python_reads_files_and_tables() -> None:
    write_files()
    rows = Path("train.csv").read_text().replace(SOLVED[1], SOLVED[0])
    Path("train.csv").write_text(rows)
    found = audit("train.csv", test="test.csv", near=2)
    assert found.findings["wrong"].tolist() == [1]
    assert found.leaks["copies"].tolist() == [0]
    frame = pd.read_csv("train.csv", dtype=str)
    same = audit(frame, column="puzzle", solutions=frame["solution"], skip=["near"])
    assert same.findings["wrong"].tolist() == [1]
    assert same.unchecked == ("near",)
    assert same.leaks == {}
    assert audit("train.csv").unchecked == ()


def test_audit_in_python_refuses_wrong_values() -> None:
    with pytest.raises(ArgumentError, match="1 or 2 clues, found 3"):
        audit(TRAIN, near=3)
    with pytest.raises(ArgumentError, match="found class"):
        audit(TRAIN, skip=["class"])
    with pytest.raises(ArgumentError, match="expected 3 solutions, found 2"):
        audit(TRAIN, solutions=SOLVED)
    with pytest.raises(GridError):
        audit(TRAIN, solutions=["?"] * 3)


def test_audit_in_python_agrees_with_labels_in_several_processes() -> None:
    many = shuffled(np.array([[int(c) for c in t.replace(".", "0")] for t in TRAIN]), 300, seed=1)
    found = audit(many, jobs=2, skip=["near"])
    assert np.unique(found.columns["class"]).tolist() == [0, 300]
