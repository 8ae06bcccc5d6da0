"""Signals that end this process: Ctrl-C, and SIGTERM and SIGHUP, which unwind the stack as it does.

Python sees them in the main thread alone, and not while a call into a library lasts.
"""

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_ENDING = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
]  # Windows has no SIGHUP

_SOON = 0.01
"""Seconds after which a lost interruption comes again."""


@contextmanager
def unwinding(error: type[BaseException] = KeyboardInterrupt) -> Iterator[list[int]]:
    """Let SIGTERM and SIGHUP raise an error in the block, and return a list of those that came.

    What is ignored stays so, as under nohup; what has a handler already keeps it. A second signal
    does not stop the cleaning up.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return

    def unwind(number: int, _: object) -> None:
        came.append(number)
        for one in ours:
            signal.signal(one, signal.SIG_IGN)
        raise error(128 + number)

    ours = [number for number in _ENDING if signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, unwind)
    try:
        yield came
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def never_lost() -> Iterator[None]:
    """Let an interruption come again that came while an object was deleted.

    What `__del__` raises, Python only mentions, and the program would go on.
    """
    timers = list[threading.Timer]()

    def hook(lost: "sys.UnraisableHookArgs") -> None:
        if not isinstance(error := lost.exc_value, KeyboardInterrupt):
            before(lost)
            return
        number = error.args[0] - 128 if error.args else signal.SIGINT
        if number != signal.SIGINT:  # it unwinds: its number is ignored by now

            def unwind(*_: object) -> None:
                signal.signal(number, signal.SIG_IGN)
                raise KeyboardInterrupt(128 + number)

            signal.signal(number, unwind)
        # Not at once, when it would be lost again.
        timers.append(threading.Timer(_SOON, _interrupt, [number]))
        timers[-1].start()

    before, sys.unraisablehook = sys.unraisablehook, hook
    try:
        yield
    finally:
        sys.unraisablehook = before
        for timer in timers:
            timer.cancel()


def _interrupt(number: int) -> None:
    """Send a signal to the main thread, and wake it if it sleeps."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:  # Windows
        _thread.interrupt_main(signal.Signals(number))


@contextmanager
def held_back() -> Iterator[None]:
    """Let the signals that this process handles come after the block."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {
        number: handler
        for number in (signal.SIGINT, *_ENDING)
        if callable(handler := signal.getsignal(number))
    }
    for number in before:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came[:1]:
            signal.raise_signal(number)


@contextmanager
def at_once() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end this process at once, in a call that may last.

    Until the call ended, Python would not see them. Ctrl-C is for the library to see.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {
        number: handler for number in _ENDING if callable(handler := signal.getsignal(number))
    }
    for number in before:
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def broken_pipes_ignored() -> Iterator[None]:
    """Make writing to a process that has ended an error that can be caught.

    Where SIGPIPE has its default effect, it would end this process.
    """
    if not hasattr(signal, "SIGPIPE") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, before)
