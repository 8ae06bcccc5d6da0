"""Forms of files: each says what is its own, none knows another, and a new one is a line more."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from sudokopie import BoxShape
from sudokopie.base.errors import PairFileError
from sudokopie.reading import registry
from sudokopie.reading.file_entry import ConvertedLines, ReadingOptions
from sudokopie.reading.gridfile import GridFile, open_text_as_grid_file
from sudokopie.reading.lines import NumberedLines
from sudokopie.reading.registry import CONTAINERS, CONVERTED_FORMATS

from conftest import ROOT
from documents import DOCUMENTS
from samples import GRID_FORMS, PAIR_FORMS, PUZZLE, ROWS, SOLUTION, samples

BARE = ""
"""Stands for no wrapping: lines as they are."""
RECORDS = [{"id": 1, "puzzle": PUZZLE}, {"id": 2, "puzzle": SOLUTION}]


def as_parquet() -> bytes:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    file = io.BytesIO()
    parquet.write_table(arrow.Table.from_pylist(RECORDS), file)
    return file.getvalue()


def texts() -> Iterator[tuple[str, bytes]]:
    """Yield all samples of all forms, each with a name for it."""
    for number, sample in enumerate(samples()):
        if sample.said.startswith("Read: "):
            yield f"documentation {number}", sample.text.encode()
    for forms in (GRID_FORMS, PAIR_FORMS):
        yield from ((name, text.encode()) for name, text in forms.items())
    own = {
        "spaces": "\n".join(ROWS),
        "spaces between bars": "\n".join("|".join(row) for row in ROWS),
        "lines of JSON": "\n".join(map(json.dumps, RECORDS)),
        "array of objects": json.dumps(RECORDS),
        "array of texts": json.dumps([PUZZLE, SOLUTION]),
        "array of rows": json.dumps([PUZZLE[i : i + 9] for i in range(0, 81, 9)]),
        "array in an object": json.dumps({"title": "Two", "grids": [PUZZLE, SOLUTION]}),
        "array of arrays": json.dumps([[int(char) for char in SOLUTION]]),
        "attributes": f'<a><b data="{PUZZLE}"/><b data="{SOLUTION}"/></a>',
        "sixteen rows of sixteen": "123412341234123G\n" * 16,
        "seventeen grids": "1234123412341234\n" * 17,
    }
    yield from ((name, text.encode()) for name, text in own.items())
    yield "parquet", as_parquet()
    yield from ((name, document()) for name, document in DOCUMENTS.items())


def contains(container: str, data: bytes, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a container, asked alone, says that a file contains other files."""
    with monkeypatch.context() as patched:
        patched.setattr(registry, "CONTAINERS", {container: CONTAINERS[container]})
        return (
            registry.make_container_or_none(
                NumberedLines(io.BytesIO(data), "f", 10**6), ReadingOptions()
            )
            is not None
        )


def wraps(wrapping: str, data: bytes, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a wrapping, asked alone, says that a file is its own."""

    def is_converted(formats: dict[str, tuple[bytes, ...]]) -> bool:
        with monkeypatch.context() as patched:
            patched.setattr(registry, "CONVERTED_FORMATS", formats)
            lines = NumberedLines(io.BytesIO(data), "f", 10**6)
            return registry.convert_to_lines(lines, ReadingOptions()).lines is not lines

    # Links in any text are replaced by their Sudokus.
    return is_converted({wrapping: CONVERTED_FORMATS[wrapping]}) and not is_converted({})


def test_samples_are_of_one_container_or_wrapping(monkeypatch: pytest.MonkeyPatch) -> None:
    used = set[str]()
    for name, data in texts():
        containers = [one for one in CONTAINERS if contains(one, data, monkeypatch)]
        wrappings = [
            one for one in CONVERTED_FORMATS if not containers and wraps(one, data, monkeypatch)
        ]
        # An .npz file is a .zip file, as a workbook is.
        assert len({*wrappings} - {"spreadsheet"}) + len(containers) < 2, name
        used.update(containers, wrappings)
    missing = {*CONTAINERS, *CONVERTED_FORMATS} - used
    assert not missing, f"tests/samples.md or tests/documents.py needs a sample of {missing}"


def test_wrappings_know_nothing_of_each_other_and_the_registry_alone_knows_them() -> None:
    forms = {*CONTAINERS, *CONVERTED_FORMATS}
    for path in (ROOT / "reading").glob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 1]
        names = {node.module or alias.name for node in imports for alias in node.names}
        texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
        assert not names & forms, path.name
        assert (texts >= forms) == (path.stem == "registry")


class Hexadecimal(ModuleType):
    """A wrapping: all bytes as two digits."""

    def convert_to_lines(
        self, lines: NumberedLines, reading_options: ReadingOptions
    ) -> ConvertedLines | None:
        content = bytes.fromhex(b"".join(lines.yield_decompressed_pieces())[2:].decode())
        return ConvertedLines(enumerate(content.split(b"\n"), 1), reading_options)


def test_a_new_form_is_a_file_and_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "SUDOKUS\n1234...1...2...3\n"
    form = Hexadecimal("hexadecimal")
    monkeypatch.setitem(sys.modules, f"{registry.__package__}.{form.__name__}", form)
    monkeypatch.setattr(
        registry, "CONVERTED_FORMATS", {"hexadecimal": (b"0x",), **CONVERTED_FORMATS}
    )
    for same in (text, f"0x{text.encode().hex()}"):
        file = open_text_as_grid_file(same)
        assert file.shape == BoxShape(2, 2)
        assert file.read_single_grid_and_close().row(0) == (1, 2, 3, 4)
    assert open_text_as_grid_file(PUZZLE).read_single_grid_and_close().size == 9


@pytest.mark.parametrize("form", ["one_a_line", "drawn"])
def test_a_form_without_a_sudoku_is_refused(form: str) -> None:
    """The first lines may look like a form, of which there is no Sudoku then."""
    text = "0*G3456789|ABC\0DE" if form == "one_a_line" else "some words"
    found = "found '|' after cell 10" if form == "one_a_line" else "found text that is no Sudoku"
    with pytest.raises(PairFileError, match=re.escape(found)):
        GridFile(io.BytesIO(text.encode()), "f", is_pair=True).read_pair_and_close()


def test_files_are_read_where_there_are_neither_limits_nor_locks_of_unix() -> None:
    rooms = [f"reading.{path.stem}" for path in (ROOT / "reading").glob("[a-z]*.py")]
    names = [f"sudokopie.{name}" for name in (*rooms, "system.open_file")]
    code = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(('resource', 'fcntl')))\n"
        f"for name in {names}: __import__(name)\n"
        "from sudokopie.reading.gridfile import GridFile, open_text_as_grid_file\n"
        "print(open_text_as_grid_file('1234...1...2...3').read_single_grid_and_close().clues)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "7\n"
