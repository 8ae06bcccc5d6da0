"""Answers put into words: each kind by the class that is registered for its type."""

import subprocess
import sys
from typing import get_args

import pytest

from sudokopie.base.errors import ArgumentError
from sudokopie.showing.answer_formatter import AnswerFormatter
from sudokopie.showing.answer_report import REPORTS, AnswerReport, make_report

from conftest import INSTANCES, ROOT
from present import has

pytestmark = pytest.mark.core


@pytest.mark.parametrize("name", list(REPORTS))
def test_what_is_registered_for_a_type_says_answers_of_that_type(name: str) -> None:
    said = REPORTS.load_named(name)
    assert issubclass(said, AnswerReport)
    found = said.__annotations__["found"]
    names = [getattr(one, "__name__", one) for one in get_args(found) or (found,)]
    assert name in names


def test_every_file_that_says_answers_of_a_type_is_registered() -> None:
    used = {REPORTS.load_named(name).__module__ for name in REPORTS}
    files = {
        f"sudokopie.{'.'.join(path.relative_to(ROOT).with_suffix('').parts)}"
        for pattern in ("showing/report_*.py", "applications/*/report_*.py")
        for path in ROOT.glob(pattern)
        if path.parent.name == "showing" or has(path.parent.name)
    }
    others = {"collection.report_duplicates", "comparison.report_comparison"}  # no answers
    assert files - used == {
        f"sudokopie.applications.{name}" for name in others if has(name.partition(".")[0])
    }


@pytest.mark.parametrize("found", [7, "copies", None])
def test_what_is_no_answer_is_not_said(found: object) -> None:
    with pytest.raises(ArgumentError, match=f"found {type(found).__name__}"):
        make_report(found, AnswerFormatter())


def test_a_decision_loads_the_one_file_that_says_it() -> None:
    """Of this room: what prints, the manner with grids in characters, steps, and that file."""
    script = (
        "import sys\n"
        "from sudokopie.commands.machinery.command_group import run_command_line_and_get_status\n"
        f"sys.argv[1:] = ['solve', {str(INSTANCES / 'size9-clues25-copies.txt')!r}]\n"
        "assert run_command_line_and_get_status() == 0\n"
        "print(*(name for name in sys.modules if name.startswith('sudokopie.showing.')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    loaded = {name.split(".")[-1] for name in done.stdout.splitlines()[-1].split()}
    assert loaded == {
        *("answer_report", "answer_formatter", "printer", "report_decision", "sentences"),
    }
