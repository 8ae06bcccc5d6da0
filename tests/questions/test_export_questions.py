"""Every question in every format: exported, read strictly, solved, and its answer read back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, Pair
from sudokopie.answers.canonical import canonical_form
from sudokopie.answers.completion import search_completions
from sudokopie.answers.decide import decide
from sudokopie.answers.nearest import nearest
from sudokopie.answers.part import within
from sudokopie.answers.ways import ways
from sudokopie.base.errors import BackendError, ExportError
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import PLAIN, REFINED
from sudokopie.proofs.decode import decode_output
from sudokopie.proofs.export_header import parse_export_header
from sudokopie.questions.canonical import HasBetterCopy
from sudokopie.questions.completion import HasSolution
from sudokopie.questions.copy import IsCopy
from sudokopie.questions.nearest import HowManyCellsAgree
from sudokopie.questions.within import IsCopyWithCluesLeftOut
from sudokopie.sudoku.random_grids import (
    random_grid,
    random_transformation,
    remove_clues,
)

from brute_force import truth
from exported_questions import (
    EACH_FORM,
    FORMS,
    FOUR,
    SHAPES,
    Read,
    answered,
    assert_asked_and_read_back,
    assert_refused,
    given,
    grids_of_four,
    output_of,
    pairs,
    projected_models,
    read,
    read_clauses,
    solve,
    text,
    with_small_sudokus,
)

# A strict reader, and solvers that print what competitions want


@pytest.mark.parametrize(("shape", "form"), EACH_FORM, ids=str)
def test_within_is_asked_and_answered(shape: BoxShape, form: str) -> None:
    seen = set()
    for pair in pairs(shape)[:4]:
        back, output = answered(IsCopyWithCluesLeftOut(*pair), form)
        assert isinstance(back, IsCopyWithCluesLeftOut)
        found, expected = given(decode_output(back, output, "solver")), within(*pair)
        seen.add(found.verdict)
        assert (found.verdict, found.part) == (expected.verdict, expected.part)
        assert (found.answer.first, found.answer.second) == (
            expected.answer.first,
            expected.answer.second,
        )
        is_optimum = form != "cnf" and found.verdict is Verdict.YES
        assert found.answer.is_fewest == is_optimum
        if is_optimum:
            assert found.answer.steps == expected.answer.steps
    assert seen == {Verdict.YES, Verdict.NO} or shape.size == 2


def is_repeated(shape: BoxShape, flag: bool, form: str) -> bool:
    """Return whether smaller Sudokus show the same: of a question with a flag, 6×6 cells are asked
    about with one of its values in each form.
    """
    return shape.size == 6 and flag == bool(FORMS.index(form) % 2)


def with_blanks_or_without(forms: Iterable[str]) -> list[Any]:
    return [
        pytest.param(
            *(shape, blanks, form),
            marks=[pytest.mark.slow] if is_repeated(shape, blanks, form) else [],
        )
        for shape, blanks, form in product(SHAPES[:3], (False, True), forms)
    ]


@pytest.mark.parametrize(("shape", "blanks", "form"), with_blanks_or_without(FORMS[1:]), ids=str)
def test_the_nearest_copy_is_asked_and_answered(shape: BoxShape, blanks: bool, form: str) -> None:
    for pair in pairs(shape):
        back, output = answered(HowManyCellsAgree(*pair, blanks), form)
        assert isinstance(back, HowManyCellsAgree)
        found = given(decode_output(back, output, "solver"))
        expected = nearest(*pair, blanks=blanks)
        assert (found.agreeing, found.at_most, found.total, found.verdict) == (
            *(expected.agreeing, expected.at_most, expected.total),
            Verdict.YES,
        )
        assert found.transformation.count_agreeing_cells(*pair, blanks) == expected.agreeing


@pytest.mark.parametrize(("shape", "blanks", "form"), with_blanks_or_without(FORMS), ids=str)
def test_a_number_that_is_to_agree_is_asked_and_answered(
    shape: BoxShape, blanks: bool, form: str
) -> None:
    for pair in pairs(shape)[: 2 if form == "pb.txt" else None]:  # which takes long to read
        most = nearest(*pair, blanks=blanks)
        for at_least in {0, most.agreeing, most.agreeing + 1, most.total, most.total + 1}:
            back, output = answered(HowManyCellsAgree(*pair, blanks, at_least), form)
            assert isinstance(back, HowManyCellsAgree)
            found = given(decode_output(back, output, "solver"))
            reached = at_least <= most.agreeing
            assert found.verdict is (Verdict.YES if reached else Verdict.NO)
            assert not reached or found.agreeing >= at_least


BETTER = [
    pytest.param(shape, extreme, form, marks=[pytest.mark.slow] if is_slow else [])
    for shape, extreme, form in product(SHAPES, ("min", "max"), FORMS)
    if form != "pb.txt" or shape.size < 6
    for is_slow in [
        is_repeated(shape, extreme == "max", form)
        or (shape.size == 9 and (extreme, form) not in (("min", "cnf"), ("max", "opb")))
    ]
]


@pytest.mark.gate
@pytest.mark.parametrize(("shape", "extreme", "form"), BETTER, ids=str)
def test_a_better_copy_is_asked_and_answered(shape: BoxShape, extreme: str, form: str) -> None:
    grids = {grid for pair in pairs(shape)[::4] for grid in pair}
    grids |= {Grid([[0] * shape.size] * shape.size, shape)}
    if shape.size == 9:
        grids = set(pairs(shape)[0])
    for grid in sorted(grids, key=str):
        canonical = canonical_form(grid, extreme).form
        for one in {grid, canonical}:
            back, output = answered(HasBetterCopy(one, extreme == "max"), form)
            assert isinstance(back, HasBetterCopy)
            found = decode_output(back, output, "solver")
            assert found.verdict is (Verdict.NO if one == canonical else Verdict.YES)
            image = found.witness and found.witness.apply(one)
            assert image is None or (image.rows < one.rows) == (extreme == "min")
            assert image is None or canonical_form(image, extreme).form == canonical


@pytest.mark.parametrize(
    ("shape", "form"), [*((BoxShape(2, 2), form) for form in FORMS[:4]), (BoxShape(3, 3), "cnf")]
)
def test_no_clause_is_repeated(shape: BoxShape, form: str) -> None:
    first, second = pairs(shape)[4]
    for asked in (
        IsCopyWithCluesLeftOut(first, second),
        HowManyCellsAgree(first, second, True, 3),
        HasBetterCopy(first),
        HasBetterCopy(second, True),
    ):
        clauses = read(text(asked, form), form).clauses
        assert len({frozenset(clause) for clause in clauses}) == len(clauses)


@pytest.mark.parametrize(("shape", "form"), EACH_FORM, ids=str)
@pytest.mark.parametrize("encoding", [PLAIN, REFINED], ids=str)
def test_copies_are_asked_and_answered(encoding: Any, shape: BoxShape, form: str) -> None:
    for pair in pairs(shape):
        back, output = answered(IsCopy(*pair, encoding), form)
        assert isinstance(back, IsCopy)
        found, expected = given(decode_output(back, output, "solver")), decide(*pair)
        assert found.verdict is expected.verdict
        if form != "cnf" and found.verdict is Verdict.YES:
            assert (found.is_fewest, found.steps) == (True, expected.steps)


# What models count


def all_models(file: Read) -> int:
    everything = tuple(range(1, file.variables + 1))
    return projected_models(file._replace(shown=everything))


def small_pairs() -> list[Pair]:
    """Return pairs with so few ways that they can be counted, one of a single cell too."""
    rng = Random(1)
    shapes = [BoxShape(1, 1), BoxShape(1, 2), BoxShape(1, 3), BoxShape(3, 1), BoxShape(2, 3)]
    first = [random_grid(shape, shape.size**2 // 2, rng) for shape in shapes]
    return [
        *grids_of_four(),
        *(Pair(one, random_transformation(one.shape, rng).apply(one)) for one in first),
    ]


def test_models_of_plain_formulas_are_the_ways_and_refined_ones_lack_renamings() -> None:
    more = 0
    for pair in small_pairs():
        number = ways(*pair).number
        assert number == truth(*pair).ways
        plain, refined = (
            read_clauses(text(IsCopy(*pair, encoding), "cnf")) for encoding in (PLAIN, REFINED)
        )
        if number > 3000:
            continue
        more += number > 1
        assert all_models(plain) == projected_models(plain) == number
        renamings = factorial(pair.first.size - len(pair.first.digits))
        assert all_models(refined) == projected_models(refined)
        assert all_models(refined) * renamings == number
        said = text(IsCopy(*pair, REFINED), "cnf")
        assert f"= {renamings} times as many" in said
    assert more > 5


def transformations(shape: BoxShape) -> list[Any]:
    """Return all of them, each map once, by the plain formula of a blank grid's ways."""
    from sudokopie.answers.ways import all_ways

    blank = Grid([[0] * shape.size] * shape.size, shape)
    return list(all_ways(blank, blank))


