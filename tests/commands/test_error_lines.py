"""A file has at most three lines about errors, and equal errors are counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samples import PUZZLE

pytestmark = pytest.mark.core

SHORT, LONG, FOREIGN = PUZZLE[:-1], PUZZLE + "1", PUZZLE[:-1] + "Q"


@pytest.fixture
def solve(run: Any, tmp_path: Path) -> Any:
    def solve(*files: list[str], options: tuple[str, ...] = ()) -> Any:
        paths = [tmp_path / f"{number}.txt" for number in range(len(files))]
        for path, lines in zip(paths, files, strict=True):
            path.write_text("\n".join([PUZZLE, *lines, PUZZLE]) + "\n")
        result = run("complete", *options, *map(str, paths))
        result.err = result.err.replace(f"{tmp_path}/", "")
        return result

    return solve


def test_three_errors_have_a_line_each(solve: Any) -> None:
    lines = solve([SHORT, SHORT, SHORT]).err.splitlines()
    assert [line.split(" ")[0] for line in lines if "0.txt" in line] == [
        "0.txt:2:81:",
        "0.txt:3:81:",
        "0.txt:4:81:",
    ]


def test_equal_errors_are_counted(solve: Any) -> None:
    lines = [line for line in solve(7 * [SHORT]).err.splitlines() if "0.txt" in line]
    problem = "found 80 cells on a line: a 9×9 Sudoku has 81; is one missing?"
    assert lines == [f"0.txt:2:81: {problem}", f"0.txt: 6 more times: {problem}"]


def test_other_errors_are_counted_in_the_third_line(solve: Any) -> None:
    result = solve([SHORT, LONG, FOREIGN, *5 * [SHORT], LONG], [SHORT])
    lines = [line for line in result.err.splitlines() if ".txt" in line]
    assert [line.partition(" ")[0] for line in lines] == [
        "0.txt:2:81:",
        "0.txt:3:82:",
        "1.txt:2:81:",
        "0.txt:",
    ]
    assert lines[3].startswith("0.txt: 7 more errors; 5 times: found 80 cells on a line")
    assert result.status == 2
    assert "10 unreadable" in result.err


def test_each_error_has_its_object_in_json(solve: Any) -> None:
    result = solve(7 * [SHORT], options=("--json",))
    found = [json.loads(line) for line in result.out.splitlines()]
    assert [one["error"].partition("0.txt")[2][:6] for one in found if "error" in one] == [
        f":{number}:81:" for number in range(2, 9)
    ]
