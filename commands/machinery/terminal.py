"""Functions for a terminal: ask the user a question, and show the progress of long work."""

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
    """Return whether the input and the output are a terminal, so that a user can be asked."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def is_yes(text: str) -> bool:
    """Return whether a user typed yes, in any language of the catalogue."""
    yes = Message("y yes")  # translated to all words that mean yes, with spaces between them
    return text.strip().lower() in {
        word
        for code in list_languages()
        for word in yes.translate_to(load_language(code)).lower().split()
    }


def wait_for_a_key(display: DisplayOptions) -> None:
    """Ask the user to press a key, and wait for it; Ctrl-C interrupts as usual."""
    click.echo(display.translate(Message("(press any key to go on)")), nl=False, err=True)
    click.getchar()
    _overwrite_line("")


def _overwrite_line(text: str) -> None:
    """Replace the line of the cursor by a text."""
    print(f"\r\x1b[K{escape_names(text)}", end="", file=find_unguarded(sys.stderr), flush=True)


@contextmanager
def show_progress_bar(
    total: int | None = None, *, is_wanted: bool = True
) -> Iterator[Callable[[float | None, str], None]]:
    """Show a progress bar with the time that the remaining work will take. Yields a function that
    updates the bar and may be called at any rate. Its arguments are the number of completed steps,
    if `total` is the number of all steps, or otherwise the completed share from 0 to 1, None if it
    is unknown; and a text to show. If `is_wanted` is False, no bar is shown: results that are
    printed on the same terminal show the progress already.
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
        # Text that is printed meanwhile must go to the same streams as without a bar.
        redirect_stdout=False,
        redirect_stderr=False,
    ) as progress:
        task = progress.add_task("", total=total or 1.0)
        shown = 0.0

        def show(completed: float | None, text: str) -> None:
            nonlocal shown
            # The bar is not updated at each call, because an update may take longer than a step.
            is_last = total is not None and completed == total
            if is_last or time.monotonic() - shown > _SECONDS_BETWEEN_UPDATES:
                progress.update(task, completed=completed, description=escape_names(text))
                shown = time.monotonic()

        yield show


@contextmanager
def show_status_line() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows a text on a line of the terminal, in place of the text before. At
    the end the line is cleared. If standard error is not a terminal, no text is shown.
    """
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
