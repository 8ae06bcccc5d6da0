"""Which folder may import which, and which file: imports go only downwards, in no circle.

The core is a list of folders, each of which imports folders before it. An application imports the
core, and the applications that it requires; nothing in the core imports an application.
"""

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from sudokopie.base.applications import find_applications_by_name
from sudokopie.base.registry import HIGHER, Registry
from sudokopie.commands.registry import import_command_or_none
from sudokopie.questions.registry import QUESTIONS
from sudokopie.showing.answer_report import REPORTS
from sudokopie.solvers.registry import MODULES

from conftest import ROOT, python_files

pytestmark = pytest.mark.core

MAY_IMPORT = {
    "kernel": "",
    "base": "",
    "system": "base",
    "sudoku": "base",
    "recognition": "sudoku",
    "reading": "recognition system",
    "encoding": "sudoku",
    "questions": "encoding",
    "solvers": "encoding system",
    "answers": "questions solvers kernel",
    "proofs": "questions solvers kernel",
    "showing": "proofs answers reading",
    "commands": "showing kernel",
}
"""The folders that each folder of the core may import, besides what those may import themselves."""

CORE = tuple(MAY_IMPORT)

OF_A_USER = (ROOT / "cli.py", ROOT / "applications/browser/glue.py")
"""The files that import the package as a user does."""


def allowed(room: str) -> set[str]:
    """Return all folders that a folder of the core may import."""
    direct = set(MAY_IMPORT[room].split())
    return direct.union(*map(allowed, direct))


def files_of(room: str) -> list[Path]:
    """Return the Python files of a folder, those of its subfolders included."""
    return [ROOT / "cli.py"] if room == "cli" else sorted((ROOT / room).rglob("*.py"))


def imports(file: Path) -> Iterator[tuple[str, ast.ImportFrom]]:
    """Yield all relative imports, also those in functions and for types, with what they import.

    A module is named from the root: `sudoku.grid`; so is a module that is imported by its name.
    """
    package = file.relative_to(ROOT).parts[:-1]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom):
            continue
        if not node.level:
            assert not (node.module or "").startswith("sudokopie") or file in OF_A_USER, file
            continue
        parts = [*package[: len(package) - node.level + 1], *(node.module or "").split(".")]
        module = ".".join(part for part in parts if part)
        for name in [alias.name for alias in node.names]:
            is_module = (ROOT / module.replace(".", "/") / f"{name}.py").exists()
            yield f"{module}.{name}".strip(".") if is_module else module, node


@pytest.mark.parametrize("room", CORE)
def test_a_folder_of_the_core_imports_only_folders_that_it_may(room: str) -> None:
    files = files_of(room)
    assert files
    for file in files:
        for module, _ in imports(file):
            used = module.split(".")[0]
            assert used in {room, *allowed(room)}, f"{file.relative_to(ROOT)} imports {module}"


def test_an_application_imports_the_core_and_what_it_requires() -> None:
    for name, declared in find_applications_by_name().items():
        required = {name, *declared.requires}
        for file in files_of(f"applications/{name}"):
            for module, _ in imports(file):
                used, *rest = module.split(".")
                is_allowed = rest[0] in required if used == "applications" else used in CORE
                assert is_allowed, f"{file.relative_to(ROOT)} imports {module}"


def test_the_files_that_are_looked_at_are_all_files_of_the_product() -> None:
    looked_at = {file for room in (*CORE, "applications") for file in files_of(room)}
    every = set(python_files("tests", "benchmarks", "instances", "docs", "applications/browser"))
    assert len(every) > 150
    assert every <= looked_at


@pytest.mark.gate
def test_solvers_alone_know_pysat() -> None:
    """Whatever else needs an oracle asks the registry for one."""
    files = [
        file
        for folder in (*CORE, "applications", "instances", "benchmarks")
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


@pytest.mark.parametrize("registry", [HIGHER, QUESTIONS, REPORTS])
def test_what_a_registry_names_is_there(registry: Registry) -> None:
    names = list(registry)
    assert len(names) > 1
    for name in names:
        assert callable(registry.load_named(name))
    with pytest.raises(KeyError):
        registry.load_named("nothing")


def test_a_core_command_is_found_without_looking_at_applications(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sudokopie.base.applications._list_application_names", None)
    find_applications_by_name.cache_clear()
    try:
        assert import_command_or_none("solve") is not None
        with pytest.raises(TypeError):
            import_command_or_none("audit")
    finally:
        find_applications_by_name.cache_clear()


def test_no_two_public_classes_have_one_name() -> None:
    """A name says which thing it is, so that it can be found."""
    places: dict[str, list[str]] = {}
    for room in (*CORE, "applications"):
        for file in files_of(room):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(str(file))
    assert len(places) > 100
    alike = {name: files for name, files in places.items() if len(files) > 1}
    assert not alike


def test_every_folder_is_in_the_list_and_in_the_package() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages == {*CORE, "applications"}
    listed = (ROOT / "setup.py").read_text(encoding="utf-8")
    assert all(f'"{room}"' in listed for room in packages)


def graph() -> dict[str, set[str]]:
    """Return for each file those that it imports, also by the registry of solvers."""
    used: dict[str, set[str]] = {}
    for room in (*CORE, "applications"):
        for file in files_of(room):
            own = used.setdefault(".".join(file.relative_to(ROOT).with_suffix("").parts), set())
            own.update(module for module, _ in imports(file))
    used["solvers.registry"].update(MODULES.values())
    return used


@pytest.mark.gate
def test_no_files_import_each_other_in_a_circle() -> None:
    order = list(TopologicalSorter(graph()).static_order())  # raises where there is a circle
    assert order.index("answers.symmetries") < order.index("answers.decide")


def test_the_kernel_includes_no_file_of_an_application() -> None:
    """Also not by its name alone: a tool that looks for `string.h` must not find it there."""
    included = {
        Path(name).name
        for file in (ROOT / "kernel").rglob("*.[ch]")
        for name in re.findall(r'#include [<"](.+)[>"]', file.read_text("utf-8"))
    }
    assert "string.h" in included
    assert not included & {file.name for file in (ROOT / "applications").rglob("*.h")}
