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
from sudokopie.base import applications
from sudokopie.base.applications import FileFormat, collect_added_formats_by_name
from sudokopie.base.errors import PairFileError
from sudokopie.reading import registry
from sudokopie.reading.file_entry import ConvertedLines, ReadingOptions
from sudokopie.reading.gridfile import open_stream_as_grid_file, open_text_as_grid_file
from sudokopie.reading.lines import NumberedLines
from sudokopie.reading.registry import FORMATS

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


def recognises(file_format: FileFormat, data: bytes, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a format, asked alone, says that a file is its own."""

    def is_recognised(formats: dict[str, FileFormat]) -> bool:
        with monkeypatch.context() as patched:
            patched.setattr(registry, "FORMATS", {})
            patched.setattr(applications, "collect_added_formats_by_name", lambda: formats)
            patched.setattr("sudokopie.reading.textless_files.refuse_document", id)
            lines = NumberedLines(io.BytesIO(data), "f", 10**6)
            if registry.make_container_or_none(lines, ReadingOptions()) is not None:
                return True
            return registry.convert_to_lines(lines, ReadingOptions()).lines is not lines

    # Links in any text are replaced by their Sudokus.
    return is_recognised({"": file_format}) and not is_recognised({})


def test_samples_are_of_one_format(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {name: FileFormat(*one) for name, one in FORMATS.items()}
    formats, used = own | {**collect_added_formats_by_name()}, set[str]()
    for name, data in texts():
        found = {one for one in formats if recognises(formats[one], data, monkeypatch)}
        # Each .zip file may be a spreadsheet. Its reader is asked last.
        assert len(found - {"spreadsheet"}) < 2, name
        used |= found
    missing = formats.keys() - used
    assert not missing, f"tests/samples.md or tests/documents.py needs a sample of {missing}"


def test_formats_know_nothing_of_each_other_and_the_registry_alone_knows_them() -> None:
    forms = {reader.partition(":")[0].split(".")[-1] for _, reader in FORMATS.values()}
    for path in (ROOT / "reading").glob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 1]
        names = {node.module or alias.name for node in imports for alias in node.names}
        texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
        assert not names & forms, path.name
        readers = {reader for _, reader in FORMATS.values()}
        assert (texts >= readers) == (path.stem == "registry")


class Hexadecimal(ModuleType):
    """A wrapping: all bytes as two digits."""

    def convert_to_lines(
        self, lines: NumberedLines, reading_options: ReadingOptions
    ) -> ConvertedLines | None:
        content = bytes.fromhex(b"".join(lines.yield_decompressed_pieces())[3:].decode())
        return ConvertedLines(enumerate(content.split(b"\n"), 1), reading_options)


def test_a_new_form_is_a_file_and_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "SUDOKUS\n1234...1...2...3\n"
    form = Hexadecimal("hexadecimal")
    monkeypatch.setitem(sys.modules, f"{registry.__package__}.{form.__name__}", form)
    monkeypatch.setattr(
        registry,
        "FORMATS",
        {"hexadecimal": ((b"{0x",), "reading.hexadecimal:convert_to_lines"), **FORMATS},
    )
    for same in (text, f"{{0x{text.encode().hex()}"):
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
        open_stream_as_grid_file(io.BytesIO(text.encode()), "f", is_pair=True).read_pair_and_close()


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


def test_words_of_different_lengths_draw_no_boxes() -> None:
    rows = ["None, 4, None, None, None, None", "None, None, None, None, None, 4"]
    rows += ["None, None, None, 1, None, 6", "None, 1, None, None, None, None"]
    rows += ["None, None, None, None, None, 1", "None, None, None, 5, None, None"]
    text = f"board = ({',§    '.join(rows)})".replace("§", "\n")
    for one in (text, text.replace("None", "-1")):
        (entry,) = open_text_as_grid_file(one)
        assert str(entry.shape) == "2x3"


@pytest.mark.parametrize("right", ["4...............", "4......1........", "4......1.2.3.4.."])
@pytest.mark.parametrize(
    "bytes_of_the_line",
    ["87 34 8c a9 7f 97 a6 b0  12 88 8a a3 f3 be 80 e8", "8734 8ca9 7f97 a6b0 1288 8aa3 f3be 80e8"],
)
def test_a_hex_dump_holds_no_sudoku(right: str, bytes_of_the_line: str) -> None:
    line = f"000000c0  {bytes_of_the_line}  |{right}|"
    with pytest.raises(PairFileError, match="text that is no Sudoku"):
        open_text_as_grid_file(f"{line.replace(right, 16 * 'x')}\n{line}\n")


@pytest.mark.parametrize(
    "line", ["12.............. Old 2", "Old 2,12..............", "Old 2|12.............."]
)
def test_a_small_sudoku_beside_a_name_needs_two_digits(line: str) -> None:
    (entry,) = open_text_as_grid_file(f"{line}\n")
    assert (entry.sudoku_name, bytes(entry.cell_bytes)[:3]) == ("Old 2", bytes([1, 2, 0]))
