"""Values of a script that are not what they should be: errors of ours, and nothing half done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, Transformation, parse_pair
from sudokopie.base.errors import (
    GridError,
    PairFileError,
    SudokopieError,
    TransformationError,
)
from sudokopie.base.messages import load_translations

pytestmark = pytest.mark.gate

SAME: Any = Transformation.identity((3, 3))
HALF = "\ud800"
"""Half a character."""


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"bands": 1}, "bands to rearrange 0..2, found 1"),
        ({"bands": ("a", 1)}, r"bands to rearrange 0..2, found \['a', 1\]"),
        ({"bands": (2**70, [], None)}, "bands to rearrange 0..2"),
        ({"stacks": 1.5}, "stacks to rearrange 0..2, found 1.5"),
        ({"digits": None}, "digits to rearrange 1..9, found None"),
        ({"rows": (0, 1, 2)}, "rows to rearrange 0..2, found 0"),
        ({"rows": (0, 1)}, "3 lists of rows, found 2"),
        ({"columns": 3}, "3 lists of columns"),
        ({"rotation": "1"}, "a rotation of"),
        ({"foo": 1}, "has no foo"),
    ],
)
def test_parts_of_a_transformation(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(TransformationError, match=message):
        SAME.replace_parts(**parts)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"bands": (0, 0, 2)}, "für bands eine Anordnung von 0..2 erwartet, [0, 0, 2] gefunden"),
        ({"rows": (0, 1)}, "für rows 3 Listen erwartet, 2 gefunden"),
        (
            {"rotation": 7},
            "für rotation bei Blöcken von 3x3 einen Wert von (0, 1, 2, 3) erwartet, 7 gefunden",
        ),
    ],
)
def test_parts_of_a_transformation_in_german(parts: dict[str, Any], message: str) -> None:
    """A certificate may have such parts, and the page names them in its language."""
    with pytest.raises(TransformationError) as problem:
        SAME.replace_parts(**parts)
    assert problem.value.message.translate_to(load_translations("de")) == message


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (lambda: Grid(81 * HALF), GridError),
        (lambda: Grid(80 * "." + HALF), GridError),
        (lambda: parse_pair(f"no cells {HALF}"), PairFileError),
    ],
)
def test_a_text_with_half_a_character(
    wrong: Callable[[], object], kind: type[SudokopieError]
) -> None:
    with pytest.raises(kind, match=r"found .*\ufffd'"):
        wrong()


def test_a_long_text_is_not_repeated_whole() -> None:
    with pytest.raises(GridError) as found:
        BoxShape.parse("9" * 5000)
    assert len(str(found.value)) < 100
