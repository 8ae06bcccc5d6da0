"""Proofs for VeriPB: about the plain formula, with a witness for each use of a symmetry."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sudokopie import Grid, decide, symmetries
from sudokopie.encoding.symmetry_breaking import yield_forbidden_images
from sudokopie.proofs import veripb
from sudokopie.proofs.certificate import Certificate, make_certificate
from sudokopie.proofs.certify import certify
from sudokopie.proofs.export import yield_question_file_bytes
from sudokopie.proofs.export_header import LIBRARY
from sudokopie.proofs.veripb import make_veripb_proof
from sudokopie.questions.broken_symmetry_claim import NotCopyClaim
from sudokopie.questions.copy import IsCopy
from sudokopie.sudoku.transformation import Transformation

VERIPB = shutil.which("veripb")
needs_veripb = pytest.mark.skipif(VERIPB is None, reason="needs veripb")

KLEIN = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
CYCLIC = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 3, 4, 1], [4, 1, 2, 3]])
"""Two complete 4×4 grids that are no copies of each other, both with many symmetries."""


def symmetric_claim(first: Grid, second: Grid, *, turn: bool) -> NotCopyClaim:
    """Return the claim with all generators of the symmetries, and with a turn if there is one."""
    ways = symmetries(second).generators
    upright = tuple(one for one in ways if not one.find_source_lines()[0])
    turned = [one for one in ways if one.find_source_lines()[0]]
    assert upright
    return NotCopyClaim(first, second, upright, turned[0] if turn else None)


def has_turn(grid: Grid) -> bool:
    return any(one.find_source_lines()[0] for one in symmetries(grid).generators)


def is_accepted(certificate: Certificate, folder: Path) -> bool:
    """Return whether VeriPB accepts the proof of a certificate for the exported formula."""
    assert VERIPB is not None
    proof = make_veripb_proof(certificate.statement, certificate.proofs[0].lrat)
    formula, file = folder / "question.cnf", folder / "proof.pbp"
    formula.write_bytes(b"".join(yield_question_file_bytes(proof.question, "cnf", LIBRARY)))
    file.write_text("".join(f"{line}\n" for line in proof.lines))
    ended = subprocess.run(
        [VERIPB, "--cnf", formula, file], capture_output=True, text=True, check=False
    )
    return ended.returncode == 0 and "Verification succeeded" in ended.stdout + ended.stderr


@pytest.mark.parametrize(("first", "second"), [(KLEIN, CYCLIC), (CYCLIC, KLEIN)])
def test_witnesses_are_symmetries_of_the_plain_formula(first: Grid, second: Grid) -> None:
    claim = symmetric_claim(first, second, turn=False)
    formula = IsCopy(first, second).with_plain_formula.formula
    clauses = {frozenset(clause) for clause in formula.clauses()}
    found = list(veripb._yield_forbidden_images_with_witnesses(first.shape, claim.symmetries))
    lines = [one.line_images() for one in claim.symmetries]
    assert [images for images, _ in found] == [*yield_forbidden_images(4, lines)]
    for images, witness in found:
        assert witness.leads(second, second)
        moved = witness.line_images()
        assert [moved[image] for image in images[:-1]] == [*images[:-1]]
        assert moved[images[-1]] < images[-1]
        pairs = dict(veripb._list_substitutions(formula.unknowns, first.shape, witness))
        assert sorted(pairs) == sorted(pairs.values())
        pairs[formula.unknowns.quarter] = formula.unknowns.quarter
        assert {
            frozenset(pairs[abs(v)] * (1 if v > 0 else -1) for v in clause) for clause in clauses
        } == clauses


@needs_veripb
@pytest.mark.parametrize(("first", "second"), [(KLEIN, CYCLIC), (CYCLIC, KLEIN)])
def test_veripb_accepts_proofs_with_symmetries(first: Grid, second: Grid, tmp_path: Path) -> None:
    claim = symmetric_claim(first, second, turn=has_turn(second))
    assert is_accepted(make_certificate(claim), tmp_path)
    if claim.turn is not None:
        assert "red 1 ~x1 >= 1 ; x1 -> 0 " in (tmp_path / "proof.pbp").read_text()
    assert has_turn(KLEIN)


@needs_veripb
def test_veripb_refuses_other_witnesses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = make_certificate(symmetric_claim(KLEIN, CYCLIC, turn=False))
    found = [*veripb._yield_forbidden_images_with_witnesses(KLEIN.shape, _ways(certificate))]
    identity = Transformation.identity(KLEIN.shape)
    monkeypatch.setattr(
        veripb,
        "_yield_forbidden_images_with_witnesses",
        lambda *_: ((images, identity) for images, _ in found),
    )
    assert not is_accepted(certificate, tmp_path)


def _ways(certificate: Certificate) -> tuple[Transformation, ...]:
    assert isinstance(certificate.statement, NotCopyClaim)
    return certificate.statement.symmetries


@needs_veripb
def test_veripb_accepts_proofs_of_other_claims(tmp_path: Path) -> None:
    assert is_accepted(certify(decide(KLEIN, CYCLIC), break_symmetry=False), tmp_path)


@pytest.mark.usefixtures("folder")
def test_check_writes_the_proof(run: Any) -> None:
    Path("pair.txt").write_text("1234 3412 2143 4321\n\n1234 3412 2341 4123\n".replace(" ", "\n"))
    assert run("solve", "--certificate", "no", "pair.txt").status == 1
    shown = run("check", "no", "pair.txt", "--veripb", "proof.pbp")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == "Certified: the second Sudoku is not a copy of the first.\n"
    lines = Path("proof.pbp").read_text().splitlines()
    formula = Path("no", "question.cnf").read_text().splitlines()
    number = next(line.split()[3] for line in formula if line.startswith("p cnf"))
    assert lines[:2] == ["pseudo-Boolean proof version 1.2", f"f {number}"]
    assert lines[-2:] == ["u >= 1 ;", "c -1"]
    assert run("check", "no", "pair.txt", "--veripb", "no/proof.lrat").status == 2
    Path("same.txt").write_text("12\n..\n\n12\n..\n")
    assert run("solve", "--certificate", "yes", "same.txt").status == 0
    shown = run("check", "yes", "same.txt", "--veripb", "yes.pbp")
    assert shown.status == 2
    assert "VeriPB needs one proof of a no; this certificate has 0" in shown.err
    assert not Path("yes.pbp").exists()
