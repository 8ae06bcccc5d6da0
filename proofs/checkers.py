"""Checkers of LRAT proofs: our short one, or a program of others.

Nothing that wrote a proof takes part in checking it. Lines of LRAT proofs are `NUMBER LITERALS 0
HINTS 0`, and `NUMBER d NUMBERS 0` for deletions. `cake_lpr` is formally verified (Tan, Heule,
Myreen 2021); `lrat-check` comes with `drat-trim` (Wetzler, Heule, Hunt 2014). What they print is
compared by whole lines: `s NOT VERIFIED` has VERIFIED in it too, and some exit with 0 in any case.
"""

import os
import shutil
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import BackendError, ProofError
from ..solvers.clock import Clock
from .lrat_check import check as check_lrat

if TYPE_CHECKING:
    from ..solvers.external import ScratchFolder

OURS = "lrat_check.py"  # the name of the checker that needs no program

CHECKERS = {"cake_lpr": "s VERIFIED UNSAT", "lrat-check": "c VERIFIED"}
"""The checkers of others that can be chosen, and what they print where they accept a proof."""


class Checker(NamedTuple):
    """What follows an LRAT proof: ours, of 66 lines, in this process; or a program of others."""

    name: str = OURS
    path: str | None = None

    def check(self, question: Iterable[str], proof: Iterable[str], clock: Clock) -> None:
        """Raise `ProofError` unless a proof refutes the formula, `BackendError` for no verdict."""
        if self.path is None:
            try:
                check_lrat(clock.watch(question), clock.watch(proof, every=64))
            except ValueError as error:
                raise ProofError("the proof fails: {reason}", reason=error) from None
            return
        from ..solvers.external import make_scratch_folder

        with make_scratch_folder() as scratch:
            files = [os.path.join(scratch.path, name) for name in ("cnf", "lrat")]
            for file, lines in zip(files, (question, proof), strict=True):
                _write(file, clock.watch(lines))
            _follow(self.name, [self.path, *files], scratch, clock)


def find_checker(name: str | None = None) -> Checker:
    """Return the checker of a name, by default ours; raise `BackendError` if it is not there."""
    if name is None or name == OURS:
        return Checker()
    path = shutil.which(name)
    if path is None or name not in CHECKERS:
        raise BackendError("the checker {name} is not installed", name=name)
    return Checker(name, path)


def _follow(name: str, command: list[str], scratch: "ScratchFolder", clock: Clock) -> None:
    """Run a program on a proof; raise `ProofError` where it says no, `BackendError` if nothing.

    A program that crashed or ran out of memory has found nothing wrong with the proof. `cake_lpr`
    says what is in a comment on standard error, the others that it is not verified.
    """
    from ..solvers.external import read_text_lines

    ended = scratch.run(command, clock, name)
    verdicts, last = list[str](), deque[str](maxlen=1)
    for line in read_text_lines(ended.printed, clock):
        last.append(line)
        if "VERIFIED" in line and len(verdicts) < 2:
            verdicts.append(line)
    if ended.status == 0 and verdicts == [CHECKERS[name]]:
        return
    is_no = ended.complaint.startswith("c ") or any("NOT VERIFIED" in line for line in verdicts)
    said = ended.complaint or " ".join(verdicts) or "".join(last)
    told = {"name": name, "status": ended.status, "said": said}
    if is_no and ended.status >= 0:
        raise ProofError("{name} does not accept the proof (exit status {status}): {said}", **told)
    raise BackendError("{name} did not check the proof (exit status {status}): {said}", **told)


def _write(path: str, lines: Iterable[str]) -> None:
    with open(path, "w", encoding="ascii", errors="replace", newline="") as file:
        file.writelines(line if line.endswith("\n") else f"{line}\n" for line in lines)
