"""Add the options of applications to `sudokopie export`.

Each application defines an `AddedOptions`, and its declaration has the place of this object under
`options` (base/applications.py). Without the application the command has neither the options nor
their rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ...base.messages import Message
from .command_rules import Command, Decorator, OutputFile, Rule

if TYPE_CHECKING:
    from ...questions.question import Question
    from ...reading.file_entry import Reading


class AddedQuestion(NamedTuple):
    """A question that `--question` offers only if an application is present. `help_text` is its
    text in the help, listed after the question that `after` names. `make(file, reading, values)`
    returns the question about the Sudoku of a file; `values` is the object that
    `AddedOptions.maker` made of the options.
    """

    name: str
    help_text: Message
    after: str
    make: Callable[[str, Reading, Any], Question]


class AddedOptions(NamedTuple):
    """Options that an application adds to a core command. `maker` makes an object of the options'
    values, and the command gets this object as its parameter `name`. `options` has each option
    under the name of the parameter that precedes it in the help.

    `rules` are checked before the command's own rules. `help` is a paragraph for the command's
    help. `question`, if it is not None, is a question that the command can ask. `run`, if it is not
    None, replaces the command's function if the user gives the first option. It is called with the
    object from `maker` and the command's own objects. The command's argument is then optional, and
    only the added rules hold.
    """

    name: str
    maker: Callable[..., Any]
    options: Mapping[str, Decorator]
    rules: tuple[Rule, ...] = ()
    run: Callable[..., int] | None = None
    question: AddedQuestion | None = None
    help: str = ""


def add_question_texts(
    core_texts: Mapping[str, Message], additions: Sequence[AddedOptions]
) -> dict[str, Message]:
    """Return the help texts of all questions by the questions' names. `core_texts` has the texts of
    the core's questions, and `additions` are the options of applications, which may add questions.
    """
    listed = list(core_texts.items())
    for question in (one.question for one in additions if one.question is not None):
        names = [name for name, _ in listed]
        # The question named by `after` may belong to an application that was deleted.
        place = names.index(question.after) + 1 if question.after in names else len(names)
        listed.insert(place, (question.name, question.help_text))
    return dict(listed)


def add_options(command: Command, additions: Sequence[AddedOptions]) -> None:
    """Add the options of applications to a command, with their rules and their paragraphs for the
    command's help.
    """
    for added in additions:
        for before, decorator in added.options.items():
            options = _list_declared_parameters(decorator)
            place = [one.name for one in command.params].index(before)
            command.params[place + 1 : place + 1] = options
        if added.run is not None:
            _make_optional(command, added)
        if added.help:
            first, second, *others = cleandoc(command.help or "").split("\n\n")
            command.help = "\n\n".join([first, second, added.help, *others])
        command.rules = (*added.rules, *command.rules)
        command.makers = {added.name: added.maker, **command.makers}


def _list_declared_parameters(decorator: Decorator) -> list[click.Parameter]:
    """Return the parameters that a decorator of options declares."""

    def undecorated() -> int:
        return 0

    return list(reversed(vars(decorator(undecorated))["__click_params__"]))


def _make_optional(command: Command, added: AddedOptions) -> None:
    """Make the argument of a command optional, and switch off the command's own rules if the user
    gives the first option in `added`.
    """
    argument = next(one for one in command.params if isinstance(one, click.Argument))
    argument.required, argument.metavar = False, f"[{argument.metavar}]"
    (first, *_) = added.options.values()
    (option,) = _list_declared_parameters(first)
    command.rules = tuple([rule._replace(unless=option.opts[0]) for rule in command.rules])
    for param in command.params:
        if isinstance(param.type, OutputFile):
            param.type.unless = option.opts[0]
