"""Certificates of canonical forms, numbers of ways and fewest clues: nothing wrong passes."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any

import pytest
from pysat.solvers import Solver

from sudokopie import Grid, Pair
from sudokopie.answers.canonical import CanonicalForm, canonical_form
from sudokopie.answers.completion import CompletionAnswer, has_one_completion, search_completions
from sudokopie.answers.nearest import nearest
from sudokopie.answers.part import within
from sudokopie.answers.symmetries import find_line_orbit_witnesses, symmetries
from sudokopie.answers.visible_symmetry import survey
from sudokopie.answers.ways import ways
from sudokopie.base.errors import FailedProofCheckError, ProofError, VerificationError
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.completion import OtherSolutionFormula
from sudokopie.encoding.equivalence import UnknownSymmetriesFormula
from sudokopie.encoding.formula import yield_dimacs_text_pieces
from sudokopie.encoding.image import BetterImageFormula
from sudokopie.proofs.certificate import make_certificate, make_formula_and_proof_files
from sudokopie.proofs.certificate_folder import PAIR as PAIR_FILE
from sudokopie.proofs.certificate_folder import QUESTION
from sudokopie.proofs.certify import certify, make_claim_for_answer
from sudokopie.proofs.check import check_certificate_and_read_claim
from sudokopie.proofs.decode import decode_output
from sudokopie.proofs.export_header import Provenance, read_export_header
from sudokopie.proofs.proof import Proof, ProofOrigin, prove_unsatisfiable
from sudokopie.questions.canonical import HasBetterCopy
from sudokopie.questions.canonical_claim import CanonicalFormClaim
from sudokopie.questions.completion import HasOtherSolution
from sudokopie.questions.completion_claim import SolutionCountClaim
from sudokopie.questions.copy import IsCopy, IsCopyByFewSteps
from sudokopie.questions.nearest import HowManyCellsAgree
from sudokopie.questions.symmetry_claims import (
    LineOrbitWitnesses,
    SymmetryCountClaim,
    WayCountClaim,
)
from sudokopie.questions.within import IsCopyWithCluesLeftOut
from sudokopie.questions.yes_no_claims import NoClaim, YesClaim
from sudokopie.solvers.deadline import Deadline
from sudokopie.sudoku.random_grids import random_transformation
from sudokopie.sudoku.transformation import Transformation
from sudokopie.system.own_folder import LIST

from certificates_of_applications import ADDED
from changed_certificates import changed, checked, has_model, rewritten, said, yield_grids_of_array
from conftest import INSTANCES, ROOT, listed, pair_from

MADE = Provenance("sudokopie 0", ("sudokopie", "canonical"))
PUZZLE = Grid([[1, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 3], [0, 0, 0, 0]])
COMPLETE = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
WIDE = Grid([[1, 0, 0, 2, 0, 0], [0, 3, 0, 0, 0, 0], *[[0] * 6] * 3, [0, 0, 4, 0, 0, 1]])
FORM = canonical_form(PUZZLE).form
BLANK = Grid([[0] * 4] * 4)
UNIQUE_PUZZLE = COMPLETE.keeping({(0, 0), (0, 3), (3, 1), (3, 2)})
NEAR = Pair(PUZZLE, Grid([[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 3], [3, 0, 0, 0]]))
PAIR = Pair(COMPLETE, random_transformation(COMPLETE.shape, Random(6)).apply(COMPLETE))


def of_form(folder: Path, grid: Grid = PUZZLE, form: str = "min") -> Path:
    make_certificate(canonical_form(grid, form).claim(form)).write(str(folder), MADE)
    return folder


def of_ways(folder: Path, first: Grid = PAIR.first, second: Grid = PAIR.second) -> Path:
    claim = ways(first, second).claim()
    assert claim is not None
    make_certificate(claim).write(str(folder), MADE)
    return folder


def of_no(folder: Path) -> Path:
    """Return the certificate of an exported question whose answer is no."""
    make_certificate(NoClaim(HasBetterCopy(FORM))).write(str(folder), MADE)
    return folder


def of_nearest(folder: Path) -> Path:
    """Return the certificate of a yes, and that no other witness is better."""
    certify(nearest(*NEAR)).write(str(folder), MADE)
    return folder


def of_solutions(folder: Path, grid: Grid = UNIQUE_PUZZLE) -> Path:
    certify(search_completions(grid)).write(str(folder), MADE)
    return folder


def of_symmetries(folder: Path) -> Path:
    certify(survey(COMPLETE)).write(str(folder), MADE)
    return folder


KINDS: list[tuple[Callable[[Path], Path], tuple[Grid, ...]]] = [
    (of_form, (PUZZLE,)),
    (of_ways, tuple(PAIR)),
    (of_no, (FORM,)),
    (of_nearest, tuple(NEAR)),
    (of_solutions, (UNIQUE_PUZZLE,)),
    (of_symmetries, (COMPLETE,)),
    *(kind for added in ADDED for kind in added.KINDS),
]
OF_EACH_KIND = pytest.mark.parametrize(
    ("make", "grids"), KINDS, ids=[make.__name__ for make, _ in KINDS]
)


# Formulas


def test_only_the_least_and_the_greatest_image_have_no_better_one() -> None:
    rng = Random(1)
    for _ in range(20):
        grid = Grid([[rng.choice((0, 0, 0, 1, 2, 3)) for _ in range(4)] for _ in range(4)])
        for form, greatest in (("min", False), ("max", True)):
            best = canonical_form(grid, form).form
            assert not has_model(BetterImageFormula(best, greatest))
            assert has_model(BetterImageFormula(grid, greatest)) == (grid != best)


@pytest.mark.parametrize("grid", [PUZZLE, COMPLETE, WIDE, BLANK, Grid([[1, 2], [0, 0]])])
def test_there_are_other_symmetries_as_soon_as_one_is_left_out(grid: Grid) -> None:
    found = find_line_orbit_witnesses(grid)
    places, turns = found.check_and_find_line_orbits(), found.turn is not None
    assert found.symmetry_count == symmetries(grid).order
    assert not has_model(UnknownSymmetriesFormula(grid, places, turns))
    assert has_model(UnknownSymmetriesFormula(grid, places, False)) == turns
    for p, orbit in enumerate(places):
        for image in orbit - {p}:
            fewer = [*places[:p], orbit - {image}, *places[p + 1 :]]
            assert has_model(UnknownSymmetriesFormula(grid, fewer, turns))


def test_another_solution_is_one_that_differs() -> None:
    rng = Random(3)
    for _ in range(40):
        puzzle = COMPLETE.keeping(rng.sample(sorted(COMPLETE.cells), rng.randrange(2, 17)))
        assert has_model(OtherSolutionFormula(puzzle, COMPLETE)) != has_one_completion(puzzle)


def test_the_legends_name_every_variable() -> None:
    found = find_line_orbit_witnesses(COMPLETE)
    for formula in (
        UnknownSymmetriesFormula(COMPLETE, found.check_and_find_line_orbits(), False),
        BetterImageFormula(PUZZLE),
        OtherSolutionFormula(PUZZLE, COMPLETE),
        IsCopyByFewSteps(PUZZLE, COMPLETE, 3).formula,
        HowManyCellsAgree(PUZZLE, COMPLETE, at_least=3).build_problem("cnf").formula,
        *(
            question.build_problem("cnf").formula
            for added in ADDED
            for question in added.QUESTIONS[1:]
        ),
    ):
        assert [v for v, _ in formula.yield_variable_descriptions()] == list(
            range(1, formula.variables + 1)
        )


# Canonical forms


@pytest.mark.parametrize("form", ["min", "max"])
@pytest.mark.parametrize(
    "grid",
    [PUZZLE, COMPLETE, WIDE, BLANK, Grid([[1]]), Grid([[1, 1], [0, 2]]), Grid([[1, 2], [0, 0]])],
)
def test_a_canonical_form_is_certified(grid: Grid, form: str, tmp_path: Path) -> None:
    found = checked(of_form(tmp_path, grid, form), grid)
    assert isinstance(found, CanonicalFormClaim)
    assert (found.grid, found.form) == (grid, canonical_form(grid, form).form)
    assert found.is_greatest == (form == "max")


def test_a_form_of_nine_cells_is_certified(tmp_path: Path) -> None:
    grid = pair_from(INSTANCES / "size9-clues17-copies.txt").first
    found = checked(of_form(tmp_path, grid), grid)
    assert (found.form, found.is_greatest) == (canonical_form(grid).form, False)
    image = random_transformation(grid.shape, Random(1)).apply(grid)
    with pytest.raises(ProofError, match="the steps do not lead from the Sudoku to its form"):
        checked(tmp_path, image)


def test_a_copy_that_is_not_the_least_is_no_form(tmp_path: Path) -> None:
    folder = of_form(tmp_path)
    identity = Transformation.identity(PUZZLE.shape)
    parts = identity._asdict()
    del parts["shape"]
    with pytest.raises(FailedProofCheckError, match="says yes, but the answer found before was no"):
        make_certificate(CanonicalForm(PUZZLE, PUZZLE, identity).claim())
    changed(folder, form=PUZZLE.rows, transformation=parts)
    with pytest.raises(ProofError, match=r"question\.cnf is not the formula"):
        checked(folder, PUZZLE)
    rewritten(folder, BetterImageFormula(PUZZLE))
    with pytest.raises(ProofError, match="the proof fails"):
        checked(folder, PUZZLE)


def test_the_least_is_not_the_greatest(tmp_path: Path) -> None:
    folder = of_form(tmp_path)
    changed(folder, extreme="max")
    with pytest.raises(ProofError, match="is not the formula"):
        checked(folder, PUZZLE)
    rewritten(folder, BetterImageFormula(canonical_form(PUZZLE).form, True))
    with pytest.raises(ProofError, match="the proof fails"):
        checked(folder, PUZZLE)


# Numbers of ways


@pytest.mark.parametrize(
    "first", [PUZZLE, COMPLETE, WIDE, BLANK, Grid([[1]]), Grid([[0]]), Grid([[1, 1], [0, 2]])]
)
def test_a_number_of_ways_is_certified(first: Grid, tmp_path: Path) -> None:
    second = random_transformation(first.shape, Random(4)).apply(first)
    found = checked(of_ways(tmp_path, first, second), first, second)
    assert isinstance(found, WayCountClaim)
    assert (found.first, found.second) == (first, second)
    assert found.ways == (ways(first, second).number or 0)


@pytest.mark.parametrize(
    ("file", "number"), [("most-symmetric-copies", 648), ("size9-clues0-copies", 1218998108160)]
)
def test_many_ways_are_certified_by_one_proof(file: str, number: int, tmp_path: Path) -> None:
    pair = pair_from(INSTANCES / f"{file}.txt")
    found = checked(of_ways(tmp_path, *pair), *pair)
    assert (found.first, found.second, found.ways) == (*pair, number)
    assert not list(tmp_path.glob("*-*"))


def test_ways_between_others_are_others(tmp_path: Path) -> None:
    folder = of_ways(tmp_path)
    for first, second in ((PAIR.second, PAIR.first), (PAIR.first, COMPLETE), (BLANK, BLANK)):
        with pytest.raises(ProofError):
            checked(folder, first, second)


def test_every_symmetry_counts(tmp_path: Path) -> None:
    folder = of_ways(tmp_path)
    shown, turn, first = said(folder, "symmetries"), said(folder, "turn"), PAIR.first
    assert turn is not None
    number, places = (
        said(folder, "ways"),
        find_line_orbit_witnesses(first).check_and_find_line_orbits(),
    )
    with pytest.raises(ProofError, match=f"says {number + 1}, its symmetries make {number}"):
        changed(folder, ways=number + 1)
        checked(folder, *PAIR)
    changed(folder, turn=None, ways=number // 2)
    with pytest.raises(ProofError, match="is not the formula"):
        checked(folder, *PAIR)
    rewritten(folder, UnknownSymmetriesFormula(first, places, False))
    with pytest.raises(ProofError, match="the proof fails"):
        checked(folder, *PAIR)
    rmtree(folder)
    of_ways(folder)
    seen = 0
    for p, some in enumerate(shown):
        if not some:
            continue
        seen += 1
        found = find_line_orbit_witnesses(first)
        fewer = found.witnesses[p][1:]
        less = LineOrbitWitnesses(
            first, found.turn, (*found.witnesses[:p], fewer, *found.witnesses[p + 1 :])
        )
        changed(
            folder,
            symmetries=[*shown[:p], some[1:], *shown[p + 1 :]],
            ways=less.symmetry_count,
        )
        with pytest.raises(ProofError, match="is not the formula"):
            checked(folder, *PAIR)
        rewritten(folder, UnknownSymmetriesFormula(first, less.check_and_find_line_orbits(), True))
        with pytest.raises(ProofError, match="the proof fails"):
            checked(folder, *PAIR)
        changed(folder, symmetries=[*shown[:p], [*some, some[0]], *shown[p + 1 :]])
        with pytest.raises(ProofError, match="two symmetries bring a line to the same place"):
            checked(folder, *PAIR)
    assert seen


def test_what_is_no_symmetry_of_its_level_does_not_count() -> None:
    found = find_line_orbit_witnesses(COMPLETE)
    identity = Transformation.identity(COMPLETE.shape)
    assert found.turn is not None
    levels = list(found.witnesses)
    p = max(p for p, some in enumerate(levels) if some)
    first = next(p for p, some in enumerate(levels) if some)
    assert first < p
    no_symmetry = identity.replace_parts(rows=((1, 0), (0, 1)))
    # One that moves lines before, one that turns, one that is no symmetry, and one that stays.
    for place, wrong in ((p, levels[first][0]), (0, found.turn), (0, no_symmetry)):
        some = [*levels[:place], (wrong,), *levels[place + 1 :]]
        with pytest.raises(
            VerificationError, match="a symmetry that leaves lines in place is none"
        ):
            LineOrbitWitnesses(COMPLETE, None, tuple(some)).check_and_find_line_orbits()
    with pytest.raises(VerificationError, match="to the same place"):
        LineOrbitWitnesses(COMPLETE, None, ((identity,), *levels[1:])).check_and_find_line_orbits()
    for turn in (identity, no_symmetry, no_symmetry.replace_parts(rotation=1)):
        with pytest.raises(VerificationError, match="a symmetry by a quarter turn is none"):
            LineOrbitWitnesses(COMPLETE, turn, found.witnesses).check_and_find_line_orbits()
    for some in (levels[1:], [*levels, ()]):
        with pytest.raises(VerificationError, match="expected the orbits of 8 lines"):
            LineOrbitWitnesses(COMPLETE, None, tuple(some)).check_and_find_line_orbits()


def test_only_a_number_of_ways_is_certified() -> None:
    other = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 3, 4, 1], [4, 1, 2, 3]])
    assert ways(COMPLETE, other).claim() == NoClaim(IsCopy(COMPLETE, other))
    assert replace(ways(COMPLETE, COMPLETE), number=None).claim() is None
    with pytest.raises(VerificationError, match="counted 7 symmetries"):
        replace(ways(COMPLETE, COMPLETE), number=7).claim()


# Fewest clues


# A yes, and that nothing is better


@pytest.mark.core
def test_the_most_that_agree_are_certified(tmp_path: Path) -> None:
    found = nearest(*NEAR)
    assert 0 < found.agreeing < found.total
    said = checked(of_nearest(tmp_path), *NEAR)
    assert said == YesClaim(HowManyCellsAgree(*NEAR), found.transformation, True)
    assert said.check_and_list_questions_to_refute() == (
        HowManyCellsAgree(*NEAR, at_least=found.agreeing + 1),
    )
    # A witness that does worse needs another proof, which there is not.
    worse = Transformation.identity(PUZZLE.shape)
    assert worse.count_agreeing_cells(*NEAR) < found.agreeing
    parts = {name: part for name, part in worse._asdict().items() if name != "shape"}
    changed(tmp_path, witness=parts)
    with pytest.raises(ProofError, match="is not the formula"):
        checked(tmp_path, *NEAR)
    rewritten(
        tmp_path, said.question.make_better_witness_question(worse).build_problem("cnf").formula
    )
    with pytest.raises(ProofError, match="the proof fails"):
        checked(tmp_path, *NEAR)
    with pytest.raises(FailedProofCheckError, match="says yes"):
        make_certificate(YesClaim(HowManyCellsAgree(*NEAR), worse, True))
    # Without the claim that it is the best, it holds, and needs no formula.
    changed(tmp_path, best=False)
    with pytest.raises(ProofError, match=r"pair\.txt belongs to nothing that the certificate"):
        checked(tmp_path, *NEAR)
    for name in (*QUESTION, PAIR_FILE):
        (tmp_path / name).unlink()
    said = checked(tmp_path, *NEAR)
    assert said.check_and_list_questions_to_refute() == ()
    sentence = str(said.question.describe_certified_yes(said.witness, said.best))
    assert sentence.endswith(
        "come to equal clues of the second; whether more can is not certified."
    )


def test_so_many_that_were_asked_for_are_certified_by_their_witness(tmp_path: Path) -> None:
    found = nearest(*NEAR, at_least=2)
    certify(found).write(str(tmp_path), MADE)
    assert {path.name for path in tmp_path.iterdir()} == {"README", "certificate.json", LIST}
    assert checked(tmp_path, *NEAR) == YesClaim(
        HowManyCellsAgree(*NEAR, at_least=2), found.transformation, False
    )
    changed(tmp_path, at_least=5)
    with pytest.raises(ProofError, match=r"does not hold: its steps make \d agree"):
        checked(tmp_path, *NEAR)


@pytest.mark.core
@pytest.mark.parametrize("swapped", [False, True])
def test_a_part_is_certified_with_the_fewest_steps(swapped: bool, tmp_path: Path) -> None:
    whole = random_transformation(COMPLETE.shape, Random(6)).apply(COMPLETE)
    pair = (whole, UNIQUE_PUZZLE) if swapped else (UNIQUE_PUZZLE, whole)
    found = within(*pair)
    assert found.steps
    certify(found).write(str(tmp_path), MADE)
    said = checked(tmp_path, *pair)
    assert said == YesClaim(IsCopyWithCluesLeftOut(*pair), found.transformation, True)
    (fewer,) = said.check_and_list_questions_to_refute()
    assert fewer == IsCopyByFewSteps(UNIQUE_PUZZLE, whole, found.steps - 1, part=True)
    assert not has_model(fewer.formula)
    enough = replace(fewer, at_most_steps=found.steps)
    assert has_model(enough.formula)
    assert enough.is_yes_proved_by(found.transformation)
    assert not enough.is_yes_proved_by(Transformation.identity(whole.shape))
    with pytest.raises(ProofError, match="the witness does not hold"):
        checked(tmp_path, COMPLETE, UNIQUE_PUZZLE.keeping({(0, 0)}))


def test_neither_is_part_of_the_other(tmp_path: Path) -> None:
    pair = Pair(Grid([[1, 1], [0, 0]]), Grid([[1, 2], [0, 0]]))
    certify(within(*pair)).write(str(tmp_path), MADE)
    assert checked(tmp_path, *pair) == NoClaim(IsCopyWithCluesLeftOut(*pair))


@pytest.mark.parametrize(
    ("grid", "number"), [(UNIQUE_PUZZLE, 1), (PUZZLE, 2), (Grid([[1, 1], [0, 0]]), 0), (BLANK, 2)]
)
def test_how_many_solutions_there_are_is_certified(grid: Grid, number: int, tmp_path: Path) -> None:
    said = checked(of_solutions(tmp_path, grid), grid)
    assert isinstance(said, SolutionCountClaim)
    assert len(said.solutions) == number
    assert len(said.solutions) == number
    shown = [one.rows for one in said.solutions]
    for solutions in (shown * 2, [COMPLETE.rows] * 2, [[[1, 2], [2, 1]]]):
        changed(tmp_path, solutions=solutions)
        if solutions:
            with pytest.raises(ProofError):
                checked(tmp_path, grid)


def test_one_of_two_solutions_is_not_the_only_one(tmp_path: Path) -> None:
    first, _ = said(of_solutions(tmp_path, PUZZLE), "solutions")
    lie = SolutionCountClaim(PUZZLE, (Grid(first),))
    with pytest.raises(FailedProofCheckError, match="says yes"):
        make_certificate(lie)
    changed(tmp_path, solutions=[first])
    proof = prove_unsatisfiable(HasOtherSolution(UNIQUE_PUZZLE, COMPLETE).formula)
    question = yield_dimacs_text_pieces(HasOtherSolution(PUZZLE, Grid(first)).formula)
    for name, pieces in make_formula_and_proof_files(QUESTION, question, proof).items():
        (tmp_path / name).write_text("".join(pieces))
    with pytest.raises(ProofError, match="the proof fails"):
        checked(tmp_path, PUZZLE)


def test_a_number_of_symmetries_is_certified(tmp_path: Path) -> None:
    found = checked(of_symmetries(tmp_path), COMPLETE)
    assert isinstance(found, SymmetryCountClaim)
    assert found.number == symmetries(COMPLETE).order
    changed(tmp_path, number=2 * found.number)
    with pytest.raises(ProofError, match="its symmetries make"):
        checked(tmp_path, COMPLETE)


def test_of_what_is_not_known_nothing_is_stated() -> None:
    answer = nearest(*NEAR)
    for unknown in (
        CompletionAnswer(PUZZLE, (COMPLETE,), None),
        replace(survey(BLANK), symmetries=None),
        replace(ways(*PAIR), number=None),
        replace(answer, at_least=answer.total, at_most=answer.total),
    ):
        assert make_claim_for_answer(unknown) is None
    late = replace(answer, at_most=answer.total)
    assert make_claim_for_answer(late) == YesClaim(
        HowManyCellsAgree(*NEAR), answer.transformation, False
    )


def test_comments_are_those_of_the_question(tmp_path: Path) -> None:
    path = of_nearest(tmp_path) / "question.cnf"
    text = path.read_text()
    for old, new in (
        ("c first 1 2 0 0", "c first 2 1 0 0"),
        ("c asks nearest", "c asks copy"),
        ("c status: unsatisfiable", "c status: satisfiable"),
        ("c at-least", "c at-most"),
    ):
        assert old in text
        path.write_text(text.replace(old, new))
        with pytest.raises(ProofError, match=r"the comments of question\.cnf are about something"):
            checked(tmp_path, *NEAR)


# All kinds


@OF_EACH_KIND
@pytest.mark.parametrize("places", [7, pytest.param(30, marks=pytest.mark.slow)])
def test_no_file_can_be_changed_with_its_digest(
    make: Callable[[Path], Path], grids: tuple[Grid, ...], tmp_path: Path, places: int
) -> None:
    """A forger writes the list of digests anew, so other checks must find each change.

    That files are compared with the list: `test_every_file_is_the_one_that_was_written`.
    """
    folder = make(tmp_path)
    right = checked(folder, *grids)
    for path in sorted(folder.iterdir()):
        data, tried = path.read_bytes(), 0
        for wrong in mutations(data, Random(5), places):
            path.write_bytes(wrong)
            tried += 1
            try:
                # What is accepted proves the same: README, DRAT and comments are for people.
                assert checked(folder, *grids) == right
            except (ProofError, OSError):
                continue
            if path.suffix == ".cnf":
                assert without_comments(wrong) == without_comments(data)
        path.unlink()
        # Without facts it is one of 1.0.0, and says that one more clue will not do.
        if path.suffix in (".cnf", ".lrat") or (path.suffix == ".json" and make != of_nearest):
            with pytest.raises((ProofError, OSError)):
                checked(folder, *(grids * 2)[:2] if path.suffix == ".json" else grids)
        path.write_bytes(data)
        assert tried > 5
    assert checked(folder, *grids) == right


def mutations(data: bytes, rng: Random, places: int) -> Iterator[bytes]:
    """Yield a file that is cut, that is doubled, and with a number or a line changed, at most
    `places` times.
    """
    yield b""
    yield data[: len(data) // 2]
    yield data * 2
    digits = [place for place, byte in enumerate(data) if chr(byte) in "0123456789-"]
    for place in rng.sample(digits, min(len(digits), places)):
        yield data[:place] + bytes([rng.choice(b"0123456789- x")]) + data[place + 1 :]
        yield data[:place] + data[place + 1 :]
    lines = data.splitlines(keepends=True)
    for place in rng.sample(range(len(lines)), min(len(lines), places)):
        yield b"".join(lines[:place] + lines[place + 1 :])


def without_comments(data: bytes) -> list[bytes]:
    return [line for line in data.splitlines() if not line.startswith(b"c ")]


@OF_EACH_KIND
def test_what_a_certificate_says_is_read_with_care(
    make: Callable[[Path], Path], grids: tuple[Grid, ...], tmp_path: Path
) -> None:
    folder = make(tmp_path)
    path = folder / "certificate.json"
    text = path.read_text()
    facts, right = json.loads(text), checked(folder, *grids)
    for wrong in ("", "{}", "[]", "null", "7", "[" * 100_000, "\xff", text[:-9]):
        path.write_text(wrong, encoding="latin-1")
        with pytest.raises(ProofError, match=r"certificate\.json is not as expected"):
            checked(folder, *grids)
    odds: list[Any] = ["x", -1, 1.5, True, None, [], {}, [[]], [[[]]], [7], [[True] * 4] * 4]
    for name in facts:
        for odd in odds:
            if odd is facts[name] or (name, odd) == ("at_least", -1):
                continue  # the witness holds
            path.write_text(json.dumps(facts | {name: odd}))
            with pytest.raises(ProofError):
                checked(folder, *grids)
        path.write_text(json.dumps({key: facts[key] for key in facts if key != name}))
        if name == "format" and make in (of_form, of_ways):
            assert checked(folder, *grids) == right  # as one of 1.0.0, where counters were not cut
            continue
        with pytest.raises(ProofError):
            checked(folder, *grids)
    for number, other in (("0", "false"), ("1", "true"), ("2", "2.0")):
        wrong = re.sub(rf"\b{number}\b(?!x)", other, text, count=1)
        if wrong == text:
            continue
        path.write_text(wrong)
        with pytest.raises(ProofError, match="expected a whole number"):
            checked(folder, *grids)
    path.write_text(json.dumps(facts | {"shape": "1x4"}))
    with pytest.raises(ProofError, match="the certificate is not one of this Sudoku"):
        checked(folder, *grids)


# The list of its files


def as_it_is(folder: Path, *grids: Grid) -> Any:
    """Check a certificate with the list of files that it has."""
    return check_certificate_and_read_claim(str(folder), yield_grids_of_array(*grids))


@OF_EACH_KIND
def test_every_file_is_the_one_that_was_written(
    make: Callable[[Path], Path], grids: tuple[Grid, ...], tmp_path: Path
) -> None:
    folder = make(tmp_path)
    right = as_it_is(folder, *grids)
    for path in sorted(folder.iterdir()):
        data, name = path.read_bytes(), re.escape(path.name)
        if path.name != LIST:
            for wrong in (data + b"\n", data[:-1], b"", b"x" + data[1:]):
                path.write_bytes(wrong)
                with pytest.raises(ProofError, match=f"^{name} was changed since it was written"):
                    as_it_is(folder, *grids)
        path.unlink()
        with pytest.raises(ProofError, match=f"^{name} is missing, which .*copied as a whole"):
            as_it_is(folder, *grids)
        (tmp_path / "elsewhere").write_bytes(data)
        path.symlink_to("elsewhere")
        with pytest.raises(ProofError, match=f"^{name} is a link; a copy of the file itself"):
            as_it_is(folder, *grids)
        path.unlink()
        path.symlink_to("nowhere")
        with pytest.raises(ProofError, match=f"^{name} is a link"):
            as_it_is(folder, *grids)
        path.unlink()
        path.mkdir()
        with pytest.raises(IsADirectoryError):
            as_it_is(folder, *grids)
        path.rmdir()
        path.write_bytes(data)
    assert as_it_is(folder, *grids) == right


def test_the_list_is_one_of_a_certificate(tmp_path: Path) -> None:
    folder = of_form(tmp_path)
    path = folder / LIST
    heading, *lines = path.read_text().splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if line.endswith("proof.drat\n"))
    before, line, after = lines[:place], lines[place], lines[place + 1 :]
    at = rf"SHA256SUMS:{place + 2}: "
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.write_text("x")
    digest = sha256(b"x").hexdigest()
    malformed = f"{at}expected a SHA-256 digest, two spaces and the name of a file"
    foreign = f"{at}sudokopie writes no file "
    for wrong, problem in (
        ("", "SHA256SUMS does not name proof.drat"),
        (line * 2, f"SHA256SUMS:{place + 3}: proof.drat is named twice"),
        ("\n", malformed),
        (line[:-12] + "\n", malformed),
        (line[1:], malformed),
        (line.replace("  ", " "), malformed),
        (line.replace("  ", " *"), malformed),
        (line.upper().replace("PROOF.DRAT", "proof.drat"), malformed),
        ("x" * 64 + "  proof.drat\n", malformed),
        (line[:-2] + "\n", f"{foreign}'proof.dra' there"),
        (line.replace("  ", "  ./"), f"{foreign}'./proof.drat' there"),
        (f"{digest}  ../{outside.name}\n", f"{foreign}'../"),
        (f"{digest}  {outside}\n", f"{foreign}'/"),
        (f"{digest}  SHA256SUMS\n", f"{foreign}'SHA256SUMS' there"),
        (f"{digest}  \x1b[31m\u202e\n", foreign),
        (f"{digest}  {'x' * 100_000}\n", f"{foreign}'{'x' * 60}' there"),
        (
            f"{line}{digest}  notes.txt\n",
            f"SHA256SUMS:{place + 3}: sudokopie writes no file 'notes.txt' there",
        ),
        (f"{line}{digest}  witness.json\n", "witness.json is missing, which SHA256SUMS names"),
        (f"{'0' * 64}  proof.drat\n", "proof.drat was changed since it was written"),
    ):
        path.write_text("".join([heading, *before, wrong, *after]))
        with pytest.raises(ProofError) as raised:
            as_it_is(folder, PUZZLE)
        assert str(raised.value).startswith(problem)
        assert len(str(raised.value)) < 200
    for first in ("", "# sudokopie suite\n", "# sudokopie certificates\n", f" {heading}", "\n"):
        path.write_text("".join([first, *lines]))
        with pytest.raises(ProofError, match=r"^SHA256SUMS:1: expected '# sudokopie certificate'$"):
            as_it_is(folder, PUZZLE)
    for empty in ("", heading):
        path.write_text(empty)
        with pytest.raises(ProofError, match=r"^SHA256SUMS"):
            as_it_is(folder, PUZZLE)
    path.write_text("".join([heading, *lines]).rstrip("\n"))
    assert as_it_is(folder, PUZZLE)


def test_only_files_of_a_certificate_have_to_be_in_the_list(tmp_path: Path) -> None:
    folder = of_form(tmp_path)
    (folder / "puzzle.txt").write_text("of a reader\n")
    (folder / "proof.drat.gz").symlink_to("nowhere")
    right = as_it_is(folder, PUZZLE)
    for name in ("unique.cnf", "witness.json"):
        (folder / name).write_text("x")
        with pytest.raises(ProofError, match=f"^SHA256SUMS does not name {name}$"):
            as_it_is(folder, PUZZLE)
        listed(folder, but=["puzzle.txt"])
        with pytest.raises(ProofError, match=f"^{name} belongs to nothing that the certificate"):
            as_it_is(folder, PUZZLE)
        (folder / name).unlink()
        listed(folder, but=["puzzle.txt"])
    assert as_it_is(folder, PUZZLE) == right
    for name in ("README", "proof.drat"):
        data = (folder / name).read_bytes()
        (folder / name).unlink()
        listed(folder, but=["puzzle.txt"])
        with pytest.raises(ProofError, match=f"^SHA256SUMS does not name {name}, which is needed$"):
            as_it_is(folder, PUZZLE)
        (folder / name).write_bytes(data)


def test_a_changed_file_is_said_in_a_line(run: Any, files: dict[str, str]) -> None:
    folder = Path(files["certificate"])
    run("canonical", "--certificate", str(folder), files["puzzle"])
    shown = run("check", str(folder), files["puzzle"])
    assert (shown.status, shown.err) == (0, "")
    for name in ("proof.drat", "README"):
        path = folder / name
        data = path.read_bytes()
        path.write_bytes(data + b"x")
        shown = run("check", str(folder), files["puzzle"])
        problem = f"{name} was changed since it was written: its digest is not that in SHA256SUMS"
        assert (shown.status, shown.out, shown.err) == (1, "", f"{folder}: {problem}\n")
        german = run("check", "--lang", "de", str(folder), files["puzzle"]).err
        assert german.startswith(f"{folder}: {name} wurde geändert, seit")
        path.write_bytes(data)
    (folder / LIST).unlink()
    shown = run("check", str(folder), files["puzzle"])
    assert (shown.status, shown.out) == (1, "")
    assert shown.err.startswith(f"{folder}: SHA256SUMS is missing, which sudokopie writes")
    empty = folder.parent / "empty"
    empty.mkdir()
    shown = run("check", str(empty), files["puzzle"])
    assert (shown.status, shown.out, len(shown.err.splitlines())) == (2, "", 1)
    assert "holds no certificate" in shown.err


@OF_EACH_KIND
def test_a_certificate_of_one_kind_is_none_of_another(
    make: Callable[[Path], Path], grids: tuple[Grid, ...], tmp_path: Path
) -> None:
    folder = make(tmp_path)
    own = said(folder, "certifies")
    for kind, number in (("canonical form", 1), ("number of ways", 2), ("fewest clues", 1)):
        if kind != own:
            changed(folder, certifies=kind)
            with pytest.raises(ProofError):
                checked(folder, *(grids * 2)[:number])
    changed(folder, certifies="everything")
    with pytest.raises(ProofError, match=r"certificate\.json is of no kind that is known here"):
        checked(folder, *grids)


def test_each_certificate_replaces_the_one_before(tmp_path: Path) -> None:
    for make, grids in (*KINDS, *KINDS[::-1]):
        checked(make(tmp_path), *grids)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"README", "certificate.json", *QUESTION, LIST}


@OF_EACH_KIND
def test_the_readme_says_what_each_file_is(
    make: Callable[[Path], Path], grids: tuple[Grid, ...], tmp_path: Path
) -> None:
    folder = make(tmp_path)
    text = (folder / "README").read_text()
    assert all(len(line) <= 100 for line in text.splitlines())
    for path in folder.iterdir():
        assert path.name in ("README", LIST) or path.name in text
    program = ROOT / "proofs" / "lrat_check.py"
    for question in folder.glob("*.cnf"):
        proof = "proof.lrat" if question.name == "question.cnf" else "unique.lrat"
        command = ["python3", "-I", str(program), question.name, proof]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.stdout.startswith("verified: no solution, by "), done.stderr
    assert checked(folder, *grids)


@OF_EACH_KIND
def test_a_formula_of_a_certificate_is_an_export_of_its_question(
    make: Callable[[Path], Path], grids: tuple[Grid, ...], tmp_path: Path
) -> None:
    folder = make(tmp_path)
    questions = checked(folder, *grids).check_and_list_questions_to_refute()
    for name, question in zip(("question.cnf", "unique.cnf"), questions, strict=False):
        assert "c status: unsatisfiable" in (folder / name).read_text().splitlines()
        assert read_export_header(str(folder / name)).question == question
        assert decode_output(question, "s UNSATISFIABLE", "solver").verdict is Verdict.NO


def test_the_documentation_names_all_files(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")
    for make, _ in KINDS:
        for path in make(tmp_path).iterdir():
            assert f"`{path.name}`" in text
        for name in json.loads((tmp_path / "certificate.json").read_text()):
            assert f"`{name}`" in text


@pytest.mark.parametrize("number", [0, 1, 4096, 10_000])
def test_a_long_proof_is_written_line_by_line_and_in_few_pieces(number: int) -> None:
    lines = [f"{line} 0" for line in range(number)]
    origin = ProofOrigin("a", "b", "c", number)
    files = make_formula_and_proof_files(QUESTION, [], Proof(lines, lines[::-1], origin))
    for name, expected in ((QUESTION.drat, lines), (QUESTION.lrat, lines[::-1])):
        pieces = list(files[name])
        assert "".join(pieces) == "".join([f"{line}\n" for line in expected])
        assert len(pieces) <= number // 4096 + 1


def test_a_proof_gets_no_more_than_its_time() -> None:
    grid = pair_from(INSTANCES / "most-symmetric-copies.txt").first
    with pytest.raises(ProofError, match="time was not enough"):
        make_certificate(canonical_form(grid).claim(), timeout=0.01)
    with pytest.raises(ProofError, match="time was not enough"):
        ways(grid, grid).claim(timeout=1e-9)


# The command line


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Return files of one Sudoku and of pairs, and a folder."""
    sudokus = {"puzzle": [PUZZLE], "complete": [COMPLETE], "pair": PAIR, "near": NEAR}
    for name, grids in sudokus.items():
        text = "\n\n".join(map(str, grids))
        (tmp_path / name).write_text(text + "\n")
    names = (*sudokus, "certificate")
    return {name: str(tmp_path / name) for name in names}


