"""The formula against the definition: its models are exactly the transformations."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import permutations, product, starmap
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from sudokopie import BoxShape, Grid, Transformation, backend_names, decide
from sudokopie.base.verdict import Verdict
from sudokopie.encoding import equivalence, transformations
from sudokopie.encoding.candidates import (
    CELL_FORMS,
    LINE_MAP_FORMS,
    PLAIN,
    Colouring,
    Encoding,
    TransformationCandidates,
    find_candidates_of_equal_colour,
    make_unrefined_candidates,
    refine_colourings_and_yield_after_rounds,
)
from sudokopie.encoding.clue_comparison import MostAgreeingCellsFormula
from sudokopie.encoding.completion import CompletionFormula
from sudokopie.encoding.equivalence import EquivalenceFormula
from sudokopie.encoding.fewest_steps import FewestStepsFormula
from sudokopie.encoding.formula import Formula, FormulaWithCostCounter
from sudokopie.questions.copy import IsCopy
from sudokopie.sudoku.allowed_moves import MOVE_KINDS, AllowedMoves
from sudokopie.sudoku.random_grids import (
    cyclic_grid,
    exchange_clues,
    move_clue,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
    switch_smallest_unavoidable_set,
)

from brute_force import truth
from strategies import grids_with_transformations, seeds

SMALL = [BoxShape(1, 2), BoxShape(2, 2)]
FOUR, SIX, NINE = BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)


def models(formula: EquivalenceFormula) -> list[Transformation]:
    with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
        return [formula.transformation(model) for model in solver.enum_models()]


@cache
def group(shape: BoxShape) -> list[Transformation]:
    """All maps, each written once."""
    bands, stacks = permutations(range(shape.bands)), permutations(range(shape.stacks))
    rows = product(permutations(range(shape.height)), repeat=shape.bands)
    columns = product(permutations(range(shape.width)), repeat=shape.stacks)
    digits = permutations(range(1, shape.size + 1))
    rotations = (0, 1) if shape.height == shape.width else (0,)
    return [
        Transformation(shape, *parts)
        for parts in product(rotations, bands, stacks, rows, columns, digits)
    ]


@given(grids_with_transformations(1, SMALL), seeds)
@settings(max_examples=20)
def test_the_models_are_the_transformations(
    case: tuple[Grid, list[Transformation]], seed: int
) -> None:
    first, (one,) = case
    assume(len(first.digits) == first.size)
    unrelated = random_grid(first.shape, first.clues, Random(seed))
    for second in (one.apply(first), unrelated):
        ways = sorted(t for t in group(first.shape) if t.apply(first) == second)
        plain = EquivalenceFormula(first, second, make_unrefined_candidates(first.shape))
        assert sorted(models(plain)) == ways
        candidates = find_candidates_of_equal_colour(first, second)
        if candidates.orientations:
            assert sorted(models(EquivalenceFormula(first, second, candidates))) == ways
        else:
            assert ways == []


@pytest.mark.parametrize("form", CELL_FORMS)
def test_clues_come_to_lie_on_clues_and_blanks_on_blanks(form: str) -> None:
    none, one = Grid([[0, 0], [0, 0]], (1, 2)), Grid([[1, 0], [0, 0]], (1, 2))
    alike, different = Grid([[1, 0], [1, 0]], (1, 2)), Grid([[1, 0], [2, 0]], (1, 2))
    beside, full = Grid([[1, 2], [0, 0]], (1, 2)), Grid([[1, 2], [2, 1]], (1, 2))
    for first, second in permutations((none, one, alike, different, beside, full), 2):
        assert (
            models(EquivalenceFormula(first, second, make_unrefined_candidates(first.shape), form))
            == []
        )


@pytest.mark.gate
@given(grids_with_transformations(1, SMALL), st.data())
@settings(max_examples=10)
def test_every_form_has_the_models_that_brute_force_finds(
    case: tuple[Grid, list[Transformation]], data: st.DataObject
) -> None:
    first, (one,) = case
    second = one.apply(first)
    cell = data.draw(st.sampled_from(second.cells))
    digit = data.draw(st.integers(0, first.size))
    changed = [[digit if (r, c) == cell else second[r, c] for r, c in row] for row in places(first)]
    second = Grid(changed, first.shape)
    for a, b in ((first, second), (second, first)):
        ways = sorted(t for t in group(a.shape) if t.apply(a) == b)
        candidates = make_unrefined_candidates(a.shape)
        for form, line_maps in product(CELL_FORMS, LINE_MAP_FORMS):
            assert sorted(models(EquivalenceFormula(a, b, candidates, form, line_maps))) == ways


def test_a_solver_sees_at_once_that_no_two_lines_become_the_same() -> None:
    blank = Grid([[0] * 9] * 9)
    for line_maps, conclusions in (("plain", 0), ("bijection", 8)):
        formula = IsCopy(blank, blank, Encoding(line_maps=line_maps)).formula
        with Solver("minisat22", bootstrap_with=list(formula.clauses())) as solver:
            rows = formula.unknowns.row_line
            _, found = solver.propagate([-rows[0][0], *(-row[0] for row in rows[2:])])
            ruled_out = [image for image in rows[1].values() if -image in found]
        assert len(ruled_out) == conclusions


def places(grid: Grid) -> list[list[tuple[int, int]]]:
    return [[(r, c) for c in range(grid.size)] for r in range(grid.size)]


def test_the_blank_grid_has_the_whole_group() -> None:
    blank = Grid([[0] * 4] * 4)
    found = models(EquivalenceFormula(blank, blank, make_unrefined_candidates(FOUR)))
    assert len(found) == len(set(found)) == 2 * 2**6 * 24


def test_the_plain_encoding_has_the_size_it_says() -> None:
    first, second = (random_complete_grid(NINE, Random(seed)) for seed in (1, 2))
    formula = EquivalenceFormula(first, second, make_unrefined_candidates(NINE))
    assert {name: len(list(clauses)) for name, clauses in formula.yield_clause_families()} == {
        "bijections": 8 * 24 + 666,
        "lines": 4 * 81 + 2 * 9,
        "orientations": 0,
        "cells": 2 * 9**4,
    }
    assert formula.variables == 1 + 2 * 9 + 6 * 9 + 3 * 81


def test_the_same_question_gives_the_same_clauses() -> None:
    first = random_grid(NINE, 8, Random(1))
    second = random_transformation(NINE, Random(2)).apply(first)
    for candidates in (
        make_unrefined_candidates(NINE),
        find_candidates_of_equal_colour(first, second),
    ):
        one, two = (EquivalenceFormula(first, second, candidates) for _ in range(2))
        assert list(one.clauses()) == list(two.clauses())


def without(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if family == "cells":
        monkeypatch.setattr(equivalence, "yield_cell_agreement_clauses", lambda _: iter(()))
    else:
        monkeypatch.setattr(transformations, family, lambda *_: iter(()))


@pytest.mark.parametrize(
    "family", ["yield_all_bijection_clauses", "yield_lines_follow_blocks_clauses", "cells"]
)
def test_every_family_of_clauses_is_needed(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    second = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 3, 4, 1], [4, 1, 2, 3]])
    assert truth(first, second).ways == 0

    def satisfiable() -> bool:
        formula = EquivalenceFormula(first, second, make_unrefined_candidates(FOUR))
        with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
            return bool(solver.solve())

    assert not satisfiable()
    without(family, monkeypatch)
    assert satisfiable()


def test_the_orientation_allows_only_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    # A clue in a corner: both orientations remain, but not with the same images.
    first = Grid([[1, 2, 0, 0], [3, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    candidates = find_candidates_of_equal_colour(first, first)
    assert len(candidates.orientations) == 2
    family = list(
        transformations.yield_allowed_line_clauses(
            EquivalenceFormula(first, first, candidates).unknowns, candidates
        )
    )
    assert family
    only = TransformationCandidates(candidates.orientations[1:], candidates.digits)
    turned = EquivalenceFormula(first, first, only)
    assert {one.rotation for one in models(turned)} == {1}
    without("yield_allowed_line_clauses", monkeypatch)
    assert {one.rotation for one in models(turned)} == {0, 1}


# Refinement


@given(grids_with_transformations(1))
def test_refinement_keeps_every_copy(case: tuple[Grid, list[Transformation]]) -> None:
    first, (one,) = case
    second = one.apply(first)
    candidates = find_candidates_of_equal_colour(first, second)
    orientation = next(o for o in candidates.orientations if o.quarter == one.rotation % 2)
    # A half turn more means that lines are counted from the other end.
    last = first.size - 1
    for images, gathered in (
        (orientation.rows, one.row_lines),
        (orientation.columns, one.column_lines),
    ):
        for new, old in enumerate(gathered):
            assert new in images[last - old if one.rotation >= 2 else old]
    assert all(one.digits[d - 1] in candidates.digits[d] for d in first.digits)


def test_digits_that_do_not_occur_have_one_image_each() -> None:
    first, second = Grid([[1, 0], [0, 0]], (1, 2)), Grid([[0, 0], [0, 2]], (1, 2))
    assert find_candidates_of_equal_colour(first, second).digits == ((), (2,), (1,))


@pytest.mark.parametrize(
    ("clues", "most"), [(17, 0.1), (25, 0.05), (40, 0), (81, 0)], ids=["17", "25", "40", "81"]
)
def test_refinement_leaves_no_choice_for_most_grids(clues: int, most: float) -> None:
    rng = Random(1)
    undecided = 0
    for _ in range(50):
        first = remove_clues(random_complete_grid(NINE, rng), clues, rng)
        second = random_transformation(NINE, rng).apply(first)
        undecided += (
            find_candidates_of_equal_colour(first, second).list_determined_transformations_or_none(
                first
            )
            is None
        )
    assert undecided <= most * 50


@given(grids_with_transformations(1))
def test_colours_are_small_and_discrete_where_all_differ(
    case: tuple[Grid, list[Transformation]],
) -> None:
    grid, (one,) = case
    colouring, other = Colouring(grid), Colouring(one.apply(grid))
    for _ in refine_colourings_and_yield_after_rounds(colouring, other):
        used = [colouring.digits[digit] for digit in colouring.used]
        sides = colouring.row_colours, colouring.column_colours, used
        assert colouring.is_discrete == all(len(side) == len(set(side)) for side in sides)
        assert all(0 <= colour < 1 << 60 for side in sides for colour in side)
        lines = sorted((colouring.row_colours, colouring.column_colours), key=sorted)
        others = sorted((other.row_colours, other.column_colours), key=sorted)
        assert list(map(sorted, lines)) == list(map(sorted, others))
        assert sorted(colouring.digits) == sorted(other.digits)


def test_cycle_types_tell_complete_grids_apart() -> None:
    rng = Random(1)
    for _ in range(50):
        first, second = random_complete_grid(NINE, rng), random_complete_grid(NINE, rng)
        assert not find_candidates_of_equal_colour(first, second).orientations


def test_far_lines_are_compared_where_near_ones_tell_nothing() -> None:
    # Every band and stack alone looks like those of the cyclic grid; only lines of different
    # bands show that two digits changed places in one band.
    cyclic = cyclic_grid(NINE)
    swapped = {1: 2, 2: 1}
    other = Grid([[swapped.get(d, d) if r < 3 else d for d in row] for r, row in enumerate(cyclic)])
    assert not find_candidates_of_equal_colour(cyclic, other).orientations


# Verdicts against brute force


def spoilt(first: Grid, rng: Random) -> Grid:
    """One clue changed, moved, exchanged with another; two digits merged."""
    digits = sorted(first.digits)
    kinds: list[Callable[[], Grid]] = [lambda: random_grid(first.shape, first.clues, rng)]
    if 0 < first.clues < first.size**2:
        kinds.append(lambda: move_clue(first, rng))
    if len(digits) > 1:
        kinds.append(lambda: exchange_clues(first, rng))
        kinds.append(lambda: merged(first, digits[0], digits[1]))
    if first.clues:
        kinds.append(lambda: changed(first, rng))
    return rng.choice(kinds)()


def merged(grid: Grid, one: int, other: int) -> Grid:
    return Grid([[other if d == one else d for d in row] for row in grid], grid.shape)


def changed(grid: Grid, rng: Random) -> Grid:
    place = rng.choice([(r, c) for r in range(grid.size) for c in range(grid.size) if grid[r, c]])
    digit = rng.choice([d for d in range(1, grid.size + 1) if d != grid[place]])
    return Grid(
        [
            [digit if (r, c) == place else d for c, d in enumerate(row)]
            for r, row in enumerate(grid)
        ],
        grid.shape,
    )


@pytest.mark.parametrize(
    ("shape", "pairs"),
    [
        (FOUR, 200),
        (SIX, 100),
        pytest.param(FOUR, 5000, marks=pytest.mark.slow),
        pytest.param(SIX, 2000, marks=pytest.mark.slow),
    ],
    ids=["4x4", "6x6", "4x4-many", "6x6-many"],
)
@pytest.mark.parametrize("refinement", [True, False], ids=["refined", "plain"])
def test_verdicts_agree_with_brute_force(shape: BoxShape, pairs: int, refinement: bool) -> None:
    rng = Random(f"{shape} {refinement}")
    seen: Counter[Verdict] = Counter()
    for _ in range(pairs):
        clues = rng.randrange(shape.size**2 + 1)
        first = (
            random_grid(shape, clues, rng)
            if rng.randrange(2)
            else remove_clues(random_complete_grid(shape, rng), clues, rng)
        )
        second = first if rng.randrange(3) == 0 else spoilt(first, rng)
        second = random_transformation(shape, rng).apply(second)
        expected = truth(first, second)
        answer = decide(first, second, encoding=Encoding(refined=refinement))
        assert (answer.verdict is Verdict.YES) == (expected.ways > 0), (first, second)
        if answer.steps is not None and expected.fewest is not None:
            assert answer.steps >= expected.fewest
        seen[answer.verdict] += 1
    assert min(seen[Verdict.YES], seen[Verdict.NO]) > pairs / 5


WITHOUT_SAT = [name for name in backend_names() if name.startswith(("graph:", "search:"))]


@pytest.mark.parametrize("name", WITHOUT_SAT)
def test_other_backends_agree_with_brute_force(name: str) -> None:
    rng = Random(name)
    seen: Counter[Verdict] = Counter()
    shapes = [FOUR, BoxShape(1, 4), BoxShape(4, 1), SIX, BoxShape(3, 2)]
    for _ in range(60):
        shape = rng.choice(shapes)
        clues = rng.randrange(shape.size**2 + 1)
        first = random_grid(shape, clues, rng)
        if rng.randrange(2):
            first = remove_clues(random_complete_grid(shape, rng), clues, rng)
        elif rng.randrange(2):
            first = Grid([[min(digit, 2) for digit in row] for row in first], shape)
        second = first if rng.randrange(2) else spoilt(first, rng)
        second = random_transformation(shape, rng).apply(second)
        status = decide(first, second, name, encoding=PLAIN).verdict
        assert (status is Verdict.YES) == (truth(first, second).ways > 0), (first, second)
        seen[status] += 1
    assert min(seen[Verdict.YES], seen[Verdict.NO]) > 3


@pytest.mark.parametrize(
    "shape",
    [NINE, BoxShape(2, 4), pytest.param(BoxShape(4, 4), marks=pytest.mark.slow)],
    ids=str,
)
@given(seed=seeds, clues=st.integers(0, 256))
@settings(max_examples=15)
def test_refined_and_plain_agree(shape: BoxShape, seed: int, clues: int) -> None:
    rng = Random(seed)
    full = random_complete_grid(shape, rng)
    first = remove_clues(full, min(clues, shape.size**2), rng)
    near = (
        switch_smallest_unavoidable_set(first)
        if first.clues == first.size**2
        else spoilt(first, rng)
    )
    second = random_transformation(shape, rng).apply(near)
    assert decide(first, second).verdict is decide(first, second, encoding=PLAIN).verdict, (
        first,
        second,
    )


def assert_no_clause_is_said_twice(formula: Formula) -> None:
    clauses = list(formula.clauses())
    assert len({frozenset(clause) for clause in clauses}) == len(clauses)
    assert all(len(set(clause)) == len(clause) for clause in clauses)


@pytest.mark.parametrize("box", [FOUR, SIX, NINE, BoxShape(1, 3), BoxShape(1, 1)])
def test_no_clause_is_said_twice(box: BoxShape) -> None:
    rng = Random(1)
    first = random_grid(box, box.size**2 // 2, rng)
    image = random_transformation(box, rng).apply(first)
    blank, equal = Grid([[0] * box.size] * box.size, box), Grid([[1] * box.size] * box.size, box)
    for pair in ((first, image), (image, image), (first, blank), (blank, blank), (equal, equal)):
        for encoding in starmap(Encoding, product((False, True), CELL_FORMS, LINE_MAP_FORMS)):
            assert_no_clause_is_said_twice(IsCopy(*pair, encoding).formula)
        assert_no_clause_is_said_twice(
            FormulaWithCostCounter(FewestStepsFormula(IsCopy(*pair).formula), 2)
        )
        assert_no_clause_is_said_twice(
            FewestStepsFormula(IsCopy(*pair, Encoding(refined=True)).formula)
        )
        assert_no_clause_is_said_twice(FormulaWithCostCounter(MostAgreeingCellsFormula(*pair), -1))


def test_no_clause_about_a_completion_is_said_twice() -> None:
    rng = Random(1)
    complete = random_complete_grid(NINE, rng)
    for clues in (17, 30, 60, 80):
        assert_no_clause_is_said_twice(CompletionFormula(remove_clues(complete, clues, rng)))
    for rows in (
        [[1, 2, 0, 0], [0, 0, 0, 3], [0, 0, 4, 0], [0, 0, 0, 0]],  # nothing for two cells
        [[0, 0, 1, 2], [0, 0, 3, 4], [0, 3, 0, 0], [3, 0, 0, 0]],
        [[0, 0, 0, 0]] * 4,
    ):
        formula = CompletionFormula(Grid(rows))
        assert_no_clause_is_said_twice(formula)
        with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
            assert solver.solve() == (not any(map(any, rows)))


# Orientations that leave different candidates


def lines_that_lead(first: Grid, second: Grid, parts: AllowedMoves) -> set[tuple[object, ...]]:
    """Return by turn and lines all ways from a grid to another, found by trying every one."""
    names = tuple(range(1, first.size + 1))
    found = set[tuple[object, ...]]()
    for one in group(first.shape):
        if one.digits != names or not parts.allows(one):
            continue
        moved = one.apply(first)
        pairs = {(moved[cell], second[cell]) for cell in first.cells}
        olds, news = ({pair[i] for pair in pairs} for i in (0, 1))
        is_bijection = len(olds) == len(news) == len(pairs)
        blanks_stay = all((not old) == (not new) for old, new in pairs)
        renames = any(old != new for old, new in pairs)
        if is_bijection and blanks_stay and ("digits" in parts or not renames):
            found.add((one.rotation, one.row_lines, one.column_lines))
    return found


@pytest.mark.parametrize(
    "only",
    [
        MOVE_KINDS,
        ("turns", "mirrors", "digits"),
        ("turns", "rows", "columns"),
        ("mirrors", "digits"),
    ],
    ids=",".join,
)
@pytest.mark.parametrize("form", CELL_FORMS)
def test_what_one_orientation_rules_out_may_be_a_way_in_another(
    only: tuple[str, ...], form: str
) -> None:
    """The models are all ways there are, where orientations have different candidates."""
    rng, parts, seen = Random(f"{only} {form}"), AllowedMoves(only), Counter[bool]()
    inside = [one for one in group(FOUR) if parts.allows(one)]
    for _ in range(600):
        first = random_grid(FOUR, rng.randrange(1, 8), rng)
        second = rng.choice(inside).apply(spoilt(first, rng) if rng.randrange(3) == 0 else first)
        refinement = parts.allows_everything or rng.randrange(2) == 0
        candidates = Encoding(refined=refinement).candidates(first, second, parts)
        if len({one[1:] for one in candidates.orientations}) < 2:
            continue
        expected = lines_that_lead(first, second, parts)
        found = models(EquivalenceFormula(first, second, candidates, form))
        assert all(one.apply(first) == second for one in found)
        assert {(one.rotation, one.row_lines, one.column_lines) for one in found} == expected
        seen[bool(expected)] += 1
        if seen.total() == 30:
            break
    assert seen.total() == 30
    assert seen[True] > 15
