"""Commands and options that applications add: where they are listed, and how they are used."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner

from sudokopie.base import applications as declared
from sudokopie.base.applications import CommandHelpLine
from sudokopie.base.messages import Message
from sudokopie.commands import registry
from sudokopie.commands.machinery.application_options import (
    ApplicationExportQuestion,
    ApplicationOptions,
    add_options,
    merge_question_texts_by_name,
)
from sudokopie.commands.machinery.command_rules import CommandWithRules, command, forbids, needs
from sudokopie.commands.machinery.options import DISPLAY, option
from sudokopie.commands.registry import (
    import_command_or_none,
    list_headings_with_commands,
    merge_application_commands_below_headings,
)
from sudokopie.showing.answer_formatter import AnswerFormatter
from sudokopie.system.endings import FileEndings

Shown = list[tuple[str, list[str]]]

GROUPS = [
    (Message("One"), {"a": Message("A."), "b": Message("B."), "c": Message("C.")}),
    (Message("Two"), {"d": Message("D.")}),
    (Message("Three"), {"e": Message("E.")}),
]


def listing(name: str, group: str, after: str) -> CommandHelpLine:
    return CommandHelpLine(name, Message(f"{name} does."), f"things:{name}", Message(group), after)


def shown(groups: registry.CommandsByHeading) -> Shown:
    return [(str(title), list(names)) for title, names in groups]


# The list of commands


@pytest.mark.parametrize(
    ("added", "expected"),
    [
        ([], [("One", "a b c"), ("Two", "d"), ("Three", "e")]),
        ([("x", "One", "a")], [("One", "a x b c"), ("Two", "d"), ("Three", "e")]),
        ([("x", "One", "c")], [("One", "a b c x"), ("Two", "d"), ("Three", "e")]),
        ([("x", "One", "d")], [("One", "a b c x"), ("Two", "d"), ("Three", "e")]),
        ([("x", "Two", "none")], [("One", "a b c"), ("Two", "d x"), ("Three", "e")]),
        ([("x", "New", "a")], [("One", "a b c"), ("New", "x"), ("Two", "d"), ("Three", "e")]),
        ([("x", "New", "e")], [("One", "a b c"), ("Two", "d"), ("Three", "e"), ("New", "x")]),
        ([("x", "New", "none")], [("One", "a b c"), ("Two", "d"), ("Three", "e"), ("New", "x")]),
        (
            [("x", "One", "a"), ("y", "One", "x"), ("z", "New", "y"), ("w", "New", "z")],
            [("One", "a x y b c"), ("New", "z w"), ("Two", "d"), ("Three", "e")],
        ),
    ],
)
def test_a_command_is_listed_after_the_one_that_it_names(
    added: list[tuple[str, str, str]], expected: list[tuple[str, str]]
) -> None:
    """In whatever order applications declare their commands."""
    wanted = [(title, names.split()) for title, names in expected]
    for order in permutations([listing(*one) for one in added]):
        found = merge_application_commands_below_headings(GROUPS, order)
        assert shown(found) == wanted
        summaries = {name: str(one) for _, names in found for name, one in names.items()}
        assert summaries["b"] == "B."
        assert all(summaries[one[0]] == f"{one[0]} does." for one in added)


def test_no_command_is_lost_and_the_groups_of_the_core_stay_as_they_are() -> None:
    before = shown(GROUPS)
    # Each names the next: none of them can be the first that has its place.
    added = [listing(*one) for one in (("x", "One", "y"), ("y", "Two", "x"), ("z", "New", "z"))]
    names = [
        name
        for _, some in shown(merge_application_commands_below_headings(GROUPS, added))
        for name in some
    ]
    assert sorted(names) == sorted("abcdexyz")
    assert shown(GROUPS) == before


@pytest.fixture
def one_more(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let applications add two commands: `more`, which does what `check` does, and `solve`."""
    group = Message("Solvers and proofs")
    added = [
        CommandHelpLine("more", Message("More."), "commands.check:check", group, after="export"),
        CommandHelpLine(
            "solve", Message("Another."), "commands.check:check", group, after="export"
        ),
    ]
    monkeypatch.setattr(declared, "list_application_command_help_lines", lambda: added)
    list_headings_with_commands.cache_clear()
    yield
    list_headings_with_commands.cache_clear()


@pytest.mark.usefixtures("one_more")
def test_a_command_is_found_by_its_name() -> None:
    from sudokopie.commands.check import check
    from sudokopie.commands.solve import solve

    assert import_command_or_none("more") is check
    assert (
        import_command_or_none("solve") is solve
    )  # an application replaces no command of the core
    assert import_command_or_none("mor") is None
    assert import_command_or_none("") is None
    listed = dict(shown(list_headings_with_commands()))["Solvers and proofs"]
    others = [name for name in listed if name != "solve"]
    assert others == ["export", "more", "decode", "check", "backends"]


def test_each_command_that_the_help_lists_is_there() -> None:
    for _, names in list_headings_with_commands():
        for name in names:
            found = import_command_or_none(name)
            assert isinstance(found, click.Command)
            assert found.name == name
    assert import_command_or_none("no-such-command") is None


