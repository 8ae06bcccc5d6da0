"""Forms of files: each says what is its own, none knows another, and a new one is a line more."""

from __future__ import annotations

import ast
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import ModuleType

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.base.errors import PairFileError
from sudokopie.reading import registry
from sudokopie.reading.file_entry import ConvertedLines, FoundSize, ReadingOptions
from sudokopie.reading.file_head import FileHead
from sudokopie.reading.gridfile import GridFile, open_text_as_grid_file
from sudokopie.reading.lines import NumberedLines
from sudokopie.reading.registry import CONTAINERS, CONVERTED_FORMATS
from sudokopie.reading.single_lines import SingleLineReader

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


PRECEDENCE = {
    # The numbers of what is wrapped would stand for lines, and what is beside it for names.
    ("parquet", BARE),
    ("opensudoku", BARE),
    ("json_array", BARE),
    # Where a column is named like a Sudoku, what looks so elsewhere is a part of a name.
    ("table", "one_a_line"),
}
"""Which form reads a sample that another one, which is asked later, would read as other grids."""


def claims(data: bytes, monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], list[Grid]]:
    """Return what each wrapping with each form reads that says, asked alone, that it is its own."""
    found = {}
    for wrapping in (*CONVERTED_FORMATS, BARE):
        for form in LINE_FORMS:
            with monkeypatch.context() as patched, suppress(PairFileError):
                alone = {wrapping: CONVERTED_FORMATS[wrapping]} if wrapping else {}
                patched.setattr(registry, "CONVERTED_FORMATS", alone)
                patched.setattr(registry, "LINE_FORMS", (form,))
                lines = NumberedLines(io.BytesIO(data), "f", 10**6)
                if wrapping and registry.convert_to_lines(lines, ReadingOptions()).lines is lines:
                    continue
                grids = [entry.grid_or_error for entry in GridFile(io.BytesIO(data))]
                good = [grid for grid in grids if isinstance(grid, Grid)]
                if good and len(good) == len(grids):
                    found[wrapping, form] = good
    return found


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


def test_samples_are_of_one_form_or_of_the_first_by_a_named_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    needed, used = set(), set()
    for name, data in texts():
        read = [entry.grid_or_error for entry in GridFile(io.BytesIO(data))]
        containers = [one for one in CONTAINERS if contains(one, data, monkeypatch)]
        assert len(containers) < 2, name
        used.update(containers)
        if containers:  # its files have forms of their own
            assert all(isinstance(grid, Grid) for grid in read), name
            continue
        found = claims(data, monkeypatch)
        (wrapping, form), grids = next(iter(found.items()))
        assert grids == read, name
        used |= {wrapping, form}
        for (other, later), others in found.items():
            if others != grids:
                rivals = (wrapping, other) if wrapping != other else (form, later)
                assert rivals in PRECEDENCE, (
                    f"{rivals[0]} and {rivals[1] or 'plain lines'} read the sample {name!r} as "
                    "different grids; if the first is to win, PRECEDENCE in "
                    "tests/reading/test_forms.py must name both"
                )
                needed.add(rivals)
    assert needed == PRECEDENCE
    missing = {*CONTAINERS, *CONVERTED_FORMATS, BARE, *LINE_FORMS} - used
    assert not missing, f"tests/samples.md or tests/documents.py needs a sample of {missing}"


def test_forms_know_nothing_of_each_other_and_the_registry_alone_knows_them() -> None:
    forms = {*CONTAINERS, *CONVERTED_FORMATS, *LINE_FORMS}
    for path in (ROOT / "reading").glob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 1]
        names = {node.module or alias.name for node in imports for alias in node.names}
        texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
        assert not names & forms, path.name
        assert (texts >= forms) == (path.stem == "registry")


class Shouted(ModuleType):
    """A form of lines: a title in capitals, then a Sudoku a line behind an exclamation mark."""

    def find_reader(self, file_head: FileHead) -> SingleLineReader | None:
        if file_head.content[0][1] != b"SUDOKUS":
            return None
        found_size = FoundSize(4, file_head.content[0][0])
        return SingleLineReader(
            file_head, found_size, find_field=lambda line: line.partition("!")[2]
        )


class Hexadecimal(ModuleType):
    """A wrapping: all bytes as two digits."""

    def convert_to_lines(
        self, lines: NumberedLines, reading_options: ReadingOptions
    ) -> ConvertedLines | None:
        content = bytes.fromhex(b"".join(lines.yield_decompressed_pieces())[2:].decode())
        return ConvertedLines(enumerate(content.split(b"\n"), 1), reading_options)


def test_a_new_form_is_a_file_and_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "SUDOKUS\nx!1234...1...2...3\n"
    for form in (Shouted("shouted"), Hexadecimal("hexadecimal")):
        monkeypatch.setitem(sys.modules, f"{registry.__package__}.{form.__name__}", form)
    monkeypatch.setattr(registry, "LINE_FORMS", ("shouted", *LINE_FORMS))
    monkeypatch.setattr(
        registry, "CONVERTED_FORMATS", {"hexadecimal": (b"0x",), **CONVERTED_FORMATS}
    )
    for same in (text, f"0x{text.encode().hex()}"):
        file = open_text_as_grid_file(same)
        assert (file.shape, file.is_one_a_line) == (BoxShape(2, 2), True)
        assert file.read_single_grid_and_close().row(0) == (1, 2, 3, 4)
        assert file.other_text_summary.text == "SUDOKUS"
    assert open_text_as_grid_file(PUZZLE).read_single_grid_and_close().size == 9


@pytest.mark.parametrize("form", ["one_a_line", "drawn"])
def test_a_form_without_a_sudoku_is_refused(form: str) -> None:
    """The first lines may look like a form, of which there is no Sudoku then."""
    text = "0*G3456789|ABC\0DE" if form == "one_a_line" else "some words"
    with pytest.raises(PairFileError, match="1:1: expected two Sudokus, found text that is no Sud"):
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
