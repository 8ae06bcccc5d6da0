"""The backend `mine`: solve the clauses of a question with a solver that has no time limit itself.

This is a template. It works without changes; PySAT's minisat22 takes the place of your solver.
"""

from itertools import chain

from sudokopie.base.verdict import Verdict
from sudokopie.encoding.formula import Clause
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.killable import run_killable
from sudokopie.solvers.protocol import Abilities, AskedPair, Outcome

NAME = "mine"


def names() -> tuple[str, ...]:
    """Return the backend names that work on this machine; empty if the solver is not installed."""
    return (NAME,)


def create(name: str) -> "MyBackend | None":
    """Return the backend called `name`, or None if this file has no backend of that name.

    Raise `BackendError` if the solver is not installed; its message names the package to install.
    """
    return MyBackend() if name == NAME else None


class MyBackend:
    """A backend that passes the clauses of a question to another solver."""

    name = NAME
    description = "the SAT solver MiniSat, in a process of its own"  # for `sudokopie backends`
    # The solver writes no proofs and takes no assumptions. `answer` ends when the time is up.
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: AskedPair, deadline: Deadline) -> Outcome:
        """Solve the question's clauses and return the answer with its transformation."""
        formula = question.formula
        # `deadline` counts this time as encoding, and raises an error if the time is up.
        clauses = list(chain.from_iterable(deadline.group_encoded_pieces(formula.clauses())))
        deadline.end_phase("load")
        # A call that blocks needs a process of its own, which is killed when the time is up. Then
        # `run_killable` raises `DeadlinePassedError`; it raises `BackendError` if the process dies.
        # A solver that calls `deadline.check_deadline()` at intervals needs no process of its own.
        model = run_killable(NAME, deadline, find_model, clauses)
        statistics = {"variables": formula.variables, "clauses": len(clauses)}
        if model is None:
            return Outcome(Verdict.NO, None, statistics)
        # No verification is needed here: `decide` verifies the witness of every backend.
        return Outcome(Verdict.YES, formula.transformation(model), statistics)


def find_model(clauses: list[Clause]) -> list[int] | None:
    """Return a model of the clauses, or None if they have no model.

    The solver's process imports this function by its name, so it must be in a module.
    """
    from pysat.solvers import Solver  # imported here, because other backends do not need it

    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        return list(solver.get_model()) if solver.solve() else None
