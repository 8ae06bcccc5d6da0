"""Comparisons of what is no pair: optima, counts, and formulas of others."""

from __future__ import annotations

import lzma
import os
import re
from pathlib import Path
from typing import Any

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from sudokopie import Grid
from sudokopie.applications.comparison.foreign_formula import ForeignFormula, ForeignFormulaFile
from sudokopie.applications.comparison.instances import (
    OWN_ANSWER,
    list_instance_files,
    read_instance,
)
from sudokopie.applications.comparison.judgement import AnswerFaultKind, AnswerJudgement
from sudokopie.applications.comparison.plan import choose_backend_names
from sudokopie.applications.comparison.record import RunEnding, RunRecord
from sudokopie.applications.comparison.summary import ComparisonSummary
from sudokopie.base.errors import BackendError, ExportError, VerificationError
from sudokopie.encoding.fewest_steps import FewestStepsFormula
from sudokopie.proofs.export import write_export, yield_question_file_bytes
from sudokopie.proofs.export_header import LIBRARY
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.optimisers import ExternalMaxsatBackend, ExternalPseudoBooleanBackend
from sudokopie.solvers.solver_output import parse_model_count

from conftest import INSTANCES
from exported_questions import FOUR
from made_records import record
from solver_programs import program


@pytest.fixture(autouse=True)
def _state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


ONE, OTHER = Grid([[1, 0], [0, 0]], (1, 2)), Grid([[0, 0], [0, 2]], (1, 2))


def given(
    backend: str,
    ending: str,
    value: int | None = None,
    expected: tuple[str, int | None] | None = None,
    by: str | None = None,
) -> RunRecord:
    """Return the record of a formula."""
    one = record("f", backend, ending, expected=expected and expected[0])
    number = None if expected is None else expected[1]
    return one._replace(form="wcnf", value=value, expected_value=number, known_by=by)


def faults(*records: RunRecord) -> list[tuple[str, str, str]]:
    found = AnswerJudgement(records).contradictions
    return [(one.fault, one.backend, str(one.reason)) for one in found]


# What holds


def test_a_better_model_refutes_an_optimum() -> None:
    best, worse = given("a", "optimum", 3), given("b", "optimum", 4)
    refuted = "a found a model that costs 3, and it was checked"
    assert faults(best, worse) == [(AnswerFaultKind.WRONG, "b", refuted)]
    # Also one that is not said to be the best, and also a no.
    found = given("a", "error", 3)
    assert faults(found, worse) == [(AnswerFaultKind.WRONG, "b", refuted)]
    assert faults(worse, given("c", "unsatisfiable"), best)[1][:2] == (AnswerFaultKind.WRONG, "c")
    assert faults(best, given("b", "optimum", 3), given("c", "timeout")) == []
    assert faults(given("a", "false witness")._replace(error="no")) == [
        (AnswerFaultKind.WRONG, "a", "its statement is wrong: no")
    ]


def test_an_optimum_counts_where_it_is_known() -> None:
    def counted(*records: RunRecord) -> list[tuple[int, int]]:
        return [
            (row.solved, row.claimed)
            for row in ComparisonSummary(records).summarise_backends()[:-1]
        ]

    known = ("optimum", 3)
    assert counted(given("a", "optimum", 3)) == [(0, 1)]
    assert counted(given("a", "optimum", 3, known)) == [(1, 0)]
    assert counted(given("a", "optimum", 4, known)) == [(0, 0)]
    assert faults(given("a", "optimum", 4, known, "t")) == [
        (AnswerFaultKind.CONFLICT, "a", "t records optimum 3")
    ]
    # What was checked weighs more than a table, but that it is an optimum is a claim then.
    assert faults(given("a", "optimum", 2, known, "t")) == [
        (AnswerFaultKind.CONFLICT, "a", "t is wrong: it records optimum 3")
    ]
    assert faults(given("a", "optimum", 2, ("satisfiable", None), "t")) == []
    assert faults(given("a", "unsatisfiable", None, ("satisfiable", None), "t")) == [
        (AnswerFaultKind.CONFLICT, "a", "t records satisfiable")
    ]
    assert ComparisonSummary([given("a", "optimum", 3, known)]).correct_endings == {
        "f": RunEnding.OPTIMUM
    }


