"""Backend `maxsat:rc2`: the fewest steps by PySAT's RC2 (Ignatiev, Morgado, Marques-Silva 2019)."""

from collections.abc import Sequence
from itertools import chain

from ..encoding.formula import Clause, Formula, Soft, Sum
from .clock import Clock
from .killable import run_in_time
from .protocol import Abilities, Model, Optimiser, Solved, alone
from .pysat_solvers import errors_of_ours

NAME = "maxsat:rc2"


class Rc2Backend(Optimiser):
    """RC2 on the clauses as hard ones, and a soft one for each step that is not taken."""

    name = NAME
    abilities = Abilities(proofs=False, interrupt=False, assumptions=False, optimum=True)

    def optimum(self, formula: Formula, literals: Sequence[int], clock: Clock) -> Model | None:
        return self.cheapest(formula, [], [(1, [-literal]) for literal in literals], clock).model

    def cheapest(
        self, formula: Formula, _: Sequence[Sum], soft: Sequence[Soft], clock: Clock
    ) -> Solved:
        """Return a model that breaks the cheapest of the `soft` clauses, if there is one."""
        clauses = list(chain.from_iterable(clock.encoded(formula.clauses())))
        return Solved(run_in_time(NAME, clock, _optimum, clauses, soft), {})


names, create = alone(Rc2Backend)


def _optimum(clauses: list[Clause], soft: Sequence[Soft]) -> Model | None:
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    problem = WCNF()
    problem.extend(clauses)
    for weight, clause in soft:
        if weight:  # RC2 would not count what costs nothing as nothing
            problem.append(clause, weight=weight)
    with errors_of_ours(NAME), RC2(problem) as solver:
        model = solver.compute()
    return None if model is None else frozenset(literal for literal in model if literal > 0)
