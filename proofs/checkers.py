"""Checkers of proofs in LRAT format, which show that a formula has no model: our own short checker,
or an installed program by other authors.

The code that wrote a proof takes no part in its check. A line of an LRAT proof is `NUMBER LITERALS
0 HINTS 0`, or `NUMBER d NUMBERS 0` for a deletion. `cake_lpr` is formally verified (Tan, Heule,
Myreen 2021), and may replace our checker. So may `not-copies` (verified/README.md), which reads the
two Sudokus instead of a formula. `lrat-check`, part of `drat-trim` (Wetzler, Heule, Hunt 2014), is
not verified: it accepts an empty clause without hints, so it checks a proof after our checker.

A program receives no text of a certificate: sudokopie writes the formula or the two Sudokus anew,
without comments, and reads each line of the proof as numbers before it writes these numbers. The
output of programs is compared by whole lines, because `s NOT VERIFIED` also contains VERIFIED, and
some programs exit with status 0 even if they reject a proof.
"""

import os
import re
import shutil
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING, NamedTuple

from ..base.errors import BackendError, ProofError
from ..base.messages import Message
from ..encoding.formula import Formula, yield_dimacs_text_pieces
from ..solvers.deadline import Deadline
from .lrat_check import NumberByWord, parse_step
from .lrat_check import check_and_count_proof_lines as check_lrat
from .plain_pair import find_pair_of_plain_formula, yield_pair_text

if TYPE_CHECKING:
    from ..solvers.external import ScratchFolder

OURS = "lrat_check.py"  # the name of sudokopie's own checker, which needs no other program


class ExternalChecker(NamedTuple):
    """An installed program that checks LRAT proofs. `accepting_line` is the line of text that it
    prints if it accepts a proof. `is_verified` is True if the program is proved to accept no wrong
    proof; any other program can only check a proof that the checker of sudokopie has accepted.
    `reads_pair` is True if the program reads two Sudokus and makes the formula from them.
    `refusals` are the beginnings of the lines by which the program refuses a proof, unless they
    contain "NOT VERIFIED".
    """

    accepting_line: str  # if `reads_pair`, the line for the question about copies
    is_verified: bool
    reads_pair: bool = False
    refusals: tuple[str, ...] = ()


CHECKERS = {
    "cake_lpr": ExternalChecker("s VERIFIED UNSAT", is_verified=True),
    "lrat-check": ExternalChecker("c VERIFIED", is_verified=False),
    "not-copies": ExternalChecker(
        "s VERIFIED NOT COPIES",
        is_verified=True,
        reads_pair=True,
        refusals=("not proved: ", "unreadable proof: "),
    ),
}
"""The installed programs that check LRAT proofs, by name."""


class ProofChecker(NamedTuple):
    """A checker of LRAT proofs, with the name `name`. If `path` is None, the checker is the short
    checker of sudokopie, which runs in this process. Otherwise it is the installed program at the
    path `path`; if this program is not verified, the short checker runs before it.
    """

    name: str = OURS
    path: str | None = None

    @property
    def reads_pair(self) -> bool:
        """Whether this checker reads two Sudokus and makes the formula from them, so that it can
        check no other formula.
        """
        return self.path is not None and CHECKERS[self.name].reads_pair

    def raise_if_unable(self, formulas: Sequence[Formula]) -> None:
        """Raise `BackendError` if this checker cannot check proofs that the given formulas have no
        models. The checker `not-copies` can only check a single formula of some kinds; all other
        checkers can check any formulas, and an empty list.
        """
        if not self.reads_pair:
            return
        if len(formulas) != 1 or find_pair_of_plain_formula(formulas[0]) is None:
            raise BackendError(
                "{name} checks only the statements that the second Sudoku is not a copy of the "
                "first, that one is not part of the other, that no more clues can be made to "
                "agree, or that a Sudoku has no other symmetries, by all kinds of moves; --checker "
                "cake_lpr, or no --checker, checks all statements",
                name=self.name,
            )

    def check(self, formula: Formula, proof_lines: Iterable[str], deadline: Deadline) -> None:
        """Check a proof that a formula has no model. `proof_lines` are the lines of the proof in
        LRAT format. Raises `ProofError` if the proof is wrong, `BackendError` if the checker gives
        no verdict or cannot check this formula, and `DeadlinePassedError` if the time runs out.
        """
        self.raise_if_unable([formula])
        steps = deadline.iterate_until_deadline(proof_lines, items_per_check=64)
        if self.path is None:
            _check_by_own_checker(formula, steps, deadline)
            return
        from ..solvers.external import open_scratch_folder

        with open_scratch_folder() as scratch:
            given, lrat = (os.path.join(scratch.path, name) for name in ("given", "lrat"))
            with open(lrat, "w", encoding="ascii") as file:
                copied = _write_and_yield_steps(file, steps)
                if CHECKERS[self.name].is_verified:
                    deque(copied, maxlen=0)
                else:
                    _check_by_own_checker(formula, copied, deadline)
            pieces, options = yield_dimacs_text_pieces(formula), list[str]()
            accepting_line = CHECKERS[self.name].accepting_line
            if self.reads_pair:
                pair = find_pair_of_plain_formula(formula)
                assert pair is not None  # `raise_if_unable` refuses other formulas
                pieces, options = yield_pair_text(pair), pair.checker_arguments
                accepting_line = pair.accepting_line
            with open(given, "w", encoding="ascii") as file:
                file.writelines(deadline.iterate_until_deadline(pieces, items_per_check=1))
            command = [self.path, *options, given, lrat]
            _run_checker_and_raise_if_rejected(
                self.name, command, accepting_line, scratch, deadline
            )


