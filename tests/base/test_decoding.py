"""What others wrote as JSON or TOML has to fit the schema, and is told by its place where not."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from typing import Any, Literal, NamedTuple

import pytest

from sudokopie.base.decoding import convert_to_named_tuple, read_json, read_toml
from sudokopie.base.errors import DecodingError


class Colour(StrEnum):
    RED = "red"


class Inner(NamedTuple):
    number: int
    share: float = 0.5


class Outer(NamedTuple):
    inner: Inner
    colour: Colour
    form: Literal["min", "max"]
    pair: tuple[int, str]
    rows: tuple[tuple[int, ...], ...]
    by_name: dict[str, Inner]
    is_whole: bool | None = None
    rest: Any = None


GOOD: dict[str, Any] = {
    "inner": {"number": 10**30, "share": 1},
    "colour": "red",
    "form": "max",
    "pair": [1, "a"],
    "rows": [[1, 2], []],
    "by_name": {"a": {"number": 3}},
    "unknown": "to us",
}


def test_what_fits_is_typed() -> None:
    assert convert_to_named_tuple(GOOD, Outer) == Outer(
        Inner(10**30, 1), Colour.RED, "max", (1, "a"), ((1, 2), ()), {"a": Inner(3)}
    )
    assert read_toml("number = 3\nshare = 0.25", Inner) == Inner(3, 0.25)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("inner", {}, "inner.number: this field is missing"),
        ("inner", {"number": True}, "inner.number: expected a whole number, found true"),
        ("inner", {"number": 1.0}, "inner.number: expected a whole number, found 1.0"),
        (
            "inner",
            {"number": 1, "share": float("nan")},
            "inner.share: expected a number, found NaN",
        ),
        (
            "inner",
            {"number": 1, "share": float("inf")},
            "inner.share: expected a number, found Inf",
        ),
        ("inner", {"number": 1, "share": 10**400}, "inner.share: expected a number, found 1000"),
        ("inner", [1], "inner: expected an object, found a list"),
        ("colour", "blue", 'colour: expected one of red, found "blue"'),
        ("colour", ["red"], "colour: expected one of red, found a list"),
        ("form", None, "form: expected one of min, max, found null"),
        ("pair", [1], "pair: expected 2 values, found a list"),
        ("rows", [[1], 2], "rows[1]: expected a list, found 2"),
        (
            "by_name",
            {"a": {"number": "x" * 99}},
            f'number: expected a whole number, found "{"x" * 39}…',
        ),
        ("is_whole", 0, "is_whole: expected true or false, found 0"),
    ],
)
def test_what_does_not_fit_is_told_by_its_place(key: str, value: object, said: str) -> None:
    with pytest.raises(DecodingError) as raised:
        convert_to_named_tuple(GOOD | {key: value}, Outer)
    assert said in str(raised.value)


@pytest.mark.parametrize("kind", [int, float, str, Literal["min"], Colour])
def test_hexadecimal_numbers_of_any_length_are_one_line(kind: Any) -> None:
    """Unlike others they are read, but cannot be printed."""
    with pytest.raises(DecodingError, match=r"^n: a number has too many digits$"):
        convert_to_named_tuple(tomllib.loads(f"n = 0x{'f' * 5000}"), dict[str, kind])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"number": x}', "1:12: this is no JSON"),
        ("[" * 100_000, "lists or objects are nested too deeply"),
        ('{"number": ' + "1" * 5000 + "}", "a number has too many digits"),
        ('{"number": 1, "share": 1e999}', "share: expected a number"),
    ],
)
def test_what_is_no_json_is_one_line(text: str, said: str) -> None:
    with pytest.raises(DecodingError) as raised:
        read_json(text, Inner)
    assert said in str(raised.value)
