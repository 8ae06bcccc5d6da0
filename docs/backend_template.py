"""Backend `mine`: the clauses of the question, by a solver that cannot be stopped by itself.

A template: it works as it stands, with PySAT's minisat22 in the place of your solver.
"""

from itertools import chain

from sudokopie.base.verdict import Verdict
from sudokopie.encoding.formula import Clause
from sudokopie.solvers.clock import Clock
from sudokopie.solvers.killable import run_killable
from sudokopie.solvers.protocol import Abilities, AskedPair, Outcome

NAME = "mine"


def names() -> tuple[str, ...]:
    """Return the names that can be used on this machine: none where the solver is missing."""
    return (NAME,)


def create(name: str) -> "MyBackend | None":
    """Return the backend of a name; None where it is not one of these.

    Where the solver is missing, raise `BackendError` that says what to install.
    """
    return MyBackend() if name == NAME else None


class MyBackend:
    """Another solver."""

    name = NAME
    # It writes no proofs and takes no assumptions; it ends when the time is up (see `answer`).
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: AskedPair, clock: Clock) -> Outcome:
        """Answer by solving the question's clauses."""
        formula = question.formula
        # The clock looks at the time while clauses are written, and counts that as encoding.
        clauses = list(chain.from_iterable(clock.encoded(formula.clauses())))
        clock.lap("load")
        # A call that blocks goes to a process of its own, which is killed when the time is up:
        # `DeadlinePassedError` is raised then, and `BackendError` where the process dies. A solver
        # that looks at the time itself needs no process: it calls `clock.check()` now and then.
        model = run_killable(NAME, clock, solved, clauses)
        statistics = {"variables": formula.variables, "clauses": len(clauses)}
        if model is None:
            return Outcome(Verdict.NO, None, statistics)
        # It need not be verified here: `decide` follows the witness of every backend.
        return Outcome(Verdict.YES, formula.transformation(model), statistics)


def solved(clauses: list[Clause]) -> list[int] | None:
    """Return a model, or None if there is none. The other process imports it by its name."""
    from pysat.solvers import Solver  # imported here: other backends do not need it

    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        return list(solver.get_model()) if solver.solve() else None
