"""Compute a function for many tasks on a Dask cluster (Dask distributes computations over several
machines). The cluster exists already, or is started on this machine.

Functions are sent by their names, and tasks with their arrays. A worker keeps no data, so that a
worker that dies loses only its tasks, which Dask then gives to another worker.
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
from ..signals import let_broken_pipes_raise_errors, raise_error_on_signals
from .local_cluster import (
    open_local_cluster_client,
    replace_lost_workers,
    show_current_folder_to_new_processes,
)

if TYPE_CHECKING:
    from distributed import Client, Future

Task = TypeVar("Task")
Result = TypeVar("Result")

LOCAL = "local"
"""The address with which a caller requests a new cluster on this machine."""

PATIENCE = 30.0
"""The number of seconds within which the scheduler must answer and the first worker must be
present.
"""

_PACKAGE = "sudokopie"

_TRIES = 3
"""How often a task is sent to the cluster. Dask gives a task up if several workers died while they
computed it; it is then sent again.
"""

_LOST = 15.0
"""The number of seconds without any result after which it is checked whether there are workers."""

_ALONE = 30.0
"""The number of seconds without workers after which the user gets a message. There is a further
message each time this number has doubled.
"""
_AHEAD = 2
"""The number of tasks that are sent in advance for each thread of the workers, so that no thread
waits for its next task.
"""

_CONFIGURATION = {
    # A task with ten thousand large Sudokus is large on purpose.
    "distributed.admin.large-graph-warning-threshold": "1GiB",
    # Dask keeps its last messages for its developers. Because a message may be as large as a task,
    # only the last message is kept.
    "distributed.admin.low-level-log-length": 1,
    # A worker that does not answer is computing, and must not be removed.
    "distributed.scheduler.worker-ttl": None,
    # A worker that is started again must not be removed either. Dask does not always notice the new
    # start.
    "distributed.deploy.lost-worker-timeout": "1000d",
}
"""Changes to Dask's configuration, for this process only."""


