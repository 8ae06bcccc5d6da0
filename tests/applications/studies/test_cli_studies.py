"""The commands about single Sudokus and studies: their output."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from sudokopie.encoding.completion import CompletionFormula
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.solvers.pysat_solvers import PySatOracle

from conftest import PROGRAM, SHARED, has_worked

UNSOLVED = """\
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture
def files(folder: Path) -> Path:
    for name, text in {
        "unsolved.txt": UNSOLVED,
        "symmetric.txt": "1234 3412 2143 4321\n",
        "other.txt": "1234 3412 2341 4123\n",
        "pattern.txt": "1.2.\n2.1.\n....\n....\n",
        "many.txt": "12..\n..1.\n...3\n....\n",
        "none.txt": "123.\n...4\n....\n....\n",
        "bad.txt": "12..\n..1x\n...3\n....\n",
        "collection.txt": "1234341221434321\n12....1....3....\n11..............\n12.x\n",
    }.items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.kernel
@pytest.mark.usefixtures("files")
def test_complete(run: Any) -> None:
    result = run("complete", "unsolved.txt")
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith(" 5 3 . | . 7 . | . . .      5 3 4 | 6 7 8 | 9 1 2\n")
    assert result.out.endswith("\n\nThis Sudoku has exactly one solution.\n")
    none = run("complete", "none.txt")
    assert (none.status, none.out.splitlines()[-1]) == (1, "This Sudoku has no solution.")
    assert " 1 2 | 3 .\n" in none.out
    many = run("complete", "many.txt")
    assert (many.status, many.out.splitlines()[-1]) == (
        1,
        "This Sudoku has more than one solution.",
    )
    assert "One of its solutions is drawn." in many.out
    assert many.err == "--all prints every solution\n"
    assert run("complete", "-q", "many.txt").err == ""
    german = run("complete", "-q", "--lang", "de", "unsolved.txt")
    assert german.out == "Dieses Sudoku hat genau eine Lösung.\n"


@pytest.mark.kernel
@pytest.mark.usefixtures("files")
def test_complete_all(run: Any) -> None:
    result = run("complete", "--all", "many.txt")
    number = result.out.count(" 1 2 | . .      1 2 | 3 4")
    assert result.status == 1
    assert result.out.endswith(f"This Sudoku has {number} solutions.\n")
    assert number > 2
    limited = run("complete", "--all", "--limit", str(number - 1), "--json", "many.txt")
    record = json.loads(limited.out)
    assert (record["status"], record["more"], len(record["solutions"])) == (
        "more",
        True,
        number - 1,
    )
    some = run("complete", "--all", "--limit", "2", "many.txt")
    assert some.out.endswith("This Sudoku has more than 2 solutions.\n")
    only = run("complete", "--all", "--limit", "1", "-q", "unsolved.txt")
    assert (only.status, only.out) == (0, "This Sudoku has exactly one solution.\n")
    assert run("complete", "--limit", "3", "many.txt").err.startswith("sudokopie: --limit needs")


@pytest.mark.kernel
@pytest.mark.usefixtures("files")
def test_complete_a_collection(run: Any) -> None:
    result = run("complete", "collection.txt")
    assert result.status == 2
    lines = result.out.splitlines()
    assert lines[0] == "1234341221434321"
    said, _, solution = lines[1].partition(" One of them: ")
    assert said == "# collection.txt:2: This Sudoku has more than one solution."
    assert open_text_as_grid_file(solution).read_single_grid_and_close().is_solved()
    assert lines[2:] == [
        "# collection.txt:3: This Sudoku has no solution. "
        "Row 1 has the digit 1 twice, in columns 1 and 2.",
        "# collection.txt:4:4: expected a digit 0-4, found 'x'",
    ]
    assert result.err.splitlines() == [
        "collection.txt:4:4: expected a digit 0-4, found 'x'",
        "Sudokus: 4 (1 with one solution, 1 with none, 1 with more than one, 1 unreadable)",
    ]
    quiet = run("complete", "-q", "collection.txt")
    assert quiet.out.startswith("Sudokus: 4 (1 with one")
    records = [
        json.loads(line) for line in run("complete", "--json", "collection.txt").out.split("\n")[:3]
    ]
    assert [(one["line"], one["status"]) for one in records] == [
        (1, "one"),
        (2, "more"),
        (3, "none"),
    ]


