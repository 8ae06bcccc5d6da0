"""What a solver printed: `s` and `v` lines, minisat's result file, or a bare word; and its counts.

Solvers agree on `s SATISFIABLE`, `v 1 -2 0`; minisat prints a bare `UNSATISFIABLE` and writes `SAT`
and the model to its second file; since 2022 MaxSAT solvers may write a model as one word of 0 and
1; pseudo-Boolean ones write `x1 -x2`. clasp prints each model that is better than the one before.
"""

import re
from io import StringIO
from typing import NamedTuple

from ..sudoku.errors import BackendError, LimitError
from ..sudoku.language import Message
from ..sudoku.limits import lines_of

_OPTIMUM = "OPTIMUM FOUND"

_KNOWN = {
    **dict.fromkeys(("SATISFIABLE", "SAT", _OPTIMUM), True),
    **dict.fromkeys(("UNSATISFIABLE", "UNSAT"), False),
    **dict.fromkeys(("UNKNOWN", "INDET", "INDETERMINATE"), None),
}
"""What solvers say, and whether it means that the formula is satisfiable; None: not known."""


_MOST_LITERALS = 2**22
"""The most literals of a model: ten times as many as the largest formulas here have."""


class SolverOutput(NamedTuple):
    """What a solver said.

    `satisfiable`: None if it doesn't know; `model`: literals, for a yes; `is_optimum`: it says that
    no model is better.
    """

    satisfiable: bool | None
    model: list[int]
    is_optimum: bool


def parse_solver_output(text: str, source: str) -> SolverOutput:
    """Read a solver's output; raise `BackendError` where it says nothing, or not what it should.

    Raises `LimitError` for lines and models that are too long.
    """
    verdicts, words = [], list[str]()
    bare_model_follows = better_model_follows = False
    for line in map(str.strip, lines_of(StringIO(text, newline=None), source, len(text))):
        if line.startswith("s "):
            verdicts.append(line[2:].strip())
        elif line.startswith("o "):  # what a model costs: the next one is better
            better_model_follows = True
        elif line.startswith("v ") or line == "v":
            if better_model_follows:
                words.clear()
                better_model_follows = False
            words += line[1:].split()
        elif line in _KNOWN:
            verdicts.append(line)
            bare_model_follows = line == "SAT"
        elif bare_model_follows and not line.startswith("c"):
            words += line.split()
        if len(words) > _MOST_LITERALS:
            raise _too_long(source)
    kinds = {_KNOWN.get(verdict, verdict) for verdict in verdicts}
    if len(kinds) != 1 or not kinds <= set(_KNOWN.values()):
        found = _shortened(" ".join(sorted(set(verdicts))) or text)
        raise BackendError(
            Message(
                "{source}: expected a line with SATISFIABLE or UNSATISFIABLE, found '{found}'",
                source=source,
                found=found,
            )
        )
    (satisfiable,) = kinds
    if not satisfiable and words:
        raise BackendError(
            Message("{source}: the solver says no, but prints a model", source=source)
        )
    model = _model(words, source) if satisfiable else []
    return SolverOutput(satisfiable, model, _OPTIMUM in verdicts)


def _too_long(source: str) -> LimitError:
    message = Message(
        "{source}: expected a model of at most {limit} literals",
        source=source,
        limit=_MOST_LITERALS,
    )
    return LimitError(message)


def _model(words: list[str], source: str) -> list[int]:
    if len(words) == 1 and len(words[0]) > 1 and set(words[0]) <= {"0", "1"}:
        return [v if bit == "1" else -v for v, bit in enumerate(words[0], 1)]
    try:
        model = [int(re.sub("^(-?)x", r"\1", word)) for word in words]
    except ValueError:
        model = []
    said = set(model) - {0}
    if not model or any(-literal in said for literal in said):
        raise BackendError(
            Message(
                "{source}: expected a model, found '{found}' (minisat writes it to another file)",
                source=source,
                found=_shortened(" ".join(words)),
            )
        )
    return [literal for literal in model if literal]


_COUNT = re.compile(
    r"""^(?:c[ \t]+)?
    (?: (?P<name>conflicts|decisions|choices|propagations|restarts) [ \t]*:
        [ \t]* (?P<count>\d{1,18})
      | (?P<count_before>\d{1,18}) [ \t]+ (?P<name_after>conflicts|decisions|propagations|restarts)
    ) (?![^ \t\r\n])""",
    re.ASCII | re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
"""A line that begins with a count: `c conflicts: 12`, `conflicts : 12`, picosat's `c 12 conflicts`.

What follows it is a blank or nothing: cryptominisat rounds large numbers, to 237K.
"""


def parse_statistics(text: str) -> dict[str, int]:
    r"""Return what a solver printed of its conflicts, decisions, propagations and restarts.

    What it did not print is left out, and so is what it printed twice, and differently. Choices are
    clasp's word for decisions.

    >>> parse_statistics("c Choices : 7\nc Conflicts : 3 (Analyzed: 3)\nc propagations : 237K")
    {'decisions': 7, 'conflicts': 3}
    """
    found: dict[str, set[int]] = {}
    for match in _COUNT.finditer(text):
        name = (match["name"] or match["name_after"]).lower()
        count = int(match["count"] or match["count_before"])
        found.setdefault("decisions" if name == "choices" else name, set()).add(count)
    return {name: counts.pop() for name, counts in found.items() if len(counts) == 1}


def _shortened(text: str) -> str:
    """Return the beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"
