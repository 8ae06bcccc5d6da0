"""Measure how long SAT and other solvers take for families of questions: `python
benchmarks/families.py growth`, or the name of a suite instead of `growth`.

`growth` prints a Markdown table for each family, with the user CPU seconds of each
solver as the parameter grows, for the answers yes and no. `sat`, `maxsat` and `pb` are suites: the
solvers are run on all questions of the suite, and their times are written to
instances/measured.csv. After an interruption the same command continues; with a longer limit, a
solver tries again the questions that it did not answer before. Each answer is compared with the
expected answer. Solvers that are not on the PATH are skipped. User CPU time is the time of the
solver alone, so that other work on the machine has little effect.
"""

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import NamedTuple

from sudokopie import BoxShape, Pair
from sudokopie.applications.comparison.challenges import (
    MEASURED_TIMES,
    Challenge,
    TimedAnswer,
    read_timed_answers_by_exported_file,
    yield_challenges,
)
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.applications.comparison.families import (
    SemidirectProduct,
    make_nim_sum_grid,
    make_pair_of_group_tables,
    make_pair_of_hadamard_designs,
    make_pair_of_lifted_latin_squares,
    make_pair_of_unrelated_puzzles,
    make_puzzle_and_grid,
    make_puzzle_pair_with_agreeing_clues,
    make_random_grid_and_unavoidable_sets,
)
from sudokopie.applications.studies.clues_question import HasSmallHittingSet
from sudokopie.encoding.candidates import PLAIN
from sudokopie.proofs.export import yield_question_file_bytes
from sudokopie.proofs.export_formats import find_export_format_name
from sudokopie.proofs.export_header import Provenance
from sudokopie.questions.canonical import HasBetterCopy
from sudokopie.questions.copy import IsCopy
from sudokopie.questions.nearest import HowManyCellsAgree
from sudokopie.questions.question import Question
from sudokopie.questions.within import IsCopyWithCluesLeftOut

from cubic_graphs import twisted

SOLVERS: dict[str, dict[str, tuple[str, ...]]] = {
    "sat": {
        "cadical": ("-q",),
        "kissat": ("-q",),
        "glucose": ("-verb=0",),
        "cryptominisat5": ("--verb", "0"),
        "minisat": ("-verb=0",),
    },
    "maxsat": {"rc2.py": ("-vv",), "clasp": ("--outf=1",)},
    "pb": {"clasp": ("--outf=1",), "minisat+": ()},
}
"""The solvers of each suite, with the arguments that come before the name of the file; rc2.py is
part of PySAT.
"""

PROVENANCE = Provenance("sudokopie", ("benchmarks/families.py",))


class GrowthQuestion(NamedTuple):
    """A question for the growth tables, with the name of its family, the parameter that grows, and
    the expected answer.
    """

    family: str
    size: str
    expected: str
    question: Question


def list_growth_questions() -> Iterator[GrowthQuestion]:
    """Yield the questions of the growth tables: for each family, questions that become larger and
    larger.
    """
    for family in (
        _list_nearest_questions,
        _list_single_sudoku_questions,
        _list_design_questions,
        _list_group_questions,
        _list_graph_questions,
    ):
        yield from family()


def _list_nearest_questions() -> Iterator[GrowthQuestion]:
    """Yield questions whether a given number of clues of two puzzles can be made to agree."""
    nine = BoxShape(3, 3)
    for clues in (28, 32, 36, 40, 44, 48):
        question = HowManyCellsAgree(
            *make_pair_of_unrelated_puzzles(nine, clues, 0), at_least=clues // 2 + 1
        )
        yield GrowthQuestion("unrelated", f"{clues} clues", "", question)
    for clues, agreeing in ((36, 20), (44, 24), (52, 28), (60, 32), (68, 36)):
        question = HowManyCellsAgree(
            *make_puzzle_pair_with_agreeing_clues(nine, clues, agreeing, 0), at_least=agreeing
        )
        yield GrowthQuestion("planted", f"{clues} clues", "satisfiable", question)