def find_checker(name: str | None = None) -> ProofChecker:
    """Return the checker with the name `name`, by default the short checker of sudokopie. `name`
    may also be the path of a program that has one of the known names. Raises `BackendError` if the
    name is unknown or the program is not installed.
    """
    if name is None or name == OURS:
        return ProofChecker()
    path, known_name = shutil.which(name), os.path.basename(name)
    if path is None or known_name not in CHECKERS:
        raise BackendError("the checker {name} is not installed", name=name)
    return ProofChecker(known_name, os.path.abspath(path))


def _check_by_own_checker(formula: Formula, proof_lines: Iterable[str], deadline: Deadline) -> None:
    """Check, with the short checker of sudokopie, a proof that a formula has no model. Raises
    `ProofError` if the proof is wrong, and `DeadlinePassedError` if `deadline` passes.
    """
    clauses = deadline.iterate_until_deadline(formula.clauses())
    try:
        check_lrat(formula.variables, clauses, proof_lines)
    except ValueError as error:
        raise _make_wrong_proof_error(error) from None


def _write_and_yield_steps(file: IO[str], proof_lines: Iterable[str]) -> Iterator[str]:
    """Write the lines of an LRAT proof to a file, up to the empty clause, and yield each line that
    was written. A written line has only numbers, and `d` if it deletes clauses. Raises `ProofError`
    if a line is not a step of a proof.
    """
    known = NumberByWord()
    for number, line in enumerate(proof_lines, 1):
        try:
            numbers, deletes = parse_step(number, line, known)
        except ValueError as error:
            raise _make_wrong_proof_error(error) from None
        written = " ".join(map(str, [numbers[0], *["d"] * deletes, *numbers[1:]]))
        file.write(f"{written}\n")
        yield written
        if numbers[1] == 0 and not deletes:
            break


def _make_wrong_proof_error(reason: ValueError) -> ProofError:
    """Return the error which reports that the short checker of sudokopie refuses a proof or cannot
    read it.
    """
    return ProofError("the proof fails: {reason}", reason=translate_refusal(str(reason)))


_NO_NUMBERS = Message("expected plain whole numbers")

REFUSALS = (
    _NO_NUMBERS,
    Message("line {number}: expected number, literals 0 hints 0"),
    Message("line {number}: there is no such clause to delete"),
    Message("line {number}: expected a new number, variables of the formula"),
    Message("line {number}: the hint {hint} is not unit, or one too many"),
    Message("line {number}: its hints do not show its clause"),
    Message("the proof ends without the empty clause"),
)
"""The texts with which `lrat_check.py` refuses a proof. It is a program of its own, which prints
English only; here its texts are translated.
"""


def translate_refusal(english: str) -> Message | str:
    """Return a text with which `lrat_check.py` refuses a proof as a message, which can be printed
    in other languages. Return a text that is not in `REFUSALS` as it is.
    """
    if english.startswith(("invalid literal for int()", "Exceeds the limit")):
        return _NO_NUMBERS  # Python's own texts about a word that is no number, or a very long one
    for message in REFUSALS:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>-?\\d+)", re.escape(message.template))
        if found := re.fullmatch(pattern, english):
            return message.with_values(**found.groupdict())
    return english


def _run_checker_and_raise_if_rejected(
    name: str, command: list[str], accepting_line: str, scratch: "ScratchFolder", deadline: Deadline
) -> None:
    """Run a program that checks a proof. `command` lists the program and its arguments,
    `accepting_line` is the line that it prints if it accepts the proof, and `scratch` is the
    temporary folder in which it runs. Raises `ProofError` if the program rejects the proof. Raises
    `BackendError`, with a message that begins with `name`, if the program prints no verdict, for
    example because it crashed or ran out of memory.

    To reject a proof, `cake_lpr` writes a comment to standard error, `lrat-check` prints that the
    proof is not verified, and `not-copies` prints one of its `refusals`.
    """
    from ..solvers.external import yield_line_beginnings

    ended = scratch.run_program(command, deadline, name)
    refusals = CHECKERS[name].refusals
    verdicts, last = list[str](), deque[str](maxlen=1)
    for line in yield_line_beginnings(ended.output_path, deadline):
        last.append(line)
        if "VERIFIED" in line and len(verdicts) < 2:
            verdicts.append(line)
    if ended.status == 0 and verdicts == [accepting_line]:
        return
    is_rejected = ended.last_error_line.startswith("c ") or any(
        "NOT VERIFIED" in line for line in verdicts
    )
    is_rejected |= bool(ended.status and not verdicts and "".join(last).startswith(refusals))
    said = ended.last_error_line or " ".join(verdicts) or "".join(last)
    fields = {"name": name, "status": ended.status, "said": said}
    if is_rejected and ended.status >= 0:
        raise ProofError(
            "{name} does not accept the proof (exit status {status}): {said}", **fields
        )
    raise BackendError("{name} did not check the proof (exit status {status}): {said}", **fields)
