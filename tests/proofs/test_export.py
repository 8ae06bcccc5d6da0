"""Exports as other programs read them, and their answers read back."""

from __future__ import annotations

import gzip
import lzma
import os
import shutil
import subprocess
from io import StringIO
from itertools import product, starmap
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.examples.rc2 import RC2
from pysat.formula import CNF, WCNF
from pysat.solvers import Solver

from sudokopie import Answer, BoxShape, Grid, Pair, Transformation, decide
from sudokopie.answers.replies import convert_reply_to_answer
from sudokopie.base.errors import BackendError, ExportError
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import CELL_FORMS, Encoding
from sudokopie.proofs.decode import decode_output
from sudokopie.proofs.export import write_export, yield_question_file_bytes
from sudokopie.proofs.export_formats import find_export_format_name
from sudokopie.proofs.export_header import Provenance, parse_export_header, read_export_header
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers.solver_output import parse_solver_output
from sudokopie.sudoku.random_grids import random_grid

from brute_force import truth
from conftest import INSTANCES, pair_from
from strategies import SMALL_SHAPES, grids_with_transformations, seeds

SUDOKU0 = pair_from(INSTANCES / "sudoku0.txt")
TURNED = Transformation.identity(BoxShape(3, 3)).replace_parts(rotation=1)
DIFFERENT = pair_from(INSTANCES / "size9-clues17-moved.txt")
ENCODINGS = [
    *starmap(Encoding, product((False, True), CELL_FORMS)),
    Encoding(line_maps="bijection"),
]


PLAIN = Encoding()
MADE = Provenance("sudokopie 0", ("sudokopie", "export"))


def export_pair(
    path: str, first: Grid, second: Grid, encoding: Encoding, provenance: Provenance
) -> None:
    write_export(
        path,
        yield_question_file_bytes(
            IsCopy(first, second, encoding), find_export_format_name(path), provenance
        ),
    )


def text(pair: Pair, encoding: Encoding = PLAIN, form: str = "cnf") -> str:
    return b"".join(yield_question_file_bytes(IsCopy(*pair, encoding), form, MADE)).decode()


def decoded(path: Path, output: str) -> Answer:
    answer = convert_reply_to_answer(
        decode_output(read_export_header(str(path)).question, output, "solver")
    )
    assert isinstance(answer, Answer)
    return answer


def solution(cnf: str) -> list[int] | None:
    with Solver("minisat22", bootstrap_with=CNF(from_string=cnf).clauses) as solver:
        return solver.get_model() if solver.solve() else None


def v_line(model: list[int]) -> str:
    return "s SATISFIABLE\nv " + " ".join(map(str, model)) + " 0\n"


@pytest.mark.parametrize("encoding", ENCODINGS, ids=str)
@given(case=grids_with_transformations(1, SMALL_SHAPES), seed=seeds)
@settings(max_examples=25)
def test_every_form_asks_the_same_question(
    encoding: Encoding, case: tuple[Grid, list[Transformation]], seed: int
) -> None:
    first, (one,) = case
    unrelated = random_grid(first.shape, first.clues, Random(seed))
    for second in (one.apply(first), unrelated):
        model = solution(text(Pair(first, second), encoding))
        assert (model is not None) == (truth(first, second).ways > 0)
        if model is not None:
            formula = IsCopy(first, second, encoding).formula
            assert formula.transformation(model).apply(first) == second


@pytest.mark.parametrize("form", ["wcnf", "opb"])
@given(
    case=grids_with_transformations(1, [BoxShape(2, 2), BoxShape(2, 3), BoxShape(1, 3)]),
    refined=st.booleans(),
)
@settings(max_examples=25)
def test_the_optimum_is_the_fewest_steps(
    form: str, case: tuple[Grid, list[Transformation]], refined: bool
) -> None:
    first, (one,) = case
    pair = Pair(first, one.apply(first))
    written = text(pair, Encoding(refined), form)
    weighted = WCNF(from_string=written) if form == "wcnf" else read_opb(written)
    with RC2(weighted) as solver:
        model = solver.compute()
        assert model is not None
        assert solver.cost == truth(*pair).fewest
        formula = IsCopy(*pair, Encoding(refined)).formula
        assert formula.transformation(model).simplest(first).steps == solver.cost


