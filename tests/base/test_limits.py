"""Limits that docs/limits.md names: what is just below is read, what is above is refused."""

from __future__ import annotations

import io
import lzma
from pathlib import Path
from typing import Any

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.base import limits
from sudokopie.base.errors import LimitError
from sudokopie.encoding.completion import CompletionFormula
from sudokopie.encoding.formula import MOST_CLAUSES
from sudokopie.encoding.image import ImageWithRequiredValuesFormula
from sudokopie.encoding.transformations import estimate_clause_count
from sudokopie.proofs.export_header import parse_export_header
from sudokopie.questions.copy import IsCopy
from sudokopie.reading.gridfile import open_stream_as_grid_file
from sudokopie.system.open_file import open_and_decompress_by_ending

from conftest import INSTANCES
from present import present

PAIR = str(INSTANCES / "size4-clues5-copies.txt")


def test_lines_and_wholes_have_limits() -> None:
    line = "1" * (limits.LINE - 1) + "\n"
    assert list(limits.yield_limited_lines(io.StringIO(line + "2"), "<text>", 2 * limits.LINE)) == [
        line,
        "2",
    ]
    with pytest.raises(LimitError, match=r"<text>:2: expected a line of at most 16 MiB"):
        list(limits.yield_limited_lines(io.StringIO("\n1" + line), "<text>", 2 * limits.LINE))
    with pytest.raises(LimitError, match="<text>: expected at most 1 MiB, found more"):
        list(limits.yield_limited_lines(io.BytesIO(b"1\n" * 2**20), "<text>", 2**20))
    assert limits.read_whole_stream(io.BytesIO(b"1" * 2**20), "<text>", 2**20) == b"1" * 2**20
    with pytest.raises(LimitError, match="<text>: expected at most 1 MiB, found more"):
        limits.read_whole_stream(io.BytesIO(b"1" * (2**20 + 1)), "<text>", 2**20)


def test_a_header_may_name_any_number_of_variables() -> None:
    grid = "c asks completion\nc box 1x2\nc grid 1 2\nc grid 0 0\n".splitlines(keepends=True)
    variables = (f"c var {number} = {'x' * 9999}\n" for number in range(2000))
    question = parse_export_header([*grid, *variables, "1 0\n"], "<file>").question
    assert question.sudokus[0] == Grid([[1, 2], [0, 0]], (1, 2))
    keys = (f"c key{number} {'x' * 9999}\n" for number in range(2000))
    with pytest.raises(LimitError, match="a header of at most 16 MiB"):
        parse_export_header([*grid, *keys, "1 0\n"], "<file>")


@pytest.mark.gate
def test_long_lines_make_small_batches() -> None:
    text = b"12..............," + b"x" * 100_000 + b"\n"
    entries = [
        len(batch)
        for batch in open_stream_as_grid_file(io.BytesIO(text * 500)).yield_entry_batches(10_000)
    ]
    assert sum(entries) == 500
    assert max(entries) < 300
    short = b"12..............\n" * 500
    assert [
        len(one) for one in open_stream_as_grid_file(io.BytesIO(short)).yield_entry_batches(400)
    ] == [
        400,
        100,
    ]


def test_a_long_name_is_cut() -> None:
    (entry,) = open_stream_as_grid_file(io.BytesIO(b"12..............," + b"x" * 5000))
    assert entry.sudoku_name == "x" * (limits.NAME - 1) + "…"


@pytest.mark.parametrize("shape", [BoxShape(2, 2), BoxShape(2, 3), BoxShape(1, 5), BoxShape(4, 4)])
def test_estimates_are_near_what_formulas_have(shape: BoxShape) -> None:
    grid = Grid([[0] * shape.size] * shape.size, shape)
    cells = [(r, c) for r, c in grid.cells if (r + c) % 2]
    half = Grid(
        [[int((r, c) in cells) for c in range(shape.size)] for r in range(shape.size)], shape
    )
    question = IsCopy(half, grid).formula
    clauses = sum(question.clause_counts.values())
    assert 0.4 * clauses < estimate_clause_count(question.candidates) < 2.5 * clauses
    assert sum(ImageWithRequiredValuesFormula(grid).clause_counts.values()) < 2 * 4 * shape.size**4
    assert sum(CompletionFormula(grid).clause_counts.values()) < 1.5 * 2 * shape.size**4


