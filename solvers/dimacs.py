"""Backends `dimacs:PROGRAM`, which run SAT solvers that are installed on this machine. A program
that sudokopie does not know may be called with its own arguments, for example `dimacs:mine {cnf}
{proof}`, where the words in braces become the paths of files; such a program must write its proof
in DRAT format, as text.
"""

import shutil
from collections.abc import Sequence
from functools import cache

from ..encoding.formula import Formula, write_dimacs
from .clock import Clock
from .external import ExternalProgram, Program
from .protocol import Abilities, LratProof, SatBackend, Solved, make_no_proofs_error

_PROGRAMS = {
    "cadical": Program(
        ("{cnf}",),
        ("--no-binary", "{cnf}", "{proof}"),
        # CaDiCaL from version 2.1 on factors by default; version 2.0 does not know the option.
        # Factoring introduces new variables, and proof steps about them are not RUP.
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
        version="--help",  # this argument prints the version above the help
    ),
}


class DimacsBackend(ExternalProgram, SatBackend):
    """The backend that runs an installed SAT solver on a DIMACS file, in a separate process."""

    KIND, KNOWN, FILES = "dimacs", _PROGRAMS, ("cnf",)

    def __init__(self, name: str, path: str, arguments: Sequence[str] = ()) -> None:
        super().__init__(name, path, arguments)
        proofs = self._program.proves is not None
        self.abilities = Abilities(proofs=proofs, interrupt=True, assumptions=False)

    def solve_formula(self, formula: Formula, clock: Clock, *, with_proof: bool = False) -> Solved:
        """Return a model of the formula, or, if `with_proof`, a proof that it has none. The proof
        is in LRAT format, with hints, if the installed version can write it.
        """
        hinting = self.call_with_hints if with_proof else ()
        call = (hinting or self._program.proves) if with_proof else self._program.call
        if call is None:
            raise make_no_proofs_error(self.name)
        written, count = lambda _: write_dimacs(formula), formula.variables
        said, counts, proof = self.run_on_text(written, count, clock, call)
        model = said.true if said.satisfiable else None
        return Solved(model, counts, LratProof(proof) if hinting else proof)


def is_known(program: str) -> bool:
    """Return whether sudokopie knows with which arguments the SAT solver `program`, such as
    `kissat`, is called. It does not matter whether the program is installed.
    """
    return program in _PROGRAMS


names, create = DimacsBackend.names, DimacsBackend.create


def find_program_with_hints() -> DimacsBackend | None:
    """Return the first known program whose installed version writes LRAT proofs, or None if no such
    program is installed.
    """
    for name, known in _PROGRAMS.items():
        path = known.hints and shutil.which(name)
        if path and (found := _try_program(name, path)).call_with_hints:
            return found
    return None


@cache
def _try_program(program: str, path: str) -> DimacsBackend:
    """Return the backend for the SAT solver at `path`. The result is cached, so that the program is
    tried only once for whether it can write proofs with hints.
    """
    return DimacsBackend(f"dimacs:{program}", path)
