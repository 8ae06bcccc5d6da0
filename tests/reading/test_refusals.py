"""Files that cannot be read say what they are and what would help, and variants are noticed."""

from __future__ import annotations

import io
import json
from email.message import EmailMessage
from random import Random
from typing import Any

import pytest
from read_text import read

from sudokopie import BoxShape, Grid
from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_head import may_name_variant
from sudokopie.reading.gridfile import open_stream_as_grid_file, open_text_as_grid_file
from sudokopie.reading.variants import find_variant_name
from sudokopie.recognition import recognise
from sudokopie.recognition.recognise import read_lines
from sudokopie.sudoku.grid import format_line

from documents import PICTURE, PUZZLE, ROWS, SOLUTION, zipped

DRAWN = "\n".join(ROWS)
DIGITS = [row.replace(".", "0") for row in ROWS]
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


def refused(data: bytes) -> str:
    with pytest.raises(PairFileError) as caught:
        list(open_stream_as_grid_file(io.BytesIO(data), "f"))
    return str(caught.value).removeprefix("f:")


def named(data: bytes) -> list[str]:
    """Return the warnings about a file that is read."""
    file = open_stream_as_grid_file(io.BytesIO(data), "f")
    assert all(entry.error is None for entry in file)
    return [
        str(one).removeprefix("f: ") for one in file.list_warnings("f") if "without" not in str(one)
    ]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        *[
            (start + bytes(300), "a picture: there is no text in it")
            for start in (
                *(PICTURE, b"\xff\xd8\xff\xe0", b"GIF89a", b"II*\0", b"MM\0*"),
                *(b"BM\x10\x20\x30\x40", b"RIFF\x10\0\0\0WEBP", b"\0\0\0\x18ftypheic"),
            )
        ],
        (
            b"{\\rtf1\\ansi 123}",
            "a document in Rich Text Format; save it as .docx, .odt or plain text",
        ),
        (b"%!PS-Adobe-3.0\n", "a PostScript file; save it as PDF"),
        *(
            (
                start + b"\n1 -2 0\n",
                "a formula for solvers; sudokopie decode FORMULA OUTPUT translates the output of a "
                "solver",
            )
            for start in (
                *(b"p cnf 3 2", b"c no\nc comment\np cnf 3 2", b"p wcnf 3 2 9"),
                *(b"c sudokopie 1.1.0", b"* #variable= 3 #constraint= 2"),
            )
        ),
        (
            bytes(8) + b"DUCK" + bytes(4000),
            "a DuckDB database; its COPY table TO 'sudokus.parquet' makes a file that can be read",
        ),
        (
            b"\xff\xff\xff\xff\x78\0\0\0" + bytes(200),
            "an Arrow stream; save it as an Arrow or Parquet file",
        ),
        (
            b"SQLite format 3\0" + bytes(284),
            "an SQLite database; export its table of Sudokus as .csv",
        ),
        (
            b"SQLite format 3\0" + bytes(52) + b"SDKP" + bytes(228),
            "a catalogue; this finds copies in it: sudokopie catalogue find CATALOGUE FILE",
        ),
        (
            b"\x78\x9f\x3e\x22" + bytes(99),
            "an attachment that only Outlook can open; ask for the mail as plain text",
        ),
        (
            b"7z\xbc\xaf\x27\x1c" + bytes(99),
            "an archive that is not a .zip file; unpack it, or pack it as .zip",
        ),
        (
            b"a.txt".ljust(257, b"\0") + b"ustar" + bytes(99),
            "an archive that is not a .zip file; unpack it, or pack it as .zip",
        ),
        (
            OLE + "WordDocument".encode("utf-16-le"),
            "a document of Word before 2007; save it as .docx",
        ),
        (
            OLE + "EncryptedPackage".encode("utf-16-le"),
            "an encrypted document; save it without a password",
        ),
    ],
)
def test_files_without_text_name_their_kind_and_what_would_help(data: bytes, kind: str) -> None:
    assert refused(data) == f"1:1: expected a Sudoku, found {kind}"


