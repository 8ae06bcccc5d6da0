"""sudokopie run in this process, and what has to hold of every run, whatever it was given."""

from __future__ import annotations

import io
import re
import signal
import sys
from pathlib import Path
from typing import NamedTuple

from sudokopie import cli

STATUSES = (0, 1, 2, 3)
"""Yes, no, trouble, undecided."""

_NOT_SHOWN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""What a terminal obeys instead of showing it; tabs and ends of lines are well."""


class Ran(NamedTuple):
    """What a run left behind."""

    status: int
    out: str
    err: str


def run(*arguments: str, given: bytes = b"") -> Ran:
    """Run a command in this process, with what it is given on standard input."""
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.argv = ["sudokopie", *arguments]
    sys.stdin = io.TextIOWrapper(io.BytesIO(given), "utf-8")
    printed = io.TextIOWrapper(out, "utf-8"), io.TextIOWrapper(err, "utf-8")
    sys.stdout, sys.stderr = printed
    status: object = None
    try:
        cli.main()
    except SystemExit as exit_:
        status = exit_.code
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # which had been for its end
        for stream in printed:
            stream.flush()
        sys.argv, sys.stdin, sys.stdout, sys.stderr = before
    assert isinstance(status, int), status
    return Ran(status, out.getvalue().decode(), err.getvalue().decode())


def judge(ran: Ran, errors: int | None = 1) -> None:
    """Fail where a run did what no run may do; `errors` is how many lines of error are allowed."""
    assert ran.status in STATUSES, ran
    for text in (ran.out, ran.err):
        assert "Traceback" not in text, ran
        assert "an error in sudokopie itself" not in text, ran
        assert "there is not enough memory" not in text, ran
        assert not _NOT_SHOWN.search(text), ran
    lines = ran.err.splitlines()
    assert all(lines), ran
    if ran.status == 2:
        assert lines, ran
    if errors is not None:  # and a line about lines of the file that were left aside
        assert len(lines) <= errors + 1, ran
    assert all(len(line) < 4000 for line in lines), ran


def running_in(folder: Path) -> list[str]:
    """Return the commands of all processes whose current folder is this one or below."""
    import psutil

    found = []
    for one in psutil.process_iter():
        try:
            if one.status() != psutil.STATUS_ZOMBIE and Path(one.cwd()).is_relative_to(folder):
                found.append(" ".join(one.cmdline()))
        except (psutil.Error, OSError):
            continue
    return found
