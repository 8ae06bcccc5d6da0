"""Formulas with the variables and clauses in another order, on which the same solver takes another
time.
"""

from collections.abc import Iterator
from random import Random

from ...encoding.formula import Clause, Formula
from ...solvers.protocol import Model


class PermutedFormula(Formula):
    """The clauses of `formula`, with the variables numbered anew at random, and the clauses and
    their literals in a random order. The same `seed` gives the same formula.
    """

    def __init__(self, formula: Formula, seed: int) -> None:
        self.variables = formula.variables
        rng = Random(seed)
        new_numbers = list(range(1, self.variables + 1))
        rng.shuffle(new_numbers)
        self._old_numbers = {new: old for old, new in enumerate(new_numbers, 1)}
        self._clauses = list[Clause]()
        for clause in formula.clauses():
            renamed = [new_numbers[x - 1] if x > 0 else -new_numbers[-x - 1] for x in clause]
            rng.shuffle(renamed)
            self._clauses.append(renamed)
        rng.shuffle(self._clauses)

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield a single pair, because the formula has only one family of clauses: its name, and
        all clauses.
        """
        yield "permuted", iter(self._clauses)

    def restore_model(self, model: Model) -> Model:
        """Convert `model`, a model of this formula, to the model of the original formula with the
        original numbers of the variables, and return it.
        """
        return frozenset(self._old_numbers[variable] for variable in model)
