"""The contract that every backend keeps; a new one is tested by being registered."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from typing import cast

import pytest
from pysat.solvers import MainThread

from sudokopie import BoxShape, Grid, backend_names, decide
from sudokopie.answers.ways import all_ways
from sudokopie.base.errors import BackendError, DeadlinePassedError
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import PLAIN, REFINED
from sudokopie.encoding.formula import Clause, Formula
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.killable import run_killable
from sudokopie.solvers.protocol import (
    FewestStepsBackend,
    yield_models,
)
from sudokopie.solvers.registry import DEFAULT, find_backend, make_oracle
from sudokopie.solvers.search_brute_force import count_processors
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    exchange_clues,
    move_clue,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
    switch_smallest_unavoidable_set,
)
from sudokopie.system.guardian import ReturnedValueAndModules
from sudokopie.system.guardian_client import GuardianConnection, borrow_guardian

from conftest import ROOT
from guarded_calls import HardQuestion, Pigeons, burns, die, double, fail, is_imported, sleep

FOUR, SIX, NINE = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)


def questions() -> Iterator[tuple[IsCopy, bool]]:
    """Questions whose answers are known by how they were made, or by eye; not equal grids."""
    rng = Random("contract")
    blank = Grid([[0] * 4] * 4)
    corner = Grid([[1, 0, 0, 0], *[[0] * 4] * 3])
    side = Grid([[1, 2, 0, 0], *[[0] * 4] * 3])
    far = Grid([[1, 0, 2, 0], *[[0] * 4] * 3])
    merged = Grid([[1, 1, 0, 0], *[[0] * 4] * 3])
    yield IsCopy(blank, blank, PLAIN), True
    yield IsCopy(side, merged, PLAIN), False
    yield IsCopy(merged, side, PLAIN), False
    yield IsCopy(side, far, PLAIN), False
    yield IsCopy(corner, blank, PLAIN), False
    for shape, clues in ((FOUR, 3), (SIX, 8), (NINE, 5), (NINE, 17)):
        first = random_grid(shape, clues, rng)
        second = random_transformation(shape, rng).apply(first)
        yield IsCopy(first, second, REFINED), True
        yield IsCopy(first, second, PLAIN), True
        yield IsCopy(first, move_clue(second, rng), PLAIN), False
    full = random_complete_grid(NINE, rng)
    image = random_transformation(NINE, rng).apply(full)
    yield IsCopy(full, image, REFINED), True
    yield IsCopy(full, switch_smallest_unavoidable_set(image), PLAIN), False
    puzzle = remove_clues(full, 24, rng)
    yield IsCopy(puzzle, exchange_clues(puzzle, rng), PLAIN), False
    cyclic = cyclic_grid(NINE)
    yield IsCopy(cyclic, random_transformation(NINE, rng).apply(cyclic), REFINED), True


CASES = list(questions())


SLOW_AT_NINE = ("pysat:maplechrono", "search:brute-force")
"""What takes seconds for some questions; other tests ask them about other grids of 9x9."""


def keeps_the_contract(name: str, cases: list[tuple[IsCopy, bool]]) -> None:
    chosen = find_backend(name)
    assert chosen.name == name
    assert 10 < len(str(getattr(chosen, "description", ""))) < 100
    for question, is_copy in cases:
        outcome = chosen.answer(question, Deadline())
        assert outcome.verdict is (Verdict.YES if is_copy else Verdict.NO), question
        assert (outcome.witness is not None) == is_copy
        if outcome.witness is not None:
            assert outcome.witness.apply(question.first) == question.second
        assert all(count >= 0 for count in outcome.statistics.values())


@pytest.mark.parametrize("name", backend_names())
def test_every_backend_keeps_the_contract(name: str) -> None:
    largest = 6 if name in SLOW_AT_NINE else 9
    keeps_the_contract(name, [case for case in CASES if case[0].first.size <= largest])


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW_AT_NINE)
def test_slow_backends_keep_it_at_nine_by_nine(name: str) -> None:
    keeps_the_contract(name, CASES)


@pytest.mark.parametrize("name", backend_names())
def test_one_orientation_that_is_left_is_kept(name: str) -> None:
    rng = Random("orientation")
    for shape, clues in ((FOUR, 7), (NINE, 25)):
        if shape is NINE and name in SLOW_AT_NINE:
            continue
        first = remove_clues(random_complete_grid(shape, rng), clues, rng)
        upright = random_transformation(shape, rng).replace_parts(rotation=2).apply(first)
        turned = random_transformation(shape, rng).replace_parts(rotation=3).apply(first)
        for second in (upright, turned):
            possible = {one.rotation % 2 for one in all_ways(first, second)}
            for question in IsCopy(
                first, second, PLAIN
            ).yield_questions_without_and_with_quarter_turn():
                (orientation,) = question.candidates.orientations
                outcome = find_backend(name).answer(question, Deadline())
                is_copy = orientation.quarter in possible
                assert (outcome.verdict is Verdict.YES) == is_copy, second
                if outcome.witness is not None:
                    assert outcome.witness.apply(first) == second
                    assert outcome.witness.rotation % 2 == orientation.quarter


class Few(Formula):
    """Clauses about a few variables, all of whose values can be tried."""

    def __init__(self, variables: int, few: list[Clause]) -> None:
        self.variables, self.few = variables, few

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield "few", iter(self.few)

    def holds(self, true: Collection[int]) -> bool:
        return all(any((abs(v) in true) == (v > 0) for v in clause) for clause in self.few)

    def is_contradictory(self, assumed: Sequence[int] = ()) -> bool:
        with_all = Few(self.variables, [*self.few, *([v] for v in assumed)])
        return not any(map(with_all.holds, subsets(self.variables)))


def subsets(variables: int) -> Iterator[frozenset[int]]:
    """Yield all sets of the variables that can be true."""
    for values in product((False, True), repeat=variables):
        yield frozenset(v for v, is_true in enumerate(values, 1) if is_true)


ORACLES = [name for name in backend_names() if find_backend(name).abilities.assumptions]


@pytest.mark.parametrize("name", ORACLES)
def test_every_oracle_takes_clauses_and_tells_models_and_cores(name: str) -> None:
    rng, answers = Random("oracle"), Counter[str]()
    for _ in range(12):
        known = Few(5, [])
        with make_oracle(known, Deadline(), name) as oracle:
            for number in range(14):
                if number == 7:  # variables that the oracle has not seen yet
                    known.variables = 7
                own = rng.sample(range(1, known.variables + 1), 3)
                known.few.append([v if rng.random() < 0.5 else -v for v in own])
                oracle.add(known.few[-1])
                some = rng.sample(range(1, known.variables + 1), 3)
                assumed = [v if rng.random() < 0.5 else -v for v in some]
                model = oracle.find_model(assumed)
                if model is not None:
                    assert known.holds(model)
                    assert all((abs(v) in model) == (v > 0) for v in assumed)
                    answers["model"] += 1
                    continue
                core = oracle.find_core()
                assert set(core) <= set(assumed)
                assert known.is_contradictory(core)
                answers["part of what was assumed" if len(core) < 3 else "all of it"] += 1
            assert (oracle.find_model() is None) == known.is_contradictory()
            assert oracle.statistics["clauses"] == len(known.few)
            oracle.add([1, 2], [-1], [-2])
            assert oracle.find_model([3]) is None
            assert oracle.find_core() == []
    assert min(answers[kind] for kind in ("model", "part of what was assumed")) > 5, answers


@pytest.mark.parametrize("name", ORACLES)
def test_models_of_an_oracle_are_all_and_each_is_another(name: str) -> None:
    known = Few(4, [[1, 2], [-3, 4], [-1, -4]])
    with make_oracle(known, Deadline(), name) as oracle:

        def unlike(model: Collection[int]) -> Clause:
            return [-v if v in model else v for v in range(1, 5)]

        found = {frozenset(model) & {1, 2, 3, 4} for model in yield_models(oracle, unlike, [2])}
        assert oracle.find_model([2]) is None
        assert oracle.find_model() == frozenset({1})
    assert found == {true for true in subsets(4) if known.holds(true) and 2 in true}
    assert len(found) == 4


@pytest.mark.parametrize("name", ["graph:bliss", "pysat:kissat404", "search:assignments"])
def test_a_backend_without_assumptions_is_no_oracle(name: str) -> None:
    with pytest.raises(BackendError, match="cannot answer several questions about one formula"):
        make_oracle(Few(1, [[1]]), Deadline(), name)


WITHOUT_CLAUSES = {
    "graph:bliss",
    *("search:assignments", "search:block-hash", "search:brute-force"),
}


@pytest.mark.parametrize("name", [n for n in backend_names() if n not in WITHOUT_CLAUSES])
def test_the_deadline_ends_every_solver(name: str) -> None:
    begin, chosen = time.monotonic(), find_backend(name)
    with pytest.raises(DeadlinePassedError):
        if chosen.abilities.optimum:
            formula = cast("Formula", HardQuestion.formula)
            cast("FewestStepsBackend", chosen).optimum(formula, [1], Deadline(0.1))
        chosen.answer(cast("IsCopy", HardQuestion()), Deadline(0.1))
    assert time.monotonic() - begin < 20


@pytest.mark.skipif("graph:bliss" not in backend_names(), reason="igraph is not installed")
def test_the_deadline_ends_bliss() -> None:
    grid = cyclic_grid(BoxShape(4, 4))
    image = random_transformation(grid.shape, Random(1)).apply(grid)
    with pytest.raises(DeadlinePassedError):
        find_backend("graph:bliss").answer(IsCopy(grid, image, PLAIN), Deadline(0.001))
    outcome = find_backend("graph:bliss").answer(IsCopy(grid, image, PLAIN), Deadline(60))
    assert outcome.verdict is Verdict.YES


def test_a_time_limit_longer_than_clocks_count_is_none() -> None:
    side = Grid([[1, 2, 0, 0], *[[0] * 4] * 3])
    image = random_transformation(side.shape, Random(1)).apply(side)
    for seconds in (3e6, 1e300, float("inf")):
        outcome = find_backend("pysat:lingeling").answer(
            IsCopy(side, image, PLAIN), Deadline(seconds)
        )
        assert outcome.verdict is Verdict.YES


@pytest.mark.gate
@pytest.mark.parametrize("name", ["pysat:minisat22", "pysat:cadical195", "cp-sat", "maxsat:rc2"])
def test_ctrl_c_reaches_a_solver_at_work(name: str) -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from sudokopie.system.guardian import die_with_parent; die_with_parent()\n"
        # Tests that a shell runs in the background ignore Ctrl-C.
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from guarded_calls import HardQuestion\n"
        "from sudokopie.solvers.deadline import Deadline\n"
        "from sudokopie.solvers.registry import find_backend\n"
        "if sys.argv[2] == 'cp-sat': import ortools.sat.python.cp_model\n"  # which takes seconds
        "chosen, formula = find_backend(sys.argv[2]), HardQuestion.formula\n"
        "try:\n"
        " print('begin', flush=True)\n"
        " if chosen.abilities.optimum: chosen.optimum(formula, [1], Deadline())\n"
        " chosen.answer(HardQuestion(), Deadline())\n"
        "except KeyboardInterrupt: print('interrupted')\n"
    )
    here = str(ROOT / "tests")
    with subprocess.Popen(
        [sys.executable, "-c", script, here, name], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begin\n"
        time.sleep(0.5)  # writing the formula takes milliseconds, solving it minutes
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=30)[0] == "interrupted\n"


@pytest.mark.gate
@pytest.mark.parametrize("name", [DEFAULT, "pysat:cadical195", "pysat:glucose4"])
def test_a_signal_does_not_disturb_a_solver_at_work(name: str) -> None:
    """PySAT's own handler leaves the solver by a jump, after which the process may crash."""
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    came = list[int]()
    # A thread of this process could not send signals: it would wait for the solver.
    sender = subprocess.Popen(["sh", "-c", f"while kill -INT {os.getpid()}; do sleep 0.02; done"])
    try:
        with make_oracle(cast(Formula, Pigeons(8)), Deadline(), name) as oracle:
            assert oracle.find_model() is None
    finally:
        sender.kill()
        sender.wait()
        signal.signal(signal.SIGINT, before)
    assert came
    assert MainThread.check()