def test_all_that_say_the_transformation_are_shown() -> None:
    pair = pairs(BoxShape(2, 2))[0]
    for asked in (
        IsCopy(*pair, PLAIN),
        IsCopy(*pair, REFINED),
        IsCopyWithCluesLeftOut(*pair),
        HowManyCellsAgree(*pair, False, 1),
        HasBetterCopy(pair.first),
    ):
        shown = read_clauses(text(asked, "cnf")).shown
        assert len(shown) == asked.formula.unknowns.count


def test_the_variables_shown_count_transformations() -> None:
    shape = BoxShape(2, 2)
    every = transformations(shape)
    assert len(every) == shape.transformations
    rng = Random(5)
    for clues in (3, 5):
        first, second = random_grid(shape, clues, rng), random_grid(shape, clues + 3, rng)
        agreeing = [one.count_agreeing_cells(first, second) for one in every]
        best = max(agreeing)
        nearest_file = read_clauses(text(HowManyCellsAgree(first, second, False, best), "cnf"))
        assert projected_models(nearest_file) == agreeing.count(best)
        part = remove_clues(second, 2, rng)
        within_file = read_clauses(text(IsCopyWithCluesLeftOut(second, part), "cnf"))
        expected = [one.count_agreeing_cells(part, second) for one in every].count(2)
        assert projected_models(within_file) == expected
    grid = canonical_form(random_grid(shape, 6, rng)).form
    images = sorted({one.apply(grid).rows for one in every})
    for rows in (images[0], images[1], images[2]):
        one = Grid(rows, shape)
        less = sum(1 for each in every if each.apply(one).rows < rows)
        assert projected_models(read_clauses(text(HasBetterCopy(one), "cnf"))) == less


