"""Certificates of a no whose proof uses symmetries of the second Sudoku."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, decide, symmetries
from sudokopie.answers import breaking_symmetries
from sudokopie.base.errors import ProofError
from sudokopie.proofs.certificate import make_certificate
from sudokopie.proofs.certify import certify
from sudokopie.proofs.check import check_certificate
from sudokopie.proofs.plain_pair import PlainPair, yield_pair_text
from sudokopie.questions.broken_symmetry_claim import NotCopyClaim
from sudokopie.questions.yes_no_claims import NoClaim
from sudokopie.solvers.deadline import Deadline
from sudokopie.sudoku.random_grids import cyclic_grid, random_complete_grid, random_transformation

from conftest import listed

SHAPE = BoxShape(2, 6)
FIRST = cyclic_grid(SHAPE)


def klein_grid() -> Grid:
    """Return a transformed table of the group Z2 × Z6, which is no copy of the table of Z12."""
    table = [
        [(a + c) % 2 * 6 + (b + d) % 6 + 1 for c in range(2) for d in range(6)]
        for a in range(2)
        for b in range(6)
    ]
    return random_transformation(SHAPE, Random(3)).apply(Grid(table, SHAPE))


def test_a_certificate_with_symmetries(tmp_path: Path) -> None:
    second = klein_grid()
    certificate = certify(decide(FIRST, second))
    assert isinstance(certificate.statement, NotCopyClaim)
    assert certificate.statement.symmetries
    certificate.write(str(tmp_path / "no"))
    claim = check_certificate(str(tmp_path / "no"), FIRST, second)
    assert str(claim.sentence_if_proved) == (
        "Certified: the second Sudoku is not a copy of the first."
    )
    assert json.loads((tmp_path / "no" / "certificate.json").read_text())["format"] == 3
    plain = certify(decide(FIRST, second), break_symmetry=False)
    assert isinstance(plain.statement, NoClaim)
    assert 5 * len(certificate.proofs[0].lrat) < len(plain.proofs[0].lrat)


def test_a_claim_about_copies_is_never_proved() -> None:
    second = random_transformation(SHAPE, Random(1)).apply(FIRST)
    claim = decide_claim(second)
    with pytest.raises(ProofError, match="says yes"):
        make_certificate(claim)


def decide_claim(second: Grid) -> NotCopyClaim:
    """Return the false or true claim that `second` is not a copy of `FIRST`."""
    claim = breaking_symmetries.make_not_copy_claim(FIRST, second, Deadline())
    assert claim is not None
    return claim


@pytest.mark.parametrize(
    "forge",
    [
        lambda fields: fields["symmetries"][0]["digits"].reverse(),
        lambda fields: fields["symmetries"].pop(),
        lambda fields: fields["symmetries"][0]["rows"][0].reverse(),
        lambda fields: fields.update(turn=fields["symmetries"][0]),
        lambda fields: fields.update(format=2),
    ],
    ids=["digits", "one less", "rows", "turn", "format"],
)
def test_changed_symmetries_are_refused(
    tmp_path: Path, forge: Callable[[dict[str, object]], object]
) -> None:
    second, folder = klein_grid(), tmp_path / "no"
    certify(decide(FIRST, second)).write(str(folder))
    fields = json.loads((folder / "certificate.json").read_text())
    forge(fields)
    (folder / "certificate.json").write_text(json.dumps(fields))
    listed(folder)
    with pytest.raises(ProofError):
        check_certificate(str(folder), FIRST, second)


@pytest.mark.usefixtures("folder")
def test_the_option_chooses_the_proof(run: Any) -> None:
    Path("pair.txt").write_text(
        "\n\n".join(
            "\n".join(" ".join(map(str, row)) for row in grid) for grid in (FIRST, klein_grid())
        )
    )
    for words, kind in (((), "not copies"), (("--break-symmetry", "off"), "no")):
        shown = run("solve", "--box", "2x6", "--certificate", kind, *words, "pair.txt")
        assert shown.status == 1
        assert json.loads(Path(kind, "certificate.json").read_text())["certifies"] == kind
        checked = run("check", "--box", "2x6", kind, "pair.txt")
        assert checked.out == "Certified: the second Sudoku is not a copy of the first.\n"
        lines = Path(kind, "proof.lrat").read_text().count("\n")
        assert (lines < 150) == (kind == "not copies")
        shown = run("solve", "--box", "2x6", "--verify-no", *words, "pair.txt")
        assert f"Proof of {lines} lines" in shown.out


def test_small_grids_and_grids_without_symmetries_get_the_plain_formula() -> None:
    small = cyclic_grid(BoxShape(3, 3))
    assert breaking_symmetries.make_not_copy_claim(small, small, Deadline()) is None
    without = random_complete_grid(BoxShape(4, 4), Random(2))
    assert breaking_symmetries.make_not_copy_claim(without, without, Deadline()) is None


def read_symmetry_and_move(line: str, grid: Grid) -> tuple[bool, Grid]:
    """Return whether a line of the file with the pair has a quarter turn, and the grid to which its
    images move `grid`.
    """
    size, (turn, *numbers) = grid.size, map(int, line.split())
    rows, columns, digits = (numbers[i : i + size] for i in range(0, 3 * size, size))
    moved = [[0] * size for _ in range(size)]
    for r, c in product(range(size), repeat=2):
        digit = grid[size - 1 - c, r] if turn else grid[r, c]
        moved[rows[r] - 1][columns[c] - 1] = digit and digits[digit - 1]
    assert sorted(digits) == list(range(1, size + 1))
    return bool(turn), Grid(moved, grid.shape)


@pytest.mark.parametrize(
    "grid, has_turn", [(klein_grid(), False), (Grid("1..2........2..1"), True)]
)
def test_the_symmetries_in_the_file_with_the_pair(grid: Grid, has_turn: bool) -> None:
    found = symmetries(grid).generators
    pair = PlainPair(grid, grid, line_symmetries=[one.line_images() for one in found])
    lines = "".join(yield_pair_text(pair)).split("\n\n")[2].splitlines()
    read = [read_symmetry_and_move(line, grid) for line in lines]
    assert read == [(one.find_source_lines()[0], grid) for one in found]
    assert any(is_turned for is_turned, _ in read) == has_turn
