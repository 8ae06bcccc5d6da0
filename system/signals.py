"""The start and the end of the process of a command, and the signals that end it: Ctrl-C, SIGTERM
and SIGHUP. They can raise an error, so that `finally` blocks are carried out.

Python handles signals only in the main thread, and not during a call into a library.
"""

import _thread
import atexit
import gc
import os
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


_OBJECTS_BETWEEN_COLLECTIONS = 50_000  # Python's default is 700


def run_command_and_get_status(import_command: Callable[[], Callable[[], int]]) -> int:
    """Run a command for which this process was started, and return its exit status. The function
    `import_command` imports the modules of the command and returns the function that runs it.

    Ctrl-C ends the process without a message while `import_command` runs and after the command has
    ended; in between it raises `KeyboardInterrupt`. If the process ignores Ctrl-C, or has a handler
    of its own, this function does not change the effect of Ctrl-C.
    """
    # Imported modules consist of many objects that are needed until the end. Searching them for
    # garbage again and again, and once more at the end, takes a sixth of the time of a short
    # command. The operating system frees their memory anyway.
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, *gc.get_threshold()[1:])
    atexit.register(gc.freeze)
    # A closed stream is None. Output to it is dropped, as the caller wanted.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    before = signal.getsignal(signal.SIGINT)
    is_usual = before is signal.default_int_handler
    if is_usual:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    run_command = import_command()
    signal.signal(signal.SIGINT, before)
    try:
        return run_command()
    finally:
        if is_usual:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        # If Ctrl-C was pressed while Python executed a string as code, as it does for each named
        # tuple, Python would still report it as unhandled at the end. Executing another string
        # resets this.
        exec("")


@contextmanager
def _handle_signals_in_block(signal_numbers: Iterable[int], handler: Handler) -> Iterator[None]:
    """A context manager in whose block the signals with these numbers call `handler`. At the end of
    the block, the earlier handlers are restored. In another thread than the main thread, the
    context manager changes nothing.
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
    """Return those of the given signals for which this process has a Python function as handler.
    Signals that are ignored, or that have the system's default effect, are left out.
    """
    return [number for number in signal_numbers if callable(signal.getsignal(number))]


@contextmanager
def raise_error_on_signals(error: type[BaseException] = KeyboardInterrupt) -> Iterator[list[int]]:
    """A context manager in whose block SIGTERM and SIGHUP raise an error, so that `finally` blocks
    are carried out. The context manager yields a list, to which the numbers of the signals that
    arrive are added.

    A signal that is ignored stays ignored, as under nohup, and a signal that has a handler keeps
    this handler. After the first signal, further signals are ignored. The argument of the error is
    128 plus the number of the signal.
    """
    came: list[int] = []

    def raise_error(signal_number: int, _: object) -> None:
        """Record the number of the signal that has arrived, ignore further signals, and raise the
        error.
        """
        came.append(signal_number)
        for one in ours:
            signal.signal(one, signal.SIG_IGN)
        raise error(128 + signal_number)

    ours = [number for number in _ENDING if signal.getsignal(number) is signal.SIG_DFL]
    with _handle_signals_in_block(ours, raise_error):
        yield came


@contextmanager
def repeat_lost_interruptions() -> Iterator[None]:
    """A context manager in whose block no Ctrl-C is lost. If Ctrl-C arrives during a `__del__`
    method, Python only prints the error and then ignores it; so Ctrl-C is repeated after a moment.
    """
    timers = list[threading.Timer]()

    def repeat_interruption(hook_arguments: "sys.UnraisableHookArgs") -> None:
        """If an error was raised during a `__del__` method and this error is `KeyboardInterrupt`,
        send the interrupting signal again after a moment, because Python only prints errors of such
        methods. Handle any other error as before. Python calls this function, its
        `sys.unraisablehook`, once for each error that it cannot raise; `hook_arguments` has the
        error.
        """
        if not isinstance(error := hook_arguments.exc_value, KeyboardInterrupt):
            before(hook_arguments)
            return
        number = error.args[0] - 128 if error.args else signal.SIGINT
        # `raise_error_on_signals` raises the error at other signals, and then ignores them.
        if number != signal.SIGINT:

            def raise_interrupt(*_: object) -> None:
                """Ignore further signals of the kind `number`, and raise `KeyboardInterrupt`."""
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
    process handles them. At the end of the block, the first delayed signal takes effect, and the
    others are dropped. The context manager yields a list, to which the numbers of the delayed
    signals are added.
    """
    came: list[int] = []
    ours = _list_signals_with_handlers((signal.SIGINT, *_ENDING))
    try:
        with _handle_signals_in_block(ours, lambda number, _: came.append(number)):
            yield came
    finally:
        for number in came[:1]:
            signal.raise_signal(number)


def end_process_on_signals() -> AbstractContextManager[None]:
    """Return a context manager in whose block SIGTERM and SIGHUP end this process at once. It is
    used for calls into libraries, during which Python cannot handle signals. Ctrl-C is not
    affected, because the library handles it.
    """
    return _handle_signals_in_block(_list_signals_with_handlers(_ENDING), signal.SIG_DFL)


def let_broken_pipes_raise_errors() -> AbstractContextManager[None]:
    """Return a context manager in whose block writing to a process that has ended raises
    `BrokenPipeError`. Outside the block, the signal SIGPIPE may end this process instead.
    """
    return _handle_signals_in_block(
        [signal.SIGPIPE] if hasattr(signal, "SIGPIPE") else [], signal.SIG_IGN
    )
