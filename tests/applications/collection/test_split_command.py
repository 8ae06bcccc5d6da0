"""The command `split`: each Sudoku is in one file, unchanged and in order; related Sudokus are in
the same file; the card counts what crosses.
"""

from __future__ import annotations

import csv
import gzip
import json
import os
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from sudokopie import BoxShape, labels, near_pairs, shuffled, solutions, split
from sudokopie.answers.bulk.class_keys import compute_copy_keys
from sudokopie.applications.collection import command_split, splitting
from sudokopie.applications.collection.split_card import SplitCard
from sudokopie.sudoku.grid import format_rows
from sudokopie.sudoku.random_grids import random_complete_grid, random_grid, remove_clues

from conftest import write

pytestmark = pytest.mark.usefixtures("folder")

NINE = BoxShape(3, 3)


def make_texts(count: int = 120, seed: int = 5) -> list[str]:
    """Return puzzles as texts, in random order. Some are copies, some have the same solution, and
    some are near copies.
    """
    rng, found = Random(seed), list[str]()
    while len(found) < count:
        complete = random_complete_grid(NINE, rng)
        some = [remove_clues(complete, 44, rng) for _ in range(rng.choice([1, 2]))]
        some += [remove_clues(some[0], 43, rng)] * rng.choice([0, 1])
        cells = np.array([grid.rows for grid in some])
        found += ["".join(map(str, one.ravel())) for one in shuffled(cells, 1, rng.randrange(99))]
        if rng.random() < 0.3:
            found += ["".join(map(str, one.ravel())) for one in shuffled(cells[:1], 2, 1)]
    rng.shuffle(found)
    return found[:count]


def read_card(folder: str = "parts") -> Any:
    return json.loads(Path(folder, "card.json").read_text())


TEXTS = make_texts()


def make_input(form: str) -> tuple[str, list[str]]:
    """Write the puzzles in a form; return the name of the file, and its lines with a Sudoku."""
    if form == "text":
        lines = TEXTS
        return write("in.txt", lines), lines
    if form == "csv":
        lines = [f'{i},"a, b",{text},{i % 12}' for i, text in enumerate(TEXTS)]
        return write("in.csv", ["id,note,quiz,rating", *lines]), lines
    lines = [json.dumps({"id": i, "puzzle": text}) for i, text in enumerate(TEXTS)]
    return write("in.jsonl", lines), lines


@pytest.mark.parametrize("form", ["text", "csv", "jsonl"])
def test_each_line_is_in_one_file_unchanged_and_in_order(run: Any, form: str) -> None:
    file, lines = make_input(form)
    result = run(
        "split", file, "--test", "25%", "--validation", "20%", "-o", "parts", "--jobs", "2"
    )
    assert result.status == 0
    assert result.err == ""
    ending = Path(file).suffix
    assert sorted(os.listdir("parts")) == [
        *("SHA256SUMS", "card.json"),
        *(f"{side}{ending}" for side in ("test", "train", "validation")),
    ]
    expected = split(TEXTS, test="25%", validation="20%")
    for side, indices in (
        ("train", expected.train),
        ("test", expected.test),
        ("validation", expected.validation),
    ):
        heading = ["id,note,quiz,rating"] if form == "csv" else []
        text = Path("parts", f"{side}{ending}").read_text()
        assert text.splitlines() == [*heading, *(lines[i] for i in indices)]


def test_rows_of_parquet_keep_their_columns(run: Any) -> None:
    table = pa.table({"id": range(len(TEXTS)), "puzzle": TEXTS, "rating": [0.5] * len(TEXTS)})
    parquet.write_table(table, "in.parquet")
    result = run("split", "in.parquet", "--test", "25%", "-o", "parts", "--strata", "rating:1,2")
    assert result.status == 0
    expected = split(TEXTS, test=0.25)
    assert parquet.read_table("parts/test.parquet") == table.take(expected.test)
    assert parquet.read_table("parts/train.parquet") == table.take(expected.train)
    assert read_card()["strata"]["strata"][0]["sudokus"] == len(TEXTS)


