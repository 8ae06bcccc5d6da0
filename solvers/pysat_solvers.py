"""Backends `pysat:NAME`: the SAT solvers in the Python package PySAT. They decide whether a Sudoku
is a copy of another by solving the clauses of this question.

Ignatiev, Morgado, Marques-Silva: PySAT: A Python Toolkit for Prototyping with SAT Oracles, 2018.
"""

import os
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from itertools import chain

from ..base.errors import BackendError
from ..base.messages import Message
from ..encoding.formula import Clause, Formula, Totalizer
from ..system.signals import delay_signals, end_process_on_signals
from .deadline import Deadline
from .protocol import (
    Abilities,
    Bounds,
    DrupProof,
    FormulaResult,
    Model,
    SatBackend,
    make_no_proofs_error,
)

_ALL = Abilities(proofs=True, interrupt=True, assumptions=True)

_MEASURED_ABILITIES = {
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
"""The abilities of each of PySAT's solvers, as measured in tests: some solvers lack abilities that
PySAT's interface offers.
"""

_TITLES = {
    "cadical103": "CaDiCaL 1.0.3",
    "cadical153": "CaDiCaL 1.5.3",
    "cadical195": "CaDiCaL 1.9.5",
    "cadical300": "CaDiCaL 3.0.0",
    "gluecard3": "Gluecard 3",
    "gluecard4": "Gluecard 4",
    "glucose3": "Glucose 3.0",
    "glucose4": "Glucose 4.1",
    "glucose42": "Glucose 4.2.1",
    "kissat404": "Kissat 4.0.4",
    "lingeling": "Lingeling",
    "maplechrono": "MapleLCMDistChronoBT",
    "maplecm": "MapleCM",
    "maplesat": "MapleCOMSPS_LRB",
    "mergesat3": "MergeSat 3.0",
    "minicard": "MiniCard",
    "minisat22": "MiniSat 2.2",
    "minisat-gh": "MiniSat from GitHub",
}
"""The name and version of each solver whose name in PySAT does not show them, from PySAT's
documentation.
"""

_NOT_COUNTED = {
    **dict.fromkeys(("maplecm", "maplesat"), frozenset({"propagations"})),
    "kissat404": frozenset({"restarts", "conflicts", "decisions", "propagations"}),
}
"""The counts that PySAT returns as 0 for some solvers because it does not count them. The other
counts of these solvers are right: 0 conflicts of MapleCM mean that no search was necessary, because
MapleCM first shortens all clauses by propagation, without counting the conflicts that it meets.
"""

_NOTHING = Abilities(proofs=False, interrupt=False, assumptions=False)

# A solver runs in slices. With a time limit, a slice takes about `_SLICE_SECONDS`, and the deadline
# is checked after each slice; the first slice has `_FIRST_CONFLICTS` conflicts, which show how fast
# the solver is. Without a limit, a slice has `_SLICE_CONFLICTS` conflicts.
_SLICE_SECONDS = 0.2
_FIRST_CONFLICTS = 200
_SLICE_CONFLICTS = 10_000

_LARGE_PROOF_BYTES = 2**19  # importing numpy takes as long as PySAT takes to decode this number


def names() -> tuple[str, ...]:
    """Return the full names of the backends, such as `pysat:glucose4`: one for each solver in this
    installation of PySAT.
    """
    return tuple(f"pysat:{name}" for name in _find_accepted_names_by_solver())


def create(name: str) -> "PySatBackend | None":
    """Return the backend for a full name such as `pysat:glucose4`, or None if PySAT has no such
    solver. PySAT has several names for some solvers; each of them is accepted.
    """
    wanted = name.partition(":")[2]
    # This check avoids the import of PySAT, which not every question needs.
    if wanted in _MEASURED_ABILITIES:
        return PySatBackend(wanted)
    found = (
        solver
        for solver, aliases in _find_accepted_names_by_solver().items()
        if wanted in (solver, *aliases)
    )
    return next(map(PySatBackend, found), None)


@cache
def _find_accepted_names_by_solver() -> dict[str, tuple[str, ...]]:
    """Return a dictionary from the name of each solver in PySAT's documentation to all names that
    PySAT accepts for this solver.
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
    """The backend that runs one of PySAT's solvers. `solver` is the name of this solver without
    `pysat:`.
    """

    def __init__(self, solver: str) -> None:
        self.solver, self.name = solver, f"pysat:{solver}"
        self.description = Message(
            "SAT solver {solver} in the Python package PySAT", solver=_TITLES.get(solver, solver)
        )
        self.abilities = _MEASURED_ABILITIES.get(solver, _NOTHING)

    def make_oracle(self, formula: Formula, deadline: Deadline) -> "PySatOracle":
        return PySatOracle(self.solver, formula.clauses(), deadline)

    def solve_formula(
        self, formula: Formula, deadline: Deadline, *, with_proof: bool = False
    ) -> FormulaResult:
        if with_proof and not self.abilities.proofs:
            raise make_no_proofs_error(self.name)
        if self.abilities.interrupt:
            return _solve_clauses(self.solver, formula.clauses(), deadline, with_proof)
        from .killable import run_killable

        clauses = list(chain.from_iterable(deadline.group_encoded_pieces(formula.clauses())))
        return run_killable(
            self.name, deadline, _solve_clauses, self.solver, clauses, None, with_proof
        )


@contextmanager
def convert_pysat_errors(name: str) -> Iterator[None]:
    """A context manager that turns errors which PySAT raises in the `with` block into
    `BackendError`, with a message that begins with `name`, the backend's name. The error that PySAT
    raises for Ctrl-C becomes `KeyboardInterrupt`.
    """
    import pysolvers

    try:
        yield
    except pysolvers.error as error:
        if "interrupt" in str(error):
            raise KeyboardInterrupt from None
        raise BackendError(f"{name}: {error}") from error


class _PySatMainThreadStandIn:
    """A replacement for PySAT's class `MainThread`, by which PySAT finds out whether the current
    thread is the main thread. The answer is always no, so that PySAT does not set a signal handler.
    """

    @staticmethod
    def check() -> bool:
        return False


@contextmanager
def _prevent_pysat_signal_handler() -> Iterator[None]:
    """A context manager in whose block PySAT's solvers leave the handler of Ctrl-C as it is. So
    Ctrl-C takes effect when the solver has returned.

    Otherwise PySAT sets its own handler in the main thread. This handler leaves the solver by a
    jump in the middle of its work; afterwards the process may crash, for example when the solver is
    freed. See https://github.com/pysathq/pysat/issues/55.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    from pysat import solvers

    before, solvers.MainThread = solvers.MainThread, _PySatMainThreadStandIn
    try:
        yield
    finally:
        solvers.MainThread = before


class PySatOracle(AbstractContextManager["PySatOracle"]):
    """A PySAT solver that holds clauses and answers many questions about them. It keeps the clauses
    that it learns from one question to the next.
    """

    def __init__(
        self, name: str, clauses: Iterable[Clause], deadline: Deadline, with_proof: bool = False
    ) -> None:
        from pysat.solvers import Solver

        self._name, self._deadline = name, deadline
        self._can_be_limited = _MEASURED_ABILITIES.get(name, _NOTHING).interrupt
        self._clauses = 0
        counted = chain.from_iterable(
            self._yield_clause_lists_and_count_clauses(deadline.group_encoded_pieces(clauses))
        )
        self._solver = Solver(name, counted, **({"with_proof": True} if with_proof else {}))
        deadline.end_phase("load")

    def _yield_clause_lists_and_count_clauses(
        self, clause_lists: Iterable[list[Clause]]
    ) -> Iterator[list[Clause]]:
        """Yield the lists of clauses unchanged, and add the number of clauses in each list to the
        number of all clauses that this object records.
        """
        for some in clause_lists:
            self._clauses += len(some)
            yield some

    def __exit__(self, *_: object) -> None:
        # If Ctrl-C came after the solver is freed and before PySAT records that, PySAT would free
        # it twice.
        with delay_signals():
            self._solver.delete()

    def add(self, *clauses: Clause) -> None:
        """Add clauses to the solver permanently. They may contain new variables."""
        self._clauses += len(clauses)
        for clause in clauses:
            self._solver.add_clause(clause)

    def find_model(
        self, assumptions: Sequence[int] = (), conflict_limit: int | None = None
    ) -> Model | None:
        """Return a model in which all literals in `assumptions` are true, or None if there is no
        such model. If `conflict_limit` is given, the solver gives up after this number of
        conflicts; None can then also mean that it gave up.
        """
        with convert_pysat_errors(self._name):
            if not self._finds_model(list(assumptions), conflict_limit):
                return None
        return frozenset([literal for literal in self._solver.get_model() if literal > 0])

    def _finds_model(self, assumptions: list[int], conflict_limit: int | None) -> bool:
        """Return whether the clauses have a model in which the `assumptions` are true. False has
        two meanings: there is no such model, or the solver gave up after `conflict_limit`
        conflicts. None means that the solver does not give up.

        Raises `DeadlinePassedError` if the time runs out. The solver is stopped again and again, so
        that Python can handle Ctrl-C and check the deadline; then it continues. With a time limit,
        it runs for about `_SLICE_SECONDS` at a time. Without a time limit, it is stopped after a
        fixed number of conflicts, so that repeated runs give the same model.
        """
        solver, deadline = self._solver, self._deadline
        # This check is needed if there are many questions that each take less than a slice.
        deadline.check_deadline()
        is_limited = deadline.remaining_seconds is not None
        if not (is_limited or conflict_limit is not None or self._can_be_limited):
            with end_process_on_signals():
                return bool(solver.solve(assumptions))
        spent, begin = 0, time.monotonic()
        budget = _FIRST_CONFLICTS if is_limited else _SLICE_CONFLICTS
        while conflict_limit is None or spent < conflict_limit:
            if conflict_limit is not None:
                budget = min(budget, conflict_limit - spent)
            solver.conf_budget(budget)
            with _prevent_pysat_signal_handler():
                satisfiable = solver.solve_limited(assumptions)
            if satisfiable is not None:
                return bool(satisfiable)
            deadline.check_deadline()
            spent += budget
            if is_limited:
                per_second = spent / (time.monotonic() - begin)
                fitting = per_second * min(_SLICE_SECONDS, deadline.remaining_seconds or 0)
                # Conflicts take longer as the solver learns clauses, and the first conflicts are
                # not typical of the later ones. So a slice has at most twice the conflicts of the
                # slice before it.
                budget = max(20, min(int(fitting), 2 * budget))
        return False

    def find_core(self) -> list[int]:
        return self._solver.get_core() or []

    def minimise(self, totalizer: Totalizer, known_model: Model) -> Iterator[Bounds]:
        """Look for a model in which as few as possible of `totalizer.literals` are true, starting
        from the model `known_model`. Yield better and better upper and lower bounds of this number,
        each with the best model so far.

        In each round the solver looks for a model that meets the lower bound. If there is none, the
        lower bound rises by 1. Then the solver looks for any model better than the best, but gives
        up after as many conflicts as it needed for the first search of the round. So a good model
        is known when the time runs out, and an unsuccessful search costs little.

        The same solver improves both bounds, so that each search uses the clauses that were learnt
        before.
        """
        number, at_least = totalizer.count_true_literals(known_model), 0
        yield Bounds(known_model, number, at_least)
        while at_least < number:
            before = self.statistics.get("conflicts", 0)
            found = self.find_model(totalizer.make_at_most_assumptions(at_least))
            if found is None:
                at_least += 1
                spent = self.statistics.get("conflicts", 0) - before
                if at_least < number and spent and self._can_be_limited:
                    found = self.find_model(totalizer.make_at_most_assumptions(number - 1), spent)
            if found is not None:
                known_model, number = found, totalizer.count_true_literals(found)
            yield Bounds(known_model, number, at_least)

    def get_proof_lines(self) -> list[str]:
        """Return the lines of the solver's proof that the formula has no model. The oracle must
        have been made with `with_proof=True`, and its last answer must have been that there is no
        model.
        """
        return self._try_decode_large_proof() or self._solver.get_proof() or []

    def _try_decode_large_proof(self) -> DrupProof | None:
        """Return the proof that CaDiCaL has written to a temporary file of PySAT, which PySAT
        itself decodes more slowly. Return None if PySAT itself must decode the proof: if the proof
        is small, if another solver wrote it, if this version of PySAT keeps it elsewhere, or if
        numpy is missing.
        """
        file = getattr(self._solver.solver, "prfile", None)
        if file is None or not self._name.startswith("cadical"):
            return None
        import pysolvers

        pysolvers.flushpr(self._solver.solver.prfp)
        if file.seek(0, os.SEEK_END) < _LARGE_PROOF_BYTES:
            return None
        file.seek(0)
        try:
            from .binary_proof import try_decode_binary_proof

            return try_decode_binary_proof(file.read())
        except ImportError:  # a page for browsers has no numpy
            return None

    @property
    def statistics(self) -> dict[str, int]:
        told = {} if self._name == "kissat404" else self._solver.accum_stats() or {}
        missing = _NOT_COUNTED.get(self._name, ())
        counted = {name: count for name, count in told.items() if name not in missing}
        return {"clauses": self._clauses, **counted}


def _solve_clauses(
    name: str, clauses: Iterable[Clause], deadline: Deadline | None = None, with_proof: bool = False
) -> FormulaResult:
    """Solve a formula, given by its clauses, with the PySAT solver `name`. Return a model or, if
    there is none and `with_proof` is true, the lines of a proof.
    """
    with PySatOracle(name, clauses, deadline or Deadline(), with_proof) as oracle:
        model = oracle.find_model()
        proof = oracle.get_proof_lines() if with_proof and model is None else []
        return FormulaResult(model, oracle.statistics, proof)
