"""The parts of a command: rules about which options go together, exit statuses, and one-line error
messages.
"""

import os
import signal
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from gettext import NullTranslations
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ...base.errors import (
    ArgumentError,
    DeadlinePassedError,
    PairFileError,
    SudokopieError,
    make_os_error_message,
)
from ...base.messages import ENGLISH, Message, load_translations, shorten_and_escape
from ...base.verdict import VERDICTS, Verdict

if TYPE_CHECKING:
    from ...showing.answer_formatter import AnswerFormatter
    from ...system.endings import FileEndings

YES, NO, TROUBLE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
"""The exit statuses of commands.

YES, NO and TROUBLE are the same as for cmp. UNDECIDED means that the time was not enough, and
INTERRUPTED means Ctrl-C. SIGTERM and SIGHUP have the status 128 plus the number of the signal.
"""

ERROR = "error"
"""The word for a file or Sudoku with an error, in lists of answers in one word such as `copies`."""

_STATUSES = {Verdict.YES: YES, Verdict.NO: NO, Verdict.UNDECIDED: UNDECIDED}

_WORST_FIRST = (TROUBLE, NO, UNDECIDED, YES)
"""The exit statuses in order of priority: the first of them that occurs is the program's exit
status. A no comes before undecided, because the command is asked whether all pairs are copies, and
a single no decides this.
"""


def find_exit_status(answer_words: Iterable[str]) -> int:
    """Return the exit status for several answers, each given by a word: 2 if one of them is
    `error`; otherwise 1 if one means no, such as `different`; otherwise 3 if one is `undecided`;
    otherwise 0. The word `error` means that a file or Sudoku could not be read. Without any answer
    the exit status is 0.
    """
    found = {TROUBLE if word == ERROR else _STATUSES[VERDICTS[word]] for word in answer_words}
    return next((status for status in _WORST_FIRST if status in found), YES)


class UsageError(click.UsageError):
    """An error in a command line, such as options that cannot be combined. Its message is shown in
    the reader's language.
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template, self.values = template, values
        super().__init__(template.format(**values))


class OutputType(click.Path):
    """The click type of an option whose value is the name of a file or a folder to write. For a
    file with certain endings, use `OutputFileType`. `adds_to_existing_file` is whether the command
    can add to an existing file.
    """

    def __init__(self, *, adds_to_existing_file: bool = False) -> None:
        super().__init__(readable=False)
        self.adds_to_existing_file = adds_to_existing_file

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name unchanged, and record it with the option. `CommandWithRules` checks the
        recorded names when all options have been parsed.
        """
        path = super().convert(value, param, ctx)
        if ctx is not None and param is not None:
            ctx.meta.setdefault(_OUTPUTS, []).append((param, self, path))
        return path

    def check_output_name(
        self, output_name: str, param: click.Parameter, context: click.Context
    ) -> None:
        """Raise `UsageError` if the command cannot write an output with the name `output_name`."""


OUTPUT_FOLDER = OutputType()
"""The click type of an option whose value is the name of a folder to write."""


class OutputFileType(OutputType):
    """The click type of an option whose value is the name of a file to write. The name must have
    one of `endings`, such as `.csv`. This is checked before the command does any work.

    A name that ends in / names a folder, and is accepted only if `may_be_folder`. If
    `folder_option` is the name of another option and the user gives that option, the output is a
    folder, and any name is accepted. If `adds_to_existing_file`, the command can add to an existing
    file, and the name of an existing file may have any ending.
    """

    def __init__(
        self,
        endings: "FileEndings",
        *,
        may_be_folder: bool = False,
        folder_option: str | None = None,
        adds_to_existing_file: bool = False,
    ) -> None:
        super().__init__(adds_to_existing_file=adds_to_existing_file)
        self.endings, self.may_be_folder = endings, may_be_folder
        self.folder_option = folder_option

    def check_output_name(
        self, output_name: str, param: click.Parameter, context: click.Context
    ) -> None:
        """Raise `UsageError` if the output file's name does not have one of `endings`, or if it
        ends in / although the output may not be a folder. For a wrong ending, the message lists the
        allowed endings. The name `-` is accepted, and so is a name that needs no ending.
        """
        is_folder = self.folder_option is not None and _is_option_given(context, self.folder_option)
        if (
            not output_name
            or output_name == "-"
            or is_folder
            or (self.adds_to_existing_file and os.path.exists(output_name))
        ):
            return
        option = param.opts[0] if isinstance(param, click.Option) else param.metavar
        if output_name.endswith("/"):
            if self.may_be_folder:
                return
            error = UsageError("{option} needs the name of a file", option=option)
            error.ctx = context
            raise error
        try:
            self.endings.find_format(output_name)
        except ArgumentError as problem:
            error = UsageError("{option}: {problem}", option=option, problem=problem.message)
            error.ctx = context
            raise error from None