def read_opb(written: str) -> WCNF:
    """Read the pseudo-Boolean form back, independently: each constraint is a clause."""
    weighted = WCNF()
    first, *lines = written.splitlines()
    lines = [line for line in lines if not line.startswith("* ")]
    variables = max(int(word.split()[0]) for word in written.split(" x")[1:])
    assert first == f"* #variable= {variables} #constraint= {len(lines) - 1}"
    for line in lines:
        words = line.rstrip(" ;").split()
        if words[0] == "min:":
            for variable in words[2::2]:
                weighted.append([-int(variable[1:])], weight=1)
        else:
            *terms, sign, bound = words
            literals = [
                int(coefficient) * int(variable[1:])
                for coefficient, variable in zip(terms[::2], terms[1::2], strict=True)
            ]
            assert sign == ">="
            assert int(bound) == 1 - sum(1 for literal in literals if literal < 0)
            weighted.append(literals)
    return weighted


def test_the_header_says_it_all() -> None:
    lines = text(SUDOKU0).splitlines()
    assert lines[:5] == [
        "c sudokopie 0",
        "c command sudokopie export",
        "c question: is the second Sudoku a copy of the first?",
        "c satisfiable means yes, a copy; unsatisfiable means no",
        "c box 3x3",
    ]
    assert "c first 6 0 0 0 8 0 0 0 1" in lines
    assert "c second 0 0 9 0 0 4 0 0 6" in lines
    assert "c clauses bijections 858" in lines
    assert "c var 3 = band 1 goes to 2" in lines
    assert "c var 316 = digit 9 becomes 9" in lines
    counts = [int(line.split()[-1]) for line in lines if line.startswith("c clauses ")]
    header = next(line for line in lines if line.startswith("p "))
    clauses = [line for line in lines if line[0] in "-123456789"]
    assert header == f"p cnf 316 {sum(counts)}"
    assert len(clauses) == sum(counts)
    assert sum(1 for line in lines if line.startswith("c var ")) == 316
    assert max(map(len, lines)) < 100


@pytest.mark.parametrize("form", ["cnf", "wcnf", "opb"])
@pytest.mark.parametrize("encoding", ENCODINGS, ids=str)
def test_a_header_is_read_back(form: str, encoding: Encoding) -> None:
    read = parse_export_header(text(SUDOKU0, encoding, form).splitlines(), "x").question
    assert read == IsCopy(*SUDOKU0, encoding, optimises=form != "cnf")


@pytest.mark.parametrize("broken", ["", "p cnf 1 1\n1 0\n", "c box 3x3\nc first 1\n"])
def test_a_file_that_is_no_export_is_refused(broken: str) -> None:
    with pytest.raises(
        ExportError,
        match=("x: this is no formula of sudokopie export, whose comments have the Sudokus"),
    ):
        parse_export_header(broken.splitlines(), "x")


def test_what_the_variables_mean_is_what_they_mean() -> None:
    one = Transformation.identity(BoxShape(3, 3)).replace_parts(
        bands=(1, 2, 0), columns=((1, 0, 2), (0, 1, 2), (0, 1, 2)), digits=(2, 1, *range(3, 10))
    )
    pair = Pair(SUDOKU0.first, one.apply(SUDOKU0.first))
    model = solution(text(pair))
    assert model is not None
    meaning = dict(IsCopy(*pair).formula.yield_variable_descriptions())
    said = {meaning[v] for v in model if v > 0}
    assert {"band 1 goes to 3", "band 2 goes to 1", "band 3 goes to 2", "stack 1 goes to 1"} <= said
    assert {"column 1 goes to 2 within what becomes stack 1", "column 1 goes to 2"} <= said
    assert {"row 1 goes to 7", "digit 1 becomes 2", "digit 2 becomes 1"} <= said
    assert "the first Sudoku is turned by a quarter clockwise" not in said