def _list_single_sudoku_questions() -> Iterator[GrowthQuestion]:
    """Yield questions about one Sudoku: whether a puzzle is part of a copy of a grid, whether a
    copy comes before the grid in lexicographic order, and whether few cells include a cell of each
    unavoidable set (cells in which every puzzle of a grid has a clue).
    """
    question: Question
    for box, clues in (("3x3", 14), ("3x4", 20), ("4x4", 25), ("4x5", 30), ("5x5", 38)):
        for same in (True, False):
            question = IsCopyWithCluesLeftOut(
                *make_puzzle_and_grid(BoxShape.parse(box), clues, same, 0)
            )
            yield GrowthQuestion(
                "parts", f"{box}, {clues} clues", "satisfiable" if same else "", question
            )
    for order, height in ((4, 1), (8, 4), (8, 2), (8, 1), (16, 4)):
        for switched in (None, (order // 2 - 1, order // 2 - 2)):
            expected = "satisfiable" if switched else "unsatisfiable"
            question = HasBetterCopy(make_nim_sum_grid(order, height, switched))
            yield GrowthQuestion("lesser", f"{order}, {height} rows a box", expected, question)
    for box, least in (("3x3", 13), ("2x5", 15), ("3x4", 22), ("3x5", 27), ("4x4", 33)):
        for at_most in (least - 1, least):
            question = HasSmallHittingSet(
                *make_random_grid_and_unavoidable_sets(BoxShape.parse(box), 1), at_most
            )
            yield GrowthQuestion("clues", f"{box}, {at_most} cells", "", question)


def _list_design_questions() -> Iterator[GrowthQuestion]:
    """Yield questions whether two grids made from block designs (Hadamard designs) are copies."""
    for order in (8, 16, 24, 32):
        for same in (True, False):
            # All designs of order 8 are copies of each other.
            expected = "satisfiable" if same or order == 8 else "unsatisfiable"
            switches = 6 if same and order > 16 else 0
            yield _make_question(
                "designs",
                f"{order - 1}",
                expected,
                make_pair_of_hadamard_designs(order, switches, same, 0),
            )


def _list_group_questions() -> Iterator[GrowthQuestion]:
    """Yield questions whether the tables of two groups, which are not isomorphic, are copies."""
    for one, other in (
        (SemidirectProduct(4, 2), SemidirectProduct(4, 2, 3)),
        (SemidirectProduct(6, 2), SemidirectProduct(6, 2, 5)),
        (SemidirectProduct(4, 4), SemidirectProduct(4, 4, 3)),
        (SemidirectProduct(9, 2), SemidirectProduct(9, 2, 8)),
        (SemidirectProduct(5, 4), SemidirectProduct(5, 4, 4)),
        (SemidirectProduct(9, 3), SemidirectProduct(9, 3, 4)),
        (SemidirectProduct(8, 4), SemidirectProduct(8, 4, 5)),
    ):
        pair = make_pair_of_group_tables(one, other, 1, 0)
        yield _make_question("groups", f"{one.m * one.n}: {one}, {other}", "unsatisfiable", pair)


def _list_graph_questions() -> Iterator[GrowthQuestion]:
    """Yield questions whether two grids made from graphs are copies."""
    generators: tuple[tuple[str, Callable[[int, bool, int], Pair], tuple[int, ...]], ...] = (
        ("lifted", make_pair_of_lifted_latin_squares, (6, 8, 10, 12, 14, 16, 18)),
        ("twisted", twisted, (4, 8, 12, 16, 20)),
    )
    for family, generator, sizes in generators:
        for bands in sizes:
            for same in (True, False):
                expected = "satisfiable" if same else "unsatisfiable"
                yield _make_question(family, f"{bands} bands", expected, generator(bands, same, 0))


def _make_question(family: str, size: str, expected: str, pair: Pair) -> GrowthQuestion:
    return GrowthQuestion(family, size, expected, IsCopy(*pair, PLAIN))


def write_formula(question: Question, path: str, form: str) -> None:
    """Write the formula of a question to the file `path` in the export format `form`, so that
    solvers can read it.
    """
    with open(path, "wb") as file:
        # Some solvers cannot read a WCNF without a header.
        file.writelines(
            yield_question_file_bytes(question, form, PROVENANCE, is_old_wcnf=form == "wcnf")
        )


def run_solver(solver: str, path: str, limit: int, suite: str = "sat") -> TimedAnswer:
    """Run a solver on a file for at most `limit` seconds of CPU time; return the solver's answer
    and time.

    Raises `ValueError` if the solver ends long before the limit without an answer.
    """
    command = [solver, *SOLVERS[suite][solver], path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit + 2))
        assert process.stdout is not None
        printed = process.stdout.read().decode(errors="replace").split("\n")
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    answer = read_answer(printed)
    if not answer and used.ru_utime + used.ru_stime < limit - 3:
        raise ValueError(f"{path}: {solver} gave up")
    return TimedAnswer(solver.removesuffix(".py"), round(used.ru_utime, 1), answer, limit)


def read_answer(printed: list[str]) -> str:
    """Return the answer in the lines that a solver printed: "satisfiable", "unsatisfiable" or
    "optimum" with a number. It is empty if the solver proved nothing.
    """
    if "s OPTIMUM FOUND" in printed:
        costs = re.findall(r"^o (\d+)|Optimal solution: (\d+)", "\n".join(printed), re.MULTILINE)
        return f"optimum {''.join(costs[-1])}"
    if any(line.startswith("o ") for line in printed):
        return ""  # a cost without a proof that it is the least
    answers = {line.removeprefix("s ") for line in printed} & {"SATISFIABLE", "UNSATISFIABLE"}
    return answers.pop().lower() if answers else ""


def measure_growth(solvers: list[str], limit: int, only: str) -> None:
    """Measure the solvers on questions that become larger and larger, and print a table. Only
    families whose name contains `only` are measured.

    `limit` is the CPU time of each run in seconds. A solver that reached the limit is not tried on
    larger parameters of the same family with the same expected answer.
    """
    print(f"{find_conditions()}; user CPU seconds, limit {limit} s, one run each\n")
    print(f"| family | parameter | variables | answer | {' | '.join(solvers)} |")
    print("| --- | --- | ---: | --- |" + " ---: |" * len(solvers))
    given_up = set[tuple[str, str, str]]()
    with tempfile.TemporaryDirectory() as folder:
        for family, size, expected, question in list_growth_questions():
            if only not in family:
                continue
            path, cells, answer = os.path.join(folder, "question.cnf"), list[str](), expected
            write_formula(question, path, "cnf")
            for solver in solvers:
                if (family, expected, solver) in given_up:
                    cells.append("")
                    continue
                found = run_solver(solver, path, limit)
                check_answer(found, answer, f"{family} {size}")
                answer = found.answer or answer
                cells.append(str(found))
                if not found.answer:
                    given_up.add((family, expected, solver))
            variables = question.build_problem("cnf").formula.variables
            printed = answer or "unknown"
            print(
                f"| {family} | {size} | {variables} | {printed} | {' | '.join(cells)} |", flush=True
            )


def measure_suite(suite: str, solvers: list[str], limit: int, only: str, jobs: int) -> None:
    """Run the solvers on the questions of a suite, and store their times in the table of measured
    runs that comes with sudokopie.

    Only questions whose file name contains `only` are run, `jobs` of them at the same time.
    """
    known = read_timed_answers_by_exported_file()
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(jobs) as pool:
        running = list[Future[None]]()
        for challenge in yield_challenges(suite):
            runs = known.get(challenge.file, ())
            done = {one.solver for one in runs if one.answer or one.limit >= limit}
            missing = [solver for solver in solvers if solver.removesuffix(".py") not in done]
            if only in challenge.file and missing:
                job = (challenge, missing, limit, suite, scratch)
                running.append(pool.submit(measure_challenge, *job))
        try:
            for future in as_completed(running):
                future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def measure_challenge(
    challenge: Challenge, solvers: list[str], limit: int, suite: str, scratch: str
) -> None:
    """Run the solvers on one question of a suite, and store their answers and times in the table of
    measured runs that comes with sudokopie.

    `scratch` is the folder for the file of the question.
    """
    path = os.path.join(scratch, challenge.file)
    write_formula(challenge.make(), path, find_export_format_name(challenge.file))
    for solver in solvers:
        found = run_solver(solver, path, limit, suite)
        expected = "" if challenge.expected == "unknown" else challenge.expected
        check_answer(found, expected, challenge.file)
        store_run(challenge.file, found)
        print(challenge.file, solver, found, found.answer, flush=True)
    os.remove(path)


_writing_lock = threading.Lock()


def store_run(file: str, found: TimedAnswer) -> None:
    """Store a solver's run on a file in the table of measured runs that comes with sudokopie.

    It replaces an earlier run of the same solver on the same file.
    """
    with _writing_lock:
        lines = MEASURED_TIMES.read_text(encoding="utf-8").splitlines(keepends=True)
        start = f"{file},{found.solver},"
        kept = [line for line in lines if not line.startswith(start)]
        row = f"{file},{','.join(map(str, found))}\n"
        MEASURED_TIMES.write_text("".join([*kept, row]), encoding="utf-8")


def check_answer(found: TimedAnswer, expected: str, question_name: str) -> None:
    """Raise `ValueError` if the answer in the measured run `found` differs from the expected
    answer.

    An empty answer or expected answer is not compared. `question_name` names the question in the
    error.
    """
    if found.answer and expected and found.answer != expected:
        raise ValueError(
            f"{question_name}: {found.solver} says {found.answer}, expected {expected}"
        )


def main() -> None:
    """Print the growth tables (the times for questions that become larger and larger), or measure
    the questions of a suite. The first argument of the command decides which.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["growth", *SOLVERS])
    parser.add_argument("--limit", type=int, default=60, help="seconds of CPU time for each run")
    parser.add_argument("--only", default="", help="families, or files, whose name holds this")
    parser.add_argument("--jobs", type=int, default=1, help="runs of a suite at the same time")
    parser.add_argument("--solvers", default="", help="some of them, with commas between")
    arguments = parser.parse_args()
    suite = "sat" if arguments.what == "growth" else arguments.what
    question = arguments.solvers.split(",") if arguments.solvers else SOLVERS[suite]
    solvers = [name for name in question if shutil.which(name)]
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    if arguments.what == "growth":
        measure_growth(solvers, arguments.limit, arguments.only)
    else:
        measure_suite(suite, solvers, arguments.limit, arguments.only, arguments.jobs)


if __name__ == "__main__":
    main()
