"""The workers of a command: processes of this machine, or a Dask cluster."""

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from ...base.errors import PairFileError
from ...base.messages import Message
from ...reading.lines import explain_read_errors
from ...showing.answer_formatter import AnswerFormatter
from ...showing.printer import print_message
from ...system.open_file import STANDARD_INPUT, open_and_decompress_by_ending
from .command_rules import RUNNING, UsageError, add_rules_and_makers, combine_options
from .options import option
from .reading import CommandInput

if TYPE_CHECKING:
    from ...system.cluster.dask_cluster import Cluster

MANY_LINES = 1000
"""Collections with more lines than this are processed on all cores, unless `--jobs` is given."""

JOBS = option(
    "--jobs N",
    "Use N processes.  [default: one for each core if there are more than 1000 lines]",
    minimum=1,
    maximum=1000,
    heading=RUNNING,
)
CLUSTER = option(
    "--cluster ADDRESS|local",
    "Let a Dask cluster do the work: the address of its scheduler, or local to start a cluster "
    "here with --jobs N workers.",
    heading=RUNNING,
)


class WorkerOptions(NamedTuple):
    """The options for the processes that do a command's work. `jobs` is the number of processes on
    this machine; if it is None, sudokopie chooses the number. `cluster` is the address of a Dask
    cluster; None means no cluster.
    """

    jobs: int | None
    cluster: str | None

    def open_cluster_or_process_count(
        self, command_input: CommandInput
    ) -> "AbstractContextManager[int | Cluster]":
        """Return a context manager that yields the connected cluster, or the number of processes to
        use on this machine. Raises `ClusterError` or `UsageError` if the cluster cannot be used.
        """
        if self.cluster is None:
            return nullcontext(choose_process_count(self.jobs, command_input.files))
        return open_cluster(self.cluster, self.jobs, command_input.display)


WORKERS = combine_options(JOBS, CLUSTER, add_rules_and_makers(worker_options=WorkerOptions))


@contextmanager
def open_cluster(
    address: str, worker_count: int | None, display: AnswerFormatter
) -> "Iterator[Cluster]":
    """A context manager that connects to the Dask cluster at an address, prints the number of its
    workers, and yields the cluster. The address `local` starts a cluster of `worker_count` workers
    on this machine.

    Raises `ClusterError` if the connection fails. Raises `UsageError` if `worker_count` is given
    for another address, because that cluster has its own number of workers.
    """
    from ...system.cluster.dask_cluster import LOCAL, Cluster

    if worker_count is not None and address != LOCAL:
        raise UsageError(
            "{option} cannot be used with {others}", option="--jobs", others="--cluster ADDRESS"
        )
    with Cluster.open_cluster_connection(
        address, worker_count, report_no_workers=partial(print_message, display=display)
    ) as cluster:
        messages = [Message("Workers of the cluster: {count}.", count=cluster.workers)]
        if dashboard := cluster.dashboard_address:
            messages.append(
                Message("The work of the cluster is shown at {address}", address=dashboard)
            )
        click.echo(display.translate(*messages), err=True)
        yield cluster


def choose_process_count(jobs: int | None, files: Iterable[str]) -> int:
    """Return the number of worker processes to use: `jobs` if the user gave this number. Otherwise
    return the number of cores if the files have more than 1000 lines in total, and 1 if they do
    not. Return 1, too, if this system cannot start processes.

    Lines are counted only in ordinary files, because the length of standard input is not known
    before.
    """
    from ...system.guardian_client import CAN_START

    if jobs is not None or not CAN_START:
        return jobs or 1
    lines = 0
    for file in files:
        if file == STANDARD_INPUT or not os.path.isfile(file):
            continue  # the length is not known before the file is read
        # An error in a file is reported when the file is read.
        with (
            suppress(PairFileError),
            explain_read_errors(file),
            open_and_decompress_by_ending(file) as stream,
        ):
            while lines <= MANY_LINES and (piece := stream.read(2**16)):
                lines += piece.count(b"\n")
    return (os.cpu_count() or 1) if lines > MANY_LINES else 1
