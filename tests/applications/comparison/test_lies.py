"""Backends that lie: what sudokopie checked itself refutes them, and they are not ranked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sudokopie.applications.comparison.challenges import yield_challenges_as_instances
from sudokopie.applications.comparison.instances import (
    OWN_ANSWER,
    WITNESSES,
    Instance,
    KnownAnswer,
    read_instance,
    yield_instances_of_suite,
)
from sudokopie.applications.comparison.judgement import AnswerFaultKind, AnswerJudgement
from sudokopie.applications.comparison.plan import choose_instances_with_messages
from sudokopie.applications.comparison.record import RunEnding, RunRecord
from sudokopie.applications.comparison.report_comparison import ComparisonReport
from sudokopie.applications.comparison.summary import ComparisonSummary
from sudokopie.base.errors import BackendComparisonFailedError
from sudokopie.proofs.export import write_export, yield_question_file_bytes
from sudokopie.proofs.export_header import LIBRARY
from sudokopie.questions.question import Question
from sudokopie.showing.answer_formatter import AnswerFormatter

from conftest import INSTANCES
from made_records import page_of, record
from solver_programs import SOLVER, program

COPIES = str(INSTANCES / "size4-clues5-copies.txt")
MOVED = str(INSTANCES / "size4-clues5-moved.txt")
PLANTED = "planted9-clues81-atleast43-seed0"


@pytest.fixture(autouse=True)
def _state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def script(folder: Path, name: str, text: str) -> str:
    """Return the backend of a shell script."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return f"dimacs:{path}"


def checked(instance: str, backend: str, ending: str, expected: str) -> RunRecord:
    """Return a record of a question that sudokopie has answered itself."""
    return record(instance, backend, ending, expected=expected)._replace(known_by=OWN_ANSWER)


def faults(*records: RunRecord) -> list[tuple[str, str, str]]:
    found = AnswerJudgement(records).contradictions
    return [(one.fault, one.backend, str(one.reason)) for one in found]


# What refutes an answer


def test_what_sudokopie_checked_makes_another_answer_wrong() -> None:
    steps = "sudokopie found steps, and they were followed"
    no = checked("p", "liar", "different", "copies")
    assert faults(no) == [(AnswerFaultKind.WRONG, "liar", steps)]
    assert faults(no._replace(ending=RunEnding.REFUSED_PROOF)) == [
        (AnswerFaultKind.WRONG, "liar", steps)
    ]
    assert ComparisonSummary([no]).correct_endings == {"p": RunEnding.COPIES}
    model = no._replace(form="cnf", ending=RunEnding.UNSATISFIABLE, expected=RunEnding.SATISFIABLE)
    said = "sudokopie found a model, and it was checked"
    assert faults(model) == [(AnswerFaultKind.WRONG, "liar", said)]
    costs = model._replace(
        form="wcnf", ending=RunEnding.OPTIMUM, value=4, expected=RunEnding.OPTIMUM, expected_value=3
    )
    said = "sudokopie found a model that costs 3, and it was checked"
    assert faults(costs) == [(AnswerFaultKind.WRONG, "liar", said)]
    assert faults(costs._replace(value=3)) == []
    assert faults(costs._replace(value=2)) == [
        (AnswerFaultKind.CONFLICT, "liar", "sudokopie is wrong: it records optimum 3")
    ]
    # What a table records has not been checked: nobody knows who is wrong.
    assert faults(no._replace(known_by="questions.csv")) == [
        (AnswerFaultKind.CONFLICT, "liar", "questions.csv records copies")
    ]


def test_two_checks_that_contradict_each_other_are_a_conflict() -> None:
    yes = checked("p", "a", "copies", "different")
    said = "sudokopie found the answer different, and checked it"
    assert faults(yes) == [(AnswerFaultKind.CONFLICT, "a", said)]
    comparison = ComparisonSummary([yes])
    assert comparison.summarise_backends()[0].solved == 0
    assert comparison.correct_endings == {"p": None}
    proved = checked("p", "a", "different", "copies")._replace(proof_size=9, proof_seconds=0.5)
    assert [fault for fault, *_ in faults(proved)] == [AnswerFaultKind.CONFLICT]
    assert ComparisonSummary([proved]).summarise_backends()[0].solved == 0