def test_counts_that_differ_are_a_conflict_unless_ours_is_known() -> None:
    differing = given("a", "models", 3), given("b", "models", 4)
    assert faults(*differing) == [
        (AnswerFaultKind.CONFLICT, "a", "b counts models 4"),
        (AnswerFaultKind.CONFLICT, "b", "a counts models 3"),
    ]
    assert faults(given("a", "models", 3), given("b", "models", 3)) == []
    ours = ("models", 4)
    assert faults(*(given(*one[:3], ours, OWN_ANSWER) for one in (("a", "models", 3),))) == [
        (AnswerFaultKind.WRONG, "a", "sudokopie records models 4")
    ]
    rows = ComparisonSummary([given("b", "models", 4, ours, OWN_ANSWER)]).summarise_backends()
    assert (rows[0].solved, rows[0].claimed) == (1, 0)


def test_records_of_formulas_survive_json() -> None:
    one = given("a", "models", 10**30, ("models", 10**30), "t")
    assert RunRecord.parse_json_line(one.format_json_line()) == one


# Formulas of others


def formula(path: Path, text: str) -> ForeignFormula:
    path.write_text(text)
    return ForeignFormulaFile(str(path), path.suffix[1:], "").read_formula()


def test_formulas_of_others_are_read(tmp_path: Path) -> None:
    cnf = formula(tmp_path / "f.cnf", "c x\np cnf 4 2\n1 -2 0 2\n3 0\n%\n0\n")
    assert (cnf.variables, list(cnf.clauses()), cnf.soft) == (4, [[1, -2], [2, 3]], None)
    soft = [(5, [-1]), (3, [-2, 1])]
    for text in (
        "h 1 2 0\nh -1\n3 0\n5 -1 0 3 -2 1 0\n",
        "p wcnf 3 4 9\n9 1 2 0\n9 -1 3 0\n5 -1 0\n3 -2 1 0\n",
    ):
        wcnf = formula(tmp_path / "f.wcnf", text)
        assert (wcnf.variables, wcnf.hard, wcnf.soft) == (3, [[1, 2], [-1, 3]], soft)
        assert wcnf.verify_and_compute_cost(frozenset({1, 3})) == 5
        assert wcnf.verify_and_compute_cost(frozenset({2})) == 3
        with pytest.raises(VerificationError, match="it breaks hard clause 2"):
            wcnf.verify_and_compute_cost(frozenset({1}))
    text = "* #variable= 3\nmin: +2 x1 -3 ~x2\n +4 x3 ;\n+1 x1 +2 x2 >= 2 ; +1 x1 +1 ~x3 = 1;\n"
    opb = formula(tmp_path / "f.opb", text)
    assert opb.verify_and_compute_cost(frozenset({2})) == 0
    assert opb.verify_and_compute_cost(frozenset({1, 2, 3})) == 6
    assert formula(tmp_path / "g.opb", "-1 x1 >= 0 ;").soft is None
    for true, number in (({1, 3}, 1), ({2, 3}, 2), ({1, 2}, 3)):
        with pytest.raises(VerificationError, match=f"it breaks constraint {number}"):
            opb.verify_and_compute_cost(frozenset(true))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("f.cnf", "p cnf 1 1\n1 x 0\n"),
        ("f.cnf", "p cnf 1 1\n1\n"),
        ("f.cnf", "p wcnf 1 1 2\n2 1 0\n"),
        ("f.cnf", "1000000000000 0\n"),
        ("f.cnf.xz", "p cnf 1 1\n1 0\n"),
        ("f.cnf.gz", "\x1f\x8b\x08p cnf 1 1\n1 0\n"),
        ("f.wcnf", "h 1 2\n"),
        ("f.wcnf", "x 1 2 0\n"),
        ("f.opb", "+1 x1 x2 >= 1 ;\n"),
        ("f.opb", "+1 x1 > 1 ;\n"),
        ("f.opb", "+1 x1 >= 1\n"),
        ("f.opb", ";\n"),
    ],
)
def test_what_is_no_formula_is_refused(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ExportError, match=rf"{name}: (expected a \.\w+ with linear|Not a gz)"):
        read_instance(str(path))


