"""The command line: runs a command, and turns its result or error into an exit status.

No slow module is imported at the top, so that Ctrl-C is handled from the start. The file can also
be run by its path.
"""

from __future__ import annotations

import atexit
import gc
import sys

_OBJECTS_BETWEEN_COLLECTIONS = 50_000  # Python's default is 700

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> None:
    """Run the command line and exit with its status. Every error is printed as one line, never as a
    traceback.
    """
    try:
        # Imported modules consist of many objects that are needed until the end. Searching them for
        # garbage again and again, and once more at the end, takes a sixth of the time of a short
        # command. The operating system frees their memory anyway.
        gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, *gc.get_threshold()[1:])
        atexit.register(gc.freeze)
        status = _run_and_find_status()
    except KeyboardInterrupt as interruption:
        # SIGTERM and SIGHUP raise this error too, with their exit status as its argument. Ctrl-C
        # has no argument; its signal number is 2.
        status = interruption.args[0] if interruption.args else 128 + 2
    # If Ctrl-C was pressed while Python executed a string as code, as it does for each named tuple,
    # Python would still report it as unhandled at the end. Executing another string resets this.
    exec("")
    if sys.flags.inspect:
        _end_process(status)
    sys.exit(status)


def _end_process(status: int) -> NoReturn:
    """End the process with an exit status at once. It ends even if the user started Python so that
    it stays open for input afterwards (`python -i`, or the environment variable `PYTHONINSPECT`).

    In this case `sys.exit` would print a traceback, and the exit status would be 1, which would
    mean that some pair is not a copy.
    """
    import atexit
    import os
    import threading

    threading._shutdown()  # type: ignore[attr-defined] # as Python does at its end
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


def _run_and_find_status() -> int:
    """Import the commands, run the command line, and return the exit status. Ctrl-C ends the
    process without a message while modules are imported and while Python shuts down.
    """
    # These modules are imported here, because a Ctrl-C during this import does no harm.
    import os
    import signal

    # Processes that Python starts itself, such as workers, would otherwise also wait for input at
    # their end.
    os.environ.pop("PYTHONINSPECT", None)
    # Until everything is imported, Ctrl-C ends the process without a message.
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # A closed stream is None. Output to it is dropped, as the caller wanted.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    from .commands.machinery.command_group import run_command_line_and_get_status

    signal.signal(signal.SIGINT, before)
    try:
        return run_command_line_and_get_status()
    finally:
        # Ctrl-C also ends the process without a message while Python shuts down.
        if before is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    from sudokopie.cli import main

    main()
