"""The option `--html`: what a command answers, as a page too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from .exits import Misuse

if TYPE_CHECKING:
    from ..report.manner import Said
    from ..report.printer import Printer

STANDARD_OUTPUT = "-"


def html_option(*files: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return the option, for a command that gets a `printer`.

    `files` are the names of those arguments of the command that say which files it reads.
    """

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def with_page(*args: Any, html: str | None, printer: Printer, **rest: Any) -> int:
            if html is None:
                return command(*args, printer=printer, **rest)
            from ..pages.answers import answers_page
            from ..sudoku.output import written

            _check(html, [rest[name] for name in files])
            answers: list[tuple[str, Said | str]] = []
            printer.listener = lambda file, said: answers.append((file, said))
            status = command(*args, printer=printer, **rest)
            page = answers_page(answers, printer.manner)
            with written(html) as file:
                # Names of files may hold what is no character.
                file.write(page.encode(errors="backslashreplace"))
            printer.saved(html)
            return status

        option = click.option(
            "--html",
            type=click.Path(),
            metavar="FILE",
            help="Write a page to look at, too: the grids, and a player that goes step by step.",
        )
        return option(with_page)

    return decorate


def _check(html: str, read: Sequence[str | Sequence[str]]) -> None:
    """Refuse a place for the page that could not be written in the end."""
    from ..sudoku.output import check_writable
    from .collections import check_not_read

    if html == STANDARD_OUTPUT:
        raise Misuse("{option} needs the name of a file", option="--html")
    for given in read:
        check_not_read(html, [given] if isinstance(given, str) else given)
    check_writable(html)
