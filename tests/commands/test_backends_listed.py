"""The list of backends, and patterns where one backend is asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sudokopie import backend_names
from sudokopie.base.errors import BackendError
from sudokopie.solvers.optimisers import ExternalModelCounterBackend
from sudokopie.solvers.registry import find_backend, list_all_backends

from conftest import INSTANCES

PAIR = str(INSTANCES / "size4-clues5-copies.txt")


def test_all_backends_are_listed_with_a_line_each(run: Any) -> None:
    result = run("backends")
    assert (result.status, result.err) == (0, "")
    heading, *lines = result.out.partition("\n\n")[0].splitlines()
    assert heading.split()[:3] == ["backend", "proofs", "installed"]
    names = [line.split()[0] for line in lines]
    assert set(backend_names()) <= set(names)
    assert len(names) == len(set(names))
    rows = {line.split()[0]: line.split(maxsplit=3)[1:] for line in lines}
    assert rows["pysat:cadical153"] == [
        *("yes", "yes", "SAT solver CaDiCaL 1.5.3 in the Python package PySAT")
    ]
    assert rows["search:brute-force"][:2] == ["no", "yes"]
    assert "nein" in run("backends", "--lang", "de").out


def test_backends_that_are_not_installed_are_listed(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sudokopie.solvers.graph_bliss.find_spec", lambda _: None)
    find_backend.cache_clear()
    (tmp_path / "kissat").write_text("#!/bin/sh\n")
    (tmp_path / "kissat").chmod(0o755)
    listed = {
        one["name"]: one for one in map(json.loads, run("backends", "--json").out.splitlines())
    }
    find_backend.cache_clear()
    facts = {name: (one["proofs"], one["installed"]) for name, one in listed.items()}
    assert facts["dimacs:kissat"] == (True, True)
    assert facts["dimacs:cadical"] == (True, False)
    assert facts["dimacs:clasp"] == (False, False)
    assert facts["graph:bliss"] == (False, False)
    assert facts["cp-sat"] == (False, True)
    assert {f"count:{program}" for program in ExternalModelCounterBackend.KNOWN} <= facts.keys()
    assert listed["graph:bliss"]["description"].startswith("isomorphism of graphs")


def test_every_backend_has_a_description() -> None:
    for one in list_all_backends():
        text = str(one.description)
        assert text != "no description", one.name
        assert 10 < len(text) < 100
        assert "\n" not in text


@pytest.mark.parametrize("pattern", ["search:*", "search:[ab]*", "search:block-has?"])
def test_a_pattern_is_no_backend(run: Any, pattern: str) -> None:
    matching = {
        "search:*": "search:assignments, search:block-hash, search:brute-force",
        "search:[ab]*": "search:assignments, search:block-hash, search:brute-force",
        "search:block-has?": "search:block-hash",
    }[pattern]
    said = f"expected one backend, found the pattern '{pattern}', which matches: {matching}"
    for command in ("solve", "ways", "nearest", "within"):
        result = run(command, "--backend", pattern, PAIR)
        assert (result.status, result.out, result.err) == (2, "", f"sudokopie: {said}\n")


def test_signs_of_patterns_in_the_arguments_of_a_program_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "solver"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    name = f"dimacs:{path} --only=[a-c]*"
    assert find_backend(name).name == name
    with pytest.raises(BackendError, match=r"unknown backend 'nothing\*'; there are: pysat:"):
        find_backend("nothing*")
