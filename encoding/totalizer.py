"""Counting true literals: a totalizer (Bailleux, Boufkhad 2003), the half that bounds need."""

from collections.abc import Collection, Iterator, Sequence

from ..base.errors import ArgumentError
from .formula import Clause, Costed, Formula


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
        """Return what to assume so that at most `bound` literals are true: one literal, or none.

        Raises `ArgumentError` for a bound below 0.
        """
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

    With `limit`, at most so many are true. The counter is `cut` there, which it was not in version
    1.0.0.
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
