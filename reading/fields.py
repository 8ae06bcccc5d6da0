"""What divides a line into fields: a delimiter, or JSON."""

from typing import Any

from ..base.quoting import shown

_DELIMITERS = ",;\t|"


def fields(line: str, delimiter: str | None) -> list[str]:
    """Return the fields of a line, between white space if there is no delimiter.

    >>> fields('7,"a, b",c', ",")
    ['7', 'a, b', 'c']
    """
    if delimiter is None:
        return line.split()
    import csv

    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return line.split(delimiter)


def delimiter_of(line: str) -> str | None:
    """Return what divides a line into most fields, if anything does."""
    best = max(_DELIMITERS, key=line.count)
    return best if best in line else None


def shown_list(names: list[str]) -> str:
    """Return names so that a terminal shows them on one line, the first of them if many."""
    return ", ".join(shown(name) for name in names[:8]) + (", …" if len(names) > 8 else "")


def parsed_json(text: str | bytes) -> Any:
    """Return the value that a text stands for; None if it is no JSON."""
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
