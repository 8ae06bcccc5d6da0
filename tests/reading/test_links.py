"""Links to f-puzzles and SudokuPad, and codes of SudokuWiki: Sudokus packed into a word."""

from __future__ import annotations

import io
import json
import time
from typing import Any
from urllib.parse import quote

import pytest

from sudokopie import BoxShape
from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_stream_as_grid_file
from sudokopie.reading.lines import NumberedLines
from sudokopie.reading.packed_sudokus import decompress_lz_string
from sudokopie.reading.registry import convert_to_lines
from sudokopie.recognition.recognise import read_lines

from samples import PUZZLE

CELLS = [int(sign) if sign != "." else 0 for sign in PUZZLE]
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

# Packed by the library lzstring.
F_PUZZLES = (
    "N4IgzglgXgpiBcBOANCALhNAbO8QDEAfgJwAIBRLCMGUwZHIRUBDAVzQAsB7YhEAQUYgA5sQgATBAG1JoAG5MsLXAFZUQi"
    "LJgA7BGmJKAvsjkKlCAMxqN23fphGTi3ABYHIAMba0MYgAVt7hBYALJMxADWYFIATMgAbAC6bvJOCADsVpo68HqGxg4F+Q"
    "nIMiApZvBxmTY5doXAyaa4AIzV2bn2xmVNCCjC1u11XeUqbbZ5DflFJZOOFX3qWeOdc7gAHGO1E/X13amVmx0FxaUjCBv9"
    "S1srO8M9B5c1R1OzjfuWj4OGJ6sIzodDV53fYXRZPQFvCofMFfG4vPYVVqfZYGH4I3AZZHXW6zdEIWJY55A3FnB4wlE/SG"
    "4KqEiEvXakgnk7HAiqggYo6YyHF4+D/WkTXlI5lE3kLDks4m81QC+yU+nw0nsq5Ehn3TEiwFigHfJJAA"
)
SUDOKUPAD = (
    "ctcN4IglgJiBcIB4gDQgMYFMA2GDKYBeaMArAAzIC2aALgIYQ20yhVhUaGwCiNAzgJ6IABAHsAdoWQ0ArlQAWwgE4wQAI"
    "RABfZOiw8YAbT2gAbjQxSORTcdPmYAZiuPE1sxwDsT4J/UBdRIZATVxgANm9nQJsOAEYrSODoAE44oNtoS2dvP0MUqJhki"
    "NSOAA5wr0zCvOgwzOyXNNKK8ub4tJrmz1aOBzqumAAWMr7oRpai+yHx6FjeqY8mzqmAJjLchLC6tbbVpuGVyoTR338O3an"
    "Bg7TYy44C0/qLY5yFs6qj14T5h/zfPxAFNAAczAYl00AMejIJGyZGiMMQS2y0UQ0P8yLhaIR2SWKOxiAxehxiOykMQdnh"
    "/XhRCRZJplMx1P8OPJTMQ9MJiGpJLIIXhbnhxRpvMx/MxgtZwo5oo5gpJdlx/nlBPliP8/QVenVBPVqr0RA1+oJ+uJ/j0"
    "8pZZrZ2XljM1tLVVodtv1Fv17P1XNN8sl8ul8vFdsl6ul6oD+sl+ul+tlppCGrjBLjurcGpTBJTuuKGqzBKzJoMcYtcfZc"
    "dtKYtKfZKdtWYtWfZWc9BcQkrj0rjAZTkpT0pTAazkqz0qzsr+KBogLQYICUxA0jkimggjUxxAGDA4mnfxoCgUwgA7lv1E"
    "A==="
)
SHORT_KEYS = (
    "sclN4SwJgXA5AHlA0BjAzhArABiQUwgbT2ADd0BfeYiAZnPgpIHZa6BdeQkgNmcoEZzKATgEk0zNnnoRhUgBzM6lbvAmV5"
    "dRVwWUaqkgBYeJdVJoa+pPRCYapAJm1aJU5bcoO55Z5oiGp/KRkfMW8fEykbIUs2ACdcAjwsDAksXhT4OwleeGT2bLS8jI"
    "k7HOL4ArwSzIlE+Cp0/XS0LLqWxsLm9hL6rvh2yvhmmqxOdIZ02RbRwvHCyd7pgdmByZqqUvZ1ivXM9n0NvH2K/d28NAPz"
    "ivPq9jx1nru+iXXOw9a9p4/X84fz/vOhrd1ot1st1vM3ot9st9hDzotzstzqtbpwDmiKmjTgwDjiKjjTrIDkSKkSbgQ0Q8"
    "0f00a8cQ8cf0ca8iQ8if0iYCKfBFmjlmiITjFjjljiIUTFkTlkTVmxEABDfCUKAAFxAKoANrgAAQASRVAB0oMhtdh5cgAJ"
    "5QSzwAC22BV8rA8sdEGA8oAriqABYAexi0AAQggVdAAHIxbVoa2kIA==="
)


