"""Files as people have them: docs/formats.md says what is read, and here it is."""

from __future__ import annotations

import csv
import gzip
import io
import json
import lzma
import re
import sys
import tracemalloc
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokopie import BoxShape, Grid, parse_pair
from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_entry import Entry, ReadingOptions
from sudokopie.reading.gridfile import (
    open_path_as_grid_file,
    open_stream_as_grid_file,
    open_text_as_grid_file,
)
from sudokopie.reading.pair_files import read_pair
from sudokopie.sudoku.grid import format_line

from conftest import SHARED
from samples import PUZZLE, ROWS, SOLUTION, Sample, samples


def samples_with_marks() -> Iterator[Any]:
    """Yield the samples; those that only the application `documents` reads have its mark."""
    for sample in samples():
        is_document = sample.text.startswith(("<p>", "From:"))
        marks = [pytest.mark.documents] if is_document else []
        yield pytest.param(sample, marks=marks, id=sample.text[:20])


@pytest.mark.parametrize("sample", list(samples_with_marks()))
def test_samples_of_the_documentation_are_read_as_said(sample: Sample) -> None:
    if sample.said.startswith("Refused: "):
        with pytest.raises(PairFileError) as caught:
            open_text_as_grid_file(sample.text, "f").read_single_grid_and_close()
        assert f"Refused: {str(caught.value).removeprefix('f:')}" == sample.said
        return
    file = open_text_as_grid_file(sample.text)
    entries = list(file)
    grids = [entry.grid_or_error for entry in entries]
    size = file.shape.size
    said = f"Read: {len(grids)} Sudoku{'s' * (len(grids) > 1)}, {size}×{size}"
    if "named" in sample.said:
        said += f", {'the first ' * (len(grids) > 1)}named `{entries[0].sudoku_name}`"
    if file.other_text_summary.total:
        said += f"; skipped lines: {file.other_text_summary.total}"
    assert f"{said}." == sample.said
    first = open_text_as_grid_file(PUZZLE).read_single_grid_and_close() if size == 9 else grids[0]
    assert grids == [first] * len(grids)
    for column, read in sample.columns.items():
        solved = [
            entry.grid_or_error
            for entry in open_text_as_grid_file(
                sample.text, reading_options=ReadingOptions(column=column)
            )
        ]
        assert read == sample.said[6:].rstrip(".") + "."
        assert solved == [open_text_as_grid_file(SOLUTION).read_single_grid_and_close()] * len(
            grids
        )


def test_large_samples_are_the_same_grid() -> None:
    large = [s for s in samples() if "16×16" in s.said]
    assert len(large) == 4
    assert (
        len({open_text_as_grid_file(sample.text).read_single_grid_and_close() for sample in large})
        == 1
    )


