"""Add the options of applications to `sudokopie export`.

Each application defines an `ApplicationOptions` object. The application's declaration
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
    from ...showing.answer_formatter import AnswerFormatter


class ApplicationExportQuestion(NamedTuple):
    """A question that `export --question` offers only if an application is present.

    - `name`: the value of the option that selects the question.
    - `after`: the name of the question after which the help lists this question.
    - `help_text`: the text that describes the question in the help.
    - `make`: a function that reads the Sudoku and returns the question. Its arguments are the name
      of the file, the options for reading it, the formatter of messages, and the values of
      the application's options.
    """

    name: str
    help_text: Message
    after: str
    make: Callable[[str, ReadingOptions, AnswerFormatter, Any], Question]


class ApplicationOptions(NamedTuple):
    """The options that an application adds to a command, and the parts of the command that depend
    on these options.

    - `name`: the parameter of the command's function that gets the values of the options, joined in
      one object.
    - `maker`: the function that gets the values of the options and returns this object.
    - `options`: the added options. Each key is the name of a parameter that the command has
      already; the help lists the added option below the option of this parameter.
    - `rules`: rules about which options go together. They are checked before the command's own
      rules.
    - `run`: None, or a function that runs instead of the command's function if the user gives the
      first of the added options. Its arguments are the object from `maker` and then the command's
      own objects.
    - `question`: a question that the command can then ask, or None.
    - `help`: a paragraph that is added to the command's help.

    With a function `run`, the user may leave out the command's argument. If `run` replaces the
    command's function, only the added `rules` are checked.
    """

    name: str
    maker: Callable[..., Any]
    options: Mapping[str, Decorator]
    rules: tuple[OptionRule, ...] = ()
    run: Callable[..., int] | None = None
    question: ApplicationExportQuestion | None = None
    help: str = ""


def merge_question_texts_by_name(
    core_texts: Mapping[str, Message], all_application_options: Sequence[ApplicationOptions]
) -> dict[str, Message]:
    """Return the text that describes each question in the help of `export --question`, by the name
    of the question. `core_texts` has the texts of the questions of the core, by name. An item of
    `all_application_options` holds the options that one application adds to `export` and, if the
    application adds a question, the name and the text of this question.
    """
    listed = list(core_texts.items())
    for question in (one.question for one in all_application_options if one.question is not None):
        names = [name for name, _ in listed]
        # The question named by `after` may belong to an application that was deleted.
        place = names.index(question.after) + 1 if question.after in names else len(names)
        listed.insert(place, (question.name, question.help_text))
    return dict(listed)


def add_options(
    command: CommandWithRules, all_application_options: Sequence[ApplicationOptions]
) -> None:
    """Add the options of applications to a command, with their rules and their paragraphs for the
    command's help.
    """
    for added in all_application_options:
        for before, decorator in added.options.items():
            options = _list_click_parameters(decorator)
            place = [one.name for one in command.params].index(before)
            command.params[place + 1 : place + 1] = options
        if added.run is not None:
            _make_argument_optional_with_first_application_option(command, added)
        if added.help:
            first, second, *others = cleandoc(command.help or "").split("\n\n")
            command.help = "\n\n".join([first, second, added.help, *others])
        command.rules = (*added.rules, *command.rules)
        command.makers = {added.name: added.maker, **command.makers}


def _list_click_parameters(decorator: Decorator) -> list[click.Parameter]:
    """Return the options that a decorator adds to a command, as click's parameter objects."""

    def placeholder_function() -> int:
        """Do nothing. The decorator attaches its options to this function as if it were the
        function of a command. The function is never called.
        """
        return 0

    return list(reversed(vars(decorator(placeholder_function))["__click_params__"]))


def _make_argument_optional_with_first_application_option(
    command: CommandWithRules, application_options: ApplicationOptions
) -> None:
    """Change a command so that its argument may be left out. If a command line has the first option
    in `application_options`, the command's own rules are not checked, and the command's output
    option may name a folder. For all other command lines, the rules are checked and the output must
    be a file, as before.
    """
    argument = next(one for one in command.params if isinstance(one, click.Argument))
    argument.required, argument.metavar = False, f"[{argument.metavar}]"
    (first, *_) = application_options.options.values()
    (option,) = _list_click_parameters(first)
    command.rules = tuple([rule._replace(unless=option.opts[0]) for rule in command.rules])
    for param in command.params:
        if isinstance(param.type, OutputFileType):
            param.type.folder_option = option.opts[0]
