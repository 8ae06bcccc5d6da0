from __future__ import annotations

import gc
import os
import signal
import sys
import time
import tomllib
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
from hypothesis import settings

from sudokopie import BoxShape, Grid, Pair, cli, read_pair
from sudokopie.base.applications import find_applications_by_name
from sudokopie.kernel import kernel_functions
from sudokopie.proofs.certificate import Refutation, make_certificate
from sudokopie.questions.question import Question
from sudokopie.questions.yes_no_claims import NoClaim
from sudokopie.reading import file_parts
from sudokopie.reading.lines import LinesInPieces
from sudokopie.sudoku.random_grids import random_complete_grid, remove_clues
from sudokopie.system import limited_call
from sudokopie.system.own_folder import LIST

from browser import browser  # noqa: F401 - a fixture for all
from skip_report import pytest_configure  # noqa: F401 - a hook of pytest

ROOT = Path(__file__).parent.parent
INSTANCES = ROOT / "instances"
SHARED = ROOT.parent / "shared"

PROGRAM = (
    sys.executable,
    "-c",
    "from sudokopie.cli import main\nif __name__ == '__main__': main()",
)
"""The words that run sudokopie as a process. Like the installed program, the code runs only in the
main module, because worker processes import it again.
"""

_NUMBERS = count(1)
"""The numbers of the tests of this process, as they begin."""

# The examples are the same each time, so that a test does not fail by chance.
settings.register_profile("gate", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("night", deadline=None, max_examples=200, print_blob=True)
settings.register_profile("search", deadline=None, max_examples=2000)
# The seed comes from the command line, and must be enough to repeat a failure.
settings.register_profile("hours", deadline=None, max_examples=400, database=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))

# Compiled modules are saved even if the environment forbids it, as in some containers. Otherwise
# each command that a test starts would compile all its modules again, half of its time.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# There is hardly any garbage until all tests are collected.
gc.disable()


def pytest_collection_finish() -> None:
    """Let Python no longer search the modules and the collected tests for garbage, because they are
    needed until the end.
    """
    gc.freeze()
    gc.enable()


@pytest.fixture
def implementation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with the compiled kernel or with the Python code, as the parameter states. Tests
    with the mark `kernel` run with both.
    """
    name: str = request.param
    if name == "Python":
        monkeypatch.setattr(kernel_functions, "compiled", None)
    elif kernel_functions.compiled is None:
        pytest.skip("the kernel is not built, or off")
    return name


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests with the mark `documents` if the application of this name is deleted."""
    if "documents" not in find_applications_by_name():
        skip = pytest.mark.skip(reason="the application documents is deleted")
        for item in items:
            if item.get_closest_marker("documents"):
                item.add_marker(skip)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests with the mark `kernel` with each implementation."""
    if metafunc.definition.get_closest_marker("kernel"):
        metafunc.fixturenames.append("implementation")
        metafunc.parametrize("implementation", ["compiled", "Python"], indirect=True)


def pytest_xdist_auto_num_workers() -> int:
    """Return twice the number of cores, because many tests wait for processes that they started."""
    return 2 * (os.cpu_count() or 1)


STARTED_ONCE = {
    "tests/proofs/test_certificate_fields.py": "certificates",
    "tests/applications/collection/test_cluster.py": "cluster",
    "tests/applications/browser/test_browser_app.py": "browser",
    "tests/applications/browser/test_engines.py": "browser",
    "tests/applications/browser/test_telephone.py": "telephone",
    "tests/applications/comparison/test_browser_comparison.py": "browser",
    "tests/showing/test_browser_entries.py": "browser",
    "tests/showing/test_browser_lists.py": "lists",
    "tests/test_verified.py": "verified",
}
"""The files of tests that share something that takes seconds to start, by a name for it."""


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return the scheduler that distributes the tests. Tests that share something are run by the
    same process.
    """
    from xdist.scheduler import LoadScopeScheduling

    scheduling = LoadScopeScheduling(config, log)
    scheduling._split_scope = lambda test: STARTED_ONCE.get(test.partition("::")[0], test)
    return scheduling


@cache
def manifest() -> list[dict[str, Any]]:
    with (INSTANCES / "manifest.toml").open("rb") as file:
        entries: list[dict[str, Any]] = tomllib.load(file)["pair"]
    return entries


