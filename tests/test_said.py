"""Answers put into words: each kind by the class that is registered for its type."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from sudokopie import showing
from sudokopie.base.errors import ArgumentError
from sudokopie.showing.manner import Manner
from sudokopie.showing.said import SAID_BY, Said, in_words

from conftest import INSTANCES


@pytest.mark.parametrize("name", SAID_BY)
def test_what_is_registered_for_a_type_says_answers_of_that_type(name: str) -> None:
    file, class_ = SAID_BY[name]
    said = getattr(import_module(f"sudokopie.showing.{file}"), class_)
    assert issubclass(said, Said)
    found = said.__annotations__["found"]
    names = [getattr(one, "__name__", one) for one in get_args(found) or (found,)]
    assert name in names


def test_every_file_that_says_answers_of_a_type_is_registered() -> None:
    files = {path.stem for path in Path(showing.__path__[0]).glob("said_*.py")}
    assert files - {file for file, _ in SAID_BY.values()} == {"said_duplicates"}  # no answers


@pytest.mark.parametrize("found", [7, "copies", None])
def test_what_is_no_answer_is_not_said(found: object) -> None:
    with pytest.raises(ArgumentError, match=f"found {type(found).__name__}"):
        in_words(found, Manner())


def test_a_decision_loads_the_one_file_that_says_it() -> None:
    """Of this room: what prints, the manner with grids in characters, steps, and that file."""
    script = (
        "import sys\n"
        "from sudokopie.commands.machinery.group import run\n"
        f"sys.argv[1:] = ['solve', {str(INSTANCES / 'size9-clues25-copies.txt')!r}]\n"
        "assert run() == 0\n"
        "print(*(name for name in sys.modules if name.startswith('sudokopie.showing.')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    loaded = {name.split(".")[-1] for name in done.stdout.splitlines()[-1].split()}
    assert loaded == {"printer", "manner", "sentences", "said", "said_decision"}
