"""Convert JSON and TOML texts from outside to typed tuples. Each value in the text must have the
type that the tuple's field declares.

A schema is a NamedTuple. Its fields are annotated with `str`, `bool`, `int`, `float` (finite), an
enum, `Literal`, another NamedTuple, `list[…]`, `tuple[…]`, `dict[str, …]`, `Any`, or one of these
`| None`. Fields with a default may be missing; fields that the schema does not have are ignored.
"""

import json
import math
import tomllib
from collections import Counter
from collections.abc import Callable, Container, Mapping
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from .errors import DecodingError
from .messages import Message

Schema = TypeVar("Schema")


def read_json(text: str, tuple_type: type[Schema]) -> Schema:
    """Parse JSON text and return the values as an instance of `tuple_type`, a subclass of
    `NamedTuple`: the value of each field of the JSON object becomes the field of the same name.
    Raise `DecodingError` if the text is not JSON, if a field is missing, or if a value does not
    have the type with which the class annotates the field.

    >>> from typing import NamedTuple
    >>> class Point(NamedTuple):
    ...     x: int
    ...     names: list[str] = []
    >>> read_json('{"x": 1, "names": ["a", 2]}', Point)
    Traceback (most recent call last):
    ...
    sudokopie.base.errors.DecodingError: names[1]: expected a text, found 2
    """
    return convert_to_named_tuple(_parse_text(_load_json, text), tuple_type)


def _make_dict_of_unique_names(fields: list[tuple[str, object]]) -> dict[str, object]:
    """Return the fields of a JSON object as a dictionary. Raise `DecodingError` if a name occurs
    twice, because some programs would take the first value and others the last.
    """
    found = dict(fields)
    if len(found) < len(fields):
        names = Counter(name for name, _ in fields)
        name = next(name for name, number in names.items() if number > 1)
        raise _make_error(_shorten(name), Message("this field is there twice"))
    return found


_load_json = partial(json.loads, object_pairs_hook=_make_dict_of_unique_names)


def read_toml(text: str, tuple_type: type[Schema]) -> Schema:
    """Parse TOML text and return the values as an instance of `tuple_type`, a subclass of
    `NamedTuple`: the value of each key of the TOML table becomes the field of the same name. Raise
    `DecodingError` if the text is not TOML, if a key is missing, or if a value does not have the
    type with which the class annotates the field.
    """
    return convert_to_named_tuple(_parse_text(tomllib.loads, text), tuple_type)


def _parse_text(parser: Callable[[str], object], text: str) -> object:
    """Return the value that `parser`, a function of the standard library, reads from a text. Raise
    `DecodingError` with the parser's message if the text is malformed.
    """
    try:
        return parser(text)
    except DecodingError:
        raise
    except RecursionError:
        raise DecodingError("lists or objects are nested too deeply") from None
    except json.JSONDecodeError as error:
        place = f"{error.lineno}:{error.colno}"
        raise _make_error(place, Message("this is no JSON")) from None
    except tomllib.TOMLDecodeError as error:
        raise DecodingError("this is no TOML: {reason}", reason=str(error)) from None
    except ValueError:
        raise DecodingError("a number has too many digits") from None


def convert_to_named_tuple(value: object, tuple_type: type[Schema]) -> Schema:
    """Convert a dictionary of parsed JSON or TOML to an instance of `tuple_type`, a subclass of
    `NamedTuple`: the value of each key becomes the field of the same name. Raise `DecodingError` if
    a key is missing, or if a value does not have the type with which the class annotates the field.
    """
    found: Schema = _convert_value(value, tuple_type, "")
    return found


def convert_selected_fields(value: object, field_types: Mapping[str, Any]) -> dict[str, Any]:
    """Return some fields of a JSON object, each converted to a type. `field_types` maps the names
    of these fields to their types; other fields are ignored. Raise `DecodingError` if a field is
    missing or has another type.

    >>> convert_selected_fields({"x": 1, "y": 2}, {"x": int})
    {'x': 1}
    """
    return _convert_named_fields(_ensure_type(value, dict, ""), field_types, "")


def _convert_value(value: Any, type_: Any, location: str) -> Any:
    """Return `value` converted to the type `type_`. `location` is the location of the value in the
    text, such as `names[1]`, for error messages. Raise `DecodingError` if the value does not have
    this type.
    """
    origin, arguments = get_origin(type_), get_args(type_)
    if type_ is Any or (type_ is float and type(value) is int and abs(value) < _EXACT):
        return value
    if type(value) is int and value.bit_length() > _BITS:
        raise _make_error(location, Message("a number has too many digits"))
    if origin in (Union, UnionType):
        (other,) = (one for one in arguments if one is not NoneType)
        return None if value is None else _convert_value(value, other, location)
    if origin is not None:
        return _convert_to_generic_type(value, origin, arguments, location)
    if issubclass(type_, Enum):
        return type_(_convert_choice(value, [one.value for one in type_], location))
    if hasattr(type_, "_fields"):
        values = _ensure_type(value, dict, location)
        return type_(
            **_convert_named_fields(values, _kinds(type_), location, type_._field_defaults)
        )
    return _ensure_type(value, type_, location)


