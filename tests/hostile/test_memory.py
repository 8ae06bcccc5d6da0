"""Small files that stand for much: each is refused, or read as a stream, in little memory."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from sudokopie.base.errors import PairFileError
from sudokopie.base.limits import BATCH, DESCRIPTION, LINE, SOLVER_OUTPUT
from sudokopie.reading import json_array
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_path_as_grid_file
from sudokopie.reading.lines import NumberedLines

from conftest import listed
from hostile.specimens import PAIR, specimen, write
from present import present

pytestmark = pytest.mark.gate

resource = pytest.importorskip("resource")

MOST = 450
"""MiB that a process may take at its peak, all libraries included."""

_MIB = 2**20

IN_ONE_PROCESS = """
import json, os, resource, sys
from hostile.program import judge, run
resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))

def peak():
    if not os.path.exists("/proc/self/status"):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) // 1024

for command in json.loads(sys.argv[1]):
    ran = run(*command)
    judge(ran)
    print(json.dumps([ran.status, peak(), ran.err]), flush=True)
"""
"""Linux counts in `ru_maxrss` also the memory of the process that started this one: that of a
worker of pytest, which grows with the tests that it has run."""


def peaks(folder: Path, *commands: list[str]) -> list[tuple[int, int, str]]:
    """Run commands in one process; return of each the status, the peak so far, and the error."""
    tests = str(Path(__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", IN_ONE_PROCESS, json.dumps(commands)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": tests, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = [tuple(json.loads(line)) for line in done.stdout.splitlines()]
    assert len(found) == len(commands), done.stderr
    return found


def bomb(path: Path, piece: bytes, size: int, before: bytes = b"") -> str:
    """Write a compressed file whose content is long; return its name."""
    block = piece * (_MIB // len(piece))
    with (
        gzip.open(path, "wb", 1) if path.suffix == ".gz" else lzma.open(path, "wb", preset=0) as to
    ):
        to.write(before)
        for _ in range(size // len(block) + 1):
            to.write(block)
    return path.name


def test_compressed_files_take_little_memory(tmp_path: Path) -> None:
    write(tmp_path, specimen("export cnf").files | {"pair.txt": PAIR})
    many = 100 * _MIB
    zeros = bomb(tmp_path / "zeros.gz", b"\0", many)
    digits = bomb(tmp_path / "digits.xz", b"1", many)
    header = bomb(tmp_path / "header.cnf.gz", b"c first " + b"1 " * 9999 + b"\n", 2 * DESCRIPTION)
    keys = bomb(tmp_path / "keys.gz", b" 7", 2 * DESCRIPTION, b"c first")
    array = bomb(tmp_path / "array.json.gz", b"[0],", many, b"[[")
    nested = bomb(tmp_path / "nested.xml.gz", b"<a>", many)
    rows = bomb(tmp_path / "rows.gz", b"1" * 81 + b"," + b"x" * 100_000 + b"\n", many)
    commands = [
        *(["solve", name] for name in (zeros, digits, header, array, nested, rows)),
        *(["canonical", name] for name in (zeros, digits, array, nested)),
        *(["decode", name, "model"] for name in (zeros, digits, header, keys)),
    ]
    copies = present([["duplicates", "-q", "--jobs", "1", rows]])
    found = peaks(tmp_path, *commands, *copies)
    for command, (status, peak, said) in zip(commands, found, strict=False):
        assert status == 2, command
        assert len(said.splitlines()) == 1
        assert peak < MOST, command
    for status, peak, _ in found[len(commands) :]:
        assert status == 1
        assert peak < MOST
    limits = [error for _, _, error in found]
    assert "a header of at most 16 MiB" in limits[commands.index(["decode", header, "model"])]


@pytest.mark.documents
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("dictionary", "more than 148480 characters"),  # 2000 times the same text of 1 MiB
        (
            "list",
            "a row of more than 16 MiB|it needs more than 512 MiB of memory",
        ),  # of 20 million numbers
        ("lists", "it needs more than 512 MiB of memory"),  # 50 of these
    ],
)
def test_small_tables_that_stand_for_much(name: str, expected: str) -> None:
    pytest.importorskip("pyarrow")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(PairFileError, match=expected):
        open_path_as_grid_file(str(Path(__file__).parent / "tables" / f"{name}.parquet"))
    # This process receives at most a few batches of rows at once.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 4 * BATCH // 1024


def test_an_array_of_json_is_read_item_by_item(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_array, "_FIRST", 1000)
    count = 2**15
    text = b'["' + b"." * 81 + b'"' + b",{}" * count + b"]"
    lines = NumberedLines(io.BytesIO(text), "<text>", 1000)
    tracemalloc.start()
    try:
        unwrapped = json_array.convert_to_lines(lines, ReadingOptions())
        assert unwrapped is not None
        assert sum(1 for _ in unwrapped.lines) == count + 1
        assert tracemalloc.get_traced_memory()[1] < _MIB
    finally:
        tracemalloc.stop()


def test_files_that_are_in_memory_as_a_whole_have_limits(tmp_path: Path) -> None:
    write(tmp_path, specimen("export cnf").files | {"pair.txt": PAIR})
    commands, expected = [], []

    def case(limit: str, *command: str) -> None:
        commands.append(list(command))
        expected.append(limit)

    # Files with holes: they take no room on the disk.
    with open(tmp_path / "output", "wb") as file:
        file.truncate(SOLVER_OUTPUT + 1)
    case("output: expected at most 64 MiB", "decode", "question.cnf", "output")
    for name, limit in (
        ("question.cnf", "question.cnf:1: expected a line of at most 16 MiB"),
        ("proof.lrat", "proof.lrat:1: expected a line of at most 16 MiB"),
        ("witness.json", "witness.json: expected at most 16 MiB"),
        ("certificate.json", "certificate.json: expected at most 16 MiB"),
    ):
        kind = f"yes c/{name if name in ('question.cnf', 'proof.lrat') else 'certificate.json'}"
        folder = tmp_path / name.replace(".", "-")
        folder.mkdir()
        write(folder, specimen(kind).files)
        if name == "witness.json":  # of 1.0.0, without any certificate.json
            (folder / "c" / "certificate.json").unlink()
        with open(folder / "c" / name, "wb") as file:
            file.truncate(LINE + 2)
        listed(folder / "c")
        case(limit, "check", f"{folder.name}/c", f"{folder.name}/pair.txt")
    found = peaks(tmp_path, *commands)
    for limit, (status, peak, said) in zip(expected, found, strict=True):
        assert limit in said
        assert status == 2
        assert peak < MOST + 200


ENDLESS = [b"y\n", b"1" * 80 + b"\n", b"\0", b'["a",\n', b"<a>", b"c x\n"]


@pytest.mark.parametrize(
    ("command", "text"),
    [
        *(("solve", text) for text in ENDLESS),
        *(("decode", text) for text in (b"1" * 80 + b"\n", b"\0")),
        # Short lines take decode seconds.
        *(pytest.param("decode", text, marks=pytest.mark.slow) for text in (b"y\n", b"c x\n")),
    ],
)
def test_a_pipe_without_an_end_is_refused(tmp_path: Path, command: str, text: bytes) -> None:
    write(tmp_path, specimen("export cnf").files)
    others = ["question.cnf"] if command == "decode" else []
    writing = subprocess.Popen(
        [sys.executable, "-c", f"import sys\nwhile True: sys.stdout.buffer.write({text!r} * 9999)"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        done = subprocess.run(
            [sys.executable, "-m", "sudokopie.cli", command, *others, "-"],
            stdin=writing.stdout,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    finally:
        writing.kill()
        writing.communicate()
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "at most" in done.stderr


def test_questions_that_are_too_large_are_refused_at_once(tmp_path: Path) -> None:
    row = " ".join(["0"] * 100) + "\n"
    (tmp_path / "blank.txt").write_text("# box 10x10\n" + row * 100)
    (tmp_path / "pair.txt").write_text(
        "# box 10x10\n" + row.replace("0", "1", 1) * 100 + row.replace("0", "2", 2) * 100
    )
    asked = [
        *(["export", "pair.txt", "-o", f"question.{ending}"] for ending in ("cnf", "opb", "pb")),
        ["nearest", "pair.txt"],
        ["solve", "--certificate", "c", "pair.txt"],
        *([command, "blank.txt"] for command in ("canonical", "complete")),
    ]
    found = peaks(tmp_path, *([*command, "--max-size", "100"] for command in asked))
    for command, (status, peak, said) in zip(asked, found, strict=True):
        assert status == 2, command
        assert "million clauses; the limit is 100 million" in said, command
        assert peak < MOST
    assert sorted(path.name for path in tmp_path.iterdir()) == ["blank.txt", "pair.txt"]
