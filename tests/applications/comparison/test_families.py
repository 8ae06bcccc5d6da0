"""Families that are hard for solvers, and the suites that are made of them."""

from __future__ import annotations

import csv
import hashlib
import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pysat.examples.hitman import Hitman
from pysat.examples.rc2 import RC2
from pysat.formula import CNF, WCNF
from pysat.solvers import Solver

from sudokopie import BoxShape, Grid, Pair, decide
from sudokopie.answers.part import within
from sudokopie.answers.symmetries import symmetries
from sudokopie.applications.comparison import challenges as suites
from sudokopie.applications.comparison.challenges import (
    CHALLENGES,
    Challenge,
    read_timed_answers_by_exported_file,
    write_benchmark_set,
    yield_challenges,
)
from sudokopie.applications.comparison.families import (
    SemidirectProduct,
    make_binary_hadamard_matrix,
    make_nim_sum_grid,
    make_pair_of_group_tables,
    make_pair_of_hadamard_designs,
    make_pair_of_lifted_latin_squares,
    make_pair_of_unrelated_puzzles,
    make_puzzle_and_grid,
    make_puzzle_pair_with_agreeing_clues,
    make_random_grid_and_unavoidable_sets,
    make_switched_hadamard_matrix,
)
from sudokopie.applications.studies.clues_question import HasSmallHittingSet
from sudokopie.applications.studies.unavoidable import UnavoidableStudy
from sudokopie.base.verdict import Verdict
from sudokopie.encoding.candidates import REFINED
from sudokopie.proofs.export import yield_question_file_bytes
from sudokopie.proofs.export_formats import find_export_format_name
from sudokopie.proofs.export_header import Provenance
from sudokopie.questions.copy import IsCopy
from sudokopie.questions.nearest import HowManyCellsAgree
from sudokopie.sudoku.grid import CellSet
from sudokopie.system.own_folder import LIST

from brute_force import truth
from cubic_graphs import twisted

Pairs = IsCopy | HowManyCellsAgree
GRAPH = "no isomorphism of graphs (bliss)"
MADE = Provenance("sudokopie 0", ("test",))


def text(challenge: Challenge) -> str:
    form = find_export_format_name(challenge.file)
    return b"".join(
        yield_question_file_bytes(challenge.make(), form, MADE, challenge.expected_verdict)
    ).decode()


# Families


@pytest.mark.parametrize(
    ("pair", "digest"),
    [
        (make_pair_of_unrelated_puzzles(BoxShape(3, 3), 20, 0), "6d2b48b6244d"),
        (
            make_pair_of_group_tables(SemidirectProduct(4, 2), SemidirectProduct(4, 2, 3), 2, 0),
            "a01c63b70051",
        ),
        (make_pair_of_hadamard_designs(16, 1, False, 0), "b8b643ea9bcb"),
        (make_pair_of_lifted_latin_squares(4, True, 0), "db2c5724043c"),
        (twisted(4, False, 0), "a6889f28509e"),
        (make_puzzle_and_grid(BoxShape(3, 4), 20, False, 0), "7c1d3606d05a"),
        (
            Pair(
                make_random_grid_and_unavoidable_sets(BoxShape(3, 3), 0)[0],
                make_nim_sum_grid(8, 2, (1, 2)),
            ),
            "c35bc5658490",
        ),
    ],
)
def test_the_same_arguments_make_the_same_pair_everywhere(pair: Pair, digest: str) -> None:
    rows = [" ".join(map(str, row)) for grid in pair for row in grid]
    found = hashlib.sha256("\n".join([str(pair.first.shape), *rows]).encode())
    assert found.hexdigest()[:12] == digest


