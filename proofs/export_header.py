"""The header of an exported formula: the comments at the top of the file, which describe the
question and explain the variables.

A header names the program, the command, the Sudokus and options of the question, the number of
clauses in each family, and the meaning of each variable. Comments are short, in ASCII, and at the
beginning of the file, because some proof checkers accept neither long comments nor comments that
come later.
"""

import gzip
import lzma
import shlex
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain, dropwhile
from typing import IO, NamedTuple

from ..base.errors import ExportError, LimitError
from ..base.limits import DESCRIPTION
from ..base.verdict import Verdict
from ..base.version import VERSION
from ..encoding.formula import Formula, yield_dimacs_text_pieces
from ..questions.question import Question
from ..questions.registry import QUESTIONS
from ..questions.serialization import read_fields_from_header, yield_header_lines
from ..system.open_file import open_and_decompress_by_ending

_UNNAMED = ("copy", "completion")
"""The two kinds of question whose name is not written at the top of an exported file. A file
without a name asks a question of the second kind if its comments have a line `grid`, and otherwise
of the first kind.
"""


class Provenance(NamedTuple):
    """The program that wrote a file, with its version, and the words of the command line that was
    used, if there was one.
    """

    tool: str
    command: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.tool}: {' '.join(map(_quote_for_shell, self.command))}"

    def yield_program_and_command_lines(self) -> Iterator[str]:
        """Yield lines of text that name the program and the command line. A long command line is
        divided into several lines, which end with a backslash, so that a shell reads them as one
        command.
        """
        yield self.tool
        line = ""
        for word in map(_quote_for_shell, self.command):
            if line and len(line) + len(word) >= _LINE:
                yield f"command {line} \\"
                line = ""
            line += " " * bool(line) + word
        if self.command:
            yield f"command {line}"


LIBRARY = Provenance(f"sudokopie {VERSION}")  # this package, used by another program

_LINE = 68


def _quote_for_shell(word: str) -> str:
    """Return a word of a command line in printable ASCII, quoted so that a shell reads it as one
    word. After a space, it contains no `cnf`: drat-trim would take this word and a number after it
    for the problem line.
    """
    if word.isascii() and word.isprintable() and " cnf" not in f" {word}":
        return shlex.quote(word)
    escaped = "".join(
        f"\\U{ord(char):08x}" if char in "'\\" or not " " <= char <= "~" else char for char in word
    )
    return "$'{}'".format(escaped.replace(" cnf", "\\U00000020cnf"))


def yield_export_header_lines(
    question: Question,
    formula: Formula | None,
    provenance: Provenance,
    known_answer_text: Verdict | None = None,
) -> Iterator[str]:
    """Yield the comments at the top of an exported file, as lines of text without the character
    that begins a comment. They name the program that writes the file (`provenance`), describe the
    question, and record the answer, if it is known. If `formula` is not None, they also explain its
    clauses and variables.
    """
    yield from provenance.yield_program_and_command_lines()
    yield f"question: {question.question_text}"
    yield question.meaning_of_satisfiable
    if known_answer_text in KNOWN.values():
        yield f"{_STATUS} {get_satisfiability_word(known_answer_text)}"
    if question.NAME not in _UNNAMED:
        yield f"asks {question.NAME}"
    yield from yield_header_lines(question, question.shape)
    if formula is not None:
        yield from (f"clauses {family} {count}" for family, count in formula.clause_counts.items())
        yield from (
            f"var {variable} = {meaning}"
            for variable, meaning in formula.yield_variable_descriptions()
        )


KNOWN = {"satisfiable": Verdict.YES, "unsatisfiable": Verdict.NO}
"""The two words for the answer about a formula in SAT solving, "satisfiable" and "unsatisfiable",
each with the answer to the question: yes or no.
"""

_STATUS = "status:"


def get_satisfiability_word(answer: Verdict | None) -> str:
    """Return the word that SAT solvers print for a verdict: "satisfiable" for yes, "unsatisfiable"
    for no, and "unknown" for undecided or None.
    """
    return next((word for word, verdict in KNOWN.items() if verdict is answer), "unknown")


