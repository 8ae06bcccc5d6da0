"""Symmetries and where they are seen best: kinds against enumeration, small cases by eye."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokopie import BoxShape, DeadlinePassedError, Grid, Transformation, decide
from sudokopie.answers import visible_symmetry as module
from sudokopie.answers.symmetries import symmetries
from sudokopie.answers.visible_symmetry import (
    SymmetrySurvey,
    VisibleSymmetry,
    make_symmetry_visible,
    survey,
)
from sudokopie.base.errors import WitnessError
from sudokopie.base.messages import load_translations
from sudokopie.showing.answer_formatter import AnswerFormatter
from sudokopie.showing.report_symmetries import SymmetriesReport, describe_visible_symmetry
from sudokopie.sudoku.random_grids import (
    MOST_SYMMETRIC,
    cyclic_grid,
    random_complete_grid,
    random_grid,
    random_transformation,
)
from sudokopie.sudoku.symmetry_kinds import (
    SymmetryKind,
    classify_symmetry,
    find_most_recognisable_kind,
    find_transformation_and_recognisable_symmetry,
)

from conftest import INSTANCES
from strategies import seeds
from symmetry_forms import forms, moving_cells

FOUR, SIX, NINE = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)
SHAPES = [*map(BoxShape, (1, 4, 2, 2, 3, 3, 2, 4, 5), (4, 1, 2, 3, 2, 3, 4, 4, 5))]
KINDS = list(SymmetryKind)


def seen(grid: Grid) -> VisibleSymmetry:
    found = make_symmetry_visible(symmetries(grid))
    assert found is not None
    return found


# Seen by eye

DIAGONAL = Grid([[1, 2, 3, 4], [2, 0, 0, 0], [3, 0, 4, 0], [4, 0, 0, 0]])
HALF_TURN = Grid([[1, 2, 0, 3], [0, 4, 0, 0], [0, 0, 4, 0], [3, 0, 2, 1]])
QUARTER_TURN = Grid([[3, 3, 1, 3], [1, 0, 0, 3], [3, 0, 0, 1], [3, 1, 3, 3]])
MIRROR = Grid([[1, 2, 2, 1], [3, 0, 0, 3], [1, 3, 3, 1], [0, 4, 4, 0]])
STICKS = Grid([[1, 2, 3, 4], [0, 1, 3, 3], [2, 1, 4, 3], [1, 0, 3, 3]])
BY_EYE = [
    (DIAGONAL, SymmetryKind.DIAGONAL, 4),
    (HALF_TURN, SymmetryKind.HALF_TURN, 0),
    (QUARTER_TURN, SymmetryKind.QUARTER_TURN, 0),
    (MIRROR, SymmetryKind.MIRROR, 0),
    (STICKS, SymmetryKind.STICKS, 0),
]


@pytest.mark.parametrize(("grid", "kind", "fixed"), BY_EYE, ids=lambda one: str(one)[:8])
def test_what_is_seen_is_found_again(grid: Grid, kind: SymmetryKind, fixed: int) -> None:
    assert (seen(grid).kind, seen(grid).way.steps) == (kind, 0)
    rng = Random(str(grid))
    for _ in range(20):
        hidden = random_transformation(FOUR, rng).apply(grid)
        found = seen(hidden)
        assert (found.kind, found.is_best, len(found.fixed_cells)) == (kind, True, fixed)
        assert found.way.leads(hidden, found.moved)
        assert found.symmetry.leads(found.moved, found.moved)


def test_a_diagonal_of_the_moved_grid_by_its_cells() -> None:
    grid = Grid([[0, 1, 3, 0], [0, 2, 0, 0], [1, 0, 0, 0], [0, 0, 1, 4]])
    found = seen(grid)
    assert (found.kind, found.way.steps) == (SymmetryKind.DIAGONAL, 1)
    exchanged = {0: 0, 1: 1, 2: 4, 3: 3, 4: 2}
    for r, c in product(range(4), repeat=2):
        assert found.moved[c, r] == exchanged[found.moved[r, c]]
    assert found.fixed_cells == {(r, r) for r in range(4)}


def test_the_most_symmetric_grid() -> None:
    for seed in range(3):
        grid = random_transformation(NINE, Random(seed)).apply(MOST_SYMMETRIC)
        found = seen(grid)
        assert (found.symmetries.order, found.kind, found.is_best) == (
            648,
            SymmetryKind.DIAGONAL,
            True,
        )
        assert len(found.fixed_cells) == 9
        assert found.way.steps == 2  # of 648 symmetries there is a near one


def test_where_nothing_moves_nothing_is_seen() -> None:
    assert make_symmetry_visible(symmetries(random_complete_grid(NINE, Random(1)))) is None
    only_renamed = Grid([[1, 2, 0, 0], [0, 0, 0, 1], [0, 0, 2, 0], [0, 0, 0, 0]])
    found = survey(only_renamed)
    assert found.symmetries is not None
    assert (found.symmetries.order, found.symmetries.renamings, found.seen) == (2, 2, None)


@pytest.mark.parametrize("shape", [BoxShape(1, 1), *SHAPES], ids=str)
def test_blank_grids_are_seen_as_they_are(shape: BoxShape) -> None:
    blank = Grid([[0] * shape.size] * shape.size, shape)
    found = make_symmetry_visible(symmetries(blank))
    if shape.size == 1:
        assert found is None
        return
    assert found is not None
    assert (found.kind, found.way.steps, found.is_best) == (
        find_most_recognisable_kind(shape),
        0,
        True,
    )


@pytest.mark.parametrize("shape", [FOUR, SIX, BoxShape(4, 2), NINE, BoxShape(4, 4)], ids=str)
def test_cyclic_grids_have_a_half_turn(shape: BoxShape) -> None:
    grid = random_transformation(shape, Random(0)).apply(cyclic_grid(shape))
    assert seen(grid).kind in (SymmetryKind.DIAGONAL, SymmetryKind.HALF_TURN)


def test_large_grids() -> None:
    shape, rng = BoxShape(5, 5), Random(2)
    upper = random_grid(shape, 600, rng)
    mirrored = Grid([[upper[min(r, c), max(r, c)] for c in range(25)] for r in range(25)])
    hidden = random_transformation(shape, rng).apply(mirrored)
    found = seen(hidden)
    assert (found.symmetries.order, found.kind, len(found.fixed_cells)) == (
        2,
        SymmetryKind.DIAGONAL,
        25,
    )
    assert found.way.steps <= 6  # the columns alone can do it


def test_of_large_groups_some_symmetries_are_looked_at() -> None:
    one = Grid([[0] * 9] * 3 + [[0] * 4 + [1] + [0] * 4] + [[0] * 9] * 5)  # in row 4, column 5
    found = seen(one)
    assert found.symmetries.order // found.symmetries.renamings > module.MAX_EXAMINED_SYMMETRIES
    assert (found.kind, found.moved[0, 0] or found.way.steps) != (SymmetryKind.OTHER, 0)
    corner = seen(Grid([[1] + [0] * 8] + [[0] * 9] * 8))
    assert (corner.kind, corner.way.steps, corner.is_best) == (SymmetryKind.DIAGONAL, 0, True)


def test_what_is_not_the_best_for_sure_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = random_transformation(FOUR, Random(0)).apply(STICKS)
    assert seen(grid).is_best
    monkeypatch.setattr(module, "MAX_EXAMINED_SYMMETRIES", 1)
    assert (seen(grid).kind, seen(grid).is_best) == (SymmetryKind.STICKS, False)


def test_powers_are_looked_at_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few products of the generators have long cycles; among their powers are sticks."""
    monkeypatch.setattr(module, "MAX_EXAMINED_SYMMETRIES", 1)
    monkeypatch.setattr(module, "_PRODUCTS", 4)
    grid = random_transformation(NINE, Random(0)).apply(MOST_SYMMETRIC)
    assert KINDS.index(seen(grid).kind) <= KINDS.index(SymmetryKind.STICKS)
    monkeypatch.setattr(module, "_POWERS", 1)
    assert KINDS.index(seen(grid).kind) > KINDS.index(SymmetryKind.STICKS)


