"""Which room may know which, and which file: imports go only upwards in the list, in no circle."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

from sudokopie.base import above
from sudokopie.solvers.registry import _MODULES

from conftest import ROOT

ROOMS = [
    *(
        "kernel",
        "base",
        "system",
        "sudoku",
        "reading",
        "encoding",
        "questions",
        "solvers",
        "answers",
        "exchange",
        "proofs",
    ),
    *("studies", "collection", "catalogue", "comparison", "showing", "commands", "cli"),
]


def files_of(room: str) -> list[Path]:
    return [ROOT / "cli.py"] if room == "cli" else sorted((ROOT / room).glob("*.py"))


def imports(file: Path) -> Iterator[ast.ImportFrom]:
    """Yield all of them, also those within functions and for types alone."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_uses_only_the_rooms_above_it(room: str) -> None:
    files = files_of(room)
    assert files
    for file in files:
        for node in imports(file):
            is_of_other_room = node.level == (1 if room == "cli" else 2)
            if is_of_other_room:
                assert node.module, f"{file.name} imports the package itself"
                used = node.module.split(".")[0]
                assert ROOMS.index(used) < ROOMS.index(room), f"{file.name}: {node.module}"
            assert node.level or not (node.module or "").startswith("sudokopie") or room == "cli"


def test_solvers_alone_know_pysat() -> None:
    """Whatever else needs an oracle asks the registry for one."""
    files = [
        file
        for folder in (*ROOMS, "instances", "benchmarks")
        if folder != "solvers"
        for file in files_of(folder)
        if file.name != "clause_forms.py"  # it measures clauses that PySAT makes
    ]
    assert len(files) > 100
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                continue
            # An encoder of theirs is no oracle.
            others = [name for name in names if not name.startswith("pysat.card.")]
            words = {word for name in others for word in name.split(".")}
            assert words.isdisjoint({"pysat", "pysat_solvers", "pysolvers"}), file


def test_what_a_room_calls_above_it_is_registered_by_the_package() -> None:
    """The rooms below ask for it by a name, never by an import."""
    asked = {
        node.args[0].value
        for room in ROOMS[:-1]
        for file in files_of(room)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("call", "above.call")
        and isinstance(node.args[0], ast.Constant)
    }
    assert asked == set(above._PLACES)
    for place in above._PLACES.values():
        module, _, function = place.partition(":")
        assert callable(getattr(import_module(module), function))


def test_no_two_public_classes_have_one_name() -> None:
    """A name says which thing it is, so that it can be found."""
    places: dict[str, list[str]] = {}
    for room in ROOMS:
        for file in files_of(room):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(f"{room}/{file.name}")
    assert len(places) > 100
    alike = {name: files for name, files in places.items() if len(files) > 1}
    assert not alike


def test_every_room_is_in_the_list_and_in_the_package() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages == set(ROOMS) - {"cli"}
    listed = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert all(f'"sudokopie.{room}",' in listed for room in packages)


def graph() -> dict[str, set[str]]:
    """Return for each file those that it imports, also by the registry."""
    used: dict[str, set[str]] = {}
    for room in ROOMS[:-1]:
        for file in files_of(room):
            own = used.setdefault(f"{room}/{file.stem}", set())
            for node in imports(file):
                parts = (node.module or "").split(".")
                if node.level == 1 and node.module:
                    own.add(f"{room}/{parts[0]}")
                elif node.level == 2 and len(parts) > 1:
                    own.add("/".join(parts[:2]))
    used["solvers/registry"] |= {f"solvers/{module}" for module in _MODULES.values()}
    return used


def test_no_files_import_each_other_in_a_circle() -> None:
    order = list(TopologicalSorter(graph()).static_order())  # raises where there is a circle
    assert order.index("answers/symmetries") < order.index("answers/decide")
