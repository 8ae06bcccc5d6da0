"""Sudokus that are called variants in their file, by any of its words, are marked and counted."""

from __future__ import annotations

import io
from email.message import EmailMessage
from typing import Any

import pytest

from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.file_parts import split_file
from sudokopie.reading.gridfile import open_path_as_grid_file, open_stream_as_grid_file

from documents import PUZZLE, ROWS, zipped

DRAWN = "\n".join(ROWS)


def marked(data: bytes | str, name: str = "f") -> tuple[list[str], list[str]]:
    """Return the variants that the Sudokus of a file are called, and the warnings about them."""
    data = data.encode() if isinstance(data, str) else data
    file = open_stream_as_grid_file(io.BytesIO(data), name)
    found = [entry.variant for batch in file.yield_entry_batches(1000) for entry in batch]
    said = [str(one).removeprefix("f: ") for one in file.list_warnings("f")]
    ends = "; the classical rules are applied"
    return found, [one.removesuffix(ends) for one in said if one.endswith(ends)]


def book(*sheets: tuple[str, list[list[str]]]) -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    whole = openpyxl.Workbook()
    whole.remove(whole.active)
    for name, rows in sheets:
        sheet = whole.create_sheet(name)
        for row in rows:
            sheet.append([int(one) if one.isdigit() and len(one) == 1 else one for one in row])
    file = io.BytesIO()
    whole.save(file)
    return file.getvalue()


CELLS = [["" if sign == "." else sign for sign in row] for row in ROWS]


def test_the_own_name_of_a_sudoku_marks_only_this_sudoku() -> None:
    text = f"Windoku\n{DRAWN}\n\nEasy\n{DRAWN}\n"
    assert marked(text) == (["Windoku", ""], ["line 2 mentions 'Windoku'"])
    text = f"{PUZZLE} easy\n{PUZZLE} Killer (hard)\n"
    assert marked(text) == (["", "Killer"], ["line 2 mentions 'Killer'"])


def test_other_words_in_a_text_mark_all_its_sudokus() -> None:
    said = ["Sudokus that are called variants: 2; line 1 mentions 'Windoku'"]
    assert marked(f"Windoku\nby Ann\n\n{DRAWN}\n\n{DRAWN}\n") == (["Windoku"] * 2, said)
    assert marked(f"# Windoku\n{PUZZLE}\n{PUZZLE}\n") == (["Windoku"] * 2, said)
    assert marked(f"Windoku of May\n{PUZZLE}\n{PUZZLE} a\n") == (["Windoku"] * 2, said)
    assert marked(f"n,Windoku\n1,{PUZZLE}\n2,{PUZZLE}\n") == (["Windoku"] * 2, said)
    below = f"Easy\n{DRAWN}\nThis is a Windoku\n"
    assert marked(below) == (["Windoku"], ["line 11 mentions 'Windoku'"])


@pytest.mark.documents
def test_the_name_of_a_sheet_and_its_words_mark_the_sudokus_of_this_sheet() -> None:
    lists = book(("Windoku", [[PUZZLE], [PUZZLE]]), ("Easy", [[PUZZLE]]))
    said = "Sudokus that are called variants: 2; the name of the sheet Windoku mentions 'Windoku'"
    assert marked(lists) == (["Windoku", "Windoku", ""], [said])
    titled = book(("A", [[PUZZLE]]), ("B", [["Some Windoku"], [PUZZLE]]), ("C", [[PUZZLE]]))
    assert marked(titled) == (["", "Windoku", ""], ["line 1 mentions 'Windoku'"])
    blocks = book(
        ("A", [["Windoku"], ["by Ann"], [], *CELLS]), ("B", [["Easy"], *CELLS]), ("Killer", CELLS)
    )
    assert marked(blocks)[0] == ["Windoku", "", "Killer"]


@pytest.mark.documents
def test_the_names_of_files_and_the_subject_of_a_mail_mark_their_sudokus() -> None:
    text = f"{PUZZLE}\n{PUZZLE}\n"
    two = zipped({"a/windoku/1.txt": text, "b.txt": text})
    assert marked(two)[0] == ["windoku", "windoku", "", ""]
    assert marked(two, "/tmp/killer/x.zip")[0] == ["windoku", "windoku", "", ""]
    assert marked(two, "/tmp/killer.zip")[0] == ["killer"] * 4
    assert marked(zipped({"a.zip": two}))[0] == ["windoku", "windoku", "", ""]
    said = ["Sudokus that are called variants: 2; the name of the file mentions 'killer'"]
    assert marked(text, "killer.txt") == (["killer"] * 2, said)
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Killer <a@b.org>", "A Samurai"
    mail.set_content("Look at the file.")
    mail.add_attachment(text.encode(), maintype="text", subtype="csv", filename="a.csv")
    assert marked(mail.as_bytes())[0] == ["Samurai"] * 2
    mail.replace_header("Subject", "A Sudoku")
    assert marked(mail.as_bytes()) == (["", ""], [])


def test_all_sudokus_of_a_long_list_are_searched() -> None:
    rows = [f"{PUZZLE},Sudoku {number}\n" for number in range(3000)]
    rows[2500] = f"{PUZZLE},Jigsaw\n"
    found, said = marked("".join(rows))
    assert [number for number, name in enumerate(found) if name] == [2500]
    assert said == ["line 2501 mentions 'Jigsaw'"]


def test_single_sudokus_and_pairs_keep_their_variant() -> None:
    file = open_stream_as_grid_file(io.BytesIO(f"Easy\n{DRAWN}\nThis is a Windoku\n".encode()), "f")
    file.read_single_grid_and_close()
    assert file.variant == "Windoku"
    file = open_stream_as_grid_file(
        io.BytesIO(f"Easy\n{DRAWN}\n\nWindoku\n{DRAWN}\n".encode()), "f"
    )
    file.read_pair_and_close()
    assert file.variant == "Windoku"
    assert [
        entry.variant for entry in open_stream_as_grid_file(io.BytesIO(f"{PUZZLE} Killer".encode()))
    ] == ["Killer"]


def test_parts_of_a_file_mark_and_count_the_same_sudokus(tmp_path: Any) -> None:
    path = tmp_path / "a.txt"
    rows = [f"{PUZZLE},n\n"] * 500
    rows[3] = rows[400] = f"{PUZZLE},Jigsaw\n"
    path.write_text("".join(rows))
    with open_path_as_grid_file(str(path)) as whole:
        parts = split_file(whole, str(path), ReadingOptions(), 1, 0, 5000)
        assert parts is not None
        assert len(parts) > 3
        lines = list[int]()
        for part in parts:
            with part.open_part_as_grid_file() as some:
                entries = [one for batch in some.yield_entry_batches(100) for one in batch]
                lines += [entry.line for entry in entries if entry.variant]
                file_range = part.reading_options.file_range
                assert file_range is not None
                whole.add_line_counts_of_next_range(
                    some.line_counts_without_sudoku, file_range.lines_before
                )
        assert lines == [4, 401]
        (warning,) = whole.list_variant_warnings("f")
        assert str(warning).startswith("f: Sudokus that are called variants: 2; line 4 mentions")
