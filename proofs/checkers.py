"""Who checks an LRAT proof: our short checker, or an installed one of others; and drat-trim.

`cake_lpr` is formally verified (Tan, Heule, Myreen 2021); `lrat-check` comes with `drat-trim`
(Wetzler, Heule, Hunt 2014), which converts DRAT into LRAT. What they print is compared by whole
lines: `s NOT VERIFIED` has VERIFIED in it too, and some exit with 0 whatever they found.
"""

import os
import shutil
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from ..base.errors import BackendError, ProofError
from ..base.language import Message
from ..solvers.clock import Clock
from ..solvers.installed import ScratchFolder, lines, proof_in, scratch_folder
from .lrat_check import check as check_lrat

OURS = "lrat_check.py"
"""The name of the checker that needs no program."""

DRAT_TRIM = "drat-trim"

_ACCEPTS = {"cake_lpr": "s VERIFIED UNSAT", "lrat-check": "c VERIFIED", DRAT_TRIM: "s VERIFIED"}
"""What programs print where they accept a proof."""

CHECKERS = ("cake_lpr", "lrat-check")
"""The checkers of others that can be chosen."""


class Checker(NamedTuple):
    """What follows an LRAT proof: ours, of 66 lines, in this process; or a program of others."""

    name: str = OURS
    path: str | None = None

    def check(self, question: Iterable[str], proof: Iterable[str], clock: Clock) -> None:
        """Raise `ProofError` unless a proof refutes the formula, `DeadlinePassedError` if late."""
        if self.path is None:
            try:
                check_lrat(clock.watch(question), clock.watch(proof, every=64))
            except ValueError as error:
                raise ProofError("the proof fails: {reason}", reason=error) from None
            return
        with scratch_folder() as scratch:
            files = [os.path.join(scratch.path, name) for name in ("cnf", "lrat")]
            for file, lines in zip(files, (question, proof), strict=True):
                _write(file, clock.watch(lines))
            problem = _rejection(self.name, [self.path, *files], scratch, clock)
        if problem is not None:
            raise ProofError(problem)


def find_checker(name: str | None = None) -> Checker:
    """Return the checker of a name, by default ours; raise `BackendError` if it is not installed.

    >>> find_checker().name
    'lrat_check.py'
    """
    if name is None or name == OURS:
        return Checker()
    path = shutil.which(name)
    if path is None or name not in CHECKERS:
        raise BackendError("the checker {name} is not installed", name=name)
    return Checker(name, path)


def by_drat_trim(question: Iterable[str], drat: Iterable[str], clock: Clock) -> list[str] | None:
    """Return the LRAT proof that drat-trim makes of a DRAT proof; None if it does not."""
    path = shutil.which(DRAT_TRIM)
    if path is None:
        return None
    with scratch_folder() as scratch:
        cnf, proof, hinted = (os.path.join(scratch.path, name) for name in ("cnf", "drat", "lrat"))
        _write(cnf, clock.watch(question))
        _write(proof, clock.watch(drat))
        # It has a time limit of its own, of hours; the clock's is the one that counts.
        if _rejection(DRAT_TRIM, [path, cnf, proof, "-L", hinted], scratch, clock) is not None:
            return None
        return proof_in(hinted, DRAT_TRIM, clock)


def _rejection(
    name: str, command: list[str], scratch: ScratchFolder, clock: Clock
) -> Message | None:
    """Run a program on a proof, and return why that is not accepted; None if it is."""
    ended = scratch.run(command, clock, name)
    verdicts, last = list[str](), deque[str](maxlen=1)
    for line in lines(ended.printed, clock):
        last.append(line)
        if "VERIFIED" in line and len(verdicts) < 2:
            verdicts.append(line)
    if ended.status == 0 and verdicts == [_ACCEPTS[name]]:
        return None
    said = ended.complaint or " ".join(verdicts) or "".join(last)
    return Message(
        "{name} does not accept the proof (exit status {status}): {said}",
        name=name,
        status=ended.status,
        said=said,
    )


def _write(path: str, lines: Iterable[str]) -> None:
    with open(path, "w", encoding="ascii", errors="replace", newline="") as file:
        file.writelines(line if line.endswith("\n") else f"{line}\n" for line in lines)
