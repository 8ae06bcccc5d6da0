"""Documents are parsed in a process with limits, and the process of the user parses none."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from sudokopie.system import limited_call

from documents import DOCUMENTS, PAGE, PUZZLE

if not limited_call.CAN_START:
    pytest.skip("no process can be started", allow_module_level=True)

XML = f'<?xml version="1.0"?><opensudoku><game data="{PUZZLE}"/></opensudoku>'
TEXTS = ("lists", "lists over lines", "object over lines", "lines of objects")
MADE = {name: make for name, make in DOCUMENTS.items() if name not in TEXTS} | {
    "XML": XML.encode,
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