QUESTION = Message("What is asked")
INPUT = Message("What is read")
ANSWER = Message("How the answer is shown")
PROOF = Message("Proof of the answer")
RUNNING = Message("How it runs")
RARE = Message("Rarely needed")

HEADINGS = (QUESTION, INPUT, ANSWER, PROOF, RUNNING, RARE)
"""The headings under which the help lists options, in this order."""

_NAMES_UP_TO, _GAP = 24, 2
"""Two numbers of characters in the help: the widest option beside which its text begins on the same
line, and the space between the option and its text.
"""


class OptionWithHeading(click.Option):
    """An option that the help lists under one of `HEADINGS`."""

    def __init__(self, *args: Any, heading: Message = QUESTION, **click_settings: Any) -> None:
        super().__init__(*args, **click_settings)
        self.heading = heading


class WholeNumberType(click.IntRange):
    """The click type for a whole number from `minimum` to `maximum`. If `maximum` is None, there is
    no upper limit.
    """

    words: NullTranslations = ENGLISH
    """The language in which the help shows the range."""

    def __init__(self, minimum: int, maximum: int | None = None) -> None:
        super().__init__(minimum, maximum)
        self.minimum, self.maximum = minimum, maximum

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the whole number that the user typed. Raises `UsageError`, whose message names the
        allowed range, if the text is not a whole number in this range.
        """
        number: int | None = None
        with suppress(ValueError):
            number = int(value)
        if (
            number is not None
            and number >= self.minimum
            and (self.maximum is None or number <= self.maximum)
        ):
            return number
        name = (
            param.opts[0] if isinstance(param, click.Option) else _find_argument_name_in_help(param)
        )
        values = {"name": name, "least": self.minimum, "found": shorten_and_escape(str(value))}
        if self.maximum is None:
            error = UsageError(
                "{name} needs a whole number of at least {least}, found '{found}'", **values
            )
        else:
            error = UsageError(
                "{name} needs a whole number from {least} to {most}, found '{found}'",
                **values,
                most=self.maximum,
            )
        error.ctx = ctx
        raise error

    def _describe_range(self) -> str:
        """Return the allowed range, such as "1 to 9", in the language of the help."""
        if self.maximum is None:
            return Message("at least {least}", least=self.minimum).translate_to(self.words)
        return Message("{least} to {most}", least=self.minimum, most=self.maximum).translate_to(
            self.words
        )


_OUTPUTS = "sudokopie.outputs"
"""The key under which click's `meta` holds the output files of the command line."""


class ErrorWithLocation(click.ClickException):
    """An error whose message already begins with the file and the line number of its cause."""


@contextmanager
def convert_errors_to_click_exceptions(display: "AnswerFormatter") -> Iterator[None]:
    """A context manager that turns an error about a file or an argument into an exception of click.
    The program then prints the message on one line, without a traceback, and ends with exit status
    2.
    """
    try:
        yield
    except PairFileError as error:
        from ...showing.printer import format_error_line

        raise ErrorWithLocation(format_error_line(error.source, error, display)) from None
    except SudokopieError as error:
        raise click.ClickException(display.translate(error.message)) from None
    except BrokenPipeError:
        # SIGPIPE was ignored, for example while a cluster works. Now it ends the process.
        if hasattr(signal, "SIGPIPE"):
            signal.raise_signal(signal.SIGPIPE)
        raise
    except OSError as error:
        # `run_command_line_and_get_status` handles errors of standard output.
        if error.filename is None:
            raise
        raise click.ClickException(
            f"{error.filename}: {display.translate(make_os_error_message(error))}"
        ) from None


class WorkOutcome:
    """The outcome of long work: it was completed, or the time limit or Ctrl-C ended it. `status` is
    the exit status for this: 0 if the work is complete, 3 after the time limit, and 130 after
    Ctrl-C. `is_interrupted` is whether Ctrl-C ended the work.
    """

    status = YES
    is_interrupted = False


