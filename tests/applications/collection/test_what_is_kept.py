"""Kept and dropped Sudokus and rows are copied unchanged, in the format that the ending of the file
means.
"""

from __future__ import annotations

import bz2
import gzip
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from sudokopie import Grid
from sudokopie.applications.collection.output_files import FORMATS
from sudokopie.sudoku.grid import format_rows

PUZZLES = "12..............\n..............21\n1234............\n"


@pytest.fixture
def folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    (folder / "puzzles.txt").write_text(PUZZLES)
    return folder


def test_a_pipe_may_have_any_name(run: Any, folder: Path) -> None:
    os.mkfifo("pipe.docx")
    read: list[bytes] = []
    thread = threading.Thread(
        target=lambda: read.append(Path("pipe.docx").read_bytes()), daemon=True
    )
    thread.start()
    assert run("duplicates", "puzzles.txt", "-o", "pipe.docx").status == 1
    thread.join(10)
    assert read == [b"12..............\n1234............\n"]
    assert run("duplicates", "puzzles.txt", "-o", os.devnull).status == 1
    assert sorted(path.name for path in folder.glob("pipe*")) == ["pipe.docx"]


TEXTS = {
    "text": PUZZLES,
    "csv": "id,puzzle\n7,12..............\n8,..............21\n9,1234............\n",
    "tsv": "id\tpuzzle\n7\t12..............\n8\t..............21\n9\t1234............\n",
    "json": "".join(f'{{"puzzle": "{one}"}}\n' for one in PUZZLES.split()),
    "blocks": "\n\n".join(format_rows(Grid.parse(one)) for one in PUZZLES.split()),
}


MAY_BE = {
    "text": {"text", "csv", "tsv"},
    "csv": {"text", "csv"},
    "tsv": {"text", "tsv"},
    "json": {"text", "json"},
    "blocks": {"text"},
}


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize("ending", FORMATS.formats)
@pytest.mark.parametrize("option", ["-o", "--drop"])
@pytest.mark.usefixtures("folder")
def test_text_is_written_as_it_stood_or_not_at_all(
    run: Any, form: str, ending: str, option: str
) -> None:
    Path("in").write_text(TEXTS[form])
    result = run("duplicates", "in", option, f"out{ending}")
    if FORMATS.formats[ending] in MAY_BE[form]:
        assert result.status == 1
        lines = Path(f"out{ending}").read_text().splitlines()
        assert set(lines) <= set(TEXTS[form].splitlines())
        kept, dropped = "1234............", "..............21"
        if form != "blocks":
            assert (kept if option == "-o" else dropped) in lines[-1]
    else:
        assert result.status == 2
        assert f"{option}: Sudokus are written in the form that they have in in" in result.err
        known = FORMATS.formats.items()
        fitting = [one for one, meant in known if meant in MAY_BE[form]]
        assert f"'out{ending}' needs one of the endings {', '.join(fitting)} " in result.err
        assert not os.path.exists(f"out{ending}")


def a_table(pa: Any, start: int = 7) -> Any:
    """Return a table with columns of several types. Its column `puzzle` has Sudokus, and one
    null.
    """
    return pa.table(
        {
            "id": pa.array([start, 8, 9, 10], pa.int16()),
            "note": ["=1+1", "ä, b", None, "@SUM(1)"],
            "puzzle": ["12..............", "..............21", None, "1234............"],
            "level": [0.5, None, 2, 3],
            "tags": [["a"], [], None, ["b", "c"]],
        }
    )


def read_table(path: str) -> Any:
    if path.endswith((".arrow", ".feather")):
        import pyarrow.feather

        return pyarrow.feather.read_table(path)
    import pyarrow.parquet

    return pyarrow.parquet.read_table(path)


@pytest.mark.documents
@pytest.mark.parametrize(
    ("source", "ending"),
    [
        # One input and one output of each kind; further endings of the same kinds are slow tests.
        ("in.feather", ".parquet"),
        ("in.parquet", ".arrow"),
        *(
            pytest.param(source, ending, marks=pytest.mark.slow)
            for source, ending in (
                ("in.parquet", ".parquet"),
                ("in.feather", ".pq"),
                ("in.feather", ".feather"),
                ("in.parquet", ".pq"),
                ("in.feather", ".arrow"),
                ("in.parquet", ".feather"),
            )
        ),
    ],
)
@pytest.mark.usefixtures("folder")
def test_rows_of_a_table_are_kept_with_all_columns(
    run: Any, source: str, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    feather = pytest.importorskip("pyarrow.feather")
    monkeypatch.setattr("sudokopie.showing.parquet.ROWS_IN_A_GROUP", 2)
    table = a_table(pa)
    write = parquet.write_table if source == "in.parquet" else feather.write_feather
    write(table, source)
    result = run("duplicates", source, "-o", f"kept{ending}", "--drop", f"rest{ending}")
    assert result.status == 1
    assert read_table(f"kept{ending}").equals(table.take([0, 3]))
    assert read_table(f"rest{ending}").equals(table.take([1]))
    write(a_table(pa, 1), "more")
    run("duplicates", source, "more", "-o", f"kept{ending}")
    assert read_table(f"kept{ending}").num_rows == 2
    known = run("duplicates", source, "--against", "puzzles.txt", "-o", f"new{ending}")
    assert known.status == 1
    assert read_table(f"new{ending}").equals(table.slice(0, 0))


@pytest.mark.documents
@pytest.mark.usefixtures("folder")
def test_tables_with_other_columns_make_no_single_file(run: Any) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = a_table(pa)
    parquet.write_table(table, "one.parquet")
    parquet.write_table(table.set_column(0, "id", [["7", "8", "9", "10"]]), "other.parquet")
    result = run("duplicates", "one.parquet", "other.parquet", "-o", "kept.parquet")
    assert result.status == 2
    assert "one.parquet and other.parquet have different columns" in result.err
    assert run("duplicates", "one.parquet", "other.parquet", "-o", "kept.csv").status == 1


@pytest.mark.usefixtures("folder")
def test_a_damaged_table_costs_a_line(run: Any) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(a_table(pa), "in.parquet")
    content = Path("in.parquet").read_bytes()
    for cut in range(8, len(content), len(content) // 6):
        Path("in.parquet").write_bytes(content[:cut] + b"\xff" * 8 + content[cut + 8 :])
        result = run("duplicates", "in.parquet", "-o", "kept.parquet")
        assert "fault of this program" not in result.err


@pytest.mark.documents
@pytest.mark.usefixtures("folder")
def test_what_audits_fix_has_the_ending_of_what_it_is(run: Any) -> None:
    Path("in.csv.bz2").write_bytes(bz2.compress(TEXTS["csv"].encode()))
    Path("in.list").write_text("12..............\n")
    Path("in.html").write_text("<table><tr><td>=1<td>1..............2</table>")
    with gzip.open("in.tsv.gz", "wt") as file:
        file.write(TEXTS["tsv"])
    run(
        "audit", "in.csv.bz2", "in.list", "in.html", "in.tsv.gz", "--skip", "near", "--fix", "fixed"
    )
    names = sorted(path.name for path in Path("fixed").iterdir())
    assert names == ["SHA256SUMS", "in.csv.bz2.csv", "in.html.csv", "in.list", "in.tsv.gz"]
    assert gzip.decompress(Path("fixed/in.tsv.gz").read_bytes()).startswith(b"id\tpuzzle\n")
