"""Compare models of the question whether two Sudokus are copies for the solver CP-SAT: `python
benchmarks/cp_sat_models.py [MODEL...]`.

Every model is solved on every `--step`-th pair of the suites `hard` and `full` with at most
`--max-size` rows, and on pairs of block designs and of groups, with `--seeds` seeds. Prints a
Markdown table of quotients by the model that the backend had in version 1.2: both orientations at
once, and a constraint for each clause. The table has, for each model, the medians of the conflicts,
of the processor time of solving, and of the whole processor time, in which the model is also
written and handed over; then the median of the whole time for each family of pairs. The last column
is the sum of all whole times. All answers are compared with the known ones, and the transformation
of each yes is tried on the Sudokus. Each run is also printed to standard error when it ends.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import median
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.applications.comparison.families import (
    SemidirectProduct,
    make_pair_of_group_tables,
    make_pair_of_hadamard_designs,
)
from sudokopie.applications.comparison.instances import yield_instances_of_suite as list_suite
from sudokopie.encoding.candidates import PLAIN, Encoding, turn_cells
from sudokopie.encoding.equivalence import EquivalenceFormula
from sudokopie.encoding.formula import Clause, yield_exactly_one_clauses
from sudokopie.encoding.transformations import Matrix
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers import cp_sat

CLAUSES = "clauses"


class Model(NamedTuple):
    """A model of the question.

    - `parameters`: parameters of CP-SAT, in addition to those of the backend.
    - `encoding`: the form of the clauses.
    - `extension`: the name of the constraints that replace or extend the clauses, such as `inverse`
      for integers that are inverse to each other; an empty text means none.
    - `is_split`: whether there is a model for each orientation, without and with a quarter turn.
    - `is_grouped`: whether clauses of two literals with the same first literal are one constraint.
    """

    parameters: dict[str, Any] = {}  # noqa: RUF012
    encoding: Encoding = PLAIN
    extension: str = ""
    is_split: bool = True
    is_grouped: bool = True


BIJECTION = Encoding(line_maps="bijection")
TRUE_FIRST = type(cp_model.CpSolver().parameters.initial_polarity).POLARITY_TRUE

MODELS = {
    CLAUSES: Model(is_split=False, is_grouped=False),
    "backend": Model(),
    "both orientations at once": Model(is_split=False),
    "each clause alone": Model(is_grouped=False),
    "bijections of lines": Model(encoding=BIJECTION),
    "true first": Model({"initial_polarity": TRUE_FIRST}),
    "bijections of lines, true first": Model({"initial_polarity": TRUE_FIRST}, BIJECTION),
    "no linearisation": Model({"linearization_level": 0}),
    "no inprocessing": Model({"inprocessing_dtime_ratio": 0.0}),
    "no rephasing": Model({"polarity_rephase_increment": 0}),
    "erwa": Model({"use_erwa_heuristic": True}),
    "rows-digits": Model(encoding=Encoding(cells="rows-digits")),
    "both forms about cells": Model(encoding=Encoding(cells="both")),
    "exactly one": Model(extension="exactly one"),
    "exactly one, written out": Model(
        {"at_most_one_max_expansion_size": 1000}, extension="exactly one"
    ),
    "exactly one, all different": Model(extension="all different"),
    "exactly one, inverse": Model(extension="inverse"),
    "tables": Model(extension="tables"),
}


class Run(NamedTuple):
    """The result of a model: whether it has a solution, conflicts, the processor seconds of
    solving, and those of writing, handing over and solving.
    """

    is_copy: bool
    conflicts: int
    solving: float
    seconds: float


def build(formula: EquivalenceFormula, chosen: Model) -> tuple[Any, list[Any]]:
    """Return the CP-SAT model and its Boolean variables."""
    model = cp_sat.make_empty_cp_sat_model()
    variables = [model.new_bool_var("") for _ in range(formula.variables)]
    literals = cp_sat.make_literal_list(variables)
    add = cp_sat.add_clauses_and_implications if chosen.is_grouped else cp_sat.add_clauses
    for name, clauses in formula.yield_clause_families():
        if chosen.extension and name != "cells":
            add(model, literals, replace_exactly_one(model, literals, list(clauses)))
        elif chosen.extension != "tables":
            add(model, literals, clauses)
    unknowns = formula.unknowns
    if chosen.extension in ("all different", "inverse"):
        lines = unknowns.row_line, unknowns.column_line, unknowns.digit[1:]
        for matrix in (*unknowns.blocks, *lines):
            if len(matrix) > 1:
                add_integers(model, literals, matrix, chosen.extension)
    if chosen.extension == "tables":
        add_tables(model, literals, formula)
    return model, variables


def replace_exactly_one(model: Any, literals: Sequence[Any], clauses: list[Clause]) -> list[Clause]:
    """Add a constraint to the model for each group of clauses by which exactly one of some
    variables is true, and return the other clauses.
    """
    start, others = 0, []
    while start < len(clauses):
        first = clauses[start]
        whole = list(yield_exactly_one_clauses(first)) if min(first) > 0 else []
        if len(first) > 1 and whole and clauses[start : start + len(whole)] == whole:
            model.add_exactly_one([literals[v] for v in first])
            start += len(whole)
        else:
            others.append(first)
            start += 1
    return others


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


def add_tables(model: Any, literals: Sequence[Any], formula: EquivalenceFormula) -> None:
    """Add an integer for the image of each row, column and digit, and a table for each cell of the
    first grid: the triples (row, column, digit) of the second grid. The formula must have one
    orientation.
    """
    (orientation,) = formula.candidates.orientations

    def make_integers(matrix: Matrix) -> list[Any]:
        integers = []
        for images in matrix:
            domain = cp_model.Domain.from_values(sorted(images))
            integers.append(model.new_int_var_from_domain(domain, ""))
            for image, variable in images.items():
                model.add(integers[-1] == image).only_enforce_if(literals[variable])
                model.add(integers[-1] != image).only_enforce_if(literals[-variable])
        return integers

    unknowns = formula.unknowns
    rows, columns = make_integers(unknowns.row_line), make_integers(unknowns.column_line)
    digits = make_integers(unknowns.digit[1:])
    places = [(r, c, d) for r, row in enumerate(formula.second.rows) for c, d in enumerate(row)]
    clues = [place for place in places if place[2]]
    blanks = [place[:2] for place in places if not place[2]]
    for r, row in enumerate(turn_cells(formula.first, orientation.quarter)):
        for c, d in enumerate(row):
            if d and clues:
                model.add_allowed_assignments([rows[r], columns[c], digits[d - 1]], clues)
            elif not d and blanks:
                model.add_allowed_assignments([rows[r], columns[c]], blanks)
            else:
                model.add_bool_or([])


def solve(question: IsCopy, chosen: Model, seed: int) -> Run:
    """Build and solve a model of the question whether two Sudokus are copies."""
    asked = replace(question, encoding=chosen.encoding)
    parameters = {**cp_sat._PARAMETERS, **cp_sat._RANDOM_BRANCHES, **chosen.parameters}
    begin, solving, conflicts, is_copy = time.process_time(), 0.0, 0, False
    parts: Iterable[IsCopy] = [asked]
    if chosen.is_split:
        parts = asked.yield_questions_without_and_with_quarter_turn()
    for part in parts:
        model, variables = build(part.formula, chosen)
        solver = cp_model.CpSolver()
        for name, value in {**parameters, "random_seed": seed}.items():
            setattr(solver.parameters, name, value)
        mark = time.process_time()
        status = solver.solve(model)
        solving += time.process_time() - mark
        conflicts += solver.num_conflicts
        if is_copy := status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            true = frozenset(v for v, x in enumerate(variables, 1) if solver.boolean_value(x))
            assert part.formula.transformation(true).leads(question.first, question.second)
            break
        assert status == cp_model.INFEASIBLE, solver.status_name(status)
    return Run(is_copy, conflicts, solving, time.process_time() - begin)


def print_row(name: str, runs: Sequence[tuple[str, Run, Run]], families: Sequence[str]) -> None:
    """Print the row of a model. `runs` has the family of each pair, the run of the clauses and the
    run of the model.
    """

    def ratio(of: Callable[[Run], float], chosen: str | None = None) -> str:
        some = [(of(a), of(b)) for family, a, b in runs if chosen in (None, family)]
        return f"{median((b + 1e-3) / (a + 1e-3) for a, b in some):.2f}"

    cells = [ratio(of) for of in (lambda r: r.conflicts, lambda r: r.solving, lambda r: r.seconds)]
    cells += [ratio(lambda run: run.seconds, family) for family in families]
    cells.append(f"{sum(run.seconds for *_, run in runs):.1f}")
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


def yield_pairs(step: int, max_size: int) -> Iterator[tuple[str, IsCopy, bool]]:
    """Yield the pairs: the name of the family, the question, and whether the answer is yes. Of the
    pairs of the suites with at most `max_size` rows, every `step`-th is taken.
    """
    every = [one for suite in ("hard", "full") for one in list_suite(suite)]
    for instance in [one for one in every if one.size <= max_size][::step]:
        assert instance.copy_question is not None
        assert instance.known is not None
        yield instance.family, instance.copy_question, instance.known.ending == "copies"
    for is_copy in (True, False):
        yield "designs", IsCopy(*make_pair_of_hadamard_designs(16, 0, is_copy, 0)), is_copy
    for one, other, height in (
        (SemidirectProduct(4, 4), SemidirectProduct(4, 4, 3), 4),
        (SemidirectProduct(9, 2), SemidirectProduct(9, 2, 8), 1),
    ):
        yield "groups", IsCopy(*make_pair_of_group_tables(one, other, height, 0)), False


def main() -> None:
    """Measure the chosen models, by default all, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", default=list(MODELS), metavar="MODEL")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--step", type=int, default=4, help="use every STEP-th pair")
    parser.add_argument("--max-size", type=int, default=16, help="rows of the largest Sudokus")
    parser.add_argument("--families", nargs="*", metavar="FAMILY", help="use only these families")
    arguments = parser.parse_args()
    pairs = list(yield_pairs(arguments.step, arguments.max_size))
    if arguments.families:
        pairs = [one for one in pairs if one[0] in arguments.families]
    names = list(dict.fromkeys([CLAUSES, *arguments.models]))
    found: dict[str, list[tuple[str, Run, Run]]] = {name: [] for name in names}
    for family, question, is_copy in pairs:
        for seed in range(1, arguments.seeds + 1):
            order = random.Random(seed).sample(names, len(names))
            runs = {name: solve(question, MODELS[name], seed) for name in order}
            for name, run in runs.items():
                assert run.is_copy == is_copy, (name, question)
                found[name].append((family, runs[CLAUSES], run))
                print(
                    family, question.shape, seed, name, *run, sep=",", file=sys.stderr, flush=True
                )
    families = list(dict.fromkeys(family for family, *_ in pairs))
    print(f"{find_conditions()}; {len(pairs)} pairs, {arguments.seeds} seeds\n")
    print(f"| model | conflicts | solving | whole | {' | '.join(families)} | seconds |")
    print(f"| --- |{' ---: |' * (4 + len(families))}")
    for name, of_model in found.items():
        print_row(name, of_model, families)


if __name__ == "__main__":
    main()