@pytest.mark.skipif(not SHARED.exists(), reason="the puzzles are not here")
def test_complete_says_how_far_it_came_when_interrupted() -> None:
    process = subprocess.Popen(
        [
            *PROGRAM,
            *("complete", str(SHARED / "puzzles" / "17puz49158.txt")),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    os.read(process.stdout.fileno(), 1)  # a whole line would take more lines with it
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    number = out.count("\n")
    said = {f"Sudokus: {n} ({n} with one solution)\n" for n in (number, number + 1)}
    assert err in said  # between counting and printing there is time for a signal


def test_candidates(run: Any, files: Path) -> None:
    result = run("candidates", "unsolved.txt")
    assert result.status == 0
    assert result.out.splitlines()[0].split() == [
        *("[5]", "[3]", "124", "|", "26", "[7]", "2468", "|", "1489", "1249", "248")
    ]
    assert run("candidates", "-q", "unsolved.txt").out.splitlines() == [
        "row 5, column 5: 5",
        "row 7, column 6: 7",
        "row 7, column 9: 4",
        "row 8, column 8: 3",
    ]
    record = json.loads(run("candidates", "--json", "unsolved.txt").out)
    assert record["candidates"][0] == {"row": 1, "column": 3, "digits": [1, 2, 4]}
    assert len(record["candidates"]) == 51
    none = run("candidates", "none.txt")
    assert none.status == 1
    assert none.out.endswith("- marks a cell in which no digit is possible.\n")
    (files / "twice.txt").write_text("11..\n....\n....\n....\n")
    assert "holds a digit twice" in run("candidates", "twice.txt").out
    assert run("candidates", "collection.txt").err.startswith(
        "collection.txt:2:1: expected the end after one Sudoku, found another one"
    )


@pytest.mark.usefixtures("files")
def test_canonical(run: Any) -> None:
    result = run("canonical", "pattern.txt")
    assert result.status == 0
    assert result.out.startswith(
        " 1 . | 2 .      . . | . .\n 2 . | 1 .      . . | . .\n"
        "-----+-----    -----+-----\n . . | . .      . 1 | . 2\n . . | . .      . 2 | . 1\n"
    )
    assert "\nSteps to the form:\nTurn by 180°\n" in result.out
    assert "\nSteps back:\nTurn by 180°\n" in result.out
    assert run("canonical", "-q", "pattern.txt").out == ".........1.2.2.1\n"
    assert run("canonical", "-q", "--form", "max", "pattern.txt").out == "43......34......\n"
    assert "its own canonical form" in run("canonical", "symmetric.txt").out
    record = json.loads(run("canonical", "--json", "pattern.txt").out)
    assert record["form"][2:] == [[0, 1, 0, 2], [0, 2, 0, 1]]
    assert record["steps"] == len(record["forward"]["sentences"])
    several = run("canonical", "collection.txt")
    assert several.status == 2
    assert len(several.out.splitlines()) == 4
    assert several.out.startswith("1234341221434321\n")
    late = run("canonical", "--time-limit", "1e-9", "symmetric.txt")
    assert (late.status, late.err) == (3, "symmetric.txt: the time was not enough\n")


def test_classes(run: Any) -> None:
    result = run("classes", "--box", "2x2")
    assert (result.status, result.err) == (0, "")
    assert (
        result.out
        == """\
class  least grid           grids  automorphisms
    1  1234 3412 2143 4321     96             32
    2  1234 3412 2341 4123    192             16

Classes: 2. Complete grids in them, with boxes of 2x2: 288. Counting the \
Sudokus one by one gives the same number. This is the number published by others.
"""
    )
    record = json.loads(run("classes", "--box", "2x2", "--json").out)
    assert record["complete"] is True
    assert [one["automorphisms"] for one in record["classes"]] == [32, 16]
    late = run("classes", "--box", "3x3", "--time-limit", "0.3", "-q")
    assert late.status == 3
    assert late.out.startswith("Classes so far: ")
    assert late.out.endswith(" of 6,670,903,752,021,072,936,960.\n")
    assert run("classes", "--box", "2").err.startswith("sudokopie: boxes are written ROWSxCOLUMNS")


@pytest.mark.usefixtures("files")
def test_unavoidable(run: Any) -> None:
    result = run("unavoidable", "symmetric.txt")
    assert result.status == 0
    lines = result.out.splitlines()
    assert "cells:  4, places:   8, blueprint .... .... .1.2 .2.1" in lines
    assert lines[-1] == "Minimal unavoidable sets of size 12 or less: 14. Blueprints: 3."
    for letter in "ABCD":
        assert result.out.partition("cells:")[0].count(letter) == 4
    record = json.loads(run("unavoidable", "--size", "4", "--json", "symmetric.txt").out)
    assert (record["sets"], record["complete_up_to"], len(record["disjoint"])) == (8, 4, 4)
    assert [1, 1] in record["disjoint"][0] + record["disjoint"][1] + record["disjoint"][2] + record[
        "disjoint"
    ][3]
    late = run("unavoidable", "--time-limit", "1e-9", "symmetric.txt")
    assert late.status == 3
    assert "Minimal unavoidable sets of size 0 or less: 0. Blueprints: 0." in late.out
    assert run("unavoidable", "many.txt").err == (
        "sudokopie: many.txt: expected a complete Sudoku, or one with exactly one solution\n"
    )


@pytest.mark.parametrize(("file", "places"), [("symmetric.txt", 8), ("other.txt", 4)])
@pytest.mark.usefixtures("files")
def test_a_blueprint(run: Any, file: str, places: int) -> None:
    result = run("unavoidable", "--blueprint", "pattern.txt", file)
    assert result.status == 0
    assert sum(line.startswith("r1c") for line in result.out.splitlines()) >= 2
    assert result.out.endswith(f"Places where the pattern occurs: {places}. It is unavoidable.\n")
    nowhere = run("unavoidable", "-q", "--blueprint", "unsolved.txt", "unsolved.txt")
    assert nowhere.out.startswith("Places where the pattern occurs: 1.")
    both = run("unavoidable", "--blueprint", "pattern.txt", "--size", "4", file)
    assert both.err.startswith("sudokopie: --size and --blueprint exclude each other")


def test_a_blueprint_that_does_not_occur(run: Any, files: Path) -> None:
    (files / "row.txt").write_text("11..\n....\n....\n....\n")
    result = run("unavoidable", "-q", "--blueprint", "row.txt", "symmetric.txt")
    assert (result.status, result.out) == (1, "Places where the pattern occurs: 0.\n")


@pytest.mark.parametrize(("file", "puzzles"), [("symmetric.txt", 12), ("other.txt", 128)])
@pytest.mark.usefixtures("files")
def test_fewest_clues(run: Any, file: str, puzzles: int) -> None:
    result = run("fewest-clues", "--count", "--explain", file)
    assert result.status == 0
    assert (
        f"The fewest clues for one solution: 4. Puzzles with the fewest clues: {puzzles}.\n"
    ) in result.out
    assert "So the puzzle has at least 4 clues." in " ".join(result.out.split())
    german = run("fewest-clues", "--explain", "--lang", "de", file)
    assert "Das Rätsel hat also mindestens 4 Vorgaben." in " ".join(german.out.split())
    record = json.loads(run("fewest-clues", "--json", "--explain", "--count", file).out)
    assert (record["at_least"], record["at_most"], record["puzzles"]) == (4, 4, puzzles)
    assert len(record["argument"]["disjoint"]) == 4


def test_fewest_clues_of_a_shape(run: Any) -> None:
    result = run("fewest-clues", "--box", "2x2", "--explain")
    assert result.status == 0
    assert "  1: 1234 3412 2143 4321 needs 4\n  2: 1234 3412 2341 4123 needs 4\n" in result.out
    assert "Boxes of 2x2. The fewest clues for one solution: 4." in result.out
    assert " ".join(result.out.split()).count("share no cell") == 2
    record = json.loads(run("fewest-clues", "--box", "2x2", "--json", "--explain").out)
    assert (record["at_least"], record["all_classes"], len(record["grids"])) == (4, True, 2)


@pytest.mark.gate
def test_bounds_when_the_time_is_up(run: Any, files: Path) -> None:
    (files / "full.txt").write_text(SOLUTION)
    result = run("fewest-clues", "-q", "--time-limit", "0.5", "full.txt")
    assert result.status == 3
    assert result.out.startswith("The fewest clues for one solution: from ")
    shape = run("fewest-clues", "-q", "--box", "3x3", "--time-limit", "0.5")
    assert shape.status == 3
    assert shape.out.startswith("Boxes of 3x3. The fewest clues for one solution: from 8 to ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fewest-clues"], "name a FILE with a complete Sudoku, or a shape of boxes: --box 2x3"),
        (["fewest-clues", "--box", "2x2", "--count"], "--count needs FILE"),
        (["fewest-clues", "-q", "--explain", "x"], "--explain and --quiet exclude each other"),
        (
            ["unavoidable", "-", "--blueprint", "-"],
            "only one of the two files can be - (standard input)",
        ),
        (["classes"], "Missing option '--box'"),
        (["complete", "-q", "--json", "x"], "--quiet and --json exclude each other"),
    ],
)
def test_options_that_contradict_each_other(run: Any, arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"sudokopie: {message}")
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(
    "command", ["complete", "candidates", "canonical", "unavoidable", "fewest-clues"]
)
@pytest.mark.usefixtures("files")
def test_a_bad_file_is_one_line(run: Any, command: str) -> None:
    assert run(command, "bad.txt").err == "bad.txt:2:4: expected a digit 0-4, found 'x'\n"
    missing = run(command, "missing.txt")
    assert missing.status == 2
    assert missing.err.startswith("missing.txt: cannot be read")


