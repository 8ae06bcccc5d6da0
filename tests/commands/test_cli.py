"""The command line, on its real output: in process, and as a process where that matters."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sudokopie
from sudokopie import BoxShape, Grid, Transformation, cli, format_pair
from sudokopie.base.applications import find_applications_by_name
from sudokopie.base.messages import list_languages
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import CELL_FORMS
from sudokopie.kernel import kernel_functions
from sudokopie.proofs.checkers import CHECKERS
from sudokopie.proofs.export_formats import FORMATS
from sudokopie.showing.sentences import NOTATIONS
from sudokopie.solvers import registry
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.protocol import Abilities, Outcome
from sudokopie.sudoku.random_grids import cyclic_grid, random_transformation
from sudokopie.sudoku.shape import MAX_SIZE

from conftest import INSTANCES, PROGRAM, SHARED, has_worked

SUDOKU0 = str(INSTANCES / "sudoku0.txt")
DIFFERENT = str(INSTANCES / "size9-clues17-moved.txt")
EQUAL = str(INSTANCES / "size9-clues0-copies.txt")


def process(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=options.pop("stdin", subprocess.DEVNULL),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, **options},
    )


def test_the_whole_answer(run: Any) -> None:
    result = run("solve", "--notation", "order", SUDOKU0)
    assert (result.status, result.err) == (0, "")
    assert (
        result.out
        == """\
 6 . . | . 8 . | . . 1      . . 9 | . . 4 | . . 6
 . 9 . | 4 . . | 6 . .      . 6 . | 8 . . | 1 . .
 . . . | . 9 . | . . 2      . . . | 9 . . | 2 . .
-------+-------+-------    -------+-------+-------
 . . . | . . 1 | . . .      . . . | . 1 . | . . .
 . . . | 6 . . | . . 5      . . . | . . 6 | 5 . .
 3 2 7 | 5 . . | . . 8      7 3 2 | . . 5 | 8 . .
-------+-------+-------    -------+-------+-------
 . . . | . 7 . | . . .      . . . | 7 . . | . . .
 . . 6 | 8 . 3 | 9 7 .      . . . | . . . | . 8 .
 . . . | . . . | . 8 .      6 . . | . 3 8 | . 7 9

These Sudokus are copies of each other.

From the first Sudoku to the second:
-> Reorder rows 1-3 to: 2 1 3
-> Reorder rows 7-9 to: 7 9 8
-> Reorder columns 1-3 to: 3 1 2
-> Reorder columns 4-6 to: 5 6 4
-> Reorder columns 7-9 to: 9 8 7

From the second Sudoku to the first:
-> Reorder rows 1-3 to: 2 1 3
-> Reorder rows 7-9 to: 7 9 8
-> Reorder columns 1-3 to: 2 3 1
-> Reorder columns 4-6 to: 6 4 5
-> Reorder columns 7-9 to: 9 8 7

