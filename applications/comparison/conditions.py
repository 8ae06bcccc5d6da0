"""The conditions under which times are measured: commit, versions of packages, processor."""

import os
import platform
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from ...kernel import kernel_functions

ROOT = Path(__file__).parents[2]


class MeasurementConditions(NamedTuple):
    """The conditions under which times were measured: the Git commit of the source code (None if it
    is not in a checkout), the version of each package, the name of the processor, and its number of
    cores.
    """

    commit: str | None
    versions: dict[str, str]
    processor: str
    cores: int

    def __str__(self) -> str:
        versions = ", ".join(f"{name} {number}" for name, number in self.versions.items())
        where = f"commit {self.commit}; " if self.commit else ""
        return f"{where}{versions}; {self.processor}, {self.cores} cores"


def find_conditions() -> MeasurementConditions:
    """Return the conditions under which this process measures times: the commit of the source code,
    the versions of the packages, and the processor.
    """
    versions = {
        "Python": platform.python_version(),
        "kernel": kernel_functions.get_implementation_name(),
    }
    for package in ("sudokopie", "python-sat", "ortools", "igraph", "numpy"):
        with suppress(PackageNotFoundError):
            versions[package] = version(package)
    return MeasurementConditions(_find_commit(), versions, _find_processor(), os.cpu_count() or 1)


def _find_commit() -> str | None:
    """Return the Git commit of the source code, with `-dirty` if files were changed. None if the
    source is not in a checkout, or Git cannot be run.
    """
    import subprocess

    command = ["git", "describe", "--always", "--dirty"]
    with suppress(OSError):
        if (ROOT / ".git").exists():
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            return done.stdout.strip() or None
    return None


def _find_processor() -> str:
    """Return the name of the processor or, if the system does not provide it, the type of the
    processor.
    """
    with suppress(OSError):  # only Linux has this file
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