def test_digits_that_stay_are_preferred() -> None:
    """Both diagonals are mirrors; one of them exchanges 1 and 3."""
    grid = Grid([[1, 0, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0], [2, 0, 0, 3]])
    turned = Transformation.identity(FOUR).replace_parts(rotation=1).apply(grid)
    for one in (grid, turned):
        assert seen(one).symmetry.digits == (1, 2, 3, 4)


def test_cells_that_stay_are_preferred() -> None:
    """Two rows are blank; four columns are exchanged, where they stand already in order."""
    rng = Random(0)
    rows = [[rng.randrange(1, 10) for _ in range(9)] for _ in range(7)] + [[0] * 9] * 2
    for row in rows[:7]:
        row[1], row[4] = row[0], row[3]
    rows[0][:5], rows[1][:5] = [1, 2, 3, 4, 5], [2, 1, 3, 5, 4]
    rows[0][5:] = rows[1][5:] = [6, 7, 8, 9]
    found = seen(Grid(rows))
    assert (found.kind, len(found.fixed_cells)) == (SymmetryKind.OTHER, 63)


def test_blanks_are_no_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    """From left to right, clues are mirrored to blanks."""
    monkeypatch.setattr(module, "MAX_EXAMINED_SYMMETRIES", 1)
    found = seen(Grid([[1, 1, 0, 0]] * 4))
    assert found.symmetry.leads(found.moved, found.moved)


