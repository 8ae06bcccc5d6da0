"""Every module can be imported where there are no processes: on Windows, and in browsers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from pkgutil import walk_packages

import pytest

import sudokopie
from sudokopie.base.applications import find_applications_by_name

_POOR = """
import importlib, os, select, signal, socket, sys

MISSING = {"resource", "fcntl", "pwd", "grp", "termios", "_posixsubprocess", "_multiprocessing"}

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in MISSING:
            raise ModuleNotFoundError(name)

for name in MISSING:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
for place, names in {
    os: "fork register_at_fork geteuid setsid killpg WNOHANG",
    select: "poll",
    signal: "SIGHUP SIGQUIT SIGCHLD SIGKILL SIGPIPE SIGXFSZ pthread_kill pthread_sigmask",
    socket: "recv_fds send_fds SCM_RIGHTS AF_UNIX MSG_NOSIGNAL",
}.items():
    for name in names.split():
        if hasattr(place, name):
            delattr(place, name)
"""


def in_a_poor_place(code: str) -> str:
    """Return what a Python prints that has nothing of what only Unix has."""
    return subprocess.run(
        [sys.executable, "-c", _POOR + code], check=True, capture_output=True, text=True
    ).stdout


def test_every_module_can_be_imported_everywhere() -> None:
    left_out = ("tests", "benchmarks", "docs", "instances", "browser", "setup")
    modules = [
        one.name
        for one in walk_packages(sudokopie.__path__, "sudokopie.")
        if one.name.split(".")[1] not in left_out
    ]
    assert {
        "sudokopie.system.guardian_client",
        *(f"sudokopie.applications.{name}" for name in find_applications_by_name()),
    } <= set(modules)
    said = in_a_poor_place(
        f"for name in {modules}:\n"
        "    try: importlib.import_module(name)\n"
        "    except (ImportError, AttributeError) as error: print(name, repr(error))\n"
    )
    assert said == ""


def test_what_needs_processes_is_refused_when_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = in_a_poor_place(
        "from sudokopie.base.errors import BackendError\n"
        "from sudokopie.system.ordered_map import map_in_order\n"
        "from sudokopie.commands.machinery.workers import choose_process_count\n"
        "from sudokopie.solvers.deadline import Deadline\n"
        "from sudokopie.solvers.killable import run_killable\n"
        "open('long', 'w').write('\\n' * 10**6)\n"
        "print(choose_process_count(None, ['long']))\n"
        "def shared(): list(map_in_order(len, ['a'], 2))\n"
        "def killable(): run_killable('it', Deadline(), int)\n"
        "for call in (shared, killable):\n"
        "    try: call()\n"
        "    except BackendError as error: print(error)\n"
    )
    refused = "no process can be started: this system cannot fork\n"
    assert said == f"1\n{2 * refused}"


def test_commands_that_tests_start_save_compiled_modules() -> None:
    code = "import sys; print(sys.dont_write_bytecode)"
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert said.stdout == "False\n"
    assert not sys.dont_write_bytecode
