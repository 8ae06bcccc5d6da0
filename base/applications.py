"""The applications that are present: the folders in `applications/`, each with its declaration.

The core never imports an application by name. It looks into the folder, and reads the variable
`APPLICATION` of each package there. An application whose requirement is missing is not offered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from os import path, scandir
from typing import NamedTuple

from .messages import Message
from .registry import PACKAGE, load

FOLDER = "applications"


class Listing(NamedTuple):
    """A command in the list of commands that the help shows.

    `place` is that of its click command, `module:attribute`. `after` names the command that
    precedes it in the help; `group` is the heading that it is listed under. A heading that no other
    command has begins a new group, after the group of the command that `after` names.
    """

    name: str
    summary: Message
    place: str
    group: Message
    after: str


class Application(NamedTuple):
    """What an application adds to the core. All places are relative to the application's folder.

    `requires` names other applications. `commands` are listed in the help. `options` has for the
    name of a core command the place of the options that the application adds to it, an object that
    commands/machinery/added_options.py describes. `library` has the public names that `sudokopie`
    offers.
    `questions`, `claims` and `reports` have what it adds to the registries of these names
    (questions/registry.py, proofs/claims.py, showing/answer_report.py).
    """

    requires: tuple[str, ...] = ()
    commands: tuple[Listing, ...] = ()
    options: Mapping[str, str] = {}
    library: Mapping[str, str] = {}
    questions: Mapping[str, str] = {}
    claims: Mapping[str, str] = {}
    reports: Mapping[str, str] = {}


@cache
def find_applications() -> Mapping[str, Application]:
    """Return the declaration of each application that is present and has all that it requires."""
    found = {name: load(f"{FOLDER}.{name}:APPLICATION") for name in _list_folders()}
    while missing := [name for name, one in found.items() if not found.keys() >= {*one.requires}]:
        for name in missing:
            del found[name]
    return found


def _list_folders() -> list[str]:
    """Return the names of the packages in the folder, sorted."""
    (folder,) = import_module(f"{PACKAGE}.{FOLDER}").__path__
    if path.isdir(folder):
        return sorted(
            one.name for one in scandir(folder) if path.exists(path.join(one.path, "__init__.py"))
        )
    from pkgutil import iter_modules  # slow: for a package in an archive

    return sorted(module.name for module in iter_modules([folder]))


@cache
def collect_additions(kind: str) -> Mapping[str, str]:
    """Return what all applications add to a registry: names with their places in the package.

    `kind` is a field of `Application` that has names and places.
    """
    return {
        name: f"{FOLDER}.{application}.{place}"
        for application, declared in find_applications().items()
        for name, place in getattr(declared, kind).items()
    }


def load_added_options(command: str) -> list[object]:
    """Return the objects that applications add to a core command, in the order of their names."""
    return [
        load(f"{FOLDER}.{application}.{declared.options[command]}")
        for application, declared in find_applications().items()
        if command in declared.options
    ]


def list_added_commands() -> list[Listing]:
    """Return the commands of all applications, with their places in the package."""
    return [
        one._replace(place=f"{FOLDER}.{application}.{one.place}")
        for application, declared in find_applications().items()
        for one in declared.commands
    ]


def make_lazy_getattr(package: str, places: Mapping[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of an application's package, which imports its library names.

    `places` has for each name its place in the package's folder.
    """

    def find(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return load(f"{package.removeprefix(f'{PACKAGE}.')}.{places[name]}")

    return find
