"""Disks that are full: one line, status 2, and what was there stays."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sudokopie.proofs import export

from hostile.program import judge, run
from hostile.specimens import GRID, LINES, PAIR, read, write
from present import present

pytestmark = pytest.mark.gate

FULL = Path("/dev/full")
if not FULL.exists():
    pytest.skip("there is no /dev/full here", allow_module_level=True)

COMMANDS = present(
    [
        "export pair.txt -o {}.cnf",
        "export pair.txt -o {}.cnf.gz",
        "export pair.txt -o {}.opb",
        "random --seed 1 -o {}",
        "solve -q --html {} pair.txt",
        "duplicates -q -o {} some.csv",
        "catalogue add {} some.csv",
    ]
)


def prepared(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    write(folder, {"pair.txt": PAIR, "grid.txt": GRID, "some.csv": LINES * 300})


@pytest.mark.parametrize("command", COMMANDS)
def test_a_device_that_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    prepared(tmp_path, monkeypatch)
    name = command.split("{}")[1].split(" ", maxsplit=1)[0]
    os.symlink(FULL, f"full{name}")
    before = read(tmp_path)
    ran = run(*command.replace("{}", "full").split())
    judge(ran)
    assert ran.status == 2, ran
    assert read(tmp_path) == before
    assert os.readlink(f"full{name}") == str(FULL)


def test_a_folder_for_temporary_files_that_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ortools")

    @contextmanager
    def full() -> Iterator[str]:
        yield str(tmp_path / "temporary")

    prepared(tmp_path, monkeypatch)
    (tmp_path / "temporary").mkdir()
    os.symlink(FULL, "temporary/model.pb")
    monkeypatch.setattr(export, "open_temporary_folder", full)
    ran = run("export", "pair.txt", "-o", "question.pb")
    judge(ran)
    assert ran.err.endswith(" cannot be used: No space left on device\n")
    assert ran.status == 2
    assert not os.path.exists("question.pb")


def test_standard_output_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared(tmp_path, monkeypatch)
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sudokopie.cli", "solve", "pair.txt"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 64 KiB, where one may be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("nothing may be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True, capture_output=True)


@pytest.mark.skipif("HOSTILE_TIMES" not in os.environ, reason="for the long run")
@pytest.mark.parametrize(
    "command",
    present(
        [
            *COMMANDS,
            "solve -q --certificate {} no.txt",
            "compare --backends pysat:minisat22 --csv {} pair.txt",
        ]
    ),
)
def test_a_disk_that_fills_up(
    tmp_path: Path, small_disk: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    prepared(tmp_path, monkeypatch)
    (tmp_path / "no.txt").write_bytes(PAIR.replace(b"3", b"2"))
    (small_disk / "mine").write_bytes(b"x" * 2**16)
    ran = run(*command.replace("{}", str(small_disk / "out")).split())
    judge(ran)
    assert ran.status == 2, ran
    assert (small_disk / "mine").read_bytes() == b"x" * 2**16
    assert [path.name for path in small_disk.iterdir() if path.name[:3] != "out"] == ["mine"]