def read(text: str, **options: Any) -> list[tuple[list[int], str]]:
    found = []
    with open_stream_as_grid_file(
        io.BytesIO(text.encode()), "f", ReadingOptions(**options)
    ) as file:
        for entry in file:
            if isinstance(grid := entry.grid_or_error, PairFileError):
                raise grid
            found.append(([*grid.to_bytes()], entry.sudoku_name))
    return found


def refusal(text: str, **options: Any) -> str:
    with pytest.raises(PairFileError) as caught:
        read(text, **options)
    return str(caught.value)


def compress(text: str) -> str:
    """Return a text compressed by LZ-string, with a new code only for each first character."""
    bits, codes, count = "", dict[str, int](), 3
    for number, sign in enumerate(text):
        is_wide = ord(sign) > 255
        known = codes.get(sign, is_wide)
        bits += f"{known:0{count.bit_length()}b}"[::-1]
        if sign not in codes:
            bits += f"{ord(sign):0{16 if is_wide else 8}b}"[::-1]
            codes[sign] = count
            count += 1
        count += number > 0
    bits += f"{2:0{count.bit_length()}b}"[::-1]
    bits += "0" * (-len(bits) % 6)
    return "".join(BASE64[int(bits[i : i + 6], 2)] for i in range(0, len(bits), 6))


def f_puzzles(cells: list[int] | None = None, size: int = 9, **others: Any) -> str:
    given = cells or CELLS
    grid = [
        [
            {"value": given[size * r + c], "given": True} if given[size * r + c] else {}
            for c in range(size)
        ]
        for r in range(size)
    ]
    value = {"size": size, "grid": grid} | others
    return f"https://f-puzzles.com/?load={quote(compress(json.dumps(value)))}"


