"""Runs, each in a process of its own, which is killed when its time is up.

The processes are forked from a server that has imported the solvers, so that importing is no part
of what is measured, and that holds nothing of this process.
"""

import multiprocessing
import os
import re
import signal
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing import forkserver
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Any, NamedTuple

from ..answers.decide import decide
from ..base.errors import SudokopieError, WitnessError
from ..base.verdict import Verdict
from ..questions.encodings import PLAIN, Encoding
from ..solvers.dimacs import call_of, is_program, version_of
from ..sudoku.grid import Grid
from ..system.cluster import Cluster
from ..system.guarded import make_ready
from ..system.guardian import die_with_parent
from ..system.processes import (
    broken_pipes_ignored,
    deaf_to_interrupts,
    give_back_the_current_folder,
    without_the_current_folder,
)
from .conditions import Conditions, conditions
from .instances import Instance
from .record import MOMENT, Ending, Expected, Record, Settings, Span, Written

_PRELOADED = ("pysat.solvers", "ortools.sat.python.cp_model", "numpy", "igraph")

_WARM_UP = Grid([[1, 0], [0, 0]]), Grid([[0, 0], [0, 1]])
"""What a process answers first: what is measured then is the work, not its first time."""

_STARTING = 60.0
"""Seconds that a process has to start and warm up, which its time limit does not count."""

_GRACE = 1.0
"""Seconds that a process has to stop what it started before it is killed."""


class Run(NamedTuple):
    """Something to measure: the `number`-th run of a backend on an instance."""

    instance: Instance
    backend: str
    number: int
    encoding: Encoding

    @property
    def key(self) -> tuple[str, str, str, str, str, int]:
        """The key of its record."""
        name, digest = self.instance.name, self.instance.digest
        return (name, digest, *_described(self.encoding), self.backend, self.number)


def run_all(
    runs: Iterable[Run],
    jobs: int,
    time_limit: float,
    settings: Settings,
    conditions: Conditions,
) -> Generator[Record]:
    """Yield the record of each run as it ends, `jobs` at a time.

    `time_limit` is in seconds of wall-clock time for the whole answer. A process that dies costs
    its own run alone. When the iterator is closed, whatever still runs is killed.
    """
    context = _context()
    waiting = iter(runs)
    running: dict[Connection, _Process] = {}
    # When the server ends, its pipes break: that is to be an error of the runs, and not to end this
    # process.
    with broken_pipes_ignored():
        try:
            while True:
                for run in islice(waiting, jobs - len(running)):
                    process = _Process(context, run, time_limit)
                    running[process.receiver] = process
                if not running:
                    return
                wait(list(running), min(process.remaining for process in running.values()))
                for receiver, process in list(running.items()):
                    if (ended := process.ended()) is not None:
                        del running[receiver]
                        yield _record(process.run, ended, settings, conditions)
        finally:
            for process in running.values():
                process.kill()


def run_all_there(
    cluster: Cluster, runs: Iterable[Run], time_limit: float, settings: Settings
) -> Generator[Record]:
    """Yield the record of each run as it ends, one at a time on each worker of a cluster.

    Each is what `run_all` makes of it there, under the conditions there.
    """
    measure = partial(_run_here, time_limit=time_limit, settings=settings)
    return cluster.as_they_end(measure, runs)


_ONE_AT_A_TIME = Lock()


def _run_here(run: Run, time_limit: float, settings: Settings) -> Record:
    """Return the record of a run, on a worker, which may have several threads."""
    with _ONE_AT_A_TIME:
        (record,) = run_all([run], 1, time_limit, settings, conditions())
        return record


class _Ended(NamedTuple):
    """What came of a run, as far as it tells."""

    ending: Ending
    error: str | None = None
    steps: int | None = None
    seconds: float | None = None
    cpu_seconds: float | None = None
    phases: dict[str, Span] = {}  # noqa: RUF012
    memory: float | None = None
    statistics: dict[str, int] = {}  # noqa: RUF012


_VERSIONS: dict[str, str | None] = {}
"""What programs said of their versions, by backend; each is asked once, by the process of a run."""


