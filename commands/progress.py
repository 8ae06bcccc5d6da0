"""How far long work has come, shown on a terminal only, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


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
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda text: progress.update(task, advance=1, description=text)


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
