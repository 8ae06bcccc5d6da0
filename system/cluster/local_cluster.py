"""A Dask cluster that is started on this machine and completely removed at the end.

The standard library starts the processes of the cluster with `python -c`, in the current folder and
the session of this process.
"""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

from ..signals import delay_signals
from ..temporary_files import open_temporary_folder

if TYPE_CHECKING:
    from distributed import Client, LocalCluster


@contextmanager
def open_local_cluster_client(worker_count: int) -> Iterator[Client]:
    """A context manager that starts a Dask cluster with `worker_count` processes on this machine
    and yields a client for it. At the end of the block, even after an error, all processes and
    files of the cluster are removed.

    Only this process can give work to the cluster, because the cluster's certificate is new and is
    kept only in memory.
    """
    import dask
    from distributed import Client, LocalCluster
    from distributed.security import Security

    with ExitStack() as stack:
        folder = stack.enter_context(open_temporary_folder())
        stack.enter_context(dask.config.set({"temporary-directory": folder}))
        stack.enter_context(hide_current_folder_from_new_processes())
        security = Security.temporary()
        # An interruption here could leave a started process that is not yet in the list of
        # processes to end.
        with delay_signals(), let_new_processes_ignore_interrupts():
            cluster = LocalCluster(
                n_workers=worker_count,
                threads_per_worker=1,
                host="127.0.0.1",
                protocol="tls",
                security=security,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
            stack.callback(_kill_cluster, cluster)
            client = stack.enter_context(Client(cluster))
        yield client


def _kill_cluster(cluster: LocalCluster) -> None:
    """End a cluster immediately: kill its workers, even if they are computing."""
    with delay_signals(), let_new_processes_ignore_interrupts():
        for nanny in cluster.workers.values():
            if nanny.pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(nanny.pid, signal.SIGKILL)
        cluster.close()


def replace_lost_workers(cluster: LocalCluster, worker_count: int) -> None:
    """Start new workers, so that the cluster has `worker_count` workers again. They replace workers
    that Dask has given up because they died during their start.
    """
    for name, nanny in list(cluster.workers.items()):
        if nanny.status.name in ("closed", "failed"):
            del cluster.workers[name]
    cluster.scale(worker_count)


@contextmanager
def let_new_processes_ignore_interrupts() -> Iterator[None]:
    """A context manager in whose block this process starts other processes so that they ignore
    Ctrl-C. Otherwise they would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    import multiprocessing

    # The first lock starts a process that tracks shared resources, and starting that process would
    # unblock interrupts again. So the lock is made before they are blocked.
    with hide_current_folder_from_new_processes():
        multiprocessing.get_context("spawn").Lock()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_SAFE_PATH, _OURS = "PYTHONSAFEPATH", "sudokopie"


@contextmanager
def hide_current_folder_from_new_processes() -> Iterator[None]:
    """A context manager in whose block this process starts new Python processes that import no
    modules from the current folder. There, a file such as `socket.py` would replace a module of the
    standard library. The environment variable PYTHONSAFEPATH is set for this; if it is set already,
    nothing changes.
    """
    if _SAFE_PATH in os.environ:
        yield
        return
    os.environ[_SAFE_PATH] = _OURS
    try:
        yield
    finally:
        del os.environ[_SAFE_PATH]


def show_current_folder_to_new_processes() -> None:
    """Allow the programs that this process starts from now on, such as the user's solver, to import
    Python modules from the current folder again. The function removes the environment variable
    PYTHONSAFEPATH if `hide_current_folder_from_new_processes` has set it.
    """
    if os.environ.get(_SAFE_PATH) == _OURS:
        del os.environ[_SAFE_PATH]