def pair_from(path: Path) -> Pair:
    with path.open("rb") as file:
        return read_pair(file, path.name, max_size=49)


def refute(question: Question, backend: str | None = None, **options: Any) -> Refutation:
    """Prove that the answer to a question is no, check the proof, and return it."""
    (refutation,) = make_certificate(NoClaim(question), backend, **options).refutations
    return refutation


def record_taken_lines(
    patch: pytest.MonkeyPatch, lines: type[LinesInPieces], name: str
) -> list[int]:
    """Return a list to which each call of a method of `lines` appends how many lines it takes. The
    `name` of the method is `take_matching_lines` or `take_equal_lines`.
    """
    taken, take = list[int](), getattr(lines, name)

    def take_and_count(self: LinesInPieces, *arguments: Any) -> Any:
        found = take(self, *arguments)
        taken.append(len(found[2]))
        return found

    patch.setattr(lines, name, take_and_count)
    return taken


def python_files(*but: str) -> Iterator[Path]:
    """Yield the Python files in the folders of this checkout, without those in the folders `but`.
    A folder whose name starts with a dot, such as the virtual environment `.venv`, and the folder
    `build` hold files of others.
    """
    for folder in sorted(ROOT.iterdir()):
        if folder.is_dir() and folder.name[0] != "." and folder.name != "build":
            for file in sorted(folder.rglob("*.py")):
                if not any(file.is_relative_to(ROOT / name) for name in but):
                    yield file


def listed(folder: Path, but: Collection[str] = ()) -> Path:
    """Write the digests of a certificate's files anew, as a forger would, except of the files in
    `but`. Returns the folder.
    """
    lines = [
        f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name not in (LIST, *but)
    ]
    (folder / LIST).write_text("".join(["# sudokopie certificate\n", *lines]))
    return folder


def puzzles(number: int, seed: str = "puzzles", clues: int = 25) -> list[Grid]:
    """Return `number` random 9x9 puzzles with `clues` clues. The same seed gives the same."""
    rng, shape = Random(seed), BoxShape(3, 3)
    return [remove_clues(random_complete_grid(shape, rng), clues, rng) for _ in range(number)]


def write(name: str, lines: Iterable[str]) -> str:
    """Write lines to a file in the current folder, and return its name."""
    Path(name).write_text("".join(f"{line}\n" for line in lines))
    return name


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working directory during the test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let even the small files of tests be divided into parts."""
    monkeypatch.setattr(file_parts, "_BYTES", 700)
    monkeypatch.setattr(file_parts, "_LEAST", 700)


@pytest.fixture
def documents_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read documents in the process of the test, as a browser does, so that a test can change the
    limits of their readers.
    """
    monkeypatch.setattr(limited_call, "CAN_START", False)


@pytest.fixture(autouse=True)
def _keys_are_heard() -> Iterator[None]:
    """Let Ctrl-C and other signals have their usual effect during a test. Shells start background
    processes with these signals ignored, and child processes inherit this.
    """
    usual: dict[int, Any] = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGQUIT: signal.SIG_DFL,
        signal.SIGHUP: signal.SIG_DFL,
    }
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(autouse=True)
def _own_state(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Let commands keep their records, such as those of `compare`, in a folder of the test. In the
    user's folder, a command of another process may write to the same file.
    """
    folder = tmp_path_factory.getbasetemp() / f"state-{next(_NUMBERS)}"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    yield


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let commands answer in English, also if the user's environment sets another language."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    yield


def has_worked(pid: int, seconds: float) -> None:
    """Wait until a process has used `seconds` of processor time."""
    process = psutil.Process(pid)
    while sum(process.cpu_times()[:2]) < seconds:
        assert process.status() != psutil.STATUS_ZOMBIE
        time.sleep(0.05)


class Result:
    """The exit status of a command, and its output on standard output and standard error."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> Result:
        monkeypatch.setattr(sys, "argv", ["sudokopie", *arguments])
        with pytest.raises(SystemExit) as exit_:
            cli.main()
        signal.signal(signal.SIGINT, signal.default_int_handler)  # `main` changes it at its end
        out, err = capfd.readouterr()
        assert isinstance(exit_.value.code, int)
        return Result(exit_.value.code, out, err)

    return run
