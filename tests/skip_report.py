"""A plugin of pytest that reports skipped tests. If the variable `ALLOWED_SKIPS` names a file, the
run fails if a test is skipped for a reason that this file does not allow.

Each line of the file has a regular expression for the whole reason, a space, `#`, a space, and an
explanation of why such a skip is allowed. Other lines are blank or begin with `#`.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Register the report if the variable is set, except in the worker processes of xdist, whose
    reports reach the main process.
    """
    path = os.environ.get("ALLOWED_SKIPS")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(SkipReport(Path(path)))


class SkipReport:
    """The reasons of the skipped tests of a run, and the reasons that are allowed."""

    def __init__(self, path: Path) -> None:
        lines = [one for one in path.read_text().splitlines() if one and not one.startswith("#")]
        self.path, self.explanations = path, dict(one.split(" # ", 1) for one in lines)
        self.counts = Counter[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._count(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._count(report)

    def _count(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            assert isinstance(report.longrepr, tuple)
            self.counts[report.longrepr[2].removeprefix("Skipped: ")] += 1

    def find_explanation(self, reason: str) -> str | None:
        """Return why a test may be skipped for this reason; None if it may not."""
        found = (why for form, why in self.explanations.items() if re.fullmatch(form, reason, re.S))
        return next(found, None)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not all(map(self.find_explanation, self.counts)):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for reason, count in sorted(self.counts.items()):
            why = self.find_explanation(reason)
            said = f"allowed: {why}" if why else f"NOT ALLOWED by {self.path}"
            terminalreporter.write_line(f"skipped {count} × {reason} ({said})")
