"""Transformations of which some parts alone may differ, against all elements of the groups."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sudokopie import BoxShape, Grid, Transformation, decide, duplicates, nearest, symmetries, ways
from sudokopie.answers.bulk.images import shuffled
from sudokopie.answers.bulk.sorted_forms import signatures, witness
from sudokopie.answers.ways import all_ways
from sudokopie.applications.collection.duplicates import Duplicates
from sudokopie.applications.collection.near import near_pairs
from sudokopie.base.errors import ArgumentError, BackendError, ProofError
from sudokopie.encoding.candidates import PLAIN
from sudokopie.proofs.certify import certify
from sudokopie.questions.copy import Copy, CopyByFewSteps
from sudokopie.questions.yes_no_claims import CertifiedYes
from sudokopie.sudoku.arrays import grids_of
from sudokopie.sudoku.parts import EVERYTHING, PARTS, Parts
from sudokopie.sudoku.transformation import sources

FOUR = BoxShape(2, 2)
Places = tuple[int, ...]

SOME = [
    ["digits"],
    ["turns"],
    ["mirrors", "digits"],
    ["rows"],
    ["turns", "bands", "stacks"],
    ["turns", "mirrors", "digits"],
    ["bands", "stacks", "rows", "columns"],
    ["stacks", "columns", "mirrors", "digits"],
    [],
]


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
    return sources(one.forward(), one.shape)


@cache
def made_of(only: frozenset[str], shape: BoxShape) -> frozenset[Places]:
    """Return what turns, mirror images and reorderings make one after another, each once."""
    size, height, width = shape.size, shape.height, shape.width
    rows = range(size)
    grid = tuple(range(size * size))

    def gathered(rows_: list[int], columns_: list[int]) -> Places:
        return tuple(size * r + c for r in rows_ for c in columns_)

    def turned(times: int) -> Places:
        cells = [grid[size * r : size * (r + 1)] for r in rows]
        for _ in range(times):
            cells = list(zip(*cells[::-1], strict=True))
        return tuple(cell for row in cells for cell in row)

    def orders(length: int, blocks: bool, within: bool) -> list[list[int]]:
        number, all_ = size // length, list(range(size // length))
        places_ = list(range(length))
        return [
            [b * length + i for b, inside in zip(order, insides, strict=True) for i in inside]
            for order in (permutations(all_) if blocks else [all_])
            for insides in (
                product(permutations(places_), repeat=number) if within else [[places_] * number]
            )
        ]

    turns = [turned(k) for k in ((0, 1, 2, 3) if height == width else (0, 2))]
    mirrors = [
        gathered(r, c) for r in (list(rows), [*rows][::-1]) for c in (list(rows), [*rows][::-1])
    ]
    lines = [
        gathered(r, c)
        for r in orders(height, "bands" in only, "rows" in only)
        for c in orders(width, "stacks" in only, "columns" in only)
    ]
    return frozenset(
        composed(composed(turn, mirror), order)
        for turn in (turns if "turns" in only else [grid])
        for mirror in (mirrors if "mirrors" in only else [grid])
        for order in lines
    )


def composed(first: Places, second: Places) -> Places:
    return tuple([first[place] for place in second])


def all_sets() -> list[frozenset[str]]:
    movable = [part for part in PARTS if part != "digits"]
    return [frozenset(some) for k in range(7) for some in combinations(movable, k)]


def test_what_is_refused_is_no_group() -> None:
    refused = 0
    for only in all_sets():
        elements = made_of(only, FOUR)
        some = Random(1).sample(sorted(elements), min(12, len(elements)))
        is_closed = all(composed(a, b) in elements for a in some for b in elements)
        try:
            parts = Parts(only)
        except ArgumentError:
            refused += 1
            # With boxes of two by two, mirror images of three make up for the fourth.
            assert not is_closed or len(only.intersection(PARTS[2:6])) == 3, sorted(only)
            continue
        assert is_closed, sorted(only)
        for place, one in moves(FOUR).items():
            assert parts.contain(one) == (place in elements), (sorted(only), one)
    assert refused == 2 * (16 - 4)  # with turns and with or without mirrors
    for wrong in (["boxes"], "digits", [1]):
        with pytest.raises(ArgumentError, match="expected parts of turns, mirrors"):
            Parts(wrong)  # type: ignore[arg-type]


def test_turns_bring_what_happens_to_bands_to_stacks() -> None:
    nine = Transformation.identity((3, 3))
    turn = nine.replaced(rotation=1)
    for part in ("bands", "stacks"):
        carried = turn.inverse().then(nine.replaced(**{part: (1, 2, 0)})).then(turn)
        # Without the other part, turns and mirror images leave it in order or reversed.
        orders = {(carried.bands, carried.stacks), (carried.stacks, carried.bands)}
        assert not orders & set(product([(0, 1, 2), (2, 1, 0)], repeat=2))
        assert (carried.stacks if part == "bands" else carried.bands) in {(1, 2, 0), (2, 0, 1)}


@pytest.mark.parametrize("only", [["turns"], ["mirrors", "rows"], ["bands", "columns"], ["stacks"]])
def test_parts_of_oblong_boxes(only: list[str]) -> None:
    shape = BoxShape(2, 3)
    elements = made_of(frozenset(only), shape)
    assert elements == {place for place, one in moves(shape).items() if Parts(only).contain(one)}


def test_a_renaming_belongs_to_digits() -> None:
    renaming = Transformation.identity(FOUR).replaced(digits=(2, 1, 3, 4))
    assert Parts(["digits"]).contain(renaming)
    assert not Parts([part for part in PARTS if part != "digits"]).contain(renaming)


def truth(first: Grid, second: Grid, only: list[str]) -> list[Transformation]:
    """Return all transformations of a group from one grid to another."""
    found = []
    for place in made_of(frozenset(only) - {"digits"}, first.shape):
        one = moves(first.shape)[place]
        image = one.apply(first)
        names = permutations(one.digits) if "digits" in only else [one.digits]
        for digits in names:
            if one.replaced(digits=digits).apply(first) == second:
                assert image is not None
                found.append(one.replaced(digits=digits).simplest())
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


@pytest.mark.parametrize("only", SOME, ids=" ".join)
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
                moves(FOUR)[place].agreeing(first, second)
                for place in made_of(frozenset(only), FOUR)
            )
            near = nearest(first, second, only=only)
            assert near.agreeing == near.at_most == closest
    assert kinds == {False, True}


def test_nearest_with_digits() -> None:
    first, second = Grid("12..34..2......1"), Grid("21..43..3......2")
    by_digits = max(
        first_to.agreeing(first, second)
        for names in permutations(range(1, 5))
        for first_to in [Transformation.identity(FOUR).replaced(digits=names)]
    )
    assert nearest(first, second, only=["digits"]).agreeing == by_digits
    assert nearest(first, second, only=[]).agreeing == 0


def test_symmetries_of_a_blank_grid() -> None:
    blank = Grid([[0] * 4] * 4)
    for only in SOME:
        found = symmetries(blank, only=only)
        moving = len(made_of(frozenset(only) - {"digits"}, FOUR))
        assert found.order == moving * (24 if "digits" in only else 1)
        assert len(found.elements()) == moving
    assert symmetries(blank).only == EVERYTHING


def test_backends_that_look_at_everything_are_refused() -> None:
    pair = Grid("12.............."), Grid("..............12")
    searches = "search:assignments", "search:block-hash", "search:brute-force"
    for backend in ("maxsat:rc2", *searches):
        with pytest.raises(BackendError, match=f"{backend} cannot tell by which parts"):
            decide(*pair, backend, only=["rows"], encoding=PLAIN)
    assert decide(*pair, "cp-sat", only=["mirrors", "digits"]).word == "copies"


def test_a_witness_of_other_parts_is_none() -> None:
    pair = Grid("12.............."), Grid("21..............")
    turned = decide(*pair, only=["columns"]).transformation
    assert turned is not None
    assert not Copy(*pair, parts=Parts(["digits"])).holds(turned)
    assert Copy(*pair, parts=Parts(["columns"])).holds(turned)


def test_certificates_say_what_may_differ() -> None:
    pair = Grid("12.............."), Grid("3.4.............")
    digits = Copy(*pair, parts=Parts(["digits"]))
    certificate = certify(decide(*pair, only=["digits"]))
    assert certificate.refutation is not None
    assert certificate.refutation.question == digits
    stated = certificate.statement
    assert stated.as_json()["parts"] == ("digits",)
    values = {**stated.as_json(), "parts": ["digits"]}
    assert type(stated).read(values, FOUR, pair) == stated
    copies = Grid("12.............."), Grid("..............12")
    yes = decide(*copies, only=["bands", "rows", "stacks", "columns", "digits"])
    assert yes.transformation is not None
    few = certify(yes).statement
    assert isinstance(few, CertifiedYes)
    (question,) = few.questions()
    assert isinstance(question, CopyByFewSteps)
    assert question.parts == yes.only
    with pytest.raises(ProofError, match="change other parts"):
        CertifiedYes(Copy(*copies, parts=Parts(["digits"])), yes.transformation, False).questions()
    near = certify(nearest(*pair, only=["digits"])).statement
    assert near.as_json()["parts"] == ("digits",)


@pytest.fixture
def pair_file(tmp_path: Path) -> str:
    file = tmp_path / "pair.txt"
    file.write_text("12..............\n..............21\n")
    return str(file)


def test_commands_say_what_may_differ(run: Any, pair_file: str, tmp_path: Path) -> None:
    said = "Nothing but this may differ: mirror images."
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
    said = "Nothing but this may differ: digits."
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


def random_grids(number: int) -> NDArray[np.uint8]:
    """Return grids 4×4 of which many are alike, and some symmetric."""
    rng = np.random.default_rng(5)
    few = rng.choice([0, 0, 0, 0, 0, 1, 2], (number // 4, 4, 4)).astype(np.uint8)
    few[::3] = np.maximum(few[::3], few[::3, ::-1, ::-1])
    return shuffled(few, 4, rng)


@pytest.mark.parametrize("only", SOME, ids=" ".join)
def test_duplicates_are_those_of_trying_everything(only: list[str]) -> None:
    cells = random_grids(160)
    grids = list(grids_of(cells))
    names = [(0, *one) for one in permutations(range(1, 5))] if "digits" in only else [range(5)]
    elements = np.array(sorted(made_of(frozenset(only) - {"digits"}, FOUR)))
    keys = []
    for one in cells.reshape(-1, 16):
        images = np.array(names)[:, one[elements]].reshape(-1, 16)
        keys.append(min(map(bytes, images.astype(np.uint8))))
    groups = defaultdict(list)
    for i, key in enumerate(keys):
        groups[key].append(i)
    expected = [group for group in groups.values() if len(group) > 1]
    assert duplicates(cells, only=only) == expected
    signed = signatures(cells, only=only)
    assert len(set(signed.tolist())) <= len(groups)
    for group in expected:
        assert len(set(signed[group].tolist())) == 1
        steps = witness(grids[group[0]], grids[group[-1]], Parts(only))
        assert Parts(only).contain(steps)
        assert steps.leads(grids[group[0]], grids[group[-1]])


@pytest.mark.parametrize(
    "only", [["digits"], ["mirrors", "rows"], ["turns", "digits"]], ids=" ".join
)
def test_near_copies_are_those_that_nearest_finds(only: list[str]) -> None:
    cells = random_grids(48)
    grids = list(grids_of(cells))
    with Duplicates((2, 2), only=Parts(only)) as found:
        found.add(cells)
        first = found.classes().representatives().tolist()
        expected = {}
        for one, other in combinations(first, 2):
            clues = max(grids[one].clues, grids[other].clues)
            agreeing = nearest(grids[one], grids[other], only=only).agreeing
            if agreeing >= max(clues - 1, 0):
                expected[one, other] = agreeing
        pairs_ = near_pairs(found, 1)
        assert {(pair.first, pair.second): pair.agreeing for pair in pairs_} == expected
        for pair in pairs_:
            pair.witness(grids[pair.first], grids[pair.second], Parts(only))
    assert expected


def test_duplicates_by_some_parts(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("12..............\n34..............\n..............12\n")
    shown = run("duplicates", "--only", "digits", "--steps", "--check", str(file))
    assert "Classes: 2." in shown.out
    assert "Nothing but this may differ: digits." in shown.out
    assert "Renaming the digits: 1 -> 3, 2 -> 4" in shown.out
    shown = run("duplicates", "--only", "mirrors", "--near", "1", "--against", str(file), str(file))
    assert "Known already: 3. Nothing but this may differ: mirror images." in shown.out
