"""Functions for a terminal: ask the user a question, and show the progress of long work."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from ...base.messages import Message, list_languages, load_translations
from ...showing.answer_formatter import AnswerFormatter
from ...showing.printer import escape_on_one_line
from ...showing.terminal_text import find_unprotected_stream

_SECONDS_BETWEEN_UPDATES = 0.1


def can_ask_user() -> bool:
    """Return whether standard input and standard output are both a terminal, so that the user can
    be asked a question.
    """
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def is_yes(text: str) -> bool:
    """Return whether the text that a user typed means yes, in any language that sudokopie is
    translated into.
    """
    yes = Message("y yes")  # translated to all words that mean yes, with spaces between them
    return text.strip().lower() in {
        word
        for code in list_languages()
        for word in yes.translate_to(load_translations(code)).lower().split()
    }


def wait_for_a_key(display: AnswerFormatter) -> None:
    """Ask the user to press a key, and wait until a key is pressed. Ctrl-C interrupts as usual."""
    click.echo(display.translate(Message("(press any key to go on)")), nl=False, err=True)
    click.getchar()
    _overwrite_line("")


def _overwrite_line(text: str) -> None:
    """Print a text on standard error in place of the line with the cursor, so that a status changes
    without scrolling the terminal.
    """
    print(
        f"\r\x1b[K{escape_on_one_line(text)}",
        end="",
        file=find_unprotected_stream(sys.stderr),
        flush=True,
    )


@contextmanager
def show_progress_bar(
    step_count: int | None = None, *, is_wanted: bool = True
) -> Iterator[Callable[[float | None, str], None]]:
    """A context manager that shows a progress bar with the estimated remaining time. It yields a
    function that updates the bar. This function has two arguments: a number, and a text to show
    beside the bar.

    If `step_count` is given, it is the number of all steps, and the number is the count of
    completed steps. Without `step_count`, the number is the completed share of the work, from 0 to
    1, or None if the share is unknown. If `is_wanted` is False, no bar is shown, because the
    results that are printed on the same terminal already show the progress. Without a terminal on
    standard error, no bar is shown either.
    """
    if not is_wanted or step_count == 0 or not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich import progress as parts
    from rich.console import Console

    with parts.Progress(
        parts.BarColumn(),
        parts.TaskProgressColumn() if step_count is None else parts.MofNCompleteColumn(),
        parts.TimeRemainingColumn(),
        parts.TextColumn("{task.description}", markup=False),
        console=Console(file=find_unprotected_stream(sys.stderr), stderr=True),
        transient=True,
        # Text that is printed meanwhile must go to the same streams as without a bar.
        redirect_stdout=False,
        redirect_stderr=False,
    ) as progress:
        task = progress.add_task("", total=step_count or 1.0)
        shown = 0.0

        def update_bar(completed_steps_or_share: float | None, text: str) -> None:
            """Update the bar and the text beside it, at most ten times in a second.
            `completed_steps_or_share` is the number of completed steps or, without `step_count`,
            the completed share from 0 to 1; None means that the share is unknown.
            """
            nonlocal shown
            # The bar is not updated at each call, because an update may take longer than a step.
            is_last = step_count is not None and completed_steps_or_share == step_count
            if is_last or time.monotonic() - shown > _SECONDS_BETWEEN_UPDATES:
                progress.update(
                    task, completed=completed_steps_or_share, description=escape_on_one_line(text)
                )
                shown = time.monotonic()

        yield update_bar


@contextmanager
def show_status_line() -> Iterator[Callable[[str], None]]:
    """A context manager that keeps one line of the terminal for a short text, and clears the line
    at the end. It yields a function that shows a text there in place of the text before. If
    standard error is not a terminal, no text is shown.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    shown = ""

    def show(text: str) -> None:
        """Show a text on the line, in place of the text that was shown before."""
        nonlocal shown
        if text != shown:
            _overwrite_line(text)
            shown = text

    try:
        yield show
    finally:
        show("")