def test_a_wrong_answer_is_never_given(monkeypatch: pytest.MonkeyPatch) -> None:
    found = symmetries(HALF_TURN)
    wrong = Transformation.identity(FOUR).replace_parts(rotation=1)
    monkeypatch.setattr(
        module,
        "find_transformation_and_recognisable_symmetry",
        lambda _: (Transformation.identity(FOUR), wrong),
    )
    with pytest.raises(WitnessError):
        make_symmetry_visible(found)


def test_the_time_is_up() -> None:
    found, deadline = symmetries(MOST_SYMMETRIC), 1e-9
    with pytest.raises(DeadlinePassedError):
        make_symmetry_visible(found, timeout=deadline)
    known = survey(MOST_SYMMETRIC, timeout=deadline)
    assert (known.symmetries, known.seen, known.is_complete) == (None, None, False)


@st.composite
def symmetric_grids(draw: st.DrawFn) -> tuple[Grid, SymmetryKind]:
    """A grid with a symmetry of a kind, moved to anywhere, and that kind."""
    shape = draw(st.sampled_from([FOUR, SIX, BoxShape(3, 2), BoxShape(2, 4), NINE]))
    rng = Random(draw(seeds))
    form = draw(st.sampled_from(forms(shape)))
    transposed, rows, columns = form.find_source_lines()
    cells = [[-1] * shape.size for _ in range(shape.size)]
    for r, c in product(range(shape.size), repeat=2):
        value = rng.randrange(shape.size + 1)
        while cells[r][c] < 0:  # all round the cycle
            cells[r][c] = value
            r, c = (columns[c], rows[r]) if transposed else (rows[r], columns[c])  # noqa: PLW2901
    grid = Grid(cells, shape)
    assert form.apply(grid) == grid
    return random_transformation(shape, rng).apply(grid), classify_symmetry(form)


