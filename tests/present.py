"""Find out which applications are present, so that tests of the core skip the others.

`.ci/delete` deletes applications and runs the tests of the core, which then leave out everything
that needs a deleted application.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from sudokopie.base.applications import find_applications_by_name
from sudokopie.commands.machinery.command_group import list_full_command_names

from conftest import ROOT

Case = TypeVar("Case")


def added() -> dict[str, set[str]]:
    """Return the names of everything that each application adds, such as its commands, by the name
    of the application. They are read from the table in applications/README.md.
    """
    text = (ROOT / "applications" / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \|.*\|(.*)\|$", text, re.MULTILINE)
    return {name: set(re.findall("`([^`]+)`", names)) for name, names in rows}


def has(application: str) -> bool:
    """Return whether an application and all applications that it requires are present."""
    folder = ROOT / "applications" / application
    return (
        application in find_applications_by_name()
        if (folder / "__init__.py").exists()
        else folder.is_dir()
    )


MISSING = {name for name in added() if not has(name)}
"""The applications that were deleted or that require a deleted application."""

_DELETED = {word for name in MISSING for word in added()[name]}

_COMMANDS = {name.split()[0] for name in list_full_command_names()}


def has_command(case: Any) -> bool:
    """Return whether the command exists with which the command line of a test case begins.

    A case is a command line, as a text or as a list of words, or an object whose first element is a
    case.
    """
    while not isinstance(case, str):
        case = getattr(case, "values", case)[0]
    return case.split()[0] in _COMMANDS


def present(cases: Iterable[Case]) -> list[Case]:
    """Return the test cases whose commands exist."""
    return [case for case in cases if has_command(case)]


def is_about_deleted(text: str) -> bool:
    """Return whether a text contains a name that only a deleted application adds, such as
    `audit`.
    """
    return any(re.search(rf"(?<![\w-]){word}(?!\w)", text) for word in _DELETED)
