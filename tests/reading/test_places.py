"""The places and names with which commands show Sudokus of spreadsheets and tables, and what they
answer to a list or a letter.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from sheet_files import Cells, Table
from sheet_files import xlsx as write_xlsx

from sudokopie.reading.file_entry import MailEntry, MailHeader
from sudokopie.reading.gridfile import open_stream_as_grid_file, open_text_as_grid_file

from documents import Rows, xlsx_of
from samples import PUZZLE

ROWS: Rows = [["title", "puzzle", "date"], ["Easy", PUZZLE, "1 May"], ["Hard", PUZZLE, "2 May"]]


@pytest.mark.documents
def test_rows_of_spreadsheets_have_addresses(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(xlsx_of([*ROWS, ["Wrong", PUZZLE[:80], ""], ["Odd, or so", PUZZLE, ""]]))
    result = run("symmetries", "-q", str(path))
    lines = [line for line in result.out.splitlines() if not line.startswith("#")]
    places = [line.partition(".xlsx")[2] for line in lines]
    assert places == ["[Sheet]!B2: 1", "[Sheet]!B3: 1", "[Sheet]!B5: 1"]
    assert "a.xlsx[Sheet]!B4: found 80 cells" in result.err
    result = run("symmetries", "--json", str(path))
    records = [json.loads(line) for line in result.out.splitlines()]
    assert [one["address"] for one in records] == [f"[Sheet]!B{row}" for row in (2, 3, 4, 5)]
    assert [one["line"] for one in records] == [2, 3, 4, 5]
    entry = next(open_stream_as_grid_file(io.BytesIO(path.read_bytes()), "a"))
    assert MailEntry(entry, MailHeader("Ann", "")).cell == "[Sheet]!B2"


@pytest.mark.documents
def test_duplicates_show_addresses_and_separate_fields(run: Any, tmp_path: Path) -> None:
    pytest.importorskip("sudokopie.applications.collection")
    book, text = tmp_path / "a.xlsx", tmp_path / "b.tsv"
    book.write_bytes(xlsx_of(ROWS))
    text.write_text("\n".join("\t".join(map(str, row)) for row in ROWS) + "\n")
    out = run("duplicates", str(book), str(text)).out.replace(f"{tmp_path}/", "")
    assert [line for line in out.split("\n") if ".xlsx" in line or ".tsv" in line] == [
        "a.xlsx[Sheet]!B2 Easy, 1 May",
        "  a.xlsx[Sheet]!B3 Hard, 2 May (the same, cell by cell)",
        "  b.tsv:2 Easy, 1 May (the same, cell by cell)",
        "  b.tsv:3 Hard, 2 May (the same, cell by cell)",
    ]
    (record,) = map(json.loads, run("duplicates", "--json", str(book), str(text)).out.splitlines())
    members = [
        {key: value for key, value in one.items() if key != "file"} for one in record["members"]
    ]
    assert members == [
        {"line": 2, "name": "Easy 1 May", "address": "[Sheet]!B2"},
        {"line": 3, "name": "Hard 2 May", "address": "[Sheet]!B3"},
        {"line": 2, "name": "Easy 1 May"},
        {"line": 3, "name": "Hard 2 May"},
    ]


@pytest.mark.parametrize(
    ("line", "label"),
    [
        (f'a,"b, c",{PUZZLE},d', "a, b, c, d"),
        (f"a;{PUZZLE};{PUZZLE};;2", "a, 2"),
        (f"{PUZZLE}  # a, b;c", "a, b;c"),
        (f"{PUZZLE},\0a", "\0a"),
        (f"a {PUZZLE} b", "a b"),
        (PUZZLE, ""),
    ],
)
def test_labels_separate_the_fields_of_a_table(line: str, label: str) -> None:
    assert [entry.name_in_lists for entry in open_text_as_grid_file(f"{line}\n")] == [label]


def test_names_of_any_characters_are_kept() -> None:
    collection = pytest.importorskip("sudokopie.applications.collection.sudoku_storage")
    for line in (f"{PUZZLE},\0a", f"{PUZZLE},\0\0a,b", f"x,{PUZZLE},b", PUZZLE):
        (entry,) = open_text_as_grid_file(f"{line}\n")
        (place,) = collection.PlacesInFile.from_lines_and_names(
            "f", [1], [collection.pack_name_and_address(entry)]
        ).with_numbers_from(0)
        assert place.name == entry.sudoku_name
        assert (
            str(place) == f"f:1 {entry.name_in_lists}".rstrip(" ").replace("\0", "") or "\0" in line
        )


def place(cells: str, top: int, left: int) -> Cells:
    return {(top + i // 9, left + i % 9): cell for i, cell in enumerate(cells) if cell != "."}


@pytest.mark.documents
def test_blocks_without_titles_are_named_by_their_ranges(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    cells = place(PUZZLE, 1, 1) | place(PUZZLE[::-1], 1, 12)
    path.write_bytes(write_xlsx(Table(cells, name="June")))
    assert run("solve", str(path)).out.startswith("1: B2:J10\n2: M2:U10\n")
    path.write_bytes(write_xlsx(Table(cells | {(0, 1): "Easy"}, name="June")))
    assert run("solve", str(path)).out.startswith("1: Easy\n2: June\n")


@pytest.mark.documents
@pytest.mark.parametrize("name", ["a.txt", "a.xlsx", "a list.txt"])
def test_a_list_is_answered_by_another_command(run: Any, tmp_path: Path, name: str) -> None:
    pytest.importorskip("sudokopie.applications.collection")
    path = tmp_path / name
    is_book = name.endswith("x")
    path.write_bytes(xlsx_of([[PUZZLE, "a"]] * 3) if is_book else f"{PUZZLE}\n".encode() * 3)
    for command in ("solve", "ways", "nearest"):
        result = run(command, str(path))
        assert result.status == 2
        assert ("[Sheet]!A3: a third" if is_book else ":3:1: a third") in result.err
        quoted = f"'{path}'" if " " in name else str(path)
        assert result.err.endswith(f"of Sudokus: sudokopie duplicates {quoted}\n")
        assert "Kopien in einer Liste" in run(command, "--lang", "de", str(path)).err


def test_a_letter_with_commas_is_no_table(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    letter = "Dear editor, I send you a Sudoku, please print it.\nIt is new, and I like it, too.\n"
    path.write_text(letter)
    assert "found text that is no Sudoku: 'Dear editor, I send…'" in run("complete", str(path)).err
    path.write_text(letter + PUZZLE[:80] + "\nYours, Ann\n")
    assert "a.txt:3:1: found 80 cells on a line" in run("complete", str(path)).err
    rows = "".join(f"{PUZZLE[i : i + 9]}\n" for i in range(0, 81, 9))
    path.write_text(f"{letter}\n{rows}")
    assert run("complete", "-q", str(path)).status == 0
    path.write_text("id, name, score\n1, Ann, 2\n")
    assert "a table without a column of Sudokus: id" in run("complete", str(path)).err
    path.write_text("using System;\nusing System.Linq;\n")
    assert "found text that is no Sudoku: 'using System;'" in run("complete", str(path)).err
