"""Files in parts: what is read of all of them is what is read of the whole file."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from sudokopie.base.errors import PairFileError
from sudokopie.reading import file_parts
from sudokopie.reading.file_entry import Entry, ReadingOptions
from sudokopie.reading.file_parts import PartOfFile, split_file
from sudokopie.reading.gridfile import open_path_as_grid_file
from sudokopie.system.ordered_map import ReportingWorkers

from mixed_lines import grids, mixed

pytestmark = pytest.mark.usefixtures("folder", "small_parts")


def all_of(entries: Iterator[Entry]) -> list[tuple[Any, ...]]:
    return [(e.line, str(e.error), e.raw, e.sudoku_name, e.error or e.cell_bytes) for e in entries]


def shown(found: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return it without the errors themselves, of which no two are equal."""
    return [(*one[:4], None if isinstance(one[4], PairFileError) else one[4]) for one in found]


def parts_of(file: str, reading_options: ReadingOptions | None = None) -> list[PartOfFile] | None:
    with open_path_as_grid_file(file, reading_options) as whole:
        return split_file(whole, file, reading_options or ReadingOptions(), 1)


def check(file: str, reading_options: ReadingOptions | None = None) -> int:
    """Compare all parts with the whole; return how many they are."""
    with open_path_as_grid_file(file, reading_options) as whole:
        expected, aside = all_of(whole), whole.other_text_summary
    found, total, first = list[tuple[Any, ...]](), 0, None
    divided = parts_of(file, reading_options)
    assert divided is not None
    for part in divided:
        with part.open_part_as_grid_file() as some:
            found += all_of(some)
            total += some.other_text_summary.total
            first = first or (
                some.other_text_summary[1:] if some.other_text_summary.total else None
            )
    assert shown(found) == shown(expected)
    assert expected
    assert (total, first or (0, "")) == (aside.total, aside[1:])
    assert divided[-1].share == 1
    return len(divided)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("is_ended", [True, False])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_lines(end: str, is_ended: bool, encoding: str) -> None:
    text = end.join(mixed(300)) + end * is_ended
    Path("p.txt").write_text(text, encoding, newline="")
    assert check("p.txt") > 5


@pytest.mark.gate
def test_a_long_head(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Sudokus of 16 cells up to 4096 lines are looked at."""
    monkeypatch.setattr(file_parts, "_BYTES", 7000)
    lines = [line for line in mixed(6000, 16) if "," not in line]
    Path("p.txt").write_text("\n".join(lines), "utf-8")
    assert check("p.txt") > 1


@pytest.mark.parametrize("bytes_", [90, 83, 82, 81, 40, 5000])
def test_wherever_the_borders_are(bytes_: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_parts, "_BYTES", bytes_)
    Path("p.txt").write_text("\n".join(mixed(200)), "utf-8")
    check("p.txt")


@pytest.mark.gate
def test_tables_and_json() -> None:
    rows = [f'{i},{grid},"a, {i}"' for i, grid in enumerate(grids(300))]
    Path("p.csv").write_text("\n".join(["id,puzzle,title", *rows]))
    assert check("p.csv") > 10
    assert check("p.csv", ReadingOptions(column="puzzle")) > 10
    Path("p.jsonl").write_text("\n".join(json.dumps({"quiz": grid}) for grid in grids(300)))
    assert check("p.jsonl") > 10


@pytest.mark.documents
@pytest.mark.parametrize("rows", [15, 1000])
def test_row_groups(rows: int) -> None:
    found = grids(300)
    table = pa.table({"id": range(300), "puzzle": found, "title": ['a "b", c'] * 300})
    parquet.write_table(table, "p.parquet", row_group_size=rows)
    assert check("p.parquet") > 1


@pytest.mark.parametrize(
    "content",
    [
        "\n".join(grids(50)).encode("utf-16"),
        "\n".join(f"{grid},Rätsel" for grid in grids(50)).encode("cp1252"),
        "\n".join(
            ["id,puzzle,title", *(f'{i},{g},"a\nb"' for i, g in enumerate(grids(50)))]
        ).encode(),
        json.dumps(grids(50)).encode(),
        "\n\n".join(
            "\n".join(grid[i : i + 9] for i in range(0, 81, 9)) for grid in grids(9)
        ).encode(),
        "\n".join(grids(5)).encode(),
    ],
    ids=["utf-16", "western", "several lines", "array", "blocks", "small"],
)
def test_what_is_not_divided(content: bytes) -> None:
    Path("p.txt").write_bytes(content)
    assert parts_of("p.txt") is None


def test_a_line_too_long_is_not_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_parts, "_LONGEST", 1000)
    monkeypatch.setattr(file_parts, "_AHEAD", 100)
    Path("p.txt").write_text("\n".join([*grids(20), "x" * 5000, *grids(20)]))
    assert parts_of("p.txt") is None


def test_what_workers_elsewhere_do_not_see_is_not_divided() -> None:
    Path("p.txt").write_text("\n".join(grids(50)))
    with open_path_as_grid_file("p.txt") as whole:
        assert (
            split_file(whole, "p.txt", ReadingOptions(), ReportingWorkers(1, lambda: None)) is None
        )


def test_a_file_that_becomes_shorter_is_an_error() -> None:
    Path("p.txt").write_text("\n".join(grids(50)))
    found = parts_of("p.txt")
    assert found is not None
    Path("p.txt").write_text("\n".join(grids(20)))
    with found[-1].open_part_as_grid_file() as some:
        (only,) = some
        assert "has become shorter" in str(only.error)
        assert some.broken_off is not None


def test_old_ends_of_lines() -> None:
    Path("p.txt").write_text("\r".join(grids(50)), newline="")
    assert check("p.txt") == 1


def test_a_file_that_is_all_head() -> None:
    for text in ("12" + "." * 14, "12" + "." * 14 + "\n", grids(1)[0]):
        Path("p.txt").write_text(text)
        with open_path_as_grid_file("p.txt") as whole:
            found = split_file(whole, "p.txt", ReadingOptions(), 1, 0)
        assert found is not None
        (part,) = found
        with part.open_part_as_grid_file() as some:
            assert [entry.file_lines_as_text for entry in some] == [text.strip()]
