"""SECURITY.md: each promise names tests, which there are."""

from __future__ import annotations

import re

from conftest import ROOT, python_files
from present import MISSING

_CALLS = re.compile(
    r"\b(?:(?<!\.)(?:eval|exec)|(?:pickle|marshal|np)\.loads?|os\.(?:system|popen))\(|shell="
)


def test_every_promise_names_its_tests() -> None:
    rows = [
        [field.strip() for field in line.strip("| ").split(" | ")]
        for line in (ROOT / "SECURITY.md").read_text("utf-8").splitlines()
        if line.startswith("| ")
    ]
    assert rows[0] == ["what", "what holds", "tests"]
    there = {
        f"{path.stem}::{name}"
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)\(", path.read_text("utf-8"), re.MULTILINE)
    }
    for what, _, tests in rows[2:]:
        named = re.findall("`([^`]+)`", tests)
        assert named, what
        # The tests of an application are deleted with it.
        stems = {name.partition("::")[0] for name in there}
        assert all(
            name in there or (MISSING and name.partition("::")[0] not in stems) for name in named
        ), what


def test_nothing_that_is_read_is_unpickled_or_run() -> None:
    """Only what our own processes and workers send is, and an empty text."""
    found = {
        (str(path.relative_to(ROOT)), call)
        for path in [ROOT / "cli.py", *python_files()]
        if (path.parent / "__init__.py").exists()
        for call in _CALLS.findall(path.read_text("utf-8"))
    }
    assert found == {
        ("system/signals.py", "exec("),
        ("system/cluster/dask_cluster.py", "pickle.loads("),
        ("system/guardian_client.py", "pickle.loads("),
        ("system/guardian.py", "pickle.loads("),
        ("system/limited_process.py", "pickle.loads("),
    }
