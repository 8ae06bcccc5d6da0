"""The output of reviews: tables with all rows and columns of the input, and pages with
submitters.
"""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from documents import PUZZLE, ROWS, zipped

OTHER = PUZZLE.translate(str.maketrans("123456789", "234567891"))
BROKEN = PUZZLE[:-1]
RESULTS = [
    *("review", "solutions", "known", "near", "part", "same_solution", "symmetries", "said"),
    "variant",
]
INPUT = [
    ["Titel", "Einsender", "Datum", "Rätsel"],
    ["Größe", "Jörg", "1.5.26", PUZZLE],
    ["ohne", "Ann", "2.5.26", ""],
    ["ein; Zitat", 'Max "M"', "", OTHER],
    ["kaputt", "Uwe", "", BROKEN],
    ["=1+1", "Eva", "May 3rd", PUZZLE],
    ["Ende", "", "", ""],
]


@pytest.fixture
def seen(run: Any, tmp_path: Path) -> str:
    path, old = tmp_path / "seen.db", tmp_path / "old.txt"
    old.write_text("12..............\n")
    assert run("catalogue", "add", str(path), str(old)).status == 0
    return str(path)


def written(rows: list[list[str]], delimiter: str) -> str:
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return file.getvalue()


def reviewed(seen: str, path: Path, *options: str) -> bytes:
    command = [sys.executable, "-m", "sudokopie.cli", "catalogue", "review", seen, str(path)]
    done = subprocess.run([*command, "--output", "csv", *options], capture_output=True, check=False)
    assert done.returncode in (0, 1, 2), done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("delimiter", "encoding"),
    [(";", "cp1252"), (",", "utf-8"), ("\t", "utf-8-sig"), (";", "utf-16")],
)
def test_a_table_keeps_its_rows_columns_delimiter_and_encoding(
    seen: str, tmp_path: Path, delimiter: str, encoding: str
) -> None:
    path = tmp_path / "new.csv"
    path.write_bytes(written(INPUT, delimiter).encode(encoding))
    out = reviewed(seen, path)
    if encoding != "utf-8":
        with pytest.raises((UnicodeDecodeError, AssertionError)):
            assert not out.decode("utf-8").startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(out.decode(encoding)), delimiter=delimiter))
    assert [row[:4] for row in rows] == INPUT
    assert {len(row) for row in rows} == {4 + len(RESULTS)}
    assert rows[0][4:] == RESULTS
    assert [row[4] for row in rows[1:]] == ["ready", "", "repeated", "", "repeated", ""]


def test_rows_of_other_lengths_get_as_many_fields(seen: str, tmp_path: Path) -> None:
    path = tmp_path / "new.csv"
    lines = ["name;puzzle;note", f"short;{PUZZLE}", f"long;{PUZZLE};a;b;c", f"end;{PUZZLE};;;;;"]
    path.write_text("\n".join([*lines, "words", f'open;{PUZZLE};"x', "", "# comment"]))
    rows = list(csv.reader(io.StringIO(reviewed(seen, path).decode()), delimiter=";"))
    assert [row[:3] for row in rows] == [
        ["name", "puzzle", "note"],
        ["short", PUZZLE, ""],
        ["long", PUZZLE, "a;b;c"],
        ["end", PUZZLE, ""],
        ["words", "", ""],
        ["open", PUZZLE, "x"],
        ["# comment", "", ""],
    ]
    assert {len(row) for row in rows} == {3 + len(RESULTS)}


def test_a_table_without_a_heading(seen: str, tmp_path: Path) -> None:
    path = tmp_path / "new.csv"
    path.write_text(f"a,{PUZZLE},x\nb,{OTHER}\n")
    rows = list(csv.reader(io.StringIO(reviewed(seen, path).decode())))
    assert [row[:4] for row in rows] == [["a", PUZZLE, "x", "ready"], ["b", OTHER, "", "repeated"]]


@pytest.mark.documents
def test_several_files_are_written_in_one_encoding(seen: str, tmp_path: Path) -> None:
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_bytes(f"ö,{PUZZLE}\n".encode("cp1252"))
    second.write_bytes(f"ä,{OTHER}\n".encode())
    rows = list(csv.reader(io.StringIO(reviewed(seen, first, str(second)).decode())))
    assert [row[0] for row in rows] == ["ö", "ä"]
    assert reviewed(seen, first, "--bom", str(second)).startswith("\ufeffö".encode())
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"a.csv": f"ö,{PUZZLE}\nx,\n".encode("cp1252")}))
    rows = list(csv.reader(io.StringIO(reviewed(seen, path).decode())))
    assert [row[0] for row in rows] == ["ö", "x"]


@pytest.mark.documents
def test_a_page_names_the_submitters(run: Any, seen: str, tmp_path: Path) -> None:
    table, page = tmp_path / "new.csv", tmp_path / "page.html"
    table.write_text(f"title,submitter,puzzle\nMay,Ann Lee,{PUZZLE}\nJune,Bert,{OTHER}\n")
    assert run("catalogue", "review", seen, str(table), "--html", str(page)).status == 1
    text = page.read_text()
    assert f"{table.name}:2 May, Ann Lee" in text
    assert f"{table.name}:3 June, Bert" in text
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Eva <eva@example.org>", "For July"
    mail.set_content("\n".join(ROWS))
    table.write_bytes(mail.as_bytes())
    assert run("catalogue", "review", seen, str(table), "--html", str(page)).status == 0
    assert f"{table.name} For July (Eva)" in page.read_text()


def test_duplicates_write_their_page_also_with_quiet(run: Any, tmp_path: Path) -> None:
    pytest.importorskip("sudokopie.applications.collection.duplicates")
    path, page = tmp_path / "a.txt", tmp_path / "page.html"
    path.write_text(f"{PUZZLE}\n{OTHER}\n")
    result = run("duplicates", "-q", str(path), "--html", str(page))
    assert result.out == "Sudokus: 2. Classes: 1. Groups of copies: 1, the largest of 2.\n"
    assert f"{path.name}:2" in page.read_text()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize(("delimiter", "code"), [(";", 59), (",", 44), ("\t", 9)])
def test_libreoffice_opens_the_table_with_nothing_shifted(
    seen: str, tmp_path: Path, delimiter: str, code: int
) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    path, out = tmp_path / "new.csv", tmp_path / "out.csv"
    path.write_bytes(written(INPUT, delimiter).encode())
    out.write_bytes(reviewed(seen, path))
    form = f"--infilter=Text - txt - csv (StarCalc):{code},34,76,1,,0,true,false"
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = ["soffice", profile, "--headless", form, "--convert-to", "xlsx", "--outdir"]
    subprocess.run(
        [*command, str(tmp_path), str(out)], check=True, capture_output=True, timeout=120
    )
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx").active
    rows = [["" if cell is None else str(cell) for cell in row] for row in sheet.values]
    assert [row[:4] for row in rows] == INPUT
    assert rows[0][4:] == RESULTS
    assert [row[4] for row in rows[1:]] == ["ready", "", "repeated", "", "repeated", ""]
