"""A refused text that can be read with an option is refused with this option."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from sudokopie.base.errors import PairFileError
from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.recognition import nearest_reading

from samples import PUZZLE

pytestmark = pytest.mark.core

ROWS = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]
GLUED, SPACED = "\n".join(ROWS), "\n".join(" ".join(row) for row in ROWS)
SHIFTED = "\n".join(
    " ".join("1" if cell == "." else str(int(cell) + 1) for cell in row) for row in ROWS
)
PRIME = "A Sudoku of seven\nby Ann\n\n" + "\n".join(
    f"[{', '.join(str((row + column) % 7 + 1) for column in range(7))}]" for row in range(7)
)
OPTIONS = {
    "--blank @": GLUED.replace(".", "@"),
    "--blank leer": SPACED.replace(".", "leer"),
    "--blank b": SPACED.replace(".", "b"),
    "--blank 99": SPACED.replace(".", "99"),
    "--offset 1": SHIFTED,
    "--box 1x7": PRIME,
}


@pytest.mark.parametrize(("option", "text"), OPTIONS.items(), ids=OPTIONS)
def test_the_option_is_named_and_reads_the_text(
    option: str, text: str, run: Any, tmp_path: Path
) -> None:
    with pytest.raises(PairFileError, match=f"; with {option} the text is read"):
        open_text_as_grid_file(text)
    path = tmp_path / "a.txt"
    path.write_text(text)
    result = run("canonical", *shlex.split(option), str(path))
    assert result.status == 0
    assert "the text is read" not in result.err


def test_a_text_that_is_read_without_an_offset_is_refused_with_this_option() -> None:
    text = "id,puzzle\n5," + PUZZLE.replace(".", "0")
    with pytest.raises(PairFileError, match="; with --offset 0 the text is read"):
        open_text_as_grid_file(text, "f", ReadingOptions(offset=1))
    assert len([*open_text_as_grid_file(text, "f", ReadingOptions(offset=0))]) == 1


@pytest.mark.parametrize("text", ["some words\nand 1 2 3 4 5", "1,2,3\n" * 9, SPACED + "\nx"])
def test_other_texts_name_no_option(text: str) -> None:
    try:
        errors = [entry.error for entry in open_text_as_grid_file(text)]
    except PairFileError as error:
        errors = [error]
    assert "the text is read" not in " ".join(map(str, errors))


def test_a_long_text_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest_reading, "MOST_LINES", 8)
    with pytest.raises(PairFileError) as caught:
        open_text_as_grid_file(SHIFTED)
    assert "--offset" not in str(caught.value)
