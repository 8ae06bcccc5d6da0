"""Installed programs that find optima or count models: `maxsat:PROGRAM`, `pb:PROGRAM`,
`count:PROGRAM`.

They read and print the formats of the MaxSAT Evaluation, the Pseudo-Boolean Competition and the
Model Counting Competition. A MaxSAT solver that needs the WCNF format from before 2022, with a line
`p wcnf`, is called as `maxsat:mine {old-wcnf}`.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NoReturn

from ..base.errors import BackendError
from ..encoding.formula import Formula, write_opb, write_wcnf
from .clock import Clock
from .external import ExternalProgram, Program, read_text_lines
from .protocol import Abilities, AskedPair, Model, Optimiser
from .solver_output import parse_count


class OptimiserProgram(ExternalProgram, Optimiser):
    """An installed solver for optimisation problems."""

    abilities = Abilities(proofs=False, interrupt=True, assumptions=False, optimum=True)

    def optimum(self, formula: Formula, literals: Sequence[int], clock: Clock) -> Model | None:
        written = partial(write_problem, formula=formula, costs=literals)
        said, _, _ = self.run_on_text(written, formula.variables, clock)
        if said.satisfiable and not said.is_optimum:
            raise BackendError("{name} found no optimum", name=self.name)
        return said.true if said.satisfiable else None


def write_problem(
    file: str, formula: Formula, costs: Sequence[int], at_most: int | None = None
) -> Iterable[str]:
    """Yield the text of an optimisation problem: `costs` are the literals of which as few as
    possible should be true. `file` is the format, "opb", "wcnf" or "old-wcnf", as a program's call
    names it. In "opb" at most `at_most` of the literals may be true, if it is given.
    """
    if file == "opb":
        return write_opb(formula, costs, at_most)
    return write_wcnf(formula, costs, with_header=file == "old-wcnf")


class MaxsatProgram(OptimiserProgram):
    """An installed MaxSAT solver."""

    KIND, FILES = "maxsat", ("wcnf", "old-wcnf")
    KNOWN = {  # noqa: RUF012
        "uwrmaxsat": Program(("-m", "-v0", "{wcnf}")),
        "EvalMaxSAT_bin": Program(("{wcnf}",), version=None),
        "open-wbo": Program(("{old-wcnf}",), version=None),
        "clasp": Program(("--outf=1", "{old-wcnf}")),
    }


class PbProgram(OptimiserProgram):
    """An installed pseudo-Boolean solver."""

    KIND, FILES, reads = "pb", ("opb",), "opb"
    KNOWN = {  # noqa: RUF012
        "roundingsat": Program(("--print-sol=1", "{opb}"), version=None),
        "uwrmaxsat": Program(("-v0", "{opb}")),
        "minisat+": Program(("{opb}",), version=None),
        "clasp": Program(("--outf=1", "{opb}")),
    }


class CounterProgram(ExternalProgram):
    """An installed model counter. It refuses to answer questions itself and only counts models."""

    KIND, FILES, reads = "count", ("cnf",), "count"
    KNOWN = {  # noqa: RUF012
        "ganak": Program(("{cnf}",)),
        "sharpSAT": Program(("{cnf}",), version=None),
    }
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: AskedPair, clock: Clock) -> NoReturn:  # noqa: ARG002
        """Raise `BackendError`: from the number of models alone no witness can be made."""
        raise BackendError("{name} only counts, which compare shows", name=self.name)

    def count_models(self, text: Iterable[str], clock: Clock) -> int:
        """Return the exact number of models of a CNF, counted on the variables that its text
        declares as shown.
        """
        with self._run(self._program.call, lambda _: text, clock) as (_, ended):
            return parse_count(read_text_lines(ended.printed, clock), self.name)


_KINDS = {kind.KIND: kind for kind in (MaxsatProgram, PbProgram, CounterProgram)}


def names() -> tuple[str, ...]:
    """Return the names of the known optimisation programs that are installed; model counters are
    left out.
    """
    return MaxsatProgram.names() + PbProgram.names()


def create(name: str) -> ExternalProgram | None:
    """Return the backend with this full name, or None if the name contains no program. Raises
    `BackendError` if the program is not installed.
    """
    return _KINDS[name.partition(":")[0]].create(name)
