"""Parsers for the text that solvers print: the verdict, the model, and counts such as conflicts.

Most solvers print `s SATISFIABLE` and `v 1 -2 0`. Minisat prints a bare `UNSATISFIABLE`, and writes
`SAT` and the model to its second file. MaxSAT solvers may print a model as one word of 0 and 1
(format of 2022), and pseudo-Boolean solvers print `x1 -x2`. MiniZinc prints
`=====UNSATISFIABLE=====`. Clasp prints several models, each better than the model before it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import IO, NamedTuple

from ..base.errors import BackendError
from .deadline import Deadline

_OPTIMUM = "OPTIMUM FOUND"

_KNOWN = {
    **dict.fromkeys(("SATISFIABLE", "SAT", _OPTIMUM), True),
    **dict.fromkeys(("UNSATISFIABLE", "UNSAT", "=====UNSATISFIABLE====="), False),
    **dict.fromkeys(("UNKNOWN", "INDET", "INDETERMINATE", "=====UNKNOWN====="), None),
}
"""The verdicts that solvers print. True: the formula is satisfiable; False: it is unsatisfiable;
None: the solver does not know.
"""


class SolverOutput(NamedTuple):
    """The verdict and model that a solver printed. `satisfiable` is None if the solver does not
    know; `model` is then empty. `is_optimum` is True if the solver claims that no model is better.
    """

    satisfiable: bool | None
    model: list[int]
    is_optimum: bool

    @property
    def true_variables(self) -> frozenset[int]:
        """The variables that are true in the model, as a set of numbers."""
        return frozenset(literal for literal in self.model if literal > 0)


def parse_solver_output(
    output: IO[str], error_prefix: str, variable_count: int, deadline: Deadline | None = None
) -> SolverOutput:
    """Read a solver's verdict and model from its output. Raises `BackendError`, with a message that
    begins with `error_prefix`, if the output has no verdict, verdicts that contradict each other,
    or no readable model. Raises `DeadlinePassedError` if `deadline` passes.

    The output is read in pieces, so that neither a long output nor a long line fills the memory.
    Only literals of the variables 1 to `variable_count` are kept.
    """
    reader = _OutputReader(variable_count)
    for begins, text in _yield_line_start_flags_and_pieces(output, variable_count, deadline):
        reader.process_output_piece(begins, text)
    satisfiable = reader.find_satisfiability(error_prefix)
    if not satisfiable and reader.model.beginning:
        raise BackendError("{source}: the solver says no, but prints a model", source=error_prefix)
    literals = reader.model.get_model_literals_or_none() if satisfiable else []
    if literals is None:
        raise BackendError(
            "{source}: expected a model, found '{found}' (minisat writes it to another file)",
            source=error_prefix,
            found=_cut_to_one_line(reader.model.beginning),
        )
    return SolverOutput(satisfiable, literals, _OPTIMUM in reader.verdicts)


_MANY = 3  # the most different verdicts that are kept for an error; further verdicts are ignored
_SHORT = 40  # the most characters of the output that an error quotes
_PIECE = 2**16


def _yield_line_start_flags_and_pieces(
    output: IO[str], variable_count: int, deadline: Deadline | None
) -> Iterator[tuple[bool, str]]:
    """Yield a solver's output in pieces, so that long lines do not fill the memory. Each result is
    a pair: whether the piece is at the start of a line, and the text of the piece.

    A solver may print a model as one word with a character for each variable. Therefore no word of
    up to `variable_count` characters is split. Raises `DeadlinePassedError` if `deadline` passes.
    """
    size, begins, rest = _PIECE + variable_count, True, ""
    for piece in (deadline or Deadline()).iterate_until_deadline(
        iter(lambda: output.readline(size), ""), items_per_check=64
    ):
        text, rest = rest + piece, ""
        is_cut = len(piece) == size and not piece.endswith("\n")
        if is_cut and " " in text:  # the last word may continue in the next piece
            text, _, rest = text.rpartition(" ")
        yield begins, text
        begins = not is_cut
    if rest:
        yield False, rest


class _OutputReader:
    """A reader of a solver's output. It processes the output piece by piece, and keeps the verdicts
    and the last model that were found so far.
    """

    def __init__(self, variable_count: int) -> None:
        self.verdicts = set[str]()
        self.model = _ModelReader(variable_count)
        self._variables, self._beginning = variable_count, ""
        self._bare_model_follows = self._better_model_follows = False
        self._of_model: str | None = None

    def process_output_piece(self, is_line_start: bool, text: str) -> None:
        """Process a piece of a line of the solver's output. `is_line_start` is True if the piece is
        at the start of its line.
        """
        if is_line_start:
            self._of_model = self._read_verdict_or_return_literals(text.strip())
            text = self._of_model or ""
        if self._of_model is not None:
            self.model.process_model_words(text.split())

    def _read_verdict_or_return_literals(self, line: str) -> str | None:
        """Process the start of a line of the solver's output. If the line belongs to a model,
        return its literals as text; otherwise return None.
        """
        if len(self._beginning) < _SHORT:
            self._beginning += f"{line[:_SHORT]} "
        if line.startswith("s ") or line in _KNOWN:
            if len(self.verdicts) < _MANY:
                self.verdicts.add(_cut_to_one_line(line.removeprefix("s ").strip()))
            self._bare_model_follows = line == "SAT"
        elif line.startswith("o "):  # the cost of a model: the next model will be better
            self._better_model_follows = True
        elif line.startswith("v ") or line == "v":
            if self._better_model_follows:
                self.model, self._better_model_follows = _ModelReader(self._variables), False
            return line[1:]
        elif self._bare_model_follows and not line.startswith("c"):
            return line
        return None

    def find_satisfiability(self, error_prefix: str) -> bool | None:
        """Return what the solver's verdicts mean: True for satisfiable, False for unsatisfiable,
        None if the solver does not know. Raises `BackendError`, with a message that begins with
        `error_prefix`, if there is no verdict or if the verdicts contradict each other.
        """
        kinds = {_KNOWN.get(verdict, verdict) for verdict in self.verdicts}
        if len(kinds) != 1 or not kinds <= set(_KNOWN.values()):
            raise BackendError(
                "{source}: expected a line with SATISFIABLE or UNSATISFIABLE, found '{found}'",
                source=error_prefix,
                found=" ".join(sorted(self.verdicts)) or _cut_to_one_line(self._beginning),
            )
        return next(_KNOWN[verdict] for verdict in self.verdicts)


class _ModelReader:
    """A reader of the model in a solver's output. The model is either a list of literals, or one
    word of 0 and 1 that holds the values of all variables.
    """

    def __init__(self, variable_count: int) -> None:
        self._signs = bytearray(variable_count + 1)
        self._word: str | None = None
        self._is_wrong = False
        self.beginning = ""

    def process_model_words(self, words: list[str]) -> None:
        """Process some words that the solver printed as a part of its model: literals such as `-3`,
        or one word of 0 and 1.
        """
        if len(self.beginning) < _SHORT:
            self.beginning += "".join(f"{word[:_SHORT]} " for word in words[:_SHORT])
        if self._word is None and len(words) == 1:  # this word may be the whole model, as 0 and 1
            self._word = words[0]
        elif words:
            self._add_literals([self._word, *words] if self._word else words)
            self._word = ""

    def _add_literals(self, words: list[str]) -> None:
        """Record the signs of the literals in `words`, such as `-3` or `x3`. Variables that the
        formula does not have are ignored. A word that is not a literal makes the model invalid.
        """
        try:
            literals = list(map(int, words))
        except ValueError:
            try:
                literals = [int(_NUMBER.sub(r"\1", word)) for word in words]
            except ValueError:
                self._is_wrong = True
                return
        signs, last = self._signs, len(self._signs) - 1
        for literal in literals:
            if 0 < literal <= last:
                signs[literal] |= 1
            elif -last <= literal < 0:
                signs[-literal] |= 2

    def get_model_literals_or_none(self) -> list[int] | None:
        """Return the literals of the model, or None if the words that were read are not a model."""
        word = self._word
        if word and len(word) > 1 and set(word) <= {"0", "1"}:
            bits = enumerate(word[: len(self._signs) - 1], 1)
            return [v if bit == "1" else -v for v, bit in bits]
        if word:
            self._add_literals([word])
        if not self.beginning or self._is_wrong or 3 in self._signs:
            return None
        return [v if sign == 1 else -v for v, sign in enumerate(self._signs) if sign]


_NUMBER = re.compile("^(-?)x")

_COUNT = re.compile(
    r"""^(?:c[ \t]+)?
    (?: (?P<name>conflicts|decisions|choices|propagations|restarts) [ \t]*:
        [ \t]* (?P<count>\d{1,18})
      | (?P<count_before>\d{1,18}) [ \t]+ (?P<name_after>conflicts|decisions|propagations|restarts)
    ) (?![^ \t\r\n])""",
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)
"""A line that begins with a count: `c conflicts: 12`, `conflicts : 12`, or picosat's `c 12
conflicts`.

Only a blank or the end of the line may follow the number: cryptominisat rounds large numbers, for
example to 237K, and a rounded number is not used.
"""


def parse_statistics(output: IO[str], deadline: Deadline | None = None) -> dict[str, int]:
    r"""Return the numbers of conflicts, decisions, propagations and restarts that a solver printed,
    as a dictionary by name. A number is left out if the solver did not print it, or printed two
    different values.

    Clasp calls decisions choices; they are counted as decisions. Raises `DeadlinePassedError` when
    the time of `deadline` is up.

    >>> from io import StringIO
    >>> printed = "c Choices : 7\nc Conflicts : 3 (Analyzed: 3)\nc propagations : 237K"
    >>> parse_statistics(StringIO(printed))
    {'decisions': 7, 'conflicts': 3}
    """
    found: dict[str, set[int]] = {}
    for begins, line in _yield_line_start_flags_and_pieces(output, 0, deadline):
        if begins and (match := _COUNT.match(line)):
            name = (match["name"] or match["name_after"]).lower()
            counts = found.setdefault("decisions" if name == "choices" else name, set())
            if len(counts) < 2:
                counts.add(int(match["count"] or match["count_before"]))
    return {name: counts.pop() for name, counts in found.items() if len(counts) == 1}


_MODELS = re.compile(
    r"^(?:c s exact arb int|s(?: (?:mc|pmc|type mc))?|# of solutions:?) +(\d{1,4000})[ \t\r]*$"
)
"""The lines in which model counters print their result: `c s exact arb int 648`, `s mc 648`, and,
in older programs, `s 648`.
"""


def parse_model_count(lines: Iterable[str], error_prefix: str) -> int:
    """Return the number of models that a model counter printed. Raises `BackendError`, with a
    message that begins with `error_prefix`, if it printed no exact number or several different
    numbers.

    An estimate is not accepted. sharpSAT prints the number on the line below a heading.

    >>> parse_model_count(["s SATISFIABLE", "c s type mc", "c s exact arb int 648"], "ganak")
    648
    """
    found, heading = set[int](), False
    for line in lines:
        if match := _MODELS.match(f"s {line}" if heading else line):
            found.add(int(match[1]))
        elif line.startswith("s UNSATISFIABLE"):
            found.add(0)
        heading = line.strip() == "# solutions"
    if len(found) != 1:
        raise BackendError("{source}: expected one exact number of models", source=error_prefix)
    return found.pop()


def _cut_to_one_line(text: str) -> str:
    """Return the text on one line, cut to at most `_SHORT` characters."""
    line = " ".join(text.split())
    return line if len(line) <= _SHORT else line[: _SHORT - 1] + "…"