@pytest.mark.documents
def test_an_archive_of_pictures_names_the_first() -> None:
    data = zipped({"a.png": PICTURE, "b.png": PICTURE})
    assert "2 other files; the first is f/a.png: expected a Sudoku, found a picture" in refused(
        data
    )


@pytest.mark.documents
def test_the_line_that_is_nearest_to_a_sudoku_is_named() -> None:
    words = "These are words.\n" * 16
    text = f"{words}Puzzle: {PUZZLE[:-1]} (hard)\n" + "And more words.\n" * 295
    nearest = "17:89: found 80 cells on a line: a 9×9 Sudoku has 81; is one missing?"
    assert refused(text.encode()) == nearest
    assert "nearest" not in refused(words.encode())
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "a@b.org", "S"
    mail.set_content(text)
    assert nearest in refused(mail.as_bytes())
    mail.set_content(f"Dear all,\n\n{PUZZLE[:-1]}\n")
    assert "found 80 cells on a line: a 9×9 Sudoku has 81; is one missing?" in refused(
        mail.as_bytes()
    )


@pytest.mark.parametrize(
    "word",
    [
        *("X-Sudoku", "Sudoku X", "xsudoku", "Diagonal", "Diagonalsudoku", "Windoku", "Hyper"),
        *("Hyper-Sudoku", "Jigsaw", "killer", "Killer-Sudokus", "SAMURAI", "Diagonal-Sudoku"),
        *("Even-Odd Sudoku", "even/odd sudoku", "Arrow Sudoku", "Thermo-Sudoku", "Kropki"),
        *("Non-Consecutive Sudoku", "Sandwich Sudoku", "Anti-Knight Sudoku", "Anti-Knight"),
        *("Pfeil-Sudoku", "Pfeilsudokus", "Diagonales Sudoku", "Ungerade-Gerade-Sudoku"),
        *("Unregelmäßiges Sudoku", "Nachbarsudoku", "Sudoku samouraï", "Sudoku irrégulier"),
        *("sudoku pair-impair", "sudoku à flèches", "Sudoku asesino", "Sudoku de flechas"),
        *("Sudoku irregular", "sudoku diagonale", "Sudoku pari/dispari", "Sudoku con frecce"),
        *("Diagonale sudoku", "Onregelmatige sudoku", "even/oneven sudoku"),
        *("Suguru", "Tectonic", "Futoshiki", "KenKen", "Calcudoku", "Thermometer"),
    ],
)
def test_variants_are_noticed(word: str) -> None:
    assert find_variant_name(f"No. 7, {word} (hard)") == word
    assert may_name_variant([word.encode()])
    said = f"line 3 mentions '{word}'; the classical rules are applied"
    assert named(f"May\n\n{word}\n".encode() + f"\n{DRAWN}\n".encode()) == [
        said.replace("line 3", "line 5")
    ]


@pytest.mark.parametrize(
    "words",
    [
        *("diagonal symmetry", "diagonally mirrored", "Hypertext", "box", "Xavier's Sudoku"),
        *(
            "x",
            "X",
            "3 x Sudoku",
            "even",
            "odd",
            "arrow",
            "Sudoku 2 x 3",
            "Sudoku x 3",
            "Sudoku XI",
            "Arrow",
        ),
        *("even Sudoku experts fail", "a sandwich and a Sudoku", "Consecutive days", "Dr. Thermo"),
        *("Irregular hours", "chaos", "Pair 2", "sudoku par Ann", "Sudoku pari", "Skyscraper"),
    ],
)
def test_other_words_are_no_variants(words: str) -> None:
    assert find_variant_name(words) is None