class Cluster:
    """A connection to the workers of a Dask cluster, which compute a function for many tasks.
    `report` is called with a message for the user while the cluster has no workers. The function
    `map_in_order` accepts a `Cluster` in place of a number of processes.
    """

    def __init__(self, client: Client, report: Callable[[Message], None] = lambda _: None) -> None:
        self._client, self._say = client, report
        self._alone_since: float | None = None
        self._report_after = _ALONE
        threads = client.nthreads()
        self.workers = len(threads)
        """The number of workers when the work began."""
        self._at_once = _AHEAD * sum(threads.values())

    @classmethod
    @contextmanager
    def open_cluster_connection(
        cls,
        address: str,
        local_worker_count: int | None = None,
        max_seconds: float = PATIENCE,
        report_no_workers: Callable[[Message], None] = lambda _: None,
    ) -> Iterator[Cluster]:
        """A context manager that connects to a Dask cluster and yields the connection. `address` is
        the address of the scheduler of a running cluster. If `address` is `LOCAL`, a new cluster is
        started on this machine, with `local_worker_count` processes, by default one for each core.

        A scheduler and a worker must answer within `max_seconds` seconds. Later, while there are no
        workers, `report_no_workers` is called from time to time with a message about how long they
        have been missing.

        Raises `ClusterError` in four cases: if Dask is not installed; if no scheduler answers in
        time; if no worker answers in time; and if the scheduler or a worker has another version of
        sudokopie, or none.
        """
        try:
            import dask
            from distributed.utils import silence_logging_cmgr

            if address == LOCAL:
                import_module("cryptography")  # Dask makes its certificates with it
        except ImportError:
            raise ClusterError("a cluster needs Dask: pip install 'sudokopie[cluster]'") from None
        with ExitStack() as stack:
            stack.enter_context(raise_error_on_signals(SystemExit))
            stack.enter_context(let_broken_pipes_raise_errors())  # pipes to workers that die
            # The log messages about workers that die are hidden, because the user need not know of
            # them and cannot help.
            stack.enter_context(silence_logging_cmgr(logging.CRITICAL))
            stack.enter_context(dask.config.set(_CONFIGURATION))
            if address == LOCAL:
                client = stack.enter_context(
                    open_local_cluster_client(local_worker_count or os.cpu_count() or 1)
                )
            else:
                client = stack.enter_context(_open_client(address, max_seconds))
            cluster = cls(client, report_no_workers)
            cluster.check_versions()
            yield cluster

    @property
    def dashboard_address(self) -> str | None:
        """The address of the web page on which Dask shows the work of the cluster; None if there is
        no such page.
        """
        try:
            self._client.run_on_scheduler(version, "bokeh")
        except (PackageNotFoundError, ValueError):  # the page needs bokeh
            return None
        return str(self._client.dashboard_link) or None

    def check_versions(self) -> None:
        """Check that the scheduler and all workers have the same version of sudokopie as this
        process. If the scheduler or a worker has another version or none, raise `ClusterError`,
        which lists their addresses.
        """
        # The check calls only the standard library, because a worker may not have sudokopie.
        found, scheduler = (
            self.collect_results_by_worker_address(version, _PACKAGE),
            self._client.scheduler.address,
        )
        try:
            found[scheduler] = self._client.run_on_scheduler(version, _PACKAGE)
        except PackageNotFoundError as error:
            found[scheduler] = error
        others = [
            f"{one} ({has})"
            for one, has in sorted(found.items())
            # Any other value is the error from a worker that has just died.
            if isinstance(has, str | PackageNotFoundError) and has != _find_own_version()
        ]
        if others:
            raise _make_version_error(", ".join(others))

    def collect_results_by_worker_address(
        self, function: Callable[..., object], *args: object
    ) -> dict[str, object]:
        """Call `function(*args)` on each worker. Return a dictionary that maps the address of each
        worker to the result of its call or, if the call raised an error, to this error.
        """
        return dict(self._client.run(function, *args, on_error="return"))

    def every_worker_returns(
        self, function: Callable[[Task], object], task: Task, result: object
    ) -> bool:
        """Call `function(task)` on every worker. Return True if all the results are equal to
        `result`, otherwise False.
        """
        return all(
            found == result
            for found in self.collect_results_by_worker_address(function, task).values()
        )

    def map_in_order(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result]:
        """Yield `function(task)` for each task, in the order of the tasks. Raise `BackendError` if
        workers die on the same task several times in a row.
        """
        return self._yield_results(function, tasks, self._at_once, in_order=True)

    def map_in_completion_order(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result]:
        """Yield `function(task)` for each task as soon as a worker has computed it, so that the
        results come in any order. Each worker has one task at a time.

        Raises `BackendError` if workers die on the same task several times in a row.
        """
        return self._yield_results(function, tasks, self.workers, in_order=False)

    def _yield_results(
        self,
        function: Callable[[Task], Result],
        tasks: Iterable[Task],
        max_sent_tasks: int,
        *,
        in_order: bool,
    ) -> Generator[Result]:
        """Yield `function(task)` for each task: in the order of the tasks if `in_order` is true,
        otherwise in the order in which the results arrive. At most `max_sent_tasks` tasks are sent
        to the workers at the same time.
        """
        waiting = iter(tasks)
        sent: list[_SentTask[Result]] = []
        try:
            while True:
                sent += [
                    _SentTask(self._client, function, task)
                    for task in islice(waiting, max_sent_tasks - len(sent))
                ]
                if not sent:
                    return
                if in_order:
                    next_ones = sent[:1]
                else:
                    self._wait_for_one_result_or_replace_workers([one.future for one in sent])
                    next_ones = [one for one in sent if one.future.done()]
                for one in next_ones:
                    yield self._wait_for_result(one)
                    sent.remove(one)
        finally:
            for one in sent:
                one.future.cancel()

    def _wait_for_one_result_or_replace_workers(self, futures: list[Future[Any]]) -> None:
        """Wait until a worker has computed one of the results `futures`, at most 15 seconds. If no
        result has arrived by then, start new workers in place of lost workers, or report to the
        user that there are no workers.
        """
        from distributed import wait

        try:
            wait(futures, _LOST, "FIRST_COMPLETED")
        except TimeoutError:
            self._replace_or_report_lost_workers()

    def _wait_for_result(self, task: _SentTask[Result]) -> Result:
        """Wait for the result of a task and return it. If Dask gives the task up because workers
        died, send it again.
        """
        from distributed import KilledWorker

        for tries_left in reversed(range(_TRIES)):
            try:
                while not task.future.done():
                    self._wait_for_one_result_or_replace_workers([task.future])
                return cast("Result", pickle.loads(task.future.result()))
            except KilledWorker:  # perhaps not because of this task
                if tries_left:
                    task.send(self._client)
            except SudokopieError:
                raise
            except CancelledError:
                raise ClusterError("the connection to the cluster was lost") from None
            except OSError as error:
                raise ClusterError(str(error)) from None
            except Exception:
                self.check_versions()  # a new worker may have no sudokopie
                raise
        self.check_versions()  # a worker without sudokopie dies of its tasks
        raise BackendError("workers died again and again on the same Sudokus")

    def _replace_or_report_lost_workers(self) -> None:
        """Start new workers in place of lost workers, if this process has started the cluster. If
        there have been no workers for a long time, send the user a message about it.
        """
        if self._client.cluster is not None:
            replace_lost_workers(self._client.cluster, self.workers)
        if self._client.nthreads():
            self._alone_since, self._report_after = None, _ALONE
            return
        now = time.monotonic()
        self._alone_since = self._alone_since or now
        if (seconds := now - self._alone_since) >= self._report_after:
            self._say(
                Message(
                    "the cluster has had no workers for {seconds:.0f} s; waiting", seconds=seconds
                )
            )
            self._report_after = 2 * seconds


