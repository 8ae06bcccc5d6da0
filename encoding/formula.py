"""Formulas: clauses about variables, in named groups (families), and the meaning of each variable
in words. The functions count the clauses of a formula, and format the formula as text that solvers
read.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

from ..base.errors import ArgumentError, LimitError

Clause = list[int]
"""Literals of which at least one is true. A literal is the number of a variable, negative if the
variable is negated.
"""


class Formula(Protocol):
    """The base class of formulas: clauses about variables, which are numbered from 1 to
    `variables`. The clauses are in named groups, called families. A formula yields the same clauses
    in the same order each time.
    """

    variables: int

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield pairs: the name of a family of clauses, and an iterator over the clauses in this
        family.
        """
        ...

    def yield_variable_descriptions(self) -> Iterator[tuple[int, str]]:
        """Yield each variable with its meaning in words, in ascending order. A formula whose
        variables are never printed yields nothing.
        """
        return iter(())

    def make_contradiction_clauses(self) -> list[Clause]:
        """Return clauses that contradict the formula: if a caller adds them, the formula has no
        model. A caller adds them if a requirement, such as a bound on the costs, cannot be met.
        Clauses that the formula already has are not in the list.
        """
        return [[]]

    @cached_property
    def clause_counts(self) -> dict[str, int]:
        """The number of clauses in each family, by the family's name. The clauses are counted only
        once, at the first access; the comments and the problem line of a file both need the
        numbers.
        """
        counts: dict[str, int] = {}
        for name, clauses in self.yield_clause_families():
            counts[name] = counts.get(name, 0) + sum(1 for _ in clauses)
        return counts

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses of all families."""
        for _, clauses in self.yield_clause_families():
            yield from clauses

    def _add_variable(self) -> int:
        """Add a new variable to the formula and return the variable's number."""
        self.variables += 1
        return self.variables


class FormulaWithCosts(Formula, Protocol):
    """A formula with costs: a solver looks for a model in which as few costs as possible are true.
    The list `costs` contains the variables that are the costs.
    """

    costs: list[int]


class LinearConstraint(NamedTuple):
    """A constraint on the sum of some literals: the coefficients of the true literals add up to at
    least `at_least`. `terms` has the pairs (coefficient, literal).
    """

    terms: list[tuple[int, int]]
    at_least: int


SoftClause = tuple[int, Clause]
"""A clause that a model need not satisfy, as a pair: first the price of not satisfying the clause,
then the clause itself.
"""


MOST_CLAUSES = 10**8
"""The most clauses that a formula may have. The plain encoding of a grid of 81×81 cells has about
this number, which takes some four gigabytes in a solver.
"""


def check_clause_count(estimated_count: int) -> None:
    """Raise `LimitError` if a formula would have too many clauses: more than `MOST_CLAUSES`.
    `estimated_count` is the estimated number of its clauses; formulas call this function before
    they make any variables, so that memory does not run out.
    """
    if estimated_count > MOST_CLAUSES:
        raise LimitError(
            "this question would need about {count} million clauses; the limit is {limit} million",
            count=f"{estimated_count // 10**6:,}",
            limit=MOST_CLAUSES // 10**6,
        )


def yield_exactly_one_clauses(variables: Clause) -> Iterator[Clause]:
    """Yield the clauses by which exactly one of m variables is true: one clause for at least one,
    and m(m - 1)/2 pairwise clauses for at most one.
    """
    yield variables
    yield from yield_at_most_one_clauses(variables)


def yield_at_most_one_clauses(variables: Clause) -> Iterator[Clause]:
    """Yield the clauses by which at most one of m variables is true: m(m - 1)/2 clauses, because
    each pair of variables needs a clause.
    """
    for k, variable in enumerate(variables):
        for other in variables[:k]:
            yield [-other, -variable]


# Counting true literals: a totalizer (Bailleux, Boufkhad 2003), only with the half of its clauses
# that upper bounds need


