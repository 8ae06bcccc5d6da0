"""Claims of certificates: found by their names, and read back from what they write."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, Transformation
from sudokopie.answers.completion import search_completions
from sudokopie.base import applications
from sudokopie.base.errors import (
    ArgumentError,
    DeadlinePassedError,
    DecodingError,
    GridError,
    ProofError,
    TransformationError,
    VerificationError,
)
from sudokopie.base.registry import Registry
from sudokopie.proofs.claims import CLAIMS
from sudokopie.questions.canonical_claim import CanonicalFormClaim
from sudokopie.questions.claim import (
    Claim,
    convert_bad_data_to_proof_error,
    convert_passed_deadline_to_proof_error,
)
from sudokopie.questions.completion import HasSolution
from sudokopie.questions.completion_claim import SolutionCountClaim
from sudokopie.questions.copy import IsCopy
from sudokopie.questions.registry import QUESTIONS
from sudokopie.questions.symmetry_claims import SymmetryCountClaim, WayCountClaim
from sudokopie.questions.yes_no_claims import NoClaim, YesClaim
from sudokopie.showing.answer_report import REPORTS
from sudokopie.sudoku.allowed_moves import EVERYTHING, AllowedMoves

ONE_BY_TWO = BoxShape(1, 2)
GRID, MOVED = Grid([[1, 2], [0, 0]], ONE_BY_TWO), Grid([[0, 0], [2, 1]], ONE_BY_TWO)
FULL = Grid([[1, 2], [2, 1]], ONE_BY_TWO)
IDENTITY = Transformation.identity(ONE_BY_TWO)
DOWN = IDENTITY.replace_parts(bands=(1, 0))
DIGITS = AllowedMoves(["digits"])


def statements() -> list[tuple[Claim, tuple[Grid, ...]]]:
    """Return a statement of each kind of the core, with the Sudokus that it is about."""
    swapped = DOWN.then(IDENTITY.replace_parts(digits=(2, 1)))
    both = search_completions(GRID, 2).solutions
    return [
        (NoClaim(IsCopy(GRID, FULL)), (GRID, FULL)),
        (NoClaim(IsCopy(GRID, FULL, parts=DIGITS)), (GRID, FULL)),
        (NoClaim(HasSolution(GRID)), (GRID,)),
        (YesClaim(IsCopy(GRID, MOVED), swapped, False), (GRID, MOVED)),
        (CanonicalFormClaim(GRID, "min", MOVED, swapped), (GRID,)),
        (SolutionCountClaim(GRID, both), (GRID,)),
        (SolutionCountClaim(GRID, ()), (GRID,)),
    ]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("yes", YesClaim),
        ("no", NoClaim),
        ("canonical form", CanonicalFormClaim),
        ("number of ways", WayCountClaim),
        ("number of symmetries", SymmetryCountClaim),
        ("solutions", SolutionCountClaim),
    ],
)
def test_a_claim_is_found_by_the_name_that_its_certificates_have(
    name: str, kind: type[Claim]
) -> None:
    assert CLAIMS.load_named(name) is kind
    assert name == kind.CERTIFIES
    assert issubclass(kind, Claim)


def test_every_claim_is_registered_under_its_own_name() -> None:
    names = list(CLAIMS)
    assert len(names) == len(set(names)) >= 6
    for name in names:
        kind = CLAIMS.load_named(name)
        assert name == kind.CERTIFIES
        assert kind.ABOUT.endswith(".")
    for name in ("", "Yes", "solution", "claims"):
        assert name not in CLAIMS
        with pytest.raises(KeyError):
            CLAIMS.load_named(name)


@pytest.mark.parametrize(
    ("registry", "kind"), [(CLAIMS, "claims"), (QUESTIONS, "questions"), (REPORTS, "reports")]
)
def test_an_application_adds_what_it_declares_under_the_registrys_name(
    registry: Registry, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = {"of mine": "sudoku.grid:Grid"}
    monkeypatch.setattr(
        applications,
        "collect_application_locations_by_name",
        lambda field: added if field == kind else {},
    )
    assert list(registry)[-1] == "of mine"
    assert registry.load_named("of mine") is Grid


def test_a_statement_is_read_back_from_what_it_writes() -> None:
    for statement, sudokus in statements():
        values = json.loads(json.dumps(statement.make_json_without_sudokus()))
        kind = type(statement)
        assert kind.count_sudokus(values) == len(sudokus)
        assert statement.shape == ONE_BY_TWO
        assert kind.from_json(values, ONE_BY_TWO, sudokus) == statement
        # Nothing is taken for granted where it is missing, but that all parts may differ.
        for missing in values.keys() - {"parts"}:
            rest = {name: value for name, value in values.items() if name != missing}
            with pytest.raises(DecodingError, match=missing):
                kind.from_json(rest, ONE_BY_TWO, sudokus)


def test_all_parts_may_differ_where_a_statement_is_not_of_some() -> None:
    found = {repr(statement): statement.allowed_moves for statement, _ in statements()}
    some = [parts for parts in found.values() if parts != EVERYTHING]
    assert some == [DIGITS]


def test_what_is_left_of_an_unproved_yes_is_that_it_is_one() -> None:
    best = YesClaim(IsCopy(GRID, MOVED), IDENTITY, True)
    assert best.weaker_claim == YesClaim(IsCopy(GRID, MOVED), IDENTITY, False)
    form = CanonicalFormClaim(GRID, "min", MOVED, IDENTITY)
    assert form.weaker_claim is None


@pytest.mark.parametrize(
    "error", [ArgumentError, VerificationError, DecodingError, GridError, TransformationError]
)
def test_facts_that_make_no_sense_are_a_broken_certificate(error: Any) -> None:
    with (
        pytest.raises(ProofError, match=r"^facts\.json is not as expected: no such cell$"),
        convert_bad_data_to_proof_error("facts.json"),
    ):
        raise error("no such cell")


def test_other_errors_are_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError), convert_bad_data_to_proof_error("facts.json"):
        raise ZeroDivisionError
    with (
        pytest.raises(ProofError, match=r"^as it was$"),
        convert_bad_data_to_proof_error("facts.json"),
    ):
        raise ProofError("as it was")
    with convert_bad_data_to_proof_error("facts.json"):
        pass


def test_a_proof_that_takes_too_long_is_none() -> None:
    with (
        pytest.raises(ProofError, match="the time was not enough"),
        convert_passed_deadline_to_proof_error(),
    ):
        raise DeadlinePassedError
    with pytest.raises(ZeroDivisionError), convert_passed_deadline_to_proof_error():
        raise ZeroDivisionError
    with convert_passed_deadline_to_proof_error():
        pass


def test_a_claim_of_a_number_is_read_back_with_its_symmetries() -> None:
    exchanged = IDENTITY.replace_parts(bands=(1, 0), digits=(2, 1))
    found = ((exchanged,), (), (), ())
    values = json.loads(
        json.dumps(SymmetryCountClaim(FULL, 2, None, found).make_json_without_sudokus())
    )
    assert SymmetryCountClaim.count_sudokus(values) == 1
    read = SymmetryCountClaim.from_json(values, ONE_BY_TWO, (FULL,))
    assert read == SymmetryCountClaim(FULL, 2, None, found)
    (question,) = read.check_and_list_questions_to_refute()
    assert (question.orbits, question.turns) == (((0, 1), (1,), (2,), (3,)), False)
    with pytest.raises(ProofError, match="its symmetries make 2"):
        SymmetryCountClaim(FULL, 4, None, found).check_and_list_questions_to_refute()
    values = json.loads(
        json.dumps(WayCountClaim(GRID, MOVED, 1, DOWN, None, found).make_json_without_sudokus())
    )
    assert WayCountClaim.count_sudokus(values) == 2
    assert WayCountClaim.from_json(values, ONE_BY_TWO, (GRID, MOVED)).shape == ONE_BY_TWO