@contextmanager
def stop_on_interrupt_or_time_limit() -> Iterator[WorkOutcome]:
    """A context manager whose block ends without an error if the time limit is over or the user
    presses Ctrl-C. It yields a `WorkOutcome`, which shows after the block whether the work is
    complete.
    """
    stopped = WorkOutcome()
    try:
        yield stopped
    except DeadlinePassedError:
        stopped.status = UNDECIDED
    except KeyboardInterrupt:
        stopped.status, stopped.is_interrupted = INTERRUPTED, True


class HelpOfSeveralTexts(str):
    """The help text of an option that lists several texts, such as the questions that --question
    offers. The `texts` replace `{texts}` in `template`, with semicolons between them. Each text is
    translated separately.
    """

    template: Message
    texts: Sequence[Message]

    def __new__(cls, template: Message, texts: Sequence[Message]) -> "HelpOfSeveralTexts":
        """Return the English help text, in which the texts replace `{texts}`."""
        joined = super().__new__(cls, template.with_values(texts="; ".join(map(str, texts))))
        joined.template, joined.texts = template, texts
        return joined

    def translate_to(self, translations: NullTranslations) -> str:
        """Return the help text in the language of `translations`."""
        return self.template.with_values(
            texts="; ".join(one.translate_to(translations) for one in self.texts)
        ).translate_to(translations)


CommandFunction = Callable[..., int]
"""The type of the function that runs a command and returns its exit status."""

Decorator = Callable[[CommandFunction], CommandFunction]


class OptionRule(NamedTuple):
    """A rule about which options go together on a command line.

    - `message`: the text for a user who breaks the rule. Its template may contain `{option}` and
      `{others}`.
    - `option`: the option that the rule is about. If it is empty, the rule applies to every command
      line.
    - `others`: the options that `option` needs or forbids.
    - `are_needed`: if true, a command line with `option` must have at least one of `others`; if
      false, it must have none of them.
    - `unless`: an option that switches the rule off if the user gives it; None if there is no such
      option.

    Options are written as a user types them, such as `--near`. If the rule is about one value of an
    option, the value follows, as in `--output csv`. Arguments are written by their names, such as
    `FILE`. An option counts as given if its value is not the default.
    """

    message: Message
    option: str
    others: tuple[str, ...]
    are_needed: bool
    unless: str | None = None

    def is_broken(self, context: click.Context) -> bool:
        """Return whether a command line breaks the rule."""
        if self.unless is not None and _is_option_given(context, self.unless):
            return False
        return _is_option_given(context, self.option) and self.are_needed != any(
            _is_option_given(context, other) for other in self.others
        )

    def make_error_for_broken_rule(self, context: click.Context) -> UsageError:
        """Return the error for a command line that breaks the rule. If the rule forbids options,
        the error names only those that the user gave.
        """
        named = self.others
        if not self.are_needed:
            named = tuple(other for other in named if _is_option_given(context, other))
        others = ", ".join(named)
        values = {"option": self.option, "others": others, "one": self.option, "other": others}
        usage_error = UsageError(self.message.template, **values | self.message.values)
        usage_error.ctx = context
        return usage_error


_NEEDS_MESSAGE = Message("{option} needs {others}")
_FORBIDS_MESSAGE = Message("{option} cannot be used with {others}")
_EXCLUDES_MESSAGE = Message("{one} and {other} exclude each other")


def needs(option: str, *others: str, message: Message = _NEEDS_MESSAGE) -> OptionRule:
    """Return the rule that a command line with `option` must also have at least one of the options
    in `others`. `message` is shown for a command line that breaks the rule; by default it names the
    missing options.
    """
    return OptionRule(message, option, others, True)


def forbids(option: str, *others: str, message: Message = _FORBIDS_MESSAGE) -> OptionRule:
    """Return the rule that a command line with `option` must not have any of the options in
    `others`. `message` is shown for a command line that breaks the rule; by default it names all of
    these options.
    """
    return OptionRule(message, option, others, False)


def excludes(option: str, other: str) -> OptionRule:
    """Return the rule that the options `option` and `other` may not be used together. `forbids`
    returns the same rule with another message; the message here is "A and B exclude each other".
    """
    return forbids(option, other, message=_EXCLUDES_MESSAGE)


