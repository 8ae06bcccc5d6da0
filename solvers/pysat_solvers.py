"""Backends `pysat:NAME`: all the SAT solvers in the Python package PySAT; they solve the clauses of
a question about two Sudokus.

Ignatiev, Morgado, Marques-Silva: PySAT: A Python Toolkit for Prototyping with SAT Oracles, 2018.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from itertools import chain

from ..base.errors import BackendError
from ..encoding.formula import Clause, Formula, Totalizer
from ..system.signals import delay_signals, end_process_on_signals
from .clock import Clock
from .protocol import Abilities, Bounds, Model, SatBackend, Solved, make_no_proofs_error

_ALL = Abilities(proofs=True, interrupt=True, assumptions=True)

_MEASURED = {
    "cadical103": Abilities(proofs=False, interrupt=True, assumptions=True),
    "cadical153": _ALL,
    "cadical195": _ALL,
    "cadical300": _ALL,
    "glucose3": _ALL,
    "glucose4": _ALL,
    "glucose42": _ALL,
    # PySAT can neither interrupt this solver and the next one from another thread, nor stop them
    # after a number of conflicts.
    "kissat404": Abilities(proofs=False, interrupt=False, assumptions=False),
    # This solver ends the whole process if a new clause contains a variable that it has eliminated.
    "lingeling": Abilities(proofs=True, interrupt=False, assumptions=False),
    # One proof in nine was wrong when this solver was tested.
    "maplesat": Abilities(proofs=False, interrupt=False, assumptions=True),
    "minisat22": Abilities(proofs=False, interrupt=True, assumptions=True),
}
"""What each of PySAT's solvers can do, as measured in tests: some solvers lack abilities that
PySAT's interface offers.
"""

_NOTHING = Abilities(proofs=False, interrupt=False, assumptions=False)

# A solver runs in slices. With a time limit, a slice takes about `_SLICE_SECONDS`, and the deadline
# is checked after each slice; the first slice has `_FIRST_CONFLICTS` conflicts, which show how fast
# the solver is. Without a limit, a slice has `_SLICE_CONFLICTS` conflicts, about a second, after
# which Python handles signals.
_SLICE_SECONDS = 0.2
_FIRST_CONFLICTS = 200
_SLICE_CONFLICTS = 10_000


def names() -> tuple[str, ...]:
    """Return the names of the backends for the solvers that are in this installation of PySAT."""
    return tuple(f"pysat:{name}" for name in _list_solvers())


def create(name: str) -> "PySatBackend | None":
    """Return the backend for a full name such as `pysat:glucose4`, or None if PySAT has no solver
    of this name. The other names that PySAT accepts for the same solver are accepted, too.
    """
    wanted = name.partition(":")[2]
    if wanted in _MEASURED:  # this avoids the import of PySAT, which not every question needs
        return PySatBackend(wanted)
    found = (solver for solver, aliases in _list_solvers().items() if wanted in (solver, *aliases))
    return next(map(PySatBackend, found), None)


@cache
def _list_solvers() -> dict[str, tuple[str, ...]]:
    """Return the names of all solvers in PySAT: each name that PySAT's documentation uses is mapped
    to all names that PySAT accepts for this solver.
    """
    from importlib.util import find_spec

    from pysat.solvers import SolverNames

    solvers = {}
    for attribute, aliases in sorted(vars(SolverNames).items()):
        if attribute.startswith("_") or (attribute == "cryptosat" and not find_spec("pycryptosat")):
            continue
        solvers[attribute if attribute in aliases else aliases[-1]] = tuple(aliases)
    return solvers


class PySatBackend(SatBackend):
    """One of PySAT's solvers. `solver` is its name without `pysat:`."""

    def __init__(self, solver: str) -> None:
        self.solver, self.name = solver, f"pysat:{solver}"
        self.abilities = _MEASURED.get(solver, _NOTHING)

    def make_oracle(self, formula: Formula, clock: Clock) -> "PySatOracle":
        return PySatOracle(self.solver, formula.clauses(), clock)

    def solve_formula(self, formula: Formula, clock: Clock, *, with_proof: bool = False) -> Solved:
        if with_proof and not self.abilities.proofs:
            raise make_no_proofs_error(self.name)
        if clock.remaining is None or self.abilities.interrupt:
            return _solve(self.solver, formula.clauses(), clock, with_proof)
        from .killable import run_killable

        clauses = list(chain.from_iterable(clock.encoded(formula.clauses())))
        return run_killable(self.name, clock, _solve, self.solver, clauses, None, with_proof)


@contextmanager
def translate_errors(name: str) -> Iterator[None]:
    """Run a block of code and turn the errors that PySAT raises in it into `BackendError`, whose
    text begins with the backend's `name`. The error that PySAT raises for Ctrl-C becomes
    `KeyboardInterrupt`.
    """
    import pysolvers

    try:
        yield
    except pysolvers.error as error:
        if "interrupt" in str(error):
            raise KeyboardInterrupt from None
        raise BackendError(f"{name}: {error}") from error