def test_other_forms_keep_their_form_or_become_text(run: Any) -> None:
    with gzip.open("in.csv.gz", "wt") as stream:
        stream.write("\n".join(["puzzle", *TEXTS]))
    assert run("split", "in.csv.gz", "-o", "parts").status == 0
    for side in ("train", "test"):
        with gzip.open(f"parts/{side}.csv.gz", "rt") as stream:
            heading, *lines = stream.read().splitlines()
        assert heading == "puzzle"
        assert {*lines} < {*TEXTS}
    grids = [random_grid(BoxShape(2, 3), 9, Random(i)) for i in range(20)]
    Path("blocks.sdk").write_text("\n\n".join(map(format_rows, grids)) + "\n")
    assert run("split", "blocks.sdk", "-o", "blocks", "--test", "40%").status == 0
    assert run("duplicates", "blocks/train.sdk", "blocks/test.sdk").out.startswith("Sudokus: 20.")


def count_related(sides: np.ndarray) -> dict[str, int]:
    """Return for each kind of relation the number of Sudokus that are related to one on another
    side, by comparing all pairs.
    """
    classes, solved = labels(TEXTS).tolist(), labels(TEXTS, by_solution=True).tolist()
    near = {(pair.first, pair.second) for pair in near_pairs(TEXTS)}
    near |= {(second, first) for first, second in near}

    def count(is_related: Any) -> int:
        numbers = range(len(TEXTS))
        return sum(any(sides[i] != sides[j] and is_related(i, j) for j in numbers) for i in numbers)

    return {
        "copies": count(lambda i, j: classes[i] == classes[j]),
        "solution": count(lambda i, j: solved[i] == solved[j]),
        "near": count(lambda i, j: (classes[i], classes[j]) in near),
    }


@pytest.mark.parametrize("by", ["copies", "copies,solution", "near", "near, solution"])
def test_the_card_counts_what_crosses(run: Any, by: str) -> None:
    file, _ = make_input("text")
    arguments = ("split", file, "--by", by, "--test", "0.45", "--seed", "3", "-o", "parts")
    result = run(*arguments)
    card, sides = read_card(), np.zeros(len(TEXTS), int)
    kept = Path("parts/test.txt").read_text().split()
    # Equal texts are copies, and so on one side.
    sides[[text in kept for text in TEXTS]] = 1
    crossing = {kind: sum(found.values()) for kind, found in card["crossing"].items()}
    assert crossing == count_related(sides)
    asked = {"copies", *by.replace(" ", "").split(",")}
    assert all((crossing[kind] == 0) == (kind in asked) for kind in crossing)
    assert card["by"] == [kind for kind in ("copies", "solution", "near") if kind in asked]
    assert card["sides"]["test"]["sudokus"] == len(kept) == int(sides.sum())
    found = split(TEXTS, test=0.45, by=by.replace(" ", "").split(","), seed=3)
    assert card["groups"] == len({*found.groups.tolist()})
    assert card["largest_group"] == np.bincount(found.groups).max()
    assert card["classes"] == len({*labels(TEXTS).tolist()})
    assert (card["seed"], card["near"], card["sudokus"]) == (3, 1, len(TEXTS))
    assert card["inputs"] == [
        {"file": "in.txt", "sha256": sha256(Path("in.txt").read_bytes()).hexdigest()}
    ]
    assert card["command"].startswith("sudokopie split in.txt --by ")
    solved = solutions(TEXTS).numbers
    assert [*card["solutions"].values()] == np.bincount(solved, minlength=3).tolist()
    assert f"Groups: {card['groups']}, the largest of {card['largest_group']}." in result.out


def test_relations_that_are_not_counted_are_null(run: Any) -> None:
    file, _ = make_input("text")
    arguments = ("split", file, "--by", "copies", "--skip", "near", "--skip", "solution")
    assert " – " in run(*arguments, "-o", "parts").out
    card = read_card()
    assert card["crossing"]["copies"]["test"] == 0
    assert card["crossing"]["solution"] is card["crossing"]["near"] is card["solutions"] is None
    found = run("split", file, "--skip", "near", "-o", "z")
    assert found.status == 0
    refused = run("split", file, "--skip", "solution", "-o", "y")
    assert "--skip solution cannot be used with --by solution" in refused.err


def test_the_answer_as_json_is_the_card(run: Any) -> None:
    file, _ = make_input("text")
    result = run("split", file, "-o", "parts", "--json")
    assert json.loads(result.out) == {"format": 1, **read_card()}
    quiet = run("split", file, "-o", "parts", "--quiet")
    assert quiet.out.count("\n") == 1
    assert f"train {read_card()['sides']['train']['sudokus']}, test " in quiet.out


