"""The command line: finds the command, and turns what happens to it into an exit status.

Nothing of this package is imported at the top, so that the file can also be run by its path.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from importlib import import_module
from typing import NoReturn

import click


class Commands(click.Group):
    """The commands by their names, each a file in commands/ that is imported when needed."""

    def list_commands(self, _: click.Context) -> list[str]:
        """Return all names, in the order of the help."""
        from .commands.help import COMMANDS

        return list(COMMANDS)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        """Return the command of a name, if it is one, with help in the reader's language."""
        from .commands.help import COMMANDS, translated, words_of

        if name not in COMMANDS:
            return None
        module = name.replace("-", "_")
        command: click.Command = getattr(import_module(f".commands.{module}", __package__), module)
        return translated(command, words_of(sys.argv[1:]))

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in groups."""
        from .commands.help import words_of, write_groups

        write_groups(context, self, formatter, words_of(sys.argv[1:]))

    def format_help(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help in the reader's language."""
        from .commands.help import translated, words_of

        shown = translated(self, words_of(sys.argv[1:]))
        click.Group.format_help(shown, context, formatter)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="sudokopie")
@click.pass_context
def cli(context: click.Context) -> int:
    """Are two Sudokus the same up to symmetry? By which steps, in both directions?

    Without a command, on a terminal, sudokopie asks which pair file to answer.
    """
    from .commands.exits import TROUBLE

    if context.invoked_subcommand is None:
        from .commands.prompt import ask
        from .commands.terminal import is_on_terminal

        if is_on_terminal():
            from .report.manner import Manner
            from .report.printer import terminal_columns
            from .sudoku.language import language

            return ask(Manner(words=language(), columns=terminal_columns()))
        click.echo(context.get_help())
    return TROUBLE


def main() -> NoReturn:
    """Run the command line and exit with its status; every error is one line, never a traceback."""
    from .commands.exits import INTERRUPTED, TROUBLE, Line
    from .commands.help import click_speaking, words_of

    # A closed stream is None; what goes there is lost, as the caller wanted.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if hasattr(signal, "SIGPIPE"):
        # When whoever reads our output has gone: end quietly as other tools do. Click would exit
        # with 1, which says that some pair is not a copy.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    words = words_of(sys.argv[1:])
    try:
        with click_speaking(words):
            status = cli.main(prog_name="sudokopie", standalone_mode=False)
        sys.stdout.flush()
    except Line as error:
        click.echo(error.format_message(), err=True)
        status = TROUBLE
    except click.ClickException as error:
        from .commands.help import error_in_words
        from .report.printer import on_one_line

        click.echo(on_one_line(f"sudokopie: {error_in_words(error, words)}"), err=True)
        status = TROUBLE
    except (KeyboardInterrupt, click.Abort):
        status = INTERRUPTED
    except OSError as error:
        click.echo(f"sudokopie: cannot write: {error.strerror}", err=True)
        # What is still in the buffer cannot be written either; Python would try again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = TROUBLE
    sys.exit(status)


if __name__ == "__main__":
    from sudokopie.cli import main

    main()
