"""Signals that end this process: Ctrl-C, and SIGTERM and SIGHUP, which unwind the stack as it does.

Python sees them in the main thread alone, and not while a call into a library lasts.
"""

import _thread
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object] | signal.Handlers

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]

_SOON = 0.01
"""Seconds after which a lost interruption comes again."""


@contextmanager
def _handle(numbers: Iterable[int], handler: Handler) -> Iterator[None]:
    """Let signals be handled so in the block; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = [(number, signal.signal(number, handler)) for number in numbers]
    try:
        yield
    finally:
        for number, earlier in before:
            signal.signal(number, earlier)


def _list_handled(numbers: Iterable[int]) -> list[int]:
    return [number for number in numbers if callable(signal.getsignal(number))]


@contextmanager
def unwind_on_signals(error: type[BaseException] = KeyboardInterrupt) -> Iterator[list[int]]:
    """Let SIGTERM and SIGHUP raise an error in the block, and return a list of those that came.

    What is ignored stays so, as under nohup; what has a handler keeps it. A second is ignored.
    """
    came: list[int] = []

    def unwind(number: int, _: object) -> None:
        came.append(number)
        for one in ours:
            signal.signal(one, signal.SIG_IGN)
        raise error(128 + number)

    ours = [number for number in _ENDING if signal.getsignal(number) is signal.SIG_DFL]
    with _handle(ours, unwind):
        yield came


@contextmanager
def keep_interruptions() -> Iterator[None]:
    """Let an interruption come again that came in a `__del__`, of which Python only mentions it."""
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
def hold_back_signals() -> Iterator[list[int]]:
    """Let the signals that this process handles come after the block, which gets their numbers."""
    came: list[int] = []
    ours = _list_handled((signal.SIGINT, *_ENDING))
    try:
        with _handle(ours, lambda number, _: came.append(number)):
            yield came
    finally:
        for number in came[:1]:
            signal.raise_signal(number)


def end_at_once() -> AbstractContextManager[None]:
    """Let SIGTERM and SIGHUP end this process at once, in a call during which Python sees none.

    Ctrl-C is for the library to see.
    """
    return _handle(_list_handled(_ENDING), signal.SIG_DFL)


def ignore_broken_pipes() -> AbstractContextManager[None]:
    """Make writing to a process that has ended an error, where SIGPIPE would end this process."""
    return _handle([signal.SIGPIPE] if hasattr(signal, "SIGPIPE") else [], signal.SIG_IGN)
