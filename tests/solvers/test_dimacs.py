"""Backends that are programs: known ones, and scripts that behave badly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import cast

import pytest

from sudokopie import decide
from sudokopie.base.errors import (
    BackendError,
    DeadlinePassedError,
    LimitError,
    ProofError,
    WitnessError,
)
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import PLAIN
from sudokopie.encoding.transformations import TransformationFormula
from sudokopie.proofs.drup_to_lrat import convert_drup_to_lrat
from sudokopie.proofs.proof import PROVER
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.dimacs import create, find_lrat_backend, names
from sudokopie.solvers.external import open_scratch_folder, read_proof_lines_without_deletions
from sudokopie.solvers.optimisers import ExternalModelCounterBackend
from sudokopie.solvers.protocol import IncrementalBackend, SatBackend, SeedableBackend
from sudokopie.solvers.pysat_solvers import PySatOracle
from sudokopie.solvers.registry import find_backend
from sudokopie.solvers.solver_output import parse_solver_output, parse_statistics

from conftest import INSTANCES, PROGRAM, pair_from, refute
from solver_programs import SOLVER, program

YES = pair_from(INSTANCES / "sudoku0.txt")
NO = pair_from(INSTANCES / "size9-clues17-moved.txt")


def version_of(name: str) -> str | None:
    backend = create(name)
    return None if backend is None else backend.read_version()


def call_of(name: str, with_proof: bool = False) -> str | None:
    backend = create(name)
    return None if backend is None else backend.describe_command(with_proof)


def test_any_program_by_its_path(tmp_path: Path) -> None:
    name = program(tmp_path, SOLVER)
    assert decide(*YES, name, encoding=PLAIN).steps == 5
    assert decide(*NO, name, encoding=PLAIN).verdict is Verdict.NO
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
        (
            "print('s UNSATISFIABLE'); raise SystemExit(1)",
            "ended with status 1, which contradicts its output",
        ),
        (
            "print('s UNSATISFIABLE'); raise SystemExit(10)",
            "ended with status 10, which contradicts its output",
        ),
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


def test_programs_get_a_seed_as_they_take_it(tmp_path: Path) -> None:
    def seeded(words: str, program_name: str = "kissat") -> str | None:
        path = tmp_path / program_name
        path.write_text("#!/bin/sh\necho $*\n")
        path.chmod(0o755)
        backend = create(f"dimacs:{path}{words}")
        assert backend is not None
        copied = backend.copy_with_seed(7)
        return None if copied is None else copied.describe_command().removeprefix(f"{path} ")

    assert seeded("") == "--seed={seed} {cnf}"
    assert seeded("", "minisat") == "-rnd-init -rnd-seed={seed} {cnf} {result}"
    assert seeded(" --sat") == "--sat --seed={seed} {cnf}"
    # The user has chosen a seed, or the place for it; other programs are not known to have one.
    assert seeded(" --seed=3") is None
    assert seeded(" {cnf} -x{seed}") == "{cnf} -x{seed}"
    assert seeded(" -x {seed}", "mine") == "-x {seed} {cnf}"
    assert seeded("", "mine") is None
    assert seeded("", "clasp") is None


@pytest.mark.parametrize("solver", ["maplecm", "maplesat", "kissat404"])
def test_counts_that_a_solver_does_not_keep_are_missing(solver: str) -> None:
    """PySAT returns 0 propagations for the first two."""
    formula = IsCopy(*pair_from(INSTANCES / "size4-clues5-moved.txt")).formula
    backend = cast("SatBackend", find_backend(f"pysat:{solver}"))
    assert "propagations" not in backend.solve_formula(formula, Deadline()).statistics


def test_conflicts_of_maplecm_are_those_of_its_search() -> None:
    """It refutes some formulas before it searches; otherwise its conflicts obey a limit."""
    with PySatOracle("maplecm", [[1], [-1]], Deadline()) as oracle:
        assert oracle.find_model() is None
        assert oracle.statistics["conflicts"] == 0
    formula = IsCopy(*pair_from(INSTANCES / "size9-clues81-switched.txt")).formula
    with PySatOracle("maplecm", formula.clauses(), Deadline()) as oracle:
        assert oracle.find_model(conflict_limit=100) is None
        assert 100 <= oracle.statistics["conflicts"] < 110


def test_literals_of_cp_sat_are_indexed_as_in_dimacs() -> None:
    from sudokopie.solvers.cp_sat import make_empty_cp_sat_model, make_literal_list

    model = make_empty_cp_sat_model()
    variables = [model.new_bool_var(f"x{v}") for v in (1, 2, 3)]
    literals = make_literal_list(variables)
    for v, variable in enumerate(variables, 1):
        assert literals[v] is variable
        assert str(literals[-v]) == str(~variable)


def test_cp_sat_takes_new_variables_later() -> None:
    backend = cast("IncrementalBackend", find_backend("cp-sat"))
    formula = IsCopy(*pair_from(INSTANCES / "size4-clues5-moved.txt")).formula
    with backend.make_oracle(
        TransformationFormula(formula.first, formula.candidates), Deadline()
    ) as one:
        new = formula.variables + 1
        one.add([-new, new + 1], [new, new + 1])
        model = one.find_model()
        assert model is not None
        assert new + 1 in model
        assert one.find_model([-new - 1]) is None
        assert one.find_core() == [-new - 1]


def test_cp_sat_searches_in_another_way_with_another_seed() -> None:
    backend = find_backend("cp-sat")
    assert isinstance(backend, SeedableBackend)
    formula = IsCopy(*pair_from(INSTANCES / "size9-clues81-switched.txt")).formula
    counts = {
        seed: cast("SatBackend", backend.copy_with_seed(seed))
        .solve_formula(formula, Deadline())
        .statistics["conflicts"]
        for seed in (1, 2, 3)
    }
    assert len(set(counts.values())) > 1, counts


BREAKS = "\r", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e"
"""Characters at which Python splits some texts, but which end no line of a program's output."""


