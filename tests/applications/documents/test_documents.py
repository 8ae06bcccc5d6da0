"""What people have in hand: spreadsheets, pages, mails, other encodings, compressed files."""

from __future__ import annotations

import bz2
import datetime
import gc
import gzip
import io
import lzma
import subprocess
import sys
import zipfile
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokopie import BoxShape, Grid
from sudokopie.base.errors import PairFileError
from sudokopie.reading import file_entry
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import (
    open_path_as_grid_file,
    open_stream_as_grid_file,
    open_text_as_grid_file,
)
from sudokopie.reading.json_cells import format_sudoku_value_as_line_or_none
from sudokopie.recognition.sheet import parse_range
from sudokopie.sudoku.random_grids import cyclic_grid
from sudokopie.system import limited_call

from documents import (
    DOCUMENTS,
    LISTS,
    PUZZLE,
    ROWS,
    SOLUTION,
    arrow,
    blocks,
    docx,
    drawn,
    put,
    xlsx,
)
from hostile.mutations import mutated


@cache
def document(name: str) -> bytes:
    """Return the document, in which the time may stand when it was made."""
    return DOCUMENTS[name]()


GRID = open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
EMPTY = [row.replace(".", " ") for row in ROWS]


def read(data: bytes, reading_options: ReadingOptions | None = None) -> list[str]:
    """Return the names of the Sudokus of a file, which all have to be the puzzle."""
    entries = list(open_stream_as_grid_file(io.BytesIO(data), "f", reading_options))
    for entry in entries:
        if entry.error:
            raise entry.error
    assert [entry.grid_or_error for entry in entries] == [GRID] * len(entries)
    return [entry.sudoku_name for entry in entries]


def refused(data: bytes) -> str:
    with pytest.raises(PairFileError) as caught:
        open_stream_as_grid_file(io.BytesIO(data), "f").read_single_grid_and_close()
    return str(caught.value)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_are_read(name: str) -> None:
    names = {
        "xlsx of blocks": ["Nr 1, easy", "Nr 2", "Nr 3", "Two"],
        "xlsx with a table": ["1, b", "2,c d"],
        "ods": ["Easy"],
        "xls": ["Easy"],
        "page": ["Größe & mehr"],
        "mail with a page": ["Größe & mehr, Rätsel (a@b.org)"],
        "page with a drawing": [""],
        "mail": ["Rätsel (a@b.org)"],
        "folder of mails": ["Rätsel (a@b.org)", "Rätsel 2", "Rätsel 2"],
        "docx": ["Easy", "Hard"],
        "odt": ["Easy"],
        "archive": ["", "x"],
        "pdf": ["Easy"],
        "array": ["", ""],
        "columns of arrays": ["", ""],
        "lists": ["", ""],
        "lists over lines": [""],
        "object over lines": ["x"],
        "lines of objects": ["x", "x"],
    }
    assert read(DOCUMENTS[name]()) == names.get(name, ["1"])


def test_a_pair_in_a_spreadsheet() -> None:
    def two(book: Any) -> None:
        put(book.active, 1, 1)
        put(book.active, 11, 1)

    assert open_stream_as_grid_file(io.BytesIO(xlsx(two)), is_pair=True).read_pair_and_close() == (
        GRID,
        GRID,
    )


@pytest.mark.parametrize("size", [4, 6, 16])
@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
def test_blocks_of_other_sizes(size: int, delimiter: str) -> None:
    rows = [[(r + c) % size + 1 if (r + c) % 3 else 0 for c in range(size)] for r in range(size)]
    grid = open_text_as_grid_file(
        "\n".join(" ".join(map(str, row)) for row in rows)
    ).read_single_grid_and_close()
    lines = [delimiter.join(str(cell or "") for cell in row) for row in rows]
    assert [entry.grid_or_error for entry in open_text_as_grid_file("\n".join(lines))] == [grid]


@pytest.mark.parametrize("size", [4, 6, 16])
@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
def test_blocks_of_other_sizes_that_touch(size: int, delimiter: str) -> None:
    grid = cyclic_grid(BoxShape.for_size(size))
    grid = grid.keeping({(r, c) for r, c in grid.cells if (r + c) % 3})
    lines = [delimiter.join(str(cell or "") for cell in row) for row in grid]
    beside = [f"{delimiter}{line}{delimiter * 2}{line}{delimiter}note" for line in lines]
    again = list(open_text_as_grid_file("\n".join(["words", *beside, *beside])))
    assert [entry.grid_or_error for entry in again] == [grid] * 4


