"""A Dask cluster that does the work: one that there is already, or one that is started here.

What is sent are functions by their names, and tasks, which carry their arrays. Nothing is kept on a
worker, so one that dies costs the tasks that it had, and Dask gives these to another one.
"""

from __future__ import annotations

import logging
import os
import pickle
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from ...base.errors import BackendError, ClusterError, SudokopieError
from ...base.messages import Message
from ..signals import ignore_broken_pipes, unwind_on_signals
from .local_cluster import replace_lost_workers, restore_current_folder, start_cluster

if TYPE_CHECKING:
    from distributed import Client, Future

Task = TypeVar("Task")
Result = TypeVar("Result")

LOCAL = "local"
"""The address that means a cluster which is started here."""

PATIENCE = 30.0
"""Seconds within which the scheduler has to answer and the first worker has to be there."""

_PACKAGE = "sudokopie"

_TRIES = 3
"""How often a task is sent that Dask has given up, because too many workers died on it."""

_LOST = 15.0
"""Seconds of waiting after which we look whether there are workers."""

_ALONE = 30.0
"""Seconds without workers after which that is said, and again each time they have doubled."""
_AHEAD = 2
"""Tasks that are sent for each thread of the workers, so that these need not wait for the next."""

_CONFIGURATION = {
    # A task with ten thousand large Sudokus is meant to be that large.
    "distributed.admin.large-graph-warning-threshold": "1GiB",
    # Of the last messages, which Dask keeps for its developers, each may hold as many.
    "distributed.admin.low-level-log-length": 1,
    # No worker is cut off: one that does not answer is computing.
    "distributed.scheduler.worker-ttl": None,
    # Nor is one that is started again, which Dask does not always notice.
    "distributed.deploy.lost-worker-timeout": "1000d",
}
"""What is set of Dask's own configuration, for this process alone."""


class Cluster:
    """The workers of a Dask cluster; `map_in_order` takes them in place of a number of
    processes.
    """

    def __init__(self, client: Client, say: Callable[[Message], None] = lambda _: None) -> None:
        self._client, self._say = client, say
        self._alone_since: float | None = None
        self._said_after = _ALONE
        threads = client.nthreads()
        self.workers = len(threads)
        """How many there were when the work began."""
        self._at_once = _AHEAD * sum(threads.values())

    @classmethod
    @contextmanager
    def connect_to(
        cls,
        address: str,
        workers: int | None = None,
        patience: float = PATIENCE,
        say: Callable[[Message], None] = lambda _: None,
    ) -> Iterator[Cluster]:
        """Connect to the scheduler at an address, or start `workers` processes here for `LOCAL`.

        `say` is told now and then how long there have been no workers, while these are waited for.
        Raises `ClusterError` where Dask is not installed, where no scheduler answers or no worker
        is there within `patience` seconds, and where one of them has another version of this
        package, or none.
        """
        try:
            import dask
            from distributed.utils import silence_logging_cmgr

            if address == LOCAL:
                import_module("cryptography")  # with which Dask makes its certificates
        except ImportError:
            raise ClusterError("a cluster needs Dask: pip install 'sudokopie[cluster]'") from None
        with ExitStack() as stack:
            stack.enter_context(unwind_on_signals(SystemExit))
            stack.enter_context(ignore_broken_pipes())  # those to workers that die
            # A worker that dies is nothing that a reader of the terminal has to know, or can mend.
            stack.enter_context(silence_logging_cmgr(logging.CRITICAL))
            stack.enter_context(dask.config.set(_CONFIGURATION))
            if address == LOCAL:
                client = stack.enter_context(start_cluster(workers or os.cpu_count() or 1))
            else:
                client = stack.enter_context(_connect(address, patience))
            cluster = cls(client, say)
            cluster.check()
            yield cluster

    @property
    def dashboard(self) -> str | None:
        """The address of the page that shows what the cluster does; None where there is none."""
        try:
            self._client.run_on_scheduler(version, "bokeh")
        except (PackageNotFoundError, ValueError):  # without it the page says that it is missing
            return None
        return str(self._client.dashboard_link) or None

    def check(self) -> None:
        """Raise `ClusterError`, which names them, where some have another version, or none."""
        # By the standard library alone, because they may have nothing of ours.
        found, scheduler = self.run_on_each(version, _PACKAGE), self._client.scheduler.address
        try:
            found[scheduler] = self._client.run_on_scheduler(version, _PACKAGE)
        except PackageNotFoundError as error:
            found[scheduler] = error
        others = [
            f"{one} ({has})"
            for one, has in sorted(found.items())
            # Something else is what came of asking one that has just died.
            if isinstance(has, str | PackageNotFoundError) and has != _find_own_version()
        ]
        if others:
            raise _make_version_error(", ".join(others))

    def run_on_each(self, function: Callable[..., object], *args: object) -> dict[str, object]:
        """Return what `function(*args)` is on each worker, by its address; or what it raised."""
        return dict(self._client.run(function, *args, on_error="return"))

    def all_return(self, function: Callable[[Task], object], task: Task, result: object) -> bool:
        """Return whether `function(task)` is this on each worker."""
        return all(found == result for found in self.run_on_each(function, task).values())

    def map_in_order(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result]:
        """Yield `function(task)` of each task, in order; see `map_in_order` of this room."""
        return self._map(function, tasks, self._at_once, in_order=True)

    def map_as_they_end(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result]:
        """Yield `function(task)` of each task as it ends, one at a time on each worker.

        Raises `BackendError` where workers die on the same task again and again.
        """
        return self._map(function, tasks, self.workers, in_order=False)

    def _map(
        self,
        function: Callable[[Task], Result],
        tasks: Iterable[Task],
        at_once: int,
        *,
        in_order: bool,
    ) -> Generator[Result]:
        """Yield results of tasks, of which so many are sent at once, in order or as they end."""
        waiting = iter(tasks)
        sent: list[_Sent[Result]] = []
        try:
            while True:
                sent += [
                    _Sent(self._client, function, task)
                    for task in islice(waiting, at_once - len(sent))
                ]
                if not sent:
                    return
                if in_order:
                    next_ones = sent[:1]
                else:
                    self._wait_for([one.future for one in sent])
                    next_ones = [one for one in sent if one.future.done()]
                for one in next_ones:
                    yield self._wait_for_result(one)
                    sent.remove(one)
        finally:
            for one in sent:
                one.future.cancel()

    def _wait_for(self, futures: list[Future[Any]]) -> None:
        """Wait for one of them; after a while see to it that there are workers."""
        from distributed import wait

        try:
            wait(futures, _LOST, "FIRST_COMPLETED")
        except TimeoutError:
            self._look_after_workers()

    def _wait_for_result(self, sent: _Sent[Result]) -> Result:
        """Wait for a result; a task that Dask gives up is sent again."""
        from distributed import KilledWorker

        for tries_left in reversed(range(_TRIES)):
            try:
                while not sent.future.done():
                    self._wait_for([sent.future])
                return cast("Result", pickle.loads(sent.future.result()))
            except KilledWorker:  # perhaps not because of this task
                if tries_left:
                    sent.send(self._client)
            except SudokopieError:
                raise
            except CancelledError:
                raise ClusterError("the connection to the cluster was lost") from None
            except OSError as error:
                raise ClusterError(str(error)) from None
            except Exception:
                self.check()  # a worker may have come that has nothing of ours
                raise
        self.check()  # one that has nothing of ours dies of what it gets
        raise BackendError("workers died again and again on the same Sudokus")

    def _look_after_workers(self) -> None:
        """Replace those of our own that are lost, and say where none has been there for long."""
        if self._client.cluster is not None:
            replace_lost_workers(self._client.cluster, self.workers)
        if self._client.nthreads():
            self._alone_since, self._said_after = None, _ALONE
            return
        now = time.monotonic()
        self._alone_since = self._alone_since or now
        if (seconds := now - self._alone_since) >= self._said_after:
            self._say(
                Message(
                    "the cluster has had no workers for {seconds:.0f} s; waiting", seconds=seconds
                )
            )
            self._said_after = 2 * seconds


