"""Messages about a command line or a file: what is wrong, why, and a command that works."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from present import present

NINE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
FOUR = "12.." + 12 * "."
FILES = {
    "pair.txt": f"{NINE}\n{NINE}\n",
    "nine.txt": f"{NINE}\n",
    "four.txt": f"{FOUR}\n",
    "four-nine.txt": f"{FOUR}\n{NINE}\n",
    "nine-four.txt": f"{NINE}\n{FOUR}\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("count", "size", "question"),
    [
        (80, 9, "is one missing?"),
        (82, 9, "is one too many?"),
        (15, 4, "is one missing?"),
        (17, 4, "is one too many?"),
        (35, 6, "is one missing?"),
        (37, 6, "is one too many?"),
        (255, 16, "is one missing?"),
    ],
)
def test_a_cell_too_few_or_too_many(
    run: Any, folder: Path, count: int, size: int, question: str
) -> None:
    (folder / "wrong.txt").write_text(2 * ("1" + (count - 1) * "." + "\n"))
    for command in ("solve", "canonical"):
        result = run(command, "wrong.txt")
        assert result.status == 2
        found = f"found {count} cells on a line: a {size}×{size} Sudoku has {size**2}; {question}"
        assert found in result.err


def test_a_row_of_a_large_sudoku_is_no_short_line(run: Any, folder: Path) -> None:
    (folder / "rows.txt").write_text(74 * (" ".join(37 * "0") + "\n"))
    result = run("solve", "rows.txt")
    assert "found a row of 37 cells, but Sudokus of at most 36×36 are read" in result.err
    assert "--max-size 37 reads larger ones" in result.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "solve --box 9x9 pair.txt",
            "pair.txt:1:1: boxes of 9x9 make Sudokus of 81×81, but this Sudoku is 9×9: use --box "
            "3x3, or leave --box out",
        ),
        (
            "solve four-nine.txt",
            "four-nine.txt: the two Sudokus have boxes of 2x2 and of 3x3: only Sudokus of the same "
            "size, with the same boxes, can be copies",
        ),
        (
            "solve nine-four.txt",
            "nine-four.txt: the two Sudokus have boxes of 3x3 and of 2x2: only Sudokus of the same "
            "size, with the same boxes, can be copies",
        ),
        (
            "solve nine.txt four.txt",
            "nine.txt four.txt: the two Sudokus have boxes of 3x3 and of 2x2: only Sudokus of the "
            "same size, with the same boxes, can be copies",
        ),
        (
            "solve nine.txt",
            "nine.txt:1:82: found one Sudoku, but two are needed: add the other one to this file, "
            "or name the file that holds it too",
        ),
        (
            "solve --backend kissat pair.txt",
            "unknown backend 'kissat'; did you mean dimacs:kissat",
        ),
        ("solve --backend cadical153 pair.txt", "did you mean pysat:cadical153?"),
        (
            "check empty pair.txt",
            "the folder empty holds no certificate; sudokopie solve --certificate DIR pair.txt "
            "writes one",
        ),
        (
            "check new pair.txt",
            "there is no folder new; sudokopie solve --certificate new pair.txt writes",
        ),
        ("check pair.txt empty", "comes first, then the file: sudokopie check empty pair.txt"),
        ("check empty", "check needs the DIR that --certificate wrote, and the FILE"),
        (
            "solve --certificate . pair.txt",
            "--certificate needs a folder of its own, but pair.txt is in .; name a new folder, "
            "such as --certificate certificate",
        ),
        (
            "solve pair.txt --html pair.txt",
            "pair.txt is read by this command, so it cannot be written too",
        ),
        (
            "random --clues 5",
            "no 9×9 puzzle with 5 clues has exactly one solution: it needs at least 17",
        ),
        (
            "random --box 2x2 --clues 2",
            "found no puzzle with 2 clues and exactly one solution in 100 tries",
        ),
        ("random --box 9x9", "boxes of 3x3 make Sudokus of 9×9"),
        ("random nine.txt", "sudokopie shuffle nine.txt"),
        ("random --seed a", "--seed needs a whole number of at least 0, found 'a'"),
        ("random -n 0 --worksheet w.html", "-n needs a whole number from 1 to 100, found '0'"),
        (
            "solve --only rotations pair.txt",
            "--only: unknown part 'rotations'; the parts are turns (rotations), mirrors",
        ),
        (
            "decode -",
            "decode needs two files: FILE, which sudokopie export wrote, and OUTPUT, which the",
        ),
        ("solve nofile.txt", "nofile.txt: cannot be read: No such file or directory"),
        (
            "solve empty",
            "empty: cannot be read: this is a folder; --recursive reads all files in it",
        ),
        *present(
            [
                (
                    "audit --parquet x.csv nine.txt",
                    "--parquet: 'x.csv' has an ending that cannot be written; use one of "
                    ".parquet, .pq, and .gz or .xz may follow: for example x.parquet",
                )
            ]
        ),
    ],
)
def test_a_message_names_the_way_on(run: Any, folder: Path, arguments: str, message: str) -> None:
    result = run(*arguments.split())
    assert result.status == 2
    assert message in result.err
    assert len(result.err.splitlines()) == 1
    assert sorted(path.name for path in folder.iterdir()) == sorted([*FILES, "empty"])


def test_a_sudoku_of_another_size_on_several_lines(run: Any, folder: Path) -> None:
    rows = [NINE[i : i + 9] for i in range(0, 81, 9)]
    small = ["12..", "..1.", "...3", "...."]
    (folder / "up.txt").write_text("\n".join([*small, "", *rows]) + "\n")
    result = run("solve", "up.txt")
    assert result.status == 2
    assert "up.txt: the two Sudokus have boxes of 2x2 and of 3x3" in result.err
    (folder / "down.txt").write_text("\n".join([*rows, "", *small]) + "\n")
    result = run("solve", "down.txt")
    assert result.status == 2
    assert "down.txt: the two Sudokus have boxes of 3x3 and of 2x2" in result.err


@pytest.mark.parametrize("form", [[], ["--json"], ["--output", "csv"]])
def test_bands_of_other_sudokus_are_missed(run: Any, folder: Path, form: list[str]) -> None:
    del folder
    result = run("canonical", "--bands", *form, "four.txt")
    assert result.status == 0
    assert result.err == (
        "--bands: only complete 9×9 Sudokus have numbers of bands; Sudokus without them: 1\n"
    )
