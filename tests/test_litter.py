"""Temporary files and folders: gone in the end, and those of killed processes some time later."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from sudokopie.sudoku.litter import temporary_file, temporary_folder
from sudokopie.sudoku.output import written

from conftest import INSTANCES

MAKES_ONE = """
import sys, time
from sudokopie.sudoku.litter import temporary_folder
from sudokopie.sudoku.output import written
with temporary_folder(sys.argv[1]) as path, written(sys.argv[1] + "/out.txt") as file:
    open(path + "/inside", "w").close()
    file.write(b"half")
    print("made", flush=True)
    time.sleep(60)
"""


def made_old(*paths: Path) -> None:
    long_ago = time.time() - 3600
    for path in paths:
        os.utime(path, (long_ago, long_ago), follow_symlinks=False)


def test_a_folder_is_gone_in_the_end(tmp_path: Path) -> None:
    with temporary_folder(str(tmp_path)) as path:
        Path(path, "inside").touch()
        assert [str(one) for one in tmp_path.iterdir()] == [path]
    assert not list(tmp_path.iterdir())
    with temporary_folder() as path:
        assert os.path.dirname(path) == tempfile.gettempdir()


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MAKES_ONE, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"made\n"
        left = sorted(tmp_path.iterdir())
        assert len(left) == 2
        made_old(*left)
        with temporary_folder(str(tmp_path)):
            assert set(left) < set(tmp_path.iterdir())  # somebody has them
        process.kill()
    with temporary_folder(str(tmp_path)) as path:
        assert [str(one) for one in tmp_path.iterdir()] == [path]


def test_nothing_else_is_removed(tmp_path: Path) -> None:
    name = ".sudokopie-abcdefgh.scratch"
    kept = [
        tmp_path / "sudokopie-abcdefgh.scratch",
        tmp_path / ".sudokopie-results.part",
        tmp_path / ".sudokopie-abcdefgh.txt",
        tmp_path / f"{name}.old",
        tmp_path / "theirs",
    ]
    for path in kept:
        path.mkdir()
    link = tmp_path / name
    link.symlink_to(kept[-1])
    made_old(*kept, link)
    fresh = tmp_path / ".sudokopie-12345678.scratch"  # perhaps not locked yet
    fresh.mkdir()
    handle, beside = temporary_file(str(tmp_path))
    os.close(handle)
    assert set(tmp_path.iterdir()) == {*kept, link, fresh, Path(beside)}


def test_what_belongs_to_others_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / ".sudokopie-12345678.part"
    theirs.touch()
    made_old(theirs)
    with monkeypatch.context() as patched:
        patched.setattr(os, "geteuid", lambda: theirs.stat().st_uid + 1)
        with written(str(tmp_path / "out.txt")):
            pass
        assert theirs.exists()
    with written(str(tmp_path / "out.txt")):
        pass
    assert not theirs.exists()


COMMANDS = [
    "complete --all blank.txt",
    "complete --jobs 2 many.txt",
    "canonical --jobs 2 many.txt --parquet forms.parquet",
    "duplicates --jobs 2 many.txt -o first.txt",
    "fewest-clues grid.txt",
    "unavoidable --size 40 grid.txt",
    "solve --backend pysat:lingeling --time-limit 60 --no-refinement hard.txt --html page.html",
    "compare --backends pysat:lingeling hard.txt --report report",
    "solve -",
]
"""Commands that last longer than anybody waits."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is handled")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signals_end_commands_as_ctrl_c_does(number: signal.Signals, tmp_path: Path) -> None:
    """No traceback, nothing half-written, nothing temporary; the number in the exit status."""
    inputs, scratch = tmp_path / "inputs", tmp_path / "scratch"
    inputs.mkdir()
    scratch.mkdir()
    blank, rng = Grid([[0] * 9] * 9), Random(1)
    shape = BoxShape(5, 5)
    (inputs / "blank.txt").write_text(blank.to_line())
    (inputs / "many.txt").write_text(f"{81 * '.'}\n" * 300_000)
    started = []
    for command in COMMANDS:
        started.append(
            subprocess.Popen(
                [sys.executable, "-m", "sudokopie.cli", *command.split()],
                cwd=inputs,
                env={**os.environ, "TMPDIR": str(scratch), "XDG_STATE_HOME": str(tmp_path)},
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