def test_the_models_of_a_completion_are_its_solutions() -> None:
    grid = Grid([[1, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 3]])
    file = read_clauses(text(HasSolution(grid), "cnf"))
    assert projected_models(file) == len(search_completions(grid, limit=100).solutions)


# What solvers may say that is not so


def test_wrong_models_are_refused() -> None:
    pair = grids_of_four()[3]
    most = nearest(*pair).agreeing
    asked = HowManyCellsAgree(*pair, False, most)
    good = output_of(asked)
    with pytest.raises(BackendError, match=rf"its steps make \d agree, not {most + 1}"):
        given(decode_output(replace(asked, at_least=most + 1), good, "solver"))
    optimum = HowManyCellsAgree(*pair)
    said = output_of(optimum, "wcnf")
    assert given(decode_output(optimum, said, "solver")).is_exact
    first_cost = min(optimum.formula.given_up.values())
    bits = said.split("v ")[1].strip()
    none_given_up = said.replace(bits, bits[: first_cost - 1] + "0" * (len(bits) - first_cost + 1))
    with pytest.raises(BackendError, match="no witness: its steps make"):
        given(decode_output(optimum, none_given_up, "solver"))
    all_given_up = said.replace(bits, bits[: first_cost - 1] + "1" * (len(bits) - first_cost + 1))
    with pytest.raises(BackendError, match="at most 0 can agree, but"):
        given(decode_output(optimum, all_given_up, "solver"))
    not_optimal = all_given_up.replace("OPTIMUM FOUND", "SATISFIABLE")
    found = given(decode_output(optimum, not_optimal, "solver"))
    assert (found.verdict, found.at_most) == (Verdict.UNDECIDED, found.total)
    with pytest.raises(BackendError, match="where there is always an answer"):
        given(decode_output(optimum, "s UNSATISFIABLE\n", "solver"))
    agreeing = pair.first.agreeing(pair.second).clues
    with pytest.raises(BackendError, match=f"at most {agreeing - 1} can agree, but {agreeing} do"):
        given(decode_output(replace(optimum, at_least=agreeing), "s UNSATISFIABLE\n", "solver"))

    first, second = pair
    whole = IsCopyWithCluesLeftOut(first, first)
    with pytest.raises(BackendError, match="its steps do not bring every clue onto an equal clue"):
        given(decode_output(IsCopyWithCluesLeftOut(first, second), output_of(whole), "solver"))

    one = canonical_form(first).form
    worse = random_transformation(first.shape, Random(2)).apply(one)
    assert worse != one
    lesser = output_of(HasBetterCopy(worse))
    assert decode_output(HasBetterCopy(worse), lesser, "solver").witness is not None
    for refused in (HasBetterCopy(one), HasBetterCopy(worse, greatest=True)):
        with pytest.raises(BackendError, match="its steps lead is no better"):
            decode_output(refused, lesser, "solver")
    with pytest.raises(BackendError, match="the model is no witness: expected"):
        decode_output(HasBetterCopy(worse), "s SATISFIABLE\nv 1 0\n", "solver")