@pytest.mark.usefixtures("files")
def test_the_question_of_completion_is_exported_and_decoded(run: Any) -> None:
    asked = "export", "--question", "completion"
    assert run(*asked, "unsolved.txt", "-o", "question.cnf").status == 0
    lines = Path("question.cnf").read_text().splitlines()
    assert "c question: can the Sudoku be completed by the rules?" in lines
    assert "c grid 5 3 0 0 7 0 0 0 0" in lines
    assert "c var 1 = row 1, column 3 is 1" in lines
    clauses = [[int(word) for word in line.split()[:-1]] for line in lines if line[0] not in "cp"]
    header = next(line for line in lines if line.startswith("p cnf"))
    assert header.split()[3] == str(len(clauses))
    from sudokopie.solvers.deadline import Deadline

    with PySatOracle("cadical153", clauses, Deadline()) as oracle:
        model = oracle.find_model()
    assert model is not None
    Path("output").write_text("s SATISFIABLE\nv " + " ".join(map(str, sorted(model))) + " 0\n")
    result = run("decode", "question.cnf", "output")
    assert "5 3 4 | 6 7 8 | 9 1 2" in result.out
    assert result.out.endswith("a solution; it is not known whether there are others.\n")
    Path("output").write_text("s UNSATISFIABLE\n")
    claimed = "Only claimed by output, not checked: This Sudoku has no solution.\n"
    assert run("decode", "-q", "question.cnf", "output").out == claimed
    Path("output").write_text("s SATISFIABLE\nv 1 2 3 0\n")
    assert "the model is no completion" in run("decode", "question.cnf", "output").err
    to_stdout = run(*asked, "unsolved.txt", "-o", "-", "--format", "cnf").out.splitlines()
    question = next(line for line in lines if line.startswith("c question"))
    assert to_stdout[to_stdout.index(question) :] == lines[lines.index(question) :]
    assert "as .cnf only, not as .opb" in run(*asked, "many.txt", "-o", "x.opb").err
    compared = run("compare", "question.cnf", "--backends", "pysat:minisat22")
    assert compared.out.startswith("Questions: 1;"), compared.err