@settings(max_examples=30)
@given(symmetric_grids())
def test_what_is_known_to_be_there_is_seen_or_better(drawn: tuple[Grid, SymmetryKind]) -> None:
    grid, kind = drawn
    found = seen(grid)
    if found.is_best:
        assert KINDS.index(found.kind) <= KINDS.index(kind)
    else:
        assert found.symmetries.order // found.symmetries.renamings > module.MAX_EXAMINED_SYMMETRIES
    assert found.way.leads(grid, found.moved)
    assert found.symmetry.leads(found.moved, found.moved)
    assert classify_symmetry(found.symmetry) is found.kind
    names = found.symmetry.digits
    for r, c in found.fixed_cells:
        digit = found.moved[r, c]
        assert digit == 0 or names[digit - 1] == digit


# In words


def sentence(form: Transformation, grid: Grid | None = None, code: str = "en") -> str:
    moved = grid or Grid([[0] * form.shape.size] * form.shape.size, form.shape)
    one = VisibleSymmetry(
        symmetries(moved),
        classify_symmetry(form),
        Transformation.identity(form.shape),
        moved,
        form,
        True,
    )
    return AnswerFormatter(words=load_translations(code)).translate(describe_visible_symmetry(one))


def form_of(kind: SymmetryKind, number: int = 0) -> Transformation:
    return [one for one in forms(NINE) if classify_symmetry(one) is kind][number]


SENTENCES = [
    (SymmetryKind.DIAGONAL, 0, "Mirrored in the diagonal from top left to bottom right, "),
    (SymmetryKind.DIAGONAL, 1, "Mirrored in the diagonal from top right to bottom left, "),
    (SymmetryKind.HALF_TURN, 0, "Turned by 180°, "),
    (SymmetryKind.QUARTER_TURN, 0, "Turned right by 90°, "),
    (SymmetryKind.QUARTER_TURN, 1, "Turned left by 90°, "),
    (SymmetryKind.MIRROR, 0, "Mirrored from left to right, "),
    (SymmetryKind.MIRROR, 1, "Mirrored from top to bottom, "),
    (
        SymmetryKind.STICKS,
        0,
        "With the bands in reverse order and the columns of each stack in reverse order (sticks), ",
    ),
    (
        SymmetryKind.JUMPING_LINES,
        0,
        "With the stacks moved to the right by one place, the last to the left end, ",
    ),
]


@pytest.mark.parametrize(("kind", "number", "said"), SENTENCES)
def test_what_is_seen_is_said(kind: SymmetryKind, number: int, said: str) -> None:
    assert sentence(form_of(kind, number)) == said + "the Sudoku is the same."


def test_every_form_is_said_in_words_of_its_own() -> None:
    for code in ("en", "de"):
        said = [sentence(form, code=code) for form in forms(NINE)]
        assert len(set(said)) == len(said)
        assert not any("->" in one for one in said)


@pytest.mark.parametrize("number", [0, 1])
def test_the_direction_of_a_quarter_turn_is_right(number: int) -> None:
    turned = form_of(SymmetryKind.QUARTER_TURN, number)
    assert turned.simplest().rotation == (1, 3)[number]


def test_renamed_digits_are_said() -> None:
    half = form_of(SymmetryKind.HALF_TURN)
    full = cyclic_grid(NINE)
    exchanged = half.replace_parts(digits=(2, 1, 3, 5, 4, 6, 7, 8, 9))
    assert sentence(exchanged, full) == (
        "Turned by 180°, the Sudoku is the same with 1 and 2, 4 and 5 exchanged."
    )
    assert sentence(exchanged, full, "de") == (
        "Um 180° gedreht, ist das Sudoku dasselbe, nur sind 1 und 2, 4 und 5 vertauscht."
    )
    renamed = half.replace_parts(digits=(2, 3, 1, 5, 4, 6, 7, 8, 9))
    assert sentence(renamed, full) == (
        "Turned by 180°, and with the digits renamed (1 -> 2, 2 -> 3, 3 -> 1, 4 -> 5, 5 -> 4), the "
        "Sudoku is the same."
    )
    # Digits that do not occur are not spoken of.
    assert sentence(renamed) == "Turned by 180°, the Sudoku is the same."