def requires_any_of(message: Message, *options: str) -> OptionRule:
    """Return the rule that the user must give at least one of `options`. `message` is shown for a
    command line with none of them.
    """
    return needs("", *options, message=message)


class CommandWithRules(click.Command):
    """A click command that checks the rules about its options before it does any work. It reports
    only the first broken rule, and prints an error about a file or an argument on one line.

    `rules` are the rules, in the order of the checks. `makers` maps names of parameters of the
    command's function to functions, called makers. A maker gets the values of several options and
    returns one object, which the command's function gets instead of these values.
    """

    rules: tuple[OptionRule, ...]
    makers: Mapping[str, Callable[..., object]]
    words: NullTranslations = ENGLISH
    """The language of the help."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in the help under their headings, such as "How it runs". The options
        that click adds, such as --help, are listed under the heading about how the answer is shown.
        """
        listed: dict[str, list[tuple[str, str]]] = {str(heading): [] for heading in HEADINGS}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if record is not None:
                listed[str(getattr(param, "heading", ANSWER))].append(record)
        names = (name for records in listed.values() for name, _ in records)
        width = min(max(map(len, names)), _NAMES_UP_TO)
        for heading in HEADINGS:
            if records := [(name.ljust(width), text) for name, text in listed[str(heading)]]:
                with formatter.section(heading.translate_to(self.words)):
                    formatter.write_dl(records, _NAMES_UP_TO, _GAP)

    def invoke(self, context: click.Context) -> Any:
        """Run the command; raise `UsageError` if its command line breaks a rule."""
        for rule in self.rules:
            if rule.is_broken(context):
                raise rule.make_error_for_broken_rule(context)
        # This is not needed for the list of commands.
        from ...showing.answer_formatter import AnswerFormatter

        # Some commands have no option --lang.
        display = AnswerFormatter(words=load_translations(context.params.get("lang")))
        with convert_errors_to_click_exceptions(display):
            read = [
                file
                for one in self.params
                for file in _list_input_files_of_parameter(one, context.params)
            ]
            for param, kind, path in context.meta.get(_OUTPUTS, ()):
                # `check_outputs` refuses a file that the command reads, with a message of its own.
                others = (one for one in self.params if one is not param)
                files = (
                    file
                    for one in others
                    for file in _list_input_files_of_parameter(one, context.params)
                )
                if not any(is_same_file(file, path) for file in files):
                    kind.check_output_name(path, param, context)
            page = context.params.pop("html", None)
            objects: dict[str, Any] = {}
            for name, maker in self.makers.items():
                names = [one for one in signature(maker).parameters if one in context.params]
                objects[name] = maker(**{one: context.params.pop(one) for one in names})
                context.params[name] = objects[name]
            run = partial(super().invoke, context)
            if page is not None:
                run = partial(context.invoke, page, read, objects["printer"], run)
            outputs = {
                path: kind for _, kind, path in context.meta.get(_OUTPUTS, ()) if path != "-"
            }
            return _run_with_outputs_and_get_status(run, outputs, display) if outputs else run()


def _run_with_outputs_and_get_status(
    run_command: Callable[[], int], outputs: Mapping[str, OutputType], display: "AnswerFormatter"
) -> int:
    """Run a command that writes files, and return its exit status. `outputs` maps the path of each
    file and folder to the type of its option. The files are written even if the output on the
    standard streams cannot be written. After an interruption, print the names of the files that the
    command did not write.
    """
    from ...showing.printer import print_message
    from ...system.output_versions import OutputVersions
    from ...system.standard_streams import continue_without_readers

    versions = OutputVersions(
        path for path, output in outputs.items() if not output.adds_to_existing_file
    )

    def print_names_of_unwritten_files() -> None:
        if unwritten := versions.list_unwritten_outputs():
            print_message(make_message_about_unwritten_files(unwritten), display)

    with continue_without_readers():
        try:
            status = run_command()
        except KeyboardInterrupt:
            print_names_of_unwritten_files()
            raise
        if status == INTERRUPTED:
            print_names_of_unwritten_files()
    return status


def make_message_about_unwritten_files(paths: Iterable[str]) -> Message:
    """Return the message that the files and folders `paths` were not written."""
    return Message("Not written: {files}", files=", ".join(paths))