def test_a_table_says_what_is_known_of_a_formula(tmp_path: Path) -> None:
    (tmp_path / "f.cnf.xz").write_bytes(lzma.compress(b"p cnf 1 1\n1 0\n"))
    (tmp_path / "metadata.csv").write_text("file,expected\nf.cnf.xz,models 1\n")
    (found,) = map(read_instance, list_instance_files(str(tmp_path)))
    assert found.expected_answer == (RunEnding.SATISFIABLE, None, "metadata.csv")
    assert found.make_copy_that_counts_models().expected_answer == (
        RunEnding.MODELS,
        1,
        "metadata.csv",
    )
    write_export(
        str(tmp_path / "ours.cnf"), yield_question_file_bytes(IsCopy(ONE, OTHER), "cnf", LIBRARY)
    )
    ours = read_instance(str(tmp_path / "ours.cnf"))
    counted = ours.make_copy_that_counts_models().make_copy_with_checked_answer()
    assert counted.expected_answer == (RunEnding.MODELS, 1, OWN_ANSWER)
    assert len({one.digest for one in (found, found.make_copy_that_counts_models(), counted)}) == 3


# Programs


@pytest.mark.parametrize(
    "text",
    [
        "s SATISFIABLE\nc s type mc\nc s exact arb int 12",
        "s mc 12",
        "s 12",
        "# solutions \n12\n# END",
    ],
)
def test_counts_are_read(text: str) -> None:
    assert parse_model_count(text.splitlines(), "x") == 12


def test_what_is_no_count_is_none() -> None:
    assert parse_model_count(["s UNSATISFIABLE"], "x") == 0
    for text in ("", "12", "s mc 12\ns mc 13", "c s approx arb int 12", f"s mc {'1' * 5000}"):
        with pytest.raises(BackendError, match="one exact number"):
            parse_model_count(text.splitlines(), "x")


WRITES = (
    "import sys\nopen({seen!r}, 'a').write(open(sys.argv[1]).read() + '--\\n')\nprint({said!r})\n"
)


def test_programs_get_what_their_calls_name(tmp_path: Path) -> None:
    """Formats of today and of before 2022; an optimum has to be said to be one."""
    seen = tmp_path / "seen"
    path = program(
        tmp_path, WRITES.format(seen=str(seen), said="s OPTIMUM FOUND\nv 1 -2")
    ).partition(":")[2]
    formula = FewestStepsFormula(IsCopy(ONE, OTHER).formula)
    for file in ("wcnf", "old-wcnf", "opb"):
        kind = ExternalPseudoBooleanBackend if file == "opb" else ExternalMaxsatBackend
        backend = kind("a", path, [f"{{{file}}}"])
        assert backend.optimum(formula, formula.costs, Deadline()) == frozenset({1})
    new, old, sums = seen.read_text().split("--\n")[:-1]
    assert new.startswith("h ")
    assert old.startswith("p wcnf ")
    assert sums.startswith("* #variable= ")
    Path(path).write_text(Path(path).read_text().replace("OPTIMUM FOUND", "SATISFIABLE"))
    with pytest.raises(BackendError, match="found no optimum"):
        backend.optimum(formula, formula.costs, Deadline())


def script(folder: Path, name: str, text: str) -> str:
    """Return the path of a program that prints a text."""
    path = folder / name
    path.write_text(f"#!/bin/sh\ncat <<'END'\n{text}\nEND\n")
    path.chmod(0o755)
    return str(path)


