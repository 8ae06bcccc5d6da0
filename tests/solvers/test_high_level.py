"""Models for MiniZinc and CPMpy, and CP-SAT's binary one: their answers are decoded."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from sudokopie import BoxShape, Pair
from sudokopie.answers.decide import decide
from sudokopie.answers.part import within
from sudokopie.base.errors import BackendError, ExportError
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import REFINED, Encoding
from sudokopie.proofs.decode import decode_output
from sudokopie.proofs.export import write_export, yield_question_file_bytes
from sudokopie.proofs.export_header import LIBRARY, parse_export_header, read_export_header
from sudokopie.questions.canonical import HasBetterCopy
from sudokopie.questions.copy import IsCopy
from sudokopie.questions.nearest import HowManyCellsAgree
from sudokopie.questions.question import PairQuestion, Question
from sudokopie.questions.within import IsCopyWithCluesLeftOut
from sudokopie.sudoku.random_grids import (
    exchange_clues,
    random_complete_grid,
    random_transformation,
    remove_clues,
)
from sudokopie.sudoku.transformation import Transformation

from certificates_of_applications import ADDED

SHAPES = [BoxShape(1, 3), BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 2), BoxShape(3, 3)]


def text(asked: Question, form: str) -> str:
    return b"".join(yield_question_file_bytes(asked, form, LIBRARY)).decode("ascii")


def pairs(shape: BoxShape) -> list[Pair]:
    """Return a copy, one with clues left out, in both orders, and a near miss."""
    rng = Random(str(shape))
    full = random_complete_grid(shape, rng)
    some = remove_clues(full, shape.size**2 * 2 // 3, rng)
    moved = random_transformation(shape, rng).apply(some)
    few = remove_clues(moved, some.clues - 1, rng)
    near = exchange_clues(moved, rng)
    return [Pair(some, moved), Pair(some, few), Pair(few, some), Pair(some, near)]


class Known(int):
    """A number that a model chooses."""

    def value(self) -> int:
        return int(self)


def run_with(model: str, way: Transformation) -> str:
    """Run a model of CPMpy in which the variables have the values of a transformation already."""
    transposed, rows, columns = way.find_source_lines()
    height, width = way.shape
    if transposed:  # a quarter turn clockwise is that, with the columns in reverse order
        columns = tuple([way.shape.size - 1 - c for c in columns])
    waiting = [
        [int(transposed)],
        [rows[band * height] // height for band in range(width)],
        [columns[stack * width] // width for stack in range(height)],
        [r % height for r in rows],
        [c % width for c in columns],
        [0, *way.digits],
    ]

    class Model(list[bool]):
        def __init__(self, *constraints: bool) -> None:
            super().__init__(constraints)

        def __iadd__(self, constraint: bool) -> Model:  # type: ignore[override, misc]
            self.append(bool(constraint))
            return self

        def solve(self) -> bool:
            return all(self)

        def status(self) -> Any:
            return SimpleNamespace(exitstatus=SimpleNamespace(name="UNSATISFIABLE"))

    def intvar(least: int, most: int, shape: tuple[int, ...] | None = None) -> Any:
        values = [Known(value) for value in waiting.pop(0)]
        assert all(least <= value <= most for value in values)
        assert shape in (None, (len(values),))
        return values if shape else values[0]

    class Values(list[int]):
        def __getitem__(self, place: Any) -> Any:
            return Known(super().__getitem__(place))

    fake: Any = SimpleNamespace(
        intvar=intvar,
        Model=Model,
        AllDifferent=lambda values: len(set(values)) == len(values),
        cpm_array=Values,
    )
    printed = StringIO()
    known = {"cpmpy": fake, "print": lambda *words: print(*words, file=printed)}
    source = model.replace("import cpmpy as cp", "cp = cpmpy").replace(
        "true = [2 * quarter.value() - 1]", "true = [2 * int(quarter) - 1]"
    )
    # Sums of known numbers are numbers without a value of their own.
    exec(source.replace("].value()", "]"), known)
    return printed.getvalue()


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_model_of_cpmpy_is_true_of_the_ways(shape: BoxShape) -> None:
    for pair in pairs(shape):
        for asked, found in (
            (IsCopy(*pair), decide(*pair)),
            (IsCopyWithCluesLeftOut(*pair), within(*pair)),
        ):
            model = text(asked, "py")
            back = parse_export_header(model.splitlines(), "x").question
            assert isinstance(back, PairQuestion)
            assert back.with_plain_formula == asked
            way = found.transformation
            if way is None:
                identity = Transformation.identity(shape)
                assert run_with(model, identity) == "s UNSATISFIABLE\n"
                continue
            reply = decode_output(back, run_with(model, way), "cpmpy")
            assert (reply.verdict, reply.is_optimum) == (Verdict.YES, False)
            wrong = way.replace_parts(digits=way.digits[::-1])
            assert asked.is_yes_proved_by(wrong) or run_with(model, wrong) == "s UNSATISFIABLE\n"


def programs() -> list[Any]:
    minizinc, cpmpy = shutil.which("minizinc"), find_spec("cpmpy")
    return [
        pytest.param(
            *("mzn", ["minizinc", "x.mzn"]),
            marks=pytest.mark.skipif(minizinc is None, reason="minizinc is not installed"),
        ),
        pytest.param(
            *("py", [sys.executable, "x.py"]),
            marks=pytest.mark.skipif(cpmpy is None, reason="cpmpy is not installed"),
        ),
    ]


@pytest.mark.parametrize(("form", "command"), programs())
def test_installed_solvers_answer(form: str, command: list[str], tmp_path: Path) -> None:
    for pair in pairs(BoxShape(2, 2)):
        for asked, found in (
            (IsCopy(*pair), decide(*pair)),
            (IsCopyWithCluesLeftOut(*pair), within(*pair)),
        ):
            path = tmp_path / f"x.{form}"
            path.write_text(text(asked, form))
            done = subprocess.run(
                command, cwd=tmp_path, capture_output=True, text=True, check=False
            )
            question = read_export_header(str(path)).question
            assert decode_output(question, done.stdout, "solver").verdict is found.verdict


def test_the_model_of_minizinc_says_the_pair() -> None:
    pair = pairs(BoxShape(2, 3))[1]
    model = text(IsCopyWithCluesLeftOut(*pair), "mzn")
    back = parse_export_header(model.splitlines(), "x").question
    assert isinstance(back, IsCopyWithCluesLeftOut)
    assert back.with_plain_formula == IsCopyWithCluesLeftOut(*pair)
    data = dict(line.rstrip(";").split(" = ") for line in model.splitlines() if " = " in line[:12])
    unknowns = back.formula.unknowns
    expected = {"HEIGHT": 2, "WIDTH": 3, "PART": 1, "ROWS": unknowns.row_line[0][0]}
    expected |= {"COLUMNS": unknowns.column_line[0][0], "DIGITS": unknowns.digit[1][1]}
    assert {name: int(data[name]) for name in expected} == expected
    few, some = pair[1], pair[0]
    for name, grid in (("FIRST", few), ("SECOND", some)):
        cells = model.partition(f"\n{name} = [\n")[2].partition("]")[0]
        assert [list(map(int, row.rstrip(",").split(","))) for row in cells.splitlines()] == [
            *map(list, grid)
        ]
    for said, verdict in (("UNSATISFIABLE", Verdict.NO), ("UNKNOWN", Verdict.UNDECIDED)):
        assert decode_output(back, f"={'=' * 4}{said}=====\n", "minizinc").verdict is verdict
    assert len(text(IsCopy(*pair), "mzn").splitlines()) < 90
    # MiniZinc 2.6.4 of Debian 12 cannot read globals.mzn, which includes all constraints.
    assert re.findall(r'include "(.*)";', model) == ["alldifferent.mzn"]


def test_other_questions_have_no_such_model() -> None:
    pair = pairs(BoxShape(2, 2))[0]
    for asked in (
        HasBetterCopy(pair.first),
        HowManyCellsAgree(*pair),
        IsCopy(*pair, REFINED),
        IsCopy(*pair, Encoding(cells="both")),
    ):
        for form in ("mzn", "py"):
            with pytest.raises(
                ExportError, match=(f"as .{form} only the questions copy and within can be written")
            ):
                text(asked, form)


def test_the_binary_model_of_cp_sat_is_decoded(tmp_path: Path) -> None:
    from ortools.sat import cp_model_pb2

    pair = pairs(BoxShape(2, 2))[0]
    for name, asked in (
        ("a.pb", IsCopy(*pair, optimises=True)),
        ("a.pb.gz", HowManyCellsAgree(*pair)),
        *(("b.pb", question) for added in ADDED for question in added.QUESTIONS),
    ):
        path = tmp_path / name
        write_export(str(path), yield_question_file_bytes(asked, "pb", LIBRARY))
        written = path.read_bytes()
        assert read_export_header(str(path)).question.make_question_for_export(
            True
        ) == asked.make_question_for_export(True)
        if name.endswith(".gz"):
            written = gzip.decompress(written)
        proto = cp_model_pb2.CpModelProto.FromString(written)
        assert proto.name.startswith("\n# sudokopie ")
        assert len(proto.variables) == asked.build_problem("pb").formula.variables
    path = tmp_path / "wrong.pb"
    for wrong in (b"\n", b"\n\n\n", b"\n\x05nothing", b"\n# asks copy\n"):
        path.write_bytes(wrong)
        with pytest.raises(ExportError, match="this is no formula of sudokopie export"):
            read_export_header(str(path))
    with pytest.raises(BackendError, match="expected a line with SATISFIABLE"):
        decode_output(IsCopy(*pair), "status: OPTIMAL", "x")
