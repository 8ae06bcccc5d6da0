"""Formulas: clauses in named families, about variables that mean something; counted, as text."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from ..base.errors import ArgumentError, LimitError

Clause = list[int]
"""Literals, at least one of which is true: a variable's number, negative where it is false."""


class Formula(Protocol):
    """Clauses in families, about the variables 1 to `variables`.

    The same formula yields the same clauses in the same order each time.
    """

    variables: int

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the families of clauses with their names."""
        ...

    def legend(self) -> Iterator[tuple[int, str]]:
        """Yield variables and what they say, in ascending order; none if nothing prints them."""
        return iter(())

    def contradiction(self) -> list[Clause]:
        """Return clauses that no model meets; the formula has none of them yet."""
        return [[]]

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses of all families."""
        for _, clauses in self.families():
            yield from clauses

    def _new(self) -> int:
        """Return the number of a further variable."""
        self.variables += 1
        return self.variables


class Costed(Formula, Protocol):
    """A formula with `costs`: variables of which as few as possible are to be true."""

    costs: list[int]


class Sum(NamedTuple):
    """Coefficients of literals; those of the true ones add up to `at_least`."""

    terms: list[tuple[int, int]]
    at_least: int


Soft = tuple[int, Clause]
"""A clause that may be broken, after what that costs."""


MOST_CLAUSES = 10**8
"""The most clauses that a formula may have; that is what the plain encoding of 81×81 cells takes.

In a solver that many take some four gigabytes."""


def check_clauses(most: int) -> None:
    """Raise `LimitError` for more clauses than the limit; called before variables are made."""
    if most > MOST_CLAUSES:
        raise LimitError(
            "this question would need about {count} million clauses; the limit is {limit} million",
            count=f"{most // 10**6:,}",
            limit=MOST_CLAUSES // 10**6,
        )


def count_clauses_by_family(formula: Formula) -> dict[str, int]:
    """Return how many clauses each family has."""
    counts: dict[str, int] = {}
    for name, clauses in formula.families():
        counts[name] = counts.get(name, 0) + sum(1 for _ in clauses)
    return counts


def exactly_one(variables: Clause) -> Iterator[Clause]:
    """At least one and, pairwise, at most one: 1 + m(m - 1)/2 clauses."""
    yield variables
    yield from at_most_one(variables)


def at_most_one(variables: Clause) -> Iterator[Clause]:
    """Pairwise: m(m - 1)/2 clauses."""
    for k, variable in enumerate(variables):
        for other in variables[:k]:
            yield [-other, -variable]


# Counting true literals: a totalizer (Bailleux, Boufkhad 2003), the half that bounds need


class Totalizer(Formula):
    """Variables that say how many of some literals are true, at least.

    `outputs[j]` is implied by j + 1 true literals, so that assuming it false allows at most j. Cut
    at a `limit`, it counts no further than one more. Its variables start at `first_free`.
    """

    def __init__(self, literals: Sequence[int], first_free: int, limit: int | None = None) -> None:
        self.literals = literals
        self._most = len(literals) if limit is None else max(limit, 0) + 1
        self._merges: list[tuple[list[int], list[int], list[int], int]] = []
        self.variables = first_free - 1
        self.outputs = self._tree(list(literals))

    def at_most(self, bound: int) -> list[int]:
        """Return what to assume so that at most `bound` are true; raise `ArgumentError` below 0."""
        if bound < 0:
            raise ArgumentError(f"expected a bound of at least 0, found {bound}")
        return [-self.outputs[bound]] if bound < len(self.outputs) else []

    def count(self, true: Collection[int]) -> int:
        """Return how many of the literals are true; all of them must be variables."""
        return sum(1 for literal in self.literals if literal in true)

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield "counter", self._sums()

    def legend(self) -> Iterator[tuple[int, str]]:
        for _, _, total, counted in self._merges:
            for number, variable in enumerate(total, 1):
                yield variable, f"at least {number} of {counted} that are counted"

    def _sums(self) -> Iterator[Clause]:
        """Sums of two halves, up to a·b + a + b clauses for a and b literals, in a tree."""
        for left, right, total, _ in self._merges:
            for i in range(len(left) + 1):
                for j in range(len(right) + 1):
                    if 0 < i + j <= len(total):
                        premises = [-left[i - 1]] * bool(i) + [-right[j - 1]] * bool(j)
                        yield [*premises, total[i + j - 1]]

    def _tree(self, literals: list[int]) -> list[int]:
        if len(literals) <= 1:
            return literals
        middle = len(literals) // 2
        left, right = self._tree(literals[:middle]), self._tree(literals[middle:])
        total = [self._new() for _ in literals[: self._most]]
        self._merges.append((left, right, total, len(literals)))
        return total


