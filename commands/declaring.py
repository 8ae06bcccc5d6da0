"""How a command is declared: options that make one object, and options that do not go together."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, NamedTuple

import click

from ..base.language import Message, language
from ..showing.manner import Manner
from .exits import Misuse, one_line

Commanded = Callable[..., int]
"""The function of a command, which returns the exit status."""

Decorator = Callable[[Commanded], Commanded]


class Rule(NamedTuple):
    """What a command line keeps: with `option` stands one of the `others`, or else none of them.

    `are_needed` says which of the two. Options stand as a user types them, `--near`, or with a
    value where the rule is about that alone, `--output csv`; arguments by their names, `FILE`. They
    are given where they have another value than without the user. An empty `option` is always
    given. `said` is the message where the rule is broken; its own values go before the
    names of the options.
    """

    said: Message
    option: str
    others: tuple[str, ...]
    are_needed: bool

    def is_broken(self, context: click.Context) -> bool:
        """Return whether a command line breaks the rule."""
        return _is_given(context, self.option) and self.are_needed != any(
            _is_given(context, other) for other in self.others
        )

    def misuse(self, context: click.Context) -> Misuse:
        """Return the error of a command line that breaks the rule."""
        others = ", ".join(self.others)
        values = {"option": self.option, "others": others, "one": self.option, "other": others}
        error = Misuse(self.said.template, **values | self.said.values)
        error.ctx = context
        return error


def needs(option: str, *others: str) -> Rule:
    """Return the rule that an option needs one of others."""
    return Rule(Message("{option} needs {others}"), option, others, True)


def bars(option: str, *others: str) -> Rule:
    """Return the rule that an option cannot be used with others."""
    return Rule(Message("{option} cannot be used with {others}"), option, others, False)


def excludes(one: str, other: str) -> Rule:
    """Return the rule that two options exclude each other."""
    return Rule(Message("{one} and {other} exclude each other"), one, (other,), False)


def expects(said: Message, *options: str) -> Rule:
    """Return the rule that one of some options or arguments is given."""
    return Rule(said, "", options, True)


class Command(click.Command):
    """A command that keeps its rules, and says in one line what is wrong with files and arguments.

    Of broken rules the first is said, and no work is done.
    """

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules in the order in which they are looked at."""
        return getattr(self.callback, "rules", ())

    def invoke(self, context: click.Context) -> Any:
        """Run the command; raise `Misuse` where its command line breaks a rule."""
        for rule in self.rules:
            if rule.is_broken(context):
                raise rule.misuse(context)
        with one_line(Manner(words=language(context.params["lang"]))):
            return super().invoke(context)


def command() -> Callable[[Commanded], Command]:
    """Return the decorator that makes a function a command."""
    return click.command(cls=Command)


def rules(*declared: Rule, first: bool = False) -> Decorator:
    """Return the decorator that gives a command rules, after those that it has, or before them.

    So the rules of the command itself come before those of options that it shares with others.
    """

    def decorate(function: Commanded) -> Commanded:
        others = vars(function).get("rules", ())
        vars(function)["rules"] = (*declared, *others) if first else (*others, *declared)
        return function

    return decorate


def options(*decorators: Decorator) -> Decorator:
    """Return the decorator that adds several options, and rules about them, in this order."""

    def decorate(function: Commanded) -> Commanded:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def gathered(**makers: Callable[..., object]) -> Decorator:
    """Return the decorator that hands a command several parameters as one object.

    Each object has the name under which its maker is given, a class or a function. The maker takes
    those parameters of the command that its own are named after.
    """

    def decorate(function: Commanded) -> Commanded:
        @wraps(function)
        def with_objects(**values: Any) -> int:
            for name, maker in makers.items():
                names = [one for one in signature(maker).parameters if one in values]
                values[name] = maker(**{one: values.pop(one) for one in names})
            return function(**values)

        return with_objects

    return decorate


def _is_given(context: click.Context, term: str) -> bool:
    """Return whether the user gave an option, an argument, or an option with this value."""
    if not term:
        return True
    name, _, value = term.partition(" ")
    param = parameter(context.command, name)
    assert param.name is not None
    found = context.params[param.name]
    if value:
        return bool(found == value)
    if found is None or found is False or found == ():
        return False
    return bool(found != param.get_default(context))


def parameter(command: click.Command, name: str) -> click.Parameter:
    """Return the parameter of a command that is an option, `--near`, or an argument, `FILE`."""
    return next(
        param
        for param in command.params
        if name in param.opts or name == (getattr(param, "metavar", None) or "").strip("[].")
    )
