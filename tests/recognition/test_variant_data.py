"""Data of variants are refused by name: candidates, the cages of a killer, regions of a jigsaw."""

from __future__ import annotations

import json

import pytest
from read_text import read

from sudokopie.base.errors import PairFileError
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.recognition.meaning import RefusedTextError
from sudokopie.recognition.recognise import read_lines

from conftest import ROOT
from documents import PUZZLE, ROWS

REGIONS = [
    *("AAABCCCCC", "AAABBBCCC", "DAAABBBBC", "DDAABEEEE", "DDDDBEEEE", "FFFFGEEHH", "IFFFFGHHH"),
    *("IIIFFGGGH", "IIIIIGGGH"),
]
NUMBERED = [row.translate(str.maketrans("ABCDEFGHI", "123456789")) for row in REGIONS]
PLACES = [
    [[r, c] for r, row in enumerate(REGIONS) for c, sign in enumerate(row) if sign == name]
    for name in "ABCDEFGHI"
]
BOXES = [[[r + i, c + j] for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)]
CANDIDATES = "".join(
    digit if sign in (".", digit) else "." for sign in PUZZLE for digit in "123456789"
)
CODE = "3x3k:zzzc,__aaa___a_a___aa_____a______a____a_a__a______b____aa_abaaaaaa___aa,10_6_8a11a9a12"
CASES = ROOT.parent / "shared" / "cases"
LETTERS, GRID = "a map of regions", [[int(one.replace(".", "0")) for one in row] for row in ROWS]


def refusal(text: str) -> tuple[int, str]:
    with pytest.raises(RefusedTextError) as caught:
        read_lines(text.splitlines())
    return caught.value.line, str(caught.value.message)


def test_candidates_are_refused_by_name() -> None:
    for text in (CANDIDATES, f"{CANDIDATES}\n{CANDIDATES}", json.dumps({"puzzle": CANDIDATES})):
        assert "the candidates of its cells" in refusal(text)[1]
    lines = [CANDIDATES[i : i + 81] for i in range(0, 729, 81)]
    assert "the candidates of its cells" in refusal("\n".join(lines))[1]
    assert refusal(f"Some words.\n\n{CANDIDATES}")[0] == 3
    assert read_lines([PUZZLE]).sudokus


@pytest.mark.parametrize(
    "text",
    [
        "\n".join([*ROWS, "", *REGIONS]),
        "\n".join([*ROWS, *NUMBERED]),
        "\n".join([*REGIONS, "", *ROWS]),
        f"{PUZZLE}\n{''.join(NUMBERED)}",
        f"{PUZZLE},{''.join(REGIONS)}",
        json.dumps({"puzzle": PUZZLE, "regions": "".join(NUMBERED)}),
        json.dumps({"grid": GRID, "regions": REGIONS}),
        json.dumps({"grid": GRID, "regions": PLACES}),
        json.dumps(
            {"grid": GRID, "Regions": [[f"R{r + 1}C{c + 1}" for r, c in x] for x in PLACES]}
        ),
    ],
)
def test_regions_of_a_jigsaw_are_refused_by_name(text: str) -> None:
    assert LETTERS in refusal(text)[1]


def test_regions_that_are_boxes_are_read() -> None:
    reading = read_lines([json.dumps({"grid": GRID, "regions": BOXES})])
    assert len(reading.sudokus) == 1


@pytest.mark.parametrize(
    "text",
    [
        CODE,
        f"Some words.\n{CODE}\n{PUZZLE}\n",
        "3x3:d:k:5376:5377:5378:2307:2308:2309",
        "SumoCueV1=14J0=0+0J0=10J2",
        json.dumps({"puzzle": PUZZLE, "cages": [{"cells": [[0, 0], [0, 1]], "sum": 10}]}),
        json.dumps({"puzzle": PUZZLE}) + "\n" + json.dumps({"puzzle": PUZZLE, "cages": "aabb"}),
        json.dumps({"data": {"grid": GRID, "killerCage": [{"cells": ["R1C1"], "value": "10"}]}}),
    ],
)
def test_cages_of_a_killer_are_refused_by_name(text: str) -> None:
    assert "the cages of a Killer Sudoku" in refusal(text)[1]