def _convert_to_generic_type(
    value: Any, origin: Any, type_arguments: tuple[Any, ...], location: str
) -> Any:
    """Convert a value to a type such as `list[int]`, for which `origin` is `list` and
    `type_arguments` is `(int,)`. `location` is the location of the value in the text, for error
    messages.
    """
    if origin is Literal:
        return _convert_choice(value, type_arguments, location)
    if origin is dict:
        items = _ensure_type(value, dict, location).items()
        return {
            name: _convert_value(one, type_arguments[1], _join_location(location, name))
            for name, one in items
        }
    values, kinds = _ensure_type(value, list, location), type_arguments
    if origin is list or kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(values)
    if len(kinds) != len(values):
        raise _make_unexpected_value_error(
            location, Message("{count} values", count=len(kinds)), values
        )
    return origin(
        _convert_value(one, kind, f"{location}[{number}]")
        for number, (one, kind) in enumerate(zip(values, kinds, strict=True))
    )


def _convert_named_fields(
    values: dict[str, Any],
    field_types: Mapping[str, Any],
    location: str,
    optional_names: Container[str] = (),
) -> dict[str, Any]:
    """Return the fields of a JSON object that `field_types` names. Each value is converted to the
    type to which `field_types` maps the field's name. Raise `DecodingError` if a value has another
    type, or if a field is missing and not in `optional_names`.

    `location` is the location of the JSON object in the text, for error messages.
    """
    for name in field_types:
        if name not in values and name not in optional_names:
            raise _make_error(_join_location(location, name), Message("this field is missing"))
    return {
        name: _convert_value(values[name], kind, _join_location(location, name))
        for name, kind in field_types.items()
        if name in values
    }


_BITS = 14_000
"""The largest number of bits of an integer from outside. Such a number has fewer than 4,300 digits,
the most that Python can print.
"""

_EXACT = 2**53
"""Every integer below this bound can be represented exactly as a floating-point number."""

_kinds = cache(get_type_hints)


def _convert_choice(value: Any, choices: Any, location: str) -> Any:
    """Return `value` unchanged if it is a text that occurs in the collection `choices`. Raise
    `DecodingError` otherwise; the error names `location`, the location of the value in the text.
    """
    if not isinstance(value, str) or value not in choices:
        choice = Message("one of {names}", names=", ".join(map(str, choices)))
        raise _make_unexpected_value_error(location, choice, value)
    return value


def _ensure_type(value: Any, type_: type[Any], location: str) -> Any:
    """Return `value` unchanged if its type is exactly `type_`, so that True is not accepted as a
    number. Raise `DecodingError` otherwise; the error names `location`, the location of the value
    in the text.
    """
    if type(value) is not type_ or (type_ is float and not math.isfinite(value)):
        raise _make_unexpected_value_error(location, _NAMES[type_], value)
    return value


_NAMES = {
    str: Message("a text"),
    bool: Message("true or false"),
    int: Message("a whole number"),
    float: Message("a number"),
    list: Message("a list"),
    dict: Message("an object"),
}


def _join_location(location: str, name: str) -> str:
    """Return the location of the field `name` in a JSON object at `location`, such as `point.x`;
    only the name if `location` is empty, that is, for the outermost object.
    """
    return f"{location}.{name}" if location else name


def _make_unexpected_value_error(location: str, expected: Message, value: Any) -> DecodingError:
    """Return the error for a value of the wrong type. The message gives the location of the value,
    the expected type in words, and the value itself (for a list or an object, only this word).
    """
    found: object = _NAMES.get(type(value))
    if not isinstance(value, list | dict):
        found = _shorten(json.dumps(value, ensure_ascii=False, default=str))
    return _make_error(
        location, Message("expected {wanted}, found {found}", wanted=expected, found=found)
    )


def _shorten(text: str) -> str:
    """Return a text of at most 40 characters unchanged, a longer text cut after 40 characters."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


_SHOWN = 40
"""The largest number of characters of an unexpected value that an error message quotes."""


def _make_error(location: str, message: Message) -> DecodingError:
    """Return the error with this message, and with the location of the value in front unless the
    location is an empty text.
    """
    if not location:
        return DecodingError(message)
    return DecodingError("{file}: {message}", file=location, message=message)
