"""The command line: runs a command, and turns what happens to it into an exit status.

Nothing slow is imported at the top, so that Ctrl-C is answered from the first moment on, and so
that the file can also be run by its path.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> None:
    """Run the command line and exit with its status; every error is one line, never a traceback."""
    try:
        status = _status()
    except KeyboardInterrupt as interruption:
        # Of SIGTERM and SIGHUP, which raise it too, it is told which; Ctrl-C has the number 2.
        status = interruption.args[0] if interruption.args else 128 + 2
    # What came while a text was run as code, as it is for each named tuple, would still count as
    # Ctrl-C that nobody handled: Python forgets that where it runs another one.
    exec("")
    if sys.flags.inspect:
        _end(status)
    sys.exit(status)


def _end(status: int) -> NoReturn:
    """End the process with this status, where `sys.exit` would not.

    Asked to inspect (`python -i`, or `PYTHONINSPECT` is set), Python prints a traceback of
    `SystemExit`, and its exit status is 1: that some pair is not a copy.
    """
    import atexit
    import os
    import threading

    threading._shutdown()  # type: ignore[attr-defined] # as at the end of every process
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


def _status() -> int:
    # Here, where it does no harm if Ctrl-C comes in the middle of them.
    import os
    import signal

    # Python's own processes, such as those of workers, would ask for more at their end.
    os.environ.pop("PYTHONINSPECT", None)
    # Until everything is imported, Ctrl-C ends the process without a word.
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # A closed stream is None; what goes there is lost, as the caller wanted.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    from .commands.machinery.command_group import run

    signal.signal(signal.SIGINT, before)
    try:
        return run()
    finally:
        if before is signal.default_int_handler:  # and so it does while Python takes itself down
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    from sudokopie.cli import main

    main()
