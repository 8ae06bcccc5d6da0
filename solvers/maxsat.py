"""Backend `maxsat:rc2`: find the transformation with the fewest steps from one Sudoku to another,
by the MaxSAT solver RC2 of the package PySAT (Ignatiev, Morgado, Marques-Silva 2019).
"""

from collections.abc import Sequence
from itertools import chain

from ..base.messages import Message
from ..encoding.formula import Clause, Formula, LinearConstraint, SoftClause
from .deadline import Deadline
from .killable import run_killable
from .protocol import Abilities, FewestStepsBackend, FormulaResult, Model, make_names_and_create
from .pysat_solvers import convert_pysat_errors

NAME = "maxsat:rc2"


class Rc2Backend(FewestStepsBackend):
    """The backend that finds the transformation with the fewest steps with the MaxSAT solver RC2.
    RC2 gets the clauses of the formula, which a model must satisfy (hard clauses), and for each
    possible step a clause that is satisfied if the step is not taken (soft clauses).
    """

    name = NAME
    description = Message("MaxSAT solver RC2 in the Python package PySAT; finds the fewest steps")
    abilities = Abilities(proofs=False, interrupt=False, assumptions=False, optimum=True)

    def optimum(
        self, formula: Formula, literals: Sequence[int], deadline: Deadline
    ) -> Model | None:
        return self.find_optimal_result(
            formula, [], [(1, [-literal]) for literal in literals], deadline
        ).model

    def find_optimal_result(
        self,
        formula: Formula,
        _: Sequence[LinearConstraint],
        soft_clauses: Sequence[SoftClause],
        deadline: Deadline,
    ) -> FormulaResult:
        """Return a model of `formula` in which the total weight of the unsatisfied `soft_clauses`
        is as small as possible. The result has no model if the formula has none.
        """
        clauses = list(chain.from_iterable(deadline.group_encoded_pieces(formula.clauses())))
        # RC2 runs in a process of its own even if there is no time limit: on Ctrl-C, PySAT jumps
        # out of the solver that RC2 calls, which can leave the memory of the process in disorder.
        return FormulaResult(
            run_killable(NAME, deadline, _find_optimal_model_or_none, clauses, soft_clauses), {}
        )


names, create = make_names_and_create(Rc2Backend)


def _find_optimal_model_or_none(
    hard_clauses: list[Clause], soft_clauses: Sequence[SoftClause]
) -> Model | None:
    """Return a model of the hard clauses, as the set of its true variables, in which the total
    weight of the unsatisfied soft clauses is as small as possible. Return None if the hard clauses
    have no model.
    """
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    problem = WCNF()
    problem.extend(hard_clauses)
    for weight, clause in soft_clauses:
        # RC2 does not treat a soft clause of weight 0 as free, so such clauses are left out.
        if weight:
            problem.append(clause, weight=weight)
    with convert_pysat_errors(NAME), RC2(problem) as solver:
        model = solver.compute()
    return None if model is None else frozenset(literal for literal in model if literal > 0)