def test_no_literal_twice_and_no_tautology() -> None:
    for encoding in ENCODINGS:
        for clause in IsCopy(*SUDOKU0, encoding).formula.clauses():
            assert len({abs(literal) for literal in clause}) == len(clause)


# Files


def test_the_ending_is_the_format(tmp_path: Path) -> None:
    contents = {}
    for name in ("a.cnf", "a.wcnf", "a.opb", "a.pb.txt", "a.pb", "a.cnf.gz", "a.opb.xz"):
        path = str(tmp_path / name)
        export_pair(path, *SUDOKU0, Encoding(True), MADE)
        contents[name] = Path(path).read_bytes()
        first = Path(path).read_bytes()
        export_pair(path, *SUDOKU0, Encoding(True), MADE)
        assert Path(path).read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(contents)
    assert contents["a.cnf"].decode() == text(SUDOKU0, Encoding(True))
    assert gzip.decompress(contents["a.cnf.gz"]) == contents["a.cnf"]
    assert lzma.decompress(contents["a.opb.xz"]) == contents["a.opb"]
    assert contents["a.pb.txt"].startswith(b"# sudokopie 0\n# command")
    assert b'name: "band 1 goes to 1"' in contents["a.pb.txt"]
    with pytest.raises(
        ExportError, match=r"use one of .cnf, .wcnf, .opb, .pb.txt, .pb, .mzn, .py, and"
    ):
        find_export_format_name("a.txt")


def test_the_models_of_cp_sat_have_the_optimum(tmp_path: Path) -> None:
    from google.protobuf import text_format
    from ortools.sat import cp_model_pb2
    from ortools.sat.python import cp_model

    written = b"".join(yield_question_file_bytes(IsCopy(*SUDOKU0, PLAIN), "pb.txt", MADE))
    proto = text_format.Parse(written, cp_model_pb2.CpModelProto())
    path = tmp_path / "copy.pb"
    path.write_bytes(b"".join(yield_question_file_bytes(IsCopy(*SUDOKU0, PLAIN), "pb", MADE)))
    other = cp_model_pb2.CpModelProto()
    other.ParseFromString(path.read_bytes())
    assert other.name.startswith("\n# sudokopie 0\n# command")
    other.ClearField("name")
    assert proto == other
    model = cp_model.CpModel()
    model.Proto().parse_text_format(text_format.MessageToString(proto))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    assert solver.objective_value == 5


def test_exports_go_through_links_and_pipes_and_keep_modes(tmp_path: Path) -> None:
    target, link, pipe = (tmp_path / name for name in ("target", "link.cnf", "pipe.cnf"))
    target.write_text("before")
    target.chmod(0o640)
    link.symlink_to(target)
    export_pair(str(link), *SUDOKU0, Encoding(True), MADE)
    assert link.is_symlink()
    assert target.read_text().startswith("c ")
    assert target.stat().st_mode & 0o777 == 0o640
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        export_pair(str(pipe), *SUDOKU0, Encoding(True), MADE)
        assert reader.communicate()[0] == target.read_text()
    long = tmp_path / ("x" * 250 + ".cnf")
    export_pair(str(long), *SUDOKU0, Encoding(True), MADE)
    assert long.read_text() == target.read_text()


def test_compression_does_not_depend_on_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = []
    for now in (1.0e9, 1.5e9):
        monkeypatch.setattr("time.time", lambda now=now: now)
        export_pair(str(tmp_path / "a.cnf.gz"), *SUDOKU0, Encoding(True), MADE)
        contents.append((tmp_path / "a.cnf.gz").read_bytes())
    assert contents[0] == contents[1]


