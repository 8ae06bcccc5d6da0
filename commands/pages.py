"""The option `--html`: what a command answers, as a page too."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from .exits import INTERRUPTED
from .options import PATH
from .outputs import check_outputs

if TYPE_CHECKING:
    from ..showing.answers_page import Answers
    from ..showing.printer import Printer


def html_option(*files: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return the option, for a command that gets a `printer`.

    `files` are the names of those arguments of the command that say which files it reads.
    """

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def with_page(*args: Any, html: str | None, printer: Printer, **rest: Any) -> int:
            if html is None:
                return command(*args, printer=printer, **rest)
            from ..showing.answers_page import Answers

            given = (rest[name] for name in files)
            read = [file for some in given for file in ([some] if isinstance(some, str) else some)]
            check_outputs({"--html": html}, read, may_print=False)
            answers = Answers()
            printer.listener = answers.add
            status = command(*args, printer=printer, **rest)
            _write(html, answers, printer, is_whole=status != INTERRUPTED)
            return status

        option = click.option(
            "--html",
            type=PATH,
            metavar="FILE",
            help="Write a page to look at, too: the grids, and a player that goes step by step.",
        )
        return option(with_page)

    return decorate


def _write(html: str, answers: Answers, printer: Printer, is_whole: bool) -> None:
    """Write the page, unless there is nothing to show on it, or not all of it."""
    from ..base.language import Message
    from ..showing.answers_page import MOST, answers_page
    from ..showing.printer import say
    from ..system.output import written

    if not is_whole or not answers.has_any:
        said = (
            Message("{file} is not written: there is no answer to show", file=html)
            if is_whole
            else Message("{file} is not written: the work was interrupted", file=html)
        )
        say(said, printer.manner)
        return
    if answers.count > MOST:
        said = Message(
            "{file} shows the first {most} of {count}", file=html, most=MOST, count=answers.count
        )
        say(said, printer.manner)
    page = answers_page(answers, printer.manner)
    with written(html) as file:
        file.write(page.encode())
    printer.saved(html)