class PySatOracle(AbstractContextManager["PySatOracle"]):
    """A PySAT solver that holds clauses and answers many questions about them. It keeps the clauses
    that it learns from one question to the next.
    """

    def __init__(
        self, name: str, clauses: Iterable[Clause], clock: Clock, with_proof: bool = False
    ) -> None:
        from pysat.solvers import Solver

        self._name, self._clock = name, clock
        self._can_be_limited = _MEASURED.get(name, _NOTHING).interrupt
        self._clauses = 0
        counted = chain.from_iterable(self._counted(clock.encoded(clauses)))
        self._solver = Solver(name, counted, **({"with_proof": True} if with_proof else {}))
        clock.lap("load")

    def _counted(self, some_together: Iterable[list[Clause]]) -> Iterator[list[Clause]]:
        for some in some_together:
            self._clauses += len(some)
            yield some

    def __exit__(self, *_: object) -> None:
        # If Ctrl-C came after the solver is freed and before PySAT records that, PySAT would free
        # it twice.
        with delay_signals():
            self._solver.delete()

    def add(self, *clauses: Clause) -> None:
        self._clauses += len(clauses)
        for clause in clauses:
            self._solver.add_clause(clause)

    def find_model(
        self, assumptions: Sequence[int] = (), conflicts: int | None = None
    ) -> Model | None:
        """Return a model in which the literals in `assumptions` are true, or None if no model has
        all of them. If `conflicts` is given, the solver gives up after this number of conflicts and
        then returns None, too.
        """
        with translate_errors(self._name):
            if not self._decided(list(assumptions), conflicts):
                return None
        return frozenset([literal for literal in self._solver.get_model() if literal > 0])

    def _decided(self, assumptions: list[int], conflicts: int | None) -> bool:
        """Return whether the solver's clauses have a model in which the `assumptions` are true;
        False also if the solver gave up after `conflicts` conflicts. The solver runs in slices, so
        that the deadline can be checked between them.

        With a time limit, a slice has about as many conflicts as fit into `_SLICE_SECONDS`. Without
        a limit, the number is fixed, so that repeated runs give the same model. If `conflicts` is
        given, there is a single slice with this number of conflicts; it returns False if they are
        not enough.
        """
        solver, clock = self._solver, self._clock
        # This check is needed if there are many questions that each take less than a slice.
        clock.check()
        if conflicts is not None:
            solver.conf_budget(conflicts)
            return bool(solver.solve_limited(assumptions))
        is_limited = clock.remaining is not None
        if not (is_limited or self._can_be_limited):
            with end_process_on_signals():
                return bool(solver.solve(assumptions))
        spent, begin = 0, time.monotonic()
        budget = _FIRST_CONFLICTS if is_limited else _SLICE_CONFLICTS
        while True:
            solver.conf_budget(budget)
            satisfiable = solver.solve_limited(assumptions)
            if satisfiable is not None:
                return bool(satisfiable)
            clock.check()
            if is_limited:
                spent += budget
                per_second = spent / (time.monotonic() - begin)
                fitting = per_second * min(_SLICE_SECONDS, clock.remaining or 0)
                # Conflicts take longer as the solver learns clauses, and the first conflicts are
                # not typical of the later ones. So a slice has at most twice the conflicts of the
                # slice before it.
                budget = max(20, min(int(fitting), 2 * budget))

    def find_core(self) -> list[int]:
        return self._solver.get_core() or []

    def minimise(self, counter: Totalizer, model: Model) -> Iterator[Bounds]:
        """Minimise how many of `counter.literals` are true in a model, starting from the known
        `model`: yield better and better upper and lower bounds. One solver improves both bounds, so
        that it can use all clauses that it learns.

        The solver is asked whether a model meets the lower bound. After each no, the lower bound
        rises, and the solver looks for a model better than the best one so far, for as many
        conflicts as the no took. So a good model is known when the time runs out, and an
        unsuccessful search costs little.
        """
        number, at_least = counter.count_true_literals(model), 0
        yield Bounds(model, number, at_least)
        while at_least < number:
            before = self.statistics.get("conflicts", 0)
            found = self.find_model(counter.assume_at_most(at_least))
            if found is None:
                at_least += 1
                spent = self.statistics.get("conflicts", 0) - before
                if at_least < number and spent and self._can_be_limited:
                    found = self.find_model(counter.assume_at_most(number - 1), spent)
            if found is not None:
                model, number = found, counter.count_true_literals(found)
            yield Bounds(model, number, at_least)

    def proof(self) -> list[str]:
        """Return the lines of the solver's proof that its formula has no model. The oracle must
        have been made with `with_proof`, and its last answer must have been that there is no model.
        """
        return self._solver.get_proof() or []

    @property
    def statistics(self) -> dict[str, int]:
        told = self._name != "kissat404" and self._solver.accum_stats()
        return {"clauses": self._clauses, **(told or {})}


def _solve(
    name: str, clauses: Iterable[Clause], clock: Clock | None = None, with_proof: bool = False
) -> Solved:
    with PySatOracle(name, clauses, clock or Clock(), with_proof) as oracle:
        model = oracle.find_model()
        proof = oracle.proof() if with_proof and model is None else []
        return Solved(model, oracle.statistics, proof)
