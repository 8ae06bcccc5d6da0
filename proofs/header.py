"""The header of an exported formula: comments that describe the question and explain the variables.

A header lists the tool, the command, the facts of the question, the numbers of clauses by family,
and the meaning of each variable. Comments are short, in ASCII, and at the beginning of the file,
because some proof checkers accept neither long comments nor comments that come later.
"""

import gzip
import lzma
import shlex
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain, dropwhile
from typing import NamedTuple

from ..base.errors import ExportError, LimitError
from ..base.limits import DESCRIPTION
from ..base.verdict import Verdict
from ..base.version import VERSION
from ..encoding.formula import Formula, count_clauses_by_family, write_dimacs
from ..questions.question import Question
from ..questions.registry import QUESTIONS
from ..questions.serialization import read_header_lines, write_header_lines
from ..system.open_file import open_for_reading

_UNNAMED = ("copy", "completion")
"""Questions whose name is not written in a header. A header without a name belongs to the second
question if it has a `grid`, and to the first otherwise.
"""


class Provenance(NamedTuple):
    """The writer of a file: the tool with its version, and the words of its command, if it has
    one.
    """

    tool: str
    command: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.tool}: {' '.join(map(_quote, self.command))}"

    def lines(self) -> Iterator[str]:
        """Yield the tool, then the command. A long command takes several lines, each of which ends
        with a backslash; pasted into a shell they are a single command.
        """
        yield self.tool
        line = ""
        for word in map(_quote, self.command):
            if line and len(line) + len(word) >= _LINE:
                yield f"command {line} \\"
                line = ""
            line += " " * bool(line) + word
        if self.command:
            yield f"command {line}"


LIBRARY = Provenance(f"sudokopie {VERSION}")  # this package, used by another program

_LINE = 68


def _quote(word: str) -> str:
    """Return a word in printable ASCII, quoted for a shell."""
    if word.isascii() and word.isprintable():
        return shlex.quote(word)
    escaped = [
        f"\\U{ord(char):08x}" if char in "'\\" or not " " <= char <= "~" else char for char in word
    ]
    return f"$'{''.join(escaped)}'"


def write_header(
    question: Question,
    formula: Formula | None,
    provenance: Provenance,
    known: Verdict | None = None,
) -> Iterator[str]:
    """Yield the lines of the header without the sign that begins a comment; each line is short.

    `formula` is the formula in the file, or None if the file holds another kind of model; `known`
    is the answer, or None if it is not known.
    """
    yield from provenance.lines()
    yield f"question: {question.text}"
    yield question.meaning
    if known in KNOWN.values():
        yield f"{_STATUS} {describe_satisfiability(known)}"
    if question.NAME not in _UNNAMED:
        yield f"asks {question.NAME}"
    yield from write_header_lines(question, question.shape)
    if formula is not None:
        yield from (
            f"clauses {family} {count}"
            for family, count in count_clauses_by_family(formula).items()
        )
        yield from (f"var {variable} = {meaning}" for variable, meaning in formula.legend())


KNOWN = {"satisfiable": Verdict.YES, "unsatisfiable": Verdict.NO}
"""The answer to a question by the words that are usual for its formula in SAT solving."""

_STATUS = "status:"


def describe_satisfiability(known: Verdict | None) -> str:
    """Return the usual word in SAT solving for an answer: satisfiable, unsatisfiable or unknown."""
    return next((word for word, verdict in KNOWN.items() if verdict is known), "unknown")


def write_comments(sign: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield each line as a comment that begins with `sign`."""
    return (f"{sign} {line}\n" for line in lines)


_SIGNS = ("c ", "* ", "# ", "% ")
"""The beginnings of comments: in CNF and WCNF, in OPB, in CP-SAT's models and CPMpy, in
MiniZinc.
"""

_WCNF = ("h ", "p wcnf ")
"""The beginnings of the first line after the comments of a WCNF: a hard clause, or the problem line
of the format from before 2022.
"""

_OLD_RESTRICTIONS = ("at-most-steps", "orientation")
"""Keys that certificates of version 1.0.0 and older files have without a line `asks`.

They restrict the question to some transformations, so a no does not mean that the second Sudoku is
not a copy of the first. Files with these restrictions are not read.
"""


class Header(NamedTuple):
    """The question of an exported file, and its answer, or None if the answer is not known."""

    question: Question
    known: Verdict | None


def read_header(path: str) -> Header:
    """Return the question and answer in the header of an exported file, which may be compressed.
    Raises `ExportError` if the file has no such header, `LimitError` if the header is too long, and
    `OSError` if the file cannot be read.
    """
    try:
        with open_for_reading(path) as file:
            # The file is read in pieces, so that a very long line does not fill the memory.
            lines = iter(lambda: file.readline(2**16), b"")
            first = next(lines, b"")
            # CP-SAT's binary model begins like this; the length of its name follows
            if first == b"\n":
                lines = dropwhile(lambda line: not line.startswith(b"# "), lines)
            lines = chain([first] if first.strip() else [], lines)
            return read_export((line.decode("ascii", "replace") for line in lines), path)
    except (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error) as error:
        raise ExportError(
            "{file}: not compressed as its name says: {reason}", file=path, reason=error
        ) from None


def read_export(lines: Iterable[str], source: str) -> Header:
    """Return the question and answer in the header of an exported file, from the lines of its text.

    Raises `ExportError` if sudokopie did not write the file, and `LimitError` if the header is too
    long.
    """
    said: dict[str, list[str]] = {}
    optimises, length = False, 0
    try:
        for line in lines:
            if not line.startswith(_SIGNS):
                optimises = optimises or line.startswith(_WCNF)
                break
            optimises = not line.startswith("c ")
            key, _, value = line[2:].strip().partition(" ")
            if key == "var":
                continue
            length += len(line)
            if length > DESCRIPTION:
                raise LimitError(
                    "{file}: expected a header of at most {limit} MiB, found more",
                    file=source,
                    limit=DESCRIPTION // 2**20,
                )
            if key == "and":  # this line continues the set before it
                said["set"][-1] += f" {value}"
            else:
                said.setdefault(key, []).append(value)
        return Header(_read_question(said, optimises), KNOWN.get(said.get(_STATUS, [""])[-1]))
    except (KeyError, ValueError, IndexError):
        raise ExportError(
            "{file}: this is no formula of sudokopie export, whose comments have the Sudokus",
            file=source,
        ) from None


def _read_question(said: dict[str, list[str]], optimises: bool) -> Question:
    """Return the question that the header's values describe, by key. Raises `KeyError` or
    `ValueError` if they describe no known question.
    """
    if "asks" in said:
        name = said["asks"][-1]
    else:
        name = _UNNAMED["grid" in said]
        if "at-least" in said:
            name = "nearest"
        elif any(said.get(key, ["any"])[-1] != "any" for key in _OLD_RESTRICTIONS):
            raise KeyError(name)
    kind: type[Question] = QUESTIONS.find(name)
    return kind(**read_header_lines(kind, said)).as_asked(optimises)


def write_refuted_formula(question: Question, provenance: Provenance) -> Iterator[str]:
    """Yield the pieces of a CNF without a model, for proof checkers: all its comments are at the
    beginning.
    """
    formula = question.problem("cnf").formula
    yield from write_comments("c", write_header(question, formula, provenance, Verdict.NO))
    yield from write_dimacs(formula)
