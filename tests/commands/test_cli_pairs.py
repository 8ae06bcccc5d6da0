"""Pairs in two files, hints, programs on the PATH, and what happens before anything else does."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from sudokopie import backend_names, format_pair, read_pair
from sudokopie.sudoku.grid import format_line

from conftest import INSTANCES, PROGRAM
from present import has_command

SUDOKU0 = INSTANCES / "sudoku0.txt"
MANY = str(INSTANCES / "size4-clues0-copies.txt")


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    monkeypatch.chdir(tmp_path)
    with SUDOKU0.open("rb") as file:
        first, second = read_pair(file)
    Path("a.txt").write_text(str(first))
    Path("b.txt").write_text(format_line(second) + " the second\n")
    return "a.txt", "b.txt"


def test_two_files_of_one_sudoku_each_are_a_pair(run: Any, two: tuple[str, str]) -> None:
    assert run("solve", *two).out == run("solve", str(SUDOKU0)).out
    record = json.loads(run("solve", "--json", *two).out)
    assert (record["file"], record["steps"]) == ("a.txt b.txt", 5)
    for command in ("ways", "within", "nearest"):
        assert run(command, *two).status == 0
    assert run("solve", "--certificate", "proof", *two).status == 0
    assert Path("proof", "certificate.json").exists()


def test_two_files_of_other_kinds_stay_two(run: Any, two: tuple[str, str]) -> None:
    pair = str(SUDOKU0)
    assert len(run("solve", "-q", pair, pair).out.splitlines()) == 2
    mixed = run("solve", "-q", pair, two[0])
    assert mixed.status == 2
    assert mixed.out.startswith(f"{pair}: These Sudokus are copies")
    assert mixed.err.startswith("a.txt:")
    three = run("solve", "-q", *two, two[0])
    assert (three.status, len(three.err.splitlines())) == (2, 3)
    result = run("solve", "--certificate", "proof", pair, pair)
    assert (
        "--certificate works for one pair only; call the command once for each FILE"
    ) in result.err


def test_one_of_the_two_may_be_standard_input(two: tuple[str, str]) -> None:
    with Path(two[0]).open("rb") as stdin:
        done = subprocess.run(
            [*PROGRAM, "solve", "-q", "-", two[1]],
            stdin=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.stdout, done.stderr) == ("These Sudokus are copies of each other.\n", "")


@pytest.mark.usefixtures("two")
def test_lines_that_are_no_sudoku_are_counted_in_pairs_too(run: Any) -> None:
    with SUDOKU0.open("rb") as file:
        pair = read_pair(file)
    lines = [format_line(pair.first), "some words", format_line(pair.second)]
    Path("c.txt").write_text("\n".join(lines))
    result = run("solve", "-q", "c.txt")
    assert result.status == 0
    assert "c.txt: lines without a Sudoku: 1; the first is line 2" in result.err


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["slove"], "No such command 'slove'. Did you mean solve?"),
        (["canonicl"], "Did you mean canonical?"),
        (["keys", "p.csv"], "No such command 'keys'. Did you mean canonical --keys?"),
        (["augment", "p.csv"], "Did you mean shuffle?"),
        ([str(SUDOKU0)], f"'{SUDOKU0}' is a file: sudokopie solve {SUDOKU0}"),
    ],
)
def test_hints(run: Any, arguments: list[str], hint: str) -> None:
    result = run(*arguments)
    assert (result.status, result.out) == (2, "")
    assert hint in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize("word", ["dedup", "labels"])
def test_a_hint_names_only_commands_that_are_present(run: Any, word: str) -> None:
    is_named = "Did you mean duplicates?" in run(word, "p.csv").err
    assert is_named == has_command(["duplicates"])


def test_an_empty_backend_is_refused(run: Any) -> None:
    for command in ("solve", "ways", "within", "nearest"):
        result = run(command, "--backend", "", str(SUDOKU0))
        assert (result.status, result.out) == (2, "")
        assert "unknown backend ''; there are: pysat" in result.err


def test_generators_are_printed_however_many(run: Any) -> None:
    out = run("ways", MANY).out
    assert "Number of ways: 3072" in out
    generators = json.loads(run("ways", "--json", MANY).out)["symmetries"]
    assert len(generators) == len(re.findall(r"\n\(\d+\) ", out)) > 5


def program(folder: Path, name: str, code: str) -> str:
    path = folder / name
    path.write_text(f"#!{sys.executable}\nimport sys\n{code}\n")
    path.chmod(0o755)
    return str(path)


SOLVER = """
from pysat.formula import CNF
from pysat.solvers import Solver
with open("arguments", "w") as file: print(*sys.argv[1:-1], sep="|", file=file)
with Solver("minisat22", bootstrap_with=CNF(from_file=sys.argv[-1]).clauses) as solver:
    print("s SATISFIABLE" if solver.solve() else "s UNSATISFIABLE")
    if solver.get_model(): print("v", *solver.get_model(), 0)