def test_optima_are_followed_and_costs_recomputed(run: Any, tmp_path: Path) -> None:
    """Of ours on the Sudokus, of others by their clauses; a lie costs the liar its place."""
    folder = tmp_path / "files"
    folder.mkdir()
    write_export(
        str(folder / "ours.wcnf"), yield_question_file_bytes(IsCopy(ONE, OTHER), "wcnf", LIBRARY)
    )
    with RC2(WCNF(from_file=str(folder / "ours.wcnf"))) as solver:
        model, cost = solver.compute(), solver.cost
    assert cost > 0
    problem = FewestStepsFormula(IsCopy(ONE, OTHER).formula)
    free = [-abs(v) if abs(v) in problem.costs else v for v in model]
    (folder / "theirs.wcnf").write_text("h 1 2 0\n2 -1 0\n3 -2 0\n")
    (folder / "metadata.csv").write_text(f"file,expected\nours.wcnf,optimum {cost}\n")
    says = "o {}\ns OPTIMUM FOUND\nv {} 0".format
    honest = script(tmp_path, "honest", says(cost, " ".join(map(str, model))))
    cheap = script(tmp_path, "cheap", says(0, " ".join(map(str, free))))
    none = script(tmp_path, "none", "s UNSATISFIABLE")
    names = ",".join(f"maxsat:{path}" for path in (honest, cheap, none))
    result = run("compare", str(folder), "--backends", f"{names},maxsat:rc2,cp-sat", "--json", "-")
    records = [RunRecord.parse_json_line(line) for line in result.out.splitlines()]
    ended = {
        (one.backend.rpartition("/")[2], one.instance): (one.ending, one.value) for one in records
    }
    assert ended["honest", "ours.wcnf"] == ended["maxsat:rc2", "ours.wcnf"] == ("optimum", cost)
    assert ended["cheap", "ours.wcnf"][0] == RunEnding.FALSE_WITNESS
    assert ended["none", "theirs.wcnf"] == ("unsatisfiable", None)
    assert ended["honest", "theirs.wcnf"][0] in (RunEnding.OPTIMUM, RunEnding.FALSE_WITNESS)
    assert ended["maxsat:rc2", "theirs.wcnf"] == ended["cp-sat", "theirs.wcnf"] == ("optimum", 2)
    assert ("cp-sat", "ours.wcnf") not in ended
    assert result.status == 1
    assert re.search(r"WRONG .* ours\.wcnf .*cheap .* takes \d steps", result.err)
    assert re.search(r"WRONG .* ours\.wcnf .*none .* found a model that costs", result.err)


def test_decisions_and_counts_are_compared(run: Any, tmp_path: Path) -> None:
    (tmp_path / "f.opb").write_text("+1 x1 +1 x2 >= 2 ;\n")
    (tmp_path / "f.cnf").write_text("p cnf 2 1\n1 2 0\n")
    (tmp_path / "g.cnf").write_text("p cnf 1 2\n1 0 -1 0\n")
    yes, no = (
        script(tmp_path, name, said)
        for name, said in (("yes", "s SATISFIABLE\nv x1 x2"), ("no", "s UNSATISFIABLE"))
    )
    names = f"pb:{yes},pb:{no},pysat:glucose4"
    files = [str(tmp_path / name) for name in ("f.opb", "f.cnf", "g.cnf")]
    result = run("compare", *files, "--backends", names, "--proofs")
    assert result.status == 1
    assert re.search(
        r"WRONG .* f\.opb .*no .* unsatisfiable .* found a model, and it was", result.out
    )
    assert re.search(r"\| pysat:glucose4 +\| +2 \| +0 \|", result.out)
    assert "Of these, unsatisfiable: 1" in result.out
    # What was run on other questions stands in another table.
    assert re.findall(r"^\.\w+: Questions: \d", result.out, re.M) == [
        ".cnf: Questions: 2",
        ".opb: Questions: 1",
    ]
    counters = ",".join(f"count:{script(tmp_path, f'c{n}', f's mc {n}')}" for n in (3, 4))
    result = run("compare", str(tmp_path / "f.cnf"), "--backends", counters)
    assert result.status == 1
    assert len(re.findall(r"CONFLICT .* counts models [34]", result.out)) == 2
    result = run("compare", str(tmp_path / "f.cnf"), "--backends", f"{counters},cp-sat")
    assert result.err == (
        "sudokopie: backends that count models (count:…) cannot be "
        "compared with backends that answer yes or no\n"
    )