@pytest.mark.parametrize(
    "group",
    [
        SemidirectProduct(4, 2),
        SemidirectProduct(4, 2, 3),
        SemidirectProduct(9, 3, 4),
        SemidirectProduct(5, 4, 2),
    ],
)
def test_the_table_of_a_group(group: SemidirectProduct) -> None:
    table = group.multiplication_table()
    size = group.m * group.n
    every = set(range(1, size + 1))
    assert all(set(line) == every for line in (*table, *zip(*table, strict=True)))
    for x, y, z in combinations(range(size), 3):
        assert table[table[x][y] - 1][z] == table[x][table[y][z] - 1]
    commutes = all(table[x][y] == table[y][x] for x in range(size) for y in range(size))
    assert commutes == (group.k == 1)


def test_tables_that_refinement_cannot_tell_apart() -> None:
    pair = make_pair_of_group_tables(SemidirectProduct(4, 4), SemidirectProduct(4, 4, 3), 1, 0)
    assert IsCopy(*pair, REFINED).formula.variables > 16 * 16 * 3
    assert decide(*pair, "graph:bliss").verdict is Verdict.NO
    same = make_pair_of_group_tables(SemidirectProduct(4, 4, 3), SemidirectProduct(4, 4, 3), 1, 0)
    assert decide(*same, "graph:bliss").verdict is Verdict.YES


@pytest.mark.parametrize("order", [1, 2, 4, 8, 12, 16, 24, 32])
def test_hadamard_matrices_before_and_after_switching(order: int) -> None:
    matrices = [make_binary_hadamard_matrix(order)]
    if order >= 8 and order != 12:
        matrices.append(make_switched_hadamard_matrix(matrices[0], Random(0)))
        assert matrices[0] != matrices[1]
    for matrix in matrices:
        assert len(matrix) == order
        for one, other in combinations(matrix, 2):
            assert sum(x != y for x, y in zip(one, other, strict=True)) == order // 2


def test_rows_of_a_design_share_as_many_columns() -> None:
    for grid in make_pair_of_hadamard_designs(16, 2, False, 3):
        rows = [{c for c, x in enumerate(row) if x} for row in grid]
        assert {len(row) for row in rows} == {8}
        assert {len(one & other) for one, other in combinations(rows, 2)} == {4}


@pytest.mark.parametrize("same", [True, False])
def test_whether_the_second_is_a_copy(same: bool) -> None:
    status = Verdict.YES if same else Verdict.NO
    for pair in (
        twisted(4, same, 0),
        twisted(6, same, 1),
        make_pair_of_lifted_latin_squares(6, same, 0),
    ):
        for backend in ("graph:bliss", "pysat:cadical195"):
            assert decide(*pair, backend, fewest=False).verdict is status
    assert decide(*make_pair_of_hadamard_designs(16, 0, same, 0), "graph:bliss").verdict is status


def agreeing(pair: Pair, number: int) -> bool:
    """Whether so many clues can agree."""
    lines = b"".join(
        yield_question_file_bytes(HowManyCellsAgree(*pair, at_least=number), "cnf", MADE)
    ).decode()
    with Solver("cadical153", bootstrap_with=CNF(from_string=lines)) as solver:
        return bool(solver.solve())


def test_as_many_clues_as_were_planted_can_agree() -> None:
    for clues, number in ((16, 10), (16, 16), (12, 8)):
        pair = make_puzzle_pair_with_agreeing_clues(BoxShape(2, 2), clues, number, 0)
        assert (pair.first.clues, pair.second.clues) == (clues, clues)
        assert agreeing(pair, number)
    pair = make_puzzle_pair_with_agreeing_clues(BoxShape(3, 3), 30, 22, 0)
    assert agreeing(pair, 22)
    assert not agreeing(make_pair_of_unrelated_puzzles(BoxShape(3, 3), 30, 0), 22)


def test_nim_sums_are_the_least_latin_square() -> None:
    for order in (4, 8, 16):
        table = make_nim_sum_grid(order, 1)
        for r, row in enumerate(table):
            for c, digit in enumerate(row):
                above = {table[i, c] for i in range(r)}
                free = set(range(1, order + 1)) - above - set(row[:c])
                assert digit == min(free)
    assert make_nim_sum_grid(4, 2, (1, 0)).rows[2:] == ((4, 3, 1, 2), (3, 4, 2, 1))


