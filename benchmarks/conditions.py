"""Under which conditions a benchmark ran, for the line above its table."""

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parent.parent


def conditions() -> str:
    """Return the commit, versions and processor, as a line."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    packages = ", ".join(f"{name} {version(name)}" for name in ("python-sat", "ortools"))
    processor = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines() if os.name == "posix" else []:
        if line.startswith("model name"):
            processor = line.partition(":")[2].strip()
            break
    return (
        f"commit {commit or 'unknown'}; Python {platform.python_version()}, {packages}; "
        f"{processor}, {os.cpu_count()} cores"
    )