def test_a_block_in_doubt_is_refused() -> None:
    """Its first column may be the empty one before it, or its last one the one after it."""
    cells = "".join("." + row[1:] for row in ROWS)

    def shifted(book: Any) -> None:
        put(book.active, 1, 2, cells)

    with pytest.raises(PairFileError):
        open_stream_as_grid_file(io.BytesIO(xlsx(shifted))).read_single_grid_and_close()
    lines = [";".join(cells[i : i + 9]).replace(".", "") for i in range(0, 81, 9)]
    reading_options = ReadingOptions(ranges=(parse_range("A1:I9"),))
    for row in (None, 4):
        if row is not None:
            lines[row] = ";" * 8
        text = "\n".join(lines)
        # A column before it and its last one may have been left out by the program that wrote it.
        assert "name the cells with --range" in refused(text.encode())
        grid = open_text_as_grid_file(
            text, reading_options=reading_options
        ).read_single_grid_and_close()
        assert grid.row(0) == open_text_as_grid_file(cells).read_single_grid_and_close().row(0)
        assert row is None or grid.row(row) == (0,) * 9


def test_zero_beside_empty_fields_is_a_digit() -> None:
    lines = [";".join(row).replace(".", "") for row in ROWS]
    assert open_text_as_grid_file("\n".join(lines)).read_single_grid_and_close() == GRID
    text = "\n".join(lines)
    grid = open_text_as_grid_file(text.replace("9", "0")).read_single_grid_and_close()
    assert [*grid] == [tuple(cell % 9 + 1 if cell else 0 for cell in row) for row in GRID]
    with pytest.raises(PairFileError):
        open_text_as_grid_file(text.replace("8", "0")).read_single_grid_and_close()


def test_blocks_without_empty_fields_end_where_their_lines_do() -> None:
    """A comma before the first cell makes no grid of ten columns, whose last row is missing."""
    assert (
        open_text_as_grid_file(
            "," + "\n".join(",".join(row) for row in ROWS)
        ).read_single_grid_and_close()
        == GRID
    )


def test_bars_before_and_after_the_fields() -> None:
    for first, last in (("|", "|"), ("", "")):
        lines = [f"{first}{'|'.join(row)}{last}" for row in EMPTY]
        assert open_text_as_grid_file("\n".join(lines)).read_single_grid_and_close() == GRID


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(EMPTY),
        "\n".join(row.rstrip() for row in EMPTY),
        "\n".join(" ".join(row).rstrip() for row in EMPTY),
        "\n".join(ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join("\t".join(row).replace(".", "") for row in ROWS),
        "\n".join(EMPTY).translate({32: "\u3000", **{48 + i: 0xFF10 + i for i in range(10)}}),
        "\n".join(EMPTY).replace(" ", "\xa0"),
        "\n".join(ROWS).replace(".", "□"),
        "\n".join(ROWS).replace(".", "—"),
        drawn(),
        PUZZLE,
    ],
)
def test_between_lines_of_words(text: str) -> None:
    words = (
        f"Hello,\n\nthis is one of 9 from\n12.5.2024\n\n{text}\n\nYours?\n\n-- \nBert, 030/1234\n"
    )
    for whole in (text, words):
        assert read(whole.encode())
        quoted = "\n".join(f"> {line}" for line in whole.split("\n"))
        assert read(quoted.encode())
        assert read(f"Ann wrote:\n\n{quoted}\n\nThanks".encode())


def test_encodings() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"):
        assert read(f"{PUZZLE} Größe – 5 €\n".encode(encoding)) == ["Größe – 5 €"]
    assert read(f"{PUZZLE} Größe\x81\n".encode("latin-1")) == ["Größe\x81"]
    assert read(PUZZLE.replace(".", "·").encode("cp1252")) == [""]
    assert read(f"{PUZZLE} Größe\n".encode("cp437"), ReadingOptions(encoding="cp437")) == ["Größe"]
    assert read(f"{PUZZLE} Größe\n".encode("utf-16"), ReadingOptions(encoding="utf-16")) == [
        "Größe"
    ]
    *_, last = open_stream_as_grid_file(
        io.BytesIO(b"%b\n\xf6" % PUZZLE.encode()), reading_options=ReadingOptions(encoding="ascii")
    )
    assert "2:1: expected text in ASCII, found the byte 0xf6" in str(last.error)


