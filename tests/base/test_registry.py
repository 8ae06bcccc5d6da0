"""What is found by its name: registries and what applications add to them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

from sudokopie import Grid
from sudokopie.base import applications as declared
from sudokopie.base.registry import HIGHER, PACKAGE, Registry, load_object

pytestmark = pytest.mark.core

Write = Callable[[str, str], None]


def forget(names: set[str]) -> None:
    """Forget applications that tests have written, and what was read of them."""
    for name in names:
        folder = f"{PACKAGE}.applications.{name}"
        for module in [one for one in sys.modules if f"{one}.".startswith(f"{folder}.")]:
            del sys.modules[module]
        vars(sys.modules[f"{PACKAGE}.applications"]).pop(name, None)
    declared.find_applications_by_name.cache_clear()
    declared.collect_application_locations_by_name.cache_clear()


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Return a function that writes an application; there are no others."""
    names = set[str]()
    monkeypatch.setattr(import_module(f"{PACKAGE}.applications"), "__path__", [str(tmp_path)])
    forget(names)

    def write_application(name: str, declaration: str) -> None:
        names.add(name)
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(
            dedent(
                f"""
                from sudokopie.base.applications import Application, CommandHelpLine
                from sudokopie.base.applications import make_lazy_getattr
                from sudokopie.base.messages import Message
                APPLICATION = {declaration}
                """
            )
        )
        (tmp_path / name / "things.py").write_text(f"NAME, OTHER = {name!r}, 'other of {name}'\n")

    yield write_application
    forget(names)


# Registries


def test_a_place_is_a_module_or_something_in_it() -> None:
    assert load_object("sudoku.grid:Grid") is Grid
    assert load_object("sudoku.grid") is import_module("sudokopie.sudoku.grid")
    with pytest.raises(AttributeError):
        load_object("sudoku.grid:Nothing")
    with pytest.raises(ModuleNotFoundError):
        load_object("sudoku.nothing:Grid")


def test_a_name_is_found_at_its_place() -> None:
    registry = Registry({"grid": "sudoku.grid:Grid", "shape": "sudoku.shape:BoxShape"})
    assert list(registry) == ["grid", "shape"]
    assert registry.load_named("grid") is Grid
    assert "grid" in registry
    assert "Grid" not in registry
    with pytest.raises(KeyError, match="other"):
        registry.load_named("other")


def test_names_that_an_application_adds_come_after_those_of_the_core(write: Write) -> None:
    write("one", "Application(questions={'mine': 'things:NAME', 'grid': 'things:OTHER'})")
    write("two", "Application(questions={'yours': 'things:NAME'}, claims={'no': 'things:NAME'})")
    registry = Registry({"grid": "sudoku.grid:Grid"}, application_field="questions")
    assert list(dict.fromkeys(registry)) == ["grid", "mine", "yours"]
    assert (registry.load_named("mine"), registry.load_named("yours")) == ("one", "two")
    assert registry.load_named("grid") is Grid  # an application replaces nothing
    assert all(name in registry for name in ("grid", "mine", "yours"))
    assert "no" not in registry
    with pytest.raises(KeyError, match="no"):
        registry.load_named("no")


def test_applications_add_nothing_where_nothing_is_to_be_added(write: Write) -> None:
    write("one", "Application(questions={'mine': 'things:NAME'})")
    registry = Registry({"grid": "sudoku.grid:Grid"})
    assert list(registry) == ["grid"]
    assert "mine" not in registry
    with pytest.raises(KeyError, match="mine"):
        registry.load_named("mine")
    assert registry.load_first_known_or_none(["mine"]) is None


def test_the_first_name_with_an_object_is_found_the_cores_before_all_others(write: Write) -> None:
    write("one", "Application(questions={'mine': 'things:NAME', 'more': 'things:OTHER'})")
    core = {"grid": "sudoku.grid:Grid", "shape": "sudoku.shape:BoxShape"}
    registry = Registry(core, application_field="questions")
    assert registry.load_first_known_or_none(["none", "grid", "shape"]) is Grid
    assert registry.load_first_known_or_none(["mine", "none", "grid"]) is Grid
    assert registry.load_first_known_or_none(["none", "more", "mine"]) == "other of one"
    assert registry.load_first_known_or_none(["none"]) is None
    assert registry.load_first_known_or_none([]) is None


