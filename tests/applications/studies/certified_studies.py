"""The questions and certificates of studies, for the tests that change every field of a
certificate.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sudokopie import FewestCluesStudy, Grid
from sudokopie.applications.studies.clues_claim import FewestCluesClaim
from sudokopie.applications.studies.clues_question import HasSmallHittingSet
from sudokopie.applications.studies.fewest_clues import find_unavoidable_sets_for_proof
from sudokopie.proofs.certificate import make_certificate
from sudokopie.proofs.export_header import Provenance
from sudokopie.questions.claim import Claim
from sudokopie.questions.question import Question

FULL = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
SETS = tuple(
    frozenset(cell for cell in FULL.cells if FULL[cell] in two) for two in ((1, 2), (3, 4), (1, 3))
)


def of_clues(folder: Path, grid: Grid = FULL) -> Path:
    """Write the certificate of the fewest clues of a complete Sudoku; return its folder."""
    study = FewestCluesStudy(grid)
    study.run()
    assert study.puzzle is not None
    claim = FewestCluesClaim.from_puzzle_and_sets(
        study.puzzle, grid, study.at_least, find_unavoidable_sets_for_proof(study)
    )
    make_certificate(claim).write(
        str(folder), Provenance("sudokopie 0", ("sudokopie", "fewest-clues"))
    )
    return folder


KINDS = [(of_clues, (FULL,))]
"""Functions that write a certificate, each with the Sudokus that the certificate is about."""

CHECKED = [
    (
        "fewest-clues",
        "complete",
        "Certified: the fewest clues for one solution are 4.",
        "Bescheinigt: Die kleinste Zahl von Vorgaben für genau eine Lösung ist 4.",
        {"certifies": "fewest clues", "at_least": 4, "at_most": 4},
    )
]
"""Commands that write a certificate: name, file, the output of `check` in two languages, and its
JSON."""

MISUSE = [
    (["fewest-clues", "--box", "2x2"], "--certificate needs FILE"),
    (["fewest-clues", "unique"], "--certificate takes a complete Sudoku"),
]

QUESTIONS: list[Question] = [
    HasSmallHittingSet(FULL, SETS),
    HasSmallHittingSet(FULL, SETS, 3),
    HasSmallHittingSet(FULL, SETS, 1),
]

OLD_KINDS = {"fewest-clues": "full.txt"}
"""The certificates that version 1.0.0 wrote, each with the file of its Sudoku."""

RANKED = {"clues"}
"""The names of the questions for which one yes can be better than another yes."""

WITH_AN_EFFECT = {"clues": {"sets", "at_most", "witness"}}
"""For the certificate of a yes, by the name of its question: the fields whose change may have an
effect."""


def statements() -> Iterator[Claim]:
    """Yield the statements that are not a plain yes or no to a question, one of each kind."""
    study = FewestCluesStudy(FULL)
    study.run()
    assert study.puzzle is not None
    yield FewestCluesClaim.from_puzzle_and_sets(
        study.puzzle, FULL, study.at_least, find_unavoidable_sets_for_proof(study)
    )


def check_record(asks: Question, witness: Any, record: dict[str, Any]) -> None:
    """Check the JSON that is printed for a yes."""
    if isinstance(asks, HasSmallHittingSet):
        assert record["clues"] == len(witness)
