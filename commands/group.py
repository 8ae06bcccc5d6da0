"""Commands as groups: finds the one that is asked for, helps where there is none, runs it."""

from __future__ import annotations

import io
import os
import signal
import sys
from gettext import NullTranslations
from importlib import import_module

import click

from ..system.signals import never_lost, unwinding
from .exits import INTERRUPTED, TROUBLE, Line, Misuse
from .help import (
    GROUPS,
    Groups,
    click_speaking,
    error_in_words,
    module_of,
    translated,
    words_of,
    write_groups,
)

DEBUG = "SUDOKOPIE_DEBUG"
"""The variable of the environment with which a fault shows its traceback."""


class Commands(click.Group):
    """Commands by their names, each a file of this folder that is imported when needed."""

    groups: Groups = GROUPS
    prefix = ""
    """What stands before the names: that of the group, unless it is the whole program."""

    def list_commands(self, _: click.Context) -> list[str]:
        """Return all names, in the order of the help."""
        return [name for _, names in self.groups for name in names]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return the command of a name, if it is one, with help in the reader's language."""
        if name not in self.list_commands(context):
            return None
        module = module_of(self.prefix + name)
        command: click.Command = getattr(import_module(f".{module}", __package__), module)
        return translated(command, words_of(sys.argv[1:]))

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is asked for; where there is none, say what may be meant."""
        name = arguments[0] if arguments else ""
        names = self.list_commands(context)
        if name and name not in names and not name.startswith("-"):
            if os.path.exists(name) and not self.prefix:
                raise Misuse("'{name}' is a file: sudokopie solve {name}", name=name)
            from difflib import get_close_matches

            if meant := get_close_matches(name, names, 1):
                raise Misuse(
                    "No such command '{name}'. Did you mean {meant}?", name=name, meant=meant[0]
                )
        return super().resolve_command(context, arguments)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in groups."""
        write_groups(context, self, self.groups, formatter, words_of(sys.argv[1:]))

    def format_help(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help in the reader's language."""
        shown = translated(self, words_of(sys.argv[1:]))
        click.Group.format_help(shown, context, formatter)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="sudokopie")
@click.option(
    "--lang",
    type=click.Choice(["en", "de"]),
    help="Language of the questions without a command; else that of the environment.",
)
@click.pass_context
def cli(context: click.Context, lang: str | None) -> int:
    """Are two Sudokus the same up to symmetry? By which steps, in both directions?

    Without a command, on a terminal, sudokopie asks which pair file to answer.
    """
    if context.invoked_subcommand is None:
        from .prompt import ask
        from .terminal import is_on_terminal

        if is_on_terminal():
            from ..base.language import language
            from ..showing.manner import Manner
            from ..showing.printer import terminal_columns

            return ask(Manner(words=language(lang), columns=terminal_columns()))
        click.echo(context.get_help())
    elif lang is not None:
        raise Misuse("{option} goes after the command", option="--lang")
    return TROUBLE


def run() -> int:
    """Run what the command line asks for, and return the exit status.

    SIGTERM and SIGHUP end commands as Ctrl-C does, with their numbers in the exit status.
    """
    with never_lost(), unwinding() as came:
        status = _status()
    return 128 + came[0] if came else status


def _status() -> int:
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
            status: int = cli.main(prog_name="sudokopie", standalone_mode=False)
        sys.stdout.flush()
    except Line as error:
        click.echo(error.format_message(), err=True)
        return TROUBLE
    except click.ClickException as error:
        from ..showing.printer import on_one_line

        click.echo(on_one_line(f"sudokopie: {error_in_words(error, words)}"), err=True)
        return TROUBLE
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except OSError as error:
        from ..base.errors import reason
        from ..base.language import Message
        from ..showing.printer import on_one_line

        said = reason(error)
        if error.errno is not None:  # the system's
            said = Message("cannot write: {reason}", reason=said)
        click.echo(on_one_line(f"sudokopie: {said.to(words)}"), err=True)
        # What is still in the buffer cannot be written either; Python would try again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return TROUBLE
    except Exception as error:
        return _fault(error, words)
    return status


def _fault(error: Exception, words: NullTranslations) -> int:
    """Say in one line that something happened that should not, and return the exit status.

    A traceback would end with status 1, which means no.
    """
    from ..base.language import Message
    from ..showing.printer import on_one_line

    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exception(error)
    if isinstance(error, MemoryError):
        said = Message("not enough memory")
    else:
        said = Message(
            "a fault of this program: {error} ({variable}=1 shows where)",
            error=repr(error),
            variable=DEBUG,
        )
    click.echo(on_one_line(f"sudokopie: {said.to(words)}"), err=True)
    return TROUBLE