QUESTION_TEXTS = [
    (
        "canonical",
        "puzzle",
        "Certified: the least copy of this Sudoku is .......1..2.23..",
        "Bescheinigt: Die kleinste Kopie dieses Sudokus ist .......1..2.23..",
        {"certifies": "canonical form", "extreme": "min"},
    ),
    (
        "ways",
        "pair",
        "Certified: the number of ways from the first Sudoku to the second is 32.",
        "Bescheinigt: Die Anzahl der Wege vom ersten Sudoku zum zweiten ist 32.",
        {"certifies": "number of ways", "ways": 32},
    ),
    (
        "symmetries",
        "complete",
        "Certified: the number of symmetries is 32.",
        "Bescheinigt: Die Anzahl der Symmetrien ist 32.",
        {"certifies": "number of symmetries", "number": 32},
    ),
    (
        "complete",
        "complete",
        "Certified. This Sudoku has exactly one solution.",
        "Bescheinigt. Dieses Sudoku hat genau eine Lösung.",
        {"certifies": "solutions", "solutions": "one"},
    ),
    (
        "within",
        "pair",
        "Certified. The first Sudoku is a copy of the second with clues left out. Nothing does "
        "better.",
        "Bescheinigt. Das erste Sudoku ist eine Kopie des zweiten, bei der Vorgaben fehlen. Besser "
        "geht es nicht.",
        {"certifies": "yes", "asks": "within", "best": True},
    ),
    (
        "nearest",
        "near",
        "Certified. 3 of the 4 clues of the first Sudoku come to equal clues of the second, and no "
        "transformation "
        "does better.",
        "Bescheinigt. 3 der 4 Vorgaben des ersten Sudokus "
        "kommen auf gleiche Vorgaben des zweiten, und keine "
        "Folge von Schritten ist besser.",
        {"certifies": "yes", "asks": "nearest", "best": True, "agreeing": 3, "at_least": None},
    ),
    *(one for added in ADDED for one in added.CHECKED),
]


