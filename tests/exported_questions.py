"""Tools for tests of exported questions: a strict reader of each format, and solvers that answer
the formulas that were read.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from pysat.card import CardEnc
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from pysat.solvers import Solver

from sudokopie import BoxShape, Grid, Pair
from sudokopie.answers.replies import convert_reply_to_answer
from sudokopie.proofs.export import yield_question_file_bytes
from sudokopie.proofs.export_header import Provenance, parse_export_header
from sudokopie.questions.question import Question, SolverReply
from sudokopie.sudoku.random_grids import (
    exchange_clues,
    random_complete_grid,
    random_grid,
    random_transformation,
    remove_clues,
)

MADE = Provenance("sudokopie 0", ("sudokopie", "export"))

SHAPES = [BoxShape(1, 2), BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 3)]

FORMS = ["cnf", "wcnf", "p wcnf", "opb", "pb.txt"]

EACH_FORM = [
    # 9x9 grids are tested by default with only one format of each kind, because reading takes long.
    pytest.param(
        *(shape, form),
        marks=[pytest.mark.slow] if shape.size == 9 and form not in ("cnf", "opb") else [],
    )
    for shape, form in product(SHAPES, FORMS)
]


def given(reply: SolverReply) -> Any:
    """Convert the reply of a solver to an answer of sudokopie, and return the answer."""
    return convert_reply_to_answer(reply)


def text(asked: Question, form: str) -> str:
    old = form == "p wcnf"
    pieces = yield_question_file_bytes(asked, form.removeprefix("p "), MADE, is_old_wcnf=old)
    return b"".join(pieces).decode("ascii")


class Read(NamedTuple):
    """The content of an exported file. `variables` is the number of variables. `costs` are the
    literals of which as few as possible are to be true, or None. `limits` are pairs of literals and
    the number of them that may be true. `shown` are the variables over which models are counted.
    """

    variables: int
    clauses: list[list[int]]
    costs: list[int] | None = None
    limits: tuple[tuple[list[int], int], ...] = ()
    shown: tuple[int, ...] = ()

    def check(self) -> None:
        """Check that no clause is empty, has a variable twice, or has an unknown variable."""
        for clause in self.clauses:
            assert clause
            assert len({abs(literal) for literal in clause}) == len(clause)
            assert max(map(abs, clause)) <= self.variables


def read(written: str, form: str) -> Read:
    return {"opb": read_opb, "pb.txt": read_cp_sat}.get(form, read_clauses)(written)


def read_clauses(written: str) -> Read:
    lines = written.splitlines()
    comments = [line for line in lines if line.startswith("c ")]
    assert max(map(len, comments)) < 100
    shown = [int(w) for line in comments if line.startswith("c p show") for w in line.split()[3:]]
    body = [line for line in lines if not line.startswith("c ")]
    if body[0].startswith("p cnf "):
        _, _, said, count = body[0].split()
        clauses = [literals(line.split()) for line in body[1:]]
        assert lines.index(body[0]) < lines.index(body[1])
        assert len(clauses) == int(count) == counted_in(comments)
        projection = tuple(v for v in shown if v)
        assert projection == tuple(range(1, len(projection) + 1))
        return Read(int(said), clauses, shown=projection)
    top, said = "h", ""
    if body[0].startswith("p wcnf "):
        _, _, said, count, top = body.pop(0).split()
        assert int(count) == len(body)
    largest = max(abs(v) for line in body for v in literals(line.split()[1:]))
    variables = int(said or largest)
    words = [line.split() for line in body]
    hard = [literals(rest) for weight, *rest in words if weight == top]
    soft = [literals(rest) for weight, *rest in words if weight != top]
    assert {weight for weight, *_ in words} <= {top, "1"}
    assert all(len(clause) == 1 and clause[0] < 0 for clause in soft)
    assert top == "h" or int(top) > len(soft)
    assert len(hard) == counted_in(comments)
    return Read(variables, hard, [-clause[0] for clause in soft])


def literals(words: list[str]) -> list[int]:
    assert words[-1] == "0"
    assert "0" not in words[:-1]
    return [int(word) for word in words[:-1]]


def counted_in(comments: list[str]) -> int:
    return sum(int(line.split()[-1]) for line in comments if line[2:].startswith("clauses "))


def read_opb(written: str) -> Read:
    first, *rest = written.splitlines()
    lines = [line for line in rest if not line.startswith("* ")]
    _, _, variables, _, count = first.split()
    clauses, costs, limits = [], None, []
    if lines[0].startswith("min: "):
        costs = [-literal for literal in opb_sum(lines.pop(0)[5:].removesuffix(" ;"), -1)]
    assert len(lines) == int(count)
    if any(line.startswith("* limit: ") for line in rest):
        left, bound = lines.pop().removesuffix(" ;").split(" >= ")
        limits.append(([-v for v in opb_sum(left)], -int(bound)))
        assert min(limits[0][0]) > 0
    for line in lines:
        left, bound = line.removesuffix(" ;").split(" >= ")
        clauses.append(opb_sum(left))
        assert int(bound) == 1 - sum(1 for v in clauses[-1] if v < 0)
    assert len(clauses) == counted_in([line for line in rest if line.startswith("* ")])
    return Read(int(variables), clauses, costs, tuple(limits))


def opb_sum(terms: str, sign: int = 1) -> list[int]:
    words = terms.split()
    assert set(words[::2]) <= {"+1", "-1"}
    return [
        sign * int(factor) * int(variable.removeprefix("x"))
        for factor, variable in zip(words[::2], words[1::2], strict=True)
    ]


def read_cp_sat(written: str) -> Read:
    from google.protobuf import text_format
    from ortools.sat import cp_model_pb2

    proto = text_format.Parse(written, cp_model_pb2.CpModelProto())
    clauses, limits = [], []
    for constraint in proto.constraints:
        if constraint.HasField("linear"):
            assert set(constraint.linear.coeffs) <= {1}
            counted = [v + 1 for v in constraint.linear.vars]
            limits.append((counted, constraint.linear.domain[1]))
        else:
            clauses.append([v + 1 if v >= 0 else v for v in constraint.bool_or.literals])
    costs = [v + 1 for v in proto.objective.vars] if proto.HasField("objective") else None
    assert set(proto.objective.coeffs) <= {1}  # for a maximum they would be negative
    return Read(len(proto.variables), clauses, costs, tuple(limits))


def solver_output(file: Read, style: str) -> str:
    """Solve a formula, and return the output of a solver in the given style: `sat`, `bits` (of
    MaxSAT solvers since 2022), `maxsat` or `pb`.
    """
    clauses, top = list(file.clauses), file.variables
    for counted, at_most in file.limits:
        if at_most < len(counted):
            encoded = CardEnc.atmost(counted, at_most, top_id=top)
            clauses, top = clauses + encoded.clauses, max(top, encoded.nv)
    weighted = WCNF()
    weighted.extend(clauses)
    weighted.extend([[-cost] for cost in file.costs or ()], weights=[1] * len(file.costs or ()))
    with RC2(weighted) as solver:
        found = solver.compute()
        cost = solver.cost
    if found is None:
        return "s UNSATISFIABLE\n"
    true = {v for v in found if v > 0}
    model = [v if v in true else -v for v in range(1, file.variables + 1)]
    is_optimum = style in ("bits", "maxsat") or (style == "pb" and file.costs is not None)
    lines = [f"c a comment\no {cost}"] if is_optimum else []
    lines.append("s OPTIMUM FOUND" if is_optimum else "s SATISFIABLE")
    if style == "bits":
        lines.append("v " + "".join("1" if v > 0 else "0" for v in model))
    elif style == "pb":
        lines.append("v " + " ".join(f"x{v}" if v > 0 else f"-x{-v}" for v in model))
    else:
        lines += ["v " + " ".join(map(str, model[k : k + 20])) for k in range(0, len(model), 20)]
        lines.append("v 0")
    return "\n".join(lines) + "\n"


STYLES = {"cnf": "sat", "wcnf": "bits", "p wcnf": "maxsat", "opb": "pb", "pb.txt": "pb"}


def answered(asked: Question, form: str) -> tuple[Question, str]:
    """Export a question and solve the formula. Returns the question as it is read back from the
    file's comments, and the output of the solver.
    """
    written = text(asked, form)
    file = read(written, form)
    file.check()
    back = parse_export_header(written.splitlines(), "x").question
    assert back in (asked, asked.make_question_for_export(is_optimisation=True))
    return back, solver_output(file, STYLES[form])


def pairs(shape: BoxShape) -> list[Pair]:
    """Return pairs of grids: copies, nearly copies, and grids with nothing in common. Some have so
    few clues that there is more than one transformation.
    """
    rng = Random(str(shape))
    full = random_complete_grid(shape, rng)
    some = remove_clues(full, shape.size**2 // 3, rng)
    few = remove_clues(some, max(some.clues - 2, 1), rng)
    turned = random_transformation(shape, rng).apply
    near = exchange_clues(turned(some), rng) if len(some.digits) > 1 else turned(some)
    return [
        Pair(some, turned(some)),
        Pair(some, near),
        Pair(turned(few), some),
        Pair(some, turned(few)),
        Pair(few, random_grid(shape, few.clues, rng)),
    ]


def projected_models(file: Read) -> int:
    with Solver("cadical153", bootstrap_with=file.clauses) as solver:
        number = 0
        while solver.solve():
            number += 1
            assert number < 5000
            solver.add_clause([-v for v in solver.get_model() if abs(v) in set(file.shown)])
    return number


FOUR = [
    ("12..\n..1.\n...3\n....", "..3.\n1...\n..2.\n.1.."),
    ("1...\n....\n....\n....", "....\n....\n..3.\n...."),
    ("1234\n3412\n2143\n4321", "1234\n3412\n2143\n4321"),
    ("12..\n....\n....\n..34", "12..\n..3.\n....\n...4"),
]


def grids_of_four() -> list[Pair]:
    def grid(rows: str) -> Grid:
        return Grid([[0 if c == "." else int(c) for c in row] for row in rows.split("\n")])

    rng = Random(3)
    some = [Pair(grid(one), grid(two)) for one, two in FOUR]
    return some + [
        Pair(p.first, random_transformation(p.first.shape, rng).apply(p.first)) for p in some
    ]


def output_of(asked: Question, form: str = "cnf") -> str:
    return solver_output(read(text(asked, form), form), STYLES[form])


def solve(name: str) -> None:
    form = name.partition(".")[2]
    written = Path(name).read_text()
    form = "p wcnf" if "\np wcnf" in written else form
    Path("output").write_text(solver_output(read(written, form), STYLES[form]))


def with_small_sudokus(folder: Path) -> Path:
    """Write the files pair.txt, one.txt and full.txt, the last with a complete Sudoku. Returns
    `folder`.
    """
    one, two = FOUR[3]
    (folder / "pair.txt").write_text(f"{one}\n\n{two}\n")
    (folder / "one.txt").write_text(f"{one}\n")
    (folder / "full.txt").write_text(f"{FOUR[2][0]}\n")
    return folder


def assert_asked_and_read_back(
    run: Any, arguments: list[str], form: str, status: int, verdict: str
) -> None:
    """Export a question with `sudokopie export`, solve it, and check the answer that `sudokopie
    decode` prints for the solver's output: its exit status, and the words of its verdict.
    """
    name = f"question.{form}"
    assert run("export", *arguments, "-o", name).status == 0
    solve(name)
    for language in ("en", "de"):
        result = run("decode", "--lang", language, name, "output")
        assert (result.status, result.err) == (status, "")
        assert language == "de" or verdict in result.out
    said = run("decode", "-q", name, "output")
    assert len(said.out.splitlines()) == 1
    record = json.loads(run("decode", "--json", name, "output").out)
    assert record["file"] == name
    page = run("decode", "--html", "page.html", name, "output")
    assert page.status == status
    shown = Path("page.html").read_text()
    assert said.out.strip().replace("'", "&#39;") in shown
    assert 'class="entry wrong"' not in shown


def assert_refused(run: Any, folder: Path, name: str, arguments: list[str], message: str) -> None:
    """Check that `sudokopie export` refuses options that do not go together: it prints one line
    with `message`, and writes no file.
    """
    before = sorted(folder.iterdir())
    result = run("export", name, *arguments)
    assert (result.status, result.out, len(result.err.splitlines())) == (2, "", 1)
    assert message in result.err
    assert sorted(folder.iterdir()) == before
