"""How far long work has come, shown on a terminal only, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

_SECONDS_BETWEEN = 0.1


@contextmanager
def bar(total: int) -> Iterator[Callable[[str], None]]:
    """Show how many of so many steps are done and when all will be.

    Yields what is to be called after each step, with a word about it.
    """
    if not sys.stderr.isatty() or not total:
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), "{task.description}"
    console = Console(stderr=True)
    with Progress(
        *columns,
        console=console,
        transient=True,
        # What is printed meanwhile goes where it would go without a bar.
        redirect_stdout=False,
        redirect_stderr=False,
    ) as progress:
        task = progress.add_task("", total=total)
        done, shown = 0, 0.0

        def advance(text: str) -> None:
            nonlocal done, shown
            done += 1
            # Not each time: an update takes longer than many a step.
            if done == total or time.monotonic() - shown > _SECONDS_BETWEEN:
                progress.update(task, completed=done, description=text)
                shown = time.monotonic()

        yield advance


@contextmanager
def line() -> Iterator[Callable[[str], None]]:
    """Show what is known on a line that the next one overwrites; at the end it is cleared.

    Yields what is to be called with each new text, as often as one likes.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    shown = ""

    def show(text: str) -> None:
        nonlocal shown
        if text != shown:
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)
            shown = text

    try:
        yield show
    finally:
        show("")
