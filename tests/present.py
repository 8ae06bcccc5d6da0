"""Which applications are present, so that general tests can follow them.

`.ci/delete` deletes applications; what the tests of the core list about them is left out then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from sudokopie.base.applications import find_applications
from sudokopie.commands.machinery.command_group import list_command_names

from conftest import ROOT

Case = TypeVar("Case")


def added() -> dict[str, set[str]]:
    """Return for each application of a whole tree what it adds, as applications/README.md says."""
    text = (ROOT / "applications" / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \|.*\|(.*)\|$", text, re.MULTILINE)
    return {name: set(re.findall("`([^`]+)`", names)) for name, names in rows}


def has(application: str) -> bool:
    """Return whether an application is present, with all that it requires."""
    folder = ROOT / "applications" / application
    return (
        application in find_applications() if (folder / "__init__.py").exists() else folder.is_dir()
    )


MISSING = {name for name in added() if not has(name)}
"""The applications that were deleted, or that require one that was."""

_DELETED = {word for name in MISSING for word in added()[name]}

_COMMANDS = {name.split()[0] for name in list_command_names()}


def has_command(case: Any) -> bool:
    """Return whether there is the command that a case begins with.

    A case is a command line, as a text or as words, or something whose first part is a case.
    """
    while not isinstance(case, str):
        case = getattr(case, "values", case)[0]
    return case.split()[0] in _COMMANDS


def present(cases: Iterable[Case]) -> list[Case]:
    """Return the cases whose command is present: of the core, or of an application."""
    return [case for case in cases if has_command(case)]


def is_about_deleted(text: str) -> bool:
    """Return whether a text has a word of an application that was deleted, such as `audit`."""
    return any(re.search(rf"(?<![\w-]){word}(?!\w)", text) for word in _DELETED)
