"""Old names of methods, parameters and objects of a module work, and warn with the new name."""

from __future__ import annotations

from typing import Any

import pytest

from sudokopie.base.old_names import OldMethod, accept_old_parameters, replace_old_name

pytestmark = pytest.mark.core


class Door:
    def open_wide(self, hand: str) -> str:
        return f"opened with the {hand} hand"

    unlock = OldMethod("open_wide")


@accept_old_parameters(most="limit")
def count_up(start: int, limit: int = 3) -> list[int]:
    """Return numbers."""
    return list(range(start, limit))


def test_an_old_method_is_the_new_one_and_warns_at_the_caller() -> None:
    with pytest.warns(DeprecationWarning, match=r"Door\.unlock is now Door\.open_wide;") as caught:
        assert Door().unlock("left") == "opened with the left hand"
    (warning,) = caught
    assert warning.filename == __file__


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
