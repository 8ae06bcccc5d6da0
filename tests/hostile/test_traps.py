"""A folder full of traps: no command runs what lies in the current folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import INSTANCES
from present import present

pytestmark = pytest.mark.gate

PAIR = INSTANCES / "size4-clues5-copies.txt"
MODULES = (
    *sorted(name for name in sys.stdlib_module_names if not name.startswith("_")),
    *("numpy", "pysat", "ortools", "click", "rich", "jinja2", "igraph", "matplotlib", "sudokopie"),
    *("dask", "distributed", "pandas", "pyarrow", "sitecustomize", "usercustomize"),
)

COMMANDS = present(
    [
        "solve -q pair.txt",
        "solve -q --time-limit 20 --backend cp-sat pair.txt",
        "solve -q --backend graph:bliss pair.txt",
        "solve -q --html page.html pair.txt",
        "solve -q --certificate certificate pair.txt",
        "compare --backends pysat:minisat22,pysat:glucose4 pair.txt --report report",
        "complete --jobs 2 puzzles.txt",
        "canonical --jobs 2 puzzles.txt",
        "duplicates -q --jobs 2 puzzles.txt",
        "duplicates -q --cluster local --jobs 1 puzzles.txt",
        "symmetries -q puzzles.txt",
        "catalogue add seen.db puzzles.txt",
        "unavoidable grid.txt",
        "fewest-clues grid.txt",
    ]
)


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_of_the_current_folder_is_run(tmp_path: Path, command: str) -> None:
    if "--cluster" in command:
        pytest.importorskip("distributed")
    folder, program = tmp_path / "traps", tmp_path / "bin" / "sudokopie"
    folder.mkdir()
    for module in MODULES:
        (folder / f"{module}.py").write_text("open('SPRUNG', 'a').write(__name__ + '\\n')\n")
    # Whoever opens it waits for ever.
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "matplotlibrc")
    shutil.copy(PAIR, folder / "pair.txt")
    (folder / "puzzles.txt").write_text("1234341221434321\n" * 20)
    (folder / "grid.txt").write_text("1234\n3412\n2143\n4321\n")
    program.parent.mkdir()
    # As an installed program: its own folder is on the path, and not the current one.
    code = "from sudokopie.cli import main\nif __name__ == '__main__':\n    main()\n"
    program.write_text(code)
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    environment.pop("PYTHONSAFEPATH", None)

    def ran() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(program), *command.split()],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    try:
        done = ran()
    except subprocess.TimeoutExpired:
        # On a busy machine a local cluster has once failed to start, and waited for ever.
        if "--cluster" not in command:
            raise
        done = ran()
    sprung = folder / "SPRUNG"
    assert not sprung.exists(), sprung.read_text().split()
    assert done.returncode in (0, 1), done.stderr
    assert "Error" not in done.stderr
