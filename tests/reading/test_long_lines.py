"""Lines of many fields: the work for them grows as their bytes do, and fields have a limit."""

from __future__ import annotations

import gzip
import io
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie.base.errors import PairFileError
from sudokopie.base.limits import FIELDS
from sudokopie.reading import fields, plain_rows, text_tables
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_stream_as_grid_file, open_text_as_grid_file
from sudokopie.recognition.cells import parse_row

from documents import PUZZLE
from present import present

PIECES = (
    *(
        "a,",
        "1,",
        "1;",
        "1|",
        "|",
        ",",
        ";",
        "\t",
        "1\t",
        " ",
        "1 ",
        ". ",
        '"',
        '"a",',
        '""',
        '"1,',
    ),
    *("'", "[1,", "[", '{"a":', "<td>", "1", ".", "x", "-", "+1", "- ", " #", "> ", "1/", "1,1,1;"),
    *("A", "1,,", "1,1,1,1,,", "1|1|1|1|||", "12", "é", "·", "()", "1234000000000001,", "1x"),
    f"{PUZZLE}x",
)
TABLES = ("1,1,1,1,,", "1|1|1|1|||", "1,,", "1|", "1\t", "1;", "a,")
"""The pieces that are read as tables, as `1,` is: they take longest."""

HEADS = {
    "nothing": "",
    "a Sudoku": f"{PUZZLE}\n",
    "a table": f"puzzle,b\n{PUZZLE},1\n",
}
LINES, LENGTH, TIMES = 6, 170, 8


def work_for(text: str) -> int:
    """Return how many lines of the reader's code are run to read a text to its end. A loop within
    one line counts each time round.
    """
    count = 0

    def line(_frame: Any, _event: str, _: Any) -> Any:
        nonlocal count
        count += 1
        return line

    def call(frame: Any, *_: Any) -> Any:
        return line if "sudokopie" in frame.f_globals.get("__name__", "") else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        with suppress(PairFileError):
            list(open_text_as_grid_file(text))
    finally:
        sys.settrace(before)
    return count


