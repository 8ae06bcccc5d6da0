"""What `--html` asks for: the answers of a command as a page too."""

from collections.abc import Callable, Iterable

from ..base.language import Message
from ..showing.answers_page import MOST, Answers, answers_page
from ..showing.printer import Printer, say
from ..system.output import written
from .exits import INTERRUPTED
from .outputs import check_outputs


def run_with_page(html: str, read: Iterable[str], printer: Printer, run: Callable[[], int]) -> int:
    """Run a command, and write a page of what it printed; return its exit status.

    `read` are the files that the command reads. Raises what `check_outputs` does, and `OSError`.
    """
    check_outputs({"--html": html}, read, may_print=False)
    answers = Answers()
    printer.listener = answers.add
    status = run()
    answers.are_all = status != INTERRUPTED
    _write(html, answers, printer)
    return status


def _write(html: str, answers: Answers, printer: Printer) -> None:
    """Write the page, unless there is nothing to show on it."""
    if not answers.has_any:
        said = Message("{file} is not written: there is no answer to show", file=html)
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
