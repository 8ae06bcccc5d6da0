"""The recogniser: it reads a text right, or refuses it, and never reads another Sudoku."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from itertools import product

import pytest

from sudokopie import BoxShape
from sudokopie.base.errors import PairFileError
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.recognition.alphabet import list_alphabets
from sudokopie.recognition.columns import Role, choose_puzzle_column, find_role
from sudokopie.recognition.cover import Aside, classify_aside
from sudokopie.recognition.meaning import RefusedTextError
from sudokopie.recognition.options import RecognitionOptions
from sudokopie.recognition.recognise import Reading, read_lines
from sudokopie.recognition.rules import breaks_rules, count_solutions, is_region_map
from sudokopie.recognition.text_lines import make_text_lines, without_axes

from conftest import ROOT
from made_files_read import judge_all, recognise
from samples import samples

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]
CLUES = [(i // 9 + 1, i % 9 + 1, sign) for i, sign in enumerate(PUZZLE) if sign != "."]
"""The row, the column and the digit of each clue."""
CELLS = tuple(int(sign) if sign != "." else 0 for sign in PUZZLE)
CASES = ROOT.parent / "shared" / "cases"


def read(text: str, **options: object) -> Reading:
    return read_lines(text.split("\n"), RecognitionOptions(**options))  # type: ignore[arg-type]


def cells(text: str, **options: object) -> list[tuple[int, ...]]:
    return [sudoku.cells for sudoku in read(text, **options).sudokus]


def refusal(text: str, **options: object) -> str:
    with pytest.raises(RefusedTextError) as caught:
        read(text, **options)
    return str(caught.value)


CODE_WITHOUT_SUDOKU = {
    "an index with two values": "const grid = make();\n"
    + "".join(f"grid[{i}] = mask({i % 3 + 1}, {i % 2 + 3});\n" for i in range(5)),
    "indices with two values on a line": "handler\n  candidates: {0: [1, 2], 1: [2, 3], 2: [3, 4], "
    "3: [2, 4]},\n",
    "words between numbers": "".join(
        f"let cell{r}{c} = Cell.make col{c} row{r} in\n" for r in range(1, 5) for c in range(1, 5)
    ),
    "a line that divides": 'package main\n\nconst divider = "****************"\nfunc main() {\n}\n',
    "a line that divides, far below": "// some words\n" * 70
    + 'divider := "-------------------------"\n'
    + "// some words\n" * 70,
    "a code of 1,024 signs": "---\nsource: mod.rs\nexpression: render(&grid)\n---\n"
    + "".join("0123g010"[i * i % 7] for i in range(1024)),
}
"""Texts like those in the sources of programs about Sudokus."""


@pytest.mark.parametrize("kind", CODE_WITHOUT_SUDOKU)
def test_code_without_a_sudoku_is_refused(kind: str) -> None:
    with pytest.raises(PairFileError), open_text_as_grid_file(CODE_WITHOUT_SUDOKU[kind]) as file:
        list(file)


@pytest.mark.parametrize(
    "clue",
    ["sudoku.set({r}, {c}, {d});", "new Given('R{r}C{c}', {d}),", "row {r}, column {c}: {d}"],
)
def test_clues_with_words_are_read(clue: str) -> None:
    lines = [
        clue.format(r=i // 9 + 1, c=i % 9 + 1, d=digit) for i, digit in enumerate(CELLS) if digit
    ]
    assert cells("\n".join(lines)) == [CELLS]


IN_ORDER = "1,1,4;1,3,6;2,1,3;2,4,2;3,3,5;3,6,4;4,2,4;4,4,1;5,4,6;6,2,1;6,5,5;6,6,3"
"""The clues of a Sudoku of 6×6 cells with exactly one solution, without words."""


@pytest.mark.parametrize("between", [";", "\n"])
def test_clues_in_order_are_read_without_words_if_they_have_one_solution(between: str) -> None:
    text = IN_ORDER.replace(";", between)
    assert cells(text) == [tuple(map(int, "406000300200005004040100000600010053"))]
    first, *others = IN_ORDER.split(";")
    for clues in (
        ["1,1,3", *others],  # no solution
        [first, others[0], "1,6,1", *others[1:-2], "6,6,5"],  # several
        [*others, first],  # another order
        [first, first, *others[1:]],  # a cell twice; the numbers are no grid that breaks the rules
    ):
        with pytest.raises(PairFileError):
            open_text_as_grid_file(between.join(clues))


@pytest.mark.gate
@pytest.mark.parametrize("kind", ["files", "without"])
def test_made_files_are_read_right_or_refused(kind: str) -> None:
    """The nightly script reads more, with other seeds."""
    judgements = [*judge_all(range(31_000_000, 31_000_400), kind, "recognise", 1)]
    assert [one for one in judgements if one.verdict == "WRONG"] == []
    counts = Counter(one.verdict for one in judgements)
    assert counts["right"] >= 0.98 * len(judgements), counts


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["files", "without"])
def test_many_made_files_are_read_right_or_refused(kind: str) -> None:
    judgements = [*judge_all(range(32_000_000, 32_005_000), kind, "recognise", 1)]
    counts = Counter(one.verdict for one in judgements)
    assert counts["right"] >= 0.98 * len(judgements), counts
    assert counts["WRONG"] <= 5, [one for one in judgements if one.verdict == "WRONG"]


@pytest.mark.skipif(not CASES.exists(), reason="the files are not here")
def test_files_that_were_misread() -> None:
    for line in (CASES / "cases.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        name, expected = case["files"][0], case["expect"]
        if name.endswith(".npy") or expected.startswith(("audit", "a hint", "copies")):
            continue
        found, messages = recognise((CASES / name).read_bytes(), name)
        if expected == "refusal":
            assert (found, bool(messages)) == ([], True), name
            continue
        grids = [
            tuple(map(int, grid)) if isinstance(grid, str) else tuple(grid)
            for grid in case["grids"]
        ]
        assert [cells for _, cells, _ in found] == grids, name


READ_OTHERWISE = {
    # A line between lines of Sudokus is no longer cut out: it holds two Sudokus.
    "a file of tdoku with and without solutions": ":1:534678912672195348198342567",
    "quoted solutions in a column before a column of Sudokus": '2,"two\nlines"',
    "numbers that lost their zeros": "nr,,note,date",
    "a page of HTML that is not XML": "<p>Easy</p>",
    "a digit too many of sixteen": "01..52BE.68DC97.",
    "links and codes, which are unpacked before": "sudokupad.app/scf",
    "capital letters beside 0": "*0**41AD*57CB86*",
}
"""Samples of the present reader that the recogniser reads in another way, or refuses; each by a
piece of its text.
"""


def test_samples_of_the_documentation() -> None:
    """The samples that the present reader reads are read in the same number, or are listed."""
    count = 0
    for sample in samples():
        expected = re.match(r"Read: (\d+)", sample.said)
        if not expected or any(piece in sample.text for piece in READ_OTHERWISE.values()):
            continue
        if "Subject:" in sample.text:
            continue  # a mail
        found, messages = recognise(sample.text.encode(), "")
        assert len(found) == int(expected[1]), (sample.text[:200], messages)
        count += 1
    assert count > 40


def test_rows_grouped_by_boxes() -> None:
    """In 1.2.0 they were read as a grid of 11×11."""
    rows = [" ".join(row[i : i + 3] for i in (0, 3, 6)) for row in ROWS]
    bands = "\n\n".join("\n".join(rows[i : i + 3]) for i in (0, 3, 6))
    assert cells(bands) == [CELLS]


def test_the_gaps_show_the_boxes() -> None:
    text = "12 .. ..\n.. .. ..\n.. .. ..\n\n.. .. ..\n.. .. ..\n.. .. .."
    assert read(text).sudokus[0].box == BoxShape(3, 2)


def test_a_comment_names_the_boxes() -> None:
    text = "12....\n" + "......\n" * 5
    assert read(text).sudokus[0].box == BoxShape(2, 3)
    assert read(f"# box 3x2\n{text}").sudokus[0].box == BoxShape(3, 2)
    assert "different shapes" in refusal(f"# box 3x2\n{text}# box 2x3\n{text}")


def test_two_blocks_without_a_line_between_them() -> None:
    assert cells("\n".join(ROWS + ROWS)) == [CELLS, CELLS]


def test_a_row_of_blanks_is_no_rule() -> None:
    rows = ["-" * 9, *(row.replace(".", "-") for row in ROWS[1:])]
    assert cells("\n".join(rows)) == [(0,) * 9 + CELLS[9:]]


def test_a_missing_sign_or_row_is_refused() -> None:
    assert "belongs to no Sudoku" in refusal("\n".join([*ROWS, *ROWS[:8]]))
    assert "Sudoku" in refusal("\n".join([*ROWS[:4], ROWS[4][:8], *ROWS[5:]]))
    assert "belongs to no Sudoku" in refusal(f"{PUZZLE}\n{PUZZLE[:80]}")


def test_candidates_and_regions_are_refused() -> None:
    assert "candidates" in refusal("123456789" * 81)
    regions = ["AAABBBCCC"] * 3 + ["DDDEEEFFF"] * 3 + ["GGGHHHIII"] * 3
    assert cells("\n".join([*ROWS, "", *regions])) == [CELLS]  # the ordinary boxes
    regions[::2] = "AAAABBCCC", "AABBBBCCC", *regions[4::2]
    assert "regions" in refusal("\n".join([*ROWS, "", *regions]))


def test_one_word_again_and_again_is_no_sudoku() -> None:
    assert len(cells("1234 3412 2143 4321")) == 1
    for word in ("12.4", "0123456789abcdef"):
        assert "expected a Sudoku, found none" in refusal(" ".join([word] * len(word) * 3))


def test_marks_are_no_sudoku() -> None:
    marks = ["1" * 9] * 9
    assert "belongs to no Sudoku" in refusal("\n".join([*ROWS, "", *marks]))
    assert "expected a Sudoku, found none" in refusal("\n".join(marks))


def test_zero_is_blank_or_a_digit() -> None:
    shifted = "".join(str(int(sign) - 1) if sign != "." else sign for sign in PUZZLE)
    assert cells(shifted) == [CELLS]
    assert "0 may be a digit" in refusal("0..." + "...1" + "...." + "2...")
    assert cells(PUZZLE.replace("1", "1").replace(".", "0")) == [CELLS]


def test_options_decide() -> None:
    text = "0...\n...1\n....\n2..."
    assert refusal(text)
    assert read("12.." * 9, box=BoxShape(3, 2)).sudokus[0].box == BoxShape(3, 2)
    moved = " ".join(str(cell + 1) for cell in CELLS)
    assert cells(moved, offset=1) == [CELLS]
    table = f"a,b\n{PUZZLE},{SOLUTION}"
    assert cells(table) == [CELLS]
    assert cells(table, column=2) == [tuple(map(int, SOLUTION))]
    assert cells(table, column="b") == [tuple(map(int, SOLUTION))]
    assert "column c" in refusal(table, column="c")
    assert "only a column of solutions" in refusal(f"id,solution\n1,{SOLUTION}")


def test_the_option_for_blank_cells() -> None:
    for sign in "-x#0":
        assert cells(PUZZLE.replace(".", sign), blank=sign) == [CELLS]
    numbers = " ".join(str(cell or -1) for cell in CELLS)
    assert cells(numbers, blank="-1") == [CELLS]
    shifted = " ".join(str(cell - 1) if cell else "." for cell in CELLS)
    assert cells(shifted, blank=".") == [CELLS]
    # Of the signs 0 and ., only one can be blank.
    assert read("0...\n...1\n....\n2...", blank=".").sudokus[0].cells[0] == 1
    assert refusal("0...\n...1\n....\n2...", blank="0")


def test_placed_digits() -> None:
    line = ":0000:x:+4" + PUZZLE[1:] + ":1 2:3::"
    assert cells(line)[0][0] == 0
    assert cells(line, placed=True)[0][0] == 4
    rows = "\n".join([" ".join(["+4", *ROWS[0][1:]]), *(" ".join(row) for row in ROWS[1:])])
    assert cells(rows)[0][:2] == (0, 3)
    assert cells(rows, placed=True)[0][:2] == (4, 3)


def test_words_and_numbers_for_nothing() -> None:
    """null, None, nan and -1 are blank cells in lists, lines, tables and JSON."""
    for blank in (None, -1):
        rows = [[int(sign) if sign != "." else blank for sign in row] for row in ROWS]
        flat = [cell for row in rows for cell in row]
        for value in (rows, flat, {"puzzle": rows}, [rows], {"data": [{"grid": flat}]}):
            assert cells(json.dumps(value)) == [CELLS], value
            assert cells(json.dumps(value, indent=1)) == [CELLS], value
        assert cells("\n".join(json.dumps({"puzzle": rows}) for _ in range(2))) == [CELLS] * 2
        assert cells(f"grid = {rows}") == [CELLS]
        for word in ("null", "nan", "None") if blank is None else ("-1",):
            texts = [[word if cell == blank else str(cell) for cell in row] for row in rows]
            for sign in (" ", ",", ";", "\t", ", "):
                assert cells("\n".join(map(sign.join, texts))) == [CELLS], (word, sign)
                assert cells(sign.join(cell for row in texts for cell in row)) == [CELLS]
        from_zero = [cell if cell == blank else (cell or 0) - 1 for cell in flat]
        assert cells(json.dumps(from_zero)) == [CELLS]
    missing = json.dumps(
        [[int(sign) if sign != "." else float("nan") for sign in row] for row in ROWS]
    )
    assert cells(missing) == cells(missing.replace("], [", "],\n[")) == [CELLS]
    for number in ("Infinity", "1e400", "-Infinity", "2.5"):
        with pytest.raises(RefusedTextError):
            read(missing.replace("NaN", number))


@pytest.mark.parametrize(
    "key", ["{letter}{column}", "{row},{column}", "r{row}c{column}", "({zero}, {column0})"]
)
def test_json_whose_keys_name_cells(key: str) -> None:
    """Cells that no key names, or whose value is nothing, are blank."""
    names = [
        key.format(letter="ABCDEFGHI"[r], row=r + 1, column=c + 1, zero=r, column0=c)
        for r, c in product(range(9), repeat=2)
    ]
    digits = {name: digit for name, digit in zip(names, CELLS, strict=True) if digit}
    for one in (digits, {**dict.fromkeys(names), **digits}, {**dict.fromkeys(names, 0), **digits}):
        assert cells(json.dumps(one)) == [CELLS]
        assert cells(json.dumps({"puzzle": one}, indent=1)) == [CELLS]
        assert [one.name for one in read(json.dumps({"name": "Mine", "a": one})).sudokus] == [
            "Mine"
        ]
    with pytest.raises(RefusedTextError):
        read(json.dumps(dict(list(digits.items())[:12])))
    with pytest.raises(RefusedTextError):
        read(json.dumps({**digits, "other": 3}))


def test_several_sizes_in_one_file() -> None:
    four, six = "12....34....1..2", "1......2......3......4......5......6"
    drawn = "\n\n".join(
        "\n".join(one[i : i + n] for i in range(0, n * n, n))
        for one, n in ((four, 4), (PUZZLE, 9), (six, 6))
    )
    records = json.dumps([{"puzzle": one} for one in (four, PUZZLE, six)])
    expected = [
        tuple(int(sign) if sign != "." else 0 for sign in one) for one in (four, PUZZLE, six)
    ]
    assert cells(drawn) == expected
    assert cells(records) == expected
    assert cells(f"{four}\n{PUZZLE}\n{six}") == expected
    assert [sudoku.box.size for sudoku in read(drawn).sudokus] == [4, 9, 6]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_texts_of_json_with_line_ends(end: str) -> None:
    rows, solution = end.join(ROWS), end.join(SOLUTION[i : i + 9] for i in range(0, 81, 9))
    spaced = f"Easy{end}{end}" + end.join(" ".join(row) for row in ROWS)
    assert cells(json.dumps({"puzzle": rows})) == [CELLS]
    assert cells(json.dumps([rows, rows])) == [CELLS] * 2
    assert cells(json.dumps([{"solution": solution, "puzzle": rows}] * 2)) == [CELLS] * 2
    assert cells("\n".join(json.dumps({"puzzle": rows}) for _ in range(2))) == [CELLS] * 2
    assert [one.name for one in read(json.dumps({"text": spaced})).sudokus] == ["Easy"]
    assert cells(json.dumps(rows)) == [CELLS]  # nothing but a text
    assert cells(f"{json.dumps(rows)}\n{json.dumps(rows)}") == [CELLS] * 2


def test_xml_with_an_element_for_each_cell() -> None:
    def write(element: str, around: str = "{}") -> str:
        texts = [
            element.format(
                x=i % 9,
                y=i // 9,
                number=i + 1,
                digit=CELLS[i] or "",
                solved=SOLUTION[i],
                is_clue=str(bool(CELLS[i])).lower(),
                is_open=str(not CELLS[i]).lower(),
            )
            for i in range(81)
        ]
        rows = ["".join(texts[i : i + 9]) for i in range(0, 81, 9)]
        return (
            f'<?xml version="1.0"?>\n<sudoku name="A">{"".join(map(around.format, rows))}</sudoku>'
        )

    sudoq = '<fieldmap id="{number}" solution="{solved}" editable="{is_open}">{place}</fieldmap>'
    for text in (
        write(sudoq.replace("{place}", '<position x="{x}" y="{y}"/>')),
        write("<cell>{digit}</cell>"),
        write("<cell>{digit}</cell>\n", "<row>{}</row>\n"),
        write('<cell value="{digit}"/>'),
        write('<cell row="{y}" col="{x}" value="{digit}"/>'),
        write('<cell row="{y}" col="{x}" value="{solved}" given="{is_clue}"/>'),
        write('<c x="{x}" y="{y}" fixed="{is_clue}">{solved}</c>'),
    ):
        assert cells(text) == [CELLS], text[:200]
        assert [one.name for one in read(text).sudokus] == ["A"]
    whole = write('<cell value="{solved}" given="true"/>')
    assert cells(whole) == [tuple(map(int, SOLUTION))]


@pytest.mark.parametrize(
    "headings", ["solved,unsolved", "target,input", "Lösung,Rätsel", "solución,tablero", "b,a"]
)
def test_a_solution_is_never_taken_for_the_puzzle(headings: str) -> None:
    assert cells(f"{headings}\n{SOLUTION},{PUZZLE}") == [CELLS]
    keys = headings.split(",")
    assert cells(json.dumps(dict(zip(keys, (SOLUTION, PUZZLE), strict=True)))) == [CELLS] or (
        headings == "b,a"
    )


def test_columns_without_a_sign_are_refused() -> None:
    other = SOLUTION.translate(str.maketrans("123456789", "234567891"))
    assert "columns" in refusal(f"a,b\n{SOLUTION},{other}")


def test_names() -> None:
    assert [one.name for one in read("Grid 01\n" + "\n".join(ROWS)).sudokus] == ["Grid 01"]
    assert [one.name for one in read(f"name,puzzle\nEasy,{PUZZLE}").sudokus] == ["Easy"]
    assert [one.name for one in read(f"{PUZZLE} # 27 clues").sudokus] == ["27 clues"]
    value = json.dumps([{"name": "A", "puzzle": PUZZLE}, {"name": "B", "puzzle": PUZZLE}])
    assert [one.name for one in read(value).sudokus] == ["A", "B"]


def test_alphabets() -> None:
    assert list_alphabets(9, [*"53.7"])[0]["."] == 0
    assert list_alphabets(9, [*"1.x"]) == []  # two signs for blank
    assert [one["0"] for one in list_alphabets(4, [*"0.12"])] == [0, 1]
    assert list_alphabets(4, [*"0.4"])[0]["0"] == 0
    assert list_alphabets(4, [*"05"]) == []
    assert list_alphabets(16, [*"1A."])[0]["A"] == 10
    assert list_alphabets(16, [*"AP."])[0]["P"] == 16  # as A is 1
    assert list_alphabets(9, ["+5", "3", "."])[0]["+5"] == 0  # a placed digit is no clue


def test_clues_in_the_order_of_their_second_numbers_may_begin_with_the_column() -> None:
    clues = [(i // 9, i % 9, value) for i, value in enumerate(CELLS) if value]
    rows = "\n".join(f"given({row}, {column}, {digit});" for row, column, digit in clues)
    assert cells(f"# A program\n{rows}\n") == [CELLS]
    turned = "\n".join(f"given({column}, {row}, {digit});" for row, column, digit in clues)
    with pytest.raises(RefusedTextError):
        read_lines(["# A program", *turned.splitlines()])


@pytest.mark.parametrize(
    "clue", ["cell({},{},{}).", "({},{},{});", "{},{},{}", "r{}c{}={}", "given({}, {}, {})."]
)
def test_several_clues_on_each_line(clue: str) -> None:
    lines = [
        " ".join(
            clue.format(row + 1, column + 1, sign)
            for column, sign in enumerate(ROWS[row])
            if sign != "."
        )
        for row in range(9)
    ]
    assert cells("\n".join(lines)) == [CELLS]
    assert "Sudoku" in refusal("\n".join([*lines, lines[0][:-1] + " 7"]))


@pytest.mark.parametrize(
    ("clue", "old", "new"),
    [
        ("cell({},{},{}).", "cell(3,2,9)", "cellx3,2,9)"),
        ("cell({},{},{}).", "cell(3,2,9)", "cell(329)"),
        ("cell({},{},{}).", "cell(1,5,7)", "cell(1,5,\n7)"),
        ("({},{},{})", "(3,2,9)", "(3,2,9"),
        ("r{}c{}={}", "r3c2=9", "r3c22=9"),
        ("{} {} {},", "9 8 7,", "9 87,"),
        ("{},{},{};", "3,2,9", "3,0,9"),
    ],
)
def test_a_fault_in_one_of_several_clues_is_not_left_out(clue: str, old: str, new: str) -> None:
    clues = [clue.format(*one) for one in CLUES]
    assert cells("\n".join(clues)) == [CELLS]
    text = "\n".join(" ".join(clues[i : i + 3]) for i in range(0, len(clues), 3))
    assert cells(text) == [CELLS]
    assert old in text
    for damaged in (text, "\n".join(clues)):
        refusal(damaged.replace(old, new))


def test_a_first_clue_is_not_taken_for_the_sizes() -> None:
    """Eight rows may have boxes of 4×2 cells, but 8 4 2 is the digit 2 in row 8 and column 4."""
    exchange = str.maketrans("24", "42")
    clues = [f"{row} {column} {sign.translate(exchange)}" for row, column, sign in CLUES]
    clues.sort(key=lambda clue: clue != "8 4 2")
    assert clues[0] == "8 4 2"
    expected = PUZZLE.translate(exchange).replace(".", "0")
    assert cells("\n".join(clues)) == [tuple(map(int, expected))]
    assert cells("\n".join(["9 3 3", *ROWS])) == [CELLS]
    four = ["4 2 2", "1 1 1", "1 2 2", "1 3 3", "1 4 4", "2 1 3", "2 3 1", "3 1 2"]
    assert "Sudoku" in refusal("\n".join(four))


@pytest.mark.parametrize("line", ["f(1,2,3) + f(2,3,4)", "1 2 3 4 5 6", "p(1, 2, 3), q(2, 3, 4)"])
def test_triples_of_other_things_are_no_clues(line: str) -> None:
    numbers = iter(range(1, 100))
    lines = [re.sub("[0-9]", lambda _: str(next(numbers) % 9 + 1), line) for _ in range(9)]
    refusal("\n".join(lines))


COLUMNS = ["".join(row[c] for row in ROWS) for c in range(9)]
NUMBERS = [[int(sign.replace(".", "0")) for sign in column] for column in COLUMNS]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"Column {c + 1}: {COLUMNS[c]}" for c in range(9)),
        json.dumps({"columns": NUMBERS}, indent=1),
        f"boxes = {COLUMNS}",
        "columns = [\n" + "".join(f"  {column},\n" for column in NUMBERS) + "]",
        "<s>" + "".join(f'<col n="{c}">{COLUMNS[c]}</col>' for c in range(9)) + "</s>",
    ],
)
def test_columns_and_boxes_are_no_rows(text: str) -> None:
    assert "found its columns or boxes" in refusal(text)
    rows = re.sub("columns|boxes", "cells", text.replace("<col ", "<r ").replace("</col", "</r"))
    assert len(cells(rows.replace("Column", "Row"))) == 1


def test_rows_with_numbers_in_another_order() -> None:
    lines = [f"Row {i}: {row}" for i, row in enumerate(ROWS, 1)]
    assert cells("\n".join(lines)) == [CELLS]
    for other in (lines[::-1], [lines[1], lines[0], *lines[2:]]):
        assert "numbers in another order" in refusal("\n".join(other))
    elements = [f'<row n="{i}">{row}</row>' for i, row in enumerate(ROWS)]
    assert cells(f"<s>{''.join(elements[::-1])}</s>") == [CELLS]


@pytest.mark.parametrize(
    "clue",
    [
        "Clue(value={2}, row={0}, col={1}),",
        "{{ col: {1}, row: {0}, value: {2} }},",
        "x={1}, y={0}, digit={2}",
        "digit {2} at row {0}, column {1}",
    ],
)
def test_names_give_the_order_of_the_numbers_of_a_clue(clue: str) -> None:
    assert cells("\n".join(clue.format(*one) for one in CLUES)) == [CELLS]


@pytest.mark.parametrize("above", ["Each column and row has each digit once:", ""])
def test_a_sentence_does_not_give_the_order_of_the_numbers_of_a_clue(above: str) -> None:
    clues = ["{},{},{}".format(*one) for one in CLUES]
    assert cells("\n".join([above, *clues])) == [CELLS]


@pytest.mark.parametrize(
    "heading", ["value,row,col\n", "value,row,col", "| kolom | rij | cijfer |\n|---|---|---|"]
)
def test_headings_give_the_order_of_the_numbers_of_a_clue(heading: str) -> None:
    clue = "{2},{0},{1}" if heading[0] == "v" else "| {1} | {0} | {2} |"
    assert cells("\n".join([heading, *(clue.format(*one) for one in CLUES)])) == [CELLS]


@pytest.mark.parametrize("clue", ["r{}c{}<>{}", "r{}c{}!={}", "r{}c{}-{}", ":- cell({},{},{})."])
def test_eliminations_are_no_clues(clue: str) -> None:
    lines = [clue.format(*one) for one in CLUES]
    assert "Sudoku" in refusal("\n".join(lines))
    text = "\n".join([*(f"r{row}c{column}={sign}" for row, column, sign in CLUES), "", *lines[:3]])
    if "!" in clue:  # the sign is also among those that repeat in the list
        assert "looks like cells" in refusal(text)
    else:
        assert cells(text) == [CELLS]


def test_cells_of_json_may_be_objects() -> None:
    def write(sign: str, i: int) -> dict[str, object]:
        if sign != ".":
            return {"value": int(sign), "given": True}
        return {"value": int(SOLUTION[i])} if i % 2 else {}

    objects = [write(sign, i) for i, sign in enumerate(PUZZLE)]
    rows = [objects[i : i + 9] for i in range(0, 81, 9)]
    assert cells(json.dumps({"size": 9, "grid": rows})) == [CELLS]
    digits = [[{"digit": int(sign.replace(".", "0"))} for sign in row] for row in ROWS]
    assert cells(json.dumps(digits)) == [CELLS]
    digits[4][4] = {"colour": 7}
    refusal(json.dumps(digits))


def test_each_cell_of_a_notebook_is_read() -> None:
    code = [[f"{row}\n" for row in ROWS], [f"q='{SOLUTION[::-1]}'"], ["import numpy"]]
    code.append(["p = [\n", *(f"  [{', '.join(row)}],\n" for row in ROWS), "]", "\n", "f(p)"])
    notebook = {"cells": [{"cell_type": "code", "source": lines} for lines in code]}
    solution = tuple(map(int, SOLUTION[::-1]))
    assert cells(json.dumps(notebook)) == [CELLS, solution, CELLS]


def test_a_solution_on_one_line_may_follow_the_lines_of_its_puzzle() -> None:
    grid = "grid = [\n" + "".join(f"  [{', '.join(row)}],\n" for row in ROWS) + "]\n"
    found = read(f'{grid}solution = "{SOLUTION}"\n').sudokus
    assert [(one.cells, one.name) for one in found] == [
        (CELLS, "grid"),
        (tuple(map(int, SOLUTION)), "solution"),
    ]
    assert "a solution, but no puzzle" in refusal(f'solution = "{SOLUTION}"\n{grid}')


@pytest.mark.parametrize("sign", "?.")
def test_a_blank_sudoku_below_words_is_not_left_out(sign: str) -> None:
    text = "\n".join([*ROWS, "", "an empty grid:", *[sign * 9] * 9])
    assert cells(text) == [CELLS, (0,) * 81]


def test_lines_that_divide_a_text_are_no_blank_sudoku() -> None:
    assert cells("\n".join([*["-" * 10] * 10, *ROWS])) == [CELLS]


def test_rules() -> None:
    box = BoxShape(3, 3)
    assert not breaks_rules(CELLS, box)
    assert breaks_rules((5, *CELLS[:8], 5, *CELLS[10:]), box)
    assert count_solutions(CELLS, box) == 1
    assert count_solutions((0,) * 81, box) == 2
    assert count_solutions((0,) * 625, BoxShape(5, 5), 1) in (1, None)
    assert is_region_map([1, 1, 2, 2] * 2 + [3, 3, 4, 4] * 2, 4)
    assert not is_region_map([int(sign) for sign in SOLUTION], 9)
    cages = "111212111322212223333444333121141121123141321443333344441121144311121113333222333"
    assert is_region_map([int(sign) for sign in cages], 9)
    windows = "000000000" + "011102220" * 3 + "000000000" + "033304440" * 3 + "000000000"
    assert is_region_map([int(sign) for sign in windows], 9)
    assert not is_region_map([int(sign) for sign in "5" + windows[1:]], 9)


def test_headings() -> None:
    assert find_role("Unsolved") is Role.PUZZLE
    assert find_role("puzzle_solution") is Role.SOLUTION
    assert find_role("result.data.puzzle") is Role.PUZZLE
    assert find_role("rating") is Role.UNKNOWN
    assert choose_puzzle_column(["", ""], [[(1, 2)], [(1, 0)]]) == [1]
    assert choose_puzzle_column(["", ""], [[(1, 0)], [(1, 2)]]) == [0]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Puzzle 17 (hard), 3 May 2024", Aside.TEXT),
        ("3.4.2021", Aside.TEXT),
        ("50", Aside.TEXT),
        ("------+-------", Aside.EMPTY),
        ("5 3 . . 7 . . . .", Aside.CELLS),
        ("Row 1: 5 3 . . 7 . . . .", Aside.CELLS),
        (PUZZLE[:60], Aside.CELLS),
        ("y0 = (y//3)*3", Aside.TEXT),
        ("y = 53**7**1*", Aside.CELLS),
        ("1 2 3 4 5 6 7 8 9", Aside.TEXT),  # headings of columns, unless a Sudoku has this row
    ],
)
def test_lines_aside(line: str, kind: Aside) -> None:
    assert classify_aside(make_text_lines([line])[0]) is kind


def test_labels_of_rows_are_left_out() -> None:
    rows = [f"{label} {row}" for label, row in zip("ABCDEFGHI", ROWS, strict=True)]
    plain = without_axes(make_text_lines(rows))
    assert plain is not None
    assert [line.text.strip() for line in plain] == ROWS
    assert cells("\n".join(["  123456789", *rows])) == [CELLS]
    assert without_axes(make_text_lines(ROWS)) is None


def test_deep_lists_and_long_lines_are_refused_quickly() -> None:
    for text in ("[" * 20_000, "-" * 20_000, "A1;" * 20_000, "<a>" * 20_000, "1 " * 20_000):
        assert refusal(text)


def test_numbers_and_dots_are_no_sudokus() -> None:
    assert refusal("00000040  f5 e5 e4 b7  |................|")
    assert refusal("\n".join(["1*1001*1113*202*", "222012211*3*202*"]))  # a field of mines
    # Numbers that look like rows are not left out without a word.
    solution = ["615243", "453612", "321456", "546321", "132564", "264135"]
    assert "belongs to no" in refusal("\n".join([*solution, "", "4  5", "651", "5   36", "5"]))


def test_double_lines_show_the_boxes() -> None:
    def draw(row: str) -> str:
        return f"║ {row[0]} │ {row[1]} ║ {row[2]} │ {row[3]} ║ {row[4]} │ {row[5]} ║"

    rows = ["6 5   ", "      ", "    2 ", "5     ", "4    2", "1     "]
    light, heavy = "╟───┼───╫───┼───╫───┼───╢", "╠═══╪═══╬═══╪═══╬═══╪═══╣"
    lines = ["╔═══╤═══╦═══╤═══╦═══╤═══╗"]
    for number, row in enumerate(rows):
        lines += [draw(row), heavy if number == 2 else light]
    lines[-1] = "╚═══╧═══╩═══╧═══╩═══╧═══╝"
    text = "\n".join(lines)
    for one in (text, text.replace("   ", " . ")):
        (entry,) = open_text_as_grid_file(one)
        assert read(one).sudokus[0].box == entry.shape == BoxShape(3, 2)


def test_framed_grids_one_below_another() -> None:
    """A window of rows contains no line without bars."""
    rule = "+---+---+---+---+"
    rows = ["|   | 1 | 4 |   |", "| 4 |   | 3 |   |", "| 1 | 3 |   | 4 |", "|   |   |   |   |"]
    grid = [rule, *(line for row in rows for line in (row, rule))]
    expected = (0, 1, 4, 0, 4, 0, 3, 0, 1, 3, 0, 4, 0, 0, 0, 0)
    assert cells("\n".join([*grid, "", *grid, "", *grid])) == [expected] * 3


def test_a_refusal_names_the_line_of_the_file() -> None:
    """A quoted field with line ends is read as one line, but counts as its lines."""
    field = "\n".join(ROWS)
    with pytest.raises(RefusedTextError) as caught:
        read(f'id,puzzle\n1,"{field}"\n2,"{field}"\n{PUZZLE[:60]}')
    assert caught.value.line == 20


def test_only_the_forms_that_a_text_can_have_are_loaded() -> None:
    program = (
        "import sys; from sudokopie.recognition.recognise import read_lines; "
        f"read_lines({ROWS}); print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "sudokopie.recognition.forms.rows" in loaded
    for name in ("forms.brackets", "forms.table", "forms.places", "json_values", "xml_values"):
        assert f"sudokopie.reading.{name}" not in loaded


def test_a_field_too_many_is_refused_unless_other_lines_have_as_many() -> None:
    """Shifted by one cell, the cells are another Sudoku that breaks no rule."""
    cells_with_one_too_many = ",".join(["4", ".", ".", ".", "3", *"." * 77])
    refusal(cells_with_one_too_many)
    assert len(cells(f"{cells_with_one_too_many}\n{cells_with_one_too_many}")) == 2  # a number


def test_a_missing_sign_or_row_of_a_solution_is_no_blank_cell() -> None:
    rows = ["  ".join(SOLUTION[i + j : i + j + 3] for j in (0, 3, 6)) for i in range(0, 81, 9)]
    refusal("\n".join([*rows[:8], rows[8][:-1]]))
    refusal("\n".join([*rows[:4], "", *rows[5:]]))


@pytest.mark.parametrize("damage", ["delete", "add", "letter", "row"])
@pytest.mark.parametrize("form", ["letters", "lists", "lines"])
def test_damaged_rows_that_look_like_text_are_not_left_out(form: str, damage: str) -> None:
    letters = SOLUTION.translate(str.maketrans("123456789", "ABCDEFGHI"))
    if form == "letters":
        rows = [" ".join(letters[i : i + 9]) for i in range(0, 81, 9)]
    elif form == "lists":
        rows = [f"({' '.join(SOLUTION[i : i + 9])})" for i in range(0, 81, 9)]
    else:
        rows = [letters] * 3
    whole = "\n".join(rows)
    assert len(cells(whole)) == (3 if form == "lines" else 1)
    changed = {
        "delete": rows[1][:1] + rows[1][-(len(rows[1]) - 3) :],
        "add": rows[1][:3] + rows[1][1:3] + rows[1][3:],
        "letter": rows[1][:3] + "Q" + rows[1][4:],
        "row": "",
    }[damage]
    if form == "lines" and damage == "row":
        return
    if form == "lines":
        changed = {"delete": letters[1:], "add": letters + "A", "letter": "Q" + letters[1:]}[damage]
    refusal("\n".join([whole, "", rows[0], *[changed] * bool(changed), *rows[2:], "", whole]))