@pytest.mark.core
@pytest.mark.parametrize(("command", "kind", "english", "german", "facts"), QUESTION_TEXTS)
def test_what_is_certified_is_checked_and_said(
    run: Any,
    files: dict[str, str],
    command: str,
    kind: str,
    english: str,
    german: str,
    facts: dict[str, object],
) -> None:
    folder, file = files["certificate"], files[kind]
    made = run(command, "--certificate", folder, file)
    assert (made.status, made.err) == (0, "")
    assert "\n\nThis is certified: a proof of it was checked.\nProof of " in made.out
    record = json.loads(run(command, "--json", "--certificate", folder, file).out)
    assert record["certified"] is True
    assert {proof["checker"] for proof in record["proofs"]} == {"lrat_check.py"}
    shown = run("check", folder, file)
    assert (shown.status, shown.out, shown.err) == (0, f"{english}\n", "")
    assert run("check", folder, file, "--lang", "de").out == f"{german}\n"
    record = json.loads(run("check", "--json", folder, file).out)
    head = {"file": file, "folder": folder, "status": "certified", "sentence": english}
    assert record.items() >= (head | facts).items()
    # Of another Sudoku, or of as many as it is not about.
    (Path(file).parent / "other").write_text("1 0 0 0\n" + "0 0 0 0\n" * 3)
    other = str(Path(file).parent / "other")
    if kind not in ("pair", "near"):
        refused = run("check", "--json", folder, other)
        assert refused.status == 1
        assert refused.err.startswith(f"{folder}: ")
        line = refused.err.rstrip("\n")
        wanted = {"file": other, "folder": folder, "status": "refused", "error": line, "format": 1}
        assert json.loads(refused.out) == wanted
        german_line = run("check", "--lang", "de", folder, other).err
        assert german_line != refused.err
    wrong = run("check", folder, files["puzzle" if kind in ("pair", "near") else "pair"])
    assert (wrong.status, wrong.out, len(wrong.err.splitlines())) == (2, "", 1)


