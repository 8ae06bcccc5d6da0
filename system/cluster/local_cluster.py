"""A Dask cluster that is started on this machine, and of which nothing stays.

The standard library starts its processes: `python -c`, in our folder and our session.
"""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

from ..signals import hold_back_signals
from ..temporary_files import make_temporary_folder

if TYPE_CHECKING:
    from distributed import Client, LocalCluster


@contextmanager
def start_cluster(workers: int) -> Iterator[Client]:
    """Start a cluster on this machine; nothing of it stays, however the block ends.

    Only this process can give it work: its certificate is made for it, and is in memory alone.
    """
    import dask
    from distributed import Client, LocalCluster
    from distributed.security import Security

    with ExitStack() as stack:
        folder = stack.enter_context(make_temporary_folder())
        stack.enter_context(dask.config.set({"temporary-directory": folder}))
        stack.enter_context(hide_current_folder())
        security = Security.temporary()
        # A process must not be started without being noted as one to be ended.
        with hold_back_signals(), ignore_interrupts():
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                protocol="tls",
                security=security,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
            stack.callback(_end, cluster)
            client = stack.enter_context(Client(cluster))
        yield client


def _end(cluster: LocalCluster) -> None:
    """End a cluster at once, whatever its workers do, and ask none of them to finish first."""
    with hold_back_signals(), ignore_interrupts():
        for nanny in cluster.workers.values():
            if nanny.pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(nanny.pid, signal.SIGKILL)
        cluster.close()


def replace_lost_workers(cluster: LocalCluster, workers: int) -> None:
    """Start workers for those that Dask has given up, because they died while they started."""
    for name, nanny in list(cluster.workers.items()):
        if nanny.status.name in ("closed", "failed"):
            del cluster.workers[name]
    cluster.scale(workers)


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Keep Ctrl-C from what is started in the block: it would answer with a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    import multiprocessing

    # With the first lock comes a process that follows what is shared, and the start of that lets
    # interrupts through again.
    with hide_current_folder():
        multiprocessing.get_context("spawn").Lock()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_SAFE_PATH, _OURS = "PYTHONSAFEPATH", "sudokopie"


@contextmanager
def hide_current_folder() -> Iterator[None]:
    """Let `python -c` that is started in the block import no `socket.py` of the current folder."""
    if _SAFE_PATH in os.environ:
        yield
        return
    os.environ[_SAFE_PATH] = _OURS
    try:
        yield
    finally:
        del os.environ[_SAFE_PATH]


def restore_current_folder() -> None:
    """Undo that in a process started so, for what it starts itself: a solver of the user's, say."""
    if os.environ.get(_SAFE_PATH) == _OURS:
        del os.environ[_SAFE_PATH]
