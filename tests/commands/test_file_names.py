"""A file name's ending decides the format of what is written, or the name is refused."""

from __future__ import annotations

import ast
import bz2
import csv
import gzip
import io
import json
import lzma
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokopie import Grid, cli
from sudokopie.applications.collection.taking import SUDOKUS
from sudokopie.commands.machinery.declaring import OutputFile
from sudokopie.commands.machinery.group import command_names, command_of
from sudokopie.reading.fields import csv_line, fields, with_formula, without_formula
from sudokopie.sudoku.grid import format_rows
from sudokopie.system.endings import Endings, split_name

from conftest import INSTANCES, ROOT

PUZZLES = "12..............\n..............21\n1234............\n"

READ = {
    "ARGUMENT": "what a command works on",
    "unavoidable --blueprint": "a Sudoku",
    "duplicates --against": "known Sudokus",
    "audit --test": "Sudokus of a test",
    "catalogue list --file": "a name in a catalogue",
    "catalogue export --file": "a name in a catalogue",
    "catalogue remove --file": "a name in a catalogue",
}
"""Files that are read, and names of files."""

FOLDERS = {"--certificate", "--folder", "--scratch", "--fix", "--report"}
"""Options that name folders, whose files have names of ours."""


def parameters() -> Iterator[tuple[str, click.Parameter]]:
    for name in command_names():
        for param in command_of(name).params:
            yield name, param


def outputs() -> list[tuple[str, str, OutputFile]]:
    """Return all that commands write: the command, its option or argument, and the endings."""
    found = []
    for name, param in parameters():
        if isinstance(param.type, OutputFile):
            option = param.opts[0] if isinstance(param, click.Option) else str(param.metavar)
            found.append((name, option, param.type))
    return found


def test_each_option_with_a_file_has_a_rule() -> None:
    """A new one is refused here until it is read, or a folder, or has endings."""
    for name, param in parameters():
        is_named = any(word in (param.metavar or "") for word in ("FILE", "KNOWN", "DIR", "PATH"))
        if isinstance(param.type, OutputFile) or not (
            is_named or isinstance(param.type, click.Path)
        ):
            continue
        if isinstance(param, click.Argument):
            continue  # read; those that are written are in the test below
        option = param.opts[0]
        assert option in FOLDERS or f"{name} {option}" in READ, f"{name} {option} has no endings"


def test_what_is_written_is_known() -> None:
    pages = ("solve", "ways", "within", "nearest", "symmetries", "duplicates", "audit", "decode")
    tables = ("solve", "complete", "canonical", "symmetries", "duplicates", "audit", "shuffle")
    assert {(name, option) for name, option, _ in outputs()} == {
        *((name, "--html") for name in (*pages, "catalogue find", "catalogue review")),
        *((name, "--parquet") for name in tables),
        ("random", "-o"), ("random", "--worksheet"),
        ("duplicates", "-o"), ("duplicates", "--drop"),
        ("export", "-o"), ("compare", "--csv"), ("compare", "--json"),
        ("catalogue export", "-o"), ("catalogue add", "CATALOGUE"),
        ("catalogue merge", "CATALOGUE"), ("catalogue salvage", "NEW"),
    }  # fmt: skip


REST = {
    "solve": ["a.txt"],
    "ways": ["a.txt"],
    "within": ["a.txt"],
    "nearest": ["a.txt"],
    "random": [],
    "decode": ["a.cnf", "said"],
    "export": ["a.txt"],
    "compare": ["a.txt", "--backends", "pysat:minisat22"],
    "catalogue find": ["seen.db", "puzzles.txt"],
    "catalogue review": ["seen.db", "puzzles.txt"],
    "catalogue export": ["seen.db"],
}
ARGUMENTS = {
    "catalogue add": ["{}", "puzzles.txt"],
    "catalogue merge": ["{}", "seen.db"],
    "catalogue salvage": ["seen.db", "{}"],
}


def called(name: str, option: str, path: str) -> list[str]:
    if name in ARGUMENTS:
        return [*name.split(), *(one.format(path) for one in ARGUMENTS[name])]
    if (name, option) == ("solve", "--parquet"):
        return ["solve", "pairs.csv", "--columns", "a,b", option, path]
    return [*name.split(), *REST.get(name, ["puzzles.txt"]), option, path]


