"""Compare several encodings of the same question as clauses for a SAT solver: `python
benchmarks/clause_forms.py [PART]`.

PART is `counting` (encodings of the bound in questions about the nearest copy), `at-most-one`
(encodings of the condition that a row or column moves to at most one place), `symmetries` (clauses
that rule out answers that differ only by a symmetry of the first Sudoku) or `line-maps` (the forms
of `--line-maps` and `--cells`). Prints a Markdown table with the number of clauses, and the user
CPU seconds, including the time to load the clauses, and conflicts of PySAT's cadical195. With
`--seeds N` the seconds and the conflicts are medians over N random orders of the variables and
clauses. The answers of all encodings are compared. The package itself uses only the encodings of
`line-maps`.
"""

import argparse
import os
import resource
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from statistics import median
from typing import NamedTuple, cast
from unittest import mock

from pysat.card import CardEnc, EncType

from sudokopie import Grid
from sudokopie.answers.symmetries import find_line_orbit_witnesses
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.applications.comparison.families import (
    SemidirectProduct,
    make_pair_of_group_tables,
    make_pair_of_hadamard_designs,
    make_pair_of_unrelated_puzzles,
    make_puzzle_pair_with_agreeing_clues,
)
from sudokopie.applications.comparison.permuted_formula import PermutedFormula
from sudokopie.encoding import transformations
from sudokopie.encoding.candidates import LINE_MAP_FORMS, PLAIN, Encoding
from sudokopie.encoding.clue_comparison import MostAgreeingCellsFormula
from sudokopie.encoding.formula import (
    Clause,
    Formula,
    FormulaWithCostCounter,
    Totalizer,
    yield_at_most_one_clauses,
)
from sudokopie.encoding.transformations import TransformationFormula
from sudokopie.questions.copy import IsCopy
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.protocol import SatBackend
from sudokopie.solvers.registry import find_backend
from sudokopie.sudoku.shape import BoxShape

Clauses = list[Clause]
Row = tuple[str, dict[str, Callable[[], Clauses]]]
"""The name of an instance, and for each encoding a function that makes its clauses."""

NINE = BoxShape(3, 3)


# Encodings of a bound