def test_ctrl_c_is_not_lost_where_cp_sat_is_imported() -> None:
    """As pandas does, which CP-SAT imports: it does without what it cannot import."""
    script = (
        "import os, signal, sys\n"
        "class Finder:\n"
        " def find_spec(self, name, *_):\n"
        "  if name == 'pyarrow':\n"
        "   try: os.kill(os.getpid(), signal.SIGINT); [None for _ in range(100)]\n"
        "   except KeyboardInterrupt: raise ImportError('initialization failed')\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from sudokopie.solvers.cp_sat import make_empty_cp_sat_model\n"
        "try: make_empty_cp_sat_model()\n"
        "except KeyboardInterrupt: print('pandas' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_a_deadline_ends_the_writing_of_clauses() -> None:
    grid = cyclic_grid(BoxShape(5, 5))
    image = random_transformation(grid.shape, Random(1)).apply(grid)
    with pytest.raises(DeadlinePassedError):
        find_backend(DEFAULT).answer(IsCopy(grid, image, PLAIN), Deadline(0.001))


def test_every_solver_of_pysat_is_there() -> None:
    from pysat.solvers import SolverNames

    offered = [name for name in vars(SolverNames) if not name.startswith("_")]
    assert len([name for name in backend_names() if name.startswith("pysat:")]) >= (
        len(offered) - 1  # cryptominisat needs a package of its own
    )
    assert DEFAULT in backend_names()
    assert {"cp-sat", "graph:bliss"} <= set(backend_names())


def test_aliases_of_pysat_work() -> None:
    assert find_backend("pysat:g4").name == "pysat:glucose4"


@pytest.mark.parametrize(
    "name",
    [
        *("", "minisat22", "pysat", "pysat:", "pysat:nope", "cp-sat:nope", "Pysat:glucose4"),
        *("dimacs", "dimacs:"),
    ],
)
def test_an_unknown_backend_is_answered_with_those_there_are(name: str) -> None:
    with pytest.raises(BackendError, match=r"here are: pysat:cadical103, .*cp-sat"):
        find_backend(name)


def test_abilities_are_as_measured() -> None:
    assert find_backend("pysat:cadical153").abilities.proofs
    assert not find_backend("pysat:maplesat").abilities.proofs
    assert not any(find_backend("pysat:maplecm").abilities)  # nobody measured it
    assert not find_backend("pysat:kissat404").abilities.assumptions
    assert not find_backend("pysat:lingeling").abilities.interrupt
    assert not find_backend("cp-sat").abilities.proofs


# The process that is killed


def test_a_child_process_returns_what_the_function_does() -> None:
    assert run_killable("it", Deadline(), double, 21) == 42
    with pytest.raises(BackendError, match=r"ValueError\('no'\)"):
        run_killable("it", Deadline(), fail)
    with pytest.raises(BackendError, match="status 7"):
        run_killable("it", Deadline(), die)
    begin = time.monotonic()
    with pytest.raises(DeadlinePassedError):
        run_killable("it", Deadline(0.2), sleep)
    assert time.monotonic() - begin < 20


def test_a_call_finds_what_is_around_it_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_killable("it", Deadline(), double, 1)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LATER", "7")
    assert run_killable("it", Deadline(), os.getcwd) == str(tmp_path)
    assert run_killable("it", Deadline(), os.getenv, "LATER") == "7"
    (tmp_path / "made_later.py").write_text("def number(): return 5")
    monkeypatch.syspath_prepend(str(tmp_path))
    made_later = import_module("made_later")
    assert run_killable("it", Deadline(), made_later.number) == 5


def test_a_guardian_serves_one_call_after_another_and_knows_what_was_imported() -> None:
    with borrow_guardian() as guardian:
        for is_there in (False, True):
            guardian.begin_call(is_imported, "wave")
            ended = guardian.wait_for_outcome_or_none()
            assert ended is not None
            assert isinstance(ended.result, ReturnedValueAndModules)
            assert ended.result.value == is_there


def test_a_guardian_that_cannot_be_started_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    for place in ("socket.socketpair", "subprocess.Popen"):
        with monkeypatch.context() as patched:
            patched.setattr(place, full)
            before = len(os.listdir("/dev/fd"))
            with pytest.raises(BackendError, match="be started: Too many open files"):
                GuardianConnection()
            assert len(os.listdir("/dev/fd")) == before


@pytest.mark.gate
def test_a_guardian_that_was_killed_is_replaced() -> None:
    with borrow_guardian() as guardian:
        pass
    guardian._process.kill()
    guardian._process.wait()
    assert run_killable("it", Deadline(), double, 21) == 42


def test_results_of_any_size_and_no_result() -> None:
    assert run_killable("it", Deadline(), bytes, 20_000_000) == bytes(20_000_000)
    assert run_killable("it", Deadline(), len, bytes(20_000_000)) == 20_000_000
    with pytest.raises(BackendError, match="it: its process raised"):
        run_killable("it", Deadline(), open, os.devnull)  # a file cannot be sent


def test_processor_time_is_counted_wherever_it_is_spent() -> None:
    deadline = Deadline()
    run_killable("it", deadline, burns)
    deadline.end_phase("solve")
    assert 0.15 < deadline.phases["solve"].cpu < 2


WAYS_TO_WORK = (
    *("pysat:minisat22", "cp-sat", "graph:bliss"),
    "pysat:lingeling",  # in a process of a guardian
)
"""Backends that work differently: which of those that work alike does not matter."""


def decided(name: str) -> list[str]:
    """Return what a backend says of a copy and of another grid, under a time limit."""
    rng = Random("together")
    grid = random_grid(FOUR, 8, rng)
    image = random_transformation(FOUR, rng).apply(grid)
    others = image, move_clue(image, rng)
    return [decide(grid, other, name, timeout=60, encoding=PLAIN).word for other in others]


@pytest.mark.parametrize(
    "names",
    [
        # Several of them in guardians at the same time, which no two threads may share.
        pytest.param(
            2 * (*WAYS_TO_WORK, "graph:bliss", "maxsat:rc2"),
            id="each-way",
            marks=pytest.mark.skipif("graph:bliss" not in backend_names(), reason="no igraph"),
        ),
        pytest.param(2 * backend_names(), id="all", marks=pytest.mark.slow),
    ],
)
def test_eight_threads_at_once_get_right_answers(names: Sequence[str]) -> None:
    with ThreadPoolExecutor(8) as executor:
        said = list(zip(names, executor.map(decided, names), strict=True))
    assert {tuple(words) for _, words in said} == {("copies", "different")}, said


_POOL = """
import sys, threading
from multiprocessing import Pool
from test_backends import backend_names, decided
if __name__ == "__main__":
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    decided("pysat:lingeling")  # so that there is a guardian that workers must not use
    with Pool(2) as pool:
        for name, said in zip(sys.argv[1:], pool.imap(decided, sys.argv[1:])):
            print(name, *said)
"""


@pytest.mark.gate
@pytest.mark.parametrize(
    "names",
    [
        pytest.param(WAYS_TO_WORK, id="each-way"),
        pytest.param(backend_names(), id="all", marks=pytest.mark.slow),
    ],
)
def test_workers_of_a_pool_get_right_answers(tmp_path: Path, names: Sequence[str]) -> None:
    names = [one for one in names if one in backend_names()]
    script = tmp_path / "pool.py"
    script.write_text(_POOL)
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run(
        [sys.executable, str(script), *names],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [f"{name} copies different" for name in names]


_DECIDE = """
from sudokopie import decide
from sudokopie.sudoku.random_grids import cyclic_grid, random_complete_grid
from sudokopie import BoxShape
from sudokopie.encoding.candidates import PLAIN
from sudokopie.solvers.deadline import Deadline
from random import Random
import sys
if __name__ == "__main__":
    backend, shape = sys.argv[1], BoxShape(int(sys.argv[2]), 5)
    grids = cyclic_grid(shape), random_complete_grid(shape, Random(1))
    try:
        decide(*grids, backend, timeout=60, encoding=PLAIN)
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.gate
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a parent's end")
@pytest.mark.parametrize(
    "number",
    [
        *(signal.SIGKILL, signal.SIGINT),
        # They end a process at once too, if it has no handler for them.
        *(pytest.param(one, marks=pytest.mark.slow) for one in (signal.SIGTERM, signal.SIGHUP)),
    ],
)
@pytest.mark.parametrize(
    # A process, its guardian and one that computes; brute force has two of each of the latter.
    ("backend", "height", "processes"),
    [("pysat:lingeling", 5, 3), ("search:brute-force", 2, 5)],
)
def test_what_was_started_ends_with_the_process_that_asked(
    tmp_path: Path, backend: str, height: int, processes: int, number: signal.Signals
) -> None:
    if backend.startswith("search:") and count_processors() < 2:
        pytest.skip("with one processor it starts no processes")
    mark = f"MARK={tmp_path}"  # all of it: folders of other workers have the same name
    script = tmp_path / "decide.py"
    script.write_text(_DECIDE)

    def all_of_them() -> list[int]:
        """Return the processes that have inherited the mark."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if mark.encode() in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
        return found

    def started() -> subprocess.Popen[bytes] | None:
        """Return a process that has started all `processes`, itself included; None if not."""
        process = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", str(script), backend, str(height)],
            env={**os.environ, "WHOSE": mark, "PYTHONFAULTHANDLER": "1"},
        )
        end = time.monotonic() + 30
        while len(all_of_them()) < processes and time.monotonic() < end:
            time.sleep(0.05)
        if len(all_of_them()) >= processes:
            return process
        for pid in all_of_them():
            os.kill(pid, signal.SIGABRT)
        process.wait()
        return None

    process = started() or started()  # seen once in hundreds, on a busy machine
    assert process is not None
    process.send_signal(number)
    assert process.wait() == (0 if number is signal.SIGINT else -number)
    end = time.monotonic() + 10
    while all_of_them() and time.monotonic() < end:
        time.sleep(0.05)
    assert not all_of_them()
