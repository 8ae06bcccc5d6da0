"""Installed programs: run on files in a folder of their own, killed with all that they started."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import NamedTuple

from ..sudoku.errors import BackendError, DeadlinePassedError
from ..sudoku.language import Message
from ..sudoku.output import cleaned_up_when_terminated
from .clock import Clock
from .guardian import Guardian


class Ended(NamedTuple):
    """How a program ended: its exit status, what it printed, its last line on standard error.

    `status` is negative where a signal killed it.
    """

    status: int
    printed: str
    complaint: str


class ScratchFolder:
    """A folder, by its `path`, in which programs are run."""

    def __init__(self, path: str, guardian: Guardian) -> None:
        self.path, self._guardian = path, guardian

    def run(self, command: Sequence[str], clock: Clock, name: str) -> Ended:
        """Run a program to its end, or kill it at the deadline; nothing that it started is left.

        What it prints goes to files in the folder. A pipe would stay open until the last of its
        children ends. Raises `DeadlinePassedError`, and `BackendError`, which begins with `name`,
        where it cannot be started.
        """
        connection = self._guardian.connection
        try:
            connection.send(command)
            if not connection.poll(clock.remaining):
                self._guardian.close()
                raise DeadlinePassedError
            status = connection.recv()
        except (EOFError, ConnectionError):
            raise BackendError(
                Message("{name}: the process that started it was killed", name=name)
            ) from None
        if isinstance(status, str):
            raise BackendError(f"{name}: {status}")
        printed, complaints = (os.path.join(self.path, file) for file in ("out", "err"))
        return Ended(status, content(printed), _last_line(content(complaints)))


@contextmanager
def scratch_folder() -> Iterator[ScratchFolder]:
    """Make a folder that is gone afterwards, also when this process is killed."""
    with (
        cleaned_up_when_terminated(),
        tempfile.TemporaryDirectory(prefix="sudokopie-") as path,
        closing(Guardian(path)) as guardian,
    ):
        yield ScratchFolder(path, guardian)


def content(path: str) -> str:
    """Return the text that a program wrote to a file, cut at a length that no answer has.

    It is empty if there is no file.
    """
    if not os.path.isfile(path):
        return ""
    with open(path, encoding="ascii", errors="replace") as file:
        return file.read(_LONGEST_OUTPUT)


_LONGEST_OUTPUT = 2**30


def _last_line(text: str) -> str:
    """Return the last line that is not blank, cut to the length that an error may have."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:_LONGEST_COMPLAINT] if lines else ""


_LONGEST_COMPLAINT = 200