@pytest.fixture
def folder(folder: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    (folder / "a.txt").write_text((INSTANCES / "size4-clues5-copies.txt").read_text())
    (folder / "puzzles.txt").write_text(PUZZLES)
    (folder / "pairs.csv").write_text("a,b\n12..............,..............21\n")
    (folder / "said").write_text("s UNSATISFIABLE\n")
    run("export", "a.txt", "-o", "a.cnf")
    run("catalogue", "add", "seen.db", "puzzles.txt")
    return folder


ALL = outputs()


@pytest.mark.parametrize(("name", "option", "kind"), ALL, ids=[f"{a} {b}" for a, b, _ in ALL])
def test_a_wrong_ending_is_refused_before_any_work(
    run: Any, folder: Path, name: str, option: str, kind: OutputFile
) -> None:
    before = sorted(os.listdir(folder))
    wrong = ["x.docx", "x.csv.bz2", "x.PNG", "x.txt.zst"]
    wrong += [f"x{one}" for one in (".parquet", ".csv", ".html") if one not in kind.endings.formats]
    if not kind.endings.is_compressed:
        wrong.append("x" + next(iter(kind.endings.formats)) + ".gz")
    for path in wrong:
        result = run(*called(name, option, path))
        assert result.status == 2, path
        assert not result.out
        assert result.err.count("\n") == 1
        assert f"{option}: expected a file name that ends in " in result.err
        assert all(ending in result.err for ending in kind.endings.formats)
        assert result.err.endswith(f"(see: sudokopie {name} --help)\n")
        assert sorted(os.listdir(folder)) == before


def content_of(path: Path) -> bytes:
    """Return what is in a file, decompressed as its name promises."""
    content = path.read_bytes()
    name = path.name.lower()
    if name.endswith(".gz"):
        return gzip.decompress(content)
    return lzma.decompress(content) if name.endswith(".xz") else content


SIGNS = {
    "html": b"<!DOCTYPE html>",
    "pdf": b"%PDF-",
    "parquet": b"PAR1",
    "sqlite": b"SQLite format 3\0",
    "csv": b"",
    "json": b"{",
}


@pytest.mark.parametrize(("name", "option", "kind"), ALL, ids=[f"{a} {b}" for a, b, _ in ALL])
def test_a_right_ending_gives_a_file_of_that_format(
    run: Any, folder: Path, name: str, option: str, kind: OutputFile
) -> None:
    if name == "audit" and option == "--html":
        pytest.importorskip("matplotlib")
    if option == "--parquet":
        pytest.importorskip("pyarrow")
    if name in ("export", "duplicates") and option in ("-o", "--drop"):
        return  # have tests of their own
    for ending, form in kind.endings.formats.items():
        if form == "pdf":
            pytest.importorskip("reportlab")
        path = folder / f"new{ending.upper()}"
        result = run(*called(name, option, str(path)))
        assert result.status in (0, 1), result.err
        assert content_of(path).startswith(SIGNS.get(form, b"")), ending
        if form == "csv":
            assert len(set(map(len, csv.reader(path.read_text().splitlines())))) == 1
        if kind.endings.is_compressed:
            for compressed in (".gz", ".xz"):
                run(*called(name, option, f"{path}{compressed}"))
                assert content_of(Path(f"{path}{compressed}")).startswith(SIGNS.get(form, b""))
        path.unlink()
    if kind.endings.default is not None:
        sign = SIGNS.get(kind.endings.default, b"")
        for plain in ("plain", "run.2026", "tmp.X3kq8PzLw1"):  # as mktemp calls a file
            run(*called(name, option, plain))
            assert (folder / plain).read_bytes().startswith(sign)


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
    assert run("catalogue", "export", "seen.db", "-o", "-").out == PUZZLES.replace("\n", "\n")
    assert sorted(path.name for path in folder.glob("pipe*")) == ["pipe.docx"]


@pytest.mark.usefixtures("folder")
def test_a_file_that_is_read_is_named_as_such(run: Any) -> None:
    assert "is to be read, and would be overwritten" in run("solve", "a.txt", "--html", "a.txt").err


@pytest.mark.usefixtures("folder")
def test_only_an_option_for_a_folder_takes_one(run: Any) -> None:
    assert (
        "--parquet needs the name of a file" in run("audit", "puzzles.txt", "--parquet", "x/").err
    )
    assert "-o needs the name of a file" in run("export", "a.txt", "-o", "x/").err
    assert run("export", "--suite", "small", "-o", "suite.v1/").status == 0
    assert not os.path.exists("x")


@pytest.mark.usefixtures("folder")
def test_a_catalogue_that_is_there_keeps_its_name(run: Any) -> None:
    os.rename("seen.db", "seen.sudokus")
    assert run("catalogue", "add", "seen.sudokus", "a.txt").status == 0


def test_names() -> None:
    endings = Endings({".pb.txt": "text", ".pb": "binary"})
    assert endings.format_of("a.b/x.pb.txt.GZ") == "text"
    assert endings.format_of("x.PB") == "binary"
    assert split_name("a/.csv") == ("", "")
    assert split_name("x.7z") == (".7z", "")


# Sudokus of others, as these have them

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
@pytest.mark.parametrize("ending", SUDOKUS.formats)
@pytest.mark.parametrize("option", ["-o", "--drop"])
@pytest.mark.usefixtures("folder")
def test_text_is_written_as_it_stood_or_not_at_all(
    run: Any, form: str, ending: str, option: str
) -> None:
    Path("in").write_text(TEXTS[form])
    result = run("duplicates", "in", option, f"out{ending}")
    if SUDOKUS.formats[ending] in MAY_BE[form]:
        assert result.status == 1
        lines = Path(f"out{ending}").read_text().splitlines()
        assert set(lines) <= set(TEXTS[form].splitlines())
        kept, dropped = "1234............", "..............21"
        if form != "blocks":
            assert (kept if option == "-o" else dropped) in lines[-1]
    else:
        assert result.status == 2
        assert f"{option}: Sudokus are written in the form that they have in in" in result.err
        known = SUDOKUS.formats.items()
        fitting = [one for one, meant in known if meant in MAY_BE[form]]
        assert f"ends in {', '.join(fitting)}, found 'out{ending}'" in result.err
        assert not os.path.exists(f"out{ending}")


def a_table(pa: Any, start: int = 7) -> Any:
    """Return a table with Sudokus, one of which is none, and columns of several types."""
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


@pytest.mark.parametrize("source", ["in.parquet", "in.feather"])
@pytest.mark.parametrize("ending", [".parquet", ".pq", ".arrow", ".feather"])
@pytest.mark.usefixtures("folder")
def test_rows_of_a_table_are_kept_with_all_columns(
    run: Any, source: str, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    feather = pytest.importorskip("pyarrow.feather")
    monkeypatch.setattr("sudokopie.showing.parquet._ROWS_IN_A_GROUP", 2)
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


@pytest.mark.usefixtures("folder")
def test_tables_with_other_columns_make_no_single_file(run: Any) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = a_table(pa)
    parquet.write_table(table, "one.parquet")
    parquet.write_table(table.set_column(0, "id", [["7", "8", "9", "10"]]), "other.parquet")
    result = run("duplicates", "one.parquet", "other.parquet", "-o", "kept.parquet")
    assert result.status == 2
    assert "one.parquet and other.parquet differ" in result.err
    assert run("duplicates", "one.parquet", "other.parquet", "-o", "kept.csv").status == 1


@pytest.mark.usefixtures("folder")
def test_rows_become_text_without_formulas(run: Any) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(a_table(pa).drop_columns(["tags"]), "in.parquet")
    run("duplicates", "in.parquet", "-o", "kept.csv")
    expected = [
        ["id", "note", "puzzle", "level"],
        ["7", "'=1+1", "12..............", "0.5"],
        ["10", "'@SUM(1)", "1234............", "3.0"],
    ]
    assert list(csv.reader(Path("kept.csv").read_text("utf-8").splitlines())) == expected
    added = run("canonical", "in.parquet", "--output", "csv").out
    assert [row[1] for row in csv.reader(added.splitlines())] == [
        "note", "'=1+1", "ä, b", "'@SUM(1)"
    ]  # fmt: skip
    shuffled = run("shuffle", "in.parquet", "--seed", "1").out
    assert [row[1] for row in csv.reader(shuffled.splitlines())] == [
        "note", "'=1+1", "ä, b", "'@SUM(1)"
    ]  # fmt: skip


@pytest.mark.usefixtures("folder")
def test_a_damaged_table_costs_a_line(run: Any) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(a_table(pa), "in.parquet")
    content = Path("in.parquet").read_bytes()
    for cut in range(8, len(content), len(content) // 6):
        Path("in.parquet").write_bytes(content[:cut] + b"\xff" * 8 + content[cut + 8 :])
        result = run("duplicates", "in.parquet", "-o", "kept.parquet")
        assert "fault of this program" not in result.err


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


# Formats of a catalogue's export


@pytest.mark.usefixtures("folder")
def test_the_ending_decides_the_format_of_an_export(run: Any) -> None:
    run("catalogue", "export", "seen.db", "-o", "x.csv")
    assert Path("x.csv").read_text().startswith("id,class,file,")
    run("catalogue", "export", "seen.db", "-o", "x.txt")
    assert Path("x.txt").read_text() == PUZZLES
    run("catalogue", "export", "seen.db", "--format", "csv", "-o", "x")
    assert Path("x").read_text().startswith("id,class,file,")
    for form, path, other in (("lines", "y.csv", "csv"), ("csv", "y.txt.gz", "lines")):
        result = run("catalogue", "export", "seen.db", "--format", form, "-o", path)
        assert result.status == 2
        said = f"--format {form} does not go with '{path}', whose ending means {other}"
        assert said in result.err
        assert not os.path.exists(path)


# A worksheet as PDF


@pytest.mark.usefixtures("folder")
def test_a_worksheet_is_a_pdf(run: Any) -> None:
    pytest.importorskip("reportlab")
    pypdf = pytest.importorskip("pypdf")
    options = "--seed", "7", "-n", "4", "--related", "yes", "--lang", "de"
    assert run("random", *options, "--worksheet", "sheet.pdf").status == 0
    pages = pypdf.PdfReader("sheet.pdf").pages
    assert len(pages) == 3
    texts = [page.extract_text() for page in pages]
    assert [text.count("Paar ") for text in texts] == [2, 2, 4]
    assert "Lösungen" in texts[2]
    assert "Lösungen" not in texts[0] + texts[1]
    assert "--seed 7 -n 4" in texts[2]
    # The digits of the first Sudoku are those of the pair that the same seed makes.
    pair = run("random", *options[:2], "--related", "yes").out.splitlines()
    digits = [one for line in pair[1:10] for one in line.split() if one.isdigit()]
    numbers = texts[0].split("Sudoku 1")[1].split("Sudoku 2")[0].split()
    for digit in "123456789":
        # Each also is the number of a row and of a column.
        assert numbers.count(digit) == digits.count(digit) + 2
    first = Path("sheet.pdf").read_bytes()
    run("random", *options, "--worksheet", "sheet.pdf")
    assert Path("sheet.pdf").read_bytes() == first


@pytest.mark.usefixtures("folder")
def test_a_task_does_not_give_its_answer_away(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("reportlab")
    from sudokopie.showing import worksheet_pdf

    drawn: list[bool] = []
    draw = worksheet_pdf._drawn

    def noted(picture: Any, width: float) -> Any:
        drawn.append(any(picture[one] for one in ("marked", "rows", "columns")))
        return draw(picture, width)

    monkeypatch.setattr(worksheet_pdf, "_drawn", noted)
    run("random", "--seed", "7", "-n", "3", "--related", "no", "--worksheet", "sheet.pdf")
    assert not any(drawn[:6])
    assert any(drawn[6:])


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("box", ["2x3", "4x4", "7x7"])
def test_a_worksheet_of_any_size_is_a_pdf(run: Any, box: str) -> None:
    pytest.importorskip("reportlab")
    options = "--box", box, "--arbitrary", "--seed", "1", "-n", "2"
    assert run("random", *options, "--worksheet", "sheet.pdf").status == 0
    assert Path("sheet.pdf").read_bytes().endswith(b"%%EOF\n")


@pytest.mark.usefixtures("folder")
def test_without_reportlab_it_is_said_what_to_install(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.platypus", None)
    result = run("random", "--worksheet", "sheet.pdf")
    assert result.status == 2
    assert "pip install reportlab" in result.err
    assert not os.path.exists("sheet.pdf")


# Formulas of spreadsheets

TEXT = st.text("=+-@\t\r\n' a1,\"\uff1d;", max_size=8) | st.text(max_size=8)


@given(st.lists(TEXT, min_size=1, max_size=4), st.sampled_from(",;\t"))
def test_fields_are_no_formulas_and_come_back(texts: list[str], delimiter: str) -> None:
    line = csv_line(texts, delimiter)
    found = fields(line, delimiter)
    flat = [text.translate({10: " ", 13: " "}) for text in texts]  # a table has a line for each row
    assert [with_formula(one) for one in found] == flat or texts == [""]
    for one in found:
        assert not one.lstrip().startswith(tuple("=+-@\uff1d\uff0b\uff0d\uff20"))
        assert not one.startswith("\t")


@given(TEXT)
def test_a_text_comes_back_exactly(text: str) -> None:
    guarded = without_formula(text)
    assert isinstance(guarded, str)
    assert with_formula(guarded) == text
    assert guarded[:1] not in set("=+-@\t\r\n")


def call(*words: str) -> None:
    """Run a command that succeeds, for each of many examples."""
    with patch.object(sys, "argv", ["sudokopie", *words]), pytest.raises(SystemExit) as exit_:
        cli.main()
    assert exit_.value.code == 0


@given(st.text("=+-@' a1,\"", max_size=8))
@settings(max_examples=15, deadline=None)
def test_a_title_comes_back_from_each_kind_of_export(title: str) -> None:
    title = " ".join(title.split())
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, "in.jsonl")
        source.write_text(json.dumps({"puzzle": "12..............", "title": title}) + "\n")
        exported = []
        for database in ("one", "two"):
            call("catalogue", "add", f"{place}/{database}.db", "--as", "n", str(source))
            source = Path(place, f"{database}.csv")
            call("catalogue", "export", f"{place}/{database}.db", "-o", str(source))
            row = next(csv.DictReader(io.StringIO(source.read_text("utf-8"))))
            exported.append(row["name"])
            lines = Path(place, f"{database}.txt")
            call("catalogue", "export", f"{place}/{database}.db", "-o", str(lines))
            for row_ in csv.reader(lines.read_text("utf-8").splitlines()):
                assert not row_[-1].startswith(tuple("=+-@"))
        assert with_formula(exported[0]) == with_formula(exported[1]) == title


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("title", ["=1+1", "@SUM(1)", "-1", "'=a, b", "'a", "+1"])
def test_a_title_comes_back_from_lines(run: Any, title: str) -> None:
    Path("in.jsonl").write_text(json.dumps({"puzzle": "12..............", "title": title}))
    run("catalogue", "add", "one.db", "in.jsonl")
    run("catalogue", "export", "one.db", "-o", "lines.txt")
    assert not next(csv.reader([Path("lines.txt").read_text()]))[1].startswith(tuple("=+-@"))
    run("catalogue", "add", "two.db", "lines.txt")
    run("catalogue", "export", "two.db", "-o", "two.csv")
    row = next(csv.DictReader(io.StringIO(Path("two.csv").read_text("utf-8"))))
    assert with_formula(row["name"]) == title


def test_all_csv_is_written_by_one_function() -> None:
    """The module csv writes in one place; what leaves formulas as they are is for readers alone."""
    writing, for_readers = set(), set()
    for file in ROOT.glob("*/*.py"):
        place = f"{file.parent.name}/{file.name}"
        if file.parent.name in ("tests", "benchmarks", "instances", "docs", "build"):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                of_csv = isinstance(node.value, ast.Name) and node.value.id == "csv"
                if (of_csv and node.attr in ("writer", "DictWriter")) or node.attr == "to_csv":
                    writing.add(place)
            if isinstance(node, ast.Name) and node.id == "join_fields":
                for_readers.add(place)
    assert writing == {"reading/fields.py"}
    readers = {"page_lines", "parquet", "spreadsheet", "fields"}
    assert for_readers == {f"reading/{name}.py" for name in readers}