def test_no_ways_are_certified_as_a_no(run: Any, files: dict[str, str]) -> None:
    pair = str(INSTANCES / "size4-clues16-switched.txt")
    made = run("ways", "--certificate", files["certificate"], pair)
    assert made.status == 1
    assert "This is certified" in made.out
    shown = run("check", files["certificate"], pair)
    assert shown.out == "Certified: the second Sudoku is not a copy of the first.\n"
    record = json.loads(run("check", "--json", files["certificate"], pair).out)
    assert (record["status"], record["certifies"]) == ("certified", "different")


def test_what_is_certified_of_a_pair_is_said_in_json(run: Any, files: dict[str, str]) -> None:
    folder = files["certificate"]
    for arguments, facts in (
        (("solve", files["pair"]), {"certifies": "copies", "fewest": True}),
        (("solve", "--any-steps", files["pair"]), {"certifies": "copies", "fewest": False}),
        (
            ("nearest", "--at-least", "17", files["pair"]),
            {"certifies": "not reached", "at_least": 17, "count_blanks": False},
        ),
        (
            ("nearest", "--at-least", "17", "--count-blanks", files["pair"]),
            {"certifies": "not reached", "at_least": 17, "count_blanks": True},
        ),
    ):
        run(*arguments, "--certificate", folder)
        record = json.loads(run("check", "--json", folder, files["pair"]).out)
        assert record.items() >= facts.items(), record