def sudokupad(regions: object = None, **others: Any) -> str:
    boxes = [[[3 * (b // 3) + i // 3, 3 * (b % 3) + i % 3] for i in range(9)] for b in range(9)]
    cells = [[{"value": CELLS[9 * r + c]} for c in range(9)] for r in range(9)]
    value = {"cells": cells, "regions": boxes if regions is None else regions} | others
    return "https://sudokupad.app/ctc" + compress(json.dumps(value))


def test_decompression() -> None:
    assert json.loads(decompress_lz_string(F_PUZZLES, 10_000))["title"] == "Für Elise ✓"
    pair = "x\ud83d\ude00"
    assert decompress_lz_string(compress(pair), 1000) == "x😀"
    for text in ("aaaaaaaaaaaa", '{"a": "bbbbbbb"}', "abcabcabcabc" * 9):
        assert decompress_lz_string(compress(text), 1000) == text
    whole = compress("abc" * 9)
    for broken in ("", "A", "N4Ig", whole[:-3], "////", "N4I!"):
        with pytest.raises(ValueError, match=r"the text|substring"):
            decompress_lz_string(broken, 1000)
    with pytest.raises(ValueError, match="too long"):
        decompress_lz_string(whole, 26)


@pytest.mark.parametrize(
    "link",
    [
        f"https://www.f-puzzles.com/?load={F_PUZZLES}",
        f"https://f-puzzles.com/?load={quote(F_PUZZLES, safe='')}&x=1",
        f"https://sudokupad.app/?puzzleid=fpuzzles{F_PUZZLES}",
        f"sudokupad.app/fpuzzles{F_PUZZLES}?setting-nogrid=1",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{quote(F_PUZZLES, safe='')}",
        f"fpuzzles{F_PUZZLES}",
    ],
)
def test_links_of_f_puzzles(link: str) -> None:
    assert read(link) == [(CELLS, "Für Elise ✓")]
    assert read(f"Solve this:\n\n  <{link}>\n\nBye\n") == [(CELLS, "Für Elise ✓")]
    with_placed = CELLS.copy()
    with_placed[2] = 4
    assert read(link, placed=True) == [(with_placed, "Für Elise ✓")]


def test_links_of_sudokupad() -> None:
    assert read(f"https://sudokupad.app/{SUDOKUPAD}") == [(CELLS, "Easy, one")]
    assert read(f"https://sudokupad.app/{SHORT_KEYS}") == [(CELLS, "Nr 5")]
    assert read(SUDOKUPAD) == [(CELLS, "Easy, one")]
    assert read(sudokupad(cages=[{"value": "title: It"}])) == [(CELLS, "It")]
    assert read(sudokupad(metadata={"title": "A"}, title="B")) == [(CELLS, "A")]


def test_one_link_on_each_line() -> None:
    links = [f_puzzles(title=f"No. {number}") for number in (1, 2, 3)]
    assert read("\n".join(links)) == [(CELLS, f"No. {number}") for number in (1, 2, 3)]
    assert "several links" in refusal(" ".join(links[:2]))
    mixed = f"{links[0]}\n{PUZZLE} Other\n"
    assert read(mixed) == [(CELLS, "No. 1"), (CELLS, "Other")]
    table = f"id,puzzle,rating\n7,{links[0]},hard\n8,{links[1]},easy\n"
    assert [name for _, name in read(table)] == ["7 hard", "8 easy"]
    assert read(f'{{"name": "x", "puzzle": "{links[0]}"}}\n' * 2)[0][0] == CELLS


def test_other_sizes_and_boxes() -> None:
    four = [1, 2, 3, 4, *[0] * 8, 4, 3, 2, 1]
    assert read(f_puzzles(four, 4, title="Small")) == [(four, "Small")]
    six = [1, *[0] * 34, 2]
    assert read(f_puzzles(six, 6)) == [(six, "")]
    large = [*range(1, 17), *[0] * 240]
    assert read(f_puzzles(large, 16, title="Large")) == [(large, "Large")]
    grid = [[{"region": r // 3 * 3 + c // 2} for c in range(6)] for r in range(6)]
    assert "--box 3x2" in refusal(f_puzzles(six, 6, grid=grid))
    assert read(f_puzzles(six, 6, grid=grid), box=BoxShape(3, 2)) == [([0] * 36, "")]


@pytest.mark.parametrize(
    ("link", "named"),
    [
        (f_puzzles(killercage=[{"cells": ["R1C1"], "value": "5"}], arrow=[1]), "arrow, killercage"),
        (f_puzzles(thermometer=[{"lines": [["R1C1"]]}]), "thermometer"),
        (f_puzzles(None, **{"diagonal+": True}), "diagonal+"),
        (f_puzzles(grid=[[{"region": c} for c in range(9)] for _ in range(9)]), "regions"),
        (sudokupad(lines=[{"wayPoints": [[0, 0]]}]), "lines"),
        (sudokupad(cages=[{"cells": [[0, 0]], "value": "12"}]), "cages"),
        (sudokupad(cages=[{"value": "antiknight: true"}]), "antiknight"),
        (sudokupad(metadata={"antiking": True}), "antiking"),
        (sudokupad(regions=[]), "regions"),
        (sudokupad(regions=[[[0, c] for c in range(9)]]), "regions"),
        ("https://sudokupad.app/scf" + "K" * 27 + "w", "Windoku"),
        ("https://sudokupad.app/scf" + "K" * 27 + "x", "X-Sudoku"),
        ("L9B" + "0jdd" * 81, "Killer"),
        ("X9B" + "03" * 81, "X-Sudoku"),
    ],
)
def test_variants_are_refused_by_name(link: str, named: str) -> None:
    said = refusal(f"text\n{link}\n")
    assert named in said
    assert said.startswith("f:2:")


def test_rules_that_are_off_are_no_variant() -> None:
    assert read(f_puzzles(antiknight=False, killercage=[], ruleset="Normal rules")) == [(CELLS, "")]


@pytest.mark.parametrize(
    "link",
    [
        f"https://www.f-puzzles.com/?load={F_PUZZLES[:300]}",
        f"https://sudokupad.app/{SUDOKUPAD[:300]}",
        f"https://f-puzzles.com/?load={compress('[1]' * 20)}",
        f"https://f-puzzles.com/?load={compress(json.dumps({'size': 9, 'title': 'x' * 30}))}",
        f_puzzles(grid=[[{"value": 10, "given": True}] * 9] * 9),
        f_puzzles(grid=[[{}] * 9] * 8),
        f_puzzles(grid=[[1] * 9] * 9),
        "https://sudokupad.app/ctc" + compress("{a:" * 3000),
    ],
)
def test_broken_links_are_refused(link: str) -> None:
    assert "a link" in refusal(f"{PUZZLE}\n{link}")


def test_other_words_are_left_alone() -> None:
    for words in (
        "https://example.org/?load=abcdefghijklmnopqrstuvwxyz",
        "scf" + "aB" * 20,
        "https://sudokupad.app/scfoooooooooooooooooo",
        "S9B" + "ep" * 80,
    ):
        assert read(f"{words}\n{f_puzzles()}") == [(CELLS, "")]


@pytest.mark.parametrize(
    "words",
    [
        *("sudokupad.app/", "https://a.b.", "scf0", "ctcN4/", "S9B", "http://f-puzzles.com/?load="),
        *("a-", "www.", "fpuzzlesN4Ig+"),
    ],
)
def test_long_lines_are_searched_quickly(words: str) -> None:
    line = words * (130_000 // len(words))
    before = time.process_time()
    with pytest.raises(PairFileError):
        read(f"{line}\nsudokupad.app/scf\n")
    assert time.process_time() - before < 5


def test_the_recogniser_reads_the_same() -> None:
    text = "\n".join([f_puzzles(title="One, two"), "", f"sudokupad.app/{SUDOKUPAD}"])
    lines = NumberedLines(io.BytesIO(text.encode()), "f", 10**6)
    found = [line.decode() for _, line in convert_to_lines(lines, ReadingOptions()).lines]
    assert [(sudoku.cells, sudoku.name) for sudoku in read_lines(found).sudokus] == [
        (tuple(CELLS), "One, two"),
        (tuple(CELLS), "Easy, one"),
    ]


def test_links_that_hold_no_cells() -> None:
    short = "https://sudokupad.app/wsj7iunsg6\nhttps://f-puzzles.com/?id=yhkyz63b\n"
    assert "do not contain their cells" in refusal(short)
    assert read(f"{PUZZLE} by https://sudokupad.app/wsj7iunsg6")[0][0] == CELLS


def test_short_links_of_classical_sudokus() -> None:
    alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
    packed, place = "", 0
    while place < 81:
        blanks = 0
        while blanks < 5 and PUZZLE[place + blanks + 1 : place + blanks + 2] == ".":
            blanks += 1
        packed += alphabet[CELLS[place] + 10 * blanks]
        place += blanks + 1
    assert read(f"https://sudokupad.app/scf{packed}") == [(CELLS, "")]
    assert read(f"scf{packed}\n" * 2) == [(CELLS, "")] * 2


def test_codes_of_sudokuwiki() -> None:
    code = "S9B" + "".join(f"0{sign}" if sign != "." else "ep" for sign in PUZZLE)
    assert read(f"{code}\n" * 2) == [(CELLS, "")] * 2
    assert read(f"name,puzzle\nEasy,{code}\n") == [(CELLS, "Easy")]
    placed = code.replace("ep", "0b", 1)  # 11, that is 9 + 2
    assert read(placed)[0][0] == CELLS
    assert read(placed, placed=True)[0][0][2] == 2
    assert "a code" in refusal(code.replace("ep", "zz", 1))
    assert refusal(code[:-1])
