"""Exports as other programs read them, and their answers read back."""

from __future__ import annotations

import gzip
import lzma
import os
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.examples.rc2 import RC2
from pysat.formula import CNF, WCNF
from pysat.solvers import Solver

from sudokopie import BackendError, BoxShape, Grid, Pair, Status, Transformation, decide
from sudokopie.encoding.equivalence import CELL_FORMS
from sudokopie.encoding.export import exported, read_export
from sudokopie.encoding.question import Encoding
from sudokopie.solvers.exporting import decode, export_bytes, export_file, format_of
from sudokopie.solvers.solver_output import parse_solver_output
from sudokopie.sudoku.errors import ExportError
from sudokopie.sudoku.random_grids import random_grid

from brute_force import truth
from conftest import INSTANCES, pair_from
from strategies import SMALL_SHAPES, grids_with_transformations, seeds

SUDOKU0 = pair_from(INSTANCES / "sudoku0.txt")
TURNED = Transformation.identity(BoxShape(3, 3)).replaced(rotation=1)
DIFFERENT = pair_from(INSTANCES / "size9-clues17-moved.txt")
ENCODINGS = [Encoding(refined, cells) for refined in (False, True) for cells in CELL_FORMS]


PLAIN = Encoding()


def text(pair: Pair, encoding: Encoding = PLAIN, form: str = "cnf") -> str:
    return "".join(exported(*pair, encoding, form, "sudokopie 0", "sudokopie export"))


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
            formula = encoding.formula(first, second)
            assert formula.disagreement(model) is None
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
        formula = Encoding(refined).formula(*pair)
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
    assert lines[:4] == [
        "c sudokopie 0",
        "c command sudokopie export",
        "c question: is the second Sudoku a copy of the first? Satisfiable: yes.",
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
@pytest.mark.parametrize("encoding", [*ENCODINGS, Encoding(orientation=3)], ids=str)
def test_a_header_is_read_back(form: str, encoding: Encoding) -> None:
    assert read_export(text(SUDOKU0, encoding, form).splitlines(), "x") == (*SUDOKU0, encoding)


@pytest.mark.parametrize("broken", ["", "p cnf 1 1\n1 0\n", "c box 3x3\nc first 1\n"])
def test_a_file_that_is_no_export_is_refused(broken: str) -> None:
    with pytest.raises(ExportError, match="x: expected a file written by sudokopie export"):
        read_export(broken.splitlines(), "x")


def test_what_the_variables_mean_is_what_they_mean() -> None:
    one = Transformation.identity(BoxShape(3, 3)).replaced(
        bands=(1, 2, 0), columns=((1, 0, 2), (0, 1, 2), (0, 1, 2)), digits=(2, 1, *range(3, 10))
    )
    pair = Pair(SUDOKU0.first, one.apply(SUDOKU0.first))
    model = solution(text(pair))
    assert model is not None
    meaning = dict(Encoding().formula(*pair).legend())
    said = {meaning[v] for v in model if v > 0}
    assert {"band 1 goes to 3", "band 2 goes to 1", "band 3 goes to 2", "stack 1 goes to 1"} <= said
    assert {"column 1 goes to 2 within what becomes stack 1", "column 1 goes to 2"} <= said
    assert {"row 1 goes to 7", "digit 1 becomes 2", "digit 2 becomes 1"} <= said
    assert "the first Sudoku is turned by a quarter clockwise" not in said


@pytest.mark.parametrize("turns", range(4))
def test_a_fixed_orientation_allows_only_itself(turns: int) -> None:
    one = Transformation.identity(BoxShape(3, 3)).replaced(rotation=turns)
    pair = Pair(SUDOKU0.first, one.apply(SUDOKU0.first))
    for fixed in range(4):
        encoding = Encoding(orientation=fixed)
        assert (solution(text(pair, encoding)) is not None) == (fixed % 2 == turns % 2)
        if fixed % 2 == turns % 2:
            with RC2(WCNF(from_string=text(pair, encoding, "wcnf"))) as solver:
                solver.compute()
                # Half a turn off, all bands, stacks, rows and columns have to be reversed.
                assert solver.cost == (turns > 0 if fixed == turns else 8 + (fixed > 0))


def test_an_orientation_that_the_boxes_have_not_is_refused() -> None:
    blank = Grid([[0] * 6] * 6)
    with pytest.raises(ExportError, match="an orientation of 0, 2 for boxes of 2x3, found 1"):
        Encoding(orientation=1).formula(blank, blank)


def test_no_literal_twice_and_no_tautology() -> None:
    for encoding in ENCODINGS:
        for clause in encoding.formula(*SUDOKU0).clauses():
            assert len({abs(literal) for literal in clause}) == len(clause)


# Files


def test_the_ending_is_the_format(tmp_path: Path) -> None:
    contents = {}
    for name in ("a.cnf", "a.wcnf", "a.opb", "a.pb.txt", "a.pb", "a.cnf.gz", "a.opb.xz"):
        path = str(tmp_path / name)
        export_file(path, *SUDOKU0, Encoding(True), "sudokopie 0", "sudokopie export")
        contents[name] = Path(path).read_bytes()
        first = Path(path).read_bytes()
        export_file(path, *SUDOKU0, Encoding(True), "sudokopie 0", "sudokopie export")
        assert Path(path).read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(contents)
    assert contents["a.cnf"].decode() == text(SUDOKU0, Encoding(True))
    assert gzip.decompress(contents["a.cnf.gz"]) == contents["a.cnf"]
    assert lzma.decompress(contents["a.opb.xz"]) == contents["a.opb"]
    assert contents["a.pb.txt"].startswith(b"# sudokopie 0\n# command")
    assert b'name: "band 1 goes to 1"' in contents["a.pb.txt"]
    with pytest.raises(ExportError, match=r"ends in .cnf, .wcnf, .opb, .pb.txt, .pb or"):
        format_of("a.txt")


def test_the_models_of_cp_sat_have_the_optimum(tmp_path: Path) -> None:
    from google.protobuf import text_format
    from ortools.sat import cp_model_pb2
    from ortools.sat.python import cp_model

    written = b"".join(export_bytes(*SUDOKU0, Encoding(), "pb.txt", "sudokopie 0", "export"))
    proto = text_format.Parse(written, cp_model_pb2.CpModelProto())
    path = tmp_path / "copy.pb"
    path.write_bytes(b"".join(export_bytes(*SUDOKU0, Encoding(), "pb", "sudokopie 0", "export")))
    other = cp_model_pb2.CpModelProto()
    other.ParseFromString(path.read_bytes())
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
    export_file(str(link), *SUDOKU0, Encoding(True), "", "")
    assert link.is_symlink()
    assert target.read_text().startswith("c ")
    assert target.stat().st_mode & 0o777 == 0o640
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        export_file(str(pipe), *SUDOKU0, Encoding(True), "", "")
        assert reader.communicate()[0] == target.read_text()
    long = tmp_path / ("x" * 250 + ".cnf")
    export_file(str(long), *SUDOKU0, Encoding(True), "", "")
    assert long.read_text() == target.read_text()


def test_compression_does_not_depend_on_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = []
    for now in (1.0e9, 1.5e9):
        monkeypatch.setattr("time.time", lambda now=now: now)
        export_file(str(tmp_path / "a.cnf.gz"), *SUDOKU0, Encoding(True), "", "")
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
    export_file(str(tmp_path / "a.cnf"), *SUDOKU0, Encoding(True), "", "")
    assert done == ["fsync", "replace"]


def test_an_export_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "a.cnf"
    path.write_text("before")

    def interrupted(*_: object) -> Any:
        yield b"half"
        raise KeyboardInterrupt

    monkeypatch.setattr("sudokopie.solvers.exporting.export_bytes", interrupted)
    with pytest.raises(KeyboardInterrupt):
        export_file(str(path), *SUDOKU0, Encoding(), "", "")
    assert path.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["a.cnf"]


# Answers read back


def test_a_no_of_one_orientation_is_no_answer(tmp_path: Path) -> None:
    pair = Pair(SUDOKU0.first, TURNED.apply(SUDOKU0.first))
    path = tmp_path / "a.cnf"
    for orientation in (0, 2):
        written = text(pair, Encoding(orientation=orientation))
        assert f"a copy of the first with {orientation} quarter turns?" in written
        path.write_text(written)
        assert solution(written) is None
        with pytest.raises(BackendError, match="leaves other orientations open"):
            decode(str(path), "s UNSATISFIABLE\n", "solver")
    # Boxes that are not square have only one orientation.
    blank, one = Grid([[0] * 6] * 6), Grid([[1, *[0] * 5], *[[0] * 6] * 5])
    path.write_text(text(Pair(blank, one), Encoding(orientation=2)))
    assert decode(str(path), "s UNSATISFIABLE\n", "solver").status is Status.DIFFERENT


def test_a_model_of_a_formula_without_any_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    path.write_text(text(DIFFERENT, Encoding(True)))
    with pytest.raises(BackendError, match=r"row 1, column 1 is .*, the model puts nothing"):
        decode(str(path), "s SATISFIABLE\nv 1 0\n", "solver")


def test_a_model_of_lines_that_tear_a_band_is_refused(tmp_path: Path) -> None:
    blank = Grid([[0] * 4] * 4)
    path = tmp_path / "a.cnf"
    path.write_text(text(Pair(blank, blank)))
    wanted = {
        *("row 1 goes to 1", "row 2 goes to 3", "row 3 goes to 2", "row 4 goes to 4"),
        *(f"column {c} goes to {c}" for c in range(1, 5)),
        *(f"digit {d} becomes {d}" for d in range(1, 5)),
    }
    legend = Encoding().formula(blank, blank).legend()
    model = [v if meaning in wanted else -v for v, meaning in legend]
    with pytest.raises(BackendError, match="solver: the model is no witness: expected lines in bl"):
        decode(str(path), v_line(model), "solver")


def test_damaged_compression_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf.gz"
    export_file(str(path), *SUDOKU0, Encoding(), "", "")
    data = path.read_bytes()
    path.write_bytes(data[:100])
    with pytest.raises(ExportError, match=r"a.cnf.gz: not compressed as its name says"):
        decode(str(path), "s UNKNOWN\n", "solver")
    path.write_bytes(data[:50] + b"\xff\xff\xff" + data[53:])
    with pytest.raises(ExportError, match=r"a.cnf.gz: "):
        decode(str(path), "s UNKNOWN\n", "solver")
    other = tmp_path / "a.cnf.xz"
    other.write_text("hello")
    with pytest.raises(ExportError, match=r"a.cnf.xz: not compressed"):
        decode(str(other), "s UNKNOWN\n", "solver")


def test_a_digit_that_does_not_occur_costs_no_step() -> None:
    # 1 becomes 2, and 2, which does not occur, has to become something else.
    first, second = Grid([[1, 0], [0, 0]]), Grid([[1, 0], [0, 0]])
    used = Transformation.identity(first.shape).replaced(digits=(2, 1))
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
    export_file(str(path), *SUDOKU0, encoding, "sudokopie 0", "export")
    model = solution(text(SUDOKU0, encoding))
    assert model is not None
    answer = decode(str(path), v_line(model), "solver")
    assert answer.transformation == decide(*SUDOKU0).transformation
    assert decode(str(path), "s UNSATISFIABLE\n", "solver").status is Status.DIFFERENT
    assert decode(str(path), "s UNKNOWN\n", "solver").status is Status.UNDECIDED


def test_a_model_that_is_none_is_refused_with_the_first_cell(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    path.write_text(text(SUDOKU0))
    model = solution(text(SUDOKU0))
    assert model is not None
    refused = 0
    for v in [v for v in model if v > 0]:
        changed = [-literal if literal == v else literal for literal in model]
        formula = Encoding().formula(*SUDOKU0)
        # Only bands, stacks and places within them can be left out: lines say the same.
        if formula.disagreement(changed):
            refused += 1
            with pytest.raises(BackendError, match=r"no witness: row \d, column \d is"):
                decode(str(path), v_line(changed), "solver")
    assert refused == 9 + 9 + 9
    digits = [v for v, meaning in Encoding().formula(*SUDOKU0).legend() if "digit 9" in meaning]
    wrong = [-v if abs(v) in digits[:1] or v in digits[-1:] else v for v in model]
    with pytest.raises(
        BackendError,
        match="row 1, column 3 is 9, the model puts 1 there",
    ):
        decode(str(path), v_line(wrong), "solver")


@pytest.mark.parametrize(
    ("output", "satisfiable", "model"),
    [
        ("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n", True, [1, -2, 3]),
        ("s SATISFIABLE\r\nv 1 -2 3 0\r\n", True, [1, -2, 3]),
        ("SAT\n1 -2 3 0\n", True, [1, -2, 3]),
        ("s OPTIMUM FOUND\nv 101\no 3\n", True, [1, -2, 3]),
        ("s SATISFIABLE\nv x1 -x2 x3\n", True, [1, -2, 3]),
        ("UNSAT\n", False, []),
        ("WARNING: something\nUNSATISFIABLE\n", False, []),
        ("s UNKNOWN\n", None, []),
        ("INDET\n", None, []),
        ("s SATISFIABLE\nSAT\nc 7\n1 0\n", True, [1]),
    ],
)
def test_outputs_of_solvers(output: str, satisfiable: bool | None, model: list[int]) -> None:
    assert parse_solver_output(output, "solver") == (satisfiable, model)


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
        ("s UNSATISFIABLE\nv 1 0\n", "a model was found where there is none"),
        ("SATISFIABLE\n", "minisat writes it to another file"),
        ("s SATISFIABLE\nv one two\n", "expected a model, found 'one two'"),
    ],
)
def test_nonsense_is_refused(output: str, message: str) -> None:
    with pytest.raises(BackendError) as caught:
        parse_solver_output(output, "solver")
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
