"""The files that a command writes do not depend on who reads its output."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sudokopie.commands.machinery.command_group import (
    import_command_by_full_name,
    list_full_command_names,
)
from sudokopie.commands.machinery.command_rules import OutputType

from conftest import PROGRAM, write
from present import present

FULL = Path("/dev/full")
GRID, MOVED, OTHER = "1234341221434321", "3412123421434321", "1234341223414123"

CASES = present(
    [
        "solve pair.txt pair.txt --html result.html",
        "solve pair.txt --certificate result",
        "solve pair.txt --worksheet result.html",
        "solve pairs.csv --columns a,b --parquet result.parquet",
        "ways pair.txt --html result.html",
        "ways pair.txt --certificate result",
        "within pair.txt --html result.html",
        "within pair.txt --certificate result",
        "nearest pair.txt --html result.html",
        "nearest pair.txt --certificate result",
        "random --seed 1 --box 2x2 --solve -o result.txt",
        "random --seed 1 --box 2x2 --solve --folder result",
        "random --seed 1 --box 2x2 --worksheet result.html",
        "complete puzzles.txt --parquet result.parquet",
        "complete grid.txt --certificate result",
        "canonical puzzles.txt --parquet result.parquet",
        "canonical grid.txt --certificate result",
        "symmetries puzzles.txt --html result.html",
        "symmetries puzzles.txt --parquet result.parquet",
        "symmetries grid.txt --certificate result",
        "shuffle --seed 1 puzzles.txt --parquet result.parquet",
        "shuffle --seed 1 puzzles.txt --layout hrm -o result",
        "export pair.txt -o result.cnf",
        "decode question.cnf reply.txt --html result.html",
        "decode question.cnf reply.txt --certificate result",
        "duplicates puzzles.txt --steps -o result.txt --drop result.csv",
        "duplicates puzzles.txt --steps --parquet result.parquet",
        "duplicates puzzles.txt --steps --html result.html",
        "audit puzzles.txt --skip near --fix result",
        "audit puzzles.txt --skip near --parquet result.parquet",
        "audit puzzles.txt --skip near --html result.html",
        "audit puzzles.txt --skip near --keys result.parquet",
        "audit puzzles.txt --skip near --card result.md",
        "split classes.txt --test 50% --seed 2 --skip near -o result",
        "catalogue add result.db --as new.txt puzzles.txt",
        "catalogue merge result.db seen.db",
        "catalogue salvage seen.db result.db",
        "catalogue export seen.db -o result.csv",
        "catalogue find seen.db puzzles.txt --html result.html",
        "catalogue review seen.db puzzles.txt --html result.html",
        "compare --backends pysat:minisat22 pair.txt --csv result.csv",
        "compare --backends pysat:minisat22 pair.txt --json result.json",
        "compare --backends pysat:minisat22 pair.txt --report result",
        "fewest-clues grid.txt --certificate result",
        "check proved no.txt --veripb result.pbp",
    ]
)
"""A command line for each option with which a command writes a file or a folder."""

QUICK = [
    case
    for case in CASES
    if re.match(
        "(solve|symmetries|duplicates|audit|catalogue review|compare).*(ht|-o|fix|rep)", case
    )
]
"""The cases that are tried at each change: their commands print before they write."""

MEASURED = re.compile(rb"[0-9a-f]{64}|\d[-\d.:TZe]*")
"""The numbers in a file, some of which are measured or depend on the time."""


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files that the commands read, by their names."""
    folder = tmp_path_factory.mktemp("inputs")
    before = Path.cwd()
    os.chdir(folder)
    write("pair.txt", [*rows(GRID), "", *rows(MOVED)])
    write("no.txt", [*rows(GRID), "", *rows(OTHER)])
    write("pairs.csv", ["a,b", f"{GRID},{MOVED}"])
    write("grid.txt", [GRID])
    write("puzzles.txt", [GRID, MOVED, GRID])
    write("classes.txt", [GRID, OTHER])
    write("reply.txt", ["s UNSATISFIABLE"])
    made = ["export no.txt -o question.cnf", "catalogue add seen.db --as old.txt puzzles.txt"]
    made.append("solve no.txt --certificate proved")
    for command in present(made):
        done = subprocess.run([*PROGRAM, *command.split()], check=False, capture_output=True)
        assert done.returncode in (0, 1), done.stderr
    os.chdir(before)
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def rows(grid: str) -> list[str]:
    """Return the rows of a 4x4 grid."""
    return [grid[i : i + 4] for i in range(0, 16, 4)]


