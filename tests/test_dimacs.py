"""Backends that are programs: known ones, and scripts that behave badly."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import cast

import pytest

from sudokopie import BackendError, Status, WitnessError, decide
from sudokopie.encoding.question import PLAIN, Encoding
from sudokopie.exchange.certificate import refute
from sudokopie.exchange.drup_to_lrat import lrat
from sudokopie.solvers.clock import Clock
from sudokopie.solvers.dimacs import names
from sudokopie.solvers.protocol import Prover
from sudokopie.solvers.registry import find_backend
from sudokopie.sudoku.errors import DeadlinePassedError, ProofError

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
    assert decide(*YES, name, encoding=PLAIN).steps == 5
    assert decide(*NO, name, encoding=PLAIN).status is Status.DIFFERENT
    assert find_backend(name).name == name
    assert not find_backend(name).abilities.proofs


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("print('Segmentation fault'); raise SystemExit(139)", "found 'Segmentation fault'"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "was killed by signal 11"),
        ("print('hello')", "expected a line with SATISFIABLE or UNSATISFIABLE, found 'hello'"),
        ("print('s SATISFIABLE')", "expected a model, found ''"),
        ("print('s UNKNOWN')", "gave up"),
        ("import sys; sys.stdout.buffer.write(bytes(range(256)))", "expected a line with"),
        ("print('s UNSATISFIABLE'); raise SystemExit(1)", "ended with status 1, which does not go"),
        ("print('s UNSATISFIABLE'); raise SystemExit(10)", "ended with status 10, which does not"),
        ("print('s UNSATISFIABLE\\nv 1 0')", "the solver says no, but prints a model"),
        ("print('s UNSATISFIABLE\\ns SATISFIABLE')", "found 'SATISFIABLE UNSATISFIABLE'"),
        (
            "import os; print('s UNSATISFIABLE', flush=True); os.kill(os.getpid(), 11)",
            "was killed by signal 11",
        ),
        ("import sys; print('UNSAT', file=sys.stderr)", "expected a line with"),
        (
            "import os, sys; os.mkdir(os.path.dirname(sys.argv[1]) + '/result')",
            "expected a line with",
        ),
    ],
)
def test_what_went_wrong_is_said(tmp_path: Path, source: str, message: str) -> None:
    name = program(tmp_path, source)
    with pytest.raises(BackendError, match=f"{name}.*{message}"):
        decide(*YES, name, encoding=PLAIN)


def test_a_program_that_cannot_be_run(tmp_path: Path) -> None:
    path = tmp_path / "solver"
    path.write_text("#!/nowhere/python\n")
    path.chmod(0o755)
    with pytest.raises(BackendError, match="No such file"):
        decide(*YES, f"dimacs:{path}", encoding=PLAIN)


@pytest.mark.parametrize("status", [0, 30])
def test_exit_statuses_that_go_with_what_it_says(tmp_path: Path, status: int) -> None:
    name = program(tmp_path, SOLVER.replace("sys.exit(20)", f"sys.exit({status})"))
    assert decide(*NO, name, encoding=PLAIN).status is Status.DIFFERENT


def test_it_reads_nothing_of_ours_and_nobody_waits_for_its_children(tmp_path: Path) -> None:
    source = SOLVER.replace(
        "import sys\n",
        "import subprocess, sys\nassert sys.stdin.read() == ''\n"
        "subprocess.Popen(['sleep', '60'], start_new_session=True)\n",
        1,
    )
    begin = time.monotonic()
    assert decide(*NO, program(tmp_path, source), encoding=PLAIN).status is Status.DIFFERENT
    assert time.monotonic() - begin < 20


def test_termination_cleans_up(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    running = tmp_path / "running"
    name = program(
        tmp_path,
        f"import os, time; open({str(running)!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)",
    )
    command = [sys.executable, "-c", "from sudokopie.cli import main; main()", "solve"]
    pair = str(INSTANCES / "sudoku0.txt")
    with subprocess.Popen(
        [*command, "--no-refinement", "--backend", name, pair],
        env={**os.environ, "TMPDIR": str(scratch)},
    ) as child:
        while not (running.exists() and running.read_text()):
            assert child.poll() is None
            time.sleep(0.05)
        child.terminate()
        assert child.wait(30) == 128 + 15
    assert os.listdir(scratch) == []
    time.sleep(0.2)
    with pytest.raises(ProcessLookupError):
        os.kill(int(running.read_text()), 0)


@pytest.mark.parametrize("known", ["kissat", "glucose"])
def test_known_programs_that_are_not_here_are_called_rightly(
    known: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A program of that name that checks how it is called, and proves with PySAT.
    wanted = {
        "kissat": "['-q', '--no-factor', '--no-binary', cnf, proof]",
        "glucose": "['-verb=0', '-model', '-certified', '-certified-output=' + proof, cnf]",
    }[known]
    source = (
        "import os, sys\nfrom pysat.formula import CNF\nfrom pysat.solvers import Solver\n"
        "cnf = next(one for one in sys.argv if one.endswith('/cnf'))\n"
        "proof = os.path.join(os.path.dirname(cnf), 'proof')\n"
        f"assert sys.argv[1:] == {wanted}, sys.argv\n"
        "solver = Solver('glucose4', CNF(from_file=cnf).clauses, with_proof=True)\n"
        "assert not solver.solve()\nopen(proof, 'w').write('\\n'.join(solver.get_proof()))\n"
        "print('s UNSATISFIABLE')\nsys.exit(20)\n"
    )
    path = tmp_path / known
    path.write_text(f"#!{sys.executable}\n{source}")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert f"dimacs:{known}" in names()
    assert refute(*NO, f"dimacs:{known}").lrat


CADICAL = """\
import os, sys
from pysat.formula import CNF
from pysat.solvers import Solver
from sudokopie.exchange.drup_to_lrat import lrat
*options, cnf, proof = sys.argv[1:]
unknown = set(options) - {KNOWN}
if unknown:
    sys.exit(f"cadical: error: invalid option {unknown}")
