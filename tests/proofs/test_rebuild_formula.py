"""The script beside the documentation that builds the formula of a certificate again."""

from __future__ import annotations

import ast
import runpy
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

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


def test_any_other_formula_is_refused() -> None:
    """A clause of each family is left out, changed or added, and so is a clue."""
    lines = [x for x in lines_of("size4-clues5-moved") if not x.startswith("c p show")]
    rng = Random(4)
    compare = runpy.run_path(str(SCRIPT))["compare"]
    start = next(k for k, line in enumerate(lines) if line.startswith("p cnf")) + 1
    counts = [int(line.split()[-1]) for line in lines if line.startswith("c clauses")]
    assert sum(counts) == len(lines) - start
    begin = start
    for number in counts:
        for k in rng.sample(range(begin, begin + number), min(number, 2)):
            clause = lines[k].split()
            changed = " ".join(["-" * (clause[0][0] != "-") + clause[0].strip("-"), *clause[1:]])
            for other in ([], [f"{changed}\n"], [lines[k], f"{changed}\n"], [lines[k][:-3] + "\n"]):
                with pytest.raises(ValueError, match="clauses differ from those"):
                    compare("".join([*lines[:k], *other, *lines[k + 1 :]]))
        begin += number
    clue = next(k for k, line in enumerate(lines) if line.startswith("c first") and "1" in line)
    with pytest.raises(ValueError, match="clauses differ from those of these Sudokus"):
        compare("".join([*lines[:clue], lines[clue].replace("1", "2"), *lines[clue + 1 :]]))


def test_other_questions_and_encodings_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "q.cnf"
    file.write_text("".join(lines_of("size4-clues5-moved", encoding=Encoding(refined=True))))
    done = rebuild(file)
    assert done.stderr.startswith("NOT REBUILT: only the plain formula is known")
    assert rebuild(tmp_path / "nothing").returncode == 1


def test_the_script_is_short_and_needs_nothing_of_sudokopie() -> None:
    source = SCRIPT.read_text()
    assert len(source.splitlines()) <= 80
    imported = [
        node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert imported == ["sys", "collections.abc", "itertools", "pathlib"]
