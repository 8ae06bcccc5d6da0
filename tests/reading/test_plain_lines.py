"""Lines of 81 digits and dots are read many at once, as each of them is read alone."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape
from sudokopie.reading.file_entry import Entry, ReadingOptions
from sudokopie.reading.gridfile import open_stream_as_grid_file
from sudokopie.reading.lines import NumberedLines

from conftest import record_taken_lines

pytestmark = pytest.mark.core

OTHERS = ("", "# a comment", "7", "12", 80 * "1", 82 * "1", 81 * "x", "a word, and another")


class Pieces(io.BytesIO):
    """A stream that returns at most 1,000 bytes at once, as a pipe may do."""

    def read1(self, _: int | None = -1, /) -> bytes:
        """Return the next bytes."""
        return super().read1(1000)


def make_lines(rng: Random, *, count: int = 300, others: int = 0) -> list[str]:
    """Return lines of Sudokus with `others` other lines at random places after the first."""
    lines = list[str]()
    for _ in range(count):
        digits, blank = rng.sample("123456789", 9), rng.choice("0.")
        cells = [
            digits[(3 * row + row // 3 + column) % 9] for row in range(9) for column in range(9)
        ]
        lines.append("".join(one if rng.random() < 0.3 else blank for one in cells))
    for _ in range(others):
        lines.insert(rng.randrange(1, count), rng.choice(OTHERS))
    return lines


def list_entries(data: bytes, *, in_pieces: bool, **options: Any) -> list[tuple[object, ...]]:
    """Return all that is known about each Sudoku and each error of a file."""
    stream = Pieces(data) if in_pieces else io.BytesIO(data)
    with open_stream_as_grid_file(stream, "f", ReadingOptions(**options)) as grids:
        found: list[tuple[object, ...]] = [
            (one.line, one.raw, one.span, str(one.error) if one.error else one.cell_bytes)
            for one in grids
        ]
        return [*found, (grids.other_text_summary, grids.line_counts_without_sudoku)]


@pytest.mark.parametrize("in_pieces", [False, True])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("others", [0, 1, 40])
def test_many_lines_are_read_at_once_as_each_alone(
    monkeypatch: pytest.MonkeyPatch, others: int, end: str, in_pieces: bool
) -> None:
    rng = Random(others)
    for after in ("", end):
        data = (end.join(make_lines(rng, others=others)) + after).encode()
        together = list_entries(data, in_pieces=in_pieces)
        with monkeypatch.context() as context:
            context.setattr(NumberedLines, "take_equal_lines", lambda *_: (0, b"", []))
            assert together == list_entries(data, in_pieces=in_pieces)


def test_lines_of_a_piece_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = record_taken_lines(monkeypatch, NumberedLines, "take_equal_lines")
    lines = make_lines(Random(3))
    list_entries("\n".join([*lines, ""]).encode(), in_pieces=False)
    assert taken == [299]
    # A comment sends the lines of its piece the slow way, and an empty result asks once a piece.
    taken.clear()
    list_entries("\n".join([*lines[:9], "# a comment", *lines, ""]).encode(), in_pieces=False)
    assert taken == [0]


ROWS = [f"{i},{'.' * (i % 81)}{i % 9 + 1}{'.' * (80 - i % 81)},x{i}" for i in range(300)]


@pytest.mark.parametrize(
    "odd",
    [
        "",
        '7,"' + "." * 81 + '",x',
        "7," + "." * 80 + ",x",
        "# 7," + "." * 81 + ",x",
        " 7," + "." * 81 + ",x",
        "." * 80 + "1," + "." * 81 + ",x",
        "7, " + "." * 81 + ",x",
        "." * 81,
        "7," + "." * 81,
        "7," + "12" * 40 + "." + ",5.3E+80",
        "7;" + "." * 81 + ";x",
    ],
)
@pytest.mark.parametrize("heading", ["id,puzzle,name", ROWS[7]])
def test_rows_of_a_table_are_read_at_once_as_each_alone(
    odd: str, heading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read() -> list[tuple[int, str, str, object]]:
        lines = [heading, *ROWS[:200], odd, *ROWS[200:]]
        stream = Pieces("\n".join([*lines, ""]).encode())
        with open_stream_as_grid_file(stream, "rows.csv") as found:
            return [
                (
                    one.line,
                    one.sudoku_name,
                    one.file_lines_as_text,
                    one.grid_or_error if one.error is None else str(one.error),
                )
                for one in found
            ]

    with monkeypatch.context() as context:
        taken = record_taken_lines(context, NumberedLines, "take_matching_lines")
        together = read()
    assert sum(taken) > 100
    with monkeypatch.context() as context:
        context.setattr(NumberedLines, "take_matching_lines", lambda *_: (0, [], []))
        assert read() == together


def test_a_look_at_the_first_lines_takes_none() -> None:
    for first in ("# a comment", "Some words", "1,2", "x" * 81):
        lines = [first, *make_lines(Random(5))]
        found = list_entries("\n".join(lines).encode(), in_pieces=False)[:-1]
        assert [one[1] for one in found] == [line.encode() for line in lines[-len(found) :]]
        assert len(found) >= 300


def test_only_lines_after_the_last_line_are_taken() -> None:
    lines = NumberedLines(io.BytesIO(b"12\n34\n56\n789\n1"), "f", 100)
    assert lines.take_equal_lines(0, 2, b"123456789") == (0, b"", [])
    numbered = iter(lines)
    assert next(numbered) == (1, b"12")
    assert lines.take_equal_lines(0, 2, b"123456789") == (0, b"", [])
    assert lines.take_equal_lines(1, 2, b"123456789") == (4, b"", [])
    assert next(numbered) == (2, b"34")

    lines = NumberedLines(io.BytesIO(b"12\n34\n56\n78"), "f", 100)
    numbered = iter(lines)
    assert next(numbered) == (1, b"12")
    assert lines.take_equal_lines(1, 2, b"12345") == (3, b"", [])
    assert lines.take_equal_lines(1, 2, b"123456") == (3, b"34\n56\n", [b"34", b"56"])
    assert [*numbered] == [(4, b"78")]


def test_a_field_of_json_has_its_place_on_the_line() -> None:
    rng = Random(4)
    puzzles = make_lines(rng, count=9)
    records = [json.dumps({"id": 7, "puzzle": one, "note": "é"}) for one in puzzles]
    found = list_entries("\n".join(records).encode(), in_pieces=False)[:-1]
    for entry, puzzle, record in zip(found, puzzles, records, strict=True):
        raw = record.encode()
        assert entry[1:3] == (raw, (raw.index(puzzle.encode()), raw.index(puzzle.encode()) + 81))
        assert entry[3] == bytes(int(sign) if sign.isdigit() else 0 for sign in puzzle)


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("7,{p},{s},easy", ("7", ",easy", ",")),
        ("7,{p},{s}", ("7", "", ",")),
        ("7;{p};{s};a;b", ("7", ";a;b", ";")),
        ("7,{p},{s}1,easy", ("7", "{s}1,easy", ",")),
        ("7,{p},{s}x,easy", ("7", "x,easy", ",")),
        ("7,{p},easy,{s}", ("7", "easy", ",")),
        ("{s},{p},easy", ("", "easy", ",")),
        ("7 {p} {s} x", ("7", "x", "")),
        ("{p} # easy", ("", "easy", "")),
    ],
)
def test_the_texts_beside_a_sudoku_have_no_other_sudoku(
    line: str, texts: tuple[str, str, str]
) -> None:
    puzzle, solved = "." * 80 + "1", "123456789" * 9
    raw = line.format(p=puzzle, s=solved).encode()
    start = raw.index(puzzle.encode())
    entry = Entry(1, BoxShape(3, 3), bytes(81), raw, (start, start + 81))
    expected = tuple(text.format(s=solved).strip(",;") for text in texts[:2])
    assert entry.name_before_and_after_cells_and_delimiter == (*expected, texts[2])


NAMED = [f"{'.' * (i % 81)}{i % 9 + 1}{'.' * (80 - i % 81)} No {i}" for i in range(300)]


@pytest.mark.parametrize(
    "odd",
    [
        "",
        "." * 81,
        "." * 80 + "1x No 7",
        "." * 80 + "1-2 No 7",
        "." * 81 + "." * 81 + " twice",
        "x " + "." * 81 + " " + "." * 81,
        "." * 80 + ' "7"',
        "# " + "." * 81 + " No 7",
        "+" + "." * 81 + " No 7",
        "." * 81 + "\t" + "." * 81,
        "." * 81 + " " + "1" * 256,
        "." * 81 + "\u2009No 7",
    ],
)
def test_lines_with_a_name_are_read_at_once_as_each_alone(
    odd: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = "\n".join([*NAMED[:200], odd, *NAMED[200:], ""]).encode()
    together = list_entries(data, in_pieces=True)
    with monkeypatch.context() as context:
        context.setattr(NumberedLines, "take_matching_lines", lambda *_: (0, [], []))
        assert together == list_entries(data, in_pieces=True)
    with monkeypatch.context() as context:
        taken = record_taken_lines(context, NumberedLines, "take_matching_lines")
        list_entries("\n".join([*NAMED, ""]).encode(), in_pieces=False)
        assert sum(taken) > 100
