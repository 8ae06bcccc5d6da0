"""Handling of the signals that end this process: Ctrl-C, SIGTERM and SIGHUP. They can raise an
error, so that `finally` blocks are carried out.

Python handles signals only in the main thread, and not during a call into a library.
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
"""The number of seconds after which a lost Ctrl-C is sent again."""


@contextmanager
def _handle_signals(signal_numbers: Iterable[int], handler: Handler) -> Iterator[None]:
    """A context manager in whose block the signals with these numbers call `handler`. Afterwards
    the earlier handlers are restored. Outside the main thread, it changes nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = [(number, signal.signal(number, handler)) for number in signal_numbers]
    try:
        yield
    finally:
        for number, earlier in before:
            signal.signal(number, earlier)


def _list_signals_with_handlers(signal_numbers: Iterable[int]) -> list[int]:
    return [number for number in signal_numbers if callable(signal.getsignal(number))]


@contextmanager
def raise_error_on_signals(error: type[BaseException] = KeyboardInterrupt) -> Iterator[list[int]]:
    """A context manager in whose block SIGTERM and SIGHUP raise an error, so that `finally` blocks
    are carried out. It yields a list, to which the numbers of the signals that arrive are added.

    A signal that is ignored stays ignored, as under nohup, and a signal that has a handler keeps
    it. After the first signal, further signals are ignored.
    """
    came: list[int] = []

    def raise_error(signal_number: int, _: object) -> None:
        came.append(signal_number)
        for one in ours:
            signal.signal(one, signal.SIG_IGN)
        raise error(128 + signal_number)

    ours = [number for number in _ENDING if signal.getsignal(number) is signal.SIG_DFL]
    with _handle_signals(ours, raise_error):
        yield came


@contextmanager
def repeat_lost_interruptions() -> Iterator[None]:
    """A context manager in whose block no Ctrl-C is lost. Python only prints an interruption that
    arrives during a `__del__` method, and then ignores it; so this interruption is repeated after a
    moment.
    """
    timers = list[threading.Timer]()

    def repeat_interruption(hook_arguments: "sys.UnraisableHookArgs") -> None:
        """If a `__del__` method ended with the error of a signal (`KeyboardInterrupt`), send the
        signal again, because Python ignores errors of such methods. Python calls this function for
        each of them.
        """
        if not isinstance(error := hook_arguments.exc_value, KeyboardInterrupt):
            before(hook_arguments)
            return
        number = error.args[0] - 128 if error.args else signal.SIGINT
        # `raise_error_on_signals` raises the error at other signals, and then ignores them.
        if number != signal.SIGINT:

            def raise_interrupt(*_: object) -> None:
                signal.signal(number, signal.SIG_IGN)
                raise KeyboardInterrupt(128 + number)

            signal.signal(number, raise_interrupt)
        # The signal is not sent at once, because it would be lost again.
        timers.append(threading.Timer(_SOON, _send_to_main_thread, [number]))
        timers[-1].start()

    before, sys.unraisablehook = sys.unraisablehook, repeat_interruption
    try:
        yield
    finally:
        sys.unraisablehook = before
        for timer in timers:
            timer.cancel()


def _send_to_main_thread(signal_number: int) -> None:
    """Send a signal to the main thread, and wake the thread if it sleeps."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal_number)
    else:  # Windows
        _thread.interrupt_main(signal.Signals(signal_number))


@contextmanager
def delay_signals() -> Iterator[list[int]]:
    """A context manager that delays Ctrl-C, SIGTERM and SIGHUP until the end of its block, if this
    process handles them. At the end, the first delayed signal takes effect, and the others are
    dropped. It yields a list of the numbers of the delayed signals.
    """
    came: list[int] = []
    ours = _list_signals_with_handlers((signal.SIGINT, *_ENDING))
    try:
        with _handle_signals(ours, lambda number, _: came.append(number)):
            yield came
    finally:
        for number in came[:1]:
            signal.raise_signal(number)


def end_process_on_signals() -> AbstractContextManager[None]:
    """Return a context manager in whose block SIGTERM and SIGHUP end this process at once. It is
    used for calls into libraries, during which Python cannot handle signals. Ctrl-C is not
    affected, because the library handles it.
    """
    return _handle_signals(_list_signals_with_handlers(_ENDING), signal.SIG_DFL)


def ignore_broken_pipes() -> AbstractContextManager[None]:
    """Return a context manager in whose block writing to a process that has ended raises an error.
    Without it, SIGPIPE would end this process.
    """
    return _handle_signals([signal.SIGPIPE] if hasattr(signal, "SIGPIPE") else [], signal.SIG_IGN)