def results(folder: Path) -> dict[str, bytes]:
    """Return the files that a command wrote, by their names, without the numbers in them."""
    return {
        str(path.relative_to(folder)): MEASURED.sub(b"", path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "result" in str(path.relative_to(folder))
    }


def fill(folder: Path, inputs: dict[str, bytes]) -> Path:
    """Write the input files into a new folder, and return it."""
    folder.mkdir()
    for name, content in inputs.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def call(command: str, folder: Path, stdout: Any) -> tuple[int, str]:
    """Run a command in a folder, with a standard output that is written at each print, and return
    its status and its messages.
    """
    done = subprocess.run(
        [*PROGRAM, *command.split()],
        cwd=folder,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "XDG_STATE_HOME": str(folder / "state")},
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


def test_every_option_for_files_is_tried() -> None:
    wanted = {
        (name, parameter.opts[0])
        for name in list_full_command_names()
        for parameter in import_command_by_full_name(name).params
        if isinstance(parameter.type, OutputType)
    }
    tried = {
        (name, word)
        for case in CASES
        for name in (case.split()[0], " ".join(case.split()[:2]))
        for word in (*case.split(), *(["--output"] if " -o " in case else []))
    }
    missing = {(name, option) for name, option in wanted - tried if option.startswith("-")}
    assert missing == set()
    named = {name for name, option in wanted if not option.startswith("-")}
    assert named <= {" ".join(case.split()[:2]) for case in CASES if "result.db" in case}


@pytest.mark.gate
@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[] if case in QUICK else pytest.mark.slow) for case in CASES],
)
def test_a_reader_that_leaves_early_does_not_stop_the_files(
    run: Any, folder: Path, inputs: dict[str, bytes], case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "parquet" in case:
        pytest.importorskip("pyarrow")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    monkeypatch.chdir(fill(folder / "read", inputs))
    whole = run(*case.split())
    assert whole.status in (0, 1), whole.err
    there = fill(folder / "unread", inputs)
    reader, writer = os.pipe()
    os.close(reader)
    status, err = call(case, there, writer)
    os.close(writer)
    assert status == (-signal.SIGPIPE if whole.out else whole.status)
    assert MEASURED.sub(b"", err.encode()) == MEASURED.sub(b"", whole.err.encode())
    written, expected = results(there), results(folder / "read")
    if "--report" in case:  # its pictures show measured times
        written, expected = dict.fromkeys(written, b""), dict.fromkeys(expected, b"")
    assert written == expected != {}


@pytest.mark.gate
@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("case", [case for case in CASES if "--steps" in case or "near" in case])
def test_a_full_standard_output_does_not_stop_the_files(
    folder: Path, inputs: dict[str, bytes], case: str
) -> None:
    if "parquet" in case:
        pytest.importorskip("pyarrow")
    there = fill(folder / "full", inputs)
    with FULL.open("wb") as full:
        status, err = call(case, there, full)
    assert status == 2
    assert err.endswith("sudokopie: cannot write: No space left on device\n")
    assert results(there)


@pytest.mark.gate
@pytest.mark.parametrize(
    ("ended_by", "moment"),
    [
        ("SIGINT", "builtins.print"),
        ("SIGHUP", "builtins.print"),
        ("SIGTERM", "os.fsync"),
        ("SIGHUP", "os.replace"),
        ("SIGINT", "os.replace"),
        ("SIGTERM", "os.rename"),
    ],
)
@pytest.mark.parametrize("case", QUICK)
def test_messages_about_files_are_true_after_an_interruption(
    run: Any,
    folder: Path,
    inputs: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
    case: str,
    moment: str,
    ended_by: str,
) -> None:
    """The signal comes after the first call of the function `moment`. Of several files, some may be
    written by then.
    """
    monkeypatch.chdir(fill(folder / "ended", inputs))
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    arguments = [*case.split(), *(["--html", "result.htm"] if "--fix" in case else [])]
    module, name = moment.split(".")
    function, is_reached = getattr(sys.modules[module], name), False

    def call_and_signal(*given: Any, **options: Any) -> Any:
        nonlocal is_reached
        try:
            return function(*given, **options)
        finally:
            if not is_reached:
                is_reached = True
                signal.raise_signal(getattr(signal, ended_by))

    with monkeypatch.context() as patched:
        patched.setattr(moment, call_and_signal)
        result = run(*arguments)
    if not is_reached:
        return
    assert result.status == 128 + getattr(signal, ended_by)
    named = re.findall("^Not written: (.*)$", result.err, re.MULTILINE)
    unwritten = {path for line in named for path in line.split(", ")}
    asked = {word for word in arguments if word.startswith("result")}
    assert unwritten == {path for path in asked if not os.path.exists(path)}
    saved = re.findall("^Saved as (.*)$", result.err, re.MULTILINE)
    assert all(map(os.path.exists, saved))
    assert "Nothing was written" not in result.err