def test_a_name_of_the_core_is_found_without_a_look_at_applications(write: Write) -> None:
    write("broken", "1 / 0")
    registry = Registry({"grid": "sudoku.grid:Grid"}, application_field="questions")
    assert "grid" in registry
    assert registry.load_named("grid") is registry.load_first_known_or_none(["grid"]) is Grid
    for look in (lambda: list(registry), lambda: registry.load_named("x"), lambda: "x" in registry):
        with pytest.raises(ZeroDivisionError):
            look()


def test_methods_of_lower_rooms_call_higher_ones() -> None:
    assert HIGHER.load_named("grid_of_text")("12\n..") == Grid([[1, 2], [0, 0]], (1, 2))
    assert Grid("12\n..") == Grid([[1, 2], [0, 0]], (1, 2))
    assert "<" in Grid("12\n..")._repr_html_()


# Applications


def test_an_application_whose_requirement_is_missing_is_not_offered(write: Write) -> None:
    write("alone", "Application()")
    write("base", "Application(requires=('missing',), library={'Base': 'things:NAME'})")
    write("far", "Application(requires=('alone', 'middle'), library={'Far': 'things:NAME'})")
    write("middle", "Application(requires=('base',), library={'Middle': 'things:NAME'})")
    write("near", "Application(requires=('alone',), library={'Near': 'things:NAME'})")
    assert list(declared.find_applications_by_name()) == ["alone", "near"]
    assert declared.collect_application_locations_by_name("library") == {
        "Near": "applications.near.things:NAME"
    }


def test_applications_that_require_each_other_are_offered_together(write: Write) -> None:
    write("one", "Application(requires=('two',))")
    write("two", "Application(requires=('one',))")
    assert list(declared.find_applications_by_name()) == ["one", "two"]


def test_without_applications_nothing_is_added(write: Write) -> None:  # noqa: ARG001
    assert declared.find_applications_by_name() == {}
    assert declared.collect_application_locations_by_name("questions") == {}
    assert (
        declared.list_application_command_help_lines(),
        declared.load_application_option_groups("export"),
    ) == ([], [])


def test_each_kind_of_addition_is_kept_apart(write: Write) -> None:
    kinds = ("library", "questions", "claims", "reports")
    added = ", ".join(f"{kind}={{'{kind}': 'things:NAME'}}" for kind in kinds)
    write("one", f"Application({added})")
    for kind in kinds:
        assert declared.collect_application_locations_by_name(kind) == {
            kind: "applications.one.things:NAME"
        }


def test_options_are_added_to_the_command_that_they_name(write: Write) -> None:
    write("two", "Application(options={'export': 'things:NAME', 'solve': 'things:OTHER'})")
    write("one", "Application(options={'export': 'things:OTHER'})")
    assert declared.load_application_option_groups("export") == ["other of one", "two"]
    assert declared.load_application_option_groups("solve") == ["other of two"]
    assert declared.load_application_option_groups("check") == []


def test_a_command_has_its_place_in_the_package(write: Write) -> None:
    write(
        "one",
        "Application(commands=(CommandHelpLine('mine', Message('Mine.'), 'things:NAME',"
        " Message('Two Sudokus'), after='solve'),))",
    )
    (listing,) = declared.list_application_command_help_lines()
    assert (listing.name, listing.location) == ("mine", "applications.one.things:NAME")
    assert (str(listing.summary), listing.after) == ("Mine.", "solve")
    assert load_object(listing.location) == "one"


def test_library_names_are_found_in_the_package_of_an_application(write: Write) -> None:
    write("one", "Application(library={'Thing': 'things:NAME'})")
    find = declared.make_lazy_getattr("sudokopie.applications.one", {"Thing": "things:NAME"})
    assert find("Thing") == "one"
    with pytest.raises(AttributeError, match=r"'sudokopie.applications.one' has no attribute 'Th'"):
        find("Th")
