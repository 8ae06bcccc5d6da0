"""Files for BenchExec, its tool-info modules, and its tables of results."""

from __future__ import annotations

import bz2
import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from sudokopie.applications.comparison.benchexec_results import read_benchexec_results
from sudokopie.applications.comparison.judgement import AnswerJudgement
from sudokopie.applications.comparison.record import RunEnding, RunRecord
from sudokopie.applications.comparison.report_comparison import ComparisonReport
from sudokopie.applications.comparison.summary import ComparisonSummary
from sudokopie.base.errors import BackendComparisonFailedError
from sudokopie.showing.answer_formatter import AnswerFormatter

from made_records import page_of, record

HEAD = (
    '<result tool="kissat" version="4.0.4" options="--sat" generator="BenchExec 3.35" '
    'timelimit="60s" memlimit="2000000000B">'
)


@pytest.fixture(autouse=True)
def _state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from sudokopie.cli import main

    folder = tmp_path_factory.mktemp("suite") / "set"
    words = ["export", "--suite", "small", "--max-size", "4", "--benchexec", "-o", str(folder)]
    with pytest.MonkeyPatch.context() as patched, pytest.raises(SystemExit) as ended:
        patched.setattr(sys, "argv", ["sudokopie", *words])
        main()
        sys.exit(0)
    assert ended.value.code == 0
    return folder


def table(folder: Path, runs: str, head: str = HEAD, name: str = "r.results.xml") -> str:
    """Write a table of results."""
    path = folder / name
    path.write_text(f"{head}{runs}</result>")
    return str(path)


def run_of(task: str, status: str, expected: str = "", seconds: str = "1.5") -> str:
    """Return the element of a run."""
    verdict = f' expectedVerdict="{expected}"' if expected else ""
    return (
        f'<run name="{task}.yml" files="[{task}]" properties="satisfiable"{verdict}>'
        f'<column title="status" value="{status}"/><column title="cputime" value="{seconds}s"/>'
        '<column title="walltime" value="2s"/><column title="memory" value="1048576B"/></run>'
    )


# What is written


def test_each_formula_and_each_pair_has_a_task(suite: Path) -> None:
    task = "format_version: '2.0'\ninput_files: '{}'\nproperties:\n"
    task += "  - property_file: satisfiable.prp\n    expected_verdict: {}\n"
    for name, verdict in (("copies", "true"), ("moved", "false")):
        for ending in ("cnf", "pair"):
            file = f"size4-clues5-{name}.{ending}"
            assert (suite / f"{file}.yml").read_text() == task.format(file, verdict)
            assert (suite / file).is_file()
    assert "<include>*.cnf.yml</include>" in (suite / "solver.xml").read_text()
    assert 'tool="benchexec_tools.sudokopie_solver"' in (suite / "sudokopie.xml").read_text()
    assert (suite / "satisfiable.prp").read_text()


def test_task_files_need_questions_with_yes_or_no(run: Any, tmp_path: Path) -> None:
    result = run("export", "--suite", "maxsat", "--benchexec", "-o", str(tmp_path / "x"))
    assert result.status == 2
    assert "--benchexec goes only with the suites small" in result.err
    assert run("export", "x.txt", "--benchexec", "-o", "y.cnf").status == 2