class _Sent(Generic[Result]):
    def __init__(self, client: Client, function: Callable[[Task], Result], task: Task) -> None:
        self._call = partial(_run_with_version, _find_own_version(), function, task)
        self.send(client)

    def send(self, client: Client) -> None:
        # Not pure: Dask gives the result to no other call.
        self.future = cast("Future[bytes]", client.submit(self._call, pure=False))


def _run_with_version(wanted: str, function: Callable[[Task], Result], task: Task) -> bytes:
    """Return `function(task)`, on a worker; one that came late has not been looked at yet.

    It is pickled here at once: Dask would look into each part of it.
    """
    if (found := _find_own_version()) != wanted:
        from distributed import get_worker

        raise _make_version_error(f"{get_worker().address} ({found})", wanted)
    restore_current_folder()
    return pickle.dumps(function(task))


@cache
def _find_own_version() -> str:
    return version(_PACKAGE)


def _make_version_error(found: str, wanted: str | None = None) -> ClusterError:
    return ClusterError(
        "expected sudokopie {version} on the scheduler and on all workers, found: {found}",
        version=wanted or _find_own_version(),
        found=found,
    )


@contextmanager
def _connect(address: str, patience: float) -> Iterator[Client]:
    import asyncio

    from distributed import Client

    try:
        # Before there is a client, which would leave threads behind where no scheduler answers.
        asyncio.run(_check_reachable(address, patience))
        client = Client(address, timeout=patience)
    except (OSError, ValueError, TypeError) as error:  # TypeError: TLS without a certificate
        raise ClusterError(
            "the cluster at {address} cannot be reached: {reason}", address=address, reason=error
        ) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=patience)
        except TimeoutError:
            raise ClusterError(
                "the cluster at {address} has no workers, not even after {seconds:g} seconds",
                address=address,
                seconds=patience,
            ) from None
        yield client


async def _check_reachable(address: str, patience: float) -> None:
    from distributed.core import connect
    from distributed.security import Security

    security = Security().get_connection_args("client")
    connection = await connect(address, timeout=patience, **security)
    connection.abort()
