"""Studies as a library."""

from __future__ import annotations

from typing import Any

import pytest

from sudokopie import (
    BoxShape,
    ClassStudy,
    FewestCluesStudy,
    GridError,
    UnavoidableStudy,
)
from sudokopie.applications.studies.fewest_clues import ShapeStudy

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("question", [UnavoidableStudy, FewestCluesStudy])
def test_what_is_no_grid_is_refused_by_every_question(question: Any) -> None:
    with pytest.raises(GridError, match=r"of type str \(Grid\(...\) makes one\)"):
        question(PUZZLE)


def test_studies_take_boxes_as_grids_do() -> None:
    assert ClassStudy((2, 3)).shape == BoxShape(2, 3)
    assert ShapeStudy((2, 3)).classes.shape == BoxShape(2, 3)
    with pytest.raises(GridError, match="numbers of rows and columns of a box"):
        ClassStudy((2.5, 2))  # type: ignore[arg-type]
