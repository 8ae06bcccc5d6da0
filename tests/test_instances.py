import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sudokopie import backend_names, decide, format_pair
from sudokopie.answers.decide import Answer
from sudokopie.answers.replies import convert_reply_to_answer
from sudokopie.base.verdict import Verdict, choose_verdict_word
from sudokopie.encoding.candidates import Encoding
from sudokopie.proofs.decode import decode_output
from sudokopie.proofs.export import write_export, yield_question_file_bytes
from sudokopie.proofs.export_header import Provenance, read_export_header
from sudokopie.questions.copy import IsCopy

from brute_force import truth
from conftest import INSTANCES, SHARED, manifest, pair_from

ENTRIES = manifest()


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", INSTANCES / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["generate"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.gate
def test_the_files_are_those_of_the_manifest_and_of_the_generator() -> None:
    made = {f"{one.name}.txt": one for one in generator().list_instances()}
    assert set(made) == {entry["file"] for entry in ENTRIES}
    assert set(made) == {path.name for path in INSTANCES.glob("*.txt")}
    for entry in ENTRIES:
        one = made[entry["file"]]
        assert (INSTANCES / entry["file"]).read_bytes().decode() == format_pair(one.pair)
        assert (entry["verdict"], entry["family"]) == (
            choose_verdict_word("copy", one.expected),
            one.family,
        )
        assert entry["clues"] == one.pair.first.clues
        assert entry["size"] == one.pair.first.size
        assert entry["box"] == str(one.pair.first.shape)


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(e, marks=pytest.mark.slow if e["size"] == 9 and e["clues"] in (0, 81) else ())
        for e in ENTRIES
        if e["size"] <= 9 and "full" in e["suites"]
    ],
    ids=lambda e: e["file"],
)
def test_the_manifest_is_true(entry: dict[str, Any]) -> None:
    expected = truth(*pair_from(INSTANCES / entry["file"]))
    assert (expected.ways > 0) == (entry["verdict"] == "copies")
    assert expected.fewest == entry.get("steps")


def is_large_suite(entry: dict[str, Any]) -> bool:
    """Whether a pair is there to be hard, or large."""
    return "full" not in entry["suites"]


_REFINED_SIZES = {"pysat:minisat22": 49, "pysat:cadical153": 49}
"""The largest grids that these are asked about after refinement, others 9."""

_PLAIN_SIZES = {"pysat:minisat22": 9, "pysat:cadical153": 9, "cp-sat": 6}
"""The largest grids that these are asked about in the plain encoding, others 6."""

_SLOW_PLAIN_SIZES = {"pysat:minisat22": 25, "pysat:cadical153": 16}
"""The largest grids that these are asked about in slow tests, others 9."""

PROGRAMS = [name for name in backend_names() if name.startswith("dimacs:")]


@pytest.mark.parametrize("name", [*_PLAIN_SIZES, *PROGRAMS])
def test_every_instance_is_answered_rightly(name: str) -> None:
    for entry in ENTRIES:
        if entry["size"] <= _REFINED_SIZES.get(name, 9):
            check_instance(entry, name, refinement=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cp-sat", *PROGRAMS])
def test_larger_instances_are_answered_rightly_by_others(name: str) -> None:
    for entry in ENTRIES:
        if entry["size"] > _REFINED_SIZES.get(name, 9):
            check_instance(entry, name, refinement=True)


@pytest.mark.parametrize("name", [*_PLAIN_SIZES, *PROGRAMS])
def test_instances_are_answered_rightly_in_the_plain_encoding(name: str) -> None:
    check_plain(name, 0, _PLAIN_SIZES.get(name, 6))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*_PLAIN_SIZES, *PROGRAMS])
def test_larger_instances_are_answered_rightly_in_the_plain_encoding(name: str) -> None:
    check_plain(name, _PLAIN_SIZES.get(name, 6), _SLOW_PLAIN_SIZES.get(name, 9))


SOLVERS = ("cadical", "cryptominisat5", "picosat", "clasp", "minisat")


def check_plain(name: str, above: int, up_to: int) -> None:
    entries = [entry for entry in ENTRIES if above < entry["size"] <= up_to]
    assert entries
    for entry in entries:
        # Else hundreds of thousands of clauses, seconds each.
        if entry["size"] <= 9 or not is_large_suite(entry):
            check_instance(entry, name, refinement=False)


def check_instance(entry: dict[str, Any], name: str, *, refinement: bool) -> None:
    first, second = pair_from(INSTANCES / entry["file"])
    fewest = name == "pysat:minisat22"  # that the others find the same is tested elsewhere
    answer = decide(first, second, name, encoding=Encoding(refinement), fewest=fewest)
    assert answer.word == entry["verdict"], entry["file"]
    if answer.verdict is Verdict.YES:
        assert answer.steps is not None
        assert answer.steps >= entry.get("steps", 0), entry["file"]
        if refinement and answer.statistics.get("variables") == 0:
            assert answer.steps == entry.get("steps", answer.steps), entry["file"]


@pytest.mark.parametrize(
    ("program", "sizes"),
    [
        *((name, range(10) if name == "cadical" else range(7)) for name in SOLVERS),
        *(pytest.param(name, (9,), marks=pytest.mark.slow) for name in SOLVERS[1:]),
        # It would take minisat half a minute.
        *(
            pytest.param(name, (16,), marks=pytest.mark.slow)
            for name in SOLVERS
            if name != "minisat"
        ),
    ],
)
def test_every_export_is_solved_and_decoded(
    program: str, sizes: Collection[int], tmp_path: Path
) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    for entry in ENTRIES:
        if entry["size"] not in sizes or is_large_suite(entry):
            continue
        pair = pair_from(INSTANCES / entry["file"])
        cnf, result = tmp_path / "question.cnf", tmp_path / "result"
        asked = yield_question_file_bytes(IsCopy(*pair), "cnf", Provenance("test", ("test",)))
        write_export(str(cnf), asked)
        arguments = [str(cnf), str(result)] if program == "minisat" else [str(cnf)]
        done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
        output = result.read_text() if program == "minisat" else done.stdout
        answer = convert_reply_to_answer(
            decode_output(read_export_header(str(cnf)).question, output, program)
        )
        assert isinstance(answer, Answer)
        assert answer.word == entry["verdict"], entry["file"]
        if answer.verdict is Verdict.YES:
            assert answer.steps is not None
            assert answer.steps >= entry["steps"]


OTHER_FILES = {
    "2_gleiche_sudokus": 0,
    "nur_0": 0,
    "diagonale_rotiert": 1,
    "nur_umbenannt": 1,
    "zufall0": 3,
    "zufall1": None,
    "zufall2": 5,
}


LONG_TRIED = ("nur_umbenannt", "diagonale_rotiert")


@pytest.mark.skipif(not SHARED.exists(), reason="the published examples are not here")
@pytest.mark.parametrize(
    ("name", "fewest"),
    [
        # Trying everything takes long where a grid is full, or nearly so.
        pytest.param(*one, marks=[pytest.mark.slow] if one[0] in LONG_TRIED else [])
        for one in OTHER_FILES.items()
    ],
)
def test_the_published_examples(name: str, fewest: int | None) -> None:
    path = Path(SHARED / "bwinf" / f"{name}.txt")
    first, second = pair_from(path)
    expected = truth(first, second)
    assert expected.fewest == fewest
    for refinement in (True, False):
        answer = decide(first, second, encoding=Encoding(refined=refinement))
        assert (answer.verdict is Verdict.YES) == (expected.ways > 0)
        if expected.ways == 1:
            assert answer.steps == fewest