def test_a_solver_that_does_not_know_leaves_it_open() -> None:
    pair, unknown = grids_of_four()[3], "s UNKNOWN\n"
    part = given(decode_output(IsCopyWithCluesLeftOut(*pair), unknown, "solver"))
    assert part.verdict is Verdict.UNDECIDED
    found = given(decode_output(HowManyCellsAgree(*pair), unknown, "solver"))
    assert found.verdict is Verdict.UNDECIDED
    assert found.agreeing == pair.first.agreeing(pair.second).clues
    better = decode_output(HasBetterCopy(pair.first), unknown, "solver")
    assert better.verdict is Verdict.UNDECIDED


def test_the_nearest_copy_is_no_question_of_a_cnf() -> None:
    with pytest.raises(ExportError, match="add --at-least"):
        text(HowManyCellsAgree(*grids_of_four()[0]), "cnf")


# The command line


@pytest.fixture
def files(folder: Path) -> Path:
    return with_small_sudokus(folder)


CALLS = [
    (["pair.txt", "--question", "within"], "cnf", 1, "Neither Sudoku is a copy"),
    (["pair.txt", "--question", "within"], "opb", 1, "Neither Sudoku is a copy"),
    (["pair.txt", "--question", "nearest"], "wcnf", 0, "3 of the 4 clues"),
    (["pair.txt", "--question", "nearest", "--wcnf-header"], "wcnf", 0, "3 of the 4 clues"),
    (["pair.txt", "--question", "nearest", "--count-blanks"], "opb", 0, "14 of 16 cells agree"),
    (["pair.txt", "--question", "nearest", "--at-least", "3"], "cnf", 0, "3 of the 4 clues"),
    (["pair.txt", "--question", "nearest", "--at-least", "4"], "opb", 1, "brings 4 clues"),
    (["one.txt", "--question", "canonical"], "cnf", 0, "a copy of it is less."),
    (["one.txt", "--question", "canonical", "--form", "max"], "opb", 0, "a copy of it is greater."),
    (["one.txt", "--question", "completion"], "cnf", 0, "a solution"),
]


@pytest.mark.parametrize(("arguments", "form", "status", "verdict"), CALLS)
@pytest.mark.usefixtures("files")
def test_the_command_line_asks_and_reads_back(
    run: Any, arguments: list[str], form: str, status: int, verdict: str
) -> None:
    assert_asked_and_read_back(run, arguments, form, status, verdict)


@pytest.mark.parametrize(
    ("file", "question", "no"),
    [
        ("one.txt", "completion", "This Sudoku has no solution."),
        ("one.txt", "canonical", "This Sudoku is its own canonical form."),
        ("one.txt", "symmetry", "This Sudoku has no symmetry."),
        ("pair.txt", "within", "Neither Sudoku is a copy of the other with clues left out."),
        ("pair.txt", "nearest", "No transformation brings 4 clues of the first Sudoku onto"),
    ],
)
@pytest.mark.usefixtures("files")
def test_a_no_is_what_the_solver_says(run: Any, file: str, question: str, no: str) -> None:
    """The solver answers no to everything. This no is not checked, so it is only a claim."""
    at_least = ["--at-least", "4"] if question == "nearest" else []
    assert run("export", file, "--question", question, *at_least, "-o", "q.cnf").status == 0
    Path("output").write_text("s UNSATISFIABLE\n")
    shown = run("decode", "q.cnf", "output", "--html", "page.html")
    assert f"Only claimed by output, not checked: {no}" in " ".join(shown.out.split())
    assert f"Only claimed by output, not checked: {no}" in Path("page.html").read_text()
    assert json.loads(run("decode", "--json", "q.cnf", "output").out)["unchecked"] is True
    german = run("decode", "-q", "--lang", "de", "q.cnf", "output").out
    assert german.startswith("Nur von output behauptet, nicht geprüft: ")


