"""The applications that are present. An application is a subfolder of `applications/` that declares
which commands and questions it adds to the package.

The core never imports an application by name. It looks into the folder and reads the variable
`APPLICATION` of each package there. An application that requires a missing application is not
offered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from os import path, scandir
from typing import NamedTuple

from .messages import Message
from .registry import PACKAGE, load_object

FOLDER = "applications"


class CommandHelpLine(NamedTuple):
    """A command that an application adds, as `sudokopie --help` lists it on one line. `location` is
    where the command's click object is defined, written as `module:attribute`; `group` is the
    heading above the line.

    If other commands have the heading `group`, the line is added to them. Otherwise a new group
    begins, below the group of the command named `after`; within a group, the line follows the
    command `after`.
    """

    name: str
    summary: Message
    location: str
    group: Message
    after: str


class Application(NamedTuple):
    """The declaration of an application: the commands, options and other objects that it adds to
    the package. Most fields map names to the locations of objects in the application's folder,
    written as `module:attribute`.

    `requires` names other applications. `commands` are listed in the help. `options` maps the name
    of a core command to the location of an object with the options that the application adds to it
    (see commands/machinery/added_options.py). `library` maps the public names that `sudokopie`
    offers to their locations. `questions`, `claims` and `reports` map names to locations for the
    registries of the same names (questions/registry.py, proofs/claims.py,
    showing/answer_report.py).
    """

    requires: tuple[str, ...] = ()
    commands: tuple[CommandHelpLine, ...] = ()
    options: Mapping[str, str] = {}
    library: Mapping[str, str] = {}
    questions: Mapping[str, str] = {}
    claims: Mapping[str, str] = {}
    reports: Mapping[str, str] = {}


@cache
def find_applications() -> Mapping[str, Application]:
    """Return the declarations of all applications in the folder `applications/`, by their names. An
    application that requires a missing application is left out.
    """
    found = {
        name: load_object(f"{FOLDER}.{name}:APPLICATION") for name in _list_application_names()
    }
    while missing := [name for name, one in found.items() if not found.keys() >= {*one.requires}]:
        for name in missing:
            del found[name]
    return found


def _list_application_names() -> list[str]:
    """Return the sorted names of the packages in the folder `applications/`."""
    (folder,) = import_module(f"{PACKAGE}.{FOLDER}").__path__
    if path.isdir(folder):
        return sorted(
            one.name for one in scandir(folder) if path.exists(path.join(one.path, "__init__.py"))
        )
    from pkgutil import iter_modules  # slow: for a package in an archive

    return sorted(module.name for module in iter_modules([folder]))


@cache
def collect_added_names(registry_field: str) -> Mapping[str, str]:
    """Return the names that all applications add to a registry, such as the registry of questions.
    The result maps each name to the location of its object, written as `module:attribute`.
    `registry_field` is the field of `Application` that contains the names for this registry.
    """
    return {
        name: f"{FOLDER}.{application}.{location}"
        for application, declared in find_applications().items()
        for name, location in getattr(declared, registry_field).items()
    }


def load_added_option_groups(command_name: str) -> list[object]:
    """Import and return the options that applications add to the command named `command_name`. The
    result has one object for each application that adds any; the object contains all its options.
    The objects are in the order of the applications' names.
    """
    return [
        load_object(f"{FOLDER}.{application}.{declared.options[command_name]}")
        for application, declared in find_applications().items()
        if command_name in declared.options
    ]


def list_added_commands() -> list[CommandHelpLine]:
    """Return the commands that applications add to the list of commands in the help. The location
    of a command's click object is given with its package, such as
    `applications.studies.command_studies:classes`.
    """
    return [
        one._replace(location=f"{FOLDER}.{application}.{one.location}")
        for application, declared in find_applications().items()
        for one in declared.commands
    ]


def make_lazy_getattr(package: str, locations: Mapping[str, str]) -> Callable[[str], object]:
    """Return a function `__getattr__` for an application's package, which imports a public name of
    the package only when the name is used. `locations` maps each name to the location of its object
    in the package, `module:attribute`.
    """

    def import_name(name: str) -> object:
        if name not in locations:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return load_object(f"{package.removeprefix(f'{PACKAGE}.')}.{locations[name]}")

    return import_name
