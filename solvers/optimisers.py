"""Backends that run installed programs: MaxSAT solvers (`maxsat:PROGRAM`) and pseudo-Boolean
solvers (`pb:PROGRAM`), which find optima, and model counters (`count:PROGRAM`).

They read and print the formats of the MaxSAT Evaluation, the Pseudo-Boolean Competition and the
Model Counting Competition. A MaxSAT solver that needs the WCNF format from before 2022, with a line
`p wcnf`, is called as `maxsat:mine {old-wcnf}`.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NoReturn

from ..base.errors import BackendError
from ..base.messages import Message
from ..encoding.formula import Formula, yield_opb_text_pieces, yield_wcnf_text_pieces
from .deadline import Deadline
from .external import ExternalProgramBackend, ProgramArguments, yield_line_beginnings
from .protocol import Abilities, AskedPair, FewestStepsBackend, Model
from .solver_output import parse_model_count


class ExternalOptimiserBackend(ExternalProgramBackend, FewestStepsBackend):
    """The base class of the backends that run an installed MaxSAT solver or pseudo-Boolean solver
    to find a model with the fewest true variables.
    """

    abilities = Abilities(proofs=False, interrupt=True, assumptions=False, optimum=True)

    def optimum(
        self, formula: Formula, literals: Sequence[int], deadline: Deadline
    ) -> Model | None:
        written = partial(yield_optimisation_problem_text, formula=formula, cost_literals=literals)
        said, _, _ = self.run_and_read_output_statistics_and_proof(
            written, formula.variables, deadline
        )
        if said.satisfiable and not said.is_optimum:
            raise BackendError("{name} found no optimum", name=self.name)
        return said.true_variables if said.satisfiable else None


def yield_optimisation_problem_text(
    file_format: str,
    formula: Formula,
    cost_literals: Sequence[int],
    max_true_count: int | None = None,
) -> Iterable[str]:
    """Yield the text of an optimisation problem: find a model of `formula` in which as few as
    possible of the `cost_literals` are true. `file_format` is "opb", "wcnf" or "old-wcnf" (WCNF
    from before 2022). In the format "opb", `max_true_count` can limit the number of cost literals
    that are true; the other formats ignore it.
    """
    if file_format == "opb":
        return yield_opb_text_pieces(formula, cost_literals, max_true_count)
    return yield_wcnf_text_pieces(formula, cost_literals, with_header=file_format == "old-wcnf")


class ExternalMaxsatBackend(ExternalOptimiserBackend):
    """The backend that runs an installed MaxSAT solver on a file in WCNF format."""

    KIND, FILES = "maxsat", ("wcnf", "old-wcnf")
    description = Message("MaxSAT solver, a program that reads .wcnf; finds the fewest steps")
    KNOWN = {  # noqa: RUF012
        "uwrmaxsat": ProgramArguments(("-m", "-v0", "{wcnf}")),
        "EvalMaxSAT_bin": ProgramArguments(("{wcnf}",), version=None),
        "open-wbo": ProgramArguments(("{old-wcnf}",), version=None),
        "clasp": ProgramArguments(("--outf=1", "{old-wcnf}")),
    }


class ExternalPseudoBooleanBackend(ExternalOptimiserBackend):
    """The backend that runs an installed pseudo-Boolean solver on a file in OPB format."""

    KIND, FILES, reads = "pb", ("opb",), "opb"
    description = Message(
        "pseudo-Boolean solver, a program that reads .opb; finds the fewest steps"
    )
    KNOWN = {  # noqa: RUF012
        "roundingsat": ProgramArguments(("--print-sol=1", "{opb}"), version=None),
        "uwrmaxsat": ProgramArguments(("-v0", "{opb}")),
        "minisat+": ProgramArguments(("{opb}",), version=None),
        "clasp": ProgramArguments(("--outf=1", "{opb}")),
    }


class ExternalModelCounterBackend(ExternalProgramBackend):
    """The backend that runs an installed model counter, a program that counts the models of a
    formula. The command `compare` uses this backend to count models. The backend refuses to answer
    questions about two Sudokus, because a number of models contains no transformation.
    """

    KIND, FILES, reads = "count", ("cnf",), "count"
    description = Message("model counter, a program that reads .cnf; only in compare")
    KNOWN = {  # noqa: RUF012
        "ganak": ProgramArguments(("{cnf}",)),
        "sharpSAT": ProgramArguments(("{cnf}",), version=None),
    }
    abilities = Abilities(proofs=False, interrupt=True, assumptions=False)

    def answer(self, question: AskedPair, deadline: Deadline) -> NoReturn:  # noqa: ARG002
        """Raise `BackendError`: a model counter returns no model from which a transformation
        between the two Sudokus could be made.
        """
        raise BackendError("{name} only counts, which compare shows", name=self.name)

    def count_models(self, cnf_lines: Iterable[str], deadline: Deadline) -> int:
        """Return the exact number of models of a formula. `cnf_lines` are the lines of the formula
        as a CNF. If the CNF has lines `c p show`, which list variables, models that agree on all
        these variables are counted only once.
        """
        with self._run_and_provide_paths_and_end(
            self._program.call, lambda _: cnf_lines, deadline
        ) as (_, ended):
            return parse_model_count(yield_line_beginnings(ended.output_path, deadline), self.name)


_KINDS = {
    kind.KIND: kind
    for kind in (ExternalMaxsatBackend, ExternalPseudoBooleanBackend, ExternalModelCounterBackend)
}


def names() -> tuple[str, ...]:
    """Return the full names of the known MaxSAT and pseudo-Boolean solvers that are installed.
    Model counters are left out.
    """
    return ExternalMaxsatBackend.names() + ExternalPseudoBooleanBackend.names()


def known_backends() -> tuple[ExternalProgramBackend, ...]:
    """Return the backends of all known MaxSAT solvers, pseudo-Boolean solvers and model counters,
    including programs that are not installed.
    """
    return tuple(backend for kind in _KINDS.values() for backend in kind.known_backends())


def create(name: str) -> ExternalProgramBackend | None:
    """Return the backend for a full name such as `maxsat:uwrmaxsat` or `count:ganak`, or None if no
    program follows the colon. Raises `BackendError` if the program is not installed.
    """
    return _KINDS[name.partition(":")[0]].create(name)
