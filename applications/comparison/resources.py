"""The limits of a run on processor time and memory, and the measurement of all its processes.

The system limits each process by itself. Therefore this module also adds up the processes of a run,
as Linux lists them in /proc. Elsewhere only the limits of single processes apply.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import ceil
from typing import NamedTuple

from ...system.guardian import yield_process_fields

CAN_MEASURE = os.path.exists("/proc/self/stat")
"""Whether this system lists processes in /proc, so that the processes of a run can be added up."""

SECONDS_BETWEEN_MEASUREMENTS = 0.1

_SLACK_FACTOR, _SLACK_MEBIBYTES = 1.25, 32
"""The system lets a single process use more memory than the limit, by this factor or this number of
MiB, before its requests for memory fail. So a run that exceeds the limit is recorded as out of
memory, and does not fail with another error.
"""


class ProcessUsage(NamedTuple):
    """The processor time in seconds of several processes together, with their children that have
    ended, and their memory in MiB. Memory that processes share is counted once.
    """

    cpu_seconds: float
    memory: float


def list_process_limits(
    cpu_seconds: float, memory_limit: float | None, memory_before: float = 0.0
) -> dict[str, int]:
    """Return the limits that the system enforces on a single process, by the names of the module
    `resource`. `cpu_seconds` is the processor time in seconds that the process may take, and
    `memory_limit` the memory in MiB that it may add to `memory_before`; None means no limit.
    """
    limits = {"RLIMIT_CPU": ceil(cpu_seconds) + 1}
    if memory_limit is not None:
        # Not the address space, of which some programs reserve more than they ever use.
        mebibytes = memory_before + _SLACK_FACTOR * memory_limit + _SLACK_MEBIBYTES
        limits["RLIMIT_DATA"] = ceil(mebibytes * 2**20)
    return limits


@contextmanager
def limit_this_process(cpu_seconds: float, memory_limit: float | None) -> Iterator[None]:
    """A context manager that limits the resources which this process uses in the `with` block: the
    processor time, in seconds, and the memory, in MiB. If `memory_limit` is None, the memory is not
    limited.

    If another process measures this process, that process ends it at the limit of processor time.
    The system then gets no such limit: under a limit, Linux counts the processor time of a process
    only in ticks of the clock, so that phases of less than some milliseconds would seem to take no
    time.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limits
        yield
        return
    used, before = sum(os.times()[:2]), measure_own_memory_in_mib("VmData") or 0.0
    limits = list_process_limits(used + cpu_seconds, memory_limit, before)
    if CAN_MEASURE:
        del limits["RLIMIT_CPU"]
    kinds = {getattr(resource, name): value for name, value in limits.items()}
    old = {kind: resource.getrlimit(kind) for kind in kinds}
    for kind, value in kinds.items():
        soft, hard = old[kind]
        lowest = min(one for one in (value, soft, hard) if one != resource.RLIM_INFINITY)
        resource.setrlimit(kind, (lowest, hard))
    try:
        yield
    finally:
        for kind, limit in old.items():
            resource.setrlimit(kind, limit)


def measure_own_memory_in_mib(status_field: str) -> float | None:
    """Return the memory that this process uses, in MiB; None if the operating system does not
    report it. `status_field` is "VmRSS" for the memory now, "VmHWM" for its peak, or "VmData" for
    the memory that it has reserved.
    """
    with (
        suppress(OSError, StopIteration, ValueError),
        open("/proc/self/status", encoding="ascii") as file,
    ):
        line = next(line for line in file if line.startswith(f"{status_field}:"))
        return int(line.split()[1]) / 1024
    return None


def measure_usage_of_descendants(
    ancestor: int, generations_left_out: int = 0
) -> ProcessUsage | None:
    """Return the processor time of all descendants of the process `ancestor`, and their memory;
    None if the system does not list processes.

    The memory of the first `generations_left_out` generations is not counted: if it is 1, the
    memory of the children of `ancestor`; if it is 2, also that of the children of these children.
    """
    if not CAN_MEASURE:
        return None
    parents, times = dict[int, int](), dict[int, float]()
    for pid, fields in yield_process_fields():
        parents[pid] = int(fields[1])
        # Fields 11 to 14 are the times of the process and of its ended children.
        times[pid] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    generation, cpu_seconds, memory = [ancestor], 0.0, 0.0
    while generation := [pid for pid, parent in parents.items() if parent in generation]:
        cpu_seconds += sum(times[pid] for pid in generation)
        if generations_left_out <= 0:
            memory += sum(map(_measure_memory_in_mib, generation))
        generations_left_out -= 1
    return ProcessUsage(cpu_seconds, memory)


def _measure_memory_in_mib(process_number: int) -> float:
    """Return the memory of a process in MiB; memory that n processes share counts as one n-th.
    Return 0 if the process has ended.
    """
    with (
        suppress(OSError, StopIteration),
        open(f"/proc/{process_number}/smaps_rollup", "rb") as file,
    ):
        line = next(line for line in file if line.startswith(b"Pss:"))
        return int(line.split()[1]) / 1024
    return 0.0
