"""The verdict on a submission is its most serious problem, whatever other problems it has."""

from itertools import chain, combinations
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, Transformation
from sudokopie.answers.completion import CompletionAnswer
from sudokopie.applications.catalogue.finding import (
    Finding,
    KnownNearCopy,
    KnownPartOrContainer,
    KnownSudokuWithCopyOfSolution,
    Review,
)
from sudokopie.applications.catalogue.known_sudokus import KnownSudoku, Source

SHAPE = BoxShape(1, 2)
GRID, SOLUTION = Grid([[1, 0], [0, 0]], SHAPE), Grid([[1, 2], [2, 1]], SHAPE)
STEPS = Transformation.identity(SHAPE)
KNOWN = KnownSudoku(1, 1, GRID, b"", Source("old.txt", 1))

GRAVEST_FIRST = (
    "unsolvable",
    "several",
    "copy",
    "repeated",
    "similar",
    "contained",
    "same solution",
    "undecided",
)
"""All verdicts except `ready` and `variant`; that with the most serious problem comes first."""

UNKNOWN = ("no symmetries", "no parts", "some solutions", "no solutions")
"""Facts that may be unknown; each of them alone makes the verdict undecided."""


def review(holds: frozenset[str]) -> Review:
    """Return the review of a submission that has all problems in `holds`."""
    solutions: dict[str, tuple[tuple[Grid, ...], bool | None]] = {
        "unsolvable": ((), False),
        "several": ((SOLUTION,), True),
        "some solutions": ((SOLUTION,), None),
        "no solutions": ((), None),
    }
    found, more = next(
        (solutions[name] for name in solutions if name in holds), ((SOLUTION,), False)
    )
    finding = Finding(
        GRID,
        class_id=1 if "copy" in holds else None,
        near=(KnownNearCopy(KNOWN, 0, 1, None),) if "similar" in holds else (),
        parts=(KnownPartOrContainer(KNOWN, True, STEPS),) if "contained" in holds else (),
        undecided=3 if "no parts" in holds else 0,
        completion_answer=CompletionAnswer(GRID, found, more),
    )
    return Review(
        5,
        finding,
        (KnownSudokuWithCopyOfSolution(KNOWN, STEPS),) if "same solution" in holds else (),
        None if "no symmetries" in holds else 1,
        0 if "repeated" in holds else None,
    )


def test_the_verdict_is_the_gravest_that_holds() -> None:
    judged = (*GRAVEST_FIRST[:-1], *UNKNOWN)
    exclusive = {"unsolvable", "several", "some solutions", "no solutions"}
    every = chain.from_iterable(combinations(judged, count) for count in range(len(judged) + 1))
    pairs = set[tuple[str, ...]]()
    for some in map(frozenset, every):
        if len(some & exclusive) > 1:
            continue
        held = some.difference(UNKNOWN) | ({"undecided"} if some & set(UNKNOWN) else set())
        expected = next((word for word in GRAVEST_FIRST if word in held), "ready")
        assert review(some).word == expected, some
        pairs.update(combinations([word for word in GRAVEST_FIRST if word in held], 2))
    # All pairs of problems occurred, except no solution together with several solutions.
    assert len(pairs) == len(list(combinations(GRAVEST_FIRST, 2))) - 1


@pytest.mark.parametrize("unknown", UNKNOWN)
def test_what_is_not_known_is_never_ready(unknown: str) -> None:
    assert review(frozenset()).word == "ready"
    assert review(frozenset([unknown])).word == "undecided"


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({}, "new"),
        ({"undecided": 1}, "undecided"),
        ({"parts": (KnownPartOrContainer(KNOWN, True, STEPS),), "undecided": 1}, "part"),
        ({"near": (KnownNearCopy(KNOWN, 0, 1, None),), "undecided": 1}, "near"),
        (
            {
                "near": (KnownNearCopy(KNOWN, 0, 1, None),),
                "parts": (KnownPartOrContainer(KNOWN, True, STEPS),),
            },
            "near",
        ),
        ({"class_id": 0}, "known"),
        ({"class_id": 1, "near": (KnownNearCopy(KNOWN, 0, 1, None),), "undecided": 1}, "known"),
    ],
)
def test_the_answer_is_the_closest_that_was_found(changes: dict[str, Any], word: str) -> None:
    assert Finding(GRID, **changes).word == word
