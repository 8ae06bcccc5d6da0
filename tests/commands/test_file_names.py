"""A file name's ending decides the format of what is written, or the name is refused."""

from __future__ import annotations

import ast
import csv
import gzip
import lzma
import os
import re
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokopie.commands import solve_worksheet
from sudokopie.commands.machinery.command_group import (
    import_command_by_full_name,
    list_full_command_names,
)
from sudokopie.commands.machinery.command_rules import OutputFileType
from sudokopie.reading.fields import (
    disarm_formula,
    make_formula_safe_csv_line,
    restore_formula,
    split_fields,
)
from sudokopie.showing import plots
from sudokopie.system.endings import FileEndings, find_format_and_compression_endings

from conftest import INSTANCES, ROOT, python_files
from present import has, present

PUZZLES = "12..............\n..............21\n1234............\n"

READ = {
    "ARGUMENT": "what a command works on",
    "unavoidable --blueprint": "a Sudoku",
    "duplicates --against": "known Sudokus",
    "audit --test": "Sudokus of a test",
    "audit --verify-keys": "a table of keys",
    "compare --results": "tables of BenchExec",
    "shuffle --test": "Sudokus of a test",
    "shuffle -o": "a folder",
    "split -o": "a folder, whose files have names of ours",
    "catalogue list --file": "a name in a catalogue",
    "catalogue export --file": "a name in a catalogue",
    "catalogue remove --file": "a name in a catalogue",
}
"""Files that are read, names of files, and folders."""

FOLDERS = {"--certificate", "--folder", "--scratch", "--fix", "--report"}
"""Options that name folders, whose files have names of ours."""


def parameters() -> Iterator[tuple[str, click.Parameter]]:
    for name in list_full_command_names():
        for param in import_command_by_full_name(name).params:
            yield name, param


def outputs() -> list[tuple[str, str, OutputFileType]]:
    """Return all that commands write: the command, its option or argument, and the endings."""
    found = []
    for name, param in parameters():
        if isinstance(param.type, OutputFileType):
            option = param.opts[0] if isinstance(param, click.Option) else str(param.metavar)
            found.append((name, option, param.type))
    return found


