"""Installed programs: run on files in a folder of their own, killed with all that they started."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, NamedTuple

from ..base.errors import BackendError, DeadlinePassedError
from ..base.limits import LARGEST_FILE, SOLVER_PROOF, lines_of
from ..system.guarded import Guardian, guarded
from ..system.guardian import become
from ..system.litter import temporary_folder
from ..system.signals import unwinding
from .clock import Clock
from .killable import lost


class ProgramEnd(NamedTuple):
    """How a program ended; `status` is negative where a signal killed it.

    `printed` is the path of what it printed, `complaint` its last line on standard error.
    """

    status: int
    printed: str
    complaint: str


class ScratchFolder:
    """A folder, by its `path`, in which programs are run."""

    def __init__(self, path: str, guardian: Guardian) -> None:
        self.path, self._guardian = path, guardian

    def run(self, command: Sequence[str], clock: Clock, name: str) -> ProgramEnd:
        """Run a program to its end, or kill it at the deadline; nothing that it started is left.

        What it prints goes to files in the folder. Raises `DeadlinePassedError`, and
        `BackendError`, which begins with `name`, where it cannot be started or writes too much.
        """
        printed, complaints = (os.path.join(self.path, file) for file in ("out", "err"))
        ours = set(os.listdir(self.path))
        try:
            self._guardian.begin(become, [*command], printed, complaints, LARGEST_FILE)
            ended = self._guardian.ended(clock.remaining)
        except EOFError:
            raise lost(name) from None
        if ended is None:
            raise DeadlinePassedError
        clock.add_elsewhere(ended.cpu)
        if ended.result is not None:  # it did not become the program
            raise BackendError(f"{name}: {ended.result[0]}")
        with os.scandir(self.path) as files:
            theirs = [file for file in files if file.name not in ours]
        if any(file.stat(follow_symlinks=False).st_size >= LARGEST_FILE for file in theirs):
            raise BackendError(
                "{name} wrote more than {limit} MiB to a file, which is the limit",
                name=name,
                limit=LARGEST_FILE // 2**20,
            )
        return ProgramEnd(ended.status, printed, _last_line(complaints))


@contextmanager
def scratch_folder() -> Iterator[ScratchFolder]:
    """Make a folder that is gone afterwards, also when this process is killed."""
    with unwinding(SystemExit), temporary_folder() as path, guarded() as guardian:
        guardian.removes(path)
        try:
            yield ScratchFolder(path, guardian)
        finally:
            guardian.removes(None)


def opened(path: str) -> IO[str]:
    """Open a text that a program wrote; it is empty if there is no file."""
    return open(path if os.path.isfile(path) else os.devnull, encoding="ascii", errors="replace")


def lines(path: str, clock: Clock) -> Iterator[str]:
    """Yield the lines of a text that a program wrote, too long ones in pieces."""
    with opened(path) as file:
        for line in clock.watch(iter(lambda: file.readline(_PIECE), ""), every=64):
            yield line.rstrip("\n")


def proof_in(path: str, name: str, clock: Clock) -> list[str]:
    """Return the lines of a proof that a program wrote, but no deletions of LRAT.

    Raises `DeadlinePassedError`, and `LimitError`, which begins with `name`.
    """
    with opened(path) as file:
        steps = clock.watch(lines_of(file, name, SOLVER_PROOF), every=64)
        return [line.rstrip("\n") for line in steps if line.split(maxsplit=2)[1:2] != ["d"]]


_PIECE = 2**16


def _last_line(path: str) -> str:
    """Return the last line that is not blank, cut to the length that an error may have."""
    with opened(path) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - _PIECE))
        told = [line.strip() for line in file.read(_PIECE).splitlines() if line.strip()]
    return told[-1][:_LONGEST_COMPLAINT] if told else ""


_LONGEST_COMPLAINT = 200