@pytest.mark.gate
def test_strata_are_reported(run: Any) -> None:
    file, lines = make_input("csv")
    arguments = ("split", file, "--test", "40%", "-o", "parts")
    assert run(*arguments, "--strata", "rating:2,5,10").status == 0
    with open("parts/test.csv", newline="") as stream:
        ratings = [int(row["rating"]) for row in csv.DictReader(stream)]
    strata = read_card()["strata"]
    assert strata["column"] == "rating"
    for one, name, (least, greatest) in zip(
        strata["strata"],
        ["below 2", "2 to 5", "5 to 10", "10 or more"],
        [(0, 1), (2, 4), (5, 9), (10, 11)],
        strict=True,
    ):
        assert one["stratum"] == name
        assert one["sudokus"] == sum(least <= i % 12 <= greatest for i in range(len(lines)))
        in_test = sum(least <= rating <= greatest for rating in ratings)
        assert one["sides"]["test"]["sudokus"] == in_test
        assert one["sides"]["test"]["share"] == round(in_test / one["sudokus"], 6)
    assert run(*arguments, "--strata", "4").status == 0
    assert len(read_card()["strata"]["strata"]) == 12
    for form, key in (("csv", "rating"), ("jsonl", "id")):  # a heading in another language
        file, _ = make_input(form)
        text = Path(file).read_text().replace(key, "Schwierigkeit", -1 if form == "jsonl" else 1)
        Path(file).write_text(text)
        assert run(*("split", file), *arguments[2:], "--strata", "rating:2,5,10").status == 0
        assert read_card()["strata"]["strata"][1]["stratum"] == "2 to 5"
    Path(file).write_text(text.replace('"puzzle"', '"niveau": 1, "puzzle"'))  # two ratings
    result = run("split", file, "-o", "parts", "--strata", "rating")
    assert "expected a column 'rating'" in result.err
    file, _ = make_input("jsonl")
    assert run("split", file, "-o", "parts", "--strata", "id:7").status == 0
    assert [one["sudokus"] for one in read_card()["strata"]["strata"]] == [7, len(TEXTS) - 7]


def test_what_cannot_be_read_is_counted_and_in_no_file(run: Any) -> None:
    bad = TEXTS[0][:-1]
    write(
        "in.csv",
        ["quiz,id", *(f"{text},{i}" for i, text in enumerate(TEXTS)), f"{bad},bad", "", ","],
    )
    result = run("split", "in.csv", "-o", "parts")
    assert result.status == 2
    assert result.err.startswith(f"in.csv:{len(TEXTS) + 2}:")
    card = read_card()
    assert (card["sudokus"], card["unreadable"]) == (len(TEXTS), 1)
    written = [Path("parts", f"{side}.csv").read_text() for side in ("train", "test")]
    assert "bad" not in "".join(written)
    assert sum(text.count("\n") - 1 for text in written) == len(TEXTS)
    assert "Not readable: 1." in result.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--test 0", "expected a share above 0 and below 1, such as 0.1 or 10%, found 0"),
        ("--test 60% --validation 40%", "leave nothing for training"),
        ("--by copies,like", "unknown kind 'like'"),
        ("--test 0.5%", "0.5% of 120 Sudokus for test is less than one Sudoku"),
        ("--test 1%", "must stay together, but 1% of 120 Sudokus for test is only 1; choose"),
        ("--strata rating", "expected a column 'rating', found no line of names"),
        ("--strata 1:3,2", "expected ascending numbers after the colon"),
        ("--strata 1", "more than 100 different values; numbers with a colon make fewer strata"),
        ("--resume", "--resume needs --scratch"),
        ("--near 3", "--near needs a whole number from 1 to 2"),
    ],
)
def test_what_cannot_be_split_is_one_sentence_and_writes_nothing(
    run: Any, arguments: str, message: str
) -> None:
    file, _ = make_input("text")
    result = run("split", file, "-o", "parts", *arguments.split())
    assert result.status == 2
    assert message in result.err
    assert result.err.count("\n") == 1
    assert not Path("parts").exists()


