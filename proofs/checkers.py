"""Checkers of proofs in LRAT format, which show that a formula has no model: our own short checker,
or an installed program by other authors.

The code that wrote a proof takes no part in its check. A line of an LRAT proof is `NUMBER LITERALS
0 HINTS 0`, or `NUMBER d NUMBERS 0` for a deletion. `cake_lpr` is formally verified (Tan, Heule,
Myreen 2021); `lrat-check` is part of `drat-trim` (Wetzler, Heule, Hunt 2014). Their output is
compared by whole lines, because `s NOT VERIFIED` also contains VERIFIED, and some programs exit
with status 0 even if they reject a proof.
"""

import os
import shutil
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import BackendError, ProofError
from ..solvers.clock import Clock
from .lrat_check import check_and_count_proof_lines as check_lrat

if TYPE_CHECKING:
    from ..solvers.external import ScratchFolder

OURS = "lrat_check.py"  # the name of our own checker, which needs no installed program

CHECKERS = {"cake_lpr": "s VERIFIED UNSAT", "lrat-check": "c VERIFIED"}
"""The programs by other authors that check LRAT proofs, each with the line of text that it prints
if it accepts a proof.
"""


class ProofChecker(NamedTuple):
    """A checker of LRAT proofs, with the name `name`. If `path` is None, the checker is the short
    checker of sudokopie, which runs in this process. Otherwise it is the installed program at the
    path `path`.
    """

    name: str = OURS
    path: str | None = None

    def check(self, formula_lines: Iterable[str], proof_lines: Iterable[str], clock: Clock) -> None:
        """Check a proof that a formula has no model. `formula_lines` are the lines of the formula
        as a CNF, and `proof_lines` those of the proof in LRAT format. Raises `ProofError` if the
        proof is wrong, `BackendError` if the checker gives no verdict, and `DeadlinePassedError` if
        the time runs out.
        """
        if self.path is None:
            try:
                check_lrat(
                    clock.iterate_until_deadline(formula_lines),
                    clock.iterate_until_deadline(proof_lines, items_per_check=64),
                )
            except ValueError as error:
                raise ProofError("the proof fails: {reason}", reason=error) from None
            return
        from ..solvers.external import open_scratch_folder

        with open_scratch_folder() as scratch:
            files = [os.path.join(scratch.path, name) for name in ("cnf", "lrat")]
            for file, lines in zip(files, (formula_lines, proof_lines), strict=True):
                _write_lines(file, clock.iterate_until_deadline(lines))
            _run_checker_and_raise_if_rejected(self.name, [self.path, *files], scratch, clock)


def find_checker(name: str | None = None) -> ProofChecker:
    """Return the checker with this name, by default our own. Raises `BackendError` if the name is
    unknown or the program is not installed.
    """
    if name is None or name == OURS:
        return ProofChecker()
    path = shutil.which(name)
    if path is None or name not in CHECKERS:
        raise BackendError("the checker {name} is not installed", name=name)
    return ProofChecker(name, path)


def _run_checker_and_raise_if_rejected(
    name: str, command: list[str], scratch: "ScratchFolder", clock: Clock
) -> None:
    """Run a program that checks a proof. `command` lists the program and its arguments, and
    `scratch` is the temporary folder in which it runs. Raises `ProofError` if the program rejects
    the proof. Raises `BackendError`, with a message that begins with `name`, if the program prints
    no verdict, for example because it crashed or ran out of memory.

    To reject a proof, `cake_lpr` writes a comment to standard error; the other programs print that
    the proof is not verified.
    """
    from ..solvers.external import yield_line_beginnings

    ended = scratch.run_program(command, clock, name)
    verdicts, last = list[str](), deque[str](maxlen=1)
    for line in yield_line_beginnings(ended.output_path, clock):
        last.append(line)
        if "VERIFIED" in line and len(verdicts) < 2:
            verdicts.append(line)
    if ended.status == 0 and verdicts == [CHECKERS[name]]:
        return
    is_unsatisfiable = ended.last_error_line.startswith("c ") or any(
        "NOT VERIFIED" in line for line in verdicts
    )
    said = ended.last_error_line or " ".join(verdicts) or "".join(last)
    fields = {"name": name, "status": ended.status, "said": said}
    if is_unsatisfiable and ended.status >= 0:
        raise ProofError(
            "{name} does not accept the proof (exit status {status}): {said}", **fields
        )
    raise BackendError("{name} did not check the proof (exit status {status}): {said}", **fields)


def _write_lines(path: str, lines: Iterable[str]) -> None:
    """Write lines to a new file, each with a line end."""
    with open(path, "w", encoding="ascii", errors="replace", newline="") as file:
        file.writelines(line if line.endswith("\n") else f"{line}\n" for line in lines)