class Totalizer(Formula):
    """A formula that counts how many of the given `literals` are true. If at least j + 1 of the
    literals are true, the variable `outputs[j]` is true. So if a solver assumes that `outputs[j]`
    is false, at most j literals are true. If at most j literals are true, `outputs[j]` may be true
    or false.

    If `limit` is given, the counter has only the outputs that bounds up to `limit` need. The new
    variables have the numbers from `first_free_variable` on.
    """

    def __init__(
        self, literals: Sequence[int], first_free_variable: int, limit: int | None = None
    ) -> None:
        self.literals = literals
        self._most = len(literals) if limit is None else max(limit, 0) + 1
        self._merges: list[tuple[list[int], list[int], list[int], int]] = []
        self.variables = first_free_variable - 1
        self.outputs = self._sum_counts(self._list_counts()).variables

    def make_at_most_assumptions(self, bound: int) -> list[int]:
        """Return assumptions for a solver by which at most `bound` of the counted literals are
        true: a list with one literal, or an empty list if `bound` allows all of them to be true.
        Raise `ArgumentError` if `bound` is negative.
        """
        if bound < 0:
            raise ArgumentError(f"expected a bound of at least 0, found {bound}")
        return [-self.outputs[bound]] if bound < len(self.outputs) else []

    def count_true_literals(self, true_variables: Collection[int]) -> int:
        """Return how many of the counted literals are true in a model. `true_variables` contains
        the model's true variables; all counted literals must be variables, not negations.
        """
        return sum(1 for literal in self.literals if literal in true_variables)

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield "counter", self._yield_totalizer_clauses()

    def yield_variable_descriptions(self) -> Iterator[tuple[int, str]]:
        for _, _, total, counted in self._merges:
            for number, variable in enumerate(total, 1):
                yield variable, f"at least {number} of {counted} that are counted"

    def _yield_totalizer_clauses(self) -> Iterator[Clause]:
        """Yield the clauses of the counter. The counter is a binary tree over the literals, in
        which each node adds the counts of its two halves: up to a·b + a + b clauses for a node
        whose halves have a and b literals.
        """
        for left, right, total, _ in self._merges:
            for i in range(len(left) + 1):
                for j in range(len(right) + 1):
                    if 0 < i + j <= len(total):
                        premises = [-left[i - 1]] * bool(i) + [-right[j - 1]] * bool(j)
                        yield [*premises, total[i + j - 1]]

    def _list_counts(self) -> "list[_Count]":
        """Return the counts that the counter adds up."""
        return [_Count([literal], 1) for literal in self.literals]

    def _sum_counts(self, counts: "list[_Count]") -> "_Count":
        """Add the nodes of a binary tree that adds `counts`, and return the count of its root. Each
        node has new variables, and adds the counts of its two halves.
        """
        if not counts:
            return _Count([], 0)
        if len(counts) == 1:
            return counts[0]
        middle = len(counts) // 2
        left, right = self._sum_counts(counts[:middle]), self._sum_counts(counts[middle:])
        number = left.number + right.number
        total = [self._add_variable() for _ in range(min(number, self._most))]
        self._merges.append((left.variables, right.variables, total, number))
        return _Count(total, number)


class _Count(NamedTuple):
    """The count of `number` literals: `variables[j]` is true if at least j + 1 of them are true."""

    variables: list[int]
    number: int


class GroupedTotalizer(Totalizer):
    """A totalizer that counts the literals of each group in `groups` first, and then adds these
    counts. `group_outputs[g][j]` is true if at least j + 1 literals of group g are true. Like
    `outputs`, it may also be true otherwise.
    """

    def __init__(
        self, groups: Sequence[Sequence[int]], first_free_variable: int, limit: int | None = None
    ) -> None:
        self._groups = groups
        self.group_outputs: list[list[int]] = []
        super().__init__([one for group in groups for one in group], first_free_variable, limit)

    def _list_counts(self) -> list[_Count]:
        counts = [
            self._sum_counts([_Count([literal], 1) for literal in group]) for group in self._groups
        ]
        self.group_outputs = [count.variables for count in counts]
        return [count for count in counts if count.number]


class FormulaWithCostCounter(Formula):
    """The clauses of `formula`, and further clauses that count how many of its costs are true.
    Costs are variables of which as few as possible should be true. If `limit` is given, at most
    `limit` costs may be true; if it is None, their number is counted but not bounded.

    If `stops_at_limit` is true, the counter counts only as far as `limit` requires, which needs
    fewer clauses. If it is false, the counter counts all costs, as version 1.0.0 did.
    """

    def __init__(
        self, formula: FormulaWithCosts, limit: int | None = None, stops_at_limit: bool = True
    ) -> None:
        self.formula, self.limit, self.stops_at_limit = formula, limit, stops_at_limit
        most = limit if stops_at_limit else None
        self.counter = Totalizer(formula.costs, formula.variables + 1, most)
        self.variables = self.counter.variables

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        yield from self.formula.yield_clause_families()
        yield from self.counter.yield_clause_families()
        if self.limit is not None and self.limit < 0:
            yield "limit", iter(self.formula.make_contradiction_clauses())
        elif self.limit is not None:
            yield (
                "limit",
                ([literal] for literal in self.counter.make_at_most_assumptions(self.limit)),
            )

    def yield_variable_descriptions(self) -> Iterator[tuple[int, str]]:
        yield from self.formula.yield_variable_descriptions()
        yield from self.counter.yield_variable_descriptions()


# Formulas as text that solvers read: DIMACS CNF, WCNF, OPB


