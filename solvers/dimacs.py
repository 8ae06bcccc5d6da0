"""Backends `dimacs:PROGRAM`, SAT solvers; `dimacs:mine {cnf} {proof}` writes DRAT as text."""

import shutil
from collections.abc import Sequence
from functools import cache

from ..encoding.formula import Formula, write_dimacs
from .clock import Clock
from .external import ExternalProgram, Program
from .protocol import Abilities, Hinted, SatBackend, Solved, make_no_proofs_error

_PROGRAMS = {
    "cadical": Program(
        ("{cnf}",),
        ("--no-binary", "{cnf}", "{proof}"),
        # Version 2.1 factors by itself, 2.0 has no such option. It introduces variables, and with
        # them steps that are not RUP.
        (
            ("--lrat", "--no-factor", "--no-binary", "{cnf}", "{proof}"),
            ("--lrat", "--no-binary", "{cnf}", "{proof}"),
        ),
    ),
    "kissat": Program(("{cnf}",), ("--no-factor", "--no-binary", "{cnf}", "{proof}")),
    "minisat": Program(("{cnf}", "{result}"), version=None),
    "cryptominisat5": Program(("{cnf}",)),
    "picosat": Program(("-v", "{cnf}")),
    "clasp": Program(("--verbose=0", "--stats", "{cnf}")),
    "glucose": Program(
        ("-model", "{cnf}"),
        ("-verb=0", "-model", "-certified", "-certified-output={proof}", "{cnf}"),
        version="--help",  # above the help
    ),
}


class DimacsBackend(ExternalProgram, SatBackend):
    """An installed SAT solver."""

    KIND, KNOWN, FILES = "dimacs", _PROGRAMS, ("cnf",)

    def __init__(self, name: str, path: str, arguments: Sequence[str] = ()) -> None:
        super().__init__(name, path, arguments)
        proofs = self._program.proves is not None
        self.abilities = Abilities(proofs=proofs, interrupt=True, assumptions=False)

    def solve_formula(self, formula: Formula, clock: Clock, *, with_proof: bool = False) -> Solved:
        """Return a model, or a proof: with hints, from a version that writes them."""
        hinting = self.call_with_hints if with_proof else ()
        call = (hinting or self._program.proves) if with_proof else self._program.call
        if call is None:
            raise make_no_proofs_error(self.name)
        written, count = lambda _: write_dimacs(formula), formula.variables
        said, counts, proof = self.run_on_text(written, count, clock, call)
        model = said.true if said.satisfiable else None
        return Solved(model, counts, Hinted(proof) if hinting else proof)


def is_known(program: str) -> bool:
    """Return whether the call of a program is known, such as `kissat`, installed or not."""
    return program in _PROGRAMS


names, create = DimacsBackend.names, DimacsBackend.create


def find_program_with_hints() -> DimacsBackend | None:
    """Return the first known program that is installed in a version that writes LRAT proofs."""
    for name, known in _PROGRAMS.items():
        path = known.hints and shutil.which(name)
        if path and (found := _try_program(name, path)).call_with_hints:
            return found
    return None


@cache
def _try_program(program: str, path: str) -> DimacsBackend:
    """Return the backend of a program, which is tried once whether it writes hints."""
    return DimacsBackend(f"dimacs:{program}", path)