@pytest.mark.gate
@pytest.mark.parametrize(
    "piece",
    [pytest.param(piece, marks=pytest.mark.slow if piece in TABLES else []) for piece in PIECES],
)
def test_the_work_for_a_line_grows_as_its_length_does(piece: str) -> None:
    def text(length: int) -> str:
        return (piece * (length // len(piece)) + "\n") * LINES

    for name, head in HEADS.items():
        work_for(head + text(LENGTH))  # patterns are compiled once
        short, long = (work_for(head + text(length)) for length in (LENGTH, TIMES * LENGTH))
        assert long < 1.5 * TIMES * short, name


def test_a_line_has_at_most_so_many_fields() -> None:
    for sign in ",;\t|":
        for most, reading_options in (
            (FIELDS, ReadingOptions()),
            (150**2, ReadingOptions(max_size=150)),
        ):
            with pytest.raises(PairFileError) as caught:
                open_stream_as_grid_file(
                    io.BytesIO(f"{PUZZLE}\n".encode() + sign.encode() * most), "f", reading_options
                ).read_pair_and_close()
            assert str(caught.value) == (
                f"f:2:1: expected a line of at most {most} fields, found {most + 1} fields"
            )
            text = f"{PUZZLE}\n".encode() + sign.encode() * (most - 1)
            assert open_stream_as_grid_file(
                io.BytesIO(text), "f", reading_options
            ).has_at_most_one_sudoku
    large = ",".join(["1"] + ["."] * (150**2 - 1))
    assert (
        open_text_as_grid_file(large, reading_options=ReadingOptions(max_size=150))
        .read_single_grid_and_close()
        .size
        == 150
    )


@pytest.mark.documents
def test_fields_from_everywhere_have_the_limit() -> None:
    many = FIELDS + 1
    texts = {
        "a page": "<html><table><tr>" + "<td>" * many + "</table>",
        "a wide page": "<html><table><tr>" + "<td colspan=100>" * 300 + "</table>",
        "JSON": '[["' + PUZZLE + '", []], {"a":[' + "1," * many + "1]}]",
        "an attribute": '<?xml version="1.0"?><a data="' + "," * many + '"/>',
        "the last line": "," * many,
        "old ends of lines": "," * many + "\r1",
    }
    for name, text in texts.items():
        with pytest.raises(PairFileError, match=f"a line of at most {FIELDS} fields"):
            open_text_as_grid_file(text).read_single_grid_and_close()
        assert name


@pytest.mark.parametrize("command", present(["complete", "duplicates", "audit", "canonical"]))
def test_commands_refuse_such_a_file_at_once(command: str, run: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.csv.gz"
    path.write_bytes(gzip.compress((b"a," * 50_000 + b"\n") * 160))
    result = run(command, str(path))
    assert result.status == 2
    assert result.err.count("\n") == 1
    assert "x.csv.gz:1:1: expected a line of at most 20000 fields, found 50001" in result.err


def test_a_table_of_blocks_has_at_most_so_many_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "1;" * 8 + "\n"
    monkeypatch.setattr(text_tables, "BLOCK_FIELDS", 9 * 9 + 1)
    rows = [";".join(PUZZLE[i : i + 9]).replace(".", "") for i in range(0, 81, 9)]
    assert list(open_text_as_grid_file("\n".join(rows)))
    with pytest.raises(PairFileError, match="10:1: expected at most 82 fields in a table with bl"):
        open_text_as_grid_file(line * 10)


@pytest.mark.gate
def test_blocks_beside_each_other_have_their_places() -> None:
    rows = ["1,2,3,4", "3,4,1,2", "2,1,4,3", "4,3,2,"]
    text = "\n".join(",,".join([row] * 500) for row in rows)
    entries = list(open_text_as_grid_file(text))
    assert len(entries) == 500
    assert {entry.grid_or_error for entry in entries} == {entries[0].grid_or_error}
    broken = text.replace("4,3,2,", "4,3,2,9", 500).replace("9", "x", 499)
    with pytest.raises(PairFileError):
        list(open_text_as_grid_file(broken))[-1].grid_or_error.clues  # type: ignore[union-attr] # noqa: B018


def test_comments_before_a_table_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = 0

    def records(before: Any, *_: Any) -> Any:
        nonlocal seen
        seen = len(before)
        return iter(before)

    monkeypatch.setattr(fields, "yield_records_as_single_lines", records)
    open_text_as_grid_file("#\n" * 100 + f"a,{PUZZLE}\n").close()
    assert seen == 101
    seen = 0
    with suppress(PairFileError):
        open_text_as_grid_file("#\n" * 5000 + f"a,{PUZZLE}\n")
    assert seen == 0


def test_a_field_over_several_lines_has_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'id,puzzle\n"a\n{"b" * 99}",{PUZZLE}\n'
    assert [entry.line for entry in open_text_as_grid_file(text)] == [2]
    monkeypatch.setattr(fields, "_BYTES_OF_A_RECORD", 50)
    assert [entry.line for entry in open_text_as_grid_file(text)] == [3]


def test_many_lines_of_words_are_not_parsed_as_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = list[int]()

    def count_and_parse(number: int, *rest: Any) -> Any:
        parsed.append(number)
        return parse_row(number, *rest)

    monkeypatch.setattr(plain_rows, "parse_row", count_and_parse)
    with pytest.raises(PairFileError):
        open_text_as_grid_file("some words\n" * 5000)
    assert len(parsed) < 3000


def test_many_lines_of_triples_are_refused() -> None:
    """The lines far away from lines like cells are left out before the recogniser reads."""
    random = Random(3)
    lines = [",".join(str(random.randrange(1, 10)) for _ in range(3)) for _ in range(20_000)]
    with pytest.raises(PairFileError):
        open_text_as_grid_file("\n".join(lines))
