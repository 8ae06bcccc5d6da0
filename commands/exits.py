"""How commands end: one table of exit statuses, errors of one line, and work that was stopped."""

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import click

from ..base.errors import DeadlinePassedError, PairFileError, SudokopieError, reason
from ..base.verdict import VERDICTS, Verdict
from ..showing.manner import Manner
from ..showing.printer import error_line

YES, NO, TROUBLE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit statuses. The first three are as for cmp: yes, no, trouble. UNDECIDED: the time was not
enough. INTERRUPTED: Ctrl-C; SIGTERM and SIGHUP have 128 and their number."""

ERROR = "error"
"""Stands among the words of answers where something went wrong instead."""

_STATUSES = {Verdict.YES: YES, Verdict.NO: NO, Verdict.UNDECIDED: UNDECIDED}

_WORST_FIRST = (TROUBLE, NO, UNDECIDED, YES)
"""Of several files: one no is a no to "are all of them copies?", undecided or not."""


def exit_status(words: Iterable[str]) -> int:
    """Return the exit status that goes with the words of answers, or `ERROR`; of none, it is 0."""
    found = {TROUBLE if word == ERROR else _STATUSES[VERDICTS[word]] for word in words}
    return next((status for status in _WORST_FIRST if status in found), YES)


class Misuse(click.UsageError):
    """Options that do not go together, or with the rest; said in the reader's language."""

    def __init__(self, template: str, **values: object) -> None:
        self.template, self.values = template, values
        super().__init__(template.format(**values))


class Line(click.ClickException):
    """An error whose line already says where it is."""


@contextmanager
def one_line(manner: Manner) -> Iterator[None]:
    """Turn what is wrong with files and arguments into one line and exit status 2."""
    try:
        yield
    except PairFileError as error:
        raise Line(error_line(error.source, error, manner)) from None
    except SudokopieError as error:
        raise click.ClickException(manner.say(error.message)) from None
    except BrokenPipeError:
        # SIGPIPE was ignored, as while a cluster works: end as it would have ended this process.
        if hasattr(signal, "SIGPIPE"):
            signal.raise_signal(signal.SIGPIPE)
        raise
    except OSError as error:
        if error.filename is None:  # of standard output: `run` in group.py handles that
            raise
        raise click.ClickException(f"{error.filename}: {manner.say(reason(error))}") from None


class Stopped:
    """Whether and why long work was stopped: `status` is the exit status for it, else 0."""

    status = YES


@contextmanager
def stoppable() -> Iterator[Stopped]:
    """Let the time limit or Ctrl-C end the block; what follows it says what is known then."""
    stopped = Stopped()
    try:
        yield stopped
    except DeadlinePassedError:
        stopped.status = UNDECIDED
    except KeyboardInterrupt:
        stopped.status = INTERRUPTED