def test_a_command_of_the_core_is_found_without_a_look_at_applications(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken() -> list[CommandHelpLine]:
        raise ZeroDivisionError

    monkeypatch.setattr(declared, "list_application_command_help_lines", broken)
    assert import_command_or_none("solve") is not None
    with pytest.raises(ZeroDivisionError):
        import_command_or_none("no-such-command")


# Options that applications add


def test_questions_are_listed_after_those_that_they_name() -> None:
    def added(name: str, after: str) -> ApplicationOptions:
        question = ApplicationExportQuestion(name, Message(name), after, lambda *_: None)  # type: ignore[arg-type]
        return ApplicationOptions(name, dict, {}, question=question)

    asked = {"copy": Message("copies?"), "part": Message("a part?")}
    nothing = ApplicationOptions("nothing", dict, {})
    assert merge_question_texts_by_name(asked, []) == asked
    found = merge_question_texts_by_name(
        asked, [added("x", "copy"), nothing, added("y", "x"), added("z", "part")]
    )
    assert [(name, str(text)) for name, text in found.items()] == [
        ("copy", "copies?"),
        ("x", "x"),
        ("y", "y"),
        ("part", "a part?"),
        ("z", "z"),
    ]
    assert list(asked) == ["copy", "part"]


class Counted(NamedTuple):
    """What the command of these tests gets of its own options."""

    many: int
    few: bool


class Whole(NamedTuple):
    """What it gets of those that do the whole work."""

    whole: str | None
    also: bool


def counting(*additions: ApplicationOptions) -> CommandWithRules:
    """Return a command that prints what it gets, with what is added."""

    @command(needs("--few", "--many"), forbids("--few", "FILE"), counted=Counted)
    @click.argument("file", metavar="FILE")
    @option("--many N", "How many.", minimum=1)
    @option("--few", "Only few.")
    @option("-o, --output FILE", "Where to.", output_endings=FileEndings({".txt": "text"}))
    @DISPLAY
    def count(file: str | None, output: str | None, display: AnswerFormatter, **others: Any) -> int:
        """Count.

        The second paragraph.

        The last paragraph.
        """
        del display
        print(file, output, *(f"{name}={value}" for name, value in sorted(others.items())))
        return 0

    add_options(count, additions)
    return count


WHOLE = ApplicationOptions(
    "all_of_it",
    Whole,
    {"file": option("--whole DIR", "Do it all."), "many": option("--also", "This too.")},
    rules=(needs("--also", "--whole"),),
    run=lambda *_: 0,
    help="What --whole does.",
)
PARTLY = ApplicationOptions(
    "part",
    lambda share: share,
    {"few": option("--share TEXT", "A share.")},
    rules=(forbids("--share", "--few"),),
)


def printed(given: CommandWithRules, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(given, words, standalone_mode=True)
    return done.exit_code, done.output.strip().splitlines()[-1]


def test_added_options_have_their_places_in_the_help() -> None:
    names = [param.name for param in counting(WHOLE, PARTLY).params]
    assert names[:7] == ["file", "whole", "many", "also", "few", "share", "output"]
    assert [param.name for param in counting().params][:4] == ["file", "many", "few", "output"]
    help_ = (counting(WHOLE).help or "").split("\n\n")
    assert help_ == ["Count.", "The second paragraph.", "What --whole does.", "The last paragraph."]
    assert len((counting(PARTLY).help or "").split("\n\n")) == 3


def test_a_command_gets_what_is_made_of_added_options() -> None:
    status, said = printed(counting(WHOLE, PARTLY), "--whole", "d", "--also", "--share", "half")
    assert status == 0
    assert said == (
        "None None all_of_it=Whole(whole='d', also=True) "
        "counted=Counted(many=None, few=False) part=half"
    )
    assert printed(counting(), "f") == (0, "f None counted=Counted(many=None, few=False)")


def test_without_the_option_that_does_the_work_the_rules_of_the_command_hold() -> None:
    given = counting(WHOLE, PARTLY)
    assert printed(given, "--few")[1] == "Error: --few needs --many"
    assert printed(given, "f", "--few", "--many", "2")[1] == "Error: --few cannot be used with FILE"
    assert "has an ending that cannot be written" in printed(given, "f", "-o", "f.doc")[1]
    # With it only the added rules are kept.
    assert printed(given, "f", "--few", "--whole", "d")[0] == 0
    assert printed(given, "--whole", "d", "-o", "f.doc")[0] == 0
    assert printed(given, "--also")[1] == "Error: --also needs --whole"
    said = printed(given, "--whole", "d", "--share", "x", "--few")[1]
    assert said == "Error: --share cannot be used with --few"


def test_without_added_options_the_argument_is_needed() -> None:
    for given in (counting(), counting(PARTLY)):
        assert printed(given)[1] == "Error: Missing argument 'FILE'."
        assert printed(given, "--few")[0] == 2
        assert printed(given, "f", "-o", "f.doc")[0] == 2
        assert printed(given, "f", "-o", "f.txt")[0] == 0
    assert printed(counting(WHOLE))[0] == 0
    (file,) = (one for one in counting(WHOLE).params if isinstance(one, click.Argument))
    assert file.metavar == "[FILE]"


def test_added_rules_come_before_those_of_the_command() -> None:
    first = forbids("--share", "--many")
    given = counting(PARTLY._replace(rules=(first,)))
    assert printed(given, "f", "--share", "x", "--few", "--many", "2")[1] == (
        "Error: --share cannot be used with --many"
    )


@pytest.mark.parametrize("is_given", [False, True])
def test_a_rule_is_checked_unless_an_option_is_given(is_given: bool) -> None:
    rule = needs("--few", "--many")._replace(unless="--share")
    given = counting(PARTLY._replace(rules=()))
    given.rules = (rule,)
    status, said = printed(given, "f", "--few", *(("--share", "x") if is_given else ()))
    assert status == (0 if is_given else 2)
    assert (said == "Error: --few needs --many") != is_given