def test_what_is_too_large_is_refused_before_it_is_made() -> None:
    # 2·82⁴ clauses are below the limit, 2·100⁴ are not.
    blank = Grid([[0] * 100] * 100)
    for ask in (
        lambda: IsCopy(blank, blank).formula,
        lambda: ImageWithRequiredValuesFormula(blank),
        lambda: CompletionFormula(blank),
    ):
        with pytest.raises(LimitError, match="million clauses; the limit is 100 million"):
            ask()
    assert 2 * 81**4 < MOST_CLAUSES < 2 * 100**4


@pytest.mark.parametrize(
    ("command", "said"),
    present(
        [
            (
                ["solve", "--time-limit", "1e300", PAIR],
                "--time-limit takes at most 1000000 seconds",
            ),
            (["solve", "--time-limit", "inf", PAIR], "--time-limit takes at most 1000000 seconds"),
            (
                ["compare", "--time-limit", "3000000", PAIR],
                "--time-limit takes at most 1000000 seconds",
            ),
            (["canonical", "--jobs", "100000", PAIR], "needs a whole number from 1 to 1000, found"),
            (["compare", "--jobs", "100000", PAIR], "needs a whole number from 1 to 1000, found"),
            (
                ["compare", "--runs", "1" + "0" * 30, PAIR],
                "needs a whole number from 1 to 10000, found",
            ),
        ]
    ),
)
def test_numbers_have_limits(run: Any, command: list[str], said: str) -> None:
    result = run(*command)
    assert result.status == 2
    assert said in result.err


def test_more_ways_than_anybody_can_count_are_no_limit(run: Any) -> None:
    result = run("ways", "--all", "--limit", "1" + "0" * 30, "-q", PAIR)
    assert result.status == 0
    assert result.out.startswith("Way 1, ")


def test_xz_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "some.xz"
    many = bytes(range(256)) * 3000
    path.write_bytes(lzma.compress(many) + b"\0" * 8 + lzma.compress(b"") + lzma.compress(b"end"))
    with open_and_decompress_by_ending(str(path)) as file:
        assert file.read(5) == many[:5]
        assert file.read() == many[5:] + b"end"
    path.write_bytes(path.read_bytes()[:-20])
    with open_and_decompress_by_ending(str(path)) as file, pytest.raises(EOFError):
        file.read()


def test_xz_that_asks_for_much_memory_is_refused(run: Any, tmp_path: Path) -> None:
    large = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 2**28}]
    (tmp_path / "a.xz").write_bytes(lzma.compress(b"12..............\n", filters=large))
    result = run("canonical", str(tmp_path / "a.xz"))
    assert result.status == 2
    assert "Memory usage limit exceeded" in result.err
    (tmp_path / "b.xz").write_bytes(lzma.compress(b"12..............\n", preset=9))
    assert run("canonical", str(tmp_path / "b.xz")).status == 0


def test_what_is_no_xz_is_one_line(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.xz"
    path.write_bytes(b"1234341221434321\n")
    result = run("canonical", str(path))
    assert result.status == 2
    assert len(result.err.splitlines()) == 1
    assert "cannot be read" in result.err


def test_each_stream_of_xz_has_the_limit(tmp_path: Path) -> None:
    """What follows the first stream of a file may ask for no more memory than that."""
    large = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 2**28}]
    path = tmp_path / "a.xz"
    path.write_bytes(lzma.compress(b"first") + lzma.compress(b"second", filters=large))
    with open_and_decompress_by_ending(str(path)) as file:
        assert file.read(5) == b"first"
        with pytest.raises(lzma.LZMAError, match="Memory usage limit exceeded"):
            file.read()