clauses = CNF(from_file=cnf).clauses
solver = Solver("glucose4", clauses, with_proof=True)
if solver.solve():
    print("s SATISFIABLE")
    print("v", *solver.get_model(), 0)
    sys.exit(10)
lines = solver.get_proof()
if "--lrat" in options:
    lines = [f"{len(clauses)} d 1 0", *lrat(clauses, lines)]
    lines.insert(1, "999999 1 2 3 0 4 0")  # which nothing needs
with open(proof, "w") as file:
    file.writelines(f"{line}\\n" for line in lines)
with open(LOG, "a") as file:
    file.write(f"{len(clauses)} {' '.join(options)}\\n")
print("s UNSATISFIABLE")
sys.exit(20)
"""
"""Stands for versions of CaDiCaL with other options."""


def cadical(folder: Path, *known: str) -> str:
    path = folder / "cadical"
    log = folder / "log"
    source = CADICAL.replace("KNOWN", repr({"-q", "--no-binary", *known})[1:-1])
    path.write_text(f"#!{sys.executable}\n{source.replace('LOG', repr(str(log)))}")
    path.chmod(0o755)
    return f"dimacs:{path}"


@pytest.mark.parametrize(
    ("known", "options"),
    [
        (("--lrat", "--no-factor"), "-q --lrat --no-factor --no-binary"),
        (("--lrat",), "-q --lrat --no-binary"),
        ((), "-q --no-binary"),
    ],
)
def test_a_cadical_that_gives_hints_is_asked_for_them(
    known: tuple[str, ...], options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    name = cadical(tmp_path, *known)
    refutation = refute(*NO, name)
    assert refutation.origin[:3] == (name, name if known else "sudokopie", "lrat_check.py")
    log = (tmp_path / "log").read_text().splitlines()
    clauses = sum(1 for _ in Encoding().formula(*NO).clauses())
    assert log[-1] == f"{clauses} {options}"
    assert len(log) == (2 if known else 1)  # it was tried on two clauses before
    assert not any(" d " in line or " 1 2 3 0 4 0" in line for line in refutation.lrat)
    # The same clauses without hints are a proof too.
    assert refutation.drat[-1] == "0"
    assert lrat(Encoding().formula(*NO).clauses(), refutation.drat)
    assert cast("Prover", find_backend(name)).refute(Encoding().formula(*YES), Clock()) is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1 2 3 0 4 0", "1 2 x 0 y 0", None),
        ("*lrat(clauses, lines)]", "]", "the proof ends without the empty clause"),
        ("*lrat(clauses, lines)]", "'1', 'x 0 1 0']", "the proof fails: "),
        ("*lrat(clauses, lines)]", "f'{len(clauses) + 1} 0 1 2 0']", "the proof fails: line 1"),
    ],
)
def test_hints_of_a_solver_are_checked(
    old: str, new: str, message: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert old in CADICAL
    monkeypatch.setattr(f"{__name__}.CADICAL", CADICAL.replace(old, new))
    name = cadical(tmp_path, "--lrat")
    if message is None:  # what is wrong is not needed
        assert refute(*NO, name).lrat
        return
    with pytest.raises(ProofError, match=message):
        refute(*NO, name)


def test_a_false_model_is_never_an_answer(tmp_path: Path) -> None:
    name = program(tmp_path, SOLVER.replace("*solver.get_model()", "*range(1, 317)"))
    with pytest.raises(WitnessError, match=f"{name} claims that the Sudokus are copies, but"):
        decide(*YES, name, encoding=PLAIN)


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
    question = PLAIN.question(*YES)
    begin = time.monotonic()
    with pytest.raises(DeadlinePassedError):
        find_backend(name).answer(question, Clock(1.5))
    assert time.monotonic() - begin < 20
    size = alive.stat().st_size
    assert size > 0
    time.sleep(0.5)
    assert alive.stat().st_size == size
    assert os.listdir(scratch) == []


def test_proofs_of_programs_without_any_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BackendError, match="no proofs"):
        prover = cast("Prover", find_backend(program(tmp_path, SOLVER)))
        prover.refute(Encoding().formula(*NO), Clock())
