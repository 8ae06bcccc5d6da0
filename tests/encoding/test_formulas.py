"""Each formula against its definition, on all transformations of a small grid."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from pysat.solvers import Solver

from sudokopie import BoxShape, Grid, Transformation
from sudokopie.base.errors import TransformationError
from sudokopie.encoding.candidates import make_unrefined_candidates
from sudokopie.encoding.clue_comparison import (
    ClueInclusionFormula,
    MostAgreeingCellsFormula,
    PatternOccurrencesFormula,
)
from sudokopie.encoding.completion import (
    CompletionFormula,
    NormalFormGridsFormula,
    OtherSolutionFormula,
)
from sudokopie.encoding.equivalence import EquivalenceFormula, UnknownSymmetriesFormula
from sudokopie.encoding.fewest_steps import (
    FewestStepsFormula,
    yield_old_position_variables_of_each_new_position,
)
from sudokopie.encoding.formula import (
    Formula,
    FormulaWithCostCounter,
    yield_clause_text_pieces,
    yield_dimacs_text_pieces,
    yield_opb_text_pieces,
    yield_wcnf_text_pieces,
)
from sudokopie.encoding.image import BetterImageFormula, ImageWithRequiredValuesFormula
from sudokopie.encoding.transformations import TransformationFormula, estimate_clause_count
from sudokopie.sudoku.allowed_moves import AllowedMoves
from sudokopie.sudoku.grid import Cell
from sudokopie.sudoku.random_grids import random_complete_grid, random_grid

TWO, THREE, FOUR = BoxShape(1, 2), BoxShape(1, 3), BoxShape(2, 2)


@cache
def group(shape: BoxShape) -> list[Transformation]:
    """Return all transformations, each written once, without a half turn."""
    bands, stacks = permutations(range(shape.bands)), permutations(range(shape.stacks))
    rows = product(permutations(range(shape.height)), repeat=shape.bands)
    columns = product(permutations(range(shape.width)), repeat=shape.stacks)
    digits = permutations(range(1, shape.size + 1))
    rotations = (0, 1) if shape.height == shape.width else (0,)
    parts = product(rotations, bands, stacks, rows, columns, digits)
    return [Transformation(shape, *one) for one in parts]


def some_of_group(shape: BoxShape, number: int = 40) -> list[Transformation]:
    """Return the whole group, or some of it if it is large; among them the identity."""
    every = group(shape)
    return every if len(every) <= number else [every[0], *Random(1).sample(every, number)]


def literals_of(formula: TransformationFormula, way: Transformation) -> list[int]:
    """Return literals by which a model of a formula describes a transformation."""
    unknowns = formula.unknowns
    quarter = unknowns.quarter if way.rotation else -unknowns.quarter
    lines = [
        matrix[old][new]
        for matrix, olds in (
            (unknowns.row_line, way.row_lines),
            (unknowns.column_line, way.column_lines),
        )
        for new, old in enumerate(olds)
    ]
    digits = [unknowns.digit[d][image] for d, image in enumerate(way.digits, 1)]
    return [quarter, *lines, *digits]


def assert_models(
    formula: TransformationFormula, is_model: Callable[[Transformation], bool], *assumed: int
) -> None:
    """Check for transformations of the group whether they are models of a formula in which the
    assumed literals are true.
    """
    seen = set()
    with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
        for way in some_of_group(formula.first.shape, 400):
            found = solver.solve([*literals_of(formula, way), *assumed])
            assert found == is_model(way), way
            seen.add(found)
            if found:
                assert formula.transformation(solver.get_model()) == way
        model = solver.solve(assumed) and solver.get_model()
        if model:
            assert is_model(formula.transformation(model))
    assert seen


def forced_costs(solver: Solver, literals: Sequence[int], costs: Iterable[int]) -> list[int]:
    """Return the costs that are true in each model with the given literals; there is such a
    model.
    """
    assert solver.solve(literals)
    return [cost for cost in costs if not solver.solve([*literals, -cost])]


def covers(way: Transformation, first: Grid, second: Grid) -> bool:
    """Return whether each clue of `first` is moved onto an equal clue of `second`."""
    image = way.apply(first)
    return all(image[cell] == second[cell] for cell in image.clue_cells)


def covers_without(way: Transformation, first: Grid, second: Grid, cell: Cell) -> bool:
    """Return whether each clue of `first` is moved onto an equal clue, and no clue onto `cell`."""
    return covers(way, first, second) and not way.apply(first)[cell]


def has_value(way: Transformation, grid: Grid, cell: Cell, value: int) -> bool:
    return way.apply(grid)[cell] == value


def is_better(way: Transformation, grid: Grid, greatest: bool) -> bool:
    image = way.apply(grid).rows
    return image > grid.rows if greatest else image < grid.rows


def gets_less_in(way: Transformation, grid: Grid, cell: Cell) -> bool:
    """Return whether the image has a smaller value in `cell`, and the same values before it."""
    image = way.apply(grid)
    return image[cell] < grid[cell] and all(
        image[one] == grid[one] for one in grid.cells if one < cell
    )


def small_pairs(shape: BoxShape) -> list[tuple[Grid, Grid]]:
    rng, ways = Random(str(shape)), group(shape)
    firsts = [random_grid(shape, clues, rng) for clues in (1, 2, shape.size, shape.size * 2 - 1)]
    pairs = [(one, rng.choice(ways).apply(one)) for one in firsts]
    filled = random_complete_grid(shape, rng)
    return [*pairs, (firsts[1], filled), (filled, rng.choice(ways).apply(filled))]


SHAPES = pytest.mark.parametrize("shape", [TWO, THREE, FOUR], ids=str)


@SHAPES
def test_a_part_is_moved_onto_equal_clues(shape: BoxShape) -> None:
    for first, second in small_pairs(shape):
        candidates = make_unrefined_candidates(shape)
        formula = ClueInclusionFormula(first, second, candidates)
        assert_models(formula, partial(covers, first=first, second=second))


@SHAPES
def test_a_pattern_covers_the_cells_of_its_clues(shape: BoxShape) -> None:
    for first, second in small_pairs(shape)[:4]:
        formula = PatternOccurrencesFormula(first, second)
        assert_models(formula, partial(covers, first=first, second=second))
        for cell in second.cells[:: max(1, shape.size - 1)]:
            is_model = partial(covers_without, first=first, second=second, cell=cell)
            assert_models(formula, is_model, -formula.covered[cell])
        with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
            assert solver.solve()
            chosen = {literal for literal in solver.get_model() if literal > 0}
            cells = formula.decode_covered_cells(chosen)
            assert len(cells) == first.clues
            excluded = formula.make_clause_excluding_covered_cells(chosen)
        assert sorted(excluded) == sorted(-formula.covered[cell] for cell in cells)


@SHAPES
@pytest.mark.parametrize("blanks", [False, True])
def test_a_cell_that_does_not_agree_is_given_up(shape: BoxShape, blanks: bool) -> None:
    for first, second in small_pairs(shape):
        formula = MostAgreeingCellsFormula(first, second, blanks)
        assert formula.compared_cell_count == (shape.size**2 if blanks else first.clues)
        assert formula.costs == list(formula.given_up.values())
        with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
            for way in some_of_group(shape):
                agreeing = way.count_agreeing_cells(first, second, blanks)
                forced = forced_costs(solver, literals_of(formula, way), formula.costs)
                assert len(forced) == formula.compared_cell_count - agreeing


@pytest.mark.parametrize("parts", [AllowedMoves(), AllowedMoves(["digits"])], ids=str)
def test_a_bound_that_nothing_meets_is_a_contradiction(parts: AllowedMoves) -> None:
    grid = random_grid(FOUR, 5, Random(1))
    formula = MostAgreeingCellsFormula(grid, grid, allowed_moves=parts)
    existing = list(formula.clauses())
    added = formula.make_contradiction_clauses()
    assert added
    assert not any(clause in existing for clause in added)
    for clauses, has_model in (([], True), (added, False)):
        with Solver("minisat22", bootstrap_with=[*existing, *clauses]) as solver:
            assert solver.solve() == has_model


def test_a_digit_that_a_model_renames_to_nothing_keeps_its_name() -> None:
    formula = TransformationFormula(Grid([[0] * 4] * 4), make_unrefined_candidates(FOUR))
    for way in some_of_group(FOUR):
        lines = literals_of(formula, way)[: 1 + 2 * 4]
        same = way.replace_parts(digits=(1, 2, 3, 4))
        assert formula.transformation(lines) == same
        renamed = formula.unknowns.digit[2][3]
        with pytest.raises(TransformationError):
            formula.transformation([*lines, renamed])


# The fewest steps


@SHAPES
def test_each_change_is_a_step_as_written_with_and_without_a_half_turn(shape: BoxShape) -> None:
    grid = random_complete_grid(shape, Random(1))
    formula = FewestStepsFormula(TransformationFormula(grid, make_unrefined_candidates(shape)))
    last = shape.size - 1
    with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
        for way in some_of_group(shape, 60):
            turned = Transformation.from_lines(
                shape,
                way.rotation + 2,
                [last - line for line in way.row_lines],
                [last - line for line in way.column_lines],
                way.digits,
            )
            for written, half in ((way, -formula.half), (turned, formula.half)):
                literals = [*literals_of(formula.question_formula, way), half]
                forced = forced_costs(solver, literals, formula.costs)
                assert len(forced) == written.steps
                parts = [step.part for step in written.make_instructions()]
                names = dict(formula.yield_variable_descriptions())
                said = [names[cost].removeprefix("step: the ").split()[0] for cost in forced]
                assert sorted(said) == sorted(parts)
            model = {literal for literal in literals if literal > 0}
            assert formula.transformation(model) == way.simplest(grid)


def test_digits_that_do_not_occur_cost_no_step() -> None:
    grid = Grid([[1, 0, 0, 0], *[[0] * 4] * 3])
    formula = FewestStepsFormula(TransformationFormula(grid, make_unrefined_candidates(FOUR)))
    way = Transformation.identity(FOUR).replace_parts(digits=(1, 3, 4, 2))
    with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
        literals = [*literals_of(formula.question_formula, way), -formula.half]
        assert forced_costs(solver, literals, formula.costs) == []


@pytest.mark.parametrize("shape", [BoxShape(2, 3), BoxShape(3, 3)], ids=str)
def test_old_positions_ascend_as_they_are_written(shape: BoxShape) -> None:
    """With a half turn, positions are counted from the other end; the first is tried first."""
    formula = TransformationFormula(
        Grid([[0] * shape.size] * shape.size, shape), make_unrefined_candidates(shape)
    )
    unknowns = formula.unknowns
    matrices = [unknowns.band, unknowns.stack, *unknowns.row, *unknowns.column]
    for half in (False, True):
        expected = []
        for matrix in matrices:
            olds = range(len(matrix))
            for new in olds:
                expected.append([matrix[old][new] for old in (reversed(olds) if half else olds)])
        assert list(yield_old_position_variables_of_each_new_position(unknowns, half)) == expected


# Symmetries


@pytest.mark.parametrize("knows_turn", [False, True])
@pytest.mark.parametrize("is_known", [False, True], ids=["none", "orbits"])
def test_a_new_symmetry_leaves_a_known_orbit_or_turns_first(
    knows_turn: bool, is_known: bool
) -> None:
    grid = Grid([[1, 2, 0, 0], [2, 1, 0, 0], [0, 0, 3, 4], [0, 0, 4, 3]])
    orbits = [{p} for p in range(8)]
    if is_known:
        orbits[0] = {0, 1}
    formula = UnknownSymmetriesFormula(grid, orbits, knows_turn)

    def is_new(way: Transformation) -> bool:
        if way.apply(grid) != grid:
            return False
        if way.rotation:
            return not knows_turn
        images = way.line_images()
        return any(images[p] not in orbits[p] and images[:p] == tuple(range(p)) for p in range(8))

    found = set()
    with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
        for way in group(FOUR):
            assert solver.solve(literals_of(formula, way)) == is_new(way)
            found.add((is_new(way), way.rotation))
            if is_new(way):  # the line that leaves its orbit moves without a quarter turn
                true = {literal for literal in solver.get_model() if literal > 0}
                leaving = true.intersection(formula.leaves.values())
                assert bool(leaving) == (not way.rotation)
    assert (True, 0) in found
    assert ((True, 1) in found) == (not knows_turn)
    said = dict(formula.yield_variable_descriptions())
    assert said[formula.leaves[0]] == "row 1 is the first that moves, and leaves its orbit"
    assert said[formula.leaves[5]] == "column 2 is the first that moves, and leaves its orbit"


# Images


@SHAPES
def test_required_values_are_those_of_the_image(shape: BoxShape) -> None:
    rng = Random(str(shape))
    for grid in (random_grid(shape, shape.size + 1, rng), random_complete_grid(shape, rng)):
        formula = ImageWithRequiredValuesFormula(grid)
        assert_models(formula, lambda _: True)
        for cell in rng.sample(grid.cells, min(4, len(grid.cells))):
            r, c = cell
            for value in range(shape.size + 1):
                is_model = partial(has_value, grid=grid, cell=cell, value=value)
                assert_models(formula, is_model, formula.cell[r][c][value])


def test_the_first_row_comes_from_the_lines_that_are_allowed() -> None:
    grid = random_grid(FOUR, 6, Random(1))
    formula = ImageWithRequiredValuesFormula(grid)
    clauses = list(formula.clauses())
    for rows, columns in (({0, 2}, {1}), (set(), {3}), ({1}, set())):
        further = list(formula.yield_first_row_source_clauses(rows, columns))
        with Solver("minisat22", bootstrap_with=[*clauses, *further]) as solver:
            for way in some_of_group(FOUR, 300):
                transposed, old_rows, _ = way.find_source_lines()
                expected = old_rows[0] in (columns if transposed else rows)
                assert solver.solve(literals_of(formula, way)) == expected


@SHAPES
@pytest.mark.parametrize("greatest", [False, True])
def test_a_better_image_is_less_or_greater(shape: BoxShape, greatest: bool) -> None:
    rng = Random(str(shape))
    for clues in (1, shape.size, 2 * shape.size - 1):
        grid = random_grid(shape, clues, rng)
        formula = BetterImageFormula(grid, greatest)

        assert_models(formula, partial(is_better, grid=grid, greatest=greatest))
        word = "greater" if greatest else "less"
        said = dict(formula.yield_variable_descriptions())
        assert said[formula.is_better] == f"the image is {word}"
        assert said[formula.same[0, 1]] == "row 1, column 2 and all before it are the same"
        (r, c), begins = next(iter(formula.begins.items()))
        assert said[begins] == f"row {r + 1}, column {c + 1} is the first that differs, and {word}"


def test_a_cell_in_which_an_image_gets_better_has_a_better_value() -> None:
    """So a solver can be asked in which cell an image is better, by assumptions."""
    grid = random_grid(FOUR, 7, Random(2))
    formula = BetterImageFormula(grid)
    for cell, begins in formula.begins.items():
        assert_models(formula, partial(gets_less_in, grid=grid, cell=cell), begins)


# Rules


def all_solutions(formula: CompletionFormula) -> list[Grid]:
    with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
        models = [[v for v in model if v > 0] for model in solver.enum_models()]
    return [formula.decode_grid(model) for model in models]


@pytest.mark.parametrize(
    ("shape", "number"),
    [((1, 2), 2), ((2, 1), 2), ((1, 3), 12), ((3, 1), 12), ((2, 2), 288), ((1, 4), 576)],
    ids=str,
)
def test_normal_forms_stand_for_all_complete_grids(shape: tuple[int, int], number: int) -> None:
    formula = NormalFormGridsFormula(BoxShape(*shape))
    forms = all_solutions(formula)
    assert len(set(forms)) == len(forms)
    assert len(forms) * formula.grid_count_per_form == number
    height = shape[0]
    for form in forms:
        assert form.is_solved()
        assert form.row(0) == tuple(range(1, form.size + 1))
        column = form.column(0)
        bands = [column[i : i + height] for i in range(0, form.size, height)]
        chains = [bands[0][1:], *bands[1:], [band[0] for band in bands[1:]]]
        assert all(list(one) == sorted(one) for one in chains)


def test_normal_forms_of_6x6_grids_are_counted() -> None:
    for shape in (BoxShape(2, 3), BoxShape(3, 2)):
        formula = NormalFormGridsFormula(shape)
        assert 28_200_960 % formula.grid_count_per_form == 0
        expected = {BoxShape(2, 3): 720 * 4 * 2, BoxShape(3, 2): 720 * 2 * 6}
        assert formula.grid_count_per_form == expected[shape]


def test_another_solution_differs_and_is_excluded_with_those_that_differ_as_far() -> None:
    puzzle = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [0] * 4, [0] * 4])
    solutions = all_solutions(CompletionFormula(puzzle))
    assert len(solutions) == 4
    for known in solutions:
        formula = OtherSolutionFormula(puzzle, known)
        others = all_solutions(formula)
        assert len(others) == 3
        assert {*others} == {*solutions} - {known}
        with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
            assert solver.solve()
            true = [v for v in solver.get_model() if v > 0]
            found = formula.decode_grid(true)
            differing = formula.decode_differing_cells(true)
            assert differing == {cell for cell in puzzle.cells if found[cell] != known[cell]}
            solver.add_clause(formula.make_excluding_clause(true))
            left = {formula.decode_grid(model) for model in solver.enum_models()}
            assert left == {
                one
                for one in solutions
                if one != known and any(one[cell] == known[cell] for cell in differing)
            }


def test_a_solution_is_excluded_alone() -> None:
    puzzle = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [0] * 4, [0] * 4])
    formula = CompletionFormula(puzzle)
    solutions = all_solutions(formula)
    with Solver("minisat22", bootstrap_with=formula.clauses()) as solver:
        assert solver.solve()
        true = [v for v in solver.get_model() if v > 0]
        solver.add_clause(formula.make_excluding_clause(true))
        left = {formula.decode_grid(model) for model in solver.enum_models()}
    assert left == {*solutions} - {formula.decode_grid(true)}


# Meanings of variables


def formulas() -> list[Formula]:
    first = random_grid(FOUR, 6, Random(1))
    second = group(FOUR)[77].apply(first)
    turns = make_unrefined_candidates(FOUR, AllowedMoves(["turns", "mirrors", "digits"]))
    plain = make_unrefined_candidates(FOUR)
    return [
        EquivalenceFormula(first, second, plain),
        EquivalenceFormula(first, second, turns),
        UnknownSymmetriesFormula(first, [{p} for p in range(8)], False),
        FewestStepsFormula(EquivalenceFormula(first, second, plain)),
        FormulaWithCostCounter(FewestStepsFormula(EquivalenceFormula(first, second, plain)), 2),
        MostAgreeingCellsFormula(first, second),
        BetterImageFormula(first),
        ImageWithRequiredValuesFormula(first),
        CompletionFormula(Grid([[1, 2, 3, 4], *[[0] * 4] * 3])),
    ]


@pytest.mark.parametrize("number", range(len(formulas())))
def test_every_variable_is_described_once(number: int) -> None:
    formula = formulas()[number]
    said = list(formula.yield_variable_descriptions())
    assert [variable for variable, _ in said] == [*range(1, formula.variables + 1)]
    assert len({text for _, text in said}) > len(said) / 4
    assert all(text and "{" not in text for _, text in said)
    used = {abs(literal) for clause in formula.clauses() for literal in clause}
    assert used <= {*range(1, formula.variables + 1)}


def test_some_descriptions_by_eye() -> None:
    first = Grid([[1, 2, 0, 0], [0] * 4, [0] * 4, [0, 0, 0, 3]])
    turns = make_unrefined_candidates(FOUR, AllowedMoves(["turns", "mirrors", "digits"]))
    formula = EquivalenceFormula(first, first, turns)
    unknowns, said = formula.unknowns, dict(formula.yield_variable_descriptions())
    assert said[unknowns.quarter] == "the first Sudoku is turned by a quarter clockwise"
    assert said[unknowns.band[0][1]] == "band 1 goes to 2"
    assert said[unknowns.stack[1][0]] == "stack 2 goes to 1"
    assert said[unknowns.row[1][0][0]] == "row 1 goes to 1 within what becomes band 2"
    assert said[unknowns.column[0][1][0]] == "column 2 goes to 1 within what becomes stack 1"
    assert said[unknowns.row_line[0][3]] == "row 1 goes to 4"
    assert said[unknowns.column_line[3][0]] == "column 4 goes to 1"
    assert said[unknowns.digit[1][4]] == "digit 1 becomes 4"
    assert said[unknowns.ways_round[1]] == "the first Sudoku is turned or mirrored in way 2"
    given_up = MostAgreeingCellsFormula(first, first)
    assert (
        dict(given_up.yield_variable_descriptions())[given_up.given_up[3, 3]]
        == "row 4, column 4 is given up"
    )
    image = ImageWithRequiredValuesFormula(first)
    said = dict(image.yield_variable_descriptions())
    assert said[image.cell[1][2][0]] == "row 2, column 3 of the image has to be blank"
    assert said[image.cell[1][2][4]] == "row 2, column 3 of the image has to be 4"
    assert "what column 1 brings into row 1 of the image has to be blank" in said.values()


def test_a_cell_comes_from_where_it_was_before_the_turn() -> None:
    grid = random_complete_grid(FOUR, Random(1))
    formula = TransformationFormula(grid, make_unrefined_candidates(FOUR))
    quarters = set()
    for placement in formula.yield_row_placements():
        cells = placement.list_source_cells_before_turn()
        assert tuple(grid[cell] for cell in cells) == placement.cells
        quarters.add(placement.quarter)
    assert quarters == {0, 1}


def test_the_estimate_of_clauses_is_an_upper_bound_and_not_far_off() -> None:
    for shape in (FOUR, BoxShape(2, 3), BoxShape(3, 3)):
        grid = random_complete_grid(shape, Random(1))
        candidates = make_unrefined_candidates(shape)
        formula = EquivalenceFormula(grid, grid, candidates)
        counts = formula.clause_counts
        estimate = estimate_clause_count(candidates)
        assert counts["cells"] <= estimate
        size, orientations = shape.size, len(candidates.orientations)
        assert estimate == orientations * (size**4 + 2 * size**3) + size**3


# Formulas as text


class Small(Formula):
    """Two clauses about three variables."""

    def __init__(self, clauses: list[list[int]]) -> None:
        self.variables, self._clauses = 3, clauses

        self.times_yielded = 0

    def yield_clause_families(self) -> Any:
        self.times_yielded += 1
        yield "all", iter(self._clauses)


def test_texts_for_solvers_by_eye() -> None:
    formula = Small([[1, -2], [-1, -3]])
    assert "".join(yield_dimacs_text_pieces(formula)) == "p cnf 3 2\n1 -2 0\n-1 -3 0\n"
    assert "".join(yield_wcnf_text_pieces(formula, [2, 3])) == (
        "h 1 -2 0\nh -1 -3 0\n1 -2 0\n1 -3 0\n"
    )
    assert "".join(yield_wcnf_text_pieces(formula, [2, 3], with_header=True)) == (
        "p wcnf 3 4 3\n3 1 -2 0\n3 -1 -3 0\n1 -2 0\n1 -3 0\n"
    )
    body = "+1 x1 -1 x2 >= 0 ;\n-1 x1 -1 x3 >= -1 ;\n"
    assert "".join(yield_opb_text_pieces(formula, [])) == f"* #variable= 3 #constraint= 2\n{body}"
    assert "".join(yield_opb_text_pieces(formula, [2, 3])) == (
        f"* #variable= 3 #constraint= 2\nmin: +1 x2 +1 x3 ;\n{body}"
    )
    assert "".join(yield_opb_text_pieces(formula, [2, 3], 1)) == (
        f"* #variable= 3 #constraint= 3\n{body}-1 x2 -1 x3 >= -1 ;\n"
    )


def test_the_clauses_of_a_formula_are_counted_once() -> None:
    formula = Small([[1, -2], [-1, -3]])
    texts = [*yield_dimacs_text_pieces(formula)], [*yield_dimacs_text_pieces(formula)]
    assert texts[0] == texts[1]
    assert (formula.clause_counts, formula.times_yielded) == ({"all": 2}, 3)


def test_an_empty_clause_has_a_blank_before_its_end() -> None:
    formula = Small([[1], [], []])
    assert "".join(yield_clause_text_pieces(formula)) == "1 0\n 0\n 0\n"
    assert "".join(yield_clause_text_pieces(formula, "h ")) == "h 1 0\nh  0\nh  0\n"


@pytest.mark.parametrize("number", [0, 1, 6666, 6667, 6668, 13334])
def test_long_texts_come_in_pieces_of_some_thousand_lines(number: int) -> None:
    formula = Small([[1, 2]] * number)
    pieces = list(yield_clause_text_pieces(formula, "h "))
    assert "".join(pieces) == "h 1 2 0\n" * number
    assert [piece.count("\n") for piece in pieces] == [
        *[6667] * (number // 6667),
        number % 6667,
    ]