class Counted(Formula):
    """A formula with a counter of its costs, on which a bound can be put.

    With `limit`, at most so many are true. The counter is `cut` there, but not in version 1.0.0.
    """

    def __init__(self, formula: Costed, limit: int | None = None, cut: bool = True) -> None:
        self.formula, self.limit = formula, limit
        most = limit if cut else None
        self.counter = Totalizer(formula.costs, formula.variables + 1, most)
        self.variables = self.counter.variables

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from self.formula.families()
        yield from self.counter.families()
        if self.limit is not None and self.limit < 0:
            yield "limit", iter(self.formula.contradiction())
        elif self.limit is not None:
            yield "limit", ([literal] for literal in self.counter.at_most(self.limit))

    def legend(self) -> Iterator[tuple[int, str]]:
        yield from self.formula.legend()
        yield from self.counter.legend()


# As text that solvers read: DIMACS CNF, WCNF, OPB


def write_dimacs(formula: Formula) -> Iterator[str]:
    """Yield the pieces of a formula in DIMACS, whole lines each."""
    yield f"p cnf {formula.variables} {sum(count_clauses_by_family(formula).values())}\n"
    yield from write_clause_lines(formula)


def write_clause_lines(formula: Formula, prefix: str = "") -> Iterator[str]:
    """Yield the lines of the clauses, many at a time, because a line alone is a small piece."""
    lines: list[str] = []
    for clause in formula.clauses():
        lines.append(f"{prefix}{' '.join(map(str, clause))} 0\n")
        if len(lines) == 4096:
            yield "".join(lines)
            lines.clear()
    yield "".join(lines)


def write_wcnf(
    formula: Formula, costs: Sequence[int], *, with_header: bool = False
) -> Iterator[str]:
    """Yield the pieces of a WCNF in which each of the costs is a soft clause of weight 1.

    A hard clause begins with h or, `with_header` as before 2022, weighs more than all soft ones.
    """
    top = "h"
    if with_header:
        top = str(len(costs) + 1)
        count = sum(count_clauses_by_family(formula).values()) + len(costs)
        yield f"p wcnf {formula.variables} {count} {top}\n"
    yield from write_clause_lines(formula, f"{top} ")
    yield from (f"1 -{cost} 0\n" for cost in costs)


def write_opb(formula: Formula, costs: Sequence[int], at_most: int | None = None) -> Iterator[str]:
    """Yield the pieces of an OPB: as few costs as possible, or at most so many; sizes first."""
    count = sum(count_clauses_by_family(formula).values()) + (bool(costs) and at_most is not None)
    yield f"* #variable= {formula.variables} #constraint= {count}\n"
    if costs and at_most is None:
        yield f"min: {_write_sum(costs)} ;\n"
    for clause in formula.clauses():
        negative = sum(1 for v in clause if v < 0)
        yield f"{_write_sum(clause)} >= {1 - negative} ;\n"
    if costs and at_most is not None:
        yield f"{_write_sum([-cost for cost in costs])} >= {-at_most} ;\n"


def _write_sum(literals: Iterable[int]) -> str:
    return " ".join(f"+1 x{v}" if v > 0 else f"-1 x{-v}" for v in literals)


def split_lines(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text that comes in pieces, whole lines each."""
    for piece in pieces:
        yield from piece.splitlines()
