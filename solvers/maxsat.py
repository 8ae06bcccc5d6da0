"""Backend `maxsat:rc2`: the fewest steps by PySAT's RC2 (Ignatiev, Morgado, Marques-Silva 2019)."""

from collections.abc import Sequence
from itertools import chain

from ..encoding.formula import Clause, Formula, LinearConstraint, SoftClause
from .clock import Clock
from .killable import run_killable
from .protocol import Abilities, Model, Optimiser, Solved, single_backend
from .pysat_solvers import translate_errors

NAME = "maxsat:rc2"


class Rc2Backend(Optimiser):
    """The MaxSAT solver RC2. The clauses of the formula are hard clauses; for each step there is a
    soft clause, which is met if the step is not taken.
    """

    name = NAME
    abilities = Abilities(proofs=False, interrupt=False, assumptions=False, optimum=True)

    def optimum(self, formula: Formula, literals: Sequence[int], clock: Clock) -> Model | None:
        return self.find_cheapest(
            formula, [], [(1, [-literal]) for literal in literals], clock
        ).model

    def find_cheapest(
        self,
        formula: Formula,
        _: Sequence[LinearConstraint],
        soft: Sequence[SoftClause],
        clock: Clock,
    ) -> Solved:
        """Return a model for which the total weight of the broken `soft` clauses is as small as
        possible, or a result without a model if the formula has none.
        """
        clauses = list(chain.from_iterable(clock.encoded(formula.clauses())))
        # RC2 runs in a process of its own even if there is no time limit: on Ctrl-C, PySAT jumps
        # out of the solver that RC2 calls, which can leave the memory of the process in disorder.
        return Solved(run_killable(NAME, clock, _find_optimum, clauses, soft), {})


names, create = single_backend(Rc2Backend)


def _find_optimum(clauses: list[Clause], soft: Sequence[SoftClause]) -> Model | None:
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    problem = WCNF()
    problem.extend(clauses)
    for weight, clause in soft:
        # RC2 does not treat a soft clause of weight 0 as free, so such clauses are left out.
        if weight:
            problem.append(clause, weight=weight)
    with translate_errors(NAME), RC2(problem) as solver:
        model = solver.compute()
    return None if model is None else frozenset(literal for literal in model if literal > 0)