Number of steps: 5
"""
    )


def test_the_answer_in_german(run: Any) -> None:
    out = run("solve", "--notation", "order", "--lang", "de", SUDOKU0).out
    for line in (
        "Diese Sudokus sind Kopien voneinander.",
        "Vom ersten Sudoku zum zweiten:",
        "-> Zeilen 1-3 umstellen zu: 2 1 3",
        "-> Zeilen 7-9 umstellen zu: 7 9 8",
        "-> Spalten 1-3 umstellen zu: 3 1 2",
        "-> Spalten 4-6 umstellen zu: 5 6 4",
        "-> Spalten 7-9 umstellen zu: 9 8 7",
        "Vom zweiten Sudoku zum ersten:",
    ):
        assert f"{line}\n" in out


def test_the_language_of_the_environment(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert run("solve", "-q", EQUAL).out == "Diese Sudokus sind gleich, keine Schritte nötig.\n"
    assert run("solve", "-q", DIFFERENT).out == "Diese Sudokus sind keine Kopien voneinander.\n"
    assert run("solve", "-q", "--lang", "en", EQUAL).out.startswith("These Sudokus are the same")


@pytest.mark.parametrize(
    ("notation", "line"),
    [
        ("order", "-> Reorder rows 7-9 to: 7 9 8"),
        ("compact", "Rows 7-9: 1 3 2"),
        ("arrows", "Swap rows 8 and 9"),
    ],
)
def test_notations(run: Any, notation: str, line: str) -> None:
    assert f"\n{line}\n" in run("solve", "--notation", notation, SUDOKU0).out


def test_equal_grids_have_no_steps(run: Any) -> None:
    result = run("solve", EQUAL)
    assert result.status == 0
    assert result.out.endswith("\n\nThese Sudokus are the same, no steps needed.\n")


def test_several_files_are_told_apart(run: Any) -> None:
    result = run("solve", SUDOKU0, DIFFERENT)
    assert result.status == 1
    assert result.out.startswith(f"{SUDOKU0}\n\n 6 . .")
    assert f"\n\n\n{DIFFERENT}\n\n" in result.out
    quiet = run("solve", "--quiet", SUDOKU0, DIFFERENT)
    assert quiet.out.splitlines() == [
        f"{SUDOKU0}: These Sudokus are copies of each other.",
        f"{DIFFERENT}: These Sudokus are not copies of each other.",
    ]


def test_json_says_all_of_it(run: Any) -> None:
    result = run("solve", "--json", "--notation", "compact", SUDOKU0, DIFFERENT)
    assert result.status == 1
    yes, no = map(json.loads, result.out.splitlines())
    assert list(yes) == [
        *("file", "status", "steps", "fewest", "forward", "backward"),
        *("backend", "seconds", "statistics", "reason", "format"),
    ]
    assert yes["format"] == 1
    assert yes["fewest"] is True
    assert no["fewest"] is None
    assert (yes["file"], yes["status"], yes["steps"]) == (SUDOKU0, "copies", 5)
    assert yes["forward"] == {
        "rotation": 0,
        "bands": [0, 1, 2],
        "stacks": [0, 1, 2],
        "rows": [[1, 0, 2], [0, 1, 2], [0, 2, 1]],
        "columns": [[2, 0, 1], [1, 2, 0], [2, 1, 0]],
        "digits": [1, 2, 3, 4, 5, 6, 7, 8, 9],
        "order": ["rotation", "bands", "stacks", "rows", "columns", "digits"],
        "sentences": [
            "Rows 1-3: 2 1 3",
            "Rows 7-9: 1 3 2",
            "Columns 1-3: 3 1 2",
            "Columns 4-6: 2 3 1",
            "Columns 7-9: 3 2 1",
        ],
    }
    assert yes["backward"]["order"] == ["rows", "columns", "bands", "stacks", "rotation", "digits"]
    assert yes["backward"]["columns"][:2] == [[1, 2, 0], [2, 0, 1]]
    assert yes["backend"] == registry.DEFAULT
    assert 0 < yes["seconds"] < 60
    assert yes["statistics"]["variables"] == 0
    assert (no["status"], no["steps"], no["forward"], no["backward"]) == ("different", *[None] * 3)


def test_json_is_ascii_in_the_language_asked_for(run: Any) -> None:
    path = str(INSTANCES / "size9-clues25-copies.txt")
    out = run("solve", "--json", "--lang", "de", path).out
    assert out.isascii()
    assert "nach rechts drehen" in json.loads(out)["forward"]["sentences"][0]


def test_closed_standard_input_is_empty() -> None:
    for arguments in ([], ["solve", "--walk", "--pause", SUDOKU0], ["solve", "-"]):
        line = [*PROGRAM, *arguments]
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" <&-', "sh", *line], capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_the_package_is_run_as_a_module(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sudokopie", "solve", "-q", EQUAL]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("These Sudokus are ")
    wrong = subprocess.run([*command[:3], "x"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stderr[:10]) == (2, "sudokopie:")


def test_names_with_control_characters_stay_on_one_line(run: Any) -> None:
    assert run("solve", "a\nb\x1b[31m").err.startswith("a\\nb\\x1b[31m: cannot be read")
    assert run("solve", "--box", "a\nb", SUDOKU0).err.count("\n") == 1
    assert run("solve", "--backend", "a\nb", SUDOKU0).err.count("\n") == 1


def test_the_help_says_the_defaults(run: Any) -> None:
    text = " ".join(run("solve", "--help").out.split())
    assert f"[default: {registry.DEFAULT}]" in text
    assert f"[default: {MAX_SIZE}]" in text
    assert f"--lang [{'|'.join(list_languages())}]" in text
    assert f"--notation [{'|'.join(NOTATIONS)}]" in text
    text = " ".join(run("export", "--help").out.split())
    assert f"--cells [{'|'.join(CELL_FORMS)}]" in text
    assert f"--format [{'|'.join(FORMATS)}]" in text
    kernel = f"(kernel: {kernel_functions.get_implementation_name()})"
    assert run("--version").out == f"sudokopie, version {sudokopie.__version__} {kernel}\n"


def test_a_kernel_of_another_version_is_reported(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SUDOKOPIE_KERNEL", raising=False)
    monkeypatch.setattr(kernel_functions, "_INTERFACE", 0)
    monkeypatch.setattr(kernel_functions, "compiled", kernel_functions._load_current_kernel())
    if kernel_functions.is_kernel_outdated():  # one was built
        version = run("--version").out
        assert version.endswith(
            "(kernel: Python; a kernel of another version is ignored: install sudokopie again)\n"
        )


def test_json_of_a_bad_file(run: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("1 2\n")
    result = run("solve", "--json", str(bad))
    assert result.status == 2
    record = json.loads(result.out)
    assert (record["status"], record["steps"]) == ("error", None)
    assert record["error"] == result.err.rstrip("\n")
    assert result.err.startswith(f"{bad}:1:4: the file ends, but row 2 of 2 of Sudoku 1")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("missing.txt", "No such file"), ("", "this is a folder; --recursive reads all files in it")],
)
def test_a_file_that_cannot_be_read_costs_only_itself(
    run: Any, tmp_path: Path, name: str, reason: str
) -> None:
    path = str(tmp_path / name)
    result = run("solve", "-q", path, DIFFERENT, SUDOKU0)
    assert result.status == 2
    assert result.err.startswith(f"{path}: cannot be read: {reason}")
    assert len(result.err.splitlines()) == 1
    assert len(result.out.splitlines()) == 2


def test_errors_in_german(run: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("1 3\n")
    assert run("solve", "--lang", "de", str(bad)).err == (
        f"{bad}:1:3: eine Ziffer 0-2 erwartet, '3' gefunden\n"
    )


def test_an_unknown_backend_is_answered_with_those_there_are(run: Any) -> None:
    result = run("solve", "--backend", "nope", SUDOKU0)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("sudokopie: unknown backend 'nope'; there are: pysat:cadical103,")
    assert len(result.err.splitlines()) == 1


def imported_modules(*arguments: str) -> set[str]:
    """Return the names of this package's modules that a command imports."""
    code = (
        "import sys\nfrom sudokopie.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(*(one for one in sys.modules if one[:9] == 'sudokopie'))"
    )
    call = [sys.executable, "-c", code, *arguments]
    return {*subprocess.run(call, capture_output=True, check=True, text=True).stdout.split()}