def test_a_file_is_on_the_disk_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def noted(name: str) -> Any:
        real = getattr(os, name)

        def call(*given: Any) -> Any:
            done.append(name)
            return real(*given)

        return call

    for name in ("fsync", "replace"):
        monkeypatch.setattr(os, name, noted(name))
    export_pair(str(tmp_path / "a.cnf"), *SUDOKU0, Encoding(True), MADE)
    assert done == ["fsync", "replace"]


def test_an_export_that_fails_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    path.write_text("before")

    def interrupted() -> Any:
        yield b"half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_export(str(path), interrupted())
    assert path.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["a.cnf"]


# Answers read back


def test_a_file_about_one_orientation_is_refused(tmp_path: Path) -> None:
    # Earlier versions wrote such files: a no to them leaves the other orientation open.
    written = text(SUDOKU0).replace(
        "c cells rows-columns\n", "c cells rows-columns\nc orientation 1\n"
    )
    path = tmp_path / "a.cnf"
    path.write_text(written)
    with pytest.raises(ExportError, match="this is no formula of sudokopie export"):
        decoded(path, "s UNSATISFIABLE\n")
    path.write_text(written.replace("orientation 1", "orientation any"))
    assert decoded(path, "s UNSATISFIABLE\n").verdict is Verdict.NO


