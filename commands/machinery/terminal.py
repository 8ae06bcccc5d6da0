"""What happens on a terminal only: questions to the user, and how far long work has come."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from ...base.messages import Message, list_languages, load_language
from ...showing.display_options import DisplayOptions
from ...showing.printer import escape_names
from ...showing.terminal_text import find_unguarded

_SECONDS_BETWEEN_UPDATES = 0.1


def is_on_terminal() -> bool:
    """Return whether there is a user to ask."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def is_yes(text: str) -> bool:
    """Return whether a user typed yes, in one of our languages."""
    yes = Message("y yes")  # with a blank between all that means yes
    return text.strip().lower() in {
        word
        for code in list_languages()
        for word in yes.translate_to(load_language(code)).lower().split()
    }


def wait_for_a_key(display: DisplayOptions) -> None:
    """Ask for a key and wait until one is pressed on the terminal; Ctrl-C is Ctrl-C."""
    click.echo(display.translate(Message("(press any key to go on)")), nl=False, err=True)
    click.getchar()
    _overwrite_line("")


def _overwrite_line(text: str) -> None:
    """Write a text over the line that the cursor is on."""
    print(f"\r\x1b[K{escape_names(text)}", end="", file=find_unguarded(sys.stderr), flush=True)


@contextmanager
def show_progress_bar(
    total: int | None = None, *, is_wanted: bool = True
) -> Iterator[Callable[[float | None, str], None]]:
    """Show how much of the work is done, and how long the rest will take.

    Yields what is to be called, as often as the caller likes, with the number of those of `total`
    steps that are done, else with a share from 0 to 1 (None if it is not known), and a word about
    it. Nothing is shown unless `is_wanted`: results that go to the same terminal show the progress
    already.
    """
    if not is_wanted or total == 0 or not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich import progress as parts
    from rich.console import Console

    with parts.Progress(
        parts.BarColumn(),
        parts.TaskProgressColumn() if total is None else parts.MofNCompleteColumn(),
        parts.TimeRemainingColumn(),
        parts.TextColumn("{task.description}", markup=False),
        console=Console(file=find_unguarded(sys.stderr), stderr=True),
        transient=True,
        # What is printed meanwhile goes where it would go without a bar.
        redirect_stdout=False,
        redirect_stderr=False,
    ) as progress:
        task = progress.add_task("", total=total or 1.0)
        shown = 0.0

        def show(completed: float | None, text: str) -> None:
            nonlocal shown
            # Not each time: an update takes longer than many a step.
            is_last = total is not None and completed == total
            if is_last or time.monotonic() - shown > _SECONDS_BETWEEN_UPDATES:
                progress.update(task, completed=completed, description=escape_names(text))
                shown = time.monotonic()

        yield show


@contextmanager
def show_status_line() -> Iterator[Callable[[str], None]]:
    """Yield what shows a text on a line that the next one overwrites; at the end it is cleared."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    shown = ""

    def show(text: str) -> None:
        nonlocal shown
        if text != shown:
            _overwrite_line(text)
            shown = text

    try:
        yield show
    finally:
        show("")
