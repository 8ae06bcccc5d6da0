"""Reasons for a no: found, checked by counting again, and said."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sudokopie import Grid, Transformation, decide, format_pair
from sudokopie.answers.reason import (
    CountsInPart,
    Difference,
    GridPart,
    Orientations,
    PartKind,
    Reason,
    ReasonKind,
    choose_cells_to_mark,
    list_cells,
    list_digits_of_lines,
    list_parts,
)
from sudokopie.answers.reason_check import (
    _count_in_parts,
    _number_kinds_of_lines_and_digits,
    verify_and_return_reason,
)
from sudokopie.answers.reason_search import _ClueCounterByTables, why_not
from sudokopie.base.errors import GridError, VerificationError
from sudokopie.base.messages import load_translations
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import find_candidates_of_equal_colour
from sudokopie.showing.answer_report import FIRST, SECOND, Picture
from sudokopie.showing.reason_sentences import list_reason_sentences, mark_pictures
from sudokopie.sudoku.grid import Cell
from sudokopie.sudoku.random_grids import cyclic_grid, random_complete_grid, random_transformation
from sudokopie.sudoku.shape import BoxShape

from brute_force import truth
from conftest import INSTANCES, pair_from
from reason_examples import EXAMPLES, TWO_WAYS, grid
from strategies import SHAPES, SMALL_SHAPES, grids, seeds

MOVED = str(INSTANCES / "size9-clues17-moved.txt")
ALIKE = str(INSTANCES / "hard9-random-other-8-2.txt")
SUDOKU0 = str(INSTANCES / "sudoku0.txt")

_CYCLES = (ReasonKind.NEAR_CYCLES, ReasonKind.FAR_CYCLES)


@pytest.mark.parametrize("kind", ReasonKind, ids=[kind.name for kind in ReasonKind])
def test_every_kind_of_reason_by_eye(kind: ReasonKind) -> None:
    one, two, box, sentence = EXAMPLES[kind]
    first, second = grid(one, box), grid(two, box)
    reason = why_not(first, second)
    assert reason is not None
    assert reason.kind is kind
    assert [difference.kind for difference in reason.differences] == [kind]
    assert " ".join(map(str, list_reason_sentences(reason, first, second))).startswith(sentence)
    german = [
        said.translate_to(load_translations("de"))
        for said in list_reason_sentences(reason, first, second)
    ]
    assert not re.search("first|clue|digit|box|with", " ".join(german))
    for cells, counted, where in (
        (reason.first_cells, reason.differences[0].first, first),
        (reason.second_cells, reason.differences[0].second, second),
    ):
        assert bool(cells) == (bool(counted) and kind is not ReasonKind.CLUES)
        assert all(where[cell] for cell in cells)
    assert decide(first, second).verdict is Verdict.NO
    assert truth(first, second).ways == 0
    back = why_not(second, first)
    assert back is not None
    assert (back.first_cells, back.second_cells) == (reason.second_cells, reason.first_cells)


@pytest.mark.parametrize("kind", ReasonKind, ids=[kind.name for kind in ReasonKind])
def test_pages_mark_both_grids_and_draw_cycles(kind: ReasonKind) -> None:
    one, two, box, _ = EXAMPLES[kind]
    grids = grid(one, box), grid(two, box)
    reason = why_not(*grids)
    assert reason is not None
    titled = [Picture(FIRST, grids[0]), Picture(SECOND, grids[1])]
    for picture, things, cells in zip(
        mark_pictures(reason, titled),
        reason.differences[0].marked_parts_of_both_grids,
        (reason.first_cells, reason.second_cells),
        strict=True,
    ):
        assert picture.marked == cells
        said = "None" if kind is ReasonKind.CLUES else "Marked: " if things else "It has none"
        assert str(picture.below).startswith(said)
        lines = [thing for thing in things if thing.is_along_rows or thing.is_along_columns]
        in_lines = {
            (r, c) for r, c in picture.grid.cells if r in picture.rows or c in picture.columns
        }
        assert in_lines == {cell for thing in lines for cell in list_cells(picture.grid, thing)}
        for thing, (title, cycles) in zip(
            things if kind in _CYCLES else (), picture.cycles, strict=True
        ):
            along, beside = list_digits_of_lines(picture.grid, thing)
            assert str(title) in str(picture.below)
            assert sorted(digit for cycle in cycles for digit in cycle) == sorted(along)
            for cycle in cycles:
                following = [*cycle[1:], cycle[0]]
                assert [beside[along.index(digit)] for digit in cycle] == following


def test_both_ways_round_are_ruled_out() -> None:
    reason = why_not(*TWO_WAYS)
    assert reason is not None
    assert [difference.orientations for difference in reason.differences] == [
        Orientations.UPRIGHT,
        Orientations.TURNED,
    ]
    upright, turned = map(str, list_reason_sentences(reason, *TWO_WAYS))
    assert upright == (
        "It is no copy without a quarter turn. Rows with 2 clues: the first Sudoku has 1 (row 1), "
        "the second has none."
    )
    assert turned == (
        "With a quarter turn, which makes rows of columns, it is "
        "no copy either. Columns with 2 clues: the "
        "first Sudoku has 1 (column 1). Rows with 2 clues: the second has none."
    )
    for part in reason.differences:
        with pytest.raises(VerificationError):
            verify_and_return_reason(*TWO_WAYS, replace(reason, differences=(part,)))
        with pytest.raises(VerificationError):
            verify_and_return_reason(*TWO_WAYS, replace(reason, differences=(part, part)))


def test_parts_of_two_kinds_are_of_the_later_kind_whatever_the_way_round() -> None:
    reason = why_not(*TWO_WAYS)
    assert reason is not None
    upright, turned = reason.differences
    for parts in (
        (upright._replace(kind=ReasonKind.BLOCKS), turned),
        (upright, turned._replace(kind=ReasonKind.BLOCKS)),
    ):
        assert replace(reason, differences=parts).kind is ReasonKind.BLOCKS


def test_a_quarter_turn_is_no_reason() -> None:
    shape = BoxShape(2, 2)
    turn = Transformation.identity(shape)._replace(rotation=1)
    first = grid("123. .... .... 4...")
    second = turn.apply(first)
    assert sorted(map(bool, first.row(0))) != sorted(map(bool, second.row(0)))
    assert why_not(first, second) is None
    # Boxes that are not square have no such turn: what lies crosswise is a reason there.
    lying, standing = (
        grid("12.... " + "...... " * 5, (2, 3)),
        grid("1..... 2..... " + "...... " * 4, (2, 3)),
    )
    reason = why_not(lying, standing)
    assert reason is not None
    assert [difference.orientations for difference in reason.differences] == [Orientations.UPRIGHT]
    said = str(list_reason_sentences(reason, lying, standing)[0])
    assert said == "Rows with 2 clues: the first Sudoku has 1 (row 1), the second has none."


def test_blank_lines_are_marked_whole_and_clues_else() -> None:
    first = grid("12.. .... .... ....")

    def marked(*things: GridPart) -> list[Cell]:
        difference = Difference(ReasonKind.LINES, Orientations.ALL, CountsInPart(), things, ())
        cells, none = choose_cells_to_mark(first, first, [difference])
        assert not none
        return sorted(cells)

    assert marked(GridPart(PartKind.ROW, (1,))) == [(1, 0), (1, 1), (1, 2), (1, 3)]
    assert marked(GridPart(PartKind.BAND, (0,)), GridPart(PartKind.DIGIT, (2,))) == [(0, 0), (0, 1)]


@given(grids(SHAPES))
def test_things_consist_of_their_cells(one: Grid) -> None:
    shape, numbers = one.shape, range(one.size)

    def values(sort: PartKind, *name: int) -> list[int]:
        return [one[cell] for cell in list_cells(one, GridPart(sort, name))]

    for number in numbers:
        assert values(PartKind.ROW, number) == list(one.row(number))
        assert values(PartKind.COLUMN, number) == list(one.column(number))
    for band in range(shape.bands):
        for stack in range(shape.stacks):
            box = one.box(band * shape.height, stack * shape.width)
            assert values(PartKind.BOX, band, stack) == list(box)
    for sort, count in ((PartKind.BAND, shape.bands), (PartKind.STACK, shape.stacks)):
        parts = [
            cell for number in range(count) for cell in list_cells(one, GridPart(sort, (number,)))
        ]
        assert sorted(parts) == one.cells
    assert values(PartKind.ROWS, 0, one.size - 1)[: one.size] == list(one.row(0))
    assert set(values(PartKind.DIGITS, 1, one.size)) <= {1, one.size}


@given(grids(SHAPES))
def test_all_things_are_compared(one: Grid) -> None:
    for sort in PartKind:
        names = [thing.numbers for thing in list_parts(one, sort)]
        assert len(names) == len(set(names))
        pairs_of = {
            PartKind.ROWS: one.size,
            PartKind.COLUMNS: one.size,
            PartKind.DIGITS: len(one.digits),
        }
        expected = {
            PartKind.CLUE: one.clues,
            PartKind.DIGIT: len(one.digits),
            PartKind.BAND: one.shape.bands,
            PartKind.STACK: one.shape.stacks,
        } | {pairs: number * (number - 1) // 2 for pairs, number in pairs_of.items()}
        assert len(names) == expected.get(sort, one.size)
    both = [len(_count_in_parts(one, kind)) for kind in _CYCLES]
    complete = [
        sum(sorted(line) == list(range(1, one.size + 1)) for line in lines)
        for lines in (one.rows, zip(*one.rows, strict=True))
    ]
    assert sum(both) == sum(number * (number - 1) // 2 for number in complete)


@given(grids(SHAPES))
def test_what_is_found_and_what_is_checked_are_counted_alike(one: Grid) -> None:
    for kind in ReasonKind:
        found = kind.compared.make_count_table(one, _ClueCounterByTables(one))
        assert len(found) == len(dict(found))
        assert dict(found) == _count_in_parts(one, kind), kind


@st.composite
def pairs(draw: st.DrawFn, shapes: list[BoxShape] = SHAPES) -> tuple[Grid, Grid]:
    """Copies, copies with two cells exchanged, or strangers with as many clues."""
    first = draw(grids(shapes))
    rng = Random(draw(seeds))
    rows = [list(row) for row in first]
    change = draw(st.sampled_from(["none", "exchange", "shuffle"]))
    if change == "exchange":
        (r, c), (r2, c2) = rng.choice(first.cells), rng.choice(first.cells)
        rows[r][c], rows[r2][c2] = rows[r2][c2], rows[r][c]
    elif change == "shuffle":
        flat = [value for row in rows for value in row]
        rng.shuffle(flat)
        rows = [flat[i : i + first.size] for i in range(0, len(flat), first.size)]
    second = Grid(rows, first.shape)
    return first, random_transformation(first.shape, rng).apply(second)


@given(pairs(), seeds)
def test_only_grids_that_are_no_copies_have_a_reason(pair: tuple[Grid, Grid], seed: int) -> None:
    first, second = pair
    reason = why_not(first, second)
    if decide(first, second, fewest=False).verdict is Verdict.YES:
        assert reason is None
        return
    rng = Random(seed)
    one, two = (random_transformation(first.shape, rng).apply(each) for each in pair)
    other = why_not(one, two)
    assert (other and other.kind) == (reason and reason.kind)
    if reason is not None:
        assert other is not None
        assert len(other.differences) == len(reason.differences)
        json.dumps([reason.kind.value, sorted(reason.first_cells), sorted(reason.second_cells)])


@given(pairs(SMALL_SHAPES))
def test_reasons_against_brute_force(pair: tuple[Grid, Grid]) -> None:
    if why_not(*pair) is not None:
        assert truth(*pair).ways == 0


@pytest.mark.gate
@given(pairs(), seeds)
def test_false_claims_are_caught(pair: tuple[Grid, Grid], seed: int) -> None:
    reason = why_not(*pair)
    assume(reason is not None)
    assert reason is not None
    assert verify_and_return_reason(*pair, reason) is reason
    part, *others = reason.differences
    rng = Random(seed)

    def tampered(**changes: Any) -> Reason:
        return replace(reason, differences=(part._replace(**changes), *others))

    wrong = [
        replace(reason, differences=()),
        replace(reason, differences=reason.differences * 2),
        replace(reason, first_cells=reason.first_cells ^ {rng.choice(pair[0].cells)}),
        replace(reason, second_cells=reason.second_cells ^ {rng.choice(pair[1].cells)}),
        tampered(first=part.second, second=part.first),
        tampered(first=part.first + part.first[:1], second=part.second + part.second[:1]),
        tampered(first=part.first[1:], second=part.second[1:]),
        tampered(counts=CountsInPart((99,), (99,), (99,))),
        tampered(orientations=Orientations.TURNED),
    ]
    for claim in wrong:
        with pytest.raises(VerificationError):
            verify_and_return_reason(*pair, claim)
    # The same claim of two grids that are copies.
    with pytest.raises(VerificationError):
        verify_and_return_reason(pair[0], pair[0], reason)


def test_a_grid_with_one_cell_is_not_turned() -> None:
    blank, clue = Grid([[0]]), Grid([[1]])
    for pair in ((blank, clue), (clue, blank)):
        reason = why_not(*pair)
        assert reason is not None
        assert verify_and_return_reason(*pair, reason) == reason


def test_equal_numbers_are_no_reason() -> None:
    one, two, *_ = EXAMPLES[ReasonKind.LINES]
    first, second = grid(one), grid(two)
    reason = why_not(first, second)
    assert reason is not None
    equal = reason.differences[0]._replace(
        counts=CountsInPart((), (9,), ()), first=(), second=()
    )  # neither has a line with nine clues
    with pytest.raises(VerificationError):
        verify_and_return_reason(first, second, Reason((equal,), frozenset(), frozenset()))


def test_another_thing_than_the_one_that_differs_is_caught() -> None:
    one, two, *_ = EXAMPLES[ReasonKind.LINES]
    first, second = grid(one), grid(two)
    wrong = GridPart(PartKind.COLUMN, (2,))
    reason = why_not(first, second)
    assert reason is not None
    differences = (reason.differences[0]._replace(second=(wrong,)),)
    claim = Reason(differences, *choose_cells_to_mark(first, second, differences))
    with pytest.raises(VerificationError):
        verify_and_return_reason(first, second, claim)


def test_what_was_counted_wrongly_is_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    def miscounted(_: Any, thing: GridPart) -> Iterator[int]:
        yield from thing.numbers

    monkeypatch.setattr(_ClueCounterByTables, "count_clues_as_list", miscounted)
    with pytest.raises(VerificationError, match="does not hold"):
        why_not(grid("1... .... .... ...."), grid("2... .... .... ...."))


def kinds_of_both(first: Grid, second: Grid, rounds: int, quarter: int) -> list[Any]:
    """Return for each grid the kinds of its rows, columns and digits after some rounds; those of
    the first grid after a quarter turn if `quarter` is 1.
    """
    one, two = (
        table.values() for table in _number_kinds_of_lines_and_digits((first, second), rounds)
    )
    turned = (
        (common, *((columns, rows) if quarter else (rows, columns)))
        for common, rows, columns in one
    )
    return [sorted(turned), sorted(two)]


def test_a_band_matters_to_refinement() -> None:
    one, two, *_ = EXAMPLES[ReasonKind.BLOCKS]  # two clues, in one band or not, are all alike else
    for quarter in (0, 1):
        kinds = kinds_of_both(grid(one), grid(two), 1, quarter)
        assert kinds[0] != kinds[1]


@given(grids(SHAPES), seeds, st.integers(0, 2), st.booleans())
def test_no_transformation_changes_kinds(
    one: Grid, seed: int, rounds: int, is_complete: bool
) -> None:
    rng = Random(seed)
    first = random_complete_grid(one.shape, rng) if is_complete else one
    transformation = random_transformation(one.shape, rng)
    second = transformation.apply(first)
    kinds = kinds_of_both(first, second, rounds, transformation.rotation % 2)
    assert kinds[0] == kinds[1]


def test_refinement_tells_apart_in_the_round_that_is_said() -> None:
    one, two, *_ = EXAMPLES[ReasonKind.ROUNDS]
    first, second = grid(one), grid(two)
    reason = why_not(first, second)
    assert reason is not None
    (part,) = reason.differences
    assert part.rounds == 2
    for rounds in (-1, 0, 1):
        early = replace(reason, differences=(part._replace(rounds=rounds),))
        with pytest.raises(VerificationError):
            verify_and_return_reason(first, second, early)
    counted = replace(reason, differences=(part._replace(counts=CountsInPart((1,))),))
    with pytest.raises(VerificationError):  # no number is counted in a part of a kind
        verify_and_return_reason(first, second, counted)


def test_refinement_turns_only_square_boxes() -> None:
    rows = ["11....", *["......"] * 5]
    lying = grid(" ".join(rows), (2, 3))
    standing = grid(" ".join(map("".join, zip(*rows, strict=True))), (2, 3))
    assert why_not(lying, standing) is not None
    first = grid("11.. .... .... ....")
    second = Transformation.identity(first.shape)._replace(rotation=1).apply(first)
    assert why_not(first, second) is None


@given(pairs())
def test_reasons_agree_with_the_candidates(pair: tuple[Grid, Grid]) -> None:
    if not find_candidates_of_equal_colour(*pair).orientations:
        assert why_not(*pair) is not None
    elif decide(*pair, fewest=False).verdict is Verdict.YES:
        assert why_not(*pair) is None


def test_of_some_pairs_it_takes_a_proof() -> None:
    for name in ("hard9-random-other-8-2", "cyclic-6-switched", "hard16-random-other-14-8"):
        assert why_not(*pair_from(INSTANCES / f"{name}.txt")) is None


def test_grids_of_two_shapes_are_refused() -> None:
    with pytest.raises(GridError):
        why_not(grid("12 .."[:5], (1, 2)), grid("1... .... .... ...."))


def test_large_grids_have_reasons_too() -> None:
    first = cyclic_grid(BoxShape(6, 6))
    second = random_complete_grid(BoxShape(6, 6), Random(1))
    reason = why_not(first, second)
    assert reason is not None
    assert reason.kind in (ReasonKind.NEAR_CYCLES, ReasonKind.FAR_CYCLES)
    assert why_not(first, random_transformation(first.shape, Random(2)).apply(first)) is None


# The command line


def test_the_reason_is_printed_and_its_cells_are_marked(run: Any, tmp_path: Path) -> None:
    pair = tmp_path / "pair.txt"
    one, two, *_ = EXAMPLES[ReasonKind.LINES]
    pair.write_text(format_pair((grid(one), grid(two))))
    result = run("solve", str(pair))
    assert result.status == 1
    assert (
        result.out
        == """\
 . . | . 3      . . | . .
 . . | 2 .      . . |!2!3