def test_a_grid_that_breaks_the_rules_has_a_contradiction_as_formula() -> None:
    assert list(
        CompletionFormula(
            open_text_as_grid_file("11..\n....\n....\n....").read_single_grid_and_close()
        ).clauses()
    ) == [[]]


@pytest.mark.gate
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["classes", "--box", "3x3"], "Classes so far: "),
        (
            ["fewest-clues", "--box", "3x3"],
            "Boxes of 3x3. The fewest clues for one solution: from 8",
        ),
        (["fewest-clues", "full.txt"], "The fewest clues for one solution: from 1"),
        pytest.param(
            ["unavoidable", "--size", "40", "full.txt"], "some larger ones.", marks=pytest.mark.slow
        ),
        (["complete", "--all", "blank.txt"], "This Sudoku has at least "),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_ctrl_c_ends_long_work_with_what_is_known(
    files: Path, arguments: list[str], said: str
) -> None:
    (files / "full.txt").write_text(SOLUTION)
    (files / "blank.txt").write_text("." * 81)
    process = subprocess.Popen(
        [*PROGRAM, *arguments, "-q"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    has_worked(process.pid, 0.8)  # after this time each study has some results
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert said in out
    assert len(out.splitlines()) == 1


@pytest.mark.kernel
def test_a_time_limit_leaves_a_completion_undecided(run: Any, files: Path) -> None:
    result = run("complete", "-q", "--time-limit", "1e-9", "unsolved.txt")
    assert (result.status, result.out[:9]) == (3, "Undecided")
    (files / "two.txt").write_text("1234341221434321\n1234341221434321\n")
    several = run("complete", "--time-limit", "1e-9", "two.txt")
    assert several.status == 3
    assert several.out.startswith("# two.txt:1: Undecided")
    assert several.err == "Sudokus: 2 (0 with one solution, 2 undecided)\n"


@pytest.mark.usefixtures("files")
def test_a_puzzle_is_an_upper_bound_for_its_solution(run: Any) -> None:
    result = run("fewest-clues", "-q", "--time-limit", "1e-9", "unsolved.txt")
    assert (result.status, result.out) == (
        3,
        "The fewest clues for one solution: from 8 to 30.\n",
    )
    explained = run("fewest-clues", "--explain", "--time-limit", "1e-9", "unsolved.txt")
    assert "no time left for --explain" in explained.err


def test_a_complete_grid_is_exported_and_decoded(run: Any, files: Path) -> None:
    run("export", "--question", "completion", "symmetric.txt", "-o", "full.cnf")
    (files / "output").write_text("s SATISFIABLE\nv 0\n")
    result = run("decode", "-q", "full.cnf", "output")
    assert (result.status, result.out) == (0, "This Sudoku has exactly one solution.\n")


def test_names_with_line_ends_do_not_break_a_header(run: Any, files: Path) -> None:
    name = "a\nb\u00fc.txt"
    (files / name).write_text(UNSOLVED)
    run("export", "--question", "completion", name, "-o", "x.cnf")
    lines = (files / "x.cnf").read_text(encoding="ascii").splitlines()
    assert all(line[0] in "cp-0123456789 " for line in lines)
    assert any("$'a\\U0000000ab\\U000000fc.txt'" in line for line in lines)


def test_sizes_that_are_refused(run: Any) -> None:
    for command in ("classes", "fewest-clues"):
        result = run(command, "--box", "7x7")
        assert result.status == 2
        assert "boxes of 7x7 make Sudokus larger than 36×36" in result.err
