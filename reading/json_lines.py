"""JSON lines: an object on each line, the Sudokus under one of its keys."""

from .fields import parsed_json
from .head import Head, text_of
from .single_lines import SingleLines, in_column


def recognised(head: Head) -> SingleLines | None:
    """Return the Sudokus under the chosen key, or under the one that holds the first found."""
    if (column := head.how.column) is not None:
        is_json = bool(head.content) and text_of(head.content[0][1]).lstrip().startswith("{")
        return in_column(head, lambda line: _value(line, column)) if is_json else None
    if head.decisive is None:
        return None
    line, run = head.decisive.line, head.decisive.run
    # Where one line has its cells, the others have theirs, and not what else looks so.
    key = _key_of(text_of(line), text_of(line[run.start : run.end]))
    if key is None:
        return None
    return SingleLines(head, head.decisive.seen, field_of=lambda line: _value(line, key))


def _value(line: str, key: str | int) -> str | None:
    """Return the text under a key, or at a place from 1, of an object; None without one."""
    record = parsed_json(line)
    if not isinstance(record, dict):
        return None
    at_place = list(record.values())[key - 1 : key] if isinstance(key, int) else [record.get(key)]
    value = at_place[0] if at_place else None
    return value if isinstance(value, str) else None


def _key_of(line: str, cells: str) -> str | None:
    """Return the key of an object of JSON under which these cells stand in a string.

    >>> _key_of('{"id": 7, "puzzle": "12..............", "solution": "1234..."}', "12" + 14 * ".")
    'puzzle'
    """
    record = parsed_json(line) if line.lstrip().startswith("{") else None
    pairs = record.items() if isinstance(record, dict) else ()
    return next((key for key, text in pairs if isinstance(text, str) and cells in text), None)