-----+-----    -----+-----
 . . | . .      . . | . .
 . . | . .      . . | . .

These Sudokus are not copies of each other.

Rows and columns with 2 clues: the first Sudoku has none, the second has 1 (row 2). In
the drawing, ! marks the cells of this difference.
"""
    )
    german = run("solve", "--lang", "de", str(pair)).out
    assert "!2!3" in german
    assert "Zeilen und Spalten mit 2 Vorgaben: Das erste Sudoku hat keine" in german
    assert run("solve", "-q", str(pair)).out == "These Sudokus are not copies of each other.\n"
    assert "\n\nRows and columns with 2 clues: the first" in run("ways", str(pair)).out


def test_json_has_the_reason_and_its_cells(run: Any, tmp_path: Path) -> None:
    pair = tmp_path / "pair.txt"
    one, two, *_ = EXAMPLES[ReasonKind.LINES]
    pair.write_text(format_pair((grid(one), grid(two))))
    record = json.loads(run("solve", "--json", str(pair)).out)
    assert record["reason"] == {
        "kind": "lines",
        "sentence": EXAMPLES[ReasonKind.LINES][3],
        "first_cells": [],
        "second_cells": [[2, 3], [2, 4]],
        "first_parts": [],
        "second_parts": [["row", 2]],
        "counted": [{"numbers": [2], "first": 0, "second": 1}],
    }
    german = json.loads(run("solve", "--json", "--lang", "de", str(pair)).out)["reason"]
    assert german["sentence"] == (
        "Zeilen und Spalten mit 2 Vorgaben: Das erste Sudoku hat keine, das zweite hat 1 (Zeile 2)."
    )
    at_once = ("--time-limit", "0.0000001", "--no-refinement")
    for status, *arguments in (
        ("copies", SUDOKU0),
        ("different", ALIKE),
        ("undecided", *at_once, MOVED),
    ):
        record = json.loads(run("solve", "--json", *arguments).out)
        assert (record["status"], record["reason"]) == (status, None)
    assert "clues" not in run("solve", *at_once, MOVED).out
    # What is no part of another may still be a copy: why it is none is not the question there.
    assert "reason" not in json.loads(run("within", "--json", str(pair)).out)


def test_without_a_reason_it_is_said_that_it_takes_a_proof(run: Any, tmp_path: Path) -> None:
    def said(*arguments: str) -> str:
        return " ".join(run("solve", *arguments, ALIKE).out.split())

    out = said()
    assert "No single difference was found" in out
    assert re.search(
        r"pysat:\w+ met \d+ dead ends \(conflicts\) until every possibility was ruled out", out
    )
    assert out.endswith(
        "sudokopie solve --certificate DIR FILE writes a proof that other programs can check, and "
        "prints its length."
    )
    assert "!" not in out
    formula, output = tmp_path / "alike.cnf", tmp_path / "solved.txt"
    run("export", ALIKE, "-o", str(formula))
    output.write_text("s UNSATISFIABLE\n")
    decoded = " ".join(run("decode", str(formula), str(output)).out.split())
    advice = "sudokopie decode --certificate DIR FILE OUTPUT finds the answer and proves it."
    assert decoded.endswith(f"This claim was not checked. {advice}")
    proved = said("--certificate", str(tmp_path / "proof"))
    lines = (tmp_path / "proof" / "proof.lrat").read_text().count("\n")
    assert f"not copies. Proof of {lines} lines by pysat:cadical195, hints by " in proved
    german = said("--lang", "de", "--verify-no")
    assert f"zeigt nur ein Beweis. Beweis mit {lines} Zeilen von pysat:cadical195" in german
    record = json.loads(run("solve", "--json", "--verify-no", ALIKE).out)
    assert (record["certified"], record["proof"]["lines"]) == (True, lines)


def test_a_no_of_another_solver_has_its_reason_and_a_wrong_one_none(
    run: Any, tmp_path: Path
) -> None:
    output = tmp_path / "output"
    output.write_text("s UNSATISFIABLE\n")
    for file, has_reason in ((MOVED, True), (SUDOKU0, False)):
        question = str(tmp_path / "question.cnf")
        assert run("export", file, "-o", question).status == 0
        record = json.loads(run("decode", "--json", question, str(output)).out)
        assert record["status"] == "different"
        assert (record["reason"] is not None) == has_reason


def test_of_pairs_only_the_first_is_marked() -> None:
    pair = pair_from(INSTANCES / "most-symmetric-switched.txt")
    reason = why_not(*pair)
    assert reason is not None
    assert reason.kind is ReasonKind.NEAR_CYCLES
    (difference,) = reason.differences
    assert len(difference.second) == 6
    rows = difference.second[0].numbers
    assert reason.second_cells == {(r, c) for r in rows for c in range(9)}
