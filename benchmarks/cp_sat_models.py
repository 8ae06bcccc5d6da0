"""Compare models of the question whether two Sudokus are copies for the solver CP-SAT: `python
benchmarks/cp_sat_models.py [MODEL...]`.

Every model is solved on every `--step`-th pair of the suites `hard` and `full` with at most
`--max-size` rows, with `--seeds` seeds. Prints a Markdown table: for each model, the medians of the
conflicts, the branches and the processor time of solving beside those of the clauses that the
backend uses, and the median of the time for each family of pairs. All answers are compared with the
known ones.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from statistics import median
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.applications.comparison.instances import Instance
from sudokopie.applications.comparison.instances import yield_instances_of_suite as list_suite
from sudokopie.encoding.candidates import PLAIN, Encoding
from sudokopie.encoding.equivalence import EquivalenceFormula
from sudokopie.encoding.formula import yield_exactly_one_clauses
from sudokopie.encoding.transformations import Matrix
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers import cp_sat

CLAUSES = "clauses"


class Model(NamedTuple):
    """A model of the question.

    - `parameters`: parameters of CP-SAT, in addition to those of the backend.
    - `encoding`: the form of the clauses.
    - `extension`: the name of the constraints that replace or extend the clauses, such as `inverse`
      for integers that are inverse to each other, or `two` for a model for each orientation; an
      empty text means none.
    """

    parameters: dict[str, float] = {}  # noqa: RUF012
    encoding: Encoding = PLAIN
    extension: str = ""


MODELS = {
    CLAUSES: Model(),
    "exactly one": Model(extension="exactly one"),
    "exactly one, all different": Model(extension="all different"),
    "exactly one, inverse": Model(extension="inverse"),
    "two orientations": Model(extension="two"),
    "no linearisation": Model({"linearization_level": 0}),
    "no inprocessing": Model({"inprocessing_dtime_ratio": 0.0}),
    "no rephasing": Model({"polarity_rephase_increment": 0}),
    "erwa": Model({"use_erwa_heuristic": True}),
    "exactly one, bijection": Model({}, Encoding(line_maps="bijection"), "exactly one"),
    "exactly one, rows-digits": Model({}, Encoding(cells="rows-digits"), "exactly one"),
}


class Run(NamedTuple):
    """The result of a model: whether it has a solution, conflicts, branches, and the
    processor seconds of solving, without the time to build the model.
    """

    is_copy: bool
    conflicts: int
    branches: int
    seconds: float


def build(formula: EquivalenceFormula, extension: str) -> tuple[Any, list[Any]]:
    """Return the CP-SAT model and its Boolean variables."""
    model = cp_sat.make_empty_cp_sat_model()
    variables = [model.new_bool_var("") for _ in range(formula.variables)]
    literals = cp_sat.make_literal_list(variables)
    clauses = list(formula.clauses())
    if extension in ("", "two"):
        cp_sat.add_clauses(model, literals, clauses)
        return model, variables
    start = 0
    while start < len(clauses):
        first = clauses[start]
        whole = list(yield_exactly_one_clauses(first)) if min(first) > 0 else []
        if len(first) > 1 and whole and clauses[start : start + len(whole)] == whole:
            model.add_exactly_one([literals[v] for v in first])
            start += len(whole)
        else:
            cp_sat.add_clauses(model, literals, [first])
            start += 1
    if extension in ("all different", "inverse"):
        unknowns = formula.unknowns
        lines = unknowns.row_line, unknowns.column_line, unknowns.digit[1:]
        for matrix in (*unknowns.blocks, *lines):
            if len(matrix) > 1:
                add_integers(model, literals, matrix, extension)
    return model, variables


def add_integers(model: Any, literals: Sequence[Any], matrix: Matrix, extension: str) -> None:
    """Add an integer for the image of each index of a bijection, and the constraint that these
    integers are all different, or inverse to those of the bijection in the other direction.
    """
    least = min(min(images) for images in matrix)
    origins: dict[int, dict[int, int]] = {}
    for i, images in enumerate(matrix):
        for image, variable in images.items():
            origins.setdefault(image, {})[i + least] = variable

    def make_integers(rows: Sequence[dict[int, int]]) -> list[Any]:
        integers = [model.new_int_var(0, len(matrix) - 1, "") for _ in rows]
        for integer, images in zip(integers, rows, strict=True):
            model.add(integer == sum((j - least) * literals[v] for j, v in images.items()))
        return integers

    if extension == "inverse":
        model.add_inverse(
            make_integers(matrix), make_integers([origins[j] for j in sorted(origins)])
        )
    else:
        model.add_all_different(make_integers(matrix))


def solve(question: IsCopy, model_name: str, seed: int) -> Run:
    """Build and solve a model of the question whether two Sudokus are copies."""
    chosen = MODELS[model_name]
    formula = replace(question, encoding=chosen.encoding).formula
    parameters = {**cp_sat._PARAMETERS, **cp_sat._RANDOM_BRANCHES, **chosen.parameters}
    model, variables = build(formula, chosen.extension)
    begin = time.process_time()
    quarter = variables[formula.unknowns.quarter - 1]
    conflicts = branches = 0
    is_copy = False
    for orientation in ([~quarter], [quarter]) if chosen.extension == "two" else ([],):
        fixed = model.clone() if orientation else model
        if orientation:
            fixed.add_bool_and(orientation)
        solver = cp_model.CpSolver()
        for name, value in {**parameters, "random_seed": seed}.items():
            setattr(solver.parameters, name, value)
        status = solver.solve(fixed)
        conflicts, branches = conflicts + solver.num_conflicts, branches + solver.num_branches
        if is_copy := status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
    return Run(is_copy, conflicts, branches, time.process_time() - begin)


def print_row(name: str, runs: Sequence[tuple[str, Run, Run]], families: Sequence[str]) -> None:
    """Print the row of a model. `runs` has the family of each pair, the run of the clauses and the
    run of the model.
    """

    def ratio(of: Callable[[Run], float], chosen: str | None = None) -> str:
        some = [(of(a), of(b)) for family, a, b in runs if chosen in (None, family)]
        return f"{median((b + 1e-3) / (a + 1e-3) for a, b in some):.2f}"

    cells = [ratio(of) for of in (lambda r: r.conflicts, lambda r: r.branches, lambda r: r.seconds)]
    cells += [ratio(lambda run: run.seconds, family) for family in families]
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Measure the chosen models, by default all, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", default=list(MODELS), metavar="MODEL")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--step", type=int, default=4, help="use every STEP-th pair")
    parser.add_argument("--max-size", type=int, default=16, help="rows of the largest Sudokus")
    arguments = parser.parse_args()
    every: list[Instance] = [one for suite in ("hard", "full") for one in list_suite(suite)]
    every = [one for one in every if one.size <= arguments.max_size]
    pairs = list(islice(every, 0, None, arguments.step))
    found: dict[str, list[tuple[str, Run, Run]]] = {name: [] for name in arguments.models}
    for instance in pairs:
        assert instance.copy_question is not None
        assert instance.known is not None
        for seed in range(1, arguments.seeds + 1):
            base = solve(instance.copy_question, CLAUSES, seed)
            for name, runs in found.items():
                run = solve(instance.copy_question, name, seed)
                assert run.is_copy == base.is_copy == (instance.known.ending == "copies")
                runs.append((instance.family, base, run))
    families = list(dict.fromkeys(one.family for one in pairs))
    print(f"{find_conditions()}; {len(pairs)} pairs, {arguments.seeds} seeds\n")
    print(f"| model | conflicts | branches | time | {' | '.join(families)} |")
    print(f"| --- |{' ---: |' * (3 + len(families))}")
    for name, runs in found.items():
        print_row(name, runs, families)


if __name__ == "__main__":
    main()
