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
    """A command that an application adds, with the line that describes the command in the output of
    `sudokopie --help`. The line is printed below the heading `group`.

    - `name`: the name of the command.
    - `summary`: one sentence, which the line shows after the name.
    - `location`: the place of the command's click object, written as `module:attribute`.
    - `group`: the heading above the line. If no other command has this heading, a new group of
      lines begins.
    - `after`: the name of the command below whose line this line is inserted or, if a new group
      begins, below whose group the new group is inserted.
    """

    name: str
    summary: Message
    location: str
    group: Message
    after: str


class FileFormat(NamedTuple):
    """A format of files that Sudokus are read from.

    - `starts`: the first bytes that a file of this format may have, perhaps after white space.
    - `reader`: the location of the function that reads the format, written as `module:attribute`
      (see reading/registry.py).
    - `is_container`: whether the files of this format contain other files, as a mail does.
    - `list_ranges`: the location of the function that divides a file into ranges of rows, which
      several processes read at the same time (see reading/file_parts.py); empty if there is none.
    - `open_apart`: the location of the function that opens a file which a process with limits reads
      (see reading/gridfile.py); empty if there is none.
    """

    starts: tuple[bytes, ...]
    reader: str
    is_container: bool = False
    list_ranges: str = ""
    open_apart: str = ""


class Application(NamedTuple):
    """The declaration of an application: the commands, options and other objects that the
    application adds to the package. A location is written as `module:attribute`, and the module is
    in the application's folder.

    - `requires`: the names of the applications without which this application is not offered.
    - `commands`: the commands with their lines in the help.
    - `options`: for the name of a command of the core, the location of an object that holds all
      options which this application adds to the command (see
      commands/machinery/application_options.py).
    - `library`: for each name that `from sudokopie import name` then finds, the location of the
      object.
    - `questions`: for the name of each question that can be written as a formula, the location of
      its class (see questions/registry.py).
    - `claims`: for the name of each statement that a certificate can prove, the location of its
      class (see proofs/claims.py).
    - `reports`: for the name of each type of answer, the location of the class that puts the answer
      into words (see showing/answer_report.py).
    - `formats`: the formats of files that can be read, by their names.
    """

    requires: tuple[str, ...] = ()
    commands: tuple[CommandHelpLine, ...] = ()
    options: Mapping[str, str] = {}
    library: Mapping[str, str] = {}
    questions: Mapping[str, str] = {}
    claims: Mapping[str, str] = {}
    reports: Mapping[str, str] = {}
    formats: Mapping[str, FileFormat] = {}


@cache
def find_applications_by_name() -> Mapping[str, Application]:
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
    from pkgutil import iter_modules  # slow, and needed only for a package in an archive

    return sorted(module.name for module in iter_modules([folder]))


@cache
def collect_application_locations_by_name(registry_field: str) -> Mapping[str, str]:
    """Return the names that all applications add to a registry, such as the registry of questions.
    The result maps each name to the location of its object, written as `module:attribute`.
    `registry_field` is the field of `Application` that contains the names for this registry.
    """
    return {
        name: f"{FOLDER}.{application}.{location}"
        for application, declared in find_applications_by_name().items()
        for name, location in getattr(declared, registry_field).items()
    }


@cache
def collect_added_formats_by_name() -> Mapping[str, FileFormat]:
    """Return the formats of files that all applications add, by their names. The location of the
    function that reads such a file is given with its package, for example
    `applications.documents.mail:make_container_or_none`.
    """
    return {
        name: one._replace(
            reader=f"{FOLDER}.{application}.{one.reader}",
            list_ranges=one.list_ranges and f"{FOLDER}.{application}.{one.list_ranges}",
            open_apart=one.open_apart and f"{FOLDER}.{application}.{one.open_apart}",
        )
        for application, declared in find_applications_by_name().items()
        for name, one in declared.formats.items()
    }


def load_application_option_groups(command_name: str) -> list[object]:
    """Import and return the options that applications add to the command named `command_name`. Each
    object in the list holds all options of one application; an application without options for this
    command has no object in the list. The objects are in the order of the applications' names.
    """
    return [
        load_object(f"{FOLDER}.{application}.{declared.options[command_name]}")
        for application, declared in find_applications_by_name().items()
        if command_name in declared.options
    ]


def list_application_command_help_lines() -> list[CommandHelpLine]:
    """Return the commands that applications add to the list of commands in the help. The location
    of a command's click object is given with its package, such as
    `applications.studies.command_studies:classes`.
    """
    return [
        one._replace(location=f"{FOLDER}.{application}.{one.location}")
        for application, declared in find_applications_by_name().items()
        for one in declared.commands
    ]


def make_lazy_getattr(package: str, locations: Mapping[str, str]) -> Callable[[str], object]:
    """Return a function `__getattr__` for an application's package, which imports a public name of
    the package only when the name is used. `locations` maps each name to the location of its object
    in the package, `module:attribute`.
    """

    def import_public_object(name: str) -> object:
        """Import and return the public object `name` of the package. Raise `AttributeError` if
        `locations` does not have this name.
        """
        if name not in locations:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return load_object(f"{package.removeprefix(f'{PACKAGE}.')}.{locations[name]}")

    return import_public_object
