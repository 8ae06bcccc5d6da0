"""Backends `dimacs:PROGRAM`, which run SAT solvers that are installed on this machine. If sudokopie
does not know a program, the user can write its arguments into the name, for example `dimacs:mine
{cnf} {proof}`. The words in braces are replaced by the paths of files, and the program must write
its proof as text in DRAT format.
"""

import shutil
from collections.abc import Sequence
from functools import cache

from ..base.messages import Message
from ..encoding.formula import Formula, yield_dimacs_text_pieces
from .deadline import Deadline
from .external import ExternalProgramBackend, ProgramArguments
from .protocol import Abilities, FormulaResult, LratProof, SatBackend, make_no_proofs_error

_PROGRAMS = {
    "cadical": ProgramArguments(
        ("{cnf}",),
        ("--no-binary", "{cnf}", "{proof}"),
        # CaDiCaL from version 2.1 on factors by default; version 2.0 does not know the option.
        # Factoring introduces new variables, and proof steps about them are not RUP.
        (
            ("--lrat", "--no-factor", "--no-binary", "{cnf}", "{proof}"),
            ("--lrat", "--no-binary", "{cnf}", "{proof}"),
        ),
        seeds=("--seed={seed}",),
    ),
    "kissat": ProgramArguments(
        ("{cnf}",), ("--no-factor", "--no-binary", "{cnf}", "{proof}"), seeds=("--seed={seed}",)
    ),
    # The seeds of minisat and glucose change nothing unless a random order begins the search.
    "minisat": ProgramArguments(
        ("{cnf}", "{result}"), version=None, seeds=("-rnd-init", "-rnd-seed={seed}")
    ),
    "cryptominisat5": ProgramArguments(("{cnf}",), seeds=("--random", "{seed}")),
    "picosat": ProgramArguments(("-v", "{cnf}"), seeds=("-s", "{seed}")),
    "clasp": ProgramArguments(("--verbose=0", "--stats", "{cnf}")),
    "glucose": ProgramArguments(
        ("-model", "{cnf}"),
        ("-verb=0", "-model", "-certified", "-certified-output={proof}", "{cnf}"),
        version="--help",  # this argument prints the version above the help
        seeds=("-rnd-init", "-rnd-seed={seed}"),
    ),
}


class DimacsBackend(ExternalProgramBackend, SatBackend):
    """The backend that solves a formula with an installed SAT solver. The solver reads the formula
    from a file in DIMACS format, and runs in a separate process.
    """

    KIND, KNOWN, FILES = "dimacs", _PROGRAMS, ("cnf",)
    description = Message("SAT solver, a program that reads .cnf")

    def __init__(self, name: str, path: str, arguments: Sequence[str] = ()) -> None:
        super().__init__(name, path, arguments)
        proofs = self._program.proves is not None
        self.abilities = Abilities(proofs=proofs, interrupt=True, assumptions=False)

    def solve_formula(
        self, formula: Formula, deadline: Deadline, *, with_proof: bool = False
    ) -> FormulaResult:
        """Return a model of the formula, or the result that it has no model. If `with_proof` is
        True, a result without a model has a proof: in LRAT format if the installed program can
        write it, otherwise in DRAT format.
        """
        hinting = self.lrat_arguments if with_proof else ()
        call = (hinting or self._program.proves) if with_proof else self._program.call
        if call is None:
            raise make_no_proofs_error(self.name)
        written, count = lambda _: yield_dimacs_text_pieces(formula), formula.variables
        said, counts, proof = self.run_and_read_output_statistics_and_proof(
            written, count, deadline, call
        )
        model = said.true_variables if said.satisfiable else None
        return FormulaResult(model, counts, LratProof(proof) if hinting else proof)


def is_known_solver_program(program: str) -> bool:
    """Return whether sudokopie knows the arguments with which the SAT solver `program`, such as
    `kissat`, must be called. The program need not be installed.
    """
    return program in _PROGRAMS


names, create = DimacsBackend.names, DimacsBackend.create
known_backends = DimacsBackend.known_backends


def find_lrat_backend() -> DimacsBackend | None:
    """Return the backend of an installed program that can write proofs in LRAT format, or None if
    no such program is installed. If several such programs are installed, the first in the table of
    known programs is chosen.
    """
    for name, known in _PROGRAMS.items():
        path = known.hints and shutil.which(name)
        if path and (found := _make_cached_backend(name, path)).lrat_arguments:
            return found
    return None


@cache
def _make_cached_backend(program: str, path: str) -> DimacsBackend:
    """Return the backend for the SAT solver `program` at `path`. Every call with the same arguments
    returns the same object, because the object has to run the program once to learn whether it can
    write LRAT proofs.
    """
    return DimacsBackend(f"dimacs:{program}", path)
