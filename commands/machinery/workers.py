"""Who does the work of a command: so many processes here, or a cluster."""

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from ...base.errors import PairFileError
from ...base.messages import Message
from ...reading.lines import explain_read_errors
from ...showing.display_options import DisplayOptions
from ...showing.printer import say
from ...system.open_file import open_for_reading
from .command_rules import RUNNING, UsageError, options, shared
from .options import option
from .reading import STANDARD_INPUT, CommandInput

if TYPE_CHECKING:
    from ...system.cluster.dask_cluster import Cluster

MANY_LINES = 1000
"""Collections of more lines are shared out to all cores, unless `--jobs` says otherwise."""

JOBS = option(
    "--jobs N",
    "Use N processes.  [default: one for each core if there are more than 1000 lines]",
    least=1,
    most=1000,
    heading=RUNNING,
)
CLUSTER = option(
    "--cluster ADDRESS|local",
    "Let a Dask cluster do the work: the address of its scheduler, or local to start a cluster "
    "here with --jobs N workers.",
    heading=RUNNING,
)


class WorkerOptions(NamedTuple):
    """How many processes work, None to leave that to us, or the address of a cluster."""

    jobs: int | None
    cluster: str | None

    def start_workers(self, given: CommandInput) -> "AbstractContextManager[int | Cluster]":
        """Return the context of the cluster at the address, else so many processes here."""
        if self.cluster is None:
            return nullcontext(choose_processes(self.jobs, given.files))
        return connect_cluster(self.cluster, self.jobs, given.display)


WORKERS = options(JOBS, CLUSTER, shared(workers=WorkerOptions))


@contextmanager
def connect_cluster(address: str, jobs: int | None, display: DisplayOptions) -> "Iterator[Cluster]":
    """Yield the cluster at an address, and say on standard error that it is there.

    Raises `ClusterError`, and `UsageError` where the number of workers is not ours to say.
    """
    from ...system.cluster.dask_cluster import LOCAL, Cluster

    if jobs is not None and address != LOCAL:
        raise UsageError(
            "{option} cannot be used with {others}", option="--jobs", others="--cluster ADDRESS"
        )
    with Cluster.connect_to(address, jobs, say=partial(say, display=display)) as cluster:
        said = [Message("Workers of the cluster: {count}.", count=cluster.workers)]
        if dashboard := cluster.dashboard:
            said.append(Message("The work of the cluster is shown at {address}", address=dashboard))
        click.echo(display.translate(*said), err=True)
        yield cluster


def choose_processes(jobs: int | None, files: Iterable[str]) -> int:
    """Return the number of processes: `jobs`, else all cores for long files, where that works."""
    from ...system.guardian_client import CAN_START

    if jobs is not None or not CAN_START:
        return jobs or 1
    lines = 0
    for file in files:
        if file == STANDARD_INPUT or not os.path.isfile(file):
            continue  # its length is not known before it has been read
        # What reads it says what is wrong.
        with suppress(PairFileError), explain_read_errors(file), open_for_reading(file) as stream:
            while lines <= MANY_LINES and (piece := stream.read(2**16)):
                lines += piece.count(b"\n")
    return (os.cpu_count() or 1) if lines > MANY_LINES else 1
