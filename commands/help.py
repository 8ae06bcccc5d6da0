"""What the help says: commands grouped by what people want to do, in the reader's language.

Texts of help stand in the code in English and are looked up in the catalogue when they are shown.
So are those of click itself, which asks gettext for them.
"""

from __future__ import annotations

import copy
import gettext
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from gettext import NullTranslations
from inspect import cleandoc
from typing import TypeVar

import click

from ..base.language import CATALOGUES, ENGLISH, Message, language

Command = TypeVar("Command", bound=click.Command)

GROUPS = (
    (Message("Two Sudokus"), ("solve", "ways", "within", "nearest", "random")),
    (
        Message("One Sudoku, or a collection"),
        ("complete", "candidates", "canonical", "symmetries", "duplicates", "catalogue"),
    ),
    (Message("Studies of complete Sudokus"), ("classes", "unavoidable", "fewest-clues")),
    (Message("Solvers and proofs"), ("export", "decode", "check", "compare")),
)
"""What people want to do, and the commands for it."""

CATALOGUE = (
    (Message("Remember and look up"), ("add", "find")),
    (Message("Look after it"), ("list", "export", "stats", "remove", "verify")),
)
"""What people want to do with a catalogue, and the commands for it."""

Groups = Sequence[tuple[Message, Sequence[str]]]

COMMANDS = (
    *(name for _, names in GROUPS for name in names if name != "catalogue"),
    *(f"catalogue {name}" for _, names in CATALOGUE for name in names),
)
"""All commands that do something."""


def module_of(name: str) -> str:
    """Return the file, without .py, and the function of a command.

    >>> module_of("fewest-clues"), module_of("catalogue add")
    ('fewest_clues', 'catalogue_add')
    """
    return name.replace("-", "_").replace(" ", "_")


def words_of(arguments: Sequence[str]) -> NullTranslations:
    """Return the translations that a command line asks for, by --lang or the environment."""
    chosen = None
    for before, argument in zip(("", *arguments), arguments, strict=False):
        if before == "--lang":
            chosen = argument
        elif argument.startswith("--lang="):
            chosen = argument.partition("=")[2]
    try:
        return language(chosen)
    except OSError:  # a language that there is not, which click refuses
        return language()


@contextmanager
def click_speaking(words: NullTranslations) -> Iterator[None]:
    """Let click's own messages be in this language too."""
    if words is ENGLISH:
        yield
        return
    domain, chosen = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain("sudokopie", CATALOGUES)
    gettext.textdomain("sudokopie")
    os.environ["LANGUAGE"] = words.info()["language"]  # where gettext looks first
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if chosen is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = chosen


def translated(command: Command, words: NullTranslations) -> Command:
    """Return a command whose help is in this language, and ends with its example."""
    command = copy.copy(command)
    texts = paragraphs(command.help or "")
    command.help = "\n\n".join(
        words.gettext(text) for text in texts if not text.startswith(AS_IT_IS)
    )
    example = Message("Example:").to(words)
    command.epilog = "\n\n".join(
        text.replace("Example:", example) for text in texts if text.startswith(AS_IT_IS)
    )
    command.short_help = command.short_help and words.gettext(command.short_help)
    command.params = [_translated(param, words) for param in command.params]
    return command


AS_IT_IS = "\b"
"""Begins a paragraph that click does not wrap: an example."""


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help, each on one line unless it is an example."""
    return [
        part if part.startswith(AS_IT_IS) else " ".join(part.split())
        for part in cleandoc(text).split("\n\n")
    ]


def _translated(param: click.Parameter, words: NullTranslations) -> click.Parameter:
    if isinstance(param, click.Option) and param.help:
        text = words.gettext(param.help)
        param = copy.copy(param)
        param.help = text
    return param


def write_groups(
    context: click.Context,
    group: click.Group,
    groups: Groups,
    formatter: click.HelpFormatter,
    words: NullTranslations,
) -> None:
    """Write the commands with their short help, in groups."""
    width = max(len(name) for _, names in groups for name in names)
    for title, names in groups:
        rows = []
        for name in names:
            command = group.get_command(context, name)
            assert command is not None
            rows.append((name.ljust(width), command.get_short_help_str(formatter.width)))
        with formatter.section(title.to(words)):
            formatter.write_dl(rows)


def error_in_words(error: click.ClickException, words: NullTranslations) -> str:
    """Return what was wrong with a command line, and which help to look at."""
    from .exits import Misuse

    with click_speaking(words):
        said = error.format_message()
    if isinstance(error, Misuse):
        said = Message(error.template, **error.values).to(words)
    if isinstance(error, click.UsageError) and error.ctx is not None:
        said += " " + Message("(see: {path} --help)", path=error.ctx.command_path).to(words)
    return said