@pytest.mark.parametrize(
    ("command", "kind"),
    [("canonical", "puzzle"), ("complete", "complete"), ("nearest", "near"), ("solve", "pair")],
)
def test_a_refused_proof_withdraws_the_answer(
    run: Any, files: dict[str, str], command: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise ValueError("line 1: no")

    monkeypatch.setattr("sudokopie.proofs.checkers.check_lrat", refused)
    folder = Path(files["certificate"])
    shown = run(command, "--certificate", str(folder), files[kind])
    assert (shown.status, shown.out, folder.exists()) == (2, "", False)
    assert shown.err.endswith(": the proof fails: line 1: no\n")
    assert len(shown.err.splitlines()) == 1


def test_the_file_may_be_an_export_and_not_a_part_of_the_certificate(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pair").write_text("12\n..\n\n1.\n..\n")
    run("solve", "--certificate", "proved", "pair")
    run("export", "pair", "-o", "near.cnf")
    checked = run("check", "proved", "near.cnf")
    assert (checked.status, checked.out, checked.err) == (0, run("check", "proved", "pair").out, "")
    Path("other").write_text("12\n..\n\n..\n1.\n")
    run("export", "other", "-o", "other.cnf")
    assert "is not the formula of these Sudokus" in run("check", "proved", "other.cnf").err
    Path("one").write_text("12\n..\n")
    run("export", "one", "--question", "symmetry", "-o", "one.cnf")
    shown = run("check", "proved", "one.cnf").err
    assert "one.cnf is a formula about 1 Sudokus, but the certificate is about 2" in shown
    for name in ("proved/question.cnf", "./proved/../proved/question.cnf"):
        shown = run("check", "proved", name).err
        assert f"{name} is a part of the certificate" in shown
    shown = run("check", "proved/question.cnf", "pair").err
    assert "is a file of a certificate; name its folder: sudokopie check proved pair" in shown


def test_a_yes_of_another_solver_is_certified(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pair").write_text("12\n..\n\n..\n21\n")
    run("export", "pair", "-o", "question.cnf")
    with Solver("minisat22", IsCopy(*pair_from(Path("pair"))).formula.clauses()) as solver:
        assert solver.solve()
        model = solver.get_model()
    Path("output").write_text(f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n")
    made = run("decode", "--certificate", "proved", "question.cnf", "output")
    assert (made.status, made.err) == (0, "")
    shown = run("check", "proved", "pair")
    assert shown.out == "Certified: the second Sudoku is a copy of the first.\n"


def test_a_hostile_word_stays_one_line(run: Any, files: dict[str, str]) -> None:
    folder = Path(files["certificate"])
    of_form(folder)
    for wrong in ("\x1b[31m\n\nCertified: all\n", "\ud800"):
        changed(folder, shape=wrong)
        shown = run("check", str(folder), files["puzzle"])
        assert (shown.status, shown.out) == (1, "")
        assert len(shown.err.splitlines()) == 1
        assert "\x1b" not in shown.err
    (folder / "certificate.json").unlink()
    (folder / "certificate.json").mkdir()
    shown = run("check", str(folder), files["puzzle"])
    assert (shown.status, shown.out, len(shown.err.splitlines())) == (2, "", 1)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (
            ["canonical", "puzzle", "complete"],
            "--certificate works for one Sudoku "
            "only, but the input has "
            "more; put one Sudoku into a FILE of its own",
        ),
        (
            ["canonical", "pair"],
            "--certificate works for one Sudoku only, but the input has "
            "more; put one Sudoku into a FILE of its own",
        ),
        (
            ["canonical", "puzzle", "--symmetries"],
            "--certificate cannot be used with --symmetries (see",
        ),
        (
            ["complete", "puzzle", "pair"],
            "--certificate works for one Sudoku "
            "only, but the input has "
            "more; put one Sudoku into a FILE of its own",
        ),
        (["complete", "puzzle", "--all"], "--certificate cannot be used with --all"),
        (
            ["symmetries", "pair"],
            "--certificate works for one Sudoku only, but the input has "
            "more; put one Sudoku into a FILE of its own",
        ),
        (
            ["within", "pair", "near"],
            "--certificate works for one pair only; call the command once for each FILE",
        ),
        (["ways", "pair", "--all"], "--certificate and --all exclude each other"),
        (
            ["ways", "pair", "pair"],
            "--certificate works for one pair only; call the command once for each FILE",
        ),
        (["ways", "pair", "--backend", "pysat:maplesat"], "cannot certify"),
        *(one for added in ADDED for one in added.MISUSE),
        (["canonical", "puzzle", "--checker", "cake_lpr"], "cake_lpr is not installed"),
    ],
)
def test_misuse_is_one_line(
    run: Any,
    files: dict[str, str],
    arguments: list[str],
    problem: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    unique = Path(files["pair"]).parent / "unique"
    unique.write_text("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 0\n")
    given = [{**files, "unique": str(unique)}.get(word, word) for word in arguments[1:]]
    shown = run(arguments[0], *given, "--certificate", files["certificate"])
    assert (shown.status, shown.out) == (2, "")
    assert problem in shown.err
    assert len(shown.err.splitlines()) == 1
    assert not Path(files["certificate"]).exists()


@pytest.mark.parametrize(
    ("command", "kind"), [(command, kind) for command, kind, *_ in QUESTION_TEXTS]
)
def test_a_folder_that_cannot_be_written_is_one_line(
    run: Any, files: dict[str, str], command: str, kind: str
) -> None:
    shown = run(command, "--json", "--certificate", files["puzzle"], files[kind])
    assert (shown.status, len(shown.err.splitlines()), shown.out) == (2, 1, "")
    alone = run(command, "--checker", "cake_lpr", files[kind])
    assert (alone.status, alone.out) == (2, "")
    assert "--checker needs --certificate" in alone.err


def test_what_is_not_proved_in_time_is_said_and_not_written(
    run: Any, files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object, **__: object) -> None:
        raise ProofError("no proof: the time was not enough; a larger --time-limit may help")

    monkeypatch.setattr("sudokopie.proofs.certificate.prove_unsatisfiable", late)
    shown = run("canonical", "--certificate", files["certificate"], files["puzzle"])
    assert shown.status == 2
    assert "Steps to the form:" in shown.out
    assert "certified" not in shown.out
    assert shown.err.endswith(
        ": no proof: the time was not enough; a larger --time-limit may help\n"
    )
    assert not Path(files["certificate"]).exists()


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("canonical", "puzzle"),
        ("ways", "pair"),
        *((command, kind) for added in ADDED for command, kind, *_ in added.CHECKED),
    ],
)
def test_a_proof_gets_the_time_again_and_the_checker_that_was_named(
    run: Any,
    files: dict[str, str],
    command: str,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[float | None, str | None]] = []

    def recorded(*_: object, timeout: Deadline, checker_name: str | None) -> None:
        asked.append((timeout.remaining_seconds, checker_name))
        raise ProofError("recorded")

    monkeypatch.setattr("sudokopie.proofs.certificate.prove_unsatisfiable", recorded)
    monkeypatch.setattr("sudokopie.proofs.checkers.shutil.which", lambda name: name)
    arguments = (command, "--certificate", files["certificate"], files[kind])
    shown = run(*arguments, "--time-limit", "60", "--checker", "lrat-check")
    assert (shown.status, shown.err) == (2, f"{files[kind]}: recorded\n")
    run(*arguments)
    ((remaining, checker_name), second) = asked
    assert remaining is not None
    assert 50 < remaining <= 60
    assert checker_name == "lrat-check"
    assert second == (None, None)