def list_counting_encodings() -> Iterator[Row]:
    """Yield the rows of the table "counting": the name of a question, and several encodings of it
    as clauses. The question is whether at least a given number of clues of two Sudokus can be made
    to agree; the encodings differ in how they count.
    """
    made = [
        (f"unrelated {n}, {n // 2 + 1}", make_pair_of_unrelated_puzzles(NINE, n, 0), n // 2 + 1)
        for n in (36, 40)
    ]
    made += [("unrelated 46, 24", make_pair_of_unrelated_puzzles(NINE, 46, 0), 24)]
    for clues, agreeing in ((44, 24), (52, 28), (60, 32)):
        made.append(
            (
                f"planted {clues}, {agreeing}",
                make_puzzle_pair_with_agreeing_clues(NINE, clues, agreeing, 0),
                agreeing,
            )
        )
    for name, pair, at_least in made:
        formula = MostAgreeingCellsFormula(*pair)
        bound = formula.compared_cell_count - at_least

        def count_to_the_end(
            formula: MostAgreeingCellsFormula = formula, bound: int = bound
        ) -> Clauses:
            """Return the clauses of the question whether enough clues agree. They contain a counter
            of the clues that do not agree, which can count up to the number of all clues.
            """
            counter = Totalizer(formula.costs, formula.variables + 1)
            return [*formula.clauses(), *counter.clauses(), counter.make_at_most_assumptions(bound)]

        def count_to_the_bound(
            formula: MostAgreeingCellsFormula = formula, bound: int = bound
        ) -> Clauses:
            """Return the clauses of the question whether enough clues agree. They contain the
            package's counter of the clues that do not agree, which stops counting at the bound.
            """
            return list(FormulaWithCostCounter(formula, bound).clauses())

        def count_by_pysat(
            kind: int, formula: MostAgreeingCellsFormula = formula, bound: int = bound
        ) -> Clauses:
            """Return the clauses of the question whether enough clues agree. The clues that do not
            agree are counted by a counter of PySAT. `kind` selects PySAT's encoding.
            """
            encoded = CardEnc.atmost(formula.costs, bound, top_id=formula.variables, encoding=kind)
            return [*formula.clauses(), *encoded.clauses]

        encodings: dict[str, Callable[[], Clauses]] = {
            "whole totalizer": count_to_the_end,
            "cut": count_to_the_bound,
        }
        for name_, kind in (
            ("sequential counter", EncType.seqcounter),
            ("cardinality network", EncType.cardnetwrk),
            ("k-modulo totalizer", EncType.kmtotalizer),
        ):
            encodings[name_] = lambda kind=kind, of=count_by_pysat: of(kind)  # type: ignore[misc]
        yield name, encodings


# Encodings of at most one


def list_pairs() -> Iterator[tuple[str, IsCopy]]:
    """Yield pairs of grids made from block designs and from group tables, each with a name. Some of
    the pairs are copies.
    """
    for order, switches, same in ((16, 0, True), (16, 0, False), (24, 2, True), (24, 2, False)):
        pair = make_pair_of_hadamard_designs(order, switches, same, 0)
        yield f"designs {order - 1} {'copy' if same else 'other'}", IsCopy(*pair)
    for one, other in (
        (SemidirectProduct(4, 4), SemidirectProduct(4, 4, 3)),
        (SemidirectProduct(9, 2), SemidirectProduct(9, 2, 8)),
        (SemidirectProduct(5, 4), SemidirectProduct(5, 4, 4)),
        (SemidirectProduct(9, 3), SemidirectProduct(9, 3, 4)),
    ):
        yield (
            f"groups {one.m * one.n}: {one}, {other}",
            IsCopy(*make_pair_of_group_tables(one, other, 1, 0)),
        )


def write_ladder(variables: Clause, numbers: Iterator[int]) -> Iterator[Clause]:
    """Yield clauses by which at most one of `variables` is true, in the ladder encoding (Gent,
    Nightingale 2004). `numbers` yields the numbers of new variables.

    The k-th of the new variables means that one of the first k + 1 variables is true.
    """
    behind = [next(numbers) for _ in variables[1:]]
    for k, new in enumerate(behind):
        yield [-variables[k], new]
        yield [-new, -variables[k + 1]]
        if k:
            yield [-behind[k - 1], new]


def write_commander(variables: Clause, numbers: Iterator[int]) -> Iterator[Clause]:
    """Yield clauses by which at most one of `variables` is true, in the commander encoding
    (Klieber, Kwon 2007). `numbers` yields the numbers of new variables.

    The variables are divided into groups of three; the commander of a group is a new variable that
    is true if a variable of the group is true. At most one commander is true.
    """
    if len(variables) <= 6:
        yield from yield_at_most_one_clauses(variables)
        return
    commanders = []
    for start in range(0, len(variables), 3):
        group = variables[start : start + 3]
        commanders.append(next(numbers))
        yield from yield_at_most_one_clauses(group)
        yield from ([-variable, commanders[-1]] for variable in group)
    yield from write_commander(commanders, numbers)


AtMostOne = Callable[[Clause, Iterator[int]], Iterator[Clause]]


def write_question(question: IsCopy, at_most: AtMostOne) -> Clauses:
    """Return the clauses of a question about two Sudokus, with another encoding of the conditions
    that at most one of some variables is true. `at_most` yields the clauses of such a condition.
    """
    numbers = count(question.formula.variables + 1)

    def write_exactly_one(variables: Clause) -> Iterator[Clause]:
        """Yield clauses by which exactly one of the variables is true."""
        yield variables
        yield from at_most(variables, numbers)

    with mock.patch.object(transformations, "yield_exactly_one_clauses", write_exactly_one):
        return list(question.formula.clauses())


def list_at_most_one_encodings() -> Iterator[Row]:
    """Yield the rows of the table "at-most-one": the name of a pair, and three encodings of the
    question whether the two grids are copies. They differ in the conditions that at most one of
    some variables is true: by pairs of variables, by a ladder, and by commanders.
    """
    ways: dict[str, AtMostOne] = {
        "pairs": lambda variables, _: yield_at_most_one_clauses(variables),
        "ladder": write_ladder,
        "commander": write_commander,
    }
    for name, question in list_pairs():
        yield (
            name,
            {
                way: lambda question=question, how=how: write_question(question, how)  # type: ignore[misc]
                for way, how in ways.items()
            },
        )


# Symmetries of the first Sudoku


def break_symmetries(formula: TransformationFormula, first: Grid) -> Iterator[Clause]:
    """Yield clauses that allow only one of several transformations that are equivalent, because
    they differ only by a symmetry of the first Sudoku (Puget 2005).

    If a symmetry is followed by a transformation from the first Sudoku to the second, the result is
    another such transformation. Of all transformations that differ only in this way, the clauses
    allow exactly one. The rows and columns (lines) are numbered. If symmetries that keep all lines
    before line p in place can move line p to the place of line q, the transformation must move p to
    an earlier place than q. If a symmetry has a quarter turn, the transformation must have no
    quarter turn.
    """
    size, unknowns = first.size, formula.unknowns
    found = find_line_orbit_witnesses(first)
    upright = unknowns.row_line + unknowns.column_line
    # A quarter turn makes column i row i, and row i the i-th column from the right.
    turned = unknowns.column_line[::-1] + unknowns.row_line
    if found.turn is not None:
        yield [-unknowns.quarter]
    for p, orbit in enumerate(found.check_and_find_line_orbits()):
        for q in orbit - {p}:
            for lines, other in ((upright, unknowns.quarter), (turned, -unknowns.quarter)):
                # The clause forbids that p has the image j while q has an image i before it.
                for j, after in lines[p].items():
                    yield from ([-after, -lines[q][i], other] for i in range(j))
    assert len(upright) == 2 * size


def list_symmetry_encodings() -> Iterator[Row]:
    """Yield the rows of the table "symmetries": the name of a pair, and two encodings of the
    question whether the two grids are copies. The second encoding allows only one of several
    transformations that differ by a symmetry of the first grid.
    """
    for name, question in list_pairs():

        def write_plain(question: IsCopy = question) -> Clauses:
            return list(question.formula.clauses())

        def write_without_symmetries(question: IsCopy = question) -> Clauses:
            formula = question.formula
            return [*formula.clauses(), *break_symmetries(formula, question.first)]

        yield name, {"plain": write_plain, "broken": write_without_symmetries}


# The forms of the package


def list_package_encodings() -> Iterator[Row]:
    """Yield the rows of the table "line-maps": the name of a pair, and the question whether the two
    grids are copies with each form of the clauses about rows and columns, and about cells.
    """
    forms = {
        f"{line_maps}, {cells}": Encoding(cells=cells, line_maps=line_maps)
        for cells in (PLAIN.cells, "both")
        for line_maps in LINE_MAP_FORMS
    }
    for name, question in list_pairs():
        asked = {form: replace(question, encoding=encoding) for form, encoding in forms.items()}
        yield name, {form: partial(list, one.formula.clauses()) for form, one in asked.items()}


# Measuring


class FormulaOfClauses(Formula):
    """A formula that consists of the list of clauses with which it was created."""

    def __init__(self, clauses: Clauses) -> None:
        self._clauses = clauses
        self.variables = max(abs(literal) for clause in clauses for literal in clause)

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield all clauses as one named group."""
        yield "clauses", iter(self._clauses)


class Run(NamedTuple):
    """The result of a solver on a formula: the answer "yes" or "no", empty if the solver reached
    the limit; the user CPU seconds; and the number of conflicts, 0 if the limit was reached.
    """

    answer: str
    seconds: float
    conflicts: int


def solve_in_own_process(formula: Formula, limit: int) -> Run:
    """Solve a formula in a separate process, which may take `limit` seconds of user CPU time."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        used = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + limit, -1))
        found = cast("SatBackend", find_backend("pysat:cadical195")).solve_formula(
            formula, Deadline()
        )
        os.write(writing, str(found.statistics["conflicts"]).encode())
        os._exit(20 if found.model is None else 10)
    os.close(writing)
    with open(reading, "rb") as file:
        conflicts = int(file.read() or 0)
    _, status, used_by = os.wait4(child, 0)
    answers = {10: "yes", 20: "no"}
    answer = answers.get(os.waitstatus_to_exitcode(status), "")
    return Run(answer, used_by.ru_utime, conflicts)


def measure(clauses: Clauses, limit: int, seeds: int) -> list[Run]:
    """Solve a list of clauses: in its own order if `seeds` is 0, otherwise in `seeds` random orders
    of its variables and clauses.
    """
    formula = FormulaOfClauses(clauses)
    orders = [formula] if not seeds else [PermutedFormula(formula, k + 1) for k in range(seeds)]
    return [solve_in_own_process(one, limit) for one in orders]


PARTS = {
    "counting": list_counting_encodings,
    "at-most-one": list_at_most_one_encodings,
    "symmetries": list_symmetry_encodings,
    "line-maps": list_package_encodings,
}


def main() -> None:
    """Measure the encodings of the chosen parts of this benchmark, by default of all parts, and
    print the tables.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS), metavar="PART")
    parser.add_argument("--limit", type=int, default=60, help="CPU seconds of each run")
    parser.add_argument("--seeds", type=int, default=0, help="random orders of each formula")
    arguments = parser.parse_args()
    runs = f"medians of {arguments.seeds} orders" if arguments.seeds else "one run each"
    print(f"{find_conditions()}; limit {arguments.limit} s, {runs}")
    for part in arguments.parts:
        first = True
        for name, encodings in PARTS[part]():
            if first:
                print(f"\n| {part} | answer | {' | '.join(encodings)} |")
                print(f"| --- | --- |{' ---: |' * len(encodings)}")
                first = False
            cells, answers = [], set()
            for make in encodings.values():
                clauses = make()
                found = measure(clauses, arguments.limit, arguments.seeds)
                answers |= {run.answer for run in found} - {""}
                # The median is a limit if half of the runs reached it.
                run = sorted(found, key=lambda run: (not run.answer, run.seconds))[len(found) // 2]
                conflicts = median(run.conflicts for run in found)
                time = f"{run.seconds:.2f} s, {conflicts:,.0f}"
                cells.append(
                    f"{len(clauses):,}, {time if run.answer else f'> {arguments.limit} s'}"
                )
            assert len(answers) < 2, (name, answers)
            print(f"| {name} | {''.join(answers)} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
