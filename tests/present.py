"""Which applications are present, so that general tests can follow them.

`.ci/delete` deletes applications; what the tests of the core list about them is left out then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from sudokopie.base.applications import applications
from sudokopie.commands.machinery.group import command_names

from conftest import ROOT

Case = TypeVar("Case")

LISTED = re.findall(
    r"^\| `(\w+)` \|", (ROOT / "applications" / "README.md").read_text("utf-8"), re.MULTILINE
)
"""The applications that there are in a whole tree."""

MISSING = {name for name in LISTED if not (ROOT / "applications" / name).is_dir()}
"""The applications that were deleted."""

COMMANDS = {name.split()[0] for name in command_names()}
"""The commands that are present; of `catalogue add` this has the first word."""


def has_command(case: Any) -> bool:
    """Return whether there is the command that a case begins with.

    A case is a command line, as a text or as words, or something whose first part is a case.
    """
    while not isinstance(case, str):
        case = getattr(case, "values", case)[0]
    return case.split()[0] in COMMANDS


def present(cases: Iterable[Case]) -> list[Case]:
    """Return the cases whose command is present: of the core, or of an application."""
    return [case for case in cases if has_command(case)]


def has(application: str) -> bool:
    """Return whether an application is present, with all that it requires."""
    return application in applications()
