"""Transformations of which some parts alone may differ, against all elements of the groups."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, Transformation, decide, nearest, symmetries, ways
from sudokopie.answers.ways import all_ways
from sudokopie.base.errors import ArgumentError, BackendError, ProofError
from sudokopie.encoding.candidates import PLAIN
from sudokopie.proofs.certify import certify
from sudokopie.questions.copy import IsCopy, IsCopyByFewSteps
from sudokopie.questions.yes_no_claims import YesClaim
from sudokopie.sudoku.allowed_moves import EVERYTHING, MOVE_KINDS, AllowedMoves
from sudokopie.sudoku.transformation import find_source_cells

from brute_force import SOME_PARTS, Places, composed, made_of

FOUR = BoxShape(2, 2)


@cache
def moves(shape: BoxShape) -> dict[Places, Transformation]:
    """Return all transformations that rename nothing, by where cells come from."""
    height, width = shape
    names = tuple(range(1, shape.size + 1))
    found = {}
    rows = list(product(permutations(range(height)), repeat=shape.bands))
    columns = list(product(permutations(range(width)), repeat=shape.stacks))
    for quarter in (0, 1) if height == width else (0,):
        for bands, stacks in product(
            permutations(range(shape.bands)), permutations(range(shape.stacks))
        ):
            for row, column in product(rows, columns):
                one = Transformation(shape, quarter, bands, stacks, row, column, names)
                found[places(one)] = one
    return found


def places(one: Transformation) -> Places:
    return find_source_cells(one.make_instructions(), one.shape)


def all_sets() -> list[frozenset[str]]:
    movable = [part for part in MOVE_KINDS if part != "digits"]
    return [frozenset(some) for k in range(7) for some in combinations(movable, k)]


def test_what_is_refused_is_no_group() -> None:
    refused = 0
    for only in all_sets():
        elements = made_of(only, FOUR)
        some = Random(1).sample(sorted(elements), min(12, len(elements)))
        is_closed = all(composed(a, b) in elements for a in some for b in elements)
        try:
            parts = AllowedMoves(only)
        except ArgumentError:
            refused += 1
            # With boxes of two by two, mirror images of three make up for the fourth.
            assert not is_closed or len(only.intersection(MOVE_KINDS[2:6])) == 3, sorted(only)
            continue
        assert is_closed, sorted(only)
        for place, one in moves(FOUR).items():
            assert parts.allows(one) == (place in elements), (sorted(only), one)
    assert refused == 2 * (16 - 4)  # with turns and with or without mirrors
    for wrong in (["boxes"], "digits", [1]):
        with pytest.raises(ArgumentError, match="the parts are turns"):
            AllowedMoves(wrong)  # type: ignore[arg-type]


def test_turns_bring_what_happens_to_bands_to_stacks() -> None:
    nine = Transformation.identity((3, 3))
    turn = nine.replace_parts(rotation=1)
    for part in ("bands", "stacks"):
        carried = turn.inverse().then(nine.replace_parts(**{part: (1, 2, 0)})).then(turn)
        # Without the other part, turns and mirror images leave it in order or reversed.
        orders = {(carried.bands, carried.stacks), (carried.stacks, carried.bands)}
        assert not orders & set(product([(0, 1, 2), (2, 1, 0)], repeat=2))
        assert (carried.stacks if part == "bands" else carried.bands) in {(1, 2, 0), (2, 0, 1)}


@pytest.mark.parametrize("only", [["turns"], ["mirrors", "rows"], ["bands", "columns"], ["stacks"]])
def test_parts_of_oblong_boxes(only: list[str]) -> None:
    shape = BoxShape(2, 3)
    elements = made_of(frozenset(only), shape)
    assert elements == {
        place for place, one in moves(shape).items() if AllowedMoves(only).allows(one)
    }


def test_repr_is_the_expression_that_makes_the_same_moves() -> None:
    moves_ = AllowedMoves(["digits", "rows"])
    assert repr(moves_) == "AllowedMoves(['rows', 'digits'])"
    assert eval(repr(moves_)) == moves_


def test_a_renaming_belongs_to_digits() -> None:
    renaming = Transformation.identity(FOUR).replace_parts(digits=(2, 1, 3, 4))
    assert AllowedMoves(["digits"]).allows(renaming)
    assert not AllowedMoves([part for part in MOVE_KINDS if part != "digits"]).allows(renaming)


def truth(first: Grid, second: Grid, only: list[str]) -> list[Transformation]:
    """Return all transformations of a group from one grid to another."""
    found = []
    for place in made_of(frozenset(only) - {"digits"}, first.shape):
        one = moves(first.shape)[place]
        image = one.apply(first)
        names = permutations(one.digits) if "digits" in only else [one.digits]
        for digits in names:
            if one.replace_parts(digits=digits).apply(first) == second:
                assert image is not None
                found.append(one.replace_parts(digits=digits).simplest())
    return found


def pairs(only: list[str]) -> list[tuple[Grid, Grid]]:
    """Return pairs of grids: some by the group, some by the whole group, symmetric ones too."""
    rng = Random(str(only))
    by_group = sorted(made_of(frozenset(only) - {"digits"}, FOUR))
    by_all = sorted(moves(FOUR))
    found = []
    for k in range(10):
        cells = [rng.choice([0, 0, 1, 2, 3]) for _ in range(16)]
        if k % 2:
            turned = [cells[4 * (3 - i % 4) + i // 4] for i in range(16)]
            cells = (
                [max(a, b) for a, b in zip(cells, turned, strict=True)]
                if k % 4 > 1
                else [max(a, b) for a, b in zip(cells, cells[::-1], strict=True)]
            )
        names = [0, *rng.sample(range(1, 5), 4)] if "digits" in only and k < 6 else range(5)
        order = rng.choice(by_group if k < 6 else by_all)
        first = Grid([cells[i : i + 4] for i in range(0, 16, 4)])
        image = [names[cells[place]] for place in order]
        found.append((first, Grid([image[i : i + 4] for i in range(0, 16, 4)])))
    return found


@pytest.mark.parametrize("only", SOME_PARTS, ids=" ".join)
def test_answers_are_those_of_trying_everything(only: list[str]) -> None:
    kinds = set()
    for first, second in pairs(only):
        expected = truth(first, second, only)
        kinds.add(bool(expected))
        found = decide(first, second, only=only)
        plain = decide(first, second, "pysat:glucose4", encoding=PLAIN, only=only)
        assert found.word == plain.word == ("copies" if expected else "different")
        counted = ways(first, second, only=only)
        assert counted.number == len(expected)
        listed = list(all_ways(first, second, only=only))
        assert sorted(listed) == sorted(set(expected))
        assert listed == sorted(listed)
        if expected:
            best = min((one.simplest(first) for one in expected), key=lambda one: (one.steps, one))
            assert found.transformation == plain.transformation == best
            assert found.is_fewest
            assert found.only == frozenset(only)
        if "digits" not in only:
            closest = max(
                moves(FOUR)[place].count_agreeing_cells(first, second)
                for place in made_of(frozenset(only), FOUR)
            )
            near = nearest(first, second, only=only)
            assert near.agreeing == near.at_most == closest
    assert kinds == {False, True}


def test_nearest_with_digits() -> None:
    first, second = Grid("12..34..2......1"), Grid("21..43..3......2")
    by_digits = max(
        first_to.count_agreeing_cells(first, second)
        for names in permutations(range(1, 5))
        for first_to in [Transformation.identity(FOUR).replace_parts(digits=names)]
    )
    assert nearest(first, second, only=["digits"]).agreeing == by_digits
    assert nearest(first, second, only=[]).agreeing == 0


def test_symmetries_of_a_blank_grid() -> None:
    blank = Grid([[0] * 4] * 4)
    for only in SOME_PARTS:
        found = symmetries(blank, only=only)
        moving = len(made_of(frozenset(only) - {"digits"}, FOUR))
        assert found.order == moving * (24 if "digits" in only else 1)
        assert len(found.elements()) == moving
    assert symmetries(blank).only == EVERYTHING


def test_backends_that_look_at_everything_are_refused() -> None:
    pair = Grid("12.............."), Grid("..............12")
    searches = "search:assignments", "search:block-hash", "search:brute-force"
    for backend in ("maxsat:rc2", *searches):
        with pytest.raises(BackendError, match=f"{backend} does not support --only"):
            decide(*pair, backend, only=["rows"], encoding=PLAIN)
    assert decide(*pair, "cp-sat", only=["mirrors", "digits"]).word == "copies"


def test_a_witness_of_other_parts_is_none() -> None:
    pair = Grid("12.............."), Grid("21..............")
    turned = decide(*pair, only=["columns"]).transformation
    assert turned is not None
    assert not IsCopy(*pair, parts=AllowedMoves(["digits"])).is_yes_proved_by(turned)
    assert IsCopy(*pair, parts=AllowedMoves(["columns"])).is_yes_proved_by(turned)


def test_certificates_say_what_may_differ() -> None:
    pair = Grid("12.............."), Grid("3.4.............")
    digits = IsCopy(*pair, parts=AllowedMoves(["digits"]))
    certificate = certify(decide(*pair, only=["digits"]))
    assert certificate.refutation is not None
    assert certificate.refutation.question == digits
    stated = certificate.statement
    assert stated.make_json_without_sudokus()["parts"] == ("digits",)
    values = {**stated.make_json_without_sudokus(), "parts": ["digits"]}
    assert type(stated).from_json(values, FOUR, pair) == stated
    copies = Grid("12.............."), Grid("..............12")
    yes = decide(*copies, only=["bands", "rows", "stacks", "columns", "digits"])
    assert yes.transformation is not None
    few = certify(yes).statement
    assert isinstance(few, YesClaim)
    (question,) = few.check_and_list_questions_to_refute()
    assert isinstance(question, IsCopyByFewSteps)
    assert question.parts == yes.only
    with pytest.raises(ProofError, match="change other parts"):
        YesClaim(
            IsCopy(*copies, parts=AllowedMoves(["digits"])), yes.transformation, False
        ).check_and_list_questions_to_refute()
    near = certify(nearest(*pair, only=["digits"])).statement
    assert near.make_json_without_sudokus()["parts"] == ("digits",)


@pytest.fixture
def pair_file(tmp_path: Path) -> str:
    file = tmp_path / "pair.txt"
    file.write_text("12..............\n..............21\n")
    return str(file)


def test_commands_say_what_may_differ(run: Any, pair_file: str, tmp_path: Path) -> None:
    said = "Only these changes were allowed: mirror images."
    shown = run("solve", "-q", "--only", "mirrors", pair_file)
    assert (shown.status, shown.out) == (0, f"These Sudokus are copies of each other. {said}\n")
    shown = run("solve", "--only", "digits", pair_file, "--json")
    assert (shown.status, json.loads(shown.out)["only"]) == (1, ["digits"])
    shown = run("solve", "--only", "rows,columns,bands", pair_file)
    assert shown.status == 1
    assert "dead ends" not in shown.out
    shown = run("ways", "-q", "--only", "mirrors", pair_file)
    assert shown.out.endswith(f"{said} Number of ways: 1\n")
    assert "Way 1" in run("ways", "--all", "--only", "mirrors", pair_file).out
    assert said in run("nearest", "-q", "--only", "mirrors", pair_file).out
    said = "Only these changes were allowed: digits."
    assert said in run("ways", "--all", "--only", "digits", pair_file).out
    folder = str(tmp_path / "certificate")
    shown = run("ways", "--only", "digits", "--certificate", folder, pair_file)
    assert (shown.status, "--certificate and --only exclude" in shown.err) == (2, True)
    assert run("solve", "--only", "digits", "--certificate", folder, pair_file).status == 1
    with open(f"{folder}/question.cnf") as file:
        assert "c only digits\n" in file
    assert said in run("check", folder, pair_file).out
    assert json.loads(run("check", "--json", folder, pair_file).out)["only"] == ["digits"]
    shown = run("solve", "--only", "rows, turns", pair_file, "--lang", "de")
    assert "--only: mit turns rows und columns erwartet" in shown.err
