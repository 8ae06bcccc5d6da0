"""Solver programs that tests write and run as backends."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

SOLVER = """\
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver("minisat22", bootstrap_with=CNF(from_file=sys.argv[1]).clauses) as solver:
    if solver.solve():
        print("s SATISFIABLE")
        print("v", *solver.get_model(), 0)
        sys.exit(10)
print("s UNSATISFIABLE")
sys.exit(20)
"""


def program(folder: Path, source: str) -> str:
    """Write a solver program in Python to a folder, and return the name of the backend that runs
    it.
    """
    path = folder / "solver"
    path.write_text(f"#!{sys.executable}\n{source}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"dimacs:{path}"
