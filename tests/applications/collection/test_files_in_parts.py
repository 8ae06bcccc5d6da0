"""Collections that are read in parts have the same classes as collections that are read as a
whole.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sudokopie import BoxShape
from sudokopie.applications.collection import copy_records, gathering
from sudokopie.base.errors import PairFileError
from sudokopie.reading import file_parts
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.file_parts import split_file
from sudokopie.reading.gridfile import open_path_as_grid_file
from sudokopie.sudoku.allowed_moves import EVERYTHING

from mixed_lines import grids, mixed

pytestmark = pytest.mark.usefixtures("folder", "small_parts")


def whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "split_file", lambda *_: None)


@pytest.mark.gate
@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--json", "--steps"],
        ["--near", "1", "--check"],
        ["--against", "known.txt"],
        ["-o", "kept.txt", "--drop", "rest.txt"],
        ["--parquet", "table.parquet"],
        ["--by", "solution"],
    ],
    ids=" ".join,
)
def test_duplicates(run: Any, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    lines = [*mixed(60), *grids(30), *mixed(60)]
    arguments = [*arguments, *(["p.txt"] if "--json" in arguments else [])]  # a file twice
    Path("p.txt").write_text("\n".join(lines), "utf-8")
    Path("known.txt").write_text("\n".join(grids(30)))
    noted = seen_by(monkeypatch)
    there = run("duplicates", "p.txt", "known.txt", *arguments, "--jobs", "2")
    read = {name: Path(name).read_bytes() for name in sorted(names()) if name not in GIVEN}
    assert bool(noted) is ("solution" not in arguments)
    whole(monkeypatch)
    here = run("duplicates", "p.txt", "known.txt", *arguments, "--jobs", "2")
    assert (there.status, there.out, there.err) == (here.status, here.out, here.err)
    assert all(Path(name).read_bytes() == content for name, content in read.items())
    assert here.status == 2


GIVEN = ("p.txt", "known.txt")


def names() -> Iterator[str]:
    return (path.name for path in Path().iterdir())


def seen_by(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which the name of each file that is divided is added."""
    noted = list[str]()

    def noting(whole: Any, name: str, *others: Any) -> Any:
        found = split_file(whole, name, *others)
        noted.extend([name] if found else ())
        return found

    monkeypatch.setattr(gathering, "split_file", noting)
    return noted


def test_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("p.txt").write_text("\n".join(grids(40) * 2))
    noted = seen_by(monkeypatch)
    there = gathering.duplicates("p.txt", jobs=2)
    assert noted == ["p.txt"]
    assert [[place.line for place in group] for group in there] == [
        [i, i + 40] for i in range(1, 41)
    ]
    assert gathering.labels("p.txt", jobs=2).tolist() == [*range(40)] * 2
    Path("q.txt").write_text("\n".join([*grids(40), "1" * 82]))
    with pytest.raises(PairFileError, match=r"q\.txt:41:82"):
        gathering.duplicates("q.txt", jobs=2)


def test_standard_input_is_no_file_of_that_name(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("-").write_text("\n".join(grids(50)))
    given = io.TextIOWrapper(io.BytesIO("\n".join(grids(40) * 2).encode()))
    monkeypatch.setattr("sys.stdin", given)
    found = run("duplicates", "-", "--json", "--jobs", "2")
    assert len(found.out.splitlines()) == 40


def test_much_of_a_part_is_looked_at_bit_by_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_parts, "_BYTES", 10**6)
    Path("p.txt").write_text("\n".join(mixed(100)), "utf-8")
    with open_path_as_grid_file("p.txt") as opened:
        found = split_file(opened, "p.txt", ReadingOptions(), 1, 0)
    assert found is not None
    (part,) = found
    task, three = (part, "run"), BoxShape(3, 3)
    seen = list[Any]()
    for at_once in (7, 1000):
        monkeypatch.setattr(copy_records, "_SUDOKUS_AT_ONCE", at_once)
        seen.append(
            copy_records.make_sorted_records_or_part_records(task, three, EVERYTHING, None, None)
        )
    one, other = seen
    assert (one.seen == other.seen).all()
    assert (one.rows == other.rows).all()
    assert one.places.pack() == other.places.pack()
    assert one.total == len(one.rows) > 50
