"""Documents are parsed in a process with limits, and the process of the user parses none."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sudokopie.system import limited_call

from documents import DOCUMENTS, PAGE
from hostile import bombs

if not limited_call.CAN_START:
    pytest.skip("no process can be started", allow_module_level=True)

TEXTS = ("columns of arrays", "lists", "lists over lines", "object over lines", "lines of objects")
MADE = {name: make for name, make in DOCUMENTS.items() if name not in TEXTS} | {
    "compressed page": lambda: gzip.compress(PAGE.encode("utf-8-sig")),
}
PARSERS = ["email", "html.parser", "pdfminer", "pyarrow", "python_calamine", "xml.parsers.expat"]

READ_ALL = """
import json, sys, zipfile
from sudokopie.reading.gridfile import open_path_as_grid_file
zipfile.ZipFile.__init__ = zipfile.ZipExtFile.__init__ = None
counts = []
for path in sys.argv[2:]:
    with open_path_as_grid_file(path) as file:
        counts.append(sum(entry.error is None for entry in file))
print(json.dumps([counts, [name for name in json.loads(sys.argv[1]) if name in sys.modules]]))
"""


def test_the_process_of_the_user_parses_nothing(tmp_path: Path) -> None:
    for name, make in MADE.items():
        (tmp_path / name).write_bytes(make())
    paths = [str(tmp_path / name) for name in MADE]
    command = [sys.executable, "-c", READ_ALL, json.dumps(PARSERS), *paths]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    counts, imported = json.loads(done.stdout)
    assert min(counts) >= 1, dict(zip(MADE, counts, strict=True))
    assert imported == []


@pytest.fixture
def _starts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Return a list of the processes with limits that a test starts: the memory of each."""
    started = list[int]()
    start = limited_call._LimitedProcess.__init__

    def start_and_record(process: limited_call._LimitedProcess, memory: int) -> None:
        started.append(memory)
        start(process, memory)

    monkeypatch.setattr(limited_call._LimitedProcess, "__init__", start_and_record)
    monkeypatch.setattr(limited_call, "_idle_processes", type(limited_call._idle_processes)())
    yield started
    for process in list(limited_call._idle_processes):
        process.close()


def test_one_process_reads_a_folder(run: Any, tmp_path: Path, _starts: list[int]) -> None:
    """A document that exceeds the limits ends the process, and the next one starts another."""
    kinds = ("xlsx with a table", "ods", "xls", "page", "mail", "docx", "odt", "pdf", "Feather")
    for number in range(3):
        for kind in kinds:
            (tmp_path / f"{kind} {number}").write_bytes(MADE[kind]())
    command = ("canonical", "-q", "--jobs", "1", "--recursive", str(tmp_path))
    assert run(*command).status == 0
    assert _starts == [2**29]
    (tmp_path / "a bomb").write_bytes(bombs.corners_for_library(0))
    result = run(*command)
    assert result.status == 2
    assert "a bomb:1:1: cannot be read: it needs more than 512 MiB of memory" in result.err
    assert _starts == [2**29] * 2
