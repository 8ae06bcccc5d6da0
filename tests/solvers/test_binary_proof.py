"""Proofs of PySAT's CaDiCaL: the quick decoder reads the same steps as PySAT's loop over bytes."""

import random
import sys
from pathlib import Path

import pytest
from pysat.solvers import Solver

from sudokopie import read_pair
from sudokopie.proofs.drup_to_lrat import convert_drup_to_lrat
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers import pysat_solvers
from sudokopie.solvers.binary_proof import try_decode_binary_proof
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.protocol import DrupProof

INSTANCES = Path(__file__).parents[2] / "instances"


def encode(deletes: bool, literals: list[int]) -> bytes:
    """Return a step of a binary proof."""
    step = bytearray(b"d" if deletes else b"a")
    for literal in literals:
        code = 2 * abs(literal) + (literal < 0)
        while code >= 0x80:
            step.append(code & 0x7F | 0x80)
            code >>= 7
        step.append(code)
    return bytes([*step, 0])


def test_the_decoder_reads_what_pysat_reads() -> None:
    chance = random.Random(7)
    for most in (3, 63, 64, 200, 10**4, 2**20):
        steps = [
            (
                chance.random() < 0.3,
                [
                    chance.choice((1, -1)) * chance.randint(1, most)
                    for _ in range(chance.choice((0, 1, 2, 9)))
                ],
            )
            for _ in range(50)
        ]
        proof = b"".join(encode(*step) for step in steps)
        found = try_decode_binary_proof(proof)
        assert found is not None
        assert found == Solver._proof_bin2text(bytearray(proof))
        assert list(found.added_clauses) == [
            number for deletes, literals in steps if not deletes for number in (*literals, 0)
        ]


@pytest.mark.parametrize(
    "proof",
    [
        *(b"", b"a", b"a\x02", b"x\x02\x00", b"\x00", b"a\x02\x00\x02\x00"),  # no steps
        *(b"a\x01\x00", b"a\x02\x80"),  # no literal, no last byte
        b"a\x82\x80\x80\x80\x01\x00",  # too many bits
    ],
)
def test_what_is_no_proof_is_left_to_pysat(proof: bytes) -> None:
    assert try_decode_binary_proof(proof) is None


@pytest.mark.parametrize("solver", ["cadical153", "cadical195", "cadical300", "glucose4"])
def test_large_and_small_proofs_are_the_same(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = INSTANCES / "size6-clues36-switched.txt"
    with file.open("rb") as stream:
        formula = IsCopy(*read_pair(stream, file.name)).formula
    backend = pysat_solvers.PySatBackend(solver)
    small = backend.solve_formula(formula, Deadline(), with_proof=True).proof
    monkeypatch.setattr(pysat_solvers, "_LARGE_PROOF_BYTES", 0)
    large = backend.solve_formula(formula, Deadline(), with_proof=True).proof
    assert list(small) == list(large)
    assert not isinstance(small, DrupProof)
    assert isinstance(large, DrupProof) == solver.startswith("cadical")
    monkeypatch.setitem(sys.modules, "numpy", None)  # as on a page for browsers
    slow = backend.solve_formula(formula, Deadline(), with_proof=True).proof
    assert list(slow) == list(large)
    assert not isinstance(slow, DrupProof)
    hints = convert_drup_to_lrat(formula.clauses(), small)
    assert convert_drup_to_lrat(formula.clauses(), large) == hints