LARGE = Grid(
    [
        [(4 * (r % 4) + r // 4 + c) % 16 + 1 if (r * c) % 3 else 0 for c in range(16)]
        for r in range(16)
    ]
)
ALPHABETS = ["123456789ABCDEFG", "ABCDEFGHIJKLMNOP", "0123456789ABCDEF"]


@pytest.mark.parametrize("sign", "._*-xX0")
@pytest.mark.parametrize("digits", [*ALPHABETS, *map(str.lower, ALPHABETS)])
def test_alphabets_of_large_grids(digits: str, sign: str) -> None:
    if sign == digits[0]:
        return
    rows = ["".join(digits[value - 1] if value else sign for value in row) for row in LARGE]
    bands = ["\n".join(rows[i : i + 4]) for i in range(0, 16, 4)]
    forms = [
        "\n".join(rows),
        "\n\n".join(bands),
        "\n\n".join(re.sub(r"(?<=.)(?=.)", " ", band) for band in bands),
        "\n".join(" ".join(row[i : i + 4] for i in range(0, 16, 4)) for row in rows),
        "".join(rows),
        "".join(rows) + " #1",
        f"id,puzzle\n1,{''.join(rows)}",
    ]
    assert [open_text_as_grid_file(form).read_single_grid_and_close() for form in forms] == [
        LARGE
    ] * len(forms)


def test_zero_beside_another_sign_for_blank() -> None:
    order = [(4 * (r % 4) + r // 4) % 16 for r in range(16)]
    rows = "\n".join(("0123456789ABCDE*" * 2)[i : i + 16] for i in order)
    assert open_text_as_grid_file(rows).read_single_grid_and_close().row(0) == (*range(1, 16), 0)
    cells = [*map(str, range(15)), "."] * 2
    numbers = "\n".join(" ".join(cells[i : i + 16]) for i in order)
    assert open_text_as_grid_file(numbers).read_single_grid_and_close().row(0) == (*range(1, 16), 0)
    assert open_text_as_grid_file("01.4\n....\n....\n....").read_single_grid_and_close().row(0) == (
        0,
        1,
        0,
        4,
    )
    with pytest.raises(PairFileError, match="one sign for blank, because 0 may be a digit"):
        open_text_as_grid_file("01.2\n....\n....\n....").read_single_grid_and_close()
    complete = "\n".join(("0123456789ABCDEF" * 2)[i : i + 16] for i in range(16))
    assert open_text_as_grid_file(complete).read_single_grid_and_close().row(0) == tuple(
        range(1, 17)
    )
    assert (
        open_text_as_grid_file(complete.replace("F", "E", 1)).read_single_grid_and_close().row(0)[0]
        == 0
    )


def test_zero_in_doubt_is_refused() -> None:
    with pytest.raises(PairFileError, match=r"1:1: expected (one sign for blank|a Sudoku)"):
        open_text_as_grid_file(
            "\n".join("0*3456789ABCDEFG" for _ in range(16))
        ).read_single_grid_and_close()
    as_digit, as_blank = "0*23456789ABCDE1", "0023456789ABCDE1"
    for one, other in ((as_digit, as_blank), (as_blank, as_digit)):
        with pytest.raises(PairFileError, match=r"one sign for blank|candidates"):
            open_text_as_grid_file("\n".join([one] * 16 + [other] * 16)).read_pair_and_close()


def test_signs_that_stand_for_blank_only_alone() -> None:
    assert open_text_as_grid_file("1x2x" * 4).read_single_grid_and_close().row(0) == (1, 0, 2, 0)
    for text in ("1x2." * 4, "1x2X" * 4, "1x20" * 4):
        with pytest.raises(PairFileError, match="expected a digit 0-4, found 'x'"):
            open_text_as_grid_file(text).read_single_grid_and_close()


def test_a_row_of_dashes_is_a_rule_unless_a_dash_is_blank() -> None:
    assert open_text_as_grid_file("1---\n----\n--2-\n----").read_single_grid_and_close().row(2) == (
        0,
        0,
        2,
        0,
    )
    assert open_text_as_grid_file(
        "1-|--\n--|--\n--+--\n--|2-\n--|--"
    ).read_single_grid_and_close().row(2) == (
        0,
        0,
        2,
        0,
    )
    assert (
        open_text_as_grid_file("12..\n..12\n----\n....\n....").read_single_grid_and_close().size
        == 4
    )


def test_names() -> None:
    file = open_text_as_grid_file(f"{PUZZLE} # one\nname: {PUZZLE},\u00e9\nsome words\n{PUZZLE}\n")
    assert [entry.sudoku_name for entry in file] == ["one", "name é", ""]
    assert tuple(file.other_text_summary) == (1, 3, "some words")
    rows = "12..\n....\n..1.\n....\n"
    file = open_text_as_grid_file(f"words\nfirst\n{rows}\nsecond one\n{rows}the end\n")
    assert [(entry.line, entry.sudoku_name) for entry in file] == [(3, "first"), (9, "second one")]
    assert tuple(file.other_text_summary) == (2, 1, "words")


def test_lines_go_out_as_they_came_in() -> None:
    lines = ["id,puzzle", f"1,{PUZZLE}", f'"2, two",{PUZZLE}']
    file = open_text_as_grid_file("\r\n".join(lines))
    assert [entry.file_lines_as_text for entry in file] == lines[1:]
    assert (file.header, file.delimiter) == (lines[0], ",")
    file = open_text_as_grid_file(f"{PUZZLE}\n")
    assert (next(file).file_lines_as_text, file.header, file.delimiter) == (PUZZLE, None, None)
    [entry] = open_text_as_grid_file("# comment\n12|..\n..|21\n--\n\n1...\n...2\n")
    assert entry.file_lines_as_text == "12|..\n..|21\n1...\n...2"


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("nothing", "f:1:1: expected a column 'nothing', found the columns id, puzzle"),
        ("id", "f:2:1: expected Sudokus in the column 'id', found '1'"),
        (5, "f:2:1: expected Sudokus in the column '5', found ''"),
        (0, "f:1:1: expected a column '0', found the columns id, puzzle"),
    ],
)
def test_columns_that_are_not_there(column: str | int, message: str) -> None:
    with pytest.raises(PairFileError) as caught:
        open_text_as_grid_file(f"id,puzzle\n1,{PUZZLE}\n", "f", ReadingOptions(column=column))
    assert str(caught.value) == message


def test_columns_of_other_files() -> None:
    with pytest.raises(PairFileError, match="expected a column 'a', found no line of names"):
        open_text_as_grid_file(f"{PUZZLE},{SOLUTION}", reading_options=ReadingOptions(column="a"))
    for text in (f"{PUZZLE},{SOLUTION}", f"{PUZZLE} {SOLUTION}", f'["{PUZZLE}"]\t{SOLUTION}'):
        [entry] = open_text_as_grid_file(text, reading_options=ReadingOptions(column=2))
        assert entry.grid_or_error == open_text_as_grid_file(SOLUTION).read_single_grid_and_close()
        assert entry.file_lines_as_text == text
    record = f'{{"a": "{PUZZLE}", "b": "{SOLUTION}"}}'
    for column in ("b", 2):
        [entry] = open_text_as_grid_file(record, reading_options=ReadingOptions(column=column))
        assert entry.grid_or_error == open_text_as_grid_file(SOLUTION).read_single_grid_and_close()
    [entry] = open_text_as_grid_file(
        f'<a b="{SOLUTION}" data="{PUZZLE}"/>', reading_options=ReadingOptions(column="b")
    )
    assert entry.grid_or_error == open_text_as_grid_file(SOLUTION).read_single_grid_and_close()


def test_what_stands_beside_a_small_sudoku() -> None:
    entries = open_text_as_grid_file(
        "1234000000000001\n1234000000000001 last\nno 1234000000000001\n", "f"
    )
    assert [entry.sudoku_name for entry in entries] == ["", "last", "no"]


def test_a_broken_field_is_an_error_in_its_place() -> None:
    text = f"id,puzzle\n1,{PUZZLE}\n2,{PUZZLE[:70]}\n3,\n4,y{PUZZLE[1:]}\n"
    for column in (None, "puzzle", 2):
        file = open_text_as_grid_file(text, "f", ReadingOptions(column=column))
        assert [str(entry.error) for entry in file][1:] == [
            "f:3:73: found 70 cells on a line: a 9×9 Sudoku has 81",
            "f:5:3: expected a digit 0-9, found 'y'",
        ]
        assert tuple(file.other_text_summary) == (1, 4, "3,")


def test_only_what_must_be_a_sudoku_is_one() -> None:
    """A line that could be one of several things is not guessed at."""
    file = open_text_as_grid_file(f"{PUZZLE}\n{PUZZLE}1\n{'1' * 200}\n2024-05-06 {PUZZLE}\n")
    assert [entry.error is None for entry in file] == [True, False, False, True]


def test_a_table_of_numbers_is_no_sudoku() -> None:
    with pytest.raises(PairFileError, match="1:1: expected two Sudokus, found a table without a"):
        parse_pair("id,first,second\n1,2,3\n3,2,1\n")
    with pytest.raises(PairFileError, match="1:1: expected a Sudoku, found a table without a co"):
        open_text_as_grid_file("number;score\n1;2\n").read_single_grid_and_close()


@pytest.mark.documents
def test_xml_without_sudokus_or_broken() -> None:
    for text, message in (
        ("<!DOCTYPE html><html><body></body></html>", "found XML without Sudokus"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a data="&b;"/>', "expected XML, found '<!ENTITY'"),
        ("<a data='1", "1:1: expected XML, found 'unclosed token'"),
        ("<a " + "b" * 2**25, "expected a line of cells, found more than 148480"),
        (f"<a data='{'1' * 10**6}'/>", "1:1: expected a line of cells, found more than 148480"),
    ):
        with pytest.raises(PairFileError, match=re.escape(message)):
            open_text_as_grid_file(text).read_single_grid_and_close()


@pytest.mark.documents
def test_parquet_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(PairFileError, match=r"install pyarrow: pip install 'sudokopie\[parquet\]'"):
        open_text_as_grid_file("PAR1....").read_single_grid_and_close()


@pytest.mark.documents
def test_parquet(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    path = tmp_path / "puzzles"
    table = pa.table({"id": [1, 2], "puzzle": [PUZZLE, None], "solution": [SOLUTION] * 2})
    pytest.importorskip("pyarrow.parquet").write_table(table, path)
    for stream in (path.open("rb"), Pipe(path.read_bytes())):
        with (
            stream,
            open_stream_as_grid_file(
                stream, reading_options=ReadingOptions(column="puzzle")
            ) as file,
        ):
            entries = list(file)
        assert [entry.grid_or_error for entry in entries] == [
            open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
        ]
        assert (file.header, file.delimiter) == ("id,puzzle,solution", ",")
        assert (entries[0].line, entries[0].file_lines_as_text) == (2, f"1,{PUZZLE},{SOLUTION}")
        assert tuple(file.other_text_summary) == (1, 3, f"2,,{SOLUTION}")


class Pipe(io.BytesIO):
    """Bytes that come one at a time, in which one cannot jump to and fro."""

    def read1(self, size: int | None = -1) -> bytes:
        return self.read(1 if size else 0)

    def seekable(self) -> bool:
        return False


def test_what_comes_slowly_is_read_as_it_comes() -> None:
    text = f"{PUZZLE}\r\n" * 3
    pipe = Pipe(text.encode())
    file = open_stream_as_grid_file(pipe)
    assert next(file).grid_or_error == open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
    assert pipe.tell() < 100
    assert [entry.line for entry in file] == [2, 3]
    for encoding in ("utf-8-sig", "utf-16"):
        assert [entry.line for entry in open_stream_as_grid_file(Pipe(text.encode(encoding)))] == [
            1,
            2,
            3,
        ]


class Endless(io.RawIOBase):
    """A collection without an end."""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        assert 0 <= size < 10**7
        return f"{PUZZLE}\n".encode() * (size // 82 + 1)


def test_a_collection_is_never_in_memory_as_a_whole() -> None:
    file = open_stream_as_grid_file(Endless())  # type: ignore[arg-type]
    assert not file.has_at_most_one_sudoku
    for number, batch in zip(range(3), file.yield_entry_batches(20_000), strict=False):
        assert batch[0].line == 20_000 * number + 1
        assert len(b"".join([entry.cell_bytes for entry in batch])) == 20_000 * 81
    tracemalloc.start()
    for _, batch in zip(range(10), file.yield_entry_batches(1000), strict=False):
        assert len(batch) == 1000
    assert tracemalloc.get_traced_memory()[1] < 10**7
    tracemalloc.stop()


def test_compressed_files(tmp_path: Path) -> None:
    data = f"{PUZZLE}\n{SOLUTION}\n".encode()
    for name, content in (("a.gz", gzip.compress(data)), ("a.xz", lzma.compress(data))):
        path = tmp_path / name
        path.write_bytes(content)
        with open_path_as_grid_file(str(path)) as file:
            assert [entry.grid_or_error for entry in file] == [
                open_text_as_grid_file(PUZZLE).read_single_grid_and_close(),
                open_text_as_grid_file(SOLUTION).read_single_grid_and_close(),
            ]
        assert (
            read_pair(str(path)).second
            == open_text_as_grid_file(SOLUTION).read_single_grid_and_close()
        )
        for broken in (content[:20], b"text", content[:30] + b"\0" * 20):
            path.write_bytes(broken)
            with pytest.raises(PairFileError, match="cannot be read: "):
                read_pair(str(path))
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"1" * 10**7))
    with pytest.raises(PairFileError, match="expected a file of at most 148480 bytes"):
        read_pair(str(path))
    with pytest.raises(PairFileError, match="expected a line of cells, found more than"):
        open_path_as_grid_file(str(path))


@pytest.mark.gate
def test_how_much_of_a_file_has_been_read(tmp_path: Path) -> None:
    for name, compress in (("a", bytes), ("a.gz", gzip.compress), ("a.xz", lzma.compress)):
        path = tmp_path / name
        lines = (f"{PUZZLE} {number * 7**30 % 11**30}\n" for number in range(20_000))
        path.write_bytes(compress("".join(lines).encode()))
        with open_path_as_grid_file(str(path)) as file:
            early = file.fraction_read
            for _ in zip(range(19_999), file, strict=False):
                pass
            assert early is not None
            assert 0 < early < 0.8 < (file.fraction_read or 0) <= 1
    assert open_text_as_grid_file(PUZZLE).fraction_read is None


def test_files_are_closed(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text(f"{PUZZLE}\n" * 3)
    file = open_path_as_grid_file(str(path))
    list(file)
    with open_path_as_grid_file(str(path)) as file:
        next(file)
    with pytest.raises(PairFileError, match="the end after one Sudoku"):
        open_path_as_grid_file(str(path)).read_single_grid_and_close()
    path.write_text("")
    with pytest.raises(PairFileError, match="an empty file"):
        open_path_as_grid_file(str(path))
    stream = io.BytesIO(PUZZLE.encode())
    list(open_stream_as_grid_file(stream))
    assert not stream.closed  # who opened it closes it


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.text[:20])
def test_pairs_come_in_the_same_forms(sample: Sample) -> None:
    if not sample.said.startswith("Read: 2 Sudokus"):
        return
    assert (
        parse_pair(sample.text)
        == (open_text_as_grid_file(PUZZLE).read_single_grid_and_close(),) * 2
    )


def test_pairs_need_two() -> None:
    text = f"id,puzzle\n1,{PUZZLE}\n"
    with pytest.raises(PairFileError, match="2:84: found one Sudoku, but two are needed"):
        parse_pair(text)
    with pytest.raises(PairFileError, match="4:1: a third Sudoku begins here"):
        parse_pair(text + f"2,{PUZZLE}\n" * 2)


@pytest.mark.parametrize("sign", "._*xX-0")
def test_runs_stand_anywhere_on_a_line(sign: str) -> None:
    puzzle = PUZZLE.replace(".", sign)
    for text in (f"no. 7: {puzzle} 1.2/3", f"a={puzzle}&b={SOLUTION}", f"#1\n0 {puzzle} {puzzle}"):
        assert (
            open_text_as_grid_file(text).read_single_grid_and_close()
            == open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
        )
        assert not open_text_as_grid_file(f"{text}{sign}{sign}").other_text_summary.total
    with pytest.raises(PairFileError):
        open_text_as_grid_file(f"no. 7: {puzzle}{sign}{sign} 1.2/3").read_single_grid_and_close()


@pytest.mark.parametrize("size", [16, 25])
def test_runs_of_large_grids_stand_anywhere_on_a_line(size: int) -> None:
    grid = Grid([[(r + c) % size + 1 if c % 3 else 0 for c in range(size)] for r in range(size)])
    line = format_line(grid)
    [entry] = open_text_as_grid_file(f"large: {line} 1.2/3")
    assert (entry.grid_or_error, entry.sudoku_name) == (grid, "large 1.2/3")


def test_comments() -> None:
    text = f"#{PUZZLE}\n # {PUZZLE}\n{PUZZLE}\n#{SOLUTION}"
    assert [entry.line for entry in open_text_as_grid_file(text)] == [3]
    assert open_text_as_grid_file("12 #1\n.. # two").read_single_grid_and_close().row(0) == (1, 2)
    assert open_text_as_grid_file("1234...1...2...3 # name").read_single_grid_and_close().row(
        1
    ) == (0, 0, 0, 1)


def test_the_name_of_a_json_object_is_what_else_it_holds() -> None:
    [entry] = open_text_as_grid_file(f'{{"id": 7, "puzzle": "{PUZZLE}", "by": "Ann"}}')
    assert entry.sudoku_name == "7 Ann"
    [entry] = open_text_as_grid_file(f"{{broken {PUZZLE}")
    assert entry.sudoku_name == ""


@pytest.mark.parametrize(
    "line",
    [
        f'{{"puzzle": "{PUZZLE}", "level": "easy 7", "solution": "{SOLUTION}"}}',
        f"{PUZZLE},{SOLUTION},easy 7",
        f"puzzle,level,solution\n{PUZZLE},easy 7,{SOLUTION}",
        f'solution;level;puzzle\n"{SOLUTION}";easy 7;{PUZZLE}',
        f"level,solution,puzzle\neasy 7,{SOLUTION},{PUZZLE}",
        f"{PUZZLE} {SOLUTION} # easy 7",
    ],
)
def test_other_grids_are_no_part_of_the_name(line: str) -> None:
    with open_text_as_grid_file(line) as grids:
        assert [entry.sudoku_name for entry in grids] == ["easy 7"]


def test_a_short_number_is_no_grid_in_a_name() -> None:
    entry = Entry(1, BoxShape.for_size(2), bytes(4), b"2012,1200", (5, 9))
    assert entry.sudoku_name == "2012"


def test_lines_of_json_hold_sudokus_under_the_same_key() -> None:
    first = f'{{"id": 1, "puzzle": "{PUZZLE}", "solution": "{SOLUTION}"}}'
    others = f'{{"solution": "{SOLUTION}", "puzzle": "{PUZZLE}"}}\n{{"solution": "{SOLUTION}"}}'
    grids = open_text_as_grid_file(f"{first}\n{others}")
    assert [entry.grid_or_error for entry in grids] == [
        open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
    ] * 2
    assert grids.other_text_summary.total == 1


@pytest.mark.parametrize(
    "document",
    [
        [PUZZLE, SOLUTION],
        [{"solution": SOLUTION, "puzzle": PUZZLE}, {"puzzle": SOLUTION}],
        {"title": "Two", "grids": [PUZZLE, SOLUTION]},
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_a_whole_file_of_json(document: object, indent: int | None) -> None:
    reading_options = (
        ReadingOptions(column="puzzle")
        if isinstance(document, list) and document[0] != PUZZLE
        else None
    )
    grids = open_text_as_grid_file(
        json.dumps(document, indent=indent), reading_options=reading_options
    )
    assert [entry.grid_or_error for entry in grids] == [
        open_text_as_grid_file(PUZZLE).read_single_grid_and_close(),
        open_text_as_grid_file(SOLUTION).read_single_grid_and_close(),
    ]


def test_json_that_is_no_array_of_sudokus_is_read_line_by_line() -> None:
    alone = json.dumps({"puzzle": PUZZLE, "tags": ["easy"]})
    arrays = "\n".join(json.dumps([PUZZLE, number]) for number in range(3))
    numbers = json.dumps([[int(char) for char in PUZZLE.replace(".", "0")]])
    assert [entry.grid_or_error for entry in open_text_as_grid_file(alone)] == [
        open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
    ]
    assert [entry.grid_or_error for entry in open_text_as_grid_file(arrays)] == [
        open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
    ] * 3
    assert [entry.grid_or_error for entry in open_text_as_grid_file(numbers)] == [
        open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
    ]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ROWS),
        "\n".join(row.rstrip() for row in ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join(" ".join(row).rstrip() for row in ROWS),
        "\n".join("|".join(row[i : i + 3] for i in (0, 3, 6)) for row in ROWS),
        "\n".join("|".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) for row in ROWS),
        "\n".join(" | ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) for row in ROWS),
        "\n".join(f"|{'|'.join(row)}|" for row in ROWS),
    ],
)
def test_spaces_for_blank(text: str) -> None:
    assert (
        open_text_as_grid_file(text).read_single_grid_and_close()
        == open_text_as_grid_file(PUZZLE).read_single_grid_and_close()
    )


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n  \n"])
@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
        "1 2   4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
        "12 4\n3412\n\n4321",
    ],
)
def test_one_sudoku_with_spaces_and_an_end_of_its_last_line(text: str, end: str) -> None:
    """The end of the last line begins no row of blanks; further blank lines may be one."""
    if "\n\n" in text and end.count("\n") > 1:
        with pytest.raises(PairFileError):
            open_text_as_grid_file(text + end)
        return
    file = open_text_as_grid_file(text + end)
    assert file.has_at_most_one_sudoku
    assert open_text_as_grid_file(text + end).read_single_grid_and_close().row(3) == (4, 3, 2, 1)


def test_several_grids_with_spaces_for_blank() -> None:
    rows = "12  \n   1\n  3 \n4   \n"
    assert [entry.line for entry in open_text_as_grid_file(f"{rows}\n{rows}\n{rows}")] == [1, 6, 11]
    with pytest.raises(PairFileError):
        open_text_as_grid_file("12 \n  1\n 3.\n").read_single_grid_and_close()


@pytest.mark.skipif(not SHARED.exists(), reason="the puzzles are not here")
def test_published_files_are_read_as_they_are() -> None:
    path = SHARED / "puzzles" / "17puz49158.txt"
    with open_path_as_grid_file(str(path)) as file:
        cells = b"".join([e.cell_bytes for batch in file.yield_entry_batches(5000) for e in batch])
    text = path.read_bytes().replace(b"\n", b"").replace(b".", b"0")
    assert cells == bytes(code - 0x30 for code in text)
    assert file.other_text_summary.total == 0
    for path in (SHARED / "bwinf").glob("*[0-9s].txt"):
        numbers = [int(word) for word in path.read_text("utf-8-sig").split()]
        assert [*map(list, chain(*read_pair(str(path))))] == [
            numbers[i : i + 9] for i in range(0, 162, 9)
        ]


WORDS = "# , ; | { } - 0 . A g x 16 é ?bd= +5 : ---+--- [Puzzle] PAR1 words 1,2,3; <a_data=' '/>"
FRAGMENTS = st.sampled_from(
    [
        *(PUZZLE, PUZZLE.replace(".", "0"), "1234...1...2...3", "12\n..\n"),
        *("\n", "\n\n", " ", ' "', "\t", "\r", "\0", "+--+\n", "[State]\n"),
        *(word.replace("_", " ") for word in WORDS.split()),
    ]
)


@given(
    st.lists(FRAGMENTS, max_size=30).map("".join),
    st.sampled_from([None, "a", 1, 2]),
    st.sampled_from([None, BoxShape(3, 3), BoxShape(2, 2), BoxShape(4, 4)]),
)
def test_any_file_is_read_or_refused(
    text: str, column: str | int | None, box: BoxShape | None
) -> None:
    try:
        file = open_text_as_grid_file(text, reading_options=ReadingOptions(box, column=column))
        entries = list(file)
    except PairFileError as error:
        assert "\n" not in str(error)
        return
    for entry in entries:
        assert entry.line >= 1
        assert "\n" not in entry.sudoku_name
        assert isinstance(entry.grid_or_error, Grid | PairFileError)
        if isinstance(entry.grid_or_error, Grid):
            assert len(entry.cell_bytes) == file.shape.size**2
            assert max(entry.cell_bytes) <= file.shape.size
            if file.shape.size > 3:
                assert (
                    open_text_as_grid_file(
                        format_line(entry.grid_or_error), reading_options=ReadingOptions(file.shape)
                    ).read_single_grid_and_close()
                    == entry.grid_or_error
                )


@given(st.binary(max_size=200), st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(start: bytes, end: bytes) -> None:
    for data in (start, start + PUZZLE.encode() + end, b"<a " + start, b"\xff\xfe" + start):
        try:
            for entry in open_stream_as_grid_file(io.BytesIO(data)):
                assert isinstance(entry.grid_or_error, Grid | PairFileError)
                assert isinstance(entry.sudoku_name + entry.file_lines_as_text, str)
        except PairFileError as error:
            assert str(error).isprintable()


def test_names_are_looked_for_nearby() -> None:
    """Not in all of a line, which would take long where it is."""
    grid, far = "1234000000000001", f"{' ' * 10_000}far"
    (entry,) = open_text_as_grid_file(f"{grid},near{far}\n")
    assert entry.sudoku_name == "near"
    (entry,) = open_text_as_grid_file(f"{grid},{'x' * 100_000}\n")
    assert entry.sudoku_name == f"{'x' * 999}…"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("cells", [PUZZLE, f'"{PUZZLE}"'])
def test_the_name_is_the_field_as_csv_decodes_it(delimiter: str, cells: str) -> None:
    for name in ('own, "made"', '"all"', '"', 'a ""', "'it's'", "#1; |x|", 'x\ty "z', "plain"):
        field = io.StringIO()
        csv.writer(field, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="").writerow(
            [name]
        )
        for fields in ([field.getvalue(), cells], [cells, field.getvalue()]):
            (entry,) = open_text_as_grid_file(delimiter.join(fields) + "\n")
            assert entry.sudoku_name == name
        line = delimiter.join(["7", field.getvalue(), cells, f'"{SOLUTION}"', "easy"])
        (entry,) = open_text_as_grid_file(line + "\n")
        assert entry.sudoku_name == f"7{delimiter}{name} easy"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (f'Puzzle "Easy" {PUZZLE}', 'Puzzle "Easy"'),
        (f'"Easy" or "hard" {PUZZLE}', '"Easy" or "hard"'),
        (f'"Easy" {PUZZLE}', "Easy"),
        (f'"{PUZZLE}" "x"', "x"),
        (f'"x {PUZZLE} y","b ""c"""', 'x y,b "c"'),
        (f',,"a",{PUZZLE},,', "a"),
        (f'"a, {SOLUTION}","b ""c""",{PUZZLE}', 'a, ,b "c"'),
        (f'"",{PUZZLE}', ""),
        (f'"{PUZZLE}', ""),
    ],
)
def test_quotation_marks_beside_a_sudoku(line: str, name: str) -> None:
    (entry,) = open_text_as_grid_file(line + "\n")
    assert entry.sudoku_name == name
