"""The script beside the documentation that builds the formula of a certificate again."""

from __future__ import annotations

import ast
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie import Grid
from sudokopie.encoding.candidates import Encoding
from sudokopie.proofs.export import yield_question_file_bytes
from sudokopie.proofs.export_header import LIBRARY
from sudokopie.questions.copy import IsCopy

from conftest import INSTANCES, ROOT, pair_from

SCRIPT = ROOT / "docs" / "rebuild_formula.py"


def rebuild(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(SCRIPT), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def lines_of(name: str, **more: Any) -> list[str]:
    question = IsCopy(*pair_from(INSTANCES / f"{name}.txt"), **more)
    return (
        b"".join(yield_question_file_bytes(question, "cnf", LIBRARY))
        .decode()
        .splitlines(keepends=True)
    )


@pytest.mark.parametrize(
    "name",
    ["size4-clues16-switched", "size6-clues20-moved", "cyclic-6-switched", "size9-clues25-moved"],
)
def test_the_formula_of_a_certificate_is_built_again(run: Any, tmp_path: Path, name: str) -> None:
    pair = str(INSTANCES / f"{name}.txt")
    assert run("solve", "-q", "--certificate", str(tmp_path / "proof"), pair).status == 1
    done = rebuild(tmp_path / "proof" / "question.cnf")
    assert (done.returncode, done.stderr) == (0, "")
    first, second, verdict = done.stdout.split("\n\n")
    shown = [[int(x) for x in line.split()] for line in f"{first}\n{second}".splitlines()]
    assert shown == [list(row) for grid in pair_from(Path(pair)) for row in grid.rows]
    assert verdict.startswith("The formula has exactly the ")
    assert verdict.endswith(f" with boxes of {pair_from(Path(pair)).first.shape} cells.\n")


def test_a_grid_with_one_cell_is_not_turned(tmp_path: Path) -> None:
    file = tmp_path / "one.cnf"
    question = IsCopy(Grid([[0]]), Grid([[1]]))
    file.write_bytes(b"".join(yield_question_file_bytes(question, "cnf", LIBRARY)))
    done = rebuild(file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("with boxes of 1x1 cells.\n")


def test_the_shape_of_the_boxes_is_printed() -> None:
    """Copies are no copies with boxes of another shape: a true proof, but about other Sudokus."""
    compare = runpy.run_path(str(SCRIPT))["compare"]
    grid = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 0]]
    for box in ((2, 2), (1, 4), (4, 1)):
        question = IsCopy(Grid(grid, box), Grid(grid[::-1], box))
        text = b"".join(yield_question_file_bytes(question, "cnf", LIBRARY))
        assert compare(text).endswith(f" of these Sudokus with boxes of {box[0]}x{box[1]} cells.")


def other_formulas(lines: list[str]) -> Iterator[list[str]]:
    """Yield the lines of a formula in which something is left out, added, changed or in another
    place: clauses of each family, the problem line, a clue, or the end.
    """
    rng = Random(4)
    start = next(k for k, line in enumerate(lines) if line.startswith("p cnf")) + 1
    counts = [int(line.split()[-1]) for line in lines if line.startswith("c clauses")]
    assert sum(counts) == len(lines) - start
    begin = start
    for number in counts:
        for k in rng.sample(range(begin, begin + number), min(number, 2)):
            clause, before, after = lines[k], lines[:k], lines[k + 1 :]
            changed = "-" * (clause[0] != "-") + clause.removeprefix("-")
            for other in ([], [changed], [clause, changed], [clause, clause], [clause[:-3] + "\n"]):
                yield [*before, *other, *after]
            one, *rest = clause.split()[:-1]
            for text in (f"{' '.join([*rest, one])} 0", f" {clause[:-1]}", f"{clause[:-1]} 1 0"):
                yield [*before, f"{text}\n", *after]
            for text in (clause[:-1] + "\r\n", clause.replace(" ", "  ", 1), f"+{clause}", "\n"):
                yield [*before, text, *after]
            yield [*lines[: k - 1], clause, lines[k - 1], *after]
        begin += number
    problem, variables = lines[start - 1].rstrip("\n"), lines[start - 1].split()[2]
    for heading in (
        f"{problem} 1 0 -1 0",
        f"{problem} ",
        f"{problem}\r",
        f"p cnf {int(variables) + 1} {sum(counts)}",
        f"p cnf {variables} {sum(counts) + 1}",
        f"p cnf {variables} {sum(counts)}\n1 0",
        f"p cnf {variables}",
        f"p  cnf {variables} {sum(counts)}",
        f"{problem}\n{problem}",
    ):
        yield [*lines[: start - 1], f"{heading}\n", *lines[start:]]
    yield [*lines[: start - 1], *lines[start:], lines[start - 1]]
    yield [*lines[: start - 1], *lines[start:]]
    yield from ([*lines, "1 0"], [*lines, "c"], [*lines[:-1], lines[-1].rstrip("\n")])
    clue = next(k for k, line in enumerate(lines) if line.startswith("c first") and "1" in line)
    yield [*lines[:clue], lines[clue].replace("1", "2"), *lines[clue + 1 :]]