def test_an_answer_that_was_checked_counts_for_all_runs_of_a_question() -> None:
    """A comparison that is resumed has records from before the check."""
    before = record("p", "liar", "different", expected="different")
    after = checked("p", "a", "timeout", "copies")
    for records in ([before, after], [after, before]):
        assert [fault for fault, *_ in faults(*records)] == [AnswerFaultKind.WRONG]
        assert ComparisonSummary(records).summarise_backends()[0].solved == 0
    counts = [
        one._replace(form="count", ending=RunEnding.MODELS, expected=RunEnding.MODELS, value=3)
        for one in (before, after)
    ]
    counts = [counts[0]._replace(expected_value=3), counts[1]._replace(expected_value=4, value=4)]
    for records in (counts, counts[::-1]):
        assert faults(*records) == [(AnswerFaultKind.WRONG, "liar", "sudokopie records models 4")]


# What sudokopie checks


@pytest.mark.gate
@pytest.mark.parametrize(
    ("suite", "number"), [("families", 68), ("sat", 17), ("maxsat", 81), ("pb", 114)]
)
def test_witnesses_of_the_suites_are_checked(suite: str, number: int) -> None:
    """A witness proves each yes of a suite, and reaches each optimum."""
    checked_count = 0
    for one in yield_challenges_as_instances(suite):
        if one.known and not one.known.is_unsatisfiable:
            known = one.make_copy_with_checked_answer().known
            assert known is not None
            assert (known.ending, known.value) == (one.known.ending, one.known.value)
            assert known.source == OWN_ANSWER
            checked_count += 1
    assert checked_count == number


def test_a_witness_is_believed_only_where_it_proves_the_yes() -> None:
    instances = {one.name: one for one in yield_challenges_as_instances("sat")}
    one = instances[f"{PLANTED}.cnf"]
    other = instances["unrelated9-clues81-atleast52-seed0.cnf"]
    assert one.make_copy_with_checked_answer().known == (RunEnding.SATISFIABLE, None, OWN_ANSWER)
    # Another question of this name; one of another shape; and a name that has no witness.
    assert other._replace(name=one.name).make_copy_with_checked_answer().known is None
    small = read_instance(COPIES)._replace(name=one.name, known=None)
    assert small.make_copy_with_checked_answer().known == (RunEnding.COPIES, None, OWN_ANSWER)
    nameless = one._replace(name="x.cnf").make_copy_with_checked_answer().known
    assert nameless == (RunEnding.SATISFIABLE, None, "questions.csv")


@pytest.mark.gate
def test_each_witness_belongs_to_a_question() -> None:
    names = {
        re.sub(r"-at(least|most)\d+", "", one.name.partition(".")[0])
        for suite in ("families", "sat", "maxsat")
        for one in yield_challenges_as_instances(suite)
    }
    assert json.loads(WITNESSES.read_text()).keys() <= names


def test_the_pairs_of_a_suite_are_checked() -> None:
    for one in yield_instances_of_suite("small"):
        known = one.make_copy_with_checked_answer().known
        assert known is not None
        assert one.known is not None
        assert (known.ending, known.source) == (one.known.ending, OWN_ANSWER)