def test_a_puzzle_is_part_of_its_own_grid_only() -> None:
    shape = BoxShape(3, 3)
    assert within(*make_puzzle_and_grid(shape, 24, True, 0)).verdict is Verdict.YES
    assert within(*make_puzzle_and_grid(shape, 24, False, 0)).verdict is Verdict.NO


def test_sets_in_two_lines_are_all_that_are_minimal() -> None:
    for shape in (BoxShape(2, 2), BoxShape(2, 3)):
        grid, sets = make_random_grid_and_unavoidable_sets(shape, 0)
        study = UnavoidableStudy(grid)
        study.run(max(map(len, sets)))
        in_two = [one for one in study.sets if in_two_lines(grid, one)]
        assert sorted(map(sorted, sets)) == sorted(map(sorted, in_two))
        assert list(sets) == sorted(sets, key=len)


def in_two_lines(grid: Grid, cells: CellSet) -> bool:
    """Whether cells are in two rows of a band, two columns of a stack or two digits."""
    height, width = grid.shape
    rows, columns = {r for r, _ in cells}, {c for _, c in cells}
    if len(rows) == 2 and len({r // height for r in rows}) == 1:
        return True
    if len(columns) == 2 and len({c // width for c in columns}) == 1:
        return True
    return len({grid[cell] for cell in cells}) == 2


def least_that_meet(sets: Sequence[CellSet]) -> int:
    """Return how few cells meet all sets, by another solver."""
    with Hitman(bootstrap_with=sets) as hitman:
        return len(hitman.get())


# Suites


@cache
def listed(suite: str) -> list[Challenge]:
    """Return a suite's questions, listed once."""
    return list(yield_challenges(suite))


def test_what_is_known_by_graph_isomorphism_is_so() -> None:
    every = [*listed("sat"), *listed("families")]
    known = [challenge for challenge in every if challenge.known == GRAPH]
    assert len(known) >= 25
    for challenge in known:
        asked = challenge.make()
        assert isinstance(asked, IsCopy)
        answer = decide(asked.first, asked.second, "graph:bliss", fewest=False)
        assert answer.verdict is challenge.expected_verdict, challenge.file


def test_the_suite_families_has_twenty_formulas_of_each_family() -> None:
    counts = Counter(challenge.family for challenge in listed("families"))
    assert set(counts.values()) == {20}
    assert len(counts) == 6
    answers = {challenge.expected for challenge in listed("families")}
    assert answers == {"satisfiable", "unsatisfiable"}


def test_the_suite_sat_has_both_answers() -> None:
    answers = Counter(challenge.expected for challenge in listed("sat"))
    assert answers.total() >= 40
    assert min(answers["satisfiable"], answers["unsatisfiable"]) >= 15


@pytest.fixture
def small_members(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ask about small grids instead of large ones."""
    fewest = least_that_meet(make_random_grid_and_unavoidable_sets(BoxShape(3, 3), 1)[1])
    table = tmp_path / "questions.csv"
    table.write_text(
        "# Small ones.\nsuites,name,family,parameters,seed,expected,known by\n"
        "sat,parts3x3-clues16-other-seed0,parts,box=3x3 clues=16 grid=other,0,unsatisfiable,a\n"
        "sat,parts3x3-clues16-same-seed0,parts,box=3x3 clues=16 grid=same,0,satisfiable,b\n"
        "maxsat pb,parts,parts,,0,unknown,open\n"
        "sat,parts2x3-clues20-same-seed1,parts,box=2x3 clues=20 grid=same,1,satisfiable,b\n"
        "sat,lesser8,lesser,order=8 rows-of-a-box=4 switched=none,,unsatisfiable,c\n"
        "sat,lesser4-rows1,lesser,order=4 rows-of-a-box=1 switched=none,,unsatisfiable,c\n"
        "sat,lesser4-rows2-switched-1-0,lesser,order=4 rows-of-a-box=2 switched=1-0,,satisfiable,\n"
        "sat,lesser4-switched,lesser,order=4 rows-of-a-box=1 switched=0-0,,satisfiable,c\n"
        f"count sat,clues-no,clues,box=3x3 at-most={fewest - 1},1,unsatisfiable,a\n"
        f"sat,clues-yes,clues,box=3x3 at-most={fewest},1,satisfiable,a\n"
    )
    monkeypatch.setattr(suites, "QUESTIONS", table)


@pytest.mark.gate
@pytest.mark.usefixtures("small_members")
def test_small_members_of_families_have_the_expected_answers(tmp_path: Path) -> None:
    asked = list(yield_challenges("sat"))
    assert len(asked) == 9
    write_benchmark_set(str(tmp_path / "set"), asked, MADE)
    for challenge in asked:
        written = CNF(from_file=str(tmp_path / "set" / challenge.file))
        with Solver("cadical153", bootstrap_with=written) as solver:
            expected = "satisfiable" if solver.solve() else "unsatisfiable"
        assert challenge.expected == expected, challenge.file
    with (tmp_path / "set" / "metadata.csv").open() as file:
        sizes = {row["file"]: (row["cells a side"], row["clues"]) for row in csv.DictReader(file)}
    assert sizes["parts3x3-clues16-same-seed0.cnf"] == ("9", "16")
    assert sizes["lesser4-rows2-switched-1-0.cnf"] == ("4", "16")


def test_names_say_what_is_asked_and_none_is_said_twice() -> None:
    ending = {"maxsat": ".wcnf", "pb": ".opb"}
    for suite in CHALLENGES:
        files = [challenge.file for challenge in listed(suite)]
        assert len(set(files)) == len(files)
        assert all(file.endswith(ending.get(suite, ".cnf")) for file in files)
        assert all(challenge.file.startswith(challenge.family) for challenge in listed(suite))


def test_what_was_measured_is_in_a_suite_and_contradicts_nothing() -> None:
    asked = {one.file: one for suite in CHALLENGES for one in listed(suite)}
    assert read_timed_answers_by_exported_file().keys() <= asked.keys()
    for file, runs in read_timed_answers_by_exported_file().items():
        proved = {run.answer for run in runs} - {""}
        assert proved <= {asked[file].expected} or asked[file].expected == "unknown"
        assert len(proved) <= 1


def small(suite: str, atmost: int) -> list[Challenge]:
    """Return the questions of a suite about small Sudokus."""
    found = []
    for challenge in listed(suite):
        asked = challenge.make()
        assert isinstance(asked, Pairs | HasSmallHittingSet)
        grid = asked.grid if isinstance(asked, HasSmallHittingSet) else asked.first
        if grid.size <= atmost:
            found.append(challenge)
    return found


def test_a_suite_counts_as_many_models_as_there_are() -> None:
    counted = 0
    for challenge in small("count", 6):
        models = int(challenge.expected.removeprefix("models "))
        if models > 5000:
            continue
        lines = text(challenge).splitlines()
        shown = [line.split()[3:-1] for line in lines if line.startswith("c p show")]
        variables = [int(word) for line in shown for word in line]
        with Solver("cadical153", bootstrap_with=CNF(from_string="\n".join(lines))) as solver:
            found = 0
            while found <= models and solver.solve():
                model = set(solver.get_model())
                solver.add_clause([-v if v in model else v for v in variables])
                found += 1
        assert found == models, challenge.file
        assert truth(*challenge.make().sudokus).ways == models
        counted += 1
    assert counted >= 8


def test_the_blank_grid_has_as_many_ways_as_there_are_transformations() -> None:
    expected = {one.file: one.expected for one in listed("count")}
    assert expected["ways-random9-clues0.cnf"] == "models 1218998108160"
    assert expected["ways-most-symmetric9-clues81.cnf"] == "models 648"


def test_fewest_steps_and_numbers_of_ways_are_those_listed() -> None:
    asked = [one for suite in ("maxsat", "count") for one in listed(suite)]
    asked = [one for one in asked if one.family in ("steps", "ways")]
    assert len(asked) == 72
    for challenge in asked:
        export = challenge.make()
        assert isinstance(export, IsCopy)
        if challenge.family == "steps":
            steps = decide(export.first, export.second).steps
            assert challenge.expected == f"optimum {steps}", challenge.file
        else:
            assert challenge.expected == f"models {symmetries(export.first).order}"


def test_optima_are_those_of_another_solver() -> None:
    for challenge in small("maxsat", 6):
        if challenge.file.startswith(("unrelated6-clues27", "unrelated6-clues36")):
            continue  # seconds each
        with RC2(WCNF(from_string=text(challenge))) as solver:
            solver.compute()
            assert challenge.expected == f"optimum {solver.cost}", challenge.file


@pytest.mark.gate
def test_sums_of_the_suite_pb_have_the_expected_answers() -> None:
    for challenge in small("pb", 6):
        if "-clues27" in challenge.file or "-clues36" in challenge.file:
            continue
        assert solved_opb(text(challenge)) == challenge.expected, challenge.file


def solved_opb(opb: str) -> str:
    """Return what CP-SAT finds for a file in OPB, as the suites say it."""
    from ortools.sat.python import cp_model

    heading, *lines = [
        line for line in opb.splitlines() if not line.startswith("* ") or "#" in line
    ]
    _, _, variables, _, constraints = heading.split()
    model = cp_model.CpModel()
    x = [model.new_bool_var("") for _ in range(int(variables) + 1)]

    def total(words: list[str]) -> Any:
        return sum(int(a) * x[int(v[1:])] for a, v in zip(words[::2], words[1::2], strict=True))

    number = 0
    for line in lines:
        words = line.split()
        if words[0] == "min:":
            model.minimize(total(words[1:-1]))
        else:
            assert (words[-3], words[-1]) == (">=", ";")
            model.add(total(words[:-3]) >= int(words[-2]))
            number += 1
    assert number == int(constraints)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return "unsatisfiable"
    assert status == cp_model.OPTIMAL
    return f"optimum {solver.objective_value:.0f}" if model.has_objective() else "satisfiable"


# On the command line


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[Challenge]]:
    """Let each suite have its first three questions only."""

    def first(suite: str) -> list[Challenge]:
        return [one for one, _ in zip(yield_challenges(suite), range(3), strict=False)]

    monkeypatch.setattr(suites, "yield_challenges", first)
    return first


def test_a_suite_can_be_limited_and_its_progress_is_reported(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    assert run("export", "--suite", "sizes", "--max-size", "9", "-o", str(folder)).status == 0
    with (folder / "metadata.csv").open() as file:
        sizes = {int(row["cells a side"]) for row in csv.DictReader(file)}
    assert max(sizes) == 9
    none = run("export", "--suite", "sizes", "--max-size", "3", "-o", str(tmp_path / "none"))
    assert (none.status, none.out) == (2, "")
    assert "no question of this suite has at most 3×3 cells" in none.err
    assert not (tmp_path / "none").exists()
    asked, shown = list(yield_challenges("count"))[:3], list[tuple[int, str]]()
    write_benchmark_set(
        str(tmp_path / "few"), asked, MADE, report_progress=lambda *step: shown.append(step)
    )
    assert shown == [(k, one.file) for k, one in enumerate(asked, 1)]


def test_a_comparison_on_a_suite_can_be_limited(run: Any) -> None:
    command = ["compare", "--suite", "small", "--backends", "pysat:cadical153", "--csv", "-"]
    found = run(*command, "--max-size", "4")
    assert found.status == 0
    assert {row["size"] for row in csv.DictReader(found.out.splitlines())} == {"4"}
    none = run("compare", "--suite", "small", "--max-size", "1")
    assert (none.status, none.out) == (2, "")
    assert "no question of this suite has at most 1×1 cells" in none.err


@pytest.mark.parametrize("max_size", ["36", "49"])
def test_the_limit_of_reading_is_no_limit_of_a_suite(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, max_size: str
) -> None:
    """Without the option all questions are written; the default may be given, too."""
    limits: list[int | None] = []
    monkeypatch.setattr(
        "sudokopie.applications.comparison.challenges.write_benchmark_set",
        lambda *_, max_size, **__: limits.append(max_size),
    )
    run("export", "--suite", "small", "-o", str(tmp_path / "set"))
    run("export", "--suite", "small", "--max-size", max_size, "-o", str(tmp_path / "set"))
    assert limits == [None, int(max_size)]


@pytest.mark.parametrize("suite", CHALLENGES)
def test_a_suite_is_written_with_all_that_is_known(
    suite: str, few: Callable[[str], list[Challenge]], run: Any, tmp_path: Path
) -> None:
    result = run("export", "--suite", suite, "-o", str(tmp_path / "set"))
    assert (result.status, result.out, result.err) == (0, "", "")
    with (tmp_path / "set" / "metadata.csv").open() as file:
        rows = list(csv.DictReader(file))
    beside = {"metadata.csv", "README.md", "CITATION.cff", "LICENSE", LIST}
    assert beside | {row["file"] for row in rows} == set(os.listdir(tmp_path / "set"))
    readme = (tmp_path / "set" / "README.md").read_text()
    for row, challenge in zip(rows, few(suite), strict=True):
        content = (tmp_path / "set" / row["file"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == row["sha256"]
        assert row["expected"] == challenge.expected
        assert row["known by"] == challenge.known
        told = re.findall(rb"^[c*] status: (\w+)$", content, re.MULTILINE)
        assert told == ([row["expected"].encode()] if "satisf" in row["expected"] else told)
        assert bool(told) == (challenge.expected_verdict is not None)
        assert f"`{row['family']}`" in readme
        assert all(row[key] for key in list(row)[:14] if key != "seed")
        assert row["seed"] == str(challenge.seed)
        if suite == "pb":
            continue
        prefix = "h " if suite == "maxsat" else ""
        clauses = [
            [int(word) for word in line.removeprefix(prefix).split()[:-1]]
            for line in content.decode().splitlines()
            if line.startswith(prefix) and not line.startswith(("c", "p"))
        ]
        assert len(clauses) == int(row["clauses"])
        assert max(map(len, clauses)) == int(row["longest clause"])
        assert max(abs(x) for clause in clauses for x in clause) <= int(row["variables"])


def test_measured_times_are_in_the_table(run: Any, tmp_path: Path, monkeypatch: Any) -> None:
    times = tmp_path / "measured.csv"
    times.write_text(
        "# One core.\nfile,solver,seconds,answer,limit\n"
        "ways-random4-clues0.cnf,a 1,0.25,satisfiable,10\n"
        "ways-random4-clues0.cnf,b 2,10.1,,10\n"
    )
    monkeypatch.setattr(suites, "MEASURED_TIMES", times)
    assert run("export", "--suite", "count", "-o", str(tmp_path / "set")).status == 0
    with (tmp_path / "set" / "metadata.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert (rows[0]["a 1"], rows[0]["b 2"], rows[1]["a 1"]) == ("0.25", "> 10", "")
    assert "One core." in (tmp_path / "set" / "README.md").read_text()


@pytest.mark.usefixtures("few")
def test_a_suite_replaces_an_earlier_one(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    for suite in ("count", "maxsat", "maxsat"):
        assert run("export", "--suite", suite, "-o", str(folder)).status == 0
    assert {path.suffix for path in folder.iterdir()} == {".wcnf", ".csv", ".md", ".cff", ""}


def test_a_suite_of_questions_has_its_own_encoding(run: Any, tmp_path: Path) -> None:
    result = run("export", "--suite", "sat", "--refined", "-o", str(tmp_path / "set"))
    assert (result.status, result.out) == (2, "")
    assert "--refined goes only with the suites small, full, hard, sizes (see" in result.err
    assert not (tmp_path / "set").exists()