@pytest.fixture
def _benchexec(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Modules that stand in for BenchExec, which is no dependency."""
    result, template = ModuleType("benchexec.result"), ModuleType("benchexec.tools.template")
    for name, value in {
        "RESULT_TRUE_PROP": "true",
        "RESULT_FALSE_PROP": "false",
        "RESULT_UNKNOWN": "unknown",
        "RESULT_ERROR": "ERROR",
    }.items():
        setattr(result, name, value)
    template.BaseTool2 = object  # type: ignore[attr-defined]
    package, tools = ModuleType("benchexec"), ModuleType("benchexec.tools")
    package.result, package.tools, tools.template = result, tools, template  # type: ignore[attr-defined]
    for module in (package, tools, result, template):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    yield


def tool_of(path: Path) -> Any:
    return runpy.run_path(str(path))["Tool"]()


@pytest.mark.usefixtures("_benchexec")
def test_tool_info_modules_read_answers(suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def said(output: list[str], status: int) -> Any:
        code = SimpleNamespace(value=status)
        return SimpleNamespace(output=output, exit_code=code, was_timeout=False)

    tool = tool_of(suite / "sat_solver.py")
    assert tool.determine_result(said(["c s SATISFIABLE\n", "s UNSATISFIABLE\n"], 20)) == "false"
    assert tool.determine_result(said(["s SATISFIABLE\n", "v 1 0\n"], 10)) == "true"
    assert tool.determine_result(said(["s SATISFIABLE", "s UNSATISFIABLE"], 0)).startswith("ERROR")
    assert tool.determine_result(said([], 0)) == "unknown"
    assert tool.determine_result(said([], 1)) == "ERROR (exit status 1)"
    assert tool.name() == "kissat"
    monkeypatch.setenv("SAT_SOLVER", "/x/mine")
    assert (tool.name(), tool.executable(None)) == ("mine", "/x/mine")
    task = SimpleNamespace(single_input_file="q.cnf", options=None)
    assert tool.cmdline("kissat", ["--sat"], task, None) == ["kissat", "--sat", "q.cnf"]
    ours = tool_of(suite / "sudokopie_solver.py")
    answers = [ours.determine_result(said([], status)) for status in (0, 1, 2, 3)]
    assert answers == ["true", "false", "ERROR", "unknown"]
    task = SimpleNamespace(single_input_file="q.pair", options={"max-size": "49"})
    words = ["sudokopie", "solve", "--quiet", "--max-size=49", "q.pair"]
    assert ours.cmdline("sudokopie", [], task, None) == words


# What is read


def test_runs_are_those_of_the_same_questions(suite: Path, run: Any) -> None:
    """A solver on formulas, and sudokopie on pairs, are compared on the same questions."""
    yes, no = "size4-clues5-copies", "size4-clues5-moved"
    runs = run_of(f"{yes}.cnf", "true", "true") + run_of(f"{no}.cnf", "TIMEOUT (false)", "false")
    solver = table(suite.parent / "set", runs)
    runs = run_of(f"{yes}.pair", "true", "true") + run_of(f"{no}.pair", "false", "false", "3")
    ours = table(suite, runs, HEAD.replace("kissat", "sudokopie"), "s.results.xml")
    first, second = read_benchexec_results(solver)
    assert (first.backend, first.ending, first.expected) == (
        *("kissat 4.0.4 --sat", RunEnding.COPIES),
        RunEnding.COPIES,
    )
    assert (first.cpu_seconds, first.seconds, first.memory, first.size) == (1.5, 2, 1, 4)
    assert (second.ending, second.settings.cpu_seconds_limit) == (RunEnding.TIMEOUT, 60)
    others = read_benchexec_results(ours)
    assert [(one.instance, one.digest) for one in others] == [
        (one.instance, one.digest) for one in (first, second)
    ]
    result = run("compare", "--results", solver, "--results", ours)
    assert result.status == 0
    assert result.out.startswith("Pairs: 2;")
    assert "| sudokopie 4.0.4 --sat |      2 |       0 |" in result.out
    assert "- kissat 4.0.4 --sat: BenchExec 3.35" in result.out


def test_runs_are_added_to_those_of_sudokopie(suite: Path, run: Any) -> None:
    path = table(suite, run_of("size4-clues5-moved.cnf", "true", "false"))
    pair = str(suite / "size4-clues5-moved.cnf")
    result = run("compare", pair, "--backends", "pysat:minisat22", "--results", path)
    assert result.status == 1
    assert "| WRONG | size4-clues5-moved.cnf | kissat 4.0.4 --sat | copies |" in result.out
    assert "- pysat:minisat22: sudokopie, by RLIMIT and /proc" in result.out


def test_an_answer_that_was_not_verified_needs_a_known_answer(tmp_path: Path) -> None:
    path = table(
        tmp_path,
        run_of("a.cnf", "true", "true")
        + run_of("b.cnf", "true")
        + run_of("c.cnf", "true", "false")
        + run_of("d.cnf", "OUT OF MEMORY")
        + run_of("e.cnf", "SEGMENTATION FAULT"),
    )
    records = read_benchexec_results(path)
    judgement = AnswerJudgement(records)
    assert [judgement.counts_as_solved(one) for one in records] == [True, *[False] * 4]
    assert [judgement.is_only_claimed(one) for one in records] == [False, True, *[False] * 3]
    assert [(one.fault, str(one.reason)) for one in judgement.contradictions] == [
        ("conflict", "c.cnf.yml records unsatisfiable")
    ]
    assert [one.ending for one in records[3:]] == [RunEnding.OUT_OF_MEMORY, RunEnding.ERROR]
    assert records[4].error == "SEGMENTATION FAULT"
    page = page_of([*records, record("p", "a")], tmp_path / "report")
    assert "<dd>BenchExec 3.35</dd>" in page
    assert "<li>a: sudokopie, by RLIMIT and /proc</li>" in page


def test_a_yes_that_was_not_verified_refutes_nothing() -> None:
    no = record("p", "a", "different")._replace(proof_size=9, proof_seconds=0.5)
    yes = record("p", "b")._replace(measured_by="BenchExec 3.35")
    assert AnswerJudgement([no, yes]).wrong_answer_counts == {"b": 1}
    unproved = no._replace(proof_seconds=None)
    assert AnswerJudgement([unproved, yes]).contradictions == []


def test_a_table_may_be_compressed_and_is_refused_with_a_reason(tmp_path: Path) -> None:
    text = f"{HEAD}{run_of('a.cnf', 'false', 'false')}</result>"
    packed = tmp_path / "r.xml.bz2"
    packed.write_bytes(bz2.compress(text.encode()))
    (one,) = read_benchexec_results(str(packed))
    assert one.ending is RunEnding.UNSATISFIABLE
    packed.write_bytes(bz2.compress(text.encode())[:-9])

    def reason(path: str) -> str:
        with pytest.raises(BackendComparisonFailedError) as failed:
            read_benchexec_results(path)
        return str(failed.value)

    assert str(packed) in reason(str(packed))
    other = run_of("a.cnf", "true").replace('"satisfiable"', '"unreach-call"')
    assert "the property 'satisfiable', found 'unreach-call'" in reason(table(tmp_path, other))
    assert "no time limit" in reason(table(tmp_path, "", HEAD.replace("timelimit", "x")))
    (tmp_path / "a.xml").write_text("<html></html>")
    assert "expected the table" in reason(str(tmp_path / "a.xml"))
    (tmp_path / "a.xml").write_text("nothing")
    assert "syntax error" in reason(str(tmp_path / "a.xml"))
    (tmp_path / "a.xml").write_text('<!DOCTYPE result [<!ENTITY a "aaa">]><result>&a;</result>')
    assert "it defines entities" in reason(str(tmp_path / "a.xml"))


def test_records_say_who_measured() -> None:
    one = record("p", "a")._replace(measured_by="BenchExec 3.35")
    assert RunRecord.parse_json_line(one.format_json_line()) == one
    text = ComparisonReport(ComparisonSummary([record("p", "a")]), AnswerFormatter()).format_text()
    assert "RLIMIT" not in text


# The real BenchExec

SOLVER = """\
#!{python}
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
if sys.argv[1:] == ["--version"]:
    sys.exit(print("7.5"))
with Solver("cadical153", CNF(from_file=sys.argv[-1])) as solver:
    is_satisfiable = solver.solve()
print("s SATISFIABLE" if is_satisfiable else "s UNSATISFIABLE")
sys.exit(10 if is_satisfiable else 20)
"""

OURS = """\
#!{python}
from sudokopie.cli import main
main()
"""


@pytest.mark.skipif(shutil.which("benchexec") is None, reason="needs benchexec")
def test_benchexec_runs_an_exported_suite(suite: Path, run: Any, tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, text in (("mine", SOLVER), ("sudokopie", OURS)):
        (programs / name).write_text(text.format(python=sys.executable))
        (programs / name).chmod(0o755)
    folder = tmp_path / "set"
    shutil.copytree(suite, folder)
    variables = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": ".",
        "SAT_SOLVER": str(programs / "mine"),
    }
    for definition in ("solver.xml", "sudokopie.xml"):
        ended = subprocess.run(
            ["benchexec", definition, "--no-container"],
            cwd=folder,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
        )
        if ended.returncode and "cgroup" in ended.stderr:
            pytest.skip("runexec may use no control groups")
        assert ended.returncode == 0, ended.stderr
        correct = next(line for line in ended.stdout.splitlines() if " correct: " in line)
        assert correct.split() == ["correct:", "3"]
    tables = sorted(map(str, folder.glob("results/*.results.xml.bz2")))
    assert len(tables) == 2
    result = run("compare", "--results", tables[0], "--results", tables[1])
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("Pairs: 3;")
    assert "| mine 7.5" in result.out
    assert "| sudokopie 1." in result.out
    for records in map(read_benchexec_results, tables):
        assert [one.ending == one.expected for one in records] == [True] * 3
        assert all(one.measured_by and one.measured_by.startswith("BenchExec") for one in records)
        assert all(one.cpu_seconds and one.memory for one in records)
