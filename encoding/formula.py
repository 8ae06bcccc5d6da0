"""Formulas: clauses in named families, about variables with a meaning. Functions here count the
clauses and write a formula as text for solvers.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from ..base.errors import ArgumentError, LimitError

Clause = list[int]
"""Literals of which at least one is true. A literal is the number of a variable, negative if the
variable is negated.
"""


class Formula(Protocol):
    """Clauses in named families, about the variables 1 to `variables`.

    A formula yields the same clauses in the same order each time.
    """

    variables: int

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield the name of each family with an iterator over its clauses."""
        ...

    def legend(self) -> Iterator[tuple[int, str]]:
        """Yield each variable with its meaning in words, in ascending order. A formula whose
        variables are never printed yields nothing.
        """
        return iter(())

    def contradiction(self) -> list[Clause]:
        """Return clauses that make the formula unsatisfiable. None of them is in the formula
        yet.
        """
        return [[]]

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses of all families."""
        for _, clauses in self.families():
            yield from clauses

    def _new(self) -> int:
        """Add a variable and return its number."""
        self.variables += 1
        return self.variables


class Costed(Formula, Protocol):
    """A formula with `costs`: a list of variables of which as few as possible shall be true."""

    costs: list[int]


class Sum(NamedTuple):
    """A linear constraint. `terms` has pairs of a coefficient and a literal; the coefficients of
    the true literals must add up to at least `at_least`.
    """

    terms: list[tuple[int, int]]
    at_least: int


Soft = tuple[int, Clause]
"""A soft clause: the price of breaking the clause, and the clause."""


MOST_CLAUSES = 10**8
"""The most clauses that a formula may have. The plain encoding of a grid of 81×81 cells has about
this number, which takes some four gigabytes in a solver.
"""


def check_clauses(most: int) -> None:
    """Raise `LimitError` if `most`, an estimated number of clauses, is greater than `MOST_CLAUSES`.
    Formulas call this before they make any variables.
    """
    if most > MOST_CLAUSES:
        raise LimitError(
            "this question would need about {count} million clauses; the limit is {limit} million",
            count=f"{most // 10**6:,}",
            limit=MOST_CLAUSES // 10**6,
        )


def count_clauses_by_family(formula: Formula) -> dict[str, int]:
    """Return the number of clauses in each family, by the family's name."""
    counts: dict[str, int] = {}
    for name, clauses in formula.families():
        counts[name] = counts.get(name, 0) + sum(1 for _ in clauses)
    return counts


def exactly_one(variables: Clause) -> Iterator[Clause]:
    """Yield the clauses by which exactly one of m variables is true: one clause for at least one,
    and m(m - 1)/2 pairwise clauses for at most one.
    """
    yield variables
    yield from at_most_one(variables)


def at_most_one(variables: Clause) -> Iterator[Clause]:
    """Yield the clauses by which at most one of m variables is true: m(m - 1)/2 clauses, because
    each pair of variables needs a clause.
    """
    for k, variable in enumerate(variables):
        for other in variables[:k]:
            yield [-other, -variable]


# Counting true literals: a totalizer (Bailleux, Boufkhad 2003), only with the half of its clauses
# that upper bounds need


class Totalizer(Formula):
    """A formula that counts how many of some literals are true. If j + 1 of them are true,
    `outputs[j]` is true, so that at most j can be true if `outputs[j]` is assumed to be false.

    If `limit` is given, the counter counts up to `limit` + 1 and no further. Its new variables
    start at `first_free`.
    """

    def __init__(self, literals: Sequence[int], first_free: int, limit: int | None = None) -> None:
        self.literals = literals
        self._most = len(literals) if limit is None else max(limit, 0) + 1
        self._merges: list[tuple[list[int], list[int], list[int], int]] = []
        self.variables = first_free - 1
        self.outputs = self._tree(list(literals))

    def at_most(self, bound: int) -> list[int]:
        """Return the assumptions under which at most `bound` of the literals are true: one literal,
        or an empty list if all of the literals may be true. Raise `ArgumentError` if `bound` is
        negative.
        """
        if bound < 0:
            raise ArgumentError(f"expected a bound of at least 0, found {bound}")
        return [-self.outputs[bound]] if bound < len(self.outputs) else []

    def count(self, true: Collection[int]) -> int:
        """Return how many of the counted literals are among the true variables `true`. All counted
        literals must be variables.
        """
        return sum(1 for literal in self.literals if literal in true)

    def families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield "counter", self._sums()

    def legend(self) -> Iterator[tuple[int, str]]:
        for _, _, total, counted in self._merges:
            for number, variable in enumerate(total, 1):
                yield variable, f"at least {number} of {counted} that are counted"

    def _sums(self) -> Iterator[Clause]:
        """Yield the clauses of a tree in which each node adds the counts of its two halves: up to
        a·b + a + b clauses for a node with a and b literals below it.
        """
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
    """A formula together with a counter of its costs, so that the number of true costs can be
    bounded. If `limit` is given, at most `limit` costs may be true. If `cut` is true, the counter
    stops counting at that limit, which it did not in version 1.0.0.
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


# Formulas as text that solvers read: DIMACS CNF, WCNF, OPB


def write_dimacs(formula: Formula) -> Iterator[str]:
    """Yield a formula as DIMACS CNF text, in pieces that are whole lines."""
    yield f"p cnf {formula.variables} {sum(count_clauses_by_family(formula).values())}\n"
    yield from write_clause_lines(formula)


def write_clause_lines(formula: Formula, prefix: str = "") -> Iterator[str]:
    """Yield the clauses of a formula as lines of text, each with `prefix` before it. Many lines
    make one piece, because single lines would be slow.
    """
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
    """Yield a formula as WCNF text, in pieces that are whole lines. Each of the `costs` is a soft
    clause of weight 1.

    A hard clause begins with h. If `with_header` is true, the text has the form used before 2022: a
    header, and hard clauses that weigh more than all soft clauses together.
    """
    top = "h"
    if with_header:
        top = str(len(costs) + 1)
        count = sum(count_clauses_by_family(formula).values()) + len(costs)
        yield f"p wcnf {formula.variables} {count} {top}\n"
    yield from write_clause_lines(formula, f"{top} ")
    yield from (f"1 -{cost} 0\n" for cost in costs)


def write_opb(formula: Formula, costs: Sequence[int], at_most: int | None = None) -> Iterator[str]:
    """Yield a formula as OPB text, in pieces that are whole lines, of which the first has the
    numbers of variables and constraints. The text asks for as few true costs as possible or, if
    `at_most` is given, for at most `at_most` true costs.
    """
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
    """Yield the single lines of a text that comes in pieces of whole lines."""
    for piece in pieces:
        yield from piece.splitlines()