def test_formulas_of_others_by_solvers_that_come_along(run: Any, tmp_path: Path) -> None:
    """Weights of nought and below, costs that are too large, and no objective at all."""
    for name, text in {
        "a.opb": "min: +1 x1 -2 x2 +1 ~x3 ;\n+1 x1 +1 ~x2 >= 1 ;\n+2 x3 -1 x4 = 1 ;\n",
        "b.opb": "+1 x1 +1 x2 >= 2 ;\n+1 ~x1 >= 1 ;\n",
        "c.opb": f"min: +{2**53} x1 ;\n+1 x1 >= 1 ;\n",
        "d.opb": "+1 x1 +1 x2 >= 2 ;\n",
        "g.opb": f"+1 x1 +1 x2 >= {10**20} ;\n",
        "e.wcnf": "h 1 2 0\n0 -1 0\n3 -2 0\n",
        "f.wcnf": "h 1 0\n5 -1 2 0\n4 -1 -2 3 0\n3 -1 -3 0\n",
    }.items():
        (tmp_path / name).write_text(text)
    result = run("compare", str(tmp_path), "--json", "-", "--backends", "maxsat:rc2,cp-sat")
    records = [RunRecord.parse_json_line(line) for line in result.out.splitlines()]
    ended = {(r.instance[0], r.backend[0]): (r.ending, r.value) for r in records}
    assert ended == {
        ("a", "c"): ("optimum", -1),
        ("b", "c"): ("unsatisfiable", None),
        ("c", "c"): ("error", None),
        ("d", "c"): ("satisfiable", None),
        ("g", "c"): ("error", None),
        ("e", "c"): ("optimum", 0),
        ("e", "m"): ("optimum", 0),
        ("f", "c"): ("optimum", 3),
        ("f", "m"): ("optimum", 3),
    }
    assert "conflicts" in records[0].statistics
    errors = {one.error for one in records if one.error is not None}
    assert errors == {"a number is out of all range"}


def test_what_nothing_takes_is_refused_with_what_does(run: Any, tmp_path: Path) -> None:
    (tmp_path / "f.opb").write_text("+1 x1 >= 1 ;\n")
    result = run("compare", str(tmp_path / "f.opb"), "--backends", "pysat:minisat22")
    said = "none of these backends takes f.opb; these do: pb:PROGRAM"
    assert (result.status, result.err) == (2, f"sudokopie: {said}\n")
    result = run("compare", str(tmp_path / "f.pb"))
    assert "backends can be compared on pair files, .cnf, .wcnf, .opb" in result.err
    assert choose_backend_names(None)[0] == "pysat:minisat22"


def test_counters_are_chosen_by_themselves_only_to_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(tmp_path, "sharpSAT", "s mc 1")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    pair = read_instance(str(INSTANCES / "size4-clues5-copies.txt"))
    assert not any(name.startswith("count:") for name in choose_backend_names(None, [pair]))
    assert "count:sharpSAT" in choose_backend_names(None, [pair.make_copy_that_counts_models()])


def test_suites_of_questions_are_compared(run: Any) -> None:
    result = run("compare", "--suite", "maxsat", "--backends", "cp-sat")
    assert "none of these backends takes unrelated6-clues18-seed0.wcnf" in result.err
    assert result.err.endswith("…; these do: maxsat:rc2, maxsat:PROGRAM\n")


def test_questions_about_less_than_copies_are_compared(run: Any, folder: Path) -> None:
    (folder / "pair.txt").write_text("{}\n\n{}\n".format(*FOUR[3]))
    run("export", "pair.txt", "--question", "within", "-o", "q.cnf")
    done = run("compare", "q.cnf", "--backends", "pysat:minisat22")
    assert done.out.startswith("Questions: 1;")  # a no, which nothing confirms
    assert "| pysat:minisat22 |      0 |       1 |" in done.out
