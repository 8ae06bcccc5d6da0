"""Formulas in files that sudokopie did not write: read their clauses and linear constraints, check
whether a model satisfies the formula, and compute the model's cost.
"""

import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from lzma import LZMAError
from math import inf
from typing import NamedTuple

from ...base.errors import ExportError, VerificationError
from ...base.limits import LARGEST_FILE, yield_limited_lines
from ...base.messages import Message
from ...encoding.formula import (
    MOST_CLAUSES,
    Clause,
    Formula,
    LinearConstraint,
    SoftClause,
    check_clause_count,
)
from ...system.open_file import open_and_decompress_by_ending


class ForeignFormulaFile(NamedTuple):
    """A .cnf, .wcnf or .opb file that sudokopie did not write; it may be compressed. `form` is its
    format, and `digest` distinguishes it from other files.
    """

    path: str
    form: str
    digest: str

    def yield_lines(self) -> Iterator[str]:
        """Yield the lines of the file unchanged. Raises `OSError` if it cannot be read, and
        `LimitError` if it is too large.
        """
        with open_and_decompress_by_ending(self.path) as file:
            for line in yield_limited_lines(file, self.path, LARGEST_FILE):
                yield line.decode("ascii", "surrogateescape")

    def read_formula(self) -> "ForeignFormula":
        """Return the formula in the file. Raises `ExportError` if the content is not valid in the
        file's format, `OSError` if the file cannot be read, and `LimitError` if the file is too
        large.
        """
        try:
            if self.form == "opb":
                return _parse_opb_formula(self.yield_lines())
            return _parse_cnf_formula(self.yield_lines(), is_weighted=self.form == "wcnf")
        except (EOFError, IndexError, ValueError, LZMAError, zlib.error) as error:
            raise ExportError(
                "{file}: expected a .{form} with linear constraints: {reason}",
                file=self.path,
                form=self.form,
                reason=error,
            ) from None


class ForeignFormula(Formula):
    """A formula, read from a file, with clauses and linear constraints. `soft` lists the clauses
    that a model may break, each with the cost of breaking it.

    `soft` is None if the formula defines no costs.
    """

    def __init__(
        self,
        variables: int,
        clauses: list[Clause],
        sums: list[LinearConstraint],
        soft: list[SoftClause] | None,
    ) -> None:
        check_clause_count(len(clauses) + len(sums))
        if variables > MOST_CLAUSES:
            raise ValueError(f"{variables} variables")
        self.variables, self.hard, self.sums, self.soft = variables, clauses, sums, soft

    def yield_clause_families(self) -> Iterator[tuple[str, Iterator[Clause]]]:
        """Yield a single pair: the text "clauses", and the formula's clauses. The formula's linear
        constraints are not clauses and are skipped.
        """
        yield "clauses", iter(self.hard)

    def verify_and_compute_cost(self, true_variables: frozenset[int]) -> int:
        """Return the cost of the model in which exactly `true_variables` are true. Raises
        `VerificationError`, with the constraint that is broken, if the model breaks a clause that
        is not soft or a linear constraint.
        """
        for number, clause in enumerate(self.hard, 1):
            if not _is_satisfied(true_variables, clause):
                raise VerificationError(Message("it breaks hard clause {number}", number=number))
        for number, (terms, at_least) in enumerate(self.sums, 1):
            if sum(weight for weight, v in terms if _is_satisfied(true_variables, [v])) < at_least:
                raise VerificationError(Message("it breaks constraint {number}", number=number))
        return sum(
            weight
            for weight, clause in self.soft or ()
            if not _is_satisfied(true_variables, clause)
        )


def _is_satisfied(true_variables: frozenset[int], clause: Clause) -> bool:
    """Return whether a clause is satisfied if exactly `true_variables` are true."""
    return any(v in true_variables if v > 0 else -v not in true_variables for v in clause)


def _parse_cnf_formula(lines: Iterable[str], is_weighted: bool) -> ForeignFormula:
    """Read the formula in the lines of a .cnf file or, if `is_weighted`, a .wcnf file. A clause may
    extend over several lines; in a .wcnf file it begins with its weight, or with h if no model may
    break it.
    """
    hard, soft, words = list[Clause](), list[SoftClause](), list[str]()
    top, variables = inf, 0
    for line in lines:
        if line.startswith("%"):  # marks the end in old files
            break
        if line.startswith("p"):
            _, kind, number, _, *tops = line.split()
            if kind != ("wcnf" if is_weighted else "cnf"):
                raise ValueError(kind)
            variables, top = int(number), int(tops[0]) if tops else inf
        elif not line.startswith("c"):
            for word in line.split():
                if word != "0" or (is_weighted and not words):
                    words.append(word)
                    continue
                weight, *clause = words if is_weighted else ["h", *words]
                literals, words = list(map(int, clause)), []
                if weight == "h" or int(weight) >= top:
                    hard.append(literals)
                else:
                    soft.append((int(weight), literals))
    if words:
        raise ValueError(" ".join(words[:10]))
    literals = list(chain(*hard, *(clause for _, clause in soft)))
    variables = max(variables, max(map(abs, literals), default=0))
    return ForeignFormula(variables, hard, [], soft if is_weighted else None)


def _parse_opb_formula(lines: Iterable[str]) -> ForeignFormula:
    """Read the formula in the lines of an .opb file. The file consists of statements that end in a
    semicolon: each is an objective to minimise, or a linear constraint with >= or =.
    """
    sums, soft, words = list[LinearConstraint](), None, list[str]()
    for line in lines:
        if line.startswith("*"):
            continue
        words += line.replace(";", " ; ").split()
        while ";" in words:
            end = words.index(";")
            statement, words = words[:end], words[end + 1 :]
            if statement[0] == "min:":
                soft = [(weight, [-v]) for weight, v in _read_terms(statement[1:])]
                continue
            *left, relation, right = statement
            terms, bound = _read_terms(left), int(right)
            if relation not in (">=", "="):
                raise ValueError(relation)
            sums.append(LinearConstraint(terms, bound))
            if relation == "=":
                sums.append(LinearConstraint([(-weight, v) for weight, v in terms], -bound))
    if words:
        raise ValueError(" ".join(words[:10]))
    literals = [v for terms, _ in sums for _, v in terms] + [v for _, (v,) in soft or ()]
    return ForeignFormula(max(map(abs, literals), default=0), [], sums, soft)


def _read_terms(words: list[str]) -> list[tuple[int, int]]:
    """Read the sum that words such as `+2 x1 -3 ~x2` of an .opb file denote. Return pairs of a
    coefficient and a literal: v for variable xv, -v for its negation ~xv.
    """
    names = [word.replace("~x", "-").replace("x", "") for word in words[1::2]]
    if len(words) % 2 or any("x" not in word for word in words[1::2]):
        raise ValueError(" ".join(words[:10]))
    return list(zip(map(int, words[::2]), map(int, names), strict=True))
