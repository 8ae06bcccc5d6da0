"""Installed programs that find optima or count: `maxsat:PROGRAM`, `pb:PROGRAM`, `count:PROGRAM`.

They read and print what the MaxSAT Evaluation, the Pseudo-Boolean Competition and the Model
Counting Competition ask for. A MaxSAT solver that wants a WCNF as before 2022, with a line `p
wcnf`, is called as `maxsat:mine {old-wcnf}`.
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
    """An installed solver of optimisation problems."""

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
    """Yield a problem in the form that the name of a file in calls says."""
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
    """An installed model counter. It answers no question itself."""

    KIND, FILES, reads = "count", ("cnf",), "count"
    KNOWN = {  # noqa: RUF012
        "ganak": Program(("{cnf}",)),
        "sharpSAT": Program(("{cnf}",), version=None),
    }
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: AskedPair, clock: Clock) -> NoReturn:  # noqa: ARG002
        """Refuse to answer: a number of models shows none of them."""
        raise BackendError("{name} only counts, which compare shows", name=self.name)

    def count_models(self, text: Iterable[str], clock: Clock) -> int:
        """Return how many models a CNF has, on the variables that it shows."""
        with self._run(self._program.call, lambda _: text, clock) as (_, ended):
            return parse_count(read_text_lines(ended.printed, clock), self.name)


_KINDS = {kind.KIND: kind for kind in (MaxsatProgram, PbProgram, CounterProgram)}


def names() -> tuple[str, ...]:
    """Return the names of the known programs that are installed, but for those that only count."""
    return MaxsatProgram.names() + PbProgram.names()


def create(name: str) -> ExternalProgram | None:
    """Return the backend of a full name; None for a name without a program."""
    return _KINDS[name.partition(":")[0]].create(name)