@pytest.mark.usefixtures("files")
def test_an_optimum_is_what_the_solver_says(run: Any) -> None:
    run("export", "pair.txt", "--question", "nearest", "-o", "q.wcnf")
    solve("q.wcnf")
    result = run("decode", "-q", "q.wcnf", "output").out
    assert result.endswith("; that no transformation does better is only the solver's claim.\n")
    Path("same.txt").write_text(f"{FOUR[0][0]}\n\n{FOUR[0][0][::-1]}\n")
    for question in ("copy", "within"):
        run("export", "same.txt", "--question", question, "-o", "q.opb")
        solve("q.opb")
        result = run("decode", "q.opb", "output").out
        assert "that fewer are not enough is only the solver's claim" in result


@pytest.mark.usefixtures("files")
def test_the_older_header_changes_the_file_and_not_the_question(run: Any) -> None:
    new = run("export", "pair.txt", "-o", "-", "--format", "wcnf").out.splitlines()
    old = run("export", "pair.txt", "-o", "-", "--format", "wcnf", "--wcnf-header").out.splitlines()
    assert not any(line.startswith("p ") for line in new)
    assert sum(1 for line in old if line.startswith("p wcnf ")) == 1
    assert read_clauses("\n".join(new))[1:] == read_clauses("\n".join(old))[1:]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--at-least", "3", "-o", "a.cnf"], "--at-least needs --question nearest"),
        (["--count-blanks", "-o", "a.cnf"], "--count-blanks needs --question nearest"),
        (["--form", "max", "-o", "a.cnf"], "--form needs --question canonical"),
        (["--question", "within", "--refined", "-o", "a.cnf"], "--refined needs --question copy"),
        (["--question", "nearest", "--cells", "both", "-o", "a.opb"], "--cells needs --question"),
        (
            ["--question", "nearest", "-o", "a.cnf"],
            "add --at-least K, or write .wcnf for the nearest",
        ),
        (["--question", "completion", "-o", "a.opb"], "as .cnf only, not as .opb"),
        (["--wcnf-header", "-o", "a.cnf"], "--wcnf-header needs .wcnf"),
        (["--question", "nope", "-o", "a.cnf"], "--question"),
        (["--question", "nearest", "--at-least", "-1", "-o", "a.cnf"], "--at-least"),
    ],
)
def test_options_that_do_not_go_together_are_one_line(
    run: Any, files: Path, arguments: list[str], message: str
) -> None:
    name = "one.txt" if arguments[1] == "completion" else "pair.txt"
    assert_refused(run, files, name, arguments, message)


def test_an_export_does_not_overwrite_what_it_reads(run: Any, files: Path) -> None:
    pair = files / "pair.cnf"
    pair.write_text((files / "pair.txt").read_text())
    result = run("export", "pair.cnf", "-o", str(pair))
    assert result.status == 2
    assert "is read by this command, so it cannot be written too" in result.err
    assert pair.read_text() == (files / "pair.txt").read_text()


@pytest.mark.parametrize(("key", "value"), [("asks", "nothing"), ("form", "x"), ("blanks", "x")])
def test_headers_of_other_questions_are_refused(key: str, value: str) -> None:
    pair = grids_of_four()[0]
    asked = HasBetterCopy(pair.first) if key != "blanks" else HowManyCellsAgree(*pair, False, 1)
    lines = text(asked, "cnf").splitlines()
    changed = [f"c {key} {value}" if line.startswith(f"c {key} ") else line for line in lines]
    assert changed != lines
    with pytest.raises(ExportError, match="this is no formula of sudokopie export"):
        parse_export_header(changed, "x")


@pytest.mark.parametrize("form", FORMS[1:])
def test_grids_without_clues_have_nothing_to_give_up(form: str) -> None:
    blank = Grid([[0] * 4] * 4)
    for at_least in (None, 0, 1):
        asked = HowManyCellsAgree(blank, blank, False, at_least)
        back, output = answered(asked, form)
        assert back == asked
        found = given(decode_output(asked, output, "solver"))
        assert (found.agreeing, found.total) == (0, 0)
        assert (found.verdict is Verdict.NO) == (at_least == 1)