class _SentTask(Generic[Result]):
    """A task that has been sent to the workers of a cluster. `future` is Dask's object for its
    result.
    """

    def __init__(self, client: Client, function: Callable[[Task], Result], task: Task) -> None:
        self._call = partial(
            _run_and_pickle_if_version_matches, _find_own_version(), function, task
        )
        self.send(client)

    def send(self, client: Client) -> None:
        """Send the task to the cluster, the first time or again. The attribute `future` is then
        Dask's object for the new result.
        """
        # `pure=False` keeps Dask from using the result for another call.
        self.future = cast("Future[bytes]", client.submit(self._call, pure=False))


def _run_and_pickle_if_version_matches(
    expected_version: str, function: Callable[[Task], Result], task: Task
) -> bytes:
    """Compute `function(task)` on a worker and return the pickled result. Raise `ClusterError` if
    the worker does not have version `expected_version` of sudokopie.

    The version is checked here, because a worker that joined the cluster late has not been checked
    before. The result is pickled here, because Dask would otherwise examine each part of it.
    """
    if (found := _find_own_version()) != expected_version:
        from distributed import get_worker

        raise _make_version_error(f"{get_worker().address} ({found})", expected_version)
    show_current_folder_to_new_processes()
    return pickle.dumps(function(task))


@cache
def _find_own_version() -> str:
    """Return the version of sudokopie that is installed for this process, such as "1.1.0"."""
    return version(_PACKAGE)


def _make_version_error(
    addresses_and_versions: str, expected_version: str | None = None
) -> ClusterError:
    """Return the error for a cluster in which the scheduler or a worker has another version of
    sudokopie, or does not have sudokopie. `addresses_and_versions` is a text that lists addresses
    in the cluster with their versions. `expected_version` is by default the version of this
    process.
    """
    return ClusterError(
        "expected sudokopie {version} on the scheduler and on all workers, found: {found}",
        version=expected_version or _find_own_version(),
        found=addresses_and_versions,
    )


@contextmanager
def _open_client(address: str, max_seconds: float) -> Iterator[Client]:
    """A context manager that connects to the scheduler at `address`, waits for a first worker, and
    yields Dask's client. Raises `ClusterError` if no scheduler or no worker answers within
    `max_seconds` seconds.
    """
    import asyncio

    from distributed import Client

    try:
        # This check comes before the client is made, because a client would leave threads behind if
        # no scheduler answers.
        asyncio.run(_check_reachable(address, max_seconds))
        client = Client(address, timeout=max_seconds)
    except RuntimeError:
        if not _is_encryption_required() or address.startswith("tls://"):
            raise
        raise ClusterError(
            "Dask is configured to require encryption: the address of the cluster must begin with "
            "tls://, found {address}",
            address=address,
        ) from None
    except (OSError, ValueError, TypeError) as error:  # TypeError: TLS without a certificate
        for key, file in _yield_tls_setting_names_and_files():
            if not os.path.exists(file):
                raise ClusterError(
                    "the file {file} does not exist, which Dask's configuration names for "
                    "encryption ({key})",
                    file=file,
                    key=key,
                ) from None
        raise ClusterError(
            "the cluster at {address} cannot be reached: {reason}", address=address, reason=error
        ) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=max_seconds)
        except TimeoutError:
            raise ClusterError(
                "the cluster at {address} has no workers, not even after {seconds:g} seconds",
                address=address,
                seconds=max_seconds,
            ) from None
        yield client


def _is_encryption_required() -> bool:
    """Return whether the user's configuration of Dask forbids connections without encryption."""
    import dask

    return bool(dask.config.get("distributed.comm.require-encryption", False))


def _yield_tls_setting_names_and_files() -> Iterator[tuple[str, str]]:
    """Yield the files with keys and certificates that Dask needs to connect to a scheduler, as
    pairs: the name of a setting in Dask's configuration, and the path of the file that this setting
    names.
    """
    import dask

    for name in ("ca-file", "client.cert", "client.key"):
        key = f"distributed.comm.tls.{name}"
        file = dask.config.get(key, None)
        if isinstance(file, str) and "\n" not in file:  # Dask also takes a certificate itself
            yield key, file


async def _check_reachable(address: str, max_seconds: float) -> None:
    """Connect to the scheduler at `address` and close the connection again. Raise `OSError` if the
    scheduler does not answer within `max_seconds` seconds.
    """
    from distributed.core import connect
    from distributed.security import Security

    security = Security().get_connection_args("client")
    connection = await connect(address, timeout=max_seconds, **security)
    connection.abort()
