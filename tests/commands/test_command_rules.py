"""What commands declare: rules between options, each kept, and imports that cost little."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import click
import pytest

from sudokopie.commands.machinery.command_group import (
    cli,
    import_command_by_full_name,
    list_full_command_names,
)
from sudokopie.commands.machinery.command_rules import (
    CommandWithRules,
    OptionRule,
    command,
    find_parameter,
    needs,
)
from sudokopie.commands.machinery.outputs import STANDARD_OUTPUT

from conftest import INSTANCES

pytestmark = pytest.mark.core

FILE = str(INSTANCES / "sudoku0.txt")


def broken() -> Iterator[tuple[str, OptionRule, tuple[str, ...]]]:
    """Yield every way to break a rule: a command, its rule, and the options that do it."""
    for name in list_full_command_names():
        command = import_command_by_full_name(name)
        assert isinstance(command, CommandWithRules)
        for rule in command.rules:
            for other in ("",) if rule.are_needed else rule.others:
                yield name, rule, tuple(filter(None, (rule.option, other)))


def arguments(command: CommandWithRules, given: tuple[str, ...], rule: OptionRule) -> Iterator[str]:
    """Yield a command line that breaks this rule alone: what it says, and what cannot be missed."""
    left_out = rule.others if rule.are_needed else ()
    if rule.unless is not None:
        left_out = (*left_out, rule.unless)
    terms = [*given, *(param_name(param) for param in command.params if param.required)]
    for other in command.rules:
        if other is not rule and not other.option:
            terms += [next(term for term in other.others if term not in left_out)]
    named = {term.partition(" ")[0]: term.partition(" ")[2] for term in reversed(terms)}
    places = {find_parameter(command, name): name for name in named}
    for param in sorted(places, key=command.params.index):  # of arguments the order matters
        name, value = places[param], named[places[param]]
        if isinstance(param, click.Argument):
            yield from () if name in left_out else (value or sample(param),)
        elif isinstance(param, click.Option):
            yield name
            yield from () if param.is_flag else (value or sample(param),)


def param_name(param: click.Parameter) -> str:
    """Return how a rule names an option or an argument."""
    return param.opts[0] if isinstance(param, click.Option) else str(param.metavar).strip("[].")


def sample(param: click.Parameter) -> str:
    """Return a value of an option or argument that is not its default."""
    if isinstance(param.type, click.Choice):
        return str(next(one for one in param.type.choices if one != param.default))
    if isinstance(param.type, click.types.IntParamType | click.types.FloatParamType):
        return "2"
    if isinstance(param, click.Argument):
        return FILE
    values = {"--box": "2x2", "--time-limit": "5", "--seed": "5", "--only": "rows"}
    return (values | {"--columns": "1,2"}).get(param.opts[0], "nowhere")


@pytest.mark.parametrize(
    ("name", "rule", "given"),
    list(broken()),
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_rule_is_kept(
    run: Any, monkeypatch: pytest.MonkeyPatch, name: str, rule: OptionRule, given: tuple[str, ...]
) -> None:
    command = import_command_by_full_name(name)
    assert isinstance(command, CommandWithRules)
    line = [*name.split(), *arguments(command, given, rule)]
    found = run(*line)
    # The error names all options that are needed, but only those forbidden options that are given.
    named = rule if rule.are_needed else rule._replace(others=given[-1:], are_needed=True)
    said = named.make_error_for_broken_rule(click.Context(command)).format_message()
    assert (found.status, found.out) == (2, "")
    assert found.err == f"sudokopie: {said} (see: sudokopie {name} --help)\n"
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    german = run(*line)
    assert german.err.endswith(f" (siehe: sudokopie {name} --help)\n")
    assert said not in german.err


def test_options_that_are_needed_are_enough(run: Any) -> None:
    assert run("ways", FILE, "--all", "--limit", "1", "-q").status == 0
    assert run("random", "--solve", "-o", STANDARD_OUTPUT, "--box", "2x2").status == 2
    # A value that is the default is as good as none.
    assert run("random", "--related", "maybe", "--near-miss", "--arbitrary").status == 0


def test_rules_name_options_that_there_are() -> None:
    for name in list_full_command_names():
        command = import_command_by_full_name(name)
        assert isinstance(command, CommandWithRules)
        for rule in command.rules:
            for term in filter(None, (rule.option, *rule.others)):
                assert find_parameter(command, term.partition(" ")[0]) in command.params
    with pytest.raises(StopIteration):
        find_parameter(import_command_by_full_name("solve"), needs("--nope", "--walk").option)


SLOW = {
    *("numpy", "ortools", "pysat", "rich", "jinja2", "matplotlib", "pandas", "igraph", "pyarrow"),
    *("multiprocessing", "subprocess", "sqlite3", "dask", "distributed"),
}


def test_no_help_imports_anything_slow() -> None:
    code = (
        "import sys\n"
        "from sudokopie.cli import main\n"
        "from sudokopie.commands.machinery.command_group import list_full_command_names\n"
        "for name in list_full_command_names():\n"
        "    sys.argv = ['sudokopie', *name.split(), '--help']\n"
        "    try: main()\n"
        "    except SystemExit: pass\n"
        f"    print('loaded', name, *sorted({SLOW!r} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = [line for line in done.stdout.splitlines() if line.startswith("loaded ")]
    assert loaded == [f"loaded {name}" for name in list_full_command_names()]


def test_every_command_has_few_parameters() -> None:
    """Options that belong together make one object."""
    for name in ("", *list_full_command_names()):
        function: Any = import_command_by_full_name(name).callback if name else cli.callback
        while hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        assert function.__code__.co_argcount <= 7 or name == "export"


def test_a_command_may_do_without_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """The least command of CONTRIBUTING: it has no options."""

    @command()
    def least() -> int:
        """Do nothing."""
        return 0

    assert least.main([], standalone_mode=False) == 0
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert least.main([], standalone_mode=False) == 0