def test_symmetries_without_a_name_are_said_by_what_moves() -> None:
    stay = (*range(9),)
    swapped = (1, 0, *range(2, 9))
    assert sentence(moving_cells(NINE, False, swapped, stay)) == (
        "With the rows moved (1 -> 2, 2 -> 1), the Sudoku is the same."
    )
    _, there = find_transformation_and_recognisable_symmetry(
        moving_cells(NINE, True, stay, swapped)
    )
    assert sentence(there) == (
        "Mirrored in the diagonal from top left to bottom right, then with the columns moved "
        "(1 -> 2, 2 -> 1), the Sudoku is the same."
    )


# On the command line

EXAMPLE = ".13.\n.2..\n1...\n..14\n"


def test_one_sudoku(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text(EXAMPLE)
    result = run("symmetries", str(file))
    assert (result.status, result.err) == (0, "")
    assert result.out == (
        " . 1 | 3 .      3 . | . 1\n"
        " . 2 | . .      . . | . 2\n"
        "-----+-----    -----+-----\n"
        " 1 . | . .      . . | 1 .\n"
        " . . | 1 4      1 4 | . .\n"
        "\n"
        "This Sudoku has 2 symmetries, including the one that changes nothing.\n"
        "All of them are combinations of these:\n"
        "(1) Turn right by 90°; Swap bands 1 and 2; Swap columns 1 and 2; Swap columns 3 and 4;\n"
        "    Rename the digits: 2 -> 4, 4 -> 2\n"
        "\n"
        "A symmetry is easiest to see after these steps:\n"
        "Swap stacks 1 and 2\n"
        "\n"
        "Mirrored in the diagonal from top left to bottom right, the Sudoku is the same with 2 and "
        "4 exchanged.\n"
        "Cells that stay in place: 4\n"
    )
    assert "Stapel" not in (german := run("symmetries", "--lang", "de", str(file)).out)
    assert "Dieses Sudoku hat 2 Symmetrien" in german
    assert "ist das Sudoku dasselbe, nur sind 2 und 4 vertauscht." in german
    assert "Reorder the stacks" not in german
    assert (
        "-> Reorder the stacks to: 2 1\n" in run("symmetries", "--notation", "order", str(file)).out
    )
    assert run("symmetries", "-q", str(file)).out == "2\n"
    assert run("symmetries", "--backend", "cp-sat", "-q", str(file)).out == "2\n"


def test_long_generators_are_broken_between_steps(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text((INSTANCES / "most-symmetric-copies.txt").read_text().partition("\n\n")[0])
    out = run("symmetries", str(file)).out
    listed = out.partition("combinations of these:\n")[2].partition("\n\n")[0]
    assert max(map(len, listed.splitlines())) <= 88
    joined = re.sub("\n    ", " ", listed).splitlines()
    record = json.loads(run("symmetries", "--json", str(file)).out)
    assert joined == [
        f"({number}) {'; '.join(one['sentences'])}"
        for number, one in enumerate(record["generators"], 1)
    ]
    # A line ends after a step, or between two moves of a step that is longer than a line.
    assert all(re.search(r"[;,]$|-> \d$", line) for line in listed.splitlines())


def test_narrow_lines_keep_each_move_whole() -> None:
    cycle = " -> ".join(map(str, [*range(1, 37), 1]))
    text = AnswerFormatter(columns=60).format_numbered_entry([f"Move bands {cycle}", "Turn"], 1)
    assert " ".join(text.split()) == f"(1) Move bands {cycle}; Turn"
    assert all(line.endswith((" ->", ";", "Turn")) for line in text.splitlines())
    broken = AnswerFormatter(columns=10).format_numbered_entry(
        ["Turn", "Rows: 1 -> 2, 2 -> 3, 3 -> 1"], 12
    )
    assert broken == "(12) Turn;\n     Rows: 1 -> 2,\n     2 -> 3, 3 -> 1"


def test_json(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text(EXAMPLE)
    record = json.loads(run("symmetries", "--json", str(file)).out)
    grid = Grid([[0, 1, 3, 0], [0, 2, 0, 0], [1, 0, 0, 0], [0, 0, 1, 4]])
    assert (record["status"], record["symmetries"], record["renamings"]) == ("found", 2, 1)
    (generator,) = record["generators"]
    parts = ("rotation", "bands", "stacks", "rows", "columns", "digits")
    symmetry = Transformation(FOUR, *(generator[part] for part in parts))
    assert symmetry.leads(grid, grid)
    assert generator["sentences"][0] == "Turn right by 90°"
    found = record["seen"]
    assert (found["kind"], found["best"], found["steps"]) == ("diagonal", True, 1)
    assert found["grid"] == "3..1...2..1.14.."
    assert found["fixed"] == [[1, 1], [2, 2], [3, 3], [4, 4]]
    way = Transformation(FOUR, *(found["forward"][part] for part in parts))
    assert way.apply(grid) == seen(grid).moved
    there = Transformation(FOUR, *(found["symmetry"][part] for part in parts))
    assert there.leads(seen(grid).moved, seen(grid).moved)
    file.write_text("12..\n....\n....\n....\n")
    record = json.loads(run("symmetries", "--json", str(file)).out)
    assert (record["symmetries"], record["renamings"]) == (16, 2)


def test_a_sudoku_with_one_symmetry(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text("12..\n...1\n..2.\n....\n")
    out = run("symmetries", str(file)).out
    assert out.endswith(
        "\nThis Sudoku has only one symmetry: leaving everything as it is.\n"
        "2 digits do not occur; with all their renamings there are 1 · 2 = 2.\n"
    )
    assert json.loads(run("symmetries", "--json", str(file)).out)["seen"] is None


def test_a_collection(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "many.txt"
    cyclic = "1234341223414123"
    file.write_text(f"{cyclic} # first\n123\n{'.' * 16}\n")
    result = run("symmetries", str(file))
    assert result.status == 2
    assert result.err.startswith(f"{file}:2:")
    assert result.out.startswith(f"{file}:1\n\n 1 2 | 3 4\n")
    assert f"\n\n\n{file}:3\n\n . . | . .\n" in result.out
    assert "there are 128 · 24 = 3,072.\n" in result.out
    quiet = run("symmetries", "--quiet", str(file)).out.splitlines()
    assert (quiet[0], quiet[2]) == (f"{file}:1: 16", f"{file}:3: 3072")
    records = [json.loads(line) for line in run("symmetries", "--json", str(file)).out.splitlines()]
    assert [one["status"] for one in records] == ["found", "error", "found"]
    assert (records[0]["line"], records[0]["name"], records[2]["symmetries"]) == (1, "first", 3072)
    other = tmp_path / "other.txt"
    other.write_text(EXAMPLE)
    assert run("symmetries", "-q", str(other), str(other)).out == f"{other}:1: 2\n" * 2


def test_the_time_is_not_enough(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text(EXAMPLE)
    result = run("symmetries", "--time-limit", "1e-9", str(file))
    assert result.status == 3
    assert "Number of symmetries: not known, the time was not enough\n" in result.out
    record = json.loads(run("symmetries", "--time-limit", "1e-9", "--json", str(file)).out)
    assert (record["status"], record["symmetries"], record["seen"]) == ("undecided", None, None)
    file.write_text(f"{'.' * 16}\n{'.' * 16}\n")
    result = run("symmetries", "--time-limit", "1e-9", "-q", str(file))
    assert result.status == 3
    assert result.out.startswith(f"{file}:1: Number of symmetries: not known")


def test_what_is_not_known_is_said() -> None:
    known = survey(STICKS)
    assert known.seen is not None
    cut = replace(known, seen=None, is_complete=False)
    assert (
        "Where a symmetry is easiest to see: not known, the time was not enough"
    ) in SymmetriesReport(cut, AnswerFormatter()).format_text()
    assert cut.word == "undecided"
    unsure = replace(known, seen=replace(known.seen, is_best=False))
    note = "(The time was not enough for all symmetries; another one may be easier to see.)"
    assert note in SymmetriesReport(unsure, AnswerFormatter()).format_text()
    assert note not in SymmetriesReport(known, AnswerFormatter()).format_text()


def test_what_is_refused(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text(EXAMPLE)
    result = run("symmetries", "--backend", "graph:nope", str(file))
    assert (result.status, result.out) == (2, "")
    result = run("symmetries", "--backend", "pysat:kissat404", str(file))
    assert (result.status, result.out) == (2, "")
    assert "cannot answer several questions" in result.err
    result = run("symmetries", str(tmp_path / "none.txt"))
    assert (result.status, result.out) == (2, "")
    file.write_text("12..\n..z.\n....\n....\n")
    assert run("symmetries", str(file)).status == 2


def read_gap(line: str) -> tuple[int, set[tuple[int, ...]]]:
    """Return how many permutations GAP's group has that a line describes, and its generators."""
    match = re.fullmatch(r"Group\((.*)\);", line)
    assert match
    generators = set()
    for text in match[1].split(", "):
        moved = list(range(16))
        for cycle in re.findall(r"\(([\d,]+)\)", text):
            cells = [int(cell) - 1 for cell in cycle.split(",")]
            for cell, image in zip(cells, [*cells[1:], cells[0]], strict=True):
                moved[cell] = image
        generators.add(tuple(moved))
    found, waiting = {tuple(range(16))}, [tuple(range(16))]
    while waiting:
        one = waiting.pop()
        for generator in generators:
            product = tuple(generator[cell] for cell in one)
            if product not in found:
                found.add(product)
                waiting.append(product)
    return len(found), generators


def test_groups_for_gap(run: Any, tmp_path: Path) -> None:
    texts = ["12............21", "1234341221434321", "12.3...1.2......", "................"]
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join([*texts, "12.............x"]))
    shown = run("symmetries", "--gap", str(file))
    *lines, last = shown.out.splitlines()
    assert (shown.status, last[:2]) == (2, "# ")
    for text, line in zip(texts, lines, strict=True):
        grid = Grid(text)
        order, generators = read_gap(line)
        assert order == len(symmetries(grid).elements())
        for moved in generators:
            image = [0] * 16
            for cell, goes in enumerate(moved):
                image[goes] = grid[divmod(cell, 4)]
            rows = [image[i : i + 4] for i in range(0, 16, 4)]
            assert decide(grid, Grid(rows), only=["digits"]).word == "copies"
    assert lines[2] == "Group(());"
    single = tmp_path / "one.txt"
    single.write_text(texts[1])
    assert read_gap(run("symmetries", "--gap", str(single)).out.strip())[0] == 32


def test_symmetries_of_many(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(4)
    texts = ["".join(rng.choices("....123", k=16)) for _ in range(40)]
    texts += ["." * 16, ".13..2..1.....14"]
    asked = []

    def counted(grid: Grid, *_: object, **__: object) -> SymmetrySurvey:
        asked.append(grid)
        return survey(grid)

    monkeypatch.setattr("sudokopie.commands.symmetries.survey", counted)
    file = tmp_path / "puzzles.csv"
    file.write_text("\n".join(["id,puzzle", *(f"n,{text}" for text in texts)]))
    rows = [
        line.split(",") for line in run("symmetries", "--output", "csv", str(file)).out.splitlines()
    ]
    assert rows[0] == ["id", "puzzle", "symmetries", "kind", "variant"]
    for text, row in zip(texts, rows[1:], strict=True):
        expected = survey(Grid(text))
        assert expected.symmetries is not None
        kind = expected.seen.kind.value if expected.seen else ""
        assert row == ["n", text, str(expected.symmetries.order), kind, ""]
    assert 0 < len(asked) < len(texts)
