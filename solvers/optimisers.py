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
    """The common base of the backends that run an installed program for optimisation, for MaxSAT or
    pseudo-Boolean problems.
    """

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
    """Yield the text of an optimisation problem: find a model of `formula` in which as few as
    possible of the literals `costs` are true. `file` is the text format, "opb", "wcnf" or
    "old-wcnf" (WCNF from before 2022). If `at_most` is given and the format is "opb", at most
    `at_most` of these literals may be true; the other formats ignore the bound.
    """
    if file == "opb":
        return write_opb(formula, costs, at_most)
    return write_wcnf(formula, costs, with_header=file == "old-wcnf")


class MaxsatProgram(OptimiserProgram):
    """The backend that runs an installed MaxSAT solver on a file in WCNF format."""

    KIND, FILES = "maxsat", ("wcnf", "old-wcnf")
    KNOWN = {  # noqa: RUF012
        "uwrmaxsat": Program(("-m", "-v0", "{wcnf}")),
        "EvalMaxSAT_bin": Program(("{wcnf}",), version=None),
        "open-wbo": Program(("{old-wcnf}",), version=None),
        "clasp": Program(("--outf=1", "{old-wcnf}")),
    }


class PbProgram(OptimiserProgram):
    """The backend that runs an installed pseudo-Boolean solver on a file in OPB format."""

    KIND, FILES, reads = "pb", ("opb",), "opb"
    KNOWN = {  # noqa: RUF012
        "roundingsat": Program(("--print-sol=1", "{opb}"), version=None),
        "uwrmaxsat": Program(("-v0", "{opb}")),
        "minisat+": Program(("{opb}",), version=None),
        "clasp": Program(("--outf=1", "{opb}")),
    }


class CounterProgram(ExternalProgram):
    """The backend that runs an installed model counter, a program that counts the models of a
    formula. It counts for the command `compare` and refuses to answer questions, because a number
    of models contains no transformation.
    """

    KIND, FILES, reads = "count", ("cnf",), "count"
    KNOWN = {  # noqa: RUF012
        "ganak": Program(("{cnf}",)),
        "sharpSAT": Program(("{cnf}",), version=None),
    }
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: AskedPair, clock: Clock) -> NoReturn:  # noqa: ARG002
        """Refuse the question by raising `BackendError`: the program counts models but returns
        none, so no transformation from one Sudoku to the other can be made from its output.
        """
        raise BackendError("{name} only counts, which compare shows", name=self.name)

    def count_models(self, text: Iterable[str], clock: Clock) -> int:
        """Return the exact number of models of the CNF in `text`. Two models that agree on the
        variables that the text declares as shown (`c p show`) are counted once.
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
    """Return the backend for a full name such as `maxsat:uwrmaxsat`, or None if no program follows
    the colon. Raises `BackendError` if the program is not installed.
    """
    return _KINDS[name.partition(":")[0]].create(name)