@pytest.mark.parametrize(
    "before",
    [*(f"c {end}" for end in BREAKS), "c " * 2**15, *(f"c{'x' * n}" for n in (2**16, 2**17))],
)
def test_a_verdict_in_a_comment_is_none(before: str, tmp_path: Path) -> None:
    """A program may print the comments of a formula, in which a file of others has anything."""

    def answer(text: str) -> Verdict:
        return decide(
            *NO, program(tmp_path, f"print({text!r}); raise SystemExit(20)"), encoding=PLAIN
        ).verdict

    # The characters that a word of a model may have are read together with a piece.
    for more in ("", *(" " * n for n in (2, 316, 317, 318))):
        with pytest.raises(BackendError, match="expected a line with SATISFIABLE or UNSATISFIABLE"):
            answer(f"{before}{more}s UNSATISFIABLE")
    assert answer(f"{before}x\ns UNSATISFIABLE\r") is Verdict.NO


@pytest.mark.parametrize("end", BREAKS)
def test_a_line_ends_only_at_a_line_feed(end: str, tmp_path: Path) -> None:
    lines = f"solver{end}v1.0", f"c x{end}c conflicts: 7", "c decisions: 3", "s UNSATISFIABLE"
    name = program(tmp_path, f"print(*{lines!r}, sep='\\n')")
    assert version_of(name) == "solver v1.0"
    counts = decide(*NO, name, encoding=PLAIN).statistics
    assert ("conflicts" in counts, counts["decisions"]) == (False, 3)
    complaint = f"import sys; print({f'one{end}two'!r}, file=sys.stderr); sys.exit(7)"
    with pytest.raises(BackendError, match=f"its message: one{end}two$"):
        decide(*NO, program(tmp_path, complaint), encoding=PLAIN)
    proof = tmp_path / "proof"
    proof.write_text(f"1 0{end}2 0\n", newline="\n")
    assert len(read_proof_lines_without_deletions(str(proof), "solver", Deadline())) == 1


@pytest.mark.parametrize("before", [*(f"c {end}" for end in BREAKS), f"c{'x' * (2**16 - 1)}"])
def test_a_number_of_models_in_a_comment_is_none(before: str, tmp_path: Path) -> None:
    def count(text: str) -> int:
        name = program(tmp_path, f"print({text!r})").replace("dimacs", "count", 1)
        backend = find_backend(name)
        assert isinstance(backend, ExternalModelCounterBackend)
        return backend.count_models(["p cnf 1 0\n"], Deadline())

    with pytest.raises(BackendError, match="expected one exact number of models"):
        count(f"{before}s mc 5")
    assert count(f"{before}s mc 5\ns mc 7") == 7
    assert count("s mc 7\r") == 7