@pytest.mark.parametrize("option", ["--seed", "--nothing", "--walks"])
def test_an_unknown_option_imports_no_other_command(option: str) -> None:
    needed = imported_modules("solve", "--backend")  # an error in the same place
    more = imported_modules("solve", option, "3", SUDOKU0) - needed
    declarations = {"sudokopie.base.applications", "sudokopie.applications"}
    declarations |= {f"sudokopie.applications.{name}" for name in find_applications_by_name()}
    # Other commands have only --seed.
    assert more - (declarations if option == "--seed" else set()) == {
        "sudokopie.commands.machinery.option_index"
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve"], "Missing argument"),
        (["nope"], "No such command 'nope'"),
        (["solve", "--nope", SUDOKU0], "No such option"),
        (
            ["solve", "--seed", "3", SUDOKU0],
            "this command has no option --seed; these commands have it: random",
        ),
        (["solve", "-q", "--json", SUDOKU0], "--quiet and --json exclude each other"),
        (
            ["solve", "--box", "9", SUDOKU0],
            "boxes are written ROWSxCOLUMNS, such as 3x3 or 2x3, not '9'",
        ),
        (
            ["solve", "--box", "", SUDOKU0],
            "boxes are written ROWSxCOLUMNS, such as 3x3 or 2x3, not ''",
        ),
        (
            ["solve", "--time-limit", "0", SUDOKU0],
            "--time-limit needs a number of seconds above 0, not '0'",
        ),
        (
            ["solve", "--time-limit", "nan", SUDOKU0],
            "--time-limit needs a number of seconds above 0, not 'nan'",
        ),
        (["solve", "--time-limit", "soon", SUDOKU0], "'soon' is not a valid float"),
        (["solve", "--max-size", "0", SUDOKU0], "--max-size"),
        (["solve", "--lang", "fr", SUDOKU0], "--lang"),
        (["solve", "--notation", "latex", SUDOKU0], "--notation"),
    ],
)
def test_wrong_usage_is_one_line(run: Any, arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert (result.status, result.out) == (2, "")
    assert message in result.err
    assert result.err.startswith("sudokopie: ")
    assert len(result.err.splitlines()) == 1


def test_without_a_command_there_is_help(run: Any) -> None:
    result = run()
    assert result.status == 2
    assert "Solvers and proofs:" in result.out
    assert run("--version").out.startswith("sudokopie, version ")
    assert "Exit status" in run("solve", "--help").out


def test_the_box_changes_the_answer(run: Any, tmp_path: Path) -> None:
    first = [[1, 1, 1, 0, 0, 0], *[[0] * 6] * 5]
    second = [[1, 0, 1, 0, 1, 0], *[[0] * 6] * 5]
    path = tmp_path / "pair.txt"
    path.write_text(format_pair((Grid(first), Grid(second))))
    assert run("solve", str(path)).status == 1
    other = tmp_path / "other.txt"
    other.write_text(
        format_pair(
            (Grid([[1, 1, 0, 0, 0, 0], *[[0] * 6] * 5]), Grid([[1, 0, 1, 0, 0, 0], *[[0] * 6] * 5]))
        )
    )
    assert run("solve", str(other)).status == 0
    assert run("solve", "--box", "3x2", str(other)).status == 1


def test_max_size(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_text(format_pair((cyclic_grid(BoxShape(6, 7)),) * 2))
    result = run("solve", str(path))
    assert result.status == 2
    assert (
        "found a row of 42 cells, but Sudokus of at most 36×36 are read; --max-size 42 reads"
        in result.err
    )
    assert run("solve", "-q", "--max-size", "42", str(path)).status == 0
    assert run("solve", "-q", "--max-size", "8", SUDOKU0).status == 2


def test_no_refinement_makes_a_larger_formula(run: Any) -> None:
    for backend in ("pysat:glucose4", "cp-sat"):
        result = run("solve", "--json", "--no-refinement", "--backend", backend, SUDOKU0)
        record = json.loads(result.out)
        assert record["statistics"]["clauses"] > 5000
        assert (record["steps"], record["backend"]) == (5, backend)


def write_cyclic(path: Path, n: int) -> str:
    grid = cyclic_grid(BoxShape(n, n))
    path.write_text(format_pair((grid, random_transformation(grid.shape, Random(1)).apply(grid))))
    return str(path)


def test_undecided_is_a_status_of_its_own(run: Any, tmp_path: Path) -> None:
    path = write_cyclic(tmp_path / "cyclic.txt", 6)  # writing its clauses alone takes longer
    limit = ("solve", "-q", "--time-limit", "0.05", "--no-refinement")
    result = run(*limit, path)
    assert (result.status, result.out) == (
        3,
        "Undecided: it is not known whether these Sudokus are copies of each other.\n",
    )
    assert run(*limit, path, SUDOKU0).status == 3
    assert run(*limit, path, "missing").status == 2
    at_once = ("solve", "-q", "--time-limit", "1e-9")  # refinement decides the one, not the other
    assert run(*at_once, DIFFERENT, path).status == 1


class Liar:
    name = "liar"
    abilities = Abilities(proofs=False, interrupt=False, assumptions=False)

    def answer(self, question: Any, deadline: Deadline) -> Outcome:
        deadline.check_deadline()
        return Outcome(Verdict.YES, Transformation.identity(question.first.shape))


def test_a_false_witness_is_an_error_and_never_printed(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudokopie.answers.decide.find_backend", lambda _: Liar())
    result = run("solve", "--no-refinement", SUDOKU0)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"{SUDOKU0}: liar claims that the Sudokus are copies, but")


@pytest.mark.skipif(not SHARED.exists(), reason="the published examples are not here")
def test_the_official_examples(run: Any) -> None:
    files = [str(SHARED / "bwinf" / f"sudoku{number}.txt") for number in range(5)]
    result = run("solve", "--json", *files)
    assert result.status == 1
    assert [json.loads(line)["steps"] for line in result.out.splitlines()] == [5, 3, 3, None, 6]


# As a process


def test_standard_input() -> None:
    with Path(SUDOKU0).open() as stdin:
        out, err = process("solve", "-q", "-", stdin=stdin).communicate()
    assert (out, err) == ("These Sudokus are copies of each other.\n", "")
    child = process("solve", "-")
    out, err = child.communicate()
    assert (out, err) == ("", "-:1:1: expected two Sudokus, found an empty file\n")
    assert child.returncode == 2


def test_a_reader_that_leaves_early_is_no_traceback() -> None:
    child = process("solve", *[SUDOKU0] * 300)
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.readline()
    child.stdout.close()
    assert child.stderr.read() == ""
    child.stderr.close()
    assert child.wait() == -signal.SIGPIPE


def test_ctrl_c_ends_quietly(tmp_path: Path) -> None:
    path = write_cyclic(tmp_path / "cyclic.txt", 6)
    child = process("solve", "--no-refinement", path)
    has_worked(child.pid, 1)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    # The new line ends the terminal's own ^C.
    assert (out, err, child.returncode) == ("", "\n", 130)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "arguments", [["solve", SUDOKU0], ["--help"], ["solve", "--json", SUDOKU0]]
)
def test_output_that_cannot_be_written_is_one_line(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*PROGRAM, *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "sudokopie: cannot write: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("redirection", ["2>/dev/full", ">/dev/full 2>&1"])
@pytest.mark.parametrize(
    "command", ["solve nowhere", "solve --unknown", f"solve {SUDOKU0} nowhere"]
)
def test_an_error_that_cannot_be_written_is_no_answer(command: str, redirection: str) -> None:
    line = f"{shlex.join(PROGRAM)} {command} {redirection}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "")


@pytest.mark.parametrize(
    ("redirection", "status", "message"),
    [
        ("solve -q {file} >&-", 0, ""),
        ("solve nowhere 2>&-", 2, ""),
        ("solve - <&-", 2, "-: cannot be read: Bad file descriptor"),
    ],
)
def test_closed_streams_are_no_traceback(redirection: str, status: int, message: str) -> None:
    program = shlex.join(PROGRAM)
    done = subprocess.run(
        ["sh", "-c", f"{program} {redirection.format(file=SUDOKU0)}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.strip()) == (status, "", message)


def test_output_that_the_terminal_cannot_show_is_no_traceback() -> None:
    child = process("solve", "--lang", "de", EQUAL, PYTHONIOENCODING="iso8859-5")
    out, err = child.communicate()
    assert err == ""
    assert "keine Schritte n\\xf6tig" in out


def test_it_starts_from_the_file_too() -> None:
    script = str(Path(cli.__file__))
    done = subprocess.run(
        [sys.executable, script, "solve", "-q", EQUAL], capture_output=True, check=True, text=True
    )
    assert done.stdout == "These Sudokus are the same, no steps needed.\n"


def test_a_short_command_is_not_searched_for_garbage() -> None:
    code = (
        "import atexit, gc, sys; sys.argv = ['sudokopie', 'solve', '-q', sys.argv[1]]\n"
        "rounds = []\n"
        "gc.callbacks.append(lambda phase, _: rounds.append(phase))\n"
        "atexit.register(lambda: print(len(rounds), gc.get_freeze_count()))\n"
        "from sudokopie.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, SUDOKU0], capture_output=True, check=True, text=True
    )
    rounds, kept = map(int, done.stdout.splitlines()[-1].split())
    assert rounds < 20  # 70 with Python's own numbers
    assert kept > 5000  # which Python does not search at its end


def test_deciding_9x9_imports_nothing_large() -> None:
    code = (
        "import sys; sys.argv = ['sudokopie', 'solve', '-q', *sys.argv[1:]]\n"
        "from sudokopie.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(*sorted(sys.modules))"
    )
    symmetric = str(INSTANCES / "most-symmetric-copies.txt")
    for options in ([], ["--any-steps"]):  # the fewest may be found by the kernel
        done = subprocess.run(
            [sys.executable, "-c", code, *options, SUDOKU0, symmetric],
            capture_output=True,
            check=True,
            text=True,
        )
        loaded = set(done.stdout.splitlines()[-1].split())
        assert not loaded & LARGE
    assert "sudokopie.solvers.pysat_solvers" in loaded


LARGE = {
    *("numpy", "ortools", "rich", "matplotlib", "pandas", "multiprocessing", "igraph"),
    *("sudokopie.proofs.export", "sudokopie.proofs.certificate"),
    *(f"sudokopie.applications.{name}" for name in find_applications_by_name()),
}


def test_where_nothing_is_left_to_solve_no_solver_is_imported() -> None:
    code = (
        "import sys; sys.argv = ['sudokopie', 'solve', *sys.argv[1:]]\n"
        "from sudokopie.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(*sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, SUDOKU0], capture_output=True, check=True, text=True
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & LARGE
    assert not loaded & NOT_NEEDED
    ours = {name for name in loaded if name.startswith("sudokopie.")}
    packages = {name.rpartition(".")[0] for name in ours}
    # A stranger reads them to see how a pair becomes an answer; the kernel says it once more.
    files = {name for name in ours - packages if not name.startswith("sudokopie.kernel.")}
    assert len(files) <= 40


NOT_NEEDED = {
    *("pysat", "pysolvers", "json", "tempfile", "random"),
    *("sudokopie.questions", "sudokopie.encoding.formula", "sudokopie.solvers.pysat_solvers"),
    *("sudokopie.answers.witness", "sudokopie.system.output"),
    *("sudokopie.reading.table", "sudokopie.reading.single_lines"),
}


@pytest.mark.parametrize("name", sorted(LARGE | NOT_NEEDED))
def test_what_must_not_be_loaded_exists(name: str) -> None:
    """A name that no module has could never be loaded."""
    assert find_spec(name) is not None


# Export, decode, certificates


def solved(cnf: Path) -> str:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver("minisat22", bootstrap_with=CNF(from_file=str(cnf)).clauses) as solver:
        if not solver.solve():
            return "s UNSATISFIABLE\n"
        return "s SATISFIABLE\nv " + " ".join(map(str, solver.get_model())) + " 0\n"


@pytest.mark.parametrize("end", ["\r", "\x0b", "\x0c", "\x1c"])
def test_a_no_in_a_comment_is_none(run: Any, tmp_path: Path, end: str) -> None:
    """Only a line feed ends a line of a solver's output."""
    cnf, output = tmp_path / "q.cnf", tmp_path / "output"
    assert run("export", "-o", str(cnf), DIFFERENT).status == 0
    output.write_bytes(f"c {end}s UNSATISFIABLE\n".encode())
    decoded = run("decode", str(cnf), str(output))
    assert (decoded.status, decoded.out) == (2, "")
    assert "expected a line with SATISFIABLE or UNSATISFIABLE" in decoded.err
    output.write_bytes(f"c {end}\ns UNSATISFIABLE\r\n".encode())
    assert run("decode", str(cnf), str(output)).status == 1


@pytest.mark.parametrize(
    "arguments", [[], ["--refined"], ["--cells", "both"], ["--line-maps", "bijection"]]
)
def test_export_and_decode_give_the_answer_of_solve(
    run: Any, tmp_path: Path, arguments: list[str]
) -> None:
    cnf, output = tmp_path / "question.cnf", tmp_path / "output"
    for file, status in ((SUDOKU0, 0), (DIFFERENT, 1)):
        assert run("export", file, "-o", str(cnf), *arguments).status == 0
        output.write_text(solved(cnf))
        decoded, answered = run("decode", str(cnf), str(output)), run("solve", file)
        # Another solver's steps are not known to be the fewest; here they are the only ones.
        said = decoded.out.replace(" (fewer may be enough)", "")
        assert (decoded.status, said, decoded.err) == (status, answered.out, "")
        assert (said != decoded.out) == (status == 0)
    record = json.loads(run("decode", "--json", str(cnf), str(output)).out)
    assert (record["status"], record["file"]) == ("different", str(cnf))


def drop_command(formula: str) -> list[str]:
    """Return the lines of an exported formula without those that repeat the command."""
    return [line for line in formula.splitlines() if not line.startswith("c command ")]


def test_export_options_change_the_file(run: Any) -> None:
    call = ("export", SUDOKU0, "-o", "-", "--format")
    plain = run(*call, "cnf").out
    assert "c command sudokopie export" in plain
    assert "\np cnf 316 " in plain
    variants = [
        run(*call, "wcnf").out,
        run(*call, "opb").out,
        run(*call, "pb.txt").out,
        run(*call, "cnf", "--refined").out,
        run(*call, "cnf", "--cells", "rows-digits").out,
        run(*call, "cnf", "--cells", "both").out,
        run(*call, "cnf", "--line-maps", "bijection").out,
        run(*call, "cnf", "--fix-orientation", "1").out,
    ]
    assert len({plain, *variants}) == 9
    assert run(*call, "cnf").out == plain
    by_default = run(*call[:-1]).out
    assert "--format" not in by_default
    assert drop_command(by_default) == drop_command(plain)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "a.txt"], "has an ending that cannot be written; use one of .cnf, .wcnf, .opb"),
        (["-o", "a.cnf", "--format", "cnf"], "--format needs -o -; for a file the ending"),
        (["-o", "/nowhere/a.cnf"], "sudokopie: /nowhere/a.cnf: No such file or directory"),
        (["-o", "a.cnf", "--fix-orientation", "4"], "--fix-orientation"),
        ([], "Missing option '-o'"),
    ],
)
def test_exports_that_cannot_be_are_one_line(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("export", SUDOKU0, *arguments)
    assert (result.status, result.out) == (2, "")
    assert message in result.err
    assert len(result.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_bad_pair_or_output_is_one_line(run: Any, tmp_path: Path) -> None:
    bad, cnf = tmp_path / "bad.txt", tmp_path / "question.cnf"
    bad.write_text("y")
    result = run("export", str(bad), "-o", str(cnf))
    assert result.status == 2
    found = "expected two Sudokus, found text that is no Sudoku: 'y'"
    assert result.err == f"{bad}:1:1: {found}\n"
    assert not cnf.exists()
    assert run("decode", str(bad), str(bad)).err.endswith("whose comments have the Sudokus\n")
    run("export", SUDOKU0, "-o", str(cnf))
    result = run("decode", str(cnf), str(bad))
    assert result.status == 2
    assert "expected a line with SATISFIABLE or UNSATISFIABLE, found 'y'" in result.err
    assert run("decode", str(cnf), str(tmp_path / "nowhere")).status == 2
    bad.write_text("s SATISFIABLE\nv 1 2 3 0\n")
    result = run("decode", str(cnf), str(bad))
    assert result.status == 2
    assert "the model is no witness: expected bands to rearrange 0..2, found" in result.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_one_line(run: Any, tmp_path: Path) -> None:
    full = tmp_path / "full.cnf"
    full.symlink_to("/dev/full")
    result = run("export", SUDOKU0, "-o", str(full))
    assert (result.status, result.err) == (2, f"sudokopie: {full}: No space left on device\n")
    # A file that is beside another one is gone, and the other one as before.
    kept = tmp_path / "kept.cnf"
    kept.write_text("before")
    for limit, status in ((10_000, 2), (10_000_000, 0)):
        code = (
            "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
            "from sudokopie.cli import main; main()"
        )
        command = [sys.executable, "-c", code, "export", SUDOKU0, "-o", str(kept)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == status
        assert done.stderr == ("" if status == 0 else f"sudokopie: {kept}: File too large\n")
        assert kept.read_text().startswith("c sudokopie" if status == 0 else "before")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["full.cnf", "kept.cnf"]


def test_certificates_are_written_and_checked(run: Any, tmp_path: Path) -> None:
    no = "These Sudokus are not copies of each other. This is certified: a proof of it was checked."
    yes = "These Sudokus are copies of each other."
    certified_no = "Certified: the second Sudoku is not a copy of the first."
    certified_yes = (
        "Certified: the second Sudoku is a copy of the first, and no fewer steps are enough."
    )
    for file, wrong, verdict, certified, status in (
        (DIFFERENT, SUDOKU0, no, certified_no, 1),
        (SUDOKU0, DIFFERENT, yes, certified_yes, 0),
    ):
        folder = str(tmp_path / "certificate")
        result = run("solve", "-q", "--certificate", folder, file)
        assert (result.status, result.out) == (status, f"{verdict}\n")
        checked = run("check", folder, file)
        assert (checked.status, checked.out, checked.err) == (0, f"{certified}\n", "")
        other = run("check", folder, wrong)
        assert (other.status, other.out) == (1, "")
        assert len(other.err.splitlines()) == 1
    assert run("check", str(tmp_path / "nowhere"), SUDOKU0).status == 2


def test_a_no_is_verified_without_files(run: Any) -> None:
    record = json.loads(run("solve", "--json", "--verify-no", DIFFERENT).out)
    assert (record["status"], record["certified"]) == ("different", True)
    assert "certified" not in json.loads(run("solve", "--json", DIFFERENT).out)
    assert "certified" not in json.loads(run("solve", "--json", "--verify-no", SUDOKU0).out)
    in_words = run("solve", "--verify-no", "--backend", "cp-sat", DIFFERENT).out
    assert re.search(
        r"each other\. This is certified: a proof of it was checked\.\n\n(.*\n)+\n"
        r"Proof of \d+ lines by pysat:cadical195, hints by [\w-]+, checked by lrat_check\.py\.\n$",
        in_words,
    )
    refused = run("solve", "--verify-no", "--backend", "pysat:maplesat", DIFFERENT)
    assert refused.status == 2
    assert "pysat:maplesat cannot certify: it writes no proofs, or some that" in refused.err
    late = run("solve", "--verify-no", "--backend", "pysat:maplesat", SUDOKU0)
    assert (late.status, late.out) == (2, "")  # before anything is decided


def test_how_a_proof_came_about_is_said(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    ours = {"solver": "pysat:cadical195", "hints": "sudokopie", "checker": "lrat_check.py"}
    record = json.loads(run("solve", "--json", "--verify-no", DIFFERENT).out)
    lines = record["proof"].pop("lines")
    assert record["proof"] == ours
    assert lines > 0
    assert "proof" not in json.loads(run("solve", "--json", DIFFERENT).out)
    german = run("solve", "--lang", "de", "--verify-no", DIFFERENT).out
    assert german.endswith(
        f"\n\nBeweis mit {lines} Zeilen von pysat:cadical195, Hinweise von sudokopie, geprüft von "
        "lrat_check.py.\n"
    )
    # No checker of this name, one that accepts, and one that does not.
    asked = ("solve", "--json", "--verify-no", "--checker", "cake_lpr", DIFFERENT)
    refused = run(*asked)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "sudokopie: the checker cake_lpr is not installed\n"
    folder = str(tmp_path / "certificate")
    assert run("solve", "--certificate", folder, DIFFERENT).status == 1
    for name in CHECKERS:
        missing = run("check", folder, DIFFERENT, "--checker", name)
        assert (missing.status, missing.out) == (2, "")
        assert missing.err == f"sudokopie: the checker {name} is not installed\n"
    for verdict, status in (("VERIFIED UNSAT", 0), ("NOT VERIFIED UNSAT", 1)):
        path = tmp_path / "cake_lpr"
        path.write_text(f"#!{sys.executable}\nprint('s {verdict}')\n")
        path.chmod(0o755)
        result = run(*asked)
        record = json.loads(result.out)
        accepted = {**ours, "checker": "cake_lpr", "lines": lines}
        # Where the proof is refused, the answer is not said: it may be wrong.
        assert record["status"] == ("different" if status == 0 else "error")
        assert record.get("proof") == (accepted if status == 0 else None)
        assert result.status == status + 1
        assert ("cake_lpr does not accept the proof" in result.err) == (status == 1)
        checked = run("check", folder, DIFFERENT, "--checker", "cake_lpr")
        assert checked.status == status
        assert checked.out.startswith("Certified" if status == 0 else "")
    # One that crashes has found nothing wrong: the answer stays, uncertified.
    path.write_text("#!/bin/sh\nkill -SEGV $$\n")
    result = run(*asked)
    assert (result.status, json.loads(result.out)["status"]) == (2, "different")
    assert "cake_lpr did not check the proof (exit status -11)" in result.err
    checked = run("check", folder, DIFFERENT, "--checker", "cake_lpr")
    assert (checked.status, checked.out) == (2, "")
    assert "did not check" in run("check", folder, DIFFERENT, "--checker", "cake_lpr").err
    alone = run("solve", "--checker", "cake_lpr", DIFFERENT)
    assert alone.status == 2
    assert "--checker needs --certificate, --verify-no" in alone.err


def test_a_no_without_a_proof_is_still_said(run: Any) -> None:
    path = str(INSTANCES / "size16-clues256-switched.txt")
    limit = ("solve", "--verify-no", "--time-limit", "0.2", path)
    result = run(*limit, "--json")
    record = json.loads(result.out)
    assert (result.status, record["status"], record["certified"]) == (2, "different", False)
    assert result.err == (
        f"{path}: no proof: the time was not enough; a larger --time-limit may help\n"
    )
    assert run(*limit, "-q").out == "These Sudokus are not copies of each other.\n"


def test_a_certificate_is_about_one_file(run: Any, tmp_path: Path) -> None:
    result = run("solve", "--certificate", str(tmp_path), SUDOKU0, DIFFERENT)
    assert result.status == 2
    assert (
        "--certificate works for one pair only; call the command once for each FILE"
    ) in result.err


def test_a_certificate_that_cannot_be_written_is_one_line(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where that comes out only in the end, the answer is said."""
    (tmp_path / "file").write_text("")
    result = run("solve", "-q", "--certificate", str(tmp_path / "file"), DIFFERENT)
    assert (result.status, result.out) == (2, "")
    assert result.err == f"sudokopie: {tmp_path / 'file'}: Not a directory\n"

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "DIR")

    monkeypatch.setattr("sudokopie.proofs.certificate.open_replacement_folder", full)
    result = run("solve", "-q", "--certificate", str(tmp_path / "new"), DIFFERENT)
    assert result.status == 2
    assert result.out.startswith("These Sudokus are not copies of each other. This is certified")
    assert result.err == f"{DIFFERENT}: DIR: No space left on device\n"


def test_any_steps_will_do_where_that_is_asked(run: Any, tmp_path: Path) -> None:
    pair = tmp_path / "pair.txt"
    rows = [[0] * 9 for _ in range(9)]
    rows[0][0] = 1
    first = Grid(rows)
    pair.write_text(
        format_pair(
            (
                first,
                Transformation.identity(first.shape)
                .replace_parts(
                    bands=(2, 1, 0),
                    stacks=(2, 1, 0),
                    rows=((2, 1, 0),) * 3,
                    columns=((2, 1, 0),) * 3,
                )
                .apply(first),
            )
        )
    )
    options = ("solve", str(pair), "--backend", "graph:bliss")
    fewest, any_steps = run(*options), run(*options, "--any-steps")
    assert "Turn by 180°" in fewest.out
    assert fewest.out.endswith("Number of steps: 1\n")
    assert re.search(r"Number of steps: \d+ \(fewer may be enough\)$", any_steps.out)


def test_the_minimum_is_certified_too(run: Any, tmp_path: Path) -> None:
    folder = str(tmp_path / "certificate")
    result = run("solve", SUDOKU0, "--certificate", folder)
    assert result.status == 0
    said = "Number of steps: 5 (a proof that fewer are not enough was checked)\n\nProof of "
    assert said in result.out
    result = run("check", folder, SUDOKU0)
    assert result.out.startswith(
        "Certified: the second Sudoku is a copy of the first, and no fewer"
    )
    record = json.loads(run("solve", SUDOKU0, "--certificate", folder, "--json").out)
    assert record["certified"] is True
    record = json.loads(run("solve", SUDOKU0, "--certificate", folder, "--json", "--any-steps").out)
    assert (record["fewest"], record["certified"]) == (True, True)  # nothing was left to choose
    any_steps = ("--any-steps", "--no-refinement", "--json")
    record = json.loads(run("solve", SUDOKU0, "--certificate", folder, *any_steps).out)
    assert record["fewest"] is False
    assert "certified" not in record
    assert run("solve", EQUAL, "--certificate", folder).status == 0
    assert "no fewer steps" in run("check", folder, EQUAL).out
