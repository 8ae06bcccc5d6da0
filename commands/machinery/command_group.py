"""The program `sudokopie`: find a command, show help in the reader's language, run the command.

The help texts in the code are English, and are translated by the catalogue when they are shown. The
texts of click itself, which click passes to gettext, are translated by the same catalogue.
"""

import copy
import gettext
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from gettext import NullTranslations
from inspect import cleandoc
from typing import TYPE_CHECKING, TypeVar

import click

from ...base.errors import make_os_error_message
from ...base.messages import (
    CATALOGUES,
    ENGLISH,
    Message,
    escape_unprintable,
    list_languages,
    load_translations,
)
from ...system.signals import raise_error_on_signals, repeat_lost_interruptions
from ..registry import CommandsByHeading, import_command_or_none, list_headings_with_commands
from .command_rules import (
    INTERRUPTED,
    TROUBLE,
    CommandWithRules,
    ErrorWithLocation,
    HelpOfSeveralTexts,
    UsageError,
    WholeNumberType,
)

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

DEBUG_VARIABLE = "SUDOKOPIE_DEBUG"
"""The environment variable that makes a fault of this program print its traceback."""

Command = TypeVar("Command", bound=click.Command)


def find_translations_for_lang_option() -> NullTranslations:
    """Return the translations into the language that the command line names with --lang. Without
    --lang, or if there is no such language, the environment variables choose the language.
    """
    chosen, arguments = None, sys.argv[1:]
    for before, argument in zip(("", *arguments), arguments, strict=False):
        if before == "--lang":
            chosen = argument
        elif argument.startswith("--lang="):
            chosen = argument.partition("=")[2]
    for code in (chosen, None):
        # There is no such language, or its file has a mistake: the command reports this later.
        with suppress(OSError, ValueError):
            return load_translations(code)
    return ENGLISH


@contextmanager
def translate_click_messages(translations: NullTranslations) -> Iterator[None]:
    """A context manager in whose block click shows its own messages in the language of
    `translations`.
    """
    if translations is ENGLISH:
        yield
        return
    domain, chosen = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain("sudokopie", CATALOGUES)
    gettext.textdomain("sudokopie")
    os.environ["LANGUAGE"] = translations.info()["language"]  # gettext reads this variable first
    try:
        yield
    finally:
        gettext.textdomain(domain)
        del os.environ["LANGUAGE"]
        if chosen is not None:
            os.environ["LANGUAGE"] = chosen


def make_translated_command(command: Command, translations: NullTranslations) -> Command:
    """Return a copy of a command whose help is in the language of `translations`.

    The example comes after the first sentence, and the exit statuses come last.
    """
    command = copy.copy(command)
    texts = split_into_paragraphs(command.help or "")
    examples = [text for text in texts if text.startswith(EXAMPLE)]
    first, *others = [translations.gettext(text) for text in texts if text not in examples] or [""]
    last = [translations.gettext(text) for text in texts if text.startswith(STATUS)]
    # Click does not wrap a paragraph that begins with \b.
    shown = [
        f"\b\n{text}".replace(EXAMPLE, Message("Example:").translate_to(translations))
        for text in examples
    ]
    command.help = "\n\n".join([first, *shown, *(text for text in others if text not in last)])
    command.epilog = "\n\n".join(last)
    if isinstance(command, CommandWithRules):
        command.words = translations
    if translations is ENGLISH:  # The texts of the options are English.
        return command
    command.params = list(map(copy.copy, command.params))
    for param in command.params:
        if isinstance(param.type, WholeNumberType):
            param.type = number = copy.copy(param.type)
            number.words = translations
        if isinstance(param, click.Option) and param.help:
            if isinstance(param.help, HelpOfSeveralTexts):
                param.help = param.help.translate_to(translations)
            else:
                param.help = translations.gettext(param.help)
    return command


EXAMPLE = "Example:"
"""The beginning of a paragraph of the help whose lines are not joined."""

STATUS = "Exit status:"
"""The beginning of the paragraph about exit statuses, which the help shows last."""


def split_into_paragraphs(help_text: str) -> list[str]:
    """Return the paragraphs of a help text, each on one line unless it is an example."""
    return [
        part if part.startswith(EXAMPLE) else " ".join(part.split())
        for part in cleandoc(help_text).split("\n\n")
    ]


def format_click_error(error: click.ClickException, translations: NullTranslations) -> str:
    """Return the message for an error in a command line. If the error belongs to a command, the
    message ends with the command line that shows the help of this command.
    """
    with translate_click_messages(translations):
        text = error.format_message()
    if isinstance(error, UsageError):
        text = Message(error.template, **error.values).translate_to(translations)
    if isinstance(error, click.NoSuchOption) and (
        names := _find_commands_with_option(error.option_name)
    ):
        text = Message(
            "this command has no option {option}; these commands have it: {names}",
            option=error.option_name,
            names=", ".join(names),
        ).translate_to(translations)
    if isinstance(error, click.UsageError) and error.ctx is not None:
        text += " " + Message("(see: {path} --help)", path=error.ctx.command_path).translate_to(
            translations
        )
    return text