def zstd(data: bytes) -> bytes:
    module: Any = import_module(
        "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    )
    compressed: bytes = module.compress(data)
    return compressed


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress, zstd])
def test_what_is_compressed_is_seen_from_what_it_begins_with(compress: Any, tmp_path: Path) -> None:
    data = compress(f"{PUZZLE} one\n{PUZZLE} two\n".encode())
    assert read(data) == ["one", "two"]
    assert read(data + data) == ["one", "two"] * 2
    (tmp_path / "a").write_bytes(data)
    with open_path_as_grid_file(str(tmp_path / "a")) as file:
        assert len(list(file)) == 2
    with pytest.raises(PairFileError, match="cannot be read: "):
        read(data[:-6])
    bomb = compress(b"1" * 10**7)
    assert "expected a line of cells, found more than" in refused(bomb)


def test_zstd_may_take_so_much_memory() -> None:
    for window, said in ((0x88, "expected a Sudoku"), (0x90, "cannot be read: ")):
        frame = b"\x28\xb5\x2f\xfd\0" + bytes([window]) + b"\x09\0\0#"
        assert said in refused(frame)


def test_zstd_without_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    data = zstd(b"1")
    for name in ("backports.zstd", "compression.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    assert "install backports.zstd: pip install" in refused(data)


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name[:3] in ("xls", "ods")])
def test_spreadsheets_without_a_library(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = DOCUMENTS[name]()
    expected = read(data)
    monkeypatch.setattr(limited_call, "CAN_START", False)  # so that a library can be missing
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    if name in ("xls", "xlsb"):
        assert "install python-calamine: pip install" in refused(data)
    else:
        assert read(data) == expected != []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_browser_reads_documents_without_other_processes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = DOCUMENTS[name]()

    def found() -> list[object]:
        entries = list(open_stream_as_grid_file(io.BytesIO(data)))
        return [(one.grid_or_error, one.line, one.cell, one.sudoku_name) for one in entries]

    expected = found()
    monkeypatch.setattr(limited_call, "CAN_START", False)
    monkeypatch.setattr(limited_call, "_take_idle_or_new_process", None)
    assert found() == expected != []


def test_dates_in_spreadsheets_are_days() -> None:
    day = datetime.datetime(2006, 8, 31)
    data = xlsx(lambda book: book.active.append([day, 12, PUZZLE]))
    (entry,) = open_stream_as_grid_file(io.BytesIO(data))
    assert entry.sudoku_name == "2006-08-31,12"


@pytest.mark.gate
def test_spreadsheets_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    def corners(book: Any) -> None:
        book.active["A1"], book.active["XFD1048576"] = 1, 2

    assert "found a spreadsheet without Sudokus" in refused(xlsx(corners))
    # Under this name, only the library finds the workbook, and makes all cells between the two.
    renamed = xlsx(corners).replace(b"xl/workbook.xml", b"XL/workbook.xml")
    assert "it needs more than 512 MiB of memory" in refused(renamed)
    assert len(read(xlsx(blocks))) == 4

    def long(book: Any) -> None:
        for _ in range(900):
            book.active.append(["x" * 500] * 9)

    data = xlsx(long)
    monkeypatch.setattr(limited_call, "CAN_START", False)  # so that the limits can be changed
    monkeypatch.setattr(file_entry, "ARRAY", len(data))
    assert "MiB of a spreadsheet, found more" in refused(data)
    monkeypatch.setattr(file_entry, "ARRAY", 100)
    assert "MiB of a spreadsheet, found more" in refused(data)
    lines = "\n".join([";;;1"] * 99)
    assert "MiB of a table with blocks of cells, found more" in refused(lines.encode())


def test_spreadsheets_that_are_broken() -> None:
    data = xlsx(blocks)
    for broken in (data[:200], data[:-200]):
        assert "cannot be read: " in refused(broken)
    without = data.replace(b"xl/workbook.xml", b"xl/workbook.xmm")
    assert "found a spreadsheet without Sudokus" in refused(without)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("content.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    assert "cannot be read" in refused(file.getvalue())


@pytest.mark.skipif(not limited_call.CAN_START, reason="no process can be started")
def test_what_is_refused_leaves_no_process_at_work() -> None:
    def many(book: Any) -> None:
        for row in range(1, 5000):
            book.active.cell(row, 1, PUZZLE)

    before = {*limited_call._open_processes} - {*limited_call._idle_processes}
    with pytest.raises(PairFileError) as caught:
        open_stream_as_grid_file(
            io.BytesIO(xlsx(many)), "f", ReadingOptions(box=BoxShape.for_size(16))
        )
    assert caught.tb is not None  # which keeps what was at work
    list(open_stream_as_grid_file(io.BytesIO(xlsx(many))))
    gc.collect()  # which has what is older first, and so the process before what will use it
    next(open_stream_as_grid_file(io.BytesIO(xlsx(many))))  # and is forgotten
    gc.collect()
    assert {*limited_call._open_processes} - {*limited_call._idle_processes} <= before


@pytest.mark.parametrize("name", DOCUMENTS)
@settings(max_examples=10)
@given(st.data())
def test_documents_that_are_changed_are_read_or_refused(name: str, data: st.DataObject) -> None:
    content = data.draw(mutated(document(name)))
    try:
        for entry in open_stream_as_grid_file(io.BytesIO(content)):
            assert isinstance(entry.sudoku_name + entry.file_lines_as_text, str)
    except PairFileError as error:
        assert "\n" not in str(error)


def test_columns_that_became_numbers() -> None:
    for data in (arrow([5.3e80]), b"name,Sudoku\nx,5.3e+80\n"):
        assert "Sudokus as text (in pandas dtype=str), found the number 5.3e+80" in refused(data)


def test_lists_of_numbers() -> None:
    assert format_sudoku_value_as_line_or_none(LISTS) == format_sudoku_value_as_line_or_none(
        list(chain(*LISTS))
    )
    others: list[object] = [[], [[]], [[1, 2], [3]], [[[1] * 4] * 4] * 4, 7, None, [1, 2, 3]]
    for other in others:
        assert format_sudoku_value_as_line_or_none(other) is None


def test_the_column_named_like_a_sudoku() -> None:
    for name in ("sudoku", "Puzzle", "grid", "quizzes", "Rätsel", "clues", "givens"):
        lines = f'id,name,solution,{name}\n1,"{SOLUTION},0.1",{SOLUTION},{PUZZLE}\n' * 1
        assert len(read(f"{lines}2,{SOLUTION},{SOLUTION},{PUZZLE}\n".encode())) == 2
    unnamed = f'1,"{SOLUTION},0.1",{PUZZLE}\n2,"{SOLUTION}, x",{PUZZLE}\n'
    assert len(read(unnamed.encode())) == 2
    # What is not closed is a character, and costs the other lines nothing.
    assert len(read(f'id,puzzle\n1,{PUZZLE}\n2,"{PUZZLE}\n3,{PUZZLE}\n'.encode())) == 3


def test_the_names_of_columns_may_come_again() -> None:
    table = f"id,name,puzzle\n1,a,{PUZZLE}\n2,b,{PUZZLE}\n"
    with open_text_as_grid_file(table * 3) as grids:
        entries = list(grids)
    assert [entry.error for entry in entries] == [None] * 6
    assert grids.other_text_summary[:2] == (2, 4)


def test_fields_over_several_lines() -> None:
    field = "\n".join(ROWS)
    text = f'id,puzzle,note\n1,"{field}","a\nb"\n2,{PUZZLE},"c\n\nd"\n'
    entries = list(open_text_as_grid_file(text))
    assert [(entry.line, entry.grid_or_error) for entry in entries] == [(2, GRID), (12, GRID)]
    assert all("\n" not in entry.file_lines_as_text for entry in entries)


def test_a_message_says_what_lines_were_taken_for() -> None:
    with pytest.raises(PairFileError) as caught:
        open_text_as_grid_file("5 3 8\n1 2 3\n", "f").read_single_grid_and_close()
    assert str(caught.value) == (
        "f:1:1: expected a digit 0-3, found '5'; line 1 was read as a row of "
        "3 cells. If it is not, check its length, or give --box"
    )


def test_plain_files_load_nothing_of_this() -> None:
    code = (
        "import sys\n"
        "from sudokopie.reading.gridfile import open_text_as_grid_file, open_text_as_grid_file\n"
        f"list(open_text_as_grid_file('Easy 1: {PUZZLE} # x'))\n"
        "print({'zipfile', 'html.parser', 'email', 'csv', 'gzip', 'json'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "set()\n"


def test_text_that_word_does_not_show_is_left_out(tmp_path: Path) -> None:
    def write(sign: str) -> str:
        hidden = "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>9</w:t></w:r></w:p>"
        ending = "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>"
        return f"<w:tc>{hidden if sign == '.' else ending.format(sign)}</w:tc>"

    rows = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]
    table = "".join(f"<w:tr>{''.join(map(write, row))}</w:tr>" for row in rows)
    path = tmp_path / "hidden.docx"
    path.write_bytes(docx(f"<w:tbl>{table}</w:tbl>"))
    with open_path_as_grid_file(str(path)) as found:
        assert [entry.grid_or_error for entry in found] == [Grid(PUZZLE)]
