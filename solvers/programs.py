"""Installed programs: run on files in a folder of their own, killed with all that they started."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

from ..sudoku.errors import BackendError, DeadlinePassedError
from ..sudoku.output import cleaned_up_when_terminated
from .clock import Clock
from .killable import die_with_parent


class Ended(NamedTuple):
    """How a program ended: its exit status, what it printed, its last line on standard error.

    `status` is negative where a signal killed it.
    """

    status: int
    printed: str
    complaint: str


@contextmanager
def scratch_folder() -> Iterator[str]:
    """Make a folder that is gone afterwards, also when this process is terminated."""
    with (
        cleaned_up_when_terminated(),
        tempfile.TemporaryDirectory(prefix="sudokopie-") as folder,
    ):
        yield folder


def run_program(command: Sequence[str], folder: str, clock: Clock, name: str) -> Ended:
    """Run a program to its end, or kill it and its children at the deadline.

    What it prints goes to files in `folder`. A pipe would stay open until the last of its children
    ends. Raises `DeadlinePassedError`, and `BackendError`, which begins with `name`, where it
    cannot be started.
    """
    printed, complaints = (os.path.join(folder, file) for file in ("out", "err"))
    with open(printed, "wb") as output, open(complaints, "wb") as errors:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                start_new_session=True,
                preexec_fn=die_with_parent,  # noqa: PLW1509 (no threads run here)
            )
        except OSError as error:
            raise BackendError(f"{name}: {error.strerror}") from None
    try:
        status = process.wait(clock.remaining)
    except subprocess.TimeoutExpired:
        raise DeadlinePassedError from None
    finally:
        # Its own session is its process group, so that what it started ends with it.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return Ended(status, content(printed), _last_line(content(complaints)))


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