class _Process:
    """A process that measures one run. Its time counts from when it begins to answer."""

    def __init__(
        self, context: multiprocessing.context.BaseContext, run: Run, time_limit: float
    ) -> None:
        self.run, self.time_limit = run, time_limit
        self.receiver, sender = context.Pipe(duplex=False)
        self.process: BaseProcess
        with _children_allowed(), without_the_current_folder(), deaf_to_interrupts():
            self.process = context.Process(  # type: ignore[attr-defined]
                target=_measure, args=(sender, run, run.backend not in _VERSIONS)
            )
            self.process.start()
        sender.close()
        self.end = time.monotonic() + _STARTING + time_limit

    @property
    def remaining(self) -> float:
        """Seconds until it has to be looked at again."""
        return max(0.0, self.end - time.monotonic())

    def ended(self) -> _Ended | None:
        """Return what came of the run; None if it goes on."""
        try:
            while self.receiver.poll():
                message = self.receiver.recv()
                if isinstance(message, str):
                    _VERSIONS[self.run.backend] = message or None
                    continue
                if message is None:
                    self.end = time.monotonic() + self.time_limit
                    continue
                self.process.join()
                self.receiver.close()
                return self._in_time(message)
        except (EOFError, OSError):
            self.process.join()
            status = self.process.exitcode
            self.kill()  # what it started
            return _Ended(Ending.ERROR, f"its process ended with status {status}")
        if time.monotonic() >= self.end:
            self.kill()
            return _Ended(Ending.TIMEOUT)
        return None

    def _in_time(self, ended: _Ended) -> _Ended:
        if ended.seconds is not None and ended.seconds > self.time_limit:
            return _Ended(Ending.TIMEOUT)
        return ended

    def kill(self) -> None:
        """End the process and what it started; it is asked first, so that it can clean up."""
        self._signal(signal.SIGTERM)
        self.process.join(_GRACE)
        self._signal(signal.SIGKILL)
        self.process.join()
        self.receiver.close()

    def _signal(self, number: signal.Signals) -> None:
        assert self.process.pid is not None
        with suppress(ProcessLookupError, PermissionError):
            try:
                os.killpg(self.process.pid, number)
            except ProcessLookupError:
                if self.process.is_alive():  # it has no group of its own yet
                    os.kill(self.process.pid, number)


@contextmanager
def _children_allowed() -> Iterator[None]:
    """Let this process start one that may start others, even if it is a daemon of another.

    Such are the workers of a cluster. Python refuses them children, because these would be left
    behind; but a run ends with the process that started it.
    """
    own: dict[str, Any] = multiprocessing.current_process()._config  # type: ignore[attr-defined]
    before = own.get("daemon")
    own["daemon"] = False
    try:
        yield
    finally:
        own["daemon"] = before


def _context() -> multiprocessing.context.BaseContext:
    """Return how processes are started: forked from a server, where the system has that."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, f"{__name__.split('.')[0]}.cli", *_PRELOADED])
    return context


def _measure(sender: Connection, run: Run, is_new: bool) -> None:
    """Answer, and send what it took. Runs in the process of the run.

    Before that, a program that `is_new` is asked for its version, which is sent; empty if unknown.
    """
    os.setsid()  # a group of its own: Ctrl-C is for the main process, and a kill is for all in it
    # The server ends with the last one that holds this descriptor, which is to be the main process;
    # and this process ends with the server.
    with suppress(AttributeError, OSError, TypeError):
        os.close(forkserver._forkserver._forkserver_alive_fd)  # type: ignore[attr-defined]
    die_with_parent(signal.SIGTERM)
    give_back_the_current_folder()
    try:
        if not is_program(run.backend):  # each call of these is a process's first one
            decide(*_WARM_UP, run.backend, encoding=PLAIN, fewest=False)
        else:
            make_ready()
            if is_new:
                sender.send(version_of(run.backend) or "")
        ended = _answered(sender, run)
    except WitnessError as error:
        ended = _Ended(Ending.FALSE_WITNESS, str(error))
    except SudokopieError as error:
        ended = _Ended(Ending.ERROR, str(error))
    except Exception as error:
        ended = _Ended(Ending.ERROR, repr(error))
    with suppress(BrokenPipeError):  # where nobody waits for it any more
        sender.send(ended)


def _answered(sender: Connection, run: Run) -> _Ended:
    before = _memory("VmRSS")
    with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")  # the peak counts from here on
    sender.send(None)
    first, second = run.instance.first, run.instance.second
    answer = decide(first, second, run.backend, encoding=run.encoding, fewest=False)
    peak = _memory("VmHWM")
    return _Ended(
        Ending(answer.word),
        None,
        answer.steps,
        answer.seconds,
        sum(phase.cpu for phase in answer.phases.values()),
        {name: Span(phase.wall, phase.cpu) for name, phase in answer.phases.items()},
        _memory_needed(run, before, peak),
        dict(answer.statistics),
    )


def _memory_needed(run: Run, before: float | None, peak: float | None) -> float | None:
    """Return the peak in MiB beyond what was held `before`; None if unknown, as of programs."""
    if before is None or peak is None or is_program(run.backend):
        return None
    return max(0.0, peak - before)


def _memory(kind: str) -> float | None:
    """Return what this process holds, in MiB; None where the system does not tell."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            match = re.search(rf"{kind}:\s*(\d+) kB", file.read())
    except OSError:
        return None
    return int(match[1]) / 1024 if match else None


_EXPECTED: dict[Verdict | None, Expected] = {
    Verdict.YES: "copies",
    Verdict.NO: "different",
}


def _described(encoding: Encoding) -> tuple[Written, str]:
    return "refined" if encoding.refined else "plain", encoding.cells


def _record(run: Run, ended: _Ended, settings: Settings, conditions: Conditions) -> Record:
    instance = run.instance
    encoding, cells = _described(run.encoding)
    return Record(
        instance.name,
        instance.digest,
        instance.family,
        str(instance.first.shape),
        instance.first.size,
        instance.first.clues,
        _EXPECTED.get(instance.expected),
        encoding,
        cells,
        run.backend,
        run.number,
        *ended,
        settings,
        conditions,
        time.strftime(MOMENT, time.gmtime()),
        _VERSIONS.get(run.backend),
        call_of(run.backend),
    )