@pytest.mark.parametrize("form", ["cnf", "wcnf", "opb"])
def test_an_optimum_is_the_fewest_where_steps_are_counted(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{form}.gz"
    export_pair(str(path), *SUDOKU0, PLAIN, MADE)
    model = solution(text(SUDOKU0))
    assert model is not None
    optimum = v_line(model).replace("SATISFIABLE", "OPTIMUM FOUND")
    assert decoded(path, optimum).is_fewest == (form != "cnf")
    assert not decoded(path, v_line(model)).is_fewest


def test_the_command_in_a_header_can_be_pasted() -> None:
    words = ("sudokopie", "export", "a file's name", "käse.txt", "-o", *["word" * 5] * 8, "tab\t")
    lines = list(Provenance("tool", words).yield_program_and_command_lines())
    assert lines[0] == "tool"
    assert all(line.startswith("command ") and line.isascii() for line in lines[1:])
    assert max(map(len, lines)) < 90
    pasted = "\n".join(line.removeprefix("command ") for line in lines[1:])
    done = subprocess.run(
        ["bash", "-c", f"printf '%s\\0' {pasted}"],
        capture_output=True,
        check=True,
        env={"LC_ALL": "C.UTF-8"},
    )
    assert done.stdout.decode().split("\0")[:-1] == list(words)


def test_a_header_says_what_satisfiable_means_and_what_is_known() -> None:
    assert "c satisfiable means yes, a copy; unsatisfiable means no" in text(SUDOKU0)
    assert "status:" not in text(SUDOKU0)
    known = yield_question_file_bytes(IsCopy(*DIFFERENT, PLAIN), "cnf", MADE, Verdict.NO)
    assert b"\nc status: unsatisfiable\n" in b"".join(known)


def test_a_model_of_a_formula_without_any_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    path.write_text(text(DIFFERENT, Encoding(True)))
    with pytest.raises(BackendError, match=r"expected bands to rearrange 0\.\.2, found \[\]"):
        decoded(path, "s SATISFIABLE\nv 1 0\n")


def test_a_model_of_lines_that_tear_a_band_is_refused(tmp_path: Path) -> None:
    blank = Grid([[0] * 4] * 4)
    path = tmp_path / "a.cnf"
    path.write_text(text(Pair(blank, blank)))
    wanted = {
        *("row 1 goes to 1", "row 2 goes to 3", "row 3 goes to 2", "row 4 goes to 4"),
        *(f"column {c} goes to {c}" for c in range(1, 5)),
        *(f"digit {d} becomes {d}" for d in range(1, 5)),
    }
    legend = IsCopy(blank, blank).formula.yield_variable_descriptions()
    model = [v if meaning in wanted else -v for v, meaning in legend]
    with pytest.raises(BackendError, match="solver: the model is no witness: expected lines in bl"):
        decoded(path, v_line(model))


def test_damaged_compression_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf.gz"
    export_pair(str(path), *SUDOKU0, Encoding(), MADE)
    data = path.read_bytes()
    path.write_bytes(data[:100])
    with pytest.raises(ExportError, match=r"a.cnf.gz: not compressed as its name says"):
        decoded(path, "s UNKNOWN\n")
    path.write_bytes(data[:50] + b"\xff\xff\xff" + data[53:])
    with pytest.raises(ExportError, match=r"a.cnf.gz: "):
        decoded(path, "s UNKNOWN\n")
    path.write_text("p cnf 1 1\n1 0\n")
    with pytest.raises(ExportError, match=r"a.cnf.gz: not compressed as its name says"):
        decoded(path, "s UNKNOWN\n")
    other = tmp_path / "a.cnf.xz"
    other.write_text("hello")
    with pytest.raises(ExportError, match=r"a.cnf.xz: not compressed"):
        decoded(other, "s UNKNOWN\n")


def test_a_digit_that_does_not_occur_costs_no_step() -> None:
    # 1 becomes 2, and 2, which does not occur, has to become something else.
    first, second = Grid([[1, 0], [0, 0]]), Grid([[1, 0], [0, 0]])
    used = Transformation.identity(first.shape).replace_parts(digits=(2, 1))
    for pair, cost in ((Pair(first, second), 0), (Pair(first, used.apply(first)), 1)):
        with RC2(WCNF(from_string=text(pair, PLAIN, "wcnf"))) as solver:
            solver.compute()
            assert solver.cost == cost


@pytest.mark.parametrize("form", ["cnf", "wcnf", "opb"])
@pytest.mark.parametrize("encoding", ENCODINGS, ids=str)
def test_a_model_is_read_back_into_the_same_steps(
    form: str, encoding: Encoding, tmp_path: Path
) -> None:
    path = tmp_path / f"a.{form}.gz"
    export_pair(str(path), *SUDOKU0, encoding, MADE)
    model = solution(text(SUDOKU0, encoding))
    assert model is not None
    answer = decoded(path, v_line(model))
    assert answer.transformation == decide(*SUDOKU0).transformation
    assert decoded(path, "s UNSATISFIABLE\n").verdict is Verdict.NO
    assert decoded(path, "s UNKNOWN\n").verdict is Verdict.UNDECIDED


def test_a_model_that_is_none_is_refused_with_the_first_cell(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    path.write_text(text(SUDOKU0))
    model = solution(text(SUDOKU0))
    assert model is not None
    refused = 0
    for v in [v for v in model if v > 0]:
        changed = [-literal if literal == v else literal for literal in model]
        try:
            way = decoded(path, v_line(changed)).transformation
            assert way is not None
            assert way.apply(SUDOKU0.first) == SUDOKU0.second
        except BackendError as error:
            assert "no witness: expected " in str(error)
            refused += 1
    # Bands, stacks and places within them can be left out, for lines say the same. So can digits,
    # which keep their names here, and what comes to lie on the first row and column.
    assert refused == 8 + 8
    digit = IsCopy(*SUDOKU0).formula.unknowns.digit
    exchanged = {digit[old][new] for old in (1, 9) for new in (1, 9)}
    wrong = [-v if abs(v) in exchanged else v for v in model]
    with pytest.raises(BackendError, match="row 1, column 3 is 9, its steps make it 1"):
        decoded(path, v_line(wrong))


@pytest.mark.parametrize(
    ("output", "satisfiable", "model"),
    [
        ("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n", True, [1, -2, 3]),
        ("s SATISFIABLE\r\nv 1 -2 3 0\r\n", True, [1, -2, 3]),
        ("SAT\n1 -2 3 0\n", True, [1, -2, 3]),
        ("s OPTIMUM FOUND\nv 101\no 3\n", True, [1, -2, 3]),
        ("s SATISFIABLE\nv x1 -x2 x3\n", True, [1, -2, 3]),
        ("v 1 2 0\no 2\nv 1\nv -2 0\no 1\ns OPTIMUM FOUND\n", True, [1, -2]),
        ("o 2\nv 11\no 1\nc better\nv 10\ns OPTIMUM FOUND\n", True, [1, -2]),
        ("o 2\no 1\ns OPTIMUM FOUND\nv x1\nv -x2\n", True, [1, -2]),
        ("UNSAT\n", False, []),
        ("WARNING: something\nUNSATISFIABLE\n", False, []),
        ("s UNKNOWN\n", None, []),
        ("INDET\n", None, []),
        ("s SATISFIABLE\nSAT\nc 7\n1 0\n", True, [1]),
    ],
)
def test_outputs_of_solvers(output: str, satisfiable: bool | None, model: list[int]) -> None:
    said = parse_solver_output(StringIO(output), "solver", 3)
    assert said == (satisfiable, model, "OPTIMUM" in output)


def test_a_comment_is_never_read_from_the_middle_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "question.cnf"
    write_export(str(path), yield_question_file_bytes(IsCopy(*DIFFERENT), "cnf", MADE))
    before, row, after = path.read_text().partition("c second ")
    path.write_text(f"{before}{row}{after}")
    assert read_export_header(str(path)).question == IsCopy(*DIFFERENT)
    for length in (2, 2**16, 2**17):
        path.write_text(f"{before}c {'x' * (length - 2)}{row}{after}")
        with pytest.raises(ExportError, match="no formula of sudokopie export"):
            read_export_header(str(path))


@pytest.mark.parametrize("size", range(1, 9))
def test_outputs_that_are_read_in_pieces(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words may be cut anywhere."""
    monkeypatch.setattr("sudokopie.solvers.solver_output._PIECE", size + 8)
    for output, model in (
        ("s SATISFIABLE\nc of a comment 7 v\nv 1 -12  345 0\n", [1, -12, 345]),
        ("v 1 -12 345 0 \nv -346\ns SATISFIABLE", [1, -12, 345, -346]),
        (f"s OPTIMUM FOUND\nv {'10' * 173}\n", [v if v % 2 else -v for v in range(1, 347)]),
    ):
        assert parse_solver_output(StringIO(output), "solver", 346).model == model


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("", "solver: expected a line with SATISFIABLE or UNSATISFIABLE, found ''"),
        ("Segmentation fault", "found 'Segmentation fault'"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", "found 'SATISFIABLE UNSATISFIABLE'"),
        ("s MAYBE\n", "found 'MAYBE'"),
        ("s SATISFIABLE\n", "expected a model, found ''"),
        ("s SATISFIABLE\nv 1 -1 0\n", "expected a model, found '1 -1 0'"),
        ("s SATISFIABLE\nv 1x2 0\n", "expected a model, found '1x2 0'"),
        ("s UNSATISFIABLE\nv 1 0\n", "the solver says no, but prints a model"),
        ("SATISFIABLE\n", "minisat writes it to another file"),
        ("s SATISFIABLE\nv one two\n", "expected a model, found 'one two'"),
    ],
)
def test_nonsense_is_refused(output: str, message: str) -> None:
    with pytest.raises(BackendError) as caught:
        parse_solver_output(StringIO(output), "solver", 9)
    assert message in str(caught.value)


@pytest.mark.parametrize("program", ["cadical", "minisat", "cryptominisat5", "picosat", "clasp"])
def test_installed_solvers_read_every_form(program: str, tmp_path: Path) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    for pair, verdict in ((SUDOKU0, "SATISFIABLE"), (DIFFERENT, "UNSATISFIABLE")):
        for encoding in ENCODINGS:
            path = tmp_path / "a.cnf"
            path.write_text(text(pair, encoding))
            done = subprocess.run([program, str(path)], capture_output=True, text=True, check=False)
            said = [line for line in done.stdout.splitlines() if line.endswith("SATISFIABLE")]
            assert said
            assert said[-1].removeprefix("s ") == verdict, encoding
