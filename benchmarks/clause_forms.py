"""How a question is best written as clauses: `python benchmarks/clause_forms.py [PART]`.

PART is `counting` (how a bound is counted, in questions of the nearest copy), `at-most-one` (of the
images of a line) or `symmetries` (of the first Sudoku, broken by their orbits). Prints a Markdown
table of clauses and of user CPU seconds of PySAT's cadical195, loading included; every answer is
compared with that of the other encodings. Nothing of this changes what the package writes.
"""

import argparse
import os
import resource
from collections.abc import Callable, Iterator
from itertools import count
from typing import cast
from unittest import mock

from pysat.card import CardEnc, EncType

from sudokopie import Grid
from sudokopie.answers.symmetries import find_orbits
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.applications.comparison.families import (
    Group,
    designs,
    group_tables,
    planted,
    unrelated,
)
from sudokopie.encoding import transformations
from sudokopie.encoding.formula import Clause, Counted, Formula, Totalizer, at_most_one
from sudokopie.encoding.part import GivingUp
from sudokopie.encoding.transformations import Transformations
from sudokopie.questions.copy import Copy
from sudokopie.solvers.clock import Clock
from sudokopie.solvers.protocol import SatBackend
from sudokopie.solvers.registry import find_backend
from sudokopie.sudoku.shape import BoxShape

Clauses = list[Clause]
Row = tuple[str, dict[str, Callable[[], Clauses]]]
"""An instance, and its clauses by the names of the encodings."""

NINE = BoxShape(3, 3)


# A bound


