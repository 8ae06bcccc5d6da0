"""Comparisons: runs in processes of their own, records, judgement, sums, and the command."""

from __future__ import annotations

import csv
import html
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from io import StringIO
from math import inf
from pathlib import Path
from typing import Any, cast

import pytest

from sudokopie import backend_names
from sudokopie.applications.comparison.instances import (
    SUITES,
    Instance,
    list_instance_files,
    read_instance,
    yield_instances_of_suite,
)
from sudokopie.applications.comparison.judgement import (
    AnswerFaultKind,
    AnswerJudgement,
    FaultyAnswer,
)
from sudokopie.applications.comparison.measured_run import (
    PlannedRun,
    _AnswerStart,
    _make_outcome_with_checked_proof,
    _RunningProcess,
    _RunOutcome,
    measure_runs_and_yield_records,
)
from sudokopie.applications.comparison.plan import DEFAULT_BACKENDS, choose_backend_names, plan_runs
from sudokopie.applications.comparison.record import (
    RunEnding,
    RunRecord,
    find_default_journal_path,
    make_csv_text,
    open_journal,
    read_records,
)
from sudokopie.applications.comparison.report_comparison import ComparisonReport
from sudokopie.applications.comparison.summary import VIRTUAL_BEST, ComparisonSummary, MedianEffort
from sudokopie.base.errors import BackendComparisonFailedError, BackendError, ProofError
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import PLAIN, Encoding
from sudokopie.kernel import kernel_functions
from sudokopie.proofs.export import write_export, yield_question_file_bytes
from sudokopie.proofs.export_formats import find_export_format_name
from sudokopie.proofs.export_header import Provenance
from sudokopie.questions.copy import IsCopy
from sudokopie.showing.answer_formatter import AnswerFormatter
from sudokopie.sudoku.grid import Grid
from sudokopie.system.cluster.local_cluster import let_new_processes_ignore_interrupts
from sudokopie.system.guardian import SentValue
from sudokopie.system.guardian_client import CallOutcome
from sudokopie.system.own_folder import LIST

from conftest import INSTANCES, PROGRAM, manifest, pair_from
from made_records import CONDITIONS, SETTINGS, mixed, page_of, record
from solver_programs import SOLVER, program

COPIES = str(INSTANCES / "size4-clues5-copies.txt")
MOVED = str(INSTANCES / "size4-clues5-moved.txt")


def measured(runs: Iterable[PlannedRun], time_limit: float = 60, jobs: int = 1) -> list[RunRecord]:
    settings = SETTINGS._replace(time_limit=time_limit, jobs=jobs)
    return list(measure_runs_and_yield_records(runs, settings, CONDITIONS))


# What is compared


def test_digests_are_those_of_earlier_journals() -> None:
    """However grids are drawn: else what was measured would be measured again."""
    assert read_instance(str(INSTANCES / "size4-clues5-copies.txt")).digest == "b9babd97f6cfa43f"
    assert read_instance(str(INSTANCES / "sudoku0.txt")).digest == "c696926f88112a49"


def test_patterns_and_names_choose_backends() -> None:
    assert choose_backend_names("pysat:cadical1*, cp-sat,pysat:cadical195") == [
        "pysat:cadical103",
        "pysat:cadical153",
        "pysat:cadical195",
        "cp-sat",
    ]
    assert choose_backend_names(None) == [
        name for name in DEFAULT_BACKENDS if name in backend_names()
    ]
    assert len(choose_backend_names(None)) == 12
    for wrong in ("pysat:none*", "", ","):
        with pytest.raises(BackendError, match=r"unknown backend .* pysat:minisat22"):
            choose_backend_names(wrong)


def test_the_plan_is_in_rounds_and_shuffled_by_its_seed() -> None:
    one, two = read_instance(COPIES), read_instance(MOVED)
    plan = plan_runs([one, two], ["cp-sat", "maxsat:rc2"], 2, PLAIN)
    assert [(run.instance.name, run.backend, run.number) for run in plan[:3]] == [
        (one.name, "cp-sat", 1),
        (one.name, "maxsat:rc2", 1),
        (two.name, "cp-sat", 1),
    ]
    assert len({run.run_key for run in plan}) == len(plan) == 8

    def shuffled(seed: int) -> list[PlannedRun]:
        return plan_runs([one, two], ["cp-sat", "maxsat:rc2"], 2, PLAIN, seed)

    assert shuffled(1) == shuffled(1) != shuffled(2)
    assert sorted(run.run_key for run in shuffled(1)) == sorted(run.run_key for run in plan)


def test_folders_manifests_and_exports_are_read(tmp_path: Path) -> None:
    files = list_instance_files(str(INSTANCES))
    assert len(files) == len(manifest())
    assert read_instance(COPIES).known == (RunEnding.COPIES, None, "manifest.toml")
    assert read_instance(MOVED).known == (RunEnding.DIFFERENT, None, "manifest.toml")
    alone = tmp_path / "pair.txt"
    alone.write_text(Path(MOVED).read_text())
    assert read_instance(str(alone)).known is None
    encoding = Encoding(cells="both")
    for name in ("q.cnf", "q.cnf.xz", "q.wcnf"):
        asked = IsCopy(*pair_from(Path(COPIES)), encoding)
        pieces = yield_question_file_bytes(
            asked, find_export_format_name(name), Provenance("x", ("x",))
        )
        write_export(str(tmp_path / name), pieces)
    found = [Path(file).name for file in list_instance_files(str(tmp_path))]
    assert found == ["pair.txt", "q.cnf", "q.cnf.xz", "q.wcnf"]
    read = read_instance(str(tmp_path / "q.cnf.xz"))
    assert read.question == read.copy_question == asked
    assert read_instance(str(tmp_path / "q.wcnf")).copy_question is None


@pytest.mark.parametrize("name", SUITES)
def test_suites_are_those_of_the_manifest(name: str) -> None:
    entries = [entry for entry in manifest() if name in entry["suites"]]
    instances = list(yield_instances_of_suite(name))
    assert [instance.name for instance in instances] == [entry["file"] for entry in entries]
    endings = {instance.known and instance.known.ending for instance in instances}
    assert endings == {RunEnding.COPIES, RunEnding.DIFFERENT}
    sizes = {instance.copy_question.first.size for instance in instances if instance.copy_question}
    if name == "small":
        assert max(sizes) == 9
    if name == "sizes":
        assert {4, 9, 16, 25, 36, 49} <= sizes


# Runs


def test_a_run_is_measured_in_all_its_phases() -> None:
    instance = read_instance(str(INSTANCES / "size9-clues25-moved.txt"))
    names = ["pysat:minisat22", "cp-sat", "graph:bliss"]
    records = measured(plan_runs([instance], names, 1, PLAIN), jobs=2)
    by_name = {one.backend: one for one in records}
    assert set(by_name) == set(names)
    for name, one in by_name.items():
        assert one.ending is RunEnding.DIFFERENT
        assert one.expected == "different"
        assert one.seconds is not None
        assert one.cpu_seconds is not None
        wall = sum(seconds for seconds, _ in one.phases.values())
        assert 0 < wall <= one.seconds * 1.01 + 0.001
        assert one.phases["solve"][0] > 0
        if name in ("pysat:minisat22", "cp-sat"):
            assert min(one.phases[phase][0] for phase in ("encode", "load", "solve")) > 0
            assert one.statistics["clauses"] > 5000
        if sys.platform == "linux":
            assert one.memory is not None
            assert 0 <= one.memory < 500
    assert by_name["pysat:minisat22"].statistics["conflicts"] > 0
    assert by_name["pysat:minisat22"].statistics["propagations"] > 0
    assert by_name["pysat:minisat22"].statistics["decisions"] > 0