def command(
    *own_rules: OptionRule, **makers: Callable[..., object]
) -> Callable[[CommandFunction], CommandWithRules]:
    """Return a decorator that turns a function into a click command. `own_rules` are rules about
    the options that only this command has; they are checked before the rules that come with shared
    options. `makers` has classes or functions, called makers: each gets the values of several
    options and returns one object, which the command's function gets instead of these values.

    For example, with `@command(search=SearchOptions)`, the parameter `search` of the command's
    function gets the object that `SearchOptions` returns. The parameters of a maker are named like
    options, or like the keywords of makers before it.
    """

    def make_command(function: CommandFunction) -> CommandWithRules:
        new_command = click.command(cls=CommandWithRules)(function)
        first_rules, last_rules, shared_makers = vars(function).get(
            "rules_and_makers", ((), (), {})
        )
        new_command.rules = (*first_rules, *own_rules, *last_rules)
        new_command.makers = shared_makers | makers
        return new_command

    return make_command


def combine_options(*decorators: Decorator) -> Decorator:
    """Return one decorator that adds all options and rules of several decorators. The help lists
    the options in the order of `decorators`.
    """

    def apply_decorators(function: CommandFunction) -> CommandFunction:
        """Return the function with the options and rules of all decorators. The last decorator is
        applied first, because click lists the option first that is added last.
        """
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return apply_decorators


def add_rules_and_makers(
    *rules: OptionRule, are_checked_first: bool = False, **makers: Callable[..., object]
) -> Decorator:
    """Return a decorator that adds rules about options, and makers, to the function of a command.
    The rules are checked after the command's own rules or, if `are_checked_first`, before them. A
    maker is a class or function that gets the values of several options and returns one object.

    For example, with `search=SearchOptions`, the parameter `search` of the command's function gets
    the object that `SearchOptions` returns. The parameters of a maker are named like options.
    """

    def attach_rules_and_makers(function: CommandFunction) -> CommandFunction:
        first_rules, last_rules, shared_makers = vars(function).setdefault(
            "rules_and_makers", ([], [], {})
        )
        (first_rules if are_checked_first else last_rules).extend(rules)
        shared_makers.update(makers)
        return function

    return attach_rules_and_makers


def _list_input_files_of_parameter(
    param: click.Parameter, parameter_values: Mapping[str, Any]
) -> tuple[str, ...]:
    """Return the input files that the user gave for one parameter of a command. Only two kinds of
    parameters have input files: arguments that are paths, and options with paths that may be given
    several times. For other parameters the result is empty.
    """
    found = parameter_values.get(param.name or "")
    if found is None or not isinstance(param.type, click.Path):
        return ()
    if param.multiple or param.nargs == -1:
        return tuple(found)
    return (found,) if isinstance(param, click.Argument) else ()


def is_same_file(file: str, output: str) -> bool:
    """Return whether an input file is the same file as the output. `file` may be `-` for standard
    input. An output that is not an ordinary file, such as a device, is never the same.
    """
    try:
        there = os.stat(output)
        if not stat.S_ISREG(there.st_mode):
            return False  # Writing to a device or a pipe does not overwrite it.
        here = os.fstat(0) if file == "-" else os.stat(file)
        return os.path.samestat(here, there)
    except OSError:  # One of the files does not exist yet.
        return file != "-" and os.path.realpath(file) == os.path.realpath(output)


def _is_option_given(context: click.Context, option: str) -> bool:
    """Return whether the user gave an option or an argument.

    If `option` is a name, such as `--near` or `FILE`, any value except the default counts. If it is
    a name with a value, such as `--output csv`, only this value counts. If it is empty, the result
    is True.
    """
    if not option:
        return True
    name, _, value = option.partition(" ")
    param = find_parameter(context.command, name)
    found = context.params[param.name or ""]
    if value:
        return bool(found == value)
    return found not in (None, False, (), param.get_default(context))


def find_parameter(command: click.Command, name: str) -> click.Parameter:
    """Return the parameter of a command that has a given name: of an option, such as `--near`, or
    of an argument, such as `FILE`.
    """
    return next(
        param
        for param in command.params
        if name in param.opts or name == _find_argument_name_in_help(param)
    )


def _find_argument_name_in_help(param: click.Parameter | None) -> str:
    """Return the name of an argument in the help, without brackets: `FILE` for `[FILE]...`."""
    return (getattr(param, "metavar", None) or "").strip("[].")
