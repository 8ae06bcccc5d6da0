"""Skipped tests: the reasons are printed, and a reason that is not allowed fails the run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT
from present import has

TESTS = """
import pytest
def test_that_runs(): pass
def test_that_is_skipped(): pytest.skip("a is not installed")
@pytest.mark.skipif(True, reason="b is not here")
def test_with_a_mark(): pass
@pytest.mark.xfail(reason="known")
def test_that_is_known_to_fail(): assert False
"""
MODULE = "import pytest\npytest.importorskip('nothing_of_that_name')\n"


@pytest.mark.gate
@pytest.mark.parametrize(
    ("options", "most"), [([], 3), (["-n", "2"], 1)], ids=["one process", "xdist"]
)
def test_a_reason_that_is_not_allowed_fails_the_run(
    tmp_path: Path, options: list[str], most: int
) -> None:
    (tmp_path / "conftest.py").write_text("from skip_report import pytest_configure\n")
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "test_module.py").write_text(MODULE)
    allowed = tmp_path / "allowed"
    lines = [
        "# A comment.",
        "",
        r"\w is not installed # nobody needs it",
        "b is not here # it is private",
        "could not import 'nothing_of_that_name': .* # there is no such package",
    ]

    def run(*lines: str) -> tuple[int, list[str]]:
        allowed.write_text("".join(f"{line}\n" for line in lines))
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT / "tests"), "ALLOWED_SKIPS": str(allowed)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, re.findall(r"^skipped .*", done.stdout, re.M)

    status, said = run(*lines)
    assert (status, len(said)) == (0, 3)
    assert "skipped 1 × a is not installed (allowed: nobody needs it)" in said
    refused_reasons = (
        (4, "could not import 'nothing_of_that_name'"),
        (3, "b is not here"),
        (2, "a is not installed"),
    )
    for left_out, reason in refused_reasons[:most]:
        status, said = run(*lines[:left_out], *lines[left_out + 1 :])
        assert status == 1
        (refused,) = [line for line in said if line.endswith(f"(NOT ALLOWED by {allowed})")]
        assert refused.startswith(f"skipped 1 × {reason}")


def test_each_reason_that_is_allowed_is_one_of_a_test() -> None:
    """A reason whose test was deleted is deleted, too."""
    texts = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    reasons = re.findall(r'(?:reason=|skip\()\s*"([^"]+)"', texts)
    for line in (ROOT / ".ci" / "allowed-skips").read_text().splitlines():
        if line and not line.startswith("#"):
            form, why = line.split(" # ", 1)
            # The tests of a deleted application are deleted, too.
            is_known = any(re.fullmatch(form, reason) for reason in reasons)
            assert is_known or not has("comparison"), form
            assert why
