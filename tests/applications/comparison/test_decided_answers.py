"""Questions whose answer is not known are decided after the runs, and known from then on."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from sudokopie.applications.comparison import decided_answers, instances
from sudokopie.applications.comparison.decided_answers import (
    DecidedAnswer,
    find_answer_in_records,
    list_undecided_instances,
    write_known_answer,
)
from sudokopie.applications.comparison.instances import read_instance
from sudokopie.applications.comparison.record import RunEnding
from sudokopie.base.errors import BackendComparisonFailedError

from conftest import INSTANCES
from made_records import record
from solver_programs import program

PAIR = INSTANCES / "size4-clues5-moved.txt"
NO = DecidedAnswer(RunEnding.DIFFERENT, 'a "proof"')
YES = DecidedAnswer(RunEnding.COPIES, "a model")


@pytest.fixture(autouse=True)
def folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    return folder


def test_answers_are_found_proved_and_written(run: Any, folder: Path) -> None:
    """Of the clues of these Sudokus 4 can agree, and not 5."""
    (folder / "set").mkdir()
    for count in (4, 5):
        words = ["--question", "nearest", "--at-least", str(count)]
        assert run("export", str(PAIR), *words, "-o", f"set/q{count}.cnf").status == 0
    liar = program(folder, "print('s UNSATISFIABLE'); raise SystemExit(20)")
    call = ["compare", "set", "--backends", liar]
    assert "WRONG" not in run(*call).out
    result = run(*call, "--decide", "20")
    assert result.status == 1
    assert "| WRONG | q4.cnf" in result.out
    assert f"| {liar} |             1 |     2 |" in result.out
    yes, no = result.err.splitlines()
    assert yes.startswith("q4.cnf: satisfiable (a model of pysat:cadical195, checked), written")
    assert no.startswith("q5.cnf: unsatisfiable (a proof of pysat:cadical195, ")
    assert no.endswith("checked by lrat_check.py), written into set/metadata.csv")
    with (folder / "set" / "metadata.csv").open() as file:
        rows = {row["file"]: row for row in csv.DictReader(file)}
    assert rows["q4.cnf"]["expected"] == "satisfiable"
    assert rows["q5.cnf"]["expected"] == "unsatisfiable"
    assert rows["q5.cnf"]["known by"] in no
    # The answers are known now, so that nothing is decided again.
    again = run(*call, "--decide", "20")
    assert "CONFLICT" in again.out
    assert again.err == ""


def test_what_takes_too_long_stays_unknown(
    run: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--question", "nearest", "--at-least", "5"]
    assert run("export", str(PAIR), *words, "-o", "q.cnf").status == 0
    slow = program(folder, "import time; time.sleep(60)")
    monkeypatch.setattr(
        decided_answers,
        "find_proving_backend",
        lambda _: decided_answers_backend(slow),
    )
    result = run("compare", "q.cnf", "--backends", "pysat:minisat22", "--decide", "0.5")
    assert result.err == "q.cnf: still unknown after 0.5 s\n"
    assert not (folder / "metadata.csv").exists()
    assert run("compare", "q.cnf", "--decide", "0").status == 2


def decided_answers_backend(name: str) -> Any:
    from sudokopie.solvers.registry import find_backend

    return find_backend(name)


def test_only_checked_answers_are_taken(folder: Path) -> None:
    (folder / "p.txt").write_text(PAIR.read_text())
    one = read_instance("p.txt")
    assert list_undecided_instances([one, read_instance(str(PAIR))]) == [one]
    claimed = record("p.txt", "a", "different")._replace(digest=one.digest)
    elsewhere = record("p.txt", "a")._replace(digest=one.digest, measured_by="BenchExec 3.35")
    other = record("p.txt", "a")
    assert find_answer_in_records(one, [claimed, elsewhere, other]) is None
    proved = claimed._replace(proof_size=100, proof_seconds=0.5)
    found = find_answer_in_records(one, [claimed, proved])
    assert found is not None
    assert found.ending is RunEnding.DIFFERENT
    assert "proof of a, 100 bytes" in found.evidence


def test_a_manifest_keeps_its_other_entries(folder: Path) -> None:
    table = folder / "manifest.toml"
    first = '[[pair]]\nfile = "a.txt"\nverdict = "undecided"\nsize = 4\n'
    second = '[[pair]]\nfile = "b.txt"\nverdict = "copies"\n'
    table.write_text(f"# Mine.\n\n{first}\n{second}")
    write_known_answer(table, "a.txt", NO)
    known = 'verdict = "different"\nknown-by = "a \\"proof\\""\n'
    changed = first.replace('verdict = "undecided"\n', "") + known
    assert table.read_text() == f"# Mine.\n\n{changed}\n{second}"
    write_known_answer(table, "c.txt", YES)
    write_known_answer(table, "a.txt", NO)
    entries = instances._read_manifest_entries_by_file(table)
    assert {name: entry.verdict for name, entry in entries.items()} == {
        "a.txt": "different",
        "b.txt": "copies",
        "c.txt": "copies",
    }
    table.unlink()
    write_known_answer(table, "c.txt", YES)
    assert instances._read_manifest_entries_by_file(table)["c.txt"].verdict == "copies"


def test_a_table_keeps_its_comments_and_other_rows(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = folder / "questions.csv"
    monkeypatch.setattr(decided_answers, "QUESTIONS", table)
    head = "# Hard.\nsuites,name,family,expected,known by\n"
    row = 'sat,a-b,f,unknown,open\n# Later.\nsat,c,f,satisfiable,"a model, followed"\n'
    table.write_text(head + row)
    write_known_answer(table, "a-b.cnf", NO)
    written = 'sat,a-b,f,unsatisfiable,"a ""proof"""\n'
    assert table.read_text() == head + row.replace("sat,a-b,f,unknown,open\n", written)
    with pytest.raises(BackendComparisonFailedError, match=r"no row about d\.cnf|no row about d"):
        write_known_answer(table, "d.cnf", NO)
    other = folder / "metadata.csv"
    other.write_text("file,size\na.cnf,4\n'=b.cnf,4\n")
    write_known_answer(other, "=b.cnf", YES)
    lines = other.read_text().splitlines()
    assert lines == ["file,size,expected,known by", "a.cnf,4,,", "'=b.cnf,4,satisfiable,a model"]
    other.write_text('file,size\n"a\nb",4\n')
    with pytest.raises(BackendComparisonFailedError, match="several lines"):
        write_known_answer(other, "a", YES)
