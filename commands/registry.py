"""The list of the commands: their groups in the help, and the module that defines each command.

To add a command, add a file to this folder and a line to this list. Applications declare their own
commands (base/applications.py). A command of the core is found without looking into
`applications/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from ..base.messages import Message
from ..base.registry import load_object

if TYPE_CHECKING:
    import click

    from ..base.applications import CommandHelpLine

CommandsByHeading = Sequence[tuple[Message, Mapping[str, Message]]]
"""The headings of the help. Under each heading are the names of its commands, each with a text of
one line that describes the command.
"""

_CORE: CommandsByHeading = (
    (
        Message("Two Sudokus"),
        {
            "solve": Message("Are two Sudokus copies of each other? By which steps?"),
            "ways": Message("In how many ways are two Sudokus copies?"),
            "within": Message("Is one Sudoku a copy of the other with clues left out?"),
            "nearest": Message("How many clues can a copy of one Sudoku share with another?"),
            "random": Message("Make two new random Sudokus, copies of each other or not."),
        },
    ),
    (
        Message("One Sudoku, or a collection"),
        {
            "complete": Message("Solve Sudokus: no solution, exactly one, or more?"),
            "candidates": Message("Which digits are possible in each blank cell?"),
            "canonical": Message("Print the canonical form: the same for all copies of a Sudoku."),
            "symmetries": Message("Which steps lead from a Sudoku back to itself?"),
            "shuffle": Message("Make random copies of the Sudokus in a file."),
        },
    ),
    (
        Message("Solvers and proofs"),
        {
            "export": Message("Write the question as a formula for other solvers."),
            "decode": Message("Translate a solver's output for such a formula into an answer."),
            "check": Message("Check a certificate: the proof that --certificate wrote."),
            "backends": Message("List the solvers and other methods that can be chosen."),
        },
    ),
)

_PLACES = {name: f"commands.{name}:{name}" for _, names in _CORE for name in names} | {
    "random": "commands.random_pair:random"  # `random.py` would have the name of Python's module
}


@cache
def list_headings_with_commands() -> CommandsByHeading:
    """Return all commands, also those of the applications, as pairs. The first value of a pair is a
    heading of the help. The second value is a dictionary from the name of each command below this
    heading to a text of one line that describes the command.
    """
    from ..base.applications import list_application_command_help_lines

    return merge_application_commands_below_headings(_CORE, list_application_command_help_lines())


def merge_application_commands_below_headings(
    core_commands: CommandsByHeading, added_commands: Iterable[CommandHelpLine]
) -> CommandsByHeading:
    """Return the commands of `core_commands` and the added commands, by the headings of the help.
    Each added command comes after the command that its field `after` names. If there is no such
    command, it comes last under its heading.
    """
    listed = [(title, dict(names)) for title, names in core_commands]
    waiting = list(added_commands)
    while waiting:
        known = {name for _, names in listed for name in names}
        one = next((one for one in waiting if one.after in known), waiting[0])
        waiting.remove(one)
        titles = [title.template for title, _ in listed]
        if one.group.template in titles:
            names = listed[titles.index(one.group.template)][1]
            order = list(names)
            later = order[order.index(one.after) + 1 :] if one.after in names else []
            names[one.name] = one.summary
            for name in later:
                names[name] = names.pop(name)
        else:
            before = next((i for i, (_, names) in enumerate(listed) if one.after in names), -1)
            listed.insert(before + 1 or len(listed), (one.group, {one.name: one.summary}))
    return listed


def import_command_or_none(name: str) -> click.Command | None:
    """Import the click command with a name such as `solve`, and return it. Returns None if no
    command has this name.
    """
    place = _PLACES.get(name)
    if place is None:
        from ..base.applications import list_application_command_help_lines

        place = next(
            (one.location for one in list_application_command_help_lines() if one.name == name),
            None,
        )
    return None if place is None else load_object(place)