def test_a_long_chain_of_near_copies_is_refused_with_two_ways_on(run: Any) -> None:
    complete = random_complete_grid(NINE, Random(1))
    cells, chain = np.array(complete.rows), []
    for r, c in np.argwhere(cells)[:30]:
        cells[r, c] = 0
        chain.append("".join(map(str, cells.ravel())))
    file = write("in.txt", [*TEXTS, *chain])
    assert run("split", file, "-o", "parts", "--by", "copies").status == 0
    result = run("split", file, "-o", "other", "--by", "near")
    assert result.err == (
        "sudokopie: the largest group has 30 Sudokus that must stay together, but 10% of 150 "
        "Sudokus for test is only 15; choose a larger share, or leave 'near' out of the kinds\n"
    )
    assert not Path("other").exists()
    assert run("split", file, "-o", "other", "--by", "near", "--test", "30%").status == 0
    assert read_card("other")["largest_group"] == 30


def test_an_interruption_leaves_the_earlier_files(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, _ = make_input("text")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    for place in ("splitting.find_relations", "command_split.copy_sudokus_to_files"):
        with monkeypatch.context() as patched:
            patched.setattr(f"sudokopie.applications.collection.{place}", interrupt)
            result = run("split", file, "-o", "parts")
        assert result.status == 130
        assert not Path("parts").exists()
        assert os.listdir() == ["in.txt"]
    assert run("split", file, "-o", "parts").status == 0
    before = {path.name: path.read_bytes() for path in Path("parts").iterdir()}
    with monkeypatch.context() as patched:
        patched.setattr(SplitCard, "make_record", interrupt)
        assert run("split", file, "-o", "parts", "--seed", "2").status == 130
    assert before == {path.name: path.read_bytes() for path in Path("parts").iterdir()}


def test_finished_work_is_not_repeated(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file, _ = make_input("text")
    arguments = ("split", file, "-o", "parts", "--jobs", "1", "--scratch", "x")
    expected = run("split", file, "-o", "expected", "--jobs", "1").out
    counted, compute = list[int](), compute_copy_keys
    monkeypatch.setattr(splitting, "_SUDOKUS_IN_A_TASK", 50)

    def compute_and_count(*arguments: Any) -> Any:
        counted.append(len(arguments[0]))
        if len(counted) == 3:
            raise KeyboardInterrupt
        return compute(*arguments)

    monkeypatch.setattr(splitting, "compute_copy_keys", compute_and_count)
    stopped = run(*arguments, "--by", "copies")
    assert stopped.status == 130
    assert "Interrupted." in stopped.err
    assert stopped.err.endswith("--resume continues from there.\nNot written: parts\n")
    assert not Path("parts").exists()
    done = run(*arguments, "--by", "copies", "--resume")
    assert (done.status, counted) == (0, [50, 50, 20, 20])
    assert run(*arguments).out == expected
    assert not Path("x/sudokopie-resume").exists()


@pytest.mark.parametrize(
    ("lines", "has_digests"),
    [([*TEXTS, "", ""], True), ([*TEXTS, TEXTS[1]], False), (TEXTS[1:], False)],
)
def test_a_file_that_is_changed_meanwhile_is_refused(
    run: Any, monkeypatch: pytest.MonkeyPatch, lines: list[str], has_digests: bool
) -> None:
    file, _ = make_input("text")
    choose = splitting.choose_sides

    def choose_and_change(*arguments: Any) -> Any:
        write(file, lines)
        return choose(*arguments)

    monkeypatch.setattr(splitting, "choose_sides", choose_and_change)
    if not has_digests:  # as for a file of another machine
        monkeypatch.setattr(command_split, "hash_files", dict.fromkeys)
    result = run("split", file, "-o", "parts")
    assert result.status == 2
    assert "the input was changed while it was read; nothing is written" in result.err
    assert not Path("parts").exists()


def test_files_of_the_user_are_not_overwritten(run: Any) -> None:
    file, _ = make_input("text")
    Path("parts").mkdir()
    Path("parts/train.txt").write_text("mine")
    assert "which sudokopie did not write" in run("split", file, "-o", "parts").err
    assert Path("parts/train.txt").read_text() == "mine"
    assert run("split", file, "-o", "parts", "--force").status == 0
    assert run("split", "parts/train.txt", "-o", "parts").status == 2
    assert "can be read only once" in run("split", "-", "-o", "y").err
    several = write("more.txt", make_texts(40, 6))
    assert run("split", file, several, "-o", "both").status == 0
    assert read_card("both")["sudokus"] == 160
    write("more.csv", [f"{text},x" for text in TEXTS])
    mixed = run("split", file, "more.csv", "-o", "y")
    assert "-o needs files of the same form, but in.txt and more.csv have different" in mixed.err
