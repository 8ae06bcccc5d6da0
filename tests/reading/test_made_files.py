"""The generator of made files, and the judgement of readings by `benchmarks/made_files_read.py`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import pytest

from made.dice import Dice
from made.draft import LETTERS
from made.grids import USUAL_BOXES, count_solutions, is_broken, make_grid, split_rows
from made_files import (
    DOCUMENT_FORMS,
    FORMS,
    FORMS_WITHOUT_SUDOKU,
    MadeFile,
    MadeSudoku,
    make_document,
    make_file,
    make_file_without_sudoku,
)
from made_files_read import judge, judge_all

SEEDS = range(1000)

DIGEST = "58c6d6c41469b442d5a97ee7ab842f3113c9a7ded5bb082a2be49f2d69796914"
DIGEST_WITHOUT_SUDOKU = "fd6b8359435f6250230543651a2b8c8ecdf183a6b1158415a14836a17ab60978"


@pytest.fixture(scope="module")
def made_files() -> list[MadeFile]:
    return [make_file(seed) for seed in SEEDS]


@pytest.fixture(scope="module")
def files_without_sudoku() -> list[MadeFile]:
    return [make_file_without_sudoku(seed) for seed in SEEDS]


def compute_digest(files: Sequence[MadeFile]) -> str:
    digest = hashlib.sha256()
    for made in files:
        digest.update(made.data)
        digest.update(repr((made.file_name, made.form, made.tags, made.expects)).encode())
        digest.update(repr([(one.box, one.cells, one.name) for one in made.sudokus]).encode())
    return digest.hexdigest()


@pytest.mark.gate
def test_the_same_seeds_give_the_same_files(
    made_files: list[MadeFile], files_without_sudoku: list[MadeFile]
) -> None:
    assert compute_digest(made_files[:200]) == DIGEST
    assert compute_digest(files_without_sudoku[:200]) == DIGEST_WITHOUT_SUDOKU


def test_each_form_occurs(made_files: list[MadeFile], files_without_sudoku: list[MadeFile]) -> None:
    assert {made.form for made in made_files} == {form.name for form in FORMS}
    without = {made.form for made in files_without_sudoku}
    assert without == {form.name for form in FORMS_WITHOUT_SUDOKU}


def test_files_have_sudokus_unless_they_must_be_refused(made_files: list[MadeFile]) -> None:
    for made in made_files:
        assert (made.expects == "read") == bool(made.sudokus), made.seed
        for one in made.sudokus:
            size = one.box[0] * one.box[1]
            assert len(one.cells) == size * size, made.seed
            assert set(one.cells) <= set(range(size + 1)), made.seed
            if one.solution:
                assert not is_broken(one.box, one.solution), made.seed
                assert all(
                    digit in {0, right}
                    for digit, right in zip(one.cells, one.solution, strict=True)
                ), made.seed


def list_signs(made: MadeFile, size: int) -> tuple[list[str], str]:
    """Return the signs of the digits, and a regular expression of a sign."""
    tags = dict(tag.partition("=")[::2] for tag in made.tags)
    kind = tags.get("digits", "0-based" if "from 0" in tags.get("blank", "") else "1-N")
    if kind == "numbers" or (size > 9 and kind == "1-N"):
        return [str(digit) for digit in range(1, size + 1)], r"\d+"
    signs = {
        "1-N": "123456789",
        "0-based": "0123456789",
        "A-I": LETTERS,
        "A-P": LETTERS,
        "0-9A": "0123456789" + LETTERS,
        "1-9A": "123456789" + LETTERS,
        "1-9a": "123456789" + LETTERS.lower(),
    }[kind][:size]
    return list(signs), f"[{signs}]"


CLUES_WITH_PLACES = {"clues, row by row", "line, list of clues"}


def is_in_text(made: MadeFile, one: MadeSudoku) -> bool:
    """Return whether the text has the rows in their order, and the clues of each row next to each
    other, apart from signs that are no digits; or, if clues have places, whether each clue is there
    with its place.
    """
    size = one.box[0] * one.box[1]
    if made.form in CLUES_WITH_PLACES or {"facts=yes", "elements=row, column, value"} & {
        *made.tags
    }:
        base = 0 if "first row=0" in made.tags and "style=r1c1=5 " not in made.tags else 1
        numbers = ",".join(re.findall(r"\d+", made.text))
        clues = [(n // size + base, n % size + base, digit) for n, digit in enumerate(one.cells)]
        if "headings=col,row,value" in made.tags:
            clues = [(c, r, digit) for r, c, digit in clues]
        return all(f"{a},{b},{digit}" in numbers for a, b, digit in clues if digit)
    signs, pattern = list_signs(made, size)
    text = made.text.replace("-1", "") if "blank=-1" in made.tags else made.text
    found = ",".join(sign for sign in re.findall(pattern, text) if sign in signs)
    rows = [",".join(signs[digit - 1] for digit in row if digit) for row in split_rows(one.cells)]
    at = 0
    for row in rows:
        at = found.find(row, at)
        if at < 0:
            return False
        at += len(row)
    return True


@pytest.mark.gate
def test_each_sudoku_is_in_its_file(made_files: list[MadeFile]) -> None:
    for made in made_files:
        # SudoQ's files count digits from 0 in attributes; digits that a solver placed are no clues.
        if {"elements=SudoQ", "placed digits=yes", "size=several"} & {*made.tags}:
            continue
        for one in made.sudokus:
            assert is_in_text(made, one), made.seed


def test_glued_sudokus_are_in_their_files_as_text(made_files: list[MadeFile]) -> None:
    count = 0
    for made in made_files:
        tags = dict(tag.partition("=")[::2] for tag in made.tags)
        if made.form in {"line, glued", "rows, glued", "rows, Project Euler"}:
            text = re.sub(r"[\s>]", "", made.text)
            for one in made.sudokus:
                signs, _ = list_signs(made, one.box[0] * one.box[1])
                blank = tags.get("blank", "")
                cells = "".join(signs[digit - 1] if digit else blank for digit in one.cells)
                assert cells in text, made.seed
                count += 1
    assert count > 200


def test_names_are_in_the_text(made_files: list[MadeFile]) -> None:
    for made in made_files:
        for one in made.sudokus:
            assert one.name is None or one.name in made.text, made.seed


def test_files_without_sudoku_have_no_square_of_different_digits(
    files_without_sudoku: list[MadeFile],
) -> None:
    def fits(line: list[str], size: int) -> bool:
        digits = [sign for sign in line if sign not in {"0", ".", ""}]
        allowed = {str(digit) for digit in range(1, size + 1)}
        has_repeated_digit = len(set(digits)) < len(digits)
        return len(line) == size and allowed.issuperset(digits) and not has_repeated_digit

    for made in files_without_sudoku:
        assert not made.sudokus
        assert not re.search(r"[\d.]{81}", made.text), made.seed
        lines = [re.split(r"[\s,;|]+", line.strip()) for line in made.text.splitlines()]
        for size in USUAL_BOXES:
            runs = "".join("x" if fits(line, size) else " " for line in lines)
            assert "x" * size not in runs, made.seed


def test_puzzles_have_one_solution() -> None:
    dice = Dice(1)
    for box in ((2, 2), (2, 3), (3, 2), (2, 4), (3, 3)):
        for _ in range(5):
            grid = make_grid(dice, box, "puzzle")
            assert count_solutions(box, grid.cells) == 1


def test_each_form_of_documents_occurs_and_holds_sudokus() -> None:
    for library in ("openpyxl", "odf", "reportlab"):
        pytest.importorskip(library)
    documents = [make_document(seed) for seed in range(120)]
    assert {made.form for made in documents} == {form.name for form in DOCUMENT_FORMS}
    assert all(made.sudokus for made in documents)
    for made in documents[:20]:
        again = make_document(made.seed)
        assert (again.tags, again.sudokus) == (made.tags, made.sudokus)


FILE = MadeFile(
    seed=0,
    form="",
    tags=(),
    file_name="f.txt",
    data=b"",
    sudokus=(
        MadeSudoku((2, 2), (1, *[0] * 15), "Puzzle 1"),
        MadeSudoku((2, 2), (2, *[0] * 15), "Puzzle 11"),
    ),
)
FIRST = ((2, 2), (1, *[0] * 15), "Puzzle 1 (easy)")
SECOND = ((2, 2), (2, *[0] * 15), "puzzle 11")


@pytest.mark.parametrize(
    ("sudokus", "messages", "verdict"),
    [
        ([FIRST, SECOND], [], "right"),
        ([FIRST, SECOND], ["warning: lines without a Sudoku: 3"], "right"),
        ([FIRST, SECOND], ["f.txt:3: expected a digit"], "refused"),
        ([SECOND], ["warning: lines without a Sudoku: 3"], "refused"),
        ([], ["f.txt:3: expected a digit"], "refused"),
        ([SECOND], [], "WRONG"),
        ([SECOND, FIRST], [], "WRONG"),
        ([FIRST, FIRST, SECOND], [], "WRONG"),
        ([FIRST, ((2, 2), (3, *[0] * 15), "Puzzle 11")], ["an error"], "WRONG"),
        ([FIRST, ((1, 4), (2, *[0] * 15), "Puzzle 11")], [], "WRONG"),
        ([FIRST, ((2, 2), (2, *[0] * 15), "Puzzle 1")], [], "WRONG"),
        ([((2, 2), (1, *[0] * 15), "Puzzle 11")], ["an error"], "WRONG"),
    ],
)
def test_readings_are_judged(
    sudokus: list[tuple[tuple[int, int], tuple[int, ...], str]], messages: list[str], verdict: str
) -> None:
    assert judge(FILE, sudokus, messages)[0] == verdict


def test_a_file_to_refuse_needs_an_error() -> None:
    refused = MadeFile(0, "", (), "f.txt", b"", (), expects="refuse")
    assert judge(refused, [], ["f.txt:3: expected a digit"])[0] == "right"
    assert judge(refused, [], ["warning: lines without a Sudoku: 3"])[0] == "WRONG"
    assert judge(refused, [FIRST], ["an error"])[0] == "WRONG"
    without = MadeFile(0, "", (), "f.txt", b"", ())
    assert judge(without, [], [])[0] == "right"


@pytest.mark.gate
def test_the_commands_read_made_files_right_or_refuse_them() -> None:
    judgements = [*judge_all(range(74_000_000, 74_000_500), "files", "", 1)]
    assert [one for one in judgements if one.verdict == "WRONG"] == []
    assert sum(one.verdict == "right" for one in judgements) >= 0.98 * len(judgements)


@pytest.mark.slow
def test_the_commands_read_20000_made_files_right_or_refuse_them() -> None:
    judgements = [*judge_all(range(75_000_000, 75_020_000), "files", "", 1)]
    wrong = [one for one in judgements if one.verdict == "WRONG"]
    # A wrong file in 20,000 is a fault of the reader: mend its kind, and add a test of it.
    assert wrong == []
    assert sum(one.verdict == "right" for one in judgements) >= 0.98 * len(judgements)
