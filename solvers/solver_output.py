"""What a solver printed: `s` and `v` lines, minisat's result file, or a bare word.

Solvers agree on `s SATISFIABLE`, `v 1 -2 0`; minisat prints a bare `UNSATISFIABLE` and writes `SAT`
and the model to its second file; since 2022 MaxSAT solvers may write a model as one word of 0 and
1; pseudo-Boolean ones write `x1 -x2`.
"""

from typing import NamedTuple

from ..sudoku.errors import BackendError
from ..sudoku.language import Message

_SATISFIABLE = {"SATISFIABLE", "SAT", "OPTIMUM FOUND"}
_UNSATISFIABLE = {"UNSATISFIABLE", "UNSAT"}
_KNOWN = _SATISFIABLE | _UNSATISFIABLE | {"UNKNOWN", "INDET", "INDETERMINATE"}


class SolverOutput(NamedTuple):
    """`satisfiable`: None if the solver doesn't know; `model`: literals, for a yes."""

    satisfiable: bool | None
    model: list[int]


def parse_solver_output(text: str, source: str) -> SolverOutput:
    """Read a solver's output; raise `BackendError` where it says nothing, or not what it should."""
    verdicts, words = [], []
    bare_model_follows = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("s "):
            verdicts.append(line[2:].strip())
        elif line.startswith("v ") or line == "v":
            words += line[1:].split()
        elif line in _KNOWN:
            verdicts.append(line)
            bare_model_follows = line == "SAT"
        elif bare_model_follows:
            words += line.split()
    if len(set(verdicts)) != 1 or verdicts[0] not in _KNOWN:
        found = " ".join(sorted(set(verdicts))) or _shortened(text)
        raise BackendError(
            Message(
                "{source}: expected a line with SATISFIABLE or UNSATISFIABLE, found '{found}'",
                source=source,
                found=found,
            )
        )
    verdict = verdicts[0]
    if verdict in _UNSATISFIABLE:
        return SolverOutput(False, [])
    if verdict not in _SATISFIABLE:
        return SolverOutput(None, [])
    return SolverOutput(True, _model(words, source))


def _model(words: list[str], source: str) -> list[int]:
    if len(words) == 1 and len(words[0]) > 1 and set(words[0]) <= {"0", "1"}:
        return [v if bit == "1" else -v for v, bit in enumerate(words[0], 1)]
    try:
        model = [int(word.replace("x", "", 1)) for word in words]
    except ValueError:
        model = []
    if not any(model):
        raise BackendError(
            Message(
                "{source}: expected a model, found '{found}' (minisat writes it to another file)",
                source=source,
                found=_shortened(" ".join(words)),
            )
        )
    return [literal for literal in model if literal]


def _shortened(text: str) -> str:
    """Return the beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"
