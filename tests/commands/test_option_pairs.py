"""All pairs of options of each command."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import click
import pytest

from sudokopie.commands.machinery.command_group import (
    import_command_by_full_name,
    list_full_command_names,
)

from conftest import INSTANCES

FILE = str(INSTANCES / "sudoku0.txt")
ARGUMENT_COUNTS = {"random": 0, "catalogue remove": 1}
"""How many arguments are given to commands of which a further argument excludes most options."""

VALUES = {"--box": "2x2", "--time-limit": "5", "--seed": "5", "--only": "rows", "--columns": "1,2"}


def words(param: click.Option) -> list[str]:
    """Return an option with a value."""
    if param.is_flag:
        return [param.opts[0]]
    value = VALUES.get(param.opts[0], "nowhere")
    if isinstance(param.type, click.Choice):
        value = str(next(one for one in param.type.choices if one != param.default))
    elif isinstance(param.type, click.types.IntParamType):
        value = "2"
    return [param.opts[0], value]


@pytest.mark.slow
@pytest.mark.parametrize("name", list_full_command_names())
def test_every_pair_of_options_is_taken_or_refused_in_one_line(
    run: Any, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The command itself does not run: its line is parsed, its rules are checked, and the objects
    of its options are made.
    """
    monkeypatch.setattr(click.Command, "invoke", lambda *_: 0)
    params = import_command_by_full_name(name).params
    options = [one for one in params if isinstance(one, click.Option)]
    named = [one for one in params if isinstance(one, click.Argument)]
    arguments = [FILE for _ in named[: ARGUMENT_COUNTS.get(name)]]
    taken = 0
    for one, other in combinations(options, 2):
        line = [*name.split(), *words(one), *words(other), *arguments]
        found = run(*line)
        assert found.status in (0, 2), line
        assert "sudokopie itself" not in found.err, line
        assert len(found.err.splitlines()) <= 1, line
        assert found.err or found.status == 0, line
        taken += found.status == 0
    assert taken or len(options) < 2