def test_the_encoding_reaches_the_backend() -> None:
    instance = read_instance(str(INSTANCES / "size9-clues25-moved.txt"))
    clauses = {}
    for encoding in (PLAIN, Encoding(refined=True), Encoding(cells="both")):
        (one,) = measured(plan_runs([instance], ["pysat:minisat22"], 1, encoding))
        assert one.ending is RunEnding.DIFFERENT
        clauses[one.encoding, one.cells] = one.statistics["clauses"]
    assert clauses["refined", "rows-columns"] == 0
    assert 5000 < clauses["plain", "rows-columns"] < clauses["plain", "both"]


def test_a_run_is_killed_at_its_limit_with_what_it_started(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    slow = program(tmp_path, code)
    begin = time.monotonic()
    plan = plan_runs([read_instance(COPIES)], [slow, "pysat:minisat22"], 1, PLAIN)
    records = measured(plan, time_limit=1.0)
    assert time.monotonic() - begin < 30
    assert [one.ending for one in records] == [RunEnding.TIMEOUT, RunEnding.COPIES]
    assert records[0].seconds is not None
    assert 1.0 <= records[0].seconds < 30
    time.sleep(0.2)
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def test_a_process_that_dies_costs_its_run_alone(tmp_path: Path) -> None:
    # It kills the process of its run, whose guardian has started it.
    source = "import os\nstat = open(f'/proc/{os.getppid()}/stat').read()\n"
    killer = program(tmp_path, f"{source}os.kill(int(stat.rpartition(')')[2].split()[1]), 9)")
    plan = plan_runs(
        [read_instance(COPIES)], ["pysat:minisat22", killer, "pysat:minicard"], 1, PLAIN
    )
    records = measured(plan)
    assert [one.ending for one in records] == [RunEnding.COPIES, RunEnding.ERROR, RunEnding.COPIES]
    assert records[1].error == "its process ended with status -9"
    moments = [one.ended for one in records if one.ended is not None]
    assert len(moments) == 3
    assert moments == sorted(moments)


_FOREBEARS = """
import os
def parent(pid):
    with open(f"/proc/{pid}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])
measuring = parent(os.getppid())
guardian = parent(measuring)
"""
"""Which process measures the run of a program, and which started that."""


def test_each_run_has_a_process_of_its_own_from_one_guardian(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    source = f"open({str(seen)!r}, 'a').write(f'{{measuring}} {{guardian}}\\n')\n{SOLVER}"
    backend = program(tmp_path, _FOREBEARS + source)
    records = measured(plan_runs([read_instance(COPIES)], [backend], 3, PLAIN))
    assert [one.ending for one in records] == [RunEnding.COPIES] * 3
    # One more asked for the version.
    processes, guardians = zip(
        *(line.split() for line in seen.read_text().splitlines()), strict=True
    )
    assert len(set(processes)) == 3
    assert len(set(guardians)) == 1


@pytest.mark.gate
def test_a_guardian_that_is_killed_costs_its_run_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    pid = tmp_path / "pid"
    note = f"open({str(pid)!r}, 'w').write(str(measuring))"
    killer = program(
        tmp_path, f"{_FOREBEARS}{note}; os.kill(guardian, 9); os.kill(os.getpid(), 19)"
    )
    plan = plan_runs([read_instance(COPIES)], [killer, "pysat:minicard"], 1, PLAIN)
    records = measured(plan)
    assert [one.ending for one in records] == [RunEnding.ERROR, RunEnding.COPIES]
    assert records[0].error == "the process that started it was killed"
    end = time.monotonic() + 30
    while (os.path.exists(f"/proc/{pid.read_text()}") or os.listdir(scratch)) and (
        time.monotonic() < end
    ):
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{pid.read_text()}")
    assert os.listdir(scratch) == []


def test_a_run_that_is_killed_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    seen = tmp_path / "seen"
    code = f"import os, time; open({str(seen)!r}, 'w').write(str(os.listdir({str(scratch)!r})))"
    slow = program(tmp_path, f"{code}; time.sleep(60)")
    (one,) = measured(plan_runs([read_instance(COPIES)], [slow], 1, PLAIN), time_limit=1.0)
    assert one.ending is RunEnding.TIMEOUT
    assert ".scratch" in seen.read_text()
    assert os.listdir(scratch) == []


def test_what_a_backend_raises_is_an_error_of_its_run() -> None:
    (one,) = measured(plan_runs([read_instance(COPIES)], ["dimacs:false"], 1, PLAIN))
    assert one.ending is RunEnding.ERROR
    assert one.error is not None
    assert "dimacs:false: expected a line with SATISFIABLE" in one.error


@pytest.mark.gate
def test_closing_kills_what_still_runs(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    slow = program(tmp_path, code)
    instance = read_instance(COPIES)
    runs = [PlannedRun(instance, "pysat:minisat22", 1, PLAIN), PlannedRun(instance, slow, 1, PLAIN)]
    iterator = measure_runs_and_yield_records(
        runs, SETTINGS._replace(time_limit=60, jobs=2), CONDITIONS
    )
    assert next(iterator).ending is RunEnding.COPIES
    while not (pid.exists() and pid.read_text()):
        time.sleep(0.05)
    iterator.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def test_a_false_witness_is_no_yes(tmp_path: Path) -> None:
    liar = program(tmp_path, "print('s SATISFIABLE'); print('v 1 -2 0'); raise SystemExit(10)")
    (one,) = measured(plan_runs([read_instance(MOVED)], [liar], 1, PLAIN))
    assert one.ending is RunEnding.FALSE_WITNESS
    (found,) = contradictions([one])
    assert found.fault is AnswerFaultKind.WRONG
    assert str(found.reason) == "its steps do not lead from one Sudoku to the other"


# Judgement


def contradictions(records: list[RunRecord]) -> list[FaultyAnswer]:
    return AnswerJudgement(records).contradictions


def proved(instance: str, backend: str, expected: str | None = None) -> RunRecord:
    one = record(instance, backend, "different", expected=expected)
    settings = SETTINGS._replace(proofs=True)
    return one._replace(settings=settings, proof_size=100, proof_seconds=0.5)


def test_answers_are_held_against_what_is_known_and_each_other() -> None:
    fine = [record("p", "a"), record("p", "b"), record("q", "a", "different")]
    assert contradictions([*fine, record("p", "c", "timeout"), record("q", "c", "error")]) == []
    (one,) = contradictions([*fine, record("p", "c", "different")])
    assert one[:4] == (AnswerFaultKind.WRONG, "p", "c", "different")
    assert str(one.reason) == "a found steps, and they were followed"
    wrong = [record("p", "a", "different", expected="copies", number=n) for n in (1, 2)]
    (one,) = contradictions(wrong)
    assert one.fault is AnswerFaultKind.CONFLICT
    assert str(one.reason) == "manifest.toml records copies"
    (one,) = contradictions([record("p", "a", "copies", expected="different")])
    assert one.fault is AnswerFaultKind.CONFLICT
    assert str(one.reason) == "manifest.toml is wrong: it records different"
    headed = record("p", "a", "different", expected="copies")._replace(known_by="p.cnf")
    (one,) = contradictions([headed])
    assert str(one.reason) == "p.cnf records copies"


def test_a_no_counts_where_it_is_known_or_proved() -> None:
    def counted(*records: RunRecord) -> list[tuple[int, int]]:
        return [
            (row.solved, row.claimed)
            for row in ComparisonSummary(records).summarise_backends()[:-1]
        ]

    claimed = record("p", "a", "different")
    assert counted(claimed) == [(0, 1)]
    assert counted(claimed, claimed._replace(run=2)) == [(0, 1)]
    known = record("p", "a", "different", expected="different")
    assert counted(known) == [(1, 0)]
    with_proofs = SETTINGS._replace(proofs=True)
    assert counted(known._replace(settings=with_proofs)) == [(0, 1)]
    late = known._replace(settings=with_proofs, proof_size=100)
    assert counted(late) == [(0, 1)]
    assert counted(proved("p", "a")) == [(1, 0)]
    # Against a known answer it is no claim either, and what is shown counts against a header.
    assert counted(record("p", "a", "different", expected="copies")) == [(0, 0)]
    assert counted(proved("p", "a", "copies")) == [(1, 0)]
    assert counted(record("p", "a", "copies", expected="different")) == [(1, 0)]
    # Where both were shown, something is broken that is no backend.
    both = [proved("p", "a"), record("p", "b")]
    assert counted(*both) == [(0, 0), (0, 0)]
    assert [one.fault for one in contradictions(both)] == [AnswerFaultKind.CONFLICT] * 2


def test_a_forged_header_makes_no_answer_wrong() -> None:
    honest = [
        record("p", "honest", "different", expected="copies")._replace(known_by="p.cnf"),
        record("q", "honest", "copies", expected="different")._replace(known_by="p.cnf"),
        record("r", "honest", "different", expected="different"),
    ]
    liar = record("q", "liar", "different", expected="different")._replace(known_by="p.cnf")
    judgement = AnswerJudgement([*honest, liar])
    assert [(one.fault, one.instance, one.backend) for one in judgement.contradictions] == [
        (AnswerFaultKind.WRONG, "q", "liar"),
        (AnswerFaultKind.CONFLICT, "p", "honest"),
        (AnswerFaultKind.CONFLICT, "q", "honest"),
    ]
    assert judgement.wrong_answer_counts == {"liar": 1}
    (row, best) = ComparisonSummary([*honest, liar]).summarise_backends()
    assert (row.backend, row.solved, row.claimed, row.pairs) == ("honest", 2, 0, 3)
    assert best.solved == 2


def test_who_was_wrong_once_is_out() -> None:
    records = [
        record("p", "a", seconds=2),
        record("p", "liar", "different", seconds=0.1),
        record("q", "a", "different", seconds=2, expected="different"),
        record("q", "liar", "different", seconds=0.1, expected="different"),
    ]
    comparison = ComparisonSummary(records)
    row, best = comparison.summarise_backends()
    assert (row.backend, row.wins, best.par2) == ("a", 2, 2)
    assert set(comparison.times) == {"a"}
    text = ComparisonReport(comparison, AnswerFormatter()).format_text()
    ranking, _, below = text.partition("Not ranked, because an answer was wrong:")
    assert ranking.count("liar") == 1  # among the faults
    assert "| backend | wrong answers | pairs |" in below
    assert "| liar    |             1 |     2 |" in below
    alone = ComparisonSummary([*records[1:2], record("p", "liar", "false witness", number=2)])
    assert alone.summarise_backends() == []
    assert "false witness" in ComparisonReport(alone, AnswerFormatter()).format_text()


def test_what_proofs_took() -> None:
    records = [
        proved("p", "a"),
        proved("q", "a")._replace(proof_size=300, proof_seconds=None),
        proved("r", "a")._replace(ending=RunEnding.REFUSED_PROOF, error="line 1 is broken"),
        record("p", "b", "different"),
        record("q", "b", "timeout", None),
        record("r", "b", "timeout", None),
    ]
    comparison = ComparisonSummary(records)
    (one,) = comparison.judgement.contradictions
    said = "its proof was refused: line 1 is broken"
    assert (one.fault, str(one.reason)) == (AnswerFaultKind.UNPROVED, said)
    assert [
        (row.backend, row.solved, row.claimed, row.errors, row.proof_size, row.proof_seconds)
        for row in comparison.summarise_backends()
    ] == [
        ("a", 1, 1, 1, 100, 0.5),
        ("b", 0, 1, 0, None, None),
        (VIRTUAL_BEST, 1, 0, 0, None, None),
    ]
    # With steps that were followed, it is a lie.
    assert AnswerJudgement([*records, record("r", "c")]).wrong_answer_counts == {"a": 1}
    text = ComparisonReport(comparison, AnswerFormatter()).format_text()
    assert "| errors | proof, bytes | check |" in text
    assert "|      1 |          100 |   500 |" in text


# Sums


def test_the_table_adds_up() -> None:
    records = [
        record("p", "a", seconds=1),
        record("q", "a", "different", seconds=3, expected="different"),
        record("r", "a", "timeout", seconds=None),
        record("p", "b", seconds=2),
        record("q", "b", "different", seconds=1, expected="different"),
        record("r", "b", "different", seconds=9, expected="different"),
        record("p", "c", "error", seconds=None),
        record("q", "c", "refused proof", seconds=0.1),
        record("r", "c", "different", seconds=0.5, expected="different"),
    ]
    rows = ComparisonSummary(records).summarise_backends()
    assert [row[:9] for row in rows] == [
        ("b", 3, 0, 3, 4.0, 2, 9, 1, 0),
        ("a", 2, 0, 3, (1 + 3 + 20) / 3, 3, inf, 1, 0),
        ("c", 1, 0, 3, (20 + 20 + 0.5) / 3, inf, inf, 1, 2),
        (VIRTUAL_BEST, 3, 0, 3, 2.5 / 3, 1, 1, 3, 0),
    ]
    yes = ComparisonSummary(records).summarise_backends(RunEnding.COPIES)
    assert [(row.backend, row.pairs, row.solved) for row in yes] == [
        ("a", 1, 1),
        ("b", 1, 1),
        ("c", 1, 0),
        (VIRTUAL_BEST, 1, 1),
    ]
    no = ComparisonSummary(records).summarise_backends(RunEnding.DIFFERENT)
    assert {row.pairs for row in no} == {2}


def test_of_several_runs_the_median_counts() -> None:
    times = (5.0, 1.0, 2.0)
    records = [record("p", "a", seconds=s, number=n) for n, s in enumerate(times)]
    assert ComparisonSummary(records).summarise_backends()[0].par2 == 2.0
    records[1] = record("p", "a", "timeout", None, number=1)
    records[2] = record("p", "a", "timeout", None, number=2)
    assert ComparisonSummary(records).summarise_backends()[0].solved == 0


def test_what_right_answers_took_and_how_others_ended() -> None:
    effort: dict[str, Any] = {"memory": None, "phases": {"load": (3.0, 3.0)}}
    effort |= {"statistics": {"conflicts": 8}, "solver_cpu_seconds": 2.0}
    records = [
        record("p", "a", seconds=1),
        record("p", "a", seconds=2, number=2)._replace(**effort),
        record("q", "a", "timeout", None),
        record("q", "a", "error", None, number=2),
        record("q", "b", "different", seconds=0.1),
        record("p", "b", "timeout", None),
    ]
    comparison = ComparisonSummary(records)
    one, other = comparison.list_median_efforts()
    phases = {"solve": 0.5, "load": 3.0}
    assert one == MedianEffort("a", 2, 1.5, 1.5, 2.0, phases, 1.5, {"conflicts": 5.5})
    assert other == MedianEffort("b", 0, None, None, None, {}, None, {})
    assert comparison.best == {"p": 1.5, "q": inf}
    assert comparison.find_worst_failures_by_pair_and_backend() == {
        ("q", "a"): RunEnding.ERROR,
        ("q", "b"): RunEnding.DIFFERENT,
        ("p", "b"): RunEnding.TIMEOUT,
    }


def test_no_records_no_rows() -> None:
    assert ComparisonSummary([]).summarise_backends() == []
    assert ComparisonReport(ComparisonSummary([]), AnswerFormatter()).format_text() == ""


def test_the_table_in_words() -> None:
    records = [
        record("p", "a", seconds=0.0012)._replace(seconds=0.3, solver_cpu_seconds=0.0005),
        record("p", "b", "timeout", None),
        record("p", "c", "different", 0.5),
        record("q", "a", "different", 0.5),
        record("q", "b", "timeout", None),
    ]
    settings = SETTINGS._replace(time_limit=1.0)
    comparison = ComparisonSummary(one._replace(settings=settings) for one in records)
    assert (
        ComparisonReport(comparison, AnswerFormatter()).format_text()
        == """\
WRONG ANSWERS AND CONFLICTS

| fault | pair | backend | said      | but                                   |
| ----- | ---- | ------- | --------- | ------------------------------------- |
| WRONG | p    | c       | different | a found steps, and they were followed |

Pairs: 2; milliseconds of processor time a pair, limit 1 s

| backend      | solved | claimed | PAR-2 | median |  worst | solver | wall | MiB | wins | errors |
| ------------ | -----: | ------: | ----: | -----: | -----: | -----: | ---: | --: | ---: | -----: |
| a            |      1 |       1 |  1001 | > 1000 | > 1000 |   0.50 |  300 | 1.5 |    1 |      0 |
| b            |      0 |       0 |  2000 | > 1000 | > 1000 |        |      |     |    0 |      0 |
| virtual best |      1 |       0 |  1001 | > 1000 | > 1000 |        |      |     |    1 |      0 |

Of these, copies: 1

| backend      | solved | claimed | PAR-2 | median |  worst | solver | wall | MiB | wins | errors |
| ------------ | -----: | ------: | ----: | -----: | -----: | -----: | ---: | --: | ---: | -----: |
| a            |      1 |       0 |  1.20 |   1.20 |   1.20 |   0.50 |  300 | 1.5 |    1 |      0 |
| b            |      0 |       0 |  2000 | > 1000 | > 1000 |        |      |     |    0 |      0 |
| virtual best |      1 |       0 |  1.20 |   1.20 |   1.20 |        |      |     |    1 |      0 |

Not ranked, because an answer was wrong:

| backend | wrong answers | pairs |
| ------- | ------------: | ----: |
| c       |             1 |     1 |

PAR-2 is the mean time; an unsolved pair counts as twice the limit. "Wins" counts the pairs on \
which no other backend was faster. The virtual best has, for each pair, the time of the fastest \
backend. Times are processor times of the whole answer, "solver" the part of the solver: of a \
program all its processes, of a library loading and solving, with the Python code that hands over \
the clauses. "Wall" is the time that passed, "MiB" the peak of the memory. "Solver", "wall" and \
"MiB" are medians of solved runs.

"Claimed" counts the answers no, optima and numbers of models that neither a proof nor a known \
answer confirms; their times are not in the table. --proofs asks for a proof of each no.

What went wrong:

- 2 × b: stopped at the time limit"""
    )


# Records


def test_records_survive_json_and_csv() -> None:
    dated = record("p", "a")._replace(ended="2030-12-31T23:59:59Z")
    for one in (record("p", "a"), record("p", "a", "error", None), dated):
        assert RunRecord.parse_json_line(one.format_json_line()) == one
    heading, row = csv.reader(make_csv_text([dated]).splitlines())
    values = dict(zip(heading, row, strict=True))
    assert values["instance"] == "p"
    assert values["ending"] == "copies"
    assert (values["solve_seconds"], values["solve_cpu_seconds"]) == ("1.0", "0.5")
    assert (values["conflicts"], values["encode_seconds"]) == ("3", "")
    assert (values["time_limit"], values["commit"]) == ("10.0", "abc")
    assert values["ended"] == dated.ended
    later = ["ended", "version", "call", "known_by", "proof_size", "proof_seconds"]
    later += ["form", "value", "expected_value", "solver_cpu_seconds", "solver_seed", "measured_by"]
    later += [
        "line_maps",
        "program_measured_by",
        "cpu_limit",
        "memory_limit",
        "permuted",
        "orders",
        "nodes",
    ]
    assert list(values)[-19:] == later


def test_records_have_the_version_and_the_call_of_a_program(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    source = (
        "import sys\nif sys.argv[1:] == ['--fast', '--version']:\n"
        f"    open({str(asked)!r}, 'a').write('x')\n    sys.exit(print('s 1.5'))\n"
    )
    path = program(tmp_path, source + SOLVER.replace("argv[1]", "argv[-1]"))
    runs = plan_runs([read_instance(COPIES)], [f"{path} --fast", "pysat:minisat22"], 2, PLAIN)
    called = path.removeprefix("dimacs:") + " --fast {cnf}"
    one, other, *_ = records = measured(runs)
    assert (one.version, one.call) == ("s 1.5", called)
    assert (other.version, other.call) == (None, None)
    assert asked.read_text() == "x"
    row = next(csv.DictReader(make_csv_text(records).splitlines()))
    assert (row["version"], row["call"]) == ("s 1.5", called)
    comparison = ComparisonSummary(records)
    assert comparison.list_programs() == [(one.backend, "s 1.5", called, "limits")]
    text = ComparisonReport(comparison, AnswerFormatter()).format_text()
    assert f"| {one.backend} | s 1.5   | {called} |" in text


def test_programs_and_what_differs_are_said(tmp_path: Path) -> None:
    assert (
        "PySAT" not in ComparisonReport(ComparisonSummary(mixed()), AnswerFormatter()).format_text()
    )
    assert "PySAT" not in page_of(mixed(), tmp_path)
    records = [
        record("p", "a"),
        record("p", "b")._replace(version="<1>", call="b {cnf}"),
        record("q", "b")._replace(version="<1>", call="b {cnf}"),
        record("q", "b")._replace(version=None, call="b {cnf}"),
    ]
    text = ComparisonReport(ComparisonSummary(records), AnswerFormatter()).format_text()
    assert text.count("| b       | ") == 2
    assert (
        "| b       | <1>       | b {cnf} | RLIMIT and /proc |\n"
        "| b       | not known | b {cnf} | RLIMIT and /proc |\n\nA program" in text
    )
    page = page_of(records, tmp_path)
    assert '<th scope="row">b</th><td>&lt;1&gt;</td><td>b {cnf}</td>' in page
    assert "PySAT's versions do not" in html.unescape(page)
    assert "die PySAT-Fassungen nicht" in page_of(records, tmp_path, "de")


def test_each_wrong_answer_is_said_once() -> None:
    records = [
        record("p", "a"),
        record("p", "b", "different"),
        record("p", "b", "different", number=2),
        record("p", "b", "false witness", None, number=3),
        record("p", "b", "copies", number=4),
    ]
    assert [one.answer for one in contradictions(records)] == ["different", "false witness"]


def test_a_journal_goes_on_where_it_was_cut_short(tmp_path: Path) -> None:
    path = str(tmp_path / "runs.jsonl")
    with open_journal(path, False, SETTINGS) as journal:
        journal.append_record(record("p", "a"))
        journal.append_record(record("p", "b"))
    with open(path, "a") as file:
        file.write('{"instance": "hal')
    with open_journal(path, True, SETTINGS) as journal:
        assert [one.backend for one in journal.records] == ["a", "b"]
        journal.append_record(record("p", "c"))
    with open_journal(path, True, None) as journal:
        assert [one.backend for one in journal.records] == ["a", "b", "c"]
    with pytest.raises(BackendComparisonFailedError, match="holds runs with time-limit 10"):
        open_journal(path, True, SETTINGS._replace(time_limit=5.0)).__enter__()
    with pytest.raises(BackendComparisonFailedError, match="exists already: --resume continues"):
        open_journal(path, False, SETTINGS).__enter__()
    with pytest.raises(BackendComparisonFailedError, match="no comparison to report"):
        open_journal(str(tmp_path / "none"), True, None).__enter__()
    other = tmp_path / "other"
    other.write_text("no record\n")
    with pytest.raises(BackendComparisonFailedError, match="other:1: expected the record of a run"):
        open_journal(str(other), True, SETTINGS).__enter__()
    assert other.read_text() == "no record\n"


@pytest.mark.parametrize("text", ["my notes", "\n\x00", '{"instance": 3}\n', "[1]", b"\xff\xfe\n"])
def test_what_is_no_journal_stays_as_it_is(text: str | bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes"
    data = text if isinstance(text, bytes) else text.encode()
    path.write_bytes(data)
    for settings in (SETTINGS, None):
        with pytest.raises(
            BackendComparisonFailedError, match=r"notes:[0-9]: expected the record of a run"
        ):
            open_journal(str(path), True, settings).__enter__()
    assert path.read_bytes() == data
    with pytest.raises(BackendComparisonFailedError, match="expected a file to keep records in"):
        open_journal("/dev/null", False, SETTINGS).__enter__()


def test_a_record_without_the_end_of_its_line_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    path.write_text(record("p", "a").format_json_line())
    with open_journal(str(path), True, SETTINGS) as journal:
        journal.append_record(record("p", "b"))
    with open_journal(str(path), True, None) as journal:
        assert [one.backend for one in journal.records] == ["a", "b"]
        with pytest.raises(ValueError, match="not writable"):
            journal.append_record(record("p", "c"))


def test_a_record_from_before_moments_were_kept_is_one(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    values = json.loads(record("p", "a").format_json_line())
    for name in ("ended", "version", "call"):
        del values[name]
    path.write_text(json.dumps(values) + "\n")
    with open_journal(str(path), True, SETTINGS) as journal:
        assert journal.records == [record("p", "a")]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("seconds", "x"), ("seconds", float("nan")), ("run", "1"), ("backend", 3)),
        *(("ended", "yesterday"), ("ended", 3), ("size", "9"), ("statistics", {"conflicts": "x"})),
        *(("version", 3), ("call", ["a"])),
        *(("phases", {"solve": {"seconds": "x", "cpu_seconds": 1}}), ("phases", [])),
    ],
)
def test_records_of_wrong_types_are_none(key: str, value: object, tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    path.write_text(
        json.dumps(json.loads(record("p", "a").format_json_line()) | {key: value}) + "\n"
    )
    with pytest.raises(BackendComparisonFailedError, match="expected the record"):
        open_journal(str(path), True, SETTINGS).__enter__()


ODD: list[object] = [
    *(None, True, -1, 10**400, 1e308, -1e308, "", "x\x1b[31m\n", "copies", "error", "undecided"),
    *([], {}, [[]], {"a": 1}, "\ud800"),
]


def places(value: object) -> Iterator[list[Any]]:
    """Yield the keys that lead to each value within a value of JSON."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from ([key], *([key, *rest] for rest in places(one)))


def test_odd_records_are_refused_or_reported() -> None:
    """Whatever stands in a journal, it is one line of error, or what is printed is harmless."""
    whole = record("p", "a", expected="copies")._replace(ended="2030-12-31T23:59:59Z")
    good = json.loads(whole.format_json_line())
    refused = reported = 0
    for place in list(places(good)):
        for odd in ODD:
            values = json.loads(whole.format_json_line())
            inner = values
            for key in place[:-1]:
                inner = inner[key]
            inner[place[-1]] = odd
            text = f"{json.dumps(values)}\n{whole._replace(backend='b').format_json_line()}\n"
            try:
                records = read_records(StringIO(text), "runs")
            except BackendComparisonFailedError as error:
                assert str(error).startswith("runs:1: expected the record of a run: ")
                refused += 1
                continue
            said = ComparisonReport(ComparisonSummary(records), AnswerFormatter())
            assert "\x1b" not in said.format_text() + said.format_faulty_answers()
            make_csv_text(records)
            reported += 1
    assert refused > 4 * reported > 100
    for text in ("[" * 100_000, '{"run": ' + "1" * 5000 + "}", "\ud800"):
        with pytest.raises(
            BackendComparisonFailedError, match="runs:1: expected the record of a run: "
        ):
            read_records(StringIO(text + "\n"), "runs")


def test_errors_of_runs_are_one_line_each() -> None:
    broken = record("p", "a", "error")._replace(error="no\x1b[2J\n- 7 × forged")
    said = ComparisonReport(ComparisonSummary([broken]), AnswerFormatter())
    assert "- 1 × a: no\\x1b[2J\\n- 7 × forged" in said.format_text()


@pytest.mark.gate
def test_the_scatter_plot_of_a_journal_is_of_backends_in_it(run: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    kept = tmp_path / "runs.jsonl"
    kept.write_text("".join(f"{record('p', name).format_json_line()}\n" for name in "ab"))
    given = ("compare", "--resume", "--json", str(kept), "--report", str(tmp_path / "report"))
    result = run(*given, "--scatter", "a,pysat:minisat22")
    assert (result.status, result.out) == (2, "")
    assert "expected two of the backends compared, found 'a,pysat:minisat22'; there are: a, b" in (
        result.err
    )
    assert run(*given, "--scatter", "b,a").status == 0
    assert "b, seconds" in (tmp_path / "report" / "index.html").read_text()


def test_two_comparisons_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = str(tmp_path / "runs.jsonl")
    with (
        open_journal(path, False, SETTINGS),
        pytest.raises(BackendComparisonFailedError, match="another comparison is writing to it"),
    ):
        open_journal(path, True, SETTINGS).__enter__()


# The command


@pytest.fixture(autouse=True)
def _state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_the_command_prints_a_table(run: Any) -> None:
    result = run("compare", COPIES, MOVED, "--backends", "pysat:minisat22,pysat:minicard")
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith(
        "Pairs: 2; milliseconds of processor time a pair, limit 60 s\n\n| backend "
    )
    assert "Of these, copies: 1\n" in result.out
    assert "Of these, not copies: 1\n" in result.out
    assert re.search(r"^\| pysat:minicard  \|      2 \|", result.out, re.MULTILINE)
    assert re.search(r"^\| virtual best    \|      2 \|", result.out, re.MULTILINE)
    assert os.path.exists(find_default_journal_path())
    again = run("compare", "--resume")
    assert again.out == result.out


LIAR = "print('s UNSATISFIABLE'); raise SystemExit(20)"

REFUSED = """\
import sys
open(sys.argv[2], "w").write("1 0\\n0\\n")
print("s UNSATISFIABLE")
sys.exit(20)
"""


def test_no_lie_pays(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a header or a table says is held against answers; a no needs it, or a proof."""
    # As if sudokopie could not answer the question itself.
    monkeypatch.setattr(Instance, "make_copy_with_checked_answer", lambda instance: instance)
    folder, other = tmp_path / "forged", tmp_path / "known"
    for place, verdict in ((folder, Verdict.YES), (other, None)):
        place.mkdir()
        pieces = yield_question_file_bytes(
            IsCopy(*pair_from(Path(MOVED))), "cnf", Provenance("x", ("x",)), verdict
        )
        write_export(str(place / "q.cnf"), pieces)
    liar = program(tmp_path, LIAR)

    def solved(*arguments: str) -> tuple[int, str, list[str]]:
        result = run("compare", *arguments)
        rows = re.findall(r"^\| [^|]+ +\| +(\d+ \| +\d+) \|", result.out, re.MULTILINE)
        return result.status, result.out, [re.sub(" +", " ", row) for row in rows]

    # Its header says yes, without a witness: nobody is wrong, and nobody has solved it.
    status, out, rows = solved(str(folder), "--backends", f"{liar},pysat:minisat22")
    assert (status, rows[:2]) == (1, ["0 | 0", "0 | 0"])
    assert out.count("| CONFLICT | q.cnf | ") == 2
    assert "q.cnf records copies" in out
    # A proof tells the honest one.
    status, out, rows = solved(str(folder), "--backends", f"{liar},pysat:glucose4", "--proofs")
    assert (status, rows[:2]) == (1, ["1 | 0", "0 | 0"])
    assert "q.cnf is wrong: it records copies" in out
    # Of what is not known, a no is a claim; a proof that is none makes it no better.
    assert solved(str(other), "--backends", liar)[::2] == (0, ["0 | 1", "0 | 0"])
    claimer = f"{program(other, REFUSED)} {{cnf}} {{proof}}"
    status, out, rows = solved(str(other), "--backends", claimer, "--proofs")
    assert (status, rows[0]) == (1, "0 | 0")
    assert "| UNPROVED | q.cnf | " in out
    assert re.search(r"its proof was refused: line \d of the proof does not follow", out)
    # A table beside the file is believed like a header, and not where it contradicts that.
    (other / "metadata.csv").write_text("file,family,expected\nq.cnf,f,satisfiable\n")
    status, out, _ = solved(str(other), "--backends", liar)
    assert status == 1
    assert "metadata.csv records copies" in out
    (folder / "metadata.csv").write_text("file,expected\nq.cnf,unsatisfiable\n")
    result = run("compare", str(folder), "--backends", liar)
    assert result.status == 2
    assert (
        "its comments give the answer satisfiable, but metadata.csv gives unsatisfiable"
        in result.err
    )
    (folder / "metadata.csv").write_bytes(b"\xff")
    assert "this is no text in UTF-8" in run("compare", str(folder)).err


@pytest.mark.parametrize(
    "name",
    ["size9-clues25-moved.txt", "cyclic-6-switched.txt"],  # a reason; a proof
)
def test_answers_to_own_pairs_are_found_and_verified(run: Any, tmp_path: Path, name: str) -> None:
    """Without a manifest, too, a right no has its time, and a wrong no is found out."""
    different, copies = tmp_path / "different.txt", tmp_path / "copies.txt"
    different.write_bytes((INSTANCES / name).read_bytes())
    copies.write_bytes(Path(COPIES).read_bytes())
    for path, ending in ((different, RunEnding.DIFFERENT), (copies, RunEnding.COPIES)):
        assert read_instance(str(path)).known is None
        known = read_instance(str(path)).make_copy_with_checked_answer().known
        assert known == (ending, None, "sudokopie")
    result = run("compare", str(different), "--backends", "pysat:minisat22", "--time-limit", "5")
    assert re.search(r"^\| pysat:minisat22 +\| +1 \| +0 \|", result.out, re.MULTILINE)
    assert "5000" not in result.out
    result = run("compare", str(copies), "--backends", program(tmp_path, LIAR))
    assert (result.status, "| WRONG |" in result.out) == (1, True)
    assert "sudokopie found steps, and they were followed" in result.out


def test_an_answer_that_is_not_proved_in_time_stays_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pair.txt"
    path.write_bytes((INSTANCES / "cyclic-6-switched.txt").read_bytes())
    monkeypatch.setattr("sudokopie.applications.comparison.instances._SECONDS_FOR_OWN_ANSWER", 1e-6)
    assert read_instance(str(path)).make_copy_with_checked_answer().known is None


def test_a_proof_may_take_as_long_to_check_as_a_run() -> None:
    """Then the answer stays, and is only claimed."""
    said = _RunOutcome(RunEnding.DIFFERENT, seconds=0.5, proof_size=9)
    ended: list[Any] = [SentValue(_AnswerStart(None)), SentValue(said)]

    class Slow:
        def begin_call(self, *_: object) -> None: ...
        def end_call(self) -> None: ...
        def try_take_message(self) -> Any:
            return ended.pop(0) if ended else None

    run = PlannedRun(read_instance(MOVED), "a", 1, PLAIN)
    process = _RunningProcess(
        cast("Any", Slow()), run, SETTINGS._replace(time_limit=1e-9, proofs=True)
    )
    why = "its proof was not checked: the time was not enough"
    assert process.poll_run_outcome_or_none() == said._replace(error=why)
    # Nor does a checker that is killed refuse anything.
    process = _RunningProcess(cast("Any", Slow()), run, SETTINGS._replace(proofs=True))
    ended += [SentValue(said), CallOutcome(-9, 0.0, None)]
    why = "its proof was not checked: its process ended with status -9"
    assert process.poll_run_outcome_or_none() == said._replace(error=why)


def test_a_checker_that_fails_refuses_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the no is only claimed, and the reason is said."""

    class Failing:
        def __init__(self, error: Exception) -> None:
            self.error = error

        def check(self, *_: object) -> None:
            raise self.error

    formula = IsCopy(Grid([[0, 0], [0, 0]]), Grid([[1, 0], [0, 0]])).formula
    said = _RunOutcome(RunEnding.DIFFERENT, seconds=0.5)
    monkeypatch.setattr(
        "sudokopie.applications.comparison.measured_run.send_to_client", lambda _: None
    )
    monkeypatch.setattr(
        "sudokopie.applications.comparison.measured_run.find_hint_program_and_lrat_lines",
        lambda *_: ("a", []),
    )
    for error, ending in (
        (ProofError("line 1 fails"), RunEnding.REFUSED_PROOF),
        (BackendError("it was killed"), RunEnding.DIFFERENT),
        (MemoryError(), RunEnding.DIFFERENT),
        (OSError(28, "No space left on device"), RunEnding.DIFFERENT),
    ):
        monkeypatch.setattr(
            "sudokopie.applications.comparison.measured_run.find_checker", partial(Failing, error)
        )
        outcome = _make_outcome_with_checked_proof(said, formula, ["0"], "a")
        assert outcome.ending == ending
        assert (outcome.proof_seconds is None) == (ending is RunEnding.DIFFERENT)
        settings = SETTINGS._replace(proofs=True)
        made = record("p", "a", "different")._replace(settings=settings, **outcome._asdict())
        comparison = ComparisonSummary([made])
        (row, _) = comparison.summarise_backends()
        if ending is RunEnding.DIFFERENT:
            assert (row.solved, row.claimed, row.errors) == (0, 1, 0)
            assert not comparison.judgement.contradictions
            why = str(error) or "MemoryError()"
            assert comparison.count_error_messages() == {f"a: its proof was not checked: {why}": 1}
            assert (
                "What went wrong:" in ComparisonReport(comparison, AnswerFormatter()).format_text()
            )
        else:
            assert (row.solved, row.claimed, row.errors) == (0, 0, 1)
            assert not comparison.count_error_messages()


def test_a_wrong_answer_is_named_first(run: Any, tmp_path: Path) -> None:
    liar = program(tmp_path, LIAR)
    result = run("compare", COPIES, "--backends", f"{liar},pysat:minisat22")
    assert result.status == 1
    assert result.out.startswith("WRONG ANSWERS AND CONFLICTS\n\n| fault | pair ")
    assert "pysat:minisat22 found steps, and they were followed" in result.out
    result = run("compare", COPIES, "--backends", f"{liar},pysat:minisat22", "--csv", "-")
    assert result.status == 1
    assert result.err.startswith("WRONG ANSWERS")
    assert result.out.startswith("instance,")


def test_a_file_that_cannot_be_read_costs_only_itself(run: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("12\n")
    result = run("compare", str(bad), COPIES, "--backends", "pysat:minisat22")
    assert result.status == 2
    assert result.err.startswith(f"{bad}:1:3: the file ends, but row 2")
    assert result.err.count("\n") == 1
    assert "| pysat:minisat22 |      1 |" in result.out
    result = run("compare", str(bad), "--backends", "pysat:minisat22")
    assert result.err.endswith(
        "sudokopie: none of the files could be read, so there is nothing to run the backends on\n"
    )


def test_files_of_one_name_are_told_apart(run: Any, tmp_path: Path) -> None:
    other = tmp_path / Path(COPIES).name
    other.write_text(Path(MOVED).read_text())
    result = run("compare", COPIES, str(other), "--backends", "pysat:minisat22", "--json", "-")
    records = [RunRecord.parse_json_line(line) for line in result.out.splitlines()]
    assert [one.instance for one in records] == [COPIES, str(other)]
    assert [one.ending for one in records] == ["copies", "different"]
    same = run(
        "compare", COPIES, COPIES, "--suite", "small", "--backends", "graph:bliss", "--json", "-"
    )
    assert len({RunRecord.parse_json_line(line).instance for line in same.out.splitlines()}) == 17


def test_names_that_are_no_text(run: Any, tmp_path: Path) -> None:
    bad = os.fsencode(tmp_path) + b"/\xff\n|.txt"
    with open(bad, "wb") as file:
        file.write(Path(COPIES).read_bytes())
    table = tmp_path / "runs.csv"
    result = run(
        "compare", os.fsdecode(bad), "--backends", "pysat:minisat22", "--csv", str(table)
    )  # fmt: skip
    assert result.status == 0
    assert table.exists()


def test_a_folder_with_its_manifest_may_hold_large_grids() -> None:
    pair = read_instance(str(INSTANCES / "sizes49-copies.txt")).copy_question
    assert pair is not None
    assert pair.first.size == 49


def test_usage_is_checked(run: Any, tmp_path: Path) -> None:
    for arguments, said in (
        ((), "name pairs to run on: files"),
        ((COPIES, "--csv", "-", "--json", "-"), "different files"),
        ((COPIES, "--csv", "x", "--json", "x"), "different files"),
        ((COPIES, "--csv", COPIES), "cannot be written too"),
        ((COPIES, "--scatter", "a,b"), "--scatter needs --report"),
        ((COPIES, "--seed", "3"), "--seed needs --order shuffled"),
        ((COPIES, "--backends", "none"), "unknown backend 'none'"),
        ((COPIES, "--time-limit", "0"), "above 0"),
        ((COPIES, "--report", str(tmp_path), "--scatter", "a,b"), "two of the backends"),
    ):
        result = run("compare", *arguments)
        assert result.status == 2
        assert said in result.err
        assert result.err.count("\n") == 1


@pytest.mark.gate
def test_options_change_what_is_measured(run: Any, tmp_path: Path) -> None:
    def records(*options: str) -> list[RunRecord]:
        arguments = ("compare", COPIES, MOVED, "--backends", "pysat:minisat22", "--json", "-")
        result = run(*arguments, *options)
        assert result.status == 0
        return [RunRecord.parse_json_line(line) for line in result.out.splitlines()]

    plain = records()
    assert [one.run for one in records("--runs", "2")] == [1, 1, 2, 2]
    assert records("--refined")[0].encoding == "refined"
    assert records("--cells", "both")[0].statistics["clauses"] > plain[0].statistics["clauses"]
    bijection = records("--line-maps", "bijection")[0]
    assert bijection.line_maps == bijection.settings.line_maps == "bijection"
    more = 2 * (4**3 - 4**2 + 4)
    assert bijection.statistics["clauses"] == plain[0].statistics["clauses"] + more
    assert records("--time-limit", "7")[0].settings.time_limit == 7
    assert records("--jobs", "2")[0].settings.jobs == 2
    orders = {
        tuple(one.instance for one in records("--order", "shuffled", "--seed", seed))
        for seed in "12345"
    }
    assert len(orders) == 2
    assert plain[0].conditions.versions["python-sat"]
    assert plain[0].conditions.versions["kernel"] == kernel_functions.get_implementation_name()
    table = tmp_path / "runs.csv"
    assert run("compare", COPIES, "--backends", "pysat:minisat22", "--csv", str(table)).status == 0
    assert len(table.read_text().splitlines()) == 2
    result = run("compare", "--suite", "small", "--backends", "pysat:minisat22", "--lang", "de")
    assert result.status == 0
    assert result.out.startswith("Paare: ")


def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, "compare", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        start_new_session=True,
    )


@pytest.mark.gate
@pytest.mark.parametrize(
    "number",
    [
        signal.SIGINT,
        # tests/system/test_litter.py: these end a command in the same way
        *(pytest.param(one, marks=pytest.mark.slow) for one in (signal.SIGTERM, signal.SIGHUP)),
    ],
)
def test_an_interruption_keeps_what_was_measured_and_resume_goes_on(
    run: Any, tmp_path: Path, number: int
) -> None:
    pid, file = tmp_path / "pid", tmp_path / "runs.jsonl"
    slow = program(
        tmp_path,
        f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)",
    )
    arguments = (COPIES, "--backends", f"pysat:minisat22,{slow}", "--json", str(file))
    with start(*arguments) as child:
        while not (pid.exists() and pid.read_text()):
            assert child.poll() is None
            time.sleep(0.05)
        os.kill(child.pid, number)
        out, err = child.communicate(timeout=30)
    assert child.returncode == 128 + number
    assert "| pysat:minisat22 |      1 |" in out
    assert err == (
        f"Interrupted after 1 of 2 runs; these are kept in {file}, and --resume continues.\n"
    )
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)
    before = file.read_text()
    program(tmp_path, "print('s UNKNOWN')")
    result = run("compare", *arguments, "--resume")
    assert result.status == 2
    assert "gave up" in result.out
    assert file.read_text().startswith(before)
    assert len(file.read_text().splitlines()) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell of a parent's end")
def test_nothing_outlives_a_comparison_that_is_killed(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    slow = program(
        tmp_path,
        f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)",
    )
    with start(COPIES, "--backends", slow, XDG_STATE_HOME=str(tmp_path)) as child:
        while not (pid.exists() and pid.read_text()):
            assert child.poll() is None
            time.sleep(0.05)
        child.kill()
        child.communicate(timeout=30)
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            os.kill(int(pid.read_text()), 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the solver still runs")


def shown_on(controller: int) -> str:
    """Return all that a terminal was told; a read may end within a character."""
    pieces = []
    with suppress(OSError):  # at the end, when nobody holds the other side any more
        while piece := os.read(controller, 65536):
            pieces.append(piece)
    return b"".join(pieces).decode()


@pytest.mark.gate
@pytest.mark.parametrize("name", ["[/b]", "\x1b[2J"])
def test_progress_is_for_terminals(tmp_path: Path, name: str) -> None:
    """Names on it are no markup, and no orders to the terminal."""
    import pty

    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\nexit 3\n")
    path.chmod(0o755)
    controller, terminal = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, "compare", COPIES, "--backends", f"dimacs:./{name}"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm", "XDG_STATE_HOME": str(tmp_path)},
    ) as child:
        os.close(terminal)
        assert child.stdout is not None
        # The terminal first: a slow run writes more to it than it holds, and would wait.
        shown = shown_on(controller)
        child.stdout.read()
    os.close(controller)
    assert child.returncode == 2
    assert "1/1" in shown
    assert f"dimacs:./{name}".replace("\x1b", "\\x1b")[:12] in shown
    assert "\x1b[2J" not in shown


def test_an_interruption_is_not_for_the_server_of_processes() -> None:
    """It would print a traceback while it starts."""
    command = [sys.executable, "-c", "import signal; print(signal.pthread_sigmask(0, []))"]

    def blocked() -> str:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    with let_new_processes_ignore_interrupts():
        assert "SIGINT" in blocked()
    assert "SIGINT" not in blocked()


PLOTS = {f"{name}.{form}" for name in ("cactus", "scatter", "sizes") for form in ("svg", "png")}


@pytest.mark.gate
def test_the_report_is_a_page_with_its_plots_and_data(run: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    folder, kept, table = (tmp_path / name for name in ("report", "kept.jsonl", "kept.csv"))
    names = "pysat:minisat22,pysat:minicard,cp-sat"
    result = run(
        "compare", COPIES, MOVED, "--backends", names, "--report", str(folder),
        "--scatter", "cp-sat,pysat:minicard", "--json", str(kept), "--csv", str(table),
    )  # fmt: skip
    assert (result.status, result.err) == (0, "")
    assert set(os.listdir(folder)) == {"index.html", "runs.csv", "runs.json", LIST} | PLOTS
    page = (folder / "index.html").read_text()
    assert page.count("<svg") == 3
    assert '<th scope="row">pysat:minisat22</th><td>2</td>' in page
    assert "cp-sat, seconds" in page
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    links = set(re.findall(r""" (?:src|href)=["']([^"']*)""", page))
    links |= {f"#{name}" for name in re.findall(r"url\(#([^)]*)\)", page)}
    assert links - {"data:,"} - {f"#{name}" for name in ids} == {"runs.csv", "runs.json"} | PLOTS
    assert (folder / "runs.json").read_text() == kept.read_text()
    assert (folder / "runs.csv").read_text() == table.read_text()
    with open_journal(str(kept), True, None) as journal:
        moment = str(journal.records[0].ended)
        assert f"The first run ended at {moment[:10]} {moment[11:19]}" in page
        for version in journal.records[0].conditions.versions.values():
            assert version in page
    alone = run("compare", COPIES, "--backends", "cp-sat", "--report", str(folder))
    assert (alone.status, alone.err) == (0, "")
    assert (folder / "index.html").read_text().count("<svg") == 2
    assert len((folder / "runs.json").read_text().splitlines()) == 1


def test_the_page_says_how_each_backend_did_on_each_pair(tmp_path: Path) -> None:
    page = page_of(mixed(), tmp_path)
    p, q, r = (
        re.sub(r"</?t[dh][^>]*?(?: class=\"(\w+)\")?>|</?a[^>]*>", r" \1 ", row).split()
        for row in re.findall(r"<tr>(<th scope=.row.><a[^>]*>[pqr]</a></th><td>f<.*?)</tr>", page)
    )
    assert p == ["p", "f", "4", "5", "copies", "best", "1.20", "400", "–"]
    assert q == [*("q", "f", "4", "5", "not", "copies"), "best", "300",
                 "unknown", "time-out", "wrong", "error"]  # fmt: skip
    assert r == [*("r", "f", "4", "5", "unknown"), "unknown", "time-out",
                 "unknown", "claimed", "wrong", "refused"]  # fmt: skip
    assert page.partition('class="instance"')[0].count("liar") == 2
    assert "<td>2</td><td>9</td><td>1000</td></tr>" in page
    assert "<td>500</td>" in page  # solving, milliseconds of processor time
    assert "<td>1.5</td><td>3</td></tr>" in page  # memory and counts
    assert "Runs whose end was not recorded: 9." in page
    assert "1 × c: broken" in page


def test_the_page_says_how_was_measured_in_words(tmp_path: Path) -> None:
    one = record("p", "a")
    page = page_of([one], tmp_path)
    for said in (
        "<dd>10 s for each run</dd>",
        "<dd>round after round, pair after pair, backend after backend</dd>",
        "<dd>plain, not refined first</dd>",
        "<dd>rows and columns imply digits</dd>",
        "<dd>abc</dd>",
        "<dd>p; cores: 2</dd>",
    ):
        assert said in page
    shuffled = record("p", "b")._replace(
        settings=SETTINGS._replace(order="shuffled", seed=3), encoding="refined"
    )
    page = page_of([one, shuffled], tmp_path)
    assert "backend after backend</dd> <dd>shuffled, seed 3</dd>" in page
    assert "plain, not refined first</dd> <dd>refined first</dd>" in page


@pytest.mark.gate
def test_the_virtual_best_is_drawn_where_there_are_several(tmp_path: Path) -> None:
    page_of(mixed(), tmp_path, is_drawn=True)
    assert "virtual best" in (tmp_path / "cactus.svg").read_text()
    page_of(mixed(), tmp_path, "de", is_drawn=True)
    assert "virtuell bestes Verfahren" in (tmp_path / "cactus.svg").read_text()
    page_of([record("p", "a")], tmp_path, is_drawn=True)
    assert "virtual best" not in (tmp_path / "cactus.svg").read_text()


def test_names_are_text_on_the_page_too(tmp_path: Path) -> None:
    instance, backend = '<img src="x">\udcff\n', "dimacs:$<b>\x01$ $2"
    page = page_of([record(instance, backend), record(instance, "b")], tmp_path, is_drawn=True)
    assert "&lt;img src=&#34;x&#34;&gt;\\udcff\\n</a></th>" in page
    assert "dimacs:<wbr>$&lt;b&gt;\\x01$ $2</th>" in page
    assert "dimacs:$&lt;b&gt;\\x01$ $2</text>" in page
    assert "<b>" not in page


@pytest.mark.parametrize("option", ["--csv", "--json"])
def test_a_report_holds_nothing_else(run: Any, tmp_path: Path, option: str) -> None:
    pytest.importorskip("matplotlib")
    endings = {"--csv": (".csv", ".csv.gz"), "--json": (".json", ".jsonl")}
    for name in (f"runs{ending}" for ending in endings[option]):
        mine = tmp_path / name
        result = run("compare", COPIES, "--report", str(tmp_path), option, str(mine))
        assert (result.status, result.out) == (2, "")
        assert f"{option} names a file in the folder of --report" in result.err
        assert not mine.exists()


def test_without_matplotlib_it_says_what_to_install(run: Any, monkeypatch: Any) -> None:
    from sudokopie.showing import plots

    monkeypatch.setattr(plots, "find_spec", lambda _: None)
    result = run("compare", COPIES, "--report", "nowhere")
    assert (result.status, result.out) == (2, "")
    assert result.err == (
        "sudokopie: the report's plots need matplotlib: pip install 'sudokopie[plots]'\n"
    )


# Benchmark sets


def test_a_suite_is_exported_with_its_metadata(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    result = run("export", "--suite", "small", "-o", str(folder))
    assert (result.status, result.out, result.err) == (0, "", "")
    with (folder / "metadata.csv").open() as file:
        rows = list(csv.DictReader(file))
    small = [entry for entry in manifest() if "small" in entry["suites"]]
    assert [row["file"] for row in rows] == [entry["file"][:-3] + "cnf" for entry in small]
    assert set(os.listdir(folder)) == {row["file"] for row in rows} | {
        *("metadata.csv", "README.md", "CITATION.cff", "LICENSE", LIST)
    }
    for row, entry in zip(rows, small, strict=True):
        expected = {"copies": "satisfiable", "different": "unsatisfiable"}[entry["verdict"]]
        assert (row["expected"], row["family"]) == (expected, entry["family"])
        text = (folder / row["file"]).read_text().splitlines()
        lines = [line for line in text if not line.startswith("c ")]
        assert lines[0] == f"p cnf {row['variables']} {row['clauses']}"
        clauses = [[int(word) for word in line.split()] for line in lines[1:]]
        assert len(clauses) == int(row["clauses"])
        for *clause, end in clauses:
            assert end == 0
            assert len({abs(literal) for literal in clause}) == len(clause)
        assert max(map(len, clauses)) - 1 == int(row["longest clause"])
        assert f"`{row['family']}`" in (folder / "README.md").read_text()


def test_a_suite_goes_with_few_options(run: Any) -> None:
    for arguments in (
        ("export", "-o", "x.cnf"),
        ("export", COPIES, "--suite", "small", "-o", "x"),
        ("export", "--suite", "small", "-o", "x", "--format", "opb"),
    ):
        result = run(*arguments)
        assert result.status == 2
        assert not os.path.exists("x")
