"""Files in parts: what is read of all of them is what is read of the whole file."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from sudokopie import BoxShape
from sudokopie.applications.collection import gathering, shared_forms
from sudokopie.base.errors import PairFileError
from sudokopie.reading import parts
from sudokopie.reading.form import Entry, Reading
from sudokopie.reading.gridfile import read_grid_file
from sudokopie.reading.parts import PartOfFile, divided
from sudokopie.sudoku.parts import EVERYTHING
from sudokopie.system.ordered import Watched

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Divide files that are as small as those of tests."""
    monkeypatch.setattr(parts, "_BYTES", 700)
    monkeypatch.setattr(parts, "_LEAST", 700)


def grids(number: int, size: int = 81) -> list[str]:
    rng = Random(number)
    signs = "123456789......." if size == 81 else "1234...."
    return ["".join(rng.choices(signs, k=size)) for _ in range(number)]


def mixed(number: int, size: int = 81) -> Iterator[str]:
    """Yield good lines and bad ones, with names and without, and lines without a Sudoku."""
    rng = Random(number)
    kinds = ["{}", "{}", "{}", "{},Rätsel 7", "{}1", "# no {}", "none here", ""]
    for grid in grids(number, size):
        yield rng.choice(kinds).format(grid)


def all_of(entries: Iterator[Entry]) -> list[tuple[Any, ...]]:
    return [(e.line, str(e.error), e.raw, e.name, e.error or e.cells) for e in entries]


def shown(found: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return it without the errors themselves, of which no two are equal."""
    return [(*one[:4], None if isinstance(one[4], PairFileError) else one[4]) for one in found]


def parts_of(file: str, how: Reading | None = None) -> list[PartOfFile] | None:
    with read_grid_file(file, how) as whole:
        return divided(whole, file, how or Reading(), 1)


def check(file: str, how: Reading | None = None) -> int:
    """Compare all parts with the whole; return how many they are."""
    with read_grid_file(file, how) as whole:
        expected, aside = all_of(whole), whole.left_aside
    found, total, first = list[tuple[Any, ...]](), 0, None
    divided = parts_of(file, how)
    assert divided is not None
    for part in divided:
        with part.read() as some:
            found += all_of(some)
            total += some.left_aside.total
            first = first or (some.left_aside[1:] if some.left_aside.total else None)
    assert shown(found) == shown(expected)
    assert expected
    assert (total, first or (0, "")) == (aside.total, aside[1:])
    assert divided[-1].share == 1
    return len(divided)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("is_ended", [True, False])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_lines(end: str, is_ended: bool, encoding: str) -> None:
    text = end.join(mixed(100)) + end * is_ended
    Path("p.txt").write_text(text, encoding, newline="")
    assert check("p.txt") > 5


def test_a_long_head(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Sudokus of 16 cells up to 4096 lines are looked at."""
    monkeypatch.setattr(parts, "_BYTES", 7000)
    lines = [line for line in mixed(6000, 16) if "," not in line]
    Path("p.txt").write_text("\n".join(lines), "utf-8")
    assert check("p.txt") > 1


@pytest.mark.parametrize("bytes_", [90, 83, 82, 81, 40, 5000])
def test_wherever_the_borders_are(bytes_: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_BYTES", bytes_)
    Path("p.txt").write_text("\n".join(mixed(200)), "utf-8")
    check("p.txt")


def test_tables_and_json() -> None:
    rows = [f'{i},{grid},"a, {i}"' for i, grid in enumerate(grids(100))]
    Path("p.csv").write_text("\n".join(["id,puzzle,title", *rows]))
    assert check("p.csv") > 10
    assert check("p.csv", Reading(column="puzzle")) > 10
    Path("p.jsonl").write_text("\n".join(json.dumps({"quiz": grid}) for grid in grids(100)))
    assert check("p.jsonl") > 10


@pytest.mark.parametrize("rows", [15, 1000])
def test_row_groups(rows: int) -> None:
    found = grids(60)
    table = pa.table({"id": range(60), "puzzle": found, "title": ['a "b", c'] * 60})
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
    monkeypatch.setattr(parts, "_LONGEST", 1000)
    monkeypatch.setattr(parts, "_AHEAD", 100)
    Path("p.txt").write_text("\n".join([*grids(20), "x" * 5000, *grids(20)]))
    assert parts_of("p.txt") is None


def test_what_workers_elsewhere_do_not_see_is_not_divided() -> None:
    Path("p.txt").write_text("\n".join(grids(50)))
    with read_grid_file("p.txt") as whole:
        assert divided(whole, "p.txt", Reading(), Watched(1, lambda: None)) is None


def test_a_file_that_becomes_shorter_is_an_error() -> None:
    Path("p.txt").write_text("\n".join(grids(50)))
    found = parts_of("p.txt")
    assert found is not None
    Path("p.txt").write_text("\n".join(grids(20)))
    with found[-1].read() as some:
        (only,) = some
        assert "has become shorter" in str(only.error)
        assert some.broken_off is not None


# Those who read them


def whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "divided", lambda *_: None)


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
    """Note which files are divided."""
    noted = list[str]()

    def noting(whole: Any, name: str, *others: Any) -> Any:
        found = divided(whole, name, *others)
        noted.extend([name] if found else ())
        return found

    monkeypatch.setattr(gathering, "divided", noting)
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


def test_old_ends_of_lines() -> None:
    Path("p.txt").write_text("\r".join(grids(50)), newline="")
    assert check("p.txt") == 1


def test_a_file_that_is_all_head() -> None:
    for text in ("12" + "." * 14, "12" + "." * 14 + "\n", grids(1)[0]):
        Path("p.txt").write_text(text)
        with read_grid_file("p.txt") as whole:
            found = divided(whole, "p.txt", Reading(), 1, 0)
        assert found is not None
        (part,) = found
        with part.read() as some:
            assert [entry.text for entry in some] == [text.strip()]


def test_standard_input_is_no_file_of_that_name(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("-").write_text("\n".join(grids(50)))
    given = io.TextIOWrapper(io.BytesIO("\n".join(grids(40) * 2).encode()))
    monkeypatch.setattr("sys.stdin", given)
    found = run("duplicates", "-", "--json", "--jobs", "2")
    assert len(found.out.splitlines()) == 40


def test_much_of_a_part_is_looked_at_bit_by_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_BYTES", 10**6)
    Path("p.txt").write_text("\n".join(mixed(100)), "utf-8")
    with read_grid_file("p.txt") as opened:
        found = divided(opened, "p.txt", Reading(), 1, 0)
    assert found is not None
    (part,) = found
    task, three = (part, "run"), BoxShape(3, 3)
    seen = list[Any]()
    for at_once in (7, 1000):
        monkeypatch.setattr(shared_forms, "_AT_ONCE", at_once)
        seen.append(shared_forms.looked_at(task, three, EVERYTHING, None, None))
    one, other = seen
    assert (one.seen == other.seen).all()
    assert (one.rows == other.rows).all()
    assert one.places.packed() == other.places.packed()
    assert one.total == len(one.rows) > 50
