import doctest
import importlib
import pkgutil
from importlib.util import find_spec
from pathlib import Path

import pytest

import sudokopie

MODULES = [
    "sudokopie",
    *(
        module.name
        for module in pkgutil.walk_packages(sudokopie.__path__, "sudokopie.")
        if module.name.split(".")[1] not in ("tests", "benchmarks", "instances", "docs", "setup")
    ),
]


def may_have_examples(name: str) -> bool:
    """Return whether the source of a module contains the sign before an example."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return spec.origin.endswith(".py") and ">>>" in Path(spec.origin).read_text("utf-8")


WITH_EXAMPLES = list(filter(may_have_examples, MODULES))


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_examples_of_every_room_are_found() -> None:
    rooms = {name.split(".")[1] for name in MODULES[1:]}
    assert {"sudoku", "answers", "proofs", "applications", "commands"} <= rooms
    count = 0
    for name in MODULES:
        found = doctest.DocTestFinder().find(importlib.import_module(name))
        examples = sum(len(test.examples) for test in found)
        assert not examples or name in WITH_EXAMPLES
        count += examples
    assert count > 40