def _find_commands_with_option(option: str) -> list[str]:
    """Return the full names of all commands that have the option `option`, such as `--seed`, in the
    order of the help. The modules of the commands are not imported.
    """
    from .option_index import COMMANDS_BY_OPTION  # for this error only

    rows = (line.partition(": ") for line in COMMANDS_BY_OPTION.splitlines())
    found = next((names.split(", ") for name, _, names in rows if name == option), None)
    if found is None:
        return []
    # An application may have been deleted.
    present = {name for _, names in list_headings_with_commands() for name in names}
    return [name for name in found if name.split()[0] in present]


_COMMANDS_OF_OTHER_WORDS = {
    "key": "canonical --keys",
    "keys": "canonical --keys",
    "minlex": "canonical",
    "maxlex": "canonical --form max",
    "augment": "shuffle",
    "solutions": "complete",
    "dedup": "duplicates",
    "deduplicate": "duplicates",
    "label": "duplicates",
    "labels": "duplicates",
}
"""The commands that people may mean by words that are not the names of commands."""


class CommandGroup(click.Group):
    """A group of commands, such as all commands of `sudokopie`. It imports the module of a command
    only when the command is run or its help is shown.
    """

    def list_headings_with_own_commands(self) -> CommandsByHeading:
        """Return the commands of this group as pairs. The first value of a pair is a heading of the
        help. The second value is a dictionary from the name of each command below this heading to a
        text of one line that describes the command.
        """
        return list_headings_with_commands()

    def import_subcommand_or_none(self, name: str) -> click.Command | None:
        """Import the command `name` of this group, with its help in English, and return it. Returns
        None if the group has no such command.
        """
        return import_command_or_none(name)

    def list_commands(self, _context: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the help."""
        return [name for _, names in self.list_headings_with_own_commands() for name in names]

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """Return the command `name` of this group, with its help in the reader's language. Returns
        None if the group has no such command.
        """
        found = self.import_subcommand_or_none(name)
        return (
            None
            if found is None
            else make_translated_command(found, find_translations_for_lang_option())
        )

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name of the command that the first argument names, the command itself, and the
        other arguments. Raises `UsageError` if there is no such command. The error suggests a
        command with a similar name, or `sudokopie solve` if the argument is the name of a file.
        """
        name = arguments[0] if arguments else ""
        if name and not name.startswith("-") and self.import_subcommand_or_none(name) is None:
            if os.path.exists(name) and context.parent is None:
                raise UsageError("'{name}' is a file: sudokopie solve {name}", name=name)
            from difflib import get_close_matches

            commands = self.list_commands(context)
            meant = get_close_matches(name, commands, 1)
            other = _COMMANDS_OF_OTHER_WORDS.get(name, "")
            # An application may have been deleted.
            if context.parent is None and other.partition(" ")[0] in commands:
                meant = [other]
            if meant:
                raise UsageError(
                    "No such command '{name}'. Did you mean {meant}?", name=name, meant=meant[0]
                )
        return super().resolve_command(context, arguments)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands in the help: under each heading the names of commands, each
        with its summary. The commands' modules are not imported, so that the help appears quickly.
        """
        translations = find_translations_for_lang_option()
        width = max(map(len, self.list_commands(context)))
        for title, commands in self.list_headings_with_own_commands():
            with formatter.section(title.translate_to(translations)):
                formatter.write_dl(
                    [
                        (name.ljust(width), text.translate_to(translations))
                        for name, text in commands.items()
                    ]
                )

    def shell_complete(self, context: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Return the names of the commands and options that begin with `incomplete`."""
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=text.translate_to(find_translations_for_lang_option()))
            for _, commands in self.list_headings_with_own_commands()
            for name, text in commands.items()
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, context, incomplete)

    def format_help(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help of the group in the reader's language."""
        click.Group.format_help(
            make_translated_command(self, find_translations_for_lang_option()),
            context,
            formatter,
        )


def import_command_by_full_name(full_name: str) -> click.Command:
    """Import the command with a full name, such as `fewest-clues` or `catalogue add`, and return
    it. The full name of a command in a group is the name of the group, a space, and its own name.
    """
    first, _, rest = full_name.partition(" ")
    found = import_command_or_none(first)
    if isinstance(found, CommandGroup) and rest:
        found = found.import_subcommand_or_none(rest)
    assert found is not None, full_name
    return found


def yield_group_prefixes_with_commands() -> Iterator[tuple[str, CommandsByHeading]]:
    """Yield a pair for each group of commands: for the program itself first, then for each command
    that has commands of its own, such as `catalogue`. The first value is a prefix: the group's name
    and a space, such as `catalogue `, or an empty text for the program. The second value has the
    commands of the group by the headings of the help.

    A prefix and the name of a command in the group make the full name, such as `catalogue add`.
    """
    yield "", list_headings_with_commands()
    for _, names in list_headings_with_commands():
        for name in names:
            if isinstance(found := import_command_or_none(name), CommandGroup):
                yield f"{name} ", found.list_headings_with_own_commands()


def list_full_command_names() -> list[str]:
    """Return the full names of all commands, except commands that only group other commands."""
    every = {
        prefix: [name for _, names in headings for name in names]
        for prefix, headings in yield_group_prefixes_with_commands()
    }
    return [
        f"{prefix}{name}"
        for prefix, names in every.items()
        for name in names
        if f"{name} " not in every
    ]


def _print_version(context: click.Context, _param: click.Parameter, is_asked: bool) -> None:
    """Print the version of the program and of the kernel (its compiled functions), and exit. Click
    calls this function when it parses --version.
    """
    if is_asked:
        from ...base.version import VERSION
        from ...kernel import kernel_functions

        kernel = kernel_functions.get_implementation_name()
        if kernel_functions.is_kernel_outdated():
            kernel += "; a kernel of another version is ignored: install sudokopie again"
        click.echo(f"sudokopie, version {VERSION} (kernel: {kernel})")
        context.exit()


@click.group(
    cls=CommandGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.option(
    "--lang",
    type=click.Choice(list_languages()),
    help="The language of the answer.  [default: the language of the system]",
)
@click.pass_context
def cli(context: click.Context, lang: str | None) -> int:
    """Find out whether two Sudokus are copies of each other: the same after turning, reordering
    lines and renaming digits.

    Start with `sudokopie solve FILE`. Without a command, on a terminal, sudokopie asks for the name
    of a file with two Sudokus.
    """
    if context.invoked_subcommand is None:
        from .terminal import can_ask_user

        if can_ask_user():
            from ...showing.answer_formatter import AnswerFormatter  # not needed for the help
            from ...showing.printer import find_terminal_width_or_none
            from ..prompt import run_prompt_and_get_status

            return run_prompt_and_get_status(
                AnswerFormatter(
                    words=load_translations(lang), columns=find_terminal_width_or_none()
                )
            )
        click.echo(context.get_help())
    return TROUBLE


def run_command_line_and_get_status() -> int:
    """Run the command that the command line names, and return the exit status. SIGTERM and SIGHUP
    end a command as Ctrl-C does; the exit status is then 128 plus the number of the signal.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if hasattr(signal, "SIGPIPE"):
        # If the program that reads the output has ended, end without a message as other tools do.
        # Click would exit with status 1, which means that some pair is not a copy.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    with (
        _protect_terminals_if_any(),
        repeat_lost_interruptions(),
        raise_error_on_signals() as received,
    ):
        status = _run_reporting_errors_and_get_status()
    return 128 + received[0] if received else status


def _protect_terminals_if_any() -> AbstractContextManager[None]:
    """Return a context manager in whose block control characters that are printed on a terminal
    become visible escapes. If neither standard output nor standard error is a terminal, the context
    manager does nothing.
    """
    if not any(stream.isatty() for stream in (sys.stdout, sys.stderr)):
        return nullcontext()
    from ...showing.terminal_text import protect_terminals

    return protect_terminals()


def _run_reporting_errors_and_get_status() -> int:
    """Run the command line, and return its exit status. Each error, even an unexpected one, is
    printed as one line.
    """
    translations = find_translations_for_lang_option()
    try:
        with translate_click_messages(translations):
            status: int = cli.main(prog_name="sudokopie", standalone_mode=False)
        sys.stdout.flush()
    except ErrorWithLocation as error:
        line = error.format_message()
    except click.ClickException as error:
        line = f"sudokopie: {format_click_error(error, translations)}"
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except OSError as error:
        why = make_os_error_message(error)
        if error.errno is not None:  # an error of the operating system
            why = Message("cannot write: {reason}", reason=why)
        line = f"sudokopie: {why.translate_to(translations)}"
        _drop_output(1)
    except Exception as error:  # a traceback would end with status 1, which means the answer no
        if _is_caused_by_ctrl_c(error):
            return INTERRUPTED
        line = f"sudokopie: {_describe_unexpected_error(error).translate_to(translations)}"
    else:
        return status
    try:
        click.echo(escape_unprintable(line), err=True)
    except OSError:  # standard error is full; Python would exit with status 1
        _drop_output(2)
    return TROUBLE


def _drop_output(descriptor: int) -> None:
    """Send the text that is still in the buffer of standard output (1) or standard error (2) to the
    null device. It cannot be written, and Python would try again at its exit.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


def _is_caused_by_ctrl_c(error: BaseException | None) -> bool:
    """Return whether Ctrl-C caused an error, for example while a library was being imported."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _describe_unexpected_error(error: Exception) -> Message:
    """Return the message for an unexpected error: too little memory, or a mistake in this program.
    If the environment variable SUDOKOPIE_DEBUG is set, the traceback is printed.
    """
    if os.environ.get(DEBUG_VARIABLE):
        import traceback

        traceback.print_exception(error)
    if isinstance(error, MemoryError):
        return Message("there is not enough memory")
    return Message(
        "an error in sudokopie itself: {error} ({variable}=1 shows where in the code)",
        error=repr(error),
        variable=DEBUG_VARIABLE,
    )
