"""Old names of public methods, properties, classes and parameters still work, and warn with the new
name.
"""

import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from sudokopie import Grid, survey, why_not
from sudokopie.answers import among
from sudokopie.answers.among import NearDuplicate, Place
from sudokopie.base.errors import PairFileError
from sudokopie.base.messages import Message
from sudokopie.base.old_names import OldName, accept_old_parameters, replace_old_name
from sudokopie.solvers.clock import Clock, ProcessorClock

pytestmark = pytest.mark.core


class Greeting:
    """A class with an old name for a method and for a property."""

    def format_text(self, name: str) -> str:
        return f"Hello, {name}"

    @property
    def length(self) -> int:
        return 5

    text = OldName("format_text", who="name")
    size = OldName("length")


def test_an_old_name_gives_what_the_new_name_gives() -> None:
    with pytest.warns(DeprecationWarning, match=r"Greeting\.text is now Greeting\.format_text"):
        assert Greeting().text("Ann") == "Hello, Ann"
    with pytest.warns(DeprecationWarning):
        assert Greeting().text(who="Ann") == Greeting().text(name="Ann") == "Hello, Ann"
    with pytest.warns(
        DeprecationWarning, match=r"Greeting\.size is now Greeting\.length"
    ) as caught:
        assert Greeting().size == 5
    assert [warning.filename for warning in caught] == [__file__]


@pytest.mark.parametrize(
    ("old", "use"),
    [
        ("of", lambda: Clock.of(1.0).remaining_seconds),
        ("started", lambda: Clock.started(1.0).remaining_seconds),
        ("anew", lambda: Clock(1.0).anew(0.5).remaining_seconds),
        ("remaining", lambda: Clock(1.0).remaining),
        ("passed", lambda: Clock(1.0).passed),
        ("check", lambda: Clock(1.0).check() is None),
        ("lap", lambda: Clock().lap("encode") is None),
        ("add_elsewhere", lambda: Clock().add_elsewhere(1.0) is None),
        ("watch", lambda: list(Clock().watch("ab", every=1)) == ["a", "b"]),
        ("encoded", lambda: list(Clock().encoded("abc", at_once=2)) == [["a", "b"], ["c"]]),
    ],
)
def test_the_old_names_of_the_clock(old: str, use: Callable[[], object]) -> None:
    with pytest.warns(DeprecationWarning, match=rf"Clock\.{old} is now Clock\."):
        assert use()


@pytest.mark.parametrize(
    ("module", "name", "new_name"),
    [
        ("base.errors", "ComparisonError", "BackendComparisonFailedError"),
        ("encoding.formula", "exactly_one", "yield_exactly_one_clauses"),
        ("encoding.formula", "at_most_one", "yield_at_most_one_clauses"),
        ("encoding.formula", "format_dimacs", "yield_dimacs_text_pieces"),
        ("encoding.formula", "format_clause_lines", "yield_clause_text_pieces"),
        ("encoding.formula", "format_wcnf", "yield_wcnf_text_pieces"),
        ("encoding.formula", "format_opb", "yield_opb_text_pieces"),
    ],
)
def test_the_old_names_of_modules(module: str, name: str, new_name: str) -> None:
    found = import_module(f"sudokopie.{module}")
    with pytest.warns(DeprecationWarning, match=f"{name} is now {new_name};"):
        assert getattr(found, name) is getattr(found, new_name)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        assert found.nothing


def test_the_old_names_of_errors_and_reasons() -> None:
    error = PairFileError("f", 2, 3, Message("wrong"))
    with pytest.warns(DeprecationWarning, match="location_suffix is now .*location_after_file_"):
        assert error.location_suffix == error.location_after_file_name == ":2:3:"
    reason = why_not(Grid("12.............."), Grid("1.............1."))
    assert reason is not None
    with pytest.warns(DeprecationWarning, match="are_all_parts_marked is now .*_highlighted;"):
        assert reason.are_all_parts_marked == reason.are_all_differing_parts_highlighted


def test_an_old_name_uses_the_method_of_the_subclass() -> None:
    with pytest.warns(DeprecationWarning, match=r"ProcessorClock\.remaining is now"):
        assert ProcessorClock(1.0).remaining <= 1.0


def test_the_old_names_of_results() -> None:
    seen = survey(Grid(".13..2..1.....14")).seen
    assert seen is not None
    with pytest.warns(DeprecationWarning, match=r"VisibleSymmetry\.fixed is now"):
        assert seen.fixed == seen.fixed_cells
    with pytest.warns(DeprecationWarning, match=r"Place\.record is now Place\.as_json"):
        assert Place(0, "a.txt", 3, "").record() == {"file": "a.txt", "line": 3, "name": ""}
    with pytest.warns(DeprecationWarning, match="Near is now NearDuplicate"):
        assert vars(among)["__getattr__"]("Near") is NearDuplicate
    with pytest.raises(AttributeError, match="has no attribute 'Far'"):
        vars(among)["__getattr__"]("Far")


def test_the_new_names_do_not_warn() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        clock = Clock.start(Clock.from_timeout(60.0))
        clock.check_deadline()
        clock.end_phase("encode")
        assert clock.copy_and_restart().remaining_seconds


@accept_old_parameters(most="limit")
def count_up(start: int, limit: int = 3) -> list[int]:
    """Return numbers."""
    return list(range(start, limit))


def test_an_old_parameter_is_taken_and_warns_at_the_caller() -> None:
    old: Any = count_up
    message = "the parameter most of count_up is now limit; the old name ends with the next"
    with pytest.warns(DeprecationWarning, match=message) as caught:
        assert old(1, most=5) == [1, 2, 3, 4]
    (warning,) = caught
    assert warning.filename == __file__
    assert (count_up.__name__, count_up.__doc__) == ("count_up", "Return numbers.")


def test_new_parameters_give_no_warning(recwarn: pytest.WarningsRecorder) -> None:
    assert count_up(1) == count_up(1, 3) == count_up(1, limit=3) == [1, 2]
    assert not recwarn


def test_a_parameter_cannot_be_given_by_both_names() -> None:
    old: Any = count_up
    with pytest.raises(TypeError, match="most"):
        old(1, limit=2, most=2)


def test_only_old_names_are_replaced(recwarn: pytest.WarningsRecorder) -> None:
    def find(name: str) -> str:
        return replace_old_name(name, {"Old": "New"})

    assert (find("New"), find("Other")) == ("New", "Other")
    assert not recwarn
    with pytest.warns(DeprecationWarning, match="Old is now New;") as caught:
        assert find("Old") == "New"
    assert caught[0].filename == __file__
