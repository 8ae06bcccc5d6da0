"""A Dask cluster that does the work: one that there is already, or one that is started here.

What is sent are functions by their names, and tasks, which carry their arrays. Nothing is kept on a
worker, so one that dies costs the tasks that it had, and Dask gives these to another one.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast
from uuid import uuid4

from ..base.errors import BackendError, ClusterError, SudokopieError
from .local_cluster import give_back_the_current_folder, replace_the_lost, started
from .signals import broken_pipes_ignored, unwinding

if TYPE_CHECKING:
    from distributed import Client, Future
    from pandas import DataFrame
    from pyarrow import Table

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

_AHEAD = 2
"""Tasks that are sent for each thread of the workers, so that these need not wait for the next."""

_CONFIGURATION = {
    # A task with ten thousand large Sudokus is meant to be that large.
    "distributed.admin.large-graph-warning-threshold": "1GiB",
    # No worker is cut off: one that does not answer is computing.
    "distributed.scheduler.worker-ttl": None,
    # Nor is one that is started again, which Dask does not always notice.
    "distributed.deploy.lost-worker-timeout": "1000d",
}
"""What is set of Dask's own configuration, for this process alone."""


class Cluster:
    """The workers of a Dask cluster; `ordered` takes them in place of a number of processes."""

    def __init__(self, client: Client) -> None:
        self._client = client
        threads = client.nthreads()
        self.workers = len(threads)
        """How many there were when the work began."""
        self._at_once = _AHEAD * sum(threads.values())

    @classmethod
    @contextmanager
    def at(
        cls, address: str, workers: int | None = None, patience: float = PATIENCE
    ) -> Iterator[Cluster]:
        """Connect to the scheduler at an address, or start `workers` processes here for `LOCAL`.

        Raises `ClusterError` where Dask is not installed, where no scheduler answers or no worker
        is there within `patience` seconds, and where one of them has another version of this
        package, or none.
        """
        try:
            import dask
            from distributed.utils import silence_logging_cmgr
        except ImportError:
            raise ClusterError("a cluster needs Dask: pip install 'sudokopie[cluster]'") from None
        with ExitStack() as stack:
            stack.enter_context(unwinding(SystemExit))
            stack.enter_context(broken_pipes_ignored())  # those to workers that die
            # A worker that dies is nothing that a reader of the terminal has to know, or can mend.
            stack.enter_context(silence_logging_cmgr(logging.CRITICAL))
            stack.enter_context(dask.config.set(_CONFIGURATION))
            if address == LOCAL:
                client = stack.enter_context(started(workers or os.cpu_count() or 1))
            else:
                client = stack.enter_context(_connected(address, patience))
            cluster = cls(client)
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
        found, scheduler = self.on_each(version, _PACKAGE), self._client.scheduler.address
        try:
            found[scheduler] = self._client.run_on_scheduler(version, _PACKAGE)
        except PackageNotFoundError as error:
            found[scheduler] = error
        others = [
            f"{one} ({has})"
            for one, has in sorted(found.items())
            # Something else is what came of asking one that has just died.
            if isinstance(has, str | PackageNotFoundError) and has != _own_version()
        ]
        if others:
            raise _others(", ".join(others))

    def on_each(self, function: Callable[..., object], *args: object) -> dict[str, object]:
        """Return what `function(*args)` is on each worker, by its address; or what it raised."""
        return dict(self._client.run(function, *args, on_error="return"))

    def ordered(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result]:
        """Yield `function(task)` of each task, in order; see `ordered` of this room."""
        return self._results(function, tasks, self._at_once, lambda sent: sent[:1])

    def as_they_end(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result]:
        """Yield `function(task)` of each task as it ends, one at a time on each worker.

        Raises `BackendError` where workers die on the same task again and again.
        """
        return self._results(function, tasks, self.workers, self._ended)

    def _results(
        self,
        function: Callable[[Task], Result],
        tasks: Iterable[Task],
        at_once: int,
        next_ones: Callable[[list[_Sent[Result]]], list[_Sent[Result]]],
    ) -> Generator[Result]:
        """Yield results of tasks, of which so many are sent at once, as `next_ones` chooses."""
        waiting = iter(tasks)
        sent: list[_Sent[Result]] = []
        try:
            while True:
                sent += [
                    _Sent(self, function, task) for task in islice(waiting, at_once - len(sent))
                ]
                if not sent:
                    return
                for one in next_ones(sent):
                    yield one.result()
                    sent.remove(one)
        finally:
            for one in sent:
                one.future.cancel()

    def _ended(self, sent: list[_Sent[Result]]) -> list[_Sent[Result]]:
        """Wait until some have ended, and return these; none, if that takes long."""
        self._wait_for([one.future for one in sent])
        return [one for one in sent if one.future.done()]

    def _wait_for(self, futures: list[Future[Any]]) -> None:
        """Wait for one of them; after a while see to it that there are workers."""
        from distributed import wait

        try:
            wait(futures, _LOST, "FIRST_COMPLETED")
        except TimeoutError:
            if self._client.cluster is not None:
                replace_the_lost(self._client.cluster, self.workers)

    def grouped(
        self,
        read: Callable[[str], Table],
        parts: Sequence[str],
        key: str,
        least: int,
        decide: Callable[[Table], Table],
        nothing: Table,
    ) -> Table:
        """Return what `decide` says of the rows of all parts, those with the same key together.

        `read` returns the table of a part. Dask shuffles its rows by the column `key`, of whole
        numbers, into at least `least` partitions. `decide` is asked of each alone; `nothing` is
        what it says of no rows. The order is left open. Raises `BackendError` where workers die
        again and again.
        """
        import dask.dataframe as dd
        from distributed import KilledWorker

        empty = _as_frame(read(parts[0]).slice(0, 0))
        for _ in range(_TRIES):
            # Under a new name each time, so that nothing is taken from one that has failed.
            load = partial(_loaded, read, uuid4().hex)
            rows = dd.from_map(load, parts, meta=empty)
            groups = rows.shuffle(key, npartitions=max(least, self.workers), shuffle_method="p2p")
            decided = groups.map_partitions(partial(_decided, decide), meta=_as_frame(nothing))
            future = self._client.compute(decided)
            try:
                return _as_table(self.result(future))
            except KilledWorker:
                continue
            except RuntimeError as error:
                if "P2P" not in f"{type(error).__name__} {error}":  # else of a shuffle cut short
                    raise
            finally:
                future.cancel()
        raise self.dead()

    def submitted(self, call: Callable[[], Result]) -> Future[Result]:
        """Send a call whose result Dask gives to no other call."""
        return cast("Future[Result]", self._client.submit(call, pure=False))

    def result(self, future: Future[Any]) -> Any:
        """Wait for a result; what Dask raises becomes an error of ours, but for `KilledWorker`."""
        from distributed import KilledWorker

        try:
            while not future.done():
                self._wait_for([future])
            return future.result()
        except (SudokopieError, KilledWorker):
            raise
        except CancelledError:
            raise ClusterError("the connection to the cluster was lost") from None
        except OSError as error:
            raise ClusterError(str(error)) from None
        except Exception:
            self.check()  # a worker may have come that has nothing of ours
            raise

    def dead(self) -> BackendError:
        """Return the error of workers that die; raise `ClusterError` where there is a reason."""
        self.check()  # one that has nothing of ours dies of what it gets
        return BackendError("workers died again and again on the same Sudokus")