"""


def test_any_program_on_the_path_with_arguments(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program(tmp_path, "mysat", SOLVER)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    backend = "dimacs:mysat --fast 'two words' $HOME"
    result = run("solve", "-q", "--no-refinement", "--backend", backend, str(SUDOKU0))
    assert (result.status, result.err) == (0, "")
    # No shell has seen them.
    assert Path("arguments").read_text() == "--fast|two words|$HOME\n"
    result = run("solve", "--backend", "dimacs:'", str(SUDOKU0))
    assert (result.status, len(result.err.splitlines())) == (2, 1)
    result = run("solve", "--backend", "dimacs:nothing-of-that-name", str(SUDOKU0))
    assert "no program 'nothing-of-that-name' is installed" in result.err


def test_a_no_of_a_program_is_its_claim(run: Any, tmp_path: Path) -> None:
    """The program says no to everything. A no that can be counted is no claim."""
    program(tmp_path, "liar", "print('s UNSATISFIABLE')")
    liar = ["--backend", f"dimacs:{tmp_path / 'liar'}", "--no-refinement"]
    result = run("solve", *liar, str(SUDOKU0))
    assert result.status == 1
    said = (
        f"{liar[1]} claims that these Sudokus are not copies of each other.\n\n"
        "This claim was not checked. "
    )
    assert said in result.out
    assert "liar claims that these" in run("solve", "-q", *liar, str(SUDOKU0)).out
    page = tmp_path / "page.html"
    run("solve", *liar, "--html", str(page), str(SUDOKU0))
    assert "dimacs:" not in page.read_text().partition("claims")[0][-40:]  # no folder is shown
    moved = run("solve", *liar, str(INSTANCES / "size9-clues25-moved.txt"))
    assert "\nThese Sudokus are not copies of each other.\n\nBoxes with" in moved.out
    proved = run("solve", "--verify-no", *liar, str(SUDOKU0))
    assert f"If it can, add the arguments: '{liar[1]} {{cnf}} {{proof}}'" in proved.err
    assert run("solve", "-q", *liar[:2], MANY).out.endswith("no steps needed.\n")


def test_a_program_of_the_folder_is_named_with_its_folder(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program(tmp_path, "mine.sh", SOLVER)
    result = run("solve", "--backend", "dimacs:mine.sh --fast", str(SUDOKU0))
    assert "a program in the current folder is dimacs:./mine.sh --fast\n" in result.err
    Path("mine.sh").chmod(0o644)
    result = run("solve", "--backend", "dimacs:./mine.sh", str(SUDOKU0))
    assert "the file ./mine.sh is not executable; chmod +x ./mine.sh makes it so" in result.err


def test_what_standard_input_claims_has_a_name(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = str(tmp_path / "q.cnf")
    run("export", str(SUDOKU0), "-o", question)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"s UNSATISFIABLE\n")))
    result = run("decode", question, "-")
    assert "\nStandard input claims that these Sudokus are not copies" in result.out


def test_drat_trim_is_refused_with_its_call(run: Any) -> None:
    result = run("solve", "--verify-no", "--checker", "drat-trim", str(SUDOKU0))
    assert result.status == 2
    assert "then drat-trim DIR/question.cnf DIR/proof.drat" in result.err
    assert "'not-copies'." in run("solve", "--verify-no", "--checker", "x", str(SUDOKU0)).err


def test_a_program_that_fails_tells_its_status_and_last_words(run: Any, tmp_path: Path) -> None:
    broken = program(
        tmp_path, "broken", "print('first\\nlast words', file=sys.stderr); sys.exit(3)"
    )
    result = run("solve", "--no-refinement", "--backend", f"dimacs:{broken}", str(SUDOKU0))
    assert result.status == 2
    assert "it ended with status 3; its message: last words" in result.err
    assert len(result.err.splitlines()) == 1


def test_a_backend_that_lacks_a_package_says_what_to_install(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sudokopie.solvers.registry import find_backend

    find_backend.cache_clear()
    monkeypatch.setattr("sudokopie.solvers.graph_bliss.find_spec", lambda _: None)
    assert "graph:bliss" not in backend_names()
    result = run("solve", "--backend", "graph:bliss", str(SUDOKU0))
    assert result.err == "sudokopie: graph:bliss needs igraph: pip install 'sudokopie[graph]'\n"


COMPLETED = [
    ("sudokopie compare --backends cp-sat,graph", "plain,cp-sat,graph:bliss"),
    ("sudokopie compare --suite ha", "plain,hard"),
    ("sudokopie duplicates --by s", "plain,solution"),
]
"""What shells complete for commands of applications."""


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("sudokopie solve --backend cp-", "plain,cp-sat"),
        ("sudokopie random --folder ", "dir,"),
        ("sudokopie canon", "plain,canonical"),
        *(added for added in COMPLETED if has_command(added[0].removeprefix("sudokopie "))),
    ],
)
def test_shells_complete(line: str, wanted: str) -> None:
    words = line.split(" ")
    environment = {
        **os.environ,
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
        "_SUDOKOPIE_COMPLETE": "bash_complete",
    }
    done = subprocess.run(PROGRAM, env=environment, capture_output=True, text=True, check=False)
    assert wanted in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="signals are for other systems")
@pytest.mark.parametrize("delay", [0.005, 0.02, 0.04, 0.06, 0.1, 0.15])
def test_ctrl_c_in_the_first_moments_is_no_traceback(delay: float, tmp_path: Path) -> None:
    path = tmp_path / "pairs.txt"
    with SUDOKU0.open("rb") as file:
        path.write_text(format_pair(read_pair(file)))
    # While Python itself starts, and finds the program, the traceback is its own.
    code = "from sudokopie.cli import main; print('begins', flush=True); main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "solve", *[str(path)] * 300],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begins\n"
        time.sleep(delay)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=60)
    assert "Traceback" not in err, err


def test_titles_of_the_sudokus_are_shown(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    grids = "12..\n..1.\n.3..\n...1\n", "..1.\n1...\n...1\n.3.2\n"
    Path("pair.txt").write_text(f"Rätsel A\n{grids[0]}\n{grids[1]}", encoding="utf-8")
    done = run("solve", "pair.txt", "--html", "page.html")
    assert done.out.startswith("1: Rätsel A\n\n 1 2 | . .")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "First Sudoku: Rätsel A" in page
    assert "Second Sudoku:" not in page
    assert json.loads(run("solve", "pair.txt", "--json").out)["titles"] == ["Rätsel A", ""]
    Path("plain.txt").write_text("\n".join(grids))
    # The title of one file is not that of the next.
    both = run("solve", "pair.txt", "plain.txt", "--json").out.splitlines()
    assert ["titles" in json.loads(line) for line in both] == [True, False]
    assert "1: " not in run("solve", "plain.txt").out.splitlines()[0]
