"""Make the documentation page of all commands, the manual page, and the list of the commands that
have an option, from the commands' help.

Run `python docs/manual.py` after a help text or an option has changed: it writes docs/sudokopie.1
and commands/machinery/option_index.py again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import click

from sudokopie.commands.machinery.command_group import (
    EXAMPLE,
    cli,
    import_command_by_full_name,
    list_full_command_names,
    split_into_paragraphs,
    yield_group_prefixes_with_commands,
)

MANUAL = Path(__file__).with_name("sudokopie.1")
OPTION_INDEX = Path(__file__).parent.parent / "commands" / "machinery" / "option_index.py"


class Described(NamedTuple):
    """The help of a command: its name, usage line, paragraphs, options and example.

    Each item of `options` is the option with its argument, and its help text.
    """

    name: str
    usage: str
    texts: list[str]
    options: list[tuple[str, str]]
    example: str


def described(name: str) -> Described:
    """Return the English help of the command `name`, divided into its pieces."""
    return _pieces(f"sudokopie {name}", import_command_by_full_name(name))


def _pieces(name: str, command: click.Command) -> Described:
    context = click.Context(command, info_name=name, **cli.context_settings)
    options = [one for one in command.get_params(context) if isinstance(one, click.Option)]
    records = (option.get_help_record(context) for option in options)
    texts = split_into_paragraphs(command.help or "")
    examples = [text for text in texts if text.startswith(EXAMPLE)]
    lines = [line.strip() for text in examples for line in text.splitlines()[1:]]
    return Described(
        name,
        " ".join([name, *command.collect_usage_pieces(context)]),
        [text for text in texts if text not in examples],
        [(option, " ".join(text.split())) for option, text in filter(None, records)],
        "\n".join(lines),
    )


def sections() -> Iterator[tuple[str, list[Described]]]:
    """Yield each group of commands: its heading and the help of its commands.

    The order is that of `sudokopie --help`, and the groups of the catalogue commands come last.
    """
    for prefix, titles in yield_group_prefixes_with_commands():
        for title, names in titles:
            heading = f"A {prefix.strip()}: {title}" if prefix else str(title)
            yield heading, [described(prefix + name) for name in names]


def as_markdown() -> str:
    """Return the help of all commands as Markdown, with a heading for each command."""
    return "\n\n".join(_markdown())


def _markdown() -> Iterator[str]:
    yield from _command_in_markdown(_pieces("sudokopie", cli))
    for title, commands in sections():
        yield f"## {title}"
        for command in commands:
            yield f"### {command.name.removeprefix('sudokopie ')}"
            yield from _command_in_markdown(command)


def _command_in_markdown(command: Described) -> Iterator[str]:
    yield f"```text\n{command.usage}\n```"
    yield from map(_escape_markdown, command.texts)
    for option, text in command.options:
        yield f"`{option}`\n: {_escape_markdown(text)}"
    if command.example:
        yield f"```sh\n{command.example}\n```"


def _escape_markdown(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>|~$#])", r"\\\1", text)


def as_manual() -> str:
    """Return the text of the manual page, in the markup of man(7)."""
    return "\n".join(_manual()) + "\n"


def _manual() -> Iterator[str]:
    program = _pieces("sudokopie", cli)
    yield '.\\" Made by docs/manual.py of what the commands say about themselves.'
    yield '.TH SUDOKOPIE 1 "" "sudokopie" "User Commands"'
    yield ".SH NAME"
    yield _roff("sudokopie - are two Sudokus the same up to symmetry?")
    yield ".SH SYNOPSIS"
    yield f".B {_roff('sudokopie')}\n[OPTIONS] COMMAND [ARGS]..."
    yield ".SH DESCRIPTION"
    yield from _command_in_roff(program)
    for title, commands in sections():
        yield f".SH {_roff(title.upper())}"
        for command in commands:
            yield f".SS {_roff(command.usage)}"
            yield from _command_in_roff(command)
    yield ".SH ENVIRONMENT"
    yield from _items(
        [
            ("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "The language of the answers: en or de."),
            ("SUDOKOPIE_DEBUG=1", "Show where in the code an error of the program happened."),
        ]
    )


def _command_in_roff(command: Described) -> Iterator[str]:
    for text in command.texts:
        yield f".PP\n{_roff(text)}"
    yield from _items(command.options)
    if command.example:
        yield f".PP\nExample:\n.PP\n.RS 4\n.nf\n{_roff(command.example)}\n.fi\n.RE"


def _items(items: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, text in items:
        yield f".TP\n\\fB{_roff(name)}\\fR\n{_roff(text)}"


def _roff(text: str) -> str:
    """Return the text with escapes, so that man(7) shows it unchanged.

    Without escapes, it would print dashes as hyphens, and read a line that begins with a dot as a
    request.
    """
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return re.sub(r"^\.", r"\\&.", escaped, flags=re.MULTILINE)


def as_option_index() -> str:
    """Return the text of the Python file that lists the commands which have an option."""
    names_by_option: dict[str, list[str]] = {}
    for name in list_full_command_names():
        for parameter in import_command_by_full_name(name).params:
            for option in parameter.opts if isinstance(parameter, click.Option) else ():
                names_by_option.setdefault(option, []).append(name)
    lines = "\n".join(
        f"{one}: {', '.join(names)}" for one, names in sorted(names_by_option.items())
    )
    return f'''\
# ruff: noqa: E501
"""Which commands have an option. With this list, an error about an unknown option names them
without importing their modules. `python docs/manual.py` writes this file.
"""

COMMANDS_BY_OPTION = """\\
{lines}
"""
'''


if __name__ == "__main__":
    OPTION_INDEX.write_text(as_option_index(), encoding="utf-8")
    MANUAL.write_text(as_manual(), encoding="utf-8")
