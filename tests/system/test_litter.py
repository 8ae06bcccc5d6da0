"""Temporary files and folders: gone in the end, and those of killed processes some time later."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.sudoku.random_grids import cyclic_grid, random_complete_grid
from sudokopie.system.output import open_output
from sudokopie.system.temporary_files import open_temporary_file_with_path, open_temporary_folder

from conftest import PROGRAM
from present import present

pytestmark = pytest.mark.gate

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

MAKES_ONE = """
import sys, time
from sudokopie.system.temporary_files import open_temporary_folder
from sudokopie.system.output import open_output
with open_temporary_folder(sys.argv[1]) as path, open_output(sys.argv[1] + "/out.txt") as file:
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
    with open_temporary_folder(str(tmp_path)) as path:
        Path(path, "inside").touch()
        assert [str(one) for one in tmp_path.iterdir()] == [path]
    assert not list(tmp_path.iterdir())
    with open_temporary_folder() as path:
        assert os.path.dirname(path) == tempfile.gettempdir()


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MAKES_ONE, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"made\n"
        left = sorted(tmp_path.iterdir())
        assert len(left) == 2
        made_old(*left)
        with open_temporary_folder(str(tmp_path)):
            assert set(left) < set(tmp_path.iterdir())  # somebody has them
        process.kill()
    with open_temporary_folder(str(tmp_path)) as path:
        assert [str(one) for one in tmp_path.iterdir()] == [path]


def test_ctrl_c_just_after_a_file_got_its_name_stays_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def interrupted(source: str, place: str) -> None:
        replace(source, place)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt), open_output(str(tmp_path / "out")) as file:
        file.write(b"whole")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"whole"]


@pytest.mark.parametrize(
    ("kind", "temporary"),
    [("mkstemp", open_temporary_file_with_path), ("mkdtemp", open_temporary_folder)],
)
def test_a_signal_that_comes_while_it_is_made_leaves_nothing(
    kind: str,
    temporary: Callable[[str], AbstractContextManager[object]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make = getattr(tempfile, kind)

    def interrupted(*arguments: object) -> object:
        made = make(*arguments)
        signal.raise_signal(signal.SIGINT)
        return made

    monkeypatch.setattr(tempfile, kind, interrupted)
    with pytest.raises(KeyboardInterrupt), temporary(str(tmp_path)):
        pytest.fail("nothing goes on")
    assert not list(tmp_path.iterdir())


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
    with open_temporary_file_with_path(str(tmp_path)) as (_, beside):
        assert set(tmp_path.iterdir()) == {*kept, link, fresh, Path(beside)}
    assert set(tmp_path.iterdir()) == {*kept, link, fresh}


def test_what_belongs_to_others_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / ".sudokopie-12345678.part"
    theirs.touch()
    made_old(theirs)
    with monkeypatch.context() as patched:
        patched.setattr(os, "geteuid", lambda: theirs.stat().st_uid + 1)
        with open_output(str(tmp_path / "out.txt")):
            pass
        assert theirs.exists()
    with open_output(str(tmp_path / "out.txt")):
        pass
    assert not theirs.exists()


COMMANDS = present(
    [
        "complete --all blank.txt",
        "canonical --jobs 2 many.txt --parquet forms.parquet",
        "fewest-clues grid.txt",
        "solve --backend pysat:lingeling --time-limit 60 --no-refinement hard.txt --html page.html",
        "solve -",
    ]
)
"""They last longer than anybody waits."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process handles")
@pytest.mark.parametrize(
    ("number", "commands"), [(signal.SIGTERM, COMMANDS), (signal.SIGHUP, COMMANDS[:1])]
)
def test_signals_end_commands_as_ctrl_c_does(
    number: signal.Signals, commands: list[str], tmp_path: Path
) -> None:
    """No traceback, nothing half-written or temporary; the number is in the exit status."""
    shape, rng = BoxShape(5, 5), Random(1)
    inputs = {
        "blank.txt": 81 * ".",
        "many.txt": f"{625 * '.'}\n" * 20_000,
        "grid.txt": text(random_complete_grid(BoxShape(3, 3), rng)),
        "hard.txt": text(cyclic_grid(shape)) + "\n" + text(random_complete_grid(shape, rng)),
    }
    folder, scratch = tmp_path / "inputs", tmp_path / "scratch"
    folder.mkdir()
    scratch.mkdir()
    for name, content in inputs.items():
        (folder / name).write_text(content)
    started = [
        subprocess.Popen(
            [*PROGRAM, *command.split()],
            cwd=folder,
            env={**os.environ, "TMPDIR": str(scratch)},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for command in commands
    ]
    for process in started:
        end = time.monotonic() + 600
        while not is_handled(number, process.pid) and time.monotonic() < end:
            time.sleep(0.05)
    end = time.monotonic() + 600
    while (
        any("--parquet" in command for command in commands)
        and not any(folder.glob(".*.part"))  # the table that a command has begun to write
        and time.monotonic() < end
    ):
        time.sleep(0.05)
    time.sleep(0.5)
    for process in started:
        process.send_signal(number)
    for process, command in zip(started, commands, strict=True):
        _, err = process.communicate(timeout=600)
        # A message names the files that the command was to write and did not write.
        output = re.search(r"--(?:parquet|html) (\S+)", command)
        message = f"Not written: {output[1]}" if output else ""
        assert (process.returncode, err.strip()) == (128 + number, message), command
    assert set(os.listdir(folder)) == set(inputs)
    assert os.listdir(scratch) == []


def text(grid: Grid) -> str:
    return "".join(" ".join(map(str, row)) + "\n" for row in grid)


def is_handled(number: signal.Signals, pid: int) -> bool:
    """Return whether a process has a handler for a signal."""
    status = Path(f"/proc/{pid}/status").read_text()
    mask = int(status.partition("SigCgt:")[2].split()[0], 16)
    return bool(mask >> (number - 1) & 1)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no SIGHUP")
def test_nohup_is_respected() -> None:
    code = (
        "import os, signal\n"
        "from sudokopie.system.signals import raise_error_on_signals\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "with raise_error_on_signals() as came:\n"
        "    os.kill(os.getpid(), signal.SIGHUP)\n"
        "    print(came)\n"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


@pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
@pytest.mark.parametrize("ignored", ["SIGUSR1", "SIGINT"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_no_signal_is_lost_while_an_object_is_deleted(number: signal.Signals, ignored: str) -> None:
    if number.name == ignored:
        pytest.skip("what is ignored does not come")
    code = (
        "import os, signal, time\n"
        "from sudokopie.system import signals\n"
        "from sudokopie.system.signals import repeat_lost_interruptions, raise_error_on_signals\n"
        "signals._SOON = 0.5\n"  # on a busy machine it would come before the object is deleted
        f"signal.signal(signal.{ignored}, signal.SIG_IGN)\n"
        "class Deleted:\n"
        "    def __del__(self):\n"
        f"        os.kill(os.getpid(), {int(number)})\n"
        "        time.sleep(10)\n"
        "with repeat_lost_interruptions(), raise_error_on_signals() as came:\n"
        "    try:\n"
        "        Deleted()\n"
        "        for _ in range(1000): time.sleep(0.01)\n"
        "    except KeyboardInterrupt:\n"
        "        print('heard', *came)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    heard = "heard\n" if number is signal.SIGINT else f"heard {int(number)}\n"
    assert (done.stdout, done.stderr) == (heard, "")
