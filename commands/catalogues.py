"""What commands about a catalogue share: its file, the choice of Sudokus, the names of files."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from .options import PATH, options
from .reading import STANDARD_INPUT

CATALOGUE = click.argument("path", type=PATH, metavar="CATALOGUE")

_CLASS = click.option(
    "--class",
    "classes",
    type=click.IntRange(1),
    multiple=True,
    metavar="N",
    help="Only Sudokus of this class; may be given several times.",
)
_FILE = click.option(
    "--file",
    "files",
    type=PATH,
    multiple=True,
    metavar="FILE",
    help="Only Sudokus that came from this file; may be given several times.",
)


def selection_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that select Sudokus; the command gets them as `selection`."""

    @wraps(command)
    def with_selection(
        *args: Any, classes: tuple[int, ...], files: tuple[str, ...], **rest: Any
    ) -> int:
        from ..catalogue import Selection

        # A name that `add --as` gave is no path.
        named = (*files, *map(noted, files))
        return command(*args, selection=Selection(classes=classes, files=named), **rest)

    return options(_CLASS, _FILE)(with_selection)


def noted(file: str) -> str:
    """Return the name under which a catalogue remembers a file: its whole path.

    So the same file is the same, whatever folder somebody works in.
    """
    if file == STANDARD_INPUT or "://" in file:
        return file
    return os.fsencode(os.path.abspath(file)).decode(errors="backslashreplace")