def test_each_option_with_a_file_has_a_rule() -> None:
    """A new one is refused here until it is read, or a folder, or has endings."""
    for name, param in parameters():
        is_named = any(word in (param.metavar or "") for word in ("FILE", "KNOWN", "DIR", "PATH"))
        if isinstance(param.type, OutputFileType) or not (
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
    known = {
        *((name, "--html") for name in (*pages, "catalogue find", "catalogue review")),
        *((name, "--parquet") for name in tables),
        ("random", "-o"), ("random", "--worksheet"), ("solve", "--worksheet"),
        ("duplicates", "-o"), ("duplicates", "--drop"), ("audit", "--keys"), ("audit", "--card"),
        ("check", "--veripb"),
        ("export", "-o"), ("compare", "--csv"), ("compare", "--json"),
        ("catalogue export", "-o"), ("catalogue add", "CATALOGUE"),
        ("catalogue merge", "CATALOGUE"), ("catalogue salvage", "NEW"),
    }  # fmt: skip
    assert {(name, option) for name, option, _ in outputs()} == set(present(known))


REST = {
    "solve": ["a.txt"],
    "ways": ["a.txt"],
    "within": ["a.txt"],
    "nearest": ["a.txt"],
    "random": [],
    "decode": ["a.cnf", "said"],
    "check": ["proved", "no.txt"],
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
    (folder / "no.txt").write_text("1234341221434321\n1234341221434300\n")
    run("solve", "no.txt", "--certificate", "proved")
    if has("catalogue"):
        run("catalogue", "add", "seen.db", "puzzles.txt")
    return folder


ALL = outputs()


@pytest.mark.parametrize(("name", "option", "kind"), ALL, ids=[f"{a} {b}" for a, b, _ in ALL])
def test_a_wrong_ending_is_refused_before_any_work(
    run: Any, folder: Path, name: str, option: str, kind: OutputFileType
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
        assert "has an ending that cannot be written; use one of " in result.err
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
    "veripb": b"pseudo-Boolean proof version",
}


@pytest.mark.gate
@pytest.mark.parametrize(("name", "option", "kind"), ALL, ids=[f"{a} {b}" for a, b, _ in ALL])
def test_a_right_ending_gives_a_file_of_that_format(
    run: Any,
    folder: Path,
    name: str,
    option: str,
    kind: OutputFileType,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if name == "audit" and option == "--html":
        pytest.importorskip("matplotlib")
        # The page is written eight times; its charts take a second each time.
        monkeypatch.setattr(plots, "list_bar_chart_svgs", lambda *_: [])
    if option == "--parquet":
        pytest.importorskip("pyarrow")
    if name in ("export", "duplicates") and option in ("-o", "--drop"):
        return  # have tests of their own
    compressed_forms = set[str]()
    for ending, form in kind.endings.formats.items():
        if form == "pdf":
            pytest.importorskip("reportlab")
        path = folder / f"new{ending.upper()}"
        result = run(*called(name, option, str(path)))
        assert result.status in (0, 1), result.err
        assert content_of(path).startswith(SIGNS.get(form, b"")), ending
        if form == "csv":
            assert len(set(map(len, csv.reader(path.read_text().splitlines())))) == 1
        if kind.endings.is_compressed and form not in compressed_forms:
            compressed_forms.add(form)  # once: its other endings name the same format
            for compressed in (".gz", ".xz"):
                run(*called(name, option, f"{path}{compressed}"))
                assert content_of(Path(f"{path}{compressed}")).startswith(SIGNS.get(form, b""))
        path.unlink()
    if kind.endings.default is not None:
        sign = SIGNS.get(kind.endings.default, b"")
        for plain in ("plain", "run.2026", "tmp.X3kq8PzLw1"):  # as mktemp calls a file
            run(*called(name, option, plain))
            assert (folder / plain).read_bytes().startswith(sign)


@pytest.mark.usefixtures("folder")
def test_a_file_that_is_read_is_named_as_such(run: Any) -> None:
    assert (
        "is read by this command, so it cannot be written too"
        in run("solve", "a.txt", "--html", "a.txt").err
    )


@pytest.mark.usefixtures("folder")
def test_only_an_option_for_a_folder_takes_one(run: Any) -> None:
    for command in present(["audit"]):
        said = run(command, "puzzles.txt", "--parquet", "x/").err
        assert "--parquet needs the name of a file" in said
    assert "-o needs the name of a file" in run("export", "a.txt", "-o", "x/").err
    if has("comparison"):
        assert run("export", "--suite", "small", "-o", "suite.v1/").status == 0
    assert not os.path.exists("x")


def test_names() -> None:
    endings = FileEndings({".pb.txt": "text", ".pb": "binary"})
    assert endings.choose_format("a.b/x.pb.txt.GZ") == "text"
    assert endings.choose_format("x.PB") == "binary"
    assert find_format_and_compression_endings("a/.csv") == ("", "")
    assert find_format_and_compression_endings("x.7z") == (".7z", "")


# Sudokus of others, as these have them


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


@pytest.mark.documents
@pytest.mark.usefixtures("folder")
def test_rows_become_text_without_formulas(run: Any) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(a_table(pa).drop_columns(["tags"]), "in.parquet")
    if has("collection"):
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


# Formats of a catalogue's export


# Worksheets


@pytest.mark.usefixtures("folder")
def test_a_worksheet_has_the_pairs_of_files(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a b.txt").write_text("12..\n..1.\n.3..\n...4\n\n..1.\n4...\n...1\n.3.2\n")
    Path("no.txt").write_text("12..\n..1.\n.3..\n...4\n\n..1.\n4...\n...1\n.3..\n")
    done = run("solve", "a b.txt", "no.txt", "nowhere.txt", "--worksheet", "sheet.html")
    assert (done.status, done.out) == (2, "")
    assert "nowhere.txt" in done.err
    page = Path("sheet.html").read_text("utf-8")
    assert page.count("Pair ") == 4  # two tasks and two answers
    assert "These Sudokus are copies of each other." in page
    assert "These Sudokus are not copies of each other." in page
    assert "sudokopie solve &#39;a b.txt&#39; no.txt nowhere.txt --worksheet FILE" in page
    assert run("solve", "nowhere.txt", "--worksheet", "none.html").status == 2
    assert not Path("none.html").exists()
    monkeypatch.setattr(solve_worksheet, "_MOST_PAIRS", 1)
    most = run("solve", "a b.txt", "no.txt", "--worksheet", "most.html")
    assert (most.status, Path("most.html").exists()) == (2, False)
    assert "a worksheet has at most 1 pairs" in most.err


@pytest.mark.usefixtures("folder")
def test_half_of_the_pairs_of_a_worksheet_are_copies(run: Any) -> None:
    firsts = set()
    for seed, number in product(("1", "8"), (4, 5)):
        options = "--box", "2x2", "--clues", "6", "--seed", seed, "-n", str(number)
        assert run("random", *options, "--worksheet", "sheet.html").status == 0
        page = Path("sheet.html").read_text("utf-8")
        answers = re.findall("These Sudokus are (not )?copies of each other", page)
        assert answers.count("") in {number // 2, (number + 1) // 2}
        firsts.add(answers[0])
    assert len(firsts) == 2


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
    assert "--seed 7 -n 4 --worksheet FILE.pdf --lang de" in " ".join(texts[2].split())
    # The digits of the first Sudoku are those of the pair that the same seed makes.
    pair = run("random", *options[:2], "--related", "yes").out.splitlines()
    digits = [one for line in pair[1:10] for one in line.split() if one.isdigit()]
    numbers = texts[0].split("Erstes Sudoku")[1].split("Zweites Sudoku")[0].split()
    for digit in "123456789":
        # Each also is the number of a row and of a column.
        assert numbers.count(digit) == digits.count(digit) + 2
    first = Path("sheet.pdf").read_bytes()
    run("random", *options, "--worksheet", "sheet.pdf")
    assert Path("sheet.pdf").read_bytes() == first


@pytest.mark.usefixtures("folder")
def test_every_text_of_the_pdf_is_translated(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("reportlab")
    from sudokopie.showing import worksheet_pdf

    drawn: list[str] = []
    draw = worksheet_pdf._WorksheetElementMaker._make_paragraph

    def noted(sheet: Any, text: str, *more: Any, **named: Any) -> Any:
        drawn.append(text)
        return draw(sheet, text, *more, **named)

    monkeypatch.setattr(worksheet_pdf._WorksheetElementMaker, "_make_paragraph", noted)
    # The pairs of this seed are copies and others.
    options = "random", "--seed", "7", "-n", "4", "--worksheet", "sheet.pdf"
    assert run(*options, "--lang", "en").status == 0
    english = drawn[:]
    drawn.clear()
    assert run(*options, "--lang", "de").status == 0
    assert {text.partition(".")[0] for text in english} >= {
        "These Sudokus are copies of each other",
        "These Sudokus are not copies of each other",
    }
    same = {one for one, other in zip(english, drawn, strict=True) if one == other}
    assert same == {"Name:"}


@pytest.mark.usefixtures("folder")
def test_a_task_does_not_give_its_answer_away(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("reportlab")
    from sudokopie.showing import worksheet_pdf

    drawn: list[bool] = []
    draw = worksheet_pdf._draw_picture

    def noted(picture: Any, width: float) -> Any:
        drawn.append(any(picture[one] for one in ("marked", "rows", "columns")))
        return draw(picture, width)

    monkeypatch.setattr(worksheet_pdf, "_draw_picture", noted)
    run("random", "--seed", "7", "-n", "3", "--related", "no", "--worksheet", "sheet.pdf")
    assert not any(drawn[:6])
    assert any(drawn[6:])


@pytest.mark.gate
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
    assert "pip install 'sudokopie[pdf]'" in result.err
    assert not os.path.exists("sheet.pdf")


# Formulas of spreadsheets

TEXT = st.text("=+-@\t\r\n' a1,\"\uff1d;", max_size=8) | st.text(max_size=8)


@pytest.mark.gate
@given(st.lists(TEXT, min_size=1, max_size=4), st.sampled_from(",;\t"))
def test_fields_are_no_formulas_and_come_back(texts: list[str], delimiter: str) -> None:
    line = make_formula_safe_csv_line(texts, delimiter)
    found = split_fields(line, delimiter)
    flat = [text.translate({10: " ", 13: " "}) for text in texts]  # a table has a line for each row
    assert [restore_formula(one) for one in found] == flat or texts == [""]
    for one in found:
        assert not one.lstrip().startswith(tuple("=+-@\uff1d\uff0b\uff0d\uff20"))
        assert not one.startswith("\t")


@pytest.mark.gate
@given(TEXT)
def test_a_text_comes_back_exactly(text: str) -> None:
    guarded = disarm_formula(text)
    assert isinstance(guarded, str)
    assert restore_formula(guarded) == text
    assert guarded[:1] not in set("=+-@\t\r\n")


@pytest.mark.gate
def test_all_csv_is_written_by_one_function() -> None:
    """The module csv writes in one place; what leaves formulas as they are is for readers alone."""
    writing, for_readers = set(), set()
    for file in python_files("tests", "benchmarks", "instances", "docs"):
        place = str(file.relative_to(ROOT))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                of_csv = isinstance(node.value, ast.Name) and node.value.id == "csv"
                if (of_csv and node.attr in ("writer", "DictWriter")) or node.attr == "to_csv":
                    writing.add(place)
            if isinstance(node, ast.Name) and node.id == "make_csv_line_keeping_formulas":
                for_readers.add(place)
    assert writing == {"base/csv_line.py"}
    rooms = "base/csv_line.py", "reading/", "recognition/", "applications/documents/"
    assert for_readers
    assert all(place.startswith(rooms) for place in for_readers)