class _Sent(Generic[Result]):
    def __init__(self, cluster: Cluster, function: Callable[[Task], Result], task: Task) -> None:
        self._cluster = cluster
        self._call = partial(_with_version, _own_version(), function, task)
        self.future = cluster.submitted(self._call)

    def result(self) -> Result:
        """Wait for the result; a task that Dask gives up is sent again."""
        from distributed import KilledWorker

        for tries_left in reversed(range(_TRIES)):
            try:
                return cast("Result", self._cluster.result(self.future))
            except KilledWorker:  # perhaps not because of this task
                if tries_left:
                    self.future = self._cluster.submitted(self._call)
        raise self._cluster.dead()


def _with_version(wanted: str, function: Callable[[Task], Result], task: Task) -> Result:
    """Return `function(task)`, on a worker; one that came late has not been looked at yet."""
    if (found := _own_version()) != wanted:
        from distributed import get_worker

        raise _others(f"{get_worker().address} ({found})", wanted)
    give_back_the_current_folder()
    return function(task)


def _loaded(read: Callable[[str], Table], _: str, part: str) -> DataFrame:
    return _as_frame(read(part))


def _decided(decide: Callable[[Table], Table], frame: DataFrame) -> DataFrame:
    return _as_frame(decide(_as_table(frame)))


def _as_frame(table: Table) -> DataFrame:
    """Return a table as what Dask shuffles; columns stay as Arrow has them."""
    import pandas as pd
    import pyarrow as pa

    # Types with a parameter, such as binary(41), get lost on the way.
    schema = [
        field.with_type(pa.binary()) if pa.types.is_fixed_size_binary(field.type) else field
        for field in table.schema
    ]
    return table.cast(pa.schema(schema)).to_pandas(types_mapper=pd.ArrowDtype)


def _as_table(frame: DataFrame) -> Table:
    import pyarrow as pa

    return pa.Table.from_pandas(frame, preserve_index=False)


@cache
def _own_version() -> str:
    return version(_PACKAGE)


def _others(found: str, wanted: str | None = None) -> ClusterError:
    return ClusterError(
        "expected sudokopie {version} on the scheduler and on all workers, found: {found}",
        version=wanted or _own_version(),
        found=found,
    )


@contextmanager
def _connected(address: str, patience: float) -> Iterator[Client]:
    import asyncio

    from distributed import Client

    try:
        # Before there is a client, which would leave threads behind where no scheduler answers.
        asyncio.run(_reached(address, patience))
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


async def _reached(address: str, patience: float) -> None:
    from distributed.core import connect
    from distributed.security import Security

    security = Security().get_connection_args("client")
    connection = await connect(address, timeout=patience, **security)
    connection.abort()