@pytest.mark.documents
def test_variants_in_columns_mails_and_files_inside() -> None:
    table = f"name,type,puzzle\na,easy,{PUZZLE}\nb,Windoku,{PUZZLE}\nc,Killer,{PUZZLE}\n"
    assert named(table.encode()) == [
        "Sudokus that are called variants: 2; line 3 mentions 'Windoku'; the classical rules are "
        "applied"
    ]
    table = f"name,killer_cages,puzzle\na,,{PUZZLE}\n".replace("killer_", "killer ")
    assert named(table.encode()) == ["line 1 mentions 'killer'; the classical rules are applied"]
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "a@b.org", "A Samurai Sudoku"
    mail.set_content(f"Hi,\n\n{DRAWN}\n")
    assert named(mail.as_bytes()) == [
        "the subject of the mail mentions 'Samurai Sudoku'; the classical rules are applied"
    ]
    data = zipped({"a.csv": f"n,puzzle\nKiller,{PUZZLE}\n"})
    assert named(data) == ["f/a.csv: line 2 mentions 'Killer'; the classical rules are applied"]


def test_a_command_warns_about_a_variant_and_answers(run: Any, tmp_path: Any) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"{PUZZLE} X-Sudoku\n{PUZZLE}\n")
    result = run("solve", str(path))
    assert result.status == 0
    assert result.err == f"{path}: line 1 mentions 'X-Sudoku'; the classical rules are applied\n"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"PK\x03\x04" + b"\0" * 26 + b"[Content_Types].xml xl/workbook.xml", "a spreadsheet"),
        (
            b"PK\x03\x04" + b"\0" * 26 + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
            "a spreadsheet",
        ),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "a spreadsheet"),
        (b"PK\x03\x04" + b"\0" * 26 + b"word/document.xml", "a text document"),
        (b"PK\x03\x04" + b"\0" * 26 + b"a.txt", "an archive"),
        (b"%PDF-1.4\n", "a PDF"),
        (b"PAR1" + bytes(20), "a Parquet or Arrow file"),
        (b"\x93NUMPY\x01\x00", "an array of numpy"),
        (b"\n<!DOCTYPE html><body><pre>" + PUZZLE.encode(), "an HTML page"),
        (b"From: Ann\nSubject: one\n\n" + PUZZLE.encode(), "a mail"),
    ],
)
def test_documents_are_named_and_refused_without_the_application_that_reads_them(
    data: bytes, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudokopie.base.applications.collect_added_formats_by_name", dict)
    with pytest.raises(
        PairFileError, match=f"found {kind}; this installation cannot read it"
    ) as caught:
        open_stream_as_grid_file(io.BytesIO(data), "f")
    assert type(caught.value).__name__ == "NoSudokuError"


@pytest.mark.parametrize(
    "text", [PUZZLE, f"Title: Easy\nAuthor: Ann\n{PUZZLE}", f"<g><s data='{PUZZLE}'/></g>"]
)
def test_texts_are_read_without_the_application_for_documents(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudokopie.base.applications.collect_added_formats_by_name", dict)
    with open_stream_as_grid_file(io.BytesIO(text.encode()), "f") as file:
        assert format_line(file.read_single_grid_and_close().rows) == PUZZLE


@pytest.mark.parametrize("count", [9, 10, 11])
def test_a_table_of_three_numbers_is_no_collection_of_small_sudokus(count: int) -> None:
    with pytest.raises(PairFileError):
        open_stream_as_grid_file(io.BytesIO(b"1,2,3\n" * count), "f")


TABLE = [[str(1 + (5 * r + c * c) % 9) for c in range(30)] for r in range(40)]
"""A table of numbers: 30 columns, 40 rows."""


@pytest.mark.parametrize(
    ("data", "way"),
    [
        ("\n".join(map(",".join, TABLE)), "--range A1:I9 reads only the cells that it names, "),
        ("\n".join(map(" ".join, TABLE)), ""),
        ("\n".join(map("".join, TABLE)), ""),
        ("Readings of July\n\n" + "\n".join(map(" ".join, 2 * TABLE[:30])), ""),
    ],
)
def test_a_table_of_numbers_is_no_large_sudoku(data: str, way: str) -> None:
    text = refused(data.encode())
    assert "expected a Sudoku, found a table of numbers: most rows have a number twice; " in text
    assert f"; {way}--box 5x6 " in text
    assert text.endswith("rows of 30 cells")


@pytest.mark.parametrize("form", ["# box 5x6\n{0}\n{0}\n", "{0}\n\n{0}\n", "{0}\n"])
def test_rows_of_numbers_are_read_if_the_file_shows_the_sudokus(form: str) -> None:
    text = form.format("\n".join(map(" ".join, TABLE[:30])))
    file = open_stream_as_grid_file(io.BytesIO(text.encode()), "f")
    assert [str(entry.shape) for entry in file] == ["5x6"] * form.count("{0}")


@pytest.mark.parametrize("row", ["1 2 1 0 2", "1 2 6 1 2 2 5", "0 1 1 0", "0 2 2 1 2 1"])
def test_a_table_of_numbers_is_no_list_of_small_sudokus(row: str) -> None:
    size = len(row.split())
    assert "a table of numbers" in refused(f"{row}\n".encode() * 3 * size)
    text = f"{row}\n".encode() * size
    assert len(list(open_stream_as_grid_file(io.BytesIO(text + b"\n" + text)))) == 2


def test_a_table_below_headings_is_no_sudoku() -> None:
    rows = ["2,3,1,1", "2,1,2,3", "4,3,4,1", "1,4,4,2"]
    assert refused("\n".join(["team,day,low,high", *rows]).encode())
    titled = io.BytesIO("\n".join(["Four by Ann", *rows]).encode())
    assert [entry.error for entry in open_stream_as_grid_file(titled)] == [None]


def test_rows_of_small_sudokus_side_by_side_are_no_table_of_numbers() -> None:
    rows = map(" ".join, ("1234", "3412", "2143", "4321"))
    data = "\n".join(f"{row}    {row}    {row}" for row in rows)
    file = open_stream_as_grid_file(io.BytesIO(data.encode()))
    assert [entry.shape.size for entry in file] == [4, 4, 4]


def test_few_rows_of_a_long_table_of_numbers_are_recognised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts = list[int]()

    def count(lines: list[str], *options: Any) -> Any:
        counts.append(len(lines))
        return read_lines(lines, *options)

    monkeypatch.setattr(recognise, "read_lines", count)
    assert "a table of numbers" in refused("\n".join(map(" ".join, 40 * TABLE)).encode())
    assert sum(counts) < 1000


@pytest.mark.parametrize(
    "text",
    [
        "1,2,3\n2,3,1\n3,4,2\n4,1,1\n",
        "team,wins,losses\n1,2,3\n2,3,1\n3,4,2\n4,1,1\n",
        "rank,y,size\n1,2,3\n2,3,1\n3,4,2\n4,1,1\n",
        "vec![\n((0, 1), 2),\n((1, 2), 2),\n((2, 3), 4),\n((3, 0), 4),\n]\n",
        "[((0, 1), 2), ((1, 2), 2), ((2, 3), 4), ((3, 0), 4)]\n",
    ],
)
def test_a_table_with_three_columns_is_no_list_of_clues(text: str) -> None:
    with pytest.raises(PairFileError):
        open_text_as_grid_file(text).read_single_grid_and_close()


def test_lists_of_clues_need_words_or_many_clues() -> None:
    places = [(r + 1, c + 1, PUZZLE[9 * r + c]) for r in range(9) for c in range(9)]
    clues = [f"{r},{c},{digit}\n" for r, c, digit in places if digit != "."]
    texts = ["".join(clues), f"row,column,value\n{''.join(clues)}"]
    found = {open_text_as_grid_file(text).read_single_grid_and_close() for text in texts}
    assert found == {Grid(PUZZLE)}
    with pytest.raises(PairFileError):
        open_text_as_grid_file("".join(clues[:16])).read_single_grid_and_close()
    small = "row,col,value\n1,2,3\n2,3,1\n3,4,2\n4,1,1\n"
    assert open_text_as_grid_file(small).read_single_grid_and_close() == Grid(".3....1....21...")


SOURCE = """# Squares of numbers
import sys
from .names import (
    is_comment,
    find_names,
)

def find(last):
    while last < len(line) and line[last] in CELLS and last - first < most:
"""


@pytest.mark.parametrize("first", ["", '"""Squares."""\n', "[build-system]\n", "a,b,c,d\n"])
def test_the_source_of_a_program_has_no_sudoku(first: str) -> None:
    assert "expected a Sudoku, found text that is no Sudoku: '" in refused(
        (first + SOURCE).encode()
    )


def test_a_line_of_sixteen_words_is_no_faulty_sudoku() -> None:
    lines = ("1234341221434321,easy", SOURCE.splitlines()[-1].strip(), "1234341221434.21")
    file = open_stream_as_grid_file(io.BytesIO("\n".join(lines).encode()))
    assert [entry.error for entry in file] == [None, None]
    assert file.other_text_summary.text == lines[1]


def test_a_table_with_empty_fields_names_the_range() -> None:
    rows = [",".join("" if (r + c) % 3 else str(r % 9) for c in range(20)) for r in range(30)]
    assert "name them with --range, such as --range A1:I9" in refused("\n".join(rows).encode())


def test_a_table_with_lines_like_cells_names_the_range() -> None:
    rng = Random(1)
    rows = [[str(rng.randrange(10**9)) for _ in range(30)] for _ in range(12)]
    text = refused("\n".join(map(",".join, rows)).encode())
    assert "this line looks like cells, but belongs to no Sudoku: " in text
    assert text.endswith("; --range A1:I9 reads only the cells that it names")


def test_rows_with_signs_between_boxes_are_no_table_of_numbers() -> None:
    data = "\n".join(" ! ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) for row in ROWS)
    assert "found '!'" in refused(data.encode())


ANSWERS = [
    [str((line * line + 3 * i * i + i * line) % 5 + 1) for i in range(25)] for line in range(6)
]
FLAGS = [[str(int(i == 7 * line % 25)) for i in range(25)] for line in range(6)]


@pytest.mark.parametrize("sign", [",", ";", "\t", " "])
@pytest.mark.parametrize("heads", [[], ["q"], ["id", "q"]])
@pytest.mark.parametrize("table", [ANSWERS, FLAGS, [row[:16] for row in ANSWERS]])
def test_a_table_of_numbers_has_no_sudoku_on_each_line(
    table: list[list[str]], heads: list[str], sign: str
) -> None:
    lines = [
        [str(number) for number in range(1, len(heads))] + row for number, row in enumerate(table)
    ]
    names = [*heads[:-1], *(f"q{i}" for i in range(1, len(table[0]) + 1))] if heads else []
    text = "\n".join(sign.join(one) for one in [*([names] if names else []), *lines])
    with pytest.raises(PairFileError):
        open_text_as_grid_file(text)


def test_box_reads_a_table_of_numbers_as_sudokus() -> None:
    text = "\n".join(",".join(row) for row in FLAGS)
    with pytest.raises(PairFileError, match="--box 1x5 reads each line as a Sudoku"):
        open_text_as_grid_file(text)
    found = read(text, box=BoxShape(1, 5))
    assert found == ["".join(row).replace("0", ".") for row in FLAGS]


def test_a_list_with_faulty_sudokus_is_no_table_of_numbers() -> None:
    lines = [",".join(f"{one}{PUZZLE[1:]}".replace(".", "0")) for one in "639"]
    assert len(read("\n".join(lines))) == 3


def test_a_column_of_rows_is_no_sudoku_if_other_columns_have_rows_too() -> None:
    """Only the second column keeps the rules, so that the others were left out without a word."""
    lines = [".1.3; 3...; 333.; .4.1", "1.2.; ....; .44.; 2...", ".4.3; .14.; .11.; ..31"]
    text = "\n".join([*lines, "3.24; 4...; ...2; .344"])
    assert "looks like cells, but belongs to no Sudoku" in refused(text.encode())
    names = "\n".join(f"No. {i}; {line.split('; ')[1]}" for i, line in enumerate(text.split("\n")))
    assert read(names) == ["3........14.4..."]


def test_words_may_be_lines_of_sudokus_or_sudokus_side_by_side() -> None:
    lines = ["1210 1320 0001 0000", "0010 4030 1220 0300", "4030 4400 0140 0012"]
    assert "several Sudokus may begin here" in refused(
        "\n".join([*lines, "2000 0100 0000 4401"]).encode()
    )
    first = ["123.", "34.2", "2.43", ".321"]
    others = [str.maketrans("1234", one) for one in ("2341", "3412", "4123")]
    grids = [first, *([row.translate(one) for row in first] for one in others)]
    text = "\n".join(map(" ".join, zip(*grids, strict=True)))
    assert read(text) == ["".join(one) for one in grids]


@pytest.mark.parametrize(("blank", "given"), [("0", "1"), (".", "0"), ("0", "*")])
def test_a_list_of_patterns_is_refused(blank: str, given: str) -> None:
    patterns = [("01101" * 17)[i : i + 81] for i in range(3)]
    lines = [one.replace("0", "b").replace("1", given).replace("b", blank) for one in patterns]
    for end in ("", ",easy", " mine"):
        with pytest.raises(PairFileError, match="found a pattern of cells"):
            read("\n".join(line + end for line in lines))
    consistent = [f"1{80 * '0'}", f"{80 * '0'}1"]
    assert read("\n".join(consistent)) == [one.replace("0", ".") for one in consistent]


def test_a_blank_template_in_a_program_is_no_list_of_small_sudokus() -> None:
    bands = "\n----+----+----+----\n".join(["\n".join(["|".join(["...."] * 4)] * 4)] * 4)
    assert refused(f"template <<END\n{bands}\nEND\n".encode()).endswith("'template <<END'")


def test_lines_of_stars_and_dashes_are_no_faulty_sudokus() -> None:
    stars = "/" + 78 * "*" + "/"
    program = f"{stars}\n/**\n * A list.\n *\n */\nadd('{PUZZLE}');\nadd('{PUZZLE[::-1]}');\n"
    for text in (program, f"'''{stars[1:-1]}\n\n{DRAWN}\n\n{DRAWN}\n{stars[1:-1]}'''\n"):
        assert [entry.error for entry in open_text_as_grid_file(text, "f")] == [None, None]
    for line in (f"%{69 * '-'}", f"({74 * '*'})", f"//{78 * '-'}", "| ---------------- | ---- |"):
        source = f"{line}\nThe functions of a program\n{line}\n"
        assert refused(source.encode()).endswith(
            "found text that is no Sudoku: 'The functions of a …'"
        ), line


@pytest.mark.parametrize("faulty", [ROWS[:8], "\n".join(ROWS[:8]), PUZZLE[:80]])
def test_a_fault_in_json_is_not_left_out(faulty: Any) -> None:
    values = {"first": {"grid": "\n".join(ROWS)}, "second": {"grid": faulty}}
    entries = list(open_text_as_grid_file(json.dumps(values), "f"))
    assert [entry.error is None for entry in entries] == [True, False]
    assert "second.grid: this line looks like cells, but belongs to no Sudoku" in str(
        entries[1].error
    )


def test_a_notebook_is_read() -> None:
    def lines(*texts: str) -> list[str]:
        return [f"{text}\n" for text in texts[:-1]] + [texts[-1]]

    source = lines("import time", "grid = [", *(f"  {[*map(int, row)]}," for row in DIGITS), "]")
    solved = [SOLUTION[i : i + 9] for i in range(0, 81, 9)]
    printed = lines("Took 0.014292001724243164 sec", "Solution:", *solved)
    output = {"name": "stdout", "output_type": "stream", "text": printed}
    code = {"cell_type": "code", "source": source, "outputs": [output]}
    text = json.dumps({"cells": [{"cell_type": "markdown", "source": ["# A"]}, code]})
    with open_text_as_grid_file(text, "f") as file:
        (entry,) = file
        assert entry.sudoku_name == "grid"
        assert entry.cell_bytes == bytes(map(int, "".join(DIGITS)))
        assert file.read_stated_solution(entry) is not None