def test_a_key_for_cages_without_a_cage_is_no_variant() -> None:
    assert read_lines([json.dumps({"puzzle": PUZZLE, "cages": []})]).sudokus
    assert read_lines([f"3x3: {PUZZLE}"]).sudokus
    assert read_lines(["12km:a run", PUZZLE]).sudokus


def test_the_line_of_the_data_is_named() -> None:
    assert refusal(f"Some words.\n{CODE}\n{PUZZLE}\n")[0] == 2
    assert refusal("\n".join([*ROWS, "", *REGIONS]))[0] == 11


@pytest.mark.skipif(not CASES.exists(), reason="the files are not here")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("solo_killer.txt", "the cages of a Killer Sudoku"),
        ("ss_jigsaw.ss", LETTERS),
        ("sukaku729.txt", "the candidates of its cells"),
    ],
)
def test_real_files_are_refused_by_name(name: str, words: str) -> None:
    assert words in refusal((CASES / name).read_text())[1]


SUGURU = [[0, 0, 3, 0, 0, 0], [0, 0, 0, 0, 4, 0], [1, 0, 0, 0, 0, 0], [0, 0, 0, 5, 0, 2]]
SUGURU += [[0, 2, 0, 0, 0, 0], [0, 0, 0, 0, 3, 0]]
PARTS = [[0, 0, 1, 1, 1, 2], [0, 0, 0, 1, 2, 2], [3, 3, 0, 1, 2, 2], [3, 3, 4, 4, 4, 2]]
PARTS += [[3, 5, 5, 4, 4, 6], [5, 5, 5, 6, 6, 6]]
"""The clues and the regions of a Suguru: regions of different sizes, numbered from 0."""


def draw(rows: list[list[int]], signs: str, separator: str = "") -> str:
    return "\n".join(separator.join(signs[cell] for cell in row) for row in rows)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"clues": SUGURU, "regions": PARTS}),
        json.dumps({"board": SUGURU, "areas": PARTS}),
        json.dumps({"board": SUGURU, "region_map": draw(PARTS, "ABCDEFG").split()}),
        json.dumps([SUGURU, PARTS]),
        f"clues = {SUGURU}\nparts = {PARTS}\n",
        draw(SUGURU, ".12345") + "\n\n" + draw(PARTS, "ABCDEFG"),
        draw(SUGURU, ".12345") + "\n\n" + draw(PARTS, "ABCDEFG", " "),
        draw(SUGURU, "012345", " ") + "\n\n" + draw(PARTS, "1234567", " "),
    ],
)
def test_the_regions_of_a_suguru_are_refused_by_name(text: str) -> None:
    with pytest.raises(PairFileError, match=LETTERS):
        open_text_as_grid_file(text)


@pytest.mark.parametrize("regions", ["boxes", [[1, 1], [2, 2]], [1, [2]], SUGURU, {}, [[]]])
def test_other_values_of_regions_are_no_map(regions: object) -> None:
    reading = read_lines([json.dumps({"grid": GRID, "regions": regions})])
    assert len(reading.sudokus) == 1


ORDINARY = ["".join(str(r // 3 * 3 + c // 3) for c in range(9)) for r in range(9)]


@pytest.mark.parametrize("first", ["0", "1", "A"])
@pytest.mark.parametrize("title", ["", "Boxes"])
def test_a_map_of_the_ordinary_boxes_is_no_variant(first: str, title: str) -> None:
    signs = "".join(chr(ord(first) + i) for i in range(9))
    boxes = [row.translate(str.maketrans("012345678", signs)) for row in ORDINARY]
    assert read("\n".join([*ROWS, "", title, *boxes])) == [PUZZLE]
    one, other = boxes[0][0], boxes[0][3]  # two boxes exchange a cell
    jigsaw = [*boxes[:2], f"{2 * one}{4 * other}{boxes[2][6:]}", *boxes[3:]]
    jigsaw[0] = f"{4 * one}{2 * other}{boxes[0][6:]}"
    try:
        found = read("\n".join([*ROWS, "", title, *jigsaw]))
    except PairFileError as error:
        found = [str(error)]
    assert "map of regions" in found[-1]