def yield_comment_lines(comment_sign: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield each line of text as a comment of an exported file: the characters `comment_sign`, such
    as "c", a space, the text, and a line end.
    """
    return (f"{comment_sign} {line}\n" for line in lines)


_SIGNS = ("c ", "* ", "# ", "% ")
"""The signs that begin a comment line in exported files: for CNF and WCNF, for OPB, for CP-SAT's
models and CPMpy, and for MiniZinc.
"""

_WCNF = ("h ", "p wcnf ")
"""The beginnings of the first line after the comments of a WCNF file, by which the format is
recognised: a hard clause, or the problem line of the format from before 2022.
"""

_OLD_RESTRICTIONS = ("at-most-steps", "orientation")
"""Words in the comments of files by version 1.0.0 and older ones that restrict the question to some
transformations. A no in such a file does not mean that the second Sudoku is not a copy of the
first, so these files are not read.
"""


class ExportHeader(NamedTuple):
    """The contents of the comments at the top of an exported file. `question` is the question that
    the file asks, and `known` is the answer to this question, or None if the answer is not known.
    """

    question: Question
    known: Verdict | None


def read_export_header(path: str) -> ExportHeader:
    """Return the question and the answer that the comments at the top of an exported file describe.
    The file may be compressed. Raises `ExportError` if the file has no such comments, `LimitError`
    if they are too long, and `OSError` if the file cannot be read.
    """
    try:
        with open_and_decompress_by_ending(path) as file:
            lines = _yield_lines_until_a_long_one(file)
            first = next(lines, b"")
            # A binary model of CP-SAT begins with this byte and the length of its name; the name
            # contains the comments.
            if first == b"\n":
                lines = dropwhile(lambda line: not line.startswith(b"# "), lines)
            lines = chain([first] if first.strip() else [], lines)
            return parse_export_header((line.decode("ascii", "replace") for line in lines), path)
    except (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error) as error:
        raise ExportError(
            "{file}: not compressed as its name says: {reason}", file=path, reason=error
        ) from None


def _yield_lines_until_a_long_one(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file up to the first line of 64 KiB or more. Only the beginning of this
    long line is yielded, and nothing after it, because the rest of the long line would look like a
    line of its own. No line of a header is that long, and a long line could fill the memory.
    """
    while line := file.readline(2**16):
        yield line
        if not line.endswith(b"\n"):
            break


def parse_export_header(lines: Iterable[str], file_name: str) -> ExportHeader:
    """Return the question and the answer that the comments at the top of an exported file describe.
    `lines` are the lines of the file; `file_name` is used in error messages.

    Raises `ExportError` if sudokopie did not write the file, and `LimitError` if the header is too
    long.
    """
    comment_values: dict[str, list[str]] = {}
    is_optimisation, length = False, 0
    try:
        for line in lines:
            if not line.startswith(_SIGNS):
                is_optimisation = is_optimisation or line.startswith(_WCNF)
                break
            is_optimisation = not line.startswith("c ")
            key, _, value = line[2:].strip().partition(" ")
            if key == "var":
                continue
            length += len(line)
            if length > DESCRIPTION:
                raise LimitError(
                    "{file}: expected a header of at most {limit} MiB, found more",
                    file=file_name,
                    limit=DESCRIPTION // 2**20,
                )
            if key == "and":  # this line continues the set before it
                comment_values["set"][-1] += f" {value}"
            else:
                comment_values.setdefault(key, []).append(value)
        status = comment_values.get(_STATUS, [""])[-1]
        return ExportHeader(_read_question(comment_values, is_optimisation), KNOWN.get(status))
    except (KeyError, ValueError, IndexError):
        raise ExportError(
            "{file}: this is no formula of sudokopie export, whose comments have the Sudokus",
            file=file_name,
        ) from None


def _read_question(comment_values: dict[str, list[str]], is_optimisation: bool) -> Question:
    """Return the question that an exported file asks, from the comments in its header.
    `comment_values` has, for each word with which a comment begins, the texts of all comments that
    begin with it, without this word. Raises `KeyError` or `ValueError` if the comments describe no
    known question.

    `is_optimisation` is whether the format of the file is for optimisation (WCNF, OPB). Files of
    these formats ask some questions in another way: for the best solution instead of any solution.
    """
    if "asks" in comment_values:
        name = comment_values["asks"][-1]
    else:
        name = _UNNAMED["grid" in comment_values]
        if "at-least" in comment_values:
            name = "nearest"
        elif any(comment_values.get(key, ["any"])[-1] != "any" for key in _OLD_RESTRICTIONS):
            raise KeyError(name)
    kind: type[Question] = QUESTIONS.load_named(name)
    return kind(**read_fields_from_header(kind, comment_values)).make_question_for_export(
        is_optimisation
    )


def yield_cnf_text_of_refuted_question(question: Question, provenance: Provenance) -> Iterator[str]:
    """Yield the text of a CNF file, in pieces, for a question whose answer is no. All comments are
    at the beginning, because some proof checkers accept no other comments.
    """
    formula = question.build_problem("cnf").formula
    yield from yield_comment_lines(
        "c", yield_export_header_lines(question, formula, provenance, Verdict.NO)
    )
    yield from yield_dimacs_text_pieces(formula)
