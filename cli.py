"""The command line: runs a command, and turns its result or error into an exit status.

No slow module is imported at the top, so that Ctrl-C is handled from the start. The file can also
be run by its path.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def main() -> None:
    """Run the command line and exit with its status. Every error is printed as one line, never as a
    traceback.
    """
    try:
        from .system.signals import run_command_and_get_status

        status = run_command_and_get_status(_import_command_line)
    except KeyboardInterrupt as interruption:
        # SIGTERM and SIGHUP raise this error too, with their exit status as its argument. Ctrl-C
        # has no argument; its signal number is 2.
        status = interruption.args[0] if interruption.args else 128 + 2
    sys.exit(status)


def _import_command_line() -> Callable[[], int]:
    from .commands.machinery.command_group import run_command_line_and_get_status

    return run_command_line_and_get_status


if __name__ == "__main__":
    from sudokopie.cli import main

    main()