def test_a_program_that_cannot_be_run(tmp_path: Path) -> None:
    path = tmp_path / "solver"
    path.write_text("#!/nowhere/python\n")
    path.chmod(0o755)
    with pytest.raises(BackendError, match="No such file"):
        decide(*YES, f"dimacs:{path}", encoding=PLAIN)


@pytest.mark.parametrize("status", [0, 30])
def test_exit_statuses_that_go_with_what_it_says(tmp_path: Path, status: int) -> None:
    name = program(tmp_path, SOLVER.replace("sys.exit(20)", f"sys.exit({status})"))
    assert decide(*NO, name, encoding=PLAIN).verdict is Verdict.NO


def test_it_reads_nothing_of_ours_and_nobody_waits_for_its_children(tmp_path: Path) -> None:
    source = SOLVER.replace(
        "import sys\n",
        "import subprocess, sys\nassert sys.stdin.read() == ''\n"
        "subprocess.Popen(['sleep', '60'], start_new_session=True)\n",
        1,
    )
    begin = time.monotonic()
    assert decide(*NO, program(tmp_path, source), encoding=PLAIN).verdict is Verdict.NO
    assert time.monotonic() - begin < 20


def test_termination_cleans_up(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    running = tmp_path / "running"
    name = program(
        tmp_path,
        f"import os, time; open({str(running)!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)",
    )
    command = [*PROGRAM, "solve"]
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
        "kissat": "['--no-factor', '--no-binary', cnf, proof]",
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
    assert refute(IsCopy(*NO), f"dimacs:{known}").proof.lrat


CADICAL = """\
import os, sys
from pysat.formula import CNF
from pysat.solvers import Solver
from sudokopie.proofs.drup_to_lrat import convert_drup_to_lrat
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
    lines = [f"{len(clauses)} d 1 0", *convert_drup_to_lrat(clauses, lines)]
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
    source = CADICAL.replace("KNOWN", repr({"--no-binary", *known})[1:-1])
    path.write_text(f"#!{sys.executable}\n{source.replace('LOG', repr(str(log)))}")
    path.chmod(0o755)
    return f"dimacs:{path}"


@pytest.mark.parametrize(
    ("known", "options"),
    [
        (("--lrat", "--no-factor"), "--lrat --no-factor --no-binary"),
        (("--lrat",), "--lrat --no-binary"),
        ((), "--no-binary"),
    ],
)
def test_a_cadical_that_gives_hints_is_asked_for_them(
    known: tuple[str, ...], options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudokopie.solvers.external.SECONDS_FOR_A_VERSION", 60)
    monkeypatch.setenv("PATH", str(tmp_path))
    name = cadical(tmp_path, *known)
    refutation = refute(IsCopy(*NO), name)
    assert refutation.proof.origin[:3] == (name, name if known else "sudokopie", "lrat_check.py")
    log = (tmp_path / "log").read_text().splitlines()
    clauses = sum(1 for _ in IsCopy(*NO).formula.clauses())
    assert log[-1] == f"{clauses} {options}"
    assert len(log) == (2 if known else 1)  # it was tried on two clauses before
    assert call_of(name, with_proof=True) == f"{tmp_path}/cadical {options} {{cnf}} {{proof}}"
    assert not any(" d " in line or " 1 2 3 0 4 0" in line for line in refutation.proof.lrat)
    # The same clauses without hints are a proof too.
    assert refutation.proof.drat[-1] == "0"
    assert convert_drup_to_lrat(IsCopy(*NO).formula.clauses(), refutation.proof.drat)
    prover = cast("SatBackend", find_backend(name))
    assert prover.solve_formula(IsCopy(*YES).formula, Deadline(), with_proof=True).model is not None
    # Without a name it proves only where it gives hints: else PySAT's is as quick.
    assert (find_lrat_backend() is not None) == bool(known)
    solver = refute(IsCopy(*NO)).proof.origin.solver
    assert solver == refute(IsCopy(*NO), "cp-sat").proof.origin.solver
    assert solver == ("dimacs:cadical" if known else PROVER)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1 2 3 0 4 0", "1 2 x 0 y 0", None),
        ("*convert_drup_to_lrat(clauses, lines)]", "]", "the proof ends without the empty clause"),
        ("*convert_drup_to_lrat(clauses, lines)]", "'1', 'x 0 1 0']", "the proof fails: "),
        (
            "*convert_drup_to_lrat(clauses, lines)]",
            "f'{len(clauses) + 1} 0 1 2 0']",
            "the proof fails: line 1",
        ),
    ],
)
def test_hints_of_a_solver_are_checked(
    old: str, new: str, message: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudokopie.solvers.external.SECONDS_FOR_A_VERSION", 60)
    assert old in CADICAL
    monkeypatch.setattr(f"{__name__}.CADICAL", CADICAL.replace(old, new))
    name = cadical(tmp_path, "--lrat")
    if message is None:  # what is wrong is not needed
        assert refute(IsCopy(*NO), name).proof.lrat
        return
    with pytest.raises(ProofError, match=message):
        refute(IsCopy(*NO), name)


FLOODS = {
    "output": "while True: print('c', 1000 * 'x')",
    "errors": "import sys\nwhile True: print(1000 * 'x', file=sys.stderr)",
    "model": "import sys\nwith open(sys.argv[1] + '.result', 'w') as file:\n"
    "    while True: file.write(1000 * 'x')",
    "a child's": "import subprocess, sys\nprint('s UNSATISFIABLE', flush=True)\n"
    "subprocess.run([sys.executable, '-c', 'while True: print(1000 * chr(120))'])\nsys.exit(20)",
    "caught": "import sys\ntry:\n    while True: print('c', 1000 * 'x', flush=True)\n"
    "except OSError: sys.exit(20)",
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_program_that_writes_too_much_is_told_from_an_answer(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudokopie.solvers.external.LARGEST_FILE", 2**20)
    name = program(tmp_path, FLOODS[kind])
    message = f"{name} wrote more than 1 MiB to a file, which is the limit"
    with pytest.raises(BackendError, match=f"^{message}$"):
        decide(*NO, name, encoding=PLAIN)


def test_what_we_wrote_is_no_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudokopie.solvers.external.LARGEST_FILE", 2**20)
    size = 2**20 + 1
    with open_scratch_folder() as scratch:
        Path(scratch.path, "cnf").write_bytes(bytes(size))
        assert scratch.run_program(["/bin/true"], Deadline(), "true").status == 0


@pytest.mark.parametrize("kind", ["lines", "one line"])
def test_reading_an_output_has_an_end(kind: str) -> None:
    class Endless(StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            return "c\n" if kind == "lines" else "c" * size

    for read in (
        lambda deadline: parse_solver_output(Endless(), "solver", 10, deadline),
        lambda deadline: parse_statistics(Endless(), deadline),
    ):
        begin = time.monotonic()
        with pytest.raises(DeadlinePassedError):
            read(Deadline(0.1))
        assert time.monotonic() - begin < 5


def test_of_a_version_only_the_beginning_is_read(tmp_path: Path) -> None:
    assert version_of(program(tmp_path, "print(20_000 * 'x', 1)")) is None
    assert version_of(program(tmp_path, "print('solver 1.2'); print(20_000 * 'x')")) == "solver 1.2"


def test_a_proof_is_read_by_its_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = f"7 1 2 0 {' '.join(map(str, range(1, 20_000)))} 0"
    path = tmp_path / "proof"
    path.write_text(f"{long}\n7 d 1 2 0\nd 1 2 0\n")
    assert read_proof_lines_without_deletions(str(path), "solver", Deadline()) == [long, "d 1 2 0"]
    assert read_proof_lines_without_deletions(str(tmp_path / "none"), "solver", Deadline()) == []
    monkeypatch.setattr("sudokopie.solvers.external.SOLVER_PROOF", 2**16)
    with pytest.raises(LimitError, match=r"^solver: expected at most 0 MiB"):
        read_proof_lines_without_deletions(str(path), "solver", Deadline())


def test_a_long_output_needs_no_more_memory_than_its_model(tmp_path: Path) -> None:
    output, variables = tmp_path / "output", 10_000
    with output.open("w") as file:
        file.write("s SATISFIABLE\nc ")
        file.writelines("x" * 1000 for _ in range(4_000))
        file.write("\nv")  # all in one line
        file.writelines(f" {v if v % 3 else -v}" for v in range(1, 80_000))
        file.write(" 0\n")
        file.writelines("v 1\n" for _ in range(30_000))
    tracemalloc.start()
    with output.open() as file:
        said = parse_solver_output(file, "solver", variables)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert said.model == [v if v % 3 else -v for v in range(1, variables + 1)]
    assert most < 2_500_000 < output.stat().st_size


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
    question = IsCopy(*YES, PLAIN)
    begin = time.monotonic()
    with pytest.raises(DeadlinePassedError):
        find_backend(name).answer(question, Deadline(1.5))
    assert time.monotonic() - begin < 20
    size = alive.stat().st_size
    assert size > 0
    time.sleep(0.5)
    assert alive.stat().st_size == size
    assert os.listdir(scratch) == []


WRAPPER = """\
import subprocess, sys, time
started = [
    subprocess.Popen(["sleep", "60"], start_new_session=True),
    subprocess.Popen([sys.executable, "-c", ORPHANS], start_new_session=True),
]
started[1].wait()
with open(PIDS, "a") as file:
    file.write(" ".join(str(one.pid) for one in started) + " end")
"""
"""Starts a process in a session of its own, and one that another such process leaves behind."""

ORPHANS = """\
import subprocess
with open(PIDS, "a") as file:
    file.write(f"{subprocess.Popen(['sleep', '60'], start_new_session=True).pid} ")
"""


def wrapper(folder: Path, after: str) -> tuple[str, Path]:
    """Return the backend of a wrapper that then does something, and the file of what it started."""
    pids = folder / "pids"
    source = WRAPPER.replace("ORPHANS", repr(ORPHANS.replace("PIDS", repr(str(pids)))))
    return program(folder, source.replace("PIDS", repr(str(pids))) + after), pids


def are_gone(pids: Path, seconds: float) -> bool:
    """Return whether none of the processes is there any more, at the latest after some time."""
    *numbers, end = pids.read_text().split()
    assert (len(numbers), end) == (3, "end")
    latest = time.monotonic() + seconds
    while any(os.path.exists(f"/proc/{number}") for number in numbers):
        if time.monotonic() > latest:
            return False
        time.sleep(0.02)
    return True


needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux finds them")


@needs_linux
@pytest.mark.parametrize("number", ["SIGKILL", "SIGTERM", "SIGHUP", "SIGQUIT"])
@pytest.mark.parametrize("kill", [os.kill, os.killpg])
def test_nothing_is_left_of_a_program_when_we_are_killed(
    kill: Callable[[int, int], None], number: str, tmp_path: Path
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    name, pids = wrapper(tmp_path, "time.sleep(60)")
    command = [*PROGRAM, "solve"]
    pair = str(INSTANCES / "sudoku0.txt")
    with subprocess.Popen(
        [*command, "--no-refinement", "--backend", name, pair],
        env={**os.environ, "TMPDIR": str(scratch)},
        start_new_session=True,
    ) as child:
        while not (pids.exists() and pids.read_text().endswith("end")):
            assert child.poll() is None
            time.sleep(0.05)
        assert len(os.listdir(scratch)) == 1
        kill(child.pid, getattr(signal, number))
        child.wait(30)
    assert are_gone(pids, 20)
    end = time.monotonic() + 20
    while os.listdir(scratch) and time.monotonic() < end:
        time.sleep(0.02)
    assert os.listdir(scratch) == []


@needs_linux
@pytest.mark.parametrize("after", ["print('s UNSATISFIABLE')", "sys.exit(3)", "time.sleep(60)"])
def test_nothing_is_left_of_a_program_that_ends_or_has_to(after: str, tmp_path: Path) -> None:
    name, pids = wrapper(tmp_path, after)
    backend, question = find_backend(name), IsCopy(*NO, PLAIN)
    begin = time.monotonic()
    with suppress(BackendError, DeadlinePassedError):
        backend.answer(question, Deadline(5))
    assert time.monotonic() - begin < 20
    assert are_gone(pids, 0)


def test_signals_are_as_usual_for_programs(tmp_path: Path) -> None:
    check = (
        "import signal, sys\n"
        "for name in ('SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGCHLD'):\n"
        "    assert signal.getsignal(getattr(signal, name)) == signal.SIG_DFL, name\n"
        "assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == set()\n"
    )
    name = program(tmp_path, SOLVER.replace("import sys\n", check, 1))
    assert decide(*NO, name, encoding=PLAIN).verdict is Verdict.NO


@pytest.mark.gate
def test_whoever_kills_the_guardian_gets_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    name = program(tmp_path, "import os; os.kill(os.getppid(), 9); print('s UNSATISFIABLE')")
    with pytest.raises(BackendError, match=f"{name}: the process that started it was killed"):
        decide(*NO, name, encoding=PLAIN)
    assert os.listdir(scratch) == []


def test_proofs_of_programs_without_any_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BackendError, match="no proofs"):
        prover = cast("SatBackend", find_backend(program(tmp_path, SOLVER)))
        prover.solve_formula(IsCopy(*NO).formula, Deadline(), with_proof=True)


def test_arguments_may_say_how_a_program_is_called(tmp_path: Path) -> None:
    """So that a program that is not known can be asked for proofs too."""
    name = program(tmp_path, CADICAL.replace("KNOWN", "'--{x}'").replace("LOG", "'/dev/null'"))
    called = f"{name} --{{x}} {{cnf}} {{proof}}"
    assert not find_backend(name).abilities.proofs
    assert not find_backend(f"{name} {{cnf}}").abilities.proofs
    assert decide(*YES, called, encoding=PLAIN).steps == 5
    assert refute(IsCopy(*NO), called).proof.origin.solver == called
    assert call_of(called) == f"{name.removeprefix('dimacs:')} --{{x}} {{cnf}} {{proof}}"


# What solvers print, shortened: of cadical 1.5.3, kissat 4.0.4, minisat 2.2.1, glucose 4.2.1,
# cryptominisat 5.11.4, picosat 965 and clasp 3.3.5.
PRINTED = {
    "cadical": """\
c  seconds  reductions  redundant  irredundant
c         MB    restarts       trail      variables
c          level   conflicts       glue       remaining
c *  0.03 18  0 0   0    0    0  0% 0 136560 929 100%
s UNSATISFIABLE
c --- [ statistics ] ---------------------------------------------------------
c chronological:              1014        41.92 %  of conflicts
c conflicts:                  2419     32726.34    per second
c decisions:                  4821     65222.69    per second
c propagations:             235059         3.18 M  per second
c restarts:                     54        44.80    interval
""",
    "kissat": """\
s UNSATISFIABLE
c conflicts:                              883              343.68 per second
c decisions:                             4747                5.38 per conflict
c propagations:                        135933            52908    per second
c restarts:                               176                5    interval
""",
    "minisat": """\
| Conflicts |          ORIGINAL         |          LEARNT          | Progress |
|       100 |     909   132952   629656 |    48749      100     24 |  0.000 % |
restarts              : 15
conflicts             : 2504           (2939 /sec)
decisions             : 4747           (0.00 % random) (5572 /sec)
propagations          : 197008         (231238 /sec)
conflict literals     : 47121          (26.77 % deleted)

UNSATISFIABLE
""",
    "glucose": """\
c ==================================[ Search Statistics (every  10000 conflicts) ]=========================
c restarts              : 5 (868 conflicts in avg)
c blocked restarts      : 0 (multiple: 0)\x20
c conflicts             : 4341           (5423 /sec)
c decisions             : 8828           (0.00 % random) (11027 /sec)
c propagations          : 276871         (345852 /sec)
s UNSATISFIABLE
""",  # noqa: E501
    "cryptominisat5": """\
c restarts                 : 14          (203.57    confls per restart)
c blocked restarts         : 0           (0.00      per normal restart)
c decisions                : 4927        (0.00      % random)
c propagations             : 237K        (6427K     props/s)
c decisions/conflicts      : 1.73\x20\x20\x20\x20\x20\x20\x20\x20
c conflicts                : 2850\x20\x20\x20\x20\x20\x20\x20\x20
c restarts                 : 14          (203.57    confls per restart)
c conflicts                : 2850\x20\x20\x20\x20\x20\x20\x20\x20
s UNSATISFIABLE
""",
    "picosat": """\
c  seconds     variables   original    learned     agility
c         level        used      conflicts    limit          MB
c R   0.0  14.6   929  56.2 131e3   102   102  1100   5.6   9.2\x20
s UNSATISFIABLE
c 7 restarts
c 1137 conflicts
c 2403 decisions
c 327783 propagations
c 5.8 megaprops/second
""",
    "clasp": """\
s UNSATISFIABLE
c Choices        : 3298\x20\x20\x20\x20
c Conflicts      : 3074     (Analyzed: 3073)
c Restarts       : 0\x20\x20\x20\x20\x20\x20\x20
c   Conflict     : 3073     (Average Length:   27.4 Ratio: 100.00%)\x20
""",
}

COUNTED = {
    "cadical": {"conflicts": 2419, "decisions": 4821, "propagations": 235059, "restarts": 54},
    "kissat": {"conflicts": 883, "decisions": 4747, "propagations": 135933, "restarts": 176},
    "minisat": {"conflicts": 2504, "decisions": 4747, "propagations": 197008, "restarts": 15},
    "glucose": {"conflicts": 4341, "decisions": 8828, "propagations": 276871, "restarts": 5},
    "cryptominisat5": {"conflicts": 2850, "decisions": 4927, "restarts": 14},
    "picosat": {"conflicts": 1137, "decisions": 2403, "propagations": 327783, "restarts": 7},
    "clasp": {"conflicts": 3074, "decisions": 3298, "restarts": 0},
}


@pytest.mark.parametrize("known", PRINTED)
def test_counts_are_read_from_what_programs_print(known: str, tmp_path: Path) -> None:
    assert parse_statistics(StringIO(PRINTED[known])) == COUNTED[known]
    outcome = find_backend(program(tmp_path, f"print({PRINTED[known]!r})"))
    statistics = outcome.answer(IsCopy(*NO, PLAIN), Deadline()).statistics
    assert statistics == {"variables": 316, **COUNTED[known]}


@pytest.mark.parametrize(
    "text",
    [
        *("c conflicts: 12K", "c conflicts: 1.5", "c conflicts: -1", "c conflicts: 1e3"),
        *("c conflicts:", "c conflicts 7", f"conflicts: {'9' * 19}", "no conflicts: 7"),
        *("c conflicts: 7\nc conflicts: 8", "conflicts:\n7", "c \uff12 conflicts", "7 conflicts/s"),
    ],
)
def test_what_is_no_plain_count_is_none(text: str) -> None:
    assert parse_statistics(StringIO(text)) == {}


def test_counts_that_one_question_lacks_are_not_summed(tmp_path: Path) -> None:
    # Here both orientations are asked, one after the other.
    source = SOLVER.replace("import sys\n", "import os, sys\n", 1).replace(
        'print("s UNS',
        "print('c conflicts: 3')\n"
        "if not os.path.exists(ASKED):\n    print('c decisions: 5')\n"
        'open(ASKED, "w").close()\nprint("s UNS',
    )
    name = program(tmp_path, source.replace("ASKED", repr(str(tmp_path / "asked"))))
    twice = pair_from(INSTANCES / "size4-clues5-exchanged.txt")
    statistics = decide(*twice, name).statistics
    assert statistics["conflicts"] == 6
    assert "decisions" not in statistics


VERSIONS = [
    ("print('1.5.3')", "1.5.3"),
    ("print(); print('c Solver\\tversion  2 ')", "Solver version 2"),
    ("print('copyright'); print('v4')", "v4"),
    (r"print('\x1b[31m5\x07\r\n6')", "[31m5"),
    ("print('7' * 1000)", "7" * 100),
    ("print('none')", None),
    ("pass", None),
    ("print('1.5.3'); sys.exit(1)", None),
    ("import time; time.sleep(60)", None),
    ("import os; os.kill(os.getpid(), 9)", None),
    (r"sys.stdout.buffer.write(bytes(range(128, 256)) + b'8')", "\ufffd" * 100),
]


@pytest.mark.parametrize(("source", "version"), VERSIONS)
def test_a_version_is_one_printable_line(
    source: str, version: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = 1e-9 if "sleep" in source else 60
    monkeypatch.setattr("sudokopie.solvers.external.SECONDS_FOR_A_VERSION", seconds)
    name = program(tmp_path, f"import sys\nassert sys.argv[1:] == ['--version']\n{source}")
    assert version_of(name) == version


def test_known_programs_are_asked_as_they_want_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for known in ("cadical", "glucose", "minisat", "other"):
        path = tmp_path / known
        path.write_text(f"#!{sys.executable}\nimport sys\nprint(9, *sys.argv[1:])\n")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    versions = {
        "dimacs:cadical --sat 'a b'": "9 --version",
        "dimacs:glucose": "9 --help",
        "dimacs:minisat": None,
        "dimacs:other solver": "9 solver --version",
    }
    assert {name: version_of(name) for name in versions} == versions
    assert call_of("dimacs:cadical --sat 'a b'") == f"{tmp_path}/cadical --sat 'a b' {{cnf}}"
    for with_proof in (False, True):  # it writes none
        call = call_of("dimacs:minisat", with_proof)
        assert call == f"{tmp_path}/minisat {{cnf}} {{result}}"
