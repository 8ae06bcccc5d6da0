"""The header of an exported formula: comments that say which question it is, and what it means.

Tool, command, the question's facts, clauses by family, and what each variable says. Comments are
short, in ASCII, and first of all: some proof checkers take neither long nor late ones.
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
"""Questions that a header does not name: the first is about `first` and `second`, not a `grid`."""


class Provenance(NamedTuple):
    """What wrote a file: a tool with its version, and the words of the command, if there is one."""

    tool: str
    command: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.tool}: {' '.join(map(_quote, self.command))}"

    def lines(self) -> Iterator[str]:
        """Yield the tool, and the command in lines that a shell reads as one when pasted."""
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
    """Return a word as a shell takes it, in printable ASCII."""
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
    """Yield the lines of the header, each short, without the sign of a comment.

    `formula` is what the file holds, if it is one; `known` is the answer, if it is known.
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
"""What is known of a formula, in SAT people's words."""

_STATUS = "status:"


def describe_satisfiability(known: Verdict | None) -> str:
    """Return in SAT people's words what is known: satisfiable, unsatisfiable or unknown."""
    return next((word for word, verdict in KNOWN.items() if verdict is known), "unknown")


def write_comments(sign: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield lines as comments."""
    return (f"{sign} {line}\n" for line in lines)


_SIGNS = ("c ", "* ", "# ", "% ")
"""What comments begin with in CNF and WCNF, in OPB, in CP-SAT's model and CPMpy, in MiniZinc."""

_WCNF = ("h ", "p wcnf ")
"""What a WCNF begins with after its comments: a hard clause, or the line that older ones have."""

_OTHER_CLAIMS = ("at-most-steps", "orientation")
"""Keys that certificates of 1.0.0, and older files, have without `asks`.

A no to these does not say that two Sudokus are no copies."""


class Header(NamedTuple):
    """The question of an exported file, and its answer, None where it is not known."""

    question: Question
    known: Verdict | None


def read_header(path: str) -> Header:
    """Return what an exported file says of itself; raise `ExportError` or `OSError`."""
    try:
        with open_for_reading(path) as file:
            # In pieces, so that a file without line ends takes no more memory than one with them.
            lines = iter(lambda: file.readline(2**16), b"")
            first = next(lines, b"")
            if first == b"\n":  # so CP-SAT's binary model begins; then comes how long its name is
                lines = dropwhile(lambda line: not line.startswith(b"# "), lines)
            lines = chain([first] if first.strip() else [], lines)
            return read_export((line.decode("ascii", "replace") for line in lines), path)
    except (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error) as error:
        raise ExportError(
            "{file}: not compressed as its name says: {reason}", file=path, reason=error
        ) from None


def read_export(lines: Iterable[str], source: str) -> Header:
    """Return what a file's lines say of it, in any of the formats that are text.

    Raises `ExportError` where it is not ours, and `LimitError` where it says too much.
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
            if key == "and":  # goes on with a set
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
    """Return the question that the values of each key say; raise `KeyError` or `ValueError`."""
    if "asks" in said:
        name = said["asks"][-1]
    else:
        name = _UNNAMED["grid" in said]
        if "at-least" in said:
            name = "nearest"
        elif any(said.get(key, ["any"])[-1] != "any" for key in _OTHER_CLAIMS):
            raise KeyError(name)
    kind: type[Question] = QUESTIONS.find(name)
    return kind(**read_header_lines(kind, said)).as_asked(optimises)


def write_refuted_formula(question: Question, provenance: Provenance) -> Iterator[str]:
    """Yield the pieces of a CNF without a model, for proof checkers: no comment stands late."""
    formula = question.problem("cnf").formula
    yield from write_comments("c", write_header(question, formula, provenance, Verdict.NO))
    yield from write_dimacs(formula)
