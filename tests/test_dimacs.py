"""Backends that are programs: known ones, and scripts that behave badly."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
import time
from pathlib import Path
from typing import cast

import pytest

from sudokopie import BackendError, Status, WitnessError, decide
from sudokopie.encoding.export import Encoding
from sudokopie.encoding.question import Question
from sudokopie.solvers.protocol import Deadline, DeadlinePassedError, Prover
from sudokopie.solvers.registry import find_backend

from conftest import INSTANCES, pair_from

YES = pair_from(INSTANCES / "sudoku0.txt")
NO = pair_from(INSTANCES / "size9-clues17-moved.txt")

SOLVER = """\
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver("minisat22", bootstrap_with=CNF(from_file=sys.argv[1]).clauses) as solver:
    if solver.solve():
        print("s SATISFIABLE")
        print("v", *solver.get_model(), 0)
        sys.exit(10)
print("s UNSATISFIABLE")
sys.exit(20)
"""


def program(folder: Path, source: str) -> str:
    """Return the backend's name of a program written in Python."""
    path = folder / "solver"
    path.write_text(f"#!{sys.executable}\n{source}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"dimacs:{path}"


def test_any_program_by_its_path(tmp_path: Path) -> None:
    name = program(tmp_path, SOLVER)
    assert decide(*YES, name, refinement=False).steps == 5
    assert decide(*NO, name, refinement=False).status is Status.DIFFERENT
    assert find_backend(name).name == name
    assert not find_backend(name).abilities.proofs


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("print('Segmentation fault'); raise SystemExit(139)", "ended with status 139: .*Segment"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "was killed by 11: "),
        ("print('hello')", "expected a line with SATISFIABLE or UNSATISFIABLE, found 'hello'"),
        ("print('s SATISFIABLE')", "expected a model, found ''"),
        ("print('s UNKNOWN')", "gave up"),
        ("import sys; sys.stdout.buffer.write(bytes(range(256)))", "expected a line with"),
    ],
)
def test_what_went_wrong_is_said(tmp_path: Path, source: str, message: str) -> None:
    name = program(tmp_path, source)
    with pytest.raises(BackendError, match=f"{name}.*{message}"):
        decide(*YES, name, refinement=False)


def test_a_program_that_cannot_be_run(tmp_path: Path) -> None:
    path = tmp_path / "solver"
    path.write_text("#!/nowhere/python\n")
    path.chmod(0o755)
    with pytest.raises(BackendError, match="No such file"):
        decide(*YES, f"dimacs:{path}", refinement=False)


def test_its_word_counts_before_its_exit_status(tmp_path: Path) -> None:
    name = program(tmp_path, SOLVER.replace("sys.exit(20)", "sys.exit(30)"))
    assert decide(*NO, name, refinement=False).status is Status.DIFFERENT


def test_a_false_model_is_never_an_answer(tmp_path: Path) -> None:
    name = program(tmp_path, SOLVER.replace("*solver.get_model()", "*range(1, 317)"))
    with pytest.raises(WitnessError, match=f"{name} claims that the Sudokus are copies, but"):
        decide(*YES, name, refinement=False)


def test_it_is_killed_with_its_children_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    alive = tmp_path / "alive"
    child = f"import time\\nwhile True: time.sleep(0.05); open({str(alive)!r}, 'a').write('.')"
    name = program(
        tmp_path,
        f'import subprocess, sys, time\nsubprocess.Popen([sys.executable, "-c", "{child}"])\n'
        "time.sleep(60)\n",
    )
    question = Question.plain(*YES)
    begin = time.monotonic()
    with pytest.raises(DeadlinePassedError):
        find_backend(name).answer(question, Deadline(1.5))
    assert time.monotonic() - begin < 20
    size = alive.stat().st_size
    assert size > 0
    time.sleep(0.5)
    assert alive.stat().st_size == size
    assert os.listdir(scratch) == []


def test_proofs_of_programs_without_any_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BackendError, match="no proofs"):
        prover = cast("Prover", find_backend(program(tmp_path, SOLVER)))
        prover.refute(Encoding().formula(*NO), Deadline())
