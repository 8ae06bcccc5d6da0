"""Certificates of the fewest clues: what they prove, and what is refused."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from sudokopie import Grid, Pair
from sudokopie.answers.completion import completions, has_one_completion
from sudokopie.applications.studies.clues_claim import FewestCluesClaim
from sudokopie.applications.studies.clues_question import HasSmallHittingSet
from sudokopie.applications.studies.fewest_clues import (
    FewestCluesStudy,
    find_unavoidable_sets_for_proof,
)
from sudokopie.base.errors import FailedProofCheckError, ProofError
from sudokopie.encoding.completion import OtherSolutionFormula
from sudokopie.encoding.formula import Formula, yield_dimacs_text_pieces
from sudokopie.proofs.certificate import (
    make_certificate,
    make_formula_and_proof_files,
    write_certificate_files,
)
from sudokopie.proofs.certificate_folder import QUESTION, UNIQUE
from sudokopie.proofs.export_header import Provenance
from sudokopie.proofs.proof import prove_unsatisfiable
from sudokopie.sudoku.grid import CellSet
from sudokopie.sudoku.random_grids import random_transformation

from certified_studies import of_clues
from changed_certificates import changed, checked, has_model, rewritten, said

MADE = Provenance("sudokopie 0", ("sudokopie", "canonical"))


PUZZLE = Grid([[1, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 3], [0, 0, 0, 0]])


COMPLETE = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])


PAIR = Pair(COMPLETE, random_transformation(COMPLETE.shape, Random(6)).apply(COMPLETE))


def so_few(sets: Sequence[CellSet], number: int) -> Formula:
    return HasSmallHittingSet(COMPLETE, tuple(sets), number).build_problem("cnf").formula


def test_few_cells_meet_some_sets() -> None:
    rng = Random(2)
    cells = [(r, c) for r in range(2) for c in range(3)]
    for _ in range(60):
        sets = [frozenset(rng.sample(cells, rng.randrange(1, 4))) for _ in range(rng.randrange(5))]
        for number in range(-1, 7):
            meets = any(
                all(one & set(chosen) for one in sets)
                for k in range(number + 1)
                for chosen in combinations(cells, k)
            )
            assert has_model(so_few(sets, number)) == meets


@pytest.mark.parametrize("grid", [COMPLETE, PAIR.second, Grid([[1]]), Grid([[1, 2], [2, 1]])])
def test_the_fewest_clues_are_certified(grid: Grid, tmp_path: Path) -> None:
    found = checked(of_clues(tmp_path, grid), grid)
    assert isinstance(found, FewestCluesClaim)
    assert found.at_least == found.at_most == found.puzzle.clues
    assert has_one_completion(found.puzzle)


def test_bounds_are_certified_where_they_are_not_equal(tmp_path: Path) -> None:
    study = FewestCluesStudy(COMPLETE)
    make_certificate(
        FewestCluesClaim.from_puzzle_and_sets(
            COMPLETE, COMPLETE, 2, find_unavoidable_sets_for_proof(study)
        )
    ).write(str(tmp_path), MADE)
    found = checked(tmp_path, COMPLETE)
    assert (found.grid, found.puzzle, found.at_least) == (COMPLETE, COMPLETE, 2)


def test_small_sets_that_share_no_cell_come_first() -> None:
    study = FewestCluesStudy(COMPLETE)
    study.run()
    sets = find_unavoidable_sets_for_proof(study)
    assert sorted(map(sorted, sets)) == sorted(map(sorted, study.sets))
    number = next(k for k, one in enumerate(sets) if one & frozenset().union(*sets[:k]))
    assert number >= 3
    assert [len(one) for one in sets[:number]] == sorted(len(one) for one in sets[:number])
    assert all(one & frozenset().union(*sets[:number]) for one in sets[number:])


def test_a_bound_that_is_too_high_is_refused(tmp_path: Path) -> None:
    folder = of_clues(tmp_path)
    puzzle = Grid(said(folder, "puzzle"))
    more = next(cell for cell in COMPLETE.cells if cell not in puzzle.clue_cells)
    larger = COMPLETE.keeping({*puzzle.clue_cells, more})
    with pytest.raises(FailedProofCheckError, match="says yes"):
        make_certificate(
            FewestCluesClaim.from_puzzle_and_sets(larger, COMPLETE, 5, [frozenset(COMPLETE.cells)])
        )
    changed(folder, at_least=5, at_most=5, puzzle=larger.rows)
    with pytest.raises(ProofError, match="is not the formula"):
        checked(folder, COMPLETE)
    others = [Grid(rows) for rows in said(folder, "others")]
    sets = [frozenset(c for c in COMPLETE.cells if one[c] != COMPLETE[c]) for one in others]
    rewritten(folder, so_few(sets, 4))
    with pytest.raises(ProofError, match="the proof fails"):
        checked(folder, COMPLETE)


def test_a_puzzle_with_two_solutions_is_refused(tmp_path: Path) -> None:
    folder = of_clues(tmp_path)
    puzzle = Grid(said(folder, "puzzle"))
    assert has_one_completion(puzzle)
    other = next(
        found
        for found in map(COMPLETE.keeping, combinations(sorted(COMPLETE.cells), 4))
        if not has_one_completion(found)
    )
    changed(folder, puzzle=other.rows)
    with pytest.raises(ProofError, match=r"unique\.cnf is not the formula"):
        checked(folder, COMPLETE)
    rewritten(folder, OtherSolutionFormula(other, COMPLETE), UNIQUE)
    with pytest.raises(ProofError, match="the proof fails"):
        checked(folder, COMPLETE)
    changed(folder, puzzle=next(iter(completions(other))).rows, at_most=16)
    with pytest.raises(ProofError):
        checked(folder, COMPLETE)


def test_others_are_complete_and_others(tmp_path: Path) -> None:
    folder = of_clues(tmp_path)
    others, rows = said(folder, "others"), COMPLETE.rows
    # The Sudoku itself would give a set without cells, which proves any bound. A grid that breaks
    # the rules would give a set that is not unavoidable.
    broken = [[2, *rows[0][1:]], *rows[1:]]
    for wrong in (rows, broken, [[0] * 4, *rows[1:]]):
        with pytest.raises(ProofError, match=r"not all others in certificate\.json"):
            changed(folder, others=[*others, wrong])
            checked(folder, COMPLETE)
    lie = so_few([frozenset()], 9)
    files = make_formula_and_proof_files(
        QUESTION, yield_dimacs_text_pieces(lie), prove_unsatisfiable(lie)
    )
    facts = (folder / "certificate.json").read_text()
    unique = make_formula_and_proof_files(
        UNIQUE,
        yield_dimacs_text_pieces(OtherSolutionFormula(COMPLETE, COMPLETE)),
        prove_unsatisfiable(lie),
    )
    written = {"certificate.json": [facts], **files, **unique}
    write_certificate_files(str(folder), written, force=True)  # it has been changed
    changed(folder, others=[rows], at_least=10, at_most=16, puzzle=rows)
    with pytest.raises(ProofError, match=r"not all others in certificate\.json"):
        checked(folder, COMPLETE)


def test_the_numbers_of_clues_are_those_of_the_puzzle(tmp_path: Path) -> None:
    folder = of_clues(tmp_path)
    for at_least, at_most in ((5, 4), (4, 5), (4, 3), (-1, 4)):
        changed(folder, at_least=at_least, at_most=at_most)
        with pytest.raises(ProofError, match="the numbers of clues in"):
            checked(folder, COMPLETE)


def test_clues_of_what_is_no_complete_sudoku(tmp_path: Path) -> None:
    folder = of_clues(tmp_path)
    with pytest.raises(ProofError, match="about a complete Sudoku, which this is not"):
        checked(folder, PUZZLE)
    with pytest.raises(ProofError, match=r"the puzzle in certificate\.json is not one of this"):
        checked(folder, random_transformation(COMPLETE.shape, Random(1)).apply(COMPLETE))
    with pytest.raises(ProofError, match="a set of cells is not unavoidable"):
        make_certificate(
            FewestCluesClaim.from_puzzle_and_sets(COMPLETE, COMPLETE, 1, [frozenset({(0, 0)})])
        )


def test_programs_of_others_take_the_files(tmp_path: Path) -> None:
    if not shutil.which("drat-trim"):
        pytest.skip("drat-trim is not installed")
    folder = of_clues(tmp_path)
    for stem, proof in (("question", "proof"), ("unique", "unique")):
        command = ["drat-trim", f"{stem}.cnf", f"{proof}.drat"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert "s VERIFIED" in done.stdout.splitlines()


def test_a_proof_gets_no_more_than_its_time() -> None:
    claim = partial(
        FewestCluesClaim.from_puzzle_and_sets,
        COMPLETE,
        COMPLETE,
        1,
        [frozenset(COMPLETE.cells)] * 99,
    )
    with pytest.raises(ProofError, match="time was not enough"):
        make_certificate(claim(timeout=1e-9), timeout=1e-9)