def yield_dimacs_text_pieces(formula: Formula) -> Iterator[str]:
    """Yield a formula as text in the DIMACS CNF format, piece by piece. Each piece consists of
    whole lines.
    """
    yield f"p cnf {formula.variables} {sum(formula.clause_counts.values())}\n"
    yield from yield_clause_text_pieces(formula)


_END, _NO_LITERALS = 0, [1 << 40]  # no literal is one of these numbers
_NUMBERS_OF_A_PIECE = 20_000


def yield_clause_text_pieces(formula: Formula, prefix: str = "") -> Iterator[str]:
    """Yield the clauses of a formula as text, one clause on each line, with `prefix` before the
    clause. Each piece of text has several thousand lines, because joining the words of many clauses
    at once is twice as fast as joining those of each clause.
    """
    words = _LiteralTexts("{} ".format)
    words[_END] = f"0\n{prefix}"
    words[_NO_LITERALS[0]] = " "  # so an empty clause is ` 0`, as in earlier versions
    numbers: list[int] = []
    for clause in formula.clauses():
        numbers += clause or _NO_LITERALS
        numbers.append(_END)
        if len(numbers) > _NUMBERS_OF_A_PIECE:
            yield _join_words(words, numbers, prefix)
            numbers.clear()
    yield _join_words(words, numbers, prefix)


def _join_words(words: "_LiteralTexts", numbers: list[int], prefix: str) -> str:
    """Return some clauses as text. `numbers` are the literals of the clauses, with 0 at the end of
    each clause; `words` has the text for each number. The text for 0 ends the line and then
    contains `prefix`, the beginning of the next clause.
    """
    return f"{prefix}{''.join(map(words.__getitem__, numbers))}".removesuffix(prefix)


def yield_wcnf_text_pieces(
    formula: Formula, costs: Sequence[int], *, with_header: bool = False
) -> Iterator[str]:
    """Yield a formula as text in the WCNF format for MaxSAT solvers, piece by piece. The clauses of
    the formula become hard clauses, which must be satisfied. Each variable in `costs` becomes a
    soft clause of weight 1, which is satisfied if the variable is false.

    Each piece of text consists of whole lines. A hard clause begins with h. If `with_header` is
    true, the text has the syntax from before 2022: it begins with a `p wcnf` line, and each hard
    clause weighs more than all soft clauses together.
    """
    top = "h"
    if with_header:
        top = str(len(costs) + 1)
        count = sum(formula.clause_counts.values()) + len(costs)
        yield f"p wcnf {formula.variables} {count} {top}\n"
    yield from yield_clause_text_pieces(formula, f"{top} ")
    yield from (f"1 -{cost} 0\n" for cost in costs)


def yield_opb_text_pieces(
    formula: Formula, costs: Sequence[int], max_cost_count: int | None = None
) -> Iterator[str]:
    """Yield a formula as text in the OPB format for pseudo-Boolean solvers, piece by piece. A
    solver must make as few variables in `costs` true as possible or, if `max_cost_count` is given,
    at most that many. The first line has the numbers of variables and constraints.
    """
    count = sum(formula.clause_counts.values()) + (bool(costs) and max_cost_count is not None)
    yield f"* #variable= {formula.variables} #constraint= {count}\n"
    if costs and max_cost_count is None:
        yield f"min: {_format_sum(costs)} ;\n"
    get_term = _LiteralTexts(_format_term).__getitem__
    for clause in formula.clauses():
        terms = " ".join(map(get_term, clause))
        yield f"{terms} >= {1 - terms.count('-')} ;\n"
    if costs and max_cost_count is not None:
        yield f"{_format_sum([-cost for cost in costs])} >= {-max_cost_count} ;\n"


def _format_sum(literals: Iterable[int]) -> str:
    """Return a sum in the OPB format, such as `+1 x3 -1 x5` for the literals 3 and -5."""
    return " ".join(map(_format_term, literals))


def _format_term(literal: int) -> str:
    """Return a literal as a term of a sum in the OPB format: its variable with the coefficient 1,
    or -1 if the literal is negative.
    """
    return f"+1 x{literal}" if literal > 0 else f"-1 x{-literal}"


class _LiteralTexts(dict[int, str]):
    """A dictionary from literals to their text. The function `format_literal` formats each literal
    once, when it is first needed, because each literal is in many clauses.
    """

    def __init__(self, format_literal: Callable[[int], str]) -> None:
        self._format_literal = format_literal

    def __missing__(self, literal: int) -> str:
        text = self[literal] = self._format_literal(literal)
        return text


def yield_lines_of_pieces(pieces: Iterable[str]) -> Iterator[str]:
    """Yield each line of a text, without its line end. The text is given in `pieces`, each of which
    consists of whole lines.
    """
    for piece in pieces:
        yield from piece.splitlines()