def counting() -> Iterator[Row]:
    """Yield questions whether so many clues agree, with the bound in several encodings."""
    made = [(f"unrelated {n}, {n // 2 + 1}", unrelated(NINE, n, 0), n // 2 + 1) for n in (36, 40)]
    made += [("unrelated 46, 24", unrelated(NINE, 46, 0), 24)]
    for clues, agreeing in ((44, 24), (52, 28), (60, 32)):
        made.append((f"planted {clues}, {agreeing}", planted(NINE, clues, agreeing, 0), agreeing))
    for name, pair, at_least in made:
        formula = GivingUp(*pair)
        bound = formula.total - at_least

        def whole(formula: GivingUp = formula, bound: int = bound) -> Clauses:
            counter = Totalizer(formula.costs, formula.variables + 1)
            return [*formula.clauses(), *counter.clauses(), counter.at_most(bound)]

        def cut(formula: GivingUp = formula, bound: int = bound) -> Clauses:
            return list(Counted(formula, bound).clauses())

        def by_pysat(kind: int, formula: GivingUp = formula, bound: int = bound) -> Clauses:
            encoded = CardEnc.atmost(formula.costs, bound, top_id=formula.variables, encoding=kind)
            return [*formula.clauses(), *encoded.clauses]

        encodings: dict[str, Callable[[], Clauses]] = {"whole totalizer": whole, "cut": cut}
        for name_, kind in (
            ("sequential counter", EncType.seqcounter),
            ("cardinality network", EncType.cardnetwrk),
            ("k-modulo totalizer", EncType.kmtotalizer),
        ):
            encodings[name_] = lambda kind=kind, of=by_pysat: of(kind)  # type: ignore[misc]
        yield name, encodings


# At most one image of a line


def pairs() -> Iterator[tuple[str, Copy]]:
    """Yield designs and tables of groups, copies and not."""
    for order, switches, same in ((16, 0, True), (16, 0, False), (24, 2, True), (24, 2, False)):
        pair = designs(order, switches, same, 0)
        yield f"designs {order - 1} {'copy' if same else 'other'}", Copy(*pair)
    for one, other in (
        (Group(4, 4), Group(4, 4, 3)),
        (Group(9, 2), Group(9, 2, 8)),
        (Group(5, 4), Group(5, 4, 4)),
        (Group(9, 3), Group(9, 3, 4)),
    ):
        yield f"groups {one.m * one.n}: {one}, {other}", Copy(*group_tables(one, other, 1, 0))


def ladder(variables: Clause, numbers: Iterator[int]) -> Iterator[Clause]:
    """A chain of variables that say that the one is behind (Gent, Nightingale 2004)."""
    behind = [next(numbers) for _ in variables[1:]]
    for k, new in enumerate(behind):
        yield [-variables[k], new]
        yield [-new, -variables[k + 1]]
        if k:
            yield [-behind[k - 1], new]


def commander(variables: Clause, numbers: Iterator[int]) -> Iterator[Clause]:
    """Groups of three, of which a commander is true if one of them is (Klieber, Kwon 2007)."""
    if len(variables) <= 6:
        yield from at_most_one(variables)
        return
    commanders = []
    for start in range(0, len(variables), 3):
        group = variables[start : start + 3]
        commanders.append(next(numbers))
        yield from at_most_one(group)
        yield from ([-variable, commanders[-1]] for variable in group)
    yield from commander(commanders, numbers)


AtMostOne = Callable[[Clause, Iterator[int]], Iterator[Clause]]


def written(question: Copy, at_most: AtMostOne) -> Clauses:
    """Return the clauses of a question with at-most-one said in another way."""
    numbers = count(question.formula.variables + 1)

    def exactly_one(variables: Clause) -> Iterator[Clause]:
        yield variables
        yield from at_most(variables, numbers)

    with mock.patch.object(transformations, "exactly_one", exactly_one):
        return list(question.formula.clauses())


def at_most_ones() -> Iterator[Row]:
    """Yield pairs with at-most-one by pairs, by a ladder and by commanders."""
    ways: dict[str, AtMostOne] = {
        "pairs": lambda variables, _: at_most_one(variables),
        "ladder": ladder,
        "commander": commander,
    }
    for name, question in pairs():
        yield (
            name,
            {
                way: lambda question=question, how=how: written(question, how)  # type: ignore[misc]
                for way, how in ways.items()
            },
        )


# Symmetries of the first Sudoku


def breaking(formula: Transformations, first: Grid) -> Iterator[Clause]:
    """Of all ways that symmetries of the first Sudoku make of one, leave one (Puget 2005).

    A symmetry, followed by a way, is a way. Where symmetries that leave all lines before p in place
    bring p to q, the image of p comes before that of q. If one turns the Sudoku, none of the ways
    does so by a quarter.
    """
    size, unknowns = first.size, formula.unknowns
    found = find_orbits(first)
    upright = unknowns.row_line + unknowns.column_line
    # A quarter turn makes column i row i, and row i the column as far from the right.
    turned = unknowns.column_line[::-1] + unknowns.row_line
    if found.turn is not None:
        yield [-unknowns.quarter]
    for p, orbit in enumerate(found.find_orbits()):
        for q in orbit - {p}:
            for lines, other in ((upright, unknowns.quarter), (turned, -unknowns.quarter)):
                # In order: a line whose image is j, and another whose image is i <= j, is refused.
                for j, after in lines[p].items():
                    yield from ([-after, -lines[q][i], other] for i in range(j))
    assert len(upright) == 2 * size


def symmetries() -> Iterator[Row]:
    """Yield pairs without and with the symmetries of the first Sudoku broken."""
    for name, question in pairs():

        def plain(question: Copy = question) -> Clauses:
            return list(question.formula.clauses())

        def broken(question: Copy = question) -> Clauses:
            formula = question.formula
            return [*formula.clauses(), *breaking(formula, question.first)]

        yield name, {"plain": plain, "broken": broken}


# Measuring


class Given(Formula):
    """Clauses as a formula."""

    def __init__(self, clauses: Clauses) -> None:
        self._clauses = clauses
        self.variables = max(abs(literal) for clause in clauses for literal in clause)

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield them all under one name."""
        yield "clauses", iter(self._clauses)


def solved(clauses: Clauses, limit: int) -> tuple[str, float]:
    """Return the answer, and the CPU seconds of a process of its own; no answer at the limit."""
    child = os.fork()
    if not child:
        used = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + limit, -1))
        found = cast("SatBackend", find_backend("pysat:cadical195")).solve_formula(
            Given(clauses), Clock()
        )
        os._exit(20 if found.model is None else 10)
    _, status, used_by = os.wait4(child, 0)
    answers = {10: "yes", 20: "no"}
    return answers.get(os.waitstatus_to_exitcode(status), ""), used_by.ru_utime


PARTS = {"counting": counting, "at-most-one": at_most_ones, "symmetries": symmetries}


def main() -> None:
    """Measure one part, or all, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS), metavar="PART")
    parser.add_argument("--limit", type=int, default=60, help="CPU seconds of each run")
    arguments = parser.parse_args()
    print(f"{find_conditions()}; limit {arguments.limit} s, one run each")
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
                answer, seconds = solved(clauses, arguments.limit)
                answers |= {answer} - {""}
                time = f"{seconds:.1f} s" if answer else f"> {arguments.limit} s"
                cells.append(f"{len(clauses):,}, {time}")
            assert len(answers) < 2, (name, answers)
            print(f"| {name} | {''.join(answers)} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
