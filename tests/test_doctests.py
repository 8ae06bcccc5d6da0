import doctest
import importlib
import pkgutil

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


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_examples_of_every_room_are_found() -> None:
    rooms = {name.split(".")[1] for name in MODULES[1:]}
    assert {"sudoku", "answers", "proofs", "applications", "commands"} <= rooms
    modules = [importlib.import_module(name) for name in MODULES]
    found = [test for module in modules for test in doctest.DocTestFinder().find(module)]
    assert sum(len(test.examples) for test in found) > 40
