"""Add the options of applications to `sudokopie export`.

Each application defines an `AddedOptions` object. The application's declaration
(base/applications.py) names the module and the variable with this object. If an application is
deleted, the command has neither its options nor their rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ...base.messages import Message
from .command_rules import CommandWithRules, Decorator, OptionRule, OutputFileType

if TYPE_CHECKING:
    from ...questions.question import Question
    from ...reading.file_entry import ReadingOptions


class AddedQuestion(NamedTuple):
    """A question that `export --question` offers only if an application is present. `name` is the
    value of the option. `help_text` describes the question in the help, which lists it after the
    question with the name `after`. `make(file, reading, values)` reads the Sudoku in the file and
    returns the question; `values` is an object with the values of the application's options.
    """

    name: str
    help_text: Message
    after: str
    make: Callable[[str, ReadingOptions, Any], Question]


class AddedOptions(NamedTuple):
    """The options that an application adds to a command, with everything that depends on them.
    `options` has the options; each key is the parameter of the command after which the option is
    listed in the help. `maker` is called with the values of these options and returns one object,
    which the command's function gets as the parameter `name`.

    `rules` about the options are checked before the command's own rules. `help` is a paragraph that
    is added to the command's help. `question` is a question that the command can then ask, or None.
    `run` is a function that is called in place of the command's function if the user gives the
    first of these options, or None. It gets the object from `maker` and the command's own objects.
    The command's argument is then optional, and only the added rules are checked.
    """

    name: str
    maker: Callable[..., Any]
    options: Mapping[str, Decorator]
    rules: tuple[OptionRule, ...] = ()
    run: Callable[..., int] | None = None
    question: AddedQuestion | None = None
    help: str = ""


def merge_question_texts(
    core_texts: Mapping[str, Message], additions: Sequence[AddedOptions]
) -> dict[str, Message]:
    """Return the texts that describe all questions in the help of `export --question`, by the names
    of the questions. `core_texts` has the texts of the questions that exist without applications.
    `additions` are the options of the applications, some of which add a question.
    """
    listed = list(core_texts.items())
    for question in (one.question for one in additions if one.question is not None):
        names = [name for name, _ in listed]
        # The question named by `after` may belong to an application that was deleted.
        place = names.index(question.after) + 1 if question.after in names else len(names)
        listed.insert(place, (question.name, question.help_text))
    return dict(listed)


def add_options(command: CommandWithRules, additions: Sequence[AddedOptions]) -> None:
    """Add the options of applications to a command, with their rules and their paragraphs for the
    command's help.
    """
    for added in additions:
        for before, decorator in added.options.items():
            options = _list_click_parameters(decorator)
            place = [one.name for one in command.params].index(before)
            command.params[place + 1 : place + 1] = options
        if added.run is not None:
            _make_argument_optional(command, added)
        if added.help:
            first, second, *others = cleandoc(command.help or "").split("\n\n")
            command.help = "\n\n".join([first, second, added.help, *others])
        command.rules = (*added.rules, *command.rules)
        command.makers = {added.name: added.maker, **command.makers}


def _list_click_parameters(decorator: Decorator) -> list[click.Parameter]:
    """Return the parameters of click (options) that a decorator adds to a command."""

    def undecorated() -> int:
        return 0

    return list(reversed(vars(decorator(undecorated))["__click_params__"]))


def _make_argument_optional(command: CommandWithRules, added_options: AddedOptions) -> None:
    """Make the argument of a command optional, and let the command's own rules be checked only if
    the user does not give the first option in `added_options`.
    """
    argument = next(one for one in command.params if isinstance(one, click.Argument))
    argument.required, argument.metavar = False, f"[{argument.metavar}]"
    (first, *_) = added_options.options.values()
    (option,) = _list_click_parameters(first)
    command.rules = tuple([rule._replace(unless=option.opts[0]) for rule in command.rules])
    for param in command.params:
        if isinstance(param.type, OutputFileType):
            param.type.folder_option = option.opts[0]