def test_any_other_formula_is_refused() -> None:
    lines = [x for x in lines_of("size4-clues5-moved") if not x.startswith("c p show")]
    compare = runpy.run_path(str(SCRIPT))["compare"]
    assert compare("".join(lines).encode())
    for other in other_formulas(lines):
        with pytest.raises(ValueError, match="is not that of these Sudokus"):
            compare("".join(other).encode())


def test_a_comment_is_a_line_that_begins_with_c_and_a_blank() -> None:
    lines = lines_of("size4-clues5-moved")
    compare = runpy.run_path(str(SCRIPT))["compare"]
    rng = Random(5)
    # "c first" would be a row of a Sudoku
    comments = ["c", "c ", "c 1 0", f"c {'x' * 70000}", "c c VERIFIED", "c p show 1 0"]
    others = ["c1 0", "cVERIFIED", "c\t1 0", " c 1 0", "C 1 0", "# 1 0", "", "%", "c\r", "1 0"]
    # Programs disagree whether one of these characters ends a line.
    breaks = [f"c {x}1 0{x}-1 0" for x in "\r\0\x0b\x0c\x1b\x1c\x1e\x7f\x85\xa0\u2028"]
    for place in [0, len(lines), *rng.sample(range(1, len(lines)), 20)]:
        for comment in comments:
            assert compare("".join([*lines[:place], f"{comment}\n", *lines[place:]]).encode())
        for other in others:
            with pytest.raises(ValueError, match="is not that of these Sudokus"):
                compare("".join([*lines[:place], f"{other}\n", *lines[place:]]).encode())
        for other in breaks:
            for encoding in ("utf-8", "latin-1"):
                text = "".join([*lines[:place], f"{other}\n", *lines[place:]])
                with pytest.raises(ValueError, match="may end a line"):
                    compare(text.encode(encoding, "replace").replace(b"?", b"\x85"))


@pytest.mark.parametrize(
    "note", ["x cnf 1 2 1 0 -1 0", "p cnf 1 2", "cnf1 2", "cnf   -1", "cnf +1"]
)
def test_a_comment_is_no_problem_line(note: str) -> None:
    """drat-trim skips words until `cnf` and numbers follow, also in a comment."""
    compare = runpy.run_path(str(SCRIPT))["compare"]
    lines = lines_of("size4-clues5-moved")
    with pytest.raises(ValueError, match="drat-trim takes a comment"):
        compare("".join([f"c {note}\n", *lines]).encode())
    for other in ("--format cnf pair.txt", "-o q.cnf 17.txt", "'cnf 1", "xcnf 1"):
        assert compare("".join([f"c sudokopie export {other}\n", *lines]).encode())


@pytest.mark.parametrize("file", ["17.txt", "x cnf 1 2.txt", "cnf 1", "\xe4 cnf 1"])
def test_the_command_in_a_comment_is_no_problem_line(run: Any, folder: Path, file: str) -> None:
    (folder / file).write_text((INSTANCES / "size4-clues16-switched.txt").read_text())
    assert run("solve", "-q", "--certificate", "cnf", file).status == 1
    assert rebuild(folder / "cnf" / "question.cnf").returncode == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [("1", "-1"), ("1", "5"), ("1", "1_0"), ("1", "1 0"), ("1", "")],
)
def test_what_is_printed_are_two_sudokus(old: str, new: str) -> None:
    lines = lines_of("size4-clues5-moved")
    compare = runpy.run_path(str(SCRIPT))["compare"]
    clue = next(k for k, line in enumerate(lines) if line.startswith("c first") and old in line)
    for other in ([lines[clue].replace(old, new)], [], [lines[clue]] * 2):
        with pytest.raises(ValueError, match="the comments have no two Sudokus"):
            compare("".join([*lines[:clue], *other, *lines[clue + 1 :]]).encode())


def test_other_questions_and_encodings_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "q.cnf"
    file.write_text("".join(lines_of("size4-clues5-moved", encoding=Encoding(refined=True))))
    done = rebuild(file)
    assert done.stderr.startswith("NOT REBUILT: only the plain formula is known")
    assert rebuild(tmp_path / "nothing").returncode == 1


def test_the_script_is_short_and_needs_nothing_of_sudokopie() -> None:
    source = SCRIPT.read_text()
    assert len(source.splitlines()) <= 100
    imported = [
        node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert imported == ["re", "sys", "collections.abc", "itertools", "pathlib"]