def test_a_table_that_a_check_contradicts_is_refused(run: Any, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(Path(COPIES).read_text())
    (tmp_path / "b.txt").write_text(Path(MOVED).read_text())
    (tmp_path / "manifest.toml").write_text('[[pair]]\nfile = "a.txt"\nverdict = "different"\n')
    said = (
        "a.txt: manifest.toml gives the answer different, but sudokopie found the answer copies, "
        "and checked it"
    )
    result = run("compare", str(tmp_path), "--backends", "pysat:minisat22")
    assert (result.status, result.err) == (2, f"{said}\n")
    assert result.out.startswith("Pairs: 1;")
    result = run("compare", str(tmp_path / "a.txt"), "--backends", "pysat:minisat22")
    assert (result.status, result.out, result.err) == (2, "", f"sudokopie: {said}\n")
    known = KnownAnswer(RunEnding.MODELS, 5, "t")
    counted = read_instance(COPIES)._replace(form="count", known=known)
    with pytest.raises(BackendComparisonFailedError, match="t gives the answer models 5, but"):
        counted.make_copy_with_checked_answer()


def test_only_optima_and_numbers_of_models_have_a_number() -> None:
    pair = read_instance(COPIES)
    for text in ("satisfiable 5", "optimum", "models x", f"models {'1' * 5000}", "unknown", ""):
        assert pair.parse_known_answer_or_none(text, "t") is None
    assert pair.parse_known_answer_or_none("satisfiable", "t") == (RunEnding.COPIES, None, "t")
    assert pair.parse_known_answer_or_none("models 0", "t") == (RunEnding.MODELS, 0, "t")


# The ranking


def test_mean_times_are_those_of_the_same_pairs() -> None:
    """A backend that was run only on the easy pair is not compared by its mean time."""
    records = [
        record("easy", "a", seconds=1),
        record("hard", "a", seconds=9),
        record("easy", "b", seconds=2),
    ]
    comparison = ComparisonSummary(records)
    tables = [
        [(row.backend, row.par2, row.wins) for row in comparison.summarise_backends(group=one)[:-1]]
        for one in comparison.list_groups()
    ]
    assert tables == [[("a", 1, 1), ("b", 2, 0)], [("a", 9, 1)]]
    text = ComparisonReport(comparison, AnswerFormatter()).format_text()
    assert "group 1: Pairs: 1;" in text
    assert "group 2: Of these, copies: 1" in text
    assert "A group has the pairs on which the same backends were run" in text
    text = ComparisonReport(ComparisonSummary(records[:2]), AnswerFormatter()).format_text()
    assert text.startswith("Pairs: 2;")
    assert "A group has" not in text


def test_who_lied_is_below_the_ranking_of_the_page(tmp_path: Path) -> None:
    records = [
        *(checked(name, "liar", "different", "copies") for name in "pqr"),
        *(checked(name, "a", "copies", "copies") for name in "pqrs"),
        checked("s", "liar", "copies", "copies"),
    ]
    page = page_of(records, tmp_path)
    ranking, _, below = page.partition("Not ranked, because an answer was wrong:")
    assert '<th scope="row">a</th><td>4</td>' in ranking
    assert '<th scope="row">liar</th><td>3</td><td>4</td>' in below
    assert '<th scope="row">liar</th><td>' not in ranking
    assert "Nicht in der Rangfolge" in page_of(records, tmp_path, "de")


NO = "echo 's UNSATISFIABLE'; exit 20"


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("no", NO),
        ("yes", "echo 's SATISFIABLE'; echo 'v 1 2 3 0'; exit 10"),
        # It lies about the first formula.
        (
            "once",
            f'[ -f "$1" ] || exit; [ -e "$0.lied" ] && exec HONEST "$1"; touch "$0.lied"; {NO}',
        ),
    ],
)
def test_programs_that_lie_are_not_ranked(run: Any, tmp_path: Path, name: str, source: str) -> None:
    honest = program(tmp_path, SOLVER)
    liar = script(tmp_path, name, source.replace("HONEST", honest.partition(":")[2]))
    kept = tmp_path / "records.jsonl"
    result = run("compare", COPIES, MOVED, "--backends", f"{liar},{honest}", "--json", str(kept))
    assert result.status == 1
    faults, _, tables = result.out.partition("Pairs: 2;")
    ranking, _, below = tables.partition("Not ranked, because an answer was wrong:")
    assert faults.count("| WRONG |") == (2 if name == "yes" else 1)
    assert "CONFLICT |" not in faults
    assert f"| {honest} " in ranking
    assert f"| {liar} " not in ranking.partition("Programs,")[0]
    assert f"| {liar} " in below
    records = [RunRecord.parse_json_line(line) for line in kept.read_text().splitlines()]
    assert {one.known_by for one in records} == {OWN_ANSWER}


def test_a_lie_about_a_planted_answer_is_wrong_in_an_exported_file_too(
    run: Any, tmp_path: Path
) -> None:
    one = next(x for x in yield_challenges_as_instances("sat") if x.name == f"{PLANTED}.cnf")
    assert isinstance(one.question, Question)
    write_export(str(tmp_path / one.name), yield_question_file_bytes(one.question, "cnf", LIBRARY))
    liar = script(tmp_path, "liar", NO)
    result = run("compare", str(tmp_path / one.name), "--backends", liar)
    assert result.status == 1
    assert f"| WRONG | {one.name} " in result.out
    assert "sudokopie found a model, and it was checked" in result.out
    assert "| backend " in result.out.partition("Not ranked")[2]


def test_checked_answers_are_found_when_the_runs_are_planned() -> None:
    instances = [read_instance(COPIES), read_instance(MOVED)]
    chosen, refused = choose_instances_with_messages(instances, ["pysat:minisat22"])
    assert [one.known and one.known.source for one in chosen] == [OWN_ANSWER, OWN_ANSWER]
    assert refused == []
    assert all(isinstance(one, Instance) for one in chosen)
