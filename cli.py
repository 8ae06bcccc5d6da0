"""The command line: runs a command, and turns what happens to it into an exit status.

Nothing slow is imported at the top, so that Ctrl-C is answered from the first moment on, and so
that the file can also be run by its path.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and exit with its status; every error is one line, never a traceback."""
    # Until everything is imported, Ctrl-C ends the process without a word.
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # A closed stream is None; what goes there is lost, as the caller wanted.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    from .commands.group import run

    signal.signal(signal.SIGINT, before)
    sys.exit(run())


if __name__ == "__main__":
    from sudokopie.cli import main

    main()
